"""What a ruleset says about movement on a map: movement modes, the call and cost of a drawn route, and the reach.

The window draws the legs and knows no costs: it gets words and the call to carry out from these functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from model.engine.calls import Call
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle, GameBattle
from model.state.board import Place, Point, Shape

USUAL = ""
"""Key of the usual movement mode, which does not have to be named."""


class MovementMode(Record, kw_only=True):
    """A movement mode, or a change on the spot such as standing up."""

    key: str
    title: str
    """`Run`, for a button."""
    is_change: bool = False
    """Whether it is a change on the spot."""
    then: str = USUAL
    """After a change: the movement mode of the next leg; `USUAL` keeps the current one."""


class DrawnLeg(Record, kw_only=True):
    """An unbroken stretch drawn on the map, or a change on the spot."""

    movement_mode: str = USUAL
    points: tuple[Point, ...] = ()
    """From start to end; empty for a change."""
    next_to: Id | None = None
    """The combatant next to whom it ends."""
    end: Place | None = None
    """The place next to that combatant, which may be at another height than the start, or known only by its zone."""


class LegWords(Record, kw_only=True):
    """Description of a leg in the ruleset's words, with its cost: `run 3 m: 2 points`."""

    words: str
    points: tuple[Point, ...] = ()
    """Empty for a change on the spot, at the end of the leg before."""


class Reach(Record, kw_only=True):
    """How far a combatant can move straight on from the end of the drawn legs, in any direction."""

    title: str
    """What this distance requires: `walk`, `with effort`."""
    shapes: tuple[Shape, ...]


def _no_modes(battle: AnyBattle, who: Id) -> tuple[MovementMode, ...]:
    return ()


def _no_words(battle: AnyBattle, call: Call) -> tuple[LegWords, ...]:
    return ()


class Movement(Record, kw_only=True):
    """Movement by the rules, as it is drawn on the map."""

    call: Callable[[GameBattle, Id, tuple[DrawnLeg, ...]], Call]
    """The call that carries out drawn legs: one action, one undo."""
    reach: Callable[[GameBattle, Id, tuple[DrawnLeg, ...], str], tuple[Reach, ...]]
    """How far a combatant can move after the legs drawn so far in a movement mode, the least first."""
    movement_modes: Callable[[GameBattle, Id], tuple[MovementMode, ...]] = _no_modes
    """The movement modes to choose from, the usual one first; empty if there is only one."""
    words: Callable[[GameBattle, Call], tuple[LegWords, ...]] = _no_words
    """The cost of each leg of a call, in order; empty if only the whole movement has a cost."""
    mixes: bool = False
    """Whether the legs of one movement may have different movement modes."""
    step_m: float = 0.0
    """Step in metres to which the length of a drawn leg is rounded if the cost goes by steps; 0 for no rounding."""


def joined(legs: Sequence[DrawnLeg]) -> tuple[DrawnLeg, ...]:
    """The legs with consecutive ones of the same movement mode joined into one: a corner does not split a leg."""
    found: list[DrawnLeg] = []
    for leg in legs:
        last = found[-1] if found else None
        if last is not None and last.movement_mode == leg.movement_mode and last.points and leg.points:
            found[-1] = replace(leg, points=(*last.points, *leg.points[1:]))
        else:
            found.append(leg)
    return tuple(found)


def route_call(who: Id, legs: tuple[DrawnLeg, ...], action: str = "move", mode: str = "") -> Call:
    """The call for a drawn route in games where a movement has a single mode.

    `mode` is the key of the action's parameter for the movement mode; empty if it has none.
    """
    options = where(legs, drawn_points(legs))
    movement_mode = next((leg.movement_mode for leg in reversed(legs)), USUAL)
    if mode and movement_mode != USUAL:
        options[mode] = movement_mode
    return Call(action=action, actor=who, options=options)


def where(legs: tuple[DrawnLeg, ...], points: tuple[Point, ...]) -> dict[str, object]:
    """The options of a call that say where drawn legs lead: their path, or only the place where a straight one ends,
    and next to whom that is.

    A place says more than a point of a path: its height, and its zone where that is all that is known of it.
    """
    end, other = (legs[-1].end, legs[-1].next_to) if legs else (None, None)
    beside = {} if other is None else {"next_to": other}
    if end is not None and len(points) <= 2:
        return {"place": table_of(end), **beside}
    return {"path": [list(point) for point in points[1:]], **beside}


def table_of(place: Place) -> dict[str, object]:
    """A place as the table that calls hold."""
    table: dict[str, object] = msgspec.to_builtins(place)
    return table


def drawn_points(legs: tuple[DrawnLeg, ...]) -> tuple[Point, ...]:
    """All points of drawn legs, from start to end."""
    moving = [leg for leg in legs if leg.points]
    if not moving:
        return ()
    return (*moving[0].points, *(point for leg in moving[1:] for point in leg.points[1:]))
