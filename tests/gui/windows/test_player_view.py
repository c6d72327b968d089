"""The part of the board that players see, the true scale for miniatures, and ordinary windows for players."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.campaigns import SessionLibrary
from gui.dialogs.forms import LineDialog
from gui.player.page import Page
from gui.player.presenter import PlayersPresenter, PlayersState
from gui.player.screens import PlayersScreens
from gui.preferences import Preferences, Settings
from gui.windows.gm_window import GmWindow
from gui.windows.player_view import inches_of, text_factor, true_scale
from model.view.layout import FULL, MAP_ONLY, BoardFrame
from model.view.map import GridView, MapView, TokenView, replace
from tests.gui.player.fakes import FakeScreens
from tests.gui.player.painted import painted
from tests.gui.player.views import docks
from tests.gui.windows.hands import OpenWindow
from tests.gui.windows.test_players import samples

pytestmark = pytest.mark.slow


@pytest.fixture
def source() -> FakeScreens:
    return FakeScreens()


@pytest.fixture
def window(qtbot: QtBot, library: SessionLibrary, preferences: Preferences, source: FakeScreens) -> Iterator[GmWindow]:
    """The sample with combat started, on a laptop with a television of 1920 x 1080 beside it."""
    presenter = PlayersPresenter(PlayersScreens(source, preferences.settings, lambda: source.laptop))
    presenter.screens.pick(source.tv.identity)
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    made = GmWindow(Bridge(opened.session), preferences, presenter)
    qtbot.addWidget(made)
    made.show()
    made.work.combat.start(first="pc")
    made.players.show_now()
    yield made
    made.close()
    made.work.bridge.close()
    presenter.close()


@pytest.mark.parametrize(
    ("typed", "inches"),
    [("55", 55.0), ("55 in", 55.0), ('55"', 55.0), ("139,7 cm", 55.0), ("wide", None), ("2", None), ("-3 cm", None)],
)
def test_a_diagonal_is_typed_in_inches_or_centimetres(typed: str, inches: float | None) -> None:
    found = inches_of(typed)
    assert found == (None if inches is None else pytest.approx(inches))


def test_a_cell_is_an_inch_on_the_screen() -> None:
    """A diagonal of 40 inches with 1200 x 1600 pixels has 50 pixels per inch; a cell of 2 m has 25 pixels per metre."""
    assert true_scale(1200, 1600, 40, 2.0) == 25.0


@pytest.mark.parametrize(
    ("metres", "factor"),
    # A screen of 1000 mm by 750 mm: capitals of 2.9 % of its height are 21.75 mm; 4 m need 20 mm, 5 m need 25 mm.
    [(4.0, 0.92), (5.0, 1.15), (0.5, 0.7), (30.0, 1.6)],
)
def test_text_is_as_large_as_the_distance_asks_for(metres: float, factor: float) -> None:
    assert text_factor(1600, 1200, 1250 / 25.4, metres) == factor


def test_the_distance_is_asked_once_and_text_follows(window: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1250 mm", "125 cm", "far", "125 cm", "6"])
    monkeypatch.setattr(LineDialog, "ask", lambda *_: next(answers))
    window.commands.run("view_distance")
    assert "not a screen diagonal" in window.status.message.text()
    window.commands.run("view_distance")
    assert "“far” is not a distance" in window.status.message.text()
    window.commands.run("screen_size")
    window.commands.run("view_distance")
    view = window.presenter.shown
    assert view is not None
    assert view.layout.text_size > 100


def test_true_scale_draws_cells_of_an_inch_about_the_middle_that_was_given(qapp: QApplication) -> None:
    """50 pixels per inch and cells of 1 m: two tokens three cells apart are 150 pixels apart."""
    tokens = tuple(TokenView(id=id, name=id, initials=id, side="pc", x=x, y=5.0) for id, x in (("A", 2.0), ("B", 5.0)))
    frame = BoardFrame(x=3.5, y=5.0, scale=true_scale(1200, 1600, 40, 1.0))
    view = replace(docks(), map=MapView(tokens=tokens, grid=GridView(cell=1.0)), frame=frame)
    page, image = Page(), QImage(1600, 900, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    page.paint(painter, QSizeF(1600, 900), view)
    painter.end()
    assert page.seen.center() == QPointF(3.5, 5.0)
    assert page.seen.width() * 50 == pytest.approx(1600 - 900 * 0.555, abs=1), "what is left beside the order"


def test_who_is_beyond_the_part_that_is_shown_is_not_named() -> None:
    tokens = tuple(
        TokenView(id=id, name=id, initials=id[0], side="pc", x=x, y=5.0) for id, x in (("Ann", 2.0), ("Bob", 60.0))
    )
    view = replace(docks(), order=(), map=MapView(tokens=tokens), frame=BoardFrame(x=3.5, y=5.0, width=20.0))
    assert painted(view, (1600, 900)).find("Ann")
    assert not painted(view, (1600, 900)).find("Bob")


def seen(window: GmWindow) -> BoardFrame | None:
    QApplication.processEvents()
    view = window.presenter.shown
    assert view is not None
    return view.frame


def test_the_frame_follows_stays_and_is_dragged(window: GmWindow) -> None:
    assert seen(window) is None
    window.board.map.graphics_view.framed.emit(QRectF(2, 3, 10, 5))
    assert seen(window) == BoardFrame(x=7.0, y=5.5, width=10.0)
    assert window.player_view.mode == "stay"
    window.commands.run("view_follow")
    assert seen(window) is None


def test_true_scale_asks_for_the_size_of_the_screen_once(window: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["tall", "55 in"])
    monkeypatch.setattr(LineDialog, "ask", lambda *_: next(answers))
    window.commands.run("view_scale")
    assert "not a screen diagonal" in window.status.message.text()
    assert window.player_view.mode == "follow"
    window.commands.run("view_scale")
    frame = seen(window)
    assert frame is not None
    cell = window.work.battle.board.cell
    assert frame.scale == pytest.approx((1920**2 + 1080**2) ** 0.5 / 55 / cell)
    window.board.map.graphics_view.framed.emit(QRectF(0, 0, 4, 4))
    moved = seen(window)
    assert moved == BoardFrame(x=2.0, y=2.0, scale=frame.scale), "it is moved and never scaled"


def test_an_ordinary_window_has_a_name_and_a_frame_and_closes_back_to_the_screen(
    window: GmWindow, source: FakeScreens
) -> None:
    window.commands.run("players_window")
    players = window.presenter.window
    assert players is not None
    assert players.windowTitle() == "Battleboard Players"
    assert not players.isFullScreen()
    assert not players.windowFlags() & Qt.WindowType.FramelessWindowHint
    window.commands.run("players_frameless")
    assert players.windowFlags() & Qt.WindowType.FramelessWindowHint
    source.unplug(source.tv)
    assert window.presenter.state is PlayersState.LIVE, "a window needs no other screen"
    players.closed.emit()
    assert window.presenter.state is PlayersState.NO_SCREEN
    source.plug(source.tv)
    assert players.geometry() == source.tv.place
    assert players.windowFlags() & Qt.WindowType.FramelessWindowHint


def test_on_the_only_screen_an_ordinary_window_opens_small_in_a_corner_and_leaves_the_keys(
    window: GmWindow, source: FakeScreens, qtbot: QtBot
) -> None:
    """A third of the laptop's 1366 pixels wide, and 16 to 9; not on the right, where dice are typed and applied."""
    source.unplug(source.tv)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.commands.run("players_window")
    QApplication.processEvents()
    players = window.presenter.window
    assert players is not None
    place = players.geometry()
    assert (place.width(), place.height()) == (455, 255)
    assert (place.left(), place.bottom()) == (8, 767 - 8)
    qtbot.waitUntil(window.isActiveWindow)
    further = window.presenter.open_further(MAP_ONLY).geometry()
    assert source.laptop.place.contains(further)
    assert further.topLeft() != place.topLeft(), "one does not lie over the other"


