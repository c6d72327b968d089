"""Editors of the open-ended parts of a sheet: entries as chips, and a field in which further ones are typed.

What is typed is shown as understood before it counts; the names that the game knows open below it. A click on a chip
puts the entry into the field, where it can be changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QListWidget, QListWidgetItem, QPushButton, QWidget
from PySide6.QtWidgets import QVBoxLayout as _Column

from gui.style.disposal import dispose
from gui.style.theme import HALF, UNIT, palette, set_role
from gui.style.widgets import Chip, accept_enter
from gui.widgets.basics import FlowLayout
from model.engine.names import Names
from model.view.parts import EntryView, PartView
from model.view.typed_parts import Addition, Suggestion, part_meant, suggestions, typed_name, understand, with_name

_ROW = 27
"""Height of a suggestion in pixels."""
_ROWS = 7
_FIELD = 176
"""Width of the field in pixels."""
_OWN = Qt.ItemDataRole.UserRole


class _AddField(QLineEdit):
    """The field: Up and Down choose a suggestion, Shift+Enter takes the name as it is typed, Esc discards it."""

    submitted = Signal(bool)
    """Enter was pressed; whether the name is to be taken as it is typed."""
    moved = Signal(int)
    discarded = Signal()
    left = Signal()
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.submitted.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
                accept_enter(event)
            case Qt.Key.Key_Down | Qt.Key.Key_Up:
                self.moved.emit(1 if event.key() == Qt.Key.Key_Down else -1)
            case Qt.Key.Key_Escape:
                self.discarded.emit()
            case _:
                super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class EntryChip(Chip):
    """The chip of an entry: Enter puts it into the field, Del removes the entry, not the combatant."""

    def event(self, event: QEvent) -> bool:
        is_key = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Delete
        if is_key and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Delete:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class PartEditor(QWidget):
    """The entries of one or more parts, and one field for all of them."""

    edited = Signal(str, object)
    """Path of an entry, and its new value; None removes it."""
    renamed = Signal(str, str, object)
    """Path of an entry of a table, its new key, and its value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[PartView, ...] = ()
        self._names: Names | None = None
        self._replaced: tuple[PartView, EntryView] | None = None
        self._understood: tuple[PartView, Addition] | str = ""
        self.chips: dict[str, Chip] = {}
        """The chip of each entry, by its path."""
        self._shown: list[Chip] = []
        self._entries: list[tuple[PartView, EntryView]] = []
        column = _Column(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        flow = QWidget()
        self._flow = FlowLayout(flow, spacing=6)
        self.field = self._made_field()
        self._flow.addWidget(self.field)
        column.addWidget(flow)
        column.addWidget(self._preview())
        self.list = self._made_list()
        column.addWidget(self.list)
        self._hide_help()

    def _made_field(self) -> _AddField:
        field = _AddField()
        field.setFixedWidth(_FIELD)
        field.setStyleSheet("border-radius: 11px; padding: 0 8px; min-height: 20px; border-style: dashed;")
        field.textEdited.connect(self._type)
        field.submitted.connect(self.submit)
        field.moved.connect(self._move)
        field.discarded.connect(self.discard)
        field.left.connect(self._leave)
        field.entered.connect(self._show_help)
        return field

    def _preview(self) -> QWidget:
        self._line = QWidget()
        line = QHBoxLayout(self._line)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(UNIT)
        self.understood = QLabel()
        self.understood.setWordWrap(True)
        self.understood.setTextFormat(Qt.TextFormat.RichText)
        self.add = QPushButton("Add")
        self.add.setAutoDefault(False)
        self.add.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.add.clicked.connect(lambda: self.submit(False))
        line.addWidget(self.understood, 1)
        line.addWidget(self.add, 0, Qt.AlignmentFlag.AlignTop)
        return self._line

    def _made_list(self) -> QListWidget:
        found = QListWidget()
        found.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        found.setUniformItemSizes(True)
        found.setAccessibleName("Names of the game")
        found.itemClicked.connect(self._choose)
        return found

    # ------------------------------------------------------------------------------------ entries

    def set_parts(self, parts: Sequence[PartView], names: Names, hidden: frozenset[str] = frozenset()) -> None:
        """Show the entries of these parts; text being typed is kept.

        `hidden` are the paths of the parts whose entries have no chip, because they are shown elsewhere.
        """
        parts = tuple(parts)
        if parts == self._parts and names is self._names:
            return
        self._parts, self._names = parts, names
        first = sorted(parts, key=lambda part: not names.entries(part.names))[:3]
        what = f"+ {', '.join(part.entry for part in first)}" + ("..." if len(parts) > 3 else "")
        self.field.setPlaceholderText(what)
        self.field.setAccessibleName(f"Add {what.removeprefix('+ ')}")
        self._entries = [(part, entry) for part in parts if part.path not in hidden for entry in part.entries]
        if self._replaced is not None and self._replaced not in self._entries:
            self.discard()
        self._show_chips()
        if self.field.text():
            self._type()

    def _show_chips(self) -> None:
        count = len(self._entries)
        if count != len(self._shown):
            added = [self._new_chip(at) for at in range(len(self._shown), count)]
            self._shown += added
            kept, gone = self._shown[:count], self._shown[count:]
            self._flow.take_all()
            for widget in (*kept, self.field):
                self._flow.addWidget(widget)
            for chip in added:
                QWidget.setTabOrder(self.field, chip)
                QWidget.setTabOrder(chip, self.field)
            for chip in gone:
                if chip.hasFocus():
                    self.field.setFocus()
                dispose(chip)
            self._shown = kept
        titles = Counter(entry.title for _, entry in self._entries)
        for (part, entry), chip in zip(self._entries, self._shown, strict=True):
            title = entry.title if titles[entry.title] == 1 else f"{part.entry}: {entry.title}"
            chip.set_words(title, entry.value, closable=True)
            chip.setToolTip("\n".join(filter(None, (entry.help, f"{part.entry.capitalize()}: a click changes it."))))
        self.chips = {entry.path: chip for (_, entry), chip in zip(self._entries, self._shown, strict=True)}

    def _new_chip(self, at: int) -> Chip:
        chip = EntryChip("")
        chip.clicked.connect(partial(self._begin, at))
        chip.closed.connect(partial(self._remove, at))
        return chip

    def _begin(self, at: int, _: object = None) -> None:
        """Put an entry into the field, to be changed; its number is selected."""
        part, entry = self._entries[at]
        self._replaced = (part, entry)
        self.field.setText(entry.words)
        self.field.setFocus()
        digits = len(entry.words) - len(entry.words.rstrip("0123456789"))
        if digits:
            self.field.setSelection(len(entry.words) - digits, digits)
        else:
            self.field.selectAll()
        self._type()

    def _remove(self, at: int, _: object = None) -> None:
        self.edited.emit(self._entries[at][1].path, None)

    # ------------------------------------------------------------------------------------- typing

    def _type(self, _: str = "") -> None:
        """Show what the typed text means, and the names that fit."""
        typed = self.field.text()
        if not typed.strip():
            self._replaced = None
            self._hide_help()
            return
        self._fill_list(typed)
        self._understand(typed)
        self._show_help()

    def _part(self, typed: str) -> PartView:
        assert self._names is not None
        if self._replaced is not None:
            return self._replaced[0]
        return self._parts[0] if len(self._parts) == 1 else part_meant(self._parts, typed, self._names)

    def _understand(self, typed: str, part: PartView | None = None, *, is_own: bool = False) -> None:
        assert self._names is not None
        part = part or self._part(typed)
        replaced = None if self._replaced is None else self._replaced[1]
        found = understand(part, typed, self._names, replaced, is_own=is_own)
        self._understood = found if isinstance(found, str) else (part, found)
        self._show_understood()

    def _show_understood(self) -> None:
        found = self._understood
        is_wrong = isinstance(found, str)
        self.add.setText("Add" if self._replaced is None else "Change")
        self.add.setEnabled(not is_wrong)
        set_role(self.understood, "bad" if is_wrong else None)
        if isinstance(found, str):
            self.understood.setText(escape(found))
            return
        part, entry = found
        words = " ".join(filter(None, (entry.title, entry.words)))
        what = part.entry if len(self._parts) > 1 or not self._is_known(part, entry) else ""
        what = f"new {what}" if what and not self._is_known(part, entry) else what
        muted = palette().color("muted").name()
        about = " · ".join(filter(None, (what, entry.help)))
        self.understood.setText(f"→ <b>{escape(words)}</b> &nbsp;<span style='color:{muted}'>{escape(about)}</span>")

    def _is_known(self, part: PartView, entry: Addition) -> bool:
        assert self._names is not None
        if part.kind == "choices" or part.named(entry.title) is not None:
            return True
        return any(one.title == entry.title and not one.is_own for one in suggestions(part, entry.title, self._names))

    def _fill_list(self, typed: str) -> None:
        assert self._names is not None
        part = self._part(typed)
        found: list[tuple[PartView, Suggestion]] = [(part, one) for one in suggestions(part, typed, self._names)]
        if len(self._parts) > 1 and self._replaced is None and typed_name(part, typed, self._names):
            for other in self._parts:
                if other is not part:
                    found += [(other, one) for one in suggestions(other, typed, self._names, most=2)]
        found.sort(key=lambda one: one[1].is_own)
        self.list.clear()
        for of, one in found:
            title = f"New {of.entry} “{one.title}”" if one.is_own else one.title
            about = "" if one.is_own else " · ".join(filter(None, (of.entry if len(self._parts) > 1 else "", one.help)))
            item = QListWidgetItem(f"{title}   {about}".strip())
            item.setSizeHint(QSize(0, _ROW))
            item.setData(_OWN, (of, one))
            self.list.addItem(item)
        self.list.setFixedHeight(min(_ROWS, len(found)) * _ROW + 4)

    def _show_help(self) -> None:
        typed = bool(self.field.text().strip())
        self._line.setVisible(typed)
        self.list.setVisible(bool(self.list.count()) and self.field.hasFocus())
        self.updateGeometry()

    def _hide_help(self) -> None:
        self.list.clear()
        self._line.hide()
        self.list.hide()

    def _move(self, step: int) -> None:
        """Choose the next or the previous suggestion; without text, show the names that the game knows."""
        if not self.list.count():
            self._fill_list(self.field.text())
            self._show_help()
            return
        row = self.list.currentRow() + step
        self.list.setCurrentRow(max(0, min(row, self.list.count() - 1)))
        self._take_current()

    def _take_current(self) -> None:
        """Understand the typed text with the chosen name."""
        assert self._names is not None
        part, one = self._suggested(self.list.currentRow())
        typed = self.field.text()
        if not one.is_own:
            typed = with_name(part, typed, one.title, self._names)
            self.field.setText(typed)
        self._understand(typed, part, is_own=one.is_own)
        self._show_help()

    def _suggested(self, row: int) -> tuple[PartView, Suggestion]:
        part, one = self.list.item(row).data(_OWN)
        return part, one

    def _choose(self, item: QListWidgetItem) -> None:
        """Take a suggestion that was clicked: a plain name at once, one with a number after that was typed."""
        self.list.setCurrentItem(item)
        had_number = any(letter.isdecimal() for letter in self.field.text())
        self._take_current()
        part, _ = self._suggested(self.list.currentRow())
        if part.kind in ("names", "choices") or had_number:
            self.submit(False)
            return
        if not self.field.text().endswith(" "):
            self.field.setText(f"{self.field.text()} ")
        self.field.setFocus()

    def submit(self, is_own: bool) -> None:
        """Add or change the entry, if it is understood; else what is wrong with it stays visible."""
        if not self.field.text().strip():
            return
        if is_own:
            self._choose_own()
        found = self._understood
        if isinstance(found, str):
            self._show_help()
            return
        _, entry = found
        self.discard()
        if entry.key:
            self.renamed.emit(entry.path, entry.key, entry.value)
        else:
            self.edited.emit(entry.path, entry.value)

    def _choose_own(self) -> None:
        for row in range(self.list.count()):
            if self._suggested(row)[1].is_own:
                self.list.setCurrentRow(row)
                self._take_current()
                return

    def discard(self) -> None:
        """Empty the field: what is in it was added, or is not wanted."""
        self._replaced = None
        self._understood = ""
        self.field.clear()
        self._hide_help()

    def _leave(self) -> None:
        """The field has lost the focus: the list closes, and what was typed stays."""
        self.list.hide()
