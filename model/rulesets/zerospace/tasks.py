"""Tasks: against a difficulty or an opponent, extended, as contests, as a team (ZS-ROLL, ZS-DIFF, ZS-EXT, ZS-TEAM)."""

from __future__ import annotations

from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import Modifier, explain, term
from model.engine.requests import Choice, Question, yes_or_no
from model.engine.ruleset import Parameter
from model.rulesets.families.ogc.checks import gm_modifier
from model.rulesets.families.ogc.tasks import (
    AGAINST,
    SKILL,
    TaskRules,
    Tasks,
    Teams,
    Value,
    is_opposed,
    is_out_of_attempts,
    is_unopposed,
    lost_by_all,
    skill_said,
    the_skill,
    won_by,
)
from model.rulesets.zerospace.checks import AV_MODIFIER, MODERATE, opposed_value, task_value, titled
from model.rulesets.zerospace.conditions import STANDARD
from model.rulesets.zerospace.movement import ACTING, has_no_agility
from model.rulesets.zerospace.plot_points import EFFORT_BONUS, ExtraEffort, offer_effort, plus_choice, spend_point
from model.rulesets.zerospace.sheet import ATTRIBUTES, Battle, Gear, skill_rank
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import Item, Task
from model.state.texts import Explanation, ref, text

LADDER = {"routine": None, "moderate": MODERATE, "remarkable": 15, "extreme": 18, "inconceivable": 21}
"""Difficulties by name; routine tasks are not rolled for (ZS-DIFF-01, ZS-ROLL-05)."""
BY_FAMILIARITY: dict[tuple[str, bool], int | None] = {
    ("familiar", False): None,
    ("familiar", True): 12,
    ("unfamiliar", False): 12,
    ("unfamiliar", True): 15,
    ("esoteric", False): 18,
    ("esoteric", True): 21,
}
"""Difficulties by how familiar the task is, and whether conditions are hostile (ZS-DIFF-03)."""
USUAL_ATTRIBUTES = {
    "ranged_combat": "agility",
    "athletics": "agility",
    "piloting": "agility",
    "hand_to_hand_combat": "brawn",
    "survival": "brawn",
    "mental_combat": "presence",
    "deception": "presence",
    "diplomacy": "presence",
    "manipulation": "presence",
}
"""The attribute that goes with a skill unless the player or GM says otherwise; with every other skill, Reason."""


# ------------------------------------------------------------------------------------------ what is rolled


def _skill(call: Call) -> str:
    return skill_said(call, SKILL)


def _attribute(call: Call) -> str:
    return _usual(_ATTRIBUTE.said(call), _skill(call))


def _usual(chosen: str, skill: str) -> str:
    return USUAL_ATTRIBUTES.get(skill, "reason") if chosen == "auto" else chosen


def _tool(battle: Battle, who: Id, call: Call) -> Item[Gear] | None:
    """The tool that helps a combatant: the named item, else the best one in use for the skill, or None (ZS-ROLL-03)."""
    if call.item is not None and who == call.actor:
        return battle.items.get(call.item)
    if _UNAIDED.said(call):
        return None
    skill = _skill(call)
    fitting = [
        item
        for item in battle.items_of(who)
        if item.gear.kind == "tool" and item.gear.skill == skill and item.where in ("hand", "worn")
    ]
    return max(fitting, key=lambda item: item.gear.level, default=None)


# ------------------------------------------------------------------------------------------ difficulty


def _explained(dv: int, label: str, rule: str) -> Explanation:
    return explain("dv", "Difficulty", [term("difficulty", label, dv, rule)])


# ------------------------------------------------------------------------------------------ teams and contests


