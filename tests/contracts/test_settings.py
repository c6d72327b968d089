"""House rules and the reference refer to each other: an open point names its settings, a setting its open point.

What was a house rule once is decided by an entry of the reference, which says why it is read so.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from model.engine.settings import SettingSpec
from model.rulesets import RULESETS

REFERENCES = Path(__file__).resolve().parents[2] / "resources" / "rules"

each_game = pytest.mark.parametrize("game", sorted(RULESETS))


def listed(game: str) -> list[tuple[str, str]]:
    """Return the keys of the settings that a reference names, each with the id of the entry."""
    reference = tomllib.loads((REFERENCES / f"{game}.toml").read_text(encoding="utf-8"))
    entries = [*reference["ambiguity"], *reference["missing"]]
    return [(key, entry["id"]) for entry in entries for key in entry.get("settings", [])]


def declared(game: str) -> dict[str, SettingSpec]:
    return {spec.key: spec for spec in RULESETS[game].settings}


@each_game
def test_every_setting_that_the_reference_names_is_a_house_rule_that_names_the_open_point(game: str) -> None:
    assert listed(game)
    assert sorted({key for key, _ in listed(game)}) == sorted(key for key, _ in listed(game)), "each is named once"
    led_back = {(key, id) for key, spec in declared(game).items() for id in spec.rules}
    assert set(listed(game)) <= led_back


@pytest.mark.parametrize("game", ["kalos", "zerospace"])
def test_the_program_has_no_house_rule_that_the_reference_does_not_name(game: str) -> None:
    assert set(declared(game)) == {key for key, _ in listed(game)}


@each_game
def test_a_removed_house_rule_is_decided_by_one_entry_with_its_reason(game: str) -> None:
    reference = tomllib.loads((REFERENCES / f"{game}.toml").read_text(encoding="utf-8"))
    entries = [entry for entry in (*reference["ambiguity"], *reference["missing"]) if "decided" in entry]
    keys = [key for entry in entries for key in entry["decided"]]
    assert len(keys) == len(set(keys))
    assert not set(keys) & set(declared(game))
    for entry in entries:
        because = entry.get("because", "")
        assert because.endswith("."), f"{entry['id']} says why: “We read it so because ...”"
        assert not because.lower().startswith("because"), entry["id"]


MOST, MOST_OF_ALL = 25, 100
"""House rules of a game, and of all games together, at most: a dozen or two that tables really set."""


@each_game
def test_a_game_has_few_house_rules(game: str) -> None:
    assert len(declared(game)) <= MOST


def test_all_games_together_have_few_house_rules() -> None:
    assert sum(len(declared(game)) for game in RULESETS) <= MOST_OF_ALL


@each_game
def test_house_rules_say_what_they_are_about(game: str) -> None:
    """Each has a help text, and every id that it names is in the reference."""
    reference = tomllib.loads((REFERENCES / f"{game}.toml").read_text(encoding="utf-8"))
    known = {entry["id"] for part in ("rule", "ambiguity", "missing") for entry in reference.get(part, [])}
    assert [spec.key for spec in declared(game).values() if not spec.help or not set(spec.rules) <= known] == []
    assert [spec.key for spec in declared(game).values() if not spec.rules] == []
