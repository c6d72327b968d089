"""Paste Combatants: a table from a spreadsheet becomes combatants, tested on real widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.controllers.game_content import GameContent
from gui.controllers.pasting import Pasting
from gui.dialogs.newcomers import PasteCombatantsDialog
from gui.windows.gm_window import GmWindow
from model.session.registry import rulesets
from model.state.battle import AnyBattle, Battle
from tests.gui.windows.hands import Opens

Hands = Callable[[PasteCombatantsDialog], object]
Asks = Callable[[GmWindow, str, Hands], None]


def empty(game: str) -> AnyBattle:
    return Battle(ruleset=game, shared=rulesets()[game].shared())


def cells(dialog: PasteCombatantsDialog) -> list[tuple[str, str, str]]:
    """Return for each row its line, what it becomes and what is left out."""
    texts = [
        [item.text() if (item := dialog.rows.item(row, column)) else "" for column in range(3)]
        for row in range(dialog.rows.rowCount())
    ]
    return [(line, becomes, left_out) for line, becomes, left_out in texts]


@pytest.fixture
def paste(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Iterator[Asks]:
    """Return a function that runs the command on a clipboard text and lets `hands` act on the modal dialog."""
    opens_modally = PasteCombatantsDialog.exec

    def carry_out(window: GmWindow, text: str, hands: Hands) -> None:
        def work(dialog: PasteCombatantsDialog) -> None:
            try:
                qtbot.waitUntil(dialog.isActiveWindow)
                hands(dialog)
            finally:
                dialog.close()

        def shown(dialog: PasteCombatantsDialog) -> int:
            QTimer.singleShot(0, dialog, lambda: work(dialog))
            return opens_modally(dialog)

        QGuiApplication.clipboard().setText(text)
        monkeypatch.setattr(PasteCombatantsDialog, "exec", shown)
        window.commands.action("paste_combatants").trigger()

    yield carry_out
    QGuiApplication.clipboard().clear()


def test_a_copied_table_is_there_and_enter_adds_it_as_one_step(opens: Opens, paste: Asks) -> None:
    """Three raiders with 12 Health and a pistol each, and a sniper from the library; one undo removes them all."""
    window = opens(empty("zerospace"))

    def hands(dialog: PasteCombatantsDialog) -> None:
        assert [becomes for _, becomes, _ in cells(dialog)] == [
            "3 × Raider · npc · hidden · health 12, endurance 10 · Pistol · built as Standard",
            "Sniper · npc · health 10, endurance 10 · Sniper rifle · library",
        ]
        assert dialog.ok.text() == "Add 4 Combatants"
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Return)
        assert not dialog.isVisible()

    paste(window, "Name\tCount\tHidden\tHP\tDef\tGear\tNotes\nRaider\t3\tyes\t12\t9\tPistol\tcowards\nSniper", hands)
    battle = window.work.battle
    raiders = [who for who in battle.combatants.values() if who.name.startswith("Raider")]
    assert [(who.name, who.is_hidden, who.notes) for who in raiders] == [
        (f"Raider {number}", True, "cowards") for number in (1, 2, 3)
    ]
    assert {(who.sheet.health_max, who.sheet.given.dv) for who in raiders} == {(12, 9)}
    assert [[item.name for item in battle.items_of(who.id)] for who in raiders] == [["Pistol"]] * 3
    (sniper,) = [who for who in battle.combatants.values() if who.name == "Sniper"]
    assert sniper.origin == "sniper"
    assert len(window.work.bridge.session.steps) == 1
    window.combat.undo()
    assert not window.work.battle.combatants


@pytest.mark.slow
@pytest.mark.rule("WL-STAT-02")
def test_roles_and_levels_of_the_game_count(opens: Opens, paste: Asks) -> None:
    """A wasteland boss of level 3: END 9 + LCK 8 + 2 = 19 HP, with the usual gear of a boss."""
    window = opens(empty("wasteland"))
    paste(window, "Name;Role;Level;Side\nWarlord;boss;3;enemy", lambda dialog: dialog.accept())
    (warlord,) = window.work.battle.combatants.values()
    assert (warlord.name, warlord.side, warlord.sheet.level, warlord.sheet.hp_max) == ("Warlord", "npc", 3, 19)
    assert [item.name for item in window.work.battle.items_of(warlord.id)] == ["Hunting rifle", "Metal chest piece"]


def test_gear_that_a_creature_carries_or_a_column_names_is_not_added_again(opens: Opens, paste: Asks) -> None:
    """A bandit of Zamani carries a sword and leather armour."""
    window = opens(empty("zamani"))
    table = "Name\tGear\tSkills\nBandit\tsword, knife\tsword 65, sword\nBo\tsword\tsword, 2 grenades\n"
    paste(window, table, lambda dialog: dialog.accept())
    battle = window.work.battle
    gear = {who.name: [item.name for item in battle.items_of(who.id)] for who in battle.combatants.values()}
    assert gear == {"Bandit": ["Knife", "Sword", "Leather armour"], "Bo": ["Sword", "Grenade", "Grenade"]}


@pytest.mark.rule("ZM-GEN-05")
def test_a_column_of_percentages_is_read_as_they_are_typed_elsewhere(opens: Opens, paste: Asks) -> None:
    """65 and 65 % are 13 ranks of 5 %; 20 are ranks; 63 % is none. Dexterity 60 is taken, and told."""
    window = opens(empty("zamani"))

    def hands(dialog: PasteCombatantsDialog) -> None:
        shown = {row[1].split(" · ")[0]: row for row in cells(dialog)}
        assert "63 % cannot be rolled: it goes in steps of 5 %: write 60% or 65%." in shown["Dee"][2]
        assert "is no percentage: write the number without “%”." in shown["Eli"][2]
        assert "Dexterity 60 is more than 20: 20 ranks are 100 %." in shown["Ada"][1]
        dialog.accept()

    table = "Name\tSword\tDex\nAda\t65\t60\nBo\t65%\t7\nCy\t20\t7\nDee\t63\t7\nEli\t5\t7%\n"
    paste(window, table, hands)
    sheets = {who.name: who.sheet for who in window.work.battle.combatants.values()}
    assert {name: sheet.skills.get("sword") for name, sheet in sheets.items()} == {
        "Ada": 13, "Bo": 13, "Cy": 20, "Dee": None, "Eli": 5,
    }  # fmt: skip
    assert (sheets["Ada"].dexterity, sheets["Bo"].dexterity) == (60, 7)


@pytest.mark.slow
def test_what_is_not_understood_is_said_beside_its_row_and_the_rest_comes_in(opens: Opens, paste: Asks) -> None:
    window = opens(empty("kalos"))

    def hands(dialog: PasteCombatantsDialog) -> None:
        assert "“Mood” is not known" in dialog.problems.text()
        assert "Line 4 has no name" in dialog.problems.text()
        (ada, bo) = cells(dialog)
        assert [ada[0], bo[0]] == ["2", "3"]
        assert "HP “many”: must be a whole number." in ada[2]
        assert "“pistole”" in ada[2]
        assert "Role “Giant”: the roles of this game are Minion, Standard, Elite, Boss." in bo[2]
        assert "Level “7”: this game has no levels." in bo[2]
        assert "HP → Health maximum" in dialog.columns.text()
        dialog.accept()

    text = "Name\tHP\tGear\tRole\tLevel\tMood\nAda\tmany\tpistole\nBo\t7\t\tGiant\t7\tgrim\n\t3\n"
    paste(window, text, hands)
    assert {who.name: who.sheet.health_max for who in window.work.battle.combatants.values()} == {"Ada": 10, "Bo": 7}


@pytest.mark.slow
def test_nonsense_adds_nobody_and_stays_to_be_mended(opens: Opens, paste: Asks) -> None:
    window = opens(empty("effort"))

    def hands(dialog: PasteCombatantsDialog) -> None:
        for text in ("", "Goblin\t12\nOrc\t15", '\0\x01\n"""\n,;\t', "Name", "{name}\n<b>&amp;"):
            dialog.text.setPlainText(text)
            assert not dialog.ok.isEnabled()
            QTest.keyClick(dialog.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
            assert dialog.isVisible()
            assert "“Name”" in dialog.refused.text()
            assert not window.work.battle.combatants
        dialog.text.setPlainText("Name,HP\nOrc,15")
        assert not dialog.refused.isVisible()
        QTest.keyClick(dialog.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert not dialog.isVisible()

    paste(window, "", hands)
    (orc,) = window.work.battle.combatants.values()
    assert (orc.name, orc.sheet.health_max) == ("Orc", 15)


@pytest.mark.slow
def test_more_than_a_battle_takes_is_refused_in_a_sentence_and_nothing_is_lost(opens: Opens, paste: Asks) -> None:
    window = opens(empty("effort"))
    text = "Name\tCount\n" + "\n".join(f"Rat{letter}\t100" for letter in "ABCDEFGHIJKLMNOPQRSTU")

    def hands(dialog: PasteCombatantsDialog) -> None:
        dialog.accept()
        assert dialog.isVisible()
        assert "at most" in dialog.refused.text()
        assert dialog.text.toPlainText() == text

    paste(window, text, hands)
    assert not window.work.battle.combatants


@pytest.mark.slow
def test_newcomers_to_a_running_fight_stand_selected(window: GmWindow, paste: Asks) -> None:
    before = set(window.work.battle.combatants)
    paste(window, "Name\nLatecomer\nStraggler", lambda dialog: dialog.accept())
    assert set(window.work.selection.selected) == set(window.work.battle.combatants) - before


@pytest.mark.slow
def test_the_dialog_fits_a_small_window(qtbot: QtBot) -> None:
    record = rulesets()["zamani"]
    text = "Name\tMood\n" + "\n".join(f"Rat{number}\tgrim" for number in range(50))
    dialog = PasteCombatantsDialog(Pasting(GameContent(record), {}), lambda kinds: None, text)
    qtbot.addWidget(dialog)
    dialog.show()
    QApplication.processEvents()
    assert dialog.width() <= 900
    assert dialog.height() <= 500
    assert dialog.rows.viewport().height() >= 3 * dialog.rows.rowHeight(0)
