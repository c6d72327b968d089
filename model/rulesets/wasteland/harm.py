"""Losing hit points, injuries, dying and death (WL-CRIT, WL-INJ, WL-DYING, WL-RAD)."""

from __future__ import annotations

from model.dice.requests import sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.effects import add_effect, effects_of, end_effects_of, has_effect
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.wasteland.bodies import LOCATIONS, ROWS, Location, location_named, torso_of
from model.rulesets.wasteland.conditions import (
    DEAD,
    DYING,
    INJURIES,
    PRONE,
    READIED,
    STUNNED,
    UNCONSCIOUS,
    has_injury,
)
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.stats import hp, hp_max
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import text

CRITICAL = 5
"""Damage suffered in one hit that makes it a critical one (WL-CRIT-01)."""


def with_hp(battle: AnyBattle, who: Id, points: int) -> AnyBattle:
    """Somebody at so many hit points, between 0 and the current maximum.

    HP that a house rule has left above a lowered maximum are not cut, and not raised either.
    """
    combatant = battle.combatants[who]
    most = hp_max(battle, who).total
    if not rules(battle).radiation_caps_hp:
        most = max(most, hp(battle, who))
    kept = max(0, min(points, most))
    return battle.with_combatant(replace(combatant, sheet=replace(combatant.sheet, hp=kept)))


def lose_hp(battle: AnyBattle, who: Id, amount: int, ask: Ask) -> AnyBattle:
    """Take damage that got through (WL-ATK-13)."""
    ask.say(tell(battle, "{0} takes {amount} damage." if amount else "{0} takes no damage.", who, amount=amount))
    return with_hp(battle, who, hp(battle, who) - amount) if amount else battle


def irradiate(battle: AnyBattle, who: Id, amount: int, ask: Ask) -> AnyBattle:
    """Radiation that got through lowers the maximum, and current HP with it (WL-RAD-01, WL-AMB-14)."""
    if not amount:
        ask.say(tell(battle, "{0} takes no radiation.", who))
        return battle
    points = hp(battle, who)
    combatant = battle.combatants[who]
    sheet = replace(combatant.sheet, radiation=combatant.sheet.radiation + amount, hp=points)
    battle = battle.with_combatant(replace(combatant, sheet=sheet))
    ask.say(tell(battle, "{0} takes {amount} radiation.", who, amount=amount))
    return with_hp(battle, who, points) if rules(battle).radiation_caps_hp else battle


# ------------------------------------------------------------------------------------------ locations


def location_roll(battle: AnyBattle, who: Id, id: str, by: Id, ask: Ask) -> Roll:
    """1d20 on the table, or a location's name typed instead (WL-LOC-01, WL-ATK-10)."""
    locations = LOCATIONS[battle.combatants[who].sheet.body]
    words = tuple(location.name.lower() for location in locations)
    names = tuple(locations[row].name for row in ROWS)
    return ask.roll(replace(sum_of(id, "Hit location", "1d20", words=words), names=names), by)


def location_of(battle: AnyBattle, who: Id, roll: Roll) -> Location:
    """The location that a roll names."""
    locations = LOCATIONS[battle.combatants[who].sheet.body]
    if roll.said is not None:
        return next(location for location in locations if location.name.lower() == roll.said.word)
    return locations[int(roll.read(ROWS))]


def rolled_location(battle: AnyBattle, who: Id, id: str, by: Id, ask: Ask) -> Location:
    """A hit location by 1d20."""
    return location_of(battle, who, location_roll(battle, who, id, by, ask))


def location_without_hit(battle: AnyBattle, who: Id, how: str, ask: Ask) -> Location:
    """Where an injury is that no hit at a location has brought about (WL-AMB-18)."""
    body = battle.combatants[who].sheet.body
    if how == "torso":
        return torso_of(body)
    if how == "roll":
        return rolled_location(battle, who, f"injury.{who}", who, ask)
    options = tuple(Choice(key=location.id, label=location.name) for location in LOCATIONS[body])
    title = text("Where is the injury?")
    question = Question(
        id=f"injury_at.{who}", title=title, options=options, default=torso_of(body).id, rule="WL-DYING-01"
    )
    chosen = location_named(body, ask.choose(question, who))
    assert chosen is not None, "it is one of the options"
    return chosen


# ------------------------------------------------------------------------------------------ injuries


