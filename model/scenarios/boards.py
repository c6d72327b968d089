"""The board that a scenario describes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from model.board.bands import band_named
from model.content.problems import nearest
from model.engine.ruleset import Ruleset
from model.scenarios.tables import BoardTable, LinkTable, Shaped
from model.state.board import Board, Circle, Feature, Line, Link, Polygon, Rectangle, Shape, Zone

Report = Callable[[str, str], None]
"""Takes the place and the sentence of something that is wrong."""


def board_of(table: BoardTable, ruleset: Ruleset, report: Report) -> Board:
    """The board, as far as its tables are right; what is wrong with them is reported."""
    zones: dict[str, Zone] = {}
    for entry in table.zones:
        place = f"board: zones ({entry.id})"
        shape = _shape(entry, place, report)
        if isinstance(shape, Line):
            report(place, "a zone cannot be a line.")
        elif entry.id in zones:
            report(place, f"the id “{entry.id}” is used twice.")
        else:
            name = entry.name or entry.id.replace("-", " ").capitalize()
            zones[entry.id] = Zone(id=entry.id, name=name, shape=shape, hidden=entry.hidden)
    links = [_link(number, entry, zones, ruleset, report) for number, entry in enumerate(table.links, 1)]
    features: dict[str, Feature] = {}
    kinds: tuple[tuple[Literal["cover", "terrain", "drawing"], tuple[Shaped, ...]], ...] = (
        ("cover", table.cover),
        ("terrain", table.terrain),
        ("drawing", table.drawings),
    )
    for kind, entries in kinds:
        for entry in entries:
            place = f"board: {kind} ({entry.id})"
            shape = _shape(entry, place, report)
            if entry.id in features:
                report(place, f"the id “{entry.id}” is used twice.")
            elif shape is None:
                report(place, "needs a rectangle, circle, polygon or line.")
            else:
                features[entry.id] = Feature(id=entry.id, kind=kind, shape=shape, name=entry.name, hidden=entry.hidden)
    return Board(
        zones=zones,
        links={link.id: link for link in links},
        features=features,
        has_grid=table.grid,
        cell=table.cell,
    )


def _link(number: int, entry: LinkTable, zones: dict[str, Zone], ruleset: Ruleset, report: Report) -> Link:
    place = f"board: links[{number}]"
    for zone in entry.between:
        if zone not in zones:
            report(f"{place}.between", f"there is no zone “{zone}”.{nearest(zone, zones)}")
    if entry.metres is not None and entry.band is not None:
        report(place, "takes metres or a band, not both.")
    if entry.band is not None and band_named(ruleset.ranges, entry.band) is None:
        known = nearest(entry.band, (band.id for band in ruleset.ranges.bands))
        report(f"{place}.band", f"there is no range band “{entry.band}”.{known}")
    return Link(
        id=f"link-{number}",
        first=entry.between[0],
        second=entry.between[1],
        metres=entry.metres,
        band=entry.band,
        is_blocked=entry.blocked or entry.cut,
        is_one_way=entry.one_way,
        cost=entry.cost,
        name=entry.name,
        is_cut=entry.cut,
        hidden=entry.hidden,
    )


def _shape(entry: Shaped, place: str, report: Report) -> Shape | None:
    found: list[Shape] = []
    if entry.rectangle is not None:
        x, y, width, height = entry.rectangle
        if width <= 0 or height <= 0:
            report(f"{place}: rectangle", "is left, top, width and height; the last two are over 0.")
        found.append(Rectangle(x=x, y=y, width=width, height=height, angle=entry.angle))
    if entry.circle is not None:
        x, y, radius = entry.circle
        if radius <= 0:
            report(f"{place}: circle", "is its centre and its radius, which is over 0.")
        found.append(Circle(x=x, y=y, radius=radius))
    for key, points, least in (("polygon", entry.polygon, 3), ("line", entry.line, 2)):
        if points is None:
            continue
        if len(points) < least:
            report(f"{place}: {key}", f"takes at least {least} points.")
        found.append(Polygon(points=points) if key == "polygon" else Line(points=points))
    if len(found) > 1:
        report(place, "takes one shape, not several.")
    return found[0] if found else None
