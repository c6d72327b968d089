"""The tree of steps: what was done, undone and done again, with the battle after each step.

Earlier battles share nearly everything with later ones, so that keeping all of them is cheap.
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
"""Action of the step that begins a corrected line: which step is corrected, and where the battle stood before."""
BRANCH = "begin_branch"
"""Action of the step that begins a branch on purpose: its name, and where the battle stood before."""
NAME = "name_branch"
"""Action of the step that calls a line by a name: one of its steps, and the name."""
ABOUT_LINES = (CORRECT, BRANCH, NAME)
"""Actions of steps that only begin or name a line, and are none of what happened in the battle."""
_FORKS = tuple(f'\ncall = {{action="{action}"' for action in (CORRECT, BRANCH))
_NAMES = f'\ncall = {{action="{NAME}"'
"""How their lines in a file begin: calls are read only when somebody looks, and every step is asked for this."""

_NEVER = datetime.min.replace(tzinfo=UTC)


class Told:
    """When a step was made, by which call and with which note.

    Read from the step's lines only when they are needed: opening a long fight must not wait for it.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    @classmethod
    def of(cls, text: str, time: datetime, call: Call, note: Note) -> Told:
        """For a step just made: nothing needs to be read again."""
        told = cls(text)
        told.__dict__.update(time=time, call=call, note=note)
        return told

    def _line(self, key: str, default: str) -> str:
        return next((value for name, value in lines_of(self._text) if name == key), default)

    @cached_property
    def time(self) -> datetime:
        """When it was made; the beginning of time where the file says nothing that can be read."""
        try:
            return moment(self._line("time", ""))
        except ValueError:
            return _NEVER

    @cached_property
    def call(self) -> Call:
        """The call that made it; an empty one where the file says nothing that can be read."""
        try:
            return read_call(plain(self._line("call", "{}")))
        except ValueError:
            return Call(action="")

    @cached_property
    def note(self) -> Note:
        """Its lines in the log; where they cannot be read, why."""
        try:
            return read_note(plain(self._line("note", "{}")))
        except ValueError as error:
            why = str(error).replace("{", "(").replace("}", ")")
            return Note(sentences=(text(f"What the file says of this step cannot be read: {why}"),))


class Step(Record, kw_only=True):
    """One entry of the log. For an undo or a redo, call and note are those of the step concerned."""

    number: int
    kind: Kind
    parent: int
    """The step after which it was made; for an undo or redo, the one it led back or on to."""
    of: int
    """The step that was undone or done again; its own number for one that did something."""
    is_undone: bool
    text: str
    """Its lines in the file."""
    told: Told
    concerned: Told

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
    """Where the battle went another way in one go: an undo leads back to where it stood, all at once."""

    step: int
    """The step that begins the new line; it changes nothing itself."""
    line: int
    """The step after which the battle stood before."""
    until: int
    """The last step that was made in the same go."""


