"""The house rules of Speed & Effort: every reading of something that the rules leave open."""

from __future__ import annotations

from typing import Any

from model.engine.ruleset import SettingSpec
from model.engine.settings import choice, flag, listed, number, value_of
from model.state.battle import AnyBattle

INITIATIVE = (
    choice(
        "initiative_mode", "Initiative", ("reroll", "fixed"),
        "Rolled anew each round, or once at the beginning of the fight.",
        "SE-INIT-07", "SE-INIT-04", "SE-INIT-05",
    ),
    choice(
        "initiative_ties", "Equal initiative", ("dex_then_roll", "players_first", "simultaneous", "list_order"),
        "The higher dexterity modifier and then a roll-off, the players' side, a turn in common, or as listed.",
        "SE-AMB-08", "SE-INIT-02",
    ),
    choice(
        "order_of_sides", "Order of sides", ("common", "players_first", "npcs_first"),
        "One common order of all, or one side's turns before the other's.", "SE-AMB-18", "SE-INIT-03",
    ),
    choice(
        "surprise_initiative", "Initiative in the surprise round", ("roll", "none_gm_order"),
        "Rolled as in any round, or the order that the GM has drawn up.", "SE-AMB-10", "SE-SUR-02",
    ),
    flag(
        "surprise_per_person", "Surprise by person", True,
        "Whether the GM may except somebody of the unaware side from being surprised.", "SE-AMB-10", "SE-SUR-01",
    ),
    flag(
        "surprised_free_action", "Free actions while surprised", False,
        "Whether the surprised may use their free action in the surprise round.", "SE-AMB-10", "SE-SUR-03",
    ),
)  # fmt: skip

PLANS = (
    flag(
        "planning_phase", "Plans before turns", True,
        "Off: nobody tells a plan; initiative is rolled at once.", "SE-AMB-09", "SE-TURN-01",
    ),
    choice(
        "plan_binding", "Plans bind", ("warn", "free", "locked"),
        "Whoever does something else than planned: a note to the GM, nothing, or a refusal.",
        "SE-AMB-09", "SE-TURN-01",
    ),
    choice(
        "plans_visible", "Plans are seen by", ("gm_only", "own_side", "all"),
        "Before they are acted upon: by the GM alone; those of the players' side by all; or all by all.",
        "SE-AMB-19", "SE-TURN-01",
    ),
)  # fmt: skip

ACTIONS = (
    choice(
        "action_exchange", "Giving up the action", ("none", "action_for_free", "action_for_reaction"),
        "What the action may be exchanged for.", "SE-AMB-16", "SE-ACT-01",
    ),
    choice(
        "reaction_armed_from", "Reactions can be declared", ("own_turn", "planning"),
        "In one's own turn, until the next one; or while planning, until the own turn of the following round.",
        "SE-AMB-02", "SE-REA-01", "SE-REA-02",
    ),
    choice(
        "reaction_resolves", "A reaction is carried out", ("ask", "before", "at_trigger", "after"),
        "Before what triggers it takes effect, at that very moment, or after it; or the GM is asked each time.",
        "SE-AMB-03", "SE-REA-04",
    ),
    listed(
        "reaction_allowed", "What can be stored in a reaction", ["move", "use_item", "attack", "aim", "skill_check"],
        "Any of move, use_item (with all that handles an item), attack, aim, skill_check.", "SE-AMB-04", "SE-REA-01",
    ),
    flag(
        "reaction_chain", "Reactions to reactions", True,
        "Whether a reaction can be triggered by a reaction.", "SE-AMB-04", "SE-REA-04",
    ),
    flag(
        "reaction_may_decline", "A reaction may be declined", True,
        "Off: the GM is asked whether the condition has occurred, and then it is carried out.",
        "SE-AMB-20", "SE-REA-04",
    ),
    choice(
        "contest_tie", "Equal results of a contest",
        ("reroll", "higher_dex", "actor_first", "reactor_first", "simultaneous"),
        "Rolled again, the higher dexterity modifier, one of the two, or both at once.", "SE-AMB-05", "SE-REA-06",
    ),
    flag(
        "contest_effort", "Effort in a contest", False,
        "Whether effort points may be spent on a contest, before its roll.", "SE-AMB-05", "SE-REA-06",
    ),
)  # fmt: skip

MOVEMENT = (
    number(
        "headstart_min_m", "Run-up of a jump (m)", 4, 0, 20,
        "How long a run must be for the jump after it to be cheaper.", "SE-AMB-01", "SE-COST-05",
    ),
    choice(
        "example_reading", "Run and jump", ("table", "walk_price"),
        "Both by the table; or a run that ends in a jump costs 1 a metre and the jump counts as out of a run.",
        "SE-AMB-01", "SE-EFF-04",
    ),
    choice(
        "rounding", "Fractions of points", ("up_per_leg", "up_per_movement", "exact_halves", "down_per_leg"),
        "Rounded up or down for each leg, up for the whole movement, or halves are paid.",
        "SE-AMB-07", "SE-COST-01",
    ),
    choice(
        "rounding_order", "Difficult ground and fractions", ("double_then_round", "round_then_double"),
        "Which comes first.", "SE-AMB-07", "SE-TERR-01",
    ),
    flag(
        "terrain_stacks", "Several hindrances at a spot add up", False,
        "Whether each of them doubles the price again.", "SE-AMB-14", "SE-TERR-01",
    ),
    choice(
        "jump_terrain", "Jumps over difficult ground", ("all_cells", "takeoff_only", "never"),
        "Doubled for the metres over it, when it is jumped off from, or never.", "SE-AMB-14", "SE-TERR-01",
    ),
    flag(
        "stance_required_for_mode", "Stance and way of moving belong together", True,
        "Moving crouched needs the crouching stance, crawling the prone one, everything else standing.",
        "SE-AMB-12", "SE-STANCE-01",
    ),
    flag(
        "stance_uses_action", "Changing stance alone takes the action", True,
        "Off: it only costs speed points.", "SE-AMB-12", "SE-STANCE-01",
    ),
    choice(
        "running_allowed", "Running", ("always", "gm_per_movement"),
        "Always possible, or the GM is asked each time.", "SE-AMB-13", "SE-COST-03",
    ),
    flag(
        "split_movement", "Movement around another action", False,
        "Whether one movement may be split around another action of the same turn.", "SE-AMB-13", "SE-MOVE-01",
    ),
    choice(
        "diagonals", "Diagonals", ("euclidean", "alternating", "one"),
        "As long as they are; every second one counts double; or like straight ones. The cell is the grid's.",
        "SE-MIS-08", "SE-COST-01",
    ),
)  # fmt: skip

