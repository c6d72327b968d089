"""Displays for single games: a table with the cell read last, a countdown, relations, the legs of a route."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.displays import CountdownWidget, PathWidget, RelationWidget, TableWidget
from gui.style import DARK, LIGHT, palette, theme
from model.engine.types import Grid, GridRow, Lit, Sign
from model.state.base import replace
from model.view.pools import ClockView
from model.view.relations import PartyView, RelationRow
from model.view.sheet import CountdownDisplayView, NumberView, PathDisplayView, RelationsDisplayView, TableDisplayView
from tests.gui.panels.pictures import count_like

pytestmark = pytest.mark.usefixtures("dark")

WIDTH = 336
"""Width of a display in the sheet, in pixels, in a window 1366 pixels wide."""
LETTERS = "ALMHXC"
GRID = Grid(
    title="Our own table",
    origin="designed for this program",
    rows_title="margin",
    columns_title="defence",
    columns=tuple(map(str, range(21))),
    rows=tuple(GridRow(title=f"{5 * row}–{5 * row + 4}", cells=tuple("ALMHXC"[row // 4] * 21)) for row in range(21)),
    signs=tuple(Sign(sign=sign, words=f"word {sign}") for sign in LETTERS),
    lit=Lit(row=4, column=6, words="Margin 20–24, defence 6: L, light"),
)


@pytest.fixture
def table(qtbot: QtBot) -> TableWidget:
    table = TableWidget()
    qtbot.addWidget(table)
    table.set_view(TableDisplayView(key="t", title="Action table", grid=GRID), {})
    table.resize(WIDTH, table.sizeHint().height())
    table.show()
    return table


def test_a_table_says_whose_it_is_and_what_was_read_last(table: TableWidget) -> None:
    assert table.name.text() == "Our own table"
    assert table.read.text() == "Margin 20–24, defence 6: L, light"
    # Two rows before and two after the row read last; a click shows the others.
    assert list(table.grid.shown) == [2, 3, 4, 5, 6]
    assert not table.origin.isVisible()
    table.whole.click()
    assert list(table.grid.shown) == list(range(21))
    assert table.origin.text() == "designed for this program"
    assert table.origin.isVisible()
    assert table.legend.text().startswith("A word A · L word L")


@pytest.mark.parametrize("mode", ["dark", "light"])
def test_the_cell_that_was_read_is_lit_where_two_bands_cross(table: TableWidget, mode: str) -> None:
    theme().set_mode(mode)  # type: ignore[arg-type]  # a name of a mode
    colors = {"dark": DARK, "light": LIGHT}[mode]
    picture = table.grid.grab().toImage()
    assert count_like(picture, QColor(colors.now)) > 60
    table.set_view(TableDisplayView(key="t", title="Action table", grid=replace(GRID, lit=None)), {})
    table.whole.setChecked(True)
    assert count_like(table.grid.grab().toImage(), QColor(colors.now)) == 0
    theme().set_mode("dark")


def test_a_cell_is_found_under_the_pointer(table: TableWidget) -> None:
    # Row titles take 44 pixels and 21 columns share the rest; two lines of titles are above rows of 15 pixels.
    width = (table.grid.width() - 45) / 21
    assert table.grid.cell_at(QPointF(44 + 6.5 * width, 15 * (2 + 2) + 7)) == (4, 6)
    assert table.grid.cell_at(QPointF(10, 40)) is None
    assert table.grid.words(4, 6) == "margin 20–24, defence 6: L, word L"


def test_a_table_that_nobody_has_read_takes_one_line(table: TableWidget) -> None:
    table.set_view(TableDisplayView(key="t", title="Action table", grid=replace(GRID, lit=None)), {})
    assert not table.grid.isVisible()
    table.whole.click()
    assert table.grid.isVisible()
    assert table.grid.minimumSizeHint().width() <= WIDTH


def test_a_countdown_frames_the_steps_of_its_own(qtbot: QtBot) -> None:
    display = CountdownWidget()
    qtbot.addWidget(display)
    clock = ClockView(words="Turn 1, round 1", brief="T1.1", steps=tuple(range(10, 0, -1)), step=7)
    numbers = (NumberView(title="10", value="done"), NumberView(title="2", value="waiting"))
    display.set_view(CountdownDisplayView(key="s", title="Segments", numbers=numbers, clock=clock), {})
    assert display.strip.accessibleDescription() == "10: done; 2: waiting"
    display.resize(WIDTH, 30)
    framed = count_like(display.strip.grab().toImage(), QColor(palette().selected_line), 8)
    display.set_view(CountdownDisplayView(key="s", title="Segments", numbers=(), clock=clock), {})
    assert count_like(display.strip.grab().toImage(), QColor(palette().selected_line), 8) < framed


def test_a_click_on_a_tie_looks_at_who_is_in_it(qtbot: QtBot) -> None:
    nyota = PartyView(id="nyota-1", name="Nyota", initials="N", side="pc")
    imani = PartyView(id="imani-8", name="Imani", initials="I", side="pc")
    view = RelationsDisplayView(
        key="r", title="Ties", relations=(RelationRow(first=nyota, verb="guards", second=imani),)
    )
    display = RelationWidget()
    qtbot.addWidget(display)
    display.set_view(view, {})
    display.resize(WIDTH, 24)
    display.show()
    (line,) = display.lines
    assert line.accessibleName() == "Nyota guards Imani"
    line.grab()
    picked: list[str] = []
    display.picked.connect(picked.append)
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(12, 12))
    # The verb and an arrow follow Nyota's name; Imani's token begins after them.
    after = int(line._ends["imani-8"].left()) + 10
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(after, 12))
    assert picked == ["nyota-1", "imani-8"]
    display.set_view(replace(view, relations=()), {})
    assert display.lines == []


def test_the_legs_of_a_way_stand_in_as_many_lines_as_they_need(qtbot: QtBot) -> None:
    display = PathWidget()
    qtbot.addWidget(display)
    display.resize(WIDTH, 24)
    display.show_legs((NumberView(title="run 3 m", value="2"), NumberView(title="jump 1 m", value="2")))
    assert display.accessibleDescription() == "run 3 m: 2, then jump 1 m: 2"
    one_line = display.height()
    display.show_legs(tuple(NumberView(title=f"crawl {number} m, ×2", value="12") for number in range(6)))
    assert display.height() > 2 * one_line
    assert max(box.right() for box in display._boxes()) <= WIDTH
    assert not display.grab().isNull()


def test_on_a_sheet_a_way_has_its_title_before_it(qtbot: QtBot) -> None:
    display = PathWidget()
    qtbot.addWidget(display)
    display.resize(WIDTH, 24)
    legs = (NumberView(title="run 3 m", value="2"), NumberView(title="jump 1 m", value="2"))
    display.show_legs(legs)
    assert display._boxes()[0].left() == 0
    display.set_view(PathDisplayView(key="way", title="Planned route", numbers=legs), {})
    assert display._boxes()[0].left() > 40
    assert display.accessibleName() == "Planned route"
    assert not display.grab().isNull()
