"""The reference of the rules: rules are found by id and by words."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.content.problems import BadFile, nearest
from model.content.reference import reference, rulesets_with_reference
from model.content.resources import VARIABLE

REFERENCE = """
format = 1
ruleset = "duel"
name = "Duel"
[[rule]]
id = "DU-HIT-01"
section = "Blows"
title = "To hit"
kind = "mechanic"
text = \"\"\"\\
    Roll two dice \\
    and add.\"\"\"
formula = "2d6 + skill"
see = ["DU-FLEE-01"]
[[rule]]
id = "DU-FLEE-01"
section = "Leaving"
title = "Run away"
kind = "choice"
text = "Whoever wants to hit nobody may leave."
[[rule]]
id = "DU-ADVICE-01"
title = "Fair play"
kind = "guidance"
text = "Be kind."
[[ambiguity]]
id = "DU-AMB-01"
about = ["DU-HIT-01"]
problem = "What two sixes mean. Nobody says."
default = "Nothing."
because = "luck is luck."
settings = ["sixes"]
decided = { crits = "Critical sixes" }
[[missing]]
id = "DU-MIS-01"
what = "The list of weapons."
need = "The GM types them in."
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "duel.toml").write_text(REFERENCE, encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def test_a_rule_by_its_id(folder: Path) -> None:
    book = reference("duel")
    rule = book.rule("DU-HIT-01")
    assert rule is not None
    assert (rule.title, rule.text, rule.kind, rule.section) == ("To hit", "Roll two dice and add.", "mechanic", "Blows")
    assert (rule.formula, rule.see) == ("2d6 + skill", ("DU-FLEE-01",))
    assert book.rule("DU-NONE-01") is None
    assert (book.ruleset, book.name) == ("duel", "Duel")


def test_ambiguities_and_gaps_are_entries_too(folder: Path) -> None:
    book = reference("duel")
    ambiguity, gap = book.rules["DU-AMB-01"], book.rules["DU-MIS-01"]
    assert (ambiguity.kind, ambiguity.title, ambiguity.settings) == ("ambiguity", "What two sixes mean", ("sixes",))
    assert (ambiguity.problem, ambiguity.text) == ("What two sixes mean. Nobody says.", "Nothing.")
    assert (ambiguity.because, ambiguity.decided) == ("luck is luck.", {"crits": "Critical sixes"})
    assert ambiguity.see == ("DU-HIT-01",)
    assert (gap.kind, gap.title) == ("missing", "The list of weapons")


def test_mechanics_and_choices_are_carried_out(folder: Path) -> None:
    assert [rule.id for rule in reference("duel").carried_out()] == ["DU-HIT-01", "DU-FLEE-01"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("hit", ["DU-HIT-01", "DU-FLEE-01"]),
        ("du-flee", ["DU-FLEE-01"]),
        ("BLOWS dice", ["DU-HIT-01"]),
        ("sixes nobody", ["DU-AMB-01"]),
        ("skill 2d6", ["DU-HIT-01"]),
        ("critical", ["DU-AMB-01"]),
        ("dragon", []),
        ("  ", []),
    ],
)
def test_rules_are_found_by_words(folder: Path, words: str, found: list[str]) -> None:
    assert [rule.id for rule in reference("duel").search(words)] == found


def test_a_reference_that_is_not_there_or_broken_is_told(folder: Path) -> None:
    with pytest.raises(BadFile, match=r"none\.toml: the reference cannot be read"):
        reference("none")
    (folder / "rules" / "torn.toml").write_text("rule = [", encoding="utf-8")
    with pytest.raises(BadFile, match=r"torn\.toml: the reference cannot be read"):
        reference("torn")
    (folder / "rules" / "half.toml").write_text('ruleset = "half"\n[[rule]]\nid = "H-1"', encoding="utf-8")
    with pytest.raises(BadFile, match=r"half\.toml: an entry of the reference has no"):
        reference("half")


def test_all_five_games_have_a_reference() -> None:
    for id in rulesets_with_reference():
        book = reference(id)
        assert book.ruleset == id
        assert book.carried_out()
        first = book.carried_out()[0]
        assert first in book.search(first.title)
    assert len(rulesets_with_reference()) == 5


@pytest.mark.parametrize(
    ("name", "known", "said"),
    [
        ("pistl", ["pistol", "rifle"], " Did you mean pistol?"),
        ("axe", ["pistol", "rifle"], " There is pistol, rifle."),
        ("axe", [], ""),
        ("?", [f"n{number:02}" for number in range(20)], " and 8 more."),
    ],
)
def test_what_may_have_been_meant(name: str, known: list[str], said: str) -> None:
    assert nearest(name, known).endswith(said)
