"""What a segment holds: one action, at most one attack in a countdown, and who may take it (ZM-MOVE-01, ZM-INIT-06)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.budget import has_round_mark, is_turn_of, left, mark_round, spend, used
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.ruleset import Ruleset
from model.rulesets.zamani.conditions import DEAD, STUNNED, UNCONSCIOUS, guarding
from model.rulesets.zamani.initiative import is_first_segment
from model.rulesets.zamani.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal, ref, text

OFFENSIVE, ACTED, FULL_MOVE, FOCUSED = "offensive", "acted", "full_move", "focused"
GUARDED, NO_MOVE, WOUNDED = "guarded", "no_move", "wounded"
"""Facts of a round."""


def is_fighting(battle: AnyBattle) -> bool:
    """Whether segments are counted; before and after a fight nothing costs anything."""
    return battle.order.phase in ("acting", "surprise")


def no(key: str, sentence: str, rule: str, who: Id) -> Refusal:
    """A refusal about somebody, who is `{who}` in the sentence."""
    return Refusal(key=key, sentence=text(sentence, who=ref(who)), rule=rule)


def has_begun(battle: AnyBattle, who: Id) -> bool:
    """Whether somebody is in the middle of an action: it has begun and is not through (ZM-DELAY-01)."""
    share = battle.order.share(who)
    if share is None or share.is_over or share.left.get("action", 0) < 1:
        return False
    return bool(share.used or share.marks)


# ------------------------------------------------------------------------------------------ guards


def somebody(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: done by a combatant who is there and able to act (ZM-MIS-03)."""
    combatant = battle.combatants.get(call.actor)
    if combatant is None:
        sentence = text("The environment cannot do this: it needs a combatant.")
        yield Refusal(key="no_combatant", sentence=sentence, can_override=False)
    elif not combatant.is_present:
        yield no("absent", "{who} is not here.", "", call.actor)
    elif has_effect(battle, call.actor, STUNNED):
        yield no("stunned", "{who} is stunned and cannot act.", "ZM-MIS-03", call.actor)
    elif has_effect(battle, call.actor, UNCONSCIOUS) or has_effect(battle, call.actor, DEAD):
        yield no("unconscious", "{who} is unconscious.", "ZM-MIS-03", call.actor)
    elif combatant.is_out:
        yield no("out", "{who} is out of the fight.", "", call.actor)


def own_segment(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: on one's own segment, with its action left (ZM-INIT-01, ZM-TIME-03)."""
    who = call.actor
    if who not in battle.combatants or battle.order.phase in ("setup", "ended"):
        return
    if not is_turn_of(battle, who):
        yield no("not_your_turn", "It is not {who}'s segment.", "ZM-INIT-01", who)
    elif left(battle, who, "action") < 1:
        yield no("no_action", "{who} has already acted on this segment.", "ZM-TIME-03", who)
    if has_round_mark(battle, who, FOCUSED):
        yield no("focusing", "{who} is focusing and does nothing else this round.", "ZM-FOC-06", who)


def may_attack(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: one offensive action a countdown, not after a full move, not from a guard (ZM-INIT-06, ZM-GUARD-02)."""
    who = call.actor
    if who not in battle.combatants or not is_fighting(battle):
        return
    if has_round_mark(battle, who, OFFENSIVE):
        yield no("second_attack", "{who} has had the one offensive action of this countdown.", "ZM-INIT-06", who)
    turn = battle.order.turn
    is_limited = rules(battle).attack_segment == "first_only" and is_turn_of(battle, who)
    if is_limited and turn is not None and not is_first_segment(battle, battle.order.slots[turn.slot]):
        yield no("first_segment", "{who} may attack on the first segment only.", "ZM-AMB-03", who)
    if used(battle, who, "full_move") or (
        has_round_mark(battle, who, FULL_MOVE) and not rules(battle).full_move_then_attack
    ):
        yield no("full_move", "{who} has made a full move and cannot attack this round.", "ZM-MOVE-03", who)
    if not rules(battle).guard_and_attack and is_guarding(battle, who):
        yield no("guarding", "{who} is standing guard and cannot attack this round.", "ZM-GUARD-02", who)


def is_guarding(battle: AnyBattle, who: Id) -> bool:
    """Whether somebody stands guard now or has done so this round."""
    return guarding(battle, who) is not None or has_round_mark(battle, who, GUARDED)


def not_moved(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a half move does not go with another action that is no attack (ZM-AMB-46, ZM-MOVE-09)."""
    who = call.actor
    if who not in battle.combatants or rules(battle).half_move_and_other:
        return
    if used(battle, who, "metres"):
        yield no("moved", "{who} has moved on this segment: that was the action.", "ZM-MOVE-09", who)


def note(battle: AnyBattle, who: Id, fact: str) -> AnyBattle:
    """Note a fact of the round, where rounds are counted."""
    return mark_round(battle, who, fact) if is_fighting(battle) else battle


def pay(battle: AnyBattle, who: Id, *, is_offensive: bool = False) -> AnyBattle:
    """Use up the action of a segment."""
    if not is_fighting(battle):
        return battle
    battle = mark_round(spend(battle, who, "action"), who, ACTED)
    return mark_round(battle, who, OFFENSIVE) if is_offensive else battle
