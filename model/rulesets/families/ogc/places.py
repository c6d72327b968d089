"""Where combatants end up without walking there: knocked back, thrown, dragged along, or with a leap."""

from __future__ import annotations

from model.engine.effects import end_effects_of
from model.rulesets.families.ogc.battle import Battle
from model.state.base import Id, replace
from model.state.board import Place

COVER = "cover"


def displaced(battle: Battle, who: Id, place: Place) -> Battle:
    """Return the battle with a combatant at this place; the cover that they had is no longer between."""
    battle = end_effects_of(battle, who, COVER)
    return battle.with_combatant(replace(battle.combatants[who], place=place))
