"""Tasks during combat or without it, through the panel: set up, rolled for, counted by hand, undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QDoubleSpinBox, QLineEdit

from gui.dialogs.combat_dialogs import NewTaskDialog
from gui.panels.tasks import TaskCard
from gui.windows.gm_window import GmWindow
from model.dice.requests import DiceRequest
from model.state.battle import Task
from tests.gui.windows.hands import OpenWindow, Press

pytestmark = pytest.mark.slow

HALCYON, GORGON = "halcyon-1", "gorgon-8"


@pytest.fixture
def window(open_window: OpenWindow) -> GmWindow:
    return open_window(1366, 768, sample="kalos-night-at-the-museum")


def type_into(dialog: NewTaskDialog, **values: str | int) -> None:
    for key, value in values.items():
        field = dialog.fields.fields[key]
        if isinstance(field, QLineEdit):
            field.setText(str(value))
        else:
            assert isinstance(field, QDoubleSpinBox)
            field.setValue(float(value))


Begin = Callable[..., TaskCard]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Begin:
    """Return a function that runs the command, fills in its dialog and returns the card of the task."""

    def begin_task(window: GmWindow, *rivals: str, **values: str | int) -> TaskCard:
        def fill_in(dialog: NewTaskDialog) -> int:
            type_into(dialog, **values)
            for who in rivals:
                dialog.rivals.ticks[who].setChecked(True)
            return QDialog.DialogCode.Accepted

        monkeypatch.setattr(NewTaskDialog, "exec", fill_in)
        window.commands.action("new_task").trigger()
        QApplication.processEvents()
        return next(card for card in window.tasks.cards.values() if card.name.text() == values["name"])

    return begin_task


def only_task(window: GmWindow) -> Task:
    (task,) = window.work.battle.tasks.values()
    return task


def test_an_extended_task_is_rolled_for_until_it_is_done(window: GmWindow, press: Press, begin: Begin) -> None:
    card = begin(window, name="Vault door", needed=2, attempts_max=4, minutes_each=10, skill="athletics")
    assert window.docks["tasks"].isVisible()
    assert card.isVisible()
    window.work.selection.set_current(HALCYON)
    assert card.attempt.text() == "Attempt: Halcyon"
    # Halcyon's Athletics is 3, the usual difficulty 9: 2 + 3 + 3 = 8 fails, 4 + 2 + 3 = 9 succeeds (KM-EXT-01).
    card.attempt.click()
    press("2 3 Enter")
    assert card.lines["all"].count.text() == "0 of 2"
    assert "1 of 4 attempts" in card.words.text()
    assert "10 min" in card.words.text()
    window.commands.action("task_attempt").trigger()
    press("4 2 Enter")
    assert card.lines["all"].count.text() == "1 of 2"
    # The second success is counted by hand, and undone.
    card.lines["all"].success.click()
    assert only_task(window).state == "done"
    assert "done" in card.outcome.text()
    assert not card.attempt.isVisible()
    press("Ctrl+Z")
    assert only_task(window).state == "open"
    card.lines["all"].failure.click()
    card.lines["all"].failure.click()
    # The four attempts are used up with one success of two (KM-EXT-02).
    assert only_task(window).state == "failed"
    assert "failed" in card.outcome.text()
    card.changed.emit(card._id, "remove")
    assert window.tasks.cards == {}
    assert window.tasks.nothing.isVisible()


def test_rivals_roll_in_one_table(window: GmWindow, press: Press, begin: Begin) -> None:
    window.work.preferences.set_rolling("npc", "typed")
    card = begin(window, HALCYON, GORGON, name="Race to the roof", needed=1, skill="athletics")
    assert [side.name.text() for side in card.lines.values()] == ["Halcyon", "Gorgon"]
    assert card.attempt.text() == "Everyone Rolls"
    card.attempt.click()
    table = window.action_panel.table
    assert table.isVisible()
    assert [row.name for row in table.list.rows.rows] == ["Halcyon", "Gorgon"]
    # Athletics 3 against 2, difficulty 9: 5 + 1 + 3 = 9 succeeds, 1 + 5 + 2 = 8 fails: Halcyon wins (KM-COMP-02).
    many = window.work.actions.many
    for who, typed in ((HALCYON, "5 1"), (GORGON, "1 5")):
        table._read(f"task.{who}", typed)
    assert many.asked.is_many
    assert window.work.actions.can_apply
    press("Enter")
    assert "Halcyon wins" in card.outcome.text()
    assert card.lines[GORGON].count.text() == "0 of 1  in 1"


def test_a_game_without_dice_for_tasks_counts_by_hand(open_window: OpenWindow, begin: Begin) -> None:
    window = open_window(900, 500, sample="effort-roadblock")
    assert not window.tasks.once.isVisible()
    card = begin(window, name="Ford the river", needed=3)
    assert window.docks["tasks"].isVisible()
    assert not card.attempt.isVisible()
    card.lines["all"].boxes.picked.emit(2)
    assert only_task(window).successes == {"all": 2}
    window.commands.action("task_success").trigger()
    assert only_task(window).state == "done"
    window.combat.undo()
    window.combat.undo()
    window.combat.undo()
    assert window.work.battle.tasks == {}


def test_the_panel_is_closed_until_it_is_wanted(window: GmWindow) -> None:
    assert not window.docks["tasks"].isVisible()
    window.commands.action("tasks").trigger()
    QApplication.processEvents()
    assert window.docks["tasks"].isVisible()
    assert window.tasks.nothing.isVisible()


def test_one_roll_needs_a_combatant(window: GmWindow, press: Press) -> None:
    window.commands.action("task_once").trigger()
    assert window.work.actions.call is None
    window.work.selection.set_current(HALCYON)
    window.commands.action("task_once").trigger()
    # Without an opponent, the difficulty is 9 (KM-TASK-02).
    due = window.work.actions.due
    assert isinstance(due, DiceRequest)
    assert due.against == 9
    # Gorgon opposes it: 7 + her Athletics of 2 (KM-OPP-01). Marking her again removes her as the opponent.
    window.combatants.mark(GORGON)
    assert window.work.actions.due.against == 9
    window.work.actions.set_option("skill", "self_control")
    # 7 + Self-control 4.
    assert window.work.actions.due.against == 11
    window.combatants.mark(GORGON)
    assert window.work.actions.call.targets == ()
    press("Esc")


def test_the_skill_of_a_roll_is_picked_in_sight_the_learned_ones_first(window: GmWindow, press: Press) -> None:
    window.work.selection.set_current(HALCYON)
    window.commands.action("task_once").trigger()
    strip = window.action_panel.parameters
    field = strip.control("skill")
    assert isinstance(field, QComboBox)
    assert field.isVisible()
    labels = [field.itemText(index) for index in range(field.count())]
    # Halcyon's best skills first; skills that she has not learned are shown without a rank.
    assert labels[:3] == ["Ranged Combat 4", "Athletics 3", "Self-control 3"]
    assert "Gambling" in labels
    assert field.currentText() == "Athletics 3"
    # `against` is not offered without an opponent, `difficulty` is not offered with one.
    strip._more.click()
    assert strip.control("difficulty") is not None
    assert strip.control("against") is None
    window.combatants.mark(GORGON)
    assert strip.control("difficulty") is None
    assert strip.control("against") is not None
    press("Esc")


@pytest.mark.rule("KM-ROLL-01")
def test_a_skill_is_known_however_it_was_typed(window: GmWindow, press: Press) -> None:
    window.work.selection.set_current(HALCYON)
    window.commands.action("task_once").trigger()
    window.work.actions.set_option("skill", "Self Control ")
    due = window.work.actions.due
    assert isinstance(due, DiceRequest)
    assert due.bonus == 3
    press("Esc")
