"""Who takes a turn of the order of play together: one, several, or a group with a name."""

from __future__ import annotations

from dataclasses import dataclass

from model.state.base import Id
from model.state.battle import AnyBattle, Combatant
from model.state.order import Slot
from model.view.viewer import initials, without_number


@dataclass(frozen=True, slots=True)
class Party:
    """Who takes a slot's turn."""

    slot: Slot
    fighters: tuple[Combatant[object], ...]
    """Those first who can still act."""
    name: str
    is_hidden: bool
    is_out: bool

    @property
    def first(self) -> Combatant[object] | None:
        return self.fighters[0] if self.fighters else None

    @property
    def only(self) -> Id | None:
        """The one whose turn it is alone; None of several."""
        return self.fighters[0].id if len(self.fighters) == 1 else None

    @property
    def initials(self) -> str:
        """Of the name; of a group, of what its members are."""
        first = self.first
        return initials(without_number(first.name) if first is not None and self.is_group else self.name)

    @property
    def is_group(self) -> bool:
        return len(self.slot.members) > 1 or (bool(self.slot.name) and self.slot.kind == "normal")

    @property
    def able(self) -> tuple[Id, ...]:
        """Members who take turns."""
        return tuple(one.id for one in self.fighters if one.is_present and not one.is_out)

    @property
    def count(self) -> str:
        """`2 of 4` in a group of which some are out."""
        if not self.is_group:
            return ""
        able = len(self.able)
        return f"{able} of {len(self.fighters)}" if able < len(self.fighters) else ""


def party_of(battle: AnyBattle, slot: Slot) -> Party:
    found = [battle.combatants[id] for id in slot.members if id in battle.combatants]
    if len(found) > 1:
        found.sort(key=lambda one: one.is_out or not one.is_present)
    return Party(
        slot=slot,
        fighters=tuple(found),
        name=_slot_name(slot, [one.name for one in found]),
        is_hidden=bool(found) and all(one.is_hidden for one in found),
        is_out=bool(found) and all(one.is_out for one in found),
    )


def _slot_name(slot: Slot, names: list[str]) -> str:
    """The group's name, or the names of its members."""
    if slot.name and slot.kind == "normal":
        return slot.name
    if len(names) > 2:
        return f"{names[0]} and {len(names) - 1} more"
    return " and ".join(names) or slot.name
