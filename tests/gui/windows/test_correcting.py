"""Correcting a step in the window: opening it from the log, changing it, deciding later steps, applying, undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFormLayout, QLineEdit, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from gui.dialogs.correct_step import AnswerField, CorrectStepDialog
from gui.dialogs.forms import CheckedField, PlaceField, typed_place
from gui.map.viewport import Pointer
from gui.models.rows import RowRole
from gui.widgets.fields import NumberField
from gui.windows.gm_window import GmWindow
from gui.windows.history_commands import PointDialog
from model.dice.answers import Faces, Word
from model.dice.requests import DiceRequest
from model.engine.calls import Along, Answer, Call
from model.engine.requests import Question
from model.engine.run import Done, Due
from model.rulesets import RULESETS
from model.session import Session
from model.session.recorded_answers import Asked
from model.state.base import replace
from model.state.battle import AnyBattle, Battle
from model.state.board import Place, Rectangle, Zone
from model.state.texts import text
from tests.gui.windows.hands import Opens, Press, health_of
from tests.support import toy
from tests.support.toy import strike

pytestmark = pytest.mark.slow

ACCEPTED, REJECTED = QDialog.DialogCode.Accepted, QDialog.DialogCode.Rejected
Does = Callable[[CorrectStepDialog], object]


@pytest.fixture
def corrects(monkeypatch: pytest.MonkeyPatch) -> Callable[[Does], None]:
    """Sets what is done in the dialog before Apply Correction is pressed."""

    def set_hands(does: Does) -> None:
        def run(dialog: CorrectStepDialog) -> QDialog.DialogCode:
            dialog.work.finish()
            does(dialog)
            dialog.work.finish()
            dialog.accept()
            return QDialog.DialogCode(dialog.result())

        monkeypatch.setattr(CorrectStepDialog, "exec", run)

    return set_hands


def typed(dialog: CorrectStepDialog, request: str, dice: str) -> None:
    field = dialog.form.answers[request].field
    field.setText(dice)  # type: ignore[attr-defined]  # dice are typed in a line
    field.editingFinished.emit()  # type: ignore[attr-defined]


def duel(opens: Opens) -> tuple[GmWindow, Session]:
    """1: Ann hits Bob on a 5. 2: Bob hits Ann. 3: Ann hits Bob on a 6. Bob has 2 hp of 6 left, Ann 4."""
    window = opens(toy.battle(), toy.TOY)
    session = window.work.bridge.session
    for call in (strike("ann", "bob", 5), strike("bob", "ann", 4), strike("ann", "bob", 6)):
        session.act(call)
    return window, session


def hp(battle: AnyBattle, who: str) -> int:
    return int(battle.combatants[who].sheet.hp)


def test_a_miss_typed_into_an_earlier_step_shows_what_would_change_and_is_undone_at_once(
    opens: Opens, corrects: Callable[[Does], None], press: Press
) -> None:
    window, session = duel(opens)
    before = session.battle

    def as_a_miss(dialog: CorrectStepDialog) -> None:
        typed(dialog, "attack", "1")
        dialog.work.finish()
        assert [row.number for row in dialog.work.rows] == [1, 3]
        assert "misses" in dialog.work.rows[0].would_be
        assert dialog.unchanged.text() == "1 later step comes out as it happened."
        dialog.take_all.click()

    corrects(as_a_miss)
    window.history.correct(1)
    assert (hp(session.battle, "bob"), hp(session.battle, "ann")) == (4, 4)
    press("Ctrl+Z")
    assert session.battle is before


def test_the_log_names_the_last_step_as_the_history_does(opens: Opens, corrects: Callable[[Does], None]) -> None:
    """It said how many there were: 3 steps, after a correction, and the last one was step 7."""
    window, session = duel(opens)
    assert window.log.heading.aside == "step 3"
    corrects(lambda dialog: typed(dialog, "attack", "2"))
    window.history.correct(1)
    last = max(step.number for step in session.standing())
    assert last > 3
    assert window.log.heading.aside == f"step {last}"


def test_apply_is_offered_only_when_something_is_said_otherwise(opens: Opens, corrects: Callable[[Does], None]) -> None:
    window, session = duel(opens)
    count = len(session.steps)

    def look(dialog: CorrectStepDialog) -> None:
        assert not dialog.ok.isEnabled()
        assert "Nothing has been changed yet" in dialog.outcome.text()
        typed(dialog, "attack", "5")
        assert not dialog.ok.isEnabled(), "the same dice, typed instead of rolled"
        typed(dialog, "attack", "9")
        assert "no 9 on a d6" in dialog.form.answers["attack"].problem.text()

    corrects(look)
    window.history.correct(1)
    assert len(session.steps) == count


def test_a_step_can_be_dropped_as_soon_as_the_dialog_opens(opens: Opens, corrects: Callable[[Does], None]) -> None:
    """Without Ann's first hit of 2, Bob has 4 hp left."""
    window, session = duel(opens)

    def drop(dialog: CorrectStepDialog) -> None:
        dialog.work.finish()
        assert not dialog.ok.isEnabled()
        assert [(row.number, row.would_be) for row in dialog.work.rows] == [(1, "Reads the same.")]
        dialog.table.toggles[1].buttons["drop"].click()
        dialog.work.finish()
        dialog.take_all.click()

    corrects(drop)
    window.history.correct(1)
    assert hp(session.battle, "bob") == 4


