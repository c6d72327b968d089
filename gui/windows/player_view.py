"""What players see of the board: all of it, a fixed part, or true scale; their layouts, and the turn timer."""

from __future__ import annotations

import math
import re
from pathlib import Path

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtWidgets import QMenu, QWidget

from gui.controllers.workspace import Workspace
from gui.dialogs.forms import LineDialog
from gui.player.presenter import PlayersPresenter
from gui.preferences import LEAST_INCHES, LEAST_METRES, MOST_INCHES, MOST_METRES, MOST_SECONDS, Preferences
from gui.style.disposal import clear_menu
from gui.windows.board_area import BoardArea
from model.campaign.layouts import LAYOUTS, delete_layout, read_layouts, save_layout
from model.state.typed_numbers import typed_number
from model.view.layout import BUILT_IN, FULL, BoardFrame, PlayersLayout, TurnTimer
from model.view.players import PlayerRow

# --------------------------------------------------------------------------------------- layouts of the players' screen


class PlayerLayouts:
    """The layouts for the players' screen; read again for every request, since files may be changed by hand."""

    def __init__(self, preferences: Preferences, campaign: Path | None) -> None:
        self._preferences = preferences
        own = preferences.battles_folder / LAYOUTS
        self._folders = (own,) if campaign is None else (own, campaign / LAYOUTS)
        self.problems: tuple[str, ...] = ()
        """What is wrong with files that were left out, a sentence each."""

    def _own(self) -> dict[str, tuple[PlayersLayout, Path]]:
        found, problems = read_layouts(*self._folders)
        self.problems = tuple(map(str, problems))
        return found

    def all(self) -> tuple[PlayersLayout, ...]:
        """Return all layouts, those of the program first."""
        return (*BUILT_IN, *(layout for layout, _ in self._own().values()))

    def is_own(self, name: str) -> bool:
        """Return whether a layout is the user's own, so that it can be changed and deleted."""
        return name in self._own()

    @property
    def chosen(self) -> PlayersLayout:
        """The layout chosen last, or the full one if its file is gone or cannot be read."""
        name = self._preferences.players_layout
        return next((layout for layout in self.all() if layout.name == name), FULL)

    def choose(self, name: str) -> None:
        self._preferences.set_players_layout(name)

    def save(self, layout: PlayersLayout) -> str | None:
        """Save a layout, in the campaign if there is one, and choose it; return why it cannot be saved, or None."""
        if any(layout.name.lower() == one.name.lower() for one in BUILT_IN):
            return f"“{layout.name}” is a layout of the program: choose another name."
        found = self._own().get(layout.name)
        try:
            save_layout(self._folders[-1], layout, None if found is None else found[1])
        except OSError as error:
            return f"The layout cannot be saved: {error.strerror}."
        self.choose(layout.name)
        return None

    def delete(self, name: str) -> str | None:
        """Move one of the user's layouts to the deleted ones; return why that failed, or None."""
        found = self._own().get(name)
        if found is None:
            return f"“{name}” comes with the program and cannot be deleted."
        try:
            delete_layout(found[1])
        except OSError as error:
            return f"The layout cannot be deleted: {error.strerror}."
        return None


# ------------------------------------------------------------------------------------------------ the part of the board

CENTIMETRES = 2.54
"""Centimetres in an inch; in true scale a cell of the grid is one inch, as large as the base of a miniature."""
_SIZE = re.compile(r"(\d+(?:[.,]\d+)?)\s*(cm|in|inch|inches|\"|″)?", re.IGNORECASE)
_METRES = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*(?:m|metres)?\s*", re.IGNORECASE)
_PAUSE = 150
"""Milliseconds until the frame on the GM's map follows the player view."""


