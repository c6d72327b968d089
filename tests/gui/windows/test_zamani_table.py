"""A GM's own action table: loaded from a file into the battle, shown, undone, and refused with all its mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.campaigns import SessionLibrary, samples
from gui.dialogs.forms import MessageDialog
from gui.displays import TableWidget
from gui.preferences import Preferences
from gui.style import theme
from gui.windows.gm_window import GmWindow
from model.content.resources import root

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

OURS = root() / "content" / "zamani" / "tables" / "action_table.toml"


@pytest.fixture
def window(qtbot: QtBot, library: SessionLibrary, preferences: Preferences) -> Iterator[GmWindow]:
    theme().apply(QApplication.instance(), "dark")
    opened = library.open(next(sample.path for sample in samples() if "loading-bay" in sample.path.name))
    assert opened.session is not None, opened.problems
    window = GmWindow(Bridge(opened.session), preferences)
    qtbot.addWidget(window)
    window.resize(1366, 768)
    window.show()
    yield window
    window.close()
    window.work.bridge.close()


def shown(window: GmWindow) -> TableWidget:
    window.work.selection.set_current("juma-4")
    display = window.sheet.display("action_table")
    assert isinstance(display, TableWidget)
    return display


@pytest.mark.rule("ZM-MIS-01")
def test_a_gms_own_table_is_kept_in_the_battle(
    window: GmWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: SessionLibrary
) -> None:
    display = shown(window)
    assert "default" in display.name.text()
    assert "not the game's own table" in display.origin.text()
    mine = tmp_path / "mine.toml"
    text = OURS.read_text(encoding="utf-8").replace('name = "Zamani default action table (proposal)"', 'name = "Ours"')
    mine.write_text(text, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(mine), ""))
    window.commands.action("file.action_table").trigger()
    assert shown(window).name.text() == "Ours"
    # The battle keeps a copy of the table, so the file may be deleted.
    mine.unlink()
    path = window.work.bridge.path
    assert path is not None
    window.work.bridge.close()
    again = library.open(path)
    assert again.session is not None, again.problems
    assert again.session.battle.shared.table.name == "Ours"
    assert again.session.undo_title is not None
    again.session.undo()
    assert "default" in again.session.battle.shared.table.name
    again.session.close()


def test_a_table_full_of_mistakes_is_refused_with_all_of_them(
    window: GmWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = window.work.battle
    wrong = tmp_path / "wrong.toml"
    text = OURS.read_text(encoding="utf-8").replace("margin_min = 15", "margin_min = 17")
    wrong.write_text(text.replace("columns = [0, 1, 2", "columns = [0, 2, 1"), encoding="utf-8")
    told: list[str] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(wrong), ""))
    monkeypatch.setattr(MessageDialog, "inform", lambda parent, title, sentences: told.append(f"{title}\n{sentences}"))
    window.commands.action("file.action_table").trigger()
    assert len(told) == 1
    for part in ("wrong.toml", "1 comes after 2", "Margins 15 to 16 are in no row"):
        assert part in told[0]
    assert window.work.battle is before
    wrong.write_bytes(b"\xff\xfe")
    window.commands.action("file.action_table").trigger()
    assert "not UTF-8" in told[1]


def test_the_default_comes_back_by_a_command(window: GmWindow, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(OURS.read_text(encoding="utf-8").replace("zamani-default", "mine"), encoding="utf-8")
    (kind,) = window.work.ruleset.files
    assert window.files.use_game_file(kind, mine) == ()
    assert window.work.battle.shared.table.id == "mine"
    window.commands.action("file.action_table.own").trigger()
    assert window.work.battle.shared.table.id == "zamani-default"


def test_the_default_is_saved_to_be_changed(window: GmWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), ""))
    window.commands.action("file.action_table.save").trigger()
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == OURS.read_text(encoding="utf-8")
    assert "mine.toml" in window.status.message.text()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "ours.toml"), ""))
    window.commands.action("file.action_table.save").trigger()
    assert sorted(file.name for file in tmp_path.glob("*ours*")) == ["ours.toml"]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "mine.toml"), ""))
    window.commands.action("file.action_table.save").trigger()
    assert "cannot be written" in window.status.message.text()
