"""House rules of ZeroSpace about special attacks: areas, holds, teams, knockback and the like."""

from __future__ import annotations

from model.engine.ruleset import SettingSpec
from model.engine.settings import choice, flag, listed, number

SPECIAL = (
    flag(
        "min_one_when_fully_resisted", "At least 1 of mental and alteration damage", False,
        "On: also where the resistance holds everything off.", "ZS-AMB-16", "ZS-ATK-11", "ZS-ATK-17",
    ),
    choice(
        "default_affects", "Mental and alteration damage hurts", ("health", "endurance", "effect_only"),
        "Where the attack itself says nothing else.", "ZS-AMB-17", "ZS-ATK-12",
    ),
    flag(
        "effect_only_default", "Blinding and terrifying attacks do no damage", True,
        "Unless the attack itself says so.", "ZS-AMB-44", "ZS-BLIND-01", "ZS-TERR-01",
    ),
    flag(
        "harmless_hit_defeats_unnamed", "Harmless manoeuvres defeat the unnamed", True,
        "What is proposed when somebody unnamed is grappled or disarmed.", "ZS-AMB-32", "ZS-UNN-01",
    ),
    number(
        "terrified_dv", "Terrified: DV", 3, -6, 6, "What cowering or fleeing does to the DV.",
        "ZS-AMB-43", "ZS-TERR-02",
    ),
    flag(
        "terrified_may_attack", "The terrified may attack", False,
        "Off: they do nothing but cower, flee and try to overcome it.", "ZS-AMB-43", "ZS-TERR-01",
    ),
    flag(
        "condition_penalty_on_own_recovery", "A condition hinders its own recovery", True,
        "Whether being blinded or restrained counts for the roll to end it.",
        "ZS-AMB-31", "ZS-BLIND-06", "ZS-GRAP-05",
    ),
    number(
        "charge_min_distance_m", "Charges: least distance (m)", 0, 0, 100,
        "How far at least a charge has to lead; it always needs some way.", "ZS-AMB-47", "ZS-CHRG-02",
    ),
    choice(
        "takedown_damage", "Damage of a takedown", ("brawn", "d6_plus_brawn"),
        "Brawn alone, or with a die.", "ZS-AMB-42", "ZS-TAKE-05",
    ),
)  # fmt: skip

AREAS = (
    number(
        "area_radius_m", "Radius of an area (m)", 5, 1, 1_000, "Of attacks that have none of their own.",
        "ZS-MIS-05", "ZS-AREA-01",
    ),
    choice(
        "area_damage", "Damage of an area", ("shared", "per_target"),
        "One die for all, or one for each.", "ZS-AMB-34", "ZS-AREA-02",
    ),
    choice(
        "area_hit", "An area hits", ("each_dv", "primary_dv"),
        "Whoever's DV the roll reaches, or all or nobody, by the DV of whom it is aimed at.",
        "ZS-AMB-34", "ZS-AREA-02",
    ),
    flag(
        "large_ignores_dv", "Large attacks hit without a comparison", True,
        "Everybody who is still in the area, without a roll.", "ZS-AMB-21", "ZS-RUNC-01",
    ),
    choice(
        "run_behind_cover", "Running behind cover", ("avoids", "plus_3_dv"),
        "Keeps an attack on an area off altogether, or is cover like any other.", "ZS-AMB-21", "ZS-RUNC-02",
    ),
    flag(
        "spread_includes_all_neighbours", "Spreading strikes all neighbours", False,
        "Off: the attacker picks among those within a metre of the first target.", "ZS-AMB-40", "ZS-SPRD-01",
    ),
    choice(
        "multi_damage_roll", "Damage of sweeps and spreads", ("per_target", "shared"),
        "A die for each target hit, or one for all.", "ZS-AMB-40", "ZS-SWEEP-02", "ZS-SPRD-02",
    ),
)  # fmt: skip

HOLDS = (
    choice(
        "grapple_hurt_modifiers", "Hurting the held", ("both", "av_bonus_only", "dv_penalty_only"),
        "The bonus of who holds, the penalty of who is held, or both count.", "ZS-AMB-36", "ZS-GRAP-10",
    ),
    choice(
        "grappler_moves", "Whoever holds somebody and moves", ("release", "drag", "refuse"),
        "What is proposed when a grappler moves: let go, drag along, or stay.", "ZS-AMB-37", "ZS-GRAP-08",
    ),
    flag(
        "throw_needs_roll", "A throw needs a roll", False, "Hand to hand against who is held.",
        "ZS-AMB-38", "ZS-GRAP-13",
    ),
    choice(
        "throw_prone", "The thrown land on the ground", ("ask", "yes", "no"), "Whether they are prone.",
        "ZS-AMB-38", "ZS-GRAP-13",
    ),
    listed(
        "brawn_table", "Lifting and throwing by Brawn", [],
        "Lists of Brawn, kilogrammes lifted and metres thrown, such as [4, 150, 2]; without it the GM is asked.",
        "ZS-MIS-04", "ZS-GRAP-13",
    ),
)  # fmt: skip

TEAMS = (
    choice(
        "team_attack_pick", "A team's attack is", ("highest_av", "best_margin", "team_choice"),
        "The one with the highest result, with the best margin over its own DV, or whichever the team likes.",
        "ZS-AMB-12", "ZS-TEAM-04",
    ),
    number(
        "team_damage_bonus", "A team's damage", 3, 0, 6, "Added to the attack that lands.", "ZS-AMB-11", "ZS-TEAM-05",
    ),
)  # fmt: skip

KNOCKBACK = (
    flag("knockback", "Knockback", False, "The optional rule as a whole.", "ZS-AMB-26", "ZS-KB-01"),
    flag(
        "knockback_npc_attacks", "Everybody's attacks knock back", True,
        "Off: only those of the players' characters.", "ZS-AMB-26", "ZS-KB-02",
    ),
    flag(
        "knockback_needs_damage", "Only damage knocks back", False,
        "On: who takes no damage stays where they are.", "ZS-AMB-26", "ZS-KB-03",
    ),
)  # fmt: skip

SPECIAL_ATTACKS: tuple[SettingSpec, ...] = (*SPECIAL, *AREAS, *HOLDS, *TEAMS, *KNOCKBACK)
