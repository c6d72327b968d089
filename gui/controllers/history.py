"""The history as rows, filtered incrementally, and the correction of a step. Without widgets."""

from __future__ import annotations

import time
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from gui.bridge import Bridge
from gui.controllers.action_controller import thrown
from gui.controllers.feeds import line_of
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, Call
from model.engine.run import Done, Due, Refused
from model.session import Correction, Decision, Replayed, Session, Step
from model.session.recorded_answers import Asked, asked, with_answer
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import AnyBattle
from model.state.texts import Note, refs_in
from model.view.compare import Difference, differences
from model.view.log import LogEntry, log_line
from model.view.texts import plain, render_all
from model.view.viewer import GM, name_for

# ---------------------------------------------------------------------------------------------------------- the history

Kind = Literal["", "attack", "move", "other", "order", "edit", "mark"]
KINDS: tuple[tuple[str, Kind], ...] = (
    ("All steps", ""),
    ("Attacks", "attack"),
    ("Movement", "move"),
    ("Other actions", "other"),
    ("Turns and rounds", "order"),
    ("Edits", "edit"),
    ("Notes and marks", "mark"),
)
MARK = "mark"
_SEARCH_SLICE = 0.008
"""Seconds of filtering before control returns to the event loop."""


class HistoryRow(Record, kw_only=True):
    """A step in the list of the history."""

    number: int
    time: str
    """Local time of day: `19:32`; empty if it is not known."""
    round: str
    words: str
    is_undone: bool
    is_mark: bool


