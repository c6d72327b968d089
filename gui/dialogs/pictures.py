"""Dialogs that choose one of the campaign's pictures, or import a map from another program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QImage, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QWidget,
)

from gui.style.disposal import dispose
from gui.style.theme import HALF, UNIT, set_role
from gui.style.widgets import padded_column
from gui.widgets.basics import ElidedLabel
from gui.widgets.fields import NumberField
from model.content.uvtt import MapFile
from model.state.base import Record

# ------------------------------------------------------------------------------------------- the pictures of a campaign

Small = Callable[[Path, QSize], QImage]
"""Reads the picture in a file, no larger than a size. Returns a null image if it cannot be read."""
_CHOICE_SIZE = QSize(640, 440)
_ICON = QSize(128, 96)
_CELL = QSize(144, 132)
_EDGE = 40
"""Pixels of the screen that stay free around the dialog."""


class PictureDialog(QDialog):
    """Chooses a picture: typing filters, arrow keys select, Enter chooses. Thumbnails load one after another."""

    def __init__(
        self, title: str, files: Sequence[Path], small: Small, other: Callable[[], str], parent: QWidget | None
    ) -> None:
        """`small` reads a thumbnail; `other` asks for any other file and returns its path, or an empty string."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(_CHOICE_SIZE.boundedTo(self.screen().availableSize() - QSize(_EDGE, _EDGE)))
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
        self.other = buttons.addButton("Other File...", QDialogButtonBox.ButtonRole.ActionRole)
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
        """Read one thumbnail per pass of the event loop: a large map takes a moment, and keys must still work."""
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
        """Show the pictures with every typed word in their names, and select the first."""
        words = typed.lower().split()
        items = [self.list.item(row) for row in range(self.list.count())]
        for item in items:
            item.setHidden(not all(word in item.text().lower() for word in words))
        first = next((item for item in items if not item.isHidden()), None)
        if first is not None:
            self.list.setCurrentItem(first)
        self.ok.setEnabled(first is not None)

    def step(self, by: int) -> None:
        """Move the selection by `by` visible pictures."""
        shown = [item for row in range(self.list.count()) if not (item := self.list.item(row)).isHidden()]
        if shown:
            at = shown.index(self.list.currentItem()) if self.list.currentItem() in shown else 0
            self.list.setCurrentItem(shown[min(max(at + by, 0), len(shown) - 1)])

    def choose(self, *_: object) -> None:
        """Choose the selected picture and close; do nothing if there is none."""
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
        """Return the chosen picture, or None if the dialog was cancelled."""
        dialog = cls(title, files, small, other, parent)
        dialog.exec()
        dispose(dialog)
        return dialog.chosen


