"""Archetypes for combatants without a sheet: every game offers some, and they say which numbers the rules state."""

from __future__ import annotations

from typing import Any

import pytest

from model.content.library import content_files, load_library
from model.engine.archetypes import Archetype
from model.engine.calls import Call
from model.engine.odds import weigh
from model.engine.ruleset import Ruleset
from model.engine.run import Done, run
from model.rulesets import RULESETS
from model.state.battle import AnyBattle, Battle
from model.view.newcomers import newcomer_view, pools_words

each_game = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


def named(ruleset: Ruleset, id: str) -> Archetype:
    return next(one for one in ruleset.archetypes if one.id == id)


def pools(ruleset: Ruleset, id: str, level: int = 1) -> str:
    view = newcomer_view(ruleset, {}, {"name": "Quint", "sheet": dict(named(ruleset, id).sheet(level))})
    assert not isinstance(view, str), view
    return pools_words(view)


@each_game
def test_every_game_has_a_minion_a_standard_an_elite_and_a_boss(ruleset: Ruleset) -> None:
    assert [one.id for one in ruleset.archetypes] == ["minion", "standard", "elite", "boss"]
    assert ruleset.standard is named(ruleset, "standard")
    assert all(one.help for one in ruleset.archetypes)


@each_game
def test_their_gear_is_in_the_content_and_their_sheets_fit(ruleset: Ruleset) -> None:
    library = load_library(ruleset, content_files(ruleset.id))
    for archetype in ruleset.archetypes:
        assert set(archetype.gear) <= set(library.items), archetype.id
        for level in archetype.levels:
            assert pools(ruleset, archetype.id, level), archetype.id


@each_game
def test_they_say_where_their_numbers_come_from(ruleset: Ruleset) -> None:
    """Numbers stated by the rules are given with rule ids; all others are called our suggestions."""
    for archetype in ruleset.archetypes:
        assert bool(archetype.stated) == bool(archetype.rules)
        assert "our suggestions" in archetype.origin
        assert all(id in archetype.origin for id in archetype.rules)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("zerospace", "health 10, endurance 10"),
        ("kalos", "health 10, endurance 10"),
        ("wasteland", "HP 10"),
        ("effort", "health 10, speed 8, effort 3"),
        ("zamani", "health 20"),
    ],
)
def test_a_standard_combatant_has_full_pools(game: str, words: str) -> None:
    assert pools(RULESETS[game], "standard") == words


def duel(ruleset: Ruleset, id: str, weapon: dict[str, Any]) -> AnyBattle:
    """Return a battle of a shooter (the boss archetype, with skills of 4) and a target of the archetype `id`."""
    battle: AnyBattle = Battle(ruleset=ruleset.id, shared=ruleset.shared())
    shooter = dict(named(ruleset, "boss").sheet(1))
    for name, sheet, items in (
        ("Shooter", shooter, [weapon]),
        ("Target", dict(named(ruleset, id).sheet(1)), []),
    ):
        call = Call(action="add_combatant", options={"name": name, "side": name, "sheet": sheet, "items": items})
        outcome = run(ruleset, battle, call)
        assert isinstance(outcome, Done)
        battle = outcome.battle
    return battle


@pytest.mark.rule("ZS-UNN-01", "KM-MINION-01")
@pytest.mark.parametrize("game", ["zerospace", "kalos"])
def test_any_hit_takes_a_minion_out_and_not_a_standard_combatant(game: str) -> None:
    """A weapon of level 1 does at most 1d6 + 1 damage, never the 10 Health of a standard combatant."""
    ruleset = RULESETS[game]
    weapon = {"name": "Pop gun", "gear": {"level": 1, "range_m": 30}}
    minion, standard = duel(ruleset, "minion", weapon), duel(ruleset, "standard", weapon)
    for battle, drops in ((minion, True), (standard, False)):
        shooter, target = battle.combatants
        odds = weigh(ruleset, battle, Call(action="attack", actor=shooter, targets=(target,)))
        assert odds.chance(target, "hit") > 0
        assert odds.chance(target, "drop") == (odds.chance(target, "hit") if drops else 0)


@pytest.mark.rule("WL-STAT-01", "WL-STAT-02", "WL-STAT-03")
def test_numbers_of_the_wasteland_follow_from_attributes_and_level() -> None:
    """The boss has END 9 + LCK 8 = 17 HP at level 1 and 21 at level 5, initiative PER 8 + AGI 9 = 17, Defense 2 by
    AGI 9, and a melee bonus of 1 CD by STR 8.
    """
    wasteland = RULESETS["wasteland"]
    boss, minion = named(wasteland, "boss"), named(wasteland, "minion")
    first = boss.sheet(1)
    assert [first[key] for key in ("hp_max", "initiative", "defense", "melee_bonus")] == [17, 17, 2, 1]
    assert pools(wasteland, "boss", 5) == "HP 21"
    # HP END 4 + LCK 2; initiative PER 5 + AGI 5; Defense 1 up to AGI 8; no melee bonus up to STR 6.
    weak = minion.sheet(1)
    assert [weak[key] for key in ("hp_max", "initiative", "defense", "melee_bonus")] == [6, 10, 1, 0]


def test_levels_raise_target_numbers_of_our_own_and_never_past_the_dice() -> None:
    """The target number rises by 1 every five levels: 9 at level 1, 10 at level 6, at most 18, so a 20 still fails.

    It is AGI 5 + Small Guns 4 for a standard combatant. A rating is at most 6; more levels raise the attribute.
    """
    standard, boss = (named(RULESETS["wasteland"], id) for id in ("standard", "boss"))

    def target(archetype: Archetype, level: int) -> int:
        sheet = archetype.sheet(level)
        assert "given" not in sheet
        return int(sheet["agility"] + sheet["skills"]["small_guns"])

    assert [target(standard, level) for level in (1, 5, 6, 11, 16)] == [9, 9, 10, 11, 12]
    assert target(boss, 50) == 18
    assert [one.id for one in RULESETS.values() if one.archetypes[0].has_levels] == ["wasteland"]
