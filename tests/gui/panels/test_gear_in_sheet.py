"""Gear in the character sheet is given, readied, put away, changed and removed, by mouse and by keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.displays.widgets import ValueEdit
from gui.style import Chip
from gui.windows.gm_window import GmWindow
from model.state.battle import Item
from tests.gui.windows.conftest import library, open_window, preferences  # noqa: F401
from tests.gui.windows.hands import OpenWindow

pytestmark = pytest.mark.slow


@pytest.fixture
def bare(open_window: OpenWindow) -> GmWindow:  # noqa: F811
    """A window in which a combatant with nothing but a name is selected."""
    window = open_window(1366, 768)
    assert window.work.edits.add("Ada pc") is None
    window.work.selection.set_current(
        next(who.id for who in window.work.battle.combatants.values() if who.name == "Ada")
    )
    QApplication.processEvents()
    return window


def has(window: GmWindow) -> list[Item]:  # type: ignore[type-arg]
    assert window.sheet.who is not None
    return list(window.work.battle.items_of(window.sheet.who))


def type_gear(window: GmWindow, typed: str) -> None:
    field = window.sheet.gear.field
    field.setFocus()
    QTest.keyClicks(field, typed)
    QTest.keyClick(field, Qt.Key.Key_Return)
    # Without a window system the list of names remains the active window after it closes.
    window.activateWindow()
    QApplication.processEvents()


def test_gear_is_given_by_its_name_and_one_undo_takes_it_back(bare: GmWindow) -> None:
    steps = len(bare.work.bridge.session.steps)
    type_gear(bare, "pistol")
    (item,) = has(bare)
    assert (item.name, item.where) == ("Pistol", "hand")
    assert [chip.text() for chip in bare.sheet.gear.chips.values()] == ["Pistol"]
    assert len(bare.work.bridge.session.steps) == steps + 1
    bare.combat.undo()
    assert not has(bare)
    assert not bare.sheet.gear.chips


def test_gear_for_a_combatant_who_went_while_it_was_typed_is_given_to_nobody(bare: GmWindow) -> None:
    steps = len(bare.work.bridge.session.steps)
    bare.sheet.gear.field.setText("pistol")
    bare.work.selection.set_current(None)
    bare.sheet.gear.given.emit("pistol")
    assert len(bare.work.bridge.session.steps) == steps


def test_several_are_given_by_a_number_in_front_as_one_step(bare: GmWindow) -> None:
    steps = len(bare.work.bridge.session.steps)
    type_gear(bare, "3 knife")
    assert len(has(bare)) == 3
    assert len(bare.work.bridge.session.steps) == steps + 1


def test_armour_is_worn_when_it_is_given(bare: GmWindow) -> None:
    type_gear(bare, "armoured jacket")
    assert has(bare)[0].where == "worn"


def test_gear_that_the_game_does_not_have_gets_a_sentence_with_near_names(bare: GmWindow) -> None:
    type_gear(bare, "pistl")
    assert bare.sheet.problem.isVisible()
    assert "Did you mean Pistol" in bare.sheet.problem.text()
    assert not has(bare)


def test_a_part_of_a_name_is_enough_where_it_fits_one_alone(bare: GmWindow) -> None:
    """Two are given in quick succession, and the list of names is closed afterwards."""
    type_gear(bare, "snip")
    type_gear(bare, "2 pist")
    assert [item.name for item in has(bare)] == ["Sniper rifle", "Pistol", "Pistol"]
    popup = bare.sheet.gear.field.completer().popup()
    assert popup is not None
    assert not popup.isVisible()
    type_gear(bare, "grenade")
    assert len(has(bare)) == 3, "several have that in their names"
    assert "grenade" in bare.sheet.problem.text()


def test_what_is_wrong_with_typed_gear_is_scrolled_to(bare: GmWindow) -> None:
    bare.resize(bare.width(), 600)
    type_gear(bare, "pistl")
    for _ in range(3):
        QApplication.processEvents()
    sheet = bare.sheet
    top = sheet.problem.mapTo(sheet.viewport(), QPoint(0, 0)).y()
    assert top >= 0
    assert top + sheet.problem.height() <= sheet.viewport().height()


def test_the_field_completes_names_of_gear_and_shows_them_all(bare: GmWindow) -> None:
    field = bare.sheet.gear.field
    bare.commands.action("add_gear").trigger()
    QApplication.processEvents()
    completer = field.completer()
    assert field.hasFocus()
    assert completer.completionCount() == len(bare.work.edits.content.gear)
    popup = completer.popup()
    assert popup is not None
    assert popup.isVisible()
    popup.hide()
    QTest.keyClicks(field, "2 pist")
    assert completer.currentCompletion() == "2 Pistol"
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert [item.name for item in has(bare)] == ["Pistol", "Pistol"]
    assert not field.text()


def test_gear_is_readied_and_put_away_in_the_menu_of_its_chip(bare: GmWindow) -> None:
    type_gear(bare, "pistol")
    (chip,) = bare.sheet.gear.chips.values()
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    menu = QApplication.activePopupWidget()
    assert menu is not None
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert has(bare)[0].where == "pack"
    bare.combat.undo()
    assert has(bare)[0].where == "hand"


def test_gear_is_removed_by_del_on_its_chip(bare: GmWindow) -> None:
    type_gear(bare, "pistol")
    (chip,) = bare.sheet.gear.chips.values()
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_Delete)
    assert not has(bare)
    bare.combat.undo()
    assert len(has(bare)) == 1


def test_chips_are_reached_by_tab_from_the_field_behind_them(bare: GmWindow) -> None:
    """Shift+Tab from the field, then Del, removes what was given by mistake."""
    for typed in ("pistol", "knife", "club"):
        type_gear(bare, typed)
    gear = bare.sheet.gear
    gear.field.setFocus()
    for name in ("Club", "Knife", "Pistol"):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
        chip = QApplication.focusWidget()
        assert isinstance(chip, Chip)
        assert chip.text() == name
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Delete)
    assert [item.name for item in has(bare)] == ["Pistol", "Club"]


def test_a_second_del_does_not_remove_the_item_that_took_the_place_of_the_first(bare: GmWindow) -> None:
    type_gear(bare, "pistol")
    type_gear(bare, "knife")
    chip = next(chip for chip in bare.sheet.gear.chips.values() if chip.text() == "Pistol")
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_Delete)
    QApplication.processEvents()
    assert [item.name for item in has(bare)] == ["Knife"]
    assert [chip.text() for chip in bare.sheet.gear.chips.values()] == ["Knife"]
    assert not any(chip.hasFocus() for chip in bare.sheet.gear.chips.values())


def test_chips_are_of_the_combatant_whose_sheet_is_shown(bare: GmWindow) -> None:
    """The chips are reused widgets: the item of each changes with the sheet."""
    first = bare.sheet.who
    type_gear(bare, "pistol")
    assert bare.work.edits.add("Bea pc") is None
    bea = next(who.id for who in bare.work.battle.combatants.values() if who.name == "Bea")
    bare.work.selection.set_current(bea)
    type_gear(bare, "knife")
    (chip,) = bare.sheet.gear.chips.values()
    assert chip.text() == "Knife"
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_Delete)
    assert not has(bare)
    bare.work.selection.set_current(first)
    assert [item.name for item in has(bare)] == ["Pistol"]


def test_a_field_of_an_item_is_changed_by_typing(bare: GmWindow) -> None:
    type_gear(bare, "pistol")
    (item,) = has(bare)
    bare.sheet.gear.fields_asked.emit(item.id)
    QTest.qWait(100)
    field = bare.sheet.form.controls[f"items.{item.id}.gear.level"]
    assert isinstance(field, ValueEdit)
    assert field.hasFocus()
    field.setText("7")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert has(bare)[0].gear.level == 7
    field.setText("many")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert "many" in bare.sheet.problem.text()
    bare.combat.undo()
    assert has(bare)[0].gear.level == item.gear.level


def test_an_item_is_renamed_in_its_fields(bare: GmWindow) -> None:
    type_gear(bare, "pistol")
    (item,) = has(bare)
    bare.sheet.more.setChecked(True)
    bare.sheet.edit(f"items.{item.id}.name", "Old faithful")
    assert has(bare)[0].name == "Old faithful"


def test_in_all_fields_names_of_gear_open_in_the_flow_below_the_field(bare: GmWindow) -> None:
    bare.sheet.more.setChecked(True)
    QApplication.processEvents()
    field = bare.sheet.drawn_gear.field
    field.setFocus()
    QTest.keyClicks(field, "2 pist")
    below = field.below
    assert below is not None
    assert not below.isWindow()
    assert below.isVisible()
    assert [below.model().index(row, 0).data() for row in range(below.model().rowCount())] == ["Pistol"]
    QTest.keyClick(field, Qt.Key.Key_Down)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert [item.name for item in has(bare)] == ["Pistol", "Pistol"]
    assert (field.text(), below.isVisible()) == ("", False)
