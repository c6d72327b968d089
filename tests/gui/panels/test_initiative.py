"""The initiative list with real keys and mouse buttons."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QImage, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.panels import initiative
from gui.panels.initiative import InitiativePanel
from gui.style import DARK, palette, theme
from gui.widgets.basics import fitted
from model.state.base import replace
from model.view.order import ActionMark, order_view
from model.view.pools import ClockView
from tests.gui.panels.pictures import count_like, has_color
from tests.model.view.kit import RULES, fighter, step
from tests.model.view.round3 import round3

pytestmark = pytest.mark.usefixtures("dark")

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


class Told:
    """Records what a panel requested by signals."""

    def __init__(self, panel: InitiativePanel) -> None:
        self.current: list[str] = []
        self.targets: list[str] = []
        self.menus: list[str] = []
        self.orders: list[tuple[str, str]] = []
        panel.picked.connect(self.current.append)
        panel.target_marked.connect(self.targets.append)
        panel.menu_requested.connect(lambda id, place: self.menus.append(id))
        panel.reordered.connect(lambda slot, before: self.orders.append((slot, before)))


@pytest.fixture
def panel(qtbot: QtBot) -> InitiativePanel:
    panel = InitiativePanel()
    qtbot.addWidget(panel)
    panel.resize(312, 620)
    panel.set_order(order_view(RULES, round3()))
    panel.show()
    return panel


Drawn = dict[str, tuple[str, float]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Every text that is drawn in a row: as it is after fitting it to its width, and its vertical middle."""
    seen: Drawn = {}
    draw_line = initiative.draw_line

    def spy(painter, text, face, color, left, middle, width):  # type: ignore[no-untyped-def]
        seen[text] = (fitted(text, face, width), middle)
        return draw_line(painter, text, face, color, left, middle, width)

    monkeypatch.setattr(initiative, "draw_line", spy)
    return seen


@pytest.fixture
def told(panel: InitiativePanel) -> Told:
    return Told(panel)


def place(panel: InitiativePanel, id: str, *, down: float = 0.5) -> QPoint:
    """Return a point in a row; `down` is the share of the row's height above it."""
    at = panel.model.row_of(id)
    assert at is not None
    rect = panel.list.visualRect(panel.model.index(at))
    return QPoint(rect.center().x(), rect.top() + round(rect.height() * down))


def picture(panel: InitiativePanel, id: str) -> QImage:
    """Return a picture of a row."""
    at = panel.model.row_of(id)
    assert at is not None
    rect = panel.list.visualRect(panel.model.index(at))
    return panel.list.viewport().grab(rect).toImage()


def ground_colors(image: QImage) -> set[str]:
    """Return the colours of the ground between the words and the right edge."""
    return {image.pixelColor(x, 4).name() for x in range(200, 250)}


def drag(qtbot: QtBot, panel: InitiativePanel, id: str, to: QPoint) -> None:
    """Press on a row, move in three steps and release."""
    view, start = panel.list.viewport(), place(panel, id)
    qtbot.mousePress(view, LEFT, pos=start)
    for share in (0.3, 0.7, 1.0):
        at = QPointF(start) + (QPointF(to) - QPointF(start)) * share
        move = QMouseEvent(
            QMouseEvent.Type.MouseMove,
            at,
            QPointF(view.mapToGlobal(at.toPoint())),
            Qt.MouseButton.NoButton,
            LEFT,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(view, move)
    qtbot.mouseRelease(view, LEFT, pos=to)


# ------------------------------------------------------------------------------------------ selecting


def test_a_click_looks_and_does_nothing_else(qtbot: QtBot, panel: InitiativePanel, told: Told) -> None:
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=place(panel, "slot-2"))
    assert told.current == ["boomer-2"]
    assert (told.targets, told.orders, told.menus) == ([], [], [])


