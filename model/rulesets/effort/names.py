"""The names of Speed & Effort for parts of a sheet, and their short forms (SE-MIS-01 to SE-MIS-05)."""

from model.engine.names import SheetPart, Usual, known, within

_USUAL = Usual(9, "the faces of a d10 differ by 9, so it decides every roll")
_NUMBERS = (
    known("health_max", "hp", "health", "health maximum", is_basic=True),
    known("speed_max", "SP", "speed", "speed points", is_basic=True),
    known("effort_max", "EP", "effort", "effort points", is_basic=True),
    known("defence", "def", "DN", "defence number", is_basic=True),
    *within(
        _USUAL,
        known("dexterity", "DEX", "DX"),
        known("initiative_bonus", "init", "initiative"),
        known("attack", "att", "atk", "to hit"),
    ),
    known("armour", "arm"),
)
SHEET_PARTS = (
    SheetPart(title="Number", names=_NUMBERS),
    SheetPart(
        path="skills",
        title="Skill",
        is_free=True,
        usual=_USUAL,
        names=(
            known("climbing", "climb"),
            known("first_aid", "medicine"),
            known("hiding", "hide", "stealth"),
            known("lifting", "lift"),
            known("persuasion", "persuade"),
        ),
    ),
    SheetPart(path="action_sources", title="Perk", is_free=True, number="amount"),
)
