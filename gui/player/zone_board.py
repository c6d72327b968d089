"""Zones as a list on the players' screen: an area for each zone, as large as its combatants need, with their names.

A connection between two areas is shown on the gap between them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from gui.map.fog_picture import DARKNESS
from gui.map.lines import Mark, laid_out, paint_mark
from gui.map.pictures import Pictures
from gui.player.board import LINK_UNIT, zone_pattern
from gui.player.text_layout import NAME, STRONG, WORDS, Letters, joined, paint_token, write
from gui.player.zone_areas import BADGE, BESIDE, ENTRY_GAP, GAP, Area, Entry, laid_areas, name_left
from gui.style import TokenLook, palette
from model.view.map import ConnectionView, replace
from model.view.marks import PingView
from model.view.players import PlayersView

_STRIPE = 0.03
"""Distance from one stripe of a zone in fog to the next."""
_FOG_WORDS = {"hidden": ("not seen yet", "unseen"), "dimmed": ("out of sight", "unseen")}
"""Texts for a zone in fog, the longest first: the first one that fits is used."""


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
        top = inner.top() + len(area.titles) * letters.line(STRONG) + letters.length(ENTRY_GAP) / 2
        if zone.fog != "revealed":
            place = QRectF(inner.left(), top, inner.width(), letters.line(WORDS))
            words = next((one for one in _FOG_WORDS[zone.fog] if letters.width(WORDS, one) <= inner.width()), "")
            write(painter, place, words, letters.font(WORDS), colors.color("muted"))
            top += letters.line(WORDS)
        width, gap = area.column_width(letters), letters.length(ENTRY_GAP)
        for row in area.rows():
            height = max(entry.height(letters) for entry in row)
            for column, entry in enumerate(row):
                place = QRectF(inner.left() + column * (width + gap), top, width, height - gap)
                self._paint_entry(painter, place, entry, letters)
            top += height
        if area.is_more_below:
            place = QRectF(inner.left(), top, inner.width(), letters.line(WORDS))
            write(painter, place, area.more_words, letters.font(WORDS), colors.color("muted"))

    @staticmethod
    def _paint_title(painter: QPainter, inner: QRectF, area: Area, letters: Letters) -> None:
        """Paint the zone's name, and beside it its tags and its distance from the acting combatant."""
        colors, zone = palette(), area.zone
        place = QRectF(inner.left(), inner.top(), inner.width(), letters.line(STRONG))
        ink = colors.zone_text(zone.color) if zone.fog == "revealed" else colors.color("muted")
        for number, line in enumerate(area.titles):
            if number:
                place.translate(0, place.height())
            write(painter, place, line, letters.font(STRONG), ink)
        place.setLeft(place.left() + letters.width(STRONG, "".join(area.titles[-1:])) + letters.length(BESIDE))
        words = "" if area.is_more_below else area.more_words
        for part in (zone.distance, *zone.tags):
            if letters.width(WORDS, joined(words, part)) <= place.width():
                words = joined(words, part)
        write(painter, place, words, letters.font(WORDS), colors.color("muted"))

    def _paint_entry(self, painter: QPainter, place: QRectF, entry: Entry, letters: Letters) -> None:
        colors, token = palette(), entry.token
        if token.acting or token.target:
            around = letters.length(ENTRY_GAP) / 2
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
        radius = letters.length(BADGE)
        look = TokenLook(initials=token.initials, side=token.side, out=token.out, left_as=token.left_as or "")
        middle = QPointF(place.left() + radius, place.center().y())
        paint_token(painter, letters, middle, radius, look, self._pictures.portrait(token.portrait))
        left, line = place.left() + name_left(letters), letters.line(NAME)
        top = place.center().y() - entry.text_height(letters) / 2
        ink = colors.color("dim" if token.out else "text")
        words = QRectF(left, top - line, place.right() - left, line)
        for name in entry.names:
            words.translate(0, line)
            write(painter, words, name, letters.font(NAME), ink)
        if entry.is_wide:
            words.setLeft(words.left() + letters.width(NAME, entry.names[-1]) + letters.length(BESIDE))
        else:
            words = QRectF(left, words.bottom(), words.width(), letters.line(WORDS))
        for detail in entry.details:
            write(painter, words, detail, letters.font(WORDS), colors.color("muted"))
            words.translate(0, letters.line(WORDS))


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
    needed = letters.width(WORDS, link.label) + letters.length(GAP)
    is_free = min(first.free, second.free) > 1.5 * line and right.width() > needed
    if link.label and is_free:
        y = left.bottom() - line
    ends = (QPointF(x, left.top()), QPointF(x, left.bottom()))
    return Mark(replace(link, touches=True, label=link.label if is_free else ""), ends, QPointF(x, y), degrees)


def _below(link: ConnectionView, first: Area, second: Area, letters: Letters, degrees: float) -> Mark | None:
    """Mark of a connection to an area of the next line, label right of the badge; None if they overlap too little."""
    upper, lower = (first.box, second.box) if degrees > 0 else (second.box, first.box)
    left, right = max(upper.left(), lower.left()), min(upper.right(), lower.right())
    badge, y = letters.length(GAP), (upper.bottom() + lower.top()) / 2
    if right - left < badge:
        return None
    words = letters.width(WORDS, link.label) + badge if link.label else 0.0
    is_free = right - left > words + badge
    x = (left + right - (words if is_free else 0.0)) / 2
    ends = (QPointF(left, y), QPointF(right, y))
    return Mark(replace(link, touches=True, label=link.label if is_free else ""), ends, QPointF(x, y), degrees)
