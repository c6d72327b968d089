"""The GM's edits of the board: the map, zones, connections, places, and the environment."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from model.board.beside import shown_place_beside
from model.board.cutting import Outline, cut, joined
from model.board.distance import link_between
from model.board.fog import copied_fog, without_zones
from model.board.shapes import contains
from model.board.zone_placement import seats
from model.board.zones import are_touching, place_at
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    InvalidInput,
    converted,
    edit,
    flag,
    given_number,
    known,
    needed,
    needed_name,
    needed_text,
    number,
    one_of,
    only_gm,
    something,
    whole_number,
    words,
)
from model.engine.effects import end_effects
from model.engine.messages import is_secret, listed, messages_about_all
from model.engine.motion import MOVES_ON, mark_done, moved_one_round
from model.engine.prompts import without_oldest_due
from model.engine.ruleset import Action
from model.engine.types import Traits
from model.state.base import Id, State, replace, with_fields
from model.state.battle import AnyBattle, new_id, with_board
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
from model.state.texts import Text, gm_text, lowered, ref, routine

# -------------------------------------------------------------------------------------------------------------- the map


KINDS = ("cover", "terrain", "drawing")
_FILE = re.compile(r"[0-9a-f]{8,128}\.[a-z0-9]{2,5}")


def shape_given(given: object, title: str = "The shape") -> Shape:
    """A shape from its table, rounded to the millimetre.

    Raises:
        Wrong: it is not a shape, or too small.
    """
    shape: Shape = converted(given, Shape, title)
    exact = millimetres
    match shape:
        case Rectangle():
            sides = {"width": exact(shape.width), "height": exact(shape.height)}
            if 0 in sides.values():
                raise InvalidInput("{title} must be at least a millimetre in size.", title=title)
            return replace(shape, x=exact(shape.x), y=exact(shape.y), **sides)
        case Circle():
            if exact(shape.radius) == 0:
                raise InvalidInput("{title} must be at least a millimetre in size.", title=title)
            return replace(shape, x=exact(shape.x), y=exact(shape.y), radius=exact(shape.radius))
        case Polygon(points=points) | Line(points=points):
            least = 3 if isinstance(shape, Polygon) else 2
            rounded: tuple[Point, ...] = tuple((exact(x), exact(y)) for x, y in points)
            if len(set(rounded)) < least:
                raise InvalidInput("{title} needs at least {least} different points.", title=title, least=least)
            return replace(shape, points=rounded)


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
    ask.add_message(*only_gm("{name} is drawn.", name=name or kind.capitalize()))
    return with_board(battle, features=battle.board.features | {id: feature})


def _edit_feature(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Change a feature. Turning a door into another kind than cover opens it and ends effects that relate to it."""
    feature = known(battle.board.features, needed(call, "feature", "What to change"), "cover, terrain or drawing")
    changes: dict[str, Any] = {key: call.options[key] for key in ("kind", "hidden") if key in call.options}
    if "name" in call.options:
        changes["name"] = str(call.options["name"]).strip()
    if "shape" in call.options:
        changes["shape"] = shape_given(call.options["shape"])
    if not changes:
        raise InvalidInput("Choose what to change.")
    after: Feature = with_fields(feature, changes)
    name = feature.name or feature.kind.capitalize()
    if feature.is_door and after == replace(feature, kind=after.kind):
        ask.add_message(
            *only_gm("{name} is {state}.", name=name, state="closed" if after.kind == "cover" else "opened")
        )
    else:
        ask.add_message(*only_gm("{name} has changed: {what}.", name=name, what=listed(changes)))
    if feature.is_door and after.kind != "cover":
        battle = end_effects(battle, lambda bearer, effect: effect.other == feature.id)
    return with_board(battle, features=battle.board.features | {feature.id: after})


