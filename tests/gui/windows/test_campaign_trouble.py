"""Damaged or conflicting campaign files: the battle opens, a message says what was left out, and nothing is lost."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.campaigns import NewBattle, NewCampaign, SessionLibrary, title_of
from gui.dialogs.campaign_dialogs import NewCampaignDialog
from gui.dialogs.forms import LineDialog
from gui.windows.gm_window import GmWindow
from model.campaign import CAMPAIGN_FILE, Campaign
from model.state.battle import Combatant

pytestmark = pytest.mark.slow

GAME = "kalos"
NAMES = ("../../etc/passwd", "..", ".hidden", "a/b\\c", "x" * 200, "漢字" * 100, "Ñandú 🐺", 'con: "d"?', "tab\there")


def made(library: SessionLibrary, *characters: str) -> Campaign:
    wanted = NewCampaign(name="Red Dust", ruleset=GAME, place=library.folder, characters="\n".join(characters))
    folder = library.make_campaign(wanted)
    assert isinstance(folder, Path)
    return library.read_campaign(folder)


def shown(library: SessionLibrary, qtbot: QtBot, path: Path) -> GmWindow:
    opened = library.open(path)
    assert opened.session is not None, opened.problems
    window = GmWindow(Bridge(opened.session), library.preferences)
    qtbot.addWidget(window)
    window.show()
    return window


def new_battle(library: SessionLibrary, qtbot: QtBot, campaign: Campaign, title: str = "At the pumps") -> GmWindow:
    opened = library.make(NewBattle(GAME, title, "", campaign.folder))
    assert opened.session is not None, opened.problems
    path = opened.session.path
    opened.session.close()
    assert path is not None
    return shown(library, qtbot, path)


def who(window: GmWindow, name: str) -> Combatant[Any]:
    return next(one for one in window.work.battle.combatants.values() if one.name == name)


def told(window: GmWindow) -> str:
    return window.status.message.text()


def damage(folder: Path, what: str) -> None:
    """Damage a campaign's files in a way that a synchronised folder or a text editor may."""
    files = {
        "head broken": (CAMPAIGN_FILE, b'format = 1\nname = "Red'),
        "head of a newer program": (CAMPAIGN_FILE, b"format = 99\n"),
        "head is no text": (CAMPAIGN_FILE, b"\xff\xfe\x00\x01"),
        "character broken": ("characters/nora.toml", b"[[combatant"),
        "library broken": ("library/mine.toml", b"item = 3\n"),
    }
    if what in files:
        name, content = files[what]
        (folder / name).write_bytes(content)
    elif what == "head gone":
        (folder / CAMPAIGN_FILE).unlink()
    elif what == "folders gone":
        for inner in ("characters", "library", "pictures"):
            shutil.rmtree(folder / inner)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("head broken", "campaign.toml"),
        ("head of a newer program", "newer version of the program"),
        ("head is no text", "campaign.toml"),
        ("head gone", ""),
        ("character broken", "nora.toml"),
        ("library broken", "mine.toml"),
        ("folders gone", "nora"),
    ],
)
def test_a_battle_opens_whatever_has_become_of_its_campaign(
    library: SessionLibrary, qtbot: QtBot, what: str, words: str
) -> None:
    campaign = made(library, "Mara: Nora", "Brick")
    window = new_battle(library, qtbot, campaign)
    assert window.work.edits.add("Party") is None
    path = window.work.bridge.path
    assert path is not None
    window.work.bridge.close()
    damage(campaign.folder, what)
    window = shown(library, qtbot, path)
    # The battle's own file holds all of its data: the fight continues, and new combatants can be added.
    assert {one.name for one in window.work.battle.combatants.values()} == {"Nora", "Brick"}
    window.work.selection.select((who(window, "Nora").id,))
    assert window.work.edits.quick("-3") is None
    refused = window.work.edits.add("2 strangers")
    qtbot.waitUntil(lambda: words in (refused or "") + told(window))
    assert refused is None or window.work.edits.add("2 strangers") is None
    window.work.bridge.close()


def test_the_rest_of_the_party_comes_and_who_is_left_out_is_named(library: SessionLibrary, qtbot: QtBot) -> None:
    campaign = made(library, "Mara: Nora", "Brick")
    damage(campaign.folder, "character broken")
    window = new_battle(library, qtbot, campaign)
    assert window.work.edits.add("Party") is None
    assert [one.name for one in window.work.battle.combatants.values()] == ["Brick"]
    qtbot.waitUntil(lambda: "nora.toml" in told(window) and "line 1" in told(window))
    window.work.bridge.close()


