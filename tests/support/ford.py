"""A battle of Skirmish, the sixth game."""

from __future__ import annotations

from model.content.library import load_library
from model.scenarios.building import ProblemList, build
from model.scenarios.tables import CombatantTable, ScenarioTable
from model.state.battle import AnyBattle
from tests.support.skirmish import SKIRMISH

BOW = {"id": "bow", "name": "Bow", "damage": 2}


def meeting() -> AnyBattle:
    """Return a battle of Ines, who is quick and has a bow, against a wolf."""
    people = (
        CombatantTable(id="wolf", sheet={"hp": 6, "skill": 2}),
        CombatantTable(id="ines", side="pc", sheet={"skill": 3, "initiative": 8}, items=(BOW,)),
    )
    table = ScenarioTable(format=1, title="At the ford", ruleset=SKIRMISH.id, combatant=people)
    battle = build(table, SKIRMISH, load_library(SKIRMISH, ()), ProblemList())
    assert battle is not None
    return battle
