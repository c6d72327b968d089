"""Every dock of the GM's window, a row each: its id, title and place, and how its panel is made.

The View menu and the layout read this table: a new dock is a panel and a row here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtWidgets import QWidget

from gui.controllers.workspace import Workspace
from gui.panels.action_area import ActionArea
from gui.panels.action_panel import ActionPanel
from gui.panels.initiative import InitiativePanel
from gui.panels.log import LogPanel
from gui.panels.sheet_panel import SheetPanel
from gui.panels.tasks import TasksPanel
from gui.windows.player_commands import LeftDock


@dataclass(frozen=True)
class DockEntry:
    """A panel that can be moved, closed and stacked."""

    id: str
    title: str
    make: Callable[[Workspace], QWidget]
    area: Literal["left", "right", "bottom"] = "right"
    stacked_on: str = ""
    """Id of the dock that it shares a place with as a tab; empty: none."""
    is_closed: bool = False
    """Whether it is closed until it is wanted."""


DOCKS = (
    DockEntry("initiative", "Initiative", lambda work: LeftDock(InitiativePanel()), "left"),
    DockEntry("sheet", "Sheet", lambda work: SheetPanel(work.bridge, work.attention, work.edits)),
    DockEntry("action", "Action", lambda work: ActionArea(ActionPanel(work.bridge, work.actions))),
    DockEntry("log", "Log", lambda work: LogPanel(), "bottom"),
    DockEntry(
        "tasks", "Tasks", lambda work: TasksPanel(work.bridge, work.attention), stacked_on="sheet", is_closed=True
    ),
)