def test_arrow_keys_look_up_and_down_past_dividers(qtbot: QtBot, panel: InitiativePanel, told: Told) -> None:
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=place(panel, "slot-5"))
    for _ in range(2):
        qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    assert panel.list.currentIndex().data() == "Apex"
    assert told.current == ["sniper-6", "apex-1"]
    qtbot.keyClick(panel.list, Qt.Key.Key_Up)
    qtbot.keyClick(panel.list, Qt.Key.Key_Up)
    assert told.current[-1] == "sniper-6"


def test_the_environment_can_be_passed_but_not_looked_at(qtbot: QtBot, panel: InitiativePanel, told: Told) -> None:
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=place(panel, "environment"))
    assert told.current == []


@pytest.mark.parametrize("key", [Qt.Key.Key_N, Qt.Key.Key_5, Qt.Key.Key_Return, Qt.Key.Key_Delete, Qt.Key.Key_A])
def test_other_keys_are_left_to_the_window(qtbot: QtBot, panel: InitiativePanel, told: Told, key: Qt.Key) -> None:
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=place(panel, "slot-2"))
    heard: list[int] = []

    class Window(InitiativePanel):
        def keyPressEvent(self, event) -> None:
            heard.append(event.key())

    window = Window()
    qtbot.addWidget(window)
    window.set_order(order_view(RULES, round3()))
    qtbot.keyClick(window.list, key)
    assert heard == [key]


def test_what_the_window_looks_at_is_shown_without_an_echo(panel: InitiativePanel, told: Told) -> None:
    panel.set_selected("minion-5")
    assert panel.list.currentIndex().data() == "Boomer's minions"
    panel.set_selected(None)
    assert not panel.list.currentIndex().isValid()
    assert told.current == []


def test_the_selected_combatant_stays_so_when_the_order_changes(panel: InitiativePanel, told: Told) -> None:
    panel.set_selected("crimson-3")
    battle = step(round3(), "reorder", slot="slot-3", before="slot-1")
    panel.set_order(order_view(RULES, battle))
    assert panel.list.currentIndex().row() == 0
    assert panel.list.currentIndex().data() == "Crimson"
    assert told.current == []


# ------------------------------------------------------------------------------------------ target and menu


def test_a_double_click_looks_and_marks_the_target(qtbot: QtBot, panel: InitiativePanel, told: Told) -> None:
    qtbot.mouseDClick(panel.list.viewport(), LEFT, pos=place(panel, "slot-2"))
    assert told.targets == ["boomer-2"]
    assert set(told.current) == {"boomer-2"}
    assert (told.orders, told.menus) == ([], [])


def test_the_mark_is_drawn_around_the_token(panel: InitiativePanel) -> None:
    before = picture(panel, "slot-2")
    panel.set_targets("boomer-2")
    marked = picture(panel, "slot-2")
    assert marked != before
    assert has_color(marked, palette().color("now"))
    assert not has_color(before, palette().color("now"))
    assert not has_color(picture(panel, "next/slot-2"), palette().color("now"))


def test_the_menu_key_and_a_right_click_ask_for_the_menu_of_a_row(
    qtbot: QtBot, panel: InitiativePanel, told: Told
) -> None:
    panel.set_selected("crimson-3")
    where = place(panel, "slot-4")
    for reason, modifiers in (
        (QContextMenuEvent.Reason.Keyboard, Qt.KeyboardModifier.NoModifier),
        (QContextMenuEvent.Reason.Mouse, Qt.KeyboardModifier.NoModifier),
        (QContextMenuEvent.Reason.Mouse, Qt.KeyboardModifier.ControlModifier),
    ):
        event = QContextMenuEvent(reason, where, panel.list.viewport().mapToGlobal(where), modifiers)
        QApplication.sendEvent(panel.list.viewport(), event)
    assert told.menus == ["slot-3", "slot-4"]
    row = panel.row_at("slot-4")
    assert row is not None
    assert row.members[0] == "minion-4"
    assert panel.row_at("gone") is None


def test_a_right_click_with_ctrl_alone_adds_to_the_targets(qtbot: QtBot, panel: InitiativePanel, told: Told) -> None:
    added: list[str] = []
    panel.target_added.connect(added.append)
    where = place(panel, "slot-2")
    for held in (
        Qt.KeyboardModifier.NoModifier,
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.ShiftModifier,
    ):
        qtbot.mouseClick(panel.list.viewport(), RIGHT, held, where)
    assert told.targets == []
    assert added == ["boomer-2"]


