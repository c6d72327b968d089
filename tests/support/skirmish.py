"""Skirmish, a whole game in one file: 2d6 against a number, hit points, initiative.

The example of `model/rulesets/README.md`, "How to add a ruleset".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

from model.dice.outcomes import total
from model.dice.requests import sum_of
from model.engine.ask import Ask, MeasureKey, Measures
from model.engine.budget import left, spend
from model.engine.calls import Call
from model.engine.conditions import Condition, Conditions, changing
from model.engine.displays import PoolDisplay
from model.engine.edits import EDITS
from model.engine.guards import done_by_able_combatant, no
from model.engine.last_weapon import attack_with
from model.engine.modifiers import explain, term
from model.engine.ruleset import Action, Derived, Measure, Ruleset, TurnRules
from model.engine.turn_actions import turn_actions
from model.engine.types import field
from model.state import battle as states
from model.state.base import Id, State, replace
from model.state.order import Share
from model.state.texts import Explanation, Refusal

number = partial(field, ge=0, le=99)


class Sheet(State):
    """The values of a combatant."""

    skill: Annotated[int, number("Skill", "Values")] = 1
    defence: Annotated[int, number("Defence", "Values")] = 7
    initiative: Annotated[int, number("Initiative", "Values")] = 5
    hp: Annotated[int, number("Hit points", "Health")] = 10
    hp_max: Annotated[int, number("Hit points at most", "Health")] = 10


class Gear(State):
    """The values of a weapon."""

    damage: Annotated[int, number("Damage", "Weapon")] = 0


Battle = states.Battle[Sheet, Gear, State, states.Player]
HIT, DAMAGE, DROP = MeasureKey("hit"), MeasureKey("damage"), MeasureKey("drop")
skill, defence = changing("skill"), changing("defence")
PRONE = Condition("prone", "Prone", "arrow-down", "SK-4", "-2 to both.", modifiers=(skill(-2), defence(-2)))
CONDITIONS = Conditions([PRONE])


def value_of(name: str, battle: Battle, who: Id) -> Explanation:
    """Return skill or defence, with the modifiers of conditions (SK-2, SK-4)."""
    own = term(name, name.title(), getattr(battle.combatants[who].sheet, name), "SK-2")
    return explain(name, name.title(), (own, *CONDITIONS.modifiers(battle, who, name)))


def hurt(battle: Battle, who: Id, loss: int, resists: bool, ask: Ask) -> Battle:
    """Take hit points, or give them back; at 0 the combatant is out of combat (SK-3)."""
    fighter = battle.combatants[who]
    hp = min(fighter.sheet.hp_max, max(0, fighter.sheet.hp - loss))
    return battle.with_combatant(replace(fighter, sheet=replace(fighter.sheet, hp=hp), is_out=hp == 0))


def attack(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Hit if 2d6 + skill reach the defence; a hit does 1d6 and the weapon's damage (SK-2, SK-3)."""
    (target,), who = call.targets, call.actor
    battle = spend(battle, who, "action")
    bonus, needed = ask.number(value_of("skill", battle, who)), ask.number(value_of("defence", battle, target))
    roll = ask.roll(sum_of("attack", "Attack", "2d6", bonus=bonus, against=needed, words=("hit", "miss")), who)
    is_hit = ask.verdict("hit", "Hit", roll, at_least=needed, rule="SK-2")
    ask.measure(target, HIT, is_hit)
    if not is_hit:
        ask.log(battle, "{0} misses {1}.", who, target)
        return battle
    weapon, before = battle.items.get(call.item or ""), battle.combatants[target].sheet.hp
    plus = 0 if weapon is None else weapon.gear.damage
    thrown = ask.roll(sum_of("damage", "Damage", "1d6", bonus=plus, words=("damage",)), who)
    of_loss: Measures = {DAMAGE: int, DROP: lambda loss: loss >= before}
    loss = ask.resolve(total(thrown), who=target, measures=of_loss, is_last=True)
    ask.log(battle, "{0} hits {1} for {points}.", who, target, points=loss)
    return hurt(battle, target, loss, False, ask)


def has_action(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: one action a turn (SK-1)."""
    if battle.order.is_running and not left(battle, call.actor, "action"):
        yield no("no_action", "{who} has no action left.", "SK-1", call.actor)


def by_initiative(battle: Battle, call: Call) -> tuple[Id, ...]:
    """The highest initiative first (SK-1)."""
    slots = [battle.order.slots[id] for id in battle.order.sequence]
    return tuple(one.id for one in sorted(slots, key=lambda one: -battle.combatants[one.members[0]].sheet.initiative))


ATTACK = Action(
    id="attack", title="Attack", run=attack, targets="one", guards=(done_by_able_combatant(), has_action),
    group="attack", key="A", cost="action",
)  # fmt: skip
TURNS = TurnRules(first_order=by_initiative, share=lambda battle, who, slot: Share(left={"action": 1}))
HIT_POINTS = PoolDisplay(
    key="hp", title="Hit points", field="hp", is_health=True, value=lambda battle, who: battle.combatants[who].sheet.hp,
    most=lambda battle, who: battle.combatants[who].sheet.hp_max,
)  # fmt: skip
SKIRMISH = Ruleset(
    id="skirmish", name="Skirmish", sheet=Sheet, gear=Gear, turns=TURNS, conditions=CONDITIONS, hurt=hurt,
    actions={**EDITS, **turn_actions(TURNS), ATTACK.id: ATTACK},
    usual_attack=attack_with(lambda battle, who: next(iter(battle.items_of(who)), None)),
    displays=(HIT_POINTS,),
    derived={key: Derived(key=key, title=key.title(), value=partial(value_of, key)) for key in ("skill", "defence")},
    measures=tuple(Measure(key=key, title=title) for key, title in ((HIT, "hits"), (DROP, "drops"))),
    dice_words=("hit", "miss", "damage"),
)  # fmt: skip
