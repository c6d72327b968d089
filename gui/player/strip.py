"""The strip under the map: the dice that were thrown, who acted, and the word."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gui.player.lettering import CENTER, NAME, STRONG, WORDS, Letters, write
from gui.style import palette
from model.view.players import ActionView, DiceView

_DIE = 0.078
"""Side of a die, as all lengths here a share of the screen's height."""
_GAP = 0.02
_PAD = 0.024
_MOST = 6
"""Dice of one roll that are shown; further ones are counted."""
_LEAST_TITLE = 8
"""Letters of the title that have to be left for it to say anything."""


@dataclass(frozen=True)
class _Group:
    """The dice of one roll with their word."""

    faces: tuple[str, ...]
    words: tuple[tuple[str, str], ...]
    """Text and colour."""
    width: float
    by: str = ""
    """Who threw them, where several did and another one before."""


def paint_strip(painter: QPainter, box: QRectF, action: ActionView | None, letters: Letters) -> None:
    """Paint what players saw of the last action; nothing while there was none.

    Where not everything has room the title is cut short first, then the rolls before the last one are dropped.
    """
    if action is None:
        return
    colors = palette()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colors.color("line"), letters.length(0.0014)))
    painter.setBrush(colors.color("background"))
    painter.drawRoundedRect(box, letters.length(0.02), letters.length(0.02))
    pad = letters.length(_PAD)
    inner = box.adjusted(pad, 0, -pad, 0)
    if action.dice:
        _paint_dice(painter, inner, action, letters)
    else:
        lines = letters.wrapped(action.sentence or action.title, STRONG, inner.width(), 2)
        _write(painter, inner, lines, "text", letters)
    painter.restore()


def _paint_dice(painter: QPainter, box: QRectF, action: ActionView, letters: Letters) -> None:
    """Dice, title and word; with several rolls the title stands before them."""
    gap = letters.length(_GAP)
    groups = _groups(action.dice, letters, box.width())
    least = letters.width(STRONG, action.title[:_LEAST_TITLE] + "…")
    while len(groups) > 1 and sum(group.width + gap for group in groups) + least > box.width():
        groups = _groups(action.dice[1 - len(groups) :], letters, box.width())
    room = box.width() - sum(group.width + gap for group in groups)
    title = letters.wrapped(action.title, STRONG, room, 2) if room >= least else []
    if len(groups) > 1 or any(group.by for group in groups):
        box, title = _write(painter, box, title, "text", letters), []
    for group in groups:
        box = _write(painter, box, [group.by] if group.by else [], "muted", letters)
        box = _paint_faces(painter, box, group.faces, letters)
        box, title = _write(painter, box, title, "text", letters), []
        for words, color in group.words:
            box = _write(painter, box, [words], color, letters)


def _groups(thrown: Sequence[DiceView], letters: Letters, width: float) -> list[_Group]:
    """The dice of each roll, with the name where another one throws than before."""
    names = ["", *(dice.by for dice in thrown)]
    return [
        _group(dice, dice.by if dice.by != before else "", letters, width)
        for before, dice in zip(names, thrown, strict=False)
    ]


def _group(dice: DiceView, by: str, letters: Letters, width: float) -> _Group:
    """The dice of a roll; more than fit into that width beside their word are counted."""
    faces = tuple(str(face) for face in dice.faces)
    room = width - letters.width(STRONG, dice.word)
    most = min(_MOST, max(1, math.floor(room / letters.length(_DIE + _GAP))))
    if len(faces) > most:
        faces = (*faces[: most - 1], f"+{len(faces) - most + 1}")
    words: list[tuple[str, str]] = []
    if dice.total is not None and dice.total != sum(dice.faces):
        words.append((f"total {dice.total}", "muted"))
    if dice.word:
        color = "text" if dice.is_success is None else "good" if dice.is_success else "bad"
        words.append((dice.word[:1].upper() + dice.word[1:], color))
    gap = letters.length(_GAP)
    texts = [text for text, _ in words] + [by] * bool(by)
    width = len(faces) * (letters.length(_DIE) + gap) + sum(letters.width(STRONG, text) + gap for text in texts)
    return _Group(faces, tuple(words), width - gap, by)


def _paint_faces(painter: QPainter, box: QRectF, faces: tuple[str, ...], letters: Letters) -> QRectF:
    """Dice from the left of a box; returns what is left of it."""
    colors, side, gap = palette(), letters.length(_DIE), letters.length(_GAP)
    left = box.left()
    for face in faces:
        die = QRectF(left, box.center().y() - side / 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("text"))
        painter.drawRoundedRect(die, side * 0.16, side * 0.16)
        font = letters.font(NAME if len(face) < 3 else WORDS, tabular=True)
        write(painter, die, face, font, colors.color("background"), CENTER)
        left += side + gap
    return box.adjusted(left - box.left(), 0, 0, 0)


def _write(painter: QPainter, box: QRectF, lines: list[str], color: str, letters: Letters) -> QRectF:
    """Lines of words at the left of a box; returns what is left of it."""
    if not lines:
        return box
    line = letters.line(STRONG)
    top = box.center().y() - len(lines) * line / 2
    for number, words in enumerate(lines):
        place = QRectF(box.left(), top + number * line, box.width(), line)
        write(painter, place, words, letters.font(STRONG), palette().color(color))
    widest = max(letters.width(STRONG, words) for words in lines)
    return box.adjusted(widest + letters.length(_GAP), 0, 0, 0)
