"""The token layer: one item that draws all tokens from an atlas in one call.

Budget: a frame of panning, zooming or dragging draws 300 tokens in 8 ms and 1,000 in 16 ms. So a frame only moves
numbers in an array. Labels are placed and pictures are drawn at their exact size when a movement has come to rest, and
also when a combatant is marked or selected; until then labels stay where they were and existing pictures are scaled.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from pyqtgraph.Qt import internals
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.map.labels import GAP, HIDDEN, SHIFTS, SIDES, USUAL_CHIPS, Floats, TokenLabels, TokenSizes, boxes_of
from gui.map.pictures import (
    Pictures,
    bracket_picture,
    chip_labels,
    chips_picture,
    counted_chips,
    look_of,
    name_key,
    name_picture,
    selection_picture,
)
from gui.map.viewport import Camera
from gui.style import TokenLook, draw_token, palette, side_style, token_pixmap
from model.view.map import Id, Point, TokenView

# --------------------------------------------------------------------------------------------------- pictures of tokens


_FIRST_HEIGHT = 256
_WIDTH = 2048
_LAST_HEIGHT = 4096


class Sprite(NamedTuple):
    """Position of a small picture on the page, in device pixels; width and height are even."""

    x: int
    y: int
    width: int
    height: int


class Atlas:
    """Small pictures by key, packed in shelves on one page.

    The page grows with them. A full page is emptied and `generation` is incremented: then all sprites returned before
    are void.
    """

    def __init__(self) -> None:
        self.generation = 0
        self.page = QPixmap()
        self._sprites: dict[Hashable, Sprite] = {}
        self.clear()

    def __len__(self) -> int:
        return len(self._sprites)

    def clear(self) -> None:
        """Remove all pictures, for another palette or another screen."""
        self.generation += 1
        self.page = QPixmap()
        self._sprites = {}
        self._x = self._y = self._shelf = 0

    def find(self, key: Hashable) -> Sprite | None:
        return self._sprites.get(key)

    def add(self, key: Hashable, picture: QPixmap) -> Sprite:
        """Put a picture on the page and return its sprite; the picture's pixel ratio is ignored."""
        width, height = picture.width() + picture.width() % 2, picture.height() + picture.height() % 2
        width, height = min(width, _WIDTH), min(height, _LAST_HEIGHT)
        if self._x + width > _WIDTH:
            self._x, self._y, self._shelf = 0, self._y + self._shelf, 0
        if self._y + height > self.page.height() and not self._grow(self._y + height):
            self.clear()
            self._grow(height)
        sprite = Sprite(self._x, self._y, width, height)
        painter = QPainter(self.page)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawPixmap(
            sprite.x, sprite.y, picture.width(), picture.height(), picture, 0, 0, picture.width(), picture.height()
        )
        painter.end()
        self._x += width
        self._shelf = max(self._shelf, height)
        self._sprites[key] = sprite
        return sprite

    def _grow(self, needed: int) -> bool:
        """Make the page at least this high; return False if it would be too high."""
        height = self.page.height() or _FIRST_HEIGHT
        while height < needed:
            height *= 2
        if height > _LAST_HEIGHT:
            return False
        page = QPixmap(_WIDTH, height)
        page.fill(Qt.GlobalColor.transparent)
        painter = QPainter(page)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        if not self.page.isNull():
            painter.drawPixmap(0, 0, self.page)
        painter.end()
        self.page = page
        return True


