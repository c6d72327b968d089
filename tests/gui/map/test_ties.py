"""Ties between people as the map draws them: a shape and a word of their own, never colour alone."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from gui.map.canvas import MapCanvas
from model.view.map import MapView, Point, RelationView, TokenView


def tied(line: str, second: Point, *, label: str = "holds") -> MapView:
    """Two of nine metres in the middle of the map; the second stands where it is said."""
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
    return canvas.port.grab().toImage()


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
