"""The whole players' screen, painted for any size: window, thumbnail and saved picture are this one page."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPen

from gui.map.pictures import Pictures, Resolver
from gui.player.board import Board
from gui.player.messages import messages, paint_large_token, paint_messages
from gui.player.shown import paint_fitted, paint_shown
from gui.player.text_layout import CENTER, NAME, NEXT, NOW, RIGHT, STRONG, WORDS, Letters, Style, joined, write
from gui.player.turns import Rows
from gui.style import palette, step_boxes, step_state
from model.view.map import has_map
from model.view.players import ActionView, DiceView, PlayersView
from model.view.pools import ClockView

if TYPE_CHECKING:
    from gui.player.zone_board import ZoneBoard

# ----------------------------------------------------------------------------------------------------------- the header


def title_of(view: PlayersView) -> str:
    """`Round 3 · now`; before and after the fight what there is to say."""
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
    """Pixels from the left to the name that stands beside its title; 0: the name stands under it."""
    height: float
    """Pixels."""

    @classmethod
    def now(cls, view: PlayersView, letters: Letters, width: float, *, is_low: bool, is_card: bool = False) -> Header:
        """Whose turn it is, in the largest letters that fit; `is_low` keeps to the smallest, to leave room.

        As a card the title stands in these letters where it is nobody's turn.
        """
        title, name = title_of(view), view.now
        if is_card and not name:
            title, name = "", title
        for style in NOW[-1:] if is_low else NOW:
            if letters.width(style, name) <= width:
                break
        color = "now_text" if view.phase == "fighting" else "muted"
        lines = tuple(letters.wrapped(name, style, width, 2))
        return cls._under(title, lines, style, color, letters)

    @classmethod
    def next(cls, view: PlayersView, letters: Letters, width: float, lines: int) -> Header:
        """Who comes then, under the word in this many lines at most."""
        return cls._under("Next", tuple(letters.wrapped(view.next, NEXT, width, lines)), NEXT, "muted", letters)

    @classmethod
    def next_beside(cls, view: PlayersView, letters: Letters, width: float) -> Header:
        """Who comes then, in one line with the word."""
        aside = letters.width(STRONG, "Next") + letters.length(0.02)
        lines = tuple(letters.wrapped(view.next, NEXT, width - aside, 1))
        return cls("Next", lines, NEXT, "muted", aside, letters.line(NEXT))

    @classmethod
    def _under(cls, title: str, lines: tuple[str, ...], style: Style, color: str, letters: Letters) -> Header:
        above = letters.line(STRONG) * 1.15 if title else 0.0
        return cls(title, lines, style, color, 0.0, above + len(lines) * letters.line(style))

    def paint(self, painter: QPainter, letters: Letters, box: QRectF) -> None:
        """Paint it from the top of a box on."""
        colors, line = palette(), letters.line(self.style)
        tall = line if self.aside else letters.line(STRONG)
        place = QRectF(box.left(), box.top(), box.width(), tall)
        write(painter, place, self.title, letters.font(STRONG), colors.color(self.title_color))
        # Large letters look indented by the room that their font leaves before them.
        left = box.left() + (self.aside or -letters.font(self.style).pixelSize() * 0.04)
        top = box.top() + (tall * 1.15 if self.title and not self.aside else 0.0)
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


# ---------------------------------------------------------------------------------------------------------- a countdown


_HEIGHT = 0.064
"""Of the frame, as all lengths here a share of the screen's height."""
_FRAME = 0.085
_GAP = 0.016
_PIP = 0.03


def countdown_height(clock: ClockView, letters: Letters) -> float:
    """Pixels that the countdown takes with the gap under it; 0 where nothing is counted."""
    return letters.length(_HEIGHT + _GAP) if clock.steps else 0.0


def paint_countdown(painter: QPainter, box: QRectF, clock: ClockView, letters: Letters) -> None:
    """Paint it at the top of a box: filled pips are still to come, hollow ones have been counted."""
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


# ----------------------------------------------------------------------------------------------------------- the footer


_DIE, _SMALL_DIE = 0.078, 0.054
"""Side of a die, as all lengths here a share of the screen's height: of one roll, and of several under their words."""
_FOOT_GAP, _SMALL_GAP = 0.02, 0.009
_FOOT_PAD = 0.024
_MOST = 6
"""Dice of one roll that are shown; further ones are counted."""
_LEAST_TITLE = 8
"""Letters of the title that have to be left for it to say anything."""


class _Group(Struct, frozen=True):
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
        return dice + sum(letters.width(STRONG, text) + letters.length(_FOOT_GAP) for text in texts)


def _sizes(letters: Letters, *, is_small: bool) -> tuple[float, float]:
    """Side of a die and the gap after it in pixels."""
    side, gap = (_SMALL_DIE, _SMALL_GAP) if is_small else (_DIE, _FOOT_GAP)
    return letters.length(side), letters.length(gap)


