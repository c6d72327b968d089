"""Questions and dice as widgets: what is asked and what is submitted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QLabel
from pytestqt.qtbot import QtBot

from gui.panels.action_panel import ApplyLine
from gui.panels.action_stage import DiceField, Stage, Verdicts
from gui.style import theme
from gui.style.theme import UNIT
from model.dice.answers import Faces, Sum
from model.dice.requests import pool, sum_of
from model.dice.rolls import KnownRoll
from model.engine.requests import Choice, Question
from model.rulesets.wasteland.checks import combat_dice
from model.state.texts import Note, text

OPTIONS = (Choice(key="hold", label="Hold"), Choice(key="flee", label="Flee"), Choice(key="beg", label="Beg"))


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    theme().apply(QApplication.instance(), "dark")
    made = Stage()
    qtbot.addWidget(made)
    made.resize(360, 200)
    made.show()
    return made


@pytest.fixture
def field(qtbot: QtBot) -> DiceField:
    made = DiceField()
    qtbot.addWidget(made)
    made.show()
    return made


def ask(stage: Stage, question: Question) -> list[object]:
    """Ask the question and return a list, to which submitted answers will be added."""
    given: list[object] = []
    stage.chosen.connect(given.append)
    stage.set_due(question, "What now?", "Ada", None, False)
    return given


def test_r_rolls_also_where_a_word_begins_with_it(field: DiceField) -> None:
    """A hit location is a d20 or a word: R rolls, as its button says; Shift+R begins the word `right arm` or leg."""
    rolled: list[bool] = []
    typed: list[str] = []
    field.rolled.connect(lambda: rolled.append(True))
    field.submitted.connect(typed.append)
    field.set_request(pool("location", "Hit location", 1, sides=20, words=("torso", "right arm", "right leg")))
    QTest.keyClick(field, Qt.Key.Key_R)
    assert rolled == [True]
    QTest.keyClick(field, "R", Qt.KeyboardModifier.ShiftModifier)
    for sign in "ight arm":
        QTest.keyClicks(field, sign)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert rolled == [True]
    assert typed == ["right arm"]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 8, 12])
def test_dice_and_what_is_said_of_them_fit_into_the_narrowest_dock(stage: Stage, qtbot: QtBot, count: int) -> None:
    """A window of 900 pixels leaves the action panel some 320, of which 300 are between its margins.

    Beside the rolled dice is the figure of the combatant who is hit, at least 28 wide.
    """
    asked = combat_dice("damage", "Damage", count)
    stage.set_due(asked, "What now?", "Raider boss", Faces(faces=(5,) * count), False)
    verdicts = Verdicts()
    qtbot.addWidget(verdicts)
    known = KnownRoll(asked, Faces(faces=(5,) * count), "boss-1")
    verdicts.set_note(Note(rolls=(known.record,)))
    assert stage.minimumSizeHint().width() <= 300
    assert verdicts.minimumSizeHint().width() + UNIT + 28 <= 300


def test_of_several_who_throw_each_die_has_its_name(qtbot: QtBot) -> None:
    """A contest has one die for each combatant."""
    verdicts = Verdicts()
    qtbot.addWidget(verdicts)
    contest = sum_of("contest", "Contest", "1d10", bonus=1)
    thrown = tuple(KnownRoll(contest, Faces(faces=(5,)), who).record for who in ("juna-8", "captain-11"))
    names = {"juna-8": "Juna", "captain-11": "Captain"}

    def shown() -> list[str]:
        return [label.text() for label in verdicts.findChildren(QLabel) if label.isVisibleTo(verdicts)]

    verdicts.set_note(Note(rolls=thrown), names)
    assert shown() == ["Juna", "Contest 6", "Captain", "Contest 6"]
    # A single roll is shown without a name.
    verdicts.set_note(Note(rolls=thrown[:1]), names)
    assert shown() == ["Contest 6"]


def test_a_digit_picks_an_option(stage: Stage) -> None:
    given = ask(stage, Question(id="q", title=text("What now?"), options=OPTIONS))
    assert stage.pick(2)
    assert given == ["flee"]
    assert not stage.pick(4)


def test_enter_takes_the_default(stage: Stage) -> None:
    given = ask(stage, Question(id="q", title=text("What now?"), options=OPTIONS, default="beg"))
    stage.take_focus()
    stage.answer()
    assert given == ["beg"]


def test_several_options_are_ticked_and_handed_in_together(stage: Stage) -> None:
    given = ask(stage, Question(id="q", title=text("Who?"), kind="options", options=OPTIONS, default=("hold",)))
    stage.pick(3)
    assert given == []
    stage.answer()
    assert given == [("hold", "beg")]


def test_a_number_is_kept_within_its_range(stage: Stage) -> None:
    given = ask(stage, Question(id="q", title=text("How far?"), kind="number", least=1, most=9, default=4))
    field = stage.findChild(QDoubleSpinBox)
    assert (field.minimum(), field.maximum(), field.value()) == (1, 9, 4)
    field.setValue(30)
    stage.answer()
    assert given == [9]


def test_a_place_is_asked_for_on_the_map(stage: Stage) -> None:
    wanted: list[bool] = []
    stage.place_wanted.connect(wanted.append)
    ask(stage, Question(id="q", title=text("Where to?"), kind="place"))
    assert wanted[-1] is True


def test_dice_with_one_digit_are_handed_in_with_the_last_one(field: DiceField) -> None:
    given: list[str] = []
    field.submitted.connect(given.append)
    field.set_request(sum_of("attack", "Attack", "3d6"))
    QTest.keyClicks(field, "4 5")
    assert given == []
    QTest.keyClicks(field, "6")
    assert given == ["4 5 6"]


def test_dice_with_two_digits_are_parted_by_blanks_and_handed_in_by_enter(field: DiceField) -> None:
    given: list[str] = []
    field.submitted.connect(given.append)
    field.set_request(pool("attack", "Attack", 2))
    QTest.keyClicks(field, "12 7")
    assert given == []
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert given == ["12 7"]


@pytest.mark.parametrize(
    ("typed", "faces"), [("185", "18 5"), ("57", "5 7"), ("1220", "12 20"), ("18\r5", "18 5"), ("1\r2", "1 2")]
)
def test_a_digit_that_the_die_does_not_have_is_the_next_die(field: DiceField, typed: str, faces: str) -> None:
    given: list[str] = []
    field.submitted.connect(given.append)
    field.set_request(pool("attack", "Attack", 2))
    QTest.keyClicks(field, typed)
    assert given == []
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert given == [faces]


@pytest.mark.parametrize("typed", ["30", "30 ", "30\r"])
def test_a_face_that_no_die_has_is_told_at_once_and_no_further_die_begins(field: DiceField, typed: str) -> None:
    """In a pool of two d20, the second die does not begin while 30 is typed for the first."""
    said: list[str] = []
    field.mistyped.connect(said.append)
    field.set_request(pool("attack", "Attack", 2))
    QTest.keyClicks(field, typed)
    assert said[0] == "There is no 30 on a d20."
    assert field.typed == "30"
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    QTest.keyClicks(field, " 12")
    assert field.typed == "3 12"


def test_enter_on_dice_that_are_missing_says_so(field: DiceField) -> None:
    given: list[str] = []
    field.submitted.connect(given.append)
    field.set_request(pool("attack", "Attack", 2))
    QTest.keyClicks(field, "7\r\r")
    assert given == ["7 "]


@pytest.mark.parametrize(("keys", "typed"), [("5/2", "5/2"), ("7/3", "7/3"), ("10/4", "10/4")])
def test_combat_dice_are_typed_as_players_call_them_out(field: DiceField, keys: str, typed: str) -> None:
    given: list[str] = []
    field.submitted.connect(given.append)
    field.set_request(combat_dice("damage", "Damage", 6))
    QTest.keyClicks(field, keys)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert given == [typed]


def test_combat_dice_typed_as_faces_say_what_each_counts(stage: Stage) -> None:
    stage.set_due(combat_dice("damage", "Damage", 3), "", "Ada", None, False)
    hint = stage._dice._hint
    assert hint.text() == "Ada: type, or"
    QTest.keyClicks(stage.field, "5")
    assert hint.text() == "5: 1 + effect"
    QTest.keyClick(stage.field, Qt.Key.Key_Backspace)
    assert hint.text() == "Ada: type, or"
    mistyped: list[str] = []
    stage.mistyped.connect(mistyped.append)
    QTest.keyClicks(stage.field, "127")
    assert stage.field.typed == "1 2"
    assert "no 7" in mistyped[0]


def test_backspace_takes_one_die_and_then_goes_further_back(field: DiceField) -> None:
    back: list[bool] = []
    field.stepped_back.connect(lambda: back.append(True))
    field.set_request(sum_of("attack", "Attack", "3d6"))
    QTest.keyClicks(field, "45")
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.faces() == ("4",)
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert back == []
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert back == [True]


@pytest.mark.parametrize("offered", [Faces(faces=(4, 5), source="offered"), Sum(sum=9)])
def test_what_lay_on_the_table_is_taken_by_enter(field: DiceField, offered: Faces | Sum) -> None:
    taken: list[bool] = []
    field.offer_taken.connect(lambda: taken.append(True))
    field.set_request(sum_of("attack", "Attack", "2d6"), offered)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert taken == [True]


def test_another_throw_forgets_what_was_typed(field: DiceField) -> None:
    field.set_request(sum_of("attack", "Attack", "2d6"))
    QTest.keyClicks(field, "4")
    field.set_request(sum_of("attack", "Attack", "2d6", bonus=3))
    assert field.typed == "4"
    field.set_request(sum_of("damage", "Damage", "1d6"))
    assert field.typed == ""


def test_dice_typed_for_a_throw_that_is_over_are_forgotten(stage: Stage) -> None:
    """An attack that misses requests no more dice: the next one starts with an empty field."""
    attack = sum_of("attack", "Attack", "2d6", bonus=3, against=9)
    stage.set_due(attack, "", "Anna", None, False)
    stage.field.setFocus()
    QTest.keyClicks(stage.field, "2")
    QTest.keyClicks(stage.field, "3")
    stage.set_due(None, "", "", None, False)
    stage.set_due(attack, "", "Bert", None, False)
    assert stage.field.typed == ""


def test_where_there_is_little_room_the_outcome_begins_with_a_sentence(qtbot: QtBot) -> None:
    line = ApplyLine()
    qtbot.addWidget(line)
    outcome = "42 against 35 %. Brother Castellan Okonkwo-Reyes misses Reaver 2."
    words = f"Brother Castellan Okonkwo-Reyes attacks Reaver 2 with the body. {outcome}"
    line.show_words(words, is_brief=True)
    shown = line.findChild(QLabel)
    assert shown is not None
    assert shown.text() == f"… {outcome}"
    assert shown.toolTip() == words
    line.show_words(words, is_brief=False)
    assert shown.text() == words
