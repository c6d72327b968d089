"""Names, chips and arrows on a crowded small board: each can be read and covers no token."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.map.canvas import MapCanvas
from gui.map.edge_places import Place, Size, edge_places
from gui.map.labels import GAP, SHIFTS, SIDES, Boxes, Edges, Labels, TokenLabels, TokenSizes, name_size
from gui.map.lines import RelationsLayer
from gui.map.pictures import counted_chips
from gui.style import DARK
from model.view.map import ConnectionView, HealthView, MapView, Rectangle, RelationView, TokenView, ZoneView, replace

SMALL = (354, 373)
"""Size of the board in a window of 900 x 500 pixels."""
BARS = (QRectF(12, 8, 105, 33), QRectF(171, 8, 171, 33))
"""Boxes of the switches that cover the board there."""


def fighter(name: str, x: float | None, y: float | None, **changes: object) -> TokenView:
    fields = {
        "id": name.lower().replace(" ", "-"), "name": name, "initials": name[:1], "side": "npc", "x": x, "y": y,
        "health": HealthView(fraction=1.0),
    }  # fmt: skip
    return TokenView(**(fields | changes))


def museum() -> MapView:
    """Two zones, a gang close together, one combatant in cover beside another, and one hidden at the right edge."""
    return MapView(
        zones=(
            ZoneView(id="hall-1", name="Great hall", shape=Rectangle(x=0, y=0, width=27, height=20)),
            ZoneView(id="yard-1", name="Yard", shape=Rectangle(x=27, y=0, width=23, height=20), color=1),
        ),
        links=(ConnectionView(first="hall-1", second="yard-1", line=((27.0, 0.0), (27.0, 20.0)), touches=True),),
        tokens=(
            fighter("Halcyon", 6, 6, side="pc", acting=True),
            fighter("Whisper", 2, 16, side="pc"),
            *(fighter(f"Thug {n}", 17 + 2 * (n % 2), 7 + 2 * n, minor=True, initials=f"T{n}") for n in range(1, 5)),
            fighter("Lieutenant", 30, 15, conditions=("cover",)),
            fighter("Gorgon", 34, 15, target=True),
            fighter("Guard", 49, 14, hidden=True, conditions=("prone",)),
            fighter("Sniper", None, None, hidden=True),
        ),
    )


@pytest.fixture
def small(qtbot: QtBot) -> MapCanvas:
    canvas = MapCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(*SMALL)
    with qtbot.waitExposed(canvas):
        canvas.show()
    canvas.set_covered(BARS)
    show(canvas, museum())
    return canvas


def show(canvas: MapCanvas, view: MapView) -> None:
    canvas.set_view(view)
    canvas.fit()
    while not canvas.tokens.settle():
        pass


def bodies(canvas: MapCanvas) -> list[QRectF]:
    """Return the middle of each token, as large as its initials."""
    thirds = ((box, box.width() / 3) for box in canvas.tokens.boxes())
    return [box.adjusted(third, third, -third, -third) for box, third in thirds]


def test_no_label_covers_a_token_or_is_cut_at_the_edge(small: MapCanvas) -> None:
    labels = small.tokens.label_boxes()
    assert len(labels) >= 8
    assert all(small.camera.window.contains(label) for label in labels)
    assert not any(label.intersects(body) for label in labels for body in bodies(small))


def test_a_name_stays_in_the_zone_of_its_token_where_there_is_room(small: MapCanvas) -> None:
    show(small, replace(museum(), tokens=(fighter("Captain Guard", 25.5, 10),)))
    border = small.camera.to_pixels(27, 10).x()
    assert all(label.right() <= border for label in small.tokens.label_boxes())


def test_a_crowd_of_hidden_ones_of_whom_one_is_not_prone_any_more(small: MapCanvas) -> None:
    crowd = [fighter(f"Guard {n}", 20 + 0.4 * n, 10, hidden=True, conditions=("prone",)) for n in range(9)]
    show(small, replace(museum(), tokens=tuple(crowd)))
    counted = [n for n, guard in enumerate(crowd) if guard.id in small.tokens._counted]
    assert counted, "there is no room for all their chips"
    for n in counted:
        crowd[n] = replace(crowd[n], conditions=(), hidden=n % 2 == 0)
        small.set_view(replace(museum(), tokens=tuple(crowd)))
    while not small.tokens.settle():
        pass


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("zoom", [1.0, 1.8])
@pytest.mark.parametrize(("size", "count"), [(SMALL, 10), ((900, 600), 30)])
def test_labels_of_a_crowd_cover_no_token(
    small: MapCanvas, seed: int, zoom: float, size: tuple[int, int], count: int
) -> None:
    """One combatant acts, one is a target, one is hidden, every fourth has two conditions; one holds another."""
    chance = random.Random(seed)
    crowd = tuple(
        fighter(
            f"Fighter {n}", chance.uniform(0, 50), chance.uniform(0, 20), minor=n > 8, initials=f"F{n}",
            acting=n == 0, target=n == 1, hidden=n == 5, conditions=("prone", "stunned") if n % 4 == 0 else (),
        )
        for n in range(count)
    )  # fmt: skip
    holds = RelationView(source="fighter-2", target="fighter-3", label="holds")
    small.resize(*size)
    show(small, replace(museum(), tokens=crowd, relations=(holds,)))
    small.zoom(zoom)
    while not small.tokens.settle():
        pass
    labels = [*small.tokens.label_boxes(), *(arrow.box for arrow in small.edges.arrows())]
    assert len(labels) >= 5
    assert not any(label.intersects(body) for label in labels for body in bodies(small))


def test_no_label_lies_under_an_arrow_a_badge_or_the_switches(small: MapCanvas) -> None:
    (arrow,) = small.edges.arrows()
    signs = [arrow.box, *small.links.boxes(), *BARS]
    assert len(signs) == 4
    assert not any(label.intersects(sign) for label in small.tokens.label_boxes() for sign in signs)


def test_after_a_pan_labels_at_the_edge_stand_within_the_window(small: MapCanvas, qtbot: QtBot) -> None:
    """The window's right edge comes close to the Guard, who was well inside the window."""
    place = small.tokens.place_of("guard")
    assert place is not None
    small.pan(QPointF(small.camera.width - 12, 200) - small.camera.to_pixels(*place))
    middle = small.camera.to_pixels(*place)
    assert middle.x() == pytest.approx(small.camera.width - 12)

    def cut() -> list[QRectF]:
        labels = (box for box in small.tokens.label_boxes() if math.hypot(*(box.center() - middle).toTuple()) < 80)
        return [box for box in labels if not small.camera.window.contains(box)]

    assert cut()
    qtbot.waitUntil(lambda: not cut())


