"""A token in words, for tooltips and for those who hear the screen."""

from __future__ import annotations

from html import escape

from model.view.map import LinkView, TokenView, ZoneView


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


_WAYS = {
    "open": "{first} and {second} are open to one another",
    "one_way": "one way from {first} to {second}",
    "blocked": "closed between {first} and {second}",
    "cut": "no way between {first} and {second}",
}


def tooltip_of_link(link: LinkView, first: str, second: str) -> str:
    """A way in words, what is said of it, and what a click does."""
    words = _WAYS[link.state].format(first=first, second=second)
    lines = [words[0].upper() + words[1:], link.label, "Click to change it"]
    return "<br>".join(escape(line) for line in lines if line)


def tooltip_of_zone(zone: ZoneView) -> str:
    """A zone with what it is like, and what a click does."""
    lines = [f"<b>{escape(zone.name)}</b>", *map(escape, zone.tags), "Click to select everybody in it"]
    return "<br>".join(lines)


def _state(token: TokenView) -> str:
    words = (("hidden", token.hidden), ("out", token.out), ("acts now", token.acting), ("target", token.target))
    return ", ".join(word for word, holds in words if holds)


def _height(token: TokenView) -> str:
    return f"{token.height:g} m up" if token.height else ""
