"""Contests of who acts first: a d10 and a modifier of both (SE-REA-05, SE-REA-06, SE-AMB-05)."""

from __future__ import annotations

from dataclasses import dataclass

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Offer, Question
from model.rulesets.effort import pools
from model.rulesets.effort.settings import rules
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle
from model.state.texts import text

MOST_CONTESTS = 20
"""Rolls of a contest that stays equal, before the actor goes first."""
DEXTERITY = "dexterity"


@dataclass(frozen=True)
class Contest:
    """What a contest has come to."""

    first: Id | None
    """Who acts first; None where both act at the same time."""
    effort: tuple[tuple[Id, int], ...]
    """Effort points spent on it, by whom."""


def contested(battle: AnyBattle, id: str, actor: Id, reactor: Id, ask: Ask) -> Contest:
    """Who acts first, whoever acts or whoever reacts (SE-REA-06)."""
    both = (actor, reactor)
    skill = _skill(battle, id, both, ask)
    effort = {who: _effort(battle, id, who, ask) for who in both}
    results = _results(battle, id, both, skill, effort, ask)
    difference = results[1] - results[0]
    if not difference:
        rule = rules(battle).contest_tie
        dexterity = [battle.combatants[who].sheet.dexterity for who in both]
        if rule == "higher_dex":
            difference = dexterity[1] - dexterity[0]
        elif rule == "reactor_first":
            difference = 1
    is_at_once = not difference and rules(battle).contest_tie == "simultaneous"
    first = reactor if difference > 0 else actor
    return Contest(None if is_at_once else first, tuple((who, points) for who, points in effort.items() if points))


def _skill(battle: AnyBattle, id: str, both: tuple[Id, Id], ask: Ask) -> str:
    """What is added to the dice: dexterity, or a skill on one of the sheets that the GM chooses instead (SE-AMB-05)."""
    skills = sorted({skill for who in both for skill in battle.combatants[who].sheet.skills})
    if not skills:
        return DEXTERITY
    options = tuple(Choice(key=key, label=key.replace("_", " ").capitalize()) for key in (DEXTERITY, *skills))
    title = text("Which modifier counts in the contest?")
    question = Question(
        id=f"{id}.contest.modifier", title=title, options=options, default=DEXTERITY, rule="SE-AMB-05", remember=True
    )
    return str(ask.choose(question, ENVIRONMENT))


def _modifier(battle: AnyBattle, who: Id, skill: str) -> Modifier:
    sheet = battle.combatants[who].sheet
    if skill == DEXTERITY:
        return term(DEXTERITY, "Dexterity", sheet.dexterity, "SE-REA-06")
    return term("skill", skill.replace("_", " ").capitalize(), sheet.skills.get(skill, 0), "SE-AMB-05")


def _results(
    battle: AnyBattle, id: str, both: tuple[Id, Id], skill: str, effort: dict[Id, int], ask: Ask
) -> tuple[int, int]:
    """1d10 + modifier of both, again while they are equal where ties are rolled again."""
    for number in range(1, MOST_CONTESTS + 1):
        name = f"{id}.contest" if number == 1 else f"{id}.contest{number}"

        def result(who: Id, name: str = name) -> int:
            parts = [_modifier(battle, who, skill)]
            if effort[who]:
                parts.append(term("effort", "Effort", effort[who], "SE-AMB-05"))
            modifier = ask.number(explain(f"{name}.{who}", "Contest", parts))
            return int(ask.roll(sum_of(f"{name}.{who}", "Contest", "1d10", bonus=modifier), who).total())

        results = ask.each(both, result)
        if results[0] != results[1] or rules(battle).contest_tie != "reroll":
            break
    return results[0], results[1]


def _effort(battle: AnyBattle, id: str, who: Id, ask: Ask) -> int:
    """Effort points that somebody spends on a contest, where a house rule allows it (SE-AMB-05)."""
    most = int(pools.effort(battle.combatants[who].sheet)) if rules(battle).contest_effort else 0
    offer = f"{id}.effort.{who}"
    if not most or not ask.wants(offer, before=f"{id}.contest.{who}"):
        return 0
    choices = tuple(Choice(key=str(points), label=f"+{points}") for points in range(1, most + 1))
    title = text("Effort on the contest")
    taken = ask.offer(Offer(id=offer, title=title, by=(who,), options=choices, rule="SE-AMB-05"))
    return int(taken) if isinstance(taken, str) else 0
