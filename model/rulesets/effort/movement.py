"""Distances, and moving by speed points: prices, legs, paying, drawing on the map (SE-MOVE, SE-COST, SE-STANCE)."""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, get_args

from model.board.areas import directions, outline, within
from model.board.bands import metres_text
from model.board.cutting import Stretch, stretches, terrain_near
from model.board.distance import REACH_TOLERANCE, Metric, cut_off, on_ground, path_length, tokens_touch
from model.board.distance import between as metres_between
from model.board.zones import place_at
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import end_effects_of
from model.engine.guards import no
from model.engine.messages import message
from model.engine.moving import USUAL as ANY
from model.engine.moving import DrawnLeg, LegWords, Movement, MovementMode, Reach, joined, where
from model.engine.routes import CLOSE, MOVES_TO, NO_METRES, THERE_ALREADY, Route, is_there, named_beside, route_of
from model.engine.ruleset import Action, Band, Parameter, Ranges
from model.engine.turns import can_act
from model.rulesets.effort import pools
from model.rulesets.effort.checks import costs, pay
from model.rulesets.effort.conditions import AIMING, STANCES, Stance, stance_of, with_stance
from model.rulesets.effort.reactions import Reaction, react, with_reactions
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Battle
from model.state.base import Id, Record, replace
from model.state.board import Board, Feature, Place, Point, Shape
from model.state.texts import Refusal, Text, ref, text

# --------------------------------------------------------------------------------------------------------------- prices


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
"""Speed points per metre (SE-COST-01)."""
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
RULES: dict[Mode, str] = {
    "walk": "SE-COST-02",
    "run": "SE-COST-03",
    "jump": "SE-COST-04",
    "crouch": "SE-COST-06",
    "crawl": "SE-COST-07",
    "climb": "SE-COST-08",
}


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
    return replace(leg, metres=metres, hindered=_difficult(pieces), pieces=tuple(pieces))


def _difficult(pieces: Sequence[tuple[float, bool]]) -> float:
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


# --------------------------------------------------------------------------------------------------- legs of a movement


MODES: tuple[Mode, ...] = get_args(Mode)
METRICS: dict[str, Metric] = {"euclidean": "straight_line", "one": "one", "alternating": "one_and_half"}
_LEG_KEYS = ("mode", "stance", "metres", "place", "path", "difficult", "headstart", "next_to")
_WAYS: dict[str, Point] = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}


class Course(Record):
    """Legs in order, and the place where they end, or None if it is unknown."""

    legs: tuple[Leg, ...]
    place: Place | None
    next_to: Id | None = None
    """The combatant next to whom they end."""

    @property
    def metres(self) -> float:
        return sum(leg.metres for leg in self.legs)

    @property
    def points(self) -> tuple[Point, ...]:
        """The whole route, or empty if the route of any leg is unknown."""
        moving = [leg for leg in self.legs if leg.mode is not None]
        if not moving or not all(leg.points for leg in moving):
            return ()
        return (*moving[0].points, *(point for leg in moving[1:] for point in leg.points[1:]))


def metric(battle: Battle) -> Metric:
    """How diagonals count between two places (SE-MIS-08)."""
    return METRICS[rules(battle).diagonals]


_read: deque[tuple[Battle, Call, Course | str]] = deque(maxlen=4)
"""Cache of the last calls read: guards and the move itself read the same call, and states are immutable."""


def movement_of(battle: Battle, call: Call) -> Course | str:
    """The movement that a call describes, or an error sentence if it cannot be read."""
    for known, asked, course in _read:
        if known is battle and asked is call:
            return course
    course = _movement_of(battle, call)
    _read.append((battle, call, course))
    return course


