"""Tooltips and small pictures of combatants."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QToolTip, QWidget

from gui.map.pictures import Pictures
from gui.map.sprites import bracket_picture, look_of, selection_picture
from gui.style import draw_token, palette
from model.view.map import FogLevel, LinkView, TokenView, ZoneView

# ------------------------------------------------------------------------------------------------------------- tooltips


def token_lines(token: TokenView) -> tuple[str, ...]:
    """Name, health, place and conditions, each on a line."""
    first = " · ".join(part for part in (token.name, _state(token)) if part)
    health = token.health.text if token.health is not None else ""
    place = " · ".join(part for part in (token.distance, _height(token)) if part)
    return tuple(line for line in (first, health, place, *(token.notes or token.conditions)) if line)


def tooltip_of(token: TokenView) -> str:
    """The same as a tooltip."""
    return "\n".join(token_lines(token))


_WAYS = {
    "open": "{first} and {second} are open to one another",
    "one_way": "one-way from {first} to {second}",
    "blocked": "closed between {first} and {second}",
    "cut": "no connection between {first} and {second}",
}


def tooltip_of_link(link: LinkView, first: str, second: str) -> str:
    """A way in words, what is said of it, and what a click does."""
    words = _WAYS[link.state].format(first=first, second=second)
    lines = [words[0].upper() + words[1:], link.label, "Click to edit it"]
    return "\n".join(line for line in lines if line)


def tooltip_of_zone(zone: ZoneView) -> str:
    """A zone with what it is like, and what a click does."""
    return "\n".join((zone.name, *zone.tags, "Click to select everyone in it"))


def unseen_words(*, is_hidden: bool, fog: FogLevel) -> str:
    """What stands behind a zone's name on the GM's board: ` · hidden`, ` · in fog`, ` · dimmed`."""
    return " · hidden" if is_hidden else {"hidden": " · in fog", "dimmed": " · dimmed"}.get(fog, "")


def _state(token: TokenView) -> str:
    words = (("hidden", token.hidden), ("out", token.out), ("acts now", token.acting), ("target", token.target))
    return ", ".join(word for word, holds in words if holds)


def _height(token: TokenView) -> str:
    return f"{token.height:g} m up" if token.height else ""


# ------------------------------------------------------------------------------------------------------------- pictures


def paint_figure(
    painter: QPainter, pictures: Pictures, token: TokenView, middle: QPointF, radius: float, *, is_selected: bool
) -> None:
    """A token with the marks of the selected combatant and of the target."""
    ratio, colors = painter.device().devicePixelRatioF(), palette()
    marks = [selection_picture(token.side, radius, ratio, colors)] if is_selected else []
    if token.target:
        marks.append(bracket_picture(radius, ratio, colors))
    for mark in marks:
        half = QPointF(mark.width() / ratio / 2, mark.height() / ratio / 2)
        painter.drawPixmap(middle - half, mark)
    draw_token(painter, middle, radius, look_of(token), colors, pictures.portrait(token.portrait))


def is_tooltip(event: QEvent) -> bool:
    return event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent)


def show_tooltip(widget: QWidget, event: QEvent, token: TokenView | None) -> None:
    """Tell of a token where the pointer rests; nothing where there is none."""
    assert isinstance(event, QHelpEvent), "asked with is_tooltip"
    if token is None:
        QToolTip.hideText()
        event.ignore()
    else:
        QToolTip.showText(event.globalPos(), tooltip_of(token), widget)
