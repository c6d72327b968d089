"""Damage of a hit: how its die is thrown, what gets past a resistance, what is lost of that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from model.dice.readings import pips
from model.dice.requests import sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.modifiers import Modifier
from model.state.base import Id, Record
from model.state.board import Point

AttackType = Literal["normal", "mental", "alteration"]
Loss = Callable[[int], int]
Measured = dict[str, Callable[[int], Any]]
"""What odds tell of a loss, by measure."""


class Blow(Record):
    """How the damage of a hit is thrown: under which id, or with a die that several share."""

    id: str = "damage"
    shared: Roll | None = None
    more: tuple[Modifier, ...] = ()
    """Further bonuses to the damage."""
    origin: Point | None = None
    """What a knockback pushes away from; None: the attacker."""


def shared_die(by: Id, ask: Ask) -> Roll:
    """One die of damage for all whom an attack strikes."""
    return ask.roll(sum_of("damage", "Damage", "1d6", words=("damage",)), by)


def rolled_loss(blow: Blow, by: Id, target: Id, total: int, loss: Loss, measures: Measured, ask: Ask) -> int:
    """What a hit takes off: the die and `total`, put through `loss`. Odds end here."""
    roll = blow.shared or ask.roll(sum_of(blow.id, "Damage", "1d6", bonus=total, words=("damage",)), by)
    return int(ask.conclude(target, roll, pips(6), then=lambda die: loss(die + total), measures=measures))


def past_resistance(type: AttackType, *, least: int = 0) -> Loss:
    """What is lost of the damage that exceeds the resistance: all, or half by attacks on mind and shape.

    Half is rounded down, but of any excess at least 1 is lost; `least` is lost where nothing gets past at all.
    """
    if type == "normal":
        return lambda excess: max(0, excess)
    return lambda excess: max(1, excess // 2) if excess > 0 else least


def pierced(resistance: int, *, least: int = 0) -> int:
    """What a resistance counts against a piercing attack: half of it, at least 1, and `least` where there is none."""
    return max(1, resistance // 2) if resistance else least
