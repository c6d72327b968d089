"""One widget for each kind of display that a ruleset can declare."""

from gui.displays.base import DisplayWidget
from gui.displays.body import BodyDisplay
from gui.displays.countdown import CountdownDisplay
from gui.displays.numbers import NumbersDisplay
from gui.displays.pool import PoolDisplay
from gui.displays.track import TrackDisplay

__all__ = [
    "WIDGETS",
    "BodyDisplay",
    "CountdownDisplay",
    "DisplayWidget",
    "NumbersDisplay",
    "PoolDisplay",
    "TrackDisplay",
]

WIDGETS: dict[str, type[DisplayWidget]] = {
    "body": BodyDisplay,
    "countdown": CountdownDisplay,
    "numbers": NumbersDisplay,
    "pool": PoolDisplay,
    "track": TrackDisplay,
}
"""By `DisplayView.kind`."""
