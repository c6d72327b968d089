"""The strip under the map: the dice that were thrown, who acted, and the word."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gui.player.lettering import CENTER, NAME, STRONG, WORDS, Letters, joined, write
from gui.style import palette
from model.view.players import ActionView, DiceView

_DIE, _SMALL_DIE = 0.078, 0.054
"""Side of a die, as all lengths here a share of the screen's height: of one roll, and of several under their words."""
_GAP, _SMALL_GAP = 0.02, 0.009
_PAD = 0.024
_MOST = 6
"""Dice of one roll that are shown; further ones are counted."""
_LEAST_TITLE = 8
"""Letters of the title that have to be left for it to say anything."""


@dataclass(frozen=True)
class _Group:
    """The dice of one roll with their words."""

    faces: tuple[str, ...]
    words: tuple[tuple[str, str], ...]
    """Text and colour."""
    label: str = ""
    """Who threw them, where several did and another one before, and what was rolled, where that is not plain."""

    def width(self, letters: Letters, *, is_small: bool = False) -> float:
        """Pixels that label, dice and words take, each with a gap after it."""
        side, gap = _sizes(letters, is_small=is_small)
        texts = [self.label] * bool(self.label) + [text for text, _ in self.words]
        dice = len(self.faces) * (side + gap)
        return dice + sum(letters.width(STRONG, text) + letters.length(_GAP) for text in texts)


def _sizes(letters: Letters, *, is_small: bool) -> tuple[float, float]:
    """Side of a die and the gap after it in pixels."""
    side, gap = (_SMALL_DIE, _SMALL_GAP) if is_small else (_DIE, _GAP)
    return letters.length(side), letters.length(gap)


def paint_strip(painter: QPainter, box: QRectF, action: ActionView | None, letters: Letters) -> None:
    """Paint what players saw of the last action; nothing while there was none.

    One roll stands in large dice beside the title; several have a line of small dice under the title and their words.
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
    if len(action.dice) > 1:
        _paint_rolls(painter, inner, action, letters)
    elif action.dice:
        _paint_roll(painter, inner, action, letters)
    else:
        lines = letters.wrapped(action.sentence or action.title, STRONG, inner.width(), 2)
        _write(painter, inner, lines, "text", letters)
    painter.restore()


def _paint_roll(painter: QPainter, box: QRectF, action: ActionView, letters: Letters) -> None:
    """The dice of the only roll, title and word."""
    (group,) = _groups(action.dice, letters, box.width())
    least = letters.width(STRONG, action.title[:_LEAST_TITLE] + "…")
    room = box.width() - group.width(letters)
    title = letters.wrapped(action.title, STRONG, room, 2) if room >= least else []
    if group.label:
        box, title = _write(painter, box, title, "text", letters), []
        box = _write(painter, box, [group.label], "muted", letters)
    box = _paint_faces(painter, box, group.faces, letters)
    box = _write(painter, box, title, "text", letters)
    for words, color in group.words:
        box = _write(painter, box, [words], color, letters)


def _paint_rolls(painter: QPainter, box: QRectF, action: ActionView, letters: Letters) -> None:
    """The title over a line of the dice of several rolls, each with its words."""
    groups = _fitting(_groups(action.dice, letters, box.width()), letters, box.width())
    upper, lower = QRectF(box), QRectF(box)
    upper.setBottom(box.top() + box.height() * 0.47)
    lower.setTop(upper.bottom())
    lower.setBottom(box.bottom() - letters.length(_SMALL_GAP) / 2)
    _write(painter, upper, [letters.elided(action.title, STRONG, box.width())], "text", letters)
    for group in groups:
        lower = _write(painter, lower, [group.label] if group.label else [], "muted", letters)
        lower = _paint_faces(painter, lower, group.faces, letters, is_small=True)
        for words, color in group.words:
            lower = _write(painter, lower, [words], color, letters)


def _fitting(groups: list[_Group], letters: Letters, width: float) -> list[_Group]:
    """The rolls that have room beside each other: those between the first and the last give way, then the first."""
    while len(groups) > 1 and sum(group.width(letters, is_small=True) for group in groups) > width:
        groups = groups[:1] + groups[2:] if len(groups) > 2 else groups[1:]
    return groups


def _groups(thrown: Sequence[DiceView], letters: Letters, width: float) -> list[_Group]:
    """The dice of each roll; its label says who throws, where another one did before, and what, where no word does."""
    names = ["", *(dice.by for dice in thrown)]
    return [
        _group(dice, joined(dice.by if dice.by != before else "", "" if dice.word else dice.title), letters, width)
        for before, dice in zip(names, thrown, strict=False)
    ]


def _group(dice: DiceView, label: str, letters: Letters, width: float) -> _Group:
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
    return _Group(faces, tuple(words), label)


def _paint_faces(
    painter: QPainter, box: QRectF, faces: tuple[str, ...], letters: Letters, *, is_small: bool = False
) -> QRectF:
    """Dice from the left of a box; returns what is left of it."""
    colors = palette()
    side, gap = _sizes(letters, is_small=is_small)
    left = box.left()
    for face in faces:
        die = QRectF(left, box.center().y() - side / 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("text"))
        painter.drawRoundedRect(die, side * 0.16, side * 0.16)
        font = letters.font(NAME if len(face) < 3 and not is_small else WORDS, tabular=True)
        write(painter, die, face, font, colors.color("background"), CENTER)
        left += side + gap
    if is_small:
        left += letters.length(_GAP) - gap
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
