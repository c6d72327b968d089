"""Placement of labels so that they cover neither one another nor tokens; names and chips of tokens choose first.

Boxes are looked up in a coarse grid of cells, so that placing a thousand labels takes milliseconds.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain, compress, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from gui.map.pictures import chips_size, counted_chips, look_of, name_size
from gui.style import draw_token, palette
from model.view.map import Id, TokenView

# ----------------------------------------------------------------------------------------------------- boxes and labels

_CELL = 64
_MOVED = 2
"""Maximum number of labels that may be moved for one that found no place."""
_MANY = 150
"""Number of labels from which on none is moved for another: with so many, looking for room takes too long."""

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom: plain numbers, because thousands of boxes are compared at once."""
Floats = NDArray[np.float64]
Cell = tuple[int, int]


class Boxes:
    """Occupied boxes in pixels; `cell` is the side of the cells in which they are looked up.

    A cell is best about as wide as a label: a box is then in few cells, and few other boxes are in them.
    """

    def __init__(self, taken: Iterable[QRectF] = (), cell: int = _CELL) -> None:
        self.cell = cell
        self._cells: dict[Cell, list[Edges]] = {}
        self.count = 0
        """Number of boxes."""
        for box in taken:
            self.add(box)

    def add(self, box: QRectF) -> None:
        edges = edges_of(box)
        self.count += 1
        for cell in _cells(edges, self.cell):
            self._cells.setdefault(cell, []).append(edges)

    def hits(self, box: QRectF) -> bool:
        """Whether a box touches an occupied one."""
        return self.are_hit_by(edges_of(box))

    def are_hit_by(self, edges: Edges, cells: Sequence[Cell] | None = None) -> bool:
        """Whether a box touches an occupied one; `cells`, if they are known already, are the cells that it is in."""
        left, top, right, bottom = edges
        for cell in _cells(edges, self.cell) if cells is None else cells:
            for west, north, east, south in self._cells.get(cell, ()):
                if west < right and east > left and north < bottom and south > top:
                    return True
        return False

    def overlap(self, box: QRectF) -> float:
        """Return the square pixels of a box that are occupied; boxes in several cells count in each."""
        return self.overlap_with(edges_of(box))

    def overlap_with(self, edges: Edges) -> float:
        return sum(_common(taken, edges) for cell in _cells(edges, self.cell) for taken in self._cells.get(cell, ()))

    def first_free(self, candidates: Iterable[QRectF]) -> int | None:
        """Return the index of the first candidate that touches nothing, or None; it is not added."""
        return next((index for index, box in enumerate(candidates) if not self.hits(box)), None)


