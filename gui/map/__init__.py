"""The board on screen: map, range bands, list of zones. Uses the model only through `model.view`.

 to find | read |
---|---|
 the map, composed of the layers below | `canvas` |
 picture, grid, zones, features; fog, and the picture in which it is cached | `ground`; `fog`, `fog_picture` |
 names of zones, the scale bar, arrows at the edge | `names` |
 relations, ranges, connections between zones | `lines` |
 reach, routes, areas aimed at, and what a tool draws | `guides` |
 tokens; placement of their names and chips; their pictures | `tokens`; `labels`; `pictures` |
 the visible part of the board, mouse and keys | `viewport`, which calls the canvas and the active tool |
 tools that point, move and measure; tools that draw shapes | `tools`; `shape_tools` |
 what is dropped on the board | `drops` |
 the board without a map: rings, cards | `bands`; `zone_list` |

A new tool needs a class here and a row of `TOOLS` in `gui.windows.board_area`.
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
