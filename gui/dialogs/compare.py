"""Two battles side by side: what differs, combatant by combatant."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from gui.bridge import Bridge
from gui.style.fonts import semi_bold
from gui.style.measures import TEXT, UNIT
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model.state.base import Record
from model.state.battle import AnyBattle
from model.view.compare import differences

_SIZE = QSize(760, 520)


class Point(Record):
    """A battle to compare, and what it is called."""

    title: str
    battle: AnyBattle


class CompareDialog(QDialog):
    """Both battles can be changed for other points: steps, the ends of branches, the battle as it stands."""

    def __init__(
        self, bridge: Bridge, points: Sequence[Point], first: int, second: int, parent: QWidget | None
    ) -> None:
        """`first` and `second` say which of the points are compared to begin with."""
        super().__init__(parent)
        self.setWindowTitle("Compare")
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size()))
        self._bridge = bridge
        self._points = tuple(points)
        column = padded_column(self)
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        self.first, self.second = QComboBox(), QComboBox()
        for box, at, name in ((self.first, first, "First battle"), (self.second, second, "Second battle")):
            box.setAccessibleName(name)
            box.addItems([point.title for point in points])
            box.setCurrentIndex(at)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
            box.currentIndexChanged.connect(self.refresh)
        line.addWidget(self.first, 1)
        line.addWidget(QLabel("→"))
        line.addWidget(self.second, 1)
        self.list = QTreeWidget()
        self.list.setHeaderLabels(["", "First", "Second"])
        self.list.setAccessibleName("Differences")
        self.list.setRootIsDecorated(False)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        for at in range(3):
            self.list.header().setSectionResizeMode(at, QHeaderView.ResizeMode.Stretch)
        self.same = QLabel("Nothing differs.")
        set_role(self.same, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addLayout(line)
        column.addWidget(self.list, 1)
        column.addWidget(self.same)
        column.addWidget(buttons)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show what differs between the two points."""
        first, second = (self._points[box.currentIndex()] for box in (self.first, self.second))
        found = differences(self._bridge.ruleset, first.battle, second.battle)
        self.list.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for one in found:
            key = one.who or one.subject
            if key not in groups:
                groups[key] = QTreeWidgetItem(self.list, [one.subject])
                groups[key].setFont(0, semi_bold(TEXT))
                groups[key].setFirstColumnSpanned(True)
            row = QTreeWidgetItem(groups[key], [one.what, one.before, one.after])
            for at in range(3):
                row.setToolTip(at, row.text(at))
                row.setTextAlignment(at, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.list.expandAll()
        self.list.setVisible(bool(found))
        self.same.setVisible(not found)

    @classmethod
    def show_points(
        cls, bridge: Bridge, points: Sequence[Point], first: int, second: int, parent: QWidget | None
    ) -> None:
        """Compare until it is closed."""
        dialog = cls(bridge, points, first, second, parent)
        dialog.exec()
        dialog.deleteLater()
