"""The start of a game night: which players are present, and what the game resets."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Evening
from model.engine.run import Done, run
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from tests.support.arena import Guest, arena, duel
from tests.support.edits import done, refused, told


def at_the_table() -> AnyBattle:
    """Ida plays Anna; Jon plays Cora. Jon was absent last time, so Cora is absent too."""
    battle = duel()
    players = (
        Guest(id="ida-6", name="Ida", seat=1, characters=("anna-1",)),
        Guest(id="jon-7", name="Jon", seat=2, characters=("cora-3",), is_present=False, prayers=4),
    )
    cora = replace(battle.combatants["cora-3"], is_present=False)
    return replace(battle.with_combatant(cora), players={one.id: one for one in players}, serial=7)


def test_characters_come_and_go_with_their_players() -> None:
    battle = done(at_the_table(), "start_evening", present=["jon-7"])
    assert [player.is_present for player in battle.players.values()] == [False, True]
    assert not battle.combatants["anna-1"].is_present
    assert battle.combatants["cora-3"].is_present
    assert battle.combatants["bert-2"].is_present


def test_characters_may_stay_where_they_are() -> None:
    battle = done(at_the_table(), "start_evening", present=["jon-7"], characters=False)
    assert battle.combatants["anna-1"].is_present
    assert not battle.combatants["cora-3"].is_present


def test_nothing_said_means_who_was_here_last() -> None:
    battle = done(at_the_table(), "start_evening")
    ida, jon = battle.players.values()
    assert (ida.has_begun, jon.has_begun) == (True, False)
    assert {"ida-6": replace(ida, has_begun=False), "jon-7": jon} == at_the_table().players
    assert told(at_the_table(), "start_evening") == [("Game night begins. Present: Ida.", "gm")]


def test_a_new_player_sits_down_with_their_characters() -> None:
    battle = done(at_the_table(), "start_evening", new={"Kim": ["bert-2"], "Lou": []})
    kim, lou = (player for player in battle.players.values() if player.name in ("Kim", "Lou"))
    assert (kim.seat, kim.characters, kim.is_present) == (3, ("bert-2",), True)
    assert (lou.seat, lou.characters) == (4, ())
    assert "Kim" in told(at_the_table(), "start_evening", new={"Kim": []})[0][0]
    assert "zoe" in refused(at_the_table(), "start_evening", new={"Kim": ["zoe"]})
    assert "name" in refused(at_the_table(), "start_evening", new={" ": []})


def test_an_unknown_player_is_refused() -> None:
    assert "kim" in refused(at_the_table(), "start_evening", present=["kim"])


def test_a_game_resets_what_it_resets_for_those_who_are_here() -> None:
    def begin(battle: AnyBattle, here: tuple[Id, ...], ask: Ask) -> AnyBattle:
        reset = {id: replace(battle.players[id], prayers=1) for id in here}
        return replace(battle, players=battle.players | reset)

    game = arena(evening=Evening(begin=begin, join=begin, words="One point each."))
    outcome = run(game, at_the_table(), Call(action="start_evening", options={"present": ["ida-6"]}))
    assert isinstance(outcome, Done)
    left = [player.prayers for player in outcome.battle.players.values() if isinstance(player, Guest)]
    assert left == [1, 4]


def test_who_comes_late_gets_what_the_present_got_once_and_the_others_keep_what_they_have() -> None:
    def begin(battle: AnyBattle, here: tuple[Id, ...], ask: Ask) -> AnyBattle:
        reset = {id: replace(battle.players[id], prayers=1) for id in here}
        return replace(battle, players=battle.players | reset)

    game = arena(evening=Evening(begin=begin, join=begin, words="One point each."))

    def after(battle: AnyBattle, action: str, **options: object) -> AnyBattle:
        outcome = run(game, battle, Call(action=action, options=options))
        assert isinstance(outcome, Done), outcome
        return outcome.battle

    def left(battle: AnyBattle) -> list[int]:
        return [player.prayers for player in battle.players.values() if isinstance(player, Guest)]

    # Without a game night in progress, to come back gives nothing.
    assert left(after(at_the_table(), "player_returns", player="jon-7")) == [0, 4]
    night = after(at_the_table(), "start_evening", present=["ida-6"])
    night = after(night, "set_resource", player="ida-6", resource="prayers", amount=3)
    came = after(night, "player_returns", player="jon-7")
    assert left(came) == [3, 1]
    spent = after(came, "set_resource", player="jon-7", resource="prayers", amount=0)
    again = after(after(spent, "player_leaves", player="jon-7"), "player_returns", player="jon-7")
    assert left(again) == [3, 0]
    assert left(after(night, "edit_player", player="jon-7", present=True)) == [3, 1]
    assert left(after(night, "add_player", name="Kim")) == [3, 4, 1]
    assert left(after(night, "start_evening", present=["ida-6", "jon-7"], new={"Kim": []}, goes_on=True)) == [3, 1, 1]
    assert left(after(night, "start_evening", present=["ida-6", "jon-7"])) == [1, 1]


def test_who_comes_late_to_a_running_combat_takes_turns_and_stands_where_told() -> None:
    night = done(at_the_table(), "start_evening", present=["ida-6"])
    fight = done(night, "start_fight")
    assert fight.order.slot_of("cora-3") is None
    place = {"x": 3.0, "y": 4.0}
    options = {
        "present": ["ida-6", "jon-7"],
        "goes_on": True,
        "joins": True,
        "places": {"cora-3": place, "bert-2": place},
    }
    came = done(fight, "start_evening", **options)
    assert came.order.slot_of("cora-3") is not None
    assert came.combatants["cora-3"].place.point == (3.0, 4.0)
    # Only those who come are placed.
    assert came.combatants["bert-2"].place == fight.combatants["bert-2"].place
    assert told(fight, "start_evening", **options)[0] == ("Jon joins the game night. Present: Ida, Jon.", "gm")
    back = done(fight, "player_returns", player="jon-7", joins=True)
    assert back.order.slot_of("cora-3") is not None
    assert done(fight, "player_returns", player="jon-7").order.slot_of("cora-3") is None
