"""The players' window has no focus, keys or frame, so as not to disturb the GM; on the laptop, Esc leaves it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QCloseEvent, QColor
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from gui.player.page import Page
from gui.player.presenter import PlayersPresenter, PlayersState
from gui.player.screens import PlayersScreens
from gui.player.window import PlayersWindow, players_summary
from gui.preferences import Settings
from gui.style import palette
from model.view.handouts import ShownView
from model.view.layout import BoardFrame
from model.view.map import Circle, FogView, replace
from tests.gui.panels.pictures import count_like
from tests.gui.player.fakes import FakeScreen, FakeScreens
from tests.gui.player.views import docks

PLACE = FakeScreen("HDMI-1", QRect(0, 0, 1280, 720))
NO_FOCUS = Qt.WindowType.WindowDoesNotAcceptFocus


@pytest.fixture
def window(qtbot: QtBot) -> PlayersWindow:
    made = PlayersWindow()
    qtbot.addWidget(made)
    return made


def test_it_fills_its_screen_without_a_frame(window: PlayersWindow) -> None:
    window.show_on(PLACE)
    assert window.isFullScreen()
    assert window.geometry() == PLACE.place
    assert window.windowFlags() & Qt.WindowType.FramelessWindowHint


def test_it_leaves_the_focus_where_it_is(qtbot: QtBot, window: PlayersWindow) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    field.activateWindow()
    qtbot.waitUntil(field.hasFocus)
    window.set_view(docks())
    for _ in range(2):
        window.show_on(PLACE)
        # The offscreen platform activates every window that is shown, as some real platforms do.
        qtbot.waitUntil(lambda: QApplication.activeWindow() is field and field.hasFocus())
        QApplication.processEvents()
        assert QApplication.activeWindow() is field
        window.withdraw()
    assert window.windowFlags() & NO_FOCUS
    assert window.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    assert window.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_on_the_laptop_it_takes_keys_and_escape_brings_the_gm_back(
    qtbot: QtBot, source: FakeScreens, settings: Settings
) -> None:
    presenter = PlayersPresenter(PlayersScreens(source, settings, lambda: source.laptop))
    presenter.screens.pick(source.tv.identity)
    presenter.show_view(docks())
    window = presenter.window
    assert window is not None
    qtbot.addWidget(window)
    source.unplug(source.tv)
    presenter.screens.show_on_gm_screen()
    assert presenter.state is PlayersState.LIVE
    assert window.geometry() == source.laptop.place
    assert window.isFullScreen()
    assert not window.windowFlags() & NO_FOCUS
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()
    assert presenter.state is PlayersState.NO_SCREEN
    source.plug(source.tv)
    assert window.geometry() == source.tv.place
    assert window.windowFlags() & NO_FOCUS
    assert window.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    assert window.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_players_cannot_close_it(window: PlayersWindow) -> None:
    class FromOutside(QCloseEvent):
        def spontaneous(self) -> bool:
            return True

    window.show_on(PLACE)
    event = FromOutside()
    window.closeEvent(event)
    assert not event.isAccepted()
    assert window.close(), "the program may"


def test_it_shows_the_last_view_soon(qtbot: QtBot, window: PlayersWindow) -> None:
    window.show_on(PLACE)
    qtbot.waitExposed(window)
    window.set_view(docks())
    qtbot.waitUntil(lambda: count_like(window.grab().toImage(), QColor(palette().now)) > 1000)


def test_many_views_at_once_are_painted_once(
    qtbot: QtBot, window: PlayersWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[object] = []
    paint = Page.paint

    def count(page: Page, painter: object, size: object, view: object) -> None:
        painted.append(view)
        paint(page, painter, size, view)  # type: ignore[arg-type]

    monkeypatch.setattr(Page, "paint", count)
    window.show_on(PLACE)
    qtbot.wait(60)
    painted.clear()
    for number in range(1, 20):
        window.set_view(replace(docks(), round=number))
    qtbot.waitUntil(lambda: bool(painted))
    qtbot.wait(60)
    assert painted == [replace(docks(), round=19)]


def test_a_board_that_came_to_rest_is_as_sharp_as_one_shown_at_once(qtbot: QtBot, window: PlayersWindow) -> None:
    """While the board moves, its fog is shown scaled; the fog is painted again once the board is still."""
    fog = (FogView(level="hidden"), FogView(level="revealed", shape=Circle(x=12, y=8, radius=5)))
    board = replace(docks(), map=replace(docks().map, fog=fog))
    far, near = (replace(board, frame=BoardFrame(x=12, y=8, width=width)) for width in (120, 30))
    other = PlayersWindow()
    qtbot.addWidget(other)
    other.set_view(near)
    window.show_on(PLACE)
    window.set_view(far)
    qtbot.wait(200)
    window.set_view(near)
    qtbot.waitUntil(lambda: window.page.is_rough)
    qtbot.waitUntil(lambda: not window.page.is_rough)
    other.resize(window.size())
    assert window.grab().toImage() == other.grab().toImage()


def test_what_covers_a_board_that_moved_is_painted_once(
    qtbot: QtBot, window: PlayersWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    fog = (FogView(level="hidden"), FogView(level="revealed", shape=Circle(x=12, y=8, radius=5)))
    board = replace(docks(), map=replace(docks().map, fog=fog))
    window.show_on(PLACE)
    for width in (120, 30):
        window.set_view(replace(board, frame=BoardFrame(x=12, y=8, width=width)))
        window.grab()
    assert window.page.is_rough
    window.set_view(replace(board, shown=ShownView(kind="title", title="The roof")))
    qtbot.wait(300)
    painted: list[object] = []
    paint = Page.paint
    monkeypatch.setattr(Page, "paint", lambda page, *given: (painted.append(given), paint(page, *given)))
    qtbot.wait(500)
    assert not painted


def test_the_curtain_is_black_but_for_a_quiet_title(window: PlayersWindow) -> None:
    window.show_on(PLACE)
    window.set_view(docks())
    window.set_blank("Back in a moment")
    image = window.grab().toImage()
    black = count_like(image, QColor("black"))
    assert 0.97 < black / (image.width() * image.height()) < 1
    assert window.accessibleDescription() == "Back in a moment"
    window.set_blank(None)
    assert "Crimson" in window.accessibleDescription()


def test_its_title_tells_nothing_of_the_battle(window: PlayersWindow) -> None:
    window.set_view(docks())
    assert window.windowTitle() == "Battleboard Players"
    assert window.toolTip() == ""


def test_the_screen_in_a_sentence() -> None:
    assert players_summary(docks()) == "Round 3 · now: Crimson. Next: Thug."
    assert players_summary(replace(docks(), now="", next="", phase="waiting")) == "Before combat."
    assert players_summary(None) == "No battle"
