"""Commands of the File menu, and the background picture: they ask for a file and carry out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QImageReader
from PySide6.QtWidgets import QFileDialog

from gui.dialogs.asking import LineDialog, Told
from model.session import ENDING

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow

_LARGEST = 64_000_000
"""Bytes of a picture that are still taken."""
_USUAL_WIDTH = 40.0
"""Metres that a picture is wide until somebody says otherwise."""


class FilesDesk:
    """What opens another fight is asked of whoever made the window."""

    def __init__(self, window: GmWindow) -> None:
        self._window = window
        self.new_battle: Callable[[], object] = lambda: window.another_wanted.emit("new")
        self.start_page: Callable[[], object] = lambda: window.another_wanted.emit("start")

    def open(self) -> None:
        """Ask for a session file and open it."""
        folder = str(self._window.bridge.path.parent) if self._window.bridge.path else ""
        name, _ = QFileDialog.getOpenFileName(self._window, "Open a battle", folder, f"Battles (*{ENDING});;All (*)")
        if name:
            self.open_file(Path(name))

    def open_file(self, path: Path) -> None:
        self._window.another_wanted.emit(str(path))

    def tell_moved(self, sentence: str) -> None:
        """Tell that the fight goes on in another file, and list that one from now on."""
        path = self._window.bridge.path
        if path is not None:
            self._window.preferences.remember(path)
        Told.tell(self._window, "The fight goes on in another file", sentence)

    def save_copy(self) -> None:
        """Ask for a file and write the fight into it too."""
        path = self._window.bridge.path
        start = str(path.with_name(path.name.replace(ENDING, f"-copy{ENDING}"))) if path else ""
        name, _ = QFileDialog.getSaveFileName(self._window, "Save a copy", start, f"Battles (*{ENDING})")
        if not name:
            return
        target = Path(name if name.endswith(ENDING) else name + ENDING)
        problem = self._window.bridge.session.save_copy(target)
        self._window.tell(problem)

    def choose_picture(self) -> None:
        """Ask for a picture and lay it under the board."""
        patterns = " ".join(f"*.{bytes(form.data()).decode()}" for form in QImageReader.supportedImageFormats())
        name, _ = QFileDialog.getOpenFileName(self._window, "Background picture", "", f"Pictures ({patterns})")
        if name:
            self._window.tell(self.use_picture(Path(name)))

    def ask_picture_width(self) -> None:
        """Ask how many metres wide the background picture is."""
        picture = self._window.bridge.battle.board.picture
        if picture is None:
            return
        typed = LineDialog.ask(
            self._window, "Scale of the picture", "How many metres is the picture wide?", f"{picture.width:g}"
        )
        if typed is not None:
            self._window.tell(self.set_picture_width(typed))

    def set_picture_width(self, typed: str) -> str | None:
        """Make the background picture that wide; a sentence when it is no width."""
        picture = self._window.bridge.battle.board.picture
        try:
            width = float(typed.replace(",", ".").removesuffix("m"))
        except ValueError:
            return f"“{typed}” is no width in metres."
        return None if picture is None else self._window.edits.set_picture(picture.file, width)

    def use_picture(self, path: Path) -> str | None:
        """Copy a picture beside the session, under the hash of its content, and lay it under the board."""
        session_path = self._window.bridge.path
        if session_path is None:
            return "A picture needs a file beside which it can be kept: save a copy first."
        if not QImageReader(str(path)).canRead():
            return f"“{path.name}” is no picture that can be shown."
        try:
            if path.stat().st_size > _LARGEST:
                return f"“{path.name}” is larger than {_LARGEST // 1_000_000} MB."
            content = path.read_bytes()
            name = f"{hashlib.sha256(content).hexdigest()[:32]}{path.suffix.lower()}"
            target = session_path.parent / name
            if not target.exists():
                target.write_bytes(content)
        except OSError as error:
            return f"“{path.name}” cannot be kept beside the session: {error.strerror}."
        now = self._window.bridge.battle.board.picture
        return self._window.edits.set_picture(name, _USUAL_WIDTH if now is None else now.width)
