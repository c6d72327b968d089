"""The shared state that every ruleset relies on: ids, ages, names, held items and whose turn it is."""

from model.state.base import ENVIRONMENT, replace
from model.state.battle import Thing, age, name_of, new_id, slug
from model.state.board import Zone, millimetres
from model.state.order import Order, Share, Slot, Turn
from model.state.texts import Explanation, Part, Ruling
from tests.support.arena import duel, fighter


def test_ids_are_never_given_twice_not_even_after_their_bearer_is_gone() -> None:
    battle = duel()
    first, battle = new_id(battle, "Minion")
    again, battle = new_id(battle, "Minion")
    gone = replace(battle, combatants={})
    third, _ = new_id(gone, "Minion")
    assert (first, again, third) == ("minion-6", "minion-7", "minion-8")


def test_an_id_is_made_of_plain_letters_whatever_the_name() -> None:
    assert slug("Dr. Müller's Drone #2") == "dr-m-ller-s-drone-2"
    assert slug("龍") == "x"
    assert slug("  ") == "x"


def test_age_sorts_by_number_and_not_by_letter() -> None:
    fighters = [fighter("zoe-2"), fighter("abe-10"), fighter("max-1")]
    assert [one.id for one in sorted(fighters, key=age)] == ["max-1", "zoe-2", "abe-10"]


def test_the_gm_calls_things_by_their_name_wherever_they_are() -> None:
    battle = replace(duel(), things={"crate-9": Thing(id="crate-9", name="Crate")})
    battle = replace(battle, board=replace(battle.board, zones={"dock-8": Zone(id="dock-8", name="Dock")}))
    names = [name_of(battle, id) for id in ("anna-1", "sword-5", "crate-9", "dock-8", ENVIRONMENT)]
    assert names == ["Anna", "Sword", "Crate", "Dock", "Environment"]


def test_a_combatant_has_the_items_that_name_them_as_holder() -> None:
    assert [item.name for item in duel().items_of("anna-1")] == ["Sword"]
    assert duel().items_of("bert-2") == ()


def test_lengths_are_kept_to_the_millimetre() -> None:
    assert millimetres(1.23456) == 1.235
    assert str(millimetres(-0.0001)) == "0.0"


def test_only_who_has_not_ended_the_turn_is_acting() -> None:
    turn = Turn(slot="s-1", shares={"anna-1": Share(), "bert-2": Share(is_over=True)})
    order = Order(turns=(Turn(slot="s-0", shares={"cora-3": Share()}), turn))
    assert order.acting == ("anna-1",)
    assert order.share("cora-3") is None
    assert Order().acting == ()


def test_the_slot_of_a_combatant_is_the_one_that_comes_again() -> None:
    slots = {
        "forced": Slot(id="forced", members=("anna-1",), kind="forced"),
        "own": Slot(id="own", members=("anna-1", "bert-2")),
    }
    order = Order(slots=slots, sequence=("forced", "own"))
    assert order.slot_of("anna-1") == slots["own"]
    assert order.slot_of("cora-3") is None


def test_the_total_of_an_explanation_is_the_sum_of_what_counts() -> None:
    parts = (Part("a", "A", 3), Part("b", "B", 5, is_applied=False, why_not="C counts"), Part("c", "C", -1))
    assert Explanation("x", "X", parts).total == 2


def test_a_ruling_tells_by_how_much() -> None:
    assert Ruling("hit", "Hit", True, True, total=15, against=12).margin == 3
    assert Ruling("hit", "Hit", True, True).margin is None
