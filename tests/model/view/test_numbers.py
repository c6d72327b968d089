"""Statistics of a game night for players: only what they saw, under the names that they know."""

from __future__ import annotations

from typing import Any

from model.dice.answers import Faces
from model.engine.calls import Call
from model.engine.run import Done, run
from model.state.base import replace
from model.state.battle import AnyBattle
from model.view.numbers import NumbersForPlayers
from model.view.statistics import Played
from tests.support.ford import meeting
from tests.support.skirmish import SKIRMISH


def attack(who: str, whom: str, faces: tuple[int, int], damage: int | None = None) -> Call:
    answers = {"attack": Faces(faces)} | ({} if damage is None else {"damage": Faces((damage,))})
    return Call(action="attack", actor=who, targets=(whom,), answers=answers)


END = Call(action="end_turn")
FIGHT = (
    Call(action="start_fight"),
    attack("ines", "wolf", (4, 4), 3),
    END,
    attack("wolf", "ines", (6, 6), 5),
    END,
    attack("ines", "wolf", (1, 1)),
    END,
)
"""Ines hits the wolf for 3 of its 6 health; the wolf hits her for 5; she misses. Each call takes a minute."""


def page(battle: AnyBattle, *calls: Call) -> list[list[str]]:
    numbers = NumbersForPlayers(SKIRMISH)
    for call in calls or FIGHT:
        outcome = run(SKIRMISH, battle, call)
        assert isinstance(outcome, Done)
        numbers.add(Played(call, outcome.note, battle, outcome.battle, 60.0))
        battle = outcome.battle
    return [line.split("\t") for line in numbers.page(battle).splitlines()]


def with_wolf(**changes: Any) -> AnyBattle:
    battle = meeting()
    return battle.with_combatant(replace(battle.combatants["wolf"], **changes))


def test_hits_and_minutes_are_told_and_damage_where_health_is_seen_exactly() -> None:
    assert page(meeting()) == [
        ["2 rounds · 6 minutes"],
        ["", "Hits", "Taken", "Minutes"],
        ["Ines", "1 of 2", "5", "4"],
        ["Wolf", "1 of 1", "", "2"],
    ]
    exact = page(replace(meeting(), health_policy={"npc": "exact"}))
    assert exact[1:] == [
        ["", "Hits", "Dealt", "Taken", "Minutes"],
        ["Ines", "1 of 2", "3", "5", "4"],
        ["Wolf", "1 of 1", "5", "3", "2"],
    ]


def test_health_that_players_see_nothing_of_is_in_no_number() -> None:
    hidden = replace(meeting(), health_policy={"pc": "nothing", "npc": "nothing"})
    drop = (*FIGHT[:5], attack("ines", "wolf", (6, 6), 6))
    assert page(hidden, *drop) == [
        ["2 rounds · 5 minutes"],
        ["", "Hits", "Minutes"],
        ["Ines", "2 of 2", "3"],
        ["Wolf", "1 of 1", "2"],
    ], "that it is out is told no more than its health"
    assert page(meeting(), *drop)[0] == ["2 rounds · 5 minutes · 1 opponent defeated"]


def test_who_left_alive_is_not_counted_as_defeated() -> None:
    fled, back = (Call(action=action, targets=("wolf",)) for action in ("mark_fled", "bring_back"))
    captured = Call(action="mark_captured", targets=("wolf",))
    assert page(meeting(), *FIGHT, fled)[0] == ["2 rounds · 7 minutes · 1 fled"]
    assert page(meeting(), *FIGHT, fled, captured)[0] == ["2 rounds · 8 minutes · 1 captured"]
    assert page(meeting(), *FIGHT, fled, back)[0] == ["2 rounds · 8 minutes"]


def test_whom_players_have_not_seen_is_left_out_with_their_turns() -> None:
    assert page(with_wolf(is_hidden=True)) == [
        ["2 rounds · 4 minutes"],
        ["", "Taken", "Minutes"],
        ["Ines", "5", "4"],
    ], "neither the attacks on it nor those that it made"


def test_a_public_name_stands_for_the_real_one() -> None:
    rows = page(with_wolf(name="Zqx the Bane", public_name="Large dog"))
    assert [row[0] for row in rows[2:]] == ["Ines", "Large dog"]
