"""Keys of a turn while a forecast of the same fight runs in its window, against the same without."""

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
"""Milliseconds without a key after which fights are played again."""


class _HandsMeanwhile(Hands):
    """Keys come to a widget here, past the window in which the forecast watches for them."""

    def __init__(self, window: GmWindow, work: Forecasting) -> None:
        super().__init__(window)
        self.work = work

    def press(self, name: str, key: Qt.Key, held: Qt.KeyboardModifier = _NONE, *, at: QWidget | None = None) -> None:
        self.work.give_way()
        super().press(name, key, held, at=at)


def rows() -> Iterator[Row]:
    """Keys of a turn with the forecast of the same fight running in its window, against the same without."""
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
    """Milliseconds of each key until the repaint, over some turns."""
    hands.turn()
    hands.taken.clear()
    for _ in range(TIMES):
        hands.turn()
    return dict(hands.taken)
