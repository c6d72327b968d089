"""The names that the rules of ZeroSpace mention for parts of a sheet, and their short forms (ZS-MIS-01, ZS-MIS-06)."""

from model.engine.names import KnownName, SheetPart, known, within
from model.rulesets.families.ogc.names import COMBAT_SKILLS, POOLS_NAMES, RESISTS_NAMES, TOTALS_NAMES, USUAL

_NUMBERS = (
    *POOLS_NAMES,
    *TOTALS_NAMES,
    *within(
        USUAL,
        known("agility", "AGI", "AG"),
        known("brawn", "BRA", "BR", "BRN", "strength", "STR"),
        known("presence", "PRE", "PR"),
        known("reason", "REA", "RE"),
        known("power_level", "power", "POW", "PL"),
    ),
    *RESISTS_NAMES,
    known("walk_m", "walk"),
    known("run_m", "run"),
    known("sprint_m", "sprint"),
    known("swim_m", "swim"),
    known("jump_m", "jump"),
    known("unarmed_damage_boost", "unarmed damage", "unarmed boost"),
    known("mass", "weight"),
)
_GIFTS = (
    known("Attentive", help="Distraction does nothing.", rule="ZS-DISTR-03"),
    known("Blindfighting", "blind fighting", help="No drawback from not seeing.", rule="ZS-BLIND-02"),
    known("Blindsight", help="No drawback from not seeing.", rule="ZS-BLIND-02"),
    known("Blood Rage", help="A frenzy once per scene."),
    known("Bowler", help="Ranged attacks may use Brawn instead of Agility.", rule="ZS-MIS-06"),
    known("Disarming Expert", help="No penalty on a disarm.", rule="ZS-MIS-06"),
    known("Elusive", help="The DV in melee may use Agility instead of Brawn.", rule="ZS-MIS-06"),
    known("Escape Artist", help="A major bonus to get free, once per scene.", rule="ZS-MIS-06"),
    known("Hard Target"),
    known("Iron Fists", help="More unarmed damage: enter the amount as unarmed damage boost.", rule="ZS-MIS-06"),
)
_POWERS = (
    KnownName(id="Blindsight", help="No drawback from not seeing.", rule="ZS-BLIND-02"),
    KnownName(id="Flight", short=("fly", "flying"), entry={"kind": "movement"}, number="metres"),
    KnownName(id="Strike", help="More unarmed damage: enter the amount as unarmed damage boost."),
)
SHEET_PARTS = (
    SheetPart(title="Number", names=_NUMBERS),
    SheetPart(
        path="skills",
        title="Skill",
        is_free=True,
        usual=USUAL,
        names=(
            *COMBAT_SKILLS,
            known("athletics", "ath"),
            known("deception"),
            known("engineering"),
            known("medicine", "med", "first aid"),
            known("stealth"),
            known("survival"),
        ),
    ),
    SheetPart(path="gifts", title="Gift", is_free=True, names=_GIFTS),
    SheetPart(path="powers", title="Power", is_free=True, names=_POWERS),
    SheetPart(path="resistances", title="Source of resistance", is_free=True, number="amount"),
)
