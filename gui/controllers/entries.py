"""What the GM has entered into actions in progress: each entry can be taken back, the last one first."""

from __future__ import annotations

from gui.bridge import Bridge
from model.engine.calls import Call
from model.state.base import Record


class Entry(Record):
    """One answer, target, option or number of the GM's."""

    head: int
    """After which step of the battle it was entered."""
    before: Call | None
    """The half-answered call as it was; None: the action was begun with this."""
    after: Call

    @property
    def begins(self) -> bool:
        """Whether the action was begun with this."""
        return self.before is None or self.before.action != self.after.action


class Entries:
    """Entries of all half-answered calls, in the order in which they were made."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._entries: list[Entry] = []

    def enter(self, call: Call) -> str | None:
        """Keep a half-answered call that takes the place of its actor's; the sentence when it may not."""
        draft = self._bridge.draft(call.actor)
        before = None if draft is None else draft.call
        # Calls are known by identity: one in which the same is said once more is the one before it.
        problem = self._bridge.keep_draft(before if before == call else call)
        if problem is None and before != call:
            if before is None:
                self._entries = [entry for entry in self._entries if entry.after.actor != call.actor]
            self._entries.append(Entry(head=self._bridge.session.head, before=before, after=call))
        return problem

    def last(self, call: Call | None) -> Entry | None:
        """What was entered last into a half-answered call; None where something was done in the battle since.

        A call that comes from an earlier start of the program has none.
        """
        found = next((entry for entry in reversed(self._entries) if entry.after is call), None)
        is_newest = found is not None and found.head == self._bridge.session.head and self._bridge.past is None
        return found if is_newest else None

    def take_back(self, entry: Entry) -> str | None:
        """Put the call back as it was before; a sentence when another combatant has declared something on it."""
        before = entry.before
        problem = self._bridge.drop_draft(entry.after.actor) if before is None else self._bridge.keep_draft(before)
        if problem is None:
            self._entries.remove(entry)
        return problem
