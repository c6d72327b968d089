"""The GM's edits of fog: zones, shapes and strokes that players see, see dimmed or do not see."""

from __future__ import annotations

from model.board.fog import seen_by_party, with_fog, zone_fog
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits_base import (
    InvalidInput,
    edit,
    flag,
    given_number,
    known,
    needed,
    number,
    one_of,
    only_gm,
    words,
)
from model.engine.edits_board import SHAPE, shape_given
from model.engine.messages import listed
from model.engine.ruleset import Action
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import FogLevel, FogPatch, Line, millimetres

LEVELS: tuple[FogLevel, ...] = ("hidden", "dimmed", "revealed")
MOST_PATCHES = 3000
"""Maximum number of fog patches of a board: more strokes than in a game night, and still drawn fast."""
_WIDEST = 1000.0
"""Maximum width of a brush in metres."""


def _level(call: Call) -> FogLevel:
    level: FogLevel = needed(call, "level", "How much players see")
    return level


def _with_patch(battle: AnyBattle, patch: FogPatch) -> AnyBattle:
    board = with_fog(battle.board, patch)
    if len(board.fog) > MOST_PATCHES:
        raise InvalidInput(
            "The fog already has {most} strokes: hide or clear the whole board first.", most=MOST_PATCHES
        )
    if board.fog == battle.board.fog:
        raise InvalidInput("There is no fog to clear.")
    return replace(battle, board=board)


def _draw_fog(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    level, shape = _level(call), shape_given(needed(call, "shape", "The shape"))
    width = given_number(call, "width") or 0.0
    if isinstance(shape, Line) and not 0.001 <= width <= _WIDEST:
        raise InvalidInput("A stroke is wider than 0 and at most {most:g} m, not {given:g}.", most=_WIDEST, given=width)
    patch = FogPatch(level=level, shape=shape, width=millimetres(width) if isinstance(shape, Line) else 0.0)
    ask.add_message(*only_gm("A part of the board is {level}.", level=_said(level)))
    return _with_patch(battle, patch)


def _fog_zone(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    zone = known(battle.board.zones, needed(call, "zone", "The zone"), "zone")
    level = _level(call)
    ask.add_message(*only_gm("{zone} is {level}.", zone=zone.name, level=_said(level)))
    return _with_patch(battle, FogPatch(level=level, zone=zone.id))


def _fog_all(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    level = _level(call)
    ask.add_message(*only_gm("The whole board is {level}.", level=_said(level)))
    return _with_patch(battle, FogPatch(level=level))


def _reveal_seen(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """Reveal the zones that the players' characters see; with `dims_others` dim those that they no longer see."""
    seen = seen_by_party(battle)
    if not seen:
        raise InvalidInput("No character of the players is in a zone.")
    levels: dict[Id, FogLevel] = {zone: zone_fog(battle.board, zone) for zone in battle.board.zones}
    revealed = [zone for zone in levels if zone in seen and levels[zone] != "revealed"]
    dims = bool(call.option("dims_others", False))
    dimmed = [zone for zone in levels if dims and zone not in seen and levels[zone] == "revealed"]
    if not revealed and not dimmed:
        raise InvalidInput("The zones that the party sees are revealed already.")
    for zone in revealed:
        battle = _with_patch(battle, FogPatch(level="revealed", zone=zone))
    for zone in dimmed:
        battle = _with_patch(battle, FogPatch(level="dimmed", zone=zone))
    for zones, level in ((revealed, "revealed"), (dimmed, "dimmed")):
        if zones:
            names = listed(battle.board.zones[zone].name for zone in zones)
            ask.add_message(*only_gm("{names}: {level}.", names=names, level=level))
    return battle


def _said(level: FogLevel) -> str:
    return {"hidden": "hidden in fog", "dimmed": "dimmed by fog", "revealed": "free of fog"}[level]


_LEVEL = one_of("level", "Players", LEVELS, default="hidden")
_WIDTH = number("width", "Width of the stroke in metres", decimals=2)
FOG_EDITS: tuple[Action, ...] = (
    edit("draw_fog", "Draw Fog", _draw_fog, _LEVEL, SHAPE, _WIDTH, is_stroke=True),
    edit("fog_zone", "Set Fog of Zone", _fog_zone, words("zone", "Zone"), _LEVEL),
    edit("fog_all", "Set Fog of Board", _fog_all, _LEVEL),
    edit(
        "reveal_seen",
        "Reveal What Party Sees",
        _reveal_seen,
        flag("dims_others", "Dim the zones that it no longer sees"),
        help="Reveals the zones in which characters of the players are, and those that an open connection leads to.",
    ),
)
