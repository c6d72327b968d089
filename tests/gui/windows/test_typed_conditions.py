"""Conditions typed after a minus or in the sheet: seen before Enter, by their name everywhere, undone as one step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.style.widgets import Chip
from gui.windows.gm_window import GmWindow
from model.state.effects import Effect
from model.view.order import order_view
from model.view.players import players_view
from tests.gui.windows.hands import Press

pytestmark = pytest.mark.slow

BOOMER, CRIMSON = "boomer-3", "crimson-6"


@pytest.fixture
def on_boomer(window: GmWindow) -> GmWindow:
    window.work.selection.set_current(BOOMER)
    return window


def typed(window: GmWindow, press: Press, words: str) -> str:
    """Open the line with its key and type; return the preview."""
    press("-")
    QTest.keyClicks(window.combatants.quick_entry.field, words)
    return window.combatants.quick_entry.preview.text()


def own_of(window: GmWindow, who: str = BOOMER) -> list[Effect]:
    return [effect for effect in window.work.battle.combatants[who].effects.values() if effect.name]


def test_a_minus_the_words_and_enter_apply_one_and_one_undo_takes_it_back(on_boomer: GmWindow, press: Press) -> None:
    """With a combatant selected, two keys besides the words."""
    before = on_boomer.work.battle
    assert typed(on_boomer, press, "2 until the bell rings") == (
        "Boomer: −2 to all rolls, until the bell rings (you are reminded each round)"
    )
    press("Enter")
    (effect,) = own_of(on_boomer)
    assert (effect.name, effect.changes, effect.ends) == ("−2 to all rolls", {"rolls": -2}, "the bell rings")
    on_boomer.combat.undo()
    assert on_boomer.work.battle == before


def test_it_is_called_by_its_name_in_list_sheet_and_for_players(
    on_boomer: GmWindow, press: Press, qtbot: QtBot
) -> None:
    typed(on_boomer, press, "Slippery -1 defence 2 rounds")
    press("Enter")
    typed(on_boomer, press, "Doomed secret until combat ends")
    press("Enter")

    def chips() -> list[str]:
        return [chip.text() for chip in on_boomer.sheet.chips.findChildren(Chip)]

    qtbot.waitUntil(lambda: {"Slippery", "Doomed"} <= set(chips()))
    ruleset, battle = on_boomer.work.bridge.ruleset, on_boomer.work.battle
    rows = [row for section in order_view(ruleset, battle).sections for row in section.rows if row.who == BOOMER]
    assert {"Slippery", "Doomed (secret)"} <= set(rows[0].conditions), "the GM might read it out otherwise"
    told = str(players_view(ruleset, battle))
    assert "Slippery" in told
    assert "Doomed" not in told


def test_a_slip_is_told_and_tab_takes_what_may_be_meant(on_boomer: GmWindow, press: Press) -> None:
    assert "“blined”" in typed(on_boomer, press, "blined 2 rounds")
    line = on_boomer.combatants.quick_entry
    press("Enter")
    assert line.isVisible(), "the line stays for correction"
    QTest.keyClick(line.field, Qt.Key.Key_Tab)
    assert line.field.text() == "-Blinded 2 rounds"
    assert "Blinded, until the end of round 2" in line.preview.text()


def test_tab_completes_whose_turn_it_waits_for(on_boomer: GmWindow, press: Press) -> None:
    typed(on_boomer, press, "prone until cri")
    line = on_boomer.combatants.quick_entry
    QTest.keyClick(line.field, Qt.Key.Key_Tab)
    assert line.field.text() == "-prone until the end of Crimson's next turn"
    press("Enter")
    prone = next(
        effect for effect in on_boomer.work.battle.combatants[BOOMER].effects.values() if effect.kind == "prone"
    )
    assert (prone.until, prone.clock) == ("next_turn_end", CRIMSON)


def test_the_field_of_the_sheet_reads_the_same(on_boomer: GmWindow) -> None:
    field = on_boomer.sheet.chips.field
    field.setFocus()
    QApplication.processEvents()
    QTest.keyClicks(field, "-2 until the bell rings")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert [effect.ends for effect in own_of(on_boomer)] == ["the bell rings"]


def test_a_slip_in_the_field_of_the_sheet_stays_for_correction(on_boomer: GmWindow, qtbot: QtBot) -> None:
    field = on_boomer.sheet.chips.field
    QTest.keyClicks(field, "blined 2 rounds")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert "Blinded" in on_boomer.sheet.problem.text()
    qtbot.waitUntil(lambda: field.text() == "blined 2 rounds")


def test_one_of_the_gms_own_is_saved_as_a_preset_and_applied_by_name(on_boomer: GmWindow, press: Press) -> None:
    typed(on_boomer, press, "Slippery -1 defence secret until the ice melts")
    press("Enter")
    assert on_boomer.work.own_library.keep_conditions((BOOMER,)) is None
    on_boomer.work.selection.set_current(CRIMSON)
    assert "Slippery (−1 to defence), until the ice melts" in typed(on_boomer, press, "slippery")
    press("Enter")
    (effect,) = own_of(on_boomer, CRIMSON)
    assert (effect.changes, effect.ends, effect.is_public) == ({"defence": -1}, "the ice melts", False)
    assert on_boomer.work.own_library.keep_conditions((CRIMSON,)) == "“Slippery” is in the library already."


def test_the_preview_tells_apart_those_for_whom_it_ends_in_another_round(window: GmWindow, press: Press) -> None:
    """Two rounds from now: Boomer's turn of round 1 is still to come and counts, that of who acts now does not."""
    acting = window.work.selection.actor
    assert acting is not None
    window.work.selection.select((BOOMER, CRIMSON, acting) if acting != CRIMSON else (BOOMER, acting))
    name = window.work.battle.combatants[acting].name
    preview = typed(window, press, "Blessed +1 2 rounds")
    assert "Blessed (+1 to all rolls), until the end of round 2" in preview
    assert preview.endswith(f"; {name}: until the end of round 3")
    press("Enter")
    assert {who: own_of(window, who)[0].round for who in (BOOMER, acting)} == {BOOMER: 2, acting: 3}
