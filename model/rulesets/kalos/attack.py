"""Attacks: dice, damage, knockback, and the afflictions that they cause.

Rules: KM-ATK, KM-NORM, KM-MENT, KM-ALT, KM-DMG, KM-STUN-03, KM-MINION, KM-KB, KM-ONG, KM-BLIND, KM-TERR.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, has_effect
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.requests import Question, yes_or_no
from model.engine.ruleset import Action, Guard, Parameter
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.battle import AttackKind, AttackType
from model.rulesets.families.ogc.checks import gm_modifier
from model.rulesets.families.ogc.combat import (
    Aim,
    Combat,
    DamageThrow,
    Measured,
    past_resistance,
    pierced,
    rolled_loss,
)
from model.rulesets.families.ogc.cover import counted
from model.rulesets.families.ogc.manoeuvres import Knockback
from model.rulesets.families.ogc.pools import Levels, Pool, levels
from model.rulesets.families.ogc.recovery import NAMED, BreakingOut, Opposable
from model.rulesets.families.ogc.tasks import Value
from model.rulesets.kalos.checks import (
    ACCURACY,
    AV_MODIFIER,
    BASE_DV,
    COVER,
    DAMAGE,
    DAMAGE_MODIFIER,
    DV_MODIFIER,
    INTENT,
    MODERATE,
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
from model.rulesets.kalos.conditions import CONDITIONS, is_spared
from model.rulesets.kalos.defence import FORCING
from model.rulesets.kalos.movement import ACTING, add_until_next_turn, may_recover, start_sprinting
from model.rulesets.kalos.settings import rules, standard
from model.rulesets.kalos.sheet import Battle, Gear
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import Item, side_words
from model.state.effects import Effect
from model.state.texts import Explanation, Refusal, gm_text, ref, text

# ---------------------------------------------------------------------------------------------------------------- pools


SKILL_MAX = 5
"""Above this the GM sees a note (KM-MIS-01)."""


def settle_pools(before: Battle, after: Battle, ask: Ask) -> Battle:
    """Apply the consequences of any change of a combatant's sheet, no matter who made it."""
    if before.combatants is after.combatants:
        return after
    after = POOLS.settled_all(before, after, ask, _note_scale)
    _suggest_end(before, after, ask)
    return after


def _note_scale(before: Battle, after: Battle, who: Id, ask: Ask) -> None:
    """Accept ranks above the game's scale, with a note to the GM (KM-MIS-01)."""
    known = before.combatants[who].sheet.skills if who in before.combatants else {}
    for skill, rank in after.combatants[who].sheet.skills.items():
        if rank > SKILL_MAX and known.get(skill) != rank:
            note = gm_text("{who}'s {skill} {rank} is above the scale.", skill=titled(skill), rank=rank, who=ref(who))
            ask.add_message(note)


def _suggest_end(before: Battle, after: Battle, ask: Ask) -> None:
    """Add a note for the GM when a side has no combatant left who can act (KM-MIS-22)."""
    if not after.order.is_running:
        return
    for side in sorted(_active_sides(before) - _active_sides(after)):
        ask.add_message(gm_text("None of the {side} can act any more: is the combat over?", side=side_words(side)))


def _active_sides(battle: Battle) -> set[str]:
    return {one.side for one in battle.combatants.values() if one.is_present and not one.is_out}


# ------------------------------------------------------------------------------------------------------------ knockback


def knocks_back(battle: Battle, gear: Gear) -> bool:
    """Whether an attack knocks back at all: only a normal one marked for it (KM-KB-01 to KM-KB-03, KM-AMB-27)."""
    return rules(battle).knockback and gear.knockback and gear.type == "normal"


def points_lost(before: Levels, after: Levels, pool: Pool) -> int:
    """The points of a hit that count for knockback: those really lost (KM-KB-04, KM-AMB-27).

    The Endurance that goes with the last Health does not count.
    """
    return before.health - after.health + (before.endurance - after.endurance if pool == "endurance" else 0)


class KalosKnockback(Knockback[Battle]):
    difficulty = MODERATE
    direction_rule = "KM-KB-05"
    feet_rule = "KM-KB-06"
    walls_rule = "KM-KB-07"
    walls = "through"

    def feet(self, battle: Battle, who: Id, more: tuple[Modifier, ...]) -> Explanation:
        return skill_value(battle, who, "athletics", more)


KNOCKBACK = KalosKnockback()


# ---------------------------------------------------------------------------------------------- the choice of knockback


