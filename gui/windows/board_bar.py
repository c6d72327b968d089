"""The switches that are laid over the board: views, tools, and what a tool draws."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QStyle,
    QStyleOptionToolButton,
    QToolButton,
    QWidget,
)

from gui.style.icons import set_icon
from gui.style.measures import HALF
from gui.style.theme import palette, set_role


class BoardBar(QFrame):
    """Buttons of which one is down, in a frame laid over the board."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAutoFillBackground(True)
        line = QHBoxLayout(self)
        line.setContentsMargins(HALF - 1, HALF - 1, HALF - 1, HALF - 1)
        line.setSpacing(2)
        self._line = line
        self._group = QButtonGroup(self)
        self.buttons: list[BarButton] = []
        self.keys: tuple[str, ...] = ()
        self._padding = ""

    def clear(self) -> None:
        for button in self.buttons:
            self._group.removeButton(button)
            self._line.removeWidget(button)
            button.deleteLater()
        self.buttons, self.keys = [], ()

    def add(self, title: str, icon: str = "", key: str = "") -> BarButton:
        button = BarButton()
        button.setStyleSheet(self._padding)
        self.keys = (*self.keys, key or title)
        button.setText(title)
        button.setToolTip(title)
        button.setAccessibleName(title)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setProperty("role", "flat")
        if icon:
            set_icon(button, icon)
        self._group.addButton(button)
        self._line.addWidget(button)
        self.buttons.append(button)
        return button

    def set_compact(self, is_compact: bool) -> None:
        self._padding = "padding: 2px 5px;" if is_compact else ""
        for button in self.buttons:
            button.setStyleSheet(self._padding)

    def set_icons_only(self, is_narrow: bool) -> None:
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if is_narrow else Qt.ToolButtonStyle.ToolButtonTextOnly
        for button in self.buttons:
            button.setToolButtonStyle(style)


class BarButton(QToolButton):
    """A switch that keeps a picture of itself.

    Qt paints what lies over the board again with every frame of the board; a style sheet takes ten times as long as a
    copy.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[QStyle.StateFlag, QPixmap] = {}
        """By its state: under the mouse, down, with the focus."""
        self._kept_as: tuple[object, ...] = ()
        """What else they show."""

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        ratio = self.devicePixelRatioF()
        shown = (self.size(), ratio, option.text, self.icon().cacheKey(), self.toolButtonStyle(), palette())
        if shown != self._kept_as:
            self._kept_as, self._kept = shown, {}
        if option.state not in self._kept:
            self._kept[option.state] = self._picture(option, ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._kept[option.state])
        painter.end()

    def _picture(self, option: QStyleOptionToolButton, ratio: float) -> QPixmap:
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setFont(self.font())
        self.style().drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option, painter, self)
        painter.end()
        return pixmap
