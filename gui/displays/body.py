"""A body: a figure beside the table of its parts, with each part's protection and injuries, and the last hit."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPaintEvent,
    QPen,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui.displays.widgets import DisplayWidget
from gui.style.theme import HALF, HEADING, SMALL, UNIT, palette, semi_bold, text_font
from model.engine.types import Body, BodyPart
from model.view.sheet import BodyDisplayView

# ------------------------------------------------------------------------------------------------------------- outlines


Point = tuple[float, float]
Outlines = dict[str, QPainterPath]
"""Paths by name of the part, in painting order."""

SIZE = (100.0, 150.0)


def _limb(width: float, *points: Point) -> QPainterPath:
    """A line of a width, with round ends and bends."""
    line = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        line.lineTo(*point)
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return stroker.createStroke(line).simplified()


def _oval(x: float, y: float, width: float, height: float, turned: float = 0.0) -> QPainterPath:
    """An ellipse around a point, turned clockwise by this many degrees."""
    path = QPainterPath()
    path.addEllipse(QRectF(-width / 2, -height / 2, width, height))
    return QTransform().translate(x, y).rotate(turned).map(path)


def _shape(*points: Point) -> QPainterPath:
    """A polygon with round corners."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*point) for point in points]))
    path.closeSubpath()
    stroker = QPainterPathStroker()
    stroker.setWidth(6)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return path.united(stroker.createStroke(path)).simplified()


def _together(*paths: QPainterPath) -> QPainterPath:
    whole = paths[0]
    for path in paths[1:]:
        whole = whole.united(path)
    return whole.simplified()


def _mirrored(path: QPainterPath) -> QPainterPath:
    """The path mirrored, for the other side of a symmetrical body."""
    return QTransform().translate(SIZE[0], 0).scale(-1, 1).map(path)


def _humanoid() -> Outlines:
    """Seen from the front: its left is on the right."""
    arm = _limb(13, (74, 44), (83, 66), (86, 90))
    leg = _limb(16, (59, 96), (61, 118), (62, 141))
    return {
        "left_arm": arm,
        "right_arm": _mirrored(arm),
        "left_leg": leg,
        "right_leg": _mirrored(leg),
        "torso": _shape((33, 38), (67, 38), (63, 62), (64, 86), (36, 86), (37, 62)),
        "head": _oval(50, 17, 24, 28),
    }


def _quadruped() -> Outlines:
    """Seen from its left."""
    return {
        "right_front_leg": _limb(10, (44, 82), (50, 104), (48, 124)),
        "right_hind_leg": _limb(10, (80, 80), (90, 100), (84, 124)),
        "torso": _together(_limb(28, (40, 70), (76, 68)), _limb(6, (86, 62), (96, 46), (95, 38))),
        "left_front_leg": _limb(11, (34, 84), (32, 108), (28, 130)),
        "left_hind_leg": _limb(12, (74, 84), (78, 106), (70, 130)),
        "head": _together(
            _oval(24, 44, 28, 24),
            _limb(12, (8, 50), (18, 49)),
            _shape((26, 26), (34, 32), (32, 38)),
            _limb(15, (28, 50), (34, 57)),
        ),
    }


def _flying_insect() -> Outlines:
    """Seen from above: its left is on the left."""
    legs = _together(
        _limb(4, (42, 62), (22, 60), (12, 72)),
        _limb(4, (42, 74), (22, 84), (16, 100)),
        _limb(4, (44, 86), (28, 104), (26, 122)),
    )
    wing = _oval(24, 42, 54, 22, turned=-152)
    feelers = _together(_limb(3, (46, 14), (40, 2)), _limb(3, (54, 14), (60, 2)))
    return {
        "left_legs": legs,
        "right_legs": _mirrored(legs),
        "left_wing": wing,
        "right_wing": _mirrored(wing),
        "torso": _together(_oval(50, 56, 26, 36), _oval(50, 100, 24, 66)),
        "head": _together(_oval(50, 26, 22, 22), feelers),
    }


def _hovering_robot() -> Outlines:
    """Seen from the front, with three arms and an eye on each of three stalks."""
    eyes = (
        _together(_limb(4, (40, 42), (28, 24)), _oval(26, 20, 15, 15)),
        _together(_limb(4, (50, 40), (50, 16)), _oval(50, 12, 15, 15)),
        _together(_limb(4, (60, 42), (72, 24)), _oval(74, 20, 15, 15)),
    )
    claw = _limb(5, (4, 136), (9, 128), (16, 136))
    arm = _together(_limb(7, (30, 84), (13, 104), (9, 126)), claw)
    return {
        "thruster": _shape((43, 96), (57, 96), (54, 118), (50, 134), (46, 118)),
        "arm_1": arm,
        "arm_2": _mirrored(arm),
        "arm_3": _together(_limb(7, (62, 90), (72, 108), (66, 124)), _limb(5, (60, 134), (66, 126), (73, 132))),
        "main_body": _together(_oval(50, 66, 58, 54), _limb(5, (24, 66), (76, 66))),
        "optics": _together(*eyes),
    }


