"""The GM always sees what the players see, and the state of their screen as a word and a shape."""

from __future__ import annotations

import time
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gui.player import board
from gui.player.board import BoardLabels
from gui.player.page import Page
from gui.player.presenter import PlayersPresenter, PlayersState
from gui.player.screens import PlayersScreens, fill_screens_menu
from gui.player.thumbnail import PlayersThumbnail
from gui.preferences import Settings
from gui.style import palette
from model.view.map import replace
from tests.gui.panels.pictures import count_like
from tests.gui.player.fakes import FakeScreens
from tests.gui.player.views import docks


@pytest.fixture
def presenter(qtbot: QtBot, source: FakeScreens, settings: Settings) -> PlayersPresenter:
    made = PlayersPresenter(PlayersScreens(source, settings, lambda: source.laptop))
    made.screens.pick(source.tv.identity)
    made.show_view(docks())
    assert made.window is not None
    qtbot.addWidget(made.window)
    return made


@pytest.fixture
def thumbnail(qtbot: QtBot, presenter: PlayersPresenter) -> PlayersThumbnail:
    made = PlayersThumbnail(presenter)
    qtbot.addWidget(made)
    made.resize(256, made.heightForWidth(256))
    with qtbot.waitExposed(made):
        made.show()
    return made


def now_pixels(thumbnail: PlayersThumbnail) -> int:
    """Return how many pixels have the accent colour, which marks the row of the current turn."""
    image = thumbnail.grab().toImage()
    inside = image.copy(4, 28, image.width() - 8, image.height() - 32)
    return count_like(inside, QColor(palette().now), 12)


def test_it_has_the_shape_of_the_players_screen(thumbnail: PlayersThumbnail) -> None:
    assert thumbnail.heightForWidth(256) == 24 + 2 + round(240 * 9 / 16) + 8


def test_it_shows_what_the_players_see(qtbot: QtBot, thumbnail: PlayersThumbnail, presenter: PlayersPresenter) -> None:
    assert now_pixels(thumbnail) > 300
    rows = tuple(replace(row, is_now=False) for row in docks().order)
    presenter.show_view(replace(docks(), order=rows, now=""))
    qtbot.waitUntil(lambda: now_pixels(thumbnail) < 200)


def test_it_keeps_the_held_picture_and_says_why_it_is_held(
    qtbot: QtBot, thumbnail: PlayersThumbnail, presenter: PlayersPresenter
) -> None:
    presenter.freeze_for("undo")
    assert thumbnail.accessibleName() == "Players' screen: FROZEN, undo"
    rows = tuple(replace(row, is_now=False) for row in docks().order)
    presenter.show_view(replace(docks(), order=rows, now=""))
    qtbot.wait(350)
    assert now_pixels(thumbnail) > 300
    assert thumbnail.text == "undo · newer waits"


def test_every_state_is_told_in_words(
    thumbnail: PlayersThumbnail, presenter: PlayersPresenter, source: FakeScreens
) -> None:
    told = [thumbnail.accessibleName()]
    presenter.freeze()
    told.append(thumbnail.accessibleName())
    presenter.blank()
    told.append(thumbnail.accessibleName())
    source.unplug(source.tv)
    told.append(thumbnail.accessibleName())
    presenter.screens.unpick()
    told.append(thumbnail.accessibleName())
    presenter.unblank()
    presenter.resume()
    presenter.screens.show_on_gm_screen()
    told.append(thumbnail.accessibleName())
    assert [name.removeprefix("Players' screen: ") for name in told] == [
        "LIVE, what the players see",
        "FROZEN, the view is frozen",
        "BLANK, they see nothing",
        "NO SCREEN, not connected",
        "NO SCREEN, choose a screen",
        "LIVE, on this screen, Esc leaves",
    ]


