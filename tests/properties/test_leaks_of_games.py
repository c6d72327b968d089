"""With the real rules of every game: nothing that the GM hides, nor any trace of it, reaches the players."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Answer, Call, Number, Option
from model.engine.requests import Request
from model.engine.ruleset import Parameter, Ruleset
from model.engine.run import Done, Due, run
from model.rulesets import RULESETS
from model.session import Session
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Handout, HealthPolicy
from model.state.board import Circle, FogPatch
from model.view.elements import with_layout
from model.view.layout import BUILT_IN, FULL
from model.view.log import LogEntry, log_line
from model.view.marks import ping_view
from model.view.numbers import NumbersForPlayers
from model.view.players import PlayersView, players_view
from model.view.pools import health_numbers
from model.view.statistics import Played
from model.view.viewer import PLAYERS, knows, name_for
from tests.properties.test_session_fights import SAMPLES, Gamblers

pytestmark = pytest.mark.slow

MARKER = "zqx"
of_each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.removesuffix(".battle.toml"))


def opened(sample: Path, folder: Path) -> tuple[Ruleset, AnyBattle]:
    copy = folder / sample.name
    shutil.copyfile(sample, copy)
    session, problems = Session.open(copy, RULESETS)
    assert session is not None, problems
    session.close()
    return session.ruleset, session.battle


# ----------------------------------------------------------------------------- messages and player view


def with_secrets(battle: AnyBattle) -> AnyBattle:
    """Put the marker into everything secret: every other opponent is hidden, the others have a public name."""
    opponents = [who for who in battle.combatants.values() if who.side != "pc"]
    for number, who in enumerate(opponents):
        secret = replace(who, name=f"{MARKER} {number}", notes=MARKER, origin=MARKER, public_name="")
        known = number % 2 == 1
        secret = replace(secret, is_hidden=not known, public_name=f"Thug {number}" if known else "")
        battle = battle.with_combatant(secret)
    hidden = {who.id for who in battle.combatants.values() if who.is_hidden}
    board, last = battle.board, list(battle.board.zones)[-1:]
    return replace(
        battle,
        title=MARKER,
        items={id: replace(one, name=MARKER) if one.holder in hidden else one for id, one in battle.items.items()},
        order=replace(
            battle.order,
            slots={id: replace(slot, name=MARKER) if slot.name else slot for id, slot in battle.order.slots.items()},
        ),
        board=replace(
            board,
            zones=board.zones | {id: replace(board.zones[id], hidden=True, name=MARKER) for id in last},
            features={id: replace(one, hidden=True, name=MARKER) for id, one in board.features.items()},
        ),
    )


class Talkers(Gamblers):
    """Acts at random except for edits, and types nothing that reveals a secret."""

    def _idea(self) -> Call:
        while True:
            call = super()._idea()
            if self.session.ruleset.actions[call.action].group != "edit":
                return call

    def _value(self, battle: AnyBattle, parameter: Parameter) -> Any:
        return "prone" if parameter.kind == "text" else super()._value(battle, parameter)


@pytest.mark.parametrize("seed", range(6))
@of_each_sample
def test_a_fight_at_random_tells_players_no_secret(sample: Path, seed: int, tmp_path: Path) -> None:
    ruleset, battle = opened(sample, tmp_path)
    session, problems = Session.create(None, ruleset, with_secrets(battle))
    assert session is not None, problems
    table = Talkers(session, seed)
    view: PlayersView | None = None
    told = 0
    numbers = NumbersForPlayers(ruleset)
    for _ in range(120):
        before = len(session.steps)
        table.act()
        for step in session.steps[before:]:
            earlier, now = session.battle_before(step), session.battle_after(step)
            numbers.add(Played(step.call, step.note, earlier, now, 40.0))
            page = numbers.page(now)
            assert MARKER not in page.lower()
            listed = {line.partition("\t")[0] for line in page.splitlines()[2:]}
            assert listed <= {name_for(now, who, PLAYERS) for who in now.combatants if knows(now, who, PLAYERS)}
            view = players_view(ruleset, now, view, call=step.call, note=step.note, before=earlier)
            line = log_line(ruleset, LogEntry(number=1, note=step.note, battle=now, call=step.call), PLAYERS)
            assert MARKER not in repr(view).lower(), step.call
            assert MARKER not in repr(line).lower(), step.call
            told += line is not None
    assert told > 5, "players hear of some of it"


NUMBER_ALONE = re.compile(r"(?<![\w.])(?<![Rr]ound )(?<![Tt]urn )\d+(?! ?(m|km|AP|d20|rounds?|dice|of)\b)(?![\w.])")
"""A number that is no length, no pool of the party, no count of rounds or dice, and no number of a round or turn."""


def with_fog_over_opponents(battle: AnyBattle) -> AnyBattle:
    """Give all opponents secret names and cover them with fog: a spot over each, and the last zone."""
    fog: list[FogPatch] = []
    for number, who in enumerate([one for one in battle.combatants.values() if one.side != "pc"]):
        battle = battle.with_combatant(replace(who, name=f"{MARKER} {number}", public_name="", is_hidden=False))
        if (point := who.place.point) is not None:
            fog.append(FogPatch(level="hidden", shape=Circle(x=point[0], y=point[1], radius=0.5)))
    fog += [FogPatch(level="hidden", zone=zone) for zone in list(battle.board.zones)[-1:]]
    return replace(battle, board=replace(battle.board, fog=tuple(fog)))


LAYOUTS = (*BUILT_IN, replace(FULL, name="All", target_numbers=True, log_lines=6, opposition=True))


@pytest.mark.parametrize("seed", range(2))
@of_each_sample
def test_a_fight_at_random_tells_nothing_of_those_in_fog_with_any_layout(
    sample: Path, seed: int, tmp_path: Path
) -> None:
    """A combatant who leaves the fog may be named from then on, but not before; unshown handouts never appear."""
    ruleset, battle = opened(sample, tmp_path)
    kept = Handout(id="secret-1", kind="message", text=f"{MARKER} kept")
    battle = replace(with_fog_over_opponents(battle), handouts={kept.id: kept})
    session, problems = Session.create(None, ruleset, battle)
    assert session is not None, problems
    table = Talkers(session, seed)
    view: PlayersView | None = None
    was_out = set[Id]()
    for _ in range(80):
        before = len(session.steps)
        table.act()
        for step in session.steps[before:]:
            earlier, now = session.battle_before(step), session.battle_after(step)
            was_out |= {who.id for who in now.combatants.values() if knows(now, who.id, PLAYERS)}
            view = players_view(
                ruleset, now, view, call=step.call, note=step.note, before=earlier, has_target_numbers=True
            )
            secrets = [now.combatants[id].name for id in now.combatants.keys() - was_out]
            marks = [ping_view(now, None, id) for id in now.combatants.keys() - was_out]
            assert marks == [None] * len(marks)
            for layout in LAYOUTS:
                told = repr(with_layout(view, layout))
                assert f"{MARKER} kept" not in told
                found = [name for name in secrets if re.search(rf"{re.escape(name)}\b", told)]
                assert not found, step.call


@pytest.mark.parametrize("policy", ["words", "nothing"])
@of_each_sample
def test_no_number_is_told_of_health_that_players_do_not_see(
    sample: Path, policy: HealthPolicy, tmp_path: Path
) -> None:
    ruleset, battle = opened(sample, tmp_path)
    sides = {who.side for who in battle.combatants.values()}
    told = [
        words
        for seed in range(3)
        for words in told_of_health(ruleset, replace(battle, health_policy=dict.fromkeys(sides, policy)), seed)
    ]
    assert told, "somebody's health changes"
    assert not [words for words in told if NUMBER_ALONE.search(words)]


def told_of_health(ruleset: Ruleset, battle: AnyBattle, seed: int) -> Iterator[str]:
    """Yield what players read about the steps of a random fight that change health, without names."""
    session, problems = Session.create(None, ruleset, battle)
    assert session is not None, problems
    table = Talkers(session, seed)
    for _ in range(120):
        before = len(session.steps)
        table.act()
        for step in session.steps[before:]:
            earlier, now = session.battle_before(step), session.battle_after(step)
            both = now.combatants.keys() & earlier.combatants.keys()
            if all(health_numbers(ruleset, earlier, who) == health_numbers(ruleset, now, who) for who in both):
                continue
            view = players_view(ruleset, now, None, call=step.call, note=step.note, before=earlier)
            line = log_line(ruleset, LogEntry(number=1, note=step.note, battle=now, call=step.call), PLAYERS)
            words = f"{view.action.sentence if view.action else ''} {line.text if line else ''}"
            for named in (*now.combatants.values(), *now.items.values()):
                words = words.replace(getattr(named, "public_name", "") or named.name, "")
            yield words


# ------------------------------------------------------------------------------- gaps, numbers, counts, pauses


def answer(request: Request) -> Answer:
    """Return the same answer to the same question, however many other questions there are."""
    if isinstance(request, DiceRequest):
        found = hashlib.blake2s(request.id.encode()).digest()
        return Faces(tuple(1 + found[at % 32] % request.sides for at in range(request.count)), "rolled")
    if request.kind == "number":
        return Number(float(request.least or 0))
    return Option(str(request.default) if isinstance(request.default, str) else request.options[0].key)


def done(ruleset: Ruleset, battle: AnyBattle, call: Call) -> tuple[Call, Done]:
    outcome = run(ruleset, battle, call)
    while isinstance(outcome, Due):
        call = replace(call, answers=call.answers | {outcome.request.id: answer(outcome.request)})
        outcome = run(ruleset, battle, call)
    assert isinstance(outcome, Done), outcome
    return call, outcome


class Screen:
    """A fight in which combatants do nothing but end their turns, as the players see it."""

    def __init__(self, ruleset: Ruleset, battle: AnyBattle, *, starts: bool = True) -> None:
        self.ruleset, self.battle = ruleset, battle
        self.view = players_view(ruleset, battle)
        if starts:
            self.step(Call(action="start_fight"))

    def step(self, call: Call) -> None:
        full, outcome = done(self.ruleset, self.battle, call)
        before, self.battle = self.battle, outcome.battle
        self.view = players_view(self.ruleset, self.battle, self.view, call=full, note=outcome.note, before=before)

    def go_on(self) -> None:
        order, begins = self.battle.order, self.ruleset.turns.begins_turns or "end_round"
        is_between = order.phase == "planning" or not order.turns
        self.step(Call(action=begins, anyway=("plans_missing",)) if is_between else Call(action="end_turn"))

    def pass_over(self, hidden: set[Id]) -> None:
        """Let hidden combatants take their turns; the player view stays the same until another combatant acts."""
        while self.battle.order.acting and hidden.issuperset(self.battle.order.acting):
            shown = self.view
            self.go_on()
            if self.battle.order.acting and hidden.issuperset(self.battle.order.acting):
                assert self.view == shown

    @property
    def seen(self) -> PlayersView:
        """The player view without ids, which tell nothing and are numbered consecutively."""
        rows = tuple(replace(row, id="") for row in self.view.order)
        return replace(self.view, next_id="", order=rows)


@of_each_sample
def test_a_fight_looks_the_same_with_two_more_who_are_hidden(sample: Path, tmp_path: Path) -> None:
    ruleset, battle = opened(sample, tmp_path)
    hidden = tuple(who.id for who in battle.combatants.values() if who.is_hidden)
    if hidden:
        battle = done(ruleset, battle, Call(action="remove_combatant", targets=hidden))[1].battle
    foe = next(who for who in battle.combatants.values() if who.side == "npc")
    more = done(ruleset, battle, Call(action="duplicate", targets=(foe.id,), options={"count": 2}))[1].battle
    added = set(more.combatants) - set(battle.combatants)
    for who in added:
        more = more.with_combatant(replace(more.combatants[who], is_hidden=True, name=f"Nobody {who}"))
    alone, watched = Screen(ruleset, battle), Screen(ruleset, more)
    for _ in range(25):
        watched.pass_over(added)
        assert watched.seen == alone.seen
        alone.go_on()
        watched.go_on()


@of_each_sample
def test_an_ambush_shows_nothing_while_only_hidden_combatants_act(sample: Path, tmp_path: Path) -> None:
    """The player view from before combat stays exactly the same until a turn, an action or due plans are visible."""
    ruleset, battle = opened(sample, tmp_path)
    first = set(Screen(ruleset, battle).battle.order.acting)
    for who in first:
        battle = battle.with_combatant(replace(battle.combatants[who], is_hidden=True))
    screen = Screen(ruleset, battle, starts=False)
    shown = screen.view
    assert shown.phase == "waiting"
    screen.step(Call(action="start_fight"))
    while screen.battle.order.acting and first.issuperset(screen.battle.order.acting):
        assert screen.view == shown
        screen.go_on()
    assert screen.view.phase == "fighting"
