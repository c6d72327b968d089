"""Surprise: the contest, the attacks that it allows, and the round before round 1 (ZM-SURP)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from model.dice.outcomes import Combined, total
from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.messages import message
from model.engine.requests import Question, yes_or_no
from model.engine.ruleset import Parameter
from model.rulesets.zamani import odds
from model.rulesets.zamani.checks import (
    attribute,
    attribute_percentage,
    d100,
    effective_ranks,
    has_skill,
    limit,
    skill_percentage,
    throw,
)
from model.rulesets.zamani.initiative import initiative_of
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.sheet import Battle, Manner, Surprise
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import name_of, with_order
from model.state.texts import Explanation, Refusal, text

SKILLS = {"sneak": "stealth", "ambush": "ambush"}

_SURPRISE_BY: Parameter[Sequence[Id]] = Parameter(
    key="surprise_by", title="Surprise attack by", kind="combatants", default=(), rule="ZM-SURP-01",
    help="Combatants who open combat by attacking targets that have not noticed them.",
)  # fmt: skip
_SURPRISE_ON: Parameter[Sequence[Id]] = Parameter(
    key="surprise_on", title="Targets of the surprise attack", kind="combatants", default=(), rule="ZM-SURP-01",
    help="In the same order as the attackers; one target can stand for all.",
)  # fmt: skip
_MANNER: Parameter[Manner] = Parameter(
    key="manner", title="Kind of surprise", kind="choice", default="sneak", options=get_args(Manner), rule="ZM-SURP-01",
    help="sneak: stealth against Fitness x 5; ambush: against ambush or Fitness x 5; unseen: no roll.",
)  # fmt: skip


START_PARAMETERS = (_SURPRISE_BY, _SURPRISE_ON, _MANNER)


def valid_surprise(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: attackers and targets in the battle, and no more attackers than the rules allow (ZM-AMB-06)."""
    attackers, targets = tuple(_SURPRISE_BY.said(call)), tuple(_SURPRISE_ON.said(call))
    for who in (*attackers, *targets):
        if who not in battle.combatants:
            sentence = text("The surprise names “{who}”, who is not in this battle.", who=who)
            yield Refusal(key="unknown_surprise", sentence=sentence, can_override=False)
            return
    if bool(attackers) != bool(targets):
        sentence = text("A surprise attack needs at least one attacker and one target.")
        yield Refusal(key="half_surprise", sentence=sentence, rule="ZM-SURP-01", can_override=False)
    if len(attackers) > 1 and rules(battle).surprise_party == "attacker_only":
        sentence = text("Only one combatant can attack by surprise; the others act from round 1.")
        yield Refusal(key="one_attacker", sentence=sentence, rule="ZM-SURP-04")
    if set(attackers) & set(targets):
        sentence = text("No combatant can surprise themselves.")
        yield Refusal(key="oneself", sentence=sentence, can_override=False)


# ------------------------------------------------------------------------------------------ the contest


