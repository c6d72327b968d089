"""The library of a game: the entries of the campaign, the user and the program; finding, adding and writing them.

The GM's own entries can be written, duplicated, deleted, taken from a battle, imported and exported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from gui.bridge import Bridge
from gui.controllers.campaigns import CampaignController
from gui.controllers.edit_controller import EditController
from gui.controllers.game_content import CHARACTER, GameContent
from gui.controllers.selection import Selection
from gui.preferences import Preferences
from gui.style.picture_bytes import encoded
from model.campaign import (
    DELETED,
    PICTURES,
    delete_file,
    entry_of,
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
from model.content.library import (
    CombatantEntry,
    Company,
    ItemEntry,
    Kind,
    Member,
    Preset,
    Table,
    check_content,
    item_table,
    put_alone,
)
from model.content.resources import root
from model.content.typed import MOST
from model.engine.conditions import Condition
from model.engine.edits_conditions import changes_words, prevents_words
from model.engine.effects import effects_of
from model.engine.ruleset import Ruleset
from model.session import disk
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import PLAYERS_SIDE, AnyBattle, slug
from model.state.effects import OWN, Effect, Until
from model.view.form import fields_of
from model.view.sheet import sheet_view
from model.view.viewer import side_words

# ---------------------------------------------------------------------------------------------------------- the library

Filter = Literal["all", "combatant", "item", "company", "preset"]
Where = Literal["campaign", "own", "program"]
_WHERE: dict[Where, str] = {"campaign": "campaign", "own": "my library", "program": ""}
_PREVIEW = "preview-1"
_SHOWN = 4
"""At most this many derived numbers in a preview."""


class LibraryRow(Record):
    """An entry of the library in the list."""

    kind: Kind
    id: str
    """A character's id begins with `CHARACTER`, the name of their folder."""
    name: str
    what: str
    """What the entry is: `opponent`, `gear`, `encounter of 5`, `condition`."""
    where: Where
    side: str = ""
    is_favourite: bool = False
    words: str = ""
    """The text in which typed words are searched, in lower case."""

    @property
    def key(self) -> str:
        return f"{self.kind}/{self.id}"

    @property
    def is_character(self) -> bool:
        return self.id.startswith(CHARACTER)


class EntryBench:
    """Makes combatants of entries, and entries of combatants, where there is no battle yet."""

    def __init__(self, content: GameContent) -> None:
        self.content = content
        self.ruleset = content.ruleset

    def alone(self, entry: CombatantEntry) -> AnyBattle:
        """Return a battle with this combatant alone, under the usual house rules."""
        return put_alone(self.content.library, {}, entry, _PREVIEW)

    def entry_of(self, battle: AnyBattle, who: Id = _PREVIEW) -> CombatantEntry:
        """Return the combatant as an entry."""
        return entry_of(self.content.library, battle, who)


