"""Silent fights: in every game they use the same engine, are repeatable, and can be replayed as steps."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from model.engine.calls import Call
from model.engine.odds import weigh
from model.engine.run import Done, run
from model.forecast.fight import Fights, Played
from model.forecast.results import LONG, NOBODY, PARTY, fighters
from model.rulesets import RULESETS
from model.session import Session, play_branch
from model.state.base import replace
from model.state.battle import AnyBattle, Combatant
from model.state.behaviour import Behaviour, Behaviours
from model.state.board import Place
from tests.support.five_against_five import SAMPLES, five_against_five
from tests.support.sample_battles import sample

ROUNDS = 20


def fights(game: str, behaviours: Behaviours | None = None, seed: str = "A1") -> Fights:
    ruleset, battle = five_against_five(game)
    return Fights(ruleset, replace(battle, behaviours=behaviours or Behaviours()), seed, ROUNDS)


@pytest.fixture(params=SAMPLES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_fight_ends_with_one_party_standing(game: str) -> None:
    those = fights(game)
    for number in range(6):
        played = those.played(number)
        standing = those.policy.standing(played.battle)
        match played.fought.outcome:
            case str(outcome) if outcome == LONG:
                assert played.fought.rounds > ROUNDS
            case str(outcome) if outcome == NOBODY:
                assert not standing
            case outcome:
                assert list(standing) == [outcome]
                assert 1 <= played.fought.rounds <= ROUNDS


def test_the_battle_that_is_forecast_stays_as_it_is(game: str) -> None:
    ruleset, battle = five_against_five(game)
    before = msgspec.json.encode(battle)
    Fights(ruleset, battle, "B2", ROUNDS).fight(0)
    assert msgspec.json.encode(battle) == before


@pytest.mark.quick_cases(2)
def test_nobody_ends_a_move_on_the_spot_of_another(game: str) -> None:
    those = fights(game)
    for number in range(4):
        battle = those.battle
        for call in those.played(number).calls:
            outcome = run(those.ruleset, battle, call)
            assert isinstance(outcome, Done)
            before, battle = battle, outcome.battle
            mover = battle.combatants.get(call.actor)
            if mover is not None and mover.place != before.combatants[call.actor].place:
                assert not _overlapped_by(battle, mover), f"fight {number}: {call.action} of {call.actor}"


def _overlapped_by(battle: AnyBattle, mover: Combatant[Any]) -> list[str]:
    """Return the ids of combatants whose tokens overlap the mover's by more than 2 mm."""
    here, others = mover.place.point, [one for one in battle.combatants.values() if one.id != mover.id]
    there = [(one, one.place.point) for one in others if one.is_present and not one.is_out]
    if here is None:
        return []
    return [one.id for one, point in there if point and math.dist(here, point) < mover.radius + one.radius - 0.002]


def test_what_keeps_from_weighing_any_attack_is_a_guard_of_every_one(game: str) -> None:
    """Otherwise a forecast would leave out attacks that the rules allow."""
    ruleset, battle = five_against_five(game)
    attacks = {call.action for who in battle.combatants for call in (ruleset.tactics.attacks or _usual)(battle, who)}
    for action in attacks:
        assert set(ruleset.tactics.barring) <= set(ruleset.actions[action].guards)


def test_up_to_its_limit_an_attack_goes_the_same_way_whatever_the_distance() -> None:
    """Forecasts compute its odds once for all distances between two limits."""
    ruleset, battle = five_against_five("zamani", "zamani-caravan-road")
    tactics, (who, *_, target) = ruleset.tactics, tuple(battle.combatants)
    assert tactics.attacks is not None
    assert tactics.limits is not None
    for attack in tactics.attacks(battle, who):
        call = replace(attack, targets=(target,))
        (limit,) = tactics.limits(battle, call)
        near, far, beyond = (
            weigh(ruleset, _apart(battle, who, target, metres), call) for metres in (limit / 2, limit, limit + 0.01)
        )
        assert near.refusal is None
        assert near.measures == far.measures
        assert beyond.refusal is not None
        assert beyond.refusal.key == "out_of_reach"


