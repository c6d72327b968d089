"""What-if variants: the same fight with one thing changed, as a second case to forecast and compare.

Changes are made with the GM's edit actions, so that they have the same result as the edit in a session.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec

from model.board.zones import place_at
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Refused, run
from model.forecast.behaviour import words_of, words_of_side
from model.forecast.results import PARTY, kind_name, party_of
from model.forecast.workers import Case
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle, age, name_of
from model.state.behaviour import Behaviour
from model.view.texts import refusal_sentence
from model.view.viewer import GM, side_words


class Number(Record):
    """More or fewer combatants of a kind; the newest are removed first."""

    of: Id
    by: int


class Distance(Record):
    """The party's opponents are farther away by this number of metres; nearer if it is negative."""

    metres: float


class Wave(Record):
    """The next wave comes in."""


class Weapon(Record):
    """A combatant holds another weapon: a copy of an item of the battle."""

    who: Id
    like: Id
    """Id of the item to copy."""


class Behave(Record):
    """A side or a combatant has another behaviour."""

    behaviour: Behaviour
    who: Id | None = None
    side: str = ""


Change = Number | Distance | Wave | Weapon | Behave


class Impossible(Exception):
    """A change cannot be made; the message is a sentence for the GM."""


def changed(case: Case, change: Change) -> Case:
    """Return the case with one thing changed.

    Raises:
        Impossible: the change cannot be made in this battle.
    """
    ruleset, battle = case.ruleset, case.battle
    match change:
        case Number(of=of, by=by):
            return replace(case, battle=_counted(ruleset, battle, of, by))
        case Distance(metres=metres):
            return replace(case, battle=_apart(ruleset, battle, metres))
        case Wave():
            return replace(case, battle=_done(ruleset, battle, Call(action="bring_in_wave")))
        case Weapon(who=who, like=like):
            return replace(case, battle=_armed(ruleset, battle, who, like))
        case Behave():
            return replace(case, battle=_behaving(battle, change))


def title_of(case: Case, change: Change) -> str:
    """Return the title of a change for its result: `2 fewer: Minion`."""
    battle = case.battle
    match change:
        case Number(of=of, by=by):
            more = "more" if by > 0 else "fewer"
            return f"{abs(by)} {more}: {kind_name(battle, of)}"
        case Distance(metres=metres):
            return f"{abs(metres):g} m {'farther away' if metres > 0 else 'nearer'}"
        case Wave():
            return "With the next wave"
        case Weapon(who=who, like=like):
            return f"{name_of(battle, who)} with {name_of(battle, like)}"
        case Behave(who=who, side=side):
            after = _behaving(battle, change)
            if who is not None:
                return f"{name_of(battle, who)}: {words_of(case.ruleset, after, who)}"
            return f"{side_title(side)}: {words_of_side(case.ruleset, after, side)}"


def side_title(side: str) -> str:
    """Return the name of a side for the beginning of a line: `Players`, `Opponents`, or its own name."""
    return side_words(side).capitalize()


def kind_of(battle: AnyBattle, of: Id) -> tuple[Id, ...]:
    """Return the combatants of one side whose names differ from this one's only in the number, the oldest first.

    Combatants that are absent or out of combat are left out.
    """
    one = battle.combatants[of]
    alike = [
        other
        for other in battle.combatants.values()
        if other.side == one.side
        and other.is_present
        and not other.is_out
        and kind_name(battle, other.id) == kind_name(battle, of)
    ]
    return tuple(other.id for other in sorted(alike, key=age))


# --------------------------------------------------------------------------------------------------------------- edits


def _done(ruleset: Ruleset, battle: AnyBattle, call: Call) -> AnyBattle:
    outcome = run(ruleset, battle, call)
    if isinstance(outcome, Done):
        return outcome.battle
    if isinstance(outcome, Refused):
        raise Impossible(refusal_sentence(outcome.refusal, battle, GM))
    raise Impossible("This change needs dice or a decision: make it on the board first.")


def _counted(ruleset: Ruleset, battle: AnyBattle, of: Id, by: int) -> AnyBattle:
    kind = kind_of(battle, of)
    if not by:
        return battle
    if by > 0:
        before = set(battle.combatants)
        battle = _done(ruleset, battle, Call(action="duplicate", targets=(kind[0],), options={"count": by}))
        if battle.order.is_running:
            came = tuple(who for who in battle.combatants if who not in before)
            placed = {who for slot in battle.order.slots.values() for who in slot.members}
            for who in came:
                if who not in placed:
                    battle = _done(ruleset, battle, Call(action="join_order", actor=who, targets=(who,)))
        return battle
    if -by > len(kind):
        raise Impossible(f"There are only {len(kind)} of {kind_name(battle, of)}.")
    return _done(ruleset, battle, Call(action="remove_combatant", targets=kind[by:]))


def _apart(ruleset: Ruleset, battle: AnyBattle, metres: float) -> AnyBattle:
    """Move the opponents along the line between the centres of the two parties.

    Combatants without a known position stay.
    """
    points: dict[bool, list[tuple[Id, tuple[float, float]]]] = {True: [], False: []}
    for one in battle.combatants.values():
        if one.is_present and not one.is_out and one.place.point is not None:
            points[party_of(ruleset, one.side) == PARTY].append((one.id, one.place.point))
    if not ruleset.ranges.in_metres or not all(points.values()):
        raise Impossible("Distances are not known in metres here.")
    (x, y), (other_x, other_y) = (_middle([point for _, point in members]) for members in points.values())
    apart = math.hypot(other_x - x, other_y - y) or 1.0
    step = max(metres, -apart)
    places: dict[str, Any] = {}
    for who, (left, top) in points[False]:
        there = (left + (other_x - x) / apart * step, top + (other_y - y) / apart * step)
        place = place_at(battle.board, there, battle.combatants[who].place.height)
        places[who] = msgspec.to_builtins(place)
    return _done(ruleset, battle, Call(action="place", targets=tuple(places), options={"places": places}))


def _middle(points: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _armed(ruleset: Ruleset, battle: AnyBattle, who: Id, like: Id) -> AnyBattle:
    item = battle.items[like]
    for own in battle.items_of(who):
        if own.where == "hand":
            battle = _done(ruleset, battle, Call(action="ready_item", item=own.id, options={"where": "pack"}))
    given = {"name": item.name, "gear": msgspec.to_builtins(item.gear), "where": "hand"}
    return _done(ruleset, battle, Call(action="give_item", targets=(who,), options=given))


def _behaving(battle: AnyBattle, change: Behave) -> AnyBattle:
    said = battle.behaviours
    if change.who is not None:
        said = replace(said, combatants=said.combatants | {change.who: change.behaviour})
    else:
        said = replace(said, sides=said.sides | {change.side: change.behaviour})
    return replace(battle, behaviours=said)