class LibraryController(QObject):
    """Lists, finds and previews the content that typed lines know, and adds it to the battle."""

    changed = Signal()
    """The entries have changed."""
    added = Signal(object, str)
    """Combatants were added: their ids, and a note on it, which may be empty."""

    def __init__(
        self,
        bridge: Bridge,
        selection: Selection,
        edits: EditController,
        campaign: CampaignController,
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._selection = selection
        self._edits = edits
        self._campaign = campaign
        self._preferences = preferences
        self._rows: tuple[LibraryRow, ...] | None = None
        campaign.changed.connect(self.refresh)

    # ------------------------------------------------------------------------------------ finding

    @property
    def content(self) -> GameContent:
        """The content that typed lines know."""
        return self._edits.content

    @property
    def ruleset(self) -> Ruleset:
        return self._bridge.ruleset

    def refresh(self) -> None:
        """Discard the rows and what was read, so that files are read again on next use."""
        self.content.forget()
        self._rows = None
        self.changed.emit()

    @property
    def rows(self) -> tuple[LibraryRow, ...]:
        """All entries: favourites first, combatants before gear, the campaign's before the user's and the program's."""
        if self._rows is None:
            self._rows = tuple(sorted(self._found(), key=_rank))
        return self._rows

    def find(self, typed: str, kind: Filter = "all") -> tuple[LibraryRow, ...]:
        """Return the entries of a kind that contain every typed word; first those whose name begins with it."""
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
                rows.append(self._row(kind, one.id, one, f"{kind} of {count}"))  # type: ignore[arg-type]  # from the tuple
        rows += [self._row("preset", one.id, one, "condition") for one in content.presets.values()]
        return rows

    def _row(
        self,
        kind: Kind,
        id: str,
        entry: CombatantEntry | ItemEntry | Company | Preset,
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

    # ------------------------------------------------------------------------------------ reading

    def combatant(self, row: LibraryRow) -> CombatantEntry:
        """Return the combatant of a row of kind `combatant`."""
        return self.content.characters[row.id] if row.is_character else self.content.library.combatants[row.id]

    def company(self, row: LibraryRow) -> Company:
        """Return the party or encounter of a row of that kind."""
        library = self.content.library
        return library.parties[row.id] if row.kind == "party" else library.encounters[row.id]

    def table(self, row: LibraryRow) -> Table:
        """Return an entry as the table that a content file contains."""
        if row.kind == "item":
            item = self.content.library.items[row.id]
            return item_table(item)
        if row.kind == "preset":
            found: Any = self.content.presets[row.id]
        else:
            found = self.combatant(row) if row.kind == "combatant" else self.company(row)
        table: Table = plain(found)
        return table

    def users(self, kind: Kind, id: Id) -> dict[str, str]:
        """Return the names of the entries that use this one: parties and encounters of a combatant, owners of gear.

        The keys are those of rows.
        """
        library, content = self.content.library, self.content
        if kind == "combatant":
            companies = {f"party/{one.id}": one for one in library.parties.values()}
            companies |= {f"encounter/{one.id}": one for one in library.encounters.values()}
            named = {key: [member.template for member in one.members] for key, one in companies.items()}
            return {key: companies[key].name for key, templates in named.items() if id in templates}
        if kind == "item":
            combatants = library.combatants | content.characters
            return {
                f"combatant/{key}": one.name
                for key, one in combatants.items()
                if any(item.get("template") == id for item in one.items)
            }
        return {}

    def alone(self, entry: CombatantEntry) -> AnyBattle:
        """Return a battle with this combatant alone, under the house rules of the current battle."""
        return put_alone(self.content.library, self._bridge.battle.settings, entry, _PREVIEW)

    def preview(self, row: LibraryRow) -> tuple[str, ...]:
        """Return lines that describe an entry before it is added."""
        if row.kind == "combatant":
            return self._combatant_preview(self.combatant(row))
        if row.kind == "item":
            gear: Any = msgspec.convert(self.content.library.items[row.id].gear, self.ruleset.gear)
            return (" · ".join(_gear_words(gear)),)
        if row.kind == "preset":
            return (preset_words(self.ruleset, self.content.presets[row.id]),)
        company = self.company(row)
        return tuple(filter(None, (self.content.words_of_members(company), company.notes)))

    def _combatant_preview(self, entry: CombatantEntry) -> tuple[str, ...]:
        battle = self.alone(entry)
        view = sheet_view(self.ruleset, battle, _PREVIEW)
        assert view is not None, "one with this name was just added"
        health = () if view.health is None or not view.health.text else (f"Health {view.health.text}",)
        pools = {one.title for one in self.ruleset.pools_displayed}
        numbers = [f"{one.title} {one.text}" for one in view.derived if one.title not in pools][:_SHOWN]
        gear = ", ".join(item.name for item in view.items)
        conditions = ", ".join(one.title for one in view.conditions)
        return tuple(filter(None, (" · ".join((*health, *numbers)), gear, conditions, entry.notes)))

    # ------------------------------------------------------------------------------------ adding

    def add(self, row: LibraryRow, count: int = 1) -> str | None:
        """Add combatants to the battle, or apply gear or a condition to the selection; return a sentence if refused."""
        if not 1 <= count <= MOST:
            return f"There can be 1 to {MOST} of a kind."
        if count > 1 and row.kind not in ("combatant", "item"):
            return f"Only combatants and gear can be added several at a time: type {row.name} without a number."
        if row.kind == "item":
            holder = self._selection.current
            if holder is None or holder not in self._bridge.battle.combatants:
                return f"First select the combatant who gets {row.name}."
            return self._edits.give_entry(holder, self.content.library.items[row.id], count)
        if row.kind == "preset":
            who = tuple(one for one in self._selection.selected if one != ENVIRONMENT)
            if not who:
                return f"First select the combatants to apply {row.name} to."
            return self._edits.apply_preset(self.content.presets[row.id], who)
        if row.kind == "combatant":
            return self._add_and_notify(lambda: self._edits.add_entry(self.combatant(row), count))
        company = self.company(row)
        return self._add_and_notify(lambda: self._edits.add_company(company), board=company.board)

    def _add_and_notify(self, add: Callable[[], str | None], board: Table | None = None) -> str | None:
        """Add combatants and emit `added`, with a note if a map that comes with them is not used."""
        before = self._bridge.battle
        problem = add()
        if problem is None:
            after = self._bridge.battle
            came = tuple(id for id in after.combatants if id not in before.combatants)
            note = "Its map is left out: this battle has one." if board and after.board == before.board else ""
            self.added.emit(came, note)
        return problem

    def drop(self, key: str, who: Id | None, place: Table) -> str | None:
        """Add an entry where it was dropped: a combatant at the place, gear and conditions to the combatant there.

        Members of a party or an encounter who have no place of their own are placed in a zone.
        """
        row = next((row for row in self.rows if row.key == key), None)
        if row is None:
            return "This entry is no longer in the library."
        if row.kind == "combatant":
            return self._add_and_notify(lambda: self._edits.add_entry(self.combatant(row), place=place))
        if row.kind == "item" and who is not None:
            return self._edits.give_entry(who, self.content.library.items[row.id])
        if row.kind == "preset" and who is not None:
            return self._edits.apply_preset(self.content.presets[row.id], (who,))
        if row.kind in ("party", "encounter") and "zone" in place:
            company = self.company(row)
            return self._add_and_notify(lambda: self._edits.add_company(company, place=place), board=company.board)
        return self.add(row)

    def set_favourite(self, row: LibraryRow, is_favourite: bool) -> None:
        """Make an entry a favourite, listed first, or an ordinary entry again."""
        self._preferences.set_favourite(self.ruleset.id, row.key, is_favourite)
        self._rows = None
        self.changed.emit()

    @property
    def folder(self) -> Path:
        """The folder for new entries: the campaign's, or without a campaign the user's own for this game."""
        campaign = self._campaign.campaign
        return self._preferences.library_folder(self.ruleset.id) if campaign is None else campaign.folder / "library"

    @property
    def pictures(self) -> Path:
        """The folder for the pictures of new entries."""
        return self._campaign.pictures or self._preferences.library_folder(self.ruleset.id) / PICTURES

    def entry_of(self, battle: AnyBattle, who: Id = _PREVIEW) -> CombatantEntry:
        """Return a combatant of a battle as an entry: in the current state, but unhurt if none of it is lasting."""
        return entry_of(self.content.library, battle, who)


def _rank(row: LibraryRow) -> tuple[bool, int, int, str]:
    kinds, places = ("combatant", "encounter", "party", "item", "preset"), ("campaign", "own", "program")
    return not row.is_favourite, kinds.index(row.kind), places.index(row.where), row.name.lower()


UNTIL_WORDS: dict[Until | None, str] = {
    None: "as usual",
    "removed": "it is removed",
    "turn_start": "the next turn begins",
    "turn_end": "this turn ends, or else the next",
    "next_turn_end": "the next turn ends",
    "round_end": "the round ends",
    "slot": "the same turn of a later round",
    "use": "its first use",
    "combat": "combat ends",
    "scene": "the scene ends",
    "recovered": "recovery",
}
"""When a condition ends, in words after “until”."""


def preset_of(effect: Effect) -> Preset:
    """Return a condition with its details as a preset; one that waits for another's turn waits for the bearer's."""
    return Preset(
        id="",
        name=effect.name,
        condition="" if effect.kind == OWN else effect.kind,
        changes=effect.changes,
        prevents=effect.prevents,
        until=None if effect.ends or effect.round or effect.until == "removed" else effect.until,
        rounds=max(1, effect.round - effect.since.round) if effect.round else 0,
        ends=effect.ends,
        amount=effect.amount,
        note=effect.note,
        public=effect.is_public,
    )


def preset_words(ruleset: Ruleset, preset: Preset) -> str:
    """Return what a preset applies, in a line: `Bleeding 2 · until recovery · hidden from players · from the knife`."""
    condition = ruleset.conditions.get(preset.condition) or Condition(OWN, preset.name)
    amount = f" {preset.amount}" if preset.amount else ""
    until = f"until {preset.ends or UNTIL_WORDS[preset.until or condition.until]}"
    until = f"{preset.rounds} rounds" if preset.rounds else until
    eyes = "" if preset.public else "hidden from players"
    numbers, prevented = changes_words(ruleset, preset.changes), prevents_words(preset.prevents)
    what = (f"{condition.title}{amount}", numbers, prevented, until, eyes, preset.note)
    return " · ".join(filter(None, what))


_KIND = "gear.kind"


def _gear_words(gear: msgspec.Struct) -> Iterator[str]:
    """Yield what is worth knowing of a piece of gear; a flag only if it is set and usually is not.

    Default values are left out for gear of another kind than the default, because they belong to the default kind; for
    the default kind in groups of fields without any other value, because they belong to another kind.
    """
    usual = {f"gear.{field.name}": field.default for field in msgspec.structs.fields(type(gear))}
    fields = fields_of(gear, "gear")
    is_usual = all(field.value == usual.get(field.path) for field in fields if field.path == _KIND)
    used = {field.group for field in fields if field.value != usual.get(field.path)} if is_usual else set()
    for field in fields:
        if field.path != _KIND and field.group not in used and field.value == usual.get(field.path):
            continue
        if field.value is True:
            if usual.get(field.path) is not True:
                yield field.title
        elif field.value:
            yield f"{field.title} {_text(field.value)}"


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)).replace("_", " ")
    return str(value).replace("_", " ")


