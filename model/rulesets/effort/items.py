"""Using things: reloading, throwing, whatever takes no more than one action (SE-ACT-04, SE-MIS-07)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.effort.costs import costs, no, pay
from model.rulesets.effort.gear import Gear
from model.rulesets.effort.reactions import with_reactions
from model.rulesets.effort.settings import setting
from model.state.base import replace
from model.state.battle import AnyBattle, Item
from model.state.texts import Refusal, text


def with_gear(battle: AnyBattle, item: Item[Gear], **changes: int) -> AnyBattle:
    """The battle with something about an item changed."""
    return replace(battle, items=battle.items | {item.id: replace(item, gear=replace(item.gear, **changes))})


def spent_items(battle: AnyBattle, item: Item[Gear]) -> AnyBattle:
    """What one attack takes: shots, or the thing itself."""
    gear = item.gear
    if gear.magazine:
        battle = with_gear(battle, item, ammo=max(0, gear.loaded - int(setting(battle, "ammo_per_attack"))))
    elif gear.is_used_up:
        battle = with_gear(battle, item, quantity=max(0, gear.quantity - 1))
    return battle


def use_item(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Reload a weapon, or use a thing with whatever effect it has (SE-ACT-04)."""
    assert call.item is not None, "the guard has seen to it"
    item: Item[Gear] = battle.items[call.item]
    battle = pay(battle, call, "action", ask)

    def resolve(battle: AnyBattle, stops: object) -> AnyBattle:
        who, gear = call.actor, item.gear
        if gear.kind == "weapon" and gear.magazine:
            ask.say(tell(battle, "{0} reloads {item}.", who, item=item.name))
            return with_gear(battle, item, ammo=gear.magazine)
        ask.say(tell(battle, "{0} uses {item}.", who, item=item.name))
        effect = str(call.option("text", "")) or gear.effect
        if effect:
            ask.say(tell(battle, "{0}: {effect}.", who, effect=effect.rstrip(".")))
        return with_gear(battle, item, quantity=max(0, gear.quantity - 1)) if gear.is_used_up else battle

    return with_reactions(battle, call, ask, resolve)


def _usable(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: something that the actor has, not complicated, and not used up."""
    who = call.actor
    if call.item is None:
        yield Refusal(key="no_item", sentence=text("Say which item."), rule="SE-ACT-04", can_override=False)
        return
    item: Item[Gear] = battle.items[call.item]
    if item.holder != who:
        yield no("not_yours", "{who} does not have that.", "SE-ACT-04", who)
    if item.gear.is_complicated:
        yield no("complicated", "That is too complicated for one action of {who}.", "SE-ACT-04", who)
    if item.gear.is_used_up and item.gear.quantity < 1:
        yield no("none_left", "{who} has none of them left.", "SE-ACT-04", who)


USE_ITEM = Action(
    id="use_item",
    title="Use an item",
    run=use_item,
    needs_item=True,
    parameters=(Parameter(key="text", title="What for", kind="text", default=""),),
    guards=(*costs("action", "SE-ACT-04"), _usable),
    rules=("SE-ACT-04",),
    cost="action",
    group="other",
    help="Reload a weapon, or use something uncomplicated. A grenade is an attack.",
)
