"""Internal errors: each is logged, shown once, and the battle goes on.

Qt calls back into Python for painting, layout and hit tests. An exception there would end the process, sometimes
without a message: Qt crashes if a painter is still active when its widget has been painted. All such entry points of
the program's own classes are therefore guarded here, in one place.
"""

from __future__ import annotations

import contextlib
import faulthandler
import functools
import sys
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import FunctionType, TracebackType
from typing import Any, TextIO

from PySide6.QtCore import QModelIndex, QObject, QPoint, QRect, QRectF, QSize, QStandardPaths, Qt, QTimer, QUrl
from PySide6.QtGui import QColor, QDesktopServices, QGuiApplication, QPainter, QPainterPath, QValidator
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QGraphicsItem,
    QLabel,
    QLayoutItem,
    QPlainTextEdit,
    QWidget,
)

from gui.style.disposal import dispose
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model import __version__

# ------------------------------------------------------------------------------------------------------------- the log


def log_file() -> Path:
    """Return the path of the error log, in the user's data folder."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(folder or Path.home()) / "battleboard-errors.log"


def cause_of(error: BaseException) -> tuple[object, ...]:
    """Return what identifies an error: the type of the exception and the line of the program that raised it."""
    trace = traceback.extract_tb(error.__traceback__)
    return (type(error), trace[-1].filename, trace[-1].lineno) if trace else (type(error), str(error))


class CrashHandler:
    """Replaces Python's exception hook for as long as the program runs."""

    def __init__(self, log: Path, where: Callable[[], str] = str) -> None:
        """`where` returns a sentence that says where the shown battle is saved."""
        self.log = log
        self._where = where
        self._told: set[tuple[object, ...]] = set()
        self._faults: TextIO | None = None

    def install(self) -> None:
        """Handle every uncaught exception, and log a stack trace if the process is ended from outside."""
        sys.excepthook = self.handle
        with contextlib.suppress(OSError):
            self.log.parent.mkdir(parents=True, exist_ok=True)
            self._faults = self.log.open("a", encoding="utf-8")
            faulthandler.enable(self._faults)

    def handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log the error in full; show each cause once, a moment later because Qt may be in the middle of painting."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        self._write(text)
        with contextlib.suppress(OSError, ValueError):  # nobody may read it any more
            sys.stderr.write(text)
        cause = cause_of(error)
        if QApplication.instance() is not None and cause not in self._told:
            self._told.add(cause)
            QTimer.singleShot(0, lambda: CrashDialog.inform(self.words(error), text, self.log))

    def words(self, error: BaseException) -> str:
        """Return the text that the GM reads."""
        try:
            where = self._where()
        except Exception:  # noqa: BLE001 -- it asks the program that has just failed, and the GM reads this anyway
            where = "Every step up to the last one is in the battle's file."
        return (
            f"Battleboard ran into an error ({type(error).__name__}) but is still running. {where} "
            "Undo the last step if the board looks wrong."
        )

    def _write(self, text: str) -> None:
        try:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            with self.log.open("a", encoding="utf-8") as file:
                moment = datetime.now(UTC).isoformat(timespec="seconds")
                file.write(f"--- {moment} Battleboard {__version__}\n{text}\n")
        except OSError as failed:
            sys.stderr.write(f"{self.log} cannot be written: {failed}\n")


class CrashDialog(QDialog):
    """Says what happened and where the battle is saved, with the details for a report."""

    def __init__(self, parent: QWidget | None, words: str, details: str, log: Path) -> None:
        super().__init__(parent)
        self.setWindowTitle("Unexpected Error")
        self.setMinimumWidth(520)
        column = padded_column(self)
        label = QLabel(words)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        self.details = QPlainTextEdit(details)
        self.details.setReadOnly(True)
        self.details.setAccessibleName("Details")
        self.details.setTabChangesFocus(True)
        self.details.setMinimumHeight(140)
        buttons = QDialogButtonBox()
        self.copy = buttons.addButton("Copy Details", QDialogButtonBox.ButtonRole.ActionRole)
        self.folder = buttons.addButton("Open Report Folder", QDialogButtonBox.ButtonRole.ActionRole)
        self.go_on = buttons.addButton("Continue", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.go_on, "primary")
        self.go_on.setDefault(True)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(f"{words}\n\n{details}"))
        self.folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(log.parent))))
        buttons.accepted.connect(self.accept)
        for widget in (label, self.details, buttons):
            column.addWidget(widget)
        self.go_on.setFocus()

    @classmethod
    def inform(cls, words: str, details: str, log: Path) -> None:
        """Show the dialog over the active window."""
        dialog = cls(QApplication.activeWindow(), words, details, log)
        dialog.exec()
        dispose(dialog)


