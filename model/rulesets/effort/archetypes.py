"""Ready-made combatants for a GM without a sheet; the rules give no numbers (SE-MIS-03), so all of these are ours."""

from __future__ import annotations

from model.engine.archetypes import Archetype, fixed

ARCHETYPES = (
    Archetype(
        id="minion",
        title="Minion",
        help="Weak opponents who come in numbers and fall quickly.",
        sheet=fixed(dexterity=0, speed_max=7, effort_max=1, health_max=5, attack=0, defence=6, armour=0),
        gear=("club",),
    ),
    Archetype(
        id="standard",
        title="Standard",
        help="A trained combatant.",
        sheet=fixed(dexterity=0, speed_max=8, effort_max=3, health_max=10, attack=1, defence=7, armour=0),
        gear=("pistol",),
    ),
    Archetype(
        id="elite",
        title="Elite",
        help="A match for one player's character.",
        sheet=fixed(dexterity=2, speed_max=9, effort_max=5, health_max=14, attack=2, defence=8, armour=0),
        gear=("rifle", "leather-jacket"),
    ),
    Archetype(
        id="boss",
        title="Boss",
        help="A match for several players' characters.",
        sheet=fixed(dexterity=3, speed_max=10, effort_max=8, health_max=22, attack=3, defence=8, armour=0),
        gear=("rifle", "vest"),
    ),
)
