"""Resistance, hit points, injuries, dying, radiation, ends of turns (WL-DR, WL-CRIT, WL-INJ, WL-DYING, WL-RAD)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from model.dice.requests import DiceRequest, sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects, end_effects_of, has_effect
from model.engine.messages import damage_message, healing_message
from model.engine.modifiers import Modifier, explain, term
from model.engine.prompts import run_prompts
from model.engine.requests import Choice, Offer
from model.engine.ruleset import TurnPrompt
from model.engine.types import Body, BodyPart
from model.rulesets.wasteland import checks, odds, payment
from model.rulesets.wasteland.conditions import (
    CHEM,
    CONDITIONS,
    DEAD,
    DYING,
    INJURIES,
    PERSISTENT,
    PRONE,
    READIED,
    STUNNED,
    UNCONSCIOUS,
    WORN_DOWN,
    has_injury,
    injuries,
    injury_count,
)
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import (
    LOCATIONS,
    ROWS,
    UPPER,
    Battle,
    DamageType,
    Gear,
    InjuryKind,
    Location,
    ground_of,
    torso_of,
)
from model.rulesets.wasteland.sheet import Body as BodyType
from model.rulesets.wasteland.values import hp, hp_max
from model.state.base import Id, replace
from model.state.battle import Item
from model.state.effects import Effect
from model.state.texts import Explanation, text

# ----------------------------------------------------------------------------------------------------------- resistance


SCALED = ("physical", "energy", "radiation")
"""Types of damage with a resistance for each location; all others have one for the whole body."""


def is_immune(battle: Battle, who: Id, kind: str) -> bool:
    return kind in battle.combatants[who].sheet.immune


def _worn(battle: Battle, who: Id, location: Location) -> Iterator[Item[Gear]]:
    for item in battle.items_of(who):
        if item.where == "worn" and item.gear.kind == "armour":
            covers = item.gear.covers
            if "all" in covers or location.id in covers:
                yield item


def _parts(battle: Battle, who: Id, location: Location, kind: str) -> Iterator[Modifier]:
    sheet = battle.combatants[who].sheet
    if kind not in SCALED:
        amount = sheet.poison_dr if kind == "poison" else sheet.other_dr.get(kind, 0)
        yield term(kind, f"Against {kind.replace('_', ' ')}", amount, "WL-MIS-03")
        return
    given = sheet.dr.get(location.id, sheet.dr.get("all"))
    if given is not None:
        yield term("given", "Given", getattr(given, kind), "WL-MIS-03")
    else:
        # Of layers worn over each other only the highest counts, type by type.
        best = max(_worn(battle, who, location), key=lambda item: getattr(item.gear, kind), default=None)
        if best is not None:
            yield term("worn", best.name, getattr(best.gear, kind), "WL-DR-01")
        yield Modifier(key="innate", label="Innate", amount=getattr(sheet.innate, kind), rule="WL-DR-01")
        yield Modifier(key="plating", label="Plating", amount=getattr(sheet.plating, kind), rule="WL-DR-01")
    yield from CONDITIONS.modifiers(battle, who, f"dr_{kind}")


def resistance(battle: Battle, who: Id, location: Location, kind: str) -> Explanation:
    """What a location subtracts from the damage of a hit; broken armour never takes it below 0."""
    parts = list(_parts(battle, who, location, kind))
    whole = sum(part.amount for part in parts)
    if kind in SCALED:
        broken = sum(effect.amount for effect in effects_of(battle, who, WORN_DOWN) if effect.note == location.id)
        lost = min(broken, max(0, whole))
        parts.append(Modifier(key=WORN_DOWN, label="Armour broken", amount=-lost, rule="WL-MIS-06"))
    return explain("resistance", f"Resistance, {location.name}", parts)


def whole_body_resistance(battle: Battle, who: Id) -> int:
    """The lowest resistance to radiation of any location (WL-RAD-02)."""
    locations = LOCATIONS[battle.combatants[who].sheet.body]
    return min(max(0, resistance(battle, who, location, "radiation").total) for location in locations)


# ---------------------------------------------------------------------------------------------- the body for the window


SCALES: dict[DamageType, str] = {"physical": "phys", "energy": "en", "radiation": "rad"}
IMMUNE = "∞"
FIGURES: dict[BodyType, str] = {"mister_handy": "hovering_robot"}
"""Figures with another name than the body."""
PENALTIES: dict[InjuryKind, str] = {
    "head": "+2 on tests that need sight",
    "torso": "bleeds: 2 CD at the end of turns",
    "arm": "useless",
    "leg": "Move takes the major action; no sprint",
}
"""Lasting penalties of an injury until it is treated (WL-CRIT-02)."""


def body_of(battle: Battle, who: Id) -> Body:
    """A combatant's body with its current numbers."""
    kind: BodyType = battle.combatants[who].sheet.body
    struck = battle.shared.struck.get(who, ())
    hurt = [_place_of(kind, effect.kind, effect.note) for effect in injuries(battle, who)]
    parts = tuple(
        BodyPart(
            id=location.id,
            name=location.name,
            faces=_faces(row),
            shape=location.id,
            numbers=tuple(_number(battle, who, location, kind) for kind in SCALES),
            injuries=hurt.count(location.id),
            effect=PENALTIES[location.injury] if location.id in hurt else "",
            is_struck=location.id in struck,
        )
        for row, location in enumerate(LOCATIONS[kind])
    )
    lost = hurt.count("")
    radiation = battle.combatants[who].sheet.radiation
    remarks = (
        f"{lost} {'injury' if lost == 1 else 'injuries'} at an unknown location" if lost else "",
        f"radiation {radiation} lowers the maximum" if radiation else "",
    )
    remark = " · ".join(filter(None, remarks))
    return Body(parts=parts, figure=FIGURES.get(kind, kind), scales=tuple(SCALES.values()), remark=remark)


