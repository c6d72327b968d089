"""New combatants: typed in a line, built from an archetype, or pasted; and what the content of a game knows."""

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
    load_sound,
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
"""Sides that are said by a word alone; any other one is `side:NAME`."""
_PART = r"[^,;\n]+"
_SEPARATOR = re.compile(r"[,;\n]")
_SIDE = re.compile(r"side:(\w+)", re.IGNORECASE)
MOST = 100
"""How many of a kind can be typed at one go."""
COUNT = re.compile(r"(\d+)\s*[x×]?\s+(?=\S)")
_SHORTEST = 3
"""Letters by which a number can be called, where no other one begins with them."""
_LONGEST = 4
"""Words that the name of a number or of gear has at most."""
_LAST_NAME = re.compile(r"(?:^|[+\-−;,\n])\s*(?:\d+\s*[x×]?\s+)?([^\W\d][^+−;,\n]*)$")
"""The name that is being typed: behind a sign, a count, or a comma or line end that parts it from the one before."""
_NUMBER = re.compile(r"[-−]?[0-9]{1,5}")
_TOGETHER = re.compile(r"([-−]?[0-9]{1,5})([^\W\d_]+)")
_NUMBER_BEHIND = re.compile(r".*\s\d+")


class TypedEntry(Record):
    """`[count] name [side] [hidden] [numbers and gear] [in ZONE]`, and where in the text it stands."""

    start: int
    end: int
    name: str = ""
    count: int = 1
    side: str = ""
    is_hidden: bool = False
    place: str = ""
    """What stands behind the last `in` of a name that is followed by a known place."""
    problem: str = ""
    """Why nobody can be made of it, in a sentence; empty when it is understood."""
    numbers: tuple[tuple[str, int], ...] = ()
    """What the sheet is to have: names such as `hp`, each with its number."""
    gear: tuple[str, ...] = ()
    """Names of gear."""


class Understood(Record):
    """What an entry is understood as."""

    words: str
    name: str = ""
    """Of whom the token is; empty when nobody can be made of it."""
    side: str = ""
    """Empty where several of more than one side come together."""
    is_hidden: bool = False
    is_problem: bool = False


class Vocabulary(Record):
    """What a line may name besides sides: lower or upper case, full names alone."""

    places: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Combatants and companies."""
    numbers: tuple[str, ...] = ()
    """Numbers of the sheet, such as `hp`."""
    gear: tuple[str, ...] = ()


_NOTHING_KNOWN = Vocabulary()


def typed_entries(text: str, known: Vocabulary = _NOTHING_KNOWN) -> tuple[TypedEntry, ...]:
    """The entries of a text, which commas, semicolons and line ends separate unless they belong to one of the names.

    Every character but separators and blanks lies within the span of exactly one entry. A part that has no name, such
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
    """What one part of the text looks like: a known name with commas of its own, or anything up to a separator."""
    long = sorted((re.escape(name) for name in names if _SEPARATOR.search(name)), key=len, reverse=True)
    whole = "".join(f"(?:[+ ]*{name}(?!\\w){_PART[:-1]}*)|" for name in long)
    return re.compile(whole + _PART, re.IGNORECASE)


def _entry(words: str, start: int, known: Vocabulary, *, is_first: bool) -> TypedEntry:
    """One part of the text; without a name if it says nothing but side, place, hidden, numbers or gear."""
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
            gear.append(item)
            taken = len(item.split())
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
        help = "Gear is written by its full name, a number by its name and value, as in “hp 12”."
        return _wrong(entry, f"“{words}”: nothing is called “{unknown}” here. {help}")
    name, count = " ".join(tokens), 1
    if match := COUNT.match(name):
        name, count = name[match.end() :], int(match[1])
    if name.isdecimal():
        return _wrong(entry, f"“{words}” is a number without a name: write for example “3 raiders”.")
    if not 1 <= count <= MOST:
        return _wrong(entry, f"“{words}”: there can be 1 to {MOST} of a kind.")
    return replace(entry, name=name, count=count, numbers=tuple(reversed(numbers)), gear=tuple(reversed(gear)))


def _behind_a_side(tokens: list[str], known: Vocabulary) -> str:
    """Words that stand behind a side inside what is left, and so belong to no name; empty: there are none."""
    sides = [at for at, token in enumerate(tokens) if at and _side_of(token) is not None and token == token.lower()]
    return " ".join(tokens[sides[0] + 1 :]) if sides and not _is_name(tokens, known) else ""


