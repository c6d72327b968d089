"""Editors of the open-ended parts of a sheet: entries as chips, and a field in which further ones are typed.

What is typed is shown as understood before it counts; the names that the game knows open below it. A click on a chip
puts the entry into the field, where it can be changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from PySide6.QtWidgets import QVBoxLayout as _Column

from gui.style.disposal import dispose
from gui.style.theme import HALF, SMALL, UNIT, palette, semi_bold, set_role, text_font
from gui.style.widgets import Chip, accept_enter
from gui.widgets.basics import Face, FlowLayout, draw_line, draw_line_to
from gui.widgets.fields import hold_typed, release_typed
from model.engine.names import Names
from model.state.folding import folded
from model.view.form import FieldView
from model.view.parts import EntryView, PartView
from model.view.typed_parts import Addition, Suggestion, part_meant, suggestions, typed_name, understand, with_name

_ROW = 27
"""Height of a suggestion in pixels."""
_ROWS = 7
_NAME, _KEY = Face(), Face(SMALL)
_ABOUT_LEFT, _LEAST = 180, 40
"""Where the column with what is known of a name begins, and its least width."""
_STEPS = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
_FIELD = 176
"""Width of the field in pixels."""
_SUGGESTION = Qt.ItemDataRole.UserRole
_ABOUT = Qt.ItemDataRole.UserRole + 1


class _AddField(QLineEdit):
    """The field: Up and Down choose a suggestion, Shift+Enter takes the name as it is typed, Esc discards it."""

    submitted = Signal(bool)
    """Enter was pressed; whether the name is to be taken as it is typed."""
    moved = Signal(int)
    discarded = Signal()
    left = Signal()
    entered = Signal()

    def event(self, event: QEvent) -> bool:
        """Without text, Ctrl+Z takes back the last step of the battle."""
        is_key = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and not self.text()
        if is_key and any(event.matches(key) for key in _STEPS):  # type: ignore[attr-defined]  # a key event
            event.ignore()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape if not self.text():
                event.ignore()  # for the drawer, which closes
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


class _SuggestionDelegate(QStyledItemDelegate):
    """A row: the name, what is known of it, and the key that takes it."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        colors = palette()
        rect = option.rect
        is_marked = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_marked:
            painter.fillRect(rect, colors.color("selected"))
        is_own = index.data(_SUGGESTION)[1].is_own
        key = "Enter" if is_marked else "Shift+Enter" if is_own else ""
        middle = rect.center().y() + 0.5
        right = rect.right() - UNIT
        if key:
            right -= round(draw_line_to(painter, key, _KEY, "muted", right, middle)) + UNIT
        left = rect.left() + UNIT
        name = str(index.data(Qt.ItemDataRole.DisplayRole))
        width = draw_line(painter, name, _NAME, "text", left, middle, right - left)
        at = left + max(width + 2 * UNIT, _ABOUT_LEFT)
        if right - at > _LEAST:
            draw_line(painter, str(index.data(_ABOUT)), _KEY, "muted", at, middle, right - at)


