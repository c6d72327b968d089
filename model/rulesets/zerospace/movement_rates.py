"""How far a move action carries: from the sheet, else from the table by Agility (ZS-MOVE-01, ZS-MIS-03)."""

from __future__ import annotations

from typing import Literal

from model.rulesets.zerospace.attributes import attribute
from model.rulesets.zerospace.settings import metres_by_level, rules
from model.state.base import Id
from model.state.battle import AnyBattle

Mode = Literal["walk", "run", "sprint", "swim", "jump", "power"]
RUN_TIMES, SPRINT_TIMES = 2, 6


def walk(battle: AnyBattle, who: Id) -> int:
    """Metres of a walk: as typed in, else by the current Agility, or by a house rule the usual one (ZS-AMB-60)."""
    sheet = battle.combatants[who].sheet
    if sheet.walk_m or not rules(battle).use_movement_table:
        return int(sheet.walk_m)
    follows = rules(battle).movement_follows_agility
    agility = attribute(battle, who, "agility") if follows else int(sheet.agility)
    return metres_by_level(rules(battle).movement_table, agility) or 0


def rate(battle: AnyBattle, who: Id, mode: Mode) -> int:
    """Metres that one move action carries in a mode."""
    sheet = battle.combatants[who].sheet
    match mode:
        case "run":
            return int(sheet.run_m) or RUN_TIMES * walk(battle, who)
        case "sprint":
            return int(sheet.sprint_m) or SPRINT_TIMES * walk(battle, who)
        case "swim":
            return int(sheet.swim_m)
        case "jump":
            return int(sheet.jump_m)
        case "power":
            powers = (power.metres for power in sheet.powers if power.kind == "movement")
            return max(powers, default=0)
    return walk(battle, who)