class TokenSprites:
    """Pictures of tokens, their labels and marks on one page, for a screen of a pixel ratio."""

    def __init__(self, pictures: Pictures) -> None:
        self.pictures = pictures
        self.atlas = Atlas()
        self.ratio = 1.0

    def body(self, look: TokenLook, radius: float) -> Sprite:
        """Return the sprite of the token itself."""
        return self._find(
            ("body", look, radius),
            lambda: token_pixmap(radius, self.ratio, look, palette(), self.pictures.portrait(look.portrait)),
        )

    def name(self, token: TokenView, radius: float) -> Sprite:
        return self._find(name_key(token, radius), lambda: name_picture(token, radius, self.ratio, palette()))

    def chips(self, labels: tuple[str, ...]) -> Sprite:
        return self._find(("chips", labels), lambda: chips_picture(labels, self.ratio, palette()))

    def ring(self, side: str, radius: float) -> Sprite:
        """Return the ring of a selected token."""
        key = ("ring", side_style(palette(), side).shape, radius)
        return self._find(key, lambda: selection_picture(side, radius, self.ratio, palette()))

    def corners(self, radius: float) -> Sprite:
        """Return the corners that mark a target."""
        return self._find(("corners", radius), lambda: bracket_picture(radius, self.ratio, palette()))

    def _find(self, key: Hashable, draw: Callable[[], QPixmap]) -> Sprite:
        return self.atlas.find(key) or self.atlas.add(key, draw())


def _point(metres: Sequence[float] | Floats) -> Point:
    return float(metres[0]), float(metres[1])


# ------------------------------------------------------------------------------------------------------------ the layer


LARGEST_PICTURE = 160.0
"""Radius in pixels above which a token is drawn directly instead of from the atlas."""
_SLICE = 0.004
"""Seconds that redrawing pictures at their exact size may take at a time."""
_SMOOTH_UP_TO = 60
"""How many tokens may be scaled smoothly in one frame; more are scaled roughly until they are redrawn."""
_GHOST = 0.35


