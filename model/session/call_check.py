"""Checks the call of a step that was written by hand against the game: its action, its options, the sheets in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.state.changes import Path
from model.state.validate import Misfit, closest, misfits

_SHEET, _GEAR = "sheet", "gear"


def call_misfits(ruleset: Ruleset, call: Call) -> Iterator[Misfit]:
    """Everything in a call that the game does not have or that has the wrong type, by its path.

    An action that the game does not have is none of it: it may be one of another version.
    """
    action = ruleset.actions.get(call.action)
    if action is None:
        return
    known = {parameter.key: parameter for parameter in action.parameters}
    for key, value in call.options.items():
        path = ("call", "options", key)
        if key not in known:
            yield Misfit(path, f"{action.title} has no option of that name{closest(key, known)}")
        elif problem := known[key].problem(value):
            yield Misfit(path, problem.rstrip("."))
        else:
            yield from _inside(ruleset, value, path)


def _inside(ruleset: Ruleset, value: Any, path: Path) -> Iterator[Misfit]:
    """Problems of the sheets and gear anywhere in an option."""
    if path[-1] in (_SHEET, _GEAR) and isinstance(value, Mapping):
        kind = ruleset.sheet if path[-1] == _SHEET else ruleset.gear
        # What is missing is filled in from the house rules.
        yield from (one for one in misfits(kind, value, path) if _is_there(value, one.path[len(path) :]))
    elif isinstance(value, Mapping):
        for key, member in value.items():
            yield from _inside(ruleset, member, (*path, str(key)))
    elif isinstance(value, list | tuple):
        for index, member in enumerate(value):
            yield from _inside(ruleset, member, (*path, str(index)))


def _is_there(value: Any, path: Path) -> bool:
    for key in path:
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, list | tuple) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return False
    return True
