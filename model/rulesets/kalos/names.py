"""The names that the rules of Kalos mention for parts of a sheet, and their short forms (KM-ROLL-01, KM-GIFT-01)."""

from model.engine.names import KnownName, SheetPart, known, within
from model.rulesets.families.ogc.names import COMBAT_SKILLS, POOLS_NAMES, RESISTS_NAMES, TOTALS_NAMES, USUAL
from model.rulesets.kalos.sheet import GIFTS, SKILLS

_NUMBERS = (
    *POOLS_NAMES,
    *TOTALS_NAMES,
    *within(USUAL, known("power_level", "power", "POW", "PL")),
    *RESISTS_NAMES,
    known("base_m", "base", "base move", "move", "walk"),
    known("sprint_m", "sprint"),
)
_SHORT = {
    "athletics": ("ath",),
    "self_control": ("SC", "willpower"),
    "medicine": ("med", "first aid"),
    "computing": ("computers",),
    "socializing": ("social",),
}
_COMBAT = {one.id: one for one in COMBAT_SKILLS}


def _skill(id: str) -> KnownName:
    title = "Self-Control" if id == "self_control" else ""
    return _COMBAT.get(id) or known(id, *_SHORT.get(id, ()), title=title)


SHEET_PARTS = (
    SheetPart(title="Number", names=_NUMBERS),
    SheetPart(path="skills", title="Skill", is_free=True, usual=USUAL, names=tuple(map(_skill, SKILLS))),
    SheetPart(path="gifts", title="Gift", is_free=True, names=tuple(known(gift, rule="KM-GIFT-01") for gift in GIFTS)),
    SheetPart(path="powers", title="Power", is_free=True, number="level", names=(known("Strike"),)),
    SheetPart(
        path="movements",
        title="Movement mode",
        key="mode",
        number="base_m",
        names=(known("swim", "swimming"), known("fly", "flying", "flight"), known("other")),
    ),
)
