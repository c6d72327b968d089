"""Vocabulary of a ruleset: all keys and values for scenarios, sheets and house rules, from the ruleset's record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

import msgspec

from model.content.library import Library
from model.content.reference import reference_of
from model.engine.conditions import OwnChange
from model.engine.edits_combatants import takes
from model.engine.messages import brief
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.settings import SettingSpec
from model.state.base import State

Row = tuple[str, str, str]
"""A word, the values that it takes, and its meaning."""


def sections_of(ruleset: Ruleset, library: Library) -> tuple[tuple[str, Iterable[Row]], ...]:
    """Return the vocabulary of a ruleset and the templates of its content as pairs of section title and rows."""
    gear = [(one.id, "", one.name) for one in library.items.values()]
    return (
        ("Sheet", fields_of(ruleset.sheet)),
        ("Names", (*_names(ruleset), ("gear", "", "Gear"), *((f"  {one}", "", name) for one, _, name in gear))),
        ("Items", fields_of(ruleset.gear)),
        ("Shared by everyone", fields_of(ruleset.shared)),
        ("Actions", _actions(ruleset)),
        ("Conditions", [(one.id, "", _joined(one.title, one.help, one.rule)) for one in ruleset.conditions.values()]),
        ("Numbers of own conditions", [_own_change(one) for one in ruleset.own_changes]),
        ("House rules", [_setting(spec) for spec in ruleset.settings]),
        ("Decided readings", _readings(ruleset)),
        ("Derived numbers", [(key, "", derived.title) for key, derived in ruleset.derived.items()]),
        ("Measures of odds", [(one.key, one.kind, one.title) for one in ruleset.measures]),
        (
            "Range bands",
            [(one.id, _reach(ruleset, one.reach), _joined(one.title, one.rule)) for one in ruleset.ranges.bands],
        ),
        ("Words instead of dice", [(word, "", "") for word in ruleset.dice_words]),
        ("Sides", [(side, "", "") for side in ruleset.sides]),
        ("Item templates", gear),
        ("Combatant templates", [(one.id, one.side, one.name) for one in library.combatants.values()]),
    )


def vocabulary(ruleset: Ruleset, library: Library, section: str = "") -> str:
    """Return the vocabulary of a ruleset, or one section of it (case-insensitive), as plain text.

    Raises:
        KeyError: there is no such section.
    """
    sections = sections_of(ruleset, library)
    if section:
        sections = tuple(one for one in sections if one[0].lower() == section.lower())
        if not sections:
            raise KeyError(section)
    pages = [f"{ruleset.name} ({ruleset.id})"]
    for title, rows in sections:
        lines = _table(list(rows))
        if lines:
            pages.append("\n".join([title, *lines]))
    return "\n\n".join(pages)


def _names(ruleset: Ruleset) -> Iterator[Row]:
    """Yield the names that may be typed for parts of the sheet, each with its short forms."""
    for part in ruleset.sheet_parts:
        others = "other names are allowed" if part.is_free else "no other names" if part.path else ""
        like = f"takes the names of {part.like}" if part.like else ""
        yield part.path or "(fields)", ", ".join(filter(None, (others, like))), part.title
        own = {name.id for name in part.names}
        for name in ruleset.names.entries(part.path):
            if name.id in own:
                yield f"  {name.id}", ", ".join(name.short), _joined(name.title, name.help, name.rule)


def fields_of(kind: Any, prefix: str = "") -> Iterator[Row]:
    """Yield the fields of a table type; the fields of an inner table follow its own field."""
    for field in msgspec.structs.fields(kind):
        name = prefix + field.encode_name
        note = next((note for note in _notes(field.type) if note.title or note.description), None)
        meaning = "" if note is None else _joined(note.title or "", note.description or "")
        default = "" if field.required else _default(field)
        yield name, takes(field.type) + default, meaning
        for inner, suffix in _tables_in(field.type):
            yield from fields_of(inner, f"{name}{suffix}.")


def _notes(kind: Any) -> Iterator[msgspec.Meta]:
    if get_origin(kind) is Annotated:
        inner, *notes = get_args(kind)
        yield from (note for note in notes if isinstance(note, msgspec.Meta))
        yield from _notes(inner)


def _default(field: msgspec.structs.FieldInfo) -> str:
    value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return "" if value in (None, "", (), {}, []) else f", {brief(value)} if not given"


def _tables_in(kind: Any, suffix: str = "") -> Iterator[tuple[type[State], str]]:
    """Yield the table types in a type, each with the suffix for one entry: `[1]` in a list, `.NAME` in a table."""
    if get_origin(kind) is Annotated:
        yield from _tables_in(get_args(kind)[0], suffix)
    elif isinstance(kind, type) and issubclass(kind, State):
        yield kind, suffix
    elif get_origin(kind) in (list, tuple):
        yield from _tables_in(get_args(kind)[0], f"{suffix}[1]")
    elif get_origin(kind) is dict:
        yield from _tables_in(get_args(kind)[1], f"{suffix}.NAME")
    else:
        for member in get_args(kind):
            if member is not NoneType and not isinstance(member, str):
                yield from _tables_in(member, suffix)


def _actions(ruleset: Ruleset) -> Iterator[Row]:
    for action in ruleset.actions.values():
        yield action.id, _needs(action), _joined(action.title, action.help, ", ".join(action.rules))
        for parameter in action.parameters:
            yield f"  {parameter.key}", _parameter(parameter), _joined(parameter.title, parameter.help, parameter.rule)


def _needs(action: Action) -> str:
    words = {"none": "", "one": "one target", "maybe": "a target or none", "many": "targets", "any": "targets or none"}
    targets = words[action.targets]
    return ", ".join(part for part in (targets, "with an item" if action.needs_item else "", action.cost) if part)


def _parameter(parameter: Parameter[Any]) -> str:
    said = " or ".join(parameter.options) or parameter.kind
    default = "" if parameter.default is None else f", {brief(parameter.default)} if not given"
    return said + _limits(parameter.least, parameter.most) + default


def _setting(spec: SettingSpec) -> Row:
    said = (" or ".join(spec.options) or spec.kind) + _limits(spec.least, spec.most)
    return (
        spec.key,
        f"{said}, {brief(spec.default)} if not given",
        _joined(spec.title, spec.help, ", ".join(spec.rules)),
    )


def _readings(ruleset: Ruleset) -> Iterator[Row]:
    """Yield what the rules leave open, how it is read, and why, without what only a house rule decides."""
    book = reference_of(ruleset.id)
    for rule in () if book is None else book.rules.values():
        if rule.because or (rule.kind == "ambiguity" and not rule.settings):
            yield rule.id, "", _joined(rule.problem, rule.text, rule.because and f"Because {rule.because}")


def _own_change(change: OwnChange) -> Row:
    limits = f"number{_limits(change.least, change.most)}"
    return change.id, limits, _joined(change.title, f"Also typed as {', '.join(change.words)}" if change.words else "")


def _limits(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f" from {least:g} to {most:g}"
    return f" of at least {least:g}" if least is not None else "" if most is None else f" of at most {most:g}"


def _reach(ruleset: Ruleset, reach: float | None) -> str:
    if not ruleset.ranges.in_metres:
        return ""
    return "no limit" if reach is None else f"up to {reach:g} m"


def _joined(*parts: str) -> str:
    """Join title, explanation and rules; each part that another follows ends with a full stop."""
    said = [part.strip() for part in parts if part.strip()]
    return " ".join(part if part.endswith((".", "!", "?")) or part is said[-1] else f"{part}." for part in said)


def _table(rows: list[Row]) -> list[str]:
    if not rows:
        return []
    first = min(30, max(len(word) for word, _, _ in rows))
    second = min(44, max(len(said) for _, said, _ in rows))
    return [f"  {word:<{first}}  {said:<{second}}  {meaning}".rstrip() for word, said, meaning in rows]
