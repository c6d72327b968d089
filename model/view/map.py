"""What a viewer's board shows, as a map and as range bands: the only source that the canvases draw from.

These types have no field for a secret. A projection includes only what the viewer may know: a hidden combatant is not
among the tokens of the players' map, and `hidden` is true only for the GM. Coordinates are metres; y grows downwards,
as on a screen. Selection and zoom belong to a canvas.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import is_
from typing import Literal

from model.board.bands import metres_past
from model.engine.calls import Call, Taken
from model.engine.ruleset import Ruleset
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle, Departure
from model.state.board import Circle, FogLevel, Line, Point, Polygon, Rectangle, Shape
from model.view.viewer import Viewer, knows, visible_id

__all__ = [
    "AreaView",
    "BandEntry",
    "BandView",
    "BandsView",
    "Bounds",
    "Circle",
    "ConnectionState",
    "ConnectionView",
    "Departure",
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
    "measured_words",
    "metres_text",
    "replace",
    "shape_bounds",
    "shape_points",
]

FeatureKind = Literal["cover", "terrain", "drawing"]
ConnectionState = Literal["open", "one_way", "blocked", "cut"]

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom in metres."""


class HealthView(State):
    """Health as far as the viewer may know it: exact, in words, as a bar, or any combination."""

    fraction: float | None = None
    """0 (out) to 1 (unhurt), or None if only words are shown."""
    text: str = ""
    """`16 / 20`, `hurt` or empty."""


class TokenView(State):
    """One combatant or thing on the board."""

    id: Id
    name: str
    """The name for this viewer."""
    initials: str
    """One to three characters shown in the token if there is no portrait."""
    side: str
    """`pc`, `npc`, `ally` or another side."""
    x: float | None = None
    y: float | None = None
    """Metres, or None if the combatant is off the map and shown as an arrow at its edge."""
    height: float = 0.0
    """Metres above the ground."""
    radius: float = 0.5
    """Metres."""
    room: float | None = None
    """Radius reserved for it in its zone, in metres: the maximum of its drawn size unless `radius` is larger."""
    crowded: bool = False
    """Whether its zone has no room for names; the token that is hovered over or marked still shows its name."""
    portrait: str = ""
    """Name of a picture file (content hash and extension), or empty."""
    conditions: tuple[str, ...] = ()
    """Short labels beside the token, most important first."""
    notes: tuple[str, ...] = ()
    """Lines for the tooltip: conditions in full, with effect and duration."""
    health: HealthView | None = None
    distance: str = ""
    """Distance from the acting combatant, in words: `340 m`. Shown where the token itself cannot be.

    The GM's map measures it when requested (`MapView.with_distance`).
    """
    bearing: float | None = None
    """Direction in degrees clockwise from north to a combatant off the map, or None if not known."""
    minor: bool = False
    """Whether it is one of several with a numbered name: drawn a little smaller, and named only where there is room."""
    hidden: bool = False
    """Whether players do not see it."""
    in_fog: bool = False
    """Whether fog is the only reason why players do not see it."""
    out: bool = False
    """Whether it is out of combat: dimmed, and crossed out unless it left alive."""
    left_as: Departure | None = None
    """How it left combat alive: shown by a sign of its own."""
    acting: bool = False
    """Whether it is its turn."""
    target: bool = False
    """Whether it is the marked target."""

    @property
    def unseen(self) -> str:
        """Why players do not see it, in the words of the initiative list; empty if they do."""
        return "in fog" if self.in_fog else "hidden" if self.hidden else ""

    @property
    def point(self) -> Point | None:
        """The position, or None if it is off the map."""
        return None if self.x is None or self.y is None else (self.x, self.y)


class ZoneView(State):
    """A named area; zones without a shape are not part of a map."""

    id: Id
    name: str
    shape: Rectangle | Polygon | Circle
    color: int = 0
    """Index into the palette's zone colours."""
    hidden: bool = False
    fog: FogLevel = "revealed"
    tags: tuple[str, ...] = ()
    """Traits of the zone: `cover 2 CD`, `entering counts 2`."""


