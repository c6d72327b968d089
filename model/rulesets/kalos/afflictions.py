"""What attacks leave behind: blindness, terror, ongoing effects, and the rolls to shake them off."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of
from model.engine.guards import no
from model.engine.modifiers import Modifier, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Guard
from model.engine.telling import tell
from model.rulesets.families.ogc.afflictions import reaction_to_terror
from model.rulesets.families.ogc.breaking_out import BreakingOut, Opposable
from model.rulesets.families.ogc.combat import Aim
from model.rulesets.families.ogc.damage import Blow, pierced
from model.rulesets.families.ogc.tasks import Value
from model.rulesets.kalos.attack_options import level_of
from model.rulesets.kalos.checks import BASE_DV, skill_value, titled
from model.rulesets.kalos.conditions import CONDITIONS, PIERCED
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.damage import falls_to_hit, resistance, strike, take_out
from model.rulesets.kalos.gear import Gear
from model.rulesets.kalos.settings import rules
from model.rulesets.kalos.shaking_off import may_recover, without_own_penalty
from model.rulesets.kalos.sheet import SKILLS
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, Item
from model.state.effects import Effect
from model.state.texts import Explanation, Refusal, ref, text

OPPOSABLE = {
    "blinded": Opposable(resistance="ar", rule="KM-BLIND-07"),
    "terrified": Opposable(resistance="mr", rule="KM-TERR-03"),
    "altered": Opposable(resistance="ar", rule="KM-ONG-03", is_named=True),
    "controlled": Opposable(resistance="mr", rule="KM-ONG-04", is_named=True),
}
"""Conditions that can be fought off."""
_RESISTANCES = {"ar": "Alteration Resistance", "mr": "Mental Resistance"}


# ------------------------------------------------------------------------------------------ what a hit leaves


def afflict(battle: AnyBattle, aim: Aim, ask: Ask, blow: Blow) -> AnyBattle:
    """Carry out a hit: its damage, if it does any, and what it leaves behind (KM-ATK-03)."""
    gear, target = aim.gear, aim.target
    if deals_damage(battle, gear):
        battle = strike(battle, aim, ask, blow)
    elif falls_to_hit(battle, target, ask, can_damage=False):
        return take_out(battle, target, ask)
    if not gear.special or battle.combatants[target].is_out:
        return battle
    return _left_behind(battle, aim.attacker, target, aim.weapon, gear, ask)


def deals_damage(battle: AnyBattle, gear: Gear) -> bool:
    """Whether an attack takes points at all (KM-AMB-19, KM-AMB-35)."""
    if gear.deals_damage is not None:
        return gear.deals_damage
    return not gear.special or (gear.special == "blinding" and rules(battle).blinding_deals_damage)


def _left_behind(
    battle: AnyBattle, attacker: Id, target: Id, weapon: Item[Gear] | None, gear: Gear, ask: Ask
) -> AnyBattle:
    level = level_of(battle, attacker, weapon)
    match gear.special:
        case "blinding":
            kind, note = "blinded", ""
            ask.say(tell(battle, "{0} is blinded.", target))
        case "terrifying":
            kind, note = "terrified", reaction_to_terror(battle, target, "KM-TERR-01", ask)
        case _:
            kind = "affected" if not gear.can_be_opposed else "controlled" if gear.type == "mental" else "altered"
            note = gear.effect
            ask.say(tell(battle, "{0} is under an effect: {what}.", target, what=note or CONDITIONS[kind].title))
    battle = add_effect(battle, target, kind, until="scene", source=attacker, amount=level, note=note)
    if kind in OPPOSABLE and gear.piercing and rules(battle).piercing_lowers_recovery:
        left = next(reversed(battle.combatants[target].effects))
        battle = add_effect(battle, target, PIERCED, until="scene", source=attacker, part_of=left, is_public=False)
    return battle


def resistance_in_dv(battle: AnyBattle, target: Id, gear: Gear) -> Iterator[Modifier]:
    """Alteration Resistance helps against being blinded (KM-BLIND-02, KM-AMB-14, KM-AMB-49)."""
    if gear.special != "blinding":
        return
    is_pierced = gear.piercing and rules(battle).piercing_lowers_blinding_dv
    amount = resistance(battle, target, "alteration", is_piercing=is_pierced)
    if amount:
        yield _part(battle, "ar", amount, "KM-BLIND-02")


def _part(battle: AnyBattle, key: str, amount: int, rule: str) -> Modifier:
    """A resistance as a part of a sum, or by a house rule as a bonus (KM-AMB-49)."""
    if rules(battle).resistance_is_bonus:
        return Modifier(key=key, label=_RESISTANCES[key], amount=amount, rule=rule)
    return term(key, _RESISTANCES[key], amount, rule)


# ------------------------------------------------------------------------------------------ shaking it off


def free_tries(battle: AnyBattle, who: Id) -> int:
    """How many break-outs without an action somebody was granted by a revival and has not used (KM-REV-05)."""
    return int(battle.shared.free_tries.get(who, 0))


def with_free_tries(battle: AnyBattle, who: Id, count: int) -> AnyBattle:
    """The battle with so many of them."""
    others = {id: tries for id, tries in battle.shared.free_tries.items() if id != who}
    tries = others | {who: count} if count else others
    return replace(battle, shared=replace(battle.shared, free_tries=tries))


def _payable(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a standard action, or a try granted by a revival (KM-STD-01, KM-REV-05)."""
    if call.actor in battle.combatants and not free_tries(battle, call.actor):
        for guard in _COST:
            yield from guard(battle, call)


