"""The countdown of a round: who is due on which segment, ties, and changes while it runs (ZM-INIT, ZM-TIME-04)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from model.dice.requests import sum_of
from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import has_round_mark
from model.engine.turns import can_act, standing, with_slot
from model.rulesets.zamani.conditions import ACTED, is_helpless
from model.rulesets.zamani.initiative import FIRST_SEGMENT, initiative_of, segments_of, segments_with
from model.rulesets.zamani.settings import rules
from model.rulesets.zamani.sheet import Battle
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import new_id, with_order
from model.state.order import Slot

MOST_TIE_ROLLS = 5
"""Maximum number of rolls for a tie; combatants who are still equal then act in the order in which they are listed."""


class _Counted(Record):
    """The combatant that a standing slot waits for, their initiative, and the segments that it gives."""

    who: Id
    initiative: int
    segments: tuple[int, ...]


def _counted_of(battle: Battle, slot: Slot) -> _Counted | None:
    """The countdown data of a slot, or None if none of its members can act."""
    who = slowest(battle, slot)
    if who is None:
        return None
    initiative = initiative_of(battle, who).total
    return _Counted(who, initiative, segments_with(battle, who, initiative))


def count_down(battle: Battle, ask: Ask) -> Battle:
    """Set the initiatives of a round, and put its segments in order (ZM-INIT-03, ZM-INIT-09, ZM-INIT-10)."""
    counted = {slot.id: _counted_of(battle, slot) for slot in standing(battle.order) if slot.id != ENVIRONMENT}
    battle = _with_tie_rolls(battle, [one for one in counted.values() if one is not None], ask)
    return arranged(_with_counted(battle, counted), counted)


def slowest(battle: Battle, slot: Slot) -> Id | None:
    """The member with the lowest initiative who can act, or None; a group's turn waits until this member is due."""
    if len(slot.members) == 1:
        return slot.members[0] if can_act(battle, slot.members[0]) else None
    able = [who for who in slot.members if can_act(battle, who)]
    return min(able, key=lambda who: initiative_of(battle, who).total, default=None)


def with_segments(battle: Battle, id: Id, *, below: int = FIRST_SEGMENT + 1) -> Battle:
    """Set the initiative of a standing slot, and add a slot of this round for each further segment.

    Segments from `below` upwards were already counted and are lost.
    """
    return _with_counted(battle, {id: _counted_of(battle, battle.order.slots[id])}, below=below)


def _with_counted(battle: Battle, counted: Mapping[Id, _Counted | None], *, below: int = FIRST_SEGMENT + 1) -> Battle:
    """Do what `with_segments` does for several slots at once, given their countdown data."""
    battle = without_further(battle, *counted)
    changed: dict[Id, Slot] = {}
    resting: list[Id] = []
    further: list[Slot] = []
    for id, count in counted.items():
        slot = battle.order.slots[id]
        due = () if count is None else [segment for segment in count.segments if segment < below]
        initiative = None if count is None else count.initiative
        changed[id] = slot = replace(slot, initiative=initiative, segment=due[0] if due else None)
        if count is not None and not due:
            resting.append(id)
        for segment in due[1:]:
            one, battle = _further(battle, slot, segment)
            further.append(one)
    changed |= {one.id: one for one in further}
    order = battle.order
    sequence = (*order.sequence, *(one.id for one in further))
    battle = with_order(battle, slots=order.slots | changed, sequence=sequence)
    return turns.rest(battle, resting) if resting else battle


def _with_further(battle: Battle, slot: Slot, segment: int) -> Battle:
    further, battle = _further(battle, slot, segment)
    return with_order(with_slot(battle, further), sequence=(*battle.order.sequence, further.id))


def _further(battle: Battle, slot: Slot, segment: int) -> tuple[Slot, Battle]:
    """Return a new slot of this round for a further segment of `slot`, and the battle with its id reserved."""
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
    return further, battle


def without_further(battle: Battle, *ids: Id) -> Battle:
    """The battle without the further segments of these slots that are still waiting."""
    gone = {
        slot.id
        for slot in battle.order.slots.values()
        if slot.kind == "segment" and slot.origin in ids and slot.state == "waiting"
    }
    if not gone:
        return battle
    return with_order(
        battle,
        slots={other: slot for other, slot in battle.order.slots.items() if other not in gone},
        sequence=tuple(other for other in battle.order.sequence if other not in gone),
    )


def arranged(battle: Battle, counted: Mapping[Id, _Counted | None] = MappingProxyType({})) -> Battle:
    """Sort waiting slots by segment, initiative, Fitness, Spirit and dice; all other slots stay in front of them.

    `counted` gives the countdown data of standing slots if it has just been computed.
    """
    at = {id: index for index, id in enumerate(battle.order.sequence)}

    def key(slot: Slot) -> tuple[float, ...]:
        if slot.state != "waiting":
            return (0, at[slot.id])
        count = counted.get(slot.origin or "" if slot.kind == "segment" else slot.id)
        who = _first_of(battle, slot) if count is None else count.who
        initiative, fitness, spirit, tie = _rank(battle, slot, who)
        return (1, -(slot.segment or 0), -initiative, -fitness, -spirit, -tie)

    return turns.arrange(battle, key)


