"""Costs of actions, plans, and contests for who acts first (SE-ACT, SE-REA-05, SE-REA-06, SE-AMB-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.budget import has_mark, is_turn_of, left, mark, spend
from model.engine.calls import Call
from model.engine.effects import effects_of
from model.engine.guards import done_by_able_combatant, no
from model.engine.modifiers import Modifier, explain, term
from model.engine.planning import changed, plan_of, plan_text
from model.engine.requests import Choice, Offer, Question
from model.engine.ruleset import Guard
from model.rulesets.effort import pools
from model.rulesets.effort.conditions import CONDITIONS, REACTION, is_surprised
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Battle
from model.state.base import ENVIRONMENT, Id, Record, replace
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
    """The actions of a turn by kind; none for the surprised, except a free action by house rule (SE-SUR-03)."""
    kinds: tuple[Cost, ...] = ("action", "reaction", "free")
    if is_surprised(battle, who):
        has_free = rules(battle).surprised_free_action
        return Share(
            left={kind: actions_in_turn(battle, who, kind) if has_free and kind == "free" else 0 for kind in kinds}
        )
    given: dict[str, int] = {kind: actions_in_turn(battle, who, kind) for kind in kinds}
    given["reaction"] = max(0, given["reaction"] - planned_reactions(battle, who))
    return Share(left={**given})


def planned_reactions(battle: Battle, who: Id) -> int:
    """Number of this round's reactions that were declared while planning; 0 without that house rule (SE-AMB-02)."""
    if rules(battle).reaction_armed_from != "planning":
        return 0
    return sum(effect.since.round == battle.order.round for effect in effects_of(battle, who, REACTION))


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

    return (able_combatant, guard, as_planned)


def round_costs(battle: Battle) -> tuple[Cost, ...]:
    """Kinds of action that a combatant gives up to regain speed (SE-MOVE-04, SE-AMB-06)."""
    costs: dict[str, tuple[Cost, ...]] = {
        "action_reaction": ("action", "reaction"),
        "action_only": ("action",),
        "all_three": ("action", "reaction", "free"),
    }
    return costs[rules(battle).sp_regain_cost]


def round_unspent(battle: Battle, who: Id) -> Iterator[Refusal]:
    """Yield the refusal if a combatant cannot give up the round because part of its cost is already used."""
    if any(left(battle, who, cost) < actions_in_turn(battle, who, cost) for cost in round_costs(battle)):
        yield no("round_used", "{who} has already used part of this round.", "SE-MOVE-04", who)


def give_up_round(battle: Battle, who: Id) -> Battle:
    """Spend everything that a combatant gives up in the round for speed points (SE-MOVE-04)."""
    for cost in round_costs(battle):
        battle = spend(battle, who, cost, left(battle, who, cost))
    return battle


# ------------------------------------------------------------------------------------------ plans


def sees_plan(battle: Battle, who: Id) -> bool:
    """Whether the plans and armed reactions of a combatant are public (SE-AMB-19)."""
    seen = rules(battle).plans_visible
    return seen == "all" or (seen == "own_side" and battle.combatants[who].side == "pc")


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


def as_planned(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: by house rule, an actor can only do what they planned (SE-AMB-09)."""
    if rules(battle).plan_binding != "locked" or not battle.order.is_running or is_reacting(battle, call.actor):
        return
    if is_off_plan(battle, call):
        yield no("off_plan", "{who} has planned something else.", "SE-TURN-01", call.actor)


def pay(battle: Battle, call: Call, cost: Cost, ask: Ask) -> Battle:
    """Pay for an action of the current turn, and publish the part of the plan it belongs to (SE-AMB-09, SE-AMB-19)."""
    who = call.actor
    if not battle.order.is_running or is_reacting(battle, who) or not is_turn_of(battle, who):
        return battle
    battle = spend(battle, who, cost)
    if cost == "action" and is_off_plan(battle, call) and rules(battle).plan_binding == "warn":
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


class Contest(Record):
    """The result of a contest."""

    first: Id | None
    """The combatant who acts first, or None if both act at the same time."""
    effort: tuple[tuple[Id, int], ...]
    """Effort points spent on it, by combatant."""


def contested(battle: Battle, id: str, actor: Id, reactor: Id, ask: Ask) -> Contest:
    """Roll a contest for who acts first, the actor or the reactor (SE-REA-06)."""
    both = (actor, reactor)
    skill = _skill(battle, id, both, ask)
    effort = {who: _effort(battle, id, who, ask) for who in both}
    results = _results(battle, id, both, skill, effort, ask)
    difference = results[1] - results[0]
    if not difference:
        rule = rules(battle).contest_tie
        dexterity = [battle.combatants[who].sheet.dexterity for who in both]
        if rule == "higher_dex":
            difference = dexterity[1] - dexterity[0]
        elif rule == "reactor_first":
            difference = 1
    is_at_once = not difference and rules(battle).contest_tie == "simultaneous"
    first = reactor if difference > 0 else actor
    return Contest(None if is_at_once else first, tuple((who, points) for who, points in effort.items() if points))


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


def _results(
    battle: Battle, id: str, both: tuple[Id, Id], skill: str, effort: dict[Id, int], ask: Ask
) -> tuple[int, int]:
    """1d10 + modifier of both; by house rule, re-rolled while they are tied."""
    for number in range(1, MOST_CONTESTS + 1):
        name = f"{id}.contest" if number == 1 else f"{id}.contest{number}"

        def result(who: Id, name: str = name) -> int:
            parts = [_modifier(battle, who, skill)]
            if effort[who]:
                parts.append(term("effort", "Effort", effort[who], "SE-AMB-05"))
            parts += CONDITIONS.modifiers(battle, who, "check")
            modifier = ask.number(explain(f"{name}.{who}", "Contest", parts))
            return int(ask.roll(sum_of(f"{name}.{who}", "Contest", "1d10", bonus=modifier), who).total())

        results = ask.each(both, result)
        if results[0] != results[1] or rules(battle).contest_tie != "reroll":
            break
    return results[0], results[1]


def _effort(battle: Battle, id: str, who: Id, ask: Ask) -> int:
    """Effort points that a combatant spends on a contest, where a house rule allows it (SE-AMB-05)."""
    most = int(pools.effort(battle.combatants[who].sheet)) if rules(battle).contest_effort else 0
    offer = f"{id}.effort.{who}"
    if not most or not ask.wants(offer, before=f"{id}.contest.{who}"):
        return 0
    choices = tuple(Choice(key=str(points), label=f"+{points}") for points in range(1, most + 1))
    title = text("Effort for the contest")
    taken = ask.offer(Offer(id=offer, title=title, by=(who,), options=choices, rule="SE-AMB-05"))
    return int(taken) if isinstance(taken, str) else 0
