"""The house rules of ZeroSpace: every reading of something that the rules leave open."""

from __future__ import annotations

from typing import Any

from model.engine.ruleset import SettingSpec
from model.engine.settings import choice, flag, listed, number, value_of
from model.rulesets.zerospace.settings_attacks import SPECIAL_ATTACKS
from model.rulesets.zerospace.settings_scenes import SCENES
from model.state.battle import AnyBattle

MOVEMENT_TABLE: list[Any] = [0, 2, 4, 7, 13, 40, 130, 400, 1_300, 4_000, 13_000]
"""Metres of a walk by Agility from 0 on; running is twice, sprinting six times as far (ZS-TAB-MOVE)."""


NUMBERS = (
    number(
        "major_bonus", "Major bonus and penalty", 6, 3, 12,
        "How much dodging adds to the DV, and how much running and being blinded take off the AV.",
        "ZS-AMB-01", "ZS-MOVE-05", "ZS-DODGE-04", "ZS-TAB-01", "ZS-TAB-07", "ZS-TAB-11",
    ),
    number(
        "run_dv_bonus", "Running: DV", 3, -6, 6,
        "What running or sprinting adds to the DV, against every kind of attack.",
        "ZS-AMB-48", "ZS-MOVE-04", "ZS-TAB-11",
    ),
    choice(
        "dv_bonuses", "Several bonuses to a DV", ("highest", "sum"),
        "Only the highest counts, as on a roll, or they add up.",
        "ZS-AMB-54", "ZS-MOD-02",
    ),
    flag(
        "same_condition_stacks", "The same condition twice counts twice", False,
        "Off: a condition is a state and counts once, however many brought it about.",
        "ZS-AMB-14", "ZS-MOD-05",
    ),
    flag(
        "equipment_in_dv", "Equipment counts in defence", True,
        "The weapon in hand (hand-to-hand), or one item marked defensive, adds its level to the DV, up to the skill.",
        "ZS-AMB-09", "ZS-OPP-01",
    ),
    choice(
        "resistance_sources", "Several sources of a resistance", ("highest", "sum"),
        "Only the highest counts, or they add up.",
        "ZS-MIS-08", "ZS-DMG-03",
    ),
    number(
        "attribute_warn_above", "Attributes: note above", 10, 1, 30,
        "A higher attribute is taken, with a note to the GM.", "ZS-MIS-01",
    ),
    number(
        "skill_warn_above", "Skills: note above", 5, 1, 30,
        "A higher rank is taken, with a note to the GM.", "ZS-MIS-01",
    ),
)  # fmt: skip

CONDITIONS = (
    flag(
        "cover_vs_hth", "Cover counts hand to hand", False,
        "Off: who strikes from one metre away gets round the obstacle, unless the GM says otherwise for the attack.",
        "ZS-AMB-50", "ZS-COVER-01",
    ),
    flag(
        "cover_vs_mental", "Cover counts against mental attacks", True,
        "Whether hiding helps the mind.", "ZS-AMB-50", "ZS-COVER-01",
    ),
    flag(
        "prone_dv_bonus_vs_mental", "Prone helps against mental attacks", True,
        "Whether lying down is worth +3 DV against mental attacks too.", "ZS-AMB-20", "ZS-PRONE-02",
    ),
    choice(
        "drop_prone_cost", "Dropping to the ground costs", ("quick", "move", "free", "standard"),
        "The action that going prone by choice takes.", "ZS-AMB-56", "ZS-PRONE-05",
    ),
    choice(
        "surprise_ends", "Surprise ends", ("end_of_own_turn", "start_of_own_turn", "end_of_round", "gm"),
        "When the penalties of the surprised are over.", "ZS-AMB-35", "ZS-TAB-06", "ZS-MIS-12",
    ),
    flag(
        "blinded_dv_vs_mental", "Blinded: against mental attacks too", True,
        "Whether the blinded defend worse against mental attacks.", "ZS-AMB-44", "ZS-TAB-01",
    ),
    flag(
        "restrained_may_dodge", "The restrained may dodge", True,
        "Dodging can be sheer toughness.", "ZS-AMB-51", "ZS-DODGE-01", "ZS-RSTR-02",
    ),
    flag(
        "restrained_blocks_movement_powers", "Restraints hold movement powers", True,
        "Whether teleporting and the like are impossible too.", "ZS-AMB-51", "ZS-RSTR-02",
    ),
    choice(
        "immersion_exemption", "At home under water or weightless", ("gm_flag", "none"),
        "Whether the mark on the sheet spares a combatant the penalties, or nobody is spared.",
        "ZS-AMB-57", "ZS-TAB-12",
    ),
)  # fmt: skip

