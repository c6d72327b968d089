"""The library dock: entries found by typing, added by Enter, edited on a real sheet, saved in the GM's own files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.campaigns import NewBattle, SessionLibrary
from gui.dialogs.forms import LineDialog, MessageDialog
from gui.models.rows import RowRole
from gui.panels.library import (
    CombatantEditor,
    Editor,
    GearEditor,
    GroupEditor,
    LibraryPanel,
    PresetEditor,
    editor_of_new,
)
from gui.preferences import Preferences
from gui.windows.gm_window import GmWindow
from model.campaign import DELETED, embed, name_by_content, read_written, written_picture
from model.rulesets import RULESETS
from model.state.base import replace
from model.state.battle import AnyBattle, Battle
from tests.gui.windows.hands import Opens, OpenWindow, Press, fill_form

pytestmark = pytest.mark.slow


@pytest.fixture
def window(open_window: OpenWindow, preferences: Preferences, tmp_path: Path) -> GmWindow:
    preferences.set_battles_folder(tmp_path / "battles")
    return open_window()


_DRAG = (Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


def panel(window: GmWindow, press: Press) -> LibraryPanel:
    press("Ctrl+L")
    found = window.docks["library"].panel(LibraryPanel)
    QApplication.processEvents()
    assert found.isVisible()
    assert found.field.hasFocus()
    return found


def names(window: GmWindow) -> list[str]:
    return [who.name for who in window.work.battle.combatants.values()]


def shown(library: LibraryPanel) -> list[str]:
    rows = (library.model.index(at, 0).data() for at in range(library.model.rowCount()))
    return [text.split("  ·  ")[0].removeprefix("★ ") for text in rows]


def own_files(window: GmWindow) -> list[str]:
    folder = window.work.library.folder
    return sorted(file.name for file in folder.glob("*.toml"))


def test_letters_find_an_entry_and_enter_adds_as_many_as_the_number_says(window: GmWindow, press: Press) -> None:
    library = panel(window, press)
    QTest.keyClicks(library.field, "3 minio")
    assert shown(library)[0] == "Minion"
    assert "Health 6 / 6" in library.preview.text()
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert {"Minion 5", "Minion 6", "Minion 7"} <= set(names(window))
    window.work.bridge.undo()
    assert "Minion 5" not in names(window)


def test_arrows_choose_while_the_keys_stay_in_the_field_and_filters_narrow(window: GmWindow, press: Press) -> None:
    library = panel(window, press)
    first, second = shown(library)[:2]
    QTest.keyClick(library.field, Qt.Key.Key_Down)
    assert library.row is not None
    assert library.row.name == second != first
    assert library.field.hasFocus()
    QTest.mouseClick(library.filters.buttons["item"], Qt.MouseButton.LeftButton)
    assert library.model.rowCount() > 3
    assert {library.model.index(at, 0).data().rpartition(" ")[2] for at in range(library.model.rowCount())} == {"gear"}
    QTest.keyClicks(library.field, "zzz")
    assert shown(library) == []
    assert not library.add_button.isEnabled()
    assert "Nothing by that name" in library.preview.text()


def test_gear_goes_to_the_combatant_who_is_selected(window: GmWindow, press: Press) -> None:
    library = panel(window, press)
    QTest.keyClicks(library.field, "mind blast")
    window.work.selection.set_current(None)
    window.work.selection.select(())
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert "First select the combatant" in window.status.message.text()
    who = next(iter(window.work.battle.combatants))
    window.work.selection.select((who,))
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert "Mind blast" in [item.name for item in window.work.battle.items_of(who)]


@pytest.mark.parametrize(
    ("typed", "words"), [("0 mind blast", "1 to 100"), ("0 boomer", "1 to 100"), ("101 boomer", "1 to 100")]
)
def test_a_number_that_cannot_be_is_refused_in_a_sentence(
    window: GmWindow, press: Press, typed: str, words: str
) -> None:
    library, before = panel(window, press), window.work.battle
    window.work.selection.select((next(iter(before.combatants)),))
    QTest.keyClicks(library.field, typed)
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert words in window.status.message.text()
    assert window.work.battle is before


def test_a_combatant_of_the_fight_is_kept_changed_duplicated_and_deleted(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = next(id for id, one in window.work.battle.combatants.items() if one.name == "Boomer")
    window.work.selection.select((who,))
    library = panel(window, press)
    library.keep_selected()
    assert own_files(window) == ["boomer.toml"]

    def choose() -> None:
        library.field.setText("boomer")
        rows = [library.model.index(at, 0) for at in range(library.model.rowCount())]
        library.list.setCurrentIndex(next(index for index in rows if "mine" in index.data()))

    def change(editor: CombatantEditor) -> CombatantEditor.DialogCode:
        editor.sheet.edit("sheet.agility", 5)
        editor.name.setText("Boomer the Old")
        editor.tags.setText("dock, boss")
        return CombatantEditor.DialogCode.Accepted

    choose()
    monkeypatch.setattr(CombatantEditor, "exec", change)
    library.edit()
    assert own_files(window) == ["boomer.toml"], "it is the same entry in the same file"
    library.field.setText("dock boss")
    assert shown(library)[0] == "Boomer the Old"
    assert library.row is not None
    assert library._library.combatant(library.row).sheet["agility"] == 5
    library.duplicate()
    assert len(own_files(window)) == 2
    library.field.setText("old 2")
    assert shown(library) == ["Boomer the Old 2"]
    library.delete()
    assert own_files(window) == ["boomer.toml"]
    assert len(list((window.work.library.folder / DELETED).iterdir())) == 1


def test_a_file_of_the_users_own_library_is_noticed_when_another_program_writes_it(
    open_window: OpenWindow, preferences: Preferences, tmp_path: Path, press: Press, qtbot: QtBot
) -> None:
    preferences.set_battles_folder(tmp_path / "battles")
    folder = preferences.library_folder("zerospace")
    folder.mkdir(parents=True)
    window = open_window()
    begin = f'format = 1\nruleset = "{window.work.ruleset.id}"\n'
    library = panel(window, press)
    QTest.keyClicks(library.field, "zorro")
    assert shown(library) == []
    (folder / "people.toml").write_text(f'{begin}[[combatant]]\nid = "zorro"\nname = "Zorro"\n')
    qtbot.waitUntil(lambda: shown(library) == ["Zorro"])
    (folder / "people.toml").write_text(f'{begin}[[combatant]]\nid = "zorro"\nname = "Zorro the Second"\n')
    qtbot.waitUntil(lambda: shown(library) == ["Zorro the Second"])


def test_what_comes_with_the_program_and_what_was_written_by_hand_is_left_alone(window: GmWindow, press: Press) -> None:
    library = panel(window, press)
    library.field.setText("minion")
    library.delete()
    assert "comes with the program" in window.status.message.text()
    folder = window.work.library.folder
    folder.mkdir(parents=True)
    entries = "".join(f'[[combatant]]\nid = "guard-{at}"\nname = "Guard {at}"\n' for at in (1, 2))
    (folder / "guards.toml").write_text(f'# mine\nformat = 1\nruleset = "{window.work.ruleset.id}"\n{entries}')
    window.work.library.refresh()
    library.field.setText("guard 1")
    assert shown(library) == ["Guard 1"]
    library.delete()
    assert "several entries" in window.status.message.text()
    assert (folder / "guards.toml").read_text().startswith("# mine")


def test_favourites_stand_on_top_and_stay_so(window: GmWindow, press: Press) -> None:
    library = panel(window, press)
    last = library.model.index(library.model.rowCount() - 1, 0)
    library.list.setCurrentIndex(last)
    name = shown(library)[-1]
    library.toggle_favourite()
    assert shown(library)[0] == name
    library.list.setCurrentIndex(library.model.index(0, 0))
    library.toggle_favourite()
    assert shown(library)[0] != name


def test_the_editor_undoes_and_gives_the_entry_back_as_it_was(window: GmWindow, qtbot: QtBot) -> None:
    row = next(row for row in window.work.library.rows if row.name == "Minion")
    entry = window.work.library.combatant(row)
    editor = CombatantEditor(window.work.library, entry)
    qtbot.addWidget(editor)
    editor.sheet.edit("sheet.agility", 5)
    assert editor.answer.sheet["agility"] == 5
    editor.bridge.undo()
    same = window.work.library.alone(editor.answer)
    assert same.combatants == window.work.library.alone(entry).combatants
    editor.name.clear()
    editor.bridge.close()


def test_a_skill_that_is_typed_into_the_editor_is_saved_by_a_click(window: GmWindow, qtbot: QtBot) -> None:
    row = next(row for row in window.work.library.rows if row.name == "Minion")
    editor = CombatantEditor(window.work.library, window.work.library.combatant(row))
    qtbot.addWidget(editor)
    editor.show()
    skills = editor.sheet.form.parts["sheet.skills"]
    skills.field.setFocus()
    QTest.keyClicks(skills.field, "computer 3")
    QTest.mouseClick(editor._save, Qt.MouseButton.LeftButton)
    assert 3 in editor.answer.sheet["skills"].values()
    assert editor.result() == CombatantEditor.DialogCode.Accepted
    editor.bridge.close()


def test_a_prepared_battle_is_kept_as_an_encounter_and_run_with_its_map_and_waves(
    window: GmWindow, press: Press, library: SessionLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = window.work
    boomer = next(id for id, one in work.battle.combatants.items() if one.name == "Boomer")
    sniper = next(id for id, one in work.battle.combatants.items() if one.name == "Sniper")
    work.edit("set_wave", sniper, wave=1)
    work.selection.select((boomer,))
    work.edits.quick("-3")
    monkeypatch.setattr(LineDialog, "ask", lambda *_: "Dock gang")
    window.combatants.keep_encounter()
    assert own_files(window) == ["dock-gang.toml"]
    kept = work.battle
    opened = library.make(NewBattle(work.ruleset.id, "Another night", ""))
    assert opened.session is not None
    other = GmWindow(Bridge(opened.session), library.preferences)
    qtbot.addWidget(other)
    other.show()
    other.open_library("company")
    found = other.docks["library"].panel(LibraryPanel)
    found.field.setText("dock gang")
    QTest.keyClick(found.field, Qt.Key.Key_Return)
    battle = other.work.battle
    assert battle.board == kept.board
    combatants = {one.name: one for one in battle.combatants.values()}
    assert set(combatants) == {one.name for one in kept.combatants.values() if one.side != "pc"}
    was = {one.name: one for one in kept.combatants.values()}
    assert combatants["Boomer"].sheet == was["Boomer"].sheet
    assert combatants["Boomer"].place == was["Boomer"].place
    assert not combatants["Sniper"].is_present
    other.work.edit("bring_in_wave")
    assert next(one for one in other.work.battle.combatants.values() if one.name == "Sniper").is_present
    other.work.bridge.undo()
    other.work.bridge.undo()
    assert not other.work.battle.combatants
    other.work.bridge.close()


def test_the_preview_of_gear_leaves_out_what_all_gear_is(window: GmWindow) -> None:
    told = {row.name: window.work.library.preview(row)[0] for row in window.work.library.rows if row.kind == "item"}
    assert "Equipment level 2" in told["Pistol"]
    assert not [words for words in told.values() if "yes" in words.split()]
    assert "Ordinary" not in told["Pistol"]


def test_the_preview_of_armour_says_nothing_of_weapons(window: GmWindow) -> None:
    told = {row.name: window.work.library.preview(row)[0] for row in window.work.library.rows if row.kind == "item"}
    jacket = told["Armoured jacket"]
    assert "armour" in jacket
    assert "Damage Resistance 2" in jacket
    assert not any(word in jacket for word in ("Range", "attack", "Skill"))
    assert "Skill ranged combat" in told["Pistol"]


@pytest.mark.parametrize("sample", ["dockside-ambush", "wasteland-red-filling-station", "zamani-loading-bay"])
def test_the_list_and_the_preview_of_the_library_do_not_overlap(open_window: OpenWindow, sample: str) -> None:
    window = open_window(1366, 768, sample=sample)
    window.open_library()
    panel = window.docks["library"].panel(LibraryPanel)
    for row in range(panel.model.rowCount()):
        panel.list.setCurrentIndex(panel.model.index(row, 0))
        QApplication.processEvents()
        assert panel.list.geometry().bottom() < panel.preview.geometry().top(), panel.preview.text()


def test_set_wave_asks_for_the_wave(window: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.work.selection.select(("boomer-3",))
    fill_form(monkeypatch, wave=2)
    window.commands.run("set_wave")
    assert window.work.battle.combatants["boomer-3"].wave == 2


def test_without_opponents_there_is_no_encounter_to_keep(window: GmWindow) -> None:
    for who in [id for id, one in window.work.battle.combatants.items() if one.side != "pc"]:
        window.work.edit("remove_combatant", who)
    assert "no one to save" in (window.work.own_library.keep_encounter("No one") or "")


def test_combatants_go_to_another_game_master_as_one_file(
    window: GmWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    work = window.work
    two = tuple(id for id, one in work.battle.combatants.items() if one.name in ("Boomer", "Sniper"))
    work.selection.select(two)
    file = tmp_path / "gang"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    window.files.export_selected()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file.with_suffix(".toml")), ""))
    window.files.import_into_library()
    assert own_files(window) == ["gang.toml"]
    assert {"Boomer", "Sniper"} <= {row.name for row in work.library.rows if row.where == "own"}
    # A name that is written out keeps its one ending.
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "two.toml"), ""))
    window.files.export_selected()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "copy.battle.toml"), ""))
    window.files.save_copy()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "bare"), ""))
    window.files.save_copy()
    assert {"gang.toml", "two.toml", "copy.battle.toml", "bare.battle.toml"} <= {one.name for one in tmp_path.iterdir()}
    assert not list(tmp_path.glob("*.toml.*"))


def test_a_portrait_goes_along_in_the_file_made_smaller_and_is_a_picture_of_the_library_again(
    window: GmWindow, tmp_path: Path
) -> None:
    """A picture of 1,000 x 500 pixels is exported as 512 x 256; from the library it is copied beside the battle."""
    work = window.work
    boomer = next(id for id, one in work.battle.combatants.items() if one.name == "Boomer")
    image = QImage(1000, 500, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    image.save(str(tmp_path / "face.png"))
    assert window.pictures.use_portrait(boomer, tmp_path / "face.png") is None
    file = tmp_path / "gang.toml"
    assert work.own_library.export((boomer,), file) is None
    (tmp_path / "face.png").unlink()
    assert work.own_library.import_file(file) == ()
    entry = next(one for one in work.content.templates if one.name == "Boomer" and one.portrait)
    (picture,) = list(work.library.pictures.iterdir())
    assert entry.portrait == picture.name
    size = QImage(str(picture)).size()
    assert (size.width(), size.height()) == (512, 256)
    work.edits.add_entry(entry)
    came = list(work.battle.combatants.values())[-1]
    assert work.bridge.picture(came.portrait) == picture.read_bytes()


def test_an_exported_file_in_the_library_by_hand_brings_its_portrait_into_a_battle(tmp_path: Path) -> None:
    written = written_picture(b"\x89PNG and more", ".png")
    assert read_written(written) == (b"\x89PNG and more", ".png")
    name = embed(written, (), tmp_path)
    assert (tmp_path / name).read_bytes() == b"\x89PNG and more"
    assert name_by_content(written, ()) == name


@pytest.mark.parametrize(
    "text", ["", "nora.png", "data:image/svg+xml;base64,AAAA", "data:image/png;base64,A", "data:image/png;base64,"]
)
def test_what_is_no_written_picture_is_a_name(text: str) -> None:
    assert read_written(text) is None


def test_a_file_with_something_wrong_is_not_taken_in_and_says_what(
    window: GmWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told: list[str] = []
    monkeypatch.setattr(MessageDialog, "inform", lambda parent, title, words: told.append(f"{title} {words}"))
    file = tmp_path / "broken.toml"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    for text in ("pasted nonsense", 'format = 1\nruleset = "none"\n', "\x00\x01", f'format = 99\nruleset = "{window}"'):
        file.write_text(text)
        window.files.import_into_library()
    assert len(told) == 4
    assert all("broken.toml" in words for words in told)
    assert own_files(window) == []


# -------------------------------------------------------------------------------------- entries of the GM's own library


def accepts(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], None]) -> None:
    """Make the next editors call `change` and save."""

    def exec_(editor: Editor) -> Editor.DialogCode:
        change(editor)
        return Editor.DialogCode.Accepted

    monkeypatch.setattr(Editor, "exec", exec_)


def choose(library: LibraryPanel, name: str, *, own: bool = True) -> None:
    """Select the entry with exactly this name: one of the GM's own, or one shipped with the program if not `own`."""
    library.field.setText(name)
    rows = [library.model.index(at, 0) for at in range(library.model.rowCount())]
    found = [one for one in rows if one.data(RowRole).name == name and (one.data(RowRole).where != "program") == own]
    library.list.setCurrentIndex(found[0])


