"""Ready-made combatants without a sheet. Attributes and target numbers are ours (WL-MIS-05), the rest is by WL-STAT."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from model.engine.archetypes import Archetype
from model.rulesets.wasteland.checks import defense_by, hp_by, melee_bonus_by

_LEVELS = (1, 50)
_LEVELS_EACH = 5
"""Number of levels that raise the target number by one."""
_BEST = 18
_STATED = "HP from Endurance, Luck and level; initiative, Defense and melee bonus from the attributes"
_RULES = ("WL-STAT-01", "WL-STAT-02", "WL-STAT-03")


def _sheet(test: int, **attributes: int) -> Callable[[int], Mapping[str, Any]]:
    """Returns a sheet by level: one target number for all tests, and values from attributes (WL-STAT-01 to 03)."""
    return lambda level: {
        "level": level,
        "hp_max": hp_by(attributes["endurance"], attributes["luck"], level),
        "initiative": attributes["perception"] + attributes["agility"],
        "defense": defense_by(attributes["agility"]),
        "melee_bonus": melee_bonus_by(attributes["strength"]),
        "given": {"test": min(_BEST, test + (level - 1) // _LEVELS_EACH)},
        **attributes,
    }


def _archetype(id: str, help: str, gear: tuple[str, ...], sheet: Callable[[int], Mapping[str, Any]]) -> Archetype:
    return Archetype(
        id=id, title=id.title(), help=help, sheet=sheet, gear=gear,
        levels=_LEVELS, level_field="level", stated=_STATED, rules=_RULES,
    )  # fmt: skip


ARCHETYPES = (
    _archetype(
        "minion", "Weak opponents who come in numbers and fall quickly.", ("tyre-iron",),
        _sheet(8, strength=5, perception=5, endurance=4, charisma=4, intelligence=4, agility=5, luck=2),
    ),
    _archetype(
        "standard", "A trained combatant.", ("pistol-10mm",),
        _sheet(9, strength=5, perception=5, endurance=5, charisma=5, intelligence=5, agility=5, luck=5),
    ),
    _archetype(
        "elite", "A match for one player's character.", ("hunting-rifle", "leather-chest"),
        _sheet(11, strength=7, perception=7, endurance=7, charisma=5, intelligence=5, agility=7, luck=6),
    ),
    _archetype(
        "boss", "A match for several players' characters.", ("hunting-rifle", "metal-chest"),
        _sheet(13, strength=8, perception=8, endurance=9, charisma=7, intelligence=7, agility=9, luck=8),
    ),
)  # fmt: skip
