"""Ready-made combatants without a sheet. Attributes and ratings are ours (WL-MIS-05), the rest is by WL-STAT."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from model.engine.archetypes import Archetype
from model.rulesets.wasteland.skill_tests import SKILLS
from model.rulesets.wasteland.values import defense_by, hp_by, melee_bonus_by

_LEVELS = (1, 50)
_LEVELS_EACH = 5
"""Number of levels that raise every rating by one, and the attributes once no rating can be higher."""
_BEST_RATING, _BEST_TARGET = 6, 18
_RAISED = ("strength", "perception", "endurance", "agility")
"""The attributes that attacks are made with."""
_STATED = "HP from Endurance, Luck and level; initiative, Defense and melee bonus from the attributes"
_RULES = ("WL-STAT-01", "WL-STAT-02", "WL-STAT-03")


def _sheet(rating: int, **attributes: int) -> Callable[[int], Mapping[str, Any]]:
    """Returns a sheet by level: one rating in every skill, so that whatever weapon they get, they can use it."""

    def at(level: int) -> Mapping[str, Any]:
        wanted = rating + (level - 1) // _LEVELS_EACH
        skill = min(_BEST_RATING, wanted)
        own = dict(attributes)
        for name in _RAISED:
            own[name] = max(own[name], min(_BEST_TARGET - skill, own[name] + wanted - skill))
        sheet = {"level": level, **own, "skills": dict.fromkeys(SKILLS, skill)}
        return {**sheet, **follows(sheet)}

    return at


def follows(sheet: Mapping[str, Any]) -> Mapping[str, Any]:
    """The numbers of a sheet that follow from its attributes and level (WL-STAT-01 to 03)."""
    return {
        "hp_max": hp_by(sheet["endurance"], sheet["luck"], sheet["level"]),
        "initiative": sheet["perception"] + sheet["agility"],
        "defense": defense_by(sheet["agility"]),
        "melee_bonus": melee_bonus_by(sheet["strength"]),
    }


def _archetype(id: str, help: str, gear: tuple[str, ...], sheet: Callable[[int], Mapping[str, Any]]) -> Archetype:
    return Archetype(
        id=id, title=id.title(), help=help, sheet=sheet, follows=follows, gear=gear,
        levels=_LEVELS, level_field="level", stated=_STATED, rules=_RULES,
    )  # fmt: skip


ARCHETYPES = (
    _archetype(
        "minion", "Weak opponents who come in numbers and fall quickly.", ("tyre-iron",),
        _sheet(3, strength=5, perception=5, endurance=4, charisma=4, intelligence=4, agility=5, luck=2),
    ),
    _archetype(
        "standard", "A trained combatant.", ("pistol-10mm",),
        _sheet(4, strength=5, perception=5, endurance=5, charisma=5, intelligence=5, agility=5, luck=5),
    ),
    _archetype(
        "elite", "A match for one player's character.", ("hunting-rifle", "leather-chest"),
        _sheet(4, strength=7, perception=7, endurance=7, charisma=5, intelligence=5, agility=7, luck=6),
    ),
    _archetype(
        "boss", "A match for several players' characters.", ("hunting-rifle", "metal-chest"),
        _sheet(4, strength=8, perception=8, endurance=9, charisma=7, intelligence=7, agility=9, luck=8),
    ),
)  # fmt: skip
