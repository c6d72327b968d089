"""The areas of a battle of zones on the players' screen: how large each is, and how its combatants are written in it.

Areas are in lines from top to bottom, as the zones are on the map, and fill the screen together: no distance can be
measured in them. A line that is too long for the screen goes on in the next one, back to the left or below the area
where it ended, whichever keeps more connected areas beside each other.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QRectF

from gui.player.text_layout import NAME, STRONG, WORDS, Letters, Style, joined
from model.view.map import Bounds, Id, TokenView, replace, shape_bounds
from model.view.players import PlayersView
from model.view.short_names import Forms, forms, forms_of
from model.view.viewer import PLAYERS_SIDE, without_number
from model.view.zone_list import ZoneRow

GAP = 0.05
"""Gap between two areas, with room for a connection's badge; a share of the screen's height, like all lengths here."""
_MARGIN = 0.034
_NARROW = 0.5
"""Share of gaps, margins and pads that is left where many areas need the room."""
_PAD = 0.018
"""Distance from an area's border to its content."""
BADGE = 0.032
"""Radius of a token."""
ENTRY_GAP = 0.012
"""Gap between two entries, and around the frame of one."""
BESIDE = 0.014
"""Gap between a name and the words beside it."""
_LEAST_NAME = 0.16
"""Least width of a name that is shortened."""
_ELSEWHERE = "Elsewhere"
"""Title of the area of combatants in a zone that players do not know."""
_CUT = "…"


class Entry(Struct, frozen=True):
    """A combatant in an area, or several opponents of one name if there is no room for each."""

    token: TokenView
    names: tuple[str, ...]
    """The name in one line, or more."""
    details: tuple[str, ...]
    """Conditions, in words: lines under the name, or one beside it."""
    is_wide: bool
    """Whether the conditions have room beside the last line of the name."""
    is_partial: bool = False
    """Whether not all conditions that are told have room."""

    def text_height(self, letters: Letters) -> float:
        """Height of name and conditions in pixels."""
        below = 0 if self.is_wide else len(self.details)
        return len(self.names) * letters.line(NAME) + below * letters.line(WORDS)

    def height(self, letters: Letters) -> float:
        """Height in pixels, with the gap to the next entry."""
        return max(self.text_height(letters), letters.length(2 * BADGE)) + letters.length(ENTRY_GAP)

    @property
    def is_whole(self) -> bool:
        return not any(_CUT in line for line in (*self.names, *self.details))


@dataclass
class Area:
    """A zone with its box on the screen; what is in it is filled in once its width is known."""

    zone: ZoneRow
    tokens: tuple[TokenView, ...]
    pad: float
    """Pixels from its border to its content."""
    box: QRectF = field(default_factory=QRectF)
    titles: tuple[str, ...] = ()
    """The title in one line, or two."""
    columns: int = 1
    entries: tuple[Entry, ...] = ()
    needed: float = 0.0
    """Height of title and entries in pixels."""
    more: int = 0
    """Number of combatants that have no room."""
    is_more_below: bool = False
    """Whether their number is in a line of its own under the entries."""

    @property
    def title(self) -> str:
        return self.zone.name if self.zone.id else _ELSEWHERE

    @property
    def more_words(self) -> str:
        return f"and {self.more} more" if self.more else ""

    @property
    def weight(self) -> float:
        """Relative width that an area wants in its line."""
        return 1 + math.sqrt(len(self.tokens))

    def column_width(self, letters: Letters) -> float:
        """Width of an entry in pixels."""
        inner = self.box.width() - 2 * self.pad
        return (inner - (self.columns - 1) * letters.length(ENTRY_GAP)) / self.columns

    @property
    def free(self) -> float:
        """Pixels that are left under the entries."""
        return self.box.height() - self.needed

    @property
    def is_whole(self) -> bool:
        """Whether nothing in it is cut."""
        return all(entry.is_whole for entry in self.entries) and not any(_CUT in line for line in self.titles)

    def rows(self) -> Iterator[tuple[Entry, ...]]:
        """The entries line by line."""
        for first in range(0, len(self.entries), self.columns):
            yield self.entries[first : first + self.columns]


class _Fit(NamedTuple):
    """How much is condensed so that everything fits."""

    is_counted: bool = False
    """Whether opponents of one name are one entry: `Raider ×3`."""
    lines: int = 1
    """Most lines of a name."""
    words: int = 1
    """Most lines of a title, and of conditions."""
    is_short: bool = False
    """Whether names may be written in their shorter forms."""
    is_brief: bool = False
    """Whether conditions have one line, as many as fit, and are left out where the token's sign tells them."""
    is_bare: bool = False
    """Whether conditions are left out."""
    most: int | None = None
    """Most entries of an area, or None if unlimited; the others are counted."""
    is_cut: bool = False
    """Whether names may be cut."""


