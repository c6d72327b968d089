"""The tree of steps: what was done, undone and redone, with the battle after each step.

Successive battles share nearly all of their data, so that keeping all of them is cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cached_property
from typing import Literal, NamedTuple

from model.engine.calls import Call
from model.session import emitter
from model.session.step_lines import lines_of, moment, plain
from model.session.values import read_call, read_note
from model.state.base import Record, replace
from model.state.battle import AnyBattle
from model.state.texts import Note, text

Kind = Literal["do", "undo", "redo"]


CORRECT = "correct_step"
"""Action of the step that begins a corrected branch; its options name the corrected step and the previous head."""
BRANCH = "begin_branch"
"""Action of the step that begins a branch on purpose; its options give the name and the previous head."""
NAME = "name_branch"
"""Action of the step that names a branch; its options give one step of the branch and the name."""
ABOUT_LINES = (CORRECT, BRANCH, NAME)
"""Actions of steps that only begin or name a branch and change nothing in the battle."""
_FORKS = tuple(f'\ncall = {{action="{action}"' for action in (CORRECT, BRANCH))
_NAMES = f'\ncall = {{action="{NAME}"'
"""How such calls begin in a file: calls are parsed only on demand, but every step is checked for these."""

_NEVER = datetime.min.replace(tzinfo=UTC)


class StepRecord:
    """When a step was made, by which call and with which note.

    Parsed from the step's lines only when needed: opening a long fight must not wait for it.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    @classmethod
    def of(cls, text: str, time: datetime, call: Call, note: Note) -> StepRecord:
        """For a step that was just made: nothing has to be parsed."""
        told = cls(text)
        told.__dict__.update(time=time, call=call, note=note)
        return told

    def _line(self, key: str, default: str) -> str:
        return next((value for name, value in lines_of(self._text) if name == key), default)

    @cached_property
    def time(self) -> datetime:
        """When it was made, or the earliest possible time if the file has no readable one."""
        try:
            return moment(self._line("time", ""))
        except ValueError:
            return _NEVER

    @cached_property
    def call(self) -> Call:
        """The call that made it, or an empty call if the file has no readable one."""
        try:
            return read_call(plain(self._line("call", "{}")))
        except ValueError:
            return Call(action="")

    @cached_property
    def note(self) -> Note:
        """Its lines in the log, or why they cannot be read."""
        try:
            return read_note(plain(self._line("note", "{}")))
        except ValueError as error:
            why = str(error).replace("{", "(").replace("}", ")")
            return Note(sentences=(text(f"What the file says of this step cannot be read: {why}"),))


class Step(Record, kw_only=True):
    """An entry of the log. For an undo or a redo, call and note are those of the step that it undoes or redoes."""

    number: int
    kind: Kind
    parent: int
    """The step after which it was made; for an undo or a redo, the step that is current after it."""
    of: int
    """The step that was undone or redone; its own number for a step of kind `do`."""
    is_undone: bool
    text: str
    """Its lines in the file."""
    told: StepRecord
    concerned: StepRecord

    @property
    def time(self) -> datetime:
        """When it was made, in UTC."""
        return self.told.time

    @property
    def call(self) -> Call:
        return self.concerned.call

    @property
    def note(self) -> Note:
        return self.concerned.note


class Fork(NamedTuple):
    """A change to another branch that took several steps in one go: one undo reverts all of them."""

    step: int
    """The step that begins the new branch; it changes nothing itself."""
    line: int
    """The step that was current before."""
    until: int
    """The last step that was made in the same go."""


