"""Parts of the forecast: number of rounds as columns and in words."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.dialogs.forecast_parts import RoundsPlot, rounds_words
from gui.style import palette, theme
from model.forecast.results import Spread


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (((3.0, 40), (4.0, 40), (7.0, 20)), "median 4, nine of ten within 7"),
        (((12.0, 60), (21.0, 40)), "median 12, more than one in ten over 20"),
        (((21.0, 100),), "median over 20"),
    ],
)
def test_rounds_are_told_as_far_as_they_were_played(counts: tuple[tuple[float, int], ...], words: str) -> None:
    """A fight that goes on after 20 rounds is counted as 21, but is not said to end in 21."""
    assert rounds_words(Spread(counts=counts), 20) == words


def test_one_number_of_rounds_is_a_column_and_no_wall(qtbot: QtBot) -> None:
    theme().apply(QApplication.instance(), "dark")
    plot = RoundsPlot()
    qtbot.addWidget(plot)
    plot.resize(500, 200)
    plot.set_rounds(Spread(counts=((21.0, 100),)), 20)
    picture = plot.grab().toImage()
    columns = [x for x in range(500) if picture.pixelColor(x, 100) == palette().color("second")]
    assert 20 < len(columns) < 100
