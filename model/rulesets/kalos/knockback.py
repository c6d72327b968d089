"""Knockback, an optional rule: who is hurt by such an attack is pushed away from it (KM-KB)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.modifiers import Modifier
from model.rulesets.families.ogc.combat import with_prone
from model.rulesets.families.ogc.knockback import Knockback
from model.rulesets.families.ogc.pools import Levels, Pool
from model.rulesets.kalos.checks import MODERATE, skill_value
from model.rulesets.kalos.gear import Gear
from model.rulesets.kalos.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation


def knocks_back(battle: AnyBattle, gear: Gear) -> bool:
    """Whether an attack pushes at all: a normal one that is marked for it (KM-KB-01 to KM-KB-03, KM-AMB-27)."""
    if not rules(battle).knockback or not gear.knockback or gear.type != "normal":
        return False
    if gear.stunning and not rules(battle).knockback_stun:
        return False
    return gear.kind == "power" or rules(battle).knockback_weapons


def points_counted(battle: AnyBattle, loss: int, before: Levels, after: Levels, pool: Pool) -> int:
    """Of a hit that got so much past the resistance, the points that push (KM-KB-04, KM-AMB-27).

    They are those really lost, without the Endurance that goes with the last Health; all of it by a house rule.
    """
    if rules(battle).knockback_counts == "past_resistance":
        return loss
    return before.health - after.health + (before.endurance - after.endurance if pool == "endurance" else 0)


class KalosKnockback(Knockback):
    difficulty = MODERATE
    direction_rule = "KM-KB-05"
    feet_rule = "KM-KB-06"
    walls_rule = "KM-KB-07"
    walls = "through"

    def feet(self, battle: AnyBattle, who: Id, more: tuple[Modifier, ...]) -> Explanation:
        return skill_value(battle, who, "athletics", more)

    def fallen(self, battle: AnyBattle, who: Id, ask: Ask) -> AnyBattle:
        return with_prone(battle, who)


KNOCKBACK = KalosKnockback()
