"""The players' screen: picked once, saved with its identity, recognised when it is disconnected and connected again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, QPoint, QRect, QSize, Signal
from PySide6.QtGui import QActionGroup, QGuiApplication, QScreen
from PySide6.QtWidgets import QMenu

from gui.style.disposal import clear_menu

_KEY, _WINDOW_KEY, _FRAME_KEY = "players/screen", "players/window", "players/window_frame"
_FURTHER_KEY, _PLACE_KEY = "players/further", "players/window_place"
_MOST_PIXELS = 100_000
_ORDINARY = QSize(1280, 720)
"""Size of an ordinary window on a screen other than the GM's."""
_SMALL = 400
"""Least width in pixels on the GM's own screen, of which it otherwise takes a third."""
_INSET, _STEP = 8, 32
"""Pixels from the corner of the screen, and from one window to the next one."""


class ScreenLike(Protocol):
    """The part of a QScreen's interface that is needed here."""

    def name(self) -> str: ...
    def manufacturer(self) -> str: ...
    def model(self) -> str: ...
    def serialNumber(self) -> str: ...
    def geometry(self) -> QRect: ...
    def availableGeometry(self) -> QRect: ...


class ScreenIdentity(Struct, frozen=True):
    """What a screen is recognised by when it is connected again."""

    name: str
    """The connector, such as `HDMI-1`."""
    manufacturer: str = ""
    model: str = ""
    serial: str = ""

    @classmethod
    def of(cls, screen: ScreenLike) -> ScreenIdentity:
        return cls(screen.name(), screen.manufacturer(), screen.model(), screen.serialNumber())

    @property
    def title(self) -> str:
        """Its name in the user interface: `Acme Big TV (HDMI-1)`."""
        make = " ".join(part for part in (self.manufacturer, self.model) if part)
        return f"{make} ({self.name})" if make else self.name

    def likeness(self, other: ScreenIdentity) -> int:
        """Return how likely another one is the same screen, from 0 (it is not) to 3 (equal).

        A television may come back at another connector. Many report no serial number: then make and model decide.
        """
        if self == other:
            return 3
        if (self.manufacturer, self.model, self.serial) != (other.manufacturer, other.model, other.serial):
            return 0
        if self.serial:
            return 2
        return 1 if self.model else 0


class ScreenChoice(Struct, frozen=True):
    """A screen that the GM may pick."""

    identity: ScreenIdentity
    title: str
    is_picked: bool
    is_here: bool
    """False only for the picked screen while it is not connected."""
    is_gm: bool
    """Whether it is the GM's own: the players' window goes there only as long as the GM asks for it."""


class ScreenSource(QObject):
    """The screens of the computer, and a signal when they change."""

    changed = Signal()

    def screens(self) -> Iterable[ScreenLike]:
        raise NotImplementedError

    def primary(self) -> ScreenLike | None:
        raise NotImplementedError


