"""Radiation of a source that affects the whole body (WL-RAD-02)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.effects import has_effect
from model.engine.telling import tell
from model.rulesets.wasteland.conditions import DEAD, DYING
from model.rulesets.wasteland.harm import CRITICAL, injure, irradiate, is_spent, rolled_location, suffer_zero, with_hp
from model.rulesets.wasteland.resistance import is_immune, whole_body_resistance
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.stats import hp
from model.state.base import Id
from model.state.battle import AnyBattle

FED_BY = 3
"""Points of radiation that give a ghoul 1 HP back (WL-MIS-05)."""


def feed(battle: AnyBattle, who: Id, total: int, ask: Ask) -> AnyBattle:
    """Some are healed by the radiation that they are immune to (WL-MIS-05)."""
    healed = total // FED_BY
    if not healed or not battle.combatants[who].sheet.feeds_on_radiation or has_effect(battle, who, DEAD):
        return battle
    ask.say(tell(battle, "Radiation gives {0} {healed} HP back.", who, healed=healed))
    return with_hp(battle, who, hp(battle, who) + healed)


def irradiate_whole_body(battle: AnyBattle, who: Id, total: int, ask: Ask) -> AnyBattle:
    """Less the lowest resistance of all locations; a critical hit only by house rule (WL-RAD-02, WL-AMB-14)."""
    if is_immune(battle, who, "radiation"):
        return feed(battle, who, total, ask)
    suffered = max(0, total - whole_body_resistance(battle, who))
    battle = irradiate(battle, who, suffered, ask)
    if suffered >= CRITICAL and rules(battle).radiation_crits == "always_roll_location":
        battle = injure(battle, who, rolled_location(battle, who, f"location.{who}", who, ask), ask)
    if has_effect(battle, who, DYING) or not is_spent(battle, who):
        return battle
    return suffer_zero(battle, who, rules(battle).other_zero_hp_location, ask)
