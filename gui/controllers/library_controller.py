"""The library of a game: what the campaign, the user and the program have, found by letters, added, written."""

from __future__ import annotations

from collections.abc import Callable
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
from model.campaign import PICTURES, entry_of
from model.campaign.characters import plain
from model.content.library import CombatantEntry, Company, ItemEntry, Kind, Preset, Table, item_table, put_alone
from model.content.resources import root
from model.engine.ruleset import Ruleset
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import AnyBattle
from model.state.effects import Until
from model.view.form import fields_of
from model.view.sheet import sheet_view
from model.view.viewer import side_words

Filter = Literal["all", "combatant", "item", "company", "preset"]
Where = Literal["campaign", "own", "program"]
_WHERE: dict[Where, str] = {"campaign": "campaign", "own": "my library", "program": ""}
_PREVIEW = "preview-1"
_SHOWN = 4
"""Numbers that a preview shows."""


class LibraryRow(Record):
    """An entry as the list shows it."""

    kind: Kind
    id: str
    """A character's begins with the name of their folder."""
    name: str
    what: str
    """`opponent`, `gear`, `encounter of 5`, `condition`."""
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
    added = Signal(object, str)
    """Combatants came in, by their ids, and what is to be said of it."""

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

    # ------------------------------------------------------------------------------------ looking

    def combatant(self, row: LibraryRow) -> CombatantEntry:
        """The combatant of a row of that kind."""
        return self.content.characters[row.id] if row.is_character else self.content.library.combatants[row.id]

    def company(self, row: LibraryRow) -> Company:
        """The party or encounter of a row of that kind."""
        library = self.content.library
        return library.parties[row.id] if row.kind == "party" else library.encounters[row.id]

    def table(self, row: LibraryRow) -> Table:
        """An entry as files list it."""
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
        """The names of the entries that need this one: parties and encounters of a combatant, owners of gear.

        The keys are those of rows.
        """
        library, content = self.content.library, self.content
        if kind == "combatant":
            companies = {f"party/{one.id}": one for one in library.parties.values()}
            companies |= {f"encounter/{one.id}": one for one in library.encounters.values()}
            named = {key: [member.template for member in one.members] for key, one in companies.items()}
            return {key: companies[key].name for key, templates in named.items() if id in templates}
        if kind == "item":
            people = library.combatants | content.characters
            return {
                f"combatant/{key}": one.name
                for key, one in people.items()
                if any(item.get("template") == id for item in one.items)
            }
        return {}

    def alone(self, entry: CombatantEntry) -> AnyBattle:
        """A battle by the house rules of this one, with a combatant alone in it."""
        return put_alone(self.content.library, self._bridge.battle.settings, entry, _PREVIEW)

    def preview(self, row: LibraryRow) -> tuple[str, ...]:
        """What is worth knowing of an entry before it is added, in lines."""
        if row.kind == "combatant":
            return self._combatant_preview(self.combatant(row))
        if row.kind == "item":
            gear: Any = msgspec.convert(self.content.library.items[row.id].gear, self.ruleset.gear)
            told = (f"{field.title} {_text(field.value)}" for field in fields_of(gear, "gear") if field.value)
            return (" · ".join(told),)
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
        """Put combatants into the battle, or give gear to the selected combatant; the sentence when that is refused."""
        if row.kind == "item":
            holder = self._attention.looked_at
            if holder is None or holder not in self._bridge.battle.combatants:
                return f"Select a combatant first, who gets {row.name}."
            return self._edits.give_entry(holder, self.content.library.items[row.id], count)
        if row.kind == "preset":
            who = tuple(one for one in self._attention.selected if one != ENVIRONMENT)
            if not who:
                return f"Select those first to whom {row.name} is applied."
            return self._edits.apply_preset(self.content.presets[row.id], who)
        if row.kind == "combatant":
            return self._welcomed(lambda: self._edits.add_entry(self.combatant(row), count))
        company = self.company(row)
        return self._welcomed(lambda: self._edits.add_company(company), board=company.board)

    def _welcomed(self, add: Callable[[], str | None], board: Table | None = None) -> str | None:
        """Add combatants and tell that they came, and of a map of theirs that is not taken over."""
        before = self._bridge.battle
        problem = add()
        if problem is None:
            after = self._bridge.battle
            came = tuple(id for id in after.combatants if id not in before.combatants)
            note = "Its map is left out: this battle has one." if board and after.board == before.board else ""
            self.added.emit(came, note)
        return problem

    def drop(self, key: str, who: Id | None, place: Table) -> str | None:
        """Put an entry where it was dropped: a combatant at the place, gear and conditions on who stands there.

        The members of a party or an encounter without a place of their own come to a zone.
        """
        row = next((row for row in self.rows if row.key == key), None)
        if row is None:
            return "This entry is no longer in the library."
        if row.kind == "combatant":
            return self._welcomed(lambda: self._edits.add_entry(self.combatant(row), place=place))
        if row.kind == "item" and who is not None:
            return self._edits.give_entry(who, self.content.library.items[row.id])
        if row.kind == "preset" and who is not None:
            return self._edits.apply_preset(self.content.presets[row.id], (who,))
        if row.kind in ("party", "encounter") and "zone" in place:
            company = self.company(row)
            return self._welcomed(lambda: self._edits.add_company(company, place=place), board=company.board)
        return self.add(row)

    def set_favourite(self, row: LibraryRow, is_favourite: bool) -> None:
        """Put an entry on top of the list, or back among the others."""
        self._preferences.set_favourite(self.ruleset.id, row.key, is_favourite)
        self._rows = None
        self.changed.emit()

    @property
    def folder(self) -> Path:
        """Where new entries are kept: with the campaign, or for all campaigns."""
        campaign = self._campaign.campaign
        return self._preferences.library_folder(self.ruleset.id) if campaign is None else campaign.folder / "library"

    @property
    def pictures(self) -> Path:
        """Where the pictures of new entries are kept."""
        return self._campaign.pictures or self._preferences.library_folder(self.ruleset.id) / PICTURES

    def entry_of(self, battle: AnyBattle, who: Id = _PREVIEW) -> CombatantEntry:
        """A combatant of a battle as an entry: as they are, but unhurt where nothing of it lasts."""
        return entry_of(self.content.library, battle, who)


def _rank(row: LibraryRow) -> tuple[bool, int, int, str]:
    kinds, places = ("combatant", "encounter", "party", "item", "preset"), ("campaign", "own", "program")
    return not row.is_favourite, kinds.index(row.kind), places.index(row.where), row.name.lower()


UNTIL_WORDS: dict[Until | None, str] = {
    None: "as usual",
    "removed": "it is removed",
    "turn_start": "the next turn begins",
    "turn_end": "the next turn ends",
    "round_end": "the round ends",
    "slot": "the same turn of a later round",
    "use": "its first use",
    "scene": "the scene ends",
    "recovered": "recovery",
}
"""When a condition ends, in words behind “until”."""


def preset_words(ruleset: Ruleset, preset: Preset) -> str:
    """What a preset applies, in a line: `Bleeding 2 · until recovery · hidden from players · from the knife`."""
    condition = ruleset.conditions[preset.condition]
    amount = f" {preset.amount}" if preset.amount else ""
    until = f"until {UNTIL_WORDS[preset.until or condition.until]}"
    return " · ".join(
        filter(None, (f"{condition.title}{amount}", until, "" if preset.public else "hidden from players", preset.note))
    )


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)).replace("_", " ")
    return "yes" if value is True else str(value).replace("_", " ")
