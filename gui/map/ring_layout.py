"""Where everything stands in a range-band view: rings, tokens at their distances, labels that cover nothing.

No painting here, so that tests can look at the boxes themselves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF

from gui.map.labels import Boxes, around
from gui.map.sprites import BRACKET_GAP
from gui.style import semi_bold, text_font, token_extent
from model.view.map import BandEntry, BandsView, BandView

CENTER_RADIUS, NAMED_RADIUS, MINOR_RADIUS = 22.0, 18.0, 14.0
_EDGE = 14.0
_HEADROOM = 22.0
"""Pixels over a ring for its name."""
_ROW = 74.0
"""Pixels that the waiting row takes."""
_GOLDEN = 137.508
"""Degrees from one entry without a direction to the next: spreads any number evenly."""
_LEAST_STEP = 0.55
"""Share of an even ring spacing that the narrowest band gets at least."""
_INNERMOST, _MOST_OF_ALL = 84.0, 0.4
"""Pixels, and share of the whole, that the innermost band has where distances are counted: a token has to fit in it."""
_LABEL_HEIGHT = 18.0


@dataclass(frozen=True, kw_only=True)
class Ring:
    """A band's outer border."""

    band: BandView
    radius: float
    label: QRectF


@dataclass(frozen=True, kw_only=True)
class Spot:
    """Where an entry's token stands and, where there is room, its label."""

    entry: BandEntry
    center: QPointF
    radius: float
    label: QRectF | None
    words: str = ""
    """What the label says: the name alone where there is no room for more."""

    @property
    def box(self) -> QRectF:
        return token_box(self.center, self.radius)


@dataclass(frozen=True, kw_only=True)
class RingLayout:
    """All of it, in pixels of the widget."""

    center: QPointF
    rings: tuple[Ring, ...] = ()
    spots: tuple[Spot, ...] = ()
    waiting: QRectF | None = None
    """The row of those whose distance nobody knows."""
    left_over: int = 0
    """How many of those the row has no room for."""


def token_box(center: QPointF, radius: float) -> QRectF:
    """The square that a token and its rings may take."""
    reach = radius * 1.16 + 2
    return QRectF(center.x() - reach, center.y() - reach, 2 * reach, 2 * reach)


def ring_layout(view: BandsView, size: QSizeF, top: float = 0.0) -> RingLayout:
    """Lay a view out in a widget of that size; the same view and size give the same layout.

    `top` are pixels at its upper edge that something else covers.
    """
    waiting = [entry for entry in view.entries if view.center is None or not _is_known(view, entry)]
    placed = [entry for entry in view.entries if entry not in waiting]
    height = size.height() - (_ROW if waiting else 0)
    window = QRectF(0, top, size.width(), height - top).adjusted(2, 2, -2, -2)
    center = QPointF(size.width() / 2, (height + top + _HEADROOM) / 2)
    largest = max(60.0, min(size.width() / 2 - _EDGE, (height - top - _HEADROOM) / 2 - _EDGE))
    rings = tuple(_rings(view, center, largest))
    placing = _Placing(view=view, center=center, rings=rings, window=window)
    order = sorted(enumerate(placed), key=lambda one: (not one[1].token.target, one[1].token.minor, one[0]))
    spots = placing.labelled([placing.spot(entry, number) for number, entry in order])
    row, row_spots, left_over = _waiting_row(waiting, size)
    return RingLayout(
        center=center,
        rings=rings,
        spots=(*spots, *row_spots),
        waiting=row,
        left_over=left_over,
    )


def _is_known(view: BandsView, entry: BandEntry) -> bool:
    return entry.metres is not None or any(band.name == entry.band for band in view.bands)


# -------------------------------------------------------------------------------- rings


def _rings(view: BandsView, center: QPointF, largest: float) -> Iterator[Ring]:
    radii = band_radii(view, largest)
    metrics = QFontMetricsF(text_font(12))
    for band, radius in zip(view.bands, radii, strict=True):
        width = metrics.horizontalAdvance(ring_text(band)) + 8
        label = QRectF(center.x() - width / 2, center.y() - radius - 19, width, _LABEL_HEIGHT)
        yield Ring(band=band, radius=radius, label=label)


def ring_text(band: BandView) -> str:
    """`short · 10 m`, `medium · 1 zone`; the outermost of those in metres has no end."""
    if band.outer is None:
        return f"{band.name} · {band.note}" if band.note else band.name
    if band.outer >= 1000:
        return f"{band.name} · {band.outer / 1000:g} km"
    return f"{band.name} · {band.outer:g} m"


def band_radii(view: BandsView, largest: float) -> list[float]:
    """Pixels from the middle to each band's outer border: equal for equal ratios of distance.

    A narrow band gets a little more than its share, so that a token and a name fit in it.
    """
    if not view.bands:
        return []
    steps = [1.0]
    for inner, outer in zip(view.bands[:-1], view.bands[1:], strict=True):
        ratio = 10.0 if outer.outer is None or not inner.outer else max(1.01, outer.outer / inner.outer)
        steps.append(math.log10(ratio))
    even = sum(steps[1:]) / max(1, len(steps) - 1) if len(steps) > 1 else 1.0
    steps[0] = even
    steps = [max(step, _LEAST_STEP * even) for step in steps]
    first = min(largest / len(steps), max(CENTER_RADIUS + 30, largest * steps[0] / sum(steps)))
    if all(band.outer is None for band in view.bands):
        first = max(first, min(_INNERMOST, largest * _MOST_OF_ALL))
    rest = sum(steps[1:])
    radii = [first]
    for step in steps[1:]:
        radii.append(radii[-1] + (largest - first) * step / rest)
    return radii


