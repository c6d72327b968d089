"""Starting a game night and resting the party: one command and one undo each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from gui.dialogs.combat_dialogs import GameNightDialog, RestDialog
from gui.dialogs.command_palette import found
from gui.dialogs.rules import RulesReference
from gui.style.widgets import Chip
from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from tests.gui.windows.hands import OpenWindow, Press, health_of

HALCYON, BULWARK, WHISPER, GORGON = "halcyon-1", "bulwark-3", "whisper-5", "gorgon-8"
ACCEPTED = QDialog.DialogCode.Accepted


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[QDialog], Callable[[QDialog], object]], None]:
    """Sets what is done in a dialog before its primary button is pressed."""

    def set_answer(kind: type[QDialog], does: Callable[[QDialog], object]) -> None:
        monkeypatch.setattr(kind, "exec", lambda dialog: (does(dialog), ACCEPTED)[1])

    return set_answer


def players(window: GmWindow) -> dict[str, tuple[bool, int]]:
    return {
        player.name: (player.is_present, getattr(player, "plot_points", 0))
        for player in window.work.battle.players.values()
    }


@pytest.mark.rule("ZS-PLOT-01", "ZS-PLOT-05")
def test_an_evening_begins_for_those_who_are_here(open_window: OpenWindow, answer: Callable[..., None]) -> None:
    window = open_window()
    anna, ben = window.work.battle.players
    for id, points in ((anna, 3), (ben, 2)):
        options = {"player": id, "resource": "plot_points", "amount": points}
        window.work.bridge.edit(Call(action="set_resource", options=options))
    before = window.work.battle

    def without_ben(dialog: GameNightDialog) -> None:
        assert [row.name for row in dialog.rows.values()] == ["Anna", "Ben"]
        assert [row.words.text() for row in dialog.rows.values()] == ["Apex", "Crimson"]
        dialog.rows[ben].tick.setChecked(False)
        # Points are not carried over: 3 become 1.
        assert dialog.rows[anna].points.text() == "plot points 3 → 1"
        assert "one plot point" in dialog.resets.text()

    answer(GameNightDialog, without_ben)
    window.commands.action("start_evening").trigger()
    assert players(window) == {"Anna": (True, 1), "Ben": (False, 0)}
    assert GameNightDialog(window.work.bridge, window).rows[anna].points.text() == "plot points 1"
    crimson = next(who for who in window.work.battle.combatants.values() if who.name == "Crimson")
    assert not crimson.is_present
    window.combat.undo()
    assert window.work.battle == before


def test_a_new_player_sits_down(open_window: OpenWindow, answer: Callable[..., None]) -> None:
    window = open_window()

    def with_kim(dialog: GameNightDialog) -> None:
        dialog.field.setText("Anna")
        dialog.add()
        assert "Anna" in dialog.problem.text()
        dialog.field.setText("Kim")
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        assert list(dialog.newcomers) == ["Kim"]
        assert dialog.result() != ACCEPTED

    answer(GameNightDialog, with_kim)
    window.commands.action("start_evening").trigger()
    assert players(window)["Kim"] == (True, 0 if window.work.ruleset.evening is None else 1)


def test_a_rest_is_offered_after_the_combat_only_to_a_party_that_needs_one(
    open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    asked: list[str] = []
    monkeypatch.setattr(RestDialog, "exec", lambda dialog: asked.append("rest") or QDialog.DialogCode.Rejected)
    window.combat.rest_after_combat()
    window.work.selection.set_current(GORGON)
    assert window.work.edits.quick("-4") is None
    window.combat.rest_after_combat()
    assert asked == []
    window.work.selection.set_current(HALCYON)
    assert window.work.edits.quick("-1") is None
    window.combat.rest_after_combat()
    assert asked == ["rest"]


@pytest.mark.rule("KM-REC-01", "KM-REC-02")
def test_the_party_rests_at_once(open_window: OpenWindow, press: Press, answer: Callable[..., None]) -> None:
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    for who, lost in ((HALCYON, 10), (BULWARK, 7), (WHISPER, 10), (GORGON, 4)):
        window.work.selection.set_current(who)
        assert window.work.edits.quick(f"-{lost}") is None
    before = window.work.battle

    def of_the_heroes(dialog: RestDialog) -> None:
        assert not dialog.ticks[GORGON].isChecked()
        health = {who: cells[0].text() for who, cells in dialog.gains.items()}
        # Half of the lost health comes back, rounded down: 5 of 10, 3 of 7.
        assert health[HALCYON] == "2 → <b>7</b> of 12"
        assert health[BULWARK] == "11 → <b>14</b> of 18"
        assert health[WHISPER] == "0 → <b>5</b> of 10"
        assert health[GORGON] == "12 of 16"
        assert "unconscious" in dialog.gains[WHISPER][-1].text()

    answer(RestDialog, of_the_heroes)
    window.commands.action("rest").trigger()
    assert [health_of(window, who) for who in (HALCYON, BULWARK, WHISPER, GORGON)] == [7, 14, 5, 12]
    # The rest takes an hour on the game's clock.
    assert window.work.battle.clock == before.clock + 3600
    press("Ctrl+Z")
    assert window.work.battle == before


@pytest.mark.slow
@pytest.mark.rule("KM-REV-03", "KM-REC-04")
def test_those_who_are_down_are_revived_at_once(
    open_window: OpenWindow, press: Press, answer: Callable[..., None]
) -> None:
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    for who, lost in ((HALCYON, 7), (BULWARK, 18), (WHISPER, 10)):
        window.work.selection.set_current(who)
        assert window.work.edits.quick(f"-{lost}") is None
    before = window.work.battle

    def revived(dialog: RestDialog) -> None:
        dialog.choose("revive_party")
        # Bulwark and Whisper are down at 0; Halcyon has Medicine, so both rise to 3. She is not down and stays at
        # 12 - 7 = 5.
        assert dialog.gains[BULWARK][0].text() == "0 → <b>3</b> of 18"
        assert dialog.gains[WHISPER][0].text() == "0 → <b>3</b> of 10"
        assert dialog.gains[HALCYON][0].text() == "5 of 12"
        assert "unconscious" in dialog.gains[WHISPER][-1].text()
        assert dialog.ok.text() == "Revive"

    answer(RestDialog, revived)
    window.commands.action("rest").trigger()
    assert [health_of(window, who) for who in (HALCYON, BULWARK, WHISPER)] == [5, 3, 3]
    assert not window.work.battle.combatants[WHISPER].is_out
    press("Ctrl+Z")
    assert window.work.battle == before


@pytest.mark.slow
@pytest.mark.rule("KM-REC-03")
def test_a_night_brings_everything_back_and_needs_no_fight(
    open_window: OpenWindow, answer: Callable[..., None]
) -> None:
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    window.work.selection.set_current(HALCYON)
    window.work.edits.quick("-9")
    window.work.combat.start(first="pc")

    def in_the_fight(dialog: RestDialog) -> None:
        dialog.choose("long_rest")
        assert "during combat" in dialog.problem.text()
        assert not dialog.ok.isEnabled()
        dialog.is_confirmed.click()
        assert dialog.ok.isEnabled()
        assert dialog.gains[HALCYON][0].text() == "3 → <b>12</b> of 12"

    answer(RestDialog, in_the_fight)
    window.commands.action("rest").trigger()
    assert health_of(window, HALCYON) == 12


@pytest.mark.slow
def test_a_game_without_rests_restores_the_party_as_the_gm_ticks(
    open_window: OpenWindow, answer: Callable[..., None], press: Press
) -> None:
    window = open_window(1366, 768, sample="wasteland-red-filling-station")
    nora = next(one.id for one in window.work.battle.combatants.values() if one.name == "Nora")
    window.work.selection.set_current(nora)
    for typed in ("-3", "prone", "arm injury"):
        assert window.work.edits.quick(typed) is None
    before, hurt = window.work.battle, health_of(window, nora)

    def restored(dialog: RestDialog) -> None:
        assert dialog.ok.text() == "Restore Party"
        shown = ((kind, tick) for kind, tick in dialog.restoring.conditions.items() if not tick.isHidden())
        ticked = {kind: tick.isChecked() for kind, tick in shown}
        # Prone is over with the fight, an injury is not; only an opponent, who is not ticked, is in cover.
        assert ticked == {"prone": True, "arm_injury": False}
        assert dialog.gains[nora][-1].text() == "no longer prone"
        dialog.restoring.conditions["arm_injury"].setChecked(True)
        assert "arm injury" in dialog.gains[nora][-1].text()

    answer(RestDialog, restored)
    window.commands.refresh()
    window.commands.action("rest").trigger()
    assert health_of(window, nora) == hurt + 3
    assert not window.work.battle.combatants[nora].effects
    press("Ctrl+Z")
    assert window.work.battle == before


def test_rules_are_found_by_key_from_a_condition_and_by_ctrl_k(open_window: OpenWindow) -> None:
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    assert window.commands.key("rules") == "F1"
    window.commands.action("rules").trigger()
    (reference,) = window.findChildren(RulesReference)
    assert reference.isVisible()
    # The lieutenant is in cover: a click on the condition shows its rule.
    window.work.selection.set_current("lieutenant-11")
    chip = next(chip for chip in window.sheet.chips.findChildren(Chip) if chip.text() == "cover")
    chip.clicked.emit()
    assert reference.rule == "KM-MOD-05"
    kinds = {finding.kind for finding in window.help.palette_entries()}
    assert {"command", "action", "combatant", "rule"} <= kinds
    found_rules = [
        finding for finding in found(window.help.palette_entries(), "rule grapple") if finding.kind == "rule"
    ]
    found_rules[0].run()
    assert "grap" in reference.page.toPlainText().lower()
    assert window.findChildren(RulesReference) == [reference]


@pytest.mark.slow
def test_enter_takes_the_rest_that_was_clicked(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(1366, 768, sample="kalos-night-at-the-museum")
    dialog = RestDialog(window.work.bridge, window)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    night = next(button for button in dialog.kinds.buttons() if "8 Hours" in button.text())
    QTest.mouseClick(night, Qt.MouseButton.LeftButton)
    # On systems where buttons react to Enter, the one with the focus gets it.
    assert dialog.focusWidget() is dialog.ok
    QTest.keyClick(dialog.ok, Qt.Key.Key_Return)
    assert dialog.result() == ACCEPTED
    assert "8 Hours" in dialog.ok.text()


def test_the_player_of_the_selected_character_goes_and_comes_back_with_one_command(window: GmWindow) -> None:
    work = window.work
    who = next(id for id, one in work.battle.combatants.items() if one.side == "pc")
    player = next(one for one in work.battle.players.values() if who in one.characters)
    away = window.commands.action("player_away")
    work.selection.select((who,))
    window.commands.refresh()
    assert away.text().replace("&", "") == f"Mark {player.name} Away"
    away.trigger()
    assert not work.battle.combatants[who].is_present
    work.selection.select((who,))
    window.commands.refresh()
    assert away.text().replace("&", "") == f"Mark {player.name} Back"
    away.trigger()
    assert work.battle.combatants[who].is_present
    assert work.battle.players[player.id].is_present
    other = next(id for id, one in work.battle.combatants.items() if one.side == "npc")
    work.selection.select((other,))
    window.commands.refresh()
    assert not away.isEnabled()
