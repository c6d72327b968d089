"""The initiative order: rounds, slots, the turns in progress and the turns owed."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from model.state.base import Id, State
from model.state.effects import Effect

Phase = Literal["setup", "surprise", "planning", "acting", "ended"]
SlotKind = Literal["normal", "delayed", "forced", "extra", "environment", "segment"]
SlotState = Literal["waiting", "acting", "done", "delayed", "lost"]

Plain = bool | int | float | str | list[Any] | dict[str, Any]
"""A value as a file has it."""

STANDING: frozenset[SlotKind] = frozenset({"normal", "environment"})
"""Kinds of slots that come again every round; the others belong to one round only."""

OWN_PLACE: frozenset[SlotKind] = STANDING | {"segment"}
"""Kinds of slots with a place of their own in a round; the others stand where they were taken."""


class Slot(State):
    """One entry of this round's initiative order. A group is one slot with several members."""

    id: Id
    members: tuple[Id, ...] = ()
    kind: SlotKind = "normal"
    state: SlotState = "waiting"
    name: str = ""
    """Name of a group; of a forced turn, what was done, such as `took the shot`; empty for a single combatant."""
    initiative: int | None = None
    segment: int | None = None
    """Step of the countdown on which it comes up, where the ruleset counts down."""
    origin: Id | None = None
    """For a forced, delayed or extra turn: the slot it was taken from."""
    owed_round: int | None = None
    """For a forced turn: the round whose turn is given up. For a lost one: the round in which it was given up."""
    left: dict[str, Annotated[int, Meta(ge=0)]] = {}
    """For an extra slot that holds single actions rather than a whole turn: these."""


class Share(State):
    """What one combatant has left and has done in a turn."""

    left: dict[str, Annotated[int, Meta(ge=0)]] = {}
    """Actions left by kind, such as `move` and `standard`."""
    used: dict[str, float] = {}
    """What was used up, such as metres moved or quick actions taken."""
    marks: tuple[str, ...] = ()
    """Facts of this turn that rules ask for, such as `running`."""
    is_over: bool = False


class Held(State):
    """A delayed turn, to be taken later."""

    who: Id
    slot: Id
    round: int


class Turn(State):
    """A turn in progress: a slot's, with a share for each member."""

    slot: Id
    shares: dict[Id, Share] = {}
    ended: dict[Id, tuple[Effect, ...]] = {}
    """What ended, by bearer, because this turn began: it lasts on if the turn is held back instead of taken."""
    ended_at_slot: dict[Id, tuple[Effect, ...]] = {}
    """What ended, by bearer, because the slot came up, whether the turn is taken or held back."""
    merged: tuple[Held, ...] = ()
    """Turns held back before, which this one has taken up."""


class Intent(State):
    """One thing that a combatant means to do: in words, or as an action with what it is aimed at."""

    words: str = ""
    action: str = ""
    targets: tuple[Id, ...] = ()
    item: Id | None = None
    options: dict[str, Plain] = {}
    """What else was said of the action, such as a way."""


class Plan(State):
    """What a combatant means to do this round; an empty one says no more than that they have decided."""

    intents: tuple[Intent, ...] = ()
    is_changed: bool = False
    """Altered after all plans were in."""


class Debt(State):
    """A turn given up in advance."""

    who: Id
    since: int
    """Round in which it was given up."""


class TurnDue(State):
    """Dice or a decision that the end of a turn has brought, put off by the GM."""

    who: Id
    prompt: str
    """What it is, as the game calls it."""
    round: int
    """The round of that turn."""


class Order(State):
    """Clock, slots and turns of a fight."""

    phase: Phase = "setup"
    round: int = 0
    segment: int | None = None
    slots: dict[Id, Slot] = {}
    sequence: tuple[Id, ...] = ()
    """Slot ids in the order of this round; extra turns stand where they were taken."""
    turns: tuple[Turn, ...] = ()
    """Turns in progress; the last one is being taken, those under it are interrupted."""
    owed: tuple[Debt, ...] = ()
    held: dict[Id, Held] = {}
    """Turns held back, by combatant."""
    forced: dict[Id, int] = {}
    """Last round in which each combatant forced an action."""
    marks: dict[Id, tuple[str, ...]] = {}
    """Facts of this round, by combatant, that rules ask for, such as `attacked`."""
    plans: dict[Id, Plan] = {}
    """What combatants mean to do this round."""
    due: tuple[TurnDue, ...] = ()
    """What the ends of turns have brought and was put off, the oldest first; it outlasts the combat."""
    first_side: str | None = None
    """The side that began the fight."""

    @property
    def is_running(self) -> bool:
        """Whether a fight has begun and not ended: before and after it nothing costs anything."""
        return self.phase not in ("setup", "ended")

    @property
    def is_acting(self) -> bool:
        """Whether turns are taken; they are not while plans are made."""
        return self.phase in ("acting", "surprise")

    @property
    def turn(self) -> Turn | None:
        """The turn being taken, or None between turns."""
        return self.turns[-1] if self.turns else None

    @property
    def acting(self) -> tuple[Id, ...]:
        """Who is taking a turn now and has not ended it."""
        found: tuple[Id, ...] = ()
        for who, share in self.turns[-1].shares.items() if self.turns else ():
            if not share.is_over:
                found += (who,)
        return found

    def share(self, who: Id) -> Share | None:
        """What `who` has left in the turn being taken; None when it is not their turn."""
        return self.turns[-1].shares.get(who) if self.turns else None

    def slot_of(self, who: Id) -> Slot | None:
        """The standing slot of a combatant."""
        for id in self.sequence:
            slot = self.slots[id]
            if who in slot.members and slot.kind in STANDING:
                return slot
        return None
