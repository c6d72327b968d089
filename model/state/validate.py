"""Finds everything that is wrong with plain data read from a file, by the types it should have.

msgspec stops at the first problem. A person who edits a file by hand wants all of them, each with its place.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

from model.state.changes import Path


class Misfit(msgspec.Struct, frozen=True):
    """Something that does not fit its type."""

    path: Path
    sentence: str
    """What was expected and what was found, without the path."""

    def __str__(self) -> str:
        return f"{'.'.join(self.path)}: {self.sentence}" if self.path else self.sentence


@lru_cache(maxsize=512)
def _info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def misfits(kind: Any, value: object, path: Path = ()) -> list[Misfit]:
    """All reasons why plain data (as `tomllib` reads it) is not a value of a type; empty if it is."""
    return list(_walk(_info(kind), value, path))


def found(value: object) -> str:
    """A short description of a value in a file."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text “{value}”" if len(value) <= 40 else f"the text “{value[:37]}…”"
        case int() | float():
            return f"the number {value}"
        case Mapping():
            return "a table"
        case list() | tuple():
            return "a list"
    return f"“{value}”"


def _walk(info: inspect.Type, value: object, path: Path) -> Iterator[Misfit]:
    match info:
        case inspect.Metadata():
            yield from _walk(info.type, value, path)
        case inspect.StructType():
            yield from _struct(info, value, path)
        case inspect.UnionType():
            yield from _union(info, value, path)
        case inspect.DictType():
            yield from _dict(info, value, path)
        case inspect.VarTupleType() | inspect.ListType():
            if isinstance(value, list | tuple):
                for index, member in enumerate(value):
                    yield from _walk(info.item_type, member, (*path, str(index)))
            else:
                yield Misfit(path, f"expected a list, found {found(value)}")
        case inspect.TupleType():
            yield from _tuple(info, value, path)
        case inspect.LiteralType():
            if value not in info.values:
                near = closest(value, map(str, info.values), lists=False) if isinstance(value, str) else ""
                yield Misfit(path, f"expected one of {_listed(info.values)}, found {found(value)}{near}")
        case _:
            if sentence := _scalar(info, value):
                yield Misfit(path, sentence)


def _struct(info: inspect.StructType, value: object, path: Path) -> Iterator[Misfit]:
    if not isinstance(value, Mapping):
        yield Misfit(path, f"expected a table, found {found(value)}")
        return
    fields = {field.encode_name: field for field in info.fields}
    for key, field in fields.items():
        if key in value:
            yield from _walk(field.type, value[key], (*path, key))
        elif field.required:
            yield Misfit((*path, key), "is missing")
    for key in value:
        if key not in fields and key != info.tag_field:
            yield Misfit((*path, key), f"is not a known field{closest(str(key), fields)}")


def _union(info: inspect.UnionType, value: object, path: Path) -> Iterator[Misfit]:
    structs = [member for member in info.types if isinstance(member, inspect.StructType)]
    others = [member for member in info.types if not isinstance(member, inspect.StructType | inspect.NoneType)]
    if structs and (isinstance(value, Mapping) or not others):
        yield from _tagged(structs, value, path)
        return
    best: list[Misfit] = []
    for member in others:
        problems = list(_walk(member, value, path))
        if not problems:
            return
        if not best or len(problems[0].path) > len(best[0].path):
            best = problems
    if len(others) == 1 or (best and len(best[0].path) > len(path)):
        yield from best
    else:
        kinds = " or ".join(_kind(member) for member in others)
        yield Misfit(path, f"expected {kinds}, found {found(value)}")


def _tagged(structs: list[inspect.StructType], value: object, path: Path) -> Iterator[Misfit]:
    field = structs[0].tag_field
    if field is None or not isinstance(value, Mapping):
        yield from _struct(structs[0], value, path)
        return
    tags = {struct.tag: struct for struct in structs}
    if field not in value:
        yield Misfit((*path, field), f"is missing; it must be one of {_listed(tags)}")
    elif not isinstance(value[field], str) or value[field] not in tags:
        yield Misfit((*path, field), f"expected one of {_listed(tags)}, found {found(value[field])}")
    else:
        yield from _struct(tags[value[field]], value, path)


