"""Distances and moves: half and full, before, after and between attacks, and as drawn on the map (ZM-MOVE)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from model.board.areas import around
from model.board.bands import metres_text
from model.board.distance import REACH_TOLERANCE, between, between_places, path_length
from model.engine.ask import Ask
from model.engine.budget import has_mark, is_turn_of, left, mark, mark_round, round_marks, use, used
from model.engine.calls import Call
from model.engine.effects import end_effects_of, has_effect
from model.engine.guards import no
from model.engine.moving import DrawnLeg, Movement, Reach, drawn_points, route_call
from model.engine.routes import CLOSE, MOVES_TO, Route, leads_nowhere, log_move, route_of
from model.engine.ruleset import Action, Band, Ranges
from model.rulesets.zamani.conditions import ACTED, FOCUSED, FULL_MOVE, GUARDED, PRONE, guarding
from model.rulesets.zamani.segment import FREE_SEGMENT, able_combatant, pay
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.sheet import Battle, Gear, is_missile
from model.state.base import Id, Record, replace
from model.state.board import Place
from model.state.texts import Refusal, ref, text

# ------------------------------------------------------------------------------------------------------------ distances


RANGES = Ranges(
    bands=(
        Band(id="reach", title="Arm's reach", reach=1, rule="ZM-GUARD-05"),
        Band(id="close", title="Close", reach=10),
        Band(id="far", title="Far", reach=100),
        Band(id="distant", title="Distant", reach=None),
    ),
    measures_from="edge",
    touches=lambda battle, first, second: is_within(battle, first, second, ARMS_REACH),
)
"""The rules know only arm's reach; the other bands are names for the board."""


def distance(battle: Battle, first: Id, second: Id) -> float | None:
    """Metres between the edges of two combatants, or None if unknown."""
    return between(battle, first, second, RANGES)


def is_within(battle: Battle, first: Id, second: Id, metres: float) -> bool:
    """Whether two combatants are at most `metres` apart; True if the distance is unknown."""
    found = distance(battle, first, second)
    return found is None or found <= metres + REACH_TOLERANCE


def is_near_place(battle: Battle, who: Id, place: Place, other: Id, metres: float) -> bool:
    """Whether a combatant at `place` would be within `metres` of another one; True if the distance is unknown."""
    there = battle.combatants[other]
    found = between_places(battle.board, place, there.place)
    if found is None:
        return True
    if place.point is not None and there.place.point is not None:
        found = max(0.0, found - battle.combatants[who].radius - there.radius)
    return found <= metres + REACH_TOLERANCE


ARMS_REACH = 1.0
"""Metres that an arm reaches (ZM-GUARD-05)."""


def reach_of(gear: Gear) -> float | None:
    """Reach of an attack in metres: arm's length and weapon, or the range of a missile, or None if none is set."""
    return (gear.range_m or None) if is_missile(gear) else gear.reach_m


def reaches(battle: Battle, attacker: Id, target: Id, gear: Gear) -> bool:
    """Whether the target of an attack is within reach; True if the reach or the distance is unknown."""
    metres = reach_of(gear)
    return metres is None or is_within(battle, attacker, target, metres)


def opponents(battle: Battle, who: Id) -> tuple[Id, ...]:
    """The opponents that a combatant knows of: present, not out of combat, not hidden."""
    side = battle.combatants[who].side
    friends = {"pc", "ally"} if side in ("pc", "ally") else {side}
    return tuple(
        id
        for id, other in battle.combatants.items()
        if other.side not in friends and other.is_present and not other.is_out and not other.is_hidden
    )


def approached(battle: Battle, who: Id, place: Place | None) -> tuple[Id, ...]:
    """The opponents that a move to `place` brings a combatant closer to; those at unknown distances are left out."""
    if place is None:
        return ()
    here = battle.combatants[who].place
    found = []
    for other in opponents(battle, who):
        there = battle.combatants[other].place
        before, after = between_places(battle.board, here, there), between_places(battle.board, place, there)
        if before is not None and after is not None and after < before - CLOSE:
            found.append(other)
    return tuple(found)


def is_in_area(battle: Battle, centre: Place, who: Id, radius: float) -> bool:
    """Whether a combatant is within an area; False if the distance is unknown."""
    metres = between_places(battle.board, centre, battle.combatants[who].place)
    return metres is not None and not math.isinf(metres) and metres <= radius + CLOSE


