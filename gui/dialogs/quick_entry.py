"""The field for quick edits and new combatants, with a preview of how the typed line is understood."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from gui.controllers.newcomers import Understood
from gui.dialogs.marked_words import mark_in_line
from gui.style.theme import HALF, UNIT, palette, set_role
from gui.style.widgets import TokenLook, accept_enter, draw_token, icon, initials_of
from model.content.typed_completion import Completion

# ---------------------------------------------------------------------------------------------------------- the preview


TOKEN = 24
"""Size of a token in a row, in pixels."""
_MOST = 6
_NAMES_SHOWN = 5


class NewcomersPreview(QWidget):
    """Preview below the field in which newcomers are typed; hidden while nothing is typed."""

    typed = Signal(QWidget)
    """The row of the entry that was changed last."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(UNIT)
        self._grid.setVerticalSpacing(HALF)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        self.suggested = QLabel()
        """Names that complete the typed text; the Tab key takes the first."""
        self.suggested.setWordWrap(True)
        self.suggested.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.suggested, "muted")
        column.addWidget(self.suggested)
        self.most = _MOST
        """How many entries are shown; the others are only counted."""
        self._rows = [self._row(number) for number in range(_MOST + 1)]
        self._shown: list[object] = [self] * len(self._rows)
        """What each row shows, so that a key draws only rows that it changes."""
        self.show_line((), ())

    def _row(self, number: int) -> tuple[QLabel, QLabel, QLabel]:
        """Return the labels of an entry's token, words, and what is perhaps meant otherwise."""
        picture, words, hint = QLabel(), QLabel(), QLabel()
        picture.setFixedWidth(TOKEN)
        set_role(hint, "now")
        for below, label in enumerate((words, hint)):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            self._grid.addWidget(label, 2 * number + below, 1)
        self._grid.addWidget(picture, 2 * number, 0)
        return picture, words, hint

    def show_line(self, entries: Sequence[Understood], names: Sequence[str]) -> None:
        """Show how the entries are understood, and the known names that complete the last one.

        Of many, those that are not understood and the last ones are shown: they are what is being typed.
        """
        by_weight = sorted(range(len(entries)), key=lambda at: (not entries[at].is_problem, -at))
        kept = sorted(by_weight[: self.most])
        left = len(entries) - len(kept)
        more = [Understood(f"and {left} more")] if left > 0 else []
        shown: list[Understood | None] = [*(entries[at] for at in kept), *more]
        shown += [None] * (len(self._rows) - len(shown))
        changed: QWidget | None = None
        for at, ((picture, words, hint), entry) in enumerate(zip(self._rows, shown, strict=True)):
            look = (entry, self.devicePixelRatioF(), palette())
            if look == self._shown[at]:
                continue
            self._shown[at] = look
            picture.setVisible(entry is not None)
            words.setVisible(entry is not None)
            hint.setVisible(entry is not None and bool(entry.hint))
            if entry is not None:
                picture.setPixmap(_picture(entry, self.devicePixelRatioF()))
                words.setText(entry.words)
                hint.setText(entry.hint)
                set_role(words, "bad" if entry.is_problem else None)
                changed = words
        further = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
        self.suggested.setText(f"Tab: {' · '.join(names[:_NAMES_SHOWN])}{further}")
        self.suggested.setVisible(bool(names))
        self.setVisible(bool(entries) or bool(names))
        if changed is not None:
            self.typed.emit(changed)

    def besides(self, problem: str) -> str:
        """Return the sentence for a line that was refused: `problem`, or a general one if a row shows it already."""
        is_told = bool(problem) and problem in self.text()
        return "Nothing is added until every entry is understood." if is_told else problem

    def text(self) -> str:
        """Return the texts of the visible rows, one per line."""
        return "\n".join(one.text() for _, *labels in self._rows for one in labels if not one.isHidden())

    def pictures(self) -> list[QPixmap]:
        """Return the picture of each visible row; a null pixmap if it has none."""
        return [picture.pixmap() for picture, words, _ in self._rows if not words.isHidden()]