def _movement_of(battle: Battle, call: Call) -> Course | str:
    said = _LEGS.said(call)
    tables = _tables(call) if said is None else said
    if not isinstance(tables, Sequence) or isinstance(tables, str) or not tables:
        return "Choose a destination: a place, a path, a number of metres, or legs."
    start, who, legs, place = battle, call.actor, list[Leg](), None
    stance = stance_of(battle, who)
    for table in tables:
        read = _leg(battle, call.actor, table)
        if isinstance(read, str):
            return read
        leg, place = read[0], read[1] or place
        if leg.mode is None and leg.stance is None:
            leg = replace(leg, mode=USUAL[stance])
        legs.append(leg)
        stance = leg.stance or stance
        if leg.mode is not None and read[1] is not None:
            battle = battle.with_combatant(replace(battle.combatants[who], place=read[1]))
    if not any(leg.metres or leg.stance for leg in legs):
        if place is None:
            return NO_METRES
        if is_there(start, who, place):
            return THERE_ALREADY
    other = next((table["next_to"] for table in reversed(tables) if "next_to" in table), None)
    return Course(with_stances(legs, stance_of(battle, who)), place, other)


def _tables(call: Call) -> list[dict[str, Any]]:
    """The single leg that a call's own options describe, and the stance after it."""
    keys = ("metres", "place", "path", "difficult", "headstart", "next_to")
    table = {key: call.options[key] for key in keys if key in call.options}
    mode = _MODE.said(call)
    tables = []
    if any(key in table for key in ("metres", "place", "path")):
        tables.append(table if mode == "auto" else table | {"mode": mode})
    if _STANCE.said(call) is not None:
        tables.append({"stance": _STANCE.said(call)})
    return tables


def _leg(battle: Battle, who: Id, table: object) -> tuple[Leg, Place | None] | str:
    """One leg and its end, or an error sentence; without a mode, the caller uses the usual one of the stance."""
    if not isinstance(table, Mapping):
        return "A leg is a table such as { mode = run, metres = 3 }."
    unknown = [str(key) for key in table if key not in _LEG_KEYS]
    if unknown:
        return f"“{unknown[0]}” is not a field of a leg. Its fields are {', '.join(_LEG_KEYS)}."
    stance, mode = table.get("stance"), table.get("mode")
    if stance is not None:
        return (Leg(stance=stance), None) if stance in STANCES else f"There is no stance “{stance}”."
    if mode is not None and mode not in MODES:
        return f"There is no movement mode “{mode}”. The modes are {', '.join(MODES)}."
    problem = _number_problem(table, "metres") or _number_problem(table, "difficult")
    if problem:
        return problem
    route = route_of(battle, Call(action="", actor=who, options=dict(table)), metric(battle))
    if route is None:
        return "That is not a place on this board."
    return _measured(battle, route, table, mode), route.place


def _number_problem(table: Mapping[str, Any], key: str) -> str | None:
    value = table.get(key)
    if value is None:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if is_number and 0 <= value <= 999_999 else f"“{key}” of a leg must be a number of metres."


def _measured(battle: Battle, route: Route, table: Mapping[str, Any], mode: Mode | None) -> Leg:
    """A leg with its metres; those on difficult ground are as typed, else from the map (SE-TERR-01).

    Metres on the map are rounded to the centimetre: places are whole millimetres, so that a slanting metre would
    count as more than one.
    """
    metres = route.metres if table.get("metres") is not None else round(_counted(battle, route), 2)
    typed = table.get("difficult")
    found = stretches(battle.board, route.points)
    straight = sum(piece.metres for piece in found)
    share = metres / straight if straight else 0.0
    pieces: tuple[tuple[float, bool], ...] = ()
    if typed is None:
        pieces = tuple((piece.metres * share, is_difficult(piece)) for piece in found)
    headstart: Headstart = table.get("headstart", "auto")
    return Leg(
        mode=mode,
        metres=round(metres, 3),
        hindered=_difficult(pieces) if typed is None else min(float(typed), metres),
        pieces=pieces,
        headstart=headstart if headstart in get_args(Headstart) else "auto",
        points=route.points,
    )


def _counted(battle: Battle, route: Route) -> float:
    """Metres of a route on the map; alternating diagonals count an extra cell per full pair (SE-MIS-08)."""
    if rules(battle).diagonals != "alternating" or len(route.points) < 2:
        return route.metres
    cell = battle.board.cell
    straight = sum(on_ground(here, there, "one") for here, there in pairwise(route.points))
    diagonal = sum(min(abs(here[0] - there[0]), abs(here[1] - there[1])) for here, there in pairwise(route.points))
    return straight + math.floor(diagonal / cell / 2 + 1e-6) * cell


