"""The GM's own entries of the library: written, duplicated, deleted, taken from a battle, exchanged with others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QBuffer, Qt
from PySide6.QtGui import QImage

from gui.bridge import Bridge
from gui.controllers.campaign import CampaignController
from gui.controllers.library_controller import LibraryController, LibraryRow
from model.campaign import (
    DELETED,
    delete_file,
    is_as_written,
    keep_copy,
    keep_picture,
    name_by_content,
    read_written,
    save_entries,
    tables_in,
    unused_file,
    written_picture,
)
from model.campaign.characters import plain
from model.content.library import CombatantEntry, Company, Kind, Member, Table, check_content
from model.content.resources import root
from model.session import disk
from model.state.base import Id, Record, replace
from model.state.battle import PLAYERS_SIDE, AnyBattle, slug

_PORTRAIT = 512
"""Pixels of the longer side of a portrait that is passed on."""
_SMOOTH = Qt.TransformationMode.SmoothTransformation


class Begun(Record):
    """The file of an entry as it stood when its change began."""

    file: Path
    text: str


class OwnLibrary:
    """Each method returns a sentence where something cannot be done; entries are in files of their own."""

    def __init__(self, library: LibraryController, bridge: Bridge, campaign: CampaignController) -> None:
        self._library = library
        self._bridge = bridge
        self._campaign = campaign

    # ------------------------------------------------------------------------------------ entries

    def file_of(self, row: LibraryRow) -> Path | None:
        """The file in which an entry stands; None: it comes with the program."""
        if row.is_character:
            campaign = self._campaign.campaign
            return None if campaign is None else campaign.folder / f"{row.id}.toml"
        file = self._library.content.library.files.get((row.kind, row.id))
        return None if file is None or file.is_relative_to(root()) else file

    def begin(self, row: LibraryRow) -> Begun | str | None:
        """The file in which an entry is about to be changed.

        Returns:
            A sentence where it cannot be changed; None: it comes with the program, and what is made of it is new.
        """
        file = self.file_of(row)
        if file is None:
            return None
        try:
            text = file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            return f"“{file.name}” cannot be read any more: nothing of it can be changed."
        if len(tables_in(text)) > 1 and not is_as_written(self._bridge.ruleset.id, text):
            return (
                f"“{file.name}” holds several entries and was written by hand: change it there, or duplicate this one."
            )
        return Begun(file, text)

    def save(self, entry: CombatantEntry) -> str | None:
        """Write a combatant as a new entry; the sentence when that is not possible."""
        return self.write("combatant", plain(entry))

    def write(self, kind: Kind, table: Table, begun: Begun | None = None) -> str | None:
        """Write an entry in the place of the one whose change was begun, or as a new one where none was.

        Returns:
            A sentence where it cannot be written, or where the file says something else by now: that stays, and the
            entry is written as a new one.
        """
        if begun is None:
            return self._write([(kind, {**table, "id": self._unused_id(str(table["name"]))})])
        if self._is_other(begun):
            words = f"“{begun.file.name}” was changed meanwhile and stays so: “{table['name']}” is kept as a new entry."
            return self.write(kind, table) or words
        tables = [
            (one, table if (one, old.get("id")) == (kind, table["id"]) else old) for one, old in tables_in(begun.text)
        ]
        return self._write(tables, begun)

    def _is_other(self, begun: Begun) -> bool:
        """Whether a file says something else than when its change began; one that is gone does not."""
        try:
            return begun.file.read_text(encoding="utf-8-sig") != begun.text
        except FileNotFoundError:
            return False
        except (OSError, UnicodeDecodeError):
            return True

    def _unused_id(self, name: str) -> str:
        content = self._library.content
        library = content.library
        known = (library.combatants, library.items, library.encounters, library.parties, content.presets)
        return _unused(slug(name), {id for table in known for id in table})

    def _write(self, tables: Sequence[tuple[Kind, Table]], begun: Begun | None = None) -> str | None:
        folder, ruleset = self._library.folder, self._bridge.ruleset.id
        try:
            if begun is not None and begun.file.exists() and not is_as_written(ruleset, begun.text):
                keep_copy(begun.file)
            save_entries(folder, ruleset, tables, None if begun is None else begun.file)
        except OSError as error:
            return f"“{tables[0][1]['name']}” cannot be written to “{folder}”: {error.strerror}."
        self._campaign.forget()
        return None

    def duplicate(self, row: LibraryRow) -> str | None:
        """Write another one of an entry, to be changed."""
        return self.write(row.kind, self._library.table(row) | {"name": f"{row.name} 2"})

    def delete(self, row: LibraryRow) -> str | None:
        """Move an entry among the deleted ones; the sentence when that is not possible.

        An encounter takes those combatants with it who were kept for it alone.
        """
        begun = self.begin(row)
        if begun is None:
            return f"{row.name} comes with the program: it cannot be deleted."
        if isinstance(begun, str):
            return begun
        if users := self._library.users(row.kind, row.id):
            return f"{row.name} belongs to {', '.join(users.values())}: change or delete that first."
        rest = [(kind, table) for kind, table in tables_in(begun.text) if (kind, table.get("id")) != (row.kind, row.id)]
        if row.is_character:
            rest = []  # they are alone in their file
        if row.kind == "encounter" and all(self._is_of(row, kind, str(table.get("id"))) for kind, table in rest):
            rest = []
        try:
            if rest:
                keep_copy(begun.file)
                save_entries(begun.file.parent, self._bridge.ruleset.id, rest, begun.file)
            else:
                delete_file(begun.file)
        except OSError as error:
            return f"“{begun.file.name}” cannot be moved into the folder “{DELETED}”: {error.strerror}."
        self._campaign.forget()
        return None

    def _is_of(self, encounter: LibraryRow, kind: Kind, id: Id) -> bool:
        """Whether an entry is a combatant that no other party or encounter needs."""
        return kind == "combatant" and set(self._library.users(kind, id)) <= {encounter.key}

    # ------------------------------------------------------------------------------------ out of and into battles

    def keep(self, who: Sequence[Id]) -> str | None:
        """Write combatants of the battle into the library; the sentence when that is not possible."""
        battle = self._bridge.battle
        known = [one for one in who if one in battle.combatants]
        if not known:
            return "Select the combatants to keep in the library."
        for one in known:
            entry = self._library.entry_of(battle, one)
            if problem := self.save(replace(entry, portrait=self._kept_picture(entry.portrait, entry.name))):
                return problem
        return None

    def _kept_picture(self, picture: str, name: str) -> str:
        """A picture of the battle, kept in the folder that entries take theirs from; as it is where that cannot be."""
        content = self._bridge.picture(picture) if picture else None
        with suppress(OSError):
            if content is not None:
                return keep_picture(self._library.pictures, content, name, Path(picture).suffix)
        return picture

    def export(self, who: Sequence[Id], file: Path) -> str | None:
        """Write combatants of the battle into a content file anywhere, with their portraits in it.

        Returns:
            A sentence when that is not possible.
        """
        battle = self._bridge.battle
        ids: dict[str, CombatantEntry] = {}
        for one in who:
            if one in battle.combatants:
                entry = self._library.entry_of(battle, one)
                id = _unused(entry.id, ids)
                ids[id] = replace(entry, id=id, portrait=self._passed_on(entry.portrait))
        if not ids:
            return "Select the combatants who are to be exported."
        tables: list[tuple[Kind, Table]] = [("combatant", plain(one)) for one in ids.values()]
        try:
            save_entries(file.parent, self._bridge.ruleset.id, tables, file)
        except OSError as error:
            return f"“{file.name}” cannot be written: {error.strerror}."
        return None

    def import_file(self, file: Path) -> tuple[str, ...]:
        """Take a content file into the library; what is wrong with it where that cannot be done."""
        if problems := check_content(self._bridge.ruleset, file):
            return tuple(map(str, problems))
        try:
            self._library.folder.mkdir(parents=True, exist_ok=True)
            target = unused_file(self._library.folder, file.stem, ".toml")
            text = self._with_pictures_apart(file.read_text(encoding="utf-8"))
            disk.replace_whole(target, text.encode(), is_beside=True)
        except OSError as error:
            return (f"“{file.name}” cannot be copied to “{self._library.folder}”: {error.strerror}.",)
        self._campaign.forget()
        return ()

    def _passed_on(self, picture: str) -> str:
        """A portrait written into the file that is passed on, as large as it is ever shown; empty where it is gone."""
        content = self._bridge.picture(picture) if picture else None
        return "" if content is None else written_picture(*_as_portrait(content, Path(picture).suffix))

    def _with_pictures_apart(self, text: str) -> str:
        """A content file with the pictures that are written in it kept in the folder, and named in their place."""
        for _, table in tables_in(text):
            picture = str(table.get("portrait", ""))
            if (written := read_written(picture)) is not None:
                content, ending = written
                name = keep_picture(self._library.pictures, content, str(table.get("name", "portrait")), ending)
                text = text.replace(picture, name)
        return text

    def keep_encounter(self, name: str) -> str | None:
        """Write everybody but the players' characters as an encounter with the map, to be run at any time.

        Who is unchanged of the library is only named there; everybody else is written into the same file.
        """
        battle = self._bridge.battle
        people = [one for one in battle.combatants.values() if one.side != PLAYERS_SIDE]
        if not people:
            return "There is nobody to keep: an encounter contains everyone except the players' characters."
        own: dict[str, CombatantEntry] = {}
        members: list[Member] = []
        for one in people:
            entry = self._library.entry_of(battle, one.id)
            id = self._template_of(entry, one.origin, own)
            members.append(
                Member(
                    template=id,
                    name=one.name,
                    side=one.side,
                    hidden=one.is_hidden,
                    wave=one.wave,
                    place={} if battle.order.is_running else plain(one.place),
                    group=self._group_of(battle, one.id),
                )
            )
        board = plain(battle.board)
        if "picture" in board:
            board["picture"]["file"] = self._kept_picture(board["picture"]["file"], name)
        for id, entry in own.items():
            own[id] = replace(entry, portrait=self._kept_picture(entry.portrait, entry.name))
        company = Company(
            id=self._unused_id(name), name=name, members=tuple(members), notes=battle.notes, board=board or {}
        )
        tables: list[tuple[Kind, Table]] = [("encounter", plain(company))]
        tables += [("combatant", plain(replace(entry, id=id))) for id, entry in own.items()]
        return self._write(tables)

    def _template_of(self, entry: CombatantEntry, origin: Id, own: dict[str, CombatantEntry]) -> str:
        """By which id a member of an encounter is found: an entry that makes the same one, or one of its own."""
        known = self._library.content.library.combatants.get(origin)
        if known is not None and self._is_same(entry, known):
            return origin
        for id, other in own.items():
            if self._is_same(entry, other):
                return id
        id = _unused(slug(entry.name), {*own, *self._library.content.library.combatants})
        own[id] = entry
        return id

    def _is_same(self, entry: CombatantEntry, other: CombatantEntry) -> bool:
        """Whether two entries make the same combatant, whatever they are called."""
        made, known = (self._bare(self._library.entry_of(self._library.alone(one))) for one in (entry, other))
        return made == known

    def _bare(self, entry: CombatantEntry) -> CombatantEntry:
        """An entry without its id and name, its portrait called after the content as in battles."""
        portrait = name_by_content(entry.portrait, self._library.content.picture_folders)
        return replace(entry, id="", name="", portrait=portrait)

    def _group_of(self, battle: AnyBattle, who: Id) -> str:
        slot = battle.order.slot_of(who)
        return slot.name if slot is not None and len(slot.members) > 1 else ""


def _as_portrait(content: bytes, ending: str) -> tuple[bytes, str]:
    """A picture with its ending, made smaller where it is larger than portraits are shown; what is none stays."""
    image = QImage.fromData(content)
    if max(image.width(), image.height()) <= _PORTRAIT:
        return content, ending
    smaller = image.scaled(_PORTRAIT, _PORTRAIT, Qt.AspectRatioMode.KeepAspectRatio, _SMOOTH)
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    smaller.save(buffer, "PNG" if image.hasAlphaChannel() else "JPEG")  # type: ignore[call-overload]
    return bytes(buffer.data().data()), ".png" if image.hasAlphaChannel() else ".jpg"


def _unused(stem: str, taken: Collection[str]) -> str:
    """An id that none of those taken is."""
    id, number = stem, 1
    while id in taken:
        number += 1
        id = f"{stem}-{number}"
    return id
