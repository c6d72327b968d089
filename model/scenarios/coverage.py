"""Rule coverage: which rules of the references scenarios and tests show, and which house rules none of them changes.

A rule counts as shown only if a scenario that names it passes, or a test marked `@pytest.mark.rule("ID", …)` passes. A
test that changes house rules lists them as `settings=("key", …)` in the same mark.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from model.content.reference import Reference, reference, rulesets_with_reference
from model.engine.ruleset import Ruleset
from model.rulesets import RULESETS
from model.scenarios.cli import play_file, scenario_files

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
RECORDER = "tests.scenarios.recorder"
"""The pytest plugin that records the rules and settings of passed tests."""
RECORD_VARIABLE = "BATTLEBOARD_RULES_SHOWN"
NO_TESTS = 5
"""pytest's exit status when nothing was selected."""


@dataclass
class Shown:
    """Rules and settings named by scenarios and tests that passed."""

    rules: set[str] = field(default_factory=set)
    settings: dict[str, set[str]] = field(default_factory=dict)
    """Changed house rules by ruleset; those of tests have the empty key, because tests name no ruleset."""
    failed: list[str] = field(default_factory=list)
    """Scenarios and tests that failed."""

    def changes(self, ruleset: str, setting: str) -> bool:
        """Whether a house rule was changed."""
        return any(setting in self.settings.get(name, ()) for name in (ruleset, ""))


def by_scenarios(folder: Path = SCENARIOS, rulesets: Mapping[str, Ruleset] = RULESETS) -> Shown:
    """Play the scenarios of a folder and return what they show."""
    shown = Shown()
    for file in scenario_files([folder]):
        result = play_file(file, rulesets)
        if not result.passed:
            shown.failed.append(str(file))
            continue
        shown.rules.update(result.rules)
        shown.settings.setdefault(result.ruleset, set()).update(result.settings)
    return shown


def by_tests(shown: Shown, root: Path = ROOT) -> None:
    """Run the marked tests and add what they show to `shown`."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "shown.json"
        command = [sys.executable, "-m", "pytest", "-m", "rule", "-q", "-p", RECORDER, "--no-header"]
        environment = dict(os.environ, **{RECORD_VARIABLE: str(record)})
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
        if not record.exists():
            shown.failed.append(f"pytest: {(done.stdout + done.stderr).strip()}")
            return
        found = json.loads(record.read_text(encoding="utf-8"))
    shown.rules.update(found["rules"])
    shown.settings.setdefault("", set()).update(found["settings"])
    shown.failed += found["failed"]
    if done.returncode not in (0, NO_TESTS) and not found["failed"]:
        shown.failed.append(f"pytest: {done.stdout.strip()}")


def report(shown: Shown, *, lists_missing: bool, lists_settings: bool) -> list[str]:
    """Return the lines of the report, rulesets in alphabetical order."""
    lines: list[str] = []
    known: set[str] = set()
    for id in rulesets_with_reference():
        book = reference(id)
        known |= set(book.rules)
        rules = book.carried_out()
        missing = [rule for rule in rules if rule.id not in shown.rules]
        lines.append(f"{id}: {len(rules)} rules, {len(rules) - len(missing)} shown, {len(missing)} not shown")
        if lists_missing:
            lines += [f"  {rule.id}  {rule.title}" for rule in missing]
        if lists_settings:
            lines += _settings_lines(id, book, shown)
    if nowhere := sorted(id for id in shown.rules - known):
        lines.append(f"In no reference: {', '.join(nowhere)}")
    return lines


def _settings_lines(id: str, book: Reference, shown: Shown) -> list[str]:
    if id in RULESETS:
        keys = [(spec.key, spec.title) for spec in RULESETS[id].settings]
    else:
        keys = [(key, rule.id) for rule in book.rules.values() for key in rule.settings]
    unchanged = [(key, title) for key, title in keys if not shown.changes(id, key)]
    counts = f"{len(keys)} settings, {len(keys) - len(unchanged)} changed, {len(unchanged)} not changed"
    return [f"  {counts}", *(f"  {key}  {title}" for key, title in unchanged)]


def coverage_command(*, lists_missing: bool = False, lists_settings: bool = False) -> int:
    """Print the report; return 1 if a scenario or a marked test failed, because the report is then incomplete."""
    shown = by_scenarios()
    by_tests(shown)
    print("\n".join(report(shown, lists_missing=lists_missing, lists_settings=lists_settings)))
    for name in shown.failed:
        print(f"Failed, and not counted: {name}", file=sys.stderr)
    return 1 if shown.failed else 0
