"""Edits of the board: zones, links, terrain and cover, the picture, the grid. All of it is preparation, for the GM."""

from __future__ import annotations

import re
from typing import Any

from model.board.shapes import contains
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    converted,
    edit,
    flag,
    given_number,
    known,
    listed,
    needed,
    needed_name,
    needed_text,
    number,
    one_of,
    only_gm,
    something,
    whole,
    words,
)
from model.engine.effects import end_effects
from model.engine.ruleset import Action
from model.state.base import Id, replace
from model.state.battle import AnyBattle, new_id
from model.state.board import (
    Board,
    Circle,
    Feature,
    Line,
    Link,
    Picture,
    Place,
    Point,
    Polygon,
    Rectangle,
    Shape,
    Zone,
    millimetres,
)

COLORS = 8
KINDS = ("cover", "terrain", "drawing")
_FILE = re.compile(r"[0-9a-f]{8,128}\.[a-z0-9]{2,5}")


def _with_board(battle: AnyBattle, **changes: object) -> AnyBattle:
    board: Board = replace(battle.board, **changes)
    return replace(battle, board=board)


def shape_given(given: object, title: str = "The shape") -> Shape:
    """A shape from its table, to the millimetre.

    Raises:
        Wrong: it is no shape, or encloses nothing.
    """
    shape: Shape = converted(given, Shape, title)
    exact = millimetres
    match shape:
        case Rectangle():
            sides = {"width": exact(shape.width), "height": exact(shape.height)}
            if 0 in sides.values():
                raise Wrong("{title} is smaller than a millimetre.", title=title)
            return replace(shape, x=exact(shape.x), y=exact(shape.y), **sides)
        case Circle():
            if exact(shape.radius) == 0:
                raise Wrong("{title} is smaller than a millimetre.", title=title)
            return replace(shape, x=exact(shape.x), y=exact(shape.y), radius=exact(shape.radius))
        case Polygon(points=points) | Line(points=points):
            least = 3 if isinstance(shape, Polygon) else 2
            rounded: tuple[Point, ...] = tuple((exact(x), exact(y)) for x, y in points)
            if len(set(rounded)) < least:
                raise Wrong("{title} needs at least {least} different points.", title=title, least=least)
            return replace(shape, points=rounded)


def _zone_shape(given: object) -> Rectangle | Polygon | Circle:
    shape = shape_given(given, "The zone's shape")
    if isinstance(shape, Line):
        raise Wrong("A zone is a rectangle, a polygon or a circle: a line encloses nothing.")
    return shape


# ------------------------------------------------------------------------------------------ zones and links


