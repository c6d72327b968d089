"""Movement drawn on the map: legs of several kinds, what each costs, and how far the points lead (SE-COST, SE-EFF)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import replace as with_fields
from typing import get_args

from model.board.areas import directions, outline, within
from model.board.bands import metres_text
from model.board.distance import on_ground
from model.board.stretches import stretches, terrain_near
from model.engine.calls import Call
from model.engine.moving import USUAL as ANY
from model.engine.moving import DrawnLeg, LegWords, Manner, Movement, Reach, joined
from model.rulesets.effort import pools
from model.rulesets.effort.conditions import STANCES, stance_of
from model.rulesets.effort.costs import is_fighting
from model.rulesets.effort.legs import hindrances, metric, movement_of
from model.rulesets.effort.movement import price_of
from model.rulesets.effort.prices import (
    RATES,
    USUAL,
    Leg,
    Mode,
    Priced,
    final_stance,
    priced,
    total,
    with_stances,
)
from model.rulesets.effort.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.board import Board, Point, Shape

MODES: tuple[Mode, ...] = get_args(Mode)
TITLES = {"standing": "Stand up", "crouching": "Duck", "prone": "Lie down"}
STANCE_WORDS = {"standing": "stand up", "crouching": "crouch down", "prone": "drop prone"}
_EXACT = 0.005
"""Metres to which a reach is found."""
Pays = Callable[[Leg], bool]
"""Whether there are points for the legs drawn so far and one more."""


def manners(battle: AnyBattle, who: Id) -> tuple[Manner, ...]:
    """All ways of moving, the stance's own first, and the stances (SE-COST-01, SE-STANCE-01)."""
    usual = USUAL[stance_of(battle, who)]
    modes = (usual, *(mode for mode in MODES if mode != usual))
    ways = tuple(
        Manner(key=mode, title=mode.capitalize())
        for mode in modes
        if mode != "run" or battle.combatants[who].sheet.can_run
    )
    changes = (Manner(key=key, title=TITLES[key], is_change=True, then=USUAL[key]) for key in STANCES)
    return (*ways, *changes)


def call_of(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
    """One action out of all legs; a single one needs no table (SE-MOVE-01)."""
    tables = [_table(leg) for leg in joined(legs)]
    options = tables[0] if len(tables) == 1 else {"legs": tables}
    return Call(action="move", actor=who, options=options)


def _table(leg: DrawnLeg) -> dict[str, object]:
    if leg.manner in STANCES:
        return {"stance": leg.manner}
    way: dict[str, object] = {"path": [list(point) for point in leg.points[1:]]}
    return way if leg.manner == ANY else {"mode": leg.manner, **way}


def words(battle: AnyBattle, call: Call) -> tuple[LegWords, ...]:
    """Each leg with its price, changes of stance that it needs among them."""
    movement = movement_of(battle, call)
    if isinstance(movement, str):
        return ()
    return tuple(
        LegWords(words=_words(battle, one), points=one.leg.points) for one in price_of(battle, call.actor, movement)
    )


def _words(battle: AnyBattle, one: Priced) -> str:
    leg = one.leg
    if leg.mode is None:
        said = STANCE_WORDS[leg.stance or "standing"]
    else:
        said = f"{leg.mode} {metres_text(leg.metres)}"
        said += ", run-up" if one.has_headstart else ""
        said += ", ×2" if leg.hindered else ""
    return f"{said}: {float(one.price):g}" if is_fighting(battle) else said


# ------------------------------------------------------------------------------------------ how far


def reach(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...], manner: str) -> tuple[Reach, ...]:
    """How far speed points lead from the end of the legs, and how far with effort points (SE-MOVE-03, SE-EFF-01)."""
    if not is_fighting(battle) or manner in STANCES:
        return ()
    before, here = _so_far(battle, who, legs)
    if here is None:
        return ()
    mode: Mode = manner if manner != ANY else USUAL[final_stance(before, stance_of(battle, who))]  # type: ignore[assignment]

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
            shape = outline(here, lambda x, y: next(directions).metres(battle, mode, metres, ways[title]))  # noqa: B023
        if shape is not None and (not found or found[0].shapes[0] != shape):
            found.append(Reach(title=title, shapes=(shape,)))
    return tuple(found)


