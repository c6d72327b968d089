"""The GM's notes: questions to look up first, then other remarks, then notes of combatants and zones."""

from __future__ import annotations

from model.state.base import Id, State
from model.state.battle import AnyBattle


class NoteLine(State):
    """A note in a list."""

    text: str
    is_question: bool = False
    """Whether it is to be looked up later."""
    remark: Id = ""
    """The id for settling it; empty for the notes of a combatant or a zone, which are settled by editing these."""


def note_lines(battle: AnyBattle) -> tuple[NoteLine, ...]:
    """All notes of a battle except the battle's own notes field. For the GM alone."""
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
