"""Conditions and other effects on a combatant or thing, with their beginning, end and relations."""

from typing import Annotated, Literal

from msgspec import Meta

from model.state.base import Id, State

Until = Literal[
    "removed",
    "turn_start",
    "turn_end",
    "next_turn_end",
    "round_end",
    "slot",
    "use",
    "combat",
    "scene",
    "recovered",
]
"""When an effect ends: not automatically; at the start of the next turn that `Effect.clock` *takes*; at the end of the
turn that they are taking, or else of the next; at the end of the next turn, even if they are taking one now; with the
round `Effect.round`; when the slot `Effect.slot` comes up in a later round; at its first use; with combat; with the
scene; when its bearer recovers.

A turn that comes up and cannot be taken, because `Effect.clock` is out of combat, ends what waits for it. Who is
removed from the initiative order has no more turns: it ends with the round of the turn that would have come.
"""

Prevented = Literal["actions", "attacks", "moves", "defence"]
"""What a condition can keep its bearer from: any action, and so the turn as well; or one kind of actions. Who is kept
from defence takes no action for it either.
"""

OWN = "own"
"""Kind of an effect that is none of the ruleset's conditions: the GM's own, with a name and what it changes."""


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
    """Id of one of the ruleset's conditions, or `OWN`."""
    name: str = ""
    """What it is called instead of the title of its condition."""
    changes: dict[str, Annotated[int, Meta(ge=-1000, le=1000)]] = {}
    """How much it changes numbers of its bearer: by the id of one of the ruleset's `own_changes`."""
    prevents: tuple[Prevented, ...] = ()
    """What it keeps its bearer from, besides what its condition does."""
    since: Moment = Moment()
    source: Id | None = None
    """Id of the combatant or thing that caused it."""
    other: Id | None = None
    """Combatant it relates the bearer to: the holder of the held, the one behind whose barrels the bearer hides."""
    until: Until = "removed"
    clock: Id | None = None
    """Combatant whose turns count for `until`, or None for the bearer."""
    slot: Id | None = None
    round: int = 0
    """Round with whose end it ends, for `until="round_end"`; an earlier one means the round in progress."""
    ends: str = ""
    """When it ends in the GM's words, such as `the bell rings`: the GM is reminded, and ends it."""
    amount: int = 0
    note: str = ""
    is_public: bool = True
    """Whether players may know of it."""
    part_of: Id | None = None
    """Id of the effect of the same bearer that it came with, and ends with."""


class KeptEffect(State):
    """An effect that a character keeps from one fight to the next."""

    kind: str
    name: str = ""
    changes: dict[str, Annotated[int, Meta(ge=-1000, le=1000)]] = {}
    prevents: tuple[Prevented, ...] = ()
    until: Until = "removed"
    ends: str = ""
    amount: int = 0
    note: str = ""
    is_public: bool = True
    part_of: Annotated[int, Meta(ge=0)] = 0
    """Number of the character's effect that it came with, counted from 1; 0: none."""
