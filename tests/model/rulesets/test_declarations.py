"""Declarations of the rulesets for the scenario check: which actions take targets, and the action kinds of a turn."""

from __future__ import annotations

import pytest

from model.content.library import content_files, load_library
from model.engine.ruleset import Ruleset
from model.rulesets import RULESETS
from model.scenarios.building import ProblemList, build
from model.scenarios.tables import CombatantTable, ScenarioTable
from model.state.battle import AnyBattle

WITH_TARGETS = {
    "": {"edit": "any", "add_task": "any", "join_order": "any"},
    "zerospace": {
        "area_attack": "any",
        "award": "any",
        "begin_task": "any",
        "break_free": "maybe",
        "long_rest": "any",
        "short_rest": "any",
    },
    "kalos": {
        "area_attack": "any",
        "begin_task": "any",
        "break_free": "maybe",
        "long_rest": "any",
        "revive_party": "any",
        "short_rest": "any",
    },
    "wasteland": {"take_chem": "maybe"},
    "effort": {"declare_reaction": "any", "plan": "any"},
    "zamani": {"cast": "maybe", "rest": "any"},
}


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_actions_that_can_do_without_a_target_declare_it(game: str) -> None:
    actions = RULESETS[game].actions
    wanted = WITH_TARGETS[""] | WITH_TARGETS[game]
    assert {id: actions[id].targets for id in wanted} == wanted


def fight_of(game: Ruleset) -> AnyBattle:
    table = ScenarioTable(format=1, title="A fight", ruleset=game.id, combatant=(CombatantTable(id="ana"),))
    battle = build(table, game, load_library(game, content_files(game.id)), ProblemList())
    assert battle is not None
    return battle


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_a_turn_holds_the_kinds_of_actions_that_are_declared(game: str) -> None:
    battle, turns = fight_of(RULESETS[game]), RULESETS[game].turns
    (slot,) = battle.order.slots.values()
    assert set(turns.share(battle, "ana", slot).left) == set(turns.kinds or ())
    assert turns.counted is not None
