"""Drawing that is the same everywhere: icons, combatants' tokens, and small widgets such as health bars and key hints.

A token is told apart by shape, ring and sign, never by colour alone: the side gives shape and colour, a dashed ring
means hidden, a cross means out of combat, a second ring outside means acting.
"""

from __future__ import annotations

import functools
import math
import weakref
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QIcon,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QScreen,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QDialog, QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid

from gui.style.fitting import Fitting
from gui.style.theme import (
    HALF,
    HEADING,
    SMALL,
    TEXT,
    UNIT,
    Palette,
    SideShape,
    heading_font,
    palette,
    semi_bold,
    side_style,
    text_font,
    theme,
)
from model.content.resources import root
from model.state.base import Record

# ---------------------------------------------------------------------------------------------------------------- icons

ICONS = Path(__file__).resolve().parents[2] / "resources" / "icons"

_ON_BUTTON, _IN_LIST = 16, 24
"""Sizes of icons in pixels: each is rendered at its exact size for every connected screen.

A QIconEngine in Python could draw any size, but PySide 6.11 releases such engines too early.
"""

_wearers: weakref.WeakKeyDictionary[QAbstractButton | QAction, tuple[str, str]] = weakref.WeakKeyDictionary()


def icon(name: str, color: str = "text") -> QIcon:
    """Return an icon by name, in a colour of the palette by name; disabled it is dim.

    It keeps the colour of the current palette: use `set_icon` for one that must follow. Raises FileNotFoundError for a
    name without a file, which is a bug in the program.
    """
    return _icon_of(name, color, (_ON_BUTTON, _IN_LIST))


