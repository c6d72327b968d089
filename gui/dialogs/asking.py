"""Small questions: a name, a line, yes or no. Each is a class method, so that tests can answer in its place."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QWidget

from gui.style.theme import set_role
from gui.style.widgets import padded_column


class LineDialog(QDialog):
    """Asks for one line of text."""

    def __init__(self, parent: QWidget | None, title: str, words: str, text: str = "", example: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(380)
        column = padded_column(self)
        label = QLabel(words)
        label.setWordWrap(True)
        self.field = QLineEdit(text)
        self.field.setPlaceholderText(example)
        self.field.selectAll()
        label.setBuddy(self.field)
        self.field.setAccessibleName(words)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        set_role(buttons.button(QDialogButtonBox.StandardButton.Ok), "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        for widget in (label, self.field, buttons):
            column.addWidget(widget)

    @classmethod
    def ask(cls, parent: QWidget | None, title: str, words: str, text: str = "", example: str = "") -> str | None:
        """What was typed; None when the question was dropped."""
        dialog = cls(parent, title, words, text, example)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        typed = dialog.field.text().strip()
        dialog.deleteLater()
        return typed if is_accepted else None


class Sure(QDialog):
    """Asks whether something that cannot be taken back is meant."""

    def __init__(self, parent: QWidget | None, title: str, words: str, yes: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(420)
        column = padded_column(self)
        label = QLabel(words)
        label.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(yes, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(label)
        column.addWidget(buttons)

    @classmethod
    def ask(cls, parent: QWidget | None, title: str, words: str, yes: str) -> bool:
        dialog = cls(parent, title, words, yes)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return is_accepted


class Told(QDialog):
    """Tells something that has to be read."""

    def __init__(self, parent: QWidget | None, title: str, sentences: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(420)
        column = padded_column(self)
        label = QLabel(sentences)
        label.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        column.addWidget(label)
        column.addWidget(buttons)

    @classmethod
    def tell(cls, parent: QWidget | None, title: str, sentences: str) -> None:
        dialog = cls(parent, title, sentences)
        dialog.exec()
        dialog.deleteLater()
