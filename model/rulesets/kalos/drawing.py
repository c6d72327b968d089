"""Movement drawn on the map: on foot or otherwise, up to the base move and up to a sprint (KM-MOVE-01, KM-MOVE-02)."""

from __future__ import annotations

from model.board.areas import around
from model.board.movement import path_length
from model.engine.budget import has_mark, is_turn_of, used
from model.engine.calls import Call
from model.engine.moving import USUAL, DrawnLeg, Manner, Movement, Reach, drawn_points, path_call
from model.rulesets.families.ogc.acting import is_fighting
from model.rulesets.kalos.movement import FORFEITED, base_move, sprint
from model.state.base import Id
from model.state.battle import AnyBattle


def manners(battle: AnyBattle, who: Id) -> tuple[Manner, ...]:
    """Walking, and the other ways on the sheet."""
    others = dict.fromkeys(movement.mode for movement in battle.combatants[who].sheet.movements)
    if not others:
        return ()
    return (Manner(key=USUAL, title="Walk"), *(Manner(key=mode, title=mode.capitalize()) for mode in others))


def call_of(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
    """One move along the drawn way."""
    return path_call(who, legs, mode="mode")


def reach(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...], manner: str) -> tuple[Reach, ...]:
    """What is left of the base move, and of a sprint."""
    way = drawn_points(legs)
    here = way[-1] if way else battle.combatants[who].place.point
    if here is None:
        return ()
    if is_fighting(battle) and (not is_turn_of(battle, who) or has_mark(battle, who, FORFEITED)):
        return ()
    gone = path_length(way) + (used(battle, who, "metres") if is_fighting(battle) else 0.0)
    mode = manner or "walk"
    rates = {"base move": base_move(battle, who, mode), "sprint": sprint(battle, who, mode)}
    shapes = {title: around(here, metres - gone) for title, metres in rates.items()}
    return tuple(Reach(title=title, shapes=(shape,)) for title, shape in shapes.items() if shape is not None)


MOVEMENT = Movement(call=call_of, reach=reach, manners=manners)
