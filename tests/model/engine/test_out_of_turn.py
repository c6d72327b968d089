"""Turns that are ended or given out of turn."""

from model.engine.calls import Call
from model.engine.run import Done, Refused, run
from model.state.base import ENVIRONMENT
from model.state.battle import AnyBattle
from tests.support.arena import ARENA, duel, slots
from tests.support.edits import done, words


def act(battle: AnyBattle, action: str, actor: str, **options: object) -> Done | Refused:
    result = run(ARENA, battle, Call(action=action, actor=actor, options=dict(options)))
    assert isinstance(result, Done | Refused)
    return result


def test_only_who_has_the_turn_can_end_it_alone() -> None:
    battle = done(duel(), "start_fight")
    refused = act(battle, "end_turn", "bert-2", only_actor=True)
    assert isinstance(refused, Refused)
    assert words(battle, refused.refusal.sentence) == "It is not Bert's turn."
    ended = act(battle, "end_turn", "anna-1", only_actor=True)
    assert isinstance(ended, Done)
    assert ended.battle.order.acting == ("bert-2",)


def test_the_environment_may_act_out_of_turn_too() -> None:
    battle = done(duel(), "start_fight")
    stirred = act(battle, "act_as", ENVIRONMENT)
    assert isinstance(stirred, Done)
    assert stirred.battle.order.acting == (ENVIRONMENT,)
    assert slots(stirred.battle)[:2] == [("anna-1",), (ENVIRONMENT,)]
    ended = act(stirred.battle, "end_turn", ENVIRONMENT)
    assert isinstance(ended, Done)
    assert ended.battle.order.acting == ("anna-1",)


def test_a_turn_held_back_waits_for_who_is_out_of_the_fight() -> None:
    battle = done(duel(), "start_fight")
    held = act(battle, "delay", "anna-1")
    assert isinstance(held, Done)
    out = done(held.battle, "take_out", "anna-1")
    refused = act(out, "take_held_turn", "anna-1")
    assert isinstance(refused, Refused)
    assert "Anna cannot take a turn now" in words(out, refused.refusal.sentence)
    back = act(done(out, "bring_back", "anna-1"), "take_held_turn", "anna-1")
    assert isinstance(back, Done)
    assert back.battle.order.acting == ("anna-1",)
