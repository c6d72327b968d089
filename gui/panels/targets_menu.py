"""Whom an action that takes many strikes: a tick for everybody who is there, the nearest opponents first."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.many_targets import takes_many, toggle_target
from gui.style.theme import set_role


class TargetsButton(QPushButton):
    """Opens the list; shown as long as the action in progress takes as many targets as the GM names."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__("± targets", parent)
        self._bridge = bridge
        self._controller = controller
        self._menu = _StayingMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("Who is struck and who is not. Ctrl and a right click on the board, or Ctrl+T, do the same.")
        self.setStyleSheet("padding: 2px 6px;")
        set_role(self, "flat")
        self.hide()

    def refresh(self) -> None:
        """Show it where there is something to pick, once there is a first target."""
        call = self._controller.call
        self.setVisible(call is not None and takes_many(self._controller) and bool(call.targets))

    def _fill(self) -> None:
        controller = self._controller
        call, action = controller.call, controller.action
        self._menu.clear()
        if call is None:
            return
        aim = None if action is None else action.aim
        caught = () if aim is None else aim.caught(self._bridge.battle, call)
        if caught:
            everybody = self._menu.addAction(f"All {len(caught)} inside")
            everybody.triggered.connect(lambda: controller.set_targets(*caught))
            self._menu.addSeparator()
        others = (*controller.foes(), *controller.friends())
        for who in dict.fromkeys((*call.targets, *others)):
            entry = self._menu.addAction(self._bridge.name(who))
            entry.setCheckable(True)
            entry.setChecked(who in call.targets)
            entry.triggered.connect(lambda _=False, who=who: toggle_target(controller, who))


class _StayingMenu(QMenu):
    """Stays open while ticks are set, so that several are picked at one go."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        entry = self.actionAt(event.position().toPoint())
        if entry in self.actions() and entry.isCheckable():
            entry.trigger()
        else:
            super().mouseReleaseEvent(event)