_COST: tuple[Guard, ...] = ACTING.costs("standard", "KM-STD-01")[1:]


def _skill(battle: AnyBattle, who: Id, effect: Effect, ask: Ask) -> str:
    """Self-control, or by a house rule what the GM names for effects without a skill of their own (KM-AMB-20)."""
    if not OPPOSABLE[effect.kind].is_named or rules(battle).breakout_skill == "self_control":
        return "self_control"
    options = tuple(Choice(key=skill, label=titled(skill)) for skill in SKILLS)
    title = text("Which skill does {who} break out with?", who=ref(who))
    question = Question(id="skill", title=title, options=options, default="self_control", rule="KM-AMB-20")
    return str(ask.choose(question, ENVIRONMENT))


class KalosBreakingOut(BreakingOut):
    opposable = OPPOSABLE
    conditions = CONDITIONS
    base = BASE_DV
    guards = (may_recover, _payable)
    rules = ("KM-BLIND-07", "KM-TERR-03", "KM-ONG-03", "KM-ONG-04", "KM-ONG-05")
    opposed = "KM-ONG-02"
    cost = "standard action"
    help = "Blindness, terror, being altered or controlled: a roll against 7 and the level of the attack."

    def level(self, battle: AnyBattle, effect: Effect) -> int:
        """How strong an effect is: as its attack was, or as its attacker is now (KM-AMB-40)."""
        source = battle.combatants.get(effect.source or "")
        if rules(battle).recovery_level == "attacker" and source is not None:
            return int(source.sheet.power_level)
        return effect.amount

    def rolled(self, battle: AnyBattle, effect: Effect, call: Call, ask: Ask) -> tuple[str, Value, AnyBattle]:
        """A skill, and the resistance that helps (KM-BLIND-07, KM-TERR-04, KM-ONG-03, KM-ONG-04)."""
        who, fought = call.actor, OPPOSABLE[effect.kind]
        amount = int(getattr(battle.combatants[who].sheet, fought.resistance))
        if any(part.part_of == effect.id for part in effects_of(battle, who, PIERCED)):
            amount = pierced(amount)
        own = (_part(battle, fought.resistance, amount, fought.rule),) if amount else ()
        without = without_own_penalty(battle, effect.kind)
        skill = _skill(battle, who, effect, ask)

        def value(more: tuple[Modifier, ...]) -> Explanation:
            return skill_value(battle, who, skill, (*own, *more), without=without, even_helpless=True)

        return titled(skill), value, battle

    def pay(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        if not free_tries(battle, who):
            return ACTING.pay(battle, who, "standard", ask)
        return with_free_tries(battle, who, free_tries(battle, who) - 1)


BREAKING_OUT = KalosBreakingOut()
SHAKE_OFF = BREAKING_OUT.action()


# ------------------------------------------------------------------------------------------ cowering


def not_cowering(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: by a house rule the terrified do not attack what frightens them (KM-AMB-19)."""
    if call.actor not in battle.combatants or not rules(battle).terror_enforced:
        return
    for effect in battle.combatants[call.actor].effects.values():
        if effect.kind == "terrified" and effect.source in call.targets:
            yield no("terrified", "{who} is too terrified to attack what frightens them.", "KM-TERR-01", call.actor)
