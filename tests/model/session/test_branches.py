"""Branches: their list and names, and what becomes of them in files that were edited by hand or trimmed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.run import Refused
from model.session import Correction, Opened, Session
from tests.support import toy
from tests.support.toy import strike

Reopen = Callable[..., Opened]
OLD = Path(__file__).resolve().parents[2] / "data" / "sessions"


def hp(session: Session, who: str) -> int:
    return int(session.battle.combatants[who].sheet.hp)


def replayed(session: Session, number: int, call: Call) -> Correction:
    correction = session.correction(number)
    assert isinstance(correction, Correction)
    correction.say(number, call)
    list(correction.replay())
    return correction


def three_blows(session: Session) -> None:
    """Let Ann hit Bob three times: 2 hp are left after the second hit, none after the third."""
    for _ in range(3):
        session.act(strike("ann", "bob", 6))


def listed(session: Session) -> list[tuple[str, int, int, bool]]:
    return [(one.name, one.fork, one.count, one.is_current) for one in session.branches()]


def test_a_battle_that_was_only_played_has_one_line(session: Session) -> None:
    assert session.branches() == ()
    three_blows(session)
    assert listed(session) == [("Main line", 0, 3, True)]
    session.undo()
    assert listed(session) == [("Main line", 0, 3, True)], "what can be done again belongs to it"


def test_lines_are_called_what_they_are(session: Session, reopen: Reopen) -> None:
    three_blows(session)
    session.correct(replayed(session, 2, strike("ann", "bob", 1)))
    session.begin_branch(1, "With a net")
    session.act(strike("bob", "ann", 6))
    again = reopen(session).session
    assert again is not None
    assert listed(again) == [
        ("With a net", 0, 3, True),
        # The step that begins the correction, and steps 2 and 3, each repeated.
        ("Main line", 1, 3, False),
        ("Before the correction of step 2", 1, 2, False),
    ]


def test_dice_that_were_tried_out_are_not_offered_on_the_played_line(session: Session, reopen: Reopen) -> None:
    session.act(strike("bob", "ann", 2))
    session.undo()
    session.act(strike("bob", "ann", 3))
    session.begin_branch(session.steps[-1].number, "Net")
    session.act(strike("ann", "bob", 1))
    session.undo()
    assert session.offered_dice("ann", "strike", "attack") == Faces((1,), "offered"), "in the branch they are"
    session.act(strike("ann", "bob", 1))
    line = session.played_line
    assert line is not None
    session.go_to(line)
    assert session.offered_dice("ann", "strike", "attack") is None
    again = reopen(session).session
    assert again is not None
    assert again.offered_dice("ann", "strike", "attack") is None
    again.act(strike("ann", "bob", 6))
    assert not [text for text in again.steps[-1].note.sentences if "dice" in text.arguments]


def test_dice_of_an_undone_step_are_still_offered_after_another_look_at_a_branch(session: Session) -> None:
    session.act(strike("bob", "ann", 3))
    first = session.steps[-1].number
    session.begin_branch(first, "Net")
    session.act(strike("ann", "bob", 1))
    tip = session.steps[-1].number
    session.go_to(first)
    session.act(strike("ann", "bob", 5))
    session.undo()
    session.go_to(tip)
    session.go_to(first)
    assert session.offered_dice("ann", "strike", "attack") == Faces((5,), "offered")


def test_a_branch_within_a_branch_leads_back_one_by_one(session: Session) -> None:
    three_blows(session)
    session.begin_branch(1, "Net")
    session.act(strike("bob", "ann", 6))
    inner = next(session.standing()).number
    session.begin_branch(inner, "Fire")
    assert session.played_line == inner
    session.go_to(inner)
    assert session.played_line == 3
    session.go_to(3)
    assert session.played_line is None
    assert hp(session, "bob") == 0


def test_an_action_undone_is_still_a_line_that_can_be_gone_to(session: Session) -> None:
    three_blows(session)
    session.undo()
    session.undo()
    session.act(strike("ann", "bob", 1))
    assert listed(session) == [("Main line", 0, 2, True), ("Undone from step 1", 1, 2, False)]


def test_any_line_can_be_named_and_the_name_can_be_undone(session: Session, reopen: Reopen) -> None:
    three_blows(session)
    session.undo(1)
    session.act(strike("ann", "bob", 1))
    assert session.name_branch(3, "As it was rolled first") is None
    assert [one.name for one in session.branches()] == ["Main line", "As it was rolled first"]
    session.undo()
    assert [one.name for one in session.branches()] == ["Main line", "Undone from step 1"]
    session.redo()
    session.go_to(3)
    again = reopen(session).session
    assert again is not None
    assert "As it was rolled first" in [one.name for one in again.branches() if one.is_current]
    assert "no step 99" in str(again.name_branch(99, "x"))


def test_names_and_beginnings_of_lines_are_not_played_again_by_a_correction(session: Session) -> None:
    three_blows(session)
    session.name_branch(3, "Main")
    session.begin_branch(3, "Net")
    session.act(strike("ann", "bob", 6))
    correction = replayed(session, 1, strike("ann", "bob", 1))
    assert [row.call.action for row in correction.rows] == ["strike"] * 4


# ------------------------------------------------------------------------------------------------------- odd files


def test_a_trimmed_battle_forgets_lines_and_keeps_what_is_left_of_a_correction(
    session: Session, reopen: Reopen
) -> None:
    three_blows(session)
    session.correct(replayed(session, 1, strike("ann", "bob", 1)))
    corrected = session.battle
    assert session.trim_history(2) is None
    assert [one.count for one in session.branches()] == [2]
    again = reopen(session).session
    assert again is not None
    assert again.battle == corrected
    again.undo()
    again.undo()
    assert not again.can_undo
    again.redo()
    again.redo()
    assert again.battle == corrected


def test_a_branch_whose_parent_is_missing_is_told_and_kept_in_a_file_beside_it(
    session: Session, path: Path, reopen: Reopen
) -> None:
    three_blows(session)
    session.begin_branch(1, "Net")
    session.act(strike("bob", "ann", 6))
    session.act(strike("bob", "ann", 6))
    marker = next(step.number for step in session.steps if step.call.action == "begin_branch")
    session.close()
    text = path.read_text(encoding="utf-8")
    without = re.sub(rf"\[\[step\]\]\nnumber = {marker}\n.*?\nend = .*?\n", "", text, flags=re.DOTALL)
    assert without != text
    path.write_text(without, encoding="utf-8")
    again, problems = reopen()
    assert again is not None
    told = " ".join(map(str, problems))
    assert f"follows step {marker}, but the battle was at step 1" in told
    assert "2 steps after it could not be read" in told
    again.go_to(3)
    assert hp(again, "bob") == 0, "the line that was played is whole"
    kept = [file for file in path.parent.iterdir() if "cut" in file.name]
    assert [f"parent = {marker}" in file.read_text(encoding="utf-8") for file in kept] == [True]


def test_a_step_edited_by_hand_into_what_nobody_can_do_is_kept_as_it_happened(
    session: Session, path: Path, reopen: Reopen
) -> None:
    three_blows(session)
    session.close()
    text = path.read_text(encoding="utf-8")
    at = text.index("number = 2\n")
    path.write_text(text[:at] + text[at:].replace('action="strike"', 'action="juggle"', 1), encoding="utf-8")
    again, problems = reopen()
    assert again is not None
    assert any("edited by hand" in problem.sentence for problem in problems)
    assert "does not know" in str(again.correction(2))
    correction = replayed(again, 1, strike("ann", "bob", 1))
    second = correction.rows[1]
    assert isinstance(second.outcome, Refused)
    assert second.decision == "keep"
    assert again.correct(correction) is None
    assert hp(again, "bob") == 0
    again.undo()
    assert (hp(again, "bob"), [step.number for step in again.standing()]) == (0, [3, 2, 1])


def test_a_battle_of_every_older_version_can_be_corrected_and_undone(tmp_path: Path) -> None:
    for version in OLD.iterdir():
        folder = Path(shutil.copytree(version, tmp_path / version.name))
        session = Session.open(folder / "fight.battle.toml", toy.RULESETS).session
        assert session is not None
        before = session.battle
        moves = [step for step in session.standing() if step.call.action == "move"]
        assert moves, "Ann walks in it"
        call = Call(action="move", actor="ann", options={"x": 1.0, "y": 1.0})
        assert session.correct(replayed(session, moves[0].number, call)) is None
        assert session.battle.combatants["ann"].place.x == 1.0
        session.undo()
        assert session.battle == before
        session.close()
