"""Forms from types: title, group, range and help of every field are declared on the types, in `msgspec.Meta`.

`Meta(title=…, description=…, ge=…, le=…)` have their usual meaning; `extra_json_schema={"group": …}` puts a field under
a heading. The paths are those of the action `edit`.
"""

from __future__ import annotations

import functools
from typing import Any, Literal

import msgspec
from msgspec import inspect

from model.state.base import State, replace
from model.state.texts import lowered

FieldKind = Literal["number", "decimal", "flag", "text", "choice", "list"]


class FieldView(State):
    """A field that can be edited."""

    path: str
    """`sheet.agility`, `sheet.skills.ranged_combat`"""
    title: str
    kind: FieldKind
    value: bool | int | float | str | tuple[str, ...] | None
    """None if not given; a tuple for a list."""
    group: str = ""
    least: float | None = None
    most: float | None = None
    options: tuple[str, ...] = ()
    help: str = ""
    is_optional: bool = False
    """Whether the value may be omitted."""
    is_entry: bool = False
    """Whether it is an entry of an open-ended part, such as a skill, which can be removed."""
    part: str = ""
    """Path of the open-ended part that it is in; `parts_of` has all of it."""
    names: str = ""
    """Path of the part of the sheet whose names a text takes: `skills`; empty: any text."""
    differs: str = ""
    """What the values are, if it is a field of several combatants that is not alike in all: `2–5`."""
    counts: str = ""
    """The number that counts while the field is empty, such as the maximum of a pool that is full."""


class FieldSpec(State):
    """What the type declares about a field."""

    name: str
    title: str
    kind: FieldKind | Literal["struct", "table"]
    group: str = ""
    least: float | None = None
    most: float | None = None
    options: tuple[str, ...] = ()
    help: str = ""
    is_optional: bool = False
    value: FieldSpec | None = None
    """For a table or a list: the type of its values."""
    struct: type | None = None
    """For a struct: its type."""
    names: str = ""
    suggests: tuple[str, ...] = ()
    entry: str = ""
    """What one entry of a table or list is called: `skill`."""
    default: Any = None


class _Values:
    """A struct compared by identity, as a cache key: sheets and gear are read often and never change."""

    __slots__ = ("held",)

    def __init__(self, held: object) -> None:
        self.held = held

    def __hash__(self) -> int:
        return id(self.held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Values) and self.held is other.held


def fields_of(value: object, path: str) -> tuple[FieldView, ...]:
    """All editable fields of a struct, including those of structs and tables inside it."""
    return _fields_of(_Values(value), path)


@functools.lru_cache(maxsize=512)
def _fields_of(values: _Values, path: str) -> tuple[FieldView, ...]:
    found: list[FieldView] = []
    _add_fields(found, values.held, path, "", "")
    return tuple(found)


def _add_fields(fields: list[FieldView], value: object, path: str, group: str, part: str) -> None:
    """Add the fields of a struct to a list. Nested generators would pass each field on at every depth."""
    if not isinstance(value, msgspec.Struct):
        return
    for spec in specs_of(type(value)):
        found = getattr(value, spec.name)
        if spec.kind in _NESTED:
            _add_of_spec(fields, spec, found, f"{path}.{spec.name}", spec.group or group, part)
        else:
            fields.append(field_view(spec, found, f"{path}.{spec.name}", spec.group or group, part=part))


def _add_of_spec(
    fields: list[FieldView], spec: FieldSpec, value: Any, path: str, group: str, part: str, *, is_entry: bool = False
) -> None:
    if spec.kind == "struct":
        first = len(fields)
        _add_fields(fields, value, path, group or spec.title, part)
        if group and group == spec.group:
            # Several records stand under one heading: `Innate physical`, `Plating physical`.
            fields[first:] = [replace(one, title=f"{spec.title} {lowered(one.title)}") for one in fields[first:]]
    elif spec.kind == "list" and value and isinstance(value[0], msgspec.Struct):
        for index, member in enumerate(value):
            _add_fields(fields, member, f"{path}.{index}", f"{spec.title} {index + 1}", part or path)
    elif spec.kind == "table":
        for key, entry in (value or {}).items():
            if spec.value is not None:
                titled = replace(spec.value, title=key.replace("_", " ").capitalize())
                _add_of_spec(fields, titled, entry, f"{path}.{key}", group or spec.title, part or path, is_entry=True)
    else:
        part = part or (path if spec.kind == "list" else "")
        fields.append(field_view(spec, value, path, group, is_entry=is_entry, part=part))


