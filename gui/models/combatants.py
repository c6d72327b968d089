"""Everybody on the board as a list model, for choosing a target or looking somebody up."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from gui.models.rows import RowsModel
from model.view.map import TokenView


class CombatantsModel(RowsModel[TokenView]):
    """A row for each token. `RowRole` gives the `TokenView`."""

    def id_of(self, row: TokenView) -> str:
        return row.id

    def value(self, row: TokenView, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return row.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            health = "" if row.health is None else row.health.text
            words = (
                row.name,
                "hidden" if row.hidden else "",
                "out of the fight" if row.out else "",
                health and f"health {health}",
                *row.conditions,
            )
            return ", ".join(word for word in words if word)
        return None
