"""Tasks other than attacks, contests, teamwork, and travel over obstacles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple

from model.board.distance import cut_off
from model.board.zones import place_at
from model.dice.outcomes import Combined, Outcome, folded, total
from model.dice.requests import DiceRequest, sum_of
from model.dice.rolls import Roll
from model.engine import turns
from model.engine.ask import Ask
from model.engine.budget import (
    has_round_mark,
    interrupted_share,
    is_turn_of,
    left,
    mark,
    mark_round,
    spent,
    with_interrupted_share,
)
from model.engine.calls import Call
from model.engine.guards import no
from model.engine.modifiers import Modifier, explain, term
from model.engine.routes import CLOSE, Route
from model.engine.ruleset import Action, Guard, Parameter, TaskActions
from model.rulesets.families.ogc import odds
from model.rulesets.families.ogc.acting import Acting
from model.rulesets.families.ogc.battle import Battle
from model.state.base import Id, Record, replace
from model.state.battle import Task, age, new_id
from model.state.board import Place
from model.state.order import Share
from model.state.texts import Explanation, Refusal, ref, text

# ---------------------------------------------------------------------------------------------------------------- teams


LENT = "standard_lent"
"""Round mark of a combatant who has already spent the standard action of their coming turn."""
DECLARED, JOINED = "attack_declared", "attack_joined"
"""Turn marks: the attack is declared and a delayed turn may interrupt; the interrupting team attack has absorbed it."""


def _comrades(battle: Battle, call: Call) -> Iterator[tuple[str, str]]:
    """Yield name and id of possible team members: combatants of the actor's side who are present and not out."""
    actor = battle.combatants.get(call.actor)
    for one in sorted(battle.combatants.values(), key=age):
        is_comrade = actor is not None and one.side == actor.side and one.id != call.actor
        if is_comrade and one.is_present and not one.is_out:
            yield one.name, one.id


TEAM = Parameter(
    key="team", title="With", kind="combatants", default=(), choices=_comrades, is_declared=True,
    help="Team members who roll together with the actor.",
)  # fmt: skip


def team_of(call: Call) -> tuple[Id, ...]:
    """Return the team: the actor and the named members, each once."""
    return tuple(dict.fromkeys((call.actor, *TEAM.said(call))))


def _spent(share: Share) -> Share:
    return spent(share, "standard")


def _joined(share: Share) -> Share:
    """Mark the share's declared attack as part of the team attack; its action is already paid."""
    return replace(share, marks=(*(mark for mark in share.marks if mark != DECLARED), JOINED))