def test_dice_that_are_typed_can_be_applied_by_a_click_alone(
    opens: Opens, corrects: Callable[[Does], None], qtbot: QtBot
) -> None:
    """Without Enter: a disabled button takes no focus, so that the field would never be left."""
    window, _ = duel(opens)

    def type_alone(dialog: CorrectStepDialog) -> None:
        dialog.show()
        field = dialog.form.answers["attack"].field
        field.setFocus()
        field.selectAll()  # type: ignore[attr-defined]
        QTest.keyClicks(field, "6")
        qtbot.waitUntil(dialog.ok.isEnabled)
        assert dialog.form.answers["attack"].field.hasFocus(), "typing can go on"

    corrects(type_alone)
    window.history.correct(1)


@pytest.mark.parametrize("key", ["Tab", "Enter", "Shift+Tab"])
def test_a_die_typed_and_left_at_once_does_not_end_the_program(
    opens: Opens, corrects: Callable[[Does], None], qtbot: QtBot, key: str
) -> None:
    """The field that was left is the one whose form is filled again: it stays, and the focus goes on from it."""
    window, _ = duel(opens)
    names = {"Tab": Qt.Key.Key_Tab, "Enter": Qt.Key.Key_Return, "Shift+Tab": Qt.Key.Key_Backtab}

    def type_and_leave(dialog: CorrectStepDialog) -> None:
        dialog.show()
        form = dialog.form
        before = form.answers["attack"]
        before.field.setFocus()
        before.field.selectAll()  # type: ignore[attr-defined]
        QTest.keyClicks(before.field, "6")
        QTest.keyClick(before.field, names[key])
        QApplication.processEvents()
        assert form.answers["attack"] is before
        assert QApplication.focusWidget() is not None, "the keyboard is not lost"
        qtbot.waitUntil(dialog.ok.isEnabled)
        if key == "Tab":
            assert before.isAncestorOf(QApplication.focusWidget()), "Roll is beside the die"
        elif key == "Enter":
            assert dialog.ok.hasFocus(), "the next Enter applies the correction"
        else:
            assert not before.field.hasFocus()

    corrects(type_and_leave)
    window.history.correct(1)


def test_fields_of_a_correction_begin_at_one_edge_and_none_is_cut_off(
    opens: Opens, corrects: Callable[[Does], None]
) -> None:
    window, _ = duel(opens)

    def look(dialog: CorrectStepDialog) -> None:
        dialog.show()
        QApplication.processEvents()
        area = dialog.form.parentWidget()
        assert area is not None
        assert dialog.form.minimumSizeHint().width() <= area.width()
        rows = dialog.form.findChild(QFormLayout)
        assert rows is not None
        lefts = set()
        for row in range(rows.rowCount()):
            field = rows.itemAt(row, QFormLayout.ItemRole.FieldRole)
            label = rows.itemAt(row, QFormLayout.ItemRole.LabelRole)
            if label.geometry().bottom() >= field.geometry().top():
                lefts.add(field.geometry().left())  # a long title stands above its field
        assert len(lefts) == 1

    corrects(look)
    window.history.correct(1)


