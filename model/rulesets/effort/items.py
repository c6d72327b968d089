"""Using and handling items (SE-ACT-04, SE-FREE-01, SE-MIS-07)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.edits import EDITS
from model.engine.edits_combatants import WHERE
from model.engine.guards import no
from model.engine.messages import message
from model.engine.ruleset import Action, Parameter
from model.rulesets.effort.checks import Cost, costs, pay
from model.rulesets.effort.distances import is_within_melee
from model.rulesets.effort.reactions import with_reactions
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Battle, Gear
from model.state.base import Id, Record, replace
from model.state.battle import Item, age
from model.state.texts import Refusal, ref, text

DRAW, AWAY, DROP, GIVE = "draw", "put_away", "drop", "give"


def with_gear(battle: Battle, item: Item[Gear], gear: Gear) -> Battle:
    """The battle with an item's gear replaced."""
    return replace(battle, items=battle.items | {item.id: replace(item, gear=gear)})


def spent_items(battle: Battle, item: Item[Gear]) -> Battle:
    """The battle without what one attack uses up: shots, or the item itself."""
    gear = item.gear
    if gear.magazine:
        battle = with_gear(battle, item, replace(gear, ammo=max(0, gear.loaded - 1)))
    elif gear.is_used_up:
        battle = with_gear(battle, item, replace(gear, quantity=max(0, gear.quantity - 1)))
    return battle


# ------------------------------------------------------------------------------------------ using


