"""What a game says of how its combatants may be played by themselves, as data: the forecast weighs it by exact odds.

Nothing here is a rule. A part not given is something that nobody does in a forecast of that game.
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
from model.state.battle import AnyBattle, Item
from model.state.board import Point, millimetres
from model.state.texts import Refusal

Calls = Callable[[AnyBattle, Id], Iterable[Call]]
"""Calls that a combatant may make now, in the order in which they are tried; the rules may refuse any of them."""
Approach = Callable[[AnyBattle, Id, Id], Iterable[Call]]
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
    """How a game is played where nobody decides: what there is to do, for the forecast to choose from."""

    attacks: Calls | None = None
    """Attacks without their target, one for each weapon at hand; not given: the usual attack."""
    barring: tuple[Callable[[AnyBattle, Call], Iterable[Refusal]], ...] = ()
    """Guards of all attacks that look at nothing but who attacks: whom they refuse one need not weigh any."""
    limits: Callable[[AnyBattle, Call], tuple[float, ...]] | None = None
    """Metres between the middles of two up to which an attack goes so or so, ascending: its chances rest on no more of
    their distance. Not given: any metre may count."""
    spending: Callable[[AnyBattle, Call, int], Iterable[Call]] | None = None
    """The same attack with up to this number of points spent on it; not given: attacks cost no points."""
    points: Callable[[AnyBattle, Id], int] | None = None
    """Points that a combatant may spend; not given: the game has none that a forecast spends."""
    points_title: str = ""
    """What they are called, such as `action points`."""
    before_attack: Calls = _none
    """What is done before an attack where the turn has room for it, such as aiming."""
    approach: Approach = _no_approach
    defences: Calls = _none
    """What is done instead of an attack by a combatant who defends."""
    cover: Calls = _none
    """Going into cover that is at hand."""
    in_cover: str = ""
    """The condition of those behind cover."""
    drop: str = ""
    """The action of dropping prone."""
    risings: Mapping[str, Call] = MappingProxyType({})
    """What ends a condition that hinders its bearer at the cost of a part of the turn, by condition."""
    heals: Calls = _none
    """Help for the fallen within reach, with its target."""
    readies: Calls = _none
    """What makes an attack possible again where none is, such as reloading."""
    helpless: tuple[str, ...] = ()
    """Conditions of those who cannot fight though the rules keep them in the combat, such as the dying."""
    falls_at_once: Callable[[AnyBattle, Id], bool] = _never
    """Who is out of the combat without losing health, such as a minion: of theirs none counts as left then."""
    forced_defences: tuple[str, ...] = ()
    """Ids of offers by which a target defends at the cost of a later turn."""
    protections: tuple[str, ...] = ()
    """Ids of offers by which one combatant protects another."""
    reactions: tuple[str, ...] = ()
    """Ids of offers of what was declared in advance: they are always taken up as declared."""
    drops: str = "drop"
    """The measure of odds that tells whether a target is taken out."""
    unweighed: tuple[str, ...] = ()
    """Fields of the sheet that an attack's chances do not rest on, such as health: choices know none of them."""
    amounts: Callable[[AnyBattle], Mapping[str, float]] = _no_amounts
    """What is spent in a fight, by its title: how much all of it there is."""
    not_modelled: tuple[str, ...] = ()
    """What combatants of this game may do and nobody does in a forecast, in a few words each."""


NO_TACTICS = Tactics()


def each_in_hand(
    action: str,
    items: Callable[[AnyBattle, Id], Iterable[tuple[Id, str]]],
    is_loaded: Callable[[AnyBattle, Item[Any]], bool],
) -> Calls:
    """An attack with each of the items that an action can be done with, unless they are empty; with the bare hand of
    those who have none.
    """

    def found(battle: AnyBattle, who: Id, listed: Iterable[tuple[Id, str]]) -> list[Call]:
        held = [item for item, _ in listed]
        if not held:
            return [Call(action=action, actor=who)]
        return [Call(action=action, actor=who, item=item) for item in held if is_loaded(battle, battle.items[item])]

    known: dict[Id, tuple[object, object, object, list[Call]]] = {}
    """What was found last, by who attacks, behind what it rests on: house rules say what counts as loaded."""

    def attacks(battle: AnyBattle, who: Id) -> Iterable[Call]:
        listed = items(battle, who)
        last = known.get(who)
        if last is None or last[0] is not listed or last[1] is not battle.items or last[2] is not battle.settings:
            last = known[who] = listed, battle.items, battle.settings, found(battle, who, listed)
        return last[3]

    return attacks


def cover_at_hand(action: str, parameter: str) -> Calls:
    """Going behind the cover on the board that is within a step, where there is any."""

    def covers(battle: AnyBattle, who: Id) -> Iterable[Call]:
        here = battle.combatants[who].place.point
        if here is None:
            return
        for feature in cover_near(battle.board, here, _STEP):
            yield Call(action=action, actor=who, options={parameter: feature.id})

    return covers


_STEP = 1.5
"""Metres from which cover is at hand."""


def toward(battle: AnyBattle, who: Id, target: Id, metres: float) -> dict[str, Any] | None:
    """Options of a move straight toward another combatant, until the two touch; None where there is no way to go.

    It ends on nobody's spot: beside the target from another side, or short of who stands in the way.
    """
    mover, other = battle.combatants[who], battle.combatants[target]
    here, there = mover.place.point, other.place.point
    if here is None or there is None:
        return None
    apart = math.dist(here, there)
    step = min(metres, apart - mover.radius - other.radius)
    if step < _LEAST:
        return None
    # Cut off, not rounded: a millimetre more than the rules allow would be refused.
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
"""Metres that are no move."""
