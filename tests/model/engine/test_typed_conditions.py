"""Conditions as a GM types them after a minus, in the words of each game."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from model.engine.calls import Call
from model.engine.edits import quick_edit
from model.engine.edits_conditions import changes_words
from model.engine.run import Done, run
from model.engine.typed_conditions import read_changes, read_condition
from model.session.registry import rulesets
from model.state.base import replace
from model.state.battle import AnyBattle, Battle, Combatant
from model.state.order import Order
from model.state.texts import Text
from model.view.conditions import conditions_of
from model.view.viewer import GM, PLAYERS

GAMES = ("zerospace", "kalos", "wasteland", "effort", "zamani")
NAMES = ("Mira", "Brick", "Chris")


@cache
def battle_of(game: str) -> AnyBattle:
    ruleset = rulesets()[game]
    people: Any = {name.lower(): Combatant(id=name.lower(), name=name, sheet=ruleset.sheet()) for name in NAMES}
    return Battle(ruleset=game, shared=ruleset.shared(), combatants=people, serial=3)


def options_of(game: str, typed: str, **presets: dict[str, Any]) -> dict[str, Any]:
    found = read_condition(rulesets()[game], battle_of(game), ("brick",), typed, presets)
    assert not found.problem, found.problem
    return dict(found.options)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("typed", "options"),
    [
        ("prone", {"condition": "prone"}),
        ("Prone 3 rounds", {"condition": "prone", "rounds": 3}),
        ("prone for a round", {"condition": "prone", "rounds": 1}),
        ("prone until the end of Mira's next turn", {"condition": "prone", "until": "next_turn_end", "clock": "mira"}),
        ("prone until start of mira’s turn", {"condition": "prone", "until": "turn_start", "clock": "mira"}),
        ("prone until Chris' turn", {"condition": "prone", "until": "turn_start", "clock": "chris"}),
        ("prone till their next turn", {"condition": "prone", "until": "turn_start"}),
        ("prone until end of Brick's turn", {"condition": "prone", "until": "turn_end"}),
        ("prone until mira acts", {"condition": "prone", "until": "turn_start", "clock": "mira"}),
        ("prone until the end of round 4", {"condition": "prone", "until": "round_end", "round": 4}),
        ("prone until combat ends, secret", {"condition": "prone", "until": "combat", "public": False}),
        ("prone this scene", {"condition": "prone", "until": "scene"}),
        ("prone until recovered", {"condition": "prone", "until": "recovered"}),
        ("prone (by a rope) until dawn", {"condition": "prone", "note": "by a rope", "ends": "dawn"}),
        ("-2 until the bell rings", {"changes": {"rolls": -2}, "ends": "the bell rings"}),
        ("Wet -1 defence secret 2 rounds", {"name": "Wet", "changes": {"defence": -1}, "rounds": 2, "public": False}),
        ("defense +1", {"changes": {"defence": 1}}),
        ("− 2 to rolls, +1 damage", {"changes": {"rolls": -2, "damage": 1}}),
        ("Dazed no attacks 2 rounds", {"name": "Dazed", "prevents": ["attacks"], "rounds": 2}),
        ("prone, cannot move", {"condition": "prone", "prevents": ["moves"]}),
        ("no defence no act until dawn", {"prevents": ["actions", "defence"], "ends": "dawn"}),
        ("marked by the Baron", {"name": "Marked by the Baron"}),
        ("“Prone” until the bell rings", {"name": "Prone", "ends": "the bell rings"}),
    ],
)  # fmt: skip
def test_every_game_reads_the_same_grammar(game: str, typed: str, options: dict[str, Any]) -> None:
    found = options_of(game, typed)
    if "name" not in options:
        found.pop("name", None)
    assert found == options


@pytest.mark.parametrize(
    ("game", "typed", "changes", "name"),
    [
        ("zerospace", "-2 tasks", {"tasks": -2}, "−2 to tasks"),
        ("zerospace", "+1 AV", {"rolls": 1}, "+1 to all rolls"),
        ("kalos", "-1 to hit", {"attack": -1}, "−1 to attacks"),
        ("wasteland", "+1d difficulty", {"difficulty": 1}, "+1 to difficulty"),
        ("wasteland", "-2 +1d difficulty", {"rolls": -2, "difficulty": 1}, "−2 to target numbers, +1 to difficulty"),
        ("wasteland", "-1d", {"dice": -1}, "−1 to dice of tests"),
        ("wasteland", "+2 CD", {"damage": 2}, "+2 to damage dice"),
        ("effort", "-3 contests", {"checks": -3}, "−3 to checks"),
        ("zamani", "-10% tests", {"rolls": -10}, "−10 % to all rolls"),
        ("zamani", "-10 %", {"rolls": -10}, "−10 % to all rolls"),
        ("zamani", "+2 ranks", {"ranks": 2}, "+2 to ranks of all rolls"),
    ],
)
def test_each_game_has_numbers_and_words_of_its_own(game: str, typed: str, changes: dict[str, int], name: str) -> None:
    assert options_of(game, typed) == {"changes": changes, "name": name}


@pytest.mark.parametrize(
    ("game", "typed", "word", "meant"),
    [
        ("zerospace", "blined 2 rounds", "blined", "Blinded"),
        ("kalos", "-1 defnce", "defnce", "defence"),
        ("wasteland", "prone until the end of Mria's turn", "Mria", "Mira"),
        ("effort", "crouchng", "crouchng", "Crouching"),
    ],
)
def test_a_slip_is_marked_with_what_may_be_meant(game: str, typed: str, word: str, meant: str) -> None:
    found = read_condition(rulesets()[game], battle_of(game), ("brick",), typed)
    assert (found.word, found.instead[0]) == (word, meant)
    assert f"“{word}”" in found.problem


@pytest.mark.parametrize(
    ("game", "typed", "part"),
    [
        ("kalos", "-10% tests", "per cent"),
        ("effort", "+1d", "Speed & Effort d10 knows changes to all rolls"),
        ("zerospace", "-999 rolls", "at most 100"),
        ("kalos", "prone until the end of round 0", "is over"),
        ("wasteland", "prone 0 rounds", "at once"),
    ],
)
def test_what_a_game_does_not_know_gets_a_sentence(game: str, typed: str, part: str) -> None:
    assert part in read_condition(rulesets()[game], battle_of(game), ("brick",), typed).problem


def test_an_amount_and_whom_it_relates_to_follow_the_name() -> None:
    assert options_of("wasteland", "in cover 2") == {"condition": "cover", "amount": 2}
    assert options_of("kalos", "held by Mira") == {"condition": "held", "other": "mira"}


def test_a_preset_is_known_by_its_name_and_details_go_over_its_own() -> None:
    preset = {"name": "Deep night", "changes": {"rolls": -3}, "until": "scene", "public": True}
    assert options_of("kalos", "deep night", **{"Deep night": preset}) == preset
    assert options_of("kalos", "Deep night secret", **{"Deep night": preset}) == preset | {"public": False}


def after(battle: AnyBattle, game: str, typed: str) -> AnyBattle:
    call = quick_edit(rulesets()[game], battle, ("brick",), typed)
    assert isinstance(call, Call), call
    outcome = run(rulesets()[game], battle, call)
    assert isinstance(outcome, Done), outcome
    return outcome.battle


@pytest.mark.parametrize("game", GAMES)
def test_typed_again_it_is_changed_and_its_name_alone_ends_it(game: str) -> None:
    battle = after(battle_of(game), game, "-Slippery -2 until the bell rings")
    battle = after(battle, game, "-slippery -1 secret")
    (effect,) = battle.combatants["brick"].effects.values()
    assert (effect.name, effect.changes, effect.ends, effect.is_public) == ("Slippery", {"rolls": -1}, "", False)
    assert not after(battle, game, "-slip").combatants["brick"].effects


@pytest.mark.parametrize("game", GAMES)
def test_players_read_its_name_and_nothing_of_a_secret_one(game: str) -> None:
    ruleset = rulesets()[game]
    battle = after(battle_of(game), game, "--2 until the bell rings")
    battle = after(battle, game, "-Doomed -1 secret until combat ends")
    of_gm, of_players = (conditions_of(ruleset, battle, "brick", viewer) for viewer in (GM, PLAYERS))
    assert [one.title for one in of_players] == [of_gm[0].title]
    assert not of_players[0].changes
    assert [one.until for one in of_gm] == ["until the bell rings", "until the end of combat"]
    assert of_gm[1].line.startswith("Doomed, until the end of combat: −1")


def test_a_bare_number_is_damage_and_a_letter_nothing() -> None:
    ruleset, battle = rulesets()["kalos"], battle_of("kalos")
    assert quick_edit(ruleset, battle, ("brick",), "-2") == Call(
        action="hurt", targets=("brick",), options={"amount": 2}
    )
    assert isinstance(quick_edit(ruleset, battle, ("brick",), "-x"), Text)


def test_a_number_of_rounds_is_told_by_the_clock_of_the_game() -> None:
    """A turn of Zamani has ten rounds: the twelfth round of the fight is the second of turn 2."""
    battle = replace(battle_of("zamani"), order=Order(phase="acting", round=10))
    (condition,) = conditions_of(rulesets()["zamani"], after(battle, "zamani", "-Slow -5 2 rounds"), "brick", GM)
    assert condition.until == "until the end of turn 2, round 2"


def test_a_condition_that_several_have_is_ended_for_all_by_the_id_of_one() -> None:
    """As by its cross on the sheet of several; of two in one combatant only the one that is meant ends."""
    ruleset, battle = rulesets()["kalos"], battle_of("kalos")
    for words in ("-Slippery -2", "-Doomed -1"):
        call = quick_edit(ruleset, battle, ("brick", "mira"), words)
        assert isinstance(call, Call)
        battle = _done(battle, call)
    slippery = next(id for id, one in battle.combatants["brick"].effects.items() if one.name == "Slippery")
    battle = _done(battle, Call(action="clear_condition", targets=("brick", "mira"), options={"condition": slippery}))
    for who in ("brick", "mira"):
        assert [one.name for one in battle.combatants[who].effects.values()] == ["Doomed"]


def _done(battle: AnyBattle, call: Call) -> AnyBattle:
    outcome = run(rulesets()["kalos"], battle, call)
    assert isinstance(outcome, Done), outcome
    return outcome.battle


@pytest.mark.parametrize("game", [one.id for one in rulesets().values()])
def test_changes_are_understood_as_they_are_told(game: str) -> None:
    """What a condition of the GM's own changes is shown in words that may be typed again."""
    ruleset = rulesets()[game]
    battle: AnyBattle = Battle(ruleset=game, shared=ruleset.shared())
    changes = {one.id: max(one.least, -2) if at % 2 else min(one.most, 3) for at, one in enumerate(ruleset.own_changes)}
    assert changes
    assert read_changes(ruleset, battle, changes_words(ruleset, changes)) == changes
    assert read_changes(ruleset, battle, "") == {}
    assert "“flarb” is not understood" in str(read_changes(ruleset, battle, "-1 flarb"))


