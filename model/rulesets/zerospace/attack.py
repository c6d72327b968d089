"""Attacks: dice, damage, knockback, the afflictions that they cause, and attacks on objects.

Rules: ZS-ATK, ZS-DMG, ZS-PIERCE, ZS-STUN, ZS-UNN, ZS-END, ZS-KB, ZS-BLIND, ZS-TERR, ZS-OBJ.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from model.board.distance import REACH_TOLERANCE
from model.dice.requests import DiceRequest, sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.budget import mark
from model.engine.calls import Call
from model.engine.effects import add_effect, has_effect
from model.engine.guards import no
from model.engine.last_weapon import with_last_weapon
from model.engine.messages import damage_message
from model.engine.modifiers import Modifier, explain, highest_bonus_all_penalties, term
from model.engine.requests import Choice, Question, yes_or_no
from model.engine.ruleset import Action, Parameter
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.checks import gm_modifier
from model.rulesets.families.ogc.combat import (
    HIT_WORDS,
    PRONE,
    Aim,
    Combat,
    DamageThrow,
    Loss,
    Measured,
    past_resistance,
    pierced,
    request_of,
    rolled_loss,
)
from model.rulesets.families.ogc.cover import counted
from model.rulesets.families.ogc.manoeuvres import Knockback
from model.rulesets.families.ogc.pools import Pool
from model.rulesets.zerospace.checks import (
    AV_MODIFIER,
    COVER,
    DAMAGE_MODIFIER,
    DV_MODIFIER,
    INTENT,
    MODERATE,
    POOLS,
    WEAPONS,
    attack_value,
    defence_value,
    is_in_reach,
    manoeuvre_damage,
    manoeuvre_modifiers,
    range_modifier,
    resistance,
    task_value,
)
from model.rulesets.zerospace.conditions import CONDITIONS, OFF_BALANCE, sees_blindly
from model.rulesets.zerospace.defence import FORCING, not_dodging
from model.rulesets.zerospace.movement import ACTING, start_running
from model.rulesets.zerospace.plot_points import (
    EFFORT_BONUS,
    EXTRA_EFFORT,
    PLUS,
    REROLL,
    REROLL_CHOICE,
    ExtraEffort,
    offer_award,
    offer_effort,
    plus_choice,
    spend_point,
    with_total,
)
from model.rulesets.zerospace.recovery import laid
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import Battle, Gear, Sheet, attribute, drain, level_of, reach_of
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import Item, Thing, new_id
from model.state.board import Point
from model.state.effects import Effect
from model.state.texts import Explanation, Refusal, gm_text, ref, text

# ---------------------------------------------------------------------------------------------------------------- pools


def settle_pools(before: Battle, after: Battle, ask: Ask) -> Battle:
    """Apply the consequences of any change of a combatant's sheet, no matter who made it (ZS-MIS-11)."""
    if before.combatants is after.combatants:
        return after
    return POOLS.settled_all(before, after, ask, _note_scale)


def _note_scale(before: Battle, after: Battle, who: Id, ask: Ask) -> None:
    """Accept values above the game's scale, with a note to the GM (ZS-MIS-01)."""
    now = _beyond_scale(after.combatants[who].sheet)
    if not now:
        return
    known = _beyond_scale(before.combatants[who].sheet) if who in before.combatants else {}
    for name, value in now.items():
        if known.get(name) != value:
            note = gm_text("{who}'s {name} {value} is above the scale.", name=name, value=value, who=ref(who))
            ask.add_message(note)


ATTRIBUTE_MAX, SKILL_MAX = 10, 5
"""Above these the GM sees a note (ZS-MIS-01)."""


def _beyond_scale(sheet: Sheet) -> dict[str, int]:
    attributes = ("agility", "brawn", "presence", "reason", "power_level")
    beyond = {name: getattr(sheet, name) for name in attributes if getattr(sheet, name) > ATTRIBUTE_MAX}
    return beyond | {skill: rank for skill, rank in sheet.skills.items() if rank > SKILL_MAX}


# --------------------------------------------------------------------------------------------------------------- damage


