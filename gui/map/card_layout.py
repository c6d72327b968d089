"""Where everything stands in the list of zones: cards in columns, words and tokens in cards. No painting here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from gui.style import semi_bold, text_font
from model.view.map import TokenView
from model.view.zone_list import HERE, WayOut, ZoneRow, ZonesView

CELL_RADIUS = 16.0
_LEAST_WIDTH = 300.0
"""Pixels of a card; as many columns as fit."""
_GAP, _PAD = 12.0, 14.0
_CELL_WIDTH = 88.0
_TITLE, _LINE = 24.0, 18.0
_CELL_HEIGHT, _MORE_HEIGHT = 66.0, 15.0


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One of those in a zone."""

    token: TokenView
    box: QRectF
    name: str
    more: str = ""
    """Conditions, or that the players do not see it."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """A zone's card, in pixels."""

    row: ZoneRow
    box: QRectF
    header: QRectF
    title: QRectF
    name: str
    distance: QRectF
    tags: QRectF
    tags_words: str
    ways: tuple[tuple[WayOut, QRectF], ...]
    way_words: tuple[str, ...]
    cells: tuple[Cell, ...]
    empty: QRectF


def cards_of(view: ZonesView, width: float, top: float) -> tuple[Card, ...]:
    """All cards, in turn from column to column: whoever comes or goes, each stays in its own."""
    columns = max(1, int((width - _GAP) / (_LEAST_WIDTH + _GAP)))
    each = (width - _GAP * (columns + 1)) / columns
    ends = [top] * columns
    cards = []
    for number, row in enumerate(view.rows):
        column = number % columns
        card = _card(row, _GAP + column * (each + _GAP), ends[column], each)
        ends[column] = card.box.bottom() + _GAP
        cards.append(card)
    return tuple(cards)


def _card(row: ZoneRow, left: float, top: float, width: float) -> Card:
    inner, y = width - 2 * _PAD, top + 8
    pill = _width(text_font(12), row.distance) + 16 if row.distance else 0.0
    title = QRectF(left + _PAD, y, inner - pill - 8, _TITLE)
    distance = QRectF(left + width - _PAD - pill, y + 2, pill, 20)
    y += _TITLE
    tags = QRectF(left + _PAD, y, inner, _LINE)
    y += _LINE if row.tags else 0
    ways, words, y = _lay_ways(row, left + _PAD, y, inner)
    y += 6
    cells = tuple(_cells(row, left + _PAD, y, inner))
    bottom = max((cell.box.bottom() for cell in cells), default=y + _LINE)
    name = f"{row.name} · hidden" if row.hidden else row.name
    return Card(
        row=row,
        box=QRectF(left, top, width, bottom - top + 8),
        header=QRectF(left, top, width, _TITLE + 8),
        title=title,
        name=_elided(semi_bold(14), name, title.width()),
        distance=distance,
        tags=tags,
        tags_words=_elided(text_font(12), " · ".join(row.tags), inner),
        ways=ways,
        way_words=words,
        cells=cells,
        empty=QRectF(left + _PAD, y, inner, _LINE),
    )


def _lay_ways(
    row: ZoneRow, left: float, top: float, width: float
) -> tuple[tuple[tuple[WayOut, QRectF], ...], tuple[str, ...], float]:
    """Ways out one after the other, on further lines where a line is full; where the next thing may stand."""
    x, y, placed, words = left, top, [], []
    font = text_font(12)
    for way in row.ways:
        text = _elided(font, way_text(way), width)
        needed = _width(font, text)
        if x > left and x + needed > left + width:
            x, y = left, y + _LINE
        placed.append((way, QRectF(x, y, needed, _LINE)))
        words.append(text)
        x += needed + 14
    return tuple(placed), tuple(words), y + (_LINE if placed else 0)


def way_text(way: WayOut) -> str:
    """`→ Roof (Ladder · counts 2)`; a way that is closed, or leads here only, says so."""
    sign = "←" if way.is_against else "→" if way.state == "one_way" else "✕" if way.state != "open" else "↔"
    said = "no way" if way.state == "cut" and not way.label else way.label
    return f"{sign} {way.name} ({said})" if said else f"{sign} {way.name}"


def _cells(row: ZoneRow, left: float, top: float, width: float) -> Iterator[Cell]:
    """Those in a zone side by side, in as many lines as it takes."""
    columns = max(1, int(width / _CELL_WIDTH))
    each = width / columns
    notes = [_more(token, is_here=row.distance == HERE) for token in row.tokens]
    y = top
    for start in range(0, len(row.tokens), columns):
        line = row.tokens[start : start + columns]
        height = _CELL_HEIGHT + (_MORE_HEIGHT if any(notes[start : start + columns]) else 0)
        for column, token in enumerate(line):
            yield Cell(
                token=token,
                box=QRectF(left + column * each, y, each, height),
                name=_elided(semi_bold(12), token.name, each - 4),
                more=_elided(text_font(11), notes[start + column], each - 2),
            )
        y += height


def _more(token: TokenView, *, is_here: bool) -> str:
    """That players do not see it, how near it is in the zone of whoever acts, and its conditions."""
    near = token.distance if is_here else ""
    return ", ".join(part for part in ("hidden" if token.hidden else "", near, *token.conditions) if part)


def _width(font: QFont, text: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)


def _elided(font: QFont, text: str, width: float) -> str:
    return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)
