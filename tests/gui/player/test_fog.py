"""Fog on the players' screen is dark: no pixel and no word of what it covers is visible."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from gui.map.fog import FogLevels
from gui.map.fog_picture import FogPicture, bounds_of
from gui.player.page import Page, regions
from model.view.layout import BoardFrame
from model.view.map import Circle, FogLevel, FogView, Line, MapView, PictureView, Rectangle, ZoneView, replace
from model.view.zone_list import ZoneRow, ZonesView
from tests.bench import calls_of
from tests.bench.map_frames import crowded_view, strokes
from tests.gui.player.painted import painted
from tests.gui.player.views import docks

SIZE = (1280, 720)
HALL = Rectangle(x=0.0, y=0.0, width=30.0, height=17.0)
HOUSE = Rectangle(x=4.0, y=3.0, width=9.0, height=6.0, angle=20.0)
STROKE = Line(points=((14.0, 2.0), (22.0, 9.0), (27.0, 4.0)))
FOGS = {
    "shape": (FogView(level="hidden", shape=HOUSE),),
    "stroke": (FogView(level="hidden", shape=STROKE, width=3.0),),
    "all but a circle": (
        FogView(level="hidden"),
        FogView(level="revealed", shape=Circle(x=12.0, y=8.0, radius=5.0)),
        FogView(level="hidden", shape=STROKE, width=2.0),
    ),
}


def picture(pixels: int, fog: tuple[FogView, ...], seed: int) -> bytes:
    """Return a map of 30 x 17 metres as PNG: what is in fog is noise from `seed`, the rest is always the same."""
    hidden = in_fog(pixels, fog)
    steady, chance = (random.Random(one).randbytes(3 * len(hidden)) for one in (0, seed))
    shown = b"".join((chance if is_hidden else steady)[3 * at : 3 * at + 3] for at, is_hidden in enumerate(hidden))
    image = QImage(shown, pixels, len(hidden) // pixels, 3 * pixels, QImage.Format.Format_RGB888)
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


@functools.cache
def in_fog(pixels: int, fog: tuple[FogView, ...]) -> tuple[bool, ...]:
    """Return whether fog hides each pixel of that map, row by row; cached, as the map is drawn several times."""
    levels = FogLevels()
    levels.set_fog(fog)
    middles = [(one + 0.5) * 30 / pixels for one in range(pixels)]
    return tuple(levels.at((x, y)) == "hidden" for y in middles[: pixels * 17 // 30] for x in middles)


def screen(view: MapView, content: bytes) -> QImage:
    page = Page()
    page.set_resolver(lambda file: content)
    return painted_by(page, view)


def painted_by(page: Page, view: MapView, frame: BoardFrame | None = None) -> QImage:
    image = QImage(*SIZE, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    page.paint(painter, QSizeF(*SIZE), replace(docks(), map=view, frame=frame))
    painter.end()
    return image


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("pixels", [90, 400])
@pytest.mark.parametrize("name", FOGS)
def test_the_picture_is_the_same_whatever_lies_in_the_fog(name: str, pixels: int, qapp: QApplication) -> None:
    """Also with a coarse map, where each pixel is smeared over several pixels of the screen."""
    fog = FOGS[name]
    view = MapView(picture=PictureView(file="ab12cd34.png", width=30.0), fog=fog)
    first, second = (picture(pixels, fog, seed) for seed in (1, 2))
    assert first != second
    screen(view, first)  # the first letters that a process paints differ from all later ones by a shade
    assert screen(view, first) == screen(view, second)
    clear = replace(view, fog=())
    assert screen(clear, first) != screen(clear, second), "without the fog the noise shows"


THIN = (
    FogView(level="hidden", shape=Line(points=((3.0, 3.0), (25.0, 12.0), (4.0, 13.0))), width=0.2),
    FogView(level="hidden", shape=Rectangle(x=15.0, y=2.0, width=0.3, height=9.0, angle=8.0)),
    FogView(level="revealed", shape=Circle(x=15.0, y=8.0, radius=1.5)),
)
WAYS = {
    "a pan": [BoardFrame(x=12 + 0.37 * step, y=8 + 0.11 * step, width=14) for step in range(12)],
    "a zoom": [BoardFrame(x=14, y=8, width=60 * 0.8**step) for step in range(17)],
    "a zoom back": [BoardFrame(x=11, y=7, width=3 * 1.3**step) for step in range(14)],
}


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("is_huge", [False, True], ids=["a room", "a town"])
@pytest.mark.parametrize("way", WAYS)
def test_no_pan_or_zoom_shows_what_lies_in_the_fog(way: str, is_huge: bool, qapp: QApplication) -> None:
    """The fog is one picture, shown scaled while the camera moves; in a town it covers only what is near the window."""
    fog = (*FOGS["all but a circle"], *THIN)
    corner = (ZoneView(id="far", name="Far", shape=Circle(x=900, y=900, radius=5)),) if is_huge else ()
    view = MapView(picture=PictureView(file="ab12cd34.png", width=30.0), fog=fog, zones=corner)
    contents = [picture(90, fog, seed) for seed in (1, 2)]
    pages = [Page(), Page()]
    for page, content in zip(pages, contents, strict=True):
        page.set_resolver(lambda file, content=content: content)  # type: ignore[misc]
    painted_by(Page(), view)  # the first letters that a process paints differ from all later ones by a shade
    for number, frame in enumerate(WAYS[way]):
        first, second = (painted_by(page, view, frame) for page in pages)
        assert first == second, f"step {number}"
    shown = [painted_by(page, replace(view, fog=()), BoardFrame(x=15, y=8, width=30)) for page in pages]
    assert shown[0] != shown[1], "without the fog the noise shows"


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("way", WAYS)
def test_fog_that_was_moved_hides_the_same_as_fog_painted_on_the_spot(way: str, qapp: QApplication) -> None:
    """As far as is visible: its edge may be softer by a few pixels."""
    view = MapView(fog=(*FOGS["all but a circle"], *THIN), zones=(ZoneView(id="a", name="", shape=HALL),))
    page = Page()
    for frame in WAYS[way]:
        moved = painted_by(page, view, frame)
    fresh = painted_by(Page(), view, frame)
    across, down = regions(QSizeF(*SIZE), with_map=True).board.size().toTuple()
    places = [(x, y) for x in range(4, int(across), 8) for y in range(4, int(down), 8)]
    dark = [[image.pixelColor(*place).lightness() < 10 for place in places] for image in (moved, fresh)]
    differing = sum(one != other for one, other in zip(*dark, strict=True))
    assert 0 < sum(dark[0]) < len(places), "both is seen"
    assert differing < len(places) / 50


def test_a_pan_paints_no_stroke(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    view, page = replace(crowded_view(3), fog=strokes(30)), Page()
    painted_by(page, view, BoardFrame(x=40, y=28, width=30))
    monkeypatch.delattr(FogPicture, "_add")
    for step in range(20):
        painted_by(page, view, BoardFrame(x=40 + step, y=28 - step / 3, width=30 + step))


def test_more_strokes_onto_the_same_screen_look_as_if_drawn_at_once(qapp: QApplication) -> None:
    """Later strokes are painted onto the cached picture of the earlier ones."""
    content = picture(90, (), 1)
    fog = FOGS["all but a circle"]
    page = Page()
    page.set_resolver(lambda file: content)
    images = []
    for count in (1, 2, 3):
        view = MapView(picture=PictureView(file="ab12cd34.png", width=30.0), fog=fog[:count])
        images.append(painted_by(page, view))
    assert images[-1] == screen(view, content)
    assert images[0] != images[1] != images[2]


@pytest.mark.slow
def test_strokes_one_by_one_leave_no_pixel_otherwise_than_all_at_once(qapp: QApplication) -> None:
    """Hidden, dimmed and revealed strokes in any order, also beyond the screen edge; one covers the whole board."""
    chance = random.Random(7)
    fog: list[FogView] = []
    page, content = Page(), picture(90, (), 1)
    page.set_resolver(lambda file: content)
    for number in range(24):
        x, y = chance.uniform(-1, 30), chance.uniform(-1, 17)
        points = tuple((x + chance.uniform(-4, 4), y + chance.uniform(-4, 4)) for _ in range(5))
        level: FogLevel = chance.choice(("hidden", "dimmed", "revealed"))
        shape = Line(points=points) if number % 3 else Circle(x=x, y=y, radius=chance.uniform(0.5, 3))
        whole = number == 12
        fog.append(FogView(level=level, shape=None if whole else shape, width=chance.uniform(0.05, 3)))
        view = MapView(picture=PictureView(file="ab12cd34.png", width=30.0), fog=tuple(fog))
        assert painted_by(page, view) == screen(view, content), f"after stroke {number}"


def test_strokes_that_are_taken_back_cost_no_painting_of_those_elsewhere(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last strokes are undone, also right after a battle with many was opened, and others take their place."""
    chance = random.Random(3)
    corners = [(chance.uniform(1, 27), chance.uniform(1, 14)) for _ in range(41)]
    lines = [Line(points=((x, y), (x + 1.5, y + 0.5), (x + 0.5, y + 1.5))) for x, y in corners]
    drawn = [FogView(level="hidden" if n % 4 else "revealed", shape=line, width=0.8) for n, line in enumerate(lines)]
    fog = (FogView(level="hidden"), *drawn)
    content, page = picture(90, (), 1), Page()
    page.set_resolver(lambda file: content)
    views = [MapView(picture=PictureView(file="ab12cd34.png", width=30.0), fog=fog[:count]) for count in range(43)]
    painted_by(page, views[42])
    painted_patches: list[FogView] = []
    paint = FogPicture._add

    def note_patches(self: FogPicture, area: Any, patches: Sequence[FogView], *given: Any) -> None:
        painted_patches.extend(patch for patch in patches if patch.shape is not None)
        paint(self, area, patches, *given)

    last = 42
    for count in (41, 40, 39, 40, 41, 37, 42, 36):
        expected = screen(views[count], content)
        painted_patches.clear()
        with monkeypatch.context() as patched:
            patched.setattr(FogPicture, "_add", note_patches)
            assert painted_by(page, views[count]) == expected, count
        changed = [bounds_of(patch) for patch in fog[min(count, last) : max(count, last)]]
        around = functools.reduce(QRectF.united, changed).adjusted(-1, -1, 1, 1)
        assert all(bounds_of(patch).intersects(around) for patch in painted_patches), count
        last = count


