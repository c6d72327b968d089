"""The rows of the initiative order.

If not all fit, the least important are dropped: first the defeated, then opponents who have acted, then players'
characters who have. What still does not fit is paged: as many whole rows as fit, from the current one on.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gui.map.pictures import Pictures
from gui.player.text_layout import (
    NAME,
    RIGHT,
    STRONG,
    WORDS,
    Letters,
    joined,
    paint_token,
    write,
)
from gui.style import TokenLook, draw_bar, palette
from model.view.players import PlayerRow
from model.view.viewer import PLAYERS_SIDE

_GAP = 0.009
"""Gap between two rows; like all lengths here, a share of the screen's height."""
_PAD = 0.014
"""Distance from a row's border to its content."""
_BADGE = 0.032
"""Radius of the token in a row."""
_BAR = 0.011
"""Thickness of a health bar."""
_BAR_LINE = 0.018
"""Height of a bar with the gap above it."""
_INDENT = 0.03
"""Indent of a turn that exists in this round only."""
_MORE = 0.052
"""Height of the line that counts the rows that are not shown."""
_ROWS = (0.112, 0.09)
"""Least heights of a row: the first one if all rows fit with it, else the second."""


def paged(heights: Sequence[float], focus: int, room: float, gap: float) -> range:
    """Return which rows are shown: whole ones from `focus` on, then those before it as far as room is left."""
    if not heights or heights[focus] > room:
        return range(0)

    def taken(first: int, last: int) -> float:
        return sum(heights[first:last]) + gap * (last - first - 1)

    first, last = focus, focus + 1
    while last < len(heights) and taken(first, last + 1) <= room:
        last += 1
    while first > 0 and taken(first - 1, last) <= room:
        first -= 1
    return range(first, last)


def pages_of(heights: Sequence[float], focus: int, room: float, gap: float) -> list[range]:
    """Return all pages of a list that does not fit: that with `focus`, then those after it, then those before it."""
    first = paged(heights, focus, room, gap)
    if not first:
        return []
    pages, at = [first], first.stop
    while True:
        if at >= len(heights):
            at = 0
        end = len(heights) if at >= first.start else first.start
        if at == first.start or at >= end:
            return pages
        page = range(at, min(paged(heights[at:end], 0, room, gap).stop + at, end))
        if not page:
            return pages
        pages.append(page)
        at = page.stop


def kept(rows: Sequence[PlayerRow], heights: Sequence[float], room: float, gap: float) -> list[int]:
    """Return the indices of the rows that stay: all, or as many fewer as needed, the least important dropped first."""
    left = dict(enumerate(heights))
    for index in sorted(left, key=lambda index: (_importance(rows[index]), index)):
        if sum(left.values()) + gap * (len(left) - 1) <= room or _importance(rows[index]) == _NEEDED:
            break
        del left[index]
    return list(left)


_NEEDED = 4
"""Importance of a turn in progress or still to come: such a row is never dropped."""


def _importance(row: PlayerRow) -> int:
    if row.is_now:
        return _NEEDED
    if row.is_out:
        return int(row.side == PLAYERS_SIDE)
    return 2 + (row.side == PLAYERS_SIDE) if row.is_past else _NEEDED


def focus_of(rows: Sequence[PlayerRow]) -> int:
    """Return the index of the row that has to be visible: the acting one, else the first still to come."""
    for wanted in (lambda row: row.is_now, lambda row: not row.is_past):
        for index, row in enumerate(rows):
            if wanted(row):
                return index
    return 0


class _Row(Struct, frozen=True):
    """A row broken into lines for a width."""

    row: PlayerRow
    names: tuple[str, ...]
    detail: str
    height: float
    """Pixels."""
    is_narrow: bool
    """Whether the name leaves no room for health beside it: health is in the line below then."""


