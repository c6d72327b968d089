"""Inanimate objects: striking them, and what is left of them (ZS-OBJ, ZS-AMB-46)."""

from __future__ import annotations

from collections.abc import Iterator

from model.dice.requests import DiceRequest, sum_of
from model.engine.ask import Ask
from model.engine.budget import mark
from model.engine.calls import Call
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.requests import Question
from model.engine.ruleset import Action, Parameter
from model.engine.telling import tell
from model.rulesets.families.ogc.checks import gm_modifier
from model.rulesets.families.ogc.combat import HIT_WORDS
from model.rulesets.zerospace.checks import WEAPONS, attack_value, defence_value
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.damage import own_damage
from model.rulesets.zerospace.defence import not_dodging
from model.rulesets.zerospace.plot_points import EXTRA_EFFORT
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import Gear, reach_of
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, Item, Thing, new_id
from model.state.effects import Effect
from model.state.texts import Explanation, Refusal, ref, text

DAMAGED, DESTROYED = "damaged", "destroyed"


# ------------------------------------------------------------------------------------------ what is left


def state_of(thing: Thing) -> str:
    """Destroyed without Health, damaged with more than half of it lost; else nothing (ZS-OBJ-02, ZS-OBJ-03)."""
    if thing.health is None or not thing.health_max:
        return ""
    if thing.health <= 0:
        return DESTROYED
    return DAMAGED if 2 * (thing.health_max - thing.health) > thing.health_max else ""


