"""The log with real keys and mouse buttons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from gui.models.rows import IdRole
from gui.panels.log import ROW, LogPanel
from gui.style import palette, theme
from model.state.base import replace
from model.state.texts import Note, text
from model.view.log import LogLine, log_lines
from model.view.texts import Span
from tests.gui.panels.pictures import has_color
from tests.model.view.entries import SHOT_NOTE, entry, evening
from tests.model.view.kit import RULES

pytestmark = pytest.mark.usefixtures("dark")

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot) -> LogPanel:
    panel = LogPanel()
    qtbot.addWidget(panel)
    panel.resize(1100, 500)
    panel.set_lines(log_lines(RULES, evening()), 148)
    panel.show()
    return panel


def line(panel: LogPanel, beginning: str) -> QModelIndex:
    model = panel.model
    rows = (model.index(at, 0) for at in range(model.rowCount()))
    return next(row for row in rows if row.data().startswith(beginning))


def click_link(qtbot: QtBot, panel: LogPanel, index: QModelIndex) -> None:
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=panel.list.link_center(index).toPoint())


def picture(panel: LogPanel, index: QModelIndex) -> QImage:
    return panel.list.viewport().grab(panel.list.visualRect(index)).toImage()


def test_the_newest_line_is_on_top_and_its_step_is_told(panel: LogPanel) -> None:
    assert panel.heading.aside == "step 148"
    assert panel.model.index(0, 0).data().startswith("Boomer fires at Crimson")


def test_steps_are_counted_before_folding(panel: LogPanel) -> None:
    panel.set_lines(log_lines(RULES, evening()))
    assert panel.heading.aside == "5 steps"
    panel.set_lines(log_lines(RULES, evening()[:1]))
    assert panel.heading.aside == "1 step"


def test_why_opens_the_explanation_under_the_line_and_closes_it_again(qtbot: QtBot, panel: LogPanel) -> None:
    shot = line(panel, "Boomer fires")
    below = line(panel, "Boomer drops")
    before = panel.list.visualRect(below).top()
    click_link(qtbot, panel, shot)
    assert panel.list.isExpanded(shot)
    defence = panel.model.index(1, 0, shot)
    assert panel.list.isExpanded(defence)
    assert panel.list.visualRect(below).top() > before + 10 * 20
    click_link(qtbot, panel, shot)
    assert not panel.list.isExpanded(shot)
    assert panel.list.visualRect(below).top() == before


def test_what_was_opened_is_brought_up_as_far_as_there_is_room(panel: LogPanel) -> None:
    """In a high panel nothing moves; in a low one the line itself is scrolled to the top."""
    panel.set_lines(log_lines(RULES, evening()[::-1]))
    shot = line(panel, "Boomer fires")
    before = panel.list.visualRect(shot).top()
    assert before > 0
    panel.list.open_line(shot)
    assert panel.list.visualRect(shot).top() == before
    panel.list.collapse(shot)
    panel.resize(1100, 160)
    panel.list.open_line(shot)
    assert panel.list.visualRect(shot).top() == 0


def test_a_click_beside_why_opens_nothing(qtbot: QtBot, panel: LogPanel) -> None:
    shot = line(panel, "Boomer fires")
    rect = panel.list.visualRect(shot)
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=rect.center())
    assert not panel.list.isExpanded(shot)


def test_a_line_without_numbers_has_nothing_to_open(qtbot: QtBot, panel: LogPanel) -> None:
    drops = line(panel, "Boomer drops")
    click_link(qtbot, panel, drops)
    assert not panel.list.isExpanded(drops)
    assert not has_color(picture(panel, drops), palette().color("link"))
    assert has_color(picture(panel, line(panel, "Boomer fires")), palette().color("link"))


def test_the_rule_behind_a_part_is_asked_for_by_its_id(qtbot: QtBot, panel: LogPanel) -> None:
    asked: list[str] = []
    panel.rule_requested.connect(asked.append)
    shot = line(panel, "Boomer fires")
    panel.list.toggle(shot)
    prone = panel.model.index(3, 0, panel.model.index(1, 0, shot))
    assert prone.data(IdRole) == "T-PRONE"
    click_link(qtbot, panel, prone)
    assert asked == ["T-PRONE"]


def test_keys_open_read_and_ask(qtbot: QtBot, panel: LogPanel) -> None:
    asked: list[str] = []
    panel.rule_requested.connect(asked.append)
    shot = line(panel, "Boomer fires")
    panel.list.setCurrentIndex(shot)
    qtbot.keyClick(panel.list, Qt.Key.Key_Right)
    assert panel.list.isExpanded(shot)
    qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    assert panel.list.currentIndex().data() == "Agility +3"
    qtbot.keyClick(panel.list, Qt.Key.Key_Space)
    assert asked == ["T-AV"]
    panel.list.setCurrentIndex(shot)
    qtbot.keyClick(panel.list, Qt.Key.Key_Left)
    assert not panel.list.isExpanded(shot)


@pytest.mark.parametrize("key", [Qt.Key.Key_N, Qt.Key.Key_5, Qt.Key.Key_Return, Qt.Key.Key_Backspace])
def test_other_keys_are_left_to_the_window(qtbot: QtBot, key: Qt.Key) -> None:
    heard: list[int] = []

    class Window(LogPanel):
        def keyPressEvent(self, event) -> None:
            heard.append(event.key())

    window = Window()
    qtbot.addWidget(window)
    window.set_lines(log_lines(RULES, evening()))
    window.list.setCurrentIndex(window.model.index(0, 0))
    qtbot.keyClick(window.list, key)
    assert heard == [key]


@pytest.mark.parametrize("is_reading", [False, True])
def test_a_new_line_comes_into_view_unless_the_gm_reads_the_log(panel: LogPanel, is_reading: bool) -> None:
    lines = [LogLine(number=n, round=1, spans=(Span(text=f"Line {n}"),), steps=(n,)) for n in range(1, 101)]
    panel.set_lines(lines[:-1])
    panel.activateWindow()
    panel.list.doItemsLayout()
    bar = panel.list.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    panel.list.setFocus() if is_reading else panel.list.clearFocus()
    assert panel.list.hasFocus() is is_reading
    panel.set_lines(lines)
    panel.list.doItemsLayout()
    assert (bar.value() > 0) is is_reading


def test_an_open_line_stays_open_when_a_new_one_comes(panel: LogPanel) -> None:
    panel.list.toggle(line(panel, "Boomer fires"))
    more = (*evening(), entry(6, Note(sentences=(text("Night falls"),))))
    panel.set_lines(log_lines(RULES, more))
    assert panel.model.index(0, 0).data() == "Night falls."
    assert panel.list.isExpanded(line(panel, "Boomer fires"))


def test_an_undone_line_is_dim_struck_and_says_so(panel: LogPanel) -> None:
    missed = line(panel, "Crimson attacks")
    shown = picture(panel, missed)
    assert has_color(shown, palette().color("dim"))
    assert not has_color(shown, palette().color("text"))
    assert missed.data(Qt.ItemDataRole.AccessibleTextRole).endswith("undone")
    assert has_color(picture(panel, line(panel, "Boomer drops")), palette().color("text"))


def test_what_is_the_gms_alone_is_muted(panel: LogPanel) -> None:
    shot = picture(panel, line(panel, "Boomer fires"))
    assert has_color(shot, palette().color("muted"))
    assert not has_color(picture(panel, line(panel, "Boomer drops")), palette().color("muted"))


def test_a_long_sentence_is_wrapped_where_there_is_little_room(panel: LogPanel) -> None:
    shot = line(panel, "Boomer fires")
    wide = panel.list.visualRect(shot).height()
    panel.resize(320, 500)
    panel.list.doItemsLayout()
    assert panel.list.visualRect(shot).height() >= wide + 3 * 18
    panel.set_compact(True)
    panel.list.doItemsLayout()
    assert panel.list.visualRect(shot).height() == wide
    panel.list.toggle(shot)
    panel.list.doItemsLayout()
    assert panel.list.visualRect(shot).height() > wide


@pytest.mark.usefixtures("any_mode")
@pytest.mark.parametrize(("width", "mode"), [(200, "dark"), (320, "light")])
def test_it_draws_at_any_width_in_either_palette(panel: LogPanel, width: int, mode: str) -> None:
    theme().set_mode(mode)  # type: ignore[arg-type]
    panel.resize(width, 500)
    panel.list.toggle(line(panel, "Boomer fires"))
    shown = panel.grab().toImage()
    for color in ("text", "muted", "dim", "link"):
        assert has_color(shown, palette().color(color), tolerance=30), color


def test_old_lines_come_when_the_gm_scrolls_to_the_end(panel: LogPanel) -> None:
    lines = [LogLine(number=n, round=1, spans=(Span(text=f"Line {n}"),), steps=(n,)) for n in range(1, 501)]
    panel.set_lines(lines)
    panel.list.doItemsLayout()
    before = panel.model.rowCount()
    assert before < 500
    bar = panel.list.verticalScrollBar()
    for _ in range(0, 500, before):
        bar.setValue(bar.maximum())
        panel.list.doItemsLayout()
    assert panel.model.rowCount() == 500
    assert panel.heading.aside == "500 steps"


def test_a_log_that_is_made_taller_than_its_lines_shows_older_ones(panel: LogPanel) -> None:
    """Without a scroll bar the user could not request them."""
    lines = [LogLine(number=n, round=1, spans=(Span(text=f"Line {n}"),), steps=(n,)) for n in range(1, 501)]
    panel.set_lines(lines)
    before = panel.model.rowCount()
    panel.resize(panel.width(), before * ROW + 200)
    panel.list.doItemsLayout()
    panel.resize(panel.width(), before * ROW + 240)
    assert panel.model.rowCount() > before


def test_an_empty_log_says_so(qtbot: QtBot) -> None:
    panel = LogPanel()
    qtbot.addWidget(panel)
    panel.resize(600, 200)
    panel.set_lines(())
    assert panel.heading.aside == "0 steps"
    assert has_color(panel.list.viewport().grab().toImage(), palette().color("muted"), tolerance=60)


def test_a_sentence_without_an_end_is_cut_with_dots_and_never_hangs(panel: LogPanel) -> None:
    (long,) = log_lines(RULES, [entry(1, SHOT_NOTE)])
    endless = replace(long, spans=(replace(long.spans[0], text="x" * 5000),))
    panel.resize(240, 500)
    panel.set_lines([endless])
    panel.list.doItemsLayout()
    assert panel.list.visualRect(panel.model.index(0, 0)).height() == 24 + 3 * 18
    assert has_color(panel.grab().toImage(), palette().color("text"), tolerance=30)
