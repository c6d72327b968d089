"""The switches over the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from gui.style import theme
from gui.windows.board_area import BarButton, BoardBar


@pytest.fixture(autouse=True)
def _same_theme() -> Iterator[None]:
    before = theme().mode
    yield
    theme().set_mode(before)


@pytest.fixture
def pair(qtbot: QtBot) -> Iterator[tuple[BarButton, QToolButton]]:
    """A switch, and one of Qt's own beside it that is to look the same."""
    bar = BoardBar(None)
    qtbot.addWidget(bar)
    bar.add("Select", "mouse-pointer-2")
    ours = bar.add("Measure", "ruler")
    plain = QToolButton()
    plain.setText(ours.text())
    plain.setIcon(ours.icon())
    plain.setCheckable(True)
    plain.setProperty("role", "flat")
    line = bar.layout()
    assert line is not None
    line.addWidget(plain)
    bar.move(300, 300)  # away from the mouse
    bar.show()
    yield ours, plain
    bar.close()


def _picture(button: QToolButton) -> QImage:
    """What is seen of it in the frame in which it stands."""
    frame = button.parentWidget()
    assert frame is not None
    return frame.grab(button.geometry()).toImage()


def test_a_switch_looks_as_qt_paints_it(pair: tuple[BarButton, QToolButton]) -> None:
    """Up, down, disabled; with words or as an icon; in both themes; also when it is a copy."""
    ours, plain = pair
    frame = ours.parentWidget()
    assert isinstance(frame, BoardBar)
    other = frame.buttons[0]
    seen = []
    for mode in ("dark", "light"):
        theme().set_mode(mode)
        plain.setIcon(ours.icon())
        for words in (Qt.ToolButtonStyle.ToolButtonTextOnly, Qt.ToolButtonStyle.ToolButtonIconOnly):
            for is_down, is_enabled in ((False, True), (True, True), (False, False)):
                for button in pair:
                    button.setToolButtonStyle(words)
                    button.setChecked(is_down)
                    button.setEnabled(is_enabled)
                other.setChecked(not is_down)
                seen.append(_picture(plain))
                assert _picture(ours) == seen[-1]
                assert _picture(ours) == seen[-1]
    assert all(one != another for one, another in pairwise(seen))
