"""What the window and the scenarios rely on: acting, undo and redo with branches, the log, notifications."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.run import Done, Due, Refused
from model.session import Changed, Opened, Session, file_names
from model.session.values import battle_schema, unloadable
from model.state.changes import ABSENT, Change
from tests.support import toy
from tests.support.toy import strike

Reopen = Callable[..., Opened]


def move(actor: str, x: float) -> Call:
    return Call(action="move", actor=actor, options={"x": x, "y": 0.0})


def test_what_is_done_is_a_step_of_the_log(session: Session) -> None:
    outcome = session.act(strike("ann", "bob", 5))
    assert isinstance(outcome, Done)
    assert session.battle.combatants["bob"].sheet.hp == 4
    (step,) = session.steps
    assert (step.number, step.parent, step.kind, step.is_undone) == (1, 0, "do", False)
    assert step.call == strike("ann", "bob", 5)
    assert step.note.sentences[0].template == "{who} hits {whom}."


def test_what_is_refused_changes_nothing(session: Session) -> None:
    before = session.battle
    outcome = session.act(Call(action="strike", actor="ann"))
    assert isinstance(outcome, Refused)
    assert session.battle is before
    assert session.steps == ()


def test_an_action_that_changes_and_says_nothing_is_no_step(session: Session) -> None:
    assert isinstance(session.act(Call(action="rest", actor="ann")), Done)
    assert session.steps == ()


def test_a_value_that_could_not_be_loaded_is_refused_with_its_place(session: Session) -> None:
    before = session.battle
    outcome = session.act(Call(action="set_hp", actor="bob", options={"hp": -7}))
    assert isinstance(outcome, Refused)
    said = str(outcome.refusal.sentence.arguments["what"])
    assert "combatants.bob.sheet.hp" in said
    assert "at least 0" in said
    assert "-7" in said
    assert session.battle is before


@pytest.mark.parametrize(
    ("field", "value", "part"),
    [
        ("wounds", ["arm"], "would be read back"),  # a list where the type has a tuple
        ("skill", 3.0, "a whole number"),
        ("gifts", {"luck": None}, "a whole number"),
        ("motto", ABSENT, "cannot be empty"),
    ],
)
def test_what_a_rule_must_not_leave_behind_is_found(field: str, value: object, part: str) -> None:
    path = ("combatants", "ann", "sheet", field)
    old = getattr(toy.battle().combatants["ann"].sheet, field)
    (misfit,) = unloadable(battle_schema(toy.TOY), toy.battle(), Change(path, old, value))
    assert misfit.path[:4] == path
    assert part in misfit.sentence


@pytest.mark.parametrize("words", ["\ud800", "a\udfffb"])
def test_a_character_that_no_file_can_hold_is_refused(session: Session, words: str) -> None:
    outcome = session.act(Call(action="write", actor="ann", options={"words": words}))
    assert isinstance(outcome, Refused)
    assert "character" in str(outcome.refusal.sentence.arguments["what"])
    assert session.steps == ()


@pytest.mark.parametrize("hp", [2**70, float("nan"), float("inf"), 2.5])
def test_a_number_that_no_file_can_hold_is_refused(session: Session, hp: float) -> None:
    before = session.battle
    assert isinstance(session.act(Call(action="set_hp", actor="bob", options={"hp": hp})), Refused)
    assert session.battle is before


@pytest.mark.parametrize("x", [float("nan"), float("inf")])
def test_a_place_that_is_nowhere_is_refused(session: Session, x: float) -> None:
    before = session.battle
    assert isinstance(session.act(move("bob", x)), Refused)
    assert session.battle is before


def test_undo_brings_back_the_very_battle_and_redo_the_later_one(session: Session) -> None:
    first = session.battle
    session.act(strike("ann", "bob", 5))
    later = session.battle
    assert session.can_undo
    assert not session.can_redo
    session.undo()
    assert session.battle is first
    assert [step.kind for step in session.steps] == ["do", "undo"]
    assert session.steps[0].is_undone
    session.redo()
    assert session.battle is later
    assert not session.steps[0].is_undone


def test_going_back_over_several_steps_is_one_change(session: Session, path: Path) -> None:
    battles = [session.battle]
    for one in range(4):
        session.act(strike("ann", "bob", 1) if one % 2 else move("ann", one))
        battles.append(session.battle)
    told: list[Changed] = []
    session.subscribe(told.append)
    session.undo(after=1)
    assert session.battle == battles[1]
    (changed,) = told
    assert (changed.old, changed.new, changed.origin) == (battles[4], battles[1], "undo")
    assert [step.number for step in session.standing()] == [1]
    assert not session.can_go_on_to(1)
    session.redo(until=3)
    assert session.battle == battles[3]
    assert len(told) == 2
    session.undo(after=0)
    assert session.battle == battles[0]
    assert list(session.standing()) == []
    assert [step.kind for step in session.steps] == ["do"] * 4 + ["undo"] * 3 + ["redo"] * 2 + ["undo"] * 3
    session.close()
    again = Session.open(path, toy.RULESETS).session
    assert again is not None
    assert again.battle == battles[0]
    again.redo(until=4)
    assert again.battle == battles[4]
    again.close()


def test_what_lies_on_another_branch_is_not_gone_on_to(session: Session) -> None:
    session.act(strike("ann", "bob", 1))
    session.act(strike("bob", "ann", 1))
    session.undo(after=0)
    session.act(strike("ann", "bob", 2))
    assert not session.can_go_on_to(2)
    assert session.redo(until=2) is None
    assert session.redo(until=99) is None
    assert session.undo(after=1) is None, "what does not stand is no place to stop at"
    assert session.can_undo


def test_with_nothing_to_undo_or_redo_nothing_happens(session: Session) -> None:
    assert (session.undo(), session.redo()) == (None, None)
    assert (session.undo_title, session.redo_title) == (None, None)
    assert session.steps == ()


def test_undo_and_redo_say_what_they_would_undo(session: Session) -> None:
    session.act(strike("ann", "bob", 5))
    session.act(strike("bob", "ann", 1))
    assert session.undo_title is not None
    assert session.undo_title.sentences[0].template == "{who} misses {whom}."
    session.undo()
    assert session.redo_title is not None
    assert session.redo_title.sentences[0].template == "{who} misses {whom}."
    assert session.undo_title.sentences[0].template == "{who} hits {whom}."


def test_redo_goes_to_the_branch_that_was_undone_last(session: Session) -> None:
    session.act(move("ann", 1.0))
    session.undo()
    session.act(move("ann", 2.0))
    assert not session.can_redo
    session.undo()
    session.redo()
    assert session.battle.combatants["ann"].place.x == 2.0
    assert [step.is_undone for step in session.steps if step.kind == "do"] == [True, False]


def test_each_undo_state_comes_back_after_reopening(session: Session, reopen: Reopen) -> None:
    battles = [session.battle]
    for call in (strike("ann", "bob", 5), move("bob", 3.5), Call(action="call_in"), strike("bob", "ann", 6, shield=2)):
        session.act(call)
        battles.append(session.battle)
    session.undo()
    session.undo()
    again, problems = reopen(session)
    assert problems == ()
    assert again is not None
    assert again.battle == battles[2]
    again.redo()
    again.redo()
    assert again.battle == battles[4]
    for battle in reversed(battles[:4]):
        again.undo()
        assert again.battle == battle
    assert not again.can_undo


def test_the_log_reads_the_same_after_reopening(session: Session, reopen: Reopen) -> None:
    session.act(strike("ann", "bob", 5, shield=3))
    session.act(strike("bob", "ann", 1))
    session.undo()
    before = [(step.number, step.kind, step.of, step.call, step.note, step.time) for step in session.steps]
    again = reopen(session).session
    assert again is not None
    assert [(s.number, s.kind, s.of, s.call, s.note, s.time) for s in again.steps] == before


def test_a_step_knows_the_battle_before_and_after_it(session: Session) -> None:
    first = session.battle
    session.act(move("ann", 1.0))
    second = session.battle
    session.undo()
    done, undone = session.steps
    assert session.battle_before(done) is first
    assert session.battle_after(done) is second
    assert session.battle_after(undone) is first


# ------------------------------------------------------------------------------------------------ subscribers


def test_who_watches_is_told_once_after_it_is_on_disk(session: Session, path: Path) -> None:
    seen: list[tuple[Changed, bool]] = []
    session.subscribe(lambda changed: seen.append((changed, "number = 1" in path.read_text())))
    first = session.battle
    session.act(Call(action="luck", options={"luck": 3}))
    ((changed, was_on_disk),) = seen
    assert was_on_disk
    assert (changed.old, changed.new, changed.origin) == (first, session.battle, "act")
    assert [change.path for change in changed.changes] == [("shared", "luck")]
    session.undo()
    session.redo()
    assert [changed.origin for changed, _ in seen] == ["act", "undo", "redo"]
    assert seen[1][0].new is first


def test_who_stops_watching_is_told_no_more(session: Session) -> None:
    seen: list[Changed] = []
    stop = session.subscribe(seen.append)
    stop()
    stop()
    session.act(move("ann", 1.0))
    assert seen == []


def test_acting_while_being_told_is_a_bug(session: Session) -> None:
    session.subscribe(lambda changed: session.undo() and None)
    with pytest.raises(RuntimeError, match="being told"):
        session.act(move("ann", 1.0))
    assert len(session.steps) == 1


def test_acting_in_a_closed_session_is_a_bug(session: Session, path: Path) -> None:
    session.close()
    before = path.read_bytes()
    with pytest.raises(RuntimeError, match="closed"):
        session.act(move("ann", 1.0))
    assert path.read_bytes() == before


# -------------------------------------------------------------------------------------- half-answered actions


def test_a_half_answered_action_survives_a_crash(session: Session, path: Path, reopen: Reopen) -> None:
    outcome = session.act(strike("ann", "bob"))
    assert isinstance(outcome, Due)
    assert session.steps == ()
    again = Session.open(path, toy.RULESETS, take_over=True).session  # the crashed one never closed it
    assert again is not None
    draft = again.drafts["ann"]
    assert draft.call == strike("ann", "bob")
    assert isinstance(draft.outcome, Due)
    assert draft.outcome.request.id == "attack"
    again.close()


def test_an_action_on_a_combatant_who_was_undone_is_set_aside_until_they_are_back(
    session: Session, reopen: Reopen
) -> None:
    session.act(Call(action="call_in", actor="ann"))
    (guard,) = session.battle.combatants.keys() - {"ann", "bob"}
    session.act(strike("ann", guard))
    session.undo()
    assert session.drafts == {}
    opened = reopen(session)
    again = opened.session
    assert again is not None
    assert again.drafts == {}
    assert ["its target" in problem.sentence and problem.is_note for problem in opened.problems] == [True]
    again.redo()
    assert again.drafts["ann"].call == strike("ann", guard)
    assert again.drafts_set_aside == ()


def test_drafts_that_are_put_off_are_written_soon_and_at_closing(session: Session, reopen: Reopen) -> None:
    soon: list[Callable[[], None]] = []
    session.defer_disk_sync(soon.append)
    session.act(strike("ann", "bob"))
    session.act(strike("bob", "ann"))
    assert session.path is not None
    file = file_names.drafts_file(session.path)
    assert not file.exists()
    assert len(soon) == 1
    soon.pop()()
    assert "bob" in file.read_text(encoding="utf-8")
    session.drop_draft("bob")
    assert len(soon) == 1
    again = reopen(session).session
    assert again is not None
    assert list(again.drafts) == ["ann"]


def test_an_applied_action_is_no_draft_any_more(session: Session, reopen: Reopen) -> None:
    session.act(strike("ann", "bob"))
    session.act(strike("bob", "ann"))
    session.act(strike("ann", "bob", 5))
    assert list(session.drafts) == ["bob"]
    again = reopen(session).session
    assert again is not None
    assert list(again.drafts) == ["bob"]


def test_a_draft_is_run_again_when_the_battle_has_changed(session: Session) -> None:
    session.act(strike("bob", "ann"))
    session.act(Call(action="set_hp", actor="bob", options={"hp": 0}))
    outcome = session.drafts["bob"].outcome
    assert isinstance(outcome, Refused)
    assert outcome.refusal.key == "down"
    assert session.drafts["bob"].call == strike("bob", "ann")


def test_a_draft_is_kept_while_its_actor_does_something_else(session: Session) -> None:
    session.act(strike("ann", "bob"))
    session.act(move("ann", 1.0))
    assert session.drafts["ann"].call.action == "strike"


def test_a_draft_can_be_dropped(session: Session, reopen: Reopen) -> None:
    session.act(strike("ann", "bob"))
    assert session.drop_draft("ann") is None
    assert session.drop_draft("nobody") is None
    assert session.drafts == {}
    again = reopen(session).session
    assert again is not None
    assert again.drafts == {}


def test_what_another_combatant_declared_cannot_be_forgotten_by_dropping(session: Session) -> None:
    with_shield = strike("ann", "bob", shield=4)
    session.act(with_shield)
    for refused in (session.drop_draft("ann"), session.act(strike("ann", "bob")), session.act(strike("ann", "bob", 5))):
        assert isinstance(refused, Refused)
        assert refused.refusal.rule == "TOY-SHIELD"
        assert "no longer be cancelled" in refused.refusal.sentence.template
    assert session.drafts["ann"].call == with_shield
    assert isinstance(session.act(strike("ann", "bob", 5, shield=4)), Done)
    assert session.drafts == {}


def test_a_call_can_be_kept_without_being_applied(session: Session, reopen: Reopen) -> None:
    answered = strike("ann", "bob", 5)
    assert session.keep_draft(answered) is None
    assert session.steps == ()
    assert isinstance(session.drafts["ann"].outcome, Done)
    again = reopen(session).session
    assert again is not None
    assert again.drafts["ann"].call == answered
    again.act(answered)
    assert again.drafts == {}


def test_keeping_another_call_does_not_forget_what_another_combatant_declared(session: Session) -> None:
    session.keep_draft(strike("ann", "bob", shield=4))
    for call in (strike("ann", "bob", 5), move("ann", 1.0), Call(action="strike", actor="ann")):
        refused = session.keep_draft(call)
        assert refused is not None
        assert refused.refusal.rule == "TOY-SHIELD"
    assert session.keep_draft(strike("ann", "bob", 5, shield=4)) is None


def test_a_half_answered_call_that_no_file_can_hold_is_refused(session: Session) -> None:
    refused = session.keep_draft(Call(action="write", actor="ann", options={"words": "\ud800"}))
    assert refused is not None
    assert session.drafts == {}


def test_the_gm_may_drop_it_all_the_same(session: Session) -> None:
    session.act(strike("ann", "bob", shield=4))
    assert session.drop_draft("ann", anyway=True) is None
    assert session.drafts == {}


def test_a_broken_file_of_drafts_is_kept_aside_and_told_of(session: Session, path: Path, reopen: Reopen) -> None:
    session.act(strike("ann", "bob"))
    session.close()
    file = path.with_name("duel.drafts.toml")
    file.write_text(file.read_text() + "oops")
    again, problems = reopen()
    assert again is not None
    assert again.drafts == {}
    assert "duel.drafts-unread-1.toml" in str(problems[0])
    assert "oops" in path.with_name("duel.drafts-unread-1.toml").read_text()


# ---------------------------------------------------------------------------------------------- dice of undone steps


def test_dice_of_an_undone_step_are_offered_again(session: Session, reopen: Reopen) -> None:
    session.act(strike("ann", "bob", 5, shield=3))
    session.undo()
    for one in (session, reopen(session).session):
        assert one is not None
        assert one.offered_dice("ann", "strike", "attack") == Faces((5,), "offered")
        assert one.offered_dice("ann", "strike", "shield/firmness") == Faces((3,), "offered")
        assert one.offered_dice("ann", "strike", "damage") is None
        assert one.offered_dice("bob", "strike", "attack") is None


def test_of_several_undone_steps_the_first_is_offered_first(session: Session) -> None:
    session.act(strike("ann", "bob", 2))
    session.act(strike("ann", "bob", 6))
    session.undo()
    session.undo()
    assert session.offered_dice("ann", "strike", "attack") == Faces((2,), "offered")
    session.act(strike("ann", "bob", 2))
    assert session.offered_dice("ann", "strike", "attack") == Faces((6,), "offered")
    session.act(strike("ann", "bob", 6))
    assert session.offered_dice("ann", "strike", "attack") is None


def test_redoing_takes_the_dice_up(session: Session) -> None:
    session.act(strike("ann", "bob", 5))
    session.undo()
    session.redo()
    assert session.offered_dice("ann", "strike", "attack") is None


def test_taking_new_dice_is_logged_for_the_gm(session: Session) -> None:
    session.act(strike("ann", "bob", 1))
    session.undo()
    session.act(strike("ann", "bob", 6))
    said = session.steps[-1].note.sentences[-1]
    assert said.audience == "gm"
    assert said.arguments == {"roll": "Attack", "dice": "1"}


def test_taking_the_same_dice_is_not(session: Session) -> None:
    session.act(strike("ann", "bob", 5))
    note = session.steps[0].note
    session.undo()
    session.act(strike("ann", "bob", 5))
    assert session.steps[-1].note == note


# --------------------------------------------------------------------------------------------- without a file


def test_a_session_needs_no_file() -> None:
    session = Session.create(None, toy.TOY, toy.battle()).session
    assert session is not None
    assert session.path is None
    assert session.status.kind == "memory"
    session.act(strike("ann", "bob", 5))
    session.act(strike("bob", "ann"))
    session.undo()
    assert session.battle == toy.battle()
    assert list(session.drafts) == ["bob"]
    session.close()


def test_a_session_without_a_file_can_be_saved_and_goes_on_there(path: Path, reopen: Reopen) -> None:
    session = Session.create(None, toy.TOY, toy.battle()).session
    assert session is not None
    session.act(move("ann", 1.0))
    assert session.save_as(path) is None
    session.act(move("ann", 2.0))
    session.act(strike("bob", "ann"))
    assert (session.path, session.status.kind) == (path, "saved")
    again = reopen(session).session
    assert again is not None
    assert (again.battle, list(again.drafts)) == (session.battle, ["bob"])
    again.undo()
    again.undo()
    assert again.battle == toy.battle()