def _apart(battle: AnyBattle, who: str, target: str, metres: float) -> AnyBattle:
    for one, x in ((who, 0.0), (target, metres)):
        battle = battle.with_combatant(replace(battle.combatants[one], place=Place(x=x, y=0.0)))
    return battle


def _usual(battle: AnyBattle, who: str) -> tuple[Call, ...]:
    usual = RULESETS[battle.ruleset].usual_attack(battle, who)
    return () if usual is None else (usual,)


@pytest.mark.quick_cases(1)
def test_a_seed_says_how_every_fight_goes_whatever_was_fought_before(game: str) -> None:
    """Odds cached by a process must not change results, because fights are given to processes in any order."""
    one, other = fights(game), fights(game)
    forward = [one.fight(number) for number in range(8)]
    backward = [other.fight(number) for number in reversed(range(8))]
    assert forward == backward[::-1]
    assert fights(game, seed="A2").fight(0) != forward[0]


def test_its_calls_carried_out_at_the_table_come_to_the_same(game: str) -> None:
    """There is one engine: the recorded answers, read by the `Ask` that the window uses, lead to the same battle."""
    ruleset, battle = five_against_five(game)
    played = Fights(ruleset, battle, "C3", ROUNDS).played(1)
    now = battle
    for call in played.calls:
        outcome = run(ruleset, now, call)
        assert isinstance(outcome, Done), (call, outcome)
        assert outcome.unused == ()
        now = outcome.battle
    assert now == played.battle


def test_a_fight_is_played_again_as_a_branch_of_the_history(game: str) -> None:
    ruleset, battle = five_against_five(game)
    session = Session.create(None, ruleset, battle).session
    assert session is not None
    played = Fights(ruleset, battle, "D4", ROUNDS).played(0)
    replay = play_branch(session, battle, "The most typical fight", played.calls)
    assert replay.problem == ""
    assert replay.steps == len(played.calls)
    assert session.battle == played.battle
    assert session.branches()[0].name == "The most typical fight"
    while session.battle is not battle:
        assert session.undo() is not None


def test_a_fight_is_not_played_again_in_a_battle_that_has_gone_on() -> None:
    ruleset, battle = five_against_five("zerospace")
    session = Session.create(None, ruleset, battle).session
    assert session is not None
    played = Fights(ruleset, battle, "D4", ROUNDS).played(0)
    session.act(Call(action="hurt", targets=("apex-1",), options={"amount": 1}))
    replay = play_branch(session, battle, "Too late", played.calls)
    assert replay.problem == "The battle has changed since: run the forecast again."
    assert len(session.steps) == 1


# --------------------------------------------------------------------------------------------------------------- states


