"""Actions that a forecast chooses from: attacks with bought dice, moves by zone, aiming, defending, First Aid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from model.board.zones import passages, steps_to
from model.engine.calls import Call
from model.engine.effects import has_effect
from model.engine.tactics import Tactics
from model.rulesets.wasteland.attack import rounds_left, shot_cost
from model.rulesets.wasteland.conditions import COVER, DEAD, DYING, PRONE, UNCONSCIOUS
from model.rulesets.wasteland.first_aid import in_need
from model.rulesets.wasteland.movement import MOVE, SPRINT, zones_within
from model.rulesets.wasteland.payment import available, cost_of_dice
from model.rulesets.wasteland.settings import rules
from model.rulesets.wasteland.sheet import Battle, Gear, weapons_first
from model.state.base import Id, replace
from model.state.battle import Item


def _usable(battle: Battle, who: Id) -> list[Item[Gear]]:
    """Weapons at hand that are not empty, the usual one first."""
    held = [battle.items[id] for id, _ in weapons_first(battle, who)]
    return [item for item in held if _is_loaded(battle, item)]


def _is_loaded(battle: Battle, weapon: Item[Gear]) -> bool:
    rounds = rounds_left(weapon.gear)
    return rounds is None or rounds >= max(1, shot_cost(battle, weapon.gear))


def _packed(battle: Battle, who: Id) -> list[Item[Gear]]:
    """Weapons in the pack that are not empty."""
    packed = [item for item in battle.items_of(who) if item.where == "pack" and item.gear.kind == "weapon"]
    return [item for item in packed if _is_loaded(battle, item)]


def _attacks(battle: Battle, who: Id) -> Iterator[Call]:
    usable = _usable(battle, who)
    for item in usable:
        yield Call(action="attack", actor=who, item=item.id)
    if not usable and not _packed(battle, who):
        yield Call(action="attack", actor=who, options={"unarmed": True})


def _draw(battle: Battle, who: Id) -> Iterator[Call]:
    for item in _packed(battle, who):
        yield Call(action="draw_item", actor=who, item=item.id)


def _approach(battle: Battle, who: Id, target: Id) -> Iterator[Call]:
    """Move next to the target if all weapons are melee weapons and it is near enough, else toward it by zones."""
    there, here = battle.combatants[target].place.zone, battle.combatants[who].place.zone
    is_melee = all(item.gear.attack_kind == "melee" for item in _usable(battle, who))
    if there is None or here is None:
        if is_melee:
            yield Call(action="move", actor=who, options={"next_to": target})
        return
    steps = _steps_to(battle, there)
    for action, zones in (("move", MOVE), ("sprint", SPRINT)):
        reached = zones_within(battle, who, zones)
        if there in reached and is_melee:
            yield Call(action=action, actor=who, options={"next_to": target})
            continue
        nearest = min(reached, key=lambda zone: steps.get(zone, _FAR), default=here)
        if steps.get(nearest, _FAR) < steps.get(here, _FAR):
            yield Call(action=action, actor=who, options={"place": {"zone": nearest}})


def _steps_to(battle: Battle, zone: Id) -> dict[Id, int]:
    """Steps from every zone to this one, searched back from it against the direction of one-way connections."""
    return steps_to(battle.board, zone, lambda link, here, there: passages(link, there, here))


_FAR = 99
"""More zones than any route crosses."""


def _aim(battle: Battle, who: Id) -> tuple[Call, ...]:
    return (Call(action="aim", actor=who),)


def _defend(battle: Battle, who: Id) -> tuple[Call, ...]:
    return (Call(action="defend", actor=who),)


def _first_aid(battle: Battle, who: Id) -> Iterator[Call]:
    """First Aid for the dying only: combatants who are merely hurt fight on."""
    if not any(has_effect(battle, other, DYING) for other in battle.combatants):
        return
    patient = in_need(battle, who)
    if patient is not None and patient != who and has_effect(battle, patient, DYING):
        yield Call(action="first_aid", actor=who, targets=(patient,))


def _with_dice(battle: Battle, call: Call, points: int) -> Iterator[Call]:
    for count in (2, 1):
        if count <= len(rules(battle).buy_dice_costs) and cost_of_dice(battle, count) <= points:
            yield replace(call, options=call.options | {"dice": count})


def _amounts(battle: Battle) -> Mapping[str, float]:
    rounds = [
        item.gear.ammo
        for item in battle.items.values()
        if item.gear.ammo is not None
        and item.holder in battle.combatants
        and battle.combatants[item.holder].side == "pc"
    ]
    return {"AP of the party": battle.shared.party_ap, "Ammunition of the party": float(sum(rounds))}


TACTICS = Tactics(
    attacks=_attacks,
    spending=_with_dice,
    points=available,
    points_title="action points",
    before_attack=_aim,
    approach=_approach,
    defences=_defend,
    in_cover=COVER,
    risings=MappingProxyType({PRONE: Call(action="stand_up")}),
    heals=_first_aid,
    readies=_draw,
    helpless=(DYING, UNCONSCIOUS, DEAD),
    unweighed=("hp", "radiation"),
    amounts=_amounts,
    not_modelled=("further shots", "called locations", "chems", "orders and help", "readied actions", "talking"),
)
