"""Small widgets that many panels need: health bar, condition chip, key hint, heading, token."""

from __future__ import annotations

import functools
import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gui.style.theme import HALF, HEADING, SMALL, UNIT, Palette, heading_font, palette, semi_bold, text_font
from gui.style.tokens import TokenLook, draw_token, token_extent


def draw_bar(painter: QPainter, box: QRectF, fraction: float, color: QColor, track: QColor) -> None:
    """A bar with round ends, filled from the left. A little is left to see while there is anything at all."""
    fraction = min(1.0, max(0.0, fraction))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    radius = box.height() / 2
    painter.setBrush(track)
    painter.drawRoundedRect(box, radius, radius)
    if fraction > 0:
        painter.setBrush(color)
        width = max(box.height(), box.width() * fraction)
        painter.drawRoundedRect(QRectF(box.x(), box.y(), width, box.height()), radius, radius)
    painter.restore()


def draw_pill(painter: QPainter, box: QRectF, fill: QColor, line: QColor) -> None:
    """The ground of a chip or label: half-round ends and a border of one pixel."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(line, 1))
    painter.setBrush(fill)
    inner = box.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)
    painter.restore()


class Bar(QWidget):
    """A bar for a pool: how much of it is left. Health takes its colour from how much that is."""

    def __init__(self, fraction: float = 1.0, color: str | None = None, parent: QWidget | None = None) -> None:
        """`color` names a palette colour for pools that are not health, such as `second`."""
        super().__init__(parent)
        self._fraction = fraction
        self._color = color
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_fraction(fraction)

    @property
    def fraction(self) -> float:
        return self._fraction

    def set_fraction(self, fraction: float) -> None:
        """Show that much, 0 to 1."""
        self._fraction = fraction
        self.setAccessibleDescription(f"{fraction:.0%}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(96, 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = palette()
        color = colors.health(self._fraction) if self._color is None else colors.color(self._color)
        box = QRectF(0, (self.height() - 6) / 2, self.width(), 6)
        painter = QPainter(self)
        draw_bar(painter, box, self._fraction, color, colors.color("track"))
        painter.end()


class Chip(QAbstractButton):
    """A rounded label for a condition or a count. `closed` when its cross is clicked, else `clicked`."""

    closed = Signal()

    def __init__(self, text: str, value: str = "", *, closable: bool = False, parent: QWidget | None = None) -> None:
        """`value` stands behind the text in semi-bold, as the 1 of `plot points 1`."""
        super().__init__(parent)
        self._value = value
        self._closable = closable
        self.setText(text)
        self.setAccessibleName(f"{text} {value}".strip())
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def set_value(self, value: str) -> None:
        self._value = value
        self.setAccessibleName(f"{self.text()} {value}".strip())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(text_font(SMALL)).horizontalAdvance(self.text()) + 2 * UNIT + 2
        if self._value:
            width += HALF + QFontMetricsF(semi_bold(SMALL)).horizontalAdvance(self._value)
        return QSize(round(width + (2 * UNIT if self._closable else 0)), 22)

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = palette()
        line = "now" if self.hasFocus() else "line"
        fill = "hover" if self.underMouse() else "raised"
        painter = QPainter(self)
        draw_pill(painter, QRectF(self.rect()), colors.color(fill), colors.color(line))
        self._draw_words(painter)
        if self._closable:
            self._draw_cross(painter)
        painter.end()

    def _draw_words(self, painter: QPainter) -> None:
        colors = palette()
        left = UNIT + 1
        painter.setFont(text_font(SMALL))
        painter.setPen(colors.color("muted" if self._value else "text"))
        painter.drawText(self.rect().adjusted(left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.text())
        if self._value:
            left += round(QFontMetricsF(text_font(SMALL)).horizontalAdvance(self.text())) + HALF
            painter.setFont(semi_bold(SMALL))
            painter.setPen(colors.color("text"))
            painter.drawText(self.rect().adjusted(left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._value)

    def _draw_cross(self, painter: QPainter) -> None:
        middle = QPointF(self._cross_left() + UNIT - 2, self.height() / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette().color("text"), 1.4, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(middle + QPointF(-3, -3), middle + QPointF(3, 3))
        painter.drawLine(middle + QPointF(-3, 3), middle + QPointF(3, -3))

    def _cross_left(self) -> float:
        return self.width() - 2 * UNIT - 2

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        is_cross = self._closable and event.position().x() >= self._cross_left()
        if is_cross and event.button() == Qt.MouseButton.LeftButton and self.isDown():
            self.setDown(False)
            self.closed.emit()
            event.accept()
            return
        super().mouseReleaseEvent(event)


class KeyCap(QLabel):
    """A small hint at the key that does what stands beside it."""

    def __init__(self, key: str, parent: QWidget | None = None) -> None:
        super().__init__(key, parent)
        self.setFont(text_font(HEADING))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        width = round(QFontMetricsF(self.font()).horizontalAdvance(self.text()))
        return QSize(max(20, width + UNIT + 2), 20)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_key(painter, QRectF(self.rect()), self.text())
        painter.end()


def draw_key(painter: QPainter, box: QRectF, key: str) -> None:
    """A key hint drawn into a list row or a button."""
    picture = _key_picture(key, box.width(), box.height(), painter.device().devicePixelRatioF(), palette())
    painter.drawPixmap(box.topLeft(), picture)


@functools.lru_cache(maxsize=256)
def _key_picture(key: str, width: float, height: float, ratio: float, colors: Palette) -> QPixmap:
    """A key hint, kept for the many times that a button is painted."""
    pixmap = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(ratio)
    box = QRectF(0, 0, width, height)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colors.color("line"), 1))
    painter.setBrush(colors.color("panel"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setFont(text_font(HEADING))
    painter.setPen(colors.color("muted"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, key)
    painter.end()
    return pixmap


class SectionHeading(QWidget):
    """The heading of a dock's part: small capitals on the left, a word about it on the right."""

    def __init__(self, title: str, aside: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._aside = aside
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def aside(self) -> str:
        return self._aside

    def set_aside(self, aside: str) -> None:
        if aside == self._aside:
            return
        self._aside = aside
        self.setAccessibleDescription(aside)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 24)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = palette()
        painter = QPainter(self)
        painter.setFont(heading_font())
        painter.setPen(colors.color("muted"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._title)
        taken = QFontMetricsF(heading_font()).horizontalAdvance(self._title.upper()) * 1.06 + 2 * UNIT
        font = text_font(SMALL)
        aside = QFontMetricsF(font).elidedText(self._aside, Qt.TextElideMode.ElideRight, self.width() - taken)
        painter.setFont(font)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, aside)
        painter.end()


