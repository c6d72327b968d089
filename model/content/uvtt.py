"""Universal VTT maps (`.dd2vtt`, `.uvtt`, `.df2vtt`), as exported by map makers.

A file is JSON: the size of the map in cells, walls and portals in cells, and the picture as base64. A file counts cells
from its own origin; here they are counted from the picture's upper left corner, with y downwards.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from math import floor
from pathlib import Path
from typing import Any, NoReturn

from model.content.problems import BadFile, Problem, place_of
from model.engine.calls import Call
from model.state import untrusted
from model.state.base import Record
from model.state.board import Point
from model.state.validate import found

ENDINGS = (".dd2vtt", ".uvtt", ".df2vtt")
LARGEST = 100_000_000
"""Maximum size of a file in bytes."""
MOST_CELLS = 10_000
"""Maximum width and height of a map, and maximum distance of a wall from its corner, in cells."""
MOST_POINTS = 50_000
"""Maximum number of points of all walls and portals together; more would delay every attack."""
_MOST_PROBLEMS = 6
"""Maximum number of problems reported for one file."""
_KINDS = ((b"\x89PNG\r\n\x1a\n", b"", ".png"), (b"\xff\xd8\xff", b"", ".jpg"), (b"RIFF", b"WEBP", ".webp"))
"""The first bytes of pictures, the bytes at offset 8, and the extension of the file."""

_LEFT_OUT = {
    "light": "lights",
    "open portal": "open portals",
    "portal without width": "portals without width",
    "wall without length": "walls without length",
}
"""What may be left out, with its plural, in the order of the report."""

Polyline = tuple[Point, ...]


class MapPicture(Record):
    """The picture of a map, as saved in a file."""

    content: bytes
    ending: str
    """`.png`, `.jpg` or `.webp`."""


class MapFile(Record):
    """A map. All lengths are in cells, counted from the picture's upper left corner."""

    columns: float
    rows: float
    shift: Point = (0.0, 0.0)
    """Distance of the corner to the right of and below the previous grid lines, 0 to 1."""
    pixels: float | None = None
    """Pixels per cell, or None if the file does not say."""
    walls: tuple[Polyline, ...] = ()
    objects: tuple[Polyline, ...] = ()
    """Other obstacles to sight than walls, such as columns and crates."""
    doors: tuple[Polyline, ...] = ()
    """Closed portals (doors and windows), each from one end to the other."""
    picture: MapPicture | None = None
    left_out: tuple[str, ...] = ()
    """Contents of the file that the board does not support: `12 lights`."""


def is_map_name(name: str) -> bool:
    """Whether a file name has the extension of these maps."""
    return name.lower().endswith(ENDINGS)


def load_map(path: Path) -> MapFile:
    """Read a map from its file.

    Raises:
        BadFile: it cannot be read or is not such a map; with the problems and their places.
    """
    try:
        if path.stat().st_size > LARGEST:
            _refuse(path.name, f"The file is larger than {LARGEST // 1_000_000} MB.")
        data = path.read_bytes()
    except OSError as error:
        _refuse(path.name, f"It cannot be read: {error.strerror}.")
    return read_map(data, path.name)


