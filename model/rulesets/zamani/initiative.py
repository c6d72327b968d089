"""Initiative, the segments it gives, and the order within a segment (ZM-INIT)."""

from __future__ import annotations

from collections.abc import Iterable

from model.dice.requests import sum_of
from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import has_round_mark
from model.engine.modifiers import Modifier, explain, term
from model.engine.turns import can_act, standing, with_order, with_slot
from model.rulesets.zamani.conditions import CONDITIONS, is_helpless
from model.rulesets.zamani.settings import rules
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, new_id
from model.state.order import Slot
from model.state.texts import Explanation

FIRST_SEGMENT, LAST_SEGMENT, MOST_SEGMENTS = 10, 1, 3
MOST_TIE_ROLLS = 5
"""So often equal dice are thrown again; then those who are still equal act as they are listed."""


def segments(initiative: int) -> tuple[int, ...]:
    """The segments of an initiative from 1 upwards, highest first (ZM-INIT-04, ZM-INIT-05, ZM-INIT-04).

    Each ten beyond the first give one more, and none falls on another: the second is at most 9, the third at most 8.
    """
    found = (min(initiative - 10 * extra, FIRST_SEGMENT - extra) for extra in range(MOST_SEGMENTS))
    return tuple(segment for segment in found if segment >= LAST_SEGMENT)


def segments_in(battle: AnyBattle, initiative: int) -> tuple[int, ...]:
    """The segments of an initiative by the house rules of this battle (ZM-AMB-01, ZM-AMB-02)."""
    for entry in rules(battle).segments_table:
        if isinstance(entry, list) and entry[:1] == [initiative] and _are_segments(entry[1:]):
            return tuple(sorted(set(entry[1:]), reverse=True)[:MOST_SEGMENTS])
    if initiative >= LAST_SEGMENT:
        return segments(initiative)
    return (LAST_SEGMENT,) if rules(battle).low_initiative == "segment_1" else ()


def _are_segments(listed: list[object]) -> bool:
    """Whether a line of the GM's table can be used; one that cannot counts as not given."""
    return bool(listed) and all(type(number) is int and 1 <= number <= FIRST_SEGMENT for number in listed)


def initiative_of(battle: AnyBattle, who: Id) -> Explanation:
    """Dexterity, traits, and for a time sacrifice and a focus spent on speed (ZM-INIT-02)."""
    return explain("initiative", "Initiative", [*_lasting(battle, who), *_passing(battle, who)])


def _lasting(battle: AnyBattle, who: Id) -> list[Modifier]:
    sheet = battle.combatants[who].sheet
    if "initiative" in sheet.given:
        return [term("given", "Given", int(sheet.given["initiative"]))]
    return [
        term("dexterity", "Dexterity", sheet.dexterity, "ZM-INIT-02"),
        Modifier(key="traits", label="Traits", amount=sheet.initiative_bonus, rule="ZM-INIT-02"),
    ]


def _passing(battle: AnyBattle, who: Id) -> list[Modifier]:
    sacrificed = battle.shared.sacrifice.get(who, 0)
    return [
        Modifier(key="sacrifice", label="Sacrifice", amount=sacrificed, rule="ZM-SAC-03"),
        *CONDITIONS.modifiers(battle, who, "initiative"),
    ]


def segments_of(battle: AnyBattle, who: Id, *, more: int = 0) -> tuple[int, ...]:
    """The segments that somebody acts on with the initiative of now, or with so much more for a time."""
    whole = initiative_of(battle, who).total + more
    due = segments_in(battle, whole)
    if rules(battle).temporary_initiative_segments:
        return due
    own = segments_in(battle, sum(part.amount for part in _lasting(battle, who)))
    return (*due[: len(own)], *own[len(due) :])


# ------------------------------------------------------------------------------------------ the countdown


def count_down(battle: AnyBattle, ask: Ask) -> AnyBattle:
    """Settle the initiatives of a round, and put its segments in order (ZM-INIT-03, ZM-INIT-09, ZM-INIT-10)."""
    battle = _with_tie_rolls(battle, ask)
    for slot in standing(battle.order):
        if slot.id != ENVIRONMENT:
            battle = with_segments(battle, slot.id)
    return arranged(battle)


def slowest(battle: AnyBattle, slot: Slot) -> Id | None:
    """The member of a group that its turn waits for: everybody is due by then."""
    able = [who for who in slot.members if can_act(battle, who)]
    return min(able, key=lambda who: initiative_of(battle, who).total, default=None)


def with_segments(battle: AnyBattle, id: Id, *, below: int = FIRST_SEGMENT + 1) -> AnyBattle:
    """Give a standing slot its initiative, and a slot of this round for each further segment.

    Segments from `below` upwards have been counted already and are lost.
    """
    who = slowest(battle, battle.order.slots[id])
    battle = without_further(battle, id)
    slot = battle.order.slots[id]
    if who is None:
        return with_slot(battle, replace(slot, initiative=None, segment=None))
    initiative = initiative_of(battle, who).total
    due = [segment for segment in segments_of(battle, who) if segment < below]
    if not due:
        battle = with_slot(battle, replace(slot, initiative=initiative, segment=None))
        return turns.rest(battle, (id,))
    battle = with_slot(battle, replace(slot, initiative=initiative, segment=due[0]))
    for segment in due[1:]:
        battle = _with_further(battle, battle.order.slots[id], segment)
    return battle


