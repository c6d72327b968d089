"""Read-only plots in the colours of the program: bars in rows, and lines over the steps of a battle."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPen, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from gui.style.theme import HALF, SMALL, UNIT, Palette, palette, side_style, text_font, theme
from model.state.base import Record

ROW = 28
"""Height of a row of bars in pixels."""
_FOOT = 26
_NAMES = 0.34
"""Greatest share of the width for names."""
_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_UNDER = -1000
"""Z value behind the plotted items, so that no grid line crosses a bar."""
_LEAD = 12
"""Pixels before the first step: half of the label under it."""
_LABEL = 15
"""Least distance in pixels between names at the ends of lines."""


class Bar(Record):
    """A bar of a row."""

    value: float
    color: str
    """Name of a colour in the palette."""
    is_hatched: bool = False
    """Whether it is told apart by more than its colour."""


class BarRow(Record):
    """A name, its bars one below the other, and their values in words."""

    name: str
    bars: tuple[Bar, ...]
    words: str
    mark: float | None = None
    """Position of a line across the row, such as the expected value."""


class Line(Record):
    """A step line: it keeps its height from each point to the next."""

    name: str
    side: str
    points: tuple[tuple[float, float], ...]
    is_strong: bool = False
    """Drawn over the others, and named first."""


class Plot(pg.PlotWidget):
    """A plot without interaction: the wheel scrolls its parent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, enableMenu=False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setAntialiasing(True)
        view = self.plotItem.vb
        view.disableAutoRange()
        view.setDefaultPadding(0)
        self.plotItem.setContentsMargins(0, HALF, 0, 0)
        for side in ("left", "right", "bottom"):
            self.showAxis(side)
            axis = self.getAxis(side)
            axis.setStyle(tickLength=0, tickFont=text_font(SMALL), tickTextOffset=UNIT, hideOverlappingLabels=False)
            axis.setZValue(_UNDER)
            axis.enableAutoSIPrefix(False)
        theme().changed.connect(self.redraw)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def redraw(self) -> None:
        """Draw with the theme's current colours and the current size."""
        colors = palette()
        self.setBackground(colors.color("panel"))
        for side in ("left", "right", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(QPen(colors.color("line"), 1))
            axis.setTextPen(QPen(colors.color("text" if side != "bottom" else "muted")))
        self._draw(colors)

    def _draw(self, colors: Palette) -> None:
        """Add the items; called whenever data, size or colours change."""

    def resizeEvent(self, event: QEvent) -> None:
        super().resizeEvent(event)
        # Also called while the widget is being built, before there is anything to draw.
        if getattr(self, "plotItem", None) is not None:
            self.redraw()


def _elided(words: str, width: float) -> str:
    return QFontMetricsF(text_font(SMALL)).elidedText(words, Qt.TextElideMode.ElideRight, width)


def _wide(words: Sequence[str]) -> float:
    metrics = QFontMetricsF(text_font(SMALL))
    return max((metrics.horizontalAdvance(one) for one in words), default=0.0)


class BarPlot(Plot):
    """Horizontal bars in rows: names on the left, values in words on the right. As high as its rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._rows: tuple[BarRow, ...] = ()
        super().__init__(parent)
        self.getAxis("bottom").setGrid(60)

    @property
    def rows(self) -> tuple[BarRow, ...]:
        return self._rows

    def set_rows(self, rows: Sequence[BarRow]) -> None:
        """Show these rows, the first on top."""
        if tuple(rows) == self._rows:
            return
        self._rows = tuple(rows)
        self.setFixedHeight(len(self._rows) * ROW + _FOOT + UNIT)
        self.setAccessibleDescription("; ".join(f"{row.name}: {row.words}" for row in self._rows))
        self.redraw()

    def _draw(self, colors: Palette) -> None:
        self.clear()
        if not self._rows:
            return
        names, words = [row.name for row in self._rows], [row.words for row in self._rows]
        room = self.width() * _NAMES
        left, right = self.getAxis("left"), self.getAxis("right")
        places = [len(names) - at - 0.5 for at in range(len(names))]
        left.setTicks([[(place, _elided(name, room)) for place, name in zip(places, names, strict=True)]])
        right.setTicks([list(zip(places, words, strict=True))])
        left.setWidth(round(min(room, _wide(names)) + 2 * UNIT))
        right.setWidth(round(_wide(words) + 2 * UNIT))
        self.getAxis("bottom").setHeight(_FOOT)
        most = max(
            (value for row in self._rows for value in (*(bar.value for bar in row.bars), row.mark or 0)), default=0
        )
        self.setRange(xRange=(0, max(1.0, most * 1.04)), yRange=(0, len(names)), padding=0)
        for place, row in zip(places, self._rows, strict=True):
            self._draw_row(colors, place, row)

    def _draw_row(self, colors: Palette, place: float, row: BarRow) -> None:
        share = 0.72 / max(1, len(row.bars))
        for at, bar in enumerate(row.bars):
            if not bar.value:
                continue
            y = place + 0.36 - share * (at + 0.5)
            color = colors.color(bar.color)
            brush = QBrush(color, Qt.BrushStyle.BDiagPattern) if bar.is_hatched else QBrush(color)
            item = pg.BarGraphItem(
                x0=[0.0], width=[bar.value], y=[y], height=share * 0.86, brush=brush, pen=QPen(color, 0)
            )
            self.addItem(item, ignoreBounds=True)
        if row.mark is not None:
            pen = QPen(colors.color("text"), 2)
            pen.setCosmetic(True)
            line = pg.PlotCurveItem([row.mark, row.mark], [place - 0.42, place + 0.42], pen=pen)
            self.addItem(line, ignoreBounds=True)


class LinePlot(Plot):
    """Lines over the steps of a battle, with names at their ends and rounds below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._lines: tuple[Line, ...] = ()
        self._rounds: tuple[tuple[float, str], ...] = ()
        self._steps = 1
        super().__init__(parent)
        self.setMinimumHeight(180)
        for side in ("left", "bottom"):
            self.getAxis(side).setGrid(60)

    @property
    def lines(self) -> tuple[Line, ...]:
        return self._lines

    def set_lines(self, lines: Sequence[Line], rounds: Sequence[tuple[float, str]], steps: int) -> None:
        """Show lines over this number of steps, with labels where rounds begin."""
        shown = (tuple(lines), tuple(rounds), max(1, steps))
        if shown == (self._lines, self._rounds, self._steps):
            return
        self._lines, self._rounds, self._steps = shown
        self.setAccessibleDescription("; ".join(f"{line.name}: {line.points[-1][1]:g}" for line in self._lines))
        self.redraw()

    def _draw(self, colors: Palette) -> None:
        self.clear()
        if not self._lines:
            return
        values = [value for line in self._lines for _, value in line.points]
        low, high = min(0.0, *values), max(values)
        lead = _LEAD / self._pixels_of_step
        self.setRange(xRange=(-lead, self._steps), yRange=(low, high + (high - low) * 0.04), padding=0)
        self.getAxis("left").setWidth(4 * UNIT + HALF)
        right, bottom = self.getAxis("right"), self.getAxis("bottom")
        right.setWidth(round(min(self.width() * _NAMES, _wide([line.name for line in self._lines])) + 2 * UNIT))
        right.setTicks([self._names(right.width() - 2 * UNIT, low, high)])
        bottom.setHeight(_FOOT)
        bottom.setTicks([self._round_words()])
        count: dict[str, int] = {}
        for line in sorted(self._lines, key=lambda one: one.is_strong):
            at = count[line.side] = count.get(line.side, -1) + 1
            self._draw_line(colors, line, _DASHES[at % len(_DASHES)])

    def _draw_line(self, colors: Palette, line: Line, dash: Qt.PenStyle) -> None:
        color = QColor(side_style(colors, line.side).color)
        has_strong = any(one.is_strong for one in self._lines)
        if has_strong and not line.is_strong:
            color.setAlphaF(0.45)
        xs: list[float] = []
        ys: list[float] = []
        for place, value in (*line.points, (float(self._steps), line.points[-1][1])):
            if ys:
                xs.append(place)
                ys.append(ys[-1])
            xs.append(place)
            ys.append(value)
        pen = QPen(color, 3 if line.is_strong else 1.6, dash)
        pen.setCosmetic(True)
        self.addItem(pg.PlotCurveItem(xs, ys, pen=pen), ignoreBounds=True)

    @property
    def _pixels_of_step(self) -> float:
        return max(1.0, self.width() * (1 - _NAMES) - 5 * UNIT) / self._steps

    def _names(self, room: float, low: float, high: float) -> list[tuple[float, str]]:
        """Names at the ends of lines, as many as fit; the strong ones first."""
        height = max(1.0, self.height() - _FOOT)
        taken: list[float] = []
        found = []
        for line in sorted(self._lines, key=lambda one: (not one.is_strong, -one.points[-1][1])):
            value = line.points[-1][1]
            pixel = (value - low) / max(1e-9, high - low) * height
            if all(abs(pixel - other) >= _LABEL for other in taken):
                taken.append(pixel)
                found.append((value, _elided(line.name, room)))
        return found

    def _round_words(self) -> list[tuple[float, str]]:
        """Labels of the rounds that fit under the plot."""
        pixels = self._pixels_of_step
        found: list[tuple[float, str]] = []
        for place, words in self._rounds:
            if not found or (place - found[-1][0]) * pixels > _wide([words]) + UNIT:
                found.append((place, words))
        return found
