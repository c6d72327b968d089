"""The statistics dock: a battle or campaign in numbers, live and afterwards, as table and plots; saves CSV and PNG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import AfterRepaint
from gui.controllers.statistics_feed import CampaignFeed, StatisticsFeed
from gui.controllers.workspace import Workspace
from gui.dialogs.forms import MessageDialog
from gui.style.disposal import dispose
from gui.style.picture_bytes import encoded
from gui.style.theme import HALF, UNIT, set_role
from gui.style.widgets import bare_scroll, padded_column
from gui.widgets.fields import ChoiceField
from gui.widgets.plots import Bar, BarPlot, BarRow, Line, LinePlot, Plot
from model.campaign.totals import CampaignCount
from model.session import Changed
from model.session.registry import rulesets
from model.state.base import Id, Record
from model.state.battle import slug
from model.view.statistics import Merged, Tallies, Tally, csv_text

# ------------------------------------------------------------------------------------------ rows and lines of the plots

Kind = Literal["table", "damage", "hits", "health", "time", "spent"]
_MOST_LINES = 12
"""Most lines of a plot, so that they can still be told apart."""


class View(Record):
    """A view that the dock can show."""

    kind: Kind
    title: str
    legend: str
    """Explains what bars and lines mean."""
    nothing: str
    """Shown if there is no data."""


VIEWS = (
    View(
        "table", "Overview", "",
        "Nothing has happened yet. Damage, hits, turns and what is spent are counted here as you play.",
    ),
    View("damage", "Damage", "■ dealt   ▨ taken", "No combatant has lost health yet."),
    View(
        "hits", "Hits and luck", "■ hits   | expected by the exact odds   % of such evenings with fewer hits",
        "No attack has been rolled yet. An attack that you decide by a ruling has no odds and doesn't count here.",
    ),
    View(
        "health", "Health over time", "Select combatants to see their lines in front.",
        "Health has not changed yet.",
    ),
    View("time", "Turns and minutes", "■ minutes", "No turn has been taken yet."),
    View("spent", "Resources spent", "■ spent or lost", "Nothing has been spent yet."),
)  # fmt: skip


def damage_rows(rows: Iterable[Tally]) -> list[BarRow]:
    """Return a row for each combatant who dealt or took damage."""
    return [
        BarRow(
            row.name,
            (Bar(row.dealt, "second"), Bar(row.taken, "health_low", is_hatched=True)),
            f"{row.dealt} · {row.taken}",
        )
        for row in rows
        if row.dealt or row.taken
    ]


def hit_rows(rows: Iterable[Tally]) -> list[BarRow]:
    """Return a row for each combatant who rolled an attack: hits, with a line at the hits expected by the odds."""
    found = []
    for row in rows:
        luck = row.luck
        if luck.percentile is not None:
            words = f"{luck.hits} of {luck.attacks} · {luck.percentile:.0%}".replace("%", " %")
            found.append(BarRow(row.name, (Bar(luck.hits, "second"),), words, luck.expected))
    return found


def time_rows(rows: Iterable[Tally]) -> list[BarRow]:
    """Return a row for each combatant who took turns, the longest time first."""
    timed = sorted((row for row in rows if row.seconds or row.turns), key=lambda row: -row.seconds)
    return [
        BarRow(row.name, (Bar(row.seconds / 60, "second"),), f"{turns(row.turns)} · {minutes(row)}") for row in timed
    ]


def turns(count: int) -> str:
    return f"{count} {'turn' if count == 1 else 'turns'}"


def minutes(row: Tally) -> str:
    """The time of a row as text: `6.2 min`."""
    return f"{row.seconds / 60:.1f} min"


def spent_rows(rows: Iterable[Tally]) -> list[BarRow]:
    """Return a row for each resource that each combatant has spent."""
    return [
        BarRow(f"{row.name} · {title}", (Bar(amount, "second"),), str(amount))
        for row in rows
        for title, amount in row.spent.items()
    ]


BARS: dict[Kind, Callable[[Iterable[Tally]], list[BarRow]]] = {
    "damage": damage_rows, "hits": hit_rows, "time": time_rows, "spent": spent_rows
}  # fmt: skip


def health_lines(tallies: Tallies, selected: Sequence[Id]) -> list[Line]:
    """Return the lines of the selected combatants and of those who took most damage, at most `_MOST_LINES`."""
    changed = {who: one for who, one in tallies.by_id.items() if one.health}
    most = sorted(changed, key=lambda who: (who not in selected, -changed[who].taken))
    return [
        Line(
            changed[who].name,
            changed[who].side,
            tuple((float(point.step), float(point.points)) for point in changed[who].health),
            who in selected,
        )
        for who in most[:_MOST_LINES]
    ]


# ------------------------------------------------------------------------------------------------------------ the table

_COLUMNS = (
    ("Combatant", ""),
    ("Dealt", "Damage to others"),
    ("Taken", "Health lost"),
    ("Hits", "Hits of rolled attacks"),
    ("Expected", "Hits to be expected by the exact odds"),
    ("Luck", "The share of evenings with the same rolls that would have had fewer hits; equal ones count half"),
    ("Turns", ""),
    ("Minutes", "Minutes on their turn; a pause counts as ten at most"),
    ("Spent", "Pools and points spent or lost"),
)
"""Headings, and their tooltips."""
_NAME = 112
"""Width in pixels of the column of names."""


class StatisticsTable(QTableWidget):
    """A read-only table with a row for each combatant, which scrolls if it does not fit."""

    def __init__(self) -> None:
        super().__init__(0, len(_COLUMNS))
        for column, (title, hint) in enumerate(_COLUMNS):
            heading = QTableWidgetItem(title)
            heading.setToolTip(hint)
            heading.setTextAlignment(_side(column))
            self.setHorizontalHeaderItem(column, heading)
        self.setAccessibleName("The evening in numbers")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(3 * UNIT)
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        # Letters are commands of the window.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.setColumnWidth(0, _NAME)

    def set_rows(self, rows: Sequence[Tally]) -> None:
        """Show these rows; cells with the same text are left alone."""
        self.setRowCount(len(rows))
        for at, row in enumerate(rows):
            for column, words in enumerate(_cells(row)):
                item = self.item(at, column)
                if item is None:
                    item = QTableWidgetItem()
                    item.setTextAlignment(_side(column) | Qt.AlignmentFlag.AlignVCenter)
                    self.setItem(at, column, item)
                if item.text() != words:
                    item.setText(words)
                    item.setToolTip(words if _is_words(column) else "")


def _is_words(column: int) -> bool:
    return column in (0, len(_COLUMNS) - 1)


def _side(column: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignLeft if _is_words(column) else Qt.AlignmentFlag.AlignRight


def _cells(row: Tally) -> tuple[str, ...]:
    luck = row.luck
    hits = f"{luck.hits} of {luck.attacks}" if luck.attacks else ""
    expected = f"{luck.expected:.1f}" if luck.attacks else ""
    share = "" if luck.percentile is None else f"{luck.percentile * 100:.0f} %"
    minutes = f"{row.seconds / 60:.1f}"
    return (row.name, str(row.dealt), str(row.taken), hits, expected, share, str(row.turns), minutes, row.spent_words)


# ------------------------------------------------------------------------------------------------- plots as one picture


_WIDTH, _LINES = 960, 360
"""Width of the picture and height of a plot of lines, in pixels."""

MakePlot = Callable[[View], Plot | None]
"""Returns the plot of a view, or None if it has nothing to show."""


def picture_of(title: str, views: Iterable[View], make: MakePlot) -> QPixmap | None:
    """Return the plots below each other under a title, in the colours of the theme, or None if there is no plot."""
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
    dispose(page)
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


# ------------------------------------------------------------------------------------------------------------- the dock


class StatisticsPanel(QWidget):
    """Shows the statistics. Counts only while it is visible, after the window has shown a change."""

    aside_changed = Signal(str)
    show_requested = Signal()
    """What players may know of it is to be shown in the player view."""

    def __init__(self, work: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self.feed = StatisticsFeed(work.bridge, self)
        self.views = ChoiceField((view.title, view.kind) for view in VIEWS)
        self.views.setAccessibleName("What is shown")
        self.export = QToolButton()
        self.export.setText("Export")
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export.setMenu(self._export_menu())
        self.scope = ChoiceField()
        self.scope.setAccessibleName("Of which battles")
        self.scope.addItems(("This battle", "All battles of the campaign"))
        self.cancel = QPushButton("Cancel")
        self.cancel.setToolTip("Stops counting; what has been counted stays.")
        self.why = QPushButton("Why?")
        self.why.setToolTip("Shows which files are left out, or counted only in part.")
        set_role(self.why, "flat")
        self.legend, self.nothing, self.message = QLabel(), QLabel(), QLabel()
        for label in (self.legend, self.nothing, self.message):
            label.setWordWrap(True)
            set_role(label, "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.table = StatisticsTable()
        self._stack = QStackedWidget()
        for page in (self.table, self.nothing):
            self._stack.addWidget(page)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.progress.setAccessibleName("Odds of earlier attacks")
        self._lay_out()
        self._campaign: CampaignFeed | None = None
        """Created when all battles of the campaign are first chosen."""
        self._due = AfterRepaint(self._follow, self)
        self.views.currentIndexChanged.connect(self.refresh)
        self.feed.changed.connect(self.refresh)
        self.scope.currentIndexChanged.connect(self._follow_scope)
        self.cancel.clicked.connect(self._cancel)
        self.why.clicked.connect(self._show_troubles)
        work.bridge.changed.connect(self._put_off)
        work.selection.changed.connect(self._follow_selection)

    def _lay_out(self) -> None:
        column, line = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, UNIT, 0, HALF)
        column.setSpacing(HALF)
        line.setContentsMargins(12, 0, UNIT, 0)
        line.setSpacing(UNIT)
        line.addWidget(self.views, 1)
        line.addWidget(self.export)
        column.addLayout(line)
        line = QHBoxLayout()
        line.setContentsMargins(12, 0, UNIT, 0)
        line.setSpacing(UNIT)
        line.addWidget(self.scope, 1)
        line.addWidget(self.cancel)
        column.addLayout(line)
        self.cancel.hide()
        self.scope.setVisible(self._work.campaign.is_there)
        for widget in (self.legend, self._stack, self.message):
            row = QHBoxLayout()
            row.setContentsMargins(12, 0, UNIT, 0)
            row.addWidget(widget, 1)
            if widget is self.message:
                row.addWidget(self.why)
            column.addLayout(row, 1 if widget is self._stack else 0)
        column.addWidget(self.progress)
        for hidden in (self.message, self.why, self.progress):
            hidden.hide()

    def _export_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction("Table as CSV...", self._ask_table)
        self.picture_action = menu.addAction("This Plot as PNG...", lambda: self._ask_picture((self.view,)))
        menu.addAction("All Plots as PNG...", lambda: self._ask_picture(VIEWS))
        menu.addSeparator()
        menu.addAction("Show to Players", self.show_requested.emit)
        menu.aboutToShow.connect(lambda: self.picture_action.setEnabled(self.view.kind != "table"))
        return menu

    # Plots are created when they are first shown, so that the window does not wait for them when it opens.

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
        """The view that is shown now."""
        return VIEWS[self.views.currentIndex()]

    def show_view(self, kind: Kind) -> None:
        """Show one of the views."""
        self.views.setCurrentIndex(self.views.findData(kind))

    @property
    def rows(self) -> tuple[Tally, ...]:
        """What is counted so far, of the battle or of all battles of the campaign."""
        if not self.is_whole or self._campaign is None:
            return self.feed.rows
        found = Merged(self._campaign.rows)
        found.add(self.feed.rows)
        return found.rows

    @property
    def is_whole(self) -> bool:
        """Whether all battles of the campaign are shown."""
        return self.scope.currentIndex() == 1

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.feed.stop()

    def _put_off(self, changed: Changed) -> None:
        """Count after the window has shown a change, so that a key press does not wait for it."""
        if changed.origin != "look" and self.isVisible():
            self._due.put_off()

    def _follow(self) -> None:
        if self.isVisible():
            self.feed.follow()
            self.feed.resume()
            self.refresh()

    def _follow_selection(self) -> None:
        if self.isVisible() and self.view.kind == "health":
            self._due.put_off()

    def _follow_scope(self) -> None:
        """Count the other battles of the campaign that have changed since they were counted, or stop counting them."""
        if self.is_whole:
            if self._campaign is None:
                self._campaign = CampaignFeed(CampaignCount(self._work.ruleset, rulesets()), self)
                self._campaign.changed.connect(self._follow_campaign)
            self._campaign.begin(self._work.campaign.other_battles)
        elif self._campaign is not None:
            self._campaign.stop()
        self.message.hide()
        self.why.hide()
        self.refresh()

    def _show_troubles(self) -> None:
        if self._campaign is not None:
            MessageDialog.inform(self.window(), "File Warnings", "\n".join(self._campaign.troubles))

    def _cancel(self) -> None:
        if self._campaign is not None:
            self._campaign.stop()

    def _follow_campaign(self) -> None:
        """Show the new counts; at the end, say what was left out."""
        campaign = self._campaign
        if campaign is None or not self.is_whole:
            return
        self.refresh()
        if campaign.is_counting:
            return
        count = len(campaign.troubles)
        if campaign.done < campaign.of:
            self._show_message(f"Cancelled: {campaign.done} of {campaign.of} other battles are counted.", is_good=False)
        elif count:
            self._show_message(f"Not counted in full: {count} {'battle' if count == 1 else 'battles'}.", is_good=False)
        self.why.setVisible(count > 0)

    def refresh(self, *_: object) -> None:
        """Show what is counted; do nothing while the panel is hidden."""
        if not self.isVisible():
            return
        self._show_progress()
        view = self.view
        self.legend.setText(view.legend)
        if view.kind == "table":
            self.table.set_rows(self.rows)
            page: QWidget = self.table if self.rows else self.nothing
        elif view.kind == "health":
            page = self.lines if self._show_lines() else self.nothing
        else:
            rows = BARS[view.kind](self.rows)
            if rows:
                self.bars.set_rows(rows)
            page = self._bar_area if rows else self.nothing
        self.nothing.setText(self._nothing_words(view))
        self.legend.setVisible(bool(view.legend) and page is not self.nothing)
        self._stack.setCurrentWidget(page)

    def _nothing_words(self, view: View) -> str:
        if view.kind == "health" and self.is_whole:
            return "Health over time is shown for one battle only."
        is_counting = self.feed.is_counting or (self._campaign is not None and self._campaign.is_counting)
        return "Counting..." if is_counting else view.nothing

    def _show_progress(self) -> None:
        left, most = self.feed.left, self.feed.most
        words = f"{self.feed.tallies.steps} {'step' if self.feed.tallies.steps == 1 else 'steps'}"
        campaign = self._campaign if self.is_whole else None
        if campaign is not None:
            left, most = campaign.of - campaign.done, campaign.of
            words = f"{campaign.done + 1} battles" if campaign.done else "1 battle"
        is_counting = self.feed.is_counting if campaign is None else campaign.is_counting
        self.progress.setVisible(is_counting)
        self.cancel.setVisible(campaign is not None and is_counting)
        self.progress.setRange(0, max(1, most))
        self.progress.setValue(most - left)
        self.aside_changed.emit("counting..." if is_counting else words)

    def _show_lines(self, plot: LinePlot | None = None) -> bool:
        """Show health in a plot, by default in the dock's own; return False if there is none to show."""
        tallies = self.feed.tallies
        lines = [] if self.is_whole else health_lines(tallies, self._work.selection.chosen)
        if lines:
            rounds = [(float(place), f"R{number}") for place, number in tallies.rounds]
            (plot or self.lines).set_lines(lines, rounds, tallies.steps)
        return bool(lines)

    # ------------------------------------------------------------------------------------- exporting

    def _ask_table(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(self, "Save Numbers", self._start_name(".csv"), "Table (*.csv)")
        if chosen:
            self.save_table(Path(chosen))

    def _start_name(self, ending: str) -> str:
        name, path = f"{slug(self._work.battle.title)}{ending}", self._work.bridge.path
        return str(Path(name) if path is None else path.parent / name)

    def save_table(self, file: Path) -> None:
        """Write all rows as CSV; show a message with the file's name, or why it cannot be written."""
        self._finish()
        self._write(file, csv_text(self.rows).encode())

    def _ask_picture(self, views: Sequence[View]) -> None:
        chosen, _ = QFileDialog.getSaveFileName(self, "Save Plots", self._start_name(".png"), "Picture (*.png)")
        if chosen:
            file = Path(chosen)
            self.save_picture(file if file.suffix else file.with_suffix(".png"), views)

    def save_picture(self, file: Path, views: Sequence[View]) -> None:
        """Write plots as a PNG picture; show a message with the file's name, or why it cannot be written."""
        self._finish()
        picture = picture_of(self._title, views, self._new_plot)
        if picture is None:
            self._show_message("There is nothing to show in a picture yet.", is_good=False)
            return
        self._write(file, encoded(picture.toImage(), "png"))

    def _finish(self) -> None:
        """Count the rest of the open battle; other battles are exported as far as they are counted and shown."""
        self.feed.finish()

    def _write(self, file: Path, content: bytes) -> None:
        try:
            file.write_bytes(content)
        except OSError as error:
            self._show_message(f"“{file.name}” cannot be written: {error.strerror}.", is_good=False)
            return
        self._show_message(f"Saved as “{file.name}”.", is_good=True)

    @property
    def _title(self) -> str:
        if self.is_whole and (campaign := self._work.campaign.campaign) is not None:
            return campaign.name
        return self._work.battle.title or "The evening in numbers"

    def _new_plot(self, view: View) -> Plot | None:
        """Return a new plot for a view, or None if it has nothing to show."""
        if view.kind == "health":
            lines = LinePlot()
            return lines if self._show_lines(lines) else None
        rows = BARS[view.kind](self.rows) if view.kind in BARS else []
        if not rows:
            return None
        bars = BarPlot()
        bars.set_rows(rows)
        return bars

    def _show_message(self, words: str, *, is_good: bool) -> None:
        self.message.setText(words)
        set_role(self.message, "muted" if is_good else "bad")
        self.message.show()


def _scrolled(plot: BarPlot) -> QScrollArea:
    """Return a scroll area with a plot that is as high as its rows."""
    body = QWidget()
    column = QVBoxLayout(body)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(plot)
    column.addStretch(1)
    return bare_scroll(body, 0)
