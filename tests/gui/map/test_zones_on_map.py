"""Connections, names and crowds of zones on the map, and the tools that split and connect zones."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from gui.map.canvas import MapCanvas
from gui.map.lines import Mark, RelationsLayer, laid_out
from gui.map.shape_tools import ConnectionTool, SplitTool, snapped
from gui.style import text_font
from model.view.map import ConnectionView, MapView, Rectangle, RingView, TokenView, ZoneView, replace
from tests.gui.map.hands import click, double_click, drag, press_key

ALT = Qt.KeyboardModifier.AltModifier
BORDER = ((30.0, 0.0), (30.0, 20.0))


def linked(view: MapView, **more: object) -> MapView:
    """The quay and the yard side by side, with a connection across their border."""
    link = ConnectionView(first="quay-1", second="yard-1", line=BORDER, **more)  # type: ignore[arg-type]
    return replace(view, links=(link,))


def show(canvas: MapCanvas, view: MapView) -> None:
    canvas.set_view(view)
    canvas.fit()
    canvas.graphics_view.viewport().repaint()


def mark(canvas: MapCanvas) -> Mark:
    (found,) = canvas.links.marks()
    return found


# ------------------------------------------------------------------------------------------ connections


def test_a_way_stands_in_the_middle_of_the_border_and_points_across(canvas: MapCanvas, view: MapView) -> None:
    show(canvas, linked(view))
    found = mark(canvas)
    assert canvas.camera.to_metres(found.middle) == pytest.approx((30, 10))
    assert found.degrees == 0
    show(canvas, linked(view, state="one_way"))
    turned = replace(canvas.view.links[0], first="yard-1", second="quay-1")
    show(canvas, replace(view, links=(turned,)))
    assert abs(mark(canvas).degrees) == 180


def test_a_click_on_a_way_is_told_and_selects_nothing(canvas: MapCanvas, view: MapView) -> None:
    show(canvas, linked(view))
    canvas.select(("boomer-1",))
    clicked = QSignalSpy(canvas.connection_clicked)
    click(canvas, (30, 10))
    assert [tuple(args) for args in (clicked.at(0),)] == [("quay-1", "yard-1")]
    assert canvas.selection == {"boomer-1"}
    click(canvas, (30, 3))
    assert clicked.count() == 1


def test_a_wall_can_be_clicked_along_all_of_it(canvas: MapCanvas, view: MapView) -> None:
    show(canvas, linked(view, state="cut"))
    clicked = QSignalSpy(canvas.connection_clicked)
    click(canvas, (30, 3))
    assert clicked.count() == 1


def test_words_stand_beside_the_badge_and_a_way_without_words_has_none(canvas: MapCanvas, view: MapView) -> None:
    show(canvas, linked(view, state="blocked", label="Door · closed", hidden=True))
    window = canvas.camera.window
    ((_, badge, words),) = laid_out([mark(canvas)], 1.0, text_font(11), window)
    assert words.left() > badge.right()
    show(canvas, linked(view))
    ((_, _, words),) = laid_out([mark(canvas)], 1.0, text_font(11), window)
    assert words.isEmpty()


def test_words_of_ways_close_together_hide_neither_each_other_nor_a_badge(canvas: MapCanvas, view: MapView) -> None:
    """Three badges 40 pixels apart, each with words longer than that; the first is near the window's edge."""
    show(canvas, linked(view, state="blocked", label="Door · closed"))
    window = canvas.camera.window
    right = window.right() - 60
    row = [replace(mark(canvas), middle=QPointF(right - 40 * number, 100)) for number in range(3)]
    laid = laid_out(row, 1.0, text_font(11), window)
    boxes = [box for one in laid for box in (one.badge, one.words)]
    assert all(window.contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in itertools.combinations(boxes, 2))


