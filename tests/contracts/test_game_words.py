"""Neutral code names no game: neither its id nor a word that only its sheets, conditions and actions have."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator

import pytest

from model.engine.edits import EDITS
from model.engine.ruleset import Action, Ruleset
from model.engine.turn_actions import turn_actions
from model.rulesets import RULESETS
from tests.contracts.sources import sources, words_in
from tests.contracts.test_tree import NEUTRAL

FAMILIES = {"zerospace": "ogc", "kalos": "ogc"}
"""Related rulesets share a family's words; in neutral code, these count as words of a game as well."""
GENERAL = {
    "set_reach": "how the map is told the reach of a weapon; an action of one game is called so too",
    "health": "what every game has, whatever its sheet calls it",
    "party": "the players' characters together: a pool of one game is called so too",
    "gm": "the GM's own: a pool of one game is called so too",
}


def counted(ruleset: Ruleset) -> Iterator[str]:
    """Yield what a game counts: pools of one combatant, of several, and of players."""
    yield from (pool.key for pool in ruleset.pools_displayed)
    yield from (pool.key for pool in ruleset.pools)
    yield from (resource.key for resource in ruleset.player_resources)


def compounds(ruleset: Ruleset) -> Iterator[str]:
    """Yield the other ids of a game if they have several words; those of one word are plain English."""
    engine = {*EDITS, *turn_actions(ruleset.turns)}
    own = [action for action in ruleset.actions.values() if action.id not in engine]
    kinds = [ruleset.sheet, ruleset.gear, ruleset.shared]
    kinds += [traits.kind for traits in (ruleset.zone_traits, ruleset.link_traits) if traits is not None]
    words = [name for kind in kinds for name in kind.__struct_fields__]
    words += [*ruleset.conditions, *ruleset.derived, *(setting.key for setting in ruleset.settings)]
    words += [action.id for action in own] + [*parameters(own)]
    yield from (word for word in words if "_" in word)


def parameters(actions: Iterable[Action]) -> Iterator[str]:
    return (parameter.key for action in actions for parameter in action.parameters)


def words_of_games() -> dict[str, str]:
    """Return the words that only one game or family has and the engine does not, each with the game or family."""
    whose = defaultdict(set)
    for id, ruleset in RULESETS.items():
        for word in (*counted(ruleset), *compounds(ruleset)):
            whose[word].add(FAMILIES.get(id, id))
    engine = {*parameters(EDITS.values())}
    for ruleset in RULESETS.values():
        engine |= {*parameters(turn_actions(ruleset.turns).values()), *parameters(planned(ruleset))}
    return {
        word: next(iter(games))
        for word, games in whose.items()
        if len(games) == 1 and word not in engine and word not in GENERAL
    }


def planned(ruleset: Ruleset) -> list[Action]:
    """Return the actions of a ruleset that come from the engine's planning."""
    return [action for action in ruleset.actions.values() if action.run.__module__ == "model.engine.planning"]


WORDS = words_of_games()


@pytest.mark.parametrize("package", NEUTRAL)
def test_a_neutral_package_uses_no_word_of_a_game(package: str) -> None:
    """Docstrings may mention games as examples."""
    found = [
        f"{path}:{one.line}: {one.word} is a word of {WORDS[one.word]}"
        for path, source in sources(package)
        for one in source.words
        if one.word in WORDS
    ]
    assert found == []


@pytest.mark.parametrize("word", ["plot_points", "endurance", "party_ap", "effort", "can_fly", "last_weapon"])
def test_words_of_games_are_known(word: str) -> None:
    assert (word in WORDS) is (word != "last_weapon"), "several games keep the last weapon"


def test_a_word_of_a_game_is_found_wherever_it_may_stand() -> None:
    said = "'plot_points'"
    code = f"def f(player):\n    'Of plot_points.'\n    g(plot_points=1)\n    return player.plot_points, {said}\n"
    assert [one.line for one in words_in(ast.parse(code)) if one.word == "plot_points"] == [3, 4, 4]
