"""What attacks come to by exact odds, kept by the numbers that they rest on rather than by the battle.

An attack is weighed in a battle of its own, made from the key alone: the combatants as the forecast found them, but
for the two whom the attack concerns, who are as they are now in all that the game does not call unweighed. So what is
kept never depends on which fight asked first, and the same seeds give the same result on any number of processes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from model.engine.calls import Call
from model.engine.odds import Odds, TooManyRuns, weigh
from model.engine.ruleset import Ruleset
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Combatant
from model.state.order import Order, Share, Slot, Turn

_encode = msgspec.msgpack.Encoder().encode
MOST_KEPT = 50_000
"""Expectations, of some 500 bytes each."""


class Expected(NamedTuple):
    """What an attack does to its target, whatever health that one has."""

    hit: float
    damage: tuple[tuple[float, float], ...]
    """Each loss with its chance, the least first; empty where the game tells none."""


NOTHING = Expected(0.0, ())


class _Known(NamedTuple):
    """A combatant as choices see them, under a number that all who look the same share."""

    combatant: Combatant[Any]
    look: int
    seen: Combatant[Any]


class Appraisal:
    """Weighs attacks in fights that began with one battle."""

    def __init__(self, ruleset: Ruleset, battle: AnyBattle) -> None:
        self._ruleset = ruleset
        self._battle = _at_rest(battle)
        measures = [measure for measure in ruleset.measures if not measure.is_apart]
        self._hit = next((measure.key for measure in measures if measure.kind == "chance"), "")
        self._damage = next((measure.key for measure in measures if measure.kind == "spread"), "")
        self._looks: dict[bytes, int] = {}
        self._known: dict[Id, _Known] = {}
        self._kept: dict[Any, Expected] = {}
        self.weighed = 0

    def expected(self, battle: AnyBattle, call: Call) -> Expected:
        """What an attack on its first target is expected to come to."""
        who, target = call.actor, call.targets[0]
        attacker, defender = self._look(battle.combatants[who]), self._look(battle.combatants[target])
        share = battle.order.share(who) or _NO_SHARE
        marks = battle.order.marks
        said = tuple(call.options.items()) if call.options else ()
        marked = (marks.get(who), marks.get(target)) if marks else None
        key = (attacker.look, defender.look, call.action, call.item, str(said), _spent(share), marked)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = self._weigh(battle, call, attacker, defender, share)
        return found

    def _look(self, combatant: Combatant[Any]) -> _Known:
        known = self._known.get(combatant.id)
        if known is None or known.combatant is not combatant:
            seen = self._seen(combatant)
            told = _encode((seen.id, seen.sheet, seen.place, *map(_facts, seen.effects.values())))
            look = self._looks.setdefault(told, len(self._looks))
            known = self._known[combatant.id] = _Known(combatant, look, seen)
        return known

    def _seen(self, combatant: Combatant[Any]) -> Combatant[Any]:
        """A combatant with what choices do not know of as it was when the forecast began."""
        first = self._battle.combatants.get(combatant.id)
        if first is None or first.sheet is combatant.sheet:
            return combatant
        unknown = {name: getattr(first.sheet, name) for name in self._ruleset.tactics.unweighed}
        return replace(combatant, sheet=replace(combatant.sheet, **unknown)) if unknown else combatant

    def _weigh(self, battle: AnyBattle, call: Call, attacker: _Known, defender: _Known, share: Share) -> Expected:
        self.weighed += 1
        who, target = call.actor, call.targets[0]
        order = self._battle.order
        slot = Slot(id=_SLOT, members=(who,), state="acting")
        marks = {id: its for id in (who, target) if (its := battle.order.marks.get(id)) is not None}
        order = replace(
            order,
            slots=order.slots | {_SLOT: slot},
            sequence=(*order.sequence, _SLOT),
            turns=(Turn(slot=_SLOT, shares={who: share}),),
            marks=marks,
        )
        people = self._battle.combatants | {who: attacker.seen, target: defender.seen}
        alone = replace(self._battle, combatants=people, order=order)
        try:
            odds = weigh(self._ruleset, alone, call)
        except TooManyRuns:
            return NOTHING
        return NOTHING if odds.refusal is not None else self._read(odds, target)

    def _read(self, odds: Odds, target: Id) -> Expected:
        spread = odds.distribution(target, self._damage)
        damage = tuple((float(loss), float(way)) for loss, way in spread.items() if loss)
        return Expected(float(odds.chance(target, self._hit)), damage)


_SLOT = "weighed"
_NO_SHARE = Share()


def _spent(share: Share) -> tuple[Any, ...]:
    return (*share.left.items(), *share.used.items(), *share.marks)


def _facts(effect: Any) -> tuple[Any, ...]:
    """What is told of an effect apart from its id and its time."""
    return effect.kind, effect.amount, effect.other, effect.source, effect.note, effect.until


def _at_rest(battle: AnyBattle) -> AnyBattle:
    """The battle in which attacks are weighed: acting, in its second round, with nobody's turn begun."""
    slots = {f"of-{who}": Slot(id=f"of-{who}", members=(who,)) for who in battle.combatants}
    return replace(battle, order=Order(phase="acting", round=2, slots=slots, sequence=tuple(slots)))
