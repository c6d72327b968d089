"""What the attacks of a whole group come to together on each of their targets: exact, from the odds of each attack.

Attacks on one target follow one another. They are weighed one by one in the battle as it is and then put together,
which is exact as long as what an earlier one does to the target changes nothing of a later one but how much it still
takes. Where it does, such as where somebody is thrown off their feet, nothing is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from model.dice.answers import DiceAnswer, Faces, Word
from model.dice.requests import NO_WORDS, YES_WORDS, DiceRequest
from model.engine.calls import Call
from model.engine.group_attack import attacks_of
from model.engine.odds import Odds, TooManyRuns, weigh
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Due, may, run
from model.state.base import Id, Record, replace
from model.state.battle import AnyBattle

_STAGES = 6
"""More stages than any attack has."""
_MOST = 1_024
"""Nobody takes more than this before they drop."""


class Together(Record):
    """What may come of all attacks on one target."""

    target: Id
    attacks: int
    any_hit: Fraction
    """That at least one of them does what the ruleset's first chance says."""
    drop: Fraction
    """That the target drops."""
    mean: Fraction
    """The amount on average, up to the attack with which the target drops."""


class _Keys(Record):
    """The measures that are put together."""

    hit: str
    drop: str
    amount: str


def group_odds(ruleset: Ruleset, battle: AnyBattle, call: Call) -> tuple[Together, ...]:
    """For each target of a group's attack, in the order in which they are attacked; empty where nothing is known."""
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
    """How probably the target drops, and what it loses on average until then."""
    standing, out_of, mean = {0: 1}, 1, Fraction(0)
    for each in odds:
        spread = each.distribution(target, keys.amount)
        falls = each.chance(target, keys.drop) if not spread else Fraction(0)
        # Whole numbers throughout: reducing fractions at every step would take most of the time.
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
    """Whether a single attack drops the target with just the losses that reach the limit, or with every hit."""
    spread, drop = odds.distribution(target, keys.amount), odds.chance(target, keys.drop)
    return not spread or drop == sum((way for loss, way in spread.items() if loss >= limit), Fraction(0))


def _limit(ruleset: Ruleset, battle: AnyBattle, target: Id) -> int:
    """The least loss that takes somebody out."""
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
    """Whether a miss or a hit by the first attack changes the odds of the second one."""
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


def _carried_out(ruleset: Ruleset, battle: AnyBattle, call: Call, words: tuple[str, ...]) -> AnyBattle | None:
    """The battle after a call that goes as these words say, with the lowest dice; None where more is asked."""
    for _ in range(_STAGES):
        outcome = run(ruleset, battle, call)
        if isinstance(outcome, Done):
            return outcome.battle
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
