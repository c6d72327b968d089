"""The list of the roll table and its keys: digits go into the row in hand, Enter and the last die to the next one."""

from __future__ import annotations

import re

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from gui.models.roll_table import RollTableModel
from gui.models.roll_table_rows import RollRow, is_complete, preset, ticked, with_tick
from gui.models.rows import RowRole
from gui.panels.roll_table_rows import RollTableDelegate
from gui.widgets.short_list import ShortList
from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Option
from model.engine.requests import Question

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN = Qt.KeyboardModifier.NoModifier


class RollList(ShortList):
    """Says what was typed or chosen for which row; it answers nothing itself."""

    handed_in = Signal(str, str)
    """Id of a row, and what was typed to be its answer."""
    answered = Signal(str, object)
    """Id of a row, and the answer chosen or taken for it."""
    rolled = Signal(str)
    """The dice of a row are to be thrown."""
    rest_rolled = Signal()
    left_out = Signal()
    """Whoever is in hand is not to take part."""
    taken_in = Signal()
    """The one left out last takes part again."""
    cleared = Signal(str)
    """The answer of a row is taken back."""
    stepped_back = Signal()
    """The answer given last is taken back: nothing was typed in the row in hand."""
    mistyped = Signal(str)
    """A sentence about what cannot be an answer; empty once it is mended."""
    flipped = Signal(str, object)
    """Key of a verdict and what the GM says instead; None takes it back."""
    finished = Signal()
    """Enter, with every row answered."""
    place_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = RollTableModel(self)
        self.setModel(self.rows)
        self.delegate = RollTableDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setAccessibleName("Rolls and choices of everybody")
        self.setAccessibleDescription(
            "Type the dice of the row in hand; Enter goes to the next one, Shift+R rolls the rest."
        )

    # ------------------------------------------------------------------------------------ rows

    @property
    def row(self) -> RollRow | None:
        """The row in hand."""
        found: RollRow | None = self.currentIndex().data(RowRole)
        return found

    @property
    def typed(self) -> str:
        """What is being typed into the row in hand."""
        return "" if self.row is None else self.rows.typed(self.row.id)

    def set_compact(self, compact: bool) -> None:
        if compact != self.delegate.is_compact:
            self.delegate.is_compact = compact
            self.scheduleDelayedItemsLayout()
            self.updateGeometry()

    def take_in_hand(self, at: int | None) -> None:
        """Go to a row and have it in sight."""
        index = self.rows.index(-1 if at is None else at, 0)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if index.isValid():
            self.scrollTo(index)

    def go_on(self, *, is_same_allowed: bool = False) -> bool:
        """Go to the next row without an answer; False when all have one."""
        at = self.rows.next_open(max(0, self.currentIndex().row()), is_same_allowed=is_same_allowed)
        if at is not None:
            self.take_in_hand(at)
        return at is not None

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        self.mistyped.emit("")
        row = self.row
        self.place_wanted.emit(row is not None and _is_place(row) and row.is_open)

    # ------------------------------------------------------------------------------------ keys

    def takes(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the row in hand, whatever has the focus."""
        row, text = self.row, event.text().lower()
        extra = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        if row is None or event.modifiers() & ~extra or len(text) != 1:
            return False
        if text.isdigit():
            return not _is_place(row)
        if isinstance(row.request, Question):
            return row.request.kind == "number" and text in "-.,"
        is_word = any(sign.isalpha() for sign in self.typed)
        begins = any(word.startswith(text) for word in row.request.words)
        return text == "=" or (text == "/" and row.request.called != ()) or (text.isalpha() and (is_word or begins))

    def event(self, event: QEvent) -> bool:
        """Keys that belong to the table are no shortcuts while it has the focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
            editing = (*_ENTER, Qt.Key.Key_Backspace, Qt.Key.Key_Space, Qt.Key.Key_Delete)
            is_roll = event.key() == Qt.Key.Key_R and event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.ShiftModifier,
            )
            if self.takes(event) or is_roll or (plain and event.key() in editing):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.row
        if row is None:
            super().keyPressEvent(event)
        elif self.takes(event):
            self._type(row, event.text().lower())
        elif key in _ENTER and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            if not event.isAutoRepeat():
                self.submit()
        elif key == Qt.Key.Key_Backspace:
            self._backspace(row)
        elif key == Qt.Key.Key_Delete:
            self._clear(row)
        elif key == Qt.Key.Key_R and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.rest_rolled.emit()
        elif key == Qt.Key.Key_R and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.roll()
        elif key == Qt.Key.Key_X and event.modifiers() in (_PLAIN, Qt.KeyboardModifier.ShiftModifier):
            (self.left_out if event.modifiers() == _PLAIN else self.taken_in).emit()
        elif key == Qt.Key.Key_Space:
            self._space(row)
        elif event.text().strip() and event.text().isprintable():
            # A letter means nothing here: the list would search for a name that begins with it.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def submit(self) -> None:
        """What Enter does: hand in what was typed, else what lies or is suggested there, else go on."""
        row = self.row
        if row is None or (not self.typed and not row.is_open):
            if not self.go_on():
                self.finished.emit()
            return
        if self.typed.strip() or (_is_ticked(row) and self.typed):
            self.handed_in.emit(row.id, self.typed)
        elif row.offered is not None:
            self.answered.emit(row.id, row.offered)
        elif isinstance(row.request, Question) and (suggested := preset(row.request)) is not None:
            self.answered.emit(row.id, suggested)
        elif row.is_rolled:
            self.rolled.emit(row.id)
        elif self.rows.next_open(self.currentIndex().row()) == self.currentIndex().row():
            self.mistyped.emit(_wanting(row))
        else:
            self.go_on()

    def roll(self) -> None:
        """Throw the dice of the row in hand."""
        if self.row is not None and isinstance(self.row.request, DiceRequest):
            self.rolled.emit(self.row.id)

    def _type(self, row: RollRow, sign: str) -> None:
        if isinstance(row.request, Question) and row.request.kind != "number":
            self.pick(int(sign))
            return
        typed = self.typed + sign
        if isinstance(row.request, DiceRequest) and row.request.sides < 10 and re.fullmatch(r"[\d\s]*", typed):
            if not 1 <= int(sign) <= row.request.sides:
                self.mistyped.emit(f"There is no {sign} on a d{row.request.sides}.")
                return
            typed = " ".join(re.findall(r"\d", typed))
        self.rows.set_typed(row.id, typed)
        self.mistyped.emit("")
        if is_complete(row.request, typed):
            self.handed_in.emit(row.id, typed)

    def _space(self, row: RollRow) -> None:
        if self.typed:
            self.rows.set_typed(row.id, self.typed.rstrip() + " ")
        elif isinstance(row.request, Question) and row.request.options:
            self.open_menu(row)

    def _backspace(self, row: RollRow) -> None:
        """Take a sign or die back; in an answered row the answer's last die, in an empty one the answer given last."""
        if self.typed:
            self.rows.set_typed(row.id, "" if _is_ticked(row) else self.typed.rstrip()[:-1].rstrip())
            self.mistyped.emit("")
        elif row.is_open and not row.problem:
            self.stepped_back.emit()
        else:
            self._clear(row, keep_dice=True)

    def take_back(self) -> None:
        """Take back the last die, or the choice, of the row in hand."""
        if self.row is not None:
            self._clear(self.row, keep_dice=True)

    def _clear(self, row: RollRow, *, keep_dice: bool = False) -> None:
        left = row.answer.faces[:-1] if keep_dice and isinstance(row.answer, Faces) else ()
        if row.answer is not None:
            self.cleared.emit(row.id)
        self.rows.set_typed(row.id, " ".join(map(str, left)))

    # --------------------------------------------------------------------------------- choosing

    def pick(self, number: int) -> bool:
        """Choose the option of that number in the row in hand; False when there is none."""
        row = self.row
        if row is None or not isinstance(row.request, Question) or not 1 <= number <= len(row.request.options):
            return False
        self._choose(row, row.request.options[number - 1].key)
        return True

    def _choose(self, row: RollRow, key: str) -> None:
        question = row.request
        assert isinstance(question, Question)
        if question.kind == "options":
            self.rows.set_typed(row.id, with_tick(row, self.rows.typed(row.id), key))
        else:
            self.answered.emit(row.id, Option(option=key))

    def open_menu(self, row: RollRow) -> None:
        """The options of a row as a menu, where they have no room in it."""
        assert isinstance(row.request, Question)
        menu = QMenu(self)
        taken = ticked(row, self.rows.typed(row.id))
        for number, choice in enumerate(row.request.options, 1):
            action = menu.addAction(f"&{number}  {choice.label}" if number < 10 else choice.label)
            action.setCheckable(True)
            action.setChecked(choice.key in taken)
            action.setToolTip(choice.help)
            action.triggered.connect(lambda _=False, key=choice.key: self._choose(row, key))
        corner = self.visualRect(self.currentIndex())
        menu.exec(self.viewport().mapToGlobal(QPoint(corner.right() - menu.sizeHint().width(), corner.bottom())))
        menu.deleteLater()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        row: RollRow = index.data(RowRole)
        box = QRectF(self.visualRect(index))
        if row.ruling is not None and self.delegate.is_on_verdict(row, box, event.position()):
            back = row.ruling.is_true != row.ruling.computed
            self.flipped.emit(row.ruling.key, None if back else not row.ruling.is_true)
        pills = self.delegate.pills(row, box)
        key = next((key for key, pill in pills.items() if pill.contains(event.position())), None)
        if key:
            self._choose(row, key)
        elif key == "" and isinstance(row.request, Question) and row.request.options:
            self.open_menu(row)

    # ------------------------------------------------------------------------------------- size

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._show_focus(True)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._show_focus(False)
        super().focusOutEvent(event)

    def _show_focus(self, has_focus: bool) -> None:
        self.delegate.has_focus = has_focus
        self.viewport().update()

    @property
    def row_height(self) -> int:
        return self.delegate.height


def _is_ticked(row: RollRow) -> bool:
    """Whether several options may be taken: they are ticked, and handed in together."""
    return isinstance(row.request, Question) and row.request.kind == "options"


def _is_place(row: RollRow) -> bool:
    return isinstance(row.request, Question) and row.request.kind in ("place", "path")


def _wanting(row: RollRow) -> str:
    """What a row still needs, as a sentence."""
    if _is_place(row):
        return f"Click the place for {row.about or row.name} on the map."
    if isinstance(row.request, DiceRequest):
        return f"Type the dice of {row.name}, or press R to roll them."
    return f"Choose for {row.name}: digits pick." if row.request.options else f"Type the number of {row.name}."
