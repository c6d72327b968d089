"""Tables pasted from a spreadsheet: how columns and rows are read, and the problems reported for the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.content.pasted import MOST_ROWS, Pasted, PastedRow, read_pasted
from model.content.typed import Vocabulary
from model.rulesets import RULESETS

ZEROSPACE = RULESETS["zerospace"]
KNOWN = Vocabulary(ZEROSPACE.names, gear=[("Pistol", "pistol")])
_CELLS = st.one_of(
    st.sampled_from(
        ["Name", "HP", "Count", "Side", "Hidden", "Notes", "Agility", "3", "-1", "99999", "yes", "npc", '"']
    ),
    st.text(max_size=12),
)
_TABLES = st.tuples(
    st.lists(st.lists(_CELLS, max_size=6), max_size=6), st.sampled_from("\t;,|"), st.sampled_from(["\n", "\r\n", "\r"])
).map(lambda made: made[2].join(made[1].join(row) for row in made[0]))


def read(text: str) -> Pasted:
    return read_pasted(text, KNOWN)


def numbers(row: PastedRow) -> dict[str, int | None]:
    """Return the numbers of a row by path."""
    return {one.found.path: one.number for one in row.said}


@given(st.one_of(st.text(max_size=200), _TABLES, _TABLES.map(lambda rows: f"Name\tHP\n{rows}")))
def test_pasted_nonsense_never_raises_and_nobody_comes_without_a_name(text: str) -> None:
    pasted = read(text)
    for row in pasted.rows:
        assert row.name.strip()
        assert 1 <= row.count <= 100
        assert all(isinstance(number, int) for number in numbers(row).values())
    if text.strip("\ufeff\0 \t\r\n;,") and not pasted.rows:
        assert pasted.problems or pasted.columns


@given(
    st.lists(st.tuples(st.from_regex(r"[A-Za-z]{1,8}", fullmatch=True), st.integers(1, 100)), min_size=1, max_size=20)
)
def test_every_row_that_is_in_order_comes_in_as_it_stands(rows: list[tuple[str, int]]) -> None:
    for separator in "\t;,":
        text = "\n".join([f"Name{separator}HP", *(f"{name}{separator}{hp}" for name, hp in rows)])
        pasted = read(text)
        assert not pasted.problems
        assert [(row.name, numbers(row), row.problems) for row in pasted.rows] == [
            (name, {"health_max": hp}, ()) for name, hp in rows
        ]


def test_columns_are_matched_by_their_names() -> None:
    pasted = read(
        "Name\tHow many\tTeam\tSecret\tHP\tdef\tRanged_Combat\tRole\tGear\tNotes\n"
        "Raider\t3\tenemies\tyes\t12\t8\t2\tMinion\tPistol, Knife\tcowards\n"
    )
    (row,) = pasted.rows
    assert not pasted.problems
    assert (row.line, row.name, row.count, row.side, row.is_hidden) == (2, "Raider", 3, "npc", True)
    assert numbers(row) == {"health_max": 12, "given.dv": 8, "skills.ranged_combat": 2}
    assert (row.role, row.gear, row.notes) == ("Minion", "Pistol, Knife", "cowards")


def test_quoted_cells_may_hold_separators_and_line_ends() -> None:
    """Lines are counted as in the text: the first row's note spans two lines, so the second row is in line 4."""
    first, second = read('Name,Notes\n"Red, White","on\ntwo lines"\nAda,\n').rows
    assert (first.line, first.name, first.notes) == (2, "Red, White", "on\ntwo lines")
    assert (second.line, second.name, second.notes) == (4, "Ada", "")


def test_a_quote_that_never_closes_is_a_letter_like_others() -> None:
    rows = read('Name\tHP\n"Ada\t12\nBo\t7').rows
    assert [(row.name, numbers(row)) for row in rows] == [('"Ada', {"health_max": 12}), ("Bo", {"health_max": 7})]


@pytest.mark.parametrize(("cell", "number"), [("12", 12), (" 12.0 ", 12), ("+3", 3), ("12,00", 12)])
def test_numbers_as_spreadsheets_write_them(cell: str, number: int) -> None:
    (row,) = read(f"Name\tHP\nAda\t{cell}").rows
    assert numbers(row) == {"health_max": number}


@pytest.mark.parametrize("sign", ["-", "−", "–"])
def test_every_minus_is_a_minus(sign: str) -> None:
    (row,) = read(f"Name\tDV\nAda\t{sign} 4").rows
    assert numbers(row) == {"given.dv": -4}


def test_a_numbering_is_no_count_and_words_are_read_as_in_a_line() -> None:
    """“#” numbers the rows. A cell of skills takes what a typed line takes, and marks what is not understood."""
    first, second = read('#\tName\tSkills\n1\tAda\t"melee 4, ranged combat 2, pistol"\n2\tBo\tmelee 3 flarb 4').rows
    assert (first.name, first.count, second.count) == ("Ada", 1, 1)
    assert numbers(first) == {"skills.hand_to_hand_combat": 4, "skills.ranged_combat": 2}
    assert first.typed_gear == (("Pistol", 1),)
    assert numbers(second) == {"skills.hand_to_hand_combat": 3}
    assert "“flarb 4”" in second.problems[0]


def test_a_name_does_not_turn_the_text_around_it() -> None:
    (row,) = read("Name\nA\u202eda\u2066").rows
    assert row.name == "Ada"


def test_what_is_not_understood_is_said_with_its_column_and_left_out() -> None:
    """Health is 1 to 999 in this game, Agility 0 to 30."""
    pasted = read("Name\tHP\tAgility\tMood\tCount\tHidden\tSide\nAda\t1d6\t31\tangry\t101\tperhaps\ta b\textra\n\t5\n")
    (row,) = pasted.rows
    assert (row.name, row.said, row.count, row.side, row.is_hidden) == ("Ada", (), 1, "", False)
    assert [words.partition(":")[0] for words in row.problems] == [
        "HP “1d6”", "Agility “31”", "Count “101”", "Hidden “perhaps”", "Side “a b”",
        "“extra” is in a column without a heading.",
    ]  # fmt: skip
    assert "30" in row.problems[1]
    assert pasted.problems == (
        "Column “Mood” is not known, or occurs twice.",
        "Line 3 has no name and is left out.",
    )


def test_a_table_without_names_says_what_was_found() -> None:
    pasted = read("Goblin\t12\nOrc\t15")
    assert not pasted.rows
    (sentence,) = pasted.problems
    assert "“Name”" in sentence
    assert "“Goblin”, “12”" in sentence


def test_a_count_may_stand_in_front_of_a_name() -> None:
    first, second = read("Name;HP\n3x Raider;7\n2 Guards;9").rows
    assert (first.count, first.name) == (3, "Raider")
    assert (second.count, second.name) == (2, "Guards")
    (kept,) = read("Name;Count\n7 of Nine;1").rows
    assert (kept.count, kept.name) == (1, "7 of Nine")


def test_very_long_tables_are_cut_and_say_so() -> None:
    pasted = read("Name\n" + "\n".join(f"Rat{number}" for number in range(MOST_ROWS + 5)))
    assert len(pasted.rows) == MOST_ROWS
    assert pasted.problems == (f"Only the first {MOST_ROWS} of {MOST_ROWS + 5} rows are read.",)


def test_nothing_pasted_is_nothing_wrong() -> None:
    assert read(" \n\t\n") == Pasted()
