"""A delayed turn taken in the middle of somebody else's, between declaration and dice."""

from __future__ import annotations

from itertools import count

from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.requests import Offer
from model.engine.run import interrupt
from model.rulesets.families.ogc.acting import is_fighting
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import ref, text

TAKE_HELD = "take_held_turn"


def with_delayed_turns(battle: AnyBattle, actor: Id, rule: str, ask: Ask) -> AnyBattle:
    """Offer those who hold a turn back to take it now, one after the other, before the dice of `actor` fall."""
    if not is_fighting(battle):
        return battle
    for number in count(1):
        by = tuple(who for who in battle.order.held if who != actor and turns.can_act(battle, who))
        if not by:
            return battle
        id = "interrupt" if number == 1 else f"interrupt{number}"
        title = text("Take the turn held back before the dice fall")
        call = ask.offer(Offer(id=id, title=title, by=by, actions=(TAKE_HELD,), rule=rule))
        if not isinstance(call, Call):
            return battle
        battle = turn_within(interrupt(battle, id, call, ask), id, rule, ask)
    return battle


def turn_within(battle: AnyBattle, id: str, rule: str, ask: Ask, *, only_defence: bool = False) -> AnyBattle:
    """The actions of the turn that cuts in, until no further one is taken; then the interrupted turn goes on."""
    actions = tuple(
        key
        for key, action in ask.ruleset.actions.items()
        if action.group not in ("order", "edit") and (action.is_defensive or not only_defence or action.group == "move")
    )
    interrupted = len(battle.order.turns[:-1])
    for number in count(1):
        acting = battle.order.acting
        if not acting:
            break
        act = f"{id}.act{number}"
        title = text("{who} goes on with the turn", who=ref(acting[0]))
        call = ask.offer(Offer(id=act, title=title, by=acting, actions=actions, rule=rule))
        if not isinstance(call, Call):
            break
        battle = interrupt(battle, act, call, ask)
    # Turns held back that were joined in with end with it.
    for _ in battle.order.turns[interrupted:]:
        battle = turns.finish_turn(battle, battle.order.acting, ask)
    return battle