def read_map(data: bytes, name: str = "") -> MapFile:
    """Read a map from the bytes of its file; `name` is for messages.

    Raises:
        BadFile: it is not such a map; with the problems and their places.
    """
    try:
        document = untrusted.parsed_json(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        _refuse(name, f"This is not a Universal VTT map: it is not text from byte {error.start} on.")
    except untrusted.Unreadable as error:
        _refuse(name, f"This is not a Universal VTT map: {error}")
    if not isinstance(document, dict):
        _refuse(name, f"This is not a Universal VTT map: it is {found(document)}, not a table.")
    reader = _Reader(name)
    read = reader.map_of(document)
    if read is None or reader.problems:
        raise BadFile(reader.problems)
    return read


def import_call(
    map: MapFile,
    metres: float,
    file: str = "",
    *,
    has_lines: bool = True,
    is_hidden: bool = False,
    replaces: bool = False,
) -> Call:
    """The edit that imports a map into the board.

    Args:
        map: the map that was read.
        metres: width of a cell.
        file: name of the picture beside the session; empty to keep the board's picture and give it the map's width.
        has_lines: whether walls, objects and doors become cover lines.
        is_hidden: whether these are hidden from players.
        replaces: whether existing cover on the board is removed.
    """
    right, down = map.shift
    options: dict[str, Any] = {"file": file} if file else {}
    options |= {"x": right * metres, "y": down * metres, "width": map.columns * metres, "cell": metres}
    kinds = (("Wall", map.walls), ("", map.objects), ("Door", map.doors))
    lines = [
        _line([[(x + right) * metres, (y + down) * metres] for x, y in points], name)
        for name, many in kinds
        for points in many
        if has_lines
    ]
    options |= {"lines": lines} if lines else {}
    options |= {key: True for key, is_said in (("hidden", is_hidden), ("replaces", replaces)) if is_said}
    return Call(action="import_map", options=options)


def _line(points: list[list[float]], name: str) -> dict[str, Any]:
    line: dict[str, Any] = {"points": [[round(x, 3), round(y, 3)] for x, y in points]}
    if name:
        line["name"] = name
    if name == "Door":
        line["is_door"] = True
    return line


def _refuse(name: str, sentence: str) -> NoReturn:
    raise BadFile([Problem(name, "", sentence)]) from None


# --------------------------------------------------------------------------------------------------- reading the values


class _Reader:
    """Reads the values of a file and collects the problems."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._origin = (0.0, 0.0)
        self._points = 0
        self.problems: list[Problem] = []
        self._left_out: dict[str, int] = {}

    def map_of(self, document: dict[str, Any]) -> MapFile | None:
        size, pixels = self._resolution(document.get("resolution"))
        walls = tuple(self._lines(document, "line_of_sight"))
        objects = tuple(self._lines(document, "objects_line_of_sight"))
        doors = tuple(self._doors(document.get("portals")))
        picture = self._picture(document.get("image"))
        if self._points > MOST_POINTS:
            self._note((), f"The walls have {self._points:,} points; the limit is {MOST_POINTS:,}.")
        if isinstance(lights := document.get("lights"), list):
            self._leave_out("light", len(lights))
        if self.problems or size is None:
            return None
        x, y = self._origin
        return MapFile(
            columns=size[0],
            rows=size[1],
            shift=(x - floor(x), y - floor(y)),
            pixels=pixels,
            walls=walls,
            objects=objects,
            doors=doors,
            picture=picture,
            left_out=tuple(
                f"{count} {one if count == 1 else many}"
                for one, many in _LEFT_OUT.items()
                if (count := self._left_out.get(one, 0))
            ),
        )

    def _note(self, path: tuple[str, ...], sentence: str) -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(Problem(self._name, place_of(path), sentence))

    def _leave_out(self, what: str, count: int = 1) -> None:
        self._left_out[what] = self._left_out.get(what, 0) + count

    # ------------------------------------------------------------------------------- sizes and the picture

    def _resolution(self, table: Any) -> tuple[Point | None, float | None]:
        """Size in cells, and pixels per cell; sets the origin for all other coordinates."""
        if not isinstance(table, dict):
            what = "It is missing" if table is None else f"It is a table, not {found(table)}"
            self._note(("resolution",), f"{what}: without it the size of the map is unknown.")
            return None, None
        size = self._point(table.get("map_size"), ("resolution", "map_size"), is_size=True)
        if table.get("map_origin") is not None:
            self._origin = self._point(table["map_origin"], ("resolution", "map_origin")) or self._origin
        pixels = table.get("pixels_per_grid")
        if pixels is not None:
            pixels = self._number(pixels, ("resolution", "pixels_per_grid"), is_size=True)
        return size, pixels

    def _picture(self, given: Any) -> MapPicture | None:
        if given is None or given == "":
            return None
        if not isinstance(given, str):
            self._note(("image",), f"It must be base64 text, not {found(given)}.")
            return None
        body = given.partition(",")[2] if given.startswith("data:") else given
        text = "".join(body.split()).rstrip("=")
        try:
            content = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
        except (binascii.Error, ValueError):
            self._note(("image",), "The picture is damaged: it is not valid base64.")
            return None
        for begin, later, ending in _KINDS:
            if content.startswith(begin) and content[8:].startswith(later):
                return MapPicture(content, ending)
        self._note(("image",), "It is not a PNG, JPEG or WebP picture.")
        return None

    # ------------------------------------------------------------------------------- walls and portals

    def _lines(self, document: dict[str, Any], key: str) -> Iterator[Polyline]:
        for number, line in enumerate(self._list(document.get(key), (key,))):
            path = (key, str(number))
            points = [
                self._place(one, (*path, str(at))) for at, one in enumerate(self._list(line, path)) if one is not None
            ]
            self._points += len(points)
            known = _without_repeats(point for point in points if point is not None)
            if len(set(known)) > 1:
                yield known
            elif None not in points:
                self._leave_out("wall without length")

    def _doors(self, given: Any) -> Iterator[Polyline]:
        for number, portal in enumerate(self._list(given, ("portals",))):
            path = ("portals", str(number))
            if not isinstance(portal, dict):
                self._note(path, f"It must be a table, not {found(portal)}.")
                continue
            bounds = self._list(portal.get("bounds"), (*path, "bounds"))
            ends = [self._place(one, (*path, "bounds", str(at))) for at, one in enumerate(bounds)]
            self._points += len(ends)
            if portal.get("closed") is False:
                self._leave_out("open portal")
            elif len(ends) != 2 or ends[0] == ends[1]:
                self._leave_out("portal without width")
            elif ends[0] is not None and ends[1] is not None:
                yield (ends[0], ends[1])

    # ------------------------------------------------------------------------------- single values

    def _list(self, given: Any, path: tuple[str, ...]) -> list[Any]:
        if given is None or isinstance(given, list):
            return given or []
        self._note(path, f"It must be a list, not {found(given)}.")
        return []

    def _place(self, given: Any, path: tuple[str, ...]) -> Point | None:
        """A point relative to the picture's corner, or None."""
        point = self._point(given, path)
        return None if point is None else (point[0] - self._origin[0], point[1] - self._origin[1])

    def _point(self, given: Any, path: tuple[str, ...], *, is_size: bool = False) -> Point | None:
        if not isinstance(given, dict):
            what = "It is missing" if given is None else f"It is {found(given)}"
            self._note(path, f"{what}: it must be a table of x and y.")
            return None
        x, y = (self._number(given.get(key), (*path, key), is_size=is_size) for key in ("x", "y"))
        return None if x is None or y is None else (x, y)

    def _number(self, given: Any, path: tuple[str, ...], *, is_size: bool = False) -> float | None:
        if given is None or isinstance(given, bool) or not isinstance(given, int | float):
            self._note(path, "It is missing." if given is None else f"It must be a number, not {found(given)}.")
        elif not -MOST_CELLS <= given <= MOST_CELLS:  # also excludes NaN
            self._note(path, f"It must be between -{MOST_CELLS:,} and {MOST_CELLS:,}, not {_short(given)}.")
        elif is_size and given < 0.01:
            self._note(path, f"It must be larger than 0, not {_short(given)}.")
        else:
            return float(given)
        return None


def _short(number: float) -> str:
    """A number for a message, abbreviated if it is very long."""
    return str(number) if len(str(number)) <= 20 else f"a number of {len(str(abs(number)))} digits"


def _without_repeats(points: Iterator[Point]) -> Polyline:
    """The points without consecutive duplicates."""
    kept: list[Point] = []
    for point in points:
        if not kept or kept[-1] != point:
            kept.append(point)
    return tuple(kept)
