"""Small widgets for any panel: elided lines of text, lists as high as their rows, buttons, switches."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPixmap,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QTextEdit,
    QWidget,
)

from gui.style.disposal import dispose
from gui.style.theme import ASKED_OF_BUTTONS, HALF, HEADING, SMALL, TEXT, UNIT, palette, set_role, text_font
from gui.style.widgets import draw_key
from model.view.texts import Span, Spans, plain

# ---------------------------------------------------------------------------------------- lines of text in painted rows

_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Face(NamedTuple):
    """The properties of a font, hashable so that measures can be cached."""

    size: int = TEXT
    is_bold: bool = False
    is_tabular: bool = False
    is_struck: bool = False


@functools.lru_cache(maxsize=64)
def font_of(face: Face) -> QFont:
    weight = QFont.Weight.DemiBold if face.is_bold else QFont.Weight.Normal
    return text_font(face.size, weight, tabular=face.is_tabular, struck=face.is_struck)


@functools.lru_cache(maxsize=4096)
def width_of(text: str, face: Face) -> float:
    """Return the width of a text in pixels."""
    return QFontMetricsF(font_of(face)).horizontalAdvance(text)


@functools.lru_cache(maxsize=4096)
def fitted(text: str, face: Face, width: float) -> str:
    """Return a text, shortened with an ellipsis to fit into a width."""
    if width_of(text, face) <= width:
        return text
    return QFontMetricsF(font_of(face)).elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, width))


def draw_line(painter: QPainter, text: str, face: Face, color: str, left: float, middle: float, width: float) -> float:
    """Draw a text from `left`, vertically centred on `middle`, in a colour of the palette; returns its drawn width."""
    shown = fitted(text, face, width)
    painter.setFont(font_of(face))
    painter.setPen(palette().color(color))
    painter.drawText(QRectF(left, middle - 12, max(0.0, width) + 1, 24), _FLAGS, shown)
    return width_of(shown, face)


def draw_line_to(painter: QPainter, text: str, face: Face, color: str, right: float, middle: float) -> float:
    """Draw a text that ends at `right`; returns its width."""
    width = width_of(text, face)
    return draw_line(painter, text, face, color, right - width, middle, width)


class LookPictures:
    """Cached pictures of rows or buttons by their look.

    Qt repaints every visible row whenever one of them changes, and evaluates the style sheet for each part of a button.
    """

    def __init__(self, most: int, *, on_panel: bool) -> None:
        """`most` is the cache size: more than are ever visible together. `on_panel`: pictures cover their box."""
        self._most = most
        self._on_panel = on_panel
        self._kept: dict[Hashable, QPixmap] = {}
        """Pictures by everything that they show, the most recently used at the end."""

    def draw(
        self, painter: QPainter, rect: QRect, look: Hashable, draw_one: Callable[[QPainter, QRectF], object]
    ) -> None:
        """Draw the picture for `look`, which must describe all of it; if not cached, `draw_one` draws it into a box."""
        painter.drawPixmap(rect.topLeft(), self._picture(painter, rect.size(), look, draw_one))

    def prefetch(
        self, widget: QWidget, size: QSize, look: Hashable, draw_one: Callable[[QPainter, QRectF], object]
    ) -> None:
        """Cache the picture of a look that may be needed next, drawn as `draw` would draw it on this widget."""
        nowhere = QPixmap(1, 1)
        nowhere.setDevicePixelRatio(widget.devicePixelRatioF())
        painter = QPainter(nowhere)
        painter.setLayoutDirection(widget.layoutDirection())
        painter.setFont(widget.font())
        painter.setPen(widget.palette().color(widget.foregroundRole()))
        self._picture(painter, size, look, draw_one)
        painter.end()

    def _picture(
        self, painter: QPainter, size: QSize, look: Hashable, draw_one: Callable[[QPainter, QRectF], object]
    ) -> QPixmap:
        ratio = painter.device().devicePixelRatioF()
        key = (look, size.width(), size.height(), ratio, palette().name)
        kept = self._kept.pop(key, None)
        if kept is None:
            kept = QPixmap(size * ratio)
            kept.setDevicePixelRatio(ratio)
            kept.fill(palette().color("panel") if self._on_panel else Qt.GlobalColor.transparent)
            on_picture = QPainter(kept)
            # Set up like a painter of the widget: Qt places text by the direction of the language.
            on_picture.setLayoutDirection(painter.layoutDirection())
            on_picture.setFont(painter.font())
            on_picture.setPen(painter.pen())
            draw_one(on_picture, QRectF(0, 0, size.width(), size.height()))
            on_picture.end()
        self._kept[key] = kept
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return kept


# ------------------------------------------------------------------------------------------------------------ sentences


SENTENCE_LINE = 18
"""Line height of a sentence in pixels."""
_ANY_LINES = 40
_ANY = 16_777_215
"""Qt's value for an unlimited width or height."""