def token_picture(name: str, side: str, ratio: float, *, is_hidden: bool = False) -> QPixmap:
    """Return the token that a combatant with this name and side has on the board, in the size of a row."""
    look = TokenLook(initials=initials_of(name), side=side, hidden=is_hidden)
    pixmap = QPixmap(round(TOKEN * ratio), round(TOKEN * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_token(painter, QPointF(TOKEN / 2, TOKEN / 2), TOKEN / 2 - 3, look, palette())
    painter.end()
    return pixmap


def group_icon() -> QIcon:
    """Return the icon of a party or an encounter."""
    return icon("users")


def _picture(entry: Understood, ratio: float) -> QPixmap:
    if entry.side:
        return token_picture(entry.name, entry.side, ratio, is_hidden=entry.is_hidden)
    if entry.is_problem:
        return icon("alert-triangle").pixmap(TOKEN - 4)
    return group_icon().pixmap(TOKEN - 4) if entry.name else QPixmap()


# ------------------------------------------------------------------------------------------------------------- the line


_WIDTH = 460


def _nothing(typed: str) -> Sequence[Understood]:
    return ()


def _no_completion(typed: str) -> Completion:
    return Completion("")


def _is_edit(typed: str) -> bool:
    """Whether a line edits the selected combatants, whatever follows: damage, health or a condition."""
    return typed.strip()[:1] in ("-", "−", "=")


class QuickEntry(QFrame):
    """Field that opens over the window: Enter submits, Esc closes. A sentence shows what is wrong with the line."""

    submitted = Signal(str)
    closed = Signal()

    def __init__(
        self,
        parent: QWidget,
        understood: Callable[[str], Sequence[Understood]] = _nothing,
        completion: Callable[[str], Completion] = _no_completion,
    ) -> None:
        """Set what a line may say.

        `understood` returns how its entries are understood; `completion` returns what completes it.
        """
        super().__init__(parent)
        self._owner = parent
        self._understood = understood
        self._completion = completion
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
        self.field.setAccessibleName("Quick Edit")
        self.field.left.connect(self.close_line)
        self.field.textChanged.connect(self._suggest)
        self.field.completed.connect(self._complete)
        self.preview = NewcomersPreview()
        self.field.returnPressed.connect(lambda: self.submitted.emit(self.field.text()))
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        for widget in (self.words, self.field, self.preview, self.problem):
            column.addWidget(widget)
        self.hide()

    def open_with(self, typed: str, selected: str) -> None:
        """Open with the text typed so far; `selected` names the combatants that edits apply to, or is empty."""
        edits = "−7 deals damage, −7r deals damage less resistance, +3 heals; −prone, −prone 3 rounds or "
        edits += "−2 until the bell rings applies a condition; after it, secret hides it from players."
        edits += " −fled, −captured and −surrendered mark who leaves alive."
        of_selected = f"{selected}: {edits} " if selected else ""
        joining = "+3 raiders adds combatants; after the name: pc, npc, ally or side:NAME, hidden, "
        joining += "attributes, skills, powers and gear such as hp 12 pistol, in ZONE."
        self.words.setText(
            of_selected if selected and _is_edit(typed) else f"{of_selected}{joining} Commas separate entries."
        )
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
        """Show what is wrong with the line, which stays for correction; of an edit the preview says it already."""
        if _is_edit(self.field.text()) and sentence in self.preview.text():
            sentence = ""
        self.problem.setText(self.preview.besides(sentence))
        self.problem.setVisible(bool(sentence))
        self.adjustSize()

    def _suggest(self) -> None:
        typed = self.field.text()
        entries = self._understood(typed)
        self.preview.show_line(entries, self._completion(typed).names)
        mark_in_line(self.field, entries)
        self.adjustSize()

    def _complete(self) -> None:
        """Replace the words that are being typed, or are not understood, with the first that may be meant."""
        typed = self.field.text()
        found = self._completion(typed)
        if found.names:
            before, _, after = typed.rpartition(found.word)
            self.field.setText(f"{before}{found.names[0]}{after}")

    def close_line(self) -> None:
        if self.isVisible():
            self.hide()
            self.closed.emit()


class _Field(QLineEdit):
    """Emits `left` when it loses the focus or on Esc, and `completed` when Tab asks to complete a name."""

    left = Signal()
    completed = Signal()

    def event(self, event: QEvent) -> bool:
        """Use Tab for completion: there is no next field to move to."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Tab:
            self.completed.emit()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
            accept_enter(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()
