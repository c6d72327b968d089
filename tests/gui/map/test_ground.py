"""Pictures, grid and words under and around the tokens."""

from __future__ import annotations

from typing import Literal

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from gui.map.canvas import MapCanvas
from gui.map.names import nice_length
from gui.map.pictures import token_lines, tooltip_of
from gui.map.viewport import Camera
from gui.style import palette, theme
from gui.style.theme import contrast
from model.view.map import (
    BandView,
    FogView,
    GridView,
    HealthView,
    MapView,
    PictureView,
    TokenView,
    band_of,
    measured_words,
    metres_text,
    replace,
)


def png(color: str, width: int = 64, height: int = 32) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(color))
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(content.data())


def shown(canvas: MapCanvas, x: float, y: float) -> QColor:
    return canvas.grab().toImage().pixelColor(canvas.camera.to_pixels(x, y).toPoint())


@pytest.fixture
def canvas_with_picture(canvas: MapCanvas, view: MapView) -> MapCanvas:
    """The board over a red picture that reaches beyond it, 80 x 40 m."""
    canvas.set_resolver({"red.png": png("#ff0000"), "broken.png": b"no picture"}.get)
    picture = PictureView(file="red.png", x=-10, y=-10, width=80)
    canvas.set_view(replace(view, zones=(), grid=GridView(on=False), picture=picture))
    return canvas


def test_the_picture_lies_where_it_should(canvas_with_picture: MapCanvas) -> None:
    canvas_with_picture.fit()
    assert shown(canvas_with_picture, 69, 29) == QColor("#ff0000")
    assert shown(canvas_with_picture, -9, -9) == QColor("#ff0000")
    assert shown(canvas_with_picture, 70.5, 20) != QColor("#ff0000")


def test_the_picture_stays_in_place_while_zooming_and_at_rest(canvas_with_picture: MapCanvas) -> None:
    canvas_with_picture.fit()
    for factor in (1.0, 3.0, 0.1, 40.0):
        canvas_with_picture.zoom(factor, canvas_with_picture.camera.to_pixels(60, 25))
        for _ in range(2):
            assert shown(canvas_with_picture, 60, 25) == QColor("#ff0000")
            canvas_with_picture.picture.settle(1.0)


def test_a_missing_or_broken_picture_is_none(canvas_with_picture: MapCanvas, view: MapView) -> None:
    for file in ("broken.png", "missing.png"):
        canvas_with_picture.set_view(replace(view, zones=(), picture=PictureView(file=file)))
        assert canvas_with_picture.picture.place is None
        canvas_with_picture.grab()


def test_a_portrait_fills_the_token(canvas: MapCanvas, view: MapView) -> None:
    canvas.set_resolver({"face.png": png("#00ff00")}.get)
    faces = tuple(replace(token, portrait="face.png") for token in view.tokens)
    canvas.set_view(replace(view, tokens=faces))
    assert shown(canvas, 10, 10) == QColor("#00ff00")


def test_the_grid_can_be_off(canvas: MapCanvas, view: MapView) -> None:
    on = canvas.grab().toImage()
    canvas.set_view(replace(view, grid=GridView(on=False)))
    assert canvas.grab().toImage() != on


def test_far_out_and_far_in_everything_is_drawn(canvas: MapCanvas) -> None:
    for factor in (1e-9, 1e9):
        canvas.zoom(factor)
        canvas.grab()
        assert canvas.camera.scale in {0.02, 400.0}


@pytest.mark.parametrize(("most", "length"), [(11.7, 10), (9.99, 5), (0.3, 0.2), (20000, 20000), (1, 1)])
def test_the_scale_bar_is_a_round_number(most: float, length: float) -> None:
    assert nice_length(most) == pytest.approx(length)


def test_camera_and_back() -> None:
    camera = Camera(x=3, y=-8, scale=17, width=400, height=300)
    assert camera.to_metres(camera.to_pixels(5.5, 2)) == pytest.approx((5.5, 2))
    assert camera.panned(17, -34).to_pixels(3, -8) == camera.to_pixels(3, -8) + QPointF(17, -34)


def test_a_measured_distance_does_not_read_like_the_limit_of_a_nearer_band() -> None:
    bands = (BandView(name="near", outer=10), BandView(name="far", outer=50), BandView(name="distant"))
    words = [measured_words(bands, metres) for metres in (9.7, 10, 10.02, 10.4, 11.2)]
    assert words == ["9.7 m · near", "10 m · near", "10.02 m · far", "10.4 m · far", "11 m · far"]


def test_distances_in_words() -> None:
    words = [metres_text(metres) for metres in (0, 0.5, 2.0, 24.4, 999, 1000, 1250)]
    assert words == ["0 m", "0.5 m", "2 m", "24 m", "999 m", "1 km", "1.2 km"]
    bands = (BandView(name="short", outer=10), BandView(name="medium", outer=100))
    assert [band_of(bands, metres) for metres in (0, 10, 10.1, 1000)] == ["short", "short", "medium", "medium"]
    assert band_of((), 3) == ""


def test_a_tooltip_has_everything_and_no_markup_from_names(qtbot: QtBot) -> None:
    token = TokenView(
        id="one-1",
        name="<b>Bo",
        initials="B",
        side="npc",
        height=3,
        distance="24 m",
        conditions=("prone",),
        notes=("Prone: −3 to attack",),
        health=HealthView(text="hurt"),
        target=True,
    )
    assert token_lines(token) == ("<b>Bo · target", "hurt", "24 m · 3 m up", "Prone: −3 to attack")
    assert tooltip_of(token).startswith("<b>Bo"), "tooltips are plain text"


def test_a_kept_ground_looks_as_it_is_drawn(canvas: MapCanvas, view: MapView) -> None:
    """From the second frame of a still camera on, the ground is a cached copy, which looks the same."""
    canvas.set_view(replace(view, tokens=()))
    drawn = canvas.grab().toImage()
    for _ in range(2):
        assert canvas.grab().toImage() == drawn


def test_a_kept_ground_follows_what_changes(canvas: MapCanvas, view: MapView) -> None:
    """A cached copy is never older than the last change of zones, grid or camera."""
    canvas.set_view(replace(view, tokens=()))
    pictures = [canvas.grab().toImage() for _ in range(3)]
    canvas.set_view(replace(view, tokens=(), zones=()))
    pictures += [canvas.grab().toImage() for _ in range(3)]
    canvas.set_view(replace(view, tokens=(), zones=(), grid=GridView(on=False)))
    pictures += [canvas.grab().toImage() for _ in range(3)]
    canvas.pan(QPointF(30, 0))
    pictures += [canvas.grab().toImage() for _ in range(3)]
    first, *others = pictures[::3]
    for before, after in zip((first, *others), others, strict=False):
        assert before != after
    for at in range(0, 12, 3):
        assert pictures[at] == pictures[at + 1] == pictures[at + 2]


@pytest.mark.parametrize("mode", ["dark", "light"])
def test_what_is_written_in_fog_can_be_read_and_darkness_is_told_from_a_veil(
    canvas: MapCanvas, view: MapView, any_mode: None, mode: Literal["dark", "light"]
) -> None:
    theme().set_mode(mode)
    bare = shown(canvas, 25, 15)
    canvas.set_view(replace(view, fog=(FogView(level="dimmed"),)))
    veiled = shown(canvas, 25, 15)
    canvas.set_view(replace(view, fog=(FogView(level="hidden"),)))
    hidden = shown(canvas, 25, 15)
    assert bare.lightness() > veiled.lightness() > hidden.lightness()
    assert contrast(palette().color("text"), hidden) >= 4.5, "of text by the guidelines"
