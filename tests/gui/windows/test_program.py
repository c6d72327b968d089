"""Changing from one battle to another, and the messages that the program shows."""

from __future__ import annotations

import errno
import gc
import os
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QLabel
from pytestqt.qtbot import QtBot

from gui.app import RESTART, IdleCollector, Program, RunningCopy, main, restart_process, scaled_environment
from gui.controllers.campaigns import NewBattle, SessionLibrary, samples
from gui.dialogs.campaign_dialogs import NewBattleDialog
from gui.dialogs.forms import ConfirmDialog, LineDialog, MessageDialog
from gui.handover import Wish, address
from gui.panels.action_panel import ActionPanel
from gui.preferences import Preferences
from gui.style import theme
from gui.windows.board_commands import LastTimeCard
from gui.windows.gm_window import GmWindow
from model.session import Status, disk
from model.session.file_names import drafts_file, lock_file
from model.state.base import Id, replace
from tests.gui.windows.test_counted_keys import SAMPLES

pytestmark = pytest.mark.slow


@pytest.fixture
def program(qtbot: QtBot, library: SessionLibrary) -> Iterator[Program]:
    theme().apply(QApplication.instance(), "dark")
    made = Program(library)
    yield made
    made.end()


def test_without_a_file_the_start_page_leads_into_a_fight_and_back(program: Program) -> None:
    page = program.show_start()
    assert page.isVisible()
    page.path_wanted.emit(str(samples()[0].path))
    assert program.window is not None
    assert program.window.isVisible()
    assert program.start is None
    program.window.files.start_page()
    assert program.window is None
    assert program.start is not None


def test_players_see_nothing_of_a_battle_that_is_opened_while_it_is_prepared(program: Program) -> None:
    assert program.open(samples()[0].path)
    assert program.window is not None
    program.window.players.show_now()
    assert program.presenter.reasons == ("preparing",)
    assert program.presenter.shown is None


def test_players_see_nothing_of_a_branch_on_which_a_battle_is_opened(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LineDialog, "ask", lambda *_, **__: "With the rocket launcher")
    assert program.open(samples()[0].path)
    assert program.window is not None
    assert program.window.work.combat.start(first="pc") is None
    program.window.players.show_now()
    played = program.presenter.shown
    assert played is not None
    program.window.history.begin_branch_here()
    assert program.window.work.combat.end_turn() is None
    program.window.files.start_page()
    assert program.open(samples()[0].path)
    program.window.players.show_now()
    assert program.presenter.reasons == ("what if",)
    assert program.presenter.latest != played
    assert program.presenter.shown == played


def test_the_fight_that_is_shown_is_not_opened_twice(program: Program) -> None:
    assert program.open(samples()[0].path)
    window = program.window
    assert program.open(samples()[0].path)
    assert program.window is window


