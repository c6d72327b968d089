"""Edits of the board: terrain and cover, the picture, the grid. All of it is preparation, for the GM.

Zones and the ways between them are edited in `model.engine.edits_zones`.
"""

from __future__ import annotations

import re
from typing import Any

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    Wrong,
    converted,
    edit,
    flag,
    given_number,
    known,
    needed,
    needed_text,
    number,
    one_of,
    only_gm,
    something,
    words,
)
from model.engine.effects import end_effects
from model.engine.ruleset import Action
from model.engine.telling import listed
from model.state.base import replace
from model.state.battle import AnyBattle, new_id
from model.state.board import (
    Board,
    Circle,
    Feature,
    Line,
    Picture,
    Point,
    Polygon,
    Rectangle,
    Shape,
    millimetres,
)

KINDS = ("cover", "terrain", "drawing")
_FILE = re.compile(r"[0-9a-f]{8,128}\.[a-z0-9]{2,5}")


def with_board(battle: AnyBattle, **changes: object) -> AnyBattle:
    """The battle with parts of its board replaced."""
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
    return with_board(battle, features=battle.board.features | {id: feature})


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
    return with_board(battle, features=battle.board.features | {feature.id: replace(feature, **changes)})


def _remove_feature(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Effects that tie somebody to it, such as being behind it, end with it."""
    feature = known(battle.board.features, needed(call, "feature", "What to remove"), "cover, terrain or drawing")
    ask.say(*only_gm("{name} is removed.", name=feature.name or feature.kind.capitalize()))
    battle = end_effects(battle, lambda bearer, effect: effect.other == feature.id)
    return with_board(battle, features={id: other for id, other in battle.board.features.items() if id != feature.id})


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
    return with_board(battle, picture=picture)


def _remove_picture(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    if battle.board.picture is None:
        raise Wrong("The board has no picture.")
    ask.say(*only_gm("The board's picture is removed."))
    return with_board(battle, picture=None)


def _set_grid(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    cell = given_number(call, "cell")
    if cell is not None and millimetres(cell) <= 0:
        raise Wrong("A grid cell is wider than 0 metres, not {given}.", given=cell)
    shown = bool(call.option("shown", battle.board.has_grid))
    size = battle.board.cell if cell is None else millimetres(cell)
    ask.say(*only_gm("The grid has cells of {cell} m." if shown else "The grid is off.", cell=size))
    return with_board(battle, has_grid=shown, cell=size)


_NAME, _HIDDEN = words("name", "Name"), flag("hidden", "Hidden from the players")
_FEATURE = words("feature", "Which")
_KIND = one_of("kind", "Kind", KINDS)
SHAPE = something("shape", "Shape", help="A table: shape = rectangle, polygon, circle or line, and its measures.")

BOARD_EDITS: tuple[Action, ...] = (
    edit("draw_feature", "Draw on the board", _draw_feature, _KIND, SHAPE, _NAME, _HIDDEN),
    edit("edit_feature", "Change a drawing", _edit_feature, _FEATURE, _KIND, SHAPE, _NAME, _HIDDEN),
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
