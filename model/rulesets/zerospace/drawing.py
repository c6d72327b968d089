"""Movement drawn on the map: the modes, and how far each still carries this turn (ZS-MOVE-01, ZS-MOVE-04)."""

from __future__ import annotations

from model.board.areas import within
from model.board.movement import path_length
from model.engine.budget import used
from model.engine.calls import Call
from model.engine.moving import USUAL, DrawnLeg, Manner, Movement, Reach, drawn_points, path_call
from model.engine.ways import CLOSE
from model.rulesets.families.ogc.acting import is_fighting
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.movement import FASTER, metres_allowed, moves_taken, plan
from model.rulesets.zerospace.movement_rates import Mode, rate
from model.rulesets.zerospace.ranges import metric
from model.state.base import Id
from model.state.battle import AnyBattle

OTHERS: tuple[Mode, ...] = ("swim", "jump", "power")


def manners(battle: AnyBattle, who: Id) -> tuple[Manner, ...]:
    """The slowest that covers the distance, and each mode that carries somebody at all."""
    modes = [mode for mode in (*FASTER, *OTHERS) if rate(battle, who, mode)]
    return (Manner(key=USUAL, title="As needed"), *(Manner(key=mode, title=mode.capitalize()) for mode in modes))


def call_of(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
    """One move along the drawn way."""
    return path_call(who, legs, mode="mode")


def reach(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...], manner: str) -> tuple[Reach, ...]:
    """What walking, running and sprinting still carry, or the mode that was picked."""
    way = drawn_points(legs)
    here = way[-1] if way else battle.combatants[who].place.point
    if here is None:
        return ()
    drawn = path_length(way, metric(battle))
    modes = FASTER if manner == USUAL else (manner,)
    found: list[Reach] = []
    least = 0.0
    for mode in modes:
        metres = _metres(battle, who, mode) - drawn  # type: ignore[arg-type]  # a mode's key
        shape = within(here, metres, metric(battle)) if metres > least + CLOSE else None
        if shape is not None:
            least = metres
            found.append(Reach(title=mode, shapes=(shape,)))
    return tuple(found)


def _metres(battle: AnyBattle, who: Id, mode: Mode) -> float:
    """The most metres that a mode still carries with the actions that are left; 0 when there are none for it."""
    moves = max(1, moves_taken(battle, who))
    if not is_fighting(battle):
        return metres_allowed(battle, who, mode)
    best = 0.0
    for number in (moves, moves + 1):
        metres = metres_allowed(battle, who, mode, number) - used(battle, who, "metres")
        call = Call(action="move", actor=who, options={"metres": metres, "mode": mode})
        planned = plan(battle, call, metres)
        can_pay = not any(next(ACTING.not_left(battle, who, cost, ""), None) for cost in planned.cost)
        if can_pay and planned.total <= planned.allowed + CLOSE:
            best = max(best, metres)
    return best


MOVEMENT = Movement(call=call_of, reach=reach, manners=manners)
