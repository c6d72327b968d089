"""Kalos: exact odds, the initiative list, and invariants of fights played at random."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, At, Call, Number, Option, Options, Taken
from model.engine.effects import add_effect
from model.engine.odds import weigh
from model.engine.requests import Offer, Request
from model.engine.run import Done, Due, Refused, may, run
from model.rulesets import RULESETS
from model.rulesets.families.ogc.pools import levels
from model.rulesets.kalos.checks import POOLS
from model.state.base import replace
from model.state.battle import AnyBattle
from model.view.explanations import measure_text, verdict_word
from model.view.order import order_view
from tests.support.make_kalos_samples import dusk_at_the_ropeway, night_at_the_museum

KALOS = RULESETS["kalos"]
MOST_ANSWERS = 40
Draw = st.DataObject


def named(battle: AnyBattle, name: str) -> str:
    return next(one.id for one in battle.combatants.values() if one.name == name)


def done(battle: AnyBattle, call: Call) -> AnyBattle:
    """Return the battle after an action that has no requests."""
    outcome = run(KALOS, battle, call)
    assert isinstance(outcome, Done)
    return outcome.battle


@pytest.fixture
def battle() -> AnyBattle:
    """The museum sample: the players' side goes first, and it is Halcyon's turn."""
    return done(night_at_the_museum(), Call(action="start_fight", options={"first": "pc"}))


@pytest.mark.rule("KM-ATK-02", "KM-DMG-01", "KM-DMG-02")
def test_odds_are_those_of_the_table(battle: AnyBattle) -> None:
    gorgon = named(battle, "Gorgon")
    odds = weigh(KALOS, battle, Call(action="attack", actor=named(battle, "Halcyon"), targets=(gorgon,)))
    # Attack: 2d6 + 4 against 7 + 4, so a 7 or more. Damage: 1d6 + 4 - 3.
    assert odds.chance(gorgon, "hit") == Fraction(21, 36)
    assert odds.chance(gorgon, "drop") == 0
    assert odds.distribution(gorgon, "damage") == {loss: Fraction(21, 216) for loss in range(2, 8)}
    assert odds.runs <= 10


@pytest.mark.rule("KM-MINION-01")
def test_a_minion_drops_whenever_it_is_hit(battle: AnyBattle) -> None:
    thug = named(battle, "Thug 1")
    odds = weigh(KALOS, battle, Call(action="attack", actor=named(battle, "Halcyon"), targets=(thug,)))
    # 2d6 + 4 against 7 + 1: a 4 or more.
    assert odds.chance(thug, "hit") == odds.chance(thug, "drop") == Fraction(33, 36)


@pytest.mark.rule("KM-COVER-02")
def test_the_list_says_what_a_forced_turn_was_for(battle: AnyBattle) -> None:
    ended = done(battle, Call(action="end_turn"))
    ran = done(ended, Call(action="run_for_cover", actor=named(battle, "Halcyon")))
    assert "forced: ran for cover" in [row.text for row in order_view(KALOS, ran).rows]


@pytest.mark.rule("KM-AREA-02", "KM-AREA-03", "KM-AREA-04", "KM-AREA-05")
@pytest.mark.parametrize(
    ("faces", "word", "measured"),
    [
        ((1, 1), "a quarter", "misses by 3: 8 against 11"),
        ((1, 2), "half", "misses by 2: 9 against 11"),
        ((2, 3), "half", "hits by 0: 11 against 11"),
        ((3, 5), "three quarters", "hits by 3: 14 against 11"),
    ],
)
def test_the_verdict_on_an_area_says_the_margin_and_the_share(faces: tuple[int, int], word: str, measured: str) -> None:
    """The bomber rolls 2d6 + 3 for ranged combat + 3 for his cover, aimed at Halcyon with DV 7 + 4."""
    battle = done(dusk_at_the_ropeway(), Call(action="start_fight", options={"first": "npc"}))
    battle = done(battle, Call(action="end_turn"))
    bomber, halcyon = named(battle, "Bomber"), named(battle, "Halcyon")
    call = Call(action="area_attack", actor=bomber, options={"aim": halcyon}, answers={"attack": Faces(faces=faces)})
    outcome = run(KALOS, battle, call)
    assert isinstance(outcome, Due | Done)
    (ruling,) = outcome.note.rulings
    assert (verdict_word(ruling), measure_text(ruling)) == (word, measured)


def test_the_sheet_tells_rarer_resistances_where_there_are_any(battle: AnyBattle) -> None:
    """Halcyon resists 2 damage; Gorgon resists 3 damage, 2 mental damage and 3 of alterations."""
    told = {name: display_of(battle, name) for name in ("Halcyon", "Gorgon")}
    assert told["Halcyon"][3:] == [("resists", 2)]
    assert told["Gorgon"][3:] == [("resists", 3), ("resists mental", 2), ("resists alteration", 3)]


def display_of(battle: AnyBattle, name: str) -> list[tuple[str, int]]:
    """Return the row of defences on a combatant's sheet."""
    display = next(one for one in KALOS.displays if one.key == "defence")
    assert display.value is not None
    return list(display.value(battle, named(battle, name)))


