"""One line over the board: quick edits of whoever is selected, and new fighters."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.style.widgets import keep_enter

_WIDTH = 460
_LAST_NAME = re.compile(r"(?:^|[+\-−;,])\s*(?:\d+\s*[x×]?\s+)?([^\W\d][^+−;,]*)$")
"""The name that is being typed: behind a sign, a count, or a comma that parts it from the one before."""
_NAMES_SHOWN = 5


def _nobody(typed: str) -> Sequence[str]:
    return ()


class QuickLine(QFrame):
    """Opens over the middle of the window; Enter hands in, Esc closes, a sentence says what was wrong."""

    handed_in = Signal(str)
    closed = Signal()

    def __init__(
        self,
        parent: QWidget,
        known: Callable[[str], Sequence[str]] = _nobody,
        understood: Callable[[str], Sequence[str]] = _nobody,
    ) -> None:
        """`known` gives the names that the line may mean, of all there are; `understood` what its entries mean."""
        super().__init__(parent)
        self._owner = parent
        self._known = known
        self._understood = understood
        set_role(self, "card")
        self.setAutoFillBackground(True)
        self.setFixedWidth(_WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * UNIT, UNIT, 2 * UNIT, UNIT)
        column.setSpacing(UNIT)
        self.words = QLabel()
        self.words.setWordWrap(True)
        set_role(self.words, "muted")
        self.field = _Field()
        self.field.setAccessibleName("Quick edit")
        self.field.left.connect(self.close_line)
        self.field.textChanged.connect(self._suggest)
        self.field.completed.connect(self._complete)
        self.suggested = QLabel()
        self.suggested.setWordWrap(True)
        self.suggested.setTextFormat(Qt.TextFormat.PlainText)
        self.understood = QLabel()
        self.understood.setWordWrap(True)
        self.understood.setTextFormat(Qt.TextFormat.PlainText)
        self.field.returnPressed.connect(lambda: self.handed_in.emit(self.field.text()))
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        for widget in (self.words, self.field, self.understood, self.suggested, self.problem):
            column.addWidget(widget)
        self.hide()

    def open_with(self, typed: str, selected: str) -> None:
        """Open with what was typed already; `selected` says whom edits are about."""
        edits = "−7 hurts, −7r through resistance, +3 heals, −prone lays on or ends a condition."
        of_selected = f"{selected}: {edits} " if selected else ""
        joining = "+3 raiders adds combatants; behind the name: pc, npc, ally or side:NAME, hidden, "
        joining += "numbers and gear such as hp 12 pistol, in ZONE."
        self.words.setText(f"{of_selected}{joining} Commas separate entries.")
        self.field.setText(typed)
        self.show_problem("")
        self._suggest()
        room = self._owner.rect()
        self.move((room.width() - self.width()) // 2, room.height() // 5)
        self.show()
        self.raise_()
        self.field.setFocus()
        self.field.end(False)

    def show_problem(self, sentence: str) -> None:
        """Say what was wrong with the line; it stays to be mended."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self.adjustSize()

    def matches(self) -> list[str]:
        """The names that begin, or have a word that begins, with what is being typed: the former first."""
        found = _LAST_NAME.search(self.field.text())
        if found is None:
            return []
        begun = found[1].lower()
        names = [name for name in self._known(self.field.text()) if f" {begun}" in f" {name.lower()}"]
        return sorted(names, key=lambda name: not name.lower().startswith(begun))

    def _suggest(self) -> None:
        names = self.matches()
        more = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
        self.suggested.setText(f"Tab: {' · '.join(names[:_NAMES_SHOWN])}{more}")
        self.suggested.setVisible(bool(names))
        lines = self._understood(self.field.text())
        self.understood.setText("\n".join(lines))
        self.understood.setVisible(bool(lines))
        self.adjustSize()

    def _complete(self) -> None:
        """Put the first name that fits in the place of what is typed of it."""
        found, names = _LAST_NAME.search(self.field.text()), self.matches()
        if found is not None and names:
            self.field.setText(self.field.text()[: found.start(1)] + names[0])

    def close_line(self) -> None:
        if self.isVisible():
            self.hide()
            self.closed.emit()


class _Field(QLineEdit):
    """Tells when it is left, and when the tab key asks for the rest of a name."""

    left = Signal()
    completed = Signal()

    def event(self, event: QEvent) -> bool:
        """The tab key would go to the next field, of which there is none."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Tab:
            self.completed.emit()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
            keep_enter(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()
