"""The tool that plants mistakes, on a tiny package whose mistakes are known, and the list of judged mistakes."""

from __future__ import annotations

import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from tests.mutation import trials
from tests.mutation.__main__ import drawn, examine, report
from tests.mutation.equivalent import FILE, Equivalents, as_entry
from tests.mutation.mutants import FileMutants
from tests.mutation.project import ROOT, Project

COVER = '''
"""Cover with 1 hit point."""

PRICE = 2


def worn(cover: int, damage: int = 0) -> int:
    """Return what is left of 2 cover or more."""
    left = cover - damage
    return left if left > 0 else 0


def price(count: int) -> int:
    return count * PRICE


def emptied(count: int) -> int:
    while count:
        count -= 1
    return count
'''
CHECKS = """
from rule import cover


def test_cover_is_worn():
    assert cover.worn(5, 2) == 3
    assert cover.worn(1, 3) == 0
    assert cover.worn(2) == 2


def test_nothing_costs_nothing():
    assert cover.price(0) == 0


def test_emptied():
    assert cover.emptied(3) == 0
"""
JUDGED = """
[[equivalent]]
file = 'rule/cover.py'
function = 'worn'
before = 'return left if left > 0 else 0'
after = 'return left if left >= 0 else 0'
reason = "at 0 both branches give 0"
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "project"
    for name, text in {"rule/__init__.py": "", "rule/cover.py": COVER, "checks/test_cover.py": CHECKS}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "-q", root], check=True)
    return Project(root, ("rule",), ("checks",), tmp_path / "cache", jobs=1)


def changes(root: Path, text: str) -> list[tuple[str, str, str]]:
    (root / "rule.py").write_text(text, encoding="utf-8")
    found = FileMutants(root, "rule.py")
    return [(one.function, one.before, one.after) for one in (found[place] for place in range(len(found)))]


@pytest.mark.slow
def test_a_tiny_package(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "START", 1.0)
    judged = tmp_path / "equivalent.toml"
    judged.write_text(JUDGED, encoding="utf-8")
    mutants = drawn(project.root, ["rule/cover.py"], None, 0)
    assert [one.after for one in mutants] == [
        "PRICE = 3",
        "def worn(cover: int, damage: int = 1) -> int:",
        "left = cover + damage",
        "return left if left >= 0 else 0",
        "return left if left > 1 else 0",
        "return left if left > 0 else 1",
        "return count / PRICE",
        "while not (count):",
        "count += 1",
        "count -= 2",
    ]
    tried = [one for one in mutants if one.after in ("PRICE = 3", "left = cover + damage", "count += 1")]
    tried.append(mutants[3])
    results = examine(project, tried, Equivalents(judged), limit=30)
    assert [(one.mutant.after, one.is_killed, one.how) for one in results] == [
        ("PRICE = 3", False, "passes all its tests: 3"),
        ("left = cover + damage", True, "checks/test_cover.py::test_cover_is_worn"),
        ("count += 1", True, "checks/test_cover.py::test_emptied"),  # it never ends
    ]
    told = report(tried, results, Equivalents(judged))
    assert told.endswith("2 killed, 1 survived, 1 equivalent: 67% of the others killed")
    assert "at 0 both branches give 0" in told
    # A test that is added counts without a new record of the others; the sources are as they were.
    check = project.root / "checks" / "test_cover.py"
    check.write_text(CHECKS + "    assert cover.price(2) == 4\n", encoding="utf-8")
    survivors = [one.mutant for one in results if not one.is_killed]
    again = examine(project, survivors, Equivalents(judged), limit=30)
    assert [one.is_killed for one in again] == [True]
    assert (project.root / "rule" / "cover.py").read_text(encoding="utf-8") == COVER
    # A test that fails without any mistake finds none, though it passed when it was recorded.
    (project.root / "rule" / "cover.py").write_text(COVER.replace("PRICE = 2", "PRICE = 4"), encoding="utf-8")
    price = next(one for one in drawn(project.root, ["rule/cover.py"], None, 0) if one.after == "return count / PRICE")
    (unfound,) = examine(project, [price], Equivalents(judged), limit=30)
    assert not unfound.is_killed
    # What has moved into a file of its own is found by the tests that have not changed.
    head, _, price_code = COVER.partition("def price")
    (project.root / "rule" / "cover.py").write_text("from rule.prices import emptied, price\n" + head, encoding="utf-8")
    (project.root / "rule" / "prices.py").write_text(f"PRICE = 2\n\n\ndef price{price_code}", encoding="utf-8")
    moved = next(one for one in drawn(project.root, ["rule/prices.py"], None, 0) if one.after == "return count / PRICE")
    (found,) = examine(project, [moved], Equivalents(judged), limit=30)
    assert found.is_killed


def test_what_is_changed(tmp_path: Path) -> None:
    text = """