def strike(battle: Battle, aim: Aim[Gear], ask: Ask, blow: DamageThrow) -> Battle:
    """Carry out a hit that does damage."""
    target, affects = aim.target, _affects(aim.gear)
    if POOLS.falls_to_any_hit(battle, target, 0):
        return COMBAT.take_out(battle, target, ask)
    if affects == "effect_only":
        ask.log(battle, "{0} is affected; no points are lost.", target)
        return battle
    if affects == "attribute":
        return _drained(battle, aim, ask, blow)
    pool: Pool = "endurance" if affects == "endurance" else "health"
    measures: Measured = {
        odds.DAMAGE: lambda lost: lost,
        odds.DROP: lambda lost: POOLS.drops(battle, target, lost, pool),
    }
    return POOLS.harm(battle, target, _loss(battle, aim, ask, blow, measures), pool, ask)


def _affects(gear: Gear) -> str:
    """What loses the damage (ZS-ATK-05, ZS-ATK-12, ZS-STUN-01, ZS-AMB-17)."""
    if gear.type == "normal":
        return "endurance" if gear.stunning else "health"
    affects = gear.affects or "health"
    return "health" if affects == "attribute" and not gear.attribute else affects


def _drained(battle: Battle, aim: Aim[Gear], ask: Ask, blow: DamageThrow) -> Battle:
    """Roll temporary damage to an attribute and apply it (ZS-ATK-12, ZS-HEA-08)."""
    loss = _loss(battle, aim, ask, blow, {odds.DAMAGE: lambda lost: lost})
    name = aim.gear.attribute
    before = attribute(battle, aim.target, name)
    battle = drain(battle, aim.target, name, loss, source=aim.attacker)
    left = attribute(battle, aim.target, name)
    title = name.replace("_", " ").title()
    words = {"health_of": aim.target, "in_words": "{0} loses {name}."}
    told = "{0} loses {points} {name}: {left} left."
    ask.log(battle, told, aim.target, **words, points=before - left, name=title, left=left)
    return battle


# ------------------------------------------------------------------------------------------ amount of damage


def _loss(battle: Battle, aim: Aim[Gear], ask: Ask, blow: DamageThrow, measures: Measured) -> int:
    """Roll damage, deduct resistance, halve mental and alteration damage; return the points lost.

    Rules: ZS-DMG-03, ZS-DMG-04, ZS-ATK-11, ZS-ATK-17.
    """
    value = damage_value(battle, aim, blow)
    key = f"damage.{aim.target}" if blow.shared is not None else blow.id
    total = ask.number(Explanation(key=key, title=value.title, parts=value.parts))
    loss = past_resistance(aim.gear.type)
    unarmed = rules(battle).unarmed_damage
    if aim.weapon is None and unarmed in ("brawn", "custom"):
        return fixed_loss(aim, total + (_custom(aim, ask) if unarmed == "custom" else 0), loss, measures, ask)
    return rolled_loss(blow, aim.attacker, aim.target, total, loss, measures, ask)


def fixed_loss(aim: Aim[Gear], total: int, loss: Loss, measures: Measured, ask: Ask) -> int:
    """The points lost to damage without a die (ZS-AMB-15, ZS-TAKE-05)."""
    lost = loss(total)
    for name, of in measures.items():
        ask.measure(aim.target, name, of(lost))
    return lost


def _custom(aim: Aim[Gear], ask: Ask) -> int:
    title = text("Damage of the unarmed attack")
    question = Question(id="unarmed", title=title, kind="number", least=0, most=99, default=0, rule="ZS-ATK-06")
    return int(ask.choose(question, aim.attacker))


def damage_value(battle: Battle, aim: Aim[Gear], blow: DamageThrow | None = None) -> Explanation:
    """What is added to the damage die, minus the target's resistance (ZS-DMG-01 to ZS-DMG-03)."""
    parts = [*own_damage(battle, aim.attacker, aim.weapon, aim.call), *aim.damage_more]
    parts += [*(() if blow is None else blow.more), *resisted(battle, aim.target, aim.gear)]
    return explain("damage", "Damage", parts, highest_bonus_all_penalties)


