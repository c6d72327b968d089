"""What somebody attacks with, and the guards about it that every attack has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

from model.engine.calls import Call
from model.engine.guards import no
from model.engine.last_weapon import attack_with, last_or_first
from model.engine.modifiers import Modifier
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Refusal, ref, text


class Weapons(ABC):
    """How a game finds the weapon of an attack. Its shared state keeps `last_weapon`, the item used last by each."""

    rule: str

    @abstractmethod
    def is_weapon(self, gear: Any) -> bool:
        """Whether something with this gear can be attacked with."""

    def fits(self, action: str, gear: Any) -> bool:
        """Whether an action can be done with something; None is the bare hand."""
        return True

    def strikes_area(self, gear: Any) -> bool:
        return False

    def in_hand(self, battle: AnyBattle, who: Id) -> tuple[Item[Any], ...]:
        """What somebody can attack with now, oldest first."""
        return tuple(item for item in battle.items_of(who) if item.where == "hand" and self.is_weapon(item.gear))

    def usual(self, battle: AnyBattle, who: Id) -> Item[Any] | None:
        """The weapon used last while it is still in hand, else the first in hand."""
        return last_or_first(battle, who, self.in_hand(battle, who))

    def of_call(self, battle: AnyBattle, call: Call) -> Item[Any] | None:
        """What a call attacks with: the bare hand if it says so, the item named, else the usual weapon that fits.

        Where none fits, it is the bare hand, or if that does not fit either, the usual weapon.
        """
        if call.option("unarmed", False):
            return None
        if call.item is not None:
            return battle.items.get(call.item)
        usual = self.usual(battle, call.actor)
        fitting = next(
            (item for item in self._usual_first(battle, call.actor) if self.fits(call.action, item.gear)), None
        )
        return fitting if fitting is not None or self.fits(call.action, None) else usual

    def _usual_first(self, battle: AnyBattle, who: Id) -> tuple[Item[Any], ...]:
        usual = self.usual(battle, who)
        return tuple(sorted(self.in_hand(battle, who), key=lambda item: item is not usual))

    def choices(self, action: str) -> Callable[[AnyBattle, Id], tuple[tuple[Id, str], ...]]:
        """What somebody has in hand for an action, by id and name, the usual weapon first."""

        def fitting(battle: AnyBattle, who: Id) -> tuple[tuple[Id, str], ...]:
            items = (item for item in self._usual_first(battle, who) if self.fits(action, item.gear))
            return tuple((item.id, item.name) for item in items)

        return fitting

    def usual_attack(self, battle: AnyBattle, who: Id) -> Call:
        """With the weapon used last, else the first in hand, else the bare hand; on an area with what strikes one."""
        call, usual = attack_with(self.usual)(battle, who), self.usual(battle, who)
        is_area = usual is not None and self.strikes_area(usual.gear)
        return replace(call, action="area_attack") if is_area else call

    def fit(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: a weapon of one's own, in hand."""
        item = battle.items.get(call.item) if call.item is not None else None
        if item is None or call.actor not in battle.combatants:
            return
        if not self.is_weapon(item.gear):
            sentence = text("{item} is no weapon.", item=item.name)
            yield Refusal(key="no_weapon", sentence=sentence, rule=self.rule)
        if item.holder != call.actor:
            sentence = text("{who} does not have {item}.", who=ref(call.actor), item=item.name)
            yield Refusal(key="not_held", sentence=sentence)
        elif item.where != "hand":
            sentence = text("{who} does not have {item} in hand.", who=ref(call.actor), item=item.name)
            yield Refusal(key="not_in_hand", sentence=sentence)

    def one_combatant(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: the target is a combatant who is there."""
        target = call.target
        if target is None:
            return
        if target == call.actor:
            yield no("oneself", "{who} cannot attack themselves.", self.rule, target)
        elif not battle.combatants[target].is_present:
            yield no("target_absent", "{who} is not here.", "", target)


def gm_modifier(call: Call, key: str, rule: str) -> Iterator[Modifier]:
    """A bonus or penalty of the GM's, from the option of that key."""
    amount = int(call.option(key, 0))
    if amount:
        yield Modifier(key=key, label="GM", amount=amount, rule=rule)
