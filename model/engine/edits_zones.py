"""Edits of zones, for the GM alone: drawn, changed, cut in two, put together.

What a ruleset says of zones besides, such as cover and radiation, is edited with them, as `traits`.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec

from model.board.cutting import Outline, cut, joined
from model.board.distance import link_between
from model.board.seats import seats
from model.board.shapes import contains
from model.board.zones import are_touching
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    edit,
    flag,
    known,
    needed,
    needed_name,
    number,
    only_gm,
    something,
    whole,
    words,
)
from model.engine.edits_board import SHAPE, shape_given, with_board
from model.engine.edits_links import (
    COLORS,
    copied_link,
    next_color,
    pair_given,
    record_given,
    with_zone,
    without_gate,
    without_link,
)
from model.engine.ruleset import Action
from model.engine.telling import listed
from model.state.base import Id, replace
from model.state.battle import AnyBattle, new_id
from model.state.board import Board, Line, Place, Point, Zone, millimetres


def _zone_shape(given: object) -> Outline:
    shape = shape_given(given, "The zone's shape")
    if isinstance(shape, Line):
        raise Wrong("A zone is a rectangle, a polygon or a circle: a line encloses nothing.")
    return shape


# ------------------------------------------------------------------------------------------ zones


def _draw_zone(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Without a shape it is a clump. Who stands in the shape now and in no zone is in the zone from now on."""
    name = needed_name(call)
    id, battle = new_id(battle, name)
    zone = Zone(
        id=id,
        name=name,
        shape=_zone_shape(call.options["shape"]) if "shape" in call.options else None,
        color=whole(call, "color", "The colour", default=next_color(battle.board)),
        hidden=bool(call.option("hidden", False)),
    )
    ask.say(*only_gm("Zone {name} is drawn.", name=name))
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
    """Who stands in a zone stays in it when its outline changes: the stored zone is the truth.

    A zone that is moved as a whole takes along those who stand in it.
    """
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
    if not changes and "traits" not in call.options:
        raise Wrong("Nothing is said about what changes in {zone}.", zone=zone.name)
    ask.say(*_changed(zone, changes, call, ask))
    after: Zone = replace(zone, **changes)
    battle = _moved_along(with_zone(battle, after), zone, after)
    return _with_zone_traits(_peopled(battle, after), after, call, ask)


def _changed(zone: Zone, changes: dict[str, Any], call: Call, ask: Ask) -> tuple[Any, ...]:
    traits = ask.ruleset.zone_traits
    what = [*changes, *([] if traits is None or "traits" not in call.options else [traits.title.lower()])]
    return only_gm("Zone {name} is changed: {what}.", name=zone.name, what=listed(what))


def _moved_along(battle: AnyBattle, before: Zone, after: Zone) -> AnyBattle:
    """Those in a zone that was moved as a whole keep their places within it."""
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
    """How far a shape was moved as a whole; nothing when it became another one."""
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
    """The battle without a zone; who was there is in another one instead, or in none."""

    def elsewhere(place: Place) -> Place:
        return replace(place, zone=instead) if place.zone == zone.id else place

    gone = [id for id, link in battle.board.links.items() if zone.id in (link.first, link.second)]
    battle = with_board(
        battle,
        zones={id: other for id, other in battle.board.zones.items() if id != zone.id},
        links={id: link for id, link in battle.board.links.items() if id not in gone},
    )
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
    """Who stands there keeps the position; links with the zone go with it."""
    zone = known(battle.board.zones, needed(call, "zone", "The zone"), "zone")
    ask.say(*only_gm("Zone {name} is removed.", name=zone.name))
    return _without_zone(battle, zone, None, ask)


# ------------------------------------------------------------------------------------------ cut and put together


def _split_zone(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """The larger piece stays the zone it was. Everybody is in the piece where they are seen to stand."""
    zone = known(battle.board.zones, needed(call, "zone", "The zone"), "zone")
    line = shape_given({"shape": "line", "points": needed(call, "line", "The line")}, "The line")
    assert isinstance(line, Line), "nothing else was asked for"
    if zone.shape is None:
        raise Wrong("{zone} has no shape that a line could cut.", zone=zone.name)
    pieces = cut(zone.shape, line.points)
    if len(pieces) < 2:
        raise Wrong("The line does not cut {zone} in two: draw it from edge to edge.", zone=zone.name)
    if len(pieces) > 2:
        raise Wrong("The line cuts {zone} into {count} pieces; it takes two.", zone=zone.name, count=len(pieces))
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
    battle = _sorted_into(battle, second, seen)
    battle = _links_of_pieces(battle, before, first, second, ask)
    ask.say(*only_gm("Zone {name} is split: the other part is {other}.", name=zone.name, other=name))
    traits = ask.ruleset.zone_traits
    return battle if traits is None else traits.with_record(battle, id, traits.of(battle, zone.id))


def _members(battle: AnyBattle, zone: Id) -> tuple[Id, ...]:
    fighters = tuple(who.id for who in battle.combatants.values() if who.place.zone == zone)
    return fighters + tuple(thing.id for thing in battle.things.values() if thing.place.zone == zone)


def _place_of(battle: AnyBattle, who: Id) -> Place:
    return (battle.things[who] if who in battle.things else battle.combatants[who]).place


def _sorted_into(battle: AnyBattle, second: Zone, seen: dict[Id, Point]) -> AnyBattle:
    """Everybody of a zone who is seen in its second piece belongs there now."""
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
    """What was said of the way to a neighbour holds for the piece that lies there, and for both where both do."""
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
    """The first one stays and takes in the second, with those in it and the ways out of it."""
    first, second = pair_given(battle, call)
    if (first.shape is None) != (second.shape is None):
        raise Wrong("{first} and {second} cannot be one: only one has a shape.", first=first.name, second=second.name)
    whole_shape = None
    if first.shape is not None and second.shape is not None:
        whole_shape = joined(first.shape, second.shape)
        if whole_shape is None:
            raise Wrong("{first} and {second} do not lie side by side.", first=first.name, second=second.name)
    for link in battle.board.links.values():
        other = {link.first, link.second} - {second.id}
        if len(other) == 1 and not other & {first.id}:
            (end,) = other
            if link_between(battle.board, first.id, end) is None and not are_touching(battle.board, first.id, end):
                battle = copied_link(battle, link, second.id, first.id, ask)
    ask.say(*only_gm("{second} is part of {first} now.", first=first.name, second=second.name))
    battle = _without_zone(battle, second, first.id, ask)
    return with_zone(battle, replace(first, shape=whole_shape))


_ZONE = words("zone", "Zone")
_FIRST, _SECOND = words("first", "From"), words("second", "To")
_NAME, _HIDDEN = words("name", "Name"), flag("hidden", "Hidden from the players")
_COLOR = number("color", "Colour", least=0, most=COLORS - 1)
_TRAITS = something("traits", "What it is like", help="A table; what it takes depends on the rules.")
_LINE = something("line", "Line", help="Points from edge to edge.")

ZONE_EDITS: tuple[Action, ...] = (
    edit("draw_zone", "Draw zone", _draw_zone, _NAME, SHAPE, _COLOR, _HIDDEN, _TRAITS),
    edit("edit_zone", "Change zone", _edit_zone, _ZONE, _NAME, SHAPE, _COLOR, _HIDDEN, _TRAITS),
    edit("remove_zone", "Remove zone", _remove_zone, _ZONE),
    edit("split_zone", "Split zone", _split_zone, _ZONE, _LINE, _NAME),
    edit("merge_zones", "Merge zones", _merge_zones, _FIRST, _SECOND),
)
