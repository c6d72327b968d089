"""Who holds whom, and what becomes of it when the holder moves (ZS-GRAP-03, ZS-GRAP-12, ZS-AMB-37)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.guards import no
from model.rulesets.families.ogc.holds import Holds
from model.rulesets.zerospace.attack_options import is_in_reach
from model.rulesets.zerospace.conditions import is_helpless
from model.rulesets.zerospace.gear import UNARMED
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal

HELD = "restrained"


class ZeroSpaceHolds(Holds):
    kind = HELD
    rule = "ZS-AMB-37"
    ways = ("release", "drag", "refuse")

    def is_helpless(self, battle: AnyBattle, who: Id) -> bool:
        return is_helpless(battle, who)

    def reaches(self, battle: AnyBattle, holder: Id, held: Id) -> bool:
        return is_in_reach(battle, holder, held, UNARMED)

    def policy(self, battle: AnyBattle) -> str:
        return "ask"

    def preset(self, battle: AnyBattle) -> str:
        return rules(battle).grappler_moves


HOLDS = ZeroSpaceHolds()


def holds_each_other(battle: AnyBattle, who: Id) -> bool:
    """Whether somebody is held by one whom they hold too (ZS-GRAP-11)."""
    return any(who in HOLDS.holders(battle, holder) for holder in HOLDS.holders(battle, who))


def no_moves(battle: AnyBattle, who: Id) -> Iterator[Refusal]:
    """Who hold each other have no move actions, of whatever kind (ZS-GRAP-12)."""
    if holds_each_other(battle, who):
        yield no("mutual_grapple", "{who} is in a mutual grapple and has no move action.", "ZS-GRAP-12", who)
