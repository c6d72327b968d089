"""Dialogs for new combatants: pasted from a spreadsheet, or built from an archetype of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSize, QStringListModel, Qt
from PySide6.QtGui import QFontMetricsF, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from gui.controllers.pasting import PastedNewcomers, PastedTable, Pasting
from gui.controllers.quick_build import Build, QuickBuild
from gui.dialogs.marked_words import mark_in_line
from gui.dialogs.quick_entry import TOKEN, token_picture
from gui.style.disposal import dispose_items
from gui.style.theme import HALF, UNIT, palette, set_role
from gui.style.widgets import icon, padded_column
from gui.widgets.basics import Switch
from gui.widgets.fields import ChoiceField, NumberField
from model.content.typed import MOST
from model.engine.archetypes import Archetype
from model.state.base import replace
from model.view.form import FieldView

# --------------------------------------------------------------------------------------------------------------- pasted

_PASTED_SIZE = QSize(860, 480)
_TEXT_HEIGHT = 96
_TAB = 12
"""Width of a tab in characters."""
_PASTE_HINT = (
    "Rows of a spreadsheet under a line of headings: Name, Count, Side, Hidden, Role, Gear, Skills, Notes, and numbers "
    "such as HP."
)


class PasteCombatantsDialog(QDialog):
    """Adds combatants from a table in one step. What is not understood is shown beside its row and left out."""

    def __init__(
        self,
        pasting: Pasting,
        add: Callable[[Sequence[dict[str, Any]]], str | None],
        text: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """`add` adds kinds of combatants and returns None, or why it cannot; `text` is in the field at first."""
        super().__init__(parent)
        self.setWindowTitle("Paste Combatants")
        self.resize(_PASTED_SIZE)
        self._pasting = pasting
        self._add = add
        self.table = PastedTable()
        column = padded_column(self)
        hint = _label(_PASTE_HINT, "muted")
        self.text = _PastedText()
        self.text.setFixedHeight(_TEXT_HEIGHT)
        self.text.setAccessibleName("Table")
        self.text.setPlaceholderText("Name\tCount\tHP\nRaider\t3\t12")
        self.columns, self.problems, self.refused = _label("", "muted"), _label("", "bad"), _label("", "bad")
        self.rows = _rows_table()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.addButton("Add", QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setDefault(True)
        set_role(self.ok, "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        for widget in (hint, self.text, self.columns, self.problems, self.rows, self.refused, buttons):
            column.addWidget(widget, 1 if widget is self.rows else 0)
        self.text.textChanged.connect(self._read)
        self.text.submitted = self.accept
        self.text.setPlainText(text)
        self._read()
        (self.ok if self.table.kinds else self.text).setFocus()

    def _read(self) -> None:
        """Read the text, and show what each row becomes."""
        self.table = table = self._pasting.read(self.text.toPlainText())
        _show_message(self.columns, table.columns)
        _show_message(self.problems, "\n".join(table.problems))
        _show_message(self.refused, "")
        self.rows.setRowCount(len(table.rows))
        for at, row in enumerate(table.rows):
            self._show_row(at, row)
        self.rows.resizeRowsToContents()
        count = table.count
        self.ok.setText(f"Add {count} Combatant{'' if count == 1 else 's'}" if count else "Add")
        self.ok.setEnabled(bool(count))

    def _show_row(self, at: int, row: PastedNewcomers) -> None:
        first = QTableWidgetItem("\n".join(filter(None, (row.shown.words, row.shown.hint))))
        if row.shown.hint:
            first.setForeground(palette().color("now_text"))
        if row.options is None:
            first.setIcon(icon("alert-triangle"))
            first.setForeground(palette().color("bad"))
        else:
            ratio = self.devicePixelRatioF()
            shown = row.shown
            first.setIcon(QIcon(token_picture(shown.name, shown.side, ratio, is_hidden=shown.is_hidden)))
        second = QTableWidgetItem("\n".join(row.left_out))
        second.setForeground(palette().color("bad"))
        for column, item in enumerate((QTableWidgetItem(str(row.line)), first, second)):
            item.setToolTip(item.text())
            self.rows.setItem(at, column, item)

    def accept(self) -> None:
        kinds = self.table.kinds
        if not kinds:
            _show_message(self.refused, "There is no one to add: paste a table with a column “Name”.")
            return
        problem = self._add(kinds)
        if problem is None:
            super().accept()
        else:
            _show_message(self.refused, problem)


class _PastedText(QPlainTextEdit):
    """Field for copied lines, not wrapped: Ctrl+Enter submits, Tab moves to the next field."""

    def __init__(self) -> None:
        super().__init__()
        self.submitted: Callable[[], object] = lambda: None
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabStopDistance(_TAB * QFontMetricsF(self.font()).averageCharWidth())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submitted()
        else:
            super().keyPressEvent(event)


def _rows_table() -> QTableWidget:
    table = QTableWidget(0, 3)
    table.setHorizontalHeaderLabels(["Line", "Becomes", "Left out"])
    table.setAccessibleName("What each row becomes")
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setWordWrap(True)
    table.setIconSize(QSize(TOKEN, TOKEN))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.setTabKeyNavigation(False)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    header.setSectionResizeMode(2, QHeaderView.ResizeMode.Interactive)
    header.resizeSection(2, 40 * UNIT)
    return table


def _label(words: str, role: Any) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    set_role(label, role)
    return label


def _show_message(label: QLabel, words: str) -> None:
    label.setText(words)
    label.setVisible(bool(words))


# ---------------------------------------------------------------------------------------------- built from an archetype

_BUILD_WIDTH = 740
_FIELD = 76
"""Width of a number field in pixels."""
_COLUMNS = 3
_LARGEST = 9_999
_OPEN = "–"
SIDES = {"pc": "Players", "npc": "Opponents", "ally": "Allies"}


class QuickBuildDialog(QDialog):
    """Builds combatants from an archetype. Enter adds them; if that fails, the dialog shows why and stays open."""

    def __init__(
        self,
        build: QuickBuild,
        sides: tuple[str, ...],
        add: Callable[[dict[str, Any]], str | None],
        parent: QWidget | None = None,
    ) -> None:
        """`add` takes the options of `add_combatant` and returns None, or why it cannot add them."""
        super().__init__(parent)
        self.setWindowTitle("Quick Build")
        self.setMinimumWidth(_BUILD_WIDTH)
        self._build = build
        self._add = add
        self._typed: dict[str, int | None] = {}
        self._usual: dict[str, int | None] = {}
        self._has_typed_gear = False
        self.numbers: dict[str, NumberField] = {}
        standard = next((one for one in build.archetypes if one is build.content.ruleset.standard), build.archetypes[0])
        self._archetype: Archetype = standard
        column = padded_column(self)
        self.name = QLineEdit()
        self.name.setPlaceholderText("Guard captain, with further skills, powers and gear behind the name")
        column.addLayout(_titled(("&Name", self.name)))
        column.addLayout(self._role_line())
        column.addLayout(self._who_line(sides))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(UNIT)
        self._grid.setVerticalSpacing(HALF)
        column.addLayout(self._grid)
        self.gear = QLineEdit()
        self.gear.setPlaceholderText("No gear")
        self.gear.setCompleter(_GearCompleter([one.name for one in build.content.gear], self.gear))
        column.addLayout(_titled(("&Gear", self.gear)))
        self.summary, self.origin, self.hint, self.problem = map(_words, (None, "muted", "now", "bad"))
        for words in (self.summary, self.origin, self.hint, self.problem):
            column.addWidget(words)
        column.addLayout(self._buttons())
        self.name.textChanged.connect(self._name_changed)
        self.gear.textEdited.connect(self._gear_typed)
        for box in (self.level, self.count):
            box.changed.connect(self._show_archetype)
        self._show_archetype()
        self.name.setFocus()

    # ------------------------------------------------------------------------------------- parts

    def _role_line(self) -> QHBoxLayout:
        """Return the archetypes as buttons: the arrow keys move between them, Alt and a letter choose one."""
        self.roles = QButtonGroup(self)
        self.role_buttons: dict[str, QPushButton] = {}
        line = QHBoxLayout()
        line.setSpacing(HALF)
        for archetype in self._build.archetypes:
            button = QPushButton(f"&{archetype.title}")
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setChecked(archetype is self._archetype)
            button.setToolTip(archetype.help)
            button.toggled.connect(lambda on, archetype=archetype: self._choose(archetype) if on else None)
            # On press: after Alt and a letter, Qt toggles a tenth of a second later, and Enter may come before that.
            button.pressed.connect(lambda button=button: button.setChecked(True))
            self.roles.addButton(button)
            self.role_buttons[archetype.id] = button
            line.addWidget(button, 1)
        return line

    def _who_line(self, sides: tuple[str, ...]) -> QHBoxLayout:
        self.level, self.count = _number(*self._archetype.levels), _number(1, MOST)
        self.side = ChoiceField(((SIDES.get(side, side), side) for side in sides), "npc")
        self.side.setProperty("measure", "small")
        self.hidden = Switch()
        fields: list[tuple[str, QWidget]] = [("&How many", self.count), ("Si&de", self.side), ("H&idden", self.hidden)]
        if self._archetype.has_levels:
            fields.insert(0, ("&Level", self.level))
        line = _titled(*fields)
        line.addStretch(1)
        return line

    def _buttons(self) -> QHBoxLayout:
        self.reset = QPushButton("&Reset Numbers")
        self.reset.setAutoDefault(False)
        self.reset.setToolTip("Discards typed numbers.")
        self.reset.clicked.connect(self._reset)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.addButton("Add to Battle", QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setDefault(True)
        set_role(self.ok, "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        line = QHBoxLayout()
        line.addWidget(self.reset)
        line.addStretch(1)
        line.addWidget(buttons)
        return line

    # ----------------------------------------------------------------------------------- numbers

    def _choose(self, archetype: Archetype) -> None:
        self._archetype = archetype
        self._show_archetype()

    def _show_archetype(self) -> None:
        """Show the numbers of the archetype at the chosen level; typed numbers stay as they are."""
        self._show_numbers()
        if not self._has_typed_gear:
            self.gear.setText(self._build.usual_gear(self._archetype))
        self.origin.setText(f"{self._archetype.help} {self._archetype.origin}")
        self._refresh()

    def _show_numbers(self) -> None:
        """Show all numbers but the typed ones: those of the archetype, and what follows from the typed ones."""
        usual = self._build.numbers(replace(self.build, numbers={}))
        if is_new := set(self.numbers) != {one.path for one in usual}:
            self._make_numbers(usual)
        following = self._build.numbers(self.build) if self._typed else usual
        for field, follows in zip(usual, following, strict=True):
            is_typed = field.path in self._typed
            value = field.value if is_typed else follows.value
            self._usual[field.path] = value if isinstance(value, int) else None
            if is_new or not is_typed:
                self.numbers[field.path].show_number(self._typed.get(field.path, self._usual[field.path]))

    def _make_numbers(self, fields: tuple[FieldView, ...]) -> None:
        dispose_items(self._grid)
        self.numbers = {}
        for at, field in enumerate(fields):
            box = _number(
                -_LARGEST if field.least is None else int(field.least),
                _LARGEST if field.most is None else min(_LARGEST, int(field.most)),
                is_optional=field.is_optional,
            )
            box.setToolTip(field.help)
            box.setAccessibleName(field.title)
            box.changed.connect(lambda path=field.path: self._number_typed(path))
            label = QLabel(field.title)
            label.setBuddy(box)
            set_role(label, "muted")
            column = 2 * (at % _COLUMNS)
            self._grid.addWidget(label, at // _COLUMNS, column)
            self._grid.addWidget(box, at // _COLUMNS, column + 1)
            self.numbers[field.path] = box
        for column in range(_COLUMNS):
            self._grid.setColumnStretch(2 * column, 1)

    def _number_typed(self, path: str) -> None:
        box = self.numbers[path]
        number = None if box.number is None else box.whole
        if number == self._usual[path]:
            self._typed.pop(path, None)
        else:
            self._typed[path] = number
        self._show_numbers()
        self._refresh()

    def _gear_typed(self) -> None:
        self._has_typed_gear = True
        self._refresh()

    def _name_changed(self) -> None:
        self._say("")
        self._show_numbers()
        self._refresh()

    def _reset(self) -> None:
        self._typed.clear()
        self._has_typed_gear = False
        self._show_archetype()

    @property
    def build(self) -> Build:
        """The build with the current field values."""
        return Build(
            archetype=self._archetype,
            name=self.name.text(),
            level=self.level.whole,
            count=self.count.whole,
            side=self.side.currentData(),
            is_hidden=self.hidden.isChecked(),
            gear=self.gear.text(),
            numbers=self._typed,
        )

    def _refresh(self) -> None:
        """Show a summary of the build, or its problem, except that the name is missing."""
        named = replace(self.build, name=self.name.text().strip() or self._archetype.title)
        view = self._build.view(named)
        self.summary.setText("" if isinstance(view, str) else self._build.summary(named, view))
        self._say(view if isinstance(view, str) else "")
        _show_message(self.hint, self._build.hint(self.build))
        mark_in_line(self.name, self._build.entries(self.build))
        self.reset.setVisible(bool(self._typed) or self._has_typed_gear)

    def _say(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def accept(self) -> None:
        options = self._build.options(self.build)
        problem = options if isinstance(options, str) else self._add(options)
        if problem is None:
            super().accept()
            return
        self._say(problem)
        if not self.name.text().strip():
            self.name.setFocus()


class _GearCompleter(QCompleter):
    """Completes the last of several names that are separated by commas."""

    def __init__(self, names: list[str], field: QLineEdit) -> None:
        super().__init__(QStringListModel(names, field), field)
        self._field = field
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)

    def splitPath(self, path: str) -> list[str]:
        return [path.rpartition(",")[2].strip()]

    def pathFromIndex(self, index: Any) -> str:
        before, comma, _ = self._field.text().rpartition(",")
        return f"{before}{comma} {super().pathFromIndex(index)}" if comma else super().pathFromIndex(index)


def _titled(*fields: tuple[str, QWidget]) -> QHBoxLayout:
    """Return the fields in one line, each after its title."""
    line = QHBoxLayout()
    line.setSpacing(UNIT)
    for words, field in fields:
        label = QLabel(words)
        label.setBuddy(field)
        set_role(label, "muted")
        field.setAccessibleName(words.replace("&", ""))
        line.addWidget(label)
        line.addWidget(field, 1 if isinstance(field, QLineEdit) else 0)
    return line


def _words(role: Any) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        set_role(label, role)
    return label


def _number(least: int, most: int, *, is_optional: bool = False) -> NumberField:
    """Return a small field for a whole number, or for none if it is optional."""
    box = NumberField(least, most, None if is_optional else least, empty=_OPEN if is_optional else "")
    box.setProperty("measure", "small")
    box.setFixedWidth(_FIELD)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    return box
