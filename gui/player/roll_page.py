"""A roll over the players' screen: its dice as they lie, what was added, the total in large figures, the result."""

from __future__ import annotations

import re
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from gui.player.text_layout import CENTER, NAME, NEXT, NOW, WORDS, Letters, Style, joined, write
from gui.style import palette
from model.view.handouts import ShownView

_DIE, _LEAST_DIE = 0.2, 0.07
"""Greatest and least side of a die; like all lengths here, a share of the screen's height."""
_GAP = 0.025
_DICE = re.compile(r"\S*: (\d+(?: \d+)*)")
_TOTAL = re.compile(r"Total (\S+)")


class _Roll(NamedTuple):
    """A roll as its text tells it, line by line."""

    faces: tuple[str, ...]
    parts: tuple[str, ...]
    """What was added, `Agility +4`."""
    total: str
    result: str
    """`Hit`; empty if there is none."""


class _Line(NamedTuple):
    """A line of text with its style and the name of its colour."""

    words: str
    style: Style
    ink: str


def _read(text: str) -> _Roll:
    faces: tuple[str, ...] = ()
    parts: list[str] = []
    total = ""
    for line in text.splitlines():
        if not faces and (dice := _DICE.fullmatch(line)):
            faces = tuple(dice[1].split())
        elif found := _TOTAL.fullmatch(line):
            total = found[1]
        else:
            parts.append(line)
    # The result is the last line; what was added ends with a number.
    result = parts.pop() if parts and not re.search(r"[+−-]\d+$", parts[-1]) else ""
    return _Roll(faces, tuple(parts), total, result)


def paint_roll(painter: QPainter, box: QRectF, shown: ShownView, letters: Letters) -> None:
    """Paint the roll in the middle of the box; the dice are as large as there is room for in one line."""
    roll, gap = _read(shown.text), letters.length(_GAP)
    fit = (box.width() + gap) / max(1, len(roll.faces)) - gap
    side = max(letters.length(_LEAST_DIE), min(letters.length(_DIE), fit))
    titles = letters.wrapped(shown.title, NEXT, box.width(), 2)
    added = letters.wrapped(joined(*roll.parts), WORDS, box.width(), 2)
    above = [_Line(words, NEXT, "text") for words in titles]
    below = [_Line(words, WORDS, "muted") for words in added]
    below += [_Line(roll.total, NOW[0], "text")] if roll.total else []
    below += [_Line(roll.result, NEXT, "text")] if roll.result else []
    dice = side + gap if roll.faces else 0.0
    height = sum(letters.line(line.style) + gap for line in (*above, *below)) + dice - gap
    top = box.center().y() - height / 2
    top = _paint_lines(painter, QRectF(box.left(), top, box.width(), 0), above, letters)
    _paint_dice(painter, QRectF(box.left(), top, box.width(), side), roll.faces, letters)
    _paint_lines(painter, QRectF(box.left(), top + dice, box.width(), 0), below, letters)


def _paint_lines(painter: QPainter, box: QRectF, lines: list[_Line], letters: Letters) -> float:
    """Paint lines from the top of a box, in its middle; returns where the next one begins."""
    top = box.top()
    for line in lines:
        place = QRectF(box.left(), top, box.width(), letters.line(line.style))
        font = letters.font(line.style, tabular=line.style is NOW[0])
        write(painter, place, line.words, font, palette().color(line.ink), CENTER)
        top = place.bottom() + letters.length(_GAP)
    return top


def _paint_dice(painter: QPainter, box: QRectF, faces: tuple[str, ...], letters: Letters) -> None:
    """Paint dice as high as a box side by side in its middle."""
    colors, gap, side = palette(), letters.length(_GAP), box.height()
    left = box.center().x() - (len(faces) * (side + gap) - gap) / 2
    style = NOW[0] if side > letters.length(_DIE) * 0.7 else NAME
    for face in faces:
        die = QRectF(left, box.top(), side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("text"))
        painter.drawRoundedRect(die, side * 0.16, side * 0.16)
        write(painter, die, face, letters.font(style, tabular=True), colors.color("background"), CENTER)
        left += side + gap
