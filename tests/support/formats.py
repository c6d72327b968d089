"""What files rely on: the default of everything that a file may leave out, and the range of every number in it.

`python -m tests.support.formats` records them in `tests/data/formats`, after a field or an option has come in.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.inspect import FloatType, IntType, Metadata, StructType, type_info

from model.engine.ruleset import Ruleset
from model.rulesets import RULESETS
from model.state import battle as state

FOLDER = Path(__file__).resolve().parents[1] / "data" / "formats"
Entry = dict[str, Any]
"""`default`, and `least` and `most` of a number; each only where there is one."""


def formats_of(ruleset: Ruleset) -> dict[str, Entry]:
    """Return the fields of a game's files and the options of its actions, by name."""
    found: dict[str, Entry] = {}
    # House rules have a contract of their own: what is decided otherwise is told when a file is opened.
    records = (ruleset.sheet, ruleset.gear, ruleset.shared, ruleset.player)
    for record in (*records, state.Combatant, state.Item, state.Thing, state.Task):
        found |= dict(_fields(type_info(record), set()))
    for action in ruleset.actions.values():
        for parameter in action.parameters:
            numbers = {"default": parameter.default, "least": parameter.least, "most": parameter.most}
            found[f"{action.id}: {parameter.key}"] = {key: _plain(one) for key, one in numbers.items() if _is_said(one)}
    return dict(sorted(found.items()))


def _fields(record: Any, seen: set[type]) -> Iterator[tuple[str, Entry]]:
    """Yield the fields of a record and of all records in it."""
    if not isinstance(record, StructType) or record.cls in seen:
        return
    seen.add(record.cls)
    for field in record.fields:
        entry: Entry = {}
        if _is_said(field.default) and not isinstance(field.default, msgspec.Struct | dict):
            entry["default"] = _plain(field.default)
        for kind in _inside(field.type):
            if isinstance(kind, IntType | FloatType):
                entry |= {key: one for key, one in (("least", kind.ge), ("most", kind.le)) if one is not None}
            yield from _fields(kind, seen)
        yield f"{record.cls.__name__}.{field.encode_name}", entry


def _inside(kind: Any) -> Iterator[Any]:
    """Yield a type and those that it is made of."""
    if isinstance(kind, Metadata):
        kind = kind.type
    yield kind
    for part in ("item_type", "value_type"):
        if (inner := getattr(kind, part, None)) is not None:
            yield from _inside(inner)
    for inner in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ())):
        yield from _inside(inner)


def _is_said(value: Any) -> bool:
    return value is not None and value is not msgspec.NODEFAULT and type(value) is not object


def _plain(value: Any) -> Any:
    """Return a value as a file has it."""
    return json.loads(msgspec.json.encode(value, enc_hook=str))


def recorded(ruleset: Ruleset) -> dict[str, Entry]:
    """Return what was recorded last for a game."""
    return msgspec.toml.decode((FOLDER / f"{ruleset.id}.toml").read_bytes())


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for ruleset in RULESETS.values():
        said = {name: entry for name, entry in formats_of(ruleset).items() if entry}
        lines = [f"{json.dumps(name)} = {{ {_inline(entry)} }}\n" for name, entry in said.items()]
        (FOLDER / f"{ruleset.id}.toml").write_text("".join(lines), encoding="utf-8")


def _inline(entry: Entry) -> str:
    return ", ".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items())


if __name__ == "__main__":
    main()
