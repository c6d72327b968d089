"""Tasks: standard, opposed, extended and competitive ones (KM-TASK, KM-EXT, KM-COMP, KM-OPP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from model.dice.requests import sum_of
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.modifiers import explain, term
from model.engine.requests import Choice, Question
from model.engine.ruleset import Action, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.families.ogc.acting import is_fighting
from model.rulesets.families.ogc.weapons import gm_modifier
from model.rulesets.kalos.checks import MODERATE, opposed_value, skill_value, titled
from model.rulesets.kalos.costs import ACTING
from model.rulesets.kalos.settings import setting
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, Task, new_id
from model.state.texts import Explanation, Refusal, ref, text

EXTREME = 12
"""Unfamiliar and under hostile conditions (KM-TAB-DIFF)."""


class Effort(NamedTuple):
    """What one roll at a task came to."""

    who: Id
    is_success: bool
    total: int


# ------------------------------------------------------------------------------------------ one roll


def difficulty(battle: AnyBattle, call: Call) -> Explanation | None:
    """The DV of a task: opposed, as typed, or by familiarity and conditions; None: no roll (KM-TASK-03, KM-OPP-01)."""
    if call.target in battle.combatants:
        return opposed_value(battle, str(call.target), str(call.option("against", "") or call.option("skill", "")))
    typed = call.option("difficulty")
    if typed is not None:
        return _difficulty(int(typed), "GM")
    hindrances = int(bool(call.option("unfamiliar", False))) + int(bool(call.option("hostile", False)))
    if call.option("routine", False) and not hindrances:
        if setting(battle, "routine_mode") == "automatic":
            return None
        return _difficulty(int(setting(battle, "routine_dv")), "Routine")
    return _difficulty(EXTREME, "Extremely difficult") if hindrances == 2 else _difficulty(MODERATE, "Moderate")


def _difficulty(dv: int, label: str) -> Explanation:
    return explain("dv", "Difficulty", [term("difficulty", label, dv, "KM-TASK-03")])


def roll_task(battle: AnyBattle, who: Id, call: Call, dv: int, ask: Ask, *, suffix: str = "") -> Effort:
    """2d6 and skill against a DV (KM-ROLL-01, KM-ROLL-02)."""
    skill = str(call.option("skill", "athletics"))
    value = skill_value(battle, who, skill, tuple(gm_modifier(call, "av_modifier", "KM-MOD-01")))
    av = ask.number(replace(value, key=f"av{suffix}"))
    words = ("success", "failure")
    roll = ask.roll(sum_of(f"task{suffix}", titled(skill), "2d6", bonus=av, against=dv, words=words), who)
    is_success = ask.verdict(f"success{suffix}", "Succeeds", roll, at_least=dv, rule="KM-ROLL-02")
    ask.measure(who, "success", is_success)
    record = roll.record
    return Effort(who, is_success, 0 if record is None or record.total is None else record.total)


def task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """A standard or opposed task (KM-TASK-01 to KM-TASK-03, KM-OPP-01)."""
    battle = ACTING.pay(battle, call.actor, "standard", ask)
    against = difficulty(battle, call)
    what = str(call.option("text", "")).strip() or titled(str(call.option("skill", "athletics")))
    if against is None:
        ask.say(tell(battle, "{0}: {what}. Routine: it succeeds without a roll.", call.actor, what=what))
        return battle
    effort = roll_task(battle, call.actor, call, ask.number(against), ask)
    word = "succeeds" if effort.is_success else "fails"
    ask.say(tell(battle, f"{{0}}: {{what}} {word}.", call.actor, what=what))
    return battle


# ------------------------------------------------------------------------------------------ tasks that take a while


def begin_task(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """Set up an extended or competitive task: a DV, the successes it takes, perhaps a limit (KM-EXT-01, KM-EXT-02)."""
    name = str(call.option("name", "")).strip() or "Task"
    id, battle = new_id(battle, name)
    limit = call.option("attempts_max")
    begun = Task(
        id=id,
        name=name,
        needed=int(call.option("needed", 1)),
        attempts_max=None if limit is None else int(limit),
        difficulty=int(call.option("difficulty", MODERATE)),
    )
    ask.say(text("A task: {name}, {needed} successes.", name=name, needed=begun.needed))
    return replace(battle, tasks=battle.tasks | {id: begun})


def _found(battle: AnyBattle, call: Call) -> Task | None:
    """The task that a call names by its id or name, or the only one."""
    name = str(call.option("task", "")).strip().lower()
    tasks = [one for one in battle.tasks.values() if not name or name in (one.id, one.name.lower())]
    return tasks[0] if len(tasks) == 1 or (tasks and name) else None


def knows_task(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: the task is there, and attempts at it are left (KM-EXT-02)."""
    found = _found(battle, call)
    if found is None:
        sentence = text("Say which task: “{name}” is none.", name=str(call.option("task", "")))
        yield Refusal(key="no_task", sentence=sentence, can_override=False)
    elif found.attempts_max is not None and found.attempts >= found.attempts_max:
        sentence = text("{name}: there are no attempts left.", name=found.name)
        yield Refusal(key="no_attempts", sentence=sentence, rule="KM-EXT-02")


