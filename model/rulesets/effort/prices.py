"""What moving costs in speed points: legs, stances, difficult ground, fractions (SE-COST, SE-STANCE, SE-TERR)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as with_fields
from fractions import Fraction
from typing import Literal

from model.rulesets.effort.conditions import Stance
from model.rulesets.effort.settings import rules
from model.state.battle import AnyBattle
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
"""Speed points for a metre (SE-COST-01)."""
CLOSE = 1e-6
"""Metres that make no difference."""
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
"""The stance that each way of moving needs (SE-AMB-12)."""
USUAL: dict[Stance, Mode] = {"standing": "walk", "crouching": "crouch", "prone": "crawl"}
RULES: dict[Mode, str] = {
    "walk": "SE-COST-02",
    "run": "SE-COST-03",
    "jump": "SE-COST-04",
    "crouch": "SE-COST-06",
    "crawl": "SE-COST-07",
    "climb": "SE-COST-08",
}


@dataclass(frozen=True, kw_only=True)
class Leg:
    """An unbroken stretch of one way of moving, or a change of stance."""

    mode: Mode | None = None
    stance: Stance | None = None
    """For a change of stance: the new one."""
    metres: float = 0.0
    hindered: tuple[tuple[float, int], ...] = ()
    """Of these, metres on difficult ground, with the number of hindrances there."""
    pieces: tuple[tuple[float, int], ...] = ()
    """All of them in the order in which they are gone, likewise; empty where nobody knows which come first."""
    starts_hindered: bool = False
    """Whether it begins on difficult ground."""
    headstart: Headstart = "auto"
    points: tuple[Point, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Priced:
    """A leg with its price."""

    leg: Leg
    price: Fraction
    has_headstart: bool = False


def _exact(metres: float) -> Fraction:
    """Metres as they are stored, to the millimetre."""
    return Fraction(round(metres * 1000), 1000)


def stance_price(before: Stance) -> int:
    """1 point, out of the prone stance 2, on any ground (SE-STANCE-01, SE-STANCE-02, SE-TERR-02)."""
    return PRONE_PRICE if before == "prone" else STANCE_PRICE


def cut(leg: Leg, metres: float) -> Leg:
    """The first metres of a leg."""
    if not leg.pieces:
        share = metres / leg.metres if leg.metres else 0.0
        return with_fields(
            leg, metres=metres, hindered=tuple((length * share, count) for length, count in leg.hindered)
        )
    pieces, left = [], metres
    for length, count in leg.pieces:
        pieces.append((max(0.0, min(length, left)), count))
        left -= length
    hindered = tuple((length, count) for length, count in pieces if count and length)
    return with_fields(leg, metres=metres, hindered=hindered, pieces=tuple(pieces))


def until(legs: Sequence[Leg], metres: float) -> tuple[Leg, ...]:
    """What has been gone of legs after so many metres; a change of stance at that very place is still to come."""
    found: list[Leg] = []
    for leg in legs:
        if metres <= CLOSE:
            break
        found.append(leg if leg.metres <= metres else cut(leg, metres))
        metres -= leg.metres
    return tuple(found)


def between(before: Sequence[Priced], now: Sequence[Priced]) -> tuple[Priced, ...]:
    """What legs come to beyond those gone before, which are the first of them."""
    found: list[Priced] = []
    for index, one in enumerate(now):
        if index >= len(before):
            found.append(one)
            continue
        gone = before[index]
        if one.leg.metres - gone.leg.metres > CLOSE:
            difficult = sum(length for length, _ in one.leg.hindered) - sum(length for length, _ in gone.leg.hindered)
            leg = with_fields(
                one.leg,
                metres=one.leg.metres - gone.leg.metres,
                hindered=((difficult, 1),) if difficult > CLOSE else (),
            )
            found.append(Priced(leg=leg, price=one.price - gone.price, has_headstart=one.has_headstart))
    return tuple(found)


def with_stances(battle: AnyBattle, legs: Sequence[Leg], stance: Stance) -> tuple[Leg, ...]:
    """The legs with the changes of stance put in that they need; changes into the same stance are left out."""
    found: list[Leg] = []
    for leg in legs:
        needed = leg.stance
        if leg.mode is not None and rules(battle).stance_required_for_mode:
            needed = NEEDS[leg.mode]
        if needed is not None and needed != stance:
            found.append(Leg(stance=needed))
            stance = needed
        if leg.mode is not None:
            found.append(leg)
    return tuple(found)


def final_stance(legs: Sequence[Leg], stance: Stance) -> Stance:
    """The stance at the end of a movement."""
    return next((leg.stance for leg in reversed(legs) if leg.stance is not None), stance)


def priced(battle: AnyBattle, legs: Sequence[Leg], stance: Stance) -> tuple[Priced, ...]:
    """Each leg with its price; the fractions of a movement that is rounded as a whole are in its last leg."""
    found: list[Priced] = []
    for index, leg in enumerate(legs):
        if leg.stance is not None:
            found.append(Priced(leg=leg, price=Fraction(stance_price(stance))))
            stance = leg.stance
            continue
        before = legs[index - 1] if index else None
        after = legs[index + 1] if index + 1 < len(legs) else None
        has_headstart = _has_headstart(battle, leg, before)
        exact = _exact_price(battle, leg, _rate(battle, leg, after, has_headstart=has_headstart))
        found.append(Priced(leg=leg, price=_rounded(battle, exact), has_headstart=has_headstart))
    return _rounded_as_a_whole(found) if rules(battle).rounding == "up_per_movement" else tuple(found)


def total(legs: Sequence[Priced]) -> Fraction:
    """The price of legs together."""
    return sum((one.price for one in legs), Fraction(0))


def _rounded_as_a_whole(legs: list[Priced]) -> tuple[Priced, ...]:
    whole = total(legs)
    rest = math.ceil(whole) - whole
    if not rest:
        return tuple(legs)
    last = legs[-1]
    return (*legs[:-1], Priced(leg=last.leg, price=last.price + rest, has_headstart=last.has_headstart))


def _has_headstart(battle: AnyBattle, leg: Leg, before: Leg | None) -> bool:
    """Whether a jump follows a run that is long enough, or the GM says so (SE-COST-05, SE-AMB-01)."""
    if leg.mode != "jump" or leg.headstart != "auto":
        return leg.mode == "jump" and leg.headstart == "yes"
    if before is None or before.mode != "run":
        return False
    if rules(battle).example_reading == "walk_price":
        return True
    return bool(before.metres >= rules(battle).headstart_min_m)


def _rate(battle: AnyBattle, leg: Leg, after: Leg | None, *, has_headstart: bool) -> Fraction:
    assert leg.mode is not None, "changes of stance have no rate"
    if has_headstart:
        return HEADSTART_RATE
    is_run_up = leg.mode == "run" and after is not None and after.mode == "jump"
    if is_run_up and rules(battle).example_reading == "walk_price":
        return RATES["walk"]
    return RATES[leg.mode]


def _hindered(battle: AnyBattle, leg: Leg) -> tuple[tuple[Fraction, int], ...]:
    """Metres on difficult ground with what they are multiplied by (SE-TERR-01, SE-AMB-14)."""
    jumping = rules(battle).jump_terrain
    if leg.mode == "jump" and jumping == "never":
        return ()
    if leg.mode == "jump" and jumping == "takeoff_only":
        return ((_exact(leg.metres), 2),) if leg.starts_hindered else ()
    stacks = rules(battle).terrain_stacks
    return tuple((_exact(metres), 2**count if stacks else 2) for metres, count in leg.hindered)


def _exact_price(battle: AnyBattle, leg: Leg, rate: Fraction) -> Fraction:
    """The price before fractions are rounded, or with each part rounded first where a house rule says so."""
    hindered = _hindered(battle, leg)
    open_ground = max(Fraction(0), _exact(leg.metres) - sum((metres for metres, _ in hindered), Fraction(0)))
    if rules(battle).rounding_order == "round_then_double":
        parts = [_rounded(battle, metres * rate) * times for metres, times in hindered]
        return sum(parts, _rounded(battle, open_ground * rate))
    return sum((metres * rate * times for metres, times in hindered), open_ground * rate)


def _rounded(battle: AnyBattle, price: Fraction) -> Fraction:
    match rules(battle).rounding:
        case "up_per_leg":
            return Fraction(math.ceil(price))
        case "down_per_leg":
            return Fraction(math.floor(price))
        case "exact_halves":
            return Fraction(math.ceil(price * 2), 2)
    return price
