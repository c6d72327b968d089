"""Messages beside the initiative order if there is neither map nor picture, in letters as large as possible.

All of them are in the view already; nothing is added to fill the room. If there are hardly any messages, the token of
the acting combatant takes the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from gui.map.pictures import Pictures
from gui.player.text_layout import NAME, NEXT, STRONG, WORDS, Letters, Style, paint_token, write
from gui.style import TokenLook, palette
from model.view.players import PlayerRow, PlayersView

_GAP = 0.026
"""Gap between two messages; like all lengths here, a share of the screen's height."""
_NEWEST = ((NEXT, 4), (NAME, 5), (STRONG, 8))
"""Styles for the newest message, each with the most lines that it may take."""
_BEFORE = 2
"""Number of older messages that the newest one leaves room for."""
_OLDER_LINES = 2
_LEAST_TOKEN, _LARGEST_TOKEN = 0.09, 0.17
"""Least and greatest radius of the token that is shown if there is room."""
_AROUND, _RIM = 1.3, 1.1
"""Room that it takes above and below, and to the left of its middle, in radii."""


class _Message(NamedTuple):
    """A message broken into lines."""

    lines: Sequence[str]
    style: Style
    color: str

    def height(self, letters: Letters) -> float:
        return len(self.lines) * letters.line(self.style)


def messages(view: PlayersView) -> list[str]:
    """Return the messages that players have seen, the newest first: the last action, then what was before it."""
    lines = [line.sentence for line in reversed(view.log) if line.sentence]
    if view.action is not None and view.action.sentence:
        lines = [view.action.sentence, *(line for line in lines if line != view.action.sentence)]
    return lines


def paint_messages(painter: QPainter, box: QRectF, view: PlayersView, letters: Letters) -> QRectF:
    """Paint messages from the top of a box, as many as fit; returns the box that is left under them."""
    top = box.top()
    for one in _fitting(messages(view), letters, box):
        line = letters.line(one.style)
        for words in one.lines:
            place = QRectF(box.left(), top, box.width(), line)
            write(painter, place, words, letters.font(one.style), palette().color(one.color))
            top += line
        top += letters.length(_GAP)
    return QRectF(box.left(), top, box.width(), max(0.0, box.bottom() - top))


def _fitting(sentences: Sequence[str], letters: Letters, box: QRectF) -> list[_Message]:
    """The newest message in the largest style that leaves room for those just before it, as far as they fit."""
    shown: list[_Message] = []
    for style, most in _NEWEST:
        shown = _shown(sentences, style, most, letters, box)
        is_whole = bool(shown) and not shown[0].lines[-1].endswith("…")
        if is_whole and len(shown) >= min(_BEFORE + 1, len(sentences)):
            break
    return shown


def _shown(sentences: Sequence[str], style: Style, most: int, letters: Letters, box: QRectF) -> list[_Message]:
    """The newest message in a style, and older ones as far as there is room."""
    shown: list[_Message] = []
    room = box.height()
    for sentence in sentences:
        lines = letters.wrapped(sentence, WORDS if shown else style, box.width(), _OLDER_LINES if shown else most)
        one = _Message(lines, WORDS, "muted") if shown else _Message(lines, style, "text")
        room -= one.height(letters)
        if room < 0:
            break
        shown.append(one)
        room -= letters.length(_GAP)
    return shown


def paint_large_token(painter: QPainter, box: QRectF, row: PlayerRow, letters: Letters, pictures: Pictures) -> None:
    """Paint a row's token at the left of a box, as large as fits; nothing if it would be small."""
    radius = min(letters.length(_LARGEST_TOKEN), box.height() / 2 / _AROUND, box.width() / 2 / _AROUND)
    if radius < letters.length(_LEAST_TOKEN):
        return
    look = TokenLook(
        initials=row.initials, side=row.side, out=row.is_out, left_as=row.left_as or "", portrait=row.portrait
    )
    larger = Letters(radius * 0.55 / STRONG.capital)
    middle = QPointF(box.left() + radius * _RIM, box.center().y())
    paint_token(painter, larger, middle, radius, look, pictures.portrait(row.portrait))