def attempt(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """One roll at an extended task; done when the successes are there (KM-EXT-01, KM-EXT-02)."""
    battle = ACTING.pay(battle, call.actor, "standard", ask)
    found = _found(battle, call)
    assert found is not None, "the guard has found it"
    effort = roll_task(battle, call.actor, call, found.difficulty or MODERATE, ask)
    battle, found = _counted(battle, found, (effort,))
    reached = sum(found.successes.values())
    ask.say(text("{name}: {reached} of {needed} successes.", name=found.name, reached=reached, needed=found.needed))
    if reached >= found.needed:
        ask.say(text("{name} is done.", name=found.name))
    elif found.attempts_max is not None and found.attempts >= found.attempts_max:
        ask.say(text("{name} has failed: the attempts are used up.", name=found.name))
    return battle


def _counted(battle: AnyBattle, found: Task, efforts: tuple[Effort, ...]) -> tuple[AnyBattle, Task]:
    """A further attempt, and who succeeded in it."""
    successes = dict(found.successes)
    for effort in efforts:
        successes[effort.who] = successes.get(effort.who, 0) + effort.is_success
    found = replace(found, successes=successes, attempts=found.attempts + 1)
    return replace(battle, tasks=battle.tasks | {found.id: found}), found


# ------------------------------------------------------------------------------------------ competing


def compete(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
    """One pass of a competitive task: everybody rolls once, and the end is looked for (KM-COMP-01 to KM-COMP-03)."""
    found = _found(battle, call)
    assert found is not None, "the guard has found it"
    dv = found.difficulty or MODERATE
    rivals = tuple(dict.fromkeys((call.actor, *call.targets)))
    efforts = ask.each(rivals, lambda who: roll_task(battle, who, call, dv, ask, suffix=f".{who}"))
    battle, found = _counted(battle, found, efforts)
    is_reached = max(found.successes.values()) >= found.needed
    is_over = found.attempts_max is not None and found.attempts >= found.attempts_max
    is_last = is_over or (is_reached and bool(setting(battle, "competitive_required_ends")))
    if is_last or (is_reached and found.attempts_max is None):
        return _decided(battle, found, efforts, ask)
    return battle


def _decided(battle: AnyBattle, found: Task, efforts: tuple[Effort, ...], ask: Ask) -> AnyBattle:
    """Who has the most successes wins; a tie goes as house rules have it (KM-COMP-02, KM-AMB-30)."""
    most = max(found.successes.values())
    best = [who for who, successes in found.successes.items() if successes == most]
    if len(best) > 1:
        policy = setting(battle, "competitive_tie")
        if policy == "ask":
            options = (
                Choice(key="highest_total", label="Highest total wins"),
                Choice(key="roll_again", label="Roll again"),
                Choice(key="draw", label="A draw"),
            )
            question = Question(
                id="tie", title=text("A tie: how is it broken?"), options=options, default="draw", rule="KM-AMB-30"
            )
            policy = ask.choose(question, ENVIRONMENT)
        if policy == "highest_total":
            top = max(effort.total for effort in efforts if effort.who in best)
            best = [effort.who for effort in efforts if effort.who in best and effort.total == top]
        elif policy == "roll_again":
            ask.say(text("{name}: a tie, and another pass.", name=found.name))
            further = None if found.attempts_max is None else found.attempts_max + 1
            return replace(battle, tasks=battle.tasks | {found.id: replace(found, attempts_max=further)})
    if len(best) == 1:
        ask.say(text("{name}: {who} wins.", name=found.name, who=ref(best[0])))
    else:
        ask.say(text("{name}: a draw.", name=found.name))
    return battle


def in_fight_costs(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
    """Guard: a task takes a standard action of the turn (KM-STD-01)."""
    if is_fighting(battle):
        for guard in ACTING.costs("standard", "KM-STD-01")[1:]:
            yield from guard(ruleset, battle, call)


_SKILL = Parameter(key="skill", title="Skill", kind="text", default="athletics", rule="KM-ROLL-01")
_TASK = Parameter(key="task", title="Task", kind="text", default="", help="Its name; nothing said: the only one.")
_AV = Parameter(key="av_modifier", title="GM: roll", kind="number", default=0, least=-30, most=30, rule="KM-MOD-01")
_DV = Parameter(key="difficulty", title="Difficulty", kind="number", least=0, most=40, rule="KM-TASK-02")

TASKS = (
    Action(
        id="task",
        title="Task",
        run=task,
        targets="none",
        parameters=(
            _SKILL,
            _DV,
            Parameter(
                key="against", title="Opposed by", kind="text", default="", rule="KM-OPP-01",
                help="Skill of the target, who tries to prevent it; nothing said: the same.",
            ),
            Parameter(key="routine", title="Routine", kind="flag", default=False, rule="KM-TASK-03"),
            Parameter(key="unfamiliar", title="Unfamiliar", kind="flag", default=False, rule="KM-TASK-03"),
            Parameter(key="hostile", title="Hostile conditions", kind="flag", default=False, rule="KM-TASK-03"),
            _AV,
            Parameter(key="text", title="What", kind="text", default=""),
        ),
        guards=(ACTING.somebody, ACTING.not_in_forced_turn, in_fight_costs),
        rules=("KM-TASK-01", "KM-TASK-02", "KM-TASK-03", "KM-OPP-01"),
        cost="standard action",
        group="other",
        help="A skill against a difficulty, or against who tries to prevent it.",
    ),
    Action(
        id="begin_task",
        title="Begin a long task",
        run=begin_task,
        parameters=(
            Parameter(key="name", title="Name", kind="text", default="Task"),
            _DV,
            Parameter(key="needed", title="Successes", kind="number", default=1, least=1, most=99, rule="KM-EXT-01"),
            Parameter(key="attempts_max", title="Attempts at most", kind="number", least=1, most=999, rule="KM-EXT-02"),
        ),
        rules=("KM-EXT-01", "KM-EXT-02", "KM-COMP-01"),
        group="order",
        help="An extended or competitive task: so many successes, perhaps within so many attempts.",
    ),
    Action(
        id="attempt_task",
        title="Attempt a long task",
        run=attempt,
        parameters=(_TASK, _SKILL, _AV),
        guards=(ACTING.somebody, ACTING.not_in_forced_turn, in_fight_costs, knows_task),
        rules=("KM-EXT-01", "KM-EXT-02"),
        cost="standard action",
        group="other",
    ),
    Action(
        id="compete",
        title="Compete",
        run=compete,
        targets="many",
        parameters=(_TASK, _SKILL, _AV),
        guards=(ACTING.somebody, knows_task),
        rules=("KM-COMP-01", "KM-COMP-02", "KM-COMP-03"),
        group="other",
        help="One pass: the actor and all targets roll once.",
    ),
)  # fmt: skip
