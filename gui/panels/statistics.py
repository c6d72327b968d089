"""The statistics dock: an evening in numbers, live and after it, as a table and as plots; saved as CSV and PNG."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QProgressBar,
    QScrollArea,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.controllers.statistics import StatisticsFeed
from gui.controllers.workspace import Workspace
from gui.panels.statistics_picture import picture_of
from gui.panels.statistics_plots import BARS, VIEWS, Kind, View, health_lines
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from gui.style.widgets import bare_scroll
from gui.widgets.plots import BarPlot, LinePlot, Plot
from model.session import Changed
from model.state.battle import slug
from model.view.statistics import Tally, csv_text

_HEADINGS = ("Combatant", "Dealt", "Taken", "Hits", "Expected", "Luck", "Turns", "Minutes", "Spent")
_HINTS = (
    "", "Damage to others", "Health lost", "Hits of rolled attacks", "Hits that the exact odds let expect",
    "The share of such evenings that would have had fewer hits, those with as many counted half", "",
    "Minutes in which they had the turn; a pause counts for ten at most", "What went down of pools and points",
)  # fmt: skip
_NAME = 112
"""Pixels of the column of names."""


class StatisticsPanel(QWidget):
    """Counts only while it is seen, after the window has shown what was done."""

    aside_changed = Signal(str)

    def __init__(self, work: Workspace) -> None:
        super().__init__()
        self._work = work
        self.feed = StatisticsFeed(work.bridge, self)
        self.views = QComboBox()
        self.views.setAccessibleName("What is shown")
        for view in VIEWS:
            self.views.addItem(view.title, view.kind)
        self.export = QToolButton()
        self.export.setText("Export")
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export.setMenu(self._export_menu())
        self.legend, self.nothing, self.told = QLabel(), QLabel(), QLabel()
        for label in (self.legend, self.nothing, self.told):
            label.setWordWrap(True)
            set_role(label, "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.table = _table()
        self._stack = QStackedWidget()
        for page in (self.table, self.nothing):
            self._stack.addWidget(page)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.progress.setAccessibleName("Odds of earlier attacks")
        self._lay_out()
        self._due = QTimer(self, singleShot=True, interval=0)
        self._due.timeout.connect(self._follow)
        self.views.currentIndexChanged.connect(self.refresh)
        self.feed.changed.connect(self.refresh)
        work.bridge.changed.connect(self._put_off)
        work.attention.changed.connect(self._follow_selection)

    def _lay_out(self) -> None:
        column, line = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, UNIT, 0, HALF)
        column.setSpacing(HALF)
        line.setContentsMargins(12, 0, UNIT, 0)
        line.setSpacing(UNIT)
        line.addWidget(self.views, 1)
        line.addWidget(self.export)
        column.addLayout(line)
        for widget in (self.legend, self._stack, self.told):
            row = QHBoxLayout()
            row.setContentsMargins(12, 0, UNIT, 0)
            row.addWidget(widget)
            column.addLayout(row, 1 if widget is self._stack else 0)
        column.addWidget(self.progress)
        self.told.hide()
        self.progress.hide()

    def _export_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction("Table as CSV...", self._ask_table)
        self.picture_action = menu.addAction("This Plot as PNG...", lambda: self._ask_picture((self.view,)))
        menu.addAction("All Plots as PNG...", lambda: self._ask_picture(VIEWS))
        menu.aboutToShow.connect(lambda: self.picture_action.setEnabled(self.view.kind != "table"))
        return menu

    # Plots are made when they are first seen: the window must not wait for them when it opens.

    @cached_property
    def bars(self) -> BarPlot:
        return BarPlot()

    @cached_property
    def lines(self) -> LinePlot:
        plot = LinePlot()
        self._stack.addWidget(plot)
        return plot

    @cached_property
    def _bar_area(self) -> QScrollArea:
        area = _scrolled(self.bars)
        self._stack.addWidget(area)
        return area

    # ------------------------------------------------------------------------------------- showing

    @property
    def view(self) -> View:
        """What is shown now."""
        return VIEWS[self.views.currentIndex()]

    def show_view(self, kind: Kind) -> None:
        """Show one of the views."""
        self.views.setCurrentIndex(self.views.findData(kind))

    @property
    def rows(self) -> tuple[Tally, ...]:
        """What is counted so far."""
        return self.feed.rows

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.feed.stop()

    def _put_off(self, changed: Changed) -> None:
        """Count when the window has shown what was done: a key press does not wait for it."""
        if changed.origin != "look" and self.isVisible():
            self._due.start()

    def _follow(self) -> None:
        if self.isVisible():
            self.feed.follow()
            self.feed.resume()
            self.refresh()

    def _follow_selection(self) -> None:
        if self.isVisible() and self.view.kind == "health":
            self._due.start()

    def refresh(self, *_: object) -> None:
        """Show what is counted; while nobody sees it, it costs nothing."""
        if not self.isVisible():
            return
        self._show_progress()
        view = self.view
        self.legend.setText(view.legend)
        self.told.hide()
        if view.kind == "table":
            self._show_table()
            page: QWidget = self.table if self.rows else self.nothing
        elif view.kind == "health":
            page = self.lines if self._show_lines() else self.nothing
        else:
            rows = BARS[view.kind](self.rows)
            if rows:
                self.bars.set_rows(rows)
            page = self._bar_area if rows else self.nothing
        is_waiting = page is self.nothing and self.feed.is_counting
        self.nothing.setText("Counting..." if is_waiting else view.nothing)
        self.legend.setVisible(bool(view.legend) and page is not self.nothing)
        self._stack.setCurrentWidget(page)

    def _show_progress(self) -> None:
        left, steps = self.feed.left, self.feed.tallies.steps
        self.progress.setVisible(left > 0)
        self.progress.setRange(0, max(1, self.feed.most))
        self.progress.setValue(self.feed.most - left)
        self.aside_changed.emit("counting..." if left else f"{steps} {'step' if steps == 1 else 'steps'}")

    def _show_lines(self, plot: LinePlot | None = None) -> bool:
        """Show health in a plot, else in the dock's own; False where there is none to show."""
        tallies = self.feed.tallies
        lines = health_lines(tallies, self._work.attention.selected)
        if lines:
            rounds = [(float(place), f"R{number}") for place, number in tallies.rounds]
            (plot or self.lines).set_lines(lines, rounds, tallies.steps)
        return bool(lines)

    def _show_table(self) -> None:
        rows = self.rows
        self.table.setRowCount(len(rows))
        for at, row in enumerate(rows):
            for column, words in enumerate(_cells(row)):
                item = self.table.item(at, column)
                if item is None:
                    item = QTableWidgetItem()
                    if 0 < column < len(_HEADINGS) - 1:
                        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                    self.table.setItem(at, column, item)
                if item.text() != words:
                    item.setText(words)
                    item.setToolTip(words if column in (0, len(_HEADINGS) - 1) else "")

    # ------------------------------------------------------------------------------------- exporting

    def _ask_table(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(self, "Save Numbers", self._start_name(".csv"), "Table (*.csv)")
        if chosen:
            self.save_table(Path(chosen))

    def _start_name(self, ending: str) -> str:
        name, path = f"{slug(self._work.battle.title)}{ending}", self._work.bridge.path
        return str(Path(name) if path is None else path.parent / name)

    def save_table(self, file: Path) -> None:
        """Write all rows, and say where, or why they cannot be written."""
        self.feed.finish()
        self._write(file, csv_text(self.rows).encode())

    def _ask_picture(self, views: Sequence[View]) -> None:
        chosen, _ = QFileDialog.getSaveFileName(self, "Save Plots", self._start_name(".png"), "Picture (*.png)")
        if chosen:
            file = Path(chosen)
            self.save_picture(file if file.suffix else file.with_suffix(".png"), views)

    def save_picture(self, file: Path, views: Sequence[View]) -> None:
        """Write plots as a picture, and say where, or why they cannot be written."""
        self.feed.finish()
        picture = picture_of(self._title, views, self._new_plot)
        if picture is None:
            self._tell("There is nothing to show in a picture yet.", is_good=False)
            return
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QBuffer.OpenModeFlag.WriteOnly)
        picture.save(buffer, "PNG")
        self._write(file, bytes(content.data()))

    def _write(self, file: Path, content: bytes) -> None:
        try:
            file.write_bytes(content)
        except OSError as error:
            self._tell(f"“{file.name}” cannot be written: {error.strerror}.", is_good=False)
            return
        self._tell(f"Saved as “{file.name}”.", is_good=True)

    @property
    def _title(self) -> str:
        return self._work.battle.title or "The evening in numbers"

    def _new_plot(self, view: View) -> Plot | None:
        """A plot of its own for a view; None where it has nothing to show."""
        if view.kind == "health":
            lines = LinePlot()
            return lines if self._show_lines(lines) else None
        rows = BARS[view.kind](self.rows) if view.kind in BARS else []
        if not rows:
            return None
        bars = BarPlot()
        bars.set_rows(rows)
        return bars

    def _tell(self, words: str, *, is_good: bool) -> None:
        self.told.setText(words)
        set_role(self.told, "muted" if is_good else "bad")
        self.told.show()


