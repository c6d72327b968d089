"""The content of a ruleset: items, combatants, parties, encounters, presets; built-in and the user's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct, field

from model.content.problems import BadFile, Problem, nearest, place_of, problems_of
from model.content.resources import root
from model.engine.effects import add_condition
from model.engine.lasting import lasting_problems, newcomer_sheet, with_kept, with_lasting
from model.engine.ruleset import Ruleset
from model.state import untrusted
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle, Battle, Combatant, Item, Setting, new_id
from model.state.board import Board, Place
from model.state.effects import OWN, KeptEffect, Prevented, Until

FORMAT = 1
"""The version of content files that this program writes and reads."""

Table = dict[str, Any]
Where = Literal["hand", "worn", "pack"]


Kind = Literal["item", "combatant", "party", "encounter", "preset"]
"""The kinds of entries, as named in files."""
KINDS: tuple[Kind, ...] = get_args(Kind)


class ItemUse(State):
    """An item of a combatant: a library entry by id with changed fields, or an item without an entry."""

    id: str = ""
    """The id for the item; empty to make one from its name."""
    name: str = ""
    template: str = ""
    where: Where = "hand"
    gear: Table = {}
    """Fields of the gear type that differ from the entry, or all of them without an entry."""


class ItemEntry(State):
    """A weapon, an armour, a tool."""

    id: str
    name: str
    gear: Table
    tags: tuple[str, ...] = ()
    """Further search words besides the name."""


class CombatantEntry(State):
    """A combatant who can be added to a battle any number of times."""

    id: str
    name: str
    sheet: Table = {}
    side: Annotated[str, Meta(min_length=1)] = "npc"
    public_name: str = ""
    radius: Annotated[float, Meta(gt=0, le=100)] = 0.5
    portrait: str = ""
    notes: str = ""
    items: tuple[Table, ...] = ()
    """As written; read by `item_use`."""
    conditions: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    """Further search words besides the name."""
    effects: tuple[KeptEffect, ...] = ()
    """Effects on a character from earlier battles, with all their details."""
    lasting: Table = {}
    """What the ruleset keeps of a character besides the sheet, by field of its shared state."""


class Member(State):
    """A member of a party or an encounter, or several of a kind."""

    template: str
    count: Annotated[int, Meta(ge=1, le=200)] = 1
    name: str = ""
    group: str = ""
    """Name of the group that acts together; empty if each acts alone."""
    side: str = ""
    hidden: bool = False
    wave: Annotated[int, Meta(ge=0, le=99)] = 0
    """0 if present from the beginning, or else the number of the wave in which they arrive."""
    place: Table = {}
    """Position, as in a battle; empty if not placed yet."""


class Company(State):
    """A party or an encounter."""

    id: str
    name: str
    members: tuple[Member, ...] = ()
    tags: tuple[str, ...] = ()
    notes: str = ""
    board: Table = {}
    """The board of an encounter, as in a battle; empty if none."""


class Preset(State):
    """A condition with all its details, to be applied at once: `Bleeding, until recovered, 2 a turn`."""

    id: str
    name: str
    condition: str = ""
    """Id of one of the ruleset's conditions; empty for one of the GM's own, which is called like the preset."""
    changes: dict[str, int] = {}
    """How much it changes, by the id of a number that own conditions of this game can change."""
    prevents: tuple[Prevented, ...] = ()
    """What it keeps its bearer from."""
    until: Until | None = None
    """When it ends, or None for the condition's default."""
    rounds: Annotated[int, Meta(ge=0, le=999)] = 0
    """How many rounds it lasts, instead of `until`; 0 if it is not counted in rounds."""
    ends: str = ""
    """When it ends in the GM's words, instead of `until`."""
    amount: int = 0
    note: str = ""
    public: bool = True
    """Whether players may know of it."""
    tags: tuple[str, ...] = ()

    @property
    def options(self) -> Table:
        """The options of the action `set_condition`."""
        own = {"condition": self.condition} if self.condition else {"name": self.name}
        details = ("changes", "prevents", "until", "rounds", "ends", "amount", "note")
        said = {key: getattr(self, key) for key in details}
        return own | {key: value for key, value in said.items() if value} | {"public": self.public}


_NUMBERED = re.compile(r"\s+\d+$")


