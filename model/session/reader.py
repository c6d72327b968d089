"""Reads a session file: the head, then one step after the other; applies recorded changes, never rules.

A step with a right checksum is as this program wrote it, one key per line: only the lines that change the battle are
read now, the others when they are needed. A step with a wrong checksum was edited by hand and is checked completely.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct, field

from model.content.reference import removed_house_rule
from model.engine.messages import brief
from model.engine.ruleset import Ruleset
from model.engine.settings import setting_problem
from model.session import emitter, step_lines
from model.session.call_check import call_misfits
from model.session.history import History, Step, StepRecord
from model.session.migrations import FORMAT, MIGRATIONS, VERSION, Migrations, migrated
from model.session.problems import FileProblem
from model.session.values import (
    Misfits,
    Schema,
    applied,
    battle_schema,
    battle_type,
    misplaced_entries,
    read_call,
    read_changes,
    read_note,
    typed,
)
from model.state import untrusted
from model.state.base import Record, replace
from model.state.battle import MOST_COMBATANTS, AnyBattle
from model.state.changes import ChangeError, Path, changes
from model.state.references import repaired
from model.state.toml_lines import line_at
from model.state.validate import Misfit, closest, misfits

# ----------------------------------------------------------------------------------------------------- chunks of a file


_STEP = re.compile(rb"""^[ \t]*\[\[[ \t]*(?:step|"step"|'step')[ \t]*\]\][ \t]*(?:#[^\n]*)?\r?$""", re.MULTILINE)
"""Matches all that TOML allows as the header of a step: the file may have been edited by hand."""
_END = re.compile(r'^end = "(\d+) ([0-9a-f]{8})"[ \t]*$', re.MULTILINE)
_BOM = b"\xef\xbb\xbf"
_COMBATANT = re.compile(r"^[ \t]*\[battle\.combatants\.[^.\]]+\]", re.MULTILINE)


class Chunk(Record):
    """The text of the head or of one step, up to its closing line."""

    text: str
    line: int
    at: int
    """Offset in the file at which it begins, in bytes."""
    size: int
    is_closed: bool
    is_sound: bool
    """Whether its checksum is right."""
    error: str = ""
    """Why it is not text; empty if it is."""
    tail: int = 0
    """Number of bytes after its closing line that belong to no step."""


def chunks_of(data: bytes) -> list[Chunk]:
    """Split the bytes of a file into the head and the steps."""
    starts = [0, *(match.start() for match in _STEP.finditer(data)), len(data)]
    chunks = []
    line = 1
    for start, end in pairwise(starts):
        chunks.append(_chunk(data[start:end], line, start))
        line += data.count(b"\n", start, end)
    return chunks


def _chunk(raw: bytes, line: int, at: int) -> Chunk:
    try:
        text = raw.removeprefix(_BOM).decode() if at == 0 else raw.decode()
    except UnicodeDecodeError as error:
        before = _chunk(raw[: error.start], line, at)
        if before.is_sound:
            return replace(before, tail=before.tail + len(raw) - error.start)
        place = line + raw.count(b"\n", 0, error.start)
        is_closed = _END.search(raw[error.end :].decode(errors="replace")) is not None
        return Chunk("", line, at, len(raw), is_closed, False, f"Line {place} is not text.")
    text = text.replace("\r\n", "\n")
    closings = list(_END.finditer(text))
    if not closings:
        return Chunk(text, line, at, len(raw), _is_mended(text), False)
    closing = closings[-1]
    is_sound = f"{zlib.crc32(text[: closing.start()].encode()):08x}" == closing[2]
    after = text[closing.end() :]
    if not after.strip():
        return Chunk(text, line, at, len(raw), True, is_sound)
    if _is_mended(text):
        return Chunk(text, line, at, len(raw), True, False)
    tail = len(after.encode())
    return Chunk(text[: closing.end()] + "\n", line, at, len(raw) - tail, True, is_sound, tail=tail)


def _is_mended(text: str) -> bool:
    """Whether text that this program did not write in this form is complete all the same: TOML with its closing line.

    What a power cut leaves has no closing line, or half a line after it.
    """
    try:
        found = untrusted.toml(text)
    except untrusted.Unreadable:
        return False
    table = found.get("step", [found.get("head", {})])
    return isinstance(table, dict) or all(isinstance(one, dict) and "end" in one for one in table)


# ------------------------------------------------------------------ tables, not yet checked against the ruleset's types


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a file; its battle is checked against the ruleset's types."""

    format: str
    version: int
    ruleset: str
    battle: dict[str, Any]
    app: str = ""
    start: int = 0
    """Number of the last step before those in the file."""
    head: dict[str, Any] = {}
    """Its closing line."""


class StepTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step as plain data."""

    number: int
    parent: int | None = None
    undo: int | None = None
    redo: int | None = None
    time: Any = None
    call: Any = None
    note: Any = None
    changes: list[Any] = []
    added: list[Any] = []
    removed: list[Any] = []
    splices: list[Any] = []
    end: str = ""


# -------------------------------------------------------------------------------------------------------------- reading


_LATER = ("time", "call", "note")


class Contents(Struct):
    """A session file as far as it could be read."""

    ruleset: Ruleset
    history: History
    sound_size: int
    """Number of bytes of the file that were read successfully."""
    rest: bytes = b""
    """The bytes after them, which could not be read."""
    is_older: bool = False
    """Written in an older format: the whole file has to be rewritten before anything is appended."""


class Reading(Struct):
    """The result of reading a file."""

    contents: Contents | None = None
    problems: list[FileProblem] = field(default_factory=list)
    is_mended: bool = False
    """Whether the file was edited by hand: then the battle after each step is checked too."""

    def message(self, sentence: str, line: int | None = None, *, is_note: bool = False) -> None:
        self.problems.append(FileProblem(sentence, line, is_note))

    def tell_misfit(self, misfit: Misfit, text: str, first: int, within: Path = (), before: str = "") -> None:
        """Report a misfit with its line: `text` begins at line `first` of the file, and is the table at `within`."""
        line = line_at(text, (*within, *misfit.path))
        self.message(f"{before}{misfit}.", first if line is None else first + line - 1)


def read(data: bytes, rulesets: Mapping[str, Ruleset], migrations: Migrations = MIGRATIONS) -> Reading:
    """Read a session file.

    It is opened as far as possible: up to the first broken step, or not at all if the head is broken. All problems are
    reported together, each with its line or path.
    """
    reading = Reading()
    for _ in read_on(reading, data, rulesets, migrations):
        pass
    return reading


def read_on(
    reading: Reading, data: bytes, rulesets: Mapping[str, Ruleset], migrations: Migrations = MIGRATIONS
) -> Iterator[None]:
    """Read a session file as `read` does and yield after each step, so that a window stays responsive."""
    head, *steps = chunks_of(data)
    yield
    plain = _head(reading, head, has_steps=bool(steps))
    if plain is None:
        return
    if plain["version"] < VERSION:
        _read_older(reading, plain, [head, *steps], data, rulesets, migrations)
        return
    ruleset_battle = _battle(reading, plain, rulesets, head)
    if ruleset_battle is None or not _is_complete(reading, head, has_steps=bool(steps)):
        for chunk in steps:
            _parsed(reading, chunk, is_whole=not chunk.is_sound)
        return
    ruleset, battle = ruleset_battle
    history = History(plain.get("start", 0), battle)
    schema = battle_schema(ruleset)
    size = head.at + head.size
    if not _take_from_head(reading, schema, history, plain, head):
        return
    for index, chunk in enumerate(steps):
        yield
        is_last = index == len(steps) - 1
        if is_last and not chunk.is_closed:
            reading.message(_torn(history), chunk.line)
            break
        if not _take(reading, ruleset, schema, history, chunk):
            _look_over(reading, ruleset, history, steps[index + 1 :])
            break
        size = chunk.at + chunk.size
        if chunk.tail and not is_last:
            line = chunk.line + chunk.text.count("\n")
            reading.message("This part belongs to no step and was skipped.", line, is_note=True)
    else:
        last = steps[-1] if steps else head
        if last.tail:
            line = last.line + last.text.count("\n")
            reading.message(_torn(history), line)
    _tell_house_rules(reading, ruleset, history.battle)
    reading.contents = Contents(ruleset, history, size, data[size:] if data[size:].strip() else b"")


def _take_from_head(reading: Reading, schema: Schema, history: History, plain: dict[str, Any], chunk: Chunk) -> bool:
    """Add steps written by hand into the head, such as `step = [{…}]`; return False and report if one is broken."""
    tables = _tables(reading, plain.get("step", []), chunk.line)
    return tables is not None and all(_add(reading, schema, history, table, chunk.line, None) for table in tables)


def _torn(history: History) -> str:
    return (
        "The last step was not completely written, as after a power cut. The battle is as it was after step "
        f"{history.next_number - 1}."
    )


def _toml(reading: Reading, chunk: Chunk, text: str) -> dict[str, Any] | None:
    if chunk.error:
        reading.message(chunk.error)
        return None
    try:
        return untrusted.toml(text)
    except untrusted.Unreadable as error:
        reading.message(error.sentence, chunk.line + (error.line or 1) - 1)
        return None


def _head(reading: Reading, chunk: Chunk, *, has_steps: bool) -> dict[str, Any] | None:
    if FORMAT not in chunk.text:
        reading.message(f'This is not a Battleboard battle: it does not begin with format = "{FORMAT}".')
        return None
    if (many := sum(1 for _ in _COMBATANT.finditer(chunk.text))) > MOST_COMBATANTS:
        reading.message(_too_many(many))
        return None
    plain = _toml(reading, chunk, chunk.text)
    if plain is None:
        return None
    version = plain.get("version")
    if plain.get("format") != FORMAT:
        reading.message(f'This is not a Battleboard battle: it does not begin with format = "{FORMAT}".')
    elif isinstance(version, bool) or not isinstance(version, int):
        reading.message("version: expected the number of the format's version.")
    elif version > VERSION:
        reading.message(
            f"This file has version {version} of the format; this program reads up to version {VERSION}. A newer "
            "Battleboard can open it."
        )
    elif version == VERSION and not chunk.is_closed and not has_steps and not _is_toml(chunk.text):
        reading.message("The file ends in the middle of the battle.", chunk.line + chunk.text.count("\n"))
    else:
        if not chunk.is_sound and version == VERSION and (chunk.is_closed or has_steps):
            reading.is_mended = True
            reading.message(
                "The battle at the beginning of the file was edited by hand; the changes are accepted.", is_note=True
            )
        return plain
    return None


def _is_toml(text: str) -> bool:
    try:
        return bool(untrusted.toml(text))
    except untrusted.Unreadable:
        return False


def _is_complete(reading: Reading, chunk: Chunk, *, has_steps: bool) -> bool:
    """Whether the battle has its last table; if not, it is reported, because what is missing cannot be known."""
    if chunk.is_closed or has_steps:
        return True
    reading.message(
        "The file ends in the middle of the battle: its closing lines are missing. If it is whole, add at the end "
        'a line [head] and a line end = "0".',
        chunk.line + chunk.text.rstrip("\n").count("\n"),
    )
    return False


def _too_many(combatants: int) -> str:
    return f"The battle has {combatants} combatants; the limit is {MOST_COMBATANTS}."


def _battle(
    reading: Reading, plain: dict[str, Any], rulesets: Mapping[str, Ruleset], chunk: Chunk
) -> tuple[Ruleset, AnyBattle] | None:
    """The ruleset and the battle of the head, or None; all problems are reported."""
    wrong = misfits(Head, {key: value for key, value in plain.items() if key != "step"})
    for misfit in wrong:
        reading.tell_misfit(misfit, chunk.text, chunk.line)
    id = plain.get("ruleset")
    ruleset = rulesets.get(id) if isinstance(id, str) else None
    if ruleset is None:
        if isinstance(id, str):
            known = ", ".join(sorted(rulesets)) or "none"
            line = line_at(chunk.text, ("ruleset",))
            near = closest(id, rulesets, lists=False)
            reading.message(
                f"The ruleset “{id}” is not known to this program. It knows {known}{near}.",
                None if line is None else chunk.line + line - 1,
            )
        return None
    if not isinstance(plain.get("battle"), dict):
        return None
    try:
        battle = typed(battle_type(ruleset), plain["battle"], ("battle",))
    except Misfits as error:
        for misfit in error.found:
            reading.tell_misfit(misfit, chunk.text, chunk.line)
        return None
    if wrong:
        return None
    if len(battle.combatants) > MOST_COMBATANTS:
        reading.message(_too_many(len(battle.combatants)))
        return None
    wrong_ids = list(misplaced_entries(battle, "battle"))
    for stray in wrong_ids:
        line = line_at(chunk.text, stray.partition(":")[0].split("."))
        reading.message(stray, None if line is None else chunk.line + line - 1)
    battle, told = repaired(battle)
    for sentence in told:
        reading.message(sentence)
    reading.is_mended = reading.is_mended or bool(told)
    return None if wrong_ids else (ruleset, battle)


def _tell_house_rules(reading: Reading, ruleset: Ruleset, battle: AnyBattle) -> None:
    """Report house rules that were removed or are invalid; they count as not given."""
    # Collecting the settings of a ruleset is slow, and most battles set none.
    specs = {spec.key: spec for spec in ruleset.settings} if battle.settings else {}
    has_removed = False
    for key, value in battle.settings.items():
        spec = specs.get(key)
        if spec is None and (removed := removed_house_rule(ruleset, key)) is not None:
            reading.problems.append(FileProblem(removed, is_note=True, is_warning=True))
            has_removed = True
        elif spec is None:
            reading.message(f"settings.{key}: {ruleset.name} has no such house rule.", is_note=True)
        elif problem := setting_problem(spec, value):
            default = brief(spec.default)
            reading.message(f"settings.{key}: {problem} Until this is corrected, {default} is used.", is_note=True)
    if has_removed:
        how = "What a file sets so stays in it, without effect, until it is removed in House Rules."
        reading.problems.append(FileProblem(how, is_note=True, is_warning=True))


def _parsed(reading: Reading, chunk: Chunk, *, is_whole: bool) -> list[StepTable] | None:
    """A step's plain data; unless `is_whole`, without the lines that are read later.

    A chunk that was written by hand may contain several steps.
    """
    if not is_whole:
        now = ((key, value) for key, value in step_lines.lines_of(chunk.text) if key not in _LATER)
        with suppress(ValueError):
            table = _table(reading, {key: step_lines.plain(value) for key, value in now}, chunk.line)
            return None if table is None else [table]
    plain = _toml(reading, chunk, chunk.text)
    if plain is None:
        return None
    if set(plain) != {"step"}:
        reading.message(f"{', '.join(sorted(set(plain) - {'step'}))}: not a known key.", chunk.line)
        return None
    return _tables(reading, plain["step"], chunk.line)


def _tables(reading: Reading, plain: Any, line: int) -> list[StepTable] | None:
    if not isinstance(plain, list):
        reading.message("step: expected one table for each step, such as [[step]].", line)
        return None
    tables = [table for one in plain if (table := _table(reading, one, line)) is not None]
    return tables if len(tables) == len(plain) else None


def _table(reading: Reading, plain: Any, line: int | None) -> StepTable | None:
    try:
        return msgspec.convert(plain, StepTable)
    except msgspec.ValidationError:
        for misfit in misfits(StepTable, plain):
            reading.message(f"Step {_number_of(plain)}: {misfit}.", line)
        return None


def _number_of(plain: Any) -> str:
    return str(plain.get("number", "?")) if isinstance(plain, dict) else "?"


def _take(reading: Reading, ruleset: Ruleset, schema: Schema, history: History, chunk: Chunk) -> bool:
    """Add a step of the file to the history; return False and report if it is broken."""
    tables = _parsed(reading, chunk, is_whole=not chunk.is_sound)
    if tables is None:
        return False
    for table in tables:
        if not chunk.is_sound:
            reading.message(
                f"Step {table.number} was edited by hand; the changes are accepted.", chunk.line, is_note=True
            )
            _tell_call(reading, ruleset, table, chunk)
        if not _add(reading, schema, history, table, chunk.line, chunk.text if chunk.is_sound else None):
            return False
    return True


def _tell_call(reading: Reading, ruleset: Ruleset, table: StepTable, chunk: Chunk) -> None:
    """Report what the game does not have in the call of a step written by hand; the step counts as it is."""
    with suppress(Misfits):  # a call that cannot be read is reported with the step
        for misfit in call_misfits(ruleset, read_call(table.call)):
            reading.tell_misfit(misfit, chunk.text, chunk.line, ("step", "0"), f"Step {table.number}: ")


def _add(
    reading: Reading, schema: Schema, history: History, table: StepTable, line: int | None, text: str | None
) -> bool:
    """Add a step to the history. Without `text` the step is checked completely and its lines are written again."""
    if problem := _misplaced(history, table):
        reading.message(problem, line)
        return False
    if text is None and (problems := _told_problems(table)):
        for problem in problems:
            reading.message(f"Step {table.number}: {problem}.", line)
        return False
    reading.is_mended = reading.is_mended or text is None
    if table.undo is not None or table.redo is not None:
        _move(history, table, text)
        return True
    try:
        battle = _changed(reading, schema, history.battle, table, line)
    except ChangeError as error:
        reading.message(f"Step {table.number} cannot be applied: {error}.", line)
        return False
    except Misfits as error:
        for misfit in error.found:
            reading.message(f"Step {table.number}: {misfit}.", line)
        return False
    if len(battle.combatants) > MOST_COMBATANTS:
        reading.message(f"Step {table.number} cannot be applied: {_too_many(len(battle.combatants))}", line)
        return False
    if reading.is_mended:
        whole, told = repaired(battle)
        for sentence in told:
            reading.message(f"Step {table.number}: {sentence}", line)
        if whole is not battle and text is not None:
            # The repaired battle is not what the lines of the step say, so all of its lines are written again.
            battle, table = whole, _table(reading, _toml_of(text), line) or table
            text = None
        battle = whole
    if text is None:
        try:
            _add_anew(history, table, battle)
        except emitter.Unwritable as error:
            reading.message(f"Step {table.number}: {error}", line)
            return False
    else:
        history.next_number = table.number
        history.add(battle, text, StepRecord(text))
    return True


def _toml_of(text: str) -> Any:
    return untrusted.toml(text)["step"][0]


def _misplaced(history: History, table: StepTable) -> str | None:
    """Why a step does not fit its position in the file, or None if it does."""
    number = table.number
    kinds = [name for name in ("parent", "undo", "redo") if getattr(table, name) is not None]
    if len(kinds) != 1:
        return f"Step {number} must have one of parent, undo and redo."
    if number < history.next_number:
        return f"Step {number} comes after step {history.next_number - 1}: numbers must rise."
    if table.parent is not None and table.parent != history.head:
        return f"Step {number} follows step {table.parent}, but the battle was at step {history.head}."
    if table.undo is not None and (history.undoable is None or history.head != table.undo):
        return f"Step {number} undoes step {table.undo}, but the battle was at step {history.head}."
    if table.redo is not None and not history.can_redo(table.redo):
        return f"Step {number} redoes step {table.redo}, which was not undone there."
    return None


def _told_problems(table: StepTable) -> list[str]:
    """Problems in the lines that are otherwise read later."""
    problems = []
    if not isinstance(table.time, datetime):
        problems.append("time: expected a date and a time")
    if table.parent is not None:
        for read_one, plain in ((read_call, table.call), (read_note, table.note if table.note is not None else {})):
            try:
                read_one(plain)
            except Misfits as error:
                problems += [str(misfit) for misfit in error.found]
    return problems


def _changed(reading: Reading, schema: Schema, battle: AnyBattle, table: StepTable, line: int | None) -> AnyBattle:
    plain = {
        "changes": table.changes,
        "added": table.added,
        "removed": table.removed,
        "splices": table.splices,
    }
    for change in read_changes(schema, battle, plain):
        battle, oddity = applied(battle, change)
        if oddity:
            reading.message(
                f"Step {table.number} found a different value from the one it recorded: {oddity}.", line, is_note=True
            )
    return battle


def _move(history: History, table: StepTable, text: str | None) -> None:
    kind, of = ("undo", table.undo) if table.undo is not None else ("redo", table.redo)
    assert of is not None
    text = text or emitter.moved_step(table.number, kind, of, _moment(table))
    history.next_number = table.number
    if kind == "undo":
        history.undo(text, StepRecord(text))
    else:
        history.redo(of, text, StepRecord(text))


def _add_anew(history: History, table: StepTable, battle: AnyBattle) -> Step:
    """Add a step that was edited by hand, or is of an older format, with new lines and a right checksum."""
    call, note = read_call(table.call), read_note(table.note if table.note is not None else {})
    time = _moment(table)
    assert table.parent is not None
    text = emitter.done_step(table.number, table.parent, time, call, note, changes(history.battle, battle))
    history.next_number = table.number
    return history.add(battle, text, StepRecord.of(text, time, call, note))


def _moment(table: StepTable) -> datetime:
    time: datetime = table.time
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _look_over(reading: Reading, ruleset: Ruleset, history: History, chunks: list[Chunk]) -> None:
    """Report problems in the steps after a broken one, and that these steps were left out."""
    for chunk in chunks:
        for table in _parsed(reading, chunk, is_whole=True) or ():
            _tell_call(reading, ruleset, table, chunk)
            for problem in _told_problems(table):
                reading.message(f"Step {table.number}: {problem}.", chunk.line)
    count = len(chunks) + 1
    reading.message(
        f"The battle was opened as it was after step {history.next_number - 1}; {count} "
        f"step{'s' if count > 1 else ''} after it could not be read and will be kept in a file beside it."
    )


def _read_older(
    reading: Reading,
    head: dict[str, Any],
    chunks: list[Chunk],
    data: bytes,
    rulesets: Mapping[str, Ruleset],
    migrations: Migrations,
) -> None:
    """Read a whole file of an older version and convert it to this version."""
    steps, places = [], []
    rest = len(data)
    for chunk in chunks[1:]:
        if chunk is chunks[-1] and not chunk.is_closed:
            reading.message("The last step was not completely written, as after a power cut.", chunk.line)
            rest = chunk.at
            break
        plain = _toml(reading, chunk, chunk.text)
        if plain is None:
            rest = chunk.at
            break
        steps += plain["step"]
        places += [chunk.line] * len(plain["step"])
    old = head["version"]
    try:
        plain = migrated(head | {"step": steps}, migrations)
    except KeyError:
        reading.message(f"This file has version {old} of the format, which no Battleboard has ever written.")
        return
    opened = _battle(reading, plain, rulesets, chunks[0])
    if opened is None:
        return
    ruleset, battle = opened
    history = History(plain.get("start", 0), battle)
    schema = battle_schema(ruleset)
    is_same_length = len(plain["step"]) == len(places)
    for index, one in enumerate(plain["step"]):
        line = places[index] if is_same_length else None
        table = _table(reading, one, line)
        if table is None or not _add(reading, schema, history, table, line, None):
            rest = min(rest, next((chunk.at for chunk in chunks if chunk.line == line), rest))
            break
    reading.message(
        f"The file has version {old} of the format; with the next step it is written again in version {VERSION}.",
        is_note=True,
    )
    _tell_house_rules(reading, ruleset, history.battle)
    reading.contents = Contents(ruleset, history, rest, data[rest:], is_older=True)
