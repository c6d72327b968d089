"""The grammar in which new combatants are typed, its preview, and the dialog that uses it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from gui.controllers.newcomers_line import TypedEntry, typed_entries
from gui.dialogs.new_battle import NewBattleDialog
from gui.windows.gm_window import GmWindow
from model.session.registry import rulesets
from tests.gui.windows.hands import Press

_WORDS = st.sampled_from(
    ["3", "Ada", "pc", "npc", "hidden", "in", "Shop", "side:red", ",", ";", "\n", "0", "+", "dogs"]
)

_BLANK = "".join(filter(str.isspace, map(chr, range(0x3001)))) + ",;+"


def told(text: str) -> list[tuple[int, str, str, bool]]:
    entries = typed_entries(text, ("Shop",))
    assert not [entry.problem for entry in entries if entry.problem]
    return [(entry.count, entry.name, entry.side, entry.is_hidden) for entry in entries]


@given(st.one_of(st.text(max_size=60), st.lists(_WORDS, max_size=14).map(" ".join)))
def test_nothing_typed_is_silently_lost(text: str) -> None:
    """Spans are in order and cover all but separators, blanks and plus signs; each entry has a name or a problem."""
    entries = typed_entries(text, ("Shop",), ("Red, White",))
    end = 0
    for entry in entries:
        assert end <= entry.start < entry.end <= len(text)
        assert not text[end : entry.start].strip(_BLANK)
        assert entry.name or entry.problem
        end = entry.end
    assert not text[end:].strip(_BLANK)


def test_a_bare_word_after_a_comma_is_a_combatant_of_its_own() -> None:
    assert told("3 thugs, sniper, dog") == [(3, "thugs", "", False), (1, "sniper", "", False), (1, "dog", "", False)]


def test_a_side_behind_a_name_is_no_part_of_the_name() -> None:
    assert told("Ada pc, Bob pc") == [(1, "Ada", "pc", False), (1, "Bob", "pc", False)]
    assert told("Ada, pc") == [(1, "Ada", "pc", False)]
    assert told("2 guards side:Militia hidden") == [(2, "guards", "militia", True)]


def test_two_sides_and_a_side_alone_are_problems() -> None:
    for text in ("Ada pc npc", "Ada pc, npc", "pc", "hidden", "Ada\npc", "7", "0 dogs", "101 dogs"):
        assert any(entry.problem for entry in typed_entries(text)), text


def test_a_known_name_keeps_its_commas() -> None:
    (entry, dog) = typed_entries("Red, White hidden, dog", names=("Red, White",))
    assert (entry.name, dog.name) == ("Red, White", "dog")
    assert isinstance(entry, TypedEntry)
    assert entry.is_hidden


def test_a_value_behind_a_name_makes_nobody(window: GmWindow) -> None:
    before = window.bridge.battle
    sentence = window.edits.add("Ada, pc, Firearms 4")
    assert sentence is not None
    assert "Firearms 4" in sentence
    assert window.bridge.battle is before


def test_only_a_full_name_is_one_of_the_library(window: GmWindow) -> None:
    assert window.edits.add("Bo, pc") is None
    (bo,) = [who for who in window.bridge.battle.combatants.values() if who.name == "Bo"]
    assert (bo.side, bo.origin) == ("pc", "")


def test_the_line_shows_how_each_entry_is_understood(window: GmWindow, press: Press) -> None:
    press("+")
    QTest.keyClicks(window.quick_line.field, " 2 minions hidden, Zed pc, Zed pc npc")
    lines = window.quick_line.understood.text().splitlines()
    assert lines[0] == "2 × Minion · npc · hidden · library"
    assert lines[1] == "Zed · pc · not in the library: plain numbers"
    assert lines[2] == "“Zed pc npc” names two sides: pc and npc."
    window.quick_line.field.setText("+3")
    assert not window.quick_line.understood.isVisible()


def test_control_enter_creates_the_battle_from_within_the_list(qtbot: QtBot) -> None:
    dialog = NewBattleDialog(rulesets(), "kalos")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.fighters.setFocus()
    QTest.keyClicks(dialog.fighters, "Ada pc, 2 dogs")
    assert dialog.understood.text().splitlines()[1] == "2 × Dog · npc · not in the library: plain numbers"
    QTest.keyClick(dialog.fighters, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.result() == NewBattleDialog.DialogCode.Accepted
    assert dialog.answer.fighters == "Ada pc, 2 dogs"


def test_create_leaves_the_dialog_open_and_says_what_is_wrong_beside_the_line(qtbot: QtBot) -> None:
    dialog = NewBattleDialog(rulesets(), "kalos")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.fighters.setPlainText("Ada pc\n900 raiders")
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons is not None
    create = buttons.button(QDialogButtonBox.StandardButton.Ok)
    create.click()
    assert dialog.isVisible()
    assert dialog.problem.isVisible()
    assert "1 to 100" in dialog.problem.text()
    dialog.fighters.setPlainText("Ada pc\n9 raiders")
    assert not dialog.problem.isVisible()
    create.click()
    assert not dialog.isVisible()
    assert dialog.result() == NewBattleDialog.DialogCode.Accepted
