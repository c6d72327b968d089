"""What a viewer's board shows, as map and as range bands: the only thing that the canvases draw from.

These types have no field for a secret. A projection puts in only what the viewer may know: a
hidden combatant is simply not among the tokens of the players' map; `hidden` is ever true for the GM only.
Coordinates are metres, y grows downwards like on a screen. Selection and zoom belong to a canvas, not here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import is_
from typing import Literal

from model.engine.calls import Call, Taken
from model.engine.ruleset import Ruleset
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle
from model.state.board import Circle, FogLevel, Line, Point, Polygon, Rectangle, Shape
from model.view.viewer import Viewer, knows, visible_id

__all__ = [
    "AreaView",
    "BandEntry",
    "BandView",
    "BandsView",
    "Bounds",
    "Circle",
    "Distances",
    "FeatureKind",
    "FeatureView",
    "FogLevel",
    "FogView",
    "GridView",
    "HealthView",
    "Id",
    "LegView",
    "Line",
    "LinkState",
    "LinkView",
    "MapView",
    "PictureView",
    "Point",
    "Polygon",
    "PushView",
    "ReachView",
    "Rectangle",
    "RelationView",
    "RingView",
    "RouteView",
    "Shape",
    "TokenView",
    "ZoneView",
    "band_of",
    "map_bounds",
    "metres_text",
    "replace",
    "shape_bounds",
    "shape_points",
]

FeatureKind = Literal["cover", "terrain", "drawing"]
LinkState = Literal["open", "one_way", "blocked", "cut"]

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom in metres."""


class HealthView(State):
    """Health as far as the viewer may know it: exact, in words, as a bar or any of these together."""

    fraction: float | None = None
    """0 (out) to 1 (unhurt); None when only words are shown."""
    text: str = ""
    """`16 / 20`, `hurt` or nothing."""


class TokenView(State):
    """One combatant or thing on the board."""

    id: Id
    name: str
    """The name that the viewer knows."""
    initials: str
    """One to three signs that stand in the token when there is no portrait."""
    side: str
    """`pc`, `npc`, `ally` or another name."""
    x: float | None = None
    y: float | None = None
    """Metres; None when the combatant is not on the map: then it is an arrow at the map's edge."""
    height: float = 0.0
    """Metres above the ground."""
    radius: float = 0.5
    """Metres."""
    room: float | None = None
    """Metres around it that are its own in its zone: it is not drawn larger than that, unless it is larger."""
    crowded: bool = False
    """So many sit in its zone that there is no room for names; what is pointed at or marked has one all the same."""
    portrait: str = ""
    """Name of a picture file (content hash and extension), or nothing."""
    conditions: tuple[str, ...] = ()
    """Short labels beside the token, most important first."""
    notes: tuple[str, ...] = ()
    """Lines for the tooltip: conditions in full, with what they do and until when."""
    health: HealthView | None = None
    distance: str = ""
    """How far it is from the active combatant, in words: `340 m`. Shown where the token itself cannot be.

    The GM's map measures it when it is asked for (`MapView.told`).
    """
    bearing: float | None = None
    """Direction in degrees clockwise from north in which a combatant off the map is, when that is known."""
    minor: bool = False
    """One of many without a name of his own: drawn a little smaller, named only where there is room."""
    hidden: bool = False
    """The players do not see it."""
    in_fog: bool = False
    """That is so because of the fog over it alone."""
    out: bool = False
    """Out of the fight: crossed out and dim."""
    acting: bool = False
    """It is this one's turn."""
    target: bool = False
    """Marked as the target."""

    @property
    def unseen(self) -> str:
        """Why players do not see it, in a word or two, as the initiative list says it; empty when they do."""
        return "in fog" if self.in_fog else "hidden" if self.hidden else ""

    @property
    def point(self) -> Point | None:
        """Where it stands, or None when it is off the map."""
        return None if self.x is None or self.y is None else (self.x, self.y)