def inches_of(typed: str) -> float | None:
    """Return a typed diagonal (`55`, `55 in`, `139,7 cm`) in inches, or None if it is not valid."""
    match = _SIZE.fullmatch(typed.strip())
    if match is None:
        return None
    number = typed_number(match[1]) or 0
    inches = number / CENTIMETRES if (match[2] or "").lower() == "cm" else number
    return inches if LEAST_INCHES <= inches <= MOST_INCHES else None


def true_scale(width: int, height: int, inches: float, cell: float) -> float:
    """Return the pixels per metre at which a cell of `cell` metres is an inch on a screen of that size and diagonal."""
    return math.hypot(width, height) / inches / cell


_READ_FROM = 200
"""Distance from which a capital can be read at ease, in heights of the capital: 20 mm from four metres."""
_CAPITAL = 0.029
"""Height of the smallest capitals on the screen, as a share of the screen's height."""
_LEAST_FACTOR, _MOST_FACTOR = 0.7, 1.6


def text_factor(width: int, height: int, inches: float, metres: float) -> float:
    """Return the factor for the usual text size on a screen of that size and diagonal, read from `metres` away."""
    tall = inches * CENTIMETRES * 10 * height / math.hypot(width, height)
    wanted = metres * 1000 / _READ_FROM / (tall * _CAPITAL)
    return round(min(_MOST_FACTOR, max(_LEAST_FACTOR, wanted)), 2)


