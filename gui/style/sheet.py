"""The one style sheet of the program, made from a palette."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from string import Template

from gui.style.measures import BIG, HALF, HEADING, NAME, RADIUS, SMALL, UNIT
from gui.style.palette import Palette

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
    colors = {field.name: getattr(palette, field.name) for field in dataclasses.fields(palette)}
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
