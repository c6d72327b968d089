"""The GM's entries into actions in progress: each can be undone, the last one first."""

from __future__ import annotations

from gui.bridge import Bridge
from model.engine.calls import Call
from model.state.base import Record


class Entry(Record):
    """One answer, target, option or number that the GM entered."""

    head: int
    """Number of the battle's last step when it was entered."""
    before: Call | None
    """The half-answered call before this entry, or None if this entry began the action."""
    after: Call

    @property
    def begins(self) -> bool:
        """Whether this entry began the action."""
        return self.before is None or self.before.action != self.after.action


class Entries:
    """Entries of all half-answered calls, in the order in which they were made."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._entries: list[Entry] = []

    def enter(self, call: Call) -> str | None:
        """Keep a half-answered call in place of its actor's earlier one; return a sentence if that is refused."""
        draft = self._bridge.draft(call.actor)
        before = None if draft is None else draft.call
        # Entries find calls by identity: keep the earlier object if the new call is equal to it.
        problem = self._bridge.keep_draft(before if before == call else call)
        if problem is None and before != call:
            if before is None:
                self._entries = [entry for entry in self._entries if entry.after.actor != call.actor]
            self._entries.append(Entry(head=self._bridge.session.head, before=before, after=call))
        return problem

    def last(self, call: Call | None) -> Entry | None:
        """Return the last entry into a half-answered call, or None if the battle has had a step since.

        None also for a call from an earlier run of the program.
        """
        found = next((entry for entry in reversed(self._entries) if entry.after is call), None)
        is_newest = found is not None and found.head == self._bridge.session.head and self._bridge.past is None
        return found if is_newest else None

    def take_back(self, entry: Entry) -> str | None:
        """Restore the call from before the entry; return a sentence if another combatant has already reacted to it."""
        before = entry.before
        problem = self._bridge.drop_draft(entry.after.actor) if before is None else self._bridge.keep_draft(before)
        if problem is None:
            self._entries.remove(entry)
        return problem