def _dict(info: inspect.DictType, value: object, path: Path) -> Iterator[Misfit]:
    if not isinstance(value, Mapping):
        yield Misfit(path, f"expected a table, found {found(value)}")
        return
    for key, member in value.items():
        yield from _walk(info.value_type, member, (*path, str(key)))


def _tuple(info: inspect.TupleType, value: object, path: Path) -> Iterator[Misfit]:
    if not isinstance(value, list | tuple) or len(value) != len(info.item_types):
        count = len(value) if isinstance(value, list | tuple) else None
        what = found(value) if count is None else f"{count}"
        yield Misfit(path, f"expected a list of {len(info.item_types)}, found {what}")
        return
    for index, (kind, member) in enumerate(zip(info.item_types, value, strict=True)):
        yield from _walk(kind, member, (*path, str(index)))


def _scalar(info: inspect.Type, value: object) -> str | None:
    """Why a single value does not fit; None when it does."""
    is_kind = {
        inspect.BoolType: isinstance(value, bool),
        inspect.IntType: isinstance(value, int) and not isinstance(value, bool),
        inspect.FloatType: isinstance(value, int | float) and not isinstance(value, bool),
        inspect.StrType: isinstance(value, str),
        inspect.NoneType: value is None,
        inspect.AnyType: True,
    }.get(type(info))
    if is_kind is None:
        return _by_msgspec(info, value)
    if not is_kind:
        return f"expected {_kind(info)}, found {found(value)}"
    if isinstance(info, inspect.IntType | inspect.FloatType) and isinstance(value, int | float):
        return _out_of_range(info, value)
    if isinstance(info, inspect.StrType) and isinstance(value, str):
        return _bad_text(info, value)
    return None


def _by_msgspec(info: inspect.Type, value: object) -> str | None:
    """For kinds of values that no state has yet."""
    return None if value is not None else f"expected {_kind(info)}, found nothing"


def _out_of_range(info: inspect.IntType | inspect.FloatType, value: float) -> str | None:
    if not -math.inf < value < math.inf:
        return f"expected a number, found {value}"
    if info.ge is not None and value < info.ge:
        return f"expected at least {info.ge:g}, found {value}"
    if info.gt is not None and value <= info.gt:
        return f"expected more than {info.gt:g}, found {value}"
    if info.le is not None and value > info.le:
        return f"expected at most {info.le:g}, found {value}"
    if info.lt is not None and value >= info.lt:
        return f"expected less than {info.lt:g}, found {value}"
    return None


def _bad_text(info: inspect.StrType, value: str) -> str | None:
    if info.min_length is not None and len(value) < info.min_length:
        return "expected a text, found an empty one" if not value else f"expected at least {info.min_length} letters"
    if info.max_length is not None and len(value) > info.max_length:
        return f"expected at most {info.max_length} letters, found {len(value)}"
    if info.pattern is not None and not re.search(info.pattern, value):
        return f"expected a text like {info.pattern}, found {found(value)}"
    return None


def _kind(info: inspect.Type) -> str:
    names: dict[type[inspect.Type], str] = {
        inspect.BoolType: "true or false",
        inspect.IntType: "a whole number",
        inspect.FloatType: "a number",
        inspect.StrType: "a text",
        inspect.ListType: "a list",
        inspect.VarTupleType: "a list",
        inspect.TupleType: "a list",
        inspect.DictType: "a table",
        inspect.StructType: "a table",
    }
    if isinstance(info, inspect.Metadata):
        return _kind(info.type)
    if isinstance(info, inspect.LiteralType):
        return f"one of {_listed(info.values)}"
    return names.get(type(info), "something else")


def closest(name: str, known: Iterable[str], *, lists: bool = True) -> str:
    """The end of a sentence about an unknown name: the closest known one, or else all known ones if `lists`."""
    from difflib import get_close_matches  # only after a mistake

    names = list(known)
    if near := get_close_matches(name.lower(), names, n=1, cutoff=0.6):
        return f" (did you mean “{near[0]}”?)"
    return f"; known are {_listed(names)}" if lists else ""


def _listed(names: Iterable[object]) -> str:
    return ", ".join(sorted(str(name) for name in names)) or "none"