def _so_far(battle: AnyBattle, who: Id, legs: tuple[DrawnLeg, ...]) -> tuple[tuple[Leg, ...], Point | None]:
    here = battle.combatants[who].place.point
    if not legs:
        return (), here
    movement = movement_of(battle, call_of(battle, who, legs))
    if isinstance(movement, str):
        return (), here
    return movement.legs, here if movement.place is None else movement.place.point


@dataclass(frozen=True)
class _Ray:
    """One direction from where the legs end, with the ground along it."""

    counts: float
    """What a metre on the ground counts, as the diagonals do."""
    pieces: tuple[tuple[float, int], ...]
    """Metres on the ground, each with the number of hindrances there."""

    def metres(self, battle: AnyBattle, mode: Mode, open_ground: float, pays: Pays) -> float:
        """How far it can be paid for: what open ground allows, less what difficult ground takes of it."""
        if not any(count for _, count in self.pieces):
            return open_ground / self.counts
        # Mostly the price grows with the metres alone; where it does not, as in a jump, it is looked for.
        guess = self._walked(open_ground, stacks=rules(battle).terrain_stacks)
        if pays(self._leg(mode, guess - _EXACT)) and not pays(self._leg(mode, guess + 2 * _EXACT)):
            return guess
        return _farthest(open_ground / self.counts, lambda metres: pays(self._leg(mode, metres)))

    def _walked(self, metres: float, *, stacks: bool) -> float:
        """Metres on the ground for so many on open ground, where each hindrance doubles them."""
        gone, left = 0.0, metres / self.counts
        for length, count in self.pieces:
            times = (2**count if stacks else 2) if count else 1
            step = min(length, left / times)
            gone, left = gone + step, left - step * times
        return gone

    def _leg(self, mode: Mode, metres: float) -> Leg:
        hindered, left = [], metres
        for length, count in self.pieces:
            if count and left > 0:
                hindered.append((min(length, left) * self.counts, count))
            left -= length
        starts = bool(self.pieces[0][1])
        return Leg(mode=mode, metres=metres * self.counts, hindered=tuple(hindered), starts_hindered=starts)


def _rays(battle: AnyBattle, here: Point, longest: float) -> tuple[_Ray, ...] | None:
    """The ground in every direction; None where all of it is open."""
    near = terrain_near(battle.board, here, longest)
    if not near:
        return None
    ground, diagonals = Board(features={feature.id: feature for feature in near}), metric(battle)

    def ray(x: float, y: float) -> _Ray:
        counts = on_ground((0.0, 0.0), (x, y), diagonals)
        end = (here[0] + x * longest / counts, here[1] + y * longest / counts)
        pieces = tuple((piece.metres, len(hindrances(piece))) for piece in stretches(ground, (here, end)))
        return _Ray(counts, pieces)

    return tuple(ray(x, y) for x, y in directions())


def _joined(battle: AnyBattle, who: Id, before: Sequence[Leg], leg: Leg) -> tuple[Leg, ...]:
    """The legs with one more; going on in the same manner is the same leg."""
    if before and before[-1].mode == leg.mode:
        last = before[-1]
        longer = with_fields(last, metres=last.metres + leg.metres, hindered=(*last.hindered, *leg.hindered))
        return (*before[:-1], longer)
    return with_stances(battle, (*before, leg), stance_of(battle, who))


def _is_paid(battle: AnyBattle, who: Id, legs: Sequence[Leg], effort: float | None) -> bool:
    found = priced(battle, legs, stance_of(battle, who))
    stances = total([one for one in found if one.leg.stance is not None])
    return isinstance(pools.payment(battle, who, float(total(found)), float(stances), effort), pools.Payment)


def _farthest(most: float, is_paid: Callable[[float], bool]) -> float:
    """The longest way that can still be paid for, found by halving: prices never fall with the metres."""
    if is_paid(most):
        return most
    low, high = 0.0, most
    while high - low > _EXACT:
        middle = (low + high) / 2
        low, high = (middle, high) if is_paid(middle) else (low, middle)
    # Prices are worked out to the millimetre: what is left of the search counts as reached where it can be paid.
    whole = round(low, 1)
    return whole if abs(whole - low) <= _EXACT and is_paid(whole) else low


MOVEMENT = Movement(call=call_of, reach=reach, manners=manners, words=words, mixes=True, step_m=0.1)
