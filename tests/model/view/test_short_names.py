"""A name without room is written shorter by whole words, as people at a table do, and is never somebody else's."""

from __future__ import annotations

import pytest

from model.view.short_names import forms_of


@pytest.mark.parametrize(
    ("name", "shorter"),
    [
        ("Captain Isolde Farrow", ("Captain Isolde", "Captain")),
        ("Brother Valentin of the Lower Forge", ("Brother Valentin", "Brother")),
        ("Cathedral warden Ottokar", ("Ottokar",)),
        ("The Machinist", ("Machinist",)),
        ("Dr. Mbeki", ("Mbeki",)),
        ("Dr Ada Quent", ("Ada Quent", "Ada")),
        ("Ma Gristle", ("Gristle",)),
        ("Grub", ()),
        ("Harbour thug 2", ()),
        ("Raider ×3", ()),
    ],
)
def test_a_name_becomes_shorter_by_whole_words(name: str, shorter: tuple[str, ...]) -> None:
    assert forms_of([name])[name] == (name, *shorter)


def test_a_short_name_is_nobody_elses() -> None:
    known = forms_of(["Captain Isolde Farrow", "Captain Ahab", "Isolde", "Tom Brandt", "Old Tom"])
    assert known["Captain Isolde Farrow"] == ("Captain Isolde Farrow", "Captain Isolde")
    assert known["Captain Ahab"] == ("Captain Ahab",)
    assert known["Tom Brandt"] == ("Tom Brandt",)
