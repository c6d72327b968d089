"""The log as a tree model: a row for each line, newest first, and under it the details it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from gui.models.rows import IdRole, Index, RowRole, reconcile
from model.view.log import Detail, LogLine


class _Node:
    """A line or detail, and where it stands in the tree."""

    __slots__ = ("children", "number", "parent", "row", "value")

    def __init__(self, number: int, value: LogLine | Detail, parent: _Node | None, row: int) -> None:
        self.number = number
        self.value = value
        self.parent = parent
        self.row = row
        self.children: list[_Node] = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Node) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]


class LogModel(QAbstractItemModel):
    """Lines with their details. `RowRole` gives the `LogLine` or `Detail`, `IdRole` a rule's id where there is one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[_Node] = []
        self._nodes: dict[int, _Node] = {}
        self._given_out = 0

    def set_lines(self, lines: Sequence[LogLine]) -> None:
        """Show these lines, given in the order in which they happened."""
        known = {_key(node): node for node in self._lines}
        fresh = []
        for line in reversed(lines):
            node = known.get(_line_key(line))
            is_same = node is not None and (node.value is line or node.value == line)
            fresh.append(node if is_same and node is not None else _Node(0, line, None, 0))
        gone = known.keys() - {_key(node) for node in fresh}
        reconcile(self, self._lines, fresh, _key, self._change, self._renumber)
        self._forget([known[key] for key in gone])

    def _renumber(self) -> None:
        for row, node in enumerate(self._lines):
            node.row = row
            if not node.number:
                self._take_in(node)

    def _take_in(self, node: _Node) -> None:
        """Give a node a number by which an index finds it again, and its details nodes of their own."""
        self._given_out += 1
        node.number = self._given_out
        self._nodes[node.number] = node
        details = node.value.details if isinstance(node.value, LogLine) else node.value.children
        node.children = [_Node(0, detail, node, row) for row, detail in enumerate(details)]
        for child in node.children:
            self._take_in(child)

    def _forget(self, nodes: list[_Node]) -> None:
        for node in nodes:
            del self._nodes[node.number]
            self._forget(node.children)

    def _change(self, at: int, fresh: _Node) -> None:
        """Another sentence for a line that stays open if it was; other details only where they differ."""
        node = self._lines[at]
        old, new = node.value, fresh.value
        assert isinstance(old, LogLine)
        assert isinstance(new, LogLine)
        index = self.index(at, 0)
        node.value = new
        if old.details != new.details:
            self._replace_details(node, new.details, index)
        self.dataChanged.emit(index, index)

    def _replace_details(self, node: _Node, details: tuple[Detail, ...], index: QModelIndex) -> None:
        if node.children:
            self.beginRemoveRows(index, 0, len(node.children) - 1)
            gone, node.children = node.children, []
            self._forget(gone)
            self.endRemoveRows()
        if details:
            self.beginInsertRows(index, 0, len(details) - 1)
            node.children = [_Node(0, detail, node, row) for row, detail in enumerate(details)]
            for child in node.children:
                self._take_in(child)
            self.endInsertRows()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        nodes = self._children(parent)
        if column != 0 or not 0 <= row < len(nodes):
            return QModelIndex()
        return self.createIndex(row, 0, nodes[row].number)

    def parent(self, index: Index) -> Any:  # type: ignore[override]  # QObject's parent() of no index is never asked
        node = self._node(index)
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

    def _children(self, parent: Index) -> list[_Node]:
        if not parent.isValid():
            return self._lines
        node = self._node(parent)
        return [] if node is None else node.children


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
        words = (f"round {line.round}", line.text, "undone" if line.is_undone else "")
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
