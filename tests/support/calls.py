"""Random calls, from sensible to absurd, and answers to whatever they request."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from model.dice.answers import DiceAnswer, Faces, Sum, Total, Word
from model.dice.requests import DiceRequest
from model.engine.calls import Along, Answer, At, Call, Number, Option, Options, Taken
from model.engine.requests import Offer, Question
from model.engine.ruleset import Parameter, Ruleset
from model.engine.run import Done, Due, Outcome, Refused, run
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
from model.state.board import Place

MOST_ANSWERS = 40
UNKNOWN = "dance"
"""An action that no ruleset has."""
SHAPES = (
    {"shape": "circle", "x": 1.5, "y": 2, "radius": 3},
    {"shape": "polygon", "points": [[0, 0], [9, 0], [0, 9]]},
    {"shape": "line", "points": [[0, 0], [9, 0]]},
)
PLACES = ({"x": 1, "y": 2}, {"x": 30, "y": 20}, {"zone": "dock-6"}, {"zone": "nowhere"}, {"height": 3})
SENSIBLE: dict[str, tuple[Any, ...]] = {
    "path": ("sheet.health", "sheet.agility", "board.cell", "place", "radius", "effects", "a.b"),
    "shape": SHAPES,
    "place": PLACES,
    "to": PLACES,
    "condition": ("prone", "pro", "held", "dizzy"),
    "key": ("bonus", "sand", "crowd", "luck", "major_bonus", "movement_table"),
    "file": ("0123abcd4567ef89.png", "../x.png"),
    "sheet": ({}, {"health": 3}, {"health": "many"}),
    "items": ([], [{"name": "Club"}], [3]),
    "gear": ({}, {"damage": 9}),
    "name": ("Minion", "Anna", " ", "{x}", "@anna-1"),
    "side": ("pc", "npc", "ally"),
}
ABSURD = (None, True, -3, 120, math.nan, 1.5, "", "x", [], [None], ["a"], {}, {"a": None}, [[0, 0], [1, 1]])


class Stage:
    """A battle to call actions in, shown by its name: printed in full it would hide what failed in it."""

    def __init__(self, name: str, ruleset: Ruleset, battle: AnyBattle) -> None:
        self.name, self.ruleset, self.battle = name, ruleset, battle

    def __repr__(self) -> str:
        return self.name

    def after(self, outcome: Outcome) -> Stage:
        """Return the stage with the result of an action, or the same one if the action was not done."""
        return Stage(self.name, self.ruleset, outcome.battle) if isinstance(outcome, Done) else self

    @property
    def ids(self) -> tuple[Id, ...]:
        """All ids in the battle, and one that nothing has."""
        battle, board = self.battle, self.battle.board
        named = (battle.combatants, battle.items, battle.things, battle.players, board.zones, board.features)
        return (*(id for collection in named for id in collection), *battle.order.slots, "nobody")


class RandomGm:
    """Calls actions at random and answers their requests; one seed makes the same calls."""

    def __init__(self, seed: object) -> None:
        self.chance = Random(str(seed))

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    # ------------------------------------------------------------------------------------------ calls

    def call(self, stage: Stage, action: str = "") -> Call:
        """Return a random call of an action, or of any action if none is given."""
        action = action or self.chance.choice((*stage.ruleset.actions, UNKNOWN))
        known = stage.ruleset.actions[action].parameters if action != UNKNOWN else ()
        options = {parameter.key: self._value(parameter, stage) for parameter in known if self.happens(0.5)}
        if self.happens(0.03):
            options["odd"] = self.chance.choice(ABSURD)
        targets = (self._somebody(stage) for _ in range(self.chance.choice((0, 1, 1, 1, 2, 3))))
        return Call(
            action=action,
            actor=self._actor(stage),
            targets=tuple(dict.fromkeys(targets)),
            item=self.chance.choice((None, *stage.battle.items, "nothing")),
            options=options,
            overrides={self.chance.choice(("attack", "hit")): self.chance.choice((True, False, 3))}
            if self.happens(0.05)
            else {},
        )

    def _actor(self, stage: Stage) -> Id:
        acting = stage.battle.order.acting
        return self.chance.choice(acting) if acting and self.happens(0.5) else self._somebody(stage)

    def _somebody(self, stage: Stage) -> Id:
        people = tuple(stage.battle.combatants)
        return self.chance.choice((*people * 4, *stage.battle.things, *stage.ids, ENVIRONMENT))

    def _value(self, parameter: Parameter, stage: Stage) -> Any:
        """Return a value that suits a parameter, and now and then one that does not."""
        chance, ids = self.chance, stage.ids
        if self.happens(0.12):
            return chance.choice((*ABSURD, chance.choice(ids), {chance.choice(ids): chance.choice(ids)}))
        match parameter.kind:
            case "flag":
                return self.happens(0.5)
            case "choice":
                return chance.choice(parameter.options)
            case "number":
                return self._number(parameter.least, parameter.most)
            case "combatants":
                return [self._somebody(stage) for _ in range(chance.randrange(4))]
            case "table":
                return {chance.choice(ids): chance.choice((chance.choice(ids), 2, "", None))}
        if parameter.key in SENSIBLE:
            return chance.choice(SENSIBLE[parameter.key])
        match parameter.kind:
            case "place":
                return chance.choice(({"zone": chance.choice(ids)}, {"x": chance.uniform(0, 30), "y": 3.0}))
            case "path":
                return [[chance.uniform(0, 30), chance.uniform(0, 20)] for _ in range(chance.randrange(1, 4))]
        return self._somebody(stage)

    def _number(self, least: float | None, most: float | None) -> int:
        low = int(least or 0)
        return self.chance.randint(low, low + 9 if most is None else int(most))

    # ------------------------------------------------------------------------------------------ answers

    def carry_out(self, stage: Stage, call: Call) -> tuple[Call, Outcome]:
        """Carry out a call as far as random answers take it, and override most refusals that can be."""
        outcome = run(stage.ruleset, stage.battle, call)
        for _ in range(MOST_ANSWERS):
            if isinstance(outcome, Refused) and outcome.refusal.can_override and self.happens(0.7):
                call = replace(call, anyway=(*call.anyway, outcome.refusal.key))
            elif isinstance(outcome, Due):
                call = replace(call, answers=call.answers | self._answers(outcome, stage))
            else:
                break
            outcome = run(stage.ruleset, stage.battle, call)
        return call, outcome

    def _answers(self, due: Due, stage: Stage) -> dict[str, Answer]:
        if due.offers and self.happens(0.4):
            offer = self.chance.choice(due.offers)
            return {offer.id: self._taken(offer, stage)}
        if self.happens(0.05):
            return {due.request.id: self._absurd()}
        is_dice = isinstance(due.request, DiceRequest)
        return {due.request.id: self._thrown(due.request) if is_dice else self._chosen(due.request)}

    def _taken(self, offer: Offer, stage: Stage) -> Answer:
        if offer.options:
            return Option(option=self.chance.choice(offer.options).key)
        call = self.call(stage, self.chance.choice(offer.actions))
        return Taken(call=replace(call, actor=self.chance.choice(offer.by)))

    def _thrown(self, request: DiceRequest) -> DiceAnswer:
        if request.words and self.happens(0.15):
            return Word(word=self.chance.choice(request.words), amount=self.chance.choice((None, 0, 9)))
        return Faces(faces=tuple(self.chance.randint(1, request.sides) for _ in range(request.count)))

    def _chosen(self, question: Question) -> Answer:
        keys = [choice.key for choice in question.options]
        match question.kind:
            case "option":
                return Option(option=self.chance.choice(keys))
            case "options":
                least = min(int(question.least or 0), len(keys))
                most = len(keys) if question.most is None else min(int(question.most), len(keys))
                return Options(options=tuple(self.chance.sample(keys, self.chance.randint(least, max(least, most)))))
            case "number":
                return Number(number=self._number(question.least, question.most))
            case "place":
                return At(place=Place(x=self.chance.uniform(0, 30), y=self.chance.uniform(0, 30)))
            case "path":
                return Along(points=((0.0, 0.0), (self.chance.uniform(0, 9), 1.0)))

    def _absurd(self) -> Answer:
        """Return an answer that fits by chance at most."""
        return self.chance.choice(
            (
                Faces(faces=tuple(self.chance.randint(-1, 7) for _ in range(self.chance.randrange(4)))),
                Sum(sum=self.chance.randint(-1, 13)),
                Total(total=self.chance.randint(-1, 20)),
                Word(word=self.chance.choice(("hit", "miss", "damage", "x")), amount=None),
                Option(option=self.chance.choice(("duck", "left", "x"))),
                Number(number=self.chance.choice((math.nan, math.inf, -1.5, 3.0))),
                At(place=Place(x=math.nan, y=-1e9)),
                Taken(call=Call(action="strike")),
            )
        )
