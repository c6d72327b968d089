"""Reads and checks scenario files; reports all problems of a file at once, each with its step and key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from model.content.library import content_files, load_library, read_document, version_problem
from model.content.problems import BadFile, Problem, nearest, place_of
from model.content.reference import reference, rulesets_with_reference
from model.engine.edits_base import InvalidInput
from model.engine.edits_combatants import ELSEWHERE, field_at, read_value
from model.engine.ruleset import Action, Ruleset
from model.scenarios.building import ProblemList, build
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
from model.scenarios.shapes import fog_problems, zone_problem
from model.scenarios.tables import FORMAT, DoTable, ScenarioTable, Table, scenario_table
from model.state.base import ENVIRONMENT, Record, State
from model.state.battle import AnyBattle
from model.state.validate import Misfit, misfits
from model.view.texts import refusal_sentence
from model.view.viewer import GM

# ----------------------------------------------------------------------------------------------- names that a step uses


_MADE_LATER = re.compile(r".*-\d+")
"""Form of ids that the program generates."""
Problems = Iterator[tuple[str, str]]


def name_problems(step: DoTable, raw: Mapping[str, Any], ruleset: Ruleset, battle: AnyBattle) -> Problems:
    """Yield place and sentence of each invalid name in a step."""
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
        if step.fog is not None and not _MADE_LATER.fullmatch(step.fog.zone or ""):
            yield from ((f"fog.{key}", problem) for key, problem in zone_problem(step.fog, battle.board.zones))
    for name in step.expect:
        if problem := _expect_problem(ruleset, battle, name):
            yield f"expect {name}", problem


def _call_problems(raw: Mapping[str, Any], ruleset: Ruleset, battle: AnyBattle, place: str = "") -> Problems:
    """Yield the problems of a call's actor, targets, and combatants named in options, including accepted offers."""
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
    """Return why a name is no combatant; empty if it is one or may become one."""
    if name in battle.combatants or _MADE_LATER.fullmatch(name):
        return ""
    return no_one(battle, name, battle.combatants)


# ------------------------------------------------------------------------------------------ edits


def _edit_problem(ruleset: Ruleset, battle: AnyBattle, name: str, value: object) -> str:
    """Return why a field cannot get this value; empty if it can, or if this is not known before the step is played."""
    if _is_made_later(battle, name):
        return ""
    try:
        path = tuple(edit_path(battle, name).split("."))
        if path[0] in ELSEWHERE or _leads(battle, path):
            read_value(field_at(ruleset, battle, path), value)
    except Unknown as unknown:
        return str(unknown)
    except InvalidInput as wrong:
        return refusal_sentence(wrong.refusal, battle, GM)
    return ""


def _is_made_later(battle: AnyBattle, name: str) -> bool:
    head = name.partition(".")[0]
    is_there = any(head in of for of in (battle.combatants, battle.items, battle.things, battle.tasks, battle.players))
    return not is_there and _MADE_LATER.fullmatch(head) is not None


