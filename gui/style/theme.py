"""Colours and measures of the program: palettes, lengths, fonts, and their application to the QApplication.

Every text colour has a contrast of at least 4.5:1 on every ground it may be used on (`TEXT_PAIRS`, computed by a
test). `now` is the one accent: the current turn, the target line and mark, the field with the focus. Qt draws with
Fusion, QPalette and one style sheet. Lengths are device-independent pixels on an 8 px grid.
"""

from __future__ import annotations

import functools
import re
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any, Literal

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPainter, QPalette, QPen
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLabel, QLineEdit, QProxyStyle, QWidget

from model.state.base import Record

# ----------------------------------------------------------------------------------------------- lengths and text sizes

UNIT = 8
"""The grid: margins and gaps are 1, 2 or 3 units."""
HALF = UNIT // 2
RADIUS = 6
"""Radius of the corners of buttons, fields and cards."""
ROW = 32
"""Height of a control."""
COMPACT_ROW = 28
"""Height of a list row in the compact layout."""

HEADING = 11
SMALL = 12
TEXT = 13
NAME = 14
BIG = 30
"""Text size of the one big number."""

MOTION = 150
"""Milliseconds that an animated movement takes."""


# -------------------------------------------------------------------------------------------------------------- colours

SideShape = Literal["circle", "diamond", "square", "hexagon", "triangle", "pentagon", "octagon"]


class SideStyle(Record, kw_only=True):
    """The look of a side, never by colour alone."""

    shape: SideShape
    color: str
    """Colour of a token's ring, and of the mark in a list."""
    fill: str
    """Colour of the inside of a token; `Palette.on_token` is drawn on it."""


class Palette(Record, kw_only=True):
    """Colours as `#rrggbb`, named by use."""

    name: Literal["dark", "light"]

    ground: str
    """Under the map."""
    background: str
    """Windows, menu bar and status bar."""
    panel: str
    """Docks."""
    raised: str
    """Buttons, fields and cards."""
    line: str
    """Every border: 1 px."""

    text: str
    muted: str
    """Labels."""
    dim: str
    """Text that does not apply, or that is past."""
    link: str
    """Text that opens something on a click, such as `why?`."""
    good: str
    """The word for a success."""
    bad: str
    """The word for a failure or a danger."""

    now: str
    """The accent as a line or as the ground under text."""
    now_text: str
    """The accent as text."""
    on_now: str
    """Text on a ground of `now`."""
    now_fill: str
    """Ground of the row of the current turn."""

    selected: str
    """Ground of a selected row, tab or button."""
    selected_line: str
    """Border of a selected row, tab or button, and the ring of a selected token."""
    hover: str
    """Ground of a button or row under the pointer."""
    live: str
    """Shows that the players' screen is live; always used together with the word."""

    track: str
    """Empty part of a bar."""
    health_high: str
    health_middle: str
    health_low: str
    second: str
    """Bars of a second pool, and columns of a plot."""

    on_token: str
    """Initials on the fill of any token."""
    out: str
    """Ring and cross of a combatant who is out of combat."""
    out_fill: str

    grid: str
    cover: str
    cover_line: str
    terrain: str
    terrain_line: str
    drawing: str
    zone_lines: tuple[str, ...]
    """Outlines of zones by their colour index."""
    zone_texts: tuple[str, ...]
    """Names of zones by their colour index."""
    zone_alpha: int
    """Opacity of the fill of a zone, 0 to 255."""

    pc: SideStyle
    npc: SideStyle
    ally: SideStyle
    other_colors: tuple[tuple[str, str], ...]
    """Colours of ring and fill for sides of other names."""

    def color(self, name: str) -> QColor:
        """Return a colour of the palette by its name."""
        return QColor(getattr(self, name))

    def between(self, first: str, second: str, share: float) -> QColor:
        """Return a colour between two named ones; `share` is 0 at the first and 1 at the second."""
        start, end = self.color(first), self.color(second)
        parts = ((start.redF(), end.redF()), (start.greenF(), end.greenF()), (start.blueF(), end.blueF()))
        return QColor.fromRgbF(*(low + (high - low) * share for low, high in parts))

    def zone_line(self, index: int) -> QColor:
        return QColor(self.zone_lines[index % len(self.zone_lines)])

    def zone_text(self, index: int) -> QColor:
        return QColor(self.zone_texts[index % len(self.zone_texts)])

    def health(self, fraction: float) -> QColor:
        """Return the colour of a health bar; its length says the same without colour."""
        if fraction > 0.6:
            return QColor(self.health_high)
        return QColor(self.health_middle if fraction > 0.3 else self.health_low)


