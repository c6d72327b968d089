"""Zones, distance in zones, and moving: Move, Sprint, standing up (WL-DIST, WL-MIN-05, WL-MAJ-13, WL-PRONE)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from model.board.beside import place_beside
from model.board.distance import REACH_TOLERANCE, link_between, place_of, radius_of
from model.board.footing import spots_beside
from model.board.zones import passages, place_at, steps_between
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.modifiers import term
from model.engine.moving import USUAL, DrawnLeg, Movement, MovementMode, Reach, drawn_points, table_of
from model.engine.routes import read_path, read_place
from model.engine.ruleset import Action, Band, Parameter, Ranges
from model.engine.types import Traits
from model.rulesets.wasteland import checks, payment
from model.rulesets.wasteland.conditions import APART, COVER, IN_REACH, PRONE, has_injury, is_able
from model.rulesets.wasteland.harm import fall
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import Battle, Gate, Ground
from model.state.base import Id, replace
from model.state.battle import name_of
from model.state.board import Board, Link, Place, Shape
from model.state.effects import Effect
from model.state.identity_cache import cached_by_identity
from model.state.texts import Refusal, gm_text, ref, text

# -------------------------------------------------------------------------------------- traits of zones and connections


def ground_words(ground: Ground, is_for_players: bool) -> tuple[str, ...]:
    """Traits of a zone as text; radiation, a hidden danger, and notes are left out for players."""
    words = [f"cover {ground.cover} CD"] if ground.cover else []
    if ground.entry_cost > 1:
        words.append(f"entering counts {ground.entry_cost}")
    if is_for_players:
        return tuple(words)
    dice = [f"{ground.radiation_dice} CD"] if ground.radiation_dice else []
    amount = " + ".join([str(ground.radiation), *dice] if ground.radiation else dice)
    words += [f"radiation {amount}"] if amount else []
    return (*words, *([ground.notes] if ground.notes else []))


def gate_words(gate: Gate, is_for_players: bool) -> tuple[str, ...]:
    """The test of a crossing as text; its difficulty is left out for players."""
    pair = " + ".join(part.replace("_", " ").capitalize() for part in (gate.attribute, gate.skill))
    return (pair,) if is_for_players else (f"{pair}, difficulty {gate.difficulty}",)


GROUND = Traits(field="ground", kind=Ground, title="Cover and ground", words=ground_words)
GATES = Traits(field="gates", kind=Gate, title="Crossing test", words=gate_words, is_there_by_default=True)


# ------------------------------------------------------------------------------------------------------------- distance


BANDS = {
    band.id: band
    for band in (
        Band(id="reach", title="Reach", reach=None, rule="WL-DIST-02", note="touching"),
        Band(id="close", title="Close", reach=None, rule="WL-DIST-02", note="same zone"),
        Band(id="medium", title="Medium", reach=None, rule="WL-DIST-02", note="1 zone"),
        Band(id="long", title="Long", reach=None, rule="WL-DIST-02", note="2 zones"),
        Band(id="extreme", title="Extreme", reach=None, rule="WL-DIST-02", note="3 or more zones"),
    )
}
ZONES = {"reach": 0, "close": 0, "medium": 1, "long": 2, "extreme": 3}
"""Number of zones at which each range category begins."""
PLAYERS = ("pc", "ally")
"""Sides that fight together; every other side is an enemy of all others."""


class Distance(NamedTuple):
    """The distance between two combatants or zones."""

    zones: int
    is_reach: bool = False
    is_cut: bool = False
    """Whether there is no route between them."""

    @property
    def band(self) -> Band:
        if self.is_reach:
            return BANDS["reach"]
        return BANDS[("close", "medium", "long", "extreme")[min(self.zones, 3)]]


def distance(battle: Battle, first: Id, second: Id) -> Distance | None:
    """The distance between two combatants, or None if it is unknown."""
    if first == second or _touch(battle, first, second):
        return Distance(0, is_reach=True)
    here, there = place_of(battle, first), place_of(battle, second)
    if here is None or there is None or here.zone is None or there.zone is None:
        return None
    return zones_between(battle, here.zone, there.zone)


def zones_between(battle: Battle, first: Id, second: Id) -> Distance:
    """Distance between two zones: as the GM set it for their connection, else by the shortest route (WL-DIST-02)."""
    return _zones_between(battle.board, first, second)


@cached_by_identity(1024)
def _zones_between(board: Board, first: Id, second: Id) -> Distance:
    link = link_between(board, first, second)
    if link is not None and link.band in ZONES and not link.is_blocked:
        return Distance(ZONES[link.band])
    zones = steps_between(board, first, second, _border)
    return Distance(ZONES["extreme"], is_cut=True) if zones is None else Distance(zones)


def _border(link: Link | None, here: Id, there: Id) -> int | None:
    if link is None or link.is_blocked:
        return 1 if link is None else None
    return ZONES.get(link.band or "medium", 1)


def _touch(battle: Battle, first: Id, second: Id) -> bool:
    """Whether two are within reach: as set by hand, else by their tokens, in one zone (WL-MIS-08, WL-AMB-31)."""
    said = _set_by_hand(battle, first, second)
    if said is not None:
        return said
    here, there = place_of(battle, first), place_of(battle, second)
    if here is None or there is None or here.point is None or there.point is None:
        return False
    if here.zone != there.zone:
        return False
    gap = math.dist(here.point, there.point) - radius_of(battle, first) - radius_of(battle, second)
    return gap <= rules(battle).reach_cells * battle.board.cell + REACH_TOLERANCE


def _set_by_hand(battle: Battle, first: Id, second: Id) -> bool | None:
    """Whether two are within reach as set by the GM or by a move next to a combatant, or None if nothing is set."""
    found: bool | None = None
    for who, other in ((first, second), (second, first)):
        bearer = battle.combatants.get(who)
        if bearer is None or not bearer.effects:
            continue
        for effect in bearer.effects.values():
            if effect.other == other:
                if effect.kind == APART:
                    return False
                found = True if effect.kind == IN_REACH else found
    return found


def is_in_reach(battle: Battle, first: Id, second: Id) -> bool:
    return first == second or _touch(battle, first, second)


def are_enemies(battle: Battle, first: Id, second: Id) -> bool:
    """Whether two combatants are enemies: on different sides, characters and their allies counting as one side."""
    one, other = battle.combatants[first].side, battle.combatants[second].side
    return one != other and not (one in PLAYERS and other in PLAYERS)


def has_enemy_in_reach(battle: Battle, who: Id) -> bool:
    """Whether an able enemy is within reach of a combatant (WL-ATK-07, WL-AMB-02)."""
    return any(
        are_enemies(battle, who, other) and is_in_reach(battle, who, other) and is_able(battle, other)
        for other in _perhaps_in_reach(battle, who)
    )


def _perhaps_in_reach(battle: Battle, who: Id) -> Iterator[Id]:
    """All other combatants, without those in another zone (most of a crowd) unless reach was set for them."""
    own = battle.combatants[who]
    goes_by_zone = not any(effect.kind == IN_REACH for effect in own.effects.values())
    for other, combatant in battle.combatants.items():
        is_elsewhere = goes_by_zone and not combatant.effects and combatant.place.zone != own.place.zone
        if other != who and not is_elsewhere:
            yield other


def _band(battle: Battle, first: Id, second: Id) -> Band | None:
    found = distance(battle, first, second)
    return None if found is None else found.band


def _zones_apart(battle: Battle, first: Id, second: Id) -> Band:
    return zones_between(battle, first, second).band


def _within_reach(battle: Battle, who: Id, other: Id) -> Battle:
    """The battle with two within reach of each other: by an effect if their tokens do not show it (WL-MIS-08)."""
    battle = parted(battle, who, other)
    return battle if is_in_reach(battle, who, other) else add_effect(battle, who, IN_REACH, other=other)


RANGES = Ranges(
    bands=tuple(BANDS.values()),
    counted=_band,
    zones_apart=_zones_apart,
    touches=is_in_reach,
    join=_within_reach,
)


# --------------------------------------------------------------------------------------------------------------- moving


MOVE, SPRINT = 1, 2
"""Number of zones that each action may cross (WL-MIN-05, WL-MAJ-13)."""


def move_cost(battle: Battle, who: Id) -> payment.Cost:
    """Cost of moving: the major action if prone or with a leg injury, else the minor one (WL-PRONE-02, WL-INJ-02)."""
    return "major" if has_effect(battle, who, PRONE) or has_injury(battle, who, "leg") else "minor"


def stand_cost(battle: Battle, who: Id) -> payment.Cost:
    """Cost of standing up (WL-MIN-06, WL-AMB-04)."""
    return "major" if has_injury(battle, who, "leg") else "minor"


# --------------------------------------------------------------------------------------------------------- destinations


def destination(battle: Battle, call: Call) -> Place | None:
    """The place where a call leads: the end of a path, a place, or next to a combatant; the current place if the call
    says nothing, and None if there is no such place.
    """
    here = battle.combatants[call.actor].place
    path = read_path(_PATH.said(call))
    if path:
        return place_at(battle.board, path[-1], here.height)
    if _PLACE.said(call) is not None:
        return read_place(battle, _PLACE.said(call), here)
    other = _NEXT_TO.said(call)
    if other in battle.combatants:
        return _beside(battle, call.actor, other)
    return here


def _beside(battle: Battle, who: Id, other: Id) -> Place:
    """A place that touches a combatant, on the side of the mover if possible; the current one if that touches."""
    here, there = battle.combatants[who].place, battle.combatants[other].place
    if there.point is None:
        return replace(here, x=None, y=None, zone=there.zone)
    apart = radius_of(battle, who) + radius_of(battle, other)
    if here.point is not None and math.dist(here.point, there.point) <= apart:
        return here
    spot = next(spots_beside(battle, who, other), None)
    if spot is None:
        return place_beside(battle, who, other)
    found = place_at(battle.board, spot, here.height)
    return found if found.zone == there.zone else replace(found, zone=there.zone)


def _steps(battle: Battle, first: Id, second: Id) -> int | None:
    """Number of zones that a route counts as, or None without one; connections and entry may cost more (WL-MIS-08)."""
    shared = battle.shared
    return _steps_over(battle.board, first, second, tuple(shared.gates), tuple(shared.ground.items()))


@cached_by_identity(1024)
def _steps_over(
    board: Board, first: Id, second: Id, gates: tuple[Id, ...], grounds: tuple[tuple[Id, Ground], ...]
) -> int | None:
    entry = {zone: ground.entry_cost for zone, ground in grounds}

    def cost(link: Link | None, here: Id, there: Id) -> int | None:
        # A gate needs a separate movement: no route to another zone leads through it.
        is_gated = link is not None and link.id in gates and {here, there} != {first, second}
        ways = None if is_gated else passages(link, here, there)
        return None if ways is None else ways + entry.get(there, Ground().entry_cost) - 1

    return steps_between(board, first, second, cost)


def zones_within(battle: Battle, who: Id, zones: int) -> tuple[Id, ...]:
    """The zones that a combatant can reach by crossing at most `zones`, including their own (WL-DIST-03)."""
    here = battle.combatants[who].place.zone
    if here is None:
        return ()
    steps = {zone: 0 if zone == here else _steps(battle, here, zone) for zone in battle.board.zones}
    return tuple(zone for zone, number in steps.items() if number is not None and number <= zones)


def too_far(battle: Battle, call: Call, zones: int, rule: str) -> Iterator[Refusal]:
    """Yield the refusal of a destination: none given, no route, or farther than `zones` (WL-DIST-03)."""
    place = destination(battle, call)
    if place is None:
        yield Refusal(
            key="nowhere", sentence=text("There is no such place on the board."), rule=rule, can_override=False
        )
        return
    here = battle.combatants[call.actor].place
    if place == here and not _PRONE.said(call) and _NEXT_TO.said(call) is None:
        sentence = text("Choose a destination: a place, a zone, or a combatant to move next to.")
        yield Refusal(key="nowhere", sentence=sentence, rule=rule, can_override=False)
        return
    if here.zone is None or place.zone is None:
        return
    steps = _steps(battle, here.zone, place.zone)
    if steps is None:
        sentence = text("There is no route to {zone}.", zone=name_of(battle, place.zone))
        yield Refusal(key="no_way", sentence=sentence, rule="WL-DIST-03")
    elif steps > zones:
        sentence = text(
            "{zone} is {steps} zones away; {who} can only move {zones}.",
            zone=name_of(battle, place.zone), steps=steps, who=ref(call.actor), zones=zones,
        )  # fmt: skip
        yield Refusal(key="too_far", sentence=sentence, rule=rule)


# --------------------------------------------------------------------------------------------------------------- guards


def may_move(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor can pay the action for moving, and the destination is not too far."""
    who = call.actor
    if who in battle.combatants:
        yield from payment.unpayable(battle, who, move_cost(battle, who), "WL-MIN-05")
        yield from too_far(battle, call, MOVE, "WL-MIN-05")


