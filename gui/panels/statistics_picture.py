"""Plots as one picture, to be kept or passed on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.panels.statistics_plots import View
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from gui.widgets.plots import Plot

_WIDTH, _LINES = 960, 360
"""Pixels of the picture's width, and of the height of a plot of lines."""

MakePlot = Callable[[View], Plot | None]
"""The plot of a view; None where it has nothing to show."""


def picture_of(title: str, views: Iterable[View], make: MakePlot) -> QPixmap | None:
    """The plots one below the other under a title, in the colours of the theme; None: there is none."""
    plots = [(view, plot) for view in views if (plot := make(view)) is not None]
    if not plots:
        return None
    page = QWidget()
    page.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    page.setAutoFillBackground(True)
    column = padded_column(page)
    column.setContentsMargins(3 * UNIT, 2 * UNIT, 3 * UNIT, 3 * UNIT)
    heading = QLabel(title)
    set_role(heading, "big")
    heading.setWordWrap(True)
    column.addWidget(heading)
    for view, plot in plots:
        _add(column, view, plot)
    page.setFixedWidth(_WIDTH)
    page.show()
    column.activate()
    page.adjustSize()
    picture = page.grab()
    page.close()
    page.deleteLater()
    return picture


def _add(column: QVBoxLayout, view: View, plot: Plot) -> None:
    words: Sequence[tuple[str, str]] = ((view.title, "name"), ("" if view.kind == "health" else view.legend, "muted"))
    column.addSpacing(UNIT)
    for text, role in words:
        if text:
            label = QLabel(text)
            set_role(label, role)  # type: ignore[arg-type]  # from the line above
            column.addWidget(label)
    if view.kind == "health":
        plot.setFixedHeight(_LINES)
    column.addWidget(plot)
