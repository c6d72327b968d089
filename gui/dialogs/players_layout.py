"""What the players' screen shows, element by element, under a name."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from model.state.base import replace
from model.view.layout import BUILT_IN, PlayersLayout, elements, limits


class PlayersLayoutDialog(QDialog):
    """Asks for a layout; one that comes with the program is the pattern for one of the GM's own."""

    def __init__(self, layout: PlayersLayout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Player View Layout")
        self._layout = layout
        is_built_in = any(layout.name == one.name for one in BUILT_IN)
        form = QFormLayout(self)
        self.name = QLineEdit(f"My {layout.name}" if is_built_in else layout.name)
        self.name.setMaxLength(60)
        form.addRow("Name", self.name)
        self.boxes: dict[str, QCheckBox | QSpinBox] = {}
        for key, title in elements().items():
            value = getattr(layout, key)
            if isinstance(value, bool):
                box = QCheckBox(title)
                box.setChecked(value)
                form.addRow(box)
                self.boxes[key] = box
            else:
                count = QSpinBox()
                count.setRange(*limits(key))
                count.setValue(value)
                form.addRow(title, count)
                self.boxes[key] = count
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        save = buttons.button(QDialogButtonBox.StandardButton.Save)
        self.name.textChanged.connect(lambda text: save.setEnabled(bool(text.strip())))
        form.addRow(buttons)

    @property
    def layout_said(self) -> PlayersLayout:
        """The layout as it stands in the fields."""
        said = {key: box.isChecked() if isinstance(box, QCheckBox) else box.value() for key, box in self.boxes.items()}
        return replace(self._layout, name=self.name.text().strip(), **said)

    def ask(self) -> PlayersLayout | None:
        """The layout to save; None when it was given up."""
        return self.layout_said if self.exec() == QDialog.DialogCode.Accepted else None
