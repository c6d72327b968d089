"""Sentences about somebody: public, unless players must not know of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from model.state.base import Id, State
from model.state.battle import AnyBattle
from model.state.texts import Argument, Text, gm_text, ref, text


def is_secret(battle: AnyBattle, id: Id) -> bool:
    """Whether players know nothing of somebody or something."""
    if combatant := battle.combatants.get(id):
        return bool(combatant.is_hidden)
    if feature := battle.board.features.get(id):
        return feature.hidden
    thing = battle.things.get(id)
    return thing is not None and thing.is_hidden


def tell(battle: AnyBattle, template: str, *about: Id, **arguments: Argument) -> Text:
    """A sentence for everybody, or for the GM alone when it is about somebody hidden.

    `{0}`, `{1}` … in the template stand for those it is about.
    """
    make = text
    names: dict[str, Argument] = {}
    for index, id in enumerate(about):
        names[f"who{index}"] = ref(id)
        template = template.replace(f"{{{index}}}", f"{{who{index}}}")
        if is_secret(battle, id):
            make = gm_text
    return make(template, **names, **arguments)


def tell_of_all(battle: AnyBattle, about: Sequence[Id], one: str, several: str) -> Text:
    """A sentence that names all of them, and goes on in the one way or the other: `joins.`, `join.`"""
    names = listed(f"{{{index}}}" for index in range(len(about)))
    return tell(battle, f"{names} {one if len(about) == 1 else several}", *about)


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
        return f"a table of {len(value)}"
    if isinstance(value, list | tuple):
        return ", ".join(brief(one) for one in value) or "nothing"
    if isinstance(value, State):
        given = ((key, getattr(value, key)) for key in value.__struct_fields__)
        return ", ".join(f"{key.replace('_', ' ')} {brief(one)}" for key, one in given if one not in (None, "", {}, ()))
    return f"{value:g}" if isinstance(value, float) else str(value)
