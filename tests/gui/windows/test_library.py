"""The library dock: found by letters, added by Enter, edited on a real sheet, written as the GM's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.session_library import NewBattle, SessionLibrary
from gui.dialogs.asking import LineDialog, Told
from gui.panels.entry_editor import EntryEditor
from gui.panels.library import LibraryPanel
from gui.preferences import Preferences
from gui.windows.gm_window import GmWindow
from model.campaign import DELETED
from model.state.base import replace
from tests.gui.windows.hands import OpenWindow, Press


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
    assert "Nothing is called so" in library.preview.text()


def test_gear_goes_to_whoever_is_selected(window: GmWindow, press: Press) -> None:
    library = panel(window, press)
    QTest.keyClicks(library.field, "mind blast")
    window.work.attention.look_at(None)
    window.work.attention.select(())
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert "Select a combatant first" in window.status.told.text()
    who = next(iter(window.work.battle.combatants))
    window.work.attention.select((who,))
    QTest.keyClick(library.field, Qt.Key.Key_Return)
    assert "Mind blast" in [item.name for item in window.work.battle.items_of(who)]


def test_a_combatant_of_the_fight_is_kept_changed_duplicated_and_deleted(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = next(id for id, one in window.work.battle.combatants.items() if one.name == "Boomer")
    window.work.attention.select((who,))
    library = panel(window, press)
    library.keep_selected()
    assert own_files(window) == ["boomer.toml"]

    def choose() -> None:
        library.field.setText("boomer")
        rows = [library.model.index(at, 0) for at in range(library.model.rowCount())]
        library.list.setCurrentIndex(next(index for index in rows if "mine" in index.data()))

    def change(editor: EntryEditor) -> EntryEditor.DialogCode:
        editor.sheet.edit("sheet.agility", 5)
        editor.name.setText("Boomer the Old")
        editor.tags.setText("dock, boss")
        return EntryEditor.DialogCode.Accepted

    choose()
    monkeypatch.setattr(EntryEditor, "exec", change)
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


def test_what_comes_with_the_program_and_what_was_written_by_hand_is_left_alone(window: GmWindow, press: Press) -> None:
    library = panel(window, press)
    library.field.setText("minion")
    library.delete()
    assert "comes with the program" in window.status.told.text()
    folder = window.work.library.folder
    folder.mkdir(parents=True)
    entries = "".join(f'[[combatant]]\nid = "guard-{at}"\nname = "Guard {at}"\n' for at in (1, 2))
    (folder / "guards.toml").write_text(f'# mine\nformat = 1\nruleset = "{window.work.ruleset.id}"\n{entries}')
    window.work.library.refresh()
    library.field.setText("guard 1")
    assert shown(library) == ["Guard 1"]
    library.delete()
    assert "several entries" in window.status.told.text()
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
    editor = EntryEditor(window.work.library, entry)
    qtbot.addWidget(editor)
    editor.sheet.edit("sheet.agility", 5)
    assert editor.answer.sheet["agility"] == 5
    editor.bridge.undo()
    same = window.work.library.alone(editor.answer)
    assert same.combatants == window.work.library.alone(entry).combatants
    editor.name.clear()
    editor.bridge.close()


def test_a_prepared_battle_is_kept_as_an_encounter_and_run_with_its_map_and_waves(
    window: GmWindow, press: Press, library: SessionLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = window.work
    boomer = next(id for id, one in work.battle.combatants.items() if one.name == "Boomer")
    sniper = next(id for id, one in work.battle.combatants.items() if one.name == "Sniper")
    work.edit("set_wave", sniper, wave=1)
    work.attention.select((boomer,))
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
    people = {one.name: one for one in battle.combatants.values()}
    assert set(people) == {one.name for one in kept.combatants.values() if one.side != "pc"}
    was = {one.name: one for one in kept.combatants.values()}
    assert people["Boomer"].sheet == was["Boomer"].sheet
    assert people["Boomer"].place == was["Boomer"].place
    assert not people["Sniper"].is_present
    other.work.edit("bring_in_wave")
    assert next(one for one in other.work.battle.combatants.values() if one.name == "Sniper").is_present
    other.work.bridge.undo()
    other.work.bridge.undo()
    assert not other.work.battle.combatants
    other.work.bridge.close()


def test_without_opponents_there_is_no_encounter_to_keep(window: GmWindow) -> None:
    for who in [id for id, one in window.work.battle.combatants.items() if one.side != "pc"]:
        window.work.edit("remove_combatant", who)
    assert "nobody to keep" in (window.work.own_library.keep_encounter("Nobody") or "")


def test_combatants_go_to_another_game_master_as_one_file(
    window: GmWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    work = window.work
    two = tuple(id for id, one in work.battle.combatants.items() if one.name in ("Boomer", "Sniper"))
    work.attention.select(two)
    file = tmp_path / "gang"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    window.files.export_selected()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file.with_suffix(".toml")), ""))
    window.files.import_into_library()
    assert own_files(window) == ["gang.toml"]
    assert {"Boomer", "Sniper"} <= {row.name for row in work.library.rows if row.where == "own"}


def test_a_file_with_something_wrong_is_not_taken_in_and_says_what(
    window: GmWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told: list[str] = []
    monkeypatch.setattr(Told, "tell", lambda parent, title, words: told.append(f"{title} {words}"))
    file = tmp_path / "broken.toml"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    for text in ("pasted nonsense", 'format = 1\nruleset = "none"\n', "\x00\x01", f'format = 99\nruleset = "{window}"'):
        file.write_text(text)
        window.files.import_into_library()
    assert len(told) == 4
    assert all("broken.toml" in words for words in told)
    assert own_files(window) == []


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


def test_an_entry_is_dragged_to_the_map_and_gear_to_a_token(window: GmWindow, press: Press) -> None:
    library = panel(window, press)
    canvas = window.board.map

    def drop(name: str, pixel: QPointF) -> None:
        library.field.setText(name)
        mime = library.model.mimeData([library.list.currentIndex()])
        viewport = canvas.port.viewport()
        for event in (
            QDragEnterEvent(pixel.toPoint(), *_DRAG[:1], mime, *_DRAG[1:]),
            QDropEvent(pixel, *_DRAG[:1], mime, *_DRAG[1:]),
        ):
            QApplication.sendEvent(viewport, event)
            assert event.isAccepted()

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
