"""Random states for property tests, made from the types themselves, so that a new field is covered at once."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

IDS = ("anna-1", "bert-2", "dock-3")
"""Few ids, so that two random states have entries in common."""

_TEXTS = st.text(st.characters(blacklist_categories=("Cs",)), max_size=6)


def states(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a type, within the ranges that it declares."""
    return _plain(inspect.type_info(kind)).map(lambda value: msgspec.convert(value, kind))


def _plain(info: inspect.Type) -> st.SearchStrategy[Any]:
    if isinstance(info, inspect.StructType):
        return _struct(_Key(info))
    match info:
        case inspect.Metadata():
            return _plain(info.type)
        case inspect.UnionType():
            return st.one_of(*(_plain(member) for member in info.types))
        case inspect.DictType():
            return st.dictionaries(st.sampled_from(IDS), _plain(info.value_type), max_size=2)
        case inspect.VarTupleType() | inspect.ListType():
            return st.lists(_plain(info.item_type), max_size=3)
        case inspect.TupleType():
            return st.tuples(*(_plain(member) for member in info.item_types))
        case inspect.LiteralType():
            return st.sampled_from(info.values)
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            least = info.ge if info.ge is not None else (info.gt + 1 if info.gt is not None else -5)
            return st.integers(int(least), int(info.le if info.le is not None else least + 20))
        case inspect.FloatType():
            least = info.ge if info.ge is not None else (info.gt + 0.5 if info.gt is not None else -5.0)
            return st.floats(least, info.le if info.le is not None else least + 20, allow_nan=False).map(
                lambda number: round(number, 3) + 0.0
            )
        case inspect.StrType():
            return _texts(info.pattern, info.min_length or 0)
        case inspect.NoneType():
            return st.none()
        case inspect.AnyType():
            return st.one_of(st.booleans(), st.integers(-5, 5), _TEXTS)
    raise AssertionError(f"no random values for {info}")


@lru_cache
def _texts(pattern: str | None, least: int) -> st.SearchStrategy[str]:
    if pattern is None:
        return _TEXTS.filter(lambda text: len(text) >= least)
    return st.from_regex(re.compile(pattern, re.ASCII), fullmatch=True).filter(lambda text: "\n" not in text)


class _Key:
    """A struct's type as a cache key: its class and parameters, so that its strategy is built once."""

    def __init__(self, info: inspect.StructType) -> None:
        self.info = info
        self.name = (info.cls, tuple(str(field.type) for field in info.fields))

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.name == other.name


@lru_cache
def _struct(key: _Key) -> st.SearchStrategy[Any]:
    required: dict[str, st.SearchStrategy[Any]] = {}
    optional: dict[str, st.SearchStrategy[Any]] = {}
    for field in key.info.fields:
        (required if field.required else optional)[field.encode_name] = st.deferred(
            lambda type=field.type: _plain(type)  # type: ignore[misc]
        )
    if key.info.tag_field:
        required[key.info.tag_field] = st.just(key.info.tag)
    return st.fixed_dictionaries(required, optional=optional)
