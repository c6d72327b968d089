"""Asks for a place on the map of a battle that is not the one shown: as it was at an earlier step."""

from __future__ import annotations

from PySide6.QtCore import QMarginsF, QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QWidget

from gui.bridge import Bridge
from gui.dialogs.forms import place_words
from gui.map.canvas import MapCanvas
from gui.map.tools import PointTool
from gui.style.theme import set_role
from gui.style.widgets import padded_column
from model.board.zones import place_at
from model.state.battle import AnyBattle
from model.state.board import Place, Point
from model.view.board import now_of, project_map
from model.view.viewer import GM

_SIZE = QSize(820, 580)
_AROUND = 16.0
"""Metres to each side that are shown at first."""


class PointDialog(QDialog):
    """A click says where; the wheel and dragging move the map."""

    def __init__(self, bridge: Bridge, battle: AnyBattle, start: Place | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Point at Map")
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size()))
        self._battle = battle
        self.place: Place | None = None
        self.canvas = MapCanvas()
        self.canvas.set_resolver(bridge.picture)
        self.tool = PointTool(self.canvas, self._point)
        self.canvas.set_tool(self.tool)
        self.canvas.set_view(project_map(battle, bridge.ruleset, GM, acting=now_of(battle)))
        self.words = QLabel("Click where it is.")
        set_role(self.words, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.ok.setEnabled(False)
        set_role(self.ok, "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        line = QHBoxLayout()
        line.addWidget(self.words, 1)
        line.addWidget(buttons)
        column = padded_column(self)
        column.addWidget(self.canvas, 1)
        column.addLayout(line)
        self._start = None if start is None else start.point
        if self._start is not None:
            self.tool.show_point(self._start)

    def showEvent(self, event: QShowEvent) -> None:
        """Show what lies around where it was: all of the board may be far more."""
        super().showEvent(event)
        if self._start is not None:
            x, y = self._start
            self.canvas.keep_camera()
            around = (x - _AROUND, y - _AROUND, x + _AROUND, y + _AROUND)
            self.canvas.set_camera(self.canvas.camera.fitted(around, QMarginsF()))

    def _point(self, point: Point) -> None:
        self.place = place_at(self._battle.board, point)
        zone = self._battle.board.zones.get(self.place.zone or "")
        where = f" · {zone.name}" if zone is not None else ""
        self.words.setText(f"{place_words(self._battle, self.place)} m{where}")
        self.ok.setEnabled(True)
        self.ok.setFocus()

    @classmethod
    def ask(cls, bridge: Bridge, battle: AnyBattle, start: Place | None, parent: QWidget | None) -> Place | None:
        """The place that was pointed at; None when the question was dropped."""
        dialog = cls(bridge, battle, start, parent)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        place = dialog.place
        dialog.deleteLater()
        return place if is_accepted else None
