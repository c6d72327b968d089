"""The names of Wasteland for parts of a sheet, and their short forms (WL-TAB-ATTACK, WL-LOC-01, WL-MIS-05)."""

from model.engine.names import SheetPart, Usual, all_known, known, within
from model.rulesets.wasteland.sheet import LOCATIONS

_USUAL = Usual(14, "with a skill of 6 no d20 fails")
_NUMBERS = (
    known("hp_max", "hp", "health", "maximum health", is_basic=True),
    known("defense", "def", is_basic=True),
    *within(
        _USUAL,
        known("strength", "STR"),
        known("perception", "PER", "PE"),
        known("endurance", "END"),
        known("charisma", "CHA", "CH"),
        known("intelligence", "INT"),
        known("agility", "AGI", "AG"),
        known("luck", "LCK", "LUC", "LK"),
    ),
    known("level", "lvl", "lv"),
    known("initiative", "init"),
    known("melee_bonus", "melee damage"),
    known("bonus_cd", "bonus damage"),
    known("poison_dr", "poison resistance"),
)
_SKILLS = (
    known("athletics", "ath"),
    known("big_guns", "BG", "heavy weapons"),
    known("energy_weapons", "EW", "energy guns"),
    known("explosives", "EX", "demolition"),
    known("medicine", "med", "doctor"),
    known("melee_weapons", "melee", "MW"),
    known("science", "sci"),
    known("small_guns", "SG"),
    known("speech", "spe"),
    known("survival", "sur"),
    known("throwing", "thrown", "throw"),
    known("unarmed", "HtH", "hand to hand", "fists"),
)
_PLACES = {place.id: place.name for places in LOCATIONS.values() for place in places}
_IMMUNITIES = all_known("physical", "energy", "radiation", "poison")
SHEET_PARTS = (
    SheetPart(title="Number", names=_NUMBERS),
    SheetPart(path="skills", title="Skill", is_free=True, names=_SKILLS),
    SheetPart(path="tags", title="Tag skill", is_free=True, like="skills"),
    SheetPart(path="perks", title="Perk", is_free=True),
    SheetPart(
        path="given",
        title="Given target number",
        is_free=True,
        names=(known("test", "TN", "target", "target number", help="A total for every test.", is_basic=True),),
        like="skills",
    ),
    SheetPart(
        path="dr",
        title="Given resistance",
        needs_title=True,
        names=(known("all", "everywhere"), *(known(id, title=name) for id, name in _PLACES.items())),
    ),
    SheetPart(path="other_dr", title="Resistance against another type", is_free=True),
    SheetPart(path="immune", title="Immunity", needs_title=True, names=_IMMUNITIES),
)
