"""Edits of the board: preparations, logged for the GM only."""

from typing import Any

import pytest

from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.board import Circle, Line, Picture, Place, Polygon
from tests.support.arena import duel
from tests.support.edits import done, refused, told

DISC = {"shape": "circle", "x": 0, "y": 0, "radius": 5}
WALL = {"shape": "line", "points": [[0, 0], [4, 0]]}
FILE = "0123abcd4567ef89.png"


def docks() -> AnyBattle:
    """Return a duel with a dock and a roof; Anna is on the dock, Bert on the roof without a position."""
    battle = done(duel(), "draw_zone", name="Dock", shape=DISC)
    battle = done(battle, "draw_zone", name="Roof")
    battle = done(battle, "place", "anna-1", place={"x": 1, "y": 1})
    return done(battle, "place", "bert-2", place={"zone": "roof-7"})


def test_a_zone_is_drawn_with_or_without_a_shape_each_in_the_next_colour() -> None:
    zones = docks().board.zones
    assert (zones["dock-6"].shape, zones["dock-6"].color) == (Circle(x=0, y=0, radius=5), 0)
    assert (zones["roof-7"].shape, zones["roof-7"].color) == (None, 1)
    assert told(duel(), "draw_zone", name="Dock") == [("Zone Dock is drawn.", "gm")]


def test_who_stands_where_a_zone_is_drawn_is_in_it_unless_they_are_elsewhere() -> None:
    battle = done(docks(), "place", "cora-3", place={"x": 20, "y": 0})
    battle = done(
        battle, "draw_zone", name="Square", shape={"shape": "rectangle", "x": -30, "y": -30, "width": 60, "height": 60}
    )
    assert battle.combatants["cora-3"].place.zone == "square-8"
    assert battle.combatants["anna-1"].place.zone == "dock-6"
    assert battle.combatants["dora-4"].place.zone is None


def test_shapes_are_kept_to_the_millimetre() -> None:
    shape = {"shape": "polygon", "points": [[0, 0], [1.00049, 0], [0, 2]]}
    assert done(docks(), "edit_zone", zone="dock-6", shape=shape).board.zones["dock-6"].shape == Polygon(
        points=((0.0, 0.0), (1.0, 0.0), (0.0, 2.0))
    )


def test_a_zone_keeps_what_is_not_changed_and_who_is_in_it() -> None:
    battle = done(docks(), "edit_zone", zone="dock-6", name="Pier", color=5, hidden=True)
    zone = battle.board.zones["dock-6"]
    assert (zone.name, zone.color, zone.hidden, zone.shape) == ("Pier", 5, True, Circle(x=0, y=0, radius=5))
    small = done(battle, "edit_zone", zone="dock-6", shape={**DISC, "radius": 1})
    assert small.combatants["anna-1"].place.zone == "dock-6"


def test_who_stood_in_a_removed_zone_keeps_the_position_and_its_links_go() -> None:
    battle = done(docks(), "link_zones", first="dock-6", second="roof-7")
    battle = done(done(battle, "remove_zone", zone="dock-6"), "drop_item", item="sword-5")
    assert battle.combatants["anna-1"].place == Place(x=1.0, y=1.0)
    assert battle.combatants["bert-2"].place.zone == "roof-7"
    assert battle.board.links == {}
    assert "dock-6" not in repr(battle)


def test_a_link_tells_how_far_two_zones_are_apart_and_is_replaced_by_the_next() -> None:
    battle = done(docks(), "link_zones", first="dock-6", second="roof-7", metres=12.5, one_way=True)
    (link,) = battle.board.links.values()
    assert (link.metres, link.band, link.is_one_way) == (12.5, None, True)
    battle = done(battle, "link_zones", first="roof-7", second="dock-6", band="far", blocked=True, cost=2)
    (again,) = battle.board.links.values()
    assert (again.id, again.metres, again.band, again.is_blocked, again.cost) == (link.id, None, "far", True, 2)
    assert done(battle, "unlink", first="dock-6", second="roof-7").board.links == {}


