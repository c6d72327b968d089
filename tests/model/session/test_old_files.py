"""Session files of every released version can still be opened. The expected values were worked out by hand."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from model.dice.answers import Faces
from model.session import Session
from tests.support import toy
from tests.support.session_fixtures import rich_battle

DATA = Path(__file__).resolve().parents[2] / "data" / "sessions"
VERSIONS = sorted(folder.name for folder in DATA.iterdir())


@pytest.fixture(params=VERSIONS)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the files of a version, because opening creates a lock beside them."""
    return Path(shutil.copytree(DATA / request.param, tmp_path / request.param))


def test_a_whole_fight(folder: Path) -> None:
    session, problems = Session.open(folder / "fight.battle.toml", toy.RULESETS)
    assert [problem for problem in problems if not problem.is_note] == []
    assert session is not None
    battle = session.battle
    # Ann hits Bob for 2 through his shield; Bob's miss was overruled into a hit for 2; then the shield is lowered.
    assert battle.combatants["bob"].sheet.hp == 4
    assert battle.combatants["ann"].sheet.hp == 4
    assert battle.combatants["ann"].sheet.wounds == ("arm",)
    assert battle.combatants["bob"].effects == {}
    assert battle.combatants["ann"].place.x == 3.5
    assert battle.combatants["bob"].notes == "“é” \"q\" 'a' \\ \t \x00 \x7f a.b"
    assert battle.combatants["bob"].sheet.gifts == {battle.combatants["bob"].notes: 23}
    assert battle.shared.luck is None
    assert battle.board.features["mark-13"].shape.radius == 1.5
    assert battle.order.round == 1
    assert battle.order.acting == ("bob",)
    kinds = [step.kind for step in session.steps]
    assert kinds == ["do", "do", "do", "undo", "do", "do", "undo", "redo", "do", "do", "do", "do", "do", "do"]
    assert [step.number for step in session.steps if step.is_undone] == [3]
    assert session.steps[1].call.answers["attack"] == Faces((5,), "rolled")
    assert session.steps[1].note.explanations[0].total == 5
    assert session.steps[12].note.rulings[0].is_true
    assert not session.steps[12].note.rulings[0].computed
    assert session.drafts["bob"].call.targets == ("ann",)
    while session.can_undo:
        session.undo()
    assert session.battle == rich_battle()
    session.close()


def test_a_torn_file(folder: Path) -> None:
    session, problems = Session.open(folder / "torn.battle.toml", toy.RULESETS)
    assert session is not None
    assert "not completely written" in "".join(map(str, problems))
    assert session.battle.combatants["bob"].sheet.hp == 4
    assert session.battle.combatants["ann"].sheet.hp == 6
    session.close()


def test_a_trimmed_file(folder: Path) -> None:
    session, problems = Session.open(folder / "trimmed.battle.toml", toy.RULESETS)
    assert [problem for problem in problems if not problem.is_note] == []
    assert session is not None
    assert session.battle.combatants["bob"].sheet.hp == 2
    session.undo()
    assert session.battle.combatants["bob"].sheet.hp == 4
    assert not session.can_undo
    session.close()
