"""Zones as a list on the players' screen: an area for each zone, as large as its combatants need, with their names.

Areas are in lines from top to bottom, as the zones are on the map, and fill the screen together: no distance can be
measured in them. A line that is too long for the screen goes on in the next one, back to the left or below the area
where it ended, whichever keeps more connected areas beside each other. A connection between two areas is shown on the
gap between them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from gui.map.fog_picture import DARKNESS
from gui.map.lines import Mark, laid_out, paint_mark
from gui.map.pictures import Pictures
from gui.player.board import LINK_UNIT, zone_pattern
from gui.player.text_layout import NAME, STRONG, WORDS, Letters, joined, paint_token, write
from gui.style import TokenLook, palette
from model.view.map import Bounds, ConnectionView, Id, TokenView, replace, shape_bounds
from model.view.marks import PingView
from model.view.players import PlayersView
from model.view.viewer import PLAYERS_SIDE, without_number
from model.view.zone_list import ZoneRow

_GAP = 0.05
"""Gap between two areas, with room for a connection's badge; a share of the screen's height, like all lengths here."""
_MARGIN = 0.034
_NARROW = 0.5
"""Share of gaps, margins and pads that is left where many areas need the room."""
_PAD = 0.018
"""Distance from an area's border to its content."""
_BADGE = 0.032
"""Radius of a token."""
_ENTRY_GAP = 0.012
"""Gap between two entries, and around the frame of one."""
_LEAST_NAME = 0.16
"""Least width of a name that is shortened."""
_STRIPE = 0.03
"""Distance from one stripe of a zone in fog to the next."""
_FOG_WORDS = {"hidden": ("not seen yet", "unseen"), "dimmed": ("out of sight", "unseen")}
"""Texts for a zone in fog, the longest first: the first one that fits is used."""
_ELSEWHERE = "Elsewhere"
"""Title of the area of combatants in a zone that players do not know."""


class Entry(Struct, frozen=True):
    """A combatant in an area, or several opponents of one name if there is no room for each."""

    token: TokenView
    name: str
    detail: str
    """Conditions, in words."""
    is_wide: bool
    """Whether the detail has room beside the name."""

    def height(self, letters: Letters) -> float:
        """Height in pixels, with the gap to the next entry."""
        lines = letters.line(NAME) + (letters.line(WORDS) if self.detail and not self.is_wide else 0.0)
        return max(lines, letters.length(2 * _BADGE)) + letters.length(_ENTRY_GAP)


@dataclass
class Area:
    """A zone with its box on the screen; entries are filled in once its width is known."""

    zone: ZoneRow
    tokens: tuple[TokenView, ...]
    pad: float
    """Pixels from its border to its content."""
    box: QRectF = field(default_factory=QRectF)
    columns: int = 1
    entries: tuple[Entry, ...] = ()
    needed: float = 0.0
    """Height of title and entries in pixels."""
    more: int = 0
    """Number of combatants that have no room."""

    @property
    def title(self) -> str:
        return self.zone.name if self.zone.id else _ELSEWHERE

    @property
    def weight(self) -> float:
        """Relative width that an area wants in its line."""
        return 1 + math.sqrt(len(self.tokens))

    def column_width(self, letters: Letters) -> float:
        """Width of an entry in pixels."""
        inner = self.box.width() - 2 * self.pad
        return (inner - (self.columns - 1) * letters.length(_ENTRY_GAP)) / self.columns

    def is_wide_enough(self, letters: Letters, *, is_cut: bool) -> bool:
        """Whether there is room for the title and for each name, or with `is_cut` for enough of it to recognise it."""
        least = _widest(self, letters)
        if is_cut:
            least = min(least, _name_left(letters) + letters.length(_LEAST_NAME))
        return self.box.width() - 2 * self.pad >= max(least, letters.width(STRONG, self.title))

    @property
    def free(self) -> float:
        """Pixels that are left under the entries."""
        return self.box.height() - self.needed

    def rows(self) -> Iterator[tuple[Entry, ...]]:
        """The entries line by line."""
        for first in range(0, len(self.entries), self.columns):
            yield self.entries[first : first + self.columns]


class _Fit(NamedTuple):
    """How much is condensed so that everything fits."""

    is_counted: bool = False
    """Whether opponents of one name are one entry: `Raider ×3`."""
    most: int | None = None
    """Most entries of an area, or None if unlimited; the others are counted."""
    is_cut: bool = False
    """Whether names may be shortened."""


