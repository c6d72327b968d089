"""Expected results of attacks by exact odds, cached by the numbers that they depend on, not by the battle.

The odds of an attack are computed in a separate battle that is built from the cache key alone: all combatants as they
were when the forecast began, except the attacker and the target, whose current state is used in everything that the
ruleset does not list as unweighed; the attacker's turn has just begun. If the ruleset measures in metres, the two
combatants are on an empty board at about their current distance. So a cached value never depends on which fight asked
first, and the same seeds give the same result on any number of processes.

The values are approximate. They only serve to choose between actions; the rules carry out the chosen action exactly.
"""

from __future__ import annotations

from typing import Any

import msgspec

from model.board.distance import on_ground
from model.engine.calls import Call
from model.engine.odds import Odds, TooManyRuns, weigh
from model.engine.ruleset import Ruleset
from model.state.base import Id, Record, replace, with_fields
from model.state.battle import AnyBattle, Combatant
from model.state.board import Board, Place
from model.state.order import Order, Slot, Turn

_encode = msgspec.msgpack.Encoder().encode
MOST_KEPT = 50_000
"""Largest number of cached expectations, of about 500 bytes each."""


class Expected:
    """Expected effect of an attack on its target, independent of the target's health."""

    __slots__ = ("_on", "damage", "drop", "hit")

    def __init__(self, hit: float, drop: float = 0.0, damage: tuple[tuple[float, float], ...] = ()) -> None:
        self.hit = hit
        self.drop = drop
        """Chance to take out a target that drops regardless of the amount of damage."""
        self.damage = damage
        """Each loss with its chance, in ascending order; empty if the ruleset has no damage measure."""
        self._on: dict[float, tuple[float, float]] = {}

    def on(self, health: float) -> tuple[float, float]:
        """Return, for a target with this much health, the average loss and the chance to lose all of it."""
        found = self._on.get(health)
        if found is None and not self.damage:
            found = self._on[health] = health * self.drop, self.drop
        if found is None:
            done = sum(min(loss, health) * chance for loss, chance in self.damage)
            found = self._on[health] = done, sum(chance for loss, chance in self.damage if loss >= health)
        return found


NOTHING = Expected(0.0)


class _Known(Record):
    """A combatant as the policy sees them; combatants that look the same share the number `look`."""

    combatant: Combatant[Any]
    look: int
    seen: Combatant[Any]


_Apart = tuple[Any, ...]
"""Either metres and both heights, or x, y, zone and height of each of the two places."""


def _placed(apart: _Apart) -> tuple[Place, Place]:
    """Return two places with this separation."""
    if len(apart) == _METRES:
        metres, height, other = apart
        return Place(x=0.0, y=0.0, height=height), Place(x=metres, y=0.0, height=other)
    one, two = apart[:_PLACE], apart[_PLACE:]
    here, there = (Place(x=x, y=y, zone=zone, height=height) for x, y, zone, height in (one, two))
    return here, there


_METRES, _PLACE = 3, 4
_CLOSE = 1e-6
"""Tolerance in metres."""