@pytest.mark.parametrize(
    ("typed", "round"),
    [
        ("the end of the round", 5),
        ("end of this round", 5),
        ("the round ends", 5),
        ("the round is over", 5),
        ("the end of next round", 6),
        ("the next round ends", 6),
        ("next round", 5),
        ("the next round begins", 5),
        ("the end of round 5", 5),
        ("round 6 ends", 6),
        ("round 6", 5),
        ("round 7 starts", 6),
    ],
)
def test_the_end_and_the_beginning_of_a_round_are_a_round_apart(typed: str, round: int) -> None:
    """It is round 5: what lasts until the next one begins lasts to the end of this one."""
    battle = battle_of("kalos")
    battle = replace(battle, order=replace(battle.order, round=5))
    found = read_condition(rulesets()["kalos"], battle, ("brick",), f"prone until {typed}", {})
    assert not found.problem, found.problem
    assert dict(found.options) == {"condition": "prone", "until": "round_end", "round": round}


@pytest.mark.parametrize("typed", ["the end of round 4", "round 5", "round 5 begins"])
def test_a_round_that_is_over_is_no_end(typed: str) -> None:
    battle = battle_of("kalos")
    battle = replace(battle, order=replace(battle.order, round=5))
    found = read_condition(rulesets()["kalos"], battle, ("brick",), f"prone until {typed}", {})
    assert "is over: this is round 5" in found.problem


def test_what_is_typed_until_the_end_of_a_round_lasts_as_long() -> None:
    battle, ruleset = battle_of("zamani"), rulesets()["zamani"]
    call = Call(
        action="set_condition", targets=("brick",), options=options_of("zamani", "prone until the end of round 4")
    )
    done = run(ruleset, battle, call)
    assert isinstance(done, Done)
    (effect,) = done.battle.combatants["brick"].effects.values()
    assert (effect.until, effect.round) == ("round_end", 4)