def test_the_name_of_a_zone_gives_way_to_a_stroke_and_comes_back(qapp: QApplication) -> None:
    """The positions of words are cached from frame to frame and have to follow the fog."""
    zone = ZoneView(id="a", name="Warehouse", shape=Rectangle(x=0, y=0, width=30, height=16))
    stroke = FogView(level="hidden", shape=Line(points=((0.0, 2.0), (30.0, 2.0))), width=6.0)
    page = Page()
    before, covered, after = (
        painted_by(page, MapView(zones=(zone,), fog=fog))
        for fog in ((), (stroke,), (stroke, FogView(level="revealed")))
    )
    assert covered == screen(MapView(zones=(zone,), fog=(stroke,)), b"")
    assert before == after != covered


def test_one_more_stroke_costs_no_search_for_places(qapp: QApplication) -> None:
    """If only the fog changes, the words of a crowd stay where they are."""
    view, first = crowded_view(60), strokes(3)
    more = (*first, FogView(level="hidden", shape=Circle(x=51.0, y=31.0, radius=0.5)))
    page = Page()
    painted_by(page, replace(view, fog=first))
    moved = replace(view, tokens=(replace(view.tokens[0], x=1.25), *view.tokens[1:]))
    calls_of_a_move = calls_of(lambda: painted_by(page, replace(moved, fog=first)))
    assert calls_of(lambda: painted_by(page, replace(moved, fog=more))) < calls_of_a_move / 2


def test_the_name_of_a_zone_stands_where_it_is_seen_or_nowhere() -> None:
    zone = ZoneView(id="a", name="Warehouse", shape=Rectangle(x=0, y=0, width=30, height=16))
    view = replace(docks(), map=MapView(zones=(zone,), fog=(FogView(level="hidden"),)))
    assert not painted(view, SIZE).find("Warehouse")
    lit = (FogView(level="hidden"), FogView(level="revealed", shape=Rectangle(x=0, y=8, width=30, height=8)))
    (found,) = painted(replace(view, map=MapView(zones=(zone,), fog=lit)), SIZE).find("Warehouse")
    assert found.box.top() > SIZE[1] * 0.4


def test_a_zone_of_the_list_that_is_in_fog_says_so_and_nothing_of_what_it_is_like() -> None:
    rows = (
        ZoneRow(id="a", name="Shop", tags=("cover 2",)),
        ZoneRow(id="b", name="Cellar", fog="hidden"),
        ZoneRow(id="c", name="Roof", fog="dimmed"),
    )
    texts = painted(replace(docks(), zones=ZonesView(rows=rows)), (1920, 1080)).texts
    assert {"Shop", "Cellar", "not seen yet", "Roof", "out of sight"} <= set(texts)
