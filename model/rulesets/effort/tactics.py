"""Actions that a forecast chooses from: attacks with held weapons, movement by speed points, reloading, reactions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from model.engine.calls import Call
from model.engine.tactics import Tactics, each_in_hand, toward
from model.rulesets.effort import pools
from model.rulesets.effort.conditions import stance_of
from model.rulesets.effort.prices import RATES, USUAL, Mode
from model.rulesets.effort.sheet import Battle, Gear, weapons_in_hand, weapons_to_attack
from model.state.base import Id
from model.state.battle import PLAYERS_SIDE, Item


def _modes(battle: Battle, who: Id) -> Iterator[tuple[Mode, float]]:
    """Movement modes with the metres that speed points pay for on open ground."""
    points = pools.speed(battle.combatants[who].sheet)
    usual = USUAL[stance_of(battle, who)]
    yield usual, points / float(RATES[usual])
    if usual == "walk" and battle.combatants[who].sheet.can_run:
        yield "run", points / float(RATES["run"])


def _approach(battle: Battle, who: Id, target: Id) -> Iterator[Call]:
    for mode, metres in _modes(battle, who):
        # Half the distance as well: difficult ground costs twice as much.
        for share in (1.0, 0.5):
            where = toward(battle, who, target, metres * share)
            if where is not None:
                yield Call(action="move", actor=who, options=where | {"mode": mode})


def _is_loaded(battle: Battle, weapon: Item[Gear]) -> bool:
    return not weapon.gear.magazine or weapon.gear.loaded > 0


def _readies(battle: Battle, who: Id) -> Iterator[Call]:
    """Reload, or regain speed points to come nearer in later rounds."""
    for weapon in weapons_in_hand(battle, who):
        if not _is_loaded(battle, weapon):
            yield Call(action="use_item", actor=who, item=weapon.id)
    yield Call(action="regain_speed", actor=who)


def _amounts(battle: Battle) -> Mapping[str, float]:
    own = [one.sheet for one in battle.combatants.values() if one.side == PLAYERS_SIDE]
    return {
        "Speed points of the party": float(sum(pools.speed(sheet) for sheet in own)),
        "Effort points of the party": float(sum(pools.effort(sheet) for sheet in own)),
    }


TACTICS = Tactics(
    attacks=each_in_hand("attack", weapons_to_attack, _is_loaded),
    approach=_approach,
    readies=_readies,
    in_cover="cover",
    reactions=("reaction",),
    unweighed=("health", "speed", "effort"),
    amounts=_amounts,
    not_modelled=("effort points", "new reactions", "aiming", "crouching and lying down", "grenades", "talking"),
)
