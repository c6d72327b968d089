"""The attack of a whole group, each member in turn, and its odds for each target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

from model.board.distance import between
from model.dice.answers import DiceAnswer, Faces, Word
from model.dice.requests import NO_WORDS, YES_WORDS, DiceRequest
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.odds import Odds, TooManyRuns, weigh
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.run import Done, Due, may, perform, run
from model.engine.types import GROUP_ATTACK as GROUP_ATTACK  # noqa: PLC0414  # for those that know this module
from model.engine.types import aimed_on
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle, SameBattle, of_same_game
from model.state.texts import Refusal, Text, gm_text, ref, text

# ----------------------------------------------------------------------------------------------------------- the attack


AIMS = "aims"


def members_of(battle: AnyBattle, who: Id) -> tuple[Id, ...]:
    """Members of a combatant's group who have not ended their turn; empty if the combatant acts alone."""
    acting = tuple(one for one in battle.order.acting if one in battle.combatants)
    return acting if who in acting and len(acting) > 1 else ()


def attacks_of(ruleset: Ruleset, battle: AnyBattle, call: Call) -> dict[Id, tuple[Id, Call]]:
    """By member with a usual attack: the target and the attack.

    The target is the one that the option names for the member, otherwise the nearest of the call's targets. Members
    whose named target is empty are left out.
    """
    aims = dict(call.option(AIMS, {}))
    attacks = {}
    for who in members_of(battle, call.actor):
        usual = ruleset.usual_attack(battle, who)
        if usual is not None and aims.get(who) != "":
            target = aims.get(who) or _nearest(ruleset, battle, who, call.targets)
            aim = ruleset.actions[usual.action].aim
            attacks[who] = (target, replace(aimed_on(aim, usual, target), anyway=call.anyway))
    return attacks


def _nearest(ruleset: Ruleset, battle: AnyBattle, who: Id, targets: tuple[Id, ...]) -> Id:
    def metres(target: Id) -> float:
        found = between(battle, who, target, ruleset.ranges)
        return float("inf") if found is None else found

    return min(targets, key=metres)


def _attack(battle: SameBattle, call: Call, ask: Ask) -> SameBattle | Refusal:
    """Ask for the dice of all members at once; members who cannot attack now are skipped with a message."""
    attacks = attacks_of(ask.ruleset, battle, call)
    able: dict[Id, tuple[Id, Call]] = {}
    first: Refusal | None = None
    for who, (target, attack) in attacks.items():
        reasons = may(ask.ruleset, battle, attack)
        if not reasons:
            able[who] = (target, attack)
            continue
        first = first or reasons[0]
        ask.add_message(gm_text("{who} does not attack:", who=ref(who)), reasons[0].sentence)
    if not able:
        return first or Refusal(key="no_attack", sentence=text("No one in the group has anything to attack with."))
    ask.add_message(_together(battle, call.actor, able))

    def carried_out(now: SameBattle, who: Id) -> SameBattle:
        target, attack = able[who]
        if target in now.combatants and now.combatants[target].is_out:
            ask.add_message(gm_text("{who} finds {target} already out of combat.", who=ref(who), target=ref(target)))
            return now
        after = perform(now, attack, ask.within(f"{who}.{target}", attack))
        if isinstance(after, Refusal):
            ask.add_message(after.sentence)
            return now
        return after

    return ask.in_turn(battle, able, carried_out)


def _together(battle: AnyBattle, who: Id, able: dict[Id, tuple[Id, Call]]) -> Text:
    """`Thugs (3) attack Crimson together.`: title of the whole step, for the log and for undo."""
    slot = battle.order.slot_of(who)
    group = slot.name if slot is not None and slot.name else "A group"
    targets = {target for target, _ in able.values()}
    if len(targets) == 1:
        target = ref(targets.pop())
        return gm_text("{group} ({number}) attack {target} together.", group=group, number=len(able), target=target)
    return gm_text("{group} ({number}) attack together.", group=group, number=len(able))


