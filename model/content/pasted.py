"""Combatants from a table copied from a spreadsheet: the meaning of its columns, and the values of each row.

No text raises an error: values that are not understood are reported with column and row, and left out.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import Any

from model.content.typed import Said, Vocabulary
from model.content.typed_sheet import problem_of
from model.content.typed_words import read_cell
from model.engine.names import Found
from model.state.base import Record
from model.state.folding import clean_name
from model.state.typed_numbers import typed_whole

MOST_ROWS = 200
MOST_OF_A_KIND = 100
_MOST_COLUMNS = 100
_LONGEST_CELL = 10_000
_SEPARATORS = "\t;,"
_COLUMNS = {
    "name": ("name", "names", "combatant", "combatants", "character", "creature", "who"),
    "count": ("count", "how many", "number", "quantity", "qty", "amount"),
    "numbering": ("#", "no", "nr", "№", "row", "line"),
    "side": ("side", "team", "faction"),
    "hidden": ("hidden", "secret"),
    "role": ("role", "archetype"),
    "level": ("level", "lvl"),
    "gear": ("gear", "weapon", "weapons", "items", "equipment"),
    "words": ("skills", "abilities", "attributes", "powers", "gifts", "traits", "perks", "numbers"),
    "notes": ("notes", "note", "remarks", "remark", "comment", "comments"),
}
"""Meanings of columns besides numbers of the sheet, with the headings for each."""
_SIDES = {
    "player": "pc", "players": "pc", "pcs": "pc", "opponent": "npc", "opponents": "npc", "enemy": "npc",
    "enemies": "npc", "foe": "npc", "foes": "npc", "npcs": "npc", "allies": "ally", "friend": "ally", "friends": "ally",
}  # fmt: skip
_YES = ("yes", "y", "true", "x", "1", "hidden", "✓", "✔")
_NO = ("no", "n", "false", "0", "-", "–", "visible")
_COUNTED = re.compile(r"(\d{1,6})\s*[x×]?\s+(?=\S)")
_TOO_LARGE = 10**9


class PastedColumn(Record):
    """A column of the table."""

    heading: str
    meaning: str = ""
    """`name`, `count` and so on, or the path of a number of the sheet; empty if not understood."""
    found: Found | None = None
    """The number of the sheet that the column contains, if it is one."""


class PastedRow(Record):
    """The values of a row for a combatant."""

    line: int
    """Its line number in the text, counted from 1; the heading is usually 1."""
    name: str
    count: int = 1
    side: str = ""
    is_hidden: bool = False
    role: str = ""
    level: int | None = None
    gear: str = ""
    notes: str = ""
    said: tuple[Said, ...] = ()
    """What it says of the sheet: columns of numbers, and words as they are typed elsewhere, `small guns 4`."""
    typed_gear: tuple[tuple[str, int], ...] = ()
    """Gear among such words, each with its number."""
    problems: tuple[str, ...] = ()
    """Values that were not understood and are left out: one sentence each, with the column."""
    doubts: tuple[str, ...] = ()
    """What is taken, but perhaps meant otherwise: one sentence each."""


class Pasted(Record):
    """The table as far as it was understood."""

    columns: tuple[PastedColumn, ...] = ()
    rows: tuple[PastedRow, ...] = ()
    problems: tuple[str, ...] = ()
    """Problems of the table itself, as sentences."""


def read_pasted(text: str, known: Vocabulary) -> Pasted:
    """Read combatants from a table with a heading row and cells separated by tabs, semicolons or commas.

    Headings may be all names of numbers that may be typed in a line, in any spelling.
    """
    lines = [(at, cells) for at, cells in _cells(text) if any(cells)]
    if not lines:
        return Pasted()
    _, headings = lines[0]
    columns = tuple(_columns(headings, known))
    if not any(column.meaning == "name" for column in columns):
        found = ", ".join(f"“{_short(heading)}”" for heading in headings[:8])
        return Pasted(
            columns,
            problems=(f"The first line must name the columns, and one of them must be “Name”. Found: {found}.",),
        )
    problems = [
        f"Column “{_short(column.heading)}” is not known, or occurs twice."
        for column in columns
        if not column.meaning and column.heading
    ]
    body = lines[1:]
    if len(body) > MOST_ROWS:
        problems.append(f"Only the first {MOST_ROWS} of {len(body)} rows are read.")
    rows: list[PastedRow] = []
    for line, cells in body[:MOST_ROWS]:
        row = _row(line, cells, columns, known)
        if row is None:
            problems.append(f"Line {line} has no name and is left out.")
        else:
            rows.append(row)
    return Pasted(columns, tuple(rows), tuple(problems))


# ----------------------------------------------------------------------------------------------------------- the table


def _cells(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each line's number and its cells, stripped; quoted cells may contain separators."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").lstrip("\ufeff")
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = max(_SEPARATORS, key=lambda one: (one == "\t" and one in first, first.count(one)))
    for number, row in _rows(text, separator):
        yield number, [cell.strip()[:_LONGEST_CELL] for cell in row[:_MOST_COLUMNS]]


def _rows(text: str, separator: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Rows in CSV format; plain lines if a quote never closes or a cell is too long."""
    reader = csv.reader([f"{line}\n" for line in text.split("\n")], delimiter=separator, strict=True)
    rows: list[tuple[int, Sequence[str]]] = []
    begins = 1
    try:
        for row in reader:
            rows.append((begins, row))
            begins = reader.line_num + 1
    except csv.Error:
        return ((at, line.split(separator)) for at, line in enumerate(text.split("\n"), start=1))
    return iter(rows)


