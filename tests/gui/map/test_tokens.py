"""The token layer: one item for any number of tokens, sharp at rest, with labels that cover nothing."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPixmap
from pytestqt.qtbot import QtBot

from gui.map.canvas import MapCanvas
from gui.map.pictures import chip_labels, name_size
from gui.map.tokens import Atlas
from gui.style import DARK
from model.view.map import HealthView, MapView, TokenView, replace
from tests.bench.map_frames import crowded_view


def token(number: int, **changes: object) -> TokenView:
    fields = {"id": f"one-{number}", "name": f"Fighter {number}", "initials": "F", "side": "npc", "x": 5.0, "y": 5.0}
    return TokenView(**(fields | changes))


def count(image: QImage, color: str, box: QRectF) -> int:
    """Return how many pixels of exactly that colour are in a box."""
    wanted, area = QColor(color), box.toRect()
    return sum(
        image.pixelColor(x, y) == wanted
        for x in range(area.left(), area.right())
        for y in range(area.top(), area.bottom())
    )


def around(canvas: MapCanvas, id: str, reach: float = 40) -> QRectF:
    place = canvas.tokens.place_of(id)
    assert place is not None
    middle = canvas.camera.to_pixels(*place)
    return QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)


def settle(canvas: MapCanvas) -> None:
    while not canvas.tokens.settle():
        pass


def test_a_hidden_token_is_dashed(canvas: MapCanvas, view: MapView) -> None:
    hidden = canvas.grab().toImage()
    shown_tokens = tuple(replace(one, hidden=False) for one in view.tokens)
    canvas.set_view(replace(view, tokens=shown_tokens))
    shown = canvas.grab().toImage()
    box = around(canvas, "minion-1", 22)
    ring = count(shown, DARK.npc.color, box)
    assert 0 < count(hidden, DARK.npc.color, box) < 0.75 * ring


def test_the_combatant_who_acts_and_the_target_wear_the_accent_and_nobody_else(canvas: MapCanvas) -> None:
    picture = canvas.grab().toImage()
    assert count(picture, DARK.now, around(canvas, "crimson-1")) > 50
    assert count(picture, DARK.now, around(canvas, "boomer-1")) > 50
    assert count(picture, DARK.now, around(canvas, "minion-1", 24)) == 0


def test_out_of_the_fight_is_dim(canvas: MapCanvas, view: MapView) -> None:
    fallen = tuple(replace(one, out=one.id == "minion-1") for one in view.tokens)
    canvas.set_view(replace(view, tokens=fallen))
    assert count(canvas.grab().toImage(), DARK.npc.color, around(canvas, "minion-1", 24)) == 0


def test_a_selected_token_has_a_ring(canvas: MapCanvas) -> None:
    box = around(canvas, "minion-1")
    assert count(canvas.grab().toImage(), DARK.selected_line, box) == 0
    canvas.select({"minion-1"})
    assert count(canvas.grab().toImage(), DARK.selected_line, box) > 20


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_tokens_are_drawn_in_their_very_size_at_any_zoom(canvas: MapCanvas, ratio: float) -> None:
    canvas.tokens.set_ratio(ratio)
    for factor in (1.0, 3.7, 0.2, 9.0):
        canvas.zoom(factor, canvas.camera.to_pixels(10, 10))
        settle(canvas)
        assert canvas.tokens.is_drawn_true()


def test_a_token_is_never_too_small_to_hit_and_true_to_size_when_near(canvas: MapCanvas) -> None:
    canvas.zoom(0.01)
    assert canvas.tokens.reach_of("minion-1") >= 8
    canvas.zoom(1e6)
    crimson = 0.5 * canvas.camera.scale
    assert canvas.tokens.reach_of("crimson-1") == pytest.approx(crimson * 1.1 + 7, abs=1)


def test_a_thousand_tokens_are_one_item(canvas: MapCanvas) -> None:
    children = len(canvas.graphics_view.scene().items())
    canvas.set_view(crowded_view(1000))
    settle(canvas)
    assert len(canvas.graphics_view.scene().items()) == children
    canvas.fit()
    assert len(canvas.tokens.tokens_in(canvas.camera.window)) == 1000


def test_names_cover_neither_names_nor_tokens_unless_they_must(canvas: MapCanvas) -> None:
    view = crowded_view(120)
    canvas.set_view(view)
    canvas.fit()
    settle(canvas)
    named = canvas.tokens.named()
    assert {"one-5", "one-6"} <= named
    assert 20 < len(named) < 120
    boxes = [box.adjusted(1, 1, -1, -1) for box in canvas.tokens.label_boxes()]
    touching = [(one, two) for index, one in enumerate(boxes) for two in boxes[index + 1 :] if one.intersects(two)]
    # The names of the acting combatant and of the target are shown even if they cover something.
    assert len(touching) <= 4


def test_the_name_under_the_mouse_is_shown(canvas: MapCanvas) -> None:
    crowd = tuple(token(number, x=10 + number * 0.1, y=10) for number in range(12))
    canvas.set_view(MapView(tokens=crowd))
    hidden = next(one.id for one in crowd if one.id not in canvas.tokens.named())
    before = canvas.grab().toImage()
    canvas.tokens.set_hovered(hidden)
    assert canvas.grab().toImage() != before


def test_many_conditions_are_counted() -> None:
    assert chip_labels(token(1, conditions=("cover",))) == ("cover",)
    assert chip_labels(token(1, conditions=("a", "b", "c", "d"))) == ("a", "b", "+2")
    assert chip_labels(token(1, hidden=True, conditions=("hidden", "prone"))) == ("hidden", "prone")
    assert chip_labels(token(1, hidden=True, in_fog=True, conditions=("prone",))) == ("in fog", "prone")


def test_health_in_words_stands_with_the_name(qtbot: QtBot) -> None:
    plain, told = token(1), token(1, health=HealthView(text="hurt"))
    assert name_size(told, 22)[0] > name_size(plain, 22)[0]


def test_the_uppermost_token_is_hit(canvas: MapCanvas) -> None:
    canvas.set_view(MapView(tokens=(token(1), token(2, acting=True), token(3))))
    found = canvas.tokens.token_at(canvas.camera.to_pixels(5, 5))
    assert found is not None
    assert found.id == "one-2"
    assert canvas.tokens.token_at(canvas.camera.to_pixels(5, 5) + QPointF(90, 0)) is None


# ------------------------------------------------------------------------------- the atlas


def test_the_atlas_keeps_pictures_as_they_are(qtbot: QtBot) -> None:
    atlas, chance = Atlas(), random.Random(7)
    colors = {}
    for number in range(300):
        picture = QPixmap(chance.randint(3, 130), chance.randint(3, 130))
        colors[number] = QColor(chance.randint(0, 255), chance.randint(0, 255), number % 256)
        picture.fill(colors[number])
        atlas.add(number, picture)
    page = atlas.page.toImage()
    assert atlas.generation == 1
    for number, color in colors.items():
        sprite = atlas.find(number)
        assert sprite is not None
        assert (sprite.width % 2, sprite.height % 2) == (0, 0)
        assert page.pixelColor(sprite.x + 1, sprite.y + 1) == color


def test_a_full_atlas_starts_afresh(qtbot: QtBot) -> None:
    atlas, picture = Atlas(), QPixmap(1000, 1000)
    picture.fill(Qt.GlobalColor.red)
    for number in range(9):
        atlas.add(number, picture)
    assert atlas.generation == 2
    assert atlas.find(8) is not None
    assert atlas.find(0) is None