def use_item(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Draw a weapon, reload one in hand, or use another item with its effect (SE-ACT-04)."""
    assert call.item is not None, "the guard has checked this"
    item: Item[Gear] = battle.items[call.item]
    if item.gear.kind == "weapon" and item.where != "hand":
        return handle_item(battle, call, ask)
    battle = pay(battle, call, "action", ask)

    def resolve(battle: Battle, reactions: object) -> Battle:
        who, gear = call.actor, item.gear
        if gear.kind == "weapon" and gear.magazine:
            ask.log(battle, "{0} reloads {item}.", who, item=item.name)
            return with_gear(battle, item, replace(gear, ammo=gear.magazine))
        ask.log(battle, "{0} uses {item}.", who, item=item.name)
        effect = _TEXT.said(call) or gear.effect
        if effect:
            ask.log(battle, "{0}: {effect}.", who, effect=effect.rstrip("."))
        return with_gear(battle, item, replace(gear, quantity=max(0, gear.quantity - 1))) if gear.is_used_up else battle

    about = message(battle, "{0} is about to use {item}.", call.actor, item=item.name)
    return with_reactions(battle, call, ask, resolve, about=about, still=(_usable,))


def _item_of(battle: Battle, call: Call) -> Item[Gear] | Refusal:
    item = battle.items.get(call.item or "")
    if item is not None:
        return item
    return Refusal(key="no_item", sentence=text("Choose an item."), rule="SE-ACT-04", can_override=False)


def _usable(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor has the item, and it is neither complicated nor used up."""
    who, item = call.actor, _item_of(battle, call)
    if isinstance(item, Refusal):
        yield item
        return
    if item.holder != who:
        yield no("not_yours", "{who} does not have that.", "SE-ACT-04", who)
    if item.gear.is_complicated:
        yield no("complicated", "That is too complicated for {who} to do in one action.", "SE-ACT-04", who)
    if item.gear.is_used_up and item.gear.quantity < 1:
        yield no("none_left", "{who} has none left.", "SE-ACT-04", who)


_TEXT = Parameter(key="text", title="Purpose", kind="text", default="")


USE_ITEM = Action(
    id="use_item",
    title="Use Item",
    run=use_item,
    needs_item=True,
    parameters=(_TEXT,),
    guards=(*costs("action", "SE-ACT-04"), _usable),
    rules=("SE-ACT-04",),
    cost="action",
    group="other",
    help="Draw a weapon, reload the one in hand, or use a simple item. Throwing a grenade is an attack.",
)


# ------------------------------------------------------------------------------------------ handling


def _what(call: Call) -> str:
    return _WHAT.said(call)


def handling_cost(call: Call) -> Cost:
    """Cost of handling an item: dropping it is a free action (SE-FREE-01)."""
    return "free" if _what(call) == DROP else "action"


def handle_item(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Draw an item or pick it up, put it away, drop it, or give it to another combatant (SE-ACT-04, SE-FREE-01)."""
    who, what, item = call.actor, _what(call), battle.items[str(call.item)]
    battle = pay(battle, call, handling_cost(call), ask)
    to = _TO.said(call) if what == GIVE else None
    people = (who,) if to is None else (who, to)
    words = _words(item, what)

    def resolve(battle: Battle, reactions: object) -> Battle:
        ask.log(battle, f"{{0}} {words.does}.", *people, item=item.name)
        here = battle.combatants[who].place
        places = {
            DRAW: replace(item, holder=who, where="hand", place=None),
            AWAY: replace(item, where="pack"),
            DROP: replace(item, holder=None, where="board", place=here),
            GIVE: replace(item, holder=to, where="hand"),
        }
        return replace(battle, items=battle.items | {item.id: places[what]})

    about = message(battle, f"{{0}} {words.begins}.", *people, item=item.name)
    return with_reactions(battle, call, ask, resolve, about=about, still=(_can_handle,))


class _Words(Record):
    does: str
    begins: str


def _words(item: Item[Gear], what: str) -> _Words:
    if what == DRAW and item.holder is None:
        return _Words("picks up {item}", "reaches for {item}")
    return {
        DRAW: _Words("draws {item}", "reaches for {item}"),
        AWAY: _Words("puts {item} away", "is about to put {item} away"),
        DROP: _Words("drops {item}", "is about to drop {item}"),
        GIVE: _Words("hands {item} to {1}", "is about to hand {item} to {1}"),
    }[what]


def _handling_costs(battle: Battle, call: Call) -> Iterator[Refusal]:
    rule = "SE-FREE-01" if _what(call) == DROP else "SE-ACT-04"
    for guard in costs(handling_cost(call), rule):
        yield from guard(battle, call)


def _can_handle(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the actor has the item or it is on the ground in reach; a receiver is in reach (SE-ACT-04, SE-MIS-08)."""
    who, what, item = call.actor, _what(call), _item_of(battle, call)
    if who not in battle.combatants:
        return
    if isinstance(item, Refusal):
        yield item
        return
    is_lying = item.holder is None
    if item.holder != who and not (is_lying and what == DRAW):
        yield no("not_yours", "{who} does not have that.", "SE-ACT-04", who)
    elif is_lying and _is_far(battle, who, item.id):
        far = no("too_far", "{who} has to come within reach of it first.", "SE-MIS-08", who)
        yield replace(far, nearer=item.id, within=rules(battle).melee_reach_m)
    elif what == DRAW and item.where == "hand":
        yield no("there_already", "{who} already has it in hand.", "SE-ACT-04", who)
    elif what == AWAY and item.where == "pack":
        yield no("there_already", "{who} has already put it away.", "SE-ACT-04", who)
    if what == GIVE:
        yield from _can_give(battle, who, _TO.said(call))


def _can_give(battle: Battle, who: Id, to: object) -> Iterator[Refusal]:
    receiver = battle.combatants.get(str(to))
    if receiver is None or receiver.id == who or not receiver.is_present:
        sentence = text("Choose who receives it from {who}: another combatant who is present.", who=ref(who))
        yield Refusal(key="nobody", sentence=sentence, rule="SE-ACT-04", can_override=False)
    elif _is_far(battle, who, receiver.id):
        sentence = text("{whom} is out of {who}'s reach.", who=ref(who), whom=ref(receiver.id))
        yield Refusal(key="too_far", sentence=sentence, rule="SE-MIS-08", nearer=receiver.id)


def _is_far(battle: Battle, who: Id, other: Id) -> bool:
    """Whether a combatant or item is known to be out of reach."""
    return not is_within_melee(battle, who, other)


def _handled(battle: Battle, who: Id) -> tuple[tuple[Id, str], ...]:
    """Items that a combatant could handle: their own, weapons not in hand first, then those on the ground in reach."""
    own = sorted(battle.items_of(who), key=lambda item: (item.where == "hand", item.gear.kind != "weapon"))
    lying = (item for item in battle.items.values() if item.holder is None and not _is_far(battle, who, item.id))
    return tuple((item.id, item.name) for item in (*own, *lying))


def _receivers(battle: Battle, call: Call) -> tuple[tuple[str, Id], ...]:
    others = (one for one in sorted(battle.combatants.values(), key=age) if one.is_present and one.id != call.actor)
    return tuple((one.name, one.id) for one in others)


_WHAT = Parameter(
    key="what", title="What", kind="choice", default=DRAW, options=(DRAW, AWAY, DROP, GIVE), rule="SE-ACT-04",
    help="Draw also picks up what lies within reach; dropping is a free action.",
)  # fmt: skip
_TO: Parameter[Id | None] = Parameter(
    key="to", title="To", kind="combatant", rule="SE-ACT-04", choices=_receivers,
    applies=lambda battle, call: _what(call) == GIVE,
)  # fmt: skip


HANDLE_ITEM = Action(
    id="handle_item",
    title="Draw, Drop or Give",
    run=handle_item,
    items=_handled,
    needs_item=True,
    parameters=(_WHAT, _TO),
    guards=(_handling_costs, _can_handle),
    rules=("SE-ACT-04", "SE-FREE-01"),
    cost="action; dropping is free",
    group="other",
    help="Draw a weapon, pick something up, put it away, drop it, or hand it over.",
)  # fmt: skip

ACTIONS = (USE_ITEM, HANDLE_ITEM)


def _handling(edit: str, call: Call) -> Call:
    """The handling that corresponds to the GM's edit of an item."""
    is_away = edit == "ready_item" and WHERE.said(call) != "hand"
    what = {"drop_item": DROP, "give_item": GIVE}.get(edit, AWAY if is_away else DRAW)
    options = {"what": what, "to": call.target} if what == GIVE else {"what": what}
    return replace(call, action=HANDLE_ITEM.id, targets=(), options=options)


def _or_handled(edit: Action) -> Action:
    """The GM's edit of an item, which with a combatant as the actor becomes handling at its usual cost."""

    def run(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        if call.actor in battle.combatants:
            return handle_item(battle, _handling(edit.id, call), ask)
        return edit.run(battle, call, ask)

    def guard(battle: Battle, call: Call) -> Iterator[Refusal]:
        if call.actor in battle.combatants:
            for handling in HANDLE_ITEM.guards:
                yield from handling(battle, _handling(edit.id, call))

    return replace(edit, run=run, guards=(*edit.guards, guard))


ITEM_EDITS = {id: _or_handled(EDITS[id]) for id in ("ready_item", "drop_item", "give_item", "take_item")}
"""The GM's edits of items; with a combatant as the actor they are actions, paid for and reacted to."""