_FITS = (
    _Fit(),
    _Fit(lines=2, words=2),
    _Fit(True),
    _Fit(True, lines=2, words=2),
    _Fit(True, lines=2, words=2, is_short=True),
    _Fit(True, words=2, is_short=True),
    _Fit(True, words=2, is_short=True, is_brief=True),
    _Fit(True, words=2, is_short=True, is_bare=True),
    *(
        _Fit(True, words=2, is_short=True, is_bare=True, most=most, is_cut=is_cut)
        for is_cut in (False, True)
        for most in (8, 5, 3, 2, 1)
    ),
)
"""The first one with which all areas have room is used; an area that has more room is condensed less."""


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
            box.adjusted(margin, margin, -margin, -margin), letters.length(GAP * share), letters.length(_PAD * share)
        )


def laid_areas(view: PlayersView, letters: Letters, box: QRectF) -> list[list[Area]]:
    """Return the areas line by line, with their boxes: letters are never shrunk, entries are condensed instead.

    Lines are broken, and gaps narrowed, before any entry is condensed: names and conditions go on in a second line,
    then opponents of one name are counted, then names become shorter by whole words, and conditions fewer. Who has no
    room even then is counted, and names are cut last. Empty if the box has no room for an entry of each area.
    """
    lines, pairs = _lines(view), {frozenset((link.first, link.second)) for link in view.map.links}
    known = forms_of(token.name for line in lines for zone in line for token in zone.tokens)
    ways, spaces = _broken_ways(lines, pairs), tuple(_spaces(box, letters))
    for fit, space in itertools.product(_FITS, spaces):
        layout = _Layout(letters, known, fit, space)
        packed = layout.packed(lines, pairs)
        for way in (*ways, packed) if packed not in ways else ways:
            areas = layout.areas(way)
            if layout.have_room(areas):
                _heighten(areas, space)
                richer = [_Layout(letters, known, one, space) for one in _FITS[: _FITS.index(fit)]]
                return [[_richest(area, richer) for area in line] for line in areas]
    return []


def _richest(area: Area, layouts: Sequence[_Layout]) -> Area:
    """The area filled by the first of the layouts for which its box has room, else as it is."""
    for layout in layouts:
        filled = layout.filled(area)
        if filled is not None:
            return filled
    return area


