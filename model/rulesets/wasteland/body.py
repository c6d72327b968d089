"""The body as it is shown: resistance and injuries at each location, and where the last hit was (WL-LOC, WL-DR-01)."""

from __future__ import annotations

from model.engine.body import Body, BodyPart
from model.rulesets.wasteland.bodies import LOCATIONS, UPPER, InjuryKind, Location
from model.rulesets.wasteland.bodies import Body as BodyType
from model.rulesets.wasteland.conditions import INJURIES, injuries
from model.rulesets.wasteland.resistance import is_immune, resistance
from model.rulesets.wasteland.sheet import DamageType
from model.state.base import Id, replace
from model.state.battle import AnyBattle

SCALES: dict[DamageType, str] = {"physical": "phys", "energy": "en", "radiation": "rad"}
IMMUNE = "∞"
FIGURES: dict[BodyType, str] = {"mister_handy": "hovering_robot"}
"""Figures that are called otherwise than the body."""
PENALTIES: dict[InjuryKind, str] = {
    "head": "+2 on tests that need sight",
    "torso": "bleeds, 2 CD at the end of turns",
    "arm": "useless",
    "leg": "Move takes the major action, no sprint",
}
"""What an injury goes on doing until it is treated (WL-CRIT-02)."""


def body_of(battle: AnyBattle, who: Id) -> Body:
    """Somebody's body with its numbers as they now are."""
    kind: BodyType = battle.combatants[who].sheet.body
    struck = battle.shared.struck.get(who, ())
    hurt = [_place_of(kind, effect.kind, effect.note) for effect in injuries(battle, who)]
    parts = tuple(
        BodyPart(
            id=location.id,
            name=location.name,
            faces=_faces(row),
            shape=location.id,
            numbers=tuple(_number(battle, who, location, kind) for kind in SCALES),
            injuries=hurt.count(location.id),
            effect=PENALTIES[location.injury] if location.id in hurt else "",
            is_struck=location.id in struck,
        )
        for row, location in enumerate(LOCATIONS[kind])
    )
    lost = hurt.count("")
    radiation = battle.combatants[who].sheet.radiation
    remarks = (
        f"{lost} {'injury' if lost == 1 else 'injuries'} at no known location" if lost else "",
        f"radiation {radiation}: so much off the maximum" if radiation else "",
    )
    remark = " · ".join(filter(None, remarks))
    return Body(parts=parts, figure=FIGURES.get(kind, kind), scales=tuple(SCALES.values()), remark=remark)


def strike_at(battle: AnyBattle, who: Id, location: Location) -> AnyBattle:
    """Note where somebody was hit, for the display."""
    struck = battle.shared.struck
    return replace(battle, shared=replace(battle.shared, struck=struck | {who: (*struck.get(who, ()), location.id)}))


def forget_strikes(battle: AnyBattle) -> AnyBattle:
    """Another attack or turn begins: the hits before are not the last ones any more."""
    return replace(battle, shared=replace(battle.shared, struck={})) if battle.shared.struck else battle


def _place_of(kind: BodyType, injury: str, noted: str) -> str:
    """The location of an injury; one laid on by hand has none noted, and is there where only one could be meant."""
    if noted:
        return noted
    fitting = [location.id for location in LOCATIONS[kind] if INJURIES[location.injury] == injury]
    return fitting[0] if len(fitting) == 1 else ""


def _number(battle: AnyBattle, who: Id, location: Location, kind: DamageType) -> str:
    if is_immune(battle, who, kind):
        return IMMUNE
    return str(max(0, resistance(battle, who, location, kind).total))


def _faces(row: int) -> str:
    least = UPPER[row - 1] + 1 if row else 1
    return f"{least}–{UPPER[row]}"
