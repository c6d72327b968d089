"""A small board for the tests of the map."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gui.map.canvas import MapCanvas
from model.view.map import (
    BandView,
    FeatureView,
    HealthView,
    MapView,
    Rectangle,
    RelationView,
    RingView,
    TokenView,
    ZoneView,
)

BANDS = (
    BandView(name="hand-to-hand", outer=1),
    BandView(name="short", outer=10),
    BandView(name="medium", outer=100),
    BandView(name="extreme"),
)


@pytest.fixture
def view() -> MapView:
    """Crimson acts and aims at Boomer, a minion is hidden, a sniper is off the map."""
    return MapView(
        zones=(
            ZoneView(id="quay-1", name="Quay", shape=Rectangle(x=0, y=0, width=30, height=20)),
            ZoneView(id="yard-1", name="Yard", shape=Rectangle(x=30, y=0, width=20, height=20), color=1),
        ),
        features=(
            FeatureView(id="crate-1", kind="cover", shape=Rectangle(x=34, y=14, width=4, height=3), label="crate"),
        ),
        tokens=(
            TokenView(
                id="crimson-1",
                name="Crimson",
                initials="C",
                side="pc",
                x=10,
                y=10,
                acting=True,
                conditions=("cover",),
                health=HealthView(fraction=0.8, text="16 / 20"),
            ),
            TokenView(id="boomer-1", name="Boomer", initials="B", side="npc", x=40, y=8, target=True),
            TokenView(id="minion-1", name="Minion 1", initials="M1", side="npc", x=44, y=16, minor=True, hidden=True),
            TokenView(id="sniper-1", name="Sniper", initials="S", side="npc", hidden=True, distance="340 m"),
        ),
        relations=(RelationView(source="crimson-1", target="boomer-1", label="30 m", kind="target"),),
        rings=(RingView(center="crimson-1", radius=10, label="short · 10 m"),),
        bands=BANDS,
    )


@pytest.fixture
def canvas(qtbot: QtBot, view: MapView) -> MapCanvas:
    """The board in a window of 900 x 600."""
    canvas = MapCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(900, 600)
    with qtbot.waitExposed(canvas):
        canvas.show()
    canvas.set_view(view)
    return canvas