def test_cover_is_drawn_changed_and_removed() -> None:
    battle = done(duel(), "draw_feature", kind="cover", shape=WALL, name="Wall", hidden=True)
    (id,) = battle.board.features
    wall = battle.board.features[id]
    assert (wall.kind, wall.name, wall.hidden) == ("cover", "Wall", True)
    assert wall.shape == Line(points=((0.0, 0.0), (4.0, 0.0)))
    changed = done(battle, "edit_feature", feature=id, kind="terrain", shape=DISC, hidden=False).board.features[id]
    assert (changed.kind, changed.hidden, changed.name) == ("terrain", False, "Wall")
    assert done(battle, "remove_feature", feature=id).board.features == {}


def test_who_is_behind_cover_is_so_no_longer_when_it_is_removed() -> None:
    battle = done(duel(), "draw_feature", kind="cover", shape=WALL, name="Wall", hidden=True)
    tied = done(battle, "set_condition", "anna-1", condition="held", other="wall-6")
    assert told(battle, "set_condition", "anna-1", condition="held", other="wall-6") == [("Anna: Held (Wall).", "gm")]
    assert done(tied, "remove_feature", feature="wall-6").combatants["anna-1"].effects == {}


def test_a_picture_is_named_by_its_content_and_keeps_what_is_not_said() -> None:
    battle = done(duel(), "set_picture", file=FILE, width=40)
    assert battle.board.picture == Picture(file=FILE, width=40.0)
    assert done(battle, "set_picture", width=0.001).board.picture == Picture(file=FILE, width=0.001)
    moved = done(battle, "set_picture", x=-5, opacity=0.5)
    assert moved.board.picture == Picture(file=FILE, width=40.0, x=-5.0, opacity=0.5)
    assert done(moved, "remove_picture") == replace(duel(), serial=moved.serial)


def test_the_grid_is_switched_and_sized() -> None:
    battle = done(duel(), "set_grid", shown=False)
    assert (battle.board.has_grid, battle.board.cell) == (False, 1.0)
    sized = done(battle, "set_grid", shown=True, cell=1.5)
    assert (sized.board.has_grid, sized.board.cell) == (True, 1.5)


def test_a_whole_map_is_one_step_told_to_the_gm() -> None:
    lines = [{"name": "Wall", "points": WALL["points"]}, {"name": "Door", "points": [[4, 0], [5, 0]], "is_door": True}]
    before = done(duel(), "set_grid", shown=False)
    battle = done(before, "import_map", file=FILE, x=0.5, y=0, width=30, cell=1.5, lines=lines)
    assert battle.board.picture == Picture(file=FILE, x=0.5, y=0.0, width=30.0)
    assert (battle.board.has_grid, battle.board.cell) == (False, 1.5)
    assert [(one.name, one.is_door) for one in battle.board.features.values()] == [("Wall", False), ("Door", True)]
    said = told(before, "import_map", file=FILE, lines=lines)
    assert said == [("The map is imported: picture, 1 cover line and 1 door.", "gm")]
    assert told(before, "import_map", cell=2) == [("The map is imported: its scale.", "gm")]


def test_a_door_opens_and_closes_and_the_combatant_who_was_behind_it_is_so_no_longer() -> None:
    lines = [{"name": "Door", "points": [[4, 0], [5, 0]], "is_door": True}]
    battle = done(duel(), "import_map", lines=lines)
    (id,) = battle.board.features
    tied = done(battle, "set_condition", "anna-1", condition="held", other=id)
    assert told(tied, "edit_feature", feature=id, kind="drawing")[0] == ("Door is opened.", "gm")
    opened = done(tied, "edit_feature", feature=id, kind="drawing")
    assert opened.board.features[id].kind == "drawing"
    assert opened.combatants["anna-1"].effects == {}
    assert told(opened, "edit_feature", feature=id, kind="cover") == [("Door is closed.", "gm")]
    assert told(opened, "edit_feature", feature=id, name="Gate") == [("Door has changed: name.", "gm")]


