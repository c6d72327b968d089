"""The engine: exact odds of attacks, and one action resolved among many combatants."""

from __future__ import annotations

import statistics
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import icepool
import msgspec

from model.content.resources import root
from model.dice.answers import Faces
from model.dice.readings import weights
from model.engine.calls import Call
from model.engine.odds import Odds, weigh
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Refused, run
from model.rulesets import RULESETS
from model.rulesets.wasteland.sheet import Resist
from model.session.values import battle_type
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from tests.bench import Row, p95, seconds_of
from tests.support.arena import arena, duel
from tests.support.region_attack import Guns, attack_by_icepool, region_attack

COMBATANTS = 60
TIMES = 30


def sample(name: str = "") -> tuple[Ruleset, AnyBattle]:
    """Return a sample battle as in its file, with its ruleset: the first whose name begins with `name`."""
    file = min((root() / "samples").glob(f"{name}*.battle.toml"))
    document = tomllib.loads(file.read_text(encoding="utf-8"))
    ruleset = RULESETS[document["ruleset"]]
    kind: Any = battle_type(ruleset)
    return ruleset, msgspec.convert(document["battle"], kind)


def _do(ruleset: Ruleset, battle: AnyBattle, call: Call) -> AnyBattle:
    outcome = run(ruleset, battle, call)
    assert isinstance(outcome, Done), outcome
    return outcome.battle


def crowd(ruleset: Ruleset, battle: AnyBattle) -> AnyBattle:
    """Return the battle with as many combatants as a big fight has."""
    first = next(iter(battle.combatants))
    missing = COMBATANTS - len(battle.combatants)
    return _do(ruleset, battle, Call(action="duplicate", targets=(first,), options={"count": missing}))


def attacks(ruleset: Ruleset, battle: AnyBattle) -> Iterator[Call]:
    """Yield the usual attack of every combatant on every combatant of another side, with refusals overridden."""
    for who, fighter in battle.combatants.items():
        for target, other in battle.combatants.items():
            usual = ruleset.usual_attack(battle, who)
            if usual is not None and other.side != fighter.side:
                yield insisted(ruleset, battle, replace(usual, targets=(target,)))


