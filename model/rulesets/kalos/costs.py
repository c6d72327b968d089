"""What an action costs: one standard action a turn; moving is no action (KM-ACT). Out of turn, the next (KM-FORCE)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.guards import no
from model.rulesets.families.ogc.acting import Acting, ActingRules
from model.rulesets.kalos.checks import is_helpless
from model.rulesets.kalos.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal

TITLES = {
    "standard": "standard action",
    "quick": "quick action",
    "anytime": "anytime action",
    "move": "movement",
}


class KalosActing(Acting):
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

    def is_helpless(self, battle: AnyBattle, who: Id) -> bool:
        return is_helpless(battle, who)

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
