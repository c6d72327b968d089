"""Move, Sprint and standing up; distance counted in zones (WL-MIN-05, WL-MIN-06, WL-MAJ-13, WL-PRONE, WL-DIST-03)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace as with_fields

from model.board.distance import link_between, radius_of
from model.board.zones import passages, place_at, steps_between
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects, end_effects_of, has_effect
from model.engine.modifiers import term
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.engine.ways import read_path, read_place
from model.rulesets.wasteland.checks import TEST_PARAMETERS, Check, difficulty_of, keep_points, needs_sight, take_test
from model.rulesets.wasteland.conditions import APART, COVER, IN_REACH, PRONE, has_injury
from model.rulesets.wasteland.costs import Cost, costs, no, pay, somebody, unpayable
from model.rulesets.wasteland.harm import fall
from model.rulesets.wasteland.points import DICE, can_buy_dice
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import Gate, Ground
from model.state.base import Id, replace
from model.state.battle import AnyBattle, name_of
from model.state.board import Link, Place, millimetres
from model.state.texts import Refusal, gm_text, ref, text

MOVE, SPRINT = 1, 2
"""Zones that each may cross (WL-MIN-05, WL-MAJ-13)."""


def move_cost(battle: AnyBattle, who: Id) -> Cost:
    """Moving takes the major action of those who crawl or have a leg injury (WL-PRONE-02, WL-INJ-02)."""
    return "major" if has_effect(battle, who, PRONE) or has_injury(battle, who, "leg") else "minor"


def stand_cost(battle: AnyBattle, who: Id) -> Cost:
    """What standing up takes (WL-MIN-06, WL-AMB-04)."""
    house = rules(battle)
    return house.stand_up_cost_leg_injury if has_injury(battle, who, "leg") else house.stand_up_cost


def zones_of_move(battle: AnyBattle, who: Id) -> int:
    return rules(battle).crawl_zones if has_effect(battle, who, PRONE) else MOVE


# ------------------------------------------------------------------------------------------ where to


def destination(battle: AnyBattle, call: Call) -> Place | None:
    """Where a call leads: a place, the end of a path, next to somebody; staying where one is when it says nothing."""
    here = battle.combatants[call.actor].place
    path = read_path(call.option("path"))
    if path:
        return place_at(battle.board, path[-1], here.height)
    if call.option("place") is not None:
        return read_place(battle, call.option("place"), here)
    other = call.option("next_to")
    if other in battle.combatants:
        return _beside(battle, call.actor, other)
    return here


def _beside(battle: AnyBattle, who: Id, other: Id) -> Place:
    """A place that touches somebody, on the side one comes from; only their zone where positions are unknown."""
    here, there = battle.combatants[who].place, battle.combatants[other].place
    if here.point is None or there.point is None:
        return replace(here, x=None, y=None, zone=there.zone) if there.point is None else replace(there)
    apart = radius_of(battle, who) + radius_of(battle, other)
    metres = math.dist(here.point, there.point)
    if metres <= apart:
        return here
    share = apart / metres
    x, y = (end + (start - end) * share for start, end in zip(here.point, there.point, strict=True))
    found = place_at(battle.board, (millimetres(x), millimetres(y)), here.height)
    return found if found.zone == there.zone else replace(found, zone=there.zone)


def _steps(battle: AnyBattle, first: Id, second: Id) -> int | None:
    """Zones that a way counts as: links and entry into zones may cost more (WL-MIS-08)."""

    def cost(link: Link | None, here: Id, there: Id) -> int | None:
        # A gate is crossed by itself: nobody runs through it on the way to somewhere else.
        is_gated = link is not None and link.id in battle.shared.gates and {here, there} != {first, second}
        ways = None if is_gated else passages(link, here, there)
        ground: Ground = battle.shared.ground.get(there, Ground())
        return None if ways is None else ways + ground.entry_cost - 1

    return steps_between(battle.board, first, second, cost)


def zones_within(battle: AnyBattle, who: Id, zones: int) -> tuple[Id, ...]:
    """The zones that somebody can reach by crossing so many, their own among them (WL-DIST-03)."""
    here = battle.combatants[who].place.zone
    if here is None:
        return ()
    steps = {zone: 0 if zone == here else _steps(battle, here, zone) for zone in battle.board.zones}
    return tuple(zone for zone, number in steps.items() if number is not None and number <= zones)


def too_far(battle: AnyBattle, call: Call, zones: int, rule: str) -> Iterator[Refusal]:
    """What speaks against a way: more zones than the movement crosses (WL-DIST-03)."""
    place = destination(battle, call)
    if place is None:
        yield Refusal(
            key="nowhere", sentence=text("There is no such place on the board."), rule=rule, can_override=False
        )
        return
    here = battle.combatants[call.actor].place
    if place is here and not call.option("prone", False) and call.option("next_to") is None:
        sentence = text("Say where to: a place, a zone or next to whom.")
        yield Refusal(key="nowhere", sentence=sentence, rule=rule, can_override=False)
        return
    if here.zone is None or place.zone is None:
        return
    steps = _steps(battle, here.zone, place.zone)
    if steps is None:
        sentence = text("There is no way to {zone}.", zone=name_of(battle, place.zone))
        yield Refusal(key="no_way", sentence=sentence, rule="WL-DIST-03")
    elif steps > zones:
        sentence = text(
            "{zone} is {steps} zones away; {who} gets no further than {zones}.",
            zone=name_of(battle, place.zone), steps=steps, who=ref(call.actor), zones=zones,
        )  # fmt: skip
        yield Refusal(key="too_far", sentence=sentence, rule=rule)


# ------------------------------------------------------------------------------------------ guards


def may_move(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the action that moving takes, and no further than it carries."""
    who = call.actor
    if who in battle.combatants:
        yield from unpayable(battle, who, move_cost(battle, who), "WL-MIN-05")
        yield from too_far(battle, call, zones_of_move(battle, who), "WL-MIN-05")