class History:
    """All steps of a session in the order they were made, and which step of their tree is current."""

    def __init__(self, start: int, battle: AnyBattle) -> None:
        self.start = start
        self.head = start
        self.battle = battle
        """The current battle, after step `head`."""
        self.next_number = start + 1
        self.steps: list[Step] = []
        self._battles: dict[int, AnyBattle] = {start: battle}
        self._places: dict[int, int] = {}
        self._undone_last: dict[int, int] = {}
        self._undone: dict[int, dict[int, None]] = {}
        """The steps that were undone back to each step, the last one last."""
        self.names: list[int] = []
        """Numbers of the steps that name a branch."""
        self._forks: dict[int, Fork] = {}
        self._fork_ends: dict[int, Fork] = {}

    @property
    def root(self) -> AnyBattle:
        """The battle in the head of the file."""
        return self._battles[self.start]

    @property
    def battles(self) -> Iterable[AnyBattle]:
        """The battles after all steps, undone ones included, and at the start."""
        return self._battles.values()

    def step(self, number: int) -> Step:
        """The step with this number, which must exist."""
        return self.steps[self._places[number]]

    @property
    def standing(self) -> Iterator[Step]:
        """The steps that led to the current battle, last one first."""
        return self.standing_at(self.head)

    def standing_at(self, number: int) -> Iterator[Step]:
        """The steps that led to the battle after step `number`, that step first."""
        while number != self.start:
            step = self.step(number)
            yield step
            number = step.parent

    @property
    def undoable(self) -> Step | None:
        """The step that an undo would undo, or None; of several that were made in one go, the first."""
        return self.undoable_at(self.head)

    def undoable_at(self, number: int) -> Step | None:
        """The step that an undo would undo if step `number` were the current one."""
        if number == self.start:
            return None
        fork = self._fork_ends.get(number)
        return self.step(number if fork is None else fork.step)

    @property
    def redoable(self) -> Step | None:
        """The step that a redo would redo, or None; of several branches, the one undone last."""
        return self.redoable_at(self.head)

    def redoable_at(self, number: int) -> Step | None:
        """The undone step that a redo would redo if step `number` were the current one."""
        return next(self.undone_at(number), None)

    def undone_at(self, number: int) -> Iterator[Step]:
        """The undone steps that could be redone if step `number` were the current one, the one undone last first."""
        steps = map(self.step, reversed(self._undone.get(number, {})))
        return (step for step in steps if step.is_undone)

    def back_at(self, number: int) -> int | None:
        """The step that is current after an undo of step `number`, or None if there is nothing to undo."""
        if number == self.start:
            return None
        fork = self._fork_ends.get(number)
        return self.step(number).parent if fork is None else fork.line

    def end_of(self, number: int) -> int:
        """The last of the steps that were made in one go with step `number`."""
        fork = self._forks.get(number)
        return number if fork is None or fork.until not in self._battles else fork.until

    def undone_last(self, number: int) -> int | None:
        """The undone step that directly follows step `number`, or None; of several, the one undone last."""
        found = self._undone_last.get(number)
        return found if found is not None and self.step(found).parent == number else None

    @property
    def forks(self) -> Iterator[Step]:
        """The steps that only begin a branch, oldest first."""
        return map(self.step, self._forks)

    @property
    def standing_forks(self) -> Iterator[Step]:
        """The steps on the path to the current step that only begin a branch, last one first."""
        for number in reversed(self._forks):
            step = self.step(number)
            if not step.is_undone:
                yield step

    def is_about_lines(self, number: int) -> bool:
        """Whether a step only begins or names a branch and changes nothing in the battle."""
        return number in self._forks or number in self.names

    def has(self, number: int) -> bool:
        """Whether the battle after `number` is known: it is a step, or the start."""
        return number in self._battles

    def route(self, number: int) -> tuple[int, tuple[int, ...]]:
        """How many steps to undo, and which to redo, to make a step of any branch current."""
        if self.head != self.start and number == self.step(self.head).parent:
            return 1, ()
        if self.can_redo(number):
            return 0, (number,)
        standing = {step: at for at, step in enumerate((*(step.number for step in self.standing), self.start))}
        redone: list[int] = []
        while number not in standing:
            redone.append(number)
            number = self.step(number).parent
        return standing[number], tuple(reversed(redone))

    def go(self, number: int, time: datetime) -> list[Step]:
        """Undo and redo until a step of any branch is current; return the log entries for it."""
        undone, redone = self.route(number)
        made = []
        for _ in range(undone):
            lines = emitter.moved_step(self.next_number, "undo", self.head, time)
            made.append(self.undo(lines, StepRecord(lines)))
        for one in redone:
            lines = emitter.moved_step(self.next_number, "redo", one, time)
            made.append(self.redo(one, lines, StepRecord(lines)))
        return made

    def redo_path(self, number: int) -> tuple[int, ...]:
        """The undone steps to redo, in order, to make a step current; empty if it does not follow the current step."""
        way: list[int] = []
        while number != self.head:
            place = self._places.get(number)
            if place is None or self.steps[place].kind != "do" or not self.steps[place].is_undone:
                return ()
            way.append(number)
            number = self.steps[place].parent
        return tuple(reversed(way))

    def can_redo(self, number: int) -> bool:
        """Whether a step is undone and directly follows the current step."""
        place = self._places.get(number)
        return place is not None and self.steps[place].parent == self.head and self.steps[place].is_undone

    def add(self, battle: AnyBattle, text: str, told: StepRecord) -> Step:
        """Add a step of kind `do`, which becomes the current step."""
        number = self.next_number
        step = Step(
            number=number,
            kind="do",
            parent=self.head,
            of=number,
            is_undone=False,
            text=text,
            told=told,
            concerned=told,
        )
        self._battles[number] = battle
        self._append(step)
        self._stand_after(number)
        if any(fork in text for fork in _FORKS):
            self._keep_fork(step)
        elif _NAMES in text:
            self.names.append(number)
        return step

    def _keep_fork(self, step: Step) -> None:
        """Remember a step that begins a branch.

        A step that was edited by hand and no longer has readable options counts as an ordinary step.
        """
        line, until = step.call.option("line"), step.call.option("until", step.number)
        if isinstance(line, int) and isinstance(until, int) and line in self._battles:
            fork = Fork(step.number, line, until)
            self._forks[step.number] = self._fork_ends[until] = fork

    def undo(self, text: str, told: StepRecord) -> Step:
        """Undo the current step; the caller has checked that there is one."""
        undone = self._mark(self.head, is_undone=True)
        fork = self._forks.get(undone.number)
        for number in (undone.parent, *(() if fork is None else (fork.line,))):
            self._undone_last[number] = undone.number
            undone_there = self._undone.setdefault(number, {})
            undone_there.pop(undone.number, None)
            undone_there[undone.number] = None
        self._stand_after(undone.parent)
        return self._moved("undo", undone, text, told)

    def redo(self, number: int, text: str, told: StepRecord) -> Step:
        """Redo a step; the caller has checked `can_redo`."""
        redone = self._mark(number, is_undone=False)
        self._stand_after(number)
        return self._moved("redo", redone, text, told)

    def _stand_after(self, number: int) -> None:
        self.head, self.battle = number, self._battles[number]

    def _mark(self, number: int, *, is_undone: bool) -> Step:
        place = self._places[number]
        self.steps[place] = replace(self.steps[place], is_undone=is_undone)
        return self.steps[place]

    def _moved(self, kind: Literal["undo", "redo"], concerned: Step, text: str, told: StepRecord) -> Step:
        step = Step(
            number=self.next_number,
            kind=kind,
            parent=self.head,
            of=concerned.number,
            is_undone=False,
            text=text,
            told=told,
            concerned=concerned.told,
        )
        self._append(step)
        return step

    def _append(self, step: Step) -> None:
        self._places[step.number] = len(self.steps)
        self.steps.append(step)
        self.next_number = step.number + 1

    def battle_after(self, number: int) -> AnyBattle:
        """The battle after step `number`, or at the start."""
        return self._battles[number]

    def trimmed(self, keep: int) -> History:
        """The same history without the steps more than `keep` steps back; branches that begin after that point stay."""
        start = self.head
        for _ in range(keep):
            if start == self.start:
                break
            start = self.step(start).parent
        short = History(start, self._battles[start])
        for step in self.steps:
            if step.kind == "do" and step.parent in short._battles and step.number > start:
                short.next_number = step.number
                short.add(self._battles[step.number], step.text, step.told)
            elif step.kind != "do" and step.of in short._battles and step.of != start:
                short.next_number = step.number
                if step.kind == "undo":
                    short.undo(step.text, step.told)
                else:
                    short.redo(step.of, step.text, step.told)
        short.next_number = self.next_number
        return short
