"""What the order of play has in store: the round after this one."""

from __future__ import annotations

from model.engine.ruleset import Ruleset
from model.engine.turns import standing
from model.state.battle import AnyBattle
from model.state.order import Slot


def upcoming(ruleset: Ruleset, battle: AnyBattle) -> tuple[tuple[Slot, int | None], ...]:
    """The next round's slots as they stand now, with the round in which their turn was given up, if it was."""
    order = battle.order
    still_to_come = {who for slot in standing(order) if slot.state == "waiting" for who in slot.members}
    rows = []
    for slot in standing(order):
        debts = [debt for debt in order.owed if debt.who in slot.members and debt.who not in still_to_come]
        is_lost = bool(debts) and len(slot.members) == len({debt.who for debt in debts})
        rows.append((slot, debts[0].since if is_lost else None))
    return tuple(rows)
