"""The ways of moving at the foot of the map, each with its key; shown while a way is drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QLabel, QToolButton, QWidget

from gui.style.fonts import text_font
from gui.style.measures import HALF, SMALL, UNIT
from gui.style.theme import set_role

_HINT = "Right click: corner · Backspace: back"
_TOP = 56
"""Pixels over it where it stands at the head of the map: the switches are there."""
_NEAR = 110
"""Pixels around the bar into which what stands at the pointer would reach."""
_MARGIN = 24
"""Pixels of the map that stay free beside the bar."""


class MannerBar(QFrame):
    """Buttons, one of them down, in as many rows as the map is narrow; with what the hands can do besides."""

    picked = Signal(str)
    """Key of a way of moving."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._map = parent
        set_role(self, "card")
        self.setAutoFillBackground(True)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(HALF, HALF - 1, HALF, HALF - 1)
        self._grid.setSpacing(2)
        self._group = QButtonGroup(self)
        self._hint = QLabel(_HINT)
        self._hint.setFont(text_font(SMALL))
        self._hint.setContentsMargins(HALF, 0, HALF, 0)
        set_role(self._hint, "muted")
        self.setToolTip(_HINT)
        self._shown: tuple[tuple[str, str], ...] | None = None
        self._laid: tuple[int, bool, bool] | None = None
        self._is_aside = False
        self._buttons: dict[str, QToolButton] = {}
        self.hide()

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the ways of moving that are offered, in the order of their digits."""
        return tuple(self._buttons) if not self.isHidden() else ()

    @property
    def current(self) -> str:
        """Key of the way of moving in hand; empty when none is offered."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def show_manners(self, manners: Sequence[tuple[str, str]], current: str) -> None:
        """Offer these (key and title), with one of them in hand."""
        if self._shown != tuple(manners):
            self._shown = tuple(manners)
            self._rebuild()
        if current in self._buttons:
            self._buttons[current].setChecked(True)
        if self.isHidden():
            self.lay()
            self.show()
            self.raise_()

    def lay(self) -> None:
        """At the foot of the map, in the middle."""
        free = self._map.width() - _MARGIN
        width = sum(button.sizeHint().width() + 2 for button in self._buttons.values())
        hint = self._hint.sizeHint().width() + HALF
        rows = max(1, math.ceil(width / max(1, free - 2 * HALF)))
        has_hint = rows == 1
        is_beside = width + hint + 2 * HALF <= free
        if self._laid != (rows, has_hint, is_beside):
            self._laid = (rows, has_hint, is_beside)
            self._place(rows, has_hint=has_hint, is_beside=is_beside)
        self.adjustSize()
        left = max(HALF, (self._map.width() - self.width()) // 2)
        self.move(left, _TOP if self._is_aside else self._map.height() - self.height() - UNIT)

    def give_way_to(self, y: float) -> None:
        """Stand at the head of the map while the hand is busy at its foot."""
        is_aside = not self.isHidden() and y > self._map.height() - self.height() - _NEAR
        if is_aside != self._is_aside:
            self._is_aside = is_aside
            self.lay()

    def _place(self, rows: int, *, has_hint: bool, is_beside: bool) -> None:
        while self._grid.count():
            self._grid.takeAt(0)
        columns = math.ceil(len(self._buttons) / rows) or 1
        for number, button in enumerate(self._buttons.values()):
            self._grid.addWidget(button, number // columns, number % columns)
        if is_beside:
            self._grid.addWidget(self._hint, 0, columns)
        else:
            self._grid.addWidget(self._hint, rows, 0, 1, columns, Qt.AlignmentFlag.AlignHCenter)
        self._hint.setVisible(has_hint)

    def _rebuild(self) -> None:
        for button in self._buttons.values():
            self._group.removeButton(button)
            self._grid.removeWidget(button)
            button.deleteLater()
        self._buttons = {}
        self._laid = None
        for number, (key, title) in enumerate(self._shown or (), 1):
            button = QToolButton(self)
            button.setText(f"{number}  {title}")
            button.setToolTip(f"{title} ({number})")
            button.setAccessibleName(title)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setProperty("role", "flat")
            button.setFont(text_font(SMALL))
            button.setStyleSheet("padding: 1px 4px;")
            button.clicked.connect(lambda _=False, key=key: self.picked.emit(key))
            self._group.addButton(button)
            self._buttons[key] = button
        self.lay()
