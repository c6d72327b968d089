"""A list in a panel that is as high as its rows, and no higher than there is room for: then it scrolls by itself."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QSizePolicy, QWidget

_FEWEST = 3
"""Rows that are seen however little room there is."""
_ANY = 16_777_215
"""Qt's word for a height without limit."""


class ShortList(QListView):
    """All rows have one height, which who derives from it says."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = _ANY
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    @property
    def row_height(self) -> int:
        """Pixels of a row."""
        raise NotImplementedError

    def set_most(self, pixels: int) -> None:
        """No higher than this: the list itself scrolls, not what it stands in."""
        if pixels != self._most:
            self._most = pixels
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        whole = max(1, self.model().rowCount()) * self.row_height
        whole_rows = self._most // self.row_height * self.row_height
        return QSize(280, max(self.minimumSizeHint().height(), min(whole, whole_rows)))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, min(_FEWEST, max(1, self.model().rowCount())) * self.row_height)
