"""Actions forced out of turn against an attack (ZS-FORCE)."""

from __future__ import annotations

from collections.abc import Iterator

from model.rulesets.families.ogc.forcing import OTHER, Forcing, ForcingRules
from model.rulesets.zerospace.costs import ACTING
from model.rulesets.zerospace.defence import held_back
from model.rulesets.zerospace.movement_rates import walk
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal


class ZeroSpaceForcing(Forcing):
    acting = ACTING
    own_defences = ("dodge", "run_for_cover", "activate_power", OTHER)
    rules = ForcingRules(leap="ZS-FORCE-03", defence="ZS-FORCE-07", judgement="ZS-FORCE-04", delayed="ZS-DELAY-02")

    def reach(self, battle: AnyBattle, who: Id) -> float | None:
        """A walk to the line of the attack, or by a house rule from anywhere (ZS-AMB-07)."""
        return walk(battle, who) if rules(battle).interpose_needs_reach else None

    def held(self, battle: AnyBattle, who: Id) -> Iterator[Refusal]:
        return held_back(battle, who)


FORCING = ZeroSpaceForcing()