# --------------------------------------------------------------------------------------------------------------- moving


ATTACKED, FOLLOW_UP, ADVANCED = "attacked", "follow_up", "advanced"
"""Marks of a segment: an attack was made; a half move may follow it; the mover came closer to an opponent."""


def full_move(battle: Battle, who: Id) -> float:
    """MOVE of a round in metres (ZM-MOVE-08, ZM-AMB-20)."""
    return battle.combatants[who].sheet.move * rules(battle).move_unit_m


def half_move(battle: Battle, who: Id) -> float:
    """Half of MOVE in metres, not rounded (ZM-MOVE-02, ZM-AMB-20)."""
    return full_move(battle, who) / 2


def moved_this_round(battle: Battle, who: Id) -> float:
    """Metres of MOVE used on all segments of this round."""
    return battle.shared.moved.get(who, 0.0)


class Room(Record):
    """How far a combatant may still move on this segment, and why no further."""

    metres: float
    key: str
    why: str
    rule: str
    only_retreat: bool = False


def room(battle: Battle, who: Id) -> Room:
    """The movement left on the current segment (ZM-MOVE-01 to ZM-MOVE-08)."""
    full, half = full_move(battle, who), half_move(battle, who)
    if not battle.order.is_acting:
        return Room(full, "too_far", "MOVE is {allowed}.", "ZM-MOVE-08")
    here = used(battle, who, "metres")
    of_round = full - moved_this_round(battle, who)
    found = _of_segment(battle, who, half, here)
    if found is None:
        found = Room(full - here, "too_far", "MOVE is {allowed}.", "ZM-MOVE-08")
    if of_round < found.metres:
        why = "only {allowed} of MOVE is left in this round."
        found = Room(max(0.0, of_round), "move_used", why, "ZM-MOVE-08", found.only_retreat)
    return found


def _of_segment(battle: Battle, who: Id, half: float, here: float) -> Room | None:
    """The limit of one segment, or None if a full move is allowed."""
    noted = round_marks(battle, who)
    if FOCUSED in noted:
        return Room(0.0, "focusing", "the focus takes the whole round.", "ZM-FOC-06")
    if has_mark(battle, who, ATTACKED):
        if not has_mark(battle, who, FOLLOW_UP) and used(battle, who, "before") > 0:
            why = "half a move can come before an attack or after it, not both."
            return Room(0.0, "moved_before", why, "ZM-MOVE-04")
        if not has_mark(battle, who, FOLLOW_UP):
            return Room(0.0, "after_miss", "only a successful regular attack can be followed by a move.", "ZM-MOVE-05")
        return Room(half - here, "half_move", "half a move is {allowed}.", "ZM-MOVE-04")
    if guarding(battle, who) is not None or GUARDED in noted:
        return Room(half - here, "half_move", "half a move is left while on guard.", "ZM-GUARD-03", only_retreat=True)
    if left(battle, who, "action") < 1:
        return Room(0.0, "has_acted", "the segment was used for something else.", "ZM-MOVE-09")
    if ACTED in noted or _moved_earlier(battle, who, here):
        return Room(half - here, "half_move", "an extra segment gives half a move.", "ZM-MOVE-06")
    return None


def _moved_earlier(battle: Battle, who: Id, here: float) -> bool:
    return moved_this_round(battle, who) - here > CLOSE


# ------------------------------------------------------------------------------------------ guards


