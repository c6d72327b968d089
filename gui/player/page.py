"""The whole players' screen, painted for any size: window, thumbnail and saved picture all use this page."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QByteArray, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPen

from gui.map.pictures import Pictures, Resolver
from gui.player.board import Board
from gui.player.footer import footer_box, paint_footer
from gui.player.messages import messages, paint_large_token, paint_messages
from gui.player.shown import paint_fitted, paint_shown
from gui.player.text_layout import (
    CENTER,
    NAME,
    NEXT,
    NOW,
    RIGHT,
    STRONG,
    WORDS,
    Letters,
    Style,
    is_whole,
    joined,
    write,
)
from gui.player.turns import Rows
from gui.style import palette, step_boxes, step_state
from model.view.map import has_map, replace
from model.view.players import PlayersView
from model.view.pools import ClockView
from model.view.short_names import Forms, forms, forms_of

if TYPE_CHECKING:
    from gui.player.zone_board import ZoneBoard

# ----------------------------------------------------------------------------------------------------------- the header


_MOST_LINES = 3
"""Most lines of the acting combatant's name."""


def title_of(view: PlayersView) -> str:
    """Return `Round 3 · now` during combat, with the time left if a turn is timed; else that it is not running."""
    if view.phase == "fighting":
        left = "" if view.timer is None or not view.now else view.timer.words
        return joined(view.clock.words, "now" if view.now else "", left)
    return "Before combat" if view.phase == "waiting" else "Combat is over"


class Header(Struct, frozen=True):
    """A title and a name under or beside it, broken into lines for a width."""

    title: str
    lines: tuple[str, ...]
    style: Style
    title_color: str
    aside: float
    """Pixels from the left to the name if it is beside its title; 0 if it is under it."""
    height: float
    """Pixels."""

    @classmethod
    def now(
        cls, view: PlayersView, letters: Letters, width: float, known: Forms, *, is_low: bool, is_card: bool = False
    ) -> Header:
        """The acting combatant's name in the largest style that fits; `is_low` uses the smallest, to leave room.

        A long one goes on in further lines, or with `is_low` becomes shorter by its forms in `known`.

        With `is_card`, the title takes the place of the name if no turn is in progress.
        """
        title, name = title_of(view), view.now
        if is_card and not name:
            title, name = "", title
        for style in NOW[-1:] if is_low else NOW:
            if letters.width(style, name) <= width:
                break
        color = "now_text" if view.phase == "fighting" else "muted"
        ways = forms(name, known)
        style, lines = _styled(ways if is_low else ways[:1], style, letters, width, 2 if is_low else _MOST_LINES)
        return cls._under(title, tuple(lines), style, color, letters)

    @classmethod
    def next(cls, view: PlayersView, letters: Letters, width: float, known: Forms, lines: int) -> Header:
        """The next combatant's name under the word `Next`, in at most `lines` lines; with 0 lines, beside the word.

        It is written smaller, then in one of its forms in `known`, before it is cut.
        """
        ways = forms(view.next, known)
        if not lines:
            return cls._next_beside(ways, letters, width)
        style = NAME if lines == 1 and letters.width(NEXT, view.next) > width else NEXT
        style, written = _styled(ways, style, letters, width, lines)
        return cls._under("Next", tuple(written), style, "muted", letters)

    @classmethod
    def _next_beside(cls, ways: Sequence[str], letters: Letters, width: float) -> Header:
        """The next combatant's name in one line with the word `Next`."""
        aside = letters.width(STRONG, "Next") + letters.length(0.02)
        style = NAME if letters.width(NEXT, ways[0]) > width - aside else NEXT
        style, lines = _styled(ways, style, letters, width - aside, 1)
        return cls("Next", tuple(lines), style, "muted", aside, letters.line(style))

    @classmethod
    def _under(cls, title: str, lines: tuple[str, ...], style: Style, color: str, letters: Letters) -> Header:
        above = letters.line(STRONG) * 1.15 if title else 0.0
        return cls(title, lines, style, color, 0.0, above + len(lines) * letters.line(style))

    def paint(self, painter: QPainter, letters: Letters, box: QRectF) -> None:
        """Paint it at the top of a box."""
        colors, line = palette(), letters.line(self.style)
        tall = line if self.aside else letters.line(STRONG)
        place = QRectF(box.left(), box.top(), box.width(), tall)
        write(painter, place, self.title, letters.font(STRONG), colors.color(self.title_color))
        # Large letters look indented because their font leaves space before them.
        left = box.left() + (self.aside or -letters.font(self.style).pixelSize() * 0.04)
        top = box.top() + (tall * 1.15 if self.title and not self.aside else 0.0)
        for number, words in enumerate(self.lines):
            place = QRectF(left, top + number * line, box.width(), line)
            write(painter, place, words, letters.font(self.style), colors.color("text"))


