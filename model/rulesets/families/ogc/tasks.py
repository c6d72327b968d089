"""Tasks: one roll or many, alone, as a team or against rivals, beside a fight or without one.

A game says what is rolled and against what; what several rolls come to is kept in the battle's tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from model.dice.requests import DiceRequest, sum_of
from model.dice.rolls import Roll
from model.engine.ask import Ask
from model.engine.calls import Call
from model.engine.evening import TaskActions
from model.engine.modifiers import Modifier, explain, term
from model.engine.ruleset import Action, Guard, Parameter, Ruleset
from model.engine.telling import tell
from model.rulesets.families.ogc.acting import Acting, is_fighting
from model.rulesets.families.ogc.contests import called, found_task, with_rivals, with_roll_of
from model.rulesets.families.ogc.task_rules import COUNTS_FOR, FREE, WHAT, WHICH, TaskRules
from model.rulesets.families.ogc.teams import Teams, best_of, team_of
from model.state.base import Id, replace
from model.state.battle import AnyBattle, Task, new_id
from model.state.texts import Explanation, Refusal, text

WORDS = ("success", "failure")
TASK_ACTIONS = TaskActions(once="task", begin="begin_task", attempt="attempt_task", compete="compete")
Value = Callable[[tuple[Modifier, ...]], Explanation]
"""What somebody adds to the dice, with these modifiers besides their own."""
Request = Callable[[int], DiceRequest]
"""The dice, by what is added to them."""


class Effort(NamedTuple):
    """What an attempt came to."""

    whose: str
    is_success: bool
    total: int


def plainly(
    battle: AnyBattle, who: Id, value: Value, request: Request, against: int, ask: Ask
) -> tuple[Roll, AnyBattle]:
    """Have somebody throw, with nothing that could still change it."""
    return ask.roll(request(ask.number(value(()))), who), battle


def unmoved(battle: AnyBattle, who: Id, roll: Roll, against: int, is_success: bool, ask: Ask) -> AnyBattle:
    """Nothing follows from how the GM has ruled."""
    return battle


def _undecided(battle: AnyBattle, who: Id, call: Call) -> bool:
    return False


def _unbraced(battle: AnyBattle, call: Call, ask: Ask, before: str) -> tuple[tuple[Modifier, ...], AnyBattle]:
    return (), battle


def _possible(battle: AnyBattle, call: Call, ask: Ask) -> bool:
    return True


def _together(battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
    return battle


@dataclass(frozen=True, kw_only=True)
class Tasks:
    """How a game rolls for tasks."""

    acting: Acting
    teams: Teams
    rules: TaskRules
    value: Callable[[AnyBattle, Id, Call], Value]
    """What somebody adds to the dice of a call."""
    title: Callable[[Call], str]
    """What a call rolls, in words: a skill."""
    opposition: Callable[[AnyBattle, Call, tuple[Modifier, ...]], Explanation | None]
    """What one roll has to reach, with these modifiers of who works against it; None: it succeeds without one."""
    usual: int
    """The difficulty of a task of which nothing is said."""
    decide: Callable[[AnyBattle, Task, Ask], Task]
    """Whether a contest is over, after each attempt that was counted, and who has won it."""
    rolled: tuple[Parameter, ...]
    """What can be said about what is rolled, the skill first."""
    against: tuple[Parameter, ...]
    """What can be said about the difficulty of one roll."""
    team_bonus: Callable[[AnyBattle], Modifier]
    together: Callable[[AnyBattle, Call, Ask], AnyBattle] = _together
    """What acting as a team brings besides the bonus."""
    is_possible: Callable[[AnyBattle, Call, Ask], bool] = _possible
    """Whether it can be tried at all, where the GM has to say."""
    throw: Callable[[AnyBattle, Id, Value, Request, int, Ask], tuple[Roll, AnyBattle]] = plainly
    """How somebody's dice are thrown, with all that may still change them."""
    braces: Callable[[AnyBattle, Call, Ask, str], tuple[tuple[Modifier, ...], AnyBattle]] = _unbraced
    """What who works against a task may do about it until the request of that id is answered."""
    always_fails: Callable[[AnyBattle, Id, Call], bool] = _undecided
    """Whether somebody fails at what a call rolls, whatever the dice say."""
    ruled: Callable[[AnyBattle, Id, Roll, int, bool, Ask], AnyBattle] = unmoved
    """What follows from how the GM has ruled on a result."""

    # ------------------------------------------------------------------------------------- one attempt

    def _attempted(self, battle: AnyBattle, call: Call, against: int, ask: Ask) -> tuple[Effort, AnyBattle]:
        """One attempt of somebody, or of a team: everybody rolls, the highest result counts."""
        team = team_of(call)
        if len(team) > 1:
            battle = self.together(battle, call, ask)
            return self._as_team(battle, call, team, against, ask)
        return self._alone(battle, call.actor, call, against, ask)

    def _alone(
        self, battle: AnyBattle, who: Id, call: Call, against: int, ask: Ask, suffix: str = ""
    ) -> tuple[Effort, AnyBattle]:
        value = self._keyed(battle, who, call, suffix)
        roll, battle = self.throw(battle, who, value, self._request(call, against, suffix), against, ask)
        effort = self._effort(battle, who, call, roll, against, ask, suffix)
        return effort, self.ruled(battle, who, roll, against, effort.is_success, ask)

    def _effort(
        self, battle: AnyBattle, who: Id, call: Call, roll: Roll, against: int, ask: Ask, suffix: str = ""
    ) -> Effort:
        known = False if self.always_fails(battle, who, call) else None
        is_success = ask.verdict(
            f"success{suffix}", "Succeeds", roll, at_least=against, rule=self.rules.enough, computed=known
        )
        ask.measure(who, "success", is_success)
        return Effort(who, is_success, _total(roll))

    def _as_team(
        self, battle: AnyBattle, call: Call, team: tuple[Id, ...], against: int, ask: Ask
    ) -> tuple[Effort, AnyBattle]:
        requests = []
        for who in team:
            suffix = f".{who}"
            av = ask.number(self._keyed(battle, who, call, suffix)((self.team_bonus(battle),)))
            requests.append((self._request(call, against, suffix)(av), who))
        rolls = dict(zip(team, ask.rolls(requests), strict=True))
        best, reaches = best_of(rolls, against, ask)
        is_done = ask.verdict(
            "success", "Succeeds", rolls[best], at_least=against, rule=self.rules.enough, computed=reaches
        )
        ask.measure(call.actor, "success", is_done)
        word = "success" if is_done else "failure"
        ask.say(tell(battle, f"The result of {{0}} counts: {word}.", best))
        battle = self.ruled(battle, best, rolls[best], against, is_done, ask)
        return Effort(call.actor, is_done, _total(rolls[best])), battle

    def _keyed(self, battle: AnyBattle, who: Id, call: Call, suffix: str) -> Value:
        value = self.value(battle, who, call)
        return lambda more: replace(value(more), key=f"av{suffix}")

    def _request(self, call: Call, against: int, suffix: str) -> Request:
        title = self.title(call)
        return lambda av: sum_of(f"task{suffix}", title, "2d6", bonus=av, against=against, words=WORDS)

    def _paid(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle:
        return battle if call.option("free", False) else self.teams.pay(battle, call, ask)

    # ------------------------------------------------------------------------------------- one roll

    def _task(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """A task that one roll decides, or none at all."""
        what = str(call.option("text", "")).strip() or self.title(call)
        if not self.is_possible(battle, call, ask):
            ask.say(tell(battle, "{0}: {what}. The GM says that it cannot be tried.", call.actor, what=what))
            return battle
        battle = self._paid(battle, call, ask)
        opposition, battle = self._opposed(battle, call, ask)
        if opposition is None:
            ask.say(tell(battle, "{0}: {what}. It succeeds without a roll.", call.actor, what=what))
            return battle
        effort, battle = self._attempted(battle, call, ask.number(opposition), ask)
        self._may_still_brace(battle, call, effort, ask)
        word = "succeeds" if effort.is_success else "fails"
        ask.say(tell(battle, f"{{0}}: {{what}} {word}.", call.actor, what=what))
        return battle

    def _opposed(self, battle: AnyBattle, call: Call, ask: Ask) -> tuple[Explanation | None, AnyBattle]:
        """What a roll has to reach, with what its opponent does about it beforehand."""
        if call.target not in battle.combatants:
            return self.opposition(battle, call, ()), battle
        dice = "task" if len(team_of(call)) == 1 else f"task.{call.actor}"
        more, battle = self.braces(battle, call, ask, dice)
        return self.opposition(battle, call, more), battle

    def _may_still_brace(self, battle: AnyBattle, call: Call, effort: Effort, ask: Ask) -> None:
        """Show that offer beside a success too: whoever takes it up now is found before the dice by the next run."""
        if effort.is_success and call.target in battle.combatants:
            self.braces(battle, call, ask, "task.done")

    # ------------------------------------------------------------------------------------- many rolls

    def _begin(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """Set up a task of several rolls: a difficulty, the successes it takes, perhaps a limit and rivals."""
        name = str(call.option("name", "")).strip() or "Task"
        id, battle = new_id(battle, name)
        limit = call.option("attempts_max")
        rivals = (*call.targets, *(side.strip() for side in str(call.option("sides", "")).split(",")))
        counts = {rival: 0 for rival in rivals if rival}
        begun = Task(
            id=id,
            name=name,
            needed=int(call.option("needed", 1)),
            attempts_max=None if limit is None else int(limit),
            difficulty=int(call.option("difficulty", self.usual)),
            is_contest=bool(call.option("contest", len(counts) > 1)),
            successes=counts,
            tries=counts,
            roll={one.key: str(call.options[one.key]) for one in self.rolled if one.key in call.options},
            seconds_each=round(60 * float(call.option("minutes_each", 0))),
            begun=battle.clock,
        )
        ask.say(text("A task: {name}, {needed} successes.", name=name, needed=begun.needed))
        return replace(battle, tasks=battle.tasks | {id: begun})

    def _attempt(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """One attempt at a task that takes several."""
        found = found_task(battle, call)
        assert found is not None, "the guard has found it"
        call = with_roll_of(found, call)
        if not self.is_possible(battle, call, ask):
            ask.say(tell(battle, "The GM says that {0} cannot try it.", call.actor))
            return battle
        battle = self._paid(battle, call, ask)
        opposition = None
        if call.target in battle.combatants:
            opposition, battle = self._opposed(battle, call, ask)
        effort, battle = self._attempted(battle, call, ask.number(opposition or self._difficulty(found)), ask)
        self._may_still_brace(battle, call, effort, ask)
        whose = str(call.option("counts_for", "")).strip() or call.actor
        found = self._counted(battle, found, effort._replace(whose=whose), ask)
        return _with_time(replace(battle, tasks=battle.tasks | {found.id: found}), found)

    def _difficulty(self, found: Task) -> Explanation:
        parts = (term("difficulty", found.name, found.difficulty or self.usual, self.rules.extended),)
        return explain("dv", "Difficulty", parts)

    def _compete(self, battle: AnyBattle, call: Call, ask: Ask) -> AnyBattle | Refusal:
        """One pass of a contest: everybody rolls once."""
        found = found_task(battle, call)
        assert found is not None, "the guard has found it"
        rivals = tuple(dict.fromkeys((call.actor, *call.targets)))
        found = with_rivals(found, rivals)
        said, against = with_roll_of(found, call), ask.number(self._difficulty(found))
        efforts = ask.each(rivals, lambda who: self._in_contest(battle, who, said, against, ask))
        for effort in efforts:
            if found.state == "open":
                found = self._counted(battle, found, effort, ask)
        return _with_time(replace(battle, tasks=battle.tasks | {found.id: found}), found)

    def _in_contest(self, battle: AnyBattle, who: Id, call: Call, against: int, ask: Ask) -> Effort:
        suffix = f".{who}"
        value, request = self._keyed(battle, who, call, suffix), self._request(call, against, suffix)
        roll, _ = plainly(battle, who, value, request, against, ask)
        return self._effort(battle, who, call, roll, against, ask, suffix)

    def _counted(self, battle: AnyBattle, found: Task, effort: Effort, ask: Ask) -> Task:
        """A task after a further attempt, with what comes of it."""
        whose = effort.whose
        successes = found.successes | {whose: found.successes.get(whose, 0) + effort.is_success}
        if found.is_contest:
            tries = found.tries | {whose: found.tries.get(whose, 0) + 1}
            totals = found.totals | {whose: effort.total}
            found = replace(found, successes=successes, tries=tries, totals=totals, attempts=max(tries.values()))
            reached = successes[whose]
            sentence = "{name}, {who}: {reached} of {needed} successes."
            ask.say(text(sentence, name=found.name, who=called(battle, whose), reached=reached, needed=found.needed))
            return self.decide(battle, found, ask)
        found = replace(found, successes=successes, attempts=found.attempts + 1)
        reached = sum(successes.values())
        ask.say(text("{name}: {reached} of {needed} successes.", name=found.name, reached=reached, needed=found.needed))
        if reached >= found.needed:
            ask.say(text("{name} is done.", name=found.name))
            return replace(found, state="done")
        if found.attempts_max is not None and found.attempts >= found.attempts_max:
            ask.say(text("{name} has failed: the attempts are used up.", name=found.name))
            return replace(found, state="failed")
        return found

    # ------------------------------------------------------------------------------------- guards

    def _knows_task(self, ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: the task is there and open, and attempts at it are left."""
        found = found_task(battle, call)
        if found is None:
            name = str(call.option("task", ""))
            if name:
                sentence = text("Say which task: “{name}” is none.", name=name)
            elif battle.tasks:
                sentence = text("Say which of the tasks it is.")
            else:
                sentence = text("There is no long task yet: the panel of tasks begins one.")
            yield Refusal(key="no_task", sentence=sentence, can_override=False)
            return
        tries = found.attempts
        if found.is_contest:
            tries = found.tries.get(str(call.option("counts_for", "")).strip() or call.actor, 0)
        if found.attempts_max is not None and tries >= found.attempts_max:
            sentence = text("{name}: there are no attempts left.", name=found.name)
            yield Refusal(key="no_attempts", sentence=sentence, rule=self.rules.limit)
        elif found.state != "open":
            sentence = text("{name} is over.", name=found.name)
            yield Refusal(key="task_over", sentence=sentence, rule=self.rules.extended)

    def _payable(self, ruleset: Ruleset, battle: AnyBattle, call: Call) -> Iterator[Refusal]:
        """Guard: in a fight, a standard action, unless the GM says that this takes none."""
        if call.option("free", False):
            yield from self.teams.are_there(ruleset, battle, call)
            return
        for guard in (*self.acting.costs("standard", self.rules.cost)[1:], self.acting.not_in_forced_turn):
            yield from guard(ruleset, battle, call)
        yield from self.teams.sound(ruleset, battle, call)

    # ------------------------------------------------------------------------------------- the actions

    def actions(self) -> tuple[Action, ...]:
        """A task of one roll, and those that take a while."""
        guards: tuple[Guard, ...] = (self.acting.somebody, self._payable)
        team, modifier = self.rules.with_team(), self.rules.modifier()
        task = Action(
            id="task",
            title="Task",
            run=self._task,
            targets="maybe",
            parameters=(*self.rolled[:1], *self.against, *self.rolled[1:], team, modifier, FREE, WHAT),
            guards=guards,
            rules=(*self.rules.one_roll, *self.rules.team),
            cost=self.acting.titles["standard"],
            section="Tasks",
            help="A skill against a difficulty, or against who tries to prevent it; alone or as a team.",
        )
        begin = Action(
            id="begin_task",
            title="Begin a long task",
            run=self._begin,
            targets="any",
            parameters=(*self.rules.setting_up(), *self.rolled),
            rules=(self.rules.extended, self.rules.limit, self.rules.contest[0]),
            group="order",
            help="An extended or competitive task: so many successes, perhaps within so many attempts.",
        )
        attempt = Action(
            id="attempt_task",
            title="Attempt a long task",
            run=self._attempt,
            targets="maybe",
            parameters=(WHICH, *self.rolled, COUNTS_FOR, team, modifier, FREE),
            guards=(*guards, self._knows_task),
            rules=(self.rules.extended, self.rules.limit),
            cost=self.acting.titles["standard"],
            section="Tasks",
            help="One roll at a task that was begun; with a target, against who works against it.",
        )
        compete = Action(
            id="compete",
            title="Compete",
            run=self._compete,
            targets="many",
            parameters=(WHICH, *self.rolled, modifier),
            guards=(self.acting.somebody, self._knows_task),
            rules=self.rules.contest,
            section="Tasks",
            help="One pass: the actor and all targets roll once.",
        )  # fmt: skip
        return (task, begin, attempt, compete)


def _total(roll: Roll) -> int:
    record = roll.record
    return 0 if record is None or record.total is None else record.total


def _with_time(battle: AnyBattle, task: Task) -> AnyBattle:
    """Outside a fight an attempt takes the time that was set for it; in a fight the rounds count."""
    if is_fighting(battle) or not task.seconds_each:
        return battle
    return replace(battle, clock=battle.clock + task.seconds_each)
