"""The habits of every field: decimal signs, the wheel, and one change at a time, entered before any command."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.fields import ChoiceField, NumberField, TextField


class Form(QWidget):
    """A form with a field of each kind and a button that takes no focus, as most of the program's buttons."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        self.text, self.whole = TextField("before"), NumberField(0, 20, 3)
        self.metres = NumberField(0, 50, 2, decimals=2, suffix=" m")
        self.optional = NumberField(1, 9, empty="–")
        self.choice = ChoiceField([("Head", "head"), ("Arm", "arm"), ("Leg", "leg")], "arm")
        self.command = QPushButton("Command")
        self.command.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.log: list[object] = []
        for field in (self.text, self.whole, self.metres, self.optional, self.choice):
            column.addWidget(field)
            field.entered.connect(self.log.append)
        column.addWidget(self.command)
        self.command.clicked.connect(lambda: self.log.append("command"))
        QShortcut(QKeySequence("F5"), self, lambda: self.log.append("shortcut"))

    def type(self, field: QWidget, words: str) -> None:
        """Type over what a field shows."""
        field.setFocus()
        field.selectAll()  # type: ignore[attr-defined]  # fields of text and numbers have it
        for sign in words:
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(field, QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, sign))

    def enter(self, field: QWidget, words: str) -> list[object]:
        """Type over what a field shows, with Enter; return what has been entered."""
        self.log.clear()
        self.type(field, words)
        QTest.keyClick(field, Qt.Key.Key_Return)
        return list(self.log)

    def turn_wheel(self, field: QWidget, notches: int) -> None:
        for _ in range(abs(notches)):
            turned = QPoint(0, 120 if notches > 0 else -120)
            middle = QPointF(field.rect().center())
            none = (Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase)
            event = QWheelEvent(middle, QPointF(field.mapToGlobal(middle)), QPoint(), turned, *none, False)
            QApplication.sendEvent(field, event)


@pytest.fixture(params=[QLocale.Language.English, QLocale.Language.German, QLocale.Language.Arabic])
def locale(request: pytest.FixtureRequest) -> Iterator[QLocale.Language]:
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield request.param
    QLocale.setDefault(before)


@pytest.fixture
def form(qtbot: QtBot) -> Form:
    form = Form()
    qtbot.addWidget(form)
    with qtbot.waitActive(form):
        form.show()
        form.activateWindow()
    form.command.setFocus()
    return form


# -------------------------------------------------------------------------------------------------------------- numbers


def test_both_decimal_signs_are_one_number_in_every_locale(locale: QLocale.Language, form: Form) -> None:
    assert form.enter(form.metres, "1,5") == [1.5]
    assert form.metres.text() == "1.5 m"
    assert form.enter(form.metres, "2.25") == [2.25]
    assert form.enter(form.metres, ",5") == [0.5]


@pytest.mark.parametrize("typed", ["−2", "–2", "-2"])
def test_every_minus_sign_is_one(form: Form, typed: str) -> None:
    field = NumberField(-5, 5, 0, parent=form)
    field.show()
    form.type(field, typed)
    field.enter()
    assert field.number == -2
    assert isinstance(field.number, int)


@pytest.mark.parametrize("typed", ["1,5", "1.5", "1.000", "1,2,3", "-", "+"])
def test_what_is_no_whole_number_leaves_the_number_as_it_was(form: Form, typed: str) -> None:
    """Least of all is a sign dropped, which would make the number ten times as large."""
    said: list[str] = []
    form.whole.mistyped.connect(said.append)
    assert form.enter(form.whole, typed) == []
    assert (form.whole.number, form.whole.text()) == (3, "3")
    assert said == [f"“{typed}” is not a whole number."]


def test_too_many_decimals_are_not_rounded_away(form: Form) -> None:
    assert form.enter(form.metres, "1.234") == []
    assert form.metres.number == 2


def test_a_number_out_of_range_becomes_the_nearest_one_and_that_is_said(form: Form) -> None:
    said: list[str] = []
    form.whole.mistyped.connect(said.append)
    assert form.enter(form.whole, "150") == [20]
    assert said == ["150 is not possible: it must be 0 to 20."]