def may_travel(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the move must be on the actor's own segment and no further than the rules allow (ZM-MOVE-08)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if nowhere := leads_nowhere(battle, call):
        yield nowhere
        return
    if not battle.order.is_running:
        return
    if not is_turn_of(battle, who):
        yield no("not_your_turn", "It is not {who}'s segment.", "ZM-INIT-01", who)
        return
    route = route_of(battle, call)
    assert route is not None, "asked before"
    yield from _beyond(battle, who, route)
    yield from _leaves_ward(battle, who, route)


def _beyond(battle: Battle, who: Id, route: Route) -> Iterator[Refusal]:
    found = room(battle, who)
    if route.metres > found.metres + CLOSE:
        sentence = text(
            f"{{who}} cannot move {{metres}}: {found.why}",
            who=ref(who), metres=metres_text(route.metres), allowed=metres_text(max(0.0, found.metres)),
        )  # fmt: skip
        yield Refusal(key=found.key, sentence=sentence, rule=found.rule)
    if found.only_retreat:
        for other in approached(battle, who, route.place)[:1]:
            sentence = text("Only a retreat is possible, and this move leads closer to {other}.", other=ref(other))
            yield Refusal(key="no_retreat", sentence=sentence, rule="ZM-GUARD-03")


def _leaves_ward(battle: Battle, who: Id, route: Route) -> Iterator[Refusal]:
    """Refuse a move by which a guard leaves the reach of the ward (ZM-GUARD-08)."""
    effect = guarding(battle, who)
    if effect is None or effect.other not in battle.combatants or route.place is None:
        return
    if not is_near_place(battle, who, route.place, effect.other, ARMS_REACH):
        sentence = text("{who} stands guard for {ward} and cannot leave.", who=ref(who), ward=ref(effect.other))
        yield Refusal(key="leaves_ward", sentence=sentence, rule="ZM-GUARD-08")


# ------------------------------------------------------------------------------------------ the move


def move(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Move along a route, which may be one of several moves (ZM-MOVE-01)."""
    who = call.actor
    route = route_of(battle, call)
    assert route is not None, "the guard has checked this"
    if battle.order.is_acting:
        battle = _counted(battle, who, route)
    if route.place is not None:
        battle = battle.with_combatant(replace(battle.combatants[who], place=route.place))
    log_move(battle, call, "moves", route.metres, ask)
    return battle


def _counted(battle: Battle, who: Id, route: Route) -> Battle:
    has_advanced = route.metres > CLOSE and bool(approached(battle, who, route.place))
    moved = battle.shared.moved | {who: moved_this_round(battle, who) + route.metres}
    battle = replace(use(battle, who, "metres", route.metres), shared=replace(battle.shared, moved=moved))
    if has_advanced:
        battle = mark(battle, who, ADVANCED)
    is_full = used(battle, who, "metres") > half_move(battle, who) + CLOSE
    if is_full and not has_mark(battle, who, ATTACKED) and left(battle, who, "action"):
        battle = mark_round(use(battle, who, "full_move"), who, FULL_MOVE)
    return battle


MOVE = Action(
    id="move",
    title="Move",
    run=move,
    parameters=MOVES_TO,
    guards=(able_combatant, may_travel),
    rules=("ZM-MOVE-01", "ZM-MOVE-02", "ZM-MOVE-03", "ZM-MOVE-08"),
    cost="half or full move",
    group="move",
    key="M",
    help="Up to half of MOVE with an attack before or after it, or all of it without an attack.",
)


# ------------------------------------------------------------------------------------------ standing up


def stand_up(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Stand up from prone, as an action (ZM-MIS-03)."""
    ask.log(battle, "{0} stands up.", call.actor)
    return end_effects_of(pay(battle, call.actor), call.actor, PRONE)


def _is_prone(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and not has_effect(battle, call.actor, PRONE):
        yield no("not_prone", "{who} is not prone.", "ZM-MIS-03", call.actor)


STAND_UP = Action(
    id="stand_up",
    title="Stand Up",
    run=stand_up,
    guards=(*FREE_SEGMENT, _is_prone),
    rules=("ZM-MIS-03",),
    cost="action",
    group="move",
)


# -------------------------------------------------------------------------------------------- movement drawn on the map


def call_of(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
    """The call of one move along the drawn route."""
    return route_call(who, legs)


def reach(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...], movement_mode: str) -> tuple[Reach, ...]:
    """Areas that the rest of a half move and, if allowed, of a full move can reach from the end of the drawn route."""
    route = drawn_points(legs)
    here = route[-1] if route else battle.combatants[who].place.point
    if here is None:
        return ()
    drawn = path_length(route)
    found = room(battle, who)
    gone = used(battle, who, "metres") if battle.order.is_acting else 0.0
    half = min(half_move(battle, who) - gone, found.metres)
    words = ", only to retreat" if found.only_retreat else ""
    rates = {f"half move{words}": half - drawn}
    if found.metres > half + CLOSE:
        rates[f"full move{words}"] = found.metres - drawn
    shapes = {title: around(here, metres) for title, metres in rates.items()}
    return tuple(Reach(title=title, shapes=(shape,)) for title, shape in shapes.items() if shape is not None)


MOVEMENT = Movement(call=call_of, reach=reach)
