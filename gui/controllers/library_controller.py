"""The library of a game: what the campaign, the user and the program have, found by letters, added, written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QObject, Signal

from gui.bridge import Bridge
from gui.controllers.attention import Attention
from gui.controllers.campaign import CampaignController
from gui.controllers.edit_controller import EditController
from gui.controllers.newcomers import CHARACTER, GameContent
from gui.preferences import Preferences
from model.campaign import DELETED, delete_file, entries_in, entry_of, save_entries, unused_file
from model.campaign.characters import plain
from model.content.library import CombatantEntry, Company, ItemEntry, Kind, Library, Member, check_content, put_alone
from model.content.resources import root
from model.engine.ruleset import Ruleset
from model.session import disk
from model.state.base import Id, Record, replace
from model.state.battle import PLAYERS_SIDE, AnyBattle, slug
from model.view.form import fields_of
from model.view.sheet import sheet_view
from model.view.viewer import side_words

Filter = Literal["all", "combatant", "item", "company"]
Where = Literal["campaign", "own", "program"]
_WHERE: dict[Where, str] = {"campaign": "campaign", "own": "my library", "program": ""}
_PREVIEW = "preview-1"
_SHOWN = 6
"""Numbers that a preview shows."""


class LibraryRow(Record):
    """An entry as the list shows it."""

    kind: Kind
    id: str
    """A character's begins with the name of their folder."""
    name: str
    what: str
    """`opponent`, `gear`, `5 together`."""
    where: Where
    side: str = ""
    is_favourite: bool = False
    words: str = ""
    """All by which it is found, in lower case."""

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.id}"

    @property
    def is_character(self) -> bool:
        return self.id.startswith(CHARACTER)


