"""Pictures: those that a view names by file, those of the token layer, and small tokens with tooltips in lists."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QImage, QImageReader, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QToolTip, QWidget

from gui.style import (
    Palette,
    TokenLook,
    draw_bar,
    draw_pill,
    draw_token,
    palette,
    semi_bold,
    side_style,
    text_font,
    token_extent,
    token_path,
)
from gui.style.picture_bytes import picture_reader
from model.view.map import ConnectionView, FogLevel, TokenView, ZoneView

# ----------------------------------------------------------------------------------------------------- pictures by file

Resolver = Callable[[str], bytes | None]
"""Returns the bytes of a picture by its file name (content hash and extension), or None if it is missing."""

PORTRAIT_SIDE = 512
GROUND_SIDE = 8192
"""Maximum side in pixels of portraits and of background pictures: larger ones are scaled down when they are read."""


MOST_PIXELS = 64_000_000
"""Maximum pixels of a picture; larger ones take seconds to read and gigabytes to keep."""
_GLANCE = 64
"""Pixels to which a picture is scaled to check that all of it can be read."""


class Pictures:
    """Reads pictures through a resolver and caches them; a missing or broken one is an empty image."""

    def __init__(self) -> None:
        self._resolve: Resolver = lambda file: None
        self._images: dict[tuple[str, int], QImage] = {}

    def set_resolver(self, resolve: Resolver) -> None:
        self._resolve = resolve
        self._images = {}

    def portrait(self, file: str) -> QImage | None:
        """Return a portrait, or None if there is none to show."""
        image = self._read(file, PORTRAIT_SIDE) if file else QImage()
        return None if image.isNull() else image

    def ground(self, file: str) -> QImage:
        return self._read(file, GROUND_SIDE)

    def _read(self, file: str, side: int) -> QImage:
        image = self._images.get((file, side))
        if image is None:
            image = self._images[file, side] = _decode(self._resolve(file), side)
        return image


def ground_image(content: bytes | None) -> QImage:
    """Return a background picture from its bytes, or a null image if there are none or they cannot be read."""
    return _decode(content, GROUND_SIDE)


def small_image(file: Path, size: QSize) -> QImage:
    """Return the picture in a file, scaled to fit into a size, or a null image if there is none that can be read."""
    reader = QImageReader(str(file))
    reader.setAutoTransform(True)
    found = reader.size()
    if not found.isValid() or found.width() * found.height() > MOST_PIXELS:
        return QImage()
    reader.setScaledSize(found.scaled(size, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def picture_problem(content: bytes) -> str:
    """Return why bytes are not a picture that the program can show, as the rest of a sentence; empty if they are."""
    with picture_reader(content) as reader:
        can_be_read = reader.canRead()  # asked first: an icon that was measured is not at its beginning any more
        size = reader.size()
        if not can_be_read or not size.isValid():
            return "is not a picture that can be shown."
        if size.width() * size.height() > MOST_PIXELS:
            return f"has {size.width()} x {size.height()} pixels, more than {MOST_PIXELS // 1_000_000} million."
        reader.setScaledSize(size.scaled(QSize(_GLANCE, _GLANCE), Qt.AspectRatioMode.KeepAspectRatio))
        return "is damaged: it cannot be read to the end." if reader.read().isNull() else ""


def _decode(content: bytes | None, side: int) -> QImage:
    if not content:
        return QImage()
    with picture_reader(content) as reader:
        reader.setAutoTransform(True)
        size = reader.size()
        if size.width() * size.height() > MOST_PIXELS:
            return QImage()
        if size.isValid() and max(size.width(), size.height()) > side:
            reader.setScaledSize(size.scaled(QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio))
        return reader.read()


# ------------------------------------------------------------------------------------------ pictures of the token layer

_CHIPS = 3
"""Maximum number of condition chips beside a token; further ones are counted."""

BRACKET_GAP = 7.0


def look_of(token: TokenView) -> TokenLook:
    return TokenLook(
        initials=token.initials,
        side=token.side,
        hidden=token.hidden,
        out=token.out,
        left_as=token.left_as or "",
        acting=token.acting,
        portrait=token.portrait,
    )


def canvas(size: QSizeF, ratio: float) -> QPixmap:
    """Return an empty picture of at least that size for a screen of that ratio, with even sides in device pixels."""
    pixmap = QPixmap(int(_even(size.width() * ratio)), int(_even(size.height() * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _even(length: float) -> float:
    """Return a length rounded up to an even number of pixels."""
    return 2.0 * math.ceil(length / 2)


def draw_haloed(painter: QPainter, box: QRectF, text: str, color: QColor, halo: QColor) -> None:
    """Draw text with an outline in the colour of the halo, so that it can be read on any picture."""
    painter.setPen(halo)
    for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1), (0, 2), (-2, 0), (2, 0)):
        painter.drawText(box.translated(dx, dy), Qt.AlignmentFlag.AlignCenter, text)
    painter.setPen(color)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def name_size(token: TokenView, radius: float) -> tuple[float, float]:
    """Return width and height of the name's picture in pixels."""
    text, bar = _name_metrics(token.minor), _bar_width(token, radius)
    return _even(max(text.horizontalAdvance(_name_words(token)) + 6, bar)), _even(text.height() + (7 if bar else 0))


