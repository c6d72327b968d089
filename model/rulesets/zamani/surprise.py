"""Fights that open with a surprise: who comes out of nowhere, the contest, the round that they have alone (ZM-SURP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from model.engine import turns
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.requests import Choice, Question
from model.engine.ruleset import Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.zamani.initiative import arranged, initiative_of, with_segments
from model.rulesets.zamani.percent import (
    attribute,
    attribute_percentage,
    d100,
    effective_ranks,
    has_skill,
    limit,
    skill_percentage,
    throw,
)
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.sheet import Manner, Surprise
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, name_of
from model.state.texts import Explanation, Refusal, gm_text, text

SKILLS = {"sneak": "stealth", "ambush": "ambush"}

START_PARAMETERS = (
    Parameter(
        key="surprise_by", title="Surprise attack by", kind="combatants", default=(), rule="ZM-SURP-01",
        help="Who opens the fight by attacking somebody who has not perceived them.",
    ),
    Parameter(
        key="surprise_on", title="Surprise attack on", kind="combatants", default=(), rule="ZM-SURP-01",
        help="Their targets, in the same order; one target may serve for all.",
    ),
    Parameter(
        key="manner", title="Manner", kind="choice", default="sneak", options=get_args(Manner), rule="ZM-SURP-01",
        help="sneak: stealth against Fitness x 5; ambush: against ambush or Fitness x 5; unseen: no roll.",
    ),
)  # fmt: skip


def sound_surprise(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: attackers and targets who are there, and no more attackers than the rules allow (ZM-AMB-06)."""
    attackers, targets = _named(call, "surprise_by"), _named(call, "surprise_on")
    for who in (*attackers, *targets):
        if who not in battle.combatants:
            sentence = text("The surprise names “{who}”, who is not in this battle.", who=who)
            yield Refusal(key="unknown_surprise", sentence=sentence, can_override=False)
            return
    if bool(attackers) != bool(targets):
        sentence = text("A surprise attack needs both who attacks and who is attacked.")
        yield Refusal(key="half_surprise", sentence=sentence, rule="ZM-SURP-01", can_override=False)
    if len(attackers) > 1 and rules(battle).surprise_party == "attacker_only":
        sentence = text("Only one attacks by surprise; the others act from round 1.")
        yield Refusal(key="one_attacker", sentence=sentence, rule="ZM-SURP-04")
    if set(attackers) & set(targets):
        sentence = text("Nobody surprises themselves.")
        yield Refusal(key="oneself", sentence=sentence, can_override=False)


def _named(call: Call, key: str) -> tuple[Id, ...]:
    return tuple(str(who) for who in call.option(key) or ())


# ------------------------------------------------------------------------------------------ the contest


