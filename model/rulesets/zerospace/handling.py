"""Drawing, putting away, dropping and picking up things (ZS-ACT-06, ZS-MIS-15)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.ruleset import Action, Parameter
from model.engine.telling import tell
from model.rulesets.zerospace.costs import ACTING, Cost
from model.rulesets.zerospace.gear import HAND_TO_HAND_REACH, Gear
from model.rulesets.zerospace.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Refusal, ref, text

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
