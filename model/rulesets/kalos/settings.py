"""The house rules of Kalos: every reading of something that the rules leave open."""

from __future__ import annotations

from typing import Any

from model.engine.ruleset import SettingSpec
from model.engine.settings import choice, flag, listed, number, value_of
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

ATTACKS = (
    number(
        "adjacent_m", "Adjacent (m)", 1.5, 0.5, 10,
        "From centre to centre: how far hand-to-hand attacks reach.", "KM-AMB-44", "KM-NORM-01",
    ),
    number("unarmed_level", "Level of a bare hand", 0, 0, 30, "Damage is 1d6 and this.", "KM-MIS-04", "KM-NORM-02"),
    flag(
        "long_range_penalty", "Beyond short range is harder", True,
        "A standard penalty between the range and the long range of an attack.", "KM-MIS-05", "KM-ATK-06",
    ),
    flag(
        "long_range_dv_penalty", "Beyond short range: DV too", True,
        "The penalty lowers the own DV as well, until the next turn.", "KM-MIS-05", "KM-ATK-06",
    ),
    listed(
        "range_by_level", "Ranges by level (m)", [],
        "For attacks whose range is 0: lists of level, range and long range, such as [3, 60, 200].",
        "KM-MIS-05", "KM-ATK-04",
    ),
    choice(
        "trade_mode", "Trades", ("up_to", "fixed"),
        "Of any whole amount up to the standard bonus, or of exactly that.", "KM-AMB-05", "KM-TRADE-01",
    ),
    choice(
        "accuracy_for_safety", "Accuracy for safety", ("by_heading", "by_example", "off"),
        "AV given up for DV; the other way round, as in the example; or not at all.", "KM-AMB-06", "KM-TRADE-02",
    ),
    number(
        "max_trades_per_attack", "Trades in one attack", 1, 1, 2,
        "The two opposite trades of safety never go together.", "KM-AMB-07", "KM-TRADE-04",
    ),
    choice(
        "half_damage_minimum", "At least 1 of mental and alteration damage", ("only_if_excess", "always_1_on_hit"),
        "Only where something gets past the resistance, or with every hit.", "KM-AMB-13", "KM-DMG-03",
    ),
    flag(
        "piercing_min_applies_to_zero", "Piercing lifts no resistance to 1", False,
        "The letter of the rule: half of it, at least 1, even where there is none.", "KM-AMB-14", "KM-PIERCE-01",
    ),
    choice(
        "half_damage_pool", "Mental and alteration damage hurts", ("health", "endurance", "none", "ask"),
        "Where the attack itself says nothing else.", "KM-AMB-21", "KM-DMG-04",
    ),
    choice(
        "damage_bonus_enters", "Damage bonuses enter", ("before_resistance", "after_halving"),
        "Before resistance is deducted and anything is halved, or after it.", "KM-AMB-56", "KM-DMG-01",
    ),
    choice(
        "minion_out_on", "Minions fall to", ("any_attack", "damaging_attacks", "damage_taken", "ask"),
        "Any attack that succeeds, one that can do damage, one that does some, or as the GM says.",
        "KM-AMB-26", "KM-MINION-01",
    ),
)  # fmt: skip

MANOEUVRES = (
    flag(
        "trades_with_maneuvers", "Trades in manoeuvres", True,
        "Whether disarming, grappling and the like can be traded for too.", "KM-AMB-07", "KM-TRADE-03",
    ),
    flag(
        "maneuver_penalty_on_own_roll", "A manoeuvre's penalty counts for its own roll", True,
        "Off: only afterwards, until the next turn.", "KM-AMB-41", "KM-DISARM-02", "KM-TAKE-02", "KM-SWEEP-03",
    ),
    choice(
        "distract_until", "Distracted until", ("target_turn", "distracter_turn"),
        "The next turn of who is distracted, or of who distracts.", "KM-AMB-31", "KM-DISTRACT-02",
    ),
    choice(
        "sweep_damage", "Damage of a sweep", ("per_target", "shared"),
        "A die for each target hit, or one for all.", "KM-AMB-18", "KM-SWEEP-02",
    ),
    choice(
        "grapple_hurt_damage", "Hurting the held", ("chosen_hth_attack", "unarmed", "gm"),
        "With the hand-to-hand attack chosen, with the bare hand, or as the GM says.", "KM-AMB-22", "KM-GRAP-05",
    ),
    choice(
        "rough_landing_damage", "A rough landing", ("none", "gm_entry"),
        "Hurts nobody, or as much as the GM types.", "KM-AMB-23", "KM-HELD-03",
    ),
    choice(
        "grappler_moves", "Whoever holds somebody and moves", ("ask", "release", "drag", "not_allowed"),
        "Lets go, takes them along, stays, or the GM is asked.", "KM-AMB-51", "KM-GRAP-02",
    ),
    number(
        "max_holds_per_grappler", "Held by one at most", 2, 1, 10,
        "How many somebody can hold at a time.", "KM-AMB-51", "KM-GRAP-02",
    ),
    choice(
        "scene_end_releases_holds", "The end of a scene ends holds", ("ask", "yes", "no"),
        "Whether who is held is free with the next scene.", "KM-AMB-43", "KM-SCENE-02",
    ),
)  # fmt: skip

