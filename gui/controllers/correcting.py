"""An earlier step that is being corrected, without a widget: what it says, and what would change since."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from gui.bridge import Bridge
from gui.controllers.action_controller import thrown
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, Call
from model.engine.run import Done, Due, Refused
from model.session import Correction, Decision, Replayed
from model.session.said import Asked, asked, with_answer
from model.state.base import Record, replace
from model.state.battle import AnyBattle
from model.state.texts import Note
from model.view.compare import Difference, differences
from model.view.log import LogEntry, log_line
from model.view.texts import plain, render_all
from model.view.viewer import GM

_SLICE = 0.012
"""Seconds of playing again between two looks at the window."""


class CorrectionRow(Record):
    """A step that would end otherwise, in words."""

    number: int
    round: str
    happened: str
    would_be: str
    decision: Decision
    is_open: bool
    """Its new result is to be taken and cannot be: something is to be answered, or it is refused."""


class ResultLine(Record):
    """A number, a roll or a verdict of the corrected step, and what it was."""

    words: str
    was: str = ""
    """Empty: as it was."""


class Correcting(QObject):
    """Plays the later steps again a little at a time, so that the window goes on; `changed` when a look is worth it."""

    changed = Signal()
    progressed = Signal(int, int)
    """So many steps of so many are played again."""

    def __init__(self, bridge: Bridge, correction: Correction, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.correction = correction
        self.step = correction.step
        self.recorded = correction.step.call
        self._work = QTimer(self, interval=0)
        self._work.timeout.connect(self._go_on)
        self._begin()

    # ------------------------------------------------------------------------------------- playing again

    def _begin(self) -> None:
        next(self.correction.replay(), None)
        self._work.start()
        self.changed.emit()

    def _go_on(self) -> None:
        end = time.perf_counter() + _SLICE
        for _ in self.correction.replay():
            if time.perf_counter() > end:
                break
        self.progressed.emit(len(self.correction.rows), self.correction.count)
        if self.correction.is_worked_out:
            self._work.stop()
            self.changed.emit()

    def stop(self) -> None:
        """Leave it: nothing has changed."""
        self._work.stop()

    def finish(self) -> None:
        """Play the rest at once."""
        for _ in self.correction.replay():
            pass
        self._go_on()

    # ------------------------------------------------------------------------------------- saying

    @property
    def battle(self) -> AnyBattle:
        """The battle that the step was made in."""
        return self.correction.battle

    def battle_of(self, number: int) -> AnyBattle:
        """The battle in which a step is played again."""
        row = self._row(number)
        return self.battle if row is None else row.before

    @property
    def call(self) -> Call:
        """The corrected step as it is said now."""
        return self.correction.call(self.step.number)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """What the corrected step asks, with its answers."""
        return asked(self.bridge.ruleset, self.battle, self.call)

    def say(self, call: Call) -> None:
        """Say the corrected step anew."""
        if call != self.call:
            self.correction.say(self.step.number, call)
            self._begin()

    def decide(self, number: int, decision: Decision) -> None:
        """Say what becomes of a step."""
        self.correction.decide(number, decision)
        self._begin()

    def decide_all(self, decision: Decision) -> None:
        """Say the same of all later steps."""
        self.correction.decide_all(decision)
        self._begin()

    def answer(self, number: int, id: str, answer: Answer) -> None:
        """Answer what a step asks."""
        self.correction.say(number, with_answer(self.correction.call(number), id, answer))
        self._begin()

    def do_anyway(self, number: int) -> None:
        """Set aside what a step is refused for."""
        row = self._row(number)
        if row is not None and isinstance(row.outcome, Refused):
            call = self.correction.call(number)
            self.correction.say(number, replace(call, anyway=(*call.anyway, row.outcome.refusal.key)))
            self._begin()

    def roll(self, request: DiceRequest) -> Answer:
        """Dice from the system's generator."""
        return thrown(request)

    def _row(self, number: int) -> Replayed | None:
        return next((row for row in self.correction.rows if row.step.number == number), None)

    def apply(self) -> str | None:
        """Apply the correction; the sentence when it cannot be."""
        self.finish()
        return self.bridge.session.correct(self.correction)

    # ------------------------------------------------------------------------------------- in words

    @property
    def title(self) -> str:
        return f"Correct Step {self.step.number}"

    @property
    def sentence(self) -> str:
        """What happened in the step."""
        return self._sentence(self.step.note, self.bridge.session.battle_after(self.step))

    def _sentence(self, note: Note, battle: AnyBattle) -> str:
        return plain(render_all(note.sentences, battle, GM))

    @property
    def open(self) -> tuple[int, Asked | str] | None:
        """The first step that waits, with what it asks or why it is refused; None: none does."""
        for row in self.correction.open_rows:
            if isinstance(row.outcome, Due):
                first = row.outcome.wanted[0]
                return row.step.number, Asked(first.request, first.by, None, first.problem or "")
            assert isinstance(row.outcome, Refused)
            return row.step.number, self.bridge.words(row.outcome.refusal.sentence)
        return None

    @property
    def can_do_anyway(self) -> bool:
        """Whether what the first open step is refused for can be set aside."""
        rows = self.correction.open_rows
        return bool(rows) and isinstance(rows[0].outcome, Refused) and rows[0].outcome.refusal.can_override

    @property
    def rows(self) -> tuple[CorrectionRow, ...]:
        """The steps that would end otherwise; the corrected one first as soon as it would."""
        return tuple(self._worded(row) for row in self.correction.rows if row.is_different or row.decision == "drop")

    @property
    def unchanged(self) -> int:
        """How many later steps come out as they happened."""
        return sum(not row.is_different and row.decision != "drop" for row in self.correction.rows[1:])

    def _worded(self, row: Replayed) -> CorrectionRow:
        ruleset, would_be = self.bridge.ruleset, row.would_be
        happened, new = self._sentence(row.step.note, row.was_after), ""
        if isinstance(row.outcome, Refused):
            new = self.bridge.words(row.outcome.refusal.sentence)
        elif isinstance(row.outcome, Due):
            new = f"{self._sentence(row.outcome.note, row.before)} Waits for an answer.".strip()
        elif isinstance(row.outcome, Done):
            new = self._sentence(row.outcome.note, row.outcome.battle)
        apart = () if would_be is None else differences(ruleset, row.kept, would_be)
        same = "" if new != happened else "The same, but after it:" if apart else "Reads the same."
        return CorrectionRow(
            row.step.number,
            _brief(self.bridge, row.step.number),
            _lines(happened, *(f"{one.subject}: {one.what} {one.before}" for one in apart[:_TOLD]), *row.repairs),
            _lines(same or new, *(f"{one.subject}: {one.what} {one.after}" for one in apart[:_TOLD])),
            row.decision,
            row.is_open,
        )

    @property
    def result_lines(self) -> tuple[ResultLine, ...]:
        """What the corrected step rests on, with what has become other."""
        row = self.correction.rows[0]
        note = row.outcome.note if row.outcome is not None else row.note
        old = self._details(self.step.note, row.was_after)
        new = self._details(note, row.would_be or row.before)
        return tuple(
            ResultLine(f"{label}: {value}", old.get(label, "not there") if old.get(label) != value else "")
            for label, value in new.items()
        )

    def _details(self, note: Note, battle: AnyBattle) -> dict[str, str]:
        entry = LogEntry(number=self.step.number, note=note, battle=battle, call=self.call)
        line = log_line(self.bridge.ruleset, entry, GM)
        return {} if line is None else {detail.label: detail.value for detail in line.details}

    @property
    def outcome(self) -> tuple[Difference, ...]:
        """What would be other of the battle as it stands now."""
        return differences(self.bridge.ruleset, self.bridge.battle, self.correction.result)


_TOLD = 4
"""Differences that a row tells."""


def _lines(*lines: str) -> str:
    return "\n".join(line for line in lines if line)


def _brief(bridge: Bridge, number: int) -> str:
    """When a step was, for a narrow column: `R3`."""
    session = bridge.session
    order = session.battle_before(session.step(number)).order
    return f"R{order.round}" if order.round else ""
