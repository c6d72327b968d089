"""Costs of actions, plans, and contests for who acts first (SE-ACT, SE-REA-05, SE-REA-06, SE-AMB-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.budget import has_mark, is_turn_of, left, mark, spend
from model.engine.calls import Call
from model.engine.guards import done_by_able_combatant, no
from model.engine.modifiers import Modifier, explain, term
from model.engine.planning import changed, plan_of, plan_text
from model.engine.requests import Choice, Question
from model.engine.ruleset import Guard
from model.rulesets.effort.conditions import CONDITIONS, is_surprised
from model.rulesets.effort.sheet import Battle
from model.state.base import ENVIRONMENT, Id, replace
from model.state.order import Intent, Plan, Share, Slot
from model.state.texts import Refusal, gm_text, ref, text

# ------------------------------------------------------------------------------------------------- what an action costs


Cost = Literal["action", "reaction", "free"]
TITLES: dict[Cost, str] = {"action": "action", "reaction": "reaction", "free": "free action"}
PLAN_SHOWN = "plan_shown"


def actions_in_turn(battle: Battle, who: Id, cost: Cost) -> int:
    """How many actions of a kind a combatant has in a turn (SE-ACT-01, SE-ACT-02)."""
    sources = battle.combatants[who].sheet.action_sources
    changed_by: int = sum(source.amount for source in sources if source.kind == cost)
    return max(0, 1 + changed_by)


def share(battle: Battle, who: Id, slot: Slot) -> Share:
    """The actions of a turn by kind; none for the surprised (SE-SUR-03)."""
    is_idle = is_surprised(battle, who)
    return Share(left={kind: 0 if is_idle else actions_in_turn(battle, who, kind) for kind in TITLES})


def is_reacting(battle: Battle, who: Id) -> bool:
    """Whether a combatant is carrying out a stored action, which was paid for when it was declared."""
    return battle.shared.reacting == who


able_combatant = done_by_able_combatant(out="SE-MIS-02")
"""Guard: the actor is a combatant who is present and not out of combat."""


def in_time(battle: Battle, who: Id, rule: str) -> Iterator[Refusal]:
    """Yield the refusal if a combatant cannot act now: still planning, surprised, or not their turn."""
    if not battle.order.is_acting:
        yield no("planning", "{who} cannot act yet: plans come first, then initiative is rolled.", "SE-TURN-02", who)
    elif is_surprised(battle, who):
        yield no("surprised", "{who} is surprised and cannot act in this round.", "SE-SUR-03", who)
    elif not is_turn_of(battle, who):
        yield no("not_your_turn", "It is not {who}'s turn.", rule, who)


def not_left(battle: Battle, who: Id, cost: Cost, rule: str) -> Iterator[Refusal]:
    """Yield the refusal if a combatant has no action of the kind left."""
    if left(battle, who, cost) < 1:
        yield no(f"no_{cost}", f"{{who}} has no {TITLES[cost]} left.", rule, who)


def costs(cost: Cost, rule: str = "SE-ACT-01") -> tuple[Guard, ...]:
    """Guards: it is the actor's turn and they can pay; a stored action needs neither."""

    def guard(battle: Battle, call: Call) -> Iterator[Refusal]:
        who = call.actor
        if who not in battle.combatants or not battle.order.is_running or is_reacting(battle, who):
            return
        late = tuple(in_time(battle, who, rule))
        yield from late
        if not late:
            yield from not_left(battle, who, cost, rule)

    return (able_combatant, guard)


ROUND: tuple[Cost, ...] = ("action", "reaction")
"""What a combatant gives up to regain speed (SE-MOVE-04, SE-AMB-06)."""


def round_unspent(battle: Battle, who: Id) -> Iterator[Refusal]:
    """Yield the refusal if a combatant cannot give up the round because part of its cost is already used."""
    if any(left(battle, who, cost) < actions_in_turn(battle, who, cost) for cost in ROUND):
        yield no("round_used", "{who} has already used part of this round.", "SE-MOVE-04", who)


def give_up_round(battle: Battle, who: Id) -> Battle:
    """Spend everything that a combatant gives up in the round for speed points (SE-MOVE-04)."""
    for cost in ROUND:
        battle = spend(battle, who, cost, left(battle, who, cost))
    return battle


