"""The program with a window: creates the application, opens and shows a session, or saves a picture of it."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QAbstractEventDispatcher, QElapsedTimer, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QScreen
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from gui.bridge import Bridge
from gui.controllers.campaigns import OPENED_FILES, SessionLibrary, samples
from gui.controllers.feeds import PlayersFeed, battle_summary
from gui.crash import CrashHandler, guard_entries, log_file
from gui.dialogs.forms import ConfirmDialog, MessageDialog
from gui.handover import LONGEST, PATIENCE, TOKENS, Wish, address, hand_over
from gui.player.page import render_players_png
from gui.player.presenter import PlayersPresenter
from gui.player.screens import PlayersScreens
from gui.preferences import Preferences, Settings
from gui.style import theme as the_theme
from gui.style.clicks import command_clicks
from gui.style.disposal import dispose
from gui.style.theme import Mode
from gui.style.widgets import program_icon
from gui.windows.gm_window import GmWindow
from model import __version__
from model.session import ENDING, FileProblem, Opened, Session
from model.state.base import Id

if TYPE_CHECKING:  # imported where it is used: not needed when the program starts with a battle
    from gui.windows.start_page import StartPage

# ------------------------------------------------------------------------------------------------------------- garbage


_YOUNG, _MIDDLE = 700, 10
"""Counts of new objects and of collections of them from which collecting is worthwhile: Python's own thresholds."""
_START = 500
"""Milliseconds from the start until garbage collection begins."""
_PAUSE = 2000
"""Milliseconds after the last collection of new objects until a full collection."""


class IdleCollector(QObject):
    """Collects garbage while the program waits for the user.

    Python's own collector runs as soon as there are enough new objects, often in the middle of a key press, where it
    takes some milliseconds and now and then ninety.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._collect_all)
        gc.disable()
        # Collecting starts only after the first window is shown.
        QTimer.singleShot(_START, self, self._begin)

    def _begin(self) -> None:
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._look)

    def collect_all_again(self) -> None:
        """Include frozen objects in the next full collection: after a window has closed, many of them are garbage."""
        gc.unfreeze()
        self._pause.start()

    def _look(self) -> None:
        """Collect new objects; called when the event loop is about to wait."""
        young, middle, _ = gc.get_count()
        if young >= _YOUNG:
            gc.collect(1 if middle >= _MIDDLE else 0)
            self._pause.start()

    @staticmethod
    def _collect_all() -> None:
        """Collect all objects once, and freeze those still in use so that later collections skip them."""
        gc.collect()
        gc.freeze()


# ----------------------------------------------------------------------------------------------------- the running copy


class RunningCopy(QObject):
    """Listens to later copies of the program for as long as this one runs."""

    wished = Signal(Wish)
    """The program was started again. Emitted in the listener's thread."""

    def __init__(self, place: str, parent: QObject | None = None) -> None:
        """Begin to listen. Where that is not possible, later copies run on their own."""
        super().__init__(parent)
        self._place = place
        self._listener: Listener | None = None
        with contextlib.suppress(OSError):
            self._listener = self._listen()
        if self._listener is not None:
            threading.Thread(target=self._serve, args=(self._listener,), daemon=True).start()

    @property
    def is_listening(self) -> bool:
        return self._listener is not None

    def close(self) -> None:
        """Stop listening."""
        listener, self._listener = self._listener, None
        if listener is None:
            return
        # Closing does not wake a thread that waits for a connection: a last connection does.
        with contextlib.suppress(OSError), Client(self._place):
            pass
        listener.close()

    def _listen(self) -> Listener:
        if sys.platform != "win32":
            Path(self._place).parent.mkdir(parents=True, exist_ok=True)
        try:
            return Listener(self._place)
        except OSError:
            # `hand_over` got no answer, so a copy that crashed has left this socket behind.
            if sys.platform != "win32":
                Path(self._place).unlink(missing_ok=True)
            return Listener(self._place)

    def _serve(self, listener: Listener) -> None:
        while self._listener is listener:
            try:
                with listener.accept() as line:
                    self._hear(line)
            except (OSError, EOFError, ValueError, RecursionError):
                continue  # the caller sent nothing valid, or closed the connection

    def _hear(self, line: Connection) -> None:
        if not line.poll(PATIENCE):
            return
        wish = msgspec.json.decode(line.recv_bytes(LONGEST), type=Wish)
        self.wished.emit(wish)
        line.send_bytes(b"ok")


