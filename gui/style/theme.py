"""Which palette is in use, and putting it on the application: Fusion, QPalette and one style sheet."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from gui.style.fonts import text_font
from gui.style.measures import MOTION
from gui.style.palette import DARK, LIGHT, Palette
from gui.style.sheet import style_sheet

Mode = Literal["system", "dark", "light"]

Role = Literal["heading", "muted", "dim", "name", "big", "now", "good", "bad", "card", "primary", "flat", "live"]
"""What a label, frame or button is for; the style sheet gives each its look."""


class Theme(QObject):
    """The palette in use. Follows the system's light or dark unless one of them is forced."""

    changed = Signal()
    """The palette is another one; widgets that keep drawn pictures draw them anew."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode: Mode = "system"
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

    def apply(self, application: QApplication, mode: Mode = "system") -> None:
        """Dress the application: once, before its first window. Said again, it only changes the mode.

        A style put on anew would dress every widget again, those too that Qt is about to delete.
        """
        if self._application is not application:
            if self._application is None:
                QGuiApplication.styleHints().colorSchemeChanged.connect(self._refresh)
            self._application = application
            self._worn = None
            application.setStyle("Fusion")
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
    return theme().palette


def motion() -> int:
    """Milliseconds that a movement on screen takes: none where there is no screen to see it."""
    return 0 if QGuiApplication.platformName() in {"offscreen", "minimal"} else MOTION


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