@pytest.mark.parametrize(
    ("action", "options", "parts"),
    [
        ("draw_zone", {}, ["name is missing"]),
        ("draw_zone", {"name": "Dock", "shape": WALL}, ["line encloses nothing"]),
        ("draw_zone", {"name": "Dock", "shape": {"shape": "star"}}, ["shape", "circle", "star"]),
        ("draw_zone", {"name": "Dock", "shape": {**DISC, "radius": 0}}, ["radius", "more than 0"]),
        ("draw_zone", {"name": "Dock", "shape": {**DISC, "radius": 0.0001}}, ["millimetre"]),
        ("draw_zone", {"name": "Dock", "shape": {**DISC, "x": float("nan")}}, ["x", "a number"]),
        ("draw_zone", {"name": "Dock", "shape": {"shape": "polygon", "points": [[0, 0], [1, 1]]}}, ["3 different"]),
        ("draw_zone", {"name": "Dock", "shape": {"shape": "polygon", "points": [[0, 0]] * 4}}, ["3 different"]),
        ("draw_zone", {"name": "Dock", "color": 8}, ["at most 7"]),
        ("edit_zone", {"name": "Dock"}, ["zone is missing"]),
        ("edit_zone", {"zone": "moon-1", "name": "Dock"}, ["no zone “moon-1”"]),
        ("edit_zone", {"zone": "dock-6"}, ["Choose what to change", "Dock"]),
        ("remove_zone", {"zone": "moon-1"}, ["no zone “moon-1”"]),
        ("link_zones", {"first": "dock-6", "second": "dock-6"}, ["itself"]),
        ("link_zones", {"first": "dock-6", "second": "moon-1"}, ["no zone “moon-1”"]),
        ("link_zones", {"first": "dock-6"}, ["second zone is missing"]),
        ("link_zones", {"first": "dock-6", "second": "roof-7", "band": "remote"}, ["“remote”", "near and far"]),
        ("link_zones", {"first": "dock-6", "second": "roof-7", "band": "far", "metres": 3}, ["not both"]),
        ("link_zones", {"first": "dock-6", "second": "roof-7", "metres": -3}, ["at least 0"]),
        ("link_zones", {"first": "dock-6", "second": "roof-7", "cost": 1.5}, ["whole number"]),
        ("unlink", {"first": "dock-6", "second": "roof-7"}, ["Dock and Roof are not connected"]),
        ("draw_feature", {"kind": "cover"}, ["shape is missing"]),
        ("draw_feature", {"shape": WALL}, ["kind is missing"]),
        ("draw_feature", {"kind": "lava", "shape": WALL}, ["lava", "terrain"]),
        ("draw_feature", {"kind": "cover", "shape": {"shape": "line", "points": [[1, 1], [1, 1]]}}, ["2 different"]),
        ("edit_feature", {"feature": "wall-1"}, ["wall-1"]),
        ("remove_feature", {}, ["missing"]),
        ("set_picture", {}, ["picture is missing"]),
        ("set_picture", {"file": "maps/docks.png"}, ["docks.png", "hash"]),
        ("set_picture", {"file": FILE, "width": 0}, ["wider than 0"]),
        ("set_picture", {"file": FILE, "opacity": 2}, ["at most 1"]),
        ("remove_picture", {}, ["no picture"]),
        ("set_grid", {"cell": 0}, ["wider than 0"]),
        ("import_map", {"file": "maps/docks.png"}, ["docks.png", "hash"]),
        ("import_map", {"cell": 0}, ["wider than 0"]),
        ("import_map", {"lines": "walls"}, ["The lines", "a list"]),
        ("import_map", {"lines": [{"points": [[0, 0], [1, 0]]}, {"points": [["x", 0]]}]}, ["The lines", "1.points.0"]),
        ("import_map", {"lines": [{"name": "Wall", "points": [[0, 0], [0.0001, 0]]}]}, ["Wall", "2 different"]),
        ("import_map", {"lines": [{"points": [[0, 0], [9e9, 0]]}]}, ["The lines"]),
    ],
)
def test_what_cannot_be_drawn_is_refused(action: str, options: dict[str, Any], parts: list[str]) -> None:
    said = refused(docks(), action, **options)
    assert all(part in said for part in parts), said