def strike_at(battle: Battle, who: Id, location: Location) -> Battle:
    """Note where a combatant was hit, for the display."""
    struck = battle.shared.struck
    return replace(battle, shared=replace(battle.shared, struck=struck | {who: (*struck.get(who, ()), location.id)}))


def forget_strikes(battle: Battle) -> Battle:
    """Clear the noted hits, because another attack or turn begins."""
    return replace(battle, shared=replace(battle.shared, struck={})) if battle.shared.struck else battle


def _place_of(kind: BodyType, injury: str, noted: str) -> str:
    """The location of an injury; if none is noted (applied by hand), the only one that fits, else an empty string."""
    if noted:
        return noted
    fitting = [location.id for location in LOCATIONS[kind] if INJURIES[location.injury] == injury]
    return fitting[0] if len(fitting) == 1 else ""


def _number(battle: Battle, who: Id, location: Location, kind: DamageType) -> str:
    if is_immune(battle, who, kind):
        return IMMUNE
    return str(max(0, resistance(battle, who, location, kind).total))


def _faces(row: int) -> str:
    least = UPPER[row - 1] + 1 if row else 1
    return f"{least}–{UPPER[row]}"


# ---------------------------------------------------------------------------------------------- hit points and injuries


CRITICAL = 5
"""Damage suffered in one hit from which it is critical (WL-CRIT-01)."""


def with_hp(battle: Battle, who: Id, points: int) -> Battle:
    """Set the hit points of a combatant, between 0 and the current maximum."""
    combatant = battle.combatants[who]
    kept = max(0, min(points, hp_max(battle, who).total))
    return battle.with_combatant(replace(combatant, sheet=replace(combatant.sheet, hp=kept)))


def lose_hp(battle: Battle, who: Id, amount: int, ask: Ask) -> Battle:
    """Subtract damage after resistance from the HP, and log it (WL-ATK-13)."""
    ask.add_message(damage_message(battle, who, amount))
    return with_hp(battle, who, hp(battle, who) - amount) if amount else battle


def irradiate(battle: Battle, who: Id, amount: int, ask: Ask) -> Battle:
    """Apply radiation after resistance: it lowers the maximum, and current HP with it (WL-RAD-01, WL-AMB-14)."""
    if not amount:
        ask.log(battle, "{0} takes no radiation.", who)
        return battle
    points = hp(battle, who)
    combatant = battle.combatants[who]
    sheet = replace(combatant.sheet, radiation=combatant.sheet.radiation + amount, hp=points)
    battle = battle.with_combatant(replace(combatant, sheet=sheet))
    words = {"health_of": who, "in_words": "{0} takes radiation."}
    ask.log(battle, "{0} takes {amount} radiation.", who, **words, amount=amount)
    return with_hp(battle, who, points)


# ------------------------------------------------------------------------------------------------------------ locations


def location_roll(battle: Battle, who: Id, id: str, by: Id, ask: Ask) -> Roll:
    """Roll 1d20 on the location table, or use a location's name typed instead (WL-LOC-01, WL-ATK-10)."""
    return ask.roll(replace(_location_request(battle.combatants[who].sheet.body), id=id), by)


