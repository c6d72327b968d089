"""Numbers that people type or paste, with either decimal sign and any minus sign."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.state.typed_numbers import MINUS_SIGNS, typed_number, typed_whole, with_hyphens


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("7", 7),
        ("1.5", 1.5),
        ("1,5", 1.5),
        (" 12,25 ", 12.25),
        (",5", 0.5),
        (".5", 0.5),
        ("3.", 3),
        ("3.0", 3),
        ("+3", 3),
        ("- 3", -3),
        ("−3", -3),
        ("–3", -3),
        ("−0,5", -0.5),
        ("-.5", -0.5),
        ("٣", 3),
    ],
)
def test_both_decimal_signs_and_every_minus_sign(typed: str, number: float) -> None:
    assert typed_number(typed) == number
    assert isinstance(typed_number(typed), int) == (number == int(number))


@pytest.mark.parametrize(
    "typed", ["", "-", ".", "1,5,2", "1.234,5", "1 000", "1e3", "inf", "nan", "²", "3²", "12m", "--3"]
)
def test_what_is_no_number_is_never_another_one(typed: str) -> None:
    assert typed_number(typed) is None
    assert typed_whole(typed) is None


def test_a_whole_number_may_have_empty_decimals_but_no_group_of_thousands() -> None:
    assert [typed_whole(typed) for typed in ("12.0", "12,00", "−2", "1.000", "1,000", "1,5")] == [
        12,
        12,
        -2,
        None,
        None,
        None,
    ]


@given(st.decimals(-9999, 9999, places=2), st.sampled_from(MINUS_SIGNS), st.sampled_from(".,"))
def test_any_number_is_read_as_it_was_written(number: object, minus: str, point: str) -> None:
    written = str(number).replace("-", minus).replace(".", point)
    assert typed_number(written) == float(str(number))
    assert with_hyphens(written).startswith("-") == written.startswith(minus)
