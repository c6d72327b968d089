"""The bar of buttons over the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from gui.style import palette
from gui.windows.board_area import BoardBar, tool_entry
from gui.windows.gm_window import GmWindow


class Paints(QObject):
    """Event filter that counts how often a widget is painted."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_a_frame_of_the_board_leaves_the_switches_alone_and_is_seen_around_their_corners(qtbot: QtBot) -> None:
    window, paints = QWidget(), Paints()
    qtbot.addWidget(window)
    window.resize(400, 200)
    board = QLabel(window)
    board.setStyleSheet("background: #aa0000;")
    board.resize(400, 200)
    bar = BoardBar(window)
    bar.add("Select", "mouse-pointer-2")
    button = bar.add("Measure", "ruler")
    bar.move(20, 20)
    bar.adjustSize()
    window.show()
    QTest.qWait(0)
    button.installEventFilter(paints)
    board.update()
    QApplication.processEvents()
    assert paints.count == 0
    button.setChecked(True)
    QApplication.processEvents()
    assert paints.count > 0
    seen = window.grab().toImage()
    corner, inside = bar.geometry().topLeft(), bar.geometry().center()
    assert seen.pixelColor(corner).name() == "#aa0000"
    assert seen.pixelColor(inside.x(), bar.y() + 3).name() == palette().raised


def test_each_drawing_tool_shows_its_forms_also_right_after_another_one(window: GmWindow) -> None:
    bar = window.board._forms
    for tool in ("zone", "cover", "fog", "drawing", "zone"):
        window.board.take_tool(tool)
        assert bar.isVisible()
        assert [button.isVisible() for button in bar.buttons] == [True] * len(tool_entry(tool).forms)
        assert bar.width() >= sum(button.sizeHint().width() for button in bar.buttons)