class Teams(ABC, Generic[Battle]):
    """How combatants act together in a ruleset."""

    acting: Acting[Battle]
    rule: str
    cost_rule: str
    """Rule about who can spend an action for the team."""

    @abstractmethod
    def bonus(self, battle: Battle) -> Modifier:
        """Return the bonus of each team member to their roll."""

    def joined(self, battle: Battle, call: Call, ask: Ask) -> Battle:
        """Apply effects that teamwork has on its members besides the bonus."""
        return battle

    def lends(self, battle: Battle, who: Id) -> bool:
        """Whether a combatant may spend the standard action of their turn before the turn begins."""
        return False

    def sound(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: all members are present, and each can spend a standard action if that is required."""
        yield from self.are_there(battle, call)
        for who in team_of(call)[1:]:
            pays = battle.order.is_running and who in battle.combatants
            if pays and not self._has_action(battle, who):
                sentence = (
                    "{who} cannot take part: that takes a standard action, of a turn in progress or a delayed one."
                )
                yield no("member_no_action", sentence, self.cost_rule, who)

    def are_there(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: all members are present and not helpless, and none is the target."""
        for who in team_of(call)[1:]:
            one = battle.combatants.get(who)
            if one is None:
                sentence = text("The team names “{name}”, who is not in this battle.", name=who)
                yield Refusal(key="unknown_member", sentence=sentence, can_override=False)
            elif who in call.targets:
                yield no("member_target", "{who} cannot take part: they are the target.", self.rule, who)
            else:
                yield from self.acting.able_combatant(battle, Call(action=call.action, actor=who))

    def _has_action(self, battle: Battle, who: Id) -> bool:
        """Whether a member has a standard action: of the current, an interrupted, a delayed or the coming turn."""
        if is_turn_of(battle, who):
            return left(battle, who, "standard") > 0
        interrupted = interrupted_share(battle, who)
        if interrupted is not None:
            return interrupted.left.get("standard", 0) > 0 or DECLARED in interrupted.marks
        return who in battle.order.held or (self.lends(battle, who) and not has_round_mark(battle, who, LENT))

    def pay(self, battle: Battle, call: Call, ask: Ask) -> Battle:
        """Spend the standard actions of the team: of the current, an interrupted, a delayed or the coming turn."""
        waiting = tuple(who for who in team_of(call)[1:] if who in battle.order.held)
        battle = self.acting.pay(battle, call.actor, "standard", ask)
        for who in team_of(call)[1:]:
            if battle.order.is_running and who not in waiting:
                battle = self._given(battle, who, ask)
        if waiting:
            # The delayed turns are taken now, as one; it continues with moves left until their owners end it.
            battle = turns.take_held_turn(battle, waiting[0], ask, *waiting[1:])
        for who in waiting:
            battle = self.acting.pay(battle, who, "standard", ask)
        return battle

    def _given(self, battle: Battle, who: Id, ask: Ask) -> Battle:
        if is_turn_of(battle, who):
            return self.acting.pay(battle, who, "standard", ask)
        interrupted = interrupted_share(battle, who)
        if interrupted is not None:
            is_declared = DECLARED in interrupted.marks
            return with_interrupted_share(battle, who, _joined if is_declared else _spent)
        return mark_round(battle, who, LENT)


def best_of(rolls: Mapping[Id, Roll], against: Mapping[Id, int], ask: Ask) -> tuple[Id, bool]:
    """Return who has the highest total (the first of equals), and whether it reaches its target."""
    members = tuple(rolls)

    def worth(at: int, who: Id) -> Outcome:
        return total(rolls[who], then=lambda sum: (sum, -at))

    def whose(lead: tuple[int, int]) -> tuple[Id, bool]:
        who = members[-lead[1]]
        return who, lead[0] >= against[who]

    lead = folded(max, *(worth(at, who) for at, who in enumerate(members)))
    best: tuple[Id, bool] = ask.resolve(Combined((lead,), whose))
    return best


# --------------------------------------------------------------------------------------------------- the rules of tasks


def _in_fight(battle: Battle, call: Call) -> bool:
    return battle.order.is_running


ATHLETICS = "athletics"
"""The skill that is rolled if none is given."""
WHAT = Parameter(key="text", title="What", kind="text", default="")
FREE = Parameter(key="free", title="No action", kind="flag", default=False, applies=_in_fight)
WHICH = Parameter(key="task", title="Task", kind="text", default="", help="Its name. Empty: the only task there is.")
COUNTS_FOR = Parameter(
    key="counts_for", title="Counts for", kind="text", default="",
    help="Name of a side or team. Empty: the combatant who rolls.",
)  # fmt: skip


SKILL = Parameter(key="skill", title="Skill", kind="text", default=ATHLETICS, is_declared=True)


def skill_said(call: Call, skill: Parameter[str]) -> str:
    """Return the skill option of a call in the form of sheets: lower case with underscores."""
    return skill.said(call).strip().lower().replace(" ", "_")


def the_skill(known: Iterable[str], titled: Callable[[str], str], rule: str) -> Parameter[Any]:
    """Return the parameter of the rolled skill; its choices are the actor's skills, then the other known skills."""

    def choices(battle: Battle, call: Call) -> Iterator[tuple[str, str]]:
        who = battle.combatants.get(call.actor)
        learned = {} if who is None else {skill: rank for skill, rank in who.sheet.skills.items() if rank}
        for skill in sorted(learned, key=lambda skill: (-learned[skill], skill)):
            yield f"{titled(skill)} {learned[skill]}", skill
        others = dict.fromkeys((*known, skill_said(call, SKILL)))
        yield from ((titled(skill) if skill else "no skill", skill) for skill in others if skill not in learned)

    return replace(SKILL, choices=choices, rule=rule)


def is_opposed(battle: Battle, call: Call) -> bool:
    """Whether a combatant opposes the task."""
    return call.target in battle.combatants


def is_unopposed(battle: Battle, call: Call) -> bool:
    """Whether no combatant opposes the task, so that it has its own difficulty."""
    return not is_opposed(battle, call)


_NAME = Parameter(key="name", title="Name", kind="text", default="Task")
_DIFFICULTY: Parameter[float | None] = Parameter(key="difficulty", title="Difficulty", kind="number", least=0, most=40)
_NEEDED = Parameter(key="needed", title="Successes", kind="number", default=1, least=1, most=99)
_ATTEMPTS_MAX: Parameter[float | None] = Parameter(
    key="attempts_max", title="Maximum attempts", kind="number", least=1, most=999,
)  # fmt: skip
_MINUTES_EACH = Parameter(
    key="minutes_each", title="Minutes per attempt", kind="number", default=0, least=0, most=99_999,
    help="How far the game clock advances with each attempt outside combat.",
)  # fmt: skip
_CONTEST: Parameter[bool | None] = Parameter(
    key="contest", title="Contest", kind="flag", help="Each combatant collects successes of their own.",
)  # fmt: skip
_SIDES = Parameter(
    key="sides", title="Rival sides", kind="text", default="",
    help="Names of teams, separated by commas; single rivals are marked as targets.",
)  # fmt: skip


AGAINST = Parameter(
    key="against", title="Opposed by", kind="text", default="",
    help="Skill of the target who works against it. Empty: the same skill.",
    applies=is_opposed,
)  # fmt: skip


class TaskRules(Record, kw_only=True):
    """Ids of a ruleset's rules about tasks."""

    one_roll: tuple[str, ...]
    enough: str
    """Rule about when a roll succeeds."""
    cost: str
    extended: str
    limit: str
    contest: tuple[str, ...]
    team: tuple[str, ...]
    gm: str
    """Rule about the GM's bonuses and penalties."""

    def with_team(self) -> Parameter[Any]:
        """Return the parameter of the team members who roll together with the actor."""
        return replace(TEAM, rule=self.team[0])

    def modifier(self) -> Parameter[Any]:
        """Return the parameter of the GM's bonus or penalty."""
        return Parameter(
            key="av_modifier", title="GM: roll", kind="number", default=0, least=-30, most=30, rule=self.gm
        )

    def setting_up(self) -> tuple[Parameter[Any], ...]:
        """Return the parameters for beginning a task of several rolls."""
        return (
            _NAME,
            _DIFFICULTY,
            replace(_NEEDED, rule=self.extended),
            replace(_ATTEMPTS_MAX, rule=self.limit),
            _MINUTES_EACH,
            replace(_CONTEST, rule=self.contest[0]),
            replace(_SIDES, rule=self.contest[0]),
        )  # fmt: skip


# ------------------------------------------------------------------------------------------------------------- contests


def found_task(battle: Battle, call: Call) -> Task | None:
    """Return the task that a call names by id or name; without a name, the only open one, else the only one at all.

    Returns None if there is no such task or more than one.
    """
    name = WHICH.said(call).strip().lower()
    tasks = list(battle.tasks.values())
    if name:
        return next((one for one in tasks if name in (one.id, one.name.lower())), None)
    still_open = [one for one in tasks if one.state == "open"] or tasks
    return still_open[0] if len(still_open) == 1 else None


def roll_of(call: Call, rolled: tuple[Parameter[Any], ...]) -> dict[str, str]:
    """Return the roll options of a call as a task stores them, in words that can be shown; a flag only if it is set."""
    given = [one for one in rolled if one.key in call.options]
    flags = {one.key: one.title.lower() for one in given if one.kind == "flag" and one.said(call)}
    return {one.key: str(one.said(call)) for one in given if one.kind != "flag"} | flags


def with_roll_of(task: Task, call: Call, rolled: tuple[Parameter[Any], ...]) -> Call:
    """Return the call with the task's roll options added; options of the call take precedence."""
    if not task.roll:
        return call
    # Older files also store flags that are not set, as `False`.
    flags = {one.key: task.roll[one.key] != "False" for one in rolled if one.kind == "flag" and one.key in task.roll}
    return replace(call, options=task.roll | flags | call.options)


def with_rivals(task: Task, rivals: tuple[str, ...]) -> Task:
    """Return the task as a contest with these rivals added."""
    none = dict.fromkeys(rivals, 0)
    return replace(task, is_contest=True, successes=none | task.successes, tries=none | task.tries)


def called(battle: Battle, whose: str) -> str:
    """Return a rival for a text: a reference to a combatant, or the name of a team."""
    return ref(whose) if whose in battle.combatants else whose


# ------------------------------------------------------------------------------------------ how a contest ends


def is_pass_over(task: Task) -> bool:
    """Whether all rivals have had the same number of attempts."""
    return len(set(task.tries.values())) == 1


def is_out_of_attempts(task: Task) -> bool:
    """Whether nobody has an attempt left."""
    return task.attempts_max is not None and min(task.tries.values(), default=0) >= task.attempts_max


def won_by(battle: Battle, task: Task, whose: str, ask: Ask) -> Task:
    """Return the contest as won by this rival, and log it."""
    ask.add_message(text("{name}: {who} wins.", name=task.name, who=called(battle, whose)))
    return replace(task, state="done", winner=whose)


def drawn(task: Task, ask: Ask) -> Task:
    """Return the contest as a draw, and log it."""
    ask.add_message(text("{name}: a draw.", name=task.name))
    return replace(task, state="done")


def lost_by_all(task: Task, ask: Ask) -> Task:
    """Return the contest as failed because the attempts are used up, and log it."""
    ask.add_message(text("{name}: the attempts are used up, and no one wins.", name=task.name))
    return replace(task, state="failed")


def highest_totals(task: Task, among: list[str]) -> list[str]:
    """Return which of these rivals had the highest last roll."""
    top = max(task.totals.get(who, 0) for who in among)
    return [who for who in among if task.totals.get(who, 0) == top]


# ---------------------------------------------------------------------------------------------------------------- tasks


WORDS = ("success", "failure")
TASK_ACTIONS = TaskActions(once="task", begin="begin_task", attempt="attempt_task", compete="compete")
Value = Callable[[tuple[Modifier, ...]], Explanation]
"""Returns a combatant's bonus to the dice, including the given modifiers."""
Request = Callable[[int], DiceRequest]
"""Returns the dice request for a bonus."""


class Effort(NamedTuple):
    """Result of an attempt."""

    whose: str
    is_success: bool
    total: int


class Rolls(Generic[Battle]):
    """How a ruleset rolls the dice of one roll; by default, nothing can change the roll afterwards."""

    def throw(
        self, battle: Battle, who: Id, value: Value, request: Request, against: int, ask: Ask
    ) -> tuple[Roll, Battle]:
        """Return a combatant's roll after all possible changes, and the battle."""
        return ask.roll(request(ask.number(value(()))), who), self.rolled_once(battle, who)

    def reroll(
        self, battle: Battle, request: DiceRequest, roll: Roll, by: Id, before: str, ask: Ask
    ) -> tuple[Roll, Battle]:
        """Return a roll of a team after possible changes, offered until the request `before` is answered."""
        return roll, battle

    def merged(self, battle: Battle, before: Battle, after: Battle) -> Battle:
        """Return `battle` with the changes from `before` to `after`, which one of several simultaneous rolls made."""
        return battle

    def rolled_once(self, battle: Battle, *people: Id) -> Battle:
        """Return the battle after these combatants have rolled, or defended against a roll: what lasts so long ends."""
        return battle

    def ruled(
        self, battle: Battle, who: Id, roll: Roll, against: int, is_success: bool, ask: Ask, key: str = "success"
    ) -> Battle:
        """Return the battle after the consequences of the verdict with this key, which the GM may have overruled."""
        return battle


class TaskRolls(Rolls[Battle], ABC):
    """How a ruleset rolls for a task: the value, the difficulty, alone or as a team."""

    acting: Acting[Battle]
    teams: Teams[Battle]
    rules: TaskRules
    usual: int
    """The default difficulty of a task."""
    rolled: tuple[Parameter[Any], ...]
    """Parameters of what is rolled, the skill first."""
    against: tuple[Parameter[Any], ...]
    """Parameters of the difficulty of one roll."""

    @abstractmethod
    def value(self, battle: Battle, who: Id, call: Call) -> Value:
        """Return the function that computes a combatant's bonus to the dice of a call."""

    @abstractmethod
    def title(self, call: Call) -> str:
        """Return the title of what a call rolls: a skill."""

    @abstractmethod
    def opposition(self, battle: Battle, call: Call, more: tuple[Modifier, ...]) -> Explanation | None:
        """Return what one roll has to reach, or None if the task succeeds without a roll.

        `more` are modifiers of the combatant who opposes the task.
        """

    def is_possible(self, battle: Battle, call: Call, ask: Ask) -> bool:
        """Whether the task can be attempted at all; the GM may be asked."""
        return True

    def braces(self, battle: Battle, call: Call, ask: Ask, before: str) -> tuple[tuple[Modifier, ...], Battle]:
        """Offer modifiers to a task's opponent until the request `before` is answered; return those taken."""
        return (), battle

    def always_fails(self, battle: Battle, who: Id, call: Call) -> bool:
        """Whether a combatant fails at the roll of a call regardless of the dice."""
        return False

    # ------------------------------------------------------------------------------------- one attempt

    def _attempted(self, battle: Battle, call: Call, against: int, ask: Ask) -> tuple[Effort, Battle]:
        """Carry out one attempt of a combatant, or of a team: all members roll, the highest result counts."""
        team = team_of(call)
        if len(team) > 1:
            battle = self.teams.joined(battle, call, ask)
            effort, battle = self._as_team(battle, call, team, against, ask)
        else:
            effort, battle = self._alone(battle, call.actor, call, against, ask)
        return effort, self.rolled_once(battle, *team, *call.targets)

    def _alone(
        self, battle: Battle, who: Id, call: Call, against: int, ask: Ask, suffix: str = ""
    ) -> tuple[Effort, Battle]:
        value = self._keyed(battle, who, call, suffix)
        roll, battle = self.throw(battle, who, value, self._request(call, against, suffix), against, ask)
        effort = self._effort(battle, who, call, roll, against, ask, suffix)
        return effort, self.ruled(battle, who, roll, against, effort.is_success, ask, f"success{suffix}")

    def _effort(
        self, battle: Battle, who: Id, call: Call, roll: Roll, against: int, ask: Ask, suffix: str = ""
    ) -> Effort:
        known = False if self.always_fails(battle, who, call) else None
        is_success = ask.verdict(
            f"success{suffix}", "Succeeds", roll, at_least=against, rule=self.rules.enough, computed=known
        )
        ask.measure(who, odds.SUCCESS, is_success)
        return Effort(who, is_success, _total(roll))

    def _as_team(
        self, battle: Battle, call: Call, team: tuple[Id, ...], against: int, ask: Ask
    ) -> tuple[Effort, Battle]:
        requests = []
        for who in team:
            suffix = f".{who}"
            av = ask.number(self._keyed(battle, who, call, suffix)((self.teams.bonus(battle),)))
            requests.append((self._request(call, against, suffix)(av), who))
        rolls = dict(zip(team, ask.rolls(requests), strict=True))
        for request, who in requests:
            rolls[who], battle = self.reroll(battle, request, rolls[who], who, "task.done", ask)
        able = {who: roll for who, roll in rolls.items() if not self.always_fails(battle, who, call)}
        best, reaches = best_of(able, dict.fromkeys(able, against), ask) if able else (call.actor, False)
        is_done = ask.verdict(
            "success", "Succeeds", rolls[best], at_least=against, rule=self.rules.enough, computed=reaches
        )
        ask.measure(call.actor, odds.SUCCESS, is_done)
        word = "success" if is_done else "failure"
        ask.log(battle, f"{{0}}'s result counts: {word}.", best)
        battle = self.ruled(battle, best, rolls[best], against, is_done, ask)
        return Effort(call.actor, is_done, _total(rolls[best])), battle

    def _keyed(self, battle: Battle, who: Id, call: Call, suffix: str) -> Value:
        value = self.value(battle, who, call)
        return lambda more: replace(value(more), key=f"av{suffix}")

    def _request(self, call: Call, against: int, suffix: str) -> Request:
        title = self.title(call)
        return lambda av: sum_of(f"task{suffix}", title, "2d6", bonus=av, against=against, words=WORDS)

    def _paid(self, battle: Battle, call: Call, ask: Ask) -> Battle:
        return battle if FREE.said(call) else self.teams.pay(battle, call, ask)

    # ------------------------------------------------------------------------------------- one roll

    def _task(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Carry out a task that one roll decides, or that succeeds without a roll."""
        what = WHAT.said(call).strip() or self.title(call)
        if not self.is_possible(battle, call, ask):
            ask.log(battle, "{0}: {what}. The GM says that it cannot be attempted.", call.actor, what=what)
            return battle
        battle = self._paid(battle, call, ask)
        opposition, battle = self._opposed(battle, call, ask)
        if opposition is None:
            ask.log(battle, "{0}: {what}. It succeeds without a roll.", call.actor, what=what)
            return battle
        effort, battle = self._attempted(battle, call, ask.number(opposition), ask)
        self._may_still_brace(battle, call, effort, ask)
        word = "succeeds" if effort.is_success else "fails"
        ask.log(battle, f"{{0}}: {{what}} {word}.", call.actor, what=what)
        return battle

    def _opposed(self, battle: Battle, call: Call, ask: Ask) -> tuple[Explanation | None, Battle]:
        """Return what a roll has to reach, including the opponent's modifiers before the roll, and the battle."""
        if call.target not in battle.combatants:
            return self.opposition(battle, call, ()), battle
        dice = "task" if len(team_of(call)) == 1 else f"task.{call.actor}"
        more, battle = self.braces(battle, call, ask, dice)
        return self.opposition(battle, call, more), battle

    def _may_still_brace(self, battle: Battle, call: Call, effort: Effort, ask: Ask) -> None:
        """Make the opponent's offer beside a success too; if taken now, the next run finds it taken before the dice."""
        if effort.is_success and call.target in battle.combatants:
            self.braces(battle, call, ask, "task.done")


class Tasks(TaskRolls[Battle]):
    """How tasks and contests of one or many rolls work in a ruleset."""

    @abstractmethod
    def decide(self, battle: Battle, found: Task, ask: Ask) -> Task:
        """Return the contest after a counted attempt, with its state and winner if it is over."""

    # ------------------------------------------------------------------------------------- many rolls

    def _begin(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Begin a task of several rolls: difficulty, successes needed, optional limit of attempts and rivals."""
        name = _NAME.said(call).strip() or "Task"
        id, battle = new_id(battle, name)
        limit = _ATTEMPTS_MAX.said(call)
        rivals = (*call.targets, *(side.strip() for side in _SIDES.said(call).split(",")))
        counts = {rival: 0 for rival in rivals if rival}
        difficulty, is_contest = _DIFFICULTY.said(call), _CONTEST.said(call)
        begun = Task(
            id=id,
            name=name,
            needed=int(_NEEDED.said(call)),
            attempts_max=None if limit is None else int(limit),
            difficulty=self.usual if difficulty is None else int(difficulty),
            is_contest=len(counts) > 1 if is_contest is None else is_contest,
            successes=counts,
            tries=counts,
            roll=roll_of(call, self.rolled),
            seconds_each=round(60 * float(_MINUTES_EACH.said(call))),
            begun=battle.clock,
        )
        ask.add_message(text("A task: {name}, {needed} successes.", name=name, needed=begun.needed))
        return replace(battle, tasks=battle.tasks | {id: begun})

    def _attempt(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Carry out one attempt at a task of several rolls."""
        found = found_task(battle, call)
        assert found is not None, "the guard has checked this"
        call = with_roll_of(found, call, self.rolled)
        if not self.is_possible(battle, call, ask):
            ask.log(battle, "The GM says that {0} cannot attempt it.", call.actor)
            return battle
        battle = self._paid(battle, call, ask)
        opposition = None
        if call.target in battle.combatants:
            opposition, battle = self._opposed(battle, call, ask)
        effort, battle = self._attempted(battle, call, ask.number(opposition or self._difficulty(found)), ask)
        self._may_still_brace(battle, call, effort, ask)
        whose = COUNTS_FOR.said(call).strip() or call.actor
        found = self._counted(battle, found, effort._replace(whose=whose), ask)
        return _with_time(replace(battle, tasks=battle.tasks | {found.id: found}), found)

    def _difficulty(self, found: Task) -> Explanation:
        parts = (term("difficulty", found.name, found.difficulty or self.usual, self.rules.extended),)
        return explain("dv", "Difficulty", parts)

    def _compete(self, battle: Battle, call: Call, ask: Ask) -> Battle | Refusal:
        """Carry out one pass of a contest: all rivals roll once."""
        found = found_task(battle, call)
        assert found is not None, "the guard has checked this"
        rivals = tuple(dict.fromkeys((call.actor, *call.targets)))
        found = with_rivals(found, rivals)
        said, against = with_roll_of(found, call, self.rolled), ask.number(self._difficulty(found))
        before = battle
        efforts = ask.each(rivals, lambda who: self._alone(before, who, said, against, ask, f".{who}"))
        for _, after in efforts:
            battle = self.merged(battle, before, after)
        battle = self.rolled_once(battle, *rivals)
        for effort, _ in efforts:
            if found.state == "open":
                found = self._counted(battle, found, effort, ask)
        return _with_time(replace(battle, tasks=battle.tasks | {found.id: found}), found)

    def _counted(self, battle: Battle, found: Task, effort: Effort, ask: Ask) -> Task:
        """Return the task after a further attempt, with its consequences, and log it."""
        whose = effort.whose
        successes = found.successes | {whose: found.successes.get(whose, 0) + effort.is_success}
        if found.is_contest:
            tries = found.tries | {whose: found.tries.get(whose, 0) + 1}
            totals = found.totals | {whose: effort.total}
            found = replace(found, successes=successes, tries=tries, totals=totals, attempts=max(tries.values()))
            reached = successes[whose]
            sentence = "{name}, {who}: {reached} of {needed} successes."
            ask.add_message(
                text(sentence, name=found.name, who=called(battle, whose), reached=reached, needed=found.needed)
            )
            return self.decide(battle, found, ask)
        found = replace(found, successes=successes, attempts=found.attempts + 1)
        reached = sum(successes.values())
        ask.add_message(
            text("{name}: {reached} of {needed} successes.", name=found.name, reached=reached, needed=found.needed)
        )
        if reached >= found.needed:
            ask.add_message(text("{name} is done.", name=found.name))
            return replace(found, state="done")
        if found.attempts_max is not None and found.attempts >= found.attempts_max:
            ask.add_message(text("{name} has failed: the attempts are used up.", name=found.name))
            return replace(found, state="failed")
        return found

    # ------------------------------------------------------------------------------------- guards

    def _knows_task(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the task exists and is open, and it has attempts left."""
        found = found_task(battle, call)
        if found is None:
            name = WHICH.said(call)
            if name:
                sentence = text("There is no task “{name}”.", name=name)
            elif battle.tasks:
                sentence = text("Choose the task.")
            else:
                sentence = text("There is no extended task yet. Begin one in the Tasks panel.")
            yield Refusal(key="no_task", sentence=sentence, can_override=False)
            return
        tries = found.attempts
        if found.is_contest:
            tries = found.tries.get(COUNTS_FOR.said(call).strip() or call.actor, 0)
        if found.attempts_max is not None and tries >= found.attempts_max:
            sentence = text("{name}: no attempts are left.", name=found.name)
            yield Refusal(key="no_attempts", sentence=sentence, rule=self.rules.limit)
        elif found.state != "open":
            sentence = text("{name} is over.", name=found.name)
            yield Refusal(key="task_over", sentence=sentence, rule=self.rules.extended)

    def _payable(self, battle: Battle, call: Call) -> Iterator[Refusal]:
        """Guard: the actor and the team can pay a standard action in combat, unless the GM says that it is free."""
        if FREE.said(call):
            yield from self.teams.are_there(battle, call)
            return
        for guard in self.acting.costs("standard", self.rules.cost)[1:]:
            yield from guard(battle, call)
        yield from self.teams.sound(battle, call)

    # ------------------------------------------------------------------------------------- the actions

    def actions(self) -> tuple[Action, ...]:
        """Return the actions of tasks of one roll, of extended tasks, and of contests."""
        guards: tuple[Guard, ...] = (self.acting.able_combatant, self._payable)
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
            help="A skill against a difficulty, or against a combatant who tries to prevent it; alone or as a team.",
        )
        begin = Action(
            id="begin_task",
            title="Begin Extended Task",
            run=self._begin,
            targets="any",
            parameters=(*self.rules.setting_up(), *self.rolled),
            rules=(self.rules.extended, self.rules.limit, self.rules.contest[0]),
            group="order",
            help="An extended or competitive task: it needs a number of successes, and can limit the attempts.",
        )
        attempt = Action(
            id="attempt_task",
            title="Attempt Extended Task",
            run=self._attempt,
            targets="maybe",
            parameters=(WHICH, *self.rolled, COUNTS_FOR, team, modifier, FREE),
            guards=(*guards, self._knows_task),
            rules=(self.rules.extended, self.rules.limit),
            cost=self.acting.titles["standard"],
            section="Tasks",
            help="One roll for a task that has begun; with a target, against the combatant who works against it.",
        )
        compete = Action(
            id="compete",
            title="Compete",
            run=self._compete,
            targets="many",
            parameters=(WHICH, *self.rolled, modifier),
            guards=(self.acting.able_combatant, self._knows_task),
            rules=self.rules.contest,
            section="Tasks",
            help="One pass: the actor and all targets roll once.",
        )  # fmt: skip
        return (task, begin, attempt, compete)


def _total(roll: Roll) -> int:
    return roll.shown or 0


def _with_time(battle: Battle, task: Task) -> Battle:
    """Return the battle after the time of an attempt; in combat the clock does not advance, because rounds count."""
    if battle.order.is_running or not task.seconds_each:
        return battle
    return replace(battle, clock=battle.clock + task.seconds_each)


# --------------------------------------------------------------------------------------------------------------- travel


HAMPERED, ROLLED = "hampered", "hampered_rolled"
"""Turn marks: the roll over obstacles has failed, and it has been rolled."""


def over_obstacles(
    rolls: Rolls[Battle],
    battle: Battle,
    who: Id,
    title: str,
    value: Value,
    against: int,
    rule: str,
    ask: Ask,
    *,
    always_fails: bool = False,
) -> Battle:
    """Roll to get over obstacles; a combatant who fails is hampered for the turn."""
    battle = mark(battle, who, ROLLED)
    against = ask.number(explain("dv", "Difficulty", (term("difficulty", "Obstacles", against, rule),)))

    def request(bonus: int) -> DiceRequest:
        return sum_of(HAMPERED, title, "2d6", bonus=bonus, against=against, words=WORDS)

    roll, battle = rolls.throw(battle, who, value, request, against, ask)
    known = False if always_fails else None
    is_through = ask.verdict("unhampered", "Gets through", roll, at_least=against, rule=rule, computed=known)
    ask.measure(who, odds.UNHAMPERED, is_through)
    battle = rolls.ruled(battle, who, roll, against, is_through, ask, "unhampered")
    return battle if is_through else mark(battle, who, HAMPERED)


def cut_short(battle: Battle, who: Id, route: Route, metres: float) -> Place | None:
    """Return the place that a combatant reaches after this number of metres of a route, or None if unknown."""
    if len(route.points) < 2:
        return battle.combatants[who].place if metres <= CLOSE else route.place
    points = cut_off(route.points, metres)
    return place_at(battle.board, points[-1], battle.combatants[who].place.height)
