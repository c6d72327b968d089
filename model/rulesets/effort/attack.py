"""Attacks, aiming, and attacks on an area (SE-ACT-05, SE-ACT-06, SE-MIS-01, SE-MIS-07)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Literal

from model.board.areas import around
from model.board.bands import metres_text
from model.board.distance import REACH_TOLERANCE, between
from model.dice.outcomes import total
from model.dice.requests import sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call, Taken
from model.engine.effects import add_effect, end_effects_of, has_effect
from model.engine.guards import no
from model.engine.last_weapon import with_last_weapon
from model.engine.messages import message
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question
from model.engine.routes import read_place
from model.engine.ruleset import Action, Parameter
from model.engine.turns import can_act
from model.engine.types import StruckArea
from model.rulesets.effort import odds
from model.rulesets.effort.checks import costs, pay
from model.rulesets.effort.conditions import AIMING, CONDITIONS, REACTION
from model.rulesets.effort.distances import RANGES, is_within_melee
from model.rulesets.effort.evading import Burst, Since, caught, evades, is_near, metres_between, within
from model.rulesets.effort.harm import harm, loss_of
from model.rulesets.effort.items import spent_items
from model.rulesets.effort.pools import health
from model.rulesets.effort.reactions import Reaction, with_reactions
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import UNARMED, Battle, Gear, armour_of, damage_dice, weapons_to_attack
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import Item
from model.state.board import Place, Shape
from model.state.texts import Explanation, Refusal, gm_text, ref, text

HIT_WORDS = ("hit", "miss", "damage")


class Attack(Record):
    """An attack as declared."""

    call: Call
    attacker: Id
    target: Id
    weapon: Item[Gear] | None
    gear: Gear
    own: tuple[Modifier, ...] = ()
    """The attacker's own modifiers to the roll."""


def weapon_of(battle: Battle, call: Call) -> Item[Gear] | None:
    """The weapon of a call, or None for bare hands."""
    return None if call.item is None else battle.items.get(call.item)


def own_attack(battle: Battle, who: Id, weapon: Item[Gear] | None, target: Id | None = None) -> tuple[Modifier, ...]:
    """The attacker's own modifiers to the d10 of an attack, without those of the target (SE-MIS-01, SE-MIS-04)."""
    gear = UNARMED if weapon is None else weapon.gear
    parts = [term("attack", "Attack", battle.combatants[who].sheet.attack, "SE-MIS-01")]
    if gear.attack:
        name = "Bare hands" if weapon is None else weapon.name
        parts.append(term("weapon", name, gear.attack, "SE-MIS-07"))
    return (*parts, *CONDITIONS.modifiers(battle, who, "attack", gear.use, against=target))


def _attack_value(battle: Battle, attack: Attack) -> Explanation:
    """Modifier to the d10 of an attack: from the attacker, the target's state (SE-MIS-09) and the situation."""
    against = CONDITIONS.modifiers(battle, attack.target, "attacked", attack.gear.use)
    typed = int(MODIFIER.said(attack.call))
    situation = Modifier(key="situation", label="Situation", amount=typed, rule="SE-MIS-01")
    return explain("attack", "Attack", [*attack.own, *against, situation])


def defence_value(battle: Battle, who: Id) -> Explanation:
    """The number that an attack must reach: the target's defence number, or the house rule's (SE-MIS-01)."""
    own = battle.combatants[who].sheet.defence
    number = rules(battle).attack_default_target if own is None else own
    base = term("defence", "Defence number", number, "SE-MIS-01")
    return explain("defence", "Defence", [base, *CONDITIONS.modifiers(battle, who, "defence")])


# ------------------------------------------------------------------------------------------ the attack