DARK = Palette(
    name="dark",
    ground="#10141a",
    background="#12161b",
    panel="#191e25",
    raised="#1f252e",
    line="#2b333d",
    text="#e8ebf0",
    muted="#a3aebd",
    dim="#8793a3",
    link="#6bbdf0",
    good="#7fe0c0",
    bad="#f08a60",
    now="#f2b134",
    now_text="#f2b134",
    on_now="#17130a",
    now_fill="#2a2413",
    selected="#26384a",
    selected_line="#7fb8e6",
    hover="#28303a",
    live="#2bb38a",
    track="#303945",
    health_high="#2bb38a",
    health_middle="#9fb36a",
    health_low="#e0703a",
    second="#56b4e9",
    on_token="#f2f5f9",
    out="#59626d",
    out_fill="#1b2027",
    grid="#1b222b",
    cover="#2a323c",
    cover_line="#47515f",
    terrain="#2b2f22",
    terrain_line="#6a7044",
    drawing="#8793a3",
    zone_lines=("#386078", "#55507f", "#2f6357", "#6a4a63", "#6e5b26", "#4a6a35", "#70453a", "#4b5866"),
    zone_texts=("#8ba6bd", "#a198c9", "#80b5a5", "#c093b2", "#c2ab68", "#9dba83", "#cd9686", "#9eabba"),
    zone_alpha=40,
    pc=SideStyle(shape="circle", color="#56b4e9", fill="#1c3444"),
    npc=SideStyle(shape="diamond", color="#e0703a", fill="#3c2317"),
    ally=SideStyle(shape="square", color="#2bb38a", fill="#143a30"),
    other_colors=(
        ("#cc79a7", "#3c2432"),
        ("#b3a1f0", "#2e2945"),
        ("#c9d1d9", "#343a41"),
        ("#a9bf45", "#2e3417"),
        ("#9aa7ff", "#262c4d"),
    ),
)

LIGHT = Palette(
    name="light",
    ground="#e9edf1",
    background="#e4e8ed",
    panel="#f7f9fb",
    raised="#ffffff",
    line="#c3cbd5",
    text="#151a21",
    muted="#414c5a",
    dim="#535f6e",
    link="#075a96",
    good="#05634a",
    bad="#a03307",
    now="#bd6e00",
    now_text="#7d4c00",
    on_now="#140e02",
    now_fill="#fbecc9",
    selected="#cfe2f3",
    selected_line="#2874b0",
    hover="#e8edf3",
    live="#0b7f60",
    track="#d3dae2",
    health_high="#0f8f6c",
    health_middle="#7d9130",
    health_low="#c9531a",
    second="#1f7fc0",
    on_token="#10151b",
    out="#858f9b",
    out_fill="#dfe4e9",
    grid="#dbe1e8",
    cover="#cbd2da",
    cover_line="#8e99a6",
    terrain="#dfe2c6",
    terrain_line="#8d9155",
    drawing="#5d6877",
    zone_lines=("#5f93b5", "#8a80bd", "#4f9c89", "#ad7c9f", "#b0913c", "#7ea05f", "#b97a69", "#8493a3"),
    zone_texts=("#2b4a60", "#463e77", "#1b5244", "#643355", "#57450a", "#37501f", "#6b3223", "#3d4956"),
    zone_alpha=30,
    pc=SideStyle(shape="circle", color="#0f6db3", fill="#d3e7f6"),
    npc=SideStyle(shape="diamond", color="#bf4a12", fill="#fadfd1"),
    ally=SideStyle(shape="square", color="#0b7f60", fill="#cdeee3"),
    other_colors=(
        ("#a0447a", "#f5dcea"),
        ("#6a4fc0", "#e4def8"),
        ("#4a5563", "#e1e6ec"),
        ("#64760f", "#e8eecb"),
        ("#3a48c4", "#dde0fb"),
    ),
)

_OTHER_SHAPES: tuple[SideShape, ...] = ("hexagon", "triangle", "pentagon", "octagon")

