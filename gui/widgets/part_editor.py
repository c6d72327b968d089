"""Editors of the open-ended parts of a sheet: entries as chips, and a field in which further ones are typed.

What is typed is shown as understood before it counts; the names that the game knows open below it. A click on a chip
puts the entry into the field, where it can be changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QWidget,
)
from PySide6.QtWidgets import QVBoxLayout as _Column

from gui.style.theme import HALF, UNIT, semi_bold, set_role, text_font
from gui.style.widgets import Chip, accept_enter
from gui.widgets.chip_row import ChipRow, ChipShown
from gui.widgets.fields import hold_typed, release_typed
from gui.widgets.suggestions import SuggestionList
from model.engine.names import Names
from model.state.folding import folded
from model.state.texts import lowered
from model.view.form import FieldView
from model.view.parts import EntryView, PartView
from model.view.typed_parts import Addition, part_meant, suggestions, typed_name, understand, with_name

_STEPS = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
_FIELD, _AROUND = 176, 28
"""Least width of the field in pixels, and what it is wider than its text."""


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


class _UnderstoodLine(QWidget):
    """What the typed text means, or what is wrong with it, and a button that enters it."""

    def __init__(self) -> None:
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(UNIT)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self._about = QLabel()
        set_role(self._about, "muted")
        self.add = QPushButton("Add")
        self.add.setAutoDefault(False)
        self.add.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        line.addWidget(self.words)
        line.addWidget(self._about, 1)
        line.addWidget(self.add, 0, Qt.AlignmentFlag.AlignTop)

    def show_problem(self, sentence: str) -> None:
        self._show(sentence, is_wrong=True)

    def show_entry(self, words: str, *about: str) -> None:
        self._about.setText(" · ".join(filter(None, about)))
        self._show(f"→ {words}", is_wrong=False)

    def _show(self, words: str, *, is_wrong: bool) -> None:
        self.add.setEnabled(not is_wrong)
        set_role(self.words, "bad" if is_wrong else None)
        self._about.setVisible(not is_wrong)
        self.words.setFont(text_font() if is_wrong else semi_bold())
        self.words.setText(words)


class PartEditor(QWidget):
    """The entries of one or more parts, and one field for all of them."""

    edited = Signal(str, object)
    """Path of an entry, and its new value; None removes it."""
    renamed = Signal(str, str, object)
    """Path of an entry of a table, its new key, and its value."""

    def __init__(self, parent: QWidget | None = None, *, is_tall: bool = False) -> None:
        """A tall one belongs into a form, where there is room."""
        super().__init__(parent)
        self._parts: tuple[PartView, ...] = ()
        self._names: Names | None = None
        self._replaced: tuple[PartView, EntryView] | None = None
        self._understood: tuple[PartView, Addition] | str = ""
        self.chips: dict[str, Chip] = {}
        """The chip of each entry, by its path."""
        self._entries: list[tuple[PartView, EntryView, FieldView | None]] = []
        """What each chip stands for: an entry, or a field of it that is on or off."""
        column = _Column(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self.field = self._made_field()
        self._row = ChipRow(self.field)
        if is_tall:
            self._row.set_tall()
        column.addWidget(self._row)
        self._line = _UnderstoodLine()
        self.understood, self.add = self._line.words, self._line.add
        self.add.clicked.connect(lambda: self.submit(False))
        column.addWidget(self._line)
        self.list = SuggestionList()
        self.list.itemClicked.connect(self._choose)
        column.addWidget(self.list)
        self._hide_help()

    def _made_field(self) -> _AddField:
        field = _AddField()
        field.setFixedWidth(_FIELD)
        field.textEdited.connect(self._type)
        field.submitted.connect(self.submit)
        field.moved.connect(self._move)
        field.discarded.connect(self.discard)
        field.left.connect(self._leave)
        field.entered.connect(self._show_help)
        return field

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
        self.field.setFixedWidth(max(_FIELD, self.field.fontMetrics().horizontalAdvance(what) + _AROUND))
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
        titles = Counter(entry.title for _, entry, flag in self._entries if flag is None)
        shown = self._row.show_chips([self._chip(*one, titles) for one in self._entries])
        paths = [entry.path if flag is None else flag.path for _, entry, flag in self._entries]
        self.chips = dict(zip(paths, shown, strict=True))

    def _chip(self, part: PartView, entry: EntryView, flag: FieldView | None, titles: Mapping[str, int]) -> ChipShown:
        if flag is not None:
            return ChipShown(
                text=lowered(flag.title),
                value="yes" if flag.value else "no",
                tooltip=f"{entry.title}: a click switches it.",
                clicked=partial(self.edited.emit, flag.path, not flag.value),
            )
        return ChipShown(
            text=self._title(part, entry, titles),
            value=self._value(entry),
            tooltip="\n".join(filter(None, (entry.help, f"{part.entry.capitalize()}: a click changes it."))),
            clicked=partial(self._begin, part, entry),
            closed=partial(self.edited.emit, entry.path, None),
            is_closable=True,
        )

    def _title(self, part: PartView, entry: EntryView, titles: Mapping[str, int]) -> str:
        """The title of an entry; with that of its part, if another one is called so, too."""
        return entry.title if titles[entry.title] == 1 else f"{part.entry}: {entry.title}"

    def _value(self, entry: EntryView) -> str:
        """What is said of an entry, without the fields that have a chip of their own."""
        flags = {flag.title.lower() for flag in entry.flags}
        return ", ".join(word for word in entry.value.split(", ") if word not in flags)

    def _begin(self, part: PartView, entry: EntryView) -> None:
        """Put an entry into the field, to be changed; its number is selected."""
        self._replaced = (part, entry)
        self.field.setText(entry.words)
        self.field.setFocus()
        digits = len(entry.words) - len(entry.words.rstrip("0123456789"))
        if digits:
            self.field.setSelection(len(entry.words) - digits, digits)
        else:
            self.field.selectAll()
        self._type()

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
        for of, one in self.list.all_suggested:
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
        self.add.setText("Add" if self._replaced is None else "Change")
        self._mark_row()
        if isinstance(found, str):
            self._line.show_problem(found)
            return
        part, entry = found
        what = part.entry if len(self._parts) > 1 or not self._is_of_the_game else ""
        what = what if self._is_of_the_game else f"new {what}"
        self._line.show_entry(" ".join(filter(None, (entry.title, entry.words))), what, entry.help)

    def _mark_row(self) -> None:
        """Mark the suggestion that Enter takes."""
        if isinstance(self._understood, str):
            self.list.mark(None)
        else:
            part, entry = self._understood
            self.list.mark(part, entry.title if self._is_of_the_game else "")

    def _is_known(self, part: PartView, entry: Addition) -> bool:
        if part.kind == "choices" or part.named(entry.title) is not None:
            return True
        return any(one.title == entry.title and not one.is_own for one in suggestions(part, entry.title, self._known))

    def _fill_list(self, typed: str) -> None:
        part = self._part(typed)
        others = [one for one in self._parts if one is not part] if self._replaced is None else []
        self.list.fill(part, others, typed, self._known)

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
        self.list.step(step)
        self._take_current()

    def _take_current(self) -> None:
        """Understand the typed text with the chosen name."""
        part, one = self.list.current
        typed = self.field.text()
        if not one.is_own:
            typed = with_name(part, typed, one.title, self._known)
            self.field.setText(typed)
        self._read(typed, part, is_own=one.is_own)
        self._show_help()

    def _choose(self, item: QListWidgetItem) -> None:
        """Take a suggestion that was clicked: a plain name at once, one with a number after that was typed."""
        self.list.setCurrentItem(item)
        had_number = any(letter.isdecimal() for letter in self.field.text())
        self._take_current()
        part, _ = self.list.current
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
        own = next((part for part, one in self.list.all_suggested if one.is_own), None)
        if own is not None:
            self.list.mark(own)
            self._take_current()

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
