"""A pytest plugin that writes down which rules and house rules the tests that passed name in their marks."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from model.scenarios.coverage import RECORD_VARIABLE

_rules: set[str] = set()
_settings: set[str] = set()
_failed: list[str] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            item.user_properties.append(("rules", list(mark.args)))
            item.user_properties.append(("settings", list(mark.kwargs.get("settings", ()))))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _failed.append(report.nodeid)
    if report.when == "call" and report.passed:
        for key, values in report.user_properties:
            if key in ("rules", "settings"):
                (_rules if key == "rules" else _settings).update(map(str, values if isinstance(values, list) else ()))


def pytest_sessionfinish() -> None:
    shown = {"rules": sorted(_rules), "settings": sorted(_settings), "failed": _failed}
    Path(os.environ[RECORD_VARIABLE]).write_text(json.dumps(shown), encoding="utf-8")
