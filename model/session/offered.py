"""Dice of undone steps, which are offered again, including those that the program rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from model.dice.answers import Counts, DiceAnswer, Faces, Sum, Total, Word
from model.dice.rolls import as_typed
from model.engine.calls import Answer, Call, Taken
from model.session.history import BRANCH, CORRECT, Step
from model.state.base import Id, replace
from model.state.texts import Note, Text, gm_text

Dice = dict[str, DiceAnswer]


def dice_of(answers: dict[str, Answer], prefix: str = "") -> Iterator[tuple[str, DiceAnswer]]:
    """The dice among answers by the full ids of their requests, including those inside interruptions."""
    for id, answer in answers.items():
        if isinstance(answer, Taken):
            yield from dice_of(answer.call.answers, f"{prefix}{id}/")
        elif isinstance(answer, Faces | Sum | Total | Counts | Word):
            yield prefix + id, answer


class _Laid(NamedTuple):
    """The dice of an undone step."""

    number: int
    """Number of the step that the dice belong to."""
    depth: int
    """How many nested branches it was made in."""
    dice: Dice


class OfferedDice:
    """For each actor and action, a stack of the dice of undone steps, with those undone last on top.

    Dice of a branch made by `begin_branch` are offered in that branch only.
    """

    def __init__(self, steps: Iterable[Step]) -> None:
        self._piles: dict[tuple[Id, str], list[_Laid]] = {}
        self._depth = 0
        for step in steps:
            self.follow(step)

    def follow(self, step: Step) -> None:
        """Take a step into account: an undo adds its dice, and redoing the step or making one like it removes them."""
        call = step.call
        if step.kind == "undo":
            laid = _Laid(step.of, self._depth, dict(dice_of(call.answers)))
            self._piles.setdefault((call.actor, call.action), []).append(laid)
        else:
            self._take_up(step)
        if call.action == BRANCH:
            if step.kind == "undo":
                self._take_away(lambda laid: laid.depth >= self._depth)
            self._depth += -1 if step.kind == "undo" else 1
        elif step.kind == "do" and call.action == CORRECT:
            # Steps that a correction dropped never happened, so that their dice are not offered.
            dropped = call.option("dropped")
            numbers = dropped if isinstance(dropped, list | tuple) else ()
            self._take_away(lambda laid: laid.number in numbers)

    def _take_up(self, step: Step) -> None:
        """Remove the dice of a step that is redone; for a new step, those on top of its actor's and action's stack."""
        pile = self._piles.get((step.call.actor, step.call.action))
        if not pile:
            return
        if step.kind == "do":
            pile.pop()
            return
        at = next((at for at in reversed(range(len(pile))) if pile[at].number == step.of), None)
        if at is not None:
            del pile[at]

    def _take_away(self, concerns: Callable[[_Laid], bool]) -> None:
        for pile in self._piles.values():
            pile[:] = [laid for laid in pile if not concerns(laid)]

    def at(self, actor: Id, action: str, request_id: str) -> DiceAnswer | None:
        """The dice that are offered for a request, or None."""
        pile = self._piles.get((actor, action))
        answer = pile[-1].dice.get(request_id) if pile else None
        return replace(answer, source="offered") if isinstance(answer, Faces) else answer

    def rerolled(self, call: Call, note: Note) -> list[Text]:
        """A sentence for each roll that was made although earlier dice were offered for it."""
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
