"""Names in the steps of a scenario that can never mean anything, as the battle that it begins with shows.

What has an id that the program gives in the course of a fight (`boomer-7`) is left to the moment of its step, as is
what a step does that expects to be refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from model.content.problems import nearest
from model.engine.edits_base import Wrong
from model.engine.edits_combatants import ELSEWHERE, field_at, read_value
from model.engine.ruleset import Ruleset
from model.scenarios.expecting import OF_STEP
from model.scenarios.naming import (
    OF_TURN,
    ROOTS,
    Unknown,
    edit_path,
    group_problem,
    no_one,
    turn_name_problem,
    value_of,
)
from model.scenarios.tables import DoTable
from model.state.base import ENVIRONMENT, State
from model.state.battle import AnyBattle
from model.view.texts import refusal_sentence
from model.view.viewer import GM

_MADE_LATER = re.compile(r".*-\d+")
"""An id as the program gives them out."""
Problems = Iterator[tuple[str, str]]


def name_problems(step: DoTable, raw: Mapping[str, Any], ruleset: Ruleset, battle: AnyBattle) -> Problems:
    """What names in a step cannot mean, each with its place."""
    if "refused" not in step.expect:
        yield from _call_problems(raw, ruleset, battle)
        yield from _call_problems(step.odds, ruleset, battle, "odds.")
        if step.delay and (problem := group_problem(battle, step.delay, "the member that delays")):
            yield "delay", problem
        if isinstance(step.end_turn, str) and (problem := group_problem(battle, step.end_turn)):
            yield "end_turn", problem
        for name, value in step.edit.items():
            if problem := _edit_problem(ruleset, battle, name, value):
                yield "", problem
    for name in step.expect:
        if problem := _expect_problem(ruleset, battle, name):
            yield f"expect {name}", problem


def _call_problems(raw: Mapping[str, Any], ruleset: Ruleset, battle: AnyBattle, place: str = "") -> Problems:
    """Who does it, to whom, and who is named in the options."""
    action = ruleset.actions.get(raw.get("action", ""))
    if action is None:
        return
    if (actor := raw.get("actor")) and actor != ENVIRONMENT and (problem := _nobody(battle, actor)):
        yield f"{place}actor", problem
    targets = {"target": raw["target"]} if raw.get("target") else {}
    targets |= {f"targets[{index}]": target for index, target in enumerate(raw.get("targets", ()), start=1)}
    for key, target in targets.items():
        if target not in battle.things and (problem := _nobody(battle, target)):
            yield f"{place}{key}", problem
    options = raw.get("options", {})
    for parameter in action.parameters:
        named = options.get(parameter.key) if isinstance(options, Mapping) else None
        if (
            parameter.kind == "combatant"
            and isinstance(named, str)
            and named
            and (problem := group_problem(battle, named))
        ):
            yield f"{place}options.{parameter.key}", problem
    for offer, taken in raw.get("take", {}).items():
        if isinstance(taken, Mapping):
            yield from _call_problems(taken, ruleset, battle, f"{place}take.{offer}.")


def _nobody(battle: AnyBattle, name: str) -> str:
    """Why a name is no combatant; empty: it is one, or may become one."""
    if name in battle.combatants or _MADE_LATER.fullmatch(name):
        return ""
    return no_one(battle, name, battle.combatants)


# ------------------------------------------------------------------------------------------ edits


def _edit_problem(ruleset: Ruleset, battle: AnyBattle, name: str, value: object) -> str:
    """Why a field cannot be edited, or not so; empty: it can, or only the moment of its step tells."""
    if _is_made_later(battle, name):
        return ""
    try:
        path = tuple(edit_path(battle, name).split("."))
        if path[0] in ELSEWHERE or _leads(battle, path):
            read_value(field_at(ruleset, battle, path), value)
    except Unknown as unknown:
        return str(unknown)
    except Wrong as wrong:
        return refusal_sentence(wrong.refusal, battle, GM)
    return ""


def _is_made_later(battle: AnyBattle, name: str) -> bool:
    head = name.partition(".")[0]
    is_there = any(head in of for of in (battle.combatants, battle.items, battle.things, battle.tasks, battle.players))
    return not is_there and _MADE_LATER.fullmatch(head) is not None


def _leads(battle: AnyBattle, path: tuple[str, ...]) -> bool:
    """Whether a path leads to something that is there now; False where it could be there by the time of its step.

    Raises:
        Unknown: it never could: there is no such field.
    """
    value: object = battle
    for key in path:
        if isinstance(value, State):
            if key not in value.__struct_fields__:
                own = getattr(value, "sheet", getattr(value, "gear", value))
                known = {*value.__struct_fields__, *own.__struct_fields__} - {"sheet", "gear"}
                raise Unknown(f"“{path[1]}” has no “{key}”.{nearest(key, known)}")
            value = getattr(value, key)
        elif isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, tuple) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        elif value is None or isinstance(value, dict | tuple):
            return isinstance(value, dict) and key == path[-1]
        else:
            raise Unknown(f"“{'.'.join(path[1:])}”: there is nothing below “{path[path.index(key) - 1]}”.")
    return True


# ------------------------------------------------------------------------------------------ expectations


def _expect_problem(ruleset: Ruleset, battle: AnyBattle, name: str) -> str:
    """Why a name can never be expected of anything; below its first field only the moment of its step tells."""
    head, _, rest = name.partition(".")
    first = rest.partition(".")[0]
    if head in OF_STEP or head in ROOTS or first == "effects" or _is_made_later(battle, name):
        return ""
    if head in battle.combatants and first in OF_TURN:
        return turn_name_problem(ruleset, rest)
    try:
        value_of(ruleset, battle, f"{head}.{first}" if first else head)
    except Unknown as unknown:
        return str(unknown)
    return ""