def is_difficult(piece: Stretch) -> bool:
    """Whether any ground on this stretch is difficult: several hindrances count once (SE-TERR-01)."""
    return any(_hinders(feature, piece) for feature in piece.ground)


def _hinders(feature: Feature, piece: Stretch) -> bool:
    """Whether ground is difficult on this stretch; a slope named `uphill north` only when moving north (SE-TERR-03)."""
    words = re.findall(r"[a-z]+", feature.name.lower())
    if "uphill" not in words:
        return True
    ways = [_WAYS[word] for word in words if word in _WAYS]
    if not ways:
        return True
    across, down = piece.end[0] - piece.start[0], piece.end[1] - piece.start[1]
    return across * sum(x for x, _ in ways) + down * sum(y for _, y in ways) > 1e-6


# ------------------------------------------------------------------------------------------------------------ distances


def is_within_melee(battle: Battle, first: Id, second: Id) -> bool:
    """Whether two are within melee reach: from centre to centre, or touching, as large ones are (SE-MIS-08).

    True if the distance is not known.
    """
    metres = metres_between(battle, first, second, RANGES)
    if metres is None or metres <= rules(battle).melee_reach_m + REACH_TOLERANCE:
        return True
    return tokens_touch(battle, first, second)


RANGES = Ranges(
    bands=(
        Band(id="reach", title="Reach", reach=1.5, rule="SE-MIS-08"),
        Band(id="near", title="Near", reach=10),
        Band(id="far", title="Far", reach=50),
        Band(id="distant", title="Distant", reach=None),
    ),
    metric=metric,
    touches=is_within_melee,
)


# --------------------------------------------------------------------------------------------------------------- moving


VERBS: dict[Mode, str] = {
    "walk": "walks",
    "run": "runs",
    "jump": "jumps",
    "crouch": "moves crouched",
    "crawl": "crawls",
    "climb": "climbs",
}
STANCE_WORDS = {"standing": "stands up", "crouching": "crouches", "prone": "drops prone"}


def price_of(battle: Battle, who: Id, movement: Course) -> tuple[Priced, ...]:
    """The legs of a combatant's movement with their prices (SE-COST-01)."""
    return priced(battle, movement.legs, stance_of(battle, who))


def _payment(battle: Battle, call: Call, legs: tuple[Priced, ...]) -> pools.Payment | str:
    return pools.payment(battle, call.actor, total(legs), _EFFORT.said(call))


# ------------------------------------------------------------------------------------------ guards


