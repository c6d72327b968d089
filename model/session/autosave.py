"""Saves a history to its file. What cannot be written waits in memory and is retried; `status` says why."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from model.engine.ruleset import Ruleset
from model.session import backups, disk, file_names
from model.session.emitter import Unwritable
from model.session.full_write import file_bytes
from model.session.history import History
from model.session.journal import Journal, Trouble
from model.session.pictures import copy_pictures
from model.session.problems import Status, place, reason

_SAVED = Status("saved")


class Autosave:
    """The file side of a session."""

    def __init__(self, ruleset: Ruleset, journal: Journal | None, now: Callable[[], datetime]) -> None:
        self._ruleset = ruleset
        self._journal = journal
        self._now = now
        self._must_rewrite = False
        self.status = _SAVED if journal else Status("memory", "This battle is not saved in a file yet.")
        self.most_backups = 0
        """Most backups that are kept of the file, or 0 for all that `backups.superfluous` does not drop."""
        self.later: Callable[[], None] | None = None
        """Schedules a call of `sync` a moment later. If None, steps are on disk when `write` returns."""

    @property
    def path(self) -> Path | None:
        return self._journal.path if self._journal else None

    def begin(self, history: History, data: bytes) -> None:
        """Write a new file."""
        self._settle(history, self._replace(data, is_new=True))

    def take_up(self, history: History, trouble: Trouble | None, *, is_older: bool) -> None:
        """Continue with a file that was just read.

        `trouble` is the result of locking it. With `is_older` the next write rewrites the whole file.
        """
        self._must_rewrite = is_older
        if trouble is None and self._journal is not None and not self._journal.is_writable:
            trouble = Trouble("disk", f"{place(self._journal.path)} is read-only.")
        self._settle(history, trouble)

    def write(self, history: History, lines: str) -> None:
        """Write the lines of a step that the history already has; they reach the disk now, or soon with `later`."""
        if self._journal is None:
            return
        if self._must_rewrite:
            self._settle(history, self._rewrite(history))
            return
        is_safe = not self.status.is_unsaved
        trouble = self._journal.append(lines)
        if trouble is None and is_safe and self.later is not None:
            self.later()
        else:
            # After an error the status returns to "saved" only when the step is really on disk.
            self._settle(history, trouble or self._journal.sync())

    def sync(self, history: History) -> None:
        """Flush to disk what was put off, if anything was."""
        if self._journal is not None and (trouble := self._journal.sync()):
            self._settle(history, trouble)

    def shorten(self, short: History) -> str | None:
        """Write a shorter history in place of the one on disk; return the error sentence, or None on success."""
        if self._journal is None:
            return None
        trouble = self._rewrite(short)
        if trouble is None:
            self._settle(short, None)
        return None if trouble is None else trouble.sentence

    def save_copy(self, history: History, path: Path) -> str | None:
        """Write everything into another file; return the error sentence, or None on success."""
        if self._is_own(path):
            return f"{place(path)} is the file of this battle itself."
        return self._write_other(history, Journal(path), is_kept_open=False)

    def save_as(self, history: History, path: Path) -> str | None:
        """Write everything into another file and continue there; return the error sentence, or None on success."""
        if self._is_own(path):
            return None
        journal = Journal(path)
        if sentence := self._write_other(history, journal, is_kept_open=True):
            return sentence
        self._go_on_in(journal)
        self.status = _SAVED
        return None

    def close(self, history: History) -> None:
        """Try once more to write what is waiting, then release the file."""
        if self._journal is None:
            return
        if self._must_rewrite and self.status.is_unsaved:
            self._settle(history, self._rewrite(history))
        elif self._journal.has_waiting:
            self._settle(history, self._journal.flush())
        self.sync(history)
        self._journal.close()

    def _is_own(self, path: Path) -> bool:
        return self.path is not None and path.resolve() == self.path.resolve()

    def _rewrite(self, history: History) -> Trouble | None:
        try:
            return self._replace(file_bytes(self._ruleset, history))
        except Unwritable as error:
            return Trouble("disk", str(error))

    def _replace(self, data: bytes, *, is_new: bool = False) -> Trouble | None:
        """Write the whole file after backing up its old content."""
        assert self._journal is not None
        try:
            backups.back_up(self._journal.path, self._now(), self.most_backups)
            trouble = self._journal.replace(data, is_new=is_new)
        except OSError as error:
            trouble = Trouble("disk", f"{place(self._journal.path)} cannot be backed up: {reason(error)}.")
        self._must_rewrite = self._must_rewrite if trouble and not is_new else trouble is not None
        return trouble

    def _write_other(self, history: History, journal: Journal, *, is_kept_open: bool) -> str | None:
        """Write everything, pictures included, into another file; return the error sentence, or None on success."""
        trouble = journal.take_lock()
        if trouble is None:
            try:
                data = file_bytes(self._ruleset, history)
                if self.path is not None:
                    copy_pictures(history.battles, self.path.parent, journal.path.parent)
                backups.back_up(journal.path, self._now(), self.most_backups)
                trouble = journal.replace(data, is_new=True)
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

    def _settle(self, history: History, trouble: Trouble | None) -> None:
        """Update the status after a write; rewrite a deleted file, continue beside one that another program changed."""
        if trouble is not None and trouble.kind == "gone":
            trouble = self._rewrite(history)
            self._must_rewrite = trouble is not None
        if trouble is not None and trouble.kind == "changed":
            self._go_elsewhere(history, trouble)
        elif trouble is not None:
            sentence = f"{trouble.sentence} The battle continues in memory and is written as soon as it can be."
            self.status = Status("unsaved", f"{sentence} Save a copy elsewhere to be safe.")
        elif self.status.is_unsaved:
            self.status = _SAVED

    def _go_elsewhere(self, history: History, trouble: Trouble) -> None:
        """Leave a file that another program changed as it is, and continue in a copy beside it, drafts included."""
        assert self._journal is not None
        path = self._journal.path
        try:
            journal = Journal(disk.claim(lambda: file_names.unused(path, "kept", file_names.ENDING)))
        except OSError as error:
            why = f"It was left as it is, and no other file can be written beside it: {reason(error)}."
            self.status = Status("unsaved", f"{trouble.sentence} {why}")
            return
        if sentence := self._write_other(history, journal, is_kept_open=True):
            with suppress(OSError):
                journal.path.unlink()
            self.status = Status("unsaved", f"{trouble.sentence} It was left as it is. {sentence}")
            return
        old = file_names.drafts_file(self._journal.path)
        with suppress(OSError):
            old.replace(file_names.drafts_file(journal.path))
        self._go_on_in(journal)
        sentence = f"{trouble.sentence} It was left as it is; this battle continues in “{journal.path.name}”."
        self.status = Status("elsewhere", sentence)