_FIGURES: dict[str, Callable[[], Outlines]] = {
    "humanoid": _humanoid,
    "quadruped": _quadruped,
    "flying_insect": _flying_insect,
    "hovering_robot": _hovering_robot,
}


@functools.cache
def outlines(figure: str) -> Outlines:
    """Return the parts of a figure; empty if the figure is unknown."""
    make = _FIGURES.get(figure)
    return {} if make is None else make()


# ---------------------------------------------------------------------------------------------------------- the display


_ROW, _HEAD = 19, 15
_FACES, _SCALE = 40, 28
_WOUND, _WOUNDS = 18, 33
"""Room for the sign of one injury, and of several."""
_FIGURE = 76


class BodyWidget(DisplayWidget[BodyDisplayView]):
    """Shows a body. The part that was hit last is highlighted in figure and table; a click on a part picks it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ""
        self._body = Body(parts=())
        self._outlines: dict[str, QPainterPath] = {}
        self._pointed = ""
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def body(self) -> Body:
        return self._body

    def set_view(self, view: BodyDisplayView, paths: Mapping[str, str]) -> None:
        if view.body == self._body and view.title == self._title:
            return
        self._title, self._body = view.title, view.body
        self._outlines = outlines(view.body.figure)
        self.setAccessibleName(view.title)
        self.setAccessibleDescription(self.words())
        self.updateGeometry()
        self.update()

    def words(self) -> str:
        """Describe the whole body in words, for screen readers."""
        said = [_part_words(part, self._body.scales) for part in self._body.parts]
        return ". ".join((*said, self._body.remark) if self._body.remark else said)

    def sizeHint(self) -> QSize:
        rows = len(self._body.parts) + bool(self._body.remark)
        return QSize(_FIGURE + 240, _HEAD + rows * _ROW + HALF)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, self.sizeHint().height())

    # ---------------------------------------------------------------------------------- layout

    def part_at(self, at: QPointF) -> BodyPart | None:
        """Return the part at a point of the widget, in the table or in the figure, or None if there is none."""
        for index, part in enumerate(self._body.parts):
            if self._row(index).contains(at):
                return part
        place = self._placing()
        shapes = [(name, place.map(path)) for name, path in self._outlines.items()]
        name = next((name for name, path in reversed(shapes) if path.contains(at)), "")
        return next((part for part in self._body.parts if name and part.shape == name), None)

    def _row(self, index: int) -> QRectF:
        left = _FIGURE + UNIT if self._outlines else 0
        return QRectF(left, _HEAD + index * _ROW, self.width() - left, _ROW)

    @property
    def _wound(self) -> int:
        """Width for injuries at the end of the rows."""
        return _WOUNDS if any(part.injuries > 1 for part in self._body.parts) else _WOUND

    def _columns(self, row: QRectF, count: int) -> list[QRectF]:
        """Boxes of the numbers of a row, left of its injuries."""
        start = row.right() - self._wound - count * _SCALE
        return [QRectF(start + index * _SCALE, row.top(), _SCALE - HALF, row.height()) for index in range(count)]

    def _placing(self) -> QTransform:
        """The transformation from the figures' box to the left of the widget."""
        scale = min(_FIGURE / SIZE[0], self.height() / SIZE[1])
        top = (self.height() - scale * SIZE[1]) / 2
        return QTransform().translate((_FIGURE - scale * SIZE[0]) / 2, top).scale(scale, scale)

    # ---------------------------------------------------------------------------------- mouse events

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        part = self.part_at(event.position())
        pointed = part.id if part is not None else ""
        if pointed != self._pointed:
            self._pointed = pointed
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._pointed = ""
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        part = self.part_at(event.position())
        if part is not None and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(part.id)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            part = self.part_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if part is None else _part_words(part, self._body.scales), self)
            return True
        return super().event(event)

    # ---------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._outlines:
            self._paint_figure(painter)
        self._paint_headings(painter)
        for index, part in enumerate(self._body.parts):
            self._paint_row(painter, self._row(index), part)
        if self._body.remark:
            painter.setFont(text_font(SMALL))
            painter.setPen(palette().color("bad"))
            painter.drawText(self._row(len(self._body.parts)), Qt.AlignmentFlag.AlignVCenter, self._body.remark)
        painter.end()

    def _paint_figure(self, painter: QPainter) -> None:
        paint_figure(painter, self._body, self._placing(), self._pointed)

    def _paint_headings(self, painter: QPainter) -> None:
        row = self._row(0).translated(0, -_HEAD)
        row.setHeight(_HEAD)
        painter.setFont(text_font(HEADING))
        painter.setPen(palette().color("muted"))
        painter.drawText(row.adjusted(HALF, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._title)
        for box, scale in zip(self._columns(row, len(self._body.scales)), self._body.scales, strict=True):
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, scale)

    def _paint_row(self, painter: QPainter, row: QRectF, part: BodyPart) -> None:
        colors = palette()
        if part.is_struck or part.id == self._pointed:
            painter.setPen(QPen(colors.color("text"), 1.2) if part.is_struck else Qt.PenStyle.NoPen)
            painter.setBrush(colors.between("raised", "text", 0.14) if part.is_struck else colors.color("hover"))
            painter.drawRoundedRect(row.adjusted(0.6, 0.6, -0.6, -0.6), HALF, HALF)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(text_font(HEADING, tabular=True))
        painter.setPen(colors.color("muted"))
        painter.drawText(row.adjusted(HALF, 0, 0, 0), middle, part.faces)
        painter.setPen(colors.color("text"))
        numbers = self._columns(row, len(part.numbers))
        left = row.left() + (HALF + _FACES if part.faces else HALF)
        name = QRectF(
            left, row.top(), (numbers[0].left() if numbers else row.right() - self._wound) - left, row.height()
        )
        font = semi_bold(SMALL) if part.is_struck else text_font(SMALL)
        painter.setFont(font)
        words = QFontMetricsF(font).elidedText(part.name, Qt.TextElideMode.ElideRight, name.width())
        painter.drawText(name, middle, words)
        painter.setFont(text_font(SMALL, tabular=True))
        for box, number in zip(numbers, part.numbers, strict=True):
            painter.setPen(colors.color("dim" if number == "0" else "text"))
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, number)
        if part.injuries:
            _paint_wound(painter, row, part.injuries)


