"""The edit of any field: found by its path, converted and checked by its type, logged for the GM only."""

from typing import Any

import pytest

from model.state.base import replace
from model.state.battle import Thing
from tests.support.arena import duel
from tests.support.edits import done, refused, told

HEALTH = "combatants.anna-1.sheet.health"


def test_a_field_takes_a_value_and_the_log_says_what_it_was() -> None:
    assert done(duel(), "edit", path=HEALTH, value=7).combatants["anna-1"].sheet.health == 7
    assert told(duel(), "edit", path=HEALTH, value=7) == [("Anna: Health 20 → 7", "gm")]


@pytest.mark.parametrize("value", ["7", 7.0, 7])
def test_a_number_may_be_typed(value: Any) -> None:
    health = done(duel(), "edit", path=HEALTH, value=value).combatants["anna-1"].sheet.health
    assert health == 7
    assert type(health) is int


def test_a_field_of_the_sheet_is_set_for_everybody_selected() -> None:
    battle = done(duel(), "edit", "anna-1", "bert-2", path="sheet.health", value=5)
    assert [battle.combatants[who].sheet.health for who in ("anna-1", "bert-2", "cora-3")] == [5, 5, 20]


def test_fields_of_things_items_and_shared_values_can_be_set() -> None:
    battle = replace(duel(), things={"crate-9": Thing(id="crate-9", name="Crate")})
    assert done(battle, "edit", "crate-9", path="mass", value=12).things["crate-9"].mass == 12
    assert done(battle, "edit", path="items.sword-5.gear.damage", value=4).items["sword-5"].gear.damage == 4
    assert done(battle, "edit", path="shared.prize", value=100).shared.prize == 100
    assert done(battle, "edit", path="board.cell", value=1.5).board.cell == 1.5
    assert done(battle, "edit", path="title", value="Dockside").title == "Dockside"


def test_an_entry_of_an_open_table_is_added_and_taken_away() -> None:
    path = "combatants.anna-1.sheet.skills.sword"
    battle = done(duel(), "edit", path=path, value=3)
    assert battle.combatants["anna-1"].sheet.skills == {"sword": 3}
    assert done(battle, "edit", path=path, clear=True).combatants["anna-1"].sheet.skills == {}
    assert told(duel(), "edit", path=path, value=3) == [("Anna: Sword 3 added to Skills", "gm")]
    assert told(battle, "edit", path=path, clear=True) == [("Anna: Sword 3 removed from Skills", "gm")]


def test_an_entry_of_an_open_table_gets_another_name_at_its_place() -> None:
    path = "combatants.anna-1.sheet.skills.sword"
    battle = done(done(duel(), "edit", path=path, value=3), "edit", path=path.replace("sword", "bow"), value=1)
    renamed = done(battle, "edit", path=path, value=4, becomes="knife")
    assert list(renamed.combatants["anna-1"].sheet.skills.items()) == [("knife", 4), ("bow", 1)]
    assert told(battle, "edit", path=path, value=4, becomes="knife") == [("Anna: Sword 3 → Knife 4", "gm")]
    assert "Bow is there already" in refused(battle, "edit", path=path, value=4, becomes="bow")
    assert "Only an entry" in refused(battle, "edit", path=HEALTH, value=4, becomes="bow")


def test_what_may_be_empty_can_be_emptied_and_what_may_not_is_kept() -> None:
    battle = done(duel(), "edit", path="combatants.anna-1.sheet.stance", value="low")
    assert done(battle, "edit", path="combatants.anna-1.sheet.stance", clear=True) == duel()
    said = refused(battle, "edit", path=HEALTH, clear=True)
    assert "Health cannot be empty" in said
    assert "a whole number from 0 to 20" in said


def test_a_place_is_kept_to_the_millimetre() -> None:
    battle = done(duel(), "edit", path="combatants.anna-1.place", value={"x": 1.23456, "y": 2})
    assert battle.combatants["anna-1"].place.x == 1.235
    battle = done(battle, "edit", path="combatants.anna-1.place.y", value=0.00049)
    assert battle.combatants["anna-1"].place.y == 0.0


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"path": HEALTH, "value": 25}, ["Health", "from 0 to 20", "25"]),
        ({"path": HEALTH, "value": -1}, ["Health", "from 0 to 20", "-1"]),
        ({"path": HEALTH, "value": "seven"}, ["Health", "a whole number", "“seven”"]),
        ({"path": HEALTH, "value": 7.5}, ["Health", "a whole number", "7.5"]),
        ({"path": HEALTH, "value": True}, ["Health", "yes"]),
        ({"path": HEALTH, "value": []}, ["Health", "nothing"]),
        ({"path": HEALTH}, ["value for Health is missing"]),
        ({"value": 3}, ["field is missing"]),
        ({"path": "  ", "value": 3}, ["field is missing"]),
        ({"path": "combatants.anna-1.radius", "value": float("nan")}, ["Radius", "over 0", "100"]),
        ({"path": "combatants.anna-1.radius", "value": float("inf")}, ["Radius", "over 0"]),
        ({"path": "combatants.anna-1.side", "value": ""}, ["Side", "text"]),
        ({"path": "combatants.anna-1.is_out", "value": "perhaps"}, ["Is out", "yes or no", "“perhaps”"]),
        ({"path": "combatants.anna-1.sheet.skills.sword", "value": 6}, ["Sword", "from 0 to 5", "6"]),
        ({"path": "combatants.anna-1.sheet.skills", "value": {}}, ["not a single field"]),
        ({"path": "combatants.anna-1.sheet.luck", "value": 1}, ["no field “luck”", "strength, health"]),
        ({"path": "combatants.nobody.sheet.health", "value": 1}, ["no “nobody”"]),
        ({"path": "combatants.anna-1", "value": {}}, ["not a single field"]),
        ({"path": "combatants", "value": {}}, ["not a single field"]),
        ({"path": "combatants.new-9.name", "value": "x"}, ["no “new-9”"]),
        ({"path": "combatants.anna-1.sheet.health.deep", "value": 1}, ["no “deep”"]),
        ({"path": "combatants.anna-1.id", "value": "boss"}, ["Ids cannot be changed"]),
        ({"path": "combatants.anna-1.place.zone", "value": "nowhere-1"}, ["no zone “nowhere-1”"]),
        ({"path": "combatants.anna-1.place", "value": {"zone": "nowhere-1"}}, ["no zone “nowhere-1”"]),
        ({"path": "combatants.anna-1.place", "value": {"z": 3}}, ["Place", "z"]),
        ({"path": "combatants.anna-1.place", "value": {"x": "far"}}, ["Place", "x", "a number"]),
        ({"path": "items.sword-5.holder", "value": "nobody"}, ["no combatant “nobody”"]),
        ({"path": "items.sword-5.where", "value": "foot"}, ["Where", "hand, worn, pack, board", "“foot”"]),
        ({"path": "board.picture.x", "value": 1}, ["no “x” in board.picture"]),
        ({"path": "order.round", "value": 3}, ["commands for turns"]),
        ({"path": "settings.sand", "value": True}, ["Set House Rule"]),
        ({"path": "ruleset", "value": "other"}, ["ruleset of a battle cannot be changed"]),
        ({"path": "serial", "value": 0}, ["ids"]),
    ],
)
def test_what_a_field_cannot_take_is_refused_with_what_it_takes_and_what_was_given(
    options: dict[str, Any], parts: list[str]
) -> None:
    said = refused(duel(), "edit", **options)
    assert all(part in said for part in parts), said
