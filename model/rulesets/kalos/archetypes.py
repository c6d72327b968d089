"""Combatants that a GM builds without a sheet. The scale is the game's (KM-MIS-01); the numbers on it are our own."""

from __future__ import annotations

from model.engine.archetypes import Archetype, fixed

ARCHETYPES = (
    Archetype(
        id="minion",
        title="Minion",
        help="An anonymous opponent, one of many.",
        sheet=fixed(
            skills={"ranged_combat": 1, "hand_to_hand_combat": 1, "self_control": 0},
            health_max=6, endurance_max=6, dr=0, is_minion=True,
        ),
        gear=("pistol",),
        stated="any successful attack takes them out",
        rules=("KM-MINION-01",),
    ),
    Archetype(
        id="standard",
        title="Standard",
        help="A trained combatant; Health and Endurance are set by the house rules for new combatants.",
        sheet=fixed(skills={"ranged_combat": 2, "hand_to_hand_combat": 2, "self_control": 1}, dr=0),
        gear=("pistol",),
    ),
    Archetype(
        id="elite",
        title="Elite",
        help="A match for one player's character.",
        sheet=fixed(
            skills={"ranged_combat": 3, "hand_to_hand_combat": 3, "self_control": 2},
            health_max=14, endurance_max=14, dr=0,
        ),
        gear=("tactical-rifle", "heavy-tactical"),
    ),
    Archetype(
        id="boss",
        title="Boss",
        help="A match for several players' characters.",
        sheet=fixed(
            skills={"ranged_combat": 4, "hand_to_hand_combat": 4, "self_control": 4},
            health_max=20, endurance_max=20, dr=2,
        ),
        gear=("assault-rifle", "heavy-tactical"),
    ),
)  # fmt: skip
