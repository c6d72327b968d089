"""Chips in lines, and a field at their end: the conditions, the gear and the open-ended parts of a sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from gui.style.disposal import dispose
from gui.style.widgets import Chip
from gui.widgets.basics import FlowLayout
from model.state.base import Record

_SPACING = 6
_PILL = "border-radius: {radius}px; padding: 0 8px; min-height: {height}px; border-style: dashed;"


def _nothing() -> None:
    return None


class ChipShown(Record, kw_only=True):
    """What a chip shows and does."""

    text: str
    value: str = ""
    tooltip: str = ""
    clicked: Callable[[], object]
    closed: Callable[[], object] = _nothing
    """Called when its cross is clicked."""
    is_closable: bool = False
    """Whether it has a cross."""


class EntryChip(Chip):
    """The chip of an entry, as of gear: Enter is a click, Del removes the entry, not the combatant."""

    def event(self, event: QEvent) -> bool:
        is_key = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Delete
        if is_key and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Delete:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class ChipRow(QWidget):
    """Chips in lines, and a field at their end. Widgets of chips are reused, because every sheet has some."""

    def __init__(self, field: QWidget, make: Callable[[str], Chip] = EntryChip, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=_SPACING)
        self._make = make
        self._shown: list[Chip] = []
        self._wanted: Sequence[ChipShown] = ()
        self._field = field
        self._is_tall = False
        self._flow.addWidget(field)
        field.setStyleSheet(_PILL.format(radius=11, height=20))

    def set_tall(self) -> None:
        """Give chips and field the height of a form, before any are shown."""
        self._is_tall = True
        self._field.setStyleSheet(_PILL.format(radius=14, height=26))

    def show_chips(self, wanted: Sequence[ChipShown]) -> list[Chip]:
        """Show these chips; return the widget of each. The focus of a chip that is gone goes to the field."""
        self._wanted = wanted
        if len(wanted) != len(self._shown):
            added = [self._new_chip(at) for at in range(len(self._shown), len(wanted))]
            self._shown += added
            kept, gone = self._shown[: len(wanted)], self._shown[len(wanted) :]
            self._flow.take_all()
            for widget in (*kept, self._field):
                self._flow.addWidget(widget)
            # Qt adds new widgets at the end of the tab order: move each chip to the field, then before it.
            for chip in added:
                QWidget.setTabOrder(self._field, chip)
                QWidget.setTabOrder(chip, self._field)
            for chip in gone:
                if chip.hasFocus():
                    self._field.setFocus()
                dispose(chip)
            self._shown = kept
        for one, chip in zip(wanted, self._shown, strict=True):
            chip.set_words(one.text, one.value, closable=one.is_closable)
            chip.setToolTip(one.tooltip)
        return list(self._shown)

    def _new_chip(self, at: int) -> Chip:
        chip = self._make("")
        if self._is_tall:
            chip.set_tall()
        chip.clicked.connect(partial(self._follow, at, "clicked"))
        chip.closed.connect(partial(self._follow, at, "closed"))
        return chip

    def _follow(self, at: int, what: Literal["clicked", "closed"], _: object = None) -> None:
        """Call the current `clicked` or `closed` of the chip at this index."""
        getattr(self._wanted[at], what)()
