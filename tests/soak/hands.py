"""A GM who presses and clicks at random: `python -m tests.soak.hands SAMPLE SEED ACTIONS FOLDER`.

Prints what is on disk after each step, and what failed.
"""

from __future__ import annotations

import contextlib
import json
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any
from zlib import crc32

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from gui.app import Program, sample_path
from gui.controllers.campaigns import SessionLibrary
from gui.crash import cause_of, guard_entries
from gui.player.presenter import PlayersPresenter
from gui.player.screens import PlayersScreens
from gui.preferences import Preferences, Settings
from gui.style import theme
from gui.windows.gm_window import GmWindow
from model.session import ENDING, Changed, Session
from tests.gui.player.fakes import FakeScreens, television
from tests.soak.evenings import print_of
from tests.soak.files import mutated
from tests.support.calls import RandomGm, Stage

NAMES = (
    "Ann", "3 Ann", "<img src='file:///secret.png'>", "<b>bold</b><br>", "@ann-1", "{name} {0}", "%s %d", "",
    "x" * 5000, "a b " * 1200, "\u202eright to left", "\u200b", "İstanbul ﷽", "line\nbreak", "tab\there",
    "\u0301" * 300, "../../etc",
    "'; DROP", "Кошка 🐈‍⬛", "NUL", "a" * 200 + " " + "b" * 200, "0", "-3", "+5r", "1e999", "3 guards hidden", "/",
)  # fmt: skip
_KEYS = (
    "Return", "Return", "Escape", "Tab", "Backtab", "Space", "Backspace", "Delete", "Up", "Down", "Left", "Right",
    "Home", "End", "PageUp", "PageDown", "Insert", "Menu", "F2", "F3", "F5", "Plus", "Minus", "Slash", "Period",
)  # fmt: skip
_PLAYED = "AAARRRRRNNNNTTTVBGMD0123456789E,./"
"""Keys that play a fight."""
_NO, _SHIFT, _CTRL = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier,
)  # fmt: skip
_NEVER = ("quit",)
_LONG_OPEN = 14
"""Actions after which a dialog is closed."""
_HANG = 2.0
"""Seconds of computing after which an action counts as hanging."""
_HARMLESS = (
    "This plugin does not support",
    "QFont",
    "setting geometry",
    "Could not parse stylesheet",
    "not accepted by receiving widget",
)


def say(**word: Any) -> None:
    sys.stdout.write(f"{json.dumps(word)}\n")
    sys.stdout.flush()