def _is_group(battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a group has the turn, and the named targets exist."""
    if call.actor in battle.combatants and not members_of(battle, call.actor):
        sentence = text("{who} acts alone: no group has this turn.", who=ref(call.actor))
        yield Refusal(key="no_group", sentence=sentence, can_override=False)
    aims = call.option(AIMS, {}).values()
    if any(not isinstance(aim, str) or (aim and aim not in battle.combatants) for aim in aims):
        yield Refusal(key="bad_aims", sentence=text("A target is not present."), can_override=False)


GROUP_ACTION = Action(
    id=GROUP_ATTACK,
    title="Attack with Whole Group",
    run=_attack,
    targets="many",
    parameters=(
        Parameter(
            key=AIMS, title="Targets by member", kind="table", default={},
            help="A member with an empty target does not attack. Nobody named: the nearest of the targets.",
        ),
    ),
    guards=(_is_group,),
    group="order",
    help="Each member attacks the marked target with their usual weapon: one table, one Apply, one undo.",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------- its odds


_STAGES = 6
"""Upper limit for the stages of an attack; no attack has as many."""
_MOST = 1_024
"""Upper limit for the damage that a combatant takes before they drop."""


class Together(Record):
    """Odds of all attacks of a group on one target."""

    target: Id
    attacks: int
    any_hit: Fraction
    """Probability that at least one attack achieves the ruleset's first chance measure."""
    drop: Fraction
    """Probability that the target drops."""
    mean: Fraction
    """Expected amount, including the attack that drops the target and none after it."""


class _Keys(Record):
    """Keys of the measures that are combined."""

    hit: str
    drop: str
    amount: str


def group_odds(ruleset: Ruleset, battle: AnyBattle, call: Call) -> tuple[Together, ...]:
    """Odds for each target of a group's attack for which they can be computed, in the order of the attacks."""
    chances = [measure.key for measure in ruleset.measures if measure.kind == "chance" and not measure.is_apart]
    amounts = [measure.key for measure in ruleset.measures if measure.kind == "spread"]
    if len(chances) < 2 or not amounts:
        return ()
    keys = _Keys(chances[0], chances[1], amounts[0])
    by_target: dict[Id, list[Call]] = {}
    for target, attack in attacks_of(ruleset, battle, call).values():
        if not may(ruleset, battle, attack):
            by_target.setdefault(target, []).append(attack)
    try:
        found = [_on_one(ruleset, battle, target, attacks, keys) for target, attacks in by_target.items()]
    except TooManyRuns:
        return ()
    return tuple(one for one in found if one is not None)


def _on_one(ruleset: Ruleset, battle: AnyBattle, target: Id, attacks: Sequence[Call], keys: _Keys) -> Together | None:
    odds = [weigh(ruleset, battle, attack) for attack in attacks]
    if len(attacks) > 1 and _influences(ruleset, battle, target, attacks, odds[1], keys):
        return None
    missed = Fraction(1)
    for each in odds:
        missed *= 1 - each.chance(target, keys.hit)
    limit = _limit(ruleset, battle, target)
    if not all(_is_limit(each, target, limit, keys) for each in odds):
        return None
    drop, mean = _added(odds, target, limit, keys)
    return Together(target, len(attacks), 1 - missed, drop, mean)


def _added(odds: Sequence[Odds], target: Id, limit: int, keys: _Keys) -> tuple[Fraction, Fraction]:
    """Probability that the target drops, and its expected loss until then."""
    standing, out_of, mean = {0: 1}, 1, Fraction(0)
    for each in odds:
        spread = each.distribution(target, keys.amount)
        falls = each.chance(target, keys.drop) if not spread else Fraction(0)
        # Whole numbers, because reducing fractions at every step would take most of the time.
        whole = lcm(falls.denominator, *(way.denominator for way in spread.values()))
        ways = {loss: int(way * whole) for loss, way in spread.items()}
        ways[0] = ways.get(0, 0) + whole - sum(ways.values()) - int(falls * whole)
        average = Fraction(sum(loss * way for loss, way in ways.items()), whole)
        mean += Fraction(sum(standing.values()), out_of) * average
        after: dict[int, int] = {}
        for so_far, reached in standing.items():
            for loss, way in ways.items():
                if so_far + loss < limit:
                    after[so_far + loss] = after.get(so_far + loss, 0) + reached * way
        standing, out_of = after, out_of * whole
    return 1 - Fraction(sum(standing.values()), out_of), mean


def _is_limit(odds: Odds, target: Id, limit: int, keys: _Keys) -> bool:
    """Whether an attack drops the target exactly if its loss reaches the limit, or has no amounts at all."""
    spread, drop = odds.distribution(target, keys.amount), odds.chance(target, keys.drop)
    return not spread or drop == sum((way for loss, way in spread.items() if loss >= limit), Fraction(0))


def _limit(ruleset: Ruleset, battle: AnyBattle, target: Id) -> int:
    """The least damage that takes a combatant out of combat, at most `_MOST`."""
    least, most = 1, _MOST
    while least < most:
        middle = (least + most) // 2
        outcome = run(ruleset, battle, Call(action="hurt", targets=(target,), options={"amount": middle}))
        is_out = isinstance(outcome, Done) and outcome.battle.combatants[target].is_out
        least, most = (least, middle) if is_out else (middle + 1, most)
    return least


# --------------------------------------------------------------------------------------- one after the other


def _influences(
    ruleset: Ruleset, battle: AnyBattle, target: Id, attacks: Sequence[Call], odds: Odds, keys: _Keys
) -> bool:
    """Whether a miss or a hit of the first attack changes the odds of the second one."""
    for words in (NO_WORDS, YES_WORDS):
        after = _carried_out(ruleset, battle, attacks[0], words)
        if after is None:
            return True
        if after.combatants[target].is_out:
            continue
        later = weigh(ruleset, after, attacks[1])
        for key in (keys.hit, keys.amount):
            if later.measures.get((target, key)) != odds.measures.get((target, key)):
                return True
    return False


def _carried_out(ruleset: Ruleset, battle: SameBattle, call: Call, words: tuple[str, ...]) -> SameBattle | None:
    """The battle after a call with these words as answers, or the lowest dice; None if it asks for anything else."""
    for _ in range(_STAGES):
        outcome = run(ruleset, battle, call)
        if isinstance(outcome, Done):
            return of_same_game(battle, outcome.battle)
        if not isinstance(outcome, Due):
            return None
        answers: dict[str, DiceAnswer] = {}
        for want in outcome.wanted:
            if not isinstance(want.request, DiceRequest):
                return None
            word = next((word for word in want.request.words if word in words), None)
            lowest = Faces(faces=(1,) * want.request.count)
            answers[want.request.id] = lowest if word is None else Word(word=word)
        call = replace(call, answers=call.answers | answers)
    return None
