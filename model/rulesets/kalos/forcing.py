"""Actions forced out of turn against an attack (KM-FORCE)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.rulesets.families.ogc.forcing import OTHER, Forcing, ForcingRules
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.defence import held_back
from model.rulesets.kalos.movement import base_move, sprint, start_sprinting
from model.rulesets.kalos.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal


class KalosForcing(Forcing):
    acting = ACTING
    own_defences = ("dodge", "run_for_cover", "revive", OTHER)
    rules = ForcingRules(leap="KM-FORCE-02", defence="KM-FORCE-01", judgement="KM-FORCE-03", delayed="KM-DELAY-02")

    def reach(self, battle: AnyBattle, who: Id) -> float | None:
        """A sprint to the line of the attack, or by a house rule from anywhere (KM-AMB-38)."""
        return sprint(battle, who) if rules(battle).interpose_within_sprint else None

    def held(self, battle: AnyBattle, who: Id) -> Iterator[Refusal]:
        return held_back(battle, who)

    def hurried(self, battle: AnyBattle, who: Id, metres: float, ask: Ask) -> AnyBattle:
        """Beyond the base move, jumping in front is a sprint (KM-AMB-38)."""
        return start_sprinting(battle, who, ask) if metres > base_move(battle, who) else battle


FORCING = KalosForcing()
