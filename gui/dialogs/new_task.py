"""What a new task is: its name, how many successes it takes, within what, and who competes."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QWidget

from gui.bridge import Bridge
from gui.dialogs.parameter_fields import ParameterFields
from gui.dialogs.start_fight import PeopleField, in_order
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model.engine.calls import Call
from model.engine.ruleset import Parameter

_RIVALS = Parameter(
    key="rivals", title="Rivals", kind="combatants", default=(), help="Each collects successes for themselves."
)
_WORDS = "Everybody's successes count together, until there are enough. With rivals it is a contest between them."


class NewTaskDialog(QDialog):
    """Asks for the parameters that the game declares for a task of several successes."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New task")
        self.setMinimumWidth(380)
        self._bridge = bridge
        action = bridge.ruleset.actions[bridge.ruleset.tasks.begin]
        column = padded_column(self)
        words = QLabel(_WORDS)
        words.setWordWrap(True)
        set_role(words, "muted")
        column.addWidget(words)
        self.fields = ParameterFields(action.parameters)
        self.rivals = PeopleField(_RIVALS, tuple(in_order(bridge.battle)))
        self.fields.form.addRow(_RIVALS.title, self.rivals)
        column.addWidget(self.fields)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        begin = buttons.addButton("Begin", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(begin, "primary")
        begin.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    @property
    def call(self) -> Call:
        """The command that begins the task."""
        action = self._bridge.ruleset.tasks.begin
        return Call(action=action, targets=tuple(self.rivals.value), options=self.fields.values)

    @classmethod
    def ask(cls, bridge: Bridge, parent: QWidget | None) -> Call | None:
        """The command that begins the task; None when the question was dropped."""
        dialog = cls(bridge, parent)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        call = dialog.call
        dialog.deleteLater()
        return call if is_accepted else None