def paint_figure(painter: QPainter, body: Body, place: QTransform, pointed: str = "") -> None:
    """Draw a body's figure; `place` transforms from the figures' box to the painter."""
    parts = {part.shape: part for part in body.parts}
    for name, path in outlines(body.figure).items():
        part = parts.get(name)
        _paint_shape(painter, place.map(path), part, is_pointed=part is not None and part.id == pointed)


def _paint_shape(painter: QPainter, path: QPainterPath, part: BodyPart | None, *, is_pointed: bool) -> None:
    """Paint a part of the figure: injured ones have a cross as well as a colour, the last hit one has a bright edge."""
    colors = palette()
    is_injured = part is not None and part.injuries > 0
    is_struck = part is not None and part.is_struck
    edge = "text" if is_struck else "bad" if is_injured else "muted" if is_pointed else "dim"
    painter.setPen(QPen(colors.color(edge), 2.4 if is_struck else 1.2))
    painter.setBrush(colors.between("raised", "text", 0.34) if is_struck else colors.color("raised"))
    painter.drawPath(path)
    if is_injured:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("bad"))
        painter.setOpacity(0.45)
        painter.drawPath(path)
        painter.setOpacity(1)
        _paint_cross(painter, path.boundingRect().center())


def _paint_wound(painter: QPainter, row: QRectF, injuries: int) -> None:
    """Paint a cross at the end of a row, with the number of injuries if there are several."""
    middle = QPointF(row.right() - (_WOUNDS - UNIT if injuries > 1 else UNIT + 2), row.center().y())
    _paint_cross(painter, middle)
    if injuries > 1:
        painter.setFont(semi_bold(SMALL, tabular=True))
        painter.setPen(palette().color("bad"))
        box = QRectF(middle.x() + UNIT, row.top(), row.right() - middle.x() - UNIT, row.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, f"×{injuries}")


def _paint_cross(painter: QPainter, middle: QPointF) -> None:
    """Paint the sign of an injury, readable on any ground."""
    colors, arm = palette(), HALF
    for color, width in (("panel", 4.5), ("bad", 2.2)):
        pen = QPen(colors.color(color), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm))
        painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm))


def _part_words(part: BodyPart, scales: tuple[str, ...]) -> str:
    """A part in words: `Left Arm 9–11: phys 2, energy 1; 1 injury, useless; last hit`."""
    numbers = ", ".join(f"{scale} {number}" for scale, number in zip(scales, part.numbers, strict=False))
    hurt = f"{part.injuries} {'injury' if part.injuries == 1 else 'injuries'}" if part.injuries else ""
    said = (numbers, ", ".join(filter(None, (hurt, part.effect))), "last hit" if part.is_struck else "")
    title = f"{part.name} {part.faces}".strip()
    return ": ".join(filter(None, (title, "; ".join(filter(None, said)))))
