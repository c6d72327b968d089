"""Tasks: standard, opposed, extended and competitive ones, alone or as a team (KM-TASK, KM-EXT, KM-COMP, KM-OPP)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Parameter
from model.rulesets.families.ogc.checks import gm_modifier
from model.rulesets.families.ogc.tasks import (
    AGAINST,
    SKILL,
    TaskRules,
    Tasks,
    Teams,
    Value,
    drawn,
    highest_totals,
    is_out_of_attempts,
    is_pass_over,
    is_unopposed,
    skill_said,
    team_of,
    the_skill,
    won_by,
)
from model.rulesets.kalos.checks import AV_MODIFIER, MODERATE, opposed_value, skill_value, titled
from model.rulesets.kalos.movement import ACTING, add_until_next_turn
from model.rulesets.kalos.settings import rules, standard
from model.rulesets.kalos.sheet import SKILLS, Battle
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import Task
from model.state.texts import Explanation, text

EXTREME = 12
"""Difficulty of an unfamiliar task under hostile conditions (KM-TASK-03)."""
FOCUSED = "team_focus"


class KalosTeams(Teams[Battle]):
    acting = ACTING
    rule = "KM-FOCUS-01"
    cost_rule = "KM-AMB-29"

    def bonus(self, battle: Battle) -> Modifier:
        """The standard bonus of a team (KM-FOCUS-02)."""
        return Modifier(key=FOCUSED, label="Focused team", amount=standard(battle), rule="KM-FOCUS-02")

    def joined(self, battle: Battle, call: Call, ask: Ask) -> Battle:
        """Give every member the team's bonus to the DV until their next turn (KM-FOCUS-02, KM-AMB-29)."""
        team = team_of(call)
        ask.log(battle, "{0} and the team focus.", *team)
        for who in team:
            battle = add_until_next_turn(battle, who, FOCUSED)
        return battle


TEAMS = KalosTeams()


def _skill(call: Call) -> str:
    return skill_said(call, SKILL)


# ------------------------------------------------------------------------------------------ difficulty


def _difficulty(dv: int, label: str) -> Explanation:
    return explain("dv", "Difficulty", [term("difficulty", label, dv, "KM-TASK-03")])


# ------------------------------------------------------------------------------------------ contests


def _decided(battle: Battle, found: Task, ask: Ask) -> Task:
    """Decide a contest: the most successes win; the GM breaks a tie (KM-COMP-02, KM-AMB-30)."""
    most = max(found.successes.values())
    best = [who for who, successes in found.successes.items() if successes == most]
    policy = _tie_broken(ask) if len(best) > 1 else "highest_total"
    if policy == "roll_again":
        ask.add_message(text("{name}: a tie, so there is another pass.", name=found.name))
        further = None if found.attempts_max is None else found.attempts_max + 1
        return replace(found, attempts_max=further)
    if policy == "highest_total":
        best = highest_totals(found, best)
    return won_by(battle, found, best[0], ask) if len(best) == 1 else drawn(found, ask)


def _tie_broken(ask: Ask) -> str:
    options = (
        Choice(key="highest_total", label="Highest total wins"),
        Choice(key="roll_again", label="Roll again"),
        Choice(key="draw", label="A draw"),
    )
    question = Question(
        id="tie", title=text("A tie. How is it broken?"), options=options, default="draw", rule="KM-AMB-30"
    )
    return ask.choose(question, ENVIRONMENT)


_DIFFICULTY: Parameter[float | None] = Parameter(
    key="difficulty", title="Difficulty", kind="number", least=0, most=40, rule="KM-TASK-02", applies=is_unopposed,
)  # fmt: skip


_ROUTINE = Parameter(
    key="routine", title="Routine", kind="flag", default=False, rule="KM-TASK-03", applies=is_unopposed
)
_UNFAMILIAR = replace(_ROUTINE, key="unfamiliar", title="Unfamiliar")
_HOSTILE = replace(_ROUTINE, key="hostile", title="Hostile conditions")


class KalosTasks(Tasks[Battle]):
    acting = ACTING
    teams = TEAMS
    rules = TaskRules(
        one_roll=("KM-TASK-01", "KM-TASK-02", "KM-TASK-03", "KM-OPP-01"),
        enough="KM-ROLL-02",
        cost="KM-STD-01",
        extended="KM-EXT-01",
        limit="KM-EXT-02",
        contest=("KM-COMP-01", "KM-COMP-02", "KM-COMP-03"),
        team=("KM-FOCUS-01", "KM-FOCUS-02"),
        gm="KM-MOD-01",
    )  # fmt: skip
    usual = MODERATE
    rolled = (the_skill(SKILLS, titled, "KM-ROLL-01"),)
    against = (
        _DIFFICULTY,
        replace(AGAINST, rule="KM-OPP-01"),
        _ROUTINE,
        _UNFAMILIAR,
        _HOSTILE,
    )  # fmt: skip

    def value(self, battle: Battle, who: Id, call: Call) -> Value:
        given = tuple(gm_modifier(call, AV_MODIFIER, "KM-MOD-01"))
        return lambda more: skill_value(battle, who, _skill(call), (*given, *more))

    def title(self, call: Call) -> str:
        return titled(_skill(call))

    def opposition(self, battle: Battle, call: Call, more: tuple[Modifier, ...] = ()) -> Explanation | None:
        """DV of a task: opposed, typed, or by familiarity and conditions; None for no roll (KM-TASK-03, KM-OPP-01)."""
        if call.target in battle.combatants:
            return opposed_value(battle, call.target, skill_said(call, AGAINST) or _skill(call))
        typed = _DIFFICULTY.said(call)
        if typed is not None:
            return _difficulty(int(typed), "GM")
        hindrances = _UNFAMILIAR.said(call) + _HOSTILE.said(call)
        if _ROUTINE.said(call) and not hindrances:
            dv = rules(battle).routine_dv
            return _difficulty(dv, "Routine") if dv else None
        return _difficulty(EXTREME, "Extremely difficult") if hindrances == 2 else _difficulty(MODERATE, "Moderate")

    def decide(self, battle: Battle, found: Task, ask: Ask) -> Task:
        """Decide a contest after its last pass, or after the pass in which a rival has enough successes.

        Rules: KM-COMP-02, KM-COMP-03.
        """
        if not is_pass_over(found):
            return found
        is_last = max(found.successes.values()) >= found.needed or is_out_of_attempts(found)
        return _decided(battle, found, ask) if is_last else found


TASKS = KalosTasks().actions()
