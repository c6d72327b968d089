"""Speed, effort and health points: left, spent and regained (SE-MOVE, SE-EFF, SE-MIS-02)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.rulesets.effort.sheet import Battle, Sheet
from model.state.base import Id, Record, replace, with_fields

CLOSE = 1e-9


def speed(sheet: Sheet) -> float:
    """Speed points left; the maximum if nothing is noted."""
    return sheet.speed_max if sheet.speed is None else sheet.speed


def effort(sheet: Sheet) -> float:
    """Effort points left; the maximum if nothing is noted."""
    return sheet.effort_max if sheet.effort is None else sheet.effort


def health(sheet: Sheet) -> int:
    """Health left; the maximum if nothing is noted."""
    return sheet.health_max if sheet.health is None else sheet.health


def points_text(points: float) -> str:
    """Points as text: `1 point`, `3.5 points`."""
    return f"{points:g} point" + ("" if points == 1 else "s")


class Payment(Record):
    """How a price is paid."""

    speed: float
    effort: float


def payment(battle: Battle, who: Id, price: float, chosen: float | None) -> Payment | str:
    """Speed points first and effort points for the rest, or as many effort points as were `chosen`; an error sentence
    if they do not suffice (SE-EFF-01 to SE-EFF-03).
    """
    sheet = battle.combatants[who].sheet
    have, reserve = speed(sheet), effort(sheet)
    by_effort = max(0.0, price - have) if chosen is None else min(price, chosen)
    if by_effort > reserve + CLOSE:
        return f"it costs {points_text(price)}; {have:g} speed and {reserve:g} effort are left"
    if price - by_effort > have + CLOSE:
        return f"it costs {points_text(price)}; {by_effort:g} from effort and {have:g} speed are not enough"
    return Payment(speed=price - by_effort, effort=by_effort)


def spend(battle: Battle, who: Id, paid: Payment) -> Battle:
    """Subtract points from the pools; if the GM allows more than there are, zero is left."""
    combatant = battle.combatants[who]
    sheet = combatant.sheet
    if paid.speed:
        sheet = replace(sheet, speed=max(0.0, speed(sheet) - paid.speed))
    if paid.effort:
        sheet = replace(sheet, effort=max(0.0, effort(sheet) - paid.effort))
    return battle if sheet is combatant.sheet else battle.with_combatant(replace(combatant, sheet=sheet))


def regain(battle: Battle, who: Id, ask: Ask) -> Battle:
    """Restore all speed points (SE-MOVE-04)."""
    combatant = battle.combatants[who]
    points = float(combatant.sheet.speed_max)
    ask.log(battle, "{0} regains speed and now has {points}.", who, points=points_text(points))
    return battle.with_combatant(replace(combatant, sheet=replace(combatant.sheet, speed=points)))


def refilled(battle: Battle, pool: str) -> Battle:
    """Restore the speed or effort points of all combatants to their maximum."""
    for combatant in battle.combatants.values():
        if getattr(combatant.sheet, pool) is not None:
            battle = battle.with_combatant(replace(combatant, sheet=with_fields(combatant.sheet, {pool: None})))
    return battle
