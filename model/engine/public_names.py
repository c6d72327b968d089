"""Names for players of several who are called the same: numbers tell them apart, and nothing of anybody unseen.

A number is given only to whoever is seen, after those that players can see already. So numbers never count those who
are hidden, and none of them leaves a gap; whoever was hidden gets the next number on appearing.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from model.state.base import Id
from model.state.battle import AnyBattle

_NUMBERED = re.compile(r"(.+?)(?:\s+(\d+))?")


def names_for_players(battle: AnyBattle, name: str, count: int, besides: Collection[Id] = ()) -> tuple[str, ...]:
    """Names for so many who come into sight, all called `name`: numbered where they are several or not the first.

    `besides` are left out of account: those whose names are looked for. Without a name they have their real ones.
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
    """What players call somebody from now on who was hidden: as before, unless somebody whom they see is called so."""
    name = battle.combatants[who].public_name
    stem, number = _parts(name)
    taken = _seen_numbers(battle, stem, (who,)) if name else []
    if not taken or (number is not None and number not in taken):
        return name
    return names_for_players(battle, name, 1, (who,))[0]


def _seen_numbers(battle: AnyBattle, stem: str, besides: Collection[Id]) -> list[int]:
    """The numbers of those of one name whom players see; one without a number is the first."""
    seen = (who for who in battle.combatants.values() if who.is_present and not who.is_hidden and who.id not in besides)
    names = (_parts(who.public_name or who.name) for who in seen)
    return [number or 1 for name, number in names if name.lower() == stem.lower()]


def _parts(name: str) -> tuple[str, int | None]:
    """`Ganger 2` as `Ganger` and 2."""
    found = _NUMBERED.fullmatch(name)
    return (name, None) if found is None else (found[1], int(found[2]) if found[2] else None)
