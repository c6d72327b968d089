"""An attack as in games with pools and hit locations: the hardest case that exact odds are measured by."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import icepool

from model.dice.outcomes import Throw
from model.dice.readings import counted
from model.dice.requests import pool, sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.ruleset import Action
from model.rulesets.wasteland.checks import DAMAGE_READING, EFFECT_READING, combat_dice
from model.state.battle import AnyBattle


@dataclass(frozen=True)
class Guns:
    """The weapon and skill of the attack."""

    pool: int = 5
    target: int = 12
    """Faces up to this are one success."""
    skill: int = 4
    """Faces up to this are two successes."""
    difficulty: int = 2
    dice: int = 8
    per_effect: int = 1
    """What each effect adds to the damage."""
    extra_each: int = 1
    """Further combat damage for each success beyond the difficulty."""
    injury_from: int = 5


GUNS = Guns()
REGIONS = {
    "head": range(1, 3),
    "torso": range(3, 9),
    "left arm": range(9, 12),
    "right arm": range(12, 15),
    "left leg": range(15, 18),
    "right leg": range(18, 21),
}
HIT_TABLE = {face: region for region, faces in REGIONS.items() for face in faces}
RESISTANCE = {"head": 2, "torso": 4, "left arm": 1, "right arm": 1, "left leg": 1, "right leg": 3}


def region_attack(guns: Guns = GUNS) -> Action:
    """Return the action: successes against a difficulty, a location, damage with effects less its resistance."""
    successes = counted(20, guns.target, guns.skill)
    location = tuple(sorted(set(RESISTANCE.values())))

    def shoot(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        (target,) = call.targets
        attack = ask.roll(pool("attack", "Attack", guns.pool, against=guns.difficulty), call.actor)
        if not ask.verdict("hit", "Hit", attack, at_least=guns.difficulty, of=successes):
            return battle
        ask.measure(target, "hit")
        extra = attack.read(successes, then=lambda won: (won - guns.difficulty) * guns.extra_each)
        where = ask.roll(sum_of("location", "Location", "1d20"), call.actor)
        resists = where.total(then=lambda face: RESISTANCE[HIT_TABLE[face]])
        assert resists in location
        dice = ask.roll(combat_dice("damage", "Damage", guns.dice), call.actor)

        def remaining(damage: int, effects: int) -> int:
            return max(0, damage + effects * guns.per_effect + extra - resists)

        done = ask.resolve(
            Throw(dice, (DAMAGE_READING, EFFECT_READING), remaining),
            who=target,
            measures={"damage": int, "injury": lambda damage: damage >= guns.injury_from},
            is_last=True,
        )
        return ask.ruleset.hurt(battle, target, done, False, ask)

    return Action(id="shoot", title="Shoot", run=shoot, targets="one", group="attack")


@dataclass(frozen=True)
class Expected:
    """The probabilities of the attack's results."""

    hit: Fraction
    damage: dict[int, Fraction]
    injury: dict[bool, Fraction]


def attack_by_icepool(guns: Guns = GUNS) -> Expected:
    """Return the results of the same attack by icepool, without any of our code but the tables."""
    die: Any = icepool.d20.map(lambda face: 2 if face <= guns.skill else 1 if face <= guns.target else 0)
    won = guns.pool @ die
    resists = icepool.d20.map(lambda face: RESISTANCE[HIT_TABLE[face]])
    one = icepool.Die([d + guns.per_effect * e for d, e in zip(DAMAGE_READING, EFFECT_READING, strict=True)])
    rolled = guns.dice @ one

    def damage_of(successes: int) -> Any:
        if successes < guns.difficulty:
            return icepool.Die([-1])
        extra = (successes - guns.difficulty) * guns.extra_each
        return (rolled + extra - resists).map(lambda damage: max(0, damage))

    whole = won.map(damage_of)
    spread = {value: Fraction(weight, whole.denominator()) for value, weight in whole.items()}
    missed = spread.pop(-1, Fraction(0))
    injury = {
        is_injury: sum((p for value, p in spread.items() if (value >= guns.injury_from) is is_injury), Fraction(0))
        for is_injury in (False, True)
    }
    return Expected(1 - missed, spread, injury)