def may_sprint(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: not prone, no leg injury, and two zones at most (WL-MAJ-13, WL-PRONE-03, WL-INJ-02)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if has_effect(battle, who, PRONE):
        yield no("prone", "{who} is prone and cannot sprint.", "WL-PRONE-03", who)
    if has_injury(battle, who, "leg"):
        yield no("leg_injury", "{who} has a leg injury and cannot sprint.", "WL-INJ-02", who)
    yield from too_far(battle, call, SPRINT, "WL-MAJ-13")


def may_stand(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor is prone and can pay the action for standing up (WL-MIN-06)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if not has_effect(battle, who, PRONE):
        yield no("standing", "{who} is not prone.", "WL-MIN-06", who)
    yield from payment.unpayable(battle, who, stand_cost(battle, who), "WL-MIN-06")


# ---------------------------------------------------------------------------------------------------------- the actions


def move(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Move up to one zone, or crawl (WL-MIN-05, WL-PRONE-02)."""
    verb = "crawls" if has_effect(battle, call.actor, PRONE) else "moves"
    battle = payment.pay(battle, call.actor, move_cost(battle, call.actor))
    return _travel(battle, call, verb, ask)


def sprint(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Move up to two zones (WL-MAJ-13)."""
    return _travel(payment.pay(battle, call.actor, "major"), call, "sprints", ask)


def _travel(battle: Battle, call: Call, verb: str, ask: Ask) -> Battle:
    who = call.actor
    here, place = battle.combatants[who].place, destination(battle, call)
    assert place is not None, "the guard has checked this"
    if here.zone is None or place.zone is None:
        ask.add_message(gm_text("The zones are not known: the distance was not checked."))
    is_through, battle = _through_gate(battle, call, place, ask)
    if not is_through:
        return battle
    if place != here:
        battle = battle.with_combatant(replace(battle.combatants[who], place=place))
        battle = end_effects_of(battle, who, COVER)
        battle = parted(battle, who)
        if place.zone is None:
            ask.log(battle, f"{{0}} {verb}.", who)
        else:
            # Players get no message about a move into a zone that is hidden from them.
            ask.log(battle, f"{{0}} {verb} to {{where}}.", who, where=ref(place.zone))
    other = _NEXT_TO.said(call)
    if other in battle.combatants and other != who:
        battle = _within_reach(battle, who, other)
        ask.log(battle, "{0} is within reach of {1}.", who, other)
    if _PRONE.said(call) and not has_effect(battle, who, PRONE):
        ask.log(battle, "{0} drops to the ground.", who)
        battle = fall(battle, who)
    return battle


def _through_gate(battle: Battle, call: Call, place: Place, ask: Ask) -> tuple[bool, Battle]:
    """Whether the test of a crossing lets a combatant through, and the battle after it (WL-MIS-08)."""
    who = call.actor
    link = link_between(battle.board, battle.combatants[who].place.zone, place.zone)
    gate: Gate | None = None if link is None else battle.shared.gates.get(link.id)
    if gate is None:
        return True, battle
    pair = (gate.attribute, gate.skill)
    parts = [term("gate", "Crossing", gate.difficulty, "WL-MIS-08")]
    difficulty = checks.difficulty_of(battle, who, parts, call, needs_sight=checks.needs_sight(pair))
    check = checks.Check(id="gate", title="Crossing", who=who, pair=pair, difficulty=difficulty)
    outcome, battle = checks.take_test(battle, check, call, ask)
    if not outcome.passed:
        ask.log(battle, "{0} does not get through.", who)
    return outcome.passed, checks.keep_points(battle, outcome, ask)


def parted(battle: Battle, who: Id, other: Id | None = None) -> Battle:
    """Remove what was set by hand about the reach of a combatant or, with `other`, between these two."""

    def is_over(bearer: Id, effect: Effect) -> bool:
        if effect.kind not in (IN_REACH, APART) or who not in (bearer, effect.other):
            return False
        return other is None or other in (bearer, effect.other)

    return end_effects(battle, is_over)


def stand_up(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Get up instead of moving (WL-MIN-06)."""
    battle = payment.pay(battle, call.actor, stand_cost(battle, call.actor))
    ask.log(battle, "{0} stands up.", call.actor)
    return end_effects_of(battle, call.actor, PRONE)


def set_reach(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Set by hand whether two are within reach, or let the board decide again (WL-MIS-08, WL-AMB-31)."""
    who, other = call.actor, call.targets[0]
    how = _HOW.said(call)
    battle = parted(battle, who, other)
    if how == "by_place":
        ask.add_message(gm_text("{who} and {other}: reach as the board shows it.", who=ref(who), other=ref(other)))
        return battle
    words = "{0} and {1} are within reach." if how == "in_reach" else "{0} and {1} are out of reach."
    ask.log(battle, words, who, other)
    return add_effect(battle, who, IN_REACH if how == "in_reach" else APART, other=other)


def _two(battle: Battle, call: Call) -> Iterator[Refusal]:
    known = [id for id in (call.actor, call.target) if id in battle.combatants]
    if call.target is not None and len(set(known)) < 2:
        sentence = text("Reach is set between two combatants.")
        yield Refusal(key="not_two", sentence=sentence, can_override=False)


def _crosses_gate(battle: Battle, call: Call) -> bool:
    """Whether a call leads through a gate, so that the parameters of tests apply."""
    place = destination(battle, call) if call.actor in battle.combatants and battle.shared.gates else None
    if place is None:
        return False
    link = link_between(battle.board, battle.combatants[call.actor].place.zone, place.zone)
    return link is not None and link.id in battle.shared.gates


_PLACE: Parameter[Any] = Parameter(key="place", title="To", kind="place", help="A place or a zone.")
_PATH: Parameter[Any] = Parameter(key="path", title="Path", kind="path")
_NEXT_TO: Parameter[Id | None] = Parameter(
    key="next_to", title="Next to", kind="combatant", help="The combatant to end within reach of.",
)  # fmt: skip
_PRONE = Parameter(key="prone", title="Drop prone at the end", kind="flag", default=False, rule="WL-PRONE-01")


_WHERE = (
    _PLACE,
    _PATH,
    _NEXT_TO,
    _PRONE,
    *(replace(parameter, applies=_crosses_gate) for parameter in (*payment.DICE, *checks.TEST_PARAMETERS)),
)

_HOW = Parameter(
    key="how", title="Reach", kind="choice", default="in_reach", options=("in_reach", "out_of_reach", "by_place"),
    rule="WL-DIST-02",
)  # fmt: skip


MOVEMENT_ACTIONS = (
    Action(
        id="move",
        title="Move",
        run=move,
        parameters=_WHERE,
        guards=(payment.able_combatant, may_move, payment.can_buy_dice),
        rules=("WL-MIN-05", "WL-PRONE-02", "WL-DIST-03"),
        cost="minor action",
        group="move",
        key="M",
        help="Up to one zone. While prone or with a leg injury it takes the major action.",
    ),
    Action(
        id="sprint",
        title="Sprint",
        run=sprint,
        parameters=_WHERE,
        guards=(*payment.costs("major", "WL-MAJ-13"), may_sprint, payment.can_buy_dice),
        rules=("WL-MAJ-13", "WL-PRONE-03"),
        cost="major action",
        group="move",
        key="X",
        help="Up to two zones.",
    ),
    Action(
        id="stand_up",
        title="Stand Up",
        run=stand_up,
        guards=(payment.able_combatant, may_stand),
        rules=("WL-MIN-06",),
        cost="minor action",
        group="move",
        key="J",
        help="Replaces the move.",
    ),
    Action(
        id="set_reach",
        title="Set Reach",
        run=set_reach,
        targets="one",
        parameters=(_HOW,),
        guards=(_two,),
        rules=("WL-DIST-02",),
        group="edit",
        help="Set by hand whether two combatants are close enough to touch.",
    ),
)  # fmt: skip


# -------------------------------------------------------------------------------------------- movement drawn on the map


SPRINTS = "sprint"


def movement_modes(battle: Battle, who: Id) -> tuple[MovementMode, ...]:
    """Moving or crawling, and sprinting if not prone or injured at a leg (WL-PRONE-02, WL-PRONE-03, WL-INJ-02)."""
    is_prone = has_effect(battle, who, PRONE)
    usual = MovementMode(key=USUAL, title="Crawl" if is_prone else "Move")
    can_sprint = not is_prone and not has_injury(battle, who, "leg")
    return (usual, MovementMode(key=SPRINTS, title="Sprint")) if can_sprint else (usual,)


def call_of(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...]) -> Call:
    """A move or sprint to the end of the drawn route: only the zones count, and the combatant next to whom it ends."""
    last = legs[-1]
    place: dict[str, object] | None = None if last.end is None else table_of(last.end)
    if place is None:
        x, y = drawn_points(legs)[-1]
        place = {"x": x, "y": y}
    beside = {} if last.next_to is None else {"next_to": last.next_to}
    return Call(
        action="sprint" if last.movement_mode == SPRINTS else "move", actor=who, options={"place": place} | beside
    )


def reach(battle: Battle, who: Id, legs: tuple[DrawnLeg, ...], movement_mode: str) -> tuple[Reach, ...]:
    """The zones that a move or a sprint can reach, from the combatant's place and not from a corner of the route."""
    zones = SPRINT if movement_mode == SPRINTS else MOVE
    shapes = tuple(_shapes(battle, zones_within(battle, who, zones)))
    return (
        Reach(title=movement_modes(battle, who)[-1 if movement_mode == SPRINTS else 0].title.lower(), shapes=shapes),
    )


def _shapes(battle: Battle, zones: tuple[Id, ...]) -> Iterator[Shape]:
    for zone in zones:
        shape = battle.board.zones[zone].shape
        if shape is not None:
            yield shape


MOVEMENT = Movement(call=call_of, reach=reach, movement_modes=movement_modes)