def may_move(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the movement can be read, and the actor has the points for it (SE-MOVE-02, SE-MOVE-03)."""
    who = call.actor
    if who not in battle.combatants:
        return
    movement = movement_of(battle, call)
    if isinstance(movement, str):
        sentence = text(movement.replace("{", "(").replace("}", ")"))
        yield Refusal(key="bad_way", sentence=sentence, rule="SE-COST-01", can_override=False)
        return
    if not movement.legs:
        yield no("same_stance", "{who} is already in that stance.", "SE-STANCE-01", who)
    if any(leg.mode == "run" for leg in movement.legs) and not battle.combatants[who].sheet.can_run:
        yield no("cannot_run", "{who} cannot run.", "SE-AMB-13", who)
    yield from _can_pay(battle, call)


def _can_pay(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor has the points, and chooses no more effort points than it costs (SE-MOVE-03, SE-EFF-01)."""
    who = call.actor
    movement = movement_of(battle, call)
    if isinstance(movement, str) or not battle.order.is_running:
        return
    legs = price_of(battle, who, movement)
    paid, chosen = _payment(battle, call, legs), _EFFORT.said(call) or 0
    if not isinstance(paid, str) and chosen > paid.effort + CLOSE:
        reserve = pools.effort(battle.combatants[who].sheet)
        limit = f"only {reserve:g} are left" if chosen > reserve else f"the move takes no more than {paid.effort:g}"
        paid = f"{chosen:g} effort points are chosen, and {limit}"
    if isinstance(paid, str):
        sentence = text("{who} cannot pay for this: {why}.", who=ref(who), why=paid)
        yield Refusal(key="no_points", sentence=sentence, rule="SE-MOVE-03")


# ------------------------------------------------------------------------------------------ the move


def move(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Carry out a movement with any number of legs as one action (SE-MOVE-01)."""
    who = call.actor
    movement = movement_of(battle, call)
    assert not isinstance(movement, str), "the guard has checked this"
    battle = pay(battle, call, "action", ask)
    journey = Journey(battle, call, movement)

    def resolve(battle: Battle, reactions: tuple[Reaction, ...]) -> Battle:
        return _travelled(battle, journey, reactions, ask)

    about = message(battle, "{0} is about to move.", who)
    return with_reactions(
        battle, call, ask, resolve, metres=movement.metres, along=journey.along, about=about, still=(_can_pay,)
    )


def _told(
    battle: Battle,
    who: Id,
    legs: tuple[Priced, ...],
    beside: tuple[Id, ...],
    paid: pools.Payment | None = None,
) -> Text:
    """Message that lists the legs of a movement, and next to whom they end; with `paid`, also the price of each leg and
    the total points.
    """
    does = ", ".join(_leg_words(one, with_price=paid is not None) for one in legs) or "stays"
    if beside:
        does += ", next to {1}"
    if paid is None:
        return message(battle, f"{{0}} {does}.", who, *beside)
    of_effort = f" and {paid.effort:g} effort" if paid.effort else ""
    return message(battle, f"{{0}} {does}: {paid.speed:g} speed{of_effort}.", who, *beside)


def _leg_words(one: Priced, *, with_price: bool) -> str:
    leg = one.leg
    if leg.mode is None:
        words = STANCE_WORDS[leg.stance or "standing"]
    else:
        words = f"{VERBS[leg.mode]} {metres_text(leg.metres)}"
        if one.has_headstart:
            words += " with a run-up"
        if leg.hindered:
            words += f", {metres_text(leg.hindered)} of it difficult"
    return f"{words} ({one.price})" if with_price else words


class Journey(Record):
    """A declared movement that is carried out piece by piece."""

    start: Battle
    call: Call
    movement: Course

    @property
    def who(self) -> Id:
        return self.call.actor

    @property
    def along(self) -> Callable[[float], Battle] | None:
        """Returns the battle with the mover a number of metres further; None if the route is unknown."""
        return self._at if self.movement.points and self.movement.place is not None else None

    def _at(self, metres: float) -> Battle:
        return self.put(self.start, metres)

    def put(self, battle: Battle, metres: float | None) -> Battle:
        """The battle with the mover after `metres`, or at the end if None, in their stance there (SE-STANCE-01)."""
        place = self.movement.place if metres is None else self._place(metres)
        if place is not None:
            battle = battle.with_combatant(replace(battle.combatants[self.who], place=place))
        final = final_stance(self._legs(metres), stance_of(self.start, self.who))
        return battle if final == stance_of(battle, self.who) else with_stance(battle, self.who, final)

    def _place(self, metres: float) -> Place | None:
        points = self.movement.points
        if not points or self.movement.place is None:
            return None
        point = cut_off(points, path_length(points) * metres / self.movement.metres)[-1]
        return place_at(self.start.board, point, self.start.combatants[self.who].place.height)

    def _legs(self, metres: float | None) -> tuple[Leg, ...]:
        return self.movement.legs if metres is None else until(self.movement.legs, metres)

    def gone(self, metres: float | None) -> tuple[Priced, ...]:
        """The legs travelled after `metres`, or all of them if None, with their prices."""
        return priced(self.start, self._legs(metres), stance_of(self.start, self.who))

    def paid(self, legs: tuple[Priced, ...]) -> pools.Payment:
        """The total payment for legs; all as speed if the GM allows the movement without enough points."""
        paid = _payment(self.start, self.call, legs)
        return pools.Payment(speed=total(legs), effort=0) if isinstance(paid, str) else paid


def _travelled(battle: Battle, journey: Journey, reactions: tuple[Reaction, ...], ask: Ask) -> Battle:
    """Follow the route, stopping where a combatant reacts; a mover who cannot go on stays there (SE-REA-04)."""
    who, at = journey.who, 0.0
    if not _goes_on(journey.start, battle, journey, at):
        ask.log(battle, "{0} cannot go any farther.", who)
        return battle
    for stop in sorted((one for one in reactions if one.when == "at_trigger"), key=lambda one: one.metres):
        battle = _gone(battle, journey, at, stop.metres, ask)
        at, before = stop.metres, battle
        battle = react(battle, stop, ask)
        if not _goes_on(before, battle, journey, at):
            ask.log(battle, "{0} cannot go any farther.", who)
            return battle
    return _gone(battle, journey, at, None, ask)


def _goes_on(before: Battle, battle: Battle, journey: Journey, at: float) -> bool:
    """Whether the mover can go on after a reaction: able to act, at the same place, in the same stance, and with points
    for the rest.

    The mover's own reaction to the reaction may have moved them or made them prone.
    """
    who = journey.who
    if not can_act(battle, who) or battle.combatants[who].place != before.combatants[who].place:
        return False
    if stance_of(battle, who) != stance_of(before, who):
        return False
    whole, part = journey.paid(journey.gone(None)), journey.paid(journey.gone(at))
    sheet, earlier = battle.combatants[who].sheet, before.combatants[who].sheet
    has_spent = (pools.speed(sheet), pools.effort(sheet)) != (pools.speed(earlier), pools.effort(earlier))
    is_short = whole.speed - part.speed > pools.speed(sheet) or whole.effort - part.effort > pools.effort(sheet)
    return not (has_spent and is_short)


def _gone(battle: Battle, journey: Journey, before: float, metres: float | None, ask: Ask) -> Battle:
    """Log, pay for and carry out one piece of the route; the rest is neither logged nor paid yet."""
    legs, last = journey.gone(metres), journey.gone(before)
    piece = between(last, legs)
    if not piece:
        return battle
    beside = named_beside(battle, journey.who, journey.movement.next_to) if metres is None else ()
    if battle.order.is_running:
        whole, part = journey.paid(legs), journey.paid(last)
        paid = pools.Payment(speed=whole.speed - part.speed, effort=whole.effort - part.effort)
        ask.add_message(_told(battle, journey.who, piece, beside, paid))
        battle = pools.spend(battle, journey.who, paid)
    else:
        ask.add_message(_told(battle, journey.who, piece, beside))
    if any(one.leg.metres for one in piece):
        battle = end_effects_of(battle, journey.who, AIMING)
    return journey.put(battle, metres)


_MODE = Parameter(
    key="mode", title="How", kind="choice", default="auto", options=("auto", *MODES), rule="SE-COST-01",
    help="auto: walking, or what the stance requires.",
)  # fmt: skip
_STANCE: Parameter[str | None] = Parameter(
    key="stance", title="Then", kind="choice", options=STANCES, rule="SE-STANCE-01",
    help="The stance at the end of the movement, or a change of stance alone.",
)  # fmt: skip
_EFFORT: Parameter[float | None] = Parameter(
    key="effort", title="Effort points", kind="number", least=0, most=999, rule="SE-EFF-01",
    help="How many of the points are effort points. Empty: only what speed points do not cover.",
)  # fmt: skip
_LEGS: Parameter[Any] = Parameter(
    key="legs", title="Legs", kind="value", rule="SE-COST-01",
    help="Several kinds of movement in one action, each with mode, metres, place or path, or with a stance.",
)  # fmt: skip


MOVE = Action(
    id="move",
    title="Move",
    run=move,
    parameters=(
        *MOVES_TO,
        _MODE,
        _STANCE,
        Parameter(
            key="difficult", title="Difficult metres", kind="number", least=0, most=999_999, rule="SE-TERR-01",
            help="Replaces what the map says.",
        ),
        Parameter(
            key="headstart", title="Run-up", kind="choice", default="auto", options=("auto", "yes", "no"),
            rule="SE-COST-05", applies=lambda battle, call: _MODE.said(call) == "jump",
        ),
        _EFFORT,
        _LEGS,
    ),
    guards=(*costs("action", "SE-MOVE-01"), may_move),
    rules=("SE-MOVE-01", "SE-MOVE-02", "SE-COST-01"),
    cost="action",
    group="move",
    key="M",
    help="Walk, run, jump, crouch, crawl or climb, in any order, as one action.",
)  # fmt: skip


# -------------------------------------------------------------------------------------------- movement drawn on the map


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
        for length, is_difficult in self.pieces:
            times = 2 if is_difficult else 1
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
