"""Who holds whom (KM-HELD-01, KM-GRAP-02), and what becomes of it when the holder moves (KM-AMB-51)."""

from __future__ import annotations

from model.rulesets.families.ogc.holds import Holds
from model.rulesets.kalos.attack_options import within_reach
from model.rulesets.kalos.checks import is_helpless
from model.rulesets.kalos.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle

HELD = "held"


class KalosHolds(Holds):
    kind = HELD
    rule = "KM-AMB-51"

    def is_helpless(self, battle: AnyBattle, who: Id) -> bool:
        return is_helpless(battle, who)

    def reaches(self, battle: AnyBattle, holder: Id, held: Id) -> bool:
        return not any(True for _ in within_reach(battle, holder, held, None))

    def policy(self, battle: AnyBattle) -> str:
        chosen = rules(battle).grappler_moves
        return "refuse" if chosen == "not_allowed" else chosen


HOLDS = KalosHolds()
