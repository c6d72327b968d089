"""Parts of a move that both ways of counting it share: obstacles, and a way that ends before its end."""

from __future__ import annotations

from model.board.movement import cut_off
from model.board.zones import place_at
from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.budget import mark
from model.engine.modifiers import explain, term
from model.engine.ways import CLOSE, Way
from model.rulesets.families.ogc.tasks import WORDS
from model.state.base import Id
from model.state.battle import AnyBattle
from model.state.board import Place
from model.state.texts import Explanation

HAMPERED, ROLLED = "hampered", "hampered_rolled"
"""Marks of a turn: a failed roll at obstacles, and that it was rolled."""


def over_obstacles(
    battle: AnyBattle,
    who: Id,
    title: str,
    value: Explanation,
    against: int,
    rule: str,
    ask: Ask,
    *,
    always_fails: bool = False,
) -> AnyBattle:
    """A roll where something is in the way; who fails it is hampered for the turn."""
    battle = mark(battle, who, ROLLED)
    against = ask.number(explain("dv", "Difficulty", (term("difficulty", "Obstacles", against, rule),)))
    request = sum_of(HAMPERED, title, "2d6", bonus=ask.number(value), against=against, words=WORDS)
    roll = ask.roll(request, who)
    known = False if always_fails else None
    is_through = ask.verdict("unhampered", "Gets through", roll, at_least=against, rule=rule, computed=known)
    ask.measure(who, "unhampered", is_through)
    return battle if is_through else mark(battle, who, HAMPERED)


def cut_short(battle: AnyBattle, who: Id, way: Way, metres: float) -> Place | None:
    """Where somebody comes who gets no farther than so many metres of a way; None where nobody knows."""
    if len(way.points) < 2:
        return battle.combatants[who].place if metres <= CLOSE else way.place
    points = cut_off(way.points, metres)
    return place_at(battle.board, points[-1], battle.combatants[who].place.height)