def name_picture(token: TokenView, radius: float, ratio: float, palette: Palette) -> QPixmap:
    """Return a picture of the name; health is a bar above it where it may be shown as one, else words after it."""
    bar = _bar_width(token, radius)
    box = QRectF(QPointF(), QSizeF(*name_size(token, radius)))
    words = box.adjusted(0, 7 if bar else 0, 0, 0)
    color = "dim" if token.out else "text"
    pixmap = _words_picture(_name_words(token), token.minor, color, words.getRect(), ratio, palette)
    if bar and token.health is not None and token.health.fraction is not None:
        pixmap = pixmap.copy()
        painter = QPainter(pixmap)
        fraction, place = token.health.fraction, QRectF((box.width() - bar) / 2, 1, bar, 4)
        draw_bar(painter, place, fraction, palette.health(fraction), palette.color("track"))
        painter.end()
    return pixmap


@functools.lru_cache(maxsize=512)
def _words_picture(
    words: str, minor: bool, color: str, box: tuple[float, float, float, float], ratio: float, palette: Palette
) -> QPixmap:
    """Return a picture of a name in a box; cached apart from the health bar, because it takes longest to draw."""
    place = QRectF(*box)
    pixmap = canvas(QSizeF(place.right(), place.bottom()), ratio)
    painter = QPainter(pixmap)
    painter.setFont(_name_font(minor))
    draw_haloed(painter, place, words, palette.color(color), palette.color("ground"))
    painter.end()
    return pixmap


def _name_words(token: TokenView) -> str:
    if token.health is not None and token.health.fraction is None and token.health.text:
        return f"{token.name} · {token.health.text}"
    return token.name


def _name_font(minor: bool) -> QFont:
    return text_font(12) if minor else semi_bold(13)


@functools.cache
def _name_metrics(minor: bool) -> QFontMetricsF:
    return QFontMetricsF(_name_font(minor))


def _bar_width(token: TokenView, radius: float) -> float:
    if token.out or token.health is None or token.health.fraction is None or radius < 10:
        return 0.0
    return min(64.0, 2 * round(radius * 0.8))


def name_key(token: TokenView, radius: float) -> tuple[object, ...]:
    """Return the cache key of a name's picture: equal keys mean equal pictures."""
    return ("name", token.name, token.health, token.minor, token.out, _bar_width(token, radius))


def chip_labels(token: TokenView) -> tuple[str, ...]:
    """Return the chips of a token: first that players do not see it, because that matters most, then its conditions."""
    labels = ((token.unseen,) if token.unseen else ()) + tuple(
        condition for condition in token.conditions if not (token.hidden and condition == "hidden")
    )
    if len(labels) > _CHIPS:
        return (*labels[: _CHIPS - 1], f"+{len(labels) - _CHIPS + 1}")
    return labels