def injure(battle: AnyBattle, who: Id, location: Location, ask: Ask) -> AnyBattle:
    """An injury at a location, with what it does at once (WL-CRIT-02, WL-INJ-01 to WL-INJ-04)."""
    battle = add_effect(battle, who, INJURIES[location.injury], note=location.id)
    ask.say(tell(battle, "{0} suffers an injury: {location}.", who, location=location.name))
    match location.injury:
        case "arm":
            return _drop(battle, who, location, ask)
        case "leg":
            return fall(battle, who)
        case "head":
            return lose_actions(battle, who)
    return battle


def fall(battle: AnyBattle, who: Id) -> AnyBattle:
    """Go prone, whoever brought it about (WL-PRONE-01)."""
    return battle if has_effect(battle, who, PRONE) else add_effect(battle, who, PRONE)


def lose_actions(battle: AnyBattle, who: Id) -> AnyBattle:
    """The actions of the next own turn are lost; by default several take one turn (WL-INJ-04, WL-AMB-03)."""
    if has_effect(battle, who, STUNNED) and not rules(battle).head_injury_turns_stack:
        return battle
    return add_effect(battle, who, STUNNED)


def _drop(battle: AnyBattle, who: Id, location: Location, ask: Ask) -> AnyBattle:
    """What is held falls within reach; built-in weapons stay (WL-INJ-01, WL-AMB-15)."""
    for item in battle.items_of(who):
        if item.where == "hand" and not item.gear.built_in and _falls(battle, item, location):
            place = battle.combatants[who].place
            dropped = replace(item, holder=None, where="board", place=place)
            battle = replace(battle, items=battle.items | {item.id: dropped})
            ask.say(tell(battle, "{0} drops {item}.", who, item=item.name))
    return battle


def _falls(battle: AnyBattle, item: Item, location: Location) -> bool:  # type: ignore[type-arg]
    if rules(battle).arm_injury_drop == "all":
        return True
    return bool(item.gear.hands == 2 or item.gear.arm == location.id)


def is_arm_useless(battle: AnyBattle, who: Id, location: str) -> bool:
    """Whether an injury keeps an arm from holding or using anything (WL-INJ-01)."""
    return any(effect.note == location for effect in effects_of(battle, who, INJURIES["arm"]))


def arms_left(battle: AnyBattle, who: Id) -> int:
    """Arms that are of use; bodies without arms have what they were born with."""
    arms = [location for location in LOCATIONS[battle.combatants[who].sheet.body] if location.injury == "arm"]
    if not arms:
        return 2
    if any(not effect.note for effect in effects_of(battle, who, INJURIES["arm"])):
        return len(arms) - len(effects_of(battle, who, INJURIES["arm"]))
    return sum(not is_arm_useless(battle, who, arm.id) for arm in arms)


# ------------------------------------------------------------------------------------------ 0 HP


def dies_at_once(battle: AnyBattle, who: Id) -> bool:
    """Opponents, where a house rule gives them no death tests (WL-AMB-19)."""
    return bool(rules(battle).npc_zero_hp == "dead" and battle.combatants[who].side != "pc")


def begin_dying(battle: AnyBattle, who: Id, location: Location | None, ask: Ask) -> AnyBattle:
    """0 HP: an injury, unless a house rule counts it with another one, and dying (WL-DYING-01, WL-AMB-19)."""
    if dies_at_once(battle, who):
        return die(battle, who, ask)
    if location is not None:
        battle = injure(battle, who, location, ask)
    battle = add_effect(battle, who, DYING, until="recovered")
    ask.say(tell(battle, "{0} is dying.", who))
    return fall(battle, who) if rules(battle).dying_prone else battle


def die(battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
    """Out of the fight for good (WL-DYING-03)."""
    battle = end_effects_of(battle, who, DYING, UNCONSCIOUS, READIED)
    battle = add_effect(battle, who, DEAD)
    ask.say(tell(battle, "{0} dies.", who))
    return battle.with_combatant(replace(battle.combatants[who], is_out=True))


def is_spent(battle: AnyBattle, who: Id) -> bool:
    """At 0 HP without anything having come of it yet."""
    return hp(battle, who) <= 0 and not any(has_effect(battle, who, kind) for kind in (DYING, DEAD))


def suffer_zero(battle: AnyBattle, who: Id, how: str, ask: Ask) -> AnyBattle:
    """What follows when damage without a location leaves nothing (WL-DYING-01, WL-AMB-18)."""
    if not is_spent(battle, who):
        return battle
    location = None if dies_at_once(battle, who) else location_without_hit(battle, who, how, ask)
    return begin_dying(battle, who, location, ask)


def bleeds(battle: AnyBattle, who: Id) -> bool:
    return has_injury(battle, who, "torso")
