"""Attacks and aiming; `harm`: what hits do (SE-ACT-05, SE-ACT-06, SE-MIS-01, SE-MIS-02, SE-MIS-04, -07, -09)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from dataclasses import replace as with_fields

from model.board.areas import around
from model.board.bands import metres_text
from model.board.distance import between
from model.dice.readings import pips
from model.dice.requests import sum_of
from model.dice.rolls import Roll
from model.engine import aiming
from model.engine.ask import Ask, Throw
from model.engine.calls import Call, Taken
from model.engine.effects import add_effect, end_effects_of
from model.engine.last_weapon import with_last_weapon
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.engine.turns import can_act
from model.rulesets.effort.conditions import AIMING, CONDITIONS
from model.rulesets.effort.costs import costs, no, pay
from model.rulesets.effort.evading import Burst, Since, caught, evades, within
from model.rulesets.effort.gear import UNARMED, Gear, armour_of, damage_dice, weapons_to_attack
from model.rulesets.effort.harm import harm, loss_of
from model.rulesets.effort.items import spent_items
from model.rulesets.effort.pools import health
from model.rulesets.effort.ranges import RANGES
from model.rulesets.effort.reactions import Reaction, with_reactions
from model.rulesets.effort.settings import rules
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle, Item
from model.state.board import Shape
from model.state.texts import Explanation, Refusal, gm_text, ref, text

HIT_WORDS = ("hit", "miss", "damage")


@dataclass(frozen=True)
class Blow:
    """An attack as declared."""

    call: Call
    attacker: Id
    target: Id
    weapon: Item[Gear] | None
    gear: Gear
    own: tuple[Modifier, ...] = ()
    """What the attacker brings to the roll."""


def weapon_of(battle: AnyBattle, call: Call) -> Item[Gear] | None:
    """What a call attacks with; None is the bare hand."""
    return None if call.item is None else battle.items.get(call.item)


def own_attack(battle: AnyBattle, who: Id, weapon: Item[Gear] | None, target: Id | None = None) -> tuple[Modifier, ...]:
    """What somebody brings to the d10 of an attack, whoever it strikes (SE-MIS-01, SE-MIS-04)."""
    gear = UNARMED if weapon is None else weapon.gear
    parts = [term("attack", "Attack", battle.combatants[who].sheet.attack, "SE-MIS-01")]
    if gear.attack:
        name = "Bare hand" if weapon is None else weapon.name
        parts.append(term("weapon", name, gear.attack, "SE-MIS-07"))
    return (*parts, *CONDITIONS.modifiers(battle, who, "attack", gear.use, against=target))


def _attack_value(battle: AnyBattle, blow: Blow) -> Explanation:
    """What is added to the d10 of an attack: what the attacker brings, and the state of the target (SE-MIS-09)."""
    against = CONDITIONS.modifiers(battle, blow.target, "attacked", blow.gear.use)
    typed = int(blow.call.option("modifier", 0))
    situation = Modifier(key="situation", label="Situation", amount=typed, rule="SE-MIS-01")
    return explain("attack", "Attack", [*blow.own, *against, situation])


def defence_value(battle: AnyBattle, who: Id) -> Explanation:
    """What an attack has to reach: the defence number of its target, or the house rule's (SE-MIS-01)."""
    own = battle.combatants[who].sheet.defence
    number = rules(battle).attack_default_target if own is None else own
    base = term("defence", "Defence number", number, "SE-MIS-01")
    return explain("defence", "Defence", [base, *CONDITIONS.modifiers(battle, who, "defence")])


# ------------------------------------------------------------------------------------------ the attack