def settle_objects(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """What follows from any change of a thing's Health, whoever made it."""
    if before.things is after.things:
        return after
    for id, thing in tuple(after.things.items()):
        earlier = before.things.get(id)
        if earlier is None or (earlier.health, earlier.health_max) != (thing.health, thing.health_max):
            after = _settled(after, thing, ask)
    return after


def _settled(battle: AnyBattle, thing: Thing, ask: Ask) -> AnyBattle:
    health = thing.health
    if health is not None and thing.health_max is not None:
        health = min(max(0, health), thing.health_max)
    state = state_of(thing)
    kept = {id: one for id, one in thing.effects.items() if one.kind not in (DAMAGED, DESTROYED) or one.kind == state}
    if state and not any(one.kind == state for one in kept.values()):
        id, battle = new_id(battle, state)
        kept[id] = Effect(id=id, kind=state)
        ask.say(tell(battle, f"{{0}} is {state}.", thing.id))
    return _with_thing(battle, replace(thing, health=health, effects=kept))


def _with_thing(battle: AnyBattle, thing: Thing) -> AnyBattle:
    return replace(battle, things=battle.things | {thing.id: thing})


# ------------------------------------------------------------------------------------------ striking one


def strike_object(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """An attack on a thing: against the DV that the GM gives it, less its resistance (ZS-OBJ-01, ZS-AMB-46)."""
    who, thing = call.actor, battle.things[call.targets[0]]
    weapon = WEAPONS.of_call(battle, call)
    gear = WEAPONS.gear_of(weapon)
    battle = mark(ACTING.pay(battle, who, "standard", ask), who, "attacked")
    battle = with_last_weapon(battle, who, weapon)
    name = "bare hands" if weapon is None else weapon.name
    ask.say(tell(battle, "{0} attacks {1} with {weapon}.", who, thing.id, weapon=name))
    dv = _defence(battle, thing, gear, ask)
    battle = _with_thing(battle, replace(battle.things[thing.id], defence=dv if thing.controller is None else None))
    given = tuple(gm_modifier(call, "av_modifier", "ZS-MOD-03"))

    def value(more: tuple[Modifier, ...]) -> Explanation:
        return attack_value(battle, who, gear.attack_kind, weapon, (*given, *more))

    def request(av: int) -> DiceRequest:
        return sum_of("attack", "Attack", "2d6", bonus=av, against=dv, words=HIT_WORDS)

    roll, battle = EXTRA_EFFORT.throw(battle, who, value, request, dv, ask)
    is_hit = ask.verdict("hit", "Hit", roll, at_least=dv, rule="ZS-ROLL-04")
    ask.measure(thing.id, "hit", is_hit)
    if not is_hit:
        ask.say(tell(battle, "{0} misses {1}.", who, thing.id))
        return battle
    return _struck(battle, thing.id, weapon, call, ask)


def _defence(battle: AnyBattle, thing: Thing, gear: Gear, ask: Ask) -> int:
    """The DV of who holds or drives it, its own, or as the GM says when it is first attacked (ZS-AMB-46)."""
    if thing.controller in battle.combatants:
        return ask.number(defence_value(battle, str(thing.controller), gear.attack_kind))
    known = thing.defence
    if known is None:
        title = text("Which DV does {thing} have?", thing=ref(thing.id))
        usual = rules(battle).object_dv
        question = Question(
            id="object_dv", title=title, kind="number", least=0, most=99, default=usual, rule="ZS-AMB-46"
        )
        known = int(ask.choose(question, ENVIRONMENT))
    return ask.number(explain("dv", "Defence Value", [term("object", "Object", known, "ZS-AMB-46")]))


def _struck(battle: AnyBattle, id: Id, weapon: Item[Gear] | None, call: Call, ask: Ask) -> AnyBattle:
    thing = battle.things[id]
    resists = thing.resistance or rules(battle).object_dr
    parts = [*own_damage(battle, call.actor, weapon, call)]
    parts += [term("resistance", "Resists", -resists, "ZS-DMG-03")] if resists else []
    total = ask.number(explain("damage", "Damage", parts, highest_bonus_all_penalties))
    roll = ask.roll(sum_of("damage", "Damage", "1d6", bonus=total, words=("damage",)), call.actor)
    loss = int(roll.total(lambda sum: max(0, sum)))
    left = None if thing.health is None else max(0, thing.health - loss)
    ask.measure(id, "damage", loss)
    ask.measure(id, "drop", left == 0)
    ask.say(tell(battle, "{0} takes {points} damage." if loss else "{0} takes no damage.", id, points=loss))
    return _with_thing(battle, replace(thing, health=left))


def one_object(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a thing that can be reached, and hurt by this (ZS-AMB-46)."""
    thing = battle.things.get(call.target or "")
    if thing is None:
        if call.target in battle.combatants:
            sentence = text("{who} is no object.", who=ref(str(call.target)))
            yield Refusal(key="no_object", sentence=sentence, can_override=False)
        return
    if state_of(thing) == DESTROYED:
        sentence = text("{thing} is destroyed already.", thing=ref(thing.id))
        yield Refusal(key="destroyed", sentence=sentence, rule="ZS-OBJ-03")
    if call.actor not in battle.combatants:
        return
    gear = WEAPONS.gear_of_call(battle, call)
    if gear.attack_kind == "mental" or gear.stunning:
        sentence = text("Mental and stunning attacks do nothing to objects.")
        yield Refusal(key="no_effect", sentence=sentence, rule="ZS-AMB-46")
    metres = WEAPONS.metres_between(battle, call.actor, thing.id)
    if metres is not None and metres > reach_of(battle, call.actor, gear) + 1e-6:
        sentence = text("{thing} is out of range.", thing=ref(thing.id))
        yield Refusal(key="out_of_range", sentence=sentence, rule="ZS-RANGE-06")


STRIKE_OBJECT = Action(
    id="strike_object",
    title="Attack an object",
    run=strike_object,
    targets="one",
    takes_things=True,
    parameters=(
        Parameter(key="unarmed", title="Bare hands", kind="flag", default=False),
        Parameter(key="av_modifier", title="GM: AV", kind="number", default=0, least=-30, most=30, rule="ZS-MOD-03"),
        Parameter(
            key="damage_modifier", title="GM: damage", kind="number", default=0, least=-30, most=30, rule="ZS-MOD-04"
        ),
    ),
    guards=(
        *ACTING.costs("standard", "ZS-ACT-01"),
        one_object,
        not_dodging,
        ACTING.not_in_forced_turn,
        WEAPONS.fit,
    ),
    rules=("ZS-OBJ-01", "ZS-OBJ-02", "ZS-OBJ-03"),
    cost=ACTING.titles["standard"],
    group="attack",
    help="Against the DV that the GM gives it; with over half of its Health lost it is damaged, with none destroyed.",
)  # fmt: skip
