"""The edit of any field, by its path: found by the types of the state, converted and checked by them."""

from __future__ import annotations

from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    edit,
    fitted,
    flag,
    known,
    needed_name,
    related,
    something,
    titled,
    words,
)
from model.engine.ruleset import Action, Ruleset
from model.engine.telling import brief, listed
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle
from model.state.board import Place, millimetres
from model.state.texts import gm_text, ref

ELSEWHERE = {
    "settings": "House rules are changed with “Set house rule”.",
    "ruleset": "A battle keeps its ruleset.",
    "serial": "The count of ids is the program's own.",
    "order": "The order is changed with the commands for turns.",
}
"""What is not edited as a field, with what changes it."""
_SOMEBODY = frozenset({"holder", "controller", "clock"})
_RELATED = frozenset({"source", "other"})
_SOME_ZONE = frozenset({"zone", "first", "second"})


@dataclass(frozen=True)
class Field:
    """A place in the battle: what it is called, what it takes, what stands there."""

    path: tuple[str, ...]
    title: str
    kind: Any
    """The declared type, with its range."""
    value: Any
    """None when nothing stands there."""
    is_entry: bool = False
    """One entry of an open-ended table, which can be added and taken away."""


def field_at(ruleset: Ruleset, battle: AnyBattle, path: tuple[str, ...]) -> Field:
    """The field at a path such as `("combatants", "boomer-2", "sheet", "health")`.

    Raises:
        Wrong: there is none, or it is not one to edit by hand.
    """
    if path and path[0] in ELSEWHERE:
        raise Wrong(ELSEWHERE[path[0]])
    field = Field((), "Battle", type(battle), battle)
    for key in path:
        field = _step(ruleset, field, key)
    if not path or isinstance(field.value, dict) or _has_id(field.kind):
        raise Wrong("{path} is not one field: name the field within it.", path=".".join(path) or "Nothing")
    if path[-1] == "id":
        raise Wrong("Ids never change.")
    return field


def _step(ruleset: Ruleset, field: Field, key: str) -> Field:
    path, value = (*field.path, key), field.value
    where = ".".join(field.path) or "the battle"
    if isinstance(value, State):
        if key not in value.__struct_fields__:
            known_fields = listed(value.__struct_fields__)
            raise Wrong("{where} has no field “{key}”; it has {known}.", where=where, key=key, known=known_fields)
        kind = _with_types(get_type_hints(type(value), include_extras=True)[key], ruleset)
        return Field(path, _title(kind, key), kind, getattr(value, key))
    if isinstance(value, dict):
        kind = get_args(_bare(field.kind))[1]
        if key not in value and _has_id(kind):
            raise Wrong("{where} has no “{key}”.", where=where, key=key)
        return Field(path, _title(kind, key), kind, value.get(key), is_entry=True)
    if isinstance(value, tuple) and key.isdigit() and int(key) < len(value):
        kinds = get_args(_bare(field.kind))
        kind = kinds[0] if kinds[-1] is Ellipsis else kinds[int(key)]
        return Field(path, f"{field.title} {int(key) + 1}", kind, value[int(key)])
    raise Wrong("There is no “{key}” in {where}.", key=key, where=where)


def _with_types(kind: Any, ruleset: Ruleset) -> Any:
    """A declared type with the ruleset's own types in place of what the shared state leaves open."""
    own = {"Sheet": ruleset.sheet, "Gear": ruleset.gear, "Shared": ruleset.shared}
    if isinstance(kind, TypeVar):
        return own[kind.__name__]
    open_types = getattr(kind, "__parameters__", ())
    return kind[tuple(own[open_type.__name__] for open_type in open_types)] if open_types else kind


def _parts(kind: Any) -> tuple[Any, list[msgspec.Meta], bool]:
    """A type without its annotations, the annotations, and whether it may be absent."""
    notes: list[msgspec.Meta] = []
    is_optional = False
    while True:
        origin = get_origin(kind)
        if origin is Annotated:
            kind, *added = get_args(kind)
            notes += [note for note in added if isinstance(note, msgspec.Meta)]
        elif origin in (Union, UnionType) and NoneType in get_args(kind):
            is_optional = True
            kind = Union[tuple(other for other in get_args(kind) if other is not NoneType)]  # noqa: UP007
        else:
            return kind, notes, is_optional


def _bare(kind: Any) -> Any:
    return _parts(kind)[0]


def _title(kind: Any, key: str) -> str:
    return next((note.title for note in _parts(kind)[1] if note.title), None) or titled(key)


def _has_id(kind: Any) -> bool:
    bare = _bare(kind)
    bare = get_origin(bare) or bare
    return isinstance(bare, type) and issubclass(bare, State) and "id" in bare.__struct_fields__


