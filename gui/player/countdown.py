"""The countdown of a round: its number in a frame, and a pip for every step."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gui.player.lettering import CENTER, NAME, Letters, write
from gui.style import palette, step_boxes, step_state
from model.view.pools import ClockView

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