def _is_name(tokens: list[str], known: Vocabulary) -> bool:
    """Whether all words that are left are the name of a combatant whom the content knows."""
    bare = COUNT.sub("", " ".join(tokens), count=1).lower()
    return any(bare in (name.lower(), f"{name.lower()}s") for name in known.names)


def _number_of(tokens: list[str], known: Vocabulary) -> tuple[tuple[str, int], int] | None:
    """The number of the sheet that the last words say, `hp 12`, `12 hp` or `12hp`, and how many words that takes.

    In front of its name a number is one only where the name is no gear's: `2 shields` are two of them.
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


def _gear_of(tokens: list[str], known: Vocabulary, *, keeps_first: bool) -> str | None:
    """The gear that the last words name; the first word of an entry is a combatant's name."""
    most = len(tokens) - 1 if keeps_first else len(tokens)
    for length in range(min(_LONGEST, most), 0, -1):
        name = " ".join(tokens[-length:])
        if name.lower() in known.gear:
            return name
    return None


def _side_of(token: str) -> str | None:
    """The side that a word says, empty for `hidden`; None when it says none."""
    lower = token.lower()
    if lower == "hidden":
        return ""
    if lower in SIDES:
        return lower
    match = _SIDE.fullmatch(token)
    return match[1].lower() if match else None


def _without_place(words: str, places: tuple[str, ...]) -> tuple[str, str]:
    """Words without a known place at their end, and the place; what is no known place belongs to the name."""
    for match in re.finditer(r"(?:^|\s+)in\s+", words, flags=re.IGNORECASE):
        wanted = words[match.end() :].strip().lower()
        for place in places:
            if wanted == place.lower():
                return words[: match.start()], place
    return words, ""


def _joined(first: TypedEntry, more: TypedEntry) -> TypedEntry:
    """An entry with what the part behind it says of its side, place and hiding."""
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
    """Why nobody can be made of an entry, in a sentence; empty when it is understood."""
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
    """What an entry is understood as, for a preview: count, name, side, hidden, zone and source; or what is wrong.

    `unknown` says what becomes of a combatant whom the content does not know, `members` who belongs to a company.
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
    """The name at the end of a text that is still being typed; empty when there is none."""
    found = _LAST_NAME.search(text)
    return found[1] if found else ""


def names_beginning(text: str, known: Sequence[str]) -> list[str]:
    """The known names that begin, or have a word that begins, with what is being typed: the former first."""
    begun = name_begun(text).lower()
    names = [name for name in known if f" {begun}" in f" {name.lower()}" and name.lower() != begun]
    return sorted(names, key=lambda name: not name.lower().startswith(begun)) if begun else []


def company_named(companies: Sequence[Company], name: str) -> Company | None:
    """The party or encounter of that name."""
    return next((one for one in companies if name.lower() == one.name.lower()), None)


_F = ("wol", "el", "thie", "dwar", "shel", "hal", "lea", "cal")
"""Words whose plural is `-ves` for `-f`, by what stands before it."""
_FE = ("kni", "wi", "li")
_IE = ("zombie", "pixie", "genie", "faerie", "valkyrie", "brownie", "junkie", "rookie", "selkie", "bogie", "birdie")
"""Words whose `-ies` is no `-y`."""
_ONES = {"mice": "mouse", "geese": "goose", "oxen": "ox", "people": "person", "children": "child"}


def in_the_singular(name: str) -> str:
    """One of those whom a plural names: `wolves`, `harpies`, `witches`, `gunmen`, `raiders`; a singular stays."""
    stem, word = name[: -len(name.rsplit(" ", maxsplit=1)[-1])], name.rsplit(" ", maxsplit=1)[-1]
    low = word.lower()
    if low in _ONES:
        return stem + _ONES[low]
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
    """`raiders` of which there are three are each a `Raider`."""
    name = in_the_singular(name) if count > 1 else name
    return name[:1].upper() + name[1:]


def entry_named(entries: Sequence[Entry], name: str) -> Entry | None:
    """The entry of exactly that name or id, in the singular or plural."""
    wanted = {name.lower(), in_the_singular(name).lower()}
    return next((one for one in entries if {one.name.lower(), one.id.lower()} & wanted), None)


# -------------------------------------------------------------------------------------------------------------- content


PARTY = "Party"
"""What typed lines call all characters of the campaign who are here."""
CHARACTER = "characters/"
"""Stands before the name of a character's file, apart from the ids of the content."""
_QUANTITY = "quantity"
"""The field of gear that says how many there are, in games that count it."""