def may_sprint(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: on one's feet, without a leg injury, two zones at most (WL-MAJ-13, WL-PRONE-03, WL-INJ-02)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if has_effect(battle, who, PRONE):
        yield no("prone", "{who} is prone and cannot sprint.", "WL-PRONE-03", who)
    if has_injury(battle, who, "leg"):
        yield no("leg_injury", "{who} has a leg injury and cannot sprint.", "WL-INJ-02", who)
    yield from too_far(battle, call, SPRINT, "WL-MAJ-13")


def may_stand(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: prone, with the action that standing up takes (WL-MIN-06)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if not has_effect(battle, who, PRONE):
        yield no("standing", "{who} is not prone.", "WL-MIN-06", who)
    yield from unpayable(battle, who, stand_cost(battle, who), "WL-MIN-06")


# ------------------------------------------------------------------------------------------ the actions


def move(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Move up to one zone, or crawl (WL-MIN-05, WL-PRONE-02)."""
    verb = "crawls" if has_effect(battle, call.actor, PRONE) else "moves"
    battle = pay(battle, call.actor, move_cost(battle, call.actor))
    return _travel(battle, call, verb, ask)


def sprint(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Move up to two zones (WL-MAJ-13)."""
    return _travel(pay(battle, call.actor, "major"), call, "sprints", ask)


def _travel(battle: AnyBattle, call: Call, verb: str, ask: Ask) -> AnyBattle:
    who = call.actor
    here, place = battle.combatants[who].place, destination(battle, call)
    assert place is not None, "the guard has found it"
    if here.zone is None or place.zone is None:
        ask.say(gm_text("The zones are not known: how far it is was not checked."))
    is_through, battle = _through_gate(battle, call, place, ask)
    if not is_through:
        return battle
    if place != here:
        battle = battle.with_combatant(replace(battle.combatants[who], place=place))
        battle = end_effects_of(battle, who, COVER)
        battle = parted(battle, who)
        if place.zone is None:
            ask.say(tell(battle, f"{{0}} {verb}.", who))
        else:
            # Players hear nothing of a way into a zone that they do not know.
            ask.say(tell(battle, f"{{0}} {verb} to {{where}}.", who, where=ref(place.zone)))
    other = call.option("next_to")
    if other in battle.combatants and other != who:
        battle = parted(battle, who, other)
        if battle.combatants[who].place.point is None or battle.combatants[other].place.point is None:
            battle = add_effect(battle, who, IN_REACH, other=other)
        ask.say(tell(battle, "{0} is within reach of {1}.", who, other))
    if call.option("prone", False) and not has_effect(battle, who, PRONE):
        ask.say(tell(battle, "{0} drops to the ground.", who))
        battle = fall(battle, who)
    return battle


def _through_gate(battle: AnyBattle, call: Call, place: Place, ask: Ask) -> tuple[bool, AnyBattle]:
    """Whether a test on the way lets somebody through, and the battle after it (WL-MIS-08)."""
    who = call.actor
    link = link_between(battle.board, battle.combatants[who].place.zone, place.zone)
    gate: Gate | None = None if link is None else battle.shared.gates.get(link.id)
    if gate is None:
        return True, battle
    pair = (gate.attribute, gate.skill)
    parts = [term("gate", "The way", gate.difficulty, "WL-MIS-08")]
    needs = needs_sight(battle, "", pair)
    difficulty = difficulty_of(battle, who, parts, call, needs_sight=needs)
    check = Check(id="gate", title="The way", who=who, pair=pair, difficulty=difficulty)
    outcome, battle = take_test(battle, check, call, ask)
    if not outcome.passed:
        ask.say(tell(battle, "{0} does not get through.", who))
    return outcome.passed, keep_points(battle, outcome, ask)


def parted(battle: AnyBattle, who: Id, other: Id | None = None) -> AnyBattle:
    """Forget what was said by hand about who is within reach of somebody, or of these two."""

    def is_over(bearer: Id, effect: object) -> bool:
        tied = getattr(effect, "other", None)
        if getattr(effect, "kind", "") not in (IN_REACH, APART) or who not in (bearer, tied):
            return False
        return other is None or other in (bearer, tied)

    return end_effects(battle, is_over)


def stand_up(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Get up instead of moving (WL-MIN-06)."""
    battle = pay(battle, call.actor, stand_cost(battle, call.actor))
    ask.say(tell(battle, "{0} stands up.", call.actor))
    return end_effects_of(battle, call.actor, PRONE)


def set_reach(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Say by hand whether two are within reach, or let the board say it again (WL-MIS-08, WL-AMB-31)."""
    who, other = call.actor, call.targets[0]
    how = call.option("how", "in_reach")
    battle = parted(battle, who, other)
    if how == "by_place":
        ask.say(gm_text("{who} and {other}: reach as they stand.", who=ref(who), other=ref(other)))
        return battle
    words = "{0} and {1} are within reach." if how == "in_reach" else "{0} and {1} are out of reach."
    ask.say(tell(battle, words, who, other))
    return add_effect(battle, who, IN_REACH if how == "in_reach" else APART, other=other)


def _two(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    known = [id for id in (call.actor, call.target) if id in battle.combatants]
    if call.target is not None and len(set(known)) < 2:
        sentence = text("Reach is between two combatants.")
        yield Refusal(key="not_two", sentence=sentence, can_override=False)


def _crosses_gate(battle: AnyBattle, call: Call) -> bool:
    """Whether a call leads through a gate, so that what is said about tests matters."""
    place = destination(battle, call) if call.actor in battle.combatants and battle.shared.gates else None
    if place is None:
        return False
    link = link_between(battle.board, battle.combatants[call.actor].place.zone, place.zone)
    return link is not None and link.id in battle.shared.gates


_WHERE = (
    Parameter(key="place", title="To", kind="place", help="A spot or a zone."),
    Parameter(key="path", title="Path", kind="path"),
    Parameter(key="next_to", title="Next to", kind="combatant", help="Within reach of whom it ends."),
    Parameter(key="prone", title="Drops prone at the end", kind="flag", default=False, rule="WL-PRONE-01"),
    *(with_fields(parameter, applies=_crosses_gate) for parameter in (*DICE, *TEST_PARAMETERS)),
)

MOVEMENT_ACTIONS = (
    Action(
        id="move",
        title="Move",
        run=move,
        parameters=_WHERE,
        guards=(somebody, may_move, can_buy_dice),
        rules=("WL-MIN-05", "WL-PRONE-02", "WL-DIST-03"),
        cost="minor action",
        group="move",
        key="M",
        help="Up to one zone; the major action while prone or with a leg injury.",
    ),
    Action(
        id="sprint",
        title="Sprint",
        run=sprint,
        parameters=_WHERE,
        guards=(*costs("major", "WL-MAJ-13"), may_sprint, can_buy_dice),
        rules=("WL-MAJ-13", "WL-PRONE-03"),
        cost="major action",
        group="move",
        key="X",
        help="Up to two zones.",
    ),
    Action(
        id="stand_up",
        title="Stand up",
        run=stand_up,
        guards=(somebody, may_stand),
        rules=("WL-MIN-06",),
        cost="minor action",
        group="move",
        key="J",
        help="Instead of moving.",
    ),
    Action(
        id="set_reach",
        title="Set reach",
        run=set_reach,
        targets="one",
        parameters=(
            Parameter(
                key="how", title="Reach", kind="choice", default="in_reach",
                options=("in_reach", "out_of_reach", "by_place"), rule="WL-DIST-02",
            ),
        ),
        guards=(_two,),
        rules=("WL-DIST-02",),
        group="edit",
        help="Whether two are close enough to touch, by the GM's word.",
    ),
)  # fmt: skip
