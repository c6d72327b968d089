"""The rows of the initiative order.

Rows become flatter before any is left out. If not all fit even then, the least important are dropped: first the
defeated, then opponents who have acted, then players' characters who have. What still does not fit is paged; who acts
and who is next are on every page, and every page is full.
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
    is_whole,
    joined,
    paint_token,
    write,
)
from gui.style import TokenLook, draw_bar, palette
from model.view.map import Id
from model.view.players import PlayerRow
from model.view.short_names import NO_FORMS, Forms, forms
from model.view.viewer import PLAYERS_SIDE

_GAP = 0.009
"""Gap between two rows; like all lengths here, a share of the screen's height."""
_PAD = 0.014
"""Distance from a row's border to its content."""
_BAR = 0.011
"""Thickness of a health bar."""
_BAR_LINE = 0.018
"""Height of a bar with the gap above it."""
_INDENT = 0.03
"""Indent of a turn that exists in this round only."""
_MORE = 0.052
"""Height of the line that counts the rows that are not shown."""
_FLAT_GAP = 0.006


class _Tier(Struct, frozen=True):
    """How much room a row takes."""

    least: float
    """Least height of a row."""
    pad: float
    """Space above and below its content together."""
    gap: float
    """Gap to the next row."""
    bar_line: float
    """Height of a bar with the gap above it."""
    badge: float
    """Radius of the token."""
    is_short: bool = False
    """Whether a name is written in a shorter form rather than in two lines."""


_TIERS = (
    _Tier(0.112, _PAD * 1.5, _GAP, _BAR_LINE, 0.032),
    _Tier(0.09, _PAD * 1.5, _GAP, _BAR_LINE, 0.032),
    _Tier(0.066, 0.003, _FLAT_GAP, 0.006, 0.0275),
    _Tier(0.066, 0.003, _FLAT_GAP, 0.006, 0.0275, is_short=True),
)
"""The first tier with which all rows fit is used, else the last."""


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


def pages_of(heights: Sequence[float], room: float, gap: float) -> list[range]:
    """Return all pages of a list; the last one repeats rows of the page before rather than being half empty."""
    pages: list[range] = []
    at = 0
    while at < len(heights):
        page = paged(heights, at, room, gap)
        if not page:
            break
        pages.append(page)
        at = page.stop
    return pages


def kept(rows: Sequence[PlayerRow], heights: Sequence[float], room: float, gap: float, next_id: Id = "") -> list[int]:
    """Return the indices of the rows that stay: all, or as many fewer as needed, the least important dropped first."""
    left = dict(enumerate(heights))
    for index in sorted(left, key=lambda index: (_importance(rows[index], next_id), index)):
        fits = sum(left.values()) + gap * (len(left) - 1) <= room
        if fits or _importance(rows[index], next_id) == _NEEDED:
            break
        del left[index]
    return list(left)


_NEEDED = 4
"""Importance of a turn in progress or still to come: such a row is never dropped."""


def _importance(row: PlayerRow, next_id: Id) -> int:
    if row.is_now or row.id == next_id:
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
    health: str
    """Health beside the name; empty if it is in the lines below, or not shown."""
    details: tuple[str, ...]
    height: float
    """Pixels."""


