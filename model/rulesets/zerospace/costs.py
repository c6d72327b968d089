"""What an action costs: a move and a standard action a turn (ZS-ACT) or, out of turn, the next turn (ZS-FORCE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.engine.budget import has_mark
from model.engine.guards import no
from model.rulesets.families.ogc.acting import Acting, ActingRules
from model.rulesets.zerospace.attributes import attribute
from model.rulesets.zerospace.conditions import is_helpless
from model.rulesets.zerospace.holds import no_moves
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.texts import Refusal

Cost = Literal["move", "standard", "quick", "free"]
TITLES: dict[str, str] = {
    "move": "move action",
    "standard": "standard action",
    "quick": "quick action",
    "free": "free action",
}


def _with_agility_0(battle: AnyBattle, who: Id, cost: str) -> Iterator[Refusal]:
    """With Agility 0 there is a move or a standard action, but not both (ZS-MIS-17)."""
    if attribute(battle, who, "agility") > 0 or rules(battle).zero_attribute != "chapter_rule":
        return
    other = "standard" if cost == "move" else "move"
    if has_mark(battle, who, f"paid_{other}"):
        sentence = f"{{who}} has Agility 0: after a {TITLES[other]} there is no {TITLES[cost]}."
        yield no("agility_0", sentence, "ZS-MIS-17", who)


class ZeroSpaceActing(Acting):
    titles = TITLES
    counted = frozenset({"move", "standard"})
    free = "free"
    rules = ActingRules(
        action="ZS-ACT-01",
        quick="ZS-ACT-06",
        helpless="ZS-HELP-01",
        force="ZS-FORCE-01",
        force_once="ZS-FORCE-06",
        only_defence="ZS-FORCE-02",
    )

    def is_helpless(self, battle: AnyBattle, who: Id) -> bool:
        return is_helpless(battle, who)

    def quick_notice(self, battle: AnyBattle) -> int:
        return rules(battle).quick_actions_notice

    def payers(self, battle: AnyBattle, who: Id) -> tuple[Id, ...]:
        """A group has one set of actions by a house rule, else each member has its own (ZS-AMB-58)."""
        return battle.order.acting if rules(battle).group_actions == "one_set_for_group" else (who,)

    def also_unpayable(self, battle: AnyBattle, who: Id, cost: str) -> Iterator[Refusal]:
        """What speaks against an action of the turn: nothing left of Agility, a mutual grapple."""
        yield from _with_agility_0(battle, who, cost)
        if cost == "move":
            yield from no_moves(battle, who)

    def also_cannot_force(self, battle: AnyBattle, who: Id) -> Iterator[Refusal]:
        """Whether who owes a turn may force again is a house rule (ZS-AMB-08)."""
        if not rules(battle).force_while_owing_turn and any(debt.who == who for debt in battle.order.owed):
            yield no("owes_turn", "{who} still owes a turn for an action forced before.", "ZS-FORCE-01", who)

    def forces_full_turn(self, battle: AnyBattle) -> bool:
        return rules(battle).forced_action_size == "full_turn"


ACTING = ZeroSpaceActing()
