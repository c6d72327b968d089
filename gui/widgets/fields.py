"""The fields of every form: a line of text, a number, a choice.

No other module makes a `QSpinBox`, `QDoubleSpinBox` or `QComboBox`, so that all of them keep one set of habits:

- Both decimal signs and every minus sign count, in any locale; what is no number is never another number.
- The wheel changes a field only while the field has the focus; otherwise it scrolls what is around it.
- One change is one `entered`: typed text with Enter, on leaving the field, or before any command runs; several steps
  with the wheel or the arrow keys together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QDoubleSpinBox,
    QLineEdit,
    QStyledItemDelegate,
    QToolTip,
    QWidget,
)

from model.state.typed_numbers import MINUS_SIGNS, typed_number, typed_whole
from model.view.texts import unsigned

# --------------------------------------------------------------------------------------- what is typed, not entered yet

_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.KeyPress)


def _nothing() -> bool:
    return True


class _Unentered(QObject):
    """Enters what is typed in a field before a command runs, by mouse or key.

    A button may take no focus, and a shortcut leaves it where it is, so that losing the focus is too late or never
    comes. If the field does not take what is typed, the command does not run. Events are filtered only while something
    is typed but not entered: otherwise that would cost time at every event.
    """

    def __init__(self) -> None:
        super().__init__()
        self._field: QWidget | None = None
        self._enter: Callable[[], bool] = _nothing

    def hold(self, field: QWidget, enter: Callable[[], bool]) -> None:
        """Call `enter` before the next command, unless the field is released first; it returns whether that may run."""
        if self._field is field:
            return
        application = QApplication.instance()
        if self._field is not None:
            self.enter()
        elif application is not None:
            application.installEventFilter(self)
        self._field, self._enter = field, enter
        field.destroyed.connect(self._forget)

    def release(self, field: QWidget) -> None:
        """Forget a field: what was typed there is entered or dropped."""
        if self._field is field:
            field.destroyed.disconnect(self._forget)
            self._forget()

    def enter(self) -> bool:
        """Enter now what is typed, if anything is; return False if it was not taken."""
        field, enter = self._field, self._enter
        if field is None:
            return True
        self.release(field)
        return enter()

    def _forget(self) -> None:
        self._field, self._enter = None, _nothing
        if (application := QApplication.instance()) is not None:
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Shortcut or (
            kind in _PRESSES and isinstance(watched, QWidget) and not self._belongs(watched, is_key=not _is_click(kind))
        ):
            return not self.enter() and not _gives_up(watched)
        return False

    def _belongs(self, widget: QWidget, *, is_key: bool) -> bool:
        """Whether a widget is the field, part of it, its menu or its list; a key is passed on to parents, too."""
        field = self._field
        if field is None or (is_key and widget.isAncestorOf(field)):
            return True
        one: QWidget | None = widget
        while one is not None:
            if one is field or (one.isWindow() and one.focusProxy() is field):
                return True
            one = one.parentWidget()
        return False


def _is_click(kind: QEvent.Type) -> bool:
    return kind != QEvent.Type.KeyPress


def _gives_up(widget: QObject) -> bool:
    """Whether a widget is the button that closes a dialog without its command."""
    box = widget.parent()
    if not isinstance(widget, QAbstractButton) or not isinstance(box, QDialogButtonBox):
        return False
    return box.buttonRole(widget) == QDialogButtonBox.ButtonRole.RejectRole


_unentered = _Unentered()


def hold_typed(field: QWidget, enter: Callable[[], bool]) -> None:
    """Call `enter` before the next command, for a field with signals of its own; it returns whether that may run."""
    _unentered.hold(field, enter)


def release_typed(field: QWidget) -> None:
    """Forget what is typed in such a field: it is entered or dropped."""
    _unentered.release(field)


def enter_typed() -> bool:
    """Enter what is typed in the field with the focus, as before every command; return False if it was not taken."""
    return _unentered.enter()


# ------------------------------------------------------------------------------------------------------- a line of text


class TextField(QLineEdit):
    """A line of text; `entered` has the text whenever the GM has changed it, once per change."""

    entered = Signal(str)
    finished = Signal()
    """Enter was pressed."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._shown = text
        self.textEdited.connect(lambda _: _unentered.hold(self, self.enter))
        self.is_used = False
        """Whether something was typed since the field got the focus."""
        self.textEdited.connect(self._use)
        self.returnPressed.connect(self.enter)
        self.editingFinished.connect(self.enter)
        self.returnPressed.connect(self.finished)

    def _use(self) -> None:
        self.is_used = True

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.is_used = False

    @property
    def is_typed_in(self) -> bool:
        """Whether something is typed that is not entered yet."""
        return self.text() != self._shown

    def show_text(self, text: str) -> None:
        """Show a text in place of everything, also of what is typed but not entered."""
        if text == self._shown == self.text():
            return
        _unentered.release(self)
        self._shown = text
        if text != self.text():
            self.setText(text)

    def enter(self) -> bool:
        """Enter what is typed, if it is not the text that was shown; return True."""
        _unentered.release(self)
        if self.is_typed_in:
            self._shown = self.text()
            self.entered.emit(self._shown)
        return True


