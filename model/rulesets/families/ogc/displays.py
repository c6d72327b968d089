"""Health and Endurance as the window shows them."""

from __future__ import annotations

from collections.abc import Callable

from model.engine.ruleset import Derived, Display
from model.rulesets.families.ogc.pools import levels
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation

Number = int | Explanation


def health(battle: AnyBattle, who: Id) -> int:
    """Health left."""
    return levels(battle, who).health


def endurance(battle: AnyBattle, who: Id) -> int:
    """Endurance left."""
    return levels(battle, who).endurance


def _most(field: str) -> Callable[[AnyBattle, Id], int]:
    return lambda battle, who: int(getattr(battle.combatants[who].sheet, field))


def resists(damage: int, mental: int, alteration: int) -> tuple[tuple[str, int], ...]:
    """What somebody resists: damage, and of the rarer kinds those that they do."""
    rarer = (("resists mental", mental), ("resists alteration", alteration))
    return (("resists", damage), *((title, amount) for title, amount in rarer if amount))


POOLS_DERIVED = (
    Derived(key="health", title="Health", value=health, group="Health"),
    Derived(key="endurance", title="Endurance", value=endurance, group="Health"),
)

POOLS_DISPLAYED = (
    Display(
        kind="pool", key="health", title="Health", value=health, most=_most("health_max"), field="health",
        is_health=True,
    ),
    Display(
        kind="pool", key="endurance", title="Endurance", value=endurance, most=_most("endurance_max"),
        field="endurance",
    ),
)  # fmt: skip
