"""Every dialog that a command opens: it fits a laptop, shrinks again, and survives a GM who types faster than it."""

from __future__ import annotations

import importlib
import inspect
import zlib
from collections.abc import Callable, Iterator
from random import Random

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QMenu
from shiboken6 import isValid

from gui.windows.gm_window import GmWindow
from tests.gui.windows.hands import OpenWindow

pytestmark = pytest.mark.slow

LAPTOP = QSize(1366, 768 - 40)
"""The smallest screen, without the title bar of a window."""
SAMPLES = ("dockside-ambush", "zamani-loading-bay", "kalos-dusk", "wasteland-glowing-crater", "effort-roadblock")
LEFT_OUT = ("quit", "close", "new_battle", "open", "start_page")
"""Commands that leave the battle."""
KEYS = [
    *[Qt.Key.Key_Tab] * 6, *[Qt.Key.Key_Backtab] * 2, *[Qt.Key.Key_Return] * 3, Qt.Key.Key_Escape, Qt.Key.Key_Space,
    Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Delete, Qt.Key.Key_Backspace, *"4096ax-+=",
]  # fmt: skip
HASTY = 14
"""Keys that are pressed in each dialog."""
DEEP = 3
"""Dialogs that may be open over each other."""
WORDS = "Nothing is added until every entry is understood, and this sentence takes several lines to say it. " * 4


class Dialogs:
    """Stands in for `QDialog.exec`: does the same with each dialog that opens, then cancels it."""

    def __init__(self, does: Callable[[QDialog], object]) -> None:
        self.seen: set[str] = set()
        self._does = does
        self._depth = 0

    def run(self, dialog: QDialog) -> QDialog.DialogCode:
        self._depth += 1
        try:
            if self._depth <= DEEP:
                dialog.show()
                dialog.activateWindow()
                QApplication.processEvents()
                self.seen.add(type(dialog).__name__)
                self._does(dialog)
        finally:
            self._depth -= 1
        if isValid(dialog) and dialog.isVisible():
            dialog.reject()
        return QDialog.DialogCode(dialog.result()) if isValid(dialog) else QDialog.DialogCode.Rejected


@pytest.fixture
def opens_all(monkeypatch: pytest.MonkeyPatch) -> Callable[[GmWindow, Callable[[QDialog], object]], set[str]]:
    """Runs every command that opens a dialog, and does the same in each; returns the names of their classes."""
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: ("", ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: "")
    monkeypatch.setattr(QMenu, "exec", lambda *_: None)

    def run(window: GmWindow, does: Callable[[QDialog], object]) -> set[str]:
        dialogs = Dialogs(does)

        def execute(dialog: QDialog) -> QDialog.DialogCode:
            return dialogs.run(dialog)

        monkeypatch.setattr(QDialog, "exec", execute)
        for id in dialog_commands(window):
            combatants = tuple(window.work.battle.combatants)
            window.work.selection.select(combatants[:1])
            window.commands.run(id)
            for left in (one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog)):
                if isValid(left) and left.isVisible():
                    dialogs.run(left)
        QApplication.processEvents()
        return dialogs.seen

    return run


def dialog_commands(window: GmWindow) -> Iterator[str]:
    for command in window.commands:
        is_dialog = window.commands.title(command.id).endswith("...") or command.menu == "Help"
        if is_dialog and command.id not in LEFT_OUT:
            yield command.id


def comes_true(condition: Callable[[], bool]) -> bool:
    return any(condition() or QTest.qWait(10) for _ in range(100))


def fits_and_shrinks(dialog: QDialog) -> None:
    name = type(dialog).__name__
    least = dialog.minimumSize().expandedTo(dialog.minimumSizeHint())
    assert least.boundedTo(LAPTOP) == least, f"{name} needs {least.width()} x {least.height()}"
    problem = getattr(dialog, "problem", None)
    if not isinstance(problem, QLabel):
        return
    before, (words, was_shown) = dialog.height(), (problem.text(), not problem.isHidden())
    problem.setText(WORDS)
    problem.show()
    assert comes_true(lambda: problem.height() >= problem.heightForWidth(problem.width())), f"{name} cuts it off"
    assert dialog.height() <= LAPTOP.height()
    problem.setText(words)
    problem.setVisible(was_shown)
    assert comes_true(lambda: dialog.height() == before), f"{name} does not shrink again"


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_dialog_fits_a_laptop_and_shrinks_again(
    open_window: OpenWindow, opens_all: Callable[[GmWindow, Callable[[QDialog], object]], set[str]], sample: str
) -> None:
    window = open_window(1366, 768, sample=sample)
    window.work.combat.start()
    assert len(opens_all(window, fits_and_shrinks)) > 10


@pytest.mark.no_qt_log
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_hasty_gm_ends_nothing(
    open_window: OpenWindow, opens_all: Callable[[GmWindow, Callable[[QDialog], object]], set[str]], sample: str
) -> None:
    """Tab, Enter, Escape and digits in every dialog, without waiting. An error in a slot fails the test as well."""
    window = open_window(1366, 768, sample=sample)
    window.work.combat.start()
    chance = Random(zlib.crc32(sample.encode()))

    def type_hastily(dialog: QDialog) -> None:
        for key in chance.choices(KEYS, k=HASTY):
            focused = QApplication.focusWidget()
            if not isValid(dialog) or not dialog.isVisible() or focused is None:
                break
            QTest.keyClicks(focused, key) if isinstance(key, str) else QTest.keyClick(focused, key)

    opens_all(window, type_hastily)
    window.commands.run("undo")
    QTest.qWait(50)


def test_every_dialog_of_the_program_follows_its_content() -> None:
    """`padded_column` sees to it; lists that open over the window have a size of their own."""
    of_their_own_size = {"CommandPalette", "MoreActions"}
    for module in ("campaign_dialogs", "combat_dialogs", "correct_step", "forecast", "forecast_changes", "rules"):
        importlib.import_module(f"gui.dialogs.{module}")
    names = {kind.__name__ for kind in subclasses(QDialog) if kind.__module__.startswith("gui.")}
    followed = {kind.__name__ for kind in subclasses(QDialog) if any(map(pads, kind.__mro__))}
    assert names - followed == of_their_own_size


def pads(kind: type) -> bool:
    return kind.__module__.startswith("gui.") and "padded_column(self" in inspect.getsource(kind)


def subclasses(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)
