"""Checks before an attack: Defence Values, weapons and their reach."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Generic

from model.board.distance import between
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.last_weapon import attack_with, last_or_first
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.ruleset import Parameter, Ranges
from model.rulesets.families.ogc.battle import AttackKind, Battle, Cover, Gear
from model.rulesets.families.ogc.pools import Pools
from model.state.base import Id, replace
from model.state.battle import Item
from model.state.texts import Explanation, Refusal, ref, text

# ------------------------------------------------------------------------------------------------------- defence values


class DefenceValues(ABC, Generic[Battle]):
    """How a ruleset computes a Defence Value."""

    pools: Pools[Battle]
    helpless_rule: str

    @abstractmethod
    def own(self, battle: Battle, who: Id, kind: AttackKind) -> Iterable[Modifier]:
        """Return base, attribute, skill and equipment against a kind of attack."""

    @abstractmethod
    def modifiers(self, battle: Battle, who: Id, kind: AttackKind | None, cover: Cover) -> Iterable[Modifier]:
        """Return the modifiers of conditions and the like; against a task if `kind` is None. Cover has key `cover`."""

    def against_attack(
        self,
        battle: Battle,
        who: Id,
        kind: AttackKind,
        more: Iterable[Modifier] = (),
        *,
        cover: Cover = "auto",
        without: tuple[str, ...] = (),
    ) -> Explanation:
        """Return the Defence Value that an attack has to reach; for helpless combatants 0 plus what the GM grants.

        `without` names conditions that do not count against this attack.
        """
        if self.pools.is_helpless(battle, who):
            granted = [one for one in more if one.amount > 0]
            if cover == "yes":
                granted += [one for one in self.modifiers(battle, who, kind, cover) if one.key == "cover"]
            return self._helpless(granted)
        given = battle.combatants[who].sheet.given.of("dv", kind)
        own = self.own(battle, who, kind) if given is None else (term("given", "Given", given),)
        counted = (one for one in self.modifiers(battle, who, kind, cover) if one.key not in without)
        return explain("dv", "Defence Value", (*own, *counted, *more), highest_bonus_all_penalties)

    def against_task(
        self, battle: Battle, who: Id, own: Iterable[Modifier], more: Iterable[Modifier] = ()
    ) -> Explanation:
        """Return the Defence Value of a combatant who opposes a task; `own` are their base parts."""
        if self.pools.is_helpless(battle, who):
            return self._helpless(())
        parts = (*own, *self.modifiers(battle, who, None, "auto"), *more)
        return explain("dv", "Defence Value", parts, highest_bonus_all_penalties)

    def _helpless(self, granted: Iterable[Modifier]) -> Explanation:
        parts = (term("helpless", "Helpless", 0, self.helpless_rule), *granted)
        return explain("dv", "Defence Value", parts, highest_bonus_all_penalties)


# -------------------------------------------------------------------------------------------------------------- weapons


UNARMED = Parameter(key="unarmed", title="Bare hands", kind="flag", default=False)


class Weapons(ABC, Generic[Battle, Gear]):
    """How a ruleset finds the weapon of an attack. Its shared state has `last_weapon`, the last used item of each."""

    rule: str
    ranges: Ranges
    bare_hand: Gear

    def is_weapon(self, gear: Gear) -> bool:
        """Whether an item with this gear can be used to attack."""
        return gear.is_weapon

    def fits(self, action: str, gear: Gear | None) -> bool:
        """Whether an action can be done with an item of this gear; None is the bare hand."""
        return True

    def strikes_area(self, gear: Gear) -> bool:
        return False

    @abstractmethod
    def within_reach(self, battle: Battle, who: Id, target: Id, weapon: Item[Gear] | None) -> Iterator[Refusal]:
        """Yield refusals of an attack because of its distance."""

    @abstractmethod
    def farthest(self, battle: Battle, who: Id, weapon: Item[Gear] | None) -> float | None:
        """Return how many metres away an attack can be aimed at a place, or None if nothing limits it."""

    def metres_between(self, battle: Battle, first: Id, second: Id) -> float | None:
        """Return the metres from centre to centre, or None if unknown."""
        return between(battle, first, second, self.ranges)

    def gear_of(self, weapon: Item[Gear] | None) -> Gear:
        """Return the gear of a weapon, or of the bare hand if it is None."""
        return self.bare_hand if weapon is None else weapon.gear

    def gear_of_call(self, battle: Battle, call: Call) -> Gear:
        """Return the gear with which a call attacks."""
        return self.gear_of(self.of_call(battle, call))

    def in_hand(self, battle: Battle, who: Id) -> tuple[Item[Gear], ...]:
        """Return the weapons that a combatant has in hand, oldest first."""
        return tuple(item for item in battle.items_of(who) if item.where == "hand" and self.is_weapon(item.gear))

    def usual(self, battle: Battle, who: Id) -> Item[Gear] | None:
        """Return the last used weapon if it is still in hand, else the first in hand, or None if there is none."""
        return last_or_first(battle, who, self.in_hand(battle, who))

    def of_call(self, battle: Battle, call: Call) -> Item[Gear] | None:
        """Return the weapon of a call, or None for the bare hand.

        This is the bare hand if the call says so, else the named item, else the first fitting weapon in hand, the usual
        one first. If none fits, it is the bare hand, or if that does not fit either, the usual weapon.
        """
        if UNARMED.said(call):
            return None
        if call.item is not None:
            return battle.items.get(call.item)
        usual = self.usual(battle, call.actor)
        fitting = next(
            (item for item in self._usual_first(battle, call.actor) if self.fits(call.action, item.gear)), None
        )
        return fitting if fitting is not None or self.fits(call.action, None) else usual

    def _usual_first(self, battle: Battle, who: Id) -> tuple[Item[Gear], ...]:
        usual = self.usual(battle, who)
        return tuple(sorted(self.in_hand(battle, who), key=lambda item: item is not usual))

    def choices(self, action: str) -> Callable[[Battle, Id], tuple[tuple[Id, str], ...]]:
        """Return a function that lists the weapons in hand that fit an action, as id and name, the usual one first."""

        def fitting(battle: Battle, who: Id) -> tuple[tuple[Id, str], ...]:
            items = (item for item in self._usual_first(battle, who) if self.fits(action, item.gear))
            return tuple((item.id, item.name) for item in items)

        return fitting

    def usual_attack(self, battle: Battle, who: Id) -> Call:
        """Return the attack with the usual weapon, else the bare hand; an area attack if the weapon strikes an area."""
        call, usual = attack_with(self.usual)(battle, who), self.usual(battle, who)
        is_area = usual is not None and self.strikes_area(usual.gear)
        return replace(call, action="area_attack") if is_area else call

    def fit(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the item is a weapon that the actor has in hand."""
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

    def in_range(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the target is within reach of the weapon."""
        if call.actor in battle.combatants and call.target in battle.combatants:
            yield from self.within_reach(battle, call.actor, call.target, self.of_call(battle, call))

    def at_hand(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the target is within reach of the bare hand."""
        if call.actor in battle.combatants and call.target in battle.combatants:
            yield from self.within_reach(battle, call.actor, call.target, None)

    def one_combatant(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the target is another combatant who is present."""
        target = call.target
        if target is None:
            return
        if target == call.actor:
            yield no("oneself", "{who} cannot attack themselves.", self.rule, target)
        elif not battle.combatants[target].is_present:
            yield no("target_absent", "{who} is not here.", "", target)


def gm_modifier(call: Call, parameter: Parameter[int], rule: str = "") -> Iterator[Modifier]:
    """Yield the GM's bonus or penalty from this option, if it is not 0; by default under the option's own rule."""
    amount = int(parameter.said(call))
    if amount:
        yield Modifier(key=parameter.key, label="GM", amount=amount, rule=rule or parameter.rule)
