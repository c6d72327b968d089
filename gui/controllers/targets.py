"""Who can be the target of an action: the nearest first, those who fit, those whom an area strikes."""

from __future__ import annotations

from model.board.bands import nearness
from model.engine.calls import Call
from model.engine.ruleset import Action, Ruleset
from model.engine.run import may
from model.state.base import Id, replace
from model.state.battle import AnyBattle

# --------------------------------------------------------------------------------------------------- around a combatant


def people_around(
    ruleset: Ruleset, battle: AnyBattle, who: Id, *, are_friends: bool, with_fallen: bool = False
) -> tuple[Id, ...]:
    """All others who are present, of sides with or against a combatant's own, the nearest first; the able ones alone,
    or the fallen too. The environment has neither friends nor foes."""
    own = battle.combatants.get(who)
    if own is None:
        return ()
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


# ------------------------------------------------------------------------------------------------------- inside an area


def with_targets_found(ruleset: Ruleset, battle: AnyBattle, call: Call, before: Call | None = None) -> Call:
    """A call with those in its area as its targets.

    What the GM has picked stays where only something else is said: `before` is the call as it was. Aiming anew finds
    anew, and where no place is known nobody is found: then the targets are picked from the list.
    """
    action = ruleset.actions.get(call.action)
    aim = None if action is None else action.aim
    if aim is None or not (aim.at or aim.on) or call.actor not in battle.combatants or not aim.applies(battle, call):
        return call
    if before is not None:
        if call.targets != before.targets or (call.options, call.item) == (before.options, before.item):
            return call
        is_aimed_anew = any(call.option(key) != before.option(key) for key in (aim.at, aim.on) if key)
        if not is_aimed_anew and before.targets and set(before.targets) != set(aim.caught(battle, before)):
            return call
    if aim.shape(battle, call) is None:
        return call
    return replace(call, targets=aim.caught(battle, call))