def paint_footer(painter: QPainter, box: QRectF, action: ActionView | None, letters: Letters) -> None:
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
    pad = letters.length(_FOOT_PAD)
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
    title = _title_lines(action, letters, room) if room >= least else []
    if group.label:
        box, title = _write(painter, box, title, "text", letters), []
        box = _write(painter, box, [group.label], "muted", letters)
    box = _paint_faces(painter, box, group.faces, letters)
    box = _write(painter, box, title, "text", letters)
    for words, color in group.words:
        box = _write(painter, box, [words], color, letters)


def _title_lines(action: ActionView, letters: Letters, room: float) -> list[str]:
    """The title, and under it what came of it for others."""
    if not action.outcome:
        return letters.wrapped(action.title, STRONG, room, 2)
    return [letters.elided(words, STRONG, room) for words in (action.title, action.outcome)]


def _paint_rolls(painter: QPainter, box: QRectF, action: ActionView, letters: Letters) -> None:
    """The title over a line of the dice of several rolls, each with its words."""
    groups = _fitting(_groups(action.dice, letters, box.width()), letters, box.width())
    upper, lower = QRectF(box), QRectF(box)
    upper.setBottom(box.top() + box.height() * 0.47)
    lower.setTop(upper.bottom())
    lower.setBottom(box.bottom() - letters.length(_SMALL_GAP) / 2)
    title = joined(action.title, action.outcome)
    _write(painter, upper, [letters.elided(title, STRONG, box.width())], "text", letters)
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
    most = min(_MOST, max(1, math.floor(room / letters.length(_DIE + _FOOT_GAP))))
    if len(faces) > most:
        faces = (*faces[: most - 1], f"+{len(faces) - most + 1}")
    words: list[tuple[str, str]] = []
    if dice.total is not None and dice.total != sum(dice.faces):
        words.append((f"total {dice.total}", "muted"))
    if dice.against is not None:
        words.append((f"against {dice.against}", "muted"))
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
        left += letters.length(_FOOT_GAP) - gap
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
    return box.adjusted(widest + letters.length(_FOOT_GAP), 0, 0, 0)


# ------------------------------------------------------------------------------------------------------------- the page


_SIDE = 0.555
"""Width of the order beside the map; as all lengths here a share of the screen's height."""
_WIDEST_SIDE = 0.4
"""Of the screen's width."""
_PAD = 0.034
_FOOTER = 0.115
_UPRIGHT = 1.15
"""A screen less wide than this many times its height has the order under the map."""
_UPRIGHT_BOARD = 0.36
_ASIDE = 0.04
"""From whose turn it is to what happened, and from there to who is next."""
_LARGER = (1.6, 1.4, 1.2)
"""How much larger rows are that have half of the screen, and room."""
_LOG_SHARE = 0.4
"""Of the board that lines of what happened may take."""
_EMPTY_TITLE = "Battleboard"
_QUIET = "#8793a3"
"""The colour of the curtain's title: the curtain is black with any palette."""


class Regions(Struct, frozen=True):
    """Where the parts of the page stand."""

    board: QRectF
    """Empty where there is no map."""
    footer: QRectF
    header: QRectF
    """Whose turn it is; `Next` stands at its bottom or at that of the rows."""
    rows: QRectF
    """The same box as `header` where both stand one below the other."""
    panel: QRectF
    """The ground under the rows."""
    is_upright: bool = False


def _is_upright(size: QSizeF) -> bool:
    return size.width() < size.height() * _UPRIGHT


