"""The fonts of the program: Inter where it is bundled, digits of equal width where they stand in columns."""

from __future__ import annotations

import functools
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase

from gui.style.measures import HEADING, TEXT

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "fonts"
FAMILY = "Inter"


@functools.cache
def load_fonts() -> tuple[str, ...]:
    """Load the bundled fonts once and return the families that they brought; needs an application."""
    families: list[str] = []
    for file in sorted((*FOLDER.rglob("*.ttf"), *FOLDER.rglob("*.otf"))):
        number = QFontDatabase.addApplicationFont(str(file))
        families.extend(QFontDatabase.applicationFontFamilies(number) if number >= 0 else ())
    return tuple(dict.fromkeys(families))


@functools.cache
def _family() -> str:
    """Inter, or the system's own font where it is missing."""
    loaded = load_fonts()
    inter = [name for name in loaded if name.startswith(FAMILY)]
    if FAMILY in loaded:
        return FAMILY
    if inter:
        return inter[0]
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()


def text_font(
    size: int = TEXT, weight: QFont.Weight = QFont.Weight.Normal, *, tabular: bool = False, struck: bool = False
) -> QFont:
    """A text font of `size` pixels; `tabular` gives all digits one width, `struck` strikes through."""
    return QFont(_text_font(size, weight, tabular, struck))


@functools.cache
def _text_font(size: int, weight: QFont.Weight, tabular: bool, struck: bool) -> QFont:
    """Fonts are asked for in every frame; making one takes as long as drawing with it."""
    font = QFont(_family())
    font.setPixelSize(size)
    font.setWeight(weight)
    font.setStrikeOut(struck)
    if tabular:
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


def semi_bold(size: int = TEXT, *, tabular: bool = False) -> QFont:
    """A semi-bold text font: names and values that matter."""
    return text_font(size, QFont.Weight.DemiBold, tabular=tabular)


def heading_font() -> QFont:
    """Small semi-bold capitals over a dock's part."""
    return QFont(_heading_font())


@functools.cache
def _heading_font() -> QFont:
    font = semi_bold(HEADING)
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 106)
    return font
