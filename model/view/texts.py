"""Sentences in words for a viewer: inserts names and numbers into templates, and gives players what they may know."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Literal

from model.state.base import Id, State, replace
from model.state.battle import AnyBattle
from model.state.texts import Argument, Refusal, Text
from model.view.viewer import Viewer, name_for, policy_of

SpanKind = Literal["plain", "name", "number", "muted"]

MINUS = "−"
_ENDS = (".", "!", "?", "…", ":", ";", "”", ")")
LENGTH = re.compile(r"(\d+(?:\.\d+)?) (m|km)")
"""A length in the format of `metres_text` in `model.board.bands`."""
_formatter = Formatter()


class Span(State):
    """A run of text of one kind; `muted` is for the GM alone."""

    text: str
    kind: SpanKind = "plain"


Spans = tuple[Span, ...]


class _NotForYou(Exception):
    """Raised if a sentence names something that the viewer must not know of."""


def render(text: Text, battle: AnyBattle, viewer: Viewer, *, has_numbers: bool = True) -> Spans:
    """A sentence in words; empty if it is not for this viewer or names something that they may not know of.

    Without `has_numbers` players read damage in words even where health is shown exactly.
    """
    return _capitalised(_rendered(text, battle, viewer, has_numbers=has_numbers))


def _rendered(text: Text, battle: AnyBattle, viewer: Viewer, *, has_numbers: bool) -> Spans:
    if text.audience == "gm" and not viewer.is_gm:
        return ()
    if text.in_words and not text.health_of and not viewer.is_gm:
        text = replace(text, template=text.in_words)
    elif text.health_of and not viewer.is_gm:
        text = _without_numbers(text, battle, has_numbers=has_numbers)
    try:
        spans = _spans(text, battle, viewer)
    except _NotForYou:
        return ()
    if text.audience == "gm":
        spans = (Span(text=plain(spans), kind="muted"),)
    return spans


def _without_numbers(text: Text, battle: AnyBattle, *, has_numbers: bool) -> Text:
    """A sentence about health for players: in words, or empty if they may not see any of that combatant's health.

    Sentences about things stay, in words, although players never see the health of things.
    """
    policy = policy_of(battle, text.health_of)
    if policy == "exact" and has_numbers:
        return text
    is_told = policy != "nothing" or text.health_of not in battle.combatants
    return replace(text, template=text.in_words if is_told else "")


def render_all(texts: Iterable[Text], battle: AnyBattle, viewer: Viewer, *, has_numbers: bool = True) -> Spans:
    """Several sentences in sequence, each closed with a full stop unless it has its own end.

    What is said of several in the same words is said once: `Thug 1 and Thug 2 are defeated.`
    """
    spans: list[Span] = []
    told = (_rendered(text, battle, viewer, has_numbers=has_numbers) for text in texts)
    for sentence in map(_capitalised, _gathered(filter(None, told))):
        if spans:
            spans.append(Span(text=" "))
        spans.extend(sentence)
        if not sentence[-1].text.rstrip().endswith(_ENDS):
            spans.append(Span(text=".", kind="muted" if sentence[-1].kind == "muted" else "plain"))
    return tuple(spans)


def _gathered(sentences: Iterable[Spans]) -> Iterator[Spans]:
    """The sentences, those in sequence that say the same of one after the other as one."""
    for words, alike in itertools.groupby(sentences, _said_of_one):
        found = list(alike)
        if words is None or len(found) == 1:
            yield from found
            continue
        names: list[Span] = []
        for at, (name, _) in enumerate(found):
            names += [Span(text=" and " if at == len(found) - 1 else ", ")] if at else []
            names.append(name)
        yield (*names, Span(text=f" are {words}"))


def _said_of_one(sentence: Spans) -> str | None:
    """`defeated` of `Thug 1 is defeated`; None if a sentence is of another form."""
    if len(sentence) != 2 or sentence[0].kind != "name" or sentence[1].kind != "plain":
        return None
    words = sentence[1].text
    return words.removeprefix(" is ").removesuffix(".") if words.startswith(" is ") else None


def plain(spans: Iterable[Span]) -> str:
    """The text of the spans."""
    return "".join([span.text for span in spans])


def sentence(text: Text, battle: AnyBattle, viewer: Viewer) -> str:
    """A sentence as plain text; empty if it is not for this viewer."""
    return plain(render(text, battle, viewer))


def refusal_sentence(refusal: Refusal, battle: AnyBattle, viewer: Viewer) -> str:
    """The reason for a refusal, as plain text."""
    return sentence(refusal.sentence, battle, viewer)


@functools.lru_cache(maxsize=1024, typed=True)
def signed(number: int | float) -> str:
    """A number with its sign, such as a modifier: `+3`, `−2`, `+0`, with a real minus sign."""
    return f"{MINUS if number < 0 else '+'}{unsigned(abs(number))}"


@functools.lru_cache(maxsize=1024, typed=True)
def unsigned(number: int | float) -> str:
    """A number without a plus sign: `3`, `2.5`, `−1`, with a real minus sign."""
    shown = f"{number:g}" if isinstance(number, float) else str(number)
    return shown.replace("-", MINUS)


def _spans(text: Text, battle: AnyBattle, viewer: Viewer) -> Spans:
    spans: list[Span] = []
    for literal, field, spec in _parsed(text.template):
        if literal is not None:
            spans.append(literal)
        if field is not None:
            spans.append(_argument(text.arguments.get(field, f"{{{field}}}"), spec, battle, viewer))
    return tuple([span for span in spans if span.text])


@functools.lru_cache(maxsize=4096)
def _parsed(template: str) -> tuple[tuple[Span | None, str | None, str], ...]:
    """Literals and the fields after them. An invalid template (in a file edited by hand) is shown unchanged."""
    try:
        parts = tuple(_formatter.parse(template))
    except ValueError:
        return ((Span(text=template), None, ""),)
    return tuple((Span(text=text) if text else None, field, spec or "") for text, field, spec, _ in parts)


def _argument(value: Argument, spec: str, battle: AnyBattle, viewer: Viewer) -> Span:
    if isinstance(value, bool):
        return Span(text="yes" if value else "no")
    if isinstance(value, int | float):
        return Span(text=signed(value) if spec == "+" else unsigned(value), kind="number")
    if value.startswith("@"):
        return Span(text=_name(battle, value[1:], viewer), kind="name")
    return Span(text=value, kind="number" if LENGTH.fullmatch(value) else "plain")


def _name(battle: AnyBattle, id: Id, viewer: Viewer) -> str:
    name = name_for(battle, id, viewer)
    if name is None:
        raise _NotForYou(id)
    return name


def _capitalised(spans: Spans) -> Spans:
    if not spans or spans[0].text[:1].isupper():
        return spans
    first = spans[0].text
    return (Span(text=first[:1].upper() + first[1:], kind=spans[0].kind), *spans[1:])
