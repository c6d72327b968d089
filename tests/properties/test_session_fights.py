"""Whole fights by the real rules, played at random: their results are saved, opened and undone."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from model.dice.answers import Faces
from model.dice.requests import DiceRequest
from model.engine.calls import Along, Answer, At, Call, Number, Option, Options
from model.engine.requests import Question, Request
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.run import Due, Outcome, Refused
from model.rulesets import RULESETS
from model.session import Session
from model.state.base import ENVIRONMENT, replace
from model.state.battle import AnyBattle
from model.state.board import Place
from model.view.board import MapProjector
from model.view.order import OrderProjector, order_view
from model.view.viewer import GM

pytestmark = pytest.mark.slow

SAMPLES = sorted((Path(__file__).resolve().parents[2] / "resources" / "samples").glob("*.battle.toml"))


class Gamblers:
    """Acts at random in a session; one seed makes the same calls and answers."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session = session
        self.dice = random.Random(seed)
        self.done: Counter[str] = Counter()

    def act(self) -> Outcome:
        """Carry out a random call, with a random answer to everything it requests; return the outcome."""
        call = self._idea()
        outcome = self.session.act(call)
        for _ in range(40):
            if not isinstance(outcome, Due):
                break
            call = replace(call, answers=call.answers | {outcome.request.id: self._answer(outcome.request)})
            outcome = self.session.act(call)
        self.done[call.action] += not isinstance(outcome, Refused)
        return outcome

    def _idea(self) -> Call:
        battle, ruleset = self.session.battle, self.session.ruleset
        acting = battle.order.acting or tuple(battle.combatants) or (ENVIRONMENT,)
        who = self.dice.choice(acting)
        chance = self.dice.random()
        usual = ruleset.usual_attack(battle, who) if who in battle.combatants else None
        if usual is not None and chance < 0.25:
            return replace(usual, targets=self._targets(battle, 1))
        if chance < 0.4 and battle.order.phase == "planning":
            return Call(action=ruleset.turns.begins_turns or "end_round", anyway=("plans_missing",))
        if chance < 0.4:
            return Call(action="end_turn" if battle.order.turn else "start_fight")
        return self._any(ruleset, battle, who)

    def _any(self, ruleset: Ruleset, battle: AnyBattle, who: str) -> Call:
        action: Action = self.dice.choice(list(ruleset.actions.values()))
        options = {
            parameter.key: self._value(battle, parameter) for parameter in action.parameters if self.dice.random() < 0.7
        }
        return Call(
            action=action.id,
            actor=who,
            targets=self._targets(battle, 0 if action.targets == "none" else 1),
            item=self.dice.choice(list(battle.items)) if action.needs_item and battle.items else None,
            options={key: value for key, value in options.items() if value is not None},
        )

    def _targets(self, battle: AnyBattle, count: int) -> tuple[str, ...]:
        there = list(battle.combatants)
        return tuple(self.dice.sample(there, min(count, len(there))))

    def _value(self, battle: AnyBattle, parameter: Parameter) -> Any:
        choose = self.dice.choice
        match parameter.kind:
            case "flag":
                return choose([True, False])
            case "number":
                least = parameter.least if parameter.least is not None else -5
                most = parameter.most if parameter.most is not None else least + 20
                return choose([int(least), int(most), self.dice.randint(int(least), int(most)), (least + most) / 2])
            case "choice":
                return choose(parameter.options) if parameter.options else None
            case "combatant":
                return choose(list(battle.combatants) or [""])
            case "item":
                return choose(list(battle.items) or [""])
            case "text":
                return choose(["Zoë “Z”", "prone", "x\ny", *battle.board.zones, *battle.order.slots])
            case "place":
                return [self.dice.uniform(-9, 9), 2]
            case "path":
                return [[0, 0], [self.dice.uniform(-9, 9), 2]]
        return parameter.default

    def _answer(self, request: Request) -> Answer:
        if isinstance(request, DiceRequest):
            return Faces(tuple(self.dice.randint(1, request.sides) for _ in range(request.count)), "rolled")
        return self._chosen(request)

    def _chosen(self, question: Question) -> Answer:
        keys = [option.key for option in question.options]
        match question.kind:
            case "option":
                return Option(self.dice.choice(keys))
            case "options":
                return Options(tuple(keys[: int(question.least or 0)]))
            case "number":
                return Number(question.least or 0.0)
            case "place":
                return At(Place(x=1.0, y=2.0))
            case "path":
                return Along(((0.0, 0.0), (1.0, 2.0)))


def fight_of(battle: AnyBattle) -> AnyBattle:
    """The battle without what is shown to the players, and the count of ids that this used up."""
    return replace(battle, shown=None, handouts={}, serial=0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.removesuffix(".battle.toml"))
def test_a_fight_at_random_is_saved_opened_and_undone(sample: Path, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)  # many steps: this is not about the disk
        path = Path(folder) / sample.name
        shutil.copyfile(sample, path)
        session, problems = Session.open(path, RULESETS)
        assert problems == ()
        assert session is not None
        first = session.battle
        gamblers = Gamblers(session, seed)
        order, board = OrderProjector(session.ruleset), MapProjector(session.ruleset, GM)
        for turn in range(250):
            outcome = gamblers.act()
            battle, acting = session.battle, next(iter(session.battle.order.acting), None)
            assert order.project(battle) == order_view(session.ruleset, battle), "a row that was kept has changed"
            fresh = MapProjector(session.ruleset, GM)
            assert board.project(battle, acting=acting) == fresh.project(battle, acting=acting)
            assert not (isinstance(outcome, Refused) and outcome.refusal.key == "unkept"), outcome
            if turn % 9 == 0 or len(session.battle.combatants) < 2:  # undo what emptied the battle
                session.undo()
            if turn % 27 == 0:
                session.redo()
        assert sum(gamblers.done.values()) > 50
        while session.can_redo:  # the last call may have been undone, with nothing done since
            session.redo()
        last = session.battle
        session.close()
        again, problems = Session.open(path, RULESETS)
        # The unfinished action of a combatant who was removed meanwhile is set aside, with a note.
        assert all(problem.is_note and "is set aside" in problem.sentence for problem in problems)
        assert again is not None
        assert again.battle == last
        assert [step.note for step in again.steps] == [step.note for step in session.steps]
        assert [step.call.answers for step in again.steps] == [step.call.answers for step in session.steps]
        while again.can_undo:
            again.undo()
        # What was shown to the players stays shown: it is no step of the fight.
        assert fight_of(again.battle) == fight_of(first)
        while again.can_redo:
            again.redo()
        assert again.battle == last
        again.close()
