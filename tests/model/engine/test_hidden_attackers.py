"""A hidden attacker stays hidden after an attack, unless the GM reveals them by one key, in the same step."""

from __future__ import annotations

from model.dice.answers import Faces
from model.engine.calls import Answer, Call, Option
from model.engine.hidden_attackers import REVEAL
from model.engine.run import Done, run
from model.state.base import replace
from model.state.battle import AnyBattle
from tests.support.arena import ARENA, duel
from tests.support.edits import done


def strike(who: str, **answers: Answer) -> tuple[AnyBattle, Done]:
    battle = done(duel(), "start_fight")
    call = Call(action="strike", actor=who, targets=("anna-1",), answers=answers)
    outcome = run(ARENA, battle, call)
    while not isinstance(outcome, Done):
        request = outcome.request  # type: ignore[union-attr]  # a refusal would end the test too
        call = replace(call, answers=call.answers | {request.id: Faces((1,) * request.count)})
        outcome = run(ARENA, battle, call)
    return battle, outcome


def test_after_the_dice_one_key_reveals_who_attacked_unseen() -> None:
    battle, outcome = strike("dora-4")
    (offer,) = [one for one in outcome.offers if one.id == REVEAL]
    assert offer.by == ("dora-4",)
    assert [choice.label for choice in offer.options] == ["Reveal"]
    assert outcome.battle.combatants["dora-4"].is_hidden, "stays hidden unless the offer is taken"
    assert battle.combatants["dora-4"].is_hidden


def test_taken_it_belongs_to_the_attack_and_players_are_told() -> None:
    _, outcome = strike("dora-4", **{REVEAL: Option(option=REVEAL)})
    assert not outcome.battle.combatants["dora-4"].is_hidden
    assert "{who0} appears." in [told.template for told in outcome.note.sentences if told.audience == "all"]
    assert not outcome.unused


def test_who_is_seen_is_not_asked_about() -> None:
    _, outcome = strike("bert-2")
    assert REVEAL not in [offer.id for offer in outcome.offers]
