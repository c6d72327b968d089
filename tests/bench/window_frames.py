"""From a key press to the repainted window, in a fight of 60 combatants.

The first repaint shows a step on the board, in the list and in the action panel; it is measured for each key. The rest
comes with a second repaint, which has the same budget: the row "what is left for after the repaint".
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gui.app import IdleCollector
from gui.bridge import Bridge
from gui.controllers.combat_controller import GUARD
from gui.preferences import Preferences, Settings
from gui.style import theme
from gui.windows.gm_window import GmWindow
from tests.bench import Row, calls_of, p95
from tests.bench.evening import open_evening, write_evening

TIMES = 40
BUDGET = 16.0
"""Milliseconds, for 95 of 100 key presses."""
CALLS = {"begin an attack": 3_000, "apply": 4_000}
"""The most Python functions that a key press may call until the repaint."""
REST = 200
"""Milliseconds in which the effects of a key press come to rest, as between two keys of a person."""
_NONE, _CTRL, _SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@contextmanager
def big_fight() -> Iterator[GmWindow]:
    """Open the GM's window on a session of 60 combatants; garbage is frozen and collected as in the program."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    theme().apply(application, "dark")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.battle.toml"
        write_evening(path, steps=50)
        preferences = Preferences(Settings(Path(folder) / "settings.toml"))
        preferences.set_battles_folder(Path(folder))
        gc.collect()
        gc.freeze()
        window = GmWindow(Bridge(open_evening(path)), preferences)
        window.resize(1600, 900)
        window.show()
        collector = IdleCollector()
        rest()
        yield window
        window.close()
        window.work.bridge.close()
        collector.deleteLater()
        gc.enable()
        gc.unfreeze()


def rest() -> None:
    """Run the event loop for a while, as the program does while it waits for its user."""
    loop = QEventLoop()
    QTimer.singleShot(REST, loop.quit)
    loop.exec()


class Hands:
    """Presses keys as a GM does, and measures the time of each until the window is repainted."""

    def __init__(self, window: GmWindow) -> None:
        self.window = window
        self.taken: dict[str, list[float]] = {}
        self.left_over: list[float] = []
        """Milliseconds of the work and painting in the next frame: log, sheet, status bar, titles of menus, drafts."""

    def press(self, name: str, key: Qt.Key, held: Qt.KeyboardModifier = _NONE, *, at: QWidget | None = None) -> None:
        """Press a key at the focus widget, or at a given one, and let the window come to rest.

        Timers run afterwards, as in Qt: posted events, including layout and painting, come first.
        """
        receiver = at or QApplication.focusWidget() or self.window
        start = time.perf_counter()
        QTest.keyClick(receiver, key, held)
        QApplication.sendPostedEvents()
        painted = time.perf_counter()
        QApplication.processEvents()
        QApplication.sendPostedEvents()
        done = time.perf_counter()
        self.taken.setdefault(name, []).append(1e3 * (painted - start))
        self.left_over.append(1e3 * (done - painted))
        rest()

    def look(self) -> None:
        """Select the next combatant in the list."""
        self.press("look at the next", Qt.Key.Key_Down, at=self.window.initiative.list)

    def mark(self) -> None:
        """Mark the selected combatant as target, or else the next opponent."""
        self.press("mark a target", Qt.Key.Key_T)

    def attack(self) -> None:
        """Begin an attack on the marked target, with its refusals overridden."""
        controller = self.window.work.actions
        self.press("begin an attack", Qt.Key.Key_A)
        while controller.refusal is not None:
            self.press("do it anyway", Qt.Key.Key_Return, _SHIFT)

    def insist(self) -> None:
        """Override the refusal of an attack on a combatant out of range, then cancel the attack."""
        self._aim_too_far()
        self.press("do it anyway", Qt.Key.Key_Return, _SHIFT)
        self._drop()

    def _aim_too_far(self) -> None:
        """Begin an attack on the first combatant that is out of range."""
        for who in self.window.work.bridge.battle.combatants:
            self.window.combatants.mark(who)
            self.window.action_panel.attack()
            rest()
            if self.window.work.actions.refusal is not None:
                return
            self._drop()
        raise AssertionError("nobody is out of range")

    def _drop(self) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, Qt.Key.Key_Escape)
        rest()

    def roll(self) -> None:
        """Type a die and delete it, then roll all dice that are due."""
        controller = self.window.work.actions
        self.press("type a die", Qt.Key.Key_4)
        self.press("take a die back", Qt.Key.Key_Backspace)
        while controller.due is not None:
            self.press("roll", Qt.Key.Key_R)
        assert controller.can_apply

    def turn(self) -> None:
        """Play an attack that is applied and undone, and the end of the turn."""
        self.look()
        self.mark()
        self.attack()
        self.roll()
        self.press("apply", Qt.Key.Key_Return)
        assert self.window.work.actions.call is None
        self.press("undo", Qt.Key.Key_Z, _CTRL)
        QTest.qWait(GUARD)
        self.press("end the turn", Qt.Key.Key_N)


def bare_repaint(window: QWidget) -> float:
    """Return the milliseconds of painting the whole window with nothing changed."""
    start = time.perf_counter()
    window.repaint()
    return 1e3 * (time.perf_counter() - start)


class Counting(Hands):
    """Counts the Python functions that are called until the window is repainted; the same on every machine."""

    def __init__(self, window: GmWindow) -> None:
        super().__init__(window)
        self.calls: dict[str, int] = {}
        """The largest count of each kind of key press."""

    def press(self, name: str, key: Qt.Key, held: Qt.KeyboardModifier = _NONE, *, at: QWidget | None = None) -> None:
        def until_painted() -> None:
            QTest.keyClick(at or QApplication.focusWidget() or self.window, key, held)
            QApplication.sendPostedEvents()

        count = calls_of(until_painted)
        self.calls[name] = max(count, self.calls.get(name, 0))
        rest()


def rows() -> Iterable[Row]:
    """Yield a row for each kind of key in a turn: selecting, marking, attacking, dice, apply, undo, end of turn."""
    with big_fight() as window:
        hands = Hands(window)
        hands.turn()
        hands.taken.clear()
        hands.left_over.clear()
        bare = p95([bare_repaint(window) for _ in range(TIMES)])
        for _ in range(TIMES):
            hands.turn()
        for _ in range(TIMES):
            hands.insist()
        hands.taken["what is left for after the repaint"] = hands.left_over
        for name, taken in hands.taken.items():
            yield Row(f"key press to repaint, 60 combatants: {name}", p95(taken), bare, BUDGET)
        counting = Counting(window)
        for _ in range(3):
            counting.turn()
        for name, budget in CALLS.items():
            yield Row(f"Python calls of a key press, 60 combatants: {name}", counting.calls[name], 1, budget, "calls")
