"""How far apart two are, and whether a move is a retreat (ZM-MIS-10, ZM-AMB-25)."""

from __future__ import annotations

import math

from model.board.distance import between, between_places
from model.engine.ruleset import Band, Ranges
from model.rulesets.zamani.gear import Gear, is_ranged
from model.rulesets.zamani.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.board import Place

CLOSE = 1e-6

RANGES = Ranges(
    bands=(
        Band(id="reach", title="Arm's reach", reach=1, rule="ZM-GUARD-05"),
        Band(id="close", title="Close", reach=10),
        Band(id="far", title="Far", reach=100),
        Band(id="distant", title="Distant", reach=None),
    ),
    measures_from="edge",
)
"""The game knows arm's reach alone; the other bands are words for the board."""


def distance(battle: AnyBattle, first: Id, second: Id) -> float | None:
    """Metres between two, from edge to edge or centre to centre; None where nobody knows."""
    return between(battle, first, second, RANGES if rules(battle).reach_measure == "edge" else None)


def is_within(battle: AnyBattle, first: Id, second: Id, metres: float) -> bool:
    """Whether two are no further apart than that; where nobody knows, they may be."""
    found = distance(battle, first, second)
    return found is None or found <= metres + CLOSE


def is_near_place(battle: AnyBattle, who: Id, place: Place, other: Id, metres: float) -> bool:
    """Whether somebody who stood at a place would be within so many metres of another."""
    there = battle.combatants[other]
    found = between_places(battle.board, place, there.place)
    if found is None:
        return True
    if rules(battle).reach_measure == "edge" and place.point is not None and there.place.point is not None:
        found = max(0.0, found - battle.combatants[who].radius - there.radius)
    return found <= metres + CLOSE


def reaches(battle: AnyBattle, attacker: Id, target: Id, gear: Gear) -> bool:
    """Whether an attack reaches: arm's length and weapon, or the range of a missile where one is known."""
    if is_ranged(gear):
        return not gear.range_m or is_within(battle, attacker, target, gear.range_m)
    return is_within(battle, attacker, target, gear.reach_m)


def opponents(battle: AnyBattle, who: Id) -> tuple[Id, ...]:
    """The opponents that somebody knows of: present, able to fight, not hidden."""
    side = battle.combatants[who].side
    friends = {"pc", "ally"} if side in ("pc", "ally") else {side}
    return tuple(
        id
        for id, other in battle.combatants.items()
        if other.side not in friends and other.is_present and not other.is_out and not other.is_hidden
    )


def approached(battle: AnyBattle, who: Id, place: Place | None) -> tuple[Id, ...]:
    """The opponents to whom a move to a place brings somebody closer; nobody where distances are not known."""
    if place is None:
        return ()
    here = battle.combatants[who].place
    found = []
    for other in opponents(battle, who):
        there = battle.combatants[other].place
        before, after = (between_places(battle.board, one, there) for one in (here, place))
        if before is not None and after is not None and after < before - CLOSE:
            found.append(other)
    return tuple(found)


def is_in_area(battle: AnyBattle, centre: Place, who: Id, radius: float) -> bool:
    """Whether somebody stands within an area; where nobody knows, not."""
    metres = between_places(battle.board, centre, battle.combatants[who].place)
    return metres is not None and not math.isinf(metres) and metres <= radius + CLOSE
