"""Plans in the initiative list: in words for the GM, and marked if they were changed late."""

from __future__ import annotations

from typing import Any

from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Done, run
from model.rulesets.effort.record import EFFORT
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, Combatant
from model.state.board import Place
from model.view.order import OrderRow, order_view
from model.view.players import players_view
from model.view.sheet import PathDisplayView, sheet_view
from tests.support.together import PLANNERS, company


def done(ruleset: Ruleset, battle: AnyBattle, action: str, actor: Id = "environment", **more: Any) -> AnyBattle:
    outcome = run(ruleset, battle, Call(action=action, actor=actor, **more))
    assert isinstance(outcome, Done)
    return outcome.battle


def row(ruleset: Ruleset, battle: AnyBattle, who: Id) -> OrderRow:
    return next(row for row in order_view(ruleset, battle).rows if row.who == who)


def planned() -> AnyBattle:
    """Return a battle in which Anna plans to strike an ogre, and all others have an empty plan."""
    battle = done(PLANNERS, company(), "start_fight")
    battle = done(PLANNERS, battle, "plan", "anna-2", targets=("ogre-1",), options={"does": "strike"})
    for who in ("bert-4", "cora-5", "ogre-1", "ogre-3"):
        battle = done(PLANNERS, battle, "plan", who)
    return battle


def test_a_plan_stands_in_words_behind_its_row() -> None:
    battle = planned()
    assert row(PLANNERS, battle, "anna-2").plan == "Strike → Ogre 1"
    assert "plan: Strike → Ogre 1" in row(PLANNERS, battle, "anna-2").words
    assert row(PLANNERS, battle, "bert-4").plan == ""
    assert row(PLANNERS, battle, "anna-2").text == "planned"
    battle = done(PLANNERS, battle, "begin_round")
    assert row(PLANNERS, battle, "anna-2").plan == "Strike → Ogre 1"


def test_a_plan_changed_after_all_were_in_is_marked_for_the_gm_alone() -> None:
    battle = done(PLANNERS, planned(), "begin_round")
    assert row(PLANNERS, battle, "anna-2").text == ""
    before = players_view(PLANNERS, battle)
    battle = done(PLANNERS, battle, "plan", "anna-2", options={"words": "hide"})
    assert row(PLANNERS, battle, "anna-2").text == "new plan"
    assert row(PLANNERS, battle, "anna-2").plan == "hide"
    assert players_view(PLANNERS, battle) == before
    # The mark stays after she has acted, and is gone in the next round.
    slot = battle.order.slot_of("anna-2")
    assert slot is not None
    slots = {**battle.order.slots, slot.id: replace(slot, state="done")}
    acted = replace(battle, order=replace(battle.order, slots=slots))
    assert row(PLANNERS, acted, "anna-2").text == "new plan"
    assert row(PLANNERS, done(PLANNERS, battle, "end_round"), "anna-2").text == ""


def test_a_planned_way_is_told_leg_by_leg() -> None:
    """From (0, 0) to (3, 4) is 5 m: a walk of 5 points."""
    battle: AnyBattle = Battle(ruleset=EFFORT.id, shared=EFFORT.shared())
    mara = Combatant(id="mara", name="Mara", side="pc", sheet=EFFORT.sheet(), place=Place(x=0, y=0))
    battle = done(EFFORT, battle.with_combatant(mara), "join_order", "mara")
    battle = done(EFFORT, battle, "start_fight")
    to = {"place": {"x": 3, "y": 4}}
    battle = done(EFFORT, battle, "plan", "mara", options={"does": "move", "options": to})
    assert row(EFFORT, battle, "mara").plan == "Move: walk 5 m"
    way = next(one for one in sheet_view(EFFORT, battle, "mara").displays if isinstance(one, PathDisplayView))
    assert [(leg.title, leg.value) for leg in way.numbers] == [("walk 5 m", "5")]
    # A combatant who has acted has no planned route any more.
    battle = done(EFFORT, battle, "roll_initiative", answers={"initiative.mara": Faces(faces=(4,))})
    battle = done(EFFORT, battle, "end_turn")
    displays = sheet_view(EFFORT, battle, "mara").displays
    assert not any(isinstance(one, PathDisplayView) for one in displays)
