"""House rules of Kalos about attacks: trades, damage, manoeuvres, areas, knockback, effects, focused teams."""

from __future__ import annotations

from model.engine.ruleset import SettingSpec
from model.engine.settings import choice, flag, listed, number

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
    choice(
        "knockback_counts", "Knockback counts", ("points_lost", "past_resistance"),
        "Of a hit that takes more than somebody has left: the points they lost, or all that got past the resistance.",
        "KM-AMB-27", "KM-KB-04",
    ),
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

ATTACK_SETTINGS: tuple[SettingSpec, ...] = (
    *ATTACKS,
    *MANOEUVRES,
    *AREAS,
    *KNOCKBACK,
    *EFFECTS,
    *FOCUS,
)