def test_an_ordinary_window_opens_on_a_screen_that_is_not_the_gms(window: GmWindow, source: FakeScreens) -> None:
    window.commands.run("players_window")
    players = window.presenter.window
    assert players is not None
    assert source.tv.place.contains(players.geometry())


def test_an_ordinary_window_opens_where_the_gm_has_put_it_while_that_is_on_a_screen(
    window: GmWindow, source: FakeScreens, preferences: Preferences, qtbot: QtBot
) -> None:
    window.commands.run("players_window")
    players = window.presenter.window
    assert players is not None
    put = QRect(1500, 200, 800, 450)
    with qtbot.waitSignal(players.put):
        players.setGeometry(put)
    window.commands.run("players_window")
    window.commands.run("players_window")
    assert players.geometry() == put
    # The next start reads the saved place; without the television, the window does not open off-screen.
    again = PlayersScreens(source, Settings(preferences.settings.file), lambda: source.laptop)
    assert again.window_place == put
    source.unplug(source.tv)
    assert source.laptop.place.contains(again.window_place)


@pytest.mark.parametrize("entry", ["", "1,2,3", "a,b,c,d,", "0,0,-5,9,", 7, ["0,0,9,9,"]])
def test_a_place_of_the_window_that_makes_no_sense_is_none(
    window: GmWindow, source: FakeScreens, preferences: Preferences, entry: object
) -> None:
    preferences.settings.put("players/window_place", entry)  # type: ignore[arg-type]  # as anybody may have edited it
    assert window.presenter.screens.window_place == window.presenter.screens.new_place()


