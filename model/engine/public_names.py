"""Public names of combatants with the same name, numbered without revealing combatants that players have not seen.

Only visible combatants get a number, the next after those that players have seen already. So combatants that were never
seen are not counted and leave no gap; a hidden combatant gets the next number on appearing. A combatant who is hidden
after players have seen them keeps their number, and so do all others.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from model.board.fog import is_in_fog
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Combatant, SameBattle
from model.state.board import Board

_NUMBERED = re.compile(r"(.+?)(?:\s+(\d+))?")


def names_for_players(battle: AnyBattle, name: str, count: int, besides: Collection[Id] = ()) -> tuple[str, ...]:
    """Public names for `count` combatants who become visible with the name `name`.

    They are numbered if they are several or not the first. `besides` are combatants to ignore: those who get the names.
    With an empty name, all are empty, which means the real names.
    """
    if not name:
        return ("",) * count
    stem, _ = _parts(name)
    taken = _seen_numbers(battle, stem, besides)
    if count == 1 and not taken:
        return (name,)
    first = 1 + max(taken, default=0)
    return tuple(f"{stem} {number}" for number in range(first, first + count))


def name_on_appearing(battle: AnyBattle, who: Id) -> str:
    """Public name of a hidden combatant from now on: unchanged, unless a combatant seen by players has it already."""
    name = battle.combatants[who].public_name
    stem, number = _parts(name)
    taken = _seen_numbers(battle, stem, (who,)) if name else []
    if not taken or (number is not None and number not in taken):
        return name
    return names_for_players(battle, name, 1, (who,))[0]


def out_of_sight(battle: AnyBattle, who: Id) -> Combatant[Any]:
    """A combatant who is about to be hidden, noted as seen if players ever saw them: other names keep their numbers.

    Before combat has begun, nothing is noted, because the GM is still preparing it.
    """
    combatant = battle.combatants[who]
    is_remembered = was_ever_seen(battle.board, combatant) and battle.order.phase != "setup"
    return replace(combatant, was_seen=True) if is_remembered else combatant


def is_in_sight(board: Board, who: Combatant[Any]) -> bool:
    """Whether players see a combatant: present, not hidden, and not in fog."""
    return who.is_present and not who.is_hidden and not is_in_fog(board, who)


def was_ever_seen(board: Board, who: Combatant[Any]) -> bool:
    """Whether players see a combatant now, or did so before."""
    return who.was_seen or is_in_sight(board, who)


def with_sight(before: SameBattle, after: SameBattle) -> SameBattle:
    """The battle after an action, updated for combatants that fog has hidden from players or revealed to them.

    They are noted as seen and get their numbers as if the GM had hidden or revealed them.
    """
    if not before.board.fog and not after.board.fog:
        return after
    is_same_board = before.board is after.board
    if is_same_board and before.combatants is after.combatants:
        return after
    for who in tuple(after.combatants):
        old, new = before.combatants.get(who), after.combatants[who]
        if old is None or (old is new and is_same_board):
            continue
        if old.is_hidden or new.is_hidden or not (old.is_present and new.is_present):
            continue
        was_seen, is_seen = is_in_sight(before.board, old), is_in_sight(after.board, new)
        if was_seen and not is_seen and not new.was_seen and after.order.phase != "setup":
            after = after.with_combatant(replace(new, was_seen=True))
        elif is_seen and not was_seen and (name := name_on_appearing(after, who)) != new.public_name:
            after = after.with_combatant(replace(new, public_name=name))
    return after


def _seen_numbers(battle: AnyBattle, stem: str, besides: Collection[Id]) -> list[int]:
    """Numbers of the combatants of one name that players see or have seen; a name without a number counts as 1."""
    seen = (who for who in battle.combatants.values() if was_ever_seen(battle.board, who) and who.id not in besides)
    names = (_parts(who.public_name or who.name) for who in seen)
    return [number or 1 for name, number in names if name.lower() == stem.lower()]


def _parts(name: str) -> tuple[str, int | None]:
    """Name and number: `Ganger 2` as `Ganger` and 2."""
    found = _NUMBERED.fullmatch(name)
    return (name, None) if found is None else (found[1], int(found[2]) if found[2] else None)
