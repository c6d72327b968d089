"""The timer of turns, on both screens: off until the GM wants it, and no more than a word when the time is over."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from gui.controllers.workspace import Workspace
from gui.dialogs.forms import LineDialog
from gui.player.presenter import PlayersPresenter
from gui.preferences import MOST_SECONDS
from model.view.layout import TurnTimer
from model.view.players import PlayerRow

_TYPED = re.compile(r"(\d+)(?::(\d{1,2}))?\s*(s|min|m)?", re.IGNORECASE)


def seconds_of(typed: str) -> int | None:
    """A time as it is typed: `90`, `90 s`, `1:30`, `2 min`; None where it is none. 0 is no timer."""
    match = _TYPED.fullmatch(typed.strip())
    if match is None:
        return None
    number = int(match[1])
    if match[2] is not None:
        number = number * 60 + int(match[2])
    elif (match[3] or "").lower() in ("m", "min"):
        number *= 60
    return number if number <= MOST_SECONDS else None


class TurnTimerCommands(QObject):
    """Begins anew with every turn that players see: an unseen turn does not stop or start it."""

    changed = Signal(str)
    """What the GM reads: `Turn 1:05`; empty without a timer."""

    def __init__(self, work: Workspace, window: QWidget, presenter: PlayersPresenter) -> None:
        super().__init__(window)
        self._work = work
        self._window = window
        self._presenter = presenter
        self._turn: tuple[str, int] | None = None
        self._left = 0
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self.count)
        presenter.shown_changed.connect(self._follow)

    @property
    def is_on(self) -> bool:
        return self._work.preferences.turn_seconds > 0

    def ask(self) -> None:
        """Ask how long a turn may take; 0 or nothing is no timer."""
        now = self._work.preferences.turn_seconds
        words = "Time for a turn, in seconds or minutes; 0 is no timer:"
        typed = LineDialog.ask(self._window, "Turn Timer", words, f"{now} s" if now else "", "90 s, 2 min, 1:30")
        if typed is None:
            return
        seconds = seconds_of(typed) if typed else 0
        if seconds is None:
            self._work.tell(f"“{typed}” is no time of up to an hour: type 90 s, 2 min or 1:30.")
            return
        self._work.preferences.set_turn_seconds(seconds)
        self._turn = None
        self._follow()

    def leave(self) -> None:
        """The GM's window goes: nothing counts for a battle that is no longer shown."""
        self._presenter.shown_changed.disconnect(self._follow)
        self._tick.stop()
        self._show(None)

    def _follow(self) -> None:
        """Begin anew where players see another turn."""
        view, seconds = self._presenter.latest, self._work.preferences.turn_seconds
        turn = None if view is None or not view.now or view.phase != "fighting" else (_turn_id(view.order), view.round)
        if turn is None or not seconds:
            self._tick.stop()
            self._turn = None
            self._show(None)
        elif turn != self._turn:
            self._turn, self._left = turn, seconds
            self._tick.start()
            self._show(TurnTimer(left=seconds))

    def count(self) -> None:
        """A second is over."""
        self._left = max(0, self._left - 1)
        if not self._left:
            self._tick.stop()
        self._show(TurnTimer(left=self._left))

    def _show(self, timer: TurnTimer | None) -> None:
        self._presenter.set_timer(timer)
        self.changed.emit("" if timer is None else f"Turn {timer.words}")


def _turn_id(order: tuple[PlayerRow, ...]) -> str:
    return next((row.id for row in order if row.is_now), "")