def test_a_border_too_short_to_see_has_no_badge(canvas: MapCanvas, view: MapView) -> None:
    short = ConnectionView(first="quay-1", second="yard-1", line=((30.0, 0.0), (30.0, 0.5)))
    show(canvas, replace(view, links=(short,)))
    assert canvas.links.marks() == []


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("open", "are connected"),
        ("one_way", "One-way from Quay to Yard"),
        ("cut", "No connection"),
        ("blocked", "closed"),
    ],
)
def test_a_way_is_told_in_words_where_it_is_pointed_at(
    canvas: MapCanvas, view: MapView, state: str, words: str
) -> None:
    show(canvas, linked(view, state=state))
    assert words in canvas._ground_tooltip(mark(canvas).middle)


# ------------------------------------------------------------------------------------------ names and crowds


def test_a_click_on_a_zones_name_is_told(canvas: MapCanvas, view: MapView) -> None:
    show(canvas, view)
    box = canvas.names.box_of("yard-1")
    assert box is not None
    clicked = QSignalSpy(canvas.zone_clicked)
    click(canvas, canvas.camera.to_metres(box.center()))
    assert clicked.at(0) == ["yard-1"]


def test_a_zones_name_stands_where_no_token_does(canvas: MapCanvas, view: MapView) -> None:
    """The name is at the lower left of its zone; a token there moves it elsewhere in the zone."""
    show(canvas, view)
    before = canvas.names.box_of("yard-1")
    assert before is not None
    x, y = canvas.camera.to_metres(before.center())
    guard = TokenView(id="guard-1", name="Guard", initials="G", side="npc", x=x, y=y)
    canvas.set_view(replace(view, tokens=(*view.tokens, guard)))
    canvas.graphics_view.viewport().repaint()
    after = canvas.names.box_of("yard-1")
    assert after is not None
    assert not after.intersects(before)
    assert canvas.areas.zone_at(*canvas.camera.to_metres(after.center())) is not None