def attack(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Attack a combatant, or all who are near them with a weapon that has a radius (SE-ACT-05, SE-MIS-07)."""
    target, gear = call.targets[0], gear_of(battle, call)
    spot = battle.combatants[target].place
    burst = Burst(spot, gear.radius_m, _caught(battle, target, gear)) if gear.radius_m else None
    return _attacked(battle, call, burst, "{1} with {weapon}", ask)


def attack_area(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Attack all who are near a spot, as with a target there (SE-ACT-05, SE-MIS-07)."""
    burst = Burst(_spot(battle, call), gear_of(battle, call).radius_m, call.targets)
    return _attacked(battle, call, burst, "an area with {weapon}", ask)


def _attacked(battle: Battle, call: Call, burst: Burst | None, words: str, ask: Ask) -> Battle:
    """The course of every attack: a burst strikes all whom it catches, anything else must hit its target first."""
    attacker, target, weapon = call.actor, call.targets[0], weapon_of(battle, call)
    attack = Attack(call, attacker, target, weapon, gear_of(battle, call))
    declared = battle = pay(battle, call, "action", ask)
    said = {"weapon": "bare hands" if weapon is None else weapon.name}
    people = (attacker, target) if "{1}" in words else (attacker,)

    def resolve(battle: Battle, reactions: tuple[Reaction, ...]) -> Battle:
        since = Since(declared, battle, reactions)
        if burst is None and evades(since, attacker, target, ask, is_melee=attack.gear.use == "melee"):
            ask.log(battle, "{0}'s attack comes to nothing.", attacker)
            return battle
        ask.log(battle, f"{{0}} attacks {words}.", *people, **said)
        aimed = replace(attack, own=own_attack(battle, attacker, weapon, target))
        battle = used(battle, attacker, weapon)
        if burst is not None:
            return hurt_all(battle, aimed, caught(since, burst, ask), ask)
        return _struck(battle, aimed, ask)

    about = message(battle, f"{{0}} is about to attack {words}.", *people, **said)
    still = (_a_combatant, fit_weapon, _in_range) if burst is None else (fit_weapon,)
    return with_reactions(battle, call, ask, resolve, about=about, still=still)


def used(battle: Battle, attacker: Id, weapon: Item[Gear] | None) -> Battle:
    """End the aim, deduct ammunition or a thrown weapon, and note the weapon used last (SE-MIS-04, SE-MIS-07)."""
    battle = end_effects_of(battle, attacker, AIMING)
    return battle if weapon is None else with_last_weapon(spent_items(battle, weapon), attacker, weapon)


def _struck(battle: Battle, attack: Attack, ask: Ask) -> Battle:
    is_hit = _hits(battle, attack, ask)
    ask.measure(attack.target, odds.HIT, is_hit)
    if not is_hit:
        ask.log(battle, "{0} misses {1}.", attack.attacker, attack.target)
        return battle
    return hurt_all(battle, attack, (attack.target,), ask)


def _hits(battle: Battle, attack: Attack, ask: Ask) -> bool:
    if rules(battle).resolution == "gm_says":
        title = text("Does {who} hit {whom}?", who=ref(attack.attacker), whom=ref(attack.target))
        options: tuple[Choice[Literal["hit", "miss"]], ...] = (
            Choice(key="hit", label="Hit"),
            Choice(key="miss", label="Miss"),
        )
        question = Question(id="attack", title=title, options=options, default="hit", rule="SE-MIS-01")
        return ask.choose(question, ENVIRONMENT) == "hit"
    bonus = ask.number(_attack_value(battle, attack))
    needed = ask.number(defence_value(battle, attack.target))
    if rules(battle).natural_rolls:
        needed = max(bonus + 2, min(needed, bonus + 10))
    request = sum_of("attack", "Attack", "1d10", bonus=bonus, against=needed, words=HIT_WORDS)
    roll = ask.roll(request, attack.attacker)
    is_hit = ask.verdict("hit", "Hit", roll, at_least=needed, rule="SE-MIS-01")
    if roll.shown is not None:
        ask.add_message(gm_text("{total} against {against}.", total=roll.shown, against=needed))
    return is_hit


def _caught(battle: Battle, target: Id, gear: Gear) -> tuple[Id, ...]:
    """The target and all combatants known to be within the radius around them (SE-MIS-07)."""
    found = within(battle, battle.combatants[target].place, gear.radius_m)
    return found if target in found else (target, *found)


def hurt_all(battle: Battle, attack: Attack, targets: tuple[Id, ...], ask: Ask) -> Battle:
    """Damage one target or, with a single roll, all who are caught, each minus their own armour (SE-MIS-02)."""
    if not targets:
        ask.log(battle, "{0}'s attack hits no one.", attack.attacker)
        return battle
    if rules(battle).resolution == "gm_says":
        for target in targets:
            title = text("Damage to {who}, after armour", who=ref(target))
            id = "damage" if len(targets) == 1 else f"damage.{target}"
            question = Question(id=id, title=title, kind="number", least=0, most=999, default=0, rule="SE-MIS-02")
            battle = _taken(battle, target, int(ask.choose(question, ENVIRONMENT)), ask)
        return battle
    if len(targets) == 1 and not _is_struck_again(battle, targets[0], ask):
        return harm(battle, targets[0], _measured_loss(battle, attack, targets[0], ask), ask)
    for target, loss in zip(targets, _losses(battle, attack, targets, ask), strict=True):
        battle = _taken(battle, target, loss, ask)
    return battle


class _Damage(Record):
    """One damage roll for all who are hit, each with their own armour."""

    roll: Roll | None
    """None if the weapon has no dice."""
    bonus: int
    armours: tuple[int, ...]

    @property
    def certain(self) -> tuple[int, ...] | None:
        """Losses that need no dice, else None: of a weapon without dice, or the GM's amount, armour included."""
        if self.roll is None:
            return self.losses(self.bonus)
        return None if self.roll.said is None else (self.roll.said.amount or 0,) * len(self.armours)

    def losses(self, total: int) -> tuple[int, ...]:
        """Health that each target loses."""
        return tuple(loss_of(total, armour) for armour in self.armours)


def _thrown(battle: Battle, attack: Attack, targets: tuple[Id, ...], ask: Ask) -> _Damage:
    """Roll the damage. The armour of a single target is part of the bonus."""
    count, sides, added = damage_dice(attack.gear.damage)
    label = "Bare hands" if attack.weapon is None else attack.weapon.name
    parts = [term("damage", label, added, "SE-MIS-07"), *CONDITIONS.modifiers(battle, attack.attacker, "damage")]
    armours = [armour_of(battle, target) for target in targets]
    if len(targets) == 1 and armours[0]:
        parts.append(term("armour", "Armour", -armours[0], "SE-MIS-02"))
        armours = [0]
    bonus = ask.number(explain("damage", "Damage", parts))
    request = sum_of("damage", "Damage", f"{count}d{sides}", bonus=bonus, words=("damage",)) if count else None
    roll = None if request is None else ask.roll(request, attack.attacker)
    return _Damage(roll, bonus, tuple(armours))


def _losses(battle: Battle, attack: Attack, targets: tuple[Id, ...], ask: Ask) -> tuple[int, ...]:
    """Health that each target loses, from one roll for all."""
    damage = _thrown(battle, attack, targets, ask)
    if damage.certain is not None:
        return damage.certain
    assert damage.roll is not None, "without dice the losses are certain"
    found: tuple[int, ...] = damage.roll.total(damage.losses)
    return found


def _measured_loss(battle: Battle, attack: Attack, target: Id, ask: Ask) -> int:
    """Health lost by a target that the same action does not hurt again: odds only distinguish whether they drop."""
    damage = _thrown(battle, attack, (target,), ask)
    left, is_able = health(battle.combatants[target].sheet), can_act(battle, target)

    def drops(loss: int) -> bool:
        return is_able and loss >= left

    if damage.certain is not None:
        (loss,) = damage.certain
        ask.measure(target, odds.DAMAGE, loss)
        ask.measure(target, odds.DROP, drops(loss))
        return loss
    assert damage.roll is not None, "without dice the loss is certain"
    losses = total(damage.roll, then=lambda sum: damage.losses(sum)[0])
    return int(ask.resolve(losses, who=target, measures={odds.DAMAGE: int, odds.DROP: drops}, alike=drops))


def _is_struck_again(battle: Battle, target: Id, ask: Ask) -> bool:
    """Whether an action that this one interrupts, or a reaction still armed, may hit a combatant after this."""
    interrupted = [frame.call for frame in ask.calls.frames[:-1]]
    to_come = (call for call in _taken_up(ask.calls.outermost) if has_effect(battle, call.actor, REACTION))
    return any(target in call.targets or _may_strike_anybody(battle, call) for call in chain(interrupted, to_come))


def _may_strike_anybody(battle: Battle, call: Call) -> bool:
    """Whether a call may hit combatants that it does not name: a reaction hits the combatant it interrupts, a grenade
    all within its radius, also those who have just come there."""
    return not call.targets or bool(gear_of(battle, call).radius_m)


def _taken_up(call: Call) -> Iterator[Call]:
    """Every call that interrupts an action, and the calls that interrupt those."""
    for answer in call.answers.values():
        if isinstance(answer, Taken):
            yield answer.call
            yield from _taken_up(answer.call)


def _taken(battle: Battle, target: Id, loss: int, ask: Ask) -> Battle:
    was_able = can_act(battle, target)
    battle = harm(battle, target, loss, ask)
    ask.measure(target, odds.DAMAGE, loss)
    ask.measure(target, odds.DROP, was_able and not can_act(battle, target))
    return battle


# ------------------------------------------------------------------------------------------ guards


def fit_weapon(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the weapon is the actor's, in hand, and has what it needs (SE-MIS-07)."""
    weapon, who = weapon_of(battle, call), call.actor
    if weapon is None or who not in battle.combatants:
        return
    if weapon.holder != who:
        yield no("not_yours", "{who} does not have that.", "SE-MIS-07", who)
    if weapon.gear.kind != "weapon":
        yield no("no_weapon", "{who} can only attack with a weapon.", "SE-MIS-07", who)
    elif weapon.where != "hand":
        yield no("not_in_hand", "{who} does not have that weapon in hand.", "SE-MIS-07", who)
    if weapon.gear.magazine and weapon.gear.loaded < 1:
        yield no("no_ammo", "{who}'s weapon is empty: reload it.", "SE-MIS-07", who)
    if weapon.gear.is_used_up and weapon.gear.quantity < 1:
        yield no("none_left", "{who} has none left.", "SE-MIS-07", who)


def _in_range(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is in range; an unknown distance is not checked (SE-MIS-07, SE-MIS-08)."""
    if call.actor not in battle.combatants or not call.targets:
        return
    target, is_melee = call.targets[0], gear_of(battle, call).use == "melee"
    if is_melee and is_within_melee(battle, call.actor, target):
        return
    words = "{whom} is {metres} away; the attack reaches {reach}."
    for refusal in _too_far(battle, call, between(battle, call.actor, target, RANGES), words, whom=ref(target)):
        yield replace(refusal, nearer=target, within=None if is_melee else refusal.within)


def _too_far(battle: Battle, call: Call, metres: float | None, words: str, **about: str) -> Iterator[Refusal]:
    """Yield the refusal if a number of metres is beyond what the weapon reaches."""
    gear = gear_of(battle, call)
    reach = rules(battle).melee_reach_m if gear.use == "melee" else float(gear.range_max_m)
    if reach and metres is not None and metres > reach + REACH_TOLERANCE:
        sentence = text(words, metres=metres_text(metres), reach=metres_text(reach), **about)
        yield Refusal(key="too_far", sentence=sentence, rule="SE-MIS-07", within=reach)


def _a_combatant(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is another combatant who is present."""
    if not call.targets:
        return
    target = battle.combatants.get(call.targets[0])
    if target is None:
        sentence = text("These rules only cover attacks on combatants; enter damage to an object by hand.")
        yield Refusal(key="no_combatant", sentence=sentence, can_override=False)
    elif call.targets[0] == call.actor:
        yield no("oneself", "{who} cannot do this to themselves.", "SE-ACT-05", call.actor)
    elif not target.is_present:
        yield no("absent_target", "{who} is not here.", "SE-ACT-05", target.id)


def aim(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Aim at a combatant, for the next attack on them (SE-ACT-06)."""
    who, target = call.actor, call.targets[0]
    battle = pay(battle, call, "action", ask)

    def resolve(battle: Battle, stops: object) -> Battle:
        ask.log(battle, "{0} aims at {1}.", who, target)
        return add_effect(end_effects_of(battle, who, AIMING), who, AIMING, other=target)

    about = message(battle, "{0} is about to aim at {1}.", who, target)
    return with_reactions(battle, call, ask, resolve, about=about, still=(_a_combatant,))


def gear_of(battle: Battle, call: Call) -> Gear:
    """The gear that a call attacks with, `UNARMED` for bare hands."""
    weapon = weapon_of(battle, call)
    return UNARMED if weapon is None else weapon.gear


def _outline(battle: Battle, call: Call) -> Shape | None:
    """The radius around the target of a weapon with several targets, or None without a position (SE-MIS-07)."""
    target = battle.combatants.get(call.target or "")
    point = None if target is None else target.place.point
    return None if point is None else around(point, gear_of(battle, call).radius_m)


def _inside(battle: Battle, call: Call) -> tuple[Id, ...]:
    target = battle.combatants.get(call.target or "")
    return () if target is None else _caught(battle, target.id, gear_of(battle, call))


_AREA = StruckArea(shape=_outline, caught=_inside, applies=lambda battle, call: bool(gear_of(battle, call).radius_m))

MODIFIER = Parameter(
    key="modifier", title="Modifier", kind="number", default=0, least=-20, most=20, rule="SE-MIS-01",
    help="The GM's modifier for the situation.",
)  # fmt: skip


ATTACK = Action(
    id="attack",
    title="Attack",
    run=attack,
    targets="one",
    items=weapons_to_attack,
    parameters=(MODIFIER,),
    guards=(*costs("action", "SE-ACT-05"), _a_combatant, fit_weapon, _in_range),
    rules=("SE-ACT-05", "SE-MIS-01"),
    cost="action",
    group="attack",
    key="A",
    help="Attack with a weapon in hand, or with bare hands.",
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
    help="A bonus to the next attack on this target, until the end of the attacker's next turn.",
)


# ---------------------------------------------------------------------------------------------------------------- areas


def _spot(battle: Battle, call: Call) -> Place | None:
    actor = battle.combatants.get(call.actor)
    return None if actor is None else read_place(battle, _PLACE.said(call), actor.place)


def _fits(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the weapon has a radius, the spot is within its range, and no target is outside the area."""
    if call.actor not in battle.combatants:
        return
    gear, spot = gear_of(battle, call), _spot(battle, call)
    if not gear.radius_m:
        sentence = text("This weapon hits a single target: use Attack instead.")
        yield Refusal(key="no_area", sentence=sentence, rule="SE-MIS-07", can_override=False)
    elif spot is not None:
        away = metres_between(battle, spot, battle.combatants[call.actor].place)
        for refusal in _too_far(battle, call, away, "That is {metres} away; the attack reaches {reach}."):
            yield replace(refusal, toward=spot)
        for target in call.targets:
            if target in battle.combatants and _is_outside(battle, spot, target, gear.radius_m):
                yield no("outside", "{who} is outside the area.", "SE-MIS-07", target)


def _is_outside(battle: Battle, spot: Place, who: Id, radius: float) -> bool:
    """Whether a combatant is known to be outside the radius of a spot."""
    metres = metres_between(battle, spot, battle.combatants[who].place)
    return metres is not None and not is_near(metres, radius)


# ------------------------------------------------------------------------------------------ on the map


def _outline_at(battle: Battle, call: Call) -> Shape | None:
    spot = _spot(battle, call)
    point = None if spot is None else spot.point
    return None if point is None else around(point, gear_of(battle, call).radius_m)


def _caught_at(battle: Battle, call: Call) -> tuple[Id, ...]:
    """All combatants within the radius of the spot, friend and foe."""
    spot = _spot(battle, call)
    return () if spot is None else within(battle, spot, gear_of(battle, call).radius_m)


def _weapons(battle: Battle, who: Id) -> tuple[tuple[Id, str], ...]:
    return tuple((id, name) for id, name in weapons_to_attack(battle, who) if battle.items[id].gear.radius_m)


_PLACE: Parameter[Any] = Parameter(
    key="place", title="At", kind="place", rule="SE-MIS-07",
    help="The centre of the area. Everyone within the radius is caught unless you change the targets.",
)  # fmt: skip


ATTACK_AREA = Action(
    id="attack_area",
    title="Attack Area",
    run=attack_area,
    targets="many",
    items=_weapons,
    needs_item=True,
    parameters=(_PLACE,),
    guards=(*costs("action", "SE-ACT-05"), fit_weapon, _fits),
    rules=("SE-ACT-05", "SE-MIS-07"),
    cost="action",
    group="attack",
    key="E",
    help="Throw a grenade or the like at a place: one damage roll for everyone in the area.",
    aim=StruckArea(
        shape=_outline_at,
        caught=_caught_at,
        at="place",
        applies=lambda battle, call: bool(gear_of(battle, call).radius_m),
    ),
)  # fmt: skip
