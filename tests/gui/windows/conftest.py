"""Fixtures: the GM's window on a sample battle, and key presses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.campaigns import SessionLibrary, samples
from gui.preferences import Preferences, Settings
from gui.style import theme
from gui.windows.gm_window import GmWindow
from model.engine.ruleset import Ruleset
from model.rulesets import RULESETS
from model.session import Session
from model.state.battle import AnyBattle
from tests.gui.windows.hands import KEYS, Opens, OpenWindow, Press


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(Settings(tmp_path / "settings.toml"))


@pytest.fixture
def library(preferences: Preferences, tmp_path: Path) -> SessionLibrary:
    return SessionLibrary(preferences, tmp_path / "battles")


@pytest.fixture
def open_window(qtbot: QtBot, library: SessionLibrary, preferences: Preferences) -> Iterator[OpenWindow]:
    """Opens a sample in a window of the given size; opened again, the sample continues where it was left."""
    theme().apply(QApplication.instance(), "dark")
    opened_windows: list[GmWindow] = []

    def open_sample(width: int = 1600, height: int = 900, *, sample: str = "dockside-ambush") -> GmWindow:
        for window in opened_windows:
            close(window)
        opened = library.open(next(one.path for one in samples() if one.path.name.startswith(sample)))
        assert opened.session is not None, opened.problems
        window = GmWindow(Bridge(opened.session), preferences)
        qtbot.addWidget(window)
        opened_windows.append(window)
        window.resize(width, height)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        window.board.map.setFocus()
        return window

    def close(window: GmWindow) -> None:
        window.close()
        window.work.bridge.close()
        opened_windows.remove(window)

    yield open_sample
    for window in opened_windows:
        close(window)


@pytest.fixture
def window(open_window: OpenWindow) -> GmWindow:
    """The sample with combat started by the players: it is Apex's turn, and Boomer is marked, 21.8 m away in cover."""
    window = open_window()
    window.work.combat.start(first="pc")
    window.combatants.mark("boomer-3")
    return window


@pytest.fixture
def station(open_window: OpenWindow) -> GmWindow:
    """The wasteland filling station: zones in two rows and a separate roof; it is Nora's turn, on the road."""
    window = open_window(sample="wasteland-red-filling-station")
    window.work.combat.start()
    # The first answer is to the question who started the fight: nobody. The second applies the start.
    window.action_panel.answer()
    window.action_panel.answer()
    window.board.map.setFocus()
    return window


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a turn end right after an Apply, as if the GM had waited for a moment."""
    monkeypatch.setattr("gui.controllers.combat_controller.GUARD", 0)


@pytest.fixture
def press() -> Press:
    """Presses keys one after another in the widget that has the focus: `press("A 4 5 Enter")`."""

    def press_keys(keys: str) -> None:
        for key in keys.split():
            QApplication.processEvents()
            focus = QApplication.focusWidget()
            assert focus is not None
            if key in KEYS:
                QTest.keyClick(focus, *KEYS[key])
            else:
                QTest.keyClicks(focus, key)
        QApplication.processEvents()

    return press_keys


@pytest.fixture
def opens(qtbot: QtBot, preferences: Preferences) -> Iterator[Opens]:
    """Opens a battle that has no file."""
    windows: list[GmWindow] = []

    def open_battle(battle: AnyBattle, ruleset: Ruleset | None = None) -> GmWindow:
        theme().apply(QApplication.instance(), "dark")
        opened = Session.create(None, ruleset or RULESETS[battle.ruleset], battle)
        assert opened.session is not None, opened.problems
        window = GmWindow(Bridge(opened.session), preferences)
        qtbot.addWidget(window)
        windows.append(window)
        window.resize(1366, 768)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        qtbot.wait(10)
        window.board.map.setFocus()
        return window

    yield open_battle
    for window in windows:
        window.close()
        window.work.bridge.close()
