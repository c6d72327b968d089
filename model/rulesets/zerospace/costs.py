"""What actions cost, who is held, and handling things (ZS-ACT, ZS-RSTR)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from model.engine.ask import Ask
from model.engine.budget import has_mark
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.ruleset import Action, Parameter
from model.engine.telling import tell
from model.rulesets.families.ogc.acting import Acting, ActingRules, Holds
from model.rulesets.zerospace.checks import POOLS, WEAPONS
from model.rulesets.zerospace.settings import rules
from model.rulesets.zerospace.sheet import HAND_TO_HAND_REACH, Gear, attribute
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Refusal, ref, text

# ---------------------------------------------------------------------------------------------------------------- holds


HELD = "restrained"


class ZeroSpaceHolds(Holds):
    pools = POOLS
    weapons = WEAPONS
    kind = HELD
    immobile = ("{who} is restrained and cannot travel.", "ZS-RSTR-02")
    rule = "ZS-AMB-37"
    ways = ("release", "drag", "refuse")

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


# ---------------------------------------------------------------------------------------------------------------- costs


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
    pools = POOLS
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


# ------------------------------------------------------------------------------------------------------ handling things


DRAW, AWAY, DROP = "draw", "put_away", "drop"
CLOSE = 1e-6


def _cost(battle: AnyBattle) -> Cost:
    cost: Cost = rules(battle).draw_item_cost
    return cost


def _is_at_hand(battle: AnyBattle, who: Id, item: Item[Gear]) -> bool:
    """Whether something that lies about is within reach; where nobody knows, it is."""
    here, there = battle.combatants[who].place.point, None if item.place is None else item.place.point
    return here is None or there is None or math.dist(here, there) <= HAND_TO_HAND_REACH + CLOSE


def can_handle(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: it is theirs, or lies within reach, and the action that this takes is there (ZS-MIS-15)."""
    who, item = call.actor, battle.items.get(call.item or "")
    for guard in ACTING.costs(_cost(battle), "ZS-ACT-06"):
        yield from guard(battle, call)
    if who not in battle.combatants:
        return
    if item is None:
        yield Refusal(key="no_item", sentence=text("Say which item."), can_override=False)
        return
    what, is_lying = call.option("what", DRAW), item.holder is None
    if item.holder not in (None, who) or (is_lying and what != DRAW):
        sentence = text("{who} does not have {item}.", who=ref(who), item=item.name)
        yield Refusal(key="not_held", sentence=sentence, can_override=False)
    elif is_lying and not _is_at_hand(battle, who, item):
        yield no("out_of_reach", "{who} has to come within reach of it first.", "ZS-RANGE-01", who)
    elif (item.where == "hand") == (what == DRAW) and not is_lying and what != DROP:
        sentence = text("{item} is in hand already." if what == DRAW else "{item} is not in hand.", item=item.name)
        yield Refusal(key="there_already", sentence=sentence)


def handle_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Take something in hand, from the ground too, put it away or let it fall."""
    who, item, what = call.actor, battle.items[str(call.item)], call.option("what", DRAW)
    battle = ACTING.pay(battle, who, _cost(battle), ask)
    if what == DROP:
        ask.say(tell(battle, "{0} drops {item}.", who, item=item.name))
        item = replace(item, holder=None, where="board", place=battle.combatants[who].place)
    elif what == AWAY:
        ask.say(tell(battle, "{0} puts {item} away.", who, item=item.name))
        item = replace(item, where="pack")
    else:
        words = "{0} picks up {item}." if item.holder is None else "{0} draws {item}."
        ask.say(tell(battle, words, who, item=item.name))
        item = replace(item, holder=who, where="hand", place=None)
    return replace(battle, items=battle.items | {item.id: item})


HANDLE_ITEM = Action(
    id="handle_item",
    title="Draw or drop something",
    run=handle_item,
    needs_item=True,
    parameters=(
        Parameter(key="what", title="What", kind="choice", default=DRAW, options=(DRAW, AWAY, DROP), rule="ZS-ACT-06"),
    ),
    guards=(can_handle,),
    rules=("ZS-ACT-06",),
    cost=ACTING.titles["quick"],
    group="other",
    help="Into the hand, from the pack or the ground within reach; away; or down.",
)
