"""Universal VTT maps: files of three programs, at the right scale, and every kind of invalid file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model.content.problems import BadFile
from model.content.uvtt import ENDINGS, MapFile, import_call, is_map_name, load_map, read_map
from model.engine.run import Done, run
from model.state.battle import AnyBattle
from model.state.board import Feature, Line, Picture
from tests.support.arena import ARENA, duel
from tests.support.edits import done
from tests.support.uvtt import JPEG, PNG, WEBP, at, cave, keep, line, ship, text

FILE = "0123abcd4567ef89.png"


def imported(map: MapFile, metres: float, file: str = FILE, battle: AnyBattle | None = None, **said: bool) -> AnyBattle:
    outcome = run(ARENA, battle or duel(), import_call(map, metres, file, **said))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def lines_of(battle: AnyBattle) -> list[tuple[str, bool, tuple[tuple[float, float], ...]]]:
    """Return the name, whether it is a door, and the points of each cover line."""
    found = []
    for feature in battle.board.features.values():
        assert isinstance(feature.shape, Line)
        assert feature.kind == "cover"
        found.append((feature.name, feature.is_door, feature.shape.points))
    return found


# ------------------------------------------------------------------------------------------------- valid maps


def test_a_keep_comes_in_with_walls_and_its_closed_door() -> None:
    map = read_map(text(keep()))
    assert (map.columns, map.rows, map.shift, map.pixels) == (20, 10, (0, 0), 70)
    assert map.walls == (((2, 2), (8, 2), (8, 6), (2, 6)), ((2, 6), (2, 5)))
    assert map.doors == (((2, 3), (2, 5)),)
    assert map.left_out == ("1 light", "1 open portal")
    assert map.picture is not None
    assert (map.picture.content, map.picture.ending) == (PNG, ".png")


def test_a_keep_of_cells_of_five_feet() -> None:
    """20 cells of 1.5 m are 30 m; the wall from cell 2 to cell 8 goes from 3 m to 12 m."""
    battle = imported(read_map(text(keep())), 1.5)
    assert battle.board.picture == Picture(file=FILE, x=0.0, y=0.0, width=30.0)
    assert battle.board.cell == 1.5
    assert lines_of(battle) == [
        ("Wall", False, ((3.0, 3.0), (12.0, 3.0), (12.0, 9.0), (3.0, 9.0))),
        ("Wall", False, ((3.0, 9.0), (3.0, 7.5))),
        ("Door", True, ((3.0, 4.5), (3.0, 7.5))),
    ]


def test_a_cave_with_an_origin_lies_on_the_lines_of_the_grid() -> None:
    """The map's corner is at 12.5, half a cell right of a grid line. The wall at 13.5 is a cell right of the corner."""
    map = read_map(text(cave()))
    assert map.walls == (((1, 1), (1, 8), (8, 8)),)
    assert map.objects == (((10, 4), (11, 4), (11, 5), (10, 5), (10, 4)),)
    assert map.shift == (0.5, 0)
    assert map.picture is not None
    assert (map.picture.content, map.picture.ending) == (JPEG, ".jpg")
    battle = imported(map, 2)
    assert battle.board.picture == Picture(file=FILE, x=1.0, y=0.0, width=60.8)
    assert lines_of(battle) == [
        ("Wall", False, ((3.0, 2.0), (3.0, 16.0), (17.0, 16.0))),
        ("", False, ((21.0, 8.0), (23.0, 8.0), (23.0, 10.0), (21.0, 10.0), (21.0, 8.0))),
    ]


def test_a_ship_is_rounded_to_the_millimetre() -> None:
    """33.333333 cells of 1.5 m are 49.9999995 m: the picture is 50 m wide, although 33 cells would be 49.5 m."""
    map = read_map(text(ship()))
    assert map.walls == (((0, 0), (10, 0)), ((10, 0), (10, 7)))
    assert map.left_out == ("1 wall without length",)
    assert map.picture is not None
    assert (map.picture.content, map.picture.ending) == (WEBP, ".webp")
    battle = imported(map, 1.5)
    assert battle.board.picture is not None
    assert battle.board.picture.width == 50.0
    assert lines_of(battle)[1] == ("Wall", False, ((15.0, 0.0), (15.0, 10.5)))