class Labels:
    """Assigns places to labels, the most important first.

    A label that finds no place may move others that are in its way, if these have another place to go to.
    """

    def __init__(self, fixed: Boxes, soft: Boxes, *, moves_others: bool = True) -> None:
        self._moves_others = moves_others
        self._fixed = fixed
        """Boxes that no label may cover: tokens, signs, overlays of the board."""
        self._soft = soft
        """Boxes that a label covers only where it has no other place: names of zones."""
        self._cells: dict[Cell, list[tuple[Edges, int]]] = {}
        """Boxes and numbers of the labels that have a place, by the cells that they are in."""
        self._wanted: list[list[_Candidate]] = []
        self._judged_for = (fixed.count, soft.count)
        """Numbers of fixed and soft boxes when candidates were judged last."""
        self.places: list[int | None] = []
        """For each label the index of the candidate that it has, or None if no place was free."""

    def place(self, candidates: Sequence[Edges]) -> int:
        """Find a place for one more label, the best candidate first; return its number, its index in `places`."""
        label = len(self.places)
        if self._judged_for != (taken := (self._fixed.count, self._soft.count)):
            self._judged_for = taken
            for candidate in chain.from_iterable(self._wanted):
                candidate.is_free = candidate.is_bare = None
        self._wanted.append([_Candidate(edges, self._fixed.cell) for edges in candidates])
        self.places.append(None)
        if not self._settle(label) and self._moves_others and label < _MANY:
            self._make_room(label)
        return label

    def force(self, label: int) -> None:
        """Put a label that found no place where it covers least."""
        candidates = self._wanted[label]
        self._put(label, min(range(len(candidates)), key=lambda place: self._covers(candidates[place])))

    def _covers(self, candidate: _Candidate) -> float:
        others = [self._wanted[label][place] for label, place in self._standing(self._touched(candidate))]
        edges = candidate.edges
        return self._fixed.overlap_with(edges) + sum(_common(other.edges, edges) for other in others)

    def _standing(self, labels: Iterable[int]) -> list[tuple[int, int]]:
        """Return those labels that have a place, with their places."""
        return [(label, place) for label in labels if (place := self.places[label]) is not None]

    def _touched(self, candidate: _Candidate) -> list[int]:
        """Return the labels that a candidate touches. Called thousands of times, so its loops call nothing."""
        left, top, right, bottom = candidate.edges
        found: list[int] = []
        for cell in candidate.cells:
            for (west, north, east, south), label in self._cells.get(cell, ()):
                if west < right and east > left and north < bottom and south > top and label not in found:
                    found.append(label)
        return found

    def _is_free(self, candidate: _Candidate) -> bool:
        """Whether no fixed box is in the way of a candidate."""
        if candidate.is_free is None:
            candidate.is_free = not self._fixed.are_hit_by(candidate.edges, candidate.cells)
        return candidate.is_free

    def _put(self, label: int, place: int) -> None:
        self.places[label] = place
        candidate = self._wanted[label][place]
        for cell in candidate.cells:
            self._cells.setdefault(cell, []).append((candidate.edges, label))

    def _lift(self, label: int) -> int | None:
        """Remove a label from its place; return that place, or None."""
        place = self.places[label]
        if place is not None:
            candidate = self._wanted[label][place]
            for cell in candidate.cells:
                self._cells[cell].remove((candidate.edges, label))
            self.places[label] = None
        return place

    def _settle(self, label: int) -> bool:
        """Put a label into the first free place, preferably off soft boxes; return whether there is one."""
        first = None
        for place, candidate in enumerate(self._wanted[label]):
            if candidate.is_free is False or not self._is_free(candidate) or self._touched(candidate):
                continue
            if candidate.is_bare is None:
                candidate.is_bare = not self._soft.are_hit_by(candidate.edges)
            if candidate.is_bare:
                self._put(label, place)
                return True
            first = place if first is None else first
        if first is not None:
            self._put(label, first)
        return first is not None

    def _make_room(self, label: int) -> bool:
        """Move other labels away from a place that a label could have; return whether that was possible."""
        for place, candidate in enumerate(self._wanted[label]):
            if not self._is_free(candidate):
                continue
            others = self._touched(candidate)
            if len(others) <= _MOVED and self._move(others, label, place):
                return True
        return False

    def _move(self, others: Sequence[int], label: int, place: int) -> bool:
        """Put a label into a place and the labels there elsewhere; if one cannot move, change nothing, return False."""
        before = [(other, self._lift(other)) for other in others]
        self._put(label, place)
        if all(self._settle(other) for other in others):
            return True
        for moved in (label, *others):
            self._lift(moved)
        for other, was in before:
            if was is not None:
                self._put(other, was)
        return False


def around(center: QPointF, reach: float, width: float, height: float) -> Sequence[QRectF]:
    """Return boxes for a label of that size beside a token: below, above, right, left; `reach` is the token's."""
    return [QRectF(left, top, width, height) for left, top in corners_around(center, reach, width, height)]


def corners_around(center: QPointF, reach: float, width: float, height: float) -> Sequence[tuple[float, float]]:
    """Return the upper left corners of the boxes of `around`."""
    x, y, gap = center.x(), center.y(), 3
    return (
        (x - width / 2, y + reach + gap),
        (x - width / 2, y - reach - gap - height),
        (x + reach + gap, y - height / 2),
        (x - reach - gap - width, y - height / 2),
    )