def test_an_optional_number_is_emptied_again(form: Form) -> None:
    assert form.optional.number is None
    assert form.enter(form.optional, "4") == [4]
    form.type(form.optional, "")
    QTest.keyClick(form.optional, Qt.Key.Key_Backspace)
    form.optional.enter()
    assert form.optional.number is None
    assert form.enter(form.optional, "0") == [1]


# --------------------------------------------------------------------------------------------- the wheel and the arrows


def test_the_wheel_changes_a_field_only_with_the_focus(form: Form) -> None:
    for field in (form.whole, form.metres, form.choice):
        form.turn_wheel(field, -2)
        assert not field.hasFocus()
    assert (form.whole.number, form.metres.number, form.choice.value) == (3, 2, "arm")
    form.whole.setFocus()
    form.turn_wheel(form.whole, -1)
    assert form.whole.number == 2


def test_several_steps_are_one_change(form: Form, qtbot: QtBot) -> None:
    form.whole.setFocus()
    form.turn_wheel(form.whole, 3)
    QTest.keyClick(form.whole, Qt.Key.Key_Up)
    assert form.log == []
    qtbot.waitUntil(lambda: bool(form.log))
    assert form.log == [7]
    form.choice.setFocus()
    QTest.keyClick(form.choice, Qt.Key.Key_Up)
    QTest.keyClick(form.choice, Qt.Key.Key_Down)
    QTest.keyClick(form.choice, Qt.Key.Key_Down)
    QTest.mouseClick(form.command, Qt.MouseButton.LeftButton)
    assert form.log == [7, "leg", "command"]


def test_steps_back_to_the_same_value_are_no_change(form: Form, qtbot: QtBot) -> None:
    form.whole.setFocus()
    form.turn_wheel(form.whole, 2)
    form.turn_wheel(form.whole, -2)
    QTest.mouseClick(form.command, Qt.MouseButton.LeftButton)
    assert form.log == ["command"]


# ------------------------------------------------------------------------------------------ entered before any command


def test_what_is_typed_is_entered_before_a_button_that_takes_no_focus(form: Form) -> None:
    form.type(form.text, "after")
    QTest.mouseClick(form.command, Qt.MouseButton.LeftButton)
    form.type(form.whole, "7")
    QTest.mouseClick(form.command, Qt.MouseButton.LeftButton)
    QTest.mouseClick(form.command, Qt.MouseButton.LeftButton)
    assert form.log == ["after", "command", 7, "command", "command"]


def test_what_is_typed_is_entered_before_a_shortcut(form: Form) -> None:
    form.type(form.text, "after")
    QTest.keyClick(form.text, Qt.Key.Key_F5)
    assert form.log == ["after", "shortcut"]


def test_a_command_does_not_run_with_a_number_that_was_not_typed(form: Form) -> None:
    form.type(form.whole, "1,5")
    QTest.mouseClick(form.command, Qt.MouseButton.LeftButton)
    assert form.log == []
    assert form.whole.number == 3


def test_a_dialog_can_be_cancelled_whatever_is_typed(form: Form, qtbot: QtBot) -> None:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, parent=form)
    buttons.show()
    cancelled: list[bool] = []
    buttons.rejected.connect(lambda: cancelled.append(True))
    form.type(form.whole, "1,5")
    QTest.mouseClick(buttons.buttons()[0], Qt.MouseButton.LeftButton)
    assert cancelled == [True]


def test_typing_in_the_field_itself_enters_nothing(form: Form) -> None:
    form.type(form.text, "after")
    QTest.keyClick(form.text, Qt.Key.Key_Home)
    QTest.keyClick(form.text, Qt.Key.Key_Shift)
    QTest.mouseClick(form.text, Qt.MouseButton.LeftButton)
    assert form.log == []


def test_a_field_that_is_deleted_while_it_is_typed_in_is_forgotten(form: Form, qtbot: QtBot) -> None:
    field = TextField(parent=form)
    field.show()
    form.type(field, "x")
    field.deleteLater()
    qtbot.wait(1)
    QTest.mouseClick(form.command, Qt.MouseButton.LeftButton)
    assert form.log == ["command"]
