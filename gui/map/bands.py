"""The board as range bands: rings around the active combatant, others at their distance. Works without a map."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct
from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from gui.map.drops import DropTarget
from gui.map.labels import Boxes, around
from gui.map.pictures import BRACKET_GAP, Pictures, Resolver, draw_haloed, is_tooltip, paint_figure, show_tooltip
from gui.map.token_drag import ADDS, DropWords, TokenDrag, TokenDrop
from gui.style import heading_font, palette, semi_bold, text_font, theme, token_extent
from model.view.map import BandEntry, BandsView, BandView, Id, Point, TokenView, replace

# --------------------------------------------------------------------------------------------------------------- layout


CENTER_RADIUS, NAMED_RADIUS, MINOR_RADIUS = 22.0, 18.0, 14.0
_EDGE = 14.0
_HEADROOM = 22.0
"""Pixels above a ring for its name."""
_ROW = 74.0
"""Height in pixels of the row of combatants whose distance is unknown."""
_GOLDEN = 137.508
"""Degrees between two consecutive entries without a direction: spreads any number of them evenly."""
_LEAST_STEP = 0.55
"""Minimum width of a band, as a share of an even ring spacing."""
_INNERMOST, _MOST_OF_ALL = 84.0, 0.4
"""Minimum radius of the innermost band where bands count zones instead of metres, so that a token fits in it: pixels,
but at most this share of the largest radius."""
_LABEL_HEIGHT = 18.0


class Ring(Struct, frozen=True, kw_only=True):
    """The outer border of a band."""

    band: BandView
    radius: float
    label: QRectF


class Placement(Struct, frozen=True, kw_only=True):
    """Position of an entry's token and, where there is room, of its label."""

    entry: BandEntry
    center: QPointF
    radius: float
    label: QRectF | None
    words: str = ""
    """Text of the label: the name alone where there is no room for more."""

    @property
    def box(self) -> QRectF:
        return token_box(self.center, self.radius)


class RingLayout(Struct, frozen=True, kw_only=True):
    """Layout of the whole widget, in its pixels."""

    center: QPointF
    rings: tuple[Ring, ...] = ()
    placements: tuple[Placement, ...] = ()
    waiting: QRectF | None = None
    """The row of combatants whose distance is unknown, or None if there are none."""
    left_over: int = 0
    """How many of those combatants the row has no room for."""


def token_box(center: QPointF, radius: float) -> QRectF:
    """Return the square that a token and its rings may take."""
    reach = radius * 1.16 + 2
    return QRectF(center.x() - reach, center.y() - reach, 2 * reach, 2 * reach)


def ring_layout(view: BandsView, size: QSizeF, top: float = 0.0) -> RingLayout:
    """Lay a view out in a widget of that size; the same view and size give the same layout.

    `top` is the height in pixels of what covers the upper edge of the widget.
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
    placements = placing.labelled([placing.placement(entry, number) for number, entry in order])
    row, row_placements, left_over = _waiting_row(waiting, size)
    return RingLayout(
        center=center,
        rings=rings,
        placements=(*placements, *row_placements),
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
    """Return `short · 10 m`, `medium · 1 zone`, or only the name for the outermost band in metres, which has no end."""
    if band.outer is None:
        return f"{band.name} · {band.note}" if band.note else band.name
    if band.outer >= 1000:
        return f"{band.name} · {band.outer / 1000:g} km"
    return f"{band.name} · {band.outer:g} m"


def band_radii(view: BandsView, largest: float) -> list[float]:
    """Return the pixels from the middle to each band's outer border: equal ratios of distance get equal widths.

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
    """Return an entry's distance from the middle in pixels: by its metres, else in the middle of its band."""
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


def metres_at(view: BandsView, radii: list[float], pixels: float) -> float:
    """Return the distance shown at this many pixels from the middle: the inverse of `distance_radius`."""
    inner, last = 0.0, CENTER_RADIUS + 6.0
    for band, radius in zip(view.bands, radii, strict=True):
        outer = band.outer if band.outer is not None else max(inner, 1.0) * 10
        if pixels <= radius or band is view.bands[-1]:
            share = min(1.0, max(0.0, (pixels - last) / (radius - last)))
            return outer * share if inner <= 0 else inner * (outer / inner) ** share
        inner, last = outer, radius
    return inner


def _share(metres: float, inner: float, outer: float) -> float:
    """Return how far through a band a distance is, from 0 to 1: logarithmic, but linear in the innermost band."""
    if outer <= inner:
        return 1.0
    if inner <= 0:
        return metres / outer
    return math.log(max(metres, inner) / inner) / math.log(outer / inner)


