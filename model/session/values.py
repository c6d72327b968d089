"""Converts the plain data of a step to typed values, and checks that a change can be loaded again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.state.base import State
from model.state.battle import AnyBattle, Battle
from model.state.changes import ABSENT, AnyChange, Change, ChangeError, Path, Splice, apply
from model.state.texts import Explanation, Note, Part, Refusal, RollRecord, Ruling, Text
from model.state.validate import Misfit, misfits


def battle_type(ruleset: Ruleset) -> Any:
    """The battle type of a ruleset, with its own types for sheets, gear, shared values and players."""
    return Battle[ruleset.sheet, ruleset.gear, ruleset.shared, ruleset.player]  # type: ignore[name-defined]


class Schema:
    """A declared type with the types of everything inside it, found once and cached.

    Walking it alongside a state gives the type allowed at a path; of a union, the member that the actual value has.
    """

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self._fields: dict[type, dict[str, Schema]] = {}

    def field(self, owner: type, name: str) -> Schema | None:
        """Schema of a field of a struct class, or None if the type does not allow the class or has no such field."""
        if owner not in self._fields:
            kind = next((one for one in _members(self.kind) if (get_origin(one) or one) is owner), None)
            fields = {} if kind is None else _fields_of(kind)
            self._fields[owner] = {name: Schema(type_) for name, type_ in fields.items()}
        return self._fields[owner].get(name)

    @cached_property
    def entry(self) -> Schema:
        """Schema of the values of a table."""
        table = next((one for one in _members(self.kind) if get_origin(one) is dict), None)
        return Schema(Any if table is None else get_args(table)[1])

    @cached_property
    def may_be_empty(self) -> bool:
        """Whether the value may be None."""
        return _may_be_empty(self.kind)

    def at(self, state: Any, path: Path) -> Schema:
        """Schema of the value at a path of a state of this type.

        Raises:
            ChangeError: the path does not exist.
        """
        schema = self
        for key in path:
            if isinstance(state, State):
                inner = schema.field(type(state), key)
                if inner is None:
                    raise ChangeError(f"{'.'.join(path)}: there is no “{key}”")
                schema, state = inner, getattr(state, key)
            elif isinstance(state, dict):
                schema, state = schema.entry, state.get(key)
            else:
                raise ChangeError(f"{'.'.join(path)}: there is nothing that could hold “{key}”")
        return schema


@cache
def _fields_of(kind: Any) -> Mapping[str, Any]:
    """The types of a struct's fields, cached: reading annotations is slow, and every session needs the same ones."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _members(kind: Any) -> tuple[Any, ...]:
    """The types that a value may have: a union's members, without annotations and None."""
    if get_origin(kind) is Annotated:
        return _members(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return tuple(inner for one in get_args(kind) if one is not NoneType for inner in _members(one))
    return (kind,)


def _may_be_empty(kind: Any) -> bool:
    if get_origin(kind) is Annotated:
        return _may_be_empty(get_args(kind)[0])
    return kind is Any or (get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind))


def battle_schema(ruleset: Ruleset) -> Schema:
    """Schema of a ruleset's battle."""
    return Schema(battle_type(ruleset))


def typed(kind: Any, plain: Any, path: Path) -> Any:
    """Plain data converted to a type.

    Raises:
        Misfits: it does not fit; with everything that is wrong with it.
    """
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise Misfits(misfits(kind, plain, path) or [Misfit(path, str(error))]) from None


class Misfits(ValueError):
    """Plain data does not fit its types."""

    def __init__(self, found: list[Misfit]) -> None:
        super().__init__("; ".join(map(str, found)))
        self.found = found


def misplaced_entries(state: Any, path: str) -> Iterator[str]:
    """A sentence for each entry that is stored under another id than its own."""
    if isinstance(state, State):
        for name in state.__struct_fields__:
            yield from misplaced_entries(getattr(state, name), f"{path}.{name}")
    elif isinstance(state, dict):
        for key, value in state.items():
            if getattr(value, "id", key) != key:
                yield f"{path}.{key}.id: is “{value.id}”, but the table is called “{key}”."
            yield from misplaced_entries(value, f"{path}.{key}")


def unloadable(schema: Schema, battle: AnyBattle, change: AnyChange) -> list[Misfit]:
    """Why a change would not be read back as the same value; empty if it would.

    Args:
        schema: the battle's types.
        battle: the battle before the change.
        change: the change that is about to be saved.
    """
    if isinstance(change, Change) and change.new is ABSENT:
        return _removal_misfits(schema, battle, change.path)
    here = schema.at(battle, change.path).kind
    new = change.new if isinstance(change, Change) else change.added
    plain = msgspec.to_builtins(new)
    try:
        again = msgspec.convert(plain, here)
    except msgspec.ValidationError as error:
        return misfits(here, plain, change.path) or [Misfit(change.path, str(error))]
    if again != new:
        return [Misfit(change.path, f"“{new!r}” would be read back from the file as “{again!r}”")]
    return []


