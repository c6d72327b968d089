"""Sentences, explanations and refusals as data; `model.view` turns them into words for a viewer.

The session file writes these records as lists of their fields: new fields may only be added at the end.
"""

from __future__ import annotations

from typing import Literal

from model.state.base import Id, State, replace
from model.state.board import Place

Audience = Literal["all", "gm"]
Argument = str | int | float | bool


class Text(State):
    """A sentence with placeholders for arguments, not yet rendered for a viewer.

    `{name}` in the template is replaced by the argument of that name. An argument that starts with `@` is the id of
    something in the battle and becomes its name for the viewer: the real one for the GM, the public one for players.
    """

    template: str
    arguments: dict[str, Argument] = {}
    audience: Audience = "all"
    is_routine: bool = False
    """Bookkeeping, such as whose turn it is: it is in the log, but not shown as news to the players."""
    health_of: Id = ""
    """Id of the combatant whose health or armour the numbers reveal: only viewers who may see it exactly read them."""
    in_words: str = ""
    """The template without the numbers, for all other viewers; without `health_of` for all players."""


def text(template: str, **arguments: Argument) -> Text:
    """A sentence for the GM and the players."""
    return Text(template=template, arguments=arguments)


def gm_text(template: str, **arguments: Argument) -> Text:
    """A sentence for the GM alone: target numbers, totals of opponents, hidden actions."""
    return Text(template=template, arguments=arguments, audience="gm")


def routine(text: Text) -> Text:
    """The same sentence as bookkeeping: in the log, but not shown as news to the players."""
    return replace(text, is_routine=True)


def ref(id: Id) -> str:
    """An argument that names something in the battle."""
    return f"@{id}"


def refs_in(text: Text) -> tuple[Id, ...]:
    """Ids that a text names, in the order of its arguments."""
    named = (value for value in text.arguments.values() if isinstance(value, str) and value.startswith("@"))
    return tuple(dict.fromkeys(value[1:] for value in named))


class Part(State):
    """One line of an explanation: its label, its amount, and its rule."""

    key: str
    label: str
    amount: int
    rule: str = ""
    is_applied: bool = True
    why_not: str = ""
    """Why the line does not count, in words; empty if it does."""
    is_override: bool = False
    """Whether the GM typed this instead of what the rules say."""


class Explanation(State):
    """How a number was computed. The sum of the applied parts *is* the number."""

    key: str
    title: str
    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> int:
        # A loop, for speed: it runs for every number in every run of an action.
        total = 0
        for part in self.parts:
            if part.is_applied:
                total += part.amount
        return total


class RollRecord(State):
    """A roll: the dice on the table and what they come to."""

    id: str
    """The request's id, such as `attack` or `damage.boomer-2`."""
    title: str
    by: Id
    dice: str
    """The dice that were rolled, such as `2d6`."""
    faces: tuple[int, ...] = ()
    """Faces in the order rolled; empty if only a sum, a total or a word was given."""
    bonus: int = 0
    sum: int | None = None
    """Sum of the faces, or the sum that was typed."""
    word: str = ""
    """The GM's word instead of dice, such as `hit`."""
    source: Literal["typed", "rolled", "offered", "said"] = "typed"
    read_as: tuple[str, ...] = ()
    """What each face counts, such as `1 + effect`, if it does not count what it shows."""
    result: str = ""
    """The result in words if it is not the sum of the dice, such as `5 damage, 2 effects`."""

    @property
    def total(self) -> int | None:
        """Sum and bonus, or None if the GM's word replaces the dice."""
        return None if self.sum is None else self.sum + self.bonus


class Ruling(State):
    """A yes-or-no result with the numbers it is based on; the GM may have replaced the computed result."""

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
    """What it was measured by in words, if numbers do not say it: `margin 57, column 6: X`."""
    word: str = ""
    """The result in words, if yes or no does not say it: `half`."""

    @property
    def margin(self) -> int | None:
        """How much better (or, negative, worse) the total is than what it had to reach; None without these numbers."""
        if self.total is None or self.against is None:
            return None
        return self.against - self.total if self.is_under else self.total - self.against


class Refusal(State):
    """Why something cannot be done: a sentence and a rule, never an exception."""

    key: str
    """Identifies the refusal, so that the GM can overrule just this one."""
    sentence: Text
    rule: str = ""
    can_override: bool = True
    nearer: Id | None = None
    """The combatant, thing or item that the actor does not reach: a move toward it would help."""
    within: float | None = None
    """Metres from `nearer` that are near enough; None if only a place next to them is."""
    toward: Place | None = None
    """The place aimed at that is out of range: a move to `within` metres of it would help."""


Entry = Explanation | RollRecord | Ruling | Refusal | Text


class Note(State):
    """What a step did, for the log: sentences, and the numbers they are based on."""

    sentences: tuple[Text, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    rolls: tuple[RollRecord, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    overruled: tuple[Refusal, ...] = ()
    """Refusals that the GM overruled."""
    is_unnoticed: bool = False
    """Whether players do not notice who did it, nor the dice: they see only its effect on combatants whom they see."""


def lowered(title: str) -> str:
    """A title within a sentence: `DR physical`, `maximum HP`, `defence`; abbreviations keep their capitals."""
    return " ".join(word if word[1:] != word[1:].lower() else word.lower() for word in title.split(" "))


def titled(field: str) -> str:
    """A name of files and fields as words: `health_max` becomes `Health max`."""
    return field.replace("_", " ").strip().capitalize()
