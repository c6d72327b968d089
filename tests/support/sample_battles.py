"""What every sample battle is made with: its content and board, then people, the order and the players."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from model.board.zones import place_at
from model.content.library import Library, content_files, load_library, put_combatant
from model.content.resources import root
from model.engine.ruleset import Ruleset
from model.engine.turns import insert
from model.rulesets import RULESETS
from model.session.values import battle_type
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Battle, new_id
from model.state.board import Board, Feature, Link, Place, Point, Rectangle, Zone

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def begin(ruleset: str, title: str, board: Board, **settings: Any) -> tuple[Library, AnyBattle]:
    """The content of a ruleset, and a battle with nobody in it yet."""
    game = RULESETS[ruleset]
    battle: AnyBattle = Battle(ruleset=game.id, shared=game.shared(), title=title, settings=settings, board=board)
    return load_library(game, content_files(game.id)), battle


def rectangle(box: Box) -> Rectangle:
    """A rectangle as a short line of a table of zones notes it."""
    x, y, width, height = box
    return Rectangle(x=x, y=y, width=width, height=height)


def board_of(*parts: Zone | Feature | Link) -> Board:
    """A board of zones, of what stands in them, and of the ways between them."""
    return Board(
        zones={part.id: part for part in parts if isinstance(part, Zone)},
        features={part.id: part for part in parts if isinstance(part, Feature)},
        links={part.id: part for part in parts if isinstance(part, Link)},
    )


def zones_of(*rows: tuple[str, str, Box]) -> tuple[Zone, ...]:
    """Zones of a table of ids, names and boxes, each in a colour of its own."""
    return tuple(
        Zone(id=id, name=name, shape=rectangle(box), color=color) for color, (id, name, box) in enumerate(rows)
    )


def put(library: Library, battle: AnyBattle, entry: str, where: Point | Place, name: str = "") -> tuple[Id, AnyBattle]:
    """The battle with somebody from the content, and the id they got: at a point, or at a place with its zone."""
    template = library.combatants[entry]
    template = replace(template, name=name or template.name)
    id, battle = new_id(battle, template.name)
    battle = put_combatant(library, battle, template, id)
    place = where if isinstance(where, Place) else place_at(battle.board, where)
    return id, battle.with_combatant(replace(battle.combatants[id], place=place))


def put_each(
    library: Library, battle: AnyBattle, entry: str, spots: Iterable[Point | Place], name: str
) -> tuple[tuple[Id, ...], AnyBattle]:
    """The battle with one of a kind at each spot, numbered from 1, and the ids they got."""
    ids: list[Id] = []
    for number, spot in enumerate(spots, start=1):
        id, battle = put(library, battle, entry, spot, f"{name} {number}")
        ids.append(id)
    return tuple(ids), battle


def hide(battle: AnyBattle, who: Id) -> AnyBattle:
    """The battle with somebody whom nobody has seen yet."""
    return battle.with_combatant(replace(battle.combatants[who], is_hidden=True))


def with_slots(battle: AnyBattle, *slots: Id | tuple[tuple[Id, ...], str]) -> AnyBattle:
    """The battle with an order: somebody by themselves, or people of a group and its name."""
    for slot in slots:
        members, name = ((slot,), "") if isinstance(slot, str) else slot
        _, battle = insert(battle, members, name=name)
    return battle


def with_players(battle: AnyBattle, characters: Mapping[str, Id], *, plot_points: int = 0) -> AnyBattle:
    """The battle with players, in the order of their seats; points are for a game that has them."""
    points = {"plot_points": plot_points} if plot_points else {}
    for seat, (name, character) in enumerate(characters.items(), start=1):
        id, battle = new_id(battle, name)
        player = RULESETS[battle.ruleset].player(id=id, name=name, seat=seat, characters=(character,), **points)
        battle = replace(battle, players=battle.players | {id: player})
    return battle


def sample(name: str) -> tuple[Ruleset, AnyBattle]:
    """A sample battle as its file has it, with its ruleset."""
    document = tomllib.loads((root() / "samples" / f"{name}.battle.toml").read_text(encoding="utf-8"))
    game = RULESETS[document["ruleset"]]
    kind: Any = battle_type(game)
    battle: AnyBattle = msgspec.convert(document["battle"], kind)
    return game, battle
