"""The house rules of Kalos: every reading of something that the rules leave open."""

from __future__ import annotations

from typing import Any

from model.engine.ruleset import SettingSpec
from model.engine.settings import choice, flag, listed, number, value_of
from model.rulesets.kalos.settings_attacks import ATTACK_SETTINGS
from model.state.battle import AnyBattle

NUMBERS = (
    number(
        "standard_bonus", "Standard bonus and penalty", 3, 1, 10,
        "How much cover, being prone, being held and the like add or take off.",
        "KM-AMB-01", "KM-MOD-01",
    ),
    choice(
        "major_bonus_mode", "Major bonus and penalty", ("double", "fixed"),
        "Twice the standard one, or a number of its own.", "KM-AMB-02", "KM-MOD-02",
    ),
    number(
        "major_bonus_fixed", "Major bonus: fixed", 6, 1, 20,
        "Where it is not twice the standard one.", "KM-AMB-02", "KM-MOD-02",
    ),
    choice(
        "bonus_scope", "Only the highest bonus", ("per_value", "single_source"),
        "Judged for AV, DV and damage each, or only the one source that gives most counts at all.",
        "KM-AMB-03", "KM-MOD-03",
    ),
    flag(
        "same_condition_stacks", "The same condition twice counts twice", False,
        "Off: held by two is held, and counts once.", "KM-AMB-08", "KM-MOD-04",
    ),
    flag(
        "paired_conditions_stack", "Paired conditions add up", False,
        "Blinded and in the dark, distracted and surprised, under water and weightless: off, a pair counts once.",
        "KM-AMB-08", "KM-MOD-06",
    ),
    choice(
        "resistance_sources", "Several sources of a resistance", ("highest", "sum"),
        "Only the highest counts, or they add up.", "KM-AMB-36", "KM-DMG-02", "KM-EQUIP-03",
    ),
    number(
        "armor_dr_offset", "Armour: added to its level", 0, 0, 3,
        "Damage Resistance of armour is its level and this.", "KM-MIS-09", "KM-EQUIP-03",
    ),
    flag(
        "hth_weapon_av_bonus", "Hand-to-hand weapons help the AV", True,
        "By the bonus noted for them, usually their level.", "KM-MIS-08", "KM-EQUIP-01",
    ),
    flag("shield_dv_bonus", "Shields help the DV", True, "By the bonus noted for them.", "KM-MIS-08", "KM-EQUIP-02"),
    number("skill_max", "Skills: note above", 5, 5, 30, "A higher rank is taken, with a note to the GM.", "KM-MIS-01"),
    number("level_max", "Levels: note above", 30, 5, 99, "A higher one is taken, with a note to the GM.", "KM-MIS-04"),
)  # fmt: skip

NEWCOMERS = (
    number(
        "default_health", "Health of newcomers", 10, 1, 999,
        "What somebody who joins has at most, where nothing is said of it.", "KM-MIS-03",
    ),
    number(
        "default_endurance", "Endurance of newcomers", 10, 1, 999,
        "What somebody who joins has at most, where nothing is said of it.", "KM-MIS-03",
    ),
    number(
        "default_base_m", "Base move of newcomers (m)", 10, 0, 10_000,
        "How far somebody who joins moves without a penalty, where nothing is said of it.", "KM-MIS-07", "KM-MOVE-01",
    ),
    number(
        "default_sprint_m", "Sprint of newcomers (m)", 30, 0, 60_000,
        "The most that somebody who joins moves in a turn, where nothing is said of it.", "KM-MIS-07", "KM-MOVE-01",
    ),
    listed(
        "extra_skills", "Further skills of newcomers", [],
        "Names of skills that stand on every new sheet, at rank 0.", "KM-MIS-01",
    ),
)  # fmt: skip

