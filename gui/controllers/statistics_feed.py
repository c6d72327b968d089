"""Statistics of a battle and of a campaign, counted step by step while the window goes on."""

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
"""Seconds of counting between two looks at the window."""
_NO_MORE = object()
_BETWEEN_CHANGES = 0.4
"""Seconds between two changes that are told while the odds of earlier attacks are still worked out."""


def played_steps(session: Session) -> Iterator[Played]:
    """The steps that stand, in order."""
    last: Step | None = None
    for step in list(session.standing())[::-1]:
        yield _played(session, step, last or step)
        last = step


def _played(session: Session, step: Step, last: Step) -> Played:
    seconds = max(0.0, (step.time - last.time).total_seconds())
    return Played(step.call, step.note, session.battle_before(step), session.battle_after(step), seconds)


class StatisticsFeed(QObject):
    """What is counted of the steps that stand. A step is counted once, and its odds are worked out once.

    Damage, turns and health are counted first: they are there almost at once. Then come the odds of the attacks.
    """

    changed = Signal()
    """There is more to show, or something else."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.tallies = Tallies()
        self._figures: dict[int, Figures] = {}
        """By the number of the step."""
        self._shots: dict[int, Shots | None] = {}
        self._line: list[int] = []
        """Numbers of the steps that are counted or wait to be, in order."""
        self._steps: deque[tuple[Step, Step]] = deque()
        """Steps that are not counted yet, each with the one before it."""
        self._attacks: deque[tuple[Step, Step]] = deque()
        """Steps whose odds are not counted yet."""
        self.most = 0
        """How many waited when counting began."""
        self._told = 0.0
        self._work = QTimer(self, interval=0)
        self._work.timeout.connect(self._go_on)

    @property
    def rows(self) -> tuple[Tally, ...]:
        """What is counted so far."""
        return self.tallies.rows

    @property
    def left(self) -> int:
        """How many steps wait to be counted, and attacks for their odds."""
        return len(self._steps) + len(self._attacks)

    @property
    def is_counting(self) -> bool:
        """Whether something waits to be counted."""
        return self._work.isActive()

    def follow(self) -> None:
        """Count what stands now. Costs as much as there is new, unless steps were taken back."""
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
        """Count no further until `follow` is called again: nobody looks."""
        self._work.stop()

    def resume(self) -> None:
        """Go on with what waits."""
        if self.left:
            self._work.start()

    def finish(self) -> None:
        """Count the rest at once."""
        self.follow()
        while self.left:
            self._go_on()

    def _begin(self) -> None:
        """Sum anew: other steps stand than before. What was found of each step stays."""
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
    """Counts the other battles of a campaign beside the open one, while the window goes on."""

    changed = Signal()
    """More is counted, or counting has ended."""

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
        """How many battles are counted."""
        return self._count.done

    @property
    def of(self) -> int:
        """How many there are to count."""
        return self._count.of

    @property
    def rows(self) -> tuple[Tally, ...]:
        """What is counted so far."""
        return self._count.rows

    @property
    def troubles(self) -> tuple[str, ...]:
        """What was left out, and why."""
        return self._count.troubles

    def begin(self, files: Iterable[Path]) -> None:
        """Count these battles; those that are as they were are not read again."""
        self._work = self._count.count(files)
        self._told = 0.0
        self._timer.start()

    def stop(self) -> None:
        """Count no further; what is counted stays."""
        if self.is_counting:
            self._timer.stop()
            self.changed.emit()

    def finish(self) -> None:
        """Count the rest at once."""
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
