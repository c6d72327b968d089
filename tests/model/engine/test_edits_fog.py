"""The GM's fog: drawing, clearing and refusals; names and numbers of combatants who come out of it."""

from __future__ import annotations

from typing import Any

import pytest

from model.engine.calls import Call
from model.engine.edits import EDITS
from model.engine.run import Done, Refused, run
from model.state.base import replace
from model.state.battle import AnyBattle
from model.state.board import Board, FogPatch, Line, Place, Zone
from model.view.players import players_view
from model.view.texts import refusal_sentence
from model.view.viewer import GM
from tests.model.view.kit import RULES, battle_of, fighter

GAME = replace(RULES, actions=RULES.actions | EDITS)
BOX = {"shape": "rectangle", "x": 0.0, "y": 0.0, "width": 10.0, "height": 10.0}


def raiders() -> AnyBattle:
    """Return a battle of Nora, outside the box, and three raiders: two inside the box of 10 m, one outside."""
    places = {"Raider 1": (2.0, 2.0), "Raider 2": (4.0, 4.0), "Raider 3": (30.0, 3.0)}
    people = [fighter(f"raider-{number}", name, at=at) for number, (name, at) in enumerate(places.items(), 1)]
    return battle_of(fighter("nora-9", "Nora", "pc", at=(20.0, 20.0)), *people)


def done(battle: AnyBattle, action: str, **options: Any) -> AnyBattle:
    outcome = run(GAME, battle, Call(action=action, options=options))
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def names(battle: AnyBattle) -> tuple[list[str], list[str]]:
    """Return the names in the players' initiative order and on their map."""
    view = players_view(GAME, battle)
    return [row.name for row in view.order], sorted(token.name for token in view.map.tokens)


def test_who_is_in_fog_is_nowhere_on_the_players_screen_and_no_number_tells_of_them() -> None:
    battle = done(raiders(), "draw_fog", level="hidden", shape=BOX)
    assert names(battle) == (["Raider", "Nora"], ["Nora", "Raider"])


def test_dimmed_ground_shows_nobody_either() -> None:
    battle = done(raiders(), "draw_fog", level="dimmed", shape=BOX)
    assert names(battle)[1] == ["Nora", "Raider"]


def test_who_was_seen_keeps_the_number_in_the_fog_and_out_of_it() -> None:
    battle = replace(raiders(), order=replace(raiders().order, phase="ended"))
    fogged = done(battle, "draw_fog", level="hidden", shape=BOX)
    assert names(fogged)[1] == ["Nora", "Raider 3"]
    cleared = done(fogged, "fog_all", level="revealed")
    assert names(cleared)[1] == ["Nora", "Raider 1", "Raider 2", "Raider 3"]


def test_walking_out_of_the_fog_shows_and_into_it_hides() -> None:
    battle = done(raiders(), "draw_fog", level="hidden", shape=BOX)
    out = run(GAME, battle, Call(action="place", targets=("raider-1",), options={"place": {"x": 15.0, "y": 2.0}}))
    assert isinstance(out, Done)
    assert len(names(out.battle)[1]) == 3
    back = run(GAME, out.battle, Call(action="place", targets=("raider-1",), options={"place": {"x": 2.0, "y": 2.0}}))
    assert isinstance(back, Done)
    assert names(back.battle)[1] == ["Nora", "Raider"]


def test_a_reveal_of_what_the_party_sees_dims_the_rest_only_when_told_to() -> None:
    zones = {f"{name.lower()}-1": Zone(id=f"{name.lower()}-1", name=name) for name in ("Hall", "Yard", "Attic")}
    nora = replace(fighter("nora-9", "Nora", "pc"), place=Place(zone="hall-1"))
    battle = battle_of(nora, board=Board(zones=zones, fog=(FogPatch(level="hidden", zone="hall-1"),)))
    plain = done(battle, "reveal_seen")
    assert plain.board.fog == ()
    dims = done(battle, "reveal_seen", dims_others=True)
    assert {patch.zone: patch.level for patch in dims.board.fog} == {"yard-1": "dimmed", "attic-1": "dimmed"}


@pytest.mark.parametrize(
    ("action", "options", "words"),
    [
        ("draw_fog", {"level": "thick", "shape": BOX}, "Players: “thick” is not one of hidden, dimmed, revealed."),
        ("draw_fog", {"level": "hidden"}, "The shape is missing."),
        (
            "draw_fog",
            {"level": "hidden", "shape": {"shape": "line", "points": [[0.0, 0.0], [1.0, 1.0]]}},
            "A stroke is wider than 0 and at most 1000 m, not 0.",
        ),
        ("fog_all", {"level": "revealed"}, "There is no fog to clear."),
        ("reveal_seen", {}, "No character of the players is in a zone."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(action: str, options: dict[str, Any], words: str) -> None:
    outcome = run(GAME, raiders(), Call(action=action, options=options))
    assert isinstance(outcome, Refused)
    assert refusal_sentence(outcome.refusal, raiders(), GM) == words


def test_a_stroke_is_kept_with_its_width() -> None:
    shape = {"shape": "line", "points": [[0.0, 0.0], [3.0, 4.0]]}
    battle = done(raiders(), "draw_fog", level="hidden", shape=shape, width=2.5)
    assert battle.board.fog == (FogPatch(level="hidden", shape=Line(points=((0.0, 0.0), (3.0, 4.0))), width=2.5),)
