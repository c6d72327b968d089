"""Healing outside the fight: rest and the physician (ZM-HEAL)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.zamani.costs import no, somebody
from model.rulesets.zamani.damage import healed
from model.rulesets.zamani.percent import GM_MODIFIER, d100, gm_modifier, has_skill, skill_percentage, throw
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, ref, text

PHYSICIAN = "physician"
HOUR, REST_HOURS = 3600, 8


def rest(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Eight hours of rest give back a point, or as many as Rapid Healing gives (ZM-HEAL-01)."""
    hours = float(call.option("hours", REST_HOURS))
    for who in call.targets or (call.actor,):
        sheet = battle.combatants[who].sheet
        points = min(sheet.damage, int(hours // REST_HOURS) * sheet.healing_per_8h)
        battle = healed(battle, who, points)
        ask.say(tell(battle, "{0} rests and heals {points}.", who, points=points))
    return replace(battle, clock=battle.clock + int(hours * HOUR))


def _peace(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if battle.order.phase not in ("setup", "ended"):
        yield Refusal(key="fight_runs", sentence=text("Nobody rests while a fight is running."), rule="ZM-HEAL-01")
    if any(who not in battle.combatants for who in call.targets or (call.actor,)):
        yield Refusal(key="no_combatant", sentence=text("Say which combatants rest."), can_override=False)


def treat(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Treat the latest wound of the last hour: heals the level of the result, or makes it worse (ZM-HEAL-02)."""
    patient = call.targets[0]
    explanation = skill_percentage(battle, call.actor, PHYSICIAN, uses_focus=True, more=gm_modifier(call))
    percent = ask.number(explanation)
    request = d100("treat", explanation.title, percent)
    thrown = throw(battle, request, percent, call.actor, ask, "success", "ZM-HEAL-02")
    battle = _treated(battle, patient)
    if not thrown.is_success:
        combatant = battle.combatants[patient]
        ask.say(tell(battle, "{0} makes the wound of {1} worse.", call.actor, patient))
        return battle.with_combatant(
            replace(combatant, sheet=replace(combatant.sheet, damage=combatant.sheet.damage + 1))
        )
    table = battle.shared.table
    points = table.result(thrown.graded(table, table.skill_column)).damage_factor
    ask.say(tell(battle, "{0} treats {1}: {points} healed.", call.actor, patient, points=points))
    return healed(battle, patient, points)


def _open_wound(battle: AnyBattle, who: Id) -> int | None:
    """Index of the latest wound that can still be treated."""
    wounds = battle.shared.wounds.get(who, ())
    for index in reversed(range(len(wounds))):
        if not wounds[index].is_treated and battle.clock - wounds[index].at <= HOUR:
            return index
    return None


def _treated(battle: AnyBattle, who: Id) -> AnyBattle:
    index = _open_wound(battle, who)
    if index is None:
        return battle
    wounds = list(battle.shared.wounds[who])
    wounds[index] = replace(wounds[index], is_treated=True)
    return replace(battle, shared=replace(battle.shared, wounds=battle.shared.wounds | {who: tuple(wounds)}))


def _can_treat(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    if call.actor not in battle.combatants or call.target not in battle.combatants:
        return
    if not has_skill(battle, call.actor, PHYSICIAN):
        yield no("no_physician", "{who} is no physician.", "ZM-HEAL-02", call.actor)
    if _open_wound(battle, call.target) is None:
        sentence = text("{who} has no wound of the last hour that was not treated.", who=ref(call.target))
        yield Refusal(key="no_wound", sentence=sentence, rule="ZM-HEAL-02")


HEALING_ACTIONS = (
    Action(
        id="rest",
        title="Rest",
        run=rest,
        targets="any",
        parameters=(Parameter(key="hours", title="Hours", kind="number", default=REST_HOURS, least=0, most=10_000),),
        guards=(_peace,),
        rules=("ZM-HEAL-01",),
        help="Eight hours give back a point of damage.",
    ),
    Action(
        id="treat",
        title="Treat a wound",
        run=treat,
        targets="one",
        parameters=(GM_MODIFIER,),
        guards=(somebody, _can_treat),
        rules=("ZM-HEAL-02", "ZM-GEN-06"),
        help="A physician, within an hour of the wound: 1 to 5 points, or one more on a failure.",
    ),
)