class _Layout:
    """Lays out areas for one way of condensing them."""

    def __init__(self, letters: Letters, known: Forms, fit: _Fit, space: _Space) -> None:
        self._letters, self._known, self._fit, self._space = letters, known, fit, space
        self._name_left = name_left(letters)
        self._gap = letters.length(ENTRY_GAP)
        self._tokens: dict[Id, tuple[TokenView, ...]] = {}
        self._leasts: dict[Id, float] = {}

    def areas(self, way: list[list[ZoneRow]]) -> list[list[Area]]:
        """The areas of zones in lines, without their boxes."""
        return [[self._area(zone) for zone in line] for line in way]

    def _area(self, zone: ZoneRow) -> Area:
        tokens = self._tokens.get(zone.id)
        if tokens is None:
            tokens = self._tokens[zone.id] = _shown(zone, self._fit)
        return Area(zone, tokens, self._space.pad)

    def filled(self, area: Area) -> Area | None:
        """An area filled anew in its box; None if that has no room."""
        new = self._area(area.zone)
        new.box = area.box
        if not self._is_wide_enough(new):
            return None
        self._fill(new)
        return new if new.is_whole and new.needed <= new.box.height() else None

    def packed(self, lines: list[list[ZoneRow]], pairs: set[frozenset[Id]]) -> list[list[ZoneRow]]:
        """The lines broken where they are full, with as many areas in each as have room."""
        way: list[list[ZoneRow]] = []
        for line in lines:
            part, taken = list[ZoneRow](), 0.0
            for zone in line:
                width = self._least(self._area(zone)) + self._space.gap
                if part and taken + width > self._space.inner.width() + self._space.gap:
                    _turned_below(way, part, pairs)
                    part, taken = [], 0.0
                part.append(zone)
                taken += width
            _turned_below(way, part, pairs)
        return way

    def have_room(self, lines: list[list[Area]]) -> bool:
        """Lay out the entries of all areas; returns whether they fit."""
        most = self._space.inner.height() - self._space.gap * (len(lines) - 1)
        for line in lines:
            self._widen(line)
            if not all(map(self._is_wide_enough, line)):
                return False
            for area in line:
                self._fill(area)
            most -= max(area.needed for area in line)
            if most < 0 or not (self._fit.is_cut or all(area.is_whole for area in line)):
                return False
        return True

    def _is_wide_enough(self, area: Area) -> bool:
        """Whether its box has room for title and names, or if they may be cut, for enough to recognise them."""
        width = area.box.width() + 1
        if not self._fit.is_cut:
            return width >= self._least(area)
        title = self._broken_width(area.title, STRONG, self._fit.words)
        return width >= max(self._name_left + self._letters.length(_LEAST_NAME), title) + 2 * area.pad

    def _widen(self, line: Sequence[Area]) -> None:
        """Share the width of the screen among the areas of a line."""
        left = self._space.inner.left()
        for area, width in zip(line, self._widths(line), strict=True):
            area.box = QRectF(left, self._space.inner.top(), width, 0)
            left = area.box.right() + self._space.gap

    def _widths(self, line: Sequence[Area]) -> list[float]:
        """Widths of the areas of a line, by their combatants; if possible all have room for title and longest name."""
        room = self._space.inner.width() - self._space.gap * (len(line) - 1)
        least = [self._least(area) for area in line]
        if sum(least) >= room:
            return [one * room / sum(least) for one in least]
        spare = room - sum(least)
        whole = sum(area.weight for area in line)
        wanted = [max(0.0, room * area.weight / whole - one) for area, one in zip(line, least, strict=True)]
        return [one + spare * more / (sum(wanted) or 1.0) for one, more in zip(least, wanted, strict=True)]

    def _fill(self, area: Area) -> None:
        """Arrange title and entries in as many columns as tell most, and of these as make the area lowest."""
        letters, inner = self._letters, area.box.width() - 2 * area.pad
        tokens = _kept(area.tokens, self._fit.most)
        area.more = len(area.tokens) - len(tokens)
        area.titles = tuple(letters.wrapped(area.title, STRONG, inner, self._fit.words))
        beside = letters.width(STRONG, area.titles[-1]) if area.titles else 0.0
        area.is_more_below = beside + letters.length(BESIDE) + letters.width(WORDS, area.more_words) > inner
        said = int(area.zone.fog != "revealed") + int(bool(area.more) and area.is_more_below)
        around = 2 * area.pad + len(area.titles) * letters.line(STRONG) + said * letters.line(WORDS)
        widest = max((self._least_width(token) for token in tokens), default=inner)
        found: tuple[int, float, int, tuple[Entry, ...]] | None = None
        for columns in range(1, max(1, math.floor((inner + self._gap) / (widest + self._gap))) + 1):
            area.columns = columns
            area.entries = tuple(self._entry(token, area.column_width(letters)) for token in tokens)
            height = sum(max(entry.height(letters) for entry in row) for row in area.rows())
            partial = sum(entry.is_partial for entry in area.entries)
            if found is None or (partial, height + 1) < found[:2]:
                found = (partial, height, columns, area.entries)
            if columns >= len(tokens):
                break
        assert found is not None
        area.columns, area.entries = found[2:]
        area.needed = around + found[1]

    def _entry(self, token: TokenView, width: float) -> Entry:
        letters, room = self._letters, width - self._name_left
        names = self._names_beside(token, room) or self._names(token.name, room)
        beside = room - letters.width(NAME, names[-1]) - letters.length(BESIDE)
        labels = () if self._fit.is_bare else _untold(token) if self._fit.is_brief else token.conditions
        whole = joined(*labels)
        if letters.width(WORDS, whole) <= beside:
            return Entry(token, names, (whole,) if whole else (), True)
        if self._fit.is_brief:
            brief = _as_many_as_fit(labels, letters, room)
            return Entry(token, names, (brief,) if brief else (), False, is_partial=brief != whole)
        return Entry(token, names, tuple(letters.wrapped(whole, WORDS, room, self._fit.words)), False)

    def _names_beside(self, token: TokenView, room: float) -> tuple[str, ...]:
        """The longest form of a name that leaves room for all conditions beside it, if they have to be brief."""
        if not self._fit.is_brief or not (labels := _untold(token)):
            return ()
        left = room - self._letters.width(WORDS, joined(*labels)) - self._letters.length(BESIDE)
        return tuple(form for form in self._forms(token.name) if self._letters.width(NAME, form) <= left)[:1]

    def _names(self, name: str, room: float) -> tuple[str, ...]:
        """The longest form of a name that has room."""
        return tuple(self._letters.written(self._forms(name), NAME, room, self._fit.lines)) or ("",)

    def _forms(self, name: str) -> tuple[str, ...]:
        return forms(name, self._known) if self._fit.is_short else (name,)

    def _least(self, area: Area) -> float:
        """Pixels that an area has to be wide for its title and its longest name."""
        known = self._leasts.get(area.zone.id)
        if known is not None:
            return known
        widest = max((self._least_width(token) for token in area.tokens), default=1.0)
        known = self._leasts[area.zone.id] = (
            max(widest, self._broken_width(area.title, STRONG, self._fit.words)) + 2 * area.pad + 1
        )
        return known

    def _least_width(self, token: TokenView) -> float:
        """Pixels that an entry has to be wide."""
        name = min(self._broken_width(form, NAME, self._fit.lines) for form in self._forms(token.name))
        is_whole = not (self._fit.is_brief or self._fit.is_bare)
        words = self._broken_width(joined(*token.conditions), WORDS, self._fit.words) if is_whole else 0.0
        return self._name_left + max(name, words)

    def _broken_width(self, text: str, style: Style, most: int) -> float:
        """Width of the longest line of a text in at most one line, or two."""
        letters = self._letters
        lines = [text] if most == 1 else letters.halved(text, style, math.inf)
        return max((letters.width(style, line) for line in lines), default=0.0)


