"""The pictures of a campaign, to choose one: small pictures with their names, or a file from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QImage, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QListView, QListWidget, QListWidgetItem, QWidget

from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.style.widgets import padded_column

Small = Callable[[Path, QSize], QImage]
"""Reads the picture in a file, no larger than a size; a null image where none can be read."""
_SIZE = QSize(640, 440)
_ICON = QSize(128, 96)
_CELL = QSize(144, 132)
_EDGE = 40
"""Pixels of the screen that stay free around the dialog."""


class PictureDialog(QDialog):
    """Letters find, arrows choose, Enter takes; the small pictures come one after the other."""

    def __init__(
        self, title: str, files: Sequence[Path], small: Small, other: Callable[[], str], parent: QWidget | None
    ) -> None:
        """`small` reads a small picture; `other` asks for a file from elsewhere: its path, or nothing."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(_SIZE.boundedTo(self.screen().availableSize() - QSize(_EDGE, _EDGE)))
        self._small = small
        self._other = other
        self.chosen: Path | None = None
        self.field = _Field(self)
        self.field.setPlaceholderText("Name of a picture of the campaign")
        self.field.setAccessibleName("Find a picture of the campaign")
        self.field.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName("Pictures of the campaign")
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setIconSize(_ICON)
        self.list.setGridSize(_CELL)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setSpacing(0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.addButton("Choose", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.ok, "primary")
        self.ok.setDefault(True)
        self.other = buttons.addButton("Other File…", QDialogButtonBox.ButtonRole.ActionRole)
        self.other.clicked.connect(self._choose_other)
        buttons.accepted.connect(self.choose)
        buttons.rejected.connect(self.reject)
        column = padded_column(self, UNIT)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        self.field.textChanged.connect(self._find)
        self.list.itemActivated.connect(self.choose)
        self.list.currentItemChanged.connect(lambda *_: self.ok.setEnabled(self._row is not None))
        for file in files:
            item = QListWidgetItem(file.name, self.list)
            item.setData(Qt.ItemDataRole.UserRole, file)
            item.setToolTip(file.name)
            item.setSizeHint(_CELL)
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._left = [self.list.item(row) for row in range(self.list.count())]
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._read_one)
        self._next.start()
        self._find("")

    def _read_one(self) -> None:
        """Read the next small picture; a large map takes a moment, in which keys are to be heard."""
        if not self._left:
            self._next.stop()
            return
        item = self._left.pop(0)
        item.setIcon(QIcon(_in_cell(self._small(item.data(Qt.ItemDataRole.UserRole), _ICON))))

    @property
    def _row(self) -> QListWidgetItem | None:
        found = self.list.selectedItems()
        return found[0] if found and not found[0].isHidden() else None

    def _find(self, typed: str) -> None:
        """Show the pictures with every typed word in their names, and choose the first."""
        words = typed.lower().split()
        items = [self.list.item(row) for row in range(self.list.count())]
        for item in items:
            item.setHidden(not all(word in item.text().lower() for word in words))
        first = next((item for item in items if not item.isHidden()), None)
        if first is not None:
            self.list.setCurrentItem(first)
        self.ok.setEnabled(first is not None)

    def step(self, by: int) -> None:
        """Choose another one of those that are shown."""
        shown = [item for row in range(self.list.count()) if not (item := self.list.item(row)).isHidden()]
        if shown:
            at = shown.index(self.list.currentItem()) if self.list.currentItem() in shown else 0
            self.list.setCurrentItem(shown[min(max(at + by, 0), len(shown) - 1)])

    def choose(self, *_: object) -> None:
        """Take the picture that stands out, and close."""
        row = self._row
        if row is not None:
            self.chosen = row.data(Qt.ItemDataRole.UserRole)
            self.accept()

    def _choose_other(self) -> None:
        if name := self._other():
            self.chosen = Path(name)
            self.accept()

    @classmethod
    def ask(
        cls, title: str, files: Sequence[Path], small: Small, other: Callable[[], str], parent: QWidget | None
    ) -> Path | None:
        """The chosen picture; None when none is wanted."""
        dialog = cls(title, files, small, other, parent)
        dialog.exec()
        dialog.deleteLater()
        return dialog.chosen


def _in_cell(image: QImage) -> QPixmap:
    """A picture in the middle of room for the widest and highest one, so that all stand in line."""
    cell = QPixmap(_ICON)
    cell.fill(Qt.GlobalColor.transparent)
    with QPainter(cell) as painter:
        painter.drawImage((_ICON.width() - image.width()) // 2, (_ICON.height() - image.height()) // 2, image)
    return cell


class _Field(QLineEdit):
    """Letters find; up and down choose, Enter takes."""

    def __init__(self, dialog: PictureDialog) -> None:
        super().__init__()
        self._dialog = dialog

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}
        if event.key() in step:
            self._dialog.step(step[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._dialog.choose()
        else:
            super().keyPressEvent(event)