def _leads(battle: AnyBattle, path: tuple[str, ...]) -> bool:
    """Whether a path leads to an existing field or a table entry; False if it may only exist when its step is played.

    Raises:
        Unknown: it can never exist, because there is no such field.
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
        elif isinstance(value, tuple) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        elif value is None or isinstance(value, dict | tuple):
            return isinstance(value, dict) and key == path[-1]
        else:
            raise Unknown(f"“{'.'.join(path[1:])}”: there is nothing below “{path[path.index(key) - 1]}”.")
    return True


# ------------------------------------------------------------------------------------------ expectations


def _expect_problem(ruleset: Ruleset, battle: AnyBattle, name: str) -> str:
    """Return why a name is invalid in expectations; empty if it may be valid.

    Parts below its first field are only checked when the step is played.
    """
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


# -------------------------------------------------------------------------------------------------------------- reading


COMMANDS = (
    "action",
    "start",
    "end_turn",
    "delay",
    "end_round",
    "end_fight",
    "undo",
    "redo",
    "edit",
    "fog",
    "odds",
)
"""The keys of which a step has at most one."""
ABOUT_CALL = ("dice", "answers", "say", "take", "override", "anyway")
"""Keys that can accompany any command that acts."""
ABOUT_ACTION = ("actor", "target", "targets", "with", "options", *ABOUT_CALL)
"""Keys that can accompany `action`."""
_NOT_ACTING = ("undo", "redo", "odds")


class Scenario(Record):
    """A valid scenario, ready to be played."""

    file: str
    table: ScenarioTable
    ruleset: Ruleset
    battle: AnyBattle
    """The battle before the first step."""


def read_scenario(file: Path, rulesets: Mapping[str, Ruleset]) -> Scenario:
    """Read and check a scenario.

    Raises:
        BadFile: the file has problems; the exception contains all of them.
    """
    document = read_document(file)
    findings = ProblemList()
    table = _table(document, rulesets, findings)
    ruleset = None if table is None else _ruleset(table, rulesets, findings)
    if table is None or ruleset is None:
        raise BadFile(Problem(file.name, place, sentence) for place, sentence in findings.found)
    library = load_library(ruleset, content_files(ruleset.id))
    findings.extend(_rule_problems(table))
    for number, step in enumerate(table.do, start=1):
        findings.extend(_step_problems(step, document["do"][number - 1], ruleset), f"do {number}")
        findings.extend(_expect_problems(step), f"do {number}")
    battle = build(table, ruleset, library, findings)
    if battle is not None:
        for number, step in enumerate(table.do, start=1):
            findings.extend(name_problems(step, document["do"][number - 1], ruleset, battle), f"do {number}")
    if findings.found or battle is None:
        raise BadFile(Problem(file.name, place, sentence) for place, sentence in findings.found)
    return Scenario(file.name, table, ruleset, battle)


def _table(document: Table, rulesets: Mapping[str, Ruleset], findings: ProblemList) -> ScenarioTable | None:
    if newer := version_problem(document, FORMAT):
        findings.add("format", newer)
        return None
    id = document.get("ruleset")
    ruleset = rulesets.get(id) if isinstance(id, str) else None
    kind = ScenarioTable if ruleset is None else scenario_table(ruleset.player)
    for misfit in misfits(kind, document):
        findings.add(*_placed(document, misfit))
    return None if findings.found else msgspec.convert(document, kind)


_MANY = ("combatant", "player", "thing", "task", "do")


def _placed(document: Table, misfit: Misfit) -> tuple[str, str]:
    """Return place and sentence of a misfit; the place of an entry in a list of tables has its number and id."""
    path, sentence = misfit.path, f"{misfit.sentence}."
    if len(path) < 2 or path[0] not in _MANY or not path[1].isdecimal():
        return place_of(path), sentence
    entry = document[path[0]][int(path[1])]
    id = f" ({entry['id']})" if isinstance(entry, dict) and "id" in entry else ""
    inner = place_of(path[2:])
    return f"{path[0]} {int(path[1]) + 1}{id}" + (f": {inner}" if inner else ""), sentence


def _ruleset(table: ScenarioTable, rulesets: Mapping[str, Ruleset], findings: ProblemList) -> Ruleset | None:
    ruleset = rulesets.get(table.ruleset)
    if ruleset is None:
        if table.ruleset in rulesets_with_reference():
            findings.add("ruleset", f"“{table.ruleset}” is not yet carried out.")
        else:
            findings.add("ruleset", f"there is no ruleset “{table.ruleset}”.{nearest(table.ruleset, rulesets)}")
    return ruleset


def _rule_problems(table: ScenarioTable) -> Iterator[tuple[str, str]]:
    if table.ruleset not in rulesets_with_reference():
        return
    known = reference(table.ruleset).rules
    for id in table.rules:
        if id not in known:
            yield "rules", f"there is no rule “{id}” in the reference.{nearest(id, known)}"


def _step_problems(step: DoTable, raw: Mapping[str, Any], ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    commands = [key for key in COMMANDS if key in raw]
    if len(commands) > 1:
        yield "", f"must do one thing, not {' and '.join(commands)}."
    allowed: tuple[str, ...] = ()
    if commands and commands[0] not in _NOT_ACTING:
        allowed = ABOUT_ACTION if commands[0] == "action" else ABOUT_CALL
    for key in raw:
        if key in ABOUT_ACTION and key not in allowed:
            yield key, f"says nothing about {commands[0]}." if commands else "needs an action."
    if not raw:
        yield "", "is empty."
    if "action" in raw:
        yield from call_problems(raw, ruleset)
    for key in ("start", "end_turn"):
        if key in raw and not isinstance(raw[key], bool | str | dict):
            yield key, "must be true, or what is said about it."
    if isinstance(step.start, dict):
        yield from _option_problems(step.start, ruleset.actions["start_fight"], "start")
    if "odds" in raw:
        yield from call_problems(step.odds, ruleset, "odds.")
    yield from _answer_problems(step, raw, ruleset)
    if step.fog is not None:
        yield from ((f"fog.{key}" if key else "fog", problem) for key, problem in fog_problems(step.fog))


def _answer_problems(step: DoTable, raw: Mapping[str, Any], ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for key in ("dice", "answers", "say"):
        if key in raw and not isinstance(raw[key], list | dict | str):
            yield key, "must be a list, or a table by the id of the request."
    for offer, taken in step.take.items():
        yield from _taken_problems(taken, ruleset, f"take.{offer}")


def _expect_problems(step: DoTable) -> Iterator[tuple[str, str]]:
    if "refused" in step.expect and not _is_part(step.expect["refused"]):
        yield "expect.refused", "must be a part of the refusal's sentence, such as “too far”, or a list of parts."


def _is_part(said: object) -> bool:
    """Whether a value can be searched in a sentence: a text, a list of texts, or a table of `with` and `without`."""
    if isinstance(said, dict):
        return bool(said) and set(said) <= {"with", "without"} and all(map(_is_part, said.values()))
    parts = said if isinstance(said, list) else [said]
    return bool(parts) and all(isinstance(part, str) and part for part in parts)


def _taken_problems(taken: object, ruleset: Ruleset, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(taken, str):
        return
    if not isinstance(taken, dict):
        yield place, "must be an option, or a table with an action."
        return
    yield from call_problems(taken, ruleset, f"{place}.")
    for offer, inner in taken.get("take", {}).items():
        yield from _taken_problems(inner, ruleset, f"{place}.take.{offer}")


def call_problems(raw: Mapping[str, Any], ruleset: Ruleset, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield place and sentence of each problem of an action's keys that does not depend on the battle."""
    if place:
        for misfit in misfits(DoTable, dict(raw)):
            yield place + place_of(misfit.path), f"{misfit.sentence}."
        for key in raw:
            if (key in COMMANDS and key != "action") or key == "expect":
                yield place + key, "does not belong here."
    action = raw.get("action")
    if not isinstance(action, str) or not action:
        yield f"{place}action", "is missing."
        return
    if action not in ruleset.actions:
        yield f"{place}action", f"there is no action “{action}”.{nearest(action, ruleset.actions)}"
        return
    if not raw.get("actor") and ruleset.actions[action].group not in ("order", "edit"):
        yield f"{place}actor", f"is missing: who does it? If nobody does, “{ENVIRONMENT}”."
    if "target" in raw and "targets" in raw:
        yield f"{place}targets", "cannot stand beside target: use one of them."
    yield from _surplus_targets(raw, ruleset.actions[action], place)
    options = raw.get("options", {})
    if isinstance(options, dict):
        yield from _option_problems(options, ruleset.actions[action], f"{place}options")


def _surplus_targets(raw: Mapping[str, Any], action: Action, place: str) -> Iterator[tuple[str, str]]:
    """Yield a problem if the action takes no target but has one; the action itself refuses too many targets."""
    key = next((key for key in ("target", "targets") if raw.get(key)), None)
    if key is not None and action.targets == "none":
        about = [f"options.{one.key}" for one in action.parameters if one.kind in ("combatant", "combatants")]
        instead = f"say it with {' or '.join(about)}" if about else "leave it out"
        yield f"{place}{key}", f"{action.title} takes no target; {instead}."


def _option_problems(options: Table, action: Action, place: str) -> Iterator[tuple[str, str]]:
    known = {parameter.key: parameter for parameter in action.parameters}
    for key, value in options.items():
        if key not in known:
            yield f"{place}.{key}", f"{action.title} has no such option.{nearest(key, known)}"
        elif problem := known[key].problem(value):
            yield f"{place}.{key}", problem