def attack(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Attack somebody, by a roll or by the GM's word (SE-ACT-05, SE-MIS-01)."""
    attacker, target = call.actor, call.targets[0]
    weapon = weapon_of(battle, call)
    gear = UNARMED if weapon is None else weapon.gear
    blow = Blow(call, attacker, target, weapon, gear)
    declared = battle = pay(battle, call, "action", ask)
    name = "bare hands" if weapon is None else weapon.name

    def resolve(battle: AnyBattle, reactions: tuple[Reaction, ...]) -> AnyBattle:
        since = Since(declared, battle, reactions)
        if not gear.radius_m and evades(since, attacker, target, ask, is_melee=gear.use == "melee"):
            ask.say(tell(battle, "The attack of {0} comes to nothing.", attacker))
            return battle
        ask.say(tell(battle, "{0} attacks {1} with {weapon}.", attacker, target, weapon=name))
        own = own_attack(battle, attacker, weapon, target)
        battle = used(battle, attacker, weapon)
        if gear.radius_m:
            spot = declared.combatants[target].place
            burst = Burst(spot, gear.radius_m, _caught(declared, target, gear))
            return hurt_all(battle, blow, caught(since, burst, ask), ask)
        return _struck(battle, with_fields(blow, own=own), ask)

    about = tell(battle, "{0} is about to attack {1} with {weapon}.", attacker, target, weapon=name)
    still = (fit_weapon,) if gear.radius_m else (_a_combatant, fit_weapon, _in_range)
    return with_reactions(battle, call, ask, resolve, about=about, still=still)


def used(battle: AnyBattle, attacker: Id, weapon: Item[Gear] | None) -> AnyBattle:
    """No longer aiming; ammunition, thrown weapons, and the weapon used last (SE-MIS-04, SE-MIS-07)."""
    battle = end_effects_of(battle, attacker, AIMING)
    return battle if weapon is None else with_last_weapon(spent_items(battle, weapon), attacker, weapon)


def _struck(battle: AnyBattle, blow: Blow, ask: Ask) -> AnyBattle:
    is_hit = _hits(battle, blow, ask)
    ask.measure(blow.target, "hit", is_hit)
    if not is_hit:
        ask.say(tell(battle, "{0} misses {1}.", blow.attacker, blow.target))
        return battle
    return hurt_all(battle, blow, (blow.target,), ask)


def _hits(battle: AnyBattle, blow: Blow, ask: Ask) -> bool:
    if rules(battle).attack_mode == "gm":
        title = text("Does {who} hit {whom}?", who=ref(blow.attacker), whom=ref(blow.target))
        options = (Choice(key="hit", label="Hit"), Choice(key="miss", label="Miss"))
        question = Question(id="attack", title=title, options=options, default="hit", rule="SE-MIS-01")
        return bool(ask.choose(question, ENVIRONMENT) == "hit")
    bonus = ask.number(_attack_value(battle, blow))
    needed = ask.number(defence_value(battle, blow.target))
    # By house rules a 10 reaches whatever is needed, and a 1 does not.
    if rules(battle).attack_natural_10_hits:
        needed = min(needed, bonus + 10)
    if rules(battle).attack_natural_1_misses:
        needed = max(needed, bonus + 2)
    request = sum_of("attack", "Attack", "1d10", bonus=bonus, against=needed, words=HIT_WORDS)
    roll = ask.roll(request, blow.attacker)
    is_hit = ask.verdict("hit", "Hit", roll, at_least=needed, rule="SE-MIS-01")
    record = roll.record
    if record is not None and record.total is not None:
        ask.say(gm_text("{total} against {against}.", total=record.total, against=needed))
    return is_hit


def _caught(battle: AnyBattle, target: Id, gear: Gear) -> tuple[Id, ...]:
    """The target and everybody known to be within the radius around them (SE-MIS-07)."""
    found = within(battle, battle.combatants[target].place, gear.radius_m)
    return found if target in found else (target, *found)


def hurt_all(battle: AnyBattle, blow: Blow, targets: tuple[Id, ...], ask: Ask) -> AnyBattle:
    """Damage to one or, out of one roll, to everybody caught, each less their armour (SE-MIS-02)."""
    if not targets:
        ask.say(tell(battle, "The attack of {0} strikes nobody.", blow.attacker))
        return battle
    if rules(battle).damage_mode == "gm":
        for target in targets:
            title = text("Damage to {who}, after armour", who=ref(target))
            id = "damage" if len(targets) == 1 else f"damage.{target}"
            question = Question(id=id, title=title, kind="number", least=0, most=999, default=0, rule="SE-MIS-02")
            battle = _taken(battle, target, int(ask.choose(question, ENVIRONMENT)), ask)
        return battle
    if len(targets) == 1 and _is_hurt_once(battle, targets[0], ask):
        return harm(battle, targets[0], _measured_loss(battle, blow, targets[0], ask), ask)
    for target, loss in zip(targets, _losses(battle, blow, targets, ask), strict=True):
        battle = _taken(battle, target, loss, ask)
    return battle


@dataclass(frozen=True)
class _Damage:
    """One throw of damage: for all who are struck, each less their armour."""

    roll: Roll | None
    """None where the weapon has no dice."""
    bonus: int
    armours: tuple[int, ...]
    least: int

    @property
    def certain(self) -> tuple[int, ...] | None:
        """What is lost where no dice decide it: of a weapon without dice, and what the GM names, armour and all."""
        if self.roll is None:
            return self.losses(self.bonus)
        return None if self.roll.said is None else (self.roll.said.amount or 0,) * len(self.armours)

    def losses(self, total: int) -> tuple[int, ...]:
        """What each of them loses."""
        return tuple(loss_of(total, armour, self.least) for armour in self.armours)


def _thrown(battle: AnyBattle, blow: Blow, targets: tuple[Id, ...], ask: Ask) -> _Damage:
    """The damage thrown. A single one's armour is a part of what is added to it."""
    count, sides, added = damage_dice(blow.gear.damage)
    label = "Bare hand" if blow.weapon is None else blow.weapon.name
    parts = [term("damage", label, added, "SE-MIS-07")]
    armours = [armour_of(battle, target) for target in targets]
    if len(targets) == 1 and armours[0]:
        parts.append(term("armour", "Armour", -armours[0], "SE-MIS-02"))
        armours = [0]
    bonus = ask.number(explain("damage", "Damage", parts))
    request = sum_of("damage", "Damage", f"{count}d{sides}", bonus=bonus, words=("damage",)) if count else None
    roll = None if request is None else ask.roll(request, blow.attacker)
    return _Damage(roll, bonus, tuple(armours), rules(battle).damage_min_on_hit)


def _losses(battle: AnyBattle, blow: Blow, targets: tuple[Id, ...], ask: Ask) -> tuple[int, ...]:
    """What each of them loses: one throw for all."""
    damage = _thrown(battle, blow, targets, ask)
    if damage.roll is None or damage.certain is not None:
        return damage.certain or ()
    found: tuple[int, ...] = damage.roll.total(damage.losses)
    return found


def _measured_loss(battle: AnyBattle, blow: Blow, target: Id, ask: Ask) -> int:
    """What somebody loses who is not hurt again by the same action: odds go on with whether it is too much."""
    damage = _thrown(battle, blow, (target,), ask)
    left, is_able = health(battle.combatants[target].sheet), can_act(battle, target)

    def drops(loss: int) -> bool:
        return is_able and loss >= left

    if damage.roll is None or damage.certain is not None:
        (loss,) = damage.certain or (0,)
        ask.measure(target, "damage", loss)
        ask.measure(target, "drop", drops(loss))
        return loss
    throw = Throw(damage.roll, (pips(damage.roll.request.sides),))
    measures: dict[str, Callable[[int], int]] = {"damage": int, "drop": drops}
    loss = ask.read_together(
        throw, then=lambda sum: damage.losses(sum + damage.bonus)[0], who=target, measures=measures, alike=drops
    )
    return int(loss)


def _is_hurt_once(battle: AnyBattle, target: Id, ask: Ask) -> bool:
    """Whether no more than one of an action and the reactions to it strikes somebody."""
    first = ask.frames[0].call
    calls = (first, *_taken_up(first))
    return len(calls) == 1 or sum(target in call.targets or _may_strike_anybody(battle, call) for call in calls) <= 1


def _may_strike_anybody(battle: AnyBattle, call: Call) -> bool:
    """Whether a call does not name everybody whom it strikes: a reaction at whom it interrupts, a grenade at one of
    several."""
    item = battle.items.get(call.item or "")
    return not call.targets or (call.action == ATTACK.id and item is not None and bool(item.gear.radius_m))


def _taken_up(call: Call) -> Iterator[Call]:
    """Every call that an action is interrupted by, and those that interrupt them."""
    for answer in call.answers.values():
        if isinstance(answer, Taken):
            yield answer.call
            yield from _taken_up(answer.call)


def _taken(battle: AnyBattle, target: Id, loss: int, ask: Ask) -> AnyBattle:
    was_able = can_act(battle, target)
    battle = harm(battle, target, loss, ask)
    ask.measure(target, "damage", loss)
    ask.measure(target, "drop", was_able and not can_act(battle, target))
    return battle


# ------------------------------------------------------------------------------------------ guards


def fit_weapon(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a weapon in hand, with what it needs (SE-MIS-07)."""
    weapon, who = weapon_of(battle, call), call.actor
    if weapon is None or who not in battle.combatants:
        return
    if weapon.holder != who:
        yield no("not_yours", "{who} does not have that.", "SE-MIS-07", who)
    if weapon.gear.kind != "weapon":
        yield no("no_weapon", "{who} can attack with a weapon only.", "SE-MIS-07", who)
    elif weapon.where != "hand":
        yield no("not_in_hand", "{who} does not have that weapon in hand.", "SE-MIS-07", who)
    if weapon.gear.magazine and weapon.gear.loaded < rules(battle).ammo_per_attack:
        yield no("no_ammo", "The weapon of {who} is empty: reload it.", "SE-MIS-07", who)
    if weapon.gear.is_used_up and weapon.gear.quantity < 1:
        yield no("none_left", "{who} has none of them left.", "SE-MIS-07", who)


def _in_range(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: near enough; a distance that nobody knows is not checked (SE-MIS-07, SE-MIS-08)."""
    if call.actor not in battle.combatants or not call.targets:
        return
    weapon = weapon_of(battle, call)
    gear = UNARMED if weapon is None else weapon.gear
    metres = between(battle, call.actor, call.targets[0], RANGES)
    reach = rules(battle).melee_reach_m if gear.use == "melee" else float(gear.range_max_m)
    if metres is None or (gear.use == "ranged" and not reach):
        return
    if metres > reach + 1e-6:
        sentence = text(
            "{whom} is {metres} away; it reaches {reach}.",
            whom=ref(call.targets[0]), metres=metres_text(metres), reach=metres_text(reach),
        )  # fmt: skip
        yield Refusal(key="too_far", sentence=sentence, rule="SE-MIS-07")


def _a_combatant(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: against somebody else who is there."""
    if not call.targets:
        return
    target = battle.combatants.get(call.targets[0])
    if target is None:
        sentence = text("Only combatants can be attacked by these rules; things are hurt by hand.")
        yield Refusal(key="no_combatant", sentence=sentence, can_override=False)
    elif call.targets[0] == call.actor:
        yield no("oneself", "{who} cannot do this to oneself.", "SE-ACT-05", call.actor)
    elif not target.is_present:
        yield no("absent_target", "{who} is not here.", "SE-ACT-05", target.id)


def aim(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Aim at somebody, for the next attack on them (SE-ACT-06)."""
    who, target = call.actor, call.targets[0]
    battle = pay(battle, call, "action", ask)

    def resolve(battle: AnyBattle, stops: object) -> AnyBattle:
        ask.say(tell(battle, "{0} aims at {1}.", who, target))
        return add_effect(end_effects_of(battle, who, AIMING), who, AIMING, other=target)

    about = tell(battle, "{0} is about to aim at {1}.", who, target)
    return with_reactions(battle, call, ask, resolve, about=about, still=(_a_combatant,))


def gear_of(battle: AnyBattle, call: Call) -> Gear:
    """What a call attacks with, the bare hand included."""
    weapon = weapon_of(battle, call)
    return UNARMED if weapon is None else weapon.gear


def _outline(battle: AnyBattle, call: Call) -> Shape | None:
    """The radius around the target of what strikes more than one (SE-MIS-07)."""
    target = battle.combatants.get(call.target or "")
    point = None if target is None else target.place.point
    return None if point is None else around(point, gear_of(battle, call).radius_m)


def _inside(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    if call.target not in battle.combatants or call.target is None:
        return ()
    return _caught(battle, call.target, gear_of(battle, call))


_AREA = aiming.Aim(shape=_outline, caught=_inside, applies=lambda battle, call: bool(gear_of(battle, call).radius_m))

ATTACK = Action(
    id="attack",
    title="Attack",
    run=attack,
    targets="one",
    items=weapons_to_attack,
    parameters=(
        Parameter(
            key="modifier", title="Modifier", kind="number", default=0, least=-20, most=20, rule="SE-MIS-01",
            help="For the situation, on the GM's word.",
        ),
    ),
    guards=(*costs("action", "SE-ACT-05"), _a_combatant, fit_weapon, _in_range),
    rules=("SE-ACT-05", "SE-MIS-01"),
    cost="action",
    group="attack",
    key="A",
    help="With a weapon in hand, or with the bare hand.",
    aim=_AREA,
)  # fmt: skip

AIM = Action(
    id="aim",
    title="Aim",
    run=aim,
    targets="one",
    guards=(*costs("action", "SE-ACT-06"), _a_combatant),
    rules=("SE-ACT-06", "SE-MIS-04"),
    cost="action",
    group="attack",
    help="A bonus to the next attack on this target, until the end of the next turn.",
)