class ConnectionView(State):
    """A connection between two drawn zones, including the implicit one between zones that touch."""

    first: Id
    second: Id
    line: tuple[Point, ...]
    """The border that the zones share, or a line from one to the other if they do not touch."""
    touches: bool = True
    state: ConnectionState = "open"
    """`one_way` leads from the first to the second."""
    label: str = ""
    """`Door · cost 2`; empty if there is nothing to add."""
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
    """Whether it opens and closes; an open door has the kind `drawing`."""


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
    """A part of the board with a fog level for players; later patches cover earlier ones."""

    level: FogLevel
    shape: Shape | None = None
    """A line is a brush stroke; None is the whole board."""
    width: float = 0.0
    """Width of a stroke in metres."""


class GridView(State):
    """The ground grid."""

    on: bool = True
    cell: float = 1.0
    """Metres."""


class RelationView(State):
    """A line from one token to another: from actor to target, from holder to held, from driver to vehicle."""

    source: Id
    target: Id
    label: str = ""
    """Shown at the middle of the line: `24 m · medium · cover`."""
    kind: Literal["target", "link"] = "link"
    """`target` is the line from the acting combatant to the target, `link` a lasting relation between two."""
    line: Literal["hold", "guard", "aim", "area", "link"] = "link"
    """How a lasting relation is drawn, never by colour alone."""
    words: str = ""
    """The relation in words, for tokens too close for a line: `Boomer holds Ada`."""
    at: Point | None = None
    """The end of the line if it is a place and not a token, such as the cover that a combatant uses."""


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
    """Maximum distance in metres, inclusive, or None for the outermost band."""
    note: str = ""
    """The meaning if it is not in metres: `2 zones`."""


class AreaView(State):
    """An area of an action: while the GM aims it, and where the last one took effect."""

    shape: Shape
    label: str = ""
    """`3 inside`, or the name of the action that took effect."""


class PushView(State):
    """Where the last step displaced a combatant who did not move: knocked back, thrown, dragged along."""

    who: Id
    start: Point
    end: Point
    label: str = ""
    """`4 m`"""


class ReachView(State):
    """An area that a combatant can reach at a certain cost. Several are ordered by size, the smallest first."""

    title: str
    shapes: tuple[Shape, ...]


class LegView(State):
    """A leg of a route that is being drawn; a single point for an event on the spot."""

    points: tuple[Point, ...]
    label: str = ""


class RouteView(State):
    """A route that is being drawn, leg by leg."""

    legs: tuple[LegView, ...] = ()
    is_allowed: bool = True


class Distances:
    """Distances of all tokens from the acting combatant, in words, each measured when first requested."""

    def __init__(self, center: tuple[object, ...], measure: Callable[[Id], str]) -> None:
        """`center` is all that distances depend on besides the other's place; its parts are compared by identity."""
        self._center = center
        self._measure = measure
        self._known: dict[Id, str] = {}

    def of(self, who: Id) -> str:
        """`24 m · medium`; empty if not known."""
        if who not in self._known:
            self._known[who] = self._measure(who)
        return self._known[who]

    def __eq__(self, other: object) -> bool:
        """Whether the centres are the same, so that all distances to unmoved combatants are equal."""
        if not isinstance(other, Distances) or len(self._center) != len(other._center):
            return False
        return all(map(is_, self._center, other._center))

    __hash__ = None  # type: ignore[assignment]


