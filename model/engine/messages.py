"""Sentences about combatants: public, unless players must not know of one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import inspect

from model.board.fog import fog_at, is_in_fog
from model.state.base import Id, Record, State, replace
from model.state.battle import AnyBattle
from model.state.texts import Argument, Text, lowered, ref, titled


def is_secret(battle: AnyBattle, id: Id) -> bool:
    """Whether a combatant, thing or feature is hidden from players, also by fog."""
    if combatant := battle.combatants.get(id):
        return combatant.is_hidden or is_in_fog(battle.board, combatant)
    if feature := battle.board.features.get(id):
        return feature.hidden
    thing = battle.things.get(id)
    return thing is not None and (thing.is_hidden or fog_at(battle.board, thing.place) != "revealed")


def message(
    battle: AnyBattle, template: str, *about: Id, health_of: Id = "", in_words: str = "", **arguments: Argument
) -> Text:
    """A sentence for everybody, or for the GM alone if it is about anything hidden from players.

    `{0}`, `{1}` … in the template stand for the ids in `about`. If the numbers reveal the health or armour of
    `health_of`, players who may not see that health exactly read the template `in_words` instead; without `health_of`
    all players read it.
    """
    names: dict[str, Argument] = {f"who{index}": ref(id) for index, id in enumerate(about)}
    return Text(
        template=_with_names(template, len(about)),
        arguments=names | arguments,
        audience="gm" if any(is_secret(battle, id) for id in about) else "all",
        health_of=health_of,
        in_words=_with_names(in_words, len(about)) if in_words else "",
    )


@lru_cache(maxsize=1024)
def _with_names(template: str, count: int) -> str:
    """A template with `{who0}` in place of `{0}`, because arguments have names."""
    for index in range(count):
        template = template.replace(f"{{{index}}}", f"{{who{index}}}")
    return template


def damage_message(battle: AnyBattle, who: Id, points: int) -> Text:
    """A sentence with the damage that a combatant or thing takes."""
    if not points:
        return message(battle, "{0} takes no damage.", who, health_of=who, in_words="{0} takes no damage.")
    return message(battle, "{0} takes {points} damage.", who, health_of=who, in_words="{0} is hurt.", points=points)


def healing_message(battle: AnyBattle, template: str, who: Id, **points: Argument) -> Text:
    """A sentence with the health that a combatant regains."""
    return message(battle, template, who, health_of=who, in_words="{0} recovers.", **points)


_MOST_NAMED = 6
"""Names in one sentence; of more, the last ones are counted."""


def message_about_all(
    battle: AnyBattle, about: Sequence[Id], one: str, several: str = "", **arguments: Argument
) -> Text:
    """A sentence that names all of these and ends with `one` or `several` by their number: ` joins.`, ` join.`"""
    named = about if len(about) <= _MOST_NAMED else about[: _MOST_NAMED - 1]
    names = [f"{{{index}}}" for index in range(len(named))]
    if len(named) < len(about):
        names.append(f"{len(about) - len(named)} more")
    ends = one if len(about) == 1 else several or one
    return message(battle, f"{listed(names)}{ends}", *named, health_of="", in_words="", **arguments)


def messages_about_all(
    battle: AnyBattle,
    about: Iterable[Id],
    one: str,
    several: str = "",
    *,
    is_public: bool = True,
    **arguments: Argument,
) -> Iterator[Text]:
    """The same in one sentence about those whom players see, and one for the GM alone about the others.

    What is not public is one sentence about all, for the GM alone.
    """
    those = tuple(dict.fromkeys(about))
    if not is_public:
        yield replace(message_about_all(battle, those, one, several, **arguments), audience="gm")
        return
    for secret in (False, True):
        if alike := [who for who in those if is_secret(battle, who) == secret]:
            yield message_about_all(battle, alike, one, several, **arguments)


def listed(names: Iterable[str]) -> str:
    """Names as an enumeration: `a, b and c`."""
    *others, last = tuple(names) or ("nothing",)
    return f"{', '.join(others)} and {last}" if others else last


def brief(value: object) -> str:
    """A value in a few words, for the log."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f"“{value}”"
    if isinstance(value, Mapping):
        return ", ".join(f"{titled(str(key))} {brief(one)}" for key, one in value.items()) or "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(brief(one) for one in value) or "nothing"
    if isinstance(value, State):
        return record_words(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def record_words(record: State, key: str = "") -> str:
    """What a record says, in a few words: `Leap (movement, 20 m)`; without its name if `key` is the field of that.

    Fields with their default value are left out, and so are those that are declared as hidden.
    """
    kinds = [kind for kind in _fields(type(record)) if kind.name != (key or "name")]  # type: ignore[arg-type]  # a class is hashable
    is_nameless = not key and "name" not in record.__struct_fields__
    several = sum(kind.is_length for kind in kinds) > 1
    told = [
        _field_words(kind, value, is_titled=several)
        for kind in kinds
        if (value := getattr(record, kind.name)) not in (None, "", {}, ())
        and (bool(value) if kind.is_length else value != kind.default or (kind.is_choice and is_nameless))
    ]
    name = "" if key else str(getattr(record, "name", ""))
    if not name:
        return ", ".join(told) or ("" if key else "nothing")
    return f"{name} ({', '.join(told)})" if told else name


class _Kind(Record):
    """What a record declares about a field."""

    name: str
    title: str
    is_choice: bool
    default: object
    unit: str = ""
    """What a number counts, said after it: `28 damage`."""

    @property
    def is_length(self) -> bool:
        return self.title.endswith("(m)")


@lru_cache(maxsize=256)
def _fields(kind: type) -> tuple[_Kind, ...]:
    return tuple(
        _Kind(
            one.name,
            declared_title(one.type) or one.name.replace("_", " "),
            isinstance(_bare(one.type), inspect.LiteralType),
            one.default,
            str(_declared(one.type).get("unit", "")),
        )
        for one in inspect.type_info(kind).fields  # type: ignore[attr-defined]  # a struct, as `State` hides it
        if not _declared(one.type).get("is_hidden", False)
    )


def declared_title(kind: inspect.Type) -> str:
    """The title that a type declares in its annotation, or an empty text."""
    return str(_declared(kind).get("title", ""))


def _declared(kind: inspect.Type) -> Mapping[str, Any]:
    return (kind.extra_json_schema or {}) if isinstance(kind, inspect.Metadata) else {}


def _bare(kind: inspect.Type) -> inspect.Type:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _field_words(kind: _Kind, value: object, *, is_titled: bool) -> str:
    if value is True:
        return lowered(kind.title)
    if kind.is_choice:
        return str(value).replace("_", " ")
    if kind.unit:
        return f"{brief(value)} {kind.unit}"
    title = kind.title if kind.title[1:2].isupper() else kind.title[:1].lower() + kind.title[1:]
    if not kind.is_length:
        return f"{title} {brief(value)}"
    return f"{title.removesuffix('(m)')}{brief(value)} m" if is_titled else f"{brief(value)} m"