def test_a_map_without_a_picture_fits_the_picture_that_is_there() -> None:
    map = read_map(text(ship(None)))
    assert map.picture is None
    assert imported(map, 1, "").board.picture is None
    before = done(duel(), "set_picture", file=FILE, width=40, x=-7)
    assert imported(map, 1, "", before).board.picture == Picture(file=FILE, width=33.333)


def test_walls_can_be_left_out_hidden_and_put_in_the_place_of_others() -> None:
    map = read_map(text(keep()))
    crate = {"shape": "line", "points": [[0, 0], [1, 0]]}
    before = done(duel(), "draw_feature", kind="cover", shape=crate, name="Crate")
    before = done(before, "draw_feature", kind="terrain", shape=crate, name="Mud")
    assert list(imported(map, 1, battle=before, has_lines=False).board.features) == ["crate-6", "mud-7"]
    hidden = imported(map, 1, battle=before, is_hidden=True).board.features
    assert [one.hidden for one in hidden.values()] == [False, False, True, True, True]
    tied = done(before, "set_condition", "anna-1", condition="held", other="crate-6")
    replaced = imported(map, 1, battle=tied, replaces=True)
    assert [one.name for one in replaced.board.features.values()] == ["Mud", "Wall", "Wall", "Door"]
    assert replaced.combatants["anna-1"].effects == {}


def test_an_open_door_of_the_last_map_goes_with_it() -> None:
    battle = imported(read_map(text(keep())), 1)
    door = next(one for one in battle.board.features.values() if one.is_door)
    battle = done(battle, "edit_feature", feature=door.id, kind="drawing")
    again = imported(read_map(text(cave())), 1, battle=battle, replaces=True)
    assert door.id not in again.board.features
    assert len(again.board.features) == 2


def test_a_wall_of_a_map_is_a_plain_cover_line() -> None:
    (wall, *_) = imported(read_map(text(ship())), 1).board.features.values()
    assert wall == Feature(id=wall.id, kind="cover", shape=Line(points=((0.0, 0.0), (10.0, 0.0))), name="Wall")


