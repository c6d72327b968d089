"""The forecast of the battle in the window: starts it, polls it by a timer, and answers what-if questions."""

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
    FairNumberProgress,
    FairNumberSearch,
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
"""Milliseconds between two polls for results; often enough for figures that are read."""
_INPUT_EVENTS = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.Wheel,
        QEvent.Type.NativeGesture,
    }
)
"""Events that show that the GM is working."""
_STEP_INTERVAL = 40
"""Milliseconds between two steps when a simulated fight is played on the board."""
FAIR = 0.5


class Compared(Record):
    """Forecast of the same fight with one thing changed, to compare with the main forecast."""

    title: str
    progress: Progress


class Forecasting(QObject):
    """Runs one forecast at a time, with its what-if. The worker processes live from `begin` to `close`."""

    changed = Signal()
    """The figures or the questions have changed."""
    message = Signal(str)
    """Why something could not be done."""
    success = Signal(str)
    showing = Signal()
    """A simulated fight begins to play on the board."""

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
        self._fair: FairNumberSearch | None = None
        self.fair_of: Id | None = None
        """The enemy whose fair number is searched for."""
        self.wanted = FAIR
        """The party's chance to win that is searched for, from 0 to 1."""
        self._influences: Influences | None = None
        self._replayed: tuple[Future[tuple[Call, ...]], str] | None = None
        self.when = ""
        """The moment from which the battle was forecast: `round 3, Crimson's turn`."""
        self._replay: Replay | None = None
        self._replay_name = ""
        self._next_call = QTimer(self, interval=_STEP_INTERVAL)
        self._next_call.timeout.connect(self._play_on)
        self._timer = QTimer(self, interval=_INTERVAL)
        self._timer.timeout.connect(self._look)
        self._old_due = AfterRepaint(self.changed.emit, self)
        bridge.changed.connect(self._follow)

    # ------------------------------------------------------------------------------------------------ results

    @property
    def case(self) -> Case | None:
        """The forecast case, or None before the first run."""
        return None if self._forecast is None else self._forecast.case

    @property
    def progress(self) -> Progress | None:
        return None if self._forecast is None else self._forecast.progress

    @property
    def seed(self) -> str:
        """The seed by which the forecast can be repeated; empty before the first run."""
        return "" if self._forecast is None else self._forecast.seed

    @property
    def is_running(self) -> bool:
        return self._forecast is not None and self._forecast.is_running

    @property
    def is_outdated(self) -> bool:
        """Whether the battle, including its behaviours, has changed since the forecast."""
        case = self.case
        return case is not None and (case.battle is not self._bridge.battle)

    @property
    def what_if(self) -> Compared | None:
        forecast = self._what_if
        return None if forecast is None else Compared(self._what_if_title, forecast.progress)

    @property
    def fairness(self) -> FairNumberProgress | None:
        return None if self._fair is None else self._fair.progress

    @property
    def influence(self) -> Influence | None:
        return None if self._influences is None else self._influences.progress

    # ---------------------------------------------------------------------------------- yielding to the GM

    def give_way_to(self, window: QWindow) -> None:
        """Pause the workers on input in this window, so that a running forecast does not slow it down."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        is_drag = kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent) and bool(event.buttons())
        if kind in _INPUT_EVENTS or is_drag:
            self.give_way()
        return super().eventFilter(watched, event)

    def give_way(self) -> None:
        """Pause the workers for a moment, and put off the next poll."""
        if self._workers is not None and self._timer.isActive():
            self._workers.give_way()
            self._timer.start()

    # ------------------------------------------------------------------------------------------ running

    def begin(self) -> None:
        """Forecast the battle from its current state, including hidden combatants."""
        self._stop()
        self.stop_showing()
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
        """Cancel everything that runs; the results up to now stay."""
        for one in (self._forecast, self._what_if, self._fair, self._influences):
            if one is not None:
                one.cancel()
        self._timer.stop()
        self.changed.emit()

    def close(self) -> None:
        """Cancel everything and end the processes; the results of the forecast stay."""
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
        """Stop a simulated fight that is being played as a branch; the steps played up to now stay."""
        self._next_call.stop()
        self._replay = None

    def behave(self, behaviours: Behaviours) -> bool:
        """Set the behaviours of sides and combatants from the next run on; return whether they changed.

        This is a step of the battle like any other: it is saved in the battle's file and can be undone.
        """
        if behaviours == self._bridge.battle.behaviours:
            return False
        options = cast("dict[str, Any]", msgspec.to_builtins(behaviours))
        if problem := self._bridge.edit(Call(action="set_behaviours", options=options)):
            self.message.emit(problem)
        return not problem

    # ----------------------------------------------------------------------------- questions about a forecast

    def try_change(self, change: Change) -> str:
        """Forecast the same fight with one thing changed; return a sentence if that is not possible, else empty."""
        return self._start_question(lambda workers, forecast: self._compare(workers, forecast, change))

    def make_fair(self, of: Id, wanted: float = FAIR) -> str:
        """Search how many of an enemy give the party a chance of `wanted` (0 to 1).

        Returns a sentence if that is not possible, else an empty text.
        """

        def search(workers: Workers, forecast: Forecast) -> None:
            if self._fair is not None:
                self._fair.cancel()
            self.fair_of, self.wanted = of, wanted
            self._fair = FairNumberSearch(workers, forecast.case, of, wanted=wanted, seed=forecast.seed)

        return self._start_question(search)

    def _start_question(self, ask: Callable[[Workers, Forecast], None]) -> str:
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
        """Replay one of the simulated fights as a branch of the history with this name."""
        if self._forecast is None or self._workers is None:
            return
        if self._forecast.case.battle is not self._bridge.battle:
            self.message.emit("The battle has changed since: run the forecast again to look at one of its fights.")
            return
        self._replayed = self._forecast.calls(shown.number), name
        self._timer.start()

    # --------------------------------------------------------------- following the battle and the workers

    def _follow(self) -> None:
        """The battle has changed, so the figures are outdated."""
        if self._forecast is not None:
            self._old_due.put_off()

    def _look(self) -> None:
        """Poll for results; when the forecast is done, begin to compute how much behaviour decides."""
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
        """Once the calls of a fight have arrived, play them one by one on a timer, so that the GM can follow it."""
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
