"""Steps three and four of an attack: location, combat dice, cover, resistance, injuries (WL-ATK-10 to WL-ATK-13)."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as with_fields

from model.dice.readings import combat_damage, combat_effects
from model.dice.requests import combat_dice
from model.engine.ask import Ask
from model.engine.modifiers import Modifier, explain, term
from model.engine.telling import tell
from model.rulesets.wasteland import weapon_effects
from model.rulesets.wasteland.bodies import Location
from model.rulesets.wasteland.cover import cover_roll
from model.rulesets.wasteland.gear import Gear
from model.rulesets.wasteland.harm import (
    CRITICAL,
    begin_dying,
    dies_at_once,
    injure,
    irradiate,
    is_spent,
    lose_hp,
    rolled_location,
)
from model.rulesets.wasteland.radiation import feed
from model.rulesets.wasteland.resistance import is_immune, resistance
from model.rulesets.wasteland.settings import setting
from model.rulesets.wasteland.stats import hp, hp_max, melee_bonus
from model.rulesets.wasteland.weapon_effects import works
from model.state.base import Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation, gm_text


@dataclass(frozen=True, kw_only=True)
class Blow:
    """An attack that has hit, as far as its damage goes."""

    attacker: Id
    weapon: Item[Gear] | None
    gear: Gear
    dice_extra: int = 0
    bonus: int = 0
    cover: int = 0
    spare: int | None = None
    """Ammunition left for a burst; None where nobody counts."""

    @property
    def name(self) -> str:
        return "Bare hands" if self.weapon is None else self.weapon.name


@dataclass(frozen=True, kw_only=True)
class Wound:
    """What a hit comes to at a location."""

    suffered: int
    total: int
    triggers: int


def damage_dice(battle: AnyBattle, blow: Blow) -> Explanation:
    """How many combat dice are rolled (WL-ATK-11, WL-ATK-12, WL-STAT-03)."""
    parts = [term("damage", blow.name, blow.gear.damage, "WL-ATK-11")]
    parts.append(Modifier(key="weapon_bonus", label="Weapon bonus", amount=blow.gear.bonus_cd, rule="WL-ATK-11"))
    own = battle.combatants[blow.attacker].sheet.bonus_cd
    parts.append(Modifier(key="bonus_cd", label="Bonus CD", amount=own, rule="WL-ATK-11"))
    if not blow.gear.is_at_range:
        parts.append(melee_bonus(battle, blow.attacker))
    parts.append(Modifier(key="ammo", label="Further shots", amount=blow.dice_extra, rule="WL-ATK-12"))
    parts.append(Modifier(key="gm_modifier", label="GM", amount=blow.bonus, rule="WL-ATK-11"))
    return explain("damage_dice", "Damage dice", parts)


def strike(
    battle: AnyBattle, blow: Blow, target: Id, called: Location | None, *, was_dying: bool, ask: Ask
) -> tuple[AnyBattle, int]:
    """Carry out a hit; the battle after it, and how much ammunition a burst has used besides."""
    location = called or rolled_location(battle, target, "location", blow.attacker, ask)
    ask.measure(target, "location", location.name)
    wound = _wound(battle, blow, target, location, was_dying=was_dying, ask=ask)
    battle = wounded(battle, target, location, blow, wound, was_dying=was_dying, ask=ask)
    return _triggered(battle, blow, target, location, wound, was_dying=was_dying, ask=ask)


def _wound(battle: AnyBattle, blow: Blow, target: Id, location: Location, *, was_dying: bool, ask: Ask) -> Wound:
    """Roll the damage and the cover, in the order that a house rule sets; the damage is read last (WL-AMB-29)."""
    count = max(1, ask.number(damage_dice(battle, blow)))
    request = combat_dice("damage", "Damage", count, words=("damage",))
    if setting(battle, "cover_rolled") == "before_damage":
        cover = cover_roll(battle, target, blow.cover, ask)
        roll = ask.roll(request, blow.attacker)
    else:
        roll = ask.roll(request, blow.attacker)
        cover = cover_roll(battle, target, blow.cover, ask)
    taken_off = max(0, ask.number(resistance(battle, target, location, blow.gear.damage_type)))
    if roll.said is not None:
        taken_off = cover = 0
    immune = is_immune(battle, target, blow.gear.damage_type)

    def come_to(damage: int, triggers: int) -> tuple[int, int, int]:
        total = damage + triggers * works(battle, blow.gear, "vicious")
        through = max(0, taken_off - triggers * works(battle, blow.gear, "piercing"))
        suffered = 0 if immune else max(0, total - through - _of_cover(blow.gear, cover))
        return suffered, total, triggers

    suffered, total, triggers = ask.conclude(
        target, roll, combat_damage, combat_effects, then=come_to,
        measures={
            "damage": lambda value: value[0],
            "injury": lambda value: injuries_of(battle, target, value[0], blow.gear, was_dying=was_dying) > 0,
            "drop": lambda value: reaches_zero(battle, target, value[0], blow.gear),
        },
    )  # fmt: skip
    return Wound(suffered=suffered, total=total, triggers=triggers)


def _of_cover(gear: Gear, cover: int) -> int:
    """Cover counts against physical and energy damage (WL-MIS-04)."""
    return cover if gear.damage_type in ("physical", "energy") else 0


# ------------------------------------------------------------------------------------------ consequences


def reaches_zero(battle: AnyBattle, who: Id, suffered: int, gear: Gear) -> bool:
    """Whether damage takes the last hit point of somebody who has any (WL-DYING-01)."""
    points = hp(battle, who)
    if points <= 0:
        return False
    if gear.damage_type != "radiation":
        return suffered >= points
    return bool(setting(battle, "radiation_caps_hp")) and hp_max(battle, who).total - suffered <= 0


def _is_critical(battle: AnyBattle, suffered: int, gear: Gear) -> bool:
    """5 or more in one hit after resistance; whether radiation counts is a house rule (WL-CRIT-01, WL-AMB-14)."""
    if gear.damage_type == "radiation" and setting(battle, "radiation_crits") == "never":
        return False
    return suffered >= CRITICAL


def _is_injured_dying(battle: AnyBattle, suffered: int) -> bool:
    return suffered > 0 or setting(battle, "dying_injury_on") != "damage_only"


def injuries_of(battle: AnyBattle, who: Id, suffered: int, gear: Gear, *, was_dying: bool) -> int:
    """How many injuries a hit gives (WL-CRIT-01, WL-DYING-01, WL-DYING-04, WL-AMB-17)."""
    count = int(_is_critical(battle, suffered, gear))
    count += int(was_dying and _is_injured_dying(battle, suffered))
    if reaches_zero(battle, who, suffered, gear):
        if dies_at_once(battle, who):
            return 0
        count += 1
    return min(1, count) if setting(battle, "injury_stacking") == "one_per_hit" else count


def wounded(
    battle: AnyBattle, who: Id, location: Location, blow: Blow, wound: Wound, *, was_dying: bool, ask: Ask
) -> AnyBattle:
    """Hit points or maximum, then injuries, then dying (WL-ATK-13, WL-CRIT-02, WL-DYING-01, WL-DYING-04)."""
    gear = blow.gear
    count = injuries_of(battle, who, wound.suffered, gear, was_dying=was_dying)
    ask.say(tell(battle, "{0} hits {1}: {location}.", blow.attacker, who, location=location.name))
    if gear.damage_type == "radiation":
        if is_immune(battle, who, "radiation"):
            return feed(battle, who, wound.total, ask)
        battle = irradiate(battle, who, wound.suffered, ask)
    else:
        battle = lose_hp(battle, who, wound.suffered, ask)
    if wound.suffered >= CRITICAL:
        ask.say(gm_text("{suffered} damage in one hit: a critical hit.", suffered=wound.suffered))
    falls = is_spent(battle, who)
    for _ in range(count - 1 if falls else count):
        battle = injure(battle, who, location, ask)
    return begin_dying(battle, who, location, ask) if falls else battle


# ------------------------------------------------------------------------------------------ triggers


def _triggered(
    battle: AnyBattle, blow: Blow, target: Id, location: Location, wound: Wound, *, was_dying: bool, ask: Ask
) -> tuple[AnyBattle, int]:
    """What the damage effects of the weapon do by the number of triggers (WL-CD-02, WL-MIS-06)."""
    if not wound.triggers:
        return battle, 0
    battle = weapon_effects.on_target(battle, target, location, blow.gear, wound.triggers, ask)
    if works(battle, blow.gear, "spread"):
        for number in range(1, wound.triggers + 1):
            battle = _spread(battle, blow, target, number, wound.total // 2, was_dying=was_dying, ask=ask)
    if not works(battle, blow.gear, "burst"):
        return battle, 0
    others = weapon_effects.burst_targets(battle, blow.attacker, target, wound.triggers, blow.spare, ask)
    for other in others:
        battle = _burst(battle, blow, other, wound, ask=ask)
    return battle, len(others)


def _spread(
    battle: AnyBattle, blow: Blow, target: Id, number: int, total: int, *, was_dying: bool, ask: Ask
) -> AnyBattle:
    """One more hit of half the damage at a random location (WL-MIS-06)."""
    location = rolled_location(battle, target, f"location.spread{number}", blow.attacker, ask)
    wound = _again(battle, blow, target, location, total)
    return wounded(battle, target, location, blow, wound, was_dying=was_dying, ask=ask)


def _burst(battle: AnyBattle, blow: Blow, other: Id, wound: Wound, *, ask: Ask) -> AnyBattle:
    """The same damage to another target, at a location of its own (WL-MIS-06)."""
    was_dying = weapon_effects.is_dying(battle, other)
    location = rolled_location(battle, other, f"location.{other}", blow.attacker, ask)
    again = with_fields(_again(battle, blow, other, location, wound.total), triggers=wound.triggers)
    return wounded(battle, other, location, blow, again, was_dying=was_dying, ask=ask)


def _again(battle: AnyBattle, blow: Blow, who: Id, location: Location, total: int) -> Wound:
    """A further hit of known damage, against the resistance where it lands."""
    kind = blow.gear.damage_type
    taken_off = max(0, resistance(battle, who, location, kind).total)
    suffered = 0 if is_immune(battle, who, kind) else max(0, total - taken_off)
    return Wound(suffered=suffered, total=total, triggers=0)