def test_what_cannot_be_opened_is_told_and_the_fight_stays(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(MessageDialog, "inform", lambda parent, title, words: told.append(words))
    assert program.open(samples()[0].path)
    bad = tmp_path / "bad.battle.toml"
    bad.write_text("battle = 3")
    assert not program.open(bad)
    assert "session" in told[0]
    assert "bad.battle.toml" in told[0]
    assert program.window is not None
    assert program.window.isVisible()
    assert bad.read_text() == "battle = 3"


def test_of_a_file_that_cannot_be_opened_only_the_reasons_are_told(program: Program, tmp_path: Path) -> None:
    """The message names the file, and does not say that it was edited by hand, which is no reason."""
    wrong = tmp_path / "wrong.battle.toml"
    wrong.write_text(samples()[0].path.read_text().replace("agility = 4", 'agility = "high"'))
    assert not program.open(wrong)
    assert program.start is not None
    words = program.start.problem.text()
    assert words.startswith("“wrong.battle.toml” cannot be opened.")
    assert "agility: expected a whole number" in words
    assert "edited by hand" not in words


def test_a_fight_double_clicked_later_opens_in_the_running_copy(program: Program) -> None:
    first, second = samples()[0].path, samples()[1].path
    assert program.open(first)
    program.fulfil(Wish(file=str(second)))
    assert program.window is not None
    assert program.window.work.bridge.path is not None
    assert program.window.work.bridge.path.name == second.name


def test_a_later_copy_hands_its_battle_over_and_ends(qtbot: QtBot, tmp_path: Path) -> None:
    running = RunningCopy(address())
    heard: list[Wish] = []
    running.wished.connect(heard.append)
    assert main(tmp_path / "fight.battle.toml") == 0
    qtbot.waitUntil(lambda: bool(heard))
    assert heard[0].file == str(tmp_path / "fight.battle.toml")
    running.close()


def test_starting_the_program_again_only_brings_its_window_back(program: Program) -> None:
    assert program.open(samples()[0].path)
    window = program.window
    assert window is not None
    window.showMinimized()
    program.fulfil(Wish())
    assert program.window is window
    assert not window.isMinimized()


def test_an_open_dialog_is_answered_before_another_fight_opens(qtbot: QtBot, program: Program) -> None:
    assert program.open(samples()[0].path)
    window = program.window
    dialog = MessageDialog(window, "Something", "to be read first")
    dialog.setModal(True)
    dialog.show()
    program.fulfil(Wish(file=str(samples()[1].path)))
    assert program.window is window
    dialog.accept()
    qtbot.waitUntil(lambda: program.window is not window)


def locked_copy(library: SessionLibrary) -> Path:
    """Return the path of the user's copy of the sample, locked as open in the program on another computer."""
    copied = library.copy(samples()[0].path)
    assert isinstance(copied, Path)
    lock_file(copied).write_text('pid = 4711\nhost = "another computer"\nsince = 1.0\n')
    return copied


def test_a_battle_that_is_open_elsewhere_is_taken_over_when_the_gm_says_so(
    program: Program, library: SessionLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = locked_copy(library)
    asked: list[str] = []

    def answer(is_meant: bool) -> None:
        monkeypatch.setattr(ConfirmDialog, "ask", lambda parent, title, words, yes: asked.append(words) or is_meant)

    answer(False)
    program.show_start()
    assert not program.open(path)
    assert program.start is not None
    assert "another computer" in program.start.problem.text()
    answer(True)
    assert program.open(path)
    assert program.window is not None
    assert program.window.work.bridge.path == path
    assert len(asked) == 2
    assert all("another computer" in words for words in asked)


def test_a_fight_that_goes_on_in_another_file_is_told_once(window: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(MessageDialog, "inform", lambda parent, title, words: told.append(words))
    path = window.work.bridge.path
    assert path is not None
    path.write_bytes(path.read_bytes() + b"\n# somebody else was here\n")
    for title in ("At the docks", "At the pier"):
        window.work.edit("set_title", title=title)
        QApplication.processEvents()
    now = window.work.bridge.path
    assert now is not None
    assert now != path
    assert len(told) == 1
    assert now.name in told[0]
    assert window.status.saved.text() == "Saved: every action is on disk"
    assert window.status.file.text() == now.name
    assert window.work.preferences.recent[0] == now.resolve()


def test_without_a_fight_the_start_page_says_what_is_wrong(program: Program, tmp_path: Path) -> None:
    assert not program.open(tmp_path / "gone.battle.toml")
    assert program.start is not None
    assert "gone.battle.toml" in program.start.problem.text()


def test_a_new_battle_comes_with_its_fighters(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(iter(program._library.rulesets))
    monkeypatch.setattr(NewBattleDialog, "ask", lambda *_: NewBattle(game, "At the pier", "Ada, pc\n3 raiders"))
    program.make_new()
    assert program.window is not None
    fighters = program.window.work.battle.combatants.values()
    assert [(who.name, who.side) for who in fighters] == [
        ("Ada", "pc"), ("Raider 1", "npc"), ("Raider 2", "npc"), ("Raider 3", "npc"),
    ]  # fmt: skip


def test_fighters_that_cannot_be_added_to_a_new_battle_are_not_lost(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = next(iter(program._library.rulesets))
    monkeypatch.setattr(NewBattleDialog, "ask", lambda *_: NewBattle(game, "At the pier", "Ada, pc\n900 raiders"))
    program.make_new()
    assert program.window is not None
    assert not program.window.work.battle.combatants
    line = program.window.combatants.quick_entry
    assert line.isVisible()
    assert line.field.text() == "+ Ada, pc; 900 raiders"
    assert "Nothing is added" in line.problem.text()
    assert line.preview.text().count("1 to 100") == 1


@pytest.mark.parametrize("name", ["wasteland-glowing-crater", "zamani-loading-bay"])
def test_a_new_battle_offers_the_rules_played_last(
    program: Program, library: SessionLibrary, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    offered: list[str] = []

    def cancel(dialog: NewBattleDialog) -> QDialog.DialogCode:
        offered.append(dialog.rules.currentData())
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(NewBattleDialog, "exec", cancel)
    program.make_new()
    assert program.open(next(one.path for one in samples() if one.path.name.startswith(name)))
    program.make_new()
    program.window.files.start_page()
    program.make_new()
    ruleset = name.partition("-")[0]
    assert offered == [next(iter(library.rulesets)), ruleset, ruleset]


def test_a_window_with_steps_in_memory_alone_asks_before_it_closes(
    window: GmWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsaved = Status("unsaved", "The disk is full.")
    monkeypatch.setattr(type(window.work.bridge.session), "status", property(lambda _: unsaved))
    asked: list[str] = []

    def no(parent: object, title: str, words: str, yes: str) -> bool:
        asked.append(words)
        return False

    monkeypatch.setattr(ConfirmDialog, "ask", no)
    assert not window.close()
    assert window.isVisible()
    assert asked == ["The disk is full."]
    monkeypatch.setattr(ConfirmDialog, "ask", lambda *_: True)
    assert window.close()


_START = """
import gc
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel
from gui.app import main
application = QApplication([])
QTimer.singleShot(0, application.quit)
assert main(sample="dockside-ambush") == 0
loaded = gc.get_freeze_count()
print(loaded > len(gc.get_objects()))
"""


def test_what_is_loaded_is_not_looked_through_for_garbage_again_and_again(tmp_path: Path) -> None:
    """Most objects of the program exist before a battle is opened and are never freed."""
    folders = {name: str(tmp_path / name) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    environment = os.environ | folders | {"HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", _START], env=environment, check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "True"


class _Cycle:
    """A reference cycle, which only the garbage collector finds."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_is_looked_for_while_the_program_waits_and_not_before(qtbot: QtBot) -> None:
    collector = IdleCollector()
    try:
        many = [_Cycle() for _ in range(5000)]
        gone = weakref.ref(many[0])
        del many
        assert gone() is not None
        qtbot.waitUntil(lambda: gone() is None, timeout=2000)
        # An object in use at the last full collection is found only after another full collection is requested.
        kept = _Cycle()
        gone = weakref.ref(kept)
        collector._collect_all()
        del kept
        gc.collect()
        assert gone() is not None
        collector.collect_all_again()
        qtbot.waitUntil(lambda: gone() is None, timeout=5000)
    finally:
        collector.deleteLater()
        gc.enable()


def test_an_unknown_sample_is_refused_by_name(qapp: QApplication, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(sample="moonbase") == 1
    assert "moonbase" in capsys.readouterr().err


def test_a_half_answered_action_that_cannot_be_written_is_told_of(window: GmWindow, qtbot: QtBot) -> None:
    path = window.work.bridge.path
    assert path is not None
    drafts_file(path).mkdir()
    with qtbot.waitSignal(window.work.bridge.saving_changed):
        window.action_panel.attack()
    assert "only in memory" in window.status.saved.text()
    drafts_file(path).rmdir()
    with qtbot.waitSignal(window.work.bridge.saving_changed):
        window.action_panel.cancel_action()
    assert window.status.saved.text() == "Saved: every action is on disk"


@pytest.mark.parametrize(
    ("environment", "percent", "factor"),
    [
        ({}, 100, "1"),
        ({}, 150, "1.5"),
        ({"QT_SCALE_FACTOR": "2"}, 80, "1.6"),
        # After a restart, the environment has the program's own factor, and separately the one set by the system.
        ({"QT_SCALE_FACTOR": "1.5", "BATTLEBOARD_SYSTEM_SCALE": "1"}, 120, "1.2"),
    ],
)
def test_the_text_size_scales_what_the_system_has_set(environment: dict[str, str], percent: int, factor: str) -> None:
    assert scaled_environment(environment, percent)["QT_SCALE_FACTOR"] == factor


def test_another_text_size_starts_the_program_anew_with_its_battle(
    program: Program, preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(QApplication, "exit", ended.append)
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda program, words: started.append(words))
    assert program.open(samples()[0].path)
    assert program.window is not None
    path = program.window.work.bridge.path
    preferences.set_text_size(100)
    assert ended == [], "the size that it has already"
    preferences.set_text_size(140)
    assert ended == [RESTART]
    assert program.restart_with == path
    restart_process(program.restart_with)
    assert started == [[sys.executable, "-m", "gui", str(path)]]


def test_no_new_start_while_not_everything_is_on_disk(
    program: Program, preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(QApplication, "exit", ended.append)
    assert program.open(samples()[0].path)
    assert program.window is not None
    full = Status("unsaved", "The disk is full.")
    with monkeypatch.context() as patched:
        patched.setattr(type(program.window.work.bridge.session), "status", property(lambda _: full))
        preferences.set_text_size(140)
    assert ended == []
    assert "not everything is on disk" in program.window.status.message.text()


def test_a_battle_that_is_not_all_on_disk_stays_when_the_gm_cancels(
    program: Program, library: SessionLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert program.open(samples()[0].path)
    window = program.window
    assert window is not None
    full = OSError(errno.ENOSPC, "No space left on device")

    def no_space(*_: object) -> None:
        raise full

    asked: list[str] = []
    monkeypatch.setattr(disk, "Appended", no_space)
    monkeypatch.setattr(disk, "write_new", no_space)
    monkeypatch.setattr(ConfirmDialog, "ask", lambda parent, title, words, yes: bool(asked.append(words)))
    window.work.edit("set_title", title="At the docks")
    assert window.work.bridge.session.status.is_unsaved
    assert not program.open(samples()[1].path)
    for elsewhere in ("new", "start", str(samples()[1].path)):
        window.another_wanted.emit(elsewhere)
    assert len(asked) == 4
    assert program.window is window
    assert window.isVisible()
    assert not lock_file(library.folder / samples()[1].path.name).exists()
    monkeypatch.undo()
    window.work.edit("set_title", title="At the pier")
    assert not window.work.bridge.session.status.is_unsaved
    steps = [step.call.options["title"] for step in window.work.bridge.session.steps if step.call is not None]
    assert steps == ["At the docks", "At the pier"]


def test_a_battle_is_not_left_before_its_last_step_is_on_disk(
    program: Program, library: SessionLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert program.open(samples()[0].path)
    window = program.window
    assert window is not None

    def broken(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    asked: list[str] = []
    monkeypatch.setattr(disk.os, "fsync", broken)
    monkeypatch.setattr(ConfirmDialog, "ask", lambda parent, title, words, yes: bool(asked.append(words)))
    window.work.edit("set_title", title="At the docks")
    assert not window.close()
    assert ["does not respond" in words for words in asked] == [True]
    assert "does not respond" in window.status.saved.text()
    assert "does not respond" in program.where_saved()
    monkeypatch.undo()
    window.work.edit("set_title", title="At the pier")
    assert program.where_saved().startswith("Nothing is lost")


def copy_of_somebody(window: GmWindow) -> tuple[Id, Id]:
    """Duplicate an opponent; return the ids of a player's character who can attack, and of the copy."""
    battle = window.work.battle
    who = next(one.id for one in battle.combatants.values() if one.side == "pc")
    foe = next(one.id for one in battle.combatants.values() if one.side != "pc")
    window.work.edit("duplicate", foe)
    return who, next(iter(window.work.battle.combatants.keys() - battle.combatants.keys()))


@pytest.mark.parametrize("sample", SAMPLES)
def test_an_attack_on_a_combatant_who_is_gone_is_set_aside_and_the_battle_opens(
    sample: str, program: Program, library: SessionLibrary
) -> None:
    path = next(one.path for one in samples() if one.path.name.startswith(sample))
    assert program.open(path)
    window = program.window
    assert window is not None
    window.work.combat.start(first="pc")
    who, copy = copy_of_somebody(window)
    bridge = window.work.bridge
    usual = bridge.ruleset.usual_attack(bridge.battle, who)
    assert usual is not None
    bridge.session.keep_draft(replace(usual, targets=(copy,)))
    window.work.selection.select((who,))
    bridge.undo()
    assert who not in bridge.session.drafts
    assert any("its target" in sentence for sentence in bridge.session.drafts_set_aside)
    program.show_start()
    assert program.open(path)
    assert program.window is not None
    program.window.work.bridge.redo()
    assert who in program.window.work.bridge.session.drafts


def test_a_stopped_fight_opens_with_what_was_last_until_the_gm_goes_on(program: Program) -> None:
    assert program.open(samples()[0].path)
    assert program.window is not None
    assert not program.window.findChildren(LastTimeCard)
    program.window.work.combat.start(first="pc")
    name = program.window.work.bridge.name(program.window.work.battle.order.acting[0])
    program.window.work.edit("note", text="The hatch is open.")
    program.show_start()
    assert program.open(samples()[0].path)
    (card,) = program.window.findChildren(LastTimeCard)
    told = " ".join(label.text() for label in card.findChildren(QLabel))
    assert card.isVisible()
    assert "Round 1" in told
    assert name in told
    assert "The hatch is open." in told
    for width, height in ((1366, 768), (900, 500)):
        program.window.resize(width, height)
        for _ in range(3):
            QApplication.processEvents()
        assert program.window.board.rect().contains(card.geometry())
    program.window.work.edit("note", text="Go.")
    assert not card.isVisible()


def test_a_half_answered_action_that_breaks_the_window_is_put_away(
    program: Program, library: SessionLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(error))
    monkeypatch.setattr(MessageDialog, "inform", lambda *_: None)
    sample = samples()[0]
    assert program.open(sample.path)
    assert program.window is not None
    program.window.work.combat.start(first="pc")
    who, copy = copy_of_somebody(program.window)
    bridge = program.window.work.bridge
    usual = bridge.ruleset.usual_attack(bridge.battle, who)
    assert usual is not None
    bridge.session.keep_draft(replace(usual, targets=(copy,)))
    program.show_start()
    whole = ActionPanel.refresh

    def breaks(panel: ActionPanel) -> None:
        if panel._bridge.session.drafts:
            raise KeyError(copy)
        whole(panel)

    monkeypatch.setattr(ActionPanel, "refresh", breaks)
    assert program.open(sample.path)
    assert [str(error) for error in told] == [repr(copy)]
    assert list(library.folder.glob("*.drafts-unread-1.toml"))


def test_a_battle_whose_window_cannot_be_made_lets_go_of_its_file(
    program: Program, library: SessionLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(error))
    program.show_start()

    def breaks(_: ActionPanel) -> None:
        raise KeyError("a mistake")

    monkeypatch.setattr(ActionPanel, "refresh", breaks)
    assert not program.open(samples()[0].path)
    assert len(told) == 1
    assert program.start is not None
    assert "ran into an error" in program.start.problem.text()
    assert not lock_file(library.folder / samples()[0].path.name).exists()


_FIRST_WINDOW = """
import linecache, sys
from gui.__main__ import main
main(["--sample", "dockside-ambush", "--until-shown"])
assert "gui.windows.gm_window" in sys.modules
print([name for name in linecache.cache if "gui" in name])
late = ("gui.panels.library", "gui.panels.statistics", "gui.dialogs.quick_entry", "difflib")
print([name for name in late if name in sys.modules])
"""


def test_the_start_reads_no_sources_and_imports_nothing_that_is_wanted_later(tmp_path: Path) -> None:
    """The process prints when the window was painted, by the clock that all processes of a machine share."""
    folders = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    begun = time.monotonic()
    command = [sys.executable, "-c", _FIRST_WINDOW]
    done = subprocess.run(command, env=os.environ | folders, check=True, capture_output=True, text=True)
    painted, sources, late = done.stdout.splitlines()
    assert begun < float(painted) < time.monotonic()
    assert (sources, late) == ("[]", "[]")
