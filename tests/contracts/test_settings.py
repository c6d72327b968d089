"""The house rules of every ruleset are those that its reference lists, each with the same default and range."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from model.engine.ruleset import SettingSpec
from model.rulesets import RULESETS

REFERENCES = Path(__file__).resolve().parents[2] / "resources" / "rules"
BY_TABLE = {("zerospace", "movement_table"): "ZS-TAB-MOVE"}
"""Settings whose default the reference names as one of its tables."""
LISTED_ONLY = {("effort", "metres_per_cell")}
"""Settings of the reference that are none of the program: the board has the cells."""


def listed(game: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """The settings of a reference by key, each with the id of the entry that lists it."""
    reference = tomllib.loads((REFERENCES / f"{game}.toml").read_text(encoding="utf-8"))
    entries = [*reference.get("ambiguity", []), *reference.get("missing", [])]
    found = [(entry["id"], setting) for entry in entries for setting in entry.get("setting", [])]
    return {setting["key"]: (id, setting) for id, setting in found if (game, setting["key"]) not in LISTED_ONLY}


def declared(game: str) -> dict[str, SettingSpec]:
    return {spec.key: spec for spec in RULESETS[game].settings}


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_setting_of_the_reference_is_a_house_rule_of_the_program(game: str) -> None:
    assert set(listed(game)) <= set(declared(game))


@pytest.mark.parametrize("game", ["kalos", "zerospace"])
def test_the_program_has_no_house_rule_that_the_reference_does_not_list(game: str) -> None:
    assert set(declared(game)) == set(listed(game))


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_house_rules_have_the_defaults_and_values_that_the_reference_lists(game: str) -> None:
    for key, (id, setting) in listed(game).items():
        spec = declared(game)[key]
        if (game, key) in BY_TABLE:
            assert setting["default"] == BY_TABLE[game, key]
        else:
            assert spec.default == setting["default"], (id, key)
        if "min" in setting:
            assert (spec.least, spec.most) == (setting["min"], setting["max"]), (id, key)
        if setting["type"] == "enum":
            assert spec.kind == "choice", (id, key)
            assert set(spec.options) == set(setting["values"]), (id, key)


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_house_rules_say_what_they_are_about(game: str) -> None:
    """Each with words of help, and the id of the entry that leaves it open; every id stands in the reference."""
    reference = tomllib.loads((REFERENCES / f"{game}.toml").read_text(encoding="utf-8"))
    known = {entry["id"] for part in ("rule", "ambiguity", "missing", "table") for entry in reference.get(part, [])}
    for key, (id, _) in listed(game).items():
        spec = declared(game)[key]
        assert spec.help, key
        assert id in spec.rules, (id, key)
        assert set(spec.rules) <= known, key
