"""Half-answered calls, one for each actor, kept in a small file beside the session until applied or dropped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Outcome, Refused, missing, run_once
from model.session import disk, emitter, file_names
from model.session.history import Step
from model.session.problems import FileProblem, place, reason
from model.session.values import read_call
from model.state import untrusted
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.state.texts import Refusal, text

FORMAT = "battleboard-drafts"
VERSION = 1

COMMITTED = "committed"
"""Key of the refusal to drop a draft that another combatant has reacted to; with this key in `Call.anyway` it is
dropped all the same."""


class Draft(Record):
    """A half-answered call and its outcome in the current battle.

    `outcome` may have become `Done` or `Refused` because the battle changed meanwhile; nothing is applied
    automatically.
    """

    call: Call
    outcome: Outcome

    @property
    def committed_by(self) -> str:
        """Id of the rule that forbids dropping it; empty while it can be dropped."""
        return "" if isinstance(self.outcome, Refused) else self.outcome.committed_by

    def against(self, call: Call, outcome: Outcome) -> Refused | None:
        """The refusal if another call of the same actor may not replace this one, or None if it may."""
        is_free = not self.committed_by or COMMITTED in call.anyway
        is_carried_on = call.action == self.call.action and Draft(call, outcome).committed_by
        return None if is_free or is_carried_on else self.refusal()

    def refusal(self) -> Refused:
        """The refusal to drop it."""
        sentence = text("{action} can no longer be cancelled: someone else has reacted to it.", action=self.call.action)
        return Refused(Refusal(key=COMMITTED, sentence=sentence, rule=self.committed_by))


class Drafts:
    """The half-answered calls of a session.

    A draft that needs something which the battle no longer has, because it was undone or removed, is set aside: it
    cannot be continued, and returns when that is back.
    """

    def __init__(self, calls: Mapping[Id, Call] | None = None) -> None:
        self._calls = dict(calls or {})
        self._known: dict[Id, Draft] = {}
        self._battle: AnyBattle | None = None
        self._waiting: tuple[Path | None, ...] = ()
        """The session path of a pending write; empty if no write is pending."""
        self.last_step: Callable[[], int] = lambda: 0
        """Returns the number of the last step of the session."""
        self.later: Callable[[], None] = self.write_waiting
        """Schedules a call of `write_waiting`; runs it at once unless the owner of the session defers it."""
        self.trouble = ""
        """Why the drafts are only in memory; empty when they are on disk."""

    def in_battle(self, ruleset: Ruleset, battle: AnyBattle) -> Mapping[Id, Draft]:
        """The drafts that are not set aside, each run again if the battle is another one than before."""
        if self._battle is not battle:
            self._known, self._battle = {}, battle
        for actor, call in self._calls.items():
            if actor not in self._known and not missing(ruleset, battle, call):
                self._known[actor] = Draft(call, run_once(ruleset, battle, call))
        return dict(self._known)

    def set_aside(self, ruleset: Ruleset, battle: AnyBattle) -> Iterator[str]:
        """A sentence for each draft that is set aside."""
        for actor, call in self._calls.items():
            if part := missing(ruleset, battle, call):
                action = ruleset.actions.get(call.action)
                title = call.action if action is None else action.title
                who = battle.combatants.get(actor)
                what = f"The unfinished “{title}”" if who is None else f"“{title}” of {who.name}"
                yield f"{what} is set aside, since {part} is not in the battle."

    def keep(self, call: Call, path: Path | None) -> None:
        """Keep a call as its actor's draft.

        Raises:
            Unwritable: it contains a value that cannot be saved.
        """
        emitter.value(call)
        self._calls[call.actor] = call
        self._known.pop(call.actor, None)
        self._save_later(path)

    def drop(self, actor: Id, path: Path | None) -> None:
        """Drop the draft of an actor."""
        if self._calls.pop(actor, None) is not None:
            self._known.pop(actor, None)
            self._save_later(path)

    def drop_applied(self, call: Call, path: Path | None) -> None:
        """Drop the draft that a call completes, now that the call is applied."""
        draft = self._calls.get(call.actor)
        if draft is not None and draft.action == call.action:
            self.drop(call.actor, path)

    def _save_later(self, path: Path | None) -> None:
        is_planned = bool(self._waiting)
        self._waiting = (path,)
        if not is_planned:
            self.later()

    def write_waiting(self) -> None:
        """Do the pending write, if there is one."""
        for path in self._waiting:
            self.save(path)

    def try_again(self, path: Path | None) -> None:
        """Schedule a write again if the last one failed."""
        if self.trouble and not self._waiting:
            self._save_later(path)

    def save(self, path: Path | None) -> None:
        """Write the drafts beside the session; on failure, `trouble` says why."""
        self._waiting = ()
        self.trouble = ""
        if path is None:
            return
        file = file_names.drafts_file(path)
        try:
            if self._calls:
                disk.replace_whole(file, _text(self._calls, self.last_step()).encode(), is_beside=True)
            else:
                file.unlink(missing_ok=True)
        except OSError as error:
            self.trouble = f"{place(file)} cannot be written: {reason(error)}. Unfinished actions are only in memory."


def _text(calls: Mapping[Id, Call], last_step: int) -> str:
    lines = [f"format = {emitter.text_value(FORMAT)}", f"version = {VERSION}", f"after = {last_step}", "[draft]"]
    lines += [f"{emitter.key(actor)} = {emitter.value(call)}" for actor, call in calls.items()]
    return "\n".join([*lines, ""])


def load(path: Path, steps: Sequence[Step]) -> tuple[Drafts, list[FileProblem]]:
    """The drafts of a session; a file that cannot be read is renamed and reported.

    A draft that a later step has carried out is left out: the program ended before it updated the file.
    """
    file = file_names.drafts_file(path)
    try:
        data = disk.read_own(file)
    except FileNotFoundError:
        return Drafts(), []
    except OSError as error:
        return Drafts(), [FileProblem(f"{place(file)} cannot be read: {reason(error)}.")]
    try:
        after, calls = _calls(data)
    except ValueError as error:
        return Drafts(), [set_apart(path, f"could not be read: {error}")]
    later = takewhile(lambda step: step.number > after, reversed(steps))
    done = {(step.call.actor, step.call.action) for step in later if step.kind == "do"}
    return Drafts({actor: call for actor, call in calls.items() if (actor, call.action) not in done}), []


def set_apart(path: Path, why: str) -> FileProblem:
    """Rename a session's drafts file, so that the session continues without it; return what was wrong."""
    file = file_names.drafts_file(path)
    sentence = f"The unfinished actions in {place(file)} {why}."
    aside = file_names.unused(path, "drafts-unread", ".toml")
    try:
        file.replace(aside)
    except OSError:
        return FileProblem(sentence)
    return FileProblem(f"{sentence} They are kept in “{aside.name}”.")


def _calls(data: bytes) -> tuple[int, dict[Id, Call]]:
    """The number of the step after which they were written, and the calls."""
    plain: dict[str, Any] = untrusted.toml(data.decode())
    if plain.get("format") != FORMAT or plain.get("version") != VERSION:
        raise ValueError(f"it must begin with format = “{FORMAT}” and version = {VERSION}")
    after, drafts = plain.get("after", sys.maxsize), plain.get("draft", {})
    if not isinstance(after, int):
        raise ValueError("after must be the number of a step")
    if not isinstance(drafts, dict):
        raise ValueError("draft must be a table")
    return after, {actor: read_call(call) for actor, call in drafts.items()}