def accept_token(wish: Wish) -> None:
    """Set the activation token of a wish in the environment, where Qt reads it when a window is activated."""
    if wish.token:
        os.environ[TOKENS[0]] = wish.token


# ---------------------------------------------------------------------------------------------------------- the program


USUAL = QSize(1600, 900)
USUAL_PLAYERS = QSize(1920, 1080)
_FRAME = 48
"""Maximum height of a window's title bar, in pixels."""
_TAKE_OVER = (
    "If that copy has crashed or was left open, take over the battle. If it is still in use, it continues in a "
    "separate file, and neither battle is lost."
)
_NO_WINDOW = (
    "Battleboard ran into an error while showing this battle. Nothing is lost. The details are in “{log}”; earlier "
    "versions of the battle are in the backups folder next to it."
)
_SETTLED = 400
"""Milliseconds until layouts, fonts and labels of a new window have settled."""
_LATER = 300
"""Milliseconds until an open dialog is checked again."""


_QT_SCALE, _SYSTEM_SCALE = "QT_SCALE_FACTOR", "BATTLEBOARD_SYSTEM_SCALE"
RESTART = 75
"""Exit status of the event loop when the program is to restart."""


class Program(QObject):
    """Shows the start page or the window of a battle, and switches between them."""

    changed = Signal()
    """Another window or the start page is shown, and the previous one is closed."""

    def __init__(self, library: SessionLibrary) -> None:
        super().__init__()
        self._library = library
        self._preferences = library.preferences
        self.window: GmWindow | None = None
        self.start: StartPage | None = None
        self.restart_with: Path | None = None
        """The battle to open after a restart, or None for the start page."""
        self._preferences.text_size_changed.connect(self.restart)
        screens = PlayersScreens(None, self._preferences.settings, gm_screen=self._gm_screen, parent=self)
        self.presenter = PlayersPresenter(screens, self)

    def _gm_screen(self) -> QScreen | None:
        shown = self.window or self.start
        return QApplication.primaryScreen() if shown is None else shown.screen()

    def show_start(self, problem: str = "", campaign: Path | None = None) -> StartPage:
        """Show the start page instead of a battle, with the campaign in this folder selected."""
        from gui.windows.start_page import StartPage

        page = StartPage(self._library, campaign=campaign)
        page.new_wanted.connect(self.make_new)
        page.campaign_wanted.connect(self.make_campaign)
        page.open_wanted.connect(self._ask_and_open)
        page.path_wanted.connect(lambda path: self.open(Path(path)))
        page.encounter_wanted.connect(self.run_encounter)
        page.fresh_wanted.connect(lambda path: self._show(self._library.fresh_sample(Path(path))))
        page.show_problem(problem)
        _size_first(page, page.size())
        self._change_to(None, page)
        return page

    def open(self, path: Path) -> bool:
        """Open a session, show it and report problems of its file. Return False if it could not be opened.

        A campaign's folder or its `campaign.toml` opens the start page with that campaign selected.

        Nothing is opened if the GM chooses to stay in the current battle because not all of it is on disk. A session
        that another copy of the program has open is taken over if the GM confirms.
        """
        if self.window is not None and self.window.work.bridge.path == self._library.place_of(path):
            self.window.activateWindow()
            return True
        if not self._may_leave():
            return False
        if (campaign := self._library.campaign_at(path)) is not None:
            self.show_start(campaign=campaign)
            return True
        opened = self._library.open(path)
        if opened.session is None and any(problem.is_locked for problem in opened.problems):
            locked = "\n".join(map(str, opened.problems))
            if self._is_taken_over(locked):
                opened = self._library.open(path, take_over=True)
        return self._show(opened, path.name)

    def _is_taken_over(self, locked: str) -> bool:
        words = f"{locked}\n\n{_TAKE_OVER}"
        return ConfirmDialog.ask(self.window or self.start, "This Battle Is Open Elsewhere", words, "Take Over")

    def fulfil(self, wish: Wish) -> None:
        """Carry out the wish of a later copy: open its battle, or only come to the front."""
        accept_token(wish)
        self._come_forward()
        path = Path(wish.file) if wish.file else sample_path(wish.sample)
        if path is not None:
            self.open_when_free(path)

    def open_when_free(self, path: Path) -> None:
        """Open a session as soon as no modal dialog is open: the dialog would lose its window."""
        if QApplication.activeModalWidget() is None:
            self.open(path)
        else:
            QTimer.singleShot(_LATER, self, lambda: self.open_when_free(path))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open a double-clicked file, which macOS sends as an event."""
        if isinstance(event, QFileOpenEvent):
            self.open_when_free(Path(event.file()))
            return True
        return super().eventFilter(watched, event)

    def restart(self) -> None:
        """Restart the program with the open battle, unless not all of it is on disk, half-answered actions included."""
        bridge = None if self.window is None else self.window.work.bridge
        if bridge is not None and bridge.finish_saving().is_unsaved:
            assert self.window is not None
            self.window.work.show_message(
                "The new text size takes effect the next time the program starts: not everything is on disk."
            )
            return
        self.restart_with = None if bridge is None else bridge.path
        QApplication.exit(RESTART)

    def _come_forward(self) -> None:
        shown = QApplication.activeModalWidget() or self.window or self.start
        if shown is not None:
            shown.setWindowState(shown.windowState() & ~Qt.WindowState.WindowMinimized)
            shown.raise_()
            shown.activateWindow()

    def make_new(self, campaign: Path | None = None) -> None:
        """Ask for a new battle, with `campaign` preselected, then create and show it."""
        from gui.dialogs.campaign_dialogs import NewBattleDialog

        library = self._library
        wanted = NewBattleDialog.ask(library, campaign, self.window or self.start)
        if wanted is None or not self._show(library.make(wanted)) or self.window is None:
            return
        if wanted.combatants.strip():
            problem = self.window.work.edits.add(wanted.combatants)
            if problem is not None:
                # The typed combatants are not lost: they can be corrected in the quick entry.
                self.window.combatants.open_line("+ " + "; ".join(wanted.combatants.split("\n")))
                self.window.combatants.quick_entry.show_problem(problem)
            elif self.window.work.ruleset.ranges.in_metres:
                self.window.placing.set_up_joined()

    def run_encounter(self, campaign: Path, encounter: Id) -> None:
        """Create a battle of a campaign's party and one of its prepared encounters, and show it."""
        if not self._show(self._library.make_for(campaign, encounter)) or self.window is None:
            return
        if (problem := self.window.work.edits.run_encounter(encounter)) is not None:
            self.window.work.show_message(problem)
        elif self.window.work.ruleset.ranges.in_metres:
            self.window.placing.set_up_joined()

    def make_campaign(self) -> None:
        """Ask for a new campaign, create it, and go on to its first battle."""
        from gui.dialogs.campaign_dialogs import NewCampaignDialog
        from gui.panels.library import edited_entry

        battle = None if self.window is None else self.window.work.battle
        path = None if self.window is None else self.window.work.bridge.path
        made = NewCampaignDialog.ask(self._library, battle, None if path is None else path.parent, edited_entry)
        if made is None:
            return
        if self.start is not None:
            self.show_start(campaign=made)  # it is listed also if no battle is created now
        self.make_new(made)

    def _ask_and_open(self) -> None:
        folder = str(self._library.folder)
        name, _ = QFileDialog.getOpenFileName(self.start, "Open Battle or Campaign", folder, OPENED_FILES)
        if name:
            self.open(Path(name))

    def _show(self, opened: Opened, name: str = "") -> bool:
        """Show an opened session, or why it could not be opened; `name` is the file's name for that message."""
        problems = "\n".join(map(str, opened.problems))
        if opened.session is None:
            reasons = [str(problem) for problem in opened.problems if not problem.is_note]
            heading = [f"“{name}” cannot be opened."] if name else []
            problems = "\n".join([*heading, *(reasons or [problems])])
            if self.window is not None:
                MessageDialog.inform(self.window, "This Battle Cannot Be Opened", problems)
            elif self.start is not None:
                self.start.show_problem(problems)
            else:
                self.show_start(problems)
            return False
        window = self._window_of(opened.session)
        if window is None:
            opened.session.close()
            return self._show(Opened(None, (FileProblem(_NO_WINDOW.format(log=log_file())),)), name)
        window.another_wanted.connect(self._go_to)
        if self._preferences.layout("geometry") is None:
            _size_first(window)
        self._change_to(window, None)
        serious = [problem for problem in opened.problems if problem.is_warning or not problem.is_note]
        if serious:
            MessageDialog.inform(window, "File Warnings", "\n".join(map(str, serious)))
        elif problems:
            window.work.show_message(problems)
        if window.work.combat.is_running and os.environ.pop(_RESTARTED, None) is None:
            from gui.windows.start_preview import last_time_of

            # The summary saved at closing knows its time. A combat that was not closed is summarised from the battle.
            path = opened.session.path
            kept = None if path is None else last_time_of(path)
            window.show_last_time(kept or battle_summary(window.work.bridge))
        # A moment later: a new battle gets its combatants first.
        QTimer.singleShot(0, window, window.combat.ask_for_evening)
        QTimer.singleShot(_LATER, window, window.work.campaign.tell_improvements)
        return True

    def _window_of(self, session: Session) -> GmWindow | None:
        """Return a window for a session, or None if creating it fails; errors are reported.

        After a first failure the half-answered actions are set aside and creation is tried again without them, so that
        a half-answered action cannot lock the GM out of the battle.
        """
        for is_last in (False, True):
            bridge = Bridge(session)
            try:
                return GmWindow(bridge, self._preferences, self.presenter)
            except Exception as error:  # noqa: BLE001 -- after any error, the battle is opened without the drafts
                bridge.let_go()
                sys.excepthook(type(error), error, error.__traceback__)
                if is_last or session.discard_unreadable_drafts("kept the battle from opening") is None:
                    return None
        return None

    def where_saved(self) -> str:
        """Return a sentence that says where the shown battle is saved."""
        if self.window is None:
            return "No battle is open."
        bridge = self.window.work.bridge
        status = bridge.finish_saving()
        if status.is_unsaved:
            return status.sentence
        return f"Nothing is lost: every action so far is on disk, in “{bridge.path}”."

    def _may_leave(self) -> bool:
        return self.window is None or self.window.may_close()

    def _go_to(self, what: str) -> None:
        make: dict[str, Callable[[], object]] = {
            "new": self.make_new, "campaign": self.make_campaign, "start": self.show_start
        }  # fmt: skip
        if what not in make:
            self.open(Path(what))
        elif self._may_leave():
            make[what]()

    def _change_to(self, window: GmWindow | None, start: StartPage | None) -> None:
        """Show another window. The old one closes last, since without any window the application would end."""
        shown = window or start
        if shown is not None:
            shown.show()
        old_window, self.window = self.window, window
        old_start, self.start = self.start, start
        if old_window is not None:
            from gui.windows.start_preview import keep_picture

            old_window.may_close_unasked = True
            old_window.close()
            keep_picture(old_window.work.bridge, self._library.start_page_battles)
            old_window.work.bridge.close()
            dispose(old_window)
        if old_start is not None:
            old_start.close()
            dispose(old_start)
        # The new window shows its battle a moment later. If the GM has frozen or blanked the player view, it stays so.
        self.presenter.clear()
        if shown is not None:
            self.changed.emit()

    def paint_and_quit(self) -> None:
        """Paint the whole shown window, print the time when that was done, and quit.

        The time is in seconds of the monotonic clock, which all processes of a machine share.
        """
        if (shown := self.window or self.start) is not None:
            shown.grab()
        print(time.monotonic())
        QApplication.quit()

    def end(self) -> None:
        """Close everything before the application ends."""
        for running in self.findChildren(RunningCopy):
            running.close()
        self._change_to(None, None)
        self.presenter.close()