class Rows:
    """The rows that fit into a box."""

    def __init__(
        self,
        rows: Sequence[PlayerRow],
        letters: Letters,
        box: QRectF,
        pictures: Pictures,
        *,
        known: Forms = NO_FORMS,
        next_id: Id = "",
        lines: int = 2,
        detailed: bool = False,
        turn: int = 0,
    ) -> None:
        """Names have at most `lines` lines, and become shorter by their forms in `known` before they are cut.

        With `detailed` every row shows its conditions, in case the map does not.
        `turn` counts how often a list that is too long has been paged.
        """
        self._letters = letters
        self._pictures = pictures
        self._known = known
        self._box = box
        self._lines = lines
        made: list[_Row] = []
        for self._tier in _TIERS:
            made = [self._row(row, detailed) for row in rows]
            if _taken([row.height for row in made], self._gap) <= box.height():
                break
        heights = [row.height for row in made]
        made = [made[index] for index in kept(rows, heights, box.height(), self._gap, next_id)]
        self.pages, self.shown = self._page(made, next_id, turn)
        """Number of pages of the list, and the rows of the page that is shown."""
        self.more = len(made) - len(self.shown)

    @property
    def _gap(self) -> float:
        """Pixels between two rows."""
        return self._letters.length(self._tier.gap)

    def _page(self, made: list[_Row], next_id: Id, turn: int) -> tuple[int, tuple[_Row, ...]]:
        """The number of pages, and the rows of one: who acts and who is next first, then a part of the others."""
        if _taken([row.height for row in made], self._gap) <= self._box.height():
            return 1, tuple(made)
        focus = focus_of([row.row for row in made])
        first = [row for at, row in enumerate(made) if at == focus]
        first += [row for at, row in enumerate(made) if at != focus and row.row.id == next_id]
        room = self._box.height() - self._letters.length(_MORE) + self._gap
        if made[focus].height > room:
            room = self._box.height()
        while first and _taken([row.height for row in first], self._gap) > room:
            first.pop()
        rest = [row for row in made if row not in first]
        room -= sum(row.height + self._gap for row in first)
        pages = pages_of([row.height for row in rest], room - self._gap, self._gap)
        if not pages:
            return 1, tuple(first)
        page = pages[turn % len(pages)]
        return len(pages), (*first, *(rest[at] for at in page))

    @property
    def are_whole(self) -> bool:
        """Whether no name is cut short."""
        return not any("…" in "".join(row.names) for row in self.shown)

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
            top += row.height + self._gap
        if self.more and self.shown and top + letters.length(_MORE) <= self._box.bottom() + self._gap * 2:
            box = QRectF(self._box.left() + letters.length(_PAD), top, self._box.width(), letters.length(_MORE))
            write(painter, box, f"{self.more} more", letters.font(WORDS), palette().color("muted"))

    # ---------------------------------------------------------------- measures

    def _row(self, row: PlayerRow, detailed: bool) -> _Row:
        """Break a row into lines: health goes into the line below before a name is broken, and a name before it is cut.

        A number that stands alone in a line could be taken for another combatant's.
        """
        letters = self._letters
        whole = self._box.width() - letters.length(_INDENT if row.is_nested else 0)
        whole -= self._name_left() + letters.length(_PAD)
        health = _word_of(row)
        names, beside = self._names(row, whole)
        words = joined("" if beside else health, row.text, *(row.conditions if detailed else ()))
        details = letters.wrapped(words, WORDS, whole, self._lines)
        if self._tier.pad < _PAD and len(names) > 1:
            details = []
        height = len(names) * letters.line(NAME) + len(details) * letters.line(WORDS)
        height += letters.length(self._tier.bar_line if _has_bar(row) else 0)
        height = max(height + letters.length(self._tier.pad), letters.length(self._tier.least))
        return _Row(row, tuple(names), health if beside else "", tuple(details), height)

    def _names(self, row: PlayerRow, whole: float) -> tuple[list[str], float]:
        """The longest form of a name that is not cut, and the room beside it for health: 0 if health is below."""
        letters, beside = self._letters, self._health_width(row)
        ways = forms(row.name, self._known)
        if self._tier.is_short:
            for room in (whole - beside, whole):
                for form in ways:
                    if letters.width(NAME, form) <= room:
                        return [form], beside if room < whole else 0.0
        for form in ways:
            is_short = letters.width(NAME, form) <= whole
            for room in (whole - beside, whole):
                names = letters.wrapped(form, NAME, room, self._lines)
                if is_whole(names, form) and (len(names) == 1 or not is_short):
                    return names, beside if room < whole else 0.0
        return letters.wrapped(ways[-1], NAME, whole, self._lines), 0.0

    def _name_left(self) -> float:
        return self._letters.length(2 * _PAD + 2.2 * self._tier.badge)

    def _health_width(self, row: PlayerRow) -> float:
        """Width in pixels of the health at the right of the name, with the gap before it."""
        if not (words := _word_of(row)):
            return 0.0
        style = NAME if _has_number(row) else STRONG
        # In tabular figures all digits are as wide as a zero.
        widest = "".join("0" if sign.isdecimal() else sign for sign in words)
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
        badge = QPointF(box.left() + letters.length(_PAD + 1.1 * self._tier.badge), box.center().y())
        look = TokenLook(
            initials=row.initials, side=row.side, out=row.is_out, left_as=row.left_as or "", portrait=row.portrait
        )
        portrait = self._pictures.portrait(row.portrait)
        paint_token(painter, letters, badge, letters.length(self._tier.badge), look, portrait)
        self._paint_words(painter, box, made, ink, aside)

    def _paint_words(self, painter: QPainter, box: QRectF, made: _Row, ink: QColor, aside: QColor) -> None:
        row, letters = made.row, self._letters
        left, right = box.left() + self._name_left(), box.right() - letters.length(_PAD)
        name_line, has_bar = letters.line(NAME), _has_bar(row)
        tall = len(made.names) * name_line + len(made.details) * letters.line(WORDS)
        tall += letters.length(self._tier.bar_line) if has_bar else 0
        top = box.center().y() - tall / 2
        for number, name in enumerate(made.names):
            place = QRectF(left, top + number * name_line, right - left, name_line)
            write(painter, place, name, letters.font(NAME), ink)
        beside = QRectF(left, top, right - left, len(made.names) * name_line)
        self._paint_health(painter, beside, made, ink, aside)
        top += len(made.names) * name_line
        for words in made.details:
            place = QRectF(left, top, right - left, letters.line(WORDS))
            write(painter, place, words, letters.font(WORDS), aside)
            top += letters.line(WORDS)
        if has_bar:
            height = letters.length(min(self._tier.bar_line, _BAR))
            top += letters.length(self._tier.bar_line) - height
            self._paint_bar(painter, QRectF(left, top, right - left, height), row)

    def _paint_health(self, painter: QPainter, box: QRectF, made: _Row, ink: QColor, aside: QColor) -> None:
        """Paint health: a number in the style of the names, a word in a smaller one."""
        if not made.health:
            return
        is_word = not _has_number(made.row)
        font = self._letters.font(STRONG if is_word else NAME, tabular=True)
        write(painter, box, made.health, font, aside if is_word else ink, RIGHT)

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


def _taken(heights: Sequence[float], gap: float) -> float:
    """Pixels that rows take, with the gaps between them."""
    return sum(heights) + gap * max(0, len(heights) - 1)


def _word_of(row: PlayerRow) -> str:
    """Health as a word or number, or how they left combat alive."""
    return row.left_as or ("" if row.health is None else row.health.text)


def _has_number(row: PlayerRow) -> bool:
    """Whether `_word_of` is a number."""
    return not row.left_as and row.health is not None and row.health.fraction is not None


def _has_bar(row: PlayerRow) -> bool:
    return row.health is not None and row.health.fraction is not None and not row.is_out