class QtScreens(ScreenSource):
    """The screens that Qt reports."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        application = QGuiApplication.instance()
        if not isinstance(application, QGuiApplication):
            raise RuntimeError("screens need an application with windows")
        application.screenAdded.connect(self._add)
        application.screenRemoved.connect(self.changed)
        application.primaryScreenChanged.connect(self.changed)
        for screen in QGuiApplication.screens():
            screen.geometryChanged.connect(self.changed)

    def _add(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self.changed)
        self.changed.emit()

    def screens(self) -> Iterable[ScreenLike]:
        return QGuiApplication.screens()

    def primary(self) -> ScreenLike | None:
        return QGuiApplication.primaryScreen()


class Kept(Protocol):
    """The settings in which the picked screen is saved."""

    def get(self, key: str) -> object: ...
    def put(self, key: str, value: list[str] | str | None) -> None: ...


class PlayersScreens(QObject):
    """Decides where the players' window belongs.

    `gm_screen` returns the screen of the GM's window; without it that is the system's primary one. The players' window
    never fills that screen unless the GM asks for it with `show_on_gm_screen`.
    """

    changed = Signal()
    """`screen` or its size may have changed."""

    def __init__(
        self,
        source: ScreenSource | None,
        settings: Kept,
        gm_screen: Callable[[], ScreenLike | None] | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Tests pass their own screens and settings; the program uses those of the computer and of the user."""
        super().__init__(parent)
        self._source = source or QtScreens(self)
        self._settings = settings
        self._gm_screen = gm_screen or self._source.primary
        self._picked = _read(self._settings)
        self._is_on_laptop = False
        self._is_window = settings.get(_WINDOW_KEY) == "window"
        self._source.changed.connect(self.changed)

    # ---------------------------------------------------------------- where

    @property
    def screen(self) -> ScreenLike | None:
        """The screen to fill now, or None if there is none."""
        if self._is_on_laptop:
            return self._gm_screen() or self._source.primary()
        found = self._find()
        return None if found is None or self._is_gm(found) else found

    def _find(self) -> ScreenLike | None:
        """The picked screen, or None if it is not connected."""
        picked = self._picked
        if picked is None:
            return None
        return max(
            (screen for screen in self._source.screens() if picked.likeness(ScreenIdentity.of(screen))),
            key=lambda screen: picked.likeness(ScreenIdentity.of(screen)),
            default=None,
        )

    def _is_gm(self, screen: ScreenLike) -> bool:
        """Whether a screen is the GM's or mirrors it."""
        own = self._gm_screen()
        return own is not None and own.geometry() == screen.geometry()

    def is_players(self, screen: ScreenLike) -> bool:
        """Whether a screen is the one that the GM picked for the players."""
        found = self._find()
        return found is not None and ScreenIdentity.of(found) == ScreenIdentity.of(screen)

    # ---------------------------------------------------------------- what the GM picks

    @property
    def picked(self) -> ScreenIdentity | None:
        """The screen that the GM picked, connected or not."""
        return self._picked

    def pick(self, identity: ScreenIdentity) -> None:
        """Show the players' window on this screen, now and whenever it is connected."""
        self._picked = identity
        self._settings.put(_KEY, [identity.name, identity.manufacturer, identity.model, identity.serial])
        self._is_on_laptop = False
        self.changed.emit()

    def unpick(self) -> None:
        """Show the players' window on no screen."""
        self._picked = None
        self._settings.put(_KEY, None)
        self._is_on_laptop = False
        self.changed.emit()

    @property
    def offered(self) -> ScreenIdentity | None:
        """The only connected screen besides the GM's, offered for the players' window; None if none or several."""
        others = [screen for screen in self._source.screens() if not self._is_gm(screen)]
        return ScreenIdentity.of(others[0]) if len(others) == 1 else None

    def choices(self) -> tuple[ScreenChoice, ...]:
        """All connected screens, and the picked one if it is not connected."""
        found = self._find()
        here = [
            ScreenChoice(
                identity=(identity := ScreenIdentity.of(screen)),
                title=f"{identity.title}, {screen.geometry().width()} × {screen.geometry().height()}",
                is_picked=screen is found or (found is not None and identity == ScreenIdentity.of(found)),
                is_here=True,
                is_gm=self._is_gm(screen),
            )
            for screen in self._source.screens()
        ]
        if self._picked is not None and found is None:
            title = f"{self._picked.title}, not connected"
            here.append(ScreenChoice(self._picked, title, is_picked=True, is_here=False, is_gm=False))
        return tuple(here)

    # ---------------------------------------------------------------- as an ordinary window

    @property
    def is_window(self) -> bool:
        """Whether the players' window is an ordinary one, for sharing and streaming, instead of filling a screen."""
        return self._is_window and not self._is_on_laptop

    @property
    def has_frame(self) -> bool:
        """Whether the ordinary window has a frame."""
        return self._settings.get(_FRAME_KEY) != "none"

    def set_window(self, is_window: bool) -> None:
        """Show the players' window as an ordinary one from now on, or on a screen again."""
        self._is_window = is_window
        self._settings.put(_WINDOW_KEY, "window" if is_window else None)
        self.changed.emit()

    def set_frame(self, has_frame: bool) -> None:
        self._settings.put(_FRAME_KEY, None if has_frame else "none")
        self.changed.emit()

    def is_seen(self, place: QRect) -> bool:
        """Whether the centre of a window at this place would be on a connected screen."""
        return any(screen.geometry().contains(place.center()) for screen in self._source.screens())

    @property
    def window_place(self) -> QRect:
        """Where the ordinary window opens: where the GM put it, if that is on a connected screen, else a new place."""
        kept = _window_of(self._settings.get(_PLACE_KEY))
        return kept[1] if kept is not None and self.is_seen(kept[1]) else self.new_place()

    def keep_window_place(self, place: QRect) -> None:
        """Save where the GM has put the ordinary window."""
        self._settings.put(_PLACE_KEY, _entry_of("", place))

    def new_place(self, number: int = 0) -> QRect:
        """Default place of an ordinary window, with this many others open already.

        On a screen other than the GM's it is large and centred; on the GM's own it is small, in the lower left corner,
        because the dice and what is applied are at the right.
        """
        other = next((screen for screen in self._source.screens() if not self._is_gm(screen)), None)
        own = other or self._gm_screen() or self._source.primary()
        room = QRect(QPoint(), _ORDINARY) if own is None else own.availableGeometry()
        width = min(_ORDINARY.width(), room.width() if other is not None else max(_SMALL, room.width() // 3))
        size = QSize(width, width * _ORDINARY.height() // _ORDINARY.width())
        place = QRect(QPoint(), size)
        if other is None:
            place.moveBottomLeft(room.bottomLeft() + QPoint(_INSET, -_INSET))
        else:
            place.moveCenter(room.center())
        return place.translated(number * _STEP, -number * _STEP)

    @property
    def further(self) -> tuple[tuple[str, QRect], ...]:
        """The windows that were open besides the first one when the program ended: layout name and place of each."""
        kept = self._settings.get(_FURTHER_KEY)
        found = [_window_of(entry) for entry in kept] if isinstance(kept, list) else []
        return tuple(one for one in found if one is not None)

    def keep_further(self, windows: Iterable[tuple[str, QRect]]) -> None:
        """Save the windows that are open besides the first one."""
        kept = [_entry_of(name, place) for name, place in windows]
        self._settings.put(_FURTHER_KEY, kept or None)

    @property
    def is_anywhere(self) -> bool:
        """Whether there is a place for the players' window."""
        return self.is_window or self.screen is not None

    # ---------------------------------------------------------------- on the GM's own screen

    @property
    def is_on_gm_screen(self) -> bool:
        """Whether the GM asked for the players' window on their own screen."""
        return self._is_on_laptop

    def show_on_gm_screen(self) -> None:
        """Fill the GM's own screen until `leave_gm_screen`, for example because the television does not work."""
        self._is_on_laptop = True
        self.changed.emit()

    def leave_gm_screen(self) -> None:
        """Return to the picked screen."""
        if self._is_on_laptop:
            self._is_on_laptop = False
            self.changed.emit()


def _read(settings: Kept) -> ScreenIdentity | None:
    """The saved picked screen, or None if there is none or the entry is invalid."""
    kept = settings.get(_KEY)
    if not isinstance(kept, list) or len(kept) != 4:
        return None
    return ScreenIdentity(*(str(part) for part in kept))


def _entry_of(name: str, place: QRect) -> str:
    """A window as an entry of the settings: `x,y,width,height,name`."""
    return f"{place.x()},{place.y()},{place.width()},{place.height()},{name}"


def _window_of(entry: object) -> tuple[str, QRect] | None:
    """A window from an entry of the settings, or None if the entry is invalid."""
    *numbers, name = str(entry).split(",", 4)
    try:
        x, y, width, height = map(int, numbers)
    except ValueError:
        return None
    is_possible = 0 < width < _MOST_PIXELS and 0 < height < _MOST_PIXELS and max(abs(x), abs(y)) < _MOST_PIXELS
    return (name, QRect(x, y, width, height)) if is_possible else None


# -------------------------------------------------------------------------------------------------- the menu of screens


def fill_screens_menu(menu: QMenu, screens: PlayersScreens) -> None:
    """Fill a menu with the screens as an exclusive choice, replacing old entries; connect it to `aboutToShow`.

    The GM's own screen cannot be picked, only used for a while with `show_on_gm_screen`.
    """
    clear_menu(menu)
    group = QActionGroup(menu)
    for choice in screens.choices():
        action = group.addAction(f"{choice.title} (this screen)" if choice.is_gm else choice.title)
        action.setCheckable(True)
        action.setChecked(choice.is_picked)
        action.setEnabled(choice.is_here and not choice.is_gm)
        action.triggered.connect(lambda _, identity=choice.identity: screens.pick(identity))
        menu.addAction(action)
    none = group.addAction("No screen")
    none.setCheckable(True)
    none.setChecked(screens.picked is None)
    none.triggered.connect(screens.unpick)
    menu.addAction(none)
