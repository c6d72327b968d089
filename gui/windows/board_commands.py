"""The commands of the Board menu: views, tools and what they draw, zones, zoom, grid and picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gui.commands import Command
from gui.dialogs.asking import LineDialog
from gui.windows.board_area import TOOLS, VIEWS, BoardArea

if TYPE_CHECKING:
    from gui.windows.gm_window import GmWindow

_TOOL_KEYS = {
    "select": "Shift+S",
    "move": "Shift+M",
    "measure": "Shift+R",
    "zone": "Shift+Z",
    "cover": "Shift+C",
    "terrain": "Shift+T",
    "drawing": "Shift+D",
}
_ON_MAP = ("measure",)
"""Tools whose key means something else where many are asked for dice: it rolls the rest."""
_FORM_KEYS = {"rectangle": "1", "polygon": "2", "circle": "3", "line": "4", "split": "5", "link": "6"}
"""With Alt: digits alone are dice."""


def board_commands(window: GmWindow) -> Iterator[Command]:
    """Every command of the menu, in its order."""
    yield from _views_and_tools(window)
    yield from _zones(window)
    yield from _looks(window)


def _views_and_tools(window: GmWindow) -> Iterator[Command]:
    board = window.board
    for number, (key, title, _) in enumerate(VIEWS, 1):
        yield Command(
            id=f"board.{key}", title=title, menu="Board", key=f"Ctrl+{number}",
            run=partial(board.show_view, key), is_checked=partial(_is_in_hand, board, "view", key),
        )  # fmt: skip
    for key, title, _ in TOOLS:
        yield Command(
            id=f"tool.{key}", title=f"Tool: {title}", menu="Board/Tools", key=_TOOL_KEYS[key],
            run=partial(board.take_tool, key), is_checked=partial(_is_in_hand, board, "tool", key),
            within=board.map if key in _ON_MAP else None,
        )  # fmt: skip
    for form, digit in _FORM_KEYS.items():
        yield Command(
            id=f"form.{form}", title=form.capitalize(), menu="Board/Draw", key=f"Alt+{digit}",
            run=partial(board.take_form, form), is_checked=partial(_is_in_hand, board, "form", form),
            help=_FORM_HELP.get(form, ""),
        )  # fmt: skip
    yield Command(
        id="name_area",
        title="Name the zone or drawing in hand…",
        menu="Board/Draw",
        is_first=True,
        run=window.name_area,
    )


def _is_in_hand(board: BoardArea, what: str, key: str) -> bool:
    """Whether a view is shown, or a tool or form is taken."""
    return bool(getattr(board, what) == key)


_FORM_HELP = {
    "split": "A line across a zone makes two of it.",
    "link": "A way from one zone to another, also where they do not touch.",
    "polygon": "Click the corners; Enter ends.",
}


def _zones(window: GmWindow) -> Iterator[Command]:
    def has_zones() -> bool:
        return bool(window.bridge.battle.board.zones)

    yield Command(
        id="set_up", title="Set everybody up on the map", menu="Board", key="Shift+P", is_first=True,
        run=window.placing.set_up, is_enabled=lambda: window.placing.can_set_up,
        help="Those who stand nowhere yet: one side across from the other. A name at the edge can be dragged, too.",
    )  # fmt: skip
    yield Command(
        id="list_zones", title="List of zones…", menu="Board/Zones", key="Shift+L",
        run=window.zones.type_list, help="Zones by their names, without a map: Bar, Street, Roof.",
    )  # fmt: skip
    yield Command(
        id="move_to_zone", title="Move to a zone…", menu="Board/Zones", key="Z", is_enabled=has_zones,
        run=window.zones.choose_destination, help="The selected ones, else whoever acts.",
    )  # fmt: skip
    yield Command(
        id="everyone_in", title="Select everyone in a zone…", menu="Board/Zones", key="Shift+E", is_enabled=has_zones,
        run=window.zones.choose_everyone,
    )  # fmt: skip
    yield Command(
        id="edit_zone", title="Change a zone…", menu="Board/Zones", key="Ctrl+Shift+E", is_enabled=has_zones,
        run=window.zones.choose_zone_to_edit, help="Name, colour, and what the rules say of it.",
    )  # fmt: skip
    yield Command(
        id="edit_way", title="Change a way between zones…", menu="Board/Zones", key="Ctrl+Shift+L",
        is_enabled=has_zones, run=window.zones.choose_link, help="Closed, one-way, dearer, with a test; or a new one.",
    )  # fmt: skip


def _looks(window: GmWindow) -> Iterator[Command]:
    board, edits = window.board, window.edits

    def has_picture() -> bool:
        return window.bridge.battle.board.picture is not None

    yield Command(id="fit", title="Show all", menu="Board", key="F", run=board.fit, is_first=True)
    yield Command(id="zoom_in", title="Zoom in", menu="Board", key="Ctrl++;Ctrl+=", run=board.map.zoom_in)
    yield Command(id="zoom_out", title="Zoom out", menu="Board", key="Ctrl+-", run=board.map.zoom_out)
    yield Command(
        id="grid", title="Grid", menu="Board", key="#", run=lambda: window.tell(edits.toggle_grid()), is_first=True,
        is_checked=lambda: window.bridge.battle.board.has_grid,
    )  # fmt: skip
    yield Command(id="grid_cells", title="Grid cells…", menu="Board", run=partial(_ask_cell, window))
    yield Command(id="picture", title="Background picture…", menu="Board/Picture", run=window.files.choose_picture)
    yield Command(
        id="picture_width", title="Scale of the picture…", menu="Board/Picture", run=window.files.ask_picture_width,
        is_enabled=has_picture,
    )  # fmt: skip
    yield Command(
        id="no_picture", title="Remove the background picture", menu="Board/Picture",
        run=lambda: window.tell(edits.remove_picture()), is_enabled=has_picture,
    )  # fmt: skip


def _ask_cell(window: GmWindow) -> None:
    """Ask how many metres a cell of the grid is wide."""
    now = f"{window.bridge.battle.board.cell:g}"
    typed = LineDialog.ask(window, "Grid cells", "How many metres is a cell of the grid wide?", now)
    if typed is not None:
        window.tell(window.edits.set_cell(typed))
