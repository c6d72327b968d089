"""Makes the sample battles that come with the program: run this file to write them again.

Run `PYTHONPATH=. python tests/support/make_samples.py` from the root of the project. The contents of the samples are in
the `make_RULESET_samples.py` beside it, so that one run applies a change of the state's types or of the content.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from model.content.resources import root
from model.rulesets import RULESETS
from model.session.session import Session
from model.state.battle import AnyBattle

WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)
"""The time noted in the files, the same whenever they are made."""


def all_samples() -> dict[str, Callable[[], AnyBattle]]:
    """Return the function that makes each sample, from every `make_RULESET_samples.py` beside this file."""
    found: dict[str, Callable[[], AnyBattle]] = {}
    for file in sorted(Path(__file__).parent.glob("make_*_samples.py")):
        found |= import_module(f"tests.support.{file.stem}").SAMPLES
    return found


def write(folder: Path) -> None:
    """Write every sample battle into a folder, replacing those that are there."""
    for name, make in all_samples().items():
        file = folder / f"{name}.battle.toml"
        file.unlink(missing_ok=True)
        battle = make()
        opened = Session.create(file, RULESETS[battle.ruleset], battle, now=lambda: WRITTEN)
        if opened.session is None:
            raise SystemExit("\n".join(str(problem) for problem in opened.problems))
        opened.session.close()


if __name__ == "__main__":
    write(root() / "samples")
