"""Handouts shown over the player view, and the explanation of a roll without any secret in it."""

from __future__ import annotations

from typing import Any

import pytest

from model.engine.calls import Call
from model.engine.edits import EDITS
from model.engine.run import Done, Refused, run
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.texts import Explanation, Note, Part, RollRecord, Ruling
from model.view.handouts import ShownView, roll_for_players
from model.view.players import players_view
from model.view.texts import refusal_sentence
from model.view.viewer import GM
from tests.model.view.kit import RULES
from tests.model.view.round3 import round3

GAME = replace(RULES, actions=RULES.actions | EDITS)


def done(battle: AnyBattle, action: str, **options: Any) -> AnyBattle:
    outcome = run(GAME, battle, Call(action=action, options=options))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def test_a_card_is_shown_and_taken_away_and_shown_again() -> None:
    battle = done(round3(), "show_players", kind="title", title="Chapter 2", text="The docks")
    assert players_view(GAME, battle).shown == ShownView(kind="title", title="Chapter 2", text="The docks")
    away = done(battle, "take_away")
    assert players_view(GAME, away).shown is None
    (id,) = away.handouts
    assert players_view(GAME, done(away, "show_again", handout=id)).shown is not None
    again = done(away, "show_players", kind="title", title="Chapter 2", text="The docks")
    assert list(again.handouts) == [id], "the same is kept once"


def test_what_is_kept_and_not_shown_is_nowhere_in_the_view() -> None:
    battle = done(done(round3(), "show_players", kind="message", text="zqx"), "take_away")
    assert "zqx" not in repr(players_view(GAME, battle))


def test_what_is_deleted_is_shown_no_longer() -> None:
    battle = done(round3(), "show_players", kind="message", text="Run!")
    gone = done(battle, "remove_handout", handout=battle.shown)
    assert (gone.shown, gone.handouts) == (None, {})


@pytest.mark.parametrize(
    ("action", "options", "words"),
    [
        ("show_players", {"kind": "picture"}, "The picture is missing."),
        ("show_players", {"kind": "message"}, "There is nothing to show: type a title or a text."),
        ("show_players", {"kind": "message", "text": "x" * 2001}, "A text has at most 2000 letters"),
        ("show_players", {"kind": "picture", "file": "../../secret.png"}, "is not a picture beside the battle"),
        ("take_away", {}, "Nothing is shown to the players over their screen."),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(action: str, options: dict[str, Any], words: str) -> None:
    outcome = run(GAME, round3(), Call(action=action, options=options))
    assert isinstance(outcome, Refused)
    assert words in refusal_sentence(outcome.refusal, round3(), GM)


ROLL = RollRecord(id="attack", title="zqx", by="crimson-3", dice="2d6", faces=(4, 5), bonus=6, sum=9)
HIT = Ruling(key="hit", title="zqx", is_true=True, computed=True, total=15, against=7919, roll="attack")
PARTS = (
    Part(key="a", label="Agility", amount=3),
    Part(key="b", label="Aim at Boomer", amount=2),
    Part(key="c", label="Marked", amount=1),
    Part(key="d", label="Prone", amount=4, is_applied=False),
)
DEFENCE = Explanation(key="dv", title="zqx", parts=(Part(key="e", label="zqx", amount=7919),))


def test_why_a_roll_of_the_players_came_out_so() -> None:
    """Parts that contain a name unknown to players, or a GM-only condition, are summed up in the line `Other`."""
    note = Note(explanations=(Explanation(key="av", title="zqx", parts=PARTS), DEFENCE), rolls=(ROLL,), rulings=(HIT,))
    told = roll_for_players(RULES, round3(), note)
    assert told == ("Crimson: attack", "2d6: 4 5\nAgility +3\nOther +3\nTotal 15\nHit")


def test_of_an_opponents_roll_only_dice_and_word_are_told() -> None:
    note = Note(
        explanations=(Explanation(key="av", title="zqx", parts=PARTS),),
        rolls=(replace(ROLL, by="boomer-2"),),
        rulings=(HIT,),
    )
    assert roll_for_players(RULES, round3(), note) == ("Man in red: attack", "2d6: 4 5\nHit")


def test_of_a_roll_of_an_unseen_combatant_nothing_is_told() -> None:
    note = Note(rolls=(replace(ROLL, by="sniper-6"),), rulings=(HIT,))
    assert roll_for_players(RULES, round3(), note) is None
