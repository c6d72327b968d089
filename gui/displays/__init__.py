"""One widget for each kind of display that a ruleset can declare; a new kind is a class and an entry in `WIDGETS`."""

from typing import Any

from gui.displays.body import BodyWidget
from gui.displays.widgets import (
    CountdownWidget,
    DisplayWidget,
    NumbersWidget,
    PathWidget,
    PoolWidget,
    RelationWidget,
    TableWidget,
    TrackWidget,
)
from model.view.sheet import (
    BodyDisplayView,
    CountdownDisplayView,
    DisplayView,
    NumbersDisplayView,
    PathDisplayView,
    PoolDisplayView,
    RelationsDisplayView,
    TableDisplayView,
    TrackDisplayView,
)

__all__ = [
    "WIDGETS",
    "BodyWidget",
    "CountdownWidget",
    "DisplayWidget",
    "NumbersWidget",
    "PathWidget",
    "PoolWidget",
    "RelationWidget",
    "TableWidget",
    "TrackWidget",
]

WIDGETS: dict[type[DisplayView], type[DisplayWidget[Any]]] = {
    BodyDisplayView: BodyWidget,
    CountdownDisplayView: CountdownWidget,
    NumbersDisplayView: NumbersWidget,
    PathDisplayView: PathWidget,
    PoolDisplayView: PoolWidget,
    RelationsDisplayView: RelationWidget,
    TableDisplayView: TableWidget,
    TrackDisplayView: TrackWidget,
}
"""The widget of each kind of display."""
