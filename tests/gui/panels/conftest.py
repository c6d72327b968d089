"""Fixtures for the action panel on a battle of five combatants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.preferences import Preferences, Settings
from gui.style import theme
from model.engine.ruleset import Ruleset
from model.session import Session
from model.state.battle import AnyBattle
from tests.gui.panels.action_panel_rig import ActionPanelRig, Open
from tests.support.together import TOGETHER, company


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(Settings(tmp_path / "settings.toml"))


@pytest.fixture
def open_rig(qtbot: QtBot, preferences: Preferences) -> Iterator[Open]:
    """A function that opens the action panel on a battle, in an area of a given size."""
    theme().apply(QApplication.instance(), "dark")
    opened: list[ActionPanelRig] = []

    def open_one(
        battle: AnyBattle | None = None, ruleset: Ruleset = TOGETHER, width: int = 380, height: int = 520
    ) -> ActionPanelRig:
        session = Session.create(None, ruleset, battle or company()).session
        assert session is not None
        rig = ActionPanelRig(session, preferences)
        rig.show(qtbot, width, height)
        opened.append(rig)
        return rig

    yield open_one
    for rig in opened:
        rig.close()


@pytest.fixture
def rig(open_rig: Open) -> ActionPanelRig:
    return open_rig()
