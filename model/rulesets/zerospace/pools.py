"""Health and Endurance of ZeroSpace (ZS-END, ZS-HEA, ZS-UNN), and notes on numbers beyond the scale (ZS-MIS-01)."""

from __future__ import annotations

from typing import Any

from model.engine.ask import Ask
from model.rulesets.families.ogc.pools import Pools
from model.rulesets.zerospace.checks import damage_resistance
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import Sheet
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import gm_text, ref


class ZeroSpacePools(Pools):
    def resists(self, battle: AnyBattle, who: Id) -> int:
        return damage_resistance(battle, who)

    def is_minion(self, sheet: Any) -> bool:
        return bool(sheet.is_unnamed)

    def falls_to_any_hit(self, battle: AnyBattle, who: Id, loss: int) -> bool:
        """Unnamed characters fall to any hit, unless a house rule wants damage (ZS-UNN-01, ZS-AMB-32)."""
        is_unnamed = bool(battle.combatants[who].sheet.is_unnamed)
        return is_unnamed and (loss > 0 or not rules(battle).unnamed_needs_damage)

    def overflows(self, battle: AnyBattle) -> bool:
        return rules(battle).endurance_overflow == "to_health"


POOLS = ZeroSpacePools()


def settle_pools(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
    """What follows from any change of somebody's sheet, whoever made it (ZS-MIS-11)."""
    if before.combatants is after.combatants:
        return after
    return POOLS.settled_all(before, after, ask, _note_scale)


def _note_scale(before: AnyBattle, after: AnyBattle, who: Id, ask: Ask) -> None:
    """Values above the game's scale are taken, with a note (ZS-MIS-01)."""
    now = _beyond_scale(after, after.combatants[who].sheet)
    known = _beyond_scale(after, before.combatants[who].sheet) if who in before.combatants else {}
    for name, value in now.items():
        if known.get(name) != value:
            note = gm_text("{name} {value} of {who} is above the scale.", name=name, value=value, who=ref(who))
            ask.say(note)


def _beyond_scale(battle: AnyBattle, sheet: Sheet) -> dict[str, int]:
    attributes = ("agility", "brawn", "presence", "reason", "power_level")
    most, most_rank = rules(battle).attribute_warn_above, rules(battle).skill_warn_above
    beyond = {name: getattr(sheet, name) for name in attributes if getattr(sheet, name) > most}
    return beyond | {skill: rank for skill, rank in sheet.skills.items() if rank > most_rank}
