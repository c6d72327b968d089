"""ZeroSpace fights played at random: the invariants apply after any sequence of actions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, At, Call, Number, Option, Taken
from model.engine.odds import weigh
from model.engine.requests import Offer, Request
from model.engine.run import Done, Due, Refused, may, run
from model.rulesets import RULESETS
from model.rulesets.families.ogc.pools import levels
from model.rulesets.zerospace.checks import POOLS
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.order import Order
from tests.support.make_zerospace_samples import dockside_ambush

ZEROSPACE = RULESETS["zerospace"]
MOST_ANSWERS = 40
MOST_POINTS = 3
"""Plot points of each player at the start."""

Draw = st.DataObject


def options(draw: Draw, action: str) -> dict[str, Any]:
    """Draw options for an action."""
    whole = st.integers(0, 3)
    match action:
        case "attack" | "charge" | "sweep" | "spread" | "area_attack":
            said = {"called_shot": draw.draw(whole), "av_modifier": draw.draw(st.integers(-3, 6))}
            run = {} if action == "charge" else {"intent": draw.draw(st.sampled_from(["none", "run"]))}
            return said | run | {"unarmed": draw.draw(st.booleans())}
        case "move" | "run_for_cover":
            x, y = draw.draw(st.floats(0, 50)), draw.draw(st.floats(0, 34))
            return {"place": [round(x, 3), round(y, 3)]}
        case "take_cover":
            return {"feature": "crates"}
        case "lay_effect":
            brought = draw.draw(st.sampled_from(["helpless", "restrained", "blinded", "terrified"]))
            return {"level": draw.draw(whole), brought: True, "av": draw.draw(st.integers(-3, 3))}
        case "extra_action":
            return {"action": draw.draw(st.sampled_from(["move", "standard"]))}
        case "surge" | "improvise":
            said = {"attribute": "brawn"} if action == "surge" else {"skill": "piloting"}
            return said | {"duration": draw.draw(st.sampled_from(["round", "scene"]))}
    return {}


def answer(draw: Draw, request: Request) -> Answer:
    if isinstance(request, DiceRequest):
        face = st.integers(1, request.sides)
        return Faces(faces=tuple(draw.draw(st.lists(face, min_size=request.count, max_size=request.count))))
    if request.kind == "number":
        return Number(number=3)
    if request.kind == "place":
        return At(place=request.default)
    return Option(option=draw.draw(st.sampled_from([choice.key for choice in request.options])))


def taken(draw: Draw, offers: tuple[Offer, ...]) -> dict[str, Answer]:
    """Draw an answer to at most one of the offers."""
    if not offers or not draw.draw(st.booleans()):
        return {}
    offer = draw.draw(st.sampled_from(offers))
    if offer.options:
        return {offer.id: Option(option=draw.draw(st.sampled_from([choice.key for choice in offer.options])))}
    known = [action for action in offer.actions if ZEROSPACE.actions[action].targets == "none"]
    action = draw.draw(st.sampled_from(known))
    call = Call(action=action, actor=draw.draw(st.sampled_from(offer.by)), options=options(draw, action))
    return {offer.id: Taken(call=call)}


def carried_out(draw: Draw, battle: AnyBattle, call: Call) -> Done | Refused:
    """Run a call, with drawn answers to all of its requests."""
    for _ in range(MOST_ANSWERS):
        outcome = run(ZEROSPACE, battle, call)
        if not isinstance(outcome, Due):
            return outcome
        more = taken(draw, outcome.offers)
        if not more or set(more) <= set(call.answers):
            more = {outcome.request.id: answer(draw, outcome.request)}
        call = replace(call, answers=call.answers | more)
    raise AssertionError(f"no end of questions: {call}")


AIMED = (
    "attack", "attack", "charge", "sweep", "spread", "area_attack", "disarm", "takedown", "distract", "grapple",
    "hurt_held", "release", "throw_held", "team_attack", "task", "lay_effect", "land",
)  # fmt: skip
ALONE = (
    "move", "move", "dodge", "take_cover", "drop_prone", "stand_up", "delay", "standard_action", "break_free",
    "shake_off", "task", "attempt_task", "extra_action", "surge", "improvise", "rally", "plot_point",
)  # fmt: skip


def next_call(draw: Draw, battle: AnyBattle) -> Call:
    """Draw an action of an acting combatant, or the end of the turn."""
    acting = [who for who in battle.order.acting if who in battle.combatants]
    if not acting or draw.draw(st.integers(0, 3)) == 0:
        return Call(action="end_turn")
    actor = draw.draw(st.sampled_from(acting))
    action = draw.draw(st.sampled_from((*AIMED, *ALONE)))
    others = [who for who in battle.combatants if who != actor]
    many = 2 if ZEROSPACE.actions[action].targets == "many" else 1
    targets = tuple(draw.draw(st.lists(st.sampled_from(others), min_size=1, max_size=many, unique=True)))
    anyway = ("out_of_range", "not_near", "two_manoeuvres") if draw.draw(st.booleans()) else ()
    said = options(draw, action)
    return Call(action=action, actor=actor, targets=targets if action in AIMED else (), options=said, anyway=anyway)


def check(battle: AnyBattle) -> None:
    """Check the invariants of a ZeroSpace battle."""
    for who, combatant in battle.combatants.items():
        sheet = combatant.sheet
        left = levels(battle, who)
        health, endurance = left.health, left.endurance
        assert 0 <= health <= sheet.health_max
        assert 0 <= endurance <= sheet.endurance_max
        assert health > 0 or endurance == 0
        assert (health and endurance) or combatant.is_out
        if POOLS.is_helpless(battle, who):
            assert ZEROSPACE.derived["dv_ranged"].value(battle, who).total == 0  # type: ignore[union-attr]
    for turn in battle.order.turns:
        for share in turn.shares.values():
            assert all(0 <= left <= 1 + MOST_POINTS for left in share.left.values())
    effects = [effect for combatant in battle.combatants.values() for effect in combatant.effects.values()]
    assert {effect.part_of for effect in effects} <= {None, *(effect.id for effect in effects)}
    assert all(0 <= player.plot_points <= MOST_POINTS for player in battle.players.values())
    assert all(round <= battle.order.round for round in battle.order.forced.values())
    assert len(battle.order.turns) <= len(battle.combatants)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_a_fight_at_random_stays_within_the_rules(data: Draw) -> None:
    ambush = dockside_ambush()
    ambush = replace(ambush, settings=ambush.settings | {"knockback": data.draw(st.booleans())})
    players = {id: replace(player, plot_points=MOST_POINTS) for id, player in ambush.players.items()}
    ambush = replace(ambush, players=players)
    battle = carried_out(data, ambush, Call(action="start_fight")).battle  # type: ignore[union-attr]
    battle = carried_out(data, battle, Call(action="begin_task", options={"needed": 2})).battle  # type: ignore[union-attr]
    for _ in range(data.draw(st.integers(3, 12))):
        call = next_call(data, battle)
        if call.action in AIMED:
            odds = weigh(ZEROSPACE, battle, call)
            assert all(sum(spread.values()) <= 1 for spread in odds.measures.values())
        refusals = [no for no in may(ZEROSPACE, battle, call) if no.key not in call.anyway]
        outcome = carried_out(data, battle, call)
        assert isinstance(outcome, Refused) or not refusals
        if isinstance(outcome, Refused):
            continue
        assert not outcome.problems
        for explanation in outcome.note.explanations:
            assert explanation.total == sum(part.amount for part in explanation.parts if part.is_applied)
        battle = outcome.battle
        check(battle)


@pytest.mark.rule("ZS-HEA-05")
def test_an_hour_of_rest_is_remembered_only_of_those_who_lost_health() -> None:
    """The hero who lost 5 gets half of them back, rounded down: 3 are left for a night, and nothing for the unhurt."""
    battle = replace(dockside_ambush(), order=Order())
    who = next(id for id, one in battle.combatants.items() if one.side == "pc")
    hurt = run(ZEROSPACE, battle, Call(action="hurt", targets=(who,), options={"amount": 5}))
    assert isinstance(hurt, Done)
    rested = run(ZEROSPACE, hurt.battle, Call(action="short_rest"))
    assert isinstance(rested, Done)
    assert rested.battle.shared.beyond_rest == {who: 3}
