"""Single dialogs: what can be found, chosen and changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.campaigns import NewBattle, SessionLibrary, samples
from gui.controllers.combat_controller import CombatController
from gui.controllers.edit_controller import EditController
from gui.controllers.game_content import GameContent
from gui.controllers.selection import Selection
from gui.dialogs.campaign_dialogs import NewBattleDialog
from gui.dialogs.combat_dialogs import CombatantsField, StartCombatDialog
from gui.dialogs.command_palette import found
from gui.dialogs.rules import RulePage, RulesReference
from gui.preferences import Preferences, Settings
from gui.style import theme
from gui.windows.gm_window import GmWindow
from gui.windows.start_page import StartPage
from gui.windows.start_preview import keep_picture, picture_of
from model.content.library import content_files, load_library
from model.content.reference import reference_of
from model.session import Session
from model.session.registry import rulesets

pytestmark = pytest.mark.slow


@pytest.fixture
def library(tmp_path: Path) -> SessionLibrary:
    preferences = Preferences(Settings(tmp_path / "settings.toml"))
    return SessionLibrary(preferences, tmp_path / "battles")


@pytest.fixture
def window(qtbot: QtBot, library: SessionLibrary) -> Iterator[GmWindow]:
    theme().apply(QApplication.instance(), "dark")
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    made = GmWindow(Bridge(opened.session), library.preferences)
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    yield made
    made.close()
    made.work.bridge.close()


def test_the_window_finds_commands_fighters_zones_actions_and_rules(window: GmWindow) -> None:
    palette_entries = window.help.palette_entries()
    assert {"command", "combatant", "zone", "action", "rule"} == {finding.kind for finding in palette_entries}
    boomer = next(finding for finding in found(palette_entries, "combatant boomer"))
    boomer.run()
    assert window.sheet.who == "boomer-3"


def test_every_rule_that_a_house_rule_names_leads_to_it(window: GmWindow, qtbot: QtBot) -> None:
    settings = window.work.ruleset.settings
    for spec in settings:
        for id in spec.rules:
            page = RulePage(window.work.book, settings)
            qtbot.addWidget(page)
            page.show_rule(id)
            assert spec.title in page.toPlainText()


def test_a_rule_leads_to_those_it_names(window: GmWindow, qtbot: QtBot) -> None:
    book = reference_of(window.work.ruleset.id)
    assert book is not None
    dialog = RulesReference(book)
    qtbot.addWidget(dialog)
    dialog.show_rule("ZS-FORCE-07")
    assert book.rules["ZS-FORCE-07"].title in dialog.page.toPlainText()
    other = book.rules["ZS-FORCE-07"].see[0]
    dialog.page.anchorClicked.emit(QUrl(other))
    assert dialog.rule == other
    assert dialog.list.currentItem().text(0).lower() == book.rules[other].title.lower()


def test_an_unknown_rule_says_so(qtbot: QtBot) -> None:
    page = RulePage(None)
    qtbot.addWidget(page)
    assert page.show_rule("XX-1") is None
    assert "XX-1" in page.toPlainText()


def test_a_declared_order_is_read_from_the_list(window: GmWindow, qtbot: QtBot) -> None:
    dialog = StartCombatDialog(window.work.bridge, window.work.combat)
    qtbot.addWidget(dialog)
    last = dialog.order.takeItem(dialog.order.count() - 1)
    dialog.order.insertItem(0, last)
    dialog._declare()
    assert dialog.answer is not None
    assert dialog.answer["order"][0] == "sniper-16"
    assert window.work.combat.start(**dialog.answer) is None
    assert window.work.selection.actor == "sniper-16"


def test_the_start_lists_fighters_in_the_order_drawn_up(window: GmWindow, qtbot: QtBot) -> None:
    def listed() -> list[str]:
        dialog = StartCombatDialog(window.work.bridge, window.work.combat)
        qtbot.addWidget(dialog)
        return [dialog.order.item(row).data(Qt.ItemDataRole.UserRole) for row in range(dialog.order.count())]

    assert listed()[:2] == ["apex-1", "boomer-3"], "as in the list beside the board"
    assert window.work.combat.start(order=["sniper-16", "crimson-6"]) is None
    assert window.work.combat.end_combat() is None
    assert listed()[:2] == ["sniper-16", "crimson-6"]
    window.work.edits.add("Ada, pc")
    assert window.work.battle.combatants[listed()[-1]].name == "Ada"


def test_the_order_of_the_first_round_is_declared_by_keys(window: GmWindow, qtbot: QtBot) -> None:
    dialog = StartCombatDialog(window.work.bridge, window.work.combat)
    qtbot.addWidget(dialog)
    names = [dialog.order.item(row).text() for row in range(dialog.order.count())]
    dialog.show()
    rows = dialog.order.sizeHintForRow(0) * min(len(names), 14)
    assert dialog.order.viewport().height() >= rows, "up to fourteen names are seen without scrolling"
    dialog.order.setCurrentRow(2)
    for _ in range(3):
        QTest.keyClick(dialog.order, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    moved = [dialog.order.item(row).text() for row in range(dialog.order.count())]
    assert moved == [names[2], names[0], names[1], *names[3:]]
    QTest.keyClick(dialog.order, Qt.Key.Key_Down)
    assert dialog.order.currentRow() == 1, "without Alt they only go from name to name"


def test_the_start_asks_what_the_rules_want_to_know(window: GmWindow, qtbot: QtBot) -> None:
    dialog = StartCombatDialog(window.work.bridge, window.work.combat)
    qtbot.addWidget(dialog)
    assert [button.text() for button in dialog.sides.buttons()] == ["Start", "The players", "The opponents"]
    surprised = dialog.fields["surprised"]
    assert isinstance(surprised, CombatantsField)
    surprised.ticks["boomer-3"].setChecked(True)
    assert surprised.text() == "Boomer"
    dialog.sides.buttons()[1].click()
    assert dialog.answer == {"first": "pc", "surprised": ["boomer-3"]}
    assert window.work.combat.start(**dialog.answer) is None
    effects = window.work.battle.combatants["boomer-3"].effects
    assert "surprised" in {effect.kind for effect in effects.values()}


@pytest.mark.rule("WL-INIT-01", "WL-INIT-02")
def test_a_start_is_asked_once_who_began_and_lists_the_order_of_the_rules(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    opened = library.open(next(sample.path for sample in samples() if "filling-station" in sample.path.name))
    assert opened.session is not None
    bridge = Bridge(opened.session)
    selection = Selection(bridge)
    fight = CombatController(bridge, selection, ActionController(bridge, selection, library.preferences))
    dialog = StartCombatDialog(bridge, fight)
    qtbot.addWidget(dialog)
    names = [dialog.order.item(row).text() for row in range(dialog.order.count())]
    # Nora and the dog have 16, a player character before an ally; the boss 14, the doctor 12, Brick and the raiders 11.
    assert names == ["Nora", "Dog", "Raider boss", "Doc Amari", "Brick", "Raider 1", "Raider 2", "Raider 3"]
    # "No one" is a valid answer: combat starts, and no combatant has a turn before the others.
    dialog.sides.buttons()[0].click()
    assert dialog.answer == {"initiator": ""}
    assert fight.start(**dialog.answer) is None
    assert bridge.battle.order.phase == "acting"
    assert bridge.name(bridge.battle.order.acting[0]) == "Nora"
    assert not any(slot.kind == "extra" for slot in bridge.battle.order.slots.values())
    bridge.close()


def test_where_the_rules_ask_for_the_side_there_is_no_other_start(window: GmWindow, qtbot: QtBot) -> None:
    window.work.edit("reset_setting", key="order_mode")
    dialog = StartCombatDialog(window.work.bridge, window.work.combat)
    qtbot.addWidget(dialog)
    assert [button.text() for button in dialog.sides.buttons()] == ["The players", "The opponents"]


@pytest.mark.rule("ZM-SURP-01", "ZM-INIT-02")
def test_where_initiative_makes_the_order_none_is_declared_and_enter_starts(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    opened = library.open(next(sample.path for sample in samples() if "caravan" in sample.path.name))
    assert opened.session is not None
    bridge = Bridge(opened.session)
    selection = Selection(bridge)
    fight = CombatController(bridge, selection, ActionController(bridge, selection, library.preferences))
    dialog = StartCombatDialog(bridge, fight)
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    assert not dialog.order.isVisible()
    assert [button.text() for button in dialog.findChildren(QPushButton) if "order" in button.text()] == []
    surprised_by = dialog.fields["surprise_by"]
    assert isinstance(surprised_by, CombatantsField)
    # An ambush is entered before the start by ticking the ambushers and the ambushed.
    surprised_by.ticks["bandit-chief-10"].setChecked(True)
    dialog.fields["surprise_on"].ticks["nyota-1"].setChecked(True)
    dialog.fields["manner"].setCurrentText("Ambush")
    focus = QApplication.focusWidget()
    assert focus is dialog.sides.buttons()[0]
    QTest.keyClick(focus, Qt.Key.Key_Return)
    assert dialog.answer == {"surprise_by": ["bandit-chief-10"], "surprise_on": ["nyota-1"], "manner": "ambush"}
    bridge.close()


@pytest.mark.parametrize("game", sorted(rulesets()))
def test_a_battle_of_any_rules_is_made_of_its_content_and_can_be_started(
    library: SessionLibrary, qtbot: QtBot, game: str
) -> None:
    """A click adds each entry, one of them twice; then the start dialog gives the answers that the rules need."""
    dialog = NewBattleDialog(library)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.rules.setCurrentIndex(dialog.rules.findData(game))
    assert dialog.known.count() >= 3, dialog.hint.text()
    for row in (*range(dialog.known.count()), 0):
        item = dialog.known.item(row)
        dialog.known.scrollToItem(item)
        QTest.mouseClick(
            dialog.known.viewport(), Qt.MouseButton.LeftButton, pos=dialog.known.visualItemRect(item).center()
        )
    wanted = dialog.answer
    assert wanted.ruleset == game
    assert wanted.combatants.startswith("2 ")
    opened = library.make(wanted)
    assert opened.session is not None
    bridge = Bridge(opened.session)
    selection = Selection(bridge)
    assert EditController(bridge, selection, GameContent(bridge.ruleset)).add(wanted.combatants) is None
    known = load_library(rulesets()[game], content_files(game))
    together = [*known.parties.values(), *known.encounters.values()]
    in_company = sum(member.count for company in together for member in company.members)
    assert len(bridge.battle.combatants) == len(known.combatants) + 1 + in_company
    actions = ActionController(bridge, selection, library.preferences)
    fight = CombatController(bridge, selection, actions)
    start = StartCombatDialog(bridge, fight)
    qtbot.addWidget(start)
    assert set(start.fields) == {parameter.key for parameter in bridge.ruleset.actions["start_fight"].parameters} - {
        "first",
        "order",
    }
    start.sides.buttons()[0].click()
    assert start.answer is not None
    assert fight.start(**start.answer) is None
    is_begun = bridge.battle.order.phase not in ("setup", "ended")
    assert is_begun or actions.due is not None
    bridge.close()


def test_a_new_battle_needs_no_more_than_its_rules(library: SessionLibrary, qtbot: QtBot) -> None:
    dialog = NewBattleDialog(library)
    qtbot.addWidget(dialog)
    wanted = dialog.answer
    assert wanted.title == "Battle"
    opened = library.make(wanted)
    assert opened.session is not None
    assert opened.session.path is not None
    assert opened.session.path.name == "battle.battle.toml"
    opened.session.close()


def test_two_battles_of_one_name_get_two_files(library: SessionLibrary) -> None:
    wanted = NewBattle(next(iter(library.rulesets)), "At the pier", "")
    paths = []
    for _ in range(2):
        opened = library.make(wanted)
        assert opened.session is not None
        paths.append(opened.session.path)
        opened.session.close()
    assert len(set(paths)) == 2


def test_a_sample_stays_fresh_and_the_copy_goes_on(library: SessionLibrary) -> None:
    sample = samples()[0].path
    before = sample.read_bytes()
    for _ in range(2):
        opened = library.open(sample)
        assert isinstance(opened.session, Session)
        assert opened.session.path == library.folder / sample.name
        opened.session.close()
    fresh = library.fresh_sample(sample)
    assert fresh.session is not None
    assert fresh.session.path != library.folder / sample.name
    fresh.session.close()
    assert sample.read_bytes() == before


def test_the_start_page_offers_what_is_under_way_and_the_samples(library: SessionLibrary, qtbot: QtBot) -> None:
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    opened.session.close()
    page = StartPage(library)
    qtbot.addWidget(page)
    wanted: list[str] = []
    page.path_wanted.connect(wanted.append)
    row = page.recent.findChildren(QPushButton)[0]
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    assert wanted == []
    QTest.mouseDClick(row, Qt.MouseButton.LeftButton)
    assert wanted == [str((library.folder / samples()[0].path.name).resolve())]


def test_the_start_page_names_the_game_of_each_battle_and_takes_the_usual_keys(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    made = library.make(NewBattle("wasteland", 'At "The Pier"', ""))
    assert made.session is not None
    made.session.close()
    page = StartPage(library)
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    under_way = page.recent.findChildren(QPushButton)
    assert under_way[0].accessibleName().startswith('At "The Pier", Wasteland 2d20')
    offered = [button.accessibleName() for button in page.samples.findChildren(QPushButton)]
    assert "Dockside ambush, ZeroSpace 4e" in offered
    assert {name.rpartition(", ")[2] for name in offered} == {game.name for game in rulesets().values()}
    with qtbot.waitSignal(page.path_wanted):
        QTest.keyClick(under_way[0], Qt.Key.Key_Return)
    with qtbot.waitSignal(page.new_wanted):
        QTest.keyClick(page, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(page.open_wanted):
        QTest.keyClick(page, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)


def test_the_start_page_pictures_the_battle_that_was_left_and_a_sample_that_nobody_has_played(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    keep_picture(Bridge(opened.session), library.preferences.recent)
    opened.session.close()
    page = StartPage(library)
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    assert page.preview.title.text() == samples()[0].title
    assert not page.preview.picture.is_empty
    assert page.preview.again.isHidden()
    entries = page.samples.findChildren(QPushButton)
    entries[0].setFocus()
    assert not page.preview.again.isHidden()
    with qtbot.waitSignal(page.fresh_wanted):
        page.preview.again.click()
    # Beside battles of one's own only some samples are shown at first.
    (more,) = page.samples.findChildren(QToolButton)
    more.click()
    entries[-1].setFocus()
    assert page.preview.title.text() == samples()[-1].title
    assert page.preview.picture.is_empty
    assert page.preview.again.isHidden()
    qtbot.waitUntil(lambda: not page.preview.picture.is_empty)
    with qtbot.waitSignal(page.path_wanted, check_params_cb=lambda path: path == str(samples()[-1].path)):
        page.preview.button.click()
    assert not (library.folder / samples()[-1].path.name).exists()


def test_pictures_of_battles_that_are_not_recent_any_more_go(library: SessionLibrary, tmp_path: Path) -> None:
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    bridge = Bridge(opened.session)
    old = picture_of(tmp_path / "long-ago.battle.toml")
    keep_picture(bridge, library.preferences.recent)
    old.write_bytes(b"a picture")
    keep_picture(bridge, library.preferences.recent)
    assert not old.exists()
    assert picture_of(opened.session.path).exists()
    bridge.close()