def laid_out(spans: Spans, width: int, is_undone: bool = False, most: int = _ANY_LINES) -> QTextLayout:
    """Lay out a sentence in a width in pixels, names in bold; more than `most` lines are cut with an ellipsis."""
    whole = _kept_layout(spans, _ANY, is_undone, most, palette().name)
    if whole.lineAt(0).naturalTextWidth() <= width:
        return whole
    return _kept_layout(spans, width, is_undone, most, palette().name)


@functools.lru_cache(maxsize=8192)
def line_count(spans: Spans, width: int, is_undone: bool = False, most: int = _ANY_LINES) -> int:
    """Return how many lines a sentence takes."""
    return laid_out(spans, width, is_undone, most).lineCount()


@functools.lru_cache(maxsize=256)
def _kept_layout(spans: Spans, width: int, is_undone: bool, most: int, colors: str) -> QTextLayout:
    """A sentence laid out in the colours of a palette, given by name; cached because most are drawn repeatedly."""
    return _layout(spans, width, is_undone, most)


def _layout(spans: Spans, width: float, is_undone: bool, most: int) -> QTextLayout:
    layout = QTextLayout(plain(spans), font_of(Face(TEXT)))
    # Otherwise Qt shapes all glyphs again for every drawing.
    layout.setCacheEnabled(True)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(_formats(spans, is_undone))
    layout.beginLayout()
    for number in range(most):
        line = layout.createLine()
        if not line.isValid():
            break
        is_last = number == most - 1
        line.setLineWidth(width)
        if is_last and line.textStart() + line.textLength() < len(layout.text()):
            return _cut(spans, line.textStart() + line.textLength(), width, is_undone, most)
        line.setPosition(QPointF(0, number * SENTENCE_LINE))
    layout.endLayout()
    return layout


def _cut(spans: Spans, length: int, width: float, is_undone: bool, most: int) -> QTextLayout:
    """The sentence, shortened until it fits, with an ellipsis at its end."""
    kept = []
    room = max(1, length - 2)
    for span in spans:
        if room <= 0:
            break
        kept.append(Span(text=span.text[:room], kind=span.kind))
        room -= len(span.text)
    last = kept[-1]
    kept[-1] = Span(text=last.text.rstrip() + "…", kind=last.kind)
    return _layout(tuple(kept), width, is_undone, most)


def _formats(spans: Spans, is_undone: bool) -> list[QTextLayout.FormatRange]:
    """Formats of names and of text for the GM only; adjacent spans are merged, as Qt shapes each range separately."""
    found: list[QTextLayout.FormatRange] = []
    start, last = 0, ""
    for span in spans:
        kind = span.kind if span.kind in ("name", "muted") else "plain"
        length = len(span.text.encode("utf-16-le")) // 2
        if kind == last and found:
            found[-1].length += length
        elif kind != "plain" or is_undone:
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = start, length, _format_of(kind, is_undone)
            found.append(part)
        start, last = start + length, kind if kind != "plain" or is_undone else ""
    return found


def _format_of(kind: str, is_undone: bool) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setFontStrikeOut(is_undone)
    if kind == "name":
        look.setFontWeight(QFont.Weight.DemiBold)
    if kind == "muted" and not is_undone:
        look.setForeground(palette().color("muted"))
    return look


