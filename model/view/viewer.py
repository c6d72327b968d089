"""Viewers: the GM, who knows everything, and the players; what each may know, and under which name."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from model.board.fog import fog_at
from model.engine.public_names import is_in_sight, was_ever_seen
from model.state.base import ENVIRONMENT, Id, State
from model.state.battle import PLAYERS_SIDE as PLAYERS_SIDE  # noqa: PLC0414  # for windows that import views alone
from model.state.battle import AnyBattle, Combatant, HealthPolicy, age, name_of
from model.state.battle import side_words as side_words  # noqa: PLC0414  # the same
from model.state.board import Board

NO_FOG = Board()


class Viewer(State):
    """The viewer that a battle is shown to: the GM or the players."""

    is_gm: bool = False


GM = Viewer(is_gm=True)
PLAYERS = Viewer()


def knows(battle: AnyBattle, id: Id, viewer: Viewer) -> bool:
    """Whether a viewer may know at all that something exists.

    Players know of nothing that is hidden or absent, of nothing that a hidden combatant holds, and of no id that the
    battle does not have: it may belong to a combatant who was removed in secret.
    """
    if viewer.is_gm or id == ENVIRONMENT:
        return True
    if who := battle.combatants.get(id):
        return is_in_sight(battle.board, who)
    if thing := battle.things.get(id):
        return not thing.is_hidden and fog_at(battle.board, thing.place) == "revealed"
    if zone := battle.board.zones.get(id):
        return not zone.hidden
    if item := battle.items.get(id):
        if item.holder is None:
            return item.place is None or fog_at(battle.board, item.place) == "revealed"
        return knows(battle, item.holder, viewer)
    return id in battle.players


def name_for(battle: AnyBattle, id: Id, viewer: Viewer) -> str | None:
    """The name of a combatant or thing for a viewer, or None if they may not know of it."""
    if viewer.is_gm:
        return _gm_name(battle, id)
    if not knows(battle, id, viewer):
        return None
    who = battle.combatants.get(id)
    return _public_name(battle, who) if who else name_of(battle, id)


def names_for_gm(battle: AnyBattle, ids: Iterable[Id]) -> list[str]:
    """The names of several combatants for the GM."""
    combatants = battle.combatants
    return [combatants[id].name if id in combatants else _gm_name(battle, id) for id in ids]


def without_number(name: str) -> str:
    """`Minion 2` without its distinguishing number: `Minion`."""
    return _stem_and_number(name)[0]


def _public_name(battle: AnyBattle, who: Combatant[object]) -> str:
    """The public name, without its number if the numbers would reveal a combatant whom players cannot see."""
    name = who.public_name or who.name
    stem, number = _stem_and_number(name)
    return name if number is None or stem in _counted_through(_Crowd(battle.combatants, battle.board)) else stem


class _Crowd:
    """The combatants of a battle, and its board if it has fog, compared by identity, so that they are counted once."""

    __slots__ = ("board", "combatants")

    def __init__(self, combatants: dict[Id, Combatant[Any]], board: Board) -> None:
        self.combatants = combatants
        self.board = board if board.fog else NO_FOG

    def __hash__(self) -> int:
        return hash((id(self.combatants), id(self.board)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Crowd) and self.combatants is other.combatants and self.board is other.board


@functools.lru_cache(maxsize=4)
def _counted_through(crowd: _Crowd) -> frozenset[str]:
    """Names whose combatants that players see or saw are several, numbered from 1 without a gap.

    A combatant without a number counts as number 1. One alone needs no number: it would reveal that there are others.
    """
    numbers: dict[str, list[int]] = {}
    for who in crowd.combatants.values():
        if was_ever_seen(crowd.board, who):
            stem, number = _stem_and_number(who.public_name or who.name)
            numbers.setdefault(stem, []).append(1 if number is None else number)
    return frozenset(
        stem for stem, found in numbers.items() if len(found) > 1 and sorted(found) == list(range(1, len(found) + 1))
    )


@functools.lru_cache(maxsize=4096)
def _stem_and_number(name: str) -> tuple[str, int | None]:
    stem, _, number = name.rpartition(" ")
    return (stem, int(number)) if stem and number.isdecimal() else (name, None)


def _gm_name(battle: AnyBattle, id: Id) -> str:
    """The real name; for something removed from the battle, the name that its id was made from."""
    if who := battle.combatants.get(id):
        return who.name
    name = name_of(battle, id)
    return name if name != id else id.rpartition("-")[0].replace("-", " ").capitalize() or id


def policy_of(battle: AnyBattle, who: Id) -> HealthPolicy:
    """What players see of a combatant's health: the battle's policy for the side, or else `default_policy`."""
    combatant = battle.combatants.get(who)
    if combatant is None:
        return "nothing"
    return battle.health_policy.get(combatant.side, default_policy(combatant.side))


def default_policy(side: str) -> HealthPolicy:
    """What players see of a side's health by default: exact for their own side, words for all others."""
    return "exact" if side == PLAYERS_SIDE else "words"