class GameContent:
    """What can be put into a battle: the content of its game, the user's own, and that of its campaign.

    Files are read when something of them is wanted first, and again after `forget`.
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
        """Where the pictures lie that entries name: with the campaign, and with the user's own content."""
        campaign = self._campaign()
        folders = (None if campaign is None else campaign.folder, self._own)
        return tuple(folder / PICTURES for folder in folders if folder is not None)

    def forget(self) -> None:
        """Read all files again when something of them is wanted next."""
        self._library = None

    @property
    def problem(self) -> str:
        """What was left out since it is wrong, in sentences; empty when nothing was."""
        self._read()
        return f"Left out: {' '.join(map(str, self._problems))}" if self._problems else ""

    @property
    def library(self) -> Library:
        """Gear, combatants, parties and encounters by id, as far as their files are sound."""
        return self._read()

    @property
    def templates(self) -> tuple[CombatantEntry, ...]:
        """Everybody whom the content knows, by name; the characters of the campaign come first."""
        characters = sorted(self._characters.values(), key=lambda one: one.entry.name)
        taken = {one.entry.name.lower() for one in characters}
        others = (one for one in self._read().combatants.values() if one.name.lower() not in taken)
        return (*(one.entry for one in characters), *sorted(others, key=lambda entry: entry.name))

    @property
    def companies(self) -> tuple[Company, ...]:
        """The parties and encounters that the content knows: the campaign's party, then other parties."""
        library = self._read()
        return (*self.party, *library.parties.values(), *library.encounters.values())

    @property
    def has_party(self) -> bool:
        """Whether there is a campaign with a party."""
        return bool(self.party)

    @property
    def party(self) -> tuple[Company, ...]:
        """The party of the campaign, where there is one."""
        campaign = self._campaign()
        if campaign is None or not campaign.party:
            return ()
        members = tuple(Member(template=f"{CHARACTER}{one.key}") for one in campaign.party)
        return (Company(id=PARTY.lower(), name=PARTY, members=members),)

    @property
    def characters(self) -> dict[str, CombatantEntry]:
        """The campaign's characters by what members of companies call them."""
        return {key: one.entry for key, one in self._characters.items()}

    @property
    def _characters(self) -> dict[str, Character]:
        """The campaign's characters by what templates of members call them."""
        campaign = self._campaign()
        return {f"{CHARACTER}{one.key}": one for one in campaign.characters} if campaign else {}

    @property
    def gear(self) -> tuple[ItemEntry, ...]:
        """Weapons, armour and other gear, by name."""
        return tuple(sorted(self._read().items.values(), key=lambda entry: entry.name))

    @property
    def presets(self) -> dict[str, Preset]:
        """Presets of conditions by id: those of the game as they are usual, then the GM's own."""
        conditions = self.ruleset.conditions.values()
        usual = (Preset(id=one.id, name=one.title, condition=one.id, public=one.is_public) for one in conditions)
        return {one.id: one for one in usual} | self._read().presets

    def preset_named(self, name: str) -> Preset | None:
        """The GM's own preset of exactly that name."""
        return next((one for one in self._read().presets.values() if one.name.lower() == name.strip().lower()), None)

    def gear_named(self, name: str) -> ItemEntry | None:
        """The gear of exactly that name or id, in the singular or plural."""
        return entry_named(self.gear, name)

    @property
    def numbers(self) -> dict[str, str]:
        """Paths of the sheet's whole numbers by what they are called: names, titles, and what GMs say for short."""
        found = dict(_sheet_numbers(self.ruleset.sheet))
        for template in self.templates:
            for key, value in template.sheet.items():
                for name, number in value.items() if isinstance(value, dict) else ():
                    if isinstance(number, int) and not isinstance(number, bool):
                        found.setdefault(name.replace("_", " ").lower(), f"{key}.{name}")
        found |= dict(self.ruleset.short_names)
        return _beginnings(found) | found

    @property
    def vocabulary(self) -> Vocabulary:
        """What a typed line may name of the game; zones come from the battle."""
        companies = tuple(one.name for one in self.companies)
        return Vocabulary(
            names=(*(one.name for one in self.templates), *companies),
            numbers=tuple(self.numbers),
            gear=tuple(name for one in self.gear for name in {one.name.lower(), one.id.lower()}),
        )

    def with_said(self, fields: dict[str, Any], entry: TypedEntry) -> dict[str, Any]:
        """The options that add a combatant, with the numbers and the gear that an entry says."""
        paths = self.numbers
        said = {paths[name.lower()]: number for name, number in entry.numbers}
        sheet = with_numbers(fields.get("sheet", {}), said)
        gear = [self.gear_named(name) for name in entry.gear]
        items = [*(item for one in gear if one is not None for item in self.items_of(one)), *fields.get("items", ())]
        return fields | ({"sheet": sheet} if sheet else {}) | ({"items": items} if items else {})

    def fields_of_unknown(self, entry: TypedEntry) -> dict[str, Any]:
        """The options that add whom the content does not know: a standard combatant of the game with what is said."""
        standard = self.ruleset.standard
        sheet = {"sheet": dict(standard.sheet(standard.levels[0]))} if standard else {}
        return self.with_said({"name": single(entry.name, entry.count), **sheet}, entry)

    def words_of_unknown(self, entry: TypedEntry, settings: Mapping[str, Setting] | None = None) -> str:
        """What becomes of whom the content does not know: `built as Standard (health 10)`.

        `settings` are the house rules; not given: the campaign's.
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
        """Gear as items that edits take: by full names with commas between them, several by a number in front.

        A sentence where the content has none such.
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
        """Gear by its name, which may begin with a number of its own, or by a count and its name."""
        if (entry := self.gear_named(words)) is not None:
            return 1, entry
        match = COUNT.match(words)
        return (int(match[1]), self.gear_named(words[match.end() :])) if match else (1, None)

    def items_of(self, entry: ItemEntry, count: int = 1) -> list[dict[str, Any]]:
        """This many of a kind as items that edits take: one with a quantity where the game counts it, else several."""
        fields = {"name": entry.name, "gear": entry.gear, "template": entry.id, "where": self._where(entry)}
        if count > 1 and _QUANTITY in entry.gear:
            return [fields | {"gear": entry.gear | {_QUANTITY: count}}]
        return [fields] * count

    def fields_of(self, entry: CombatantEntry) -> dict[str, Any]:
        """An entry as the options that add such a combatant; a character's say where they come from, too."""
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
        """A member of a company as the options that add as many of them."""
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
        """Of whom a member of a company is one."""
        character = self._characters.get(member.template)
        return self._read().combatants[member.template] if character is None else character.entry

    def words_of_members(self, company: Company) -> str:
        """Who belongs to a company, in words."""
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
        """Where a combatant has gear that was given to them."""
        return "worn" if self.ruleset.is_worn(msgspec.convert(entry.gear, self.ruleset.gear)) else "hand"

    def _read(self) -> Library:
        campaign = self._campaign()
        if campaign is not None:
            self._library, self._problems = campaign.library, campaign.problems
        elif self._library is None:
            own = () if self._own is None else (self._own,)
            self._library, self._problems = load_sound(self.ruleset, content_files(self.ruleset.id, *own))
        return self._library


