"""Shapes on the board of a scenario, and the fog over it, read from the keys of the file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

import msgspec

from model.board.fog import with_fog
from model.content.problems import nearest
from model.engine.calls import Call
from model.scenarios.tables import FogTable, Shaped
from model.state.board import Board, Circle, FogPatch, Line, Polygon, Rectangle, Shape

Report = Callable[[str, str], None]
"""Takes the place and the sentence of a problem."""


def shape_of(entry: Shaped | FogTable, place: str, report: Report) -> Shape | None:
    """Return the shape of a table, or None if it has none; report its problems."""
    found: list[Shape] = []
    if entry.rectangle is not None:
        x, y, width, height = entry.rectangle
        if width <= 0 or height <= 0:
            report(f"{place}: rectangle", "must be left, top, width and height; the last two over 0.")
        found.append(Rectangle(x=x, y=y, width=width, height=height, angle=entry.angle))
    if entry.circle is not None:
        x, y, radius = entry.circle
        if radius <= 0:
            report(f"{place}: circle", "must be its centre and its radius, which is over 0.")
        found.append(Circle(x=x, y=y, radius=radius))
    for key, points, least in (("polygon", entry.polygon, 3), ("line", entry.line, 2)):
        if points is None:
            continue
        if len(points) < least:
            report(f"{place}: {key}", f"needs at least {least} points.")
        found.append(Polygon(points=points) if key == "polygon" else Line(points=points))
    if len(found) > 1:
        report(place, "needs one shape, not several.")
    return found[0] if found else None


# -------------------------------------------------------------------------------------------------------------- the fog


_COVERS = ("zone", "rectangle", "circle", "polygon", "line", "everywhere", "seen_by_party")
"""The keys for the area that fog covers; a table has one of them."""


def with_fog_of(board: Board, tables: Sequence[FogTable], report: Report) -> Board:
    """Return the board with its initial fog; report the problems of the tables."""
    for number, table in enumerate(tables, start=1):
        place = f"board: fog[{number}]"
        found = [*fog_problems(table), *zone_problem(table, board.zones)]
        if table.seen_by_party:
            found.append(("seen_by_party", "belongs into a step: the board comes before the combatants."))
        for key, sentence in found:
            report(f"{place}.{key}" if key else place, sentence)
        if table.level is not None and not found:
            shape = shape_of(table, place, report)
            patch = FogPatch(level=table.level, zone=table.zone, shape=shape, width=table.width or 0.0)
            board = with_fog(board, patch)
    return board


def fog_problems(table: FogTable) -> Iterator[tuple[str, str]]:
    """Yield key and sentence of each problem of a fog table that does not depend on the board."""
    covers = [key for key in _COVERS if getattr(table, key) not in (None, False)]
    if not covers:
        yield "", "needs what it lies over: a zone, a rectangle, circle, polygon or line, or everywhere = true."
    elif len(covers) > 1:
        yield "", f"lies over one thing, not {' and '.join(covers)}."
    else:
        yield from _shape_problems(table)
    if table.seen_by_party and table.level is not None:
        yield "level", "says nothing about seen_by_party, which reveals."
    if not table.seen_by_party and table.level is None:
        yield "level", "is missing: hidden, dimmed or revealed."
    if table.dims_others and not table.seen_by_party:
        yield "dims_others", "needs seen_by_party = true."
    if table.line is not None and table.width is None:
        yield "width", "is missing: how many metres the stroke is wide."
    if table.width is not None and table.line is None:
        yield "width", "needs a line: only a stroke is so wide."


def _shape_problems(table: FogTable) -> Iterator[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    shape_of(table, "", lambda place, sentence: found.append((place.removeprefix(": "), sentence)))
    yield from found


def zone_problem(table: FogTable, zones: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield a problem if the zone of the fog does not exist."""
    if table.zone is not None and table.zone not in zones:
        yield "zone", f"there is no zone “{table.zone}”.{nearest(table.zone, zones)}"


def fog_call(table: FogTable) -> Call:
    """Return the GM's edit that a valid table describes."""
    if table.seen_by_party:
        return Call(action="reveal_seen", options={"dims_others": table.dims_others})
    options: dict[str, object] = {"level": table.level}
    if table.everywhere:
        return Call(action="fog_all", options=options)
    if table.zone is not None:
        return Call(action="fog_zone", options=options | {"zone": table.zone})
    shape = msgspec.to_builtins(shape_of(table, "", lambda place, sentence: None))
    width = {} if table.width is None else {"width": table.width}
    return Call(action="draw_fog", options=options | {"shape": shape} | width)