def _icon_of(name: str, color: str, sizes: tuple[int, ...]) -> QIcon:
    ratios = {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
    sides = tuple(sorted({round(size * ratio) for size in sizes for ratio in ratios}))
    return _icon(name, palette().color(color).name(), palette().dim, sides)


def set_icon(target: QAbstractButton | QAction, name: str, color: str = "text") -> None:
    """Give a button or an action an icon that follows changes of the palette, and screens that are added.

    Nothing is done if it has that icon already: Qt would lay out and paint again even for the same icon.
    """
    if _wearers.get(target) == (name, color):
        return
    _watch()
    _wearers[target] = (name, color)
    target.setIcon(_icon_of(name, color, (_ON_BUTTON,)))


def icon_pixmap(name: str, size: int, ratio: float, color: str = "text") -> QPixmap:
    """Return an icon as a square picture of `size` device-independent pixels for a screen of that pixel ratio."""
    pixmap = QPixmap(_render(name, palette().color(color).name(), round(size * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@functools.cache
def _watch() -> None:
    """Connect the signals once: there is one theme and one application while the program runs."""
    theme().changed.connect(_follow)
    application = QGuiApplication.instance()
    assert isinstance(application, QGuiApplication)
    application.screenAdded.connect(watch_screen)
    for screen in QGuiApplication.screens():
        watch_screen(screen)


def watch_screen(screen: QScreen) -> None:
    """Render icons for this screen as well, and again when its pixel ratio changes."""
    screen.logicalDotsPerInchChanged.connect(lambda _: _follow())
    _follow()


def _follow() -> None:
    for target, (name, color) in list(_wearers.items()):
        # A closed window may be deleted in C++ while Python still references its buttons.
        if isValid(target):
            target.setIcon(_icon_of(name, color, (_ON_BUTTON,)))


@functools.lru_cache(maxsize=512)
def _icon(name: str, color: str, dim: str, sides: tuple[int, ...]) -> QIcon:
    """An icon in two colours, rendered in sizes in device pixels."""
    result = QIcon()
    for side in sides:
        result.addPixmap(_render(name, color, side))
        result.addPixmap(_render(name, dim, side), QIcon.Mode.Disabled)
    return result


@functools.lru_cache(maxsize=2048)
def _render(name: str, color: str, side: int) -> QPixmap:
    """Draw an icon of `side` device pixels."""
    drawing = QByteArray(_source(name).replace(b"currentColor", color.encode()))
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(drawing).render(painter, QRectF(0, 0, side, side))
    painter.end()
    return pixmap


@functools.cache
def _source(name: str) -> bytes:
    return (ICONS / f"{name}.svg").read_bytes()


def program_icon() -> QIcon:
    """Return the program's own icon, sharp at any size."""
    return QIcon(str(root() / "pictures" / "battleboard.svg"))


# --------------------------------------------------------------------------------------------------------------- tokens

ACTING_GAP = 3.0
"""Pixels from the token's ring to the ring around the acting combatant."""
ACTING_WIDTH = 3.0
_CORNERS: dict[SideShape, int] = {"triangle": 3, "diamond": 4, "pentagon": 5, "hexagon": 6, "octagon": 8}
_REACH: dict[SideShape, float] = {"diamond": 1.14, "triangle": 1.22, "square": 0.9, "pentagon": 1.08}
"""Distance of the corners from the middle, in radii, so that all shapes look equally large."""


class TokenLook(Record, kw_only=True):
    """The look of a token; equal looks give equal pictures."""

    initials: str
    side: str
    hidden: bool = False
    out: bool = False
    left_as: str = ""
    """How they left combat alive: `fled`, `captured`, `surrendered`; each has a sign in place of the initials."""
    acting: bool = False
    portrait: str = ""
    """Name of the portrait, so that looks with different portraits differ."""


def token_extent(radius: float, acting: bool = True) -> float:
    """Return the pixels from a token's middle to the outermost pixel that any shape of that radius draws."""
    return 1.22 * (radius + (ACTING_GAP + ACTING_WIDTH + 1 if acting else 1)) + 1


@functools.lru_cache(maxsize=256)
def token_path(shape: SideShape, radius: float) -> QPainterPath:
    """Return the outline of a token around (0, 0); corners are rounded."""
    path = QPainterPath()
    if shape == "circle":
        path.addEllipse(QPointF(0, 0), radius, radius)
        return path
    reach = radius * _REACH.get(shape, 1.04)
    if shape == "square":
        path.addRoundedRect(QRectF(-reach, -reach, 2 * reach, 2 * reach), radius * 0.3, radius * 0.3)
        return path
    number = _CORNERS[shape]
    start = math.pi / 2 if shape != "octagon" else math.pi / 2 + math.pi / 8
    corners = [
        QPointF(reach * math.cos(start + turn), -reach * math.sin(start + turn))
        for turn in (2 * math.pi * index / number for index in range(number))
    ]
    return _rounded(corners, radius * 0.24)


def _rounded(corners: list[QPointF], radius: float) -> QPainterPath:
    """A closed outline; curves that start `radius` before each corner round it off."""
    path = QPainterPath()
    for index, corner in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % len(corners)]
        first, last = _towards(corner, before, radius), _towards(corner, after, radius)
        if index == 0:
            path.moveTo(first)
        else:
            path.lineTo(first)
        path.quadTo(corner, last)
    path.closeSubpath()
    return path


def _towards(start: QPointF, end: QPointF, length: float) -> QPointF:
    step = end - start
    return start + step * (length / math.hypot(step.x(), step.y()))


def draw_token(
    painter: QPainter,
    center: QPointF,
    radius: float,
    look: TokenLook,
    palette: Palette,
    portrait: QImage | None = None,
) -> None:
    """Draw a token of that radius in pixels; its rings extend to `token_extent` at most."""
    style = side_style(palette, look.side)
    path = token_path(style.shape, radius)
    ring, fill = (palette.out, palette.out_fill) if look.out else (style.color, style.fill)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(center)
    painter.fillPath(path, QColor(fill))
    if portrait is not None and not portrait.isNull():
        _draw_portrait(painter, path, portrait, 0.35 if look.out else 1.0)
    elif radius >= 6 and not look.left_as:
        _draw_initials(painter, radius, look, palette)
    painter.strokePath(path, _ring_pen(QColor(ring), radius, look.hidden))
    if look.left_as:
        _draw_departure(painter, radius, look.left_as, palette)
    elif look.out:
        _draw_cross(painter, radius, palette)
    if look.acting:
        width = min(ACTING_WIDTH, max(1.5, radius / 7))
        outer = token_path(style.shape, radius + width / 2 + min(ACTING_GAP, radius / 6) + 1)
        painter.strokePath(outer, QPen(palette.color("now"), width))
    painter.restore()


def token_pixmap(
    radius: float, ratio: float, look: TokenLook, palette: Palette, portrait: QImage | None = None
) -> QPixmap:
    """Return a token as a picture for a screen of that pixel ratio, with the token in the middle."""
    side = 2 * math.ceil(token_extent(radius, look.acting) * ratio)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(ratio)
    painter = QPainter(pixmap)
    middle = side / ratio / 2
    draw_token(painter, QPointF(middle, middle), radius, look, palette, portrait)
    painter.end()
    return pixmap


def draw_side_mark(painter: QPainter, center: QPointF, radius: float, side: str, palette: Palette) -> None:
    """Draw a small filled mark of a side, for lists and legends."""
    style = side_style(palette, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(center)
    painter.fillPath(token_path(style.shape, radius), QColor(style.color))
    painter.restore()


def initials_of(name: str) -> str:
    """Return up to three characters for a token: the number of `Minion 2` stays (`M2`), else the name's first letter.

    >>> initials_of("Minion 12"), initials_of("Crimson"), initials_of("Man in the red coat")
    ('M12', 'C', 'M')
    """
    words = name.split()
    if not words:
        return "?"
    number = words[-1] if len(words) > 1 and words[-1].isdecimal() else ""
    return (words[0][0].upper() + number)[:3]


def _ring_pen(color: QColor, radius: float, dashed: bool) -> QPen:
    pen = QPen(color, max(1.5, min(3.0, radius / 7)))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashed:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([1.7, 1.5])
    return pen


def _draw_portrait(painter: QPainter, path: QPainterPath, portrait: QImage, opacity: float) -> None:
    """Fill the outline with the middle of the portrait."""
    box = path.boundingRect()
    side = min(portrait.width(), portrait.height())
    source = QRectF((portrait.width() - side) / 2, (portrait.height() - side) / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setClipPath(path)
    painter.setOpacity(opacity)
    painter.drawImage(box, portrait, source)
    painter.restore()


def _draw_initials(painter: QPainter, radius: float, look: TokenLook, palette: Palette) -> None:
    share = {0: 0.8, 1: 0.8, 2: 0.68}.get(len(look.initials), 0.54)
    painter.setFont(semi_bold(max(7, round(radius * share))))
    painter.setPen(palette.color("dim" if look.out else "on_token"))
    box = QRectF(-radius * 1.2, -radius, radius * 2.4, radius * 2)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, look.initials)


def _draw_cross(painter: QPainter, radius: float, palette: Palette) -> None:
    reach = radius * 0.8
    painter.setPen(QPen(palette.color("out"), max(1.5, radius / 9), c=Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(-reach, -reach), QPointF(reach, reach))
    painter.drawLine(QPointF(-reach, reach), QPointF(reach, -reach))


def _draw_departure(painter: QPainter, radius: float, left_as: str, palette: Palette) -> None:
    """Draw how someone left combat alive: an arrow that leads out, bars, or a flag."""
    pen = QPen(palette.color("muted"), max(1.5, radius / 7), c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if left_as == "fled":
        tip, head = QPointF(radius * 0.6, 0), radius * 0.4
        painter.drawLine(QPointF(-radius * 0.6, 0), tip)
        painter.drawPolyline([tip - QPointF(head, head), tip, tip - QPointF(head, -head)])
    elif left_as == "captured":
        for x in (-0.4, 0.0, 0.4):
            painter.drawLine(QPointF(x * radius, -radius * 0.55), QPointF(x * radius, radius * 0.55))
    else:
        pole, top = -radius * 0.4, -radius * 0.6
        painter.drawLine(QPointF(pole, top), QPointF(pole, radius * 0.65))
        painter.setBrush(palette.color("muted"))
        painter.drawRect(QRectF(pole, top, radius * 0.85, radius * 0.55))


def arrow_head(tip: QPointF, degrees: float, size: float) -> QPolygonF:
    """Return a small dart with its tip pointing `degrees` clockwise from north.

    It is slim and notched: an equilateral triangle would seem to point in three directions.
    """
    turn = math.radians(degrees)
    ahead, aside = QPointF(math.sin(turn), -math.cos(turn)), QPointF(math.cos(turn), math.sin(turn))
    back = tip - ahead * size
    wing = aside * (size * 0.5)
    return QPolygonF([tip, back + wing, back + ahead * (size * 0.25), back - wing])


# -------------------------------------------------------------------------------------------------------- small widgets


def draw_bar(painter: QPainter, box: QRectF, fraction: float, color: QColor, track: QColor) -> None:
    """Draw a bar with round ends, filled from the left. Any fraction above 0 stays visible."""
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
    """Draw the ground of a chip or label: half-round ends and a border of one pixel."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(line, 1))
    painter.setBrush(fill)
    inner = box.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)
    painter.restore()


class Bar(QWidget):
    """A bar for a pool: how much of it is left. The colour of a health bar depends on that share."""

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
        """Show this fraction, 0 to 1."""
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
    """A rounded label for a condition or a count. Emits `closed` when its cross is clicked, else `clicked`."""

    closed = Signal()

    def __init__(self, text: str, value: str = "", *, closable: bool = False, parent: QWidget | None = None) -> None:
        """`value` follows the text in semi-bold, as the 1 of `plot points 1`."""
        super().__init__(parent)
        self._is_tall = False
        self.set_words(text, value, closable=closable)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def set_tall(self) -> None:
        """Give it the height and the text of a form, where there is room."""
        self._is_tall = True
        self.updateGeometry()

    @property
    def _fonts(self) -> tuple[QFont, QFont]:
        """The fonts of the text and of the value."""
        size = TEXT if self._is_tall else SMALL
        return text_font(size), semi_bold(size)

    def set_words(self, text: str, value: str = "", *, closable: bool = False) -> None:
        """Change the text. Reusing a chip is cheaper than making one, because styling a new widget takes longest."""
        self._value = value
        self._closable = closable
        self.setText(text)
        self.setAccessibleName(f"{text} {value}".strip())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words, strong = self._fonts
        width = QFontMetricsF(words).horizontalAdvance(self.text()) + 2 * UNIT + 2
        if self._value:
            width += HALF + QFontMetricsF(strong).horizontalAdvance(self._value)
        return QSize(round(width + (2 * UNIT if self._closable else 0)), 28 if self._is_tall else 22)

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
        words, strong = self._fonts
        left = UNIT + 1
        painter.setFont(words)
        painter.setPen(colors.color("muted" if self._value else "text"))
        painter.drawText(self.rect().adjusted(left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.text())
        if self._value:
            left += round(QFontMetricsF(words).horizontalAdvance(self.text())) + HALF
            painter.setFont(strong)
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
    """A small hint at the keyboard key for the command beside it."""

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
    """Draw a key hint into a list row or a button."""
    picture = _key_picture(key, box.width(), box.height(), painter.device().devicePixelRatioF(), palette())
    painter.drawPixmap(box.topLeft(), picture)


@functools.lru_cache(maxsize=256)
def _key_picture(key: str, width: float, height: float, ratio: float, colors: Palette) -> QPixmap:
    """A key hint, cached because buttons are painted many times."""
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
    """The heading of a part of a dock: small capitals on the left, a short remark on the right."""

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
    """Return a column layout for the parts of a dialog, with margins around them. The dialog follows its content."""
    if isinstance(owner, QDialog):
        Fitting(owner)
    column = QVBoxLayout(owner)
    column.setContentsMargins(2 * UNIT, 2 * UNIT, 2 * UNIT, 2 * UNIT)
    column.setSpacing(spacing)
    return column


_ROWS_CHANGE = (QEvent.Type.LayoutRequest, QEvent.Type.ShowToParent, QEvent.Type.HideToParent)


class _BareScroll(QScrollArea):
    """Scroll area that scrolls only vertically, and therefore follows the width that its rows need."""

    def __init__(self, most: int) -> None:
        """Ask for the height of the rows up to `most` pixels."""
        super().__init__()
        self._most = most
        self._needed = QSize()

    def _size_of_rows(self) -> QSize:
        body = self.widget()
        if body is None or body.isHidden():
            return QSize(0, 0)
        size = body.minimumSizeHint()
        if self._most and body.hasHeightForWidth():
            size.setHeight(body.heightForWidth(max(size.width(), self.viewport().width())))
        return QSize(size.width(), min(size.height(), self._most))

    def minimumSizeHint(self) -> QSize:
        self._needed = self._size_of_rows()
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._needed.width() + bar, max(self._needed.height(), self.minimumHeight()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_handled = super().eventFilter(watched, event)
        if watched is self.widget() and event.type() in _ROWS_CHANGE:
            self._follow()
        return is_handled

    def _follow(self) -> None:
        if self._size_of_rows() != self._needed:
            self.updateGeometry()


def bare_scroll(body: QWidget, least: int, most: int = 0) -> QScrollArea:
    """Return a vertical scroll area for rows without a ground of its own, at least `least` pixels high.

    It is at least as wide as its rows need, and up to `most` pixels as high.
    """
    area = _BareScroll(most)
    area.setWidget(body)
    # Setting the widget makes it fill its background: undo that.
    body.setAutoFillBackground(False)
    area.setWidgetResizable(True)
    area.viewport().setAutoFillBackground(False)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setMinimumHeight(least)
    return area


def lay_out_section(panel: QWidget, heading: SectionHeading, body: QWidget) -> None:
    """Fill a panel with an inset heading above a body; the body is as wide as the panel and takes the focus."""
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


def accept_enter(event: QKeyEvent) -> None:
    """Accept Enter in a field, so that it does not also confirm the action in progress."""
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        event.accept()