def can_be_decided(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a normal attack that the actor has; changing an earlier decision needs the GM's permission."""
    item = battle.items.get(call.item or "")
    if call.actor not in battle.combatants:
        return
    if item is None:
        yield Refusal(key="no_item", sentence=text("Choose an attack."), rule="KM-KB-03", can_override=False)
        return
    if not rules(battle).knockback:
        yield Refusal(key="no_knockback", sentence=text("Knockback is not in use in this battle."), rule="KM-KB-01")
    if item.holder != call.actor:
        sentence = text("{who} does not have {item}.", who=ref(call.actor), item=item.name)
        yield Refusal(key="not_held", sentence=sentence, can_override=False)
    if item.gear.type != "normal" or not item.gear.is_weapon:
        sentence = text("{item} is not a normal attack: it never knocks back.", item=item.name)
        yield Refusal(key="no_normal_attack", sentence=sentence, rule="KM-KB-02", can_override=False)
    if item.gear.is_knockback_decided and _KNOCKS_BACK.said(call) != item.gear.knockback:
        sentence = text("This was already decided for {item} and does not change.", item=item.name)
        yield Refusal(key="decided", sentence=sentence, rule="KM-KB-03")


def decide(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Record whether an attack knocks back."""
    item = battle.items[str(call.item)]
    knocks_back = _KNOCKS_BACK.said(call)
    words = "{0} decides: {item} knocks back." if knocks_back else "{0} decides: {item} does not knock back."
    ask.log(battle, words, call.actor, item=item.name)
    gear = replace(item.gear, knockback=knocks_back, is_knockback_decided=True)
    return replace(battle, items=battle.items | {item.id: replace(item, gear=gear)})


_KNOCKS_BACK = Parameter(key="knocks_back", title="Knocks back", kind="flag", default=True, rule="KM-KB-03")


KNOCKBACK_CHOICE = Action(
    id="decide_knockback",
    title="Decide on Knockback",
    run=decide,
    needs_item=True,
    parameters=(_KNOCKS_BACK,),
    guards=(ACTING.able_combatant, can_be_decided),
    rules=("KM-KB-03",),
    cost=ACTING.titles[ACTING.free],
    group="other",
    help="Decided once for each normal attack; it does not change unless the GM allows it.",
)


# --------------------------------------------------------------------------------------------------------------- damage


def falls_to_hit(battle: Battle, target: Id, ask: Ask, *, can_damage: bool) -> bool:
    """Whether a successful attack takes a minion out of combat; False for others (KM-MINION-01, KM-AMB-26)."""
    if not battle.combatants[target].sheet.is_minion:
        return False
    policy = rules(battle).minion_out_on
    if policy == "ask":
        title = text("Does this take {who} out of combat?", who=ref(target))
        options = yes_or_no("Out of combat", "Fights on")
        question = Question(
            id=f"minion.{target}", title=title, options=options, default="yes", rule="KM-AMB-26", remember=True
        )
        return ask.choose(question, ENVIRONMENT) == "yes"
    return policy == "any_attack" or (policy == "damaging_attacks" and can_damage)


def _defeated(battle: Battle, target: Id, ask: Ask) -> Battle:
    ask.log(battle, "{0} is defeated.", target)
    return POOLS.defeat(battle, target)


def _pool(gear: Gear) -> Pool | None:
    """The pool that loses the damage, or None if no points are lost (KM-DMG-04, KM-STUN-01, KM-AMB-21)."""
    if gear.type == "normal":
        return "endurance" if gear.stunning else "health"
    return None if gear.pool == "none" else "endurance" if gear.pool == "endurance" else "health"


# ------------------------------------------------------------------------------------------ amount of damage


def resistance(battle: Battle, who: Id, type: AttackType, *, is_piercing: bool) -> int:
    """The resistance that applies to a type of attack, halved against a piercing one (KM-DMG-02, KM-PIERCE)."""
    sheet = battle.combatants[who].sheet
    whole = {"mental": int(sheet.mr), "alteration": int(sheet.ar)}.get(type)
    if whole is None:
        whole = POOLS.resists(battle, who)
    return pierced(whole) if is_piercing else whole


def counted_as(gear: Gear) -> Gear:
    """The gear as it counts for damage: Alteration Resistance applies to a blinding attack (KM-BLIND-03, KM-AMB-35)."""
    return replace(gear, type="alteration") if gear.special == "blinding" else gear


def damage_value(
    battle: Battle, attacker: Id, target: Id | None, weapon: Item[Gear] | None, bonuses: Iterable[Modifier] = ()
) -> Explanation:
    """What is added to the damage die, minus the target's resistance (KM-DMG-01, KM-DMG-02)."""
    gear, given = counted_as(WEAPONS.gear_of(weapon)), battle.combatants[attacker].sheet.given.damage
    name = "Bare hands" if weapon is None else weapon.name
    level = level_of(battle, attacker, weapon) if given is None else given
    parts = [term("level", name if given is None else "Given", level, "KM-DMG-01"), *bonuses]
    resists = 0 if target is None else resistance(battle, target, gear.type, is_piercing=gear.piercing)
    if resists:
        rule = "KM-PIERCE-01" if gear.piercing else "KM-DMG-02"
        parts.append(term("resistance", "Resists", -resists, rule))
    return explain("damage", "Damage", parts, highest_bonus_all_penalties)


def _loss(battle: Battle, aim: Aim[Gear], ask: Ask, blow: DamageThrow, measures: Measured) -> int:
    """Roll damage, deduct resistance, halve by type (KM-NORM-02, KM-MENT-02, KM-ALT-02, KM-DMG-03, KM-AMB-56)."""
    target = aim.target
    said = [*trade_bonus(battle, aim.call, DAMAGE), *gm_modifier(aim.call, DAMAGE_MODIFIER)]
    bonuses = [*said, *CONDITIONS.modifiers(battle, aim.attacker, "damage"), *blow.more, *aim.damage_more]
    value = damage_value(battle, aim.attacker, target, aim.weapon, bonuses)
    total = ask.number(replace(value, key=blow.id if blow.shared is None else f"damage.{target}"))
    lost = past_resistance("normal" if aim.gear.special == "blinding" else aim.gear.type)
    return rolled_loss(blow, aim.attacker, target, total, lost, measures, ask)


# ---------------------------------------------------------------------------------------------------------- afflictions


OPPOSABLE = {
    "blinded": Opposable(resistance="ar", rule="KM-BLIND-07"),
    "terrified": Opposable(resistance="mr", rule="KM-TERR-03"),
    "altered": Opposable(resistance="ar", rule="KM-ONG-03", is_named=True),
    "controlled": Opposable(resistance="mr", rule="KM-ONG-04", is_named=True),
}
"""Conditions that can be shaken off."""
_RESISTANCES = {"ar": "Alteration Resistance", "mr": "Mental Resistance"}


# ------------------------------------------------------------------------------------------ effects of a hit


def resistance_in_dv(battle: Battle, target: Id, gear: Gear) -> Iterator[Modifier]:
    """Alteration Resistance as a plain part of the DV against a blinding attack (KM-BLIND-02, KM-AMB-14, KM-AMB-49)."""
    if gear.special != "blinding":
        return
    amount = resistance(battle, target, "alteration", is_piercing=gear.piercing)
    if amount:
        yield term("ar", _RESISTANCES["ar"], amount, "KM-BLIND-02")


# ------------------------------------------------------------------------------------------ shaking off effects


def free_tries(battle: Battle, who: Id) -> int:
    """Number of unused break-out attempts without an action that a revival has granted (KM-REV-05)."""
    return battle.shared.free_tries.get(who, 0)


def with_free_tries(battle: Battle, who: Id, count: int) -> Battle:
    """The battle with this number of free break-out attempts for a combatant."""
    others = {id: tries for id, tries in battle.shared.free_tries.items() if id != who}
    tries = others | {who: count} if count else others
    return replace(battle, shared=replace(battle.shared, free_tries=tries))


def _payable(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a standard action is left, or an attempt granted by a revival (KM-STD-01, KM-REV-05)."""
    if call.actor in battle.combatants and not free_tries(battle, call.actor):
        for guard in _COST:
            yield from guard(battle, call)


_COST: tuple[Guard, ...] = ACTING.costs("standard", "KM-STD-01")[1:]


class KalosBreakingOut(BreakingOut[Battle]):
    acting = ACTING
    opposable = OPPOSABLE
    conditions = CONDITIONS
    base = BASE_DV
    guards = (may_recover, _payable)
    rules = ("KM-BLIND-07", "KM-TERR-03", "KM-ONG-03", "KM-ONG-04", "KM-ONG-05")
    opposed = "KM-ONG-02"
    help = "For blindness, terror, being altered or controlled: a roll against 7 and the level of the attack."

    def rolled(self, battle: Battle, effect: Effect, call: Call, ask: Ask) -> tuple[str, Value, Battle]:
        """Self-control, with the resistance that helps (KM-BLIND-07, KM-TERR-04, KM-ONG-03, KM-ONG-04, KM-AMB-20)."""
        who, fought = call.actor, OPPOSABLE[effect.kind]
        amount = int(getattr(battle.combatants[who].sheet, fought.resistance))
        own = (term(fought.resistance, _RESISTANCES[fought.resistance], amount, fought.rule),) if amount else ()

        def value(more: tuple[Modifier, ...]) -> Explanation:
            return skill_value(battle, who, "self_control", (*own, *more), even_helpless=True)

        return titled("self_control"), value, battle

    def pay(self, battle: Battle, who: Id, ask: Ask) -> Battle:
        if not free_tries(battle, who):
            return super().pay(battle, who, ask)
        return with_free_tries(battle, who, free_tries(battle, who) - 1)


BREAKING_OUT = KalosBreakingOut()
SHAKE_OFF = BREAKING_OUT.action()


# ----------------------------------------------------------------------------------------------------------- the attack


# ------------------------------------------------------------------------------------------ declaration


def _with_intent(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Start a sprint declared before the roll, so that its penalty applies to the roll (KM-AMB-09)."""
    if INTENT.said(call) == "sprint":
        return start_sprinting(battle, call.actor, ask)
    return battle


def _with_trades(battle: Battle, call: Call) -> Battle:
    """Apply until the next turn what trades cost and the DV that they gain, hit or not (KM-AMB-07)."""
    for trade, amount in traded(battle, call).items():
        kinds = {DAMAGE: ("inaccurate",), SAFETY: ("inaccurate", "guarded"), ACCURACY: ("exposed",)}
        for kind in kinds[trade]:
            battle = add_until_next_turn(battle, call.actor, kind, amount)
    return battle


# ------------------------------------------------------------------------------------------ AV and DV


def attack_total(battle: Battle, call: Call, more: tuple[Modifier, ...] = ()) -> Explanation:
    """What the weapon of a call adds to 2d6, including the options chosen before the roll."""
    weapon = WEAPONS.of_call(battle, call)
    return _value(battle, call, WEAPONS.gear_of(weapon).attack_kind, weapon, more)


def _value(
    battle: Battle, call: Call, kind: AttackKind, weapon: Item[Gear] | None, more: tuple[Modifier, ...]
) -> Explanation:
    said = [*trade_bonus(battle, call, ACCURACY), *gm_modifier(call, AV_MODIFIER)]
    return attack_value(battle, call.actor, kind, weapon, [*said, *more])


def _long_shot(battle: Battle, aim: Aim[Gear]) -> Iterator[Modifier]:
    if is_beyond_short(battle, aim.attacker, COMBAT.metres(battle, aim), aim.weapon):
        yield Modifier(key="long_range", label="Long range", amount=-standard(battle), rule="KM-ATK-06")


def _defence_value(battle: Battle, aim: Aim[Gear]) -> Explanation:
    """DV of the target, or of the combatant who jumped in front (KM-AMB-38)."""
    more = [*gm_modifier(aim.call, DV_MODIFIER), *aim.dv_more]
    if aim.dv_fixed is not None:
        return explain("dv", "Defence Value", [term("spot", "A place", aim.dv_fixed, "KM-AMB-15"), *more])
    more += resistance_in_dv(battle, aim.target, aim.gear)
    if aim.granted:
        more.append(Modifier(key="granted", label="Defence", amount=aim.granted, rule="KM-FORCE-03"))
    if aim.is_interposed:
        return defence_value(battle, aim.target, aim.gear.attack_kind, more, without=("cover",))
    cover = counted(battle, aim.attacker, aim.target, COVER.said(aim.call))
    return defence_value(battle, aim.first_target, aim.gear.attack_kind, more, cover=cover)


class KalosCombat(Combat[Battle, Gear]):
    """Attacks with weapons, powers and bare hands: damage and lasting effects (KM-ATK-02, KM-ATK-03, KM-BLIND-06)."""

    acting = ACTING
    weapons = WEAPONS
    forcing = FORCING
    conditions = CONDITIONS
    delayed_rule = "KM-DELAY-02"
    hit_rule = "KM-ROLL-02"
    terror_rule = "KM-TERR-01"

    def notices(self, battle: Battle, who: Id) -> bool:
        """Whether a combatant notices mental attacks: with Mental Resistance or mental powers (KM-MENT-03)."""
        sheet = battle.combatants[who].sheet
        return sheet.mr > 0 or sheet.has_mental_powers

    def log_range(self, battle: Battle, aim: Aim[Gear], ask: Ask) -> None:
        """Also note to the GM a target beyond the range of an attack that has no long range (KM-ATK-04)."""
        if is_out_of_range(battle, aim.attacker, self.metres(battle, aim), aim.weapon):
            if aim.spot is None:
                ask.add_message(gm_text("{who} is beyond the range of this attack.", who=ref(aim.target)))
            else:
                ask.add_message(gm_text("That place is beyond the range of this attack."))
        super().log_range(battle, aim, ask)

    def prepared(self, battle: Battle, call: Call, ask: Ask) -> Battle:
        return _with_trades(_with_intent(battle, call, ask), call)

    def before_roll(self, battle: Battle, aim: Aim[Gear]) -> Battle:
        """Lower the attacker's own DV for a shot beyond short range (KM-ATK-06)."""
        if is_beyond_short(battle, aim.attacker, self.metres(battle, aim), aim.weapon):
            return add_until_next_turn(battle, aim.attacker, "stretched")
        return battle

    def values(self, battle: Battle, aim: Aim[Gear]) -> tuple[Explanation, Explanation]:
        more = (*aim.av_more, *_long_shot(battle, aim))
        return _value(battle, aim.call, aim.gear.attack_kind, aim.weapon, more), _defence_value(battle, aim)

    def hits_without_roll(self, battle: Battle, aim: Aim[Gear]) -> bool:
        return rules(battle).attack_on_helpless == "automatic_hit" and POOLS.is_helpless(battle, aim.target)

    def fails_without_roll(self, battle: Battle, aim: Aim[Gear]) -> bool:
        """Whether an attack fails whatever the roll: a mental attack of a blinded combatant (KM-BLIND-06)."""
        who = aim.attacker
        is_blinded = has_effect(battle, who, "blinded") and not is_spared(battle, who, "blinded")
        return is_blinded and aim.gear.attack_kind == "mental"

    def note_value(self, value: Explanation, ask: Ask) -> None:
        if any(part.key == ACCURACY and not part.is_applied for part in value.parts):
            ask.add_message(gm_text("The trade does not improve accuracy: a higher bonus already applies."))

    def deals_damage(self, battle: Battle, gear: Gear) -> bool:
        """Whether an attack does damage at all (KM-AMB-19, KM-AMB-35)."""
        return not gear.special if gear.deals_damage is None else gear.deals_damage

    def strike(self, battle: Battle, aim: Aim[Gear], ask: Ask, blow: DamageThrow) -> Battle:
        """Carry out a hit that does damage."""
        attacker, target, gear = aim.attacker, aim.target, aim.gear
        level = level_of(battle, attacker, aim.weapon)
        origin = blow.origin or battle.combatants[attacker].place.point
        if falls_to_hit(battle, target, ask, can_damage=True):
            ask.measure(target, odds.DROP)
            metres = 0
            if knocks_back(battle, gear):
                metres = level * _loss(battle, aim, ask, blow, {})
            return KNOCKBACK.push(_defeated(battle, target, ask), attacker, origin, target, metres, ask)
        pool = _pool(gear)
        if pool is None:
            ask.log(battle, "{0} is affected; no points are lost.", target)
            return battle
        drops: Measured = {
            odds.DAMAGE: lambda lost: lost,
            odds.DROP: lambda lost: POOLS.drops(battle, target, lost, pool),
        }
        before = levels(battle, target)
        battle = POOLS.harm(battle, target, _loss(battle, aim, ask, blow, drops), pool, ask)
        if not knocks_back(battle, gear):
            return battle
        lost = points_lost(before, levels(battle, target), pool)
        return KNOCKBACK.push(battle, attacker, origin, target, lost * level, ask)

    def lay(self, battle: Battle, aim: Aim[Gear], kind: str, note: str) -> Battle:
        """Apply an effect for the scene at the level of the attack."""
        by, level, name = aim.attacker, level_of(battle, aim.attacker, aim.weapon), note if kind in NAMED else ""
        return add_effect(battle, aim.target, kind, name=name, until="scene", source=by, amount=level, note=note)

    def falls_without_damage(self, battle: Battle, who: Id, ask: Ask) -> bool:
        return falls_to_hit(battle, who, ask, can_damage=False)

    def take_out(self, battle: Battle, target: Id, ask: Ask) -> Battle:
        """Defeat a minion after a successful attack that does no damage."""
        ask.measure(target, odds.DROP)
        return _defeated(battle, target, ask)


COMBAT = KalosCombat()
