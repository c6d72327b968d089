"""What the Undo button, the Edit menu and the message about an undo call a step: what the GM did in it."""

from __future__ import annotations

from typing import Any

import pytest

from gui.bridge import Bridge
from model.content.library import content_files, load_library
from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, Call, Number, Option
from model.engine.requests import Question
from model.engine.run import Done, Due
from model.rulesets import RULESETS
from model.scenarios.building import ProblemList, build
from model.scenarios.tables import CombatantTable, ScenarioTable
from model.session import Session

CLOCKS = {"zamani": "Turn 1, round {}"}
"""What games call a round, where it is not `Round 2`."""


def begun(game: str, settings: dict[str, Any]) -> Bridge:
    """Return a fight of one against one, with the turns of its first round begun."""
    people = (CombatantTable(id="ana", side="pc"), CombatantTable(id="bruno", side="npc"))
    table = ScenarioTable(format=1, title="A duel", ruleset=game, settings=settings, combatant=people)
    battle = build(table, RULESETS[game], load_library(RULESETS[game], content_files(game)), ProblemList())
    assert battle is not None
    session = Session.create(None, RULESETS[game], battle).session
    assert session is not None
    bridge = Bridge(session)
    carry_out(bridge, "start_fight")
    begin_turns(bridge)
    return bridge


def carry_out(bridge: Bridge, action: str, *anyway: str) -> None:
    """Carry out a command, with 5, 6, 7... on the dice that it asks for and the first answer to every question."""
    answers: dict[str, Answer] = {}
    face = 5
    outcome = bridge.act(Call(action=action, anyway=anyway))
    while isinstance(outcome, Due):
        due = outcome.request
        if isinstance(due, DiceRequest):
            answers[due.id] = Faces(faces=(face,) * due.count)
            face += 1
        else:
            assert isinstance(due, Question)
            answers[due.id] = Number(number=0) if due.kind == "number" else Option(option=due.options[0].key)
        outcome = bridge.act(Call(action=action, anyway=anyway, answers=answers))
    assert isinstance(outcome, Done), outcome


def begin_turns(bridge: Bridge) -> None:
    """Begin the turns if the round is planned first."""
    if bridge.battle.order.phase == "planning":
        carry_out(bridge, bridge.ruleset.turns.begins_turns, "plans_missing")


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_the_end_of_a_round_is_called_so_and_says_that_the_next_one_begins(game: str) -> None:
    bridge = begun(game, {})
    carry_out(bridge, "end_round")
    clock = CLOCKS.get(game, "Round {}")
    assert bridge.undo_words == f"{clock.format(1)} ends"
    said = [bridge.words(sentence) for sentence in next(bridge.session.standing()).note.sentences]
    assert f"{clock.format(2)} begins." in said


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_what_ends_a_turn_is_called_so_though_it_begins_a_round(game: str) -> None:
    bridge = begun(game, {})
    while bridge.battle.order.round == 1:
        (who,) = bridge.battle.order.acting
        carry_out(bridge, "end_turn")
        assert bridge.undo_words == f"{bridge.name(who)} ends the turn"
    said = [bridge.words(sentence) for sentence in next(bridge.session.standing()).note.sentences]
    assert f"{CLOCKS.get(game, 'Round {}').format(2)} begins." in said


def test_the_beginning_of_a_countdown_is_called_by_its_round() -> None:
    """The first round of a turn waits for sacrifices; here there are none."""
    bridge = begun("zamani", {})
    assert bridge.undo_words.startswith("Turn 1, round 1: the countdown")


@pytest.mark.parametrize(("mode", "words"), [("reroll", "Initiative: "), ("fixed", "Round 2: the turns begin")])
def test_turns_that_begin_are_called_by_their_dice_or_by_their_round(mode: str, words: str) -> None:
    """With fixed initiative there is no roll in the second round."""
    bridge = begun("effort", {"initiative_mode": mode})
    carry_out(bridge, "end_round")
    begin_turns(bridge)
    assert bridge.undo_words.startswith(words)


def test_an_action_that_was_planned_is_called_by_what_was_done_not_by_its_plan() -> None:
    bridge = begun("effort", {})
    carry_out(bridge, "end_round")
    for who in bridge.battle.combatants:
        bridge.act(Call(action="plan", actor=who, options={"words": "catch my breath"}))
        assert bridge.undo_words == f"{bridge.name(who)} plans: catch my breath", "not how many have to decide"
    assert bridge.undo_words.endswith("plans: catch my breath")
    begin_turns(bridge)
    (who,) = bridge.battle.order.acting
    outcome = bridge.act(Call(action="other_action", actor=who, answers={"cost": Option(option="action")}))
    assert isinstance(outcome, Done), outcome
    said = [bridge.words(sentence) for sentence in next(bridge.session.standing()).note.sentences]
    assert said[0] == f"{bridge.name(who)} plans: catch my breath."
    assert bridge.undo_words == said[1].removesuffix(".")