class Watch:
    """Reports what goes wrong: exceptions, messages of Qt, and actions that take too long."""

    def __init__(self) -> None:
        self.recent: deque[str] = deque(maxlen=8)
        self._told: set[object] = set()
        self._began = time.process_time()
        self._main = threading.main_thread().ident

    def install(self) -> None:
        sys.excepthook = self.raised
        qInstallMessageHandler(self._heard)
        threading.Thread(target=self._look, daemon=True).start()

    def fail(self, cause: object, what: str) -> None:
        if cause not in self._told:
            self._told.add(cause)
            sys.stdout.write(f"FAIL {json.dumps(f'{what}{chr(10)}after: {list(self.recent)}')}\n")
            sys.stdout.flush()

    def raised(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self.fail(cause_of(error), "".join(traceback.format_exception(kind, error, trace)))

    def _heard(self, kind: QtMsgType, context: object, message: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not any(part in message for part in _HARMLESS):
            self.fail(message[:60], f"Qt says: {message}")

    def begin(self, what: str) -> None:
        """Start an action; print the previous one first, because nothing else records it if the process is killed."""
        if self.recent:
            sys.stderr.write(f"{self.recent[-1]}\n")
        self.recent.append(what)
        self._began = time.process_time()

    def _look(self) -> None:
        while True:
            time.sleep(0.25)
            if time.process_time() - self._began > _HANG:
                frames = sys._current_frames().get(self._main or 0)
                where = "".join(traceback.format_stack(frames)) if frames else ""
                self.fail(("hang", where[-200:]), f"it hangs for over {_HANG:g} s of computing\n{where[-2500:]}")
                self._began = time.process_time()


class Hands:
    """Does one action after the other from within the event loop, including those of dialogs."""

    def __init__(self, program: Program, screens: FakeScreens, folder: Path, seed: str, actions: int) -> None:
        self._program = program
        self._screens = screens
        self._folder = folder
        self._chance = Random(seed)
        self._gm = RandomGm(seed)
        self._left = actions
        self._total = actions
        self._modal_since = 0
        self._followed: object = None
        self.watch = Watch()
        self._kinds: tuple[tuple[int, Callable[[], None]], ...] = (
            (26, self._press), (16, self._play), (22, self._click), (6, self._drag), (4, self._wheel), (8, self._type),
            (10, self._command), (5, self._undo), (3, self._jump), (2, self._resize), (2, self._plug), (8, self._call),
            (3, self._picture), (1, self._theme), (1, self._another),
        )  # fmt: skip

    def begin(self) -> None:
        self.watch.install()
        self._go_on()

    def _go_on(self) -> None:
        """Start a new timer each time: one whose callback still runs, as while a dialog is open, does not fire."""
        QTimer.singleShot(1, self._next)

    def _next(self) -> None:
        self._go_on()
        if self._left <= 0:
            self._end()
            return
        self._left -= 1
        self._follow()
        say(action=self._total - self._left)
        modal = QApplication.activeModalWidget()
        self._modal_since = 0 if modal is None else self._modal_since + 1
        if self._modal_since > _LONG_OPEN or _depth() > 3:
            self.watch.begin("leave the dialog")
            self._leave(modal)
            return
        weights, kinds = zip(*self._kinds, strict=True)
        (what,) = self._chance.choices(kinds, weights)
        if modal is not None and what not in (self._press, self._click, self._type, self._wheel):
            what = self._chance.choice((self._press, self._click, self._type))
        self.watch.begin(what.__name__.strip("_"))
        try:
            what()
        except RuntimeError as error:
            # The widget to press was deleted with a dialog that something else has closed.
            if "already deleted" not in str(error) or not _is_ours(error):
                raise

    def _end(self) -> None:
        """Close every dialog, then end the program."""
        modal = QApplication.activeModalWidget() or QApplication.activePopupWidget()
        self.watch.begin("end")
        if modal is not None:
            self._leave(modal)
            return
        self._follow()
        QApplication.exit(0)

    def _leave(self, modal: QWidget | None) -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        elif isinstance(modal, QDialog):
            modal.reject()
        elif modal is not None:
            modal.close()

    def _follow(self) -> None:
        """Subscribe to all steps of the current battle."""
        window = self._window
        session = None if window is None else window.work.bridge.session
        if session is self._followed:
            return
        self._followed = session
        if session is not None:
            session.subscribe(lambda changed: self._tell(session, changed))

    def _tell(self, session: Session, changed: Changed) -> None:
        if not session.status.is_unsaved and session.path is not None:
            step = changed.step
            say(path=str(session.path), last=step.number, text=crc32(step.text.encode()), print=print_of(changed.new))

    @property
    def _window(self) -> GmWindow | None:
        return self._program.window

    # ------------------------------------------------------------------------------------------ keys

    def _target(self) -> QWidget | None:
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        shown = popup or modal or self._window or self._program.start
        if shown is None:
            return None
        focus = shown.focusWidget() or QApplication.focusWidget()
        return focus if focus is not None and focus.window() is shown.window() else shown

    def _press_key(self, key: Qt.Key, held: Qt.KeyboardModifier = _NO) -> None:
        target = self._target()
        if target is not None:
            self.watch.recent[-1] += f" {held.value:x}+{key.name} at {type(target).__name__}"
            QTest.keyClick(target, key, held)

    def _press(self) -> None:
        key = Qt.Key[f"Key_{self._chance.choice(_KEYS)}"]
        self._press_key(key, self._chance.choices((_NO, _SHIFT, _CTRL), (8, 1, 1))[0])

    def _play(self) -> None:
        """Press several keys of a fight in a row."""
        for letter in self._chance.choices(_PLAYED, k=self._chance.randrange(1, 5)):
            key = Qt.Key(ord(letter))
            self._press_key(key, self._chance.choices((_NO, _SHIFT), (12, 1))[0])
            if QApplication.activeModalWidget() is not None:
                return
        self._press_key(Qt.Key.Key_Return, self._chance.choices((_NO, _SHIFT), (3, 1))[0])

    def _type(self) -> None:
        target = self._target()
        typed = self._chance.choice(NAMES)
        if isinstance(target, QComboBox) and target.lineEdit() is not None:
            target = target.lineEdit()
        if isinstance(target, QLineEdit | QPlainTextEdit):
            target.clear()
            with contextlib.suppress(AttributeError):
                target.insert(typed) if isinstance(target, QLineEdit) else target.setPlainText(typed)
        elif isinstance(target, QAbstractSpinBox):
            target.findChild(QLineEdit).setText(typed[:20])
        elif target is not None:
            QTest.keyClicks(target, typed[:6].encode("ascii", "ignore").decode().replace("\n", ""))
        self._press_key(Qt.Key.Key_Return)

    # ------------------------------------------------------------------------------------------ mouse

    def _spot(self) -> tuple[QWidget, QPoint] | None:
        """Return a visible widget and a point in it, or None if there is no window."""
        shown = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if shown is None:
            tops = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one.width() > 20]
            shown = self._chance.choice(tops) if tops else None
        if shown is None:
            return None
        at = QPoint(self._chance.randrange(max(1, shown.width())), self._chance.randrange(max(1, shown.height())))
        child = shown.childAt(at) or shown
        return child, child.mapFrom(shown, at) if child is not shown else at

    def _click(self) -> None:
        spot = self._spot()
        if spot is None:
            return
        widget, at = spot
        held = self._chance.choices((_NO, _SHIFT, _CTRL), (8, 1, 1))[0]
        self.watch.recent[-1] += f" {type(widget).__name__} {widget.objectName()} {at.x()},{at.y()}"
        match self._chance.randrange(6):
            case 0:
                QTest.mouseDClick(widget, Qt.MouseButton.LeftButton, held, at)
            case 1:
                QTest.mouseClick(widget, Qt.MouseButton.RightButton, held, at)
                if widget.isVisible():
                    reason = QContextMenuEvent.Reason.Mouse
                    QApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at)))
            case _:
                QTest.mouseClick(widget, Qt.MouseButton.LeftButton, held, at)

    def _drag(self) -> None:
        spot = self._spot()
        if spot is None:
            return
        widget, at = spot
        button = self._chance.choices((Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton), (5, 1))[0]
        self.watch.recent[-1] += f" {type(widget).__name__} {at.x()},{at.y()}"
        QTest.mousePress(widget, button, _NO, at)
        for _ in range(4):
            at = at + QPoint(self._chance.randrange(-80, 80), self._chance.randrange(-80, 80))
            where = QPointF(at)
            event = QMouseEvent(
                QEvent.Type.MouseMove, where, QPointF(widget.mapToGlobal(at)), Qt.MouseButton.NoButton, button, _NO
            )
            QApplication.sendEvent(widget, event)
        if self._chance.random() < 0.1:
            self._press_key(Qt.Key.Key_Escape)
        QTest.mouseRelease(widget, button, _NO, at)

    def _wheel(self) -> None:
        spot = self._spot()
        if spot is None:
            return
        widget, at = spot
        turned = QPoint(0, self._chance.choice((-1200, -120, 120, 1200)))
        event = QWheelEvent(
            QPointF(at), QPointF(widget.mapToGlobal(at)), QPoint(), turned, Qt.MouseButton.NoButton,
            self._chance.choice((_NO, _NO, _CTRL)), Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)

    # ------------------------------------------------------------------------------------------ the program

    def _command(self) -> None:
        window = self._window
        if window is None:
            return
        command = self._chance.choice([one for one in window.commands if one.id not in _NEVER])
        self.watch.recent[-1] += f" {command.id}"
        sys.stderr.write(f"{self.watch.recent[-1]}\n")
        window.commands.run(command.id)

    def _undo(self) -> None:
        if self._window is not None:
            for _ in range(self._chance.choice((1, 1, 3, 9))):
                self._window.commands.run(self._chance.choice(("undo", "undo", "redo")))

    def _jump(self) -> None:
        """Jump back over many steps, and forward again."""
        if self._window is None:
            return
        bridge = self._window.work.bridge
        steps = [step.number for step in bridge.session.steps if step.kind == "do"]
        if steps and bridge.session.can_undo and not bridge.session.drafts:
            bridge.undo(self._chance.choice(steps))
            bridge.redo(self._chance.choice(steps))

    def _call(self) -> None:
        """Apply a call that no GM could make by hand, by the same method."""
        window = self._window
        if window is None:
            return
        bridge = window.work.bridge
        call = self._gm.call(Stage("window", bridge.ruleset, bridge.battle))
        self.watch.recent[-1] += f" {call}"[:400]
        bridge.edit(call)

    def _resize(self) -> None:
        window = self._window or self._program.start
        if window is not None:
            window.resize(self._chance.choice(((900, 500), (1366, 768), (1920, 1080), (1, 1)))[0], 700)

    def _plug(self) -> None:
        screens = self._screens
        if screens.tv in screens.all:
            screens.unplug(screens.tv)
        else:
            screens.tv = television(self._chance.choice(("HDMI-1", "DP-2")))
            screens.plug(screens.tv)

    def _theme(self) -> None:
        if self._window is not None:
            self._window.set_theme(self._chance.choice(("dark", "light")))

    def _picture(self) -> None:
        window = self._window
        if window is None or not window.work.battle.combatants:
            return
        file = Path(self.open_name())
        if self._chance.random() < 0.5:
            window.pictures.use_picture(file)
        else:
            window.pictures.use_portrait(self._chance.choice(list(window.work.battle.combatants)), file)

    def _another(self) -> None:
        """Open another battle, or one from the start page."""
        if self._chance.random() < 0.5:
            self._program.open(Path(self.open_name()))
        elif self._window is None:
            self._program.open(self._chance.choice(sorted(self._folder.glob(f"battles/*{ENDING}"))))

    # ------------------------------------------------------------------------------------------ files

    def open_name(self, *_: object) -> str:
        """Return what a GM may choose in a file dialog: mostly something odd."""
        return str(
            self._chance.choice([*sorted((self._folder / "odd").iterdir()), self._folder, self._folder / "none"])
        )

    def save_name(self, *_: object) -> str:
        name = self._chance.choice(NAMES).replace("/", "_").replace("\0", "")[:80]
        return str(self._folder / self._chance.choice(("", "battles", "none")) / f"{name}{ENDING}")