class PlayerView(QObject):
    """Shows players all of the combat, a fixed part of the board, or true scale; draws that part on the GM's map."""

    def __init__(
        self, work: Workspace, window: QWidget, presenter: PlayersPresenter, board: BoardArea, layouts: PlayerLayouts
    ) -> None:
        super().__init__(window)
        self._work = work
        self._window = window
        self._presenter = presenter
        self._board = board
        self._layouts = layouts
        self._shows_frame = False
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE)
        self._soon.timeout.connect(self.show_frame)
        presenter.shown_changed.connect(self._soon.start)
        presenter.state_changed.connect(self._soon.start)
        board.map.graphics_view.framed.connect(self._take)
        board.tool_changed.connect(lambda _: self.show_frame())
        presenter.state_changed.connect(self._set_text)
        self._set_text()
        if self._path:
            presenter.set_frame(work.preferences.players_frame(self._path))
        self._reopen()

    def _reopen(self) -> None:
        """Reopen the further windows that were open when the program ended and have layouts that still exist."""
        if self._presenter.further:
            return
        layouts = {layout.name: layout for layout in self._layouts.all()}
        for name, place in self._presenter.screens.further:
            if name in layouts:
                self._presenter.open_further(layouts[name], place)

    @property
    def _path(self) -> str:
        path = self._work.bridge.path
        return "" if path is None else str(path.resolve())

    def _set_frame(self, frame: BoardFrame | None) -> None:
        """Show this part of the board, and store it for when the battle is opened again."""
        self._presenter.set_frame(frame)
        if self._path:
            self._work.preferences.keep_players_frame(self._path, frame)

    def leave(self) -> None:
        """Disconnect when the GM's window closes, and show all of the combat in the next battle."""
        self._presenter.shown_changed.disconnect(self._soon.start)
        self._presenter.state_changed.disconnect(self._soon.start)
        self._presenter.state_changed.disconnect(self._set_text)
        self._soon.stop()
        self._presenter.set_frame(None)

    # ------------------------------------------------------------------------------------- what is shown

    @property
    def mode(self) -> str:
        """`follow`, `stay` or `scale`."""
        frame = self._presenter.frame
        return "follow" if frame is None else "scale" if frame.scale else "stay"

    def follow(self) -> None:
        """Show all of the combat, wherever it moves."""
        self._set_frame(None)

    def stay(self) -> None:
        """Keep showing the part of the board that players see now."""
        seen = self._seen()
        self._set_frame(BoardFrame(x=seen.center().x(), y=seen.center().y(), width=seen.width()))

    def show_true_scale(self) -> None:
        """Show a cell of the grid as large as an inch, for miniatures on the screen."""
        inches = self._work.preferences.players_diagonal or self.ask_size()
        if inches is None:
            return
        size, cell = self._presenter.whole_screen, self._work.battle.board.cell
        scale = true_scale(size.width(), size.height(), inches, cell)
        middle = self._seen().center()
        self._set_frame(BoardFrame(x=middle.x(), y=middle.y(), scale=scale))

    def ask_size(self) -> float | None:
        """Ask for the size of the players' screen and store it; return it in inches, or None if none was given."""
        now = self._work.preferences.players_diagonal
        words = "Diagonal of the players' screen, in inches or cm:"
        typed = LineDialog.ask(
            self._window, "Screen Size", words, "" if now is None else f"{now:g} in", "55 in, 140 cm"
        )
        if typed is None:
            return None
        inches = inches_of(typed)
        if inches is None:
            self._work.show_message(f"“{typed}” is not a screen diagonal: type inches or cm, such as 55 in or 140 cm.")
            return None
        self._work.preferences.set_players_diagonal(inches)
        self._set_text()
        if self.mode == "scale":
            self.show_true_scale()
        return inches

    def ask_distance(self) -> None:
        """Ask from how far players read their screen, and adjust its text size."""
        preferences = self._work.preferences
        if preferences.players_diagonal is None and self.ask_size() is None:
            return
        now = preferences.players_distance
        words = "Metres from the players to their screen; leave empty for the usual text size:"
        typed = LineDialog.ask(self._window, "Viewing Distance", words, "" if now is None else f"{now:g}", "3.5")
        if typed is None:
            return
        match = _METRES.fullmatch(typed)
        metres = (match and typed_number(match[1])) or 0
        if typed and not LEAST_METRES <= metres <= MOST_METRES:
            self._work.show_message(
                f"“{typed}” is not a distance: type metres, from {LEAST_METRES:g} to {MOST_METRES:g}."
            )
            return
        preferences.set_players_distance(metres if typed else None)
        self._set_text()

    def _set_text(self, *_: object) -> None:
        """Set the text size from the screen size and the distance, or the usual one unless the GM has set both."""
        inches, metres = self._work.preferences.players_diagonal, self._work.preferences.players_distance
        size = self._presenter.whole_screen
        factor = 1.0 if inches is None or metres is None else text_factor(size.width(), size.height(), inches, metres)
        self._presenter.set_text_factor(factor)

    def _take(self, frame: QRectF) -> None:
        """Keep the frame that the GM has drawn or moved."""
        now, middle = self._presenter.frame, frame.center()
        if now is not None and now.scale:
            self._set_frame(BoardFrame(x=middle.x(), y=middle.y(), scale=now.scale))
        elif frame.width() > 0 and frame.height() > 0:
            self._set_frame(BoardFrame(x=middle.x(), y=middle.y(), width=frame.width()))

    # ------------------------------------------------------------------------------------- the frame

    @property
    def shows_frame(self) -> bool:
        return self._shows_frame

    def toggle_frame(self) -> None:
        self._shows_frame = not self._shows_frame
        self.show_frame()

    def show_frame(self) -> None:
        """Show on the GM's map what players see, if that is wanted or the frame is being moved."""
        is_shown = self._shows_frame or self._board.tool == "frame"
        self._board.map.overlay.set_frame(self._seen() if is_shown else QRectF())

    def _seen(self) -> QRectF:
        """Return what players see of the board, or what the GM sees if there is no player screen."""
        seen = self._presenter.seen
        return self._board.map.camera.metres if seen.isEmpty() else seen

    # ------------------------------------------------------------------------------------- windows

    @property
    def is_window(self) -> bool:
        """Whether the players' window is an ordinary window."""
        return self._presenter.screens.is_window

    def toggle_window(self) -> None:
        self._presenter.screens.set_window(not self.is_window)

    @property
    def has_frame(self) -> bool:
        """Whether an ordinary window has a frame."""
        return self._presenter.screens.has_frame

    def toggle_window_frame(self) -> None:
        self._presenter.screens.set_frame(not self.has_frame)

    def fill_windows(self, menu: QMenu) -> None:
        """Fill the menu with commands to open a further window with any layout, and to close the open ones."""
        clear_menu(menu)
        for layout in self._layouts.all():
            action = menu.addAction(f"Open: {layout.name}")
            action.triggered.connect(lambda _=False, layout=layout: self._presenter.open_further(layout))
        menu.addSeparator()
        for number, layout in enumerate(self._presenter.further):
            action = menu.addAction(f"Close Window {number + 2}: {layout.name}")
            action.triggered.connect(lambda _=False, number=number: self._presenter.close_further(number))