def name_left(letters: Letters) -> float:
    """Pixels from an entry's left edge to its name."""
    return letters.length(2 * BADGE + 0.013)


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


def _broken_ways(lines: list[list[ZoneRow]], pairs: set[frozenset[Id]]) -> list[list[list[ZoneRow]]]:
    """The lines with at most a number of areas each: first as they are, last one below the other."""
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
        _turned_below(broken, line[first:last], pairs)
    return broken


def _turned_below(lines: list[list[ZoneRow]], part: list[ZoneRow], pairs: set[frozenset[Id]]) -> None:
    """Append a part of a line, turned round if then more of its areas are below a connected one."""
    if lines:
        above = lines[-1]
        part = max((part, part[::-1]), key=lambda way: _links_below(above, way, pairs))
    lines.append(part)


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
    """The combatants in a zone: players' characters first, the defeated last.

    Those of one name count as one if they are in the same condition, or if conditions have no room at all.
    """
    tokens = sorted(zone.tokens, key=lambda token: (token.out, token.side != PLAYERS_SIDE, token.name))
    if not fit.is_counted:
        return tuple(tokens)
    counted: dict[tuple[str, ...], list[TokenView]] = {}
    for token in tokens:
        is_alone = token.acting or token.target or token.side == PLAYERS_SIDE or token.out
        state = () if fit.is_bare else token.conditions
        kind = ("", token.id) if is_alone else (token.side, without_number(token.name), *state)
        counted.setdefault(kind, []).append(token)
    return tuple(_counted(alike) for alike in counted.values())


def _kept(tokens: tuple[TokenView, ...], most: int | None) -> tuple[TokenView, ...]:
    """At most a number of them, in their order; who acts and who is a target stay."""
    if most is None or len(tokens) <= most:
        return tokens
    ranked = sorted(range(len(tokens)), key=lambda at: (not tokens[at].acting, not tokens[at].target, at))
    return tuple(tokens[at] for at in sorted(ranked[:most]))


def _counted(alike: Sequence[TokenView]) -> TokenView:
    """One token for several combatants of one name; conditions that not all of them have are left out."""
    first = alike[0]
    if len(alike) == 1:
        return first
    name = without_number(first.name)
    common = tuple(label for label in first.conditions if all(label in token.conditions for token in alike))
    return replace(first, name=f"{name} ×{len(alike)}", initials=first.initials[:1], conditions=common)


def _untold(token: TokenView) -> tuple[str, ...]:
    """The conditions that are not told by the sign of one who is out of combat."""
    return () if token.out else token.conditions


def _as_many_as_fit(labels: Sequence[str], letters: Letters, width: float) -> str:
    """Conditions in one line of a width, the others counted: `prone · +2`; empty if none has room."""
    for count in range(len(labels), 0, -1):
        words = joined(*labels[:count], f"+{len(labels) - count}" if count < len(labels) else "")
        if letters.width(WORDS, words) <= width:
            return words
    return ""