def _styled(
    ways: Sequence[str], style: Style, letters: Letters, width: float, most: int
) -> tuple[Style, Sequence[str]]:
    """The longest form of a name that is whole in at most `most` lines of a style, or else of a smaller one."""
    for one in (style, NAME, STRONG):
        lines = letters.written(ways, one, width, most)
        if any(is_whole(lines, way) for way in ways):
            return one, lines
    return style, letters.written(ways, style, width, most)


def paint_strip(painter: QPainter, box: QRectF, view: PlayersView, letters: Letters) -> None:
    """Paint the current turn at the left of a line and the next combatant at its right; in a high box, below it."""
    colors, gap = palette(), letters.length(0.02)
    first, now, following = QRectF(box), QRectF(box), QRectF(box)
    title = title_of(view)
    if is_high := box.height() > letters.length(1.5 * _STRIP):
        first.setHeight(box.height() / 3)
        now = first.translated(0, first.height())
        following = now.translated(0, now.height())
    else:
        now.setLeft(now.left() + letters.width(STRONG, title) + gap)
    write(painter, first, title, letters.font(STRONG), colors.color("now_text"))
    known = _known(view)
    room = now.width() if is_high else box.width() * 0.35
    name = "".join(letters.written(forms(view.now, known), NEXT, room, 1))
    write(painter, now, name, letters.font(NEXT), colors.color("text"))
    if view.next:
        before = letters.width(STRONG, "Next") + gap
        room = following.width() - before if is_high else box.width() * 0.3
        words = "".join(letters.written(forms(view.next, known), NAME, room, 1))
        following.setLeft(following.left() if is_high else following.right() - before - letters.width(NAME, words))
        write(painter, following, "Next", letters.font(STRONG), colors.color("muted"))
        write(painter, following.adjusted(before, 0, 0, 0), words, letters.font(NAME), colors.color("text"))


def paint_pools(painter: QPainter, letters: Letters, box: QRectF, view: PlayersView, taken: float) -> None:
    """Paint the party's pools right of the title, as many as have room; `taken` is the title's width in pixels."""
    line = QRectF(box.left(), box.top(), box.width(), letters.line(STRONG))
    gap = letters.length(0.025)
    for pool in reversed(view.pools):
        needed = letters.width(STRONG, pool.words)
        if line.width() - taken - gap < needed:
            return
        write(painter, line, pool.words, letters.font(STRONG), palette().color("text"), RIGHT)
        line.setRight(line.right() - needed - gap)


# ---------------------------------------------------------------------------------------------------------- a countdown


_HEIGHT = 0.064
"""Height of the frame; like all lengths here, a share of the screen's height."""
_FRAME = 0.085
_GAP = 0.016
_PIP = 0.03


def countdown_height(clock: ClockView, letters: Letters) -> float:
    """Return the countdown's height in pixels with the gap under it; 0 if there is no countdown."""
    return letters.length(_HEIGHT + _GAP) if clock.steps else 0.0


def paint_countdown(painter: QPainter, box: QRectF, clock: ClockView, letters: Letters) -> None:
    """Paint the countdown at the top of a box: filled pips are still to come, hollow ones have been counted."""
    if not clock.steps:
        return
    colors = palette()
    frame = QRectF(box.left(), box.top(), letters.length(_FRAME), letters.length(_HEIGHT))
    corner = letters.length(0.011)
    is_counting = clock.step in clock.steps
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.color("now" if is_counting else "raised"))
    painter.drawRoundedRect(frame, corner, corner)
    number = str(clock.step if is_counting else clock.steps[0])
    write(
        painter,
        frame,
        number,
        letters.font(NAME, tabular=True),
        colors.color("on_now" if is_counting else "muted"),
        CENTER,
    )
    pips = QRectF(frame.right() + letters.length(_GAP), 0, 0, letters.length(_PIP))
    pips.setRight(box.right())
    pips.moveTop(frame.center().y() - pips.height() / 2)
    for step, cell in step_boxes(pips, clock.steps).items():
        state = step_state(step, clock.steps, clock.step)
        color = colors.color("now" if state == "now" else "muted")
        line = max(1.0, letters.length(0.003))
        painter.setPen(QPen(color, line))
        painter.setBrush(Qt.BrushStyle.NoBrush if state == "past" else color)
        corner = cell.width() * 0.2
        painter.drawRoundedRect(cell.adjusted(line, line, -line, -line), corner, corner)