edges_of: Callable[[QRectF], Edges] = QRectF.getCoords  # type: ignore[assignment]  # its hints know only `object`


def edges_of_all(boxes: Iterable[QRectF]) -> Floats:
    """Return left, top, right and bottom of each box, one row per box."""
    return np.array([edges_of(box) for box in boxes], dtype=float).reshape(-1, 4)


def boxes_of(edges: Floats) -> list[QRectF]:
    """Return the boxes whose edges are in the rows."""
    return [QRectF(left, top, right - left, bottom - top) for left, top, right, bottom in edges.tolist()]


def _common(one: Edges, other: Edges) -> float:
    """Return the square pixels that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0


def _cells(edges: Edges, cell: int) -> list[Cell]:
    left, top = int(edges[0] // cell), int(edges[1] // cell)
    right, bottom = int(edges[2] // cell), int(edges[3] // cell)
    if left == right and top == bottom:
        return [(left, top)]
    return list(product(range(left, right + 1), range(top, bottom + 1)))


class _Candidate:
    """A place that a label could have; what is found out about it is kept for all further tries."""

    __slots__ = ("_cell", "_cells", "edges", "is_bare", "is_free")

    def __init__(self, edges: Edges, cell: int) -> None:
        self.edges = edges
        self._cell = cell
        self._cells: list[Cell] | None = None
        self.is_free: bool | None = None
        """Whether no fixed box is in its way, or None if not known yet."""
        self.is_bare: bool | None = None
        """Whether it covers no soft box either, or None if not known yet."""

    @property
    def cells(self) -> list[Cell]:
        """The cells that it is in: computed on first access, since most candidates are never tried."""
        if self._cells is None:
            self._cells = _cells(self.edges, self._cell)
        return self._cells


# ------------------------------------------------------------------------------------------------------ sizes of tokens


_NAMED, _MINOR = 22.0, 16.0
"""Minimum radius of a token in pixels at usual zooms, so that it can be read and hit: named, and minor combatants."""
_FULL_FROM = 8.0
"""Pixels per metre from which on tokens have that size; zoomed further out they shrink to about half."""
_SMALLEST = 7.0
"""Minimum radius of a token in pixels even where its zone has no room for it."""
_LEGIBLE = 11.0
"""Minimum radius of a token in pixels even where others are close by, so that its initials can be read."""
_RIM = 1.16
"""How far a token reaches, as a multiple of its radius: to the corners of a diamond."""
_OVERLAP = 0.58
"""Maximum radius of a token as a share of the distance to the nearest one: then rings overlap, initials do not."""
_LARGER = 1.25
"""Maximum enlarged radius of a token that has more room around it, as a multiple of the median of its kind."""
_BLOCK = 256
"""Number of tokens whose distances are measured at once."""


class TokenSizes:
    """The radii of tokens in pixels, cached because they are requested many times in every frame."""

    def __init__(self) -> None:
        self._stand: dict[Id, tuple[float | None, float | None, bool]] = {}
        self._gaps: dict[Id, float] = {}
        """Metres from each token to the nearest one that is not out of combat."""
        self._scale: float | None = None
        self._radii = np.empty(0)
        self.set_tokens(())

    def set_tokens(self, tokens: Sequence[TokenView]) -> None:
        """Set the tokens whose radii are returned, in this order; all of them are on the map."""
        self._metres = np.array([token.radius for token in tokens], dtype=float)
        self._is_minor = np.array([token.minor for token in tokens], dtype=bool)
        self._room = np.array([math.inf if token.room is None else token.room for token in tokens], dtype=float)
        # Measured only when a token moves or goes out of combat: marking a target makes new tokens, too.
        stand = {token.id: (token.x, token.y, token.out) for token in tokens}
        if stand != self._stand:
            self._stand = stand
            self._gaps = dict(zip(stand, _gaps(tokens).tolist(), strict=True))
        self._apart = np.array([self._gaps[token.id] for token in tokens], dtype=float)
        self._scale = None

    def radii(self, scale: float) -> Floats:
        """Return the radii at this many pixels per metre.

        A token is not enlarged beyond the room that it has in its zone, nor so much that tokens close together cover
        each other's initials. Tokens of one kind differ little, so that size still distinguishes kinds. Rounded to
        half pixels so that few sizes are drawn.
        """
        if scale != self._scale:
            self._scale = scale
            readable = np.minimum(_least(self._is_minor, scale), np.maximum(self._apart * scale * _OVERLAP, _LEGIBLE))
            for those in (self._is_minor, ~self._is_minor):
                if those.any():
                    # numpy's median imports a part of numpy that takes longer to load than all of this.
                    middle = statistics.median(readable[those].tolist())
                    readable[those] = np.minimum(readable[those], middle * _LARGER)
            readable = np.minimum(readable, np.maximum(self._room * scale / _RIM, _SMALLEST))
            self._radii = _rounded(np.maximum(self._metres * scale, readable))
        return self._radii


def paint_unplaced(painter: QPainter, middle: QPointF, token: TokenView, scale: float) -> None:
    """Paint a token that is dragged to its first place, at `scale` pixels per metre."""
    radius = _rounded(np.maximum(token.radius * scale, _least(np.array(token.minor), scale)))
    draw_token(painter, middle, float(radius), look_of(token), palette())


def _least(is_minor: np.ndarray, scale: float) -> Floats:
    """Return the minimum radii in pixels at which tokens can be read."""
    return np.where(is_minor, _MINOR, _NAMED) * min(1.0, max(0.5, scale / _FULL_FROM))


def _rounded(radii: Floats) -> Floats:
    return np.round(2 * radii) / 2


def _gaps(tokens: Sequence[TokenView]) -> Floats:
    """Return how far each token is from the nearest one in metres.

    Tokens out of combat are drawn under all others and are ignored: theirs is infinite. Measured in blocks, so that
    little memory is used.
    """
    gaps = np.full(len(tokens), math.inf)
    standing = np.flatnonzero([not token.out for token in tokens])
    points = np.array([token.point for token in tokens if not token.out], dtype=float).reshape(-1, 2)
    for start in range(0, len(points), _BLOCK):
        block = np.arange(start, min(start + _BLOCK, len(points)))
        squares, down = (np.subtract.outer(points[block, axis], points[:, axis]) for axis in (0, 1))
        squares *= squares
        down *= down
        squares += down
        squares[block - start, block] = math.inf
        gaps[standing[block]] = np.sqrt(squares.min(axis=1))
    return gaps


# -------------------------------------------------------------------------------------------- names and chips of tokens


HIDDEN = -1
"""In place of the number of a place: the name or the chips are not shown."""
GAP = 3.0
"""Pixels between a token's rings and a label."""
_FEW = 4
"""Up to how many selected tokens are named even where there is no room for their names."""
ROUND = 0.85
"""Half the side of a token's box for the placement of labels, in radii: circles and diamonds leave corners free."""
_SLID = 0.6
"""How far a name above or below a token may slide sideways, in halves of its width: its token must stay obvious."""
_FARTHER = 1.9
"""Offset of the middle of a name above or below a token whose neighbours are in the way, in halves of its height."""
_FARTHEST = 4.2