def lost(hits, armour):
    for hit in hits:
        if hit.is_spent:
            continue
        if not hit.counts and hit.damage != 1.5:
            break
    return max(hits) is None
"""
    assert changes(tmp_path, text) == [
        ("lost", "if hit.is_spent:", "if not (hit.is_spent):"),
        ("lost", "continue", "break"),
        ("lost", "if not hit.counts and hit.damage != 1.5:", "if not hit.counts or hit.damage != 1.5:"),
        ("lost", "if not hit.counts and hit.damage != 1.5:", "if hit.counts and hit.damage != 1.5:"),
        ("lost", "if not hit.counts and hit.damage != 1.5:", "if not hit.counts and hit.damage == 1.5:"),
        ("lost", "if not hit.counts and hit.damage != 1.5:", "if not hit.counts and hit.damage != 2.5:"),
        ("lost", "break", "return"),
        ("lost", "return max(hits) is None", "return min(hits) is None"),
        ("lost", "return max(hits) is None", "return max(hits) is not None"),
    ]


def test_a_result_becomes_none_where_none_is_allowed(tmp_path: Path) -> None:
    text = "def find(name) -> str | None:\n    return name\n\ndef found(name) -> str:\n    return name\n"
    assert changes(tmp_path, text) == [("find", "return name", "return None")]


def test_what_is_left_alone(tmp_path: Path) -> None:
    text = '''
"""Damage of 1."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    NUMBERS = 1
Number = int | float

class Blow(Record, frozen=True):
    hits: Literal[1]

    @shown(3)
    def words(self, widget):
        assert len(self.name) == 1
        widget.setSpacing(8)
        return "1 hit" + f"{self.hits + 1} of 2"

    def paintEvent(self, painter):
        painter.line(0, 1)
'''
    assert changes(tmp_path, text) == []


def test_a_judged_mistake_is_known_after_its_line_moved(project: Project, tmp_path: Path) -> None:
    judged = tmp_path / "equivalent.toml"
    judged.write_text(JUDGED, encoding="utf-8")
    file = project.root / "rule" / "cover.py"
    file.write_text("import math\n\n" + COVER.replace("left = cover", "# Worn.\n    left = cover"), encoding="utf-8")
    known = [one for one in drawn(project.root, ["rule/cover.py"], None, 0) if Equivalents(judged).reason(one)]
    assert [(one.line, one.after) for one in known] == [(13, "return left if left >= 0 else 0")]
    assert as_entry(known[0]) == JUDGED.strip().replace('"at 0 both branches give 0"', '""')


def test_a_sample_is_drawn_again_by_its_seed(project: Project) -> None:
    samples = [drawn(project.root, ["rule/cover.py"], 4, seed) for seed in (1, 1, 2)]
    assert samples[0] == samples[1]
    assert samples[0] != samples[2]


@pytest.mark.slow
def test_every_judged_mistake_can_still_be_planted() -> None:
    by_file = defaultdict(list)
    for key in Equivalents(FILE):
        by_file[key[0]].append(key)
    gone = []
    for file, keys in by_file.items():
        mutants = FileMutants(ROOT, file)
        known = {one.key for function in {key[1] for key in keys} for one in mutants.in_function(function)}
        gone += [key for key in keys if key not in known]
    assert gone == []
