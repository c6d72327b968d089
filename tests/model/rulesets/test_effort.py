"""Speed & Effort: plans stay secret, prices are consistent, initiative is rolled at once, odds stay cheap."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.dice.answers import Faces, Word
from model.engine.calls import Call, Option, Taken
from model.engine.odds import weigh
from model.engine.run import Done, Due, Refused, run
from model.rulesets import RULESETS
from model.rulesets.effort.conditions import Stance
from model.rulesets.effort.pools import Payment, payment
from model.rulesets.effort.prices import Leg, Mode, between, final_stance, priced, total, until, with_stances
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle
from model.state.board import Place
from model.view.order import order_view
from model.view.players import PlayersView, players_view
from model.view.pools import clock_view
from model.view.texts import sentence
from model.view.viewer import GM
from tests.support.make_effort_samples import night_at_the_ravine, roadblock

EFFORT = RULESETS["effort"]
EVERYBODY = ("Mara", "Otto", "Juna", "Captain", "Raider 1", "Guard")


def ids(battle: AnyBattle) -> dict[str, Id]:
    return {combatant.name: id for id, combatant in battle.combatants.items()}


def done(battle: AnyBattle, action: str, actor: Id = "environment", *targets: Id, **options: Any) -> AnyBattle:
    outcome = run(EFFORT, battle, Call(action=action, actor=actor, targets=targets, options=options))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def started() -> AnyBattle:
    return done(roadblock(), "start_fight")


def rolled(battle: AnyBattle, first: str) -> AnyBattle:
    """Begin the turns with `first` first; otherwise it is Mara 6, Juna 5, Captain 4, Otto 3, Raiders 2, Guard 1."""
    faces = {"Mara": 3, "Juna": 3, "Captain": 2, "Otto": 3, "Raider 1": 1, "Guard": 1} | {first: 10}
    names = ids(battle)
    answers = {f"initiative.{names[name]}": Faces((face,)) for name, face in faces.items()}
    outcome = run(EFFORT, battle, Call(action="roll_initiative", answers=answers, anyway=("plans_missing",)))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


# ------------------------------------------------------------------------------------------ plans and initiative


@pytest.mark.rule("SE-TURN-02", "SE-INIT-01")
def test_all_rolls_are_open_together_and_a_group_has_one() -> None:
    battle = started()
    names = ids(battle)
    outcome = run(EFFORT, battle, Call(action="roll_initiative", anyway=("plans_missing",)))
    assert isinstance(outcome, Due)
    assert [want.request.id for want in outcome.wanted] == [f"initiative.{names[name]}" for name in EVERYBODY]
    assert [want.by for want in outcome.wanted] == [names[name] for name in EVERYBODY]


@pytest.mark.rule("SE-INIT-04", "SE-INIT-05")
@pytest.mark.parametrize("mode", ["reroll", "fixed"])
def test_who_begins_the_next_round_is_told_only_if_it_is_known(mode: str) -> None:
    battle = roadblock()
    battle = rolled(done(replace(battle, settings=battle.settings | {"initiative_mode": mode}), "start_fight"), "Mara")
    assert players_view(EFFORT, battle).next == "Juna"
    view = players_view(EFFORT, battle)
    for _ in range(len(EVERYBODY) - 2):
        battle = done(battle, "end_turn")
        view = players_view(EFFORT, battle, view)
    # After the raiders acts only the guard, whom players do not see.
    assert (battle.order.round, view.now) == (1, "Raider ×3")
    assert view.next == ("Mara" if mode == "fixed" else "")


@pytest.mark.rule("SE-TURN-01")
def test_players_learn_of_no_plan_before_it_is_acted_upon() -> None:
    battle = started()
    names = ids(battle)
    view = players_view(EFFORT, battle)
    plans = [{"does": "attack"}, {"words": "burn the wreck"}]
    for call in (Call(action="plan", actor=names["Captain"], options=plan) for plan in plans):
        outcome = run(EFFORT, battle, call)
        assert isinstance(outcome, Done)
        assert players_view(EFFORT, outcome.battle, view, call=call, note=outcome.note) == view
        battle = outcome.battle
    battle = rolled(battle, "Captain")
    view = players_view(EFFORT, battle, view)
    assert "wreck" not in msgspec.json.encode(view.action).decode()
    assert view.now == "Captain"
    call = Call(action="attack", actor=names["Captain"], targets=(names["Otto"],), answers={"attack": Word("miss")})
    outcome = run(EFFORT, battle, replace(call, item=usual_item(battle, names["Captain"]), anyway=("too_far",)))
    assert isinstance(outcome, Done)
    seen = players_view(EFFORT, outcome.battle, view, call=call, note=outcome.note)
    assert seen.action is not None
    assert "plans: burn the wreck" in seen.action.sentence


def usual_item(battle: AnyBattle, who: Id) -> Id | None:
    usual = EFFORT.usual_attack(battle, who)
    assert usual is not None
    return usual.item


@pytest.mark.rule("SE-TURN-01")
def test_a_hidden_one_plans_and_holds_reactions_without_a_tell() -> None:
    battle = started()
    guard = ids(battle)["Guard"]
    view = players_view(EFFORT, battle)
    battle = done(battle, "plan", guard, words="shoot whoever comes first")
    assert players_view(EFFORT, battle, view) == view
    battle = rolled(battle, "Guard")
    view = players_view(EFFORT, battle, view)
    reaction = Call(action="declare_reaction", actor=guard, options={"condition": "if Mara stands up"})
    outcome = run(EFFORT, battle, reaction)
    assert isinstance(outcome, Done)
    after = players_view(EFFORT, outcome.battle, view, call=reaction, note=outcome.note)
    assert "Mara stands up" not in msgspec.json.encode(after).decode()
    assert after == view


def test_a_roll_off_with_a_hidden_combatant_is_the_gms_alone() -> None:
    battle = started()
    names = ids(battle)
    dice = {"Mara": 3, "Juna": 3, "Captain": 2, "Otto": 1, "Raider 1": 2, "Guard": 1}
    answers = {f"initiative.{names[name]}": Faces((face,)) for name, face in dice.items()}
    answers |= {f"tie.{names[name]}": Faces((face,)) for name, face in (("Otto", 2), ("Guard", 9))}
    call = Call(action="roll_initiative", answers=answers, anyway=("plans_missing",))
    outcome = run(EFFORT, battle, call)
    assert isinstance(outcome, Done), outcome
    told = {sentence(text, battle, GM): text.audience for text in outcome.note.sentences}
    assert told["Roll-off: Guard on 9, Otto on 2."] == "gm"
    assert told["Initiative: Mara on 6, Juna on 5, Captain on 4, Raider 1 on 3, Otto on 1."] == "all"
    assert told["Initiative: Guard on 1."] == "gm"


def test_while_everybody_plans_nobody_is_acting_and_the_list_counts_the_plans() -> None:
    battle = started()
    names = ids(battle)
    view: PlayersView = players_view(EFFORT, battle)
    assert (view.phase, view.now, view.next) == ("fighting", "", "")
    assert order_view(EFFORT, battle).mode == "0 of 6 plans"
    battle = done(battle, "plan", names["Raider 2"], words="charge")
    shown = order_view(EFFORT, battle)
    assert shown.mode == "1 of 6 plans"
    assert {row.name: row.text for row in shown.sections[0].rows}["Raiders"] == "planned"
    battle = rolled(battle, "Mara")
    assert players_view(EFFORT, battle, view).now == "Mara"
    assert order_view(EFFORT, battle).mode == "by initiative"


def test_the_second_sample_is_fought_with_one_roll() -> None:
    battle = done(night_at_the_ravine(), "start_fight")
    names = ids(battle)
    answers = {f"initiative.{names[name]}": Faces((5,)) for name in ("Mara", "Juna", "Dog 1", "Raider")}
    ties = {f"tie.{names[name]}": Faces((face,)) for name, face in (("Mara", 3), ("Dog 1", 8))}
    call = Call(action="roll_initiative", answers=answers | ties, anyway=("plans_missing",))
    outcome = run(EFFORT, battle, call)
    assert isinstance(outcome, Done), outcome
    # Mara and the dogs have 8 and roll off; Juna has 7 with her bonus, the raider 6.
    order = outcome.battle.order
    assert order.acting == (names["Dog 1"], names["Dog 2"])
    assert [order.slots[id].initiative for id in order.sequence] == [8, 8, 7, 6]


# ------------------------------------------------------------------------------------------ prices


def bare(**settings: Any) -> AnyBattle:
    return Battle(ruleset="effort", shared=EFFORT.shared(), settings=settings)


MODES: tuple[Mode, ...] = ("walk", "run", "jump", "crouch", "crawl", "climb")
METRES = st.integers(0, 200).map(lambda tenths: tenths / 10)


@st.composite
def legs(draw: st.DrawFn) -> tuple[Leg, ...]:
    found = []
    for mode in draw(st.lists(st.sampled_from(MODES), min_size=1, max_size=5)):
        metres = draw(METRES)
        difficult = draw(st.integers(0, int(metres * 10))) / 10
        found.append(Leg(mode=mode, metres=metres, hindered=difficult))
    return tuple(found)


STANCES = st.sampled_from(("standing", "crouching", "prone"))


def price(battle: AnyBattle, way: tuple[Leg, ...], stance: Stance) -> int:
    return total(priced(battle, with_stances(way, stance), stance))


@pytest.mark.rule("SE-TERR-01", "SE-TERR-02")
@given(way=legs(), stance=STANCES)
def test_open_ground_costs_between_half_and_all_of_it(way: tuple[Leg, ...], stance: Stance) -> None:
    battle = bare()
    plain = tuple(Leg(mode=leg.mode, metres=leg.metres) for leg in way)
    easy, hard = price(battle, plain, stance), price(battle, way, stance)
    assert easy <= hard <= 2 * easy + len(way)
    assert final_stance(with_stances(way, stance), stance) == final_stance(with_stances(plain, stance), stance)


@pytest.mark.rule("SE-COST-01", "SE-REA-04")
@given(way=legs(), stance=STANCES, share=st.integers(0, 10))
def test_a_way_costs_the_same_whether_it_is_interrupted_or_not(
    way: tuple[Leg, ...], stance: Stance, share: int
) -> None:
    battle = bare()
    whole = with_stances(way, stance)
    metres = sum(leg.metres for leg in whole)
    gone = priced(battle, until(whole, metres * share / 10), stance)
    rest = between(gone, priced(battle, whole, stance))
    assert total(gone) + total(rest) == total(priced(battle, whole, stance))
    assert all(one.price >= 0 for one in rest)
    assert sum(one.leg.metres for one in (*gone, *rest)) == pytest.approx(metres)


@pytest.mark.rule("SE-EFF-01", "SE-EFF-03")
@given(
    price=st.integers(0, 20), speed=st.integers(0, 12), effort=st.integers(0, 12), chosen=st.none() | st.integers(0, 12)
)
def test_a_payment_covers_the_price_out_of_what_there_is(
    price: int, speed: int, effort: int, chosen: int | None
) -> None:
    battle = roadblock()
    mara = ids(battle)["Mara"]
    combatant = battle.combatants[mara]
    sheet = replace(combatant.sheet, speed=float(speed), effort=float(effort))
    battle = battle.with_combatant(replace(combatant, sheet=sheet))
    paid = payment(battle, mara, price, chosen)
    by_effort = max(0, price - speed) if chosen is None else min(price, chosen)
    if by_effort <= effort and price - by_effort <= speed:
        assert paid == Payment(speed=price - by_effort, effort=by_effort)
    else:
        assert isinstance(paid, str)


# ------------------------------------------------------------------------------------------ reactions and odds


@pytest.mark.rule("SE-REA-04")
def test_a_reaction_in_the_middle_of_a_move_is_asked_for_place_and_time() -> None:
    battle = started()
    names = ids(battle)
    battle = rolled(battle, "Captain")
    captain, mara = names["Captain"], names["Mara"]
    battle = done(battle, "declare_reaction", captain, condition="if anybody comes closer")
    battle = done(battle, "end_turn")
    move = Call(action="move", actor=mara, options={"path": [[12, 18]]})
    outcome = run(EFFORT, battle, move)
    assert isinstance(outcome, Done)
    assert [(offer.id, offer.by, offer.actions) for offer in outcome.offers] == [
        (f"reaction.{captain}", (captain,), ("attack",))
    ]
    shot = Call(action="attack", actor=captain, targets=(mara,), item=usual_item(battle, captain))
    assert outcome.offers[0].preset == shot
    reaction = Taken(shot)
    outcome = run(EFFORT, battle, replace(move, answers={f"reaction.{captain}": reaction}))
    assert isinstance(outcome, Due)
    assert outcome.request.id == f"reaction.{captain}.when"
    assert outcome.committed_by == "SE-REA-04"
    answers = {f"reaction.{captain}": reaction, f"reaction.{captain}.when": Option("at_trigger")}
    outcome = run(EFFORT, battle, replace(move, answers=answers))
    assert isinstance(outcome, Due)
    assert outcome.request.id == f"reaction.{captain}.metres"


@pytest.mark.rule("SE-MIS-01", "SE-MIS-02")
def test_odds_of_attacks_are_exact_and_cheap() -> None:
    battle = rolled(started(), "Mara")
    names = ids(battle)
    # 1d10 + 2 for the rifle + Mara's 2 against the captain's 8: a 4 or more.
    call = Call(
        action="attack", actor=names["Mara"], targets=(names["Captain"],), item=usual_item(battle, names["Mara"])
    )
    odds = weigh(EFFORT, battle, call)
    assert odds.chance(names["Captain"], "hit") == Fraction(7, 10)
    assert odds.runs < 2_000
    taken = []
    for _ in range(20):
        start = time.perf_counter()
        weigh(EFFORT, battle, call)
        taken.append(time.perf_counter() - start)
    assert sorted(taken)[10] < 0.02


def test_a_reaction_taken_up_is_weighed_with_what_it_interrupts() -> None:
    """The captain shoots first: 1d10 + 2 against Mara's 8 hits on 6 or more, 5/10; 1d10 + 1 damage takes her last 7
    health on 6 or more, 5/10: she is out in 1/4. Otherwise she shoots, 1d10 + 4 against 8: 3/4 x 7/10."""
    battle = rolled(started(), "Captain")
    names = ids(battle)
    mara, captain = names["Mara"], names["Captain"]
    battle = done(battle, "edit", "environment", mara, path="sheet.health", value=7)
    revolver, rifle = (usual_item(battle, who) for who in (captain, mara))
    battle = done(battle, "declare_reaction", captain, condition="if she shoots")
    battle = done(battle, "end_turn")
    shot = Call(action="attack", actor=captain, targets=(mara,), item=revolver)
    call = Call(action="attack", actor=mara, targets=(captain,), item=rifle)
    taken = {f"reaction.{captain}": Taken(call=shot), f"reaction.{captain}.when": Option(option="before")}
    odds = weigh(EFFORT, battle, replace(call, answers=taken))
    assert odds.chance(mara, "hit") == Fraction(1, 2)
    assert odds.chance(mara, "drop") == Fraction(1, 4)
    assert odds.chance(captain, "hit") == Fraction(3, 4) * Fraction(7, 10)
    # Damage of her hit is 1d10 + 2, less 1 for the jacket: each amount from 2 to 11 in one tenth.
    spread = odds.distribution(captain, "damage")
    assert spread == {loss: Fraction(3, 4) * Fraction(7, 100) for loss in range(2, 12)}
    # A miss, a hit, and a hit that stops her, each followed by a miss or a hit: no run for every face.
    assert odds.runs <= 8


def test_two_reactions_taken_up_are_weighed_with_what_they_interrupt() -> None:
    """The captain shoots twice before Mara. A hit (1/2) takes 2 to 11 of her 12 health, so both have to hit and the
    two faces have to sum to 10: 64 of 100. She is out in 1/4 x 64/100 = 4/25. Otherwise she hits in 7/10."""
    battle = rolled(started(), "Captain")
    names = ids(battle)
    mara, captain = names["Mara"], names["Captain"]
    revolver, rifle = (usual_item(battle, who) for who in (captain, mara))
    for _ in range(2):
        battle = done(battle, "declare_reaction", captain, condition="if she shoots")
    battle = done(battle, "end_turn")
    shot = Taken(call=Call(action="attack", actor=captain, targets=(mara,), item=revolver))
    reactions = (f"reaction.{captain}", f"reaction.{captain}.2")
    answers: dict[str, Any] = dict.fromkeys(reactions, shot) | {f"{id}.when": Option("before") for id in reactions}
    call = Call(action="attack", actor=mara, targets=(captain,), item=rifle, answers=answers)
    odds = weigh(EFFORT, battle, call)
    assert odds.chance(mara, "drop") == Fraction(4, 25)
    assert odds.chance(captain, "hit") == Fraction(21, 25) * Fraction(7, 10)
    # First shot: a miss or ten amounts. Second shot: a miss, or a hit that stops her or not. Then her miss or hit.
    assert odds.runs <= 11 * 3 * 2


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    battle = rolled(started(), "Mara")
    mara = ids(battle)["Mara"]
    for legs in ([], "far", [3], [{"mode": "swim"}], [{"metres": -1}], [{"path": "x"}], [{"metres": float("nan")}]):
        outcome = run(EFFORT, battle, Call(action="move", actor=mara, options={"legs": legs}))
        assert isinstance(outcome, Refused)
        assert not outcome.refusal.can_override


@pytest.mark.rule("SE-SUR-02")
def test_the_surprise_round_is_called_so() -> None:
    battle = done(roadblock(), "start_fight", surprising="pc")
    assert clock_view(EFFORT, battle).words == "Surprise round"
    assert order_view(EFFORT, battle).sections[1].title == "round 1"


@pytest.mark.rule("SE-TURN-01", "SE-INIT-02")
def test_players_cannot_tell_from_the_order_that_a_hidden_combatant_acts() -> None:
    """The hidden guard acts first or in between. Without him the players' window would show the same sequence."""
    with_guard = roadblock()
    names = ids(with_guard)
    assert with_guard.combatants[names["Guard"]].is_hidden
    gone = done(with_guard, "remove_combatant", "environment", names["Guard"])
    for guards_face in (10, 4):
        assert pictures(with_guard, Guard=guards_face) == pictures(gone)


