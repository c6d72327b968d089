"""One widget for each kind of display that a ruleset can declare.

| to find | read |
|---|---|
| what each display is, values edited in place | `base` |
| plain values | `numbers`, `pool`, `track` |
| injuries by place | `body`; `figures`: its outlines |
| the course of a round | `countdown` |
| a move | `path` |
| bonds between fighters | `relation` |
| a game's own table | `table` |
"""

from gui.displays.base import DisplayWidget
from gui.displays.body import BodyDisplay
from gui.displays.countdown import CountdownDisplay
from gui.displays.numbers import NumbersDisplay
from gui.displays.path import PathDisplay
from gui.displays.pool import PoolDisplay
from gui.displays.relation import RelationDisplay
from gui.displays.table import TableDisplay
from gui.displays.track import TrackDisplay

__all__ = [
    "WIDGETS",
    "BodyDisplay",
    "CountdownDisplay",
    "DisplayWidget",
    "NumbersDisplay",
    "PathDisplay",
    "PoolDisplay",
    "RelationDisplay",
    "TableDisplay",
    "TrackDisplay",
]

WIDGETS: dict[str, type[DisplayWidget]] = {
    "body": BodyDisplay,
    "countdown": CountdownDisplay,
    "numbers": NumbersDisplay,
    "path": PathDisplay,
    "pool": PoolDisplay,
    "relation": RelationDisplay,
    "table": TableDisplay,
    "track": TrackDisplay,
}
"""By `DisplayView.kind`."""
