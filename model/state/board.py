"""Positions and the board: places, shapes, zones, links and pictures.

All lengths are metres, stored to the millimetre; y grows downwards as on a screen.
"""

from typing import Annotated, Literal

from msgspec import Meta

from model.state.base import Id, State

Metres = Annotated[float, Meta(ge=-1e6, le=1e6)]
"""A coordinate: no battle extends over more than a thousand kilometres, and painters use whole pixels."""
Length = Annotated[float, Meta(gt=0, le=1e6)]
Point = tuple[Metres, Metres]
"""Metres right and metres down from the board's origin."""


_NOTHING = 0.0
"""The shared default zero of fields: files leave it out, because msgspec recognises defaults by identity."""


def millimetres(metres: float) -> float:
    """Round a length as the session stores it, so that a place is the same after saving and loading."""
    return round(float(metres), 3) or _NOTHING


class Place(State):
    """Position of a combatant or thing.

    A stored zone is authoritative; the coordinates may be missing (a fight without a map), and then nothing is
    measured.
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
    """A rectangle, which may be turned; `x`, `y` are its upper left corner before turning about its centre."""

    x: Metres
    y: Metres
    width: Length
    height: Length
    angle: float = _NOTHING
    """Degrees clockwise."""


class Polygon(State, tag_field="shape", tag="polygon"):
    """A closed outline; the last point connects to the first."""

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
    """A named part of the board. Without a shape it is a clump: a place with a name and distances to other clumps."""

    id: Id
    name: str
    shape: Rectangle | Polygon | Circle | None = None
    color: Annotated[int, Meta(ge=0, le=7)] = 0
    """Index into the palette's zone colours."""
    hidden: bool = False
    notes: str = ""
    """The GM's notes."""


class Link(State):
    """A connection between two zones: a route from one to the other, or the distance that the GM gave."""

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
    """Name of the connection: `Door`, `Ladder`."""
    is_cut: bool = False
    """Blocked permanently: it cannot be opened, as with a wall. Such a link has `is_blocked` set as well."""
    hidden: bool = False
    """Whether players see the zones as if there were no link."""


class Feature(State):
    """Cover, terrain or a drawing on the board."""

    id: Id
    kind: Literal["cover", "terrain", "drawing"]
    shape: Shape
    name: str = ""
    hidden: bool = False
    is_door: bool = False
    """Whether it can be opened and closed: open, it is a drawing; closed, it is cover."""


FogLevel = Literal["hidden", "dimmed", "revealed"]
"""`hidden`: darkness. `dimmed`: players see the ground, but no opponents on it."""


class FogPatch(State):
    """What players see of a part of the board: a zone, a shape, or the whole board if neither is given."""

    level: FogLevel
    zone: Id | None = None
    shape: Shape | None = None
    """A line is a brush stroke."""
    width: Annotated[float, Meta(ge=0, le=1e4)] = _NOTHING
    """Width of a brush stroke in metres."""


class Picture(State):
    """A background picture, kept beside the session; its file is named after the hash of its content."""

    file: str
    """`<hash>.<extension>`; never a path."""
    x: Metres = 0.0
    y: Metres = 0.0
    width: Length = 30.0
    """Width of the picture in metres; its height follows from its proportions."""
    opacity: Annotated[float, Meta(ge=0, le=1)] = 1.0


class Board(State):
    """The place of the fight, with or without a map."""

    zones: dict[Id, Zone] = {}
    links: dict[Id, Link] = {}
    features: dict[Id, Feature] = {}
    picture: Picture | None = None
    fog: tuple[FogPatch, ...] = ()
    """Patches of fog, the latest last; where there is none, players see everything."""
    has_grid: bool = True
    cell: Annotated[float, Meta(gt=0)] = 1.0
    """Side of a grid cell in metres."""
