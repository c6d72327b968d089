"""Preferences: applied at once, saved, and restored to their defaults page by page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QFileDialog
from pytestqt.qtbot import QtBot

from gui.controllers.campaigns import NewBattle, SessionLibrary
from gui.player.screens import PlayersScreens
from gui.preferences import Preferences, Settings
from gui.style import theme
from gui.windows.gm_window import GmWindow
from gui.windows.preferences_dialog import (
    AppearancePage,
    BattlesPage,
    DicePage,
    PlayersPage,
    PreferencesDialog,
    ShortcutsPage,
)
from tests.gui.player.fakes import FakeScreens

pytestmark = pytest.mark.slow


@pytest.fixture
def kept(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "kept.toml")


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    mode = theme().mode
    yield
    theme().set_mode(mode)
    theme().set_reduced_motion(False)


def choose(box: QComboBox, key: str) -> None:
    box.setCurrentIndex(box.findData(key))
    box.activated.emit(box.currentIndex())


def fields(page: DicePage | PlayersPage) -> dict[str, QComboBox]:
    return {box.accessibleName(): box for box in page.findChildren(QComboBox)}


def test_theme_and_motion_are_applied_at_once_and_kept(qtbot: QtBot, kept: Settings) -> None:
    page = AppearancePage(Preferences(kept))
    qtbot.addWidget(page)
    choose(page.theme, "light")
    page.motion.click()
    assert theme().mode == "light"
    assert theme().has_reduced_motion
    again = Preferences(kept)
    assert (again.theme, again.has_reduced_motion) == ("light", True)
    page.restore.click()
    assert (again.theme, again.has_reduced_motion) == ("system", False)
    assert page.theme.currentData() == "system"
    assert not page.motion.isChecked()


def test_new_battles_go_into_the_chosen_folder_with_so_many_backups(
    qtbot: QtBot, kept: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = Preferences(kept)
    page = BattlesPage(chosen)
    qtbot.addWidget(page)
    folder = tmp_path / "evenings"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    page._choose_folder()
    page.backups.setValue(3)
    opened = SessionLibrary(chosen).make(NewBattle("kalos", "The roof", ""))
    assert opened.session is not None
    assert opened.session.path == folder / "the-roof.battle.toml"
    for title in ("a", "b", "c", "d", "e", "f"):
        assert opened.session.save_copy(folder / "copy.battle.toml") is None, title
    opened.session.close()
    assert len(list((folder / "copy.backups").iterdir())) == 3
    page.restore.click()
    assert chosen.most_backups == 0
    assert chosen.battles_folder != folder


def test_who_rolls_is_chosen_by_side(qtbot: QtBot, kept: Settings) -> None:
    chosen = Preferences(kept)
    page = DicePage(chosen)
    qtbot.addWidget(page)
    assert {name: box.currentData() for name, box in fields(page).items()} == {
        "Dice of players": "typed",
        "Dice of opponents": "rolled",
        "Dice of allies": "rolled",
    }
    choose(fields(page)["Dice of opponents"], "typed")
    assert chosen.rolling("npc") == "typed"
    page.restore.click()
    assert chosen.rolling("npc") == "rolled"
    assert fields(page)["Dice of opponents"].currentData() == "rolled"


def test_what_players_see_by_default_is_in_new_battles_only(qtbot: QtBot, kept: Settings, tmp_path: Path) -> None:
    chosen = Preferences(kept)
    source = FakeScreens()
    screens = PlayersScreens(source, kept, lambda: source.laptop)
    page = PlayersPage(chosen, screens)
    qtbot.addWidget(page)
    choose(fields(page)["Health of opponents"], "bar")
    opened = SessionLibrary(chosen, tmp_path).make(NewBattle("zerospace", "The quay", ""))
    assert opened.session is not None
    assert opened.session.battle.health_policy == {"npc": "bar"}, "what is usual is not written down"
    opened.session.close()
    page.restore.click()
    assert chosen.health_shown("npc") == "words"


def test_a_player_screen_is_picked_and_taken_back(qtbot: QtBot, kept: Settings) -> None:
    source = FakeScreens()
    screens = PlayersScreens(source, kept, lambda: source.laptop)
    page = PlayersPage(Preferences(kept), screens)
    qtbot.addWidget(page)
    assert page.player_screen.currentText() == "None"
    choose(page.player_screen, page.player_screen.itemData(1))
    assert screens.picked is not None
    page.restore.click()
    assert screens.picked is None
    assert page.player_screen.currentText() == "None"


def test_the_dialog_opens_by_its_keys_at_a_page(window: GmWindow) -> None:
    window.commands.run("preferences")
    (dialog,) = window.findChildren(PreferencesDialog)
    titles = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    assert titles == ["Appearance", "Battles", "Dice", "Players", "Keyboard"]
    assert dialog.isVisible()
    window.commands.run("keys")
    assert window.findChildren(PreferencesDialog) == [dialog]
    assert isinstance(dialog.pages.currentWidget(), ShortcutsPage)
    assert window.commands.key("preferences") == "Ctrl+,"


def test_the_keys_of_all_commands_are_restored_at_once(window: GmWindow) -> None:
    page = ShortcutsPage(window.commands)
    page.choose("duplicate")
    page._give("N")
    assert "End Turn" in page.message.text(), "a key that is taken is named with the command that had it"
    assert window.commands.key("end_turn") == ""
    page.restore.click()
    assert window.commands.key("end_turn") == "N"
    assert window.commands.key("duplicate") == "Ctrl+D"


def test_another_key_gives_the_one_back_that_was_just_taken(window: GmWindow) -> None:
    page = ShortcutsPage(window.commands)
    page.choose("duplicate")
    page._give("N")
    page._give("Ctrl+F12")
    assert window.commands.key("end_turn") == "N"
    assert window.commands.key("duplicate") == "Ctrl+F12"


def test_a_default_key_that_is_restored_is_taken_from_the_command_that_has_it(window: GmWindow) -> None:
    """`N` ends the turn by default; if two commands had the same key, it would work for neither."""
    window.commands.set_key("end_turn", "Ctrl+F12")
    window.commands.set_key("duplicate", "N")
    window.commands.set_key("end_turn", None)
    assert window.commands.key("end_turn") == "N"
    assert window.commands.key("duplicate") == ""