class HistoryFeed(QObject):
    """Numbers of the listed steps, oldest first. `began`: the list was replaced; `added`: steps came at one end."""

    began = Signal()
    added = Signal(int, bool)
    """The number of steps added, and whether they come before the earlier ones."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.numbers: list[int] = []
        self.words, self.kind, self.shows_undone = "", "", False
        self.who: Id = ""
        self._rows: dict[int, HistoryRow] = {}
        self._seen = 0
        self._left: list[int] = []
        self._search = QTimer(self, interval=0)
        self._search.timeout.connect(self._look_through)

    @property
    def session(self) -> Session:
        return self.bridge.session

    @property
    def is_filtered(self) -> bool:
        return bool(self.words or self.kind or self.who)

    def set_filter(self, words: str, kind: str, who: Id, *, shows_undone: bool) -> None:
        """List only steps whose text contains `words`, of a kind, about a combatant; an empty filter matches all."""
        self.words, self.kind, self.who, self.shows_undone = words.strip().lower(), kind, who, shows_undone
        self.begin()

    def follow(self) -> None:
        """Add the steps since the last call; list all again if steps were undone or redone."""
        steps = self.session.steps
        fresh = steps[self._seen :]
        if not self._seen or self._seen > len(steps) or any(step.kind != "do" for step in fresh):
            self.begin()
            return
        self._seen = len(steps)
        listed = [step.number for step in fresh if not self.is_filtered or self._fits(step)]
        if listed:
            self.numbers += listed
            self.added.emit(len(listed), False)

    def begin(self) -> None:
        """List all steps again: at once without a filter, else as they are found, from the newest to the oldest."""
        self._search.stop()
        self._rows = {}
        session = self.session
        steps = session.steps
        self._seen = len(steps)
        if self.shows_undone:
            numbers = [step.number for step in steps if step.kind == "do"]
        else:
            numbers = [step.number for step in session.standing()][::-1]
        self.numbers = [] if self.is_filtered else numbers
        self._left = numbers if self.is_filtered else []
        self.began.emit()
        if self._left:
            self._search.start()

    def finish(self) -> None:
        """Filter the remaining steps at once."""
        while self._left:
            self._look_through()

    def _look_through(self) -> None:
        end, found = time.perf_counter() + _SEARCH_SLICE, []
        while self._left and time.perf_counter() < end:
            number = self._left.pop()
            if self._fits(self.session.step(number)):
                found.append(number)
        if found:
            self.numbers[:0] = found[::-1]
            self.added.emit(len(found), True)
        if not self._left:
            self._search.stop()

    def _fits(self, step: Step) -> bool:
        return (
            (not self.kind or self.kind == self._kind(step))
            and (not self.who or self.who in _about(step))
            and (not self.words or self.words in self.row(step.number).words.lower())
        )

    def _kind(self, step: Step) -> str:
        if step.call.action in (MARK, "note", "settle_note"):
            return "mark"
        action = self.bridge.ruleset.actions.get(step.call.action)
        group = "order" if action is None else action.group
        return "other" if group == "defence" else group

    def row(self, number: int) -> HistoryRow:
        """Return the row of a step, made on first use and then cached."""
        if number not in self._rows:
            self._rows[number] = self._made(self.session.step(number))
        return self._rows[number]

    def _made(self, step: Step) -> HistoryRow:
        line = line_of(self.session, step)
        return HistoryRow(
            number=step.number,
            time=step.time.astimezone().strftime("%H:%M") if step.time.year > 1 else "",
            round=line.brief,
            words=line.text,
            is_undone=step.is_undone,
            is_mark=step.call.action == MARK,
        )

    @property
    def combatants(self) -> tuple[tuple[str, Id], ...]:
        """Names and ids of the combatants that can be filtered by."""
        battle = self.session.battle
        return tuple(sorted((name_for(battle, id, GM) or id, id) for id in battle.combatants))

    def place_words(self, number: int) -> str:
        """Return when a step was: `Round 3, step 41`."""
        step = self.session.step(number)
        battle = self.session.battle_after(step)
        round = f"Round {battle.order.round}, " if battle.order.round else ""
        return f"{round}step {number}" if round else f"Step {number}"


def _about(step: Step) -> set[Id]:
    """Return everyone that a step is about: actor, targets, and those named in its text."""
    named = {id for sentence in step.note.sentences for id in refs_in(sentence)}
    return ({step.call.actor, *step.call.targets} | named) - {ENVIRONMENT}


# ---------------------------------------------------------------------------------------------------- correcting a step

_REPLAY_SLICE = 0.012
"""Seconds of replay before control returns to the event loop."""


class CorrectionRow(Record):
    """A step whose result would be different, in words."""

    number: int
    round: str
    happened: str
    would_be: str
    decision: Decision
    is_open: bool
    """Whether its new result is chosen but not possible: an answer is missing, or it is refused."""


class ResultLine(Record):
    """A number, a roll or a verdict of the corrected step, and its earlier value."""

    words: str
    was: str = ""
    """Empty if it is unchanged."""


class StepCorrection(QObject):
    """Replays the later steps in slices, so that the window stays responsive; `changed` when results can be shown."""

    changed = Signal()
    progressed = Signal(int, int)
    """How many steps have been replayed, and how many there are."""

    def __init__(self, bridge: Bridge, correction: Correction, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.correction = correction
        self.step = correction.step
        self.recorded = correction.step.call
        self._work = QTimer(self, interval=0)
        self._work.timeout.connect(self._go_on)
        self._begin()

    # -------------------------------------------------------------------------------------------- replay

    def _begin(self) -> None:
        next(self.correction.replay(), None)
        self._work.start()
        self.changed.emit()

    def _go_on(self) -> None:
        end = time.perf_counter() + _REPLAY_SLICE
        for _ in self.correction.replay():
            if time.perf_counter() > end:
                break
        self.progressed.emit(len(self.correction.rows), self.correction.count)
        if self.correction.is_worked_out:
            self._work.stop()
            self.changed.emit()

    def stop(self) -> None:
        """Stop the replay without changing anything."""
        self._work.stop()

    def finish(self) -> None:
        """Replay the remaining steps at once."""
        for _ in self.correction.replay():
            pass
        self._go_on()

    # -------------------------------------------------------------------------------------- input

    @property
    def battle(self) -> AnyBattle:
        """The battle in which the step was made."""
        return self.correction.battle

    def battle_of(self, number: int) -> AnyBattle:
        """Return the battle in which a step is replayed."""
        row = self._row(number)
        return self.battle if row is None else row.before

    @property
    def call(self) -> Call:
        """The current call of the corrected step."""
        return self.correction.call(self.step.number)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """Requests of the corrected step, with their answers."""
        return asked(self.bridge.ruleset, self.battle, self.call)

    def say(self, call: Call) -> None:
        """Replace the call of the corrected step."""
        if call != self.call:
            self.correction.say(self.step.number, call)
            self._begin()

    def decide(self, number: int, decision: Decision) -> None:
        """Decide what happens to a later step."""
        self.correction.decide(number, decision)
        self._begin()

    def decide_all(self, decision: Decision) -> None:
        """Make the same decision for all later steps."""
        self.correction.decide_all(decision)
        self._begin()

    def answer(self, number: int, id: str, answer: Answer) -> None:
        """Answer a request of a step."""
        self.correction.say(number, with_answer(self.correction.call(number), id, answer))
        self._begin()

    def override_refusal(self, number: int) -> None:
        """Override the refusal of a step."""
        row = self._row(number)
        if row is not None and isinstance(row.outcome, Refused):
            call = self.correction.call(number)
            self.correction.say(number, replace(call, anyway=(*call.anyway, row.outcome.refusal.key)))
            self._begin()

    def roll(self, request: DiceRequest) -> Answer:
        """Roll the requested dice with the system's random generator."""
        return thrown(request)

    def _row(self, number: int) -> Replayed | None:
        return next((row for row in self.correction.rows if row.step.number == number), None)

    def apply(self) -> str | None:
        """Apply the correction; return a sentence if it is not possible."""
        self.finish()
        return self.bridge.session.correct(self.correction)

    # ------------------------------------------------------------------------------------- in words

    def title_of(self, asked: Asked, known: Id = "") -> str:
        """Return what is asked, with the name of whom it asks, unless the title says it or it is `known`."""
        request = asked.request
        title = request.title if isinstance(request, DiceRequest) else self.bridge.words(request.title)
        who = self.bridge.name(asked.by)
        return title if asked.by == known or who in title else f"{who}: {title}"

    @property
    def title(self) -> str:
        return f"Correct Step {self.step.number}"

    @property
    def sentence(self) -> str:
        """The original text of the step."""
        return self._sentence(self.step.note, self.bridge.session.battle_after(self.step))

    def _sentence(self, note: Note, battle: AnyBattle) -> str:
        return plain(render_all(note.sentences, battle, GM))

    @property
    def open(self) -> tuple[int, Asked | str] | None:
        """The first open step with what it asks, or why it is refused; None if no step is open."""
        for row in self.correction.open_rows:
            if isinstance(row.outcome, Due):
                first = row.outcome.wanted[0]
                return row.step.number, Asked(first.request, first.by, None, first.problem or "")
            assert isinstance(row.outcome, Refused)
            return row.step.number, self.bridge.words(row.outcome.refusal.sentence)
        return None

    @property
    def can_do_anyway(self) -> bool:
        """Whether the refusal of the first open step can be overridden."""
        rows = self.correction.open_rows
        return bool(rows) and isinstance(rows[0].outcome, Refused) and rows[0].outcome.refusal.can_override

    @property
    def rows(self) -> tuple[CorrectionRow, ...]:
        """The corrected step, and the later steps whose result would be different or that are dropped."""
        first, *later = self.correction.rows
        told = (first, *(row for row in later if row.is_different or row.decision == "drop"))
        return tuple(self._worded(row) for row in told)

    @property
    def unchanged(self) -> int:
        """How many later steps keep their recorded result."""
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
        else:
            new = happened
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
        """The numbers, rolls and verdicts of the corrected step, each with its earlier value if that differs."""
        row = self.correction.rows[0]
        note = row.outcome.note if row.outcome is not None else row.note
        old = self._details(self.step.note, row.was_after)
        new = self._details(note, row.would_be or row.before)
        return tuple(
            ResultLine(f"{label.rstrip('.')}: {value}", old.get(label, "not there") if old.get(label) != value else "")
            for label, value in new.items()
        )

    def _details(self, note: Note, battle: AnyBattle) -> dict[str, str]:
        entry = LogEntry(number=self.step.number, note=note, battle=battle, call=self.call)
        line = log_line(self.bridge.ruleset, entry, GM)
        return {} if line is None else {detail.label: detail.value for detail in line.details}

    @property
    def outcome(self) -> tuple[Difference, ...]:
        """Differences between the current battle and the battle after the correction."""
        return differences(self.bridge.ruleset, self.bridge.battle, self.correction.result)


_TOLD = 4
"""At most this many differences in a row."""


def _lines(*lines: str) -> str:
    return "\n".join(line for line in lines if line)


def _brief(bridge: Bridge, number: int) -> str:
    """Return the round of a step, for a narrow column: `R3`."""
    session = bridge.session
    order = session.battle_before(session.step(number)).order
    return f"R{order.round}" if order.round else ""
