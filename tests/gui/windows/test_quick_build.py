"""Quick Build: a guard captain in ten seconds, tested on real widgets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.controllers.game_content import GameContent
from gui.controllers.quick_build import QuickBuild
from gui.dialogs.newcomers import QuickBuildDialog
from gui.windows.gm_window import GmWindow
from model.session.registry import rulesets
from model.state.battle import AnyBattle, Battle
from model.view.sheet import PoolDisplayView, sheet_view
from tests.gui.windows.hands import Opens

each_game = pytest.mark.parametrize("game", [one.id for one in rulesets().values()])
Hands = Callable[[QuickBuildDialog], object]
Asks = Callable[[GmWindow, Hands], None]


def empty(game: str) -> AnyBattle:
    return Battle(ruleset=game, shared=rulesets()[game].shared())


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Asks:
    """Return a function that runs the command and lets `hands` act on the modal dialog that opens."""
    opens_modally = QuickBuildDialog.exec

    def carry_out(window: GmWindow, hands: Hands) -> None:
        def work(dialog: QuickBuildDialog) -> None:
            try:
                qtbot.waitUntil(dialog.isActiveWindow)
                hands(dialog)
                assert not dialog.isVisible() or dialog.problem.text(), "a dialog that stays open says why"
            finally:
                dialog.close()

        def shown(dialog: QuickBuildDialog) -> int:
            QTimer.singleShot(0, dialog, lambda: work(dialog))
            return opens_modally(dialog)

        monkeypatch.setattr(QuickBuildDialog, "exec", shown)
        window.commands.action("quick_build").trigger()

    return carry_out


def test_a_guard_captain_takes_a_name_a_letter_and_enter(opens: Opens, build: Asks) -> None:
    """Keys only: type the name, Alt+E for an elite, Enter; one undo removes the captain again."""
    window = opens(empty("zerospace"))

    def hands(dialog: QuickBuildDialog) -> None:
        QTest.keyClicks(dialog.name, "Guard captain")
        QTest.keyClick(dialog, Qt.Key.Key_E, Qt.KeyboardModifier.AltModifier)
        assert dialog.role_buttons["elite"].isChecked()
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
        assert not dialog.isVisible()

    build(window, hands)
    (captain,) = window.work.battle.combatants.values()
    assert (captain.name, captain.side, captain.sheet.health_max, captain.sheet.agility) == (
        "Guard captain",
        "npc",
        14,
        3,
    )
    assert [item.name for item in window.work.battle.items_of(captain.id)] == ["Rifle", "Armoured jacket"]
    assert len(window.work.bridge.session.steps) == 1
    window.combat.undo()
    assert not window.work.battle.combatants


@pytest.mark.slow
@each_game
def test_every_archetype_of_every_game_is_added_with_full_pools_and_can_attack(
    opens: Opens, build: Asks, game: str
) -> None:
    window, record = opens(empty(game)), rulesets()[game]
    for archetype in record.archetypes:

        def hands(dialog: QuickBuildDialog, id: str = archetype.id) -> None:
            dialog.role_buttons[id].click()
            QTest.keyClicks(dialog.name, id.title())
            QTest.keyClick(dialog.name, Qt.Key.Key_Return)

        build(window, hands)
    battle = window.work.battle
    assert [who.name for who in battle.combatants.values()] == ["Minion", "Standard", "Elite", "Boss"]
    health = []
    for who in battle.combatants:
        view = sheet_view(record, battle, who)
        assert view is not None
        pools = [one for one in view.displays if type(one) is PoolDisplayView]
        assert all(one.amount == one.most for one in pools)
        health += [one.most for one in pools if one.is_health]
        assert record.usual_attack(battle, who) is not None
    assert health == sorted(set(health)), "each withstands more than the one before"


def test_gear_in_the_name_is_not_added_to_the_same_gear(opens: Opens, build: Asks) -> None:
    """A standard combatant of Zamani has a sword; what is perhaps meant otherwise is told below the fields."""
    window = opens(empty("zamani"))

    def hands(dialog: QuickBuildDialog) -> None:
        assert dialog.gear.text() == "Sword"
        dialog.name.setText("Guard sword 65 sword dex 60, rope")
        assert "Dexterity 60 is more than 20: 20 ranks are 100 %." in dialog.hint.text()
        assert "“rope” becomes a combatant." in dialog.hint.text()
        dialog.name.setText("Guard sword 65 sword knife")
        assert not dialog.hint.isVisible()
        fitness = dialog.numbers["sheet.fitness"]
        fitness.setValue(40)
        assert dialog.hint.text() == "Fitness 40 is more than 20: 20 ranks are 100 %."
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)

    build(window, hands)
    (guard,) = window.work.battle.combatants.values()
    assert [item.name for item in window.work.battle.items_of(guard.id)] == ["Knife", "Sword"]
    assert (guard.sheet.skills["sword"], guard.sheet.fitness) == (13, 40)


@pytest.mark.slow
@pytest.mark.rule("ZS-ROLL-02", "ZS-ROLL-03")
def test_the_preview_follows_numbers_and_gear(opens: Opens, build: Asks) -> None:
    """2 Agility + 2 Ranged Combat + the pistol's level 2, which the skill allows: AV 6; with 5 Agility AV 9."""
    window = opens(empty("zerospace"))

    def hands(dialog: QuickBuildDialog) -> None:
        assert "AV ranged 6" in dialog.summary.text()
        agility = dialog.numbers["sheet.agility"]
        agility.setFocus()
        agility.selectAll()
        QTest.keyClicks(agility, "5")
        assert "AV ranged 9" in dialog.summary.text()
        assert dialog.reset.isVisible()
        # Without the pistol, the combatant uses fists: ranged 5 + 2.
        dialog.gear.setFocus()
        dialog.gear.selectAll()
        QTest.keyClick(dialog.gear, Qt.Key.Key_Delete)
        assert "AV ranged 7" in dialog.summary.text()
        # Typed values stay when another archetype is selected; Reset Numbers restores the values of that archetype.
        dialog.role_buttons["boss"].click()
        assert (agility.value(), dialog.gear.text()) == (5, "")
        dialog.reset.click()
        assert (agility.value(), dialog.gear.text()) == (4, "Rifle, Combat armour")
        QTest.keyClicks(dialog.name, "Mirko")
        agility.setValue(6)
        QTest.keyClick(agility, Qt.Key.Key_Return)

    build(window, hands)
    (mirko,) = window.work.battle.combatants.values()
    assert (mirko.name, mirko.sheet.agility, mirko.sheet.health_max) == ("Mirko", 6, 20)


