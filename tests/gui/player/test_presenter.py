"""What the players see while the GM undoes, freezes or blanks the view, or loses the screen."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.player.board import BoardLabels
from gui.player.page import Page
from gui.player.presenter import PlayersPresenter, PlayersState
from gui.player.screens import PlayersScreens
from gui.player.window import PlayersWindow
from gui.preferences import Settings
from gui.style.widgets import ICONS
from model.view.map import replace
from model.view.marks import MarksView, PingView
from tests.gui.player.fakes import FakeScreens, television
from tests.gui.player.views import docks

FIRST = docks()
SECOND = replace(FIRST, round=4)
THIRD = replace(FIRST, round=5)


@pytest.fixture
def presenter(qtbot: QtBot, source: FakeScreens, settings: Settings) -> PlayersPresenter:
    """A presenter that is live on the television with the first view."""
    made = PlayersPresenter(PlayersScreens(source, settings, lambda: source.laptop))
    made.screens.pick(source.tv.identity)
    made.show_view(FIRST)
    assert made.window is not None
    qtbot.addWidget(made.window)
    return made


def on_screen(presenter: PlayersPresenter) -> object:
    assert presenter.window is not None
    return presenter.window.view


def test_live_every_view_is_shown(presenter: PlayersPresenter) -> None:
    assert presenter.state is PlayersState.LIVE
    presenter.show_view(SECOND)
    assert on_screen(presenter) == presenter.shown == SECOND


class Counted(PlayersWindow):
    """A players' window that counts how often it is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.painted = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += 1
        super().paintEvent(event)


@pytest.fixture
def counted(qtbot: QtBot, source: FakeScreens, settings: Settings) -> tuple[PlayersPresenter, Counted]:
    """A presenter that is live in an ordinary window, which is painted and idle."""
    presenter = PlayersPresenter(PlayersScreens(source, settings, lambda: source.laptop), make_window=Counted)
    presenter.screens.set_window(True)
    presenter.show_view(FIRST)
    window = presenter.window
    assert isinstance(window, Counted)
    qtbot.addWidget(window)
    qtbot.waitUntil(lambda: window.painted > 0)
    qtbot.wait(100)
    window.painted = 0
    return presenter, window


def test_the_gms_window_is_painted_before_the_players_see_anything_new(
    qtbot: QtBot, counted: tuple[PlayersPresenter, Counted]
) -> None:
    """Posted events, among them the repaint of the GM's window, come first; then the player view is painted once."""
    presenter, window = counted
    presenter.show_view(SECOND)
    QApplication.sendPostedEvents()
    assert window.painted == 0
    qtbot.wait(150)
    assert window.painted == 1


def test_between_finding_places_and_painting_the_gms_keys_have_their_turn(
    qtbot: QtBot, counted: tuple[PlayersPresenter, Counted], monkeypatch: pytest.MonkeyPatch
) -> None:
    presenter, window = counted
    seen: list[str] = []
    lay_out, words = Page.lay_out, BoardLabels.__init__

    def tell_lay_out(page: Page, *given: Any) -> None:
        seen.append("lay out")
        lay_out(page, *given)

    def tell_words(self: BoardLabels, *given: Any) -> None:
        seen.append("find places")
        words(self, *given)

    monkeypatch.setattr(Page, "lay_out", tell_lay_out)
    monkeypatch.setattr(BoardLabels, "__init__", tell_words)
    beat = QTimer(interval=0)
    beat.timeout.connect(lambda: seen.append("free"))
    tokens = tuple(replace(token, x=20.0) for token in FIRST.map.tokens)
    presenter.show_view(replace(FIRST, map=replace(FIRST.map, tokens=tokens)))
    beat.start()
    qtbot.waitUntil(lambda: window.painted > 0)
    beat.stop()
    told = [one for one, before in zip(seen, ["", *seen], strict=False) if one != before]
    assert told == ["free", "lay out", "find places", "free"], "painting finds all places known"


def test_a_picture_that_stays_as_it_is_is_not_painted(qtbot: QtBot, counted: tuple[PlayersPresenter, Counted]) -> None:
    presenter, window = counted
    presenter.freeze_for("undo")
    presenter.show_view(SECOND)
    presenter.freeze()
    QApplication.sendPostedEvents()
    qtbot.wait(150)
    assert window.painted == 0


def test_what_is_pointed_at_without_a_pause_is_seen_meanwhile(
    qtbot: QtBot, counted: tuple[PlayersPresenter, Counted]
) -> None:
    presenter, window = counted
    for number in range(40):
        presenter.point(MarksView(ping=PingView(at=(float(number), 5.0))))
        qtbot.wait(8)
    assert window.painted > 3


def test_held_the_picture_stands_and_the_newest_is_shown_on_release(presenter: PlayersPresenter) -> None:
    presenter.freeze()
    presenter.show_view(SECOND)
    presenter.show_view(THIRD)
    assert presenter.state is PlayersState.FROZEN
    assert on_screen(presenter) == presenter.shown == FIRST
    assert presenter.is_behind
    assert presenter.latest == THIRD
    presenter.resume()
    assert on_screen(presenter) == THIRD
    assert presenter.state is PlayersState.LIVE
    assert not presenter.is_behind


