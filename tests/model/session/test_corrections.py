"""Correcting an earlier step: the list of steps, the results of keep, new and drop, undo, and the file.

In the toy game, a strike hits on 3 or more on a d6 plus 1 and costs 2 of 6 hp; a combatant without hp cannot strike.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from model.dice.answers import Faces
from model.engine.calls import Call, Option
from model.engine.run import Due, Refused
from model.session import Changed, Correction, Opened, Session
from model.session.corrections import Decision
from model.state.base import replace
from tests.support import toy
from tests.support.toy import strike

Reopen = Callable[..., Opened]


def hp(session: Session, who: str) -> int:
    return int(session.battle.combatants[who].sheet.hp)


def opened(session: Session, number: int) -> Correction:
    correction = session.correction(number)
    assert isinstance(correction, Correction)
    return correction


def said(session: Session, number: int, call: Call, **later: Decision) -> Correction:
    """Return a replayed correction: a step with another call, and decisions about later steps, as `step_3="new"`."""
    correction = opened(session, number)
    correction.say(number, call)
    for step, decision in later.items():
        correction.decide(int(step.removeprefix("step_")), decision)
    for _ in correction.replay():
        pass
    return correction


def four_blows(session: Session) -> None:
    """Make four steps. 1: Ann hits Bob. 2: Bob hits Ann. 3: Ann hits Bob. 4: Bob hits Ann. Each has 2 hp left."""
    for call in (strike("ann", "bob", 5), strike("bob", "ann", 4), strike("ann", "bob", 6), strike("bob", "ann", 5)):
        session.act(call)


def test_a_hit_that_was_a_miss_changes_the_step_and_is_shown_against_the_later_ones(session: Session) -> None:
    four_blows(session)
    correction = said(session, 1, strike("ann", "bob", 1))
    assert [row.is_different for row in correction.rows] == [True, False, True, False]
    first, third = correction.rows[0], correction.rows[2]
    assert (first.was_after.combatants["bob"].sheet.hp, first.after.combatants["bob"].sheet.hp) == (4, 6)
    assert third.would_be is not None
    assert (third.was_after.combatants["bob"].sheet.hp, third.would_be.combatants["bob"].sheet.hp) == (2, 4)


@pytest.mark.parametrize(("decision", "left"), [("keep", 2), ("new", 4), ("drop", 6)])
def test_a_later_step_is_kept_or_takes_its_new_result_or_is_dropped(
    session: Session, decision: Decision, left: int
) -> None:
    four_blows(session)
    assert session.correct(said(session, 1, strike("ann", "bob", 1), step_3=decision)) is None
    assert (hp(session, "bob"), hp(session, "ann")) == (left, 2)


def test_what_happened_is_kept_unless_the_gm_says_otherwise(session: Session) -> None:
    four_blows(session)
    correction = said(session, 1, strike("ann", "bob", 1))
    assert [row.decision for row in correction.rows] == ["new", "keep", "keep", "keep"]


def test_one_undo_takes_a_correction_back_and_one_redo_makes_it_again(session: Session, reopen: Reopen) -> None:
    four_blows(session)
    before = session.battle
    told: list[Changed] = []
    session.subscribe(told.append)
    session.correct(said(session, 1, strike("ann", "bob", 1), step_3="new"))
    corrected = session.battle
    assert len(told) == 1
    assert (told[0].old, told[0].new) == (before, corrected)
    session.undo()
    assert session.battle is before
    session.redo()
    assert session.battle is corrected
    again = reopen(session).session
    assert again is not None
    assert again.battle == corrected
    again.undo()
    assert again.battle == before
    assert [step.number for step in again.standing()] == [4, 3, 2, 1]
    again.redo()
    assert again.battle == corrected


def test_the_corrected_line_is_what_the_log_and_later_undos_go_by(session: Session) -> None:
    four_blows(session)
    session.correct(said(session, 1, strike("ann", "bob", 1), step_3="new"))
    words = [step.note.sentences[0].template for step in reversed(list(session.standing()))]
    assert words[1:] == ["{who} misses {whom}.", *["{who} hits {whom}."] * 3]
    session.act(strike("ann", "bob", 6))
    session.undo()
    assert hp(session, "bob") == 4, "the step since, and not the correction"


def test_steps_that_come_out_the_same_keep_their_time_and_their_note(session: Session) -> None:
    four_blows(session)
    old = {step.call.actor: (step.time, step.note) for step in session.steps if step.number in (2, 4)}
    session.correct(said(session, 1, strike("ann", "bob", 1)))
    new = [step for step in session.standing() if step.call.actor == "bob"]
    assert [(step.time, step.note) for step in new] == [old["bob"], (session.step(2).time, session.step(2).note)]


def test_nothing_said_anew_is_no_step_and_no_change(session: Session) -> None:
    four_blows(session)
    before, steps = session.battle, session.steps
    assert session.correct(said(session, 2, session.step(2).call)) is None
    assert session.battle is before
    assert session.steps == steps


def test_a_dropped_step_leaves_no_dice_on_the_table(session: Session, reopen: Reopen) -> None:
    four_blows(session)
    correction = opened(session, 3)
    correction.decide(3, "drop")
    list(correction.replay())
    session.correct(correction)
    assert hp(session, "bob") == 4
    assert session.offered_dice("ann", "strike", "attack") is None
    again = reopen(session).session
    assert again is not None
    assert again.offered_dice("ann", "strike", "attack") is None


def test_a_step_said_anew_and_kept_all_the_same_changes_nothing(session: Session) -> None:
    four_blows(session)
    before, steps = session.battle, session.steps
    assert session.correct(said(session, 1, strike("ann", "bob", 1), step_1="keep")) is None
    assert session.battle is before
    assert session.steps == steps


def test_no_id_is_given_out_twice_after_a_correction(session: Session) -> None:
    """In the correction a mark on the board gets number 1, so the guard who is called in later gets 2."""
    session.act(Call(action="luck", actor="ann", options={"luck": 1}))
    session.act(Call(action="call_in", actor="ann", options={"name": "Guard"}))
    session.correct(said(session, 1, Call(action="draw", actor="ann", options={"radius": 1.0}), step_2="new"))
    assert set(session.battle.combatants) == {"ann", "bob", "guard-2"}
    session.act(Call(action="call_in", actor="ann", options={"name": "Guard"}))
    assert set(session.battle.combatants) == {"ann", "bob", "guard-2", "guard-3"}


# ---------------------------------------------------------------------------------------- what no longer fits


def test_a_later_step_that_hits_now_waits_for_what_a_hit_asks(session: Session) -> None:
    session.act(strike("ann", "bob", shield=6, face=6))  # Bob raises the shield: 5 are needed from here on
    session.act(replace(strike("ann", "bob"), answers={"attack": Faces((3,))}))  # 3 + 1: a miss
    assert hp(session, "bob") == 4
    correction = said(session, 1, strike("ann", "bob", 6), step_2="new")  # no shield after all: 3 are needed
    row = correction.rows[1]
    assert isinstance(row.outcome, Due)
    assert row.outcome.request.id == "where"
    assert row.is_open
    before = session.battle
    assert "waiting for an answer" in str(session.correct(correction))
    assert session.battle is before
    correction.say(2, replace(row.call, answers=row.call.answers | {"where": Option("leg")}))
    list(correction.replay())
    assert session.correct(correction) is None
    assert (hp(session, "bob"), session.battle.combatants["bob"].sheet.wounds) == (2, ("arm", "leg"))


def test_a_step_that_has_become_impossible_is_kept_or_dropped_but_cannot_be_taken_anew(session: Session) -> None:
    session.act(Call(action="set_hp", actor="bob", options={"hp": 2}))
    session.act(strike("bob", "ann", 6))
    down = Call(action="set_hp", actor="bob", options={"hp": 0})
    correction = said(session, 1, down, step_2="new")
    outcome = correction.rows[1].outcome
    assert isinstance(outcome, Refused)
    assert outcome.refusal.key == "down"
    assert "would be refused" in str(session.correct(correction))
    correction.decide(2, "keep")
    list(correction.replay())
    assert session.correct(correction) is None
    assert (hp(session, "bob"), hp(session, "ann")) == (0, 4)
    assert "Kept as it happened" in [one.template for one in next(session.standing()).note.sentences]


def test_what_the_gm_does_anyway_is_done_in_the_correction_too(session: Session) -> None:
    session.act(Call(action="set_hp", actor="bob", options={"hp": 2}))
    session.act(strike("bob", "ann", 6))
    correction = said(session, 1, Call(action="set_hp", actor="bob", options={"hp": 0}), step_2="new")
    correction.say(2, replace(correction.call(2), anyway=("down",)))
    list(correction.replay())
    assert session.correct(correction) is None
    assert (hp(session, "bob"), hp(session, "ann")) == (0, 4)


def test_who_was_never_called_in_is_missed_by_later_steps_and_by_nothing_that_is_kept(session: Session) -> None:
    session.act(Call(action="call_in", actor="ann", options={"name": "Guard"}))
    session.act(strike("ann", "guard-1", 6))
    session.act(strike("ann", "bob", 6))
    correction = opened(session, 1)
    correction.decide(1, "drop")
    list(correction.replay())
    second = correction.rows[1]
    assert isinstance(second.outcome, Refused)
    assert session.correct(correction) is None
    assert set(session.battle.combatants) == {"ann", "bob"}
    assert hp(session, "bob") == 4


def test_a_value_that_no_file_can_hold_leaves_everything_as_it_was(session: Session) -> None:
    session.act(Call(action="set_hp", actor="bob", options={"hp": 2}))
    before = session.battle
    problem = session.correct(said(session, 1, Call(action="set_hp", actor="bob", options={"hp": 500})))
    assert "sheet.hp" in str(problem)
    assert session.battle is before


# ------------------------------------------------------------------------------------------- one after another


def test_two_corrections_in_a_row_go_back_one_by_one(session: Session, reopen: Reopen) -> None:
    four_blows(session)
    session.correct(said(session, 1, strike("ann", "bob", 1), step_3="new"))
    once = session.battle
    second = next(step for step in session.standing() if step.call.actor == "bob" and step.call.answers)
    session.correct(said(session, second.number, strike("bob", "ann", 1)))
    assert (hp(session, "bob"), hp(session, "ann")) == (4, 4)
    again = reopen(session).session
    assert again is not None
    again.undo()
    assert again.battle == once
    again.undo()
    assert (hp(again, "bob"), hp(again, "ann")) == (2, 2)
    again.redo()
    again.redo()
    assert (hp(again, "bob"), hp(again, "ann")) == (4, 4)


def test_corrected_back_the_battle_is_what_it_was(session: Session) -> None:
    four_blows(session)
    before = session.battle
    session.correct(said(session, 1, strike("ann", "bob", 1), step_3="new"))
    first = [step for step in session.standing() if step.call.actor == "ann"][-1]
    later = {f"step_{step.number}": "new" for step in session.standing() if step.number > first.number}
    session.correct(said(session, first.number, strike("ann", "bob", 5), **later))
    assert session.battle == before


def test_a_correction_is_not_applied_to_a_battle_that_has_gone_on(session: Session) -> None:
    four_blows(session)
    correction = said(session, 1, strike("ann", "bob", 1))
    session.act(strike("ann", "bob", 6))
    before = session.battle
    assert "gone on meanwhile" in str(session.correct(correction))
    assert session.battle is before


def test_what_cannot_be_corrected_says_why(session: Session) -> None:
    four_blows(session)
    session.correct(said(session, 1, strike("ann", "bob", 1)))
    marker = next(step.number for step in session.standing() if not step.call.answers)
    assert "go back to its branch" in str(session.correction(1))
    assert "only begins or names a line" in str(session.correction(marker))
    assert "go back to its branch" in str(session.correction(99))


def test_a_correction_cut_off_by_a_power_cut_leaves_a_battle_that_opens(
    session: Session, path: Path, reopen: Reopen
) -> None:
    four_blows(session)
    size = path.stat().st_size
    session.correct(said(session, 1, strike("ann", "bob", 1), step_3="new"))
    session.close()
    data = path.read_bytes()
    for cut in range(size, len(data), 97):
        path.write_bytes(data[:cut])
        again = reopen().session
        assert again is not None, "what was on disk before is never lost"
        again.go_to(4)
        assert (hp(again, "bob"), hp(again, "ann")) == (2, 2)
        again.close()


def test_a_branch_begun_on_purpose_is_left_by_one_undo(session: Session, reopen: Reopen) -> None:
    four_blows(session)
    before = session.battle
    assert session.begin_branch(1, "With the rocket launcher") is None
    assert (hp(session, "bob"), hp(session, "ann")) == (4, 6)
    session.act(strike("ann", "bob", 6))
    session.undo()
    again = reopen(session).session
    assert again is not None
    again.undo()
    assert again.battle == before
    assert "no step 99" in str(again.begin_branch(99, "x"))


def test_one_can_go_from_branch_to_branch_and_nothing_is_lost(session: Session) -> None:
    four_blows(session)
    played = session.battle
    session.undo(1)
    session.act(strike("ann", "bob", 1))
    other, tip = session.battle, next(session.standing()).number
    session.go_to(4)
    assert session.battle is played
    session.go_to(tip)
    assert session.battle is other
    assert session.go_to(tip) is None
    assert session.go_to(9999) is None


def test_a_marker_mended_by_hand_until_it_points_nowhere_is_a_step_like_others(
    session: Session, path: Path, reopen: Reopen
) -> None:
    four_blows(session)
    session.correct(said(session, 1, strike("ann", "bob", 1)))
    corrected = session.battle
    session.close()
    text = path.read_text(encoding="utf-8").replace("line=4", "line=400").replace("until=13", 'until="x"')
    path.write_text(text, encoding="utf-8")
    again, problems = reopen()
    assert again is not None
    assert all(problem.is_note for problem in problems)
    assert again.battle == corrected
    while again.can_undo:
        again.undo()
    assert again.battle == toy.battle()