GROUNDS = ("background", "panel", "raised")
TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *((text, ground) for text in ("text", "muted", "dim", "link", "good", "bad") for ground in GROUNDS),
    *(("now_text", ground) for ground in (*GROUNDS, "ground", "now_fill")),
    *((text, "now_fill") for text in ("text", "muted", "dim")),
    *((text, ground) for text in ("text", "muted") for ground in ("ground", "selected", "hover", "cover")),
    ("dim", "ground"),
    ("on_now", "now"),
    ("on_token", "out_fill"),
)
"""Which text colour may be used on which ground."""


def side_style(palette: Palette, side: str) -> SideStyle:
    """Return shape and colour of a side.

    The three sides that every battle has are fixed. Any other name gets a shape and a colour from the name itself, so
    that a side looks the same in every window and on every evening.
    """
    if side == "pc":
        return palette.pc
    if side == "npc":
        return palette.npc
    if side == "ally":
        return palette.ally
    number = zlib.crc32(side.encode())
    color, fill = palette.other_colors[number // len(_OTHER_SHAPES) % len(palette.other_colors)]
    return SideStyle(shape=_OTHER_SHAPES[number % len(_OTHER_SHAPES)], color=color, fill=fill)


def contrast(first: str | QColor, second: str | QColor) -> float:
    """Return the contrast of two colours as the web's accessibility guidelines define it: 1 to 21."""
    lighter, darker = sorted((_luminance(QColor(first)), _luminance(QColor(second))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF())


# ---------------------------------------------------------------------------------------------------------------- fonts

_FONTS = Path(__file__).resolve().parents[2] / "resources" / "fonts"
FAMILY = "Inter"


@functools.cache
def load_fonts() -> tuple[str, ...]:
    """Load the bundled fonts once and return their families; needs an application."""
    families: list[str] = []
    for file in sorted((*_FONTS.rglob("*.ttf"), *_FONTS.rglob("*.otf"))):
        number = QFontDatabase.addApplicationFont(str(file))
        families.extend(QFontDatabase.applicationFontFamilies(number) if number >= 0 else ())
    return tuple(dict.fromkeys(families))


@functools.cache
def _family() -> str:
    """Inter, or the system's font if Inter is missing."""
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
    """Return a text font of `size` pixels; `tabular` gives all digits one width, `struck` strikes through."""
    return QFont(_text_font(size, weight, tabular, struck))


@functools.cache
def _text_font(size: int, weight: QFont.Weight, tabular: bool, struck: bool) -> QFont:
    """Cached: fonts are requested in every frame, and making one takes as long as drawing with it."""
    font = QFont(_family())
    font.setPixelSize(size)
    font.setWeight(weight)
    font.setStrikeOut(struck)
    if tabular:
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


def semi_bold(size: int = TEXT, *, tabular: bool = False) -> QFont:
    """Return a semi-bold text font, for names and important values."""
    return text_font(size, QFont.Weight.DemiBold, tabular=tabular)


def heading_font() -> QFont:
    """Return the font of a heading in a dock: small semi-bold capitals."""
    return QFont(_heading_font())


@functools.cache
def _heading_font() -> QFont:
    font = semi_bold(HEADING)
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 106)
    return font


# ------------------------------------------------------------------------------------------------------ the style sheet


_DRAWINGS = Path(__file__).resolve().parents[2] / "resources" / "style"
"""Images that a style sheet can only take from a file; their grey is visible on either palette."""

_SHEET = Template(
    """
QMainWindow, QDialog, QMenuBar, QStatusBar { background: $background; }
QMenuBar { color: $text; border-bottom: 1px solid $line; padding: 2px $half; }
QMenuBar::item { padding: $half $unit; border-radius: $half; background: transparent; }
QMenuBar::item:selected { background: $selected; }
QMenu { background: $raised; color: $text; border: 1px solid $line; padding: $half; }
QMenu::item { padding: 6px 28px 6px 12px; border-radius: $half; }
QMenu::item:selected { background: $selected; }
QMenu::item:disabled { color: $dim; }
QMenu::icon { padding-left: $half; }
QMenu::separator { height: 1px; background: $line; margin: $half $unit; }
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: 6px $unit; }
QStatusBar { color: $muted; border-top: 1px solid $line; }
QStatusBar::item { border: none; }
QToolBar {
  background: $panel; border: none; border-bottom: 1px solid $line; spacing: $unit; padding: $half $unit;
}
QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $selected_line; }
QSplitter::handle { background: $line; }

QDockWidget { color: $muted; font-size: ${heading}px; font-weight: 600; }
QDockWidget::title { background: $panel; padding: $unit 12px; text-align: left; }

QLabel[role="heading"] { color: $muted; font-size: ${heading}px; font-weight: 600; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="dim"] { color: $dim; }
QLabel[role="name"] { font-size: ${name}px; font-weight: 600; }
QLabel[role="big"] { font-size: ${big}px; font-weight: 600; }
QLabel[role="now"] { color: $now_text; font-weight: 600; }
QLabel[role="good"] { color: $good; font-weight: 600; }
QLabel[role="bad"] { color: $bad; font-weight: 600; }
QFrame[role="card"] { background: $raised; border: 1px solid $line; border-radius: $radius; }

QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton, QToolButton {
  background: $raised; color: $text; border: 1px solid $line; border-radius: $radius; padding: 6px 12px;
}
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked {
  background: $selected; border-color: $selected_line;
}
QPushButton:focus, QToolButton:focus { border-color: $now; }
QPushButton:disabled, QToolButton:disabled { color: $dim; background: $panel; }
QPushButton[role="primary"] { background: $selected; border-color: $selected_line; font-weight: 600; }
QPushButton[role="primary"]:focus { border-color: $now; }
QPushButton[role="primary"]:disabled { background: $panel; border-color: $line; }
QPushButton[refused="true"] { color: $dim; }
QPushButton[role="live"], QToolButton[role="live"] { border-color: $live; color: $good; }
QPushButton[role="flat"], QToolButton[role="flat"] {
  background: transparent; border-color: transparent; padding: $half $unit;
}
QPushButton[role="flat"]:hover, QToolButton[role="flat"]:hover { background: $hover; }
QPushButton[role="flat"]:checked, QToolButton[role="flat"]:checked { background: $selected; }
QPushButton[role="flat"]:focus, QToolButton[role="flat"]:focus { border-color: $now; }
QPushButton[verdict] { font-weight: 600; padding: 2px 4px; }
QPushButton[verdict="good"] { color: $good; }
QPushButton[verdict="bad"] { color: $bad; }
QPushButton[measure="action"] { padding: $half 10px; }
QPushButton[measure="small"] { padding: 2px $unit; min-height: 18px; font-size: ${small}px; }
QToolButton::menu-indicator { image: none; }

QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox {
  background: $raised; color: $text; border: 1px solid $line; border-radius: $radius; padding: 5px $unit;
  min-height: 20px; selection-background-color: $selected_line; selection-color: $background;
}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {
  border-color: $now;
}
QLineEdit[measure="small"], QAbstractSpinBox[measure="small"], QComboBox[measure="small"] {
  padding: 1px 6px; min-height: 18px; font-size: ${small}px;
}
QAbstractSpinBox[measure="small"] { padding: 1px $half; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { border: none; padding: 0; min-height: 0; background: transparent; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { color: $dim; background: $panel; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url("$arrow_down"); width: 12px; height: 12px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
  border: none; width: 20px; background: transparent;
}
QAbstractSpinBox::up-button { subcontrol-position: top right; margin: 3px 2px 0 0; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; margin: 0 2px 3px 0; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $hover; }
QAbstractSpinBox::up-arrow { image: url("$arrow_up"); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url("$arrow_down"); width: 10px; height: 10px; }
QComboBox { combobox-popup: 0; }
QComboBox QAbstractItemView {
  background: $raised; border: 1px solid $line; selection-background-color: $selected; selection-color: $text;
}
QComboBox QAbstractItemView::item { padding: 0 $unit; min-height: 24px; }
QAbstractItemView[measure="popup"] { background: $raised; border: 1px solid $line; padding: $half; }
QCheckBox { spacing: $unit; background: transparent; }
QCheckBox::indicator {
  width: 14px; height: 14px; border: 1px solid $muted; border-radius: $half; background: $raised;
}
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: $now; }
QCheckBox::indicator:checked { image: url("$check"); background: $selected; border-color: $selected_line; }

QAbstractItemView {
  background: $panel; color: $text; border: none; outline: none;
  selection-background-color: $selected; selection-color: $text;
}
QHeaderView::section {
  background: $panel; color: $muted; border: none; border-bottom: 1px solid $line; padding: $half $unit;
}
QTabBar::tab { background: $panel; color: $muted; padding: 6px 12px; border: none; }
QTabBar::tab:selected { color: $text; background: $selected; }
QTabBar::tab:hover { color: $text; }
QTabWidget::pane { border: 1px solid $line; }
QGroupBox { border: 1px solid $line; border-radius: $radius; margin-top: 20px; padding: $unit; }
QGroupBox::title { subcontrol-origin: margin; left: $half; color: $muted; }

QScrollArea { border: none; background: transparent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $track; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: $dim; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: $track; border: none; border-radius: 3px; text-align: center; color: $text; }
QProgressBar::chunk { background: $second; border-radius: 3px; }
"""
)


def style_sheet(palette: Palette) -> str:
    """Return the style sheet in the colours of a palette."""
    colors = {name: getattr(palette, name) for name in palette.__struct_fields__}
    sizes = {
        "unit": f"{UNIT}px",
        "half": f"{HALF}px",
        "radius": f"{RADIUS}px",
        "small": SMALL,
        "heading": HEADING,
        "name": NAME,
        "big": BIG,
    }
    files = {
        "arrow_up": (_DRAWINGS / "arrow-up.svg").as_posix(),
        "arrow_down": (_DRAWINGS / "arrow-down.svg").as_posix(),
        "check": (_DRAWINGS / "check.svg").as_posix(),
    }
    return _SHEET.substitute(colors | sizes | files)


# ------------------------------------------------------------------------------------------------------------ the theme


Mode = Literal["system", "dark", "light"]

Role = Literal["heading", "muted", "dim", "name", "big", "now", "good", "bad", "card", "primary", "flat", "live"]
"""What a label, frame or button is for; the style sheet gives each role its look."""


class PlainStyle(QProxyStyle):
    """Shows text verbatim: a name in a battle's file must not be HTML, which could fetch a picture from anywhere.

    Qt guesses whether the text of a label or tooltip is rich text. A label that needs rich text sets its format itself;
    there, text from a file or a user is escaped.
    """

    def polish(self, thing: Any) -> Any:
        polished = super().polish(thing)
        if isinstance(thing, QLabel) and thing.textFormat() == Qt.TextFormat.AutoText:
            thing.setTextFormat(Qt.TextFormat.PlainText)
        elif isinstance(thing, QLineEdit) and isinstance(box := thing.parent(), QAbstractSpinBox):
            # Qt ignores a style sheet's padding in the line edit of a spin box: numbers would touch its frame.
            thing.setTextMargins(HALF if box.property("measure") == "small" else UNIT, 0, 0, 0)
        return polished


class Theme(QObject):
    """The palette in use. Follows the system's light or dark scheme unless one of them is forced."""

    changed = Signal()
    """The palette has changed; widgets that cache pictures draw them again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode: Mode = "system"
        self.has_reduced_motion = False
        """Whether movements are immediate, without animation."""
        self._application: QApplication | None = None
        self.palette: Palette = DARK
        self._worn: Palette | None = None
        """The palette that the application has now."""

    @property
    def mode(self) -> Mode:
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        """Follow the system, or stay dark or light."""
        self._mode = mode
        self._refresh()

    def set_reduced_motion(self, is_reduced: bool) -> None:
        """Set whether movements are immediate, without animation."""
        self.has_reduced_motion = is_reduced

    def apply(self, application: QApplication, mode: Mode = "system") -> None:
        """Style the application, before its first window. Called again, it only changes the mode.

        Setting the style again would polish every widget again, including those that Qt is about to delete.
        """
        if self._application is not application:
            if self._application is None:
                QGuiApplication.styleHints().colorSchemeChanged.connect(self._refresh)
            self._application = application
            self._worn = None
            application.setStyle(PlainStyle("Fusion"))
            application.setFont(text_font())
        self._mode = mode
        self._refresh()

    def _refresh(self) -> None:
        chosen = self._chosen()
        is_new = chosen is not self.palette
        self.palette = chosen
        if self._application is not None and chosen is not self._worn:
            self._worn = chosen
            self._application.setPalette(_qt_palette(chosen))
            self._application.setStyleSheet(style_sheet(chosen))
        if is_new:
            self.changed.emit()

    def _chosen(self) -> Palette:
        if self._mode == "system":
            is_light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
            return LIGHT if is_light else DARK
        return LIGHT if self._mode == "light" else DARK


_theme: Theme | None = None


def theme() -> Theme:
    """Return the program's only theme."""
    global _theme  # noqa: PLW0603 - one application has one look
    if _theme is None:
        _theme = Theme()
    return _theme


def palette() -> Palette:
    """Return the palette in use; call it when drawing, since it may change."""
    return (_theme or theme()).palette


def motion() -> int:
    """Return the milliseconds that an animated movement takes: 0 with reduced motion or without a real screen."""
    if theme().has_reduced_motion or QGuiApplication.platformName() in {"offscreen", "minimal"}:
        return 0
    return MOTION


ASKED_OF_BUTTONS = tuple(dict.fromkeys(re.findall(r"QPushButton\[(\w+)=", _SHEET.template)))
"""Properties by which the style sheet selects another look for a button."""


def set_role(widget: QWidget, role: Role | None) -> None:
    """Give a widget the look of a role, also after it was shown."""
    set_look(widget, "role", role)


def set_look(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet uses. Polishing takes long, so it is done only for another value."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return  # Not polished yet: Qt does so before the widget is shown
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def _qt_palette(palette: Palette) -> QPalette:
    """The palette's colours in Qt's roles, for everything that the style sheet does not draw."""
    part = QPalette.ColorRole
    colors = {
        part.Window: palette.panel,
        part.WindowText: palette.text,
        part.Base: palette.background,
        part.AlternateBase: palette.panel,
        part.ToolTipBase: palette.raised,
        part.ToolTipText: palette.text,
        part.PlaceholderText: palette.dim,
        part.Text: palette.text,
        part.Button: palette.raised,
        part.ButtonText: palette.text,
        part.BrightText: palette.text,
        part.Highlight: palette.selected,
        part.HighlightedText: palette.text,
        part.Accent: palette.selected_line,
        part.Link: palette.link,
        part.LinkVisited: palette.link,
        part.Light: palette.hover,
        part.Midlight: palette.raised,
        part.Mid: palette.line,
        part.Dark: palette.line,
        part.Shadow: palette.background,
    }
    result = QPalette()
    for role, color in colors.items():
        result.setColor(role, QColor(color))
    for role in (part.WindowText, part.Text, part.ButtonText, part.HighlightedText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(palette.dim))
    return result


# ------------------------------------------------------------------------------------------------- steps of a countdown


StepState = Literal["past", "now", "ahead"]
_GAP = 0.12
"""Gap between two cells, as a share of a cell's width."""
_ROUND = 0.16
"""Radius of a corner, as a share of a cell's height."""


def step_state(number: int, steps: Sequence[int], now: int | None) -> StepState:
    """Return whether a step of a countdown is past, now or ahead; before the first step all are ahead."""
    if now not in steps or number not in steps:
        return "ahead"
    at, here = steps.index(number), steps.index(now)
    return "past" if at < here else "now" if at == here else "ahead"


def step_boxes(box: QRectF, steps: Sequence[int]) -> Mapping[int, QRectF]:
    """Return the box of each step within a box, from left to right."""
    if not steps:
        return {}
    width = box.width() / (len(steps) + _GAP * (len(steps) - 1))
    stride = width * (1 + _GAP)
    return {
        number: QRectF(box.left() + place * stride, box.top(), width, box.height())
        for place, number in enumerate(steps)
    }


def draw_step_ground(painter: QPainter, cell: QRectF, state: StepState, line: QColor | None = None) -> QColor:
    """Draw the ground of a step, with a border in `line` if a combatant acts on it; returns the colour of its number.

    The current step is filled, those ahead have a ground, those past have none: colour alone never tells them apart.
    """
    colors = palette()
    ground = {"past": None, "now": "now", "ahead": "raised"}[state]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen if line is None else QPen(line, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush if ground is None else colors.color(ground))
    corner = cell.height() * _ROUND
    painter.drawRoundedRect(cell.adjusted(0.75, 0.75, -0.75, -0.75), corner, corner)
    painter.restore()
    return colors.color({"past": "muted", "now": "on_now", "ahead": "text"}[state])
