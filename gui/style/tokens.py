"""Drawing a combatant's token: the same in lists, on the map, on range bands and on the players' screen.

A token is told apart by shape, ring and sign, never by colour alone: the side gives shape and colour, a
dashed ring is hidden, a cross is out of the fight, a second ring outside is whose turn it is.
"""

from __future__ import annotations

import functools
import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from gui.style.theme import Palette, SideShape, semi_bold, side_style
from model.state.base import Record

ACTING_GAP = 3.0
"""Pixels from the token's ring to the ring around the acting combatant."""
ACTING_WIDTH = 3.0
_CORNERS: dict[SideShape, int] = {"triangle": 3, "diamond": 4, "pentagon": 5, "hexagon": 6, "octagon": 8}
_REACH: dict[SideShape, float] = {"diamond": 1.14, "triangle": 1.22, "square": 0.9, "pentagon": 1.08}
"""Distance of the corners from the middle, in radii: so that all shapes look of one size."""


class TokenLook(Record, kw_only=True):
    """What a token looks like; equal looks give equal pictures."""

    initials: str
    side: str
    hidden: bool = False
    out: bool = False
    acting: bool = False
    portrait: str = ""
    """Name of the portrait, so that looks with different portraits differ."""


def token_extent(radius: float, acting: bool = True) -> float:
    """Pixels from a token's middle to the furthest pixel that any shape of that radius draws."""
    return 1.22 * (radius + (ACTING_GAP + ACTING_WIDTH + 1 if acting else 1)) + 1


@functools.lru_cache(maxsize=256)
def token_path(shape: SideShape, radius: float) -> QPainterPath:
    """Outline of a token around (0, 0); corners are rounded."""
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
    """A closed outline whose corners are cut by curves that start `radius` before them."""
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
    """Draw a token of that radius in pixels; rings reach as far as `token_extent`."""
    style = side_style(palette, look.side)
    path = token_path(style.shape, radius)
    ring, fill = (palette.out, palette.out_fill) if look.out else (style.color, style.fill)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(center)
    painter.fillPath(path, QColor(fill))
    if portrait is not None and not portrait.isNull():
        _draw_portrait(painter, path, portrait, 0.35 if look.out else 1.0)
    elif radius >= 6:
        _draw_initials(painter, radius, look, palette)
    painter.strokePath(path, _ring_pen(QColor(ring), radius, look.hidden))
    if look.out:
        _draw_cross(painter, radius, palette)
    if look.acting:
        width = min(ACTING_WIDTH, max(1.5, radius / 7))
        outer = token_path(style.shape, radius + width / 2 + min(ACTING_GAP, radius / 6) + 1)
        painter.strokePath(outer, QPen(palette.color("now"), width))
    painter.restore()


def token_pixmap(
    radius: float, ratio: float, look: TokenLook, palette: Palette, portrait: QImage | None = None
) -> QPixmap:
    """A token as a picture for a screen of that pixel ratio; its middle is the token's middle."""
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
    """A small filled mark of a side, for lists and legends."""
    style = side_style(palette, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(center)
    painter.fillPath(token_path(style.shape, radius), QColor(style.color))
    painter.restore()


def initials_of(name: str) -> str:
    """Up to three signs for a token: the number of `Minion 2` stays (`M2`), else the first letter of a name.

    >>> initials_of("Minion 12"), initials_of("Crimson"), initials_of("Man in the red coat")
    ('M12', 'C', 'M')
    """
    words = name.split()
    if not words:
        return "?"
    number = words[-1] if len(words) > 1 and words[-1].isdigit() else ""
    return (words[0][0].upper() + number)[:3]


def _ring_pen(color: QColor, radius: float, dashed: bool) -> QPen:
    pen = QPen(color, max(1.5, min(3.0, radius / 7)))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashed:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([1.7, 1.5])
    return pen


def _draw_portrait(painter: QPainter, path: QPainterPath, portrait: QImage, opacity: float) -> None:
    """The middle of the portrait fills the outline."""
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


def arrow_head(tip: QPointF, degrees: float, size: float) -> QPolygonF:
    """A small triangle whose tip points `degrees` clockwise from north."""
    turn = math.radians(degrees)
    ahead, aside = QPointF(math.sin(turn), -math.cos(turn)), QPointF(math.cos(turn), math.sin(turn))
    back = tip - ahead * size
    return QPolygonF([tip, back + aside * (size * 0.6), back - aside * (size * 0.6)])