def test_what_a_step_asks_now_is_asked_in_the_dialog(opens: Opens, corrects: Callable[[Does], None]) -> None:
    window = opens(toy.battle(), toy.TOY)
    session = window.work.bridge.session
    session.act(strike("ann", "bob", 2, shield=4))  # 2 + 1 against 5 behind the shield: a miss

    def as_a_hit(dialog: CorrectStepDialog) -> None:
        typed(dialog, "attack", "6")
        dialog.work.finish()
        field = dialog.form.answers["where"].field
        assert [field.itemText(at) for at in range(field.count())][-2:] == ["arm", "leg"]  # type: ignore[attr-defined]
        field.setCurrentIndex(field.count() - 1)  # type: ignore[attr-defined]
        field.activated.emit(field.count() - 1)  # type: ignore[attr-defined]

    corrects(as_a_hit)
    window.history.correct(1)
    assert session.battle.combatants["bob"].sheet.wounds == ("leg",)


def test_the_gms_own_number_and_word_stand_for_the_computed_ones(
    opens: Opens, corrects: Callable[[Does], None]
) -> None:
    window, session = duel(opens)

    def overrule(dialog: CorrectStepDialog) -> None:
        number = dialog.form.numbers["needed"]
        assert number.placeholderText() == "3 by the rules"
        number.setText("7")  # 5 + 1 against 7
        number.editingFinished.emit()

    corrects(overrule)
    window.history.correct(1)
    assert hp(session.battle, "bob") == 2, "the later hit is kept as it happened"
    last = next(step for step in session.standing() if step.call.overrides)
    assert last.call.overrides == {"needed": 7}
    assert last.note.sentences[0].template == "{who} misses {whom}."


def test_dice_typed_into_a_total_are_marked_and_stay_to_be_corrected(
    opens: Opens, corrects: Callable[[Does], None], qtbot: QtBot
) -> None:
    window, session = duel(opens)

    def type_dice(dialog: CorrectStepDialog) -> None:
        dialog.show()
        qtbot.waitUntil(dialog.isActiveWindow)
        number = dialog.form.numbers["needed"]
        number.setFocus()
        QTest.keyClicks(number, "4 5")
        QTest.keyClick(number, Qt.Key.Key_Return)
        checked = number.parentWidget()
        assert isinstance(checked, CheckedField)
        assert checked.problem.isVisible()
        assert checked.problem.text().startswith("“4 5” is no total: type one whole number.")
        assert number.hasFocus(), "Enter does not go on from what is wrong"
        dialog.form.answers["attack"].field.setFocus()
        dialog.form.refresh()
        assert number.text() == "4 5"
        number.setText("7")
        number.editingFinished.emit()
        assert not checked.problem.isVisible()

    corrects(type_dice)
    window.history.correct(1)
    last = next(step for step in session.standing() if step.call.overrides)
    assert last.call.overrides == {"needed": 7}


def test_enter_goes_to_the_die_that_is_due_and_says_what_is_missing(
    opens: Opens, corrects: Callable[[Does], None], qtbot: QtBot
) -> None:
    """A miss becomes a hit, which asks where it hits; Enter in the answer that is missing says so."""
    window = opens(toy.battle(), toy.TOY)
    session = window.work.bridge.session
    miss = strike("ann", "bob", 2, shield=4)
    session.act(replace(miss, answers={id: answer for id, answer in miss.answers.items() if id != "where"}))

    def as_a_hit(dialog: CorrectStepDialog) -> None:
        dialog.show()
        qtbot.waitUntil(dialog.isActiveWindow)
        attack = dialog.form.answers["attack"]
        attack.field.setFocus()
        attack.field.selectAll()  # type: ignore[attr-defined]
        QTest.keyClicks(attack.field, "6")
        QTest.keyClick(attack.field, Qt.Key.Key_Return)
        where = dialog.form.answers["where"]
        qtbot.waitUntil(where.field.hasFocus)
        QTest.keyClick(where.field, Qt.Key.Key_Return)
        assert where.problem.text() == "Choose the answer."
        where.field.setCurrentIndex(where.field.count() - 1)  # type: ignore[attr-defined]
        where.field.activated.emit(where.field.count() - 1)  # type: ignore[attr-defined]
        dialog.work.finish()
        QTest.keyClick(where.field, Qt.Key.Key_Return)
        assert dialog.ok.hasFocus()

    corrects(as_a_hit)
    window.history.correct(1)
    assert session.battle.combatants["bob"].sheet.wounds == ("leg",)


