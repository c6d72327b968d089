"""Imported pictures and maps: chosen, dropped on the map, or pasted. They are stored beside the session."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageReader
from PySide6.QtWidgets import QFileDialog, QWidget

from gui.controllers.workspace import Workspace
from gui.dialogs.forms import MessageDialog
from gui.map.drops import Offered, offered_by
from gui.map.pictures import ground_image, picture_problem, small_image
from gui.style.picture_bytes import encoded
from gui.windows.board_area import BoardArea
from model.campaign import keep_picture, pictures_in
from model.content.problems import BadFile, Problem
from model.content.uvtt import ENDINGS, MapFile, import_call, is_map_name, load_map
from model.engine.calls import Call
from model.session import disk, pictures
from model.state.base import Id, Record

_LARGEST = 64_000_000
"""Maximum size of a picture, in bytes."""
_USUAL_WIDTH = 40.0
"""Default width of a picture, in metres."""
_NO_FILE = "Pictures are saved beside the battle file, and this battle has none yet: save a copy first."
_GONE = "They are no longer in this battle."
_NO_PICTURE = "There is no picture on the clipboard: copy a picture or its file first."


class _StoredPicture(Record):
    """The name of a picture beside the session, or why it could not be stored."""

    name: str = ""
    sentence: str | None = None


class PictureCommands(QObject):
    """Handlers of the commands about pictures and maps, and of drops on the map."""

    def __init__(self, work: Workspace, window: QWidget, board: BoardArea) -> None:
        super().__init__(window)
        self._work = work
        self._window = window
        self._board = board
        # Queued: a dialog during a drop would block the program from which it comes.
        board.drops.dropped.connect(self._take_dropped, Qt.ConnectionType.QueuedConnection)

    # ------------------------------------------------------------------------------------ by a command

    def choose_picture(self) -> None:
        """Ask for a picture and put it under the board."""
        if (file := self.ask_for_picture("Background Picture")) is not None:
            self._work.show_message(self.use_picture(file))

    def choose_portrait(self) -> None:
        """Ask for a portrait of the selected combatant, which replaces the initials."""
        who = self._work.selection.selected
        file = self.ask_for_picture("Portrait")
        if file is not None and who:
            self._work.show_message(self.use_portrait(who[0], file))

    def choose_map(self) -> None:
        """Ask for a map of another program, and import it."""
        path = self._work.bridge.path
        folder = self._work.campaign.pictures or (path.parent if path else "")
        patterns = " ".join(f"*{ending} *{ending.upper()}" for ending in ENDINGS)
        name, _ = QFileDialog.getOpenFileName(
            self._window, "Import Map", str(folder), f"Universal VTT maps ({patterns});;All (*)"
        )
        if name:
            self.import_map(Path(name))

    def ask_for_picture(self, title: str) -> Path | None:
        """Ask for one of the campaign's pictures, if there are any, or for another file; return None if cancelled."""
        from gui.dialogs.pictures import PictureDialog

        folder = self._work.campaign.pictures
        known = () if folder is None else pictures_in(folder)
        if known:
            return PictureDialog.ask(title, known, small_image, lambda: self._ask_for_file(title), self._window)
        name = self._ask_for_file(title)
        return Path(name) if name else None

    def _ask_for_file(self, title: str) -> str:
        forms = (bytes(form.data()).decode() for form in QImageReader.supportedImageFormats())
        patterns = " ".join(f"*.{form}" for form in forms if not form.startswith("svg"))
        return QFileDialog.getOpenFileName(self._window, title, "", f"Pictures ({patterns})")[0]

    # ------------------------------------------------------------------------------------ dropped and pasted

    def _take_dropped(self, who: Id | None, offered: Offered) -> None:
        """Use what was dropped on a combatant, or on the map."""
        if who is not None and who not in self._work.battle.combatants:
            name = self._work.bridge.name(who) if who in self._work.battle.things else ""
            self._work.show_message(f"{name} is an object: only combatants have portraits." if name else _GONE)
            return
        self._take(who, offered, "There is no picture in what was dropped: drop a picture file.")

    def paste(self) -> None:
        """Put the picture of the clipboard under the board; a map file in the clipboard is imported."""
        self._take(None, offered_by(QGuiApplication.clipboard().mimeData()), _NO_PICTURE)

    def paste_portrait(self) -> None:
        """Make the picture of the clipboard the portrait of the selected combatant."""
        who = self._work.selection.selected
        if who:
            self._take(who[0], offered_by(QGuiApplication.clipboard().mimeData()), _NO_PICTURE)

    def _take(self, who: Id | None, offered: Offered, nothing: str) -> None:
        if len(offered.files) > 1:
            self._work.show_message(f"These are {len(offered.files)} files: drop one at a time.")
        elif offered.files and is_map_name(offered.files[0].name):
            self.import_map(offered.files[0])
        elif not offered.files and offered.image.isNull():
            self._work.show_message(nothing)
        else:
            called = self._work.battle.title if who is None else self._work.bridge.name(who)
            kept = self._kept_file(offered.files[0]) if offered.files else self._kept_image(offered.image, called)
            self._work.show_message(self._lay(kept) if who is None else self._portray(who, kept))

    # ------------------------------------------------------------------------------------ using them

    def use_portrait(self, who: Id, path: Path) -> str | None:
        """Store a picture beside the session as a combatant's portrait; return why that failed, or None."""
        return self._portray(who, self._kept_file(path))

    def use_picture(self, path: Path) -> str | None:
        """Store a picture beside the session and put it under the board; return why that failed, or None."""
        return self._lay(self._kept_file(path))

    def keep(self, path: Path) -> tuple[str, str | None]:
        """Store a picture beside the session; return its name there and why that failed, or None."""
        kept = self._kept_file(path)
        return kept.name, kept.sentence

    def import_map(self, path: Path) -> None:
        """Ask how wide the cells of a map are, and put it under the board; show what is wrong with its file."""
        try:
            map = load_map(path)
        except BadFile as error:
            if len(error.problems) == 1:
                self._work.show_message(str(error))
            else:
                wrong = "\n".join(f"• {Problem('', one.place, one.sentence)}" for one in error.problems)
                MessageDialog.inform(self._window, f"“{path.name}” cannot be imported", wrong)
            return
        self._work.show_message(self._bring_in(path.name, map))

    def _bring_in(self, name: str, map: MapFile) -> str | None:
        """Ask about a map and put it under the board; return why that failed, or None."""
        from gui.dialogs.pictures import ImportMapDialog

        problem = ""
        if map.picture is not None:
            wrong = picture_problem(map.picture.content)
            problem = f"Its picture is left out: it {wrong}" if wrong else ""
        image = ground_image(None if map.picture is None or problem else map.picture.content)
        board = self._work.battle.board
        choice = ImportMapDialog(
            name,
            map,
            image,
            cell=board.cell,
            covers=sum(one.kind == "cover" or one.is_door for one in board.features.values()),
            in_metres=self._work.ruleset.ranges.in_metres,
            has_picture=board.picture is not None,
            problem=problem,
            parent=self._window,
        ).ask()
        if choice is None:
            return None
        kept = _StoredPicture()
        if map.picture is not None and not problem:
            kept = self._kept(f"The picture of “{name}”", Path(name).stem, map.picture.content, map.picture.ending)
        if kept.sentence:
            return kept.sentence
        call = import_call(
            map,
            choice.metres,
            kept.name,
            has_lines=choice.has_lines,
            is_hidden=choice.is_hidden,
            replaces=choice.replaces,
        )
        if refused := self._work.bridge.edit(call):
            return refused
        self._board.show_view("map")
        self._board.show_picture()
        return None

    def _lay(self, kept: _StoredPicture) -> str | None:
        now = self._work.battle.board.picture
        if kept.sentence:
            return kept.sentence
        refused = self._edit("set_picture", file=kept.name, width=_USUAL_WIDTH if now is None else now.width)
        if now is None and refused is None:
            self._board.show_picture()
        return refused

    def _portray(self, who: Id, kept: _StoredPicture) -> str | None:
        return kept.sentence or self._edit("edit", who, path="portrait", value=kept.name)

    def _edit(self, action: str, *targets: Id, **options: object) -> str | None:
        return self._work.bridge.edit(Call(action=action, targets=targets, options=options))

    # ------------------------------------------------------------------------------------ keeping them

    def _kept_file(self, path: Path) -> _StoredPicture:
        """Copy a picture beside the session, named by the hash of its content."""
        name = f"“{path.name}”"
        try:
            if path.is_dir():
                return _StoredPicture(sentence=f"{name} is a folder: choose a picture in it.")
            if path.stat().st_size > _LARGEST:
                return _StoredPicture(sentence=f"{name} is larger than {_LARGEST // 1_000_000} MB.")
            content = path.read_bytes()
        except OSError as error:
            return _StoredPicture(sentence=f"{name} cannot be read: {error.strerror}.")
        return self._kept(name, path.stem, content, path.suffix)

    def _kept_image(self, image: QImage, called: str) -> _StoredPicture:
        """Store an image as a PNG beside the session; the campaign's copy is named after what it is used for."""
        return self._kept("The pasted picture", called, encoded(image, "png"), ".png")

    def _kept(self, name: str, called: str, content: bytes, ending: str) -> _StoredPicture:
        """Store a picture beside the session, and in its campaign for choosing it again.

        `name` is used in messages, `called` for the name of the campaign's file.
        """
        session_path = self._work.bridge.path
        if session_path is None:
            return _StoredPicture(sentence=_NO_FILE)
        if not pictures.is_picture(content):
            return _StoredPicture(sentence=f"{name} is in a format that cannot be used: save it as PNG first.")
        if len(content) > _LARGEST:
            return _StoredPicture(sentence=f"{name} is larger than {_LARGEST // 1_000_000} MB.")
        if problem := picture_problem(content):
            return _StoredPicture(sentence=f"{name} {problem}")
        file = pictures.picture_name(content, ending)
        target = session_path.parent / file
        try:
            if not target.exists():
                disk.replace_whole(target, content, is_beside=True)
        except OSError as error:
            return _StoredPicture(sentence=f"{name} cannot be saved beside the battle: {error.strerror}.")
        if (folder := self._work.campaign.pictures) is not None:
            with suppress(OSError):  # the battle has its own copy: the picture is only not offered again
                keep_picture(folder, content, called, ending)
        return _StoredPicture(name=file)