@cache
def _location_request(body: BodyType) -> DiceRequest:
    locations = LOCATIONS[body]
    words = tuple(location.name.lower() for location in locations)
    names = tuple(locations[row].name for row in ROWS)
    return replace(sum_of("location", "Hit location", "1d20", words=words), names=names)


def location_of(battle: Battle, who: Id, roll: Roll) -> Location:
    """The location that a roll names."""
    locations = LOCATIONS[battle.combatants[who].sheet.body]
    if roll.said is not None:
        return next(location for location in locations if location.name.lower() == roll.said.word)
    return locations[int(roll.read(ROWS))]


# ------------------------------------------------------------------------------------------------------------- injuries


def injure(battle: Battle, who: Id, location: Location, ask: Ask) -> Battle:
    """Add an injury at a location, with its immediate effects (WL-CRIT-02, WL-INJ-01 to WL-INJ-04)."""
    battle = add_effect(battle, who, INJURIES[location.injury], note=location.id)
    ask.log(battle, "{0} suffers an injury: {location}.", who, location=location.name)
    match location.injury:
        case "arm":
            return _drop(battle, who, location, ask)
        case "leg":
            return fall(battle, who)
        case "head":
            return lose_actions(battle, who)
    return battle


def fall(battle: Battle, who: Id) -> Battle:
    """Make a combatant prone, whatever the cause (WL-PRONE-01)."""
    return battle if has_effect(battle, who, PRONE) else add_effect(battle, who, PRONE)


def lose_actions(battle: Battle, who: Id) -> Battle:
    """Take the actions of the combatant's next turn; several cost only that one (WL-INJ-04, WL-AMB-03)."""
    return battle if has_effect(battle, who, STUNNED) else add_effect(battle, who, STUNNED)


def _drop(battle: Battle, who: Id, location: Location, ask: Ask) -> Battle:
    """Drop held items within reach; built-in weapons stay (WL-INJ-01, WL-AMB-15)."""
    for item in battle.items_of(who):
        if item.where == "hand" and not item.gear.built_in and _falls(battle, item, location):
            place = battle.combatants[who].place
            dropped = replace(item, holder=None, where="board", place=place)
            battle = replace(battle, items=battle.items | {item.id: dropped})
            ask.log(battle, "{0} drops {item}.", who, item=item.name)
    return battle


def _falls(battle: Battle, item: Item, location: Location) -> bool:  # type: ignore[type-arg]
    if rules(battle).arm_injury_drop == "all":
        return True
    return bool(item.gear.hands == 2 or item.gear.arm == location.id)


def is_arm_useless(battle: Battle, who: Id, location: str) -> bool:
    """Whether an injury keeps an arm from holding or using anything (WL-INJ-01)."""
    return any(effect.note == location for effect in effects_of(battle, who, INJURIES["arm"]))


def arms_left(battle: Battle, who: Id) -> int:
    """Number of usable arms; a body without arms counts as having two."""
    arms = [location for location in LOCATIONS[battle.combatants[who].sheet.body] if location.injury == "arm"]
    if not arms:
        return 2
    usable = sum(not is_arm_useless(battle, who, arm.id) for arm in arms)
    # An injury without a note is that of any other arm.
    return max(0, usable - sum(not effect.note for effect in effects_of(battle, who, INJURIES["arm"])))


# ----------------------------------------------------------------------------------------------------------------- 0 HP


def dies_at_once(battle: Battle, who: Id) -> bool:
    """Whether a combatant dies at 0 HP without death tests: opponents, by house rule (WL-AMB-19)."""
    return rules(battle).npc_zero_hp == "dead" and battle.combatants[who].side != "pc"


def begin_dying(battle: Battle, who: Id, location: Location | None, ask: Ask) -> Battle:
    """Handle 0 HP: injure at `location` if given, and begin dying; by house rule, die (WL-DYING-01, WL-AMB-19)."""
    if dies_at_once(battle, who):
        return die(battle, who, ask)
    if location is not None:
        battle = injure(battle, who, location, ask)
    battle = add_effect(battle, who, DYING, until="recovered")
    ask.log(battle, "{0} is dying.", who)
    return fall(battle, who)


