"""The words on the players' map: names of zones, of who stands there, and of who is off it.

Each stands where it covers nothing; what finds no place is left out, but for the names of who acts and of the target.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gui.map.ground import shape_path
from gui.map.labels import Boxes, Labels, around, edges_of
from gui.map.links import laid_out, marks_of
from gui.map.token_labels import ROUND
from gui.player.framing import AWAY_LINE, Frame
from gui.player.lettering import CENTER, NAME, STRONG, WORDS, Letters, Style, joined, write
from gui.style import arrow_head, draw_side_mark, palette
from model.view.map import MapView, RelationView, TokenView, ZoneView
from model.view.viewer import PLAYERS_SIDE

_WIDEST = 0.6
"""Of a name, as all lengths here a share of the screen's height."""
_INSET = 0.018
"""From a zone's border to its name."""
LINK_UNIT = 0.002
"""What a pixel of a way's badge on the GM's map is."""
_MARK, _MARK_STEP = 0.014, 0.04
"""Half the size of a mark in the line of those off the map, and what it takes."""


class _Line(NamedTuple):
    """A line of a label."""

    text: str
    style: Style
    color: QColor


class _Words(NamedTuple):
    """What is to be written once all places are found: the lines of each place that it could have."""

    label: int
    boxes: Sequence[QRectF]
    lines: Sequence[Sequence[_Line]]