# ------------------------------------------------------------------------------------------------------------- a number

_AT_REST = 400
"""Milliseconds after the last step with the wheel or an arrow until the change is complete."""


class NumberField(QDoubleSpinBox):
    """A whole number, or one with decimals, within a range. It may be empty if it has a text for that."""

    changed = Signal()
    """Another number is shown, also while it is being typed."""
    entered = Signal(object)
    """The number after a change is complete, or None for no number."""
    finished = Signal()
    """Enter was pressed, and what was typed is a number."""
    mistyped = Signal(str)
    """Why a typed text was not taken, as a sentence; it is also shown beside the field."""

    def __init__(
        self,
        least: float,
        most: float,
        number: float | None = None,
        *,
        decimals: int = 0,
        suffix: str = "",
        empty: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """`empty` is the text shown for no number; without it there always is one."""
        super().__init__(parent)
        self._is_optional = bool(empty)
        self._least = float(least)
        self.setDecimals(decimals)
        self.setSuffix(suffix)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setRange(least - 1 if empty else least, most)
        self.setSpecialValueText(empty)
        with QSignalBlocker(self):
            self.setValue(self.minimum() if number is None else number)
        self._entered = self.value()
        self.is_used = False
        """Whether something was typed, or a step made, since the field got the focus."""
        self._rest = QTimer(self, singleShot=True, interval=_AT_REST)
        self._rest.timeout.connect(self._complete)
        self.valueChanged.connect(lambda _: self.changed.emit())
        self.editingFinished.connect(self.enter)
        self.lineEdit().textEdited.connect(self._use)

    @property
    def number(self) -> int | float | None:
        """The number that is shown: an int if the field has no decimals; None if it is empty."""
        if self._is_optional and self.value() == self.minimum():
            return None
        return self.value() if self.decimals() else round(self.value())

    @property
    def whole(self) -> int:
        """The number of a field for whole numbers that is never empty."""
        return round(self.value())

    def show_number(self, number: float | None) -> None:
        """Show a number, or none, in place of what is typed; no signal is emitted."""
        _unentered.release(self)
        self._rest.stop()
        with QSignalBlocker(self):
            self.setValue(self.minimum() if number is None else number)
        self._entered = self.value()

    def drop(self) -> None:
        """Drop what is typed, and show the number that was entered last."""
        self.show_number(None if self._is_optional and self._entered == self.minimum() else self._entered)

    def enter(self) -> bool:
        """Enter what is typed, or the steps so far; return False if the text was no such number, and was replaced."""
        _unentered.release(self)
        is_wrong = self._is_wrong
        if is_wrong:
            self.interpretText()
        self._complete()
        return not is_wrong

    def _complete(self) -> None:
        self._rest.stop()
        _unentered.release(self)
        if self.value() != self._entered:
            self._entered = self.value()
            self.entered.emit(self.number)

    # ----------------------------------------------------------------------------------- reading

    def _bare(self, text: str) -> str:
        return text.removesuffix(self.suffix()).strip()

    def _read(self, text: str) -> float | None:
        number = typed_number(text) if self.decimals() else typed_whole(text)
        return None if number is None or round(number, self.decimals()) != number else float(number)

    @property
    def _is_wrong(self) -> bool:
        return self.validate(self.lineEdit().text(), 0)[0] != QValidator.State.Acceptable

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        """Let everything be typed that consists of digits, signs and spaces; it is judged when it is entered."""
        bare = self._bare(text)
        if self._is_optional and bare in ("", self.specialValueText()):
            return QValidator.State.Acceptable, text, pos
        number = self._read(bare)
        if number is not None and self._least <= number <= self.maximum():
            return QValidator.State.Acceptable, text, pos
        is_typing = all(sign.isdecimal() or sign in f"{MINUS_SIGNS}+., " for sign in bare)
        return QValidator.State.Intermediate if is_typing else QValidator.State.Invalid, text, pos

    def fixup(self, text: str) -> str:
        """Return the nearest number in the range, or for what is no number the last one that was entered; say why."""
        bare = self._bare(text)
        number = self._read(bare)
        if number is None:
            self._say(f"“{bare}” is not {self._wanted()}." if bare else f"Type {self._wanted()}.")
            return self.textFromValue(self._entered) + self.suffix()
        nearest = min(max(number, self._least), self.maximum())
        self._say(
            f"{unsigned(number)} is not possible: it must be {unsigned(self._least)} to {unsigned(self.maximum())}."
        )
        return self.textFromValue(nearest) + self.suffix()

    def _wanted(self) -> str:
        places = self.decimals()
        return f"a number with at most {places} decimal{'s' * (places > 1)}" if places else "a whole number"

    def _say(self, sentence: str) -> None:
        self.mistyped.emit(sentence)
        if self.isVisible():
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), sentence, self)

    def valueFromText(self, text: str) -> float:
        bare = self._bare(text)
        if self._is_optional and bare in ("", self.specialValueText()):
            return self.minimum()
        number = self._read(bare)
        return self._entered if number is None else number

    def textFromValue(self, value: float) -> str:
        return unsigned(round(value, self.decimals()) if self.decimals() else round(value))

    # ------------------------------------------------------------------------------------- hands

    def _use(self) -> None:
        self.is_used = True
        _unentered.hold(self, self.enter)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.is_used = False
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            # After the click: a digit typed before the old ones would make the number ten times as large.
            QTimer.singleShot(0, self, self.selectAll)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and self._is_wrong:
            # Otherwise a dialog would be confirmed with another number than the typed one.
            self.enter()
            self.selectAll()
            return
        super().keyPressEvent(event)
        if is_enter:
            self.finished.emit()

    def stepBy(self, steps: int) -> None:
        super().stepBy(steps)
        self._use()
        self._rest.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


