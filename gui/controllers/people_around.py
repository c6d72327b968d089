"""Who stands around somebody: those whom they could attack, those whom they could help, and with what."""

from __future__ import annotations

from model.board.bands import nearness
from model.engine.calls import Call
from model.engine.ruleset import Action, Ruleset
from model.engine.run import may
from model.state.base import Id, replace
from model.state.battle import AnyBattle


def people_around(
    ruleset: Ruleset, battle: AnyBattle, who: Id, *, are_friends: bool, with_fallen: bool = False
) -> tuple[Id, ...]:
    """All others who are present, of sides with or against somebody's own, the nearest first; the able ones alone,
    or the fallen too."""
    own = battle.combatants[who]
    sides = ruleset.allied if own.side in ruleset.allied else (own.side,)
    others = (one for one in battle.combatants.values() if one.is_present and one.id != who)
    able = (one for one in others if with_fallen or not one.is_out)
    wanted = (one.id for one in able if (one.side in sides) == are_friends)
    return tuple(sorted(wanted, key=lambda other: nearness(battle, ruleset.ranges, who, other)))


def people_helped(ruleset: Ruleset, battle: AnyBattle, who: Id, action: Action) -> tuple[Id, ...]:
    """Friends to whom an action can be done: an order is for those who take orders. All of them where none fits.

    The fallen are among them where an action is for those who need it.
    """
    friends = people_around(ruleset, battle, who, are_friends=True, with_fallen=action.needed_by is not None)
    return _fitting(ruleset, battle, who, action, friends) or friends


def people_fitting(ruleset: Ruleset, battle: AnyBattle, who: Id, action: Action) -> tuple[Id, ...]:
    """Friends, fallen ones too, for whom an action could be done instead of for oneself, the nearest first."""
    friends = people_around(ruleset, battle, who, are_friends=True, with_fallen=True)
    return _fitting(ruleset, battle, who, action, friends)


def _fitting(ruleset: Ruleset, battle: AnyBattle, who: Id, action: Action, friends: tuple[Id, ...]) -> tuple[Id, ...]:
    """Those to whom nothing but what is refused anyway keeps an action from being done."""
    call = Call(action=action.id, actor=who)
    anyway = {no.key for no in may(ruleset, battle, call)}
    return tuple(
        friend
        for friend in friends
        if anyway.issuperset(no.key for no in may(ruleset, battle, replace(call, targets=(friend,))))
    )


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
