"""Modifiers and how they stack; a number is the sum of the explanation that `explain` builds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from model.state.base import State
from model.state.texts import Explanation, Part


class Modifier(State):
    """A part that may count towards a number."""

    key: str
    label: str
    amount: int
    rule: str = ""
    kind: Literal["term", "modifier"] = "modifier"
    """Terms (an attribute, a skill, a base) always count; modifiers go through the ruleset's stacking policy."""


Stacking = Callable[[tuple[Modifier, ...]], tuple[Part, ...]]
"""A ruleset's policy: which modifiers count, and why the others don't."""


def term(key: str, label: str, amount: int, rule: str = "") -> Modifier:
    """A part that always counts."""
    return Modifier(key=key, label=label, amount=amount, rule=rule, kind="term")


def part(modifier: Modifier, why_not: str = "") -> Part:
    return Part(
        key=modifier.key,
        label=modifier.label,
        amount=modifier.amount,
        rule=modifier.rule,
        is_applied=not why_not,
        why_not=why_not,
    )


def all_count(modifiers: tuple[Modifier, ...]) -> tuple[Part, ...]:
    """Every modifier counts."""
    return tuple(map(part, modifiers))


def highest_bonus_all_penalties(modifiers: tuple[Modifier, ...]) -> tuple[Part, ...]:
    """Only the highest bonus counts, the first of equal ones; penalties add up."""
    bonuses = [modifier for modifier in modifiers if modifier.kind == "modifier" and modifier.amount > 0]
    if len(bonuses) < 2:
        return all_count(modifiers)
    best = max(bonuses, key=lambda modifier: modifier.amount)
    beaten = {id(modifier) for modifier in bonuses if modifier is not best}
    return tuple(
        part(modifier, "only the highest bonus counts" if id(modifier) in beaten else "") for modifier in modifiers
    )


def explain(key: str, title: str, modifiers: Iterable[Modifier], stacking: Stacking = all_count) -> Explanation:
    """A number as the sum of its parts. Modifiers of 0 are left out; terms of 0 stay visible."""
    counted = [modifier for modifier in modifiers if modifier.amount or modifier.kind == "term"]
    return Explanation(key=key, title=title, parts=stacking(tuple(counted)))


def overridden(explanation: Explanation, total: int) -> Explanation:
    """The explanation with the GM's number as its total: the difference is added as a visible line."""
    difference = total - explanation.total
    line = Part(key="gm", label="GM", amount=difference, is_override=True)
    return Explanation(key=explanation.key, title=explanation.title, parts=(*explanation.parts, line))
