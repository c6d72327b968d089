"""Widgets are disposed of from within their own signals: nothing crashes, and nothing stale speaks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from gui.style.disposal import clear_menu, dispose, dispose_items, dispose_row


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    return page


def shown(page: QWidget, field: QWidget, qtbot: QtBot) -> None:
    with qtbot.waitExposed(page):
        page.show()
    page.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)


@pytest.mark.parametrize("make", [QLineEdit, QSpinBox])
@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return])
def test_a_field_replaces_its_own_row_when_it_is_edited(
    page: QWidget, qtbot: QtBot, make: Callable[[], QLineEdit | QSpinBox], key: Qt.Key
) -> None:
    form = QFormLayout(page)
    heard: list[str] = []

    def fill() -> None:
        while form.rowCount():
            dispose_row(form, 0)
        for name in ("first", "second"):
            field = make()
            field.editingFinished.connect(lambda name=name: (heard.append(name), fill()))
            form.addRow(name, field)

    fill()
    field = form.itemAt(0, QFormLayout.ItemRole.FieldRole).widget()
    shown(page, field, qtbot)
    qtbot.keyClick(field, "4")
    qtbot.keyClick(field, key)
    assert heard == ["first"]
    assert form.rowCount() == 2
    qtbot.waitUntil(lambda: not isValid(field), timeout=1000)


def test_a_button_disposes_of_itself_and_of_nested_layouts(page: QWidget, qtbot: QtBot) -> None:
    column = QVBoxLayout(page)
    line = QHBoxLayout()
    column.addLayout(line)
    button, beside = QPushButton("Remove"), QComboBox()
    line.addWidget(button)
    line.addWidget(beside)
    line.addStretch(1)
    button.clicked.connect(lambda: dispose_items(column))
    shown(page, button, qtbot)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert column.count() == 0
    assert beside.isHidden()
    qtbot.waitUntil(lambda: not isValid(button) and not isValid(beside), timeout=1000)


def test_what_was_disposed_of_says_nothing_more(page: QWidget, qtbot: QtBot) -> None:
    """Hiding the focused field would make it emit what was typed, and its timer would do so later."""
    column = QVBoxLayout(page)
    holder = QWidget()
    field = QLineEdit(holder)
    column.addWidget(holder)
    column.addWidget(QLineEdit())
    heard: list[str] = []
    field.editingFinished.connect(lambda: heard.append("field"))
    timer = QTimer(field, interval=1)
    timer.timeout.connect(lambda: heard.append("timer"))
    shown(page, field, qtbot)
    field.setText("half a wo")
    timer.start()
    dispose(holder)
    qtbot.wait(10)
    assert heard == []


def test_a_menu_is_filled_again_by_its_own_entry(qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    chosen: list[int] = []

    def fill() -> None:
        clear_menu(menu)
        group = QActionGroup(menu)
        for number in range(3):
            action = group.addAction(str(number))
            action.triggered.connect(lambda _=False, number=number: (chosen.append(number), fill()))
            menu.addAction(action)
        part = QMenu("More", menu)
        part.addAction("Other").triggered.connect(lambda: (chosen.append(9), fill()))
        menu.addMenu(part)

    fill()
    for number in range(3):
        menu.popup(menu.pos())
        menu.setActiveAction(menu.actions()[number])
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    menu.actions()[3].menu().actions()[0].trigger()
    assert chosen == [0, 1, 2, 9]
    assert [action.text() for action in menu.actions()] == ["0", "1", "2", "More"]
    QApplication.processEvents()
    qtbot.waitUntil(lambda: len(menu.findChildren(QActionGroup)) == 1 and len(menu.findChildren(QMenu)) == 1)


def test_entries_of_others_stay_alive(qtbot: QtBot) -> None:
    menu, owner = QMenu(), QToolButton()
    qtbot.addWidget(menu)
    qtbot.addWidget(owner)
    action = owner.addAction("Kept")
    action.setParent(owner)
    menu.addAction(action)
    clear_menu(menu)
    QApplication.processEvents()
    assert isValid(action)
    assert menu.isEmpty()