def pictures(battle: AnyBattle, **faces: int) -> list[tuple[object, ...]]:
    """Return what the players' window shows, in sequence, over two rounds in which turns only end."""
    names = ids(battle)
    thrown = {"Mara": 3, "Juna": 3, "Captain": 2, "Otto": 3, "Raider 1": 1} | faces
    answers = {f"initiative.{names[name]}": Faces((face,)) for name, face in thrown.items()}
    battle = done(battle, "start_fight")
    view = players_view(EFFORT, battle)
    shown: list[tuple[object, ...]] = []
    while battle.order.round < 3:
        view = players_view(EFFORT, battle, view)
        rows = tuple((row.name, row.text, row.is_now, row.is_past) for row in view.order)
        if (picture := (view.clock.words, view.now, view.next, rows)) not in shown[-1:]:
            shown.append(picture)
        if battle.order.phase == "planning":
            roll = Call(action="roll_initiative", answers=dict(answers), anyway=("plans_missing",))
            outcome = run(EFFORT, battle, roll)
            assert isinstance(outcome, Done), outcome
            battle = outcome.battle
        else:
            battle = done(battle, "end_turn")
    return shown


# ------------------------------------------------------------------------------------------ what is offered


@pytest.mark.rule("SE-REA-01")
def test_what_a_reaction_can_be_done_with_is_offered() -> None:
    """Otto has a shotgun and grenades in hand and wears a vest: only the grenades strike an area."""
    battle = rolled(started(), "Otto")
    otto = ids(battle)["Otto"]
    (item,) = (one for one in EFFORT.actions["declare_reaction"].parameters if one.key == "item")
    assert item.choices is not None

    def offered(does: str) -> list[str]:
        call = Call(action="declare_reaction", actor=otto, options={"does": does})
        assert item.choices is not None
        return [str(label) for label, _ in item.choices(battle, call)]

    assert offered("attack") == ["Shotgun", "Grenade"]
    assert offered("attack_area") == ["Grenade"]
    assert offered("use_item") == ["Ballistic vest", "Shotgun", "Grenade"]


