"""Docks, sizes, pictures of the window, commands and keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QByteArray, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QScrollArea, QToolButton
from pytestqt.qtbot import QtBot

from gui.app import take_picture
from gui.bridge import Bridge
from gui.controllers.campaigns import SessionLibrary, samples
from gui.panels.action_panel import ActionArea
from gui.preferences import Preferences
from gui.style.theme import UNIT
from gui.widgets.basics import KeyButton
from gui.windows import docks
from gui.windows.docks import DockLayout, DockTitle
from gui.windows.gm_window import GmWindow
from gui.windows.preferences_dialog import ShortcutsPage
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from tests.gui.player.fakes import FakeScreen, laptop, television
from tests.gui.windows.hands import OpenWindow, Press
from tests.gui.windows.test_counted_keys import SAMPLES

pytestmark = pytest.mark.slow


def test_docks_are_where_they_were_left(open_window: OpenWindow) -> None:
    first = open_window()
    first.docks["log"].close()
    again = open_window()
    assert not again.docks["log"].isVisible()
    assert again.docks["sheet"].isVisible()
    again.layouts.reset()
    assert again.docks["log"].isVisible()


def test_a_closed_dock_is_made_when_it_is_opened(open_window: OpenWindow) -> None:
    window = open_window(sample="kalos-night-at-the-museum")
    closed = [window.docks[entry.id] for entry in docks.DOCKS if entry.is_closed]
    assert [dock.windowTitle() for dock in closed if dock.widget() is not None] == []
    ids = [dock.objectName() for dock in closed]
    for dock in closed:
        window.show_dock(dock.objectName())
        QApplication.processEvents()
        assert dock.widget().isVisible()
        assert QApplication.activeWindow() is window, "no part of it was shown as a window of its own"
    again = open_window(sample="kalos-night-at-the-museum")
    assert [id for id in ids if again.docks[id].widget() is None] == []


def test_an_action_that_begins_is_in_front_of_what_is_stacked_with_it(window: GmWindow, qtbot: QtBot) -> None:
    """Dice and Apply take keys: behind another dock the GM would answer them without seeing them."""
    seen = {"action": True}
    for id in ("action", "history"):
        window.docks[id].visibilityChanged.connect(lambda is_seen, id=id: seen.update({id: is_seen}))
    window.show_dock("history")
    window.tabifyDockWidget(window.docks["action"], window.docks["history"])
    window.show_dock("history")
    qtbot.waitUntil(lambda: seen == {"action": False, "history": True})
    window.work.actions.begin("attack")
    qtbot.waitUntil(lambda: seen == {"action": True, "history": False})
    # While the action is in progress, the GM may bring another dock to the front.
    window.show_dock("history")
    window.work.selection.mark("crimson-6")
    qtbot.waitUntil(lambda: seen == {"action": False, "history": True})


def test_a_dock_that_is_opened_by_its_menu_is_in_front(window: GmWindow, qtbot: QtBot) -> None:
    """Stacked docks emit `visibilityChanged` when they come to the front or go behind another one."""
    seen = {"sheet": True}
    for id in ("sheet", "statistics", "library"):
        window.docks[id].visibilityChanged.connect(lambda is_seen, id=id: seen.update({id: is_seen}))
    window.docks["statistics"].toggleViewAction().trigger()
    qtbot.waitUntil(lambda: seen == {"sheet": False, "statistics": True})
    window.docks["library"].toggleViewAction().trigger()
    qtbot.waitUntil(lambda: seen == {"sheet": False, "statistics": False, "library": True})
    window.docks["library"].toggleViewAction().trigger()
    qtbot.waitUntil(lambda: not seen["library"])
    assert not window.docks["library"].isVisible()


def test_a_window_from_a_screen_that_is_gone_comes_back_on_this_one(open_window: OpenWindow) -> None:
    first = open_window()
    first.move(20000, 20000)
    again = open_window()
    screen = again.screen().availableGeometry()
    assert screen.contains(again.frameGeometry().topLeft())


def test_no_window_of_the_gms_comes_back_on_the_players_screen(
    window: GmWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two screens side by side, the window and the log were on the right one, which is now the players' screen."""
    own, players = laptop(), television()
    monkeypatch.setattr(own, "availableGeometry", own.geometry, raising=False)

    class Screens:
        @staticmethod
        def screenAt(point: QPoint) -> FakeScreen | None:
            return next((screen for screen in (own, players) if screen.geometry().contains(point)), None)

        @staticmethod
        def primaryScreen() -> FakeScreen:
            return players

        @staticmethod
        def screens() -> list[FakeScreen]:
            return [players, own]

    monkeypatch.setattr(docks, "QGuiApplication", Screens)
    arranged = DockLayout(window, window.docks, window.work.preferences, lambda screen: screen is players)
    log = window.docks["log"]

    def put_window(_: object) -> bool:
        window.move(1700, 100)
        return True

    def put_log(*_: object) -> bool:
        log.setFloating(True)
        log.setGeometry(2000, 100, 400, 200)
        return True

    # Qt would otherwise move them to the one screen that this test has.
    monkeypatch.setattr(window, "restoreGeometry", put_window)
    monkeypatch.setattr(window, "restoreState", put_log)
    arranged.keep()
    arranged.restore_window()
    assert own.geometry().contains(window.frameGeometry().center())
    arranged.arrange(compact=False)
    assert not log.isFloating()


