"""Files of an older version of the format, tested with an invented version 0."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from model.session import Session
from tests.support import toy
from tests.support.toy import strike

VERSION_0 = """
format = "battleboard-session"
version = 0
ruleset = "toy"

[battle]
ruleset = "toy"
shared = {}
combatants.ann = {id = "ann", name = "Ann", sheet = {points = 6}}
combatants.bob = {id = "bob", name = "Bob", sheet = {points = 6}}

[[step]]
number = 1
parent = 0
time = 2030-01-01T20:00:00Z
call = {action = "strike", actor = "ann", targets = ["bob"]}
changes = [["combatants.bob.sheet.points", 6, 4]]
end = "1 00000000"
"""


def from_points_to_hp(plain: dict[str, Any]) -> dict[str, Any]:
    """Migrate a file from version 0, in which hit points were called points."""
    fighters = {
        id: fighter | {"sheet": {"hp": fighter["sheet"]["points"]}}
        for id, fighter in plain["battle"]["combatants"].items()
    }
    steps = [
        step | {"changes": [[path.replace("points", "hp"), old, new] for path, old, new in step["changes"]]}
        for step in plain["step"]
    ]
    return plain | {"battle": plain["battle"] | {"combatants": fighters}, "step": steps}


def test_an_older_file_is_read_and_left_as_it_is_until_the_next_step(path: Path) -> None:
    path.write_text(VERSION_0)
    session, problems = Session.open(path, toy.RULESETS, migrations={0: from_points_to_hp})
    assert session is not None
    assert all(problem.is_note for problem in problems)
    assert "version 0" in str(problems[0])
    assert session.battle.combatants["bob"].sheet.hp == 4
    assert session.steps[0].call.action == "strike"
    session.close()
    assert path.read_text() == VERSION_0


def test_with_the_next_step_it_is_written_in_this_version_after_a_backup(path: Path) -> None:
    path.write_text(VERSION_0)
    session, _ = Session.open(path, toy.RULESETS, migrations={0: from_points_to_hp})
    assert session is not None
    session.act(strike("bob", "ann", 6))
    session.act(strike("bob", "ann", 5))
    session.close()
    (backup,) = (path.parent / "duel.backups").iterdir()
    assert backup.read_text() == VERSION_0
    assert tomllib.loads(path.read_text())["version"] == 1
    again, problems = Session.open(path, toy.RULESETS)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle
    while again.can_undo:
        again.undo()
    assert again.battle == toy.battle()
    again.close()


def test_a_torn_older_file_opens_up_to_the_tear(path: Path) -> None:
    path.write_text(VERSION_0 + "\n[[step]]\nnumber = 2\npar")
    session, problems = Session.open(path, toy.RULESETS, migrations={0: from_points_to_hp})
    assert session is not None
    assert "not completely written" in "".join(map(str, problems))
    session.act(strike("bob", "ann", 6))
    session.close()
    assert "number = 2\npar" in path.with_name("duel.cut-1.toml").read_text()
    again, problems = Session.open(path, toy.RULESETS)
    assert problems == ()
    assert again is not None
    assert again.battle == session.battle
    again.close()


def test_a_version_that_there_is_no_way_from_is_told(path: Path) -> None:
    path.write_text(VERSION_0)
    session, problems = Session.open(path, toy.RULESETS)
    assert session is None
    assert "version 0" in str(problems[0])
