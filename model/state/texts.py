"""Sentences, explanations and refusals as data; `model.view` turns them into words for a viewer.

The session file writes these records as lists of their fields: new fields may only be added at the end.
"""

from __future__ import annotations

from typing import Literal

from model.state.base import Id, State, replace

Audience = Literal["all", "gm"]
Argument = str | int | float | bool


class Text(State):
    """A sentence with places for arguments, not yet in anybody's words.

    `{name}` in the template is replaced by the argument of that name. An argument that starts with `@` is the id of
    something in the battle and becomes its name for the viewer: the real one for the GM, the public one for players.
    """

    template: str
    arguments: dict[str, Argument] = {}
    audience: Audience = "all"
    is_routine: bool = False
    """Bookkeeping, such as whose turn it is: it stands in the log and is no news on the players' screen."""
    health_of: Id = ""
    """Whose health or armour the numbers in it tell of: only those read them who may see that health exactly."""
    in_words: str = ""
    """The template for all others, without the numbers."""


def text(template: str, **arguments: Argument) -> Text:
    """A sentence for everybody at the table."""
    return Text(template=template, arguments=arguments)


def gm_text(template: str, **arguments: Argument) -> Text:
    """A sentence for the GM alone: target numbers, totals of foes, hidden doings."""
    return Text(template=template, arguments=arguments, audience="gm")


def routine(text: Text) -> Text:
    """The same sentence as bookkeeping: in the log, but no news for the players' screen."""
    return replace(text, is_routine=True)


def ref(id: Id) -> str:
    """An argument that names something of the battle."""
    return f"@{id}"


def refs_in(text: Text) -> tuple[Id, ...]:
    """Whom and what a text names, in the order of its arguments."""
    named = (value for value in text.arguments.values() if isinstance(value, str) and value.startswith("@"))
    return tuple(dict.fromkeys(value[1:] for value in named))


class Part(State):
    """One line of an explanation: what it is called, how much it is, and by which rule."""

    key: str
    label: str
    amount: int
    rule: str = ""
    is_applied: bool = True
    why_not: str = ""
    """Why the line does not count, in words; empty when it does."""
    is_override: bool = False
    """The GM typed this instead of what the rules say."""


class Explanation(State):
    """How a number came about. The sum of the applied parts *is* the number."""

    key: str
    title: str
    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> int:
        # A loop: every number in every run of an action is asked for its total.
        total = 0
        for part in self.parts:
            if part.is_applied:
                total += part.amount
        return total


class RollRecord(State):
    """Dice that lay on the table."""

    id: str
    """The request's id, such as `attack` or `damage.boomer-2`."""
    title: str
    by: Id
    dice: str
    """What was thrown, such as `2d6`."""
    faces: tuple[int, ...] = ()
    """As thrown, in order; empty when only a sum, a total or a word was given."""
    bonus: int = 0
    sum: int | None = None
    """Sum of the faces, or the sum that was typed."""
    word: str = ""
    """The GM's word instead of dice, such as `hit`."""
    source: Literal["typed", "rolled", "offered", "said"] = "typed"
    read_as: tuple[str, ...] = ()
    """What each face counts, such as `1 + effect`, where it does not count what it shows."""
    result: str = ""
    """What the dice come to in words where that is not their sum, such as `5 damage, 2 effects`."""

    @property
    def total(self) -> int | None:
        """Sum and bonus; None when the GM's word stands for the dice."""
        return None if self.sum is None else self.sum + self.bonus


class Ruling(State):
    """A yes-or-no result with what it was measured by, and the GM's word where that differs."""

    key: str
    title: str
    is_true: bool
    computed: bool
    total: int | None = None
    against: int | None = None
    rule: str = ""
    roll: str = ""
    """Id of the roll that was measured."""
    is_under: bool = False
    """Whether the total had to stay at or under `against`."""
    measured: str = ""
    """What it was measured by in words, where numbers would not say it: `margin 57, column 6: X`."""
    word: str = ""
    """What came of it, where yes or no would not say it: `half`."""

    @property
    def margin(self) -> int | None:
        """By how much the total is better (or, negative, worse) than what it had to reach."""
        if self.total is None or self.against is None:
            return None
        return self.against - self.total if self.is_under else self.total - self.against


class Refusal(State):
    """Why something cannot be done: a sentence and a rule, never an exception."""

    key: str
    """Names the refusal, so that the GM can overrule just this one."""
    sentence: Text
    rule: str = ""
    can_override: bool = True


Entry = Explanation | RollRecord | Ruling | Refusal | Text


class Note(State):
    """What a step did, for the log: sentences, and under them the numbers they rest on."""

    sentences: tuple[Text, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    rolls: tuple[RollRecord, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    overruled: tuple[Refusal, ...] = ()
    """Refusals that the GM set aside."""
    is_unnoticed: bool = False
    """Players do not notice who did it, nor the dice: they are told only what it does to those whom they see."""


def titled(field: str) -> str:
    """A name of files and fields as words: `health_max` is `Health max`."""
    return field.replace("_", " ").strip().capitalize()