_FITS = (
    _Fit(),
    *(
        _Fit(is_counted=True, most=most, is_cut=is_cut)
        for is_cut in (False, True)
        for most in (None, 8, 6, 5, 4, 3, 2, 1)
    ),
)


class _Space(NamedTuple):
    """The room inside a box, and the lengths of a layout in it."""

    inner: QRectF
    gap: float
    """Pixels between two areas."""
    pad: float
    """Pixels from an area's border to its content."""


def _spaces(box: QRectF, letters: Letters) -> Iterator[_Space]:
    """The usual margin and gap, and narrower ones for many areas."""
    for share in (1.0, _NARROW):
        margin = letters.length(_MARGIN * share)
        yield _Space(
            box.adjusted(margin, margin, -margin, -margin), letters.length(_GAP * share), letters.length(_PAD * share)
        )


def laid_areas(view: PlayersView, letters: Letters, box: QRectF) -> list[list[Area]]:
    """Return the areas line by line, with their boxes: letters are never shrunk, entries are condensed instead.

    Lines are broken, and gaps narrowed, before any entry is condensed, and names are shortened last. Empty if the box
    has no room for an entry of each area.
    """
    ways = _broken_ways(_lines(view), view.map.links)
    spaces = tuple(_spaces(box, letters))
    for fit, space, way in itertools.product(_FITS, spaces, ways):
        lines = [[Area(zone, _shown(zone, fit), space.pad) for zone in line] for line in way]
        if _have_room(lines, space, letters, fit):
            _heighten(lines, space)
            return lines
    return []


def _have_room(lines: list[list[Area]], space: _Space, letters: Letters, fit: _Fit) -> bool:
    """Lay out the entries of all areas; returns whether they fit."""
    for line in lines:
        _widen(line, space, letters, fit)
    needed = sum(max(area.needed for area in line) for line in lines)
    is_high_enough = needed + space.gap * (len(lines) - 1) <= space.inner.height()
    return is_high_enough and all(area.is_wide_enough(letters, is_cut=fit.is_cut) for line in lines for area in line)


def _heighten(lines: list[list[Area]], space: _Space) -> None:
    """Share the height of the screen among the lines, by what each needs."""
    needed = [max(area.needed for area in line) for line in lines]
    top = space.inner.top()
    share = (space.inner.height() - space.gap * (len(lines) - 1)) / max(1.0, sum(needed))
    for line, height in zip(lines, needed, strict=True):
        for area in line:
            area.box.setTop(top)
            area.box.setHeight(height * share)
        top += height * share + space.gap


def _broken_ways(lines: list[list[ZoneRow]], links: Sequence[ConnectionView]) -> list[list[list[ZoneRow]]]:
    """The lines with at most a number of areas each: first as they are, last one below the other."""
    pairs = {frozenset((link.first, link.second)) for link in links}
    ways: list[list[list[ZoneRow]]] = []
    for most in range(max(map(len, lines), default=0), 0, -1):
        way = [part for line in lines for part in _broken(line, most, pairs)]
        if way not in ways:
            ways.append(way)
    return ways


def _broken(line: list[ZoneRow], most: int, pairs: set[frozenset[Id]]) -> list[list[ZoneRow]]:
    """A line in parts of about the same length, each turned round if then more areas are below a connected one."""
    parts = math.ceil(len(line) / most)
    ends = [round(len(line) * part / parts) for part in range(parts + 1)]
    broken: list[list[ZoneRow]] = []
    for first, last in itertools.pairwise(ends):
        part = line[first:last]
        if broken:
            above = broken[-1]
            part = max((part, part[::-1]), key=lambda way: _links_below(above, way, pairs))
        broken.append(part)
    return broken


def _links_below(upper: list[ZoneRow], lower: list[ZoneRow], pairs: set[frozenset[Id]]) -> int:
    """Number of connected areas of two lines of which one is below the other, if those of a line are equally wide."""
    return sum(
        frozenset((one.id, other.id)) in pairs
        and at * len(lower) < (to + 1) * len(upper)
        and to * len(upper) < (at + 1) * len(lower)
        for at, one in enumerate(upper)
        for to, other in enumerate(lower)
    )


