"""Relations between combatants on the map: each kind has its own shape and word, never colour alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QImage, QPainter, QPen

from gui.map.canvas import MapCanvas
from gui.map.labels import edges_of_all
from gui.map.lines import clip_out
from gui.style import palette
from model.view.map import (
    ConnectionView,
    MapView,
    Point,
    Rectangle,
    RelationView,
    RingView,
    TokenView,
    ZoneView,
    replace,
)
from tests.gui.panels.pictures import count_like


def tied(line: str, second: Point, *, label: str = "holds") -> MapView:
    """A relation drawn as `line` between two combatants: the first at (0, 0), the second at `second` in metres."""
    tokens = tuple(
        TokenView(id=id, name="", initials="", side="npc", x=x, y=y, radius=0.5)
        for id, (x, y) in {"a": (0.0, 0.0), "b": second}.items()
    )
    words = f"Ada {label} Bob" if label else ""
    relation = RelationView(source="a", target="b", label=label, words=words, line=line)  # type: ignore[arg-type]
    return MapView(tokens=tokens, relations=(relation,))


def picture(canvas: MapCanvas, view: MapView) -> QImage:
    canvas.set_view(view)
    canvas.set_camera(canvas.camera.centered(4, 0).zoomed(30 / canvas.camera.scale))
    return canvas.graphics_view.grab().toImage()


def test_each_kind_of_tie_looks_different_without_its_word(canvas: MapCanvas) -> None:
    kinds = ("hold", "guard", "aim", "area", "link")
    pictures = [picture(canvas, tied(kind, (9.0, 0.0), label="")) for kind in kinds]
    assert all(one != other for index, one in enumerate(pictures) for other in pictures[:index])


@pytest.mark.parametrize("kind", ["hold", "guard"])
def test_two_who_stand_close_have_a_band_around_them(canvas: MapCanvas, kind: str) -> None:
    without = picture(canvas, MapView(tokens=tied(kind, (0.8, 0.3)).tokens))
    assert picture(canvas, tied(kind, (0.8, 0.3))) != without


def test_a_tie_goes_with_its_effect(canvas: MapCanvas) -> None:
    view = tied("hold", (9.0, 0.0))
    bare = picture(canvas, MapView(tokens=view.tokens))
    assert picture(canvas, view) != bare
    assert picture(canvas, MapView(tokens=view.tokens)) == bare


def test_a_tie_to_a_place_ends_there(canvas: MapCanvas) -> None:
    tokens = tied("link", (9.0, 0.0)).tokens
    bare = picture(canvas, MapView(tokens=tokens))
    relation = RelationView(source="a", target="", label="cover", at=(3.0, 3.0))
    assert picture(canvas, MapView(tokens=tokens, relations=(relation,))) != bare


def test_the_line_to_the_target_crosses_no_word_of_the_map(canvas: MapCanvas) -> None:
    """The line has a gap at the badge of a connection, at its words and at the name of another combatant."""
    halls = tuple(
        ZoneView(id=id, name=id.title(), shape=Rectangle(x=x, y=-6.0, width=9.0, height=12.0), color=color)
        for color, (id, x) in enumerate({"hall": -4.5, "yard": 4.5}.items())
    )
    way = ConnectionView(first="hall", second="yard", line=((4.5, -6.0), (4.5, 6.0)), touches=True, label="door")
    tokens = (
        *(replace(token, target=token.id == "b") for token in tied("aim", (9.0, 0.0)).tokens),
        TokenView(id="c", name="Captain", initials="C", side="npc", x=2.0, y=-1.0),
    )
    line = RelationView(source="a", target="b", kind="target")
    shown = picture(canvas, MapView(zones=halls, links=(way,), tokens=tokens, relations=(line,)))
    words = [*canvas.links.boxes(), *canvas.tokens.label_boxes()]
    assert len(words) >= 3
    bright = palette().color("now")
    assert count_like(shown, bright) > 100, "it is drawn"
    assert not any(count_like(shown.copy(box.toAlignedRect()), bright) for box in words)


@pytest.mark.parametrize(("right", "is_struck"), [(50, False), (77, False), (96, True)])
def test_a_line_strikes_through_a_name_only_if_nothing_of_it_could_be_seen(right: int, is_struck: bool) -> None:
    """`Mother Nkem` took three quarters of the line to her target, which went through the name."""
    image = QImage(100, 20, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    clip_out(painter, QLineF(0, 10, 100, 10), edges_of_all([QRectF(2, 2, right - 2, 16)]), QRectF(0, 0, 100, 20))
    painter.setPen(QPen(palette().color("now"), 2))
    painter.drawLine(QLineF(0, 10, 100, 10))
    painter.end()
    assert image.pixelColor(99, 10).alpha() > 0, "it is drawn"
    assert (image.pixelColor(right // 2, 10).alpha() > 0) == is_struck


def test_the_ring_of_a_range_crosses_no_name(canvas: MapCanvas) -> None:
    """Captain stands 4.2 m away, close to the ring of 5 m; their name is drawn as it is without the ring."""
    tokens = (
        TokenView(id="a", name="Apex", initials="A", side="pc", x=0.0, y=0.0),
        TokenView(id="c", name="Captain of the guard", initials="C", side="npc", x=0.0, y=4.2),
    )
    bare = picture(canvas, MapView(tokens=tokens))
    ringed = picture(canvas, MapView(tokens=tokens, rings=(RingView(center="a", radius=5.0, label="short"),)))
    assert ringed != bare
    names = [box.toAlignedRect() for box in canvas.tokens.label_boxes()]
    assert len(names) == 2
    assert all(ringed.copy(box) == bare.copy(box) for box in names)
