"""A countdown drawn as a row of numbers: what has been counted, what is being counted, what is still to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.style.theme import palette

StepState = Literal["past", "now", "ahead"]
_GAP = 0.12
"""Between two cells, as a share of a cell's width."""
_ROUND = 0.16
"""Of a corner, as a share of a cell's height."""


def step_state(number: int, steps: Sequence[int], now: int | None) -> StepState:
    """Whether a step of a countdown has been counted; before the first one all are still to come."""
    if now not in steps or number not in steps:
        return "ahead"
    at, here = steps.index(number), steps.index(now)
    return "past" if at < here else "now" if at == here else "ahead"


def step_boxes(box: QRectF, steps: Sequence[int]) -> Mapping[int, QRectF]:
    """Where each step stands in a box, from the left to the right."""
    if not steps:
        return {}
    width = box.width() / (len(steps) + _GAP * (len(steps) - 1))
    stride = width * (1 + _GAP)
    return {
        number: QRectF(box.left() + place * stride, box.top(), width, box.height())
        for place, number in enumerate(steps)
    }


def draw_step_ground(painter: QPainter, cell: QRectF, state: StepState, line: QColor | None = None) -> QColor:
    """Draw the ground of a step, and a line around it where it is somebody's; returns the colour of its number.

    The step of now is filled, those to come have a ground, those counted none: so no colour has to be told apart.
    """
    colors = palette()
    ground = {"past": None, "now": "now", "ahead": "raised"}[state]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen if line is None else QPen(line, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush if ground is None else colors.color(ground))
    corner = cell.height() * _ROUND
    painter.drawRoundedRect(cell.adjusted(0.75, 0.75, -0.75, -0.75), corner, corner)
    painter.restore()
    return colors.color({"past": "muted", "now": "on_now", "ahead": "text"}[state])
