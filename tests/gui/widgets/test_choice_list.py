"""The list of a choice shows every option whole, however small the field is."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.style import palette
from gui.style.theme import style_sheet
from gui.widgets.fields import ChoiceField


@pytest.mark.parametrize("measure", ["", "small"])
@pytest.mark.parametrize("count", [2, 3, 7])
def test_the_list_of_a_choice_shows_all_its_options(measure: str, count: int, qtbot: QtBot) -> None:
    assert "combobox-popup: 0" in style_sheet(palette()), "over the field, the second of two would be out of sight"
    window = QWidget()
    qtbot.addWidget(window)
    field = ChoiceField([(f"Weapon of the harbour thug {number}", number) for number in range(count)])
    if measure:
        field.setProperty("measure", measure)
    QVBoxLayout(window).addWidget(field)
    window.resize(400, 600)
    window.show()
    qtbot.waitExposed(window)
    field.setFixedWidth(80)
    qtbot.waitUntil(lambda: field.width() == 80)
    field.showPopup()
    rows = field.view()
    qtbot.waitUntil(rows.isVisible)
    height = sum(rows.sizeHintForRow(row) for row in range(count))
    assert rows.viewport().height() >= height
    assert rows.viewport().width() >= rows.sizeHintForColumn(0)
    field.hidePopup()
