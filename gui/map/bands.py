"""The board as range bands: rings around whoever is active, everybody at their distance. Works without a map."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from gui.map.figures import is_tooltip, paint_figure, show_tooltip
from gui.map.pictures import Pictures, Resolver
from gui.map.ring_layout import CENTER_RADIUS, Ring, RingLayout, Spot, ring_layout, ring_text
from gui.map.sprites import draw_haloed
from gui.style import heading_font, palette, semi_bold, text_font, theme
from model.view.map import BandsView, Id, TokenView

_DISC_ALPHA = 14
"""Each ring lies this much over the one around it: the nearer, the lighter."""


_ADDS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
"""With one of these a click adds to the selection, or takes away from it."""


class BandsCanvas(QWidget):
    """Shows a `BandsView`; a click looks, a double click marks, a right click asks for a menu. Changes nothing."""

    looked = Signal(str)
    marked = Signal(str)
    target_added = Signal(str)
    selection_changed = Signal(frozenset)
    context_requested = Signal(object, float, float, QPoint)
    """A menu is asked for: id or None, no place in metres (0, 0), place on the desktop."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Range bands")
        self.setMinimumSize(240, 200)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._view = BandsView()
        self._layout = RingLayout(center=QPointF())
        self._pictures = Pictures()
        self._selected: frozenset[Id] = frozenset()
        self._top = 0.0
        theme().changed.connect(self.update)

    @property
    def view(self) -> BandsView:
        return self._view

    @property
    def arrangement(self) -> RingLayout:
        """Where everything stands now, in pixels."""
        return self._layout

    def set_view(self, view: BandsView) -> None:
        self._view = view
        self._arrange()
        around = view.center.name if view.center is not None else "nobody"
        self.setAccessibleDescription(f"Around {around}: " + ", ".join(entry.label for entry in view.entries))

    def set_top(self, pixels: float) -> None:
        """Leave so much free at the upper edge, for what the owner lays over it."""
        if pixels != self._top:
            self._top = pixels
            self._arrange()

    def set_selection(self, ids: frozenset[Id]) -> None:
        """Show these as selected."""
        self._selected = ids
        self.update()

    def set_resolver(self, resolve: Resolver) -> None:
        """How the bytes of portraits are found."""
        self._pictures.set_resolver(resolve)
        self.update()

    def _arrange(self) -> None:
        self._layout = ring_layout(self._view, QSizeF(self.size()), self._top)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    # ---------------------------------------------------------------- mouse

    def token_at(self, pixel: QPointF) -> TokenView | None:
        """The token under a pixel; its label counts as well."""
        center = self._view.center
        if center is not None and QLineF(pixel, self._layout.center).length() <= CENTER_RADIUS + 4:
            return center
        for spot in reversed(self._layout.spots):
            is_on_label = spot.label is not None and spot.label.contains(pixel)
            if is_on_label or QLineF(pixel, spot.center).length() <= spot.radius * 1.08 + 1:
                return spot.entry.token
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        token = self.token_at(event.position())
        if token is None and event.button() == Qt.MouseButton.LeftButton and not event.modifiers() & _ADDS:
            self.selection_changed.emit(frozenset())
        elif token is None:
            event.ignore()
        elif event.button() == Qt.MouseButton.LeftButton and event.modifiers() & _ADDS:
            self.selection_changed.emit(self._selected ^ {token.id})
        elif event.button() == Qt.MouseButton.LeftButton:
            self.looked.emit(token.id)
        elif event.button() == Qt.MouseButton.RightButton and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.target_added.emit(token.id)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        token = self.token_at(event.position())
        if token is not None and event.button() == Qt.MouseButton.LeftButton:
            self.marked.emit(token.id)
        else:
            self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_on_token = self.token_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_on_token else Qt.CursorShape.ArrowCursor)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        token = self.token_at(QPointF(event.pos()))
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        if token is None or not is_mouse or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            id = None if token is None else token.id
            self.context_requested.emit(id, 0.0, 0.0, event.globalPos())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and is_tooltip(event):
            show_tooltip(self, event, self.token_at(QPointF(event.pos())))
            return True
        return super().event(event)

    # ---------------------------------------------------------------- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), palette().color("ground"))
        for ring in reversed(self._layout.rings):
            self._paint_ring(painter, ring)
        if self._layout.waiting is not None:
            self._paint_waiting(painter, self._layout.waiting)
        self._paint_target_line(painter)
        for ring in self._layout.rings:
            painter.setFont(text_font(12, tabular=True))
            halo = palette().color("ground")
            draw_haloed(painter, ring.label, ring_text(ring.band), palette().color("muted"), halo)
        for spot in self._layout.spots:
            self._paint_spot(painter, spot)
        if self._view.center is not None:
            self._paint_token(painter, self._view.center, self._layout.center, CENTER_RADIUS)
        painter.end()

    def _paint_ring(self, painter: QPainter, ring: Ring) -> None:
        is_endless = ring is self._layout.rings[-1]
        pen = QPen(palette().zone_line(0), 1)
        if is_endless:
            pen = QPen(palette().color("dim"), 1)
            pen.setDashPattern([4, 6])
        fill = QColor(palette().color("second"))
        fill.setAlpha(0 if is_endless else _DISC_ALPHA)
        painter.setPen(pen)
        painter.setBrush(fill)
        painter.drawEllipse(self._layout.center, ring.radius, ring.radius)

    def _paint_waiting(self, painter: QPainter, row: QRectF) -> None:
        colors = palette()
        painter.fillRect(row, colors.color("panel"))
        painter.setPen(QPen(colors.color("line"), 1))
        painter.drawLine(row.topLeft(), row.topRight())
        painter.setFont(heading_font())
        painter.setPen(colors.color("muted"))
        words = QRectF(12, row.top() + 20, 90, 34)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, "Distance unknown")
        if self._layout.left_over:
            painter.setFont(text_font(12))
            end = QRectF(row.right() - 70, row.top(), 60, row.height())
            painter.drawText(end, Qt.AlignmentFlag.AlignCenter, f"+{self._layout.left_over} more")

    def _paint_target_line(self, painter: QPainter) -> None:
        spot = next((spot for spot in self._layout.spots if spot.entry.token.target), None)
        is_waiting = self._layout.waiting is not None and spot is not None and self._is_waiting(spot)
        if spot is None or self._view.center is None or is_waiting:
            return
        line = QLineF(self._layout.center, spot.center)
        start, end = CENTER_RADIUS + 8, spot.radius * 1.16 + 8
        if line.length() > start + end + 4:
            pen = QPen(palette().color("now"), 2)
            pen.setDashPattern([4, 3])
            painter.setPen(pen)
            painter.drawLine(QLineF(line.pointAt(start / line.length()), line.pointAt(1 - end / line.length())))

    def _is_waiting(self, spot: Spot) -> bool:
        return self._layout.waiting is not None and self._layout.waiting.contains(spot.center)

    def _paint_spot(self, painter: QPainter, spot: Spot) -> None:
        token = spot.entry.token
        self._paint_token(painter, token, spot.center, spot.radius)
        if spot.label is not None:
            painter.setFont(semi_bold(12, tabular=True))
            color = "now_text" if token.target else "dim" if token.out else "text"
            halo = palette().color("panel" if self._is_waiting(spot) else "ground")
            draw_haloed(painter, spot.label, spot.words, palette().color(color), halo)

    def _paint_token(self, painter: QPainter, token: TokenView, center: QPointF, radius: float) -> None:
        paint_figure(painter, self._pictures, token, center, radius, is_selected=token.id in self._selected)