def _first_of(battle: Battle, slot: Slot) -> Id | None:
    """The member that a slot is ranked by, even if no member can act."""
    return slot.members[0] if len(slot.members) == 1 else slowest(battle, slot) or next(iter(slot.members), None)


def _rank(battle: Battle, slot: Slot, who: Id | None) -> tuple[int, int, int, int]:
    if who is None or who not in battle.combatants:
        return (0, 0, 0, 0)
    sheet = battle.combatants[who].sheet
    initiative = initiative_of(battle, who).total if slot.initiative is None else slot.initiative
    return (initiative, sheet.fitness, sheet.spirit, battle.shared.ties.get(who, 0))


# ------------------------------------------------------------------------------------------ complete ties


def _with_tie_rolls(battle: Battle, counted: Iterable[_Counted], ask: Ask) -> Battle:
    """Roll a d100 for each combatant equal in initiative, Fitness and Spirit; equal dice roll again (ZM-INIT-10)."""
    if rules(battle).tie_roll == "each_round":
        battle = replace(battle, shared=replace(battle.shared, ties={}))
    ranks = _ranks(battle, counted)
    for number in range(1, MOST_TIE_ROLLS + 1):
        tied = [who for group in _tied(ranks, battle.shared.ties) for who in group]
        if not tied:
            return battle
        suffix = "" if number == 1 else f".again{number - 1}"
        dice = ask.each(tied, lambda who: _tie_roll(who, suffix, ask))  # noqa: B023
        # Repeated dice decide only between equal combatants: they are appended behind the earlier ones in base 1000.
        before = battle.shared.ties
        rolled = {who: before.get(who, 0) * 1000 + face for who, face in zip(tied, dice, strict=True)}
        others = {who: face * 1000 for who, face in before.items() if who not in rolled}
        battle = replace(battle, shared=replace(battle.shared, ties=others | rolled))
    return battle


def _tie_roll(who: Id, suffix: str, ask: Ask) -> int:
    return int(ask.roll(sum_of(f"tie.{who}{suffix}", "Equal initiative", "1d100"), who).total())


def _ranks(battle: Battle, counted: Iterable[_Counted]) -> dict[Id, tuple[int, ...]]:
    """Initiative, Fitness and Spirit of all combatants who can act."""
    ranks: dict[Id, tuple[int, ...]] = {}
    for count in counted:
        if not is_helpless(battle, count.who):
            sheet = battle.combatants[count.who].sheet
            ranks[count.who] = (count.initiative, sheet.fitness, sheet.spirit)
    return ranks


def _tied(ranks: Mapping[Id, tuple[int, ...]], ties: Mapping[Id, int]) -> Iterable[list[Id]]:
    """Groups of combatants who are equal in rank and in the dice rolled so far."""
    groups: dict[tuple[int, ...], list[Id]] = {}
    for who, rank in ranks.items():
        groups.setdefault((*rank, ties.get(who, 0)), []).append(who)
    return [group for group in groups.values() if len(group) > 1]


# ------------------------------------------------------------------------------------------ changes within a round


def is_first_segment(battle: Battle, slot: Slot) -> bool:
    """Whether a slot is the first segment of its members in this round, taken on time or delayed."""
    if slot.kind == "delayed" and slot.origin in battle.order.slots:
        slot = battle.order.slots[slot.origin]
    return slot.kind in ("normal", "delayed", "extra")


def slow_down(battle: Battle, who: Id) -> Battle:
    """Lower the initiative at once after a combatant lost a focus on speed before acting (ZM-AMB-43)."""
    if has_round_mark(battle, who, ACTED):
        return battle
    slot = battle.order.slot_of(who)
    if slot is None or battle.order.phase != "acting" or slot.state not in ("waiting", "delayed"):
        return battle
    below = FIRST_SEGMENT + 1 if battle.order.segment is None else battle.order.segment + 1
    if slot.state == "waiting":
        return arranged(with_segments(battle, slot.id, below=below))
    # The delayed turn is already the one of the first segment: only further segments of the lower initiative are left.
    battle = without_further(battle, slot.id)
    for segment in segments_of(battle, who)[1:]:
        if segment < below:
            battle = _with_further(battle, battle.order.slots[slot.id], segment)
    return arranged(battle)


def join_countdown(battle: Battle, id: Id) -> Battle:
    """Put the slot of a new combatant where its initiative belongs; segments that were already counted are lost."""
    now = battle.order.segment
    return arranged(with_segments(battle, id, below=FIRST_SEGMENT + 1 if now is None else now + 1))
