"""The rows of the roll table as a list model, with what is being typed into each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt

from gui.models.roll_table_rows import LEFT_OUT, RollRow, chosen_keys, template_words, typed_of
from gui.models.rows import RowsModel
from model.dice.requests import DiceRequest
from model.engine.requests import Question

TypedRole = Qt.ItemDataRole.UserRole + 2
"""What is being typed into the row, not yet an answer."""
TitleRole = Qt.ItemDataRole.UserRole + 3
"""What the row asks, where that is not what all of them do."""


class RollTableModel(RowsModel[RollRow]):
    """A row for each request: `RowRole` the `RollRow`, `TypedRole` what is being typed, `TitleRole` what it asks."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._typed: dict[str, str] = {}
        self.common_title = ""
        """What all rows ask, or all but a few, in one line; empty when they ask different things, or tell more than
        whom it is about."""

    def id_of(self, row: RollRow) -> str:
        return row.id

    def set_rows(self, rows: Sequence[RollRow]) -> None:
        """Show these rows; what is half typed stays with its request while that is the same."""
        before = {row.id: row for row in self.rows}
        for row in rows:
            known = before.get(row.id)
            if known is not None and not _is_same(known, row):
                self._typed.pop(row.id, None)
        common, self.common_title = self.common_title, _common_title(rows)
        super().set_rows(rows)
        if rows and common != self.common_title:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def clear(self) -> None:
        """Forget rows and typing, for another action."""
        self._typed.clear()
        self.common_title = ""
        super().set_rows(())

    def typed(self, id: str) -> str:
        return self._typed.get(id, "")

    def set_typed(self, id: str, typed: str) -> None:
        """Keep what is being typed into a row."""
        if typed:
            self._typed[id] = typed
        else:
            self._typed.pop(id, None)
        at = self.row_of(id)
        if at is not None:
            self.dataChanged.emit(self.index(at), self.index(at))

    def next_open(self, after: int, *, is_same_allowed: bool = False) -> int | None:
        """The next row without an answer, from the top again after the last one; None when all have one."""
        count = len(self._rows)
        steps = range(0 if is_same_allowed else 1, count + 1)
        return next((at for step in steps if self._rows[at := (after + step) % count].is_open), None) if count else None

    @property
    def open_rows(self) -> tuple[RollRow, ...]:
        return tuple(row for row in self._rows if row.is_open)

    def own_title(self, row: RollRow) -> str:
        """What a row asks where others ask something else; without the name, which stands beside it."""
        title = _title(row)
        if title == self.common_title or row.title == self.common_title:
            return ""
        return row.title if LEFT_OUT in title else title

    def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == TypedRole and index.isValid():
            return self.typed(self._rows[index.row()].id)
        if role == TitleRole and index.isValid():
            return self.own_title(self._rows[index.row()])
        return super().data(index, role)

    def value(self, row: RollRow, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row_words(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (row_words(row), *row.details, row.problem) if part)
        return None


def row_words(row: RollRow) -> str:
    """A row as a line of text: `Apex, Initiative, d10+4, 7, = 11`."""
    about = f"on {row.about}" if row.about else ""
    said = typed_of(row.answer) or ", ".join(option_labels(row))
    if row.is_open:
        said = "to be answered"
    return ", ".join(part for part in (row.name, row.title, about, row.dice, row.needed, said, row.result) if part)


def option_labels(row: RollRow) -> tuple[str, ...]:
    """The options that were taken, as they are called."""
    if not isinstance(row.request, Question):
        return ()
    keys = chosen_keys(row.answer)
    return tuple(choice.label for choice in row.request.options if choice.key in keys)


def _common_title(rows: Sequence[RollRow]) -> str:
    if len(rows) == 1:
        return rows[0].title
    title, times = Counter(map(_title, rows)).most_common(1)[0] if rows else ("", 0)
    return title if 2 * times > len(rows) and title.count(LEFT_OUT) <= 1 else ""


def _title(row: RollRow) -> str:
    """What a row asks, without who is asked."""
    return row.title if isinstance(row.request, DiceRequest) else template_words(row.request.title)


def _is_same(one: RollRow, other: RollRow) -> bool:
    if isinstance(one.request, DiceRequest) and isinstance(other.request, DiceRequest):
        return one.request.is_same_throw(other.request)
    if isinstance(one.request, Question) and isinstance(other.request, Question):
        return one.request.is_same_question(other.request)
    return False
