"""What this program is, and whose work it is built from."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from gui.style.icons import program_icon
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model import __version__

_WORDS = (
    "A battle board for game masters: combat by the rules of five games, told in our own words, with exact odds and "
    "undo for everything."
)
_PICTURE = 56
_LIST = 230


class AboutDialog(QDialog):
    """Name, version, the games with their authors, and every component with its licence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Battleboard")
        self.resize(760, 480)
        from gui.licences import components, games  # reads the metadata of packages: not for the start of the program

        self._games = games()
        self._components = (*self._games, *components())
        self.list = QListWidget()
        self.list.setAccessibleName("Components")
        self.list.setFixedWidth(_LIST)
        for one in self._components:
            item = QListWidgetItem(f"{one.name} {one.version}".strip())
            item.setSizeHint(QSize(0, 3 * UNIT))
            self.list.addItem(item)
        self.licence = QLabel()
        self.licence.setWordWrap(True)
        set_role(self.licence, "name")
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName("Licence")
        self.list.currentRowChanged.connect(self._show)
        column = padded_column(self, 2 * UNIT)
        column.addLayout(self._head())
        column.addLayout(self._body(), 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.list.setCurrentRow(0)

    def _head(self) -> QHBoxLayout:
        picture = QLabel()
        picture.setPixmap(program_icon().pixmap(_PICTURE, _PICTURE))
        title = QLabel(f"Battleboard {__version__}")
        set_role(title, "big")
        words = QLabel(_WORDS)
        words.setWordWrap(True)
        lines = QVBoxLayout()
        lines.setSpacing(UNIT // 2)
        lines.addWidget(title)
        lines.addWidget(words)
        row = QHBoxLayout()
        row.setSpacing(2 * UNIT)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(lines, 1)
        return row

    def _body(self) -> QHBoxLayout:
        left = QVBoxLayout()
        left.setSpacing(UNIT)
        heading = QLabel("GAMES AND COMPONENTS")
        set_role(heading, "heading")
        left.addWidget(heading)
        left.addWidget(self.list, 1)
        right = QVBoxLayout()
        right.setSpacing(UNIT)
        right.addWidget(self.licence)
        right.addWidget(self.text, 1)
        row = QHBoxLayout()
        row.setSpacing(2 * UNIT)
        row.addLayout(left)
        row.addLayout(right, 1)
        return row

    def _show(self, row: int) -> None:
        one = self._components[row]
        self.licence.setText(f"{one.name}: {one.licence}")
        self.text.setPlainText(one.text)


def show_about(parent: QWidget | None) -> None:
    """Tell it."""
    dialog = AboutDialog(parent)
    dialog.exec()
    dialog.deleteLater()
