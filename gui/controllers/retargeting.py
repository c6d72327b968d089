"""Targets that follow an area: whoever the rules find in it, until the GM has picked others by hand."""

from __future__ import annotations

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.state.base import replace
from model.state.battle import AnyBattle


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