def test_enter_goes_to_what_a_later_step_waits_for(
    opens: Opens, corrects: Callable[[Does], None], qtbot: QtBot
) -> None:
    window = opens(toy.battle(), toy.TOY)
    session = window.work.bridge.session
    session.act(Call(action="set_hp", actor="bob", options={"hp": 2}))
    session.act(strike("bob", "ann", 6))

    def down(dialog: CorrectStepDialog) -> None:
        dialog.show()
        qtbot.waitUntil(dialog.isActiveWindow)
        dialog.work.decide(2, "new")
        field = dialog.form.findChild(NumberField)
        assert field is not None
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, "0")
        QTest.keyClick(field, Qt.Key.Key_Return)
        dialog.work.finish()
        qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QPushButton))
        anyway = QApplication.focusWidget()
        assert isinstance(anyway, QPushButton)
        assert anyway.text() == "Do It Anyway"
        QTest.keyClick(anyway, Qt.Key.Key_Return)

    corrects(down)
    window.history.correct(1)
    assert (hp(session.battle, "bob"), hp(session.battle, "ann")) == (0, 4)


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_what_a_condition_changes_is_typed_as_elsewhere(
    opens: Opens, corrects: Callable[[Does], None], game: str
) -> None:
    ruleset = RULESETS[game]
    empty: AnyBattle = Battle(ruleset=ruleset.id, shared=ruleset.shared())
    window = opens(empty)
    assert window.combatants.type_line("+Ada pc") is None
    (who,) = window.work.battle.combatants
    first = ruleset.own_changes[0]
    call = Call(action="set_condition", targets=(who,), options={"name": "Slippery", "changes": {first.id: -2}})
    assert window.work.bridge.edit(call) is None
    session = window.work.bridge.session
    number = next(step.number for step in session.standing() if step.call.action == "set_condition")

    def harder(dialog: CorrectStepDialog) -> None:
        dialog.show()
        changes = dialog.form.changes
        assert changes.field.text() == f"−2{first.unit} to {first.title}"
        changes.field.setText("-3 flarb")
        changes.field.editingFinished.emit()
        assert "“flarb” is not understood" in changes.problem.text()
        changes.field.setText("-3")
        changes.field.editingFinished.emit()
        assert not changes.problem.isVisible()

    corrects(harder)
    window.history.correct(number)
    (effect,) = window.work.battle.combatants[who].effects.values()
    assert effect.changes == {first.id: -3}


def test_a_step_that_would_be_refused_is_told_and_can_be_done_anyway(
    opens: Opens, corrects: Callable[[Does], None]
) -> None:
    window = opens(toy.battle(), toy.TOY)
    session = window.work.bridge.session
    session.act(Call(action="set_hp", actor="bob", options={"hp": 2}))
    session.act(strike("bob", "ann", 6))

    def down(dialog: CorrectStepDialog) -> None:
        dialog.work.say(Call(action="set_hp", actor="bob", options={"hp": 0}))
        dialog.work.decide(2, "new")
        dialog.work.finish()
        assert not dialog.ok.isEnabled()
        assert "Bob is down" in dialog.work.rows[1].would_be
        assert dialog.work.can_do_anyway
        dialog.work.override_refusal(2)

    corrects(down)
    window.history.correct(1)
    assert (hp(session.battle, "bob"), hp(session.battle, "ann")) == (0, 4)


def test_a_step_that_is_done_anyway_asks_for_its_dice_again(opens: Opens, corrects: Callable[[Does], None]) -> None:
    window = opens(toy.battle(), toy.TOY)
    session = window.work.bridge.session
    session.act(Call(action="set_hp", actor="bob", options={"hp": 0}))
    session.act(strike("ann", "bob", 6))

    def by_bob(dialog: CorrectStepDialog) -> None:
        dialog.work.say(strike("bob", "ann", 6))
        dialog.form.refresh()
        assert "attack" not in dialog.form.answers
        (anyway,) = [one for one in dialog.findChildren(QPushButton) if one.text() == "Do It Anyway"]
        anyway.click()
        assert "attack" in dialog.form.answers
        assert "needed" in dialog.form.numbers

    corrects(by_bob)
    window.history.correct(2)
    assert hp(session.battle, "ann") == 4


