"""The session: the current battle, its history, its file and its subscribers."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple

from model.dice.answers import DiceAnswer
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Outcome, Refused, run_once
from model.session import backups, drafts, emitter
from model.session.autosave import Autosave
from model.session.branches import begin_branch, name_branch
from model.session.corrections import Correction, apply_correction
from model.session.drafts import Draft, Drafts
from model.session.emitter import Unwritable
from model.session.full_write import file_bytes
from model.session.history import History, Step, StepRecord
from model.session.journal import Journal
from model.session.migrations import MIGRATIONS, Migrations
from model.session.offered import OfferedDice
from model.session.played import Played
from model.session.problems import FileProblem, Status, place, reason
from model.session.reader import read
from model.session.values import battle_schema, unloadable
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle
from model.state.changes import AnyChange, changes
from model.state.texts import Note, Refusal, text

Origin = Literal["act", "undo", "redo", "look"]
"""`look` is sent by windows that show an earlier battle, or the newest one again: nothing was done."""
Later = Callable[[Callable[[], None]], None]
"""Runs a function soon, on the same thread."""


class Changed(Record):
    """A change of the battle, sent to subscribers after it is in the file."""

    old: AnyBattle
    new: AnyBattle
    changes: tuple[AnyChange, ...]
    step: Step
    origin: Origin


class Opened(NamedTuple):
    """The result of opening or creating a session."""

    session: Session | None
    """The session, or None if it could not be opened; then `problems` says why."""
    problems: tuple[FileProblem, ...] = ()


def _now() -> datetime:
    return datetime.now(UTC)


class Session(Played):
    """A battle with its history and its file. The only mutable object of the model.

    Made by `Session.create` and `Session.open`. Nothing that a user, a disk or another program can do raises an
    exception here; an exception is a bug.
    """

    def __init__(self, ruleset: Ruleset, history: History, autosave: Autosave, now: Callable[[], datetime]) -> None:
        super().__init__(ruleset, history)
        self._schema = battle_schema(ruleset)
        self._autosave = autosave
        self._take_drafts(Drafts())
        self._now = now
        self._subscribers: list[Callable[[Changed], None]] = []
        self._is_publishing = False
        self._is_closed = False
        self._offered: OfferedDice | None = None

    # ------------------------------------------------------------------------------- opening and closing

    @classmethod
    def create(
        cls,
        path: Path | None,
        ruleset: Ruleset,
        battle: AnyBattle,
        *,
        is_replacing: bool = False,
        now: Callable[[], datetime] = _now,
    ) -> Opened:
        """A session of a new battle, saved at once.

        Args:
            path: the file, or None to keep the battle only in memory.
            ruleset: the rules of the battle.
            battle: the battle at the start.
            is_replacing: an existing file of this name may be backed up and replaced; otherwise it is left alone.
            now: returns the time of steps.
        """
        history = History(0, battle)
        if path is None:
            return Opened(cls(ruleset, history, Autosave(ruleset, None, now), now))
        if not is_replacing and os.path.lexists(path):
            return Opened(None, (FileProblem(f"The file {place(path)} already exists."),))
        try:
            data = file_bytes(ruleset, history)
        except Unwritable as error:
            return Opened(None, (FileProblem(str(error)),))
        journal = Journal(path)
        trouble = journal.take_lock()
        if trouble is not None and trouble.kind == "locked":
            return Opened(None, (FileProblem(trouble.sentence, is_locked=True),))
        session = cls(ruleset, history, Autosave(ruleset, journal, now), now)
        session._autosave.begin(history, data)
        return Opened(session, session._unsaved())

    @classmethod
    def open(
        cls,
        path: Path,
        rulesets: Mapping[str, Ruleset],
        *,
        take_over: bool = False,
        migrations: Migrations = MIGRATIONS,
        now: Callable[[], datetime] = _now,
    ) -> Opened:
        """Open a session file as far as it can be read.

        Args:
            path: the file.
            rulesets: the rulesets of this program, by id.
            take_over: open it even if another copy of the program seems to have it open.
            migrations: from older versions of the format.
            now: returns the time of steps.
        """
        journal = Journal(path)
        if not _is_file(path):
            return Opened(None, (FileProblem(f"The file {place(path)} does not exist."),))
        trouble = journal.take_lock(take_over=take_over)
        if trouble is not None and trouble.kind == "locked":
            return Opened(None, (FileProblem(f"{trouble.sentence} Close it there first.", is_locked=True),))
        try:
            data = path.read_bytes()
        except OSError as error:
            journal.close()
            return Opened(None, (FileProblem(f"{place(path)} cannot be read: {reason(error)}."),))
        reading = read(data, rulesets, migrations)
        if reading.contents is None:
            journal.close()
            return Opened(None, (*reading.problems, *_backup_hint(path)))
        contents = reading.contents
        journal.stands(data, contents.sound_size)
        session = cls(contents.ruleset, contents.history, Autosave(contents.ruleset, journal, now), now)
        session._autosave.take_up(contents.history, trouble, is_older=contents.is_older)
        found, draft_problems = drafts.load(path, contents.history.steps)
        session._take_drafts(found)
        aside = [FileProblem(sentence, is_note=True) for sentence in session.drafts_set_aside]
        return Opened(session, (*reading.problems, *draft_problems, *aside, *session._unsaved()))

    def _unsaved(self) -> tuple[FileProblem, ...]:
        return (FileProblem(self.status.sentence),) if self.status.is_unsaved else ()

    def keep_backups(self, most: int) -> None:
        """Set how many backups of the file are kept at most, or 0 for all that the thinning leaves."""
        self._autosave.most_backups = most

    def close(self) -> None:
        """Try once more to write what waits, and release the file. The battle cannot be changed after that."""
        self._drafts.try_again(self.path)
        self._finish_writing()
        self._autosave.close(self._history)
        self._is_closed = True

    # ------------------------------------------------------------------------------------------- reading

    @property
    def path(self) -> Path | None:
        """The file that steps are written to, or None if there is none."""
        return self._autosave.path

    @property
    def status(self) -> Status:
        """Whether everything is safe on disk, with a sentence for the GM if it is not."""
        status = self._autosave.status
        if self._drafts.trouble and not status.sentence:
            return Status("unsaved", self._drafts.trouble)
        return status

    def subscribe(self, watch: Callable[[Changed], None]) -> Callable[[], None]:
        """Call `watch` after each act, undo and redo. Return a function that ends this."""
        self._subscribers.append(watch)

        def unsubscribe() -> None:
            if watch in self._subscribers:
                self._subscribers.remove(watch)

        return unsubscribe

    # -------------------------------------------------------------------------------------------- acting

    def act(self, call: Call) -> Outcome:
        """Carry out a call as far as its answers reach.

        `Done` becomes a step: saved and sent to subscribers. `Due` is kept as the actor's draft. `Refused` changes
        nothing.

        Raises:
            RuntimeError: called by a subscriber while it is notified of a change, or after closing.
        """
        self._must_be_quiet()
        outcome = run_once(self.ruleset, self.battle, call)
        if isinstance(outcome, Refused):
            return outcome
        draft = self.drafts.get(call.actor)
        is_beside = isinstance(outcome, Done) and draft is not None and draft.call.action != call.action
        if draft is not None and not is_beside and (refused := draft.against(call, outcome)):
            return refused
        return self._commit(call, outcome) if isinstance(outcome, Done) else self._keep(call) or outcome

    def undo(self, after: int | None = None) -> Step | None:
        """Undo the last step, or all steps after step `after`; published as one change.

        The last step is one of the fight: what was only shown to the players since stays shown.

        Args:
            after: number of the step that stays; the number before the first step leads back to the start.

        Returns:
            The last undo, or None if there is nothing to undo or that step is not on the path to the current one.
        """
        if after is None:
            return self._pass("undo")
        history = self._history
        way = (*(step.number for step in history.standing), history.start)
        return self._go(after if after in way else None, "undo")

    def redo(self, until: int | None = None) -> Step | None:
        """Redo the step that was undone last from here, or all steps up to `until`; published as one change.

        Args:
            until: number of the undone step that becomes current.

        Returns:
            The last redo, or None if there is nothing to redo or that step does not follow the current one.
        """
        history = self._history
        if until is None:
            return self._pass("redo")
        return self._go(until if history.redo_path(until) else None, "redo")

    def go_to(self, number: int) -> Step | None:
        """Go to the state after a step of any branch, or to the start; published as one change.

        Returns:
            The last undo or redo that this took, or None if that step is current already or does not exist.
        """
        return self._go(number if self._history.has(number) else None, "undo")

    def correct(self, correction: Correction) -> str | None:
        """Go to the end of a corrected branch; published as one change and undone by one undo.

        Returns:
            Why it is not possible, as a sentence; None on success, or if the correction changes nothing.
        """
        self._must_be_quiet()
        old = self.battle
        made = apply_correction(correction, self._history, self._schema, self._second)
        return self._made_or_told(made, old, "act")

    def begin_branch(self, number: int, name: str) -> str | None:
        """Go back to an earlier step and begin a branch there; an undo leads back to the step that was current before.

        Returns:
            Why it is not possible, as a sentence; None on success.
        """
        self._must_be_quiet()
        old = self.battle
        return self._made_or_told(begin_branch(self._history, number, name, self._second), old, "undo")

    def name_branch(self, tip: int, name: str) -> str | None:
        """Name the branch that ends with step `tip`, which is a step itself; return why it is not possible, or None."""
        self._must_be_quiet()
        return self._made_or_told(name_branch(self._history, tip, name, self._second), self.battle, "act")

    @property
    def _second(self) -> datetime:
        """The current time, to the second as in the file."""
        return self._now().replace(microsecond=0)

    def _made_or_told(self, made: list[Step] | str, old: AnyBattle, origin: Origin) -> str | None:
        if isinstance(made, str):
            return made
        if made:
            self._made(made, old, origin)
        return None

    def _pass(self, origin: Literal["undo", "redo"]) -> Step | None:
        """Undo or redo one step of the fight."""
        self._must_be_quiet()
        old = self.battle
        steps = self._past.undo(self._now()) if origin == "undo" else self._past.redo(self._now())
        if not steps:
            return None
        self._made(steps, old, origin)
        return next((step for step in reversed(steps) if step.kind == origin), steps[-1])

    def _go(self, number: int | None, origin: Origin) -> Step | None:
        self._must_be_quiet()
        if number is None or number == self._history.head:
            return None
        old = self.battle
        return self._made(self._history.go(number, self._now()), old, origin)

    def _made(self, steps: list[Step], old: AnyBattle, origin: Origin) -> Step:
        """Save steps that were made in one go, and publish them as one change."""
        if self._offered is not None:
            for step in steps:
                self._offered.follow(step)
        self._write("\n".join(step.text for step in steps))
        self._publish(Changed(old, self.battle, tuple(changes(old, self.battle)), steps[-1], origin))
        return steps[-1]

    def _must_be_quiet(self) -> None:
        if self._is_closed:
            raise RuntimeError("the session is closed")
        if self._is_publishing:
            raise RuntimeError("who is being told of a change cannot make another one")

    def _commit(self, call: Call, done: Done) -> Done | Refused:
        old = self.battle
        offered = self._offered_dice()
        note = replace(done.note, sentences=(*done.note.sentences, *offered.rerolled(call, done.note)))
        made = tuple(changes(old, done.battle))
        if not made and note == Note():
            self._drafts.drop_applied(call, self.path)
            return done
        for change in made:
            if wrong := unloadable(self._schema, old, change):
                return _unkept(str(wrong[0]))
        time = self._second
        try:
            number = self._history.next_number
            lines = emitter.done_step(number, self._history.head, time, call, note, made)
        except Unwritable as error:
            return _unkept(str(error))
        step = self._history.add(done.battle, lines, StepRecord.of(lines, time, call, note))
        offered.follow(step)
        self._write(lines)
        self._drafts.drop_applied(call, self.path)
        self._publish(Changed(old, done.battle, made, step, "act"))
        return replace(done, note=note)

    def _write(self, lines: str) -> None:
        self._autosave.write(self._history, lines)
        self._drafts.try_again(self.path)

    def _publish(self, changed: Changed) -> None:
        self._is_publishing = True
        try:
            for watch in tuple(self._subscribers):
                watch(changed)
        finally:
            self._is_publishing = False

    # -------------------------------------------------------------------------------- half-answered calls

    @property
    def drafts(self) -> Mapping[Id, Draft]:
        """Half-answered calls by actor, each run again in the current battle."""
        return self._drafts.in_battle(self.ruleset, self.battle)

    @property
    def drafts_set_aside(self) -> tuple[str, ...]:
        """A sentence for each half-answered call that needs something which the battle no longer has."""
        return tuple(self._drafts.set_aside(self.ruleset, self.battle))

    def discard_unreadable_drafts(self, why: str) -> FileProblem | None:
        """Continue without the half-answered calls, kept in a file beside the session; None if there are none."""
        if not self.drafts or self.path is None:
            return None
        self._drafts.write_waiting()
        problem = drafts.set_apart(self.path, why)
        none = Drafts()
        none.later = self._drafts.later
        self._take_drafts(none)
        return problem

    def _take_drafts(self, drafts: Drafts) -> None:
        self._drafts = drafts
        drafts.last_step = lambda: self._history.next_number - 1

    def keep_draft(self, call: Call) -> Refused | None:
        """Keep a call as its actor's draft without applying it, even if nothing is missing any more.

        Returns:
            The refusal if it may not replace the existing draft or cannot be saved, or None if it was kept.
        """
        self._must_be_quiet()
        draft = self.drafts.get(call.actor)
        if draft is not None and (refused := draft.against(call, run_once(self.ruleset, self.battle, call))):
            return refused
        return self._keep(call)

    def _keep(self, call: Call) -> Refused | None:
        try:
            self._drafts.keep(call, self.path)
        except Unwritable as error:
            return _unkept(str(error))
        return None

    def drop_draft(self, actor: Id, *, anyway: bool = False) -> Refused | None:
        """Drop a half-answered call; refused if another combatant has reacted to it.

        Args:
            actor: the actor of the call.
            anyway: the GM drops it all the same.
        """
        draft = self.drafts.get(actor)
        if draft is not None and draft.committed_by and not anyway:
            return draft.refusal()
        self._drafts.drop(actor, self.path)
        return None

    def offered_dice(self, actor: Id, action: str, request_id: str) -> DiceAnswer | None:
        """Dice that were given for this request before the step was undone, or None."""
        return self._offered_dice().at(actor, action, request_id)

    def _offered_dice(self) -> OfferedDice:
        if self._offered is None:
            self._offered = OfferedDice(self._history.steps)
        return self._offered

    # -------------------------------------------------------------------------------------------- saving

    def defer_disk_sync(self, later: Later) -> None:
        """Flush to disk a moment later, such as after the window was painted; closing flushes at once.

        Steps are still in the file before subscribers are notified of them. Half-answered calls are written later too.

        Args:
            later: takes a function and runs it soon on the same thread. It may get the same function again before that.
        """
        self._autosave.later = self._drafts.later = lambda: later(self._finish_writing)

    def _finish_writing(self) -> None:
        # The draft of an applied call is removed from disk only after its step is safe.
        self._autosave.sync(self._history)
        self._drafts.write_waiting()

    def save_copy(self, path: Path) -> str | None:
        """Write the battle with its whole history to another file; an existing file of that name is backed up.

        Returns:
            Why it is not possible, as a sentence; None on success.
        """
        return self._autosave.save_copy(self._history, path)

    def save_as(self, path: Path) -> str | None:
        """Like `save_copy`, and the session continues in the copy."""
        sentence = self._autosave.save_as(self._history, path)
        if sentence is None:
            self._drafts.save(self.path)
        return sentence

    def trim_history(self, keep: int = 0) -> str | None:
        """Remove all but the last steps from the history; the file is backed up before.

        Args:
            keep: how many steps back an undo still reaches.

        Returns:
            Why it is not possible, as a sentence; None on success.
        """
        short = self._history.trimmed(keep)
        sentence = self._autosave.shorten(short)
        if sentence is None:
            self._history, self._offered = short, None
        return sentence


def _is_file(path: Path) -> bool:
    """Whether the file exists; also True if it may not be accessed, because reading it tells why."""
    try:
        return path.is_file()
    except OSError:
        return True


def _backup_hint(path: Path) -> tuple[FileProblem, ...]:
    backup = backups.newest(path)
    if backup is None:
        return ()
    return (FileProblem(f"The last backup is {place(backup)}.", is_note=True),)


def _unkept(what: str) -> Refused:
    sentence = text("This cannot be saved: {what}.", what=what.rstrip("."))
    return Refused(Refusal(key="unkept", sentence=sentence, can_override=False))