@pytest.mark.slow
@pytest.mark.rule("WL-STAT-02")
def test_a_level_raises_what_the_rules_say(opens: Opens, build: Asks) -> None:
    """An elite has END 7 + LCK 6 = 13 HP at level 1, and one more for each further level: 16 at level 4."""
    window = opens(empty("wasteland"))

    def hands(dialog: QuickBuildDialog) -> None:
        dialog.role_buttons["elite"].click()
        assert dialog.numbers["sheet.hp_max"].value() == 13
        dialog.level.setValue(4)
        assert dialog.numbers["sheet.hp_max"].value() == 16
        assert "WL-STAT-02" in dialog.origin.text()
        QTest.keyClicks(dialog.name, "Warden")
        QTest.keyClick(dialog.level, Qt.Key.Key_Return)

    build(window, hands)
    (warden,) = window.work.battle.combatants.values()
    assert (warden.sheet.level, warden.sheet.hp_max) == (4, 16)


@pytest.mark.slow
@pytest.mark.rule("WL-STAT-02", "WL-STAT-01")
def test_what_follows_from_a_number_follows_from_the_typed_one(opens: Opens, build: Asks) -> None:
    """A standard combatant has END 5 + LCK 5 = 10 HP: with END 8 it has 13. A typed total stays as it was typed."""
    window = opens(empty("wasteland"))

    def hands(dialog: QuickBuildDialog) -> None:
        endurance, hp = dialog.numbers["sheet.endurance"], dialog.numbers["sheet.hp_max"]
        assert hp.whole == 10
        endurance.setFocus()
        endurance.selectAll()
        QTest.keyClicks(endurance, "8")
        assert hp.whole == 13
        QTest.keyClicks(dialog.name, "Warden agi 9")
        assert dialog.numbers["sheet.agility"].whole == 9
        assert dialog.numbers["sheet.defense"].whole == 2
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)

    build(window, hands)
    (warden,) = window.work.battle.combatants.values()
    assert (warden.name, warden.sheet.hp_max, warden.sheet.agility, warden.sheet.defense) == ("Warden", 13, 9, 2)


