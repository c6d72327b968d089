"""Remembered rulings: a question that the GM has answered for the rest of the fight is not asked again."""

from __future__ import annotations

from fractions import Fraction

from model.dice.answers import Faces
from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Answer, Call, Option
from model.engine.edits import EDITS
from model.engine.odds import weigh
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action
from model.engine.run import Done, Due, run
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal, text
from model.view.texts import sentence
from model.view.viewer import GM
from tests.support.toy import TOY
from tests.support.toy import battle as fight

OPTIONS = (Choice(key="yes", label="It breaks"), Choice(key="no", label="It holds"))
DOOR = Question(
    id="door", title=text("Does the door break?"), options=OPTIONS, default="no", rule="TOY-1", remember=True
)


def _kick(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Kick two doors; a die is rolled for each door that breaks."""
    for number in ("first", "second"):
        if ask.choose(with_id(number), call.actor) == "yes":
            roll = ask.roll(sum_of(f"{number}.luck", "Luck", "1d6"), call.actor)
            ask.measure(call.actor, number, roll.total() >= 5)
    return battle


def with_id(number: str) -> Question:
    return Question(**{name: getattr(DOOR, name) for name in DOOR.__struct_fields__} | {"id": f"{number}.door"})


KICK = Action(id="kick", title="Kick", run=_kick)
RULES = replace(TOY, actions={**TOY.actions, **EDITS, KICK.id: KICK})


def kick(battle: AnyBattle, **answers: Answer) -> Due | Done:
    who = next(iter(battle.combatants))
    call = Call(action="kick", actor=who, answers={key.replace("_", "."): answer for key, answer in answers.items()})
    outcome = run(RULES, battle, call)
    assert isinstance(outcome, Due | Done)
    return outcome


def asked(outcome: Due | Done) -> list[str]:
    return [wanted.request.id for wanted in outcome.wanted] if isinstance(outcome, Due) else []


def test_without_it_each_question_is_asked() -> None:
    battle = fight("Ann", "Bob")
    assert asked(kick(battle)) == ["first.door"]
    assert asked(kick(battle, first_door=Option(option="no"))) == ["second.door"]


def test_the_same_question_is_not_asked_again_in_the_action_nor_in_the_fight() -> None:
    for_fight = Option(option="no", is_for_fight=True)
    done = kick(fight("Ann", "Bob"), first_door=for_fight)
    assert isinstance(done, Done)
    assert done.battle.precedents["TOY-1"].words == "It holds"
    again = kick(done.battle)
    assert isinstance(again, Done)
    told = [sentence(one, again.battle, GM) for one in again.note.sentences]
    assert len(told) == 2
    assert all("It holds" in one and "TOY-1" in one for one in told)


def test_another_answer_counts_for_once() -> None:
    done = kick(fight("Ann", "Bob"), first_door=Option(option="no", is_for_fight=True))
    assert isinstance(done, Done)
    assert asked(kick(done.battle, first_door=Option(option="yes"))) == ["first.luck"]


def test_odds_know_what_is_decided() -> None:
    decided = kick(
        fight("Ann", "Bob"),
        first_door=Option(option="yes", is_for_fight=True),
        first_luck=Faces(faces=(1,)),
        second_luck=Faces(faces=(1,)),
    )
    assert isinstance(decided, Done)
    who = next(iter(decided.battle.combatants))
    kicked = Call(action="kick", actor=who)
    assert not weigh(RULES, fight("Ann", "Bob"), kicked).measures
    assert weigh(RULES, decided.battle, kicked).chance(who, "first") == Fraction(1, 3)


def test_it_is_asked_again_when_the_gm_wants_it_and_after_the_fight() -> None:
    done = kick(fight("Ann", "Bob"), first_door=Option(option="no", is_for_fight=True))
    assert isinstance(done, Done)
    taken_back = run(RULES, done.battle, Call(action="ask_again", options={"rule": "TOY-1"}))
    assert isinstance(taken_back, Done)
    assert asked(kick(taken_back.battle)) == ["first.door"]
    begun = run(RULES, done.battle, Call(action="start_fight"))
    assert isinstance(begun, Done)
    ended = run(RULES, begun.battle, Call(action="end_fight"))
    assert isinstance(ended, Done)
    assert not ended.battle.precedents


def test_what_was_never_decided_cannot_be_taken_back() -> None:
    refused = run(RULES, fight("Ann", "Bob"), Call(action="ask_again", options={"rule": "TOY-1"}))
    refusal = getattr(refused, "refusal", None)
    assert isinstance(refusal, Refusal)
    assert "TOY-1" in sentence(refusal.sentence, fight("Ann", "Bob"), GM)
