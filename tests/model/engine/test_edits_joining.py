"""New combatants: one step for all, and public names that are distinct and reveal no unseen combatant."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from model.state.battle import AnyBattle, Combatant
from model.state.board import Place
from model.view.viewer import PLAYERS, name_for
from tests.support.arena import duel
from tests.support.edits import done, refused, told


def shown(battle: AnyBattle) -> list[str]:
    """Return the names by which players know the combatants added to the duel; those they do not see are left out."""
    newcomers = list(battle.combatants)[4:]
    return [name for who in newcomers if (name := name_for(battle, who, PLAYERS)) is not None]


def of(battle: AnyBattle, name: str) -> str:
    """Return the id of the combatant with this name."""
    return next(who.id for who in battle.combatants.values() if who.name == name)


def gang(count: int = 3, **options: object) -> AnyBattle:
    return done(duel(), "add_combatant", name="Raider", public_name="Ganger", count=count, **options)


# ------------------------------------------------------------------------------- one step, one message


def test_several_kinds_join_in_one_step_and_one_sentence() -> None:
    kinds = [{"name": "Ada", "side": "pc"}, {"name": "Raider", "count": 2}, {"name": "Guard", "count": 5}]
    battle = done(duel(), "add_combatants", kinds=kinds)
    assert [one.name for one in battle.combatants.values()][4:] == [
        "Ada", "Raider 1", "Raider 2", "Guard 1", "Guard 2", "Guard 3", "Guard 4", "Guard 5",
    ]  # fmt: skip
    assert told(duel(), "add_combatants", kinds=kinds) == [
        ("Ada, Raider 1, Raider 2 and Guard 1 to Guard 5 join.", "all")
    ]


def test_of_those_who_are_hidden_only_the_gm_hears() -> None:
    kinds = [{"name": "Ada"}, {"name": "Raider", "count": 2, "hidden": True}]
    assert told(duel(), "add_combatants", kinds=kinds) == [
        ("Ada joins.", "all"),
        ("Raider 1 and Raider 2 join.", "gm"),
    ]


def test_many_of_one_kind_are_one_sentence_too() -> None:
    assert told(duel(), "add_combatant", name="Raider", count=3) == [("Raider 1, Raider 2 and Raider 3 join.", "all")]
    assert told(duel(), "duplicate", "bert-2", count=4) == [("Bert 2 to Bert 5 join.", "all")]


@pytest.mark.parametrize("kinds", [None, [], "3 raiders", ["Ada"]])
def test_kinds_that_are_no_list_of_tables_are_refused(kinds: object) -> None:
    assert "must be a list" in refused(duel(), "add_combatants", kinds=kinds)


@pytest.mark.parametrize("given", ["items", "conditions"])
def test_what_a_combatant_joins_with_has_to_be_a_list(given: str) -> None:
    assert "must be a list" in refused(duel(), "add_combatant", name="Raider", **{given: -3})


def test_a_misspelt_word_of_one_kind_is_named_and_brings_nobody() -> None:
    assert "“hiden”" in refused(duel(), "add_combatants", kinds=[{"name": "Ada"}, {"name": "Raider", "hiden": True}])


def test_one_kind_that_cannot_be_used_brings_nobody() -> None:
    assert "name is missing" in refused(duel(), "add_combatants", kinds=[{"name": "Ada"}, {"count": 2}])


# ------------------------------------------------------------------------------- names for players


def test_several_of_one_public_name_are_numbered() -> None:
    assert shown(gang()) == ["Ganger 1", "Ganger 2", "Ganger 3"]
    assert shown(done(gang(), "add_combatant", name="Raider", public_name="Ganger", count=2))[3:] == [
        "Ganger 4",
        "Ganger 5",
    ]


def test_a_second_one_of_a_public_name_gets_a_number_and_the_first_keeps_the_name() -> None:
    one = gang(1)
    assert shown(one) == ["Ganger"]
    assert shown(done(one, "duplicate", of(one, "Raider"))) == ["Ganger", "Ganger 2"]


def test_hidden_ones_take_no_number_until_they_appear() -> None:
    """Two are visible and two are hidden: no number reveals the hidden ones. Each gets the next number on appearing."""
    battle = done(gang(2), "add_combatant", name="Raider", public_name="Ganger", count=2, hidden=True)
    assert shown(battle) == ["Ganger 1", "Ganger 2"]
    more = done(battle, "add_combatant", name="Raider", public_name="Ganger")
    assert shown(more) == ["Ganger 1", "Ganger 2", "Ganger 3"]
    appeared = done(more, "reveal", of(more, "Raider 4"))
    assert shown(appeared) == ["Ganger 1", "Ganger 2", "Ganger 4", "Ganger 3"]
    assert appeared.combatants[of(more, "Raider 3")].public_name == "Ganger"


def test_the_combatant_who_hides_and_comes_back_is_called_as_before() -> None:
    battle = gang()
    gone = done(battle, "hide", of(battle, "Raider 3"))
    assert shown(gone) == ["Ganger 1", "Ganger 2"]
    assert shown(done(gone, "reveal", of(gone, "Raider 3"))) == ["Ganger 1", "Ganger 2", "Ganger 3"]


def test_the_combatant_who_comes_back_after_another_one_got_the_number_gets_the_next() -> None:
    gone = done(gang(), "hide", of(gang(), "Raider 3"))
    another = done(gone, "add_combatant", name="Raider", public_name="Ganger")
    assert shown(another) == ["Ganger 1", "Ganger 2", "Ganger 3"]
    assert shown(done(another, "reveal", of(another, "Raider 3"))) == ["Ganger 1", "Ganger 2", "Ganger 4", "Ganger 3"]


def test_a_name_given_to_several_at_once_is_numbered_for_those_who_are_seen() -> None:
    battle = done(duel(), "add_combatant", name="Raider", count=3)
    battle = done(battle, "hide", of(battle, "Raider 2"))
    named = done(battle, "set_public_name", *list(battle.combatants)[4:], name="Ganger")
    assert shown(named) == ["Ganger 1", "Ganger 2"]
    assert shown(done(named, "reveal", of(named, "Raider 2"))) == ["Ganger 1", "Ganger 3", "Ganger 2"]


def test_without_a_public_name_players_hear_the_real_one() -> None:
    assert shown(done(duel(), "add_combatant", name="Raider", count=2)) == ["Raider 1", "Raider 2"]
    hidden = done(duel(), "add_combatant", name="Raider", hidden=True)
    assert shown(done(hidden, "reveal", of(hidden, "Raider"))) == ["Raider"]


def test_of_several_who_join_the_order_all_are_named() -> None:
    battle = done(done(duel(), "start_fight"), "add_combatant", name="Raider", count=2)
    late = of(battle, "Raider 1"), of(battle, "Raider 2")
    assert told(battle, "join_order", *late) == [("Raider 1 and Raider 2 join the initiative order.", "all")]
    assert told(battle, "join_order", late[0]) == [("Raider 1 joins the initiative order.", "all")]


# ------------------------------------------------------------------------------------------ prepared encounters


def everybody(battle: AnyBattle) -> dict[str, Combatant[Any]]:
    return {one.name: one for one in battle.combatants.values()}


def test_waves_wait_absent_and_hidden_and_come_in_one_after_the_other() -> None:
    kinds = [{"name": "Raider", "count": 2}, {"name": "Boss", "wave": 2}, {"name": "Dog", "wave": 1, "count": 2}]
    battle = done(duel(), "add_combatants", kinds=kinds)
    people = everybody(battle)
    assert [people[name].is_present for name in ("Raider 1", "Boss", "Dog 1")] == [True, False, False]
    assert people["Boss"].is_hidden
    battle = done(battle, "bring_in_wave")
    people = everybody(battle)
    assert [people[name].is_present for name in ("Boss", "Dog 1", "Dog 2")] == [False, True, True]
    assert people["Dog 1"].is_hidden, "the GM reveals them when players see them"
    battle = done(battle, "bring_in_wave")
    assert everybody(battle)["Boss"].is_present
    assert "No wave is left" in refused(battle, "bring_in_wave")
    assert {one.wave for one in battle.combatants.values()} == {0}, "who leaves later does not come in again"


def test_a_wave_is_set_and_taken_back_by_hand_and_told_to_the_gm_alone() -> None:
    battle = done(duel(), "set_wave", "bert-2", "cora-3", wave=1)
    assert not battle.combatants["bert-2"].is_present
    assert all(audience == "gm" for _, audience in told(duel(), "set_wave", "bert-2", wave=1))
    back = done(battle, "set_wave", "bert-2", wave=0)
    assert (back.combatants["bert-2"].is_present, back.combatants["bert-2"].wave) == (True, 0)
    alone = done(battle, "set_present", "bert-2")
    assert alone.combatants["bert-2"].wave == 0, "who is there already comes in with no wave"
    assert "99" in refused(duel(), "set_wave", "bert-2", wave=100)


def test_an_encounter_brings_its_map_where_the_battle_has_none() -> None:
    drawn = done(duel(), "draw_zone", name="Bridge", shape={"shape": "circle", "x": 0, "y": 0, "radius": 5})
    board = msgspec.to_builtins(drawn.board)
    (bridge,) = drawn.board.zones
    kinds = [{"name": "Raider", "place": {"zone": bridge}}]
    battle = done(duel(), "add_combatants", kinds=kinds, board=board)
    assert battle.board == drawn.board
    assert everybody(battle)["Raider"].place.zone == bridge
    # A battle that has a map keeps it, and the new combatants have no place yet.
    other = done(duel(), "draw_zone", name="Roof")
    battle = done(other, "add_combatants", kinds=kinds, board=board)
    assert battle.board == other.board
    assert everybody(battle)["Raider"].place == Place()


def test_a_character_joins_once() -> None:
    source = {"file": "characters/nora.toml", "taken": ""}
    battle = done(duel(), "add_combatant", name="Nora", source=source)
    assert "Nora is already in this battle" in refused(battle, "add_combatant", name="Nora", source=source)
