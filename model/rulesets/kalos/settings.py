"""The house rules of Kalos: a setting for each point that the rules leave open."""

from typing import Annotated, Any, Literal

from model.engine.settings import about, reader
from model.state.base import State
from model.state.battle import AnyBattle


# fmt: off
class GeneralRules(State):
    """House rules about numbers, conditions, order, movement and defence."""

    # ----------------------------------------------------------------------------- numbers

    standard_bonus: Annotated[int, about(
        "Standard bonus and penalty", "How much cover, being prone, being held and the like add or subtract.",
        "KM-AMB-01", "KM-MOD-01", least=1, most=10,
    )] = 3
    major_bonus_mode: Annotated[Literal["double", "fixed"], about(
        "Major bonus and penalty", "Twice the standard one, or a number of its own.", "KM-AMB-02", "KM-MOD-02",
    )] = "double"
    major_bonus_fixed: Annotated[int, about(
        "Major bonus: fixed number", "Used where it is not twice the standard one.",
        "KM-AMB-02", "KM-MOD-02", least=1, most=20,
    )] = 6
    bonus_scope: Annotated[Literal["per_value", "single_source"], about(
        "Only the highest bonus",
        "Decided separately for AV, DV and damage, or only the single source that gives most counts at all.",
        "KM-AMB-03", "KM-MOD-03",
    )] = "per_value"
    same_condition_stacks: Annotated[bool, about(
        "The same condition counts twice", "Off: being held by two counts once.", "KM-AMB-08", "KM-MOD-04",
    )] = False
    paired_conditions_stack: Annotated[bool, about(
        "Paired conditions add up",
        "Blinded and in the dark, distracted and surprised, under water and weightless. Off: a pair counts once.",
        "KM-AMB-08", "KM-MOD-06",
    )] = False
    resistance_sources: Annotated[Literal["highest", "sum"], about(
        "Several sources of a resistance", "Only the highest counts, or they add up.",
        "KM-AMB-36", "KM-DMG-02", "KM-EQUIP-03",
    )] = "highest"
    armor_dr_offset: Annotated[int, about(
        "Armour: added to its level", "Damage Resistance of armour is its level plus this.",
        "KM-MIS-09", "KM-EQUIP-03", least=0, most=3,
    )] = 0
    hth_weapon_av_bonus: Annotated[bool, about(
        "Melee weapons help the AV", "By the bonus noted for them, usually their level.",
        "KM-MIS-08", "KM-EQUIP-01",
    )] = True
    shield_dv_bonus: Annotated[bool, about(
        "Shields help the DV", "By the bonus noted for them.", "KM-MIS-08", "KM-EQUIP-02",
    )] = True
    skill_max: Annotated[int, about(
        "Skills: note above", "A higher rank is accepted, with a note to the GM.", "KM-MIS-01", least=5, most=30,
    )] = 5
    level_max: Annotated[int, about(
        "Levels: note above", "A higher level is accepted, with a note to the GM.", "KM-MIS-04", least=5, most=99,
    )] = 30

    # --------------------------------------------------------------------------- newcomers

    default_health: Annotated[int, about(
        "Health of new combatants", "Maximum Health of a new combatant whose sheet does not say.",
        "KM-MIS-03", least=1, most=999,
    )] = 10
    default_endurance: Annotated[int, about(
        "Endurance of new combatants", "Maximum Endurance of a new combatant whose sheet does not say.",
        "KM-MIS-03", least=1, most=999,
    )] = 10
    default_base_m: Annotated[int, about(
        "Base move of new combatants (m)",
        "How far a new combatant moves without a penalty if the sheet does not say.",
        "KM-MIS-07", "KM-MOVE-01", least=0, most=10_000,
    )] = 10
    default_sprint_m: Annotated[int, about(
        "Sprint of new combatants (m)", "How far a new combatant moves in a turn at most if the sheet does not say.",
        "KM-MIS-07", "KM-MOVE-01", least=0, most=60_000,
    )] = 30
    extra_skills: Annotated[tuple[str, ...], about(
        "Further skills of new combatants", "Names of skills that every new sheet has, at rank 0.", "KM-MIS-01",
    )] = ()

    # -------------------------------------------------------------------------- conditions

    cover_bonus: Annotated[Literal["av_and_dv", "dv_only"], about(
        "Cover helps", "Attack and defence, or only the defence.", "KM-AMB-28", "KM-MOD-05",
    )] = "av_and_dv"
    invisible_bonus: Annotated[Literal["av_and_dv", "dv_only"], about(
        "Being invisible helps", "Attack and defence, or only the defence.", "KM-AMB-28", "KM-MOD-05",
    )] = "av_and_dv"
    prone_vs_mental: Annotated[Literal["none", "dv_bonus"], about(
        "Prone against mental attacks", "No effect, or a bonus to the DV.", "KM-AMB-33", "KM-PRONE-01",
    )] = "none"
    surprised_until: Annotated[Literal["start_of_next_turn", "end_of_round", "gm"], about(
        "Surprise ends", "When the penalty of surprised combatants ends.", "KM-MIS-14", "KM-MOD-06",
    )] = "start_of_next_turn"
    zero_health: Annotated[Literal["unconscious_and_endurance_zero", "unconscious", "gm"], about(
        "No Health left",
        "Unconscious, and Endurance drops to 0 too; unconscious, with Endurance kept; or decided by the GM.",
        "KM-AMB-25", "KM-DMG-04",
    )] = "unconscious_and_endurance_zero"

    # ------------------------------------------------------------------------------- order

    first_side_every_round: Annotated[bool, about(
        "The same side leads every round", "Off: the GM decides at the beginning of each round.",
        "KM-AMB-39", "KM-INIT-01",
    )] = True
    npc_ally_side: Annotated[Literal["npc", "pc"], about(
        "Allies act with", "The block in which the allies of the players' characters take their turns.",
        "KM-AMB-39", "KM-INIT-03",
    )] = "npc"
    delayed_turn: Annotated[Literal["merge", "extra"], about(
        "A delayed turn not yet taken", "Merges with the next round's turn, or is kept in addition to it.",
        "KM-AMB-10", "KM-DELAY-01",
    )] = "merge"
    npcs_may_delay: Annotated[bool, about(
        "The GM's side may delay", "Off: only players can delay.", "KM-AMB-10", "KM-DELAY-01",
    )] = True
    next_turn_means: Annotated[Literal["next_taken", "next_opportunity"], about(
        "“Until the next turn”",
        "Until a turn is really taken, or until it could be: delayed and given-up turns count too.",
        "KM-AMB-11", "KM-DUR-03",
    )] = "next_taken"
    max_forced_debt: Annotated[int, about(
        "Turns owed, maximum", "How many turns a combatant may have given up in advance.",
        "KM-AMB-12", "KM-FORCE-04", least=1, most=5,
    )] = 2
    delayed_turn_pays_force: Annotated[bool, about(
        "A delayed turn pays for a forced one",
        "Off: their next turn is given up, and the delayed one is kept.",
        "KM-AMB-12", "KM-FORCE-04",
    )] = True
    forced_turn_holds: Annotated[Literal["one_action", "full_turn"], about(
        "A forced turn gives", "One defensive action, or a whole turn of them.", "KM-AMB-47", "KM-FORCE-01",
    )] = "one_action"
    quick_action_warning: Annotated[int, about(
        "Quick actions: note above", "After this many, the GM sees a note; nothing is refused.",
        "KM-AMB-53", "KM-QUICK-02", least=1, most=20,
    )] = 6
    end_combat_ends_scene: Annotated[Literal["ask", "yes", "no"], about(
        "The end of combat ends the scene", "What lasts for the scene ends with it.", "KM-AMB-43", "KM-SCENE-02",
    )] = "ask"
    suggest_end_combat: Annotated[bool, about(
        "Suggest the end of combat", "A note to the GM when a side has nobody left who can act.", "KM-MIS-22",
    )] = True

    # ---------------------------------------------------------------------------- movement

    sprint_penalty_from: Annotated[Literal["declared", "when_crossed"], about(
        "The penalty for sprinting counts",
        "From the moment a sprint is declared before a roll, or only once the base move is exceeded.",
        "KM-AMB-09", "KM-MOVE-02",
    )] = "declared"
    obstacle_dv: Annotated[int, about(
        "Obstacles: difficulty", "The difficulty of the Athletics roll.", "KM-AMB-34", "KM-MOVE-03", least=2, most=20,
    )] = 9
    obstacle_halves: Annotated[Literal["both", "base", "sprint"], about(
        "A failed obstacle roll halves", "The base move, the sprint or both.", "KM-AMB-34", "KM-MOVE-04",
    )] = "both"
    kip_up_tries_per_turn: Annotated[int, about(
        "Quick tries to stand up", "How often per turn a combatant may try to stand up as a quick action.",
        "KM-AMB-33", "KM-PRONE-04", least=1, most=6,
    )] = 1
    falling_damage: Annotated[Literal["none", "gm_level"], about(
        "Falls", "Do no damage, or 1d6 plus the level that the GM names, minus Damage Resistance.",
        "KM-MIS-11", "KM-ENV-01",
    )] = "none"
    dodge_allows_movement: Annotated[bool, about(
        "Dodging combatants may move", "Off: a combatant who dodges cannot move.", "KM-AMB-48", "KM-DODGE-02",
    )] = True

    # ----------------------------------------------------------------------------- defence

    attack_on_helpless: Annotated[Literal["roll", "automatic_hit"], about(
        "Attacks on helpless targets", "Rolled against DV 0, or hit without a roll.", "KM-AMB-55", "KM-HELP-01",
    )] = "roll"
    force_window: Annotated[Literal["before_roll", "after_roll_before_damage"], about(
        "Latest moment to force a turn", "How far an attack may have gone when a turn is forced against it.",
        "KM-AMB-38", "KM-FORCE-01",
    )] = "before_roll"
    interpose_dv: Annotated[Literal["interposer", "original_target", "automatic_hit"], about(
        "Jumping in front: the hit", "A roll against the DV of the protector, or of the first target, or always a hit.",
        "KM-AMB-38", "KM-FORCE-02",
    )] = "interposer"
    interpose_within_sprint: Annotated[bool, about(
        "Jumping in front needs reach", "Only a combatant who can sprint to the line of the attack can jump into it.",
        "KM-AMB-38", "KM-FORCE-02",
    )] = True
    run_behind_cover: Annotated[Literal["avoids", "standard_bonus"], about(
        "Running behind cover", "Keeps out an area attack altogether, or counts like any other cover.",
        "KM-AMB-54", "KM-COVER-02",
    )] = "avoids"


