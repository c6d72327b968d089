"""A token in words, for tooltips and for those who hear the screen."""

from __future__ import annotations

from html import escape

from model.view.map import TokenView


def token_lines(token: TokenView) -> tuple[str, ...]:
    """Name, health, place and conditions, each on a line."""
    first = " · ".join(part for part in (token.name, _state(token)) if part)
    health = token.health.text if token.health is not None else ""
    place = " · ".join(part for part in (token.distance, _height(token)) if part)
    return tuple(line for line in (first, health, place, *(token.notes or token.conditions)) if line)


def tooltip_of(token: TokenView) -> str:
    """The same as a tooltip, the name in bold."""
    first, *others = (escape(line) for line in token_lines(token))
    return "<br>".join((f"<b>{first}</b>", *others))


def _state(token: TokenView) -> str:
    words = (("hidden", token.hidden), ("out", token.out), ("acts now", token.acting), ("target", token.target))
    return ", ".join(word for word, holds in words if holds)


def _height(token: TokenView) -> str:
    return f"{token.height:g} m up" if token.height else ""
