"""Initiative order: turns of ten rounds, the countdown, initiative, sacrifice, surprise (ZM-TIME, ZM-INIT, ZM-SAC)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, get_args

from model.dice.outcomes import Combined, total
from model.dice.requests import sum_of
from model.engine import turn_actions as engine_actions
from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import (
    has_round_mark,
    is_turn_of,
    left,
    mark,
    mark_round,
    marked,
    round_marked,
    round_marks,
    share_changed,
    spent,
    used,
)
from model.engine.calls import Call
from model.engine.effects import add_effect, end_effects_of, has_effect, kinds_borne
from model.engine.guards import done_by_able_combatant, no
from model.engine.messages import message, message_about_all
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question, yes_or_no
from model.engine.ruleset import Action, Parameter, TurnRules
from model.engine.turns import can_act, standing, with_slot, with_slots
from model.engine.types import Clock
from model.rulesets.zamani import odds
from model.rulesets.zamani.checks import (
    attribute,
    attribute_percentage,
    d100,
    effective_ranks,
    has_focus,
    has_skill,
    limit,
    skill_percentage,
    throw,
)
from model.rulesets.zamani.conditions import (
    CONDITIONS,
    DEAD,
    FOCUSING,
    HASTENED,
    STUNNED,
    UNCONSCIOUS,
    end_stuns,
    guarding,
    is_helpless,
    sits_out,
)
from model.rulesets.zamani.settings import HouseRules, rules
from model.rulesets.zamani.sheet import Battle, Manner, Sheet, Surprise
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import age, name_of, new_id, with_order
from model.state.identity_cache import cached_by_identity
from model.state.order import Share, Slot
from model.state.texts import Explanation, Refusal, Text, routine, text

# ----------------------------------------------------------------------------------------------------------- initiative


FIRST_SEGMENT, LAST_SEGMENT, MOST_SEGMENTS = 10, 1, 3
MOST_TIE_ROLLS = 5
"""Maximum number of rolls for a tie; combatants who are still equal then act in the order in which they are listed."""


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
    return _segments_with(rules(battle), battle.combatants[who].sheet, initiative)


@cached_by_identity(512, values=2)
def _segments_with(house: HouseRules, sheet: Sheet, initiative: int) -> tuple[int, ...]:
    due = segments(initiative)
    if house.temporary_initiative_segments:
        return due
    lasting = _lasting(sheet.given.get("initiative"), sheet.dexterity, sheet.initiative_bonus)
    own = segments(sum(part.amount for part in lasting))
    return (*due[: len(own)], *own[len(due) :])


# ------------------------------------------------------------------------------------------ the countdown


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


# -------------------------------------------------------------------------------------------------- turns of ten rounds


ROUNDS_OF_TURN = 10
SECONDS_OF_ROUND = 6


def _counted(battle: Battle, round: int | None = None) -> int:
    """Index from 0, on the clock of turns, of the current round or the one with the engine's number `round`.

    Negative for a surprise round before the first turn.
    """
    return (battle.order.round if round is None else round) - 1


def turn_of(battle: Battle) -> int:
    """Number of the current turn of ten rounds, from 1 (ZM-TIME-01)."""
    return max(0, _counted(battle)) // ROUNDS_OF_TURN + 1


def round_of_turn(battle: Battle) -> int:
    """Number of the round within its turn, from 1; 0 for a surprise round before the first turn (ZM-TIME-01)."""
    counted = _counted(battle)
    return 0 if counted < 0 else counted % ROUNDS_OF_TURN + 1


def _clock_words(battle: Battle, round: int) -> Text:
    counted = _counted(battle, round)
    if counted < 0:
        return text("Surprise round")
    return text("Turn {turn}, round {round}", turn=counted // ROUNDS_OF_TURN + 1, round=counted % ROUNDS_OF_TURN + 1)


def _brief_clock(battle: Battle, round: int) -> Text:
    counted = max(0, _counted(battle, round))
    return text("T{turn}.{round}", turn=counted // ROUNDS_OF_TURN + 1, round=counted % ROUNDS_OF_TURN + 1)


CLOCK = Clock(words=_clock_words, brief=_brief_clock, steps=tuple(range(FIRST_SEGMENT, 0, -1)))


def elapsed(battle: Battle) -> int:
    """Seconds of combat before the start of this round (ZM-TIME-02)."""
    return SECONDS_OF_ROUND * max(0, _counted(battle))


# ---------------------------------------------------------------------------------------- marks and guards of a segment


OFFENSIVE, ACTED, FULL_MOVE, FOCUSED = "offensive", "acted", "full_move", "focused"
GUARDED, WOUNDED = "guarded", "wounded"
"""Marks of a round."""


def has_begun(battle: Battle, who: Id) -> bool:
    """Whether a combatant is in the middle of an action, begun but not finished (ZM-DELAY-01)."""
    share = battle.order.share(who)
    if share is None or share.is_over or share.left.get("action", 0) < 1:
        return False
    return bool(share.used or share.marks)


# ------------------------------------------------------------------------------------------ guards


def _unable(battle: Battle, who: Id) -> Refusal | None:
    """The refusal of a combatant who is unable to act, or None (ZM-MIS-03)."""
    if has_effect(battle, who, STUNNED):
        return no("stunned", "{who} is stunned and cannot act.", "ZM-MIS-03", who)
    is_unconscious = has_effect(battle, who, UNCONSCIOUS, DEAD)
    return no("unconscious", "{who} is unconscious.", "ZM-MIS-03", who) if is_unconscious else None


able_combatant = done_by_able_combatant(_unable)
"""Guard: the actor must be a combatant who is present and able to act (ZM-MIS-03)."""


def own_segment(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: on the actor's own segment, with its action left (ZM-INIT-01, ZM-TIME-03)."""
    who = call.actor
    if who not in battle.combatants or not battle.order.is_running:
        return
    if not is_turn_of(battle, who):
        yield no("not_your_turn", "It is not {who}'s segment.", "ZM-INIT-01", who)
    elif left(battle, who, "action") < 1:
        yield no("no_action", "{who} has already acted on this segment.", "ZM-TIME-03", who)
    if has_round_mark(battle, who, FOCUSED):
        yield no("focusing", "{who} is focusing and does nothing else this round.", "ZM-FOC-06", who)


