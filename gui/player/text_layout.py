"""Text and tokens on the page of the players, sized by its height."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QStaticText,
    QTransform,
)

from gui.style import Palette, TokenLook, draw_token, palette, side_style, text_font, token_extent, token_pixmap

# ----------------------------------------------------------------------------------------------------------------- text


_HALO = 0.08
"""How far a halo extends beyond the letters, as a share of the font's size."""
_HALO_FROM = 0.5
"""Least scale of the page at which a halo is painted: below it a halo cannot be seen."""
_KEPT = 2000
"""Most texts that a cache keeps."""
_LONGEST = 300
"""Most characters of a text that are laid out for a line: no line of a screen has room for more."""
_SAMPLE = 1000
"""Size in pixels of the font on which proportions are measured."""

_NUMBER = re.compile(r"×?\d{1,3}")
_LEAST_STEM = 2
"""Fewest letters of a name before its number."""

Align = Qt.AlignmentFlag
LEFT = Align.AlignLeft | Align.AlignVCenter
RIGHT = Align.AlignRight | Align.AlignVCenter
CENTER = Align.AlignCenter


class Style(Struct, frozen=True):
    """A size and weight of letters."""

    capital: float
    """Height of capitals as a share of the screen's height."""
    weight: QFont.Weight = QFont.Weight.Medium


WORDS = Style(0.029)
STRONG = Style(0.029, QFont.Weight.DemiBold)
NAME = Style(0.0366, QFont.Weight.DemiBold)
"""Names in the initiative order and on the map: a font size of five percent of the screen's height."""
NEXT = Style(0.051, QFont.Weight.Bold)
NOW = (Style(0.082, QFont.Weight.Bold), Style(0.07, QFont.Weight.Bold), Style(0.06, QFont.Weight.Bold), NEXT)
"""Styles for the acting combatant's name: the first one that fits is used, else the last one."""


@functools.cache
def _capital_share(weight: QFont.Weight) -> float:
    """Height of capitals in a font of size 1."""
    return QFontMetricsF(text_font(_SAMPLE, weight)).capHeight() / _SAMPLE


class Letters:
    """The fonts for a screen of a height in pixels."""

    def __init__(self, height: float) -> None:
        self.height = height
        self._fonts: dict[tuple[Style, bool], QFont] = {}
        self._metrics: dict[Style, QFontMetricsF] = {}
        self._widths: dict[tuple[Style, str], float] = {}

    def length(self, share: float) -> float:
        """Convert a share of the screen's height to pixels."""
        return share * self.height

    def font(self, style: Style, *, tabular: bool = False) -> QFont:
        found = self._fonts.get((style, tabular))
        if found is None:
            wanted = style.capital / _capital_share(style.weight) * self.height
            found = text_font(max(1, math.ceil(wanted)), style.weight, tabular=tabular)
            self._fonts[style, tabular] = found
        return found

    def metrics(self, style: Style) -> QFontMetricsF:
        found = self._metrics.get(style)
        if found is None:
            found = self._metrics[style] = QFontMetricsF(self.font(style))
        return found

    def width(self, style: Style, text: str) -> float:
        """Width of a text in pixels, cached since names are measured repeatedly."""
        found = self._widths.get((style, text))
        if found is None:
            if len(self._widths) > _KEPT:
                self._widths.clear()
            found = self._widths[style, text] = self.metrics(style).horizontalAdvance(text)
        return found

    def elided(self, text: str, style: Style, width: float) -> str:
        """A text in one line of a width, with an ellipsis if it is too long; a number at its end stays."""
        whole = " ".join(_words(text))
        if self.width(style, whole) <= width:
            return whole
        stem, _, number = whole.rpartition(" ")
        if stem and _NUMBER.fullmatch(number):
            room = width - self.width(style, f" {number}")
            if room >= self.width(style, stem[:_LEAST_STEM] + "…"):
                return f"{self.metrics(style).elidedText(stem, Qt.TextElideMode.ElideRight, room)} {number}"
        return self.metrics(style).elidedText(whole, Qt.TextElideMode.ElideRight, max(0.0, width))

    def wrapped(self, text: str, style: Style, width: float, lines: int) -> list[str]:
        """Break a text between words into at most `lines` lines; the last one gets an ellipsis if it is too long."""
        words = _words(text, lines)
        result: list[str] = []
        while words and len(result) < lines - 1:
            line = words.pop(0)
            while words and self.width(style, f"{line} {words[0]}") <= width:
                line = f"{line} {words.pop(0)}"
            result.append(self.elided(line, style, width))
        if words:
            result.append(self.elided(" ".join(words), style, width))
        return self._with_number(result, style, width)

    def _with_number(self, lines: list[str], style: Style, width: float) -> list[str]:
        """Lines in which a number does not stand alone: it could be taken for another combatant's."""
        if len(lines) < 2 or not _NUMBER.fullmatch(lines[-1]):
            return lines
        begun, _, last = lines[-2].rpartition(" ")
        numbered = f"{last} {lines[-1]}"
        return [*lines[:-2], begun, numbered] if begun and self.width(style, numbered) <= width else lines

    def written(self, forms: Sequence[str], style: Style, width: float, lines: int) -> list[str]:
        """The first of several forms of a name that is whole in at most `lines` lines; else the last one, cut."""
        found: list[str] = []
        for form in forms:
            found = self.wrapped(form, style, width, lines)
            if is_whole(found, form):
                break
        return found

    def halved(self, text: str, style: Style, width: float) -> list[str]:
        """Break a text of several words into two lines of about the same width; a single word stays in one."""
        words = _words(text)
        splits = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
        best = min(splits, key=lambda lines: max(self.width(style, line) for line in lines), default=words)
        return [self.elided(line, style, width) for line in best]

    def line(self, style: Style) -> float:
        """Distance from one line to the next in pixels: tight, for short texts."""
        return self.font(style).pixelSize() * 1.12


