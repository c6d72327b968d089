"""The board on screen: map, range bands, list of zones. Sees the model only through `model.view`.

| to find | read |
|---|---|
| the map | `canvas`, made of the layers below; `port`: mouse and keys; `camera`: metres and pixels |
| other boards | `bands`, laid out by `ring_layout`; `zone_list`, laid out by `card_layout`; `figures`: their tokens |
| below the tokens | `ground`; `names` and `links` of zones, `lines` between fighters, range rings |
| tokens | `tokens`; `token_sizes`, `token_labels`; `glide`: moving there |
| how tokens get drawn fast | `sprites` in an `atlas` |
| labels and ties | `labels`: room for them; `ties`: strokes for each kind |
| who is not in sight | `edges` |
| help for the hand | `guides`, `overlay`; `manners`: ways of moving |
| the mouse | `tools`; `shape_tools` with `shaping` and `snapping`; `zone_tools` |
| portraits, backgrounds | `pictures` |
| tooltips | `texts` |
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
