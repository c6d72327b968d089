"""What the tool in hand draws over everything: paths, shapes under way, and the label at the pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.camera import Camera
from gui.map.ground import shape_path
from gui.map.lines import WordsLayer
from gui.style import palette, text_font
from model.view.map import Point, Shape

Paint = Callable[[QPainter, Camera], None]

_LINE_HEIGHT = 18.0


class OverlayLayer(WordsLayer):
    """The uppermost layer: the tool paints itself, then the label stands beside the pointer."""

    def __init__(self, parent: QGraphicsItem, paint_tool: Paint) -> None:
        super().__init__(parent)
        self._paint_tool = paint_tool
        self._text = ""
        self._is_ok = True
        self._pointer = QPointF()
        self._ping: Point | None = None
        self._frame = QRectF()

    @property
    def frame(self) -> QRectF:
        """What players see of the board, in metres; empty where it is not shown."""
        return self._frame

    def set_frame(self, metres: QRectF) -> None:
        """Show what players see of the board."""
        if metres != self._frame:
            self._frame = metres
            self.update()

    def set_ping(self, place: Point | None) -> None:
        """A ring around a place in metres, until it is taken away."""
        self._ping = place
        self.update()

    @property
    def label(self) -> tuple[str, bool]:
        """What stands at the pointer, and whether it may be done."""
        return self._text, self._is_ok

    def set_label(self, text: str, ok: bool = True) -> None:
        """Say something at the pointer, one line or several; with `ok` false as a refusal."""
        self._text, self._is_ok = text, ok
        self.update()

    def set_pointer(self, pixel: QPointF) -> None:
        self._pointer = pixel
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_frame(painter)
        self._paint_tool(painter, self._camera)
        if self._ping is not None:
            paint_ping(painter, self._camera.to_pixels(*self._ping), PING_RADIUS, 2.5)
        if self._text:
            room = QSizeF(self._camera.width, self._camera.height)
            paint_label(painter, self.label, self._pointer, room)
        painter.restore()

    def _paint_frame(self, painter: QPainter) -> None:
        """A dashed frame with a word at its upper left corner."""
        if self._frame.isEmpty():
            return
        first = self._camera.to_pixels(self._frame.left(), self._frame.top())
        last = self._camera.to_pixels(self._frame.right(), self._frame.bottom())
        box, color = QRectF(first, last), palette().color("live")
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 1.5, Qt.PenStyle.DashLine))
        painter.drawRect(box)
        painter.setFont(text_font(12))
        seen = box.intersected(QRectF(0, 0, self._camera.width, self._camera.height))
        painter.drawText(seen.adjusted(6, 3, 0, 0), _FRAME_NAME)


PING_RADIUS = 34.0
_FRAME_NAME = "players see"


def paint_ping(painter: QPainter, middle: QPointF, radius: float, line: float) -> None:
    """Two rings that stand out on any ground."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for reach in (radius, radius * 1.35):
        for color, width in (("ground", line * 2.4), ("link", line)):
            painter.setPen(QPen(palette().color(color), width))
            painter.drawEllipse(middle, reach, reach)


def paint_label(painter: QPainter, words: tuple[str, bool], pointer: QPointF, room: QSizeF) -> None:
    """Words beside the pointer, and whether what they tell may be done, wholly within the room."""
    text, is_ok = words
    lines = text.splitlines()
    if not is_ok:
        lines[0] = f"✕ {lines[0]}"
    font = text_font(13, tabular=True)
    width = max(QFontMetricsF(font).horizontalAdvance(line) for line in lines) + 20
    box = _beside(pointer, QSizeF(width, _LINE_HEIGHT * len(lines) + 10), room)
    colors = palette()
    painter.setPen(QPen(colors.color("muted" if is_ok else "bad"), 1))
    painter.setBrush(colors.color("raised"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
    painter.setFont(font)
    for number, line in enumerate(lines):
        refused = not is_ok and number == 0
        painter.setPen(colors.color("bad" if refused else "text" if number == 0 else "muted"))
        row = QRectF(box.left() + 10, box.top() + 5 + number * _LINE_HEIGHT, width, _LINE_HEIGHT)
        painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, line)


def _beside(pointer: QPointF, size: QSizeF, room: QSizeF) -> QRectF:
    """On the side of the pointer where it is wholly in the room."""
    x, y = pointer.x() + 28, pointer.y() + 18
    if x + size.width() > room.width() - 4:
        x = pointer.x() - 28 - size.width()
    if y + size.height() > room.height() - 4:
        y = pointer.y() - 18 - size.height()
    return QRectF(QPointF(max(4.0, x), max(4.0, y)), size)


def paint_path(painter: QPainter, camera: Camera, points: Sequence[Point], color: str = "text") -> None:
    """A line along points in metres, with a small ring where it starts."""
    pixels = [camera.to_pixels(x, y) for x, y in points]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen_color, width in (("ground", 5.0), (color, 2.0)):
        painter.setPen(QPen(palette().color(pen_color), width, c=Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(pixels)
    painter.drawEllipse(pixels[0], 4, 4)


def paint_shape(painter: QPainter, camera: Camera, shape: Shape, color: str = "selected_line") -> None:
    """A shape in metres as an outline with a faint fill."""
    line = palette().color(color)
    fill = QColor(line)
    fill.setAlpha(40)
    painter.save()
    painter.translate(camera.to_pixels(0, 0))
    painter.scale(camera.scale, camera.scale)
    pen = QPen(line, 2)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(fill)
    painter.drawPath(shape_path(shape))
    painter.restore()


def paint_handles(painter: QPainter, camera: Camera, points: Sequence[Point], middles: Sequence[Point] = ()) -> None:
    """Small squares to take a shape by, and discs where a further corner can be drawn out."""
    painter.setPen(QPen(palette().color("selected_line"), 1.5))
    painter.setBrush(palette().color("raised"))
    for x, y in points:
        pixel = camera.to_pixels(x, y)
        painter.drawRect(QRectF(pixel.x() - 4, pixel.y() - 4, 8, 8))
    for x, y in middles:
        painter.drawEllipse(camera.to_pixels(x, y), 3, 3)
