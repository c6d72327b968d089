"""The action table: rows of margins, columns of defence, a letter in each cell (ZM-MIS-01), read from a file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action, Parameter
from model.engine.types import FileKind
from model.state import untrusted
from model.state.base import State, replace
from model.state.identity_cache import cached_by_identity
from model.state.texts import Refusal, gm_text, text

if TYPE_CHECKING:
    from model.rulesets.zamani.sheet import Battle

TABLES = Path(__file__).resolve().parents[3] / "resources" / "content" / "zamani" / "tables"
MOST_COLUMNS, MOST_ROWS = 100, 200
FACES = 100
"""Faces of the die that the table is read with."""


class TableResult(State):
    """A letter of the table and what it means."""

    code: Annotated[str, Meta(min_length=1, max_length=3)]
    name: str
    damage_factor: Annotated[int, Meta(ge=0, le=99)] = 0
    """The factor that the weapon's rating is multiplied by."""
    hit: bool = True
    skill_grade: str = ""


class Row(State):
    """A range of margins; `cells` has a letter for each column."""

    margin_min: int
    cells: tuple[str, ...]
    margin_max: int | None = None
    """The last margin of the row, or None if it has no upper end."""


class StrikeEntry(State):
    """A range of faces of the strike die, with their effect."""

    first: int
    last: int
    effect: str


class Strike(State):
    """The strike effects of one result."""

    result: str
    die: Annotated[int, Meta(ge=2, le=1000)]
    entries: tuple[StrikeEntry, ...]

    def effect(self, face: int) -> str:
        """The effect of a face of the die, or `NO_EFFECT`."""
        return next((entry.effect for entry in self.entries if entry.first <= face <= entry.last), NO_EFFECT)


class StrikeEffect(State):
    """An effect that a hit can have."""

    id: str
    name: str
    controlled: bool = False
    """Whether it may be declared for a controlled attack."""
    duration_rounds: int = 0
    note: str = ""


class Controlled(State):
    """The results that a controlled attack needs, its result without them, and the one that its damage follows."""

    need: tuple[str, ...]
    otherwise: str
    damage_result: str


class ActionTable(State):
    """A whole action table. Columns are ranks of defence; the first one is for targets without any defence."""

    id: str
    name: str
    columns: tuple[int, ...]
    results: tuple[TableResult, ...]
    """Weakest first."""
    rows: tuple[Row, ...]
    controlled: Controlled
    strikes: tuple[Strike, ...] = ()
    effects: tuple[StrikeEffect, ...] = ()
    skill_column: int = 2
    """Index of the column that grades specific rolls other than attacks."""
    origin: str = ""

    @cached_by_identity(256)
    def result(self, code: str) -> TableResult:
        """The result with this letter."""
        return next(result for result in self.results if result.code == code)

    @cached_by_identity(1024)
    def row(self, margin: int) -> int:
        """Index of the row that contains a margin of 0 or more."""
        return bisect_right(self.rows, margin, key=lambda row: row.margin_min) - 1

    def column(self, defence: int) -> int:
        """Index of the last column at or below a defence; below the first column it is the first (ZM-DEF-01)."""
        return max(0, bisect_right(self.columns, defence) - 1)

    def cell(self, margin: int, column: int) -> str:
        """The letter for a margin in the column with this index."""
        return self.rows[self.row(margin)].cells[column]

    @cached_by_identity(1024)
    def faces(self, percent: int, column: int) -> tuple[str, ...]:
        """The letter for each face of a successful roll; faces over the percentage are read at margin 0."""
        found: list[str] = []
        for row in reversed(self.rows):
            last = FACES if row.margin_min == 0 else percent - row.margin_min
            found += [row.cells[column]] * (min(last, FACES) - len(found))
        return tuple(found)

    @cached_by_identity(1024)
    def faces_with(self, percent: int, column: int, letters: frozenset[str]) -> tuple[int, ...]:
        """1 for each face of a successful roll that gives one of these letters, 0 for all others."""
        return tuple([int(letter in letters) for letter in self.faces(percent, column)])

    @cached_by_identity(16)
    def hits(self) -> frozenset[str]:
        """The letters of the results that hit."""
        return frozenset(result.code for result in self.results if result.hit)

    @cached_by_identity(256)
    def weakest(self, letters: frozenset[str]) -> str:
        """The letter of the weakest result among these letters."""
        return next(result.code for result in self.results if result.code in letters)

    @cached_by_identity(256)
    def strike(self, code: str) -> Strike | None:
        return next((strike for strike in self.strikes if strike.result == code), None)

    @cached_by_identity(256)
    def effect(self, id: str) -> StrikeEffect | None:
        return next((effect for effect in self.effects if effect.id == id), None)


NO_EFFECT = "none"


class BadTable(ValueError):
    """Raised for a table that cannot be used; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__(" ".join(problems))


@lru_cache
def default_table() -> ActionTable:
    """The default table, which comes with the program."""
    return read_table(default_text())


def default_text() -> str:
    """Text of the default table's file, with notes on how it is read, how it was made, and what another table needs."""
    return (TABLES / "action_table.toml").read_text(encoding="utf-8")


