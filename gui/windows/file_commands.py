"""Commands of the File menu and of a game's own files: they ask for a file and carry out."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from gui.controllers.workspace import Workspace
from gui.dialogs.forms import LineDialog, Told
from gui.panels.log import steps_text
from model.engine.calls import Call
from model.engine.types import FileKind
from model.session import ENDING
from model.state.battle import slug

_KEPT = 50
"""Steps that are kept where nobody says otherwise."""
_TOML_FILES = "TOML files (*.toml);;All (*)"


class FileCommands(QObject):
    """What the rows of the command table do with files; the owner of the window opens another battle."""

    another_wanted = Signal(str)
    """Another battle is wanted: `new`, `campaign` for one of a new campaign, `start` or a path."""
    trimmed = Signal()
    """The history is shorter than it was."""

    def __init__(self, work: Workspace, window: QWidget) -> None:
        super().__init__(window)
        self._work = work
        self._window = window

    def new_battle(self) -> None:
        self.another_wanted.emit("new")

    def new_campaign(self) -> None:
        self.another_wanted.emit("campaign")

    def start_page(self) -> None:
        self.another_wanted.emit("start")

    def open(self) -> None:
        """Ask for a session file and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, "Open Battle", self._folder, f"Battles (*{ENDING});;All (*)"
        )
        if name:
            self.open_file(Path(name))

    @property
    def _folder(self) -> str:
        """Where the fight lies, and files beside it are looked for first."""
        return str(self._work.bridge.path.parent) if self._work.bridge.path else ""

    def open_file(self, path: Path) -> None:
        self.another_wanted.emit(str(path))

    def tell_moved(self, sentence: str) -> None:
        """Tell that the fight goes on in another file, and list that one from now on."""
        path = self._work.bridge.path
        if path is not None:
            self._work.preferences.remember(path)
        Told.tell(self._window, "The battle continues in another file", sentence)

    def save_copy(self) -> None:
        """Ask for a file and write the fight into it too."""
        path = self._work.bridge.path
        start = str(path.with_name(path.name.replace(ENDING, f"-copy{ENDING}"))) if path else ""
        name, _ = QFileDialog.getSaveFileName(self._window, "Save a Copy", start, f"Battles (*{ENDING})")
        if not name:
            return
        target = Path(name if name.endswith(ENDING) else name + ENDING)
        problem = self._work.bridge.session.save_copy(target)
        self._work.tell(problem)

    def export_selected(self) -> None:
        """Ask for a file and write those selected into it, for another campaign or another game master."""
        who = self._work.attention.selected
        start = str(Path(self._folder) / f"{slug(self._work.bridge.name(who[0]))}.toml") if who else ""
        name, _ = QFileDialog.getSaveFileName(self._window, "Export Selected", start, _TOML_FILES)
        if not name:
            return
        file = Path(name if name.endswith(".toml") else f"{name}.toml")
        if problem := self._work.own_library.export(who, file):
            self._work.tell(problem)
        else:
            self._work.tell_good(f"Exported to “{file.name}”. Import into Library reads it anywhere.")

    def import_into_library(self) -> None:
        """Ask for a content file and take it into the library of the campaign, or of all campaigns."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Import into Library", self._folder, _TOML_FILES)
        if not name:
            return
        if problems := self._work.own_library.import_file(Path(name)):
            words = "\n".join(f"• {one}" for one in problems)
            Told.tell(self._window, f"“{Path(name).name}” cannot be used", words)
        else:
            self._work.tell_good(f"“{Path(name).name}” is in the library.")

    def shorten_history(self) -> None:
        """Ask how many steps are to be kept, and forget those before."""
        self._work.bridge.look_at(None)
        steps = sum(step.kind == "do" for step in self._work.bridge.session.steps)
        words = (
            f"This battle has {steps_text(steps)}. How many of the last ones do you want to keep?\nEarlier ones can "
            "no longer be undone, and leave the log. The file as it is now is kept in the backups."
        )
        typed = LineDialog.ask(self._window, "Trim History", words, str(min(steps, _KEPT)))
        if typed is None:
            return
        if not typed.isdecimal():
            self._work.tell(f"“{typed}” is not a number of steps.")
        elif int(typed) >= steps:
            self._work.tell(f"Nothing to delete: the battle has {steps_text(steps)}.")
        elif problem := self._work.bridge.session.trim_history(int(typed)):
            self._work.tell(problem)
        else:
            self.trimmed.emit()
            self._work.tell_good(f"{steps_text(int(typed))} kept; the whole battle is in the backups.")

    def choose_game_file(self, kind: FileKind) -> None:
        """Ask for a file of a kind that the game has, and take its contents into the battle."""
        name, _ = QFileDialog.getOpenFileName(self._window, kind.command.rstrip("…"), self._folder, _TOML_FILES)
        if name and (problems := self.use_game_file(kind, Path(name))):
            Told.tell(self._window, f"“{Path(name).name}” cannot be used", "\n".join(f"• {one}" for one in problems))

    def use_game_file(self, kind: FileKind, path: Path) -> tuple[str, ...]:
        """Take a file's contents into the battle; what is wrong with it where that cannot be done."""
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            return (f"It is not UTF-8 text: {error.reason} at byte {error.start}.",)
        except OSError as error:
            return (f"It cannot be read: {error.strerror}.",)
        if problems := kind.problems(text):
            return problems
        refused = self._work.bridge.edit(Call(action=kind.action, options={kind.parameter: text}))
        return () if refused is None else (refused,)

    def save_game_file(self, kind: FileKind) -> None:
        """Write the program's own into a file, for the GM to change and take in."""
        start = str(Path(self._folder) / f"{kind.id.replace('_', '-')}.toml")
        name, _ = QFileDialog.getSaveFileName(self._window, kind.save.rstrip("…"), start, _TOML_FILES)
        if not name:
            return
        path = Path(name if name.endswith(".toml") else f"{name}.toml")
        try:
            path.write_text(kind.own(), encoding="utf-8")
        except OSError as error:
            self._work.tell(f"“{path.name}” cannot be written: {error.strerror}.")
            return
        self._work.tell_good(f"Saved. Change “{path.name}” and load it with “{kind.command}”.")

    def leave_game_file(self, kind: FileKind) -> None:
        """Go back to what comes with the program."""
        self._work.tell(self._work.bridge.edit(Call(action=kind.action)))