class ZoneView(State):
    """A named area; zones without a shape are no part of a map."""

    id: Id
    name: str
    shape: Rectangle | Polygon | Circle
    color: int = 0
    """Index into the palette's zone colours."""
    hidden: bool = False
    fog: FogLevel = "revealed"
    tags: tuple[str, ...] = ()
    """What it is like: `cover 2 CD`, `entering counts 2`."""


class LinkView(State):
    """A way between two zones that are drawn, also the one that there is because they touch."""

    first: Id
    second: Id
    line: tuple[Point, ...]
    """The border that they share; where they do not touch, the way from the one to the other."""
    touches: bool = True
    state: LinkState = "open"
    """`one_way` leads from the first to the second."""
    label: str = ""
    """`Door · counts 2`; empty where there is nothing to say."""
    hidden: bool = False


class FeatureView(State):
    """Cover, terrain or a drawing."""

    id: Id
    kind: FeatureKind
    shape: Shape
    name: str = ""
    label: str = ""
    """What it does, in a word or two; drawn where there is room."""
    hidden: bool = False
    is_door: bool = False
    """It opens and closes: open, it is a drawing."""


class PictureView(State):
    """The background picture."""

    file: str
    """Name of the file: content hash and extension. A resolver finds its bytes."""
    x: float = 0.0
    y: float = 0.0
    width: float = 30.0
    """Metres; the height follows from the picture's proportions."""
    opacity: float = 1.0


class FogView(State):
    """A part of the board that players see, see dimly or do not see; later ones lie over earlier ones."""

    level: FogLevel
    shape: Shape | None = None
    """A line is a stroke of a brush; None: all of the board."""
    width: float = 0.0
    """Metres that a stroke is wide."""


class GridView(State):
    """The grid over the ground."""

    on: bool = True
    cell: float = 1.0
    """Metres."""


class RelationView(State):
    """A line from one token to another: actor to target, holder to held, driver to vehicle."""

    source: Id
    target: Id
    label: str = ""
    """Shown at its middle: `24 m · medium · cover`."""
    kind: Literal["target", "link"] = "link"
    """`target`: the acting one's line to its target. `link`: anything lasting between two."""
    line: Literal["hold", "guard", "aim", "area", "link"] = "link"
    """How a lasting one is drawn: never by colour alone."""
    words: str = ""
    """All of it in words, for where two stand so close that there is no line: `Boomer holds Ada`."""
    at: Point | None = None
    """Where it ends when that is no token but a place, such as the cover that a combatant is behind."""


class RingView(State):
    """A range drawn around a token."""

    center: Id
    radius: float
    """Metres."""
    label: str = ""
    """`short · 10 m`"""


class BandView(State):
    """A range band."""

    name: str
    outer: float | None = None
    """Metres up to which it reaches, including; None for the outermost."""
    note: str = ""
    """What it means where it is not in metres: `2 zones`."""


class AreaView(State):
    """An area that an action strikes: while the GM aims, and where it struck last."""

    shape: Shape
    label: str = ""
    """`3 inside`, or the name of the action that struck."""


class PushView(State):
    """Where the last step has put a combatant who did not move by themselves: knocked back, thrown, dragged along."""

    who: Id
    start: Point
    end: Point
    label: str = ""
    """`4 m`"""


class ReachView(State):
    """As far as a combatant gets, from the least on."""

    title: str
    shapes: tuple[Shape, ...]


class LegView(State):
    """A stretch of a way that is being drawn; a single point for what happens on the spot."""

    points: tuple[Point, ...]
    label: str = ""


class RouteView(State):
    """A way that is being drawn, leg by leg."""

    legs: tuple[LegView, ...] = ()
    is_allowed: bool = True


