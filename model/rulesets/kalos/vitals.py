"""Having no Health or no Endurance left (KM-STUN-03, KM-AMB-25)."""

from __future__ import annotations

from model.rulesets.families.ogc.pools import levels
from model.rulesets.kalos.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle


def health_counts(battle: AnyBattle) -> bool:
    """Whether having no Health left means unconscious, or the GM says (KM-AMB-25)."""
    return rules(battle).zero_health != "gm"


def is_spent(battle: AnyBattle, who: Id) -> bool:
    """Whether somebody has no Endurance left, or no Health where that counts."""
    left = levels(battle, who)
    return left.endurance <= 0 or (left.health <= 0 and health_counts(battle))