def insisted(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Call:
    """Return the call with every refusal overridden that can be."""
    while isinstance(outcome := run(ruleset, battle, call), Refused) and outcome.refusal.can_override:
        call = replace(call, anyway=(*call.anyway, outcome.refusal.key))
    return call


def answered(ruleset: Ruleset, battle: AnyBattle, call: Call, *, anyway: bool = False) -> Call:
    """Return the call with the highest faces for all requested dice; with `anyway`, refusals are overridden."""
    while not isinstance(outcome := run(ruleset, battle, call), Done):
        if isinstance(outcome, Refused):
            assert anyway, outcome.refusal
            assert outcome.refusal.can_override, outcome.refusal
            call = insisted(ruleset, battle, call)
        else:
            request: Any = outcome.request
            call = replace(call, answers={**call.answers, request.id: Faces(faces=(request.sides,) * request.count)})
    return call


@dataclass
class ChoiceOdds:
    """The odds of several calls, and how long each took."""

    seconds: list[float] = field(default_factory=list)
    odds: list[Odds] = field(default_factory=list)

    def weigh(self, ruleset: Ruleset, battle: AnyBattle, call: Call) -> None:
        """Weigh a call with an empty cache."""
        weights.cache_clear()
        start = time.perf_counter()
        self.odds.append(weigh(ruleset, battle, call))
        self.seconds.append(time.perf_counter() - start)

    def rows(self, name: str, reference: Callable[[], object], outcomes: int) -> Iterator[Row]:
        """Yield the rows of an attack; `outcomes` is the lowest number of runs that could cover all its outcomes."""
        by_icepool = 1e3 * statistics.median(seconds_of(reference, TIMES))
        yield Row(f"odds of {name}, p95", 1e3 * p95(self.seconds), by_icepool, 20)
        yield Row(f"odds of {name}, longest", 1e3 * max(self.seconds), by_icepool, 100)
        yield Row(f"odds of {name}, runs", max(odds.runs for odds in self.odds), outcomes, 2_000, "runs")


def _usual_attack_by_icepool() -> object:
    """2d6 against a number, then up to six d6 less resistance: the dice of the usual attack."""
    damage = (6 @ icepool.d6 - 3).map(lambda points: max(0, points))
    return (2 @ icepool.d6).map(lambda total: damage if total >= 7 else icepool.Die([-1]))


def usual_attack_rows(ruleset: Ruleset, battle: AnyBattle) -> Iterator[Row]:
    choice_odds = ChoiceOdds()
    for call in attacks(ruleset, battle):
        choice_odds.weigh(ruleset, battle, call)
    told = [odds for odds in choice_odds.odds if odds.measures]
    assert told, "no attack of the sample battle has odds"
    results = max(len(spread) for odds in told for (_, name), spread in odds.measures.items() if name == "damage")
    yield from choice_odds.rows("the usual attack", _usual_attack_by_icepool, results + 1)


def region_attack_rows() -> Iterator[Row]:
    ruleset, battle, choice_odds = arena(region_attack()), duel(), ChoiceOdds()
    call = Call(action="shoot", actor="anna-1", targets=("bert-2",))
    for _ in range(TIMES):
        choice_odds.weigh(ruleset, battle, call)
    results = len(choice_odds.odds[0].distribution("bert-2", "damage"))
    yield from choice_odds.rows("5d20, a location and 8 combat dice", attack_by_icepool, results + 1)


def combat_dice_rows() -> Iterator[Row]:
    """Twelve combat dice and three bought d20, on a target with another resistance at each of six locations."""
    ruleset, battle = sample("wasteland-red")
    actor, target = "nora-1", "raider-1-20"
    usual = ruleset.usual_attack(battle, actor)
    assert usual is not None
    assert usual.item is not None
    places = ("head", "torso", "left_arm", "right_arm", "left_leg", "right_leg")
    resists = {place: Resist(physical=number) for number, place in enumerate(places)}
    weapon, body = battle.items[usual.item], battle.combatants[target]
    battle = replace(battle, items=battle.items | {weapon.id: replace(weapon, gear=replace(weapon.gear, damage=12))})
    battle = battle.with_combatant(replace(body, sheet=replace(body.sheet, dr=resists)))
    call = insisted(ruleset, battle, replace(usual, targets=(target,), options={"dice": 3, "from_gm": True}))
    choice_odds, guns = ChoiceOdds(), Guns(dice=12, extra_each=0)
    for _ in range(TIMES):
        choice_odds.weigh(ruleset, battle, call)
    spread = choice_odds.odds[0].distribution(target, "damage")
    # Twelve dice give at most 2 x 12 points, and only one of the locations resists none of them.
    assert max(spread) == 24, spread
    yield from choice_odds.rows("12 combat dice on six resistances", lambda: attack_by_icepool(guns), len(spread) + 1)


def _ten_replacements(battle: AnyBattle, who: Id) -> AnyBattle:
    for round in range(10):
        battle = battle.with_combatant(replace(battle.combatants[who], notes=str(round)))
    return battle


def action_row(ruleset: Ruleset, battle: AnyBattle) -> Row:
    call = answered(ruleset, battle, next(attacks(ruleset, battle)))
    taken = seconds_of(lambda: run(ruleset, battle, call), 500)
    bare = seconds_of(lambda: _ten_replacements(battle, call.actor), 500)
    name = f"an attack resolved and explained, {COMBATANTS} combatants, median"
    return Row(name, 1e6 * statistics.median(taken), 1e6 * statistics.median(bare), 200, "us")


def rows() -> Iterable[Row]:
    """Yield the rows for odds of the sample battle's attacks, odds of the hardest attacks, and an attack itself."""
    ruleset, battle = sample()
    yield from usual_attack_rows(ruleset, battle)
    yield from region_attack_rows()
    yield from combat_dice_rows()
    yield action_row(ruleset, crowd(ruleset, battle))
