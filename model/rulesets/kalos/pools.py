"""Health and Endurance of Kalos (KM-STUN, KM-DMG-04, KM-MINION), and notes for the GM."""

from __future__ import annotations

from typing import Any

from model.engine.ask import Ask
from model.rulesets.families.ogc.acting import is_fighting
from model.rulesets.families.ogc.pools import Pools, levels
from model.rulesets.kalos.checks import damage_resistance, titled
from model.rulesets.kalos.settings import rules
from model.rulesets.kalos.vitals import health_counts
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import gm_text, ref


class KalosPools(Pools):
    minions_keep_pools = True

    def resists(self, battle: AnyBattle, who: Id) -> int:
        return damage_resistance(battle, who)

    def is_minion(self, sheet: Any) -> bool:
        return bool(sheet.is_minion)

    def falls_to_any_hit(self, battle: AnyBattle, who: Id, loss: int) -> bool:
        """Minions fall to a hit as house rules have it; where the GM is asked, the attack has asked (KM-AMB-26)."""
        if not battle.combatants[who].sheet.is_minion:
            return False
        match rules(battle).minion_out_on:
            case "damage_taken":
                return loss > 0
            case "ask":
                return False
        return True

    def drains(self, battle: AnyBattle) -> bool:
        return rules(battle).zero_health == "unconscious_and_endurance_zero"

    def health_counts(self, battle: AnyBattle) -> bool:
        return health_counts(battle)


POOLS = KalosPools()


def settle_pools(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """What follows from any change of somebody's sheet, whoever made it."""
    _note_levels(before, after, ask)
    if before.combatants is after.combatants:
        return after
    after = POOLS.settled_all(before, after, ask, _note_no_health, _note_scale)
    _suggest_end(before, after, ask)
    return after


def _note_no_health(before: AnyBattle, after: AnyBattle, who: Id, ask: Ask) -> None:
    """Where it is for the GM to say what comes of having no Health left, they are told (KM-AMB-25)."""
    had_some = who in before.combatants and levels(before, who).health > 0
    if had_some and levels(after, who).health <= 0 and not health_counts(after):
        ask.say(gm_text("{who} has no Health left: what comes of it?", who=ref(who)))


def _note_scale(before: AnyBattle, after: AnyBattle, who: Id, ask: Ask) -> None:
    """Ranks and levels above the game's scale are taken, with a note (KM-MIS-01, KM-MIS-04)."""
    known = before.combatants[who].sheet.skills if who in before.combatants else {}
    most = rules(after).skill_max
    for skill, rank in after.combatants[who].sheet.skills.items():
        if rank > most and known.get(skill) != rank:
            note = gm_text("{skill} {rank} of {who} is above the scale.", skill=titled(skill), rank=rank, who=ref(who))
            ask.say(note)
    level = after.combatants[who].sheet.power_level
    is_new = who not in before.combatants or before.combatants[who].sheet.power_level != level
    if is_new and level > rules(after).level_max:
        ask.say(gm_text("Power Level {level} of {who} is above the scale.", level=level, who=ref(who)))


def _note_levels(before: AnyBattle, after: AnyBattle, ask: Ask) -> None:
    """Levels of gear above the game's scale are taken too, with a note (KM-MIS-04)."""
    if before.items is after.items:
        return
    for id, item in after.items.items():
        known, level = before.items.get(id), item.gear.level
        if level > rules(after).level_max and (known is None or known.gear.level != level):
            ask.say(gm_text("Level {level} of {item} is above the scale.", level=level, item=item.name))


def _suggest_end(before: AnyBattle, after: AnyBattle, ask: Ask) -> None:
    """A note when a side has nobody left who can act (KM-MIS-22)."""
    if not is_fighting(after) or not rules(after).suggest_end_combat:
        return
    for side in sorted(_active_sides(before) - _active_sides(after)):
        ask.say(gm_text("Nobody of “{side}” can act any more: is the fight over?", side=side))


def _active_sides(battle: AnyBattle) -> set[str]:
    return {one.side for one in battle.combatants.values() if one.is_present and not one.is_out}
