"""Running forecasts: processes, progress, cancelling, and the same figures from the same seeds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from model.engine.run import Done, run
from model.forecast import Behave, Case, FairNumberSearch, Forecast, Influence, Influences, Workers
from model.forecast.fight import Fights
from model.forecast.results import LONG, PARTY, Chance, Tally, wilson
from model.forecast.studies import BehaviourEffect
from model.forecast.workers import usual_processes
from model.state.base import replace
from model.state.behaviour import Behaviour, Behaviours
from tests.support.five_against_five import five_against_five

SEED = "8F31-02AC"


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    these = Workers(2)
    these.start()
    yield these
    these.close()


def case(game: str = "zerospace", **settings: object) -> Case:
    ruleset, battle = five_against_five(game)
    return Case(ruleset=ruleset, battle=battle, **settings)  # type: ignore[arg-type]  # rounds


@pytest.mark.slow
@pytest.mark.parametrize("game", ["zerospace", "zamani"])
def test_the_same_seed_comes_to_the_same_on_any_number_of_processes(workers: Workers, game: str) -> None:
    one = Workers(1)
    try:
        results = [
            Forecast(those, case(game), seed=SEED, most=20, narrow=0).wait(240).result for those in (one, workers)
        ]
    finally:
        one.close()
    assert results[0] is not None
    assert results[0] == results[1]
    here = Tally(case(game).ruleset, case(game).battle, 20)
    fights = Fights(case(game).ruleset, case(game).battle, SEED, 20)
    for number in range(20):
        here.add(fights.fight(number))
    assert here.result() == results[0], "and in this process"


@pytest.mark.slow
def test_it_counts_all_fights_and_says_how_far_it_is(workers: Workers) -> None:
    forecast = Forecast(workers, case(), most=60, narrow=0)
    assert forecast.progress.fights == 0
    assert forecast.result is None
    progress = forecast.wait(240)
    assert (progress.state, progress.fights, progress.most) == ("done", 60, 60)
    assert progress.result is not None
    assert sum(one.chance.count for one in progress.result.outcomes) == 60
    assert progress.result.rounds.of == 60
    assert len(progress.result.fates) == 10
    # A window polls at every key press, so the result is computed only when there are new fights.
    assert forecast.result is progress.result
    assert forecast.progress == replace(progress, seconds=forecast.progress.seconds), "polling changes nothing any more"


def test_it_stops_by_itself_when_the_intervals_are_narrow(workers: Workers) -> None:
    """Nearly every fight is won, so after 40 fights the widest interval is far narrower than 0.2."""
    progress = Forecast(workers, case(), seed=SEED, most=400, least=40, narrow=0.2).wait(240)
    assert progress.state == "done"
    assert progress.fights == 40
    assert progress.result is not None
    intervals = [outcome.chance.interval for outcome in progress.result.outcomes]
    assert max(high - low for low, high in intervals) <= 0.2


@pytest.mark.slow
def test_it_is_cancelled_at_any_time_and_keeps_what_it_has(workers: Workers) -> None:
    forecast = Forecast(workers, case("zamani"), most=100_000, narrow=0)
    until = time.monotonic() + 120
    while forecast.poll().fights == 0 and time.monotonic() < until:
        time.sleep(0.02)
    forecast.cancel()
    counted = forecast.progress.fights
    assert counted > 0
    assert forecast.poll().state == "cancelled"
    assert forecast.poll().fights == counted
    after = Forecast(workers, case(), most=20, narrow=0).wait(120)
    assert after.state == "done", "the processes are free for the next one"


@pytest.mark.slow
def test_processes_wait_while_keys_come_and_then_go_on_to_the_same_result(workers: Workers) -> None:
    """Keys come for longer than one wait, so that later keys count too; fights in progress wait in the middle."""
    forecast = Forecast(workers, case(), seed=SEED, most=100, narrow=0)
    until = time.monotonic() + 120
    while forecast.poll().fights == 0 and time.monotonic() < until:
        time.sleep(0.01)
    counted: list[int] = []
    for _ in range(16):
        workers.give_way()
        time.sleep(0.1)
        counted.append(forecast.poll().fights)
    assert 0 < counted[3] < 100
    assert set(counted[3:]) == {counted[3]}
    progress = forecast.wait(240)
    assert (progress.state, progress.fights) == ("done", 100)
    assert progress.result == Forecast(workers, case(), seed=SEED, most=100, narrow=0).wait(240).result


def test_closing_ends_the_processes() -> None:
    those = Workers(1)
    forecast = Forecast(those, case("zamani"), most=100_000, narrow=0)
    process = _processes(those)[0]
    those.close()
    until = time.monotonic() + 60
    while process.is_alive() and time.monotonic() < until:
        time.sleep(0.02)
    assert not process.is_alive()
    forecast.cancel()
    assert forecast.poll().state == "cancelled"


def _processes(workers: Workers) -> list[object]:
    assert workers._pool is not None
    return list(workers._pool._processes.values())


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process by a signal")
@pytest.mark.slow
def test_a_dead_process_is_told_and_does_not_hang() -> None:
    those = Workers(1)
    try:
        forecast = Forecast(those, case("zamani"), most=100_000, narrow=0)
        until = time.monotonic() + 120
        while forecast.poll().fights == 0 and time.monotonic() < until:
            time.sleep(0.02)
        os.kill(_processes(those)[0].pid, signal.SIGKILL)  # type: ignore[attr-defined]
        progress = forecast.wait(60)
        assert progress.state == "failed"
        assert progress.problem == "A process of the forecast has ended unexpectedly. Run the forecast again."
        assert progress.result is not None, "what was counted stays"
        assert Forecast(those, case(), most=10, narrow=0).wait(120).state == "done", "new processes take over"
    finally:
        those.close()


def test_one_party_alone_has_won_before_anything_happens(workers: Workers) -> None:
    it = case("effort")
    own = {who: one for who, one in it.battle.combatants.items() if one.side == "pc"}
    alone = replace(it, battle=replace(it.battle, combatants=own))
    progress = Forecast(workers, alone, most=10, narrow=0).wait(120)
    assert progress.state == "done"
    assert progress.result is not None
    assert [one.chance.count for one in progress.result.outcomes] == [10, 0]


@pytest.mark.slow
def test_a_fight_that_cannot_go_on_is_told(workers: Workers) -> None:
    """With a combatant whose sheet is of no game, the forecast fails with a message, and the processes go on."""
    it = case("kalos")
    who, one = next(iter(it.battle.combatants.items()))
    broken = replace(it, battle=it.battle.with_combatant(replace(one, sheet=None)))
    progress = Forecast(workers, broken, most=10, narrow=0).wait(120)
    assert progress.state == "failed"
    assert progress.problem.startswith("Fight 0 cannot go on: ")
    assert Forecast(workers, it, most=10, narrow=0).wait(120).state == "done"
    assert who in it.battle.combatants


@pytest.mark.slow
def test_the_battle_that_is_forecast_stays_as_it_is(workers: Workers) -> None:
    it = case()
    before = msgspec.json.encode(it.battle)
    Forecast(workers, it, most=20, narrow=0).wait(120)
    assert msgspec.json.encode(it.battle) == before


def test_a_fight_of_a_forecast_comes_back_as_calls(workers: Workers) -> None:
    forecast = Forecast(workers, case(), seed=SEED, most=20, narrow=0)
    progress = forecast.wait(120)
    assert progress.result is not None
    assert progress.result.typical is not None
    battle = forecast.case.battle
    for call in forecast.calls(progress.result.typical.number).result(120):
        outcome = run(forecast.case.ruleset, battle, call)
        assert isinstance(outcome, Done)
        battle = outcome.battle
    assert battle.order.round == progress.result.typical.rounds


@pytest.mark.slow
def test_no_qt_comes_into_a_process(workers: Workers) -> None:
    loaded = workers._submit(_loaded).result(60)
    assert "model.rulesets.zerospace.record" in loaded or "model.forecast.fight" in loaded
    assert not [name for name in loaded if name.partition(".")[0] in ("PySide6", "shiboken6", "gui", "pyqtgraph")]


def _loaded() -> list[str]:
    return [
        name for name in sys.modules if name.startswith(("model", "gui", "PySide6", "shiboken6", "numpy", "pyqtgraph"))
    ]


_KILLED = """
import os, signal, time
from model.forecast import Workers