def is_whole(lines: Sequence[str], text: str) -> bool:
    """Whether lines hold all of a text."""
    return " ".join(lines) == " ".join(text.split())


def _words(text: str, lines: int = 1) -> list[str]:
    """The words of a text, up to what could be visible; a cut shows as an ellipsis."""
    most = _LONGEST * lines
    return text.split() if len(text) <= most else f"{text[:most]}…".split()


def write(
    painter: QPainter,
    box: QRectF,
    text: str,
    font: QFont,
    color: QColor,
    align: Align = LEFT,
    halo: QColor | None = None,
) -> None:
    """Paint one line of text; with a halo it is legible on any picture."""
    laid = _laid_out(text, font, painter.worldTransform().m11())
    left = box.left()
    if align & Align.AlignRight:
        left = box.right() - laid.width
    elif align & Align.AlignHCenter:
        left = box.center().x() - laid.width / 2
    place = QPointF(left, box.center().y() - laid.height / 2)
    if halo is not None and painter.worldTransform().m11() >= _HALO_FROM:
        _paint_halo(painter, place, text, font, halo)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawStaticText(place, laid.text)


class _LaidText(NamedTuple):
    """A line of text whose glyphs have been chosen, with its size in pixels."""

    text: QStaticText
    width: float
    height: float


_laid_texts: dict[tuple[str, str, float], _LaidText] = {}


def _laid_out(text: str, font: QFont, scale: float) -> _LaidText:
    """A text laid out for a font and a painter's scale, cached: choosing the glyphs takes longer than painting them."""
    key = (text, font.key(), scale)
    laid = _laid_texts.get(key)
    if laid is None:
        if len(_laid_texts) > _KEPT:
            _laid_texts.clear()
        static = QStaticText(text)
        static.setTextFormat(Qt.TextFormat.PlainText)
        static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
        static.prepare(QTransform.fromScale(scale, scale), font)
        metrics = QFontMetricsF(font)
        laid = _laid_texts[key] = _LaidText(static, metrics.horizontalAdvance(text), metrics.height())
    return laid


def _paint_halo(painter: QPainter, place: QPointF, text: str, font: QFont, halo: QColor) -> None:
    """Paint the halo of a line of text; its box begins at `place`."""
    ratio = painter.device().devicePixelRatioF()
    picture = _halo_picture(text, font.pixelSize(), int(font.weight()), halo.rgba(), ratio)
    edge = _halo_edge(font.pixelSize())
    painter.drawPixmap(place - QPointF(edge, edge), picture)


def _halo_edge(size: int) -> int:
    """Pixels that a halo extends beyond the letters."""
    return math.ceil(size * _HALO)


@functools.lru_cache(maxsize=256)
def _halo_picture(text: str, size: int, weight: int, halo: int, ratio: float) -> QPixmap:
    """A halo, cached: outlines of letters are the most expensive thing to paint on the whole screen."""
    font = text_font(size, QFont.Weight(weight))
    metrics, edge = QFontMetricsF(font), _halo_edge(size)
    width, height = metrics.horizontalAdvance(text) + 2 * edge, metrics.height() + 2 * edge
    picture = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(ratio)
    path = QPainterPath()
    path.addText(QPointF(edge, edge + metrics.ascent()), font, text)
    pen = QPen(QColor.fromRgba(halo), size * _HALO * 2)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.strokePath(path, pen)
    painter.end()
    return picture


