"""Where the names of tokens could stand on the players' map, the best place first."""

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
"""Of a name, as all lengths here a share of the screen's height."""
_GAP = 0.004


class TextLine(NamedTuple):
    """A line of a label."""

    text: str
    style: Style
    color: QColor


class NamePlaces(NamedTuple):
    """The boxes that a name could have in pixels, and the lines that would stand in each."""

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
    """Places, with what they were found for."""

    key: tuple[object, ...]
    places: NamePlaces


class NamePlaceFinder:
    """Finds the places of names; keeps those of tokens that stand where they did, look alike and say the same."""

    def __init__(self) -> None:
        self._room: _Room | None = None
        self._made: dict[Id, _Made] = {}

    def set_room(self, letters: Letters, window: QRectF, zones: Sequence[QRectF], *, is_crowd: bool) -> None:
        """What the next names have in common: boxes of the zones in pixels, the smallest first."""
        edges = tuple(zone.getCoords() for zone in zones)
        room = _Room(letters, palette(), window.getCoords(), edges, is_crowd)  # type: ignore[arg-type]  # hints of Qt
        if room != self._room:
            self._room = room
            self._made = {}

    def find(self, token: TokenView, middle: QPointF, reach: float) -> NamePlaces:
        """Places for the name of a token whose rings and marks reach this many pixels from its middle."""
        key = (token.name, token.conditions, token.out, is_marked(token), middle.toTuple(), reach)
        made = self._made.get(token.id)
        if made is None or made.key != key:
            assert self._room is not None, "set before names are asked for"
            made = self._made[token.id] = _Made(key, _places_of(token, middle, reach, self._room))
        return made.places


def is_marked(token: TokenView) -> bool:
    """Whether a token has a mark that says whose a name farther off is."""
    return token.acting or token.target


def _places_of(token: TokenView, middle: QPointF, reach: float, room: _Room) -> NamePlaces:
    """Name and conditions where there is room for both, else the name; in two lines rather than not at all."""
    letters, colors = room.letters, room.colors
    widest = min(letters.length(_WIDEST), (room.window[2] - room.window[0]) * 0.9)
    ink = colors.color("dim" if token.out else "text")
    whole = [TextLine(letters.elided(token.name, NAME, widest), NAME, ink)]
    halves = [TextLine(half, NAME, ink) for half in letters.halved(token.name, NAME, widest)]
    conditions = letters.elided(joined(*token.conditions), WORDS, widest)
    more = [TextLine(conditions, WORDS, colors.color("muted"))] if conditions else []
    # A number in a line of its own is read as another combatant's; the token has it as well.
    is_numbered = token.name.rpartition(" ")[2].isdigit()
    cut = ([*halves, *more], whole, halves) if halves and not is_numbered and not room.is_crowd else (whole,)
    boxes: list[Edges] = []
    lines_of_boxes: list[Sequence[TextLine]] = []
    for lines in ([*whole, *more], *cut) if more or len(cut) > 1 else (whole,):
        places = _boxes(lines, middle, reach, room, has_mark=is_marked(token))
        boxes += places
        lines_of_boxes += [lines] * len(places)
    return NamePlaces(boxes, lines_of_boxes)


def _boxes(lines: Sequence[TextLine], middle: QPointF, reach: float, room: _Room, *, has_mark: bool) -> Sequence[Edges]:
    """Boxes for lines beside a token, moved into the window: those in the token's zone first."""
    letters, gap = room.letters, room.letters.length(_GAP)
    # A little air at both ends, so that two names side by side are two.
    width = max(letters.width(line.style, line.text) for line in lines) + 4 * gap
    height = sum(letters.line(line.style) for line in lines)
    reach += gap
    corners = list(corners_around(middle, reach, width, height))
    if not room.is_crowd:
        # Slid along as far as it is still seen whose they are.
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
    """Boxes of a size by their upper left corners, moved so that they are so far within the window."""
    first_x, first_y = window[0] + gap, window[1] + gap
    last_x, last_y = max(first_x, window[2] - gap - width), max(first_y, window[3] - gap - height)
    # Comparisons, not `min` and `max`: this is done for hundreds of boxes in each frame of a pan.
    for left, top in corners:
        x = first_x if left < first_x else min(left, last_x)
        y = first_y if top < first_y else min(top, last_y)
        yield x, y, x + width, y + height


def _diagonal(middle: QPointF, reach: float, width: float, height: float) -> Iterator[tuple[float, float]]:
    """Upper left corners of boxes beside a token below and above, to the right and left."""
    for down in (1, -1):
        for right in (1, -1):
            x, y = middle.x() + right * (reach * 0.8 + width / 2), middle.y() + down * (reach * 0.7 + height / 2)
            yield x - width / 2, y - height / 2
