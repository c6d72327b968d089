"""Where the names and chips of tokens stand: those that matter most choose first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import compress
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF

from gui.map.labels import Boxes, Edges, Labels
from gui.map.sprites import chips_size, counted_chips, name_size
from model.view.map import Id, TokenView

HIDDEN = -1
"""Instead of the place of a name or of chips: they are not shown."""
GAP = 3.0
"""Pixels between a token's rings and a label."""
_FEW = 4
"""So many selected ones are named even where there is no room for their names."""
ROUND = 0.85
"""Half the side of the box that a token takes, in radii: circles and diamonds leave its corners free."""
_SLID = 0.6
"""How far a name over or under a token may be slid aside, in halves of its width: it is still seen whose it is."""
_FARTHER = 1.9
"""How far the middle of a name over or under a token is away where its neighbours are in the way."""
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
"""On which side of its token a label stands, by its place: below, above, right, left; slid to the right and to the
left below, then above; at the corners: upper right, upper left, lower right, lower left; farther below and above;
farther and slid; farther at the sides, lower and higher; farthest below and above, straight and slid."""
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
"""From there to the label's middle, in halves of its size, by its place."""
USUAL_CHIPS = 8


class _Wanted:
    """Places for a kind of label, in the order in which they are tried."""

    def __init__(self, *places: int) -> None:
        self.places = places
        self._ways = [(*SIDES[place].tolist(), *(SHIFTS[place] - 1).tolist()) for place in places]

    def boxes(self, middle: tuple[float, float], away: float, size: tuple[float, float]) -> list[Edges]:
        """Where a label of that size would stand beside a token."""
        (x, y), (width, height) = middle, size
        corners = [
            (x + right * away + across * width / 2, y + down * away + along * height / 2)
            for right, down, across, along in self._ways
        ]
        return [(left, top, left + width, top + height) for left, top in corners]


_OF_NAMES = _Wanted(*range(8), 12, 13)
_OF_CHIPS = _Wanted(USUAL_CHIPS, 9, 10, 11, 1, 0)
_OF_ANY_KIND = _Wanted(*range(len(SIDES)))
"""For what must be told and finds no place among its own."""


class _Sought(NamedTuple):
    """A label on its way to a place."""

    label: int
    """Its number among all labels."""
    places: Sequence[int]
    """Those that it could have."""
    middle: tuple[float, float]
    reach: float
    size: tuple[float, float]


class TokenLabels:
    """Finds places for the labels of tokens with middles in pixels, radii, and reaches with rings and marks.

    Whoever stands in the window has all labels in it. `signs` is what else no label may cover, `words` what one covers
    only where it has no other place.
    """

    def __init__(
        self,
        tokens: Sequence[TokenView],
        selected: Collection[Id],
        window: QRectF,
        signs: Iterable[QRectF],
        words: Iterable[QRectF],
    ) -> None:
        self._tokens = tokens
        self._selected = selected if len(selected) <= _FEW else ()
        self._window: Edges = window.left(), window.top(), window.right(), window.bottom()
        self._fixed = Boxes(signs)
        self._labels = Labels(self._fixed, Boxes(words))
        self._signs: dict[int, _Sought] = {}
        self._named: dict[int, _Sought] = {}
        self.names = [HIDDEN] * len(tokens)
        """Places of names, as in `SIDES`."""
        self.chips = [HIDDEN] * len(tokens)
        """Places of chips."""
        self.counted: set[int] = set()
        """The tokens whose chips have no room but for their number."""

    def place(
        self,
        middles: Sequence[tuple[float, float]],
        radii: Sequence[float],
        reaches: Sequence[float],
        chips: Sequence[tuple[str, ...]],
    ) -> None:
        """Find a place for every label; a name that finds none has none, unless it must be told."""
        for (x, y), radius in zip(middles, radii, strict=True):
            side = radius * ROUND
            self._fixed.add(QRectF(x - side, y - side, 2 * side, 2 * side))
        for index in sorted(range(len(self._tokens)), key=self._rank):
            middle, reach = middles[index], reaches[index]
            if chips[index]:
                self._signs[index] = self._seek(middle, reach, chips_size(chips[index]), _OF_CHIPS)
            if not self._tokens[index].crowded or self._must_be_named(index):
                size = name_size(self._tokens[index], radii[index])
                self._named[index] = self._seek(middle, reach, size, _OF_NAMES)
        for index, sought in tuple(self._signs.items()):
            if not self._is_placed(sought) and not self._must_be_named(index):
                self._count(index, middles[index], reaches[index], counted_chips(chips[index]))
        self._force()
        for places, all_sought in ((self.chips, self._signs), (self.names, self._named)):
            for index, sought in all_sought.items():
                if (found := self._labels.places[sought.label]) is not None:
                    places[index] = sought.places[found]

    def _count(self, index: int, middle: tuple[float, float], reach: float, number: tuple[str, ...]) -> None:
        """Instead of chips without room seek one for their number, if there is one to be told."""
        self.counted.add(index)
        if number:
            self._signs[index] = self._seek(middle, reach, chips_size(number), _OF_CHIPS)
        else:
            del self._signs[index]

    def _force(self) -> None:
        """Seek farther away for what must be told, and put it where it covers least if there is no place either."""
        for all_sought in (self._signs, self._named):
            for index, sought in tuple(all_sought.items()):
                if self._is_placed(sought) or (all_sought is self._named and not self._must_be_named(index)):
                    continue
                all_sought[index] = farther = self._seek(sought.middle, sought.reach, sought.size, _OF_ANY_KIND)
                if not self._is_placed(farther):
                    self._labels.force(sought.label)
                    all_sought[index] = sought

    def _is_placed(self, sought: _Sought) -> bool:
        return self._labels.places[sought.label] is not None

    def _seek(self, middle: tuple[float, float], reach: float, size: tuple[float, float], wanted: _Wanted) -> _Sought:
        """Look for a place for one label."""
        places, boxes = wanted.places, wanted.boxes(middle, reach + GAP, size)
        left, top, right, bottom = self._window
        if left <= middle[0] <= right and top <= middle[1] <= bottom:
            is_seen = [box[0] >= left and box[1] >= top and box[2] <= right and box[3] <= bottom for box in boxes]
            if any(is_seen) and not all(is_seen):
                places, boxes = tuple(compress(places, is_seen)), list(compress(boxes, is_seen))
        return _Sought(self._labels.place(boxes), places, middle, reach, size)

    def _must_be_named(self, index: int) -> bool:
        token = self._tokens[index]
        return token.acting or token.target or token.id in self._selected

    def _rank(self, index: int) -> tuple[bool, bool, bool, str]:
        token = self._tokens[index]
        return not self._must_be_named(index), token.out, token.minor, token.id
