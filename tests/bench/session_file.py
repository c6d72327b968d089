"""The session file: the cost of appending a step, its length, and the time to open a long session."""

from __future__ import annotations

import os
import tempfile
import time
import tomllib
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from model.dice.answers import Faces
from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import Modifier, all_count, explain, term
from model.engine.ruleset import Action
from model.engine.run import Done
from model.session import Session
from model.state.base import replace
from model.state.battle import AnyBattle, Combatant
from model.state.board import Place
from model.state.texts import gm_text, ref, text
from tests.bench import Row, p95, seconds_of
from tests.support.toy import TOY, ToySheet, battle

COMBATANTS = 60
STEPS = 1000


def _volley(fight: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    """An attack with an explanation as long as those of the real games."""
    target = call.targets[0]
    attack = (
        term("agility", "Agility", 4, "ZS-ATT-01"),
        term("ranged_combat", "Ranged combat", 5, "ZS-ATT-01"),
        Modifier(key="equipment", label="Heavy rifle", amount=2, rule="ZS-EQUIP-03"),
        Modifier(key="aim", label="took aim", amount=3, rule="ZS-AIM-01"),
        Modifier(key="called_shot", label="called shot", amount=-5, rule="ZS-CALL-01"),
        Modifier(key="running", label="ran this turn", amount=-2, rule="ZS-RUN-04"),
    )
    defence = (
        term("base", "base", 7, "ZS-DEF-01"),
        term("agility", "Agility", 3, "ZS-DEF-01"),
        Modifier(key="cover", label="light cover", amount=2, rule="ZS-COVER-02"),
        Modifier(key="range", label="long range", amount=1, rule="ZS-RANGE-03"),
    )
    av = ask.number(explain("attack.value", "Attack value", attack))
    dv = ask.number(explain("defence.value", "Defence value", defence))
    roll = ask.roll(sum_of("attack", "Attack", "2d6", bonus=av), call.actor)
    if not ask.verdict("hit", "hits", roll, at_least=dv, rule="ZS-ATT-05"):
        ask.add_message(text("{who} misses {whom}.", who=ref(call.actor), whom=ref(target)))
        return fight
    damage = ask.number(
        explain("damage", "Damage", (term("weapon", "Heavy rifle", 3), term("called", "called shot", 5)))
    )
    dice = ask.roll(sum_of("damage", "Damage", "1d6", bonus=damage), call.actor)
    done = dice.total()
    fighter = fight.combatants[target]
    ask.add_message(text("{who} hits {whom} with {what}.", who=ref(call.actor), whom=ref(target), what="@rifle-61"))
    ask.add_message(gm_text("{whom} takes {n} damage.", whom=ref(target), n=done))
    sheet = replace(fighter.sheet, hp=max(0, fighter.sheet.hp - 1), motto=f"hurt by {done}")
    return fight.with_combatant(replace(fighter, sheet=sheet))


RULES = replace(
    TOY, stacking=all_count, actions={**TOY.actions, "volley": Action(id="volley", title="Volley", run=_volley)}
)


def crowd() -> AnyBattle:
    """Return a fight of 60 combatants, with sheets about as long as those of the real games."""
    gifts = dict.fromkeys(("ranged_combat", "hand_to_hand", "stealth", "piloting", "medicine", "athletics"), 3)
    people = {
        f"fighter-{number}": Combatant(
            id=f"fighter-{number}",
            name=f"Fighter {number}",
            sheet=ToySheet(hp=90, skill=3, motto="never twice", wounds=("arm", "leg"), gifts=gifts),
            side="pc" if number % 4 == 0 else "npc",
            place=Place(x=number * 1.5, y=number * 0.75),
            portrait="0123456789abcdef.png",
        )
        for number in range(1, COMBATANTS + 1)
    }
    return replace(battle(), ruleset=RULES.id, combatants=people)


def calls(count: int) -> Iterable[Call]:
    """Yield the calls of a typical session: of ten steps, four attacks, three moves and three ends of turns."""
    for index in range(count):
        actor = f"fighter-{index % COMBATANTS + 1}"
        kind = index % 10
        if kind in (0, 3, 5, 8):
            faces = {"attack": Faces((6, 1 + index % 6)), "damage": Faces((1 + index % 6,), "rolled")}
            target = f"fighter-{(index + 7) % COMBATANTS + 1}"
            yield Call(action="volley", actor=actor, targets=(target,), answers=dict(faces))
        elif kind in (1, 4, 7):
            yield Call(action="move", actor=actor, options={"x": index * 0.125, "y": index * 0.25})
        else:
            yield Call(action="end_turn")


def _fight(path: Path) -> Session:
    session = Session.create(path, RULES, crowd()).session
    assert session is not None
    assert isinstance(session.act(Call(action="start_fight")), Done)
    return session


def rows() -> Iterable[Row]:
    """Yield the rows of the session file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.battle.toml"
        taken, bare, sizes = [], [], []
        with closing(_fight(path)) as session, (Path(folder) / "bare").open("wb") as file:
            write = session._autosave.write
            session._autosave.write = lambda history, lines: taken.extend(  # type: ignore[method-assign]
                seconds_of(lambda: write(history, lines), 1)
            )
            for call in calls(STEPS):
                before = path.stat().st_size
                outcome = session.act(call)
                assert isinstance(outcome, Done), outcome
                sizes.append(path.stat().st_size - before)
                bare.append(_bare_append(file.fileno(), b"x" * sizes[-1]))
        yield Row("session: append a step, p95", p95(taken) * 1000, p95(bare) * 1000, 2)
        yield Row("session: mean length of a step", sum(sizes) / len(sizes), 1000, 1000, "bytes")
        yield _opening(path)


def _bare_append(handle: int, data: bytes) -> float:
    start = time.perf_counter()
    os.write(handle, data)
    os.fsync(handle)
    return time.perf_counter() - start


def _opening(path: Path) -> Row:
    text_of_file = path.read_text(encoding="utf-8")

    def opened() -> None:
        session, problems = Session.open(path, {RULES.id: RULES})
        assert session is not None
        assert not problems
        session.close()

    median = sorted(seconds_of(opened, 5))[2]
    reference = sorted(seconds_of(lambda: tomllib.loads(text_of_file), 5))[2]
    return Row(f"session: open {COMBATANTS} combatants, {STEPS} steps", median * 1000, reference * 1000, 250)
