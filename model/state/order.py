"""The initiative order: rounds, slots, the turns in progress and the turns owed."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from model.state.base import Id, State
from model.state.effects import Effect

Phase = Literal["setup", "surprise", "planning", "acting", "ended"]
SlotKind = Literal["normal", "delayed", "forced", "extra", "environment", "segment"]
SlotState = Literal["waiting", "acting", "done", "delayed", "lost"]

Plain = bool | int | float | str | list[Any] | dict[str, Any]
"""A value as a file contains it."""

STANDING: frozenset[SlotKind] = frozenset({"normal", "environment"})
"""Kinds of slots that return every round; the others belong to one round only."""

OWN_PLACE: frozenset[SlotKind] = STANDING | {"segment"}
"""Kinds of slots with a fixed place in the round; the others are placed where they were taken."""


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
    """Step of the countdown at which it comes up, if the ruleset counts down."""
    origin: Id | None = None
    """For a forced, delayed or extra turn: the slot it was taken from."""
    owed_round: int | None = None
    """For a forced turn: the round whose turn is given up. For a lost one: the round in which it was given up."""
    left: dict[str, Annotated[int, Meta(ge=0)]] = {}
    """For an extra slot with single actions instead of a whole turn: number of those actions by kind."""


class Share(State):
    """What one combatant has left and has done in a turn."""

    left: dict[str, Annotated[int, Meta(ge=0)]] = {}
    """Actions left by kind, such as `move` and `standard`."""
    used: dict[str, float] = {}
    """What was used up, such as metres moved or quick actions taken."""
    marks: tuple[str, ...] = ()
    """Facts of this turn that rules check, such as `running`."""
    is_over: bool = False


class Held(State):
    """A delayed turn, to be taken later."""

    who: Id
    slot: Id
    round: int


class Turn(State):
    """A turn in progress: that of a slot, with a share for each member."""

    slot: Id
    shares: dict[Id, Share] = {}
    ended: dict[Id, tuple[Effect, ...]] = {}
    """Effects, by bearer, that ended because this turn began: they continue if the turn is delayed instead of taken."""
    ended_at_slot: dict[Id, tuple[Effect, ...]] = {}
    """Effects, by bearer, that ended because the slot came up, whether the turn is taken or delayed."""
    merged: tuple[Held, ...] = ()
    """Turns delayed before that are taken as part of this one."""


class Intent(State):
    """One thing that a combatant plans to do: in words, or as an action with its targets."""

    words: str = ""
    action: str = ""
    targets: tuple[Id, ...] = ()
    item: Id | None = None
    options: dict[str, Plain] = {}
    """Other options of the action, such as a route."""


class Plan(State):
    """What a combatant plans to do this round; an empty plan only says that they have decided."""

    intents: tuple[Intent, ...] = ()
    is_changed: bool = False
    """Changed after all plans were complete."""


class Debt(State):
    """A turn given up in advance."""

    who: Id
    since: int
    """Round in which it was given up."""


class TurnDue(State):
    """Dice or a decision that the end of a turn requires, put off by the GM."""

    who: Id
    prompt: str
    """Its name in the ruleset."""
    round: int
    """The round of that turn."""


class Order(State):
    """Phase, round, slots and turns of a fight."""

    phase: Phase = "setup"
    round: int = 0
    segment: int | None = None
    slots: dict[Id, Slot] = {}
    sequence: tuple[Id, ...] = ()
    """Slot ids in the order of this round; extra turns are placed where they were taken."""
    turns: tuple[Turn, ...] = ()
    """Turns in progress; the last one is being taken, those before it are interrupted."""
    owed: tuple[Debt, ...] = ()
    held: dict[Id, Held] = {}
    """Delayed turns, by combatant."""
    forced: dict[Id, int] = {}
    """Last round in which each combatant forced an action."""
    marks: dict[Id, tuple[str, ...]] = {}
    """Facts of this round, by combatant, that rules check, such as `attacked`."""
    plans: dict[Id, Plan] = {}
    """Plans for this round, by combatant."""
    due: tuple[TurnDue, ...] = ()
    """What the ends of turns require and was put off, oldest first; it outlasts the combat."""
    first_side: str | None = None
    """The side that began the fight."""

    @property
    def is_running(self) -> bool:
        """Whether a fight has begun and not ended: outside a fight, actions cost nothing."""
        return self.phase not in ("setup", "ended")

    @property
    def is_acting(self) -> bool:
        """Whether turns are taken; they are not during planning."""
        return self.phase in ("acting", "surprise")

    @property
    def turn(self) -> Turn | None:
        """The turn being taken, or None between turns."""
        return self.turns[-1] if self.turns else None

    @property
    def acting(self) -> tuple[Id, ...]:
        """Combatants who are taking a turn now and have not ended it."""
        found: tuple[Id, ...] = ()
        for who, share in self.turns[-1].shares.items() if self.turns else ():
            if not share.is_over:
                found += (who,)
        return found

    def share(self, who: Id) -> Share | None:
        """What `who` has left in the turn being taken, or None if it is not their turn."""
        return self.turns[-1].shares.get(who) if self.turns else None

    def slot_of(self, who: Id) -> Slot | None:
        """The standing slot of a combatant, or None if there is none."""
        for id in self.sequence:
            slot = self.slots[id]
            if who in slot.members and slot.kind in STANDING:
                return slot
        return None
