"""Combatants that a GM builds without a sheet. The scale is the game's (ZS-MIS-01); the numbers on it are our own."""

from __future__ import annotations

from model.engine.archetypes import Archetype, fixed

ARCHETYPES = (
    Archetype(
        id="minion",
        title="Minion",
        help="An unnamed opponent, one of many.",
        sheet=fixed(
            agility=2, brawn=2, presence=1, reason=1, skills={"ranged_combat": 1, "hand_to_hand_combat": 1},
            health_max=6, endurance_max=6, dr=0, is_unnamed=True,
        ),
        gear=("pistol",),
        stated="one successful attack defeats them",
        rules=("ZS-UNN-01",),
    ),
    Archetype(
        id="standard",
        title="Standard",
        help="A trained combatant.",
        sheet=fixed(
            agility=2, brawn=2, presence=2, reason=2, skills={"ranged_combat": 2, "hand_to_hand_combat": 2},
            health_max=10, endurance_max=10, dr=0,
        ),
        gear=("pistol",),
    ),
    Archetype(
        id="elite",
        title="Elite",
        help="A match for one player's character.",
        sheet=fixed(
            agility=3, brawn=3, presence=3, reason=3, skills={"ranged_combat": 3, "hand_to_hand_combat": 3},
            health_max=14, endurance_max=14, dr=0,
        ),
        gear=("rifle", "armoured-jacket"),
    ),
    Archetype(
        id="boss",
        title="Boss",
        help="A match for several players' characters.",
        sheet=fixed(
            agility=4, brawn=4, presence=4, reason=3, skills={"ranged_combat": 4, "hand_to_hand_combat": 4},
            health_max=20, endurance_max=20, dr=1,
        ),
        gear=("rifle", "combat-armour"),
    ),
)  # fmt: skip