CONDITIONS = (
    choice(
        "cover_bonus", "Cover helps", ("av_and_dv", "dv_only"),
        "Attack and defence, or only the defence.", "KM-AMB-28", "KM-MOD-05",
    ),
    choice(
        "invisible_bonus", "Being invisible helps", ("av_and_dv", "dv_only"),
        "Attack and defence, or only the defence.", "KM-AMB-28", "KM-MOD-05",
    ),
    choice(
        "prone_vs_mental", "Prone against mental attacks", ("none", "dv_bonus"),
        "Counts for nothing, or is a bonus to the DV.", "KM-AMB-33", "KM-PRONE-01",
    ),
    choice(
        "surprised_until", "Surprise ends", ("start_of_next_turn", "end_of_round", "gm"),
        "When the penalty of the surprised is over.", "KM-MIS-14", "KM-MOD-06",
    ),
    choice(
        "zero_health", "No Health left", ("unconscious_and_endurance_zero", "unconscious", "gm"),
        "Unconscious with no Endurance either, unconscious only, or for the GM to say.", "KM-AMB-25", "KM-DMG-04",
    ),
)  # fmt: skip

ORDER = (
    flag(
        "first_side_every_round", "The same side leads every round", True,
        "Off: the GM says at the beginning of each round.", "KM-AMB-39", "KM-INIT-01",
    ),
    choice(
        "npc_ally_side", "Allies act with", ("npc", "pc"),
        "The block in which the allies of the players' characters have their turns.", "KM-AMB-39", "KM-INIT-03",
    ),
    choice(
        "delayed_turn", "A delayed turn not yet taken", ("merge", "extra"),
        "Becomes one with the next round's turn, or is kept besides it.", "KM-AMB-10", "KM-DELAY-01",
    ),
    flag("npcs_may_delay", "The GM's side may delay", True, "Whether only players delay.", "KM-AMB-10", "KM-DELAY-01"),
    choice(
        "next_turn_means", "“Until the next turn”", ("next_taken", "next_opportunity"),
        "Until a turn is really taken, or until it could be: delayed and given-up turns count too.",
        "KM-AMB-11", "KM-DUR-03",
    ),
    number(
        "max_forced_debt", "Turns owed at most", 2, 1, 5,
        "How many turns somebody may have given up in advance.", "KM-AMB-12", "KM-FORCE-04",
    ),
    flag(
        "delayed_turn_pays_force", "A delayed turn pays for a forced one", True,
        "Off: the next turn of their own is given up, and the delayed one is kept.", "KM-AMB-12", "KM-FORCE-04",
    ),
    choice(
        "forced_turn_holds", "A forced turn holds", ("one_action", "full_turn"),
        "One defensive action, or a whole turn of them.", "KM-AMB-47", "KM-FORCE-01",
    ),
    number(
        "quick_action_warning", "Quick actions: note above", 6, 1, 20,
        "From the next one on the GM sees a note; nothing is refused.", "KM-AMB-53", "KM-QUICK-02",
    ),
    choice(
        "end_combat_ends_scene", "The end of a fight ends the scene", ("ask", "yes", "no"),
        "What lasts for the scene ends with it.", "KM-AMB-43", "KM-SCENE-02",
    ),
    flag(
        "suggest_end_combat", "Suggest the end of the fight", True,
        "A note to the GM when a side has nobody left who can act.", "KM-MIS-22",
    ),
)  # fmt: skip

MOVEMENT = (
    choice(
        "sprint_penalty_from", "The penalty for sprinting counts", ("declared", "when_crossed"),
        "From the moment a sprint is declared before a roll, or only once the base move is passed.",
        "KM-AMB-09", "KM-MOVE-02",
    ),
    number("obstacle_dv", "Obstacles: difficulty", 9, 2, 20, "Of the Athletics roll.", "KM-AMB-34", "KM-MOVE-03"),
    choice(
        "obstacle_halves", "A failed obstacle roll halves", ("both", "base", "sprint"),
        "The base move, the sprint or both.", "KM-AMB-34", "KM-MOVE-04",
    ),
    number(
        "kip_up_tries_per_turn", "Quick tries to stand up", 1, 1, 6,
        "How often in a turn getting up may be tried as a quick action.", "KM-AMB-33", "KM-PRONE-04",
    ),
    choice(
        "falling_damage", "Falls", ("none", "gm_level"),
        "Hurt nobody, or do 1d6 and the level that the GM names, less Damage Resistance.", "KM-MIS-11", "KM-ENV-01",
    ),
    flag(
        "dodge_allows_movement", "Who dodges may move", True, "Off: dodging leaves no movement.",
        "KM-AMB-48", "KM-DODGE-02",
    ),
)  # fmt: skip

