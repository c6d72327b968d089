"""How people come into the sample battles: from the content, into the order, with their players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from model.board.zones import place_at
from model.content.building import put_combatant
from model.content.library import Library
from model.engine.turns import insert
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Player, new_id
from model.state.board import Point


def put(library: Library, battle: AnyBattle, entry: str, spot: Point, name: str = "") -> tuple[Id, AnyBattle]:
    """The battle with somebody from the content at a spot, and the id they got."""
    template = library.combatants[entry]
    template = replace(template, name=name or template.name)
    id, battle = new_id(battle, template.name)
    battle = put_combatant(library, battle, template, id)
    return id, battle.with_combatant(replace(battle.combatants[id], place=place_at(battle.board, spot)))


def with_slots(battle: AnyBattle, slots: Iterable[tuple[tuple[Id, ...], str]]) -> AnyBattle:
    """The battle with an order of people and named groups."""
    for members, name in slots:
        _, battle = insert(battle, members, name=name)
    return battle


def with_players(battle: AnyBattle, characters: Mapping[str, Id], *, plot_points: int = 0) -> AnyBattle:
    """The battle with players, in the order of their seats."""
    for seat, (name, character) in enumerate(characters.items(), start=1):
        id, battle = new_id(battle, name)
        player = Player(id=id, name=name, seat=seat, characters=(character,), plot_points=plot_points)
        battle = replace(battle, players=battle.players | {id: player})
    return battle
