"""Healing: by rest, and by a physician (ZM-HEAL)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.ruleset import Action, Parameter
from model.rulesets.zamani.checks import GM_MODIFIER, d100, gm_modifier, has_skill, skill_percentage, spend_focus, throw
from model.rulesets.zamani.damage import healed
from model.rulesets.zamani.segment import able_combatant
from model.rulesets.zamani.sheet import Battle
from model.state.base import Id, replace
from model.state.texts import Refusal, ref, text

PHYSICIAN = "physician"
HOUR, REST_HOURS = 3600, 8


def rest(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Heal a point, or as many as Rapid Healing gives, for every eight hours of rest (ZM-HEAL-01)."""
    hours = float(_HOURS.said(call))
    for who in call.targets or (call.actor,):
        sheet = battle.combatants[who].sheet
        points = min(sheet.damage, int(hours // REST_HOURS) * sheet.healing_per_8h)
        battle = healed(battle, who, points)
        told = "{0} rests and heals {points}." if points else "{0} rests."
        ask.log(battle, told, who, health_of=who, in_words="{0} rests.", points=points)
    return replace(battle, clock=battle.clock + int(hours * HOUR))


def _peace(battle: Battle, call: Call) -> Iterator[Refusal]:
    if battle.order.is_running:
        yield Refusal(key="fight_runs", sentence=text("Nobody can rest during combat."), rule="ZM-HEAL-01")
    if any(who not in battle.combatants for who in call.targets or (call.actor,)):
        yield Refusal(key="no_combatant", sentence=text("Choose the combatants who rest."), can_override=False)


def treat(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Treat the latest wound of the last hour: heal the result's level, or add a point on a failure (ZM-HEAL-02)."""
    patient = call.targets[0]
    explanation = skill_percentage(battle, call.actor, PHYSICIAN, uses_focus=True, more=gm_modifier(call))
    percent = ask.number(explanation)
    battle = spend_focus(battle, call.actor)
    request = d100("treat", explanation.title, percent)
    thrown = throw(battle, request, percent, call.actor, ask, "success", "ZM-HEAL-02")
    battle = _treated(battle, patient)
    if not thrown.is_success:
        combatant = battle.combatants[patient]
        ask.log(battle, "{0} makes {1}'s wound worse.", call.actor, patient)
        return battle.with_combatant(
            replace(combatant, sheet=replace(combatant.sheet, damage=combatant.sheet.damage + 1))
        )
    table = battle.shared.table
    points = table.result(thrown.graded(table, table.skill_column)).damage_factor
    words = {"health_of": patient, "in_words": "{0} treats {1}."}
    ask.log(battle, "{0} treats {1}: {points} healed.", call.actor, patient, **words, points=points)
    return healed(battle, patient, points)


def _open_wound(battle: Battle, who: Id) -> int | None:
    """Index of the latest wound that can still be treated, or None."""
    wounds = battle.shared.wounds.get(who, ())
    for index in reversed(range(len(wounds))):
        if not wounds[index].is_treated and battle.clock - wounds[index].at <= HOUR:
            return index
    return None


def _treated(battle: Battle, who: Id) -> Battle:
    index = _open_wound(battle, who)
    if index is None:
        return battle
    wounds = list(battle.shared.wounds[who])
    wounds[index] = replace(wounds[index], is_treated=True)
    return replace(battle, shared=replace(battle.shared, wounds=battle.shared.wounds | {who: tuple(wounds)}))


def _can_treat(battle: Battle, call: Call) -> Iterator[Refusal]:
    if call.actor not in battle.combatants or call.target not in battle.combatants:
        return
    if not has_skill(battle, call.actor, PHYSICIAN):
        yield no("no_physician", "{who} is not a physician.", "ZM-HEAL-02", call.actor)
    if _open_wound(battle, call.target) is None:
        sentence = text("{who} has no untreated wound from the last hour.", who=ref(call.target))
        yield Refusal(key="no_wound", sentence=sentence, rule="ZM-HEAL-02")


_HOURS = Parameter(key="hours", title="Hours", kind="number", default=REST_HOURS, least=0, most=10_000)


HEALING_ACTIONS = (
    Action(
        id="rest",
        title="Rest",
        run=rest,
        targets="any",
        parameters=(_HOURS,),
        guards=(_peace,),
        rules=("ZM-HEAL-01",),
        help="Eight hours restore one point of damage.",
    ),
    Action(
        id="treat",
        title="Treat Wound",
        run=treat,
        targets="one",
        parameters=(GM_MODIFIER,),
        guards=(able_combatant, _can_treat),
        rules=("ZM-HEAL-02", "ZM-GEN-06"),
        help="A physician treats a wound within an hour: it heals 1 to 5 points, or gets a point worse on a failure.",
    ),
)