def test_a_maximized_window_is_an_ordinary_one_while_its_docks_are_restored(
    window: GmWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise Qt keeps a copy of the state, and has crashed when docks were rearranged before it used the copy."""
    window.layouts.keep()
    window.hide()
    window.setWindowState(Qt.WindowState.WindowMaximized)
    restored_as: list[Qt.WindowState] = []
    restore = window.restoreState

    def restore_and_note(kept: QByteArray, version: int) -> bool:
        restored_as.append(window.windowState())
        return restore(kept, version)

    monkeypatch.setattr(window, "restoreState", restore_and_note)
    window.layouts.arrange(window.layouts.is_compact)
    assert restored_as == [Qt.WindowState.WindowNoState]
    assert window.windowState() == Qt.WindowState.WindowMaximized


@pytest.mark.parametrize(("width", "height"), [(900, 500), (1366, 768), (1600, 900)])
def test_nothing_needed_for_an_attack_scrolls(open_window: OpenWindow, press: Press, width: int, height: int) -> None:
    window = open_window(width, height)
    window.work.combat.start(first="pc")
    window.combatants.mark("boomer-3")
    area = window.docks["action"].widget()
    assert isinstance(area, QScrollArea)
    for keys in ("A", "Shift+Enter", "4 5", "3"):
        press(keys)
        assert area.verticalScrollBar().maximum() == 0, keys
        assert window.action_panel.height() >= window.action_panel.minimumSizeHint().height()


def test_an_offer_to_many_ends_in_dots_rather_than_push_the_dice_out_of_sight(open_window: OpenWindow) -> None:
    window = open_window(900, 500, sample="kalos-night-at-the-museum")
    window.work.combat.start(first="pc")
    window.combatants.mark(next(who.id for who in window.work.battle.combatants.values() if who.name == "Gorgon"))
    window.action_panel.attack()
    assert any("more" in button.text() for button in window.action_panel.offers.buttons)
    area = window.docks["action"].widget()
    assert isinstance(area, QScrollArea)
    assert window.action_panel.minimumSizeHint().width() <= area.viewport().width()


def test_a_small_window_is_compact_by_itself(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(900, 500)
    assert window.tabifiedDockWidgets(window.docks["action"]) == [window.docks["sheet"]]
    assert window.log.height() < 40
    window.resize(1600, 900)
    # The layout does not change within the resize event, because Qt is still processing the size.
    assert window.layouts.is_compact
    qtbot.waitUntil(lambda: not window.layouts.is_compact)
    assert window.tabifiedDockWidgets(window.docks["action"]) == []


def _stack(window: GmWindow) -> None:
    window.tabifyDockWidget(window.docks["initiative"], window.docks["log"])


def _split(window: GmWindow) -> None:
    window.splitDockWidget(window.docks["sheet"], window.docks["log"], Qt.Orientation.Horizontal)


def _float(window: GmWindow) -> None:
    window.docks["log"].setFloating(True)
    window.docks["sheet"].close()


@pytest.mark.parametrize("move", [_stack, _split, _float])
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (900, 500)])
def test_reset_layout_brings_every_dock_back(
    open_window: OpenWindow, width: int, height: int, move: Callable[[GmWindow], None]
) -> None:
    window = open_window(width, height)

    def arrangement() -> list[object]:
        return [
            (key, dock.isVisible(), dock.isFloating(), window.dockWidgetArea(dock), window.tabifiedDockWidgets(dock))
            for key, dock in window.docks.items()
        ]

    before, wide = arrangement(), window.docks["initiative"].width()
    move(window)
    assert arrangement() != before
    window.layouts.reset()
    assert arrangement() == before
    QApplication.processEvents()
    assert window.docks["initiative"].width() == wide


def test_the_headings_of_docks_come_to_rest_after_reset_layout(
    open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A compact log loses its heading; the docks set their headings again after a new layout, and then stop."""
    window = open_window(800, 480)
    window.layouts.reset()
    QTest.qWait(100)
    asked: list[str] = []
    monkeypatch.setattr(window.docks["log"], "setTitleBarWidget", lambda widget: asked.append("log"))
    window.layouts.show_tabs()
    QTest.qWait(50)
    assert asked == []


@pytest.mark.parametrize("size", [QSize(900, 500), QSize(1366, 768)])
def test_a_picture_has_the_size_asked_for_and_leaves_the_session_alone(
    qapp,
    tmp_path: Path,
    size: QSize,  # type: ignore[no-untyped-def]
) -> None:
    sample = samples()[0].path
    before = sample.read_bytes()
    picture = tmp_path / "window.png"
    assert take_picture(sample, picture, size) == 0
    image = QImage(str(picture))
    assert image.size() == size
    assert len({image.pixel(x, size.height() // 2) for x in range(0, size.width(), 7)}) > 5
    assert sample.read_bytes() == before
    assert {file.name for file in sample.parent.iterdir()} == {one.path.name for one in samples()}


def test_a_picture_of_a_file_that_is_none_fails_with_a_sentence(
    qapp,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],  # type: ignore[no-untyped-def]
) -> None:
    bad = tmp_path / "bad.battle.toml"
    bad.write_text("this is no battle")
    assert take_picture(bad, tmp_path / "window.png", QSize(900, 500)) == 1
    assert "bad.battle.toml: This is not a Battleboard battle" in capsys.readouterr().err


def _in_menus(menu: QMenu) -> list[QAction]:
    found: list[QAction] = []
    for action in menu.actions():
        inner = action.menu()
        found += _in_menus(inner) if isinstance(inner, QMenu) else [action]
    return found


def test_every_command_is_in_a_menu(window: GmWindow) -> None:
    listed = [action for top in window.menuBar().actions() for action in _in_menus(top.menu())]
    for command in window.commands:
        assert window.commands.action(command.id) in listed, command.id


def test_the_buttons_of_actions_have_their_keys_from_the_start(open_window: OpenWindow) -> None:
    """Also in a fight that is opened again."""
    open_window().work.combat.start(first="pc")
    again = open_window()
    attack = again.action_panel.buttons.button("attack")
    assert isinstance(attack, KeyButton)
    assert attack.key == again.commands.key("attack")


def test_every_menu_opens_by_a_letter_of_its_own(window: GmWindow) -> None:
    titles = [action.text() for action in window.menuBar().actions()]
    letters = [title[title.index("&") + 1].lower() for title in titles]
    assert len(set(letters)) == len(letters)
    assert {"f", "e", "h"} <= set(letters)


@pytest.mark.parametrize("sample", SAMPLES)
def test_menus_fit_a_low_screen(open_window: OpenWindow, sample: str) -> None:
    """768 pixels, less the menu bar and the system's own bar."""
    window = open_window(1366, 768, sample=sample)
    heights = {title: menu.sizeHint().height() for title, menu in window.menus}
    assert {title: height for title, height in heights.items() if height > 680} == {}


def test_recent_battles_stand_above_quit(window: GmWindow) -> None:
    titles = [action.text() for action in window.menus["File"].actions() if not action.isSeparator()]
    assert titles[-1] == "Quit"
    assert titles.index("Recent") == titles.index("Open...") + 1


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_top_bar_of_a_small_window_hides_nothing_behind_a_mark(open_window: OpenWindow, sample: str) -> None:
    window = open_window(900, 500, sample=sample)
    window.work.show_message(window.work.combat.start())
    while window.work.actions.can_apply or window.work.actions.due is not None:
        window.action_panel.roll()
        window.action_panel.answer()
    for who in window.work.battle.combatants:
        edit = Call(
            action="edit", targets=(who,), options={"path": "name", "value": "Brother Bartholomew of the Cross"}
        )
        assert window.work.bridge.edit(edit) is None
    QApplication.processEvents()
    mark = window.top_bar.findChild(QToolButton, "qt_toolbar_ext_button")
    assert mark is not None
    assert not mark.isVisible()


@pytest.mark.parametrize("size", [(1366, 768), (900, 500)])
def test_another_theme_moves_nothing_in_the_top_bar(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window(*size)
    bar = window.top_bar

    def places() -> tuple[object, ...]:
        QApplication.processEvents()
        return bar.height(), *(part.mapTo(bar, QPoint(0, 0)) for part in (bar.title, bar.turn, bar.undo, bar.players))

    before = places()
    window.set_theme("light")
    light = places()
    window.set_theme("dark")
    assert before == light == places()


def test_help_of_a_command_goes_with_its_menu(window: GmWindow, qtbot: QtBot) -> None:
    menu = window.menus["Players"]
    window.players.thumbnail.menu_requested.emit(window.mapToGlobal(QPoint(0, 0)))
    menu.setActiveAction(window.commands.action("players_curtain"))
    assert window.status.currentMessage() == window.commands["players_curtain"].help
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert window.status.currentMessage() == ""


def test_help_of_a_command_goes_with_the_menu_of_the_board(window: GmWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """For example when the GM moves through the menu by keys to an entry without help, and closes the menu."""
    told: list[str] = []

    class WalkedMenu(QMenu):
        def exec(self, at: QPoint) -> None:
            self.popup(at)
            for entry in (window.commands.action("add"), self.actions()[0]):
                self.setActiveAction(entry)
                told.append(window.status.currentMessage())
            self.hide()

    for where in ("combatant", "zone"):
        monkeypatch.setattr(f"gui.windows.{where}_commands.QMenu", WalkedMenu)
    window.combatants.show_menu(None, QPoint(200, 200), [("Open Door", list)])
    assert window.status.currentMessage() == ""
    window.zones.show_menu(next(iter(window.work.battle.board.zones)), QPoint(200, 200))
    assert window.status.currentMessage() == ""
    assert told == [window.commands["add"].help, ""] * 2


def test_no_two_commands_share_a_key(window: GmWindow) -> None:
    keys = [key.toString() for command in window.commands for key in window.commands.action(command.id).shortcuts()]
    assert [key for key, count in Counter(keys).items() if count > 1] == []


def test_a_key_can_be_given_to_another_command_and_is_remembered(
    window: GmWindow, preferences: Preferences, open_window: OpenWindow
) -> None:
    dialog = ShortcutsPage(window.commands, window)
    dialog.choose("duplicate")
    dialog._give("N")
    assert "End Turn" in dialog.message.text()
    assert window.commands.key("end_turn") == ""
    dialog.close()
    again = open_window()
    assert again.commands.key("duplicate") == "N"
    again.commands.set_key("duplicate", None)
    assert again.commands.key("duplicate") == "Ctrl+D"


def test_long_names_and_sentences_do_not_widen_the_window(open_window: OpenWindow) -> None:
    window = open_window(900, 500)
    title = "A battle whose name goes on and on and has nowhere near the room it would like to have " * 2
    name = "Apex of the very long and ever so noble name that nobody remembers in full"
    window.work.edit("set_title", title=title)
    window.work.edit("rename", "apex-1", name=name)
    window.work.combat.start(first="pc")
    window.work.show_message("This is a sentence that is far longer than any status bar has room for, " * 4)
    window.combatants.mark("boomer-3")
    window.action_panel.attack()
    QApplication.processEvents()
    assert (window.width(), window.height()) == (900, 500)
    assert window.minimumSizeHint().width() <= 900
    assert window.status.message.is_elided()


def test_another_theme_is_put_on_at_once_and_remembered(window: GmWindow, preferences: Preferences) -> None:
    dark = window.grab().toImage().pixelColor(700, 12).lightness()
    window.set_theme("light")
    QApplication.processEvents()
    assert window.grab().toImage().pixelColor(700, 12).lightness() > dark + 100
    assert preferences.theme == "light"
    window.set_theme("dark")


def test_the_words_of_a_button_stand_beside_its_icon(window: GmWindow) -> None:
    button = window.top_bar.find_button
    words = button.text()
    with_words = button.grab().toImage()
    button.setText(words[0] + words[:0:-1])
    backwards = button.grab().toImage()
    button.setText(words)
    assert button.grab().toImage() == with_words
    across = [
        x
        for x in range(backwards.width())
        if any(with_words.pixel(x, y) != backwards.pixel(x, y) for y in range(backwards.height()))
    ]
    assert across[0] < UNIT + button.iconSize().width() + 2 * UNIT


def test_a_button_that_is_too_narrow_keeps_the_beginning_of_its_words(qtbot: QtBot) -> None:
    """A layout without room makes buttons narrower than their size hint; plain ones then cut the text on both sides."""
    button = KeyButton("WWWW llll llll llll", "N")
    qtbot.addWidget(button)
    button.resize(120, button.sizeHint().height())
    picture = button.grab().toImage()
    beside_the_frame = {picture.pixel(x, y) for x in (3, 4, 5) for y in range(6, picture.height() - 6)}
    assert len(beside_the_frame) == 1


def test_what_was_put_off_does_not_reach_a_window_that_is_gone(
    library: SessionLibrary, preferences: Preferences, qapp: QApplication
) -> None:
    """Docks, the board and panels postpone work to the next turn of the event loop; the window may be gone by then."""
    opened = library.open(samples()[0].path)
    assert opened.session is not None
    window = GmWindow(Bridge(opened.session), preferences)
    window.show()
    QApplication.processEvents()
    window.work.selection.select((next(iter(window.work.battle.combatants)),))
    window.docks["log"].topLevelChanged.emit(True)
    window.board.show_view("map")
    window.board.show_picture()
    window.sheet.more.setChecked(True)
    window.work.bridge.close()
    shiboken6.delete(window)
    QApplication.processEvents()


def test_the_next_dice_are_in_sight_when_they_are_asked(open_window: OpenWindow, press: Press, qtbot: QtBot) -> None:
    """With the library open above it, the action panel has no room for all of an attack."""
    window = open_window(1366, 700, sample="kalos-night-at-the-museum")
    window.work.combat.start(first="pc")
    window.open_library()
    window.board.map.setFocus()
    window.combatants.mark(next(one.id for one in window.work.battle.combatants.values() if one.name == "Gorgon"))
    press("A 6 6")
    qtbot.wait(20)
    field, area = window.action_panel.stage.field, window.docks["action"].panel(ActionArea)
    due = window.work.actions.due
    assert isinstance(due, DiceRequest)
    assert due.title == "Damage"
    bottom = field.mapTo(area.viewport(), field.rect().bottomLeft()).y()
    assert bottom < area.viewport().height()


ROOM = 768 - 48
"""Pixels of a 1366x768 screen that a menu may take: the rest is for the system's own bar."""


def _heights(menu: QMenu) -> dict[str, int]:
    """Return the height of a menu and of all menus in it, by title."""
    found = {menu.title(): menu.sizeHint().height()}
    for action in menu.actions():
        if isinstance(inner := action.menu(), QMenu):
            inner.aboutToShow.emit()
            found |= _heights(inner)
    return found


@pytest.mark.parametrize("sample", [path.path.name.removesuffix(".battle.toml") for path in samples()])
def test_every_menu_fits_a_small_screen(open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch, sample: str) -> None:
    window = open_window(sample=sample)
    window.work.combat.start()
    found: dict[str, int] = {}

    class MeasuredMenu(QMenu):
        def exec(self, *_: object) -> None:
            found.update({f"{self.actions()[0].text()}: {title}": high for title, high in _heights(self).items()})

    for where in ("combatant", "zone"):
        monkeypatch.setattr(f"gui.windows.{where}_commands.QMenu", MeasuredMenu)
    who = next(id for id, one in window.work.battle.combatants.items() if one.side == "pc")
    other = next(id for id, one in window.work.battle.combatants.items() if one.side != "pc")
    window.work.selection.set_current(who)
    for one in (who, other, None):
        window.combatants.show_menu(one, QPoint(200, 200), [("Open Door", list)])
    for zone in list(window.work.battle.board.zones)[:1]:
        window.zones.show_menu(zone, QPoint(200, 200))
    for top in window.menuBar().actions():
        menu = top.menu()
        assert isinstance(menu, QMenu)
        menu.aboutToShow.emit()
        found |= _heights(menu)
    assert {title: high for title, high in found.items() if high > ROOM} == {}


def test_a_sheet_beside_another_tab_still_says_whose_it_is(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(1366, 768)
    sheet = window.docks["sheet"]
    assert window.tabifiedDockWidgets(sheet) == []
    window.commands.run("library")
    qtbot.waitUntil(lambda: bool(window.tabifiedDockWidgets(sheet)))
    sheet.raise_()
    for name in ("Crimson", "Apex"):
        window.work.selection.set_current(
            next(one.id for one in window.work.battle.combatants.values() if one.name == name)
        )
        QApplication.processEvents()
        bar = sheet.titleBarWidget()
        assert isinstance(bar, DockTitle)
        assert bar.isVisible()
        assert bar.aside.startswith(name)
    for dock in window.docks.values():
        shown = [bar for bar in dock.findChildren(DockTitle) if bar.isVisible()]
        assert shown in ([], [dock.titleBarWidget()])
