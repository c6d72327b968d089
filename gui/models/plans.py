"""Plans of a round, as rows of a table and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import Qt

from gui.models.roll_table import person_order
from gui.models.rows import RowsModel
from model.engine.calls import Call
from model.engine.planning import PLAN, awaited, participants, parties, plan_of
from model.engine.ruleset import Action, Ruleset
from model.engine.run import may
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.view.plans import plan_words
from model.view.viewer import GM, initials, name_for


class PlanRow(Record, kw_only=True):
    """One who plans, or a group that plans together."""

    id: Id
    """Whose plan it is; a group's first member speaks for all."""
    name: str
    initials: str
    side: str
    is_hidden: bool = False
    is_in: bool = False
    words: str = ""
    """The plan in words; empty where a combatant has no more than decided."""
    before: str = ""
    """The plan of the round before, which can be told again by one key."""
    has_before: bool = False
    haste: int = 0
    """What was paid for acting earlier."""


class PlansModel(RowsModel[PlanRow]):
    """A row for each who plans. `RowRole` gives the `PlanRow`."""

    def id_of(self, row: PlanRow) -> str:
        return row.id

    def value(self, row: PlanRow, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{row.name}: {state_words(row)}"
        return None

    def next_awaited(self, after: int) -> int | None:
        """The next row without a plan from this one on, from the top again after the last; None when all are in."""
        count = len(self._rows)
        places: Iterable[int] = ((after + step) % count for step in range(count))
        return next((at for at in places if not self._rows[at].is_in), None)


def state_words(row: PlanRow) -> str:
    """What is known of a plan: `in: Strike Bert`, `in`, `no plan yet, before: Guard`."""
    if row.is_in:
        return f"in: {row.words}" if row.words else "in"
    return f"no plan yet, before: {row.before}" if row.before else "no plan yet"


def is_planning(ruleset: Ruleset, battle: AnyBattle) -> bool:
    """Whether plans are told now: something waits for them, or some are in."""
    if battle.order.phase != "planning" or PLAN not in ruleset.actions:
        return False
    who = participants(battle)
    if not who:
        return False
    begins = beginning(ruleset, battle)
    waits = begins is not None and bool(may(ruleset, battle, Call(action=begins.id)))
    return waits or len(awaited(battle)) < len(who)


def beginning(ruleset: Ruleset, battle: AnyBattle) -> Action | None:
    """What begins the turns of a planned round, where that is possible now or refused only for the time being."""
    begins = ruleset.actions.get(ruleset.turns.begins_turns)
    if begins is None or not all(refusal.can_override for refusal in may(ruleset, battle, Call(action=begins.id))):
        return None
    return begins


def plan_rows(ruleset: Ruleset, battle: AnyBattle) -> Sequence[PlanRow]:
    """The rows in reading order: players' characters as they sit, then the GM's side."""
    rank = person_order(ruleset, battle)
    rows = [_row(ruleset, battle, members[0], _party_name(battle, members)) for members in parties(battle)]
    return sorted(rows, key=lambda row: rank(row.id))


def _party_name(battle: AnyBattle, members: tuple[Id, ...]) -> str:
    name = _name(battle, members[0])
    if len(members) == 1:
        return name
    slot = battle.order.slot_of(members[0])
    return slot.name if slot is not None and slot.name else f"{name} and others"


def _row(ruleset: Ruleset, battle: AnyBattle, who: Id, name: str) -> PlanRow:
    plan, known = plan_of(battle, who), battle.order.plans.get(who)
    combatant = battle.combatants[who]
    return PlanRow(
        id=who,
        name=name,
        initials=initials(_name(battle, who)),
        side=combatant.side,
        is_hidden=combatant.is_hidden,
        is_in=plan is not None,
        words="" if plan is None else plan_words(ruleset, battle, who, plan),
        before="" if known is None else plan_words(ruleset, battle, who, known),
        has_before=known is not None and plan is None,
        haste=0 if ruleset.turns.haste is None else ruleset.turns.haste.points(battle, who),
    )


def _name(battle: AnyBattle, who: Id) -> str:
    return name_for(battle, who, GM) or ""
