"""Actions that a forecast chooses from: attacks with items in hand, half and full moves, reloading."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from model.board.distance import REACH_TOLERANCE
from model.engine.budget import used
from model.engine.calls import Call
from model.engine.tactics import Tactics, each_in_hand, toward
from model.rulesets.zamani.attack import gear_of, weapon_of
from model.rulesets.zamani.conditions import PRONE
from model.rulesets.zamani.movement import half_move, reach_of, room
from model.rulesets.zamani.segment import may_attack
from model.rulesets.zamani.sheet import Battle, Gear, in_hand, weapons_to_attack
from model.state.base import Id
from model.state.battle import Item


def _lengths(battle: Battle, who: Id) -> tuple[float, ...]:
    """Metres of a half move and of a full move, as far as they are still allowed; one value if both are the same."""
    most = room(battle, who).metres
    half = min(half_move(battle, who) - used(battle, who, "metres"), most)
    return (half, most) if most > half else (most,)


def _approach(battle: Battle, who: Id, target: Id) -> Iterator[Call]:
    for metres in _lengths(battle, who):
        where = toward(battle, who, target, metres)
        if where is not None:
            yield Call(action="move", actor=who, options=where)


def _limits(battle: Battle, call: Call) -> tuple[float, ...]:
    """Reach in metres from centre to centre, or empty if unlimited; nothing else in an attack depends on distance."""
    metres = reach_of(gear_of(weapon_of(battle, call)))
    if metres is None:
        return ()
    metres += battle.combatants[call.actor].radius + battle.combatants[call.targets[0]].radius
    return (metres + REACH_TOLERANCE,)


def _is_loaded(battle: Battle, weapon: Item[Gear]) -> bool:
    return not weapon.gear.magazine or bool(weapon.gear.rounds)


def _reload(battle: Battle, who: Id) -> Iterator[Call]:
    for item in in_hand(battle, who):
        if not _is_loaded(battle, item):
            yield Call(action="reload", actor=who, item=item.id)


TACTICS = Tactics(
    attacks=each_in_hand("attack", weapons_to_attack, _is_loaded),
    barring=(may_attack,),
    limits=_limits,
    approach=_approach,
    readies=_reload,
    risings=MappingProxyType({PRONE: Call(action="stand_up")}),
    unweighed=("damage",),
    not_modelled=("sacrifices for speed", "focus", "standing guard", "controlled attacks", "spells", "talking"),
)
