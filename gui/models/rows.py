"""From one list of rows to the next with the fewest words: removed, moved, inserted, changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex

RowRole = Qt.ItemDataRole.UserRole
"""The row itself."""
IdRole = Qt.ItemDataRole.UserRole + 1
"""What the row is about, as a string."""


def reconcile(
    model: QAbstractItemModel,
    rows: list[Row],
    fresh: Sequence[Row],
    key: Callable[[Row], Hashable],
    change: Callable[[int, Row], None],
    *,
    moved: Callable[[], None] = lambda: None,
    tail: int = 0,
) -> None:
    """Turn a model's top rows into `fresh`, telling its views of every step.

    Rows are the same when their keys are: a selection, an open row or a scroll position stays with them. `change` puts
    a new value in place of an old one and tells; it is called only where the two differ. `moved` is called inside each
    step that shifts rows. The last `tail` rows are known to be the same and left alone: `fresh` goes without them.
    """
    wanted = {key(row) for row in fresh}
    top = QModelIndex()
    for at in reversed(range(len(rows) - tail)):
        if key(rows[at]) not in wanted:
            model.beginRemoveRows(top, at, at)
            del rows[at]
            moved()
            model.endRemoveRows()
    for at, row in enumerate(fresh):
        if at >= len(rows) - tail or key(rows[at]) != key(row):
            _place(model, rows, at, row, key, moved, tail)
        if rows[at] is not row and rows[at] != row:
            change(at, row)


def _place(
    model: QAbstractItemModel,
    rows: list[Row],
    at: int,
    row: Row,
    key: Callable[[Row], Hashable],
    moved: Callable[[], None],
    tail: int,
) -> None:
    """Bring the row of this key to this place; everything before it is in place, another one or none stands here."""
    top = QModelIndex()
    end = len(rows) - tail
    present = next((index for index in range(at, end) if key(rows[index]) == key(row)), None)
    if present is None:
        model.beginInsertRows(top, at, at)
        rows.insert(at, row)
        moved()
        model.endInsertRows()
    elif present == at + 1:
        # The one that stood here went further down: one step instead of one for each row that follows.
        model.beginMoveRows(top, at, at, top, end)
        rows.insert(end - 1, rows.pop(at))
        moved()
        model.endMoveRows()
    else:
        model.beginMoveRows(top, present, present, top, at)
        rows.insert(at, rows.pop(present))
        moved()
        model.endMoveRows()


class RowsModel(QAbstractListModel, Generic[Row]):
    """A list of frozen rows, each with an id."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self._rows)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows."""
        reconcile(self, self._rows, rows, self.id_of, self._change)

    def id_of(self, row: Row) -> str:
        """What makes a row the same row."""
        raise NotImplementedError

    def row_of(self, id: str) -> int | None:
        """Where the row with this id is."""
        return next((at for at, row in enumerate(self._rows) if self.id_of(row) == id), None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == RowRole:
            return row
        if role == IdRole:
            return self.id_of(row)
        return self.value(row, role)

    def value(self, row: Row, role: int) -> Any:
        """What a row says for one of Qt's roles."""
        raise NotImplementedError

    def _change(self, at: int, row: Row) -> None:
        self._rows[at] = row
        index = self.index(at)
        self.dataChanged.emit(index, index)