def in_the_middle(game: str) -> tuple[Played, AnyBattle]:
    """Return a played fight and the battle after half of its calls."""
    ruleset, battle = five_against_five(game)
    played = Fights(ruleset, battle, "E5", ROUNDS).played(0)
    for call in played.calls[: len(played.calls) // 2]:
        outcome = run(ruleset, battle, call)
        assert isinstance(outcome, Done)
        battle = outcome.battle
    return played, battle


def test_it_goes_on_from_the_state_as_it_is(game: str) -> None:
    """A fight in progress is played to its end; rounds are counted from the current one."""
    whole, battle = in_the_middle(game)
    assert battle.order.is_running
    onward = Fights(RULESETS[battle.ruleset], battle, "F6", ROUNDS).played(0)
    assert onward.fought.rounds == max(1, onward.battle.order.round - battle.order.round + 1)
    assert len(onward.fought.health) == len(fighters(battle)) <= len(whole.fought.health)


def test_hidden_combatants_take_part() -> None:
    ruleset, battle = sample("dockside-ambush")
    hidden = next(who for who, one in battle.combatants.items() if one.is_hidden)
    those = Fights(ruleset, battle, "G7", ROUNDS)
    assert hidden in fighters(battle)
    calls = [call for number in range(5) for call in those.played(number).calls]
    attacks = [call for call in calls if call.action == "attack" and call.actor == hidden]
    assert attacks, "they attack"
    first = next(at for at, call in enumerate(those.played(0).calls) if call.actor == hidden and call.targets)
    before = those.played(0).calls[:first]
    assert all(hidden not in call.targets for call in before), "nobody attacks whom nobody has seen"


def test_a_hidden_attacker_is_seen_from_the_first_attack_on() -> None:
    ruleset, battle = sample("dockside-ambush")
    hidden = next(who for who, one in battle.combatants.items() if one.is_hidden)
    fight = Fights(ruleset, battle, "G7", ROUNDS).played(0)
    assert any(call.action == "attack" and call.actor == hidden for call in fight.calls)
    assert not fight.battle.combatants[hidden].is_hidden


def test_only_the_first_attack_of_the_hidden_comes_unseen() -> None:
    """In Zamani an attack that nobody sees coming hits in the first column."""
    ruleset, hidden = five_against_five("zamani")
    secret = [who for who, one in hidden.combatants.items() if one.side != "pc"]
    for who in secret:
        hidden = hidden.with_combatant(replace(hidden.combatants[who], is_hidden=True))
    calls = Fights(ruleset, hidden, "K1", ROUNDS).played(0).calls
    at_table, shots = hidden, {who: list[bool]() for who in secret}
    for call in calls:
        if call.actor in shots and ruleset.actions[call.action].group == "attack":
            shots[call.actor].append(at_table.combatants[call.actor].is_hidden)
        outcome = run(ruleset, at_table, call)
        assert isinstance(outcome, Done)
        at_table = outcome.battle
    assert any(len(its) > 1 for its in shots.values())
    assert all(not any(its[1:]) for its in shots.values())


def test_who_is_not_here_takes_no_part() -> None:
    ruleset, battle = five_against_five("kalos")
    absent = next(iter(battle.combatants))
    battle = battle.with_combatant(replace(battle.combatants[absent], is_present=False))
    those = Fights(ruleset, battle, "H8", ROUNDS)
    assert absent not in those.people
    assert all(absent not in (call.actor, *call.targets) for call in those.played(0).calls)


# ------------------------------------------------------------------------------------------------------------ behaviour


def calls_of(game: str, behaviours: Behaviours, count: int = 6) -> list[Call]:
    those = fights(game, behaviours)
    return [call for number in range(count) for call in those.played(number).calls]


def test_who_holds_their_position_never_moves(game: str) -> None:
    behaviours = Behaviours(sides={"npc": Behaviour(holds_position=True)})
    _, battle = five_against_five(game)
    foes = {who for who, one in battle.combatants.items() if one.side == "npc"}
    moves = [call for call in calls_of(game, behaviours) if call.action in ("move", "sprint")]
    assert not [call for call in moves if call.actor in foes]
    if game in ("kalos", "wasteland"):  # elsewhere all are near enough to shoot
        assert moves, "the others move"


@pytest.mark.quick_cases(1)
def test_the_aggressive_never_flee_and_opponents_do_by_default(game: str) -> None:
    def fled(behaviours: Behaviours) -> int:
        those = fights(game, behaviours)
        return sum(len(those.fight(number).fled) for number in range(12))

    assert fled(Behaviours(sides={"npc": Behaviour(stance="aggressive")})) == 0
    assert fled(Behaviours()) > 0
    assert fled(Behaviours(sides={"npc": Behaviour(flees_below=0)})) == 0


def test_minions_who_fall_with_their_health_have_none_left() -> None:
    """In Kalos a hit takes minions out, although they have 6 Health."""
    those = fights("kalos")
    minions = [at for at, who in enumerate(those.people) if those.battle.combatants[who].sheet.is_minion]
    fought = [those.fight(number) for number in range(6)]
    left = {(at in one.dropped, one.health[at]) for one in fought for at in minions}
    assert (True, 0.0) in left
    assert left <= {(True, 0.0), (False, 6.0)}


def test_a_combatants_own_switches_go_before_those_of_the_side() -> None:
    _, battle = five_against_five("kalos")
    foe = next(who for who, one in battle.combatants.items() if one.side == "npc")
    sides = {"npc": Behaviour(flees_below=90)}
    those = fights("kalos", Behaviours(sides=sides, combatants={foe: Behaviour(flees_below=0)}))
    fled = {at for number in range(12) for at in those.fight(number).fled}
    assert fled
    assert those.people.index(foe) not in fled


def test_points_are_kept_where_that_is_said() -> None:
    def bought(kept: int) -> int:
        calls = calls_of("wasteland", Behaviours(sides={"pc": Behaviour(keeps_points=kept)}))
        return sum(call.option("dice", 0) > 0 for call in calls if call.actor.startswith(("nora", "doc", "brick")))

    assert bought(0) > 0
    assert bought(99) == 0


def test_the_hurt_drop_prone_where_that_is_said_and_stay_down() -> None:
    def of(action: str, behaviours: Behaviours) -> list[str | None]:
        return [call.actor for call in calls_of("zerospace", behaviours, 10) if call.action == action]

    _, battle = five_against_five("zerospace")
    foes = {who for who, one in battle.combatants.items() if one.side == "npc"}
    lying = Behaviours(sides={"npc": Behaviour(drops_prone=True, flees_below=0)})
    assert set(of("drop_prone", lying)) & foes
    assert set(of("drop_prone", lying)) <= foes
    assert not of("drop_prone", Behaviours())
    assert not set(of("stand_up", lying)) & foes


def test_who_lies_on_the_ground_stands_up_first() -> None:
    """A combatant stays down only if it is hurt and its behaviour is to drop prone when hurt."""
    ruleset, battle = five_against_five("zerospace")
    who = next(id for id, one in battle.combatants.items() if one.side == "pc")
    battle = _done(battle, Call(action="set_condition", targets=(who,), options={"condition": "prone"}))
    first = next(call for call in Fights(ruleset, battle, "L3", ROUNDS).played(0).calls if call.actor == who)
    assert first.action == "stand_up"


def test_guards_attack_who_is_nearest_to_their_ward() -> None:
    """A guard could shoot at either of two opponents: the target is the one beside the ward, whichever that is."""
    ruleset, battle = five_against_five("zerospace")
    own = [id for id, one in battle.combatants.items() if one.side == "pc"]
    guard, ward = own[0], own[1]
    foes = [id for id, one in battle.combatants.items() if one.side == "npc"]
    for near in (foes[0], foes[1]):
        spots = {foe: (20.0, 30.0 + 2 * at) for at, foe in enumerate(foes)} | {near: (11.0, 10.0)}
        spots |= {one: (10.0, 8.0 - 2 * at) for at, one in enumerate(own)} | {ward: (10.0, 10.0), guard: (14.0, 14.0)}
        places = {who: {"x": x, "y": y} for who, (x, y) in spots.items()}
        placed = _done(battle, Call(action="place", targets=tuple(places), options={"places": places}))
        behaviours = Behaviours(combatants={guard: Behaviour(guards=ward, holds_position=True)})
        calls = Fights(ruleset, replace(placed, behaviours=behaviours), "M4", ROUNDS).played(0).calls
        first = next(call for call in calls if call.actor == guard and call.action == "attack")
        assert first.targets == (near,)


def test_the_focus_chooses_the_weakest_or_the_nearest_target() -> None:
    ruleset, battle = five_against_five("zerospace")
    who = next(id for id, one in battle.combatants.items() if one.side == "pc")
    foes = [id for id, one in battle.combatants.items() if one.side == "npc"]
    health = ruleset.health
    assert health is not None

    def first(focus: str) -> Call:
        behaviours = Behaviours(combatants={who: Behaviour(focus=focus, holds_position=True)})  # type: ignore[arg-type]
        calls = Fights(ruleset, replace(alone, behaviours=behaviours), "N5", ROUNDS).played(0).calls
        return next(call for call in calls if call.actor == who and call.action == "attack")

    others = tuple(id for id, one in battle.combatants.items() if one.side == "pc" and id != who)
    alone = _done(battle, Call(action="remove_combatant", targets=others))
    spots = {who: (0.0, 0.0)} | {foe: (5.0 + 2 * at, 0.0) for at, foe in enumerate(foes)}
    places = {id: {"x": x, "y": y} for id, (x, y) in spots.items()}
    alone = _done(alone, Call(action="place", targets=tuple(places), options={"places": places}))
    weakest = min(foes, key=lambda foe: health.value(alone, foe))
    assert health.value(alone, first("weakest").targets[0]) == health.value(alone, weakest)
    assert first("nearest").targets == (foes[0],)


def test_the_careful_force_a_defence_when_they_are_hurt() -> None:
    """A forced dodge is an offer of the attack: it is accepted within the attack and recorded in its answers."""
    calls = calls_of("zerospace", Behaviours(sides={"npc": Behaviour(stance="careful", flees_below=0)}), 12)
    assert any(key.startswith("defend") for call in calls for key in call.answers)
    usual = calls_of("zerospace", Behaviours(), 12)
    assert not any(key.startswith("defend") for call in usual for key in call.answers)


def test_declared_reactions_take_part() -> None:
    """A combatant who has declared a reaction before the forecast uses it when another combatant moves."""
    ruleset, battle = five_against_five("effort")
    battle = _done(battle, Call(action="start_fight"))
    battle = _done(battle, Call(action="roll_initiative", anyway=("plans_missing",)))
    who = battle.order.acting[0]
    options = {"does": "attack", "condition": "somebody moves"}
    battle = _done(battle, Call(action="declare_reaction", actor=who, options=options))
    those = Fights(ruleset, battle, "I9", ROUNDS)
    taken = [key for number in range(8) for call in those.played(number).calls for key in call.answers]
    assert f"reaction.{who}" in taken


def test_a_turn_that_was_held_back_is_taken_before_it_is_lost() -> None:
    """In Zamani a delayed turn ends with the round, so its combatant takes it once all others are done."""
    ruleset, battle = five_against_five("zamani")
    for call in (Call(action="start_fight"), Call(action="begin_round")):
        battle = _done(battle, call)
    who = "agent-okoro-1"  # acts on one segment only: there is no later one to take the delayed turn on
    while battle.order.acting[0] != who:
        battle = _done(battle, Call(action="end_turn", actor=battle.order.acting[0]))
    battle = _done(battle, Call(action="delay", actor=who))
    assert who in battle.order.held
    first = Fights(ruleset, battle, "K2", ROUNDS).played(0).calls
    taken = next(at for at, call in enumerate(first) if call.action == "take_held_turn")
    assert first[taken].actor == who
    assert any(call.actor == who and call.action == "attack" for call in first[taken:])


def _done(battle: AnyBattle, call: Call) -> AnyBattle:
    """Return the battle after a call, with the dice of a silent run."""
    from model.forecast.silent import SilentRun

    after = SilentRun("setup").act(RULESETS[battle.ruleset], battle, call)
    assert not hasattr(after, "sentence"), after
    return after  # type: ignore[return-value]


def test_the_party_wins_more_often_against_fewer() -> None:
    ruleset, battle = sample("zamani-loading-bay")
    foes = [who for who, one in battle.combatants.items() if one.side == "npc"]
    fewer = _done(battle, Call(action="remove_combatant", targets=tuple(foes[:2])))

    def won(battle: AnyBattle) -> int:
        those = Fights(ruleset, battle, "J1", ROUNDS)
        return sum(those.fight(number).outcome == PARTY for number in range(30))

    assert won(fewer) > won(battle)
