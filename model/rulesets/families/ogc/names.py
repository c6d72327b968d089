"""Names that the siblings share: their numbers, their combat skills, and the parts of a sheet that are open-ended."""

from model.engine.names import KnownName, Usual, known

USUAL = Usual(10, "the results of 2d6 differ by 10, so it decides every roll")
"""Of attributes and skills."""
POOLS_NAMES = (
    known("health_max", "hp", "health", "health maximum", is_basic=True),
    known("endurance_max", "ep", "endurance", "endurance maximum", is_basic=True),
)
TOTALS_NAMES = (
    known("given.av", "av", "attack", "attack value", help="A total, used instead of its parts."),
    known(
        "given.dv", "dv", "def", "defence", "defence value", help="A total, used instead of its parts.", is_basic=True
    ),
    known("given.av_ranged", "ranged av"),
    known("given.av_melee", "melee av"),
    known("given.av_mental", "mental av"),
    known("given.dv_ranged", "ranged dv"),
    known("given.dv_melee", "melee dv"),
    known("given.dv_mental", "mental dv"),
    known("given.damage", "dmg", "damage", help="A total, used instead of the level of the attack."),
)
RESISTS_NAMES = (known("dr", "damage resistance"), known("mr"), known("ar"))
COMBAT_SKILLS: tuple[KnownName, ...] = (
    known("ranged_combat", "ranged", "RC", "shooting", "guns"),
    known("hand_to_hand_combat", "HtH", "H2H", "hand to hand", "melee", "melee combat", title="Hand-to-Hand Combat"),
    known("mental_combat", "mental", "MC"),
)
