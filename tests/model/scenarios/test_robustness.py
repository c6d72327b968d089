"""Any text in a scenario or content file results in error messages, never in a crash."""

from __future__ import annotations

import copy
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from model.scenarios.cli import check_file, play_file
from tests.model.scenarios.conftest import GAME, HEAD, PEOPLE

README = Path(__file__).parents[2] / "scenarios" / "README.md"
WHOLE = (
    HEAD
    + """
clock = 6
settings = { sand = true, bonus = 2, crowd = "wild" }
shared = { prize = 1 }
scene = { number = 2 }
[board]
zones = [{ id = "dock", rectangle = [0, 0, 5, 5] }, { id = "roof" }]
links = [{ between = ["dock", "roof"], metres = 30 }]
cover = [{ id = "crate", circle = [1, 1, 1] }]
[order]
slots = ["bert", "anna"]
"""
    + PEOPLE
    + """
[[combatant]]
id = "rat"
count = 2
zone = "dock"
effects = [{ kind = "held", other = "anna", amount = 1 }]
[[player]]
id = "pia"
characters = ["anna"]
[[thing]]
id = "cart"
controller = "bert"
[[do]]
start = { first = "pc" }
expect = { round = 1, order = ["bert", "anna", "cora", "rat"], "players.now" = "Bert" }
[[do]]
actor = "anna"
action = "strike"
target = "bert"
with = "sword"
options = { aim = 1 }
dice = [3, 2, 4]
take = { jump = { actor = "cora", action = "jump", dice = [3] } }
override = { attack = 9 }
expect = { "roll.attack.success" = true, log = "hits", "cora.health" = 13 }
[[do]]
odds = { actor = "anna", action = "strike", target = "bert", with = "sword" }
expect = { "odds.bert.hit" = "5/6" }
[[do]]
edit = { "bert.health" = 3 }
[[do]]
actor = "anna"
action = "choose"
answers = { way = "back", steps = 2 }
[[do]]
undo = 1
"""
)
CONTENT = """
format = 1
ruleset = "arena"
[[item]]
id = "axe"
name = "Axe"
damage = 3
[[combatant]]
id = "thug"
name = "Thug"
sheet = { strength = 4 }
items = [{ template = "axe", damage = 5, where = "pack" }]
conditions = ["prone"]
[[party]]
id = "gang"
name = "Gang"
members = [{ template = "thug", count = 2 }]
"""

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.floats(allow_subnormal=False)
    | st.sampled_from(["", "anna", "bert", "sword", "pc", "hit", "strike", "jump", "=7", "a.b", "{who}", "@anna", "ä"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "kind", "action", "x"]), inner),
    max_leaves=4,
)


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every value in a document."""
    found = [path] if path else []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        found += places(inner, (*path, key))
    return found


def without_nothing(value: object) -> object:
    """Return the value without its None values, which TOML does not have."""
    if isinstance(value, dict):
        return {key: without_nothing(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [without_nothing(inner) for inner in value if inner is not None]
    return value


def changed(document: dict[str, Any], path: tuple[Any, ...], value: object, other_key: str | None) -> str:
    """Return the document as TOML, with the value at a path replaced (deleted if None) or with its key renamed."""
    document = copy.deepcopy(document)
    owner: Any = document
    for key in path[:-1]:
        owner = owner[key]
    if other_key is not None and isinstance(owner, dict):
        owner[other_key] = owner.pop(path[-1])
    elif value is None:
        del owner[path[-1]]
    else:
        owner[path[-1]] = value
    return tomli_w.dumps(without_nothing(document))


def test_the_whole_scenario_is_right_to_begin_with(tmp_path: Path) -> None:
    file = tmp_path / "whole.toml"
    file.write_text(WHOLE, encoding="utf-8")
    assert play_file(file, {"arena": GAME}).failures == ()


SCENARIO_DOCUMENT, CONTENT_DOCUMENT = tomllib.loads(WHOLE), tomllib.loads(CONTENT)


@given(
    st.sampled_from(places(SCENARIO_DOCUMENT)),
    VALUES,
    st.none() | st.sampled_from(["undo", "expect", "id", "bert.health", "odds.bert.hit"]),
)
def test_no_change_to_a_scenario_crashes_it(path: tuple[Any, ...], value: object, other_key: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "changed.toml"
        file.write_text(changed(SCENARIO_DOCUMENT, path, value, other_key), encoding="utf-8")
        result = play_file(file, {"arena": GAME})
    assert all(isinstance(failure, str) and failure for failure in result.failures)


@given(st.sampled_from(places(CONTENT_DOCUMENT)), VALUES)
def test_no_change_to_a_content_file_crashes_its_check(path: tuple[Any, ...], value: object) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "changed.toml"
        file.write_text(changed(CONTENT_DOCUMENT, path, value, None), encoding="utf-8")
        _, problems, _ = check_file(file, {"arena": GAME})
    assert all(isinstance(problem, str) and problem for problem in problems)


def test_the_example_of_the_documentation_passes(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    file = tmp_path / "example.toml"
    file.write_text(example[1], encoding="utf-8")
    assert play_file(file).failures == ()
