"""What an action costs, and who may pay it: the budget of a turn (ZS-ACT) or, out of turn, the next turn (ZS-FORCE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import has_mark, is_turn_of, left, mark, spend, use, used
from model.engine.calls import Call
from model.engine.ruleset import Guard, Ruleset
from model.engine.telling import tell
from model.rulesets.zerospace.conditions import is_helpless
from model.rulesets.zerospace.settings import setting
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal, gm_text, ref, text

Cost = Literal["move", "standard", "quick", "free"]
TITLES: dict[Cost, str] = {
    "move": "move action",
    "standard": "standard action",
    "quick": "quick action",
    "free": "free action",
}


def is_fighting(battle: AnyBattle) -> bool:
    """Whether turns are counted; before and after a fight nothing costs anything."""
    return battle.order.phase == "acting"


def no(key: str, sentence: str, rule: str, who: Id) -> Refusal:
    """A refusal about somebody, who is `{who}` in the sentence."""
    return Refusal(key=key, sentence=text(sentence, who=ref(who)), rule=rule)


def somebody(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: done by a combatant who is there and not helpless (ZS-HELP-01)."""
    combatant = battle.combatants.get(call.actor)
    if combatant is None:
        sentence = text("The environment cannot do this: it needs a combatant.")
        yield Refusal(key="no_combatant", sentence=sentence, can_override=False)
    elif not combatant.is_present:
        yield no("absent", "{who} is not here.", "", call.actor)
    elif is_helpless(battle, call.actor):
        yield no("helpless", "{who} is unconscious or helpless.", "ZS-HELP-01", call.actor)
    elif combatant.is_out:
        yield no("out", "{who} is out of the fight.", "", call.actor)


def costs(cost: Cost, rule: str = "ZS-ACT-01", *, can_force: bool = False) -> tuple[Guard, ...]:
    """Guards: a combatant who can pay, from the turn's budget or, where it can be forced, with the next turn."""

    def guard(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        if call.actor in battle.combatants and is_fighting(battle) and cost != "free":
            yield from _unpayable(battle, call.actor, cost, rule, can_force)

    return (somebody, guard)


def _unpayable(battle: AnyBattle, who: Id, cost: Cost, rule: str, can_force: bool) -> Iterator[Refusal]:
    if not is_turn_of(battle, who):
        if can_force:
            yield from cannot_force(battle, who)
        else:
            yield no("not_your_turn", "It is not {who}'s turn.", "ZS-ACT-06" if cost == "quick" else rule, who)
    elif cost in ("move", "standard"):
        yield from not_left(battle, who, cost, rule)


def not_left(battle: AnyBattle, who: Id, cost: Cost, rule: str) -> Iterator[Refusal]:
    """What speaks against using a move or standard action of the turn: there is none left, or Agility 0 forbids it.

    With Agility 0 there is a move or a standard action, but not both (ZS-MIS-17).
    """
    if left(battle, who, cost) < 1:
        yield no(f"no_{cost}", f"{{who}} has no {TITLES[cost]} left.", rule, who)
        return
    if battle.combatants[who].sheet.agility > 0 or setting(battle, "zero_attribute") != "chapter_rule":
        return
    other: Cost = "standard" if cost == "move" else "move"
    if has_mark(battle, who, f"paid_{other}"):
        sentence = f"{{who}} has Agility 0: after a {TITLES[other]} there is no {TITLES[cost]}."
        yield no("agility_0", sentence, "ZS-MIS-17", who)


def cannot_force(battle: AnyBattle, who: Id) -> Iterator[Refusal]:
    """What speaks against forcing an action now (ZS-FORCE-01, ZS-FORCE-06)."""
    if turns.has_forced(battle, who):
        yield no("forced_already", "{who} has already forced an action this round.", "ZS-FORCE-06", who)
    elif not setting(battle, "force_while_owing_turn") and any(debt.who == who for debt in battle.order.owed):
        yield no("owes_turn", "{who} still owes a turn for an action forced before.", "ZS-FORCE-01", who)


def can_force(battle: AnyBattle, who: Id) -> bool:
    """Whether somebody could force an action right now: there, able, not in their own turn."""
    combatant = battle.combatants[who]
    if not is_fighting(battle) or not combatant.is_present or combatant.is_out or is_helpless(battle, who):
        return False
    return not is_turn_of(battle, who) and not any(True for _ in cannot_force(battle, who))


def pay(battle: AnyBattle, who: Id, cost: Cost, ask: Ask) -> AnyBattle:
    """Pay for an action out of the turn in progress."""
    if not is_fighting(battle) or not is_turn_of(battle, who):
        return battle
    if cost == "quick":
        return _count_quick(battle, who, ask)
    if cost == "free":
        return battle
    payers = battle.order.acting if setting(battle, "group_actions") == "one_set_for_group" else (who,)
    for payer in payers:
        battle = spend(battle, payer, cost)
    return mark(battle, who, f"paid_{cost}")


def _count_quick(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """Quick actions are counted; above the usual number the GM sees a note (ZS-ACT-02)."""
    battle = use(battle, who, "quick")
    count = int(used(battle, who, "quick"))
    if count > setting(battle, "quick_actions_notice"):
        ask.say(gm_text("That is quick action number {count} of {who} this turn.", count=count, who=ref(who)))
    return battle


def pay_or_force(battle: AnyBattle, who: Id, cost: Cost, ask: Ask) -> AnyBattle:
    """Pay on one's own turn; out of turn, act at once and give up the next turn (ZS-FORCE-01, ZS-FORCE-05)."""
    if is_fighting(battle) and not is_turn_of(battle, who) and who != ENVIRONMENT:
        battle = force(battle, who, ask)
    return pay(battle, who, cost, ask)


def force(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """Note the forced action and the turn given up for it."""
    had_held = who in battle.order.held
    battle = turns.force(battle, who)
    if had_held:
        ask.say(tell(battle, "{0} forces an action and gives up the turn held back.", who))
    else:
        slot = battle.order.slot_of(who)
        round = battle.order.round + (0 if slot is not None and slot.state == "waiting" else 1)
        ask.say(tell(battle, "{0} forces an action and gives up the turn of round {round}.", who, round=round))
    return _with_forced_turn(battle, who, ask) if setting(battle, "forced_action_size") == "full_turn" else battle


def _with_forced_turn(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """A whole turn of defensive actions for the turn given up, where a house rule says so (ZS-AMB-08)."""
    forced = (battle.order.slots[id] for id in battle.order.sequence)
    slot = [slot for slot in forced if slot.kind == "forced" and slot.members == (who,)][-1]
    return turns.begin_turn(battle, slot, (who,), ask)


def is_forced_turn(battle: AnyBattle, who: Id) -> bool:
    """Whether the turn in progress is one that somebody has forced."""
    turn = battle.order.turn
    return turn is not None and is_turn_of(battle, who) and battle.order.slots[turn.slot].kind == "forced"


def not_in_forced_turn(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a forced turn holds purely defensive actions (ZS-FORCE-02)."""
    if call.actor in battle.combatants and is_forced_turn(battle, call.actor):
        yield no("only_defence", "{who} has forced this turn: only defence is possible.", "ZS-FORCE-02", call.actor)