DEFENCE = (
    choice(
        "attack_on_helpless", "Attacks on the helpless", ("roll", "automatic_hit"),
        "Rolled against DV 0, or hit without a roll.", "KM-AMB-55", "KM-HELP-01",
    ),
    choice(
        "force_window", "Latest moment to force a turn", ("before_roll", "after_roll_before_damage"),
        "How far an attack may have gone when somebody forces a turn against it.", "KM-AMB-38", "KM-FORCE-01",
    ),
    choice(
        "interpose_dv", "Who jumps in front is hit", ("interposer", "original_target", "automatic_hit"),
        "By a roll against the DV of who jumps, of the first target, or always.", "KM-AMB-38", "KM-FORCE-02",
    ),
    flag(
        "interpose_within_sprint", "Jumping in front needs reach", True,
        "Only who can sprint to the line of the attack can jump into it.", "KM-AMB-38", "KM-FORCE-02",
    ),
    choice(
        "run_behind_cover", "Running behind cover", ("avoids", "standard_bonus"),
        "Keeps an attack on an area off altogether, or is cover like any other.", "KM-AMB-54", "KM-COVER-02",
    ),
)  # fmt: skip

TASKS = (
    choice(
        "routine_mode", "Routine tasks", ("automatic", "roll"), "Succeed without a roll, or are rolled for.",
        "KM-AMB-04", "KM-TASK-03",
    ),
    number("routine_dv", "Routine: difficulty", 6, 2, 8, "Where they are rolled for.", "KM-AMB-04", "KM-TASK-03"),
    choice(
        "competitive_tie", "A tie in a contest", ("ask", "highest_total", "roll_again", "draw"),
        "How it is broken, if at all.", "KM-AMB-30", "KM-COMP-02",
    ),
    flag(
        "competitive_required_ends", "The successes needed end a contest", True,
        "Off: a contest with a limit goes on until it is used up.", "KM-AMB-30", "KM-COMP-03",
    ),
)  # fmt: skip

RECOVERY = (
    choice(
        "revive_mode", "Reviving", ("raise_to", "add"),
        "Raises Health and Endurance to 2 (3 with Medicine), or adds as much.", "KM-AMB-17", "KM-REV-02",
    ),
    number(
        "revive_breakouts", "Break-outs by a revival", 1, 0, 3,
        "How often the revived may try to break out of an effect without an action.", "KM-AMB-42", "KM-REV-05",
    ),
    number(
        "short_rests_per_long_rest", "Short rests between long ones", 0, 0, 10,
        "How many give Health back; 0: all of them.", "KM-AMB-32", "KM-REC-02",
    ),
    flag(
        "long_rest_restores_endurance", "A long rest restores Endurance", True,
        "It contains a short one.", "KM-AMB-32", "KM-REC-03",
    ),
    flag(
        "close_scene_before_rest", "A rest closes the scene", True,
        "What lasts for the scene is over then.", "KM-MIS-20", "KM-SCENE-02",
    ),
    flag(
        "condition_penalty_on_recovery", "A condition hinders its own recovery", True,
        "Whether the penalty of being blinded, terrified or held counts for the roll to end it.",
        "KM-AMB-37", "KM-GRAP-08",
    ),
    flag(
        "helpless_may_attempt_recovery", "The helpless may try to recover", True,
        "The conscious ones, with a normal roll.", "KM-AMB-24", "KM-HELP-01",
    ),
)  # fmt: skip

SETTINGS: tuple[SettingSpec, ...] = (
    *NUMBERS,
    *NEWCOMERS,
    *CONDITIONS,
    *ORDER,
    *MOVEMENT,
    *DEFENCE,
    *ATTACK_SETTINGS,
    *TASKS,
    *RECOVERY,
)

_SPECS: dict[str, SettingSpec] = {spec.key: spec for spec in SETTINGS}


def setting(battle: AnyBattle, key: str) -> Any:
    """A house rule as it stands in this battle; one that a file gives an impossible value counts as not given."""
    return value_of(_SPECS[key], battle)


def standard(battle: AnyBattle) -> int:
    """The size of a standard bonus or penalty (KM-MOD-01)."""
    return int(setting(battle, "standard_bonus"))


def major(battle: AnyBattle) -> int:
    """The size of a major bonus or penalty (KM-MOD-02)."""
    if setting(battle, "major_bonus_mode") == "fixed":
        return int(setting(battle, "major_bonus_fixed"))
    return 2 * standard(battle)
