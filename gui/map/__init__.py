"""The board on screen: the map and the range bands. Sees the model only through `model.view`."""

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
