"""In every game the odds of damage count only hits, so that the spread adds up to the chance to hit."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from model.content.library import content_files, load_library
from model.engine.calls import Call
from model.engine.odds import weigh
from model.rulesets import RULESETS
from model.scenarios.building import ProblemList, build
from model.scenarios.tables import BoardTable, CombatantTable, ScenarioTable, Shaped

Failures = Callable[..., tuple[str, ...]]

ARMED: dict[str, tuple[dict[str, Any], tuple[dict[str, Any], ...]]] = {
    "effort": ({"attack": 1}, ({"template": "club"},)),
    "kalos": ({"skills": {"athletics": 4}}, ()),
    "wasteland": ({"strength": 6, "skills": {"melee_weapons": 3}}, ({"template": "knife"},)),
    "zamani": ({"skills": {"sword": 12}}, ({"template": "sword"},)),
    "zerospace": ({"skills": {"hand_to_hand": 4}}, ()),
}
"""By game: a sheet and gear with which an attack hits, but not always."""


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_the_spread_of_damage_adds_up_to_the_chance_to_hit(game: str) -> None:
    ruleset = RULESETS[game]
    sheet, items = ARMED[game]
    yard = BoardTable(zones=(Shaped(id="yard"),))
    people = (
        CombatantTable(id="ana", side="pc", at=(0, 0), zone="yard", sheet=sheet, items=items),
        CombatantTable(id="bo", at=(1, 0), zone="yard"),
    )
    findings = ProblemList()
    table = ScenarioTable(format=1, title="A fight", ruleset=game, board=yard, combatant=people)
    battle = build(table, ruleset, load_library(ruleset, content_files(game)), findings)
    assert battle is not None, findings.found
    usual = ruleset.usual_attack(battle, "ana")
    item = None if usual is None else usual.item
    odds = weigh(ruleset, battle, Call(action="attack", actor="ana", targets=("bo",), item=item))
    spread = odds.distribution("bo", "damage")
    assert 0 < odds.chance("bo", "hit") < 1
    assert sum(spread.values(), Fraction(0)) == odds.chance("bo", "hit")


def test_a_spread_that_adds_up_to_one_counts_misses_as_nothing(failures: Failures) -> None:
    odds = '[[do]]\nodds = { actor = "anna", action = "strike", target = "bert" }\n'
    hits = "3 = '5/36', 4 = '5/36', 5 = '5/36', 6 = '5/36', 7 = '5/36', 8 = '5/36'"
    assert failures(odds + f'expect = {{ "odds.bert.damage" = {{ {hits} }} }}') == ()
    assert failures(odds + f'expect = {{ "odds.bert.damage" = {{ 0 = "1/6", {hits} }} }}') == ()
    (wrong,) = failures(odds + f'expect = {{ "odds.bert.damage" = {{ 0 = "1/7", {hits} }} }}')
    assert "found { 3 = 5/36" in wrong
