"""The form of all fields of a sheet or of gear: sections with one left edge, and the open-ended parts among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from gui.displays.widgets import ValueEdit
from gui.panels.fields_form import FieldsForm, help_of
from gui.style.disposal import dispose_items
from gui.style.theme import HALF, UNIT, heading_font, set_role
from gui.style.widgets import icon
from gui.widgets.basics import FlowLayout, Switch
from gui.widgets.fields import ChoiceField
from gui.widgets.part_editor import PartEditor
from model.engine.names import Names
from model.view.form import FieldView
from model.view.parts import PartView
from model.view.typed_parts import name_for_field, title_in_field

_LABELS = 92
"""Width of the column of headings in pixels."""
_WIDTHS = {"number": 56, "decimal": 56, "text": 204, "choice": 132}
"""Least width of a field by its kind."""
_BOXED = (
    "QLineEdit { background: palette(base); border: 1px solid palette(mid); border-radius: 6px; padding: 0 8px;"
    " min-height: 26px; }"
    "QLineEdit:focus { border-color: palette(accent); }"
)
"""Fields that are seen to be fields."""


class NamedEdit(ValueEdit):
    """A field for one of the names that the game knows, in any spelling, or for a name of one's own.

    Down, or a click on the arrow, opens the names of the game.
    """

    def __init__(self, field: FieldView, names: Names) -> None:
        super().__init__()
        self._field = field
        self._names_known = names
        arrow = self.addAction(icon("chevron-down"), self.ActionPosition.TrailingPosition)
        arrow.setToolTip("Names of the game (Down)")
        arrow.triggered.connect(self.choose)

    def show_field(self, field: FieldView) -> None:
        """Show the title of the field's name."""
        self._field = field
        self.set_value(title_in_field(field, self._names_known) if field.value else "")

    def stored(self, typed: str) -> str:
        """What is stored for a typed name."""
        return name_for_field(self._field, typed, self._names_known) if typed else ""

    def names_menu(self) -> QMenu:
        """Return a menu of the names of the game, in which that of the field is checked."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for one in self._names_known.entries(self._field.names):
            entry = menu.addAction(one.title.replace("&", "&&"))
            entry.setCheckable(True)
            entry.setChecked(one.title == self.text())
            entry.triggered.connect(partial(self._take, one.title))
        return menu

    def choose(self) -> None:
        """Open the names of the game below the field."""
        self.names_menu().popup(self.mapToGlobal(QPoint(0, self.height())))

    def _take(self, title: str, _: object = None) -> None:
        self.setText(title)
        self.enter()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and not event.modifiers():
            self.choose()
        else:
            super().keyPressEvent(event)


class SectionsForm(FieldsForm):
    """Titled fields and open-ended parts; a heading at the left of each group, its fields beside it."""

    renamed = Signal(str, str, object)
    """Path of an entry of a table, its new key, and its value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, columns=1)
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        self._grid.addLayout(self._column, 0, 0, 1, 2)
        self._parts: tuple[PartView, ...] = ()
        self._names: Names | None = None
        self._parts_built: tuple[tuple[str, str], ...] = ()
        self.parts: dict[str, PartEditor] = {}
        """The editor of each open-ended part, by its path."""

    def set_form(self, fields: Iterable[FieldView], parts: Sequence[PartView], names: Names) -> None:
        """Show these fields and parts; text being typed is kept."""
        self._parts, self._names = tuple(parts), names
        shape = tuple((part.path, part.group) for part in self._parts)
        if shape != self._parts_built:
            self._parts_built = shape
            self._built = ()
        super().set_fields(field for field in fields if not field.part)
        for part in self._parts:
            self.parts[part.path].set_parts((part,), names)

    def discard_typed(self) -> None:
        """Empty the fields for further entries: what is in them was typed for another combatant."""
        for editor in self.parts.values():
            editor.discard()

    def _rebuild(self, fields: tuple[FieldView, ...]) -> None:
        dispose_items(self._column)
        self.controls = {}
        self.parts = {}
        for group in self._groups(fields):
            section = Section(group)
            self._column.addWidget(section)
            for field in fields:
                if field.group == group:
                    section.add_field(field, self._control_of(field))
            parts = [part for part in self._parts if part.group == group]
            is_alone = len(parts) == 1 and not any(field.group == group for field in fields)
            for part in parts:
                section.add_part(part, self._editor_of(part), is_titled=not is_alone)

    def _groups(self, fields: Iterable[FieldView]) -> list[str]:
        """The headings in their order; those of open-ended parts alone, such as skills, follow the attributes."""
        groups = list(dict.fromkeys(one.group for one in fields))
        open_groups = dict.fromkeys(part.group for part in self._parts if part.group not in groups)
        anchor = next((one.group if one.group in groups else one.after for one in self._parts), "")
        at = groups.index(anchor) + 1 if anchor in groups else 0
        return [*groups[:at], *open_groups, *groups[at:]]

    def _control_of(self, field: FieldView) -> QWidget:
        control = self._control(field)
        control.setAccessibleName(field.title)
        control.setToolTip(help_of(field))
        if isinstance(control, ValueEdit):
            control.setStyleSheet(_BOXED)
        self.controls[field.path] = control
        return control

    def _control(self, field: FieldView) -> ValueEdit | Switch | ChoiceField:
        if not field.names or self._names is None:
            return super()._control(field)
        line = NamedEdit(field, self._names)
        line.submitted.connect(lambda typed: self._submit_name(field, line, typed))
        return line

    def _submit_name(self, field: FieldView, line: NamedEdit, typed: str) -> None:
        self.edited.emit(field.path, line.stored(typed))
        line.restore()

    def _show(self, field: FieldView) -> None:
        control = self.controls[field.path]
        if isinstance(control, NamedEdit):
            control.show_field(field)
        else:
            super()._show(field)
            if isinstance(control, ValueEdit) and control.placeholderText():
                control.setPlaceholderText(field.differs or field.counts or "–")

    def _editor_of(self, part: PartView) -> PartEditor:
        editor = PartEditor(is_tall=True)
        editor.edited.connect(self.edited)
        editor.renamed.connect(self.renamed)
        self.parts[part.path] = editor
        return editor