SIDES = np.array(
    [
        *((0, 1), (0, -1), (1, 0), (-1, 0)),
        *((0, 1), (0, 1), (0, -1), (0, -1)),
        *((1, -1), (-1, -1), (1, 1), (-1, 1)),
        *((0, 1), (0, -1)),
        *((0, 1), (0, 1), (0, -1), (0, -1)),
        *((1, 0), (1, 0), (-1, 0), (-1, 0)),
        *((0, 1), (0, -1), (0, 1), (0, -1), (0, 1), (0, -1)),
    ],
    dtype=float,
)
"""On which side of its token a label is, by the number of its place: below, above, right, left; slid to the right and
to the left below, then above; at the corners: upper right, upper left, lower right, lower left; farther below and
above; farther and slid; farther at the sides, lower and higher; farthest below and above, straight and slid."""
SHIFTS = np.array(
    [
        *((0, 1), (0, -1), (1, 0), (-1, 0)),
        *((_SLID, 1), (-_SLID, 1), (_SLID, -1), (-_SLID, -1)),
        *((1, 1), (-1, 1), (1, -1), (-1, -1)),
        *((0, _FARTHER), (0, -_FARTHER)),
        *((_SLID, _FARTHER), (-_SLID, _FARTHER), (_SLID, -_FARTHER), (-_SLID, -_FARTHER)),
        *((1, _FARTHER), (1, -_FARTHER), (-1, _FARTHER), (-1, -_FARTHER)),
        *((0, _FARTHEST), (0, -_FARTHEST), (1.6, _FARTHEST), (1.6, -_FARTHEST), (-1.6, _FARTHEST), (-1.6, -_FARTHEST)),
    ],
    dtype=float,
)
"""Offset from there to the label's middle, in halves of its size, by the number of its place."""
USUAL_CHIPS = 8


