"""What the players' screen shows: live views, a frozen view, a blank view, or nothing because there is no screen."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Signal

from gui.map.pictures import Resolver
from gui.player.page import Page
from gui.player.screens import PlayersScreens
from gui.player.window import TITLE, PlayersWindow
from gui.style.disposal import dispose
from model.view.elements import with_layout
from model.view.handouts import ShownView
from model.view.layout import FULL, BoardFrame, PlayersLayout, TurnTimer
from model.view.map import replace
from model.view.marks import NO_MARKS, MarksView
from model.view.players import PlayersView

BLANK_TITLE = "Back in a moment"
_USUAL_SIZE = QSize(1920, 1080)


class PlayersState(Enum):
    """State of the players' screen. Each has a word and an icon, so that colour alone never tells them apart."""

    LIVE = ("LIVE", "circle-dot", "good")
    FROZEN = ("FROZEN", "pause", "text")
    BLANK = ("BLANK", "eye-off", "muted")
    NO_SCREEN = ("NO SCREEN", "ban", "muted")

    def __init__(self, word: str, icon: str, color: str) -> None:
        self.word = word
        self.icon = icon
        """File name in the icon set."""
        self.color = color
        """Colour of word and icon, by its name in the palette."""


class PlayersPresenter(QObject):
    """Shows, freezes or blanks the views that it is given, on whichever screen there is.

    While the view is frozen, by hand or for a reason (undo, history), the last view shown stays. A blank view covers
    everything. A reason that does not last ends when an action is applied; a freeze by hand ends when the GM resumes.
    """

    state_changed = Signal(object)
    """The `PlayersState`, or something shown to the GM beside it, has changed."""
    shown_changed = Signal()
    """The picture on the players' screen has changed."""
    screen_wanted = Signal()
    """The user has to choose a screen first."""

    def __init__(
        self,
        screens: PlayersScreens,
        parent: QObject | None = None,
        make_window: Callable[[], PlayersWindow] = PlayersWindow,
    ) -> None:
        super().__init__(parent)
        self.screens = screens
        self._make_window = make_window
        self._window: PlayersWindow | None = None
        self._resolve: Resolver | None = None
        self._latest: PlayersView | None = None
        self._shown: PlayersView | None = None
        self._is_frozen = False
        self._reasons: dict[str, bool] = {}
        """Reasons for which the view is frozen automatically, and whether each lasts beyond the next action."""
        self._waived: set[str] = set()
        """Lasting reasons that the GM has overridden by resuming."""
        self._blank_title: str | None = None
        self._layout = FULL
        self._card: ShownView | None = None
        """What is shown over the view."""
        self._marks = NO_MARKS
        self._frame: BoardFrame | None = None
        self._timer: TurnTimer | None = None
        self._text_factor = 1.0
        self._further: list[tuple[PlayersWindow, PlayersLayout]] = []
        self._told = self._to_tell()
        screens.changed.connect(self._settle)

    # ---------------------------------------------------------------- state

    @property
    def state(self) -> PlayersState:
        if not self.screens.is_anywhere:
            return PlayersState.NO_SCREEN
        if self._blank_title is not None:
            return PlayersState.BLANK
        return PlayersState.FROZEN if self.is_frozen else PlayersState.LIVE

    @property
    def is_frozen(self) -> bool:
        """Whether new views are kept back, by hand or for a reason; also valid without a screen or on a blank view."""
        return self._is_frozen or bool(self._reasons)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Reasons for which the view is frozen automatically, in words: `undo`."""
        return tuple(self._reasons)

    @property
    def blank_title(self) -> str | None:
        """Title of the blank view, or None if the view is not blank."""
        return self._blank_title

    @property
    def latest(self) -> PlayersView | None:
        """The newest view, shown or not: the previous view for the next projection."""
        return self._latest

    @property
    def shown(self) -> PlayersView | None:
        """The view on the players' screen, for the thumbnail."""
        return self._as_shown(self._layout)

    def _as_shown(self, layout: PlayersLayout) -> PlayersView | None:
        """Return what a window with a layout shows."""
        base = PlayersView(phase="waiting") if self._shown is None and self._card is not None else self._shown
        if base is None:
            return None
        if self._text_factor != 1.0:
            layout = replace(layout, text_size=round(layout.text_size * self._text_factor))
        marks = NO_MARKS if self.is_frozen else self._marks
        return replace(with_layout(base, layout), shown=self._card, marks=marks, frame=self._frame, timer=self._timer)

    def set_text_factor(self, factor: float) -> None:
        """Set the factor on the layouts' text size, for the distance from which text is read."""
        if factor != self._text_factor:
            self._text_factor = factor
            self._settle(is_new=True)

    def set_timer(self, timer: TurnTimer | None) -> None:
        """Set how long the turn that is shown may still take, or None for no limit."""
        if timer != self._timer:
            self._timer = timer
            self._settle(is_new=True)

    def set_frame(self, frame: BoardFrame | None) -> None:
        """Show this part of the board from now on, or follow the combat if it is None."""
        if frame != self._frame:
            self._frame = frame
            self._settle(is_new=True)

    @property
    def frame(self) -> BoardFrame | None:
        return self._frame

    @property
    def page(self) -> Page | None:
        """The page that paints the players' window, with what it has cached, or None if there is no window."""
        return None if self._window is None else self._window.page

    @property
    def seen(self) -> QRectF:
        """The part of the board that the players' window has painted last, in metres; empty if there is none."""
        return QRectF() if self.page is None else self.page.seen

    @property
    def whole_screen(self) -> QSize:
        """Size in pixels of the screen that the players' window is on."""
        if self.screens.is_window and self._window is not None:
            return self._window.screen().size()
        return self.screen_size

    # ---------------------------------------------------------------- further windows

    @property
    def further(self) -> tuple[PlayersLayout, ...]:
        """The layouts of the windows that are open besides the first one."""
        return tuple(layout for _, layout in self._further)

    def open_further(self, layout: PlayersLayout, place: QRect | None = None) -> PlayersWindow:
        """Open another ordinary window with a layout of its own, at `place` if that is on a connected screen."""
        window = self._make_window()
        window.setWindowTitle(f"{TITLE}: {layout.name}")
        window.closed.connect(lambda: self._close_further(window))
        window.put.connect(self._keep_further)
        if self._resolve is not None:
            window.set_resolver(self._resolve)
        self._further.append((window, layout))
        self._settle(is_new=True)
        if place is None or not self.screens.is_seen(place):
            place = self.screens.new_place(len(self._further))
        window.show_as_window(place, has_frame=True)
        self._keep_further()
        return window

    def _keep_further(self, *_: object) -> None:
        """Save which further windows are open, and where, for the next start."""
        self.screens.keep_further((layout.name, window.geometry()) for window, layout in self._further)

    def close_further(self, number: int) -> None:
        """Close a further window by its index, counted from 0."""
        self._close_further(self._further[number][0])

    def _close_further(self, window: PlayersWindow) -> None:
        self._further = [one for one in self._further if one[0] is not window]
        dispose(window)
        self._keep_further()
        self._settle(is_new=True)

    def point(self, marks: MarksView) -> None:
        """Show what the GM points at, on a live screen; `NO_MARKS` ends it."""
        if marks != self._marks:
            self._marks = marks
            self._settle(is_new=True)

    @property
    def layout(self) -> PlayersLayout:
        """Which elements are shown."""
        return self._layout

    def set_layout(self, layout: PlayersLayout) -> None:
        """Show these elements from now on, also while the view is frozen."""
        if layout != self._layout:
            self._layout = layout
            self._settle(is_new=True)

    @property
    def is_behind(self) -> bool:
        """Whether a newer view is kept back."""
        return self._shown != self._latest

    @property
    def screen_size(self) -> QSize:
        """Size of the players' screen, or a usual one if there is none."""
        if self.screens.is_window:
            return _USUAL_SIZE if self._window is None else self._window.size()
        screen = self.screens.screen
        return _USUAL_SIZE if screen is None else screen.geometry().size()

    # ---------------------------------------------------------------- views

    def show_view(self, view: PlayersView) -> None:
        """Show this view, or keep it back while frozen."""
        self._latest = view
        self._settle()

    def show_applied(self, view: PlayersView) -> None:
        """Show the result of an applied action, and end all freezes for a reason that does not last."""
        self._reasons = {reason: lasts for reason, lasts in self._reasons.items() if lasts}
        self.show_view(view)

    def clear(self) -> None:
        """Show nothing and drop all reasons: no battle is open."""
        self._latest = None
        self._reasons = {}
        self._waived = set()
        self._shown = None
        self._settle(is_new=True)

    def set_resolver(self, resolve: Resolver) -> None:
        """Set how the bytes of portraits and of the background are found."""
        self._resolve = resolve
        for window in (self._window, *(window for window, _ in self._further)):
            if window is not None:
                window.set_resolver(resolve)
        self.shown_changed.emit()

    @property
    def resolver(self) -> Resolver | None:
        return self._resolve

    # ---------------------------------------------------------------- freeze and blank

    def freeze(self) -> None:
        """Freeze the view until the GM resumes."""
        self._is_frozen = True
        self._settle()

    def freeze_for(self, reason: str, *, lasts: bool = False) -> None:
        """Freeze the view until an action is applied or the GM resumes; `reason` is a word for the GM.

        A reason that `lasts` freezes until `end_freeze`; once the GM has resumed in spite of it, it no longer freezes.
        """
        if reason not in self._waived:
            self._reasons[reason] = lasts
            self._settle()

    def end_freeze(self, reason: str) -> None:
        """End a lasting reason: the newest view is shown unless something else freezes it."""
        self._waived.discard(reason)
        if self._reasons.pop(reason, None) is not None:
            self._settle()

    def resume(self) -> None:
        """Show the newest view and go live, whatever froze it."""
        self._is_frozen = False
        self._waived |= {reason for reason, lasts in self._reasons.items() if lasts}
        self._reasons = {}
        self._settle()

    def toggle_freeze(self) -> None:
        """Freeze or resume; without a screen, show on the only other one that is connected, or ask for one."""
        if self.state is PlayersState.NO_SCREEN:
            if self.screens.offered is None:
                self.screen_wanted.emit()
            else:
                self.screens.pick(self.screens.offered)
        elif self.is_frozen:
            self.resume()
        else:
            self.freeze()

    def blank(self, title: str = BLANK_TITLE) -> None:
        """Blank the view: black with a muted title, whatever else would be shown."""
        self._blank_title = title
        self._settle(is_new=True)

    def unblank(self) -> None:
        """Show the view again: the frozen one if it is frozen, else the newest."""
        self._blank_title = None
        self._settle(is_new=True)

    @property
    def toggle_title(self) -> str:
        """Title of the command that `toggle_freeze` carries out now."""
        if self.state is PlayersState.NO_SCREEN:
            offered = self.screens.offered
            return "Choose Player Screen..." if offered is None else f"Show on {offered.name}"
        return "Resume Player View" if self.is_frozen else "Freeze Player View"

    def toggle_blank(self) -> None:
        if self._blank_title is None:
            self.blank()
        else:
            self.unblank()

    # ---------------------------------------------------------------- the window

    def _settle(self, *, is_new: bool = False) -> None:
        """Bring picture, window and listeners in line with the state; `is_new`: the picture has changed.

        What is shown over the view is updated also while only a lasting reason freezes it: it reveals nothing of what
        is being prepared.
        """
        is_frozen = self._is_frozen or not all(self._reasons.values())
        card = None if self._latest is None else self._latest.shown
        if not is_frozen and card != self._card:
            self._card = card
            is_new = True
        if not self.is_frozen and self._shown != self._latest:
            self._shown = self._latest
            is_new = True
        self._place()
        now = self._to_tell()
        if now != self._told:
            self._told = now
            self.state_changed.emit(self.state)
        if is_new:
            self.shown_changed.emit()

    def _to_tell(self) -> tuple[object, ...]:
        """Everything that emits `state_changed` when it changes."""
        screens = self.screens
        where = (screens.picked, screens.is_on_gm_screen, screens.is_window)
        return self.state, self.reasons, self.is_behind, self.screen_size, *where

    def _place(self) -> None:
        """Put the window where it belongs, with its new content set before it becomes visible."""
        screen = self.screens.screen
        for further, layout in self._further:
            further.set_view(self._as_shown(layout))
            further.set_blank(self._blank_title)
        if self._window is None:
            if not self.screens.is_anywhere or (self._latest is None and self._blank_title is None):
                return
            self._window = self._make_window()
            self._window.left.connect(self.screens.leave_gm_screen)
            self._window.closed.connect(lambda: self.screens.set_window(False))
            self._window.resized.connect(self._follow_size)
            self._window.put.connect(self.screens.keep_window_place)
            if self._resolve is not None:
                self._window.set_resolver(self._resolve)
        self._window.set_view(self.shown)
        self._window.set_blank(self._blank_title)
        if self.screens.is_window:
            self._window.show_as_window(self.screens.window_place, has_frame=self.screens.has_frame)
        elif screen is None:
            self._window.withdraw()
        else:
            self._window.show_on(screen, takes_keys=self.screens.is_on_gm_screen)

    def _follow_size(self) -> None:
        """The ordinary window was resized: the thumbnail takes its shape."""
        self._settle(is_new=True)

    @property
    def window(self) -> PlayersWindow | None:
        """The window, or None until there is a screen and something to show."""
        return self._window

    def close(self) -> None:
        """Save and close all windows: the program ends."""
        self._keep_further()
        # The user closes none of them here, so they open again at the next start.
        further, self._further = self._further, []
        for window, _ in further:
            window.closed.disconnect()
            window.close()
            dispose(window)
        if self._window is not None:
            self._window.emit_place()
            self._window.close()
            dispose(self._window)
            self._window = None
