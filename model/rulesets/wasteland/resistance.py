"""Damage resistance by location and type (WL-DR-01, WL-RAD-02, WL-MIS-03)."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.effects import effects_of
from model.engine.modifiers import Modifier, explain, term
from model.rulesets.wasteland.bodies import LOCATIONS, Location
from model.rulesets.wasteland.conditions import CONDITIONS, WORN_DOWN
from model.rulesets.wasteland.gear import Gear
from model.state.base import Id
from model.state.battle import AnyBattle, Item
from model.state.texts import Explanation

SCALED = ("physical", "energy", "radiation")
"""Types of damage with a number at each location; all others have one for the whole body."""


def is_immune(battle: AnyBattle, who: Id, kind: str) -> bool:
    return kind in battle.combatants[who].sheet.immune


def _worn(battle: AnyBattle, who: Id, location: Location) -> Iterator[Item[Gear]]:
    for item in battle.items_of(who):
        if item.where == "worn" and item.gear.kind == "armour":
            covers = item.gear.covers
            if "all" in covers or location.id in covers:
                yield item


def _parts(battle: AnyBattle, who: Id, location: Location, kind: str) -> Iterator[Modifier]:
    sheet = battle.combatants[who].sheet
    if kind not in SCALED:
        amount = sheet.poison_dr if kind == "poison" else sheet.other_dr.get(kind, 0)
        yield term(kind, f"Against {kind.replace('_', ' ')}", amount, "WL-MIS-03")
        return
    given = sheet.dr.get(location.id, sheet.dr.get("all"))
    if given is not None:
        yield term("given", "Given", getattr(given, kind), "WL-MIS-03")
    else:
        # Of layers worn over each other only the highest counts, type by type.
        best = max(_worn(battle, who, location), key=lambda item: getattr(item.gear, kind), default=None)
        if best is not None:
            yield term("worn", best.name, getattr(best.gear, kind), "WL-DR-01")
        yield Modifier(key="innate", label="Innate", amount=getattr(sheet.innate, kind), rule="WL-DR-01")
        yield Modifier(key="plating", label="Plating", amount=getattr(sheet.plating, kind), rule="WL-DR-01")
    yield from CONDITIONS.modifiers(battle, who, f"dr_{kind}")


def resistance(battle: AnyBattle, who: Id, location: Location, kind: str) -> Explanation:
    """What a location takes off the damage of a hit, never under 0."""
    parts = list(_parts(battle, who, location, kind))
    whole = sum(part.amount for part in parts)
    if kind in SCALED:
        broken = sum(effect.amount for effect in effects_of(battle, who, WORN_DOWN) if effect.note == location.id)
        lost = min(broken, max(0, whole))
        parts.append(Modifier(key=WORN_DOWN, label="Armour broken", amount=-lost, rule="WL-MIS-06"))
    return explain("resistance", f"Resistance, {location.name}", parts)


def whole_body_resistance(battle: AnyBattle, who: Id) -> int:
    """The lowest resistance to radiation of any location (WL-RAD-02)."""
    locations = LOCATIONS[battle.combatants[who].sheet.body]
    return min(max(0, resistance(battle, who, location, "radiation").total) for location in locations)