def with_numbers(sheet: Mapping[str, Any], numbers: Mapping[str, int | None]) -> dict[str, Any]:
    """A sheet as plain values with other numbers, by path: `agility`, `skills.medicine`."""
    changed = dict(sheet)
    for path, number in numbers.items():
        key, _, part = path.partition(".")
        changed[key] = {**changed.get(key, {}), part: number} if part else number
    return changed


def _beginnings(paths: Mapping[str, str]) -> dict[str, str]:
    """The paths of numbers by the first letters of their names, where only one number begins so."""
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        word = name.partition(" ")[0]
        for length in range(_SHORTEST, len(word) + 1):
            found.setdefault(word[:length], set()).add(path)
    return {letters: next(iter(those)) for letters, those in found.items() if len(those) == 1}


@cache
def _sheet_numbers(sheet: Any) -> Mapping[str, str]:
    """The whole numbers of a type of sheets, found once: it is asked for them with every key that is typed."""
    found: dict[str, str] = {}
    for one in msgspec.structs.fields(sheet):
        found |= _numbers_of(inspect.type_info(one.type), one.name)
    return found


def _numbers_of(kind: inspect.Type, path: str) -> dict[str, str]:
    """The whole numbers in a field of the sheet, by name and by title."""
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
    """What a GM has said about a combatant to be built."""

    archetype: Archetype
    name: str = ""
    level: int = 1
    count: int = 1
    side: str = "npc"
    is_hidden: bool = False
    gear: str | None = None
    """Names with commas between them; None: what the archetype usually carries."""
    numbers: Mapping[str, int | None] = {}
    """Numbers typed over, by path: `sheet.agility`; None: left open, as a number may be that follows from others."""


