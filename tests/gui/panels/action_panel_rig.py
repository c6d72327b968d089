"""The action panel on a session, with the keys and clicks of the GM."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.combat_controller import CombatController
from gui.controllers.selection import Selection
from gui.models.roll_table import RollRow
from gui.panels.action_panel import ActionArea
from gui.panels.roll_table import RollList
from gui.preferences import Preferences
from model.dice.answers import Faces
from model.engine.calls import Call
from model.session import Session

INITIATIVE = Call(action="roll_initiative")
STANDS = Call(action="take_stands")
PLAYERS = ["initiative.bert-4", "initiative.anna-2", "initiative.cora-5"]
OGRES = ["initiative.ogre-1", "initiative.ogre-3"]
BACK, ENTER = Qt.Key.Key_Backspace, Qt.Key.Key_Return


class ActionPanelRig:
    """The action panel on a session, with its controllers."""

    def __init__(self, session: Session, preferences: Preferences) -> None:
        self.session = session
        self.preferences = preferences
        self.bridge = Bridge(session)
        self.selection = Selection(self.bridge)
        self.controller = ActionController(self.bridge, self.selection, preferences)
        self.fight = CombatController(self.bridge, self.selection, self.controller)
        self.area = ActionArea(self.bridge, self.controller)
        self.panel = self.area.panel

    @property
    def list(self) -> RollList:
        return self.panel.table.list

    @property
    def rows(self) -> list[str]:
        return [row.id for row in self.list.rows.rows]

    @property
    def current(self) -> str:
        assert self.list.row is not None
        return self.list.row.id

    def row(self, id: str) -> RollRow:
        return next(row for row in self.list.rows.rows if row.id == id)

    def faces(self, id: str) -> tuple[int, ...]:
        answer = self.row(id).answer
        assert isinstance(answer, Faces)
        return answer.faces

    def begin(self, call: Call) -> None:
        """Carry out a command and move the focus to where it waits for input."""
        assert self.controller.carry_out(call) is None
        self.panel.take_focus()

    def press(self, *keys: str | Qt.Key) -> None:
        for key in keys:
            focus = QApplication.focusWidget()
            assert focus is not None
            if isinstance(key, str):
                QTest.keyClicks(focus, key)
            else:
                QTest.keyClick(focus, key)
            QApplication.processEvents()

    def show(self, qtbot: QtBot, width: int, height: int) -> None:
        """Show the panel in an area of that size in pixels, with the keyboard focus."""
        qtbot.addWidget(self.area)
        self.area.resize(width, height)
        with qtbot.waitActive(self.area):
            self.area.show()
            self.area.activateWindow()

    def close(self) -> None:
        self.area.close()
        self.bridge.close()

    def click(self, id: str, at: float) -> None:
        """Click a row, `at` pixels from its right edge."""
        box = self.list.visualRect(self.list.rows.index(self.rows.index(id), 0))
        QTest.mouseClick(
            self.list.viewport(),
            Qt.MouseButton.LeftButton,
            pos=QPointF(box.right() - at, box.center().y()).toPoint(),
        )


Open = Callable[..., ActionPanelRig]
