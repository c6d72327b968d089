"""Which palette is in use, and putting it on the application: Fusion, QPalette and one style sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any, Literal

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPalette, QPen
from PySide6.QtWidgets import QApplication, QLabel, QProxyStyle, QWidget

from gui.style.fonts import text_font
from gui.style.measures import BIG, HALF, HEADING, MOTION, NAME, RADIUS, SMALL, UNIT
from gui.style.palette import DARK, LIGHT, Palette

# ------------------------------------------------------------------------------------------------------ the style sheet


_FOLDER = Path(__file__).resolve().parents[2] / "resources" / "style"
"""Pictures that a style sheet can only take from a file; their grey is seen on either palette."""

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
QComboBox QAbstractItemView { background: $raised; border: 1px solid $line; }
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
    """The style sheet in the colours of a palette."""
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
        "arrow_up": (_FOLDER / "arrow-up.svg").as_posix(),
        "arrow_down": (_FOLDER / "arrow-down.svg").as_posix(),
        "check": (_FOLDER / "check.svg").as_posix(),
    }
    return _SHEET.substitute(colors | sizes | files)


# ------------------------------------------------------------------------------------------------------------ the theme


Mode = Literal["system", "dark", "light"]

Role = Literal["heading", "muted", "dim", "name", "big", "now", "good", "bad", "card", "primary", "flat", "live"]
"""What a label, frame or button is for; the style sheet gives each its look."""


class PlainStyle(QProxyStyle):
    """Shows text as it is: a name in a battle's file is no HTML, which could have a picture fetched from anywhere.

    Qt guesses whether the text of a label or tooltip is rich. A label that is meant to be says so itself; what comes
    from a file or a user is escaped there.
    """

    def polish(self, thing: Any) -> Any:
        polished = super().polish(thing)
        if isinstance(thing, QLabel) and thing.textFormat() == Qt.TextFormat.AutoText:
            thing.setTextFormat(Qt.TextFormat.PlainText)
        return polished


class Theme(QObject):
    """The palette in use. Follows the system's light or dark unless one of them is forced."""

    changed = Signal()
    """The palette is another one; widgets that keep drawn pictures draw them anew."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode: Mode = "system"
        self.has_reduced_motion = False
        """Whether things move at once instead of gliding."""
        self._application: QApplication | None = None
        self.palette: Palette = DARK
        self._worn: Palette | None = None
        """What the application is dressed in."""

    @property
    def mode(self) -> Mode:
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        """Follow the system, or stay dark or light."""
        self._mode = mode
        self._refresh()

    def set_reduced_motion(self, is_reduced: bool) -> None:
        """Let things glide, or move at once."""
        self.has_reduced_motion = is_reduced

    def apply(self, application: QApplication, mode: Mode = "system") -> None:
        """Dress the application: once, before its first window. Said again, it only changes the mode.

        A style put on anew would dress every widget again, those too that Qt is about to delete.
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
    """The one theme of the program."""
    global _theme  # noqa: PLW0603 - one application has one look
    if _theme is None:
        _theme = Theme()
    return _theme


def palette() -> Palette:
    """The palette in use; ask for it when drawing, since it may change."""
    return (_theme or theme()).palette


def motion() -> int:
    """Milliseconds that a movement on screen takes: none where there is no screen to see it."""
    if theme().has_reduced_motion or QGuiApplication.platformName() in {"offscreen", "minimal"}:
        return 0
    return MOTION


def set_role(widget: QWidget, role: Role | None) -> None:
    """Give a widget the look of a role, also after it was shown."""
    set_look(widget, "role", role)


def set_look(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet asks for; telling Qt to look again takes long, so only when it is another."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def _qt_palette(palette: Palette) -> QPalette:
    """Our colours under Qt's names, for everything that the style sheet does not draw."""
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


# -------------------------------------------------------------------------------------------------- steps of the design


StepState = Literal["past", "now", "ahead"]
_GAP = 0.12
"""Between two cells, as a share of a cell's width."""
_ROUND = 0.16
"""Of a corner, as a share of a cell's height."""


def step_state(number: int, steps: Sequence[int], now: int | None) -> StepState:
    """Whether a step of a countdown has been counted; before the first one all are still to come."""
    if now not in steps or number not in steps:
        return "ahead"
    at, here = steps.index(number), steps.index(now)
    return "past" if at < here else "now" if at == here else "ahead"


def step_boxes(box: QRectF, steps: Sequence[int]) -> Mapping[int, QRectF]:
    """Where each step stands in a box, from the left to the right."""
    if not steps:
        return {}
    width = box.width() / (len(steps) + _GAP * (len(steps) - 1))
    stride = width * (1 + _GAP)
    return {
        number: QRectF(box.left() + place * stride, box.top(), width, box.height())
        for place, number in enumerate(steps)
    }


def draw_step_ground(painter: QPainter, cell: QRectF, state: StepState, line: QColor | None = None) -> QColor:
    """Draw the ground of a step, and a line around it where a combatant acts on it; returns the colour of its number.

    The step of now is filled, those to come have a ground, those counted none: so no colour has to be told apart.
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
