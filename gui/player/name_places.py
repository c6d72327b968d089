"""Candidate positions for the names of tokens on the players' map, the best one first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from gui.map.labels import Edges, corners_around
from gui.player.text_layout import NAME, WORDS, Letters, Style, joined
from gui.style import Palette, palette
from model.view.map import Id, TokenView

_WIDEST = 0.6
"""Greatest width of a name; like all lengths here, a share of the screen's height."""
_GAP = 0.004


class TextLine(NamedTuple):
    """A line of a label."""

    text: str
    style: Style
    color: QColor


class NamePlaces(NamedTuple):
    """Candidate boxes of a name in pixels, and the lines to write in each."""

    boxes: Sequence[Edges]
    lines: Sequence[Sequence[TextLine]]


class _Room(NamedTuple):
    """What all names of a view have in common."""

    letters: Letters
    colors: Palette
    window: Edges
    zones: tuple[Edges, ...]
    is_crowd: bool


class _Made(NamedTuple):
    """Candidate places, with the cache key for which they were found."""

    key: tuple[object, ...]
    places: NamePlaces


class NamePlaceFinder:
    """Finds candidate places of names, and caches them while a token's position, look and text stay the same."""

    def __init__(self) -> None:
        self._room: _Room | None = None
        self._made: dict[Id, _Made] = {}

    def set_room(self, letters: Letters, window: QRectF, zones: Sequence[QRectF], *, is_crowd: bool) -> None:
        """Set what the next names have in common; `zones` are boxes in pixels, the smallest first."""
        edges = tuple(zone.getCoords() for zone in zones)
        room = _Room(letters, palette(), window.getCoords(), edges, is_crowd)  # type: ignore[arg-type]  # hints of Qt
        if room != self._room:
            self._room = room
            self._made = {}

    def find(self, token: TokenView, middle: QPointF, reach: float) -> NamePlaces:
        """Return places for a token's name; its rings and marks extend `reach` pixels from its middle."""
        key = (token.name, token.conditions, token.out, is_marked(token), middle.toTuple(), reach)
        made = self._made.get(token.id)
        if made is None or made.key != key:
            assert self._room is not None, "set before names are asked for"
            made = self._made[token.id] = _Made(key, _places_of(token, middle, reach, self._room))
        return made.places


def is_marked(token: TokenView) -> bool:
    """Whether a token is acting or a target: its mark makes clear to which token a more distant name belongs."""
    return token.acting or token.target


def _places_of(token: TokenView, middle: QPointF, reach: float, room: _Room) -> NamePlaces:
    """Name with conditions first, then the name alone; each in one line first, if it is not too long, then in two."""
    letters, colors = room.letters, room.colors
    widest = min(letters.length(_WIDEST), (room.window[2] - room.window[0]) * 0.9)
    ink = colors.color("dim" if token.out else "text")
    whole = [TextLine(line, NAME, ink) for line in _lines_of(token.name, NAME, widest, letters) or ("",)]
    halves = [TextLine(half, NAME, ink) for half in letters.halved(token.name, NAME, widest)]
    conditions = _lines_of(joined(*token.conditions), WORDS, widest, letters) if token.conditions else ()
    more = [TextLine(line, WORDS, colors.color("muted")) for line in conditions]
    # A number alone in a line could be taken for another combatant's; the token shows it as well.
    is_numbered = token.name.rpartition(" ")[2].isdecimal()
    cut = ([*halves, *more], whole, halves) if halves and not is_numbered and not room.is_crowd else (whole,)
    boxes: list[Edges] = []
    lines_of_boxes: list[Sequence[TextLine]] = []
    for lines in ([*whole, *more], *cut) if more else (whole, halves) if len(cut) > 1 else (whole,):
        places = _boxes(lines, middle, reach, room, has_mark=is_marked(token))
        boxes += places
        lines_of_boxes += [lines] * len(places)
    return NamePlaces(boxes, lines_of_boxes)


def _lines_of(text: str, style: Style, width: float, letters: Letters) -> Sequence[str]:
    """A text in one line, or in two if it is longer than that; this is done for all names in each frame of a pan."""
    whole = letters.elided(text, style, width)
    return (whole,) if "…" not in whole else letters.wrapped(text, style, width, 2)


def _boxes(lines: Sequence[TextLine], middle: QPointF, reach: float, room: _Room, *, has_mark: bool) -> Sequence[Edges]:
    """Boxes for lines beside a token, moved into the window; those inside the token's zone come first."""
    letters, gap = room.letters, room.letters.length(_GAP)
    # Space at both ends, so that two names side by side do not read as one.
    width = max(letters.width(line.style, line.text) for line in lines) + 4 * gap
    height = sum(letters.line(line.style) for line in lines)
    reach += gap
    corners = list(corners_around(middle, reach, width, height))
    if not room.is_crowd:
        # Moved along the token as far as it stays clear to which token the name belongs.
        over, beside = corners[:2], corners[2:]
        corners += [(left + right * width / 4, top) for left, top in over for right in (1, -1)]
        corners += [(left, top + down * height / 3) for left, top in beside for down in (1, -1)]
    if has_mark:
        corners.extend(_diagonal(middle, reach, width, height))
    x, y = middle.x(), middle.y()
    zone = next((zone for zone in room.zones if zone[0] <= x <= zone[2] and zone[1] <= y <= zone[3]), room.window)
    inside: list[Edges] = []
    beyond: list[Edges] = []
    for box in _moved_into(room.window, gap, corners, width, height):
        is_inside = zone[0] <= box[0] and zone[1] <= box[1] and box[2] <= zone[2] and box[3] <= zone[3]
        (inside if is_inside else beyond).append(box)
    return inside + beyond


def _moved_into(
    window: Edges, gap: float, corners: Sequence[tuple[float, float]], width: float, height: float
) -> Iterator[Edges]:
    """Yield boxes of a size by their upper left corners, moved to be at least `gap` pixels inside the window."""
    first_x, first_y = window[0] + gap, window[1] + gap
    last_x, last_y = max(first_x, window[2] - gap - width), max(first_y, window[3] - gap - height)
    # Comparisons, not `min` and `max`: this is done for hundreds of boxes in each frame of a pan.
    for left, top in corners:
        x = first_x if left < first_x else min(left, last_x)
        y = first_y if top < first_y else min(top, last_y)
        yield x, y, x + width, y + height


def _diagonal(middle: QPointF, reach: float, width: float, height: float) -> Iterator[tuple[float, float]]:
    """Yield upper left corners of boxes diagonally below and above a token, to its right and left."""
    for down in (1, -1):
        for right in (1, -1):
            x, y = middle.x() + right * (reach * 0.8 + width / 2), middle.y() + down * (reach * 0.7 + height / 2)
            yield x - width / 2, y - height / 2
