"""The house rules of Speed & Effort: every reading of something that the rules leave open."""

from __future__ import annotations

from typing import Annotated, Literal

from model.engine.settings import about, reader
from model.state.base import State


# fmt: off
class HouseRules(State):
    """What a battle may set; the default is the reading that counts where nothing is said."""

    # -------------------------------------------------------------------------- initiative

    initiative_mode: Annotated[Literal["reroll", "fixed"], about(
        "Initiative", "Rolled anew each round, or once at the beginning of the fight.",
        "SE-INIT-07", "SE-INIT-04", "SE-INIT-05",
    )] = "reroll"
    initiative_ties: Annotated[Literal["dex_then_roll", "players_first", "simultaneous", "list_order"], about(
        "Equal initiative",
        "The higher dexterity modifier and then a roll-off, the players' side, a turn in common, or as listed.",
        "SE-AMB-08", "SE-INIT-02",
    )] = "dex_then_roll"
    order_of_sides: Annotated[Literal["common", "players_first", "npcs_first"], about(
        "Order of sides", "One common order of all, or one side's turns before the other's.", "SE-AMB-18", "SE-INIT-03",
    )] = "common"
    surprise_initiative: Annotated[Literal["roll", "none_gm_order"], about(
        "Initiative in the surprise round", "Rolled as in any round, or the order that the GM has drawn up.",
        "SE-AMB-10", "SE-SUR-02",
    )] = "roll"
    surprise_per_person: Annotated[bool, about(
        "Surprise by person", "Whether the GM may except somebody of the unaware side from being surprised.",
        "SE-AMB-10", "SE-SUR-01",
    )] = True
    surprised_free_action: Annotated[bool, about(
        "Free actions while surprised", "Whether the surprised may use their free action in the surprise round.",
        "SE-AMB-10", "SE-SUR-03",
    )] = False

    # ------------------------------------------------------------------------------- plans

    planning_phase: Annotated[bool, about(
        "Plans before turns", "Off: nobody tells a plan; initiative is rolled at once.", "SE-AMB-09", "SE-TURN-01",
    )] = True
    plan_binding: Annotated[Literal["warn", "free", "locked"], about(
        "Plans bind", "Whoever does something else than planned: a note to the GM, nothing, or a refusal.",
        "SE-AMB-09", "SE-TURN-01",
    )] = "warn"
    plans_visible: Annotated[Literal["gm_only", "own_side", "all"], about(
        "Plans are seen by",
        "Before they are acted upon: by the GM alone; those of the players' side by all; or all by all.",
        "SE-AMB-19", "SE-TURN-01",
    )] = "gm_only"

    # ----------------------------------------------------------------------------- actions

    action_exchange: Annotated[Literal["none", "action_for_free", "action_for_reaction"], about(
        "Giving up the action", "What the action may be exchanged for.", "SE-AMB-16", "SE-ACT-01",
    )] = "none"
    reaction_armed_from: Annotated[Literal["own_turn", "planning"], about(
        "Reactions can be declared",
        "In one's own turn, until the next one; or while planning, until the own turn of the following round.",
        "SE-AMB-02", "SE-REA-01", "SE-REA-02",
    )] = "own_turn"
    reaction_resolves: Annotated[Literal["ask", "before", "at_trigger", "after"], about(
        "A reaction is carried out",
        "Before what triggers it takes effect, at that very moment, or after it; or the GM is asked each time.",
        "SE-AMB-03", "SE-REA-04",
    )] = "ask"
    reaction_allowed: Annotated[tuple[str, ...], about(
        "What can be stored in a reaction",
        "Any of move, use_item (with all that handles an item), attack, aim, skill_check.",
        "SE-AMB-04", "SE-REA-01",
    )] = ("move", "use_item", "attack", "aim", "skill_check")
    reaction_chain: Annotated[bool, about(
        "Reactions to reactions", "Whether a reaction can be triggered by a reaction.", "SE-AMB-04", "SE-REA-04",
    )] = True
    reaction_may_decline: Annotated[bool, about(
        "A reaction may be declined",
        "Off: the GM is asked whether the condition has occurred, and then it is carried out.",
        "SE-AMB-20", "SE-REA-04",
    )] = True
    contest_tie: Annotated[Literal["reroll", "higher_dex", "actor_first", "reactor_first", "simultaneous"], about(
        "Equal results of a contest", "Rolled again, the higher dexterity modifier, one of the two, or both at once.",
        "SE-AMB-05", "SE-REA-06",
    )] = "reroll"
    contest_effort: Annotated[bool, about(
        "Effort in a contest", "Whether effort points may be spent on a contest, before its roll.",
        "SE-AMB-05", "SE-REA-06",
    )] = False

    # ---------------------------------------------------------------------------- movement

    headstart_min_m: Annotated[int, about(
        "Run-up of a jump (m)", "How long a run must be for the jump after it to be cheaper.",
        "SE-AMB-01", "SE-COST-05", least=0, most=20,
    )] = 4
    example_reading: Annotated[Literal["table", "walk_price"], about(
        "Run and jump",
        "Both by the table; or a run that ends in a jump costs 1 a metre and the jump counts as out of a run.",
        "SE-AMB-01", "SE-EFF-04",
    )] = "table"
    rounding: Annotated[Literal["up_per_leg", "up_per_movement", "exact_halves", "down_per_leg"], about(
        "Fractions of points", "Rounded up or down for each leg, up for the whole movement, or halves are paid.",
        "SE-AMB-07", "SE-COST-01",
    )] = "up_per_leg"
    rounding_order: Annotated[Literal["double_then_round", "round_then_double"], about(
        "Difficult ground and fractions", "Which comes first.", "SE-AMB-07", "SE-TERR-01",
    )] = "double_then_round"
    terrain_stacks: Annotated[bool, about(
        "Several hindrances at a spot add up", "Whether each of them doubles the price again.",
        "SE-AMB-14", "SE-TERR-01",
    )] = False
    jump_terrain: Annotated[Literal["all_cells", "takeoff_only", "never"], about(
        "Jumps over difficult ground", "Doubled for the metres over it, when it is jumped off from, or never.",
        "SE-AMB-14", "SE-TERR-01",
    )] = "all_cells"
    stance_required_for_mode: Annotated[bool, about(
        "Stance and way of moving belong together",
        "Moving crouched needs the crouching stance, crawling the prone one, everything else standing.",
        "SE-AMB-12", "SE-STANCE-01",
    )] = True
    stance_uses_action: Annotated[bool, about(
        "Changing stance alone takes the action", "Off: it only costs speed points.", "SE-AMB-12", "SE-STANCE-01",
    )] = True
    running_allowed: Annotated[Literal["always", "gm_per_movement"], about(
        "Running", "Always possible, or the GM is asked each time.", "SE-AMB-13", "SE-COST-03",
    )] = "always"
    split_movement: Annotated[bool, about(
        "Movement around another action", "Whether one movement may be split around another action of the same turn.",
        "SE-AMB-13", "SE-MOVE-01",
    )] = False
    diagonals: Annotated[Literal["euclidean", "alternating", "one"], about(
        "Diagonals",
        "As long as they are; every second one counts double; or like straight ones. The cell is the grid's.",
        "SE-MIS-08", "SE-COST-01",
    )] = "euclidean"

    # ------------------------------------------------------------------------------ points

    sp_regain: Annotated[Literal["full", "fixed"], about(
        "Regaining speed", "All points, or a number of them.", "SE-AMB-06", "SE-MOVE-04",
    )] = "full"
    sp_regain_amount: Annotated[int, about(
        "Regaining speed: points", "Where only a number is regained.", "SE-AMB-06", "SE-MOVE-04", least=1, most=99,
    )] = 5
    sp_regain_cost: Annotated[Literal["action_reaction", "action_only", "all_three"], about(
        "Regaining speed costs", "What is given up for it.", "SE-AMB-06", "SE-MOVE-04",
    )] = "action_reaction"
    sp_regain_when: Annotated[Literal["end_of_turn", "start_of_next_turn", "at_once"], about(
        "Speed comes back", "When the points are there.", "SE-AMB-06", "SE-MOVE-04",
    )] = "end_of_turn"
    sp_regain_only_at_zero: Annotated[bool, about(
        "Regaining speed only at zero", "Whether there must be no speed point left.", "SE-AMB-06", "SE-MOVE-04",
    )] = False
    sp_auto_refresh: Annotated[Literal["never", "each_round"], about(
        "Speed comes back by itself", "Whether every round starts with all speed points.", "SE-AMB-06", "SE-MOVE-02",
    )] = "never"
    ep_per_sp: Annotated[int, about(
        "Effort points for a speed point", "The rate of exchange.", "SE-AMB-11", "SE-EFF-01", least=1, most=10,
    )] = 1
    ep_for_stance: Annotated[bool, about(
        "Effort pays for stances", "Whether effort points can pay a change of stance.", "SE-AMB-11", "SE-EFF-01",
    )] = True
    ep_refresh: Annotated[Literal["manual", "each_encounter", "each_round"], about(
        "Effort comes back", "When the GM says so, with every fight, or with every round.", "SE-MIS-06", "SE-EFF-01",
    )] = "manual"

    # ----------------------------------------------------------------------------- attacks

    attack_mode: Annotated[Literal["d10", "gm"], about(
        "Attacks", "A roll against the defence number, or the GM says what happens.", "SE-MIS-01", "SE-ACT-05",
    )] = "d10"
    attack_default_target: Annotated[int, about(
        "Usual defence number", "Of whoever has none of their own.", "SE-MIS-01", least=1, most=30,
    )] = 7
    attack_natural_10_hits: Annotated[bool, about(
        "A 10 on the die always hits", "Whatever the modifiers.", "SE-MIS-01",
    )] = False
    attack_natural_1_misses: Annotated[bool, about(
        "A 1 on the die always misses", "Whatever the modifiers.", "SE-MIS-01",
    )] = False
    damage_mode: Annotated[Literal["roll", "gm"], about(
        "Damage", "By the weapon, or the GM names it.", "SE-MIS-02", "SE-ACT-05",
    )] = "roll"
    damage_min_on_hit: Annotated[int, about(
        "Least damage of a hit", "What armour cannot take off.", "SE-MIS-02", least=0, most=5,
    )] = 0
    zero_health: Annotated[Literal["out", "dead", "ask"], about(
        "No health left", "Out of the fight, dead, or the GM is asked.", "SE-MIS-02",
    )] = "out"
    aim_bonus: Annotated[int, about(
        "Aiming", "Bonus to the next attack on the target aimed at.", "SE-MIS-04", least=0, most=10,
    )] = 1
    aim_lost_on_move: Annotated[bool, about(
        "Aim is lost by moving", "Whether whoever aims must stay put.", "SE-MIS-04",
    )] = True
    check_mode: Annotated[Literal["d10", "gm"], about(
        "Skill checks", "A roll against a number, or the GM says what happens.", "SE-MIS-05", "SE-ACT-07",
    )] = "d10"
    check_default_target: Annotated[int, about(
        "Usual number of a check", "Where the GM names none.", "SE-MIS-05", least=1, most=30,
    )] = 7
    ammo_per_attack: Annotated[int, about(
        "Ammunition for an attack", "Shots that an attack takes.", "SE-MIS-07", least=0, most=20,
    )] = 1
    melee_reach_m: Annotated[float, about(
        "Reach hand to hand (m)", "As far as melee weapons go.", "SE-MIS-08", least=0.5, most=5,
    )] = 1.5
    stance_mod_crouching_ranged: Annotated[int, about(
        "Attacks against somebody crouching, ranged", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10,
    )] = 0
    stance_mod_crouching_melee: Annotated[int, about(
        "Attacks against somebody crouching, hand to hand", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10,
    )] = 0
    stance_mod_prone_ranged: Annotated[int, about(
        "Attacks against somebody prone, ranged", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10,
    )] = 0
    stance_mod_prone_melee: Annotated[int, about(
        "Attacks against somebody prone, hand to hand", "What the target's stance does to the attack.",
        "SE-MIS-09", least=-10, most=10,
    )] = 0
# fmt: on


rules = reader(HouseRules)
