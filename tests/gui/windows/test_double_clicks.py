"""A double click on a command is one command, with real clicks on a window; elsewhere it stays a double click."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.controllers.combat_controller import GUARD
from gui.style.clicks import command_clicks, count_each_click
from gui.style.disposal import dispose_items
from gui.style.widgets import padded_column
from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import Press

pytestmark = pytest.mark.slow

LEFT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture(autouse=True)
def watched(qapp: QApplication) -> None:
    """As the program does when it starts."""
    command_clicks()


def double_click(widget: QWidget, at: QPoint | None = None) -> None:
    """Double-click as the window system reports it, so that the second click hits what is there by then."""
    window = widget.window().windowHandle()
    place = widget.mapTo(widget.window(), widget.rect().center() if at is None else at)
    QTest.mouseDClick(window, LEFT, NONE, place)
    QApplication.processEvents()


def click(widget: QWidget, at: QPoint | None = None) -> None:
    window = widget.window().windowHandle()
    place = widget.mapTo(widget.window(), widget.rect().center() if at is None else at)
    QTest.mouseClick(window, LEFT, NONE, place)
    QApplication.processEvents()


def send_click(owner: QWidget, place: QPoint, when: int) -> None:
    """Press and release at a place of the screen, at a time in milliseconds, in the window that is in front there."""
    window = owner.window().windowHandle()
    local = QPointF(owner.window().mapFromGlobal(place))
    for kind, held in ((QEvent.Type.MouseButtonPress, LEFT), (QEvent.Type.MouseButtonRelease, NO_BUTTON)):
        event = QMouseEvent(kind, local, QPointF(place), LEFT, held, NONE)
        event.setTimestamp(when)
        QApplication.sendEvent(window, event)
    QApplication.processEvents()


def calls(window: GmWindow) -> list[str]:
    return [step.call.action for step in window.work.bridge.session.steps]


def test_a_double_click_on_end_turn_ends_one_turn(window: GmWindow, unhurried: None) -> None:
    before = calls(window)
    double_click(window.top_bar.end)
    assert calls(window)[len(before) :] == ["end_turn"]


def test_quick_clicks_on_undo_and_redo_count_each(window: GmWindow, unhurried: None) -> None:
    """The window system reports every second of them as a double click."""
    before = window.work.battle
    for number in range(4):
        window.work.edit("note", text=f"Note {number}")
    after = window.work.battle
    for button, end in ((window.top_bar.undo, before), (window.top_bar.redo, after)):
        for _ in range(2):
            double_click(button)
        assert window.work.battle == end


def test_a_double_click_on_an_entry_of_a_menu_is_one_command(window: GmWindow, unhurried: None) -> None:
    """The second click hits what was below the menu: here, the button of the same command."""
    menu = window.menus["Combat"]
    entry = window.commands.action("end_turn")
    button = window.top_bar.end
    place = button.mapToGlobal(button.rect().center())
    menu.popup(QPoint(0, 0))
    QApplication.processEvents()
    menu.move(menu.pos() + place - menu.mapToGlobal(menu.actionGeometry(entry).center()))
    before = calls(window)
    send_click(menu, place, 1000)
    assert not menu.isVisible()
    send_click(window, place, 1080)
    assert calls(window)[len(before) :] == ["end_turn"]
    send_click(window, place, 2080)
    assert calls(window)[len(before) :] == ["end_turn", "end_turn"]


def test_a_dialog_opened_by_a_click_does_not_get_the_second_one(
    window: GmWindow, qtbot: QtBot, unhurried: None
) -> None:
    dialog = QDialog(window)
    inside = QPushButton("Delete Everything")
    padded_column(dialog).addWidget(inside)
    heard: list[str] = []
    inside.clicked.connect(lambda: heard.append("pressed"))
    dialog.move(300, 300)
    with qtbot.waitExposed(dialog):
        dialog.show()
    place = inside.mapToGlobal(inside.rect().center())
    send_click(window, place, 5000)
    send_click(dialog, place, 5100)
    assert heard == []
    send_click(dialog, place, 5900)
    assert heard == ["pressed"]


def test_two_clicks_with_a_pause_are_two_commands(window: GmWindow, unhurried: None, qtbot: QtBot) -> None:
    before = calls(window)
    for _ in range(2):
        click(window.top_bar.end)
        qtbot.wait(GUARD)
    assert calls(window)[len(before) :] == ["end_turn", "end_turn"]


def test_a_double_click_on_apply_touches_nothing_that_comes_in_its_place(
    window: GmWindow, unhurried: None, press: Press
) -> None:
    press("A")
    for _ in range(6):
        if window.work.actions.can_apply:
            break
        press("Shift+Enter" if window.work.actions.refusal is not None else "R")
    button = window.action_panel.apply
    assert button.isVisible()
    before = calls(window)
    double_click(button)
    assert calls(window)[len(before) :] == ["attack"]


def test_a_double_click_on_a_token_still_marks_the_target(window: GmWindow) -> None:
    canvas = window.board.map
    place = canvas.tokens.place_of("crimson-6")
    assert place is not None
    double_click(canvas.graphics_view.viewport(), canvas.camera.to_pixels(*place).toPoint())
    assert window.work.selection.target == "crimson-6"


# --------------------------------------------------------------------------------------------------- single widgets


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    page.setLayout(QVBoxLayout())
    page.resize(200, 100)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    return page


def test_a_button_that_adds_one_counts_each_click(page: QWidget, qtbot: QtBot) -> None:
    plus, once, heard = QPushButton("+ success"), QPushButton("Once"), []
    count_each_click(plus)
    for button in (plus, once):
        page.layout().addWidget(button)  # type: ignore[union-attr]
        button.clicked.connect(lambda _=False, button=button: heard.append(button.text()))
    qtbot.waitUntil(lambda: once.y() > 0)
    for button in (plus, once):
        double_click(button)
        qtbot.wait(QApplication.styleHints().mouseDoubleClickInterval() + 50)
    assert heard == ["+ success", "+ success", "Once"]


def test_a_button_that_takes_the_place_of_another_does_not_get_its_second_click(page: QWidget, qtbot: QtBot) -> None:
    heard: list[str] = []
    column = page.layout()
    assert column is not None

    def show(name: str) -> None:
        dispose_items(column)
        button = QPushButton(name)
        count_each_click(button)
        button.clicked.connect(lambda: (heard.append(name), show("second")))
        column.addWidget(button)

    show("first")
    QApplication.processEvents()
    button = page.findChild(QPushButton)
    assert button is not None
    double_click(button)
    assert heard == ["first"]