def test_cancelled_it_leaves_no_trace(opens: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    window, session = duel(opens)
    before, steps = session.battle, session.steps

    def change_and_cancel(dialog: CorrectStepDialog) -> QDialog.DialogCode:
        typed(dialog, "attack", "1")
        dialog.reject()
        return REJECTED

    monkeypatch.setattr(CorrectStepDialog, "exec", change_and_cancel)
    window.history.correct(1)
    assert session.battle is before
    assert session.steps == steps


def shoot(window: GmWindow) -> None:
    """Apply Apex's attack on Boomer although he is out of range; every die shows its highest face."""
    session = window.work.bridge.session
    call = session.ruleset.usual_attack(session.battle, "apex-1")
    assert call is not None
    call = replace(call, targets=("boomer-3",), anyway=("out_of_range",))
    while isinstance(outcome := session.act(call), Due):
        request = outcome.request
        assert isinstance(request, DiceRequest)
        call = replace(call, answers=call.answers | {request.id: Faces((request.sides,) * request.count)})


def test_players_see_nothing_of_a_correction_before_it_is_applied(
    window: GmWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    shoot(window)
    held: list[bool] = []

    def look(dialog: CorrectStepDialog) -> QDialog.DialogCode:
        held.append(window.presenter.is_frozen)
        return REJECTED

    monkeypatch.setattr(CorrectStepDialog, "exec", look)
    window.commands.action("correct_step").trigger()
    assert held == [True]
    assert "correction" not in window.presenter.reasons


def test_a_shot_in_a_real_game_is_corrected_in_its_targets_and_dice(
    window: GmWindow, corrects: Callable[[Does], None]
) -> None:
    """Apex's hit on Boomer is corrected to an attack on the sniper."""
    shoot(window)
    hurt = health_of(window, "boomer-3")
    boomer = window.work.bridge.session.battle_before(next(window.work.bridge.session.standing()))
    sniper = health_of(window, "sniper-16")
    corrects(lambda dialog: dialog.form._aim(0, "sniper-16"))
    window.commands.action("correct_step").trigger()
    health = window.work.ruleset.health
    assert health is not None
    assert health.value is not None
    assert health_of(window, "boomer-3") == health.value(boomer, "boomer-3") > hurt
    assert health_of(window, "sniper-16") <= sniper
    assert next(window.work.bridge.session.standing()).call.targets == ("sniper-16",)


class _ReadMenu(QMenu):
    """A menu that records which entries are enabled instead of opening."""

    enabled: ClassVar[dict[str, bool]] = {}

    def exec(self, *_: object) -> None:
        _ReadMenu.enabled = {entry.text(): entry.isEnabled() for entry in self.actions()}


def test_the_logs_menu_corrects_only_what_led_here(window: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.windows.history_commands.QMenu", _ReadMenu)
    window.history.show_log_menu(window.log.model.index(0, 0).data(RowRole), window.pos())
    assert _ReadMenu.enabled["Correct This Step..."]
    window.work.bridge.undo()
    window.refresh()
    window.history.show_log_menu(window.log.model.index(0, 0).data(RowRole), window.pos())
    assert not _ReadMenu.enabled["Correct This Step..."]


def test_where_a_step_led_is_typed_or_pointed_at_again(
    window: GmWindow, corrects: Callable[[Does], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = window.work.bridge.session
    assert (
        window.work.bridge.edit(Call(action="place", targets=("apex-1",), options={"place": {"x": 2, "y": 3}})) is None
    )
    placed = session.steps[-1].number
    here = session.battle.combatants["apex-1"].place
    move = Call(action="move", actor="apex-1", options={"path": [[2, 3], [4, 3]]})
    assert isinstance(session.act(move), Done)
    moved = session.steps[-1].number

    def typed_elsewhere(dialog: CorrectStepDialog) -> None:
        (field,) = dialog.form.places
        assert field.field.text() == "4, 3"
        field.field.setText("nowhere")
        field.field.editingFinished.emit()
        assert field.problem.text() == "Type x, y in metres, or the name of a zone."
        field.field.setText("2, 5.5")
        field.field.editingFinished.emit()

    corrects(typed_elsewhere)
    window.history.correct(moved)
    assert session.battle.combatants["apex-1"].place.point == (2, 5.5)
    window.work.bridge.undo()
    assert session.battle.combatants["apex-1"].place.point == (4, 3)

    def pointed_elsewhere(dialog: CorrectStepDialog) -> None:
        (field,) = dialog.form.places
        assert field.field.text() == "2, 3"
        field.button.click()

    def point(dialog: PointDialog) -> QDialog.DialogCode:
        assert dialog.tool.point == (2, 3), "where it was is marked"
        assert not dialog.ok.isEnabled()
        pixel = dialog.canvas.camera.to_pixels(3, 3)
        pointer = Pointer(pixel=pixel, place=(3.0, 3.0), global_pos=QPoint())
        dialog.canvas.tool.click(pointer)
        assert dialog.ok.isEnabled()
        return ACCEPTED

    monkeypatch.setattr(PointDialog, "exec", point)
    corrects(pointed_elsewhere)
    window.history.correct(placed)
    standing = next(step for step in session.standing() if step.call.action == "place")
    assert session.battle_after(standing).combatants["apex-1"].place.point == (3, 3)
    window.work.bridge.undo()
    assert session.battle_after(session.step(placed)).combatants["apex-1"].place == here


def test_a_place_that_is_asked_is_a_field_of_the_step() -> None:
    """A zone is typed by its name, a point in metres gets the zone at that point, and a route is edited by its end."""
    battle = toy.battle()
    shape = Rectangle(x=0, y=0, width=4, height=4)
    zones = {"pier-1": Zone(id="pier-1", name="Pier", shape=shape)}
    battle = replace(battle, board=replace(battle.board, zones=zones))
    assert typed_place(battle, "pier") == Place(zone="pier-1")
    assert typed_place(battle, "1, 1.5 m") == Place(x=1, y=1.5, zone="pier-1")
    assert typed_place(battle, "1") is None
    assert typed_place(battle, "nan, 2") is None
    asked = Asked(Question(id="where", title=text("Where?"), kind="path"), "ann", Along(points=((1.0, 1.0),)))
    given: list[Answer] = []
    field = AnswerField(asked, given.append, lambda request: Word(word="hit"), battle)
    assert isinstance(field.field, PlaceField)
    assert field.field.field.text() == "1, 1"
    field.field.field.setText("2, 1")
    field.field.field.editingFinished.emit()
    assert given == [Along(points=((2.0, 1.0),))]
    field.deleteLater()


def test_the_log_tells_a_corrected_line_once_with_what_it_was(
    opens: Opens, corrects: Callable[[Does], None], press: Press
) -> None:
    window, session = duel(opens)

    def told() -> list[str]:
        """Return the log lines, the oldest first; undone ones in brackets."""
        model = window.log.model
        lines = [model.index(row, 0).data(RowRole) for row in range(model.rowCount())][::-1]
        return [f"[{line.text}]" if line.is_undone else line.text for line in lines]

    played = ["Ann hits Bob.", "Bob hits Ann.", "Ann hits Bob."]
    assert told() == played
    corrects(lambda dialog: typed(dialog, "attack", "1"))
    window.history.correct(1)
    assert told() == [
        "Step 1 is corrected. 1 later step is kept as it happened.",
        "Ann misses Bob.  (was: Ann hits Bob.)",
        "Bob hits Ann.",
        "Ann hits Bob. Kept as it happened.",
    ]
    press("Ctrl+Z")
    assert told() == [*played, "[Step 1 is corrected. 1 later step is kept as it happened.]"]
    session.redo()
    window.refresh()
    assert told()[1] == "Ann misses Bob.  (was: Ann hits Bob.)"
    corrects(lambda dialog: dialog.work.decide(dialog.work.step.number, "drop"))
    second = next(step.number for step in session.standing() if step.call.actor == "bob")
    window.history.correct(second)
    assert [line for line in told() if not line.startswith("Step")] == [
        "[Bob hits Ann.]",
        "Ann misses Bob.  (was: Ann hits Bob.)",
        "Ann hits Bob. Kept as it happened.",
    ], "a step that is dropped stays where it was first, struck"


def test_all_dice_of_a_pool_are_seen_in_their_field(qtbot: QtBot) -> None:
    """Of seven dice the last four were seen."""
    pool = DiceRequest(id="damage", title="Damage", count=7, sides=6)
    answer = Asked(request=pool, by="ann", answer=Faces(faces=(1, 5, 6, 2, 6, 6, 1)))
    field = AnswerField(answer, lambda given: None, lambda request: Faces(faces=(1,)), toy.battle())
    qtbot.addWidget(field)
    line = field.field
    assert isinstance(line, QLineEdit)
    assert line.text() == "1 5 6 2 6 6 1"
    assert line.minimumWidth() > line.fontMetrics().horizontalAdvance(line.text())
