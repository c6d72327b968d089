"""A board for players where the GM has only a list of zones: a box for each, the ways between them as lines."""

from __future__ import annotations

from model.board.distance import link_between
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Board, Rectangle
from model.view.viewer import Viewer, knows

_WIDTH, _HEIGHT, _GAP = 12.0, 8.0, 3.0
"""Metres of a box and between two: they are drawn, nobody measures in them."""


def as_diagram(battle: AnyBattle, viewer: Viewer) -> AnyBattle:
    """The battle with boxes for the zones that a viewer knows; as it is where anything is drawn already.

    A zone that they do not know has no box and leaves no gap.
    """
    board = battle.board
    known = [id for id in board.zones if knows(battle, id, viewer)]
    is_drawn = board.picture is not None or any(zone.shape is not None for zone in board.zones.values())
    if is_drawn or not known:
        return battle
    zones = dict(board.zones)
    left = 0.0
    for columns in _parts(board, known, viewer):
        highest = max(map(len, columns))
        for members in columns:
            top = (highest - len(members)) * (_HEIGHT + _GAP) / 2
            for row, id in enumerate(members):
                y = top + row * (_HEIGHT + _GAP)
                zones[id] = replace(zones[id], shape=Rectangle(x=left, y=y, width=_WIDTH, height=_HEIGHT))
            left += _WIDTH + _GAP
    return replace(battle, board=replace(board, zones=zones, has_grid=False))


def _parts(board: Board, known: list[Id], viewer: Viewer) -> list[list[list[Id]]]:
    """The zones that hang together, each part in columns: those of the next are a way farther from its first zone."""
    parts: list[list[list[Id]]] = []
    waiting = list(known)
    while waiting:
        columns: list[list[Id]] = []
        front = [waiting.pop(0)]
        while front:
            columns.append(front)
            front = [id for id in waiting if any(_are_linked(board, id, other, viewer) for other in front)]
            waiting = [id for id in waiting if id not in front]
        parts.append(columns)
    return parts


def _are_linked(board: Board, first: Id, second: Id, viewer: Viewer) -> bool:
    link = link_between(board, first, second)
    return link is not None and (viewer.is_gm or not link.hidden)