class Appraisal:
    """Computes and caches the expected results of attacks in fights that start from one battle."""

    def __init__(self, ruleset: Ruleset, battle: AnyBattle) -> None:
        self._ruleset = ruleset
        self._battle = _at_rest(battle)
        self._bare = replace(self._battle, board=Board())
        measures = [measure for measure in ruleset.measures if not measure.is_apart]
        self._hit = next((measure.key for measure in measures if measure.kind == "chance"), "")
        self._damage = next((measure.key for measure in measures if measure.kind == "spread"), "")
        self._alike = _alike(battle)
        self._in_metres = ruleset.ranges.in_metres
        self._limits = ruleset.tactics.limits
        self._looks: dict[bytes, int] = {}
        self._known: dict[Id, _Known] = {}
        self._kept: dict[Any, Expected] = {}
        self.weighed = 0

    def expected(self, battle: AnyBattle, call: Call) -> Expected:
        """Return the expected effect of an attack on its first target."""
        who, target = call.actor, call.targets[0]
        first, second = battle.combatants[who], battle.combatants[target]
        attacker, defender = self._known.get(who), self._known.get(target)
        if attacker is None or attacker.combatant is not first:
            attacker = self._look(first)
        if defender is None or defender.combatant is not second:
            defender = self._look(second)
        said = str([value for value in call.options.values() if value != target]) if call.options else ""
        item = None if call.item is None else self._alike.get(call.item, call.item)
        apart = self._apart(battle, call, first.place, second.place)
        key = (attacker.look, defender.look, call.action, item, said, apart)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            here, there = _placed(apart)
            actor, struck = replace(attacker.seen, place=here), replace(defender.seen, place=there)
            found = self._kept[key] = self._weigh(call, actor, struck)
        return found

    def _apart(self, battle: AnyBattle, call: Call, here: Place, there: Place) -> _Apart:
        """Return the approximate separation of two places, as precisely as it matters.

        Returns both places themselves if the ruleset uses zones or a position is unknown.
        """
        if here.x is None or here.y is None or there.x is None or there.y is None or not self._in_metres:
            return here.x, here.y, here.zone, here.height, there.x, there.y, there.zone, there.height
        metres = on_ground((here.x, here.y), (there.x, there.y), self._ruleset.ranges.metric(battle))
        if self._limits is not None and here.height == there.height:
            limits = self._limits(battle, call)
            for most in limits:
                if metres <= most + _CLOSE:
                    return most, here.height, there.height
            return limits[-1] + 1.0 if limits else 0.0, here.height, there.height
        step = _step_at(metres)
        return round(metres / step) * step, here.height, there.height

    def _look(self, combatant: Combatant[Any]) -> _Known:
        """Return the combatant's current look and remember it."""
        seen, known = self._seen(combatant), self._known.get(combatant.id)
        if known is not None and known.seen == seen:
            look, seen = known.look, known.seen
        else:
            told = _encode((self._alike.get(seen.id, seen.id), seen.sheet, *map(_facts, seen.effects.values())))
            look = self._looks.setdefault(told, len(self._looks))
        found = self._known[combatant.id] = _Known(combatant, look, seen)
        return found

    def seen(self, combatant: Combatant[Any]) -> Combatant[Any]:
        """Return the combatant as the policy sees them: the same object until something that it sees changes."""
        known = self._known.get(combatant.id)
        if known is None or known.combatant is not combatant:
            known = self._look(combatant)
        return known.seen

    def _seen(self, combatant: Combatant[Any]) -> Combatant[Any]:
        """Return the combatant with the unweighed fields of the sheet reset to the start of the forecast."""
        first = self._battle.combatants.get(combatant.id)
        if first is None or first.sheet is combatant.sheet:
            return combatant
        unknown = {name: getattr(first.sheet, name) for name in self._ruleset.tactics.unweighed}
        return replace(combatant, sheet=with_fields(combatant.sheet, unknown)) if unknown else combatant

    def _weigh(self, call: Call, attacker: Combatant[Any], defender: Combatant[Any]) -> Expected:
        self.weighed += 1
        who, target = call.actor, call.targets[0]
        order = self._battle.order
        is_bare = attacker.place.zone is None and attacker.place.x == 0.0
        battle = self._bare if is_bare else self._battle
        battle = replace(battle, combatants=battle.combatants | {who: attacker, target: defender})
        slot = Slot(id=f"of-{who}", members=(who,), state="acting")
        share = self._ruleset.turns.share(battle, who, slot)
        order = replace(
            order,
            slots=order.slots | {slot.id: slot},
            turns=(Turn(slot=slot.id, shares={who: share}),),
        )
        alone = replace(battle, order=order)
        try:
            odds = weigh(self._ruleset, alone, call, wanted=(self._hit, self._damage, self._ruleset.tactics.drops))
        except TooManyRuns:
            return NOTHING
        return NOTHING if odds.refusal is not None else self._read(odds, target)

    def _read(self, odds: Odds, target: Id) -> Expected:
        spread = odds.distribution(target, self._damage)
        damage = tuple((float(loss), float(way)) for loss, way in spread.items() if loss)
        hit, drop = (float(odds.chance(target, measure)) for measure in (self._hit, self._ruleset.tactics.drops))
        return Expected(hit, drop, damage)


def _step_at(metres: float) -> float:
    """Return the step in metres to which a distance is rounded: finer at short distances."""
    return 0.25 if metres < 5.0 else 1.0 if metres < 20.0 else 5.0


def _alike(battle: AnyBattle) -> dict[Id, Id]:
    """Map each combatant and item to the first one that equals it in everything except name and place."""
    first: dict[bytes, Id] = {}
    found: dict[Id, Id] = {}
    for who, one in battle.combatants.items():
        items = battle.items_of(who)
        gear = [(item.gear, item.where) for item in items]
        told = _encode((one.side, one.radius, one.is_hidden, one.sheet, gear, *map(_facts, one.effects.values())))
        kin = found[who] = first.setdefault(told, who)
        for number, item in enumerate(items):
            found[item.id] = f"{kin}/{number}"
    return found


def _facts(effect: Any) -> tuple[Any, ...]:
    """Return the fields of an effect that count, without its id and time."""
    changes = tuple(effect.changes.items())
    return effect.kind, changes, effect.amount, effect.other, effect.source, effect.note, effect.until


def _at_rest(battle: AnyBattle) -> AnyBattle:
    """Return the battle in which odds are computed: phase acting, second round, no turn begun."""
    slots = {f"of-{who}": Slot(id=f"of-{who}", members=(who,)) for who in battle.combatants}
    return replace(battle, order=Order(phase="acting", round=2, slots=slots, sequence=tuple(slots)))
