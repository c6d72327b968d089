"""Relations such as holding or guarding: lines on the map and words in the list, as far as a viewer may know."""

from __future__ import annotations

import pytest

from model.engine.effects import add_effect, end_effects_of
from model.rulesets import RULESETS
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.board import Feature, Rectangle
from model.view.board import project_map
from model.view.map import RelationView
from model.view.order import order_view
from model.view.viewer import GM, PLAYERS, Viewer, visible_id
from tests.model.rulesets.test_drawing import begun

GAMES = {"zerospace": ("restrained", "holds", "held by"), "zamani": ("guarding", "guards", "guarded by")}


def two_of(battle: AnyBattle) -> tuple[Id, Id]:
    """Return the ids of a player character and of an opponent that players see."""
    here = [one for one in battle.combatants.values() if one.is_present and not one.is_hidden]
    return next(one.id for one in here if one.side == "pc"), next(one.id for one in here if one.side == "npc")


def ties(game: str, battle: AnyBattle, viewer: Viewer) -> tuple[RelationView, ...]:
    """Return the relations between combatants."""
    return tuple(one for one in project_map(battle, RULESETS[game], viewer).relations if one.at is None)


def ties_to_places(battle: AnyBattle, viewer: Viewer) -> list[RelationView]:
    relations = project_map(battle, RULESETS["zerospace"], viewer).relations
    return [one for one in relations if one.at is not None]


def list_words(game: str, battle: AnyBattle, who: Id) -> str:
    rows = [row for section in order_view(RULESETS[game], battle).sections for row in section.rows]
    return next(row.text for row in rows if row.who == who and len(row.members) == 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_tie_runs_from_who_does_it_and_ends_with_its_effect(game: str) -> None:
    battle, _ = begun(game)
    kind, verb, _ = GAMES[game]
    hero, foe = two_of(battle)
    tied = add_effect(battle, foe, kind, other=hero)
    (found,) = ties(game, tied, GM)
    does = (hero, foe) if verb == "holds" else (foe, hero)
    assert (found.source, found.target) == does
    assert found.label == verb
    names = tuple(battle.combatants[who].name for who in does)
    assert found.words == f"{names[0]} {verb} {names[1]}"
    assert ties(game, end_effects_of(tied, foe, kind), GM) == ()


@pytest.mark.parametrize("game", GAMES)
def test_the_list_says_it_of_both(game: str) -> None:
    battle, _ = begun(game)
    kind, verb, passive = GAMES[game]
    hero = two_of(battle)[0]
    foe = next(
        row.who
        for section in order_view(RULESETS[game], battle).sections
        for row in section.rows
        if len(row.members) == 1 and row.side == "npc" and row.who is not None
    )
    tied = add_effect(battle, foe, kind, other=hero)
    name, other = battle.combatants[hero].name, battle.combatants[foe].name
    first, second = (hero, foe) if verb == "holds" else (foe, hero)
    names = {hero: name, foe: other}
    assert f"{verb} {names[second]}" in list_words(game, tied, first)
    assert f"{passive} {names[first]}" in list_words(game, tied, second)
    assert passive not in list_words(game, battle, second)


def test_players_see_no_tie_to_a_hidden_combatant_and_none_that_is_secret() -> None:
    battle, _ = begun("zerospace")
    hero, foe = two_of(battle)
    tied = add_effect(battle, foe, "restrained", other=hero)
    (seen,) = ties("zerospace", tied, PLAYERS)
    assert (seen.source, seen.target) == (visible_id(hero, PLAYERS), visible_id(foe, PLAYERS))
    hidden = tied.with_combatant(replace(tied.combatants[foe], is_hidden=True))
    assert ties("zerospace", hidden, PLAYERS) == ()
    secret = add_effect(battle, foe, "restrained", other=hero, is_public=False)
    assert ties("zerospace", secret, PLAYERS) == ()


def test_players_read_public_names_on_ties() -> None:
    battle, _ = begun("zerospace")
    hero, foe = two_of(battle)
    named = battle.with_combatant(replace(battle.combatants[foe], public_name="Man in the red coat"))
    (seen,) = ties("zerospace", add_effect(named, foe, "restrained", other=hero), PLAYERS)
    assert seen.words.endswith("holds Man in the red coat")


def test_cover_on_the_board_is_tied_to_its_nearest_place() -> None:
    """For a wall from (30, 0) to (32, 4) and a combatant at (20, 2), the nearest point of the wall is (30, 2)."""
    battle, _ = begun("zerospace")
    hero, _ = two_of(battle)
    wall = Feature(id="wall-1", kind="cover", name="Wall", shape=Rectangle(x=30, y=0, width=2, height=4))
    board = replace(battle.board, features={"wall-1": wall})
    here = replace(battle.combatants[hero].place, x=20.0, y=2.0)
    battle = replace(battle, board=board).with_combatant(replace(battle.combatants[hero], place=here, effects={}))
    tied = add_effect(battle, hero, "cover", other="wall-1")
    found = ties_to_places(tied, GM)
    assert [(one.source, one.at, one.label) for one in found] == [(hero, (30.0, 2.0), "cover")]
    secret = replace(tied, board=replace(board, features={"wall-1": replace(wall, hidden=True)}))
    assert not ties_to_places(secret, PLAYERS)
