"""Steps of the session as lines of the log, each made once."""

from __future__ import annotations

from gui.bridge import Bridge
from model.session import Step
from model.view.log import LogEntry, LogLine, fold, log_line
from model.view.viewer import GM


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
