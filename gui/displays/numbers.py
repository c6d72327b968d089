"""Numbers: as tiles beside one another where they can be edited, else in one line."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gui.displays.base import DisplayWidget, ValueEdit
from gui.panels.elided import ElidedLabel
from gui.style.fonts import semi_bold, text_font
from gui.style.measures import HEADING
from gui.style.theme import set_role
from model.view.sheet import DisplayView, NumberView

_IN_A_ROW, _IN_A_ROW_OF_LONG = 5, 4
_SHORT, _LONG = 6, 9
"""Letters: a tile is as wide as for so many at least, and from the latter on fewer stand in a row."""


class NumbersDisplay(DisplayWidget):
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

    def set_view(self, view: DisplayView, paths: Mapping[str, str]) -> None:
        is_edited = any(number.title in paths for number in view.numbers)
        self._line.setVisible(not is_edited)
        if not is_edited:
            self._line.setText(_line_of(view))
            return
        titles = [number.title for number in view.numbers]
        if titles != list(self.tiles):
            self._rebuild(view.numbers)
        for number in view.numbers:
            self.tiles[number.title].show_number(number, paths.get(number.title, ""))

    def _rebuild(self, numbers: tuple[NumberView, ...]) -> None:
        for tile in self.tiles.values():
            tile.deleteLater()
        self.tiles = {}
        in_a_row = _IN_A_ROW_OF_LONG if any(len(number.title) >= _LONG for number in numbers) else _IN_A_ROW
        for column in range(_IN_A_ROW):
            titles = [number.title for number in numbers[column::in_a_row]] if column < in_a_row else []
            # Wider where a title needs it, so that fewer are cut.
            self._grid.setColumnStretch(column, max(_SHORT, *map(len, titles)) if titles else 0)
        for index, number in enumerate(numbers):
            tile = _Tile()
            tile.value.handed_in.connect(lambda typed, tile=tile: self._edit(tile, typed))
            self.tiles[number.title] = tile
            row, column = divmod(index, in_a_row)
            self._grid.addWidget(tile, row, column)

    def _edit(self, tile: _Tile, typed: str) -> None:
        self.edited.emit(tile.path, typed)
        tile.value.put_back()


def _line_of(view: DisplayView) -> str:
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