class Rows:
    """The rows that fit into a box."""

    def __init__(
        self,
        rows: Sequence[PlayerRow],
        letters: Letters,
        box: QRectF,
        pictures: Pictures,
        *,
        lines: int = 2,
        detailed: bool = False,
        turn: int = 0,
    ) -> None:
        """Names have at most `lines` lines; with `detailed` every row shows its conditions, in case the map does not.

        `turn` counts how often a list that is too long has been paged: the first page has the acting combatant.
        """
        self._letters = letters
        self._pictures = pictures
        self._box = box
        self._lines = lines
        gap = letters.length(_GAP)
        made: list[_Row] = []
        for least in _ROWS:
            made = [self._row(row, detailed, letters.length(least)) for row in rows]
            if sum(row.height + gap for row in made) <= box.height():
                break
        made = [made[index] for index in kept(rows, [row.height for row in made], box.height(), gap)]
        heights = [row.height for row in made]
        focus = focus_of([row.row for row in made])
        shown = paged(heights, focus, box.height(), gap)
        pages = [shown]
        if len(shown) < len(made):
            pages = pages_of(heights, focus, box.height() - letters.length(_MORE), gap) or pages
            shown = pages[turn % len(pages)]
        self.pages = len(pages)
        """Number of pages of the list."""
        self.shown = tuple(made[index] for index in shown)
        self.more = len(made) - len(shown)

    @property
    def are_whole(self) -> bool:
        """Whether no name is cut short."""
        return not any(row.names[-1:] and row.names[-1].endswith("…") for row in self.shown)

    @property
    def names(self) -> tuple[str, ...]:
        """Names in the rows that are shown."""
        return tuple(row.row.name for row in self.shown)

    def paint(self, painter: QPainter) -> None:
        top, letters = self._box.top(), self._letters
        for row in self.shown:
            indent = letters.length(_INDENT) if row.row.is_nested else 0.0
            box = QRectF(self._box.left() + indent, top, self._box.width() - indent, row.height)
            self._paint_row(painter, box, row)
            top += row.height + letters.length(_GAP)
        if self.more and self.shown and top + letters.length(_MORE) <= self._box.bottom() + letters.length(_GAP) * 2:
            box = QRectF(self._box.left() + letters.length(_PAD), top, self._box.width(), letters.length(_MORE))
            write(painter, box, f"{self.more} more", letters.font(WORDS), palette().color("muted"))

    # ---------------------------------------------------------------- measures

    def _row(self, row: PlayerRow, detailed: bool, least: float) -> _Row:
        letters = self._letters
        whole = self._box.width() - letters.length(_INDENT if row.is_nested else 0)
        whole -= self._name_left() + letters.length(_PAD)
        beside = self._health_width(row)
        names = letters.wrapped(row.name, NAME, whole - beside, self._lines)
        is_narrow = self._lines > 1 and beside > 0 and any(name.endswith("…") for name in names)
        if is_narrow:
            names = letters.wrapped(row.name, NAME, whole, self._lines)
        health = row.health.text if is_narrow and row.health is not None else ""
        words = joined(health, row.text, *(row.conditions if detailed else ()))
        detail = letters.elided(words, WORDS, whole) if words else ""
        height = len(names) * letters.line(NAME) + (letters.line(WORDS) if detail else 0)
        height += letters.length(_BAR_LINE if _has_bar(row) else 0)
        return _Row(row, tuple(names), detail, max(height + letters.length(_PAD * 1.5), least), is_narrow)

    def _name_left(self) -> float:
        return self._letters.length(2 * _PAD + 2.2 * _BADGE)

    def _health_width(self, row: PlayerRow) -> float:
        """Width in pixels of the health at the right of the name, with the gap before it."""
        if row.health is None or not row.health.text:
            return 0.0
        style = STRONG if row.health.fraction is None else NAME
        # In tabular figures all digits are as wide as a zero.
        widest = "".join("0" if sign.isdigit() else sign for sign in row.health.text)
        return self._letters.width(style, widest) + self._letters.length(_PAD)

    # ---------------------------------------------------------------- painting

    def _paint_row(self, painter: QPainter, box: QRectF, made: _Row) -> None:
        row, letters, colors = made.row, self._letters, palette()
        if row.is_now or not row.is_past:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.color("now" if row.is_now else "raised"))
            painter.drawRoundedRect(box, letters.length(0.011), letters.length(0.011))
        ink = colors.color("on_now" if row.is_now else "dim" if row.is_past or row.is_out else "text")
        aside = colors.color("on_now" if row.is_now else "dim" if row.is_past or row.is_out else "muted")
        badge = QPointF(box.left() + letters.length(_PAD + 1.1 * _BADGE), box.center().y())
        look = TokenLook(initials=row.initials, side=row.side, out=row.is_out, portrait=row.portrait)
        portrait = self._pictures.portrait(row.portrait)
        paint_token(painter, letters, badge, letters.length(_BADGE), look, portrait)
        self._paint_words(painter, box, made, ink, aside)

    def _paint_words(self, painter: QPainter, box: QRectF, made: _Row, ink: QColor, aside: QColor) -> None:
        row, letters = made.row, self._letters
        left, right = box.left() + self._name_left(), box.right() - letters.length(_PAD)
        name_line, has_bar = letters.line(NAME), _has_bar(row)
        tall = len(made.names) * name_line + (letters.line(WORDS) if made.detail else 0)
        tall += letters.length(_BAR_LINE) if has_bar else 0
        top = box.center().y() - tall / 2
        for number, name in enumerate(made.names):
            place = QRectF(left, top + number * name_line, right - left, name_line)
            write(painter, place, name, letters.font(NAME), ink)
        if not made.is_narrow:
            beside = QRectF(left, top, right - left, len(made.names) * name_line)
            self._paint_health(painter, beside, row, ink, aside)
        top += len(made.names) * name_line
        if made.detail:
            place = QRectF(left, top, right - left, letters.line(WORDS))
            write(painter, place, made.detail, letters.font(WORDS), aside)
            top += letters.line(WORDS)
        if has_bar:
            top += letters.length(_BAR_LINE - _BAR)
            self._paint_bar(painter, QRectF(left, top, right - left, letters.length(_BAR)), row)

    def _paint_health(self, painter: QPainter, box: QRectF, row: PlayerRow, ink: QColor, aside: QColor) -> None:
        """Paint health: a number in the style of the names, a word in a smaller one."""
        if row.health is None or not row.health.text:
            return
        is_word = row.health.fraction is None
        font = self._letters.font(STRONG if is_word else NAME, tabular=True)
        write(painter, box, row.health.text, font, aside if is_word else ink, RIGHT)

    @staticmethod
    def _paint_bar(painter: QPainter, box: QRectF, row: PlayerRow) -> None:
        if row.health is None or row.health.fraction is None:
            return
        colors = palette()
        if row.is_now:
            track = colors.color("on_now")
            track.setAlpha(60)
            draw_bar(painter, box, row.health.fraction, colors.color("on_now"), track)
        else:
            draw_bar(painter, box, row.health.fraction, colors.health(row.health.fraction), colors.color("track"))


def _has_bar(row: PlayerRow) -> bool:
    return row.health is not None and row.health.fraction is not None and not row.is_out