def usual_gear(content: GameContent, archetype: Archetype) -> str:
    """What an archetype usually carries, as a line that can be typed over."""
    entries = (content.gear_named(id) for id in archetype.gear)
    return ", ".join(entry.name for entry in entries if entry is not None)


class QuickBuild:
    """What a build comes to in a game, under the house rules of a battle."""

    def __init__(self, content: GameContent, settings: Mapping[str, Setting]) -> None:
        self.content = content
        self.archetypes = content.ruleset.archetypes
        self._settings = settings
        self._paths = tuple(self._shown_paths())

    def usual_gear(self, archetype: Archetype) -> str:
        return usual_gear(self.content, archetype)

    def options(self, build: Build) -> dict[str, Any] | str:
        """The options that add this many of it; a sentence where something said is wrong."""
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
        """The sheet that one of them has; a sentence where nobody can be like that."""
        options = self.options(build)
        return options if isinstance(options, str) else newcomer_view(self.content.ruleset, self._settings, options)

    def numbers(self, archetype: Archetype, level: int) -> tuple[FieldView, ...]:
        """The numbers of an archetype at a level, before anything is typed over: what sums them up comes first."""
        view = self.view(Build(archetype=archetype, name=archetype.title, level=level, gear=""))
        by_path = {} if isinstance(view, str) else {one.path: one for one in view.fields if one.kind == "number"}
        return tuple(by_path[path] for path in self._paths if path in by_path)

    def summary(self, view: SheetView) -> str:
        """In a line what the numbers and the gear come to: pools, and derived numbers that the game names for it."""
        derived = {one.key: f"{one.title} {one.text}" for one in view.derived}
        brief = (derived[key] for key in self.content.ruleset.brief if key in derived)
        pools = pools_words(view)
        return " · ".join(filter(None, (pools[:1].upper() + pools[1:], *brief)))

    def _sheet(self, build: Build) -> dict[str, Any]:
        numbers = {path.removeprefix(_SHEET): number for path, number in build.numbers.items()}
        return with_numbers(build.archetype.sheet(build.level), numbers)

    def _shown_paths(self) -> list[str]:
        """What GMs have a short name for, then every other number that an archetype sets."""
        short = [f"{_SHEET}{path}" for path in self.content.ruleset.short_names.values()]
        levels = {one.level_field for one in self.archetypes if one.has_levels}
        found: dict[str, None] = dict.fromkeys(short)
        for archetype in self.archetypes:
            for key, value in archetype.sheet(archetype.levels[0]).items():
                if isinstance(value, Mapping):
                    found |= dict.fromkeys(f"{_SHEET}{key}.{part}" for part in value)
                elif key not in levels:
                    found[f"{_SHEET}{key}"] = None
        return list(found)


# --------------------------------------------------------------------------------------------------------------- pasted


class Newcomers(Record):
    """A row as it will come in."""

    line: int
    shown: Understood
    left_out: tuple[str, ...] = ()
    """What of it is not understood, in sentences."""
    options: Mapping[str, Any] | None = None
    """What adds them; None: nobody can be made of it."""

    @property
    def count(self) -> int:
        return int(self.options.get("count", 1)) if self.options is not None else 0


class PastedTable(Record):
    """A table as it will come in."""

    columns: str = ""
    """What the columns that are understood mean, in a line."""
    rows: tuple[Newcomers, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def kinds(self) -> list[dict[str, Any]]:
        """The options of all that can be added."""
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
        """What a text with a table becomes; nothing of it raises."""
        pasted = read_pasted(text, self._numbers, self._content.ruleset.sheet)
        rows = tuple(self._newcomers(row) for row in pasted.rows)
        return PastedTable(_column_words(pasted) if pasted.rows else "", rows, pasted.problems)

    def _newcomers(self, row: PastedRow) -> Newcomers:
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
            return Newcomers(row.line, Understood(f"{row.name}: {view}", is_problem=True), tuple(left_out))
        name, side = str(fields["name"]), str(options.get("side", "npc"))
        what = f"{row.count} × {name}" if row.count > 1 else name
        items = ", ".join(item.name for item in view.items)
        parts = (what, side, "hidden" if row.is_hidden else "", pools_words(view), items or "no gear", source)
        shown = Understood(" · ".join(filter(None, parts)), name, side, is_hidden=row.is_hidden)
        return Newcomers(row.line, shown, tuple(left_out), options)

    def _who(self, row: PastedRow, left_out: list[str]) -> tuple[dict[str, Any], str]:
        """The options that add one like this, before what the row says of them, and where they come from."""
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
