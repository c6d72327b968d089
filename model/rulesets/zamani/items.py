"""Items in hand: changing weapons and reloading (ZM-INIT-07, ZM-MIS-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.effects import add_effect, effects_of, end_effects_of
from model.engine.ruleset import Action, Guard
from model.rulesets.zamani.conditions import RELOADING
from model.rulesets.zamani.segment import FREE_SEGMENT, pay
from model.rulesets.zamani.sheet import Battle, Gear, listed
from model.state.base import Id, replace
from model.state.battle import Item
from model.state.texts import Refusal, ref, text


def weapons_to_change(battle: Battle, who: Id) -> tuple[tuple[Id, str], ...]:
    """Ids and labels of items that can be taken in hand or put away, for the window: those not in hand first."""
    return listed(battle, who, lambda item: item.where in ("hand", "pack"), lambda item: item.where == "hand")


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


def change_weapon(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Take an item in hand, putting away others if there are too few hands, or put away a held item (ZM-INIT-07)."""
    who, item = call.actor, _item(battle, call)
    assert item is not None, "the guard has checked this"
    battle = pay(battle, who)
    if item.where == "hand":
        changed = {item.id: replace(item, where="pack")}
        ask.log(battle, "{0} puts {item} away.", who, item=item.name)
        return replace(battle, items=battle.items | changed)
    changed = {item.id: replace(item, where="hand")}
    held = [other for other in battle.items_of(who) if other.where == "hand"]
    room = 2 - item.gear.hands
    for other_item in reversed(held):
        if sum(one.gear.hands for one in held if one.id not in changed) > room:
            changed[other_item.id] = replace(other_item, where="pack")
    ask.log(battle, "{0} takes {item} in hand.", who, item=item.name)
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
    guards=(*FREE_SEGMENT, _has_item(weapons_to_change)),
    rules=("ZM-INIT-07",),
    cost="action",
    help="Take an item in hand, or put one away.",
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
