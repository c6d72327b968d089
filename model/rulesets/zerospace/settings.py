"""The house rules of ZeroSpace: a setting for each point that the rules leave open."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from model.engine.settings import about, reader
from model.state.base import State

Metres = Annotated[float, Meta(ge=0, le=1_000_000)]


# fmt: off
class GeneralRules(State):
    """House rules about numbers, conditions, defence and attacks."""

    # ----------------------------------------------------------------------------- numbers

    major_bonus: Annotated[int, about(
        "Major bonus and penalty",
        "How much dodging adds to the DV, and how much running and being blinded subtract from the AV.",
        "ZS-AMB-01", "ZS-MOVE-05", "ZS-DODGE-04", "ZS-TAB-01", "ZS-TAB-07", "ZS-TAB-11", least=3, most=12,
    )] = 6
    run_dv_bonus: Annotated[int, about(
        "Running: DV", "What running or sprinting adds to the DV, against every kind of attack.",
        "ZS-AMB-48", "ZS-MOVE-04", "ZS-TAB-11", least=-6, most=6,
    )] = 3
    dv_bonuses: Annotated[Literal["highest", "sum"], about(
        "Several bonuses to a DV", "Only the highest counts, as on a roll, or they add up.", "ZS-AMB-54", "ZS-MOD-02",
    )] = "highest"
    same_condition_stacks: Annotated[bool, about(
        "The same condition counts twice",
        "Off: a condition counts once, no matter how many causes it has.",
        "ZS-AMB-14", "ZS-MOD-05",
    )] = False
    equipment_in_dv: Annotated[bool, about(
        "Equipment counts in defence",
        "The weapon in hand (melee), or one item marked as defensive, adds its level to the DV, limited by the skill.",
        "ZS-AMB-09", "ZS-OPP-01",
    )] = True
    resistance_sources: Annotated[Literal["highest", "sum"], about(
        "Several sources of a resistance", "Only the highest counts, or they add up.", "ZS-MIS-08", "ZS-DMG-03",
    )] = "highest"
    attribute_warn_above: Annotated[int, about(
        "Attributes: note above", "A higher attribute is accepted, with a note to the GM.",
        "ZS-MIS-01", least=1, most=30,
    )] = 10
    skill_warn_above: Annotated[int, about(
        "Skills: note above", "A higher rank is accepted, with a note to the GM.", "ZS-MIS-01", least=1, most=30,
    )] = 5

    # -------------------------------------------------------------------------- conditions

    cover_vs_hth: Annotated[bool, about(
        "Cover counts in melee",
        "Off: an attacker one metre away gets round the obstacle, unless the GM decides otherwise for the attack.",
        "ZS-AMB-50", "ZS-COVER-01",
    )] = False
    cover_vs_mental: Annotated[bool, about(
        "Cover counts against mental attacks", "Whether cover protects the mind.", "ZS-AMB-50", "ZS-COVER-01",
    )] = True
    prone_dv_bonus_vs_mental: Annotated[bool, about(
        "Prone helps against mental attacks", "Whether being prone also gives +3 DV against mental attacks.",
        "ZS-AMB-20", "ZS-PRONE-02",
    )] = True
    drop_prone_cost: Annotated[Literal["quick", "move", "free", "standard"], about(
        "Dropping prone costs", "The action it takes to go prone by choice.", "ZS-AMB-56", "ZS-PRONE-05",
    )] = "quick"
    surprise_ends: Annotated[Literal["end_of_own_turn", "start_of_own_turn", "end_of_round", "gm"], about(
        "Surprise ends", "When the penalties of surprised combatants end.", "ZS-AMB-35", "ZS-TAB-06", "ZS-MIS-12",
    )] = "end_of_own_turn"
    blinded_dv_vs_mental: Annotated[bool, about(
        "Blinded: against mental attacks too", "Whether blinded combatants also defend worse against mental attacks.",
        "ZS-AMB-44", "ZS-TAB-01",
    )] = True
    restrained_may_dodge: Annotated[bool, about(
        "Restrained combatants may dodge", "Off: a restrained combatant cannot dodge.",
        "ZS-AMB-51", "ZS-DODGE-01", "ZS-RSTR-02",
    )] = True
    restrained_blocks_movement_powers: Annotated[bool, about(
        "Restraints block movement powers", "Whether teleporting and the like are impossible too.",
        "ZS-AMB-51", "ZS-RSTR-02",
    )] = True
    immersion_exemption: Annotated[Literal["gm_flag", "none"], about(
        "At home under water or weightless",
        "Whether the mark on the sheet spares a combatant the penalties, or nobody is spared.",
        "ZS-AMB-57", "ZS-TAB-12",
    )] = "gm_flag"

    # ----------------------------------------------------------------------------- defence

    attack_on_helpless: Annotated[Literal["roll", "automatic_hit"], about(
        "Attacks on helpless targets", "Rolled against DV 0, or hit without a roll.", "ZS-AMB-10", "ZS-HELP-02",
    )] = "roll"
    forced_dodge_ends: Annotated[Literal["next_taken_turn", "sacrificed_turn"], about(
        "A forced dodge ends", "With the next turn taken, or already when the turn given up for it would have come.",
        "ZS-AMB-19", "ZS-DODGE-05",
    )] = "next_taken_turn"
    dodge_after_move: Annotated[bool, about(
        "Dodging after a move", "Whether a combatant who has moved this turn may still dodge.",
        "ZS-AMB-19", "ZS-DODGE-03",
    )] = False
    dodge_survives_delay: Annotated[bool, about(
        "A dodge lasts through a delayed turn",
        "Off: it ends when the combatant's own turn comes up, delayed or not.",
        "ZS-AMB-19", "ZS-DODGE-05",
    )] = True
    interpose_resolution: Annotated[Literal["protector_dv", "automatic_hit", "original_dv"], about(
        "Jumping in front: the hit",
        "A roll against the protector's DV (without a dodge), always a hit, or a roll against the first target's DV.",
        "ZS-AMB-07", "ZS-FORCE-03",
    )] = "protector_dv"
    interpose_needs_reach: Annotated[bool, about(
        "Jumping in front needs reach", "Only a combatant who can walk to the line of the attack can jump into it.",
        "ZS-AMB-07", "ZS-FORCE-03",
    )] = True
    force_while_owing_turn: Annotated[bool, about(
        "Forcing while a turn is owed", "Whether a combatant who has given up a turn may force again in the next "
                                        "round.",
        "ZS-AMB-08", "ZS-FORCE-01",
    )] = True
    forced_action_size: Annotated[Literal["one_action", "full_turn"], about(
        "A forced action gives", "One defensive action, or a whole turn of them.", "ZS-AMB-08", "ZS-FORCE-01",
    )] = "one_action"
    force_latest: Annotated[Literal["before_damage_roll", "before_attack_roll"], about(
        "Latest moment to force an action",
        "How far an attack may have gone when an action is forced against it.",
        "ZS-AMB-55", "ZS-FORCE-07",
    )] = "before_damage_roll"

    # ----------------------------------------------------------------------------- attacks

    unarmed_damage: Annotated[Literal["d6_plus_brawn", "d6", "brawn", "custom"], about(
        "Damage of bare hands", "What an unarmed attack does; “custom” asks the GM for a number.",
        "ZS-AMB-15", "ZS-ATK-06",
    )] = "d6_plus_brawn"
    beyond_range: Annotated[Literal["refuse", "penalty"], about(
        "Beyond a weapon's range", "The attack is refused, or allowed with a penalty.", "ZS-AMB-22", "ZS-RANGE-06",
    )] = "refuse"
    beyond_range_penalty: Annotated[int, about(
        "Penalty beyond range", "Subtracted from the AV where attacks beyond the range are allowed.",
        "ZS-AMB-22", "ZS-RANGE-06", least=0, most=12,
    )] = 3
    power_range_table: Annotated[tuple[Metres, ...], about(
        "Range of powers by Power Level (m)",
        "From Power Level 0 upwards, for powers without a range of their own (range 0).",
        "ZS-MIS-05", "ZS-RANGE-06",
    )] = ()
    diagonals: Annotated[Literal["straight_line", "one", "one_and_half"], about(
        "Diagonals count", "On the map: their true length, one step, or one and a half.",
        "ZS-MIS-10", "ZS-RANGE-01",
    )] = "straight_line"
    hth_adjacent_cells: Annotated[bool, about(
        "Neighbouring cells are in melee reach",
        "On a grid of one metre, diagonal neighbours are within reach too.",
        "ZS-MIS-10", "ZS-RANGE-01",
    )] = True
    called_shot_max: Annotated[int, about(
        "Called shots, maximum", "0: no limit.", "ZS-AMB-41", "ZS-CALL-01", least=0, most=30,
    )] = 0
    suppressing_max: Annotated[int, about(
        "Suppressing fire, maximum", "0: no limit.", "ZS-AMB-41", "ZS-SUPP-01", least=0, most=30,
    )] = 0
    special_attack_exclusive: Annotated[Literal["maneuvers_only", "strict", "off"], about(
        "Several manoeuvres in one attack",
        "At most one manoeuvre per attack; strict: at most one manoeuvre or special property; off: any number.",
        "ZS-AMB-33",
    )] = "maneuvers_only"
    endurance_overflow: Annotated[Literal["lost", "to_health"], about(
        "Endurance damage beyond what is left", "Is lost, or goes on to Health.", "ZS-AMB-27", "ZS-END-02",
    )] = "lost"
    unnamed_needs_damage: Annotated[bool, about(
        "Unnamed characters need damage to fall", "On: an attack whose damage is fully resisted does not defeat them.",
        "ZS-AMB-32", "ZS-UNN-01",
    )] = False


class HouseRules(GeneralRules):
    """All house rules: the general ones, and those about special attacks, tasks, recovery, order and movement."""

    # ----------------------------------------------------------------------------- special

    min_one_when_fully_resisted: Annotated[bool, about(
        "Minimum 1 for mental and alteration damage", "On: even where resistance stops all of it.",
        "ZS-AMB-16", "ZS-ATK-11", "ZS-ATK-17",
    )] = False
    default_affects: Annotated[Literal["health", "endurance", "effect_only"], about(
        "Mental and alteration damage lowers", "Where the attack itself does not say.", "ZS-AMB-17", "ZS-ATK-12",
    )] = "health"
    effect_only_default: Annotated[bool, about(
        "Blinding and terrifying attacks do no damage", "Unless the attack itself says that it does.",
        "ZS-AMB-44", "ZS-BLIND-01", "ZS-TERR-01",
    )] = True
    harmless_hit_defeats_unnamed: Annotated[bool, about(
        "Harmless manoeuvres defeat unnamed characters",
        "What is proposed when an unnamed character is grappled or disarmed.",
        "ZS-AMB-32", "ZS-UNN-01",
    )] = True
    terrified_dv: Annotated[int, about(
        "Terrified: DV", "What cowering or fleeing does to the DV.", "ZS-AMB-43", "ZS-TERR-02", least=-6, most=6,
    )] = 3
    terrified_may_attack: Annotated[bool, about(
        "Terrified combatants may attack", "Off: they can only cower, flee and try to overcome it.",
        "ZS-AMB-43", "ZS-TERR-01",
    )] = False
    condition_penalty_on_own_recovery: Annotated[bool, about(
        "A condition hinders its own recovery", "Whether being blinded or restrained counts for the roll to end it.",
        "ZS-AMB-31", "ZS-BLIND-06", "ZS-GRAP-05",
    )] = True
    charge_min_distance_m: Annotated[int, about(
        "Charges: minimum distance (m)", "How long a charge must be; it always needs some distance.",
        "ZS-AMB-47", "ZS-CHRG-02", least=0, most=100,
    )] = 0
    takedown_damage: Annotated[Literal["brawn", "d6_plus_brawn"], about(
        "Damage of a takedown", "Brawn alone, or with a die.", "ZS-AMB-42", "ZS-TAKE-05",
    )] = "brawn"

    # ------------------------------------------------------------------------------- areas

    area_radius_m: Annotated[int, about(
        "Radius of an area (m)", "For attacks that have none of their own.",
        "ZS-MIS-05", "ZS-AREA-01", least=1, most=1000,
    )] = 5
    area_damage: Annotated[Literal["shared", "per_target"], about(
        "Damage of an area", "One die for all targets, or one for each.", "ZS-AMB-34", "ZS-AREA-02",
    )] = "shared"
    area_hit: Annotated[Literal["each_dv", "primary_dv"], about(
        "An area hits", "Everyone whose DV the roll reaches; or all or nobody, by the DV of the combatant it is "
                        "aimed at.",
        "ZS-AMB-34", "ZS-AREA-02",
    )] = "each_dv"
    large_ignores_dv: Annotated[bool, about(
        "Large attacks hit without a comparison", "They hit everyone who is still in the area, without a roll.",
        "ZS-AMB-21", "ZS-RUNC-01",
    )] = True
    run_behind_cover: Annotated[Literal["avoids", "plus_3_dv"], about(
        "Running behind cover", "Keeps out an area attack altogether, or counts like any other cover.",
        "ZS-AMB-21", "ZS-RUNC-02",
    )] = "avoids"
    spread_includes_all_neighbours: Annotated[bool, about(
        "Spreading hits all neighbours", "Off: the attacker chooses among those within a metre of the first target.",
        "ZS-AMB-40", "ZS-SPRD-01",
    )] = False
    multi_damage_roll: Annotated[Literal["per_target", "shared"], about(
        "Damage of sweeps and spreads", "A die for each target hit, or one for all.",
        "ZS-AMB-40", "ZS-SWEEP-02", "ZS-SPRD-02",
    )] = "per_target"

    # ------------------------------------------------------------------------------- holds

    grapple_hurt_modifiers: Annotated[Literal["both", "av_bonus_only", "dv_penalty_only"], about(
        "Hurting a held target", "The holder's bonus, the held target's penalty, or both count.",
        "ZS-AMB-36", "ZS-GRAP-10",
    )] = "both"
    grappler_moves: Annotated[Literal["release", "drag", "refuse"], about(
        "When a grappler moves", "What is proposed: let go, drag along, or stay.",
        "ZS-AMB-37", "ZS-GRAP-08",
    )] = "release"
    throw_needs_roll: Annotated[bool, about(
        "A throw needs a roll", "Melee against the held target.", "ZS-AMB-38", "ZS-GRAP-13",
    )] = False
    throw_prone: Annotated[Literal["ask", "yes", "no"], about(
        "Thrown targets land on the ground", "Whether they are prone.", "ZS-AMB-38", "ZS-GRAP-13",
    )] = "ask"
    brawn_table: Annotated[tuple[Any, ...], about(
        "Lifting and throwing by Brawn",
        "Lists of Brawn, kilograms lifted and metres thrown, such as [4, 150, 2]. Empty: the GM is asked.",
        "ZS-MIS-04", "ZS-GRAP-13",
    )] = ()

    # ------------------------------------------------------------------------------- teams

    team_attack_pick: Annotated[Literal["highest_av", "best_margin", "team_choice"], about(
        "A team's attack is",
        "The one with the highest result, with the best margin over its own DV, or whichever the team chooses.",
        "ZS-AMB-12", "ZS-TEAM-04",
    )] = "highest_av"
    team_damage_bonus: Annotated[int, about(
        "A team's damage bonus", "Added to the attack that lands.", "ZS-AMB-11", "ZS-TEAM-05", least=0, most=6,
    )] = 3

    # --------------------------------------------------------------------------- knockback

    knockback: Annotated[bool, about("Knockback", "The optional rule as a whole.", "ZS-AMB-26", "ZS-KB-01")] = False
    knockback_npc_attacks: Annotated[bool, about(
        "All attacks knock back", "Off: only those of the players' characters.", "ZS-AMB-26", "ZS-KB-02",
    )] = True
    knockback_needs_damage: Annotated[bool, about(
        "Only damage knocks back", "On: a target that takes no damage stays in place.", "ZS-AMB-26", "ZS-KB-03",
    )] = False

    # ------------------------------------------------------------------------- plot points

    extra_effort_stacks: Annotated[bool, about(
        "The +3 for a plot point adds to other bonuses", "Off: it competes with them, and only the highest counts.",
        "ZS-AMB-05", "ZS-PLOT-11",
    )] = False
    reroll_keep: Annotated[Literal["new", "better"], about(
        "A re-roll", "The new dice count, or the better of the two throws.", "ZS-AMB-23", "ZS-PLOT-10",
    )] = "new"
    effort_per_roll_max: Annotated[int, about(
        "Plot points on one roll", "0: no limit.", "ZS-AMB-23", "ZS-PLOT-10", least=0, most=10,
    )] = 0
    effort_dv_after_roll: Annotated[bool, about(
        "+3 DV after the attack is rolled", "Whether the defender may see the attacker's total first.",
        "ZS-AMB-23", "ZS-PLOT-12",
    )] = True

    # ------------------------------------------------------------------------------- tasks

    team_av_bonus: Annotated[int, about(
        "Team: bonus to the roll", "What every member of a team adds to the roll, whatever the size of the team.",
        "ZS-AMB-53", "ZS-TEAM-02", least=0, most=9,
    )] = 3
    extended_tie: Annotated[Literal["turn_order", "higher_av", "draw"], about(
        "Rivals who finish in the same pass",
        "The first to roll wins at once; or all roll, and the higher total wins, or it is a draw.",
        "ZS-AMB-13", "ZS-EXT-03",
    )] = "turn_order"

    # ------------------------------------------------------------------------- plot points

    plot_points_start: Annotated[int, about(
        "Plot points at the start of a game night", "What every player starts with, whatever was left over.",
        "ZS-MIS-16", "ZS-PLOT-01", "ZS-PLOT-05", least=0, most=10,
    )] = 1
    one_round_ends: Annotated[Literal["full_cycle", "own_next_slot", "end_of_round"], about(
        "What lasts a round ends",
        "When the turn in which it was bought comes up again, with the character's next turn, or with the round.",
        "ZS-AMB-25", "ZS-PLOT-14", "ZS-PLOT-20",
    )] = "full_cycle"
    surges_add: Annotated[bool, about(
        "Several surges of one attribute add up", "Off: an attribute is raised by 1 at most.",
        "ZS-AMB-25", "ZS-PLOT-19",
    )] = True
    rally_counts_as_rest: Annotated[bool, about(
        "A rally counts as the hour's rest", "On: an hour's rest afterwards gives nothing more for the same wounds.",
        "ZS-AMB-24", "ZS-PLOT-16",
    )] = True
    rally_restores_endurance: Annotated[Literal["ask", "no", "yes"], about(
        "A rally without Endurance", "Whether Endurance returns too, so that the character wakes up.",
        "ZS-AMB-24", "ZS-PLOT-16",
    )] = "ask"

    # ---------------------------------------------------------------------------- recovery

    endurance_rest_minutes: Annotated[int, about(
        "Rest that restores Endurance (minutes)",
        "How long a rest must be for Endurance and lost attributes to return.",
        "ZS-AMB-28", "ZS-END-05", "ZS-HEA-08", least=0, most=1440,
    )] = 60
    rest_minimum: Annotated[int, about(
        "An hour's rest restores at least", "Where half of the lost Health rounds down to 0.",
        "ZS-AMB-29", "ZS-HEA-04", least=0, most=1,
    )] = 0
    rest_again_after_new_damage: Annotated[bool, about(
        "Each new wound can be rested off", "Off: only one hour's rest between two nights helps.",
        "ZS-AMB-29", "ZS-HEA-05",
    )] = True

    # ----------------------------------------------------------------------------- objects

    object_dv: Annotated[int, about(
        "DV of an object", "What is proposed when an object is attacked.", "ZS-AMB-46", "ZS-OBJ-01", least=0, most=30,
    )] = 12
    object_dr: Annotated[int, about(
        "Damage Resistance of an object", "For objects that have none of their own.",
        "ZS-AMB-46", "ZS-OBJ-01", least=0, most=30,
    )] = 0

    # ------------------------------------------------------------------------------- order

    order_mode: Annotated[Literal["side_blocks", "explicit"], about(
        "Initiative order", "Whole sides one after the other, or the order that the GM sets.",
        "ZS-AMB-45", "ZS-TURN-05",
    )] = "side_blocks"
    order_within_side: Annotated[Literal["each_round", "fixed"], about(
        "Order within a side", "Can be rearranged every round, or stays.", "ZS-AMB-45", "ZS-TURN-04",
    )] = "each_round"
    delayed_turn_at_own_slot: Annotated[Literal["merge", "keep_both", "lost"], about(
        "A delayed turn when the next one comes",
        "Becomes the turn of that round, is kept in addition to it, or is lost; the round's own turn always stays.",
        "ZS-AMB-06", "ZS-DELAY-04",
    )] = "merge"
    interrupt_point: Annotated[Literal["also_before_roll", "between_actions"], about(
        "Delayed turns interrupt",
        "Between two actions and also between declaration and dice, or only between two actions.",
        "ZS-AMB-06", "ZS-DELAY-02",
    )] = "also_before_roll"
    group_actions: Annotated[Literal["each_member", "one_set_for_group"], about(
        "Actions of a group", "Every member has a move and a standard action, or the group has one of each.",
        "ZS-AMB-58", "ZS-TURN-07",
    )] = "each_member"
    group_delay: Annotated[Literal["whole_slot", "each_member"], about(
        "Delaying in a group", "The whole group delays, or each member separately.",
        "ZS-AMB-58", "ZS-DELAY-01",
    )] = "whole_slot"
    abandoned_vehicle_moves: Annotated[Literal["once_per_round", "same_round"], about(
        "A vehicle without a driver",
        "Moves at the end of the round unless it has already moved, or in any case.",
        "ZS-AMB-59", "ZS-TURN-10",
    )] = "once_per_round"
    draw_item_cost: Annotated[Literal["quick", "move", "free"], about(
        "Drawing or dropping something costs", "The action that it takes, also for picking something up.",
        "ZS-MIS-15", "ZS-ACT-06",
    )] = "quick"
    track_ammo: Annotated[bool, about(
        "Count ammunition", "Weapons that shoot or are thrown get a counter on the sheet; nothing is enforced.",
        "ZS-MIS-15",
    )] = False
    quick_actions_notice: Annotated[int, about(
        "Quick actions: note above", "After this many, the GM sees a note; nothing is refused.",
        "ZS-AMB-61", "ZS-ACT-02", least=0, most=30,
    )] = 6
    zero_attribute: Annotated[Literal["chapter_rule", "notify_only"], about(
        "Agility 0", "A move or a standard action but not both, and Agility rolls fail; or only a note to the GM.",
        "ZS-MIS-17",
    )] = "chapter_rule"

    # ---------------------------------------------------------------------------- movement

    run_modifiers_last: Annotated[Literal["until_next_turn", "this_turn"], about(
        "Running lasts", "How long the modifiers of running and sprinting last.", "ZS-AMB-02", "ZS-MOVE-04",
    )] = "until_next_turn"
    run_after_roll: Annotated[Literal["ask", "apply", "ignore"], about(
        "Running after an attack",
        "When a combatant has attacked this turn and then runs: the GM is asked, the run is refused, or the attack "
        "stands.",
        "ZS-AMB-02", "ZS-MOVE-05",
    )] = "ask"
    run_costs_standard: Annotated[bool, about(
        "Running takes the standard action", "Whether a double move leaves no standard action.",
        "ZS-AMB-03", "ZS-MOVE-04",
    )] = False
    sprint_costs_standard: Annotated[bool, about(
        "Sprinting takes the standard action", "Whether an all-out move leaves no standard action.",
        "ZS-AMB-03", "ZS-MOVE-06",
    )] = False
    standard_for_extra_move: Annotated[bool, about(
        "Standard action as a second move", "Whether a standard action can be used to move again.",
        "ZS-AMB-03", "ZS-ACT-01",
    )] = False
    use_movement_table: Annotated[bool, about(
        "Movement from the table", "Off: only distances typed on the sheet count.", "ZS-MIS-03", "ZS-MOVE-01",
    )] = True
    movement_follows_agility: Annotated[bool, about(
        "Movement follows a changed Agility",
        "Whether a surge or a loss of Agility changes the distances from the table.",
        "ZS-AMB-60", "ZS-MOVE-01",
    )] = True
    movement_table: Annotated[Annotated[tuple[Metres, ...], Meta(min_length=1)], about(
        "Metres walked by Agility", "From Agility 0 upwards; running is twice as far, sprinting six times.",
        "ZS-MIS-03", "ZS-MOVE-01",
    )] = (0, 2, 4, 7, 13, 40, 130, 400, 1300, 4000, 13_000)
# fmt: on


rules = reader(HouseRules)


def metres_by_level(table: tuple[float, ...], level: int) -> int | None:
    """A distance from a table by level, from 0 upwards; the last entry applies above it; None if the table is empty."""
    return int(table[min(max(0, level), len(table) - 1)]) if table else None
