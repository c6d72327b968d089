"""What a character keeps from one combat to the next: effects that do not end with it, and values of the ruleset beside
the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from model.engine.effects import add_effect, effects_of
from model.engine.ruleset import Ruleset
from model.state.base import Id, replace, with_fields
from model.state.battle import AnyBattle, SameBattle
from model.state.effects import KeptEffect
from model.state.texts import titled
from model.state.validate import misfits

_ENDINGS = ("removed", "recovered", "use")
"""Values of `Effect.until` that outlast a combat: they depend on no turn, round or scene of it."""


def newcomer_sheet(ruleset: Ruleset, battle: AnyBattle, given: object) -> object:
    """The given sheet of a new combatant, with missing values, also within tables, filled in from the house rules."""
    if not isinstance(given, dict):
        return given
    usual = ruleset.new_sheet(battle)
    nested = {
        key: {**value, **given[key]}
        for key, value in usual.items()
        if isinstance(value, dict) and isinstance(given.get(key), dict)
    }
    return {**usual, **given, **nested}


def kept_effects(battle: AnyBattle, who: Id) -> tuple[KeptEffect, ...]:
    """Effects of a combatant that outlast the combat: those that do not relate to others or depend on a turn."""
    lasting = [one for one in effects_of(battle, who) if one.until in _ENDINGS and one.other is None]
    numbers = {effect.id: number for number, effect in enumerate(lasting, start=1)}
    return tuple(
        KeptEffect(
            kind=effect.kind,
            name=effect.name,
            changes=effect.changes,
            prevents=effect.prevents,
            until=effect.until,
            ends=effect.ends,
            amount=effect.amount,
            note=effect.note,
            is_public=effect.is_public,
            part_of=numbers.get(effect.part_of or "", 0),
        )
        for effect in lasting
    )


def with_kept(battle: SameBattle, who: Id, kept: Iterable[KeptEffect]) -> SameBattle:
    """The battle with a combatant's effects from earlier combats added."""
    ids: list[Id] = []
    for one in kept:
        battle = add_effect(
            battle,
            who,
            one.kind,
            name=one.name,
            changes=one.changes,
            prevents=one.prevents,
            until=one.until,
            ends=one.ends,
            amount=one.amount,
            note=one.note,
            is_public=one.is_public,
            part_of=ids[one.part_of - 1] if 0 < one.part_of <= len(ids) else None,
        )
        ids.append(next(reversed(battle.combatants[who].effects)))
    return battle


def lasting_kind(ruleset: Ruleset, key: str) -> Any:
    """The type of the value that a character keeps in a field of the shared state."""
    return get_args(get_type_hints(ruleset.shared)[key])[1]


def lasting_title(ruleset: Ruleset, key: str) -> str:
    """The title of such a value: as the ruleset declares it, or else its name."""
    declared = get_type_hints(ruleset.shared, include_extras=True)[key]
    titles = (meta.title for meta in getattr(declared, "__metadata__", ()) if isinstance(meta, msgspec.Meta))
    return next(filter(None, titles), None) or titled(key)


def lasting_problems(ruleset: Ruleset, lasting: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Problems of the plain values that a character keeps beside the sheet, each as a path and a sentence."""
    for key, value in lasting.items():
        if key not in ruleset.lasting:
            yield (key,), f"there is no “{key}” that a character could keep"
        else:
            yield from (((key, *misfit.path), misfit.sentence) for misfit in misfits(lasting_kind(ruleset, key), value))


def lasting_of(battle: AnyBattle, ruleset: Ruleset, who: Id) -> dict[str, Any]:
    """Values that a combatant keeps beside the sheet, as plain values."""
    fields = ((key, getattr(battle.shared, key)) for key in ruleset.lasting)
    return {key: msgspec.to_builtins(by_id[who]) for key, by_id in fields if who in by_id}


def with_lasting(battle: SameBattle, ruleset: Ruleset, who: Id, lasting: Mapping[str, Any]) -> SameBattle:
    """The battle with the values that a combatant keeps beside the sheet, from valid plain values."""
    for key, value in lasting.items():
        typed = msgspec.convert(value, lasting_kind(ruleset, key))
        shared = with_fields(battle.shared, {key: getattr(battle.shared, key) | {who: typed}})
        battle = replace(battle, shared=shared)
    return battle
