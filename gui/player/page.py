"""The whole players' screen, painted for any size: window, thumbnail and saved picture are this one page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter

from gui.map.pictures import Pictures, Resolver
from gui.player.board import Board, has_map
from gui.player.countdown import countdown_height, paint_countdown
from gui.player.heads import Head, paint_pools
from gui.player.lettering import CENTER, NAME, STRONG, Letters, write
from gui.player.strip import paint_strip
from gui.player.turns import Rows
from gui.player.zone_board import ZoneBoard
from gui.style import palette
from model.view.players import PlayersView

_SIDE = 0.555
"""Width of the order beside the map; as all lengths here a share of the screen's height."""
_WIDEST_SIDE = 0.4
"""Of the screen's width."""
_PAD = 0.034
_STRIP = 0.115
_UPRIGHT = 1.15
"""A screen less wide than so many times its height has the order under the map."""
_UPRIGHT_BOARD = 0.36
_EMPTY_TITLE = "Battleboard"
_QUIET = "#8793a3"
"""The colour of the curtain's title: the curtain is black with any palette."""


@dataclass(frozen=True)
class Regions:
    """Where the parts of the page stand."""

    board: QRectF
    """Empty where there is no map."""
    strip: QRectF
    head: QRectF
    """Whose turn it is; `Next` stands at its bottom or at that of the rows."""
    rows: QRectF
    """The same box as `head` where both stand one below the other."""
    panel: QRectF
    """The ground under the rows."""
    is_upright: bool = False


def regions(size: QSizeF, *, with_map: bool) -> Regions:
    """Map and dice left, order right; on an upright screen one below the other; without a map the order has it all."""
    width, height = size.width(), size.height()
    pad, strip = height * _PAD, height * _STRIP
    if width < height * _UPRIGHT:
        top = height * _UPRIGHT_BOARD if with_map else 0.0
        board = QRectF(0, 0, width, top)
        bar = QRectF(pad, top + pad * 0.4 if with_map else height - strip - pad, width - 2 * pad, strip)
        bottom = height if with_map else bar.top()
        panel = QRectF(0, bar.bottom() + pad * 0.4 if with_map else 0, width, 0)
        panel.setBottom(bottom)
        column = panel.adjusted(pad, pad * 0.6, -pad, -pad * 0.6)
        return Regions(board, bar, column, column, panel, is_upright=True)
    side = width * 0.5 if not with_map else min(height * _SIDE, width * _WIDEST_SIDE)
    panel = QRectF(width - side, 0, side, height)
    bar = QRectF(pad, height - strip - pad * 0.75, width - side - 2 * pad, strip)
    column = panel.adjusted(pad, pad, -pad, -pad)
    if with_map:
        return Regions(QRectF(0, 0, width - side, bar.top() - pad * 0.4), bar, column, column, panel)
    head = QRectF(pad, pad, width - side - 2 * pad, bar.top() - 2 * pad)
    return Regions(QRectF(), bar, head, column, panel)


