"""Running an action: its outcomes (due, done, refused), answers, offers, interruptions and overrides."""

from typing import Any

import pytest

from model.dice.answers import Faces, Sum, Total, Word
from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Along, Answer, At, Call, Number, Option, Options, Taken
from model.engine.requests import Question
from model.engine.ruleset import Action
from model.engine.run import Done, Due, Refused, foreseen, may, run, run_once
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.board import Place
from model.state.texts import Refusal, Text, text
from tests.support.arena import ARENA, arena, duel, fighter
from tests.support.edits import done

STRIKE = Call(action="strike", actor="anna-1", targets=("bert-2",))


def act(call: Call, battle: AnyBattle | None = None, **answers: Any) -> Any:
    return run(ARENA, battle or duel(), replace(call, answers=call.answers | answers))


def health(outcome: Done, who: str) -> int:
    return int(outcome.battle.combatants[who].sheet.health)


def sentence(said: Text) -> str:
    return said.template.format(**said.arguments)


def test_a_run_is_remembered_for_the_same_battle_and_the_same_words_alone() -> None:
    battle = duel()
    first = run_once(ARENA, battle, STRIKE)
    assert first == run(ARENA, battle, STRIKE)
    assert run_once(ARENA, battle, replace(STRIKE)) is first
    assert run_once(ARENA, replace(battle), STRIKE) is not first
    answered = replace(STRIKE, answers={"attack": Faces(faces=(6, 6))})
    assert run_once(ARENA, battle, answered) == run(ARENA, battle, answered) != first
    assert isinstance(run_once(ARENA, battle, replace(STRIKE, options={"odd": object()})), Refused)


def test_an_action_stops_at_its_first_roll_and_has_changed_nothing() -> None:
    due = act(STRIKE)
    assert isinstance(due, Due)
    assert (due.request.id, due.by) == ("attack", "anna-1")
    assert due.request.bonus == 3
    assert due.request.against == 8
    assert due.note.explanations[0].total == 3
    assert due.committed_by == ""


def test_with_each_answer_it_comes_one_request_further_until_it_is_done() -> None:
    due = act(STRIKE, attack=Faces(faces=(2, 3)))
    assert isinstance(due, Due)
    assert due.request.id == "damage"
    assert due.note.rulings[0].is_true
    done = act(STRIKE, attack=Faces(faces=(2, 3)), damage=Faces(faces=(4,)))
    assert isinstance(done, Done)
    assert health(done, "bert-2") == 20 - (4 + 3 - 1)
    assert [roll.id for roll in done.note.rolls] == ["attack", "damage"]
    assert done.note.rulings[0].total == 8
    assert done.note.rulings[0].against == 8


@pytest.mark.parametrize(
    ("answers", "hoped"),
    [
        ({}, ["attack", "damage"]),
        ({"attack": Faces(faces=(5, 5))}, ["damage"]),
        ({"attack": Faces(faces=(9, 3))}, ["attack", "damage"]),
        ({"attack": Faces(faces=(1, 1))}, []),
        ({"attack": Faces(faces=(5, 5)), "damage": Faces(faces=(4,))}, []),
    ],
)
def test_what_is_hoped_for_is_explained_to_the_end_and_changes_nothing_of_what_is_due(
    answers: dict[str, Answer], hoped: list[str]
) -> None:
    """A request that has an answer is not among the hoped ones, unless the answer does not fit."""
    call, battle = replace(STRIKE, answers=answers), duel()
    ahead = foreseen(ARENA, battle, call)
    assert [request.id for request in ahead.hoped] == hoped
    assert run_once(ARENA, battle, call) == run(ARENA, battle, call)
    assert ahead.note.rulings[0].is_true == (answers.get("attack") != Faces(faces=(1, 1)))


def test_a_miss_asks_for_no_damage_and_names_the_dice_left_over() -> None:
    done = act(STRIKE, attack=Faces(faces=(2, 2)), damage=Faces(faces=(4,)))
    assert isinstance(done, Done)
    assert done.unused == ("damage",)
    assert done.battle.combatants == duel().combatants


def test_sum_total_and_word_serve_as_well_as_faces() -> None:
    for attack in (Sum(sum=5), Total(total=8), Word(word="hit")):
        due = act(STRIKE, attack=attack)
        assert isinstance(due, Due)
        assert due.request.id == "damage", attack
    assert isinstance(act(STRIKE, attack=Word(word="miss")), Done)


