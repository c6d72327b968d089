"""Buttons: with a key on it, a switch, and several of which some are pressed."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QTextEdit,
    QWidget,
)

from gui.style.fonts import text_font
from gui.style.measures import HALF, HEADING, SMALL, UNIT
from gui.style.theme import set_role
from gui.style.widgets import draw_key

# ------------------------------------------------------------------------------------------------ a button with its key


_KEYS_OF_FIELDS = "⏎"
"""What a field of one line does not type."""


class _TextFocus(QObject):
    """The text field that has the focus, if one has: many buttons ask, and the focus mostly goes elsewhere."""

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.field: QWidget | None = None
        application.focusChanged.connect(self._follow)

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        field = now if isinstance(now, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox) else None
        if field is not self.field:
            self.field = field
            self.changed.emit()


@functools.cache
def _text_focus(application: QApplication) -> _TextFocus:
    return _TextFocus(application)


class KeyButton(QPushButton):
    """Text on the left, the key in a small frame on the right; a key that would only be typed is not shown."""

    def __init__(
        self, text: str, key: str = "", parent: QWidget | None = None, *, line: QLineEdit | None = None
    ) -> None:
        """`line` is a field that, while it is empty, does with the key what the button does."""
        super().__init__(text, parent)
        self._key = key
        self._line = line
        self._is_typed = False
        """Whether the key would now be a letter in a text field."""
        if line is not None:
            line.textChanged.connect(self._look)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            _text_focus(application).changed.connect(self._look)

    @property
    def key(self) -> str:
        return self._key

    @property
    def shown_key(self) -> str:
        """The key as it is shown: none where a text field that has the focus would take it as a letter."""
        return "" if self._is_typed else self._key

    def _look(self) -> None:
        """See whether the key still does what the button does."""
        field = QApplication.focusWidget()
        is_text = isinstance(field, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox)
        takes = self._line is not None and field is self._line and not self._line.text()
        is_typed = is_text and len(self._key) == 1 and self._key.isprintable() and self._key not in _KEYS_OF_FIELDS
        if (is_typed and not takes) != self._is_typed:
            self._is_typed = not self._is_typed
            self.update()

    def set_key(self, key: str) -> None:
        """Show another key; empty shows none."""
        if key != self._key:
            self._key = key
            self.updateGeometry()
            self.update()

    def _key_width(self) -> float:
        if not self._key:
            return 0
        return max(20.0, QFontMetricsF(text_font(HEADING)).horizontalAdvance(self._key) + UNIT + 2)

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(size.width() + round(self._key_width()) + (UNIT if self._key else 0), size.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _fitting(self, option: QStyleOptionButton) -> str:
        """The words that are shown: where a layout leaves too little room, their beginning stays."""
        taken = round(self._key_width()) + (UNIT if self.key else 0)
        if not option.icon.isNull():
            taken += option.iconSize.width() + HALF
        room = self.width() - taken - 2 * UNIT
        return option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonBevel, option, painter, self)
        key = self._key_width()
        room = QRectF(self.rect()).adjusted(0, 0, -(key + UNIT if key else 0), 0).toRect()
        option.text = self._fitting(option)
        option.rect = room
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonLabel, option, painter, self)
        if self.shown_key:
            height = 20.0
            left = self.width() - key - UNIT - HALF / 2
            draw_key(painter, QRectF(left, (self.height() - height) / 2, key, height), self._key)
        painter.end()


class ElidedKeyButton(KeyButton):
    """May be made narrower than its words, which end in dots then."""

    def __init__(self, text: str, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, key, parent)
        # Qt's own buttons may not be narrower than their words.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._key_width()) + 8 * UNIT, super().minimumSizeHint().height())


# ------------------------------------------------------------------------------------------------------------- a switch


class Switch(QPushButton):
    """On or off, in words: nobody has to tell it from the colour."""

    def __init__(self, yes: str = "yes", no: str = "no", parent: QWidget | None = None) -> None:
        super().__init__(no, parent)
        self._words = {True: yes, False: no}
        self.setCheckable(True)
        # In a dialog, Enter in a field is for the default button.
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setStyleSheet("padding: 2px 10px; min-height: 18px;")
        self.toggled.connect(lambda on: self.setText(self._words[on]))

    def show_state(self, is_on: bool) -> None:
        """Show yes or no without telling anybody that it changed."""
        self.blockSignals(True)
        self.setChecked(is_on)
        self.setText(self._words[is_on])
        self.blockSignals(False)


# -------------------------------------------------------------------------------------------------------------- toggles


class Toggles(QWidget):
    """Says which value was chosen; with none of the buttons down it is the usual one."""

    chosen = Signal(object)
    """The value; None for the usual one."""

    def __init__(self, title: str, options: Sequence[tuple[str, object]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, HALF, 0)
        line.setSpacing(HALF // 2)
        label = QLabel(title)
        label.setFont(text_font(SMALL))
        set_role(label, "muted")
        line.addWidget(label)
        self.buttons: dict[object, QPushButton] = {}
        for words, value in options:
            button = QPushButton(words)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setProperty("measure", "small")
            button.setAccessibleName(f"{title}: {words}")
            button.clicked.connect(lambda is_down, value=value: self._press(value if is_down else None))
            self.buttons[value] = button
            line.addWidget(button)

    def _press(self, value: object) -> None:
        self.set_value(value)
        self.chosen.emit(value)

    def set_value(self, value: object) -> None:
        """Show a value; one that has no button shows as the usual one."""
        for own, button in self.buttons.items():
            button.setChecked(own == value)
