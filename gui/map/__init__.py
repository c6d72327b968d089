"""The board on screen: map, range bands, list of zones. Sees the model only through `model.view`.

`canvas` is the map, made of layers from `ground` to `tokens` and `guides`; `viewport` turns mouse and keys into calls
of the canvas and of the active tool. A new tool is a class here and a row of `gui.windows.board_area`.
"""

from gui.map.bands import BandsCanvas
from gui.map.canvas import MapCanvas
from gui.map.pictures import Resolver
from gui.map.shape_tools import AreaKind, Form, ShapeTool
from gui.map.tools import MeasureTool, MoveTool, SelectTool, Tool

__all__ = [
    "AreaKind",
    "BandsCanvas",
    "Form",
    "MapCanvas",
    "MeasureTool",
    "MoveTool",
    "Resolver",
    "SelectTool",
    "ShapeTool",
    "Tool",
]
