"""How long a frame of the map takes while it is panned, zoomed, or a token is dragged over it, with fog and without.

The reference is pyqtgraph's own scatter plot with as many points, panned in the same run on the same machine: what
the library draws without portraits, names and rings.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QWidget

from gui.map.canvas import MapCanvas
from gui.style import theme
from model.view.map import FogView, HealthView, Line, MapView, Rectangle, TokenView, ZoneView, replace
from tests.bench import Row, p95

SIZE = (1600, 900)
BUDGETS = {300: 8.0, 1000: 16.0}
STROKES = 200
FOG_TOKENS, FOG_BUDGET = 300, 33.0
_FRAMES = 60


def crowded_view(number: int) -> MapView:
    """Return a 100 x 56 m board with four zones and `number` combatants, each with name, health and some conditions."""
    chance = random.Random(number)
    zones = tuple(
        ZoneView(
            id=f"zone-{index}",
            name=f"Zone {index}",
            shape=Rectangle(x=50.0 * (index % 2), y=28.0 * (index // 2), width=50.0, height=28.0),
            color=index,
        )
        for index in range(4)
    )
    tokens = tuple(
        TokenView(
            id=f"one-{index}",
            name=f"Fighter {index}",
            initials=f"F{index % 100}",
            side=("pc", "npc", "ally")[index % 3],
            x=chance.uniform(0, 100),
            y=chance.uniform(0, 56),
            health=HealthView(fraction=chance.random()),
            conditions=("prone",) if index % 7 == 0 else (),
            minor=index % 2 == 0,
            hidden=index % 11 == 0,
            acting=index == 5,
            target=index == 6,
        )
        for index in range(number)
    )
    return MapView(zones=zones, tokens=tokens)


def strokes(number: int) -> tuple[FogView, ...]:
    """Return fog over the whole board, and `number` strokes of a brush that reveal or hide."""
    chance = random.Random(number)
    fog = [FogView(level="hidden")]
    for index in range(number):
        x, y = chance.uniform(0, 100), chance.uniform(0, 56)
        points = tuple((x + step * chance.uniform(0, 1.5), y + step * chance.uniform(-1, 1)) for step in range(20))
        level = "hidden" if index % 4 == 0 else "revealed"
        fog.append(FogView(level=level, shape=Line(points=points), width=3.0))
    return tuple(fog)


def rows() -> list[Row]:
    """Pan, zoom and drag with 300 and with 1,000 tokens, pan and zoom under fog: milliseconds of a frame, 95 of 100."""
    application = QApplication.instance() or QApplication([])
    if isinstance(application, QApplication):
        theme().apply(application, "dark")
    result: list[Row] = []
    for number, budget in BUDGETS.items():
        reference = _reference(number)
        canvas = _canvas(crowded_view(number))
        for name, step in _movements(canvas).items():
            measured = p95(_times(canvas.graphics_view.viewport(), step))
            result.append(Row(f"map: {name}, {number} tokens", measured, reference, budget))
        canvas.close()
    canvas = _canvas(replace(crowded_view(FOG_TOKENS), fog=strokes(STROKES)))
    reference = _reference(FOG_TOKENS)
    for name in ("pan", "zoom"):
        measured = p95(_times(canvas.graphics_view.viewport(), _movements(canvas)[name]))
        words = f"map: {name}, {STROKES} strokes of fog, {FOG_TOKENS} tokens"
        result.append(Row(words, measured, reference, FOG_BUDGET))
    canvas.close()
    return result


def _canvas(view: MapView) -> MapCanvas:
    canvas = MapCanvas()
    canvas.resize(*SIZE)
    canvas.show()
    QApplication.processEvents()
    canvas.set_view(view)
    while not canvas.tokens.settle():
        pass
    return canvas


def _movements(canvas: MapCanvas) -> dict[str, Callable[[int], None]]:
    """Return for each movement what one frame changes, by the frame's number."""
    first = canvas.view.tokens[0]
    x, y = first.point or (0.0, 0.0)
    return {
        "pan": lambda frame: canvas.pan(QPointF(7, 3) * (1 if frame % 20 < 10 else -1)),
        "zoom": lambda frame: canvas.zoom(1.06 if frame % 20 < 10 else 1 / 1.06, QPointF(700, 400)),
        "drag": lambda frame: canvas.tokens.set_drag({first.id: (x + 0.2 * frame, y)}),
    }


def _reference(number: int) -> float:
    """Return the frame time of a plain scatter plot with as many points, panned."""
    chance = random.Random(number)
    plot = pg.GraphicsView()
    box = pg.ViewBox(lockAspect=True, enableMenu=False)
    plot.setCentralItem(box)
    points = pg.ScatterPlotItem(
        x=[chance.uniform(0, 100) for _ in range(number)],
        y=[chance.uniform(0, 56) for _ in range(number)],
        size=44,
        pen=pg.mkPen("w", width=3),
        brush=pg.mkBrush("b"),
    )
    box.addItem(points, ignoreBounds=True)
    box.disableAutoRange()
    box.setRange(xRange=(0, 100), yRange=(0, 56), padding=0)
    plot.resize(*SIZE)
    plot.show()
    QApplication.processEvents()
    result = p95(_times(plot.viewport(), lambda frame: box.translateBy(x=0.4 if frame % 20 < 10 else -0.4)))
    plot.close()
    return result


def _times(viewport: QWidget, step: Callable[[int], None]) -> list[float]:
    """Return the milliseconds of each frame: the change, and repainting everything at once."""
    times: list[float] = []
    for frame in range(_FRAMES + 5):
        start = time.perf_counter()
        step(frame)
        viewport.repaint()
        times.append((time.perf_counter() - start) * 1000)
    return times[5:]