def at_start(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Resolve the attackers' surprise contests, which lead to a surprise round (ZM-SURP-01 to ZM-SURP-03)."""
    shared = replace(battle.shared, surprises=(), sacrifice={}, moved={}, ties={})
    battle = replace(battle, shared=shared)
    attackers, targets = tuple(_SURPRISE_BY.said(call)), tuple(_SURPRISE_ON.said(call))
    if not attackers:
        return battle
    pairs = [(who, targets[min(index, len(targets) - 1)]) for index, who in enumerate(attackers)]
    manner = _MANNER.said(call)
    suffixes = {who: "" if len(pairs) == 1 else f".{who}" for who, _ in pairs}
    found = [
        Surprise(attacker=who, target=target, manner=manner, has_come_off=is_surprised)
        for who, target in pairs
        if (is_surprised := contest(battle, who, target, manner, ask, suffixes[who]))
        or wants_attack_anyway(battle, who, ask, suffixes[who])
    ]
    battle = replace(battle, shared=replace(battle.shared, surprises=tuple(found)))
    return with_order(battle, phase="surprise") if found else battle


def contest(battle: Battle, who: Id, target: Id, manner: Manner, ask: Ask, suffix: str = "") -> bool:
    """Whether a combatant surprises a target, by the current house rule (ZM-SURP-02, ZM-SURP-03, ZM-AMB-04)."""
    if manner == "unseen":
        ask.log(battle, "{0} has not been perceived by {1}.", who, target)
        return True
    policy = rules(battle).surprise_contest
    if policy == "gm":
        is_surprised = _gm_decides(battle, who, target, ask, suffix)
    else:
        is_surprised = _contested(battle, who, target, manner, policy, ask, suffix)
    ask.measure(target, odds.SURPRISED, is_surprised)
    ask.log(battle, "{0} surprises {1}." if is_surprised else "{1} notices {0}.", who, target)
    return is_surprised


def _gm_decides(battle: Battle, who: Id, target: Id, ask: Ask, suffix: str) -> bool:
    question = Question(
        id=f"surprise{suffix}",
        title=message(battle, "Does {0} surprise {1}?", who, target),
        options=yes_or_no(),
        default="yes",
        rule="ZM-SURP-01",
    )
    return ask.choose(question, ENVIRONMENT) == "yes"


def _contested(battle: Battle, who: Id, target: Id, manner: Manner, policy: str, ask: Ask, suffix: str) -> bool:
    skill = SKILLS[manner]
    attempt = skill_percentage(battle, who, skill, key=f"{skill}{suffix}")
    percent = ask.number(_of(battle, who, attempt))
    resist, ranks = resistance(battle, target, manner, suffix)
    resists = ask.number(_of(battle, target, resist))
    if policy == "one_roll_minus_resist":
        percent = max(0, percent - resists // 2)
    request = d100(f"{skill}{suffix}", attempt.title, percent)
    thrown = throw(battle, request, percent, who, ask, f"{skill}_succeeds{suffix}", "ZM-GEN-04")
    if not thrown.is_success or policy == "one_roll_minus_resist":
        return thrown.is_success
    if policy == "margin_beats_percent":
        return thrown.margin() > resists
    if policy == "action_table":
        table = battle.shared.table
        return table.result(thrown.graded(table, table.column(ranks))).hit
    roll = ask.roll(d100(f"resist{suffix}", resist.title, resists), target)
    stealth, most = thrown.percent, limit(battle, resists)

    def highest(face: int) -> int:
        """The highest face with which the target notices: its margin is at least that of the attempt."""
        margin = max(0, stealth - face)
        return min(most, resists - margin) if margin else most

    notices = bool(ask.resolve(Combined((total(thrown.roll), total(roll)), lambda face, other: other <= highest(face))))
    if roll.is_open and ask.calls.overrule(f"notices{suffix}") is None:
        return not notices
    at_most = int(thrown.roll.total(highest))
    return not ask.verdict(f"notices{suffix}", "Notices", roll, at_most=at_most, rule="ZM-SURP-02")


def _of(battle: Battle, who: Id, explanation: Explanation) -> Explanation:
    """Put the combatant's name before the title, since both sides may roll the same skill."""
    return replace(explanation, title=f"{name_of(battle, who)}: {explanation.title}")


def resistance(battle: Battle, target: Id, manner: Manner, suffix: str = "") -> tuple[Explanation, int]:
    """The percentage with which a target notices the attacker, and the ranks behind it (ZM-SURP-02, ZM-SURP-03)."""
    key = f"resist{suffix}"
    if manner == "ambush" and has_skill(battle, target, SKILLS["ambush"]):
        return skill_percentage(battle, target, "ambush", key=key), effective_ranks(battle, target, "ambush")
    return attribute_percentage(battle, target, "fitness", key), attribute(battle, target, "fitness")


def wants_attack_anyway(battle: Battle, who: Id, ask: Ask, suffix: str = "") -> bool:
    """Whether the attack is made before initiative although the surprise has failed (ZM-AMB-05)."""
    policy = rules(battle).failed_surprise
    if policy != "ask":
        return policy == "attack_without_surprise"
    question = Question(
        id=f"failed_surprise{suffix}",
        title=message(battle, "{0}'s surprise has failed. Is the attack made before initiative?", who),
        options=yes_or_no("Attack, without surprise", "No attack")[::-1],
        default="no",
        rule="ZM-SURP-08",
        remember=True,
    )
    return ask.choose(question, ENVIRONMENT) == "yes"


# ------------------------------------------------------------------------------------------ the surprise round


def only_attackers(battle: Battle) -> Battle:
    """In the round before round 1, let only the attackers act (ZM-SURP-04), by initiative (ZM-AMB-06)."""
    attackers = {surprise.attacker for surprise in battle.shared.surprises}
    slots = [battle.order.slots[id] for id in battle.order.sequence]
    battle = turns.rest(battle, [slot.id for slot in slots if not attackers & set(slot.members)])

    def key(id: Id) -> int:
        return -max(initiative_of(battle, who).total for who in battle.order.slots[id].members)

    return with_order(battle, sequence=tuple(sorted(battle.order.sequence, key=key)))


def surprise_of(battle: Battle, who: Id, target: Id) -> Surprise | None:
    """The surprise attack that a combatant makes on a target in the round before round 1, or None."""
    if battle.order.phase != "surprise":
        return None
    return next((one for one in battle.shared.surprises if (one.attacker, one.target) == (who, target)), None)
