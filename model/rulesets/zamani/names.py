"""The names of Zamani for parts of a sheet, and their short forms (ZM-MIS-05, ZM-GEN-05)."""

from model.engine.names import SheetPart, Usual, known, within

_MOST_RANKS = 20
"""100 % (ZM-GEN-03): a larger number is typed as the percentage."""
_USUAL = Usual(_MOST_RANKS, f"{_MOST_RANKS} ranks are 100 %")
_NUMBERS = (
    known("max_damage", "hp", "health", "unconscious at", is_basic=True),
    *within(
        _USUAL,
        known("dexterity", "DEX", "DX"),
        known("fitness", "FIT"),
        known("spirit", "SPI"),
        known("creativity", "CRE"),
    ),
    known("dead_at", "death"),
    known("initiative_bonus"),
    known("defence_bonus", "combat luck"),
    known("healing_per_8h", "rapid healing"),
)
_SKILLS = (
    known("acrobatics", "acro"),
    known("ambush"),
    known("axe", "axes"),
    known("bow", "bows", "archery"),
    known("brawling", "brawl", "unarmed", "hand to hand", "HtH", "hand-to-hand combat", "fists"),
    known("casting", "cast", "magic"),
    known("knife", "knives", "dagger"),
    known("physician", "medicine", "first aid"),
    known("pistol", "pistols"),
    known("rifle", "rifles"),
    known("shield", "shields"),
    known("spear", "spears"),
    known("staff"),
    known("stealth", "sneak", "sneaking"),
    known("sword", "swords"),
    known("throwing", "thrown", "throw"),
)
_TOTALS = (
    known("percent", "attack", "attack percent", help="A total, of every attack."),
    known("defence", "def", help="A total, against every attack.", is_basic=True),
    known("initiative", "init", help="A total."),
    known("absorption", "absorb", "absorbs", "armour", help="A total, instead of that of worn armour."),
    known("rating", "damage rating", help="Of every attack, instead of that of the weapon."),
)
SHEET_PARTS = (
    SheetPart(title="Number", names=_NUMBERS),
    SheetPart(path="given", title="Given number", names=_TOTALS),
    SheetPart(path="skills", title="Skill", is_free=True, percent=5, most=_MOST_RANKS, usual=_USUAL, names=_SKILLS),
    SheetPart(path="attributes", title="Further attribute", is_free=True, usual=_USUAL),
    SheetPart(path="linked", title="Linked skill", is_free=True, like="skills"),
)