class Page:
    """Paints views; keeps the pictures that they name."""

    def __init__(self) -> None:
        self._pictures = Pictures()
        self._board = Board(self._pictures)
        self._zones = ZoneBoard(self._pictures)
        self._letters = Letters(1)

    def set_resolver(self, resolve: Resolver) -> None:
        """How the bytes of portraits and of the background are found."""
        self._pictures.set_resolver(resolve)

    def paint(self, painter: QPainter, size: QSizeF, view: PlayersView | None) -> None:
        """Paint a view over a screen of that size from (0, 0); without one, only the program's name."""
        if view is None:
            self.paint_curtain(painter, size, _EMPTY_TITLE)
            return
        if self._letters.height != size.height():
            self._letters = Letters(size.height())
        letters, colors = self._letters, palette()
        with_map = view.zones is not None or has_map(view.map)
        places = regions(size, with_map=with_map)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), colors.color("ground"))
        painter.fillRect(places.panel, colors.color("background"))
        if with_map:
            board = QRectF(places.board)
            if view.phase == "waiting" and view.action is None and not places.is_upright:
                board.setBottom(places.strip.bottom())
            if view.zones is None or not self._zones.paint(painter, board, view, letters):
                self._board.paint(painter, board, view.map, letters)
            line = QRectF(places.panel.topLeft(), QSizeF(max(1.0, letters.length(0.001)), places.panel.height()))
            if places.panel.left() > 0:
                painter.fillRect(line, colors.color("line"))
        paint_strip(painter, places.strip, view.action, letters)
        self._paint_order(painter, places, view, letters, with_map=with_map)
        painter.restore()

    def _paint_order(
        self, painter: QPainter, places: Regions, view: PlayersView, letters: Letters, *, with_map: bool
    ) -> None:
        """Whose turn it is, the rows, and who is next under them, as far as there is room."""
        if view.phase == "fighting":
            places = self._paint_countdown(painter, places, view, letters)
        width = places.head.width()
        head = Head.now(view, letters, width, is_low=places.is_upright)
        head.paint(painter, letters, places.head)
        paint_pools(painter, letters, places.head, view, letters.width(STRONG, head.title))
        following, rows = self._next_and_rows(places, view, letters, head, with_map=with_map)
        rows.paint(painter)
        if following is not None:
            box = QRectF(places.head)
            box.setTop(box.bottom() - following.height)
            following.paint(painter, letters, box)

    @staticmethod
    def _paint_countdown(painter: QPainter, places: Regions, view: PlayersView, letters: Letters) -> Regions:
        """Paint the countdown over whose turn it is, and give the places that are left under it."""
        height = countdown_height(view.clock, letters)
        if not height:
            return places
        paint_countdown(painter, places.head, view.clock, letters)
        head = places.head.adjusted(0, height, 0, 0)
        return replace(places, head=head, rows=head if places.rows == places.head else places.rows)

    def _next_and_rows(
        self, places: Regions, view: PlayersView, letters: Letters, head: Head, *, with_map: bool
    ) -> tuple[Head | None, Rows]:
        """A long name is told in full by its row: where rows are lacking one line must do, or none."""
        width = places.head.width()
        attempts: tuple[Head | None, ...] = (None,)
        if view.next and places.is_upright:
            attempts = (Head.next_beside(view, letters, width),)
        elif view.next:
            attempts = tuple(Head.next(view, letters, width, lines) for lines in (2, 1))
        for following in attempts:
            box = _rows_box(places, head, following, letters)
            lines = 1 if places.is_upright else 2
            rows = Rows(view.order, letters, box, self._pictures, lines=lines, detailed=not with_map)
            if not rows.more or places.rows != places.head:
                break
        return following, rows

    def paint_curtain(self, painter: QPainter, size: QSizeF, title: str) -> None:
        """Black, with a quiet title."""
        letters = Letters(size.height())
        box = QRectF(0, 0, size.width(), size.height())
        painter.fillRect(box, Qt.GlobalColor.black)
        words = letters.elided(title, NAME, size.width() * 0.9)
        write(painter, box, words, letters.font(NAME), QColor(_QUIET), CENTER)


def _rows_box(places: Regions, head: Head, following: Head | None, letters: Letters) -> QRectF:
    """What is left for the rows between whose turn it is and who is next."""
    box = QRectF(places.rows)
    if places.rows == places.head:
        box.setTop(box.top() + head.height + letters.length(0.022 if head.lines else 0.008))
        if following is not None:
            box.setBottom(box.bottom() - following.height - letters.length(0.02))
    return box


def render_players_png(
    view: PlayersView | None, path: Path, size: QSize | tuple[int, int] = (1920, 1080), resolve: Resolver | None = None
) -> None:
    """Save a picture of the players' screen of that size in pixels; needs an application, but no window.

    An OSError says that the file cannot be written.
    """
    page = Page()
    if resolve is not None:
        page.set_resolver(resolve)
    pixels = size if isinstance(size, QSize) else QSize(*size)
    image = QImage(pixels, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    page.paint(painter, QSizeF(pixels), view)
    painter.end()
    writer = QImageWriter(str(path), QByteArray(b"png"))
    if not writer.write(image):
        raise OSError(f"cannot write the picture to {path}: {writer.errorString()}")