def joined(*parts: str) -> str:
    """Join texts with a middle dot between them, leaving out empty ones."""
    return " · ".join(part for part in parts if part)


# --------------------------------------------------------------------------------------------------------------- tokens


_RADIUS = 22.0
"""Radius in pixels for which the style's rings are made; larger tokens are scaled up from this size."""
_LARGEST = 120.0
"""Radius in pixels above which a token is drawn each time: few are so large, and their pictures take much memory."""
_DIGIT = re.compile(r"\d")
_NARROWEST = 60
"""Least width of letters in a token in percent."""
_DIAMOND, _ROUND = 1.45, 1.6
"""Width of the room for initials, in radii."""


def reach_of(radius: float, *, is_acting: bool) -> float:
    """Return the pixels from a token's middle to the outside of its rings."""
    return token_extent(_RADIUS) * radius / _RADIUS if is_acting else radius * 1.2


def paint_token(
    painter: QPainter,
    letters: Letters,
    center: QPointF,
    radius: float,
    look: TokenLook,
    portrait: QImage | None = None,
) -> None:
    """Paint a token of a radius in pixels; its initials only if there is room for legible letters."""
    bare = TokenLook(initials="", side=look.side, out=look.out, left_as=look.left_as, acting=look.acting)
    ratio, transform = painter.device().devicePixelRatioF(), painter.worldTransform()
    if radius * transform.m11() * ratio > _LARGEST:
        painter.save()
        painter.translate(center)
        painter.scale(radius / _RADIUS, radius / _RADIUS)
        draw_token(painter, QPointF(), _RADIUS, bare, palette(), portrait)
        painter.restore()
    else:
        kept = None if portrait is None else _Portrait(portrait)
        _draw_picture(painter, center, _token_picture(bare, radius * transform.m11(), ratio, palette(), kept))
    if portrait is None and not look.left_as:
        _write_initials(painter, letters, center, radius, look)


def _draw_picture(painter: QPainter, center: QPointF, picture: QPixmap) -> None:
    """Draw a picture centred on a point, pixel by pixel, whatever the painter's scale."""
    transform, side = painter.worldTransform(), picture.deviceIndependentSize().width()
    corner = transform.map(center) - QPointF(side, side) / 2
    if transform.isScaling():
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(corner, picture)
        painter.restore()
    else:
        painter.drawPixmap(corner - QPointF(transform.dx(), transform.dy()), picture)


class _Portrait:
    """A portrait that is equal to another one with the same pixels."""

    def __init__(self, image: QImage) -> None:
        self.image = image
        self._key = image.cacheKey()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Portrait) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)


@functools.lru_cache(maxsize=128)
def _token_picture(
    look: TokenLook, radius: float, ratio: float, colors: Palette, portrait: _Portrait | None
) -> QPixmap:
    """A token of a radius in pixels in the middle of a picture, cached: many tokens in a crowd look the same."""
    image = None if portrait is None else portrait.image
    picture = token_pixmap(_RADIUS, ratio * radius / _RADIUS, look, colors, image)
    picture.setDevicePixelRatio(ratio)
    return picture


def _write_initials(painter: QPainter, letters: Letters, center: QPointF, radius: float, look: TokenLook) -> None:
    """Write the initials, the same on tokens of any size: narrower if need be, and of three signs the number alone."""
    if letters.metrics(STRONG).capHeight() > radius * 1.1:
        return
    room = radius * (_DIAMOND if side_style(palette(), look.side).shape == "diamond" else _ROUND)
    number = "".join(filter(str.isdecimal, look.initials))
    words = look.initials if len(look.initials) < 3 else number or look.initials
    # All digits count as wide as the widest: `R1` is as narrow as `R2`.
    stretch = min(100, int(100 * room / max(1.0, letters.width(STRONG, _DIGIT.sub("8", words)))))
    box = QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius)
    color = palette().color("dim" if look.out else "on_token")
    write(painter, box, words, _narrowed(letters.font(STRONG), stretch), color, CENTER)


def _narrowed(font: QFont, stretch: int) -> QFont:
    """A font of the same height, with letters of that share of their width in percent, at least as can be read."""
    if stretch >= 100:
        return font
    narrow = QFont(font)
    narrow.setStretch(max(_NARROWEST, stretch))
    return narrow
