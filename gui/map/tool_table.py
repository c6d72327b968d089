"""Every tool of the map, a row each: its id, title, icon and key, what it draws, and how it is made.

The buttons over the map, the menu and the shortcuts all read this table: a new tool is a class and a row here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from gui.map.canvas import MapCanvas
from gui.map.shape_tools import AreaKind, CutTool, FogTool, LinkTool, ShapeTool
from gui.map.tools import FrameTool, MeasureTool, MoveTool, PingTool, SelectTool, Tool


class ToolEntry(Struct, frozen=True):
    """A tool that the GM can take."""

    id: str
    title: str
    icon: str
    key: str
    make: Callable[[MapCanvas, str], Tool]
    """Makes it for a map, with the form that it draws."""
    forms: tuple[str, ...] = ()
    """What it draws, the usual form first; empty: nothing."""
    is_key_of_map: bool = False
    """Whether its key means the tool only while the focus is on the map."""


class FormEntry(Struct, frozen=True):
    """Something that drawing tools draw."""

    id: str
    title: str
    icon: str
    key: str
    help: str = ""


def _shape(kind: AreaKind, canvas: MapCanvas, form: str) -> Tool:
    return ShapeTool(canvas, kind, form)  # type: ignore[arg-type]  # one of its forms below


def _zone(canvas: MapCanvas, form: str) -> Tool:
    if form == "split":
        return CutTool(canvas)
    return LinkTool(canvas) if form == "link" else _shape("zone", canvas, form)


TOOLS = (
    ToolEntry("select", "Select", "mouse-pointer-2", "Shift+S", lambda canvas, form: SelectTool(canvas)),
    ToolEntry("move", "Move", "move", "Shift+M", lambda canvas, form: MoveTool(canvas)),
    ToolEntry(
        "measure", "Measure", "ruler", "Shift+R", lambda canvas, form: MeasureTool(canvas),
        # Where many are asked for dice, the same key rolls the rest.
        is_key_of_map=True,
    ),
    ToolEntry("ping", "Ping", "circle-dot", "Shift+K", lambda canvas, form: PingTool(canvas)),
    ToolEntry("frame", "Player View", "square", "Shift+V", lambda canvas, form: FrameTool(canvas)),
    ToolEntry(
        "zone", "Zone", "vector-square", "Shift+Z", _zone, ("rectangle", "polygon", "circle", "split", "link")
    ),
    ToolEntry(
        "cover", "Cover", "brick-wall", "Shift+C", partial(_shape, "cover"), ("rectangle", "polygon", "circle", "line")
    ),
    ToolEntry(
        "terrain", "Terrain", "trees", "Shift+T", partial(_shape, "terrain"), ("rectangle", "polygon", "circle")
    ),
    ToolEntry(
        "drawing", "Draw", "pencil", "Shift+D", partial(_shape, "drawing"), ("line", "rectangle", "polygon", "circle")
    ),
    ToolEntry(
        "fog", "Fog", "cloud", "Shift+F", FogTool,
        ("brush", "rectangle", "polygon", "circle"),
    ),
)  # fmt: skip
FORMS = (
    FormEntry("rectangle", "Rectangle", "square", "Alt+1"),
    FormEntry("polygon", "Polygon", "pentagon", "Alt+2", "Click the corners; Enter finishes."),
    FormEntry("circle", "Circle", "circle", "Alt+3"),
    FormEntry("line", "Line", "spline", "Alt+4"),
    FormEntry("split", "Split", "split", "Alt+5", "A line across a zone makes two of it."),
    FormEntry("brush", "Brush", "pencil", "Alt+7", "Hides what it is drawn over from players; with Shift it reveals."),
    FormEntry("link", "Connect", "link", "Alt+6", "Connects one zone to another, also where they do not touch."),
)
"""With Alt: digits alone are dice."""


def tool_entry(id: str) -> ToolEntry:
    return next(tool for tool in TOOLS if tool.id == id)


def form_entry(id: str) -> FormEntry:
    return next(form for form in FORMS if form.id == id)
