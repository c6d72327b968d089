"""Combatants who leave combat alive: fled, captured or surrendered, by one edit or one typed word, and back."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest

from model.content.resources import root
from model.engine.calls import Call
from model.engine.edits import quick_edit
from model.engine.run import Done, run
from model.session import Session
from model.session.registry import rulesets
from model.state.battle import AnyBattle
from model.view.board import project_map
from model.view.order import order_view
from model.view.players import players_view
from model.view.viewer import GM, PLAYERS
from tests.support.arena import ARENA, duel
from tests.support.edits import done, told

WAYS = ("fled", "captured", "surrendered")


def fight() -> AnyBattle:
    return done(duel(), "start_fight")


def typed(battle: AnyBattle, words: str, *who: str) -> AnyBattle:
    call = quick_edit(ARENA, battle, who, words)
    assert isinstance(call, Call), call
    outcome = run(ARENA, battle, call)
    assert isinstance(outcome, Done)
    return outcome.battle


@pytest.mark.parametrize("way", WAYS)
def test_who_left_alive_has_no_turn_until_brought_back(way: str) -> None:
    battle = done(fight(), f"mark_{way}", "bert-2")
    bert = battle.combatants["bert-2"]
    assert (bert.is_out, bert.left_as, bert.is_present) == (True, way, True)
    assert done(battle, "end_turn").order.acting == ("cora-3",)
    back = done(battle, "bring_back", "bert-2")
    assert (back.combatants["bert-2"].is_out, back.combatants["bert-2"].left_as) == (False, None)
    assert done(back, "end_turn").order.acting == ("bert-2",)


def test_one_typed_word_does_it_for_all_selected_and_undoes_it() -> None:
    battle = typed(fight(), "fled", "anna-1", "bert-2")
    assert [battle.combatants[who].left_as for who in ("anna-1", "bert-2")] == ["fled", "fled"]
    assert typed(battle, "Surrender", "bert-2").combatants["bert-2"].left_as == "surrendered"
    for word in ("fled", "back"):
        back = typed(battle, word, "anna-1", "bert-2")
        assert not any(one.is_out or one.left_as for one in back.combatants.values())
    dead = done(battle, "take_out", "bert-2").combatants["bert-2"]
    assert (dead.is_out, dead.left_as) == (True, None), "defeated after all"


def test_the_log_tells_it_and_hides_it_of_the_hidden() -> None:
    assert told(duel(), "mark_fled", "anna-1", "dora-4") == [("Anna flees.", "all"), ("Dora flees.", "gm")]
    assert told(duel(), "mark_captured", "bert-2") == [("Bert is captured.", "all")]
    assert told(duel(), "mark_surrendered", "bert-2") == [("Bert surrenders.", "all")]


@pytest.mark.parametrize("way", WAYS)
def test_both_screens_say_how_and_draw_it_so(way: str) -> None:
    battle = done(fight(), f"mark_{way}", "bert-2")
    for viewer in (GM, PLAYERS):
        (token,) = [one for one in project_map(battle, ARENA, viewer).tokens if one.name == "Bert"]
        assert (token.out, token.left_as, token.conditions[:1]) == (True, way, (way,))
    (row,) = [one for one in players_view(ARENA, battle).order if one.name == "Bert"]
    assert (row.is_out, row.left_as, row.health) == (True, way, None), "in place of “down”"
    rows = [one for section in order_view(ARENA, battle).sections for one in section.rows if one.name == "Bert"]
    assert rows
    assert all(one.left_as == way for one in rows)
    assert way in rows[0].text


@pytest.mark.parametrize("way", WAYS)
def test_players_see_nothing_of_a_hidden_one_who_leaves(way: str) -> None:
    battle = fight()
    assert players_view(ARENA, done(battle, f"mark_{way}", "dora-4")) == players_view(ARENA, battle)


@pytest.mark.parametrize(
    ("sample", "who"),
    [
        ("dockside-ambush", "boomer"),
        ("kalos-night-at-the-museum", ""),
        ("wasteland-red-filling-station", ""),
        ("effort-roadblock", ""),
        ("zamani-loading-bay", ""),
    ],
)
def test_in_every_game_nothing_that_heals_ends_it_and_the_file_keeps_it(sample: str, who: str, tmp_path: Path) -> None:
    file = Path(copy(root() / "samples" / f"{sample}.battle.toml", tmp_path))
    session = Session.open(file, rulesets()).session
    assert session is not None
    foe = next(one.id for one in session.battle.combatants.values() if one.side != "pc" and one.id.startswith(who))
    before = session.battle
    session.act(Call(action="mark_captured", targets=(foe,)))
    for amount in (400, -400, 3):
        session.act(Call(action="hurt", targets=(foe,), options={"amount": amount}))
        assert session.battle.combatants[foe].is_out
        assert session.battle.combatants[foe].left_as == "captured"
    session.close()
    again = Session.open(file, rulesets()).session
    assert again is not None
    assert again.battle.combatants[foe].left_as == "captured"
    for _ in range(4):
        again.undo()
    assert again.battle.combatants[foe] == before.combatants[foe]
    again.close()
