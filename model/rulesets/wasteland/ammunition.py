"""Ammunition: the shot, further shots for more dice, how much is left (WL-ATK-12, WL-ATK-14, WL-AMB-13)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.requests import Choice, Offer
from model.rulesets.wasteland.gear import Gear
from model.rulesets.wasteland.points import available, spend_points
from model.rulesets.wasteland.settings import rules
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Item
from model.state.texts import text


def rounds_left(gear: Gear) -> int | None:
    """Shots or pieces left; None where nobody counts."""
    kind = gear.attack_kind
    return gear.ammo if kind == "ranged" else gear.quantity if kind == "thrown" else None


def shot_cost(battle: AnyBattle, gear: Gear) -> int:
    """What the attack itself takes; a thrown weapon is gone (WL-AMB-13)."""
    if gear.attack_kind == "thrown":
        return 1
    return rules(battle).base_shot_cost if gear.attack_kind == "ranged" else 0


def most_extra(battle: AnyBattle, who: Id, gear: Gear) -> int:
    """How many further dice ammunition can buy: up to the fire rate and what is left (WL-ATK-12)."""
    kind = gear.attack_kind
    if kind != "ranged" and not (kind == "thrown" and rules(battle).thrown_ammo_dice):
        return 0
    rounds = rounds_left(gear)
    most = gear.fire_rate if rounds is None else min(gear.fire_rate, rounds - shot_cost(battle, gear))
    price = rules(battle).ap_per_extra_cd
    if price and who in battle.combatants:
        most = min(most, available(battle, who) // price)
    return max(0, most)


def extra_after_hit(battle: AnyBattle, who: Id, gear: Gear, call: Call, ask: Ask) -> int:
    """Further shots: as declared, or taken up beside the damage dice once the attack has hit (WL-ATK-12)."""
    most = most_extra(battle, who, gear)
    declared = min(most, int(call.option("ammo", 0)))
    if declared or not most or rules(battle).extra_ammo_declared == "before_roll":
        return declared
    options = tuple(Choice(key=str(count), label=f"+{count} CD") for count in range(1, most + 1))
    title = text("Further shots: +1 CD each")
    taken = ask.offer(Offer(id="ammo", title=title, by=(who,), options=options, rule="WL-ATK-12"))
    return int(taken) if isinstance(taken, str) else 0


def pay_for_extra(battle: AnyBattle, who: Id, count: int, ask: Ask) -> AnyBattle:
    """Action points for further dice, where a house rule wants them (WL-MIS-02)."""
    price = rules(battle).ap_per_extra_cd
    return spend_points(battle, who, price * count, "damage", ask) if price and count else battle


def use_ammunition(battle: AnyBattle, weapon: Item[Gear] | None, count: int) -> AnyBattle:
    """Deduct what was used, as the last step of the attack (WL-ATK-14)."""
    if weapon is None:
        return battle
    gear = battle.items[weapon.id].gear if weapon.id in battle.items else weapon.gear
    rounds = rounds_left(gear)
    if rounds is None or weapon.id not in battle.items:
        return battle
    field = "ammo" if gear.attack_kind == "ranged" else "quantity"
    spent = replace(gear, **{field: max(0, rounds - count)})
    return replace(battle, items=battle.items | {weapon.id: replace(battle.items[weapon.id], gear=spent)})
