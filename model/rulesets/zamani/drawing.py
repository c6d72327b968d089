"""Movement drawn on the map: half a move and a full one, as far as the segment leaves them (ZM-MOVE-02, ZM-MOVE-08)."""

from __future__ import annotations

from model.board.areas import around
from model.board.movement import path_length
from model.engine.budget import used
from model.engine.calls import Call
from model.engine.moving import DrawnLeg, Movement, Reach, drawn_points, path_call
from model.engine.ways import CLOSE
from model.rulesets.zamani.costs import is_fighting
from model.rulesets.zamani.movement import half_move, room
from model.state.base import Id
from model.state.battle import AnyBattle


def call_of(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
    """One move along the drawn way."""
    return path_call(who, legs)


def reach(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...], manner: str) -> tuple[Reach, ...]:
    """What is left of half a move, and of the full one where it is open."""
    way = drawn_points(legs)
    here = way[-1] if way else battle.combatants[who].place.point
    if here is None:
        return ()
    drawn = path_length(way)
    found = room(battle, who)
    gone = used(battle, who, "metres") if is_fighting(battle) else 0.0
    half = min(half_move(battle, who) - gone, found.metres)
    words = ", only to retreat" if found.only_retreat else ""
    rates = {f"half move{words}": half - drawn}
    if found.metres > half + CLOSE:
        rates[f"full move{words}"] = found.metres - drawn
    shapes = {title: around(here, metres) for title, metres in rates.items()}
    return tuple(Reach(title=title, shapes=(shape,)) for title, shape in shapes.items() if shape is not None)


MOVEMENT = Movement(call=call_of, reach=reach)