def _remove_feature(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Remove a feature, and end effects that relate combatants to it, such as being behind it."""
    feature = known(battle.board.features, needed(call, "feature", "What to remove"), "cover, terrain or drawing")
    ask.add_message(*only_gm("{name} is removed.", name=feature.name or feature.kind.capitalize()))
    battle = end_effects(battle, lambda bearer, effect: effect.other == feature.id)
    return with_board(battle, features={id: other for id, other in battle.board.features.items() if id != feature.id})


# ------------------------------------------------------------------------------------------ picture and grid


def _width_now(battle: AnyBattle, call: Call) -> float | None:
    picture = battle.board.picture
    return None if picture is None else picture.width


def _set_picture(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    battle = _with_picture(battle, call)
    ask.add_message(*only_gm("The board's picture is set."))
    return battle


def _with_picture(battle: AnyBattle, call: Call) -> AnyBattle:
    """The battle with the board's picture changed; options that are not given keep their values."""
    now = battle.board.picture
    file = needed_text(str(call.option("file", "" if now is None else now.file)), "The picture")
    if not _FILE.fullmatch(file):
        raise InvalidInput(
            "“{file}” is not a picture beside the battle: its name must be a hash and an extension.", file=file
        )
    x, y = given_number(call, "x"), given_number(call, "y")
    width, opacity = given_number(call, "width"), given_number(call, "opacity")
    if width is not None and width < 0.001:
        raise InvalidInput("The picture must be wider than 0 metres, not {given}.", given=width)
    said = {"x": x, "y": y, "width": width, "opacity": opacity}
    placed = {key: millimetres(value) for key, value in said.items() if value is not None}
    picture = with_fields(replace(now or Picture(file=file), file=file), placed)
    return with_board(battle, picture=picture)


def _remove_picture(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    if battle.board.picture is None:
        raise InvalidInput("The board has no picture.")
    ask.add_message(*only_gm("The board's picture is removed."))
    return with_board(battle, picture=None)


def _set_grid(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    shown, size = bool(call.option("shown", battle.board.has_grid)), _cell_given(battle, call)
    ask.add_message(*only_gm("The grid now has cells of {cell} m." if shown else "The grid is off.", cell=size))
    return with_board(battle, has_grid=shown, cell=size)


def _cell_given(battle: AnyBattle, call: Call) -> float:
    cell = given_number(call, "cell")
    if cell is not None and millimetres(cell) <= 0:
        raise InvalidInput("A grid cell must be wider than 0 metres, not {given}.", given=cell)
    return battle.board.cell if cell is None else millimetres(cell)


# ------------------------------------------------------------------------------------------ a whole map


class MapLine(State):
    """A wall, a door or another line that blocks sight, from an imported map."""

    points: tuple[Point, ...]
    name: str = ""
    is_door: bool = False


def _import_map(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Set picture, scale, grid and cover lines at once. Without a file, the existing picture gets the new width."""
    lines: tuple[MapLine, ...] = converted(call.option("lines", ()), tuple[MapLine, ...], "The lines")
    options = {key: value for key, value in call.options.items() if key in ("file", "x", "y", "width")}
    if "file" in options or battle.board.picture is not None:
        battle = _with_picture(battle, replace(call, options=options))
    if "cell" in call.options:
        battle = with_board(battle, cell=_cell_given(battle, call))
    if call.option("replaces", False):
        battle = _without_cover(battle)
    features = dict(battle.board.features)
    for line in lines:
        shape = shape_given({"shape": "line", "points": line.points}, line.name or "A cover line")
        id, battle = new_id(battle, line.name or "cover")
        hidden = bool(call.option("hidden", False))
        features[id] = Feature(id=id, kind="cover", shape=shape, name=line.name, hidden=hidden, is_door=line.is_door)
    ask.add_message(*only_gm("The map is imported: {count}.", count=_counted(lines, "file" in options)))
    return with_board(battle, features=features)


def _without_cover(battle: AnyBattle) -> AnyBattle:
    """The battle without cover, including open doors, and without effects that relate combatants to it."""
    kept = {id: one for id, one in battle.board.features.items() if one.kind != "cover" and not one.is_door}
    gone = battle.board.features.keys() - kept.keys()
    return with_board(end_effects(battle, lambda bearer, effect: effect.other in gone), features=kept)


def _counted(lines: tuple[MapLine, ...], has_picture: bool) -> str:
    doors = sum(line.is_door for line in lines)
    covers = len(lines) - doors
    parts = ["picture"] if has_picture else []
    parts += [f"{covers} cover line{'' if covers == 1 else 's'}"] if covers else []
    parts += [f"{doors} door{'' if doors == 1 else 's'}"] if doors else []
    return listed(parts) if parts else "its scale"


_NOTES = words("notes", "Notes", help="For the GM only.")
_NAME, _HIDDEN = words("name", "Name"), flag("hidden", "Hidden from the players")
_FEATURE = words("feature", "Which")
_KIND = one_of("kind", "Kind", KINDS)
SHAPE = something("shape", "Shape", help="A table: shape = rectangle, polygon, circle or line, and its measurements.")

BOARD_EDITS: tuple[Action, ...] = (
    edit("draw_feature", "Draw on Board", _draw_feature, _KIND, SHAPE, _NAME, _HIDDEN),
    edit("edit_feature", "Edit Drawing", _edit_feature, _FEATURE, _KIND, SHAPE, _NAME, _HIDDEN),
    edit("remove_feature", "Remove Drawing", _remove_feature, _FEATURE),
    edit(
        "set_picture",
        "Set Background Picture",
        _set_picture,
        words("file", "Picture"),
        number("x", "Left"),
        number("y", "Top"),
        number("width", "Width in metres", now=_width_now, decimals=2),
        number("opacity", "Opacity", least=0, most=1),
    ),
    edit("remove_picture", "Remove Background Picture", _remove_picture),
    edit(
        "set_grid",
        "Set Grid",
        _set_grid,
        flag("shown", "Grid", default=True),
        number("cell", "Cell in metres", now=lambda battle, call: battle.board.cell, decimals=2),
    ),
    edit(
        "import_map",
        "Import Map",
        _import_map,
        words("file", "Picture"),
        number("x", "Left"),
        number("y", "Top"),
        number("width", "Width in metres", decimals=2),
        number("cell", "Cell in metres", decimals=2),
        something("lines", "Cover lines", help="A list of tables with points, and optionally name and is_door."),
        _HIDDEN,
        flag("replaces", "Remove the existing cover"),
        help="Sets the picture, scale and cover lines of a whole map at once.",
    ),
)


# -------------------------------------------------------------------------------------------- connections between zones


COLORS = 8


def record_given(traits: Traits | None, given: object) -> State:
    """The ruleset's record of a zone or link, from its table.

    Raises:
        Wrong: the ruleset has no such records, or the table does not fit.
    """
    if traits is None:
        raise InvalidInput("These rules say nothing about that.")
    record: State = converted(given, traits.kind, traits.title)
    return record


def with_zone(battle: AnyBattle, zone: Zone) -> AnyBattle:
    """The battle with a zone added or replaced."""
    return with_board(battle, zones=battle.board.zones | {zone.id: zone})


def next_color(board: Board) -> int:
    """The number of the colour that the fewest zones have."""
    used = [zone.color for zone in board.zones.values()]
    return min(range(COLORS), key=lambda color: (used.count(color), color))


# ------------------------------------------------------------------------------------------ links


def pair_given(battle: AnyBattle, call: Call) -> tuple[Zone, Zone]:
    """The two zones that a call names; raises Wrong if one is unknown or both are the same."""
    first = known(battle.board.zones, needed(call, "first", "The first zone"), "zone")
    second = known(battle.board.zones, needed(call, "second", "The second zone"), "zone")
    if first.id == second.id:
        raise InvalidInput("A zone cannot be connected with itself.")
    return first, second


def _link_zones(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Connect two zones. An existing link is replaced but keeps its id, and its traits unless the call changes them."""
    first, second = pair_given(battle, call)
    metres, band = given_number(call, "metres"), _band(call, ask)
    if metres is not None and band is not None:
        raise InvalidInput("Give the distance in metres or as a band, not both.")
    there = link_between(battle.board, first.id, second.id)
    id, battle = (there.id, battle) if there else new_id(battle, "link")
    is_cut = bool(call.option("cut", False))
    link = Link(
        id=id,
        first=first.id,
        second=second.id,
        metres=None if metres is None else millimetres(metres),
        band=band,
        is_blocked=bool(call.option("blocked", False)) or is_cut,
        is_one_way=bool(call.option("one_way", False)),
        cost=whole_number(call, "cost", "The cost", default=1),
        name=str(call.option("name", "")).strip(),
        is_cut=is_cut,
        hidden=bool(call.option("hidden", False)),
    )
    linked = with_board(battle, links=battle.board.links | {id: link})
    after = _with_gate(linked, id, call, ask)
    is_new = there is None and not are_touching(battle.board, first.id, second.id)
    told = list(_told(None if is_new else there or Link(id=id, first=first.id, second=second.id), link))
    if after is not linked:
        told.append(_FREE if call.option("free") else _GATED)
    gates = ask.ruleset.link_traits
    gate = () if gates is None else gates.labels(after, id, is_for_players=False)
    named = {"first": first.name, "second": second.name, "name": link.name, "gate": listed(gate)}
    for sentence in told or [_LINKED[_state(link)]]:
        ask.add_message(*only_gm(sentence, **named, count=link.cost, distance=_distance(link)))
    return after


def _told(before: Link | None, link: Link) -> Iterator[str]:
    """A sentence for each change of a link; `before` is None for a new connection."""
    was = before or Link(id="", first=link.first, second=link.second)
    has_turned = link.is_one_way and (was.first, was.second) != (link.first, link.second)
    if before is None or has_turned or _state(was) != _state(link):
        yield _LINKED[_state(link)]
    if was.name != link.name:
        yield _WAY + ("is called {name}." if link.name else "no longer has a name.")
    if was.cost != link.cost:
        yield _WAY + "now has cost {count}."
    if was.hidden != link.hidden:
        yield _WAY + ("is hidden from the players." if link.hidden else "is shown to the players.")
    if (was.metres, was.band) != (link.metres, link.band):
        yield "{first} and {second} are {distance} apart." if _distance(link) else _WAY + "has its normal cost again."


def _distance(link: Link) -> str:
    """The distance that the GM has set, in words; empty if there is none."""
    return f"{link.metres:g} m" if link.metres is not None else link.band or ""


_WAY = "The connection between {first} and {second} "
_GATED = "Between {first} and {second}: {gate}."
_FREE = "Crossing between {first} and {second} needs nothing."
_LINKED = {
    "cut": "There is no connection between {first} and {second}.",
    "blocked": "The connection between {first} and {second} is closed.",
    "one_way": "The connection leads from {first} to {second}, but not back.",
    "open": "{first} and {second} are connected.",
}


def _state(link: Link) -> str:
    if link.is_blocked:
        return "cut" if link.is_cut else "blocked"
    return "one_way" if link.is_one_way else "open"


def _band(call: Call, ask: Ask) -> str | None:
    band: str | None = call.option("band")
    if band is not None and band not in {one.id for one in ask.ruleset.ranges.bands}:
        known_bands = listed(one.id for one in ask.ruleset.ranges.bands)
        raise InvalidInput("There is no range band “{band}”. The bands are {known}.", band=band, known=known_bands)
    return band


def _with_gate(battle: AnyBattle, id: Id, call: Call, ask: Ask) -> AnyBattle:
    gates = ask.ruleset.link_traits
    if call.option("free", False):
        return without_gate(battle, id, ask)
    if "traits" not in call.options:
        return battle
    record = record_given(gates, call.options["traits"])
    assert gates is not None, "a record has been read for it"
    return gates.with_record(battle, id, record)


def without_gate(battle: AnyBattle, id: Id, ask: Ask) -> AnyBattle:
    """The battle without the traits of a link, so that crossing it requires nothing."""
    gates = ask.ruleset.link_traits
    return battle if gates is None else gates.with_record(battle, id, None)


def without_link(battle: AnyBattle, link: Link, ask: Ask) -> AnyBattle:
    """The battle without a link and its traits."""
    links = {id: other for id, other in battle.board.links.items() if id != link.id}
    return without_gate(with_board(battle, links=links), link.id, ask)


def _unlink(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Remove the link between two zones; zones that touch are neighbours again, with a default connection."""
    first, second = pair_given(battle, call)
    there = link_between(battle.board, first.id, second.id)
    if there is None:
        raise InvalidInput("{first} and {second} are not connected.", first=first.name, second=second.name)
    ask.add_message(*only_gm("{first} and {second} are no longer connected.", first=first.name, second=second.name))
    return without_link(battle, there, ask)


def copied_link(battle: AnyBattle, link: Link, zone: Id, instead: Id, ask: Ask) -> AnyBattle:
    """The battle with a copy of a link and its traits, in which `instead` replaces `zone` as an end."""
    id, battle = new_id(battle, "link")
    first, second = (instead if end == zone else end for end in (link.first, link.second))
    copy = replace(link, id=id, first=first, second=second)
    battle = with_board(battle, links=battle.board.links | {id: copy})
    gates = ask.ruleset.link_traits
    return battle if gates is None else gates.with_record(battle, id, gates.of(battle, link.id))


# ------------------------------------------------------------------------------------------ a plain list


def _list_zones(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Add zones from a list such as `Bar, Street, Roof; Street, Cellar`.

    Each zone is connected to the one before it; a semicolon begins a new row. The name of an existing zone refers to
    that zone, so that connections can be added to it.
    """
    rows = [row for row in _rows(str(needed(call, "names", "The names"))) if row]
    if not rows:
        raise InvalidInput("No zone is named. Type for example: Bar, Street, Roof.")
    made: list[str] = []
    for row in rows:
        ids: list[Id] = []
        for name in row:
            id = _zone_called(battle.board, name)
            if id is None:
                id, battle = new_id(battle, name)
                made.append(name)
                battle = with_zone(battle, Zone(id=id, name=name, color=next_color(battle.board)))
            ids.append(id)
        for here, there in pairwise(ids):
            battle = _linked(battle, here, there)
    if made:
        ask.add_message(*only_gm("Zones are added: {names}.", names=listed(made)))
    else:
        ask.add_message(
            *only_gm("Zones are connected: {names}.", names=listed(dict.fromkeys(name for row in rows for name in row)))
        )
    return battle


def _rows(typed: str) -> Iterator[list[str]]:
    for row in typed.replace("\n", ";").split(";"):
        yield [name.strip() for name in row.split(",") if name.strip()]


def _zone_called(board: Board, name: str) -> Id | None:
    return next((zone.id for zone in board.zones.values() if zone.name.lower() == name.lower()), None)


def _linked(battle: AnyBattle, first: Id, second: Id) -> AnyBattle:
    is_there = link_between(battle.board, first, second) is not None or first == second
    if is_there or are_touching(battle.board, first, second):
        return battle
    id, battle = new_id(battle, "link")
    return with_board(battle, links=battle.board.links | {id: Link(id=id, first=first, second=second)})


_FIRST, _SECOND = words("first", "From"), words("second", "To")

LINK_EDITS: tuple[Action, ...] = (
    edit(
        "list_zones",
        "Add Zones by Name",
        _list_zones,
        words("names", "Names", help="Bar, Street, Roof; Street, Cellar"),
    ),
    edit(
        "link_zones",
        "Connect Zones",
        _link_zones,
        _FIRST,
        _SECOND,
        number("metres", "Metres apart", least=0),
        words("band", "Range band apart"),
        flag("blocked", "Closed"),
        flag("cut", "No connection"),
        flag("one_way", "One way"),
        number("cost", "Cost", least=0, default=1),
        words("name", "Name"),
        flag("hidden", "Hidden from the players"),
        something("traits", "What crossing needs", help="A table; what it may hold depends on the rules."),
        flag("free", "Crossing needs nothing"),
    ),
    edit("unlink", "Disconnect Zones", _unlink, _FIRST, _SECOND),
)


# ---------------------------------------------------------------------------------------------------------------- zones


def _zone_shape(given: object) -> Outline:
    shape = shape_given(given, "The zone's shape")
    if isinstance(shape, Line):
        raise InvalidInput("A zone must be a rectangle, a polygon or a circle: a line encloses nothing.")
    return shape


# ------------------------------------------------------------------------------------------ zones


def _draw_zone(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Add a zone, which may have no shape. Combatants without a zone whose position is in the shape enter the zone."""
    name = needed_name(call)
    id, battle = new_id(battle, name)
    zone = Zone(
        id=id,
        name=name,
        shape=_zone_shape(call.options["shape"]) if "shape" in call.options else None,
        color=whole_number(call, "color", "The colour", default=next_color(battle.board)),
        hidden=bool(call.option("hidden", False)),
    )
    ask.add_message(*only_gm("Zone {name} is drawn.", name=name))
    battle = _peopled(with_zone(battle, zone), zone)
    return _with_zone_traits(battle, zone, call, ask)


def _peopled(battle: AnyBattle, zone: Zone) -> AnyBattle:
    for combatant in battle.combatants.values():
        place = combatant.place
        if zone.shape and place.zone is None and place.point and contains(zone.shape, place.point):
            battle = battle.with_combatant(replace(combatant, place=replace(place, zone=zone.id)))
    return battle


def _with_zone_traits(battle: AnyBattle, zone: Zone, call: Call, ask: Ask) -> AnyBattle:
    if "traits" not in call.options:
        return battle
    traits = ask.ruleset.zone_traits
    record = record_given(traits, call.options["traits"])
    assert traits is not None, "a record has been read for it"
    return traits.with_record(battle, zone.id, record)


def _edit_zone(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Change a zone. Combatants in it stay in it when its outline changes, because the stored zone is authoritative.

    If the zone is moved as a whole, the combatants in it move along.
    """
    zone = known(battle.board.zones, needed(call, "zone", "The zone"), "zone")
    changes: dict[str, Any] = {}
    if "name" in call.options:
        changes["name"] = needed_name(call)
    if "shape" in call.options:
        changes["shape"] = _zone_shape(call.options["shape"])
    if "color" in call.options:
        changes["color"] = whole_number(call, "color", "The colour")
    if "hidden" in call.options:
        changes["hidden"] = call.options["hidden"]
    if "notes" in call.options:
        changes["notes"] = str(call.options["notes"] or "").strip()
    if not changes and "traits" not in call.options:
        raise InvalidInput("Choose what to change in {zone}.", zone=zone.name)
    ask.add_message(*_changed(zone, changes, call, ask))
    after: Zone = with_fields(zone, changes)
    battle = _moved_along(with_zone(battle, after), zone, after)
    return _with_zone_traits(_peopled(battle, after), after, call, ask)


def _changed(zone: Zone, changes: dict[str, Any], call: Call, ask: Ask) -> tuple[Any, ...]:
    traits = ask.ruleset.zone_traits
    what = [*changes, *([] if traits is None or "traits" not in call.options else [lowered(traits.title)])]
    return only_gm("Zone {name} has changed: {what}.", name=zone.name, what=listed(what))


def _moved_along(battle: AnyBattle, before: Zone, after: Zone) -> AnyBattle:
    """The battle with the combatants in a zone moved along, if the zone was moved as a whole."""
    way = _shift(before.shape, after.shape)
    if way == (0.0, 0.0):
        return battle
    for combatant in battle.combatants.values():
        point = combatant.place.point
        if combatant.place.zone == before.id and point is not None:
            x, y = millimetres(point[0] + way[0]), millimetres(point[1] + way[1])
            battle = battle.with_combatant(replace(combatant, place=replace(combatant.place, x=x, y=y)))
    return battle


def _shift(before: Outline | None, after: Outline | None) -> Point:
    """The vector by which a shape was moved as a whole; zero if it was changed in another way."""
    if before is None or after is None or type(before) is not type(after):
        return 0.0, 0.0
    first, last = _corner(before), _corner(after)
    dx, dy = last[0] - first[0], last[1] - first[1]
    plain_before, plain_after = msgspec.to_builtins(before), msgspec.to_builtins(after)
    if "points" in plain_before:
        there = [(x - dx, y - dy) for x, y in plain_after["points"]]
        is_same = len(there) == len(plain_before["points"]) and all(
            math.dist(one, other) < 0.002 for one, other in zip(there, plain_before["points"], strict=True)
        )
    else:
        is_same = {**plain_after, "x": 0, "y": 0} == {**plain_before, "x": 0, "y": 0}
    return (dx, dy) if is_same else (0.0, 0.0)


def _corner(shape: Outline) -> Point:
    plain = msgspec.to_builtins(shape)
    x, y = plain["points"][0] if "points" in plain else (plain["x"], plain["y"])
    return float(x), float(y)


def _without_zone(battle: AnyBattle, zone: Zone, instead: Id | None, ask: Ask) -> AnyBattle:
    """The battle without a zone and its links; what was in it is in the zone `instead`, or in no zone."""

    def elsewhere(place: Place) -> Place:
        return replace(place, zone=instead) if place.zone == zone.id else place

    gone = [id for id, link in battle.board.links.items() if zone.id in (link.first, link.second)]
    battle = with_board(
        battle,
        zones={id: other for id, other in battle.board.zones.items() if id != zone.id},
        links={id: link for id, link in battle.board.links.items() if id not in gone},
    )
    battle = replace(battle, board=without_zones(battle.board, frozenset({zone.id}), instead))
    if (traits := ask.ruleset.zone_traits) is not None:
        battle = traits.with_record(battle, zone.id, None)
    for id in gone:
        battle = without_gate(battle, id, ask)
    return replace(
        battle,
        combatants={id: replace(one, place=elsewhere(one.place)) for id, one in battle.combatants.items()},
        things={id: replace(one, place=elsewhere(one.place)) for id, one in battle.things.items()},
        items={
            id: one if one.place is None else replace(one, place=elsewhere(one.place))
            for id, one in battle.items.items()
        },
    )


def _remove_zone(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Remove a zone and its links; combatants in it keep their positions."""
    zone = known(battle.board.zones, needed(call, "zone", "The zone"), "zone")
    ask.add_message(*only_gm("Zone {name} is removed.", name=zone.name))
    return _without_zone(battle, zone, None, ask)


# ------------------------------------------------------------------------------------------ split and merge


def _split_zone(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Split a zone by a line. The larger piece keeps its id; combatants and things join the piece they are shown in."""
    zone = known(battle.board.zones, needed(call, "zone", "The zone"), "zone")
    line = shape_given({"shape": "line", "points": needed(call, "line", "The line")}, "The line")
    assert isinstance(line, Line), "nothing else was asked for"
    if zone.shape is None:
        raise InvalidInput("{zone} has no shape to cut.", zone=zone.name)
    pieces = cut(zone.shape, line.points)
    if len(pieces) < 2:
        raise InvalidInput("The line does not cut {zone} in two: draw it from edge to edge.", zone=zone.name)
    if len(pieces) > 2:
        raise InvalidInput(
            "The line cuts {zone} into {count} pieces; it must be two.", zone=zone.name, count=len(pieces)
        )
    name = str(call.option("name", "")).strip() or f"{zone.name} 2"
    gives_way = not ask.ruleset.ranges.in_metres
    members = _members(battle, zone.id)
    seated = seats(battle, members, gives_way=gives_way)
    seen = {who: _place_of(battle, who).point or seated[who].place for who in members}
    id, battle = new_id(battle, name)
    first = replace(zone, shape=pieces[0])
    second = Zone(id=id, name=name, shape=pieces[1], color=next_color(battle.board), hidden=zone.hidden)
    before = battle.board
    battle = with_zone(with_zone(battle, first), second)
    battle = replace(battle, board=copied_fog(battle.board, zone.id, id))
    battle = _sorted_into(battle, second, seen)
    battle = _links_of_pieces(battle, before, first, second, ask)
    ask.add_message(*only_gm("Zone {name} is split: the other part is {other}.", name=zone.name, other=name))
    traits = ask.ruleset.zone_traits
    return battle if traits is None else traits.with_record(battle, id, traits.of(battle, zone.id))


def _members(battle: AnyBattle, zone: Id) -> tuple[Id, ...]:
    fighters = tuple(who.id for who in battle.combatants.values() if who.place.zone == zone)
    return fighters + tuple(thing.id for thing in battle.things.values() if thing.place.zone == zone)


def _place_of(battle: AnyBattle, who: Id) -> Place:
    return (battle.things[who] if who in battle.things else battle.combatants[who]).place


def _sorted_into(battle: AnyBattle, second: Zone, seen: dict[Id, Point]) -> AnyBattle:
    """The battle with those that the map shows in the second piece moved to its zone; `seen` has their positions."""
    assert second.shape is not None, "a piece has a shape"
    for who, point in seen.items():
        if not contains(second.shape, point):
            continue
        place = replace(_place_of(battle, who), zone=second.id)
        if who in battle.things:
            battle = replace(battle, things=battle.things | {who: replace(battle.things[who], place=place)})
        else:
            battle = battle.with_combatant(replace(battle.combatants[who], place=place))
    return battle


def _links_of_pieces(battle: AnyBattle, before: Board, first: Zone, second: Zone, ask: Ask) -> AnyBattle:
    """The battle with each link to a touching neighbour moved to the piece that touches it, or copied if both do."""
    for link in before.links.values():
        if first.id not in (link.first, link.second):
            continue
        other = link.second if link.first == first.id else link.first
        were_touching = are_touching(before, first.id, other)
        at_first = are_touching(battle.board, first.id, other)
        at_second = are_touching(battle.board, second.id, other)
        if not were_touching or not at_second:
            continue
        battle = copied_link(battle, link, first.id, second.id, ask)
        if not at_first:
            battle = without_link(battle, link, ask)
    return battle


def _merge_zones(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Merge the second zone into the first, with its combatants and things and its links to other zones."""
    first, second = pair_given(battle, call)
    if (first.shape is None) != (second.shape is None):
        raise InvalidInput(
            "{first} and {second} cannot be merged: only one has a shape.", first=first.name, second=second.name
        )
    whole_shape = None
    if first.shape is not None and second.shape is not None:
        whole_shape = joined(first.shape, second.shape)
        if whole_shape is None:
            raise InvalidInput(
                "{first} and {second} cannot be merged: they do not touch.", first=first.name, second=second.name
            )
    for link in battle.board.links.values():
        other = {link.first, link.second} - {second.id}
        if len(other) == 1 and not other & {first.id}:
            (end,) = other
            if link_between(battle.board, first.id, end) is None and not are_touching(battle.board, first.id, end):
                battle = copied_link(battle, link, second.id, first.id, ask)
    ask.add_message(*only_gm("{second} is now part of {first}.", first=first.name, second=second.name))
    battle = _without_zone(battle, second, first.id, ask)
    return with_zone(battle, replace(first, shape=whole_shape))


_ZONE = words("zone", "Zone")
_COLOR = number("color", "Colour", least=0, most=COLORS - 1)
_TRAITS = something("traits", "Properties", help="A table; what it may hold depends on the rules.")
_LINE = something("line", "Line", help="Points from edge to edge.")

ZONE_EDITS: tuple[Action, ...] = (
    edit("draw_zone", "Draw Zone", _draw_zone, _NAME, SHAPE, _COLOR, _HIDDEN, _TRAITS),
    edit("edit_zone", "Edit Zone", _edit_zone, _ZONE, _NAME, SHAPE, _COLOR, _HIDDEN, _NOTES, _TRAITS),
    edit("remove_zone", "Remove Zone", _remove_zone, _ZONE),
    edit("split_zone", "Split Zone", _split_zone, _ZONE, _LINE, _NAME),
    edit("merge_zones", "Merge Zones", _merge_zones, _FIRST, _SECOND),
)


# --------------------------------------------------------------------------------------------------------------- places


NOWHERE = Place()


def place_given(battle: AnyBattle, given: object, now: Place = NOWHERE) -> Place:
    """A place from a table of `x`, `y`, `height`, `zone`; missing values follow from the others and from `now`.

    A position without a zone gets the zone drawn there, or keeps a current zone without a shape if there is none. A
    zone without a position clears the position. A missing height keeps the current height.

    Raises:
        Wrong: it is not a place, or names an unknown zone.
    """
    keys = dict(given) if isinstance(given, dict) else {}
    place: Place = converted(given, Place, "The place")
    if (place.x is None) != (place.y is None):
        raise InvalidInput("A position needs x and y.")
    height = millimetres(place.height if "height" in keys or not isinstance(given, dict) else now.height)
    if place.zone is not None:
        known(battle.board.zones, place.zone, "zone")
    if place.point is None:
        is_only_height = "zone" not in keys and "height" in keys
        return replace(now, height=height) if is_only_height else replace(place, height=height)
    found = place_at(battle.board, place.point, height)
    if place.zone is not None:
        return replace(found, zone=place.zone)
    clump = battle.board.zones.get(now.zone or "")
    keeps_clump = found.zone is None and clump is not None and clump.shape is None
    return replace(found, zone=now.zone) if keeps_clump else found


def _place(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Move each target to its place, or next to another combatant: then they are within reach of each other.

    The log tells it once for all who come to one zone, and once more for the GM of those who are hidden.
    """
    places, beside = _places_of_each(call), _beside_whom(battle, call)
    came: dict[Id | None, list[Id]] = {}
    for who in dict.fromkeys(call.targets):
        now = battle.things[who].place if who in battle.things else battle.combatants[who].place
        if beside is not None and places[who] is None:
            place = shown_place_beside(battle, who, beside, ask.ruleset.ranges)
        else:
            place = place_given(battle, places[who], now)
        if who in battle.things:
            battle = replace(battle, things=battle.things | {who: replace(battle.things[who], place=place)})
            battle = battle if place == now else without_oldest_due(battle, who, MOVES_ON, ask)
        else:
            battle = battle.with_combatant(replace(battle.combatants[who], place=place))
        if beside is not None:
            battle = ask.ruleset.ranges.joined(battle, who, beside)
        is_told = place.zone is not None and place.zone != now.zone and not battle.board.zones[place.zone].hidden
        came.setdefault(place.zone if is_told and beside is None else None, []).append(who)
    for zone, those in came.items():
        ask.add_message(*map(routine, _moved_told(battle, those, beside, zone)))
    return battle


def _moved_told(battle: AnyBattle, who: Sequence[Id], beside: Id | None, zone: Id | None) -> Iterator[Text]:
    """Sentences that name all who were moved next to a combatant, to a zone, or elsewhere within their own."""
    if beside is not None:
        is_secret_place = is_secret(battle, beside)
        for told in messages_about_all(
            battle, who, " is moved next to {beside}.", " are moved next to {beside}.", beside=ref(beside)
        ):
            yield replace(told, audience="gm") if is_secret_place else told
    elif zone is None:
        yield from messages_about_all(battle, who, " is moved.", " are moved.")
    else:
        yield from messages_about_all(battle, who, " is moved to {zone}.", " are moved to {zone}.", zone=ref(zone))


def _places_of_each(call: Call) -> dict[Id, object]:
    """The given place for each target: its entry in `places`, otherwise the common `place`."""
    own = call.option("places", {})
    if not isinstance(own, dict):
        raise InvalidInput("The places must be a table by id.")
    places = {who: own[who] if who in own else call.option("place") for who in call.targets}
    if None in places.values() and call.option("next_to") is None:
        raise InvalidInput("The place is missing.")
    return places


def _beside_whom(battle: AnyBattle, call: Call) -> Id | None:
    """The combatant next to whom the targets are placed, or None."""
    other = call.option("next_to")
    if other is None:
        return None
    known(battle.combatants, other, "combatant")
    if other in call.targets or any(who in battle.things for who in call.targets):
        raise InvalidInput("Only another combatant can be placed next to {name}.", name=_name(battle, other))
    return str(other)


PLACE = something("place", "Place", help="A table of x, y, height and zone.")
PLACES = something("places", "Places", help="A place for each combatant that goes to a place of its own, by id.")

NEXT_TO = words("next_to", "Next to", help="The combatant to whom they are next, in reach; without a place, beside.")

PLACE_EDITS: tuple[Action, ...] = (
    edit(
        "place",
        "Place",
        _place,
        PLACE,
        PLACES,
        NEXT_TO,
        targets="many",
        help="Puts combatants in place, whatever the rules say.",
    ),
)


# ------------------------------------------------------------------------------------------------------ the environment


ENVIRONMENT_ACTS = "environment_acts"


def _acts(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    id = needed(call, "who", "Who or what it is about")
    thing = battle.things.get(id)
    if thing is None and id not in battle.combatants:
        raise InvalidInput("There is nothing called “{name}” that could move without control.", name=id)
    if not call.option("moves", False):
        ask.add_message(gm_text("The environment is done with {name} for this round.", name=_name(battle, id)))
        return mark_done(battle, id)
    if thing is None or thing.place.point is None:
        raise InvalidInput("{name} has no position on the map to move on from.", name=_name(battle, id))
    return mark_done(without_oldest_due(moved_one_round(battle, thing, ask), id, MOVES_ON, ask), id)


def _name(battle: AnyBattle, id: Id) -> str:
    return battle.things[id].name if id in battle.things else battle.combatants[id].name


ENVIRONMENT_EDITS = (
    edit(
        ENVIRONMENT_ACTS, "Environment Acts", _acts, words("who", "Who or what"), flag("moves", "Moves on"),
        help="Move something that no one controls, or mark it as done for this round.",
    ),
)  # fmt: skip
