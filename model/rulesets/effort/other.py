"""Skill checks, regaining speed, free actions, and whatever else somebody does (SE-ACT-07, SE-MOVE-04, SE-FREE)."""

from __future__ import annotations

from collections.abc import Iterator

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.budget import grant, has_round_mark, mark_round
from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.modifiers import explain, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Guard, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.effort import pools
from model.rulesets.effort.conditions import REGAINING, is_surprised
from model.rulesets.effort.costs import (
    TITLES,
    Cost,
    as_planned,
    costs,
    give_up_round,
    in_time,
    is_fighting,
    is_reacting,
    no,
    not_left,
    pay,
    round_is_whole,
    somebody,
)
from model.rulesets.effort.reactions import with_reactions
from model.rulesets.effort.settings import rules
from model.state.base import ENVIRONMENT
from model.state.battle import AnyBattle
from model.state.texts import Refusal, Text, ref, text

MOST_WORDS = 10
SPOKE_SURPRISED = "free_while_surprised"
CHECK_WORDS = ("success", "failure")


# ------------------------------------------------------------------------------------------ skill checks


def skill_check(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """1d10 + modifier against a number, or the GM's word (SE-ACT-07, SE-MIS-05)."""
    battle = pay(battle, call, "action", ask)
    return with_reactions(battle, call, ask, lambda battle, _: _checked(battle, call, ask))


def _checked(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    who, skill = call.actor, str(call.option("skill", "")).strip()
    if rules(battle).check_mode == "gm":
        title = text("Does the check of {who} succeed?", who=ref(who))
        options = (Choice(key="success", label="Success"), Choice(key="failure", label="Failure"))
        question = Question(id="check", title=title, options=options, default="success", rule="SE-MIS-05")
        is_success = bool(ask.choose(question, ENVIRONMENT) == "success")
    else:
        sheet = battle.combatants[who].sheet
        parts = [term("skill", skill.capitalize() or "Modifier", sheet.skills.get(skill, 0), "SE-MIS-05")]
        typed = int(call.option("modifier", 0))
        if typed:
            parts.append(term("situation", "Situation", typed, "SE-MIS-05"))
        bonus = ask.number(explain("check", "Check", parts))
        against = int(call.option("against", rules(battle).check_default_target))
        roll = ask.roll(sum_of("check", "Check", "1d10", bonus=bonus, against=against, words=CHECK_WORDS), who)
        is_success = ask.verdict("success", "Success", roll, at_least=against, rule="SE-MIS-05")
    ask.measure(who, "success", is_success)
    ask.say(tell(battle, f"The check of {{0}} {'succeeds' if is_success else 'fails'}.", who))
    return battle


CHECK = Action(
    id="skill_check",
    title="Skill check",
    run=skill_check,
    parameters=(
        Parameter(key="skill", title="Skill", kind="text", default=""),
        Parameter(key="against", title="Against", kind="number", least=1, most=30, rule="SE-MIS-05"),
        Parameter(key="modifier", title="Modifier", kind="number", default=0, least=-20, most=20, rule="SE-MIS-05"),
    ),
    guards=costs("action", "SE-ACT-07"),
    rules=("SE-ACT-07", "SE-MIS-05"),
    cost="action",
    help="1d10 and the modifier of the skill, against the number that the GM names.",
)


# ------------------------------------------------------------------------------------------ regaining speed


def regain_speed(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Give the round up for speed points (SE-MOVE-04); stored, they come back when the condition occurs."""
    who = call.actor
    is_stored = is_reacting(battle, who)
    if not is_stored:
        battle = give_up_round(battle, who)

    def resolve(battle: AnyBattle, reactions: object) -> AnyBattle:
        if not is_stored:
            ask.say(tell(battle, "{0} gives the round up to regain speed.", who))
        if is_stored or rules(battle).sp_regain_when == "at_once":
            return pools.regain(battle, who, ask)
        return add_effect(battle, who, REGAINING)

    return with_reactions(battle, call, ask, resolve)


def _can_regain(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: nothing of what it takes is used yet, and points are missing (SE-MOVE-04, SE-AMB-06)."""
    who = call.actor
    if who not in battle.combatants:
        return
    if not is_fighting(battle):
        yield no("no_fight", "Outside a fight {who} needs no round for it: edit the points.", "SE-MOVE-04", who)
        return
    if not is_reacting(battle, who):
        late = tuple(in_time(battle, who, "SE-MOVE-04"))
        yield from late or round_is_whole(battle, who)
    sheet = battle.combatants[who].sheet
    if pools.speed(sheet) >= sheet.speed_max:
        yield no("full", "{who} has all speed points.", "SE-MOVE-04", who)
    elif rules(battle).sp_regain_only_at_zero and pools.speed(sheet) > 0:
        yield no("not_at_zero", "By a house rule {who} must have no speed point left.", "SE-MOVE-04", who)


REGAIN = Action(
    id="regain_speed",
    title="Regain speed",
    run=regain_speed,
    guards=(somebody, as_planned, _can_regain),
    rules=("SE-MOVE-04",),
    cost="the round",
    group="move",
    help="Instead of acting: the speed points come back.",
)


# ------------------------------------------------------------------------------------------ free actions


def free_action(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Something small that takes no time, on the GM's word (SE-FREE-01)."""
    battle = _free(battle, call, ask)
    what = str(call.option("text", "")).strip()
    template = "{0}: {what}." if what else "{0} does something small."
    return _said(battle, call, ask, tell(battle, template, call.actor, **({"what": what.rstrip(".")} if what else {})))


def talk(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Say up to ten words (SE-FREE-03)."""
    battle = _free(battle, call, ask)
    words = str(call.option("text", "")).strip()
    return _said(
        battle, call, ask, tell(battle, "{0}: “{words}”" if words else "{0} says something.", call.actor, words=words)
    )


def _said(battle: AnyBattle, call: Call, ask: Ask, told: Text) -> AnyBattle:
    """Carry out what is no more than told of, with the reactions to it."""

    def resolve(battle: AnyBattle, reactions: object) -> AnyBattle:
        ask.say(told)
        return battle

    return with_reactions(battle, call, ask, resolve)


def _free(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    if is_surprised(battle, call.actor):
        battle = mark_round(battle, call.actor, SPOKE_SURPRISED)
    return pay(battle, call, "free", ask)


def _has_free(rule: str) -> Guard:
    """Guard: with a free action left; the surprised have one only by a house rule (SE-FREE-02, SE-SUR-03)."""

    def guard(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        who = call.actor
        if who not in battle.combatants or not is_fighting(battle) or is_reacting(battle, who):
            return
        if is_surprised(battle, who) and rules(battle).surprised_free_action:
            if has_round_mark(battle, who, SPOKE_SURPRISED):
                yield no("no_free", "{who} has no free action left.", "SE-FREE-02", who)
            return
        late = tuple(in_time(battle, who, rule))
        yield from late
        if not late:
            yield from not_left(battle, who, "free", "SE-FREE-02")

    return guard


def _few_words(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    count = len(str(call.option("text", "")).split())
    if count > MOST_WORDS:
        sentence = text("That is {count} words; a free action is up to {most}.", count=count, most=MOST_WORDS)
        yield Refusal(key="too_many_words", sentence=sentence, rule="SE-FREE-03")


FREE = Action(
    id="free_action",
    title="Free action",
    run=free_action,
    parameters=(Parameter(key="text", title="What", kind="text", default=""),),
    guards=(somebody, _has_free("SE-FREE-01")),
    rules=("SE-FREE-01", "SE-FREE-02"),
    cost="free action",
    help="Something small: drop a torch, on the GM's word.",
)
TALK = Action(
    id="talk",
    title="Talk",
    run=talk,
    parameters=(Parameter(key="text", title="Words", kind="text", default=""),),
    guards=(somebody, _has_free("SE-FREE-03"), _few_words),
    rules=("SE-FREE-03",),
    cost="free action",
    help="Up to ten words.",
)


# ------------------------------------------------------------------------------------------ everything else


def other_action(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Something that is none of the valid actions: the GM says what it costs (SE-ACT-03, SE-AMB-17)."""
    who, what = call.actor, str(call.option("text", "")).strip()
    title = text("What does it cost {who}?", who=ref(who))
    options = (
        Choice(key="action", label="The action"),
        Choice(key="free", label="The free action"),
        Choice(key="nothing", label="Nothing"),
        Choice(key="refused", label="It cannot be done"),
    )
    question = Question(id="cost", title=title, options=options, default="action", rule="SE-AMB-17", remember=True)
    cost = str(ask.choose(question, ENVIRONMENT))
    if cost == "refused":
        return no("gm_refused", "The GM does not let {who} do this.", "SE-AMB-17", who)
    if cost in ("action", "free"):
        kind: Cost = "action" if cost == "action" else "free"
        if is_fighting(battle) and not is_reacting(battle, who):
            for refusal in not_left(battle, who, kind, "SE-ACT-03"):
                if ask.hold_against(refusal):
                    return refusal
        battle = pay(battle, call, kind, ask)
    told = tell(battle, "{0}: {what}." if what else "{0} does something else.", who, what=what.rstrip("."))
    return _said(battle, call, ask, told)


def _now(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and is_fighting(battle) and not is_reacting(battle, call.actor):
        yield from in_time(battle, call.actor, "SE-ACT-03")


OTHER = Action(
    id="other_action",
    title="Something else",
    run=other_action,
    parameters=(Parameter(key="text", title="What", kind="text", default=""),),
    guards=(somebody, _now),
    rules=("SE-ACT-03", "SE-AMB-17"),
    cost="what the GM says",
    help="Anything that is not on the list: the GM says what it costs.",
)


def exchange_action(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Give up the action for one more of another kind, where a house rule allows it (SE-AMB-16)."""
    kind: Cost = "free" if rules(battle).action_exchange == "action_for_free" else "reaction"
    battle = grant(pay(battle, call, "action", ask), call.actor, kind)
    ask.say(tell(battle, f"{{0}} gives up the action for a {TITLES[kind]}.", call.actor))
    return battle


def _may_exchange(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and rules(battle).action_exchange == "none":
        yield no("no_exchange", "{who} cannot exchange the action for another kind.", "SE-ACT-01", call.actor)


EXCHANGE = Action(
    id="exchange_action",
    title="Exchange the action",
    run=exchange_action,
    guards=(*costs("action", "SE-ACT-01"), _may_exchange),
    rules=("SE-ACT-01", "SE-AMB-16"),
    cost="action",
    help="By house rule: one more free action or reaction instead.",
)


def refill_effort(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Everybody's effort points back, on the GM's word (SE-MIS-06)."""
    ask.say(text("Effort points are back at their maximum."))
    return pools.refilled(battle, "effort")


REFILL = Action(
    id="refill_effort",
    title="Refill effort points",
    run=refill_effort,
    rules=("SE-MIS-06",),
    group="order",
    help="All effort points of everybody, such as with a new scene.",
)

OTHER_ACTIONS = (CHECK, REGAIN, FREE, TALK, OTHER, EXCHANGE, REFILL)