_NESTED = frozenset(("struct", "list", "table"))
"""Kinds that can have fields inside them."""


def field_view(
    spec: FieldSpec, value: Any, path: str, group: str, *, is_entry: bool = False, part: str = ""
) -> FieldView:
    """The view of a field of a plain value."""
    return FieldView(
        path=path,
        title=spec.title,
        kind=spec.kind,  # type: ignore[arg-type]  # kinds with fields inside were expanded by the caller
        value=value if value is None or isinstance(value, bool | int | float | str) else _plain(value),
        group=group,
        least=spec.least,
        most=spec.most,
        options=spec.options,
        help=spec.help,
        is_optional=spec.is_optional,
        is_entry=is_entry,
        part=part,
        names=spec.names,
    )


def _plain(value: Any) -> str | tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple | list) else str(value)


@functools.cache
def specs_of(struct: type) -> tuple[FieldSpec, ...]:
    """What a struct type declares about its fields."""
    info = inspect.type_info(struct)
    if not isinstance(info, inspect.StructType):
        return ()
    return tuple(_spec(field.name, field.type, field.default) for field in info.fields)


def _spec(name: str, type_: inspect.Type, default: Any = msgspec.NODEFAULT) -> FieldSpec:
    """The declaration of a field of this name and type."""
    inner, is_optional = _without_none(_bare(type_))
    meta = _meta(inner) | _meta(type_)
    kind, least, most, options = _kind(_bare(inner))
    table = _bare(inner)
    return FieldSpec(
        name=name,
        title=str(meta.get("title") or name.replace("_", " ").capitalize()),
        kind=kind,
        group=str(meta.get("group", "")),
        least=least,
        most=most,
        options=options,
        help=str(meta.get("description", "")),
        is_optional=is_optional,
        value=_value_spec(table),
        struct=table.cls if isinstance(table, inspect.StructType) else None,
        names=str(meta.get("names", "")),
        suggests=tuple(meta.get("suggests", ())),
        entry=str(meta.get("entry", "")),
        default=None if default is msgspec.NODEFAULT else default,
    )


def _value_spec(type_: inspect.Type) -> FieldSpec | None:
    """The declaration of the values of a table or list."""
    if isinstance(type_, inspect.DictType):
        return _spec("", type_.value_type)
    return _spec("", type_.item_type) if isinstance(type_, inspect.VarTupleType | inspect.ListType) else None


def _meta(type_: inspect.Type) -> dict[str, Any]:
    """The title, description and group declared on a type."""
    return (type_.extra_json_schema or {}) if isinstance(type_, inspect.Metadata) else {}


def _bare(type_: inspect.Type) -> inspect.Type:
    while isinstance(type_, inspect.Metadata):
        type_ = type_.type
    return type_


def _without_none(type_: inspect.Type) -> tuple[inspect.Type, bool]:
    if not isinstance(type_, inspect.UnionType):
        return type_, False
    others = [member for member in type_.types if not isinstance(member, inspect.NoneType)]
    return others[0], len(others) < len(type_.types)


def _kind(
    type_: inspect.Type,
) -> tuple[FieldKind | Literal["struct", "table"], float | None, float | None, tuple[str, ...]]:
    """Kind, minimum, maximum and options of a bare type."""
    match type_:
        case inspect.BoolType():
            return "flag", None, None, ()
        case inspect.IntType(gt=gt, ge=ge, lt=lt, le=le):
            return "number", gt + 1 if gt is not None else ge, lt - 1 if lt is not None else le, ()
        case inspect.FloatType(gt=gt, ge=ge, lt=lt, le=le):
            return "decimal", gt if gt is not None else ge, lt if lt is not None else le, ()
        case inspect.LiteralType(values=values):
            return "choice", None, None, tuple(map(str, values))
        case inspect.DictType():
            return "table", None, None, ()
        case inspect.StructType():
            return "struct", None, None, ()
        case inspect.VarTupleType() | inspect.TupleType() | inspect.ListType():
            return "list", None, None, ()
    return "text", None, None, ()