def at_start(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Draw the attackers' contests; what comes of them is the surprise round (ZM-SURP-01 to ZM-SURP-03)."""
    shared = replace(battle.shared, surprises=(), sacrifice={}, moved={}, ties={})
    battle = replace(battle, shared=shared)
    attackers, targets = _named(call, "surprise_by"), _named(call, "surprise_on")
    if not attackers:
        return battle
    pairs = [(who, targets[min(index, len(targets) - 1)]) for index, who in enumerate(attackers)]
    manner: Manner = call.option("manner", "sneak")
    suffixes = {who: "" if len(pairs) == 1 else f".{who}" for who, _ in pairs}
    found = [
        Surprise(attacker=who, target=target, manner=manner, has_come_off=is_surprised)
        for who, target in pairs
        if (is_surprised := contest(battle, who, target, manner, ask, suffixes[who]))
        or wants_attack_anyway(battle, who, ask, suffixes[who])
    ]
    battle = replace(battle, shared=replace(battle.shared, surprises=tuple(found)))
    return turns.with_order(battle, phase="surprise") if found else battle


def contest(battle: AnyBattle, who: Id, target: Id, manner: Manner, ask: Ask, suffix: str = "") -> bool:
    """Whether somebody surprises a target, by the house rule in force (ZM-SURP-02, ZM-SURP-03, ZM-AMB-04)."""
    if manner == "unseen":
        ask.say(tell(battle, "{0} has not been perceived by {1}.", who, target))
        return True
    policy = rules(battle).surprise_contest
    if policy == "gm":
        is_surprised = _gm_decides(battle, who, target, ask, suffix)
    else:
        is_surprised = _contested(battle, who, target, manner, policy, ask, suffix)
    ask.measure(target, "surprised", is_surprised)
    ask.say(tell(battle, "{0} surprises {1}." if is_surprised else "{1} notices {0}.", who, target))
    return is_surprised


def _gm_decides(battle: AnyBattle, who: Id, target: Id, ask: Ask, suffix: str) -> bool:
    question = Question(
        id=f"surprise{suffix}",
        title=tell(battle, "Does {0} surprise {1}?", who, target),
        options=(Choice(key="yes", label="Yes"), Choice(key="no", label="No")),
        default="yes",
        rule="ZM-SURP-01",
    )
    return bool(ask.choose(question, ENVIRONMENT) == "yes")


def _contested(battle: AnyBattle, who: Id, target: Id, manner: Manner, policy: str, ask: Ask, suffix: str) -> bool:
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
        return bool(thrown.is_success)
    if policy == "margin_beats_percent":
        return thrown.margin() > resists
    if policy == "action_table":
        table = battle.shared.table
        return bool(table.result(thrown.graded(table, table.column(ranks))).hit)
    roll = ask.roll(d100(f"resist{suffix}", resist.title, resists), target)
    stealth, most = thrown.percent, limit(battle, resists)

    def highest(face: int) -> int:
        """The highest face that notices: with a margin at least as great as that of the attempt."""
        margin = max(0, stealth - face)
        return min(most, resists - margin) if margin else most

    notices = bool(ask.compare(thrown.roll, roll, lambda one, other: other <= highest(one)))
    if roll.record is None and ask.override_of(ask.key(f"notices{suffix}")) is None:
        return not notices
    at_most = int(thrown.roll.total(highest))
    return not ask.verdict(f"notices{suffix}", "Notices", roll, at_most=at_most, rule="ZM-SURP-02")


def _of(battle: AnyBattle, who: Id, explanation: Explanation) -> Explanation:
    """Whose number it is: both may be of the same skill."""
    return replace(explanation, title=f"{name_of(battle, who)}: {explanation.title}")


def resistance(battle: AnyBattle, target: Id, manner: Manner, suffix: str = "") -> tuple[Explanation, int]:
    """The percentage that a target notices with, and the ranks behind it (ZM-SURP-02, ZM-SURP-03)."""
    key = f"resist{suffix}"
    if manner == "ambush" and has_skill(battle, target, SKILLS["ambush"]):
        return skill_percentage(battle, target, "ambush", key=key), effective_ranks(battle, target, "ambush")
    return attribute_percentage(battle, target, "fitness", key), attribute(battle, target, "fitness")


def wants_attack_anyway(battle: AnyBattle, who: Id, ask: Ask, suffix: str = "") -> bool:
    """Whether a surprise that failed is an attack all the same, before initiative (ZM-AMB-05)."""
    policy = rules(battle).failed_surprise
    if policy != "ask":
        return bool(policy == "attack_without_surprise")
    question = Question(
        id=f"failed_surprise{suffix}",
        title=tell(battle, "The surprise of {0} has failed. Is the attack made before initiative?", who),
        options=(Choice(key="no", label="No attack"), Choice(key="yes", label="Attack, without surprise")),
        default="no",
        rule="ZM-SURP-08",
        remember=True,
    )
    return bool(ask.choose(question, ENVIRONMENT) == "yes")


# ------------------------------------------------------------------------------------------ the surprise round


def only_attackers(battle: AnyBattle) -> AnyBattle:
    """The round before round 1: everybody but the attackers rests (ZM-SURP-04), these by initiative (ZM-AMB-06)."""
    attackers = {surprise.attacker for surprise in battle.shared.surprises}
    slots = [battle.order.slots[id] for id in battle.order.sequence]
    battle = turns.rest(battle, [slot.id for slot in slots if not attackers & set(slot.members)])

    def key(id: Id) -> int:
        return -max(initiative_of(battle, who).total for who in battle.order.slots[id].members)

    return turns.with_order(battle, sequence=tuple(sorted(battle.order.sequence, key=key)))


def surprise_of(battle: AnyBattle, who: Id, target: Id) -> Surprise | None:
    """The surprise attack that somebody is to make on a target in the round before round 1."""
    if battle.order.phase != "surprise":
        return None
    return next((one for one in battle.shared.surprises if (one.attacker, one.target) == (who, target)), None)


def let_others_act(battle: AnyBattle, ask: Ask) -> AnyBattle:
    """After a miss, where a house rule says so: the others act in this round too, by initiative (ZM-AMB-40)."""
    attackers = {surprise.attacker for surprise in battle.shared.surprises}
    order = battle.order
    resting = [
        slot.id for slot in turns.standing(order) if slot.id not in order.sequence and not attackers & set(slot.members)
    ]
    for id in resting:
        waiting = replace(battle.order.slots[id], state="waiting")
        battle = turns.with_slot(battle, waiting)
        battle = turns.with_order(battle, sequence=(*battle.order.sequence, id))
        battle = with_segments(battle, id)
    if resting:
        ask.say(gm_text("The surprise attack has missed: the others act in this round."))
    return arranged(battle)