class _Wanted:
    """Places for a kind of label, in the order in which they are tried."""

    def __init__(self, *places: int) -> None:
        self.places = places
        self._ways = [(*SIDES[place].tolist(), *(SHIFTS[place] - 1).tolist()) for place in places]

    def boxes(self, middle: tuple[float, float], away: float, size: tuple[float, float]) -> list[Edges]:
        """Return the boxes that a label of that size would have beside a token."""
        (x, y), (width, height) = middle, size
        corners = [
            (x + right * away + across * width / 2, y + down * away + along * height / 2)
            for right, down, across, along in self._ways
        ]
        return [(left, top, left + width, top + height) for left, top in corners]


_OF_NAMES = _Wanted(*range(8), 12, 13)
_OF_CHIPS = _Wanted(USUAL_CHIPS, 9, 10, 11, 1, 0)
_OF_ANY_KIND = _Wanted(*range(len(SIDES)))
"""For labels that must be shown and find no place among their own."""


def _is_in(box: Edges, other: Edges) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]


class _Sought(NamedTuple):
    """A label for which a place is sought."""

    label: int
    """Its number among all labels."""
    places: Sequence[int]
    """Places that it could have."""
    middle: tuple[float, float]
    reach: float
    size: tuple[float, float]


class TokenLabels:
    """Finds places for the labels of tokens, from their middles in pixels, radii, and reaches with rings and marks.

    A token inside the window has all its labels in the window; labels of a token in a zone stay in the zone if there is
    room. `signs` are other boxes that no label may cover, `words` boxes that one covers only if it has no other place.
    """

    def __init__(
        self,
        tokens: Sequence[TokenView],
        selected: Collection[Id],
        window: QRectF,
        signs: Iterable[QRectF],
        words: Iterable[QRectF],
        zones: Iterable[QRectF] = (),
    ) -> None:
        self._zones = [edges_of(box) for box in sorted(zones, key=lambda box: box.width() * box.height())]
        self._tokens = tokens
        self._selected = selected if len(selected) <= _FEW else ()
        self._window = edges_of(window)
        self._fixed = Boxes(signs)
        self._labels = Labels(self._fixed, Boxes(words))
        self._signs: dict[int, _Sought] = {}
        self._named: dict[int, _Sought] = {}
        self._bodies: list[Edges] = []
        """The box of each token, without rings and marks."""
        self.names = [HIDDEN] * len(tokens)
        """Places of names, as indexes of `SIDES`, or `HIDDEN`."""
        self.chips = [HIDDEN] * len(tokens)
        """Places of chips, as indexes of `SIDES`, or `HIDDEN`."""
        self.counted: set[int] = set()
        """Indexes of the tokens whose chips have room only for their number."""

    def place(
        self,
        middles: Sequence[tuple[float, float]],
        radii: Sequence[float],
        reaches: Sequence[float],
        chips: Sequence[tuple[str, ...]],
    ) -> None:
        """Find a place for every label; a name that finds none is hidden, unless it must be shown."""
        for (x, y), radius in zip(middles, radii, strict=True):
            side = radius * ROUND
            self._fixed.add(QRectF(x - side, y - side, 2 * side, 2 * side))
            self._bodies.append((x - side, y - side, x + side, y + side))
        for index in sorted(range(len(self._tokens)), key=self._rank):
            middle, reach = middles[index], reaches[index]
            if chips[index]:
                self._signs[index] = self._seek(index, middle, reach, chips_size(chips[index]), _OF_CHIPS)
            if not self._tokens[index].crowded or self._must_be_named(index):
                size = name_size(self._tokens[index], radii[index])
                self._named[index] = self._seek(index, middle, reach, size, _OF_NAMES)
        for index, sought in tuple(self._signs.items()):
            if not self._is_placed(sought) and not self._must_be_named(index):
                self._count(index, middles[index], reaches[index], counted_chips(chips[index]))
        self._force()
        for places, all_sought in ((self.chips, self._signs), (self.names, self._named)):
            for index, sought in all_sought.items():
                if (found := self._labels.places[sought.label]) is not None:
                    places[index] = sought.places[found]

    def _count(self, index: int, middle: tuple[float, float], reach: float, number: tuple[str, ...]) -> None:
        """Replace chips that have no room by their number, if there is one to show, and seek a place for that."""
        self.counted.add(index)
        if number:
            self._signs[index] = self._seek(index, middle, reach, chips_size(number), _OF_CHIPS)
        else:
            del self._signs[index]

    def _force(self) -> None:
        """Seek places farther away for labels that must be shown; if there is none, put them where they cover least."""
        for all_sought in (self._signs, self._named):
            for index, sought in tuple(all_sought.items()):
                if self._is_placed(sought) or (all_sought is self._named and not self._must_be_named(index)):
                    continue
                all_sought[index] = farther = self._seek(index, sought.middle, sought.reach, sought.size, _OF_ANY_KIND)
                if not self._is_placed(farther):
                    self._labels.force(sought.label)
                    all_sought[index] = sought

    def _is_placed(self, sought: _Sought) -> bool:
        return self._labels.places[sought.label] is not None

    def _seek(
        self, index: int, middle: tuple[float, float], reach: float, size: tuple[float, float], wanted: _Wanted
    ) -> _Sought:
        """Look for a place for one label."""
        places, boxes = wanted.places, wanted.boxes(middle, reach + GAP, size)
        point = (*middle, *middle)
        if _is_in(point, self._window):
            is_seen = [_is_in(box, self._window) for box in boxes]
            if any(is_seen) and not all(is_seen):
                places, boxes = tuple(compress(places, is_seen)), list(compress(boxes, is_seen))
        if self._must_be_named(index):
            # Marks and rings keep the label of such a token away from it: another token may be nearer.
            order = sorted(range(len(boxes)), key=lambda at: self._is_another_nearer(index, boxes[at]))
            places, boxes = tuple(places[at] for at in order), [boxes[at] for at in order]
        zone = next((zone for zone in self._zones if _is_in(point, zone)), None)
        if zone is not None:
            order = sorted(range(len(boxes)), key=lambda at: not _is_in(boxes[at], zone))
            places, boxes = tuple(places[at] for at in order), [boxes[at] for at in order]
        return _Sought(self._labels.place(boxes), places, middle, reach, size)

    def _is_another_nearer(self, index: int, box: Edges) -> bool:
        """Whether a label there would be nearer to another token than to its own, so that it seems to be that one's."""
        (west, north, east, south), (left, top, right, bottom) = self._bodies[index], box
        apart = max(west - right, left - east, north - bottom, top - south) - 1
        return apart > 0 and self._fixed.are_hit_by((left - apart, top - apart, right + apart, bottom + apart))

    def _must_be_named(self, index: int) -> bool:
        token = self._tokens[index]
        return token.acting or token.target or token.id in self._selected

    def _rank(self, index: int) -> tuple[bool, bool, bool, str]:
        token = self._tokens[index]
        return not self._must_be_named(index), token.out, token.minor, token.id
