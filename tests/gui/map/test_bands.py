"""Range bands: distances on a logarithmic scale, labels that cover neither one another nor a token."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from gui.map.bands import CENTER_RADIUS, BandsCanvas, RingLayout, ring_layout, token_box
from gui.style import token_extent
from model.view.map import BandEntry, BandsView, BandView, MapView, TokenView
from tests.gui.map.conftest import BANDS
from tests.support.examples import at_most

DECADES = (*BANDS[:3], BandView(name="long", outer=1000), BandView(name="extreme"))
SIZE = QSizeF(912, 632)

pytestmark = pytest.mark.usefixtures("qapp")  # letters have widths only with an application


def fighter(number: int, **changes: object) -> TokenView:
    fields = {"id": f"one-{number}", "name": f"Fighter {number}", "initials": "F", "side": "npc"}
    return TokenView(**(fields | changes))


CENTER = fighter(0, acting=True, side="pc")


def entry(number: int, metres: float | None, **changes: object) -> BandEntry:
    fields = {"token": fighter(number), "metres": metres, "label": f"Fighter {number} · {metres} m"}
    return BandEntry(**(fields | changes))


def away(layout: RingLayout, number: int) -> float:
    """Return the distance of an entry from the centre, in pixels."""
    return QLineF(layout.center, layout.placements[number].center).length()


def test_what_is_laid_over_the_upper_edge_covers_no_name_of_a_ring(qtbot: QtBot) -> None:
    canvas = BandsCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(320, 400)
    canvas.set_view(BandsView(bands=(BandView(name="close", note="same zone"), BandView(name="far"))))
    canvas.set_top(60)
    assert min(ring.label.top() for ring in canvas.arrangement.rings) >= 60


def test_equal_ratios_are_equal_steps() -> None:
    entries = tuple(entry(number, metres) for number, metres in enumerate((10, 31.6228, 100, 1000), 1))
    layout = ring_layout(BandsView(center=CENTER, bands=DECADES, entries=entries), SIZE)
    first, half, second, third = (away(layout, number) for number in range(4))
    assert [ring.radius for ring in layout.rings[1:4]] == pytest.approx([first, second, third])
    assert half == pytest.approx((first + second) / 2)
    assert third - second == pytest.approx(second - first)


def test_everybody_stands_in_the_band_of_his_distance() -> None:
    distances = [0, 0.5, 1, 1.1, 9.9, 10, 24, 100, 340, 1000, 1001, 9000, 1e6]
    view = BandsView(
        center=CENTER, bands=DECADES, entries=tuple(entry(number, metres) for number, metres in enumerate(distances, 1))
    )
    layout = ring_layout(view, SIZE)
    radii = [0.0, *(ring.radius for ring in layout.rings)]
    for number, metres in enumerate(distances):
        band = next(index for index, one in enumerate(DECADES) if one.outer is None or metres <= one.outer)
        assert radii[band] - 0.01 <= away(layout, number) <= radii[band + 1] + 0.01


def test_a_known_band_without_metres_is_its_middle() -> None:
    view = BandsView(center=CENTER, bands=DECADES, entries=(entry(1, None, band="medium"),))
    layout = ring_layout(view, SIZE)
    assert away(layout, 0) == pytest.approx((layout.rings[1].radius + layout.rings[2].radius) / 2)
    assert layout.waiting is None


def test_where_zones_are_counted_who_is_within_reach_stands_beside_the_middle_not_under_it() -> None:
    bands = tuple(BandView(name=name, note="zones") for name in ("reach", "close", "medium", "long", "extreme"))
    view = BandsView(center=CENTER, bands=bands, entries=(entry(1, None, band="reach"),))
    layout = ring_layout(view, SIZE)
    placement = layout.placements[0]
    assert away(layout, 0) - placement.radius > token_extent(CENTER_RADIUS)
    assert away(layout, 0) + placement.radius < layout.rings[0].radius


def test_directions_are_kept_where_there_is_room() -> None:
    view = BandsView(center=CENTER, bands=DECADES, entries=(entry(1, 24, angle=90.0),))
    placement = ring_layout(view, SIZE).placements[0]
    assert placement.center.y() == pytest.approx(ring_layout(view, SIZE).center.y())


def test_unknown_distances_wait(qtbot: QtBot) -> None:
    view = BandsView(center=CENTER, bands=DECADES, entries=tuple(entry(number, None) for number in range(1, 40)))
    layout = ring_layout(view, SIZE)
    assert layout.waiting is not None
    assert all(layout.waiting.contains(placement.center) for placement in layout.placements)
    assert len(layout.placements) + layout.left_over == 39


def test_with_nobody_active_all_wait() -> None:
    layout = ring_layout(BandsView(bands=DECADES, entries=(entry(1, 5),)), SIZE)
    assert layout.waiting is not None


FIGHTERS = st.lists(
    st.tuples(
        st.none() | st.floats(0, 5000),
        st.none() | st.floats(0, 359),
        st.booleans(),
        st.text("abcdefghij ", min_size=1, max_size=24),
    ),
    max_size=40,
)
BAND_SETS = st.sampled_from(
    [
        DECADES,
        BANDS,
        (BandView(name="here", outer=3), BandView(name="near", outer=9), BandView(name="far")),
        (BandView(name="all"),),
        (),
    ]
)


@given(fighters=FIGHTERS, bands=BAND_SETS, width=st.integers(240, 1900), height=st.integers(200, 1100))
@at_most(25)
def test_no_label_covers_a_label_or_a_token(
    fighters: list[tuple[float | None, float | None, bool, str]],
    bands: tuple[BandView, ...],
    width: int,
    height: int,
) -> None:
    entries = tuple(
        BandEntry(token=fighter(number, minor=minor), metres=metres, angle=angle, label=label)
        for number, (metres, angle, minor, label) in enumerate(fighters, 1)
    )
    layout = ring_layout(BandsView(center=CENTER, bands=bands, entries=entries), QSizeF(width, height))
    labels = [placement.label for placement in layout.placements if placement.label is not None] + [
        ring.label for ring in layout.rings
    ]
    tokens = [
        placement.box for placement in layout.placements if placement.label is not None and layout.waiting is None
    ]
    bodies = [token_box(layout.center, 10), *tokens]
    for index, label in enumerate(labels[: len(labels) - len(layout.rings)]):
        assert not any(label.intersects(other) for other in labels[index + 1 :])
        assert not any(label.intersects(body) for body in bodies)
    assert all(math.isfinite(placement.center.x()) for placement in layout.placements)


def test_a_few_all_have_their_label() -> None:
    """Where there is room, every combatant has a label."""
    entries = tuple(entry(number, 8 * number, angle=float(number)) for number in range(1, 9))
    layout = ring_layout(BandsView(center=CENTER, bands=DECADES, entries=entries), SIZE)
    assert all(placement.label is not None for placement in layout.placements)
    window = QRectF(QPointF(), SIZE)
    assert all(window.contains(placement.label) for placement in layout.placements if placement.label is not None)


@pytest.fixture
def bands(qtbot: QtBot, view: MapView) -> BandsCanvas:
    canvas = BandsCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(900, 600)
    with qtbot.waitExposed(canvas):
        canvas.show()
    crimson, boomer, minion, sniper = view.tokens
    canvas.set_view(
        BandsView(
            center=crimson,
            bands=DECADES,
            entries=(
                BandEntry(token=boomer, metres=24, angle=80, label="Boomer · 24 m"),
                BandEntry(token=minion, metres=30, label="Minion 1 · 30 m"),
                BandEntry(token=sniper, label="Sniper · hidden"),
            ),
        )
    )
    return canvas


def test_clicks_look_and_mark(bands: BandsCanvas, qtbot: QtBot) -> None:
    placement = bands.arrangement.placements[0]
    assert placement.label is not None
    with qtbot.waitSignal(bands.picked) as current:
        qtbot.mouseClick(bands, Qt.MouseButton.LeftButton, pos=placement.center.toPoint())
    assert current.args == ["boomer-1"]
    with qtbot.waitSignal(bands.marked) as marked:
        qtbot.mouseDClick(bands, Qt.MouseButton.LeftButton, pos=placement.label.center().toPoint())
    assert marked.args == ["boomer-1"]
    with qtbot.waitSignal(bands.target_added) as added:
        control, place = Qt.KeyboardModifier.ControlModifier, placement.label.center().toPoint()
        qtbot.mouseClick(bands, Qt.MouseButton.RightButton, control, pos=place)
    assert added.args == ["boomer-1"]
    looks = QSignalSpy(bands.picked)
    qtbot.mouseClick(bands, Qt.MouseButton.LeftButton, pos=QPointF(3, 3).toPoint())
    assert looks.count() == 0


def test_it_is_drawn_anew_when_selected_or_resized(bands: BandsCanvas) -> None:
    before = bands.grab().toImage()
    bands.set_selection(frozenset({"minion-1"}))
    assert bands.grab().toImage() != before
    bands.resize(500, 400)
    bands.grab()
    assert bands.arrangement.center.x() == 250


def test_bands_say_in_words_what_they_show(bands: BandsCanvas) -> None:
    assert bands.accessibleName() == "Range Bands"
    assert bands.accessibleDescription() == "Around Crimson: Boomer · 24 m, Minion 1 · 30 m, Sniper · hidden"


def test_where_the_whole_label_has_no_room_the_name_stands_alone() -> None:
    """Six combatants in one zone on a small board: the name of the zone is left out before their own names."""
    crowd = [
        BandEntry(token=fighter(number), band="hand-to-hand", label=f"Fighter {number} · Northern warehouse yard")
        for number in range(1, 7)
    ]
    layout = ring_layout(BandsView(center=CENTER, bands=BANDS, entries=tuple(crowd)), QSizeF(360, 360))
    words = [placement.words for placement in layout.placements if placement.label is not None]
    assert any(said.endswith("yard") for said in words), "some have room for all of it"
    assert "Fighter 1" in words