class History:
    """All steps of a session in the order they were made, and where in their tree the battle stands."""

    def __init__(self, start: int, battle: AnyBattle) -> None:
        self.start = start
        self.head = start
        self.battle = battle
        """The battle as it stands, after the head."""
        self.next_number = start + 1
        self.steps: list[Step] = []
        self._battles: dict[int, AnyBattle] = {start: battle}
        self._places: dict[int, int] = {}
        self._undone_last: dict[int, int] = {}
        self.names: list[int] = []
        """Numbers of the steps that call a line by a name."""
        self._forks: dict[int, Fork] = {}
        self._fork_ends: dict[int, Fork] = {}

    @property
    def root(self) -> AnyBattle:
        """The battle as the head of the file holds it."""
        return self._battles[self.start]

    @property
    def battles(self) -> Iterable[AnyBattle]:
        """Every battle there ever was."""
        return self._battles.values()

    def step(self, number: int) -> Step:
        """The step with a number that the history has."""
        return self.steps[self._places[number]]

    @property
    def standing(self) -> Iterator[Step]:
        """The steps that led to where the battle stands, the last one first."""
        return self.standing_at(self.head)

    def standing_at(self, number: int) -> Iterator[Step]:
        """The steps that led to where the battle stood after one of them, that one first."""
        while number != self.start:
            step = self.step(number)
            yield step
            number = step.parent

    @property
    def undoable(self) -> Step | None:
        """The step that an undo would undo; of all that were made in one go, the first."""
        if self.head == self.start:
            return None
        fork = self._fork_ends.get(self.head)
        return self.step(self.head if fork is None else fork.step)

    @property
    def redoable(self) -> Step | None:
        """The step that a redo would do again: of several branches, the one undone last."""
        number = self._undone_last.get(self.head)
        return None if number is None else self.step(number)

    @property
    def back(self) -> int | None:
        """The step after which the battle stands when an undo is made; None: there is nothing to undo."""
        if self.head == self.start:
            return None
        fork = self._fork_ends.get(self.head)
        return self.step(self.head).parent if fork is None else fork.line

    @property
    def forth(self) -> int | None:
        """The step after which the battle stands when a redo is made; None: there is nothing to do again."""
        number = self._undone_last.get(self.head)
        fork = None if number is None else self._forks.get(number)
        return number if fork is None or fork.until not in self._battles else fork.until

    def undone_last(self, number: int) -> int | None:
        """Of the undone steps that follow on one, the one undone last; None: there is none."""
        found = self._undone_last.get(number)
        return found if found is not None and self.step(found).parent == number else None

    @property
    def forks(self) -> Iterator[Step]:
        """The steps that only begin a line, the oldest first."""
        return map(self.step, self._forks)

    @property
    def standing_forks(self) -> Iterator[Step]:
        """The steps on the way to where the battle stands that only begin a line, the last one first."""
        for number in reversed(self._forks):
            step = self.step(number)
            if not step.is_undone:
                yield step

    def is_about_lines(self, number: int) -> bool:
        """Whether a step only begins or names a line, and is none of what happened in the battle."""
        return number in self._forks or number in self.names

    def has(self, number: int) -> bool:
        """Whether the battle after a step is known: one of the steps, or the start."""
        return number in self._battles

    def route(self, number: int) -> tuple[int, tuple[int, ...]]:
        """How many steps to undo, and which to do again, until the battle stands after a step of any branch."""
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
        """Undo and do again until the battle stands after a step of any branch; the steps of the log for it."""
        undone, redone = self.route(number)
        made = []
        for _ in range(undone):
            lines = emitter.moved_step(self.next_number, "undo", self.head, time)
            made.append(self.undo(lines, Told(lines)))
        for one in redone:
            lines = emitter.moved_step(self.next_number, "redo", one, time)
            made.append(self.redo(one, lines, Told(lines)))
        return made

    def way_to(self, number: int) -> tuple[int, ...]:
        """The undone steps to do again, in order, until the battle stands after one; empty: it does not follow on."""
        way: list[int] = []
        while number != self.head:
            place = self._places.get(number)
            if place is None or self.steps[place].kind != "do" or not self.steps[place].is_undone:
                return ()
            way.append(number)
            number = self.steps[place].parent
        return tuple(reversed(way))

    def can_redo(self, number: int) -> bool:
        """Whether a step is undone and follows on where the battle stands."""
        place = self._places.get(number)
        return place is not None and self.steps[place].parent == self.head and self.steps[place].is_undone

    def add(self, battle: AnyBattle, text: str, told: Told) -> Step:
        """A step that did something; the battle stands after it from now on."""
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
        """Remember where a line was made in one go; one that was mended by hand until it says nothing is a step."""
        line, until = step.call.option("line"), step.call.option("until", step.number)
        if isinstance(line, int) and isinstance(until, int) and line in self._battles:
            fork = Fork(step.number, line, until)
            self._forks[step.number] = self._fork_ends[until] = fork

    def undo(self, text: str, told: Told) -> Step:
        """Go back by a step; the caller has seen that there is one."""
        undone = self._mark(self.head, is_undone=True)
        self._undone_last[undone.parent] = undone.number
        if (fork := self._forks.get(undone.number)) is not None:
            self._undone_last[fork.line] = undone.number
        self._stand_after(undone.parent)
        return self._moved("undo", undone, text, told)

    def redo(self, number: int, text: str, told: Told) -> Step:
        """Do a step again; the caller has seen that `can_redo`."""
        redone = self._mark(number, is_undone=False)
        self._stand_after(number)
        return self._moved("redo", redone, text, told)

    def _stand_after(self, number: int) -> None:
        self.head, self.battle = number, self._battles[number]

    def _mark(self, number: int, *, is_undone: bool) -> Step:
        place = self._places[number]
        self.steps[place] = replace(self.steps[place], is_undone=is_undone)
        return self.steps[place]

    def _moved(self, kind: Literal["undo", "redo"], concerned: Step, text: str, told: Told) -> Step:
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
        """The battle after a step, or at the start."""
        return self._battles[number]

    def trimmed(self, keep: int) -> History:
        """The same history without what lies more than `keep` steps back; other branches from there on stay."""
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
