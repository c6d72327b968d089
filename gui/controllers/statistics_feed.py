"""Statistics of a battle and of a campaign, counted in slices so that the window stays responsive."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from gui.bridge import Bridge
from model.campaign.totals import CampaignCount
from model.session import Session, Step
from model.view.statistics import Figures, Played, Shots, Tallies, Tally, figures_of, shots_of

SLICE = 0.012
"""Seconds of counting before control returns to the event loop."""
_NO_MORE = object()
_BETWEEN_CHANGES = 0.4
"""Least seconds between two `changed` signals while the odds of earlier attacks are still computed."""


def played_steps(session: Session) -> Iterator[Played]:
    """Yield the steps in effect, oldest first."""
    last: Step | None = None
    for step in list(session.standing())[::-1]:
        yield _played(session, step, last or step)
        last = step


def _played(session: Session, step: Step, last: Step) -> Played:
    seconds = max(0.0, (step.time - last.time).total_seconds())
    return Played(step.call, step.note, session.battle_before(step), session.battle_after(step), seconds)


class StatisticsFeed(QObject):
    """Statistics of the steps in effect. Each step is counted once, and its odds are computed once.

    Damage, turns and health are counted first, because that is fast; then come the odds of the attacks.
    """

    changed = Signal()
    """The statistics have changed."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.tallies = Tallies()
        self._figures: dict[int, Figures] = {}
        """Cached by the number of the step."""
        self._shots: dict[int, Shots | None] = {}
        self._line: list[int] = []
        """Numbers of the steps that are counted or pending, in order."""
        self._steps: deque[tuple[Step, Step]] = deque()
        """Steps that are not counted yet, each with the step before it."""
        self._attacks: deque[tuple[Step, Step]] = deque()
        """Steps whose odds are not counted yet."""
        self.most = 0
        """The total of progress: the steps pending when counting began, and attacks found since."""
        self._told = 0.0
        self._work = QTimer(self, interval=0)
        self._work.timeout.connect(self._go_on)

    @property
    def rows(self) -> tuple[Tally, ...]:
        """Results up to now."""
        return self.tallies.rows

    @property
    def left(self) -> int:
        """How many steps are still to be counted, plus attacks whose odds are pending."""
        return len(self._steps) + len(self._attacks)

    @property
    def is_counting(self) -> bool:
        """Whether counting is under way."""
        return self._work.isActive()

    def follow(self) -> None:
        """Count the steps in effect; the cost depends on the number of new steps, unless steps were undone."""
        fresh: list[Step] = []
        counted = self._line[-1] if self._line else None
        for step in self._bridge.session.standing():
            if step.number == counted:
                break
            fresh.append(step)
        else:
            if counted is not None:
                self._begin()
                self.changed.emit()
        if not fresh:
            return
        fresh.reverse()
        first = fresh[0] if not self._line else self._bridge.session.step(self._line[-1])
        self._steps.extend(zip(fresh, [first, *fresh[:-1]], strict=True))
        self._line += [step.number for step in fresh]
        self.most = self.left
        self._work.start()

    def stop(self) -> None:
        """Pause counting, because the statistics are not shown, until `follow` or `resume` is called."""
        self._work.stop()

    def resume(self) -> None:
        """Continue with the pending steps."""
        if self.left:
            self._work.start()

    def finish(self) -> None:
        """Count the remaining steps at once."""
        self.follow()
        while self.left:
            self._go_on()

    def _begin(self) -> None:
        """Sum up again from the start, because steps were undone. The cached results of each step stay."""
        self.tallies = Tallies()
        self._line, self._steps, self._attacks = [], deque(), deque()
        self._told = 0.0

    def _go_on(self) -> None:
        end = time.perf_counter() + SLICE
        had_steps = bool(self._steps)
        while self.left and time.perf_counter() < end:
            if self._steps:
                self._count(*self._steps.popleft())
            else:
                self._count_shots(*self._attacks.popleft())
        if not self.left:
            self._work.stop()
        now = time.perf_counter()
        if not self.left or (not self._steps and (had_steps or now - self._told > _BETWEEN_CHANGES)):
            self._told = now
            self.changed.emit()

    def _count(self, step: Step, last: Step) -> None:
        session, number = self._bridge.session, step.number
        if number not in self._figures:
            self._figures[number] = figures_of(session.ruleset, _played(session, step, last))
        figures = self._figures[number]
        self.tallies.add(figures, session.battle_after(step))
        if figures.is_attack:
            self._attacks.append((step, last))
            self.most += 1

    def _count_shots(self, step: Step, last: Step) -> None:
        session, number = self._bridge.session, step.number
        if number not in self._shots:
            self._shots[number] = shots_of(session.ruleset, _played(session, step, last))
        if (shots := self._shots[number]) is not None:
            self.tallies.add_shots(shots, session.battle_after(step))


class CampaignFeed(QObject):
    """Counts the other battles of a campaign, in slices so that the window stays responsive."""

    changed = Signal()
    """More has been counted, or counting has ended."""

    def __init__(self, count: CampaignCount, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._count = count
        self._work: Iterator[None] = iter(())
        self._told = 0.0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_counting(self) -> bool:
        return self._timer.isActive()

    @property
    def done(self) -> int:
        """How many battles have been counted."""
        return self._count.done

    @property
    def of(self) -> int:
        """How many battles there are to count."""
        return self._count.of

    @property
    def rows(self) -> tuple[Tally, ...]:
        """Results up to now."""
        return self._count.rows

    @property
    def troubles(self) -> tuple[str, ...]:
        """Files that were left out or counted only in part, and why."""
        return self._count.troubles

    def begin(self, files: Iterable[Path]) -> None:
        """Count these battles; unchanged files are not read again."""
        self._work = self._count.count(files)
        self._told = 0.0
        self._timer.start()

    def stop(self) -> None:
        """Stop counting; the results up to now stay."""
        if self.is_counting:
            self._timer.stop()
            self.changed.emit()

    def finish(self) -> None:
        """Count the remaining battles at once."""
        while self.is_counting:
            self._go_on()

    def _go_on(self) -> None:
        end = time.perf_counter() + SLICE
        while time.perf_counter() < end:
            if next(self._work, _NO_MORE) is _NO_MORE:
                self._timer.stop()
                break
        now = time.perf_counter()
        if not self.is_counting or now - self._told > _BETWEEN_CHANGES:
            self._told = now
            self.changed.emit()
