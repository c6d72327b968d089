"""One line over the board: quick edits of whoever is selected, and new fighters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from gui.controllers.newcomers_line import Understood, name_begun, names_beginning
from gui.dialogs.newcomers_preview import NewcomersPreview
from gui.style.measures import UNIT
from gui.style.theme import set_role
from gui.style.widgets import keep_enter

_WIDTH = 460


def _nobody(typed: str) -> Sequence[str]:
    return ()


def _nothing(typed: str) -> Sequence[Understood]:
    return ()


class QuickLine(QFrame):
    """Opens over the middle of the window; Enter hands in, Esc closes, a sentence says what was wrong."""

    handed_in = Signal(str)
    closed = Signal()

    def __init__(
        self,
        parent: QWidget,
        known: Callable[[str], Sequence[str]] = _nobody,
        understood: Callable[[str], Sequence[Understood]] = _nothing,
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
        self.preview = NewcomersPreview()
        self.field.returnPressed.connect(lambda: self.handed_in.emit(self.field.text()))
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        for widget in (self.words, self.field, self.preview, self.problem):
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

    def _names(self) -> list[str]:
        """The names that what is being typed may become."""
        typed = self.field.text()
        return names_beginning(typed, self._known(typed))

    def _suggest(self) -> None:
        self.preview.show_line(self._understood(self.field.text()), self._names())
        self.adjustSize()

    def _complete(self) -> None:
        """Put the first name that fits in the place of what is typed of it."""
        typed, names = self.field.text(), self._names()
        if names:
            self.field.setText(typed.removesuffix(name_begun(typed)) + names[0])

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
