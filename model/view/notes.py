"""The GM's notes: those on the way first that are to be looked up, then others, then those of people and zones."""

from __future__ import annotations

from model.state.base import Id, State
from model.state.battle import AnyBattle


class NoteLine(State):
    """A note in a list."""

    text: str
    is_question: bool = False
    """Whether it is to be looked up later."""
    remark: Id = ""
    """The id by which it is settled; empty: it is settled by changing the notes of a combatant or of a zone."""


def note_lines(battle: AnyBattle) -> tuple[NoteLine, ...]:
    """All notes of a battle but its own field. For the GM alone."""
    remarks = sorted(battle.remarks.values(), key=lambda one: not one.is_question)
    return (
        *(NoteLine(text=_remark(one.words, one.round, one.is_question), is_question=one.is_question, remark=one.id)
          for one in remarks),
        *[NoteLine(text=f"{one.name}: {one.notes}") for one in battle.combatants.values() if one.notes],
        *(NoteLine(text=f"{zone.name}: {zone.notes}") for zone in battle.board.zones.values() if zone.notes),
    )  # fmt: skip


def _remark(words: str, round: int, is_question: bool) -> str:
    when = f"Round {round}: " if round else ""
    return f"{when}To look up: {words}" if is_question else f"{when}{words}"