class Sentence(QWidget):
    """A sentence with names in bold, in as many lines as it needs. QLabel is slow to lay out rich text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spans: Spans = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def text(self) -> str:
        """The plain text."""
        return plain(self._spans)

    def set_spans(self, spans: Spans) -> None:
        """Show this sentence."""
        if spans == self._spans:
            return
        has_moved = line_count(spans, self.width()) != line_count(self._spans, self.width())
        self._spans = spans
        self.setAccessibleName(self.text())
        if has_moved:
            self.updateGeometry()
        self.update()

    def prefetch(self, spans: Spans) -> None:
        """Cache the layout of a sentence that may be shown next."""
        line_count(spans, self.width())

    def heightForWidth(self, width: int) -> int:
        return (max(1, line_count(self._spans, width)) - 1) * SENTENCE_LINE + _LAST_LINE

    def sizeHint(self) -> QSize:
        return QSize(_USUAL_WIDTH, self.heightForWidth(max(self.width(), _LEAST_WIDTH)))

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH, _LAST_LINE)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(palette().color("text"))
        laid_out(self._spans, self.width()).draw(painter, QPointF(0, 0))
        painter.end()


_USUAL_WIDTH, _LEAST_WIDTH = 280, 80
_LAST_LINE = 16
"""Height in pixels of the last line."""


# ---------------------------------------------------------------------------------------------------------- flow layout


_NOWHERE = Qt.Orientation(0)


class FlowLayout(QLayout):
    """Lays out left to right in lines, top to bottom; hidden widgets take no room."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        """Heights by width, cached because parent layouts request them many times between changes."""
        self._least: QSize | None = None
        self._in_lines: list[bool] | None = None
        """For each item, whether it is a flow layout too."""
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        # As Qt's own layouts do: the items already there have to move too.
        self.invalidate()

    def take_all(self) -> None:
        """Take all items out; the caller keeps the widgets."""
        while self.takeAt(0):
            pass

    def clear(self, *kept: QWidget) -> None:
        """Take all items out and delete their widgets, except those in `kept`."""
        while item := self.takeAt(0):
            widget = item.widget()
            if widget is not None and widget not in kept:
                dispose(widget)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self.invalidate()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return _NOWHERE

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        """Drop the cached sizes: an item has changed."""
        self._heights = {}
        self._least = None
        self._in_lines = None
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._lay_out(QRect(0, 0, width, 0), is_trial=True)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay_out(rect, is_trial=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        if self._least is None:
            self._least = QSize()
            for item in self._items:
                self._least = self._least.expandedTo(item.minimumSize())
        return QSize(self._least)

    def _lay_out(self, rect: QRect, *, is_trial: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        if self._in_lines is None:
            self._in_lines = [_flows_itself(item) for item in self._items]
        for item, is_in_lines in zip(self._items, self._in_lines, strict=True):
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            width = min(hint.width(), rect.width())
            if is_in_lines:
                hint = QSize(rect.width(), item.heightForWidth(rect.width()))
                width = rect.width()
            if x > rect.x() and x + width > rect.right() + 1:
                x, y, line = rect.x(), y + line + self.spacing(), 0
            if not is_trial:
                item.setGeometry(QRect(QPoint(x, y), QSize(width, hint.height())))
            x += width + self.spacing()
            line = max(line, hint.height())
        return y + line - rect.y()


def _flows_itself(item: QLayoutItem) -> bool:
    """Whether an item is a flow layout too: it takes lines of its own, as many as it needs."""
    widget = item.widget()
    return widget is not None and isinstance(widget.layout(), FlowLayout)


class SteadyWidget(QWidget):
    """Updates its parts all at once.

    Qt would lay out all of them again each time one is shown or hidden. Also, a part that is hidden passes the focus
    to the next widget in the tab order, such as the log, which is then drawn as focused.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_changing = False

    @contextmanager
    def at_once(self, layout: QLayout) -> Iterator[None]:
        """Show and hide parts of the layout in this context: one layout at its end, and the widget keeps the focus."""
        self._is_changing = True
        layout.setEnabled(False)
        try:
            yield
        finally:
            layout.setEnabled(True)
            layout.invalidate()
            self._is_changing = False

    def focusNextPrevChild(self, next: bool) -> bool:
        if not self._is_changing:
            return super().focusNextPrevChild(next)
        self.setFocus()
        return True


# ------------------------------------------------------------------------------------------- a list as high as its rows


_FEWEST = 3
"""Least number of visible rows, however little room there is."""