class BoardWords:
    """Writes the words of one view."""

    def __init__(self, frame: Frame, letters: Letters) -> None:
        self._frame = frame
        self._letters = letters
        self._fixed = Boxes()
        self._labels = Labels(self._fixed, Boxes())
        self._wanted: list[_Words] = []
        for id, middle in frame.middles.items():
            side = frame.radii[id] * ROUND
            self._fixed.add(QRectF(middle.x() - side, middle.y() - side, 2 * side, 2 * side))

    def paint(self, painter: QPainter, view: MapView) -> None:
        camera, unit, font = self._frame.camera, self._letters.length(LINK_UNIT), self._letters.font(WORDS)
        for laid in laid_out(marks_of(view, camera), unit, font, camera.window):
            for box in (laid.badge, laid.words):
                self._fixed.add(box)
        ranked = sorted((token for token in self._frame.on_map if _is_marked(token) or not token.crowded), key=_rank)
        first = [token for token in ranked if _is_marked(token) or token.side == PLAYERS_SIDE]
        for token in first:
            self._want_name(token)
        for zone in view.zones:
            self._want_zone(zone)
        for token in ranked:
            if token not in first:
                self._want_name(token)
        for relation in view.relations:
            self._want_relation(relation)
        for words in self._wanted:
            place = self._labels.places[words.label]
            if place is not None:
                self._write_lines(painter, words.boxes[place], words.lines[place])
        self._write_away(painter)

    def _want(self, boxes: Sequence[QRectF], lines: Sequence[Sequence[_Line]]) -> int:
        """Look for a place for some lines; tells the number of their label."""
        label = self._labels.place([edges_of(box) for box in boxes])
        self._wanted.append(_Words(label, boxes, lines))
        return label

    # ---------------------------------------------------------------- zones and relations

    def _want_zone(self, zone: ZoneView) -> None:
        """The zone's name in its upper left corner or another one that is free and inside of it."""
        letters, inset = self._letters, self._letters.length(_INSET)
        path = shape_path(zone.shape)
        seen = self._frame.seen(path.boundingRect())
        line = _Line(zone.name, WORDS, palette().zone_text(zone.color))
        width, height = letters.width(WORDS, zone.name), letters.line(WORDS)
        left, right = seen.left() + inset, seen.right() - inset - width
        top, bottom = seen.top() + inset * 0.7, seen.bottom() - inset * 0.7 - height
        center = seen.center().x() - width / 2
        places = ((left, top), (left, bottom), (right, top), (right, bottom), (center, top), (center, bottom))
        boxes = [QRectF(x, y, width, height) for x, y in places]
        to_metres = self._frame.camera.to_metres
        inside = [
            box
            for box in boxes
            if seen.contains(box) and all(path.contains(QPointF(*to_metres(corner))) for corner in _corners(box))
        ]
        self._want(inside, [(line,)] * len(inside))

    def _want_relation(self, relation: RelationView) -> None:
        """What ties two together, over the middle of the line between them."""
        first, last = self._frame.ends_of(relation)
        if not relation.label or first is None or last is None:
            return
        middle = (first + last) / 2
        width, height = self._letters.width(WORDS, relation.label), self._letters.line(WORDS)
        box = QRectF(middle.x() - width / 2, middle.y() - height, width, height)
        self._want((box,), [(_Line(relation.label, WORDS, palette().color("muted")),)])

    # ---------------------------------------------------------------- names

    def _want_name(self, token: TokenView) -> None:
        """Name and conditions where there is room for both, else the name; in two lines rather than not at all."""
        letters, colors = self._letters, palette()
        widest = min(letters.length(_WIDEST), self._frame.window.width() * 0.9)
        ink = colors.color("dim" if token.out else "text")
        whole = [_Line(letters.elided(token.name, NAME, widest), NAME, ink)]
        halves = [_Line(half, NAME, ink) for half in letters.halved(token.name, NAME, widest)]
        conditions = letters.elided(joined(*token.conditions), WORDS, widest)
        more = [_Line(conditions, WORDS, colors.color("muted"))] if conditions else []
        # A number in a line of its own is read as somebody's; the token has it as well.
        is_numbered = token.name.rpartition(" ")[2].isdigit()
        cut = ([*halves, *more], whole, halves) if halves and not is_numbered else (whole,)
        boxes: list[QRectF] = []
        wanted: list[Sequence[_Line]] = []
        for lines in ([*whole, *more], *cut):
            places = self._places(token, lines)
            boxes += places
            wanted += [lines] * len(places)
        label = self._want(boxes, wanted)
        if _is_marked(token) and self._labels.places[label] is None:
            self._labels.force(label)

    def _places(self, token: TokenView, lines: Sequence[_Line]) -> list[QRectF]:
        """Boxes beside a token, moved into the window."""
        letters, gap = self._letters, self._letters.length(0.004)
        # A little air at both ends, so that two names side by side are two.
        width = max(letters.width(line.style, line.text) for line in lines) + 4 * gap
        height = sum(letters.line(line.style) for line in lines)
        middle, reach = self._frame.middles[token.id], self._frame.reaches[token.id] + gap
        boxes = list(around(middle, reach, width, height))
        # Slid along as far as it is still seen whose they are.
        over, beside = boxes[:2], boxes[2:]
        boxes += [box.translated(right * width / 4, 0) for box in over for right in (1, -1)]
        boxes += [box.translated(0, down * height / 3) for box in beside for down in (1, -1)]
        if _is_marked(token):
            # Only they have a mark that says whose a name farther off is.
            boxes.extend(_diagonal(middle, reach, width, height))
        return [_inside(box, self._frame.window.adjusted(gap, gap, -gap, -gap)) for box in boxes]

    def _write_lines(self, painter: QPainter, box: QRectF, lines: Sequence[_Line]) -> None:
        top, halo = box.top(), palette().color("ground")
        halo.setAlpha(200)
        for text, style, color in lines:
            place = QRectF(box.left(), top, box.width(), self._letters.line(style))
            write(painter, place, text, self._letters.font(style), color, CENTER, halo)
            top += place.height()

    # ---------------------------------------------------------------- off the map

    def _write_away(self, painter: QPainter) -> None:
        """Who is not on the map, in a line under it: an arrow where the direction is known, and the distance."""
        letters = self._letters
        pad, step = letters.length(_INSET), letters.length(_MARK_STEP)
        window = self._frame.window
        line = QRectF(pad, window.bottom(), window.width() - 2 * pad, letters.length(AWAY_LINE))
        waiting = sorted(self._frame.off_map, key=_rank)
        for number, token in enumerate(waiting):
            rest = f"and {len(waiting) - number - 1} more" if number + 1 < len(waiting) else ""
            marks = step if token.bearing is None else 2 * step
            room = line.width() - marks - (letters.width(WORDS, rest) + 2 * pad if rest else 0)
            words = joined(token.name, token.distance)
            if letters.width(STRONG, words) > room:
                if number:
                    rest = f"and {len(waiting) - number} more"
                    write(painter, line, rest, letters.font(WORDS), palette().color("muted"))
                    return
                words = letters.elided(words, STRONG, room)
            self._write_one_away(painter, token, words, line)
            line.setLeft(line.left() + marks + letters.width(STRONG, words) + 2 * pad)

    def _write_one_away(self, painter: QPainter, token: TokenView, words: str, line: QRectF) -> None:
        """One who is off the map, at the left of the line."""
        letters, colors = self._letters, palette()
        step, size = letters.length(_MARK_STEP), letters.length(_MARK)
        middle = QPointF(line.left() + size, line.center().y())
        draw_side_mark(painter, middle, size, token.side, colors)
        if token.bearing is not None:
            middle += QPointF(step, 0)
            turn = math.radians(token.bearing)
            tip = middle + QPointF(math.sin(turn), -math.cos(turn)) * size
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.color("muted"))
            painter.drawPolygon(arrow_head(tip, token.bearing, size * 2))
        place = line.adjusted(middle.x() - size + step - line.left(), 0, 0, 0)
        write(painter, place, words, letters.font(STRONG), colors.color("now_text" if token.acting else "text"))


def _is_marked(token: TokenView) -> bool:
    return token.acting or token.target


def _rank(token: TokenView) -> tuple[bool, bool, bool, str]:
    """Whose name is written first."""
    return not _is_marked(token), token.out, token.minor, token.id


def _diagonal(middle: QPointF, reach: float, width: float, height: float) -> Iterator[QRectF]:
    """Boxes beside a token below and above, to the right and left."""
    for down in (1, -1):
        for right in (1, -1):
            x, y = middle.x() + right * (reach * 0.8 + width / 2), middle.y() + down * (reach * 0.7 + height / 2)
            yield QRectF(x - width / 2, y - height / 2, width, height)


def _corners(box: QRectF) -> Iterator[QPointF]:
    yield from (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight())


def _inside(box: QRectF, window: QRectF) -> QRectF:
    """A box moved into a window."""
    x = min(max(box.left(), window.left()), max(window.left(), window.right() - box.width()))
    y = min(max(box.top(), window.top()), max(window.top(), window.bottom() - box.height()))
    return QRectF(x, y, box.width(), box.height())