def gear_of(window: GmWindow, who: str) -> dict[str, int]:
    return {item.name: item.gear.level for item in window.work.battle.items_of(who)}


def test_gear_is_made_given_changed_duplicated_and_deleted(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = panel(window, press)
    apex = next(id for id, one in window.work.battle.combatants.items() if one.name == "Apex")
    window.work.selection.select((apex,))

    def fill(editor: GearEditor) -> None:
        editor.name.setText("Pulse rifle")
        editor.tags.setText("army, loud")
        editor.fields.edited.emit("gear.level", "4")
        editor.fields.edited.emit("gear.range_m", "many")
        assert "range" in editor.problem.text().lower()

    accepts(monkeypatch, fill)
    library.make_new("item")
    assert own_files(window) == ["pulse-rifle.toml"]
    assert shown(library) == ["Pulse rifle"]
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert gear_of(window, apex)["Pulse rifle"] == 4
    window.combat.undo()
    assert "Pulse rifle" not in gear_of(window, apex)
    # A shipped entry that is edited is saved as the GM's own, and the GM's own is the one that is given.
    accepts(monkeypatch, lambda editor: editor.fields.edited.emit("gear.level", "5"))
    choose(library, "Mind blast", own=False)
    library.edit()
    choose(library, "Mind blast")
    library.add()
    assert gear_of(window, apex)["Mind blast"] == 5
    choose(library, "Pulse rifle")
    library.edit()
    assert own_files(window) == ["mind-blast.toml", "pulse-rifle.toml"]
    library.add()
    assert gear_of(window, apex)["Pulse rifle"] == 5
    library.duplicate()
    choose(library, "Pulse rifle 2")
    library.delete()
    assert own_files(window) == ["mind-blast.toml", "pulse-rifle.toml"]
    library.field.setText("army loud")
    assert shown(library) == ["Pulse rifle"]


def test_a_preset_of_a_condition_is_made_and_applied_from_the_dock_the_line_and_a_drop(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = panel(window, press)
    apex, boomer = (
        next(id for id, one in window.work.battle.combatants.items() if one.name == name) for name in ("Apex", "Boomer")
    )

    def fill(editor: PresetEditor) -> None:
        editor.name.setText("Deep night")
        editor.condition.setCurrentIndex(editor.condition.findText("Blinded"))
        editor.until.setCurrentIndex(editor.until.findText("the round ends"))
        editor.amount.setValue(3)
        editor.prevents["moves"].setChecked(True)
        editor.note.setText("from the grenade")
        editor.public.setChecked(False)

    def effects(who: str) -> list[tuple[object, ...]]:
        found = window.work.battle.combatants[who].effects.values()
        return [(one.kind, one.until, one.amount, one.prevents, one.note, one.is_public) for one in found]

    deep = ("blinded", "round_end", 3, ("moves",), "from the grenade", False)
    accepts(monkeypatch, fill)
    library.make_new("preset")
    window.work.selection.select(())
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert "First select the combatants" in window.status.message.text()
    window.work.selection.select((apex, boomer))
    before = effects(apex), effects(boomer)
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert (effects(apex), effects(boomer)) == ([*before[0], deep], [*before[1], deep])
    window.combat.undo()
    assert (effects(apex), effects(boomer)) == before
    window.work.selection.select((apex,))
    assert "Deep night" in window.work.edits.typed.completion("-deep").names
    assert window.combatants.type_line("- deep night") is None
    assert effects(apex) == [*before[0], deep]
    window.combat.undo()
    assert library.row is not None
    assert window.work.library.drop(library.row.key, boomer, {"x": 0.0, "y": 0.0}) is None
    assert effects(boomer) == [*before[1], deep]
    assert "hidden from players" in library.preview.text()
    # The library also has the game's own conditions.
    choose(library, "Prone", own=False)
    window.work.selection.select((apex,))
    library.add()
    assert "prone" in [kind for kind, *_ in effects(apex)]


def test_an_encounter_that_was_kept_is_changed_in_its_file_and_goes_with_its_own_combatants(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    boomer = next(id for id, one in window.work.battle.combatants.items() if one.name == "Boomer")
    window.work.selection.select((boomer,))
    window.work.edits.quick("-3")
    assert window.work.own_library.keep_encounter("Dock gang") is None
    library = panel(window, press)
    before = len(window.work.battle.combatants)
    opponents = sum(one.side != "pc" for one in window.work.battle.combatants.values())

    def fill(editor: GroupEditor) -> None:
        editor.add("2 minions")
        editor.add("nobody of that name")
        assert "is not in the library" in editor.problem.text()
        boomers = next(at for at, one in enumerate(editor.members) if one.name == "Boomer")
        editor.remove(boomers)
        editor.members[-1] = replace(editor.members[-1], wave=2)

    accepts(monkeypatch, fill)
    choose(library, "Dock gang")
    # A combatant that belongs to this encounter alone cannot be deleted separately.
    choose(library, "Boomer")
    library.delete()
    assert "belongs to Dock gang" in window.status.message.text()
    choose(library, "Dock gang")
    library.edit()
    assert own_files(window) == ["dock-gang.toml"]
    assert "wave 2: 2 × Minion" in library.preview.text()
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert len(window.work.battle.combatants) == before + opponents - 1 + 2
    window.combat.undo()
    library.delete()
    assert own_files(window) == []
    assert [row.name for row in window.work.library.rows if row.where == "own"] == []
    assert len(list((window.work.library.folder / DELETED).iterdir())) == 1


def test_a_new_encounter_is_put_together_of_the_library_and_run(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = panel(window, press)

    def fill(editor: GroupEditor) -> None:
        editor.name.setText("Patrol")
        editor.notes.setText("They whistle.")
        editor.add("3 minions")
        editor.add("Guard")

    accepts(monkeypatch, fill)
    library.make_new("encounter")
    assert "3 × Minion, Guard" in library.preview.text()
    before = set(window.work.battle.combatants)
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert len(set(window.work.battle.combatants) - before) == 4
    window.combat.undo()
    assert set(window.work.battle.combatants) == before


@pytest.mark.parametrize("game", RULESETS)
def test_what_is_made_new_is_sound_in_every_game(
    opens: Opens, preferences: Preferences, tmp_path: Path, game: str
) -> None:
    ruleset = RULESETS[game]
    preferences.set_battles_folder(tmp_path)
    window = opens(Battle(ruleset=game, shared=ruleset.shared()))
    library, kinds = window.work.library, ("combatant", "item", "encounter", "preset")
    for kind in kinds:
        editor = editor_of_new(library, kind)
        assert not editor.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save).isEnabled()
        editor.name.setText(f"New {kind}")
        assert editor.height() <= QApplication.primaryScreen().availableSize().height()
        assert window.work.own_library.write(kind, editor.table) is None
        editor.let_go()
        editor.deleteLater()
    assert library.content.problem == ""
    rows = {row.name: row for row in library.rows if row.where == "own"}
    assert set(rows) == {f"New {kind}" for kind in kinds}
    assert library.add(rows["New combatant"]) is None
    who = next(iter(window.work.battle.combatants))
    window.work.selection.select((who,))
    assert library.add(rows["New item"]) is None
    assert library.add(rows["New preset"]) is None
    assert "New item" in [item.name for item in window.work.battle.items_of(who)]
    assert "no members" in (library.add(rows["New encounter"]) or "")


def test_an_entry_that_was_changed_elsewhere_meanwhile_is_kept_beside_what_the_gm_makes_of_it(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = panel(window, press)
    accepts(monkeypatch, lambda editor: editor.name.setText("Rope"))
    library.make_new("item")
    (file,) = window.work.library.folder.glob("*.toml")
    theirs = file.read_text() + "# of the other program\n"

    def fill(editor: GearEditor) -> None:
        editor.fields.edited.emit("gear.level", "2")
        file.write_text(theirs)

    accepts(monkeypatch, fill)
    choose(library, "Rope")
    library.edit()
    assert "was changed meanwhile" in window.status.message.text()
    assert file.read_text() == theirs
    assert own_files(window) == ["rope-2.toml", "rope.toml"]
    # An entry that was written by hand is changed in its file, and the file's previous text is kept.
    choose(library, "Rope")
    accepts(monkeypatch, lambda editor: editor.tags.setText("long"))
    at = [library.model.index(row, 0) for row in range(library.model.rowCount())]
    library.list.setCurrentIndex(next(one for one in at if one.data(RowRole).id == "rope"))
    library.edit()
    assert "long" in file.read_text()
    assert [one.read_text() for one in (file.parent / DELETED).iterdir()] == [theirs]


@pytest.mark.parametrize("name", ["../../etc/passwd", ".", "", "  ", "x" * 200, "Ñandú 漢字 🐺", 'a/b\\c:"d"', "con"])
def test_any_name_is_kept_as_it_is_in_a_file_inside_the_library(
    window: GmWindow, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    work = window.work
    row = next(row for row in work.library.rows if row.name == "Minion")
    entry = replace(work.library.combatant(row), name=name)
    assert work.own_library.save(entry) is None
    (file,) = list(work.library.folder.rglob("*.toml"))
    assert file.parent == work.library.folder
    assert name in [one.name for one in work.library.rows]


def dropped(library: LibraryPanel, widget: QWidget, name: str, pixel: QPointF) -> str:
    """Drag the first entry that a name finds to a pixel of a widget; return the label shown during the drag."""
    library.field.setText(name)
    mime = library.model.mimeData([library.list.currentIndex()])
    enter = QDragEnterEvent(pixel.toPoint(), *_DRAG[:1], mime, *_DRAG[1:])
    QApplication.sendEvent(widget, enter)
    assert enter.isAccepted()
    told = [label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]
    drop = QDropEvent(pixel, *_DRAG[:1], mime, *_DRAG[1:])
    QApplication.sendEvent(widget, drop)
    assert drop.isAccepted()
    return told[0] if told else ""


def test_an_entry_is_dropped_into_a_zone_of_the_list_and_gear_on_who_is_there(station: GmWindow, press: Press) -> None:
    library = panel(station, press)
    station.board.show_view("zones")
    QApplication.processEvents()
    zones = station.board.zones
    card = next(card for card in zones.cards if card.row.id and card.row.tokens)
    before = set(station.work.battle.combatants)
    told = dropped(library, zones.page, station.work.content.templates[0].name, card.header.center())
    assert told == f"Put into {card.row.name}"
    (who,) = set(station.work.battle.combatants) - before
    assert station.work.battle.combatants[who].place.zone == card.row.id
    card = next(one for one in zones.cards if one.row.id == card.row.id)
    cell = next(cell for cell in card.cells if cell.token.id in before)
    gear = station.work.content.gear[0]
    dropped(library, zones.page, gear.name, cell.box.center())
    assert gear.name in [item.name for item in station.work.battle.items_of(cell.token.id)]
    station.combat.undo()
    station.combat.undo()
    assert set(station.work.battle.combatants) == before


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_the_first_entry_dropped_on_an_empty_map_leaves_the_view_as_it_is(
    opens: Opens, press: Press, game: str
) -> None:
    """The GM has chosen the place; also a dock that opens afterwards does not zoom to the lone token."""
    ruleset = RULESETS[game]
    empty: AnyBattle = Battle(ruleset=ruleset.id, shared=ruleset.shared())
    window = opens(empty)
    library = panel(window, press)
    canvas = window.board.map
    QApplication.processEvents()
    before = canvas.camera
    where = QPointF(canvas.width() / 3, canvas.height() / 3)
    dropped(library, canvas.graphics_view.viewport(), window.work.content.templates[0].name, where)
    QApplication.processEvents()
    (token,) = canvas.view.tokens
    assert canvas.camera == before
    assert canvas.camera.to_metres(where) == pytest.approx(token.point, abs=0.01)
    window.resize(window.width() - 60, window.height())
    QApplication.processEvents()
    QApplication.processEvents()
    assert canvas.camera.scale == before.scale
    window.board.fit()
    assert not canvas.is_kept
    assert canvas.zoom_percent <= 200


def test_an_entry_dropped_on_a_range_band_is_put_as_far_away(window: GmWindow, press: Press) -> None:
    """On the border of the first band, to the right of the centre: as far east of Apex as the band reaches."""
    assert window.work.combat.start(first="pc") is None
    library = panel(window, press)
    window.board.show_view("bands")
    QApplication.processEvents()
    bands = window.board.bands
    ring = bands.arrangement.rings[0]
    apex = bands.view.center
    assert apex is not None
    assert apex.x is not None
    assert apex.y is not None
    reach = ring.band.outer
    assert reach is not None
    before = set(window.work.battle.combatants)
    middle = bands.arrangement.center
    told = dropped(library, bands, "minion", QPointF(middle.x() + ring.radius, middle.y()))
    assert told.startswith(f"Put {reach:.0f} m from {apex.name}")
    (who,) = set(window.work.battle.combatants) - before
    assert window.work.battle.combatants[who].place.point == pytest.approx((apex.x + reach, apex.y), abs=0.1)


def test_without_a_map_an_entry_dropped_on_the_bands_comes_in_unplaced(opens: Opens, press: Press) -> None:
    ruleset = RULESETS["zerospace"]
    window = opens(Battle(ruleset=ruleset.id, shared=ruleset.shared()))
    library = panel(window, press)
    window.board.show_view("bands")
    QApplication.processEvents()
    assert dropped(library, window.board.bands, "minion", QPointF(60, 200)) == "Add to the battle"
    (who,) = window.work.battle.combatants.values()
    assert who.place.point is None


def test_an_entry_is_dragged_to_the_map_and_gear_to_a_token(window: GmWindow, press: Press) -> None:
    library = panel(window, press)
    canvas = window.board.map

    def drop(name: str, pixel: QPointF) -> None:
        dropped(library, canvas.graphics_view.viewport(), name, pixel)

    before = set(window.work.battle.combatants)
    pixel = canvas.camera.to_pixels(2.0, 3.0)
    drop("minion", pixel)
    (who,) = set(window.work.battle.combatants) - before
    assert window.work.battle.combatants[who].place.point == pytest.approx((2.0, 3.0), abs=0.2)
    apex = next(id for id, one in window.work.battle.combatants.items() if one.name == "Apex")
    place = canvas.tokens.place_of(apex)
    assert place is not None
    drop("mind blast", canvas.camera.to_pixels(*place))
    assert "Mind blast" in [item.name for item in window.work.battle.items_of(apex)]
    window.work.bridge.undo()
    window.work.bridge.undo()
    assert set(window.work.battle.combatants) == before


def test_the_preview_of_a_weapon_says_nothing_of_armour_and_chems(open_window: OpenWindow) -> None:
    library = open_window(sample="wasteland-red-filling-station").work.library
    told = {row.name: library.preview(row)[0] for row in library.rows if row.kind == "item"}
    assert "Fire rate 2" in told["10 mm pistol"]
    assert not any(word in told["10 mm pistol"] for word in ("Layer", "Covers", "Doses", "Lasts"))
    assert "Physical DR 2" in told["Leather chest piece"]


def test_a_plural_after_a_number_is_found(window: GmWindow, press: Press) -> None:
    library, before = panel(window, press), len(window.work.battle.combatants)
    QTest.keyClicks(library.field, "3 boomers")
    assert shown(library)[0].startswith("Boomer")
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert len(window.work.battle.combatants) == before + 3
