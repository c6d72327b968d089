"""The order of play as a list model: rows of turns, and a divider before each section but the first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, Qt

from gui.models.rows import Index, RowsModel
from model.view.order import OrderRow, OrderView


@dataclass(frozen=True)
class Divider:
    """A heading between two sections."""

    id: str
    title: str


Entry = OrderRow | Divider


class InitiativeModel(RowsModel[Entry]):
    """What the initiative list shows. `RowRole` gives the `OrderRow` or `Divider`."""

    def set_order(self, order: OrderView) -> None:
        """Show an order of play."""
        self.set_rows(tuple(_entries(order)))

    def id_of(self, row: Entry) -> str:
        return row.id

    def who(self, index: Index) -> str | None:
        """Whom the row at an index is about."""
        row = self._rows[index.row()] if index.isValid() else None
        return row.who if isinstance(row, OrderRow) else None

    def index_of(self, who: str) -> QModelIndex:
        """The first row that somebody is in, as the one it is about or as a member; invalid if there is none."""
        rows = [(at, row) for at, row in enumerate(self._rows) if isinstance(row, OrderRow)]
        standing = [(at, row) for at, row in rows if not row.is_nested]
        for at, row in (*standing, *rows):
            if who == row.who or who in row.members:
                return self.index(at)
        return QModelIndex()

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self._rows[index.row()] if index.isValid() else None
        if not isinstance(row, OrderRow):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def value(self, row: Entry, role: int) -> Any:
        if isinstance(row, Divider):
            is_text = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return row.title if is_text else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return row.words
        return None


def _entries(order: OrderView) -> Iterator[Entry]:
    for section in order.sections:
        if section.title:
            yield Divider(f"section/{section.key}", section.title)
        yield from section.rows