class ZeroSpaceTeams(Teams[Battle]):
    acting = ACTING
    rule = "ZS-TEAM-01"
    cost_rule = "ZS-AMB-12"

    def lends(self, battle: Battle, who: Id) -> bool:
        """Whether only turns of their own side are between the current turn and a combatant's turn (ZS-AMB-12)."""
        order, own = battle.order, battle.order.slot_of(who)
        if order.turn is None or own is None or own.state != "waiting" or any(debt.who == who for debt in order.owed):
            return False
        at, to = order.sequence.index(order.turn.slot), order.sequence.index(own.id)
        side = battle.combatants[who].side
        between = (order.slots[id] for id in order.sequence[at:to])
        return at < to and all(battle.combatants[one].side == side for slot in between for one in slot.members)

    def bonus(self, battle: Battle) -> Modifier:
        """The team's bonus, which competes with other bonuses (ZS-TEAM-02)."""
        return Modifier(key="team", label="Team", amount=STANDARD, rule="ZS-TEAM-02")


TEAMS = ZeroSpaceTeams()


_ATTRIBUTE = Parameter(
    key="attribute", title="Attribute", kind="choice", default="auto", options=("auto", *ATTRIBUTES), rule="ZS-ROLL-02",
    help="auto: the skill's usual attribute.",
)  # fmt: skip
_AGAINST_ATTRIBUTE = Parameter(
    key="against_attribute", title="Their attribute", kind="choice", default="auto",
    options=("auto", *ATTRIBUTES), rule="ZS-OPP-01", applies=is_opposed,
)  # fmt: skip
_UNAIDED = Parameter(
    key="unaided", title="Without tools", kind="flag", default=False, rule="ZS-ROLL-03",
    help="Off: the most suitable tool in hand counts, limited by the skill.",
)  # fmt: skip
_STEP = Parameter(
    key="step", title="Difficulty", kind="choice", default="unsaid", options=("unsaid", *LADDER), rule="ZS-DIFF-01",
    applies=is_unopposed,
)  # fmt: skip
DIFFICULTY: Parameter[float | None] = Parameter(
    key="difficulty", title="Difficulty, typed", kind="number", least=0, most=40, rule="ZS-DIFF-02",
    applies=is_unopposed,
)  # fmt: skip
_FAMILIARITY = Parameter(
    key="familiarity", title="The task is", kind="choice", default="unsaid",
    options=("unsaid", "familiar", "unfamiliar", "esoteric"), rule="ZS-DIFF-03", applies=is_unopposed,
)  # fmt: skip
_HOSTILE = Parameter(
    key="hostile", title="Hostile conditions", kind="flag", default=False, rule="ZS-DIFF-03", applies=is_unopposed,
)  # fmt: skip
_CERTAIN = Parameter(
    key="certain", title="No uncertainty", kind="flag", default=False, rule="ZS-ROLL-01",
    help="Nobody works against it and nothing is left to chance: it succeeds without a roll.",
)  # fmt: skip


