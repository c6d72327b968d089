"""New combatants, typed in a line, built from an archetype, or pasted; and the content of a game they are made from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from model.campaign import PICTURES, Campaign, Character, source_of
from model.campaign.characters import plain
from model.content.library import (
    CombatantEntry,
    Company,
    ItemEntry,
    ItemUse,
    Library,
    Member,
    Preset,
    company_words,
    content_files,
    gear_of,
    item_use,
    load_valid,
)
from model.content.pasted import Pasted, PastedRow, read_pasted
from model.content.problems import Problem, nearest
from model.engine.archetypes import Archetype
from model.engine.ruleset import Ruleset
from model.state.base import Record, replace
from model.state.battle import Setting
from model.view.form import FieldView
from model.view.newcomers import newcomer_view, pools_words
from model.view.sheet import SheetView

# ---------------------------------------------------------------------------------------------------------- the grammar


Entry = TypeVar("Entry", CombatantEntry, ItemEntry)

SIDES = ("pc", "npc", "ally")
"""Sides that are given by a single word; any other one is `side:NAME`."""
_PART = r"[^,;\n]+"
_SEPARATOR = re.compile(r"[,;\n]")
_SIDE = re.compile(r"side:(\w+)", re.IGNORECASE)
MOST = 100
"""At most this many combatants or items of a kind in one typed entry."""
COUNT = re.compile(r"(\d+)\s*[x×]?\s+(?=\S)")
_SHORTEST = 3
"""Least letters of a number's abbreviation, if no other number's name begins with them."""
_LONGEST = 4
"""At most this many words in the name of a number or of gear."""
_LAST_NAME = re.compile(r"(?:^|[+\-−;,\n])\s*(?:\d+\s*[x×]?\s+)?([^\W\d][^+−;,\n]*)$")
"""The name that is being typed: after a sign, a count, or the comma or line end after the entry before."""
_NUMBER = re.compile(r"[-−]?[0-9]{1,5}")
_TOGETHER = re.compile(r"([-−]?[0-9]{1,5})([^\W\d_]+)")
_NUMBER_BEHIND = re.compile(r".*\s\d+")


class TypedEntry(Record):
    """`[count] name [side] [hidden] [numbers and gear] [in ZONE]`, and its position in the text."""

    start: int
    end: int
    name: str = ""
    count: int = 1
    side: str = ""
    is_hidden: bool = False
    place: str = ""
    """The known place after the last `in`; empty if there is none."""
    problem: str = ""
    """Why the entry is not valid, in a sentence; empty if it is."""
    numbers: tuple[tuple[str, int], ...] = ()
    """Numbers for the sheet: names such as `hp`, each with its value."""
    gear: tuple[str, ...] = ()
    """Names of gear."""


class Understood(Record):
    """How an entry is understood."""

    words: str
    name: str = ""
    """Name for the token; empty if the entry is not valid."""
    side: str = ""
    """Empty if the members of a party or encounter are of more than one side."""
    is_hidden: bool = False
    is_problem: bool = False


class Vocabulary(Record):
    """What a line may name besides sides: case-insensitive, full names only."""

    places: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Combatants, parties and encounters."""
    numbers: tuple[str, ...] = ()
    """Numbers of the sheet, such as `hp`."""
    gear: tuple[str, ...] = ()


_NOTHING_KNOWN = Vocabulary()


def typed_entries(text: str, known: Vocabulary = _NOTHING_KNOWN) -> tuple[TypedEntry, ...]:
    """Return the entries of a text, separated by commas, semicolons and line ends that are not part of a known name.

    Every character except separators and blanks lies within the span of exactly one entry. A part without a name, such
    as the `pc` of `Ada, pc` or the `hp 12` of `Ada, hp 12`, belongs to the entry before it on its line; at the
    beginning of a line it is a problem.
    """
    found: list[TypedEntry] = []
    line_of_last = -1
    for match in _parts(known.names).finditer(text):
        bare = match[0].strip()
        if not bare.strip("+ "):
            continue
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        line = text.count("\n", 0, start)
        last = found[-1] if found and line == line_of_last else None
        entry = _entry(bare, start, known, is_first=last is None)
        if not entry.name and not entry.problem and last is not None and not last.problem:
            found[-1] = _joined(last, entry)
        else:
            missing = f"“{bare}” has no name: write the name in front of it, as in “Ada {bare}”."
            found.append(entry if entry.name or entry.problem else _wrong(entry, missing))
        line_of_last = line
    return tuple(found)