# ------------------------------------------------------------------------------------------ reordering


def test_a_row_dragged_up_goes_before_the_row_it_is_dropped_on(
    qtbot: QtBot, panel: InitiativePanel, told: Told
) -> None:
    drag(qtbot, panel, "slot-5", place(panel, "slot-1", down=0.1))
    assert told.orders == [("slot-5", "slot-1")]


def test_a_row_dragged_down_goes_behind_the_row_it_is_dropped_under(
    qtbot: QtBot, panel: InitiativePanel, told: Told
) -> None:
    drag(qtbot, panel, "slot-1", place(panel, "slot-3", down=0.9))
    assert told.orders == [("slot-1", "slot-4")]


def test_a_row_dragged_to_the_end_goes_last(qtbot: QtBot, panel: InitiativePanel, told: Told) -> None:
    drag(qtbot, panel, "slot-2", place(panel, "next/slot-3"))
    assert told.orders == [("slot-2", "")]


def test_a_row_dropped_where_it_was_says_nothing(qtbot: QtBot, panel: InitiativePanel, told: Told) -> None:
    drag(qtbot, panel, "slot-3", place(panel, "slot-3", down=0.95))
    drag(qtbot, panel, "slot-3", place(panel, "slot-4", down=0.1))
    drag(qtbot, panel, "slot-2", place(panel, "slot-9"))
    assert told.orders == []


@pytest.mark.parametrize("id", ["slot-9", "environment", "next/slot-2"])
def test_turns_of_this_round_only_and_of_the_next_cannot_be_dragged(
    qtbot: QtBot, panel: InitiativePanel, told: Told, id: str
) -> None:
    drag(qtbot, panel, id, place(panel, "slot-1", down=0.1))
    assert told.orders == []


def test_escape_gives_up_a_drag(qtbot: QtBot, panel: InitiativePanel, told: Told) -> None:
    view, start, end = panel.list.viewport(), place(panel, "slot-5"), place(panel, "slot-1", down=0.1)
    qtbot.mousePress(view, LEFT, pos=start)
    move = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        QPointF(end),
        QPointF(view.mapToGlobal(end)),
        Qt.MouseButton.NoButton,
        LEFT,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view, move)
    assert has_color(view.grab().toImage(), palette().color("selected_line"))
    qtbot.keyClick(panel.list, Qt.Key.Key_Escape)
    qtbot.mouseRelease(view, LEFT, pos=end)
    assert told.orders == []


# ------------------------------------------------------------------------------------------ what is shown


def test_the_heading_says_how_the_order_came_about(panel: InitiativePanel) -> None:
    assert panel.heading.aside == "declared order"


def test_rows_are_heard_with_everything_that_is_seen(panel: InitiativePanel) -> None:
    def heard(id: str) -> str:
        at = panel.model.row_of(id)
        assert at is not None
        return str(panel.model.index(at).data(Qt.ItemDataRole.AccessibleTextRole))

    assert heard("slot-9") == "Apex, forced: took the shot, from 4"
    assert heard("next/slot-1") == "Apex, forced in round 3, lost"
    assert "hidden" in heard("slot-5")
    assert "now" in heard("slot-3")
    assert "2 of 4" in heard("slot-4")


def test_whose_turn_it_is_has_the_bar_at_the_left_and_only_they(panel: InitiativePanel) -> None:
    now = palette().color("now")
    assert picture(panel, "slot-3").pixelColor(1, 20) == now
    assert picture(panel, "slot-4").pixelColor(1, 20) != now


def test_a_lost_turn_is_hatched(panel: InitiativePanel) -> None:
    assert len(ground_colors(picture(panel, "next/slot-1"))) > 1
    assert len(ground_colors(picture(panel, "next/slot-2"))) == 1