class Distances:
    """How far all are from whose turn it is, in words; each is measured when it is first asked for."""

    def __init__(self, center: tuple[object, ...], measure: Callable[[Id], str]) -> None:
        """`center` is all that distances rest on but the place of the other one; its parts are told by identity."""
        self._center = center
        self._measure = measure
        self._known: dict[Id, str] = {}

    def of(self, who: Id) -> str:
        """`24 m · medium`; empty where it is not known."""
        if who not in self._known:
            self._known[who] = self._measure(who)
        return self._known[who]

    def __eq__(self, other: object) -> bool:
        """Whether all who stand where they stood are as far away."""
        if not isinstance(other, Distances) or len(self._center) != len(other._center):
            return False
        return all(map(is_, self._center, other._center))

    __hash__ = None  # type: ignore[assignment]


class MapView(State):
    """Everything that a map shows to one viewer."""

    zones: tuple[ZoneView, ...] = ()
    links: tuple[LinkView, ...] = ()
    features: tuple[FeatureView, ...] = ()
    picture: PictureView | None = None
    fog: tuple[FogView, ...] = ()
    grid: GridView = GridView()
    tokens: tuple[TokenView, ...] = ()
    """In the order in which they lie over one another, the uppermost last."""
    relations: tuple[RelationView, ...] = ()
    rings: tuple[RingView, ...] = ()
    areas: tuple[AreaView, ...] = ()
    """Where the last step has struck an area."""
    pushes: tuple[PushView, ...] = ()
    bands: tuple[BandView, ...] = ()
    """The ruleset's range bands from the nearest out, for the measuring tool; empty when it has none."""
    distances: Distances | None = None
    """From whose turn it is, on the GM's map; None where nobody acts, and on the players'."""

    def told(self, token: TokenView) -> TokenView:
        """A token with all that can be said of it: also its distance, which few are ever asked for."""
        if token.distance or self.distances is None:
            return token
        return replace(token, distance=self.distances.of(token.id))


class BandEntry(State):
    """One combatant around the centre of a range-band view."""

    token: TokenView
    metres: float | None = None
    """Distance from the centre; None when unknown."""
    band: str = ""
    """Name of the band when only that is known; nothing when not even that is."""
    angle: float | None = None
    """Direction in degrees clockwise from north, a hint: labels may need to move it."""
    label: str = ""
    """`Boomer · 24 m`"""


class BandsView(State):
    """Who is how far from one combatant, with or without a map."""

    center: TokenView | None = None
    """None when nobody is active: then all wait."""
    bands: tuple[BandView, ...] = ()
    """From the nearest out."""
    entries: tuple[BandEntry, ...] = ()


def shape_points(shape: Shape) -> tuple[Point, ...]:
    """The corners of a shape; for a circle the four outermost points."""
    if isinstance(shape, Circle):
        x, y, radius = shape.x, shape.y, shape.radius
        return ((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))
    if isinstance(shape, Rectangle):
        return _rectangle_corners(shape)
    return shape.points


def _rectangle_corners(shape: Rectangle) -> tuple[Point, ...]:
    middle_x, middle_y = shape.x + shape.width / 2, shape.y + shape.height / 2
    cosine, sine = math.cos(math.radians(shape.angle)), math.sin(math.radians(shape.angle))
    corners = []
    for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        dx, dy = right * shape.width / 2, down * shape.height / 2
        corners.append((middle_x + dx * cosine - dy * sine, middle_y + dx * sine + dy * cosine))
    return tuple(corners)


def shape_bounds(shape: Shape) -> Bounds:
    """The upright rectangle around a shape."""
    return _around(shape_points(shape)) or (0.0, 0.0, 0.0, 0.0)


def has_map(view: MapView) -> bool:
    """Whether there is anything to draw a map of."""
    return bool(view.zones or view.features or view.picture) or any(token.point for token in view.tokens)


