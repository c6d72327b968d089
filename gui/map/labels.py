"""Placing labels so that they cover neither one another nor tokens.

Boxes are looked up in a coarse grid of cells, so that a thousand labels take milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF

_CELL = 64


class Boxes:
    """Places that are taken, as boxes in pixels."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[QRectF]] = {}

    def add(self, box: QRectF) -> None:
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append(box)

    def hits(self, box: QRectF) -> bool:
        """Whether a box touches one of those that are taken."""
        return any(taken.intersects(box) for cell in _cells(box) for taken in self._cells.get(cell, ()))

    def overlap(self, box: QRectF) -> float:
        """Square pixels that are taken already; boxes that lie in several cells count in each."""
        total = 0.0
        for cell in _cells(box):
            for taken in self._cells.get(cell, ()):
                common = taken.intersected(box)
                total += common.width() * common.height()
        return total

    def first_free(self, candidates: Iterable[QRectF]) -> int | None:
        """Index of the first candidate that touches nothing; it is not added."""
        for index, box in enumerate(candidates):
            if not self.hits(box):
                return index
        return None


def around(center: QPointF, reach: float, width: float, height: float) -> Sequence[QRectF]:
    """Boxes for a label of that size beside a token: below, above, right, left; `reach` is the token's."""
    x, y, gap = center.x(), center.y(), 3
    return (
        QRectF(x - width / 2, y + reach + gap, width, height),
        QRectF(x - width / 2, y - reach - gap - height, width, height),
        QRectF(x + reach + gap, y - height / 2, width, height),
        QRectF(x - reach - gap - width, y - height / 2, width, height),
    )


def _cells(box: QRectF) -> Iterable[tuple[int, int]]:
    left, right = int(box.left() // _CELL), int(box.right() // _CELL)
    top, bottom = int(box.top() // _CELL), int(box.bottom() // _CELL)
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