def company_words(company: Company, name_of: Callable[[Member], str]) -> str:
    """The members of a party or an encounter in words: `3 × Raider, Sniper; wave 1: 2 × Guard`.

    `name_of` names a member's kind, for members without a name. Raider 1 and Raider 2 count as two raiders.
    """
    waves: dict[int, dict[str, int]] = {}
    for member in company.members:
        name = _NUMBERED.sub("", member.name or name_of(member))
        counts = waves.setdefault(member.wave, {})
        counts[name] = counts.get(name, 0) + member.count
    parts = []
    for wave, counts in sorted(waves.items()):
        names = ", ".join(f"{count} × {name}" if count > 1 else name for name, count in counts.items())
        parts.append(f"wave {wave}: {names}" if wave else names)
    return "; ".join(parts)


class _File(State):
    """The structure of a content file."""

    format: int
    ruleset: str
    item: tuple[Table, ...] = ()
    combatant: tuple[CombatantEntry, ...] = ()
    party: tuple[Company, ...] = ()
    encounter: tuple[Company, ...] = ()
    preset: tuple[Preset, ...] = ()


class Library(Struct):
    """Content entries by id."""

    ruleset: Ruleset
    items: dict[str, ItemEntry] = field(default_factory=dict)
    combatants: dict[str, CombatantEntry] = field(default_factory=dict)
    parties: dict[str, Company] = field(default_factory=dict)
    encounters: dict[str, Company] = field(default_factory=dict)
    presets: dict[str, Preset] = field(default_factory=dict)
    files: dict[tuple[Kind, str], Path] = field(default_factory=dict)
    """The file of each entry, by kind and id."""


def content_files(ruleset: str, *folders: Path) -> tuple[Path, ...]:
    """The content files of a ruleset: the built-in ones, then those of further folders."""
    own = root() / "content" / ruleset
    return tuple(file for folder in (own, *folders) for file in sorted(folder.glob("*.toml")))


def load_library(ruleset: Ruleset, files: Iterable[Path]) -> Library:
    """The content of these files; a later entry replaces an earlier one with the same id.

    Raises:
        BadFile: with all problems of all files.
    """
    library, problems = _load(ruleset, tuple(files))
    if problems:
        raise BadFile(problem for found in problems.values() for problem in found)
    return library


def load_valid(ruleset: Ruleset, files: Iterable[Path]) -> tuple[Library, tuple[Problem, ...]]:
    """The content of the files without problems, and the problems of the others, which are left out entirely.

    A file that refers to an entry of a file left out is left out too.
    """
    sound, told = tuple(files), list[Problem]()
    while True:
        library, problems = _load(ruleset, sound)
        if not problems:
            return library, tuple(told)
        told += (problem for found in problems.values() for problem in found)
        sound = tuple(file for file in sound if file not in problems)


def _load(ruleset: Ruleset, files: tuple[Path, ...]) -> tuple[Library, dict[Path, tuple[Problem, ...]]]:
    """The content of these files, and the problems of each file that has any."""
    library = Library(ruleset)
    problems: dict[Path, tuple[Problem, ...]] = {}
    read: dict[Path, _File] = {}
    for file in files:
        try:
            read[file] = _read(file, ruleset)
        except BadFile as error:
            problems[file] = error.problems
    for file, content in read.items():
        _enter(library, content, file)
    for file, content in read.items():
        if found := tuple(_reference_problems(library, content)):
            told = tuple(Problem(file.name, place, sentence) for place, sentence in found)
            problems[file] = (*problems.get(file, ()), *told)
    return library, problems


def read_character(name: str, text: str, library: Library) -> CombatantEntry:
    """The combatant of a character file; `name` is for messages.

    Raises:
        BadFile: with all problems of the file.
    """
    try:
        document = untrusted.toml(text)
    except untrusted.Unreadable as error:
        raise BadFile([Problem(name, "", f"cannot be read: {error}")]) from None
    content = _content(name, document, library.ruleset)
    if len(content.combatant) != 1 or any(getattr(content, kind) for kind in KINDS if kind != "combatant"):
        raise BadFile([Problem(name, "", "is not a character: the file must hold one combatant and nothing else.")])
    if found := [Problem(name, place, sentence) for place, sentence in _reference_problems(library, content)]:
        raise BadFile(found)
    return content.combatant[0]


