"""Five against five in each game, made from a sample battle; used to measure and compare forecasts."""

from __future__ import annotations

from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.engine.run import Done, run
from model.state.battle import AnyBattle
from tests.support.sample_battles import sample

SAMPLES = {
    "zerospace": "dockside-ambush",
    "kalos": "kalos-night-at-the-museum",
    "wasteland": "wasteland-red-filling-station",
    "effort": "effort-roadblock",
    "zamani": "zamani-loading-bay",
}
EACH = 5
LONGEST = ("zamani", "zamani-caravan-road")
"""The fight that takes the most rounds of all: hand to hand, and combatants stay up for long."""


def five_against_five(game: str, name: str = "") -> tuple[Ruleset, AnyBattle]:
    """Return a sample with five on each side: the last of a side is duplicated, allies are removed, none is hidden."""
    ruleset, battle = sample(name or SAMPLES[game])
    for is_own in (True, False):
        side = tuple(
            who for who, one in battle.combatants.items() if (one.side == "pc") == is_own and one.side != "ally"
        )
        allies = tuple(who for who, one in battle.combatants.items() if one.side == "ally")
        if gone := (*side[EACH:], *allies):
            battle = _done(ruleset, battle, Call(action="remove_combatant", targets=gone))
        if len(side) < EACH:
            options = {"count": EACH - len(side)}
            battle = _done(ruleset, battle, Call(action="duplicate", targets=(side[-1],), options=options))
    hidden = tuple(who for who, one in battle.combatants.items() if one.is_hidden)
    return ruleset, _done(ruleset, battle, Call(action="reveal", targets=hidden)) if hidden else battle


def _done(ruleset: Ruleset, battle: AnyBattle, call: Call) -> AnyBattle:
    outcome = run(ruleset, battle, call)
    assert isinstance(outcome, Done), outcome
    return outcome.battle