class MapView(State):
    """Everything that a map shows to one viewer."""

    zones: tuple[ZoneView, ...] = ()
    links: tuple[ConnectionView, ...] = ()
    features: tuple[FeatureView, ...] = ()
    picture: PictureView | None = None
    fog: tuple[FogView, ...] = ()
    grid: GridView = GridView()
    tokens: tuple[TokenView, ...] = ()
    """In drawing order, the topmost last."""
    relations: tuple[RelationView, ...] = ()
    rings: tuple[RingView, ...] = ()
    areas: tuple[AreaView, ...] = ()
    """The areas that the last step affected."""
    pushes: tuple[PushView, ...] = ()
    bands: tuple[BandView, ...] = ()
    """The ruleset's range bands, nearest first, for the measuring tool; empty if it has none."""
    distances: Distances | None = None
    """Distances from the acting combatant, on the GM's map; None if nobody acts, and on the players' map."""

    def with_distance(self, token: TokenView) -> TokenView:
        """The token with its distance, which is measured here because few tokens need it."""
        if token.distance or self.distances is None:
            return token
        return replace(token, distance=self.distances.of(token.id))


class BandEntry(State):
    """One combatant around the centre of a range-band view."""

    token: TokenView
    metres: float | None = None
    """Distance from the centre, or None if not known."""
    band: str = ""
    """Name of the band if only that is known; empty if not even that."""
    angle: float | None = None
    """Direction in degrees clockwise from north; a hint, because labels may need to move it."""
    label: str = ""
    """`Boomer · 24 m`"""


class BandsView(State):
    """Distances of all tokens from one combatant, with or without a map."""

    center: TokenView | None = None
    """None if no combatant is active."""
    bands: tuple[BandView, ...] = ()
    """Nearest first."""
    entries: tuple[BandEntry, ...] = ()


def shape_points(shape: Shape) -> tuple[Point, ...]:
    """The corners of a shape; the four outermost points of a circle."""
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
    """The axis-aligned bounding box of a shape."""
    return _around(shape_points(shape)) or (0.0, 0.0, 0.0, 0.0)


def has_map(view: MapView) -> bool:
    """Whether there is anything to draw on a map."""
    return bool(view.zones or view.features or view.picture) or any(token.point for token in view.tokens)


def map_bounds(view: MapView) -> Bounds | None:
    """The bounding box of zones, features and tokens, or None if there are none.

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


def measured_words(bands: Sequence[BandView], metres: float) -> str:
    """A measured distance with its band: `24 m · medium`; as exact as needed not to read like a nearer band's limit."""
    words, limits = metres_text(metres), [band.outer for band in bands if band.outer is not None]
    if any(limit < metres and metres_text(limit) == words for limit in limits):
        words = metres_past(metres, limits)
    return " · ".join(filter(None, (words, band_of(bands, metres))))


def band_of(bands: Sequence[BandView], metres: float) -> str:
    """Name of the range band that contains a distance; empty if there are no bands or none is in metres."""
    if all(band.outer is None for band in bands):
        return ""
    for band in bands:
        if band.outer is None or metres <= band.outer:
            return band.name
    return bands[-1].name if bands else ""


# ----------------------------------------------------------------------------------------------- marks of the last step


_STAYED = 0.05
"""Displacements in metres up to this do not count."""
_BY_THEMSELVES = ("move", "order", "edit")
"""Groups of actions whose movements are caused by the mover or the GM."""


def with_last_step(
    view: MapView, ruleset: Ruleset, before: AnyBattle, after: AnyBattle, call: Call, viewer: Viewer
) -> MapView:
    """The map with the marks of a step, as far as the viewer may know them."""
    action = ruleset.actions.get(call.action)
    if action is None or action.group in _BY_THEMSELVES:
        return view
    areas, pushes = tuple(_struck(ruleset, before, call, viewer)), tuple(_pushed(before, after, call, viewer))
    return replace(view, areas=areas, pushes=pushes) if areas or pushes else view


def _struck(ruleset: Ruleset, before: AnyBattle, call: Call, viewer: Viewer) -> Iterator[AreaView]:
    """The affected area; players see it only if they know both the actor and the combatant that it was aimed at."""
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
    """Combatants displaced by others whom the viewer knew before and after the step."""
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
    """Everyone who acted in a step: the call's actor, and the actors of offers taken up in it."""
    yield call.actor
    for answer in call.answers.values():
        if isinstance(answer, Taken):
            yield from _actors(answer.call)