def regions(
    size: QSizeF, *, with_map: bool, with_order: bool = True, has_footer: bool = True, text: float = 1.0
) -> Regions:
    """Map and dice left, order right; on an upright screen one below the other; what there is alone has it all.

    `text` is how much larger than usual text is: dice and order have as much more room.
    """
    width, height = size.width(), size.height()
    pad, footer = height * _PAD, height * _FOOTER * text
    if not with_order:
        bar = QRectF(pad, height - footer - pad * 0.75, width - 2 * pad, footer)
        bottom = bar.top() - pad * 0.4 if has_footer else height
        return Regions(QRectF(0, 0, width, bottom), bar, QRectF(), QRectF(), QRectF())
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
    """Paints views; keeps the pictures that they name."""

    def __init__(self) -> None:
        self._pictures = Pictures()
        self._board = Board(self._pictures)
        self._letters = self._larger = Letters(1)
        self.turn = 0
        """How often a list that is too long for the screen has been turned over."""
        self.pages = 1
        """How many pages the list takes that was painted last."""
        self.is_rough = False
        """Whether what was painted last, while the board moved, would be sharper were it painted once more."""

    @functools.cached_property
    def _zones(self) -> ZoneBoard:
        """The board as a list of zones, imported for those who have one."""
        from gui.player.zone_board import ZoneBoard

        return ZoneBoard(self._pictures)

    def set_resolver(self, resolve: Resolver) -> None:
        """How the bytes of portraits and of the background are found."""
        self._pictures.set_resolver(resolve)

    @property
    def seen(self) -> QRectF:
        """The part of the board that was painted last, in metres; empty where there was none."""
        return self._board.seen

    def paint(self, painter: QPainter, size: QSizeF, view: PlayersView | None) -> None:
        """Paint a view over a screen of that size from (0, 0); without one, only the program's name."""
        self.is_rough = False
        if view is None:
            self.paint_blank(painter, size, _EMPTY_TITLE)
            return
        letters, colors = self._letters_for(size, view), palette()
        if view.shown is not None:
            paint_shown(painter, size, view.shown, letters, self._pictures)
            return
        with_map, with_order, has_footer = _parts(size, view)
        text = view.layout.text_size / 100
        places = regions(size, with_map=with_map, with_order=with_order, has_footer=has_footer, text=text)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), colors.color("ground"))
        painter.fillRect(places.panel, colors.color("background"))
        if with_map:
            self._paint_board(painter, places, view, letters)
        paint_footer(painter, places.footer, view.action if has_footer else None, letters)
        if with_order:
            self._paint_order(painter, places, view, letters, with_map=with_map)
        painter.restore()

    def lay_out(self, size: QSizeF, view: PlayersView | None) -> None:
        """Find the places of words and tokens on the map, which takes as long as painting them, for `paint` to come.

        A program that does both at one go would let the GM's next key wait twice as long.
        """
        if view is None or view.shown is not None or view.scene or view.zones is not None:
            return
        with_map, with_order, has_footer = _parts(size, view)
        if with_map:
            letters, text = self._letters_for(size, view), view.layout.text_size / 100
            places = regions(size, with_map=True, with_order=with_order, has_footer=has_footer, text=text)
            box = _board_box(places, view)
            box.setBottom(box.bottom() - len(_log_lines(box, view, letters)) * letters.line(WORDS))
            self._board.lay_out(box.size(), view.map, letters, view.frame)

    def _letters_for(self, size: QSizeF, view: PlayersView) -> Letters:
        height = size.height() * view.layout.text_size / 100
        if self._letters.height != height:
            self._letters = Letters(height)
        return self._letters

    def _paint_board(self, painter: QPainter, places: Regions, view: PlayersView, letters: Letters) -> None:
        """Map, zones or the picture of the scene, over the lines of what happened before."""
        board = _board_box(places, view)
        board.setBottom(board.bottom() - self._paint_log(painter, board, view, letters))
        if view.scene:
            paint_fitted(painter, board, self._pictures.ground(view.scene))
        elif view.zones is None or not self._zones.paint(painter, board, view, letters):
            self._board.paint(painter, board, view.map, letters, view.marks, view.frame, view.layout.patterns)
            self.is_rough = self._board.is_rough
        line = QRectF(places.panel.topLeft(), QSizeF(max(1.0, letters.length(0.001)), places.panel.height()))
        if places.panel.left() > 0:
            painter.fillRect(line, palette().color("line"))

    @staticmethod
    def _paint_log(painter: QPainter, board: QRectF, view: PlayersView, letters: Letters) -> float:
        """Lines of what was told before the last action, at the bottom of a box; returns what they take of it."""
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
        """Whose turn it is, the rows, and who is next under them, as far as there is room."""
        if view.phase == "fighting":
            places = self._paint_countdown(painter, places, view, letters)
        width = places.header.width()
        is_alone = not with_map and not places.is_upright
        header = Header.now(view, letters, width, is_low=places.is_upright, is_card=is_alone)
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
        following, rows = self._next_and_rows(places, view, letters, header, with_map=with_map)
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
        """What happened, between whose turn it is and who is next, or where no order takes the other half."""
        if not view.order:
            paint_messages(painter, places.rows, view, letters)
            return
        free = paint_messages(painter, free, view, letters)
        acting = next((row for row in view.order if row.is_now), None)
        if acting is not None:
            paint_large_token(painter, free, acting, letters, self._pictures)

    @staticmethod
    def _paint_countdown(painter: QPainter, places: Regions, view: PlayersView, letters: Letters) -> Regions:
        """Paint the countdown over whose turn it is, and give the places that are left under it."""
        height = countdown_height(view.clock, letters)
        if not height:
            return places
        paint_countdown(painter, places.header, view.clock, letters)
        header = places.header.adjusted(0, height, 0, 0)
        return replace(places, header=header, rows=header if places.rows == places.header else places.rows)

    def _next_and_rows(
        self, places: Regions, view: PlayersView, letters: Letters, header: Header, *, with_map: bool
    ) -> tuple[Header | None, Rows]:
        """A long name is told in full by its row: where rows are lacking one line must do, or none."""
        width = places.header.width()
        attempts: tuple[Header | None, ...] = (None,)
        if view.next and places.is_upright:
            attempts = (Header.next_beside(view, letters, width),)
        elif view.next:
            attempts = tuple(Header.next(view, letters, width, lines) for lines in (2, 1))
        for following in attempts:
            box = _rows_box(places, header, following, letters)
            lines = 1 if places.is_upright else 2
            rows = Rows(view.order, letters, box, self._pictures, lines=lines, detailed=not with_map, turn=self.turn)
            if not rows.more or places.rows != places.header:
                break
        if places.rows != places.header:
            rows = self._larger_rows(view, letters, box) or rows
        return following, rows

    def _larger_rows(self, view: PlayersView, letters: Letters, box: QRectF) -> Rows | None:
        """The rows in the largest letters in which all of them have room, with whole names; None: in none."""
        for factor in _LARGER:
            key = letters.height * factor
            if self._larger.height != key:
                self._larger = Letters(key)
            rows = Rows(view.order, self._larger, box, self._pictures, detailed=True)
            if len(rows.shown) == len(view.order) and rows.are_whole:
                return rows
        return None

    def paint_blank(self, painter: QPainter, size: QSizeF, title: str) -> None:
        """Black, with a quiet title."""
        letters = Letters(size.height())
        box = QRectF(0, 0, size.width(), size.height())
        painter.fillRect(box, Qt.GlobalColor.black)
        words = letters.elided(title, NAME, size.width() * 0.9)
        write(painter, box, words, letters.font(NAME), QColor(_QUIET), CENTER)