def _lines(view: PlayersView) -> list[list[ZoneRow]]:
    """Zones in lines, as they are on the map, from the top and from the left; those not drawn come last."""
    bounds = {zone.id: shape_bounds(zone.shape) for zone in view.map.zones}
    zones = () if view.zones is None else view.zones.rows
    drawn = sorted((zone for zone in zones if zone.id in bounds), key=lambda zone: _middle(bounds[zone.id])[1])
    lines: list[list[ZoneRow]] = []
    for zone in drawn:
        if lines and _middle(bounds[zone.id])[1] < bounds[lines[-1][0].id][3]:
            lines[-1].append(zone)
        else:
            lines.append([zone])
    for line in lines:
        line.sort(key=lambda zone: _middle(bounds[zone.id])[0])
    others = [zone for zone in zones if zone.id not in bounds]
    return [*lines, *([others] if others else [])]


def _middle(bounds: Bounds) -> tuple[float, float]:
    left, top, right, bottom = bounds
    return (left + right) / 2, (top + bottom) / 2


def _shown(zone: ZoneRow, fit: _Fit) -> tuple[TokenView, ...]:
    """The combatants in a zone: players' characters first, the defeated last."""
    tokens = sorted(zone.tokens, key=lambda token: (token.out, token.side != PLAYERS_SIDE, token.name))
    if not fit.is_counted:
        return tuple(tokens)
    counted: dict[tuple[str, str], list[TokenView]] = {}
    for token in tokens:
        is_alone = token.acting or token.target or token.side == PLAYERS_SIDE or token.out
        counted.setdefault(("", token.id) if is_alone else (token.side, without_number(token.name)), []).append(token)
    return tuple(_counted(alike) for alike in counted.values())


def _counted(alike: Sequence[TokenView]) -> TokenView:
    """One token for several combatants of one name; conditions that not all of them have are left out."""
    first = alike[0]
    if len(alike) == 1:
        return first
    name = without_number(first.name)
    common = tuple(label for label in first.conditions if all(label in token.conditions for token in alike))
    return replace(first, name=f"{name} ×{len(alike)}", initials=first.initials[:1], conditions=common)


def _widen(line: Sequence[Area], space: _Space, letters: Letters, fit: _Fit) -> None:
    """Share the width of the screen among the areas of a line, and arrange their entries in columns."""
    left = space.inner.left()
    for area, width in zip(line, _widths(line, space, letters), strict=True):
        area.box = QRectF(left, space.inner.top(), width, 0)
        left = area.box.right() + space.gap
        inside = width - 2 * area.pad + letters.length(_ENTRY_GAP)
        area.columns = max(1, math.floor(inside / (_widest(area, letters) + letters.length(_ENTRY_GAP))))
        tokens = area.tokens if fit.most is None else area.tokens[: fit.most]
        area.more = len(area.tokens) - len(tokens)
        column = area.column_width(letters)
        area.entries = tuple(_entry(token, letters, column) for token in tokens)
        rows = sum(max(entry.height(letters) for entry in row) for row in area.rows())
        said = letters.line(WORDS) if area.zone.fog != "revealed" else 0.0
        area.needed = 2 * area.pad + letters.line(STRONG) + said + rows


def _widths(line: Sequence[Area], space: _Space, letters: Letters) -> list[float]:
    """Widths of the areas of a line, by their combatants; if possible none less than its title and longest name."""
    room = space.inner.width() - space.gap * (len(line) - 1)
    least = [max(_widest(area, letters), letters.width(STRONG, area.title)) + 2 * area.pad + 1 for area in line]
    if sum(least) >= room:
        return [one * room / sum(least) for one in least]
    spare = room - sum(least)
    whole = sum(area.weight for area in line)
    wanted = [max(0.0, room * area.weight / whole - one) for area, one in zip(line, least, strict=True)]
    return [one + spare * more / (sum(wanted) or 1.0) for one, more in zip(least, wanted, strict=True)]


def _widest(area: Area, letters: Letters) -> float:
    """Pixels that the longest name of an area takes with its token."""
    return max((_least_width(token, letters) for token in area.tokens), default=1.0)


def _name_left(letters: Letters) -> float:
    """Pixels from an entry's left edge to its name."""
    return letters.length(2 * _BADGE + 0.013)


def _least_width(token: TokenView, letters: Letters) -> float:
    return _name_left(letters) + letters.width(NAME, token.name)


def _entry(token: TokenView, letters: Letters, width: float) -> Entry:
    room = width - _name_left(letters)
    name = letters.elided(token.name, NAME, room)
    beside = room - letters.width(NAME, name) - letters.length(0.014)
    detail = joined(*token.conditions)
    is_wide = letters.width(WORDS, detail) <= beside
    return Entry(token, name, detail if is_wide else letters.elided(detail, WORDS, room), is_wide)


