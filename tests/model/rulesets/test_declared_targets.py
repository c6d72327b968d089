"""Actions that do something with a target declare that they take one: the check of scenarios goes by that."""

from __future__ import annotations

import pytest

from model.rulesets import RULESETS

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
