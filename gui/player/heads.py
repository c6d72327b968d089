"""Whose turn it is and who is next, in the largest letters of the players' screen."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from gui.player.lettering import NEXT, NOW, RIGHT, STRONG, Letters, Style, joined, write
from gui.style import palette
from model.view.players import PlayersView


def title_of(view: PlayersView) -> str:
    """`Round 3 · now`; before and after the fight what there is to say."""
    if view.phase == "fighting":
        return joined(view.clock.words, "now" if view.now else "")
    return "Before the fight" if view.phase == "waiting" else "The fight is over"


@dataclass(frozen=True)
class Head:
    """A title and a name under or beside it, broken into lines for a width."""

    title: str
    lines: tuple[str, ...]
    style: Style
    title_color: str
    aside: float
    """Pixels from the left to the name that stands beside its title; 0: the name stands under it."""
    height: float
    """Pixels."""

    @classmethod
    def now(cls, view: PlayersView, letters: Letters, width: float, *, is_low: bool) -> Head:
        """Whose turn it is, in the largest letters that fit; `is_low` keeps to the smallest, to leave room."""
        for style in NOW[-1:] if is_low else NOW:
            if letters.width(style, view.now) <= width:
                break
        color = "now_text" if view.phase == "fighting" else "muted"
        lines = tuple(letters.wrapped(view.now, style, width, 2))
        return cls._under(title_of(view), lines, style, color, letters)

    @classmethod
    def next(cls, view: PlayersView, letters: Letters, width: float, lines: int) -> Head:
        """Who comes then, under the word in so many lines at most."""
        return cls._under("Next", tuple(letters.wrapped(view.next, NEXT, width, lines)), NEXT, "muted", letters)

    @classmethod
    def next_beside(cls, view: PlayersView, letters: Letters, width: float) -> Head:
        """Who comes then, in one line with the word."""
        aside = letters.width(STRONG, "Next") + letters.length(0.02)
        lines = tuple(letters.wrapped(view.next, NEXT, width - aside, 1))
        return cls("Next", lines, NEXT, "muted", aside, letters.line(NEXT))

    @classmethod
    def _under(cls, title: str, lines: tuple[str, ...], style: Style, color: str, letters: Letters) -> Head:
        return cls(title, lines, style, color, 0.0, letters.line(STRONG) * 1.15 + len(lines) * letters.line(style))

    def paint(self, painter: QPainter, letters: Letters, box: QRectF) -> None:
        """Paint it from the top of a box on."""
        colors, line = palette(), letters.line(self.style)
        tall = line if self.aside else letters.line(STRONG)
        place = QRectF(box.left(), box.top(), box.width(), tall)
        write(painter, place, self.title, letters.font(STRONG), colors.color(self.title_color))
        # Large letters look indented by the room that their font leaves before them.
        left = box.left() + (self.aside or -letters.font(self.style).pixelSize() * 0.04)
        top = box.top() + (0.0 if self.aside else tall * 1.15)
        for number, words in enumerate(self.lines):
            place = QRectF(left, top + number * line, box.width(), line)
            write(painter, place, words, letters.font(self.style), colors.color("text"))


def paint_pools(painter: QPainter, letters: Letters, box: QRectF, view: PlayersView, taken: float) -> None:
    """What the party has together, at the right of the title: as many as there is room for beside it."""
    line = QRectF(box.left(), box.top(), box.width(), letters.line(STRONG))
    gap = letters.length(0.025)
    for pool in reversed(view.pools):
        needed = letters.width(STRONG, pool.words)
        if line.width() - taken - gap < needed:
            return
        write(painter, line, pool.words, letters.font(STRONG), palette().color("text"), RIGHT)
        line.setRight(line.right() - needed - gap)
