"""Initiative and the segments that it gives (ZM-INIT-01 to ZM-INIT-05)."""

from __future__ import annotations

from functools import lru_cache

from model.engine.modifiers import Modifier, explain, term
from model.rulesets.zamani.conditions import CONDITIONS
from model.rulesets.zamani.settings import HouseRules, rules
from model.rulesets.zamani.sheet import Battle, Sheet
from model.state.base import Id
from model.state.identity_cache import cached_by_identity
from model.state.texts import Explanation

FIRST_SEGMENT, LAST_SEGMENT, MOST_SEGMENTS = 10, 1, 3


@lru_cache(maxsize=256)
def segments(initiative: int) -> tuple[int, ...]:
    """The segments of an initiative, highest first (ZM-INIT-04, ZM-INIT-05).

    The excess over 10 gives a second segment and the excess over 20 a third. No two segments are the same: the second
    is at most 9, the third at most 8. An initiative of 0 or less acts on segment 1 (ZM-AMB-02).
    """
    initiative = max(LAST_SEGMENT, initiative)
    found = (min(initiative - 10 * extra, FIRST_SEGMENT - extra) for extra in range(MOST_SEGMENTS))
    return tuple(segment for segment in found if segment >= LAST_SEGMENT)


def initiative_of(battle: Battle, who: Id) -> Explanation:
    """Initiative: Dexterity, traits, and temporarily sacrifice and a focus spent on speed (ZM-INIT-02)."""
    combatant, sacrificed = battle.combatants[who], battle.shared.sacrifice.get(who, 0)
    changes = CONDITIONS.modifiers(battle, who, "initiative") if combatant.effects else ()
    sheet = combatant.sheet
    return _initiative(sheet.given.get("initiative"), sheet.dexterity, sheet.initiative_bonus, sacrificed, changes)


# Cached by the numbers, since every wound replaces the sheet.
@lru_cache(maxsize=256)
def _initiative(
    given: float | None, dexterity: int, bonus: int, sacrificed: int, changes: tuple[Modifier, ...]
) -> Explanation:
    sacrifice = Modifier(key="sacrifice", label="Sacrifice", amount=sacrificed, rule="ZM-SAC-03")
    return explain("initiative", "Initiative", [*_lasting(given, dexterity, bonus), sacrifice, *changes])


def _lasting(given: float | None, dexterity: int, bonus: int) -> tuple[Modifier, ...]:
    """The parts of an initiative without temporary changes."""
    if given is not None:
        return (term("given", "Given", int(given)),)
    return (
        term("dexterity", "Dexterity", dexterity, "ZM-INIT-02"),
        Modifier(key="traits", label="Traits", amount=bonus, rule="ZM-INIT-02"),
    )


def segments_of(battle: Battle, who: Id) -> tuple[int, ...]:
    """The segments that a combatant acts on with the current initiative."""
    return segments_with(battle, who, initiative_of(battle, who).total)


def segments_with(battle: Battle, who: Id, initiative: int) -> tuple[int, ...]:
    """The segments of a combatant with this initiative; by a house rule, only as many as without temporary changes."""
    return segments_by(rules(battle), battle.combatants[who].sheet, initiative)


@cached_by_identity(512, values=2)
def segments_by(house: HouseRules, sheet: Sheet, initiative: int) -> tuple[int, ...]:
    due = segments(initiative)
    if house.temporary_initiative_segments:
        return due
    lasting = _lasting(sheet.given.get("initiative"), sheet.dexterity, sheet.initiative_bonus)
    own = segments(sum(part.amount for part in lasting))
    return (*due[: len(own)], *own[len(due) :])