def test_a_hidden_combatant_has_a_broken_ring(panel: InitiativePanel) -> None:
    seen = round3()
    sniper = replace(seen.combatant("sniper-6"), is_hidden=False)
    ring = QColor(DARK.npc.color)
    broken = count_like(picture(panel, "next/slot-5"), ring, tolerance=40)
    panel.set_order(order_view(RULES, seen.with_combatant(sniper)))
    assert broken < 0.85 * count_like(picture(panel, "next/slot-5"), ring, tolerance=40)


def test_rows_are_44_px_and_28_px_in_the_compact_layout(panel: InitiativePanel) -> None:
    def height(id: str) -> int:
        at = panel.model.row_of(id)
        assert at is not None
        return panel.list.visualRect(panel.model.index(at)).height()

    assert (height("slot-1"), height("slot-9"), height("next/slot-1")) == (44, 36, 36)
    panel.set_compact(True)
    panel.list.doItemsLayout()
    assert {height(id) for id in ("slot-1", "slot-9", "next/slot-1", "section/next")} == {28}


def test_a_row_that_says_less_than_before_leaves_its_room_to_those_below(panel: InitiativePanel) -> None:
    """A usual turn takes 44 px, a turn of this round only 36: rows below move up by the difference, and back."""

    def top_of_second() -> int:
        return panel.list.visualRect(panel.model.index(1)).top()

    order = order_view(RULES, round3())
    now, *others = order.sections
    first, *rows = now.rows
    before = top_of_second()
    low = replace(now, rows=(replace(first, turn="segment"), *rows))
    panel.set_order(replace(order, sections=(low, *others)))
    assert top_of_second() == before - 8
    panel.set_order(order)
    assert top_of_second() == before


def test_rows_are_low_where_they_would_fill_many_pages(panel: InitiativePanel) -> None:
    """Rows are 44 and 36 px high in a list of 620 px; in one of 120 px most would not be visible, so they are 28."""

    def height() -> int:
        panel.list.doItemsLayout()
        return panel.list.visualRect(panel.model.index(0)).height()

    assert height() == 44
    panel.resize(312, 120)
    assert height() == 28
    panel.resize(312, 620)
    assert height() == 44
    panel.set_compact(True)
    assert height() == 28


@pytest.mark.usefixtures("any_mode")
@pytest.mark.parametrize(("width", "mode"), [(200, "dark"), (320, "light")])
def test_it_draws_at_any_width_in_either_palette(panel: InitiativePanel, width: int, mode: str) -> None:
    theme().set_mode(mode)  # type: ignore[arg-type]
    panel.resize(width, 620)
    for is_compact in (False, True):
        panel.set_compact(is_compact)
        shown = panel.grab().toImage()
        assert has_color(shown, palette().color("now_fill"))
        assert has_color(shown, QColor(palette().pc.color))
        assert has_color(shown, QColor(palette().npc.color))


def test_nobody_yet_says_how_to_add_a_combatant(qtbot: QtBot) -> None:
    panel = InitiativePanel()
    qtbot.addWidget(panel)
    panel.resize(312, 300)
    empty = panel.list.viewport().grab().toImage()
    assert has_color(empty, palette().color("muted"), tolerance=60)


def test_newcomers_stand_in_the_list_and_can_be_looked_at(qtbot: QtBot, panel: InitiativePanel, told: Told) -> None:
    panel.set_order(order_view(RULES, round3().with_combatant(fighter("rat-50", "Rat"))))
    panel.resize(312, 900)
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=place(panel, "unplaced/rat-50"))
    assert told.current == ["rat-50"]


def test_a_countdown_stands_over_the_order_with_who_is_due(panel: InitiativePanel) -> None:
    assert not panel.countdown.isVisible()
    order = order_view(RULES, round3())
    clock = ClockView(words="Turn 1, round 3", brief="T1.3", steps=(3, 2, 1), step=2)
    first, second, *_ = order.rows
    rows = (replace(first, step=3, count="3", state="done"), replace(second, step=2, count="2", state="acting"))
    panel.set_order(replace(order, clock=clock, sections=(replace(order.sections[0], rows=rows),)))
    assert panel.countdown.isVisible()
    assert panel.countdown.words(3) == "3: Apex acted"
    assert panel.countdown.words(2) == "2 (now): Boomer"
    assert panel.countdown.words(1) == ""
    # The current step is filled with the colour `now`; the step in the row beside it is written in that colour.
    assert count_like(panel.countdown.grab().toImage(), QColor(DARK.now)) > 100


