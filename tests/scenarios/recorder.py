"""A pytest plugin that records which rules and house rules the passed tests name in their marks."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from model.scenarios.coverage import RECORD_VARIABLE


class Recorder:
    """Collects the rules and settings that the tests of one run show."""

    def __init__(self) -> None:
        self.shown: dict[str, set[str]] = {"rules": set(), "settings": set()}
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("rule"):
                item.user_properties.append(("rules", list(mark.args)))
                item.user_properties.append(("settings", list(mark.kwargs.get("settings", ()))))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
        if report.when == "call" and report.passed:
            for key, names in report.user_properties:
                if key in self.shown and isinstance(names, list):
                    self.shown[key].update(map(str, names))

    def pytest_sessionfinish(self) -> None:
        record = {key: sorted(names) for key, names in self.shown.items()} | {"failed": self.failed}
        Path(os.environ[RECORD_VARIABLE]).write_text(json.dumps(record), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder())
