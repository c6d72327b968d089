"""Items in hand: changing weapons and reloading (ZM-INIT-07, ZM-MIS-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of
from model.engine.guards import no
from model.engine.ruleset import Action, Guard
from model.rulesets.zamani.conditions import RELOADING
from model.rulesets.zamani.movement import ARMS_REACH, is_within
from model.rulesets.zamani.segment import FREE_SEGMENT, pay
from model.rulesets.zamani.sheet import Battle, Gear, listed
from model.state.base import Id, replace
from model.state.battle import Item
from model.state.texts import Refusal, ref, text


def weapons_to_change(battle: Battle, who: Id) -> tuple[tuple[Id, str], ...]:
    """Ids and labels of items that can be taken in hand or put away, for the window: those in hand last."""
    packed = listed(battle, who, lambda item: item.where == "pack", lambda item: 0)
    lying = (
        (item.id, f"{item.name}, on the ground") for item in battle.items.values() if _is_at_hand(battle, who, item)
    )
    return (*packed, *lying, *listed(battle, who, lambda item: item.where == "hand", lambda item: 0))


def _is_at_hand(battle: Battle, who: Id, item: Item[Gear]) -> bool:
    """Whether an item lies on the ground within a combatant's reach, such as a weapon struck from the hand."""
    return item.holder is None and item.where == "board" and is_within(battle, who, item.id, ARMS_REACH)


def magazines(battle: Battle, who: Id) -> tuple[tuple[Id, str], ...]:
    """Ids and labels of items that a combatant could reload, for the window: the emptiest first."""
    return listed(battle, who, lambda item: item.gear.magazine > 0, lambda item: item.gear.rounds / item.gear.magazine)


def _item(battle: Battle, call: Call) -> Item[Gear] | None:
    item = battle.items.get(call.item) if call.item is not None else None
    return item if item is not None and item.holder == call.actor else None


def _has_item(offered: Callable[[Battle, Id], Iterable[tuple[Id, str]]]) -> Guard:
    """Make a guard that the call names an item of the actor; `offered` lists the items that the action is for."""

    def guard(battle: Battle, call: Call) -> Iterator[Refusal]:
        if call.actor in battle.combatants and _item(battle, call) is None:
            has_none = call.item is None and not tuple(offered(battle, call.actor))
            words = "{who} has no item for that." if has_none else "Choose an item of {who}."
            sentence = text(words, who=ref(call.actor))
            yield Refusal(key="no_item", sentence=sentence, can_override=False)

    return guard


def _owned_or_at_hand(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the item is the actor's own, or lies on the ground within arm's reach (ZM-INIT-07)."""
    item = battle.items.get(call.item or "")
    if call.actor not in battle.combatants or item is None or item.holder is not None or item.where != "board":
        yield from _has_item(weapons_to_change)(battle, call)
    elif not _is_at_hand(battle, call.actor, item):
        far = no("out_of_reach", "{who} has to come within reach of it first.", "ZM-INIT-07", call.actor)
        yield replace(far, nearer=item.id, within=ARMS_REACH)


def change_weapon(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Take an item in hand, also from the ground, or put away one that is held (ZM-INIT-07).

    If there are too few hands, others are put away.
    """
    who, item = call.actor, battle.items[call.item or ""]
    battle = pay(battle, who)
    if item.where == "hand":
        changed = {item.id: replace(item, where="pack")}
        ask.log(battle, "{0} puts {item} away.", who, item=item.name)
        return replace(battle, items=battle.items | changed)
    changed = {item.id: replace(item, holder=who, where="hand", place=None)}
    held = [other for other in battle.items_of(who) if other.where == "hand"]
    room = 2 - item.gear.hands
    for other_item in reversed(held):
        if sum(one.gear.hands for one in held if one.id not in changed) > room:
            changed[other_item.id] = replace(other_item, where="pack")
    ask.log(battle, "{0} takes {item} in hand." if item.holder else "{0} picks up {item}.", who, item=item.name)
    return replace(battle, items=battle.items | changed)


def reload(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Fill a magazine; some weapons take several actions (ZM-INIT-07, ZM-MIS-11)."""
    who, item = call.actor, _item(battle, call)
    assert item is not None, "the guard has checked this"
    battle = pay(battle, who)
    begun = sum(effect.amount for effect in effects_of(battle, who, RELOADING) if effect.note == item.id) + 1
    battle = end_effects_of(battle, who, RELOADING)
    if begun < item.gear.reload_segments:
        ask.log(battle, "{0} is reloading {item}.", who, item=item.name)
        return add_effect(battle, who, RELOADING, amount=begun, note=item.id)
    ask.log(battle, "{0} has reloaded {item}.", who, item=item.name)
    return replace(battle, items=battle.items | {item.id: replace(item, gear=replace(item.gear, ammo=None))})


CHANGE_WEAPON = Action(
    id="change_weapon",
    title="Change Weapon",
    run=change_weapon,
    needs_item=True,
    items=weapons_to_change,
    guards=(*FREE_SEGMENT, _owned_or_at_hand),
    rules=("ZM-INIT-07",),
    cost="action",
    help="Take an item in hand, also from the ground within arm's reach, or put one away.",
)


RELOAD = Action(
    id="reload",
    title="Reload",
    run=reload,
    needs_item=True,
    items=magazines,
    guards=(*FREE_SEGMENT, _has_item(magazines)),
    rules=("ZM-INIT-07", "ZM-MIS-11"),
    cost="action",
)
