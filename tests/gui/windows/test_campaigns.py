"""Campaigns in the program: creating them, new battles, the party, encounters, pictures, and writing back."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gui.app import Program
from gui.bridge import Bridge
from gui.controllers.campaigns import NewBattle, NewCampaign, SessionLibrary
from gui.controllers.game_content import GameContent
from gui.controllers.library_controller import Begun
from gui.dialogs.campaign_dialogs import NewBattleDialog, UpdateCampaignDialog
from gui.dialogs.combat_dialogs import GameNightDialog, RestDialog
from gui.dialogs.pictures import PictureDialog
from gui.panels.library import LibraryPanel
from gui.windows.gm_window import GmWindow
from gui.windows.start_page import StartPage
from gui.windows.start_preview import keep_picture, last_time_of, picture_of
from model.campaign import CAMPAIGN_FILE, Campaign, campaign_of, pictures_in
from model.campaign.characters import text_of
from model.engine.calls import Call, Option
from model.state.base import replace
from model.state.battle import Combatant
from model.view.pools import health_numbers

pytestmark = pytest.mark.slow

GAME = "kalos"


def made(library: SessionLibrary, *names: str) -> Campaign:
    """Return a new campaign with characters of these names; Mara plays the first of them."""
    lines = [f"Mara: {name}" if name == names[0] else name for name in names]
    wanted = NewCampaign(name="Red Dust", ruleset=GAME, place=library.folder, characters="\n".join(lines))
    folder = library.make_campaign(wanted)
    assert isinstance(folder, Path)
    return library.read_campaign(folder)


def test_a_new_battle_offers_the_campaign_with_its_party(library: SessionLibrary, qtbot: QtBot) -> None:
    campaign = made(library, "Nora", "Brick")
    dialog = NewBattleDialog(library, campaign.folder)
    qtbot.addWidget(dialog)
    assert "Red Dust" in dialog.rules.currentText()
    assert dialog.combatants.toPlainText() == "Party\n"
    assert dialog.preview.text() == "Party: Brick, Nora"
    wanted = dialog.answer
    assert (wanted.campaign, wanted.ruleset) == (campaign.folder, GAME)
    # Rules of another game have no party; text that the GM has typed stays.
    dialog.rules.setCurrentIndex(dialog.rules.findData("zamani"))
    assert dialog.combatants.toPlainText() == ""
    dialog.combatants.setPlainText("3 dogs")
    dialog.rules.setCurrentIndex(0)
    assert dialog.combatants.toPlainText() == "3 dogs"


def test_a_battle_of_a_campaign_lies_in_it_and_is_the_one_offered_next(library: SessionLibrary, qtbot: QtBot) -> None:
    campaign = made(library, "Nora")
    assert library.last_campaign() is None
    opened = library.make(NewBattle(GAME, "At the pumps", "", campaign.folder))
    assert opened.session is not None
    assert opened.session.path is not None
    opened.session.close()
    assert campaign_of(opened.session.path) == campaign.folder
    assert [player.name for player in opened.session.battle.players.values()] == ["Mara"]
    assert library.last_campaign() == campaign.folder
    dialog = NewBattleDialog(library)
    qtbot.addWidget(dialog)
    assert dialog.answer.campaign == campaign.folder
    known = library.campaigns[0]
    assert (known.name, known.ruleset, known.battles) == ("Red Dust", GAME, (opened.session.path,))


def test_campaigns_elsewhere_are_remembered_and_those_in_the_folder_of_battles_are_found(
    library: SessionLibrary, tmp_path: Path
) -> None:
    away = library.make_campaign(NewCampaign(name="Away", ruleset=GAME, place=tmp_path / "elsewhere"))
    made(library)
    assert isinstance(away, Path)
    assert {one.name for one in library.campaigns} == {"Away", "Red Dust"}
    (away / CAMPAIGN_FILE).unlink()
    assert [one.name for one in library.campaigns] == ["Red Dust"]


def test_a_place_where_nothing_can_be_made_is_a_sentence(library: SessionLibrary, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = library.make_campaign(NewCampaign(name="Red Dust", ruleset=GAME, place=tmp_path / "file"))
    assert isinstance(told, str)
    assert "cannot be created" in told


def test_a_broken_campaign_makes_no_battle_and_says_why(library: SessionLibrary, qtbot: QtBot) -> None:
    campaign = made(library, "Nora")
    (campaign.folder / CAMPAIGN_FILE).write_text('format = 1\nname = "Red Dust"\nruleset = "kalosh"\n')
    opened = library.make(NewBattle(GAME, "At the pumps", "", campaign.folder))
    assert opened.session is None
    assert "kalosh" in opened.problems[0].sentence
    dialog = NewBattleDialog(library, campaign.folder)
    qtbot.addWidget(dialog)
    dialog.show()
    assert "kalosh" in dialog.hint.text()
    dialog.accept()
    assert dialog.isVisible()
    assert "kalosh" in dialog.problem.text()


@pytest.mark.parametrize("count", [1, 2])
def test_typed_lines_know_characters_as_they_stand_in_their_files(library: SessionLibrary, count: int) -> None:
    campaign = made(library, *("Nora", "Brick")[:count])
    content = GameContent(campaign.ruleset, campaign=lambda: campaign)
    assert [one.name for one in content.templates[:count]] == sorted(("Nora", "Brick")[:count])
    nora = next(one for one in content.templates if one.name == "Nora")
    fields = content.fields_of(nora)
    assert fields["player"] == "Mara"
    assert fields["source"]["file"] == "characters/nora.toml"
    party = content.companies[0]
    assert (party.name, len(party.members)) == ("Party", count)


# ------------------------------------------------------------------------------------------------------ the start page


def test_the_start_page_shows_the_campaign_its_party_and_how_the_last_battle_stood(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    campaign = made(library, "Nora", "Brick")
    opened = library.make(NewBattle(GAME, "At the pumps", "", campaign.folder))
    assert opened.session is not None
    bridge = Bridge(opened.session)
    bridge.edit(Call(action="note", options={"text": "The hatch is open."}))
    keep_picture(bridge, library.start_page_battles)
    bridge.close()
    page = StartPage(library)
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    (entry,) = page.campaigns.findChildren(QPushButton)
    assert entry.hasFocus()
    assert entry.accessibleName().startswith("Red Dust, Kalos")
    assert page.preview.title.text() == "At the pumps"
    assert "Not started" in page.preview.aside.text()
    assert "The hatch is open." in page.preview.message.text()
    qtbot.waitUntil(lambda: {"Nora", "Brick"} <= {label.text() for label in page.party.findChildren(QLabel)})
    with qtbot.waitSignal(page.path_wanted, check_params_cb=lambda path: path == str(opened.session.path)):
        QTest.keyClick(entry, Qt.Key.Key_Return)
    with qtbot.waitSignal(page.new_wanted, check_params_cb=lambda folder: folder == campaign.folder):
        page.party.button.click()


def test_the_start_page_calls_a_battle_as_it_was_last_called(library: SessionLibrary, qtbot: QtBot) -> None:
    campaign = made(library, "Nora")
    opened = library.make(NewBattle(GAME, "At the pumps", "", campaign.folder))
    assert opened.session is not None
    bridge = Bridge(opened.session)
    bridge.edit(Call(action="set_title", options={"title": "On the roof"}))
    keep_picture(bridge, library.start_page_battles)
    bridge.close()
    page = StartPage(library)
    qtbot.addWidget(page)
    page.show()
    assert page.preview.title.text() == "On the roof"
    # Nor does a crash bring the first title back, from which no summary is left.
    for file in picture_of(opened.session.path or Path()).parent.glob("*.json"):
        file.unlink()
    crashed = StartPage(library)
    qtbot.addWidget(crashed)
    assert crashed.preview.title.text() == "On the roof"
    assert any(button.accessibleName().startswith("On the roof") for button in page.findChildren(QPushButton))


def test_a_campaign_without_a_battle_begins_one_and_a_broken_one_says_so(library: SessionLibrary, qtbot: QtBot) -> None:
    campaign = made(library)
    page = StartPage(library)
    qtbot.addWidget(page)
    page.show()
    (entry,) = page.campaigns.findChildren(QPushButton)
    with qtbot.waitSignal(page.new_wanted, check_params_cb=lambda folder: folder == campaign.folder):
        QTest.mouseDClick(entry, Qt.MouseButton.LeftButton)
    (campaign.folder / CAMPAIGN_FILE).write_text('name = "Red Dust"\nruleset = 7')
    again = StartPage(library)
    qtbot.addWidget(again)
    again.show()
    again.party.show_campaign(campaign.folder)
    qtbot.waitUntil(lambda: any("cannot be used" in label.text() for label in again.party.findChildren(QLabel)))


def left(library: SessionLibrary, folder: Path, title: str, *, is_begun: bool) -> Path:
    """Return the file of a new battle in a campaign that was begun or not, and closed."""
    opened = library.make(NewBattle(GAME, title, "", folder))
    assert opened.session is not None
    assert opened.session.path is not None
    bridge = Bridge(opened.session)
    assert bridge.edit(Call(action="add_combatant", options={"name": "Nora", "side": "pc"})) is None
    if is_begun:
        bridge.act(Call(action="start_fight", options={"first": "pc"}))
        assert bridge.battle.order.is_running
    keep_picture(bridge, library.start_page_battles)
    bridge.close()
    return opened.session.path


def file_of(row: QPushButton) -> str:
    return row.toolTip().rpartition("\n")[2]


def test_battles_of_one_name_are_told_apart_and_a_click_opens_none(library: SessionLibrary, qtbot: QtBot) -> None:
    campaign = made(library)
    first = left(library, campaign.folder, "The Keep", is_begun=True)
    second = left(library, campaign.folder, "The Keep", is_begun=False)
    page = StartPage(library)
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    rows = [row for row in page.party.battles.findChildren(QPushButton) if row.isVisible()]
    told = {file_of(row): row.accessibleName() for row in rows}
    assert set(told) == {str(first), str(second)}
    assert "Round 1 · Nora’s turn" in told[str(first)]
    assert "Not started" in told[str(second)]
    opened: list[str] = []
    page.path_wanted.connect(opened.append)
    for row in (*page.campaigns.findChildren(QPushButton), *page.recent.findChildren(QPushButton), *rows):
        QTest.mouseClick(row, Qt.MouseButton.LeftButton)
        assert row.isChecked()
    assert opened == []
    row = next(row for row in rows if file_of(row) == str(first))
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    assert "Round 1" in page.preview.aside.text()
    page.preview.button.click()
    QTest.mouseDClick(row, Qt.MouseButton.LeftButton)
    QTest.keyClick(row, Qt.Key.Key_Return)
    assert opened == [str(first)] * 3


def test_a_campaign_opens_by_its_folder_or_its_file_and_is_listed(
    library: SessionLibrary, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example after it was moved, or mailed by somebody else."""
    made(library, "Nora").folder.rename(tmp_path / "mailed")
    other = made(library)
    program = Program(library)
    page = program.show_start()
    assert [one.title for one in page.campaigns.findChildren(QPushButton)] == [other.name]
    for path in (tmp_path / "mailed", tmp_path / "mailed" / CAMPAIGN_FILE):
        assert program.open(path)
        assert program.start is not None
        entries = program.start.campaigns.findChildren(QPushButton)
        assert [one.isChecked() for one in entries] == [True, False]
        party = program.start.party
        qtbot.waitUntil(lambda shown=party: "Nora" in {label.text() for label in shown.findChildren(QLabel)})
    # Of a mailed battle there is neither picture nor summary: both are made when it is selected.
    battle = left(library, other.folder, "The Keep", is_begun=True)
    (tmp_path / "mailed" / "battles" / "keep.battle.toml").write_bytes(battle.read_bytes())
    assert program.open(tmp_path / "mailed")
    preview = program.start.preview
    qtbot.waitUntil(lambda: "Round 1 · Nora’s turn" in preview.aside.text())
    assert not preview.picture.is_empty
    assert not program.open(tmp_path)
    assert program.start is not None
    assert "folder without campaign.toml" in program.start.problem.text()
    # A new campaign is listed at once, also if no battle is created then.
    monkeypatch.setattr("gui.dialogs.campaign_dialogs.NewBattleDialog.ask", lambda *_: None)
    wanted = NewCampaign(name="Harbor Nights", ruleset=GAME, place=library.folder)
    monkeypatch.setattr("gui.dialogs.campaign_dialogs.NewCampaignDialog.ask", lambda *_: library.make_campaign(wanted))
    program.start.campaign_wanted.emit()
    assert program.start is not None
    selected = [one.title for one in program.start.campaigns.findChildren(QPushButton) if one.isChecked()]
    assert selected == ["Harbor Nights"]
    program.end()