class EntryChip(Chip):
    """The chip of an entry, as of gear: Enter is a click, Del removes the entry, not the combatant."""

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
        self._entries: list[tuple[PartView, EntryView, FieldView | None]] = []
        """What each chip stands for: an entry, or a field of it that is on or off."""
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
        self._about = QLabel()
        set_role(self._about, "muted")
        self.add = QPushButton("Add")
        self.add.setAutoDefault(False)
        self.add.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.add.clicked.connect(lambda: self.submit(False))
        line.addWidget(self.understood)
        line.addWidget(self._about, 1)
        line.addWidget(self.add, 0, Qt.AlignmentFlag.AlignTop)
        return self._line

    def _made_list(self) -> QListWidget:
        found = QListWidget()
        found.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        found.setUniformItemSizes(True)
        found.setAccessibleName("Names of the game")
        found.setProperty("measure", "popup")
        found.setItemDelegate(_SuggestionDelegate(found))
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
        self._entries = [
            (part, entry, flag)
            for part in parts
            if part.path not in hidden
            for entry in part.entries
            for flag in (None, *entry.flags)
        ]
        if self._replaced is not None and self._replaced not in [(part, entry) for part, entry, _ in self._entries]:
            self.discard()
        self._show_chips()
        if self.field.text():
            self._type()

    @property
    def has_known_names(self) -> bool:
        """Whether the game declares names for one of the parts."""
        return any(self._known.entries(part.names) for part in self._parts)

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
        titles = Counter(entry.title for _, entry, flag in self._entries if flag is None)
        self.chips = {}
        for (part, entry, flag), chip in zip(self._entries, self._shown, strict=True):
            path = entry.path if flag is None else flag.path
            self.chips[path] = chip
            if flag is not None:
                chip.set_words(flag.title.lower(), "yes" if flag.value else "no")
                chip.setToolTip(f"{entry.title}: a click switches it.")
                continue
            chip.set_words(self._title(part, entry, titles), self._value(entry), closable=True)
            chip.setToolTip("\n".join(filter(None, (entry.help, f"{part.entry.capitalize()}: a click changes it."))))

    def _title(self, part: PartView, entry: EntryView, titles: Mapping[str, int]) -> str:
        """The title of an entry; with that of its part, if another one is called so, too."""
        return entry.title if titles[entry.title] == 1 else f"{part.entry}: {entry.title}"

    def _value(self, entry: EntryView) -> str:
        """What is said of an entry, without the fields that have a chip of their own."""
        flags = {flag.title.lower() for flag in entry.flags}
        return ", ".join(word for word in entry.value.split(", ") if word not in flags)

    def _new_chip(self, at: int) -> Chip:
        chip = EntryChip("")
        chip.clicked.connect(partial(self._begin, at))
        chip.closed.connect(partial(self._remove, at))
        return chip

    def _begin(self, at: int, _: object = None) -> None:
        """Put an entry into the field, to be changed; its number is selected."""
        part, entry, flag = self._entries[at]
        if flag is not None:
            self.edited.emit(flag.path, not flag.value)
            return
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
            release_typed(self)
            self._replaced = None
            self._hide_help()
            return
        if isinstance(self.window(), QDialog):
            # What is typed into a form is part of what the form saves.
            hold_typed(self, self._enter_typed)
        self._fill_list(typed)
        self._understand(typed)
        self._show_help()

    def _enter_typed(self) -> bool:
        """Add what is typed before a command of the form; return False if it is not understood."""
        self.submit(False)
        return not self.field.text().strip()

    def _part(self, typed: str) -> PartView:
        if self._replaced is not None:
            return self._replaced[0]
        return self._parts[0] if len(self._parts) == 1 else part_meant(self._parts, typed, self._known)

    def _understand(self, typed: str) -> None:
        """Understand what is typed, or else the first suggestion that begins like it."""
        part = self._part(typed)
        self._read(typed, part)
        name = typed_name(part, typed, self._known)
        if self._is_of_the_game or not folded(name):
            return
        for row in range(self.list.count()):
            of, one = self._suggested(row)
            if not one.is_own and folded(one.title).startswith(folded(name)):
                self._read(with_name(of, typed, one.title, self._known), of)
                return

    def _read(self, typed: str, part: PartView, *, is_own: bool = False) -> None:
        replaced = None if self._replaced is None else self._replaced[1]
        found = understand(part, typed, self._known, replaced, is_own=is_own)
        self._understood = found if isinstance(found, str) else (part, found)
        self._show_understood()

    @property
    def _known(self) -> Names:
        assert self._names is not None, "there are parts"
        return self._names

    @property
    def _is_of_the_game(self) -> bool:
        """Whether the typed entry has a name that the game or the sheet knows."""
        found = self._understood
        return not isinstance(found, str) and self._is_known(*found)

    def _show_understood(self) -> None:
        found = self._understood
        is_wrong = isinstance(found, str)
        self.add.setText("Add" if self._replaced is None else "Change")
        self.add.setEnabled(not is_wrong)
        set_role(self.understood, "bad" if is_wrong else None)
        self._mark_row()
        self._about.setVisible(not is_wrong)
        self.understood.setFont(text_font() if is_wrong else semi_bold())
        if isinstance(found, str):
            self.understood.setText(found)
            return
        part, entry = found
        what = part.entry if len(self._parts) > 1 or not self._is_of_the_game else ""
        what = what if self._is_of_the_game else f"new {what}"
        self.understood.setText(f"→ {' '.join(filter(None, (entry.title, entry.words)))}")
        self._about.setText(" · ".join(filter(None, (what, entry.help))))

    def _mark_row(self) -> None:
        """Mark the suggestion that Enter takes."""
        found = self._understood
        rows = range(self.list.count()) if not isinstance(found, str) else ()
        for row in rows:
            part, one = self._suggested(row)
            is_meant = one.is_own if not self._is_of_the_game else one.title == found[1].title
            if part is found[0] and is_meant:
                self.list.setCurrentRow(row)
                return
        self.list.setCurrentRow(-1)

    def _is_known(self, part: PartView, entry: Addition) -> bool:
        if part.kind == "choices" or part.named(entry.title) is not None:
            return True
        return any(one.title == entry.title and not one.is_own for one in suggestions(part, entry.title, self._known))

    def _fill_list(self, typed: str) -> None:
        part = self._part(typed)
        found: list[tuple[PartView, Suggestion]] = [(part, one) for one in suggestions(part, typed, self._known)]
        if len(self._parts) > 1 and self._replaced is None and typed_name(part, typed, self._known):
            for other in self._parts:
                if other is not part:
                    found += [(other, one) for one in suggestions(other, typed, self._known, most=2)]
        found.sort(key=lambda one: one[1].is_own)
        self.list.clear()
        for of, one in found:
            about = one.help if one.is_own or len(self._parts) == 1 else " · ".join(filter(None, (of.entry, one.help)))
            item = QListWidgetItem(f"New {of.entry} “{one.title}”" if one.is_own else one.title)
            item.setSizeHint(QSize(0, _ROW))
            item.setData(_SUGGESTION, (of, one))
            item.setData(_ABOUT, "" if one.is_own else about)
            self.list.addItem(item)
        self.list.setFixedHeight(min(_ROWS, len(found)) * _ROW + UNIT + 2)

    def _show_help(self) -> None:
        typed = bool(self.field.text().strip())
        self._line.setVisible(typed)
        self.list.setVisible(bool(self.list.count()) and self.field.hasFocus())
        self.updateGeometry()
        QTimer.singleShot(0, self, self._scroll_to_help)

    def _scroll_to_help(self) -> None:
        """Scroll the panel that the editor is in, so that the field and what is shown below it are visible."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None and self.field.hasFocus():
            shown = [one for one in (self.list, self._line, self.field) if one.isVisible()]
            for widget in shown:
                area.ensureWidgetVisible(widget, 0, HALF)

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
        part, one = self._suggested(self.list.currentRow())
        typed = self.field.text()
        if not one.is_own:
            typed = with_name(part, typed, one.title, self._known)
            self.field.setText(typed)
        self._read(typed, part, is_own=one.is_own)
        self._show_help()

    def _suggested(self, row: int) -> tuple[PartView, Suggestion]:
        part, one = self.list.item(row).data(_SUGGESTION)
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
        part, entry = found
        self.discard()
        if any((one.title, one.value) == (entry.title, entry.words) for one in part.entries):
            return  # nothing changes
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
        release_typed(self)
        self._replaced = None
        self._understood = ""
        self.field.clear()
        self._hide_help()

    def _leave(self) -> None:
        """The field has lost the focus: the list closes, and what was typed stays."""
        self.list.hide()
