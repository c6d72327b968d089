"""Repairs ids that refer to nothing; in a battle that only this program has changed there are none.

A battle whose file was edited by hand may name combatants, slots or zones that do not exist. Code that reads it would
fail, so such ids are removed, with a sentence for each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from model.state.base import ENVIRONMENT, Id, replace, with_fields
from model.state.battle import RUN_BY_GM, AnyBattle
from model.state.board import Place
from model.state.effects import Effect


def repaired(battle: AnyBattle) -> tuple[AnyBattle, tuple[str, ...]]:
    """The battle without ids that refer to nothing, and a sentence for each; the same object if there are none."""
    repair = _Repair(battle)
    changed = {
        "order": repair.order(),
        "combatants": repair.bearers("combatants"),
        "things": repair.bearers("things"),
        "items": repair.items(),
        "players": repair.players(),
        "board": repair.board(),
        "sources": repair.sources(),
        "behaviours": repair.behaviours(),
        "shown": repair.shown(),
    }
    changed = {name: value for name, value in changed.items() if value != getattr(battle, name)}
    return (with_fields(battle, changed) if changed else battle), tuple(repair.messages)


class _Repair:
    """Repairs one battle."""

    def __init__(self, battle: AnyBattle) -> None:
        self._battle = battle
        self._people = {*battle.combatants, *battle.things, ENVIRONMENT}
        self._known = {*self._people, *battle.items, *battle.board.features, *battle.board.zones}
        self._slots = {
            id for id, slot in battle.order.slots.items() if not slot.members or {*slot.members} & self._people
        }
        self.messages: list[str] = []

    # ------------------------------------------------------------------------------------- single ids

    def _one(self, id: Id | None, known: Collection[Id], where: str) -> Id | None:
        """The id, or None if it is unknown."""
        if id is None or id in known:
            return id
        self.messages.append(f"{where}: there is no “{id}”; it is treated as not given.")
        return None

    def _several(self, ids: Iterable[Id], known: Collection[Id], where: str) -> tuple[Id, ...]:
        given = tuple(ids)
        for id in given:
            if id not in known:
                self.messages.append(f"{where}: there is no “{id}”; it was left out.")
        return tuple(id for id in given if id in known)

    def _keyed(self, table: dict[Id, Any], known: Collection[Id], where: str) -> dict[Id, Any]:
        kept = self._several(table, known, where)
        return table if len(kept) == len(table) else {id: table[id] for id in kept}

    # ------------------------------------------------------------------------------ initiative order

    def order(self) -> object:
        order, people, where = self._battle.order, self._people, "battle.order"
        slots = {
            id: replace(
                slot,
                members=self._several(slot.members, people, f"{where}.slots.{id}.members"),
                origin=self._one(slot.origin, order.slots, f"{where}.slots.{id}.origin"),
            )
            for id, slot in order.slots.items()
            if id in self._slots
        }
        for id in order.slots.keys() - self._slots:
            self.messages.append(f"{where}.slots.{id}: none of its members exist; it was left out.")
        turns = tuple(
            replace(
                turn,
                shares=self._keyed(turn.shares, people, f"{where}.turns.shares"),
                ended=self._keyed(turn.ended, people, f"{where}.turns.ended"),
                ended_at_slot=self._keyed(turn.ended_at_slot, people, f"{where}.turns.ended_at_slot"),
                merged=tuple(held for held in turn.merged if held.who in people),
            )
            for turn in order.turns
            if turn.slot in slots
        )
        if len(turns) < len(order.turns):
            self.messages.append(f"{where}.turns: a turn belongs to a slot that does not exist; it was left out.")
        # A delayed turn may outlive its slot: the slot of an extra turn is gone in the next round.
        held = self._keyed(order.held, people, f"{where}.held")
        return replace(
            order,
            slots=slots,
            sequence=self._several(order.sequence, slots, f"{where}.sequence"),
            turns=turns,
            owed=tuple(debt for debt in order.owed if debt.who in people),
            held=held,
            forced=self._keyed(order.forced, people, f"{where}.forced"),
            marks=self._keyed(order.marks, people, f"{where}.marks"),
            plans=self._keyed(order.plans, people, f"{where}.plans"),
            due=tuple(due for due in order.due if due.who in people),
        )

    # ---------------------------------------------------------------------------------- what the battle contains

    def _place(self, place: Place, where: str) -> Place:
        zone = self._one(place.zone, self._battle.board.zones, f"{where}.place.zone")
        return place if zone == place.zone else replace(place, zone=zone)

    def _effects(self, effects: dict[Id, Effect], where: str) -> dict[Id, Effect]:
        """Effects; one that waits for a missing slot ends at the start of the next turn instead."""
        found: dict[Id, Effect] = {}
        for id, effect in effects.items():
            at = f"{where}.effects.{id}"
            slot = self._one(effect.slot, self._slots, f"{at}.slot")
            found[id] = replace(
                effect,
                source=self._one(effect.source, self._known, f"{at}.source"),
                other=self._one(effect.other, self._known, f"{at}.other"),
                clock=self._one(effect.clock, self._people, f"{at}.clock"),
                slot=slot,
                until="turn_start" if effect.until == "slot" and slot is None else effect.until,
                part_of=self._one(effect.part_of, effects, f"{at}.part_of"),
            )
        return found

    def bearers(self, table: str) -> dict[Id, Any]:
        """Combatants or things, which have a place and effects."""
        found: dict[Id, Any] = {}
        for id, one in getattr(self._battle, table).items():
            where = f"battle.{table}.{id}"
            changes: dict[str, Any] = {"place": self._place(one.place, where)}
            if one.effects:
                changes["effects"] = self._effects(one.effects, where)
            if table == "things":
                changes["controller"] = self._one(one.controller, self._people, f"{where}.controller")
            found[id] = with_fields(one, changes)
        return found

    def items(self) -> dict[Id, Any]:
        """Items; one whose holder is missing lies on the board."""
        found: dict[Id, Any] = {}
        for id, item in self._battle.items.items():
            where = f"battle.items.{id}"
            holder = self._one(item.holder, self._people, f"{where}.holder")
            place = None if item.place is None else self._place(item.place, where)
            lies = "board" if item.holder is not None and holder is None else item.where
            found[id] = replace(item, holder=holder, place=place, where=lies)
        return found

    def players(self) -> dict[Id, Any]:
        return {
            id: replace(
                player,
                characters=self._several(player.characters, self._people, f"battle.players.{id}"),
                run_by=player.run_by if player.run_by in ("", RUN_BY_GM, *self._battle.players) else "",
            )
            for id, player in self._battle.players.items()
        }

    def sources(self) -> dict[Id, Any]:
        known = {*self._battle.combatants, *self._battle.players, ENVIRONMENT}
        return self._keyed(self._battle.sources, known, "battle.sources")

    def behaviours(self) -> object:
        people, said = self._battle.combatants, self._battle.behaviours
        self._keyed(said.combatants, people, "battle.behaviours.combatants")
        for who, one in (*said.sides.items(), *said.combatants.items()):
            self._one(one.guards, people, f"battle.behaviours of {who}: guards")
        return said.of(people)

    def shown(self) -> Id | None:
        return self._one(self._battle.shown, self._battle.handouts, "battle.shown")

    def board(self) -> object:
        board = self._battle.board
        links = {id: link for id, link in board.links.items() if {link.first, link.second} <= board.zones.keys()}
        for id in board.links.keys() - links.keys():
            self.messages.append(f"battle.board.links.{id}: it connects a zone that does not exist; it was left out.")
        fog = tuple(patch for patch in board.fog if patch.zone is None or patch.zone in board.zones)
        if len(fog) < len(board.fog):
            self.messages.append("battle.board.fog: it covers a zone that does not exist; it was left out.")
        is_whole = len(links) == len(board.links) and len(fog) == len(board.fog)
        return board if is_whole else replace(board, links=links, fog=fog)
