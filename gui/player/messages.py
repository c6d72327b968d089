"""What stands beside the order where there is neither map nor picture: what happened, in letters as large as it allows.

All of it is in the view already; nothing is added to fill the room. Where next to nothing was told, the token of
whose turn it is takes the room.
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
"""Between two things that were told, as all lengths here a share of the screen's height."""
_NEWEST = ((NEXT, 4), (NAME, 5), (STRONG, 8))
"""Letters of the newest, and in how many lines at most."""
_BEFORE = 2
"""Things told before it that it leaves room for."""
_OLDER_LINES = 2
_LEAST_TOKEN, _LARGEST_TOKEN = 0.09, 0.17
"""Radius of the token that stands where there is room."""
_AROUND, _RIM = 1.3, 1.1
"""Radii of room that it takes above and below, and to the left."""


class _Message(NamedTuple):
    """Something that was told, broken into lines."""

    lines: Sequence[str]
    style: Style
    color: str

    def height(self, letters: Letters) -> float:
        return len(self.lines) * letters.line(self.style)


def messages(view: PlayersView) -> list[str]:
    """What players were told, the newest first: the last action, and what was before it."""
    lines = [line.sentence for line in reversed(view.log) if line.sentence]
    if view.action is not None and view.action.sentence:
        lines = [view.action.sentence, *(line for line in lines if line != view.action.sentence)]
    return lines


def paint_messages(painter: QPainter, box: QRectF, view: PlayersView, letters: Letters) -> QRectF:
    """Paint it from the top of a box on, as much as has room; returns the room that is left under it."""
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
    """The newest in the largest letters that leave room for what was just before it, down to what has no room."""
    shown: list[_Message] = []
    for style, most in _NEWEST:
        shown = _shown(sentences, style, most, letters, box)
        is_whole = bool(shown) and not shown[0].lines[-1].endswith("…")
        if is_whole and len(shown) >= min(_BEFORE + 1, len(sentences)):
            break
    return shown


def _shown(sentences: Sequence[str], style: Style, most: int, letters: Letters, box: QRectF) -> list[_Message]:
    """The newest in letters of a style, and those before it as far as there is room."""
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
    """Paint the token of a row in the middle of a box, as large as it allows; nothing where it would be small."""
    radius = min(letters.length(_LARGEST_TOKEN), box.height() / 2 / _AROUND, box.width() / 2 / _AROUND)
    if radius < letters.length(_LEAST_TOKEN):
        return
    look = TokenLook(initials=row.initials, side=row.side, out=row.is_out, portrait=row.portrait)
    larger = Letters(radius * 0.55 / STRONG.capital)
    middle = QPointF(box.left() + radius * _RIM, box.center().y())
    paint_token(painter, larger, middle, radius, look, pictures.portrait(row.portrait))
