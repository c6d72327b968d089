"""What the conditions of each game are by themselves: when they are over, how they add up, and in which order."""

from __future__ import annotations

from itertools import groupby

import pytest

from model.rulesets import RULESETS

OVER_WITH_COMBAT = {
    "zerospace": "cover falling flying helpless immersed prone restrained unconscious",
    "kalos": (
        "cover falling flying held helpless immobilised in_dark invisible prone unconscious underwater weightless"
    ),
    "wasteland": "apart cover in_reach persistent prone stunned unconscious",
    "effort": "aiming cover crouching out prone regaining",
    "zamani": "exposed focusing guarding invisible prone reloading stunned unconscious",
}
"""What a fight leaves behind on nobody's sheet; wounds, injuries and what was taken stay."""
LAST = {
    "zerospace": {
        "turn_start": "dodging running",
        "next_turn_end": "surprised",
        "use": "distracted",
        "scene": "affected altered av_changed blinded controlled dv_changed escaped improvised surge terrified",
        "recovered": "defeated drained unconscious",
    },
    "kalos": {
        "turn_start": (
            "aided disarming distracted dodging exposed guarded impeded inaccurate sprinting stretched surprised "
            "sweeping taking_down team_focus"
        ),
        "turn_end": "being_revived",
        "scene": "affected altered blinded controlled terrified",
        "recovered": "defeated unconscious",
    },
    "wasteland": {
        "turn_start": "assisting defending readied triggered",
        "turn_end": "aiming ordered",
        "scene": "chem",
    },
    "effort": {"turn_start": "reaction", "round_end": "surprised", "recovered": "out"},
    "zamani": {"combat": "focusing", "round_end": "casting hastened stunned", "recovered": "dead unconscious"},
}
"""How long conditions last unless something else is said; the others until somebody ends them."""
ADD_UP = {
    "zerospace": "av_changed dv_changed",
    "kalos": "exposed guarded inaccurate",
    "wasteland": "chem defending",
    "effort": "",
    "zamani": "",
}
"""Those of which two count twice. Of all others only one counts."""

games = pytest.mark.parametrize("game", sorted(RULESETS))


@games
def test_what_ends_with_the_combat(game: str) -> None:
    conditions = RULESETS[game].conditions
    assert sorted(id for id, one in conditions.items() if one.ends_with_combat) == OVER_WITH_COMBAT[game].split()


@games
def test_how_long_a_condition_lasts_unless_something_else_is_said(game: str) -> None:
    ends: dict[str, list[str]] = {}
    for id, one in sorted(RULESETS[game].conditions.items()):
        if one.until != "removed":
            ends.setdefault(one.until, []).append(id)
    assert ends == {end: kinds.split() for end, kinds in LAST[game].items()}


@games
def test_which_conditions_add_up(game: str) -> None:
    conditions = RULESETS[game].conditions
    assert sorted(id for id, one in conditions.items() if one.adds_up is True) == ADD_UP[game].split()


@games
def test_what_the_gm_types_for_a_number_is_what_counts(game: str) -> None:
    """`-2 defence` is 2 less, not 4; a rank of Zamani is 5 %. As much can be added as taken away."""
    for change in RULESETS[game].own_changes:
        worth = 5 if (game, change.id) == ("zamani", "ranks") else 1
        assert {part.amount for part in change.of} == {worth}, change.id
        assert change.least == -change.most, change.id
    most = {change.id: change.most for change in RULESETS[game].own_changes}
    assert most["defence"] == 100
    assert most["rolls"] == {"wasteland": 20, "zamani": 200}.get(game, 100)


def test_what_matters_most_in_the_wasteland_comes_first() -> None:
    """The dead, then who is down, what takes actions, injuries; who stands near whom is not even counted."""
    found = sorted(RULESETS["wasteland"].conditions.values(), key=lambda one: (-one.weight, one.id))
    groups = {weight: [one.id for one in same] for weight, same in groupby(found, key=lambda one: one.weight)}
    assert groups.pop(0)
    assert groups == {
        4: ["dead"],
        3: ["dying", "unconscious"],
        2: ["persistent", "stunned", "torso_injury"],
        1: ["arm_injury", "head_injury", "leg_injury"],
        -1: ["apart", "in_reach"],
    }


@pytest.mark.parametrize("game", sorted(set(RULESETS) - {"wasteland"}))
def test_in_other_games_conditions_come_in_alphabetical_order(game: str) -> None:
    assert {one.weight for one in RULESETS[game].conditions.values()} == {0}
