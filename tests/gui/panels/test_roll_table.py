"""The roll table in the action panel with real keys: initiative of five, stands, a sweep."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.dice.answers import Faces, Sum, Total, Word
from model.engine.calls import Call, Number, Option, Options
from model.engine.run import Done
from model.session import Session
from model.state.base import replace
from tests.gui.panels.desk import BACK, ENTER, INITIATIVE, OGRES, PLAYERS, STANDS, Desk, Open
from tests.support.together import TOGETHER, company

# ---------------------------------------------------------------------------------------------- rows


def test_players_sit_in_their_seats_and_the_gms_side_comes_last(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    assert desk.rows == PLAYERS + OGRES
    assert desk.panel.table.isVisible()
    assert not desk.panel.stage.isVisible()


def test_the_gms_side_is_rolled_at_once_and_players_are_waited_for(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    assert [row.id for row in desk.list.rows.open_rows] == PLAYERS
    for ogre in OGRES:
        answer = desk.row(ogre).answer
        assert isinstance(answer, Faces)
        assert answer.source == "rolled"
        assert 1 <= answer.faces[0] <= 10
        assert desk.row(ogre).result == f"= {answer.faces[0] + 4}"
    assert desk.current == PLAYERS[0]
    assert desk.panel.table.count.text() == "2 of 5"


def test_a_side_whose_dice_are_typed_is_waited_for_too(desk: Desk) -> None:
    desk.preferences.set_rolling("npc", "typed")
    desk.begin(INITIATIVE)
    assert len(desk.list.rows.open_rows) == 5
    assert desk.panel.table.roll_rest.text() == "Roll All"


def test_a_single_request_has_no_table(desk: Desk) -> None:
    desk.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1",)))
    assert not desk.panel.table.isVisible()
    assert desk.panel.stage.isVisible()


def test_a_row_says_what_is_needed_and_how_its_number_came_about(desk: Desk) -> None:
    desk.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    row = desk.row("attack.ogre-1")
    # Ogres have strength 4: 10 is needed, and 1 is added to the dice, so the dice need 9.
    assert (row.name, row.about, row.dice, row.needed) == ("Anna", "Ogre 1", "2d6+1", "9 or more")
    desk.begin(INITIATIVE)
    assert desk.row("initiative.anna-2").details == ("Strength +3",)


# ------------------------------------------------------------------------------------- one key each


def test_one_key_each_and_one_apply_and_one_undo(desk: Desk) -> None:
    before = desk.bridge.battle
    desk.begin(INITIATIVE)
    desk.controller.many.answer({OGRES[0]: Faces((1,)), OGRES[1]: Faces((1,))})
    desk.press("7", "0", "3")
    assert [desk.faces(id) for id in PLAYERS] == [(7,), (10,), (3,)]
    assert isinstance(desk.controller.outcome, Done)
    assert QApplication.focusWidget() is desk.panel.apply
    desk.panel.answer()
    assert desk.controller.call is None
    assert not desk.panel.table.isVisible()
    assert len(desk.session.steps) == 1
    # 10 + Anna's strength of 3
    assert desk.bridge.sentences(desk.session.steps[0].note.sentences) == "Initiative is rolled: the best has 13."
    desk.bridge.undo()
    assert desk.bridge.battle == before


@pytest.mark.parametrize(("typed", "answer"), [("=9", Sum(sum=9)), ("==11", Total(total=11))])
def test_a_sum_or_a_total_is_handed_in_by_enter(desk: Desk, typed: str, answer: object) -> None:
    desk.begin(INITIATIVE)
    desk.press(typed)
    assert desk.row(PLAYERS[0]).is_open
    desk.press(ENTER)
    assert desk.row(PLAYERS[0]).answer == answer
    assert desk.current == PLAYERS[1]


def test_a_word_stands_for_the_dice(desk: Desk) -> None:
    desk.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    desk.panel.take_focus()
    desk.press("miss", ENTER)
    assert desk.row("attack.ogre-1").answer == Word(word="miss")
    assert desk.row("attack.ogre-1").result == "Miss"
    assert desk.current == "attack.ogre-3"


@pytest.mark.parametrize(("typed", "sentence"), [("=40", "1d10 cannot add up to 40"), ("==2", "cannot add up to 0")])
def test_what_cannot_be_is_said_and_stays_to_be_mended(desk: Desk, typed: str, sentence: str) -> None:
    desk.begin(INITIATIVE)
    desk.press(typed, ENTER)
    assert sentence in desk.panel.problem.text()
    assert "Bert" in desk.panel.problem.text()
    assert desk.list.typed == typed
    assert desk.current == PLAYERS[0]
    desk.press(BACK)
    assert desk.panel.problem.text() == ""


def test_a_face_that_is_not_on_the_die_is_not_taken(desk: Desk) -> None:
    desk.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    desk.panel.take_focus()
    desk.press("58")
    assert "no 8 on a d6" in desk.panel.problem.text()
    assert desk.list.typed == "5"
    desk.press("4")
    assert desk.faces("attack.ogre-1") == (5, 4)


def test_enter_goes_to_the_next_empty_row_and_around(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    desk.press(ENTER)
    assert desk.current == PLAYERS[1]
    desk.press("5")
    assert desk.current == PLAYERS[2]
    desk.press(ENTER)
    assert desk.current == PLAYERS[0]
    assert desk.row(PLAYERS[2]).is_open


def test_the_only_empty_row_says_what_it_needs(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    desk.press("5", "5", ENTER)
    assert desk.current == PLAYERS[2]
    assert "Type the dice of Cora" in desk.panel.problem.text()


def test_backspace_steps_back_over_what_was_given_by_hand_only(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    ogres = [desk.faces(ogre) for ogre in OGRES]
    desk.press("5", "6", BACK)
    assert desk.current == PLAYERS[1]
    assert desk.row(PLAYERS[1]).is_open
    desk.press(BACK, BACK, BACK)
    assert desk.current == PLAYERS[0]
    assert len(desk.list.rows.open_rows) == 3
    assert [desk.faces(ogre) for ogre in OGRES] == ogres


def test_backspace_takes_one_of_several_dice(desk: Desk) -> None:
    desk.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    desk.panel.take_focus()
    desk.press("12", BACK)
    assert desk.current == "attack.ogre-1"
    assert desk.list.typed == "1"


# ----------------------------------------------------------------------------------- stages and edits


def test_further_requests_come_beside_what_is_half_typed(desk: Desk) -> None:
    desk.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    desk.panel.take_focus()
    desk.press("5")
    desk.list.make_current(1)
    desk.press("66")
    # The second ogre is hit, so its damage is requested; the first attack still has its 5.
    assert desk.rows == ["attack.ogre-1", "attack.ogre-3", "damage.ogre-3"]
    assert desk.list.rows.typed("attack.ogre-1") == "5"
    assert desk.row("attack.ogre-3").result == "Hit"


def test_damage_stands_under_the_attack_that_it_is_of(desk: Desk) -> None:
    desk.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "bert-4")))
    desk.panel.take_focus()
    desk.press("66", "6")
    assert desk.rows == ["attack.ogre-1", "damage.ogre-1", "attack.bert-4"]
    assert desk.row("attack.ogre-1").details == ("13 against 10 · hit",)
    assert desk.faces("damage.ogre-1") == (6,)


def test_what_only_one_is_asked_then_stands_in_the_single_stage_again(desk: Desk) -> None:
    desk.controller.begin_call(Call(action="challenge", actor="anna-2", targets=("ogre-1",)))
    desk.panel.take_focus()
    assert desk.rows == ["quick.anna-2", "quick.ogre-1"]
    desk.press("5")
    assert not desk.panel.table.isVisible()
    assert desk.panel.stage.isVisible()
    desk.press(BACK)
    # Back removes the last answer given by hand, not the ogre's die.
    assert desk.panel.table.isVisible()
    assert [row.id for row in desk.list.rows.open_rows] == ["quick.anna-2"]
    desk.press("6", "53")
    assert desk.controller.can_apply
    assert desk.panel.apply.isVisible()
    desk.panel.answer()
    assert desk.session.steps[0].call.answers["blow"] == Faces((5, 3))


def test_any_row_can_be_changed_until_it_is_applied(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    desk.controller.many.answer({OGRES[0]: Faces((1,)), OGRES[1]: Faces((1,))})
    desk.press("7", "7", "7")
    assert desk.controller.can_apply
    desk.list.make_current(3)
    desk.list.setFocus()
    desk.press("9")
    assert desk.faces(OGRES[0]) == (9,)
    # 9 + the ogre's strength of 4 = 13: the best, without a tie.
    assert desk.controller.can_apply
    desk.panel.answer()
    assert "the best has 13" in desk.bridge.sentences(desk.session.steps[0].note.sentences)


def test_answers_that_are_no_longer_asked_for_are_not_kept_in_the_step(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    desk.controller.many.answer({OGRES[0]: Faces((1,)), OGRES[1]: Faces((1,))})
    # 8 + 2 = 7 + 3: Bert and Anna are tied and roll off.
    desk.press("8", "7")
    desk.list.make_current(2)
    desk.press("1")
    assert desk.rows[1:4:2] == ["tie.bert-4", "tie.anna-2"]
    desk.press("4")
    desk.list.make_current(0)
    desk.press("9")
    assert "tie.bert-4" not in desk.rows
    desk.panel.answer()
    assert set(desk.session.steps[0].call.answers) == {*PLAYERS, *OGRES}


def test_the_rest_is_rolled_and_nothing_that_lies_is_thrown_anew(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    desk.press("7")
    ogres = [desk.faces(ogre) for ogre in OGRES]
    assert desk.panel.table.roll_rest.text() == "Roll the Rest"
    QTest.keyClick(desk.list, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    assert not [row for row in desk.list.rows.open_rows if row.id.startswith("initiative")]
    assert desk.faces(PLAYERS[0]) == (7,)
    assert [desk.faces(ogre) for ogre in OGRES] == ogres


def test_r_rolls_the_row_in_hand(desk: Desk) -> None:
    desk.begin(INITIATIVE)
    desk.press("r")
    assert desk.row(PLAYERS[0]).answer is not None
    assert desk.row(PLAYERS[1]).answer is None
    assert desk.current == PLAYERS[1]


def test_a_click_on_a_verdict_turns_it_round_and_back(desk: Desk) -> None:
    desk.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    desk.panel.take_focus()
    desk.press("11")
    assert desk.row("attack.ogre-1").result == "Miss"
    desk.click("attack.ogre-1", 20)
    assert desk.row("attack.ogre-1").result == "Hit ✎"
    assert "damage.ogre-1" in desk.rows
    desk.click("attack.ogre-1", 20)
    assert desk.row("attack.ogre-1").result == "Miss"


# ---------------------------------------------------------------------------------------- after an undo


def given_and_undone(desk: Desk) -> None:
    """Roll initiative, 7, 8 and 9 for the players and 1 and 2 for the ogres; undo it and begin it again."""
    desk.begin(INITIATIVE)
    desk.controller.many.answer({OGRES[0]: Faces((1,), "rolled"), OGRES[1]: Faces((2,), "rolled")})
    desk.press("7", "8", "9")
    desk.panel.answer()
    desk.bridge.undo()
    desk.begin(INITIATIVE)


def test_after_an_undo_the_dice_lie_there_again(desk: Desk) -> None:
    given_and_undone(desk)
    assert [desk.faces(ogre) for ogre in OGRES] == [(1,), (2,)]
    assert [desk.row(id).offered for id in PLAYERS] == [Faces((face,), "offered") for face in (7, 8, 9)]
    desk.press(ENTER)
    assert desk.faces(PLAYERS[0]) == (7,)
    desk.press("4")
    assert desk.faces(PLAYERS[1]) == (4,)


def test_all_dice_that_lay_there_are_taken_at_once(desk: Desk) -> None:
    given_and_undone(desk)
    desk.panel.table.take_offered.click()
    assert [desk.faces(id) for id in PLAYERS] == [(7,), (8,), (9,)]
    assert desk.controller.can_apply


def test_a_half_answered_table_is_whole_after_opening_it_again(open_desk: Open, tmp_path: Path) -> None:
    path = tmp_path / "fight.battle.toml"
    session = Session.create(path, TOGETHER, company()).session
    assert session is not None
    half = replace(INITIATIVE, answers={OGRES[0]: Faces((3,), "rolled"), PLAYERS[0]: Faces((7,))})
    assert session.keep_draft(half) is None
    session.close()
    opened = Session.open(path, {TOGETHER.id: TOGETHER}).session
    assert opened is not None
    desk = Desk(opened, open_desk().preferences)
    assert desk.rows == PLAYERS + OGRES
    assert desk.faces(PLAYERS[0]) == (7,)
    assert [row.id for row in desk.list.rows.open_rows] == [PLAYERS[1], PLAYERS[2], OGRES[1]]
    desk.bridge.close()
    desk.area.deleteLater()


# ----------------------------------------------------------------------------------------- choices


def test_digits_choose_and_numbers_are_typed(desk: Desk) -> None:
    desk.preferences.set_rolling("npc", "typed")
    desk.begin(STANDS)
    assert desk.panel.table.title.text() == "Where does … stand?"
    desk.press("2")
    assert desk.row("line.bert-4").answer == Option("back")
    assert desk.current == "steps.bert-4"
    # 1 may be the beginning of 12; 12 is complete.
    desk.press("1")
    assert desk.row("steps.bert-4").is_open
    desk.press("2")
    assert desk.row("steps.bert-4").answer == Number(12)
    assert desk.current == "line.anna-2"


def test_several_options_are_ticked_and_handed_in_by_enter(desk: Desk) -> None:
    desk.preferences.set_rolling("npc", "typed")
    desk.begin(STANDS)
    desk.press("1")
    assert desk.current == "watched.bert-4"
    desk.press("1", "2", "3", ENTER)
    assert "at most 2" in desk.panel.problem.text()
    desk.press("2", ENTER)
    assert desk.row("watched.bert-4").answer == Options(("ogre-1", "ogre-3"))
    assert desk.current == "line.anna-2"


def test_enter_takes_the_number_suggested_and_too_many_are_refused(desk: Desk) -> None:
    desk.begin(STANDS)
    desk.press("2", "13", ENTER)
    assert "at most 12" in desk.panel.problem.text()
    desk.press(BACK, BACK, ENTER)
    assert desk.row("steps.bert-4").answer == Number(1)


def test_the_gms_side_takes_what_is_suggested(desk: Desk) -> None:
    desk.begin(STANDS)
    assert desk.row("line.ogre-1").is_open
    desk.list.make_current(desk.rows.index("line.ogre-1"))
    desk.press("2")
    # There is a default for how far, none for where to stand.
    assert desk.row("steps.ogre-1").answer == Number(1)


def test_options_are_chosen_by_a_click(desk: Desk) -> None:
    desk.begin(STANDS)
    index = desk.list.rows.index(0, 0)
    pills = desk.list.delegate.pills(desk.row("line.bert-4"), QRectF(desk.list.visualRect(index)))
    QTest.mouseClick(desk.list.viewport(), Qt.MouseButton.LeftButton, pos=pills["back"].center().toPoint())
    assert desk.row("line.bert-4").answer == Option("back")