def _removal_misfits(schema: Schema, battle: AnyBattle, path: Path) -> list[Misfit]:
    """A field can only be emptied if its type allows None; an entry of a table can always be removed."""
    owner = _standing_at(battle, path[:-1])
    if isinstance(owner, State) and not schema.at(battle, path).may_be_empty:
        return [Misfit(path, "cannot be empty")]
    return []


def _standing_at(battle: AnyBattle, path: Path) -> Any:
    found: Any = battle
    for key in path:
        found = getattr(found, key) if isinstance(found, State) else found.get(key, ABSENT)
    return ABSENT if found is None else found


def read_changes(schema: Schema, battle: AnyBattle, plain: Mapping[str, list[Any]]) -> list[AnyChange]:
    """The changes of a step, as `emitter.changes_lines` writes them.

    Raises:
        ChangeError: a path does not exist, or an entry has the wrong form.
        Misfits: a value does not fit.
    """
    changes: list[AnyChange] = []
    for entry in plain["changes"]:
        place, old, new = _entry("changes", entry, 3)
        path, here = _place(schema, battle, place)
        changes.append(Change(path, typed(here, old, path), typed(here, new, path)))
    for entry in plain["added"]:
        place, new = _entry("added", entry, 2)
        path, here = _place(schema, battle, place)
        changes.append(Change(path, ABSENT, typed(here, new, path)))
    for entry in plain["removed"]:
        place, old = _entry("removed", entry, 2)
        path, here = _place(schema, battle, place)
        changes.append(Change(path, typed(here, old, path), ABSENT))
    changes += (_splice(schema, battle, entry) for entry in plain["splices"])
    return changes


def _splice(schema: Schema, battle: AnyBattle, entry: Any) -> Splice:
    place, at, removed, added = _entry("splices", entry, 4)
    path, here = _place(schema, battle, place)
    if not _is_count(at):
        raise ChangeError(f"{'.'.join(path)}: a splice needs the index where it begins, found {at!r}")
    if _is_count(removed):
        standing = _standing_at(battle, path)
        if not isinstance(standing, tuple) or len(standing) < at + removed:
            raise ChangeError(f"{'.'.join(path)}: there are no {removed} entries to remove at {at}")
        return Splice(path, at, standing[at : at + removed], typed(here, added, path))
    return Splice(path, at, typed(here, removed, path), typed(here, added, path))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _entry(kind: str, entry: Any, length: int) -> list[Any]:
    if not isinstance(entry, list) or len(entry) != length:
        raise ChangeError(f"{kind}: each entry must be a list of {length}, found {entry!r}")
    return entry


def _place(schema: Schema, battle: AnyBattle, place: Any) -> tuple[Path, Any]:
    if isinstance(place, str):
        path: Path = tuple(place.split("."))
    elif isinstance(place, list) and all(isinstance(part, str) for part in place):
        path = tuple(place)
    else:
        raise ChangeError(f"a path must be text with dots, found {place!r}")
    return path, schema.at(battle, path).kind


def applied(battle: AnyBattle, change: AnyChange) -> tuple[AnyBattle, str]:
    """The battle with a recorded change applied, and how the old value differed (empty if it did not).

    After an edit by hand, a later step may find another old value than it recorded; it sets its new value all the same.

    Raises:
        ChangeError: it cannot be applied at all.
    """
    try:
        return apply(battle, change), ""
    except ChangeError as error:
        if isinstance(change, Splice):
            raise
        found = _standing_at(battle, change.path)
        return apply(battle, Change(change.path, found, change.new)), str(error)


def read_call(plain: Any) -> Call:
    """A call of a step or a draft.

    Raises:
        Misfits: the data is not a call.
    """
    call: Call = typed(Call, plain, ("call",))
    return call


def read_note(plain: Any) -> Note:
    """The note of a step, whose texts and parts are written as lists of their fields.

    Raises:
        Misfits: the data is not a note.
    """
    note: Note = typed(Note, _named(plain), ("note",))
    return note


def _named(plain: Any) -> Any:
    """A note's plain data, with its records converted from lists of their fields to tables."""
    if not isinstance(plain, dict):
        return plain
    kinds = {"sentences": Text, "explanations": Explanation, "rolls": RollRecord, "rulings": Ruling}
    return plain | {key: _all(kinds.get(key, Refusal), records) for key, records in plain.items()}


def _all(kind: type[State], records: Any) -> Any:
    return [_record(kind, record) for record in records] if isinstance(records, list) else records


def _record(kind: type[State], plain: Any) -> Any:
    names = kind.__struct_fields__
    if isinstance(plain, list) and len(plain) <= len(names):
        plain = dict(zip(names, plain, strict=False))
    if isinstance(plain, dict) and kind is Explanation and "parts" in plain:
        return plain | {"parts": _all(Part, plain["parts"])}
    if isinstance(plain, dict) and kind is Refusal and "sentence" in plain:
        return plain | {"sentence": _record(Text, plain["sentence"])}
    return plain