def _size_first(window: QWidget, usual: QSize = USUAL) -> None:
    """Give a window without a saved geometry the usual size, or maximise it if the screen has no room for that."""
    room = QApplication.primaryScreen().availableGeometry().size()
    window.resize(usual.boundedTo(room))
    if room.width() <= usual.width() or room.height() < usual.height() + _FRAME:
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def main(
    file: Path | None = None,
    sample: str | None = None,
    screenshot: Path | None = None,
    size: tuple[int, int] | None = None,
    theme: Mode | None = None,
    players: bool = False,
    until_shown: bool = False,
) -> int:
    """Show a window until it is closed. If the program already runs, the running copy opens the battle instead.

    Args:
        file: a session to open; without one, the start page.
        sample: name of a sample battle to open instead, such as `dockside-ambush`.
        screenshot: where to save a picture of the window; the program then ends at once.
        size: width and height of the window in points.
        theme: dark or light instead of what the user has chosen.
        players: whether the picture shows the players' screen.
        until_shown: end as soon as the window is painted, to measure how long that takes.

    Returns:
        The exit status: 1 if the file could not be opened or the picture could not be saved.
    """
    preferences = Preferences()
    if screenshot is None:
        os.environ |= scaled_environment(os.environ, preferences.text_size)
    application = _application()
    the_theme().apply(application, theme or preferences.theme)
    the_theme().set_reduced_motion(preferences.has_reduced_motion)
    path = file if sample is None else sample_path(sample)
    if path is None and sample is not None:
        known = ", ".join(one.path.name.removesuffix(ENDING) for one in samples())
        sys.stderr.write(f"There is no sample “{sample}”; there are {known or 'none'}.\n")
        return 1
    if screenshot is not None and players:
        return take_players_picture(path, screenshot, QSize(*size) if size else USUAL_PLAYERS)
    if screenshot is not None:
        return take_picture(path, screenshot, QSize(*size) if size else USUAL)
    place = address()
    if not until_shown and hand_over(Wish.of(file, sample, os.environ), place):
        return 0
    guard_entries()
    command_clicks()
    # Loaded objects stay until the end. If they are not frozen, a full collection takes 70 ms, in the middle of some
    # key press; with them frozen, 3 ms.
    gc.freeze()
    program = Program(SessionLibrary(preferences))
    CrashHandler(log_file(), program.where_saved).install()
    if sys.platform == "darwin":
        application.installEventFilter(program)
    if (path is None or not program.open(path)) and program.start is None:
        program.show_start()
    if size is not None and (window := program.window or program.start) is not None:
        window.resize(*size)
    if until_shown:
        QTimer.singleShot(0, program, program.paint_and_quit)
    else:
        RunningCopy(place, program).wished.connect(program.fulfil)
    program.changed.connect(IdleCollector(program).collect_all_again)
    status = application.exec()
    gc.enable()
    program.end()
    if status == RESTART:
        restart_process(program.restart_with)
    return status