class ShortList(QListView):
    """A list as high as its rows; all have one height, which subclasses define."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = _ANY
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    @property
    def row_height(self) -> int:
        """Height of a row in pixels."""
        raise NotImplementedError

    def set_most(self, pixels: int) -> None:
        """Limit the height in pixels: beyond it the list scrolls, not its parent."""
        if pixels != self._most:
            self._most = pixels
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        whole = max(1, self.model().rowCount()) * self.row_height
        whole_rows = self._most // self.row_height * self.row_height
        return QSize(280, max(self.minimumSizeHint().height(), min(whole, whole_rows)))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, min(_FEWEST, max(1, self.model().rowCount())) * self.row_height)


# ------------------------------------------------------------------------------------------------------ an elided label


class ElidedLabel(QLabel):
    """One line of plain text, elided if it is too long."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = self.contentsRect()
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, box.width())
        alignment = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        self.style().drawItemText(
            painter, box, alignment, self.palette(), self.isEnabled(), words, self.foregroundRole()
        )
        painter.end()

    def is_elided(self) -> bool:
        """Whether the text is cut."""
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()


# ------------------------------------------------------------------------------------------------ a button with its key


_KEYS_OF_FIELDS = "⏎"
"""Keys that a one-line field does not type."""


class _TextFocus(QObject):
    """The text field that has the focus, if any. Shared: many buttons ask, and the focus mostly goes elsewhere."""

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


_MOST_LOOKS = 8
"""Cached pictures of a button: at rest, hovered, pressed, focused, disabled, checked."""


class KeyButton(QPushButton):
    """Text on the left, the key in a small frame on the right; a key that would only be typed is not shown."""

    def __init__(
        self, text: str, key: str = "", parent: QWidget | None = None, *, line: QLineEdit | None = None
    ) -> None:
        """`line` is a field in which, while it is empty, the key does what the button does."""
        super().__init__(text, parent)
        self._key = key
        self._line = line
        self._pictures = LookPictures(_MOST_LOOKS, on_panel=False)
        self._is_typed = False
        """Whether the key would now be typed into a text field."""
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
        """The shown key, empty while a focused text field would type it."""
        return "" if self._is_typed else self._key

    def _look(self) -> None:
        """Update whether the key currently triggers the button."""
        field = QApplication.focusWidget()
        is_text = isinstance(field, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox)
        takes = self._line is not None and field is self._line and not self._line.text()
        is_typed = is_text and len(self._key) == 1 and self._key.isprintable() and self._key not in _KEYS_OF_FIELDS
        if (is_typed and not takes) != self._is_typed:
            self._is_typed = not self._is_typed
            self.update()

    def set_key(self, key: str) -> None:
        """Show another key, or none if it is empty."""
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
        """The shown text, elided at its end if the layout leaves too little room."""
        taken = round(self._key_width()) + (UNIT if self.key else 0)
        if not option.icon.isNull():
            taken += option.iconSize.width() + HALF
        room = self.width() - taken - 2 * UNIT
        return option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        asked = tuple(map(self.property, ASKED_OF_BUTTONS))
        look = (option.state, option.features, option.text, option.icon.cacheKey(), self._key, self._is_typed, asked)
        painter = QPainter(self)
        self._pictures.draw(painter, self.rect(), look, lambda painter, _: self._draw(painter, option))
        painter.end()

    def _draw(self, painter: QPainter, option: QStyleOptionButton) -> None:
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


class ElidedKeyButton(KeyButton):
    """A key button that may be narrower than its text, which is elided then."""

    def __init__(self, text: str, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, key, parent)
        # A QPushButton may not be narrower than its text.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._key_width()) + 8 * UNIT, super().minimumSizeHint().height())


# ------------------------------------------------------------------------------------------------------------- a switch


class Switch(QPushButton):
    """An on/off button with text, so that colour alone never shows its state."""

    def __init__(self, yes: str = "yes", no: str = "no", parent: QWidget | None = None) -> None:
        super().__init__(no, parent)
        self._words = {True: yes, False: no}
        self.setCheckable(True)
        # In a dialog, Enter in a field is meant for the default button.
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setStyleSheet("padding: 2px 10px; min-height: 18px;")
        self.toggled.connect(lambda on: self.setText(self._words[on]))

    def show_state(self, is_on: bool) -> None:
        """Show a state without emitting signals."""
        self.blockSignals(True)
        self.setChecked(is_on)
        self.setText(self._words[is_on])
        self.blockSignals(False)


# -------------------------------------------------------------------------------------------------------------- toggles


class Toggles(QWidget):
    """A row of buttons of which at most one is checked; with none checked, the default value applies."""

    chosen = Signal(object)
    """The chosen value, or None for the default."""

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
        """Show a value; one without a button shows as the default."""
        for own, button in self.buttons.items():
            button.setChecked(own == value)
