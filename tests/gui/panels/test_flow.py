"""A layout that goes on in the next line: what is put in before others moves them on."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.basics import FlowLayout


def test_what_was_there_moves_on_for_what_comes_before_it(qtbot: QtBot) -> None:
    """In a strip that cannot grow: nobody else lays it out again."""
    window, strip, first, second = QWidget(), QWidget(), QPushButton("Surprise"), QPushButton("Limb")
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(strip)
    flow = FlowLayout(strip)
    flow.addWidget(first)
    strip.setFixedSize(300, 30)
    window.show()
    QTest.qWait(0)
    flow.take_all()
    for widget in (second, first):
        flow.addWidget(widget)
        widget.show()
    QTest.qWait(0)
    assert second.geometry().left() == 0
    assert first.geometry().left() > second.geometry().right()
