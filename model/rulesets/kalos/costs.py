"""What actions cost, who is held, and who may shake something off (KM-ACT, KM-HELD, KM-ONG)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.guards import no
from model.rulesets.families.ogc.acting import Acting, ActingRules, Holds
from model.rulesets.families.ogc.pools import is_down
from model.rulesets.kalos.checks import POOLS, WEAPONS
from model.rulesets.kalos.conditions import HELPLESS, IMMOBILISED
from model.rulesets.kalos.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal

# ---------------------------------------------------------------------------------------------------------------- costs


TITLES = {
    "standard": "standard action",
    "quick": "quick action",
    "anytime": "anytime action",
    "move": "movement",
}


class KalosActing(Acting):
    pools = POOLS
    titles = TITLES
    counted = frozenset({"standard"})
    free = "anytime"
    rules = ActingRules(
        action="KM-ACT-01",
        quick="KM-QUICK-01",
        helpless="KM-HELP-01",
        force="KM-FORCE-01",
        force_once="KM-FORCE-05",
        only_defence="KM-FORCE-03",
    )

    def quick_notice(self, battle: AnyBattle) -> int:
        return rules(battle).quick_action_warning

    def also_cannot_force(self, battle: AnyBattle, who: Id) -> Iterator[Refusal]:
        """Turns owed add up, to a limit; a delayed turn pays without a debt (KM-AMB-12)."""
        if who in battle.order.held and rules(battle).delayed_turn_pays_force:
            return
        if sum(debt.who == who for debt in battle.order.owed) >= rules(battle).max_forced_debt:
            yield no("owes_turns", "{who} owes too many turns already to force another one.", "KM-FORCE-04", who)

    def forces_full_turn(self, battle: AnyBattle) -> bool:
        return rules(battle).forced_turn_holds == "full_turn"

    def held_turn_pays(self, battle: AnyBattle) -> bool:
        return rules(battle).delayed_turn_pays_force


ACTING = KalosActing()


# ---------------------------------------------------------------------------------------------------------------- holds


HELD = "held"


class KalosHolds(Holds):
    pools = POOLS
    weapons = WEAPONS
    kind = HELD
    immobile = ("{who} is held and cannot move.", "KM-HELD-01")
    rule = "KM-AMB-51"

    def policy(self, battle: AnyBattle) -> str:
        chosen = rules(battle).grappler_moves
        return "refuse" if chosen == "not_allowed" else chosen


HOLDS = KalosHolds()


# ---------------------------------------------------------------------------------------------------------- shaking off


def may_recover(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: somebody who is there and awake; the helpless too, by default (KM-AMB-24)."""
    who = call.actor
    if who in battle.combatants and rules(battle).helpless_may_attempt_recovery:
        is_awake = not POOLS.is_spent(battle, who) and not is_down(battle, who)
        if is_awake and (has_effect(battle, who, HELPLESS) or has_effect(battle, who, IMMOBILISED)):
            return
    yield from ACTING.somebody(battle, call)


def without_own_penalty(battle: AnyBattle, kind: str) -> tuple[str, ...]:
    """Conditions that do not count for the roll to end one of them (KM-AMB-37)."""
    return () if rules(battle).condition_penalty_on_recovery else (kind,)
