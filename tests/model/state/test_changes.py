"""Changes between two states: exact paths, splices, and applying them forwards and backwards."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from model.state.base import replace
from model.state.battle import Battle
from model.state.board import Place
from model.state.changes import ABSENT, Change, ChangeError, Splice, apply, changes
from model.state.order import Order, Slot
from tests.support.arena import Fighter, Guest, Pot, Weapon, duel
from tests.support.states import states

BATTLES = states(Battle[Fighter, Weapon, Pot, Guest])


def with_sheet(battle: Any, who: str, **fields: Any) -> Any:
    combatant = battle.combatants[who]
    return battle.with_combatant(replace(combatant, sheet=replace(combatant.sheet, **fields)))


def between(old: Any, new: Any) -> list[Any]:
    return list(changes(old, new))


def test_nothing_changed_is_no_change() -> None:
    assert between(duel(), duel()) == []


def test_a_changed_number_is_told_by_its_path_with_old_and_new() -> None:
    battle = duel()
    assert between(battle, with_sheet(battle, "anna-1", health=13)) == [
        Change(("combatants", "anna-1", "sheet", "health"), 20, 13)
    ]


def test_what_was_or_becomes_nothing_is_absent() -> None:
    battle = duel()
    there = with_sheet(battle, "anna-1", stance="low")
    path = ("combatants", "anna-1", "sheet", "stance")
    assert between(battle, there) == [Change(path, ABSENT, "low")]
    assert between(there, battle) == [Change(path, "low", ABSENT)]


def test_entries_come_and_go_whole() -> None:
    battle = duel()
    without = replace(battle, combatants={id: one for id, one in battle.combatants.items() if id != "anna-1"})
    assert between(battle, without) == [Change(("combatants", "anna-1"), battle.combatants["anna-1"], ABSENT)]


def test_a_tuple_is_spliced_where_it_differs() -> None:
    old = replace(duel(), order=Order(sequence=("a", "b", "c", "d")))
    new = replace(duel(), order=Order(sequence=("a", "x", "y", "d")))
    assert between(old, new) == [Splice(("order", "sequence"), 1, ("b", "c"), ("x", "y"))]


@pytest.mark.parametrize(
    ("old", "new", "splice"),
    [
        ((), ("a",), (0, (), ("a",))),
        (("a",), (), (0, ("a",), ())),
        (("a", "a"), ("a", "a", "a"), (2, (), ("a",))),
        (("a", "b", "a"), ("a",), (1, ("b", "a"), ())),
    ],
)
def test_repeated_members_are_spliced_without_overlap(old: Any, new: Any, splice: Any) -> None:
    before, after = Order(sequence=old), Order(sequence=new)
    assert between(before, after) == [Splice(("sequence",), *splice)]
    assert apply(before, Splice(("sequence",), *splice)) == after


def test_a_whole_number_that_becomes_a_broken_one_is_a_change() -> None:
    assert between(Place(x=1, y=0.0), Place(x=1.0, y=0.0)) == [Change(("x",), 1, 1.0)]


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(old=BATTLES, new=BATTLES)
def test_changes_lead_from_one_battle_to_another_and_back(old: Any, new: Any) -> None:
    found = between(old, new)
    there = old
    for change in found:
        there = apply(there, change)
    assert there == new
    back = new
    for change in reversed(found):
        back = apply(back, change.reversed())
    assert back == old


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(battle=BATTLES)
def test_a_battle_equal_to_another_has_no_changes_to_it(battle: Any) -> None:
    assert between(battle, replace(battle, combatants=dict(battle.combatants))) == []


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (Change(("combatants", "anna-1", "sheet", "luck"), 1, 2), ["combatants.anna-1.sheet.luck", "no field", "luck"]),
        (Change(("combatants", "anna-1", "sheet", "health"), 19, 2), ["sheet.health", "expected 19", "found 20"]),
        (Change(("combatants", "nobody", "name"), "a", "b"), ["combatants.nobody.name", "reached"]),
        (Change(("title", "deep"), "a", "b"), ["title.deep", "reached"]),
        (Splice(("order", "sequence"), 0, ("a",), ()), ["order.sequence", "at 0"]),
        (Splice(("title",), 0, ("a",), ()), ["title", "expected a list"]),
    ],
)
def test_a_change_that_does_not_fit_says_where_and_why(change: Any, parts: list[str]) -> None:
    with pytest.raises(ChangeError) as caught:
        apply(duel(), change)
    assert all(part in str(caught.value) for part in parts), caught.value


def test_values_of_a_tuple_are_told_whole() -> None:
    old = Order(slots={"s-1": Slot(id="s-1", members=("anna-1",))})
    new = Order(slots={"s-1": Slot(id="s-1", members=("anna-1", "bert-2"), state="done")})
    assert between(old, new) == [
        Splice(("slots", "s-1", "members"), 1, (), ("bert-2",)),
        Change(("slots", "s-1", "state"), "waiting", "done"),
    ]