def test_a_further_window_has_a_layout_of_its_own(window: GmWindow, source: FakeScreens) -> None:
    further = window.presenter.open_further(MAP_ONLY)
    QApplication.processEvents()
    first = window.presenter.window
    assert first is not None
    assert first.view is not None
    assert further.view is not None
    assert (first.view.layout, further.view.layout) == (FULL, MAP_ONLY)
    assert further.view.order == ()
    source.unplug(source.tv)
    window.work.edit("show_players", kind="message", text="Run!")
    window.players.show_now()
    assert further.view is not None
    assert further.view.shown is not None, "it goes on while the first one has no screen"
    window.presenter.close_further(0)
    assert window.presenter.further == ()


def test_the_part_that_players_see_is_the_same_when_the_battle_is_opened_again(open_window: OpenWindow) -> None:
    first = open_window()
    first.player_view.stay()
    frame = first.presenter.frame
    assert frame is not None
    again = open_window()
    assert again.presenter.frame == frame
    again.player_view.follow()
    assert open_window().presenter.frame is None


def test_further_windows_are_open_again_at_the_next_start_unless_they_were_closed(open_window: OpenWindow) -> None:
    first = open_window()
    first.presenter.open_further(MAP_ONLY).setGeometry(40, 30, 320, 240)
    again = open_window()
    assert again.presenter.further == (MAP_ONLY,)
    assert again.presenter.screens.further == ((MAP_ONLY.name, QRect(40, 30, 320, 240)),)
    again.presenter.close_further(0)
    assert open_window().presenter.further == ()


@pytest.mark.parametrize("entry", ["", "1,2,3", "a,b,c,d,Full", "0,0,-5,9,Full", "0,0,9,9,Nobody's layout", "9" * 400])
def test_a_further_window_that_makes_no_sense_is_left_out(
    open_window: OpenWindow, preferences: Preferences, entry: str
) -> None:
    preferences.settings.put("players/further", [entry])
    preferences.settings.put("players/frames", [entry])
    window = open_window()
    assert window.presenter.further == ()
    assert window.presenter.frame is None


def _pings(window: GmWindow) -> None:
    window.players.ping((3.0, 4.0), None)


def _shows_a_message(window: GmWindow) -> None:
    window.work.edit("show_players", kind="message", text="Run!")


def _draws_fog(window: GmWindow) -> None:
    window.work.edit("fog_all", level="hidden")


def _aims(window: GmWindow) -> None:
    window.action_panel.attack()


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("do", [_pings, _shows_a_message, _draws_fog, _aims])
def test_a_screen_may_go_and_come_back_while_something_is_shown(
    window: GmWindow, source: FakeScreens, do: Callable[[GmWindow], None]
) -> None:
    """The GM's window continues meanwhile, and the screen shows the current state when it comes back."""
    do(window)
    window.players.show_now()
    source.unplug(source.tv)
    QApplication.processEvents()
    assert window.presenter.state is PlayersState.NO_SCREEN
    window.work.edit("set_title", title="Meanwhile")
    do(window)
    window.players.show_now()
    source.plug(source.tv)
    QApplication.processEvents()
    players = window.presenter.window
    assert players is not None
    assert players.isVisible()
    assert players.geometry() == source.tv.place
    assert players.view == window.presenter.shown
    assert not players.grab().isNull()