def test_damage_named_at_the_attack_is_the_damage_rolls_too() -> None:
    done = act(STRIKE, attack=Word(word="damage", amount=6))
    assert isinstance(done, Done)
    assert health(done, "bert-2") == 20 - (6 - 1)
    assert [roll.word for roll in done.note.rolls] == ["6 damage", "6 damage"]


def test_an_answer_that_does_not_fit_is_shown_and_never_used() -> None:
    wrong = Faces(faces=(9, 3))
    due = act(STRIKE, attack=wrong)
    assert isinstance(due, Due)
    assert due.stale == wrong
    assert due.problem is not None
    assert "no 9" in due.problem
    assert due.note.rolls == ()


@pytest.mark.parametrize("answer", [Option(option="hit"), Number(number=3), At(place=Place()), Along(points=())])
def test_an_answer_of_another_kind_is_no_dice(answer: Any) -> None:
    due = act(STRIKE, attack=answer)
    assert isinstance(due, Due)
    assert due.stale == answer
    assert "2d6" in str(due.problem)


# ------------------------------------------------------------------------------------------ questions


def test_a_question_takes_one_of_its_options_and_a_number_in_its_range() -> None:
    call = Call(action="choose", actor="anna-1")
    assert act(call).request.id == "way"
    wrong = act(call, way=Option(option="up"))
    assert wrong.problem is not None
    assert "“up”" in wrong.problem
    assert "back, left, right" in wrong.problem
    assert act(call, way=Option(option="left")).request.id == "steps"
    assert "at most 3" in str(act(call, way=Option(option="left"), steps=Number(number=4)).problem)
    assert "at least 1" in str(act(call, way=Option(option="left"), steps=Number(number=0)).problem)
    assert "number" in str(act(call, way=Option(option="left"), steps=Number(number=float("nan"))).problem)
    done = act(call, way=Option(option="right"), steps=Number(number=2))
    assert sentence(done.note.sentences[0]) == "@anna-1 goes right, 2 steps."


