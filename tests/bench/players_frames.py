"""How long a frame of the player view takes, with the fog of a long session and many combatants on the board.

A token moves, a stroke is added, or the GM moves the part of the board that players see. The reference is the same
view without fog; for the Python calls of a stroke, it is a frame in which a token moves.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from gui.player.page import Page
from gui.style import theme
from model.view.layout import BoardFrame
from model.view.map import MapView, replace
from model.view.players import PlayersView
from tests.bench import Row, calls_of, p95
from tests.bench.map_frames import STROKES, crowded_view, strokes

SIZE = (1920, 1080)
TOKENS = 100
BUDGET = 33.0
CALLS = 0.6
"""Python functions that one more stroke may call, as a share of those that a move calls."""
_FRAMES = 40


def rows() -> list[Row]:
    """Return the rows: milliseconds of a frame, 95 of 100, and the Python calls of a stroke."""
    application = QApplication.instance() or QApplication([])
    if isinstance(application, QApplication):
        theme().apply(application, "dark")
    bare = crowded_view(TOKENS)
    reference = p95(_times([_seen(_moved(bare, frame)) for frame in range(_FRAMES)]))
    fog = strokes(STROKES)
    board = replace(bare, fog=fog)
    moved = [_seen(_moved(board, frame)) for frame in range(_FRAMES)]
    drawn = [_seen(replace(bare, fog=fog[: STROKES + 1 - _FRAMES + frame])) for frame in range(_FRAMES)]
    panned = [_seen(board, BoardFrame(x=30 + frame, y=28, width=60)) for frame in range(_FRAMES)]
    steps = [abs((frame + 20) % 40 - 20) for frame in range(_FRAMES)]
    zoomed = [_seen(board, BoardFrame(x=50, y=28, width=80 / 1.06**step)) for step in steps]
    words = f"{STROKES} strokes of fog, {TOKENS} tokens"
    calls = [statistics.median(_calls(views)) for views in (drawn, moved)]
    return [
        Row(f"players: a move, {words}", p95(_times(moved)), reference, BUDGET),
        Row(f"players: one more stroke, {words}", p95(_times(drawn)), reference, BUDGET),
        Row(f"players: a pan, {words}", p95(_times(panned)), reference, BUDGET),
        Row(f"players: a zoom, {words}", p95(_times(zoomed)), reference, BUDGET),
        Row(f"players: Python calls of one more stroke, {words}", *calls, CALLS, "calls", is_ratio=True),
    ]


def _moved(view: MapView, frame: int) -> MapView:
    first, *others = view.tokens
    return replace(view, tokens=(replace(first, x=(first.x or 0.0) + 0.01 * frame), *others))


def _seen(view: MapView, frame: BoardFrame | None = None) -> PlayersView:
    return PlayersView(phase="fighting", round=1, now="Fighter 5", map=view, frame=frame)


def _times(views: list[PlayersView]) -> list[float]:
    """Return the milliseconds of each frame of one page; garbage is not collected during frames, as in the program."""
    times: list[float] = []
    gc.collect()
    gc.disable()
    for paint in _frames(views):
        start = time.perf_counter()
        paint()
        times.append((time.perf_counter() - start) * 1000)
    gc.enable()
    return times[5:]


def _calls(views: list[PlayersView]) -> list[int]:
    """Return how many Python functions each frame of one page calls; the same on every machine."""
    return [calls_of(paint) for paint in _frames(views)][5:]


def _frames(views: list[PlayersView]) -> Iterator[Callable[[], None]]:
    page, image = Page(), QImage(*SIZE, QImage.Format.Format_RGB32)

    def paint(view: PlayersView) -> None:
        painter = QPainter(image)
        page.paint(painter, QSizeF(*SIZE), view)
        painter.end()

    for view in views:
        yield partial(paint, view)