def counted_chips(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return the one chip that replaces all conditions where there is no room for words: how many there are.

    It does not count that players do not see the combatant, because the token itself shows that.
    """
    if not labels:
        return ()
    rest = labels[-1].removeprefix("+")
    count = len(labels) - 1 + int(rest) if rest.isdecimal() else len(labels)
    count -= labels[0] in {"hidden", "in fog"}
    return (str(count),) if count else ()


def chips_size(labels: tuple[str, ...]) -> tuple[float, float]:
    """Return width and height of the chips' picture in pixels."""
    return _even(max(_chip_metrics().horizontalAdvance(label) + 14 for label in labels)), 18.0 * len(labels)


def chips_picture(labels: tuple[str, ...], ratio: float, palette: Palette) -> QPixmap:
    """Return a picture of chips one below the other."""
    pixmap = canvas(QSizeF(*chips_size(labels)), ratio)
    painter = QPainter(pixmap)
    painter.setFont(_chip_font())
    for index, label in enumerate(labels):
        width = _chip_metrics().horizontalAdvance(label) + 14
        box = QRectF(0, 18 * index, width, 17)
        draw_pill(painter, box, palette.color("background"), palette.color("muted"))
        painter.setPen(palette.color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
    painter.end()
    return pixmap


def _chip_font() -> QFont:
    return text_font(11, QFont.Weight.Medium)


@functools.cache
def _chip_metrics() -> QFontMetricsF:
    return QFontMetricsF(_chip_font())


def selection_picture(side: str, radius: float, ratio: float, palette: Palette) -> QPixmap:
    """Return the ring around a selected token, outside any other ring."""
    extent = token_extent(radius) + 6
    pixmap = canvas(QSizeF(2 * extent, 2 * extent), ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(pixmap.width() / ratio / 2, pixmap.height() / ratio / 2)
    path = token_path(side_style(palette, side).shape, radius + 8)
    painter.strokePath(path, QPen(palette.color("ground"), 4))
    painter.strokePath(path, QPen(palette.color("selected_line"), 2))
    painter.end()
    return pixmap


def bracket_picture(radius: float, ratio: float, palette: Palette) -> QPixmap:
    """Return the four corners around the target."""
    reach, arm = radius * 1.1 + BRACKET_GAP, max(5.0, radius * 0.42)
    pixmap = canvas(QSizeF(2 * reach + 6, 2 * reach + 6), ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(pixmap.width() / ratio / 2, pixmap.height() / ratio / 2)
    for color, width in (("ground", 5.0), ("now", 3.0)):
        painter.setPen(QPen(palette.color(color), width, c=Qt.PenCapStyle.FlatCap, j=Qt.PenJoinStyle.MiterJoin))
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            corner = QPointF(right * reach, down * reach)
            painter.drawPolyline([corner - QPointF(right * arm, 0), corner, corner - QPointF(0, down * arm)])
    painter.end()
    return pixmap


# ------------------------------------------------------------------------------------------------------------- tooltips


def token_lines(token: TokenView) -> tuple[str, ...]:
    """Return name, health, place and conditions, each on a line."""
    first = " · ".join(part for part in (token.name, _state_words(token)) if part)
    health = token.health.text if token.health is not None else ""
    place = " · ".join(part for part in (token.distance, _height_words(token)) if part)
    return tuple(line for line in (first, health, place, *(token.notes or token.conditions)) if line)


def tooltip_of(token: TokenView) -> str:
    """Return the lines of `token_lines` as a tooltip."""
    return "\n".join(token_lines(token))


_CONNECTIONS = {
    "open": "{first} and {second} are connected",
    "one_way": "one-way from {first} to {second}",
    "blocked": "the connection between {first} and {second} is closed",
    "cut": "no connection between {first} and {second}",
}


def tooltip_of_connection(link: ConnectionView, first: str, second: str) -> str:
    """Return the tooltip of a connection: its state in words, its label, and what a click does."""
    words = _CONNECTIONS[link.state].format(first=first, second=second)
    lines = [words[0].upper() + words[1:], link.label, "Click to edit it"]
    return "\n".join(line for line in lines if line)


def tooltip_of_zone(zone: ZoneView) -> str:
    """Return the tooltip of a zone: its name, its tags, and what a click does."""
    return "\n".join((zone.name, *zone.tags, "Click to select everyone in it"))


def unseen_words(*, is_hidden: bool, fog: FogLevel) -> str:
    """Return what follows a zone's name on the GM's board: ` · hidden`, ` · in fog`, ` · dimmed` or nothing."""
    return " · hidden" if is_hidden else {"hidden": " · in fog", "dimmed": " · dimmed"}.get(fog, "")


def _state_words(token: TokenView) -> str:
    words = (
        (token.unseen, token.hidden),
        ("out", token.out and not token.left_as),
        ("acts now", token.acting),
        ("target", token.target),
    )
    return ", ".join(word for word, holds in words if holds)


def _height_words(token: TokenView) -> str:
    return f"{token.height:g} m up" if token.height else ""


# ----------------------------------------------------------------------------------------- small pictures of combatants


def paint_figure(
    painter: QPainter, pictures: Pictures, token: TokenView, middle: QPointF, radius: float, *, is_selected: bool
) -> None:
    """Paint a token, with a ring if it is selected and corners if it is a target."""
    ratio, colors = painter.device().devicePixelRatioF(), palette()
    marks = [selection_picture(token.side, radius, ratio, colors)] if is_selected else []
    if token.target:
        marks.append(bracket_picture(radius, ratio, colors))
    for mark in marks:
        half = QPointF(mark.width() / ratio / 2, mark.height() / ratio / 2)
        painter.drawPixmap(middle - half, mark)
    draw_token(painter, middle, radius, look_of(token), colors, pictures.portrait(token.portrait))


def is_tooltip(event: QEvent) -> bool:
    return event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent)


def show_tooltip(widget: QWidget, event: QEvent, token: TokenView | None) -> None:
    """Show the tooltip of a token at the pointer, or hide it if there is no token."""
    assert isinstance(event, QHelpEvent), "asked with is_tooltip"
    if token is None:
        QToolTip.hideText()
        event.ignore()
    else:
        QToolTip.showText(event.globalPos(), tooltip_of(token), widget)
