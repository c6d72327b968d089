"""Fixtures shared by the tests of widgets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from gui.crash import guard_entries
from gui.style import theme

guard_entries()  # as the program does when it starts


@pytest.fixture(scope="session", autouse=True)
def application(qapp: QApplication) -> QApplication:
    """Create the application before any test, because Qt ends a process that creates a picture without one."""
    return qapp


@pytest.fixture(scope="module")
def dark(qapp: QApplication) -> Iterator[None]:
    """The application in its dark palette; the previous mode is restored."""
    before = theme().mode
    theme().apply(qapp, "dark")
    yield
    theme().set_mode(before)


@pytest.fixture
def any_mode() -> Iterator[None]:
    """Restore the dark palette after a test that changes it."""
    yield
    theme().set_mode("dark")