# --------------------------------------------------------------------------------------------------- the timer of turns

_TYPED = re.compile(r"(\d+)(?::(\d{1,2}))?\s*(s|min|m)?", re.IGNORECASE)


def seconds_of(typed: str) -> int | None:
    """Return a typed time (`90`, `90 s`, `1:30`, `2 min`) in seconds, 0 for no timer, or None if it is not valid."""
    match = _TYPED.fullmatch(typed.strip())
    if match is None:
        return None
    number = int(match[1])
    if match[2] is not None:
        number = number * 60 + int(match[2])
    elif (match[3] or "").lower() in ("m", "min"):
        number *= 60
    return number if number <= MOST_SECONDS else None


class TurnTimerCommands(QObject):
    """The turn timer. It restarts with every turn that players see; an unseen turn neither stops nor starts it."""

    changed = Signal(str)
    """Text for the GM, such as `Turn 1:05`; empty without a timer."""

    def __init__(self, work: Workspace, window: QWidget, presenter: PlayersPresenter) -> None:
        super().__init__(window)
        self._work = work
        self._window = window
        self._presenter = presenter
        self._turn: tuple[str, int] | None = None
        self._left = 0
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self.count)
        presenter.shown_changed.connect(self._follow)

    @property
    def is_on(self) -> bool:
        return self._work.preferences.turn_seconds > 0

    def ask(self) -> None:
        """Ask how long a turn may take; 0 or nothing means no timer."""
        now = self._work.preferences.turn_seconds
        words = "Time for a turn, in seconds or minutes; 0 turns the timer off:"
        typed = LineDialog.ask(self._window, "Turn Timer", words, f"{now} s" if now else "", "90 s, 2 min, 1:30")
        if typed is None:
            return
        seconds = seconds_of(typed) if typed else 0
        if seconds is None:
            self._work.show_message(f"“{typed}” is not a time of up to an hour: type 90 s, 2 min or 1:30.")
            return
        self._work.preferences.set_turn_seconds(seconds)
        self._turn = None
        self._follow()

    def leave(self) -> None:
        """Disconnect and stop the timer when the GM's window closes."""
        self._presenter.shown_changed.disconnect(self._follow)
        self._tick.stop()
        self._show(None)

    def _follow(self) -> None:
        """Restart the timer if players see another turn."""
        view, seconds = self._presenter.latest, self._work.preferences.turn_seconds
        turn = None if view is None or not view.now or view.phase != "fighting" else (_turn_id(view.order), view.round)
        if turn is None or not seconds:
            self._tick.stop()
            self._turn = None
            self._show(None)
        elif turn != self._turn:
            self._turn, self._left = turn, seconds
            self._tick.start()
            self._show(TurnTimer(left=seconds))

    def count(self) -> None:
        """Count one second."""
        self._left = max(0, self._left - 1)
        if not self._left:
            self._tick.stop()
        self._show(TurnTimer(left=self._left))

    def _show(self, timer: TurnTimer | None) -> None:
        self._presenter.set_timer(timer)
        self.changed.emit("" if timer is None else f"Turn {timer.words}")


def _turn_id(order: tuple[PlayerRow, ...]) -> str:
    return next((row.id for row in order if row.is_now), "")
