"""Attacks, regular and controlled, on one target or on all in an area (ZM-ATK, ZM-CTRL, ZM-AEW-02, ZM-AUTO-01)."""

from __future__ import annotations

from dataclasses import replace as with_fields

from model.dice.requests import DiceRequest
from model.dice.rolls import Roll
from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import mark, use, used
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects_of
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import overridden
from model.engine.requests import Choice, Offer, Question
from model.engine.run import perform
from model.engine.telling import tell
from model.rulesets.zamani.attack_options import (
    NO,
    attack_percentage,
    gear_of,
    is_controlled,
    threat_of,
    weapon_of,
)
from model.rulesets.zamani.conditions import EXPOSED
from model.rulesets.zamani.costs import NO_MOVE, note, pay
from model.rulesets.zamani.damage import Hit, inflict
from model.rulesets.zamani.defence import Chosen, Threat, chosen_defence, cowers, protector, use_up
from model.rulesets.zamani.hits import (
    Blow,
    automatic_fire,
    damaged,
    located,
    spent_on_miss,
    strike_effect,
    with_rounds_fired,
)
from model.rulesets.zamani.movement import ATTACKED, FOLLOW_UP
from model.rulesets.zamani.percent import Thrown, d100, spend_focus, throw
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.sheet import LastRoll
from model.rulesets.zamani.surprise import contest, let_others_act, surprise_of, wants_attack_anyway
from model.rulesets.zamani.table import NO_EFFECT, ActionTable
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, name_of
from model.state.texts import Explanation, Refusal, gm_text, text

HIT_WORDS = ("hit", "miss", "damage")


def attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Attack one target, with or without a declared effect (ZM-ATK-02, ZM-CTRL-03)."""
    target = call.targets[0]
    if refusal := _effect_rejected(battle, call, ask):
        return refusal
    has_surprised, is_over, battle = _surprise(battle, call, target, ask)
    if is_over:
        return pay(battle, call.actor, is_offensive=True)
    battle = _declared(battle, call, ask)
    weapon = weapon_of(battle, call)
    blow = Blow(call=call, attacker=call.actor, weapon=weapon, gear=gear_of(weapon), has_surprised=has_surprised)
    battle = _guard_shifts(battle, blow, target, ask)
    battle, hits = _rolled(battle, blow, ask)
    return _followed(battle, blow, hits[0], ask)


def area_attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """One roll against everybody in an area, each looked up with their own defence (ZM-AEW-02)."""
    battle = _declared(battle, call, ask)
    weapon = weapon_of(battle, call)
    blow = Blow(call=call, attacker=call.actor, weapon=weapon, gear=gear_of(weapon), is_area=True)
    battle, hits = _rolled(battle, blow, ask)
    return _followed(battle, blow, next((hit for hit in hits if hit.is_hit), hits[0]), ask)


# ------------------------------------------------------------------------------------------ declaration


def _effect_rejected(battle: AnyBattle, call: Call, ask: Ask) -> Refusal | None:
    """An effect in the player's own words needs the GM's consent, before the roll (ZM-CTRL-02)."""
    if call.option("controlled", NO) != "custom":
        return None
    question = Question(
        id="accept",
        title=text("Does “{effect}” make sense as the effect of a controlled attack?", effect=call.option("custom")),
        options=(Choice(key="yes", label="Yes"), Choice(key="no", label="No")),
        default="yes",
        rule="ZM-CTRL-02",
    )
    if ask.choose(question, ENVIRONMENT) == "yes":
        return None
    sentence = text("The GM does not accept this effect.")
    return ask.hold_against(Refusal(key="rejected", sentence=sentence, rule="ZM-CTRL-02"))


def _surprise(battle: AnyBattle, call: Call, target: Id, ask: Ask) -> tuple[bool, bool, AnyBattle]:
    """Whether the target is surprised, and whether the attempt has ended without an attack (ZM-SURP, ZM-AMB-07)."""
    opening = surprise_of(battle, call.actor, target)
    said = call.option("surprise", "auto")
    if said == "auto":
        return opening is not None and opening.has_come_off, False, battle
    if said == NO:
        return False, False, battle
    if contest(battle, call.actor, target, said, ask):
        return True, False, _rest_of_round(battle, call.actor, ask)
    is_over = not wants_attack_anyway(battle, call.actor, ask)
    return False, is_over, battle


def _rest_of_round(battle: AnyBattle, attacker: Id, ask: Ask) -> AnyBattle:
    """What a surprise in mid-fight does to the round of the others (ZM-AMB-07)."""
    policy = rules(battle).surprise_midcombat
    if policy == "ask":
        question = Question(
            id="midcombat",
            title=text("A surprise in the middle of the fight: do all others lose the rest of the round?"),
            options=(
                Choice(key="defence_only", label="The round goes on"),
                Choice(key="end_round", label="They lose it"),
            ),
            default="defence_only",
            rule="ZM-SURP-04",
            remember=True,
        )
        policy = ask.choose(question, ENVIRONMENT)
    if policy != "end_round":
        return battle
    order = battle.order
    waiting = (order.slots[id] for id in order.sequence if order.slots[id].state == "waiting")
    return turns.rest(battle, [slot.id for slot in waiting if attacker not in slot.members])


def _declared(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Pay for the attack, note it, and come out of cover for it if need be."""
    who, weapon = call.actor, weapon_of(battle, call)
    battle = mark(pay(battle, who, is_offensive=True), who, ATTACKED)
    if metres := used(battle, who, "metres"):
        battle = use(battle, who, "before", metres)
    battle = with_last_weapon(battle, who, weapon)
    name = "the body" if weapon is None else weapon.name
    ask.say(tell(battle, "{0} attacks {1} with {weapon}.", who, call.targets[0], weapon=name))
    if rules(battle).cover_attack == "ask" and cowers(battle, who):
        battle = _out_of_cover(battle, who, ask)
    return battle


