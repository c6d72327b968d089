"""The statistics dock: what it counts during combat, and when; what it shows if there is nothing to count."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers import statistics_feed as counting
from gui.controllers.campaigns import NewCampaign, SessionLibrary, samples
from gui.dialogs.forms import MessageDialog
from gui.panels.statistics import VIEWS, StatisticsPanel
from gui.preferences import Preferences
from gui.windows.gm_window import GmWindow
from model.campaign import BATTLES
from model.campaign.handouts import read_handouts
from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.run import Done
from model.rulesets import RULESETS
from model.session import Session
from model.state.battle import Battle, Combatant
from model.view.handouts import shown_view
from model.view.statistics import Tally
from tests.gui.windows.hands import Opens, OpenWindow
from tests.support.ford import meeting
from tests.support.skirmish import SKIRMISH


def attack(who: str, whom: str, faces: tuple[int, int], damage: int | None = None) -> Call:
    answers = {"attack": Faces(faces)} | ({} if damage is None else {"damage": Faces((damage,))})
    item = "bow" if who == "ines" else None
    return Call(action="attack", actor=who, targets=(whom,), item=item, answers=answers)


def ford(opens: Opens) -> GmWindow:
    """Ines, 10 hit points, hits the wolf, 6 hit points, for 1 + 2. The wolf misses. Ines misses: 6 steps in all."""
    window = opens(meeting(), SKIRMISH)
    session = window.work.bridge.session
    end, missed = Call(action="end_turn"), attack("wolf", "ines", (1, 1))
    hit, again = attack("ines", "wolf", (4, 4), 1), attack("ines", "wolf", (1, 1))
    assert window.work.combat.start() is None
    for call in (hit, end, missed, end, again):
        assert isinstance(session.act(call), Done)
    return window


def shown(window: GmWindow, qtbot: QtBot) -> StatisticsPanel:
    window.commands.action("statistics").trigger()
    qtbot.waitUntil(lambda: not window.statistics.feed.is_counting)
    return window.statistics


def row(panel: StatisticsPanel, name: str) -> Tally:
    return next((one for one in panel.rows if one.name == name), Tally(name))


def test_damage_turns_and_hits_are_counted_against_the_exact_odds(opens: Opens, qtbot: QtBot) -> None:
    panel = shown(ford(opens), qtbot)
    ines, wolf = row(panel, "Ines"), row(panel, "Wolf")
    assert (ines.dealt, ines.taken, ines.turns) == (3, 0, 1)
    assert (wolf.dealt, wolf.taken, wolf.turns) == (0, 3, 1)
    # 2d6 + 3 reaches 7 on 33 of 36 rolls; 2d6 + 2 reaches 7 on 30 of 36.
    assert ines.odds.chances == [pytest.approx(33 / 36)] * 2
    assert ines.hits == 1
    assert wolf.odds.chances == [pytest.approx(30 / 36)]
    assert wolf.hits == 0
    assert [(point.step, point.points) for point in wolf.health] == [(0, 6), (2, 3)]
    assert ines.health == []


@pytest.mark.slow
def test_the_table_and_every_plot_say_so(opens: Opens, qtbot: QtBot) -> None:
    panel = shown(ford(opens), qtbot)
    table = panel.table
    cells = [[table.item(at, column).text() for column in range(table.columnCount())] for at in range(table.rowCount())]
    # One hit of two at 33/36: fewer have the chance (3/36)², as many 2 · 33/36 · 3/36: 0.0069 + 0.1528 / 2.
    assert [cell[:6] for cell in cells] == [
        ["Ines", "3", "0", "1 of 2", "1.8", "8 %"],
        ["Wolf", "0", "3", "0 of 1", "0.8", "8 %"],
    ]
    panel.show_view("damage")
    assert [(bars.name, bars.words) for bars in panel.bars.rows] == [("Ines", "3 · 0"), ("Wolf", "0 · 3")]
    panel.show_view("hits")
    assert [bars.words for bars in panel.bars.rows] == ["1 of 2 · 8 %", "0 of 1 · 8 %"]
    assert panel.bars.rows[0].mark == pytest.approx(66 / 36)
    panel.show_view("health")
    (line,) = panel.lines.lines
    assert (line.name, line.points) == ("Wolf", ((0.0, 6.0), (2.0, 3.0)))
    panel.show_view("time")
    assert {bars.words.partition(" ·")[0] for bars in panel.bars.rows} == {"1 turn"}


def test_it_follows_what_is_done_and_undone(opens: Opens, qtbot: QtBot) -> None:
    window = ford(opens)
    panel, session = shown(window, qtbot), window.work.bridge.session
    session.act(Call(action="end_turn"))
    session.act(attack("wolf", "ines", (6, 6), 4))
    qtbot.waitUntil(lambda: row(panel, "Wolf").dealt == 4)
    session.undo(1)
    qtbot.waitUntil(lambda: panel.rows == ())
    for _ in range(7):
        session.redo()
    qtbot.waitUntil(lambda: row(panel, "Wolf").dealt == 4)
    qtbot.waitUntil(lambda: row(panel, "Wolf").hits == 1)


def test_it_is_closed_until_wanted_and_counts_only_while_seen(
    opens: Opens, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []
    figures_of = counting.figures_of

    def watched(ruleset: object, step: counting.Played) -> object:
        counted.append(step.call.action)
        return figures_of(SKIRMISH, step)

    monkeypatch.setattr(counting, "figures_of", watched)
    window = ford(opens)
    QApplication.processEvents()
    assert not window.docks["statistics"].isVisible()
    assert counted == []
    panel = shown(window, qtbot)
    assert len(counted) == len(window.work.bridge.session.steps) == 6
    window.work.bridge.session.act(Call(action="end_turn"))
    qtbot.waitUntil(lambda: row(panel, "Ines").turns == 2)
    assert len(counted) == 7, "what was counted is not counted again"
    window.docks["statistics"].close()
    window.work.bridge.session.act(Call(action="end_turn"))
    QApplication.processEvents()
    assert len(counted) == 7


@pytest.mark.slow
def test_where_there_is_nothing_it_says_what_would_be_there(opens: Opens, qtbot: QtBot) -> None:
    window = opens(meeting(), SKIRMISH)
    panel = shown(window, qtbot)
    for view in VIEWS:
        panel.show_view(view.kind)
        QApplication.processEvents()
        assert panel.nothing.isVisible()
        assert panel.nothing.text() == view.nothing


@pytest.mark.slow
def test_selected_combatants_stand_out_among_the_lines(window: GmWindow, qtbot: QtBot) -> None:
    panel = shown(window, qtbot)
    for who in ("apex-1", "boomer-3"):
        assert window.work.bridge.edit(Call(action="hurt", targets=(who,), options={"amount": 2})) is None
    panel.show_view("health")
    window.work.selection.set_current("boomer-3")
    qtbot.waitUntil(lambda: [line.is_strong for line in panel.lines.lines if line.name == "Boomer"] == [True])
    assert [line.is_strong for line in panel.lines.lines if line.name == "Apex"] == [False]


@pytest.mark.slow
def test_an_arrangement_of_docks_from_before_there_were_statistics_takes_the_dock_in(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window = open_window()
    dock = window.docks["statistics"]
    window.removeDockWidget(dock)
    window.layouts.arrange(compact=False)
    window.show_dock("statistics")
    assert window.dockWidgetArea(dock) == window.dockWidgetArea(window.docks["sheet"])
    assert not dock.isFloating()


@pytest.mark.slow
def test_the_table_is_saved_as_csv_or_it_is_said_why_not(opens: Opens, qtbot: QtBot, tmp_path: Path) -> None:
    panel = shown(ford(opens), qtbot)
    panel.save_table(tmp_path / "evening.csv")
    assert (tmp_path / "evening.csv").read_text(encoding="utf-8").splitlines()[1].startswith("Ines,1,")
    assert panel.message.text() == "Saved as “evening.csv”."
    panel.save_table(tmp_path / "nowhere" / "evening.csv")
    assert "cannot be written" in panel.message.text()


@pytest.mark.slow
def test_plots_are_saved_as_a_picture_or_it_is_said_why_not(opens: Opens, qtbot: QtBot, tmp_path: Path) -> None:
    panel = shown(ford(opens), qtbot)
    panel.save_picture(tmp_path / "damage.png", VIEWS[1:2])
    panel.save_picture(tmp_path / "all.png", VIEWS)
    one, all_plots = QImage(str(tmp_path / "damage.png")), QImage(str(tmp_path / "all.png"))
    assert one.width() == all_plots.width()
    assert all_plots.height() > 3 * one.height() > 0, "damage, hits, health and time; nothing was spent"
    panel.save_picture(tmp_path / "spent.png", VIEWS[5:])
    assert "nothing to show" in panel.message.text()
    assert not (tmp_path / "spent.png").exists()
    panel.save_picture(tmp_path / "nowhere" / "all.png", VIEWS)
    assert panel.message.text() == "“all.png” cannot be written: No such file or directory."


# ------------------------------------------------------------------------------------------------- a campaign's battles


def hurt_once(path: Path, loss: int) -> Session:
    """Return the session of a battle with one step, in which Nora makes a bandit lose health."""
    combatants = {id: blank(id, side) for id, side in (("nora-1", "pc"), ("bandit-2", "npc"))}
    battle = Battle(ruleset="kalos", title=path.stem, shared=RULESETS["kalos"].shared(), combatants=combatants)
    session = Session.create(path, RULESETS["kalos"], battle).session
    assert session is not None
    assert isinstance(session.act(hurt(loss)), Done)
    return session


def hurt(loss: int) -> Call:
    return Call(action="hurt", actor="nora-1", targets=("bandit-2",), options={"amount": loss})


def blank(id: str, side: str) -> Combatant[Any]:
    return Combatant(id=id, name=id.partition("-")[0].title(), side=side, sheet=RULESETS["kalos"].sheet())


@pytest.fixture
def campaign(library: SessionLibrary, preferences: Preferences, qtbot: QtBot) -> Iterator[GmWindow]:
    """The first of three readable battles of a campaign, in a folder with a broken one and one of another game."""
    wanted = NewCampaign(name="Red Dust", ruleset="kalos", place=library.folder, characters="Nora")
    folder = library.make_campaign(wanted)
    assert isinstance(folder, Path)
    battles = folder / BATTLES
    for number, loss in ((2, 2), (3, 3)):
        hurt_once(battles / f"evening-{number}.battle.toml", loss).close()
    (battles / "broken.battle.toml").write_text('format = "battleboard-session"\nversion = ', encoding="utf-8")
    shutil.copy(next(one.path for one in samples() if "dockside" in one.path.name), battles / "other.battle.toml")
    session = hurt_once(battles / "evening-1.battle.toml", 1)
    window = GmWindow(Bridge(session), preferences)
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()
    session.close()


@pytest.mark.slow
def test_all_battles_of_a_campaign_are_added_up_and_what_is_broken_is_named(
    campaign: GmWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = campaign.work.bridge.path
    assert path is not None
    before = {file: file.read_bytes() for file in path.parent.iterdir()}
    panel = shown(campaign, qtbot)
    assert row(panel, "Bandit").taken == 1
    panel.scope.setCurrentIndex(1)
    qtbot.waitUntil(lambda: row(panel, "Bandit").taken == 1 + 2 + 3)
    qtbot.waitUntil(lambda: not panel.cancel.isVisible())
    assert panel.message.text() == "Not counted in full: 2 battles."
    told: list[str] = []
    monkeypatch.setattr(MessageDialog, "inform", lambda window, title, words: told.extend(words.splitlines()))
    panel.why.click()
    assert any(words.startswith("“broken.battle.toml” is left out: ") for words in told)
    assert "“other.battle.toml” is left out: it is a battle of ZeroSpace 4e." in told
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == before, "files are only read"
    campaign.work.bridge.session.act(hurt(1))
    qtbot.waitUntil(lambda: row(panel, "Bandit").taken == 7)
    panel.show_view("health")
    assert panel.nothing.text() == "Health over time is shown for one battle only."
    panel.scope.setCurrentIndex(0)
    assert row(panel, "Bandit").taken == 2
    assert panel.message.isHidden()


@pytest.mark.slow
def test_counting_a_campaign_can_be_cancelled_and_what_is_counted_stays(campaign: GmWindow, qtbot: QtBot) -> None:
    panel = shown(campaign, qtbot)
    panel.scope.setCurrentIndex(1)
    assert panel.cancel.isVisible()
    panel.cancel.click()
    assert panel.message.text() == "Cancelled: 0 of 4 other battles are counted."
    assert row(panel, "Bandit").taken == 1
    assert not panel.cancel.isVisible()


@pytest.mark.slow
def test_without_a_campaign_nothing_is_offered_of_one(opens: Opens, qtbot: QtBot) -> None:
    assert not shown(opens(meeting(), SKIRMISH), qtbot).scope.isVisible()


# ------------------------------------------------------------------------------------------------- the players' page


def test_the_evening_in_numbers_is_shown_to_players_and_taken_away(opens: Opens) -> None:
    window = ford(opens)
    window.commands.action("show_numbers").trigger()
    shown = shown_view(window.work.battle)
    assert shown is not None
    assert (shown.kind, shown.title) == ("numbers", "The evening in numbers")
    assert [line.partition("\t")[0] for line in shown.text.splitlines()[1:]] == ["", "Ines", "Wolf"]
    window.commands.action("take_away").trigger()
    assert shown_view(window.work.battle) is None
    # It is no step of the fight: an undo shows nothing again. Show Again does.
    window.work.bridge.undo()
    assert shown_view(window.work.battle) is None
    again = Call(action="show_again", options={"handout": next(iter(window.work.battle.handouts))})
    assert window.work.bridge.edit(again) is None
    assert shown_view(window.work.battle) == shown


@pytest.mark.slow
def test_numbers_of_a_fight_are_not_kept_for_the_next_evening(campaign: GmWindow) -> None:
    campaign.commands.action("show_numbers").trigger()
    path = campaign.work.bridge.path
    assert path is not None
    assert read_handouts(path.parent.parent) == ()
