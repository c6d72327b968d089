"""Skills, powers, gifts and other open-ended parts are added, changed and removed in the sheet, in every game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from gui.displays.widgets import NumbersWidget, ValueEdit
from gui.panels.sections_form import NamedEdit
from gui.widgets.part_editor import PartEditor
from gui.windows.gm_window import GmWindow
from model.state.base import State
from tests.gui.windows.conftest import library, open_window, preferences  # noqa: F401
from tests.gui.windows.hands import OpenWindow

pytestmark = pytest.mark.slow

SAMPLES = {
    "zerospace": ("dockside-ambush", "sheet.skills", "dec 2", "Deception", {"deception": 2}),
    "kalos": ("kalos", "sheet.skills", "computers 3", "Computing", {"computing": 3}),
    "wasteland": ("wasteland-red-filling-station", "sheet.skills", "brewing 4", "Brewing", {"brewing": 4}),
    "effort": ("effort", "sheet.skills", "lift 2", "Lifting", {"lifting": 2}),
    "zamani": ("zamani", "sheet.skills", "acro 7", "Acrobatics", {"acrobatics": 7}),
}
"""For each game: a sample, the path of a part, what is typed, the chip that it becomes, and what is stored."""


def opened(open_window: OpenWindow, sample: str) -> GmWindow:  # noqa: F811
    """Return a window in which a combatant with nothing but a name is selected, with all fields shown."""
    window = open_window(1366, 768, sample=sample)
    assert window.work.edits.add("Quentin") is None
    who = next(one.id for one in window.work.battle.combatants.values() if one.name == "Quentin")
    window.work.selection.set_current(who)
    window.sheet.more.setChecked(True)
    QApplication.processEvents()
    return window


def sheet(window: GmWindow) -> State:
    assert window.sheet.who is not None
    found: State = window.work.battle.combatants[window.sheet.who].sheet
    return found


def type_into(editor: PartEditor, typed: str, key: Qt.Key = Qt.Key.Key_Return) -> None:
    editor.field.setFocus()
    editor.field.selectAll()
    QTest.keyClicks(editor.field, typed)
    QTest.keyClick(editor.field, key)
    QApplication.processEvents()


@pytest.mark.parametrize("game", sorted(SAMPLES))
def test_a_skill_is_added_changed_and_removed_in_all_fields(game: str, open_window: OpenWindow) -> None:  # noqa: F811
    sample, path, typed, title, stored = SAMPLES[game]
    window = opened(open_window, sample)
    before = dict(sheet(window).skills)  # type: ignore[attr-defined]
    steps = len(window.work.bridge.session.steps)
    editor = window.sheet.form.parts[path]
    type_into(editor, typed)
    assert sheet(window).skills == before | stored  # type: ignore[attr-defined]
    assert len(window.work.bridge.session.steps) == steps + 1
    (key,) = stored
    chip = editor.chips[f"{path}.{key}"]
    assert chip.text() == title
    chip.click()
    assert editor.field.selectedText() == str(stored[key])
    QTest.keyClicks(editor.field, "1")
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    assert sheet(window).skills == before | {key: 1}  # type: ignore[attr-defined]
    editor.chips[f"{path}.{key}"].closed.emit()
    assert sheet(window).skills == before  # type: ignore[attr-defined]
    for expected in (before | {key: 1}, before | stored, before):
        window.combat.undo()
        assert sheet(window).skills == expected  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", sorted(SAMPLES))
def test_the_field_of_the_panel_knows_to_which_part_a_name_belongs(
    game: str,
    open_window: OpenWindow,  # noqa: F811
) -> None:
    sample, _, typed, _, stored = SAMPLES[game]
    window = opened(open_window, sample)
    window.sheet.more.setChecked(False)
    window.commands.action("all_fields").trigger()
    assert window.sheet.form.parts["sheet.skills"].field.hasFocus()
    window.commands.action("all_fields").trigger()
    assert not window.sheet.more.isChecked()
    type_into(window.sheet.parts, typed)
    assert stored.items() <= dict(sheet(window).skills).items()  # type: ignore[attr-defined]


@pytest.fixture
def docks(open_window: OpenWindow) -> GmWindow:  # noqa: F811
    return opened(open_window, "dockside-ambush")


def test_what_is_typed_is_shown_as_understood_before_it_counts(docks: GmWindow) -> None:
    editor = docks.sheet.form.parts["sheet.powers"]
    editor.field.setFocus()
    QTest.keyClicks(editor.field, "leap movement 20 m")
    assert editor.understood.text() == "→ Leap movement, 20 m"
    assert not sheet(docks).powers  # type: ignore[attr-defined]
    editor.add.click()
    (power,) = sheet(docks).powers  # type: ignore[attr-defined]
    assert (power.name, power.kind, power.metres) == ("Leap", "movement", 20)
    assert editor.chips["sheet.powers.0"].text() == "Leap"
    assert not editor.field.text()


def test_names_of_the_game_are_suggested_and_the_last_is_one_of_ones_own(docks: GmWindow) -> None:
    editor = docks.sheet.form.parts["sheet.gifts"]
    editor.field.setFocus()
    QTest.keyClicks(editor.field, "ha")
    rows = [editor.list.item(row).text() for row in range(editor.list.count())]
    assert rows[0].startswith("Hard Target")
    assert rows[-1] == "New gift “ha”"
    assert editor.list.currentRow() == 0, "the row that Enter takes is marked"
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    assert sheet(docks).gifts == ("Hard Target",)  # type: ignore[attr-defined]
    QTest.keyClicks(editor.field, "at")
    QTest.keyClick(editor.field, Qt.Key.Key_Down)
    assert editor.understood.text() == "→ At"
    QTest.keyClick(editor.field, Qt.Key.Key_Escape)
    QTest.keyClicks(editor.field, "har")
    QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert sheet(docks).gifts == ("Hard Target", "Har")  # type: ignore[attr-defined]


def test_down_in_an_empty_field_lists_the_names_and_a_click_takes_one(docks: GmWindow) -> None:
    editor = docks.sheet.form.parts["sheet.gifts"]
    editor.field.setFocus()
    QTest.keyClick(editor.field, Qt.Key.Key_Down)
    assert editor.list.isVisible()
    editor.list.itemClicked.emit(editor.list.item(0))
    assert sheet(docks).gifts == ("Attentive",)  # type: ignore[attr-defined]


def test_the_title_of_a_part_in_front_of_a_name_needs_no_colon(docks: GmWindow) -> None:
    docks.sheet.more.setChecked(False)
    for typed in ("gift iron", "skill survi 3"):
        type_into(docks.sheet.parts, typed)
    assert sheet(docks).gifts == ("Iron Fists",)  # type: ignore[attr-defined]
    assert sheet(docks).skills["survival"] == 3  # type: ignore[attr-defined]


def test_what_is_wrong_is_said_and_nothing_typed_is_lost(docks: GmWindow) -> None:
    editor = docks.sheet.form.parts["sheet.skills"]
    type_into(editor, "survival 99")
    assert "99 is too high" in editor.understood.text()
    assert editor.field.text() == "survival 99"
    assert not editor.add.isEnabled()


def test_what_is_typed_for_one_combatant_is_not_left_for_the_next(docks: GmWindow) -> None:
    editor = docks.sheet.form.parts["sheet.skills"]
    editor.field.setFocus()
    QTest.keyClicks(editor.field, "survi")
    QTest.keyClicks(docks.sheet.parts.field, "dec")
    assert docks.work.edits.add("Rosa") is None
    rosa = next(one.id for one in docks.work.battle.combatants.values() if one.name == "Rosa")
    docks.work.selection.set_current(rosa)
    QApplication.processEvents()
    assert docks.sheet.who == rosa
    assert docks.sheet.form.parts["sheet.skills"] is editor
    assert not editor.field.text()
    assert not docks.sheet.parts.field.text()


def test_typing_an_entry_again_as_it_is_changes_nothing(docks: GmWindow) -> None:
    editor = docks.sheet.form.parts["sheet.skills"]
    type_into(editor, "survival 3")
    steps = len(docks.work.bridge.session.steps)
    editor.chips["sheet.skills.survival"].click()
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    assert len(docks.work.bridge.session.steps) == steps
    assert not editor.field.text()


def test_each_tile_of_the_attributes_can_be_edited(docks: GmWindow) -> None:
    tiles = docks.sheet.display("attributes")
    assert isinstance(tiles, NumbersWidget)
    assert not [title for title, tile in tiles.tiles.items() if tile.value.isReadOnly()]
    power = tiles.tiles["Power"].value
    power.setFocus()
    power.setText("5")
    QTest.keyClick(power, Qt.Key.Key_Return)
    assert sheet(docks).power_level == 5  # type: ignore[attr-defined]


def test_a_weapon_takes_the_title_of_a_skill(docks: GmWindow) -> None:
    docks.work.edits.give_gear(docks.sheet.who or "", "pistol")
    QApplication.processEvents()
    (item,) = docks.work.battle.items_of(docks.sheet.who or "")
    control = docks.sheet.form.controls[f"items.{item.id}.gear.skill"]
    assert isinstance(control, ValueEdit)
    assert control.text() == "Ranged Combat"
    for typed, skill, title in (("hth", "hand_to_hand_combat", "Hand-to-Hand Combat"), ("nets", "nets", "Nets")):
        control.setFocus()
        control.setText(typed)
        QTest.keyClick(control, Qt.Key.Key_Return)
        assert docks.work.battle.items[item.id].gear.skill == skill
        assert control.text() == title
    assert isinstance(control, NamedEdit)
    menu = control.names_menu()
    assert "Mental Combat" in [entry.text() for entry in menu.actions()]
    next(entry for entry in menu.actions() if entry.text() == "Mental Combat").trigger()
    assert docks.work.battle.items[item.id].gear.skill == "mental_combat"


def test_a_power_is_switched_on_by_a_click(docks: GmWindow) -> None:
    editor = docks.sheet.form.parts["sheet.powers"]
    type_into(editor, "force field defence dv 3")
    chip = editor.chips["sheet.powers.0.is_active"]
    assert chip.accessibleName() == "active no"
    chip.click()
    assert chip.accessibleName() == "active yes"
    (power,) = sheet(docks).powers  # type: ignore[attr-defined]
    assert (power.is_active, power.dv_bonus) == (True, 3)


def test_new_gear_is_made_of_what_is_typed_with_shift_enter(docks: GmWindow) -> None:
    field = docks.sheet.gear.field
    docks.sheet.more.setChecked(False)
    field.setFocus()
    QTest.keyClicks(field, "chainsaw hth level 4")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert "Shift+Enter adds it as new gear" in docks.sheet.problem.text()
    field.setFocus()
    QTest.keyClicks(field, "chainsaw hth level 4")
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    (item,) = docks.work.battle.items_of(docks.sheet.who or "")
    assert (item.name, item.gear.skill, item.gear.level) == ("Chainsaw", "hand_to_hand_combat", 4)
    docks.combat.undo()
    assert not docks.work.battle.items_of(docks.sheet.who or "")


def test_in_an_empty_field_ctrl_z_and_esc_are_for_the_battle(docks: GmWindow) -> None:
    editor = docks.sheet.form.parts["sheet.skills"]
    type_into(editor, "survival 3")
    assert editor.field.hasFocus()
    QTest.keyClick(editor.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "survival" not in sheet(docks).skills  # type: ignore[attr-defined]
    QTest.keyClicks(editor.field, "survi")
    QTest.keyClick(editor.field, Qt.Key.Key_Escape)
    assert docks.sheet.form.isVisible()
    QTest.keyClick(editor.field, Qt.Key.Key_Escape)
    assert not docks.sheet.form.isVisible()


def test_esc_closes_the_drawer_and_the_window_keeps_its_size(docks: GmWindow) -> None:
    size = docks.size()
    assert docks.sheet.form.isVisible()
    QTest.keyClick(docks.sheet.form.parts["sheet.skills"], Qt.Key.Key_Escape)
    assert not docks.sheet.form.isVisible()
    assert not docks.sheet.more.isChecked()
    assert docks.size() == size


@pytest.mark.parametrize("game", sorted(SAMPLES))
def test_no_text_in_all_fields_is_a_value_of_python(game: str, open_window: OpenWindow) -> None:  # noqa: F811
    window = opened(open_window, SAMPLES[game][0])
    texts = [one.text() for one in window.sheet.form.findChildren(QLabel)]
    texts += [one.text() or one.placeholderText() for one in window.sheet.form.findChildren(QLineEdit)]
    assert texts
    for text in texts:
        assert not any(sign in text for sign in ("'", "None", "expected a", "()", "('", "{", "[", "_")), text


POOLS = {
    "zerospace": ("sheet.health", "10"),
    "kalos": ("sheet.health", "10"),
    "wasteland": ("sheet.hp", "10"),
}
"""For games with a pool that is full while its field is empty: the field, and the number of a bare combatant."""


@pytest.mark.parametrize("game", sorted(SAMPLES))
def test_the_drawer_says_what_counts_in_words_of_the_game_and_has_chips_of_a_form(
    game: str,
    open_window: OpenWindow,  # noqa: F811
) -> None:
    window = opened(open_window, SAMPLES[game][0])
    if game in POOLS:
        path, number = POOLS[game]
        field = window.sheet.form.controls[path]
        assert isinstance(field, ValueEdit)
        assert (field.text(), field.placeholderText()) == ("", number), "full, not “–”"
    told = window.sheet.derived_words
    for derived in window.work.ruleset.derived.values():
        abbreviations = [word for word in derived.title.split() if len(word) > 1 and word.isupper()]
        assert all(word in told for word in abbreviations), told
    type_into(window.sheet.form.parts[SAMPLES[game][1]], SAMPLES[game][2])
    editor = window.sheet.form.parts[SAMPLES[game][1]]
    assert {one.height() for one in (*editor.chips.values(), editor.field)} == {28}
    assert {chip.height() for chip in window.sheet.parts.chips.values()} <= {22}


@pytest.mark.parametrize("game", ["zerospace", "kalos", "wasteland", "zamani"])
def test_type_totals_goes_to_the_field_for_totals(game: str, open_window: OpenWindow) -> None:  # noqa: F811
    window = opened(open_window, SAMPLES[game][0])
    assert window.sheet.totals.isVisible()
    window.sheet.totals.click()
    focused = QApplication.focusWidget()
    totals = [one.field for path, one in window.sheet.form.parts.items() if path.endswith(".given")]
    totals += [one for path, one in window.sheet.form.controls.items() if ".given." in path]
    assert focused in totals