def _out_of_cover(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """Whether the cover falls below what counts until the attacker's next action (ZM-AMB-32)."""
    question = Question(
        id="cover",
        title=tell(battle, "{0} attacks from behind cover. Does the cover still count until the next action?", who),
        options=(Choice(key="stays", label="It counts"), Choice(key="falls", label="It does not")),
        default="stays",
        rule="ZM-COV-01",
        remember=True,
    )
    if ask.choose(question, ENVIRONMENT) == "stays":
        return battle
    return add_effect(end_effects_of(battle, who, EXPOSED), who, EXPOSED, until="turn_start")


def _guard_shifts(battle: AnyBattle, blow: Blow, target: Id, ask: Ask) -> AnyBattle:
    """Who guards the target may shift around it to meet the attack (ZM-GUARD-08, ZM-AMB-45)."""
    if not ask.wants("shift", "attack"):
        return battle
    guard = protector(battle, target, _threat(battle, blow, target))
    if guard is None:
        return battle
    title = tell(battle, "{0} may shift around {1}.", guard, target)
    call = ask.offer(Offer(id="shift", title=title, by=(guard,), actions=("shift",), rule="ZM-GUARD-08"))
    if not isinstance(call, Call):
        return battle
    after = perform(battle, call, ask.within("shift", call))
    if isinstance(after, Refusal):
        ask.say(after.sentence)
        return battle
    return after


def _threat(battle: AnyBattle, blow: Blow, target: Id) -> Threat:
    return threat_of(battle, blow.call, target, has_surprised=blow.has_surprised)


# ------------------------------------------------------------------------------------------ the roll


def _rolled(battle: AnyBattle, blow: Blow, ask: Ask) -> tuple[AnyBattle, tuple[Hit, ...]]:
    """Throw, look every target up, and carry out what comes of it."""
    table = battle.shared.table
    percent = ask.number(attack_percentage(battle, blow.call))
    defences = {target: _defence(battle, blow, target, ask) for target in blow.call.targets}
    rounds = automatic_fire(battle, blow, ask)
    before = battle
    if blow.call.option("focus", True):
        battle = spend_focus(battle, blow.attacker)
    thrown = throw(before, _request(table, percent), percent, blow.attacker, ask, "success", "ZM-GEN-04")
    hits = ask.each(
        blow.call.targets,
        lambda target: _looked_up(before, blow, target, defences[target], thrown, rounds, ask),
    )
    battle = with_rounds_fired(battle, blow, hits[0].rounds)
    spent = thrown.is_success or rules(battle).defence_spent_on == "declaration"
    for hit in hits:
        if spent and not blow.is_area:
            battle = use_up(battle, defences[hit.target])
        battle = _lit(battle, blow, hit, defences[hit.target], thrown)
        battle = _carried_out(battle, blow, hit, thrown, ask)
    return battle, hits


def _request(table: ActionTable, percent: int) -> DiceRequest:
    names = tuple(result.name.lower() for result in table.results)
    return d100("attack", "Attack", percent, (*HIT_WORDS, *names))


def _defence(battle: AnyBattle, blow: Blow, target: Id, ask: Ask) -> Chosen:
    """The defence that an attack on this target is read against, or the number that the GM puts there."""
    threat = _threat(battle, blow, target)
    chosen = chosen_defence(battle, target, threat, blow.call.option("defence", "best"))
    suffix = f".{target}" if blow.is_area else ""
    means = chosen.title if chosen.who == target else f"{name_of(battle, chosen.who)}: {chosen.title}"
    title = f"{name_of(battle, target)}: {means}" if blow.is_area else f"Defence: {means}"
    explanation = Explanation(key=f"defence{suffix}", title=title, parts=chosen.explanation.parts)
    ranks = ask.number(explanation)
    if chosen.who != target:
        ask.say(tell(battle, "{0} protects {1}.", chosen.who, target))
    return chosen if ranks == explanation.total else with_fields(chosen, explanation=overridden(explanation, ranks))


def _looked_up(
    battle: AnyBattle, blow: Blow, target: Id, defence: Chosen, thrown: Thrown, rounds: Roll | None, ask: Ask
) -> Hit:
    """What the table says for one target, and the damage that follows (ZM-ATK-02, ZM-CTRL-03)."""
    suffix = f".{target}" if blow.is_area else ""
    code, is_hit = "", False
    if thrown.is_success:
        code, is_hit = _result(battle, blow, defence, thrown, ask, suffix)
    ask.measure(target, "hit", is_hit)
    if not is_hit:
        ask.measure(target, "drop", False)
        return Hit(target=target, code=code, is_hit=False, rounds=spent_on_miss(blow, target, rounds, ask))
    strike = strike_effect(battle, blow, target, code, ask, suffix)
    damage_code = battle.shared.table.controlled.damage_result if is_controlled(blow.call) else code
    hit = Hit(target=target, code=code, is_hit=True)
    return damaged(battle, blow, hit, damage_code, strike, thrown.roll.said, rounds, ask)


def _result(battle: AnyBattle, blow: Blow, defence: Chosen, thrown: Thrown, ask: Ask, suffix: str) -> tuple[str, bool]:
    """The letter for a successful roll, and whether it is a hit, unless the GM says otherwise."""
    table = battle.shared.table
    column = table.column(defence.explanation.total)
    needed = set(table.controlled.need) if is_controlled(blow.call) else {one.code for one in table.results if one.hit}
    weakest = next(one.code for one in table.results if one.code in needed)
    said = thrown.roll.said
    if said is not None:
        named = next((one.code for one in table.results if one.name.lower() == said.word), weakest)
        return (named, True) if named in needed else (table.controlled.otherwise, False)
    code = thrown.graded(table, column)
    is_hit = _is_hit(table, column, thrown, code, needed, ask, f"hit{suffix}")
    if thrown.roll.record is not None:
        where = {"margin": thrown.margin(), "column": table.columns[column]}
        ask.say(gm_text("Margin {margin}, column {column}: {code}.", code=code, **where))
    if is_hit:
        return (code if code in needed else weakest), True
    return table.controlled.otherwise, False


def _is_hit(table: ActionTable, column: int, thrown: Thrown, code: str, needed: set[str], ask: Ask, key: str) -> bool:
    """Whether a result counts as a hit, or what the GM says; odds need no ruling on what they know already."""
    if thrown.roll.record is None and ask.override_of(ask.key(key)) is None:
        return code in needed
    hits = tuple(int(letter in needed) for letter in table.faces(thrown.percent, column))
    read = f"margin {thrown.margin()}, column {table.columns[column]}: {code}"
    return ask.verdict(key, "Hit", thrown.roll, at_least=1, of=hits, rule="ZM-ATK-02", measured=read)


def _lit(battle: AnyBattle, blow: Blow, hit: Hit, defence: Chosen, thrown: Thrown) -> AnyBattle:
    """Keep the cell that was read, for the display of the table."""
    if not thrown.is_success or thrown.roll.said is not None:
        return battle
    table = battle.shared.table
    row, column = table.row(thrown.margin()), table.column(defence.explanation.total)
    last = LastRoll(row=row, column=column, code=table.rows[row].cells[column])
    return replace(battle, shared=replace(battle.shared, last_roll=last))


def _carried_out(battle: AnyBattle, blow: Blow, hit: Hit, thrown: Thrown, ask: Ask) -> AnyBattle:
    """Tell what came of it, and let the target suffer it."""
    who, target = blow.attacker, hit.target
    if not thrown.is_success:
        ask.say(tell(battle, "{0} misses {1}.", who, target))
        return battle
    if not hit.is_hit:
        ask.say(tell(battle, "{1} avoids the attack of {0}.", who, target))
        return battle
    name = battle.shared.table.result(hit.code).name
    ask.say(tell(battle, "{0} hits {1}: {result}.", who, target, result=name.lower()))
    battle = located(battle, blow, hit, ask)
    call = blow.call
    if hit.effect == "custom":
        ask.say(tell(battle, "{0}: {effect}.", who, effect=str(call.option("custom"))))
        hit = with_fields(hit, effect=NO_EFFECT)
    return inflict(battle, who, hit, ask, limb=str(call.option("limb", "")), disarm=call.option("disarm"))


def _followed(battle: AnyBattle, blow: Blow, hit: Hit, ask: Ask) -> AnyBattle:
    """Whether a half move may follow, and what a surprise attack that missed leads to (ZM-MOVE-04, ZM-AMB-40)."""
    who = blow.attacker
    is_followed = hit.is_hit and not is_controlled(blow.call)
    moved_before = used(battle, who, "before") > 0
    if is_followed and (not moved_before or rules(battle).move_attack_move):
        battle = mark(battle, who, FOLLOW_UP)
    if not is_followed and rules(battle).miss_blocks_round_move:
        battle = note(battle, who, NO_MOVE)
    is_opening = surprise_of(battle, who, hit.target) is not None
    if is_opening and not hit.is_hit and rules(battle).surprise_success == "hit":
        return let_others_act(battle, ask)
    return battle
