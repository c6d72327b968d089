"""The displayed odds agree with what the same attacks do at the table, in every game that has a sample."""

from __future__ import annotations

import math
import random
import tomllib
from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.ask import Stopped
from model.engine.calls import Answer, Call, Option
from model.engine.odds import weigh
from model.engine.requests import Request
from model.engine.ruleset import Ruleset
from model.engine.run import Refused, perform, run
from model.engine.table_ask import Table, TableAsk
from model.rulesets import RULESETS
from model.session.values import battle_type
from model.state.base import Id, replace
from model.state.battle import AnyBattle
from model.state.texts import Refusal

pytestmark = pytest.mark.slow

SAMPLES = sorted((Path(__file__).resolve().parents[2] / "resources" / "samples").glob("*.battle.toml"))
THROWS = 300
"""How often each weighed attack is carried out."""
ATTACKS = 3
"""Attacks weighed in each sample."""
FAR_OFF = 5.5
"""Standard deviations: by chance, one figure in 26 million is as far off."""


class Recorder(TableAsk):
    """Carries out an action and records what odds measure."""

    def __init__(self, ruleset: Ruleset, call: Call) -> None:
        super().__init__(ruleset, call, Table())
        self.found: dict[tuple[Id, str], Any] = {}

    def measure(self, who: Id, name: str, value: Any = True) -> None:
        self.found[who, name] = value


def opened(sample: Path) -> tuple[Ruleset, AnyBattle]:
    document = tomllib.loads(sample.read_text(encoding="utf-8"))
    ruleset = RULESETS[document["ruleset"]]
    kind: Any = battle_type(ruleset)
    return ruleset, msgspec.convert(document["battle"], kind)


def insisted(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Call | None:
    """Return the call with its refusals overridden, or None if one of them cannot be."""
    while isinstance(outcome := run(ruleset, battle, call), Refused):
        if not outcome.refusal.can_override:
            return None
        call = replace(call, anyway=(*call.anyway, outcome.refusal.key))
    return call


def usual_attacks(ruleset: Ruleset, battle: AnyBattle, dice: random.Random) -> list[Call]:
    """Return some of the attacks that combatants of two sides can make on each other with their current weapons."""
    pairs = [
        (who.id, target.id)
        for who in battle.combatants.values()
        for target in battle.combatants.values()
        if who.side != target.side
    ]
    dice.shuffle(pairs)
    usual = ((ruleset.usual_attack(battle, who), target) for who, target in pairs)
    calls = (replace(call, targets=(target,)) for call, target in usual if call is not None)
    possible = (call for call in (insisted(ruleset, battle, call) for call in calls) if call is not None)
    return list(islice((call for call in possible if weigh(ruleset, battle, call).measures), ATTACKS))


def answer_to(request: Request, dice: random.Random) -> Answer:
    """Return random dice, or the default choice."""
    if isinstance(request, DiceRequest):
        return Faces(faces=tuple(dice.randint(1, request.sides) for _ in range(request.count)))
    assert request.kind == "option", f"{request.id} is not preset"
    return Option(option=str(request.default))


def at_the_table(ruleset: Ruleset, battle: AnyBattle, call: Call, dice: random.Random) -> dict[tuple[Id, str], Any]:
    """Return what an attack comes to with random dice and every choice left at its default."""
    while True:
        ask = Recorder(ruleset, call)
        try:
            outcome = perform(battle, call, ask)
        except Stopped as stop:
            request = stop.wanted[0].request
            call = replace(call, answers=call.answers | {request.id: answer_to(request, dice)})
        else:
            assert not isinstance(outcome, Refusal)
            return ask.found


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.removesuffix(".battle.toml"))
def test_attacks_come_to_what_their_odds_say(sample: Path) -> None:
    dice = random.Random(sample.name)
    ruleset, battle = opened(sample)
    attacks = usual_attacks(ruleset, battle, dice)
    assert attacks, "nobody has an attack to weigh"
    for call in attacks:
        odds = weigh(ruleset, battle, call)
        seen: dict[tuple[Id, str], Counter[Any]] = defaultdict(Counter)
        for _ in range(THROWS):
            for measure, value in at_the_table(ruleset, battle, call, dice).items():
                seen[measure][value] += 1
        for measure, spread in odds.measures.items():
            assert set(seen[measure]) <= set(spread), f"{measure} of {call.actor} came out as odds rule out"
            for value, probability in spread.items():
                expected, deviation = THROWS * probability, math.sqrt(THROWS * probability * (1 - probability))
                assert abs(seen[measure][value] - expected) <= FAR_OFF * deviation + 1, f"{measure} is {value}"
