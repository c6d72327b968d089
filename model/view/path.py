"""A movement in progress leg by leg, for the panel of the action: what each leg is, and what it costs."""

from __future__ import annotations

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.state.battle import AnyBattle
from model.view.sheet import NumberView


def legs_of(ruleset: Ruleset, battle: AnyBattle, call: Call) -> tuple[NumberView, ...]:
    """The legs of a call that moves by the rules, where the game prices them; none for other calls."""
    action = ruleset.actions.get(call.action)
    if ruleset.movement is None or action is None or action.group != "move" or call.actor not in battle.combatants:
        return ()
    found = []
    for leg in ruleset.movement.words(battle, call):
        title, _, price = leg.words.rpartition(": ")
        found.append(NumberView(title=title or price, value=price if title else ""))
    return tuple(found)
