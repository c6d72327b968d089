"""From the plain data of a step back to typed values, and the check that a change will load again."""

from __future__ import annotations

from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.session.emitter import POSITIONAL
from model.state.base import State
from model.state.battle import AnyBattle, Battle
from model.state.changes import ABSENT, AnyChange, Change, ChangeError, Path, Splice, apply
from model.state.conform import Misfit, misfits
from model.state.texts import Note


def battle_type(ruleset: Ruleset) -> Any:
    """The battle of a ruleset, with its own types for sheets, gear and shared things."""
    return Battle[ruleset.sheet, ruleset.gear, ruleset.shared]  # type: ignore[name-defined]


@lru_cache(maxsize=1024)
def _fields(kind: Any) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


@lru_cache(maxsize=1024)
def _members(kind: Any) -> tuple[Any, ...]:
    """The types that a value may have: a union's members, without annotations and nothing."""
    if get_origin(kind) is Annotated:
        return _members(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return tuple(inner for one in get_args(kind) if one is not NoneType for inner in _members(one))
    return (kind,)


def type_at(kind: Any, state: Any, path: Path) -> Any:
    """The declared type of what stands at a path of a state.

    Raises:
        ChangeError: there is no such place.
    """
    for key in path:
        if isinstance(state, State):
            owner = next((one for one in _members(kind) if (get_origin(one) or one) is type(state)), None)
            if owner is None or key not in _fields(owner):
                raise ChangeError(f"{'.'.join(path)}: there is no “{key}”")
            kind, state = _fields(owner)[key], getattr(state, key)
        elif isinstance(state, dict):
            table = next((one for one in _members(kind) if get_origin(one) is dict), None)
            kind, state = (Any if table is None else get_args(table)[1]), state.get(key)
        else:
            raise ChangeError(f"{'.'.join(path)}: there is nothing that could have “{key}”")
    return kind


def typed(kind: Any, plain: Any, path: Path) -> Any:
    """Plain data as a value of a type.

    Raises:
        Misfits: it does not fit; all that is wrong with it.
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


def unloadable(kind: Any, battle: AnyBattle, change: AnyChange) -> list[Misfit]:
    """Why a change could not be read back as the same value; empty when it can.

    Args:
        kind: the battle's type.
        battle: the battle before the change.
        change: one that is about to be saved.
    """
    if isinstance(change, Change) and change.new is ABSENT:
        return _removal_misfits(kind, battle, change.path)
    here = type_at(kind, battle, change.path)
    new = change.new if isinstance(change, Change) else change.added
    plain = msgspec.to_builtins(new)
    try:
        again = msgspec.convert(plain, here)
    except msgspec.ValidationError as error:
        return misfits(here, plain, change.path) or [Misfit(change.path, str(error))]
    if again != new:
        return [Misfit(change.path, f"“{new!r}” would come back from the file as “{again!r}”")]
    return []


def _removal_misfits(kind: Any, battle: AnyBattle, path: Path) -> list[Misfit]:
    """A field can only be emptied where its type allows nothing to stand; an entry of a table always can be."""
    owner: Any = battle
    for key in path[:-1]:
        owner = getattr(owner, key) if isinstance(owner, State) else owner.get(key)
    if isinstance(owner, State) and not _may_be_empty(type_at(kind, battle, path)):
        return [Misfit(path, "cannot be empty")]
    return []


@lru_cache(maxsize=1024)
def _may_be_empty(kind: Any) -> bool:
    if get_origin(kind) is Annotated:
        return _may_be_empty(get_args(kind)[0])
    return kind is Any or (get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind))


def read_changes(kind: Any, battle: AnyBattle, plain: dict[str, Any]) -> list[AnyChange]:
    """The changes of a step, as `emitter.changes_lines` writes them.

    Raises:
        ChangeError: a path leads nowhere, or an entry is not built as it should be.
        Misfits: a value does not fit.
    """
    changes: list[AnyChange] = []
    for entry in plain.get("changes", ()):
        place, old, new = _entry("changes", entry, 3)
        path, here = _place(kind, battle, place)
        changes.append(Change(path, typed(here, old, path), typed(here, new, path)))
    for entry in plain.get("added", ()):
        place, new = _entry("added", entry, 2)
        path, here = _place(kind, battle, place)
        changes.append(Change(path, ABSENT, typed(here, new, path)))
    for entry in plain.get("removed", ()):
        place, old = _entry("removed", entry, 2)
        path, here = _place(kind, battle, place)
        changes.append(Change(path, typed(here, old, path), ABSENT))
    for entry in plain.get("splices", ()):
        place, at, out, in_ = _entry("splices", entry, 4)
        path, here = _place(kind, battle, place)
        if isinstance(at, bool) or not isinstance(at, int) or at < 0:
            raise ChangeError(f"{'.'.join(path)}: a splice needs the index where it begins, found {at!r}")
        changes.append(Splice(path, at, typed(here, out, path), typed(here, in_, path)))
    return changes


def _entry(kind: str, entry: Any, length: int) -> list[Any]:
    if not isinstance(entry, list) or len(entry) != length:
        raise ChangeError(f"{kind}: each entry is a list of {length}, found {entry!r}")
    return entry


def _place(kind: Any, battle: AnyBattle, place: Any) -> tuple[Path, Any]:
    if isinstance(place, str):
        path: Path = tuple(place.split("."))
    elif isinstance(place, list) and all(isinstance(part, str) for part in place):
        path = tuple(place)
    else:
        raise ChangeError(f"a path is a text with dots, found {place!r}")
    return path, type_at(kind, battle, path)


def applied(battle: AnyBattle, change: AnyChange) -> tuple[AnyBattle, str]:
    """The battle with a recorded change made, and what was odd about it.

    A file mended by hand may set a value that a later step did not expect; that step sets its own all the same.

    Raises:
        ChangeError: it cannot be made at all.
    """
    try:
        return apply(battle, change), ""
    except ChangeError as error:
        if isinstance(change, Splice):
            raise
        found: Any = battle
        for key in change.path:
            found = getattr(found, key) if isinstance(found, State) else found.get(key, ABSENT)
            found = ABSENT if found is None else found
        return apply(battle, Change(change.path, found, change.new)), str(error)


def read_call(plain: Any) -> Call:
    """A call of a step or a draft.

    Raises:
        Misfits: it is not one.
    """
    call: Call = typed(Call, plain, ("call",))
    return call


def read_note(plain: Any) -> Note:
    """The note of a step, its texts and parts written as lists of their fields.

    Raises:
        Misfits: it is not one.
    """
    note: Note = typed(Note, _named(plain), ("note",))
    return note


def _named(plain: Any) -> Any:
    """A note's plain data with its short lists turned into tables, by where they stand."""
    if not isinstance(plain, dict):
        return plain
    long = dict(plain)
    text_kind, part_kind = POSITIONAL
    if isinstance(sentences := plain.get("sentences"), list):
        long["sentences"] = [_from_list(text_kind, one) for one in sentences]
    for key, inner, kind in (("explanations", "parts", part_kind), ("overruled", "sentence", text_kind)):
        if isinstance(records := plain.get(key), list):
            long[key] = [_with_named(record, inner, kind) for record in records]
    return long


def _with_named(record: Any, key: str, kind: type[State]) -> Any:
    if not isinstance(record, dict) or key not in record:
        return record
    inner = record[key]
    is_many = key == "parts" and isinstance(inner, list)
    return record | {key: [_from_list(kind, one) for one in inner] if is_many else _from_list(kind, inner)}


def _from_list(kind: type[State], plain: Any) -> Any:
    names = kind.__struct_fields__
    if not isinstance(plain, list) or len(plain) > len(names):
        return plain
    return dict(zip(names, plain, strict=False))
