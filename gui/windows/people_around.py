"""Who stands around somebody: those whom they could attack, and those whom they could help."""

from __future__ import annotations

from model.board.bands import nearness
from model.engine.ruleset import Ruleset
from model.state.base import Id
from model.state.battle import AnyBattle


def people_around(ruleset: Ruleset, battle: AnyBattle, who: Id, *, are_friends: bool) -> tuple[Id, ...]:
    """All others who are present and able, of sides with or against somebody's own, the nearest first."""
    own = battle.combatants[who]
    sides = ruleset.allied if own.side in ruleset.allied else (own.side,)
    others = (one for one in battle.combatants.values() if one.is_present and not one.is_out and one.id != who)
    wanted = (one.id for one in others if (one.side in sides) == are_friends)
    return tuple(sorted(wanted, key=lambda other: nearness(battle, ruleset.ranges, who, other)))
