"""Game nights played with older versions can be continued. Their files are kept as that version wrote them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from model.session import Session
from model.session.registry import rulesets

FILES = sorted((Path(__file__).resolve().parents[2] / "data" / "evenings").glob("*.battle.toml"))


@pytest.fixture(params=FILES, ids=lambda file: file.name)
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the file, because opening creates a lock beside it."""
    return Path(shutil.copy(request.param, tmp_path))


def test_an_older_evening_opens_without_complaint_and_can_be_undone(evening: Path) -> None:
    session, problems = Session.open(evening, rulesets())
    assert [problem for problem in problems if not problem.is_note] == []
    assert session is not None
    end = session.battle
    assert len(session.steps) >= 9
    while session.can_undo:
        session.undo()
    assert session.battle.order.phase == "setup"
    while session.can_redo:
        session.redo()
    assert session.battle == end
    session.close()


def test_the_first_evening_stands_as_it_ended(tmp_path: Path) -> None:
    """Apex and Crimson each brought down a minion with their first shots; then the GM ended the fight."""
    file = Path(shutil.copy(FILES[0], tmp_path))
    session, _ = Session.open(file, rulesets())
    assert session is not None
    out = sorted(who.id for who in session.battle.combatants.values() if who.is_out)
    assert out == ["minion-3-12", "minion-4-14"]
    assert session.battle.order.phase == "ended"
    assert [step.call.action for step in session.steps].count("attack") == 3
    session.close()