def die(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Kill a combatant, who is then out of combat for good (WL-DYING-03)."""
    battle = end_effects_of(battle, who, DYING, UNCONSCIOUS, READIED)
    battle = add_effect(battle, who, DEAD)
    ask.log(battle, "{0} dies.", who)
    return battle.with_combatant(replace(battle.combatants[who], is_out=True))


def is_spent(battle: Battle, who: Id) -> bool:
    """Whether a combatant is at 0 HP, but not dying or dead yet."""
    return hp(battle, who) <= 0 and not has_effect(battle, who, DYING, DEAD)


def suffer_zero(battle: Battle, who: Id, ask: Ask, *, at: Location | None = None) -> Battle:
    """Handle 0 HP after damage without a location: the injury is at `at`, else rolled (WL-DYING-01, WL-AMB-18)."""
    if not is_spent(battle, who):
        return battle
    if at is None and not dies_at_once(battle, who):
        at = location_of(battle, who, location_roll(battle, who, f"injury.{who}", who, ask))
    return begin_dying(battle, who, at, ask)


def bleeds(battle: Battle, who: Id) -> bool:
    return has_injury(battle, who, "torso")


# ------------------------------------------------------------------------------------------------------------ radiation


FED_BY = 3
"""Points of radiation that give a ghoul 1 HP back (WL-MIS-05)."""


def feed(battle: Battle, who: Id, total: int, ask: Ask) -> Battle:
    """Heal a combatant who feeds on the radiation that they are immune to (WL-MIS-05)."""
    before = hp(battle, who)
    if not battle.combatants[who].sheet.feeds_on_radiation or has_effect(battle, who, DEAD):
        return battle
    battle = with_hp(battle, who, before + total // FED_BY)
    if healed := hp(battle, who) - before:
        ask.add_message(healing_message(battle, "{0} regains {healed} HP from radiation.", who, healed=healed))
    return battle


def irradiate_whole_body(battle: Battle, who: Id, total: int, ask: Ask) -> Battle:
    """Apply radiation minus the lowest resistance of any location; it is never critical (WL-RAD-02, WL-AMB-14)."""
    if is_immune(battle, who, "radiation"):
        return feed(battle, who, total, ask)
    suffered = max(0, total - whole_body_resistance(battle, who))
    return suffer_zero(irradiate(battle, who, suffered, ask), who, ask)


# ---------------------------------------------------------------------------------------------------- the end of a turn


BLEEDING = 2
"""Combat dice of bleeding (WL-INJ-03)."""


def at_turn_end(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Everything that happens at the end of a combatant's turn: the death test first (WL-AMB-20)."""
    # A combatant who begins dying now has the first death test at the end of their next turn.
    death_test = ("death_test",) if has_effect(battle, who, DYING) else ()
    battle = run_prompts(battle, who, (*death_test, "bleeding", "persistent", "radiation"), ask)
    if not has_effect(battle, who, DEAD) and not ground_of(battle, who).radiation_dice:
        battle = _radiation_of_ground(battle, who, ask)
    return count_down(battle, "turns", ask, of=who)


# ---------------------------------------------------------------------------------------------------------- death tests


def _death_test(battle: Battle, who: Id, ask: Ask) -> Battle:
    """END + Survival against the number of injuries; a failure kills (WL-DYING-02, WL-DYING-03)."""
    call = Call(action="death_test", actor=who, options={"dice": _dice_bought(battle, who, ask)})
    pair = ("endurance", "survival")
    parts = [term("injuries", "Injuries", injury_count(battle, who), "WL-DYING-02")]
    check = checks.Check(
        id=f"death.{who}",
        title="Death test",
        who=who,
        pair=pair,
        difficulty=checks.difficulty_of(battle, who, parts, call, needs_sight=False),
        verdict=f"lives.{who}",
        measure=odds.LIVES,
        verdict_title="Survives",
    )
    outcome, battle = checks.take_test(battle, check, call, ask)
    battle = checks.keep_points(battle, outcome, ask)
    if not outcome.passed:
        return die(battle, who, ask)
    ask.log(battle, "{0} is still dying.", who)
    return battle


def _dice_bought(battle: Battle, who: Id, ask: Ask) -> int:
    """Number of dice bought for a test without an action: offered before it is rolled (WL-AP-03)."""
    choices = tuple(
        Choice(key=str(count), label=f"{count} d20 for {payment.cost_of_dice(battle, count)} AP")
        for count in range(1, len(rules(battle).buy_dice_costs) + 1)
        if payment.cost_of_dice(battle, count) <= payment.available(battle, who)
    )
    if not choices:
        return 0
    offer = Offer(id=f"dice.{who}", title=text("Buy dice"), by=(who,), options=choices, rule="WL-AP-03")
    taken = ask.offer(offer)
    return int(taken) if isinstance(taken, str) else 0


# --------------------------------------------------------------------------------------------------------------- damage


def _bleed(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Deal 2 CD of damage that ignores resistance; none at 0 HP (WL-INJ-03, WL-AMB-16, WL-AMB-20)."""
    roll = ask.roll(checks.combat_dice(f"bleeding.{who}", "Bleeding", BLEEDING, words=("damage",)), who)
    damage = int(roll.read(checks.DAMAGE_READING))
    battle = lose_hp(battle, who, damage, ask)
    ask.measure(who, odds.DAMAGE, damage)
    ask.measure(who, odds.DROP, hp(battle, who) <= 0)
    return suffer_zero(battle, who, ask, at=torso_of(battle.combatants[who].sheet.body))


def _lasting_damage(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Repeat the damage of a persistent weapon, for as many turns as it had triggers (WL-MIS-06)."""
    for effect in effects_of(battle, who, PERSISTENT):
        if hp(battle, who) <= 0:
            break
        roll = ask.roll(checks.combat_dice(f"persistent.{effect.id}", "Persistent damage", effect.amount), who)
        battle = lose_hp(battle, who, int(roll.read(checks.DAMAGE_READING)), ask)
        battle = suffer_zero(battle, who, ask)
        battle = _one_less(battle, effect.id)
    return battle


def _radiation_of_ground(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Apply the radiation of the combatant's zone to the whole body (WL-MIS-08, WL-RAD-02)."""
    ground = ground_of(battle, who)
    total = ground.radiation
    if ground.radiation_dice:
        roll = ask.roll(checks.combat_dice(f"ground.{who}", "Radiation in the zone", ground.radiation_dice), who)
        total += int(roll.read(checks.DAMAGE_READING))
    return irradiate_whole_body(battle, who, total, ask) if total else battle


def _of_the_living(is_due: Callable[[Battle, Id], bool]) -> Callable[[Battle, Id], bool]:
    return lambda battle, who: is_due(battle, who) and not has_effect(battle, who, DEAD)


PROMPTS = (
    TurnPrompt(
        id="death_test", title="Death test", rule="WL-DYING-02", run=_death_test,
        is_due=_of_the_living(lambda battle, who: has_effect(battle, who, DYING)),
    ),
    TurnPrompt(
        id="bleeding", title="Bleeding", rule="WL-INJ-03", run=_bleed,
        is_due=_of_the_living(lambda battle, who: bleeds(battle, who) and hp(battle, who) > 0),
    ),
    TurnPrompt(
        id="persistent", title="Persistent damage", rule="WL-MIS-06", run=_lasting_damage,
        is_due=_of_the_living(lambda battle, who: has_effect(battle, who, PERSISTENT) and hp(battle, who) > 0),
    ),
    TurnPrompt(
        id="radiation", title="Radiation of the zone", rule="WL-MIS-08", run=_radiation_of_ground,
        is_due=_of_the_living(lambda battle, who: ground_of(battle, who).radiation_dice > 0),
    ),
)  # fmt: skip


# -------------------------------------------------------------------------------------------------------- counting down


def _one_less(battle: Battle, effect: Id) -> Battle:
    left = battle.shared.timers.get(effect, 1) - 1
    timers = {id: count for id, count in battle.shared.timers.items() if id != effect}
    if left > 0:
        timers[effect] = left
    else:
        battle = end_effects(battle, lambda bearer, ending: ending.id == effect)
    return replace(battle, shared=replace(battle.shared, timers=timers))


def count_down(battle: Battle, unit: str, ask: Ask, *, of: Id | None = None) -> Battle:
    """Count down chems that last a number of turns or rounds, and end those that run out (WL-MIS-09)."""
    for who in battle.combatants if of is None else (of,):
        for effect in effects_of(battle, who, CHEM):
            if effect.id in battle.shared.timers and _unit(battle, effect) == unit:
                battle = _one_less(battle, effect.id)
                if not any(left.id == effect.id for left in effects_of(battle, who, CHEM)):
                    ask.log(battle, "{0}'s chem wears off.", who)
    return battle


def _unit(battle: Battle, effect: Effect) -> str:
    item = battle.items.get(effect.source or "")
    gear: Gear | None = None if item is None else item.gear
    return "turns" if gear is None else gear.lasts
