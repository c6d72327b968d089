"""Guides for the GM: what the tool draws, how far a combatant can move, the route with its legs, the area aimed at.

Fills are drawn under the tokens, in metres; lines and text over them, in pixels. Nothing is drawn per token, and fills
are cached as a picture from frame to frame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.ground import Ground, shape_path
from gui.map.labels import Boxes
from gui.map.lines import WordsLayer
from gui.map.pictures import draw_haloed
from gui.map.tokens import TokenLayer
from gui.map.viewport import Camera
from gui.style import arrow_head, draw_pill, palette, semi_bold, text_font
from model.view.map import AreaView, LegView, Point, PushView, ReachView, RouteView, Shape, shape_points

# ---------------------------------------------------------------------------------- what the tool draws over everything

Paint = Callable[[QPainter, Camera], None]

_LINE_HEIGHT = 18.0


class OverlayLayer(WordsLayer):
    """The topmost layer: the tool paints itself, then the label is painted beside the pointer."""

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
        """The part of the board that players see, in metres; empty where it is not shown."""
        return self._frame

    def set_frame(self, metres: QRectF) -> None:
        """Show the part of the board that players see, in metres; empty hides it."""
        if metres != self._frame:
            self._frame = metres
            self.update()

    def set_ping(self, place: Point | None) -> None:
        """Show a ring around a place in metres, or remove it with None."""
        self._ping = place
        self.update()

    @property
    def label(self) -> tuple[str, bool]:
        """Text of the label at the pointer, and whether what it says is allowed."""
        return self._text, self._is_ok

    def set_label(self, text: str, ok: bool = True) -> None:
        """Set the label at the pointer, one line or several; with `ok` false it is shown as a refusal."""
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
        """Paint a dashed frame with its name at its upper left corner."""
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
    """Paint two rings that stand out on any ground."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for reach in (radius, radius * 1.35):
        for color, width in (("ground", line * 2.4), ("link", line)):
            painter.setPen(QPen(palette().color(color), width))
            painter.drawEllipse(middle, reach, reach)


def paint_label(painter: QPainter, words: tuple[str, bool], pointer: QPointF, room: QSizeF) -> None:
    """Paint a label beside the pointer, wholly within the room; `words` are its text and whether that is allowed."""
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
    """Return a box on the side of the pointer where it is wholly within the room."""
    x, y = pointer.x() + 28, pointer.y() + 18
    if x + size.width() > room.width() - 4:
        x = pointer.x() - 28 - size.width()
    if y + size.height() > room.height() - 4:
        y = pointer.y() - 18 - size.height()
    return QRectF(QPointF(max(4.0, x), max(4.0, y)), size)


