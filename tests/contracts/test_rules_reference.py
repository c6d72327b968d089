"""The rules reference in resources/rules is complete, consistent, and about the rules alone."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "rules"
REFERENCES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}

HOW_MANY = {
    "effort": {"mechanic": 45, "choice": 5, "guidance": 2},
    "kalos": {"mechanic": 140, "choice": 34, "guidance": 5},
    "wasteland": {"mechanic": 75, "choice": 6, "guidance": 1},
    "zamani": {"mechanic": 85, "choice": 4, "guidance": 3},
    "zerospace": {"mechanic": 219, "choice": 31, "guidance": 11},
}

# The fields of each kind of entry; those in the second set are optional.
FIELDS = {
    "rule": ({"id", "section", "title", "kind", "text"}, {"formula", "see"}),
    "ambiguity": ({"id", "about", "problem", "default"}, {"because", "decided", "prompt", "settings"}),
    "missing": ({"id", "what", "need"}, {"because", "decided", "prompt", "settings"}),
}

# The source of a rule does not matter to someone who looks it up during combat.
ABOUT_SOURCES = re.compile(
    r"\b(the (source|catalogue|publisher)|seeds?|wiki|unresolved template|revisions? \d+|this chapter"
    r"|companion page|sibling game|neighbouring chapter)\b",
    re.IGNORECASE,
)

each_reference = pytest.mark.parametrize("reference", REFERENCES.values(), ids=REFERENCES.keys())


def entries(reference: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for kind in FIELDS for entry in reference.get(kind, [])]


def texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for part in value.values() for text in texts(part)]
    if isinstance(value, list):
        return [text for part in value for text in texts(part)]
    return []


def test_all_five_rulesets_are_there_with_all_their_rules() -> None:
    counted = {
        name: {kind: sum(rule["kind"] == kind for rule in reference["rule"]) for kind in HOW_MANY[name]}
        for name, reference in REFERENCES.items()
    }
    assert counted == HOW_MANY
    for name, reference in REFERENCES.items():
        assert len(reference["rule"]) == sum(HOW_MANY[name].values()), "a rule of another kind"


def test_ids_are_unique_over_all_files() -> None:
    ids = [entry["id"] for reference in REFERENCES.values() for entry in entries(reference)]
    assert sorted(ids) == sorted(set(ids))


@each_reference
def test_head_and_entries_have_the_fields_of_the_format(reference: dict[str, Any]) -> None:
    assert set(reference) == {"format", "ruleset", "name", "dice", "prefix"} | {*FIELDS}
    for kind, (needed, optional) in FIELDS.items():
        for entry in reference[kind]:
            assert needed <= set(entry) <= needed | optional, entry["id"]
            assert entry["id"].startswith(reference["prefix"] + "-")


@each_reference
def test_every_id_that_is_mentioned_exists(reference: dict[str, Any]) -> None:
    known = {entry["id"] for entry in entries(reference)}
    rules = {rule["id"] for rule in reference["rule"]}
    mentioned = re.compile(rf"\b{reference['prefix']}-[A-Z]+-[A-Z0-9]+\b")
    for entry in entries(reference):
        assert set(entry.get("see", [])) <= known, entry["id"]
        assert set(entry.get("about", [])) <= rules, entry["id"]
        assert entry.get("rule", entry["id"]) in known, entry["id"]
        assert {name for text in texts(entry) for name in mentioned.findall(text)} <= known, entry["id"]


@each_reference
def test_texts_speak_of_the_rules_and_are_one_line(reference: dict[str, Any]) -> None:
    for entry in entries(reference):
        for text in texts(entry):
            assert not ABOUT_SOURCES.search(text), f"{entry['id']}: {text}"
            assert text == " ".join(text.split()), entry["id"]
            assert text, entry["id"]
