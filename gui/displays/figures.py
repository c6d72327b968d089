"""Figures of bodies: one outline for each part, by the part's name, in a box of 100 by 150."""

from __future__ import annotations

import functools
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF, QTransform

Point = tuple[float, float]
Outlines = dict[str, QPainterPath]
"""In the order in which they are painted."""

SIZE = (100.0, 150.0)


def _limb(width: float, *points: Point) -> QPainterPath:
    """A line so wide, with round ends and bends."""
    line = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        line.lineTo(*point)
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return stroker.createStroke(line).simplified()


def _oval(x: float, y: float, width: float, height: float, turned: float = 0.0) -> QPainterPath:
    """An ellipse around a point, turned clockwise by so many degrees."""
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
    """The other side of a body that is the same on both."""
    return QTransform().translate(SIZE[0], 0).scale(-1, 1).map(path)


def _humanoid() -> Outlines:
    """From the front: its left is on the right."""
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
    """From its left."""
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
    """From above: its left is on the left."""
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
    """From the front, with three arms and an eye on each of three stalks."""
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
    """The parts of a figure; empty where no such figure is known."""
    make = _FIGURES.get(figure)
    return {} if make is None else make()
