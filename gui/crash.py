"""What happens when the program has a bug: it is told and logged, and the fight goes on; every action is on disk."""

from __future__ import annotations

import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QApplication

from gui.dialogs.asking import Told


def log_file() -> Path:
    """Where bugs are logged: in the user's data folder."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(folder or Path.home()) / "battleboard-errors.log"


class CrashHandler:
    """Takes the place of Python's own handler for as long as the program runs."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self._is_telling = False

    def install(self) -> None:
        sys.excepthook = self.handle

    def handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log it whole, tell it in a sentence; a second one while the first is read is only logged."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        sys.stderr.write(text)
        self._write(text)
        if QApplication.instance() is not None and not self._is_telling:
            self._is_telling = True
            Told.tell(QApplication.activeWindow(), "Something went wrong", self.words(error))
            self._is_telling = False

    def words(self, error: BaseException) -> str:
        """What the GM reads."""
        return (
            f"Battleboard made a mistake ({type(error).__name__}). Nothing is lost: every action up to here is on "
            f"disk. Undo the last step if the board looks wrong. The details are in “{self.log}”."
        )

    def _write(self, text: str) -> None:
        try:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            with self.log.open("a", encoding="utf-8") as file:
                file.write(f"--- {datetime.now(UTC).isoformat(timespec='seconds')}\n{text}\n")
        except OSError as failed:
            sys.stderr.write(f"{self.log} cannot be written: {failed}\n")
