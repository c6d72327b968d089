"""Odds of tasks, teams and breaking out, compared with counting all dice, and the number of runs they may take."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from model.engine.calls import Call
from model.engine.effects import add_effect
from model.engine.odds import Odds, weigh
from model.rulesets import RULESETS
from model.state.base import replace
from model.state.battle import AnyBattle
from tests.support.make_zerospace_samples import dockside_ambush

ZEROSPACE = RULESETS["zerospace"]
APEX, CRIMSON = "apex-1", "crimson-6"
TWO_DICE = [sum(faces) for faces in product(range(1, 7), repeat=2)]


def with_sheet(battle: AnyBattle, who: str, **fields: object) -> AnyBattle:
    combatant = battle.combatants[who]
    return battle.with_combatant(replace(combatant, sheet=replace(combatant.sheet, **fields)))


def ambush() -> AnyBattle:
    battle = dockside_ambush()
    for who, reason in ((APEX, 2), (CRIMSON, 1), ("boomer-3", 3), ("sniper-16", 0)):
        battle = with_sheet(battle, who, reason=reason, brawn=3, skills={}, ar=1)
    return battle


def task(battle: AnyBattle, *team: str, difficulty: int) -> Odds:
    options = {"skill": "computing", "difficulty": difficulty, "team": list(team)}
    return weigh(ZEROSPACE, battle, Call(action="task", actor=APEX, options=options))


@pytest.mark.rule("ZS-TEAM-03", "ZS-ROLL-04")
@pytest.mark.parametrize("difficulty", [8, 12, 15, 17])
def test_odds_of_a_task_and_of_a_team_are_those_of_their_dice(difficulty: int) -> None:
    """Alone, Apex adds Reason 2; in a team every member adds 3 more, and the highest result counts."""
    battle = ambush()
    alone = sum(dice + 2 >= difficulty for dice in TWO_DICE)
    assert task(battle, difficulty=difficulty).chance(APEX, "success") == Fraction(alone, 36)
    adds = (2 + 3, 1 + 3, 3 + 3)
    fails = [sum(dice + more < difficulty for dice in TWO_DICE) for more in adds]
    together = 1 - Fraction(fails[0] * fails[1] * fails[2], 36**3)
    assert task(battle, CRIMSON, "boomer-3", difficulty=difficulty).chance(APEX, "success") == together


@pytest.mark.rule("ZS-ONG-03", "ZS-ONG-04")
@pytest.mark.parametrize("level", [0, 3, 6, 9])
def test_odds_of_breaking_out_are_those_of_the_dice(level: int) -> None:
    """2d6 + Brawn 3 + Alteration Resistance 1, without Survival, against 8 + the level."""
    battle = add_effect(ambush(), APEX, "altered", amount=level)
    found = weigh(ZEROSPACE, battle, Call(action="shake_off", actor=APEX)).chance(APEX, "free")
    assert found == Fraction(sum(dice + 4 >= 8 + level for dice in TWO_DICE), 36)


def test_odds_take_few_runs() -> None:
    """One run per result of a roll: at most two for each combatant that takes part."""
    battle = add_effect(ambush(), APEX, "altered", amount=4)
    others = (CRIMSON, "boomer-3", "sniper-16")
    land = Call(action="land", targets=others, options={"dice": 6})
    assert task(battle, difficulty=12).runs == 2
    assert task(battle, *others, difficulty=12).runs <= 2 * 4
    assert weigh(ZEROSPACE, battle, Call(action="shake_off", actor=APEX)).runs == 2
    assert weigh(ZEROSPACE, battle, land).runs <= 2 * len(others)