# ------------------------------------------------------------------------------------------ plans


def planned_actions(plan: Plan) -> tuple[Intent, ...]:
    """The intents of a plan that name an action, not only words."""
    return tuple(intent for intent in plan.intents if intent.action)


def is_off_plan(battle: Battle, call: Call) -> bool:
    """Whether a call is none of its actor's planned actions; targets that the plan left open may be chosen now."""
    plan = plan_of(battle, call.actor)
    intents = () if plan is None else planned_actions(plan)
    return bool(intents) and not any(
        intent.action == call.action and (not intent.targets or set(intent.targets) == set(call.targets))
        for intent in intents
    )


def pay(battle: Battle, call: Call, cost: Cost, ask: Ask) -> Battle:
    """Pay for an action of the current turn, and publish the part of the plan it belongs to (SE-AMB-19)."""
    who = call.actor
    if not battle.order.is_running or is_reacting(battle, who) or not is_turn_of(battle, who):
        return battle
    battle = spend(battle, who, cost)
    if cost == "action" and is_off_plan(battle, call):
        battle = changed(battle, who)
        ask.add_message(gm_text("{who} does something other than planned.", who=ref(who)))
    return _shown_plan(battle, call, ask)


def _shown_plan(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Log the planned intents that are carried out now for everyone; stored reactions and the rest stay with the GM."""
    who = call.actor
    plan = plan_of(battle, who)
    if plan is None or has_mark(battle, who, PLAN_SHOWN):
        return battle
    meant = tuple(intent for intent in plan.intents if intent.action == call.action)
    if not meant and len(plan.intents) == 1 and not plan.intents[0].action:
        meant = plan.intents
    if meant:
        battle = mark(battle, who, PLAN_SHOWN)
        shown = replace(plan, intents=meant)
        ask.add_message(plan_text(ask.ruleset, battle, who, shown, is_public=True))
    return battle


# ------------------------------------------------------------------------------------------------------------- contests


MOST_CONTESTS = 20
"""Rolls of a contest that stays tied, after which the actor goes first."""
DEXTERITY = "dexterity"


def contested(battle: Battle, id: str, actor: Id, reactor: Id, ask: Ask) -> Id:
    """The winner of a contest for who acts first, the actor or the reactor; ties are rolled again (SE-REA-06)."""
    both = (actor, reactor)
    skill = _skill(battle, id, both, ask)
    for number in range(1, MOST_CONTESTS + 1):
        name = f"{id}.contest" if number == 1 else f"{id}.contest{number}"

        def result(who: Id, name: str = name) -> int:
            parts = [_modifier(battle, who, skill), *CONDITIONS.modifiers(battle, who, "check")]
            modifier = ask.number(explain(f"{name}.{who}", "Contest", parts))
            return int(ask.roll(sum_of(f"{name}.{who}", "Contest", "1d10", bonus=modifier), who).total())

        results = ask.each(both, result)
        if results[0] != results[1]:
            return actor if results[0] > results[1] else reactor
    return actor


def _skill(battle: Battle, id: str, both: tuple[Id, Id], ask: Ask) -> str:
    """The modifier used in a contest: dexterity, or a skill from either sheet that the GM chooses (SE-AMB-05)."""
    skills = sorted({skill for who in both for skill in battle.combatants[who].sheet.skills})
    if not skills:
        return DEXTERITY
    options = tuple(Choice(key=key, label=key.replace("_", " ").capitalize()) for key in (DEXTERITY, *skills))
    title = text("Which modifier counts in the contest?")
    question = Question(
        id=f"{id}.contest.modifier", title=title, options=options, default=DEXTERITY, rule="SE-AMB-05", remember=True
    )
    return ask.choose(question, ENVIRONMENT)


def _modifier(battle: Battle, who: Id, skill: str) -> Modifier:
    sheet = battle.combatants[who].sheet
    if skill == DEXTERITY:
        return term(DEXTERITY, "Dexterity", sheet.dexterity, "SE-REA-06")
    return term("skill", skill.replace("_", " ").capitalize(), sheet.skills.get(skill, 0), "SE-AMB-05")
