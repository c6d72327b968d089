"""An attack by keys alone, with mistakes and changes of mind.

Apex shoots Boomer with a pistol of level 2: AV 4 + 3 + 2 = 9; Boomer's DV 8 + 4 + 3 + 3 for cover = 18; damage
1d6 + 2 - 2.
The pistol reaches 10 m and Boomer is 21.8 m away: every attack starts with a refusal that has to be overridden.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.controllers.combat_controller import GUARD
from gui.dialogs.forms import ConfirmDialog
from gui.windows.gm_window import GmWindow
from model.dice.answers import Faces, Sum, Total, Word
from model.dice.requests import DiceRequest
from tests.gui.windows.hands import OpenWindow, Press, health_of

BOOMER = "boomer-3"


def due_id(window: GmWindow) -> str | None:
    return None if window.work.actions.due is None else window.work.actions.due.id


def answer(window: GmWindow, id: str) -> object:
    assert window.work.actions.call is not None
    return window.work.actions.call.answers[id]


def test_an_attack_needs_two_keys_and_the_dice(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter")
    assert due_id(window) == "attack"
    press("4 5")
    assert due_id(window) == "damage"
    press("3")
    assert window.work.actions.can_apply
    assert health_of(window, BOOMER) == 12
    press("Enter")
    assert window.work.actions.call is None
    assert health_of(window, BOOMER) == 9
    assert "Boomer" in window.work.bridge.undo_words


def test_enter_applies_after_the_last_dice_were_rolled(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 4 5 R")
    assert window.work.actions.can_apply
    press("Enter")
    assert window.work.actions.call is None
    assert "attacks Boomer" in window.work.bridge.undo_words


def test_a_refusal_is_shown_with_its_rule_and_set_aside_by_shift_enter(window: GmWindow, press: Press) -> None:
    press("A")
    refusal = window.action_panel.refusal
    assert refusal.isVisible()
    assert "out of range" in refusal.words.text()
    assert refusal.button.isVisible()
    press("Enter")
    assert due_id(window) is None
    press("Shift+Enter")
    assert not refusal.isVisible()
    assert due_id(window) == "attack"


def test_undo_names_what_it_undoes_and_redo_brings_it_back(window: GmWindow, press: Press) -> None:
    before = window.work.battle
    press("A Shift+Enter 4 5 3 Enter")
    after = window.work.battle
    window.commands.refresh()
    assert "attacks Boomer" in window.commands.action("undo").text()
    press("Ctrl+Z")
    assert window.work.battle == before
    assert "attacks Boomer" in window.commands.action("redo").text()
    press("Ctrl+Y")
    assert window.work.battle == after


def test_dice_of_an_undone_attack_are_offered_again(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 4 5 3 Enter Ctrl+Z A Shift+Enter")
    assert window.work.actions.offered_dice() == Faces(faces=(4, 5), source="offered")
    press("Enter")
    assert answer(window, "attack") == Faces(faces=(4, 5), source="offered")
    press("Enter Enter")
    assert health_of(window, BOOMER) == 9


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("typed", "expected"),
    [("= 9", Sum(sum=9)), ("= = 18", Total(total=18)), ("hit", Word(word="hit")), ("miss", Word(word="miss"))],
)
def test_a_roll_takes_sum_total_and_word(window: GmWindow, press: Press, typed: str, expected: object) -> None:
    press(f"A Shift+Enter {typed} Enter")
    assert answer(window, "attack") == expected


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("7", "no 7 on a d6"),
        ("= 13 Enter", "cannot add up to 13"),
        ("= Enter", "not dice"),
        ("hix Enter", "is not an answer"),
        ("Enter", "Type the dice"),
    ],
)
def test_wrong_dice_get_a_sentence_and_lose_nothing(window: GmWindow, press: Press, typed: str, sentence: str) -> None:
    press(f"A Shift+Enter {typed}")
    assert window.action_panel.problem.isVisible()
    assert sentence in window.action_panel.problem.text()
    assert due_id(window) == "attack"
    assert window.work.actions.call is not None
    assert not window.work.actions.call.answers


def test_the_sides_of_the_gm_roll_with_enter(window: GmWindow, press: Press) -> None:
    press("N")
    assert window.work.selection.actor == BOOMER
    window.combatants.mark("apex-1")
    press("A Enter")
    rolled = answer(window, "attack")
    assert isinstance(rolled, Faces)
    assert rolled.source == "rolled"
    assert len(rolled.faces) == 2


def test_r_rolls_for_a_player_too(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter R")
    rolled = answer(window, "attack")
    assert isinstance(rolled, Faces)
    assert rolled.source == "rolled"


def test_the_same_answer_for_the_fight_is_asked_once_and_taken_back_from_a_menu(window: GmWindow, press: Press) -> None:
    minion = next(who.id for who in window.work.battle.combatants.values() if who.name == "Minion 3")
    window.combatants.mark(minion)
    window.action_panel.begin("grapple")
    press("Shift+Enter 6 6 = 1 Enter")
    assert window.work.battle.precedents["ZS-UNN-01"].option == "yes"
    menu = window.menus["Combat/Remembered Rulings"]
    menu.aboutToShow.emit()
    (entry,) = menu.actions()
    assert "Defeated" in entry.text()
    entry.trigger()
    assert not window.work.battle.precedents
    menu.aboutToShow.emit()
    assert not menu.actions()[0].isEnabled()
    press("Ctrl+Z")
    assert "ZS-UNN-01" in window.work.battle.precedents


def test_esc_drops_the_action(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 4 5 Esc")
    assert window.work.actions.call is None
    assert health_of(window, BOOMER) == 12


def test_what_another_combatant_declared_is_not_dropped_by_esc_alone(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter I Enter")
    assert window.work.actions.committed_by
    press("Esc")
    assert window.work.actions.call is not None
    assert "can no longer be cancelled" in window.action_panel.problem.text()
    press("Shift+Esc")
    assert window.work.actions.call is None


def test_a_defence_forced_in_between_counts_against_the_same_dice(window: GmWindow, press: Press) -> None:
    """18 hits DV 18; a forced dodge replaces the cover's 3 with 6: DV 21, a miss."""
    press("A Shift+Enter 4 5 I Enter")
    ruling = window.work.actions.note.rulings[0]
    assert (ruling.total, ruling.against, ruling.is_true) == (18, 21, False)
    assert window.work.actions.can_apply


