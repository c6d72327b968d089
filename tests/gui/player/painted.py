"""What a page really paints: words with their sizes, colours and positions, read from an SVG drawing of it."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from PySide6.QtCore import QBuffer, QByteArray, QPointF, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer

from gui.player.page import Page
from gui.style import contrast, text_font
from model.view.players import PlayersView

_SVG = "{http://www.w3.org/2000/svg}"
_TEXT = re.compile(rb"<text .*?</text>", re.DOTALL)
_TRANSFORM = re.compile(r"matrix\(([^)]*)\)")


@dataclass(frozen=True)
class Words:
    """A line of text on the screen."""

    text: str
    color: str
    size: int
    """Size of the font in pixels, after all scaling."""
    weight: int
    box: QRectF
    """From the top of the capitals to the baseline, in pixels."""

    @property
    def capital(self) -> float:
        """Height of its capitals in pixels."""
        return self.box.height()


@dataclass(frozen=True)
class Painted:
    """Everything that a page painted."""

    words: tuple[Words, ...]
    size: tuple[int, int]
    drawn: bytes
    """The drawing as SVG."""

    @functools.cached_property
    def ground(self) -> QImage:
        """The page without its words."""
        image = QImage(*self.size, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        QSvgRenderer(QByteArray(_TEXT.sub(b"", self.drawn))).render(painter, QRectF(0, 0, *self.size))
        painter.end()
        return image

    @property
    def texts(self) -> list[str]:
        return [words.text for words in self.words]

    def find(self, text: str) -> list[Words]:
        return [words for words in self.words if words.text == text]

    def contrast(self, words: Words) -> float:
        """Return the median contrast of a line of text with the ground behind it, because a border may cross it."""
        box = words.box
        seen = [
            self.ground.pixelColor(round(box.left() + box.width() * x / 12), round(box.top() + box.height() * y / 4))
            for x in range(1, 12)
            for y in range(1, 4)
        ]
        found = sorted(contrast(QColor(words.color), color) for color in seen)
        return found[len(found) // 2]


def painted(view: PlayersView | None, size: tuple[int, int], page: Page | None = None) -> Painted:
    """Paint a view on a screen of that size in pixels."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    drawing.setSize(QSize(*size))
    drawing.setViewBox(QRect(0, 0, *size))
    painter = QPainter(drawing)
    (page or Page()).paint(painter, QSizeF(*size), view)
    painter.end()
    drawn = bytes(buffer.data().data())
    groups = ET.fromstring(drawn).iter(f"{_SVG}g")
    words = tuple(_words(line, group.get("transform", "")) for group in groups for line in group.findall(f"{_SVG}text"))
    return Painted(words, size, drawn)


def _words(line: ET.Element, transform: str) -> Words:
    match = _TRANSFORM.fullmatch(transform)
    scale, _, _, _, dx, dy = map(float, match[1].split(",")) if match else (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    size, weight = int(line.attrib["font-size"]), int(line.attrib["font-weight"])
    metrics = QFontMetricsF(text_font(size, QFont.Weight(weight)))
    text = line.text or ""
    base = QPointF(float(line.attrib["x"]) * scale + dx, float(line.attrib["y"]) * scale + dy)
    capital = metrics.capHeight() * scale
    box = QRectF(base.x(), base.y() - capital, metrics.horizontalAdvance(text) * scale, capital)
    return Words(text, line.attrib["fill"], round(size * scale), weight, box)
