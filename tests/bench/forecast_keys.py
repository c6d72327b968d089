"""Key presses of a turn while a forecast of the same fight runs in its window, compared with the same without it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from gui.controllers.forecasting import Forecasting
from gui.dialogs.forecast import ForecastDialog
from gui.windows.gm_window import GmWindow
from tests.bench import Row, p95
from tests.bench.window_frames import BUDGET, TIMES, Hands, big_fight

_NONE = Qt.KeyboardModifier.NoModifier
PAUSE = 1_500
"""Milliseconds without a key press, after which the forecast plays fights again."""


class _HandsMeanwhile(Hands):
    """Makes the forecast give way to each key: here keys go to a widget, past the window that the forecast watches."""

    def __init__(self, window: GmWindow, work: Forecasting) -> None:
        super().__init__(window)
        self.work = work

    def press(self, name: str, key: Qt.Key, held: Qt.KeyboardModifier = _NONE, *, at: QWidget | None = None) -> None:
        self.work.give_way()
        super().press(name, key, held, at=at)


def rows() -> Iterator[Row]:
    """Yield a row for each key of a turn: with a forecast of the same fight running in its window, against without."""
    with big_fight() as window:
        quiet = _pressed(Hands(window))
        window.commands.action("forecast").trigger()
        dialog = window.findChild(ForecastDialog)
        assert dialog is not None
        dialog.run()
        while (progress := dialog.work.progress) is None or not progress.fights:
            QTest.qWait(100)
        window.activateWindow()
        window.board.map.setFocus()
        hands = _HandsMeanwhile(window, dialog.work)
        busy = _pressed(hands)
        hands.taken.clear()
        for _ in range(TIMES // 2):
            QTest.qWait(PAUSE)
            hands.look()
        busy["look at the next, after a pause"] = hands.taken["look at the next"]
        quiet["look at the next, after a pause"] = quiet["look at the next"]
        assert dialog.work.is_running
        dialog.work.close()
        dialog.close()
    for name in [key for key in busy if key in quiet]:
        yield Row(f"key press while a forecast runs, 60 combatants: {name}", p95(busy[name]), p95(quiet[name]), BUDGET)


def _pressed(hands: Hands) -> dict[str, list[float]]:
    """Return the milliseconds of each key press until the repaint, over some turns."""
    hands.turn()
    hands.taken.clear()
    for _ in range(TIMES):
        hands.turn()
    return dict(hands.taken)