def check_content(ruleset: Ruleset, file: Path) -> tuple[Problem, ...]:
    """All problems of one content file, checked together with the built-in content."""
    own = [other for other in content_files(ruleset.id) if other.resolve() != file.resolve()]
    try:
        load_library(ruleset, [*own, file])
    except BadFile as error:
        return tuple(problem for problem in error.problems if problem.file == file.name)
    return ()


def read_document(file: Path) -> Table:
    """Read a TOML file as plain values.

    Raises:
        BadFile: it cannot be read or is not TOML; the sentence names the line.
    """
    try:
        return untrusted.toml(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadFile([Problem(file.name, "", f"is not UTF-8 text: {error.reason} at byte {error.start}.")]) from None
    except OSError as error:
        raise BadFile([Problem(file.name, "", f"cannot be read: {error.strerror}.")]) from None
    except untrusted.Unreadable as error:
        raise BadFile([Problem(file.name, "", f"cannot be read: {error}")]) from None


def version_problem(document: Table, newest: int = FORMAT) -> str | None:
    """Why this program cannot read a document's format, as a sentence, or None if it can."""
    version = document.get("format")
    if isinstance(version, int) and not isinstance(version, bool) and version > newest:
        return (
            f"is of format {version}; this program reads formats up to {newest}. A newer version of the program "
            "can open it."
        )
    return None


_KEPT: dict[Path, tuple[Ruleset, tuple[int, int], _File]] = {}
"""Built-in files that were read, with the ruleset and the stamp of each."""


def _read(file: Path, ruleset: Ruleset) -> _File:
    """Read and check a content file; built-in files are read again only if they have changed."""
    stamp = _stamp(file) if file.is_relative_to(root()) else None
    kept = _KEPT.get(file)
    if stamp is not None and kept is not None and kept[0] is ruleset and kept[1] == stamp:
        return kept[2]
    content = _content(file.name, read_document(file), ruleset)
    if stamp is not None:
        _KEPT[file] = (ruleset, stamp, content)
    return content


def _stamp(file: Path) -> tuple[int, int] | None:
    """Modification time in nanoseconds and size in bytes, or None if not available."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _content(name: str, document: Table, ruleset: Ruleset) -> _File:
    """A document as a content file; raises BadFile with all problems. `name` is for messages."""
    if newer := version_problem(document):
        raise BadFile([Problem(name, "format", newer)])
    problems = [Problem(name, _named(document, place), text) for place, text in problems_of(document, _File)]
    if problems:
        problems += [Problem(name, place, sentence) for place, sentence in _value_problems(document, ruleset)]
        raise BadFile(problems)
    content = msgspec.convert(document, _File)
    problems = [Problem(name, place, sentence) for place, sentence in _own_problems(content, ruleset)]
    if problems:
        raise BadFile(problems)
    return content


def _value_problems(document: Table, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Problems of sheets and gear in a document of which other parts are wrong, so that all are told at once."""
    for kind in ("item", "combatant"):
        entries = document.get(kind)
        for number, entry in enumerate(entries if isinstance(entries, list) else (), start=1):
            if not isinstance(entry, dict):
                continue
            where = f"{kind} {number} ({entry.get('id', '?')})"
            if kind == "item":
                yield from _under(where, _item_entry_problems(entry, ruleset))
            elif isinstance(entry.get("sheet"), dict):
                yield from _under(where, problems_of(entry["sheet"], ruleset.sheet, "sheet"))


def _named(document: Mapping[str, Any], place: str) -> str:
    """A place with the id of its entry: `combatant[2].sheet` becomes `combatant 2 (boomer): sheet`."""
    head, bracket, rest = place.partition("[")
    number, _, key = rest.partition("]")
    if not bracket or not number.isdecimal():
        return place
    entry = document[head][int(number) - 1]
    id = f" ({entry['id']})" if isinstance(entry, dict) and "id" in entry else ""
    return f"{head} {number}{id}" + (f": {key.removeprefix('.')}" if key else "")


def _own_problems(content: _File, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Problems of a file's entries that do not depend on other files."""
    if content.ruleset != ruleset.id:
        yield "ruleset", f"is for “{content.ruleset}”, not for “{ruleset.id}”."
        return
    for number, item in enumerate(content.item, start=1):
        yield from _under(f"item {number} ({item.get('id', '?')})", _item_entry_problems(item, ruleset))
    for number, combatant in enumerate(content.combatant, start=1):
        yield from _under(f"combatant {number} ({combatant.id})", _combatant_problems(combatant, ruleset))
    for number, encounter in enumerate(content.encounter, start=1):
        yield from _under(f"encounter {number} ({encounter.id})", _encounter_problems(encounter))
    for number, preset in enumerate(content.preset, start=1):
        for id in preset.changes.keys() - (known := {one.id for one in ruleset.own_changes}):
            sentence = f"there is no number “{id}” that a condition could change.{nearest(id, known)}"
            yield f"preset {number} ({preset.id}): changes", sentence
        if preset.condition and preset.condition not in ruleset.conditions:
            sentence = f"there is no condition “{preset.condition}”.{nearest(preset.condition, ruleset.conditions)}"
            yield f"preset {number} ({preset.id}): condition", sentence


def _under(entry: str, problems: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for where, sentence in problems:
        yield (f"{entry}: {where}" if where else entry), sentence


def _item_entry_problems(item: Table, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for key in ("id", "name"):
        if not isinstance(item.get(key), str) or not item[key]:
            yield key, "must be text."
    tags = item.get("tags", ())
    if not isinstance(tags, list | tuple) or any(not isinstance(tag, str) for tag in tags):
        yield "tags", "must be a list of texts."
    gear = {key: value for key, value in item.items() if key not in _ENTRY_FIELDS}
    yield from problems_of(gear, ruleset.gear)


def _combatant_problems(combatant: CombatantEntry, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    yield from problems_of(combatant.sheet, ruleset.sheet, "sheet")
    kept = [("effects", effect.kind) for effect in combatant.effects]
    for key, condition in (*(("conditions", kind) for kind in combatant.conditions), *kept):
        if condition not in ruleset.conditions and (key, condition) != ("effects", OWN):
            yield key, f"there is no condition “{condition}”.{nearest(condition, ruleset.conditions)}"
    for path, sentence in lasting_problems(ruleset, combatant.lasting):
        yield place_of(path, "lasting"), f"{sentence}."


def _encounter_problems(encounter: Company) -> Iterator[tuple[str, str]]:
    if encounter.board:
        yield from problems_of(encounter.board, Board, "board")
    for index, member in enumerate(encounter.members, start=1):
        if member.place:
            yield from problems_of(member.place, Place, f"members[{index}].place")


def _enter(library: Library, content: _File, file: Path) -> None:
    items = [item_entry(table) for table in content.item]
    kinds: tuple[tuple[Kind, dict[str, Any], Iterable[Any]], ...] = (
        ("item", library.items, items),
        ("combatant", library.combatants, content.combatant),
        ("party", library.parties, content.party),
        ("encounter", library.encounters, content.encounter),
        ("preset", library.presets, content.preset),
    )
    for kind, known, entries in kinds:
        for entry in entries:
            known[entry.id] = entry
            library.files[kind, entry.id] = file


_ENTRY_FIELDS = ("id", "name", "tags")


def item_entry(table: Table) -> ItemEntry:
    """An item entry from its table in a file: all keys that are not the entry's are fields of the gear."""
    gear = {key: value for key, value in table.items() if key not in _ENTRY_FIELDS}
    return ItemEntry(id=table["id"], name=table["name"], gear=gear, tags=tuple(table.get("tags", ())))


def item_table(item: ItemEntry) -> Table:
    """The table of an item entry for a file: the inverse of `item_entry`."""
    return {"id": item.id, "name": item.name, **({"tags": list(item.tags)} if item.tags else {}), **item.gear}


def _reference_problems(library: Library, content: _File) -> Iterator[tuple[str, str]]:
    """References of entries that no file defines."""
    for number, combatant in enumerate(content.combatant, start=1):
        for index, item in enumerate(combatant.items, start=1):
            for where, sentence in item_problems(library, item):
                place = f"combatant {number} ({combatant.id}): items[{index}]"
                yield (f"{place}.{where}" if where else place), sentence
    for kind, companies in (("party", content.party), ("encounter", content.encounter)):
        for number, company in enumerate(companies, start=1):
            for index, member in enumerate(company.members, start=1):
                if member.template not in library.combatants:
                    known = nearest(member.template, library.combatants)
                    place = f"{kind} {number} ({company.id}): members[{index}].template"
                    yield place, f"there is no combatant “{member.template}” in the content.{known}"


_USE_FIELDS = ("id", "name", "template", "where")


def item_use(table: Table) -> ItemUse:
    """An item from its table in a combatant's entry: all keys that are not the use's are fields of the gear."""
    own = {key: value for key, value in table.items() if key in _USE_FIELDS}
    gear = {key: value for key, value in table.items() if key not in _USE_FIELDS}
    return msgspec.convert({**own, "gear": gear}, ItemUse)


def item_problems(library: Library, table: Table) -> Iterator[tuple[str, str]]:
    """Problems of an item in a combatant's entry."""
    own = {key: value for key, value in table.items() if key in _USE_FIELDS}
    wrong = tuple(problems_of(own, ItemUse))
    yield from wrong
    if wrong:
        return
    use = item_use(table)
    if use.template and use.template not in library.items:
        known = nearest(use.template, library.items)
        yield "template", f"there is no item “{use.template}” in the content.{known}"
        return
    if not use.template and not use.name and not use.id:
        yield "", "needs a template, a name or an id."
    yield from problems_of(gear_of(library, use), library.ruleset.gear)


def gear_of(library: Library, use: ItemUse) -> Table:
    """The gear of an item as plain values: that of its template with the changes, or its own."""
    return merged(library.items[use.template].gear, use.gear) if use.template else use.gear


def merged(base: Table, changes: Table) -> Table:
    """A copy of a table with the entries of another replacing its own; nested tables are merged recursively."""
    result = dict(base)
    for key, value in changes.items():
        mine = result.get(key)
        result[key] = merged(mine, value) if isinstance(mine, dict) and isinstance(value, dict) else value
    return result


# ------------------------------------------------------------------------- content put into a battle, embedded by value


def put_item(library: Library, battle: AnyBattle, holder: Id, use: ItemUse) -> AnyBattle:
    """The battle with an item added to a combatant; it keeps a given id, or gets one made from its name."""
    entry = library.items.get(use.template)
    name = use.name or (entry.name if entry else use.id.replace("-", " ").capitalize())
    id = use.id
    if not id:
        id, battle = new_id(battle, name)
    gear: Any = msgspec.convert(gear_of(library, use), library.ruleset.gear)
    item: Item[Any] = Item(id=id, name=name, gear=gear, holder=holder, where=use.where, template=use.template)
    return replace(battle, items=battle.items | {id: item})


def put_combatant(library: Library, battle: AnyBattle, entry: CombatantEntry, id: Id | None = None) -> AnyBattle:
    """The battle with a combatant added from an entry, with items and conditions."""
    if id is None:
        id, battle = new_id(battle, entry.name)
    combatant: Combatant[Any] = Combatant(
        id=id,
        name=entry.name,
        sheet=msgspec.convert(entry.sheet, library.ruleset.sheet),
        side=entry.side,
        public_name=entry.public_name,
        radius=entry.radius,
        portrait=entry.portrait,
        notes=entry.notes,
        origin=entry.id if entry.id in library.combatants else "",
    )
    battle = battle.with_combatant(combatant)
    for table in entry.items:
        battle = put_item(library, battle, id, item_use(table))
    for kind in entry.conditions:
        battle = add_condition(battle, id, library.ruleset.conditions[kind])
    return with_lasting(with_kept(battle, id, entry.effects), library.ruleset, id, entry.lasting)


def put_alone(library: Library, settings: Mapping[str, Setting], entry: CombatantEntry, id: Id) -> AnyBattle:
    """A battle with these house rules and only one combatant, made from an entry, for a preview."""
    ruleset = library.ruleset
    bare: AnyBattle = Battle(ruleset=ruleset.id, shared=ruleset.shared(), settings=dict(settings))
    sheet: Any = newcomer_sheet(ruleset, bare, entry.sheet)
    return put_combatant(library, bare, replace(entry, sheet=sheet), id)
