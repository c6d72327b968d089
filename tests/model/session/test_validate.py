"""All reasons why plain data is not a value of a type, each with its place, what was expected and what was found."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.engine.calls import Call
from model.state.base import State
from model.state.battle import Combatant
from model.state.board import Feature
from model.state.texts import Note
from model.state.validate import misfits
from tests.support.toy import ToySheet


class Sample(State):
    """One field of each kind."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=5)]
    many: tuple[int, ...] = ()
    pair: tuple[float, float] = (0.0, 0.0)
    level: Annotated[int, msgspec.Meta(gt=0, lt=9)] | None = None
    share: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    kind: Literal["hot", "cold"] = "hot"
    loose: bool | int | str | list[Any] = True
    table: dict[str, int] = {}
    code: Annotated[str, msgspec.Meta(pattern="^[a-z]+$")] = "a"


CASES: dict[str, tuple[dict[str, Any], str, tuple[str, ...]]] = {
    "missing": ({}, "name", ("is missing",)),
    "empty text": ({"name": ""}, "name", ("an empty one",)),
    "long text": ({"name": "abcdef"}, "name", ("at most 5", "6")),
    "text for a list": ({"name": "a", "many": "no"}, "many", ("a list", "“no”")),
    "text in a list": ({"name": "a", "many": [1, "no"]}, "many.1", ("a whole number", "“no”")),
    "broken number": ({"name": "a", "many": [1.5]}, "many.0", ("a whole number", "1.5")),
    "yes for a number": ({"name": "a", "many": [True]}, "many.0", ("a whole number", "true")),
    "short pair": ({"name": "a", "pair": [1.0]}, "pair", ("a list of 2", "found 1")),
    "not over": ({"name": "a", "level": 0}, "level", ("more than 0", "found 0")),
    "not under": ({"name": "a", "level": 9}, "level", ("less than 9", "found 9")),
    "too little": ({"name": "a", "share": -0.5}, "share", ("at least 0", "-0.5")),
    "too much": ({"name": "a", "share": 2}, "share", ("at most 1", "found 2")),
    "no number": ({"name": "a", "share": float("nan")}, "share", ("a number", "nan")),
    "another word": ({"name": "a", "kind": "warm"}, "kind", ("cold, hot", "“warm”")),
    "a table among single values": ({"name": "a", "loose": {}}, "loose", ("true or false or", "a table")),
    "text in a table": ({"name": "a", "table": {"x": "no"}}, "table.x", ("a whole number", "“no”")),
    "list for a table": ({"name": "a", "table": []}, "table", ("a table", "a list")),
    "unknown key": ({"name": "a", "colour": 1}, "colour", ("not a known field", "kind", "level")),
    "another pattern": ({"name": "a", "code": "A1"}, "code", ("^[a-z]+$", "“A1”")),
}


@pytest.mark.parametrize(("plain", "place", "parts"), CASES.values(), ids=CASES)
def test_a_misfit_says_where_what_was_expected_and_found(
    plain: dict[str, Any], place: str, parts: tuple[str, ...]
) -> None:
    (misfit,) = misfits(Sample, plain)
    assert ".".join(misfit.path) == place
    assert all(part in misfit.sentence for part in parts), misfit.sentence


def test_all_misfits_are_told() -> None:
    assert len(misfits(Sample, {"many": "no", "share": 2, "colour": 1})) == 4


def test_a_table_instead_of_a_value_and_the_other_way_round() -> None:
    (misfit,) = misfits(Combatant[ToySheet], {"id": "a", "name": "A", "sheet": 7})
    assert (misfit.path, "a table" in misfit.sentence) == (("sheet",), True)
    (misfit,) = misfits(Sample, [])
    assert misfit.path == ()


def test_a_union_goes_by_its_tag() -> None:
    feature = {"id": "f", "kind": "cover"}
    (missing,) = misfits(Feature, feature | {"shape": {"x": 1.0}})
    assert (missing.path, "is missing" in missing.sentence) == (("shape", "shape"), True)
    (unknown,) = misfits(Feature, feature | {"shape": {"shape": "blob"}})
    assert "circle, line, polygon, rectangle" in unknown.sentence
    circle = {"shape": "circle", "x": 0.0, "y": 0.0, "radius": 0}
    (small,) = misfits(Feature, feature | {"shape": circle})
    assert small.path == ("shape", "radius")


def test_what_fits_has_no_misfits() -> None:
    assert misfits(Sample, {"name": "a", "level": 3, "pair": [1, 2.5], "loose": [1, {}], "table": {"x": 1}}) == []


PLAIN = st.recursive(
    st.booleans() | st.integers(-20, 20) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "many", "pair", "level", "loose", "table", "is", "x"]), inner)
    ),
    max_leaves=12,
)


@given(PLAIN)
@pytest.mark.parametrize("kind", [Sample, Call, Note, Combatant[ToySheet], Feature], ids=str)
def test_misfits_are_found_exactly_where_msgspec_refuses(kind: Any, plain: Any) -> None:
    try:
        msgspec.convert(plain, kind)
    except msgspec.ValidationError:
        assert misfits(kind, plain)
    else:
        assert misfits(kind, plain) == []
