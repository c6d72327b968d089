"""The weapon that a combatant attacked with last, which the key for the usual attack uses again.

For games whose shared state has `last_weapon: dict[Id, Id]`, the item used last by each combatant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from model.engine.calls import Call
from model.state.base import Id, replace
from model.state.battle import AnyBattle, GameBattle, Item, SameBattle

Gear = TypeVar("Gear")


def last_or_first(battle: AnyBattle, who: Id, weapons: Sequence[Item[Gear]]) -> Item[Gear] | None:
    """The weapon used last if it is among these, otherwise the first; None if there are none."""
    last = battle.shared.last_weapon.get(who)
    for item in weapons:
        if item.id == last:
            return item
    return weapons[0] if weapons else None


def with_last_weapon(battle: SameBattle, who: Id, weapon: Item[Any] | None) -> SameBattle:
    """Note the weapon that a combatant attacked with; an attack without a weapon changes nothing."""
    if weapon is None or battle.shared.last_weapon.get(who) == weapon.id:
        return battle
    last = battle.shared.last_weapon | {who: weapon.id}
    return replace(battle, shared=replace(battle.shared, last_weapon=last))


def attack_with(usual: Callable[[GameBattle, Id], Item[Any] | None]) -> Callable[[GameBattle, Id], Call]:
    """Return a ruleset's `usual_attack`: with the weapon that `usual` returns, or without one."""

    def usual_attack(battle: AnyBattle, who: Id) -> Call:
        weapon = usual(battle, who)
        return Call(action="attack", actor=who, item=None if weapon is None else weapon.id)

    return usual_attack