# ------------------------------------------------------------------------------------------------------------- the page


_SIDE = 0.555
"""Width of the initiative order beside the map; like all lengths here, a share of the screen's height."""
_WIDEST_SIDE = 0.4
"""Greatest width of the initiative order, as a share of the screen's width."""
_PAD = 0.034
_FOOTER = 0.115
_STRIP = 0.1
"""Height of the line with current turn and next combatant, if the initiative order is not shown."""
_UPRIGHT = 1.15
"""On a screen less wide than this many times its height, the initiative order is under the map."""
_UPRIGHT_BOARD = 0.36
_ASIDE = 0.04
"""Gap between current turn and messages, and between messages and next combatant."""
_LARGER = (1.6, 1.4, 1.2)
"""Factors by which rows may be enlarged if they have half of the screen, and room."""
_LOG_SHARE = 0.4
"""Share of the board's height that the log may take."""
_EMPTY_TITLE = "Battleboard"
_QUIET = "#8793a3"
"""Colour of the title on a blank view, which is black with any palette."""


class Regions(Struct, frozen=True):
    """The boxes of the page's parts."""

    board: QRectF
    """Empty if there is no map."""
    footer: QRectF
    header: QRectF
    """The current turn; `Next` is at the bottom of this box or of `rows`."""
    rows: QRectF
    """The same box as `header` if one is below the other."""
    panel: QRectF
    """The background of the rows."""
    is_upright: bool = False


def _is_upright(size: QSizeF) -> bool:
    return size.width() < size.height() * _UPRIGHT


def regions(
    size: QSizeF,
    *,
    with_map: bool,
    with_order: bool = True,
    has_footer: bool = True,
    has_strip: bool = False,
    text: float = 1.0,
) -> Regions:
    """Return the boxes of the parts: map and dice left, initiative order right; on an upright screen one below another.

    A part without the others has all of the room. With `has_strip`, current turn and next combatant are in a line above
    the map, instead of the initiative order. `text` is the factor by which text is larger than usual: dice and
    initiative order get as much more room.
    """
    width, height = size.width(), size.height()
    pad, footer = height * _PAD, height * _FOOTER * text
    if not with_order:
        bar = QRectF(pad, height - footer - pad * 0.75, width - 2 * pad, footer)
        bottom = bar.top() - pad * 0.4 if has_footer else height
        lines = 2.4 if _is_upright(size) else 1.0
        strip = QRectF(0, 0, width, height * _STRIP * text * lines) if has_strip else QRectF()
        board = QRectF(0, strip.height(), width, bottom - strip.height())
        return Regions(
            board, bar, strip.adjusted(pad, 0, -pad, 0) if has_strip else QRectF(), QRectF(), strip, lines > 1
        )
    if _is_upright(size):
        top = height * _UPRIGHT_BOARD if with_map else 0.0
        board = QRectF(0, 0, width, top)
        bar = QRectF(pad, top + pad * 0.4 if with_map else height - footer - pad, width - 2 * pad, footer)
        bottom = height if with_map else bar.top()
        panel = QRectF(0, bar.bottom() + pad * 0.4 if with_map else 0, width, 0)
        panel.setBottom(bottom)
        column = panel.adjusted(pad, pad * 0.6, -pad, -pad * 0.6)
        return Regions(board, bar, column, column, panel, is_upright=True)
    side = width * 0.5 if not with_map else min(height * _SIDE * text, width * _WIDEST_SIDE)
    panel = QRectF(width - side, 0, side, height)
    bar = QRectF(pad, height - footer - pad * 0.75, width - side - 2 * pad, footer)
    column = panel.adjusted(pad, pad, -pad, -pad)
    if with_map:
        return Regions(QRectF(0, 0, width - side, bar.top() - pad * 0.4), bar, column, column, panel)
    header = QRectF(pad, pad, width - side - 2 * pad, (bar.top() if has_footer else height) - 2 * pad)
    return Regions(QRectF(), bar, header, column, panel)


