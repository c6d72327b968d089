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
from tests.gui.panels.desk import Desk, Open
from tests.support.together import TOGETHER, company


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(Settings(tmp_path / "settings.toml"))


@pytest.fixture
def open_desk(qtbot: QtBot, preferences: Preferences) -> Iterator[Open]:
    """A function that opens the action panel on a battle, in an area of a given size."""
    theme().apply(QApplication.instance(), "dark")
    opened: list[Desk] = []

    def open_one(
        battle: AnyBattle | None = None, ruleset: Ruleset = TOGETHER, width: int = 380, height: int = 520
    ) -> Desk:
        session = Session.create(None, ruleset, battle or company()).session
        assert session is not None
        desk = Desk(session, preferences)
        desk.show(qtbot, width, height)
        opened.append(desk)
        return desk

    yield open_one
    for desk in opened:
        desk.close()


@pytest.fixture
def desk(open_desk: Open) -> Desk:
    return open_desk()
