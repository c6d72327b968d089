"""Views of the steps of the session, for the log and for the players."""

from __future__ import annotations

from itertools import pairwise

from gui.bridge import Bridge
from model.engine.calls import Call
from model.session import Session, Step
from model.state.texts import Note
from model.view.log import LogEntry, LogLine, fold, log_line
from model.view.players import PlayersView, players_view
from model.view.viewer import GM

# -------------------------------------------------------------------------------------------------------------- the log


class LogFeed:
    """Keeps the line of every step; only new ones, and those undone or done again since, are made anew."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._lines: dict[tuple[int, bool], LogLine | None] = {}

    def lines(self) -> tuple[LogLine, ...]:
        """What happened, in order; moves of one turn are one line, undone steps are struck."""
        made = (self._line(step) for step in self._bridge.session.steps if step.kind == "do")
        return fold(line for line in made if line is not None)

    @property
    def steps(self) -> int:
        """How many steps the session has that did something."""
        return sum(step.kind == "do" for step in self._bridge.session.steps)

    def _line(self, step: Step) -> LogLine | None:
        key = (step.number, step.is_undone)
        if key not in self._lines:
            session = self._bridge.session
            entry = LogEntry(
                number=step.number,
                note=step.note,
                battle=session.battle_after(step),
                call=step.call,
                before=session.battle_before(step),
                is_undone=step.is_undone,
            )
            self._lines[key] = log_line(self._bridge.ruleset, entry, GM)
        return self._lines[key]


# ---------------------------------------------------------------------------------------------------- the players' view


_BACK = 8
"""Steps from which is gathered what was seen last, where nobody kept it: after opening a file."""
_KEPT = 64
"""Views that are kept for undos."""


class PlayersFeed:
    """Makes the views of a session.

    What players saw last stays in sight while somebody hidden acts, and so does the last action with its dice. That is
    why a view rests on those of the steps before it, and why an undo leads back to the view of that time.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._views: dict[int | None, PlayersView] = {}
        """By the number of the step that led there; None is the battle as the file begins."""

    def view(self) -> PlayersView:
        """The battle as it stands, with nothing in it that is only in progress."""
        steps = [step for step in self._session.steps if step.kind == "do" and not step.is_undone]
        head = steps[-1].number if steps else None
        if head not in self._views:
            self._views[head] = self._gathered(steps)
            while len(self._views) > _KEPT:
                del self._views[next(iter(self._views))]
        return self._views[head]

    def _gathered(self, steps: list[Step]) -> PlayersView:
        """The view after the last of these steps, which all stand: from the newest that is kept, or a few back."""
        ruleset = self._session.ruleset
        if not steps:
            return players_view(ruleset, self._session.battle)
        missing = [steps[-1]]
        previous: PlayersView | None = None
        for _, parent in pairwise(reversed(steps)):
            previous = self._views.get(parent.number)
            if previous is not None or len(missing) == _BACK:
                break
            missing.append(parent)
        else:
            previous = self._views.get(None)
        for step in reversed(missing):
            battle = self._session.battle_after(step)
            before = self._session.battle_before(step)
            previous = players_view(ruleset, battle, previous, call=step.call, note=step.note, before=before)
        assert previous is not None
        return previous

    def in_progress(self, call: Call, note: Note) -> PlayersView:
        """The battle as it stands, with the dice of an action that is not applied yet, and the area it strikes.

        While the GM only aims, players see no area: it may still go elsewhere.
        """
        battle = self._session.battle
        before = battle if note.rolls else None
        return players_view(self._session.ruleset, battle, self.view(), call=call, note=note, before=before)
