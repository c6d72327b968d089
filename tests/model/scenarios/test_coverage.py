"""Coverage counts only scenarios and tests that passed, and lists those that failed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from model.content.reference import reference, rulesets_with_reference
from model.rulesets import RULESETS
from model.scenarios import coverage
from model.scenarios.coverage import Shown, by_scenarios, by_tests, report
from tests.model.scenarios.conftest import GAME, HEAD, PEOPLE

pytestmark = pytest.mark.slow

ROOT = Path(coverage.__file__).parents[2]


def scenario(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(HEAD + text + PEOPLE, encoding="utf-8")


def test_only_scenarios_that_pass_show_their_rules(tmp_path: Path) -> None:
    scenario(tmp_path, "good.toml", 'rules = ["AR-1", "AR-2"]\nsettings = { sand = true, bonus = 4 }\n')
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(HEAD + 'rules = ["AR-3"]\n' + PEOPLE + '[[do]]\nexpect = { "anna.health" = 1 }', encoding="utf-8")
    shown = by_scenarios(tmp_path, {"arena": GAME})
    assert shown.rules == {"AR-1", "AR-2"}
    assert shown.changes("arena", "sand")
    assert not shown.changes("arena", "bonus")
    assert not shown.changes("other", "sand")
    assert shown.failed == [str(wrong)]


def test_the_report_has_a_line_for_each_ruleset_and_counts_no_guidance() -> None:
    book = reference("zamani")
    first = book.carried_out()[0]
    guidance = next(rule.id for rule in book.rules.values() if rule.kind == "guidance")
    lines = report(Shown(rules={first.id, guidance}), lists_missing=False, lists_settings=False)
    assert len(lines) == len(rulesets_with_reference()) == 5
    whole = len(book.carried_out())
    assert f"zamani: {whole} rules, 1 shown, {whole - 1} not shown" in lines


def test_what_is_missing_is_listed_by_id_and_title() -> None:
    first, second, *_ = reference("zamani").carried_out()
    lines = report(Shown(rules={first.id}), lists_missing=True, lists_settings=False)
    assert f"  {second.id}  {second.title}" in lines
    assert f"  {first.id}  {first.title}" not in lines


def test_settings_that_nothing_changes_are_listed() -> None:
    keys = [spec.key for spec in RULESETS["zamani"].settings]
    lines = report(Shown(settings={"zamani": {keys[0]}}), lists_missing=False, lists_settings=True)
    assert f"  {len(keys)} settings, 1 changed, {len(keys) - 1} not changed" in lines
    assert any(line.startswith(f"  {keys[1]}  ") for line in lines)
    assert not any(line.startswith(f"  {keys[0]}  ") for line in lines)


def test_a_rule_that_no_reference_has_is_told() -> None:
    lines = report(Shown(rules={"ZA-NONE-77"}), lists_missing=False, lists_settings=False)
    assert lines[-1] == "In no reference: ZA-NONE-77"


MARKED = """
import pytest

@pytest.mark.rule("AR-1", "AR-2", settings=("sand",))
def test_that_passes():
    pass

@pytest.mark.rule("AR-3")
def test_that_fails():
    assert False

@pytest.mark.rule("AR-4")
@pytest.mark.skip(reason="not today")
def test_that_is_skipped():
    pass

def test_without_a_mark():
    assert False
"""


def a_project(folder: Path, tests: str) -> Path:
    """Fill the folder with marked tests and a configuration that imports this project's recorder."""
    (folder / "pytest.ini").write_text(f"[pytest]\nmarkers = rule(*ids)\npythonpath = {ROOT}\n", encoding="utf-8")
    (folder / "test_marked.py").write_text(tests, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_only_marked_tests_that_pass_show_their_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    shown = Shown()
    by_tests(shown, a_project(tmp_path, MARKED))
    assert shown.rules == {"AR-1", "AR-2"}
    assert shown.changes("arena", "sand")
    assert shown.failed == ["test_marked.py::test_that_fails"]


@pytest.mark.slow
def test_tests_that_cannot_run_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    shown = Shown()
    by_tests(shown, a_project(tmp_path, "import nothing_of_this_name\n"))
    assert not shown.rules
    assert any("nothing_of_this_name" in line or "test_marked.py" in line for line in shown.failed)


def test_the_command_needs_to_know_what_to_do() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "model.scenarios"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "command" in done.stderr
