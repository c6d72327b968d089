"""The players' screen is picked once and recognised again, whatever is connected and disconnected."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication

from gui.player.screens import PlayersScreens, QtScreens, ScreenIdentity
from gui.preferences import Settings
from tests.gui.player.fakes import FakeScreen, FakeScreens, television


def screens(source: FakeScreens, settings: Settings) -> PlayersScreens:
    return PlayersScreens(source, settings, lambda: source.laptop)


def test_nothing_is_shown_anywhere_before_the_gm_picked_a_screen(source: FakeScreens, settings: Settings) -> None:
    made = screens(source, settings)
    assert made.screen is None
    assert [(choice.is_gm, choice.is_picked) for choice in made.choices()] == [(True, False), (False, False)]


def test_the_picked_screen_is_remembered_by_the_next_start(source: FakeScreens, settings: Settings) -> None:
    screens(source, settings).pick(source.tv.identity)
    again = PlayersScreens(source, Settings(settings.file), lambda: source.laptop)
    assert again.picked == source.tv.identity
    assert again.screen is source.tv


def test_no_screen_is_remembered_too(source: FakeScreens, settings: Settings) -> None:
    made = screens(source, settings)
    made.pick(source.tv.identity)
    made.unpick()
    assert made.screen is None
    assert screens(source, settings).picked is None


def test_a_broken_entry_in_the_settings_is_no_screen(source: FakeScreens, settings: Settings) -> None:
    for entry in ("HDMI-1", ["HDMI-1"], 4711):
        settings.put("players/screen", entry)
        assert screens(source, settings).picked is None


def test_the_screen_goes_and_comes_back_as_another_object(source: FakeScreens, settings: Settings) -> None:
    made = screens(source, settings)
    made.pick(source.tv.identity)
    told: list[object] = []
    made.changed.connect(lambda: told.append(made.screen))
    source.unplug(source.tv)
    back = television()
    source.plug(back)
    assert told == [None, back]


def test_it_comes_back_at_another_connector(source: FakeScreens, settings: Settings) -> None:
    made = screens(source, settings)
    made.pick(source.tv.identity)
    source.unplug(source.tv)
    elsewhere = television(connector="DP-3")
    source.plug(elsewhere)
    assert made.screen is elsewhere


def test_of_two_equal_televisions_the_one_at_the_same_connector_is_taken(
    source: FakeScreens, settings: Settings
) -> None:
    made = screens(source, settings)
    made.pick(source.tv.identity)
    other = television(connector="HDMI-2")
    source.all = [source.laptop, other, source.tv]
    assert made.screen is source.tv


def test_another_screen_is_not_taken_for_it(source: FakeScreens, settings: Settings) -> None:
    made = screens(source, settings)
    made.pick(source.tv.identity)
    source.unplug(source.tv)
    source.plug(television(serial="4712"))
    source.plug(FakeScreen("HDMI-1", QRect(5000, 0, 800, 600), "Dim", "Projector"))
    assert made.screen is None
    titles = [choice.title for choice in made.choices() if not choice.is_here]
    assert titles == ["Bright TV 55 (HDMI-1), not connected"]


def test_a_screen_that_tells_no_serial_number_is_known_by_make_and_model() -> None:
    kept = ScreenIdentity("HDMI-1", "Bright", "TV 55")
    assert kept.likeness(ScreenIdentity("DP-1", "Bright", "TV 55")) > 0
    assert kept.likeness(ScreenIdentity("HDMI-1", "Bright", "TV 65")) == 0
    nameless = ScreenIdentity("HDMI-1")
    assert nameless.likeness(ScreenIdentity("HDMI-1")) > 0
    assert nameless.likeness(ScreenIdentity("DP-1")) == 0


def test_it_is_never_put_on_the_gms_own_screen(source: FakeScreens, settings: Settings) -> None:
    made = screens(source, settings)
    made.pick(source.laptop.identity)
    assert made.screen is None
    source.unplug(source.tv)
    assert made.screen is None


def test_nor_on_one_that_shows_the_same_as_the_gms(source: FakeScreens, settings: Settings) -> None:
    made = screens(source, settings)
    made.pick(source.tv.identity)
    source.tv.place = QRect(source.laptop.place)
    assert made.screen is None, "mirrored: it would cover the GM's window"


def test_it_follows_when_the_gms_window_goes_to_another_screen(source: FakeScreens, settings: Settings) -> None:
    at = {"gm": source.laptop}
    made = PlayersScreens(source, settings, lambda: at["gm"])
    made.pick(source.tv.identity)
    assert made.screen is source.tv
    at["gm"] = source.tv
    assert made.screen is None


def test_it_is_shown_on_the_gms_only_screen_when_asked_for(source: FakeScreens, settings: Settings) -> None:
    made = screens(source, settings)
    made.pick(source.tv.identity)
    source.unplug(source.tv)
    made.show_on_gm_screen()
    assert made.is_on_gm_screen
    assert made.screen is source.laptop
    made.leave_gm_screen()
    assert made.screen is None


def test_a_television_that_comes_back_does_not_take_it_off_the_laptop(source: FakeScreens, settings: Settings) -> None:
    made = screens(source, settings)
    made.pick(source.tv.identity)
    made.show_on_gm_screen()
    source.unplug(source.tv)
    source.plug(source.tv)
    assert made.screen is source.laptop
    made.leave_gm_screen()
    assert made.screen is source.tv


def test_on_the_laptop_is_not_remembered(source: FakeScreens, settings: Settings) -> None:
    screens(source, settings).show_on_gm_screen()
    assert not screens(source, settings).is_on_gm_screen


def test_the_screens_of_the_computer_tell_of_every_change(qapp: QGuiApplication) -> None:
    source = QtScreens()
    told: list[str] = []
    source.changed.connect(lambda: told.append("changed"))
    screen = QGuiApplication.primaryScreen()
    assert list(source.screens()) == QGuiApplication.screens()
    assert source.primary() is screen
    screen.geometryChanged.emit(QRect(0, 0, 800, 600))
    qapp.primaryScreenChanged.emit(screen)
    qapp.screenRemoved.emit(screen)
    qapp.screenAdded.emit(screen)
    assert len(told) == 4
