"""Who stands next to whom, where only a word or two can be shown: never words that need the other's name without it."""

from __future__ import annotations

from typing import Any

import pytest

from gui.panels.action_targets import state_words
from model.engine.calls import Call
from model.engine.run import Done, run
from model.rulesets import RULESETS
from model.state.base import Id
from model.state.battle import AnyBattle, Battle
from model.view.players import players_view

WASTELAND = RULESETS["wasteland"]


def done(battle: AnyBattle, action: str, *targets: Id, **options: Any) -> AnyBattle:
    outcome = run(WASTELAND, battle, Call(action=action, targets=targets, options=options))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


@pytest.mark.rule("WL-DIST-02")
def test_a_combatant_within_reach_of_another_is_not_told_to_be_within_reach_of_nobody() -> None:
    battle: AnyBattle = Battle(ruleset=WASTELAND.id, shared=WASTELAND.shared())
    for name in ("Nora", "Brick"):
        battle = done(battle, "add_combatant", name=name, side="pc", sheet={"hp_max": 12})
    first, second = battle.combatants
    battle = done(battle, "set_condition", first, condition="in_reach", other=second)
    battle = done(battle, "set_condition", first, condition="prone")
    assert state_words(WASTELAND, battle, (first,)) == "Nora 12 / 12 · prone"
    assert [row.conditions for row in players_view(WASTELAND, battle).order] == [("prone",), ()]
