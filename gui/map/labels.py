"""Placing labels so that they cover neither one another nor tokens.

Boxes are looked up in a coarse grid of cells, so that a thousand labels take milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, product

from PySide6.QtCore import QPointF, QRectF

_CELL = 64
_MOVED = 2
"""So many labels may be moved for one that found no place."""
_MANY = 150
"""Labels from which on none is moved for another: in such a crowd it takes too long to look for room."""

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom: plain numbers, because thousands of boxes are compared at one go."""


class Boxes:
    """Places that are taken, as boxes in pixels; `cell` is the side of the cells in which they are looked up.

    It is best about as wide as a label: a box is then in few cells, and few others are in them.
    """

    def __init__(self, taken: Iterable[QRectF] = (), cell: int = _CELL) -> None:
        self.cell = cell
        self._cells: dict[tuple[int, int], list[Edges]] = {}
        self.count = 0
        """How many there are."""
        for box in taken:
            self.add(box)

    def add(self, box: QRectF) -> None:
        edges = edges_of(box)
        self.count += 1
        for cell in _cells(edges, self.cell):
            self._cells.setdefault(cell, []).append(edges)

    def hits(self, box: QRectF) -> bool:
        """Whether a box touches one of those that are taken."""
        return self.are_hit_by(edges_of(box))

    def are_hit_by(self, edges: Edges) -> bool:
        left, top, right, bottom = edges
        for cell in _cells(edges, self.cell):
            for west, north, east, south in self._cells.get(cell, ()):
                if west < right and east > left and north < bottom and south > top:
                    return True
        return False

    def overlap(self, box: QRectF) -> float:
        """Square pixels that are taken already; boxes that lie in several cells count in each."""
        return self.overlap_with(edges_of(box))

    def overlap_with(self, edges: Edges) -> float:
        return sum(_common(taken, edges) for cell in _cells(edges, self.cell) for taken in self._cells.get(cell, ()))

    def first_free(self, candidates: Iterable[QRectF]) -> int | None:
        """Index of the first candidate that touches nothing; it is not added."""
        return next((index for index, box in enumerate(candidates) if not self.hits(box)), None)


class Labels:
    """Gives labels their places, the most important first.

    A label that finds none may move others that stand in its way, if these have another place to go to.
    """

    def __init__(self, fixed: Boxes, soft: Boxes, *, moves_others: bool = True) -> None:
        self._moves_others = moves_others
        self._fixed = fixed
        """What no label may cover: tokens, signs, what lies over the board."""
        self._soft = soft
        """What a label covers only where it has no other place: names of zones."""
        self._cells: dict[tuple[int, int], list[tuple[Edges, int]]] = {}
        """The labels that have a place, with their boxes, by the cells in which they lie."""
        self._wanted: list[list[_Candidate]] = []
        self._judged_for = (fixed.count, soft.count)
        """How much was taken when candidates were judged last."""
        self.places: list[int | None] = []
        """Of each label which of its candidates it has; None: no place was free."""

    def place(self, candidates: Sequence[Edges]) -> int:
        """Find a place for one more label, the best candidate first; tells its number: its index in `places`."""
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
        """Labels with the places that they have."""
        return [(label, place) for label in labels if (place := self.places[label]) is not None]

    def _touched(self, candidate: _Candidate) -> list[int]:
        """The labels that a box touches. Asked thousands of times: its loops call nothing."""
        left, top, right, bottom = candidate.edges
        found: list[int] = []
        for cell in candidate.cells:
            for (west, north, east, south), label in self._cells.get(cell, ()):
                if west < right and east > left and north < bottom and south > top and label not in found:
                    found.append(label)
        return found

    def _is_free(self, candidate: _Candidate) -> bool:
        """Whether nothing fixed is in the way of a candidate."""
        if candidate.is_free is None:
            candidate.is_free = not self._fixed.are_hit_by(candidate.edges)
        return candidate.is_free

    def _put(self, label: int, place: int) -> None:
        self.places[label] = place
        candidate = self._wanted[label][place]
        for cell in candidate.cells:
            self._cells.setdefault(cell, []).append((candidate.edges, label))

    def _lift(self, label: int) -> int | None:
        """Take a label away; tells where it stood."""
        place = self.places[label]
        if place is not None:
            candidate = self._wanted[label][place]
            for cell in candidate.cells:
                self._cells[cell].remove((candidate.edges, label))
            self.places[label] = None
        return place

    def _settle(self, label: int) -> bool:
        """Put a label into the first place that is free, rather on nothing at all; whether there is one."""
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
        """Move those away that stand where a label could; whether that was possible."""
        for place, candidate in enumerate(self._wanted[label]):
            if not self._is_free(candidate):
                continue
            others = self._touched(candidate)
            if len(others) <= _MOVED and self._move(others, label, place):
                return True
        return False

    def _move(self, others: Sequence[int], label: int, place: int) -> bool:
        """Put a label into a place and those that stand there elsewhere; if one of them cannot, nothing is changed."""
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
    """Boxes for a label of that size beside a token: below, above, right, left; `reach` is the token's."""
    x, y, gap = center.x(), center.y(), 3
    return (
        QRectF(x - width / 2, y + reach + gap, width, height),
        QRectF(x - width / 2, y - reach - gap - height, width, height),
        QRectF(x + reach + gap, y - height / 2, width, height),
        QRectF(x - reach - gap - width, y - height / 2, width, height),
    )


edges_of: Callable[[QRectF], Edges] = QRectF.getCoords  # type: ignore[assignment]  # its hints know only `object`


def _common(one: Edges, other: Edges) -> float:
    """Square pixels that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0


def _cells(edges: Edges, cell: int) -> list[tuple[int, int]]:
    left, top = int(edges[0] // cell), int(edges[1] // cell)
    right, bottom = int(edges[2] // cell), int(edges[3] // cell)
    if left == right and top == bottom:
        return [(left, top)]
    return list(product(range(left, right + 1), range(top, bottom + 1)))


class _Candidate:
    """A place that a label could have, with what is found out about it once for all tries."""

    __slots__ = ("cells", "edges", "is_bare", "is_free")

    def __init__(self, edges: Edges, cell: int) -> None:
        self.edges = edges
        self.cells = _cells(edges, cell)
        self.is_free: bool | None = None
        """Nothing fixed is in its way; None: not known yet."""
        self.is_bare: bool | None = None
        """It covers no words of lesser weight either."""