class LibraryController(QObject):
    """Reads through the content that typed lines know, and writes the GM's own."""

    changed = Signal()
    """There are other entries than before."""

    def __init__(
        self,
        bridge: Bridge,
        attention: Attention,
        edits: EditController,
        campaign: CampaignController,
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._attention = attention
        self._edits = edits
        self._campaign = campaign
        self._preferences = preferences
        self._rows: tuple[LibraryRow, ...] | None = None
        campaign.changed.connect(self.refresh)

    # ------------------------------------------------------------------------------------ finding

    @property
    def content(self) -> GameContent:
        """What typed lines know."""
        return self._edits.content

    @property
    def ruleset(self) -> Ruleset:
        return self._bridge.ruleset

    def refresh(self) -> None:
        """Read the files again when something is wanted next."""
        self.content.forget()
        self._rows = None
        self.changed.emit()

    @property
    def rows(self) -> tuple[LibraryRow, ...]:
        """Everything: favourites first, people before gear, the campaign's before the user's own and the program's."""
        if self._rows is None:
            self._rows = tuple(sorted(self._found(), key=_rank))
        return self._rows

    def find(self, typed: str, kind: Filter = "all") -> tuple[LibraryRow, ...]:
        """The entries of a kind in which every typed word is found: those whose name begins so come first."""
        kinds = {"all": None, "company": ("party", "encounter")}.get(kind, (kind,))
        typed = typed.lower().strip()
        words = typed.split()
        found = [
            row
            for row in self.rows
            if (kinds is None or row.kind in kinds) and all(word in row.words for word in words)
        ]
        if not words:
            return tuple(found)
        return tuple(
            sorted(found, key=lambda row: (not row.name.lower().startswith(typed), words[0] not in row.name.lower()))
        )

    def _found(self) -> list[LibraryRow]:
        content, library = self.content, self.content.library
        rows = [
            self._row("combatant", id, one, side_words(one.side), side=one.side, where="campaign")
            for id, one in content.characters.items()
        ]
        rows += [
            self._row("combatant", one.id, one, side_words(one.side), side=one.side)
            for one in library.combatants.values()
        ]
        rows += [self._row("item", one.id, one, "gear") for one in library.items.values()]
        for kind, companies in (("party", library.parties), ("encounter", library.encounters)):
            for one in companies.values():
                count = sum(member.count for member in one.members)
                rows.append(self._row(kind, one.id, one, f"{count} together"))  # type: ignore[arg-type]  # from the tuple
        return rows

    def _row(
        self,
        kind: Kind,
        id: str,
        entry: CombatantEntry | ItemEntry | Company,
        what: str,
        *,
        side: str = "",
        where: Where | None = None,
    ) -> LibraryRow:
        where = where or self._where(self.content.library.files.get((kind, id)))
        row = LibraryRow(kind=kind, id=id, name=entry.name, what=what, where=where, side=side)
        words = " ".join((entry.name, *entry.tags, what, _WHERE[where], kind)).lower()
        is_favourite = row.key in self._preferences.favourites(self.ruleset.id)
        return replace(row, words=words, is_favourite=is_favourite)

    def _where(self, file: Path | None) -> Where:
        if file is None or file.is_relative_to(root()):
            return "program"
        return "campaign" if file.is_relative_to(self.folder) and self._campaign.is_there else "own"

    # ------------------------------------------------------------------------------------ looking

    def combatant(self, row: LibraryRow) -> CombatantEntry:
        """The combatant of a row of that kind."""
        return self.content.characters[row.id] if row.is_character else self.content.library.combatants[row.id]

    def company(self, row: LibraryRow) -> Company:
        """The party or encounter of a row of that kind."""
        library = self.content.library
        return library.parties[row.id] if row.kind == "party" else library.encounters[row.id]

    def alone(self, entry: CombatantEntry) -> AnyBattle:
        """A battle by the house rules of this one, with somebody alone in it."""
        return put_alone(self.content.library, self._bridge.battle.settings, entry, _PREVIEW)

    def preview(self, row: LibraryRow) -> tuple[str, ...]:
        """What is worth knowing of an entry before it is added, in lines."""
        if row.kind == "combatant":
            return self._combatant_preview(self.combatant(row))
        if row.kind == "item":
            gear: Any = msgspec.convert(self.content.library.items[row.id].gear, self.ruleset.gear)
            told = (f"{field.title} {_text(field.value)}" for field in fields_of(gear, "gear") if field.value)
            return (" · ".join(told),)
        company = self.company(row)
        names = (self._member_words(company, at) for at in range(len(company.members)))
        return tuple(filter(None, (", ".join(names), company.notes)))

    def _member_words(self, company: Company, at: int) -> str:
        member = company.members[at]
        name = member.name or self.content.entry_of_member(member).name
        wave = f" (wave {member.wave})" if member.wave else ""
        return f"{member.count} × {name}{wave}" if member.count > 1 else f"{name}{wave}"

    def _combatant_preview(self, entry: CombatantEntry) -> tuple[str, ...]:
        battle = self.alone(entry)
        view = sheet_view(self.ruleset, battle, _PREVIEW)
        assert view is not None, "somebody has just been put there"
        health = () if view.health is None or not view.health.text else (f"Health {view.health.text}",)
        pools = {one.title for one in self.ruleset.pools_displayed}
        numbers = [f"{one.title} {one.text}" for one in view.derived if one.title not in pools][:_SHOWN]
        gear = ", ".join(item.name for item in view.items)
        conditions = ", ".join(one.title for one in view.conditions)
        return tuple(filter(None, (" · ".join((*health, *numbers)), gear, conditions, entry.notes)))

    # ------------------------------------------------------------------------------------ adding

    def add(self, row: LibraryRow, count: int = 1) -> str | None:
        """Put combatants into the battle, or give gear to whoever is selected; the sentence when that is refused."""
        number = f"{count} " if count > 1 else ""
        if row.kind == "item":
            who = self._attention.looked_at
            if who is None or who not in self._bridge.battle.combatants:
                return f"Select a combatant first, who gets {row.name}."
            return self._edits.give_gear(who, f"{number}{row.name}")
        if row.kind == "combatant":
            return self._edits.add_entry(self.combatant(row), count)
        return self._edits.add_company(self.company(row))

    def set_favourite(self, row: LibraryRow, is_favourite: bool) -> None:
        """Put an entry on top of the list, or back among the others."""
        self._preferences.set_favourite(self.ruleset.id, row.key, is_favourite)
        self._rows = None
        self.changed.emit()

    # ------------------------------------------------------------------------------------ writing

    @property
    def folder(self) -> Path:
        """Where new entries are kept: with the campaign, or for all campaigns."""
        campaign = self._campaign.campaign
        return self._preferences.library_folder(self.ruleset.id) if campaign is None else campaign.folder / "library"

    def file_of(self, row: LibraryRow) -> Path | None:
        """The file in which an entry stands; None: it comes with the program."""
        if row.is_character:
            campaign = self._campaign.campaign
            return None if campaign is None else campaign.folder / f"{row.id}.toml"
        file = self.content.library.files.get((row.kind, row.id))
        return None if file is None or file.is_relative_to(root()) else file

    def save(self, entry: CombatantEntry, file: Path | None = None) -> str | None:
        """Write a combatant, into a new file where none is given; the sentence when that is not possible."""
        named = replace(entry, id=entry.id if file is not None else self._unused_id(entry.name))
        return self._write([("combatant", plain(named))], file)

    def _unused_id(self, name: str) -> str:
        library, stem, number = self.content.library, slug(name), 1
        known = {*library.combatants, *library.items, *library.encounters, *library.parties}
        while (id := stem if number == 1 else f"{stem}-{number}") in known:
            number += 1
        return id

    def _write(self, tables: Sequence[tuple[Kind, dict[str, Any]]], file: Path | None = None) -> str | None:
        try:
            save_entries(self.folder, self.ruleset.id, tables, file)
        except OSError as error:
            return f"“{tables[0][1]['name']}” cannot be written to “{self.folder}”: {error.strerror}."
        self.refresh()
        return None

    def duplicate(self, row: LibraryRow) -> str | None:
        """Write another one of an entry, to be changed."""
        library = self.content.library
        name = f"{row.name} 2"
        if row.kind == "combatant":
            return self.save(replace(self.combatant(row), name=name, id=""))
        id = self._unused_id(name)
        if row.kind == "item":
            item = library.items[row.id]
            table = {"id": id, "name": name, **({"tags": list(item.tags)} if item.tags else {}), **item.gear}
            return self._write([("item", table)])
        return self._write([(row.kind, plain(replace(self.company(row), id=id, name=name)))])

    def no_change_words(self, row: LibraryRow) -> str | None:
        """Why an entry can be neither changed nor deleted where it stands; None when it can."""
        file = self.file_of(row)
        if file is None:
            return f"{row.name} comes with the program: duplicate it first."
        if entries_in(file) != 1:
            return (
                f"“{file.name}” holds several entries and was written by hand: change it there, or duplicate this one."
            )
        return None

    def delete(self, row: LibraryRow) -> str | None:
        """Move the file of an entry among the deleted ones; the sentence when that is not possible."""
        if problem := self.no_change_words(row):
            return problem
        file = self.file_of(row)
        assert file is not None, "what comes with the program cannot be changed"
        try:
            delete_file(file)
        except OSError as error:
            return f"“{file.name}” cannot be moved into the folder “{DELETED}”: {error.strerror}."
        self.refresh()
        return None

    def keep(self, who: Sequence[Id]) -> str | None:
        """Write combatants of the battle into the library; the sentence when that is not possible."""
        battle = self._bridge.battle
        known = [one for one in who if one in battle.combatants]
        if not known:
            return "Select the combatants who are to be kept in the library."
        for one in known:
            if problem := self.save(self.entry_of(battle, one)):
                return problem
        return None

    def export(self, who: Sequence[Id], file: Path) -> str | None:
        """Write combatants of the battle into a content file anywhere; the sentence when that is not possible."""
        battle = self._bridge.battle
        entries = [self.entry_of(battle, one) for one in who if one in battle.combatants]
        ids: dict[str, CombatantEntry] = {}
        for entry in entries:
            id, number = entry.id, 1
            while id in ids:
                number += 1
                id = f"{entry.id}-{number}"
            ids[id] = replace(entry, id=id)
        if not ids:
            return "Select the combatants who are to be exported."
        try:
            save_entries(file.parent, self.ruleset.id, [("combatant", plain(one)) for one in ids.values()], file)
        except OSError as error:
            return f"“{file.name}” cannot be written: {error.strerror}."
        return None

    def import_file(self, file: Path) -> tuple[str, ...]:
        """Take a content file into the library; what is wrong with it where that cannot be done."""
        if problems := check_content(self.ruleset, file):
            return tuple(map(str, problems))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            target = unused_file(self.folder, file.stem, ".toml")
            disk.replace_whole(target, file.read_bytes(), is_beside=True)
        except OSError as error:
            return (f"“{file.name}” cannot be copied to “{self.folder}”: {error.strerror}.",)
        self.refresh()
        return ()

    def keep_encounter(self, name: str) -> str | None:
        """Write everybody but the players' characters as an encounter with the map, to be run at any time.

        Who is unchanged of the library is only named there; everybody else is written into the same file.
        """
        battle = self._bridge.battle
        people = [one for one in battle.combatants.values() if one.side != PLAYERS_SIDE]
        if not people:
            return "There is nobody to keep: an encounter is everyone who is no player's character."
        own: dict[str, CombatantEntry] = {}
        members: list[Member] = []
        for one in people:
            entry = self.entry_of(battle, one.id)
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
        company = Company(
            id=self._unused_id(name), name=name, members=tuple(members), notes=battle.notes, board=board or {}
        )
        tables: list[tuple[Kind, dict[str, Any]]] = [("encounter", plain(company))]
        tables += [("combatant", plain(replace(entry, id=id))) for id, entry in own.items()]
        return self._write(tables)

    def _template_of(self, entry: CombatantEntry, origin: Id, own: dict[str, CombatantEntry]) -> str:
        """By which id a member of an encounter is found: an entry that makes the same one, or one of its own."""
        known = self.content.library.combatants.get(origin)
        if known is not None and self._is_same(entry, known):
            return origin
        for id, other in own.items():
            if self._is_same(entry, other):
                return id
        id, number = slug(entry.name), 1
        while id in own or id in self.content.library.combatants:
            number += 1
            id = f"{slug(entry.name)}-{number}"
        own[id] = entry
        return id

    def _is_same(self, entry: CombatantEntry, other: CombatantEntry) -> bool:
        """Whether two entries make the same combatant, whatever they are called."""
        made, known = (self.entry_of(self.alone(one)) for one in (entry, other))
        return replace(made, id="", name="") == replace(known, id="", name="")

    def _group_of(self, battle: AnyBattle, who: Id) -> str:
        slot = battle.order.slot_of(who)
        return slot.name if slot is not None and len(slot.members) > 1 else ""

    def entry_of(self, battle: AnyBattle, who: Id = _PREVIEW) -> CombatantEntry:
        """Somebody of a battle as an entry: as they are, but unhurt where nothing of it lasts."""
        return entry_of(self.content.library, battle, who)

    @property
    def library(self) -> Library:
        return self.content.library


def _rank(row: LibraryRow) -> tuple[bool, int, int, str]:
    kinds, places = ("combatant", "party", "encounter", "item"), ("campaign", "own", "program")
    return not row.is_favourite, kinds.index(row.kind), places.index(row.where), row.name.lower()


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)).replace("_", " ")
    return "yes" if value is True else str(value).replace("_", " ")