def test_initials_of_those_who_stand_close_are_not_covered(small: MapCanvas) -> None:
    heads = [box for box in bodies(small) if box.width() < 11]
    assert len(heads) == 4
    assert not any(one.intersects(other) for one, other in itertools.combinations(heads, 2))


def radii(*tokens: TokenView) -> list[float]:
    """Return the radii of tokens in pixels, at 10 pixels per metre."""
    sizes = TokenSizes()
    sizes.set_tokens(tokens)
    return sizes.radii(10.0).tolist()


def test_the_combatant_who_stands_alone_is_not_much_larger_than_most_of_the_kind() -> None:
    """Four stand two metres (20 pixels) apart: radius 0.58 * 20 = 11.6; the fifth has 1.25 times that, 14.5."""
    row = [fighter(f"One {n}", 2 * n, 0) for n in range(4)]
    assert radii(*row, fighter("Alone", 90, 0)) == [11.5, 11.5, 11.5, 11.5, 14.5]


def test_those_apart_have_their_usual_size_beside_a_heap_of_many() -> None:
    """The heap stands a metre (10 pixels) apart: a radius of 5.8 would be too small to read, so it is 11."""
    heap = [fighter(f"Thug {n}", n, 0, minor=True) for n in range(3)]
    assert radii(fighter("Halcyon", 20, 0), fighter("Whisper", 26, 0), *heap) == [22, 22, 11, 11, 11]


def test_the_combatant_who_is_out_takes_no_room_from_those_who_stand() -> None:
    pair = fighter("Halcyon", 0, 0), fighter("Fallen", 0.5, 0, out=True)
    assert radii(*pair)[0] == 22
    assert radii(pair[0], replace(pair[1], out=False))[0] == 11


