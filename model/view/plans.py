"""Plans, and the legs of movements, in words."""

from __future__ import annotations

from model.engine.calls import Call
from model.engine.planning import plan_of, planned_call
from model.engine.ruleset import Ruleset
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.order import Intent, Plan
from model.view.sheet import NumberView
from model.view.viewer import GM, name_for

# --------------------------------------------------------------------------------------------------------------- routes


def legs_of(ruleset: Ruleset, battle: AnyBattle, call: Call) -> tuple[NumberView, ...]:
    """The legs of a move by the rules, with their costs if the ruleset has any; empty for other calls."""
    action = ruleset.actions.get(call.action)
    if ruleset.movement is None or action is None or action.group != "move" or call.actor not in battle.combatants:
        return ()
    found = []
    for leg in ruleset.movement.words(battle, call):
        title, _, price = leg.words.rpartition(": ")
        found.append(NumberView(title=title or price, value=price if title else ""))
    return tuple(found)


# ---------------------------------------------------------------------------------------------------------------- plans


def plan_words(ruleset: Ruleset, battle: AnyBattle, who: Id, plan: Plan) -> str:
    """`Strike → Bert with Sword, shouting`; empty if the plan only says that the combatant has decided."""
    return ", ".join(filter(None, (_intent_words(ruleset, battle, who, intent) for intent in plan.intents)))


def _intent_words(ruleset: Ruleset, battle: AnyBattle, who: Id, intent: Intent) -> str:
    parts = [intent.words]
    if intent.action in ruleset.actions:
        legs = ", ".join(leg.title for leg in legs_of(ruleset, battle, planned_call(who, intent)))
        parts.append(": ".join(filter(None, (ruleset.actions[intent.action].title, legs))))
    if intent.targets:
        parts.append("→ " + ", ".join(_name(battle, target) for target in intent.targets))
    if intent.item is not None:
        parts.append(f"with {_name(battle, intent.item)}")
    return " ".join(filter(None, parts))


def _name(battle: AnyBattle, id: Id) -> str:
    return name_for(battle, id, GM) or ""


def has_planned(battle: AnyBattle, members: tuple[Id, ...]) -> bool:
    """Whether all members have planned and the turns have not begun."""
    if battle.order.phase != "planning" or not members:
        return False
    return all(plan_of(battle, who) is not None for who in members)


def is_plan_changed(battle: AnyBattle, members: tuple[Id, ...]) -> bool:
    """Whether a member has changed their plan after all plans were in."""
    return any(plan.is_changed for who in members if (plan := plan_of(battle, who)) is not None)


def plans_text(ruleset: Ruleset, battle: AnyBattle, members: tuple[Id, ...]) -> str:
    """The members' plans in words, without duplicates."""
    plans = ((who, plan_of(battle, who)) for who in members)
    told = (plan_words(ruleset, battle, who, plan) for who, plan in plans if plan is not None)
    return "; ".join(dict.fromkeys(filter(None, told)))