DEFENCE = (
    choice(
        "attack_on_helpless", "Attacks on the helpless", ("roll", "automatic_hit"),
        "Rolled against DV 0, or hits without a roll.", "ZS-AMB-10", "ZS-HELP-02",
    ),
    choice(
        "forced_dodge_ends", "A forced dodge ends", ("next_taken_turn", "sacrificed_turn"),
        "With the next turn that is taken, or already when the turn given up for it comes by.",
        "ZS-AMB-19", "ZS-DODGE-05",
    ),
    flag(
        "dodge_after_move", "Dodging after a move", False,
        "Whether who has moved this turn may still dodge.", "ZS-AMB-19", "ZS-DODGE-03",
    ),
    flag(
        "dodge_survives_delay", "A dodge lasts through a delayed turn", True,
        "Off: it ends when the own place in the order comes up, delayed or not.", "ZS-AMB-19", "ZS-DODGE-05",
    ),
    choice(
        "interpose_resolution", "Who jumps in front is hit", ("protector_dv", "automatic_hit", "original_dv"),
        "By a roll against the protector's DV (without a dodge), always, or by a roll against the first target's DV.",
        "ZS-AMB-07", "ZS-FORCE-03",
    ),
    flag(
        "interpose_needs_reach", "Jumping in front needs reach", True,
        "Only who can walk to the line of the attack can jump into it.", "ZS-AMB-07", "ZS-FORCE-03",
    ),
    flag(
        "force_while_owing_turn", "Forcing while a turn is owed", True,
        "Whether who has given up a turn may force again in the next round.", "ZS-AMB-08", "ZS-FORCE-01",
    ),
    choice(
        "forced_action_size", "A forced action is", ("one_action", "full_turn"),
        "One defensive action, or a whole turn of them.", "ZS-AMB-08", "ZS-FORCE-01",
    ),
    choice(
        "force_latest", "Latest moment to force an action", ("before_damage_roll", "before_attack_roll"),
        "How far an attack may have gone when somebody forces an action against it.", "ZS-AMB-55", "ZS-FORCE-07",
    ),
)  # fmt: skip