def scaled_environment(environment: Mapping[str, str], percent: int) -> dict[str, str]:
    """Return the variables that Qt reads at its start to show everything in `percent` of the system's scale."""
    system = environment.get(_SYSTEM_SCALE, environment.get(_QT_SCALE, "1"))
    try:
        scale = float(system) * percent / 100
    except ValueError:
        return {}
    return {_SYSTEM_SCALE: system, _QT_SCALE: f"{scale:g}"}


_RESTARTED = "BATTLEBOARD_RESTARTED"
"""Variable that is set for a run that goes on at once, so that nothing is said of when the battle was left."""


def restart_process(path: Path | None) -> None:
    """Replace this process by a new run of the program."""
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "gui"]
    os.environ[_RESTARTED] = "1"
    os.execv(sys.executable, [*program, *([] if path is None else [str(path)])])


def _application() -> QApplication:
    """Return the one application of this process, with the name by which desktops know it."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("Battleboard")
    application.setApplicationVersion(__version__)
    application.setOrganizationName("Battleboard")
    application.setDesktopFileName("battleboard")  # desktops identify the program's windows by this name
    application.setWindowIcon(program_icon())
    application.setQuitOnLastWindowClosed(True)
    return application


def sample_path(name: str) -> Path | None:
    """Return the file of a sample battle, or None if there is none of that name."""
    return next((one.path for one in samples() if one.path.name.removesuffix(ENDING) == name), None)


def take_picture(path: Path | None, picture: Path, size: QSize) -> int:
    """Save a picture of the window with a copy of a session, in the default layout; return 1 if that fails."""
    with TemporaryDirectory() as folder:
        preferences = Preferences(Settings(Path(folder) / "settings.toml"))
        library = SessionLibrary(preferences, Path(folder))
        if path is None:
            from gui.windows.start_page import StartPage

            page = StartPage(library)
            return _save(page, picture, size)
        session = _open_copy(library, path)
        if session is None:
            return 1
        window = GmWindow(Bridge(session), preferences)
        status = _save(window, picture, size)
        window.work.bridge.close()
        return status


def take_players_picture(path: Path | None, picture: Path, size: QSize) -> int:
    """Save a picture of the players' screen with a copy of a session; return 1 if that fails."""
    with TemporaryDirectory() as folder:
        preferences = Preferences(Settings(Path(folder) / "settings.toml"))
        session = None if path is None else _open_copy(SessionLibrary(preferences, Path(folder)), path)
        if session is None and path is not None:
            return 1
        try:
            if session is None:
                render_players_png(None, picture, size)
            else:
                render_players_png(PlayersFeed(session).view(), picture, size, Bridge(session).picture)
        except OSError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        finally:
            if session is not None:
                session.close()
        return 0


def _open_copy(library: SessionLibrary, path: Path) -> Session | None:
    """Open a copy of a session's file. Return None, and print why to standard error, if it cannot be opened."""
    copied = library.copy(path)
    opened = _failed(copied) if isinstance(copied, str) else library.open(copied)
    if opened.session is None:
        sys.stderr.writelines(f"{path.name}: {problem}\n" for problem in opened.problems)
    return opened.session


def _failed(sentence: str) -> Opened:
    return Opened(None, (FileProblem(sentence),))


def _save(window: QWidget, picture: Path, size: QSize) -> int:
    """Show a window without giving it the focus, let it settle, and save a picture of it."""
    window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    window.resize(size)
    window.show()
    clock = QElapsedTimer()
    clock.start()
    while clock.elapsed() < _SETTLED:
        QApplication.processEvents()
    is_saved = window.grab().save(str(picture), "PNG")
    window.close()
    dispose(window)
    if not is_saved:
        sys.stderr.write(f"“{picture}” cannot be written.\n")
    return 0 if is_saved else 1
