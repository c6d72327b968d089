"""Movement drawn on the map: modes, legs with their prices, and how far the points reach (SE-COST, SE-MOVE-03)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from model.board.areas import directions, outline, within
from model.board.bands import metres_text
from model.board.cutting import stretches, terrain_near
from model.board.distance import on_ground
from model.engine.calls import Call
from model.engine.moving import USUAL as ANY
from model.engine.moving import DrawnLeg, LegWords, Movement, MovementMode, Reach, joined, where
from model.rulesets.effort import pools
from model.rulesets.effort.conditions import STANCES, stance_of
from model.rulesets.effort.courses import MODES, is_difficult, movement_of, price_of
from model.rulesets.effort.distances import metric
from model.rulesets.effort.prices import RATES, USUAL, Leg, Mode, Priced, final_stance, priced, total, with_stances
from model.rulesets.effort.sheet import Battle
from model.state.base import Id, Record, replace
from model.state.board import Board, Point, Shape

TITLES = {"standing": "Stand up", "crouching": "Crouch down", "prone": "Lie down"}
STANCE_COMMANDS = {"standing": "stand up", "crouching": "crouch down", "prone": "drop prone"}
_EXACT = 0.005
"""Precision of a reach in metres."""
Pays = Callable[[Leg], bool]
"""Whether the points suffice for the legs drawn so far and one more."""


def movement_modes(battle: Battle, who: Id) -> tuple[MovementMode, ...]:
    """All movement modes, the usual one of the stance first, then the stances (SE-COST-01, SE-STANCE-01)."""
    usual = USUAL[stance_of(battle, who)]
    modes = (usual, *(mode for mode in MODES if mode != usual))
    ways = tuple(
        MovementMode(key=mode, title=mode.capitalize())
        for mode in modes
        if mode != "run" or battle.combatants[who].sheet.can_run
    )
    changes = (MovementMode(key=key, title=TITLES[key], is_change=True, then=USUAL[key]) for key in STANCES)
    return (*ways, *changes)


def call_of(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
    """A single action for all legs; one leg alone needs no table (SE-MOVE-01)."""
    tables = [_table(leg) for leg in joined(legs)]
    options = tables[0] if len(tables) == 1 else {"legs": tables}
    return Call(action="move", actor=who, options=options)


def _table(leg: DrawnLeg) -> dict[str, object]:
    if leg.movement_mode in STANCES:
        return {"stance": leg.movement_mode}
    route = where((leg,), leg.points)
    return route if leg.movement_mode == ANY else {"mode": leg.movement_mode, **route}


def words(battle: Battle, call: Call) -> tuple[LegWords, ...]:
    """Each leg with its price, including the changes of stance that are needed."""
    movement = movement_of(battle, call)
    if isinstance(movement, str):
        return ()
    return tuple(
        LegWords(words=_words(battle, one), points=one.leg.points) for one in price_of(battle, call.actor, movement)
    )


def _words(battle: Battle, one: Priced) -> str:
    leg = one.leg
    if leg.mode is None:
        said = STANCE_COMMANDS[leg.stance or "standing"]
    else:
        said = f"{leg.mode} {metres_text(leg.metres)}"
        said += ", run-up" if one.has_headstart else ""
        said += ", ×2" if leg.hindered else ""
    return f"{said}: {one.price}" if battle.order.is_running else said


# ------------------------------------------------------------------------------------------ how far


def reach(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...], movement_mode: str) -> tuple[Reach, ...]:
    """Reach from the end of the legs with speed points alone, and with effort points too (SE-MOVE-03, SE-EFF-01)."""
    if not battle.order.is_running or movement_mode in STANCES:
        return ()
    before, here = _so_far(battle, who, legs)
    if here is None:
        return ()
    mode: Mode = movement_mode if movement_mode != ANY else USUAL[final_stance(before, stance_of(battle, who))]  # type: ignore[assignment]

    def paid_by(effort: float | None) -> Pays:
        return lambda leg: _is_paid(battle, who, _joined(battle, who, before, leg), effort)

    sheet = battle.combatants[who].sheet
    most = (pools.speed(sheet) + pools.effort(sheet)) / float(min(RATES.values())) + 1
    ways = {"speed": paid_by(0.0), "with effort": paid_by(None)}
    open_ground = {
        title: _farthest(most, lambda metres, pays=pays: pays(Leg(mode=mode, metres=metres)))  # type: ignore[misc]
        for title, pays in ways.items()
        if pays(Leg(mode=mode))
    }
    rays = _rays(battle, here, max(open_ground.values(), default=0.0))
    found: list[Reach] = []
    for title, metres in open_ground.items():
        if rays is None:
            shape: Shape | None = within(here, metres, metric(battle))
        else:
            directions = iter(rays)
            shape = outline(here, lambda x, y: next(directions).metres(metres))  # noqa: B023
        if shape is not None and (not found or found[0].shapes[0] != shape):
            found.append(Reach(title=title, shapes=(shape,)))
    return tuple(found)


def _so_far(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...]) -> tuple[tuple[Leg, ...], Point | None]:
    here = battle.combatants[who].place.point
    if not legs:
        return (), here
    movement = movement_of(battle, call_of(battle, who, legs))
    if isinstance(movement, str):
        return (), here
    return movement.legs, here if movement.place is None else movement.place.point


class _Ray(Record):
    """One direction from the end of the legs, with the ground along it."""

    counts: float
    """Metres that one metre on the ground counts as, by the rule for diagonals."""
    pieces: tuple[tuple[float, bool], ...]
    """Stretches of ground: metres, and whether they are difficult."""

    def metres(self, open_ground: float) -> float:
        """Metres on the ground for the price of `open_ground` metres on open ground: difficult ones cost double."""
        gone, left = 0.0, open_ground / self.counts
        for length, doubles in self.pieces:
            times = 2 if doubles else 1
            step = min(length, left / times)
            gone, left = gone + step, left - step * times
        return gone


def _rays(battle: Battle, here: Point, longest: float) -> tuple[_Ray, ...] | None:
    """The ground in every direction, or None if all of it is open."""
    near = terrain_near(battle.board, here, longest)
    if not near:
        return None
    ground, diagonals = Board(features={feature.id: feature for feature in near}), metric(battle)

    def ray(x: float, y: float) -> _Ray:
        counts = on_ground((0.0, 0.0), (x, y), diagonals)
        end = (here[0] + x * longest / counts, here[1] + y * longest / counts)
        pieces = tuple((piece.metres, is_difficult(piece)) for piece in stretches(ground, (here, end)))
        return _Ray(counts, pieces)

    return tuple(ray(x, y) for x, y in directions())


def _joined(battle: Battle, who: Id, before: Sequence[Leg], leg: Leg) -> tuple[Leg, ...]:
    """The legs with one more; a leg in the same mode as the last one extends it."""
    if before and before[-1].mode == leg.mode:
        last = before[-1]
        longer = replace(last, metres=last.metres + leg.metres, hindered=last.hindered + leg.hindered)
        return (*before[:-1], longer)
    return with_stances((*before, leg), stance_of(battle, who))


def _is_paid(battle: Battle, who: Id, legs: Sequence[Leg], effort: float | None) -> bool:
    price = total(priced(battle, legs, stance_of(battle, who)))
    return isinstance(pools.payment(battle, who, price, effort), pools.Payment)


def _farthest(most: float, is_paid: Callable[[float], bool]) -> float:
    """The longest distance that can be paid for, found by bisection: prices never fall with the metres."""
    if is_paid(most):
        return most
    low, high = 0.0, most
    while high - low > _EXACT:
        middle = (low + high) / 2
        low, high = (middle, high) if is_paid(middle) else (low, middle)
    # Prices are exact to the millimetre: the nearest tenth of a metre counts as reached if it can be paid for.
    whole = round(low, 1)
    return whole if abs(whole - low) <= _EXACT and is_paid(whole) else low


MOVEMENT = Movement(call=call_of, reach=reach, movement_modes=movement_modes, words=words, mixes=True, step_m=0.1)