# -------------------------------------------------------------------------------------------------------------- guards


_PLAIN: dict[str, Callable[[], Any]] = {
    "boundingRect": QRectF, "shape": QPainterPath, "contains": bool, "collidesWithPath": bool, "isObscuredBy": bool,
    "sizeHint": lambda: QSize(40, 20), "minimumSizeHint": QSize, "minimumSize": QSize, "heightForWidth": lambda: 20,
    "hasHeightForWidth": bool, "expandingDirections": lambda: Qt.Orientation(0), "setGeometry": lambda: None,
    "count": int, "itemAt": lambda: None, "takeAt": lambda: None, "doLayout": int,
    "rowCount": int, "columnCount": int, "data": lambda: None, "headerData": lambda: None, "parent": QModelIndex,
    "index": QModelIndex, "flags": lambda: Qt.ItemFlag.NoItemFlags, "filterAcceptsRow": lambda: True, "lessThan": bool,
    "visualRect": QRect, "indexAt": QModelIndex, "updateEditorGeometry": lambda: None, "editorEvent": bool,
    "helpEvent": bool, "event": bool, "eventFilter": bool, "viewportEvent": bool, "sceneEvent": bool,
    "focusNextPrevChild": bool, "itemChange": lambda: None, "paint": lambda: None, "stepBy": lambda: None,
    "validate": lambda: (QValidator.State.Acceptable, "", 0), "fixup": str, "valueFromText": float,
    "textFromValue": str,
}  # fmt: skip
"""Functions that Qt calls, and what Qt gets if they fail. Those whose name ends in `Event` return nothing."""


def guard_entries() -> None:
    """Guard what Qt calls in all classes of the program: the existing ones, and every one that is defined later."""
    for base in (QObject, QGraphicsItem, QLayoutItem):
        base.__init_subclass__ = classmethod(_guarding(base))  # type: ignore[assignment, method-assign]
        for known in tuple(_below(base)):
            _guard(known)


def _guarding(base: type) -> Callable[..., None]:
    """Return the hook that Python calls for each new subclass of one of Qt's classes."""

    def guard_new(cls: type, /, **given: object) -> None:
        super(base, cls).__init_subclass__(**given)  # type: ignore[arg-type]
        _guard(cls)

    return guard_new


def _below(base: type) -> Iterator[type]:
    cls: type
    for cls in base.__subclasses__():
        yield cls
        yield from _below(cls)


def _guard(cls: type) -> None:
    if cls.__module__.partition(".")[0] != "gui":
        return
    for name, function in tuple(vars(cls).items()):
        is_called = name in _PLAIN or (name.endswith("Event") and not name.startswith("_"))
        if is_called and isinstance(function, FunctionType) and not hasattr(function, "__wrapped__"):
            setattr(cls, name, _guarded(name, function))


def _guarded(name: str, function: FunctionType) -> Callable[..., Any]:
    plain = _PLAIN.get(name, lambda: None)

    @functools.wraps(function)
    def call(self: Any, *arguments: Any) -> Any:
        try:
            return function(self, *arguments)
        except Exception as error:  # noqa: BLE001 -- no exception may reach Qt
            _report(error)
            if name == "paintEvent" and isinstance(self, QWidget):
                _cross_out_widget(self)
            elif name == "paint" and arguments and isinstance(arguments[0], QPainter):
                _cross_out(arguments[0], _box_of(self, arguments))
            return plain()

    return call


def _report(error: Exception) -> None:
    sys.excepthook(type(error), error, error.__traceback__)
    # A painter among the local variables of the failed function has to end before its widget does.
    traceback.clear_frames(error.__traceback__)


def _box_of(painted: object, arguments: tuple[Any, ...]) -> QRectF:
    """Return the rectangle that a delegate or an item was to paint."""
    if isinstance(painted, QGraphicsItem):
        return painted.boundingRect()
    rect = getattr(arguments[1], "rect", None) if len(arguments) > 1 else None
    return QRectF(rect) if isinstance(rect, QRect) else QRectF()


def _cross_out_widget(widget: QWidget) -> None:
    painter = QPainter(widget)
    _cross_out(painter, QRectF(QPoint(), widget.size()))
    painter.end()


def _cross_out(painter: QPainter, box: QRectF) -> None:
    """Paint a red cross in place of what could not be painted."""
    painter.save()
    painter.setPen(QColor("#e0483a"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = box.adjusted(1, 1, -1, -1)
    painter.drawRect(inner)
    painter.drawLine(inner.topLeft(), inner.bottomRight())
    painter.drawLine(inner.bottomLeft(), inner.topRight())
    painter.restore()