def visible_id(id: Id, viewer: Viewer) -> str:
    """An id that is safe for a viewer's projection, and always the same for the same thing.

    Ids are made from real names and numbered; those for players reveal neither.
    """
    return id if viewer.is_gm else _opaque(id)


@functools.lru_cache(maxsize=4096)
def _opaque(id: Id) -> str:
    return hashlib.blake2s(id.encode(), digest_size=8).hexdigest()


@functools.lru_cache(maxsize=4096)
def initials(name: str) -> str:
    """Up to three characters for a token: the number of `Minion 2` stays (`M2`); a description in words becomes `?`.

    A long name counts as a name, not as a description, if a later word has a capital too.

    >>> initials("Minion 12"), initials("Man in the red coat"), initials("Marisol Quent of the Lanterns")
    ('M12', '?', 'M')
    """
    words = name.split()
    if not words:
        return "?"
    number = words[-1] if len(words) > 1 and words[-1].isdecimal() else ""
    if len(words) - bool(number) > 3 and not any(word[0].isupper() for word in words[1:]):
        return "?"
    return (words[0][0].upper() + number)[:3]


def sign_for(battle: AnyBattle, who: Id, viewer: Viewer) -> str:
    """The characters on a combatant's token; no two names share a letter if that can be helped.

    Players' signs depend on those alone whom they see; who joined first keeps the single letter. The GM reads the same
    ones, except for those whom players do not see or know by another name.
    """
    name = name_for(battle, who, viewer) or ""
    if who not in battle.combatants:
        return initials(name)
    signs = signs_for_gm(battle) if viewer.is_gm else _signs(_Crowd(battle.combatants, battle.board))
    return signs.get(who, initials(name))


def signs_for_gm(battle: AnyBattle) -> Mapping[Id, str]:
    """The sign of every combatant for the GM: the same object as long as none of them changes."""
    return _signs_for_gm(_Crowd(battle.combatants, battle.board))


@functools.lru_cache(maxsize=4)
def _signs(crowd: _Crowd) -> dict[Id, str]:
    """The sign of each combatant whom players see."""
    names: dict[Id, str] = {}
    counted = _counted_through(crowd)
    seen = [who for who in crowd.combatants.values() if is_in_sight(crowd.board, who)]
    for who in sorted(seen, key=age):
        stem, number = _stem_and_number(who.public_name or who.name)
        is_told = number is not None and stem in counted
        names[who.id] = (who.public_name or who.name) if is_told or number is None else stem
    return _distinct(names, {})


@functools.lru_cache(maxsize=4)
def _signs_for_gm(crowd: _Crowd) -> Mapping[Id, str]:
    names = {who.id: who.name for who in sorted(crowd.combatants.values(), key=age)}
    public = _signs(crowd)
    shared = {id: public[id] for id, name in names.items() if id in public and public[id] in _sign_candidates(name)}
    return _same(tuple(_distinct(names, shared).items()))


@functools.lru_cache(maxsize=4)
def _same(signs: tuple[tuple[Id, str], ...]) -> Mapping[Id, str]:
    return MappingProxyType(dict(signs))


def _distinct(names: dict[Id, str], signs: dict[Id, str]) -> dict[Id, str]:
    """A sign for each name, the first ones first; those that have one already keep it."""
    found, taken = dict(signs), set(signs.values())
    for id, name in names.items():
        if id not in found:
            found[id] = next((sign for sign in _sign_candidates(name) if sign not in taken), initials(name))
            taken.add(found[id])
    return found


def _sign_candidates(name: str) -> Iterator[str]:
    """Signs for a name, the best one first: `D`, then `DA` or `Do`; those with a number are told apart by that."""
    first = initials(name)
    yield first
    if not first.isalpha() or len(first) > 1:
        return
    word, *others = name.split()
    yield from (first + other[0].upper() for other in others if other[0].isalpha())
    yield from (first + letter.lower() for letter in word[1:] if letter.isalpha())
