"""The thumbnail of the players' screen in the GM's window, with its state in word and shape."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from gui.player.page import Page
from gui.player.presenter import PlayersPresenter, PlayersState
from gui.player.text_layout import write
from gui.player.window import players_summary
from gui.style import icon_pixmap, palette, semi_bold, text_font, theme
from gui.style.theme import RADIUS, SMALL, UNIT

_PAUSE = 300
"""Milliseconds between two pictures."""
_HEAD = 24
_PAD = UNIT
_ICON = 14
_LEAST_WIDTH = 160


class PlayersThumbnail(QWidget):
    """Thumbnail of the players' screen: a click freezes or resumes the view, a double click blanks or shows it."""

    menu_requested = Signal(QPoint)
    """Right click or menu key, with the global position."""

    def __init__(self, presenter: PlayersPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._page = Page()
        self._picture = QPixmap()
        self._resolver = presenter.resolver
        self._laid_for = presenter.screen_size
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("Click: freeze or resume. Double-click: blank. Right-click: more.")
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._lay_out)
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._draw)
        # A double click begins with a click: carried out at once, it would make a frozen view live for a moment.
        self._click = QTimer(self, singleShot=True)
        self._click.timeout.connect(presenter.toggle_freeze)
        presenter.shown_changed.connect(self._wait)
        presenter.state_changed.connect(self._follow)
        theme().changed.connect(self._redraw)
        self._is_pressed = False
        self._describe()

    @property
    def text(self) -> str:
        """The text above the picture, after the state: `what the players see`, `undo · newer waits`."""
        presenter, state = self._presenter, self._presenter.state
        if state is PlayersState.FROZEN:
            newer = "newer waits" if presenter.is_behind else ""
            return " · ".join(part for part in (*presenter.reasons, newer) if part) or "the view is frozen"
        if state is PlayersState.BLANK:
            return "they see nothing"
        if state is PlayersState.NO_SCREEN:
            if presenter.screens.offered is not None:
                return f"click: {presenter.toggle_title}"
            return "choose a screen" if presenter.screens.picked is None else "not connected"
        return "on this screen, Esc leaves" if presenter.screens.is_on_gm_screen else "what the players see"

    def _describe(self) -> None:
        self._name()
        self.setAccessibleDescription(players_summary(self._presenter.shown))

    def _name(self) -> None:
        self.setAccessibleName(f"Players' screen: {self._presenter.state.word}, {self.text}")

    # ---------------------------------------------------------------- the picture

    def _wait(self) -> None:
        """Draw soon, once for several changes."""
        if not self._pause.isActive():
            self._pause.start()

    def _follow(self) -> None:
        """The state has changed, and perhaps the shape of the screen: update the text at once, the picture soon."""
        if self._presenter.screen_size != self._laid_for:
            self._laid_for = self._presenter.screen_size
            self.updateGeometry()
        self._name()
        self.update()
        self._wait()

    def _redraw(self) -> None:
        """Draw now."""
        self._pause.stop()
        self._next.stop()
        self._draw()

    def _lay_out(self) -> None:
        """Compute the layout now and draw in a later event, as the players' window does."""
        if self.isVisible() and self._presenter.blank_title is None:
            self._drawing_page.lay_out(QSizeF(self._presenter.screen_size), self._presenter.shown)
        self._next.start()

    @property
    def _drawing_page(self) -> Page:
        """The page of the players' window, which has the same layout already, or else the thumbnail's own."""
        return self._presenter.page or self._page

    def _draw(self) -> None:
        self._describe()
        if not self.isVisible():
            self._picture = QPixmap()
            return
        if self._resolver is not self._presenter.resolver and self._presenter.resolver is not None:
            self._resolver = self._presenter.resolver
            self._page.set_resolver(self._presenter.resolver)
        box, ratio = self._picture_box(), self.devicePixelRatioF()
        screen = QSizeF(self._presenter.screen_size)
        self._picture = QPixmap((box.size() * ratio).toSize().expandedTo(QSize(1, 1)))
        page = self._drawing_page
        painter = QPainter(self._picture)
        painter.scale(self._picture.width() / screen.width(), self._picture.height() / screen.height())
        if self._presenter.blank_title is None:
            page.paint(painter, screen, self._presenter.shown)
        else:
            page.paint_blank(painter, screen, self._presenter.blank_title)
        painter.end()
        self._picture.setDevicePixelRatio(ratio)
        self.update()

    def _picture_box(self) -> QRectF:
        """The box of the picture: as large as its shape allows, centred horizontally."""
        room = QRectF(self.rect()).adjusted(_PAD, _HEAD + 2, -_PAD, -_PAD)
        size = QSizeF(self._presenter.screen_size).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        return QRectF(room.center().x() - size.width() / 2, room.top(), size.width(), size.height())

    # ---------------------------------------------------------------- Qt

    def sizeHint(self) -> QSize:
        return QSize(256, self.heightForWidth(256))

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH, _HEAD + 2 * _PAD)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        screen = self._presenter.screen_size
        tall = round((width - 2 * _PAD) * screen.height() / max(1, screen.width()))
        # The full height of an upright screen would push the list out of the window.
        return _HEAD + 2 + min(tall, round(width * 0.6)) + _PAD

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wait()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors, state = palette(), self._presenter.state
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = "now" if self.hasFocus() else "live" if state is PlayersState.LIVE else "line"
        painter.setPen(QPen(colors.color(line), 1))
        painter.setBrush(colors.color("background"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        self._paint_head(painter, state)
        if not self._picture.isNull():
            painter.setOpacity(0.45 if state is PlayersState.NO_SCREEN else 1.0)
            box = self._picture_box()
            painter.drawPixmap(box, self._picture, QRectF(self._picture.rect()))
        painter.end()

    def _paint_head(self, painter: QPainter, state: PlayersState) -> None:
        colors = palette()
        mark = icon_pixmap(state.icon, _ICON, self.devicePixelRatioF(), state.color)
        painter.drawPixmap(QPointF(_PAD, (_HEAD - _ICON) / 2 + 1), mark)
        left = _PAD + _ICON + 5.0
        box = QRectF(left, 1, self.width() - left - _PAD, _HEAD)
        write(painter, box, state.word, semi_bold(SMALL), colors.color(state.color))
        box.setLeft(left + QFontMetricsF(semi_bold(SMALL)).horizontalAdvance(state.word) + 5)
        font = text_font(SMALL)
        words = QFontMetricsF(font).elidedText(self.text, Qt.TextElideMode.ElideRight, max(0.0, box.width()))
        write(painter, box, words, font, colors.color("muted"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_pressed = event.button() == Qt.MouseButton.LeftButton
        event.setAccepted(self._is_pressed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        is_click, self._is_pressed = self._is_pressed, False
        if is_click and self.rect().contains(event.position().toPoint()):
            self._click.start(QApplication.doubleClickInterval())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._click.stop()
            self._presenter.toggle_blank()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._presenter.toggle_freeze()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_requested.emit(event.globalPos())
