"""A long session through the window: time of a step, memory, undo to the start, opening again."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from gui.bridge import Bridge
from gui.player.presenter import PlayersPresenter
from gui.player.screens import PlayersScreens
from gui.preferences import Preferences, Settings
from gui.style import theme
from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from model.rulesets import RULESETS
from model.session import Session
from model.state.base import replace
from tests.bench import Row
from tests.bench.engine_speed import answered, sample
from tests.gui.player.fakes import FakeScreens

STEPS = 3_000
_EARLY = 100
_LAST = 100
"""Number of steps over which the time of a step is averaged (median)."""


def _megabytes() -> float:
    """Return the memory of the process in megabytes, or 0 if the system does not report it."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


class Evening:
    """Generates attacks, turns, moves and corrections; its fixed seed makes the same session each time."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._chance = Random(1)

    def next(self) -> Call:
        battle, chance = self.session.battle, self._chance
        share = chance.random()
        acting = [who for who in battle.order.acting if who in battle.combatants]
        if acting and share < 0.45 and (attack := self._attack(acting[0])) is not None:
            return attack
        if share < 0.6:
            return Call(action="end_turn")
        who = chance.choice(list(battle.combatants))
        if share < 0.8:
            place = {"x": chance.uniform(0, 30), "y": chance.uniform(0, 20)}
            return Call(action="place", targets=(who,), options={"place": place})
        if share < 0.9:
            return Call(action="set_value", targets=(who,), options={"path": "sheet.health", "value": 30})
        return Call(action="set_condition", targets=(who,), options={"condition": "prone"})

    def _attack(self, who: str) -> Call | None:
        battle, ruleset = self.session.battle, self.session.ruleset
        foes = [other.id for other in battle.combatants.values() if other.side != battle.combatants[who].side]
        usual = ruleset.usual_attack(battle, who)
        if usual is None or not foes:
            return None
        try:
            return answered(ruleset, battle, replace(usual, targets=(self._chance.choice(foes),)), anyway=True)
        except AssertionError:
            return None  # it asks for more than dice


def rows() -> Iterable[Row]:
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    theme().apply(application, "dark")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.battle.toml"
        session = Session.create(path, *sample("kalos-dusk")).session
        assert session is not None
        session.act(Call(action="start_fight", options={"first": "pc"}))
        settings, source = Settings(Path(folder) / "settings.toml"), FakeScreens()
        presenter = PlayersPresenter(PlayersScreens(source, settings, lambda: source.laptop))
        window = GmWindow(Bridge(session), Preferences(settings), presenter)
        window.resize(1366, 768)
        window.show()
        taken = _play(session)
        early = statistics.median(taken[_EARLY : _EARLY + _LAST])
        late = statistics.median(taken[-_LAST:])
        yield Row(f"a step after {STEPS}, to one after {_EARLY}", 1e3 * late, 1e3 * early, 1.3, is_ratio=True)
        yield Row(f"memory after {STEPS} steps", _megabytes(), 1, 220, "MB")
        start = time.perf_counter()
        window.work.bridge.undo(after=0)
        _settle()
        yield Row(f"undo of {STEPS} steps", time.perf_counter() - start, 1, 5, "s")
        yield Row("memory after that", _megabytes(), 1, 220, "MB")
        window.close()
        window.work.bridge.close()
        start = time.perf_counter()
        again = Session.open(path, RULESETS).session
        yield Row(f"open {2 * STEPS} steps", time.perf_counter() - start, 1, 0.4, "s")
        assert again is not None
        again.close()


def _play(session: Session) -> list[float]:
    """Play all steps; return how many seconds each took until it was shown."""
    evening, taken = Evening(session), []
    while len(taken) < STEPS:
        call, before, start = evening.next(), len(session.steps), time.perf_counter()
        session.act(call)
        _settle()
        if len(session.steps) > before:
            taken.append(time.perf_counter() - start)
    return taken


def _settle() -> None:
    """Let the window show what happened and delete what it no longer needs, as an event loop does."""
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QApplication.processEvents()