# ---------------------------------------------------------------------------------------------------------- own entries

_PORTRAIT = 512
"""Largest side in pixels of a portrait in an exported file."""
_SMOOTH = Qt.TransformationMode.SmoothTransformation


class Begun(Record):
    """The file of an entry, with its text when the entry's change began."""

    file: Path
    text: str


class OwnLibrary:
    """Each method returns a sentence if it is not possible; entries are in separate files."""

    def __init__(self, library: LibraryController, bridge: Bridge, campaign: CampaignController) -> None:
        self._library = library
        self._bridge = bridge
        self._campaign = campaign

    # ------------------------------------------------------------------------------------ entries

    def file_of(self, row: LibraryRow) -> Path | None:
        """Return the file that contains an entry, or None if it comes with the program."""
        if row.is_character:
            campaign = self._campaign.campaign
            return None if campaign is None else campaign.folder / f"{row.id}.toml"
        file = self._library.content.library.files.get((row.kind, row.id))
        return None if file is None or file.is_relative_to(root()) else file

    def begin(self, row: LibraryRow) -> Begun | str | None:
        """Begin to change an entry: return its file with the present text.

        Returns:
            A sentence if it cannot be changed. None if it comes with the program, so that the change makes a new entry.
        """
        file = self.file_of(row)
        if file is None:
            return None
        try:
            text = file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            return f"“{file.name}” can no longer be read, so its entries cannot be edited."
        if len(tables_in(text)) > 1 and not is_as_written(self._bridge.ruleset.id, text):
            return (
                f"“{file.name}” holds several entries and was written by hand: change it there, or duplicate this one."
            )
        return Begun(file, text)

    def save(self, entry: CombatantEntry) -> str | None:
        """Write a combatant as a new entry; return a sentence if that is not possible."""
        return self.write("combatant", plain(entry))

    def write(self, kind: Kind, table: Table, begun: Begun | None = None) -> str | None:
        """Write an entry in place of the one whose change was begun, or as a new one if none was.

        Returns:
            A sentence if it cannot be written, or if the file was changed meanwhile: then the file stays as it is, and
            the entry is written as a new one.
        """
        if begun is None:
            return self._write([(kind, {**table, "id": self._unused_id(str(table["name"]))})])
        if self._is_other(begun):
            words = (
                f"“{begun.file.name}” was changed meanwhile and is left as it is: “{table['name']}” is saved as a new "
                "entry."
            )
            return self.write(kind, table) or words
        tables = [
            (one, table if (one, old.get("id")) == (kind, table["id"]) else old) for one, old in tables_in(begun.text)
        ]
        return self._write(tables, begun)

    def _is_other(self, begun: Begun) -> bool:
        """Whether a file has changed since its entry's change began; a deleted file counts as unchanged."""
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
        """Write a copy of an entry, to be changed."""
        return self.write(row.kind, self._library.table(row) | {"name": f"{row.name} 2"})

    def delete(self, row: LibraryRow) -> str | None:
        """Move an entry to the deleted ones; return a sentence if that is not possible.

        Combatants in an encounter's file who belong to it alone are deleted with it.
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
            rest = []  # a character is the only entry of its file
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
        """Whether an entry is a combatant that no other party or encounter uses."""
        return kind == "combatant" and set(self._library.users(kind, id)) <= {encounter.key}

    # ---------------------------------------------------------------------------------------- from and to battles

    def keep(self, who: Sequence[Id]) -> str | None:
        """Write combatants of the battle to the library; return a sentence if that is not possible."""
        battle = self._bridge.battle
        known = [one for one in who if one in battle.combatants]
        if not known:
            return "Select the combatants to keep in the library."
        for one in known:
            entry = self._library.entry_of(battle, one)
            if problem := self.save(replace(entry, portrait=self._kept_picture(entry.portrait, entry.name))):
                return problem
        return None

    def keep_conditions(self, who: Sequence[Id]) -> str | None:
        """Write the conditions of the GM's own that combatants have to the library, as presets; or return a sentence.

        A preset that there is already stays as it is.
        """
        battle, known = self._bridge.battle, {one.name.casefold() for one in self._library.content.own_presets}
        own = [effect for one in who for effect in effects_of(battle, one) if effect.kind == OWN or effect.name]
        if not own:
            return "Nobody selected has a condition of your own: - and its name or -2 applies one."
        new = {effect.name.casefold(): effect for effect in own if effect.name.casefold() not in known}
        if not new:
            return f"“{own[0].name}” is in the library already."
        for effect in new.values():
            if problem := self.write("preset", plain(preset_of(effect))):
                return problem
        return None

    def _kept_picture(self, picture: str, name: str) -> str:
        """Copy a picture of the battle to `pictures`; return its name there, or the unchanged name if that fails."""
        content = self._bridge.picture(picture) if picture else None
        with suppress(OSError):
            if content is not None:
                return keep_picture(self._library.pictures, content, name, Path(picture).suffix)
        return picture

    def export(self, who: Sequence[Id], file: Path) -> str | None:
        """Write combatants of the battle to a content file at any place, with their portraits inside.

        Returns:
            A sentence if that is not possible.
        """
        battle = self._bridge.battle
        ids: dict[str, CombatantEntry] = {}
        for one in who:
            if one in battle.combatants:
                entry = self._library.entry_of(battle, one)
                id = _unused(entry.id, ids)
                ids[id] = replace(entry, id=id, portrait=self._embedded_portrait(entry.portrait))
        if not ids:
            return "Select the combatants who are to be exported."
        tables: list[tuple[Kind, Table]] = [("combatant", plain(one)) for one in ids.values()]
        try:
            save_entries(file.parent, self._bridge.ruleset.id, tables, file)
        except OSError as error:
            return f"“{file.name}” cannot be written: {error.strerror}."
        return None

    def import_file(self, file: Path) -> tuple[str, ...]:
        """Copy a content file into the library; return its problems if that is not possible."""
        if problems := check_content(self._bridge.ruleset, file):
            return tuple(map(str, problems))
        try:
            self._library.folder.mkdir(parents=True, exist_ok=True)
            target = unused_file(self._library.folder, file.stem, ".toml")
            text = self._with_pictures_extracted(file.read_text(encoding="utf-8-sig"))
            disk.replace_whole(target, text.encode(), is_beside=True)
        except OSError as error:
            return (f"“{file.name}” cannot be copied to “{self._library.folder}”: {error.strerror}.",)
        self._campaign.forget()
        return ()

    def _embedded_portrait(self, picture: str) -> str:
        """Return a portrait as text for an exported file, at most `_PORTRAIT` pixels large; empty if it is missing."""
        content = self._bridge.picture(picture) if picture else None
        return "" if content is None else written_picture(*_as_portrait(content, Path(picture).suffix))

    def _with_pictures_extracted(self, text: str) -> str:
        """Return the text of a content file with embedded pictures saved to the folder and replaced by their names."""
        for _, table in tables_in(text):
            picture = str(table.get("portrait", ""))
            if (written := read_written(picture)) is not None:
                content, ending = written
                name = keep_picture(self._library.pictures, content, str(table.get("name", "portrait")), ending)
                text = text.replace(picture, name)
        return text

    def keep_encounter(self, name: str) -> str | None:
        """Write all combatants except the players' characters as an encounter with the map, which can be run any time.

        Combatants that equal their library entry only refer to it; all others are written into the same file.
        """
        battle = self._bridge.battle
        combatants = [one for one in battle.combatants.values() if one.side != PLAYERS_SIDE]
        if not combatants:
            return "There is no one to save: an encounter contains everyone except the players' characters."
        own: dict[str, CombatantEntry] = {}
        members: list[Member] = []
        for one in combatants:
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
        """Return the template id for an encounter's member: an entry that makes the same combatant, or a new one."""
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
        """Whether two entries make the same combatant, regardless of their names."""
        made, known = (self._bare(self._library.entry_of(self._library.alone(one))) for one in (entry, other))
        return made == known

    def _bare(self, entry: CombatantEntry) -> CombatantEntry:
        """Return an entry without id and name, and with its portrait named by content as in battles."""
        portrait = name_by_content(entry.portrait, self._library.content.picture_folders)
        return replace(entry, id="", name="", portrait=portrait)

    def _group_of(self, battle: AnyBattle, who: Id) -> str:
        slot = battle.order.slot_of(who)
        return slot.name if slot is not None and len(slot.members) > 1 else ""


def _as_portrait(content: bytes, ending: str) -> tuple[bytes, str]:
    """Return a picture and its file extension, scaled down if larger than `_PORTRAIT`; no picture: unchanged."""
    image = QImage.fromData(content)
    if max(image.width(), image.height()) <= _PORTRAIT:
        return content, ending
    smaller = image.scaled(_PORTRAIT, _PORTRAIT, Qt.AspectRatioMode.KeepAspectRatio, _SMOOTH)
    form = "png" if image.hasAlphaChannel() else "jpg"
    return encoded(smaller, form), f".{form}"


def _unused(stem: str, taken: Collection[str]) -> str:
    """Return an id made from `stem` that is not in `taken`."""
    id, number = stem, 1
    while id in taken:
        number += 1
        id = f"{stem}-{number}"
    return id
