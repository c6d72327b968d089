"""Sweeping: up to three adjacent targets with one action, a roll for each (KM-SWEEP)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.last_weapon import with_last_weapon
from model.engine.ruleset import Action
from model.rulesets.families.ogc.combat import Aim
from model.rulesets.families.ogc.strokes import Strokes
from model.rulesets.kalos.attack import COMBAT
from model.rulesets.kalos.attack_options import PARAMETERS, sound_trades, within_reach
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.gear import WEAPONS, gear_of
from model.rulesets.kalos.manoeuvres import with_own_penalty
from model.rulesets.kalos.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal, text

MOST = 3


def sound_targets(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: at most three, all adjacent, struck with something of the hand (KM-SWEEP-01)."""
    if call.actor not in battle.combatants:
        return
    if len(call.targets) > MOST:
        sentence = text("A sweep strikes at most {most} targets.", most=MOST)
        yield Refusal(key="many_targets", sentence=sentence, rule="KM-SWEEP-01")
    if gear_of(WEAPONS.of_call(battle, call)).attack_kind != "melee":
        sentence = text("A sweep is made hand to hand.")
        yield Refusal(key="no_hth", sentence=sentence, rule="KM-SWEEP-01", can_override=False)
        return
    for target in call.targets:
        if target == call.actor:
            yield no("oneself", "{who} cannot attack themselves.", "KM-SWEEP-01", target)
        elif target in battle.combatants:
            yield from within_reach(battle, call.actor, target, WEAPONS.of_call(battle, call))


class KalosStrokes(Strokes):
    combat = COMBAT

    def aim(self, battle: AnyBattle, call: Call, target: Id) -> Aim:
        return COMBAT.aimed(call, WEAPONS.of_call(battle, call), target)

    def is_shared(self, battle: AnyBattle) -> bool:
        return rules(battle).sweep_damage == "shared"


STROKES = KalosStrokes()


def sweep(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Roll against each target for itself; the penalty counts once for all (KM-SWEEP-01 to KM-SWEEP-03)."""
    battle = COMBAT.declared(battle, call, "{0} sweeps at {1} and whoever is near.", ask)
    battle = with_last_weapon(battle, call.actor, WEAPONS.of_call(battle, call))
    battle = with_own_penalty(battle, call.actor, "sweeping", is_before=True)
    battle = STROKES.strike_each(battle, call, ask)
    return with_own_penalty(battle, call.actor, "sweeping", is_before=False)


SWEEP = Action(
    id="sweep",
    title="Sweep",
    run=sweep,
    items=WEAPONS.choices("sweep"),
    targets="many",
    parameters=PARAMETERS,
    guards=(
        *ACTING.costs("standard", "KM-STD-01"),
        ACTING.not_in_forced_turn,
        WEAPONS.fit,
        sound_targets,
        sound_trades,
    ),
    rules=("KM-SWEEP-01", "KM-SWEEP-02", "KM-SWEEP-03"),
    cost="standard action",
    group="attack",
    help="Hand to hand against up to three adjacent targets; a standard penalty until the next turn.",
)
