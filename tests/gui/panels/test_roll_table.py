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
from tests.gui.panels.action_panel_rig import BACK, ENTER, INITIATIVE, OGRES, PLAYERS, STANDS, ActionPanelRig, Open
from tests.support.together import TOGETHER, company

# ---------------------------------------------------------------------------------------------- rows


def test_players_sit_in_their_seats_and_the_gms_side_comes_last(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    assert rig.rows == PLAYERS + OGRES
    assert rig.panel.table.isVisible()
    assert not rig.panel.stage.isVisible()


def test_the_gms_side_is_rolled_at_once_and_players_are_waited_for(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    assert [row.id for row in rig.list.rows.open_rows] == PLAYERS
    for ogre in OGRES:
        answer = rig.row(ogre).answer
        assert isinstance(answer, Faces)
        assert answer.source == "rolled"
        assert 1 <= answer.faces[0] <= 10
        assert rig.row(ogre).result == f"= {answer.faces[0] + 4}"
    assert rig.current == PLAYERS[0]
    assert rig.panel.table.count.text() == "2 of 5"


def test_a_side_whose_dice_are_typed_is_waited_for_too(rig: ActionPanelRig) -> None:
    rig.preferences.set_rolling("npc", "typed")
    rig.begin(INITIATIVE)
    assert len(rig.list.rows.open_rows) == 5
    assert rig.panel.table.roll_rest.text() == "Roll All"


def test_a_single_request_has_no_table(rig: ActionPanelRig) -> None:
    rig.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1",)))
    assert not rig.panel.table.isVisible()
    assert rig.panel.stage.isVisible()


def test_a_row_says_what_is_needed_and_how_its_number_came_about(rig: ActionPanelRig) -> None:
    rig.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    row = rig.row("attack.ogre-1")
    # Ogres have strength 4: 10 is needed, and 1 is added to the dice, so the dice need 9.
    assert (row.name, row.about, row.dice, row.needed) == ("Anna", "Ogre 1", "2d6+1", "9 or more")
    rig.begin(INITIATIVE)
    assert rig.row("initiative.anna-2").details == ("Strength +3",)


# ------------------------------------------------------------------------------------- one key each


def test_one_key_each_and_one_apply_and_one_undo(rig: ActionPanelRig) -> None:
    before = rig.bridge.battle
    rig.begin(INITIATIVE)
    rig.controller.many.answer({OGRES[0]: Faces((1,)), OGRES[1]: Faces((1,))})
    rig.press("7", "0", "3")
    assert [rig.faces(id) for id in PLAYERS] == [(7,), (10,), (3,)]
    assert isinstance(rig.controller.outcome, Done)
    assert QApplication.focusWidget() is rig.panel.apply
    rig.panel.answer()
    assert rig.controller.call is None
    assert not rig.panel.table.isVisible()
    assert len(rig.session.steps) == 1
    # 10 + Anna's strength of 3
    assert rig.bridge.sentences(rig.session.steps[0].note.sentences) == "Initiative is rolled: the best has 13."
    rig.bridge.undo()
    assert rig.bridge.battle == before


@pytest.mark.parametrize(("typed", "answer"), [("=9", Sum(sum=9)), ("==11", Total(total=11))])
def test_a_sum_or_a_total_is_handed_in_by_enter(rig: ActionPanelRig, typed: str, answer: object) -> None:
    rig.begin(INITIATIVE)
    rig.press(typed)
    assert rig.row(PLAYERS[0]).is_open
    rig.press(ENTER)
    assert rig.row(PLAYERS[0]).answer == answer
    assert rig.current == PLAYERS[1]


def test_a_word_stands_for_the_dice(rig: ActionPanelRig) -> None:
    rig.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    rig.panel.take_focus()
    rig.press("miss", ENTER)
    assert rig.row("attack.ogre-1").answer == Word(word="miss")
    assert rig.row("attack.ogre-1").result == "Miss"
    assert rig.current == "attack.ogre-3"


@pytest.mark.parametrize(("typed", "sentence"), [("=40", "1d10 cannot add up to 40"), ("==2", "cannot add up to 0")])
def test_what_cannot_be_is_said_and_stays_to_be_mended(rig: ActionPanelRig, typed: str, sentence: str) -> None:
    rig.begin(INITIATIVE)
    rig.press(typed, ENTER)
    assert sentence in rig.panel.problem.text()
    assert "Bert" in rig.panel.problem.text()
    assert rig.list.typed == typed
    assert rig.current == PLAYERS[0]
    rig.press(BACK)
    assert rig.panel.problem.text() == ""


def test_a_face_that_is_not_on_the_die_is_not_taken(rig: ActionPanelRig) -> None:
    rig.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    rig.panel.take_focus()
    rig.press("58")
    assert "no 8 on a d6" in rig.panel.problem.text()
    assert rig.list.typed == "5"
    rig.press("4")
    assert rig.faces("attack.ogre-1") == (5, 4)


def test_enter_goes_to_the_next_empty_row_and_around(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    rig.press(ENTER)
    assert rig.current == PLAYERS[1]
    rig.press("5")
    assert rig.current == PLAYERS[2]
    rig.press(ENTER)
    assert rig.current == PLAYERS[0]
    assert rig.row(PLAYERS[2]).is_open


def test_the_only_empty_row_says_what_it_needs(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    rig.press("5", "5", ENTER)
    assert rig.current == PLAYERS[2]
    assert "Type the dice of Cora" in rig.panel.problem.text()


def test_backspace_steps_back_over_what_was_given_by_hand_only(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    ogres = [rig.faces(ogre) for ogre in OGRES]
    rig.press("5", "6", BACK)
    assert rig.current == PLAYERS[1]
    assert rig.row(PLAYERS[1]).is_open
    rig.press(BACK, BACK, BACK)
    assert rig.current == PLAYERS[0]
    assert len(rig.list.rows.open_rows) == 3
    assert [rig.faces(ogre) for ogre in OGRES] == ogres


def test_backspace_takes_one_of_several_dice(rig: ActionPanelRig) -> None:
    rig.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    rig.panel.take_focus()
    rig.press("12", BACK)
    assert rig.current == "attack.ogre-1"
    assert rig.list.typed == "1"


# ----------------------------------------------------------------------------------- stages and edits


def test_further_requests_come_beside_what_is_half_typed(rig: ActionPanelRig) -> None:
    rig.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    rig.panel.take_focus()
    rig.press("5")
    rig.list.make_current(1)
    rig.press("66")
    # The second ogre is hit, so its damage is requested; the first attack still has its 5.
    assert rig.rows == ["attack.ogre-1", "attack.ogre-3", "damage.ogre-3"]
    assert rig.list.rows.typed("attack.ogre-1") == "5"
    assert rig.row("attack.ogre-3").result == "Hit"


def test_damage_stands_under_the_attack_that_it_is_of(rig: ActionPanelRig) -> None:
    rig.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "bert-4")))
    rig.panel.take_focus()
    rig.press("66", "6")
    assert rig.rows == ["attack.ogre-1", "damage.ogre-1", "attack.bert-4"]
    assert rig.row("attack.ogre-1").details == ("13 against 10 · hit",)
    assert rig.faces("damage.ogre-1") == (6,)


def test_what_only_one_is_asked_then_stands_in_the_single_stage_again(rig: ActionPanelRig) -> None:
    rig.controller.begin_call(Call(action="challenge", actor="anna-2", targets=("ogre-1",)))
    rig.panel.take_focus()
    assert rig.rows == ["quick.anna-2", "quick.ogre-1"]
    rig.press("5")
    assert not rig.panel.table.isVisible()
    assert rig.panel.stage.isVisible()
    rig.press(BACK)
    # Back removes the last answer given by hand, not the ogre's die.
    assert rig.panel.table.isVisible()
    assert [row.id for row in rig.list.rows.open_rows] == ["quick.anna-2"]
    rig.press("6", "53")
    assert rig.controller.can_apply
    assert rig.panel.apply.isVisible()
    rig.panel.answer()
    assert rig.session.steps[0].call.answers["blow"] == Faces((5, 3))


def test_any_row_can_be_changed_until_it_is_applied(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    rig.controller.many.answer({OGRES[0]: Faces((1,)), OGRES[1]: Faces((1,))})
    rig.press("7", "7", "7")
    assert rig.controller.can_apply
    rig.list.make_current(3)
    rig.list.setFocus()
    rig.press("9")
    assert rig.faces(OGRES[0]) == (9,)
    # 9 + the ogre's strength of 4 = 13: the best, without a tie.
    assert rig.controller.can_apply
    rig.panel.answer()
    assert "the best has 13" in rig.bridge.sentences(rig.session.steps[0].note.sentences)


def test_answers_that_are_no_longer_asked_for_are_not_kept_in_the_step(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    rig.controller.many.answer({OGRES[0]: Faces((1,)), OGRES[1]: Faces((1,))})
    # 8 + 2 = 7 + 3: Bert and Anna are tied and roll off.
    rig.press("8", "7")
    rig.list.make_current(2)
    rig.press("1")
    assert rig.rows[1:4:2] == ["tie.bert-4", "tie.anna-2"]
    rig.press("4")
    rig.list.make_current(0)
    rig.press("9")
    assert "tie.bert-4" not in rig.rows
    rig.panel.answer()
    assert set(rig.session.steps[0].call.answers) == {*PLAYERS, *OGRES}


def test_the_rest_is_rolled_and_nothing_that_lies_is_thrown_anew(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    rig.press("7")
    ogres = [rig.faces(ogre) for ogre in OGRES]
    assert rig.panel.table.roll_rest.text() == "Roll the Rest"
    QTest.keyClick(rig.list, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    assert not [row for row in rig.list.rows.open_rows if row.id.startswith("initiative")]
    assert rig.faces(PLAYERS[0]) == (7,)
    assert [rig.faces(ogre) for ogre in OGRES] == ogres


def test_r_rolls_the_row_in_hand(rig: ActionPanelRig) -> None:
    rig.begin(INITIATIVE)
    rig.press("r")
    assert rig.row(PLAYERS[0]).answer is not None
    assert rig.row(PLAYERS[1]).answer is None
    assert rig.current == PLAYERS[1]


def test_a_click_on_a_verdict_turns_it_round_and_back(rig: ActionPanelRig) -> None:
    rig.controller.begin_call(Call(action="sweep", actor="anna-2", targets=("ogre-1", "ogre-3")))
    rig.panel.take_focus()
    rig.press("11")
    assert rig.row("attack.ogre-1").result == "Miss"
    rig.click("attack.ogre-1", 20)
    assert rig.row("attack.ogre-1").result == "Hit ✎"
    assert "damage.ogre-1" in rig.rows
    rig.click("attack.ogre-1", 20)
    assert rig.row("attack.ogre-1").result == "Miss"


# ---------------------------------------------------------------------------------------- after an undo


def given_and_undone(rig: ActionPanelRig) -> None:
    """Roll initiative, 7, 8 and 9 for the players and 1 and 2 for the ogres; undo it and begin it again."""
    rig.begin(INITIATIVE)
    rig.controller.many.answer({OGRES[0]: Faces((1,), "rolled"), OGRES[1]: Faces((2,), "rolled")})
    rig.press("7", "8", "9")
    rig.panel.answer()
    rig.bridge.undo()
    rig.begin(INITIATIVE)


def test_after_an_undo_the_dice_lie_there_again(rig: ActionPanelRig) -> None:
    given_and_undone(rig)
    assert [rig.faces(ogre) for ogre in OGRES] == [(1,), (2,)]
    assert [rig.row(id).offered for id in PLAYERS] == [Faces((face,), "offered") for face in (7, 8, 9)]
    rig.press(ENTER)
    assert rig.faces(PLAYERS[0]) == (7,)
    rig.press("4")
    assert rig.faces(PLAYERS[1]) == (4,)


def test_all_dice_that_lay_there_are_taken_at_once(rig: ActionPanelRig) -> None:
    given_and_undone(rig)
    rig.panel.table.take_offered.click()
    assert [rig.faces(id) for id in PLAYERS] == [(7,), (8,), (9,)]
    assert rig.controller.can_apply


def test_a_half_answered_table_is_whole_after_opening_it_again(open_rig: Open, tmp_path: Path) -> None:
    path = tmp_path / "fight.battle.toml"
    session = Session.create(path, TOGETHER, company()).session
    assert session is not None
    half = replace(INITIATIVE, answers={OGRES[0]: Faces((3,), "rolled"), PLAYERS[0]: Faces((7,))})
    assert session.keep_draft(half) is None
    session.close()
    opened = Session.open(path, {TOGETHER.id: TOGETHER}).session
    assert opened is not None
    rig = ActionPanelRig(opened, open_rig().preferences)
    assert rig.rows == PLAYERS + OGRES
    assert rig.faces(PLAYERS[0]) == (7,)
    assert [row.id for row in rig.list.rows.open_rows] == [PLAYERS[1], PLAYERS[2], OGRES[1]]
    rig.bridge.close()
    rig.area.deleteLater()


# ----------------------------------------------------------------------------------------- choices


def test_digits_choose_and_numbers_are_typed(rig: ActionPanelRig) -> None:
    rig.preferences.set_rolling("npc", "typed")
    rig.begin(STANDS)
    assert rig.panel.table.title.text() == "Where does … stand?"
    rig.press("2")
    assert rig.row("line.bert-4").answer == Option("back")
    assert rig.current == "steps.bert-4"
    # 1 may be the beginning of 12; 12 is complete.
    rig.press("1")
    assert rig.row("steps.bert-4").is_open
    rig.press("2")
    assert rig.row("steps.bert-4").answer == Number(12)
    assert rig.current == "line.anna-2"


def test_several_options_are_ticked_and_handed_in_by_enter(rig: ActionPanelRig) -> None:
    rig.preferences.set_rolling("npc", "typed")
    rig.begin(STANDS)
    rig.press("1")
    assert rig.current == "watched.bert-4"
    rig.press("1", "2", "3", ENTER)
    assert "at most 2" in rig.panel.problem.text()
    rig.press("2", ENTER)
    assert rig.row("watched.bert-4").answer == Options(("ogre-1", "ogre-3"))
    assert rig.current == "line.anna-2"


def test_enter_takes_the_number_suggested_and_too_many_are_refused(rig: ActionPanelRig) -> None:
    rig.begin(STANDS)
    rig.press("2", "13", ENTER)
    assert "at most 12" in rig.panel.problem.text()
    rig.press(BACK, BACK, ENTER)
    assert rig.row("steps.bert-4").answer == Number(1)


def test_the_gms_side_takes_what_is_suggested(rig: ActionPanelRig) -> None:
    rig.begin(STANDS)
    assert rig.row("line.ogre-1").is_open
    rig.list.make_current(rig.rows.index("line.ogre-1"))
    rig.press("2")
    # There is a default for how far, none for where to stand.
    assert rig.row("steps.ogre-1").answer == Number(1)


def test_options_are_chosen_by_a_click(rig: ActionPanelRig) -> None:
    rig.begin(STANDS)
    index = rig.list.rows.index(0, 0)
    pills = rig.list.delegate.pills(rig.row("line.bert-4"), QRectF(rig.list.visualRect(index)))
    QTest.mouseClick(rig.list.viewport(), Qt.MouseButton.LeftButton, pos=pills["back"].center().toPoint())
    assert rig.row("line.bert-4").answer == Option("back")
