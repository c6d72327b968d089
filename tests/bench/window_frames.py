"""From a key press to the repainted window, in a fight of 60 combatants."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gui.bridge import Bridge
from gui.preferences import Preferences
from gui.style import theme
from gui.windows.gm_window import GmWindow
from tests.bench import Row, p95
from tests.bench.evening import open_evening, write_evening

PRESSES = 40
BUDGET = 16.0
"""Milliseconds, 95 of 100 key presses."""


def _press(window: QWidget, key: Qt.Key) -> float:
    """Milliseconds until a key is answered on the screen."""
    start = time.perf_counter()
    QTest.keyClick(QApplication.focusWidget() or window, key)
    QApplication.processEvents()
    return 1e3 * (time.perf_counter() - start)


def _bare_repaint(window: QWidget) -> float:
    start = time.perf_counter()
    window.repaint()
    return 1e3 * (time.perf_counter() - start)


def rows() -> Iterable[Row]:
    """Keys that change what is shown: looking at the next combatant, preparing an attack, dropping it."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    theme().apply(application, "dark")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.battle.toml"
        write_evening(path, steps=50)
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        with closing(open_evening(path)) as session:
            window = GmWindow(Bridge(session), Preferences(settings))
            window.resize(1600, 900)
            window.show()
            application.processEvents()
            bare = p95([_bare_repaint(window) for _ in range(PRESSES)])
            for name, keys in {
                "prepare an attack": (Qt.Key.Key_A, Qt.Key.Key_Escape),
                "type a die": (Qt.Key.Key_4, Qt.Key.Key_Backspace),
            }.items():
                if keys[0] == Qt.Key.Key_4:
                    _press(window, Qt.Key.Key_A)
                taken = [_press(window, key) for _ in range(PRESSES // 2) for key in keys]
                yield Row(f"key press to repaint, 60 combatants: {name}", p95(taken), bare, BUDGET)
            window.close()
            window.bridge.close()