def read_table(toml: str) -> ActionTable:
    """Read a table from the text of its file.

    Raises:
        BadTable: if the table cannot be used, with all problems and the place of each.
    """
    try:
        document = untrusted.toml(toml)
    except untrusted.Unreadable as error:
        raise BadTable([f"{str(error)[0].upper()}{str(error)[1:]}"]) from None
    problems = list(_shape_problems(document))
    if problems:
        raise BadTable(problems)
    table = _table_of(document)
    problems = [*_order_problems(document["table"].get("order", ()), table), *_problems(table)]
    if problems:
        raise BadTable(problems)
    return table


def is_table(document: Mapping[str, Any]) -> bool:
    """Whether a document is meant to be an action table."""
    return "table" in document or {"row", "result"} <= set(document)


def table_problems(toml: str) -> tuple[str, ...]:
    """All problems of the text of a table, one sentence each."""
    try:
        read_table(toml)
    except BadTable as error:
        return tuple(error.problems)
    return ()


# ------------------------------------------------------------------------------------------ the file


class _Head(State):
    id: Annotated[str, Meta(min_length=1)]
    name: Annotated[str, Meta(min_length=1)]
    columns: tuple[int, ...]
    origin: str = ""
    margin_step: int = 5
    first_column: int = 0
    skill_column: int = 2
    below: Literal["first"] = "first"
    above: Literal["last"] = "last"
    order: tuple[str, ...] = ()


class _Result(TableResult):
    damage_class: str = ""


class _Entry(State):
    from_: int = msgspec.field(name="from")
    to: int
    effect: str


class _Strike(State):
    result: str
    die: Annotated[int, Meta(ge=2, le=1000)]
    entries: tuple[_Entry, ...]


class _Effect(State):
    name: str
    controlled: bool = False
    duration_rounds: Annotated[int, Meta(ge=0, le=100)] = 0
    note: str = ""


_PARTS: dict[str, tuple[Any, bool]] = {
    "format": (int, False),
    "ruleset": (Literal["zamani"], False),
    "table": (_Head, True),
    "result": (tuple[_Result, ...], True),
    "row": (tuple[Row, ...], True),
    "controlled": (Controlled, True),
    "strike": (tuple[_Strike, ...], False),
    "effect": (dict[str, _Effect], False),
}
"""The parts of a table file: the type of each, and whether it is required."""


def _shape_problems(document: Mapping[str, Any]) -> Iterator[str]:
    for key in document:
        if key not in _PARTS:
            yield f"“{key}” is not part of an action table."
    if document.get("format", 1) != 1:
        yield f"This is a table of format {document['format']}; this program reads format 1."
    for key, (kind, needed) in _PARTS.items():
        if key not in document:
            if needed:
                yield f"The part “{key}” is missing."
            continue
        try:
            msgspec.convert(document[key], kind)
        except msgspec.ValidationError as error:
            yield _place(key, str(error))


def _place(part: str, error: str) -> str:
    """A validation error of a part as a sentence with its place in the file; rows and results are counted from 1."""
    said, _, path = error.partition(" - at `")
    number = re.match(r"\$\[(\d+)\]\.?(.*)`", path)
    key = path.removeprefix("$").lstrip(".").rstrip("`")
    if number:
        part, key = f"{part} {int(number[1]) + 1}", number[2]
    return f"{part}{f', {key}' if key else ''}: {said.replace('`', '')}."


def _table_of(document: Mapping[str, Any]) -> ActionTable:
    parts = {key: msgspec.convert(document[key], kind) for key, (kind, _) in _PARTS.items() if key in document}
    head: _Head = parts["table"]
    results = [
        TableResult(
            code=one.code,
            name=one.name,
            damage_factor=one.damage_factor,
            hit=one.hit,
            skill_grade=one.skill_grade,
        )
        for one in parts["result"]
    ]
    rank = {code: index for index, code in enumerate(head.order)}
    results.sort(key=lambda one: rank.get(one.code, len(rank)))
    return ActionTable(
        id=head.id,
        name=head.name,
        origin=head.origin,
        columns=head.columns,
        skill_column=head.skill_column,
        results=tuple(results),
        rows=parts["row"],
        controlled=parts["controlled"],
        strikes=tuple(
            Strike(
                result=strike.result,
                die=strike.die,
                entries=tuple(StrikeEntry(first=one.from_, last=one.to, effect=one.effect) for one in strike.entries),
            )
            for strike in parts.get("strike", ())
        ),
        effects=tuple(
            StrikeEffect(
                id=id,
                name=one.name,
                controlled=one.controlled,
                duration_rounds=one.duration_rounds,
                note=one.note,
            )
            for id, one in parts.get("effect", {}).items()
        ),
    )


# ------------------------------------------------------------------------------------------ consistency


def _problems(table: ActionTable) -> Iterator[str]:
    yield from _column_problems(table)
    yield from _row_problems(table)
    yield from _letter_problems(table)
    yield from _strike_problems(table)


