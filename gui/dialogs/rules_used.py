"""Which rules the fight has come upon tonight."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from model.session import Session, Step
from model.state.texts import Note

PAUSE = timedelta(hours=6)
"""A pause as long as this parts one evening from the next."""


def rules_of(note: Note) -> Iterator[str]:
    """Ids of the rules behind the numbers, verdicts and overruled refusals of a step."""
    for explanation in note.explanations:
        yield from (part.rule for part in explanation.parts if part.rule)
    yield from (ruling.rule for ruling in note.rulings if ruling.rule)
    yield from (refusal.rule for refusal in note.overruled if refusal.rule)


def rules_lately(session: Session, count: int = 8) -> tuple[str, ...]:
    """Ids of the rules that the fight has come upon last, the latest first."""
    found: dict[str, None] = {}
    for step in reversed(session.steps):
        if len(found) >= count:
            break
        if step.kind == "do" and not step.is_undone:
            found |= dict.fromkeys(rules_of(step.note))
    return tuple(found)[:count]


class RulesUsed:
    """Reads the steps of a session, each once."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rules: dict[int, frozenset[str]] = {}

    def tonight(self, now: datetime | None = None) -> frozenset[str]:
        """Ids of the rules that the steps since the last long pause rest on; steps that were undone count no more."""
        found: set[str] = set()
        later = now or datetime.now(UTC)
        for step in reversed(self._session.steps):
            if later - step.time > PAUSE:
                break
            later = step.time
            if step.kind == "do" and not step.is_undone:
                found |= self._of(step)
        return frozenset(found)

    def _of(self, step: Step) -> frozenset[str]:
        if step.number not in self._rules:
            self._rules[step.number] = frozenset(rules_of(step.note))
        return self._rules[step.number]
