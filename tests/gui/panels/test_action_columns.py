"""The columns of numbers that add up: what they show, and typing another number into them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from gui.panels.action_numbers import Column, ColumnsView, shares
from gui.style import theme
from gui.style.theme import SMALL, semi_bold
from model.state.texts import Explanation, Part
from model.view.explanations import abbreviated

PARTS = (
    Part(key="base", label="Base", amount=8),
    Part(key="agility", label="Agility", amount=4),
    Part(key="cover", label="Cover", amount=3),
    Part(key="prone", label="Prone", amount=3, is_applied=False, why_not="only the highest bonus counts"),
)
DEFENCE = Explanation(key="dv", title="Defence Value", parts=PARTS)


@pytest.fixture
def view(qtbot: QtBot) -> ColumnsView:
    theme().apply(QApplication.instance(), "dark")
    made = ColumnsView()
    qtbot.addWidget(made)
    made.set_columns((Column(DEFENCE),))
    made.resize(320, made.sizeHint().height())
    made.show()
    return made


def type_over(view: ColumnsView, index: int, typed: str) -> list[tuple[str, object]]:
    """Click the number of a cell (parts first, the total last), type another one, and return the overrides."""
    given: list[tuple[str, object]] = []
    view.overridden.connect(lambda key, value: given.append((key, value)))
    cell = view._cells()[index]
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=cell.number.center().toPoint())
    editor = view.findChild(QLineEdit)
    assert editor is not None
    editor.setText(typed)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    return given


def test_another_total_is_typed_over_the_total(view: ColumnsView) -> None:
    assert type_over(view, -1, "17") == [("dv", 17)]


def test_another_part_changes_the_total_by_as_much(view: ColumnsView) -> None:
    """The total is 15 with 4 for Agility, so it is 17 with 6."""
    assert type_over(view, 1, "6") == [("dv", 17)]


def test_a_part_that_does_not_count_is_added_when_typed(view: ColumnsView) -> None:
    assert type_over(view, 3, "2") == [("dv", 17)]


def test_an_empty_number_takes_back_what_the_rules_say(view: ColumnsView) -> None:
    assert type_over(view, -1, "") == [("dv", None)]


def test_the_same_number_changes_nothing(view: ColumnsView) -> None:
    assert type_over(view, -1, "15") == []


def test_a_total_stands_with_the_dice_it_is_added_to() -> None:
    assert Column(DEFENCE).total == "15"
    assert Column(DEFENCE, "2d6").total == "2d6+15"
    assert Column(Explanation(key="damage", title="Damage"), "1d6").total == "1d6"


def test_the_columns_are_told_to_those_who_hear_them(view: ColumnsView) -> None:
    words = view.accessibleDescription()
    assert "Defence Value 15" in words
    assert "Prone +3 (not applied)" in words


def test_titles_are_shortened_to_their_initials() -> None:
    assert abbreviated("Defence Value") == "DV"
    assert abbreviated("Damage") == "Damage"


def test_columns_are_equal_where_that_is_enough_for_each() -> None:
    assert shares(330, [60, 110, 90]) == [110, 110, 110]


def test_a_column_that_wants_more_gets_it_from_those_with_less() -> None:
    """60 + 130 + 110 = 300 of 330: each column gets 10 more than it wants."""
    assert shares(330, [60, 130, 110]) == [70, 140, 120]


def test_what_is_not_enough_is_shared_by_the_wide_ones() -> None:
    """The first column wants 60 of 300; 240 are left for the other two."""
    assert shares(300, [60, 200, 150]) == [60, 120, 120]


def test_a_long_title_is_read_whole_beside_short_ones(view: ColumnsView) -> None:
    long = Explanation(key="dv", title="Defence: Shield; sword used", parts=(Part(key="s", label="Shield", amount=11),))
    short = Explanation(key="av", title="Attack", parts=(Part(key="w", label="Sword 9", amount=45),))
    view.set_columns((Column(short), Column(long), Column(Explanation(key="damage", title="Damage"), "1d6")))
    view.resize(334, 100)
    metrics = QFontMetricsF(semi_bold(SMALL, tabular=True))
    cells = [cell for cell in view._cells() if cell.part is None]
    assert cells[1].box.width() >= metrics.horizontalAdvance("Shield; sword used 11")
    assert cells[1].box.width() > cells[0].box.width()
