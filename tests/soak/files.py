"""Mutated files of every kind: no reader may raise, take seconds, or open a file as something that cannot be saved."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import tempfile
import time
import traceback
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

from gui.preferences import Preferences, Settings
from model.content.problems import BadFile
from model.content.resources import root
from model.content.uvtt import import_call, load_map
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Done
from model.rulesets import RULESETS
from model.scenarios.cli import check_file
from model.session import ENDING, Session, file_names, lock
from tests.soak import Part
from tests.support import toy, uvtt
from tests.support.arena import ARENA, duel
from tests.support.toy import strike

CORPUS = Path(__file__).parent.parent / "data" / "corpus"
"""Files that once broke a reader, in a folder for each kind."""
_LONGEST = 2.0
"""Seconds of computing that a file may take."""
_HOSTILE = (
    "inf", "-inf", "nan", "9223372036854775807", "99999999999999999999", "1" + "0" * 400, "1e400", "9" * 4400, "-1",
    "0", "1.5", "true", "[]", "{}", "[[]]", "[1, 2]", "{a = 1}", "1979-05-27", '""', '"\\u0000"', '"@ghost"',
    '"ghost-1"', '"' + "x" * 5000 + '"', "[" * 2500 + "]" * 2500, "{a = " * 1500 + "1" + "}" * 1500,
    '"<img src=\\"file:///secret.png\\">"', "null", '"../../x"',
)  # fmt: skip
_VALUE = re.compile(r'(?<=[=\[, ])("[^"]*"|-?\d+(\.\d+)?|true|false)')
_CLOSING = re.compile(r'^end = "(\d+) [0-9a-f]{8}"[ \t]*$', re.MULTILINE)


# ------------------------------------------------------------------------------------------------------------ mutations


def mutated(text: str, chance: Random) -> bytes:
    """Return a file with a few mistakes: in its values, its lines, its structure or its bytes."""
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        chance.choice(_MISTAKES)(lines, chance)
        lines = lines or [""]
    text = "\n".join(lines)
    if chance.random() < 0.5:
        text = with_right_sums(text)
    data = text.encode(errors="surrogatepass")
    return _bytes_mutated(data, chance) if chance.random() < 0.15 else data


def _value(lines: list[str], chance: Random) -> None:
    at = chance.randrange(len(lines))
    if found := list(_VALUE.finditer(lines[at])):
        one = chance.choice(found)
        lines[at] = lines[at][: one.start()] + chance.choice(_HOSTILE) + lines[at][one.end() :]


def _whole_value(lines: list[str], chance: Random) -> None:
    at = chance.randrange(len(lines))
    if "=" in lines[at]:
        lines[at] = f"{lines[at].partition('=')[0]}= {chance.choice(_HOSTILE)}"


def _gone(lines: list[str], chance: Random) -> None:
    del lines[chance.randrange(len(lines))]


def _twice(lines: list[str], chance: Random) -> None:
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))


def _swapped(lines: list[str], chance: Random) -> None:
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _letter(lines: list[str], chance: Random) -> None:
    at = chance.randrange(len(lines))
    letter = chance.randrange(len(lines[at]) + 1)
    put = chance.choice('[]{}"=,.#\x00\ud7ffé')
    lines[at] = lines[at][:letter] + put + lines[at][letter + chance.randrange(2) :]


def _table_gone(lines: list[str], chance: Random) -> None:
    """Remove a whole table, so that references to it point nowhere."""
    if heads := [at for at, line in enumerate(lines) if line.startswith("[")]:
        first = last = chance.choice(heads)
        while last + 1 < len(lines) and not lines[last + 1].startswith("["):
            last += 1
        del lines[first : last + 1]


def _cut(lines: list[str], chance: Random) -> None:
    del lines[chance.randrange(len(lines)) :]


_MISTAKES = (_value, _value, _value, _whole_value, _gone, _twice, _swapped, _letter, _table_gone, _cut)


def _bytes_mutated(data: bytes, chance: Random) -> bytes:
    raw = bytearray(data or b"\0")
    for _ in range(chance.choice((1, 1, 4, 40))):
        at = chance.randrange(len(raw))
        match chance.randrange(4):
            case 0:
                raw[at] = chance.randrange(256)
            case 1:
                raw[at:at] = chance.randbytes(chance.choice((1, 3, 200)))
            case 2:
                del raw[at : at + chance.choice((1, 10, 1000))]
            case _:
                raw += chance.randbytes(8)
        raw = raw or bytearray(b"\0")
    return bytes(raw)


def with_right_sums(text: str) -> str:
    """Give steps the checksums that the program would write, so that it trusts them."""
    parts = re.split(r"(?m)(?=^\[\[step\]\]$)", text)
    for number, part in enumerate(parts):
        if found := list(_CLOSING.finditer(part)):
            last = found[-1]
            check = zlib.crc32(part[: last.start()].encode(errors="surrogatepass"))
            parts[number] = f'{part[: last.start()]}end = "{last[1]} {check:08x}"{part[last.end() :]}'
    return "".join(parts)


# -------------------------------------------------------------------------------------------------------------- readers


def _read_session(file: Path, rulesets: Mapping[str, Ruleset]) -> None:
    """Open the file, read every step, undo, redo and add a step."""
    opened = Session.open(file, rulesets)
    session = opened.session
    if session is None:
        assert opened.problems, "nothing is said about a file that cannot be opened"
        assert not file_names.lock_file(file).exists(), "a file that cannot be opened stays locked"
        return
    for step in session.steps:
        told = (step.note, step.call, step.time)
        assert None not in told
        session.battle_before(step)
        session.battle_after(step)
    assert all(draft.outcome for draft in session.drafts.values())
    before = session.battle
    if session.undo() is not None:
        session.redo()
    assert session.battle == before, "undo and redo lead to another battle"
    session.act(Call(action="set_title", options={"title": "Later"}))
    session.close()
    again = Session.open(file, rulesets).session
    assert again is not None, "what was opened and gone on with cannot be opened again"
    assert again.battle == session.battle, "it comes back as another battle"
    again.close()


def _read_game_session(file: Path) -> None:
    _read_session(file, RULESETS)
    check_file(file)


def _read_toy_session(file: Path) -> None:
    _read_session(file, toy.RULESETS)


def _read_drafts(file: Path) -> None:
    path = file.with_name(f"duel{ENDING}")
    path.write_text(_toy_evening(), encoding="utf-8")
    file.replace(file_names.drafts_file(path))
    _read_session(path, toy.RULESETS)


def _read_lock(file: Path) -> None:
    path = file.with_name(f"duel{ENDING}")
    path.write_text(_toy_evening(), encoding="utf-8")
    file.replace(file_names.lock_file(path))
    opened = Session.open(path, toy.RULESETS, take_over=True)
    assert opened.session is not None, "nobody can take it over"
    opened.session.close()


def _read_settings(file: Path) -> None:
    found = Preferences(Settings(file))
    assert [found.theme, found.text_size, found.has_reduced_motion, found.shows_thumbnail, found.most_backups]
    assert [found.rolling("pc"), found.health_shown("npc"), found.battles_folder, found.shortcut("undo"), found.recent]
    found.layout("main")
    found.set_theme("dark")
    assert Preferences(Settings(file)).theme == "dark"


def _read_any(file: Path) -> None:
    kind, problems, notes = check_file(file)
    assert kind
    assert all(map(str, (*problems, *notes)))


def _read_map(file: Path) -> None:
    """Check that a file accepted as a map can be imported into any board, and that the battle can then be saved."""
    try:
        found = load_map(file)
    except BadFile as error:
        if not error.problems:
            raise AssertionError("nothing is said about what is wrong") from error
        return
    for metres in (0.1, 100.0):
        opened = Session.create(file.with_name(f"{metres}{ENDING}"), ARENA, duel())
        assert opened.session is not None
        outcome = opened.session.act(import_call(found, metres, "0123abcd4567ef89.png"))
        assert isinstance(outcome, Done), outcome
        opened.session.close()


# ---------------------------------------------------------------------------------------------------------- whole files


@cache
def _toy_evening() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"duel{ENDING}"
        session = Session.create(path, toy.TOY, toy.battle()).session
        assert session is not None
        for place in range(4):
            session.act(strike("ann", "bob", 5))
            session.act(strike("bob", "ann", 2))
            session.act(Call(action="move", actor="ann", options={"x": 2.0 + place, "y": 0.0}))
        session.undo()
        session.close()
        return path.read_text(encoding="utf-8")


def _toy_drafts() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"duel{ENDING}"
        session = Session.create(path, toy.TOY, toy.battle()).session
        assert session is not None
        session.act(strike("ann", "bob"))
        session.act(strike("bob", "ann"))
        session.close()
        return file_names.drafts_file(path).read_text(encoding="utf-8")


def _toy_lock() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "duel.lock"
        lock.acquire(path)
        text = path.read_text(encoding="utf-8")
        lock.release(path)
        return text


def _evening_of(sample: Path) -> str:
    """Return a sample's file after the beginning of its fight."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / sample.name
        shutil.copyfile(sample, path)
        session = Session.open(path, RULESETS).session
        assert session is not None
        session.act(Call(action="start_fight", options={"first": "pc"}))
        for who in list(session.battle.combatants)[:4]:
            session.act(Call(action="set_condition", targets=(who,), options={"condition": "prone"}))
            session.act(Call(action="place", targets=(who,), options={"place": {"x": 3.0, "y": 4.0}}))
        session.undo()
        session.close()
        return path.read_text(encoding="utf-8")


