"""What an action costs and who may pay it: one major and one minor action a turn (WL-TURN-01)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.engine.budget import is_turn_of, left, mark, spend
from model.engine.calls import Call
from model.engine.effects import end_effects_of, has_effect
from model.engine.ruleset import Guard, Ruleset
from model.rulesets.wasteland.conditions import DEAD, DYING, TRIGGERED, UNCONSCIOUS
from model.rulesets.wasteland.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal, ref, text

Cost = Literal["major", "minor"]
TITLES: dict[Cost, str] = {"major": "major action", "minor": "minor action"}


def is_fighting(battle: AnyBattle) -> bool:
    """Whether turns are counted; before and after a fight nothing costs anything."""
    return battle.order.phase == "acting"


def no(key: str, sentence: str, rule: str, who: Id) -> Refusal:
    """A refusal about somebody, who is `{who}` in the sentence."""
    return Refusal(key=key, sentence=text(sentence, who=ref(who)), rule=rule)


def somebody(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: done by a combatant who is there and able to act (WL-AMB-19)."""
    who = call.actor
    combatant = battle.combatants.get(who)
    if combatant is None:
        sentence = text("The environment cannot do this: it needs a combatant.")
        yield Refusal(key="no_combatant", sentence=sentence, can_override=False)
    elif not combatant.is_present:
        yield no("absent", "{who} is not here.", "", who)
    elif has_effect(battle, who, DEAD):
        yield no("dead", "{who} is dead.", "WL-DYING-03", who)
    elif has_effect(battle, who, DYING) and rules(battle).dying_can_act == "none":
        yield no("dying", "{who} is dying and cannot act.", "WL-AMB-19", who)
    elif has_effect(battle, who, UNCONSCIOUS):
        yield no("unconscious", "{who} is unconscious.", "WL-MAJ-10", who)
    elif combatant.is_out:
        yield no("out", "{who} is out of the fight.", "", who)


def unpayable(battle: AnyBattle, who: Id, cost: Cost, rule: str = "WL-TURN-01") -> Iterator[Refusal]:
    """What speaks against paying for an action now."""
    if not is_fighting(battle) or (cost == "major" and has_effect(battle, who, TRIGGERED)):
        return
    if not is_turn_of(battle, who):
        yield no("not_your_turn", "It is not {who}'s turn.", rule, who)
    elif _paid_with(battle, who, cost) is None:
        yield no(f"no_{cost}", f"{{who}} has no {TITLES[cost]} left.", rule, who)


def _paid_with(battle: AnyBattle, who: Id, cost: Cost) -> Cost | None:
    """The action that pays: a minor one can be paid with the major one where a house rule says so (WL-AMB-27)."""
    if left(battle, who, cost) > 0:
        return cost
    if cost == "minor" and rules(battle).minor_instead_of_major and left(battle, who, "major") > 0:
        return "major"
    return None


def costs(cost: Cost, rule: str = "WL-TURN-01") -> tuple[Guard, ...]:
    """Guards: somebody able, with the action left."""

    def guard(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        if call.actor in battle.combatants:
            yield from unpayable(battle, call.actor, cost, rule)

    return (somebody, guard)


def pay(battle: AnyBattle, who: Id, cost: Cost) -> AnyBattle:
    """Pay for an action: out of the turn in progress, or with what was readied (WL-MAJ-14)."""
    if not is_fighting(battle):
        return battle
    if cost == "major" and has_effect(battle, who, TRIGGERED):
        return end_effects_of(battle, who, TRIGGERED)
    paid = _paid_with(battle, who, cost) or cost
    return mark(spend(battle, who, paid), who, f"took_{cost}")
