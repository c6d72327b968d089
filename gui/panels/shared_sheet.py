"""One sheet for several combatants: what is typed in it counts for all of them, as one step."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.bridge import Bridge
from gui.controllers.selection import Selection
from gui.panels.sections_form import SectionsForm
from gui.style.theme import UNIT, set_role
from model.engine.calls import Call
from model.state.base import Id
from model.state.battle import AnyBattle
from model.view.shared_sheet import FLAG, YES, SharedSheet, shared_sheet

_NAMED = 6
"""At most this many combatants are named."""


class SharedSheetForm(QWidget):
    """Shows whom it is about, and all fields that they have in common; different values are shown as such."""

    said = Signal(str)
    """Why an edit was refused; empty if it was done."""

    def __init__(self, bridge: Bridge, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._selection = selection
        self._made_of: tuple[AnyBattle, tuple[Id, ...]] | None = None
        self.view: SharedSheet | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(UNIT)
        self.names = QLabel()
        """Whom the sheet is about; the owner puts it above the conditions."""
        self.names.hide()
        self.names.setWordWrap(True)
        self.names.setTextFormat(Qt.TextFormat.PlainText)
        self.form = SectionsForm()
        column.addWidget(self.form)
        self.help = QLabel("What you type counts for all of them. A minus takes damage or a condition for all, too.")
        self.help.setWordWrap(True)
        set_role(self.help, "muted")
        column.addWidget(self.help)
        self.form.edited.connect(self._edit)
        self.hide()

    @property
    def who(self) -> tuple[Id, ...]:
        """The combatants whom the sheet is about; empty if fewer than two are selected."""
        return () if self._made_of is None else self._made_of[1]

    def refresh(self) -> SharedSheet | None:
        """Show the common sheet of the selected combatants, if there are several; return it, or None."""
        who, battle = self._selection.selected, self._bridge.battle
        if len(who) < 2:
            self.view, self._made_of = None, None
        elif self._made_of is None or self._made_of[0] is not battle or self._made_of[1] != who:
            if self.who != who:
                self.form.discard_typed()
            self._made_of = (battle, who)
            self.view = shared_sheet(self._bridge.ruleset, battle, who)
        for widget in (self, self.names):
            widget.setVisible(self.view is not None)
        if self.view is not None:
            self._show(self.view)
        return self.view

    def _show(self, view: SharedSheet) -> None:
        more = len(view.names) - _NAMED
        self.names.setText(", ".join(view.names[:_NAMED]) + (f" and {more} more" if more > 0 else ""))
        self.form.set_form(view.fields, view.parts, self._bridge.ruleset.names)

    def _edit(self, path: str, value: object) -> None:
        """Change a field of all of them, as one edit of the GM; None clears it."""
        field = None if self.view is None else next((one for one in self.view.fields if one.path == path), None)
        if field is not None and field.differs:
            if value is None:
                return  # nothing was chosen in place of the different values
            if field.kind == "choice" and field.options == FLAG:
                value = value == YES
        options: dict[str, object] = {"path": path}
        options |= {"clear": True} if value is None else {"value": value}
        self.said.emit(self._bridge.edit(Call(action="edit", targets=self.who, options=options)) or "")
