"""Tiles of numbers use as few rows as still show every title in full."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gui.displays.widgets import NumbersWidget
from gui.widgets.basics import ElidedLabel
from model.view.sheet import NumbersDisplayView, NumberView

pytestmark = pytest.mark.slow

WIDTH = 334
"""Width of the sheet without its scroll bar, in pixels, in a window 1366 pixels wide."""


@pytest.mark.parametrize(
    ("titles", "rows"),
    [
        (("Agility", "Brawn", "Presence", "Reason", "Power"), 1),
        (("Bow", "Knife", "Acrobatics", "Ambush", "Stealth"), 1),
        (("Hand-to-hand Combat", "Athletics", "Self-control"), 1),
        (("Ranged Combat", "Hand-to-hand Combat", "Mental Combat", "Self-control", "Athletics"), 2),
        (("Medicine",), 1),
    ],
)
def test_every_title_is_read_whole(qtbot: QtBot, titles: tuple[str, ...], rows: int) -> None:
    display = NumbersWidget()
    qtbot.addWidget(display)
    display.resize(WIDTH, 120)
    numbers = tuple(NumberView(title=title, value="3") for title in titles)
    view = NumbersDisplayView(key="skills", title="Skills", numbers=numbers)
    display.set_view(view, {title: f"sheet.{title}" for title in titles})
    display.show()
    labels = display.findChildren(ElidedLabel)
    assert [label.text() for label in labels if label.is_elided()] == []
    assert len({tile.y() for tile in display.tiles.values()}) == rows


def test_numbers_that_can_no_longer_be_edited_stand_in_a_line_alone(qtbot: QtBot) -> None:
    display = NumbersWidget()
    qtbot.addWidget(display)
    view = NumbersDisplayView(key="skills", title="Skills", numbers=(NumberView(title="Guns", value="3"),))
    display.set_view(view, {"Guns": "sheet.guns"})
    display.show()
    assert list(display.tiles) == ["Guns"]
    display.set_view(view, {})
    assert not display.tiles
    assert display._line.isVisible()
