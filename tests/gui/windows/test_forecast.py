"""The forecast dialog: figures that fill in, behaviour, what-if changes, and that the battle stays unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from gui.controllers.forecasting import Forecasting
from gui.dialogs.forecast import ForecastDialog, ForecastManual
from gui.dialogs.forecast_changes import BehaviourDialog, WhatIfDialog
from gui.windows.gm_window import GmWindow
from model.forecast import LONG, PARTY, Number, Workers
from model.rulesets import RULESETS
from model.session.reader import read
from model.state.behaviour import Behaviour, Behaviours
from model.view.viewer import without_number
from tests.gui.windows.hands import OpenWindow

pytestmark = pytest.mark.slow

_WAIT = 60_000
"""Milliseconds to wait for simulated fights, enough on a busy machine."""


class _KeptWorkers(Workers):
    """Workers with one process for all tests of this file, which closing a window does not end."""

    waits = 0
    """Number of requests to give way."""

    def give_way(self) -> None:
        self.waits += 1

    def close(self) -> None:
        self.was_closed = True


@pytest.fixture(scope="module")
def workers() -> Iterator[_KeptWorkers]:
    kept = _KeptWorkers(1)
    yield kept
    Workers.close(kept)


@pytest.fixture
def dialog(open_window: OpenWindow, workers: _KeptWorkers, qtbot: QtBot) -> Iterator[ForecastDialog]:
    """The forecast dialog of a running fight, with figures of the first simulated fights."""
    window = open_window(1366, 768)
    window.work.combat.start(first="pc")
    work = Forecasting(window.work.bridge, window, lambda: workers)
    dialog = ForecastDialog(window.work.bridge, work, window)
    dialog.run()
    dialog.show()
    qtbot.waitUntil(lambda: _fights(dialog) > 0, timeout=_WAIT)
    yield dialog
    work.close()


def _fights(dialog: ForecastDialog) -> int:
    progress = dialog.work.progress
    return 0 if progress is None else progress.fights


def _window(dialog: ForecastDialog) -> GmWindow:
    window = dialog.parent()
    assert isinstance(window, GmWindow)
    return window


def _answer(kind: type[QDialog], do: Callable[[QDialog], None]) -> list[QDialog]:
    """Call `do` with a dialog of this kind as soon as it is open; return a list to which that dialog is added."""
    seen: list[QDialog] = []

    def look() -> None:
        opened = QApplication.activeModalWidget()
        if isinstance(opened, kind):
            seen.append(opened)
            do(opened)

    QTimer.singleShot(0, look)
    return seen


def test_outcomes_are_told_for_each_side_and_for_a_long_fight(dialog: ForecastDialog) -> None:
    progress = dialog.work.progress
    assert progress is not None
    result = progress.result
    assert result is not None
    dialog.work.cancel()
    shown = dialog.figures.outcomes.rows
    assert (result.outcomes[0].key, result.outcomes[-1].key) == (PARTY, LONG)
    assert len(shown) == len(result.outcomes)
    assert sum(row.share for row in shown) == pytest.approx(1)
    assert "from round 1" in dialog.head.words.text()
    # The median is beside the heading: under the columns it would overlap the numbers of a narrow plot.
    assert "median" in dialog.figures.length.aside


def test_everyone_who_takes_part_has_a_row_also_the_hidden_ones(dialog: ForecastDialog, qtbot: QtBot) -> None:
    work = dialog.work
    window = _window(dialog)
    hidden = next(one for one in window.work.battle.combatants.values() if one.side == "npc")
    window.work.edit("hide", hidden.id)
    assert window.work.battle.combatants[hidden.id].is_hidden
    dialog.run()
    qtbot.waitUntil(lambda: _fights(dialog) > 0, timeout=_WAIT)
    work.cancel()
    rows = dialog.figures.fates.rows
    told = {without_number(row.name.partition(" ×")[0]) for row in rows}
    here = (one for one in window.work.battle.combatants.values() if one.is_present and not one.is_out)
    assert told == {without_number(one.name) for one in here}
    assert any(row.is_hidden for row in rows)


def test_a_change_of_the_battle_marks_the_figures_as_old_and_keeps_them(dialog: ForecastDialog, qtbot: QtBot) -> None:
    dialog.work.cancel()
    before = dialog.figures.outcomes.rows
    assert "OUTDATED" not in dialog.head.words.text()
    window = _window(dialog)
    window.work.edit("set_title", title="Another")
    qtbot.waitUntil(lambda: "OUTDATED" in dialog.head.words.text())
    assert dialog.figures.outcomes.rows == before
    window.combat.undo()
    qtbot.waitUntil(lambda: "OUTDATED" not in dialog.head.words.text())


def test_the_forecast_changes_nothing_of_the_battle(dialog: ForecastDialog) -> None:
    window = _window(dialog)
    steps, battle = len(window.work.bridge.session.steps), window.work.battle
    dialog.work.cancel()
    assert dialog.work.progress.state == "cancelled"
    assert window.work.battle is battle
    assert len(window.work.bridge.session.steps) == steps


def test_behaviour_is_told_in_words_and_forecast_anew_when_changed(dialog: ForecastDialog) -> None:
    dialog.work.cancel()
    seed = dialog.work.seed

    def be_careful(opened: QDialog) -> None:
        assert isinstance(opened, BehaviourDialog)
        stance = opened.fields.fields["stance"]
        stance.setCurrentIndex(stance.findData("careful"))
        assert "careful" in opened.words.text()
        opened.accept()

    seen = _answer(BehaviourDialog, be_careful)
    dialog.change_behaviour(("side", "pc"))
    assert seen
    careful = Behaviours(sides={"pc": Behaviour(stance="careful")})
    assert dialog._bridge.battle.behaviours == careful
    assert dialog.work.is_running
    assert dialog.work.seed != seed
    words = [words for who, words in dialog._behaviour_lines() if who == ("side", "pc")]
    assert "careful" in words[0]
    # The behaviour is saved in the battle's file, and undo takes it back: then the figures are outdated.
    window = _window(dialog)
    assert window.work.bridge.path is not None
    kept = read(window.work.bridge.path.read_bytes(), RULESETS)
    assert kept.contents is not None
    assert kept.contents.history.battle.behaviours == careful
    window.combat.undo()
    assert window.work.battle.behaviours == Behaviours()
    assert dialog.work.is_outdated


def test_a_switch_taken_back_is_as_usual_again(dialog: ForecastDialog) -> None:
    dialog.work.cancel()

    def change_and_take_back(opened: QDialog) -> None:
        assert isinstance(opened, BehaviourDialog)
        stance = opened.fields.fields["stance"]
        stance.setCurrentIndex(2)
        stance.setCurrentIndex(0)
        assert opened.behaviours == Behaviours()
        opened.accept()

    seen = _answer(BehaviourDialog, change_and_take_back)
    dialog.change_behaviour(("side", "npc"))
    assert seen
    assert not dialog.work.is_running


def test_what_is_modelled_can_be_read_beside_the_figures(dialog: ForecastDialog) -> None:
    dialog.behaviour.manual.click()
    page = dialog.findChild(ForecastManual)
    assert page is not None
    assert page.isVisible()
    text = page.page.toPlainText()
    for part in ("What is modelled", "What is not modelled", "House rules", "grapples", "19 times out of 20"):
        assert part in text
    dialog.behaviour.manual.click()
    assert dialog.findChildren(ForecastManual) == [page]


def test_what_if_shows_both_chances_side_by_side(dialog: ForecastDialog, qtbot: QtBot) -> None:
    window = _window(dialog)
    enemy = next(one.id for one in window.work.battle.combatants.values() if one.side == "npc")
    assert dialog.work.try_change(Number(of=enemy, by=3)) == ""
    qtbot.waitUntil(lambda: len(dialog.what_if.bars.rows) == 2, timeout=_WAIT)
    dialog.work.cancel()
    assert dialog.what_if.title.text().startswith("3 more")
    now, then = dialog.what_if.bars.rows
    assert now.share == dialog.figures.outcomes.rows[0].share
    assert (now.title, then.title) == ("Party wins (before)", "Party wins (with change)")
    for row in (now, then):
        low, high = map(int, row.aside.partition(" ")[0].split("–"))
        assert low <= round(100 * row.share) <= high, "each with the interval that it lies in"


def test_a_change_that_cannot_be_made_says_why_and_the_dialog_stays(dialog: ForecastDialog) -> None:
    dialog.work.cancel()

    def ask_for_too_few(opened: QDialog) -> None:
        assert isinstance(opened, WhatIfDialog)
        opened.by.setValue(-50)
        QTest.keyClick(opened.by, Qt.Key.Key_Return)
        assert opened.isVisible()
        assert "only" in opened.problem.text()
        opened.reject()

    seen = _answer(WhatIfDialog, ask_for_too_few)
    dialog.ask_what_if()
    assert seen
    assert dialog.work.what_if is None


def test_a_fair_number_is_searched_for_the_chosen_enemy(dialog: ForecastDialog) -> None:
    window = _window(dialog)
    dialog.work.cancel()
    enemy = next(one for one in window.work.battle.combatants.values() if one.side == "npc")
    assert dialog.work.make_fair(enemy.id, 0.5) == ""
    assert without_number(enemy.name) in dialog.what_if.fair.text()
    dialog.work.cancel()


def test_the_most_typical_fight_goes_by_as_a_branch_that_players_do_not_see(
    dialog: ForecastDialog, qtbot: QtBot
) -> None:
    window = _window(dialog)
    dialog.work.cancel()
    battle, told = window.work.battle, list[str]()
    dialog.work.success.connect(told.append)
    dialog.foot.typical.click()
    qtbot.waitUntil(lambda: bool(told), timeout=_WAIT)
    session = window.work.bridge.session
    assert session.played_line is not None
    assert [branch.name for branch in session.branches() if branch.is_current] == ["The most typical fight"]
    assert window.presenter.is_frozen
    assert window.work.battle is not battle
    # The dialog does not cover the branch, and the top bar says that a branch is shown.
    assert not dialog.isVisible()
    assert window.top_bar.branch.isVisible()
    window.history.return_to_played()
    assert not window.top_bar.branch.isVisible()
    assert window.work.battle == battle
    assert not dialog.work.is_outdated


def test_it_gives_way_to_keys_and_to_the_mouse_in_the_window_of_the_battle(
    dialog: ForecastDialog, workers: _KeptWorkers, qtbot: QtBot
) -> None:
    window = _window(dialog)
    handle = window.windowHandle()
    dialog.work.give_way_to(handle)
    dialog.run()
    before = workers.waits
    QTest.keyClick(handle, Qt.Key.Key_F)
    assert workers.waits > before
    before = workers.waits
    QTest.mouseMove(handle, QPoint(300, 300))
    assert workers.waits == before, "a pointer that passes does nothing"
    QTest.mousePress(handle, Qt.MouseButton.MiddleButton, pos=QPoint(600, 300))
    assert workers.waits > before
    QTest.mouseRelease(handle, Qt.MouseButton.MiddleButton, pos=QPoint(600, 300))
    dialog.work.cancel()
    before = workers.waits
    QTest.keyClick(handle, Qt.Key.Key_F)
    assert workers.waits == before, "nothing runs"


def test_closing_the_forecast_ends_its_processes(dialog: ForecastDialog, workers: _KeptWorkers) -> None:
    workers.was_closed = False
    dialog.close()
    assert workers.was_closed
    assert not dialog.work.is_running


def test_the_command_opens_it_once(open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a second time, it brings the open dialog to the front."""
    begun: list[str] = []
    monkeypatch.setattr(Forecasting, "begin", lambda _: begun.append("begun"))
    window = open_window(1366, 768)
    window.commands.run("forecast")
    window.commands.run("forecast")
    assert len(window.findChildren(ForecastDialog)) == 1
    assert len(begun) == 1