_SETTINGS = """\
theme = "dark"
text_size = 120
motion = "reduced"
thumbnail = "hidden"
backups = 7
recent = ["/battles/one.battle.toml", "/battles/two.battle.toml"]
battles_folder = "/battles"
"rolling/pc" = "rolled"
"health/npc" = "exact"
"keys/undo" = "Ctrl+U"
"players/screen" = "Acme|Panel|4711|HDMI-1"
"layout/main" = "AAAA/wAAAAD9AAAAAg=="
"""


@cache
def _samples() -> tuple[str, ...]:
    return tuple(_evening_of(file) for file in sorted((root() / "samples").glob(f"*{ENDING}")))


@cache
def _texts(folder: str) -> tuple[str, ...]:
    return tuple(file.read_text(encoding="utf-8") for file in sorted((root() / folder).rglob("*.toml")))


@cache
def _scenarios() -> tuple[str, ...]:
    files = sorted((Path(__file__).parent.parent / "scenarios").rglob("*.toml"))[::10]
    return tuple(file.read_text(encoding="utf-8") for file in files)


@cache
def _maps() -> tuple[str, ...]:
    return tuple(json.dumps(made(), indent=1) for made in (uvtt.keep, uvtt.cave, uvtt.ship))


class _Kind:
    """A kind of file: its name, valid files to begin with, and its reader."""

    def __init__(self, name: str, whole: Callable[[], tuple[str, ...]], read: Callable[[Path], None]) -> None:
        self.name, self.whole, self.read = name, whole, read


