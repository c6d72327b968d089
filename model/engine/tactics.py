"""What combatants of a game may do in a forecast, as data; the forecast chooses by exact odds.

Nothing here is a rule. Combatants do nothing in forecasts for which a part is not given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from model.board.cover_lines import cover_near
from model.board.footing import has_room, last_with_room, spots_beside
from model.board.zones import place_at
from model.engine.calls import Call
from model.state.base import Id, Record
from model.state.battle import AnyBattle, GameBattle, Item
from model.state.board import Point, millimetres
from model.state.texts import Refusal

Calls = Callable[[GameBattle, Id], Iterable[Call]]
"""Calls that a combatant may make now, in the order to try them; the rules may refuse any of them."""
Approach = Callable[[GameBattle, Id, Id], Iterable[Call]]
"""Calls that bring a combatant nearer to another one, the cheapest first."""


def _none(battle: AnyBattle, who: Id) -> tuple[Call, ...]:
    return ()


def _no_approach(battle: AnyBattle, who: Id, target: Id) -> tuple[Call, ...]:
    return ()


def _never(battle: AnyBattle, who: Id) -> bool:
    return False


def _no_amounts(battle: AnyBattle) -> Mapping[str, float]:
    return MappingProxyType({})


class Tactics(Record, kw_only=True):
    """What combatants of a game may do; the forecast chooses from it."""

    attacks: Calls | None = None
    """Attacks without their target, one for each weapon at hand; if None, the usual attack."""
    barring: tuple[Callable[[GameBattle, Call], Iterable[Refusal]], ...] = ()
    """Guards of all attacks that depend only on the attacker: if one refuses, no attack has to be weighed."""
    limits: Callable[[GameBattle, Call], tuple[float, ...]] | None = None
    """Ascending limits in metres, from centre to centre: the chances of an attack depend only on which of them the
    distance exceeds. If None, they may depend on the exact distance."""
    spending: Callable[[GameBattle, Call, int], Iterable[Call]] | None = None
    """The same attack with up to this number of points spent on it; None if attacks cost no points."""
    points: Callable[[GameBattle, Id], int] | None = None
    """Points that a combatant may spend; None if forecasts of the game spend none."""
    points_title: str = ""
    """Name of the points, such as `action points`."""
    before_attack: Calls = _none
    """Actions before an attack if the turn has room for them, such as aiming."""
    approach: Approach = _no_approach
    defences: Calls = _none
    """Actions of a combatant who defends instead of attacking."""
    cover: Calls = _none
    """Going into cover nearby."""
    in_cover: str = ""
    """Id of the condition of being behind cover."""
    drop: str = ""
    """Id of the action of dropping prone."""
    risings: Mapping[str, Call] = MappingProxyType({})
    """By condition that hinders its bearer: the call that ends it at the cost of a part of the turn."""
    heals: Calls = _none
    """Help for fallen combatants within reach, including the target."""
    readies: Calls = _none
    """Actions that make an attack possible again, such as reloading."""
    helpless: tuple[str, ...] = ()
    """Conditions of those who cannot fight though the rules keep them in combat, such as dying."""
    falls_at_once: Callable[[GameBattle, Id], bool] = _never
    """Whether a combatant goes out of combat without losing health, such as a minion; then their health counts as 0."""
    forced_defences: tuple[str, ...] = ()
    """Ids of offers by which a target defends at the cost of a later turn."""
    protections: tuple[str, ...] = ()
    """Ids of offers by which one combatant protects another."""
    reactions: tuple[str, ...] = ()
    """Ids of offers for what was declared in advance; they are always taken as declared."""
    drops: str = "drop"
    """The measure of odds for taking a target out of combat."""
    unweighed: tuple[str, ...] = ()
    """Fields of the sheet that do not affect the chances of an attack, such as health; choices ignore them."""
    amounts: Callable[[GameBattle], Mapping[str, float]] = _no_amounts
    """Total amounts of what combat uses up, by title."""
    not_modelled: tuple[str, ...] = ()
    """What combatants may do in this game but never do in a forecast, in a few words each."""


NO_TACTICS = Tactics()


def each_in_hand(
    action: str,
    items: Callable[[GameBattle, Id], Iterable[tuple[Id, str]]],
    is_loaded: Callable[[GameBattle, Item[Any]], bool],
) -> Calls:
    """Return a function for attacks with each item usable for an action that is loaded; without an item if there is
    none.
    """

    def found(battle: AnyBattle, who: Id, listed: Iterable[tuple[Id, str]]) -> list[Call]:
        held = [item for item, _ in listed]
        if not held:
            return [Call(action=action, actor=who)]
        return [Call(action=action, actor=who, item=item) for item in held if is_loaded(battle, battle.items[item])]

    known: dict[Id, tuple[object, object, object, list[Call]]] = {}
    """By attacker: the items and house rules of the last result, and the result; house rules define what is loaded."""

    def attacks(battle: AnyBattle, who: Id) -> Iterable[Call]:
        listed = items(battle, who)
        last = known.get(who)
        if last is None or last[0] is not listed or last[1] is not battle.items or last[2] is not battle.settings:
            last = known[who] = listed, battle.items, battle.settings, found(battle, who, listed)
        return last[3]

    return attacks


def cover_at_hand(action: str, parameter: str) -> Calls:
    """Return a function for calls that go behind cover on the board within a step."""

    def covers(battle: AnyBattle, who: Id) -> Iterable[Call]:
        here = battle.combatants[who].place.point
        if here is None:
            return
        for feature in cover_near(battle.board, here, _STEP):
            yield Call(action=action, actor=who, options={parameter: feature.id})

    return covers


_STEP = 1.5
"""Maximum distance in metres to cover that is reached with a step."""


def toward(battle: AnyBattle, who: Id, target: Id, metres: float) -> dict[str, Any] | None:
    """Options of a move straight toward another combatant, until the two touch; None if there is no distance to move.

    It never ends on an occupied spot, but beside the target on another side, or short of a combatant in the path.
    """
    mover, other = battle.combatants[who], battle.combatants[target]
    here, there = mover.place.point, other.place.point
    if here is None or there is None:
        return None
    apart = math.dist(here, there)
    step = min(metres, apart - mover.radius - other.radius)
    if step < _LEAST:
        return None
    # Rounded down, because a millimetre more than the rules allow would be refused.
    share = math.floor(step * 1_000) / 1_000 / apart
    x, y = (millimetres(start + (end - start) * share) for start, end in zip(here, there, strict=True))
    spot: Point | None = (x, y)
    if not has_room(battle, who, (x, y)):
        beside = spots_beside(battle, who, target, within=metres - _LEAST)
        spot = next(beside, None) or last_with_room(battle, who, (x, y))
    if spot is None or math.dist(here, spot) < _LEAST:
        return None
    place = place_at(battle.board, spot, mover.place.height)
    where = {"x": place.x, "y": place.y, "height": place.height}
    return {"place": where if place.zone is None else where | {"zone": place.zone}}


_LEAST = 0.01
"""A shorter distance in metres is no move."""