def _parts(size: QSizeF, view: PlayersView) -> tuple[bool, bool, bool]:
    """Whether there is a map or what stands for it, the order or whose turn it is, and the strip of the last action."""
    layout = view.layout
    with_map = (layout.map and (view.zones is not None or has_map(view.map))) or bool(view.scene)
    with_order = layout.order or layout.now_and_next or not with_map
    has_footer = view.action is not None
    if view.action is not None and not with_map and not _is_upright(size):
        # Its words stand over the strip, in larger letters: only dice are left for it.
        has_footer = not messages(view) or bool(view.action.dice)
    return with_map, with_order, has_footer


def _board_box(places: Regions, view: PlayersView) -> QRectF:
    """The board with the lines of what happened before; while there is no strip it reaches down to its bottom."""
    board = QRectF(places.board)
    if view.phase == "waiting" and view.action is None and not places.is_upright:
        board.setBottom(max(board.bottom(), places.footer.bottom()))
    return board


def _log_lines(board: QRectF, view: PlayersView, letters: Letters) -> list[str]:
    """What was told before the last action, as far as a box has room for it."""
    before = [line.sentence for line in view.log if view.action is None or line.sentence != view.action.sentence]
    most = max(0, math.floor(board.height() * _LOG_SHARE / letters.line(WORDS)))
    return before[-most:] if most else []


def _rows_box(places: Regions, header: Header, following: Header | None, letters: Letters) -> QRectF:
    """What is left for the rows between whose turn it is and who is next."""
    box = QRectF(places.rows)
    if places.rows == places.header:
        box.setTop(box.top() + header.height + letters.length(0.022 if header.lines else 0.008))
        if following is not None:
            box.setBottom(box.bottom() - following.height - letters.length(0.02))
    return box


def players_image(view: PlayersView | None, size: QSize, resolve: Resolver | None = None) -> QImage:
    """The players' screen of that size in pixels as a picture; needs an application, but no window."""
    page = Page()
    if resolve is not None:
        page.set_resolver(resolve)
    image = QImage(size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    page.paint(painter, QSizeF(size), view)
    painter.end()
    return image


def map_image(view: PlayersView, size: QSize, resolve: Resolver | None = None) -> QImage | None:
    """The same where there is a map or a list of zones to paint; None: there is neither."""
    return players_image(view, size, resolve) if view.zones is not None or has_map(view.map) else None


def render_players_png(
    view: PlayersView | None, path: Path, size: QSize | tuple[int, int] = (1920, 1080), resolve: Resolver | None = None
) -> None:
    """Save a picture of the players' screen of that size in pixels.

    An OSError says that the file cannot be written.
    """
    image = players_image(view, size if isinstance(size, QSize) else QSize(*size), resolve)
    writer = QImageWriter(str(path), QByteArray(b"png"))
    if not writer.write(image):
        raise OSError(f"cannot write the picture to {path}: {writer.errorString()}")