POINTS = (
    choice(
        "sp_regain", "Regaining speed", ("full", "fixed"), "All points, or a number of them.",
        "SE-AMB-06", "SE-MOVE-04",
    ),
    number(
        "sp_regain_amount", "Regaining speed: points", 5, 1, 99, "Where only a number is regained.",
        "SE-AMB-06", "SE-MOVE-04",
    ),
    choice(
        "sp_regain_cost", "Regaining speed costs", ("action_reaction", "action_only", "all_three"),
        "What is given up for it.", "SE-AMB-06", "SE-MOVE-04",
    ),
    choice(
        "sp_regain_when", "Speed comes back", ("end_of_turn", "start_of_next_turn", "at_once"),
        "When the points are there.", "SE-AMB-06", "SE-MOVE-04",
    ),
    flag(
        "sp_regain_only_at_zero", "Regaining speed only at zero", False,
        "Whether there must be no speed point left.", "SE-AMB-06", "SE-MOVE-04",
    ),
    choice(
        "sp_auto_refresh", "Speed comes back by itself", ("never", "each_round"),
        "Whether every round starts with all speed points.", "SE-AMB-06", "SE-MOVE-02",
    ),
    number(
        "ep_per_sp", "Effort points for a speed point", 1, 1, 10, "The rate of exchange.", "SE-AMB-11", "SE-EFF-01",
    ),
    flag(
        "ep_for_stance", "Effort pays for stances", True,
        "Whether effort points can pay a change of stance.", "SE-AMB-11", "SE-EFF-01",
    ),
    choice(
        "ep_refresh", "Effort comes back", ("manual", "each_encounter", "each_round"),
        "When the GM says so, with every fight, or with every round.", "SE-MIS-06", "SE-EFF-01",
    ),
)  # fmt: skip

ATTACKS = (
    choice(
        "attack_mode", "Attacks", ("d10", "gm"), "A roll against the defence number, or the GM says what happens.",
        "SE-MIS-01", "SE-ACT-05",
    ),
    number(
        "attack_default_target", "Usual defence number", 7, 1, 30, "Of whoever has none of their own.", "SE-MIS-01",
    ),
    flag("attack_natural_10_hits", "A 10 on the die always hits", False, "Whatever the modifiers.", "SE-MIS-01"),
    flag("attack_natural_1_misses", "A 1 on the die always misses", False, "Whatever the modifiers.", "SE-MIS-01"),
    choice(
        "damage_mode", "Damage", ("roll", "gm"), "By the weapon, or the GM names it.", "SE-MIS-02", "SE-ACT-05",
    ),
    number(
        "damage_min_on_hit", "Least damage of a hit", 0, 0, 5, "What armour cannot take off.", "SE-MIS-02",
    ),
    choice(
        "zero_health", "No health left", ("out", "dead", "ask"), "Out of the fight, dead, or the GM is asked.",
        "SE-MIS-02",
    ),
    number("aim_bonus", "Aiming", 1, 0, 10, "Bonus to the next attack on the target aimed at.", "SE-MIS-04"),
    flag("aim_lost_on_move", "Aim is lost by moving", True, "Whether whoever aims must stay put.", "SE-MIS-04"),
    choice(
        "check_mode", "Skill checks", ("d10", "gm"), "A roll against a number, or the GM says what happens.",
        "SE-MIS-05", "SE-ACT-07",
    ),
    number("check_default_target", "Usual number of a check", 7, 1, 30, "Where the GM names none.", "SE-MIS-05"),
    number("ammo_per_attack", "Ammunition for an attack", 1, 0, 20, "Shots that an attack takes.", "SE-MIS-07"),
    number("melee_reach_m", "Reach hand to hand (m)", 1.5, 0.5, 5, "As far as melee weapons go.", "SE-MIS-08"),
    *(
        number(
            f"stance_mod_{stance}_{use}", f"Attacks against {words}, {how}", 0, -10, 10,
            "What the target's stance does to the attack.", "SE-MIS-09",
        )
        for stance, words in (("crouching", "somebody crouching"), ("prone", "somebody prone"))
        for use, how in (("ranged", "ranged"), ("melee", "hand to hand"))
    ),
)  # fmt: skip

SETTINGS: tuple[SettingSpec, ...] = (*INITIATIVE, *PLANS, *ACTIONS, *MOVEMENT, *POINTS, *ATTACKS)

_SPECS: dict[str, SettingSpec] = {spec.key: spec for spec in SETTINGS}


def setting(battle: AnyBattle, key: str) -> Any:
    """A house rule as it stands in this battle; one that a file gives an impossible value counts as not given."""
    return value_of(_SPECS[key], battle)
