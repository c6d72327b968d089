"""Numbers: as tiles beside one another where they can be edited, else in one line."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gui.displays.base import DisplayWidget, ValueEdit
from gui.style.fonts import semi_bold, text_font
from gui.style.measures import HEADING
from gui.style.theme import set_role
from gui.widgets.layouts import ElidedLabel
from model.view.sheet import NumbersDisplayView, NumberView

_IN_A_ROW = 5
_SHORT, _ROOM = 6, 52
"""Letters: a tile has room for so many at least, and a row for so many with two more for the edges of each tile."""


class NumbersWidget(DisplayWidget[NumbersDisplayView]):
    """Up to five tiles in a row; numbers that follow from others stand in a line: `Defence 18 ranged 19 melee`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self.tiles: dict[str, _Tile] = {}
        self._line = QLabel()
        self._line.setWordWrap(True)
        self._line.setTextFormat(Qt.TextFormat.RichText)
        self._grid.addWidget(self._line, 0, 0, 1, _IN_A_ROW)

    def set_view(self, view: NumbersDisplayView, paths: Mapping[str, str]) -> None:
        is_edited = any(number.path or number.title in paths for number in view.numbers)
        self._line.setVisible(not is_edited)
        if not is_edited:
            self._line.setText(_line_of(view))
            return
        titles = [number.title for number in view.numbers]
        if titles != list(self.tiles):
            self._rebuild(view.numbers)
        for number in view.numbers:
            self.tiles[number.title].show_number(number, number.path or paths.get(number.title, ""))

    def _rebuild(self, numbers: tuple[NumberView, ...]) -> None:
        for tile in self.tiles.values():
            tile.deleteLater()
        self.tiles = {}
        widths = _widths([number.title for number in numbers])
        in_a_row = max(1, len(widths))
        for column in range(_IN_A_ROW):
            self._grid.setColumnStretch(column, widths[column] if column < len(widths) else 0)
        for index, number in enumerate(numbers):
            tile = _Tile()
            tile.value.handed_in.connect(lambda typed, tile=tile: self._edit(tile, typed))
            self.tiles[number.title] = tile
            row, column = divmod(index, in_a_row)
            self._grid.addWidget(tile, row, column)

    def _edit(self, tile: _Tile, typed: str) -> None:
        self.edited.emit(tile.path, typed)
        tile.value.put_back()


def _widths(titles: list[str]) -> list[int]:
    """The widths of as many columns as have room beside one another, in letters of the longest title of each."""
    widths: list[int] = []
    for count in range(1, min(_IN_A_ROW, len(titles)) + 1):
        found = [max(_SHORT, *map(len, titles[column::count])) for column in range(count)]
        if not widths or sum(found) + 2 * count <= _ROOM:
            widths = found
    return widths


def _line_of(view: NumbersDisplayView) -> str:
    numbers = (f"<b>{escape(number.value)}</b>&nbsp;{escape(number.title)}" for number in view.numbers)
    return f"{escape(view.title)}&nbsp;&nbsp; " + "&nbsp;&nbsp; ".join(numbers)


class _Tile(QFrame):
    """One number."""

    def __init__(self) -> None:
        super().__init__()
        self.path = ""
        # The column gives the width.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 4, 3)
        column.setSpacing(0)
        self._title = ElidedLabel()
        self._title.setFont(text_font(HEADING))
        set_role(self._title, "muted")
        self.value = ValueEdit()
        self.value.setFont(semi_bold(15, tabular=True))
        self.value.setTextMargins(-2, 0, 0, 0)
        column.addWidget(self._title)
        column.addWidget(self.value)

    def show_number(self, number: NumberView, path: str) -> None:
        self.path = path
        self._title.setText(number.title)
        self.setToolTip(number.title)
        self.value.set_value(number.value)
        self.value.setReadOnly(not path)
        self.value.setAccessibleName(number.title)