def _columns(headings: Sequence[str], known: Vocabulary) -> Iterator[PastedColumn]:
    """The meaning of each heading; a repeated meaning is dropped."""
    taken: set[str] = set()
    usual = {word: meaning for meaning, words in _COLUMNS.items() for word in words}
    for heading in headings:
        word = " ".join(heading.lower().replace("_", " ").strip(" .:*").split())
        found = None if word in usual else _number_named(heading, known)
        meaning = usual.get(word) or (found.path if found else "")
        if meaning in taken and meaning != "words":
            meaning, found = "", None
        taken.add(meaning)
        yield PastedColumn(heading, meaning, found)


def _number_named(heading: str, known: Vocabulary) -> Found | None:
    numbers = [one for one in known.sheet.look_up(heading).found if known.sheet.takes_number(one)]
    return numbers[0] if len(numbers) == 1 else None


# --------------------------------------------------------------------------------------------------------------- a row


def _row(line: int, cells: Sequence[str], columns: Sequence[PastedColumn], known: Vocabulary) -> PastedRow | None:
    """The values of a row, or None if it has no name."""
    said: dict[str, Any] = {}
    sheet: list[Said] = []
    gear: list[tuple[str, int]] = []
    problems: list[str] = []
    doubts: list[str] = []
    for column, cell in zip(columns, cells, strict=False):
        if not cell or column.meaning in ("", "numbering"):
            continue
        if column.meaning == "words":
            words = read_cell(cell, known)
            sheet += words.said
            gear += words.gear
            problems += [f"{_short(column.heading)}: {one.sentence}" for one in words.unclear]
            doubts += [one.sentence for one in words.doubts]
            continue
        value = _number(column.found, cell, known) if column.found else _said(column, cell)
        if isinstance(value, _Wrong):
            problems.append(f"{_short(column.heading)} “{_short(cell)}”: {value.why}")
        elif isinstance(value, Said):
            sheet.append(value)
            doubts += filter(None, (value.found.beyond(value.number),))
        else:
            said["is_hidden" if column.meaning == "hidden" else column.meaning] = value
    further = [cell for cell in cells[len(columns) :] if cell]
    if further:
        problems.append(f"“{_short(further[0])}” is in a column without a heading.")
    if match := _COUNTED.match(said.get("name", "")):
        count = _count(match[1])
        if isinstance(count, _Wrong):
            problems.append(f"Name “{_short(said['name'])}”: {count.why}")
        elif "count" not in said:
            said |= {"name": said["name"][match.end() :], "count": count}
    said["name"] = clean_name(said.get("name", ""))
    if not said["name"]:
        return None
    return PastedRow(
        line, said=tuple(sheet), typed_gear=tuple(gear), problems=tuple(problems), doubts=tuple(doubts), **said
    )


class _Wrong(Record):
    why: str


def _said(column: PastedColumn, cell: str) -> Any:
    """The value of a cell in a column that is not a number of the sheet."""
    word = cell.lower()
    match column.meaning:
        case "count":
            return _count(cell)
        case "level":
            number = _whole(cell)
            return _Wrong("must be a whole number.") if number is None else number
        case "hidden":
            if word in _YES or word in _NO:
                return word in _YES
            return _Wrong("must be yes or no.")
        case "side":
            side = _SIDES.get(word, word)
            return side if re.fullmatch(r"\w{1,40}", side) else _Wrong("must be one word, such as pc, npc or ally.")
    return " ".join(cell.split()) if column.meaning != "notes" else cell


def _count(cell: str) -> int | _Wrong:
    number = _whole(cell)
    if number is None or not 1 <= number <= MOST_OF_A_KIND:
        return _Wrong(f"must be 1 to {MOST_OF_A_KIND}.")
    return number


def _number(found: Found, cell: str, known: Vocabulary) -> Said | _Wrong:
    whole = _whole(cell.removesuffix("%"))
    if whole is None:
        return _Wrong("must be a whole number.")
    digits = f"{whole}%" if cell.endswith("%") else str(whole)
    number = found.part.number_typed(found.name.title, digits)
    if isinstance(number, str):
        return _Wrong(number.removeprefix(found.name.title).strip())
    said = Said(found, number, is_percentage=found.part.is_percentage(digits))
    wrong = problem_of(known.sheet, said)
    return _Wrong(f"{wrong}.") if wrong else said


def _whole(cell: str) -> int | None:
    """A whole number in spreadsheet notation (`12`, `+3`, `−2`, `12.0`), or None."""
    number = typed_whole(cell.replace(" ", ""))
    return number if number is not None and abs(number) < _TOO_LARGE else None


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= 40 else f"{words[:39]}…"