def _with_further(battle: AnyBattle, slot: Slot, segment: int) -> AnyBattle:
    id, battle = new_id(battle, f"{slot.id.rpartition('-')[0]}-segment")
    further = Slot(
        id=id,
        members=slot.members,
        kind="segment",
        name=slot.name,
        initiative=slot.initiative,
        segment=segment,
        origin=slot.id,
    )
    return with_order(with_slot(battle, further), sequence=(*battle.order.sequence, id))


def without_further(battle: AnyBattle, id: Id) -> AnyBattle:
    """The battle without the further segments of a slot that are still to come."""
    gone = {
        slot.id
        for slot in battle.order.slots.values()
        if slot.kind == "segment" and slot.origin == id and slot.state == "waiting"
    }
    if not gone:
        return battle
    return with_order(
        battle,
        slots={other: slot for other, slot in battle.order.slots.items() if other not in gone},
        sequence=tuple(other for other in battle.order.sequence if other not in gone),
    )


def arranged(battle: AnyBattle) -> AnyBattle:
    """The slots still to come by segment, initiative, Fitness, Spirit and dice, behind those that are through."""
    at = {id: index for index, id in enumerate(battle.order.sequence)}

    def key(slot: Slot) -> tuple[float, ...]:
        if slot.state != "waiting":
            return (0, at[slot.id])
        return (1, -(slot.segment or 0), *(-number for number in _rank(battle, slot)))

    return turns.arrange(battle, key)


def _rank(battle: AnyBattle, slot: Slot) -> tuple[int, ...]:
    who = slowest(battle, slot) or next(iter(slot.members), None)
    if who is None or who not in battle.combatants:
        return (0, 0, 0, 0)
    sheet = battle.combatants[who].sheet
    initiative = initiative_of(battle, who).total if slot.initiative is None else slot.initiative
    return (initiative, sheet.fitness, sheet.spirit, battle.shared.ties.get(who, 0))


# ------------------------------------------------------------------------------------------ complete ties


def _with_tie_rolls(battle: AnyBattle, ask: Ask) -> AnyBattle:
    """A d100 for everybody who is equal in all three, again among those whose dice are equal (ZM-INIT-10)."""
    if rules(battle).tie_roll == "each_round":
        battle = replace(battle, shared=replace(battle.shared, ties={}))
    for throw in range(1, MOST_TIE_ROLLS + 1):
        tied = [who for group in _tied(battle) for who in group]
        if not tied:
            return battle
        suffix = "" if throw == 1 else f".again{throw - 1}"
        dice = ask.each(tied, lambda who: _tie_roll(who, suffix, ask))  # noqa: B023
        # Dice thrown again decide only among those who were equal: they stand behind the first ones.
        before = battle.shared.ties
        rolled = {who: before.get(who, 0) * 1000 + face for who, face in zip(tied, dice, strict=True)}
        others = {who: face * 1000 for who, face in before.items() if who not in rolled}
        battle = replace(battle, shared=replace(battle.shared, ties=others | rolled))
    return battle


def _tie_roll(who: Id, suffix: str, ask: Ask) -> int:
    return int(ask.roll(sum_of(f"tie.{who}{suffix}", "Equal initiative", "1d100"), who).total())


def _tied(battle: AnyBattle) -> Iterable[list[Id]]:
    """Those who are equal in initiative, Fitness, Spirit and the dice thrown so far."""
    groups: dict[tuple[int, ...], list[Id]] = {}
    for slot in standing(battle.order):
        if slot.id == ENVIRONMENT:
            continue
        who = slowest(battle, slot)
        if who is not None and not is_helpless(battle, who) and segments_of(battle, who):
            sheet = battle.combatants[who].sheet
            rank = (initiative_of(battle, who).total, sheet.fitness, sheet.spirit, battle.shared.ties.get(who, 0))
            groups.setdefault(rank, []).append(who)
    return [group for group in groups.values() if len(group) > 1]


# ------------------------------------------------------------------------------------------ changes within a round


def is_first_segment(battle: AnyBattle, slot: Slot) -> bool:
    """Whether a slot is the first segment of its members in this round, taken now or held back."""
    if slot.kind == "delayed" and slot.origin in battle.order.slots:
        slot = battle.order.slots[slot.origin]
    return slot.kind in ("normal", "delayed", "extra")


def slow_down(battle: AnyBattle, who: Id) -> AnyBattle:
    """A focus on speed was lost: before its bearer has acted, the initiative falls at once (ZM-AMB-43)."""
    if rules(battle).focus_speed_lost == "keep" or has_round_mark(battle, who, "acted"):
        return battle
    slot = battle.order.slot_of(who)
    if slot is None or battle.order.phase != "acting" or slot.state not in ("waiting", "delayed"):
        return battle
    below = FIRST_SEGMENT + 1 if battle.order.segment is None else battle.order.segment + 1
    if slot.state == "waiting":
        return arranged(with_segments(battle, slot.id, below=below))
    # The turn held back is the one of the first segment: of the lower initiative only further ones are left.
    battle = without_further(battle, slot.id)
    for segment in segments_of(battle, who)[1:]:
        if segment < below:
            battle = _with_further(battle, battle.order.slots[slot.id], segment)
    return arranged(battle)


def join_countdown(battle: AnyBattle, id: Id) -> AnyBattle:
    """Put a newcomer's slot where its initiative belongs; the segments that were counted already are lost."""
    now = battle.order.segment
    return arranged(with_segments(battle, id, below=FIRST_SEGMENT + 1 if now is None else now + 1))