@pytest.mark.rule("SE-COST-02", "SE-COST-03")
def test_who_has_to_come_near_walks_or_runs_as_far_as_the_points_reach() -> None:
    """8 points are 8 m of walking or 16 m of running; half of both is tried too, for difficult ground."""
    battle = roadblock()
    names = ids(battle)
    mara, guard = (battle.combatants[names[name]] for name in ("Mara", "Guard"))
    battle = replace(battle, board=replace(battle.board, zones={}, features={}))
    battle = battle.with_combatant(replace(mara, place=Place(x=0, y=0), sheet=replace(mara.sheet, speed=8.0)))
    battle = battle.with_combatant(replace(guard, place=Place(x=40, y=0)))

    def found(battle: AnyBattle) -> list[tuple[str, float]]:
        calls = EFFORT.tactics.approach(battle, mara.id, guard.id)
        return [(call.options["mode"], call.options["place"]["x"]) for call in calls]

    assert found(battle) == [("walk", 8.0), ("walk", 4.0), ("run", 16.0), ("run", 8.0)]
    # On the ground nobody runs: 3 points for each metre crawled.
    prone = done(battle, "set_condition", "environment", mara.id, condition="prone")
    assert [mode for mode, _ in found(prone)] == ["crawl", "crawl"]
    slow = battle.with_combatant(replace(battle.combatants[mara.id], sheet=replace(mara.sheet, can_run=False)))
    assert [mode for mode, _ in found(slow)] == ["walk", "walk"]


@pytest.mark.rule("SE-MIS-02")
def test_of_what_a_fight_leaves_only_death_stays_with_a_character() -> None:
    kept = {id for id, one in EFFORT.conditions.items() if not one.ends_with_combat and one.until == "removed"}
    assert kept == {"dead"}
    assert EFFORT.conditions["out"].ends_with_combat
