"""Sheets and what the window shows of them."""

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from model.engine.displays import PoolDisplay
from model.engine.ruleset import Derived
from model.engine.types import field
from model.rulesets.families.ogc.pools import levels
from model.state.base import Id, State
from model.state.battle import AnyBattle
from model.state.texts import Explanation

# --------------------------------------------------------------------------------------------------------------- sheets


Rank = Annotated[int, Meta(ge=0, le=30)]
Points = Annotated[int, Meta(ge=0, le=999)]
GivenNumber = Annotated[int, Meta(ge=-30, le=999)]
POOLS, RESISTS, MOVES, MORE = "Health", "Resistances", "Movement", "More"
"""Groups of fields."""


def _given(title: str, description: str = "Used instead of its parts.") -> Meta:
    return field(title, "Given numbers", description)


class Given(State):
    """Numbers given by the GM instead of their parts; what conditions do still counts."""

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
        """What was given for `av` or `dv` with a kind of attack, else for all kinds."""
        of_kind: int | None = getattr(self, f"{value}_{kind}")
        of_all: int | None = getattr(self, value)
        return of_all if of_kind is None else of_kind


# ------------------------------------------------------------------------------------------------------------- displays


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
    """What a combatant resists: damage, and of the rarer kinds those that they do."""
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


SHORT_NAMES = {
    "hp": "health_max",
    "health": "health_max",
    "endurance": "endurance_max",
    "defence": "given.dv",
    "def": "given.dv",
}
"""What GMs call numbers when they type a combatant."""
BRIEF = ("av_ranged", "av_melee", "dv_ranged", "dv_melee", "resists")
"""The derived numbers that sum a combatant up in a line."""