class ZoneBoard:
    """Paints the areas of one view."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._has_patterns = False
        self._pinged = ""
        """Id of the token that is pinged."""

    def paint(self, painter: QPainter, box: QRectF, view: PlayersView, letters: Letters) -> bool:
        """Paint a view into a box with the colour of the ground; if it does not fit, paint nothing and return False."""
        lines = laid_areas(view, letters, box)
        self._has_patterns = view.layout.patterns
        self._pinged = "" if view.marks.ping is None else view.marks.ping.who
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for area in (area for line in lines for area in line):
            self._paint_area(painter, area, letters)
        unit, font = letters.length(LINK_UNIT), letters.font(WORDS)
        for laid in laid_out(_marks(lines, view.map.links, letters), unit, font, box):
            paint_mark(painter, laid, unit, font)
        if view.marks.ping is not None:
            self._paint_ping(painter, lines, view.marks.ping, letters)
        painter.restore()
        return bool(lines)

    @staticmethod
    def _paint_ping(painter: QPainter, lines: Sequence[Sequence[Area]], ping: PingView, letters: Letters) -> None:
        """Paint a frame around the pinged zone, or the zone of the pinged token, which also has a frame of its own."""
        for area in (area for line in lines for area in line):
            if not area.zone.id or area.zone.id != ping.zone:
                continue
            corner, line = letters.length(0.016), letters.length(0.006)
            painter.setPen(QPen(palette().color("link"), line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.box.adjusted(-line, -line, line, line), corner, corner)

    def _paint_area(self, painter: QPainter, area: Area, letters: Letters) -> None:
        colors, zone = palette(), area.zone
        if zone.id:
            line = colors.zone_line(zone.color)
            fill = QColor(line)
            fill.setAlpha(colors.zone_alpha)
            corner = letters.length(0.012)
            if zone.fog != "revealed":
                line, fill = colors.color("line"), QColor(DARKNESS)
            painter.setPen(QPen(line, letters.length(0.0026)))
            painter.setBrush(QBrush(fill))
            painter.drawRoundedRect(area.box, corner, corner)
            if self._has_patterns and zone.fog == "revealed":
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(zone_pattern(zone.color, letters))
                painter.drawRoundedRect(area.box, corner, corner)
            if zone.fog == "hidden":
                _paint_stripes(painter, area.box, corner, letters)
        pad = area.pad
        inner = area.box.adjusted(pad, pad, -pad, -pad)
        self._paint_title(painter, inner, area, letters)
        top = inner.top() + letters.line(STRONG) + letters.length(_ENTRY_GAP) / 2
        if zone.fog != "revealed":
            place = QRectF(inner.left(), top, inner.width(), letters.line(WORDS))
            words = next((one for one in _FOG_WORDS[zone.fog] if letters.width(WORDS, one) <= inner.width()), "")
            write(painter, place, words, letters.font(WORDS), colors.color("muted"))
            top += letters.line(WORDS)
        width, gap = area.column_width(letters), letters.length(_ENTRY_GAP)
        for row in area.rows():
            height = max(entry.height(letters) for entry in row)
            for column, entry in enumerate(row):
                place = QRectF(inner.left() + column * (width + gap), top, width, height - gap)
                self._paint_entry(painter, place, entry, letters)
            top += height

    @staticmethod
    def _paint_title(painter: QPainter, inner: QRectF, area: Area, letters: Letters) -> None:
        """Paint the zone's name, and beside it its tags and its distance from the acting combatant."""
        colors, zone = palette(), area.zone
        place = QRectF(inner.left(), inner.top(), inner.width(), letters.line(STRONG))
        name = letters.elided(area.title, STRONG, inner.width())
        ink = colors.zone_text(zone.color) if zone.fog == "revealed" else colors.color("muted")
        write(painter, place, name, letters.font(STRONG), ink)
        place.setLeft(place.left() + letters.width(STRONG, name) + letters.length(0.016))
        more = f"and {area.more} more" if area.more else ""
        words = ""
        for part in (more, zone.distance, *zone.tags):
            if letters.width(WORDS, joined(words, part)) <= place.width():
                words = joined(words, part)
        write(painter, place, words, letters.font(WORDS), colors.color("muted"))

    def _paint_entry(self, painter: QPainter, place: QRectF, entry: Entry, letters: Letters) -> None:
        colors, token = palette(), entry.token
        if token.acting or token.target:
            around = letters.length(_ENTRY_GAP) / 2
            style = Qt.PenStyle.SolidLine if token.acting else Qt.PenStyle.DashLine
            painter.setPen(QPen(colors.color("now"), letters.length(0.004), style))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            corner = letters.length(0.016)
            painter.drawRoundedRect(place.adjusted(-around, -around, 0, around), corner, corner)
        if token.id and token.id == self._pinged:
            corner, line = letters.length(0.02), letters.length(0.006)
            painter.setPen(QPen(colors.color("link"), line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(place.adjusted(-2 * line, -2 * line, line, 2 * line), corner, corner)
        radius = letters.length(_BADGE)
        look = TokenLook(initials=token.initials, side=token.side, out=token.out, left_as=token.left_as or "")
        middle = QPointF(place.left() + radius, place.center().y())
        paint_token(painter, letters, middle, radius, look, self._pictures.portrait(token.portrait))
        left, line = place.left() + _name_left(letters), letters.line(NAME)
        tall = line + (letters.line(WORDS) if entry.detail and not entry.is_wide else 0.0)
        words = QRectF(left, place.center().y() - tall / 2, place.right() - left, line)
        write(painter, words, entry.name, letters.font(NAME), colors.color("dim" if token.out else "text"))
        if entry.is_wide:
            words.setLeft(words.left() + letters.width(NAME, entry.name) + letters.length(0.014))
        else:
            words = QRectF(left, words.bottom(), words.width(), letters.line(WORDS))
        write(painter, words, entry.detail, letters.font(WORDS), colors.color("muted"))


def _paint_stripes(painter: QPainter, box: QRectF, corner: float, letters: Letters) -> None:
    """Paint slanted stripes, which tell a dark area from an empty one."""
    path = QPainterPath()
    path.addRoundedRect(box, corner, corner)
    step = letters.length(_STRIPE)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(palette().color("panel"), step / 2))
    for number in range(math.ceil((box.width() + box.height()) / step) + 1):
        left = box.left() + number * step
        painter.drawLine(QPointF(left - box.height(), box.top()), QPointF(left, box.bottom()))
    painter.restore()


def _marks(lines: Sequence[Sequence[Area]], links: Iterable[ConnectionView], letters: Letters) -> Iterator[Mark]:
    """Yield the marks of connections between areas side by side or one above the other, each on the gap between them.

    A connection's label is left out if it would cover a combatant beside it: the badge still shows its kind.
    """
    place = {area.zone.id: (row, column) for row, line in enumerate(lines) for column, area in enumerate(line)}
    for link in links:
        if link.first not in place or link.second not in place:
            continue
        (row, column), (other_row, other_column) = place[link.first], place[link.second]
        first, second = lines[row][column], lines[other_row][other_column]
        if row == other_row and abs(column - other_column) == 1:
            yield _beside(link, first, second, letters, 0.0 if column < other_column else 180.0)
        elif abs(row - other_row) == 1:
            mark = _below(link, first, second, letters, 90.0 if row < other_row else -90.0)
            if mark is not None:
                yield mark


def _beside(link: ConnectionView, first: Area, second: Area, letters: Letters, degrees: float) -> Mark:
    """Mark of a connection to an area at the side; its label is under the entries."""
    left, right = (first.box, second.box) if degrees == 0 else (second.box, first.box)
    x, y, line = (left.right() + right.left()) / 2, left.center().y(), letters.line(WORDS)
    needed = letters.width(WORDS, link.label) + letters.length(_GAP)
    is_free = min(first.free, second.free) > 1.5 * line and right.width() > needed
    if link.label and is_free:
        y = left.bottom() - line
    ends = (QPointF(x, left.top()), QPointF(x, left.bottom()))
    return Mark(replace(link, touches=True, label=link.label if is_free else ""), ends, QPointF(x, y), degrees)


def _below(link: ConnectionView, first: Area, second: Area, letters: Letters, degrees: float) -> Mark | None:
    """Mark of a connection to an area of the next line, label right of the badge; None if they overlap too little."""
    upper, lower = (first.box, second.box) if degrees > 0 else (second.box, first.box)
    left, right = max(upper.left(), lower.left()), min(upper.right(), lower.right())
    badge, y = letters.length(_GAP), (upper.bottom() + lower.top()) / 2
    if right - left < badge:
        return None
    words = letters.width(WORDS, link.label) + badge if link.label else 0.0
    is_free = right - left > words + badge
    x = (left + right - (words if is_free else 0.0)) / 2
    ends = (QPointF(left, y), QPointF(right, y))
    return Mark(replace(link, touches=True, label=link.label if is_free else ""), ends, QPointF(x, y), degrees)
