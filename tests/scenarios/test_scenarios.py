"""Every scenario file in this folder is a test: it passes, or reports its step and what was found instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.scenarios.cli import play_file, scenario_files

HERE = Path(__file__).parent
FILES = list(scenario_files([HERE]))


@pytest.mark.parametrize("file", FILES, ids=[file.relative_to(HERE).as_posix() for file in FILES])
def test_scenario(file: Path) -> None:
    result = play_file(file)
    if not result.passed:
        title = f"{result.title or file.name} ({', '.join(result.rules)})"
        pytest.fail("\n".join((title, *result.failures)), pytrace=False)