def _in_cell(image: QImage) -> QPixmap:
    """Return a picture centred in an area of icon size, so that all pictures are aligned."""
    cell = QPixmap(_ICON)
    cell.fill(Qt.GlobalColor.transparent)
    with QPainter(cell) as painter:
        painter.drawImage((_ICON.width() - image.width()) // 2, (_ICON.height() - image.height()) // 2, image)
    return cell


class _Field(QLineEdit):
    """Filter field: the up and down keys select a picture, Enter chooses it."""

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


# --------------------------------------------------------------------------------------------- a map of another program

_THUMBNAIL = QSize(220, 220)
_LEAST_CELL, _MOST_CELL = 0.1, 100.0
"""Limits of a cell's width in metres; at the upper one the largest map is as large as a board may be."""
_OFF = 0.5
"""Cells by which a picture may be higher or lower than its map, since exports round."""


class MapChoice(Record):
    """The GM's choices for a map to import."""

    metres: float
    """Width of a cell in metres."""
    has_lines: bool
    is_hidden: bool
    replaces: bool


class ImportMapDialog(QDialog):
    """Asks how to import a map. Everything is preset: Enter imports the map as it is."""

    def __init__(
        self,
        name: str,
        map: MapFile,
        picture: QImage,
        *,
        cell: float,
        covers: int,
        in_metres: bool,
        has_picture: bool = False,
        problem: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """
        Args:
            name: name of the file.
            map: what was read from the file.
            picture: the file's picture, in its own size; a null image if it has none that can be shown.
            cell: current width of the board's cells, in metres.
            covers: how many pieces of cover the board has now.
            in_metres: whether the game measures in metres, so that cover lines have an effect.
            has_picture: whether the board has a picture already.
            problem: why the file's picture is left out, as a sentence, or empty.
            parent: the parent window.
        """
        super().__init__(parent)
        self.setWindowTitle("Import Map")
        self.setMinimumWidth(530)
        self._map = map
        column = padded_column(self, 2 * UNIT)
        title = ElidedLabel(name)
        title.setTextFormat(Qt.TextFormat.PlainText)
        # A long file name must not widen the dialog.
        title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_role(title, "name")
        column.addWidget(title)
        across = QHBoxLayout()
        across.setSpacing(2 * UNIT)
        if not picture.isNull():
            across.addWidget(_thumbnail(picture), 0, Qt.AlignmentFlag.AlignTop)
        across.addLayout(self._facts(picture, cell), 1)
        column.addLayout(across)
        self.problem = QLabel(problem or _picture_words(map, picture, has_picture=has_picture))
        self.problem.setWordWrap(True)
        self.problem.setVisible(bool(self.problem.text()))
        set_role(self.problem, "bad" if problem else "muted")
        column.addWidget(self.problem)
        self._add_switches(covers, in_metres=in_metres, has_picture=not picture.isNull())
        for switch in (self.lines, self.hidden, self.replaces):
            column.addWidget(switch)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.addButton("Import Map", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.ok, "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.ok.setDefault(True)  # only now: before, the button was not in the dialog
        self.cell.setFocus()
        self.cell.selectAll()

    def _facts(self, picture: QImage, cell: float) -> QGridLayout:
        self.cell = NumberField(_LEAST_CELL, _MOST_CELL, cell, decimals=2, suffix=" m")
        self.cell.setSingleStep(0.5)
        self.cell.setAccessibleName("Cell size in metres")
        self.size_words = QLabel()
        self.cell.changed.connect(self._show_size)
        self._show_size()
        pixels = "" if picture.isNull() else f"{picture.width()} × {picture.height()} pixels"
        self.comes_in = QLabel(_contents(self._map))
        self.left_out = QLabel(", ".join(self._map.left_out))
        rows = (
            ("Ce&ll size", self.cell),
            ("Size", self.size_words),
            ("Picture", QLabel(pixels or "none")),
            ("Lines", self.comes_in),
            ("Left out", self.left_out),
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * UNIT)
        grid.setVerticalSpacing(HALF)
        grid.setColumnStretch(1, 1)
        for at, (words, field) in enumerate(rows):
            label = QLabel(words)
            set_role(label, "muted")
            if isinstance(field, QLabel):
                field.setWordWrap(True)
                if not field.text():
                    continue
            else:
                label.setBuddy(field)
            grid.addWidget(label, at, 0, Qt.AlignmentFlag.AlignTop if at else Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(field, at, 1)
        grid.setRowStretch(len(rows), 1)
        return grid

    def _add_switches(self, covers: int, *, in_metres: bool, has_picture: bool) -> None:
        count = len(self._map.walls) + len(self._map.objects) + len(self._map.doors)
        self.lines = QCheckBox("&Walls and doors as cover lines")
        if not in_metres:
            self.lines.setText("&Walls and doors as cover lines (this game counts zones: they are only drawn)")
        self.lines.setChecked(in_metres and count > 0)
        self.lines.setEnabled(count > 0)
        self.hidden = QCheckBox("&Hide the lines from players: they see the picture")
        self.hidden.setChecked(has_picture)
        self.hidden.setEnabled(self.lines.isChecked())
        self.lines.toggled.connect(self.hidden.setEnabled)
        pieces = "the cover line" if covers == 1 else f"the {covers} pieces of cover"
        self.replaces = QCheckBox(f"&Remove {pieces} now on the board")
        self.replaces.setChecked(covers > 0)
        self.replaces.setVisible(covers > 0)

    def _show_size(self) -> None:
        wide, high = (length * self.cell.value() for length in (self._map.columns, self._map.rows))
        cells = f"{self._map.columns:.4g} × {self._map.rows:.4g} cells"
        self.size_words.setText(f"{cells}: {_metres(wide)} × {_metres(high)} m")

    @property
    def choice(self) -> MapChoice:
        """The current field values."""
        return MapChoice(
            metres=self.cell.value(),
            has_lines=self.lines.isChecked(),
            is_hidden=self.hidden.isChecked(),
            replaces=self.replaces.isChecked(),
        )

    def ask(self) -> MapChoice | None:
        """Show the dialog once, then delete it; return the choice, or None if it was cancelled."""
        is_accepted = self.exec() == QDialog.DialogCode.Accepted
        choice = self.choice
        dispose(self)
        return choice if is_accepted else None


def _thumbnail(picture: QImage) -> QLabel:
    label = QLabel()
    label.setAccessibleName("Picture of the map")
    ratio = label.devicePixelRatioF()
    scaled = picture.scaled(
        _THUMBNAIL * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    scaled.setDevicePixelRatio(ratio)
    label.setPixmap(QPixmap.fromImage(scaled))
    return label


def _contents(map: MapFile) -> str:
    counts = (
        (len(map.walls), "wall", "walls"),
        (len(map.objects), "object", "objects"),
        (len(map.doors), "door", "doors"),
    )
    return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts if count) or "none"


def _picture_words(map: MapFile, picture: QImage, *, has_picture: bool) -> str:
    """Return what is unusual about the picture, or an empty string."""
    if picture.isNull():
        stays = "the board keeps the one it has, fitted to the size of the map."
        comes = "the map stays without one. A background picture that is set first is fitted to the map."
        return f"The file has no picture: {stays if has_picture else comes}"
    high = picture.height() / picture.width() * map.columns
    if abs(high - map.rows) > _OFF:
        return f"The picture is {high:.3g} cells high, the map {map.rows:.3g}: walls may not match the picture."
    return ""


def _metres(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")
