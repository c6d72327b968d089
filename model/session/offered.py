"""Dice that lie on the table from steps that were undone: offered again, rolled ones too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.dice.answers import Counts, DiceAnswer, Faces, Sum, Total, Word
from model.dice.rolls import as_typed
from model.engine.calls import Answer, Call, Taken
from model.session.history import CORRECT, Step
from model.state.base import Id, replace
from model.state.texts import Note, Text, gm_text

Dice = dict[str, DiceAnswer]


def dice_of(answers: dict[str, Answer], prefix: str = "") -> Iterator[tuple[str, DiceAnswer]]:
    """The dice among answers by the full ids of their requests, those inside interruptions too."""
    for id, answer in answers.items():
        if isinstance(answer, Taken):
            yield from dice_of(answer.call.answers, f"{prefix}{id}/")
        elif isinstance(answer, Faces | Sum | Total | Counts | Word):
            yield prefix + id, answer


class OfferedDice:
    """For each actor and action, the dice of the undone steps: those undone last lie on top."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self._piles: dict[tuple[Id, str], list[tuple[int, Dice]]] = {}
        """Each with the number of the step whose dice they are."""
        for step in steps:
            self.follow(step)

    def follow(self, step: Step) -> None:
        """Take a step into account: an undo lays dice down, doing it again takes them up."""
        key = (step.call.actor, step.call.action)
        if step.kind == "undo":
            self._piles.setdefault(key, []).append((step.of, dict(dice_of(step.call.answers))))
        elif self._piles:
            pile = self._piles.get(key)
            if pile:
                pile.pop()
            if step.kind == "do" and step.call.action == CORRECT:
                self._take_away(step.call.option("dropped"))

    def _take_away(self, dropped: object) -> None:
        """Dice of steps that a correction dropped never lay on the table."""
        numbers = dropped if isinstance(dropped, list | tuple) else ()
        for pile in self._piles.values():
            pile[:] = [(number, dice) for number, dice in pile if number not in numbers]

    def at(self, actor: Id, action: str, request_id: str) -> DiceAnswer | None:
        """The answer that lay on the table for a request, if any."""
        pile = self._piles.get((actor, action))
        answer = pile[-1][1].get(request_id) if pile else None
        return replace(answer, source="offered") if isinstance(answer, Faces) else answer

    def taken_anew(self, call: Call, note: Note) -> list[Text]:
        """A sentence for each throw that was made although its dice lay on the table."""
        titles = {record.id: record.title for record in note.rolls}
        sentences = []
        for id, answer in dice_of(call.answers):
            old = self.at(call.actor, call.action, id)
            if old is not None and id in titles and as_typed(old) != as_typed(answer):
                dice = as_typed(old)
                sentences.append(
                    gm_text("{roll} rolled again: the earlier dice were {dice}.", roll=titles[id], dice=dice)
                )
        return sentences