def map_bounds(view: MapView) -> Bounds | None:
    """The upright rectangle around zones, features and tokens, or None when there is nothing.

    The picture is left out because its height is known only once its file has been read.
    """
    points: list[Point] = []
    for shape in (*(zone.shape for zone in view.zones), *(feature.shape for feature in view.features)):
        points.extend(shape_points(shape))
    for token in view.tokens:
        if token.x is not None and token.y is not None:
            points.append((token.x - token.radius, token.y - token.radius))
            points.append((token.x + token.radius, token.y + token.radius))
    return _around(points)


def _around(points: Iterable[Point]) -> Bounds | None:
    known = tuple(points)
    if not known:
        return None
    xs, ys = [x for x, _ in known], [y for _, y in known]
    return min(xs), min(ys), max(xs), max(ys)


def metres_text(metres: float) -> str:
    """A distance in words: `0.5 m`, `24 m`, `1.2 km`."""
    if metres >= 1000:
        return f"{metres / 1000:.1f}".removesuffix(".0") + " km"
    if metres >= 10:
        return f"{metres:.0f} m"
    return f"{metres:.1f}".removesuffix(".0") + " m"


def band_of(bands: Sequence[BandView], metres: float) -> str:
    """Name of the range band in which a distance lies; empty when there are no bands, or none is in metres."""
    if all(band.outer is None for band in bands):
        return ""
    for band in bands:
        if band.outer is None or metres <= band.outer:
            return band.name
    return bands[-1].name if bands else ""


# ------------------------------------------------------------------------------- what the last step has left on the map


_STAYED = 0.05
"""Metres within which nobody was put anywhere."""
_BY_THEMSELVES = ("move", "order", "edit")
"""Groups of actions whose movements are nobody's doing but the mover's or the GM's."""


def with_last_step(
    view: MapView, ruleset: Ruleset, before: AnyBattle, after: AnyBattle, call: Call, viewer: Viewer
) -> MapView:
    """A map with what a step has left on it, as far as the viewer may know."""
    action = ruleset.actions.get(call.action)
    if action is None or action.group in _BY_THEMSELVES:
        return view
    areas, pushes = tuple(_struck(ruleset, before, call, viewer)), tuple(_pushed(before, after, call, viewer))
    return replace(view, areas=areas, pushes=pushes) if areas or pushes else view


def _struck(ruleset: Ruleset, before: AnyBattle, call: Call, viewer: Viewer) -> Iterator[AreaView]:
    """The area that was struck; players see it where they know who struck, and whom it was aimed at."""
    action = ruleset.actions[call.action]
    if action.aim is None or call.actor not in before.combatants or not knows(before, call.actor, viewer):
        return
    aimed_at = call.option(action.aim.on) if action.aim.on else None
    if aimed_at in before.combatants and not knows(before, aimed_at, viewer):
        return
    if action.aim.applies(before, call):
        shape = action.aim.shape(before, call)
        if shape is not None:
            yield AreaView(shape=shape, label=action.title.lower() if viewer.is_gm else "")


def _pushed(before: AnyBattle, after: AnyBattle, call: Call, viewer: Viewer) -> Iterator[PushView]:
    """Those who stand elsewhere without having moved by themselves, and whom the viewer knew all the while."""
    movers = set(_actors(call))
    if before.combatants is after.combatants:
        return
    for who, one in after.combatants.items():
        earlier = before.combatants.get(who)
        if who in movers or earlier is None or earlier.place is one.place:
            continue
        start, end = earlier.place.point, one.place.point
        if start is None or end is None or not (knows(before, who, viewer) and knows(after, who, viewer)):
            continue
        metres = math.dist(start, end)
        if metres > _STAYED:
            yield PushView(who=visible_id(who, viewer), start=start, end=end, label=metres_text(metres))


def _actors(call: Call) -> Iterator[Id]:
    """Who acted in a step: whose call it was, and who took up an offer in it."""
    yield call.actor
    for answer in call.answers.values():
        if isinstance(answer, Taken):
            yield from _actors(answer.call)