def test_no_campaign_is_hidden_however_many_there_are(library: SessionLibrary, qtbot: QtBot) -> None:
    for number in range(12):
        library.make_campaign(NewCampaign(name=f"Saga {number}", ruleset=GAME, place=library.folder / f"{number}"))
    page = StartPage(library)
    qtbot.addWidget(page)
    assert len(page.campaigns.findChildren(QPushButton)) == 12


@pytest.mark.usefixtures("qapp")
def test_pictures_of_the_last_battle_of_each_campaign_are_kept(library: SessionLibrary) -> None:
    campaign = made(library, "Nora")
    opened = library.make(NewBattle(GAME, "At the pumps", "", campaign.folder))
    assert opened.session is not None
    bridge = Bridge(opened.session)
    keep_picture(bridge, ())
    bridge.close()
    library.preferences.settings.put("recent", [])
    other = library.make(NewBattle(GAME, "Elsewhere", ""))
    assert other.session is not None
    bridge = Bridge(other.session)
    keep_picture(bridge, library.start_page_battles)
    bridge.close()
    assert opened.session.path is not None
    assert picture_of(opened.session.path).exists()
    assert last_time_of(opened.session.path) is not None


# ------------------------------------------------------------------------------------------------- prepared encounters


def prepared(library: SessionLibrary, qtbot: QtBot) -> Campaign:
    """Return a campaign with the encounter “Ambush”: raiders at (10, 0) and (10, 2), and a sniper in wave 1."""
    campaign = made(library, "Nora", "Brick")
    opened = library.make(NewBattle(GAME, "Ambush", "", campaign.folder))
    assert opened.session is not None
    window = GmWindow(Bridge(opened.session), library.preferences)
    qtbot.addWidget(window)
    work = window.work
    assert work.edits.add("Party, 2 raiders, sniper") is None
    ids = {one.name: id for id, one in work.battle.combatants.items()}
    assert work.edits.place(((ids["Raider 1"], 10.0, 0.0), (ids["Raider 2"], 10.0, 2.0))) is None
    work.edit("set_wave", ids["Sniper"], wave=1)
    assert work.own_library.keep_encounter("Ambush") is None
    work.bridge.close()
    return campaign


