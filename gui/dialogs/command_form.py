"""A command of the game's own that wants to know something first: whom it is about, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QWidget

from gui.bridge import Bridge
from gui.controllers.attention import NOBODY_SELECTED
from gui.dialogs.parameter_fields import TYPED, ParameterFields
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model.engine.calls import Call
from model.engine.ruleset import NO_TARGET, Action
from model.engine.run import may
from model.state.base import Id


def has_form(action: Action) -> bool:
    """Whether a command has something to be said about it."""
    return any(one.kind in TYPED for one in action.parameters) or action.targets in ("one", "many")


class CommandForm(QDialog):
    """Says why it cannot be done as long as that is so: a death, for instance, without both agreements."""

    def __init__(
        self,
        bridge: Bridge,
        action: Action,
        people: tuple[Id, ...],
        parent: QWidget | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """`options` are said about the command already."""
        super().__init__(parent)
        self.setWindowTitle(action.title)
        self.setMinimumWidth(360)
        self._bridge = bridge
        self._action = action
        self._people = people[:1] if action.targets == "one" else people
        self._options = dict(options)
        column = padded_column(self)
        self.about = QLabel(", ".join(bridge.name(who) for who in self._people))
        set_role(self.about, "name")
        self.about.setVisible(bool(self._people))
        help = QLabel(action.help)
        help.setWordWrap(True)
        help.setVisible(bool(action.help))
        set_role(help, "muted")
        known = Call(action=action.id, targets=self._people, options=self._options)
        now = {one.key: one.now(bridge.battle, known) for one in action.parameters if one.now is not None}
        self.fields = ParameterFields(action.parameters, now)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        for widget in (self.about, help, self.fields, self.problem):
            column.addWidget(widget)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.addButton(action.title, QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.ok, "primary")
        self.ok.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.fields.changed.connect(self.refresh)
        self.refresh()

    @property
    def call(self) -> Call:
        """The command as the form stands."""
        return Call(action=self._action.id, targets=self._people, options=self._options | self.fields.values)

    def refresh(self) -> None:
        """Say what speaks against it; what may be set aside is asked again when it is carried out."""
        reasons = may(self._bridge.ruleset, self._bridge.battle, self.call)
        final = next((reason for reason in reasons if not reason.can_override), None)
        words = (
            "" if final is None else NOBODY_SELECTED if final.key == NO_TARGET else self._bridge.words(final.sentence)
        )
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        self.ok.setEnabled(final is None)

    @classmethod
    def ask(
        cls,
        bridge: Bridge,
        action: Action,
        people: tuple[Id, ...],
        parent: QWidget | None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> Call | None:
        """The command; None when it was cancelled."""
        dialog = cls(bridge, action, people, parent, options)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        call = dialog.call
        dialog.deleteLater()
        return call if is_accepted else None
