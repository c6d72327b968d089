"""What a hit does: cover, combat dice and the effects of weapons (WL-CD, WL-ATK-10 to WL-ATK-13)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache

from model.dice.outcomes import Combined, Followed, Outcome, Throw, folded
from model.dice.requests import Count, pool
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.effects import add_effect, effects_of, end_effects, has_effect
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question
from model.rulesets.wasteland import odds
from model.rulesets.wasteland.checks import DAMAGE_READING, EFFECT_READING, combat_dice
from model.rulesets.wasteland.conditions import CONDITIONS, COVER, DEAD, DYING, PERSISTENT, PRONE, WORN_DOWN
from model.rulesets.wasteland.harm import (
    CRITICAL,
    begin_dying,
    dies_at_once,
    feed,
    injure,
    irradiate,
    is_immune,
    is_spent,
    location_of,
    location_roll,
    lose_actions,
    lose_hp,
    resistance,
    strike_at,
    suffer_zero,
)
from model.rulesets.wasteland.movement import distance
from model.rulesets.wasteland.rerolls import Covered, by_worth
from model.rulesets.wasteland.settings import EFFECTS, rules
from model.rulesets.wasteland.sheet import LOCATIONS, ROWS, Battle, Gear, Location, ground_of
from model.rulesets.wasteland.values import hp, hp_max, melee_bonus
from model.state.base import Id, Record, replace
from model.state.battle import Item, name_of
from model.state.texts import Explanation, gm_text, text

# ----------------------------------------------------------------------------------------------------------- cover dice


WORTHS = (("blank", 0, "A blank"), ("one", 1, "A 1"), ("two", 2, "A 2"))
"""What a cover die can be worth; a re-roll treats dice of the same worth alike."""
STOPPED = (Count(reading=DAMAGE_READING, one="stopped", is_bare=True),)
"""How cover dice are counted: as damage stopped; effects on them do nothing."""


def behind_cover(
    battle: Battle, target: Id, dice: int, hit: Outcome, drops_from: int | None, id: str, ask: Ask
) -> Outcome:
    """What comes through the target's cover of a hit, given as a location and an amount (WL-MIS-04).

    Of the prone, odds take the re-roll that serves the target best (WL-PRONE-06). `id` is that of the roll.
    """
    if not dice:
        return hit
    if not has_effect(battle, target, PRONE):
        roll = ask.roll(combat_dice(id, "Cover", dice, counts=STOPPED), target)
        return Combined((hit, Throw(roll, (DAMAGE_READING,))), _less)
    roll = ask.roll(pool(id, "Cover", dice, 6, counts=STOPPED), target)
    covered = Covered(DAMAGE_READING, drops_from)
    if not roll.is_open:
        fixed, throws = _rolled_again(target, roll, None if hit.is_open else hit.value()[1], covered, ask)
        return Combined((hit, folded(operator.add, *throws)), lambda hit, stopped: _less(hit, stopped - fixed))
    spread = cache(covered.spread)
    return Followed(hit, lambda hit: {(hit[0], left): ways for left, ways in spread(hit[1], dice).items()})


def _less(hit: tuple[str, int], stopped: int) -> tuple[str, int]:
    return hit[0], max(0, hit[1] - stopped)


def _rolled_again(target: Id, roll: Roll, damage: int | None, covered: Covered, ask: Ask) -> tuple[int, list[Throw]]:
    """Re-roll none, some or all of the dice: what those had stopped no longer counts, and all throws (WL-PRONE-06)."""
    chosen = _chosen(roll, target, damage, covered, ask)
    fixed, throws = 0, [Throw(roll, (DAMAGE_READING,))]
    for key, worth, label in WORTHS:
        if count := chosen[key]:
            fixed += count * worth
            id = f"{roll.request.id}.{key}"
            again = ask.roll(pool(id, f"{label}, re-roll", count, 6, counts=STOPPED), target)
            throws.append(Throw(again, (DAMAGE_READING,)))
    return fixed, throws


def _chosen(roll: Roll, target: Id, damage: int | None, covered: Covered, ask: Ask) -> dict[str, int]:
    """Ask how many dice of each worth are re-rolled; the default is the best choice."""
    counts = [int(roll.read(reading)) for reading in by_worth(DAMAGE_READING)]
    ones = 0 if damage is None else covered.best(damage, *counts)
    best = {"blank": counts[0], "one": ones, "two": 0}
    choices: list[Choice[str]] = []
    default: list[str] = []
    for (key, _, label), count in zip(WORTHS, counts, strict=True):
        keys = [f"{key}{number}" for number in range(1, count + 1)]
        choices += (Choice(key=key, label=label) for key in keys)
        default += keys[: best[key]]
    question = Question(
        id=f"{roll.request.id}.again",
        title=text("Prone: which cover dice are re-rolled?"),
        kind="options",
        options=tuple(choices),
        least=0,
        most=len(choices),
        default=tuple(default),
        rule="WL-PRONE-06",
    )
    chosen = ask.choose(question, target)
    return {key: sum(one.startswith(key) for one in chosen) for key, _, _ in WORTHS}


# -------------------------------------------------------------------------------------------- damage effects of weapons


NOTED = ("arc", "freeze", "tranquilize", "custom")
"""Effects that are only shown, with the number of triggers."""


def works(battle: Battle, gear: Gear, effect: str) -> int:
    """The number of an effect that the weapon lists and the house rules enable, else 0."""
    value: int = gear.effects.get(effect, 0)
    return value if value and effect in rules(battle).effects_enabled else 0


def on_target(battle: Battle, target: Id, location: Location, gear: Gear, triggers: int, ask: Ask) -> Battle:
    """Apply everything that triggers do to the target, except further hits."""
    if works(battle, gear, "stun"):
        ask.log(battle, "{0} is stunned and loses the actions of the next turn.", target)
        battle = lose_actions(battle, target)
    if works(battle, gear, "persistent") and not has_effect(battle, target, DEAD):
        battle = _persistent(battle, target, gear, triggers)
    if works(battle, gear, "breaking"):
        battle = _break(battle, target, location, triggers)
    if works(battle, gear, "radioactive"):
        battle = _radioactive(battle, target, location, triggers, ask)
    return battle


def _note_effects(battle: Battle, gear: Gear, triggers: int, ask: Ask) -> None:
    for name, value in gear.effects.items():
        kind = name if name in EFFECTS else "custom"
        if kind in NOTED and kind in rules(battle).effects_enabled:
            words = (
                "{effect} {value}: {triggers} trigger." if triggers == 1 else "{effect} {value}: {triggers} triggers."
            )
            ask.add_message(gm_text(words, effect=name, value=value, triggers=triggers))


def _persistent(battle: Battle, target: Id, gear: Gear, triggers: int) -> Battle:
    """Repeat the weapon's damage at the end of as many of the target's turns as there were triggers."""
    battle = add_effect(battle, target, PERSISTENT, amount=gear.damage)
    effect = effects_of(battle, target, PERSISTENT)[-1]
    return replace(battle, shared=replace(battle.shared, timers=battle.shared.timers | {effect.id: triggers}))


def _break(battle: Battle, target: Id, location: Location, triggers: int) -> Battle:
    """Remove a cover die for each trigger or, without cover, a point of resistance at the location hit."""
    found = effects_of(battle, target, COVER)
    if not found:
        return add_effect(battle, target, WORN_DOWN, amount=triggers, note=location.id)
    dice = (found[0].amount or ground_of(battle, target).cover) - triggers
    if dice <= 0:
        return end_effects(battle, lambda bearer, effect: effect.id == found[0].id)
    combatant = battle.combatants[target]
    weakened = replace(found[0], amount=dice)
    return battle.with_combatant(replace(combatant, effects=combatant.effects | {weakened.id: weakened}))


def _radioactive(battle: Battle, target: Id, location: Location, triggers: int, ask: Ask) -> Battle:
    """Deal a point of radiation for each trigger, as separate damage."""
    if is_immune(battle, target, "radiation"):
        return feed(battle, target, triggers, ask)
    taken_off = max(0, resistance(battle, target, location, "radiation").total)
    battle = irradiate(battle, target, max(0, triggers - taken_off), ask)
    if not is_spent(battle, target):
        return battle
    return suffer_zero(battle, target, ask)


def burst_targets(
    battle: Battle, attacker: Id, target: Id, triggers: int, spare: int | None, ask: Ask
) -> tuple[Id, ...]:
    """Further targets of a burst: in the zone of the first, at most one per trigger and per piece of ammunition."""
    most = triggers if spare is None else min(triggers, spare)
    near = []
    for other, combatant in battle.combatants.items():
        if other in (attacker, target) or not combatant.is_present or combatant.is_out:
            continue
        found = distance(battle, target, other)
        if found is not None and found.zones == 0:
            near.append(other)
    if not near or most < 1:
        return ()
    question = Question(
        id="burst",
        title=text("Who else does the burst hit?"),
        kind="options",
        options=tuple(Choice(key=other, label=name_of(battle, other)) for other in near),
        least=0,
        most=min(most, len(near)),
        default=(),
        rule="WL-MIS-06",
    )
    return tuple(ask.choose(question, attacker))


# -------------------------------------------------------------------------------------------------- location and damage


class DamageSource(Record, kw_only=True):
    """The data of an attack that has hit, as needed for its damage."""

    attacker: Id
    weapon: Item[Gear] | None
    gear: Gear
    dice_extra: int = 0
    bonus: int = 0
    cover: Callable[[Battle, Id], int]
    """Cover dice of a combatant who is hit."""
    spare: int | None = None
    """Ammunition left for a burst, or None if it is not counted."""
    before_damage: Callable[[], object] = lambda: None
    """Makes an offer once more just before the damage is rolled."""

    @property
    def name(self) -> str:
        return "Bare hands" if self.weapon is None else self.weapon.name


class Hit(Record, kw_only=True):
    """A hit before it is known what it does: the dice of its damage, and its location, called or rolled."""

    target: Id
    was_dying: bool
    """Whether the target was dying before the attack."""
    roll: Roll | None = None
    dealt: tuple[int, int] = (0, 0)
    """Without a roll of its own: the damage, and the triggers of the first hit."""
    called: Location | None = None
    found: Roll | None = None
    key: str = ""
    """What distinguishes its dice from those of the first hit."""

    @property
    def is_said(self) -> bool:
        """Whether the GM has set the amount of damage, which ignores resistance and cover."""
        return self.roll is not None and self.roll.said is not None


class DamageDone(Record, kw_only=True):
    """The damage of a hit at a location."""

    location: Location
    suffered: int
    total: int
    """The damage before resistance."""
    triggers: int


def damage_dice(battle: Battle, source: DamageSource) -> Explanation:
    """How many combat dice are rolled (WL-ATK-11, WL-ATK-12, WL-STAT-03)."""
    parts = [term("damage", source.name, source.gear.damage, "WL-ATK-11")]
    parts.append(Modifier(key="weapon_bonus", label="Weapon bonus", amount=source.gear.bonus_cd, rule="WL-ATK-11"))
    own = battle.combatants[source.attacker].sheet.bonus_cd
    parts.append(Modifier(key="bonus_cd", label="Bonus CD", amount=own, rule="WL-ATK-11"))
    if not source.gear.is_at_range:
        parts.append(melee_bonus(battle, source.attacker))
    parts.append(Modifier(key="ammo", label="Further shots", amount=source.dice_extra, rule="WL-ATK-12"))
    parts += CONDITIONS.modifiers(battle, source.attacker, "damage")
    parts.append(Modifier(key="gm_modifier", label="GM", amount=source.bonus, rule="WL-ATK-11"))
    return explain("damage_dice", "Damage dice", parts)


def strike(
    battle: Battle, source: DamageSource, target: Id, called: Location | None, *, was_dying: bool, ask: Ask
) -> tuple[Battle, int]:
    """Carry out a hit; returns the battle after it, and how much further ammunition a burst has used."""
    count = max(1, ask.number(damage_dice(battle, source)))
    found = None if called else location_roll(battle, target, "location", source.attacker, ask)
    source.before_damage()
    roll = ask.roll(combat_dice("damage", "Damage", count, words=("damage",)), source.attacker)
    hit = Hit(target=target, roll=roll, called=called, found=found, was_dying=was_dying)
    battle, done = _land(battle, source, hit, ask)
    if not done.triggers:
        return battle, 0
    # Odds tell of the hit alone.
    ask.all_measured()
    _note_effects(battle, source.gear, done.triggers, ask)
    if works(battle, source.gear, "spread"):
        for number in range(1, done.triggers + 1):
            battle = _spread(battle, source, hit, done, number, ask)
    if not works(battle, source.gear, "burst"):
        return battle, 0
    others = burst_targets(battle, source.attacker, target, done.triggers, source.spare, ask)
    for other in others:
        battle = _burst(battle, source, other, done, ask)
    return battle, len(others)


def _spread(battle: Battle, source: DamageSource, first: Hit, done: DamageDone, number: int, ask: Ask) -> Battle:
    """One more hit of half the damage at a random location; its triggers only pierce (WL-MIS-06)."""
    key = f"spread{number}"
    found = location_roll(battle, first.target, f"location.{key}", source.attacker, ask)
    dealt = (done.total // 2, done.triggers)
    hit = Hit(target=first.target, dealt=dealt, found=found, was_dying=first.was_dying, key=key)
    return wounded(battle, source, hit, _wound(battle, source, hit, ask), ask)


def _burst(battle: Battle, source: DamageSource, other: Id, done: DamageDone, ask: Ask) -> Battle:
    """The same hit on another target, at a location rolled for them (WL-MIS-06)."""
    found = location_roll(battle, other, f"location.{other}", source.attacker, ask)
    was_dying = has_effect(battle, other, DYING)
    hit = Hit(target=other, dealt=(done.total, done.triggers), found=found, was_dying=was_dying, key=other)
    return _land(battle, source, hit, ask)[0]


def _land(battle: Battle, source: DamageSource, hit: Hit, ask: Ask) -> tuple[Battle, DamageDone]:
    """Let a hit do its damage, and what its triggers do to the target (WL-CD-02)."""
    done = _wound(battle, source, hit, ask)
    battle = wounded(battle, source, hit, done, ask)
    if done.triggers:
        battle = on_target(battle, hit.target, done.location, source.gear, done.triggers, ask)
    return battle, done


def _wound(battle: Battle, source: DamageSource, hit: Hit, ask: Ask) -> DamageDone:
    """The damage of a hit. All its dice are read together at the end, so that odds combine them in one step."""
    target, gear, roll = hit.target, source.gear, hit.roll
    known = hit.called
    if known is None and hit.found is not None and not hit.found.is_open:
        known = location_of(battle, target, hit.found)
    places = LOCATIONS[battle.combatants[target].sheet.body] if known is None else (known,)
    stopped = tuple(_taken_off(battle, location, gear, hit, ask) for location in places)
    reckoned = reckoning(battle, target, gear, was_dying=hit.was_dying)
    vicious, piercing = works(battle, gear, "vicious"), works(battle, gear, "piercing")
    immune = is_immune(battle, target, gear.harm)
    everywhere, most = min(stopped), max(stopped)

    def as_dealt(total: int, triggers: int) -> tuple[int, int]:
        """The damage after the resistance that all locations share, and what it pierces of any further resistance.

        The shared part is subtracted at once, so that odds distinguish far fewer amounts.
        """
        pierced = min(triggers * piercing, most)
        through = max(0, everywhere - pierced)
        return max(0, total - through), max(0, pierced - everywhere)

    def at_place(dealt: tuple[int, int], row: int) -> tuple[str, int]:
        further = max(0, stopped[row] - everywhere - dealt[1])
        return places[row].name, 0 if immune else max(0, dealt[0] - further)

    if roll is None:
        came_to: Outcome = Combined((), lambda: as_dealt(*hit.dealt))
    else:
        readings = (DAMAGE_READING, EFFECT_READING)
        came_to = Throw(roll, readings, lambda damage, triggers: as_dealt(damage + triggers * vicious, triggers))
    if known is None and hit.found is not None:
        came_to = Combined((came_to, Throw(hit.found, (ROWS,))), at_place)
    else:
        came_to = Combined((came_to,), lambda amounts: at_place(amounts, 0))
    # Cover counts against physical and energy damage. Its dice are rolled even where the GM has set the amount.
    dice = source.cover(battle, target) if gear.harm in ("physical", "energy") else 0
    id = f"cover.{hit.key}" if hit.key else "cover"
    covered = behind_cover(battle, target, dice, came_to, reckoned.zero_from, id, ask)
    _, loss = ask.resolve(
        came_to if hit.is_said else covered,
        who=target,
        measures={
            odds.DAMAGE: lambda came_to: came_to[1],
            odds.INJURY: lambda came_to: reckoned.injuries(came_to[1]) > 0,
            odds.DROP: lambda came_to: reckoned.reaches_zero(came_to[1]),
            odds.LOCATION: lambda came_to: came_to[0],
            odds.BY_LOCATION: lambda came_to: came_to,
        },
        is_last=True,
    )
    assert known is not None, "the dice that are read are on the table, the location among them"
    total, triggers = hit.dealt
    if roll is not None:
        damage, triggers = roll.read(DAMAGE_READING, EFFECT_READING)
        total = damage + triggers * vicious
    return DamageDone(location=known, suffered=loss, total=total, triggers=triggers)


def _taken_off(battle: Battle, location: Location, gear: Gear, hit: Hit, ask: Ask) -> int:
    """The resistance of a location, or 0 against an amount of damage set by the GM."""
    explanation = resistance(battle, hit.target, location, gear.harm)
    return 0 if hit.is_said else max(0, ask.number(explanation))


# --------------------------------------------------------------------------------------------------------- consequences


class Reckoning(Record, kw_only=True):
    """The amounts of damage suffered in one hit from which each consequence follows, or None if it never does."""

    critical_from: int
    zero_from: int | None
    dying_from: int | None
    dies: bool
    """Whether 0 HP means death at once, without an injury."""
    most: int
    """Maximum number of injuries from one hit."""

    def reaches_zero(self, suffered: int) -> bool:
        return self.zero_from is not None and suffered >= self.zero_from

    def injuries(self, suffered: int) -> int:
        """How many injuries the hit causes (WL-CRIT-01, WL-DYING-01, WL-DYING-04, WL-AMB-17)."""
        if self.dies and self.reaches_zero(suffered):
            return 0
        thresholds = (self.critical_from, self.zero_from, self.dying_from)
        return min(self.most, sum(least is not None and suffered >= least for least in thresholds))


def reckoning(battle: Battle, who: Id, gear: Gear, *, was_dying: bool) -> Reckoning:
    """The thresholds of a weapon's hits for a combatant in their current state (WL-AMB-14, WL-AMB-17, WL-AMB-19)."""
    is_radiation = gear.harm == "radiation"
    points: int | None = hp(battle, who)
    if is_radiation:
        points = hp_max(battle, who).total if points else None
    return Reckoning(
        critical_from=CRITICAL,
        zero_from=0 if is_spent(battle, who) else points or None,
        dying_from=0 if was_dying else None,
        dies=dies_at_once(battle, who),
        most=1 if rules(battle).injury_stacking == "one_per_hit" else 3,
    )


def wounded(battle: Battle, source: DamageSource, hit: Hit, done: DamageDone, ask: Ask) -> Battle:
    """Reduce HP or their maximum, then injure, then begin dying (WL-ATK-13, WL-CRIT-02, WL-DYING-01, WL-DYING-04)."""
    who, harm, location = hit.target, source.gear.harm, done.location
    count = reckoning(battle, who, source.gear, was_dying=hit.was_dying).injuries(done.suffered)
    ask.log(battle, "{0} hits {1}: {location}.", source.attacker, who, location=location.name)
    battle = strike_at(battle, who, location)
    if harm == "radiation":
        if is_immune(battle, who, harm):
            return feed(battle, who, done.total, ask)
        battle = irradiate(battle, who, done.suffered, ask)
    else:
        battle = lose_hp(battle, who, done.suffered, ask)
    if done.suffered >= CRITICAL:
        ask.add_message(gm_text("{suffered} damage in one hit: a critical hit.", suffered=done.suffered))
    falls = is_spent(battle, who)
    for _ in range(count - 1 if falls else count):
        battle = injure(battle, who, location, ask)
    return begin_dying(battle, who, location, ask) if falls else battle
