"""Tokens on the players' screen: those of every window, with rings as wide and initials as large as can be seen."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from gui.player.lettering import CENTER, STRONG, Letters, write
from gui.style import TokenLook, draw_token, palette, side_style, token_extent

_RADIUS = 22.0
"""Pixels of radius for which the style's rings are made; larger tokens are enlarged ones of this size."""
_DIGIT = re.compile(r"\d")
_DIAMOND, _ROUND = 1.45, 1.6
"""Room for letters about the middle, in radii."""


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
    """The initials; where these have no room, the number that tells one of many from the others, else a letter."""
    if letters.metrics(STRONG).capHeight() > radius * 1.1:
        return
    room = radius * (_DIAMOND if side_style(palette(), look.side).shape == "diamond" else _ROUND)
    number = "".join(filter(str.isdigit, look.initials))
    shorter = (look.initials, number, look.initials[:1])
    # All digits as wide as the widest: of `R1` and `R2` both are shortened, or neither.
    words = next((one for one in shorter if one and letters.width(STRONG, _DIGIT.sub("8", one)) <= room), "")
    box = QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius)
    color = palette().color("dim" if look.out else "on_token")
    write(painter, box, words, letters.font(STRONG), color, CENTER)
