"""Where things are: places, shapes, zones, links and pictures.

All lengths are metres, stored to the millimetre; y grows downwards like on a screen.
"""

from typing import Annotated, Literal

from msgspec import Meta

from model.state.base import Id, State

Metres = Annotated[float, Meta(ge=-1e6, le=1e6)]
"""A coordinate: no battle is fought over more than a thousand kilometres, and painters reckon in whole pixels."""
Length = Annotated[float, Meta(gt=0, le=1e6)]
Point = tuple[Metres, Metres]
"""Metres right and metres down from the board's origin."""


_NOTHING = 0.0
"""The one nought that fields have by default: files leave it out, as msgspec tells defaults by identity."""


def millimetres(metres: float) -> float:
    """Round a length as the session stores it, so that a saved and reloaded place is the same place."""
    return round(float(metres), 3) or _NOTHING


class Place(State):
    """Where a combatant or thing stands.

    A stored zone is the truth; the position may be absent (a fight without a map) and then nothing is measured.
    """

    x: Metres | None = None
    y: Metres | None = None
    height: Metres = _NOTHING
    """Metres above the ground."""
    zone: Id | None = None

    @property
    def point(self) -> Point | None:
        """The position on the board, or None when only the zone (or nothing) is known."""
        return None if self.x is None or self.y is None else (self.x, self.y)


class Rectangle(State, tag_field="shape", tag="rectangle"):
    """An upright or turned rectangle; `x`, `y` are its upper left corner before turning about its centre."""

    x: Metres
    y: Metres
    width: Length
    height: Length
    angle: float = _NOTHING
    """Degrees clockwise."""


class Polygon(State, tag_field="shape", tag="polygon"):
    """A closed outline; the last point joins the first."""

    points: tuple[Point, ...]


class Circle(State, tag_field="shape", tag="circle"):
    """A disc around its centre."""

    x: Metres
    y: Metres
    radius: Length


class Line(State, tag_field="shape", tag="line"):
    """An open line of two or more points."""

    points: tuple[Point, ...]


Shape = Rectangle | Polygon | Circle | Line


class Zone(State):
    """A named part of the board. Without a shape it is a clump: a place in words, with distances to other clumps."""

    id: Id
    name: str
    shape: Rectangle | Polygon | Circle | None = None
    color: Annotated[int, Meta(ge=0, le=7)] = 0
    """Index into the palette's zone colours."""
    hidden: bool = False
    notes: str = ""
    """The GM's own."""


class Link(State):
    """What lies between two zones: a way from one to the other, or the GM's word on how far apart they are."""

    id: Id
    first: Id
    second: Id
    metres: Annotated[float, Meta(ge=0)] | None = None
    """Distance in metres, given by the GM."""
    band: str | None = None
    """Distance as a range band of the ruleset, given by the GM instead of metres."""
    is_blocked: bool = False
    is_one_way: bool = False
    cost: Annotated[int, Meta(ge=0)] = 1
    name: str = ""
    """What the way is called: `Door`, `Ladder`."""
    is_cut: bool = False
    """Blocked for good: there is nothing to open, as at a wall. Such a link is blocked as well."""
    hidden: bool = False
    """The players see the zones as though there were no link."""


class Feature(State):
    """Cover, terrain or a drawing on the board."""

    id: Id
    kind: Literal["cover", "terrain", "drawing"]
    shape: Shape
    name: str = ""
    hidden: bool = False
    is_door: bool = False
    """It can be opened and closed: open, it is a drawing; closed, it is cover."""


FogLevel = Literal["hidden", "dimmed", "revealed"]
"""`hidden`: darkness. `dimmed`: players see the ground, but no opponents on it."""


class FogPatch(State):
    """What players see of a part of the board: a zone, a shape, or all of it where neither is given."""

    level: FogLevel
    zone: Id | None = None
    shape: Shape | None = None
    """A line is a stroke of a brush."""
    width: Annotated[float, Meta(ge=0, le=1e4)] = _NOTHING
    """Metres that a stroke is wide."""


class Picture(State):
    """A background picture, kept beside the session under the name of its content's hash."""

    file: str
    """`<hash>.<extension>`; never a path."""
    x: Metres = 0.0
    y: Metres = 0.0
    width: Length = 30.0
    """Metres that the picture is wide; its height follows from its proportions."""
    opacity: Annotated[float, Meta(ge=0, le=1)] = 1.0


class Board(State):
    """The drawn or undrawn place of the fight."""

    zones: dict[Id, Zone] = {}
    links: dict[Id, Link] = {}
    features: dict[Id, Feature] = {}
    picture: Picture | None = None
    fog: tuple[FogPatch, ...] = ()
    """What players do not see, the latest last; where nothing lies, they see all."""
    has_grid: bool = True
    cell: Annotated[float, Meta(gt=0)] = 1.0
    """Side of a grid cell in metres."""
