"""Sides in blocks: who begins, and the order that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from model.engine.ask import Ask
from model.engine.requests import Choice, Question
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle, age
from model.state.order import Slot
from model.state.texts import text


def sides(battle: AnyBattle) -> tuple[str, ...]:
    """The sides that take part, the players' first, then as they joined."""
    found = dict.fromkeys(combatant.side for combatant in sorted(battle.combatants.values(), key=age))
    return tuple(sorted(found, key=lambda side: (side != "pc", list(found).index(side))))


def choose_first(taking_part: tuple[str, ...], title: str, rule: str, ask: Ask, default: str | None = None) -> str:
    """Have the GM say which side begins."""
    options = tuple(Choice(key=side, label=side) for side in taking_part)
    usual = default if default in taking_part else taking_part[0]
    question = Question(id="first", title=text(title), options=options, default=usual, rule=rule)
    return str(ask.choose(question, ENVIRONMENT))


def sides_of(battle: AnyBattle, slot: Slot) -> set[str]:
    """The sides that the members of a slot are on."""
    return {battle.combatants[who].side for who in slot.members if who in battle.combatants}


def in_blocks(battle: AnyBattle, slots: Iterable[Id], ranks: Mapping[str, int]) -> tuple[Id, ...]:
    """Slots by the rank of their members' sides; inside a side as they stood."""
    order = battle.order.slots
    return tuple(sorted(slots, key=lambda id: rank_of(battle, order[id], ranks)))


def rank_of(battle: AnyBattle, slot: Slot, ranks: Mapping[str, int]) -> int:
    """The rank of the first side of a slot's members."""
    return min((ranks[side] for side in sides_of(battle, slot)), default=0)
