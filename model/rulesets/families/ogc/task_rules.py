"""What can be said about tasks, and the ids of a game's rules about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from model.engine.calls import Call
from model.engine.ruleset import Parameter
from model.rulesets.families.ogc.acting import is_fighting
from model.rulesets.families.ogc.teams import TEAM
from model.state.base import Record, replace
from model.state.battle import AnyBattle


def _in_fight(battle: AnyBattle, call: Call) -> bool:
    return is_fighting(battle)


ATHLETICS = "athletics"
"""The skill that is rolled where none is said."""
WHAT = Parameter(key="text", title="What", kind="text", default="")
FREE = Parameter(key="free", title="No action", kind="flag", default=False, applies=_in_fight)
WHICH = Parameter(key="task", title="Task", kind="text", default="", help="Its name; nothing said: the only one.")
COUNTS_FOR = Parameter(
    key="counts_for", title="Counts for", kind="text", default="",
    help="A side or team by name; nothing said: who rolls.",
)  # fmt: skip


def skill_said(call: Call, key: str, otherwise: str) -> str:
    """A skill as sheets note it, however it was typed."""
    return str(call.option(key, otherwise)).strip().lower().replace(" ", "_")


def the_skill(known: Iterable[str], titled: Callable[[str], str], rule: str) -> Parameter:
    """The skill that is rolled: picked from what the roller has learned, then from those that the game knows."""

    def choices(battle: AnyBattle, call: Call) -> Iterator[tuple[str, str]]:
        who = battle.combatants.get(call.actor)
        learned = {} if who is None else {skill: rank for skill, rank in who.sheet.skills.items() if rank}
        for skill in sorted(learned, key=lambda skill: (-learned[skill], skill)):
            yield f"{titled(skill)} {learned[skill]}", skill
        others = dict.fromkeys((*known, skill_said(call, "skill", ATHLETICS)))
        yield from ((titled(skill) if skill else "no skill", skill) for skill in others if skill not in learned)

    return Parameter(
        key="skill", title="Skill", kind="text", default=ATHLETICS, choices=choices, is_declared=True, rule=rule
    )


def is_opposed(battle: AnyBattle, call: Call) -> bool:
    """Whether somebody works against a task."""
    return call.target in battle.combatants


def is_unopposed(battle: AnyBattle, call: Call) -> bool:
    """Whether a task has a difficulty of its own."""
    return not is_opposed(battle, call)


class TaskRules(Record, kw_only=True):
    """Ids of a game's rules about tasks."""

    one_roll: tuple[str, ...]
    enough: str
    """When a roll succeeds."""
    cost: str
    extended: str
    limit: str
    contest: tuple[str, ...]
    team: tuple[str, ...]
    gm: str
    """The GM's bonuses and penalties."""

    def with_team(self) -> Parameter:
        """Who rolls together with the actor."""
        return replace(TEAM, rule=self.team[0])

    def modifier(self) -> Parameter:
        """The GM's bonus or penalty."""
        return Parameter(
            key="av_modifier", title="GM: roll", kind="number", default=0, least=-30, most=30, rule=self.gm
        )

    def setting_up(self) -> tuple[Parameter, ...]:
        """What a task of several rolls is set up with."""
        return (
            Parameter(key="name", title="Name", kind="text", default="Task"),
            Parameter(key="difficulty", title="Difficulty", kind="number", least=0, most=40),
            Parameter(
                key="needed", title="Successes", kind="number", default=1, least=1, most=99, rule=self.extended
            ),
            Parameter(
                key="attempts_max", title="Attempts at most", kind="number", least=1, most=999, rule=self.limit
            ),
            Parameter(
                key="minutes_each", title="Minutes for an attempt", kind="number", default=0, least=0, most=99_999,
                help="How far the game clock goes with each, outside a fight.",
            ),
            Parameter(
                key="contest", title="Contest", kind="flag", rule=self.contest[0],
                help="Each collects successes for themselves.",
            ),
            Parameter(
                key="sides", title="Rival sides", kind="text", default="", rule=self.contest[0],
                help="Teams by name, with commas between; single rivals are marked as targets.",
            ),
        )  # fmt: skip