def _column_problems(table: ActionTable) -> Iterator[str]:
    columns = table.columns
    if not columns or columns[0] != 0:
        yield "The first column is 0, for those without a defence."
    if len(columns) > MOST_COLUMNS:
        yield f"There are at most {MOST_COLUMNS} columns."
    for here, there in pairwise(columns):
        if there <= here:
            yield f"The columns must rise, but {there} comes after {here}."
    if not 0 <= table.skill_column < max(1, len(columns)):
        yield f"skill_column {table.skill_column} is not one of the {len(columns)} columns, counted from 0."


def _row_problems(table: ActionTable) -> Iterator[str]:
    rows = table.rows
    if not rows:
        yield "There are no rows."
        return
    if len(rows) > MOST_ROWS:
        yield f"There are at most {MOST_ROWS} rows."
    if rows[0].margin_min != 0:
        yield f"The first row must begin with margin 0, not {rows[0].margin_min}."
    for number, (here, there) in enumerate(pairwise(rows), start=2):
        if here.margin_max is None:
            yield f"Row {number - 1} has no margin_max; only the last row may leave it out."
        elif there.margin_min > here.margin_max + 1:
            yield f"Margins {here.margin_max + 1} to {there.margin_min - 1} are in no row (before row {number})."
        elif there.margin_min <= here.margin_max:
            yield f"Row {number} begins with margin {there.margin_min}, which row {number - 1} has already."
    for number, row in enumerate(rows, start=1):
        if row.margin_max is not None and row.margin_max < row.margin_min:
            yield f"Row {number} ends with margin {row.margin_max}, which is below its first margin {row.margin_min}."
        if len(row.cells) != len(table.columns):
            yield f"Row {number} has {len(row.cells)} cells for {len(table.columns)} columns."
    if rows[-1].margin_max is not None:
        yield "The last row must not have a margin_max: it holds for all higher margins."


def _order_problems(order: Sequence[str], table: ActionTable) -> Iterator[str]:
    """Problems of `order`, the letters from weakest to strongest; without it the order of the results applies."""
    known = [result.code for result in table.results]
    for code in dict.fromkeys(order):
        if code not in known:
            yield f"The order names “{code}”, which is not a result. Results: {', '.join(known)}."
        elif list(order).count(code) > 1:
            yield f"The order names “{code}” more than once."
    for code in dict.fromkeys(known):
        if order and code not in order:
            yield f"The order leaves out the result “{code}”."


def _letter_problems(table: ActionTable) -> Iterator[str]:
    known = [result.code for result in table.results]
    for code in {code for code in known if known.count(code) > 1}:
        yield f"The result “{code}” is there twice."
    for number, row in enumerate(table.rows, start=1):
        for code in dict.fromkeys(row.cells):
            if code not in known:
                yield f"Row {number} contains “{code}”, which is not a result. Results: {', '.join(known)}."
    controlled = table.controlled
    for code in (*controlled.need, controlled.otherwise, controlled.damage_result):
        if code not in known:
            yield f"The controlled attack names “{code}”, which is not a result."


def _strike_problems(table: ActionTable) -> Iterator[str]:
    known = {result.code for result in table.results}
    effects = {effect.id for effect in table.effects} | {NO_EFFECT}
    for strike in table.strikes:
        if strike.result not in known:
            yield f"Strike effects are listed for “{strike.result}”, which is not a result."
        faces = [face for entry in strike.entries for face in range(entry.first, entry.last + 1)]
        if sorted(faces) != list(range(1, strike.die + 1)):
            yield f"The strike effects of “{strike.result}” must cover every face of a d{strike.die} exactly once."
        for entry in strike.entries:
            if entry.effect not in effects:
                yield f"The strike effects of “{strike.result}” name “{entry.effect}”, which is not an effect."


# -------------------------------------------------------------------------------------------- another table in a battle


def use_table(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Use the table in the text of a file, or the default table if there is no text; refuse a bad table."""
    written = _TOML.said(call)
    try:
        table = read_table(written) if written.strip() else default_table()
    except BadTable as error:
        sentence = text("This table cannot be used. {problems}", problems=" ".join(error.problems))
        return Refusal(key="bad_table", sentence=sentence, rule="ZM-MIS-01", can_override=False)
    ask.add_message(gm_text("The action table is now “{name}”.", name=table.name))
    return replace(battle, shared=replace(battle.shared, table=table, last_roll=None))


_TOML = Parameter(
    key="toml", title="Table file", kind="text", default="",
    help="The text of a TOML file in the form of the default table; empty: the default table.",
)  # fmt: skip


USE_TABLE = Action(
    id="use_table",
    title="Use Another Action Table",
    run=use_table,
    parameters=(_TOML,),
    rules=("ZM-MIS-01",),
    group="edit",
    help="The default table is our own proposal, not the game's table.",
)

ACTION_TABLE = FileKind(
    id="action_table",
    title="an action table",
    command="Use Another Action Table...",
    back="Back to the Default Action Table",
    save="Save the Default Action Table...",
    own=default_text,
    recognises=is_table,
    problems=table_problems,
    action=USE_TABLE.id,
    parameter="toml",
)