def _draw_zone(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Without a shape it is a clump. Who stands in the shape now and in no zone is in the zone from now on."""
    name = needed_name(call)
    id, battle = new_id(battle, name)
    zone = Zone(
        id=id,
        name=name,
        shape=_zone_shape(call.options["shape"]) if "shape" in call.options else None,
        color=whole(call, "color", "The colour", default=len(battle.board.zones) % COLORS),
        hidden=bool(call.option("hidden", False)),
    )
    ask.say(*only_gm("Zone {name} is drawn.", name=name))
    return _peopled(_with_board(battle, zones=battle.board.zones | {id: zone}), zone)


def _peopled(battle: AnyBattle, zone: Zone) -> AnyBattle:
    for combatant in battle.combatants.values():
        place = combatant.place
        if zone.shape and place.zone is None and place.point and contains(zone.shape, place.point):
            battle = battle.with_combatant(replace(combatant, place=replace(place, zone=zone.id)))
    return battle


def _edit_zone(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Who stands in a zone stays in it when its outline changes: the stored zone is the truth."""
    zone = known(battle.board.zones, needed(call, "zone", "The zone"), "zone")
    changes: dict[str, Any] = {}
    if "name" in call.options:
        changes["name"] = needed_name(call)
    if "shape" in call.options:
        changes["shape"] = _zone_shape(call.options["shape"])
    if "color" in call.options:
        changes["color"] = whole(call, "color", "The colour")
    if "hidden" in call.options:
        changes["hidden"] = call.options["hidden"]
    if not changes:
        raise Wrong("Nothing is said about what changes in {zone}.", zone=zone.name)
    ask.say(*only_gm("Zone {name} is changed: {what}.", name=zone.name, what=listed(changes)))
    return _with_board(battle, zones=battle.board.zones | {zone.id: replace(zone, **changes)})


def _remove_zone(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Who stands there keeps the position; links with the zone go with it."""
    zone = known(battle.board.zones, needed(call, "zone", "The zone"), "zone")

    def outside(place: Place) -> Place:
        return replace(place, zone=None) if place.zone == zone.id else place

    ask.say(*only_gm("Zone {name} is removed.", name=zone.name))
    battle = _with_board(
        battle,
        zones={id: other for id, other in battle.board.zones.items() if id != zone.id},
        links={id: link for id, link in battle.board.links.items() if zone.id not in (link.first, link.second)},
    )
    return replace(
        battle,
        combatants={id: replace(one, place=outside(one.place)) for id, one in battle.combatants.items()},
        things={id: replace(one, place=outside(one.place)) for id, one in battle.things.items()},
        items={
            id: one if one.place is None else replace(one, place=outside(one.place)) for id, one in battle.items.items()
        },
    )


def _between(board: Board, first: Id, second: Id) -> Link | None:
    return next((link for link in board.links.values() if {link.first, link.second} == {first, second}), None)


def _pair(battle: AnyBattle, call: Call) -> tuple[Zone, Zone]:
    first = known(battle.board.zones, needed(call, "first", "The first zone"), "zone")
    second = known(battle.board.zones, needed(call, "second", "The second zone"), "zone")
    if first.id == second.id:
        raise Wrong("A zone cannot be linked with itself.")
    return first, second


def _link_zones(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """A link that is there already is replaced, and keeps its id."""
    first, second = _pair(battle, call)
    metres, band = given_number(call, "metres"), call.option("band")
    bands = {one.id for one in ask.ruleset.ranges.bands}
    if metres is not None and band is not None:
        raise Wrong("The distance is given in metres or as a band, not both.")
    if band is not None and band not in bands:
        known_bands = listed(one.id for one in ask.ruleset.ranges.bands)
        raise Wrong("There is no range band “{band}”; there are {known}.", band=band, known=known_bands)
    there = _between(battle.board, first.id, second.id)
    id, battle = (there.id, battle) if there else new_id(battle, "link")
    link = Link(
        id=id,
        first=first.id,
        second=second.id,
        metres=None if metres is None else millimetres(metres),
        band=band,
        is_blocked=bool(call.option("blocked", False)),
        is_one_way=bool(call.option("one_way", False)),
        cost=whole(call, "cost", "The cost", default=1),
    )
    ask.say(*only_gm("{first} and {second} are linked.", first=first.name, second=second.name))
    return _with_board(battle, links=battle.board.links | {id: link})


def _unlink(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    first, second = _pair(battle, call)
    there = _between(battle.board, first.id, second.id)
    if there is None:
        raise Wrong("{first} and {second} are not linked.", first=first.name, second=second.name)
    ask.say(*only_gm("{first} and {second} are no longer linked.", first=first.name, second=second.name))
    return _with_board(battle, links={id: link for id, link in battle.board.links.items() if id != there.id})


# ------------------------------------------------------------------------------------------ cover, terrain, drawings


def _draw_feature(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    name = str(call.option("name", "")).strip()
    kind = needed(call, "kind", "The kind")
    id, battle = new_id(battle, name or kind)
    feature = Feature(
        id=id,
        kind=kind,
        shape=shape_given(needed(call, "shape", "The shape")),
        name=name,
        hidden=bool(call.option("hidden", False)),
    )
    ask.say(*only_gm("{name} is drawn.", name=name or kind.capitalize()))
    return _with_board(battle, features=battle.board.features | {id: feature})


def _edit_feature(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    feature = known(battle.board.features, needed(call, "feature", "What to change"), "cover, terrain or drawing")
    changes: dict[str, Any] = {key: call.options[key] for key in ("kind", "hidden") if key in call.options}
    if "name" in call.options:
        changes["name"] = str(call.options["name"]).strip()
    if "shape" in call.options:
        changes["shape"] = shape_given(call.options["shape"])
    if not changes:
        raise Wrong("Nothing is said about what changes.")
    name = feature.name or feature.kind.capitalize()
    ask.say(*only_gm("{name} is changed: {what}.", name=name, what=listed(changes)))
    return _with_board(battle, features=battle.board.features | {feature.id: replace(feature, **changes)})


def _remove_feature(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Effects that tie somebody to it, such as being behind it, end with it."""
    feature = known(battle.board.features, needed(call, "feature", "What to remove"), "cover, terrain or drawing")
    ask.say(*only_gm("{name} is removed.", name=feature.name or feature.kind.capitalize()))
    battle = end_effects(battle, lambda bearer, effect: effect.other == feature.id)
    return _with_board(battle, features={id: other for id, other in battle.board.features.items() if id != feature.id})


# ------------------------------------------------------------------------------------------ picture and grid


def _set_picture(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """What is not said stays as it is."""
    now = battle.board.picture
    file = needed_text(str(call.option("file", "" if now is None else now.file)), "The picture")
    if not _FILE.fullmatch(file):
        raise Wrong("“{file}” is no picture beside the session: its name is a hash and an extension.", file=file)
    x, y = given_number(call, "x"), given_number(call, "y")
    width, opacity = given_number(call, "width"), given_number(call, "opacity")
    if width is not None and width < 0.001:
        raise Wrong("The picture is wider than 0 metres, not {given}.", given=width)
    picture = replace(now or Picture(file=file), file=file)
    said = {"x": x, "y": y, "width": width, "opacity": opacity}
    picture = replace(picture, **{key: millimetres(value) for key, value in said.items() if value is not None})
    ask.say(*only_gm("The board's picture is set."))
    return _with_board(battle, picture=picture)


def _remove_picture(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    if battle.board.picture is None:
        raise Wrong("The board has no picture.")
    ask.say(*only_gm("The board's picture is removed."))
    return _with_board(battle, picture=None)


def _set_grid(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    cell = given_number(call, "cell")
    if cell is not None and millimetres(cell) <= 0:
        raise Wrong("A grid cell is wider than 0 metres, not {given}.", given=cell)
    shown = bool(call.option("shown", battle.board.has_grid))
    size = battle.board.cell if cell is None else millimetres(cell)
    ask.say(*only_gm("The grid has cells of {cell} m." if shown else "The grid is off.", cell=size))
    return _with_board(battle, has_grid=shown, cell=size)


_ZONE = words("zone", "Zone")
_FIRST, _SECOND = words("first", "From"), words("second", "To")
_NAME, _HIDDEN = words("name", "Name"), flag("hidden", "Hidden from the players")
_SHAPE = something("shape", "Shape", help="A table: shape = rectangle, polygon, circle or line, and its measures.")
_COLOR = number("color", "Colour", least=0, most=COLORS - 1)
_FEATURE = words("feature", "Which")
_KIND = one_of("kind", "Kind", KINDS)

BOARD_EDITS: tuple[Action, ...] = (
    edit("draw_zone", "Draw zone", _draw_zone, _NAME, _SHAPE, _COLOR, _HIDDEN),
    edit("edit_zone", "Change zone", _edit_zone, _ZONE, _NAME, _SHAPE, _COLOR, _HIDDEN),
    edit("remove_zone", "Remove zone", _remove_zone, _ZONE),
    edit(
        "link_zones",
        "Link zones",
        _link_zones,
        _FIRST,
        _SECOND,
        number("metres", "Metres apart", least=0),
        words("band", "Range band apart"),
        flag("blocked", "Blocked"),
        flag("one_way", "One way"),
        number("cost", "Cost", least=0, default=1),
    ),
    edit("unlink", "Unlink zones", _unlink, _FIRST, _SECOND),
    edit("draw_feature", "Draw on the board", _draw_feature, _KIND, _SHAPE, _NAME, _HIDDEN),
    edit("edit_feature", "Change a drawing", _edit_feature, _FEATURE, _KIND, _SHAPE, _NAME, _HIDDEN),
    edit("remove_feature", "Remove a drawing", _remove_feature, _FEATURE),
    edit(
        "set_picture",
        "Set background picture",
        _set_picture,
        words("file", "Picture"),
        number("x", "Left"),
        number("y", "Top"),
        number("width", "Width in metres"),
        number("opacity", "Opacity", least=0, most=1),
    ),
    edit("remove_picture", "Remove background picture", _remove_picture),
    edit("set_grid", "Set grid", _set_grid, flag("shown", "Grid", default=True), number("cell", "Cell in metres")),
)