def paint_path(painter: QPainter, camera: Camera, points: Sequence[Point], color: str = "text") -> None:
    """Paint a line along points in metres, with a small ring where it starts."""
    pixels = [camera.to_pixels(x, y) for x, y in points]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen_color, width in (("ground", 5.0), (color, 2.0)):
        painter.setPen(QPen(palette().color(pen_color), width, c=Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(pixels)
    painter.drawEllipse(pixels[0], 4, 4)


def paint_shape(painter: QPainter, camera: Camera, shape: Shape, color: str = "selected_line") -> None:
    """Paint a shape in metres as an outline with a faint fill."""
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
    """Paint small squares by which a shape can be dragged, and discs where a further corner can be pulled out."""
    painter.setPen(QPen(palette().color("selected_line"), 1.5))
    painter.setBrush(palette().color("raised"))
    for x, y in points:
        pixel = camera.to_pixels(x, y)
        painter.drawRect(QRectF(pixel.x() - 4, pixel.y() - 4, 8, 8))
    for x, y in middles:
        painter.drawEllipse(camera.to_pixels(x, y), 3, 3)


# ------------------------------------------------------------------------------------ what the action in progress shows

_REACH_ALPHA = (34, 20, 12)
"""Alpha of the fill of the areas of reach, the nearest first."""
_AREA_ALPHA = 48
_LABEL = 22.0
"""Height of a leg's label in pixels."""


class Sight(Struct, frozen=True):
    """A line from a threat to a place."""

    start: Point
    end: Point
    cover: str = ""
    """The cover in between; empty if there is none."""


class GuidesItem(Ground):
    """The filled areas: reach, and the areas that are aimed at or were struck."""

    def __init__(self) -> None:
        super().__init__()
        # Drawn once per camera: while a token is dragged over it, it is only copied.
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.reach: tuple[ReachView, ...] = ()
        self.areas: tuple[AreaView, ...] = ()
        self._reach_paths: tuple[QPainterPath, ...] = ()
        self._area_paths: tuple[QPainterPath, ...] = ()
        self._show_any()

    def set_reach(self, reach: Sequence[ReachView]) -> None:
        """Show how far a combatant can move, the shortest reach first; empty removes it."""
        if self.reach != tuple(reach):
            self.reach = tuple(reach)
            self._reach_paths = tuple(_united(view) for view in self.reach)
            self._show_any()

    def set_areas(self, areas: Sequence[AreaView]) -> None:
        if self.areas != tuple(areas):
            self.areas = tuple(areas)
            self._area_paths = tuple(shape_path(area.shape) for area in self.areas)
            self._show_any()

    def _show_any(self) -> None:
        """Hide the item if there is nothing to fill, so that no empty picture is copied in every frame."""
        self.setVisible(bool(self._reach_paths or self._area_paths))
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._reach_paths and not self._area_paths:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, path in enumerate(self._reach_paths):
            color = palette().color("selected_line")
            self._paint(painter, path, color, _REACH_ALPHA[min(number, 2)], is_dashed=number > 0)
        for path in self._area_paths:
            self._paint(painter, path, palette().color("bad"), _AREA_ALPHA, is_dashed=False)
        painter.restore()

    @staticmethod
    def _paint(painter: QPainter, path: QPainterPath, color: QColor, alpha: int, *, is_dashed: bool) -> None:
        fill = QColor(color)
        fill.setAlpha(alpha)
        pen = QPen(color, 1.5)
        pen.setCosmetic(True)
        if is_dashed:
            pen.setDashPattern([5, 4])
        # A fill needs no smooth edge under its outline, and takes half the time without one.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillPath(path, fill)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.strokePath(path, pen)


class GuidesLayer(WordsLayer):
    """Lines and text of the guides: legs with their costs, titles of reach, arrows of pushed combatants.

    The smallest change repaints the whole map, so setting the same content again requests no repaint.
    """

    def __init__(self, parent: QGraphicsItem, item: GuidesItem, tokens: TokenLayer) -> None:
        super().__init__(parent)
        self._item = item
        self._tokens = tokens
        self._route = RouteView()
        self._pushes: tuple[PushView, ...] = ()
        self._sights: tuple[Sight, ...] = ()
        self._struck: tuple[AreaView, ...] = ()
        self._aimed: tuple[AreaView, ...] = ()

    @property
    def route(self) -> RouteView:
        """The route that is being drawn."""
        return self._route

    @property
    def aimed(self) -> tuple[AreaView, ...]:
        """The areas that are aimed at."""
        return self._aimed

    @property
    def sights(self) -> tuple[Sight, ...]:
        return self._sights

    def show_route(self, route: RouteView, reach: Sequence[ReachView] = ()) -> None:
        """Show the route that is being drawn and how far it could continue; a route without legs removes it."""
        self._item.set_reach(reach)
        if route != self._route:
            self._route = route
            self.update()

    def show_aim(self, *areas: AreaView) -> None:
        """Show the areas that are aimed at; without any they are removed."""
        self._aimed = areas
        self._item.set_areas((*self._struck, *areas))

    def show_sights(self, *sights: Sight) -> None:
        """Show lines from threats, with the cover that a combatant would have; without any they are removed."""
        if sights != self._sights:
            self._sights = sights
            self.update()

    def set_struck(self, areas: Sequence[AreaView], pushes: Sequence[PushView]) -> None:
        """Show the areas that the last step has struck, and the combatants that it has pushed."""
        self._struck = tuple(areas)
        self._item.set_areas((*self._struck, *self._aimed))
        if tuple(pushes) != self._pushes:
            self._pushes = tuple(pushes)
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        reach, areas = self._item.reach, self._item.areas
        if not (reach or areas or self._route.legs or self._pushes or self._sights):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        taken = Boxes()
        for box in self._tokens.boxes_in(self._around()):
            taken.add(box)
        for push in self._pushes:
            self._paint_push(painter, push, taken)
        for sight in self._sights:
            self._paint_sight(painter, sight, taken)
        self._paint_route(painter, taken)
        for view in reach:
            self._paint_title(painter, view.title, view.shapes, "text", taken)
        for area in areas:
            self._paint_title(painter, area.label, (area.shape,), "bad", taken)
        painter.restore()

    def _around(self) -> QRectF:
        """Return the part of the window in which labels may be placed."""
        if self._item.reach or self._item.areas or self._pushes or self._sights:
            return self._camera.window
        points = [self._camera.to_pixels(*point) for leg in self._route.legs for point in leg.points]
        return QPolygonF(points).boundingRect().adjusted(-160, -80, 160, 80)

    # ---------------------------------------------------------------- the route

    def _paint_route(self, painter: QPainter, taken: Boxes) -> None:
        color = "text" if self._route.is_allowed else "bad"
        for pen_color, width in (("ground", 5.0), (color, 2.0)):
            painter.setPen(QPen(palette().color(pen_color), width, c=Qt.PenCapStyle.RoundCap))
            for leg in self._route.legs:
                if len(leg.points) > 1:
                    painter.drawPolyline([self._camera.to_pixels(*point) for point in leg.points])
        painter.setPen(QPen(palette().color(color), 1.5))
        painter.setBrush(palette().color("raised"))
        for leg in self._route.legs:
            painter.drawEllipse(self._camera.to_pixels(*leg.points[0]), 4, 4)
            for point in leg.points[1:-1]:
                painter.drawEllipse(self._camera.to_pixels(*point), 2.5, 2.5)
        for leg in self._route.legs:
            if leg.label:
                self._paint_leg_label(painter, leg, taken)

    def _paint_leg_label(self, painter: QPainter, leg: LegView, taken: Boxes) -> None:
        font = text_font(12, tabular=True)
        width = QFontMetricsF(font).horizontalAdvance(leg.label) + 16
        box = _first_free(self._around_leg(leg, width), taken, self._camera)
        taken.add(box)
        color = "line" if self._route.is_allowed else "bad"
        draw_pill(painter, box, palette().color("background"), palette().color(color))
        painter.setFont(font)
        painter.setPen(palette().color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, leg.label)

    def _around_leg(self, leg: LegView, width: float) -> list[QRectF]:
        """Return places for a label beside the middle of its leg; for an action on the spot, around that point."""
        first, last = self._camera.to_pixels(*leg.points[0]), self._camera.to_pixels(*leg.points[-1])
        middle, gap = (first + last) / 2, _LABEL / 2 + 6
        steep = abs(last.y() - first.y()) > abs(last.x() - first.x())
        aside = QPointF(width / 2 + 8, 0) if steep else QPointF(0, gap)
        centers = [middle - aside, middle + aside, first - aside, first + aside]
        centers += [middle - aside * 2.6, middle + aside * 2.6, first + QPointF(0, 2.6 * gap)]
        return [_box(center, width, _LABEL) for center in centers]

    # ---------------------------------------------------------------- titles, pushes, cover

    def _paint_title(self, painter: QPainter, title: str, shapes: Sequence[Shape], color: str, taken: Boxes) -> None:
        """Paint a title above an area, or at another visible end of it; zones may have no shape, and then no title."""
        points = [point for shape in shapes for point in shape_points(shape)]
        if not title or not points:
            return
        font = semi_bold(12, tabular=True)
        width = QFontMetricsF(font).horizontalAdvance(title) + 4
        top, low = (self._camera.to_pixels(*find(points, key=lambda point: point[1])) for find in (min, max))
        left, right = (self._camera.to_pixels(*find(points, key=lambda point: point[0])) for find in (min, max))
        centers = [top - QPointF(0, 11), low + QPointF(0, 11), top + QPointF(0, 11)]
        centers += [right - QPointF(width / 2 + 6, 0), left + QPointF(width / 2 + 6, 0), low - QPointF(0, 11)]
        boxes = [_box(center, width, 18) for center in centers]
        seen = [box for box in boxes if self._camera.window.contains(box)]
        free = taken.first_free(seen)
        if free is None:
            return
        taken.add(seen[free])
        painter.setFont(font)
        draw_haloed(painter, seen[free], title, palette().color(color), palette().color("ground"))

    def _paint_push(self, painter: QPainter, push: PushView, taken: Boxes) -> None:
        """Paint a ring where a combatant was, and an arrow to the rim of its token now."""
        line = QLineF(self._camera.to_pixels(*push.start), self._camera.to_pixels(*push.end))
        paint_push(painter, line, self._tokens.reach_of(push.who))
        if push.label:
            middle = LegView(points=(push.start, push.end), label=push.label)
            self._paint_leg_label(painter, middle, taken)

    def _paint_sight(self, painter: QPainter, sight: Sight, taken: Boxes) -> None:
        """Paint a dotted line labelled with the cover in between, or a plain line if there is none."""
        line = QLineF(self._camera.to_pixels(*sight.start), self._camera.to_pixels(*sight.end))
        pen = QPen(palette().color("good" if sight.cover else "bad"), 1.5)
        if sight.cover:
            pen.setDashPattern([2, 4])
        painter.setPen(pen)
        painter.drawLine(line)
        self._paint_leg_label(painter, LegView(points=(sight.start, sight.end), label=sight.cover or "no cover"), taken)


def paint_push(painter: QPainter, line: QLineF, reach: float, scale: float = 1.0) -> None:
    """Paint the arrow of a combatant pushed along a line of pixels, up to the token's rim; `scale` enlarges it."""
    if line.length() < 8 * scale:
        return
    if line.length() > reach + 16 * scale:
        line = QLineF(line.p1(), line.pointAt(1 - reach / line.length()))
    color = palette().color("bad")
    for pen_color, width in ((palette().color("ground"), 6.0), (color, 2.5)):
        painter.setPen(QPen(pen_color, width * scale, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(line)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(line.p1(), 5 * scale, 5 * scale)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(arrow_head(line.p2(), (90 - line.angle()) % 360, 14 * scale))


def _united(view: ReachView) -> QPainterPath:
    """Return the shapes of a reach as one path in metres: zones side by side become one area."""
    path = QPainterPath()
    for shape in view.shapes:
        path = shape_path(shape) if path.isEmpty() else path.united(shape_path(shape))
    return path


def _box(center: QPointF, width: float, height: float) -> QRectF:
    return QRectF(center.x() - width / 2, center.y() - height / 2, width, height)


def _first_free(boxes: Sequence[QRectF], taken: Boxes, camera: Camera) -> QRectF:
    """Return the first box that is visible and free, else the first visible one, else the first."""
    seen = [box for box in boxes if camera.window.contains(box)] or list(boxes)
    return seen[taken.first_free(seen) or 0]