class Page:
    """Paints views; caches the pictures that they name."""

    def __init__(self) -> None:
        self._pictures = Pictures()
        self._board = Board(self._pictures)
        self._letters = self._larger = Letters(1)
        self.turn = 0
        """How often the list has been turned to its next page, if it is too long for the screen."""
        self.pages = 1
        """Number of pages of the list that was painted last."""
        self.is_rough = False
        """Whether the last painting, made while the board moved, would be sharper if it were repeated."""

    @functools.cached_property
    def _zones(self) -> ZoneBoard:
        """The board as a list of zones, imported only when it is needed."""
        from gui.player.zone_board import ZoneBoard

        return ZoneBoard(self._pictures)

    def set_resolver(self, resolve: Resolver) -> None:
        """Set how the bytes of portraits and of the background are found."""
        self._pictures.set_resolver(resolve)

    @property
    def seen(self) -> QRectF:
        """The part of the board that was painted last, in metres; empty if there was none."""
        return self._board.seen

    def paint(self, painter: QPainter, size: QSizeF, view: PlayersView | None) -> None:
        """Paint a view for a screen of that size from (0, 0); without a view, only the program's name."""
        self.is_rough = False
        if view is None:
            self.paint_blank(painter, size, _EMPTY_TITLE)
            return
        letters, colors = self._letters_for(size, view), palette()
        if view.shown is not None:
            paint_shown(painter, size, view.shown, letters, self._pictures)
            return
        with_map, with_order, has_footer, has_strip = _parts(size, view)
        places = _places(size, view)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), colors.color("ground"))
        painter.fillRect(places.panel, colors.color("background"))
        if with_map:
            self._paint_board(painter, places, view, letters)
        is_told = not with_map and not places.is_upright and bool(messages(view))
        paint_footer(painter, places.footer, view.action if has_footer else None, letters, is_told=is_told)
        if with_order:
            self._paint_order(painter, places, view, letters, with_map=with_map)
        elif has_strip:
            paint_strip(painter, places.header, view, letters)
        painter.restore()

    def lay_out(self, size: QSizeF, view: PlayersView | None) -> None:
        """Compute the layout of labels and tokens on the map, ready for the next `paint`.

        This takes as long as painting: if both were done at once, the GM's next key would wait twice as long.
        """
        if view is None or view.shown is not None or view.scene or view.zones is not None:
            return
        if _parts(size, view)[0]:
            letters, places = self._letters_for(size, view), _places(size, view)
            box = _board_box(places, view)
            box.setBottom(box.bottom() - len(_log_lines(box, view, letters)) * letters.line(WORDS))
            self._board.lay_out(box.size(), view.map, letters, view.frame, _covered(box, places, view, letters))

    def _letters_for(self, size: QSizeF, view: PlayersView) -> Letters:
        height = size.height() * view.layout.text_size / 100
        if self._letters.height != height:
            self._letters = Letters(height)
        return self._letters

    def _paint_board(self, painter: QPainter, places: Regions, view: PlayersView, letters: Letters) -> None:
        """Paint map, zones or the picture of the scene, above the lines of the log."""
        board = _board_box(places, view)
        if view.zones is not None:
            # A map goes on below the footer when that grows, but zones would lose what stands at their bottom.
            board.setBottom(board.bottom() - _grown(places, view, letters))
        board.setBottom(board.bottom() - self._paint_log(painter, board, view, letters))
        if view.scene:
            paint_fitted(painter, board, self._pictures.ground(view.scene))
        elif view.zones is None or not self._zones.paint(painter, board, view, letters):
            covered = _covered(board, places, view, letters)
            has_patterns = view.layout.patterns
            self._board.paint(painter, board, view.map, letters, view.marks, view.frame, has_patterns, covered)
            self.is_rough = self._board.is_rough
        line = QRectF(places.panel.topLeft(), QSizeF(max(1.0, letters.length(0.001)), places.panel.height()))
        if places.panel.left() > 0:
            painter.fillRect(line, palette().color("line"))

    @staticmethod
    def _paint_log(painter: QPainter, board: QRectF, view: PlayersView, letters: Letters) -> float:
        """Paint the messages before the last action at the bottom of a box; returns the height that they take."""
        lines = _log_lines(board, view, letters)
        line, pad = letters.line(WORDS), letters.length(_PAD)
        for number, words in enumerate(reversed(lines), 1):
            place = QRectF(board.left() + pad, board.bottom() - number * line, board.width() - 2 * pad, line)
            words = letters.elided(words, WORDS, place.width())
            write(painter, place, words, letters.font(WORDS), palette().color("muted"))
        return len(lines) * line

    def _paint_order(
        self, painter: QPainter, places: Regions, view: PlayersView, letters: Letters, *, with_map: bool
    ) -> None:
        """Paint the current turn, the rows, and the next combatant under them, as far as there is room."""
        if view.phase == "fighting":
            places = self._paint_countdown(painter, places, view, letters)
        is_alone = not with_map and not places.is_upright
        header, following, rows = self._laid_order(places, view, letters, with_map=with_map)
        top = QRectF(places.header)
        if is_alone and not view.now and not view.next and not messages(view):
            top.setTop(top.center().y() - header.height)
        header.paint(painter, letters, top)
        taken = (
            letters.width(STRONG, header.title)
            if header.title
            else letters.width(header.style, "".join(header.lines[:1]))
        )
        paint_pools(painter, letters, places.header, view, taken)
        rows.paint(painter)
        self.pages = rows.pages
        box = QRectF(places.header)
        if following is not None:
            box.setTop(box.bottom() - following.height)
            following.paint(painter, letters, box)
            box.setBottom(box.top() - letters.length(_ASIDE))
        if is_alone:
            box.setTop(places.header.top() + header.height + letters.length(_ASIDE))
            self._paint_messages(painter, places, box, view, letters)

    def _paint_messages(
        self, painter: QPainter, places: Regions, free: QRectF, view: PlayersView, letters: Letters
    ) -> None:
        """Paint messages between current turn and next combatant, or in the other half without initiative order."""
        if not view.order:
            paint_messages(painter, places.rows, view, letters)
            return
        free = paint_messages(painter, free, view, letters)
        acting = next((row for row in view.order if row.is_now), None)
        if acting is not None:
            paint_large_token(painter, free, acting, letters, self._pictures)

    @staticmethod
    def _paint_countdown(painter: QPainter, places: Regions, view: PlayersView, letters: Letters) -> Regions:
        """Paint the countdown above the current turn; returns the regions that are left under it."""
        height = countdown_height(view.clock, letters)
        if not height:
            return places
        paint_countdown(painter, places.header, view.clock, letters)
        header = places.header.adjusted(0, height, 0, 0)
        return replace(places, header=header, rows=header if places.rows == places.header else places.rows)

    def _laid_order(
        self, places: Regions, view: PlayersView, letters: Letters, *, with_map: bool
    ) -> tuple[Header, Header | None, Rows]:
        """Lay out current turn, next combatant and rows: both names become smaller before a row is left out."""
        width, is_apart, known = places.header.width(), places.rows != places.header, _known(view)
        lines = 1 if places.is_upright else 2
        for is_low, next_lines in ((True, 0),) if places.is_upright else ((False, 2), (False, 1), (True, 0)):
            is_card = not with_map and not places.is_upright
            header = Header.now(view, letters, width, known, is_low=is_low, is_card=is_card)
            following = Header.next(view, letters, width, known, next_lines) if view.next else None
            box = _rows_box(places, header, following, letters)
            rows = Rows(
                view.order,
                letters,
                box,
                self._pictures,
                known=known,
                next_id=view.next_id,
                lines=lines,
                detailed=not with_map,
                turn=self.turn,
            )
            if is_apart or len(rows.shown) == len(view.order):
                break
        if is_apart:
            rows = self._larger_rows(view, letters, box) or rows
        return header, following, rows

    def _larger_rows(self, view: PlayersView, letters: Letters, box: QRectF) -> Rows | None:
        """The rows in the largest letters in which all of them fit with whole names, or None if they fit in none."""
        for factor in _LARGER:
            key = letters.height * factor
            if self._larger.height != key:
                self._larger = Letters(key)
            rows = Rows(view.order, self._larger, box, self._pictures, detailed=True)
            if len(rows.shown) == len(view.order) and rows.are_whole:
                return rows
        return None

    def paint_blank(self, painter: QPainter, size: QSizeF, title: str) -> None:
        """Paint black with a muted title."""
        letters = Letters(size.height())
        box = QRectF(0, 0, size.width(), size.height())
        painter.fillRect(box, Qt.GlobalColor.black)
        words = letters.elided(title, NAME, size.width() * 0.9)
        write(painter, box, words, letters.font(NAME), QColor(_QUIET), CENTER)


