"""The command `battleboard forecast`: plays a battle to its end many times and prints the results."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from model.engine.ruleset import Ruleset
from model.forecast import Case, Forecast, Progress, Workers, words_of, words_of_side
from model.forecast.results import Chance, Result, fighters
from model.forecast.whatif import side_title
from model.rulesets import RULESETS
from model.session.reader import read
from model.state.battle import AnyBattle, name_of

_POLL = 0.05
"""Seconds between two polls."""


def forecast_command(file: Path, *, fights: int, rounds: int, seed: str) -> int:
    """Print the forecast of a battle; return 1 if it cannot be read or forecast, else 0. Does not change the file."""
    if fights < 1 or rounds < 1:
        print("A forecast takes one fight and one round at least.", file=sys.stderr)
        return 1
    try:
        reading = read(file.read_bytes(), RULESETS)
    except OSError as error:
        print(f"{file}: cannot be read: {error.strerror}.", file=sys.stderr)
        return 1
    if reading.contents is None:
        print("\n".join(f"{file}: {problem}" for problem in reading.problems), file=sys.stderr)
        return 1
    ruleset, battle = reading.contents.ruleset, reading.contents.history.battle
    if len(fighters(battle)) < 2:
        print(f"{file}: nobody is there to fight.", file=sys.stderr)
        return 1
    workers = Workers()
    try:
        forecast = Forecast(workers, Case(ruleset=ruleset, battle=battle, rounds=rounds), most=fights, seed=seed)
        while (progress := forecast.poll()).state == "running":
            time.sleep(_POLL)
    finally:
        workers.close()
    if progress.result is None or progress.state != "done":
        print(f"{file}: {progress.problem}", file=sys.stderr)
        return 1
    print("\n".join(_told(ruleset, battle, forecast, progress, progress.result)))
    return 0


def _told(ruleset: Ruleset, battle: AnyBattle, forecast: Forecast, progress: Progress, result: Result) -> Iterator[str]:
    yield f"{battle.title}: {result.fights} fights in {progress.seconds:.1f} s, seed {forecast.seed}"
    yield ""
    for outcome in result.outcomes:
        yield f"{outcome.title:<24} {_percent(outcome.chance)}"
    yield f"{'Rounds':<24} median {result.rounds.median:g}, nine of ten within {result.rounds.quantile(0.9):g}"
    yield ""
    for fate in result.fates:
        low, high = fate.left.middle_half
        most = "" if fate.most is None else f" of {fate.most:g}"
        left = f"{fate.left.median:g}{most} left ({low:g}-{high:g})"
        yield f"{name_of(battle, fate.who):<24} drops {fate.drops.share:>4.0%}, {left}"
    for spent in result.spent:
        low, high = spent.amount.middle_half
        yield f"{spent.title + ' spent':<24} {spent.amount.mean:.1f} ({low:g}-{high:g})"
    if result.deciding:
        first = result.deciding[0]
        yield f"{'Most often decided by':<24} {name_of(battle, first.who)}, {first.title} ({first.chance.share:.0%})"
    yield ""
    yield "What they do:"
    for side in dict.fromkeys(battle.combatants[who].side for who in fighters(battle)):
        yield f"  {side_title(side)}: {words_of_side(ruleset, battle, side)}."
    for who in battle.behaviours.combatants:
        yield f"  {name_of(battle, who)}: {words_of(ruleset, battle, who)}."
    if ruleset.tactics.not_modelled:
        yield f"Not modelled: {', '.join(ruleset.tactics.not_modelled)}."


def _percent(chance: Chance) -> str:
    low, high = chance.interval
    return f"{chance.share:>4.0%} ({low:.0%} to {high:.0%})"
