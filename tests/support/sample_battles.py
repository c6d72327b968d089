"""What every sample battle is made with: content and board, then combatants, initiative order and players."""

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
    """Return the content of a ruleset, and a battle without combatants."""
    game = RULESETS[ruleset]
    battle: AnyBattle = Battle(ruleset=game.id, shared=game.shared(), title=title, settings=settings, board=board)
    return load_library(game, content_files(game.id)), battle


def rectangle(box: Box) -> Rectangle:
    """Return a box from a table of zones as a rectangle."""
    x, y, width, height = box
    return Rectangle(x=x, y=y, width=width, height=height)


def board_of(*parts: Zone | Feature | Link) -> Board:
    """Return a board of zones, features and connections."""
    return Board(
        zones={part.id: part for part in parts if isinstance(part, Zone)},
        features={part.id: part for part in parts if isinstance(part, Feature)},
        links={part.id: part for part in parts if isinstance(part, Link)},
    )


def zones_of(*rows: tuple[str, str, Box]) -> tuple[Zone, ...]:
    """Return zones from a table of ids, names and boxes, each with its own colour."""
    return tuple(
        Zone(id=id, name=name, shape=rectangle(box), color=color) for color, (id, name, box) in enumerate(rows)
    )


def put(library: Library, battle: AnyBattle, entry: str, where: Point | Place, name: str = "") -> tuple[Id, AnyBattle]:
    """Return the id of a new combatant from the content, and the battle with it: at a point, or a place with a zone."""
    template = library.combatants[entry]
    template = replace(template, name=name or template.name)
    id, battle = new_id(battle, template.name)
    battle = put_combatant(library, battle, template, id)
    place = where if isinstance(where, Place) else place_at(battle.board, where)
    return id, battle.with_combatant(replace(battle.combatants[id], place=place))


def put_each(
    library: Library, battle: AnyBattle, entry: str, spots: Iterable[Point | Place], name: str
) -> tuple[tuple[Id, ...], AnyBattle]:
    """Return the ids of combatants of one kind, one at each spot and numbered from 1, and the battle with them."""
    ids: list[Id] = []
    for number, spot in enumerate(spots, start=1):
        id, battle = put(library, battle, entry, spot, f"{name} {number}")
        ids.append(id)
    return tuple(ids), battle


def hide(battle: AnyBattle, who: Id) -> AnyBattle:
    """Return the battle with a combatant hidden."""
    return battle.with_combatant(replace(battle.combatants[who], is_hidden=True))


def with_slots(battle: AnyBattle, *slots: Id | tuple[tuple[Id, ...], str]) -> AnyBattle:
    """Return the battle with an initiative order: each slot is a combatant, or the members of a group and its name."""
    for slot in slots:
        members, name = ((slot,), "") if isinstance(slot, str) else slot
        _, battle = insert(battle, members, name=name)
    return battle


def with_players(battle: AnyBattle, characters: Mapping[str, Id], *, plot_points: int = 0) -> AnyBattle:
    """Return the battle with players, in the order of their seats; plot points are for a game that has them."""
    points = {"plot_points": plot_points} if plot_points else {}
    for seat, (name, character) in enumerate(characters.items(), start=1):
        id, battle = new_id(battle, name)
        player = RULESETS[battle.ruleset].player(id=id, name=name, seat=seat, characters=(character,), **points)
        battle = replace(battle, players=battle.players | {id: player})
    return battle


def sample(name: str) -> tuple[Ruleset, AnyBattle]:
    """Return a sample battle as in its file, with its ruleset."""
    document = tomllib.loads((root() / "samples" / f"{name}.battle.toml").read_text(encoding="utf-8"))
    game = RULESETS[document["ruleset"]]
    kind: Any = battle_type(game)
    battle: AnyBattle = msgspec.convert(document["battle"], kind)
    return game, battle
