"""The grammar of quick entry for new combatants, its preview, and the dialog that uses it."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from gui.controllers.campaigns import NewBattle, SessionLibrary
from gui.controllers.game_content import GameContent
from gui.controllers.newcomers import Understood
from gui.dialogs.campaign_dialogs import NewBattleDialog, NewCampaignDialog
from gui.dialogs.quick_entry import NewcomersPreview
from gui.panels.library import CombatantEditor, edited_entry
from gui.windows.gm_window import GmWindow
from model.rulesets import RULESETS
from model.session.registry import rulesets
from model.state.battle import Battle, Combatant
from model.view.sheet import PoolDisplayView, sheet_view
from tests.gui.windows.hands import Opens, Press


def test_typed_numbers_and_gear_are_in_the_sheet(window: GmWindow) -> None:
    """Three ruffians with 12 health and a pistol each are added as one step."""
    steps = len(window.work.bridge.session.steps)
    assert window.work.edits.add("3 ruffians hp 12 av 5 pistol") is None
    battle = window.work.battle
    ruffians = [who for who in battle.combatants.values() if who.name.startswith("Ruffian")]
    assert [who.sheet.health_max for who in ruffians] == [12, 12, 12]
    assert {who.sheet.given.av for who in ruffians} == {5}
    assert [[item.name for item in battle.items_of(who.id)] for who in ruffians] == [["Pistol"]] * 3
    assert len(window.work.bridge.session.steps) == steps + 1


def test_the_preview_says_numbers_and_gear(window: GmWindow, press: Press) -> None:
    press("+")
    QTest.keyClicks(window.combatants.quick_entry.field, " 3 ruffians hp 12 pistol")
    assert (
        window.combatants.quick_entry.preview.text()
        == "3 × Ruffian · npc · Health maximum 12 · Pistol · health 12, endurance 10"
    )


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("ruleset", [one.id for one in rulesets().values()])
def test_a_combatant_of_a_bare_name_has_health_and_can_attack(opens: Opens, ruleset: str) -> None:
    record = rulesets()[ruleset]
    window = opens(Battle(ruleset=ruleset, shared=record.shared()))
    assert window.work.edits.add("Ada pc, Bo npc hp 7") is None
    ada, bo = window.work.battle.combatants
    for who, least in ((ada, 1), (bo, 7)):
        view = sheet_view(record, window.work.battle, who)
        assert view is not None
        pools = [one for one in view.displays if type(one) is PoolDisplayView]
        assert all((one.amount or 0) >= 1 for one in pools)
        assert next(one.most for one in pools if one.is_health) >= least
    assert record.usual_attack(window.work.battle, ada) is not None


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("ruleset", "health", "defence"),
    [
        ("zerospace", "health_max", ("given", "dv")),
        ("kalos", "health_max", ("given", "dv")),
        ("wasteland", "hp_max", ("defense",)),
        ("effort", "health_max", ("defence",)),
        ("zamani", "max_damage", ("given", "defence")),
    ],
)
def test_short_names_of_numbers_are_those_of_the_game(
    opens: Opens, ruleset: str, health: str, defence: tuple[str, ...]
) -> None:
    window = opens(Battle(ruleset=ruleset, shared=rulesets()[ruleset].shared()))
    assert window.work.edits.add("Bruno 12 hp 8 def") is None
    (bruno,) = window.work.battle.combatants.values()
    assert bruno.name == "Bruno"
    assert getattr(bruno.sheet, health) == 12
    value = bruno.sheet
    for key in defence:
        value = value[key] if isinstance(value, dict) else getattr(value, key)
    assert value == 8


def test_the_first_letters_of_a_number_will_do_where_no_other_begins_so(window: GmWindow) -> None:
    """`agi` can only be Agility; `hea` may be Health or its maximum, so it is taken as part of the name."""
    assert window.work.edits.add("Bruno agi 4") is None
    (bruno,) = [who for who in window.work.battle.combatants.values() if who.name == "Bruno"]
    assert bruno.sheet.agility == 4
    sentence = window.work.edits.add("Bruno hea 4")
    assert sentence is not None
    assert "“hea” is not clear: Health maximum or Health" in sentence


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("ruleset", [one.id for one in rulesets().values()])
def test_whom_nobody_knows_is_a_standard_combatant_with_full_pools(opens: Opens, ruleset: str) -> None:
    record = rulesets()[ruleset]
    window = opens(Battle(ruleset=ruleset, shared=record.shared()))
    assert window.work.edits.add("Quint") is None
    battle = window.work.battle
    (quint,) = battle.combatants
    assert record.standard is not None
    for key, value in record.standard.sheet(1).items():
        assert getattr(battle.combatants[quint].sheet, key) == value
    view = sheet_view(record, battle, quint)
    assert view is not None
    assert all(one.amount == one.most for one in view.displays if type(one) is PoolDisplayView)
    assert view.items == ()
    window.combat.undo()
    assert not window.work.battle.combatants


@pytest.mark.slow
def test_house_rules_for_newcomers_count_for_a_typed_name(opens: Opens) -> None:
    """Kalos lets the GM set the values of new combatants: here 14 Health and 9 Endurance, as the preview says."""
    battle = Battle(
        ruleset="kalos", shared=rulesets()["kalos"].shared(), settings={"default_health": 14, "default_endurance": 9}
    )
    window = opens(battle)
    (line,) = window.work.edits.understood("Quint")
    assert line.words == "Quint · npc · not in the library: built as Standard (health 14, endurance 9, no gear)"
    assert window.work.edits.add("Quint") is None
    (quint,) = window.work.battle.combatants.values()
    assert (quint.sheet.health_max, quint.sheet.endurance_max) == (14, 9)


@pytest.mark.slow
def test_a_number_out_of_range_is_told_in_the_preview(window: GmWindow) -> None:
    (line,) = window.work.edits.understood("Quint agility 99")
    assert "agility" in line.words.lower()
    assert "30" in line.words


@pytest.mark.slow
def test_a_value_behind_a_name_makes_nobody(window: GmWindow) -> None:
    before = window.work.battle
    sentence = window.work.edits.add("Ada, pc, Fierams 4")
    assert sentence is not None
    assert "Fierams 4" in sentence
    assert window.work.battle is before


@pytest.mark.slow
def test_only_a_full_name_is_one_of_the_library(window: GmWindow) -> None:
    assert window.work.edits.add("Bo, pc") is None
    (bo,) = [who for who in window.work.battle.combatants.values() if who.name == "Bo"]
    assert (bo.side, bo.origin) == ("pc", "")


@pytest.mark.slow
def test_several_combatants_of_one_kind_are_not_the_company_of_a_like_name(opens: Opens) -> None:
    """The encounter `Bandits on the road` has the id `bandits`, but `2 bandits` adds two combatants as typed."""
    window = opens(Battle(ruleset="zamani", shared=rulesets()["zamani"].shared()))
    assert window.work.edits.add("2 bandits") is None
    assert [who.name for who in window.work.battle.combatants.values()] == ["Bandit 1", "Bandit 2"]
    assert window.work.edits.add("bandits on the road") is None
    assert len(window.work.battle.combatants) > 3


def test_the_line_shows_how_each_entry_is_understood(window: GmWindow, press: Press) -> None:
    press("+")
    QTest.keyClicks(window.combatants.quick_entry.field, " 2 minions hidden, Zed pc, Zed pc npc")
    lines = window.combatants.quick_entry.preview.text().splitlines()
    assert lines[0] == "2 × Minion · npc · hidden · library"
    assert lines[1] == "Zed · pc · not in the library: built as Standard (health 10, endurance 10, no gear)"
    assert lines[2] == "“Zed pc npc” names two sides: pc and npc."
    window.work.selection.select(("boomer-3",))
    window.combatants.quick_entry.field.setText("+3")
    assert window.combatants.quick_entry.preview.text() == "Boomer: regains 3"


@pytest.mark.slow
def test_each_row_of_the_preview_has_its_token(window: GmWindow, press: Press) -> None:
    """As on the board: by side, dashed when hidden; an entry that is not understood has a warning sign instead."""
    press("+")
    QTest.keyClicks(window.combatants.quick_entry.field, " Zed pc, Zed hidden pc, Zed npc, Zed pc npc")
    pictures = [one.toImage() for one in window.combatants.quick_entry.preview.pictures()]
    assert len(pictures) == 4
    assert not any(one.isNull() for one in pictures)
    assert not any(one == other for one, other in itertools.combinations(pictures, 2))


def dialog_of(library: SessionLibrary, game: str) -> NewBattleDialog:
    """Return the dialog with the ruleset of a game selected."""
    dialog = NewBattleDialog(library)
    dialog.rules.setCurrentIndex(dialog.rules.findData(game))
    return dialog


def test_the_entry_that_is_typed_stays_in_sight(library: SessionLibrary, qtbot: QtBot) -> None:
    dialog = dialog_of(library, "zerospace")
    qtbot.addWidget(dialog)
    dialog.show()
    (area,) = [one for one in dialog.findChildren(QScrollArea) if one.widget() is dialog.preview]
    area.setFixedHeight(60)  # lower than its entries, as on a laptop's screen
    skills = "agility 4 brawn 5 presence 3 reason 3 ranged combat 4 athletics 2 medicine 3 stealth 2, carbine, knife"
    dialog.combatants.setPlainText("\n".join(f"{name} pc {skills}" for name in ("Rook", "Sable", "Ohm", "Pip")))
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    area.verticalScrollBar().setValue(0)
    dialog.combatants.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(dialog.combatants, ", sword")
    (row,) = [label for label in dialog.preview.findChildren(QLabel) if label.text().startswith("Pip")]
    qtbot.waitUntil(lambda: "Sword" in row.text() and row.visibleRegion().boundingRect() == row.rect())


def test_a_new_campaign_offers_the_open_party_only_to_its_own_game(library: SessionLibrary, qtbot: QtBot) -> None:
    battle = Battle(ruleset="kalos", shared=rulesets()["kalos"].shared())
    battle = battle.with_combatant(Combatant(id="vex-1", name="Vex", side="pc", sheet=rulesets()["kalos"].sheet()))
    dialog = NewCampaignDialog(library, battle)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.party.isVisible()
    assert dialog.answer.takes_party
    dialog.rules.setCurrentIndex(dialog.rules.findData("zamani"))
    assert not dialog.party.isVisible()
    assert not dialog.answer.takes_party


def test_the_tab_key_completes_a_name_in_the_dialog_and_else_goes_on(library: SessionLibrary, qtbot: QtBot) -> None:
    dialog = dialog_of(library, "zerospace")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.combatants.setFocus()
    QTest.keyClicks(dialog.combatants, "Ada pc")
    QTest.keyClick(dialog.combatants, Qt.Key.Key_Return)
    QTest.keyClicks(dialog.combatants, "3 Min")
    assert "Minion" in dialog.preview.suggested.text()
    QTest.keyClick(dialog.combatants, Qt.Key.Key_Tab)
    assert dialog.combatants.toPlainText() == "Ada pc\n3 Minion"
    assert dialog.preview.text().splitlines() == [
        "Ada · pc · not in the library: built as Standard (health 10, endurance 10, no gear)",
        "3 × Minion · npc · library",
    ]
    assert not dialog.preview.suggested.isVisible()
    QTest.keyClick(dialog.combatants, Qt.Key.Key_Tab)
    assert not dialog.combatants.hasFocus()
    assert "\t" not in dialog.combatants.toPlainText()


def test_the_dialog_makes_room_for_the_preview_and_fits_a_laptop(library: SessionLibrary, qtbot: QtBot) -> None:
    """Nine entries, one of them wrong: no widgets overlap, and 768 pixels are enough with a title bar."""
    dialog = dialog_of(library, "kalos")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.combatants.setPlainText(
        "Ada npc pc\n" + "\n".join(f"Fighter{letter} hidden" for letter in "ABCDEFG") + "\n2 Li"
    )
    dialog.combatants.moveCursor(QTextCursor.MoveOperation.End)
    dialog.accept()
    QApplication.processEvents()
    area = dialog.preview.parentWidget()
    assert area is not None
    parts = (dialog.combatants, dialog.known, area.parentWidget(), dialog.problem, dialog.hint)
    boxes = [one.geometry() for one in parts if one is not None]
    assert all(one.isVisible() for one in (dialog.preview, dialog.preview.suggested, dialog.problem))
    assert not any(one.intersects(other) for one, other in itertools.combinations(boxes, 2))
    assert "and 3 more" in dialog.preview.text()
    assert dialog.height() <= 720
    assert abs(dialog.combatants.geometry().bottom() - dialog.known.geometry().bottom()) <= 1


def test_control_enter_creates_the_battle_from_within_the_list(library: SessionLibrary, qtbot: QtBot) -> None:
    dialog = dialog_of(library, "kalos")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.combatants.setFocus()
    QTest.keyClicks(dialog.combatants, "Ada pc, 2 dogs")
    assert (
        dialog.preview.text().splitlines()[1]
        == "2 × Dog · npc · not in the library: built as Standard (health 10, endurance 10, no gear)"
    )
    QTest.keyClick(dialog.combatants, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.result() == NewBattleDialog.DialogCode.Accepted
    assert dialog.answer.combatants == "Ada pc, 2 dogs"


def test_bad_entries_leave_create_on_a_laptops_screen_and_the_dialog_shrinks_again(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    dialog = dialog_of(library, "kalos")
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    qtbot.waitUntil(lambda: dialog.height() >= dialog.minimumHeight())
    before = dialog.height()
    bad = "Sniper npc hp frog gun whatever nothing at all that this game could know " * 2
    dialog.combatants.setPlainText("\n".join([bad] * 5))
    dialog.accept()
    qtbot.wait(50)
    assert dialog.isVisible()
    assert before < dialog.height() <= 768 - 40
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons is not None
    assert buttons.geometry().bottom() < dialog.height()
    dialog.combatants.setPlainText("")
    qtbot.waitUntil(lambda: dialog.height() == before)


def test_create_leaves_the_dialog_open_and_says_what_is_wrong_beside_the_line(
    library: SessionLibrary, qtbot: QtBot
) -> None:
    dialog = dialog_of(library, "kalos")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.combatants.setPlainText("Ada pc\n900 raiders")
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons is not None
    create = buttons.button(QDialogButtonBox.StandardButton.Ok)
    create.click()
    assert dialog.isVisible()
    assert dialog.problem.isVisible()
    assert "Nothing is added" in dialog.problem.text()
    assert dialog.preview.text().count("1 to 100") == 1
    dialog.combatants.setPlainText("Ada pc\n9 raiders")
    assert not dialog.problem.isVisible()
    create.click()
    assert not dialog.isVisible()
    assert dialog.result() == NewBattleDialog.DialogCode.Accepted


def test_the_entry_that_is_being_typed_is_shown_of_many(qtbot: QtBot) -> None:
    """Six of nine rows are shown: those that are not understood, and the last ones."""
    preview = NewcomersPreview()
    qtbot.addWidget(preview)
    entries = [Understood(f"Guard {number}", is_problem=number == 1) for number in range(1, 10)]
    preview.show_line(entries, ())
    assert preview.text().splitlines() == [f"Guard {number}" for number in (1, 5, 6, 7, 8, 9)] + ["and 3 more"]


def test_only_the_words_that_are_not_understood_are_underlined(library: SessionLibrary, qtbot: QtBot) -> None:
    dialog = dialog_of(library, "wasteland")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.combatants.setPlainText("Brick pc smal guns 4\n2 raiders hp 12, Bo npc knife flarb")
    marks = [one.cursor.selectedText() for one in dialog.combatants.extraSelections()]
    assert marks == ["smal guns 4", "flarb"]
    assert "Brick · pc: “smal guns 4” is not understood. Did you mean Small Guns?" in dialog.preview.text()
    dialog.combatants.setPlainText("Brick pc small guns 4")
    assert dialog.combatants.extraSelections() == []
    assert "Brick · pc · Small Guns 4 · library" in dialog.preview.text()


def test_what_is_perhaps_meant_otherwise_is_marked_and_told_but_taken(library: SessionLibrary, qtbot: QtBot) -> None:
    """A word behind a comma that is like gear, and an attribute that no die can fail."""
    dialog = dialog_of(library, "wasteland")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.combatants.setPlainText("Nora agility 15, pistol\nsmall guns 4 10 mm pistol")
    marks = [one.cursor.selectedText() for one in dialog.combatants.extraSelections()]
    assert marks == ["agility 15", "pistol", "small guns 4 10 mm pistol"]
    assert "Agility 15 is more than 14: with a skill of 6 no d20 fails." in dialog.preview.text()
    assert "“pistol” becomes a combatant. For gear of Nora, write “10 mm pistol”" in dialog.preview.text()
    assert "has no name: write the name in front of it" in dialog.preview.text()
    dialog.combatants.setPlainText("Nora agility 15, pistol")
    dialog.accept()
    assert dialog.result() == NewBattleDialog.DialogCode.Accepted


def test_tab_completes_skills_and_gear_wherever_combatants_are_typed(
    library: SessionLibrary, window: GmWindow, press: Press, qtbot: QtBot
) -> None:
    dialog = dialog_of(library, "wasteland")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.combatants.setFocus()
    QTest.keyClicks(dialog.combatants, "Nora small g")
    assert dialog.preview.suggested.text() == "Tab: Small Guns"
    QTest.keyClick(dialog.combatants, Qt.Key.Key_Tab)
    QTest.keyClicks(dialog.combatants, " 4, hunt")
    QTest.keyClick(dialog.combatants, Qt.Key.Key_Tab)
    assert dialog.combatants.toPlainText() == "Nora Small Guns 4, Hunting rifle"
    dialog.close()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    press("+")
    field = window.combatants.quick_entry.field
    QTest.keyClicks(field, " Kid hand-to")
    QTest.keyClick(field, Qt.Key.Key_Tab)
    QTest.keyClicks(field, " 3 iron")
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == "+ Kid Hand-to-Hand Combat 3 Iron Fists"


def test_quick_entry_stays_as_typed_while_its_words_are_marked(window: GmWindow, press: Press) -> None:
    press("+")
    field = window.combatants.quick_entry.field
    QTest.keyClicks(field, " Zed pc flarb agility 4")
    assert field.text() == "+ Zed pc flarb agility 4"
    assert "“flarb”" in window.combatants.quick_entry.preview.text()
    QTest.keyClick(field, Qt.Key.Key_Home)
    QTest.keyClick(field, Qt.Key.Key_End)
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.text() == "+ Zed pc flarb agility "


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("game", "line", "sheet", "gear"),
    [
        (
            "wasteland",
            "Sparrow luck 3 agility 8 small guns 4 hunting rifle",
            {"luck": 3, "agility": 8, "skills": {"small_guns": 4}},
            ["Hunting rifle"],
        ),
        (
            "zerospace",
            "Sparrow agility 4 ranged combat 3 gift iron fists, pistol",
            {"agility": 4, "skills": {"ranged_combat": 3}, "gifts": ("Iron Fists",)},
            ["Pistol"],
        ),
        ("kalos", "Sparrow self-control 3 fly 12", {"skills": {"self_control": 3}}, []),
        ("zamani", "Sparrow dex 9 sword 12 sword", {"dexterity": 9, "skills": {"sword": 12}}, ["Sword"]),
        ("effort", "Sparrow defense 8 climbing 2 pistol", {"defence": 8, "skills": {"climbing": 2}}, ["Pistol"]),
    ],
)
def test_heroes_of_a_new_campaign_are_typed_by_the_same_grammar(
    library: SessionLibrary, qtbot: QtBot, game: str, line: str, sheet: dict[str, object], gear: list[str]
) -> None:
    """The dialog shows how each hero is understood; the first battle has the hero with the typed sheet and gear."""
    dialog = NewCampaignDialog(library)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.name.setText("Red Dust")
    dialog.rules.setCurrentIndex(dialog.rules.findData(game))
    dialog.characters.setPlainText(f"Mara: {line}\nJo: Bo flarb 3")
    assert [one.cursor.selectedText() for one in dialog.characters.extraSelections()] == ["flarb 3"]
    assert dialog.preview.text().startswith("Mara: Sparrow · pc · ")
    dialog.accept()
    assert "“flarb 3”" in dialog.preview.text()
    assert "Nothing is added" in dialog.problem.text()
    assert dialog.made is None
    dialog.characters.setPlainText(f"Mara: {line}\nJo: Bo")
    dialog.accept()
    assert dialog.made is not None
    campaign = library.read_campaign(dialog.made)
    assert {one.entry.name: campaign.player_of(one) for one in campaign.characters} == {"Bo": "Jo", "Sparrow": "Mara"}
    opened = library.make(NewBattle(game, "One", "", dialog.made))
    assert opened.session is not None
    battle = GameContent(campaign.ruleset, campaign=lambda: campaign)
    (sparrow,) = [one for one in battle.templates if one.name == "Sparrow"]
    fields = battle.fields_of(sparrow)
    made = msgspec.convert(fields["sheet"], campaign.ruleset.sheet)
    assert {key: getattr(made, key) for key in sheet} == sheet
    assert [item["name"] for item in fields.get("items", ())] == gear
    opened.session.close()


def test_the_sheet_of_a_hero_of_a_new_campaign_is_edited_before_it_is_created(
    library: SessionLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is edited is kept when the line goes on to be typed; what the line says besides is added."""

    def edit(editor: CombatantEditor) -> int:
        parts = editor.sheet.form.parts
        for path, typed in (("sheet.skills", "survival 3"), ("sheet.powers", "leap movement 20 m")):
            parts[path].field.setText(typed)
            parts[path].field.textEdited.emit(typed)
            parts[path].submit(False)
        editor.name.setText("Swift Sparrow")
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(CombatantEditor, "exec", edit)
    dialog = NewCampaignDialog(library, edit_entry=edited_entry)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.name.setText("Red Dust")
    dialog.rules.setCurrentIndex(dialog.rules.findData("zerospace"))
    assert not dialog.edit_sheet.isEnabled()
    dialog.characters.setPlainText("Mara: Sparrow agility 4")
    dialog.characters.moveCursor(QTextCursor.MoveOperation.End)
    dialog.edit_sheet.click()
    assert "Mara: Swift Sparrow · pc · " in dialog.preview.text(), "the preview tells the sheet, not the line"
    assert "sheet edited" in dialog.preview.text()
    dialog.characters.insertPlainText(" brawn 5 pistol")
    dialog.accept()
    assert dialog.made is not None
    (sparrow,) = library.read_campaign(dialog.made).characters
    sheet: Any = msgspec.convert(sparrow.entry.sheet, RULESETS["zerospace"].sheet)
    assert (sheet.agility, sheet.brawn, sheet.skills["survival"]) == (4, 5, 3)
    assert [(power.name, power.metres) for power in sheet.powers] == [("Leap", 20)]
    assert sparrow.entry.name == "Swift Sparrow"
    assert len(sparrow.entry.items) == 1


