"""The log: a line per step, moves of one turn in one line, and details that explain every number."""

from __future__ import annotations

from model.engine.calls import Call
from model.rulesets import RULESETS
from model.state.base import replace
from model.state.texts import Note, gm_text, ref, text
from model.view.log import LogEntry, fold, log_line, log_lines
from model.view.viewer import PLAYERS
from tests.model.view.entries import SHOT_NOTE, entry, evening, move
from tests.model.view.kit import RULES


def test_a_step_is_a_sentence_with_round_and_number() -> None:
    line = log_line(RULES, entry(5, SHOT_NOTE))
    assert line is not None
    assert (line.number, line.round, line.is_undone) == (5, 3, False)
    assert line.text.startswith("Boomer fires at Crimson; Apex forces an action")
    assert line.text.endswith("4 damage to Apex. Apex gives up the turn in round 4.")
    assert [span.text for span in line.spans if span.kind == "name"] == ["Boomer", "Crimson", "Apex", "Apex"]
    assert line.spans[-1].kind == "muted"


def test_a_line_opens_into_numbers_dice_and_what_was_set_aside() -> None:
    line = log_line(RULES, entry(5, SHOT_NOTE))
    assert line is not None
    assert [(detail.kind, detail.label, detail.value) for detail in line.details] == [
        ("number", "Attack value", "9"),
        ("number", "Defence value", "15"),
        ("roll", "Attack, Boomer, 2d6", "4 5 · 19 against 17 · hit"),
        ("roll", "Damage, Boomer, 1d6", "3 · 4"),
        ("refusal", "The rifle reaches 20 m.", "done anyway"),
    ]
    prone = line.details[1].children[-1]
    assert (prone.label, prone.value, prone.rule) == ("Prone", "+3", "T-PRONE")
    assert not prone.is_applied
    assert prone.remark == "only the highest bonus counts"


def test_a_step_that_says_nothing_is_called_by_its_action() -> None:
    line = log_line(RULES, entry(9, Note(), Call(action="strike", actor="boomer-2")))
    assert line is not None
    assert line.text == "Strike"
    assert not line.has_details


def test_players_get_the_sentence_and_nothing_that_counts_steps() -> None:
    line = log_line(RULES, entry(5, SHOT_NOTE), PLAYERS)
    assert line is not None
    assert line.text.startswith("Man in red fires at Crimson")
    assert "gives up" not in line.text
    assert (line.number, line.steps, line.details) == (0, (), ())


def test_players_get_no_line_for_what_is_the_gms() -> None:
    secret = Note(sentences=(gm_text("{who} aims.", who=ref("sniper-6")), text("{who} aims.", who=ref("sniper-6"))))
    assert log_line(RULES, entry(6, secret), PLAYERS) is None
    assert log_line(RULES, entry(6, secret)) is not None


def test_moves_of_one_turn_fold_and_their_metres_add_up() -> None:
    lines = log_lines(RULES, [move(2, 8), move(3, 6)])
    assert [line.text for line in lines] == ["Crimson runs 14 m along the quay. (8 m left)"]
    assert lines[0].steps == (2, 3)
    assert lines[0].number == 3


def test_lengths_add_up_to_kilometres() -> None:
    (line,) = log_lines(RULES, [move(2, 600), move(3, 1200)])
    assert line.text.startswith("Crimson runs 1.8 km along the quay")


def test_two_equal_moves_are_two_lengths() -> None:
    (line,) = log_lines(RULES, [move(2, 4), move(3, 4)])
    assert line.text.startswith("Crimson runs 8 m")


def test_moves_that_read_differently_stand_one_after_the_other() -> None:
    jump = entry(
        3,
        Note(sentences=(text("{who} jumps down", who=ref("crimson-3")),)),
        Call(action="walk", actor="crimson-3"),
    )
    (line,) = log_lines(RULES, [move(2, 8), jump])
    assert line.text == "Crimson runs 8 m along the quay. (6 m left) Crimson jumps down."


def test_moves_of_others_of_other_rounds_and_undone_ones_do_not_fold() -> None:
    entries = [move(2, 8), move(3, 6, who="apex-1"), move(4, 2, who="apex-1", round=4), move(5, 2, is_undone=True)]
    assert len(log_lines(RULES, entries)) == 4


def fog(number: int, level: str) -> LogEntry:
    note = Note(sentences=(gm_text("A part of the board is {level}.", level=level),))
    return entry(number, note, Call(action="draw_fog", options={"level": level}))


def test_strokes_that_say_the_same_are_one_line() -> None:
    lines = log_lines(RULESETS["zerospace"], [fog(2, "hidden"), fog(3, "hidden"), fog(4, "revealed")])
    assert [(line.text, line.steps) for line in lines] == [
        ("A part of the board is hidden.", (2, 3)),
        ("A part of the board is revealed.", (4,)),
    ]


def test_something_in_between_keeps_moves_apart() -> None:
    lines = log_lines(RULES, [move(2, 8), entry(3, SHOT_NOTE), move(4, 6)])
    assert [line.steps for line in lines] == [(2,), (3,), (4,)]


def test_folding_is_the_same_from_either_end() -> None:
    lines = [log_line(RULES, one) for one in (move(2, 8), move(3, 6))]
    assert fold(line for line in reversed(lines) if line) == fold(line for line in lines if line)


def test_a_step_stands_in_the_round_in_which_it_began() -> None:
    after, before = entry(7, SHOT_NOTE, round=4), entry(7, SHOT_NOTE, round=3)
    line = log_line(RULES, LogEntry(number=7, note=SHOT_NOTE, battle=after.battle, before=before.battle))
    assert line is not None
    assert line.round == 3


def test_an_undone_step_is_marked() -> None:
    assert [line.is_undone for line in log_lines(RULES, evening())] == [True, False, False, False]


def test_a_step_after_the_combat_belongs_to_no_round() -> None:
    """For example the start of the next combat, which would otherwise be listed in the last round of this one."""
    during = entry(5, SHOT_NOTE)
    after = replace(during, battle=replace(during.battle, order=replace(during.battle.order, phase="ended")))
    lines = [log_line(RULES, one) for one in (during, after)]
    assert [line.round for line in lines if line is not None] == [3, 0]