def _known(view: PlayersView) -> Forms:
    """The forms of all names on the screen."""
    turns = (view.now, view.next, *(row.name for row in view.order))
    return forms_of(name for name in (*turns, *(token.name for token in view.map.tokens)) if name)


def _places(size: QSizeF, view: PlayersView) -> Regions:
    """The boxes of the parts of a view."""
    with_map, with_order, has_footer, has_strip = _parts(size, view)
    text = view.layout.text_size / 100
    return regions(
        size, with_map=with_map, with_order=with_order, has_footer=has_footer, has_strip=has_strip, text=text
    )


def _parts(size: QSizeF, view: PlayersView) -> tuple[bool, bool, bool, bool]:
    """Whether there is a map or its substitute, the initiative order, the footer, and the line with the turn."""
    layout = view.layout
    with_map = (layout.map and (view.zones is not None or has_map(view.map))) or bool(view.scene)
    with_order = layout.order or not with_map
    has_strip = not with_order and layout.now_and_next and view.phase == "fighting"
    has_footer = view.action is not None
    if view.action is not None and not with_map and not _is_upright(size):
        # The messages show its text in larger letters: the footer is needed for dice only.
        has_footer = not messages(view) or bool(view.action.dice)
    return with_map, with_order, has_footer, has_strip


