"""Damage effects of weapons, by the number of triggers (WL-CD-02, WL-MIS-06)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.effects import add_effect, effects_of, end_effects, has_effect
from model.engine.requests import Choice, Question
from model.engine.telling import tell
from model.rulesets.wasteland.bodies import Location
from model.rulesets.wasteland.conditions import COVER, DEAD, DYING, PERSISTENT, WORN_DOWN
from model.rulesets.wasteland.distance import distance
from model.rulesets.wasteland.gear import Gear
from model.rulesets.wasteland.harm import irradiate, is_spent, lose_actions, suffer_zero
from model.rulesets.wasteland.radiation import feed
from model.rulesets.wasteland.resistance import is_immune, resistance
from model.rulesets.wasteland.settings import EFFECTS, rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle, name_of
from model.state.texts import gm_text, text

NOTED = ("arc", "freeze", "tranquilize", "custom")
"""Effects that are only shown, with the number of triggers."""


def works(battle: AnyBattle, gear: Gear, effect: str) -> int:
    """The number of an effect that the weapon lists and the table plays with; 0 where it has none."""
    value: int = gear.effects.get(effect, 0)
    return value if value and effect in rules(battle).effects_enabled else 0


def is_dying(battle: AnyBattle, who: Id) -> bool:
    return has_effect(battle, who, DYING)


def on_target(battle: AnyBattle, target: Id, location: Location, gear: Gear, triggers: int, ask: Ask) -> AnyBattle:
    """Everything that triggers do to who was hit, besides further hits."""
    if works(battle, gear, "stun"):
        ask.say(tell(battle, "{0} is stunned and loses the actions of the next turn.", target))
        battle = lose_actions(battle, target)
    if works(battle, gear, "persistent") and not has_effect(battle, target, DEAD):
        battle = _persistent(battle, target, gear, triggers)
    if works(battle, gear, "breaking"):
        battle = _break(battle, target, location, triggers)
    if works(battle, gear, "radioactive"):
        battle = _radioactive(battle, target, location, triggers, ask)
    for name, value in gear.effects.items():
        kind = name if name in EFFECTS else "custom"
        if kind in NOTED and kind in rules(battle).effects_enabled:
            ask.say(gm_text("{effect} {value}: {triggers} triggers.", effect=name, value=value, triggers=triggers))
    return battle


def _persistent(battle: AnyBattle, target: Id, gear: Gear, triggers: int) -> AnyBattle:
    """The weapon's damage again at the end of as many turns of the target's as there were triggers."""
    battle = add_effect(battle, target, PERSISTENT, amount=gear.damage)
    effect = effects_of(battle, target, PERSISTENT)[-1]
    return replace(battle, shared=replace(battle.shared, timers=battle.shared.timers | {effect.id: triggers}))


def _break(battle: AnyBattle, target: Id, location: Location, triggers: int) -> AnyBattle:
    """A cover die lost for each trigger; without cover a point of resistance where it hit."""
    found = effects_of(battle, target, COVER)
    if not found:
        return add_effect(battle, target, WORN_DOWN, amount=triggers, note=location.id)
    zone = battle.combatants[target].place.zone
    ground = battle.shared.ground.get(zone)
    dice = (found[0].amount or (ground.cover if ground is not None else 0)) - triggers
    if dice <= 0:
        return end_effects(battle, lambda bearer, effect: effect.id == found[0].id)
    combatant = battle.combatants[target]
    weakened = replace(found[0], amount=dice)
    return battle.with_combatant(replace(combatant, effects=combatant.effects | {weakened.id: weakened}))


def _radioactive(battle: AnyBattle, target: Id, location: Location, triggers: int, ask: Ask) -> AnyBattle:
    """A point of radiation for each trigger, as damage of its own."""
    if is_immune(battle, target, "radiation"):
        return feed(battle, target, triggers, ask)
    taken_off = max(0, resistance(battle, target, location, "radiation").total)
    battle = irradiate(battle, target, max(0, triggers - taken_off), ask)
    if not is_spent(battle, target):
        return battle
    return suffer_zero(battle, target, rules(battle).other_zero_hp_location, ask)


def burst_targets(
    battle: AnyBattle, attacker: Id, target: Id, triggers: int, spare: int | None, ask: Ask
) -> tuple[Id, ...]:
    """Whom a burst hits besides: in the zone of the first, one for each trigger and piece of ammunition."""
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
        title=text("Whom does the burst hit besides?"),
        kind="options",
        options=tuple(Choice(key=other, label=name_of(battle, other)) for other in near),
        least=0,
        most=min(most, len(near)),
        default=(),
        rule="WL-MIS-06",
    )
    return tuple(ask.choose(question, attacker))