class HouseRules(GeneralRules):
    """All house rules: the general ones, and those about attacks, teams, tasks and recovery."""

    # ----------------------------------------------------------------------------- attacks

    adjacent_m: Annotated[float, about(
        "Adjacent (m)", "From centre to centre: how far melee attacks reach.",
        "KM-AMB-44", "KM-NORM-01", least=0.5, most=10,
    )] = 1.5
    unarmed_level: Annotated[int, about(
        "Level of bare hands", "Damage is 1d6 plus this.", "KM-MIS-04", "KM-NORM-02", least=0, most=30,
    )] = 0
    long_range_penalty: Annotated[bool, about(
        "Beyond short range is harder", "A standard penalty between the range and the long range of an attack.",
        "KM-MIS-05", "KM-ATK-06",
    )] = True
    long_range_dv_penalty: Annotated[bool, about(
        "Beyond short range: DV too", "The penalty lowers the attacker's own DV as well, until the next turn.",
        "KM-MIS-05", "KM-ATK-06",
    )] = True
    range_by_level: Annotated[tuple[Any, ...], about(
        "Ranges by level (m)",
        "For attacks whose range is 0: lists of level, range and long range, such as [3, 60, 200].",
        "KM-MIS-05", "KM-ATK-04",
    )] = ()
    trade_mode: Annotated[Literal["up_to", "fixed"], about(
        "Trades", "Any whole amount up to the standard bonus, or exactly that bonus.", "KM-AMB-05", "KM-TRADE-01",
    )] = "up_to"
    accuracy_for_safety: Annotated[Literal["by_heading", "by_example", "off"], about(
        "Accuracy for safety", "AV given up for DV; the other way round, as in the example; or not allowed.",
        "KM-AMB-06", "KM-TRADE-02",
    )] = "by_heading"
    max_trades_per_attack: Annotated[int, about(
        "Trades in one attack", "The two opposite trades of safety can never be combined.",
        "KM-AMB-07", "KM-TRADE-04", least=1, most=2,
    )] = 1
    half_damage_minimum: Annotated[Literal["only_if_excess", "always_1_on_hit"], about(
        "Minimum 1 for mental and alteration damage",
        "Only where something gets past the resistance, or with every hit.",
        "KM-AMB-13", "KM-DMG-03",
    )] = "only_if_excess"
    piercing_min_applies_to_zero: Annotated[bool, about(
        "Piercing raises a resistance of 0 to 1",
        "On: half of the resistance, but at least 1, even for a target that has none.",
        "KM-AMB-14", "KM-PIERCE-01",
    )] = False
    half_damage_pool: Annotated[Literal["health", "endurance", "none", "ask"], about(
        "Mental and alteration damage lowers", "Where the attack itself does not say.", "KM-AMB-21", "KM-DMG-04",
    )] = "health"
    damage_bonus_enters: Annotated[Literal["before_resistance", "after_halving"], about(
        "Damage bonuses are added", "Before resistance is subtracted and anything is halved, or after.",
        "KM-AMB-56", "KM-DMG-01",
    )] = "before_resistance"
    minion_out_on: Annotated[Literal["any_attack", "damaging_attacks", "damage_taken", "ask"], about(
        "Minions fall to", "Any attack that succeeds, one that can do damage, one that does damage, or as the GM "
                           "decides.",
        "KM-AMB-26", "KM-MINION-01",
    )] = "any_attack"

    # -------------------------------------------------------------------------- manoeuvres

    trades_with_maneuvers: Annotated[bool, about(
        "Trades in manoeuvres", "Whether trades can be used with disarming, grappling and the like too.",
        "KM-AMB-07", "KM-TRADE-03",
    )] = True
    maneuver_penalty_on_own_roll: Annotated[bool, about(
        "A manoeuvre's penalty counts for its own roll", "Off: only afterwards, until the next turn.",
        "KM-AMB-41", "KM-DISARM-02", "KM-TAKE-02", "KM-SWEEP-03",
    )] = True
    distract_until: Annotated[Literal["target_turn", "distracter_turn"], about(
        "Distracted until", "The next turn of the distracted combatant, or of the one who distracts.",
        "KM-AMB-31", "KM-DISTRACT-02",
    )] = "target_turn"
    sweep_damage: Annotated[Literal["per_target", "shared"], about(
        "Damage of a sweep", "A die for each target hit, or one for all.", "KM-AMB-18", "KM-SWEEP-02",
    )] = "per_target"
    grapple_hurt_damage: Annotated[Literal["chosen_hth_attack", "unarmed", "gm"], about(
        "Hurting a held target", "With the chosen melee attack, with bare hands, or as the GM decides.",
        "KM-AMB-22", "KM-GRAP-05",
    )] = "chosen_hth_attack"
    rough_landing_damage: Annotated[Literal["none", "gm_entry"], about(
        "A rough landing", "Does no damage, or as much as the GM types.", "KM-AMB-23", "KM-HELD-03",
    )] = "none"
    grappler_moves: Annotated[Literal["ask", "release", "drag", "not_allowed"], about(
        "When a grappler moves", "Lets go, takes the target along, stays, or the GM is asked.",
        "KM-AMB-51", "KM-GRAP-02",
    )] = "ask"
    max_holds_per_grappler: Annotated[int, about(
        "Targets held at once, maximum", "How many targets a combatant can hold at the same time.",
        "KM-AMB-51", "KM-GRAP-02", least=1, most=10,
    )] = 2
    scene_end_releases_holds: Annotated[Literal["ask", "yes", "no"], about(
        "The end of a scene ends holds", "Whether held combatants are free in the next scene.",
        "KM-AMB-43", "KM-SCENE-02",
    )] = "ask"

    # ------------------------------------------------------------------------------- areas

    area_dv: Annotated[Literal["aimed_target", "highest", "lowest", "median", "fixed", "ask"], about(
        "Area attacks are rolled against",
        "The DV of the target it is aimed at, of one of those in the area, a fixed DV, or what the GM says.",
        "KM-AMB-15", "KM-AREA-02",
    )] = "aimed_target"
    area_spot_dv: Annotated[int, about(
        "Area attacks: DV of a place", "Where the attack is aimed at nobody, and where the DV is fixed.",
        "KM-AMB-15", "KM-AREA-02", least=2, most=20,
    )] = 9
    weaker_by: Annotated[Literal["dv", "health", "power_level", "gm"], about(
        "How weaker targets are found",
        "By lower DV, Health or Power Level; or in the order of the list, for the GM to change.",
        "KM-AMB-16", "KM-AREA-08",
    )] = "dv"
    area_includes_attacker: Annotated[bool, about(
        "An area attack hits its attacker too", "An attacker inside the area is affected.", "KM-AMB-16", "KM-AREA-01",
    )] = True
    area_includes_unconscious: Annotated[bool, about(
        "An area attack hits the unconscious", "Off: combatants who are out do not use up the share.",
        "KM-AMB-16", "KM-AREA-01",
    )] = False
    area_damage: Annotated[Literal["shared", "per_target"], about(
        "Damage of an area", "One die for all targets, or one for each.", "KM-AMB-18", "KM-AREA-02",
    )] = "shared"
    area_metres_per_level: Annotated[float, about(
        "Metres of an area by level",
        "Radius of a sphere or cylinder; the side of a cone or wedge is twice as long, the length of a line four "
        "times.",
        "KM-MIS-06", "KM-AREA-11", least=0.5, most=100,
    )] = 1.0
    area_boost_scales: Annotated[Literal["linear", "surface"], about(
        "An area boost", "Makes the area ten times as wide, or ten times as large.", "KM-AMB-50", "KM-AREA-10",
    )] = "linear"

    # --------------------------------------------------------------------------- knockback

    knockback: Annotated[bool, about("Knockback", "The optional rule as a whole.", "KM-AMB-27", "KM-KB-01")] = False
    knockback_counts: Annotated[Literal["points_lost", "past_resistance"], about(
        "Knockback is based on",
        "For a hit that takes more than the target has left: the points lost, or all that got past the resistance.",
        "KM-AMB-27", "KM-KB-04",
    )] = "points_lost"
    knockback_weapons: Annotated[bool, about(
        "Weapons knock back", "By their Equipment Level.", "KM-AMB-27", "KM-KB-04",
    )] = True
    knockback_stun: Annotated[bool, about(
        "Stunning attacks knock back", "By the Endurance lost.", "KM-AMB-27", "KM-KB-04",
    )] = True
    knockback_minions: Annotated[bool, about(
        "Minions are knocked back", "Damage is rolled only for the distance.", "KM-AMB-27", "KM-KB-04",
    )] = True

    # ----------------------------------------------------------------------------- effects

    blinding_deals_damage: Annotated[bool, about(
        "Blinding attacks do damage", "Against Alteration Resistance, not halved. Off: they blind and do nothing else.",
        "KM-AMB-35", "KM-BLIND-01",
    )] = False
    resistance_is_bonus: Annotated[bool, about(
        "A resistance added to DV or roll is a bonus", "Off: it is part of the sum and does not compete with bonuses.",
        "KM-AMB-49", "KM-BLIND-02", "KM-TERR-04",
    )] = False
    piercing_lowers_blinding_dv: Annotated[bool, about(
        "Piercing lowers the DV against blinding", "Whether the resistance that counts there is halved too.",
        "KM-AMB-14", "KM-BLIND-02",
    )] = True
    piercing_lowers_recovery: Annotated[bool, about(
        "Piercing lowers recovery",
        "Whether the resistance that helps to shake off the effect of a piercing attack is halved too.",
        "KM-AMB-14", "KM-PIERCE-01", "KM-BLIND-07",
    )] = False
    condition_modifiers_last: Annotated[Literal["condition", "until_next_turn"], about(
        "Modifiers of a condition last",
        "Of being held, blinded, terrified or prone: as long as the condition, or until the next turn.",
        "KM-AMB-41", "KM-DUR-02",
    )] = "condition"
    scene_recovery: Annotated[Literal["at_scene_end", "ask"], about(
        "Blindness and terror at the end of a scene", "They end with the scene, or the GM says for whom.",
        "KM-AMB-52", "KM-BLIND-08",
    )] = "at_scene_end"
    blindsight_covers_mental: Annotated[bool, about(
        "Blindsight: mental attacks too", "Whether it also keeps the mental attacks of blinded combatants from "
                                          "failing.",
        "KM-AMB-45", "KM-BLIND-06",
    )] = True
    terror_enforced: Annotated[bool, about(
        "Cowering combatants cannot attack what frightens them",
        "Off: cowering and fleeing are for the player to act out.",
        "KM-AMB-19", "KM-TERR-01",
    )] = False
    recovery_level: Annotated[Literal["attack", "attacker"], about(
        "Effects are as strong as", "The attack that caused them, or the attacker's Power Level now.",
        "KM-AMB-40", "KM-ONG-03",
    )] = "attack"
    breakout_skill: Annotated[Literal["self_control", "ask"], about(
        "Breaking out is rolled with", "Self-control, or any skill that the GM names.", "KM-AMB-20", "KM-ONG-03",
    )] = "self_control"

    # ------------------------------------------------------------------------------- focus

    team_focus_dv: Annotated[Literal["highest_roller", "chosen_attack", "highest_dv"], about(
        "A team's attack is against",
        "The DV for the attack of the member who rolled highest, for the attack that will land, or the highest of all.",
        "KM-AMB-29", "KM-FOCUS-03",
    )] = "highest_roller"
    team_focus_cost: Annotated[Literal["standard_each", "roller_only"], about(
        "Focusing costs", "The standard action of every member, or only of the leader.", "KM-AMB-29", "KM-FOCUS-01",
    )] = "standard_each"

    # ------------------------------------------------------------------------------- tasks

    routine_mode: Annotated[Literal["automatic", "roll"], about(
        "Routine tasks", "Succeed without a roll, or are rolled for.", "KM-AMB-04", "KM-TASK-03",
    )] = "automatic"
    routine_dv: Annotated[int, about(
        "Routine: difficulty", "Where they are rolled for.", "KM-AMB-04", "KM-TASK-03", least=2, most=8,
    )] = 6
    competitive_tie: Annotated[Literal["ask", "highest_total", "roll_again", "draw"], about(
        "A tie in a contest", "How it is broken, if at all.", "KM-AMB-30", "KM-COMP-02",
    )] = "ask"
    competitive_required_ends: Annotated[bool, about(
        "Reaching the successes ends a contest", "Off: a contest with a limit goes on until the limit is reached.",
        "KM-AMB-30", "KM-COMP-03",
    )] = True

    # ---------------------------------------------------------------------------- recovery

    revive_mode: Annotated[Literal["raise_to", "add"], about(
        "Reviving", "Raises Health and Endurance to 2 (3 with Medicine), or adds that much.", "KM-AMB-17", "KM-REV-02",
    )] = "raise_to"
    revive_breakouts: Annotated[int, about(
        "Break-out attempts on revival",
        "How often a revived combatant may try to break out of an effect without an action.",
        "KM-AMB-42", "KM-REV-05", least=0, most=3,
    )] = 1
    short_rests_per_long_rest: Annotated[int, about(
        "Short rests between long ones", "How many restore Health; 0: all of them.",
        "KM-AMB-32", "KM-REC-02", least=0, most=10,
    )] = 0
    long_rest_restores_endurance: Annotated[bool, about(
        "A long rest restores Endurance", "A long rest includes a short one.", "KM-AMB-32", "KM-REC-03",
    )] = True
    close_scene_before_rest: Annotated[bool, about(
        "A rest ends the scene", "What lasts for the scene ends then.", "KM-MIS-20", "KM-SCENE-02",
    )] = True
    condition_penalty_on_recovery: Annotated[bool, about(
        "A condition hinders its own recovery",
        "Whether the penalty of being blinded, terrified or held counts for the roll to end it.",
        "KM-AMB-37", "KM-GRAP-08",
    )] = True
    helpless_may_attempt_recovery: Annotated[bool, about(
        "Helpless combatants may try to recover", "Those who are conscious, with a normal roll.",
        "KM-AMB-24", "KM-HELP-01",
    )] = True
# fmt: on


rules = reader(HouseRules)


def standard(battle: AnyBattle) -> int:
    """The size of a standard bonus or penalty (KM-MOD-01)."""
    return rules(battle).standard_bonus


def major(battle: AnyBattle) -> int:
    """The size of a major bonus or penalty (KM-MOD-02)."""
    if rules(battle).major_bonus_mode == "fixed":
        return rules(battle).major_bonus_fixed
    return 2 * standard(battle)