@pytest.mark.slow
def test_skills_and_gear_are_typed_behind_the_name(opens: Opens, build: Asks) -> None:
    window = opens(empty("wasteland"))

    def hands(dialog: QuickBuildDialog) -> None:
        dialog.gear.clear()
        QTest.keyClicks(dialog.name, "Guard captain 2 knives small guns 5 tag flarb")
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
        assert "“flarb”" in dialog.problem.text()
        dialog.name.setText(dialog.name.text().removesuffix(" flarb"))
        assert not dialog.problem.isVisible()
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)

    build(window, hands)
    (captain,) = window.work.battle.combatants.values()
    assert (captain.name, captain.sheet.skills["small_guns"], captain.sheet.tags) == (
        "Guard captain",
        5,
        ("small_guns",),
    )
    assert [item.name for item in window.work.battle.items_of(captain.id)][:2] == ["Knife", "Knife"]


@pytest.mark.slow
def test_several_come_at_once_with_a_side_and_hidden(opens: Opens, build: Asks) -> None:
    window = opens(empty("kalos"))

    def hands(dialog: QuickBuildDialog) -> None:
        QTest.keyClicks(dialog.name, "Sentry")
        dialog.count.setValue(3)
        dialog.side.setCurrentIndex(dialog.side.findData("ally"))
        dialog.hidden.click()
        QTest.keyClick(dialog.count, Qt.Key.Key_Return)

    build(window, hands)
    sentries = window.work.battle.combatants.values()
    assert [(who.name, who.side, who.is_hidden) for who in sentries] == [
        (f"Sentry {number}", "ally", True) for number in (1, 2, 3)
    ]


@pytest.mark.slow
def test_newcomers_to_a_running_fight_stand_selected(window: GmWindow, build: Asks) -> None:
    before = set(window.work.battle.combatants)

    def hands(dialog: QuickBuildDialog) -> None:
        QTest.keyClicks(dialog.name, "Latecomer")
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)

    build(window, hands)
    (came,) = set(window.work.battle.combatants) - before
    assert window.work.selection.selected == (came,)


@pytest.mark.slow
def test_what_is_wrong_is_said_and_loses_nothing(opens: Opens, build: Asks) -> None:
    """Without a name, or with gear that the game does not have, the dialog stays open and keeps what was typed."""
    window = opens(empty("effort"))

    def hands(dialog: QuickBuildDialog) -> None:
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
        assert dialog.problem.text() == "Type a name."
        QTest.keyClicks(dialog.name, "Quint")
        assert not dialog.problem.isVisible()
        dialog.gear.setText("Pistol, rifel")
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
        assert dialog.isVisible()
        assert "“rifel”" in dialog.problem.text()
        assert "Rifle" in dialog.problem.text()
        assert (dialog.name.text(), dialog.gear.text()) == ("Quint", "Pistol, rifel")

    build(window, hands)
    assert not window.work.battle.combatants


@pytest.mark.slow
def test_a_name_of_any_kind_is_taken_as_it_is(opens: Opens, build: Asks) -> None:
    window = opens(empty("zamani"))
    names = ["{who} & <b>Söhne</b>", "警備隊長", "x" * 200]
    for name in names:

        def hands(dialog: QuickBuildDialog, name: str = name) -> None:
            dialog.name.setText(name)
            QTest.keyClick(dialog.name, Qt.Key.Key_Return)

        build(window, hands)
    assert [who.name for who in window.work.battle.combatants.values()] == names


@pytest.mark.slow
@each_game
def test_the_dialog_fits_a_small_window_and_cuts_no_word(qtbot: QtBot, game: str) -> None:
    record = rulesets()[game]
    dialog = QuickBuildDialog(QuickBuild(GameContent(record), {}), record.sides, lambda options: None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.name.setText("Guard captain")
    for button in dialog.role_buttons.values():
        button.click()
        QApplication.processEvents()
        assert dialog.width() <= 860
        assert dialog.height() <= 470
        for words in (dialog.summary, dialog.origin):
            assert words.height() >= words.heightForWidth(words.width())
    for path, box in dialog.numbers.items():
        assert box.lineEdit().width() >= box.fontMetrics().horizontalAdvance("999"), path
