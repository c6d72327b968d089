"""The players' screen, controlled from the GM's window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gui.__main__ import main
from gui.app import Program, take_players_picture
from gui.bridge import Bridge
from gui.controllers.campaigns import SessionLibrary, samples
from gui.controllers.feeds import PlayersFeed
from gui.dialogs.forms import LineDialog
from gui.player.presenter import PlayersPresenter, PlayersState
from gui.player.screens import PlayersScreens
from gui.preferences import Preferences
from gui.style import theme
from gui.windows.gm_window import GmWindow
from model.state.base import replace
from model.view.players import PlayersView
from tests.gui.player.fakes import FakeScreens, television
from tests.gui.windows.hands import OpenWindow, Press, health_of

pytestmark = pytest.mark.slow


@pytest.fixture
def source() -> FakeScreens:
    return FakeScreens()


@pytest.fixture
def presenter(qtbot: QtBot, source: FakeScreens, preferences: Preferences) -> Iterator[PlayersPresenter]:
    screens = PlayersScreens(source, preferences.settings, lambda: source.laptop)
    made = PlayersPresenter(screens)
    yield made
    made.close()


@pytest.fixture
def window(
    qtbot: QtBot,
    library: SessionLibrary,
    preferences: Preferences,
    presenter: PlayersPresenter,
    source: FakeScreens,
) -> Iterator[GmWindow]:
    """The sample with combat started, players first, on a laptop with a television beside it."""
    theme().apply(QApplication.instance(), "dark")
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    made = GmWindow(Bridge(opened.session), preferences, presenter)
    qtbot.addWidget(made)
    made.resize(1600, 900)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    # The television is picked once the laptop's window is active: this platform gives the focus to any new window.
    presenter.screens.pick(source.tv.identity)
    qtbot.waitUntil(made.isActiveWindow)
    made.work.combat.start(first="pc")
    made.combatants.mark("boomer-3")
    made.board.map.setFocus()
    made.players.show_now()
    yield made
    made.close()
    made.work.bridge.close()


def shown(window: GmWindow) -> PlayersView:
    """Return the view that players see, after all pending events."""
    QApplication.processEvents()
    view = window.presenter.shown
    assert view is not None
    return view


def health_text(view: PlayersView, name: str) -> str:
    row = next(row for row in view.order if row.name == name)
    return "" if row.health is None else row.health.text


def place_of(view: PlayersView, name: str) -> tuple[float | None, float | None]:
    token = next(token for token in view.map.tokens if token.name == name)
    return token.x, token.y


def opened_menu(menu: QMenu) -> dict[str, QAction]:
    """Return the entries that a menu has when it is opened, by their text."""
    menu.aboutToShow.emit()
    return {action.text(): action for action in menu.actions() if not action.isSeparator()}


# ------------------------------------------------------------------------------- freeze, blank, screen


def test_the_button_tells_what_the_players_screen_does(
    window: GmWindow, press: Press, source: FakeScreens, presenter: PlayersPresenter
) -> None:
    button = window.top_bar.players
    assert "LIVE" in button.text()
    assert "HDMI-1" in button.text()
    assert button.key == "F8"
    button.click()
    assert "FROZEN" in button.text()
    window.commands.action("players_hold").trigger()
    assert "LIVE" in button.text()
    window.commands.action("players_curtain").trigger()
    assert "BLANK" in button.text()
    source.unplug(source.tv)
    assert "NO SCREEN" in button.text()
    assert presenter.blank_title is not None


def test_f8_holds_and_releases(window: GmWindow, qtbot: QtBot) -> None:
    QTest.keySequence(window, window.commands.portable_key("players_hold"))
    assert window.presenter.state is PlayersState.FROZEN
    assert window.commands.action("players_hold").text().startswith("Resume")
    QTest.keySequence(window, window.commands.portable_key("players_hold"))
    assert window.presenter.state is PlayersState.LIVE


def test_without_a_screen_the_key_offers_those_there_are(
    window: GmWindow, presenter: PlayersPresenter, source: FakeScreens
) -> None:
    presenter.screens.unpick()
    source.plug(television("HDMI-2", "99"))
    window.players.toggle_freeze()
    menu = window.menus["Players/Screen"]
    assert menu.isVisible()
    menu.hide()
    assert not presenter.is_frozen


def test_one_click_shows_the_players_screen_on_the_only_other_one(
    window: GmWindow, presenter: PlayersPresenter, source: FakeScreens
) -> None:
    presenter.screens.unpick()
    button, action = window.top_bar.players, window.commands.action("players_hold")
    assert "Show on HDMI-1" in button.text()
    assert "Show on HDMI-1 (F8)" in button.toolTip()
    button.click()
    assert presenter.state is PlayersState.LIVE
    assert presenter.screens.picked == source.tv.identity
    QApplication.processEvents()
    assert "Freeze Player View" in button.toolTip()
    assert action.text() == "Freeze Player View"


def test_players_see_nothing_of_a_battle_in_preparation_until_the_gm_shows_it(
    qtbot: QtBot, library: SessionLibrary, preferences: Preferences, presenter: PlayersPresenter, source: FakeScreens
) -> None:
    presenter.screens.pick(source.tv.identity)
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    made = GmWindow(Bridge(opened.session), preferences, presenter)
    qtbot.addWidget(made)
    made.show()
    made.players.show_now()
    assert (presenter.state, presenter.reasons) == (PlayersState.FROZEN, ("preparing",))
    made.work.edit("set_health_policy", side="npc", policy="bar")
    made.players.show_now()
    assert presenter.shown is None, "a change of the GM's shows nothing either"
    presenter.resume()
    assert presenter.shown is not None
    made.work.edit("set_health_policy", side="npc", policy="words")
    made.players.show_now()
    assert presenter.state is PlayersState.LIVE, "what the GM shows stays shown"
    made.close()
    made.work.bridge.close()


def test_an_ambush_stays_prepared_on_the_screen_until_something_is_seen_of_it(
    qtbot: QtBot, library: SessionLibrary, preferences: Preferences, presenter: PlayersPresenter, source: FakeScreens
) -> None:
    presenter.screens.pick(source.tv.identity)
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    made = GmWindow(Bridge(opened.session), preferences, presenter)
    qtbot.addWidget(made)
    made.show()
    made.work.edit("hide", *made.work.battle.combatants)
    made.work.combat.start(first="pc")
    made.players.show_now()
    assert made.work.battle.order.is_running
    assert (presenter.state, presenter.reasons) == (PlayersState.FROZEN, ("preparing",))
    made.work.edit("reveal", *made.work.battle.order.acting)
    made.players.show_now()
    assert presenter.state is PlayersState.LIVE
    assert presenter.shown is not None
    assert presenter.shown.phase == "fighting"
    made.close()
    made.work.bridge.close()


def test_starting_combat_shows_a_battle_that_was_prepared(
    qtbot: QtBot, library: SessionLibrary, preferences: Preferences, presenter: PlayersPresenter, source: FakeScreens
) -> None:
    presenter.screens.pick(source.tv.identity)
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    made = GmWindow(Bridge(opened.session), preferences, presenter)
    qtbot.addWidget(made)
    made.show()
    made.players.show_now()
    made.work.combat.start(first="pc")
    made.players.show_now()
    assert presenter.state is PlayersState.LIVE
    assert shown(made).phase == "fighting"
    made.close()
    made.work.bridge.close()


def test_what_is_held_under_the_curtain_is_told(window: GmWindow, presenter: PlayersPresenter) -> None:
    presenter.blank()
    window.players.toggle_freeze()
    assert presenter.state is PlayersState.BLANK
    assert "frozen" in window.status.message.text()


def test_a_screen_is_picked_in_the_menu_and_remembered(
    window: GmWindow, source: FakeScreens, preferences: Preferences, presenter: PlayersPresenter
) -> None:
    presenter.screens.unpick()
    entries = opened_menu(window.menus["Players/Screen"])
    next(action for title, action in entries.items() if title.startswith("Bright")).trigger()
    assert presenter.state is PlayersState.LIVE
    again = PlayersScreens(source, preferences.settings, lambda: source.laptop)
    assert again.screen is source.tv


def test_one_key_shows_it_on_the_laptop(window: GmWindow, source: FakeScreens, presenter: PlayersPresenter) -> None:
    window.commands.action("players_here").trigger()
    assert presenter.screens.screen is source.laptop
    assert "here" in window.top_bar.players.text()
    presenter.screens.leave_gm_screen()
    assert presenter.screens.screen is source.tv


# -------------------------------------------------------------------------------------- what is shown


def test_dice_and_word_are_seen_with_the_last_die_and_damage_when_applied(window: GmWindow, press: Press) -> None:
    """Apex, AV 9, needs 9 or more against Boomer, DV 18 in cover: 6 and 6 hit; then one die for the damage."""
    press("A Shift+Enter 6")
    assert shown(window).action is None
    press("6")
    action = shown(window).action
    assert action is not None
    assert action.title == "Apex → Boomer"
    assert [(dice.faces, dice.word) for dice in action.dice] == [((6, 6), "hit")]
    press("6")
    assert len(shown(window).action.dice) == 2  # type: ignore[union-attr]  # checked above
    assert health_text(shown(window), "Boomer") == "fresh"
    press("Enter")
    assert health_of(window, "boomer-3") < 12
    assert health_text(shown(window), "Boomer") in ("hurt", "badly hurt", "down")


def test_dice_of_a_dropped_action_go_again(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 6 6")
    assert shown(window).action is not None
    press("Esc")
    assert shown(window).action is None


def test_a_drag_is_seen_when_it_is_dropped(window: GmWindow) -> None:
    window.board.map.drag_moved.emit("apex-1", 25.0, 22.0, False)
    assert place_of(shown(window), "Apex") == (20.0, 20.5)
    window.board.map.dropped.emit("apex-1", 25.0, 22.0, False)
    assert place_of(shown(window), "Apex") == (25.0, 22.0)


def test_a_move_that_waits_for_the_gms_word_is_not_seen(window: GmWindow) -> None:
    window.board.map.dropped.emit("apex-1", 320.0, 22.0, False)
    window.action_panel.override_refusal()
    assert place_of(shown(window), "Apex") == (20.0, 20.5)
    assert shown(window).action is None
    window.action_panel.submit()
    assert place_of(shown(window), "Apex") == (320.0, 22.0)


def test_an_undo_that_is_redone_keeps_nothing_back(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 6 6 6 Enter")
    hit = shown(window)
    press("Ctrl+Z")
    assert window.presenter.state is PlayersState.FROZEN
    window.commands.action("redo").trigger()
    assert shown(window) == hit
    assert window.presenter.state is PlayersState.LIVE


def test_players_see_on_when_a_branch_that_they_did_not_see_is_left(
    window: GmWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    press("A Shift+Enter 6 6 6 Enter")
    hit = shown(window)
    monkeypatch.setattr(LineDialog, "ask", lambda *_, **__: "With better dice")
    window.commands.action("what_if").trigger()
    press("N")
    assert shown(window) == hit
    window.commands.action("played_line").trigger()
    assert shown(window) == hit
    assert window.presenter.state is PlayersState.LIVE


def test_a_file_that_opens_on_a_branch_shows_players_the_line_that_is_played(
    open_window: OpenWindow, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LineDialog, "ask", lambda *_, **__: "With better dice")
    first = open_window()
    first.work.combat.start(first="pc")
    first.combatants.mark("boomer-3")
    first.board.map.setFocus()
    press("A Shift+Enter 6 6 6 Enter")
    hit = shown(first)
    first.commands.action("what_if").trigger()
    press("A Shift+Enter 6 6 6 Enter")
    again = open_window()
    assert again.work.bridge.session.played_line is not None
    assert shown(again) == hit
    assert again.presenter.is_frozen
    again.commands.action("played_line").trigger()
    assert shown(again) == hit
    assert not again.presenter.is_frozen
    press("N")
    assert shown(again) != hit, "live again"


def test_an_undo_holds_by_itself_until_something_is_applied(window: GmWindow, press: Press) -> None:
    press("A Shift+Enter 6 6 6 Enter")
    hit = shown(window)
    press("Ctrl+Z")
    assert shown(window) == hit
    assert window.presenter.state is PlayersState.FROZEN
    assert "undo" in window.top_bar.players.text()
    assert "undo" in window.players.thumbnail.text
    press("A Shift+Enter 1 1")
    assert shown(window) == hit, "dice of the correction are not shown before it is applied"
    press("Enter")
    assert window.presenter.state is PlayersState.LIVE
    assert health_text(shown(window), "Boomer") == "fresh"
    assert [dice.faces for dice in shown(window).action.dice] == [(1, 1)]  # type: ignore[union-attr]


def test_after_an_undo_the_key_shows_how_it_was_before(window: GmWindow, press: Press) -> None:
    before = shown(window)
    press("A Shift+Enter 6 6 6 Enter Ctrl+Z")
    window.players.toggle_freeze()
    assert window.presenter.state is PlayersState.LIVE
    assert shown(window) == before


def test_what_the_gm_holds_no_action_releases(window: GmWindow) -> None:
    before = shown(window)
    window.players.toggle_freeze()
    window.work.combat.end_turn()
    assert shown(window) == before
    assert window.presenter.is_behind


def test_while_a_hidden_combatant_acts_nothing_moves_also_after_opening_again(window: GmWindow) -> None:
    combatants = window.work.battle.combatants
    (sniper,) = (who.id for who in combatants.values() if who.is_hidden)
    before = shown(window)
    while window.work.battle.order.acting != (sniper,):
        before = shown(window)
        slot = window.work.battle.order.turn
        assert window.work.combat.do("end_turn") is None
        assert window.work.battle.order.turn != slot
    assert before.now
    assert shown(window) == before
    assert PlayersFeed(window.work.bridge.session).view() == before


# ------------------------------------------------------------------------------------- health, names


def test_what_players_see_of_health_is_set_by_side_and_undone(window: GmWindow) -> None:
    assert health_text(shown(window), "Apex") == "18"
    menu = window.menus["Players/Health Shown to Players"]
    parts = {title: action.menu() for title, action in opened_menu(menu).items()}
    assert set(parts) == {"Players", "Opponents"}
    of_foes = {action.text(): action for action in parts["Opponents"].actions()}
    assert [title for title, action in of_foes.items() if action.isChecked()] == ["In words"]
    of_foes["Exact number"].trigger()
    assert health_text(shown(window), "Boomer") == "12"
    of_foes = {action.text(): action for action in opened_menu(menu)["Opponents"].menu().actions()}
    of_foes["Nothing"].trigger()
    assert health_text(shown(window), "Boomer") == ""
    window.combat.undo()
    assert window.work.battle.health_policy == {"npc": "exact"}
    window.combat.undo()
    assert window.work.battle.health_policy == {}


def test_names_and_hiding_are_in_the_menu_of_the_players(window: GmWindow) -> None:
    window.work.selection.set_current("boomer-3")
    entries = opened_menu(window.menus["Players"])
    entries["Hide or Reveal"].trigger()
    assert "Boomer" not in {row.name for row in shown(window).order}
    entries["Hide or Reveal"].trigger()
    window.work.edit("set_public_name", "boomer-3", name="Man in the red coat")
    assert "Man in the red coat" in {row.name for row in shown(window).order}
    assert "Boomer" not in {token.name for token in shown(window).map.tokens}


# ------------------------------------------------------------------------------------------ thumbnail


def test_the_thumbnail_stands_under_the_order_where_there_is_room(window: GmWindow) -> None:
    thumbnail = window.players.thumbnail
    assert thumbnail.isVisible()
    order = window.initiative.mapTo(window, QPoint(0, window.initiative.height())).y()
    assert thumbnail.mapTo(window, QPoint(0, 0)).y() >= order
    assert window.initiative.height() >= 2 * thumbnail.height()
    window.resize(900, 500)
    QApplication.processEvents()
    assert not thumbnail.isVisible()
    window.resize(1366, 768)
    QApplication.processEvents()
    assert thumbnail.isVisible()


def test_the_thumbnail_can_be_done_without_and_that_is_remembered(window: GmWindow, preferences: Preferences) -> None:
    window.commands.action("thumbnail").trigger()
    assert not window.players.thumbnail.isVisible()
    assert not preferences.shows_thumbnail
    window.commands.action("thumbnail").trigger()
    assert window.players.thumbnail.isVisible()


def test_the_thumbnail_asks_for_the_players_menu(window: GmWindow) -> None:
    window.players.thumbnail.menu_requested.emit(QPoint(40, 40))
    assert window.menus["Players"].isVisible()
    window.menus["Players"].hide()


# ------------------------------------------------------------------------ other battles, screenshots


def test_another_fight_comes_under_the_curtain_that_was_down(
    qtbot: QtBot, library: SessionLibrary, tmp_path: Path
) -> None:
    theme().apply(QApplication.instance(), "dark")
    program = Program(library)
    program.open(samples()[0].path)
    QApplication.processEvents()
    assert program.presenter.latest is not None
    program.presenter.blank()
    assert program.window is not None
    assert program.window.presenter is program.presenter
    program.show_start()
    assert program.presenter.latest is None
    program.open(samples()[0].path)
    QApplication.processEvents()
    assert program.presenter.latest is not None
    assert program.presenter.blank_title is not None
    program.end()
    assert program.presenter.window is None


def test_the_window_follows_nothing_once_it_is_closed(open_window: OpenWindow) -> None:
    window = open_window()
    QApplication.processEvents()
    window.close()
    before = window.presenter.latest
    window.work.combat.start(first="pc")
    QApplication.processEvents()
    assert window.presenter.latest is before


@pytest.mark.parametrize("size", [QSize(1920, 1080), QSize(1280, 720)])
def test_a_picture_of_the_players_screen_has_the_size_asked_for(
    qapp: QApplication, tmp_path: Path, size: QSize
) -> None:
    picture = tmp_path / "players.png"
    assert take_players_picture(samples()[0].path, picture, size) == 0
    image = QImage(str(picture))
    assert image.size() == size
    assert len({image.pixel(x, size.height() // 2) for x in range(0, size.width(), 7)}) > 5


def test_a_picture_that_cannot_be_written_fails_with_a_sentence(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert take_players_picture(None, tmp_path / "no" / "such.png", QSize(640, 360)) == 1
    assert "such.png" in capsys.readouterr().err


def test_players_without_a_screenshot_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--players"])
    assert "--screenshot" in capsys.readouterr().err


# -------------------------------------------------------------------------------------- fog


def test_fog_of_the_whole_board_leaves_players_their_own_and_is_undone_in_one_step(
    window: GmWindow, presenter: PlayersPresenter
) -> None:
    seen = {row.name for row in shown(window).order}
    window.commands.run("fog_all")
    window.players.show_now()
    own = {who.name for who in window.work.battle.combatants.values() if who.side == "pc"}
    assert {row.name for row in shown(window).order} == own != seen
    assert {token.name for token in shown(window).map.tokens} <= own
    window.commands.run("undo")
    presenter.resume()
    window.players.show_now()
    assert {row.name for row in shown(window).order} == seen


def test_fog_is_kept_in_the_file(window: GmWindow) -> None:
    zone = next(iter(window.work.battle.board.zones))
    window.zones._set_fog("hidden", zone)
    assert [(patch.zone, patch.level) for patch in window.work.battle.board.fog] == [(zone, "hidden")]
    path = window.work.bridge.session.path
    assert path is not None
    assert "fog" in path.read_text(encoding="utf-8")


# -------------------------------------------------------------------------------------- layouts


def test_a_layout_is_chosen_in_the_menu_and_kept(window: GmWindow, presenter: PlayersPresenter) -> None:
    assert shown(window).order
    opened_menu(window.menus["Players/Layout"])["Map Only"].trigger()
    assert presenter.layout.name == "Map Only"
    assert (shown(window).order, shown(window).now) == ((), "Apex"), "whose turn it is stays in sight"
    assert window.work.preferences.players_layout == "Map Only"
    window.commands.run("players_layout")
    assert presenter.layout.name == "Full"


def test_a_layout_of_ones_own_is_kept_as_a_file_and_deleted_again(
    window: GmWindow, presenter: PlayersPresenter
) -> None:
    own = replace(presenter.layout, name="Quiet", dice=False)
    assert window.players.layouts.save(own) is None
    window.players.choose_layout("Quiet")
    assert presenter.layout == own
    folder = window.work.preferences.battles_folder / "layouts"
    (folder / "broken.layout.toml").write_text("dice = 3")
    assert "Full" in opened_menu(window.menus["Players/Layout"])
    assert any("broken.layout.toml" in problem for problem in window.players.layouts.problems)
    window.players.delete_layout()
    assert presenter.layout.name == "Full"
    assert not (folder / "quiet.layout.toml").exists()


# -------------------------------------------------------------------------------------- shown over the screen


def test_the_last_roll_is_shown_by_one_key_and_taken_away_by_one(window: GmWindow, presenter: PlayersPresenter) -> None:
    window.commands.run("show_roll")
    assert "Players have not seen any roll" in window.status.message.text()
    window.work.edit("show_players", kind="message", text="Run!")
    assert shown(window).shown is not None
    assert presenter.window is not None
    assert presenter.window.accessibleDescription() == "Run!"
    window.commands.run("take_away")
    assert shown(window).shown is None


def test_a_portrait_is_shown_under_the_name_that_players_know(window: GmWindow, tmp_path: Path) -> None:
    picture = tmp_path / "face.png"
    QImage(60, 80, QImage.Format.Format_RGB32).save(str(picture))
    who = next(one.id for one in window.work.battle.combatants.values() if one.side == "npc" and not one.is_hidden)
    window.work.selection.select((who,))
    window.commands.run("show_portrait")
    assert "has no portrait" in window.status.message.text()
    assert window.pictures.use_portrait(who, picture) is None
    window.work.edit("set_public_name", who, name="Stranger")
    window.commands.run("show_portrait")
    card = shown(window).shown
    assert card is not None
    assert (card.kind, card.title) == ("portrait", "Stranger")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("broken.png", b"\x89PNG\r\n\x1a\n" + bytes(100), "is not a picture"),
        ("text.png", b"not a picture", "is in a format that cannot be used"),
        ("gone.png", None, "cannot be read"),
    ],
)
def test_a_bad_picture_is_told_in_a_sentence_and_shows_nothing(
    window: GmWindow, tmp_path: Path, name: str, content: bytes | None, words: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    window.show_to_players.use_picture(tmp_path / name)
    assert words in window.status.message.text()
    assert shown(window).shown is None


def test_a_picture_of_20000_pixels_and_one_of_100_megabytes_are_told(window: GmWindow, tmp_path: Path) -> None:
    wide = tmp_path / "wide.png"
    image = QImage(20_000, 20_000, QImage.Format.Format_Mono)
    image.fill(0)
    image.save(str(wide))
    window.show_to_players.use_picture(wide)
    assert "20000 x 20000 pixels" in window.status.message.text()
    large = tmp_path / "large.png"
    with large.open("wb") as file:
        file.truncate(100_000_000)
    window.show_to_players.use_picture(large)
    assert "larger than 64 MB" in window.status.message.text()
    assert window.work.battle.handouts == {}


def two_frames() -> bytes:
    """Return an animated GIF of one pixel: two frames of a tenth of a second each."""
    frame = b"\x21\xf9\x04\x00\x0a\x00\x00\x00" + b"\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00"
    return b"GIF89a\x01\x00\x01\x00\x80\x00\x00" + b"\x00\x00\x00\xff\xff\xff" + 2 * frame + b"\x3b"


def test_of_an_animated_picture_the_first_one_is_shown_and_that_is_told(window: GmWindow, tmp_path: Path) -> None:
    (tmp_path / "fire.gif").write_bytes(two_frames())
    window.show_to_players.use_picture(tmp_path / "fire.gif")
    assert "animated" in window.status.message.text()
    card = shown(window).shown
    assert card is not None
    assert window.work.bridge.picture(card.file)


def test_a_picture_with_the_wrong_suffix_is_shown_all_the_same(window: GmWindow, tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    QImage(40, 30, QImage.Format.Format_RGB32).save(str(tmp_path / "map.png"))
    (tmp_path / "map.png").rename(file)
    window.show_to_players.use_picture(file)
    card = shown(window).shown
    assert card is not None
    assert window.work.bridge.picture(card.file)


def test_a_card_comes_also_while_a_battle_is_prepared_and_tells_nothing_of_it(
    qtbot: QtBot, library: SessionLibrary, preferences: Preferences, presenter: PlayersPresenter, source: FakeScreens
) -> None:
    presenter.screens.pick(source.tv.identity)
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    made = GmWindow(Bridge(opened.session), preferences, presenter)
    qtbot.addWidget(made)
    made.show()
    made.work.edit("show_players", kind="title", title="Chapter 2")
    made.players.show_now()
    view = shown(made)
    assert view.shown is not None
    assert (view.order, view.map.tokens) == ((), ())
    made.work.edit("take_away")
    made.players.show_now()
    assert presenter.shown is None
    made.close()
    made.work.bridge.close()


# -------------------------------------------------------------------------------------- pointing


def test_a_ping_is_on_both_screens_for_three_seconds(window: GmWindow, presenter: PlayersPresenter) -> None:
    shown(window)
    seen = next(one for one in window.work.battle.combatants.values() if one.side == "pc")
    window.work.selection.set_current(seen.id)
    window.commands.run("ping")
    ping = shown(window).marks.ping
    assert ping is not None
    assert ping.at == seen.place.point
    assert window.players._ping_ends.interval() == 3000
    window.players._ping_ends.timeout.emit()
    assert shown(window).marks.ping is None


def test_a_ping_of_an_unseen_combatant_is_told_and_not_shown(window: GmWindow) -> None:
    shown(window)
    hidden = next(one for one in window.work.battle.combatants.values() if one.is_hidden)
    window.players.ping(None, hidden.id)
    assert shown(window).marks.ping is None
    assert f"do not see {hidden.name}" in window.status.message.text()


def test_measuring_is_shown_live_only_when_the_gm_says_so(window: GmWindow) -> None:
    shown(window)
    graphics_view = window.board.map.graphics_view
    graphics_view.measured.emit(((0.0, 0.0), (3.0, 4.0)), (None, None))
    assert shown(window).marks.line == ()
    window.commands.run("point_live")
    graphics_view.measured.emit(((0.0, 0.0), (3.0, 4.0)), (None, None))
    assert shown(window).marks.words.startswith("5 m")
    graphics_view.measured.emit(None, None)
    assert shown(window).marks.line == ()
