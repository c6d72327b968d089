"""Cards that lie over the board while a zone or a way is edited: a name to type, fields, colours, buttons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.panels.sheet_fields import FieldsForm
from gui.style.fonts import semi_bold
from gui.style.icons import set_icon
from gui.style.measures import HALF, NAME, UNIT
from gui.style.theme import palette, set_role, theme
from gui.style.widgets import keep_enter
from model.view.form import FieldView

_WIDTH, _PAD = 320, 12
_SWATCH = 18
COLOR_NAMES = ("blue", "violet", "green", "pink", "yellow", "leaf", "rust", "grey")
"""What the palette's zone colours are called."""


class NameCard(QFrame):
    """One line beside what was just drawn: Enter names it, Esc drops it, going on elsewhere keeps it."""

    named = Signal(str)
    dropped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAutoFillBackground(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, UNIT, 12, UNIT)
        column.setSpacing(HALF)
        self.words = QLabel()
        set_role(self.words, "muted")
        self.field = _NameField()
        self.field.setMinimumWidth(200)
        self.field.returnPressed.connect(self._hand_in)
        self.field.left.connect(self._hand_in)
        self.field.given_up.connect(self._drop)
        column.addWidget(self.words)
        column.addWidget(self.field)
        self._is_open = False
        self.hide()

    def ask(self, words: str, name: str, middle: QPoint, room: QRect) -> None:
        """Ask for a name near a place of the board."""
        self.words.setText(words)
        self.field.setAccessibleName(words)
        self.field.setText(name)
        self.adjustSize()
        x = min(max(room.left(), middle.x() - self.width() // 2), room.right() - self.width())
        y = min(max(room.top(), middle.y() - self.height() // 2), room.bottom() - self.height())
        self.move(x, y)
        self._is_open = True
        self.show()
        self.raise_()
        self.field.setFocus()
        self.field.selectAll()

    def _hand_in(self) -> None:
        if self._is_open:
            self._is_open = False
            self.hide()
            self.named.emit(self.field.text().strip())

    def _drop(self) -> None:
        if self._is_open:
            self._is_open = False
            self.hide()
            self.dropped.emit()


class _NameField(QLineEdit):
    """Tells when it is left, and when it is given up."""

    left = Signal()
    given_up = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)
            keep_enter(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.left.emit()


class BoardCard(QFrame):
    """A card with a heading and fields, at the right edge of the board. Each field is handed in by itself."""

    edited = Signal(str, object)
    """Path of a field and what it is to be."""
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAutoFillBackground(True)
        self.setFixedWidth(_WIDTH)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(_PAD, UNIT, _PAD, _PAD)
        self.column.setSpacing(UNIT)
        line = QHBoxLayout()
        self.title = QLabel()
        self.title.setFont(semi_bold(NAME))
        close = QToolButton()
        close.setProperty("role", "flat")
        close.setToolTip("Close (Esc)")
        close.setAccessibleName("Close")
        set_icon(close, "x", "muted")
        close.clicked.connect(self.close_card)
        line.addWidget(self.title, 1)
        line.addWidget(close)
        self.column.addLayout(line)
        self.form = FieldsForm(columns=1)
        self.form.edited.connect(self.edited)
        body = QWidget()
        self.body = QVBoxLayout(body)
        self.body.setContentsMargins(0, 0, HALF, 0)
        self.body.setSpacing(UNIT)
        self.body.addWidget(self.form)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }")
        self._scroll.setWidget(body)
        self.column.addWidget(self._scroll, 1)
        self._room = QRect()
        # Fields that were only just made count for the height once Qt has shown them.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        self.hide()

    def show_fields(self, title: str, fields: Iterable[FieldView]) -> None:
        """Show a thing's name and its fields as they now stand."""
        self.title.setText(title)
        self.form.set_fields(fields)
        self._fitting.start()

    def open_in(self, room: QRect, about: Sequence[QRect]) -> None:
        """Open at the edge of a part of the board that hides less of what it is about, no higher than the part.

        `about` is in pixels of the board, what matters most first.
        """
        self._room = room
        self._fit()
        card = QRect(room.topLeft(), self.size())
        right = card.translated(max(0, room.width() - self.width()), 0)
        self.move(min(right, card, key=lambda place: [_area(place & hidden) for hidden in about]).topLeft())
        self.show()
        self.raise_()

    def take_focus(self) -> None:
        """Go on by keys: into the first field."""
        next(iter(self.form.controls.values())).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _fit(self) -> None:
        """As high as everything in it where there is room; else it scrolls."""
        inner = self.body.totalHeightForWidth(_WIDTH - 2 * _PAD) if self.body.hasHeightForWidth() else 0
        rest = self.column.sizeHint().height() - self._scroll.sizeHint().height()
        wanted = max(inner, self.body.sizeHint().height()) + rest + HALF
        self.setFixedHeight(min(wanted, self._room.height()) if self._room.isValid() else wanted)

    def close_card(self) -> None:
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes; Enter in a field has handed it in already."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_card()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)


def _area(rect: QRect) -> int:
    return 0 if rect.isEmpty() else rect.width() * rect.height()


class ZoneCard(BoardCard):
    """A zone: its name, colour, what it is like, and what can be done with it."""

    color_chosen = Signal(int)
    acted = Signal(str)
    """`everyone`, `ways`, `merge`, `remove`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.swatches = _Swatches()
        self.swatches.chosen.connect(self.color_chosen)
        self.body.addWidget(self.swatches)
        grid = QGridLayout()
        grid.setSpacing(HALF)
        self.buttons: dict[str, QPushButton] = {}
        actions = (("everyone", "Select all"), ("ways", "Ways…"), ("merge", "Merge with…"), ("remove", "Remove"))
        for number, (key, title) in enumerate(actions):
            button = QPushButton(title)
            button.setStyleSheet("padding: 2px 8px; min-height: 22px;")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, key=key: self.acted.emit(key))
            self.buttons[key] = button
            grid.addWidget(button, number // 2, number % 2)
        self.column.addLayout(grid)

    def show_zone(self, fields: Sequence[FieldView], title: str, color: int, count: int) -> None:
        self.show_fields(title, fields)
        self.swatches.show_color(color)
        self.buttons["everyone"].setText(f"Select all {count}" if count else "Nobody there")
        self.buttons["everyone"].setEnabled(bool(count))


class LinkCard(BoardCard):
    """A way between two zones."""

    removed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.remove = QPushButton()
        self.remove.setStyleSheet("padding: 2px 8px; min-height: 22px;")
        self.remove.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.remove.clicked.connect(self.removed)
        self.column.addWidget(self.remove)

    def show_link(self, fields: Sequence[FieldView], title: str, remove: str) -> None:
        """`remove` is what taking the way away is called; empty when nothing is said of it."""
        self.show_fields(title, fields)
        self.remove.setText(remove)
        self.remove.setVisible(bool(remove))


class _Swatches(QWidget):
    """The zone colours, each with its name; the one in use has a frame and a tick."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        self.buttons: list[QToolButton] = []
        for number, name in enumerate(COLOR_NAMES):
            button = QToolButton()
            button.setCheckable(True)
            button.setToolTip(name.capitalize())
            button.setAccessibleName(f"Colour {name}")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setStyleSheet("padding: 4px;")
            button.setIconSize(QSize(_SWATCH, _SWATCH))
            button.clicked.connect(lambda _=False, number=number: self.chosen.emit(number))
            self.buttons.append(button)
            line.addWidget(button)
        line.addStretch(1)
        theme().changed.connect(self._paint)
        self._paint()

    def show_color(self, color: int) -> None:
        for number, button in enumerate(self.buttons):
            button.setChecked(number == color)
        self._paint()

    def _paint(self) -> None:
        for number, button in enumerate(self.buttons):
            button.setIcon(_swatch(number, is_chosen=button.isChecked()))


def _swatch(color: int, *, is_chosen: bool) -> QIcon:
    pixmap = QPixmap(2 * _SWATCH, 2 * _SWATCH)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fill: QColor = palette().zone_line(color)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(1, 1, _SWATCH - 2, _SWATCH - 2, 4, 4)
    if is_chosen:
        painter.setPen(palette().color("on_now" if palette().name == "light" else "text"))
        painter.setFont(semi_bold(12))
        painter.drawText(0, 0, _SWATCH, _SWATCH, Qt.AlignmentFlag.AlignCenter, "✓")
    painter.end()
    return QIcon(pixmap)
