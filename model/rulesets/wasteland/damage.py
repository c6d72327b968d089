"""Steps three and four of an attack: location, combat dice, cover, resistance, injuries (WL-ATK-10 to WL-ATK-13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as with_fields

from model.dice.readings import combat_damage, combat_effects
from model.dice.requests import combat_dice
from model.dice.rolls import Roll
from model.engine.ask import Ask, Step, Throw
from model.engine.modifiers import Modifier, explain, term
from model.engine.telling import tell
from model.rulesets.wasteland import weapon_effects
from model.rulesets.wasteland.bodies import LOCATIONS, ROWS, Location
from model.rulesets.wasteland.body import strike_at
from model.rulesets.wasteland.cover import CoverRoll, cover_roll
from model.rulesets.wasteland.gear import Gear
from model.rulesets.wasteland.harm import (
    CRITICAL,
    begin_dying,
    dies_at_once,
    injure,
    irradiate,
    is_spent,
    location_of,
    location_roll,
    lose_hp,
    rolled_location,
)
from model.rulesets.wasteland.radiation import feed
from model.rulesets.wasteland.resistance import is_immune, resistance
from model.rulesets.wasteland.settings import rules
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
    before_damage: Callable[[], object] = lambda: None
    """What is offered once more when only the damage is missing."""

    @property
    def name(self) -> str:
        return "Bare hands" if self.weapon is None else self.weapon.name


@dataclass(frozen=True, kw_only=True)
class Wound:
    """What a hit comes to at a location."""

    location: Location
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
    count = max(1, ask.number(damage_dice(battle, blow)))
    found = None if called else location_roll(battle, target, "location", blow.attacker, ask)
    wound = _wound(battle, blow, target, called, found, count, was_dying=was_dying, ask=ask)
    battle = wounded(battle, target, wound.location, blow, wound, was_dying=was_dying, ask=ask)
    return _triggered(battle, blow, target, wound.location, wound, was_dying=was_dying, ask=ask)


def _rolled(battle: AnyBattle, blow: Blow, target: Id, count: int, ask: Ask) -> tuple[Roll, CoverRoll]:
    """Damage and cover, in the order that a house rule sets (WL-ATK-11, WL-AMB-29)."""
    request = combat_dice("damage", "Damage", count, words=("damage",))
    dice = blow.cover if cover_counts(blow.gear) else 0
    if rules(battle).cover_rolled == "before_damage":
        cover = cover_roll(battle, target, dice, ask)
        return ask.roll(request, blow.attacker), cover
    roll = ask.roll(request, blow.attacker)
    return roll, cover_roll(battle, target, dice, ask)


def cover_counts(gear: Gear) -> bool:
    """Cover is against physical and energy damage; against any other nobody rolls its dice (WL-MIS-04)."""
    return gear.harm in ("physical", "energy")


def _wound(
    battle: AnyBattle,
    blow: Blow,
    target: Id,
    called: Location | None,
    found: Roll | None,
    count: int,
    *,
    was_dying: bool,
    ask: Ask,
) -> Wound:
    """What the hit comes to. All its dice are read together at the end, so that odds weigh them in one go."""
    blow.before_damage()
    roll, cover = _rolled(battle, blow, target, count, ask)
    known = called
    if known is None and found is not None and found.record is not None:
        known = location_of(battle, target, found)
    places = LOCATIONS[battle.combatants[target].sheet.body] if known is None else (known,)
    stopped = tuple(_taken_off(battle, target, location, blow.gear, roll, ask) for location in places)
    reckoned = reckoning(battle, target, blow.gear, was_dying=was_dying)
    vicious, piercing = works(battle, blow.gear, "vicious"), works(battle, blow.gear, "piercing")
    everywhere, most = min(stopped), max(stopped)

    def as_dealt(damage: int, hits: int) -> tuple[int, int]:
        """The damage, and what it pierces of the resistance that some places have more than others.

        What all places have is taken off at once: odds tell far fewer amounts apart.
        """
        pierced = min(hits * piercing, most)
        through = max(0, everywhere - pierced)
        return max(0, damage + hits * vicious - through), max(0, pierced - everywhere)

    covers = cover_counts(blow.gear) and roll.said is None
    remaining = _remaining(battle, blow, target, cover.fixed if covers else 0)

    def at_place(dealt: tuple[int, int], row: int) -> tuple[str, int]:
        return places[row].name, remaining(dealt, stopped[row] - everywhere)

    def behind_cover(came_to: tuple[str, int], covered: int) -> tuple[str, int]:
        return came_to[0], max(0, came_to[1] - covered)

    dealt = Throw(roll, (combat_damage, combat_effects), as_dealt)
    throws: list[tuple[Throw, Step]]
    if known is None and found is not None:
        throws = [(dealt, lambda _, amounts: amounts), (Throw(found, (ROWS,)), at_place)]
    else:
        throws = [(dealt, lambda _, amounts: at_place(amounts, 0))]
    if covers and cover.throw is not None:
        throws.append((cover.throw, behind_cover))
    _, loss = ask.conclude_together(
        target,
        throws,
        {
            "damage": lambda came_to: came_to[1],
            "injury": lambda came_to: reckoned.injuries(came_to[1]) > 0,
            "drop": lambda came_to: reckoned.reaches_zero(came_to[1]),
            "location": lambda came_to: came_to[0],
            "by_location": lambda came_to: came_to,
        },
    )
    assert known is not None, "the dice that are read lie on the table, the location among them"
    damage, triggers = roll.read(combat_damage, combat_effects)
    return Wound(location=known, suffered=loss, total=damage + triggers * vicious, triggers=triggers)


def _remaining(battle: AnyBattle, blow: Blow, target: Id, cover: int) -> Callable[[tuple[int, int], int], int]:
    """The damage that remains (WL-ATK-13): of damage with what it pierces, and of resistance and known cover.

    Cover counts against physical and energy damage (WL-MIS-04); damage that the GM has named goes past everything.
    """
    immune = is_immune(battle, target, blow.gear.harm)

    def remaining(dealt: tuple[int, int], stopped: int) -> int:
        return 0 if immune else max(0, dealt[0] - max(0, stopped - dealt[1]) - cover)

    return remaining


def _taken_off(battle: AnyBattle, target: Id, location: Location, gear: Gear, roll: Roll, ask: Ask) -> int:
    """The resistance of a location; damage that the GM has named goes past it."""
    explanation = resistance(battle, target, location, gear.harm)
    return 0 if roll.said is not None else max(0, ask.number(explanation))


# ------------------------------------------------------------------------------------------ consequences


@dataclass(frozen=True, kw_only=True)
class Reckoning:
    """From how much damage suffered in one hit what comes of it; None: from none at all."""

    critical_from: int | None
    zero_from: int | None
    dying_from: int | None
    dies: bool
    """Whether 0 HP mean death at once, without an injury."""
    most: int
    """Injuries that one hit gives at most."""

    def reaches_zero(self, suffered: int) -> bool:
        return self.zero_from is not None and suffered >= self.zero_from

    def injuries(self, suffered: int) -> int:
        """How many injuries the hit gives (WL-CRIT-01, WL-DYING-01, WL-DYING-04, WL-AMB-17)."""
        if self.dies and self.reaches_zero(suffered):
            return 0
        thresholds = (self.critical_from, self.zero_from, self.dying_from)
        return min(self.most, sum(least is not None and suffered >= least for least in thresholds))


def reckoning(battle: AnyBattle, who: Id, gear: Gear, *, was_dying: bool) -> Reckoning:
    """What hits of a weapon come to for somebody as they are now (WL-AMB-14, WL-AMB-17, WL-AMB-19)."""
    is_radiation = gear.harm == "radiation"
    points: int | None = hp(battle, who)
    if is_radiation:
        points = hp_max(battle, who).total if points and rules(battle).radiation_caps_hp else None
    never_critical = is_radiation and rules(battle).radiation_crits == "never"
    injured_from = 1 if rules(battle).dying_injury_on == "damage_only" else 0
    return Reckoning(
        critical_from=None if never_critical else CRITICAL,
        zero_from=0 if is_spent(battle, who) else points or None,
        dying_from=injured_from if was_dying else None,
        dies=dies_at_once(battle, who),
        most=1 if rules(battle).injury_stacking == "one_per_hit" else 3,
    )


def wounded(
    battle: AnyBattle, who: Id, location: Location, blow: Blow, wound: Wound, *, was_dying: bool, ask: Ask
) -> AnyBattle:
    """Hit points or maximum, then injuries, then dying (WL-ATK-13, WL-CRIT-02, WL-DYING-01, WL-DYING-04)."""
    gear = blow.gear
    count = reckoning(battle, who, gear, was_dying=was_dying).injuries(wound.suffered)
    ask.say(tell(battle, "{0} hits {1}: {location}.", blow.attacker, who, location=location.name))
    battle = strike_at(battle, who, location)
    if gear.harm == "radiation":
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
    kind = blow.gear.harm
    taken_off = max(0, resistance(battle, who, location, kind).total)
    suffered = 0 if is_immune(battle, who, kind) else max(0, total - taken_off)
    return Wound(location=location, suffered=suffered, total=total, triggers=0)
