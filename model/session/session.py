"""The session: the battle that is being fought, its history, its file and whoever watches."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple

from model.dice.answers import DiceAnswer
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Due, Outcome, Refused, run
from model.session import backups, drafts, emitter, names
from model.session.drafts import Draft
from model.session.emitter import Unwritable
from model.session.history import History, Step, Told
from model.session.journal import Journal, Trouble
from model.session.migrations import MIGRATIONS, Migrations
from model.session.offered import OfferedDice
from model.session.problems import Problem, Status, place, reason
from model.session.reader import Contents, read
from model.session.values import battle_type, unloadable
from model.session.whole import copy_pictures, whole
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.changes import AnyChange, changes
from model.state.texts import Note, Refusal, text

Origin = Literal["act", "undo", "redo"]


@dataclasses.dataclass(frozen=True)
class Changed:
    """What happened to the battle, for whoever watches: told after it is on disk."""

    old: AnyBattle
    new: AnyBattle
    changes: tuple[AnyChange, ...]
    step: Step
    origin: Origin


class Opened(NamedTuple):
    """What came of opening or creating a session."""

    session: Session | None
    """None: it could not be opened, and the problems say why."""
    problems: tuple[Problem, ...] = ()


def _now() -> datetime:
    return datetime.now(UTC)


class Session:
    """A battle with its history and its file. The only mutable object of the model.

    Made by `Session.create` and `Session.open`. Nothing that a user, a disk or another program can do raises an
    exception here; what does is a bug.
    """

    def __init__(
        self, ruleset: Ruleset, history: History, journal: Journal | None, now: Callable[[], datetime] = _now
    ) -> None:
        self.ruleset = ruleset
        self._type = battle_type(ruleset)
        self._history = history
        self._journal = journal
        self._now = now
        self._status = Status("saved") if journal else Status("memory", "This battle is not saved in a file yet.")
        self._must_rewrite = False
        self._subscribers: list[Callable[[Changed], None]] = []
        self._is_publishing = False
        self._calls: dict[Id, Call] = {}
        self._drafts: dict[Id, Draft] = {}
        self._drafts_battle: AnyBattle | None = None
        self._drafts_trouble = ""
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
            path: the file; None: no file, only memory.
            ruleset: the rules that the battle is fought by.
            battle: how it begins.
            is_replacing: a file of this name may be put into the backups; otherwise it is left alone.
            now: the time of steps.
        """
        history = History(0, battle, _moves(ruleset))
        if path is None:
            return Opened(cls(ruleset, history, None, now))
        if path.exists() and not is_replacing:
            return Opened(None, (Problem(f"There is a file {place(path)} already."),))
        try:
            data = whole(ruleset, history)
        except Unwritable as error:
            return Opened(None, (Problem(str(error)),))
        journal = Journal(path)
        trouble = journal.take_lock()
        if trouble is not None and trouble.kind == "locked":
            return Opened(None, (Problem(trouble.sentence),))
        session = cls(ruleset, history, journal, now)
        session._settle(session._write_whole(data, is_new=True))
        return Opened(session, session._problems())

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
        """Open a session file, as far as it can be.

        Args:
            path: the file.
            rulesets: those that this program has, by id.
            take_over: also when another copy of the program seems to have it open.
            migrations: from older versions of the format.
            now: the time of steps.
        """
        journal = Journal(path)
        if not path.is_file():
            return Opened(None, (Problem(f"There is no file {place(path)}."),))
        trouble = journal.take_lock(take_over=take_over)
        if trouble is not None and trouble.kind == "locked":
            return Opened(None, (Problem(f"{trouble.sentence} Close it there first."),))
        try:
            data = path.read_bytes()
        except OSError as error:
            journal.close()
            return Opened(None, (Problem(f"{place(path)} cannot be read: {reason(error)}."),))
        reading = read(data, rulesets, migrations)
        if reading.contents is None:
            journal.close()
            return Opened(None, (*reading.problems, *_backup_hint(path)))
        session = cls._of(reading.contents, data, journal, now)
        session._settle(trouble or session._writable())
        calls, draft_problems = drafts.load(path)
        session._calls = calls
        return Opened(session, (*reading.problems, *draft_problems, *session._problems()))

    @classmethod
    def _of(cls, contents: Contents, data: bytes, journal: Journal, now: Callable[[], datetime]) -> Session:
        session = cls(contents.ruleset, contents.history, journal, now)
        journal.stands(data, contents.sound_size)
        session._must_rewrite = contents.is_older
        return session

    def _writable(self) -> Trouble | None:
        if self._journal is None or self._journal.is_writable:
            return None
        return Trouble("disk", f"{place(self._journal.path)} may only be read.")

    def _problems(self) -> tuple[Problem, ...]:
        return (Problem(self._status.sentence),) if self._status.is_unsaved else ()

    def close(self) -> None:
        """Try once more to write what waits, and let go of the file."""
        if self._journal is not None:
            if self._journal.has_waiting:
                self._settle(self._journal.flush())
            self._journal.close()

    # ------------------------------------------------------------------------------------------- looking

    @property
    def battle(self) -> AnyBattle:
        """The battle as it stands."""
        return self._history.battle

    @property
    def path(self) -> Path | None:
        """The file that steps are written to; None when there is none."""
        return self._journal.path if self._journal else None

    @property
    def status(self) -> Status:
        """Whether everything is safe on disk, in words for the GM when it is not."""
        if self._drafts_trouble and not self._status.sentence:
            return Status("unsaved", self._drafts_trouble)
        return self._status

    @property
    def steps(self) -> tuple[Step, ...]:
        """The log: every step in the order they were made, undone ones too."""
        return tuple(self._history.steps)

    def battle_before(self, step: Step) -> AnyBattle:
        """The battle that a step was made in."""
        return self._history.battle_after(self._history.step(step.of).parent)

    def battle_after(self, step: Step) -> AnyBattle:
        """The battle that a step led to, whether or not it was undone since."""
        return self._history.battle_after(step.parent if step.kind == "undo" else step.of)

    @property
    def can_undo(self) -> bool:
        return self._history.undoable is not None

    @property
    def can_redo(self) -> bool:
        return self._history.redoable is not None

    @property
    def undo_title(self) -> Note | None:
        """What an undo would undo; None when there is nothing."""
        step = self._history.undoable
        return None if step is None else step.note

    @property
    def redo_title(self) -> Note | None:
        """What a redo would do again; None when there is nothing."""
        step = self._history.redoable
        return None if step is None else step.note

    def subscribe(self, watch: Callable[[Changed], None]) -> Callable[[], None]:
        """Have `watch` called after each act, undo and redo. Returns how to stop that."""
        self._subscribers.append(watch)

        def unsubscribe() -> None:
            if watch in self._subscribers:
                self._subscribers.remove(watch)

        return unsubscribe

    # -------------------------------------------------------------------------------------------- acting

    def act(self, call: Call) -> Outcome:
        """Carry out a call as far as its answers reach.

        `Done` is a step: saved and told to whoever watches. `Due` is kept as the actor's draft. `Refused` changes
        nothing.

        Raises:
            RuntimeError: called by somebody who is just being told of a change.
        """
        self._must_be_quiet()
        outcome = run(self.ruleset, self.battle, call)
        if refused := self._against_draft(call, outcome):
            return refused
        if isinstance(outcome, Done):
            return self._commit(call, outcome)
        if isinstance(outcome, Due):
            return self._keep_draft(call, outcome)
        return outcome

    def undo(self) -> Step | None:
        """Take back the last step; None when there is none."""
        self._must_be_quiet()
        if not self.can_undo:
            return None
        old, time = self.battle, self._now()
        lines = emitter.moved_step(self._history.next_number, "undo", self._history.head, time)
        return self._moved(self._history.undo(lines, Told(lines)), old, "undo")

    def redo(self) -> Step | None:
        """Do again the step that was undone last from here; None when there is none."""
        self._must_be_quiet()
        undone = self._history.redoable
        if undone is None:
            return None
        old, time = self.battle, self._now()
        lines = emitter.moved_step(self._history.next_number, "redo", undone.number, time)
        return self._moved(self._history.redo(undone.number, lines, Told(lines)), old, "redo")

    def _moved(self, step: Step, old: AnyBattle, origin: Origin) -> Step:
        if self._offered is not None:
            self._offered.follow(step)
        self._write(step.text)
        self._publish(Changed(old, self.battle, tuple(changes(old, self.battle)), step, origin))
        return step

    def _must_be_quiet(self) -> None:
        if self._is_publishing:
            raise RuntimeError("who is being told of a change cannot make another one")

    def _commit(self, call: Call, done: Done) -> Done | Refused:
        old = self.battle
        offered = self._offered_dice()
        note = replace(done.note, sentences=(*done.note.sentences, *offered.taken_anew(call)))
        made = tuple(changes(old, done.battle))
        if not made and note == Note():
            self._drop_applied(call)
            return done
        for change in made:
            if wrong := unloadable(self._type, old, change):
                return _unkept(str(wrong[0]))
        time = self._now().replace(microsecond=0)
        try:
            number = self._history.next_number
            lines = emitter.done_step(number, self._history.head, time, call, note, made)
        except Unwritable as error:
            return _unkept(str(error))
        step = self._history.add(done.battle, lines, Told.of(lines, time, call, note))
        offered.follow(step)
        self._write(lines)
        self._drop_applied(call)
        self._publish(Changed(old, done.battle, made, step, "act"))
        return dataclasses.replace(done, note=note)

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
        """Half-answered calls by actor, each run again in the battle as it now stands."""
        if self._drafts_battle is not self.battle:
            self._drafts = {}
            self._drafts_battle = self.battle
        self._drafts = {
            actor: known
            if (known := self._drafts.get(actor)) and known.call is call
            else Draft(call, run(self.ruleset, self.battle, call))
            for actor, call in self._calls.items()
        }
        return self._drafts

    def keep_draft(self, call: Call) -> Refused | None:
        """Keep a call as its actor's draft as it is: nothing is carried out, even when nothing is missing.

        Refused when somebody else has declared something on the draft that it would take the place of.
        """
        new, old = Draft(call, run(self.ruleset, self.battle, call)), self.drafts.get(call.actor)
        is_held = old is not None and old.committed_by and "committed" not in call.anyway
        if old is not None and is_held and (call.action != old.call.action or not new.committed_by):
            return _committed(old)
        outcome = new.outcome
        kept = self._keep_draft(call, outcome)
        return kept if isinstance(kept, Refused) and kept is not outcome else None

    def drop_draft(self, actor: Id, *, anyway: bool = False) -> Refused | None:
        """Forget a half-answered call; refused when somebody else has declared something on it.

        Args:
            actor: whose.
            anyway: the GM says so all the same.
        """
        draft = self.drafts.get(actor)
        if draft is None:
            return None
        if draft.committed_by and not anyway:
            return _committed(draft)
        self._set_draft(actor, None)
        return None

    def offered_dice(self, actor: Id, action: str, request_id: str) -> DiceAnswer | None:
        """Dice that lay on the table for this request before the step was undone."""
        return self._offered_dice().at(actor, action, request_id)

    def _offered_dice(self) -> OfferedDice:
        if self._offered is None:
            self._offered = OfferedDice(self._history.steps)
        return self._offered

    def _against_draft(self, call: Call, outcome: Outcome) -> Refused | None:
        """Why a call may not take the place of a draft on which somebody else has declared something."""
        draft = self.drafts.get(call.actor)
        if draft is None or not draft.committed_by or "committed" in call.anyway:
            return None
        if isinstance(outcome, Refused):
            return None
        is_same = call.action == draft.call.action
        is_left_alone = isinstance(outcome, Done) and not is_same
        return None if is_left_alone or (is_same and outcome.committed_by) else _committed(draft)

    def _keep_draft(self, call: Call, outcome: Outcome) -> Outcome:
        try:
            emitter.value(call).encode()
            self._set_draft(call.actor, call)
        except Unwritable as error:
            return _unkept(str(error))
        self._drafts[call.actor] = Draft(call, outcome)
        return outcome

    def _drop_applied(self, call: Call) -> None:
        draft = self._calls.get(call.actor)
        if draft is not None and draft.action == call.action:
            self._set_draft(call.actor, None)

    def _set_draft(self, actor: Id, call: Call | None) -> None:
        calls = {other: kept for other, kept in self._calls.items() if other != actor}
        self._calls = calls if call is None else calls | {actor: call}
        if self.path is not None:
            self._drafts_trouble = drafts.save(self.path, self._calls) or ""

    # -------------------------------------------------------------------------------------------- saving

    def save_copy(self, path: Path) -> str | None:
        """Write the fight with its whole history into another file; a file of that name goes into the backups.

        Returns:
            Why it could not be done, as a sentence; None when it was.
        """
        if self.path is not None and path.resolve() == self.path.resolve():
            return f"{place(path)} is the file of this fight itself."
        return self._write_other(Journal(path), is_kept_open=False)

    def save_as(self, path: Path) -> str | None:
        """Like `save_copy`, and the fight goes on in the copy."""
        if self.path is not None and path.resolve() == self.path.resolve():
            return None
        journal = Journal(path)
        if sentence := self._write_other(journal, is_kept_open=True):
            return sentence
        self._go_on_in(journal)
        self._status = Status("saved")
        return None

    def trim_history(self, keep: int = 0) -> str | None:
        """Forget all but the last steps; the file as it was goes into the backups.

        Args:
            keep: how many steps back an undo still reaches.

        Returns:
            Why it could not be done, as a sentence; None when it was.
        """
        short = self._history.trimmed(keep)
        try:
            data = whole(self.ruleset, short)
        except Unwritable as error:
            return str(error)
        if self._journal is not None:
            trouble = self._write_whole(data)
            if trouble is not None:
                return trouble.sentence
            self._settle(None)
        self._history, self._offered = short, None
        return None

    def _write_other(self, journal: Journal, *, is_kept_open: bool) -> str | None:
        """Write the fight into another file, pictures included."""
        trouble = journal.take_lock()
        if trouble is None:
            try:
                if self.path is not None:
                    copy_pictures(self._history.battles, self.path.parent, journal.path.parent)
                backups.back_up(journal.path, self._now())
                trouble = journal.replace(whole(self.ruleset, self._history), is_new=True)
            except Unwritable as error:
                trouble = Trouble("disk", str(error))
            except OSError as error:
                trouble = Trouble("disk", f"{place(journal.path)} cannot be written: {reason(error)}.")
        if trouble is not None or not is_kept_open:
            journal.close()
        return None if trouble is None else trouble.sentence

    def _go_on_in(self, journal: Journal) -> None:
        if self._journal is not None:
            self._journal.close()
        self._journal = journal
        self._must_rewrite = False
        if self._calls:
            self._drafts_trouble = drafts.save(journal.path, self._calls) or ""

    def _write(self, lines: str) -> None:
        """Have a step on disk, or tell by the status why it is not."""
        if self._journal is None:
            return
        if self._must_rewrite:
            self._settle(self._rewrite())
        else:
            self._settle(self._journal.append(lines))

    def _rewrite(self) -> Trouble | None:
        try:
            return self._write_whole(whole(self.ruleset, self._history))
        except Unwritable as error:
            return Trouble("disk", str(error))

    def _write_whole(self, data: bytes, *, is_new: bool = False) -> Trouble | None:
        assert self._journal is not None
        try:
            backups.back_up(self._journal.path, self._now())
        except OSError as error:
            return Trouble("disk", f"{place(self._journal.path)} cannot be backed up: {reason(error)}.")
        trouble = self._journal.replace(data, is_new=is_new)
        self._must_rewrite = trouble is not None
        return trouble

    def _settle(self, trouble: Trouble | None) -> None:
        """Draw the consequences of a write."""
        if trouble is not None and trouble.kind == "gone":
            trouble = self._rewrite()
        if trouble is not None and trouble.kind == "changed":
            self._go_elsewhere(trouble)
        elif trouble is not None:
            sentence = f"{trouble.sentence} The fight goes on in memory and is written as soon as it can be."
            self._status = Status("unsaved", f"{sentence} Save a copy elsewhere to be safe.")
        elif self._status.kind == "unsaved":
            self._status = Status("saved")

    def _go_elsewhere(self, trouble: Trouble) -> None:
        """The file is somebody else's now: leave it as it is and go on in a copy beside it."""
        assert self._journal is not None
        journal = Journal(names.unused(self._journal.path, "kept", names.ENDING))
        if sentence := self._write_other(journal, is_kept_open=True):
            self._status = Status("unsaved", f"{trouble.sentence} It was left as it is. {sentence}")
            return
        self._go_on_in(journal)
        sentence = f"{trouble.sentence} It was left as it is; this fight goes on in “{journal.path.name}”."
        self._status = Status("elsewhere", sentence)


def _moves(ruleset: Ruleset) -> list[str]:
    return [id for id, action in ruleset.actions.items() if action.group == "move"]


def _backup_hint(path: Path) -> tuple[Problem, ...]:
    backup = backups.newest(path)
    if backup is None:
        return ()
    return (Problem(f"The last backup is {place(backup)}.", is_note=True),)


def _unkept(what: str) -> Refused:
    sentence = text("This cannot be saved: {what}.", what=what.rstrip("."))
    return Refused(Refusal(key="unkept", sentence=sentence, can_override=False))


def _committed(draft: Draft) -> Refused:
    sentence = text(
        "{action} can no longer be dropped: somebody else has declared something on it.", action=draft.call.action
    )
    return Refused(Refusal(key="committed", sentence=sentence, rule=draft.committed_by))