@pytest.mark.rule("KM-REC-01")
def test_what_can_be_shaken_off_is_offered_by_name(battle: AnyBattle) -> None:
    """Halcyon is blinded, prone, and controlled by a spell named Sleep; prone cannot be shaken off."""
    halcyon = named(battle, "Halcyon")
    for kind, note in (("blinded", ""), ("prone", ""), ("controlled", "Sleep")):
        battle = add_effect(battle, halcyon, kind, amount=3, note=note)
    (which,) = (one for one in KALOS.actions["shake_off"].parameters if one.key == "effect")
    assert which.choices is not None
    call = Call(action="shake_off", actor=halcyon)
    offered = list(which.choices(battle, call))
    assert [label for label, _ in offered] == ["Blinded", "Sleep"]
    # The log names each effect as the option does; 1 + 1 and her skill of 3 are too little for either.
    for label, value in offered:
        said = replace(call, options={"effect": value}, answers={"shake_off": Faces(faces=(1, 1))})
        outcome = run(KALOS, battle, said)
        assert isinstance(outcome, Done)
        assert [sentence.arguments.get("what") for sentence in outcome.note.sentences] == [label, None]
        assert len(outcome.battle.combatants[halcyon].effects) == 3


# ------------------------------------------------------------------------------------------ at random


def options(draw: Draw, battle: AnyBattle, action: str) -> dict[str, object]:
    """Draw options for an action."""
    match action:
        case "attack":
            trade = draw.draw(st.sampled_from(["accuracy_for_damage", "accuracy_for_safety", "safety_for_accuracy"]))
            return {trade: draw.draw(st.integers(0, 3)), "unarmed": draw.draw(st.booleans())}
        case "move" | "run_for_cover":
            return {"place": [round(draw.draw(st.floats(0, 40)), 3), round(draw.draw(st.floats(0, 20)), 3)]}
        case "stand_up":
            return {"with": draw.draw(st.sampled_from(["movement", "standard", "quick"]))}
    return {}


def answer(draw: Draw, request: Request) -> Answer:
    if isinstance(request, DiceRequest):
        face = st.integers(1, request.sides)
        return Faces(faces=tuple(draw.draw(st.lists(face, min_size=request.count, max_size=request.count))))
    if request.kind == "number":
        return Number(number=3)
    if request.kind == "place":
        return At(place=request.default)
    if request.kind == "options":
        return Options(options=request.default)
    return Option(option=draw.draw(st.sampled_from([choice.key for choice in request.options])))


def taken(draw: Draw, battle: AnyBattle, offers: tuple[Offer, ...]) -> dict[str, Answer]:
    """Draw an answer to at most one of the offers."""
    if not offers or not draw.draw(st.booleans()):
        return {}
    offer = draw.draw(st.sampled_from(offers))
    action = draw.draw(st.sampled_from([one for one in offer.actions if KALOS.actions[one].targets == "none"]))
    call = Call(action=action, actor=draw.draw(st.sampled_from(offer.by)), options=options(draw, battle, action))
    return {offer.id: Taken(call=call)}


def carried_out(draw: Draw, battle: AnyBattle, call: Call) -> Done | Refused:
    """Run a call, with drawn answers to all of its requests."""
    for _ in range(MOST_ANSWERS):
        outcome = run(KALOS, battle, call)
        if not isinstance(outcome, Due):
            return outcome
        more = taken(draw, battle, outcome.offers)
        if not more or set(more) <= set(call.answers):
            more = {outcome.request.id: answer(draw, outcome.request)}
        call = replace(call, answers=call.answers | more)
    raise AssertionError(f"no end of questions: {call}")


AIMED = ("attack", "attack", "grapple", "takedown", "disarm", "distract", "hurt_held", "release", "revive")
ALONE = ("move", "move", "dodge", "take_cover", "drop_prone", "stand_up", "delay", "break_free", "shake_off", "task")


def next_call(draw: Draw, battle: AnyBattle) -> Call:
    """Draw an action of an acting combatant, or the end of the turn."""
    acting = [who for who in battle.order.acting if who in battle.combatants]
    if not acting or draw.draw(st.integers(0, 3)) == 0:
        return Call(action="end_turn")
    actor = draw.draw(st.sampled_from(acting))
    action = draw.draw(st.sampled_from((*AIMED, *ALONE)))
    others = tuple(who for who in battle.combatants if who != actor)
    targets = (draw.draw(st.sampled_from(others)),) if action in AIMED else ()
    anyway = ("out_of_range",) if draw.draw(st.booleans()) else ()
    said = options(draw, battle, action)
    return Call(action=action, actor=actor, targets=targets, options=said, anyway=anyway)


def check(battle: AnyBattle) -> None:
    """Check the invariants of a Kalos battle."""
    for who, combatant in battle.combatants.items():
        left = levels(battle, who)
        health, endurance = left.health, left.endurance
        assert 0 <= health <= combatant.sheet.health_max
        assert 0 <= endurance <= combatant.sheet.endurance_max
        assert health > 0 or endurance == 0
        if POOLS.is_helpless(battle, who):
            assert KALOS.derived["dv_ranged"].value(battle, who).total == 0  # type: ignore[union-attr]
    for turn in battle.order.turns:
        assert all(0 <= left <= 1 for share in turn.shares.values() for left in share.left.values())
    owed = [debt.who for debt in battle.order.owed]
    assert all(owed.count(who) <= 2 for who in owed)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)
@given(data=st.data())
def test_a_fight_at_random_stays_within_the_rules(data: Draw) -> None:
    started = carried_out(data, night_at_the_museum(), Call(action="start_fight"))
    assert isinstance(started, Done)
    battle = started.battle
    for _ in range(data.draw(st.integers(3, 12))):
        call = next_call(data, battle)
        if call.action == "attack":
            odds = weigh(KALOS, battle, call)
            assert all(sum(spread.values()) <= 1 for spread in odds.measures.values())
        refusals = [no for no in may(KALOS, battle, call) if no.key not in call.anyway]
        outcome = carried_out(data, battle, call)
        assert isinstance(outcome, Refused) or not refusals
        if isinstance(outcome, Refused):
            continue
        assert not outcome.problems
        for explanation in outcome.note.explanations:
            assert explanation.total == sum(part.amount for part in explanation.parts if part.is_applied)
        battle = outcome.battle
        check(battle)
