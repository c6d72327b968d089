"""Sentences in words for a viewer: templates get names and numbers, and players get only what they may know."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
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
"""A length in words, as `metres_text` of the board writes it."""
_formatter = Formatter()


class Span(State):
    """A run of words of one kind; `muted` is what only the GM reads."""

    text: str
    kind: SpanKind = "plain"


Spans = tuple[Span, ...]


class _NotForYou(Exception):
    """A sentence names something that the viewer must not know of."""


def render(text: Text, battle: AnyBattle, viewer: Viewer, *, has_numbers: bool = True) -> Spans:
    """A sentence in words; nothing when it is not for this viewer or names what they may not know of.

    Without `has_numbers` players are told of damage in words even where health is shown exactly.
    """
    if text.audience == "gm" and not viewer.is_gm:
        return ()
    if text.health_of and not viewer.is_gm:
        text = _without_numbers(text, battle, has_numbers=has_numbers)
    try:
        spans = _spans(text, battle, viewer)
    except _NotForYou:
        return ()
    if text.audience == "gm":
        spans = (Span(text=plain(spans), kind="muted"),)
    return _capitalised(spans)


def _without_numbers(text: Text, battle: AnyBattle, *, has_numbers: bool) -> Text:
    """A sentence about a combatant's health as players may read it: in words, or not at all where they see none of it.

    Of things, whose health players are not shown, they are told what happens.
    """
    policy = policy_of(battle, text.health_of)
    if policy == "exact" and has_numbers:
        return text
    is_told = policy != "nothing" or text.health_of not in battle.combatants
    return replace(text, template=text.in_words if is_told else "")


def render_all(texts: Iterable[Text], battle: AnyBattle, viewer: Viewer, *, has_numbers: bool = True) -> Spans:
    """Several sentences one after the other, each closed with a full stop where it has no end of its own."""
    spans: list[Span] = []
    for text in texts:
        sentence = render(text, battle, viewer, has_numbers=has_numbers)
        if not sentence:
            continue
        if spans:
            spans.append(Span(text=" "))
        spans.extend(sentence)
        if not sentence[-1].text.rstrip().endswith(_ENDS):
            spans.append(Span(text=".", kind="muted" if sentence[-1].kind == "muted" else "plain"))
    return tuple(spans)


def plain(spans: Iterable[Span]) -> str:
    """The words alone."""
    return "".join([span.text for span in spans])


def sentence(text: Text, battle: AnyBattle, viewer: Viewer) -> str:
    """A sentence as plain words; empty when it is not for this viewer."""
    return plain(render(text, battle, viewer))


def refusal_sentence(refusal: Refusal, battle: AnyBattle, viewer: Viewer) -> str:
    """Why something cannot be done, as plain words."""
    return sentence(refusal.sentence, battle, viewer)


@functools.lru_cache(maxsize=1024, typed=True)
def signed(number: int | float) -> str:
    """A number that is added: `+3`, `−2`, `+0`, with a real minus sign."""
    return f"{MINUS if number < 0 else '+'}{unsigned(abs(number))}"


@functools.lru_cache(maxsize=1024, typed=True)
def unsigned(number: int | float) -> str:
    """A number as it is read: `3`, `2.5`, `−1`."""
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
    """Literals and the fields behind them. A template that is none (in a file edited by hand) is shown as it stands."""
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
