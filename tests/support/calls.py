"""Random calls, from sensible to absurd, and answers to whatever they ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from model.dice.answers import Faces, Sum, Total, Word
from model.dice.requests import DiceRequest
from model.engine.calls import Along, Answer, At, Call, Number, Option, Options, Taken
from model.engine.requests import Offer, Question
from model.engine.ruleset import Parameter, Ruleset
from model.engine.run import Done, Due, Outcome, run
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle
from model.state.board import Place

MOST_ANSWERS = 12
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


@dataclass(frozen=True, repr=False)
class Stage:
    """A battle to call actions in, told by its name: printed whole it would hide what failed in it."""

    name: str
    ruleset: Ruleset
    battle: AnyBattle

    def __repr__(self) -> str:
        return self.name


def ids_of(battle: AnyBattle) -> tuple[Id, ...]:
    """Everything that has an id."""
    board = battle.board
    named = (battle.combatants, battle.items, battle.things, battle.players, board.zones, board.features)
    return (*(id for collection in named for id in collection), *battle.order.slots)


def plain(ids: tuple[Id, ...]) -> st.SearchStrategy[Any]:
    """Any plain TOML value, and None."""
    leaf = st.one_of(
        st.none(), st.booleans(), st.integers(-3, 120), st.floats(), st.text(max_size=4), st.sampled_from(ids)
    )
    return st.recursive(
        leaf,
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
        max_leaves=4,
    )


def _fitting(parameter: Parameter, battle: AnyBattle) -> st.SearchStrategy[Any]:
    """Values of a parameter that may well be taken."""
    match parameter.kind:
        case "flag":
            return st.booleans()
        case "choice":
            return st.sampled_from(parameter.options)
        case "number":
            least = int(parameter.least or 0)
            return st.integers(least, int(parameter.most) if parameter.most is not None else least + 9)
        case "combatant":
            return st.sampled_from(tuple(battle.combatants))
    if parameter.key in SENSIBLE:
        return st.sampled_from(SENSIBLE[parameter.key])
    return st.sampled_from(ids_of(battle))


@st.composite
def calls(draw: st.DrawFn, stage: Stage, action: str = "") -> Call:
    """Calls from sensible to absurd; of any action, where none is named."""
    ruleset, battle = stage.ruleset, stage.battle
    ids = ids_of(battle)
    somebody = st.sampled_from((*tuple(battle.combatants) * 3, *ids, ENVIRONMENT, "nobody"))
    action = action or draw(st.sampled_from((*ruleset.actions, UNKNOWN)))
    known = ruleset.actions[action].parameters if action != UNKNOWN else ()
    options = {}
    for parameter in known:
        if draw(st.booleans()):
            options[parameter.key] = draw(_fitting(parameter, battle) if draw(st.booleans()) else plain(ids))
    return Call(
        action=action,
        actor=draw(somebody),
        targets=tuple(draw(st.lists(somebody, max_size=2))),
        item=draw(st.none() | st.sampled_from((*battle.items, "nothing"))),
        options=options | draw(st.just({}) | st.dictionaries(st.text(max_size=3), plain(ids), max_size=1)),
        overrides=draw(st.dictionaries(st.sampled_from(("attack", "hit")), st.booleans() | st.integers(-5, 5))),
        anyway=draw(st.sampled_from(((), ("far",), ("not_your_turn", "no_standard", "out_of_range")))),
    )


def absurd() -> st.SearchStrategy[Answer]:
    """Answers that fit by chance at most."""
    return st.one_of(
        st.builds(Faces, faces=st.lists(st.integers(-1, 7), max_size=3).map(tuple)),
        st.builds(Sum, sum=st.integers(-1, 13)),
        st.builds(Total, total=st.integers(-1, 20)),
        st.builds(Word, word=st.sampled_from(("hit", "miss", "damage", "x")), amount=st.none() | st.integers(0, 9)),
        st.builds(Option, option=st.sampled_from(("duck", "left", "x"))),
        st.builds(Number, number=st.floats()),
        st.builds(At, place=st.builds(Place, x=st.floats(), y=st.floats())),
        st.builds(Taken, call=st.builds(Call, action=st.just("strike"))),
    )


@st.composite
def fitting(draw: st.DrawFn, request: DiceRequest | Question) -> Answer:
    """An answer that the request takes."""
    if isinstance(request, DiceRequest):
        if request.words and draw(st.integers(0, 5)) == 0:
            word = draw(st.sampled_from(request.words))
            return Word(word=word, amount=draw(st.none() | st.integers(0, 9)))
        faces = st.lists(st.integers(1, request.sides), min_size=request.count, max_size=request.count)
        return Faces(faces=tuple(draw(faces)))
    keys = [choice.key for choice in request.options]
    match request.kind:
        case "option":
            return Option(option=draw(st.sampled_from(keys)))
        case "options":
            count = int(request.least or 0)
            return Options(options=tuple(keys[:count]))
        case "number":
            least, most = int(request.least or 0), request.most
            return Number(number=draw(st.integers(least, least + 9 if most is None else int(most))))
        case "place":
            return At(place=Place(x=draw(st.floats(0, 30)), y=draw(st.floats(0, 30))))
        case "path":
            return Along(points=((0.0, 0.0), (draw(st.floats(0, 9)), 1.0)))


def _taken(draw: st.DrawFn, offer: Offer) -> Answer:
    if offer.options:
        return Option(option=draw(st.sampled_from([choice.key for choice in offer.options])))
    return Taken(call=Call(action=draw(st.sampled_from(offer.actions)), actor=draw(st.sampled_from(offer.by))))


@st.composite
def outcomes(draw: st.DrawFn, stage: Stage) -> tuple[Call, Outcome]:
    """A random call carried out as far as random answers take it."""
    ruleset, battle = stage.ruleset, stage.battle
    call = draw(calls(stage))
    outcome = run(ruleset, battle, call)
    for _ in range(MOST_ANSWERS):
        if not isinstance(outcome, Due):
            break
        answers: dict[str, Answer] = {}
        if outcome.offers and draw(st.integers(0, 2)) == 0:
            offer = draw(st.sampled_from(outcome.offers))
            answers[offer.id] = _taken(draw, offer)
        elif draw(st.integers(0, 9)) == 0:
            answers[outcome.request.id] = draw(absurd())
        else:
            answers[outcome.request.id] = draw(fitting(outcome.request))
        call = replace(call, answers=call.answers | answers)
        outcome = run(ruleset, battle, call)
    return call, outcome


def carried_out(outcome: Outcome, stage: Stage) -> Stage:
    """The stage after an outcome."""
    return Stage(stage.name, stage.ruleset, outcome.battle) if isinstance(outcome, Done) else stage
