"""What a ruleset says about movement on a map: ways of moving, what a drawn way comes to, and how far it can lead.

The window draws the legs and knows no price: it asks these functions for words, and carries out the call they make.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from model.engine.calls import Call
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.state.board import Point, Shape

USUAL = ""
"""The way of moving that nobody has to name."""


class MovementMode(Record, kw_only=True):
    """A way of moving, or a change on the spot such as standing up."""

    key: str
    title: str
    """`Run`, for a button."""
    is_change: bool = False
    """It leads nowhere: the mover stays where they are."""
    then: str = USUAL
    """After a change: the way of moving in which the next leg goes; the usual one: the one in hand stays."""


class DrawnLeg(Record, kw_only=True):
    """An unbroken stretch drawn on the map, or a change on the spot."""

    movement_mode: str = USUAL
    points: tuple[Point, ...] = ()
    """From where to where; empty for a change."""


class LegWords(Record, kw_only=True):
    """What a stretch of a movement comes to, in the ruleset's words: `run 3 m: 2 points`."""

    words: str
    points: tuple[Point, ...] = ()
    """Empty: on the spot, where the stretch before it ends."""


class Reach(Record, kw_only=True):
    """As far as a combatant gets from where a drawn way ends, on and on in one direction."""

    title: str
    """What it takes: `walk`, `with effort`."""
    shapes: tuple[Shape, ...]


def _no_modes(battle: AnyBattle, who: Id) -> tuple[MovementMode, ...]:
    return ()


def _no_words(battle: AnyBattle, call: Call) -> tuple[LegWords, ...]:
    return ()


class Movement(Record, kw_only=True):
    """Movement by the rules as it is drawn on the map."""

    call: Callable[[AnyBattle, Id, tuple[DrawnLeg, ...]], Call]
    """The call that carries drawn legs out: one action, one undo."""
    reach: Callable[[AnyBattle, Id, tuple[DrawnLeg, ...], str], tuple[Reach, ...]]
    """How far a combatant gets after the legs drawn so far by a manner of moving, the least first."""
    movement_modes: Callable[[AnyBattle, Id], tuple[MovementMode, ...]] = _no_modes
    """The ways of moving that can be picked, the usual one first; none where there is only one."""
    words: Callable[[AnyBattle, Call], tuple[LegWords, ...]] = _no_words
    """What each leg of a call costs, in order; none where only the whole has a price."""
    mixes: bool = False
    """Whether the legs of one movement may be of different manners."""
    step_m: float = 0.0
    """Metres to which the length of a drawn leg is rounded, where the price has steps of its own; 0: not at all."""


def joined(legs: Sequence[DrawnLeg]) -> tuple[DrawnLeg, ...]:
    """The same legs, those of one manner that follow each other as one: a corner breaks no stretch."""
    found: list[DrawnLeg] = []
    for leg in legs:
        last = found[-1] if found else None
        if last is not None and last.movement_mode == leg.movement_mode and last.points and leg.points:
            found[-1] = DrawnLeg(movement_mode=leg.movement_mode, points=(*last.points, *leg.points[1:]))
        else:
            found.append(leg)
    return tuple(found)


def path_call(who: Id, legs: tuple[DrawnLeg, ...], action: str = "move", mode: str = "") -> Call:
    """A call that leads along the drawn way, for games whose movement is of one manner: `mode` is its parameter."""
    options: dict[str, object] = {"path": [list(point) for point in drawn_points(legs)[1:]]}
    movement_mode = next((leg.movement_mode for leg in reversed(legs)), USUAL)
    if mode and movement_mode != USUAL:
        options[mode] = movement_mode
    return Call(action=action, actor=who, options=options)


def drawn_points(legs: tuple[DrawnLeg, ...]) -> tuple[Point, ...]:
    """The whole way of drawn legs from point to point."""
    moving = [leg for leg in legs if leg.points]
    if not moving:
        return ()
    return (*moving[0].points, *(point for leg in moving[1:] for point in leg.points[1:]))
