"""The forecast of the battle as the window runs it: begun, followed by a timer, and what is asked of it besides."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, cast

import msgspec
from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QWindow

from gui.bridge import AfterRepaint, Bridge
from gui.controllers.feeds import standing_words
from model.engine.calls import Call
from model.forecast import (
    Case,
    Change,
    Fair,
    Fairness,
    Forecast,
    Impossible,
    Influence,
    Influences,
    Progress,
    Shown,
    Workers,
    changed,
    title_of,
)
from model.session import Replay
from model.state.base import Id, Record
from model.state.behaviour import Behaviours

_INTERVAL = 150
"""Milliseconds between two looks at what has come: figures are read, not watched."""
_OF_HANDS = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.Wheel,
        QEvent.Type.NativeGesture,
    }
)
"""What tells that the GM is doing something."""
_FILM = 40
"""Milliseconds from one step of a fight that is shown to the next."""
FAIR = 0.5


class Compared(Record):
    """The same fight with one thing changed, beside the forecast as it stands."""

    title: str
    progress: Progress


class Forecasting(QObject):
    """One forecast at a time, with its what-if. The processes live from `begin` to `close`."""

    changed = Signal()
    """Figures, or what is asked of them, are others."""
    message = Signal(str)
    """Why something could not be done."""
    success = Signal(str)
    showing = Signal()
    """A fight begins to go by on the board."""

    def __init__(
        self, bridge: Bridge, parent: QObject | None = None, make_workers: Callable[[], Workers] = Workers
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._make_workers = make_workers
        self._workers: Workers | None = None
        self._forecast: Forecast | None = None
        self._what_if: Forecast | None = None
        self._what_if_title = ""
        self._fair: Fair | None = None
        self.fair_of: Id | None = None
        """Whose fair number is searched for."""
        self.wanted = FAIR
        """The party's chance that is searched for."""
        self._influences: Influences | None = None
        self._replayed: tuple[Future[tuple[Call, ...]], str] | None = None
        self.when = ""
        """From where it was forecast: `round 3, Crimson's turn`."""
        self._replay: Replay | None = None
        self._replay_name = ""
        self._next_call = QTimer(self, interval=_FILM)
        self._next_call.timeout.connect(self._play_on)
        self._timer = QTimer(self, interval=_INTERVAL)
        self._timer.timeout.connect(self._look)
        self._old_due = AfterRepaint(self.changed.emit, self)
        bridge.changed.connect(self._follow)

    # ------------------------------------------------------------------------------------------ what there is

    @property
    def case(self) -> Case | None:
        """What is forecast; None before the first run."""
        return None if self._forecast is None else self._forecast.case

    @property
    def progress(self) -> Progress | None:
        return None if self._forecast is None else self._forecast.progress

    @property
    def seed(self) -> str:
        """By which the forecast can be repeated."""
        return "" if self._forecast is None else self._forecast.seed

    @property
    def is_running(self) -> bool:
        return self._forecast is not None and self._forecast.is_running

    @property
    def is_old(self) -> bool:
        """Whether the battle, with what is said of behaviour in it, is another one than was forecast."""
        case = self.case
        return case is not None and (case.battle is not self._bridge.battle)

    @property
    def what_if(self) -> Compared | None:
        forecast = self._what_if
        return None if forecast is None else Compared(self._what_if_title, forecast.progress)

    @property
    def fairness(self) -> Fairness | None:
        return None if self._fair is None else self._fair.progress

    @property
    def influence(self) -> Influence | None:
        return None if self._influences is None else self._influences.progress

    # ------------------------------------------------------------------------------------------ giving way

    def give_way_to(self, window: QWindow) -> None:
        """Wait whenever the GM does something there: no key is slower for a forecast that runs."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        is_drag = kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent) and bool(event.buttons())
        if kind in _OF_HANDS or is_drag:
            self.give_way()
        return super().eventFilter(watched, event)

    def give_way(self) -> None:
        """Wait for a moment; figures that have come are shown after it, too."""
        if self._workers is not None and self._timer.isActive():
            self._workers.give_way()
            self._timer.start()

    # ------------------------------------------------------------------------------------------ running

    def begin(self) -> None:
        """Forecast the battle as it stands, with everybody hidden in it too."""
        self._stop()
        if self._workers is None:
            self._workers = self._make_workers()
        battle, ruleset = self._bridge.battle, self._bridge.ruleset
        words = ", ".join(standing_words(self._bridge)) if battle.order.is_running else "The start"
        self.when = words[:1].lower() + words[1:]
        case = Case(ruleset=ruleset, battle=battle)
        self._forecast = Forecast(self._workers, case)
        self._timer.start()
        self.changed.emit()

    def cancel(self) -> None:
        """End whatever runs: what has been counted stays."""
        for one in (self._forecast, self._what_if, self._fair, self._influences):
            if one is not None:
                one.cancel()
        self._timer.stop()
        self.changed.emit()

    def close(self) -> None:
        """End it and the processes; what was found stays on show."""
        self._stop()
        self.stop_showing()
        if self._workers is not None:
            self._workers.close()
            self._workers = None

    def _stop(self) -> None:
        self._timer.stop()
        for one in (self._forecast, self._what_if, self._fair, self._influences):
            if one is not None:
                one.cancel()
        self._what_if = self._fair = self._influences = self._replayed = None

    def stop_showing(self) -> None:
        """Stop a fight that is being played as a branch: what was played of it stays."""
        self._next_call.stop()
        self._replay = None

    def behave(self, behaviours: Behaviours) -> bool:
        """Have sides and combatants behave in another way from the next run on; whether it is another one.

        It is a step of the battle like any other: kept in its file, and undone with it.
        """
        if behaviours == self._bridge.battle.behaviours:
            return False
        options = cast("dict[str, Any]", msgspec.to_builtins(behaviours))
        if problem := self._bridge.edit(Call(action="set_behaviours", options=options)):
            self.message.emit(problem)
        return not problem

    # ------------------------------------------------------------------------------------------ asked besides

    def try_change(self, change: Change) -> str:
        """Forecast the same fight with one thing changed; why not, in a sentence, else empty."""
        return self._ask_besides(lambda workers, forecast: self._compare(workers, forecast, change))

    def make_fair(self, of: Id, wanted: float = FAIR) -> str:
        """Search how many of an enemy give the party a chance (0 to 1); why not, in a sentence, else empty."""

        def search(workers: Workers, forecast: Forecast) -> None:
            if self._fair is not None:
                self._fair.cancel()
            self.fair_of, self.wanted = of, wanted
            self._fair = Fair(workers, forecast.case, of, wanted=wanted, seed=forecast.seed)

        return self._ask_besides(search)

    def _ask_besides(self, ask: Callable[[Workers, Forecast], None]) -> str:
        if self._workers is None or self._forecast is None:
            return "Run the forecast first."
        try:
            ask(self._workers, self._forecast)
        except Impossible as impossible:
            return str(impossible)
        self._timer.start()
        self.changed.emit()
        return ""

    def _compare(self, workers: Workers, forecast: Forecast, change: Change) -> None:
        case = changed(forecast.case, change)
        if self._what_if is not None:
            self._what_if.cancel()
        self._what_if = Forecast(workers, case, seed=forecast.seed)
        self._what_if_title = title_of(forecast.case, change)

    def show_fight(self, shown: Shown, name: str) -> None:
        """Play one of the fights again as a branch of the history, called so."""
        if self._forecast is None or self._workers is None:
            return
        if self._forecast.case.battle is not self._bridge.battle:
            self.message.emit("The battle has changed since: run the forecast again to look at one of its fights.")
            return
        self._replayed = self._forecast.calls(shown.number), name
        self._timer.start()

    # ------------------------------------------------------------------------------------------ following

    def _follow(self) -> None:
        """The battle has changed: the figures are old now."""
        if self._forecast is not None:
            self._old_due.put_off()

    def _look(self) -> None:
        """Take in what has come; when the forecast is over, see how much behaviour decides."""
        forecast = self._forecast
        if forecast is None or self._workers is None:
            self._timer.stop()
            return
        was_running = forecast.is_running
        states = [one.poll().state for one in (forecast, self._what_if, self._fair, self._influences) if one]
        if was_running and forecast.progress.state == "done":
            self._influences = Influences(self._workers, forecast.case, seed=forecast.seed)
            states.append("running")
        self._take_replayed()
        if "running" not in states and self._replayed is None:
            self._timer.stop()
        self.changed.emit()

    def _take_replayed(self) -> None:
        """Begin to play the calls of a fight when they have come, one after each repaint: the GM sees it go by."""
        if self._replayed is None or not self._replayed[0].done() or self._forecast is None:
            return
        (future, name), self._replayed = self._replayed, None
        if (problem := future.exception()) is not None:
            self.message.emit(str(problem))
            return
        self._replay = Replay(self._bridge.session, self._forecast.case.battle, name, future.result())
        self._replay_name = name
        self.showing.emit()
        self._next_call.start()

    def _play_on(self) -> None:
        replay = self._replay
        if replay is None or replay.go_on():
            return
        self._next_call.stop()
        self._replay = None
        if replay.problem:
            self.message.emit(replay.problem)
        else:
            self.success.emit(
                f"“{self._replay_name}” was played as a branch of {replay.steps} steps. History shows them; "
                "Return to Main Line takes you back."
            )
