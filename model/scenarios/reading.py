"""Scenario files read and checked: everything wrong with a file is told at once, each with its step and key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from model.content.library import content_files, load_library, read_document, version_problem
from model.content.problems import BadFile, Problem, nearest, place_of
from model.content.reference import reference, rulesets_with_reference
from model.engine.ruleset import Action, Ruleset
from model.scenarios.building import Findings, build
from model.scenarios.checking import name_problems
from model.scenarios.tables import FORMAT, DoTable, ScenarioTable, Table, scenario_table
from model.state.base import ENVIRONMENT, Record
from model.state.battle import AnyBattle
from model.state.conform import Misfit, misfits

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
    "odds",
)
"""The keys of which a step has at most one."""
ABOUT_CALL = ("dice", "answers", "say", "take", "override", "anyway")
"""What can be said beside any command that acts."""
ABOUT_ACTION = ("actor", "target", "targets", "with", "options", *ABOUT_CALL)
"""What can be said about an action."""
_NOT_ACTING = ("undo", "redo", "odds")


class Scenario(Record):
    """A scenario that can be played."""

    file: str
    table: ScenarioTable
    ruleset: Ruleset
    battle: AnyBattle
    """As it is before the first step."""


def read_scenario(file: Path, rulesets: Mapping[str, Ruleset]) -> Scenario:
    """A scenario, ready to be played.

    Raises:
        BadFile: with all that is wrong with it.
    """
    document = read_document(file)
    findings = Findings()
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


def _table(document: Table, rulesets: Mapping[str, Ruleset], findings: Findings) -> ScenarioTable | None:
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
    """The place and sentence of a misfit; an entry of a list of tables with its number and id."""
    path, sentence = misfit.path, f"{misfit.sentence}."
    if len(path) < 2 or path[0] not in _MANY or not path[1].isdigit():
        return place_of(path), sentence
    entry = document[path[0]][int(path[1])]
    id = f" ({entry['id']})" if isinstance(entry, dict) and "id" in entry else ""
    inner = place_of(path[2:])
    return f"{path[0]} {int(path[1]) + 1}{id}" + (f": {inner}" if inner else ""), sentence


def _ruleset(table: ScenarioTable, rulesets: Mapping[str, Ruleset], findings: Findings) -> Ruleset | None:
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
        yield "", f"does one thing, not {' and '.join(commands)}."
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
            yield key, "takes true, or what is said about it."
    if isinstance(step.start, dict):
        yield from _option_problems(step.start, ruleset.actions["start_fight"], "start")
    if "odds" in raw:
        yield from call_problems(step.odds, ruleset, "odds.")
    for key in ("dice", "answers", "say"):
        if key in raw and not isinstance(raw[key], list | dict | str):
            yield key, "takes a list, or a table by the id of the request."
    for offer, taken in step.take.items():
        yield from _taken_problems(taken, ruleset, f"take.{offer}")


def _expect_problems(step: DoTable) -> Iterator[tuple[str, str]]:
    if "refused" in step.expect and not _is_part(step.expect["refused"]):
        yield "expect.refused", "takes a part of the refusal's sentence, such as “too far”, or a list of parts."


def _is_part(said: object) -> bool:
    """Whether it can be looked for in a sentence: a text, a list of them, or what is in it and what is not."""
    if isinstance(said, dict):
        return bool(said) and set(said) <= {"with", "without"} and all(map(_is_part, said.values()))
    parts = said if isinstance(said, list) else [said]
    return bool(parts) and all(isinstance(part, str) and part for part in parts)


def _taken_problems(taken: object, ruleset: Ruleset, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(taken, str):
        return
    if not isinstance(taken, dict):
        yield place, "takes an option, or a table with an action."
        return
    yield from call_problems(taken, ruleset, f"{place}.")
    for offer, inner in taken.get("take", {}).items():
        yield from _taken_problems(inner, ruleset, f"{place}.take.{offer}")


def call_problems(raw: Mapping[str, Any], ruleset: Ruleset, place: str = "") -> Iterator[tuple[str, str]]:
    """What is wrong with the words for an action, whoever is there to do it."""
    if place:
        for misfit in misfits(DoTable, dict(raw)):
            yield place + place_of(misfit.path), f"{misfit.sentence}."
        for key in raw:
            if (key in COMMANDS and key != "action") or key == "expect":
                yield place + key, "has no place in here."
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
        yield f"{place}targets", "stands beside target; one of them is enough."
    yield from _surplus_targets(raw, ruleset.actions[action], place)
    options = raw.get("options", {})
    if isinstance(options, dict):
        yield from _option_problems(options, ruleset.actions[action], f"{place}options")


def _surplus_targets(raw: Mapping[str, Any], action: Action, place: str) -> Iterator[tuple[str, str]]:
    """A target for an action that does nothing with one; of more than it takes the action itself refuses the rest."""
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