def _parts(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a part of the text: a known name that contains separators, or all up to a separator."""
    long = sorted((re.escape(name) for name in names if _SEPARATOR.search(name)), key=len, reverse=True)
    whole = "".join(f"(?:[+ ]*{name}(?!\\w){_PART[:-1]}*)|" for name in long)
    return re.compile(whole + _PART, re.IGNORECASE)


def _entry(words: str, start: int, known: Vocabulary, *, is_first: bool) -> TypedEntry:
    """Return one part of the text as an entry; without a name if it gives only side, place, hidden, numbers or gear."""
    end = start + len(words)
    rest, place = _without_place(words.lstrip("+ "), known.places)
    sides: list[str] = []
    numbers: list[tuple[str, int]] = []
    gear: list[str] = []
    is_hidden = False
    tokens = rest.split()
    while tokens:
        if (side := _side_of(tokens[-1])) is not None:
            is_hidden = is_hidden or not side
            sides += [side] if side else []
            taken = 1
        elif _is_name(tokens, known):
            break
        elif found := _number_of(tokens, known):
            number, taken = found
            numbers.append(number)
        elif (item := _gear_of(tokens, known, keeps_first=is_first)) is not None:
            gear.append(item[0])
            taken = item[1]
        else:
            break
        tokens = tokens[:-taken]
        if not place:
            kept, place = _without_place(" ".join(tokens), known.places)
            tokens = kept.split()
    entry = TypedEntry(start, end, side=sides[0] if sides else "", is_hidden=is_hidden, place=place)
    if numbers and len(tokens) > 1 and tokens[-1].lower() in known.numbers and not _is_name(tokens, known):
        help = "Write every number after its name, or every number before it, as in “hp 12 def 8”."
        return _wrong(entry, f"“{words}”: which number is “{tokens[-1]}”? {help}")
    if len(set(sides)) > 1:
        return _wrong(entry, f"“{words}” names two sides: {' and '.join(dict.fromkeys(reversed(sides)))}.")
    if unknown := _behind_a_side(tokens, known):
        help = f"{_gear_like(unknown, known)} A number is written by its name and value, as in “hp 12”."
        return _wrong(entry, f"“{words}”: nothing is called “{unknown}” here.{help}")
    name, count = " ".join(tokens), 1
    if match := COUNT.match(name):
        name, count = name[match.end() :], int(match[1])
    if name.isdecimal():
        return _wrong(entry, f"“{words}” is a number without a name: write for example “3 raiders”.")
    if not 1 <= count <= MOST:
        return _wrong(entry, f"“{words}”: there can be 1 to {MOST} of a kind.")
    return replace(entry, name=name, count=count, numbers=tuple(reversed(numbers)), gear=tuple(reversed(gear)))


def _behind_a_side(tokens: list[str], known: Vocabulary) -> str:
    """Return the words after a side that stands inside the remaining words; empty if there are none."""
    sides = [at for at, token in enumerate(tokens) if at and _side_of(token) is not None and token == token.lower()]
    return " ".join(tokens[sides[0] + 1 :]) if sides and not _is_name(tokens, known) else ""


def _is_name(tokens: list[str], known: Vocabulary) -> bool:
    """Whether all remaining words together are the name of a combatant that the content knows."""
    bare = COUNT.sub("", " ".join(tokens), count=1).lower()
    return any(bare in (name.lower(), f"{name.lower()}s") for name in known.names)


def _number_of(tokens: list[str], known: Vocabulary) -> tuple[tuple[str, int], int] | None:
    """Return the sheet number in the last words (`hp 12`, `12 hp` or `12hp`), and how many words that takes.

    A number before the name counts only if no gear has that name: `2 shields` means two shields.
    """
    if match := _TOGETHER.fullmatch(tokens[-1]):
        return ((match[2], _whole(match[1])), 1) if match[2].lower() in known.numbers else None
    is_behind = _NUMBER.fullmatch(tokens[-1]) is not None
    for length in range(min(_LONGEST, len(tokens) - 1), 0, -1):
        words, number = (tokens[-length - 1 : -1], tokens[-1]) if is_behind else (tokens[-length:], tokens[-length - 1])
        name = " ".join(words)
        is_number = is_behind or (_NUMBER.fullmatch(number) is not None and name.lower() not in known.gear)
        if is_number and name.lower() in known.numbers:
            return (name, _whole(number)), length + 1
    return None


def _whole(digits: str) -> int:
    return int(digits.replace("−", "-"))


def _gear_of(tokens: list[str], known: Vocabulary, *, keeps_first: bool) -> tuple[str, int] | None:
    """Return the gear that the last words name, and how many words they are; None if they name none.

    With `keeps_first`, the first word is a combatant's name.
    """
    most = len(tokens) - 1 if keeps_first else len(tokens)
    for length in range(min(_LONGEST, most), 0, -1):
        name = " ".join(tokens[-length:])
        if name.lower() in known.gear:
            return name, length
        if (same := next((one for one in known.gear if _squeezed(one) == _squeezed(name)), None)) is not None:
            return same, length
    return None


def _squeezed(name: str) -> str:
    """Return a name without blanks and punctuation, so that `10mm pistol` is `10 mm pistol`."""
    return "".join(sign for sign in name.lower() if sign.isalnum())


def _gear_like(words: str, known: Vocabulary) -> str:
    """Return which gear may be meant, as the end of a sentence: names that contain the words, else similar ones."""
    names = [one for one in known.gear if "-" not in one]
    inside = [one for one in names if " " in one and words.lower() in one.split()]
    return f" Did you mean {' or '.join(inside[:3])}?" if inside else nearest(words, names)


def _side_of(token: str) -> str | None:
    """Return the side that a word gives, empty for `hidden`; None if it gives none."""
    lower = token.lower()
    if lower == "hidden":
        return ""
    if lower in SIDES:
        return lower
    match = _SIDE.fullmatch(token)
    return match[1].lower() if match else None


def _without_place(words: str, places: tuple[str, ...]) -> tuple[str, str]:
    """Return the words without a known place at their end, and the place; an unknown place belongs to the name."""
    for match in re.finditer(r"(?:^|\s+)in\s+", words, flags=re.IGNORECASE):
        wanted = words[match.end() :].strip().lower()
        for place in places:
            if wanted == place.lower():
                return words[: match.start()], place
    return words, ""


def _joined(first: TypedEntry, more: TypedEntry) -> TypedEntry:
    """Return an entry with the side, hiding, place, numbers and gear of the part after it."""
    if first.side and more.side and first.side != more.side:
        both = TypedEntry(first.start, more.end, first.name, first.count)
        return _wrong(both, f"“{first.name}” has two sides: {first.side} and {more.side}.")
    return replace(
        first,
        end=more.end,
        side=more.side or first.side,
        is_hidden=first.is_hidden or more.is_hidden,
        place=more.place or first.place,
        numbers=first.numbers + more.numbers,
        gear=first.gear + more.gear,
    )


def _wrong(entry: TypedEntry, problem: str) -> TypedEntry:
    return TypedEntry(entry.start, entry.end, entry.name, problem=problem)


def problem_of(entry: TypedEntry, templates: Sequence[CombatantEntry], companies: Sequence[Company]) -> str:
    """Return why an entry is not valid, in a sentence; empty if it is valid."""
    company = company_named(companies, entry.name)
    if entry.problem:
        return entry.problem
    if company is not None:
        return f"{company.name} is already a group: name it without a number." if entry.count > 1 else ""
    if entry_named(templates, entry.name) is None and _NUMBER_BEHIND.fullmatch(entry.name):
        words = f"“{entry.name}” ends in a number that the game does not know"
        return f"{words}: write a count before the name, and numbers with their names, such as “hp 12”."
    return ""


def understood(
    entry: TypedEntry,
    templates: Sequence[CombatantEntry],
    companies: Sequence[Company],
    *,
    unknown: Callable[[TypedEntry], str],
    members: Callable[[Company], str],
) -> Understood:
    """Return how an entry is understood, for a preview: count, name, side, hidden, zone and source; or what is wrong.

    `unknown` describes a combatant that the content does not know, `members` the members of a party or encounter.
    """
    if problem := problem_of(entry, templates, companies):
        return Understood(problem, is_problem=True)
    company, template = company_named(companies, entry.name), entry_named(templates, entry.name)
    if company is not None:
        what, usual, name, source = f"{company.name}: {members(company)}", "", company.name, ""
    else:
        name = template.name if template is not None else single(entry.name, entry.count)
        what, usual = f"{entry.count} × {name}" if entry.count > 1 else name, (template and template.side) or "npc"
        source = f"not in the library: {unknown(entry)}" if template is None else "library"
    hidden, place = "hidden" if entry.is_hidden else "", f"in {entry.place}" if entry.place else ""
    more = (*(f"{name} {number}" for name, number in entry.numbers), *entry.gear)
    side = entry.side or usual
    words = " · ".join(filter(None, (what, side, hidden, *more, place, source)))
    return Understood(words, name, side, is_hidden=entry.is_hidden)


def name_begun(text: str) -> str:
    """Return the name that is being typed at the end of a text; empty if there is none."""
    found = _LAST_NAME.search(text)
    return found[1] if found else ""


def names_beginning(text: str, known: Sequence[str]) -> list[str]:
    """Return known names that begin with the name being typed, then those in which another word begins with it."""
    begun = name_begun(text).lower()
    names = [name for name in known if f" {begun}" in f" {name.lower()}" and name.lower() != begun]
    return sorted(names, key=lambda name: not name.lower().startswith(begun)) if begun else []


def company_named(companies: Sequence[Company], name: str) -> Company | None:
    """Return the party or encounter of that name."""
    return next((one for one in companies if name.lower() == one.name.lower()), None)


_F = ("wol", "el", "thie", "dwar", "shel", "hal", "lea", "cal")
"""What precedes the `-f` in words with the plural `-ves`, such as `wolf`."""
_FE = ("kni", "wi", "li")
_IE = ("zombie", "pixie", "genie", "faerie", "valkyrie", "brownie", "junkie", "rookie", "selkie", "bogie", "birdie")
"""Words ending in `-ie`: their plural `-ies` is not that of a word in `-y`."""
_IRREGULAR_SINGULARS = {"mice": "mouse", "geese": "goose", "oxen": "ox", "people": "person", "children": "child"}


def in_the_singular(name: str) -> str:
    """Return the singular of a plural such as `wolves`, `harpies`, `witches`, `gunmen`, `raiders`; keep a singular."""
    stem, word = name[: -len(name.rsplit(" ", maxsplit=1)[-1])], name.rsplit(" ", maxsplit=1)[-1]
    low = word.lower()
    if low in _IRREGULAR_SINGULARS:
        return stem + _IRREGULAR_SINGULARS[low]
    if low.endswith("men") and len(low) > 3 and low not in ("omen", "specimen"):
        return f"{stem}{word[:-2]}an"
    if low.endswith("ves") and low[:-3].endswith(_F + _FE):
        return f"{stem}{word[:-3]}{'fe' if low[:-3].endswith(_FE) else 'f'}"
    if low.endswith("ies") and len(low) > 4 and low[:-1] not in _IE:
        return f"{stem}{word[:-3]}y"
    if low.endswith(("ches", "shes", "sses", "xes")):
        return name[:-2]
    return name[:-1] if low.endswith("s") and not low.endswith(("ss", "us")) else name


def single(name: str, count: int) -> str:
    """Return the capitalised name of one combatant: `Raider` for `raiders` if `count` is more than one."""
    name = in_the_singular(name) if count > 1 else name
    return name[:1].upper() + name[1:]


def entry_named(entries: Sequence[Entry], name: str) -> Entry | None:
    """Return the entry of exactly that name or id, in the singular or plural."""
    wanted = {name.lower(), in_the_singular(name).lower()}
    return next((one for one in entries if {one.name.lower(), one.id.lower()} & wanted), None)


# -------------------------------------------------------------------------------------------------------------- content


PARTY = "Party"
"""The name by which typed lines refer to all characters of the campaign's party."""
CHARACTER = "characters/"
"""Prefix of characters' file names, which keeps them apart from the ids of the content."""
_QUANTITY = "quantity"
"""The field of gear for its quantity, in games that count it."""


class GameContent:
    """The content that can be added to a battle: that of its game, the user's own, and that of its campaign.

    Files are read on first use, and again after `forget`.
    """

    def __init__(
        self, ruleset: Ruleset, own: Path | None = None, campaign: Callable[[], Campaign | None] = lambda: None
    ) -> None:
        """`own` is the folder of the user's content for the game."""
        self.ruleset = ruleset
        self._own = own
        self._campaign = campaign
        self._library: Library | None = None
        self._problems: tuple[Problem, ...] = ()

    @property
    def picture_folders(self) -> tuple[Path, ...]:
        """Folders of the pictures that entries name: the campaign's, and that of the user's own content."""
        campaign = self._campaign()
        folders = (None if campaign is None else campaign.folder, self._own)
        return tuple(folder / PICTURES for folder in folders if folder is not None)

    def forget(self) -> None:
        """Discard what was read, so that all files are read again on next use."""
        self._library = None

    @property
    def problem(self) -> str:
        """What was left out because it is not valid, in sentences; empty if nothing was."""
        self._read()
        return f"Left out: {' '.join(map(str, self._problems))}" if self._problems else ""

    @property
    def library(self) -> Library:
        """Gear, combatants, parties and encounters by id, from the files that are valid."""
        return self._read()

    @property
    def templates(self) -> tuple[CombatantEntry, ...]:
        """All combatants that the content knows, by name; the characters of the campaign come first."""
        characters = sorted(self._characters.values(), key=lambda one: one.entry.name)
        taken = {one.entry.name.lower() for one in characters}
        others = (one for one in self._read().combatants.values() if one.name.lower() not in taken)
        return (*(one.entry for one in characters), *sorted(others, key=lambda entry: entry.name))

    @property
    def companies(self) -> tuple[Company, ...]:
        """All parties and encounters that the content knows: the campaign's party first, then other parties."""
        library = self._read()
        return (*self.party, *library.parties.values(), *library.encounters.values())

    @property
    def has_party(self) -> bool:
        """Whether there is a campaign with a party."""
        return bool(self.party)

    @property
    def party(self) -> tuple[Company, ...]:
        """The party of the campaign, or empty if there is none."""
        campaign = self._campaign()
        if campaign is None or not campaign.party:
            return ()
        members = tuple(Member(template=f"{CHARACTER}{one.key}") for one in campaign.party)
        return (Company(id=PARTY.lower(), name=PARTY, members=members),)

    @property
    def characters(self) -> dict[str, CombatantEntry]:
        """The campaign's characters, by the template key that members of parties and encounters use."""
        return {key: one.entry for key, one in self._characters.items()}

    @property
    def _characters(self) -> dict[str, Character]:
        """The campaign's characters as `Character` records, by the same key as `characters`."""
        campaign = self._campaign()
        return {f"{CHARACTER}{one.key}": one for one in campaign.characters} if campaign else {}

    @property
    def gear(self) -> tuple[ItemEntry, ...]:
        """Weapons, armour and other gear, by name."""
        return tuple(sorted(self._read().items.values(), key=lambda entry: entry.name))

    @property
    def presets(self) -> dict[str, Preset]:
        """Presets of conditions by id: one for each condition of the game, then the GM's own."""
        conditions = self.ruleset.conditions.values()
        usual = (Preset(id=one.id, name=one.title, condition=one.id, public=one.is_public) for one in conditions)
        return {one.id: one for one in usual} | self._read().presets

    def preset_named(self, name: str) -> Preset | None:
        """Return the GM's own preset of exactly that name."""
        return next((one for one in self._read().presets.values() if one.name.lower() == name.strip().lower()), None)

    def gear_named(self, name: str) -> ItemEntry | None:
        """Return the gear of exactly that name or id, in the singular or plural."""
        return entry_named(self.gear, name)

    @property
    def numbers(self) -> dict[str, str]:
        """Paths of the sheet's whole numbers by name, title, the game's short names, and unambiguous abbreviations."""
        found = dict(_sheet_numbers(self.ruleset.sheet))
        for template in self.templates:
            for key, value in template.sheet.items():
                for name, number in value.items() if isinstance(value, dict) else ():
                    if isinstance(number, int) and not isinstance(number, bool):
                        found.setdefault(name.replace("_", " ").lower(), f"{key}.{name}")
        found |= _names_of_numbers(self.ruleset)
        return _beginnings(found) | found

    @property
    def vocabulary(self) -> Vocabulary:
        """The names of the game's content that a typed line may use; places are added from the battle."""
        companies = tuple(one.name for one in self.companies)
        return Vocabulary(
            names=(*(one.name for one in self.templates), *companies),
            numbers=tuple(self.numbers),
            gear=tuple(name for one in self.gear for name in {one.name.lower(), one.id.lower()}),
        )

    def with_entry(self, fields: dict[str, Any], entry: TypedEntry) -> dict[str, Any]:
        """Return the options that add a combatant, with the numbers and gear of an entry added."""
        paths = self.numbers
        said = {paths[name.lower()]: number for name, number in entry.numbers}
        sheet = with_numbers(fields.get("sheet", {}), said)
        gear = [self.gear_named(name) for name in entry.gear]
        items = [*(item for one in gear if one is not None for item in self.items_of(one)), *fields.get("items", ())]
        return fields | ({"sheet": sheet} if sheet else {}) | ({"items": items} if items else {})

    def fields_of_unknown(self, entry: TypedEntry) -> dict[str, Any]:
        """Return the options of a combatant that the content does not know: a standard one plus the entry."""
        standard = self.ruleset.standard
        sheet = {"sheet": dict(standard.sheet(standard.levels[0]))} if standard else {}
        return self.with_entry({"name": single(entry.name, entry.count), **sheet}, entry)

    def words_of_unknown(self, entry: TypedEntry, settings: Mapping[str, Setting] | None = None) -> str:
        """Describe a combatant that the content does not know: `built as Standard (health 10)`.

        `settings` are the house rules, by default those of the campaign.
        """
        if settings is None:
            campaign = self._campaign()
            settings = campaign.head.house_rules if campaign else {}
        standard = self.ruleset.standard
        if standard is None:
            return "plain numbers"
        view = newcomer_view(self.ruleset, settings, self.fields_of_unknown(entry))
        if isinstance(view, str):
            return view
        parts = (pools_words(view), "" if entry.gear else "no gear")
        return f"built as {standard.title} ({', '.join(filter(None, parts))})"

    def items_named(self, typed: str) -> list[dict[str, Any]] | str:
        """Return gear as items for edits, from full names separated by commas; a number in front gives several.

        Returns a sentence if the content has no such gear.
        """
        items: list[dict[str, Any]] = []
        whole = typed.strip()
        parts = re.split(r"[,;]", whole) if self._counted_gear(whole)[1] is None else [whole]
        for part in filter(None, map(str.strip, parts)):
            count, entry = self._counted_gear(part)
            if entry is None:
                near = nearest(COUNT.sub("", part, count=1), (one.name for one in self.gear))
                return f"The game has no gear called “{part}”.{near}"
            if not 1 <= count <= MOST:
                return f"“{part}”: there can be 1 to {MOST} of a kind."
            items += self.items_of(entry, count)
        return items

    def _counted_gear(self, words: str) -> tuple[int, ItemEntry | None]:
        """Return count and gear from a name, which may itself begin with a number, or from a count and a name."""
        if (entry := self.gear_named(words)) is not None:
            return 1, entry
        match = COUNT.match(words)
        return (int(match[1]), self.gear_named(words[match.end() :])) if match else (1, None)

    def items_of(self, entry: ItemEntry, count: int = 1) -> list[dict[str, Any]]:
        """Return items for edits: one with a quantity if the game counts this gear, else `count` items."""
        fields = {"name": entry.name, "gear": entry.gear, "template": entry.id, "where": self._where(entry)}
        if count > 1 and _QUANTITY in entry.gear:
            return [fields | {"gear": entry.gear | {_QUANTITY: count}}]
        return [fields] * count

    def fields_of(self, entry: CombatantEntry) -> dict[str, Any]:
        """Return the options that add a combatant of an entry; those of a character also contain its source."""
        fields = {
            "name": entry.name,
            "side": entry.side,
            "sheet": dict(entry.sheet),
            "items": [self._item(item_use(table)) for table in entry.items],
            "conditions": list(entry.conditions),
            "public_name": entry.public_name,
            "portrait": entry.portrait,
            "origin": entry.id,
            "notes": entry.notes,
            "radius": entry.radius,
            "effects": plain(entry.effects),
            "lasting": entry.lasting,
        }
        campaign = self._campaign()
        character = next((one for one in self._characters.values() if one.entry is entry), None)
        if campaign is not None and character is not None:
            fields |= {"source": plain(source_of(character)), "player": campaign.player_of(character)}
        return {key: value for key, value in fields.items() if value not in ("", [], {})}

    def fields_of_member(self, member: Member) -> dict[str, Any]:
        """Return the options that add a member of a party or encounter, with its count."""
        own = {
            "name": member.name,
            "count": member.count if member.count > 1 else 0,
            "group": member.group,
            "side": member.side,
            "hidden": member.hidden,
            "wave": member.wave,
            "place": member.place,
        }
        fields = self.fields_of(self.entry_of_member(member))
        return fields | {key: value for key, value in own.items() if value}

    def entry_of_member(self, member: Member) -> CombatantEntry:
        """Return the entry of which a member of a party or encounter is an instance."""
        character = self._characters.get(member.template)
        return self._read().combatants[member.template] if character is None else character.entry

    def words_of_members(self, company: Company) -> str:
        """Describe the members of a party or encounter."""
        return company_words(company, lambda member: self.entry_of_member(member).name)

    def _item(self, use: ItemUse) -> dict[str, Any]:
        library = self._read()
        known = library.items.get(use.template)
        return {
            "name": use.name or (known.name if known else use.id),
            "gear": gear_of(library, use),
            "where": use.where,
            "template": use.template,
        }

    def _where(self, entry: ItemEntry) -> str:
        """Return where a combatant carries gear that is given to them: `worn` or `hand`."""
        return "worn" if self.ruleset.is_worn(msgspec.convert(entry.gear, self.ruleset.gear)) else "hand"

    def _read(self) -> Library:
        campaign = self._campaign()
        if campaign is not None:
            self._library, self._problems = campaign.library, campaign.problems
        elif self._library is None:
            own = () if self._own is None else (self._own,)
            self._library, self._problems = load_valid(self.ruleset, content_files(self.ruleset.id, *own))
        return self._library


def with_numbers(sheet: Mapping[str, Any], numbers: Mapping[str, int | None]) -> dict[str, Any]:
    """Return a sheet as plain values with some numbers replaced, by path: `agility`, `skills.medicine`."""
    changed = dict(sheet)
    for path, number in numbers.items():
        key, _, part = path.partition(".")
        changed[key] = {**changed.get(key, {}), part: number} if part else number
    return changed


def _names_of_numbers(ruleset: Ruleset) -> dict[str, str]:
    """Return the paths of numbers by the names that the game declares for them."""
    found: dict[str, str] = {}
    for part in reversed(ruleset.sheet_parts):
        if ruleset.names.kind(part.path) in ("fields", "numbers"):
            for name in part.names:
                words = (name.title, name.id.rpartition(".")[2].replace("_", " "), *name.short)
                found |= {word.lower(): f"{part.path}.{name.id}".lstrip(".") for word in words if word}
    return found


def _beginnings(paths: Mapping[str, str]) -> dict[str, str]:
    """Return paths of numbers by abbreviations of their names, leaving out ambiguous ones."""
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        word = name.partition(" ")[0]
        for length in range(_SHORTEST, len(word) + 1):
            found.setdefault(word[:length], set()).add(path)
    return {letters: next(iter(those)) for letters, those in found.items() if len(those) == 1}


@cache
def _sheet_numbers(sheet: Any) -> Mapping[str, str]:
    """Return the whole numbers of a sheet type; cached, because it is needed on every key press."""
    found: dict[str, str] = {}
    for one in msgspec.structs.fields(sheet):
        found |= _numbers_of(inspect.type_info(one.type), one.name)
    return found


def _numbers_of(kind: inspect.Type, path: str) -> dict[str, str]:
    """Return the paths of the whole numbers in a field of the sheet, by name and by title."""
    title = ""
    if isinstance(kind, inspect.Metadata):
        title = str((kind.extra_json_schema or {}).get("title", ""))
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        kind = next((one for one in kind.types if isinstance(one, inspect.IntType)), kind)
    if isinstance(kind, inspect.IntType):
        names = (path.rpartition(".")[2].replace("_", " "), title.lower())
        return {name: path for name in names if name}
    if isinstance(kind, inspect.StructType):
        parts = (_numbers_of(one.type, f"{path}.{one.name}") for one in kind.fields)
        return {name: found for part in parts for name, found in part.items()}
    return {}


# ---------------------------------------------------------------------------------------------- built from an archetype

_SHEET = "sheet."


class Build(Record, kw_only=True):
    """The GM's input for a combatant to be built."""

    archetype: Archetype
    name: str = ""
    level: int = 1
    count: int = 1
    side: str = "npc"
    is_hidden: bool = False
    gear: str | None = None
    """Names separated by commas, or None for the archetype's usual gear."""
    numbers: Mapping[str, int | None] = {}
    """Numbers typed by the GM, by path: `sheet.agility`; None leaves one open, if it can follow from others."""


def usual_gear(content: GameContent, archetype: Archetype) -> str:
    """Return an archetype's usual gear, as a line that can be edited."""
    entries = (content.gear_named(id) for id in archetype.gear)
    return ", ".join(entry.name for entry in entries if entry is not None)


class QuickBuild:
    """Turns a build into options and a sheet, in a game under the house rules of a battle."""

    def __init__(self, content: GameContent, settings: Mapping[str, Setting]) -> None:
        self.content = content
        self.archetypes = content.ruleset.archetypes
        self._settings = settings
        self._paths = tuple(self._shown_paths())

    def usual_gear(self, archetype: Archetype) -> str:
        return usual_gear(self.content, archetype)

    def options(self, build: Build) -> dict[str, Any] | str:
        """Return the options that add the combatants of a build; a sentence if the input is not valid."""
        if not build.name.strip():
            return "Type a name."
        if not 1 <= build.count <= MOST:
            return f"There can be 1 to {MOST} of a kind."
        items = self.content.items_named(self.usual_gear(build.archetype) if build.gear is None else build.gear)
        if isinstance(items, str):
            return items
        options = {
            "name": build.name.strip(),
            "side": build.side,
            "sheet": self._sheet(build),
            "items": items,
            "count": build.count if build.count > 1 else 0,
            "hidden": build.is_hidden,
        }
        return {key: value for key, value in options.items() if value}

    def view(self, build: Build) -> SheetView | str:
        """Return the sheet of one such combatant; a sentence if the input is not valid."""
        options = self.options(build)
        return options if isinstance(options, str) else newcomer_view(self.content.ruleset, self._settings, options)

    def numbers(self, archetype: Archetype, level: int) -> tuple[FieldView, ...]:
        """Return the numbers of an archetype at a level, before the GM's changes; those with short names come first."""
        view = self.view(Build(archetype=archetype, name=archetype.title, level=level, gear=""))
        by_path = {} if isinstance(view, str) else {one.path: one for one in view.fields if one.kind == "number"}
        return tuple(by_path[path] for path in self._paths if path in by_path)

    def summary(self, view: SheetView) -> str:
        """Summarize numbers and gear in a line: pools, and derived numbers that the game names for this (`brief`)."""
        derived = {one.key: f"{one.title} {one.text}" for one in view.derived}
        brief = (derived[key] for key in self.content.ruleset.brief if key in derived)
        pools = pools_words(view)
        return " · ".join(filter(None, (pools[:1].upper() + pools[1:], *brief)))

    def _sheet(self, build: Build) -> dict[str, Any]:
        numbers = {path.removeprefix(_SHEET): number for path, number in build.numbers.items()}
        return with_numbers(build.archetype.sheet(build.level), numbers)

    def _shown_paths(self) -> list[str]:
        """Return the paths of numbers with short names, then those of all others that an archetype sets."""
        short = [f"{_SHEET}{one.path}" for one in self.content.ruleset.names if one.name.is_basic]
        levels = {one.level_field for one in self.archetypes if one.has_levels}
        found: dict[str, None] = dict.fromkeys(short)
        for archetype in self.archetypes:
            for key, value in archetype.sheet(archetype.levels[0]).items():
                if isinstance(value, Mapping):
                    found |= dict.fromkeys(f"{_SHEET}{key}.{part}" for part in value)
                elif key not in levels:
                    found[f"{_SHEET}{key}"] = None
        return list(found)


# -------------------------------------------------------------------------------------------------------- pasted tables


class PastedNewcomers(Record):
    """A pasted row, as it will be added."""

    line: int
    shown: Understood
    left_out: tuple[str, ...] = ()
    """What was not understood of it, in sentences."""
    options: Mapping[str, Any] | None = None
    """The options that add the row's combatants, or None if the row is not valid."""

    @property
    def count(self) -> int:
        return int(self.options.get("count", 1)) if self.options is not None else 0


class PastedTable(Record):
    """A pasted table, as it will be added."""

    columns: str = ""
    """The meaning of the recognised columns, in a line."""
    rows: tuple[PastedNewcomers, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def kinds(self) -> list[dict[str, Any]]:
        """The options of all rows that can be added."""
        return [dict(row.options) for row in self.rows if row.options is not None]

    @property
    def count(self) -> int:
        return sum(row.count for row in self.rows)


class Pasting:
    """Reads tables for a game, under the house rules of a battle."""

    def __init__(self, content: GameContent, settings: Mapping[str, Setting]) -> None:
        self._content = content
        self._settings = settings
        self._numbers = content.numbers

    def read(self, text: str) -> PastedTable:
        """Read a text with a table; never raises, whatever the text is."""
        pasted = read_pasted(text, self._numbers, self._content.ruleset.sheet)
        rows = tuple(self._newcomers(row) for row in pasted.rows)
        return PastedTable(_column_words(pasted) if pasted.rows else "", rows, pasted.problems)

    def _newcomers(self, row: PastedRow) -> PastedNewcomers:
        left_out = list(row.problems)
        fields, source = self._who(row, left_out)
        fields["sheet"] = with_numbers(fields.get("sheet", {}), dict(row.numbers))
        gear = self._content.items_named(row.gear)
        if isinstance(gear, str):
            left_out.append(gear)
        elif gear:
            fields["items"] = [*gear, *fields.get("items", ())] if source == "library" else gear
        said = {"side": row.side, "hidden": row.is_hidden, "notes": row.notes, "count": row.count * (row.count > 1)}
        options = fields | {key: value for key, value in said.items() if value}
        view = newcomer_view(self._content.ruleset, self._settings, options)
        if isinstance(view, str):
            return PastedNewcomers(row.line, Understood(f"{row.name}: {view}", is_problem=True), tuple(left_out))
        name, side = str(fields["name"]), str(options.get("side", "npc"))
        what = f"{row.count} × {name}" if row.count > 1 else name
        items = ", ".join(item.name for item in view.items)
        parts = (what, side, "hidden" if row.is_hidden else "", pools_words(view), items or "no gear", source)
        shown = Understood(" · ".join(filter(None, parts)), name, side, is_hidden=row.is_hidden)
        return PastedNewcomers(row.line, shown, tuple(left_out), options)

    def _who(self, row: PastedRow, left_out: list[str]) -> tuple[dict[str, Any], str]:
        """Return the options of one such combatant, before those of the row are added, and a word for their source."""
        template = None if row.role else entry_named(self._content.templates, row.name)
        if template is not None:
            if row.level is not None:
                left_out.append(f"Level “{row.level}”: library entries have their own numbers.")
            return self._content.fields_of(template), "library"
        fields: dict[str, Any] = {"name": single(row.name, row.count)}
        archetype = self._archetype(row, left_out)
        if archetype is None:
            return fields, "plain numbers"
        fields["sheet"] = dict(archetype.sheet(_level(archetype, row, left_out)))
        if row.role:
            items = self._content.items_named(usual_gear(self._content, archetype))
            fields["items"] = [] if isinstance(items, str) else items
        return fields, f"built as {archetype.title}"

    def _archetype(self, row: PastedRow, left_out: list[str]) -> Archetype | None:
        ruleset = self._content.ruleset
        if not row.role:
            return ruleset.standard
        found = next((one for one in ruleset.archetypes if row.role.lower() in (one.id, one.title.lower())), None)
        if found is None:
            known = ", ".join(one.title for one in ruleset.archetypes) or "none"
            left_out.append(f"Role “{row.role}”: the roles of this game are {known}.")
        return found or ruleset.standard


def _level(archetype: Archetype, row: PastedRow, left_out: list[str]) -> int:
    least, most = archetype.levels
    if row.level is None or least <= row.level <= most:
        return least if row.level is None else row.level
    span = f"must be {least} to {most}." if archetype.has_levels else "this game has no levels."
    left_out.append(f"Level “{row.level}”: {span}")
    return least


def _column_words(pasted: Pasted) -> str:
    return f"Columns: {' · '.join(_words_of(pasted))}"


def _words_of(pasted: Pasted) -> Iterator[str]:
    for column in pasted.columns:
        meaning = column.meaning.rpartition(".")[2].replace("_", " ")
        if meaning:
            yield column.heading if column.heading.lower() == meaning else f"{column.heading} → {meaning}"