# ------------------------------------------------------------------------------------------------------------- a choice

Options = Iterable[tuple[str, object]]
"""Label and value of each option."""


class ChoiceField(QComboBox):
    """One of several options, each a label with a value."""

    entered = Signal(object)
    """The value that the GM chose, once per change."""
    finished = Signal()
    """An option was chosen from the list, or Enter was pressed: the choice is made."""

    def __init__(self, options: Options = (), value: object = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_stepping = False
        self.is_used = False
        """Whether another option was shown since the field got the focus."""
        self._rest = QTimer(self, singleShot=True, interval=_AT_REST)
        self._rest.timeout.connect(self.enter)
        self._entered = -1
        """Index of the option that was entered or shown last."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # The usual one would not follow the style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))
        # Also for options that it gets after it was shown first: else the longest would be cut off.
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToContents)
        self.set_options(options, value)
        self.activated.connect(self._follow)

    @property
    def value(self) -> object:
        """The value of the option that is shown; None if there is none."""
        return self.currentData()

    def set_options(self, options: Options, value: object = None) -> None:
        """Replace the options and show one of them, the first if none has the value; no signal is emitted."""
        with QSignalBlocker(self):
            self.clear()
            for label, data in options:
                self.addItem(label, data)
            self.setCurrentIndex(max(0, self.findData(value)) if self.count() else -1)
        self._settled()

    def show_value(self, value: object) -> None:
        """Show the option with this value, or none; no signal is emitted."""
        at = self.findData(value)
        if at == self._entered == self.currentIndex():
            return
        with QSignalBlocker(self):
            self.setCurrentIndex(at)
        self._settled()

    def showPopup(self) -> None:
        """Open the list, wide enough for its longest option however narrow the field is."""
        rows = self.view()
        rows.setMinimumWidth(rows.sizeHintForColumn(0) + 2 * rows.frameWidth())
        super().showPopup()

    def _settled(self) -> None:
        self._rest.stop()
        _unentered.release(self)
        self._entered = self.currentIndex()

    def _follow(self, at: int) -> None:
        self.is_used = True
        if self._is_stepping:
            self._rest.start()
            _unentered.hold(self, self.enter)
        else:
            # Also if it is the option shown: it was chosen.
            self._settled()
            self.entered.emit(self.itemData(at))
            self.finished.emit()

    def enter(self) -> bool:
        """Complete a change that was made step by step; return True."""
        is_changed = self.currentIndex() != self._entered
        self._settled()
        if is_changed:
            self.entered.emit(self.value)
        return True

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self.hasFocus():
            event.ignore()
            return
        self._is_stepping = True
        super().wheelEvent(event)
        self._is_stepping = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter()
            super().keyPressEvent(event)
            self.finished.emit()
            return
        self._is_stepping = True
        super().keyPressEvent(event)
        self._is_stepping = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.is_used = False

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._rest.isActive():
            self.enter()