class Section(QFrame):
    """A heading, and beside it a widget, or fields with their titles above them and open-ended parts below these."""

    def __init__(self, title: str, widget: QWidget | None = None, *, is_first: bool = False) -> None:
        super().__init__()
        self.setObjectName("section")
        if not is_first:
            self.setStyleSheet("#section { border-top: 1px solid palette(mid); }")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, UNIT, 0, UNIT)
        line.setSpacing(UNIT)
        heading = QLabel(title)
        heading.setFont(heading_font())
        heading.setFixedWidth(_LABELS)
        heading.setWordWrap(True)
        heading.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        set_role(heading, "muted")
        line.addWidget(heading)
        body = QVBoxLayout()
        body.setSpacing(HALF + 2)
        line.addLayout(body, 1)
        self._title = title
        self._body = body
        self._flow: FlowLayout | None = None
        if widget is not None:
            body.addWidget(widget)

    def add_field(self, field: FieldView, control: QWidget) -> None:
        """Add a field, with its title above it."""
        if self._flow is None:
            fields = QWidget()
            self._flow = FlowLayout(fields, spacing=UNIT)
            self._body.addWidget(fields)
        cell = QWidget()
        column = QVBoxLayout(cell)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        title = QLabel(field.title)
        title.setBuddy(control)
        title.setToolTip(field.help)
        column.addWidget(title)
        control.setMinimumWidth(_WIDTHS.get(field.kind, 0))
        column.addWidget(control, 0, Qt.AlignmentFlag.AlignLeft)
        self._flow.addWidget(cell)

    def add_part(self, part: PartView, editor: PartEditor, *, is_titled: bool) -> None:
        """Add an open-ended part; its title stands above it, unless the section is called so or has nothing else."""
        if not is_titled or part.title == self._title:
            self._body.addWidget(editor)
            return
        title = QLabel(part.title)
        title.setToolTip(part.help)
        set_role(title, "muted")
        self._body.addWidget(title)
        self._body.addWidget(editor)
