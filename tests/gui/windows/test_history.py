"""The history dock: steps and their filters, earlier points read only, marks, branches, comparing, the story."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.dialogs.forms import LineDialog
from gui.dialogs.history import CompareDialog, StoryDialog
from gui.models.rows import RowRole
from gui.panels.history import HistoryPanel, NumberRole
from gui.windows.gm_window import GmWindow
from model.engine.calls import Call
from model.session import Session
from model.session.branches import Branch
from model.session.emitter import done_step
from model.session.history import StepRecord
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.texts import Note, gm_text
from tests.gui.windows.hands import Opens, OpenWindow, Press, fill_form
from tests.support import toy
from tests.support.toy import strike


def hp(battle: AnyBattle, who: str) -> int:
    return int(battle.combatants[who].sheet.hp)


def duel(opens: Opens) -> tuple[GmWindow, Session, HistoryPanel]:
    """1: Ann hits Bob. 2: Bob hits Ann. 3: Ann moves. 4: Ann hits Bob. Bob has 2 hp of 6 left, Ann 4."""
    window = opens(toy.battle(), toy.TOY)
    session = window.work.bridge.session
    move = Call(action="move", actor="ann", options={"x": 3.0, "y": 1.0})
    for call in (strike("ann", "bob", 5), strike("bob", "ann", 4), move, strike("ann", "bob", 6)):
        session.act(call)
    window.commands.action("history").trigger()
    return window, session, window.docks["history"].panel(HistoryPanel)


def listed(panel: HistoryPanel) -> list[int]:
    panel.feed.finish()
    return [panel.model.index(row, 0).data(NumberRole) for row in range(panel.model.rowCount())]


def words(panel: HistoryPanel) -> list[str]:
    panel.feed.finish()
    return [str(panel.model.index(row, 0).data()) for row in range(panel.model.rowCount())]


def test_every_step_is_listed_and_new_ones_follow(opens: Opens) -> None:
    _, session, panel = duel(opens)
    assert listed(panel) == [1, 2, 3, 4]
    session.act(strike("bob", "ann", 1))
    assert listed(panel) == [1, 2, 3, 4, 5]
    assert words(panel)[-1] == "Bob misses Ann."
    session.undo()
    assert listed(panel) == [1, 2, 3, 4]
    panel.undone.setChecked(True)
    assert listed(panel) == [1, 2, 3, 4, 5]


def test_steps_are_found_by_whom_what_and_words(opens: Opens) -> None:
    _, session, panel = duel(opens)
    panel.kind.setCurrentIndex(panel.kind.findData("move"))
    panel.kind.activated.emit(0)
    assert listed(panel) == [3]
    panel.kind.setCurrentIndex(0)
    panel.who.setCurrentIndex(panel.who.findData("bob"))
    panel.who.activated.emit(0)
    assert listed(panel) == [1, 2, 4]
    panel.field.setText("BOB HITS")
    assert listed(panel) == [2]
    session.act(strike("bob", "ann", 6))
    assert listed(panel) == [2, 5]
    panel.field.setText("nowhere")
    assert listed(panel) == []


def test_a_moment_is_marked_and_found_again(window: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_form(monkeypatch, text="The bridge falls")
    window.commands.action("mark_moment").trigger()
    window.work.combat.end_turn()
    window.commands.action("history").trigger()
    panel = window.docks["history"].panel(HistoryPanel)
    panel.kind.setCurrentIndex(panel.kind.findData("mark"))
    panel.kind.activated.emit(0)
    assert words(panel) == ["★ The bridge falls."]


def test_a_click_shows_the_battle_as_it_was_and_esc_returns(opens: Opens, press: Press) -> None:
    window, session, panel = duel(opens)
    before, steps = session.battle, session.steps
    at = panel.steps.visualRect(panel.model.index(0, 0)).center()
    QTest.mouseClick(panel.steps.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert hp(window.work.battle, "bob") == 4
    assert window.history.frame.card.isVisible()
    assert window.history.frame.words.text() == "Step 1 · read only"
    assert "history" in window.presenter.reasons
    press("Esc")
    assert window.work.battle is before
    assert not window.history.frame.card.isVisible()
    assert "history" not in window.presenter.reasons
    assert session.steps == steps


def test_nothing_can_be_done_in_an_earlier_battle(opens: Opens, press: Press) -> None:
    window, session, panel = duel(opens)
    steps = session.steps
    panel.look(1)
    assert "earlier point of the battle" in str(
        window.work.bridge.edit(Call(action="set_title", options={"title": "Other"}))
    )
    assert "earlier point of the battle" in str(
        window.work.bridge.refused_words(window.work.bridge.act(strike("ann", "bob", 6)))
    )
    assert "earlier point of the battle" in str(window.work.bridge.keep_draft(strike("ann", "bob")))
    press("Ctrl+Z")
    assert session.steps == steps, "it only returns"
    assert window.work.bridge.past is None


def test_looking_back_never_writes_to_the_file(open_window: OpenWindow, tmp_path: Path, press: Press) -> None:
    window = open_window()
    window.work.combat.start(first="pc")
    window.commands.action("history").trigger()
    path = window.work.bridge.path
    assert path is not None
    before = {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    panel = window.docks["history"].panel(HistoryPanel)
    window.work.combat.end_turn()
    before[path] = path.read_bytes()
    panel.look(listed(panel)[0])
    press("A 4 5 N V -")
    window.work.bridge.show_step(None)
    assert path.read_bytes() == before[path]


def test_players_go_on_seeing_the_battle_as_it_stands(window: GmWindow) -> None:
    window.work.combat.end_turn()
    window.players.show_now()
    latest = window.presenter.latest
    first = window.work.bridge.session.steps[0].number
    window.work.bridge.show_step(first)
    window.players.show_now()
    assert window.presenter.latest == latest
    assert window.presenter.is_frozen


def test_what_if_begins_without_a_name_but_not_when_it_is_cancelled(
    opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, session, _ = duel(opens)
    monkeypatch.setattr(LineDialog, "ask", lambda *_, **__: None)
    window.commands.action("what_if").trigger()
    assert session.played_line is None
    monkeypatch.setattr(LineDialog, "ask", lambda *_, **__: "")
    window.commands.action("what_if").trigger()
    assert session.played_line is not None
    assert "step 4" in window.status.message.text()


def test_what_if_is_named_listed_and_left_again(opens: Opens, monkeypatch: pytest.MonkeyPatch, press: Press) -> None:
    window, session, panel = duel(opens)
    played = session.battle
    monkeypatch.setattr(LineDialog, "ask", lambda *_, **__: "With the rocket launcher")
    panel.look(1)
    window.history.begin_branch_here()
    assert hp(session.battle, "bob") == 4
    session.act(strike("ann", "bob", 6))
    session.act(strike("ann", "bob", 6))
    assert hp(session.battle, "bob") == 0
    names = [(branch.name, branch.is_current) for branch in session.branches()]
    assert names == [("With the rocket launcher", True), ("Main line", False)]
    assert "what if" in window.presenter.reasons, "players see none of it"
    assert window.commands.action("played_line").isEnabled()
    window.commands.action("played_line").trigger()
    assert session.battle is played
    assert "main line" in window.status.message.text()
    assert "what if" not in window.presenter.reasons
    names = [(branch.name, branch.is_current) for branch in session.branches()]
    assert names == [("Main line", True), ("With the rocket launcher", False)]


def test_players_see_nothing_of_what_was_tried_out_when_it_is_left(
    window: GmWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.players.show_now()
    before = window.presenter.shown
    monkeypatch.setattr(LineDialog, "ask", lambda *_, **__: "With the rocket launcher")
    window.history.begin_branch_here()
    assert window.work.combat.end_turn() is None
    window.players.show_now()
    shown: list[object] = []
    window.presenter.shown_changed.connect(lambda: shown.append(window.presenter.shown))
    window.commands.action("played_line").trigger()
    window.players.show_now()
    assert all(view == before for view in shown)
    assert window.presenter.shown == before


def test_going_back_to_a_step_keeps_what_came_after_it(opens: Opens) -> None:
    window, session, _ = duel(opens)
    window.history.go_to(2)
    session.act(strike("ann", "bob", 1))
    (current, other) = session.branches()
    assert (current.name, current.count) == ("Main line", 3)
    assert (other.tip, other.fork, other.count, other.name) == (4, 2, 2, "Undone from step 2")
    window.history.go_to(4)
    assert hp(session.battle, "bob") == 2


@pytest.mark.slow
def test_two_points_are_compared_combatant_by_combatant(opens: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _, _ = duel(opens)
    told: list[tuple[str, list[tuple[str, str, str]]]] = []

    def read(dialog: CompareDialog) -> int:
        tree = dialog.list
        for at in range(tree.topLevelItemCount()):
            group = tree.topLevelItem(at)
            assert group is not None
            rows = [group.child(row) for row in range(group.childCount())]
            told.append((group.text(0), [(row.text(0), row.text(1), row.text(2)) for row in rows]))
        return 0

    monkeypatch.setattr(CompareDialog, "exec", read)
    window.history.compare(1)
    assert told == [
        ("Ann", [("Hp", "6", "4"), ("Wounds", "–", "arm"), ("Place", "–", "on the map")]),
        ("Bob", [("Hp", "4", "2"), ("Wounds", "arm", "arm, arm")]),
    ]


def test_without_a_step_the_change_of_the_last_step_is_compared_also_beside_branches(
    opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Step 4 takes Bob from 4 to 2 hp; in the dialog's list a branch that was left comes before the steps."""
    window, session, _ = duel(opens)
    session.undo()
    session.act(strike("ann", "bob", 6))
    assert [one.is_current for one in session.branches()].count(False) == 1
    picked: list[str] = []
    monkeypatch.setattr(CompareDialog, "exec", lambda dialog: picked.append(dialog.first.currentText()) or 0)
    window.history.compare()
    assert picked[0].startswith("3 ")