def own_damage(battle: Battle, attacker: Id, weapon: Item[Gear] | None, call: Call) -> Iterator[Modifier]:
    """What an attack adds to the damage die, whatever its target (ZS-DMG-01, ZS-DMG-02, ZS-MOD-04)."""
    yield _base(battle, attacker, weapon)
    yield from _boost(battle, attacker, weapon)
    yield from manoeuvre_damage(call)
    yield from CONDITIONS.modifiers(battle, attacker, "damage")
    yield from gm_modifier(call, DAMAGE_MODIFIER)


def resisted(battle: Battle, target: Id, gear: Gear) -> Iterator[Modifier]:
    """The resistance to an attack, halved against a piercing one (ZS-DMG-03, ZS-PIERCE-01, ZS-PIERCE-02)."""
    whole = resistance(battle, target, gear.type)
    counted = pierced(whole) if gear.piercing else whole
    if counted:
        yield term("resistance", "Resists", -counted, "ZS-PIERCE-01" if gear.piercing else "ZS-DMG-03")


def _base(battle: Battle, attacker: Id, weapon: Item[Gear] | None) -> Modifier:
    """The full level of a weapon, Power Level for a power, Brawn for bare hands (ZS-DMG-01, ZS-DMG-02, ZS-AMB-15)."""
    given = battle.combatants[attacker].sheet.given.damage
    if given is not None:
        return term("given", "Given", given)
    if weapon is None:
        has_brawn = rules(battle).unarmed_damage in ("d6_plus_brawn", "brawn")
        return term("brawn", "Brawn", attribute(battle, attacker, "brawn") if has_brawn else 0, "ZS-ATK-06")
    key, rule = ("power_level", "ZS-DMG-01") if weapon.gear.kind == "power" else ("level", "ZS-DMG-02")
    return term(key, weapon.name, level_of(battle, attacker, weapon), rule)


def _boost(battle: Battle, attacker: Id, weapon: Item[Gear] | None) -> Iterator[Modifier]:
    boost = battle.combatants[attacker].sheet.unarmed_damage_boost
    if weapon is None and boost:
        yield term("boost", "Unarmed damage boost", boost, "ZS-ATK-06")


# ------------------------------------------------------------------------------------------------------------ knockback


class ZeroSpaceKnockback(ExtraEffort, Knockback[Battle]):
    difficulty = MODERATE
    direction_rule = "ZS-KB-02"
    feet_rule = "ZS-KB-04"
    walls_rule = "ZS-KB-06"
    walls = "broken"

    def feet(self, battle: Battle, who: Id, more: tuple[Modifier, ...]) -> Explanation:
        """Agility and Athletics, rolled to stay upright (ZS-KB-04)."""
        return task_value(battle, who, "agility", "athletics", more)

    def fallen(self, battle: Battle, who: Id, ask: Ask) -> Battle:
        """Make the target prone; fliers and swimmers are off balance, which has the same effect (ZS-KB-05)."""
        if not has_effect(battle, who, "flying"):
            return super().fallen(battle, who, ask)
        ask.log(battle, "{0} is off balance.", who)
        return add_effect(battle, who, PRONE, note=OFF_BALANCE)


KNOCKBACK = ZeroSpaceKnockback()


def knocked_back(before: Battle, battle: Battle, aim: Aim[Gear], origin: Point | None, ask: Ask) -> Battle:
    """Push the target of a normal attack one metre for each point of the margin (ZS-KB-02, ZS-KB-03, ZS-AMB-26).

    `before` is the battle before the hit was carried out.
    """
    target = aim.target
    if not _pushes(battle, aim):
        return battle
    ask.all_measured()
    margin = 0 if aim.roll is None else int(aim.roll.total(lambda total: max(0, total - aim.dv)))
    is_certain = aim.roll is not None and not POOLS.is_helpless(before, target)
    metres = margin if is_certain else _asked(target, margin, ask)
    origin = origin or before.combatants[aim.attacker].place.point
    return KNOCKBACK.push(battle, aim.attacker, origin, target, metres, ask)