ATTACKS = (
    choice(
        "unarmed_damage", "Damage of a bare hand", ("d6_plus_brawn", "d6", "brawn", "custom"),
        "What an unarmed blow does; “custom” asks the GM for a number.", "ZS-AMB-15", "ZS-ATK-06",
    ),
    choice(
        "beyond_range", "Beyond the range of a weapon", ("refuse", "penalty"),
        "The attack is refused, or allowed with a penalty.", "ZS-AMB-22", "ZS-RANGE-06",
    ),
    number(
        "beyond_range_penalty", "Penalty beyond range", 3, 0, 12,
        "Taken off the AV where shooting beyond the range is allowed.", "ZS-AMB-22", "ZS-RANGE-06",
    ),
    listed(
        "power_range_table", "Range of powers by Power Level (m)", [],
        "From Power Level 0 upwards, for powers without a range of their own (range 0).",
        "ZS-MIS-05", "ZS-RANGE-06",
    ),
    choice(
        "diagonals", "Diagonals count", ("straight_line", "one", "one_and_half"),
        "On the map: as the straight line, as one step, or as one and a half.", "ZS-MIS-10", "ZS-RANGE-01",
    ),
    flag(
        "hth_adjacent_cells", "Neighbouring cells are hand-to-hand", True,
        "On a grid of one metre, diagonal neighbours too can be reached with the hand.", "ZS-MIS-10", "ZS-RANGE-01",
    ),
    number(
        "called_shot_max", "Called shots: at most", 0, 0, 30, "0: without limit.", "ZS-AMB-41", "ZS-CALL-01",
    ),
    number(
        "suppressing_max", "Suppressing fire: at most", 0, 0, 30, "0: without limit.", "ZS-AMB-41", "ZS-SUPP-01",
    ),
    choice(
        "special_attack_exclusive", "Several manoeuvres in one attack", ("maneuvers_only", "strict", "off"),
        "At most one manoeuvre an attack; strict: at most one manoeuvre or special property; off: any.", "ZS-AMB-33",
    ),
    choice(
        "endurance_overflow", "Endurance damage beyond what is left", ("lost", "to_health"),
        "Is lost, or goes on to Health.", "ZS-AMB-27", "ZS-END-02",
    ),
    flag(
        "unnamed_needs_damage", "Unnamed characters fall by damage only", False,
        "On: an attack whose damage is wholly resisted does not defeat them.", "ZS-AMB-32", "ZS-UNN-01",
    ),
)  # fmt: skip

PLOT_POINTS = (
    flag(
        "extra_effort_stacks", "The +3 for a plot point adds to other bonuses", False,
        "Off: it competes with them, and only the highest counts.", "ZS-AMB-05", "ZS-PLOT-11",
    ),
    choice(
        "reroll_keep", "A re-roll", ("new", "better"),
        "The new dice count, or the better of the two throws.", "ZS-AMB-23", "ZS-PLOT-10",
    ),
    number(
        "effort_per_roll_max", "Plot points on one roll", 0, 0, 10, "0: without limit.", "ZS-AMB-23", "ZS-PLOT-10",
    ),
    flag(
        "effort_dv_after_roll", "+3 DV after the attack is rolled", True,
        "Whether the defender may see the attacker's total first.", "ZS-AMB-23", "ZS-PLOT-12",
    ),
)  # fmt: skip

ORDER = (
    choice(
        "order_mode", "Order of play", ("side_blocks", "explicit"),
        "Whole sides one after the other, or the order that the GM has laid down.", "ZS-AMB-45", "ZS-TURN-05",
    ),
    choice(
        "order_within_side", "Order inside a side", ("each_round", "fixed"),
        "May be rearranged every round, or stays.", "ZS-AMB-45", "ZS-TURN-04",
    ),
    choice(
        "delayed_turn_at_own_slot", "A delayed turn at the own place in the order", ("merge", "keep_both", "lost"),
        "Becomes the turn of that round, is kept besides it, or is lost: in any case the round's own turn stays.",
        "ZS-AMB-06", "ZS-DELAY-04",
    ),
    choice(
        "interrupt_point", "Delayed turns cut in", ("also_before_roll", "between_actions"),
        "Between two actions and also between declaration and dice, or between two actions only.",
        "ZS-AMB-06", "ZS-DELAY-02",
    ),
    choice(
        "group_actions", "Actions of a group", ("each_member", "one_set_for_group"),
        "Every member has a move and a standard action, or the group has one of each.", "ZS-AMB-58", "ZS-TURN-07",
    ),
    choice(
        "group_delay", "Delaying in a group", ("whole_slot", "each_member"),
        "The whole group holds its turn back, or each member for itself.", "ZS-AMB-58", "ZS-DELAY-01",
    ),
    choice(
        "abandoned_vehicle_moves", "A vehicle without its driver", ("once_per_round", "same_round"),
        "Moves at the end of the round unless it has moved in it already, or in any case.",
        "ZS-AMB-59", "ZS-TURN-10",
    ),
    choice(
        "draw_item_cost", "Drawing or dropping something costs", ("quick", "move", "free"),
        "The action that it takes; picking something up too.", "ZS-MIS-15", "ZS-ACT-06",
    ),
    flag(
        "track_ammo", "Count ammunition", False,
        "Weapons that shoot or are thrown get a free counter on the sheet; nothing is enforced.",
        "ZS-MIS-15",
    ),
    number(
        "quick_actions_notice", "Quick actions: note above", 6, 0, 30,
        "From the next one on the GM sees a note; nothing is refused.", "ZS-AMB-61", "ZS-ACT-02",
    ),
    choice(
        "zero_attribute", "Agility 0", ("chapter_rule", "notify_only"),
        "A move or a standard action but not both, and Agility rolls fail; or only a note to the GM.", "ZS-MIS-17",
    ),
)  # fmt: skip

