"""Fixtures: the look of the program, and screens that a test connects and disconnects."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from gui.preferences import Settings
from gui.style import load_fonts, theme
from tests.gui.player.fakes import FakeScreens


@pytest.fixture(autouse=True)
def dark(qapp: QApplication) -> Iterator[None]:
    """The dark palette and the font of the program."""
    load_fonts()
    theme().set_mode("dark")
    yield
    theme().set_mode("system")


@pytest.fixture
def source() -> FakeScreens:
    """A laptop and a television beside it."""
    return FakeScreens()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "user.toml")