def _is_ours(error: BaseException) -> bool:
    """Whether an error was raised in this file, and not in the program."""
    return traceback.extract_tb(error.__traceback__)[-1].filename == __file__


def _depth() -> int:
    return sum(isinstance(one, QDialog) and one.isVisible() and one.isModal() for one in QApplication.topLevelWidgets())


def odd_files(folder: Path, sample: Path, seed: str) -> None:
    """Write pictures, battles and other files, most of them broken."""
    from PySide6.QtGui import QImage

    folder.mkdir()
    chance = Random(seed)
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    for form in ("png", "jpg", "bmp"):
        image.save(str(folder / f"good.{form}"))
    good = (folder / "good.png").read_bytes()
    (folder / "half.png").write_bytes(good[: len(good) // 2])
    (folder / "wrong.jpg").write_bytes(good)
    (folder / "noise.png").write_bytes(good[:30] + chance.randbytes(500))
    huge = good[:16] + (40_000).to_bytes(4, "big") * 2 + good[24:]
    (folder / "huge.png").write_bytes(huge)
    (folder / "drawing.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    (folder / "empty.png").touch()
    (folder / f"copy{ENDING}").write_bytes(sample.read_bytes())
    for number in range(4):
        text = sample.read_text(encoding="utf-8")
        (folder / f"odd-{number}{ENDING}").write_bytes(mutated(text, Random(f"{seed} {number}")))
    (folder / "table.toml").write_text("what = [1, 2\n")


def main(sample: str, seed: str, actions: int, folder: Path) -> int:
    application = QApplication(sys.argv[:1])
    application.setQuitOnLastWindowClosed(False)
    theme().apply(application, "dark")
    guard_entries()
    found = sample_path(sample)
    assert found is not None
    odd_files(folder / "odd", found, seed)
    settings = Settings(folder / "settings.toml")
    (folder / "battles").mkdir()
    program = Program(SessionLibrary(Preferences(settings), folder / "battles"))
    screens = FakeScreens()
    program.presenter = PlayersPresenter(PlayersScreens(screens, settings, lambda: screens.laptop), program)
    program.restart = lambda: None  # type: ignore[method-assign]
    hands = Hands(program, screens, folder, seed, actions)
    QFileDialog.getOpenFileName = lambda *_, **__: (hands.open_name(), "")  # type: ignore[assignment,method-assign]
    QFileDialog.getSaveFileName = lambda *_, **__: (hands.save_name(), "")  # type: ignore[assignment,method-assign]
    QFileDialog.getExistingDirectory = lambda *_, **__: str(folder / "battles")  # type: ignore[assignment,method-assign]
    assert program.open(found)
    hands.begin()
    application.exec()
    program.end()
    application.processEvents()
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
    sys.stdout.flush()
    sys.exit(status)