KINDS = {
    "toy": _Kind(f"x{ENDING}", lambda: (_toy_evening(),), _read_toy_session),
    "session": _Kind(f"x{ENDING}", _samples, _read_game_session),
    "drafts": _Kind("x.toml", cache(lambda: (_toy_drafts(),)), _read_drafts),
    "lock": _Kind("x.toml", cache(lambda: (_toy_lock(),)), _read_lock),
    "settings": _Kind("settings.toml", lambda: (_SETTINGS,), _read_settings),
    "content": _Kind("x.toml", lambda: _texts("content"), _read_any),
    "scenario": _Kind("x.toml", _scenarios, _read_any),
    "map": _Kind("x.uvtt", _maps, _read_map),
}
_ROUND = (
    "toy", "session", "toy", "session", "drafts", "toy", "session", "settings", "content", "lock", "scenario", "map",
)  # fmt: skip


def _cases(seed: int) -> Iterator[str]:
    """Yield `KIND NUMBER`, and before that `KIND NAME` for every file that once broke a reader."""
    for file in sorted(CORPUS.glob("*/*")):
        yield f"{file.parent.name} {file.name}"
    for number in itertools.count(seed * 1_000_000):
        yield f"{_ROUND[number % len(_ROUND)]} {number}"


def _content(kind: str, which: str) -> bytes:
    if not which.isdecimal():
        return (CORPUS / kind / which).read_bytes()
    chance = Random(f"{kind} {which}")
    return mutated(chance.choice(KINDS[kind].whole()), chance)


def _run(case: str, folder: Path) -> list[str]:
    kind, which = case.split()
    file = folder / KINDS[kind].name
    file.write_bytes(_content(kind, which))
    began = time.process_time()
    try:
        KINDS[kind].read(file)
    except Exception as raised:  # noqa: BLE001 -- whatever it is, it is what is looked for
        return ["".join(traceback.format_exception(raised)).strip()]
    taken = time.process_time() - began
    return [f"it took {taken:.1f} s"] if taken > _LONGEST else []


files = Part(_cases, _run)