@pytest.mark.slow
def test_ten_thousand_steps_open_and_scroll_without_a_stutter(opens: Opens, qtbot: QtBot) -> None:
    window = opens(toy.battle(), toy.TOY)
    session = window.work.bridge.session
    history, now = session._history, datetime.now(UTC)
    call, note = Call(action="rest", actor="ann"), Note(sentences=(gm_text("Ann rests"),))
    for _ in range(10_000):
        text = done_step(history.next_number, history.head, now, call, note, ())
        history.add(history.battle, text, StepRecord.of(text, now, call, note))
    before = perf_counter()
    window.commands.action("history").trigger()
    panel = window.docks["history"].panel(HistoryPanel)
    qtbot.waitUntil(lambda: panel.model.rowCount() == 10_000)
    opened = perf_counter() - before
    before = perf_counter()
    bar = panel.steps.verticalScrollBar()
    for at in range(0, bar.maximum(), max(1, bar.maximum() // 50)):
        bar.setValue(at)
        panel.steps.viewport().repaint()
    frame = (perf_counter() - before) / 50
    assert len(panel.feed._rows) < 3_000, "only what is seen is put into words"
    assert opened < 3, f"{opened:.2f} s to open"
    assert frame < 0.1, f"{frame * 1000:.0f} ms a frame"


@pytest.mark.slow
def test_the_story_is_copied_and_saved_and_says_where_it_cannot_be(window: GmWindow, tmp_path: Path) -> None:
    window.work.bridge.edit(Call(action="mark", options={"text": "The <crane> falls"}))
    dialog = StoryDialog(window.work.bridge, window.history.paint_map, window)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text().startswith("# Dockside ambush\n")
    assert "> ★ The \\<crane\\> falls." in QGuiApplication.clipboard().text()
    dialog.save_to(tmp_path / "evening.html")
    assert "The &lt;crane&gt; falls" in (tmp_path / "evening.html").read_text(encoding="utf-8")
    dialog.names.setCurrentIndex(1)
    dialog.save_to(tmp_path / "evening.md")
    assert "crane" not in (tmp_path / "evening.md").read_text(encoding="utf-8"), "players get no notes of the GM's"
    dialog.save_to(tmp_path / "nowhere" / "evening.md")
    assert "cannot be written" in dialog.message.text()
    dialog.deleteLater()


@pytest.mark.slow
def test_maps_at_marks_are_in_the_page_and_beside_markdown(window: GmWindow, tmp_path: Path) -> None:
    window.work.bridge.edit(Call(action="mark", options={"text": "The crane falls"}))
    number = window.work.bridge.session.steps[-1].number
    dialog = StoryDialog(window.work.bridge, window.history.paint_map, window)
    dialog.save_to(tmp_path / "the evening.html")
    page = (tmp_path / "the evening.html").read_text(encoding="utf-8")
    assert page.count('<img src="data:image/png;base64,') == 1
    assert not [path for path in tmp_path.iterdir() if path.name.endswith("-pictures")], "a page holds its pictures"
    dialog.save_to(tmp_path / "the evening.md")
    text = (tmp_path / "the evening.md").read_text(encoding="utf-8")
    assert f"![The map in round 1](the%20evening-pictures/step-{number}.png)" in text
    picture = QImage(str(tmp_path / "the evening-pictures" / f"step-{number}.png"))
    assert (picture.width(), picture.height()) == (1280, 720)
    assert dialog.message.text() == "Saved as “the evening.md”, its pictures in “the evening-pictures”."
    dialog.maps.setChecked(False)
    dialog.save_to(tmp_path / "plain.md")
    assert "![" not in (tmp_path / "plain.md").read_text(encoding="utf-8")
    assert not (tmp_path / "plain-pictures").exists()
    dialog.deleteLater()


@pytest.mark.slow
def test_maps_of_a_story_for_players_show_nobody_hidden(window: GmWindow) -> None:
    """The players' picture is the same to the pixel wherever a hidden combatant is; the GM's picture is not."""
    battle = window.work.battle
    hidden = next(who for who in battle.combatants.values() if who.is_hidden)
    assert hidden.place is not None
    bare = battle.with_combatant(replace(hidden, place=replace(hidden.place, x=1.0, y=1.0)))
    paint = window.history.paint_map
    assert paint(battle, True) == paint(bare, True)
    assert paint(battle, False) != paint(bare, False)


@pytest.mark.slow
def test_where_there_is_no_map_the_story_has_no_picture(opens: Opens) -> None:
    window = opens(toy.battle(), toy.TOY)
    assert window.history.paint_map(window.work.battle, False) is None


@pytest.mark.slow
def test_branches_are_counted_on_without_going_through_all_steps(opens: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    window, session, panel = duel(opens)
    monkeypatch.setattr(LineDialog, "ask", lambda *_, **__: "Rockets")
    gone_through: list[int] = []
    branches = session.branches

    def watched() -> tuple[Branch, ...]:
        gone_through.append(len(session.steps))
        return branches()

    monkeypatch.setattr(session, "branches", watched)

    def shown() -> list[str]:
        return [panel.branches.item(row).text() for row in range(panel.branches.count())]

    session.act(strike("bob", "ann", 1))
    session.act(strike("bob", "ann", 1))
    assert gone_through == []
    assert shown() == ["● Main line   6 steps"]
    window.history.begin_branch(2)
    session.act(strike("bob", "ann", 1))
    assert shown() == ["● Rockets   4 steps", "○ Main line   from 2, 4 steps"], "from the start, and on"
    session.undo()
    session.act(strike("bob", "ann", 2))
    assert [branch.count for branch in branches()] == [panel.branches.item(row).data(RowRole).count for row in range(3)]