if __name__ == "__main__":
    workers = Workers(2)
    workers._submit(os.getpid).result(60)
    workers._submit(time.sleep, 600)
    print(*workers._pool._processes, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked for there")
def test_processes_end_with_a_program_that_is_killed(tmp_path: Path) -> None:
    """Otherwise nothing would end them. One of the two is busy."""
    script = tmp_path / "killed.py"
    script.write_text(_KILLED)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    told = subprocess.run(
        [sys.executable, str(script)], env=environment, stdout=subprocess.PIPE, text=True, timeout=60, check=False
    ).stdout
    processes = told.split()
    assert processes
    until = time.monotonic() + 20
    while any(Path(f"/proc/{one}").exists() for one in processes) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{one}").exists() for one in processes)


def test_one_core_is_left_to_the_window_where_there_are_more_than_two(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, processes in ((1, 1), (2, 2), (3, 2), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid, cores=cores: set(range(cores)), raising=False)
        assert usual_processes() == processes


# -------------------------------------------------------------------------------------------------------------- figures


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    """For 10 of 20 the centre is 0.5, half the width 1.96 / 1.1921 x sqrt(0.25/20 + 3.8415/1600) = 0.2007."""
    low, high = wilson(10, 20)
    assert (round(low, 4), round(high, 4)) == (0.2993, 0.7007)
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 50)
    assert low == 0.0
    assert round(high, 4) == round(3.8415 / (50 + 3.8415), 4)
    assert Chance(3, 4).share == 0.75


@pytest.mark.slow
def test_how_many_of_an_enemy_make_it_fair(workers: Workers) -> None:
    it = case("effort")
    of = next(who for who, one in it.battle.combatants.items() if one.side == "npc")
    fair = FairNumberSearch(workers, it, of, wanted=0.5, seed=SEED, fights=4)
    until = time.monotonic() + 240
    while fair.poll().state == "running" and time.monotonic() < until:
        time.sleep(0.02)
    found = fair.progress
    assert found.state == "done"
    assert found.best is not None
    chances = [one.chance.share for one in found.tried]
    assert len(chances) > 1
    assert abs(found.best.chance.share - 0.5) == min(abs(chance - 0.5) for chance in chances)


@pytest.mark.slow
def test_how_much_behaviour_decides(workers: Workers) -> None:
    it = case("effort")
    it = replace(it, battle=replace(it.battle, behaviours=Behaviours(sides={"pc": Behaviour(focus="nearest")})))
    influences = Influences(workers, it, seed=SEED, fights=4)
    until = time.monotonic() + 400
    while influences.poll().state == "running" and time.monotonic() < until:
        time.sleep(0.02)
    found = influences.progress
    assert found.state == "done"
    assert len(found.moves) >= 6
    assert [abs(one.by) for one in found.moves] == sorted((abs(one.by) for one in found.moves), reverse=True)
    assert found.sentence


def test_how_much_behaviour_decides_is_told_in_a_sentence() -> None:
    change = Behave(Behaviour(stance="careful"), side="pc")
    sentence = Influence("done", (BehaviourEffect("Players: careful", change, -0.12),)).sentence
    assert sentence.startswith("Players: careful")
    assert sentence.endswith("12 %.")
    moves = (BehaviourEffect("Players: careful", change, 0.004),)
    assert "hardly" in Influence("done", moves).sentence
    assert Influence("running", moves).sentence == "", "others are still tried"


def test_a_long_fight_is_an_outcome_of_its_own(workers: Workers) -> None:
    result = Forecast(workers, case("zamani", rounds=1), most=10, narrow=0).wait(120).result
    assert result is not None
    last = result.outcomes[-1]
    assert (last.key, last.title, last.chance.count) == (LONG, "Not over in a round", 10)
    assert result.outcomes[0].key == PARTY
