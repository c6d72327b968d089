"""Who stands around somebody: those whom they could attack, those whom they could help, and with what."""

from __future__ import annotations

from model.board.bands import nearness
from model.engine.calls import Call
from model.engine.ruleset import Action, Ruleset
from model.engine.run import may
from model.state.base import Id, replace
from model.state.battle import AnyBattle


def people_around(ruleset: Ruleset, battle: AnyBattle, who: Id, *, are_friends: bool) -> tuple[Id, ...]:
    """All others who are present and able, of sides with or against somebody's own, the nearest first."""
    own = battle.combatants[who]
    sides = ruleset.allied if own.side in ruleset.allied else (own.side,)
    others = (one for one in battle.combatants.values() if one.is_present and not one.is_out and one.id != who)
    wanted = (one.id for one in others if (one.side in sides) == are_friends)
    return tuple(sorted(wanted, key=lambda other: nearness(battle, ruleset.ranges, who, other)))


def people_helped(ruleset: Ruleset, battle: AnyBattle, who: Id, action: Action) -> tuple[Id, ...]:
    """Friends to whom an action can be done: an order is for those who take orders. All of them where none fits."""
    friends = people_around(ruleset, battle, who, are_friends=True)
    call = Call(action=action.id, actor=who)
    anyway = {no.key for no in may(ruleset, battle, call)}
    fitting = tuple(
        friend
        for friend in friends
        if anyway.issuperset(no.key for no in may(ruleset, battle, replace(call, targets=(friend,))))
    )
    return fitting or friends


def first_helped(
    ruleset: Ruleset, battle: AnyBattle, who: Id, action: Action, marked: tuple[Id, ...]
) -> tuple[Id, ...]:
    """Whom an action is for when it begins: those marked to whom it can be done, else who needs it, or the only one."""
    helped = people_helped(ruleset, battle, who, action)
    if chosen := tuple(one for one in marked if one in helped):
        return chosen
    if action.needed_by is not None:
        needy = action.needed_by(battle, who)
        return () if needy in (None, who) else (needy,)
    return helped if action.targets == "one" and len(helped) == 1 else ()
