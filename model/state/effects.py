"""Conditions and other effects on a combatant or thing, with their beginning, end and relations."""

from typing import Annotated, Literal

from msgspec import Meta

from model.state.base import Id, State

Until = Literal[
    "removed",
    "turn_start",
    "turn_end",
    "round_end",
    "slot",
    "use",
    "scene",
    "recovered",
]
"""When an effect ends: not automatically; at the start or end of the next turn that `Effect.clock` *takes*; with the
round; when the slot `Effect.slot` comes up in a later round; at its first use; with the scene; when its bearer
recovers."""


class Moment(State):
    """A point in the initiative order."""

    round: int = 0
    slot: Id | None = None


class Effect(State):
    """A lasting effect: prone, behind cover, holding a combatant.

    Two combatants who hold each other bear two effects.
    """

    id: Id
    kind: str
    """Id of one of the ruleset's conditions."""
    since: Moment = Moment()
    source: Id | None = None
    """Id of the combatant or thing that caused it."""
    other: Id | None = None
    """Combatant it relates the bearer to: the holder of the held, the one behind whose barrels the bearer hides."""
    until: Until = "removed"
    clock: Id | None = None
    """Combatant whose turns count for `until`, or None for the bearer."""
    slot: Id | None = None
    amount: int = 0
    note: str = ""
    is_public: bool = True
    """Whether players may know of it."""
    part_of: Id | None = None
    """Id of the effect of the same bearer that it came with, and ends with."""


class KeptEffect(State):
    """An effect that a character keeps from one fight to the next."""

    kind: str
    until: Until = "removed"
    amount: int = 0
    note: str = ""
    is_public: bool = True
    part_of: Annotated[int, Meta(ge=0)] = 0
    """Number of the character's effect that it came with, counted from 1; 0: none."""