# -------------------------------------------------------------------------------- tokens and labels


class _Placing:
    """Places tokens and labels one after the other where there is free room.

    A distance is never falsified: where it is too crowded a label is omitted, and in the worst case tokens overlap.
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

    def placement(self, entry: BandEntry, number: int) -> Placement:
        """Place an entry in the first direction near its hint where token and label cover nothing.

        If there is none, the label is omitted, and the token covers another one only if that cannot be avoided.
        """
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
                return Placement(entry=entry, center=middle, radius=radius, label=label)
        middle = bare or self._at(hint, away)
        self._tokens.add(token_box(middle, radius))
        return Placement(entry=entry, center=middle, radius=radius, label=None)

    def labelled(self, placements: list[Placement]) -> list[Placement]:
        """Return the same placements with labels that cover neither a token placed later nor one another.

        The first placements choose first. Where there is no room for the whole label, the name alone is tried.
        """
        self._labels = Boxes()
        result = []
        for placement in placements:
            label, words = placement.label, placement.entry.label
            if label is None or self._tokens.hits(label) or self._labels.hits(label):
                for words in (placement.entry.label, placement.entry.token.name):
                    label = self._free_label(placement.entry, words, placement.center, placement.radius)
                    if label is not None:
                        break
            if label is not None:
                self._labels.add(label)
            result.append(replace(placement, label=label, words=words))
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
    """Yield the hint, then directions further and further to both sides, in degrees."""
    yield hint
    for step in range(5, 181, 5):
        yield hint + step
        yield hint - step


def _waiting_row(waiting: list[BandEntry], size: QSizeF) -> tuple[QRectF | None, list[Placement], int]:
    """Place the combatants without a distance side by side at the bottom, with their names below them.

    Returns the row or None, the placements, and the number of combatants that the row has no room for.
    """
    if not waiting:
        return None, [], 0
    row = QRectF(0, size.height() - _ROW, size.width(), _ROW)
    placements: list[Placement] = []
    left = 110.0
    metrics = QFontMetricsF(semi_bold(12))
    for number, entry in enumerate(waiting):
        width = max(metrics.horizontalAdvance(entry.label) + 6, 44.0)
        if left + width > size.width() - 70 and number:
            return row, placements, len(waiting) - number
        middle = QPointF(left + width / 2, row.top() + 30)
        label = QRectF(left, row.top() + 50, width, _LABEL_HEIGHT)
        placements.append(Placement(entry=entry, center=middle, radius=MINOR_RADIUS, label=label, words=entry.label))
        left += width + 12
    return row, placements, 0


# ----------------------------------------------------------------------------------------------------------- the canvas


_DISC_ALPHA = 14
"""Alpha of a ring's disc, which is drawn over the disc of the ring around it: nearer bands are lighter."""


