"""A move is told in one sentence: how, how far, and next to whom it ended."""

from __future__ import annotations

from typing import Any

import pytest

from model.content.library import content_files, load_library
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.run import Done, run
from model.rulesets import RULESETS
from model.scenarios.building import ProblemList, build
from model.scenarios.tables import CombatantTable, ScenarioTable
from model.state.base import replace
from model.state.battle import AnyBattle
from tests.support.edits import words


def begun(game: str) -> AnyBattle:
    """Return a fight in which Ana has the first turn and Bruno stands 30 m away."""
    sheet = {"run_m": 20, "sprint_m": 30} if game == "zerospace" else {}
    people = (
        CombatantTable(id="ana", side="pc", at=(0, 0), sheet=sheet),
        CombatantTable(id="bruno", side="npc", at=(30, 0)),
    )
    table = ScenarioTable(format=1, title="A duel", ruleset=game, combatant=people)
    battle = build(table, RULESETS[game], load_library(RULESETS[game], content_files(game)), ProblemList())
    assert battle is not None
    outcome = run(RULESETS[game], battle, Call(action="start_fight", options={"first": "pc"}))
    assert isinstance(outcome, Done)
    return outcome.battle


def told(game: str, battle: AnyBattle, **options: Any) -> tuple[AnyBattle, list[tuple[str, str]]]:
    outcome = run(RULESETS[game], battle, Call(action="move", actor="ana", options=options))
    assert isinstance(outcome, Done), outcome
    return outcome.battle, [(words(outcome.battle, one), one.audience) for one in outcome.note.sentences]


@pytest.mark.parametrize(
    ("game", "options", "sentence", "effect"),
    [
        ("zerospace", {"metres": 20, "mode": "run"}, "Ana runs 20 m.", "running"),
        ("zerospace", {"metres": 30, "mode": "sprint"}, "Ana sprints 30 m.", "running"),
        ("kalos", {"metres": 12}, "Ana moves 12 m, sprinting.", "sprinting"),
    ],
)
def test_running_is_said_by_the_move(game: str, options: dict[str, Any], sentence: str, effect: str) -> None:
    battle, sentences = told(game, begun(game), **options)
    assert sentences == [(sentence, "all")]
    assert has_effect(battle, "ana", effect)


@pytest.mark.parametrize("game", ["zerospace", "kalos"])
def test_next_to_whom_a_move_ended_is_named_but_nobody_hidden_to_players(game: str) -> None:
    battle = begun(game)
    beside = {"place": {"x": 2, "y": 0}, "next_to": "bruno"}
    assert told(game, battle, **beside)[1] == [("Ana moves 2 m, next to Bruno.".replace("moves", VERB[game]), "all")]
    hidden = battle.with_combatant(replace(battle.combatants["bruno"], is_hidden=True))
    assert told(game, hidden, **beside)[1] == [(f"Ana {VERB[game]} 2 m.", "all")]


VERB = {"zerospace": "walks", "kalos": "moves"}
