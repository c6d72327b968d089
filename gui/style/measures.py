"""Lengths in device-independent pixels on an 8 px grid, and text sizes."""

from __future__ import annotations

UNIT = 8
"""The grid: margins and gaps are 1, 2 or 3 of it."""
HALF = UNIT // 2
RADIUS = 6
"""Corners of buttons, fields and cards."""
ROW = 32
"""Height of a control."""
COMPACT_ROW = 28
"""Height of a list row in the compact layout."""

HEADING = 11
SMALL = 12
TEXT = 13
NAME = 14
BIG = 30
"""The one big number."""

MOTION = 150
"""Milliseconds that a movement takes."""
