"""Sheets, and the parts of them that the window shows."""

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from model.engine.displays import PoolDisplay
from model.engine.ruleset import Derived
from model.engine.types import field
from model.rulesets.families.ogc.battle import Battle
from model.rulesets.families.ogc.pools import levels
from model.state.base import Id, State
from model.state.texts import Explanation

# --------------------------------------------------------------------------------------------------------------- sheets


Rank = Annotated[int, Meta(ge=0, le=30)]
Points = Annotated[int, Meta(ge=0, le=999)]
GivenNumber = Annotated[int, Meta(ge=-30, le=999)]
POOLS, RESISTS, MOVES, MORE = "Health", "Resistances", "Movement", "More"
"""Titles of groups of fields."""


def _given(title: str, description: str = "Used instead of its parts.") -> Meta:
    return field(title, "Given numbers", description)


class Given(State):
    """Numbers given by the GM instead of their parts; conditions still modify them."""

    av: Annotated[GivenNumber | None, _given("AV")] = None
    av_ranged: Annotated[GivenNumber | None, _given("AV ranged")] = None
    av_melee: Annotated[GivenNumber | None, _given("AV melee")] = None
    av_mental: Annotated[GivenNumber | None, _given("AV mental")] = None
    dv: Annotated[GivenNumber | None, _given("DV")] = None
    dv_ranged: Annotated[GivenNumber | None, _given("DV ranged")] = None
    dv_melee: Annotated[GivenNumber | None, _given("DV melee")] = None
    dv_mental: Annotated[GivenNumber | None, _given("DV mental")] = None
    damage: Annotated[GivenNumber | None, _given("Damage", "Used instead of the level of the attack.")] = None

    def of(self, value: str, kind: str) -> int | None:
        """Return the given `av` or `dv` for a kind of attack, else for all kinds, or None if none is given."""
        of_kind: int | None = getattr(self, f"{value}_{kind}")
        of_all: int | None = getattr(self, value)
        return of_all if of_kind is None else of_kind


# ------------------------------------------------------------------------------------------------------------- displays


Number = int | Explanation


def health(battle: Battle, who: Id) -> int:
    """Return the Health left."""
    return levels(battle, who).health


def endurance(battle: Battle, who: Id) -> int:
    """Return the Endurance left."""
    return levels(battle, who).endurance


def _most(field: str) -> Callable[[Battle, Id], int]:
    return lambda battle, who: int(getattr(battle.combatants[who].sheet, field))


def resists(damage: int, mental: int, alteration: int) -> tuple[tuple[str, int], ...]:
    """Return title and amount of a combatant's resistances: always damage, mental and alteration only if not 0."""
    rarer = (("resists mental", mental), ("resists alteration", alteration))
    return (("resists", damage), *((title, amount) for title, amount in rarer if amount))


POOLS_DERIVED = (
    Derived(key="health", title="Health", value=health, group="Health"),
    Derived(key="endurance", title="Endurance", value=endurance, group="Health"),
)

POOLS_DISPLAYED = (
    PoolDisplay(
        key="health", title="Health", value=health, most=_most("health_max"), field="health",
        is_health=True,
    ),
    PoolDisplay(
        key="endurance", title="Endurance", value=endurance, most=_most("endurance_max"),
        field="endurance",
    ),
)  # fmt: skip


BRIEF = ("av_ranged", "av_melee", "dv_ranged", "dv_melee", "resists")
"""The derived numbers that summarize a combatant in one line."""
