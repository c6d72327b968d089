"""What the tests of widgets share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from gui.crash import guard_entries
from gui.style import theme

guard_entries()  # as the program does when it starts


@pytest.fixture(scope="session", autouse=True)
def application(qapp: QApplication) -> QApplication:
    """Qt ends a process that makes a picture before the application, whichever test comes first in it."""
    return qapp


@pytest.fixture(scope="module")
def dark(qapp: QApplication) -> Iterator[None]:
    """The application in its dark palette."""
    before = theme().mode
    theme().apply(qapp, "dark")
    yield
    theme().set_mode(before)


@pytest.fixture
def any_mode() -> Iterator[None]:
    """For tests that change the palette."""
    yield
    theme().set_mode("dark")