def test_a_click_holds_and_a_click_releases(
    qtbot: QtBot, thumbnail: PlayersThumbnail, presenter: PlayersPresenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    # There is no second click, so the wait for one is shortened.
    monkeypatch.setattr(QApplication, "doubleClickInterval", lambda: 50)
    qtbot.mouseClick(thumbnail, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: presenter.state is PlayersState.FROZEN, timeout=2000)
    qtbot.mouseClick(thumbnail, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: presenter.state is PlayersState.LIVE, timeout=2000)


def test_a_double_click_lets_the_curtain_down_and_releases_nothing(
    qtbot: QtBot, thumbnail: PlayersThumbnail, presenter: PlayersPresenter
) -> None:
    presenter.freeze()
    shown: list[PlayersState] = []
    presenter.state_changed.connect(shown.append)
    qtbot.mouseClick(thumbnail, Qt.MouseButton.LeftButton)
    qtbot.mouseDClick(thumbnail, Qt.MouseButton.LeftButton)
    qtbot.wait(QApplication.doubleClickInterval() + 100)
    assert shown == [PlayersState.BLANK]
    assert presenter.is_frozen


def test_the_space_bar_holds(qtbot: QtBot, thumbnail: PlayersThumbnail, presenter: PlayersPresenter) -> None:
    qtbot.keyClick(thumbnail, Qt.Key.Key_Space)
    assert presenter.state is PlayersState.FROZEN


def test_the_right_button_asks_for_the_menu(qtbot: QtBot, thumbnail: PlayersThumbnail) -> None:
    with qtbot.waitSignal(thumbnail.menu_requested) as asked:
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), QPoint(105, 105))
        QApplication.sendEvent(thumbnail, event)
    assert asked.args == [QPoint(105, 105)]


def test_it_is_drawn_a_few_times_a_second_at_most(
    qtbot: QtBot, thumbnail: PlayersThumbnail, presenter: PlayersPresenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    paint = Page.paint

    def count(page: Page, painter: QPainter, size: object, view: object) -> None:
        if painter.worldTransform().m11() < 0.5:
            drawn.append(1)
        paint(page, painter, size, view)  # type: ignore[arg-type]

    monkeypatch.setattr(Page, "paint", count)
    start = time.monotonic()
    for number in range(60):
        presenter.show_view(replace(docks(), round=number))
        qtbot.wait(10)
    assert 1 <= len(drawn) <= (time.monotonic() - start) / 0.25


def test_window_and_thumbnail_look_for_places_once(
    qtbot: QtBot, thumbnail: PlayersThumbnail, presenter: PlayersPresenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out: list[BoardLabels] = []

    class Counted(BoardLabels):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            laid_out.append(self)

    presenter.screens.set_window(True)
    assert presenter.window is not None
    qtbot.waitUntil(presenter.window.isVisible)
    qtbot.wait(500)
    monkeypatch.setattr(board, "BoardLabels", Counted)
    tokens = tuple(replace(token, x=20.0) for token in docks().map.tokens)
    presenter.show_view(replace(docks(), map=replace(docks().map, tokens=tokens)))
    qtbot.wait(500)
    assert len(laid_out) == 1


# -------------------------------------------------------------------- the menu


def labels(menu: QMenu) -> list[tuple[str, bool, bool]]:
    return [
        (action.text(), action.isChecked(), action.isEnabled()) for action in menu.actions() if not action.isSeparator()
    ]


def test_the_menu_offers_the_screens_and_not_the_gms_own(qtbot: QtBot, presenter: PlayersPresenter) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    fill_screens_menu(menu, presenter.screens)
    assert labels(menu) == [
        ("Acme Panel (eDP-1), 1366 × 768 (this screen)", False, False),
        ("Bright TV 55 (HDMI-1), 1920 × 1080", True, True),
        ("No screen", False, True),
    ]


def test_the_menu_follows_screens_that_go(qtbot: QtBot, presenter: PlayersPresenter, source: FakeScreens) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    fill_screens_menu(menu, presenter.screens)
    source.unplug(source.tv)
    fill_screens_menu(menu, presenter.screens)
    assert labels(menu) == [
        ("Acme Panel (eDP-1), 1366 × 768 (this screen)", False, False),
        ("Bright TV 55 (HDMI-1), not connected", True, False),
        ("No screen", False, True),
    ]


def test_a_screen_is_picked_from_the_menu_and_given_up_there(
    qtbot: QtBot, presenter: PlayersPresenter, source: FakeScreens
) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)

    def choose(words: str) -> None:
        fill_screens_menu(menu, presenter.screens)
        next(action for action in menu.actions() if words in action.text()).trigger()

    choose("No screen")
    assert presenter.state is PlayersState.NO_SCREEN
    assert not presenter.screens.is_players(source.tv)
    choose("Bright")
    assert presenter.screens.screen is source.tv
    assert presenter.screens.is_players(source.tv)
    assert not presenter.screens.is_players(source.laptop)


def test_without_a_screen_to_show_on_a_click_asks_for_one(
    qtbot: QtBot, thumbnail: PlayersThumbnail, presenter: PlayersPresenter, source: FakeScreens
) -> None:
    source.unplug(source.tv)
    assert presenter.state is PlayersState.NO_SCREEN
    with qtbot.waitSignal(presenter.screen_wanted):
        QTest.keyClick(thumbnail, Qt.Key.Key_Space)
    assert not presenter.is_frozen