class ZeroSpaceTasks(ExtraEffort, Tasks[Battle]):
    acting = ACTING
    teams = TEAMS
    rules = TaskRules(
        one_roll=("ZS-ROLL-01", "ZS-ROLL-05", "ZS-ROLL-06", "ZS-DIFF-01", "ZS-DIFF-02", "ZS-DIFF-03", "ZS-DIFF-04"),
        enough="ZS-ROLL-04",
        cost="ZS-ACT-05",
        extended="ZS-EXT-01",
        limit="ZS-EXT-02",
        contest=("ZS-EXT-03",),
        team=("ZS-TEAM-01", "ZS-TEAM-02", "ZS-TEAM-03"),
        gm="ZS-MOD-03",
    )  # fmt: skip
    usual = MODERATE
    rolled = (
        the_skill((*USUAL_ATTRIBUTES, ""), titled, "ZS-ROLL-02"),
        _ATTRIBUTE,
        _UNAIDED,
    )  # fmt: skip
    against = (
        _STEP,
        DIFFICULTY,
        _FAMILIARITY,
        _HOSTILE,
        _CERTAIN,
        replace(AGAINST, rule="ZS-OPP-01"),
        _AGAINST_ATTRIBUTE,
    )  # fmt: skip

    def value(self, battle: Battle, who: Id, call: Call) -> Value:
        given = tuple(gm_modifier(call, AV_MODIFIER))
        tool = _tool(battle, who, call)
        return lambda more: task_value(battle, who, _attribute(call), _skill(call), (*given, *more), tool=tool)

    def title(self, call: Call) -> str:
        parts = [titled(_attribute(call)), *([titled(_skill(call))] if _skill(call) else [])]
        return " + ".join(parts)

    def opposition(self, battle: Battle, call: Call, more: tuple[Modifier, ...]) -> Explanation | None:
        """DV of the opponent, as typed, or by the ladder; None if no roll is needed (ZS-DIFF-01 to ZS-DIFF-04)."""
        if call.target in battle.combatants:
            against = skill_said(call, AGAINST) or _skill(call)
            attribute = _usual(_AGAINST_ATTRIBUTE.said(call), against)
            return opposed_value(battle, call.target, attribute, against, more)
        typed = DIFFICULTY.said(call)
        if typed is not None:
            return _explained(int(typed), "GM", "ZS-DIFF-02")
        step, familiarity = _STEP.said(call), _FAMILIARITY.said(call)
        if step != "unsaid":
            found = LADDER[step]
            return None if found is None else _explained(found, step.capitalize(), "ZS-DIFF-01")
        is_hostile = _HOSTILE.said(call)
        if familiarity != "unsaid" or is_hostile:
            familiarity = "familiar" if familiarity == "unsaid" else familiarity
            found = BY_FAMILIARITY[familiarity, is_hostile]
            label = f"{familiarity.capitalize()}, {'hostile' if is_hostile else 'ordinary'} conditions"
            return None if found is None else _explained(found, label, "ZS-DIFF-03")
        return None if _CERTAIN.said(call) else _explained(MODERATE, "Moderate", "ZS-DIFF-02")

    def decide(self, battle: Battle, found: Task, ask: Ask) -> Task:
        """Decide a contest: the first with enough successes wins at once (ZS-EXT-03, ZS-AMB-13)."""
        winner = next((who for who, successes in found.successes.items() if successes >= found.needed), None)
        if winner is not None:
            return won_by(battle, found, winner, ask)
        return lost_by_all(found, ask) if is_out_of_attempts(found) else found

    def is_possible(self, battle: Battle, call: Call, ask: Ask) -> bool:
        """Whether the task can be attempted; the GM decides if the combatant never learned the skill (ZS-ROLL-06)."""
        skill = _skill(call)
        if not skill or skill_rank(battle, call.actor, skill):
            return True
        title = text("{who} has not learned {skill}. Can it be attempted?", who=ref(call.actor), skill=titled(skill))
        options = yes_or_no("It can", "It takes training")
        question = Question(
            id="possible", title=title, options=options, default="yes", rule="ZS-ROLL-06", remember=True
        )
        return ask.choose(question, ENVIRONMENT) == "yes"

    def braces(self, battle: Battle, call: Call, ask: Ask, before: str) -> tuple[tuple[Modifier, ...], Battle]:
        """Offer extra effort to the opponent of a task: +3 DV, before or after the roll (ZS-PLOT-11, ZS-PLOT-12)."""
        target, bonus = str(call.target), EFFORT_BONUS

        def choices() -> tuple[Choice[str], ...]:
            plain, braced = self.opposition(battle, call, ()), self.opposition(battle, call, (bonus,))
            return (plus_choice(0 if plain is None or braced is None else braced.total - plain.total),)

        if not offer_effort(battle, target, "effort_dv", choices, ask, before=before):
            return (), battle
        return (bonus,), spend_point(battle, target, "+3 DV", ask)

    def always_fails(self, battle: Battle, who: Id, call: Call) -> bool:
        """Whether the roll always fails: every Agility roll with Agility 0 (ZS-MIS-17)."""
        return _attribute(call) == "agility" and has_no_agility(battle, who)


TASKS = ZeroSpaceTasks().actions()
