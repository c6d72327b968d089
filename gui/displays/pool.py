"""A pool: title, bar, how much is left of how much."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from gui.displays.base import DisplayWidget, ValueEdit
from gui.style.fonts import semi_bold
from gui.style.measures import UNIT
from gui.style.widgets import Bar
from model.view.sheet import PoolDisplayView

_TITLE_WIDTH = 80


class PoolWidget(DisplayWidget[PoolDisplayView]):
    """`Health  ▬▬▬▬▬  16 / 20`; the 16 is typed over to edit it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = ""
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        self._title = QLabel()
        self._title.setMinimumWidth(_TITLE_WIDTH)
        self._bars = {True: Bar(color=None), False: Bar(color="second")}
        self.amount = ValueEdit()
        self.amount.setFont(semi_bold(tabular=True))
        self.amount.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.amount.setFixedWidth(34)
        self.amount.handed_in.connect(self._edit)
        self._most = QLabel()
        self._most.setFont(semi_bold(tabular=True))
        line.addWidget(self._title)
        for bar in self._bars.values():
            line.addWidget(bar, 1)
        line.addSpacing(UNIT)
        line.addWidget(self.amount)
        line.addWidget(self._most)

    def set_view(self, view: PoolDisplayView, paths: Mapping[str, str]) -> None:
        self._path = f"sheet.{view.field}" if view.field else ""
        self._title.setText(view.title)
        for is_health, bar in self._bars.items():
            bar.setVisible(view.fraction is not None and is_health == view.is_health)
            bar.set_fraction(view.fraction or 0.0)
        self.amount.setReadOnly(not self._path)
        self.amount.setAccessibleName(view.title)
        amount, _, most = view.text.partition(" / ")
        self.amount.set_value(amount)
        self._most.setText(f"/ {most}" if most else "")

    def _edit(self, typed: str) -> None:
        self.edited.emit(self._path, typed)
        self.amount.put_back()