def test_a_cancelled_campaign_is_there_again_with_its_heroes_and_their_sheets(
    library: SessionLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit(editor: CombatantEditor) -> int:
        editor.name.setText("Swift Sparrow")
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(CombatantEditor, "exec", edit)
    dialog = NewCampaignDialog(library, edit_entry=edited_entry)
    qtbot.addWidget(dialog)
    dialog.name.setText("Red Dust")
    dialog.rules.setCurrentIndex(dialog.rules.findData("zerospace"))
    dialog.characters.setPlainText("Mara: Sparrow agility 4\nJo: Brick brawn 5")
    dialog.characters.moveCursor(QTextCursor.MoveOperation.Start)
    dialog.edit_sheet.click()
    dialog.reject()
    again = NewCampaignDialog(library, edit_entry=edited_entry)
    qtbot.addWidget(again)
    assert (again.name.text(), again.rules.currentData()) == ("Red Dust", "zerospace")
    assert "Swift Sparrow" in again.preview.text()
    again.accept()
    assert again.made is not None
    names = [one.entry.name for one in library.read_campaign(again.made).characters]
    assert sorted(names) == ["Brick", "Swift Sparrow"]
    fresh = NewCampaignDialog(library, edit_entry=edited_entry)
    qtbot.addWidget(fresh)
    assert not fresh.characters.toPlainText()
