"""Where the names and chips of tokens stand: those that matter most choose first."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF

from gui.map.labels import Boxes, around
from gui.map.sprites import chips_size, name_size
from model.view.map import Id, TokenView

HIDDEN = -1
"""Instead of the place of a name: it is not shown."""
_FEW = 4
"""So many selected ones are named even where there is no room for their names."""
_SIDES = (1.0, -1.0)
"""Right and left of a token."""


class TokenLabels:
    """Finds places for the labels of tokens with middles in pixels, radii, and reaches with rings and marks."""

    def __init__(self, tokens: Sequence[TokenView], selected: Collection[Id]) -> None:
        self._tokens = tokens
        self._selected = selected if len(selected) <= _FEW else ()
        self._taken = Boxes()
        self.places = [HIDDEN] * len(tokens)
        """Of names, in the order of `around`."""
        self.chip_sides = [1.0] * len(tokens)

    def place(
        self,
        middles: Sequence[QPointF],
        radii: Sequence[float],
        reaches: Sequence[float],
        chips: Sequence[tuple[str, ...]],
    ) -> None:
        """Find a place for every label; a name that finds none has none, unless it must be told."""
        for middle, radius in zip(middles, radii, strict=True):
            self._taken.add(QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius))
        for index in sorted(range(len(self._tokens)), key=self._rank):
            if chips[index]:
                self._place_chips(index, middles[index], reaches[index], chips[index])
            self._place_name(index, middles[index], radii[index], reaches[index])

    def _place_chips(self, index: int, middle: QPointF, reach: float, labels: tuple[str, ...]) -> None:
        width, height = chips_size(labels)
        boxes = [
            QRectF(middle.x() + side * (reach + 4 + width / 2) - width / 2, middle.y() - reach, width, height)
            for side in _SIDES
        ]
        free = self._taken.first_free(boxes) or 0
        self.chip_sides[index] = _SIDES[free]
        self._taken.add(boxes[free])

    def _place_name(self, index: int, middle: QPointF, radius: float, reach: float) -> None:
        boxes = around(middle, reach, *name_size(self._tokens[index], radius))
        free = None if self._tokens[index].crowded else self._taken.first_free(boxes)
        if free is None and self._must_be_named(index):
            free = min(range(len(boxes)), key=lambda place: self._taken.overlap(boxes[place]))
        if free is not None:
            self.places[index] = free
            self._taken.add(boxes[free])

    def _must_be_named(self, index: int) -> bool:
        token = self._tokens[index]
        return token.acting or token.target or token.id in self._selected

    def _rank(self, index: int) -> tuple[bool, bool, bool, str]:
        token = self._tokens[index]
        return not self._must_be_named(index), token.out, token.minor, token.id
