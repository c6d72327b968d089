"""What the sheets of the family have in common: how fields are described, and numbers given instead of their parts."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from model.state.base import State

Rank = Annotated[int, Meta(ge=0, le=30)]
Points = Annotated[int, Meta(ge=0, le=999)]
GivenNumber = Annotated[int, Meta(ge=-30, le=999)]
POOLS, RESISTS, MOVES, MORE = "Health", "Resistances", "Movement", "More"
"""Groups of fields."""


def whole(title: str, group: str, description: str = "", *, ge: int = 0, le: int) -> Meta:
    """A field with a whole number, as the form shows it."""
    return Meta(title=title, description=description, ge=ge, le=le, extra_json_schema={"group": group})


def about(title: str, group: str, description: str = "") -> Meta:
    """Any other field."""
    return Meta(title=title, description=description, extra_json_schema={"group": group})


def _given(title: str, description: str = "Instead of its parts.") -> Meta:
    return about(title, "Given numbers", description)


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
    damage: Annotated[GivenNumber | None, _given("Damage", "Instead of the level of the attack.")] = None

    def of(self, value: str, kind: str) -> int | None:
        """What was given for `av` or `dv` with a kind of attack, else for all kinds."""
        of_kind: int | None = getattr(self, f"{value}_{kind}")
        of_all: int | None = getattr(self, value)
        return of_all if of_kind is None else of_kind