def padded_column(owner: QWidget, spacing: int = UNIT) -> QVBoxLayout:
    """What a dialog's parts stand in one below the other, with room around them."""
    column = QVBoxLayout(owner)
    column.setContentsMargins(2 * UNIT, 2 * UNIT, 2 * UNIT, 2 * UNIT)
    column.setSpacing(spacing)
    return column


def bare_scroll(body: QWidget, least: int) -> QScrollArea:
    """Rows that scroll up and down on the ground of their dialog, at least so many pixels high."""
    area = QScrollArea()
    area.setWidget(body)
    # A scroll area has its widget filled with a ground of its own.
    body.setAutoFillBackground(False)
    area.setWidgetResizable(True)
    area.viewport().setAutoFillBackground(False)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setMinimumHeight(least)
    return area


def lay_out_section(panel: QWidget, heading: SectionHeading, body: QWidget) -> None:
    """Fill a panel with a heading, set in from its edge, above a body as wide as the panel that takes the focus."""
    layout = QVBoxLayout(panel)
    layout.setContentsMargins(0, UNIT, 0, 0)
    layout.setSpacing(HALF)
    top = QVBoxLayout()
    top.setContentsMargins(UNIT + HALF, 0, UNIT + HALF, 0)
    top.addWidget(heading)
    layout.addLayout(top)
    layout.addWidget(body)
    panel.setFocusProxy(body)


class TokenBadge(QWidget):
    """A combatant's token as a widget."""

    def __init__(self, look: TokenLook, radius: float = 14, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._radius = radius
        side = round(2 * token_extent(radius))
        self.setFixedSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        middle = QPointF(self.width() / 2, self.height() / 2)
        draw_token(painter, middle, self._radius, self._look, palette())
        painter.end()


def keep_enter(event: QKeyEvent) -> None:
    """Let Enter in a field be the field's own: what it has handed in must not answer the action in progress too."""
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        event.accept()
