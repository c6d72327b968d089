"""Legs of a movement and what they cost (SE-COST, SE-STANCE, SE-TERR, SE-AMB-01, SE-AMB-07)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from model.engine.routes import CLOSE
from model.rulesets.effort.conditions import Stance
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Battle
from model.state.base import Record, replace
from model.state.board import Point

Mode = Literal["walk", "run", "jump", "crouch", "crawl", "climb"]
Headstart = Literal["auto", "yes", "no"]
RATES: dict[Mode, Fraction] = {
    "walk": Fraction(1),
    "run": Fraction(1, 2),
    "jump": Fraction(2),
    "crouch": Fraction(2),
    "crawl": Fraction(3),
    "climb": Fraction(3),
}
"""Speed points per metre (SE-COST-01 to SE-COST-04, SE-COST-06 to SE-COST-08)."""
HEADSTART_RATE = Fraction(1)
STANCE_PRICE, PRONE_PRICE = 1, 2
NEEDS: dict[Mode, Stance] = {
    "walk": "standing",
    "run": "standing",
    "jump": "standing",
    "crouch": "crouching",
    "crawl": "prone",
    "climb": "standing",
}
"""The stance that each movement mode needs (SE-AMB-12)."""
USUAL: dict[Stance, Mode] = {"standing": "walk", "crouching": "crouch", "prone": "crawl"}


class Leg(Record, kw_only=True):
    """An unbroken stretch in one movement mode, or a change of stance."""

    mode: Mode | None = None
    stance: Stance | None = None
    """For a change of stance: the new one."""
    metres: float = 0.0
    hindered: float = 0.0
    """Of these, the metres on difficult ground."""
    pieces: tuple[tuple[float, bool], ...] = ()
    """All stretches in the order of travel: metres, and whether the ground is difficult; empty if unknown."""
    headstart: Headstart = "auto"
    points: tuple[Point, ...] = ()


class Priced(Record, kw_only=True):
    """A leg with its price."""

    leg: Leg
    price: int
    has_headstart: bool = False


def _exact(metres: float) -> Fraction:
    """Metres rounded to the millimetre, as they are stored."""
    return Fraction(round(metres * 1000), 1000)


def stance_price(before: Stance) -> int:
    """Price of a change of stance: 2 from prone, else 1, on any ground (SE-STANCE-01, SE-STANCE-02, SE-TERR-02)."""
    return PRONE_PRICE if before == "prone" else STANCE_PRICE


def cut(leg: Leg, metres: float) -> Leg:
    """The first metres of a leg."""
    if not leg.pieces:
        share = metres / leg.metres if leg.metres else 0.0
        return replace(leg, metres=metres, hindered=leg.hindered * share)
    pieces, left = [], metres
    for length, is_difficult in leg.pieces:
        pieces.append((max(0.0, min(length, left)), is_difficult))
        left -= length
    return replace(leg, metres=metres, hindered=difficult_metres(pieces), pieces=tuple(pieces))


def difficult_metres(pieces: Sequence[tuple[float, bool]]) -> float:
    return sum(length for length, is_difficult in pieces if is_difficult)


def until(legs: Sequence[Leg], metres: float) -> tuple[Leg, ...]:
    """The part of legs travelled after a number of metres, without a change of stance at exactly that place."""
    found: list[Leg] = []
    for leg in legs:
        if metres <= CLOSE:
            break
        found.append(leg if leg.metres <= metres else cut(leg, metres))
        metres -= leg.metres
    return tuple(found)


def between(before: Sequence[Priced], now: Sequence[Priced]) -> tuple[Priced, ...]:
    """The part of the legs `now` that is not in `before`, which are the first part of the same legs."""
    found: list[Priced] = []
    for index, one in enumerate(now):
        if index >= len(before):
            found.append(one)
            continue
        gone = before[index]
        if one.leg.metres - gone.leg.metres > CLOSE:
            difficult = one.leg.hindered - gone.leg.hindered
            leg = replace(
                one.leg,
                metres=one.leg.metres - gone.leg.metres,
                hindered=difficult if difficult > CLOSE else 0.0,
            )
            found.append(Priced(leg=leg, price=one.price - gone.price, has_headstart=one.has_headstart))
    return tuple(found)


def with_stances(legs: Sequence[Leg], stance: Stance) -> tuple[Leg, ...]:
    """The legs with the changes of stance that they need added; changes into the same stance are left out."""
    found: list[Leg] = []
    for leg in legs:
        needed = leg.stance if leg.mode is None else NEEDS[leg.mode]
        if needed is not None and needed != stance:
            found.append(Leg(stance=needed))
            stance = needed
        if leg.mode is not None:
            found.append(leg)
    return tuple(found)


def final_stance(legs: Sequence[Leg], stance: Stance) -> Stance:
    """The stance at the end of a movement."""
    return next((leg.stance for leg in reversed(legs) if leg.stance is not None), stance)


def priced(battle: Battle, legs: Sequence[Leg], stance: Stance) -> tuple[Priced, ...]:
    """Each leg with its price (SE-COST-01)."""
    found: list[Priced] = []
    for index, leg in enumerate(legs):
        if leg.stance is not None:
            found.append(Priced(leg=leg, price=stance_price(stance)))
            stance = leg.stance
            continue
        has_headstart = _has_headstart(battle, leg, legs[index - 1] if index else None)
        found.append(Priced(leg=leg, price=_price(leg, has_headstart=has_headstart), has_headstart=has_headstart))
    return tuple(found)


def total(legs: Sequence[Priced]) -> int:
    """The total price of legs."""
    return sum(one.price for one in legs)


def _has_headstart(battle: Battle, leg: Leg, before: Leg | None) -> bool:
    """Whether a jump follows a run that is long enough, or the GM says so (SE-COST-05, SE-AMB-01)."""
    if leg.mode != "jump" or leg.headstart != "auto":
        return leg.mode == "jump" and leg.headstart == "yes"
    return before is not None and before.mode == "run" and before.metres >= rules(battle).headstart_min_m


def _price(leg: Leg, *, has_headstart: bool) -> int:
    """The price of a leg in one mode: difficult metres cost double, then it is rounded up (SE-TERR-01, SE-AMB-07)."""
    assert leg.mode is not None, "changes of stance have a price of their own"
    rate = HEADSTART_RATE if has_headstart else RATES[leg.mode]
    metres = _exact(leg.metres)
    return math.ceil((metres + min(metres, _exact(leg.hindered))) * rate)
