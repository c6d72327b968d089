"""Five against five in each game, made of a sample battle: what forecasts are measured and compared by."""

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
"""The fight that takes the most rounds of all: hand to hand, and nobody falls soon."""


def five_against_five(game: str, name: str = "") -> tuple[Ruleset, AnyBattle]:
    """A sample with five on either side: the first of a side as often as it lacks any, nobody else, nobody hidden."""
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