def test_during_an_undo_it_is_held_by_itself_until_the_next_action_is_applied(presenter: PlayersPresenter) -> None:
    presenter.show_view(SECOND)
    presenter.freeze_for("undo")
    presenter.show_view(FIRST)
    assert (presenter.state, presenter.reasons) == (PlayersState.FROZEN, ("undo",))
    assert on_screen(presenter) == SECOND
    presenter.show_applied(THIRD)
    assert presenter.state is PlayersState.LIVE
    assert on_screen(presenter) == THIRD


def test_players_never_see_what_an_undo_went_through(presenter: PlayersPresenter) -> None:
    seen: list[object] = []
    presenter.shown_changed.connect(lambda: seen.append(presenter.shown))
    presenter.freeze_for("undo")
    presenter.show_view(SECOND)
    presenter.show_applied(THIRD)
    assert seen == [THIRD]


def test_what_the_gm_held_by_hand_no_action_releases(presenter: PlayersPresenter) -> None:
    presenter.freeze()
    presenter.freeze_for("history")
    presenter.show_applied(SECOND)
    assert presenter.state is PlayersState.FROZEN
    assert presenter.reasons == ()
    assert on_screen(presenter) == FIRST


def test_release_ends_a_hold_for_a_reason_too(presenter: PlayersPresenter) -> None:
    presenter.freeze_for("history")
    presenter.show_view(SECOND)
    presenter.toggle_freeze()
    assert presenter.state is PlayersState.LIVE
    assert on_screen(presenter) == SECOND


def test_under_the_curtain_a_held_picture_stays_held(presenter: PlayersPresenter) -> None:
    presenter.freeze()
    presenter.blank("Pizza")
    presenter.show_view(SECOND)
    assert presenter.state is PlayersState.BLANK
    presenter.unblank()
    assert presenter.state is PlayersState.FROZEN
    assert on_screen(presenter) == FIRST


def test_under_the_curtain_of_a_live_screen_the_fight_goes_on(presenter: PlayersPresenter) -> None:
    presenter.toggle_blank()
    presenter.show_view(SECOND)
    presenter.toggle_blank()
    assert presenter.state is PlayersState.LIVE
    assert on_screen(presenter) == SECOND


def test_the_window_goes_with_its_screen_and_comes_back_with_it(
    presenter: PlayersPresenter, source: FakeScreens
) -> None:
    window = presenter.window
    assert window is not None
    assert window.isVisible()
    source.unplug(source.tv)
    assert presenter.state is PlayersState.NO_SCREEN
    assert not window.isVisible()
    back = television()
    back.place = QRect(1366, 0, 1280, 720)
    source.plug(back)
    assert presenter.state is PlayersState.LIVE
    assert window.isVisible()
    assert window.isFullScreen()
    assert window.geometry() == back.place


def test_what_was_held_or_covered_is_so_when_the_screen_is_back(
    presenter: PlayersPresenter, source: FakeScreens
) -> None:
    presenter.freeze()
    source.unplug(source.tv)
    presenter.show_view(SECOND)
    assert presenter.state is PlayersState.NO_SCREEN
    source.plug(source.tv)
    assert presenter.state is PlayersState.FROZEN
    assert on_screen(presenter) == FIRST
    presenter.blank()
    source.unplug(source.tv)
    source.plug(source.tv)
    assert presenter.state is PlayersState.BLANK


def test_the_window_fills_a_screen_whose_resolution_changes(presenter: PlayersPresenter, source: FakeScreens) -> None:
    source.tv.place = QRect(1366, 0, 3840, 2160)
    source.changed.emit()
    assert presenter.window is not None
    assert presenter.window.geometry() == source.tv.place


def test_no_window_is_made_before_there_is_a_screen_and_something_to_show(
    qtbot: QtBot, source: FakeScreens, settings: Settings
) -> None:
    made = PlayersPresenter(PlayersScreens(source, settings, lambda: source.laptop))
    made.show_view(FIRST)
    assert made.window is None
    assert made.state is PlayersState.NO_SCREEN
    assert made.shown == FIRST, "the thumbnail shows what would be seen"
    made.screens.pick(source.tv.identity)
    assert made.window is not None
    qtbot.addWidget(made.window)


def test_the_state_is_told_when_it_changes_and_only_then(presenter: PlayersPresenter) -> None:
    told: list[PlayersState] = []
    presenter.state_changed.connect(told.append)
    presenter.show_view(SECOND)
    presenter.freeze()
    presenter.freeze()
    presenter.resume()
    presenter.blank()
    assert told == [PlayersState.FROZEN, PlayersState.LIVE, PlayersState.BLANK]


def test_another_battle_starts_from_an_empty_screen(presenter: PlayersPresenter) -> None:
    presenter.freeze_for("undo")
    presenter.clear()
    assert on_screen(presenter) is None
    assert presenter.latest is None
    presenter.show_view(SECOND)
    assert on_screen(presenter) == SECOND


def test_every_state_has_a_word_and_an_icon_of_its_own() -> None:
    assert [state.word for state in PlayersState] == ["LIVE", "FROZEN", "BLANK", "NO SCREEN"]
    icons = [state.icon for state in PlayersState]
    assert len(set(icons)) == 4
    assert all((ICONS / f"{icon}.svg").is_file() for icon in icons)
