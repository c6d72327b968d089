"""Correcting an earlier step: its call is changed, and the later steps are replayed with their recorded answers.

The battle does not change meanwhile. Once applied, the corrected branch stands beside the old one in the tree of steps,
and one undo leads back to the old one.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import Literal, NamedTuple

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Due, Outcome, Refused, missing, run
from model.session import emitter
from model.session.history import CORRECT, History, Step, StepRecord
from model.session.values import Schema, unloadable
from model.state.base import Id, Record, State, replace
from model.state.battle import AnyBattle
from model.state.changes import Splice, changes
from model.state.merge import merged
from model.state.references import repaired
from model.state.texts import Note, Refusal, Text, gm_text

_KEPT = gm_text("Kept as it happened")
"""Added to the log of a step that keeps its recorded result although it would end differently now."""
Decision = Literal["keep", "new", "drop"]
"""What happens to a step: keep the recorded result, take the new result, or drop the step."""


class _Recorded(NamedTuple):
    step: Step
    before: AnyBattle
    after: AnyBattle


class Replayed(Record, kw_only=True):
    """A step as it was recorded, and as it would be after the correction."""

    step: Step
    was_before: AnyBattle
    was_after: AnyBattle
    before: AnyBattle
    """The battle in which it is replayed."""
    call: Call
    outcome: Outcome | None
    """Outcome of the replay, or None if neither its call nor the battle before it has changed."""
    kept: AnyBattle
    """The battle after it with its recorded result."""
    decision: Decision
    is_different: bool
    """Whether it would end differently from how it was recorded, so that the GM has to decide."""
    after: AnyBattle
    """The battle after it according to `decision`."""
    note: Note
    repairs: tuple[str, ...] = ()
    """One sentence for each reference that is left out of `kept`, because what it refers to does not exist there."""

    @property
    def would_be(self) -> AnyBattle | None:
        """The battle after it by the rules, or None if they refuse it or an answer is missing."""
        return self.outcome.battle if isinstance(self.outcome, Done) else self.kept if self.outcome is None else None

    @property
    def is_open(self) -> bool:
        """Whether the new result is chosen but not available: an answer is missing, or the rules refuse it."""
        return self.decision == "new" and self.would_be is None


class Correction:
    """A corrected step and the replay of the steps after it. Made by `Session.correction`."""

    def __init__(self, ruleset: Ruleset, history: History, number: int) -> None:
        self._ruleset = ruleset
        self.head = history.head
        """Number of the step that was current; the correction can be applied as long as it is."""
        steps: list[Step] = []
        for step in history.standing:
            if not history.is_about_lines(step.number):
                steps.append(step)
            if step.number == number:
                break
        self._recorded = [
            _Recorded(step, history.battle_after(step.parent), history.battle_after(step.number))
            for step in reversed(steps)
        ]
        self._at = {recorded.step.number: at for at, recorded in enumerate(self._recorded)}
        self._calls: dict[int, Call] = {}
        self._decisions: dict[int, Decision] = {}
        self.rows: list[Replayed] = []
        """The rows replayed so far, the corrected step first."""

    # ------------------------------------------------------------------------------ calls and decisions

    @property
    def step(self) -> Step:
        """The step that is corrected."""
        return self._recorded[0].step

    @property
    def battle(self) -> AnyBattle:
        """The battle in which it was made."""
        return self._recorded[0].before

    @property
    def count(self) -> int:
        """How many steps are replayed: the corrected one and those after it."""
        return len(self._recorded)

    def call(self, number: int) -> Call:
        """The call of a step: as recorded, unless `say` has changed it."""
        return self._calls.get(number) or self._recorded[self._at[number]].step.call

    def say(self, number: int, call: Call) -> None:
        """Change the call of a step: other dice, targets, options, overrides, or the answers that it asks for now."""
        self._calls[number] = call
        self._forget(number)

    def decide(self, number: int, decision: Decision) -> None:
        """Decide what happens to a step that would end differently."""
        self._decisions[number] = decision
        self._forget(number)

    def decide_all(self, decision: Decision) -> None:
        """Make the same decision for all later steps, including those that are not replayed yet."""
        self._decisions |= {recorded.step.number: decision for recorded in self._recorded[1:]}
        del self.rows[1:]

    def _forget(self, number: int) -> None:
        del self.rows[self._at[number] :]

    # -------------------------------------------------------------------------------------------- replay

    def replay(self) -> Iterator[int]:
        """Replay the missing rows and yield how many there are after each. The iteration may be stopped at any time."""
        while len(self.rows) < len(self._recorded):
            self.rows.append(self._row(len(self.rows)))
            yield len(self.rows)

    @property
    def is_worked_out(self) -> bool:
        return len(self.rows) == len(self._recorded)

    def _row(self, at: int) -> Replayed:
        step, before, after = self._recorded[at]
        now = self.rows[-1].after if at else before
        call = self._calls.get(step.number)
        is_said_anew = call is not None and call != step.call
        decision = self._decisions.get(step.number, "keep" if at else "new")
        is_as_it_was = now is before and not is_said_anew
        kept, repairs = (after, ()) if is_as_it_was else _kept(before, after, now)
        outcome = None if is_as_it_was else self._outcome(now, call or step.call)
        is_different = outcome is not None and not (isinstance(outcome, Done) and _is_same(kept, outcome.battle))
        row = Replayed(
            step=step,
            was_before=before,
            was_after=after,
            before=now,
            call=call or step.call,
            outcome=outcome,
            kept=kept,
            decision=decision,
            is_different=is_different,
            after=kept,
            note=step.note,
            repairs=repairs,
        )
        return _decided(row, is_said_anew=is_said_anew)

    def _outcome(self, now: AnyBattle, call: Call) -> Outcome:
        if part := missing(self._ruleset, now, call):
            sentence = gm_text("{part} is not in the battle any more.", part=part.capitalize())
            return Refused(_refusal(sentence))
        return run(self._ruleset, now, call)

    # ----------------------------------------------------------------------------------------------- result

    @property
    def result(self) -> AnyBattle:
        """The battle after the rows replayed so far."""
        return self.rows[-1].after if self.rows else self.battle

    @property
    def open_rows(self) -> tuple[Replayed, ...]:
        """Rows whose new result is chosen but not available yet."""
        return tuple(row for row in self.rows if row.is_open)

    @property
    def changes_nothing(self) -> bool:
        """Whether everything stays as it was recorded, the corrected step included."""
        return all(
            row.decision != "drop" and row.after is row.was_after and row.note is row.step.note for row in self.rows
        )

    def problem(self, head: int) -> str:
        """Why it cannot be applied when step `head` is current; empty if it can."""
        if head != self.head:
            return "The battle has gone on meanwhile: open the step again."
        if not self.is_worked_out:
            return "The steps since are not all played again yet."
        for row in self.open_rows:
            what = "is waiting for an answer" if isinstance(row.outcome, Due) else "would be refused"
            return f"Step {row.step.number} {what}: answer it, keep what happened, or drop the step."
        return ""

    def write(self, schema: Schema, number: int, now: datetime) -> tuple[list[tuple[AnyBattle, str, StepRecord]], str]:
        """The steps of the corrected branch as they are saved, and why they cannot be saved (empty if they can).

        Args:
            schema: the battle's types.
            number: number of the first of them; the others follow it.
            now: when the correction is made; the replayed steps keep the times at which they were played.
        """
        dropped = [row.step.number for row in self.rows if row.decision == "drop"]
        rows = [row for row in self.rows if row.decision != "drop"]
        options = {"step": self.step.number, "line": self.head, "until": number + len(rows), "dropped": dropped}
        call, note = Call(action=CORRECT, options=options), self._told(dropped)
        parent = self.step.parent
        try:
            text = emitter.done_step(number, parent, now, call, note, ())
            lines = [(self.battle, text, StepRecord.of(text, now, call, note))]
            for row in rows:
                made = tuple(changes(row.before, row.after))
                for change in made if row.after is not row.was_after else ():
                    if wrong := unloadable(schema, row.before, change):
                        return [], f"Step {row.step.number} cannot be saved like this: {str(wrong[0]).rstrip('.')}."
                parent, number = number, number + 1
                text = emitter.done_step(number, parent, row.step.time, row.call, row.note, made)
                lines.append((row.after, text, StepRecord.of(text, row.step.time, row.call, row.note)))
        except emitter.Unwritable as error:
            return [], str(error)
        return lines, ""

    def _told(self, dropped: list[int]) -> Note:
        """The log entry: which step, and what happens to the later steps that would have ended differently."""
        first = self.rows[0]
        what = "is dropped" if first.decision == "drop" else "is corrected"
        sentences = [gm_text(f"Step {{step}} {what}", step=self.step.number)]
        later = [row for row in self.rows[1:] if row.is_different]
        for decision, one, several in (
            ("keep", "{count} later step is kept as it happened", "{count} later steps are kept as they happened"),
            ("new", "{count} later step has a new result", "{count} later steps have new results"),
            ("drop", "{count} later step is dropped", "{count} later steps are dropped"),
        ):
            if count := sum(row.decision == decision for row in later):
                sentences.append(gm_text(one if count == 1 else several, count=count))
        return Note(sentences=tuple(sentences))


def correctable(ruleset: Ruleset, history: History, number: int) -> str:
    """Why a step cannot be corrected; empty when it can."""
    if number not in (step.number for step in history.standing):
        return "Only a step that led to where the battle stands can be corrected: go back to its branch first."
    if history.is_about_lines(number):
        return f"Step {number} only begins or names a line: there is nothing in it to correct."
    if history.step(number).call.action not in ruleset.actions:
        return f"Step {number} was made by an action that this version of the game does not know."
    return ""


def apply_correction(correction: Correction, history: History, schema: Schema, now: datetime) -> list[Step] | str:
    """Apply a correction to a history; return the steps that this took, or why it is not possible."""
    if sentence := correction.problem(history.head):
        return sentence
    if correction.changes_nothing:
        return []
    undone, _ = history.route(correction.step.parent)
    lines, sentence = correction.write(schema, history.next_number + undone, now)
    if sentence:
        return sentence
    return [*history.go(correction.step.parent, now), *(history.add(*line) for line in lines)]


def _kept(before: AnyBattle, after: AnyBattle, now: AnyBattle) -> tuple[AnyBattle, tuple[str, ...]]:
    """The recorded result of a step in another battle, and a sentence for each dangling reference that is left out."""
    kept = merged(before, after, now)
    if kept.serial < now.serial:
        kept = replace(kept, serial=now.serial)  # no id is given out twice
    gone = {id for ids, others in zip(_ids(before), _ids(now), strict=True) for id in ids - others}
    has_lost = any(others - ids for ids, others in zip(_ids(kept), _ids(now), strict=True))
    # Checking the references of a large battle is slow, and `now` has no dangling ones.
    return repaired(kept) if has_lost or (gone and _names_any(now, kept, gone)) else (kept, ())


def _ids(battle: AnyBattle) -> tuple[AbstractSet[Id], ...]:
    """The ids that other parts of a battle may refer to."""
    return battle.order.slots.keys(), battle.combatants.keys(), battle.things.keys(), battle.items.keys()


def _names_any(before: AnyBattle, after: AnyBattle, ids: AbstractSet[Id]) -> bool:
    """Whether a part of `after` that differs from `before` contains one of these ids."""
    for change in changes(before, after):
        new = change.added if isinstance(change, Splice) else change.new
        if not ids.isdisjoint(change.path) or not ids.isdisjoint(_strings(new)):
            return True
    return False


def _strings(value: object) -> Iterator[str]:
    """Every text in a value, including the keys of tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, State):
        for field in value.__struct_fields__:
            yield from _strings(getattr(value, field))
    elif isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _strings(one)


def _is_same(one: AnyBattle, other: AnyBattle) -> bool:
    return next(changes(one, other), None) is None


def _decided(row: Replayed, *, is_said_anew: bool) -> Replayed:
    """A row with its decision applied. A result that equals the recorded battle is replaced by that very object."""
    after, note = row.kept, row.step.note
    outcome = row.outcome
    if row.decision == "drop":
        after = row.before
    elif isinstance(outcome, Done) and (row.decision == "new" if row.is_different else is_said_anew):
        after, note = outcome.battle, outcome.note
    elif row.is_open:
        after = row.before
    elif row.is_different and row.decision == "keep":
        row = replace(row, call=row.step.call)
        if row.before is not row.was_before and _KEPT not in note.sentences:
            note = replace(note, sentences=(*note.sentences, _KEPT))
    if after is not row.was_after and _is_same(row.was_after, after):
        after = row.was_after
    return replace(row, after=after, note=note)


def _refusal(sentence: Text) -> Refusal:
    return Refusal(key="missing", sentence=sentence, can_override=False)
