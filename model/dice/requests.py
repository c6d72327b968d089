"""Requests for dice: which to roll, how to parse what was typed, and which words may replace them."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from model.dice.answers import Counts, DiceAnswer, Faces, Sum, Total, Word
from model.dice.readings import Reading, pips, read, weights
from model.state.base import State

YES_WORDS = ("hit", "success", "yes")
NO_WORDS = ("miss", "failure", "no")
MOST_TYPED = 1_000
"""Letters; the faces of any request take fewer, and Python refuses to parse very long numbers."""


class Count(State):
    """Something that faces count as, with its singular and its plural."""

    reading: Reading
    one: str
    several: str = ""
    is_bare: bool = False
    """Whether the result of a single die is shown as the number alone."""

    def words(self, number: int) -> str:
        """A number with its name: `2 effects`, `no effect`."""
        if not number:
            return f"no {self.one}"
        return f"{number} {self.one if number == 1 else self.several or self.one}"


class DiceRequest(State):
    """Dice that have to be rolled for a combatant.

    Two requests are the same if the same dice are to be rolled under the same id: what is added to them, and what they
    have to reach, may change after the dice are on the table.
    """

    id: str
    title: str
    count: Annotated[int, Meta(ge=0, le=200)] = 1
    sides: Annotated[int, Meta(ge=2, le=1000)] = 6
    bonus: int = 0
    """What the total adds to the sum of the dice."""
    against: int | None = None
    """What the total has to reach; shown to the GM only."""
    roll_under: bool = False
    """Whether the total has to stay at or under `against` instead, as with percentages."""
    words: tuple[str, ...] = ()
    """Words that may replace the dice."""
    is_sum: bool = True
    """Whether only the sum of the faces matters; not so for pools and for dice that are read in several ways."""
    called: tuple[Reading, ...] = ()
    """Readings that a player may give instead of the faces, typed in this order as `5/2`; empty: none."""
    plural: str = "dice"
    """What several such dice are called."""
    counts: tuple[Count, ...] = ()
    """What the faces count as, the main thing first, so that nobody has to convert them; empty: what they show."""
    names: tuple[str, ...] = ()
    """What each face stands for, if it is the row of a table rather than a number."""

    @property
    def dice(self) -> str:
        return f"{self.count}d{self.sides}"

    @property
    def is_read(self) -> bool:
        """Whether the faces count as something other than what they show."""
        return bool(self.counts or self.names)

    def is_same_throw(self, other: DiceRequest) -> bool:
        return (self.id, self.count, self.sides) == (other.id, other.count, other.sides)

    def problem(self, answer: object) -> str | None:
        """Why an answer does not fit this request, as a sentence, or None if it fits."""
        if isinstance(answer, Faces):
            return self._faces_problem(answer.faces)
        if isinstance(answer, Sum | Total):
            if not self.is_sum:
                return f"{self.title} needs every die, not their sum."
            found = answer.sum if isinstance(answer, Sum) else answer.total - self.bonus
            if not self.count <= found <= self.count * self.sides:
                return f"{self.dice} cannot add up to {found}: only {self.count} to {self.count * self.sides}."
            return None
        if isinstance(answer, Counts):
            return self._counts_problem(answer.counts)
        if isinstance(answer, Word):
            if answer.word not in self.words:
                known = ", ".join(self.words) or "dice"
                return f"“{answer.word}” is not an answer to {self.title}; possible answers are {known}."
            return None
        return f"{self.title} needs {self.dice}."

    def _counts_problem(self, counts: tuple[int, ...]) -> str | None:
        numbers = "/".join(map(str, counts))
        if not self.called:
            return f"{self.title} takes no {numbers}: these dice are read in one way only."
        if counts not in weights(self.count, self.sides, self.readings()):
            return f"{self.count} {self.plural} cannot come to {numbers}."
        return None

    def _faces_problem(self, faces: tuple[int, ...]) -> str | None:
        for face in faces:
            if not 1 <= face <= self.sides:
                return f"There is no {face} on a d{self.sides}."
        if len(faces) != self.count:
            return f"{self.title} needs {self.count} {'die' if self.count == 1 else 'dice'}, not {len(faces)}."
        return None

    def parse(self, typed: str) -> DiceAnswer | str:
        """Parse what was typed; return a sentence if that is not possible.

        `4 5` are faces, and so is `45` if no die has two digits; `=9` is their sum, `==19` the total; words are `hit`
        or `6 damage`. Dice that are read in several ways also take `5/2`.
        """
        typed = typed.strip().lower()
        if len(typed) > MOST_TYPED:
            return f"{self.title} needs {self.dice}: that is far too many."
        if re.fullmatch(r"\d+(\s*/\s*\d+)+", typed):
            counts = Counts(counts=tuple(int(number) for number in typed.split("/")))
            return self.problem(counts) or counts
        if match := re.fullmatch(r"(==?)\s*(-?\d+)", typed):
            number = int(match[2])
            answer: DiceAnswer = Total(total=number) if match[1] == "==" else Sum(sum=number)
            return self.problem(answer) or answer
        if match := re.fullmatch(r"(\d+)\s*([a-z]+)", typed):
            return self._word(match[2], int(match[1]))
        if re.fullmatch(r"[a-z]+( [a-z\d]+)*", typed):
            return self._word(typed, None)
        if not re.fullmatch(r"\d+([\s,+]+\d+)*", typed):
            return f"“{typed}” is not dice: type the faces, = and their sum, or == and the total."
        faces = tuple(int(number) for number in re.findall(r"\d+", typed))
        if len(faces) == 1 and self.count > 1 and self.sides < 10 and len(typed) == self.count:
            faces = tuple(int(digit) for digit in typed)
        answer = Faces(faces=faces)
        return self.problem(answer) or answer

    def _word(self, word: str, amount: int | None) -> DiceAnswer | str:
        meant = [known for known in self.words if known.startswith(word)]
        full = meant[0] if len(meant) == 1 and word not in self.words else word
        answer = Word(word=full, amount=amount)
        return self.problem(answer) or answer

    def readings(self) -> tuple[Reading, ...]:
        """The readings that together say all that a player would call out."""
        return self.called or (pips(self.sides),)

    def read_as(self, face: int) -> str:
        """What a face counts or stands for: `1 + effect`, `0`, `Left Arm`; empty if it counts what it shows."""
        if self.names:
            return self.names[face - 1]
        if not self.counts:
            return ""
        first, *others = self.counts
        number = first.reading[face - 1]
        found = [count.words(more).removeprefix("1 ") for count in others if (more := count.reading[face - 1])]
        return " + ".join((str(number) if first.is_bare else first.words(number), *found))

    def result(self, faces: tuple[int, ...]) -> str:
        """The result of rolled dice in words: `5 damage, 2 effects`, `Left Arm`; empty if it is their sum."""
        if self.names:
            return ", ".join(map(self.read_as, faces))
        return self.result_of(tuple(read(faces, count.reading) for count in self.counts))

    def result_of(self, numbers: tuple[int, ...]) -> str:
        """The results of all `counts` in words, from the number of each."""
        pairs = zip(self.counts, numbers, strict=False)
        return ", ".join(count.words(number) for count, number in pairs if number or count is self.counts[0])


def sum_of(
    id: str, title: str, dice: str, *, bonus: int = 0, against: int | None = None, words: tuple[str, ...] = ()
) -> DiceRequest:
    """A request for dice of which only the sum counts, written like `2d6`."""
    count, sides = dice.split("d")
    return DiceRequest(
        id=id, title=title, count=int(count), sides=int(sides), bonus=bonus, against=against, words=words
    )


def percentile(id: str, title: str, percent: int, *, words: tuple[str, ...] = ()) -> DiceRequest:
    """A request for a d100 that has to stay at or under a percentage."""
    return DiceRequest(id=id, title=title, sides=100, against=percent, roll_under=True, words=words)


def pool(
    id: str,
    title: str,
    count: int,
    sides: int = 20,
    *,
    against: int | None = None,
    words: tuple[str, ...] = (),
    counts: tuple[Count, ...] = (),
) -> DiceRequest:
    """A request for dice that are read one by one."""
    return DiceRequest(
        id=id, title=title, count=count, sides=sides, against=against, words=words, is_sum=False, counts=counts
    )
