"""The initial initiative order of a scenario, and the names of slots in scenarios."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from model.content.problems import nearest
from model.engine.ask import Stopped
from model.engine.budget import has_round_mark
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.table_ask import Table, TableAsk
from model.engine.turn_actions import go_to
from model.engine.turns import PASSED, insert, with_slot
from model.scenarios.tables import OrderTable
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle, with_order
from model.state.order import Slot

Report = Callable[[str, str], None]


def drawn_up(
    ruleset: Ruleset,
    battle: AnyBattle,
    groups: Mapping[str, Sequence[Id]],
    table: OrderTable | None,
    report: Report,
) -> AnyBattle:
    """Return the battle with all combatants in the initiative order.

    Declared slots come first, then the other combatants in the order of the file. If the table has a round, combat is
    already running and the current turn has just begun.
    """
    table = table or OrderTable()
    slots = list(_declared(groups, table, report))
    placed = {who for _, members in slots for who in members}
    for name, group in groups.items():
        rest = tuple(who for who in group if who not in placed)
        if rest:
            slots.append((name, rest))
    for name, members in slots:
        _, battle = insert(battle, members, name=name if len(members) > 1 else "")
    battle = with_order(battle, first_side=table.first)
    if table.round:
        return _running(ruleset, battle, table, report)
    if table.turn:
        report("order: turn", "nobody has the turn before round 1.")
    return battle


def _declared(
    groups: Mapping[str, Sequence[Id]], table: OrderTable, report: Report
) -> Iterator[tuple[str, tuple[Id, ...]]]:
    known = {who for group in groups.values() for who in group}
    seen: set[Id] = set()
    for index, entry in enumerate(table.slots, start=1):
        names = [entry] if isinstance(entry, str) else entry
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            report(f"order: slots[{index}]", "must be an id, the name of a group, or a list of ids.")
            continue
        members: list[Id] = []
        for name in names:
            if name not in known and name not in groups:
                report(f"order: slots[{index}]", f"there is no “{name}”.{nearest(name, known | set(groups))}")
            members += [name] if name in known else groups.get(name, ())
        if twice := seen & set(members):
            report(f"order: slots[{index}]", f"“{min(twice)}” already has a slot.")
        seen |= set(members)
        if members:
            yield (names[0] if len(names) == 1 else "+".join(names)), tuple(members)


def _running(ruleset: Ruleset, battle: AnyBattle, table: OrderTable, report: Report) -> AnyBattle:
    """Return the battle with combat running, at the beginning of the current turn."""
    if ruleset.turns.has_environment:
        battle = with_slot(battle, Slot(id=ENVIRONMENT, kind="environment"))
        battle = with_order(battle, sequence=(*battle.order.sequence, ENVIRONMENT))
    battle = with_order(battle, phase="acting", round=table.round)
    slots = [battle.order.slots[id] for id in battle.order.sequence]
    first = next((slot for slot in slots if not table.turn or table.turn in (label(slot), *slot.members)), None)
    if first is None:
        known = (label(slot) for slot in slots)
        report("order: turn", f"there is no “{table.turn}” in the order.{nearest(table.turn, known)}")
        return battle
    try:
        return go_to(battle, first.id, TableAsk(ruleset, Call(action="jump"), Table()))
    except Stopped as stopped:
        asked = f"it asks for “{stopped.wanted[0].request.id}”; begin with the turn before it."
        report("order: turn", f"the turn of “{label(first)}” cannot begin: {asked}")
        return battle


def label(slot: Slot) -> str:
    """Return the name of a slot in scenarios: its only member, its group, or the environment."""
    if slot.kind == "environment":
        return ENVIRONMENT
    return slot.name if len(slot.members) != 1 and slot.name else "+".join(slot.members)


def shown_slots(battle: AnyBattle) -> tuple[Slot, ...]:
    """Return the slots of this round in order; the environment only during its turn."""
    slots = (battle.order.slots[id] for id in battle.order.sequence)
    return tuple(slot for slot in slots if slot.kind != "environment" or slot.state == "acting")


def turns_taken(battle: AnyBattle) -> tuple[str, ...]:
    """Return the turns of this round so far, with the kind of unusual ones: `apex (forced)`, `boomer (lost)`.

    Slots that were skipped because no member could act, and the environment outside its turn, are left out.
    """
    taken = []
    for id in battle.order.sequence:
        slot = battle.order.slots[id]
        if slot.state == "lost":
            taken.append(f"{label(slot)} (lost)")
        elif slot.state == "acting" or (slot.state == "done" and any(_took_part(battle, who) for who in slot.members)):
            taken.append(label(slot) if slot.kind in ("normal", "environment") else f"{label(slot)} ({slot.kind})")
    return tuple(taken)


def _took_part(battle: AnyBattle, who: Id) -> bool:
    return who != ENVIRONMENT and not has_round_mark(battle, who, PASSED)