def _pushes(battle: Battle, aim: Aim[Gear]) -> bool:
    return rules(battle).knockback and aim.gear.type == "normal"


def _asked(target: Id, margin: int, ask: Ask) -> int:
    """Ask the GM how many metres a helpless target is pushed (ZS-AMB-26)."""
    title = text("How far is {who} knocked back, in metres?", who=ref(target))
    question = Question(
        id=f"knockback.{target}", title=title, kind="number", least=0, most=999, default=margin, rule="ZS-KB-03"
    )
    return int(ask.choose(question, ENVIRONMENT))


# ---------------------------------------------------------------------------------------------------------- afflictions


def not_terrified(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a terrified combatant cannot attack (ZS-TERR-01, ZS-AMB-43)."""
    if call.actor in battle.combatants and has_effect(battle, call.actor, "terrified"):
        yield no("terrified", "{who} is terrified and cannot attack.", "ZS-TERR-01", call.actor)


# ----------------------------------------------------------------------------------------------------------- the attack


EFFORT = "effort"


# ------------------------------------------------------------------------------------------ AV and DV


def av_of(battle: Battle, aim: Aim[Gear]) -> Explanation:
    """What an attack adds to 2d6, including the options chosen before the roll."""
    more = [*manoeuvre_modifiers(aim.call), *gm_modifier(aim.call, AV_MODIFIER)]
    more += range_modifier(battle, lambda: _reaches(battle, aim))
    return attack_value(battle, aim.attacker, aim.gear.attack_kind, aim.weapon, [*more, *aim.av_more])


def _reaches(battle: Battle, aim: Aim[Gear]) -> bool:
    """Whether the weapon reaches what is aimed at: a combatant, or the place of an area (ZS-RANGE-06)."""
    if aim.spot is None:
        return is_in_reach(battle, aim.attacker, aim.first_target, aim.gear)
    metres = COMBAT.metres(battle, aim)
    return metres is None or metres <= reach_of(battle, aim.attacker, aim.gear) + REACH_TOLERANCE


def dv_of(battle: Battle, aim: Aim[Gear]) -> Explanation:
    """The DV of the target, or of who jumped in front, then without a dodge or cover (ZS-AMB-07)."""
    more = [*gm_modifier(aim.call, DV_MODIFIER), *aim.dv_more]
    if aim.granted:
        more.append(Modifier(key="granted", label="Defence", amount=aim.granted, rule="ZS-FORCE-07"))
    kind = aim.gear.attack_kind
    if aim.is_interposed:
        return defence_value(battle, aim.target, kind, more, without=("dodging", "cover", *aim.dv_without))
    cover = counted(battle, aim.attacker, aim.target, COVER.said(aim.call))
    return defence_value(battle, aim.first_target, kind, more, cover=cover, without=aim.dv_without)


# ------------------------------------------------------------------------------------------ the roll


def _with_effort(battle: Battle, aim: Aim[Gear]) -> Aim[Gear]:
    return replace(aim, av_more=(*aim.av_more, EFFORT_BONUS))


def _has_effort(more: tuple[Modifier, ...]) -> bool:
    return any(one.key == EFFORT for one in more)


def _worth_of_effort(battle: Battle, aim: Aim[Gear]) -> int:
    return av_of(battle, _with_effort(battle, aim)).total - av_of(battle, aim).total


def effort_before(battle: Battle, aim: Aim[Gear], ask: Ask, suffix: str = "") -> tuple[Aim[Gear], Battle]:
    """Offer the attacker extra effort before the roll: +3 AV (ZS-PLOT-11)."""

    def choices() -> tuple[Choice[str], ...]:
        return (plus_choice(_worth_of_effort(battle, aim)),)

    if not offer_effort(battle, aim.attacker, f"{EFFORT}{suffix}", choices, ask, before=f"attack{suffix}"):
        return aim, battle
    return _with_effort(battle, aim), spend_point(battle, aim.attacker, "+3 AV", ask)


def effort_of_target(
    battle: Battle, aim: Aim[Gear], ask: Ask, suffix: str = "", *, before: str
) -> tuple[Aim[Gear], Battle]:
    """Offer the defender extra effort: +3 DV (ZS-PLOT-11)."""
    if _has_effort(aim.dv_more):
        return aim, battle

    def braced() -> Aim[Gear]:
        return replace(aim, dv_more=(*aim.dv_more, EFFORT_BONUS))

    def choices() -> tuple[Choice[str], ...]:
        return (plus_choice(dv_of(battle, braced()).total - dv_of(battle, aim).total),)

    if not offer_effort(battle, aim.target, f"effort_dv{suffix}", choices, ask, before=before):
        return aim, battle
    return braced(), spend_point(battle, aim.target, "+3 DV", ask)


def effort_after(
    battle: Battle, aim: Aim[Gear], roll: Roll, av: int, dv: int, number: int, ask: Ask, suffix: str = ""
) -> tuple[Roll | None, Aim[Gear], Battle, int]:
    """Offer the attacker extra effort after the roll.

    Returns the changed roll, or None if no effort is made, with the aim, the battle and the AV as they are then.
    """
    has_effort = _has_effort(aim.av_more)

    def choices() -> tuple[Choice[str], ...]:
        worth = 0 if has_effort else _worth_of_effort(battle, aim)
        return (REROLL_CHOICE, plus_choice(worth)) if worth else (REROLL_CHOICE,)

    taken = offer_effort(battle, aim.attacker, f"{EFFORT}{number}{suffix}", choices, ask, before=f"damage{suffix}")
    if taken == PLUS:
        av += _worth_of_effort(battle, aim)
        battle = spend_point(battle, aim.attacker, "+3 AV", ask)
        aim = _with_effort(battle, aim)
        return ask.restate(roll, replace(with_total(av_of(battle, aim), av), key=f"av{suffix}")), aim, battle, av
    if taken == REROLL:
        battle = spend_point(battle, aim.attacker, "a re-roll", ask)
        again = ask.roll(request_of(f"attack{suffix}.again{number}", av, dv), aim.attacker)
        return again, aim, battle, av
    return None, aim, battle, av


class ZeroSpaceCombat(ExtraEffort, Combat[Battle, Gear]):
    """Attacks with weapons, powers and bare hands (ZS-ATK-02, ZS-ATK-03, ZS-ATK-07, ZS-ATK-14)."""

    acting = ACTING
    weapons = WEAPONS
    forcing = FORCING
    conditions = CONDITIONS
    delayed_rule = "ZS-DELAY-02"
    hit_rule = "ZS-ROLL-04"
    terror_rule = "ZS-TERR-01"

    def notices(self, battle: Battle, who: Id) -> bool:
        """Whether a combatant notices mental attacks: with Mental Resistance or mental powers (ZS-ATK-08)."""
        sheet = battle.combatants[who].sheet
        is_guarded = any(one.against == "mental" for one in sheet.resistances)
        return sheet.mr > 0 or sheet.has_mental_powers or is_guarded

    def prepared(self, battle: Battle, call: Call, ask: Ask) -> Battle:
        """Start a run declared before the roll, so that its modifiers apply to the roll (ZS-AMB-02)."""
        if INTENT.said(call) != "none" and not has_effect(battle, call.actor, "running"):
            return start_running(battle, call.actor, ask)
        return battle

    def values(self, battle: Battle, aim: Aim[Gear]) -> tuple[Explanation, Explanation]:
        return (av_of(battle, aim), dv_of(battle, aim))

    def hits_without_roll(self, battle: Battle, aim: Aim[Gear]) -> bool:
        """Whether the attack hits without a roll, by the house rule about helpless targets."""
        return rules(battle).attack_on_helpless == "automatic_hit" and POOLS.is_helpless(battle, aim.target)

    def fails_without_roll(self, battle: Battle, aim: Aim[Gear]) -> bool:
        """Whether an attack fails whatever the roll: a mental attack of a blinded combatant (ZS-BLIND-05)."""
        is_blind = has_effect(battle, aim.attacker, "blinded") and not sees_blindly(battle, aim.attacker)
        return aim.gear.attack_kind == "mental" and is_blind

    def before_dice(self, battle: Battle, aim: Aim[Gear], ask: Ask, suffix: str) -> tuple[Aim[Gear], Battle]:
        """Offer extra effort to both sides (ZS-PLOT-11)."""
        aim, battle = effort_before(battle, aim, ask, suffix)
        return effort_of_target(battle, aim, ask, suffix, before=f"attack{suffix}")

    def braced(self, battle: Battle, aim: Aim[Gear], ask: Ask, *, before: str) -> tuple[Aim[Gear], Battle]:
        """Offer the target extra effort, once against all attacks of a team (ZS-PLOT-11)."""
        return effort_of_target(battle, aim, ask, before=before)

    def after_dice(
        self, battle: Battle, aim: Aim[Gear], roll: Roll, av: int, dv: int, ask: Ask, suffix: str
    ) -> tuple[Roll, Aim[Gear], Battle]:
        """Offer what may still change a roll after its result is shown (ZS-PLOT-12, ZS-AMB-55).

        A forced defence or a defender's +3 taken now is answered under the id of the offer before the dice, so that the
        next run applies it there, against this same roll.
        """
        for number in count(1):
            if roll.at_least(dv):
                if not aim.is_interposed:
                    FORCING.show(battle, aim.attacker, aim.target, ask, suffix=suffix)
                effort_of_target(battle, aim, ask, suffix, before=f"damage{suffix}")
                return roll, aim, battle
            again, aim, battle, av = effort_after(battle, aim, roll, av, dv, number, ask, suffix)
            if again is None:
                return roll, aim, battle
            roll = again
        raise AssertionError("the loop ends by returning")

    def after_verdict(
        self, battle: Battle, aim: Aim[Gear], roll: Roll, dv: int, is_hit: bool, ask: Ask, suffix: str
    ) -> Battle:
        """Offer a plot point to the player who is hurt by a ruling on the hit (ZS-PLOT-03)."""
        if ask.calls.overrule(f"hit{suffix}") is None or roll.at_least(dv) == is_hit:
            return battle
        return offer_award(battle, aim.target if is_hit else aim.attacker, ask, suffix)

    def deals_damage(self, battle: Battle, gear: Gear) -> bool:
        """Whether an attack does damage at all (ZS-AMB-44)."""
        return not gear.special if gear.deals_damage is None else gear.deals_damage

    def strike(self, battle: Battle, aim: Aim[Gear], ask: Ask, blow: DamageThrow) -> Battle:
        return knocked_back(battle, strike(battle, aim, ask, blow), aim, blow.origin, ask)

    def falls_to_effect(self, battle: Battle, who: Id, ask: Ask) -> bool:
        return POOLS.falls_to_any_hit(battle, who, 0)

    def lay(self, battle: Battle, aim: Aim[Gear], kind: str, note: str) -> Battle:
        """Apply the effect, with the conditions that the weapon's named effect causes (ZS-MIS-14)."""
        gear, level = aim.gear, level_of(battle, aim.attacker, aim.weapon)
        brings = (gear.brings,) if gear.brings and gear.special not in ("blinding", "terrifying") else ()
        return laid(battle, aim.target, kind, level, name=note, source=aim.attacker, brings=brings)

    def falls_without_damage(self, battle: Battle, who: Id, ask: Ask) -> bool:
        """Whether a manoeuvre without damage defeats an unnamed combatant: the GM is asked (ZS-AMB-32)."""
        if not POOLS.falls_to_any_hit(battle, who, 0):
            return False
        options = yes_or_no("Defeated", "Fights on")
        title = text("{who} is unnamed: does this defeat them?", who=ref(who))
        question = Question(
            id=f"defeated.{who}", title=title, options=options, default="yes", rule="ZS-UNN-01", remember=True
        )
        return ask.choose(question, ENVIRONMENT) == "yes"

    def take_out(self, battle: Battle, target: Id, ask: Ask) -> Battle:
        """Defeat an unnamed character after a successful attack (ZS-UNN-01)."""
        ask.measure(target, odds.DROP)
        return POOLS.harm(battle, target, 0, "health", ask)


COMBAT = ZeroSpaceCombat()


DAMAGED, DESTROYED = "damaged", "destroyed"


# ------------------------------------------------------------------------------------------ state of objects


def state_of(thing: Thing) -> str:
    """Destroyed at 0 Health, damaged with more than half lost, else an empty string (ZS-OBJ-02, ZS-OBJ-03)."""
    if thing.health is None or not thing.health_max:
        return ""
    if thing.health <= 0:
        return DESTROYED
    return DAMAGED if 2 * (thing.health_max - thing.health) > thing.health_max else ""


def settle_objects(before: Battle, after: Battle, ask: Ask) -> Battle:
    """Apply the consequences of any change of an object's Health, no matter who made it."""
    if before.things is after.things:
        return after
    for id, thing in tuple(after.things.items()):
        earlier = before.things.get(id)
        if earlier is None or (earlier.health, earlier.health_max) != (thing.health, thing.health_max):
            after = _settled(after, thing, ask)
    return after


def _settled(battle: Battle, thing: Thing, ask: Ask) -> Battle:
    health = thing.health
    if health is not None and thing.health_max is not None:
        health = min(max(0, health), thing.health_max)
    state = state_of(thing)
    kept = {id: one for id, one in thing.effects.items() if one.kind not in (DAMAGED, DESTROYED) or one.kind == state}
    if state and not any(one.kind == state for one in kept.values()):
        id, battle = new_id(battle, state)
        kept[id] = Effect(id=id, kind=state)
        ask.log(battle, f"{{0}} is {state}.", thing.id)
    return _with_thing(battle, replace(thing, health=health, effects=kept))


def _with_thing(battle: Battle, thing: Thing) -> Battle:
    return replace(battle, things=battle.things | {thing.id: thing})


# ------------------------------------------------------------------------------------------ attacking objects


def strike_object(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Attack an object against the DV that the GM gives it; its resistance reduces damage (ZS-OBJ-01, ZS-AMB-46)."""
    who, thing = call.actor, battle.things[call.targets[0]]
    weapon = WEAPONS.of_call(battle, call)
    gear = WEAPONS.gear_of(weapon)
    battle = mark(ACTING.pay(battle, who, "standard", ask), who, "attacked")
    battle = with_last_weapon(battle, who, weapon)
    name = "bare hands" if weapon is None else weapon.name
    ask.log(battle, "{0} attacks {1} with {weapon}.", who, thing.id, weapon=name)
    battle = COMBAT.interrupted(battle, who, ask)
    if COMBAT.is_void(battle, who, ask):
        return battle
    dv = _defence(battle, thing, gear, ask)
    battle = _with_thing(battle, replace(battle.things[thing.id], defence=dv if thing.controller is None else None))
    given = (
        *gm_modifier(call, AV_MODIFIER),
        *range_modifier(battle, lambda: _reaches_object(battle, who, thing, gear)),
    )

    def value(more: tuple[Modifier, ...]) -> Explanation:
        return attack_value(battle, who, gear.attack_kind, weapon, (*given, *more))

    def request(av: int) -> DiceRequest:
        return sum_of("attack", "Attack", "2d6", bonus=av, against=dv, words=HIT_WORDS)

    roll, battle = EXTRA_EFFORT.throw(battle, who, value, request, dv, ask)
    battle = EXTRA_EFFORT.rolled_once(battle, *(() if thing.controller is None else (thing.controller,)))
    is_hit = ask.verdict("hit", "Hit", roll, at_least=dv, rule="ZS-ROLL-04")
    ask.measure(thing.id, odds.HIT, is_hit)
    if not is_hit:
        ask.log(battle, "{0} misses {1}.", who, thing.id)
        return battle
    return _struck(battle, thing.id, weapon, call, ask)


def _defence(battle: Battle, thing: Thing, gear: Gear, ask: Ask) -> int:
    """The DV of the combatant who holds or drives it, its own, or the GM's answer at the first attack (ZS-AMB-46)."""
    if thing.controller in battle.combatants:
        return ask.number(defence_value(battle, thing.controller, gear.attack_kind))
    known = thing.defence
    if known is None:
        title = text("Which DV does {thing} have?", thing=ref(thing.id))
        usual = rules(battle).object_dv
        question = Question(
            id="object_dv", title=title, kind="number", least=0, most=99, default=usual, rule="ZS-AMB-46"
        )
        known = int(ask.choose(question, ENVIRONMENT))
    return ask.number(explain("dv", "Defence Value", [term("object", "Object", known, "ZS-AMB-46")]))


def _struck(battle: Battle, id: Id, weapon: Item[Gear] | None, call: Call, ask: Ask) -> Battle:
    thing = battle.things[id]
    resists = thing.resistance or rules(battle).object_dr
    parts = [*own_damage(battle, call.actor, weapon, call)]
    parts += [term("resistance", "Resists", -resists, "ZS-DMG-03")] if resists else []
    total = ask.number(explain("damage", "Damage", parts, highest_bonus_all_penalties))
    roll = ask.roll(sum_of("damage", "Damage", "1d6", bonus=total, words=("damage",)), call.actor)
    loss = int(roll.total(lambda sum: max(0, sum)))
    left = None if thing.health is None else max(0, thing.health - loss)
    ask.measure(id, odds.DAMAGE, loss)
    ask.measure(id, odds.DROP, left == 0)
    ask.add_message(damage_message(battle, id, loss))
    return _with_thing(battle, replace(thing, health=left))


def one_object(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the target is an object that is in range and that this attack can hurt (ZS-AMB-46)."""
    thing = battle.things.get(call.target or "")
    if thing is None:
        if call.target in battle.combatants:
            sentence = text("{who} is not an object.", who=ref(call.target))
            yield Refusal(key="no_object", sentence=sentence, can_override=False)
        return
    if state_of(thing) == DESTROYED:
        sentence = text("{thing} is already destroyed.", thing=ref(thing.id))
        yield Refusal(key="destroyed", sentence=sentence, rule="ZS-OBJ-03")
    if call.actor not in battle.combatants:
        return
    gear = WEAPONS.gear_of_call(battle, call)
    if gear.attack_kind == "mental" or gear.stunning:
        sentence = text("Mental and stunning attacks have no effect on objects.")
        yield Refusal(key="no_effect", sentence=sentence, rule="ZS-AMB-46")
    reach = WEAPONS.farthest(battle, call.actor, WEAPONS.of_call(battle, call))
    if reach is not None and not _reaches_object(battle, call.actor, thing, gear):
        sentence = text("{thing} is out of range.", thing=ref(thing.id))
        yield Refusal(key="out_of_range", sentence=sentence, rule="ZS-RANGE-06", nearer=thing.id, within=reach)


def _reaches_object(battle: Battle, who: Id, thing: Thing, gear: Gear) -> bool:
    metres = WEAPONS.metres_between(battle, who, thing.id)
    return metres is None or metres <= reach_of(battle, who, gear) + REACH_TOLERANCE


UNARMED = Parameter(key="unarmed", title="Bare hands", kind="flag", default=False)


STRIKE_OBJECT = Action(
    id="strike_object",
    title="Attack Object",
    run=strike_object,
    targets="one",
    takes_things=True,
    parameters=(
        UNARMED,
        replace(AV_MODIFIER, title="GM: AV", help=""),
        DAMAGE_MODIFIER,
    ),
    guards=(
        *ACTING.costs("standard", "ZS-ACT-01"),
        one_object,
        not_dodging,
        not_terrified,
        WEAPONS.fit,
    ),
    rules=("ZS-OBJ-01", "ZS-OBJ-02", "ZS-OBJ-03"),
    cost=ACTING.titles["standard"],
    group="attack",
    help="Attack an object against the DV that the GM gives it. It is damaged when it has lost more than half of its "
         "Health, and destroyed when none is left.",
)  # fmt: skip