def test_backspace_steps_back_over_a_die_across_stages(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 4 5 Backspace")
    assert due_id(window) == "attack"
    assert window.action_panel.stage.field.typed == "4"
    press("6")
    assert answer(window, "attack") == Faces(faces=(4, 6))
    press("3 Backspace")
    assert due_id(window) == "damage"


def test_digits_pick_a_target_while_none_is_marked(window: GmWindow, press: Press) -> None:
    window.work.selection.mark()
    nearest = window.work.actions.foes()[0]
    press("A 1")
    assert window.work.actions.call is not None
    assert window.work.actions.call.targets == (nearest,)
    assert window.work.selection.target == nearest


def test_n_ends_the_turn_once(window: GmWindow, press: Press) -> None:
    press("N")
    assert window.work.selection.actor == BOOMER


def test_n_ignores_key_repeat(window: GmWindow) -> None:
    repeat = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_N, Qt.KeyboardModifier.NoModifier, "n", autorep=True)
    QApplication.sendEvent(window.board.map.graphics_view, repeat)
    assert window.work.selection.actor == "apex-1"
    assert not window.commands.action("end_turn").autoRepeat()


def test_n_right_after_an_apply_ends_no_turn(
    window: GmWindow, press: Press, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The guard is longer here, because a busy machine may take longer for the keys than a GM may.
    with monkeypatch.context() as patched:
        patched.setattr("gui.controllers.combat_controller.GUARD", 600_000)
        press("A Shift+Enter 4 5 3 Enter N")
        assert window.work.selection.actor == "apex-1"
        assert "again" in window.status.message.text()
    qtbot.wait(GUARD + 50)
    press("N")
    assert window.work.selection.actor == BOOMER


def test_n_applies_a_finished_attack_first(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 4 5 3")
    assert window.work.actions.can_apply
    press("N")
    assert health_of(window, BOOMER) == 9
    assert window.work.selection.actor == BOOMER


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("command", ["delay", "end_round", "end_fight"])
def test_whatever_ends_a_turn_applies_a_finished_attack_first(window: GmWindow, press: Press, command: str) -> None:
    press("A Shift+Enter 4 5 3")
    assert window.work.actions.can_apply
    window.commands.action(command).trigger()
    assert health_of(window, BOOMER) == 9
    draft = window.work.bridge.draft("apex-1")
    # After an attack the rules refuse to delay: only that refusal is still open.
    assert draft is None or draft.call.action == "delay"


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("command", ["delay", "end_round", "end_fight"])
def test_whatever_ends_a_turn_asks_while_dice_are_due(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(ConfirmDialog, "ask", lambda *words: asked.append(words[2]) is not None)
    press("A Shift+Enter 4")
    before = window.work.battle.order
    window.commands.action(command).trigger()
    assert len(asked) == 1
    assert "cancels it" in asked[0]
    assert window.work.battle.order == before


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("typed", "is_dropped"), [("4", False), ("4", True), ("4 5", False)])
def test_n_asks_while_dice_are_due(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch, typed: str, is_dropped: bool
) -> None:
    asked: list[str] = []

    def ask(_parent: object, _title: str, words: str, _yes: str) -> bool:
        asked.append(words)
        return is_dropped

    monkeypatch.setattr(ConfirmDialog, "ask", ask)
    press(f"A Shift+Enter {typed}")
    press("N")
    assert len(asked) == 1
    assert "Apex" in asked[0]
    assert window.work.selection.actor == (BOOMER if is_dropped else "apex-1")
    assert (window.work.bridge.draft("apex-1") is None) == is_dropped
    if not is_dropped:
        assert window.action_panel.field.typed == ("4" if typed == "4" else "")


def test_t_marks_the_one_looked_at_and_else_the_next_foe(window: GmWindow, press: Press) -> None:
    window.work.selection.set_current("sniper-16")
    press("T")
    assert window.work.selection.target == "sniper-16"
    window.work.selection.set_current(None)
    press("T")
    assert window.work.selection.target == window.work.actions.foes()[0]


def test_v_hides_and_reveals(window: GmWindow, press: Press) -> None:
    window.work.selection.set_current(BOOMER)
    press("V")
    assert window.work.battle.combatants[BOOMER].is_hidden
    press("V")
    assert not window.work.battle.combatants[BOOMER].is_hidden


def test_a_click_only_looks(window: GmWindow) -> None:
    window.initiative.picked.emit(BOOMER)
    assert window.sheet.who == BOOMER
    assert window.work.selection.actor == "apex-1"
    window.combatants.act_as()
    assert window.work.selection.actor == BOOMER
    assert window.work.selection.is_out_of_turn


def test_a_half_answered_action_waits_while_another_combatant_acts(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 4 5")
    window.work.selection.act_as("crimson-6")
    assert window.work.actions.call is None
    window.work.selection.act_as(None)
    assert due_id(window) == "damage"


def test_a_half_answered_action_survives_the_program(window: GmWindow, press: Press, open_window: OpenWindow) -> None:
    press("A Shift+Enter 4 5 3")
    again = open_window()
    assert again.work.actions.can_apply
    assert health_of(again, BOOMER) == 12
    press("Enter")
    assert health_of(again, BOOMER) == 9


def test_the_gm_types_another_number_and_turns_a_verdict_round(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter")
    window.action_panel.columns.overridden.emit("dv", 16)
    assert isinstance(window.work.actions.due, DiceRequest)
    assert window.work.actions.due.against == 16
    press("1 2")
    assert not window.work.actions.note.rulings[0].is_true
    window.action_panel.verdicts.overruled.emit("hit", True)
    ruling = window.work.actions.note.rulings[0]
    assert ruling.is_true
    assert not ruling.computed


def test_everybody_who_is_waited_for_stands_in_the_strip(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter")
    offers = [offer.id for offer in window.work.actions.offers]
    assert "defend" in offers
    assert window.action_panel.offers.isVisible()
    assert due_id(window) == "attack"


def test_g_lets_the_next_of_a_group_act(window: GmWindow, press: Press) -> None:
    while window.work.selection.actor != "minion-1-8":
        window.work.combat.end_turn()
    press("G")
    assert window.work.selection.actor == "minion-2-10"
    assert "Minion 2" in window.top_bar.turn.text()
    press("G G G")
    assert window.work.selection.actor == "minion-1-8"


def test_a_refused_action_is_grey_and_says_why(window: GmWindow) -> None:
    """Boomer is out of range of Apex's pistol; his own rifle reaches her."""
    button = window.action_panel.buttons.button("attack")
    assert button is not None
    assert button.property("refused")
    assert "range" in button.toolTip()
    button.clicked.emit()
    assert window.action_panel.refusal.isVisible()
    window.work.actions.drop()
    window.work.combat.end_turn()
    assert window.work.selection.actor == BOOMER
    button = window.action_panel.buttons.button("attack")
    assert button is not None
    assert not button.property("refused")


def test_the_usual_actions_have_buttons(window: GmWindow) -> None:
    """One of each kind has a button: actions with a key of their own come before the others."""
    shown = list(window.action_panel.buttons.shown())
    assert {"attack", "dodge", "move"} <= set(shown)


def test_what_is_refused_takes_no_button_from_what_can_be_done(window: GmWindow) -> None:
    """The usual attack keeps its place, so that its button can show why it is refused."""
    buttons = window.action_panel.buttons.shown()
    first, *others = buttons.values()
    assert (first.action.id, first.property("refused")) == ("attack", True)
    assert not any(button.property("refused") for button in others)


def test_shift_g_ends_the_turn_of_one_member_alone(window: GmWindow) -> None:
    while window.work.selection.actor != "minion-1-8":
        window.work.combat.end_turn()
    window.combat.end_member()
    assert window.work.battle.order.acting == ("minion-2-10", "minion-3-12", "minion-4-14")
    assert window.work.selection.actor == "minion-2-10"


# ------------------------------------------------------------------------------- undo within an action


def test_undo_takes_back_the_last_entry_of_an_action_before_the_step_before_it(window: GmWindow, press: Press) -> None:
    """Undo takes back the to-hit dice, the override of the refusal, the attack itself, and then the start of combat."""
    press("A Shift+Enter 4 5")
    before = window.work.battle
    assert due_id(window) == "damage"
    window.commands.refresh()
    assert "last entry of Attack" in window.commands.action("undo").text()
    press("Ctrl+Z")
    assert due_id(window) == "attack"
    assert "last entry of Attack" in window.status.message.text()
    press("Ctrl+Z")
    assert window.work.actions.refusal is not None
    window.commands.refresh()
    assert "start of Attack" in window.commands.action("undo").text()
    press("Ctrl+Z")
    assert window.work.actions.call is None
    assert window.work.battle is before
    press("Ctrl+Z")
    assert not window.work.battle.order.is_running, "the step before it: the start of combat"


def test_saying_the_same_once_more_is_no_entry(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 4 5")
    window.work.actions.set_targets(BOOMER)
    window.commands.run("undo")
    assert due_id(window) == "attack"


def test_undo_clears_dice_that_are_half_typed(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 4 Ctrl+Z")
    assert window.action_panel.field.typed == ""
    assert due_id(window) == "attack"
    press("4 5 3 Enter")
    assert health_of(window, BOOMER) == 9


def test_what_was_done_in_the_battle_since_an_entry_is_undone_first(window: GmWindow, press: Press) -> None:
    """The GM deals 2 damage to Boomer in the middle of the attack: 12 - 2 = 10."""
    press("A Shift+Enter 4 5")
    window.work.selection.set_current(BOOMER)
    assert window.work.edits.quick("-2") is None
    assert health_of(window, BOOMER) == 10
    window.commands.run("undo")
    assert health_of(window, BOOMER) == 12
    assert due_id(window) == "damage", "the attack is still in progress"
    window.commands.run("undo")
    assert due_id(window) == "attack"


def test_undo_does_not_take_back_what_another_has_declared(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter I Enter")
    assert window.work.actions.committed_by
    call = window.work.actions.call
    window.commands.run("undo")
    assert window.work.actions.call == call
    assert "Shift+Esc" in window.status.message.text()


def test_undo_after_apply_undoes_the_step(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 4 5 3 Enter")
    assert "attacks Boomer" in window.work.undo_words
    press("Ctrl+Z")
    assert health_of(window, BOOMER) == 12
    assert window.work.battle.order.is_running


def test_the_undo_button_says_what_goes_first(window: GmWindow, press: Press, qtbot: QtBot) -> None:
    press("A")
    qtbot.waitUntil(lambda: "Attack" in window.top_bar.undo.text())
    press("Esc")
    qtbot.waitUntil(lambda: "Combat started" in window.top_bar.undo.text())