def test_enter_on_an_encounter_of_the_start_page_makes_a_battle_of_it_with_the_party(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    campaign = prepared(library, qtbot)
    before = set(campaign.folder.glob("battles/*.battle.toml"))
    program = Program(library)
    page = program.show_start()
    with qtbot.waitActive(page):
        page.activateWindow()

    def row() -> QPushButton | None:
        found = page.party.findChildren(QPushButton)
        ambush = (one for one in found if one.accessibleName().startswith("Run Encounter Ambush"))
        return next((one for one in ambush if one.isVisible()), None)

    qtbot.waitUntil(lambda: row() is not None)
    found = row()
    assert found is not None
    assert "2 × Raider; wave 1: Sniper" in found.accessibleName()
    page.party.button.setFocus()
    QTest.keyClick(page.party.button, Qt.Key.Key_Tab)
    assert found.hasFocus()
    # Showing the same campaign again, as when another of its battles is selected, keeps the existing rows.
    page.party.show_campaign(campaign.folder)
    assert row() is found
    QTest.keyClick(found, Qt.Key.Key_Return)
    assert program.window is not None
    battle = program.window.work.battle
    combatants = {one.name: one for one in battle.combatants.values()}
    assert (battle.title, set(combatants)) == ("Ambush", {"Nora", "Brick", "Raider 1", "Raider 2", "Sniper"})
    assert not combatants["Sniper"].is_present
    assert combatants["Raider 1"].place.point == (10.0, 0.0)
    # The party is placed 10 m to the left of the raiders, vertically centred on them.
    assert [combatants[name].place.point for name in ("Brick", "Nora")] == [(0.0, 0.0), (0.0, 2.0)]
    assert len(set(campaign.folder.glob("battles/*.battle.toml")) - before) == 1
    program.window.combat.undo()
    program.window.combat.undo()
    assert program.window.work.battle.combatants == {}
    program.end()


def test_run_encounter_in_a_fight_adds_it_as_one_step_and_says_how_it_gets_turns(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    campaign = prepared(library, qtbot)
    opened = library.make(NewBattle(GAME, "On the roof", "", campaign.folder))
    assert opened.session is not None
    window = GmWindow(Bridge(opened.session), library.preferences)
    qtbot.addWidget(window)
    window.show()
    work = window.work
    assert work.edits.add("Party") is None
    assert work.combat.start(first="pc") is None
    before = work.battle
    window.commands.run("run_encounter")
    panel = window.docks["library"].panel(LibraryPanel)
    panel.field.setText("ambush")
    QTest.keyClick(panel.field, Qt.Key.Key_Return)
    combatants = {one.name: one for one in work.battle.combatants.values()}
    assert set(combatants) == {"Nora", "Brick", "Raider 1", "Raider 2", "Sniper"}
    assert "The 2 newcomers have joined the initiative order" in window.status.message.text()
    assert all(work.combat.slot_of(combatants[name].id) is not None for name in ("Raider 1", "Raider 2"))
    window.commands.run("bring_in_wave")
    sniper = work.battle.combatants[combatants["Sniper"].id]
    assert (sniper.is_present, sniper.is_hidden) == (True, True)
    assert "Sniper is not in the initiative order yet" in window.status.message.text()
    for _ in range(2):
        window.combat.undo()
    assert work.battle.combatants == before.combatants
    work.bridge.close()


def test_a_character_is_changed_and_deleted_in_the_dock_and_stays_among_the_deleted_ones(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    campaign = made(library, "Nora", "Brick")
    opened = library.make(NewBattle(GAME, "On the roof", "", campaign.folder))
    assert opened.session is not None
    window = GmWindow(Bridge(opened.session), library.preferences)
    qtbot.addWidget(window)
    work = window.work
    brick = next(row for row in work.library.rows if row.name == "Brick")
    begun = work.own_library.begin(brick)
    assert isinstance(begun, Begun)
    assert work.own_library.write("combatant", work.library.table(brick) | {"notes": "Tall."}, begun) is None
    file = campaign.folder / "characters" / "brick.toml"
    assert "Tall." in file.read_text()
    assert work.own_library.delete(brick) is None
    assert not file.exists()
    assert "Tall." in (file.parent / "deleted" / "brick.toml").read_text()
    assert [one.entry.name for one in library.read_campaign(campaign.folder).characters] == ["Nora"]
    assert not [row for row in work.library.rows if row.name == "Brick"]
    work.bridge.close()


def test_an_encounter_run_twice_stands_beside_itself(library: SessionLibrary, qtbot: QtBot) -> None:
    campaign = prepared(library, qtbot)
    opened = library.make(NewBattle(GAME, "On the roof", "", campaign.folder))
    assert opened.session is not None
    window = GmWindow(Bridge(opened.session), library.preferences)
    qtbot.addWidget(window)
    row = next(row for row in window.work.library.rows if row.name == "Ambush")
    for _ in range(2):
        assert window.work.library.add(row) is None
    points = [one.place.point for one in window.work.battle.combatants.values() if one.place.point is not None]
    assert len(points) == 4
    assert set(points[:2]) == {(10.0, 0.0), (10.0, 2.0)}
    # Each token has a radius of half a metre, and there is a gap between two tokens.
    assert all(math.dist(one, other) >= 1.4 for one, other in combinations(points, 2))
    window.work.bridge.close()


def test_an_encounter_that_is_gone_by_now_is_a_sentence(library: SessionLibrary, qtbot: QtBot) -> None:
    campaign = prepared(library, qtbot)
    (campaign.folder / "library" / "ambush.toml").unlink()
    program = Program(library)
    page = program.show_start()
    program.run_encounter(campaign.folder, "ambush")
    assert program.window is None
    assert "no longer in the library" in page.problem.text()
    program.end()


# ------------------------------------------------------------------------------------------------------------ pictures


def painted(color: int) -> bytes:
    """Return a small PNG of one colour."""
    image = QImage(24, 24, QImage.Format.Format_RGB32)
    image.fill(color)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, "PNG")
    return bytes(content.data())


def opened_with_party(library: SessionLibrary, qtbot: QtBot, campaign: Campaign, title: str) -> GmWindow:
    found = library.make(NewBattle(GAME, title, "", campaign.folder))
    assert found.session is not None
    window = GmWindow(Bridge(found.session), library.preferences)
    qtbot.addWidget(window)
    assert window.work.edits.add("Party") is None
    return window


def portrait_of(window: GmWindow, name: str) -> str:
    return next(one.portrait for one in window.work.battle.combatants.values() if one.name == name)


def test_a_portrait_that_a_character_file_names_is_in_the_battle_by_value(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    campaign = made(library, "Nora")
    picture = campaign.folder / "pictures" / "nora.png"
    picture.write_bytes(painted(0x336699))
    (nora,) = campaign.characters
    nora.file.write_text(text_of(campaign.ruleset, replace(nora.entry, portrait="nora.png")))
    window = opened_with_party(library, qtbot, campaign, "At the pumps")
    work = window.work
    assert work.bridge.picture(portrait_of(window, "Nora")) == painted(0x336699)
    # It is the same picture, so nothing is written back. The battle keeps its copy without the campaign's file.
    assert work.campaign.differences() == ()
    picture.unlink()
    assert work.bridge.picture(portrait_of(window, "Nora")) == painted(0x336699)
    work.bridge.close()


def test_pictures_of_a_campaign_are_in_its_folder_and_go_before_those_of_the_user(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    campaign = made(library, "Nora")
    work = opened_with_party(library, qtbot, campaign, "At the pumps").work
    ours, own = campaign.folder / "pictures", library.preferences.library_folder(GAME) / "pictures"
    own.mkdir(parents=True, exist_ok=True)
    assert work.library.pictures == ours
    assert work.content.picture_folders == (ours, own)
    # Of two pictures of one name the campaign's counts.
    (ours / "gate.png").write_bytes(painted(0x336699))
    (own / "gate.png").write_bytes(painted(0x993366))
    template = work.content.templates[0]
    assert work.edits.add_entry(replace(template, name="Guard", portrait="gate.png")) is None
    guard = next(one for one in work.battle.combatants.values() if one.name == "Guard")
    assert work.bridge.picture(guard.portrait) == painted(0x336699)
    work.bridge.close()


def test_a_picture_taken_in_a_battle_is_offered_from_then_on(
    library: SessionLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    campaign = made(library, "Nora", "Brick")
    window = opened_with_party(library, qtbot, campaign, "At the pumps")
    work = window.work
    ids = {one.name: id for id, one in work.battle.combatants.items()}
    for name, color in (("face", 0x336699), ("Docks by night", 0x996633)):
        (tmp_path / f"{name}.png").write_bytes(painted(color))
    assert window.pictures.use_portrait(ids["Nora"], tmp_path / "face.png") is None
    assert window.pictures.use_picture(tmp_path / "Docks by night.png") is None
    assert window.pictures.use_portrait(ids["Brick"], tmp_path / "face.png") is None
    assert [one.name for one in pictures_in(campaign.folder / "pictures")] == ["docks-by-night.png", "face.png"]
    offered: list[list[str]] = []

    def choose(dialog: PictureDialog) -> QDialog.DialogCode:
        dialog.show()
        qtbot.waitUntil(lambda: not dialog.list.item(dialog.list.count() - 1).icon().isNull())
        QTest.keyClicks(dialog.field, "night")
        offered.append([one.text() for one in dialog.list.selectedItems()])
        QTest.keyClick(dialog.field, Qt.Key.Key_Return)
        return QDialog.DialogCode(dialog.result())

    monkeypatch.setattr(PictureDialog, "exec", choose)
    work.selection.select((ids["Brick"],))
    window.commands.run("portrait")
    assert offered == [["docks-by-night.png"]]
    assert work.bridge.picture(portrait_of(window, "Brick")) == painted(0x996633)
    window.combat.undo()
    assert work.bridge.picture(portrait_of(window, "Brick")) == painted(0x336699)
    # A new portrait is written back like any other change of a character.
    assert {one.path for one in work.campaign.differences()} == {("portrait",)}
    assert work.campaign.write(work.campaign.differences()) is None
    work.bridge.close()
    second = opened_with_party(library, qtbot, campaign, "On the roof")
    assert second.work.bridge.picture(portrait_of(second, "Nora")) == painted(0x336699)
    second.work.bridge.close()


def test_pictures_of_what_is_kept_in_the_users_library_come_into_battles_elsewhere(
    library: SessionLibrary, qtbot: QtBot, tmp_path: Path
) -> None:
    library.preferences.set_battles_folder(library.folder)
    found = library.make(NewBattle(GAME, "Here", ""))
    assert found.session is not None
    window = GmWindow(Bridge(found.session), library.preferences)
    qtbot.addWidget(window)
    work = window.work
    assert work.edits.add("Gorgon") is None
    (gorgon,) = work.battle.combatants
    for name, color in (("face", 0x336699), ("ground", 0x996633)):
        (tmp_path / f"{name}.png").write_bytes(painted(color))
    assert window.pictures.use_portrait(gorgon, tmp_path / "face.png") is None
    assert window.pictures.use_picture(tmp_path / "ground.png") is None
    assert work.own_library.keep_encounter("Garden of stone") is None
    work.bridge.close()
    campaign = made(library, "Nora")
    elsewhere = opened_with_party(library, qtbot, campaign, "There")
    row = next(row for row in elsewhere.work.library.rows if row.name == "Garden of stone")
    assert elsewhere.work.library.add(row) is None
    assert elsewhere.work.bridge.picture(portrait_of(elsewhere, "Gorgon")) == painted(0x336699)
    ground = elsewhere.work.battle.board.picture
    assert ground is not None
    assert elsewhere.work.bridge.picture(ground.file) == painted(0x996633)
    elsewhere.work.bridge.close()


def test_a_party_that_is_taken_into_a_new_campaign_keeps_its_portraits(
    library: SessionLibrary, qtbot: QtBot, tmp_path: Path
) -> None:
    found = library.make(NewBattle(GAME, "Here", ""))
    assert found.session is not None
    window = GmWindow(Bridge(found.session), library.preferences)
    qtbot.addWidget(window)
    work = window.work
    assert work.edits.add("Halcyon") is None
    (tmp_path / "face.png").write_bytes(painted(0x336699))
    assert window.pictures.use_portrait(next(iter(work.battle.combatants)), tmp_path / "face.png") is None
    assert work.bridge.path is not None
    wanted = NewCampaign(name="Bright", ruleset=GAME, place=library.folder, takes_party=True)
    folder = library.make_campaign(wanted, work.battle, work.bridge.path.parent)
    assert isinstance(folder, Path)
    work.bridge.close()
    second = opened_with_party(library, qtbot, library.read_campaign(folder), "There")
    assert second.work.bridge.picture(portrait_of(second, "Halcyon")) == painted(0x336699)
    second.work.bridge.close()


# ------------------------------------------------------------------------------------------------------ after the fight


def test_an_evening_fight_write_back_and_the_next_fight_begins_with_it(
    library: SessionLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Health that Nora lost in the first battle is missing in the second; a rest is offered after the write-back."""
    campaign = made(library, "Nora")
    asked: list[str] = []

    def write(dialog: UpdateCampaignDialog) -> QDialog.DialogCode:
        asked.append("write")
        # Nora's other pools are full and the file leaves them out: that is no difference, so no row says 10 → 10.
        assert [tick.text() for tick, _ in dialog.ticks] == ["Health"]
        assert all(tick.isChecked() for tick, _ in dialog.ticks)
        return QDialog.DialogCode.Accepted

    def no_rest(dialog: RestDialog) -> QDialog.DialogCode:
        asked.append("rest")
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(UpdateCampaignDialog, "exec", write)
    monkeypatch.setattr(RestDialog, "exec", no_rest)

    def opened(title: str) -> GmWindow:
        found = library.make(NewBattle(GAME, title, "", campaign.folder))
        assert found.session is not None
        window = GmWindow(Bridge(found.session), library.preferences)
        qtbot.addWidget(window)
        window.show()
        assert window.work.edits.add("Party, 2 minions") is None
        return window

    def nora(window: GmWindow) -> Combatant[Any]:
        return next(one for one in window.work.battle.combatants.values() if one.name == "Nora")

    first = opened("At the pumps")
    whole = health_numbers(first.work.ruleset, first.work.battle, nora(first).id)
    assert whole is not None
    assert first.work.combat.start(first="pc") is None
    first.work.selection.select((nora(first).id,))
    assert first.work.edits.quick("-3") is None
    assert first.work.combat.end_combat() is None
    # Kalos asks whether the scene ends with the fight: the first Enter takes the default, the second applies it.
    for _ in range(2):
        first.action_panel.answer()
    qtbot.waitUntil(lambda: asked == ["write", "rest"])
    first.work.bridge.close()
    second = opened("On the roof")
    left = health_numbers(second.work.ruleset, second.work.battle, nora(second).id)
    assert left == (whole[0] - 3, whole[1])
    assert next(iter(second.work.battle.players.values())).characters == (nora(second).id,)
    second.work.bridge.close()


def test_a_write_back_that_is_not_wanted_now_is_not_offered_again_after_the_rest(
    library: SessionLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message says how to do it later."""
    campaign = made(library, "Nora")
    window = opened_with_party(library, qtbot, campaign, "At the pumps")
    nora = next(iter(window.work.battle.combatants))
    asked: list[str] = []
    told: list[str] = []
    window.work.message.connect(told.append)

    def not_now(dialog: UpdateCampaignDialog) -> QDialog.DialogCode:
        asked.append("write")
        return QDialog.DialogCode.Rejected

    def rest(dialog: RestDialog) -> QDialog.DialogCode:
        asked.append("rest")
        assert window.work.edits.quick("+1") is None
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(UpdateCampaignDialog, "exec", not_now)
    monkeypatch.setattr(RestDialog, "exec", rest)
    assert window.work.edits.add("2 minions") is None
    assert window.work.combat.start(first="pc") is None
    window.work.selection.select((nora,))
    assert window.work.edits.quick("-3") is None
    assert window.work.combat.end_combat() is None
    for _ in range(2):
        window.action_panel.answer()
    qtbot.waitUntil(lambda: any("Update Campaign" in sentence for sentence in told))
    assert asked == ["write", "rest"]
    window.work.bridge.close()


def test_a_party_that_is_named_twice_comes_once(library: SessionLibrary, qtbot: QtBot) -> None:
    """For example when the party is already in the list of a new battle and is typed again."""
    campaign = made(library, "Nora")
    found = library.make(NewBattle(GAME, "At the pumps", "", campaign.folder))
    assert found.session is not None
    window = GmWindow(Bridge(found.session), library.preferences)
    qtbot.addWidget(window)
    assert window.work.edits.add("Party\nparty\n2 wolves") is None
    names = sorted(one.name for one in window.work.battle.combatants.values())
    assert names == ["Nora", "Wolf 1", "Wolf 2"]
    window.work.bridge.close()


@pytest.mark.parametrize("game", ["wasteland", "zerospace", "kalos", "zamani", "effort"])
def test_what_is_over_with_the_fight_is_not_ticked_and_who_was_typed_is(
    library: SessionLibrary, qtbot: QtBot, game: str
) -> None:
    wanted = NewCampaign(name="Red Dust", ruleset=game, place=library.folder, characters="Nora")
    folder = library.make_campaign(wanted)
    assert isinstance(folder, Path)
    found = library.make(NewBattle(game, "At the pumps", "", folder))
    assert found.session is not None
    window = GmWindow(Bridge(found.session), library.preferences)
    qtbot.addWidget(window)
    assert window.work.edits.add("Party, Sparrow pc, 2 raiders") is None
    nora, sparrow = (one for one in window.work.battle.combatants.values() if one.side == "pc")
    window.work.selection.select((nora.id, sparrow.id))
    assert window.work.edits.quick("prone") is None
    window.work.selection.select((nora.id,))
    assert window.work.edits.quick("-1") is None
    dialog = UpdateCampaignDialog(window.work.campaign)
    qtbot.addWidget(dialog)
    ticked = {tick.text(): tick.isChecked() for tick, _ in dialog.ticks}
    assert ticked.pop("Prone") is False
    assert ticked
    assert all(ticked.values())
    assert [(tick.text(), tick.isChecked()) for tick, _ in dialog.new_ticks] == [("Sparrow", True)]
    assert window.work.campaign.write(dialog.taken, dialog.kept) is None
    campaign = library.read_campaign(folder)
    assert {one.entry.name: one.entry.effects for one in campaign.characters} == {"Nora": (), "Sparrow": ()}
    # Only "prone" is left, which no one has to be asked about.
    assert not window.work.campaign.has_lasting_changes
    window.work.bridge.close()


def test_a_campaigns_evening_begins_with_who_is_here_once(
    library: SessionLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = NewCampaign(name="Harbor", ruleset="zerospace", place=library.folder, characters="Mara: Nora\nJo: Brick")
    folder = library.make_campaign(wanted)
    assert isinstance(folder, Path)
    titles = iter(("The pier", "The roof"))
    monkeypatch.setattr(NewBattleDialog, "ask", lambda *_: NewBattle("zerospace", next(titles), "Party", folder))
    program = Program(library)
    program.make_new()
    assert program.window is not None

    def asked() -> GameNightDialog | None:
        assert program.window is not None
        return next(iter(program.window.findChildren(GameNightDialog)), None)

    qtbot.waitUntil(lambda: asked() is not None)
    dialog = asked()
    assert dialog is not None
    jo = next(one.id for one in program.window.work.battle.players.values() if one.name == "Jo")
    dialog.rows[jo].tick.setChecked(False)
    dialog.begin.click()
    here = {one.name: (one.is_present, one.plot_points) for one in program.window.work.battle.players.values()}
    assert here == {"Mara": (True, 1), "Jo": (False, 0)}
    # Jo comes late, in the middle of the evening, and gets what Mara got.
    assert program.window.work.bridge.edit(Call(action="player_returns", options={"player": jo})) is None
    assert {one.plot_points for one in program.window.work.battle.players.values()} == {1}
    assert program.window.work.campaign.has_changes
    # The second battle of the same evening does not ask again; a week later it does.
    program.make_new()
    assert program.window.work.battle.title == "The roof"
    qtbot.wait(20)
    assert asked() is None
    assert not program.window.work.campaign.is_new_evening
    library.preferences.settings.put(f"game_nights/{folder.resolve()}", 7)
    assert program.window.work.campaign.is_new_evening
    program.end()


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_a_party_with_a_hurt_hero_stands_on_the_map_once_the_question_is_answered(
    library: SessionLibrary, monkeypatch: pytest.MonkeyPatch, is_cancelled: bool
) -> None:
    """27 damage of 22: whether Tariq is still unconscious is asked before anyone is in the new battle."""
    wanted = NewCampaign(name="Red Coast", ruleset="zamani", place=library.folder, characters="Tariq hp 22\nZuri")
    folder = library.make_campaign(wanted)
    assert isinstance(folder, Path)
    file = folder / "characters" / "tariq.toml"
    file.write_text(file.read_text().replace("max_damage = 22\n", "max_damage = 22\ndamage = 27\n"))
    fight = NewBattle("zamani", "Bridge", "Party\n2 wolves", folder)
    monkeypatch.setattr(NewBattleDialog, "ask", lambda *_: fight)
    program = Program(library)
    program.make_new()
    assert program.window is not None
    work = program.window.work
    assert work.actions.due is not None
    assert not work.battle.combatants
    if is_cancelled:
        assert work.actions.drop() is None
        assert work.edits.add("Juma") is None
    else:
        assert work.actions.answer(Option(option="no")) is None
        assert work.actions.apply() is None
        assert len(work.battle.combatants) == 4
    assert all((one.place.point is None) == is_cancelled for one in work.battle.combatants.values())
    program.end()


def test_a_character_that_was_improved_is_taken_up_into_the_battle(library: SessionLibrary, qtbot: QtBot) -> None:
    wanted = NewCampaign(name="Red Dust", ruleset="wasteland", place=library.folder, characters="Nora")
    folder = library.make_campaign(wanted)
    assert isinstance(folder, Path)
    found = library.make(NewBattle("wasteland", "At the pumps", "", folder))
    assert found.session is not None
    window = GmWindow(Bridge(found.session), library.preferences)
    qtbot.addWidget(window)
    work = window.work
    assert work.edits.add("Party") is None
    (nora,) = work.battle.combatants.values()
    work.selection.select((nora.id,))
    assert work.edits.quick("-1") is None
    told: list[str] = []
    work.campaign.message.connect(told.append)
    work.campaign.tell_improvements()
    assert told == []
    # Between two evenings Nora has learnt something, and got a knife; her file says so.
    campaign = library.read_campaign(folder)
    (character,) = campaign.characters
    entry = character.entry
    better = replace(
        entry,
        sheet={**entry.sheet, "agility": 10},
        items=(*entry.items, {"name": "Old knife", "where": "pack"}),
    )
    character.file.write_text(text_of(campaign.ruleset, better))
    work.campaign.tell_improvements()
    assert told == ["Newer in the campaign's files: Nora. Update Campaign in the File menu takes it up."]
    dialog = UpdateCampaignDialog(work.campaign)
    qtbot.addWidget(dialog)
    assert {tick.text(): tick.isChecked() for tick, _ in dialog.improved_ticks} == {"Agility": True, "Old knife": True}
    before = work.battle
    hurt = before.combatants[nora.id].sheet.hp
    assert work.campaign.take_up(dialog.taken_up) is None
    after = work.battle.combatants[nora.id]
    assert after.sheet.agility == 10
    assert after.sheet.hp == hurt, "what the fight has changed stays"
    assert "Old knife" in [item.name for item in work.battle.items_of(nora.id)]
    assert "Agility" in work.bridge.undo_words
    assert work.campaign.improvements() == ()
    # Only the wound is left to be written, and that overwrites nothing of the new file.
    titles = [change.title for _, _, change in work.campaign.changes()]
    assert titles == ["HP"]
    assert work.campaign.write(work.campaign.differences()) is None
    (again,) = library.read_campaign(folder).characters
    assert again.entry.sheet["agility"] == 10
    window.combat.undo()
    window.combat.undo()
    assert work.battle == before
    assert work.campaign.improvements()
    work.bridge.close()


def test_who_comes_late_fights_along_and_a_new_player_becomes_the_campaign_s(
    library: SessionLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = made(library, "Nora", "Brick")
    opened = library.make(NewBattle(GAME, "At the pumps", "", campaign.folder))
    assert opened.session is not None
    window = GmWindow(Bridge(opened.session), library.preferences)
    qtbot.addWidget(window)
    window.show()
    work = window.work
    assert work.edits.add("Party") is None
    mara = next(iter(work.battle.players))
    nora = next(one.id for one in work.battle.combatants.values() if one.name == "Nora")
    work.edit("start_evening", present=[])
    for number, name in enumerate(("Kim", "Lou")):

        def comes(dialog: GameNightDialog, name: str = name) -> QDialog.DialogCode:
            dialog.field.setText(name)
            dialog.add()
            row = dialog.newcomers[name]
            if row.plays is None:
                assert row.words.text() == "no free character"
            else:
                assert row.plays.text() == "No character"
                next(iter(row.plays.ticks.values())).setChecked(True)
            return QDialog.DialogCode.Accepted

        monkeypatch.setattr(GameNightDialog, "exec", comes)
        window.combat.start_evening()
        assert list(work.battle.players.values())[number + 1].name == name
    window.commands.run("set_up")
    assert work.combat.start(first="pc") is None
    assert work.battle.combatants[nora].place.point is None

    def mara_comes(dialog: GameNightDialog) -> QDialog.DialogCode:
        dialog.rows[mara].tick.setChecked(True)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(GameNightDialog, "exec", mara_comes)
    before = work.battle
    window.combat.start_evening()
    assert work.combat.slot_of(nora) is not None
    assert work.battle.combatants[nora].place.point is not None
    window.combat.undo()
    assert work.battle == before
    dialog = UpdateCampaignDialog(work.campaign)
    qtbot.addWidget(dialog)
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    assert {"Not in the campaign yet", "player of Brick", "player"} <= shown
    assert [tick.text() for tick, _ in dialog.new_ticks] == ["Kim", "Lou"]
    assert work.campaign.write(dialog.taken, dialog.kept) is None
    players = {one["name"]: one.get("characters") for one in library.read_campaign(campaign.folder).head.player}
    assert players == {"Mara": ["nora"], "Kim": ["brick"], "Lou": []}
    assert work.campaign.new_players == ()
    work.bridge.close()