def ask_once(question: Question) -> Any:
    def act(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        ask.add_message(text("{answer}", answer=str(ask.choose(question, "anna-1"))))
        return battle

    return arena(Action(id="ask", title="Ask", run=act))


def test_several_options_places_and_ways_are_answered_in_kind() -> None:
    from model.engine.requests import Choice

    two = (Choice(key="a", label="A"), Choice(key="b", label="B"))
    several = Question(id="q", title=text("Which?"), kind="options", options=two, least=1)
    place = Question(id="q", title=text("Where?"), kind="place")
    way = Question(id="q", title=text("How?"), kind="path")
    for question, good, bad, problem in (
        (several, Options(options=("a", "b")), Options(options=()), "at least 1"),
        (several, Options(options=("a",)), Options(options=("c",)), "“c”"),
        (place, At(place=Place(x=1.0, y=2.0)), Option(option="a"), "place"),
        (place, At(place=Place(zone="dock-1")), At(place=Place(x=float("nan"), y=0.0)), "metres"),
        (way, Along(points=((0.0, 0.0), (1.0, 1.0))), At(place=Place()), "path"),
        (way, Along(points=()), Along(points=((0.0, float("inf")),)), "metres"),
    ):
        ruleset, call = ask_once(question), Call(action="ask", actor="anna-1")
        assert isinstance(run(ruleset, duel(), replace(call, answers={"q": good})), Done)
        due = run(ruleset, duel(), replace(call, answers={"q": bad}))
        assert isinstance(due, Due)
        assert problem in str(due.problem)


# ------------------------------------------------------------------------------------------ offers


def test_an_offer_stands_beside_the_request_and_passes_when_it_is_answered() -> None:
    due = act(STRIKE)
    assert [offer.id for offer in due.offers] == ["jump", "duck"]
    assert due.offers[0].by == ("cora-3", "dora-4")
    assert act(STRIKE, attack=Sum(sum=9)).offers == ()


def test_an_offer_taken_with_an_option_changes_what_is_needed() -> None:
    due = act(STRIKE, duck=Option(option="duck"))
    assert due.request.against == 10
    assert [offer.id for offer in due.offers] == ["jump"]


def test_an_interruption_is_carried_out_inside_the_action_and_may_become_its_target() -> None:
    leap = Taken(call=Call(action="jump", actor="cora-3"))
    due = act(STRIKE, jump=leap)
    assert (due.request.id, due.by) == ("jump/leap", "cora-3")
    done = act(STRIKE, jump=leap, attack=Sum(sum=9), damage=Faces(faces=(2,)), **{"jump/leap": Faces(faces=(1,))})
    assert isinstance(done, Done)
    assert health(done, "cora-3") == 20 - 1 - 5
    assert health(done, "bert-2") == 20
    assert done.unused == ()
    assert [roll.id for roll in done.note.rolls] == ["jump/leap", "attack", "damage"]


def test_answers_may_lie_with_the_interrupting_call_too() -> None:
    leap = Taken(call=Call(action="jump", actor="cora-3", answers={"leap": Faces(faces=(6,))}))
    assert act(STRIKE, jump=leap).request.id == "attack"


def test_what_another_combatant_has_declared_cannot_be_dropped_by_cancelling() -> None:
    assert act(STRIKE, jump=Taken(call=Call(action="jump", actor="cora-3"))).committed_by == "AR-2"


@pytest.mark.parametrize(
    ("answer", "part"),
    [
        (Taken(call=Call(action="jump", actor="bert-2")), "bert-2"),
        (Taken(call=Call(action="strike", actor="cora-3")), "strike"),
        (Option(option="jump"), "another kind"),
        (Faces(faces=(3,)), "another kind"),
    ],
)
def test_an_offer_taken_up_wrongly_is_left_open_and_says_why(answer: Any, part: str) -> None:
    due = act(STRIKE, jump=answer)
    assert isinstance(due, Due)
    assert due.request.id == "attack"
    assert [offer.id for offer in due.offers] == ["jump", "duck"]
    ((offer, problem),) = due.problems
    assert offer == "jump"
    assert part in problem
    done = act(STRIKE, jump=answer, attack=Word(word="miss"))
    assert done.unused == ()


def test_an_interruption_that_is_refused_refuses_the_action() -> None:
    wrong = Taken(call=Call(action="jump", actor="cora-3", options={"speed": 3}))
    refused = act(STRIKE, jump=wrong)
    assert isinstance(refused, Refused)
    assert "speed" in refused.refusal.sentence.template


# ------------------------------------------------------------------------------------------ the GM overrules


def test_a_number_typed_by_the_gm_is_a_visible_line_and_counts() -> None:
    due = act(replace(STRIKE, overrides={"attack": 7}))
    explanation = due.note.explanations[0]
    assert explanation.total == 7
    assert [(part.amount, part.is_override) for part in explanation.parts] == [(3, False), (4, True)]
    assert due.request.bonus == 7


def test_a_verdict_of_the_gm_stands_beside_the_computed_one() -> None:
    due = act(replace(STRIKE, overrides={"hit": True}), attack=Sum(sum=2))
    (ruling,) = due.note.rulings
    assert (ruling.is_true, ruling.computed, due.request.id) == (True, False, "damage")
    missed = act(replace(STRIKE, overrides={"hit": False}), attack=Sum(sum=12))
    assert isinstance(missed, Done)


def test_a_refusal_names_its_rule_and_is_set_aside_by_its_key_alone() -> None:
    far = replace(STRIKE, options={"far": True})
    refused = act(far)
    assert isinstance(refused, Refused)
    assert (refused.refusal.key, refused.refusal.rule) == ("far", "AR-1")
    assert isinstance(act(replace(far, anyway=("near",))), Refused)
    due = act(replace(far, anyway=("far",)))
    assert isinstance(due, Due)
    assert [no.key for no in due.note.overruled] == ["far"]


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (Call(action="dance"), "dance"),
        (Call(action="strike", actor="nobody", targets=("bert-2",)), "nobody"),
        (Call(action="strike", actor="anna-1", targets=("nobody",)), "nobody"),
        (Call(action="strike", actor="anna-1"), "needs a target"),
        (Call(action="strike", actor="anna-1", targets=("bert-2", "cora-3")), "a single target"),
        (replace(STRIKE, item="axe-1"), "axe-1"),
        (replace(STRIKE, options={"luck": 1}), "luck"),
        (replace(STRIKE, options={"aim": 4}), "at most 3"),
        (replace(STRIKE, options={"aim": -1}), "at least 0"),
        (replace(STRIKE, options={"aim": "high"}), "number"),
        (replace(STRIKE, options={"aim": True}), "number"),
        (replace(STRIKE, options={"aim": float("nan")}), "number"),
        (replace(STRIKE, options={"far": 1}), "yes or no"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused_with_a_sentence_and_not_by_anyway(call: Call, part: str) -> None:
    refused = act(replace(call, anyway=("unknown_action", "unknown_target", "no_target", "bad_option")))
    assert isinstance(refused, Refused)
    assert part in sentence(refused.refusal.sentence)
    assert not refused.refusal.can_override


def test_a_thing_is_the_target_of_what_is_done_to_things_alone() -> None:
    def kick(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        return battle

    battle = done(duel(), "add_thing", name="Crate", health=3)
    (crate,) = battle.things
    refused = act(replace(STRIKE, targets=(crate,)), battle)
    assert isinstance(refused, Refused)
    assert refused.refusal.sentence.arguments["thing"] == f"@{crate}"
    assert "is an object" in refused.refusal.sentence.template
    kicks = arena(Action(id="kick", title="Kick", run=kick, targets="one", takes_things=True))
    assert isinstance(run(kicks, battle, Call(action="kick", actor="anna-1", targets=(crate,))), Done)
    # Edits by the GM can target anything.
    assert isinstance(
        run(ARENA, battle, Call(action="set_condition", targets=(crate,), options={"condition": "held"})), Done
    )


def test_may_tells_without_running_and_leaves_out_what_the_gm_set_aside() -> None:
    def guard(battle: AnyBattle, call: Call) -> Any:
        yield Refusal(key="tired", sentence=text("Too tired."))
        yield Refusal(key="asleep", sentence=text("Asleep."))

    def never(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        raise AssertionError("may must not run the action")

    ruleset = arena(Action(id="rest", title="Rest", run=never, guards=(guard,)))
    call = Call(action="rest", actor="anna-1")
    assert [no.key for no in may(ruleset, duel(), call)] == ["tired", "asleep"]
    assert [no.key for no in may(ruleset, duel(), replace(call, anyway=("tired",)))] == ["asleep"]
    assert "no such action" in may(ruleset, duel(), Call(action="dance"))[0].sentence.template


# ------------------------------------------------------------------------------------------ consequences


def test_the_rules_draw_their_consequences_after_every_action_and_may_ask() -> None:
    def settle(before: AnyBattle, after: AnyBattle, ask: Ask) -> AnyBattle:
        for who, now in after.combatants.items():
            if now.sheet.health == 0 and before.combatants[who].sheet.health > 0:
                roll = ask.roll(sum_of(f"death.{who}", "Death", "1d6"), who)
                after = after.with_combatant(replace(now, is_out=not roll.at_least(4)))
        return after

    ruleset = arena(settle=settle)
    call = Call(action="hurt", targets=("bert-2",), options={"amount": 30})
    due = run(ruleset, duel(), call)
    assert isinstance(due, Due)
    assert (due.request.id, due.by) == ("death.bert-2", "bert-2")
    for face, is_out in ((3, True), (4, False)):
        done = run(ruleset, duel(), replace(call, answers={"death.bert-2": Faces(faces=(face,))}))
        assert isinstance(done, Done)
        assert done.battle.combatants["bert-2"].is_out is is_out


def test_no_action_changes_the_battle_it_is_given() -> None:
    battle, same = duel(), duel()
    act(STRIKE, battle, attack=Sum(sum=12), damage=Faces(faces=(6,)))
    assert battle == same


def test_a_name_with_braces_breaks_no_sentence() -> None:
    battle = duel().with_combatant(fighter("odd-9", "{odd}"))
    done = act(Call(action="strike", actor="odd-9", targets=("bert-2",)), battle, attack=Word(word="miss"))
    assert isinstance(done, Done)
    refused = act(Call(action="strike", actor="{odd}", targets=("bert-2",)), battle)
    assert "(odd)" in sentence(refused.refusal.sentence)