def distance_radius(view: BandsView, radii: list[float], entry: BandEntry) -> float:
    """Pixels from the middle at which an entry stands, by its distance or in the middle of its band."""
    nearest = CENTER_RADIUS + 6
    if entry.metres is None:
        index = next(number for number, band in enumerate(view.bands) if band.name == entry.band)
        inner = nearest if index == 0 else radii[index - 1]
        return (inner + radii[index]) / 2
    if not radii:
        return nearest
    inner, last = 0.0, nearest
    for band, radius in zip(view.bands, radii, strict=True):
        outer = band.outer if band.outer is not None else max(inner, 1.0) * 10
        if entry.metres <= outer or band is view.bands[-1]:
            share = min(1.0, _share(entry.metres, inner, outer))
            return last + (radius - last) * share
        inner, last = outer, radius
    return last


def _share(metres: float, inner: float, outer: float) -> float:
    """How far through a band a distance is: by ratio, in the innermost band evenly."""
    if outer <= inner:
        return 1.0
    if inner <= 0:
        return metres / outer
    return math.log(max(metres, inner) / inner) / math.log(outer / inner)


# -------------------------------------------------------------------------------- tokens and labels


class _Placing:
    """Puts tokens and labels one after the other where nothing is yet.

    A distance is never falsified: where it is too crowded a label is left away, and at the worst tokens overlap.
    """

    def __init__(self, *, view: BandsView, center: QPointF, rings: tuple[Ring, ...], window: QRectF) -> None:
        self._view = view
        self._center = center
        self._radii = [ring.radius for ring in rings]
        self._window = window
        self._tokens, self._labels = Boxes(), Boxes()
        if view.center is not None:
            extent = token_extent(CENTER_RADIUS)
            self._tokens.add(QRectF(center.x() - extent, center.y() - extent, 2 * extent, 2 * extent))
        for ring in rings:
            self._tokens.add(ring.label)

    def spot(self, entry: BandEntry, number: int) -> Spot:
        """The first direction near the hint where token and label cover nothing, else where no token is covered."""
        radius = MINOR_RADIUS if entry.token.minor else NAMED_RADIUS
        away = distance_radius(self._view, self._radii, entry)
        hint = entry.angle if entry.angle is not None else (75 + number * _GOLDEN) % 360
        bare: QPointF | None = None
        for degrees in _directions(hint):
            middle = self._at(degrees, away)
            box = token_box(middle, radius)
            if not self._window.contains(box) or self._tokens.hits(box):
                continue
            bare = bare or middle
            label = None if self._labels.hits(box) else self._free_label(entry, entry.label, middle, radius)
            if label is not None:
                self._tokens.add(box)
                self._labels.add(label)
                return Spot(entry=entry, center=middle, radius=radius, label=label)
        middle = bare or self._at(hint, away)
        self._tokens.add(token_box(middle, radius))
        return Spot(entry=entry, center=middle, radius=radius, label=None)

    def labelled(self, spots: list[Spot]) -> list[Spot]:
        """The same with labels that cover neither a token placed later nor one another, the first ones first.

        Where the whole label finds no room, the name alone may.
        """
        self._labels = Boxes()
        result = []
        for spot in spots:
            label, words = spot.label, spot.entry.label
            if label is None or self._tokens.hits(label) or self._labels.hits(label):
                for words in (spot.entry.label, spot.entry.token.name):
                    label = self._free_label(spot.entry, words, spot.center, spot.radius)
                    if label is not None:
                        break
            if label is not None:
                self._labels.add(label)
            result.append(replace(spot, label=label, words=words))
        return result

    def _free_label(self, entry: BandEntry, words: str, middle: QPointF, radius: float) -> QRectF | None:
        width = QFontMetricsF(semi_bold(12)).horizontalAdvance(words) + 6
        reach = radius * 1.16 + (BRACKET_GAP + 2 if entry.token.target else 2)
        for label in around(middle, reach, width, _LABEL_HEIGHT):
            is_free = not self._tokens.hits(label) and not self._labels.hits(label)
            if self._window.contains(label) and is_free:
                return label
        return None

    def _at(self, degrees: float, away: float) -> QPointF:
        turn = math.radians(degrees)
        return self._center + QPointF(math.sin(turn), -math.cos(turn)) * away


def _directions(hint: float) -> Iterator[float]:
    """The hint, then ever further to both sides."""
    yield hint
    for step in range(5, 181, 5):
        yield hint + step
        yield hint - step


def _waiting_row(waiting: list[BandEntry], size: QSizeF) -> tuple[QRectF | None, list[Spot], int]:
    """Those without a distance side by side at the foot, their names below them."""
    if not waiting:
        return None, [], 0
    row = QRectF(0, size.height() - _ROW, size.width(), _ROW)
    spots: list[Spot] = []
    left = 110.0
    metrics = QFontMetricsF(semi_bold(12))
    for number, entry in enumerate(waiting):
        width = max(metrics.horizontalAdvance(entry.label) + 6, 44.0)
        if left + width > size.width() - 70 and number:
            return row, spots, len(waiting) - number
        middle = QPointF(left + width / 2, row.top() + 30)
        label = QRectF(left, row.top() + 50, width, _LABEL_HEIGHT)
        spots.append(Spot(entry=entry, center=middle, radius=MINOR_RADIUS, label=label, words=entry.label))
        left += width + 12
    return row, spots, 0