def _grown(places: Regions, view: PlayersView, letters: Letters) -> float:
    """Pixels by which the footer is higher than usual."""
    return places.footer.top() - footer_box(places.footer, view.action, letters).top()


def _covered(board: QRectF, places: Regions, view: PlayersView, letters: Letters) -> float:
    """Pixels at the bottom of a map that a grown footer covers."""
    if view.action is None:
        return 0.0
    return max(0.0, board.bottom() - footer_box(places.footer, view.action, letters).top())


def _board_box(places: Regions, view: PlayersView) -> QRectF:
    """The board with the lines of the log; before combat, without a footer, it extends to the footer's bottom."""
    board = QRectF(places.board)
    if view.phase == "waiting" and view.action is None and not places.is_upright:
        board.setBottom(max(board.bottom(), places.footer.bottom()))
    return board


def _log_lines(board: QRectF, view: PlayersView, letters: Letters) -> list[str]:
    """The messages before the last action, as many as fit into a box."""
    before = [line.sentence for line in view.log if view.action is None or line.sentence != view.action.sentence]
    most = max(0, math.floor(board.height() * _LOG_SHARE / letters.line(WORDS)))
    return before[-most:] if most else []


def _rows_box(places: Regions, header: Header, following: Header | None, letters: Letters) -> QRectF:
    """The box for the rows between current turn and next combatant."""
    box = QRectF(places.rows)
    if places.rows == places.header:
        box.setTop(box.top() + header.height + letters.length(0.022 if header.lines else 0.008))
        if following is not None:
            box.setBottom(box.bottom() - following.height - letters.length(0.02))
    return box


def players_image(view: PlayersView | None, size: QSize, resolve: Resolver | None = None) -> QImage:
    """Return the players' screen of that size in pixels as an image; needs an application, but no window."""
    page = Page()
    if resolve is not None:
        page.set_resolver(resolve)
    image = QImage(size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    page.paint(painter, QSizeF(size), view)
    painter.end()
    return image


def map_image(view: PlayersView, size: QSize, resolve: Resolver | None = None) -> QImage | None:
    """Like `players_image`, or None if there is neither a map nor a list of zones to paint."""
    return players_image(view, size, resolve) if view.zones is not None or has_map(view.map) else None


def render_players_png(
    view: PlayersView | None, path: Path, size: QSize | tuple[int, int] = (1920, 1080), resolve: Resolver | None = None
) -> None:
    """Save a picture of the players' screen of that size in pixels.

    Raises OSError if the file cannot be written.
    """
    image = players_image(view, size if isinstance(size, QSize) else QSize(*size), resolve)
    writer = QImageWriter(str(path), QByteArray(b"png"))
    if not writer.write(image):
        raise OSError(f"cannot write the picture to {path}: {writer.errorString()}")