def _cells(row: Tally) -> tuple[str, ...]:
    luck = row.luck
    hits = f"{luck.hits} of {luck.attacks}" if luck.attacks else ""
    expected = f"{luck.expected:.1f}" if luck.attacks else ""
    share = "" if luck.percentile is None else f"{luck.percentile * 100:.0f} %"
    minutes = f"{row.seconds / 60:.1f}"
    return (row.name, str(row.dealt), str(row.taken), hits, expected, share, str(row.turns), minutes, row.spent_words)


def _table() -> QTableWidget:
    table = QTableWidget(0, len(_HEADINGS))
    for column, (title, hint) in enumerate(zip(_HEADINGS, _HINTS, strict=True)):
        heading = QTableWidgetItem(title)
        heading.setToolTip(hint)
        is_number = 0 < column < len(_HINTS) - 1
        heading.setTextAlignment(Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft)
        table.setHorizontalHeaderItem(column, heading)
    table.setAccessibleName("The evening in numbers")
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(3 * UNIT)
    table.setShowGrid(False)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
    table.setColumnWidth(0, _NAME)
    return table


def _scrolled(plot: BarPlot) -> QScrollArea:
    """A plot as high as its rows, in what room there is."""
    body = QWidget()
    column = QVBoxLayout(body)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(plot)
    column.addStretch(1)
    return bare_scroll(body, 0)
