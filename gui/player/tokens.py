"""Tokens on the players' screen: those of every window, with rings as wide and initials as large as can be seen."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from gui.player.lettering import CENTER, STRONG, Letters, write
from gui.style import TokenLook, draw_token, palette, token_extent

_RADIUS = 22.0
"""Pixels of radius for which the style's rings are made; larger tokens are enlarged ones of this size."""


def reach_of(radius: float, *, is_acting: bool) -> float:
    """Pixels from a token's middle to outside of its rings."""
    return token_extent(_RADIUS) * radius / _RADIUS if is_acting else radius * 1.2


def paint_token(
    painter: QPainter,
    letters: Letters,
    center: QPointF,
    radius: float,
    look: TokenLook,
    portrait: QImage | None = None,
) -> None:
    """A token of a radius in pixels; its initials only where there is room for letters that can be read."""
    bare = TokenLook(initials="", side=look.side, out=look.out, acting=look.acting)
    painter.save()
    painter.translate(center)
    painter.scale(radius / _RADIUS, radius / _RADIUS)
    draw_token(painter, QPointF(), _RADIUS, bare, palette(), portrait)
    painter.restore()
    if portrait is None:
        _write_initials(painter, letters, center, radius, look)


def _write_initials(painter: QPainter, letters: Letters, center: QPointF, radius: float, look: TokenLook) -> None:
    tall = letters.metrics(STRONG).capHeight()
    if letters.width(STRONG, look.initials) > radius * 1.35 or tall > radius * 1.1:
        return
    box = QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius)
    color = palette().color("dim" if look.out else "on_token")
    write(painter, box, look.initials, letters.font(STRONG), color, CENTER)