def test_the_distance_to_a_target_close_by_covers_neither_the_two_nor_their_names(
    small: MapCanvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line between the two tokens is much shorter than its label."""
    pair = fighter("Apex", 12, 8, side="pc", acting=True), fighter("Minion 3", 25, 12, minor=True, target=True)
    line = RelationView(source="apex", target="minion-3", label="7.6 m · short", kind="target")
    painted: list[QRectF] = []
    monkeypatch.setattr(
        RelationsLayer, "_paint_label", lambda self, painter, label, is_target, box: painted.append(box)
    )
    show(small, replace(museum(), tokens=pair, relations=(line,)))
    painted.clear()
    small.grab()
    (label,) = painted
    taken = [*small.tokens.boxes(), *small.tokens.label_boxes(), *small.links.boxes()]
    assert len(taken) == 5
    assert not any(label.intersects(box) for box in taken)


def test_the_mark_of_a_target_lies_over_its_neighbours(small: MapCanvas) -> None:
    """Two tokens are 1.5 m apart: the corners around the target cover the other one, whichever is drawn later."""
    pair = fighter("Apex", 20, 10, target=True), fighter("Boomer", 21.5, 10, side="pc")
    for tokens in (pair, pair[::-1]):
        show(small, replace(museum(), tokens=tokens))
        picture = small.grab().toImage()
        middle = small.camera.to_pixels(20, 10)
        reach = round(small.tokens.reach_of("apex"))
        box = QRectF(middle.x() + reach - 14, middle.y() - reach, 14, 14).toRect()
        places = itertools.product(range(box.left(), box.right()), range(box.top(), box.bottom()))
        assert DARK.now in {picture.pixelColor(x, y).name() for x, y in places}


# ------------------------------------------------------------------------------- placement


def box(left: float, top: float = 0, width: float = 10, height: float = 10) -> Edges:
    return left, top, left + width, top + height


@pytest.mark.parametrize("apart", [60, 74, 90])
def test_the_name_of_a_target_does_not_seem_to_be_that_of_its_neighbour(qapp: QApplication, apart: int) -> None:
    """Three in a column and one before the middle one, which is the target: its marks keep its name away from it."""
    target = fighter("Raider 2", 0, 0, target=True)
    tokens = (fighter("Raider 1", 0, 0), target, fighter("Raider 3", 0, 0), fighter("Brick", 0, 0, acting=True))
    middles = [(815.0, 245.0 - apart), (815.0, 245.0), (815.0, 245.0 + apart), (779.0, 245.0)]
    radii, reaches = [21.0] * 4, [21.0, 33.0, 21.0, 27.0]
    labels = TokenLabels(tokens, (), QRectF(267, 140, 730, 460), (), ())
    labels.place(middles, radii, reaches, [()] * 4)
    size, place = name_size(target, 21.0), labels.names[1]
    x, y = (middles[1] + SIDES[place] * (33.0 + GAP) + SHIFTS[place] * (size[0] / 2, size[1] / 2)).tolist()
    name = QRectF(x - size[0] / 2, y - size[1] / 2, *size)

    def gap(middle: tuple[float, float]) -> float:
        dx, dy = abs(name.center().x() - middle[0]), abs(name.center().y() - middle[1])
        return max(dx - size[0] / 2, dy - size[1] / 2)

    assert min(middles, key=gap) == middles[1]


def test_a_label_without_a_place_moves_one_that_can_go_elsewhere() -> None:
    labels = Labels(Boxes(), Boxes())
    first = labels.place([box(0), box(50)])
    second = labels.place([box(5)])
    assert (labels.places[first], labels.places[second]) == (1, 0)


def test_one_that_can_go_nowhere_stays_and_the_later_one_has_no_place() -> None:
    labels = Labels(Boxes([QRectF(50, 0, 10, 10)]), Boxes())
    first = labels.place([box(0), box(45)])
    second = labels.place([box(5)])
    assert labels.places == [0, None]
    labels.force(second)
    assert labels.places == [0, 0]
    assert first == 0


def test_names_of_zones_are_covered_only_where_there_is_no_other_place() -> None:
    labels = Labels(Boxes(), Boxes([QRectF(0, 0, 10, 10)]))
    labels.place([box(0), box(50)])
    labels.place([box(5)])
    assert labels.places == [1, 0]


@pytest.mark.parametrize(
    ("labels", "chips"),
    [(("cover",), ("1",)), (("a", "b", "+3"), ("5",)), (("hidden", "prone"), ("1",)), (("hidden",), ())],
)
def test_chips_without_room_are_counted_but_for_hidden_which_is_seen(
    labels: tuple[str, ...], chips: tuple[str, ...]
) -> None:
    assert counted_chips(labels) == chips


# ------------------------------------------------------------------------------- arrows


HIGH = 24.0
"""Height of an arrow in pixels, which at the left and right edge is its length along the edge."""


def placed(
    middles: Sequence[float], signs: Sequence[Edges] = (), tokens: Sequence[Edges] = (), *, wide: float = 60.0
) -> list[Place]:
    """Return the places of arrows 24 pixels long on an edge of 400 pixels, `wide` pixels inwards, with gaps of 4.

    Boxes of signs and tokens: start and end along the edge, start and end inwards.
    """
    return edge_places(middles, [Size(HIGH, wide)] * len(middles), (0.0, 400.0), signs, tokens)


def test_arrows_stand_where_they_point_and_beside_one_another() -> None:
    """Three arrows to the same place stand around it, 28 pixels from one to the next."""
    assert placed([100.0]) == [(88, 0)]
    assert placed([100.0, 100.0, 100.0]) == [(60, 0), (88, 0), (116, 0)], "in their order"
    assert placed([100.0, 300.0, 300.0]) == [(88, 0), (274, 0), (302, 0)]
    assert placed([500.0, 500.0]) == [(348, 0), (376, 0)]


def test_an_arrow_gives_way_to_a_sign_to_the_nearer_side() -> None:
    """It would go from 88 to 112; with a sign from 80 to 100 it starts at 100 + 4 = 104 or at 80 - 4 - 24 = 52."""
    assert placed([100.0], [(80, 100, 0, 500)]) == [(104, 0)]
    assert placed([90.0], [(80, 140, 0, 500)]) == [(52, 0)]
    assert sorted(placed([100.0, 100.0], [(80, 100, 0, 500)])) == [(52, 0), (104, 0)]


def test_arrows_beside_a_sign_keep_the_order_of_what_they_point_to() -> None:
    """A sign from 70 to 118 leaves the starts 70 - 4 - 24 = 42 and 118 + 4 = 122.

    Alone, the first (to 100) takes 122, as nearer (34 pixels away, not 46); then the second (to 104) would get 42.
    """
    assert placed([100.0], [(70, 118, 0, 500)]) == [(122, 0)]
    assert placed([100.0, 104.0], [(70, 118, 0, 500)]) == [(42, 0), (122, 0)]


def test_where_a_sign_is_everywhere_an_arrow_stands_where_it_points() -> None:
    assert placed([100.0], [(0, 400, 0, 500)]) == [(88, 0)]


def test_an_arrow_stands_further_inwards_rather_than_far_aside() -> None:
    """A sign takes the edge from 0 to 200, 20 pixels deep (24 with the gap), so that the next lane is free."""
    assert placed([100.0], [(0, 200, 0, 20)]) == [(88, 28)]
    assert placed([100.0], [(0, 200, 0, 50)]) == [(88, 56)]
    assert placed([195.0], [(0, 200, 0, 20)]) == [(204, 0)], "21 pixels aside are nearer than 28 inwards"


def test_an_arrow_stands_over_the_margin_of_a_token_rather_than_far_aside() -> None:
    """Tokens 80 long in a row from 20 to 340; their middles are half of that, which leaves 20 + 20 between two."""
    row = [(20.0 + 80 * n, 100.0 + 80 * n, -100.0, 500.0) for n in range(4)]
    (place,) = placed([180.0], (), row, wide=10.0)
    assert abs(place.along + HIGH / 2 - 180) < 40
    assert all(place.along >= start + 60 or place.along + HIGH <= start + 20 for start, *_ in row), (
        "the middle of none is covered"
    )


def test_an_arrow_points_from_where_it_stands(small: MapCanvas) -> None:
    """Each head points along the line from itself to its combatant, even if a neighbour has pushed the arrow aside."""
    three = tuple(fighter(f"Far {n}", 400, 10 + 3 * n) for n in range(3))
    show(small, museum())
    small.set_view(replace(museum(), tokens=three))
    arrows = small.edges.arrows()
    assert len(arrows) == 3
    for arrow in arrows:
        assert arrow.token.point is not None
        way = small.camera.to_pixels(*arrow.token.point) - arrow.head
        turn = math.radians(arrow.degrees)
        assert (math.sin(turn), -math.cos(turn)) == pytest.approx((way / math.hypot(way.x(), way.y())).toTuple())


def test_arrows_of_one_side_do_not_push_those_of_the_other(small: MapCanvas) -> None:
    """Two arrows to the west are at mid-height; the one to the south-east is low at the right all the same."""
    far = (fighter("Left 1", -300, 9), fighter("Left 2", -300, 11), fighter("Right", 400, 400))
    show(small, museum())
    small.set_view(replace(museum(), tokens=far))
    arrows = {arrow.token.name: arrow.box for arrow in small.edges.arrows()}
    assert arrows["Right"].right() == pytest.approx(small.camera.width - 10)
    assert arrows["Right"].bottom() > small.camera.height - 40
    assert {arrows["Left 1"].left(), arrows["Left 2"].left()} == {10}


def test_arrows_stand_beside_tokens_and_badges_of_ways(small: MapCanvas) -> None:
    """A combatant and the badge of the only connection are at the right edge, just where the arrow would be."""
    halls = (
        ZoneView(id="hall-1", name="Hall", shape=Rectangle(x=0, y=0, width=44, height=20)),
        ZoneView(id="yard-1", name="Yard", shape=Rectangle(x=44, y=0, width=6, height=20)),
    )
    way = ConnectionView(first="hall-1", second="yard-1", line=((44.0, 0.0), (44.0, 20.0)), touches=True)
    show(small, replace(museum(), zones=halls, links=(way,), tokens=(fighter("Gorgon", 46, 12),)))
    small.set_view(replace(small.view, tokens=(*small.view.tokens, fighter("Sniper", None, None, bearing=90.0))))
    (arrow,) = small.edges.arrows()
    taken = [*small.tokens.boxes(), *small.links.badges()]
    assert len(taken) == 2
    assert not any(arrow.box.intersects(box) for box in taken)


@pytest.mark.parametrize("bearing", [60.0, 80.0, 100.0])
def test_an_arrow_stays_near_to_where_it_points_though_a_row_stands_at_the_edge(
    small: MapCanvas, bearing: float
) -> None:
    """Twelve tokens are side by side along the right edge from the top; the only room beside them is at the bottom."""
    small.resize(900, 600)
    show(small, museum())
    places = [small.camera.to_metres(QPointF(840, 50 + 40 * n)) for n in range(12)]
    row = [fighter(f"Guard {n}", *place, initials=f"G{n}") for n, place in enumerate(places)]
    small.set_view(replace(museum(), tokens=(*row, fighter("Sniper", None, None, bearing=bearing))))
    while not small.tokens.settle():
        pass
    (arrow,) = small.edges.arrows()
    # The ray leaves the window at x = 900, 450 / tan(bearing) above the middle.
    wanted = 300 - 450 / math.tan(math.radians(bearing))
    assert abs(arrow.box.center().y() - wanted) < 60
    assert 900 - arrow.box.right() <= 100
    assert not any(arrow.box.intersects(body) for body in bodies(small))


def test_arrows_are_counted_where_an_edge_is_too_short_for_all(small: MapCanvas) -> None:
    """In 354 pixels there is room for two names at most; of eight combatants to the south, the others are counted."""
    far = tuple(fighter(f"Somebody {n}", None, None, bearing=170.0 + 2 * n) for n in range(8))
    small.set_view(replace(museum(), tokens=far))
    arrows = small.edges.arrows()
    assert all(small.camera.window.contains(arrow.box) for arrow in arrows)
    assert not any(one.box.intersects(other.box) for one, other in itertools.combinations(arrows, 2))
    assert sum(arrow.more or 1 for arrow in arrows) == 8
