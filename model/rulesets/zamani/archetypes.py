"""Archetypes of combatants without a sheet: the rules leave sheets to the GM (ZM-MIS-05), the numbers are our own."""

from __future__ import annotations

from model.engine.archetypes import Archetype, fixed

ARCHETYPES = (
    Archetype(
        id="minion",
        title="Minion",
        help="Weak opponents who come in numbers and fall quickly.",
        sheet=fixed(dexterity=5, fitness=5, spirit=3, max_damage=10, other_attacks=35),
        gear=("knife",),
    ),
    Archetype(
        id="standard",
        title="Standard",
        help="A trained combatant; how much damage they can take is set by the house rule for new combatants.",
        sheet=fixed(dexterity=7, fitness=6, spirit=4, other_attacks=45),
        gear=("sword",),
    ),
    Archetype(
        id="elite",
        title="Elite",
        help="A match for one player's character.",
        sheet=fixed(dexterity=10, fitness=8, spirit=6, max_damage=26, other_attacks=60),
        gear=("sword", "leather"),
    ),
    Archetype(
        id="boss",
        title="Boss",
        help="A match for several players' characters.",
        sheet=fixed(dexterity=12, fitness=10, spirit=9, max_damage=34, other_attacks=70),
        gear=("sword", "shield", "mail"),
    ),
)
