"""Grenades and the like on a spot: one throw of damage for everybody who is caught (SE-MIS-07)."""

from __future__ import annotations

from collections.abc import Iterator

from model.board.areas import around
from model.board.bands import metres_text
from model.board.distance import between_places
from model.engine import aiming
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.engine.ways import read_place
from model.rulesets.effort.attack import Blow, fit_weapon, gear_of, hurt_all, used, weapon_of
from model.rulesets.effort.costs import costs, no, pay
from model.rulesets.effort.evading import CLOSE, Burst, Since, caught, within
from model.rulesets.effort.gear import weapons_to_attack
from model.rulesets.effort.reactions import Reaction, with_reactions
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.board import Place, Shape
from model.state.texts import Refusal, text


def attack_area(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Throw something at a spot: no roll to hit, the same damage for all who are caught, less their armour."""
    who, weapon = call.actor, weapon_of(battle, call)
    assert weapon is not None, "the guard has seen to it"
    declared = battle = pay(battle, call, "action", ask)

    def resolve(battle: AnyBattle, reactions: tuple[Reaction, ...]) -> AnyBattle:
        ask.say(tell(battle, "{0} attacks an area with {weapon}.", who, weapon=weapon.name))
        burst = Burst(_spot(declared, call), weapon.gear.radius_m, call.targets)
        blow = Blow(call, who, call.targets[0], weapon, weapon.gear)
        struck = caught(Since(declared, battle, reactions), burst, ask)
        return hurt_all(used(battle, who, weapon), blow, struck, ask)

    about = tell(battle, "{0} is about to attack an area with {weapon}.", who, weapon=weapon.name)
    return with_reactions(battle, call, ask, resolve, about=about, still=(fit_weapon,))


def _spot(battle: AnyBattle, call: Call) -> Place | None:
    actor = battle.combatants.get(call.actor)
    return None if actor is None else read_place(battle, call.option("place"), actor.place)


def _metres(battle: AnyBattle, spot: Place, who: Id) -> float | None:
    return between_places(battle.board, spot, battle.combatants[who].place)


def _fits(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: something with a radius, a spot within its reach, and nobody who stands outside of it."""
    if call.actor not in battle.combatants:
        return
    gear, spot = gear_of(battle, call), _spot(battle, call)
    if not gear.radius_m:
        sentence = text("This strikes one target alone: attack somebody with it.")
        yield Refusal(key="no_area", sentence=sentence, rule="SE-MIS-07", can_override=False)
    elif spot is not None:
        yield from _in_reach(battle, call, spot)
        for target in call.targets:
            metres = _metres(battle, spot, target) if target in battle.combatants else None
            if metres is not None and metres > gear.radius_m + CLOSE:
                yield no("outside", "{who} is outside the area.", "SE-MIS-07", target)


def _in_reach(battle: AnyBattle, call: Call, spot: Place) -> Iterator[Refusal]:
    metres, reach = _metres(battle, spot, call.actor), gear_of(battle, call).range_max_m
    if reach and metres is not None and metres > reach + CLOSE:
        sentence = text(
            "That is {metres} away; it reaches {reach}.", metres=metres_text(metres), reach=metres_text(reach)
        )
        yield Refusal(key="too_far", sentence=sentence, rule="SE-MIS-07")


# ------------------------------------------------------------------------------------------ on the map


def _outline(battle: AnyBattle, call: Call) -> Shape | None:
    spot = _spot(battle, call)
    point = None if spot is None else spot.point
    return None if point is None else around(point, gear_of(battle, call).radius_m)


def _caught(battle: AnyBattle, call: Call) -> tuple[Id, ...]:
    """Everybody within the radius of the spot, friend and foe."""
    spot = _spot(battle, call)
    return () if spot is None else within(battle, spot, gear_of(battle, call).radius_m)


def _weapons(battle: AnyBattle, who: Id) -> tuple[tuple[Id, str], ...]:
    return tuple((id, name) for id, name in weapons_to_attack(battle, who) if battle.items[id].gear.radius_m)


ATTACK_AREA = Action(
    id="attack_area",
    title="Attack an area",
    run=attack_area,
    targets="many",
    items=_weapons,
    needs_item=True,
    parameters=(
        Parameter(
            key="place", title="At", kind="place", rule="SE-MIS-07",
            help="The middle of the area; everybody within the radius is caught, unless you say otherwise.",
        ),
    ),
    guards=(*costs("action", "SE-ACT-05"), fit_weapon, _fits),
    rules=("SE-ACT-05", "SE-MIS-07"),
    cost="action",
    group="attack",
    help="A grenade or the like on a spot: one throw of damage for everybody who is caught.",
    aim=aiming.Aim(
        shape=_outline, caught=_caught, at="place", applies=lambda battle, call: bool(gear_of(battle, call).radius_m)
    ),
)  # fmt: skip
