"""The sheet: displays, derived numbers, items, players, and a form that comes from the types."""

from __future__ import annotations

from model.state.base import replace
from model.state.battle import Item
from model.state.effects import Effect
from model.view.conditions import conditions_of
from model.view.form import FieldView, fields_of
from model.view.sheet import DerivedView, NumbersDisplayView, PoolDisplayView, SheetView, sheet_view
from model.view.viewer import GM
from tests.model.view.kit import RULES, Gear, Guest, Sheet, Trick, battle_of, dockside, fighter


def sheet(who: str = "crimson-3") -> SheetView:
    battle = dockside()
    battle = replace(
        battle,
        items={
            "rifle-20": Item(id="rifle-20", name="Rifle", gear=Gear(level=3), holder="crimson-3"),
            "coat-21": Item(id="coat-21", name="Coat", gear=Gear(), holder="boomer-2", where="worn"),
        },
        players={
            "kim-31": Guest(id="kim-31", name="Kim", characters=("crimson-3",), favours=1),
            "jo-32": Guest(id="jo-32", name="Jo", characters=("apex-1",), favours=4),
        },
    )
    view = sheet_view(RULES, battle, who)
    assert view is not None
    return view


def test_displays_show_pools_and_numbers() -> None:
    pool, numbers = sheet().displays
    assert isinstance(pool, PoolDisplayView)
    assert isinstance(numbers, NumbersDisplayView)
    assert (pool.title, pool.text, pool.fraction, pool.field, pool.is_health) == (
        "Health",
        "16 / 20",
        0.8,
        "sheet.health",
        True,
    )
    assert [(number.title, number.value) for number in numbers.numbers] == [("ranged", "18"), ("melee", "−1")]


def test_derived_numbers_open_into_their_parts() -> None:
    (might,) = sheet().derived
    assert (might.title, might.value, might.group) == ("Might", 2, "Body")
    assert might.explanation is not None
    assert might.explanation.rows[0].rule == "T-MIGHT"


def test_derived_lengths_are_told_to_the_part_of_a_metre() -> None:
    numbers = [DerivedView(key="half_move", title="Half move (m)", value=metres) for metres in (4.5, 9.0, 9, -1)]
    assert [number.text for number in numbers] == ["4.5", "9", "9", "−1"]


def test_items_and_what_its_player_has_are_of_the_one_looked_at() -> None:
    (rifle,) = sheet().items
    assert (rifle.name, rifle.where) == ("Rifle", "hand")
    assert [(field.path, field.value) for field in rifle.fields] == [("items.rifle-20.gear.level", 3)]
    (kim,) = sheet().points
    assert (kim.name, kim.title, kim.amount) == ("Kim", "favours", 1)


def test_the_heading_says_whose_it_is() -> None:
    assert sheet().aside == "Crimson · players"
    assert sheet("boomer-2").aside == "Boomer · opponents"
    assert sheet("boomer-2").public_name == "man in the red coat"


def test_nobody_has_no_sheet() -> None:
    assert sheet_view(RULES, dockside(), "nobody-9") is None


def field(path: str, value: Sheet) -> FieldView:
    return next(field for field in fields_of(value, "sheet") if field.path == path)


def test_a_field_has_title_group_and_range_of_its_type() -> None:
    might = field("sheet.might", Sheet())
    assert (might.title, might.group, might.kind, might.value) == ("Might", "Body", "number", 2)
    assert (might.least, might.most) == (0, 9)


def test_a_field_that_may_be_left_out_says_so() -> None:
    armour = field("sheet.armour", Sheet())
    assert armour.is_optional
    assert (armour.value, armour.least, armour.help) == (None, 0, "Empty: from the gear.")


def test_a_choice_has_options() -> None:
    assert set(field("sheet.size", Sheet()).options) == {"small", "large"}


def test_entries_of_a_table_are_fields_that_can_be_taken_away() -> None:
    ranged = field("sheet.skills.ranged_combat", Sheet(skills={"ranged_combat": 3}))
    assert (ranged.title, ranged.group, ranged.value, ranged.most) == ("Ranged combat", "Skills", 3, 6)
    assert ranged.is_entry


def test_records_in_a_list_have_fields_of_their_own() -> None:
    strength = field("sheet.tricks.1.strength", Sheet(tricks=(Trick(name="a"), Trick(name="b", strength=4))))
    assert (strength.value, strength.most, strength.group) == (4, 5, "Tricks 2")


def test_a_list_of_words_is_one_field() -> None:
    assert field("sheet.tongues", Sheet(tongues=("Old", "New"))).value == ("Old", "New")


def test_conditions_say_whom_and_until_when() -> None:
    held = Effect(id="held-8", kind="held", other="apex-1", until="turn_end", clock="apex-1", amount=2)
    odd = Effect(id="odd-9", kind="home_made", note="smells of fish", until="scene")
    rat = replace(fighter("rat-2", "Rat"), effects={"odd-9": odd, "held-8": held})
    first, second = conditions_of(RULES, battle_of(fighter("apex-1", "Apex"), rat), "rat-2", GM)
    assert first.line == "held 2 Apex, until the end of Apex's next turn"
    assert second.line == "home made smells of fish, until the end of the scene"
