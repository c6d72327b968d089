"""The command palette (Ctrl+K): a search for commands, combatants, actions and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, SignalInstance
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
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
from gui.style.theme import SMALL, UNIT, heading_font, palette, set_role, text_font
from model.state.base import Record

_SHOWN = 40


class PaletteEntry(Record):
    """Entry that the command palette can find."""

    title: str
    kind: str
    """`command`, `combatant`, `action` or `rule`; typing it narrows the search."""
    run: Callable[[], object]
    key: str = ""
    more: str = ""
    """Further words that the search matches."""
    is_enabled: bool = True
    aside: str = ""
    """Text on the right; if empty, kind and key are shown."""
    reason: str = ""
    """Why it is not possible now, shown in place of `aside`; the entry can still be chosen."""
    anyway: Callable[[], object] | None = None
    """Run instead by Shift+Enter: it does what is not possible now, on the GM's word."""


def found(palette_entries: Iterable[PaletteEntry], typed: str) -> list[PaletteEntry]:
    """Return the entries that match every typed word: best title matches first, of equals the enabled ones."""
    phrase = " ".join(typed.lower().split())
    ranked: list[tuple[int, bool, int, PaletteEntry]] = []
    for number, entry in enumerate(palette_entries):
        text = f"{entry.kind} {entry.title.lower()} {entry.more.lower()}"
        if all(word in text for word in phrase.split()):
            ranked.append((_rank(entry.title.lower(), phrase), not entry.is_enabled, number, entry))
    return [entry for *_, entry in sorted(ranked, key=lambda entry: entry[:3])]


def _rank(title: str, phrase: str) -> int:
    """Return how well a title matches what was typed, from 0 (best) to 5.

    0: it begins with the phrase; 1: the phrase begins at a later word; 2: each typed word begins one of its words;
    3: it begins with the last typed word; 4: one of its words does; 5: none of these.
    """
    words, parts = phrase.split(), title.split()
    if title.startswith(phrase):
        return 0
    if f" {phrase}" in title:
        return 1
    if all(any(part.startswith(word) for part in parts) for word in words):
        return 2
    last = words[-1]
    return 3 if title.startswith(last) else 4 if any(part.startswith(last) for part in parts) else 5


_SIZE = (560, 420)
"""Width and usual height, in pixels; lower where the window ends before."""
_LEAST_HEIGHT = 200