MOVEMENT = (
    choice(
        "run_modifiers_last", "Running lasts", ("until_next_turn", "this_turn"),
        "How long the modifiers of running and sprinting last.", "ZS-AMB-02", "ZS-MOVE-04",
    ),
    choice(
        "run_after_roll", "Running after an attack", ("ask", "apply", "ignore"),
        "Who has attacked this turn and then runs: the GM is asked, the run is refused, or the attack stands.",
        "ZS-AMB-02", "ZS-MOVE-05",
    ),
    flag(
        "run_costs_standard", "Running takes the standard action", False,
        "Whether a double move leaves no standard action.", "ZS-AMB-03", "ZS-MOVE-04",
    ),
    flag(
        "sprint_costs_standard", "Sprinting takes the standard action", False,
        "Whether an all-out move leaves no standard action.", "ZS-AMB-03", "ZS-MOVE-06",
    ),
    flag(
        "standard_for_extra_move", "Standard action as a second move", False,
        "Whether a standard action can be used to move once more.", "ZS-AMB-03", "ZS-ACT-01",
    ),
    flag(
        "use_movement_table", "Movement from the table", True,
        "Off: only distances typed in on the sheet count.", "ZS-MIS-03", "ZS-MOVE-01",
    ),
    flag(
        "movement_follows_agility", "Movement follows a changed Agility", True,
        "Whether a surge or a loss of Agility changes the distances of the table.", "ZS-AMB-60", "ZS-MOVE-01",
    ),
    listed(
        "movement_table", "Metres walked by Agility", MOVEMENT_TABLE,
        "From Agility 0 upwards; running is twice, sprinting six times as far.",
        "ZS-MIS-03", "ZS-MOVE-01",
    ),
)  # fmt: skip

SETTINGS: tuple[SettingSpec, ...] = (
    *NUMBERS,
    *CONDITIONS,
    *DEFENCE,
    *ATTACKS,
    *SPECIAL_ATTACKS,
    *PLOT_POINTS,
    *SCENES,
    *ORDER,
    *MOVEMENT,
)

_SPECS: dict[str, SettingSpec] = {spec.key: spec for spec in SETTINGS}


def setting(battle: AnyBattle, key: str) -> Any:
    """A house rule as it stands in this battle; one that a file gives an impossible value counts as not given."""
    return value_of(_SPECS[key], battle)


def metres_by_level(battle: AnyBattle, key: str, level: int) -> int | None:
    """A distance out of a table by attribute from 0 on, its last entry for all above; None where there is no table.

    A table that holds anything but lengths counts as not given.
    """
    given, default = setting(battle, key), _SPECS[key].default
    table: Any = given if given is default or _holds_lengths(given) else default
    return int(table[min(max(0, level), len(table) - 1)]) if table else None


def _holds_lengths(table: object) -> bool:
    return isinstance(table, list) and bool(table) and all(_is_length(metres) for metres in table)


def _is_length(metres: object) -> bool:
    return isinstance(metres, int | float) and metres >= 0