def _alike(
    tokens: Sequence[TokenView], looks: Sequence[TokenLook], index: Mapping[Id, int], before: Sequence[TokenLook]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the indexes of the tokens that look as before: their indexes now, and their indexes before."""
    kept = [
        (now, was)
        for now, token in enumerate(tokens)
        if (was := index.get(token.id)) is not None and before[was] == looks[now]
    ]
    here, there = np.array(kept, dtype=int).reshape(len(kept), 2).T
    return here, there


def _rows_of(
    ratio: float, middles: Floats, sources: Floats, scales: Floats | float = 1.0, opacity: float = 1.0
) -> Floats:
    """Return a row for each picture: x, y, its rectangle on the page (4), scale (2), rotation, opacity."""
    rows = np.empty((len(middles), 10))
    rows[:, 0:2] = np.round(middles * ratio)
    rows[:, 2:6] = sources
    rows[:, 6] = rows[:, 7] = scales
    rows[:, 8] = 0
    rows[:, 9] = opacity
    return rows


class _Looks:
    """Cache of what tokens look like; most of them have not changed since the last request."""

    def __init__(self) -> None:
        self._made: dict[Id, tuple[TokenView, TokenLook, tuple[str, ...]]] = {}

    def of(self, tokens: Sequence[TokenView]) -> tuple[list[TokenLook], list[tuple[str, ...]]]:
        """Return the looks and the chips of the tokens."""
        known, self._made = self._made, {}
        for token in tokens:
            made = known.get(token.id)
            is_same = made is not None and made[0] is token
            self._made[token.id] = made if made and is_same else (token, look_of(token), chip_labels(token))
        return [look for _, look, _ in self._made.values()], [chips for _, _, chips in self._made.values()]


def _seen(camera: Camera, radii: Floats, pixels: Floats) -> np.ndarray:
    """Return which tokens are in the window, including their labels and marks, as an array of booleans."""
    reach = (radii + 90)[:, None]
    inside = (pixels > -reach) & (pixels - reach < (camera.width, camera.height))
    return np.asarray(inside.all(axis=1))


class TokenLayer(QGraphicsItem):
    """Draws the tokens of a view that are on the map, and finds the one under the pointer."""

    def __init__(self, parent: QGraphicsItem, pictures: Pictures) -> None:
        super().__init__(parent)
        self._sprites = TokenSprites(pictures)
        self._camera = Camera()
        self._fragments = internals.PrimitiveArray(QPainter.PixmapFragment, 10)
        self._is_arranged = False
        self.has_newcomers = False
        """Whether there are new tokens whose labels are placed at the next paint."""
        self._smooth = False
        self._large: list[tuple[int, QPointF]] = []
        self._selected: frozenset[Id] = frozenset()
        self._hovered: Id | None = None
        self._dragged: dict[int, Point] = {}
        self._tokens: tuple[TokenView, ...] = ()
        self._index: dict[Id, int] = {}
        self._kept_looks = _Looks()
        self._looks: list[TokenLook] = []
        self._bodies, self._drawn_radius = np.zeros((0, 4)), np.zeros(0)
        self._places, self._chip_places = np.empty(0, dtype=int), np.empty(0, dtype=int)
        self._counted: frozenset[Id] = frozenset()
        """Ids of tokens whose chips have room only for their number."""
        self._laid_out_for: tuple[object, ...] | None = None
        """Cache key for which the labels have been placed, or None if they have to be placed again."""
        self._sizes = TokenSizes()
        self._signs_around: Callable[[], Iterable[QRectF]] = tuple
        self._words_around: Callable[[], Iterable[QRectF]] = tuple
        self._zones_around: Callable[[], Iterable[QRectF]] = tuple
        self.set_tokens(())

    # ---------------------------------------------------------------- what is shown

    def set_tokens(self, tokens: Sequence[TokenView]) -> None:
        """Show these tokens; those without a position are left out."""
        on_map = [token for token in tokens if token.x is not None and token.y is not None]
        rank = [(not token.out, token.target, token.acting) for token in on_map]
        on_map = [on_map[index] for index in sorted(range(len(on_map)), key=rank.__getitem__)]
        placed = zip(self._places.tolist(), self._chip_places.tolist(), strict=True)
        labelled = dict(zip(self._index, placed, strict=True))
        before = (self._index, self._looks, self._bodies, self._drawn_radius)
        self._tokens = tuple(on_map)
        self._index = {token.id: index for index, token in enumerate(on_map)}
        number = len(on_map)
        self._metres = np.array([(token.x, token.y) for token in on_map], dtype=float).reshape(number, 2)
        self._sizes.set_tokens(on_map)
        self._margin = np.array([14.0 * token.target or 7.0 * token.acting for token in on_map], dtype=float)
        self._marked = [index for index, token in enumerate(on_map) if token.target]
        self._looks, self._chips = self._kept_looks.of(on_map)
        self._has_chips = np.array([bool(labels) for labels in self._chips], dtype=bool)
        places = [labelled.get(token.id, (HIDDEN, HIDDEN)) for token in on_map]
        self._places = np.array([name for name, _ in places], dtype=int)
        self._chip_places = np.array([chips for _, chips in places], dtype=int)
        # A token without chips until now gets them at the usual place until all labels are placed again.
        is_known = np.array([token.id in self._counted for token in on_map], dtype=bool)
        self._chip_places[self._has_chips & ~is_known & (self._chip_places == HIDDEN)] = USUAL_CHIPS
        # A token with room only for the number of its chips may have no number to show any more.
        is_told = np.array([bool(labels and counted_chips(labels)) for labels in self._chips], dtype=bool)
        self._chip_places[is_known & ~is_told] = HIDDEN
        self._drawn_radius = np.zeros(number)
        self._bodies, self._names, self._signs = (np.zeros((number, 4)) for _ in range(3))
        self._take_over_bodies(*before)
        self._dragged = {}
        self._laid_out_for = None
        # Their labels are placed only at the next paint: before a window is shown, it is laid out several times.
        self.has_newcomers = self.has_newcomers or not self._index.keys() <= labelled.keys()
        self._invalidate_layout()

    def _take_over_bodies(
        self, index: dict[Id, int], looks: list[TokenLook], bodies: Floats, drawn_radius: Floats
    ) -> None:
        """Keep the pictures of tokens whose look and size are unchanged."""
        wanted = np.minimum(self._radii(), LARGEST_PICTURE)
        here, there = _alike(self._tokens, self._looks, index, looks)
        is_as_large = drawn_radius[there] == wanted[here]
        here, there = here[is_as_large], there[is_as_large]
        self._bodies[here], self._drawn_radius[here] = bodies[there], drawn_radius[there]

    def prefetch(self, tokens: Sequence[TokenView]) -> None:
        """Draw in advance the pictures of tokens that may be shown next, where they would look different from now."""
        radii, generation = self._radii(), self._sprites.atlas.generation
        for token in tokens:
            index = self._index.get(token.id)
            if index is not None and self._tokens[index] is not token:
                radius = float(radii[index])
                self._sprites.body(look_of(token), min(radius, LARGEST_PICTURE))
                if self._places[index] != HIDDEN:
                    self._sprites.name(token, radius)
        if self._sprites.atlas.generation != generation:
            self._forget_pictures()
            self._invalidate_layout()

    def give_way_to(
        self,
        signs: Callable[[], Iterable[QRectF]],
        words: Callable[[], Iterable[QRectF]],
        zones: Callable[[], Iterable[QRectF]],
    ) -> None:
        """Set the signs that labels never cover, the words that they cover only as a last resort, and their zones.

        All are boxes in pixels of the window, requested when labels are placed. A label leaves the zone of its token
        only if there is no room in the zone.
        """
        self._signs_around, self._words_around, self._zones_around = signs, words, zones

    def set_camera(self, camera: Camera) -> None:
        if (camera.width, camera.height) != (self._camera.width, self._camera.height):
            self.prepareGeometryChange()
        self._camera = camera
        self._invalidate_layout()

    def set_ratio(self, ratio: float) -> None:
        """Draw for a screen of that pixel ratio."""
        if ratio != self._sprites.ratio:
            self._sprites.ratio = ratio
            self.redraw()

    def redraw(self) -> None:
        """Draw all pictures again, because the palette or the portraits have changed."""
        self._sprites.atlas.clear()
        self._forget_pictures()
        self._settle_labels()
        self._invalidate_layout()

    def set_selection(self, ids: frozenset[Id]) -> None:
        self._selected = ids
        self._laid_out_for = None
        self._invalidate_layout()

    def set_hovered(self, id: Id | None) -> None:
        """Set the token under the pointer: its name is shown even where there is no room for it."""
        if id != self._hovered:
            self._hovered = id
            self._invalidate_layout()

    def set_places(self, places: Mapping[Id, Point]) -> None:
        """Show some tokens elsewhere than at their positions, for a movement."""
        for id, place in places.items():
            if id in self._index:
                self._metres[self._index[id]] = place
        self._laid_out_for = None
        self._invalidate_layout()

    def set_drag(self, places: Mapping[Id, Point]) -> None:
        """Show some tokens where they are being dragged, and faintly at their positions; empty ends it."""
        self._dragged = {self._index[id]: place for id, place in places.items() if id in self._index}
        self._invalidate_layout()

    # ---------------------------------------------------------------- queries

    @property
    def is_dragged(self) -> bool:
        """Whether a token is being dragged."""
        return bool(self._dragged)

    def token_at(self, pixel: QPointF) -> TokenView | None:
        """Return the topmost token under a pixel, or None."""
        if not self._tokens:
            return None
        away = self._pixels() - (pixel.x(), pixel.y())
        hits = np.flatnonzero(np.hypot(away[:, 0], away[:, 1]) <= self._radii() * 1.08 + 1)
        return self._tokens[hits[-1]] if len(hits) else None

    def tokens_in(self, box: QRectF) -> tuple[Id, ...]:
        """Return the ids of tokens whose middle is in a box of pixels."""
        pixels = self._pixels()
        inside = (pixels >= (box.left(), box.top())) & (pixels <= (box.right(), box.bottom()))
        return tuple(self._tokens[index].id for index in np.flatnonzero(inside.all(axis=1)))

    def place_of(self, id: Id) -> Point | None:
        """Return where a token is shown, in metres, also while it is dragged or moving, or None if not on the map."""
        index = self._index.get(id)
        return None if index is None else _point(self._dragged.get(index, self._metres[index]))

    def undragged_place_of(self, id: Id) -> Point | None:
        """Return where a token is shown when it is not dragged, in metres, or None if not on the map."""
        index = self._index.get(id)
        return None if index is None else _point(self._metres[index])

    def radius_of(self, id: Id) -> float:
        """Return the radius in pixels with which a token is drawn, or 0 if it is not on the map."""
        index = self._index.get(id)
        return 0.0 if index is None else float(self._radii()[index])

    def reach_of(self, id: Id) -> float:
        """Return the pixels from a token's middle to the outside of its rings and marks."""
        return self.radius_of(id) * 1.1 + (float(self._margin[self._index[id]]) if id in self._index else 0.0)

    @property
    def count(self) -> int:
        """Number of tokens on the map."""
        return len(self._tokens)

    def stand(self) -> bytes:
        """Return a cache key for where all tokens are drawn and how large."""
        return self._pixels().tobytes() + self._radii().tobytes()

    def boxes(self) -> list[QRectF]:
        """Return the boxes of tokens in the window, in pixels, for lines and labels that avoid them."""
        return self.boxes_in(self._camera.window)

    def boxes_in(self, box: QRectF) -> list[QRectF]:
        """Return the boxes of tokens and their marks in a part of the window, in pixels, for drawing in movements."""
        sides = self.body_edges()
        near = (sides[:, 2:] >= (box.left(), box.top())) & (sides[:, :2] <= (box.right(), box.bottom()))
        return boxes_of(sides[near.all(axis=1)])

    def label_boxes(self) -> list[QRectF]:
        """Return the boxes of names and chips in the window, in pixels."""
        return boxes_of(self.label_edges())

    def body_edges(self) -> Floats:
        """Return the edges of tokens with their marks, in pixels: left, top, right and bottom of each."""
        pixels, reach = self._pixels(), (self._radii() + self._margins() + 3)[:, None]
        return np.hstack((pixels - reach, pixels + reach))

    def label_edges(self) -> Floats:
        """Return the edges of names and chips in the window, in pixels: left, top, right and bottom of each."""
        self._arrange()
        pixels, radii = self._pixels(), self._radii()
        reach, seen = radii + self._margins(), _seen(self._camera, radii, pixels)
        found = []
        for places, pictures in ((self._places, self._names), (self._chip_places, self._signs)):
            shown = np.flatnonzero(seen & (places != HIDDEN) & (pictures[:, 2] > 0))
            middles, half = self._labels_at(shown, places, pictures, pixels, reach)
            found.append(np.hstack((middles - half, middles + half)))
        return np.concatenate(found)

    def _labels_at(
        self, indexes: np.ndarray, places: np.ndarray, pictures: Floats, pixels: Floats, reach: Floats
    ) -> tuple[Floats, Floats]:
        """Return the middles of labels in pixels, and half their sizes."""
        half = pictures[indexes, 2:4] / self._sprites.ratio / 2
        place = places[indexes]
        return pixels[indexes] + SIDES[place] * (reach[indexes][:, None] + GAP) + SHIFTS[place] * half, half

    def is_drawn_true(self) -> bool:
        """Whether every token in the window is drawn at its exact size."""
        self._arrange()
        radii = self._radii()
        seen, wanted = _seen(self._camera, radii, self._pixels()), np.minimum(radii, LARGEST_PICTURE)
        return bool((self._drawn_radius[seen] == wanted[seen]).all())

    def signs(self) -> list[QRectF]:
        """Return the boxes of what else in the window no label may cover, in pixels."""
        return list(self._signs_around())

    def named(self) -> frozenset[Id]:
        """Return the ids of tokens whose names are shown."""
        self._arrange()
        return frozenset(id for id, name in zip(self._index, self._places.tolist(), strict=True) if name != HIDDEN)

    # ---------------------------------------------------------------- at rest

    def settle(self) -> bool:
        """Redraw pictures at their exact size for some milliseconds, place the labels; return whether all is done."""
        until = time.perf_counter() + _SLICE
        radii = np.minimum(self._radii(), LARGEST_PICTURE)
        stale = np.flatnonzero(_seen(self._camera, radii, self._pixels()) & (self._drawn_radius != radii))
        for index in stale.tolist():
            self._draw_body(index, float(radii[index]))
            if time.perf_counter() > until:
                break
        if self._laid_out_for != self._layout():
            self._settle_labels()
        self._invalidate_layout()
        return self.is_drawn_true()

    def _layout(self) -> tuple[object, ...]:
        """Return the cache key for placing labels: the visible part of the board, and the signs over it."""
        return self._camera, *(box.getRect() for box in self._signs_around())

    def _settle_labels(self) -> None:
        """Find places for all names and chips, the most important first; a name that finds none is hidden."""
        self.has_newcomers = False
        self._laid_out_for = self._layout()
        self._names[:] = self._signs[:] = 0
        radii = self._radii()
        around = (self._signs_around(), self._words_around(), self._zones_around())
        labels = TokenLabels(self._tokens, self._selected, self._camera.window, *around)
        middles = [(x, y) for x, y in self._pixels().tolist()]
        labels.place(middles, radii.tolist(), (radii + self._margins()).tolist(), self._chips)
        self._places = np.array(labels.names, dtype=int)
        self._chip_places = np.array(labels.chips, dtype=int)
        self._counted = frozenset(self._tokens[index].id for index in labels.counted)

    def _margins(self) -> Floats:
        """Return the pixels around each token for rings and marks."""
        margins = self._margin.copy()
        chosen = [self._index[id] for id in self._selected if id in self._index]
        margins[chosen] = np.maximum(margins[chosen], 10.0)
        return margins

    # ---------------------------------------------------------------- pictures

    def _forget_pictures(self) -> None:
        """Make all pictures void: they are drawn again where they are needed."""
        for pictures in (self._drawn_radius, self._names, self._signs):
            pictures[:] = 0

    def _draw_body(self, index: int, radius: float) -> None:
        self._bodies[index] = self._sprites.body(self._looks[index], radius)
        self._drawn_radius[index] = radius

    # ---------------------------------------------------------------- a frame

    def _radii(self) -> Floats:
        return self._sizes.radii(self._camera.scale)

    def _pixels(self) -> Floats:
        """Return the middles of all tokens in pixels of the window."""
        camera, metres = self._camera, self._metres
        if self._dragged:
            metres = metres.copy()
            metres[list(self._dragged)] = list(self._dragged.values())
        return (metres - (camera.x, camera.y)) * camera.scale + (camera.width / 2, camera.height / 2)

    def _invalidate_layout(self) -> None:
        """Arrange all tokens again, once, at the next paint."""
        self._is_arranged = False
        self.update()

    def _arrange(self) -> None:
        """Fill the array that `paint` passes to Qt. If the page became full meanwhile, fill it once more."""
        if self._is_arranged:
            return
        if self.has_newcomers:
            self._settle_labels()
        self._is_arranged = True
        generation = self._sprites.atlas.generation
        rows = self._rows()
        if self._sprites.atlas.generation != generation:
            self._forget_pictures()
            rows = self._rows()
        self._fragments.resize(len(rows))
        self._fragments.ndarray()[:] = rows

    def _rows(self) -> Floats:
        """Return one row for every visible picture."""
        radii, pixels = self._radii(), self._pixels()
        seen = np.flatnonzero(_seen(self._camera, radii, pixels))
        reach = radii + self._margins()
        for index in seen[self._drawn_radius[seen] == 0].tolist():
            self._draw_body(index, float(min(radii[index], LARGEST_PICTURE)))
        large = radii[seen] > LARGEST_PICTURE
        self._large = [(index, QPointF(*pixels[index])) for index in seen[large].tolist()]
        small = seen[~large]
        scaled = radii[small] != self._drawn_radius[small]
        self._smooth = 0 < int(scaled.sum()) <= _SMOOTH_UP_TO
        return np.concatenate(
            [
                self._ghost_rows(),
                _rows_of(
                    self._sprites.ratio, pixels[small], self._bodies[small], radii[small] / self._drawn_radius[small]
                ),
                self._mark_rows(pixels, radii),
                self._chip_rows(seen, pixels, reach),
                self._name_rows(seen, pixels, radii, reach),
            ]
        )

    def _ghost_rows(self) -> Floats:
        camera, indexes = self._camera, [index for index in self._dragged if self._drawn_radius[index]]
        metres = self._metres[indexes] - (camera.x, camera.y)
        middles = metres * camera.scale + (camera.width / 2, camera.height / 2)
        return _rows_of(self._sprites.ratio, middles, self._bodies[indexes], 1.0, _GHOST)

    def _mark_rows(self, pixels: Floats, radii: Floats) -> Floats:
        """Return rows for the rings of selected tokens and the corners of targets."""
        indexes, sources = [], []
        for index in (self._index[id] for id in self._selected if id in self._index):
            indexes.append(index)
            sources.append(self._sprites.ring(self._tokens[index].side, float(radii[index])))
        for index in self._marked:
            indexes.append(index)
            sources.append(self._sprites.corners(float(radii[index])))
        return _rows_of(self._sprites.ratio, pixels[indexes], np.array(sources, dtype=float).reshape(len(sources), 4))

    def _chip_rows(self, seen: np.ndarray, pixels: Floats, reach: Floats) -> Floats:
        indexes = seen[self._has_chips[seen] & (self._chip_places[seen] != HIDDEN)]
        for index in indexes[self._signs[indexes, 2] == 0].tolist():
            labels = self._chips[index]
            if self._tokens[index].id in self._counted:
                labels = counted_chips(labels)
            self._signs[index] = self._sprites.chips(labels)
        middles, _ = self._labels_at(indexes, self._chip_places, self._signs, pixels, reach)
        return _rows_of(self._sprites.ratio, middles, self._signs[indexes])

    def _name_rows(self, seen: np.ndarray, pixels: Floats, radii: Floats, reach: Floats) -> Floats:
        places = self._places
        hovered = None if self._hovered is None else self._index.get(self._hovered)
        if hovered is not None and places[hovered] == HIDDEN:
            places = places.copy()
            places[hovered] = 0
        indexes = seen[places[seen] != HIDDEN]
        for index in indexes[self._names[indexes, 2] == 0].tolist():
            self._names[index] = self._sprites.name(self._tokens[index], float(radii[index]))
        middles, _ = self._labels_at(indexes, places, self._names, pixels, reach)
        return _rows_of(self._sprites.ratio, middles, self._names[indexes])

    # ---------------------------------------------------------------- Qt

    def boundingRect(self) -> QRectF:
        return self._camera.window

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        self._arrange()
        painter.save()
        # In device pixels a picture is copied, not scaled: crisp and fast.
        painter.scale(1 / self._sprites.ratio, 1 / self._sprites.ratio)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self._smooth)
        # PySide takes the address of the array and its length; its type hints know only of lists.
        painter.drawPixmapFragments(*self._fragments.drawargs(), self._sprites.atlas.page)  # type: ignore[call-arg]
        painter.restore()
        radii = self._radii()
        for index, middle in self._large:
            look = self._looks[index]
            portrait = self._sprites.pictures.portrait(look.portrait)
            draw_token(painter, middle, float(radii[index]), look, palette(), portrait)