@pytest.mark.parametrize("ending", ENDINGS)
def test_all_three_endings_are_maps(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"Old Keep{ending.upper()}"
    file.write_bytes(b"\xef\xbb\xbf" + text(keep()))
    assert is_map_name(file.name)
    assert load_map(file).columns == 20
    assert not is_map_name("keep.png")


# ------------------------------------------------------------------------------------------------- invalid files


def with_resolution(**changes: Any) -> bytes:
    document = keep()
    return text({**document, "resolution": {**document["resolution"], **changes}})


def with_key(key: str, value: Any) -> bytes:
    return text({**keep(), key: value})


BAD: dict[str, tuple[bytes, list[str]]] = {
    "empty": (b"", ["not a Universal VTT map", "line 1", "not JSON"]),
    "a picture": (PNG + b"\xff\xfe", ["not a Universal VTT map", "not text", "byte 0"]),
    "cut off": (text(keep())[:200], ["line 1", "not JSON"]),
    "a list": (b"[1, 2]", ["a list, not a table"]),
    "too deep": (b"[" * 100_000, ["nested too deeply"]),
    "too many digits": (b'{"format": ' + b"9" * 5000 + b"}", ["too many digits"]),
    "no resolution": (with_key("resolution", None), ["resolution", "missing", "size of the map"]),
    "resolution of another kind": (with_key("resolution", 70), ["resolution", "the number 70"]),
    "no size": (with_resolution(map_size=None), ["resolution.map_size", "missing", "x and y"]),
    "half a size": (with_resolution(map_size={"x": 3}), ["resolution.map_size.y", "missing"]),
    "a size in words": (with_resolution(map_size=at(3, 1) | {"x": "wide"}), ["map_size.x", "a number", "“wide”"]),
    "yes for a size": (with_resolution(map_size={"x": True, "y": 1}), ["map_size.x", "a number", "true"]),
    "no width": (with_resolution(map_size=at(0, 5)), ["map_size.x", "larger than 0"]),
    "infinite": (with_resolution(map_size=at(float("inf"), 5)), ["map_size.x", "10,000", "inf"]),
    "no number": (with_resolution(map_origin=at(0, float("nan"))), ["map_origin.y", "nan"]),
    "beyond all measure": (with_resolution(map_size=at(5, 10**400)), ["map_size.y", "401 digits"]),
    "huge": (with_resolution(map_size=at(1e300, 5)), ["map_size.x", "1e+300"]),
    "negative pixels": (with_resolution(pixels_per_grid=-70), ["pixels_per_grid", "larger than 0"]),
    "walls of another kind": (with_key("line_of_sight", {"x": 1}), ["line_of_sight", "a list, not a table"]),
    "a wall of another kind": (with_key("line_of_sight", [line((1, 1), (2, 2)), 7]), ["line_of_sight[2]", "a list"]),
    "a corner of another kind": (with_key("line_of_sight", [[at(1, 1), [2, 2]]]), ["line_of_sight[1][2]", "a list"]),
    "a corner in words": (with_key("line_of_sight", [[at(1, 1), {"x": 1, "y": "?"}]]), ["line_of_sight[1][2].y", "?"]),
    "a wall far away": (with_key("objects_line_of_sight", [line((1, 1), (9e9, 1))]), ["objects_line_of_sight[1][2].x"]),
    "a portal of another kind": (with_key("portals", ["door"]), ["portals[1]", "“door”"]),
    "a portal in words": (with_key("portals", [{"bounds": [at(1, 1), "?"]}]), ["portals[1].bounds[2]", "?"]),
    "not valid base64": (with_key("image", "This is *not* it"), ["image", "not valid base64"]),
    "nothing behind the prefix": (with_key("image", "data:image/png;base64,"), ["image", "not a PNG"]),
    "a picture of another kind": (with_key("image", "R0lGODlh"), ["image", "PNG, JPEG or WebP"]),
    "a picture as a number": (with_key("image", 7), ["image", "the number 7"]),
}


@pytest.mark.parametrize(("data", "parts"), BAD.values(), ids=BAD)
def test_a_bad_file_is_told_of_with_what_is_wrong_and_where(data: bytes, parts: list[str]) -> None:
    with pytest.raises(BadFile) as raised:
        read_map(data, "keep.dd2vtt")
    said = str(raised.value)
    assert said.startswith("keep.dd2vtt: ")
    assert all(part in said for part in parts), said


def test_of_many_problems_the_first_are_told() -> None:
    with pytest.raises(BadFile) as raised:
        read_map(with_key("line_of_sight", [7] * 5000))
    assert len(raised.value.problems) == 6


def test_more_walls_than_can_be_reckoned_with_are_refused() -> None:
    many = [line(*((x / 10, 1) for x in range(1001)))] * 50
    with pytest.raises(BadFile, match="50,060 points; the limit is 50,000"):
        read_map(with_key("objects_line_of_sight", many))


def test_a_file_too_large_or_not_there_is_told_of_and_not_read(tmp_path: Path) -> None:
    large = tmp_path / "world.uvtt"
    with large.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(BadFile, match=r"world\.uvtt: The file is larger than 100 MB"):
        load_map(large)
    with pytest.raises(BadFile, match=r"gone\.uvtt: It cannot be read: No such file"):
        load_map(tmp_path / "gone.uvtt")


def test_what_is_not_needed_may_be_anything() -> None:
    """Lights, format and environment are not used, so errors in them do not prevent the import."""
    document = {**keep(), "format": "?", "environment": 7, "lights": "none", "portals": None}
    assert read_map(text(document)).left_out == ()


def test_the_least_file_is_a_map() -> None:
    map = read_map(text({"resolution": {"map_size": at(3, 2)}}))
    assert map == MapFile(columns=3, rows=2)
