"""After an attack, the GM may show a hidden attacker to the players by one key; by default they stay hidden.

No rule of a game decides this: being hidden is what the players know, not a state of the fight.
"""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.requests import Choice, Offer
from model.engine.ruleset import Action, Ruleset
from model.engine.types import GROUP_ATTACK
from model.state.base import Id
from model.state.battle import AnyBattle, SameBattle, of_same_game
from model.state.texts import Refusal, ref, text

REVEAL = "reveal"
"""The edit that shows combatants to the players, and the key of the offer and of its option."""


def after_attack(ruleset: Ruleset, battle: SameBattle, call: Call, ask: Ask) -> SameBattle:
    """The battle after an attack, with the attackers revealed if the GM took that offer."""
    action, reveal = ruleset.actions[call.action], ruleset.actions.get(REVEAL)
    hidden = _hidden_attackers(action, battle, call)
    if not hidden or reveal is None:
        return battle
    offer = Offer(
        id=REVEAL,
        title=text("Reveal {who}? Stays hidden otherwise.", who=ref(hidden[0])),
        by=hidden[:1],
        options=(Choice(key=REVEAL, label="Reveal"),),
        is_direct=True,
    )
    if ask.offer(offer) != REVEAL:
        return battle
    after = reveal.run(battle, Call(action=REVEAL, targets=hidden), ask)
    return battle if isinstance(after, Refusal) else of_same_game(battle, after)


def _hidden_attackers(action: Action, battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """Those who attacked and are hidden: the actor, and the rest of the group if all of it attacked."""
    if action.group == "attack":
        who: tuple[Id, ...] = (call.actor,)
    elif action.id == GROUP_ATTACK:
        slot = battle.order.slot_of(call.actor)
        who = () if slot is None else slot.members
    else:
        return ()
    found = (battle.combatants.get(one) for one in who)
    return tuple(one.id for one in found if one is not None and one.is_hidden)