def test_the_label_of_a_range_leaves_names_of_zones_free(
    canvas: MapCanvas, view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rooms of 8 by 4 m all around: a label without a free place is left out."""
    labels: list[QRectF] = []
    real = RelationsLayer._placed

    def placed(layer: RelationsLayer, line: object, *places: object, **options: bool) -> QRectF | None:
        box = real(layer, line, *places, **options)  # type: ignore[arg-type]
        if isinstance(line, RingView) and box is not None:
            labels.append(box)
        return box

    monkeypatch.setattr(RelationsLayer, "_placed", placed)
    zones = tuple(
        ZoneView(id=f"{x}-{y}", name=f"Room {x} {y}", shape=Rectangle(x=x, y=y, width=8, height=4))
        for x, y in itertools.product(range(0, 48, 8), range(0, 24, 4))
    )
    for decimetres in range(40, 100, 3):
        ring = RingView(center="crimson-1", radius=decimetres / 10, label=f"short · {decimetres / 10:g} m")
        show(canvas, replace(view, zones=zones, relations=(), rings=(ring,)))
        canvas.grab()
        assert not any(label.intersects(name) for label in labels[-1:] for name in canvas.names.boxes())
    assert len(labels) > 10


def test_what_a_zone_is_like_makes_its_label_higher(canvas: MapCanvas, view: MapView) -> None:
    show(canvas, view)
    before = canvas.names.box_of("quay-1")
    tagged = tuple(replace(zone, tags=("cover 2 CD", "Pumps")) for zone in view.zones)
    show(canvas, replace(view, zones=tagged))
    after = canvas.names.box_of("quay-1")
    assert before is not None
    assert after is not None
    assert after.height() > before.height()


def test_tokens_with_little_room_do_not_touch_and_leave_names_away(canvas: MapCanvas, view: MapView) -> None:
    """Twelve tokens are 1.5 m apart: at 15 pixels per metre each would be 44 wide, but only 22 are free."""
    crowd = tuple(
        TokenView(
            id=f"one-{number}", name=f"One {number}", initials="O", side="npc",
            x=3 + 1.5 * (number % 4), y=3 + 1.5 * (number // 4), room=0.75, crowded=True,
        )
        for number in range(12)
    )  # fmt: skip
    show(canvas, replace(view, tokens=crowd, relations=(), rings=()))
    while not canvas.tokens.settle():
        pass
    radii = canvas.tokens._radii()
    pixels = canvas.tokens._pixels()
    for one, other in itertools.combinations(range(12), 2):
        away = QPointF(*pixels[one]) - QPointF(*pixels[other])
        assert away.manhattanLength() >= radii[one] + radii[other]
    assert canvas.tokens.named() == frozenset()


# ------------------------------------------------------------------------------------------ tools


def test_a_drag_across_a_zone_cuts_it(canvas: MapCanvas, view: MapView, qtbot: QtBot) -> None:
    show(canvas, view)
    canvas.set_tool(SplitTool(canvas))
    with qtbot.waitSignal(canvas.zone_split) as cut:
        drag(canvas, (10.1, -2), (10.2, 22))
    zone, line = cut.args
    assert (zone, [x for x, _ in line]) == ("quay-1", [10, 10])


@pytest.mark.parametrize("ends", [Qt.Key.Key_Return, None])
def test_a_cut_with_corners_is_clicked_and_backspace_takes_one_back(
    canvas: MapCanvas, view: MapView, qtbot: QtBot, ends: Qt.Key | None
) -> None:
    show(canvas, view)
    tool = SplitTool(canvas)
    canvas.set_tool(tool)
    for corner in ((10, 0), (10, 10), (15, 15)):
        click(canvas, corner)
    assert tool.wants(Qt.Key.Key_Backspace)
    press_key(canvas, Qt.Key.Key_Backspace)
    click(canvas, (20, 10))
    with qtbot.waitSignal(canvas.zone_split) as cut:
        if ends is None:
            double_click(canvas, (20, 10))
        else:
            press_key(canvas, ends)
    assert cut.args == ["quay-1", ((10, 0), (10, 10), (20, 10))]
    assert not tool.wants(Qt.Key.Key_Backspace)


def test_a_cut_beside_all_zones_is_none(canvas: MapCanvas, view: MapView) -> None:
    show(canvas, view)
    canvas.set_tool(SplitTool(canvas))
    cuts = QSignalSpy(canvas.zone_split)
    drag(canvas, (10, 21), (20, 22))
    assert cuts.count() == 0
    assert canvas.overlay.label[0] == ""


@pytest.mark.parametrize("by_clicks", [False, True])
def test_a_way_is_drawn_from_zone_to_zone(canvas: MapCanvas, view: MapView, qtbot: QtBot, by_clicks: bool) -> None:
    show(canvas, view)
    canvas.set_tool(ConnectionTool(canvas))
    with qtbot.waitSignal(canvas.connection_drawn) as drawn:
        if by_clicks:
            click(canvas, (5, 5))
            click(canvas, (45, 5))
        else:
            drag(canvas, (5, 5), (45, 5))
    assert drawn.args == ["quay-1", "yard-1"]


def test_a_way_from_a_zone_to_itself_or_to_nowhere_is_none(canvas: MapCanvas, view: MapView) -> None:
    show(canvas, view)
    canvas.set_tool(ConnectionTool(canvas))
    drawn = QSignalSpy(canvas.connection_drawn)
    drag(canvas, (5, 5), (15, 15))
    drag(canvas, (5, 5), (5, 22))
    assert drawn.count() == 0


def test_places_snap_to_edges_of_slanted_zones(canvas: MapCanvas) -> None:
    """The edge of a rectangle turned by 45 degrees about (10, 10) runs through (10, 2.929) and (17.071, 10)."""
    slanted = ZoneView(id="z", name="Z", shape=Rectangle(x=5, y=5, width=10, height=10, angle=45))
    view = replace(MapView(), zones=(slanted,), grid=replace(MapView().grid, on=False))
    show(canvas, view)
    assert snapped(view, canvas.camera, (14.0, 6.7)) == pytest.approx((13.886, 6.814), abs=0.002)
    assert snapped(view, canvas.camera, (14.0, 6.7), "z") == (14.0, 6.7)
