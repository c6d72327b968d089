"""Ctrl+K: commands, combatants, actions and rules, found by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gui.models.rows import Index
from gui.style.fonts import text_font
from gui.style.measures import SMALL, UNIT
from gui.style.theme import palette

_SHOWN = 40


@dataclass(frozen=True)
class Finding:
    """Something that can be found."""

    title: str
    kind: str
    """`command`, `fighter`, `action`, `rule`; typed, it narrows the search."""
    run: Callable[[], object]
    key: str = ""
    more: str = ""
    """Further words by which it is found."""
    is_enabled: bool = True


def found(findings: Iterable[Finding], typed: str) -> list[Finding]:
    """What matches every typed word; titles that say them come first, and of equals what can be done now."""
    phrase = " ".join(typed.lower().split())
    ranked: list[tuple[int, bool, int, Finding]] = []
    for number, finding in enumerate(findings):
        text = f"{finding.kind} {finding.title.lower()} {finding.more.lower()}"
        if all(word in text for word in phrase.split()):
            ranked.append((_rank(finding.title.lower(), phrase), not finding.is_enabled, number, finding))
    return [finding for *_, finding in sorted(ranked, key=lambda entry: entry[:3])]


def _rank(title: str, phrase: str) -> int:
    """How well a title fits what was typed, best first: begun so, said in it, its words begun, the last of them."""
    words, parts = phrase.split(), title.split()
    if title.startswith(phrase):
        return 0
    if f" {phrase}" in title:
        return 1
    if all(any(part.startswith(word) for part in parts) for word in words):
        return 2
    last = words[-1]
    return 3 if title.startswith(last) else 4 if any(part.startswith(last) for part in parts) else 5


class FindDialog(QDialog):
    """Type, Down, Enter."""

    def __init__(self, findings: Iterable[Finding], typed: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Find anything")
        self.setFixedSize(560, 420)
        self._findings = tuple(findings)
        column = QVBoxLayout(self)
        column.setContentsMargins(UNIT, UNIT, UNIT, UNIT)
        column.setSpacing(UNIT)
        self.field = QLineEdit()
        self.field.setPlaceholderText("Commands, fighters, actions, rules")
        self.field.setAccessibleName("Find anything")
        self.list = QListWidget()
        self.list.setItemDelegate(_Delegate(self.list))
        self.list.setAccessibleName("Found")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.choose)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(lambda _: self.choose())
        self.field.setText(typed)
        self._search(typed)
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down belong to the list, though the field has the focus."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            if event.key() in steps and self.list.count():
                row = self.list.currentRow() + steps[Qt.Key(event.key())]
                self.list.setCurrentRow(min(self.list.count() - 1, max(0, row)))
                return True
        return super().eventFilter(watched, event)

    def choose(self) -> None:
        """Close and do what is chosen."""
        if self.list.currentRow() < 0:
            return
        finding: Finding = self.list.currentItem().data(Qt.ItemDataRole.UserRole)
        self.close()
        if finding.is_enabled:
            finding.run()

    def _search(self, typed: str) -> None:
        self.list.clear()
        for finding in found(self._findings, typed)[:_SHOWN]:
            item = QListWidgetItem(finding.title)
            item.setData(Qt.ItemDataRole.UserRole, finding)
            self.list.addItem(item)
        self.list.setCurrentRow(0)


class _Delegate(QStyledItemDelegate):
    """Title on the left, kind and key on the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, 30)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        finding: Finding = index.data(Qt.ItemDataRole.UserRole)
        colors = palette()
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colors.color("selected"))
        box: QRect = option.rect.adjusted(UNIT, 0, -UNIT, 0)
        painter.setFont(text_font(SMALL))
        painter.setPen(colors.color("muted"))
        aside = f"{finding.kind}   {finding.key}" if finding.key else finding.kind
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, aside)
        taken = painter.fontMetrics().horizontalAdvance(aside) + 2 * UNIT
        painter.setFont(text_font())
        painter.setPen(colors.color("text" if finding.is_enabled else "dim"))
        room = box.adjusted(0, 0, -taken, 0)
        words = painter.fontMetrics().elidedText(finding.title, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()