AREAS = (
    choice(
        "area_dv", "Area attacks are rolled against", ("aimed_target", "highest", "lowest", "median", "fixed", "ask"),
        "The DV of whom it is aimed at, one of those in the area, a fixed one, or what the GM says.",
        "KM-AMB-15", "KM-AREA-02",
    ),
    number(
        "area_spot_dv", "Area attacks: DV of a spot", 9, 2, 20,
        "Where nobody is aimed at, and where the DV is fixed.", "KM-AMB-15", "KM-AREA-02",
    ),
    choice(
        "weaker_by", "Weaker targets are those with less", ("dv", "health", "power_level", "gm"),
        "DV, Health or Power Level; or in the order of the list, for the GM to change.", "KM-AMB-16", "KM-AREA-08",
    ),
    flag(
        "area_includes_attacker", "An area strikes its attacker too", True,
        "Whoever stands in it is affected.", "KM-AMB-16", "KM-AREA-01",
    ),
    flag(
        "area_includes_unconscious", "An area strikes the unconscious", False,
        "Off: those who are out do not soak up the share.", "KM-AMB-16", "KM-AREA-01",
    ),
    choice(
        "area_damage", "Damage of an area", ("shared", "per_target"),
        "One die for all, or one for each.", "KM-AMB-18", "KM-AREA-02",
    ),
    number(
        "area_metres_per_level", "Metres of an area by level", 1.0, 0.5, 100,
        "Radius of a sphere or cylinder; side of a cone or wedge twice, length of a line four times as much.",
        "KM-MIS-06", "KM-AREA-11",
    ),
    choice(
        "area_boost_scales", "A boost of the area", ("linear", "surface"),
        "Makes it ten times as wide, or ten times as large.", "KM-AMB-50", "KM-AREA-10",
    ),
)  # fmt: skip

KNOCKBACK = (
    flag("knockback", "Knockback", False, "The optional rule as a whole.", "KM-AMB-27", "KM-KB-01"),
    flag("knockback_weapons", "Weapons knock back", True, "By their Equipment Level.", "KM-AMB-27", "KM-KB-04"),
    flag("knockback_stun", "Stunning attacks knock back", True, "By the Endurance lost.", "KM-AMB-27", "KM-KB-04"),
    flag(
        "knockback_minions", "Minions are knocked back", True, "Damage is rolled for the distance only.",
        "KM-AMB-27", "KM-KB-04",
    ),
)  # fmt: skip

EFFECTS = (
    flag(
        "blinding_deals_damage", "Blinding attacks do damage", False,
        "Against Alteration Resistance, not halved; off: they blind and no more.", "KM-AMB-35", "KM-BLIND-01",
    ),
    flag(
        "resistance_is_bonus", "A resistance added to DV or roll is a bonus", False,
        "Off: it is part of the sum and competes with no bonus.", "KM-AMB-49", "KM-BLIND-02", "KM-TERR-04",
    ),
    flag(
        "piercing_lowers_blinding_dv", "Piercing lowers the DV against blinding", True,
        "Whether the resistance that counts there is halved too.", "KM-AMB-14", "KM-BLIND-02",
    ),
    flag(
        "piercing_lowers_recovery", "Piercing lowers recovery", False,
        "Whether the resistance that helps to shake off what a piercing attack has left is halved too.",
        "KM-AMB-14", "KM-PIERCE-01", "KM-BLIND-07",
    ),
    choice(
        "condition_modifiers_last", "The modifiers of a condition last", ("condition", "until_next_turn"),
        "Of being held, blinded, terrified or prone: as long as the condition, or until the next turn.",
        "KM-AMB-41", "KM-DUR-02",
    ),
    choice(
        "scene_recovery", "Blindness and terror at the end of a scene", ("at_scene_end", "ask"),
        "Are over with it, or the GM says for whom.", "KM-AMB-52", "KM-BLIND-08",
    ),
    flag(
        "blindsight_covers_mental", "Blindsight: mental attacks too", True,
        "Whether it spares the blinded from failing them.", "KM-AMB-45", "KM-BLIND-06",
    ),
    flag(
        "terror_enforced", "Who cowers does not attack what frightens them", False,
        "Off: cowering and fleeing are for the player to act out.", "KM-AMB-19", "KM-TERR-01",
    ),
    choice(
        "recovery_level", "Effects are as strong as", ("attack", "attacker"),
        "The attack that brought them about, or the attacker's Power Level now.", "KM-AMB-40", "KM-ONG-03",
    ),
    choice(
        "breakout_skill", "Breaking out is rolled with", ("self_control", "ask"),
        "Self-control, or whatever skill the GM names.", "KM-AMB-20", "KM-ONG-03",
    ),
)  # fmt: skip

FOCUS = (
    choice(
        "team_focus_dv", "A team's attack is against", ("highest_roller", "chosen_attack", "highest_dv"),
        "The DV for the attack of who rolled highest, for the one that is to land, or the highest of all.",
        "KM-AMB-29", "KM-FOCUS-03",
    ),
    choice(
        "team_focus_cost", "Focusing costs", ("standard_each", "roller_only"),
        "The standard action of every member, or only of who leads.", "KM-AMB-29", "KM-FOCUS-01",
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
    *CONDITIONS,
    *ORDER,
    *MOVEMENT,
    *DEFENCE,
    *ATTACKS,
    *MANOEUVRES,
    *AREAS,
    *KNOCKBACK,
    *EFFECTS,
    *FOCUS,
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
