"""Defence values, weapons and their reach: what stands before an attack."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Literal, TypeVar

from model.board.distance import between
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.last_weapon import attack_with, last_or_first
from model.engine.modifiers import Modifier, Stacking, explain, term
from model.engine.ruleset import Ranges
from model.rulesets.families.ogc.pools import Pools
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, Refusal, ref, text

# ------------------------------------------------------------------------------------------------------- defence values


AttackType = Literal["normal", "mental", "alteration"]
AttackKind = Literal["ranged", "melee", "mental"]
Cover = Literal["auto", "yes", "no"]


class DefenceValues(ABC):
    """How a game works out a Defence Value."""

    pools: Pools
    helpless_rule: str

    @abstractmethod
    def own(self, battle: AnyBattle, who: Id, kind: AttackKind) -> Iterable[Modifier]:
        """Base, attribute, skill and equipment against a kind of attack."""

    @abstractmethod
    def modifiers(self, battle: AnyBattle, who: Id, kind: AttackKind | None, cover: Cover) -> Iterable[Modifier]:
        """What conditions and the like do; without a kind, against a task. The one of cover is called so."""

    @abstractmethod
    def stacking(self, battle: AnyBattle, who: Id, kind: AttackKind | None) -> Stacking: ...

    def against_attack(
        self,
        battle: AnyBattle,
        who: Id,
        kind: AttackKind,
        more: Iterable[Modifier] = (),
        *,
        cover: Cover = "auto",
        without: tuple[str, ...] = (),
    ) -> Explanation:
        """What an attack has to reach; of the helpless 0, and what the GM grants them.

        `without` names conditions that do not count against this attack.
        """
        if self.pools.is_helpless(battle, who):
            granted = [one for one in more if one.amount > 0]
            if cover == "yes":
                granted += [one for one in self.modifiers(battle, who, kind, cover) if one.key == "cover"]
            return self._helpless(battle, who, kind, granted)
        given = battle.combatants[who].sheet.given.of("dv", kind)
        own = self.own(battle, who, kind) if given is None else (term("given", "Given", given),)
        counted = (one for one in self.modifiers(battle, who, kind, cover) if one.key not in without)
        return explain("dv", "Defence Value", (*own, *counted, *more), self.stacking(battle, who, kind))

    def against_task(
        self, battle: AnyBattle, who: Id, own: Iterable[Modifier], more: Iterable[Modifier] = ()
    ) -> Explanation:
        """What a task has to reach that a combatant works against with parts of their own."""
        if self.pools.is_helpless(battle, who):
            return self._helpless(battle, who, None, ())
        parts = (*own, *self.modifiers(battle, who, None, "auto"), *more)
        return explain("dv", "Defence Value", parts, self.stacking(battle, who, None))

    def _helpless(
        self, battle: AnyBattle, who: Id, kind: AttackKind | None, granted: Iterable[Modifier]
    ) -> Explanation:
        parts = (term("helpless", "Helpless", 0, self.helpless_rule), *granted)
        return explain("dv", "Defence Value", parts, self.stacking(battle, who, kind))


# -------------------------------------------------------------------------------------------------------------- weapons


Gear = TypeVar("Gear")


class Weapons(ABC, Generic[Gear]):
    """How a game finds the weapon of an attack. Its shared state keeps `last_weapon`, the item used last by each."""

    rule: str
    ranges: Ranges
    bare_hand: Gear

    def is_weapon(self, gear: Any) -> bool:
        """Whether something with this gear can be attacked with."""
        return bool(gear.is_weapon)

    def fits(self, action: str, gear: Gear | None) -> bool:
        """Whether an action can be done with something; None is the bare hand."""
        return True

    def strikes_area(self, gear: Gear) -> bool:
        return False

    @abstractmethod
    def within_reach(self, battle: AnyBattle, who: Id, target: Id, weapon: Item[Gear] | None) -> Iterator[Refusal]:
        """What speaks against an attack by its distance."""

    def metres_between(self, battle: AnyBattle, first: Id, second: Id) -> float | None:
        """Metres from centre to centre; None where nobody knows."""
        return between(battle, first, second, self.ranges)

    def gear_of(self, weapon: Item[Gear] | None) -> Gear:
        """A weapon's numbers, or those of the bare hand."""
        return self.bare_hand if weapon is None else weapon.gear

    def gear_of_call(self, battle: AnyBattle, call: Call) -> Gear:
        """The numbers of what a call attacks with."""
        return self.gear_of(self.of_call(battle, call))

    def in_hand(self, battle: AnyBattle, who: Id) -> tuple[Item[Gear], ...]:
        """What a combatant can attack with now, oldest first."""
        return tuple(item for item in battle.items_of(who) if item.where == "hand" and self.is_weapon(item.gear))

    def usual(self, battle: AnyBattle, who: Id) -> Item[Gear] | None:
        """The weapon used last while it is still in hand, else the first in hand."""
        return last_or_first(battle, who, self.in_hand(battle, who))

    def of_call(self, battle: AnyBattle, call: Call) -> Item[Gear] | None:
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

    def _usual_first(self, battle: AnyBattle, who: Id) -> tuple[Item[Gear], ...]:
        usual = self.usual(battle, who)
        return tuple(sorted(self.in_hand(battle, who), key=lambda item: item is not usual))

    def choices(self, action: str) -> Callable[[AnyBattle, Id], tuple[tuple[Id, str], ...]]:
        """What a combatant has in hand for an action, by id and name, the usual weapon first."""

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
        """Guard: a weapon that the actor has, in hand."""
        item = battle.items.get(call.item) if call.item is not None else None
        if item is None or call.actor not in battle.combatants:
            return
        if not self.is_weapon(item.gear):
            sentence = text("{item} is not a weapon.", item=item.name)
            yield Refusal(key="no_weapon", sentence=sentence, rule=self.rule)
        if item.holder != call.actor:
            sentence = text("{who} does not have {item}.", who=ref(call.actor), item=item.name)
            yield Refusal(key="not_held", sentence=sentence)
        elif item.where != "hand":
            sentence = text("{who} does not have {item} in hand.", who=ref(call.actor), item=item.name)
            yield Refusal(key="not_in_hand", sentence=sentence)

    def in_range(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: the target is within reach of the weapon."""
        if call.actor in battle.combatants and call.target in battle.combatants:
            yield from self.within_reach(battle, call.actor, str(call.target), self.of_call(battle, call))

    def at_hand(self, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: the target is within reach of the bare hand."""
        if call.actor in battle.combatants and call.target in battle.combatants:
            yield from self.within_reach(battle, call.actor, str(call.target), None)

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
