"""Common parts of the GM's edits: declaring parameters, reading their values, and refusing wrong ones."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

import msgspec

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action, Parameter, Runs, Targets
from model.state.base import Id
from model.state.battle import AnyBattle, GameBattle
from model.state.folding import clean_name
from model.state.texts import Argument, Refusal, Text, gm_text
from model.state.typed_numbers import typed_number
from model.state.validate import Misfit, misfits

Value = TypeVar("Value")
Edits = Callable[[GameBattle, Call, Ask], AnyBattle]


class InvalidInput(Exception):
    """Invalid input of an edit. `edit` turns it into a refusal."""

    def __init__(self, sentence: str, **arguments: Argument) -> None:
        super().__init__(sentence)
        self.refusal = Refusal(key="wrong_input", sentence=gm_text(sentence, **arguments), can_override=False)


def edit(
    id: str,
    title: str,
    run: Edits,
    *parameters: Parameter[Any],
    targets: Targets = "none",
    help: str = "",
    is_stroke: bool = False,
    beside: Literal["", "shown", "kept"] = "",
) -> Action:
    """Return an action of the group `edit`. `run` raises `InvalidInput` for invalid input, which becomes a refusal."""
    return Action(
        id=id,
        title=title,
        run=_refusing(run),
        targets=targets,
        parameters=parameters,
        group="edit",
        is_stroke=is_stroke,
        beside=beside,
        help=help,
    )


def _refusing(run: Edits) -> Runs:
    def careful(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        try:
            return run(battle, call, ask)
        except InvalidInput as wrong:
            return wrong.refusal

    return careful


def flag(key: str, title: str, default: bool = False, help: str = "") -> Parameter[bool]:
    return Parameter(key=key, title=title, kind="flag", default=default, help=help)


def number(
    key: str,
    title: str,
    least: float | None = None,
    most: float | None = None,
    default: float | None = None,
    help: str = "",
    now: Callable[[GameBattle, Call], float | None] | None = None,
    decimals: int = 0,
) -> Parameter[float | None]:
    return Parameter(
        key=key,
        title=title,
        kind="number",
        default=default,
        least=least,
        most=most,
        help=help,
        now=now,
        decimals=decimals,
    )


def words(
    key: str,
    title: str,
    default: str | None = None,
    help: str = "",
    now: Callable[[GameBattle, Call], str] | None = None,
) -> Parameter[str | None]:
    return Parameter(key=key, title=title, kind="text", default=default, help=help, now=now)


def one_of(key: str, title: str, options: tuple[str, ...], default: str | None = None) -> Parameter[str | None]:
    return Parameter(key=key, title=title, kind="choice", options=options, default=default)


def combatant_parameter(key: str, title: str, help: str = "") -> Parameter[Id | None]:
    return Parameter(key=key, title=title, kind="combatant", help=help)


def something(key: str, title: str, help: str = "") -> Parameter[Any]:
    """Parameter for any plain TOML value; the edit checks it against the type that it needs."""
    return Parameter(key=key, title=title, kind="value", help=help)


def needed(call: Call, key: str, title: str) -> Any:
    """The value of an option.

    Raises:
        Wrong: it is missing or empty.
    """
    value = call.options.get(key)
    if value is None or value == "":
        raise InvalidInput("{title} is missing.", title=title)
    return value


def needed_name(call: Call, key: str = "name", title: str = "The name") -> str:
    """A name from an option, without blanks around it.

    Raises:
        Wrong: it is missing or only blanks.
    """
    return needed_text(str(needed(call, key, title)), title)


def needed_text(typed: str, title: str) -> str:
    """A text without blanks around it and without invisible signs; raises Wrong if it is empty then."""
    clean = clean_name(typed)
    if not clean:
        raise InvalidInput("{title} is missing.", title=title)
    return clean


def whole_number(call: Call, key: str, title: str, default: int | None = None) -> int:
    """The value of an option as a whole number.

    Raises:
        Wrong: it is missing and there is no default, or it has a fraction.
    """
    value = call.options.get(key, default)
    if value is None:
        raise InvalidInput("{title} is missing.", title=title)
    if value != int(value):
        raise InvalidInput("{title} must be a whole number, not {given}.", title=title, given=str(value))
    return int(value)


def given_number(call: Call, key: str) -> float | None:
    """The value of an option as a number, or None if it is missing; the parameter has already checked its type."""
    value = call.options.get(key)
    return None if value is None else float(value)


def known(collection: Mapping[Id, Value], id: object, what: str) -> Value:
    """The entry of a collection with an id.

    Raises:
        Wrong: there is none.
    """
    if not isinstance(id, str) or id not in collection:
        raise InvalidInput("There is no {what} “{given}”.", what=what, given=str(id))
    return collection[id]


def related(battle: AnyBattle, id: object) -> Id:
    """The id of a possible source or `other` of an effect: a combatant, a thing, or a piece of cover or terrain.

    Raises:
        Wrong: nothing in the battle has this id.
    """
    if isinstance(id, str) and (id in battle.things or id in battle.board.features):
        return id
    return str(known(battle.combatants, id, "combatant").id)


def combatants_of(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """The targets of a call, each once, all of them combatants.

    Raises:
        Wrong: one is not a combatant.
    """
    for target in call.targets:
        known(battle.combatants, target, "combatant")
    return tuple(dict.fromkeys(call.targets))


def converted(given: object, kind: Any, title: str) -> Any:
    """A plain TOML value converted to a type; numbers may be given as text, since form fields contain text.

    Raises:
        Wrong: it does not fit; the sentence lists each wrong path within the value and what is expected there.
    """
    value, problems = fitted(given, kind)
    if problems:
        raise InvalidInput("{title}: {problems}.", title=title, problems="; ".join(map(str, problems)))
    return value


def fitted(given: object, kind: Any) -> tuple[Any, list[Misfit]]:
    """A plain TOML value converted to a type (None if that fails), and everything in it that does not fit."""
    try:
        value = msgspec.convert(_as_number(given, kind), kind, strict=False)
    except msgspec.ValidationError as error:
        return None, misfits(kind, given) or [Misfit((), str(error))]
    return value, misfits(kind, msgspec.to_builtins(value))


def _as_number(given: object, kind: Any) -> object:
    """A text as the number that it is, with either decimal sign and any minus sign, where a type takes a number."""
    number = typed_number(given) if isinstance(given, str) else None
    if number is None:
        return given
    for value in (given, number):
        with contextlib.suppress(msgspec.ValidationError):
            msgspec.convert(value, kind)
            return value
    return given


def only_gm(template: str, **arguments: Argument) -> tuple[Text]:
    """A sentence for the GM alone, about preparations."""
    return (gm_text(template, **arguments),)
