"""The attack, its dice, and afflictions by it (KM-ATK, KM-NORM, KM-MENT, KM-ALT, KM-ONG, KM-BLIND, KM-TERR)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, has_effect
from model.engine.guards import no
from model.engine.modifiers import Modifier, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Guard
from model.rulesets.families.ogc.checks import gm_modifier
from model.rulesets.families.ogc.combat import Aim, Blow, Combat, pierced
from model.rulesets.families.ogc.recovery import BreakingOut, Opposable
from model.rulesets.families.ogc.tasks import Value
from model.rulesets.kalos.checks import (
    ACCURACY,
    BASE_DV,
    DAMAGE,
    POOLS,
    SAFETY,
    WEAPONS,
    attack_value,
    defence_value,
    is_beyond_short,
    is_out_of_range,
    level_of,
    skill_value,
    titled,
    trade_bonus,
    traded,
)
from model.rulesets.kalos.conditions import CONDITIONS, PIERCED, Cover, is_spared
from model.rulesets.kalos.costs import ACTING, may_recover, without_own_penalty
from model.rulesets.kalos.damage import falls_to_hit, resistance, strike, take_out
from model.rulesets.kalos.defence import FORCING
from model.rulesets.kalos.movement import add_until_next_turn, start_sprinting
from model.rulesets.kalos.settings import rules, standard
from model.rulesets.kalos.sheet import SKILLS, AttackKind, Gear
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, Item
from model.state.effects import Effect
from model.state.texts import Explanation, Refusal, gm_text, ref, text

# ---------------------------------------------------------------------------------------------------------- afflictions


OPPOSABLE = {
    "blinded": Opposable(resistance="ar", rule="KM-BLIND-07"),
    "terrified": Opposable(resistance="mr", rule="KM-TERR-03"),
    "altered": Opposable(resistance="ar", rule="KM-ONG-03", is_named=True),
    "controlled": Opposable(resistance="mr", rule="KM-ONG-04", is_named=True),
}
"""Conditions that can be fought off."""
_RESISTANCES = {"ar": "Alteration Resistance", "mr": "Mental Resistance"}


# ------------------------------------------------------------------------------------------ what a hit leaves


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
    acting = ACTING
    opposable = OPPOSABLE
    conditions = CONDITIONS
    base = BASE_DV
    guards = (may_recover, _payable)
    rules = ("KM-BLIND-07", "KM-TERR-03", "KM-ONG-03", "KM-ONG-04", "KM-ONG-05")
    opposed = "KM-ONG-02"
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
            return super().pay(battle, who, ask)
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


# ----------------------------------------------------------------------------------------------------------- the attack


# ------------------------------------------------------------------------------------------ declaration


def _with_intent(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """A sprint that is declared before the roll counts for it (KM-AMB-09)."""
    if call.option("intent", "none") == "sprint" and rules(battle).sprint_penalty_from == "declared":
        return start_sprinting(battle, call.actor, ask)
    return battle


def _with_trades(battle: AnyBattle, call: Call) -> AnyBattle:
    """What a trade costs, and the DV it gains, last until the next turn, hit or not (KM-AMB-07)."""
    for trade, amount in traded(battle, call).items():
        kinds = {DAMAGE: ("inaccurate",), SAFETY: ("inaccurate", "guarded"), ACCURACY: ("exposed",)}
        for kind in kinds[trade]:
            battle = add_until_next_turn(battle, call.actor, kind, amount)
    return battle


# ------------------------------------------------------------------------------------------ the two sides


def attack_total(battle: AnyBattle, call: Call, more: tuple[Modifier, ...] = ()) -> Explanation:
    """What the weapon of a call adds to 2d6, with what was said before the dice."""
    weapon = WEAPONS.of_call(battle, call)
    return _value(battle, call, WEAPONS.gear_of(weapon).attack_kind, weapon, more)


def _value(
    battle: AnyBattle, call: Call, kind: AttackKind, weapon: Item[Gear] | None, more: tuple[Modifier, ...]
) -> Explanation:
    said = [*trade_bonus(battle, call, ACCURACY), *gm_modifier(call, "av_modifier", "KM-DUR-01")]
    return attack_value(battle, call.actor, kind, weapon, [*said, *more])


def _long_shot(battle: AnyBattle, aim: Aim) -> Iterator[Modifier]:
    if is_beyond_short(battle, aim.attacker, aim.first_target, aim.weapon):
        yield Modifier(key="long_range", label="Long range", amount=-standard(battle), rule="KM-ATK-06")


def _defence_value(battle: AnyBattle, aim: Aim) -> Explanation:
    """The DV of the target, or of who jumped in front; by a house rule that of the first target (KM-AMB-38)."""
    more = [*gm_modifier(aim.call, "dv_modifier", "KM-MOD-01"), *aim.dv_more]
    more += resistance_in_dv(battle, aim.target, aim.gear)
    if aim.granted:
        more.append(Modifier(key="granted", label="Defence", amount=aim.granted, rule="KM-FORCE-03"))
    if aim.is_interposed and rules(battle).interpose_dv != "original_target":
        return defence_value(battle, aim.target, aim.gear.attack_kind, more, without=("cover",))
    cover: Cover = aim.call.option("cover", "auto")
    return defence_value(battle, aim.first_target, aim.gear.attack_kind, more, cover=cover)


class KalosCombat(Combat):
    """Weapons, powers and bare hands; damage, and what is left behind (KM-ATK-02, KM-ATK-03, KM-BLIND-06)."""

    acting = ACTING
    weapons = WEAPONS
    forcing = FORCING
    conditions = CONDITIONS
    delayed_rule = "KM-DELAY-02"
    hit_rule = "KM-ROLL-02"
    terror_rule = "KM-TERR-01"

    def notices(self, sheet: Any) -> bool:
        """Mental attacks are obvious to those with Mental Resistance or mental powers (KM-MENT-03)."""
        return bool(sheet.mr or sheet.has_mental_powers)

    def tell_of_attack(self, battle: AnyBattle, aim: Aim, ask: Ask) -> None:
        """Where an attack has no long range, the GM hears that somebody is beyond its range (KM-ATK-04)."""
        if is_out_of_range(battle, aim.attacker, aim.target, aim.weapon):
            ask.say(gm_text("{who} is beyond the range of this attack.", who=ref(aim.target)))
        super().tell_of_attack(battle, aim, ask)

    def prepared(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        return _with_trades(_with_intent(battle, call, ask), call)

    def before_roll(self, battle: AnyBattle, aim: Aim) -> AnyBattle:
        """A shot beyond short range lowers the own DV (KM-ATK-06)."""
        is_long = is_beyond_short(battle, aim.attacker, aim.first_target, aim.weapon)
        if is_long and rules(battle).long_range_dv_penalty:
            return add_until_next_turn(battle, aim.attacker, "stretched")
        return battle

    def values(self, battle: AnyBattle, aim: Aim) -> tuple[Explanation, Explanation]:
        more = (*aim.av_more, *_long_shot(battle, aim))
        return _value(battle, aim.call, aim.gear.attack_kind, aim.weapon, more), _defence_value(battle, aim)

    def hits_by_itself(self, battle: AnyBattle, aim: Aim) -> bool:
        if aim.is_interposed and rules(battle).interpose_dv == "automatic_hit":
            return True
        return rules(battle).attack_on_helpless == "automatic_hit" and POOLS.is_helpless(battle, aim.target)

    def fails_by_itself(self, battle: AnyBattle, aim: Aim) -> bool:
        """The mental attacks of the blinded fail, whatever they roll (KM-BLIND-06)."""
        who = aim.attacker
        if aim.gear.attack_kind != "mental" or not has_effect(battle, who, "blinded"):
            return False
        return not is_spared(battle, who, "blinded") or not rules(battle).blindsight_covers_mental

    def note_value(self, value: Explanation, ask: Ask) -> None:
        if any(part.key == ACCURACY and not part.is_applied for part in value.parts):
            ask.say(gm_text("The trade gains no accuracy: a higher bonus is in force already."))

    def after_verdict(
        self, battle: AnyBattle, aim: Aim, roll: Roll, dv: int, is_hit: bool, ask: Ask, suffix: str
    ) -> AnyBattle:
        if is_hit and not aim.is_interposed and rules(battle).force_window == "after_roll_before_damage":
            FORCING.show(battle, aim.attacker, aim.target, ask)
        return battle

    def deals_damage(self, battle: AnyBattle, gear: Gear) -> bool:
        """Whether an attack takes points at all (KM-AMB-19, KM-AMB-35)."""
        if gear.deals_damage is not None:
            return gear.deals_damage
        return not gear.special or (gear.special == "blinding" and rules(battle).blinding_deals_damage)

    def strike(self, battle: AnyBattle, aim: Aim, ask: Ask, blow: Blow) -> AnyBattle:
        return strike(battle, aim, ask, blow)

    def lay(self, battle: AnyBattle, aim: Aim, kind: str, note: str) -> AnyBattle:
        """For the scene, at the level of the attack; by a house rule a piercing one is harder to shake off."""
        target, by, level = aim.target, aim.attacker, level_of(battle, aim.attacker, aim.weapon)
        battle = add_effect(battle, target, kind, until="scene", source=by, amount=level, note=note)
        if kind in OPPOSABLE and aim.gear.piercing and rules(battle).piercing_lowers_recovery:
            left = next(reversed(battle.combatants[target].effects))
            battle = add_effect(battle, target, PIERCED, until="scene", source=by, part_of=left, is_public=False)
        return battle

    def falls_unhurt(self, battle: AnyBattle, who: Id, ask: Ask) -> bool:
        return falls_to_hit(battle, who, ask, can_damage=False)

    def take_out(self, battle: AnyBattle, target: Id, ask: Ask) -> AnyBattle:
        return take_out(battle, target, ask)


COMBAT = KalosCombat()