def takes(kind: Any) -> str:
    """What a type takes, in words: `a whole number from 0 to 20`."""
    bare, notes, is_optional = _parts(kind)
    if get_origin(bare) is Literal:
        said = f"one of {', '.join(map(str, get_args(bare)))}"
    else:
        names = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}
        tables = (get_origin(bare) or bare) in (tuple, list)
        said = names.get(bare, "a list" if tables else "a table") + _range(notes)
    return f"{said} or nothing" if is_optional else said


def _range(notes: list[msgspec.Meta]) -> str:
    least = next((note.ge for note in notes if note.ge is not None), None)
    over = next((note.gt for note in notes if note.gt is not None), None)
    most = next((note.le for note in notes if note.le is not None), None)
    under = next((note.lt for note in notes if note.lt is not None), None)
    letters = next((note.min_length for note in notes if note.min_length), None)
    if least is not None and most is not None:
        return f" from {least:g} to {most:g}"
    bounds = ((" of at least", least), (" over", over), (" of at most", most), (" under", under))
    said = " and".join(f"{word} {bound:g}" for word, bound in bounds if bound is not None)
    return said or (f" of at least {letters} letters" if letters else "")


def read_value(field: Field, given: object) -> Any:
    """What was given for a field, as the field's type has it.

    Raises:
        Wrong: it does not fit; the sentence says what the field takes and what was given.
    """
    value, problems = fitted(given, field.kind)
    if any(problem.path for problem in problems):
        raise Wrong("{title}: {problems}.", title=field.title, problems="; ".join(map(str, problems)))
    if problems:
        raise Wrong(
            "{title} takes {takes}, not {given}.", title=field.title, takes=takes(field.kind), given=brief(given)
        )
    return value


def set_at(state: Any, path: tuple[str, ...], value: Any) -> Any:
    """A state with the value at a path replaced; None takes away an entry of a table."""
    key, rest = path[0], path[1:]
    if isinstance(state, State):
        return replace(state, **{key: set_at(getattr(state, key), rest, value) if rest else value})
    if isinstance(state, dict):
        if not rest and value is None:
            return {other: kept for other, kept in state.items() if other != key}
        return state | {key: set_at(state[key], rest, value) if rest else value}
    index = int(key)
    return (*state[:index], set_at(state[index], rest, value) if rest else value, *state[index + 1 :])


def _check_reference(battle: AnyBattle, key: str, value: object) -> None:
    if value is None:
        return
    if key in _SOMEBODY:
        known(battle.combatants, value, "combatant")
    if key in _RELATED:
        related(battle, value)
    if key in _SOME_ZONE:
        known(battle.board.zones, value, "zone")
    if key == "characters" and isinstance(value, tuple):
        for one in value:
            known(battle.combatants, one, "combatant")
    if isinstance(value, Place):
        _check_reference(battle, "zone", value.zone)


def _exact(path: tuple[str, ...], value: Any) -> Any:
    """Lengths of a place to the millimetre, as the file keeps them."""
    if isinstance(value, Place):
        lengths = {key: getattr(value, key) for key in ("x", "y", "height")}
        return replace(value, **{key: _exact((*path, key), length) for key, length in lengths.items()})
    return millimetres(value) if isinstance(value, float) and path[-2:-1] == ("place",) else value


def _edited(battle: AnyBattle, ask: Ask, path: tuple[str, ...], call: Call) -> AnyBattle:
    field = field_at(ask.ruleset, battle, path)
    if call.option("clear", False):
        if not field.is_entry and not _parts(field.kind)[2]:
            raise Wrong("{title} cannot be empty: it takes {takes}.", title=field.title, takes=takes(field.kind))
        value = None
    elif "value" not in call.options:
        raise Wrong("The value for {title} is missing.", title=field.title)
    else:
        value = _exact(path, read_value(field, call.options["value"]))
        _check_reference(battle, path[-1], value)
    ask.say(
        gm_text(
            "{owner}: {field} {old} → {new}",
            owner=_owner(path),
            field=field.title,
            old=brief(field.value),
            new=brief(value),
        )
    )
    edited: AnyBattle = set_at(battle, path, value)
    return edited


def _owner(path: tuple[str, ...]) -> str:
    """Whose field it is, for the log."""
    if len(path) < 3:
        return titled(path[0])
    return ref(path[2] if path[0] == "board" else path[1])


def _edit(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    path = tuple(needed_name(call, "path", "The field").split("."))
    owners: tuple[Id, ...] = tuple(dict.fromkeys(call.targets))
    if not owners:
        return _edited(battle, ask, path, call)
    for owner in owners:
        collection = "combatants" if owner in battle.combatants else "things"
        battle = _edited(battle, ask, (collection, owner, *path), call)
    return battle


EDIT_FIELD: Action = edit(
    "edit",
    "Edit field",
    _edit,
    words("path", "Field", help="Such as `combatants.boomer-2.sheet.health`; of targets just `sheet.health`."),
    something("value", "Value"),
    flag("clear", "Empty the field"),
    targets="any",
    help="Changes any field. It takes what the field's type takes.",
)