class BandsCanvas(QWidget):
    """Shows a `BandsView` and emits signals for what the GM does with it. Changes nothing.

    A click selects, with Shift or Ctrl several, and so does a drag over the ground; a double-click marks the target; a
    drag of a token, or of a selection, requests a move to a distance from the centre or next to another token.
    """

    picked = Signal(str)
    marked = Signal(str)
    target_added = Signal(str)
    selection_changed = Signal(frozenset)
    context_requested = Signal(object, float, float, QPoint)
    """A menu is requested: id or None, no place in metres (0, 0), global position."""
    moved = Signal(object)
    """Tokens are to move: a `TokenDrop`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Range Bands")
        self.setMinimumSize(240, 200)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._view = BandsView()
        self._layout = RingLayout(center=QPointF())
        self._pictures = Pictures()
        self._selected: frozenset[Id] = frozenset()
        self._top = 0.0
        self.drag = TokenDrag()
        theme().changed.connect(self.update)

    @property
    def view(self) -> BandsView:
        return self._view

    @property
    def arrangement(self) -> RingLayout:
        """The current layout, in pixels."""
        return self._layout

    def set_view(self, view: BandsView) -> None:
        self._view = view
        self._arrange()
        around = view.center.name if view.center is not None else "nobody"
        self.setAccessibleDescription(f"Around {around}: " + ", ".join(entry.label for entry in view.entries))

    def set_top(self, pixels: float) -> None:
        """Leave this much free at the upper edge, for what the owner puts over it."""
        if pixels != self._top:
            self._top = pixels
            self._arrange()

    def set_selection(self, ids: frozenset[Id]) -> None:
        """Show these combatants as selected."""
        self._selected = ids
        self.update()

    def set_drop_words(self, words: DropWords) -> None:
        """Set the function that says what a drop would do."""
        self.drag.words = words

    def set_resolver(self, resolve: Resolver) -> None:
        """Set how the bytes of portraits are found."""
        self._pictures.set_resolver(resolve)
        self.update()

    def _arrange(self) -> None:
        self._layout = ring_layout(self._view, QSizeF(self.size()), self._top)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    # ---------------------------------------------------------------- mouse

    def token_at(self, pixel: QPointF) -> TokenView | None:
        """Return the token under a pixel, or None; its label counts as well."""
        center = self._view.center
        if center is not None and QLineF(pixel, self._layout.center).length() <= CENTER_RADIUS + 4:
            return center
        for placement in reversed(self._layout.placements):
            is_on_label = placement.label is not None and placement.label.contains(pixel)
            if is_on_label or QLineF(pixel, placement.center).length() <= placement.radius * 1.08 + 1:
                return placement.entry.token
        return None

    def drop_target_at(self, pixel: QPointF) -> DropTarget:
        """Return what dropping a library entry on a pixel does.

        Where bands are in metres and the combatant in the middle is on the map, a new combatant is put at the distance
        and in the direction from it that the pixel shows.
        """
        token, view = self.token_at(pixel), self._view
        who, gear = (None, "") if token is None else (token.id, f"; gear or a condition goes to {token.name}")
        center, shown = view.center, self._shown_at(pixel)
        if center is None or shown is None:
            return DropTarget(f"Add to the battle{gear}", who)
        metres, (x, y) = shown
        return DropTarget(f"Put {metres:.0f} m from {center.name}{gear}", who, {"x": x, "y": y})

    def _shown_at(self, pixel: QPointF) -> tuple[float, Point] | None:
        """Return the distance from the centre that a pixel shows, and the place there; None if metres are unknown."""
        center, view = self._view.center, self._view
        is_in_metres = any(band.outer is not None for band in view.bands)
        if center is None or center.x is None or center.y is None or not is_in_metres:
            return None
        line = QLineF(self._layout.center, pixel)
        metres = metres_at(view, [ring.radius for ring in self._layout.rings], line.length())
        share = metres / line.length() if line.length() else 0.0
        return metres, (round(center.x + line.dx() * share, 1), round(center.y + line.dy() * share, 1))

    def _drop(self, event: QMouseEvent) -> TokenDrop | None:
        """Return what a drop here would do; None outside the rings, and for the centre itself except on a token."""
        pixel, token, layout = event.position(), self.token_at(event.position()), self._layout
        center = self._view.center
        shown = [center.id] if center is not None else []
        who = self.drag.who(self._selected, [*shown, *(entry.token.id for entry in self._view.entries)])
        on = token.id if token is not None and token.id not in who else None
        away = QLineF(layout.center, pixel).length()
        ring = next((ring for ring in layout.rings if away <= ring.radius), None)
        is_waiting = layout.waiting is not None and layout.waiting.contains(pixel)
        is_aside = ring is None or is_waiting or center is None or center.id in who
        if not who or (on is None and is_aside):
            return None
        is_placing = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if on is not None or ring is None:
            return TokenDrop(who=who, on=on, is_placing=is_placing)
        at = self._shown_at(pixel)
        return TokenDrop(who=who, band=ring.band.name, place=None if at is None else at[1], is_placing=is_placing)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        token = self.token_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton:
            self.drag.press(event.position(), token)
        elif token is None:
            event.ignore()
        elif event.button() == Qt.MouseButton.RightButton and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.target_added.emit(token.id)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        token = self.token_at(event.position())
        if token is not None and event.button() == Qt.MouseButton.LeftButton:
            self.marked.emit(token.id)
        else:
            self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.drag.is_pressed:
            if self.drag.move(event):
                self.drag.show(self._drop(event))
                self.update()
            return
        is_on_token = self.token_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_on_token else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self.drag.is_pressed or event.button() != Qt.MouseButton.LeftButton:
            return
        token, band = self.drag.token, self.drag.band
        clicked, drop = self.token_at(event.position()), self._drop(event) if token is not None else None
        adds = bool(event.modifiers() & ADDS)
        self.drag.end()
        self.update()
        if band is not None:
            found = frozenset(self._tokens_in(band))
            self.selection_changed.emit(self._selected | found if adds else found)
        elif drop is not None:
            self.moved.emit(drop)
        elif token is None and clicked is None and not adds:
            self.selection_changed.emit(frozenset())
        elif token is None and clicked is not None and adds:
            self.selection_changed.emit(self._selected ^ {clicked.id})
        elif token is None and clicked is not None:
            self.picked.emit(clicked.id)

    def _tokens_in(self, box: QRectF) -> Iterator[Id]:
        """Yield the tokens whose middle is in a box of pixels."""
        center = self._view.center
        if center is not None and box.contains(self._layout.center):
            yield center.id
        for placement in self._layout.placements:
            if box.contains(placement.center):
                yield placement.entry.token.id

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        token = self.token_at(QPointF(event.pos()))
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        if token is None or not is_mouse or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            id = None if token is None else token.id
            self.context_requested.emit(id, 0.0, 0.0, event.globalPos())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and is_tooltip(event):
            show_tooltip(self, event, self.token_at(QPointF(event.pos())))
            return True
        return super().event(event)

    # ---------------------------------------------------------------- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), palette().color("ground"))
        for ring in reversed(self._layout.rings):
            self._paint_ring(painter, ring)
        if self._layout.waiting is not None:
            self._paint_waiting(painter, self._layout.waiting)
        self._paint_target_line(painter)
        for ring in self._layout.rings:
            painter.setFont(text_font(12, tabular=True))
            halo = palette().color("ground")
            draw_haloed(painter, ring.label, ring_text(ring.band), palette().color("muted"), halo)
        for placement in self._layout.placements:
            self._paint_placement(painter, placement)
        if self._view.center is not None:
            self._paint_token(painter, self._view.center, self._layout.center, CENTER_RADIUS)
        if self.drag.token is not None and self.drag.pixel is not None:
            self._paint_token(painter, self.drag.token, self.drag.pixel, NAMED_RADIUS)
        self.drag.paint(painter, QSizeF(self.size()))
        painter.end()

    def _paint_ring(self, painter: QPainter, ring: Ring) -> None:
        is_endless = ring is self._layout.rings[-1]
        pen = QPen(palette().zone_line(0), 1)
        if is_endless:
            pen = QPen(palette().color("dim"), 1)
            pen.setDashPattern([4, 6])
        fill = QColor(palette().color("second"))
        fill.setAlpha(0 if is_endless else _DISC_ALPHA)
        painter.setPen(pen)
        painter.setBrush(fill)
        painter.drawEllipse(self._layout.center, ring.radius, ring.radius)

    def _paint_waiting(self, painter: QPainter, row: QRectF) -> None:
        colors = palette()
        painter.fillRect(row, colors.color("panel"))
        painter.setPen(QPen(colors.color("line"), 1))
        painter.drawLine(row.topLeft(), row.topRight())
        painter.setFont(heading_font())
        painter.setPen(colors.color("muted"))
        words = QRectF(12, row.top() + 20, 90, 34)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, "Distance unknown")
        if self._layout.left_over:
            painter.setFont(text_font(12))
            end = QRectF(row.right() - 70, row.top(), 60, row.height())
            painter.drawText(end, Qt.AlignmentFlag.AlignCenter, f"+{self._layout.left_over} more")

    def _paint_target_line(self, painter: QPainter) -> None:
        placement = next((placement for placement in self._layout.placements if placement.entry.token.target), None)
        is_waiting = self._layout.waiting is not None and placement is not None and self._is_waiting(placement)
        if placement is None or self._view.center is None or is_waiting:
            return
        line = QLineF(self._layout.center, placement.center)
        start, end = CENTER_RADIUS + 8, placement.radius * 1.16 + 8
        if line.length() > start + end + 4:
            pen = QPen(palette().color("now"), 2)
            pen.setDashPattern([4, 3])
            painter.setPen(pen)
            painter.drawLine(QLineF(line.pointAt(start / line.length()), line.pointAt(1 - end / line.length())))

    def _is_waiting(self, placement: Placement) -> bool:
        return self._layout.waiting is not None and self._layout.waiting.contains(placement.center)

    def _paint_placement(self, painter: QPainter, placement: Placement) -> None:
        token = placement.entry.token
        self._paint_token(painter, token, placement.center, placement.radius)
        if placement.label is not None:
            painter.setFont(semi_bold(12, tabular=True))
            color = "now_text" if token.target else "dim" if token.out else "text"
            halo = palette().color("panel" if self._is_waiting(placement) else "ground")
            draw_haloed(painter, placement.label, placement.words, palette().color(color), halo)

    def _paint_token(self, painter: QPainter, token: TokenView, center: QPointF, radius: float) -> None:
        paint_figure(painter, self._pictures, token, center, radius, is_selected=token.id in self._selected)