@pytest.mark.parametrize("width", [220, 312])
def test_what_is_left_is_seen_beside_a_whole_name(panel: InitiativePanel, width: int, drawn: Drawn) -> None:
    """A narrow list has no room for four actions as letters: they are squares under the health, full or empty."""
    panel.set_compact(True)
    panel.resize(width, 400)
    order = order_view(RULES, round3())
    row = next(row for row in order.rows if row.name == "Crimson")
    pictures = []
    for left in ((), (True,) * 4, (True, False, False, False), (False,) * 4):
        marks = tuple(ActionMark(letter="A", title="action", is_used=not is_left) for is_left in left)
        marked = replace(row, marks=marks)
        panel.set_order(replace(order, sections=(replace(order.sections[0], rows=(marked,)),)))
        pictures.append(picture(panel, row.id))
    assert drawn["Crimson"][0] == "Crimson"
    assert all(one != other for one, other in combinations(pictures, 2))


@pytest.mark.parametrize("name", ["Ox", "Middling", "Cutthroat Eleven", "Old Tom of the Long Valley"])
def test_a_word_beside_a_name_is_whole_or_not_there(panel: InitiativePanel, name: str, drawn: Drawn) -> None:
    """Two letters of "hidden" say nothing: in a low row the broken ring shows it, and the name gets the room."""
    panel.set_compact(True)
    order = order_view(RULES, round3())
    row = replace(next(row for row in order.rows if row.name == "Crimson"), name=name, text="hidden", aside="")
    for width in range(200, 420, 4):
        drawn.clear()
        panel.resize(width, 400)
        panel.set_order(replace(order, sections=(replace(order.sections[0], rows=(row,)),)))
        picture(panel, row.id)
        assert "hidden" not in drawn or drawn["hidden"][0] == "hidden", f"in a list of {width} pixels"
    assert "hidden" in drawn


def test_conditions_that_do_not_fit_beside_the_name_stand_under_it_uncut(panel: InitiativePanel, drawn: Drawn) -> None:
    """In a list of 260 px, a name, its health and 16 more letters are too long for one line."""
    order = order_view(RULES, round3())
    first, *others = order.sections
    rows = [replace(row, name="Raider boss", text="dying · bleeding") for row in first.rows if row.who == "boomer-2"]
    panel.resize(260, 620)
    panel.set_order(replace(order, sections=(replace(first, rows=tuple(rows)), *others)))
    panel.grab()
    assert drawn["dying · bleeding"][0] == "dying · bleeding"
    assert drawn["Raider boss"][0] == "Raider boss"
    assert drawn["Raider boss"][1] < drawn["dying · bleeding"][1]


@pytest.mark.parametrize("text", ["", "prone", "in a team · prone · blinded", "Soaked in lamp oil"])
def test_a_long_name_is_written_shorter_rather_than_cut(panel: InitiativePanel, text: str, drawn: Drawn) -> None:
    """In a list of 256 px neither `Captain Iso...` nor `Gear-priest...` tells who it is."""
    panel.set_compact(True)
    panel.resize(256, 620)
    order = order_view(RULES, round3())
    row = next(row for row in order.rows if row.name == "Crimson")
    names = ("Captain Isolde Farrow", "Archdeacon Maximilian Thorne", "Gear-priestess Seraphina", "Grub")
    rows = tuple(replace(row, id=name, name=name, text=text, aside="") for name in names)
    panel.set_order(replace(order, sections=(replace(order.sections[0], rows=rows),)))
    panel.grab()
    for name in names:
        (shown,) = [one for one in drawn if name.startswith(one) and one]
        assert drawn[shown][0] == shown, "whole"
