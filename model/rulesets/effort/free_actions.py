"""Free actions, talking, and actions that are on no list (SE-FREE, SE-ACT-03, SE-AMB-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.messages import message
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter
from model.rulesets.effort.checks import Cost, able_combatant, costs, in_time, is_reacting, not_left, pay
from model.rulesets.effort.reactions import with_reactions
from model.rulesets.effort.sheet import Battle
from model.state.base import ENVIRONMENT, replace
from model.state.texts import Refusal, Text, ref, text

MOST_WORDS = 10
_TEXT = Parameter(key="text", title="Purpose", kind="text", default="")


def free_action(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Do something small that takes no time, if the GM allows it (SE-FREE-01)."""
    battle = pay(battle, call, "free", ask)
    what = _TEXT.said(call).strip()
    template = "{0}: {what}." if what else "{0} does something small."
    return _said(
        battle, call, ask, message(battle, template, call.actor, **({"what": what.rstrip(".")} if what else {}))
    )


def talk(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Say up to ten words (SE-FREE-03)."""
    battle = pay(battle, call, "free", ask)
    words = _TEXT.said(call).strip()
    return _said(
        battle,
        call,
        ask,
        message(battle, "{0}: “{words}”" if words else "{0} says something.", call.actor, words=words),
    )


def _said(battle: Battle, call: Call, ask: Ask, told: Text) -> Battle:
    """Carry out an action that only adds a message, with the reactions to it."""

    def resolve(battle: Battle, reactions: object) -> Battle:
        ask.add_message(told)
        return battle

    return with_reactions(battle, call, ask, resolve)


def _few_words(battle: Battle, call: Call) -> Iterator[Refusal]:
    count = len(_TEXT.said(call).split())
    if count > MOST_WORDS:
        sentence = text("That is {count} words; a free action allows up to {most}.", count=count, most=MOST_WORDS)
        yield Refusal(key="too_many_words", sentence=sentence, rule="SE-FREE-03")


FREE = Action(
    id="free_action",
    title="Free Action",
    run=free_action,
    parameters=(replace(_TEXT, title="What"),),
    guards=costs("free", "SE-FREE-02"),
    rules=("SE-FREE-01", "SE-FREE-02"),
    cost="free action",
    help="Something small that the GM allows, such as dropping a torch.",
)
TALK = Action(
    id="talk",
    title="Talk",
    run=talk,
    parameters=(replace(_TEXT, title="Words"),),
    guards=(*costs("free", "SE-FREE-02"), _few_words),
    rules=("SE-FREE-03",),
    cost="free action",
    help="Up to ten words.",
)


# ------------------------------------------------------------------------------------------ everything else


def other_action(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Do something that is none of the listed actions: the GM says what it costs (SE-ACT-03, SE-AMB-17)."""
    who, what = call.actor, _TEXT.said(call).strip()
    title = text("What does it cost {who}?", who=ref(who))
    options: tuple[Choice[Literal["action", "free", "nothing", "refused"]], ...] = (
        Choice(key="action", label="The action"),
        Choice(key="free", label="The free action"),
        Choice(key="nothing", label="Nothing"),
        Choice(key="refused", label="It cannot be done"),
    )
    question = Question(id="cost", title=title, options=options, default="action", rule="SE-AMB-17", remember=True)
    cost = ask.choose(question, ENVIRONMENT)
    if cost == "refused":
        return replace(no("gm_refused", "The GM does not let {who} do this.", "SE-AMB-17", who), can_override=False)
    if cost in ("action", "free"):
        kind: Cost = "action" if cost == "action" else "free"
        if battle.order.is_running and not is_reacting(battle, who):
            for refusal in not_left(battle, who, kind, "SE-ACT-03"):
                if ask.refuse(refusal):
                    return refusal
        battle = pay(battle, call, kind, ask)
    told = message(battle, "{0}: {what}." if what else "{0} does something else.", who, what=what.rstrip("."))
    return _said(battle, call, ask, told)


def _now(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor in battle.combatants and battle.order.is_running and not is_reacting(battle, call.actor):
        yield from in_time(battle, call.actor, "SE-ACT-03")


OTHER = Action(
    id="other_action",
    title="Other Action",
    run=other_action,
    parameters=(replace(_TEXT, title="What"),),
    guards=(able_combatant, _now),
    rules=("SE-ACT-03", "SE-AMB-17"),
    cost="what the GM says",
    help="Anything that is not on the list: the GM says what it costs.",
)

ACTIONS = (FREE, TALK, OTHER)