def may_attack(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: one offensive action per countdown, none after a full move or on guard (ZM-INIT-06, ZM-GUARD-02)."""
    who = call.actor
    if who not in battle.combatants or not battle.order.is_acting:
        return
    noted = round_marks(battle, who)
    if OFFENSIVE in noted:
        yield no("second_attack", "{who} has had the one offensive action of this countdown.", "ZM-INIT-06", who)
    if used(battle, who, "full_move") or FULL_MOVE in noted:
        yield no("full_move", "{who} has made a full move and cannot attack this round.", "ZM-MOVE-03", who)
    if guarding(battle, who) is not None or GUARDED in noted:
        yield no("guarding", "{who} is standing guard and cannot attack this round.", "ZM-GUARD-02", who)


def not_moved(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a half move cannot be combined with an action other than an attack (ZM-AMB-46, ZM-MOVE-09)."""
    who = call.actor
    if who in battle.combatants and used(battle, who, "metres"):
        yield no("moved", "{who} has moved on this segment: that was the action.", "ZM-MOVE-09", who)


def note(battle: Battle, who: Id, fact: str) -> Battle:
    """Add a mark of the round to a combatant; without effect while no turns are taken."""
    return mark_round(battle, who, fact) if battle.order.is_acting else battle


def pay(battle: Battle, who: Id, *marks: str, is_offensive: bool = False) -> Battle:
    """Use up the action of a segment, and add these marks to the segment."""
    if not battle.order.is_acting:
        return mark(battle, who, *marks)
    order = share_changed(battle.order, who, lambda share: marked(spent(share, "action"), *marks))
    return replace(battle, order=round_marked(order, who, *((ACTED, OFFENSIVE) if is_offensive else (ACTED,))))


# ------------------------------------------------------------------------------------------------------------- surprise


SKILLS = {"sneak": "stealth", "ambush": "ambush"}

_SURPRISE_BY: Parameter[Sequence[Id]] = Parameter(
    key="surprise_by", title="Surprise attack by", kind="combatants", default=(), rule="ZM-SURP-01",
    help="Combatants who open combat by attacking targets that have not noticed them.",
)  # fmt: skip
_SURPRISE_ON: Parameter[Sequence[Id]] = Parameter(
    key="surprise_on", title="Targets of the surprise attack", kind="combatants", default=(), rule="ZM-SURP-01",
    help="In the same order as the attackers; one target can stand for all.",
)  # fmt: skip
_MANNER: Parameter[Manner] = Parameter(
    key="manner", title="Kind of surprise", kind="choice", default="sneak", options=get_args(Manner), rule="ZM-SURP-01",
    help="sneak: stealth against Fitness x 5; ambush: against ambush or Fitness x 5; unseen: no roll.",
)  # fmt: skip


START_PARAMETERS = (_SURPRISE_BY, _SURPRISE_ON, _MANNER)


def valid_surprise(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: attackers and targets in the battle, and no more attackers than the rules allow (ZM-AMB-06)."""
    attackers, targets = tuple(_SURPRISE_BY.said(call)), tuple(_SURPRISE_ON.said(call))
    for who in (*attackers, *targets):
        if who not in battle.combatants:
            sentence = text("The surprise names “{who}”, who is not in this battle.", who=who)
            yield Refusal(key="unknown_surprise", sentence=sentence, can_override=False)
            return
    if bool(attackers) != bool(targets):
        sentence = text("A surprise attack needs at least one attacker and one target.")
        yield Refusal(key="half_surprise", sentence=sentence, rule="ZM-SURP-01", can_override=False)
    if len(attackers) > 1 and rules(battle).surprise_party == "attacker_only":
        sentence = text("Only one combatant can attack by surprise; the others act from round 1.")
        yield Refusal(key="one_attacker", sentence=sentence, rule="ZM-SURP-04")
    if set(attackers) & set(targets):
        sentence = text("No combatant can surprise themselves.")
        yield Refusal(key="oneself", sentence=sentence, can_override=False)


# ------------------------------------------------------------------------------------------ the contest


def at_start(battle: Battle, call: Call, ask: Ask) -> Battle:
    """Resolve the attackers' surprise contests, which lead to a surprise round (ZM-SURP-01 to ZM-SURP-03)."""
    shared = replace(battle.shared, surprises=(), sacrifice={}, moved={}, ties={})
    battle = replace(battle, shared=shared)
    attackers, targets = tuple(_SURPRISE_BY.said(call)), tuple(_SURPRISE_ON.said(call))
    if not attackers:
        return battle
    pairs = [(who, targets[min(index, len(targets) - 1)]) for index, who in enumerate(attackers)]
    manner = _MANNER.said(call)
    suffixes = {who: "" if len(pairs) == 1 else f".{who}" for who, _ in pairs}
    found = [
        Surprise(attacker=who, target=target, manner=manner, has_come_off=is_surprised)
        for who, target in pairs
        if (is_surprised := contest(battle, who, target, manner, ask, suffixes[who]))
        or wants_attack_anyway(battle, who, ask, suffixes[who])
    ]
    battle = replace(battle, shared=replace(battle.shared, surprises=tuple(found)))
    return with_order(battle, phase="surprise") if found else battle


def contest(battle: Battle, who: Id, target: Id, manner: Manner, ask: Ask, suffix: str = "") -> bool:
    """Whether a combatant surprises a target, by the current house rule (ZM-SURP-02, ZM-SURP-03, ZM-AMB-04)."""
    if manner == "unseen":
        ask.log(battle, "{0} has not been perceived by {1}.", who, target)
        return True
    policy = rules(battle).surprise_contest
    if policy == "gm":
        is_surprised = _gm_decides(battle, who, target, ask, suffix)
    else:
        is_surprised = _contested(battle, who, target, manner, policy, ask, suffix)
    ask.measure(target, odds.SURPRISED, is_surprised)
    ask.log(battle, "{0} surprises {1}." if is_surprised else "{1} notices {0}.", who, target)
    return is_surprised


def _gm_decides(battle: Battle, who: Id, target: Id, ask: Ask, suffix: str) -> bool:
    question = Question(
        id=f"surprise{suffix}",
        title=message(battle, "Does {0} surprise {1}?", who, target),
        options=yes_or_no(),
        default="yes",
        rule="ZM-SURP-01",
    )
    return ask.choose(question, ENVIRONMENT) == "yes"


def _contested(battle: Battle, who: Id, target: Id, manner: Manner, policy: str, ask: Ask, suffix: str) -> bool:
    skill = SKILLS[manner]
    attempt = skill_percentage(battle, who, skill, key=f"{skill}{suffix}")
    percent = ask.number(_of(battle, who, attempt))
    resist, ranks = resistance(battle, target, manner, suffix)
    resists = ask.number(_of(battle, target, resist))
    if policy == "one_roll_minus_resist":
        percent = max(0, percent - resists // 2)
    request = d100(f"{skill}{suffix}", attempt.title, percent)
    thrown = throw(battle, request, percent, who, ask, f"{skill}_succeeds{suffix}", "ZM-GEN-04")
    if not thrown.is_success or policy == "one_roll_minus_resist":
        return thrown.is_success
    if policy == "margin_beats_percent":
        return thrown.margin() > resists
    if policy == "action_table":
        table = battle.shared.table
        return table.result(thrown.graded(table, table.column(ranks))).hit
    roll = ask.roll(d100(f"resist{suffix}", resist.title, resists), target)
    stealth, most = thrown.percent, limit(battle, resists)

    def highest(face: int) -> int:
        """The highest face with which the target notices: its margin is at least that of the attempt."""
        margin = max(0, stealth - face)
        return min(most, resists - margin) if margin else most

    notices = bool(ask.resolve(Combined((total(thrown.roll), total(roll)), lambda face, other: other <= highest(face))))
    if roll.is_open and ask.calls.overrule(f"notices{suffix}") is None:
        return not notices
    at_most = int(thrown.roll.total(highest))
    return not ask.verdict(f"notices{suffix}", "Notices", roll, at_most=at_most, rule="ZM-SURP-02")


def _of(battle: Battle, who: Id, explanation: Explanation) -> Explanation:
    """Put the combatant's name before the title, since both sides may roll the same skill."""
    return replace(explanation, title=f"{name_of(battle, who)}: {explanation.title}")


def resistance(battle: Battle, target: Id, manner: Manner, suffix: str = "") -> tuple[Explanation, int]:
    """The percentage with which a target notices the attacker, and the ranks behind it (ZM-SURP-02, ZM-SURP-03)."""
    key = f"resist{suffix}"
    if manner == "ambush" and has_skill(battle, target, SKILLS["ambush"]):
        return skill_percentage(battle, target, "ambush", key=key), effective_ranks(battle, target, "ambush")
    return attribute_percentage(battle, target, "fitness", key), attribute(battle, target, "fitness")


def wants_attack_anyway(battle: Battle, who: Id, ask: Ask, suffix: str = "") -> bool:
    """Whether the attack is made before initiative although the surprise has failed (ZM-AMB-05)."""
    policy = rules(battle).failed_surprise
    if policy != "ask":
        return policy == "attack_without_surprise"
    question = Question(
        id=f"failed_surprise{suffix}",
        title=message(battle, "{0}'s surprise has failed. Is the attack made before initiative?", who),
        options=yes_or_no("Attack, without surprise", "No attack")[::-1],
        default="no",
        rule="ZM-SURP-08",
        remember=True,
    )
    return ask.choose(question, ENVIRONMENT) == "yes"


# ------------------------------------------------------------------------------------------ the surprise round


def only_attackers(battle: Battle) -> Battle:
    """In the round before round 1, let only the attackers act (ZM-SURP-04), by initiative (ZM-AMB-06)."""
    attackers = {surprise.attacker for surprise in battle.shared.surprises}
    slots = [battle.order.slots[id] for id in battle.order.sequence]
    battle = turns.rest(battle, [slot.id for slot in slots if not attackers & set(slot.members)])

    def key(id: Id) -> int:
        return -max(initiative_of(battle, who).total for who in battle.order.slots[id].members)

    return with_order(battle, sequence=tuple(sorted(battle.order.sequence, key=key)))


def surprise_of(battle: Battle, who: Id, target: Id) -> Surprise | None:
    """The surprise attack that a combatant makes on a target in the round before round 1, or None."""
    if battle.order.phase != "surprise":
        return None
    return next((one for one in battle.shared.surprises if (one.attacker, one.target) == (who, target)), None)


# -------------------------------------------------------------------------------------------------------- the countdown


MOST_RANKS = 40
MOST_TOLD = 10
"""The question about a sacrifice shows the result of each number of ranks up to this one."""
PERCENT_OF_RANK = 5


def share(battle: Battle, who: Id, slot: Slot) -> Share:
    """What a combatant may do on a segment: one action (ZM-MOVE-01)."""
    return Share(left={"action": 1})


# ------------------------------------------------------------------------------------------ start and end of a round


def at_round_start(battle: Battle, ask: Ask) -> Battle:
    """Open a round with the surprise attack only, with announcements before the countdown, or with the countdown.

    The sacrifices of a turn of ten rounds end with it (ZM-SAC-05).
    """
    battle = replace(battle, shared=replace(battle.shared, moved={}))
    if battle.order.phase == "surprise":
        return only_attackers(_not_counted_yet(battle))
    if round_of_turn(battle) == 1:
        battle = replace(battle, shared=replace(battle.shared, sacrifice={}))
    if sacrificers(battle) or quick_ones(battle):
        return with_order(_not_counted_yet(battle), phase="planning")
    return count_down(battle, ask)


def _not_counted_yet(battle: Battle) -> Battle:
    """The battle without the initiatives and segments of the last round; the countdown sets them again."""
    return with_slots(battle, (replace(slot, initiative=None, segment=None) for slot in standing(battle.order)))


def _there(battle: Battle) -> tuple[Id, ...]:
    """The combatants who take turns: players' characters first, by seat, then the others."""
    seats = {who: player.seat for player in battle.players.values() for who in player.characters}
    able = sorted((one for one in battle.combatants.values() if can_act(battle, one.id)), key=age)
    able = [one for one in able if not sits_out(battle, one.id)]
    return tuple(one.id for one in sorted(able, key=lambda one: (one.side != "pc", seats.get(one.id, 0))))


def sacrificers(battle: Battle) -> tuple[Id, ...]:
    """Combatants who may sacrifice now: only at the start of a turn of ten rounds (ZM-SAC-01, ZM-AMB-11)."""
    if round_of_turn(battle) != 1:
        return ()
    has_all = rules(battle).sacrifice_npcs
    return tuple(who for who in _there(battle) if has_all or battle.combatants[who].side == "pc")


def quick_ones(battle: Battle) -> tuple[Id, ...]:
    """Combatants with a focus that could be spent on speed (ZM-FOC-03)."""
    if FOCUSING not in kinds_borne(battle.combatants):
        return ()
    return tuple(who for who in _there(battle) if has_focus(battle, who))


def awaits(battle: Battle) -> Text:
    """What is still to be decided before the countdown, in one sentence."""
    if sacrificers(battle):
        return text("Choose sacrifices")
    if quick_ones(battle):
        return text("Spend a focus on speed?")
    return text("The countdown has not started.")


def at_round_end(battle: Battle, ask: Ask) -> Battle:
    """End the stuns that are over with the round."""
    return end_stuns(battle, ask)


# ------------------------------------------------------------------------------------------ announcements


def begin_round(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Apply sacrifices and focuses spent on speed, then start the countdown (ZM-SAC-01, ZM-FOC-03)."""
    turns.log_round(battle, ": the countdown starts.", ask)
    battle = _sacrificed(battle, call, ask)
    battle = _hastened(battle, call, ask)
    battle = with_order(battle, phase="acting")
    return turns.advance(count_down(battle, ask), ask)


def _sacrificed(battle: Battle, call: Call, ask: Ask) -> Battle:
    said = _SACRIFICE.said(call)
    able = sacrificers(battle)
    if said is None:
        answers = ask.each(able, lambda who: sacrifice_of(battle, who, ask))
    else:
        answers = tuple(int(said.get(who, 0)) for who in able)
    return with_sacrifice(battle, dict(zip(able, answers, strict=True)), ask)


def sacrifice_of(battle: Battle, who: Id, ask: Ask) -> int:
    """Ask how many ranks a combatant sacrifices for speed; 0 by default."""
    most = rules(battle).sacrifice_max or MOST_RANKS
    comes_to: tuple[str, ...] = ()
    if ask.keeps_log:
        initiative = initiative_of(battle, who).total
        comes_to = _speed_words(rules(battle), battle.combatants[who].sheet, initiative, min(most, MOST_TOLD))
    question = Question(
        id=f"sacrifice.{who}",
        title=message(battle, "{0}: ranks sacrificed for speed", who),
        kind="number",
        least=0,
        most=most,
        default=0,
        rule="ZM-SAC-01",
        comes_to=comes_to,
    )
    return int(ask.choose(question, who))


@cached_by_identity(64, values=2)
def _speed_words(house: HouseRules, sheet: Sheet, initiative: int, most: int) -> tuple[str, ...]:
    """Gain and cost of each number of ranks from 0 to `most`, one text each."""
    return tuple(_speed_of(house, sheet, initiative, ranks) for ranks in range(most + 1))


def _speed_of(house: HouseRules, sheet: Sheet, initiative: int, ranks: int) -> str:
    """Gain and cost of one number of ranks: `9 → 11: on 10, 1 · skills −10 %` (ZM-SAC-02, ZM-SAC-03)."""
    due = ", ".join(map(str, _segments_with(house, sheet, initiative + ranks))) or "no segment"
    if not ranks:
        return f"initiative {initiative}: on {due}"
    return f"{initiative} → {initiative + ranks}: on {due} · skills −{PERCENT_OF_RANK * ranks} %"


def with_sacrifice(battle: Battle, ranks: Mapping[Id, int], ask: Ask) -> Battle:
    """The battle with these ranks sacrificed for this turn of ten rounds."""
    given = {who: number for who, number in ranks.items() if number > 0}
    for who, number in given.items():
        told = "{0} sacrifices {ranks}: initiative +{ranks}, skill rolls -{points} %."
        ask.log_plan(battle, told, who, ranks=number, points=PERCENT_OF_RANK * number)
    return replace(battle, shared=replace(battle.shared, sacrifice=battle.shared.sacrifice | given))


def _hastened(battle: Battle, call: Call, ask: Ask) -> Battle:
    said = _SPEED.said(call)
    able = quick_ones(battle)
    quick = (
        ask.each(able, lambda who: _wants_speed(battle, who, ask)) if said is None else [who in said for who in able]
    )
    for who, is_quick in zip(able, quick, strict=True):
        if is_quick:
            battle = add_effect(end_effects_of(battle, who, FOCUSING), who, HASTENED, until="round_end")
            ask.log(battle, "{0} spends the focus on speed.", who)
    return battle


def _wants_speed(battle: Battle, who: Id, ask: Ask) -> bool:
    question = Question(
        id=f"focus.{who}",
        title=message(battle, "How does {0} use the focus this round?", who),
        options=(Choice(key="effect", label="For effect, or keep focusing"), Choice(key="speed", label="For speed")),
        default="effect",
        rule="ZM-FOC-03",
    )
    return ask.choose(question, who) == "speed"


def _is_planning(battle: Battle, call: Call) -> Iterator[Refusal]:
    if battle.order.phase != "planning":
        sentence = text("The countdown is running: this has to be said before a round.")
        yield Refusal(key="counting", sentence=sentence, rule="ZM-SAC-01", can_override=False)


def _sound_announcements(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: the named combatants may sacrifice or spend a focus, within the limits."""
    said, speed = _SACRIFICE.said(call), _SPEED.said(call)
    if said is not None and not isinstance(said, Mapping):
        sentence = text("Give sacrifices as ranks by id, such as ana = 2.")
        yield Refusal(key="bad_sacrifice", sentence=sentence, can_override=False)
        said = None
    if battle.order.phase != "planning":
        return
    most, able = rules(battle).sacrifice_max, sacrificers(battle) if said else ()
    for who, ranks in (said or {}).items():
        if isinstance(ranks, bool) or not isinstance(ranks, int) or not 0 <= ranks <= MOST_RANKS:
            sentence = text("The ranks sacrificed must be a number from 0 to {most}.", most=MOST_RANKS)
            yield Refusal(key="bad_ranks", sentence=sentence, rule="ZM-SAC-01", can_override=False)
        elif ranks and who not in able:
            yield _cannot("sacrifice", battle, who, "sacrifice now: only at the start of a turn.", "ZM-SAC-01")
        elif most and ranks > most:
            sentence = text("At most {most} ranks can be sacrificed.", most=most)
            yield Refusal(key="sacrifice_max", sentence=sentence, rule="ZM-AMB-11")
    for who in speed or ():
        if who not in quick_ones(battle):
            yield _cannot("speed", battle, who, "spend a focus on speed: none is held.", "ZM-FOC-03")


def _cannot(key: str, battle: Battle, who: Id, what: str, rule: str) -> Refusal:
    if who in battle.combatants:
        return with_key(no(key, f"{{who}} cannot {what}", rule, who))
    return Refusal(key=key, sentence=text("There is no “{id}” in this battle.", id=who), can_override=False)


def with_key(refusal: Refusal) -> Refusal:
    """The refusal, not to be overridden because there would be nothing to carry out."""
    return replace(refusal, can_override=False)


_SACRIFICE: Parameter[Any] = Parameter(
    key="sacrifice", title="Sacrifice", kind="value", rule="ZM-SAC-01",
    help="Ranks by combatant; combatants that are not named sacrifice none. Empty: everyone is asked.",
)  # fmt: skip
_SPEED: Parameter[Any] = Parameter(
    key="speed", title="Focus on speed", kind="combatants", rule="ZM-FOC-03",
    help="Who spends a focus on initiative. Empty: everyone who could is asked.",
)  # fmt: skip


BEGIN_ROUND = Action(
    id="begin_round",
    title="Begin Round",
    run=begin_round,
    parameters=(_SACRIFICE, _SPEED),
    guards=(_is_planning, _sound_announcements),
    rules=("ZM-SAC-01", "ZM-SAC-03", "ZM-FOC-03", "ZM-INIT-03"),
    group="order",
    help="Choose who sacrifices ranks for speed and who spends a focus on it; then the countdown begins.",
)  # fmt: skip


# ------------------------------------------------------------------------------------------ delaying, joining


def _interrupts_nobody(battle: Battle, call: Call) -> Iterator[Refusal]:
    """Guard: a delayed turn is taken between the actions of others, never during one (ZM-DELAY-01)."""
    turn = battle.order.turn
    if turn is None or call.actor in turn.shares:
        return
    acting = next((who for who in battle.order.acting if has_begun(battle, who)), None)
    if acting is not None:
        sentence = "{who} is in the middle of an action: it cannot be interrupted."
        yield no("interrupts", sentence, "ZM-DELAY-01", acting)


def join_order(battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
    """Add combatants on the segment of their initiative, or where the GM puts them (ZM-INIT-03, ZM-AMB-13)."""
    members = call.targets or (call.actor,)
    for who in members:
        battle = turns.leave(battle, who)
    before = engine_actions.slot_before(battle, call)
    came: list[Id] = []
    for those in ((who,) for who in members) if engine_actions.APART.said(call) else (members,):
        id, battle = turns.insert(battle, those, before=before, name=engine_actions.NAME.said(call))
        came.append(id)
    ask.add_message(
        routine(message_about_all(battle, members, " joins the initiative order.", " join the initiative order."))
    )
    if battle.order.phase != "acting":
        return battle
    for id in came if before is None else ():
        battle = join_countdown(battle, id)
    return battle if battle.order.turns else turns.advance(battle, ask)


def first_order(battle: Battle, call: Call) -> tuple[Id, ...]:
    """The standing slots as they are; the countdown sorts them when the round opens."""
    return tuple(turns.standing_slots(battle))


def refocus(battle: Battle, who: Id, ask: Ask) -> Battle:
    """At the end of a turn, end an old focus if the combatant did anything but focus, even a full move (ZM-AMB-14)."""
    if not has_focus(battle, who):
        return battle
    has_acted = has_round_mark(battle, who, "acted") or has_round_mark(battle, who, FULL_MOVE)
    if has_acted and not has_round_mark(battle, who, "focused"):
        battle = end_effects_of(battle, who, FOCUSING)
        ask.log(battle, "{0}'s focus is gone.", who)
    return battle


TURNS = TurnRules(
    first_order=first_order,
    share=share,
    kinds=("action",),
    counted=("metres", "before", "full_move"),
    loses_held_turn=True,
    start_parameters=START_PARAMETERS,
    at_start=at_start,
    seconds=SECONDS_OF_ROUND,
    at_turn_end=refocus,
    at_round_start=at_round_start,
    begins_turns=BEGIN_ROUND.id,
    takes_declared_order=False,
    awaits=awaits,
    clock=CLOCK,
    at_round_end=at_round_end,
    held_end_with_round=True,
    passes_by=sits_out,
)


def order_actions() -> Mapping[str, Action]:
    """The actions of the initiative order, with this game's rule ids and guards."""
    actions = engine_actions.turn_actions(
        TURNS,
        told_by={
            "start_fight": ("ZM-GEN-01", "ZM-SURP-08", "ZM-TIME-04"),
            "end_turn": ("ZM-GEN-02", "ZM-TIME-04"),
            "end_round": ("ZM-TIME-01", "ZM-TIME-02"),
            "delay": ("ZM-DELAY-01",),
            "take_held_turn": ("ZM-DELAY-01", "ZM-GEN-02"),
            "join_order": ("ZM-INIT-03",),
        },
        also={"start_fight": (valid_surprise,), "take_held_turn": (able_combatant, _interrupts_nobody)},
        instead={"join_order": join_order},
    )
    return {BEGIN_ROUND.id: BEGIN_ROUND, **actions}
