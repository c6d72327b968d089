"""The log as a tree model: a row for each line, newest first, and under it the details it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from gui.models.rows import IdRole, Index, RowRole, reconcile
from model.state.base import replace
from model.view.log import Detail, LogLine

PAGE = 32
"""Lines that become rows at a time, more than a screen shows: a view lays out every row at each change."""
_SPARE = 8
"""New lines that come before old ones go."""


class _Node:
    """A line or detail, and where it stands in the tree. Those under it are made when they are asked for."""

    __slots__ = ("children", "number", "parent", "row", "value")

    def __init__(self, value: LogLine | Detail, parent: _Node | None, row: int) -> None:
        self.number = 0
        """By which an index finds it again; 0 until it is part of the tree."""
        self.value = value
        self.parent = parent
        self.row = row
        self.children: list[_Node] | None = None

    @property
    def details(self) -> tuple[Detail, ...]:
        return self.value.details if isinstance(self.value, LogLine) else self.value.children

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Node) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]


class LogModel(QAbstractItemModel):
    """Lines with their details. `RowRole` gives the `LogLine` or `Detail`, `IdRole` a rule's id where there is one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[LogLine, ...] = ()
        """Every line in the order in which they happened; those from `_first` on are rows."""
        self._most = PAGE + _SPARE
        """Rows that there may be."""
        self._first = 0
        self._lines: list[_Node] = []
        self._nodes: dict[int, _Node] = {}
        self._given_out = 0

    def set_lines(self, lines: Sequence[LogLine]) -> None:
        """Show these lines, given in the order in which they happened; the oldest come when the user scrolls there.

        Cost: proportional to what is new since the oldest line that differs, not to the length of the log.
        """
        self._all = tuple(lines)
        if not self._begins_as_before():
            self._first = max(0, len(self._all) - PAGE)
            self._most = PAGE + _SPARE
        shown = self._all[self._first :]
        same = self._same_at_the_end(shown)
        old = self._lines[: len(self._lines) - same]
        fresh = [_Node(line, None, 0) for line in reversed(shown[same:])]
        gone = {_key(node): node for node in old}
        for node in fresh:
            gone.pop(_key(node), None)
        reconcile(self, self._lines, fresh, _key, self._change, moved=self._renumber, tail=same)
        self._forget(gone.values())
        self._drop_oldest()

    def show_older(self) -> None:
        """Older lines become rows under those that are. Not Qt's `fetchMore`: trees call that at every layout."""
        older = self._all[max(0, self._first - PAGE) : self._first]
        if not older:
            return
        at = len(self._lines)
        self.beginInsertRows(QModelIndex(), at, at + len(older) - 1)
        self._lines.extend(_Node(line, None, 0) for line in reversed(older))
        self._renumber()
        self._first -= len(older)
        self._most = len(self._lines) + _SPARE
        self.endInsertRows()

    def _drop_oldest(self) -> None:
        """Let rows go that nobody has scrolled to."""
        if len(self._lines) <= self._most:
            return
        first = self._most - _SPARE
        self.beginRemoveRows(QModelIndex(), first, len(self._lines) - 1)
        gone = self._lines[first:]
        del self._lines[first:]
        self._first += len(gone)
        self._forget(gone)
        self.endRemoveRows()

    def _begins_as_before(self) -> bool:
        """Whether the oldest row is still the line it was."""
        if not self._lines or self._first >= len(self._all):
            return False
        return self._lines[-1].value == self._all[self._first]

    def _same_at_the_end(self, lines: Sequence[LogLine]) -> int:
        """How many of the oldest lines are shown already."""
        same = 0
        for node, line in zip(reversed(self._lines), lines, strict=False):
            if node.value is not line and node.value != line:
                break
            same += 1
        return same

    def _renumber(self) -> None:
        for row, node in enumerate(self._lines):
            if node.row == row and node.number:
                continue
            node.row = row
            if not node.number:
                self._take_in(node)

    def _take_in(self, node: _Node) -> None:
        if not node.number:
            self._given_out += 1
            node.number = self._given_out
            self._nodes[node.number] = node

    def _forget(self, nodes: Iterable[_Node]) -> None:
        for node in nodes:
            self._nodes.pop(node.number, None)
            self._forget(node.children or ())

    def _change(self, at: int, fresh: _Node) -> None:
        """Another sentence for a line that stays open if it was; other details only where they differ."""
        node, line = self._lines[at], fresh.value
        assert isinstance(line, LogLine)
        index = self.index(at, 0)
        if node.details != line.details:
            self._replace_details(node, line, index)
        node.value = line
        self.dataChanged.emit(index, index)

    def _replace_details(self, node: _Node, line: LogLine, index: QModelIndex) -> None:
        if node.details:
            self.beginRemoveRows(index, 0, len(node.details) - 1)
            self._forget(node.children or ())
            node.value, node.children = replace(line, details=()), None
            self.endRemoveRows()
        if line.details:
            self.beginInsertRows(index, 0, len(line.details) - 1)
            node.value, node.children = line, None
            self.endInsertRows()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        # Asked for every line at each change: the lines themselves without a further call.
        nodes = self._children(parent) if parent.isValid() else self._lines
        if column != 0 or not 0 <= row < len(nodes):
            return QModelIndex()
        return self.createIndex(row, 0, nodes[row].number)

    def parent(self, index: Index) -> Any:  # type: ignore[override]  # QObject's parent() of no index is never asked
        node = self._nodes.get(index.internalId()) if index.isValid() else None
        if node is None or node.parent is None:
            return QModelIndex()
        return self.createIndex(node.parent.row, 0, node.parent.number)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self._children(parent))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self._node(index)
        if node is None:
            return None
        if role == RowRole:
            return node.value
        if isinstance(node.value, LogLine):
            return _line_value(node.value, role)
        return _detail_value(node.value, role)

    def _node(self, index: Index) -> _Node | None:
        return self._nodes.get(index.internalId()) if index.isValid() else None

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        if not parent.isValid():
            return bool(self._lines)
        node = self._nodes.get(parent.internalId())
        if node is None:
            return False
        value = node.value
        return bool(value.details if isinstance(value, LogLine) else value.children)

    def _children(self, parent: Index) -> list[_Node]:
        if not parent.isValid():
            return self._lines
        node = self._node(parent)
        if node is None:
            return []
        if node.children is None:
            node.children = [_Node(detail, node, row) for row, detail in enumerate(node.details)]
            for child in node.children:
                self._take_in(child)
        return node.children


def _line_key(line: LogLine) -> int:
    """A line stays the same when further moves are folded into it."""
    return line.steps[0] if line.steps else line.number


def _key(node: _Node) -> int:
    assert isinstance(node.value, LogLine)
    return _line_key(node.value)


def _line_value(line: LogLine, role: int) -> Any:
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
        return line.text
    if role == Qt.ItemDataRole.AccessibleTextRole:
        words = (line.when.lower(), line.text, "undone" if line.is_undone else "")
        return ", ".join(word for word in words if word)
    if role == Qt.ItemDataRole.AccessibleDescriptionRole:
        return "opens into its explanation" if line.has_details else ""
    return None


def _detail_value(detail: Detail, role: int) -> Any:
    if role == IdRole:
        return detail.rule
    if role == Qt.ItemDataRole.DisplayRole:
        return f"{detail.label} {detail.value}".rstrip()
    if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
        words = (
            f"{detail.label} {detail.value}".rstrip(),
            "" if detail.is_applied else "does not count",
            detail.remark,
            "the GM's word" if detail.is_override else "",
            detail.rule and f"rule {detail.rule}",
        )
        return ", ".join(word for word in words if word)
    return None