class CommandPalette(QDialog):
    """Search field above a list of results. If `headed`, kinds are headings while nothing is typed."""

    def __init__(
        self,
        palette_entries: Iterable[PaletteEntry],
        typed: str = "",
        parent: QWidget | None = None,
        *,
        headed: bool = False,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Find")
        self.setFixedSize(*_SIZE)
        self._palette_entries = tuple(palette_entries)
        self._is_headed = headed
        column = QVBoxLayout(self)
        column.setContentsMargins(UNIT, UNIT, UNIT, UNIT)
        column.setSpacing(UNIT)
        self.field = QLineEdit()
        self.field.setPlaceholderText("Commands, combatants, actions, rules")
        self.field.setAccessibleName("Find")
        self.list = QListWidget()
        self.list.setItemDelegate(_Delegate(self.list))
        self.list.setAccessibleName("Found")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.nothing = QLabel()
        self.nothing.setWordWrap(True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        set_role(self.nothing, "muted")
        column.addWidget(self.field)
        column.addWidget(self.list)
        column.addWidget(self.nothing, 1)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.choose)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(lambda _: self.choose())
        self.field.setText(typed)
        self._search(typed)
        self.field.setFocus()

    @classmethod
    def open_over(
        cls, window: QWidget, palette_entries: Iterable[PaletteEntry], typed: str, until: SignalInstance
    ) -> CommandPalette:
        """Open near the top of a window; close when `until` is emitted, since the entries may be outdated then."""
        dialog = cls(palette_entries, typed, window)
        corner = window.mapToGlobal(window.rect().topLeft())
        top = window.height() // 8
        dialog.setFixedHeight(max(_LEAST_HEIGHT, min(_SIZE[1], window.height() - top - UNIT)))
        dialog.move(corner.x() + (window.width() - dialog.width()) // 2, corner.y() + top)
        until.connect(dialog.close)
        dialog.show()
        return dialog

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the up and down keys move in the list although the field has the focus."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if is_enter and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.choose(anyway=True)
                return True
            if event.key() in steps and self.list.count():
                self._step(steps[Qt.Key(event.key())])
                return True
        return super().eventFilter(watched, event)

    def _step(self, rows: int) -> None:
        """Move down by `rows`, or up if negative, and on to the next row that can be chosen."""
        wanted = min(self.list.count() - 1, max(0, self.list.currentRow() + rows))
        there = [row for row in range(self.list.count()) if self._at(row) is not None]
        beyond = [row for row in there if (row >= wanted if rows > 0 else row <= wanted)]
        self.list.setCurrentRow((min(beyond) if rows > 0 else max(beyond)) if beyond else there[-1 if rows > 0 else 0])
        if self.list.currentRow() == there[0]:
            self.list.scrollToTop()

    def _at(self, row: int) -> PaletteEntry | None:
        """Return the entry of a row, or None for a heading."""
        entry: PaletteEntry | None = self.list.item(row).data(Qt.ItemDataRole.UserRole)
        return entry

    def choose(self, *, anyway: bool = False) -> None:
        """Close and run the current entry; do nothing on a heading or on a disabled entry, whose row says why."""
        entry = self._at(self.list.currentRow()) if self.list.currentRow() >= 0 else None
        if entry is not None and entry.is_enabled:
            self.close()
            (entry.anyway if anyway and entry.anyway is not None else entry.run)()

    def _search(self, typed: str) -> None:
        self.list.clear()
        has_headings = self._is_headed and not typed.strip()
        heading = ""
        for entry in self._palette_entries if has_headings else found(self._palette_entries, typed)[:_SHOWN]:
            if has_headings and entry.kind != heading:
                heading = entry.kind
                self._add(heading, None)
            self._add(entry.title, entry)
        is_empty = not self.list.count()
        self.list.setVisible(not is_empty)
        self.nothing.setVisible(is_empty)
        self.nothing.setText(f"Nothing found for “{typed.strip()}”." if typed.strip() else "Nothing to choose from.")
        self.list.setCurrentRow(1 if has_headings else 0)
        self.list.scrollToTop()

    def _add(self, title: str, entry: PaletteEntry | None) -> None:
        item = QListWidgetItem(title)
        item.setData(Qt.ItemDataRole.UserRole, entry)
        if entry is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        elif entry.reason:
            item.setToolTip(entry.reason)
        self.list.addItem(item)


class _Delegate(QStyledItemDelegate):
    """Paints the title on the left, and on the right the reason, the `aside`, or kind and key."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, 30)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: PaletteEntry | None = index.data(Qt.ItemDataRole.UserRole)
        colors = palette()
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colors.color("selected"))
        box: QRect = option.rect.adjusted(UNIT, 0, -UNIT, 0)
        if entry is None:
            painter.setFont(heading_font())
            painter.setPen(colors.color("muted"))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, str(index.data()).upper())
        else:
            self._paint_entry(painter, entry, box)
        painter.restore()

    def _paint_entry(self, painter: QPainter, entry: PaletteEntry, box: QRect) -> None:
        """Paint the title and the text on the right: the title has priority, up to three fifths of the row."""
        colors, is_open = palette(), entry.is_enabled and not entry.reason
        aside = entry.reason or entry.aside or "   ".join(part for part in (entry.kind, entry.key) if part)
        title, small = QFontMetrics(text_font()), QFontMetrics(text_font(SMALL))
        wanted = box.width() - title.horizontalAdvance(entry.title) - 2 * UNIT
        words = small.elidedText(aside, Qt.TextElideMode.ElideRight, max(wanted, box.width() * 2 // 5))
        room = box.adjusted(0, 0, -small.horizontalAdvance(words) - 2 * UNIT, 0)
        painter.setFont(text_font(SMALL))
        painter.setPen(colors.color("muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, words)
        painter.setFont(text_font())
        painter.setPen(colors.color("text" if is_open else "dim"))
        shown = title.elidedText(entry.title, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