def test_a_file_that_is_broken_and_mended_while_the_battle_is_open(library: SessionLibrary, qtbot: QtBot) -> None:
    campaign = made(library, "Nora")
    window = new_battle(library, qtbot, campaign)
    assert window.work.edits.add("Party") is None
    window.work.selection.select((who(window, "Nora").id,))
    assert window.work.edits.quick("-3") is None
    file = campaign.folder / "characters" / "nora.toml"
    kept = file.read_text()
    file.write_text("format = 1\nruleset = ")
    qtbot.waitUntil(lambda: "nora.toml" in told(window) and "line 2" in told(window))
    assert not window.work.content.has_party
    window.campaign.update()
    qtbot.waitUntil(lambda: "what changed of Nora is not written" in told(window))
    file.write_text(kept)
    qtbot.waitUntil(lambda: window.work.content.has_party)
    found = window.work.campaign.differences()
    assert window.work.campaign.write(found) is None
    assert file.read_text() != kept
    window.work.bridge.close()


def test_two_programs_write_to_one_campaign_and_neither_writes_over_the_other(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    campaign = made(library, "Nora", "Brick")
    windows = [new_battle(library, qtbot, campaign, title) for title in ("One", "Two")]
    for window, hurt in zip(windows, ("-3", "-1"), strict=True):
        assert window.work.edits.add("Party") is None
        window.work.selection.select((who(window, "Nora").id,))
        assert window.work.edits.quick(hurt) is None
    first, second = (window.work for window in windows)
    second.selection.select((who(windows[1], "Brick").id,))
    assert second.edits.quick("-2") is None
    # The second program has computed the differences for its dialog before the first one writes.
    ticked = second.campaign.differences()
    assert first.campaign.write(first.campaign.differences()) is None
    nora, brick = (campaign.folder / "characters" / f"{name}.toml" for name in ("nora", "brick"))
    after_first = nora.read_text()
    assert second.campaign.write(ticked) is None
    qtbot.waitUntil(lambda: "Nora" in told(windows[1]) and "changed in the files meanwhile" in told(windows[1]))
    assert nora.read_text() == after_first
    assert "Brick" not in told(windows[1])
    entry = next(one.entry for one in library.read_campaign(campaign.folder).characters if one.file == brick)
    assert entry.sheet["health"] == who(windows[1], "Brick").sheet.health
    for window in windows:
        window.work.bridge.close()


@pytest.mark.parametrize("name", NAMES)
def test_battles_and_encounters_may_be_called_anything(
    library: SessionLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    campaign = made(library, f"Mara: {name.replace(':', '')}")
    window = new_battle(library, qtbot, campaign, name)
    path = window.work.bridge.path
    assert path is not None
    assert path.parent == campaign.folder / "battles"
    assert title_of(path) == name
    assert window.work.edits.add("2 minions") is None
    monkeypatch.setattr(LineDialog, "ask", lambda *_: name)
    window.combatants.keep_encounter()
    (file,) = [one for one in campaign.folder.rglob("*.toml") if one.parent.name == "library"]
    assert file.parent == campaign.folder / "library"
    (kept,) = [row for row in window.work.library.rows if row.kind == "encounter" and row.where == "campaign"]
    assert kept.name == name
    assert window.work.library.add(kept) is None
    assert len(window.work.battle.combatants) == 4
    assert library.read_campaign(campaign.folder).problems == ()
    window.work.bridge.close()


def test_ctrl_enter_among_the_characters_of_a_new_campaign_creates_it(library: SessionLibrary, qtbot: QtBot) -> None:
    dialog = NewCampaignDialog(library)
    qtbot.addWidget(dialog)
    dialog.name.setText("Salt and Lanterns")
    QTest.keyClicks(dialog.characters, "Ines: Vesna")
    QTest.keyClick(dialog.characters, Qt.Key.Key_Return)
    QTest.keyClicks(dialog.characters, "Hask")
    assert dialog.made is None
    QTest.keyClick(dialog.characters, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.made is not None
    assert [one.entry.name for one in library.read_campaign(dialog.made).characters] == ["Hask", "Vesna"]


def test_what_was_typed_of_a_new_campaign_stays_until_it_can_be_made(
    library: SessionLibrary, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = NewCampaignDialog(library)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.characters.setPlainText("Mara: Nora")
    dialog.accept()
    assert "Type the name" in dialog.problem.text()
    dialog.name.setText("Red Dust")
    (tmp_path / "file").write_text("")
    for place in (str(tmp_path / "file"), "a\x00b"):
        dialog.place.setText(place)
        dialog.accept()
        assert dialog.isVisible()
        assert "folder" in dialog.problem.text().lower() or "cannot be created" in dialog.problem.text()
    dialog.place.setText(str(tmp_path / "here"))
    nonsense = "\n".join(f"<td>{number}</td>" for number in range(5_000))
    dialog.characters.setPlainText(nonsense)
    dialog.accept()
    assert "5000 characters" in dialog.problem.text()
    assert not (tmp_path / "here").exists()
    assert dialog.characters.toPlainText() == nonsense
    dialog.characters.setPlainText("Mara: Nora")
    dialog.accept()
    assert dialog.made is not None
    assert [one.entry.name for one in library.read_campaign(dialog.made).characters] == ["Nora"]
