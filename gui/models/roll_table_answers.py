"""What the program answers by itself where many are asked, and which answer was given last by hand. Knows no Qt."""

from __future__ import annotations

from collections.abc import Callable, Set

from gui.models.roll_table_rows import Asked, asked, preset
from model.dice.answers import Faces
from model.engine.ask import Wanted
from model.engine.calls import Answer, Call
from model.engine.requests import Question
from model.engine.ruleset import Ruleset
from model.state.base import Id, replace
from model.state.battle import AnyBattle


def prefilled(
    ruleset: Ruleset, battle: AnyBattle, call: Call, known: Set[str], by_itself: Callable[[Wanted], Answer | None]
) -> tuple[Call, Asked]:
    """The call with what the program answers by itself where many are asked, and everything that it then has asked.

    Only requests that are new: what the GM has taken back stays open.

    Args:
        ruleset: the game.
        battle: as it is before the action.
        call: with its answers so far.
        known: ids of the requests that were asked before.
        by_itself: dice thrown, or the choice suggested; None where somebody has to say it.
    """
    while True:
        found = asked(ruleset, battle, call)
        new = (want for want in found.wanted if want.of_many)
        fresh = [want for want in new if want.request.id not in known | call.answers.keys()]
        answers = {want.request.id: answer for want in fresh if (answer := by_itself(want)) is not None}
        if not answers:
            break
        known = known | {want.request.id for want in fresh}
        call = replace(call, answers=call.answers | answers)
    return call, found


def last_given(found: Asked, call: Call, is_rolled: Callable[[Id], bool]) -> str | None:
    """Id of the request that was answered last by hand; None when nothing was."""
    wanted = {want.request.id: want for want in found.wanted}
    answers = ((wanted[id], answer) for id, answer in reversed(call.answers.items()) if id in wanted)
    return next((want.request.id for want, answer in answers if not _is_prefilled(want, answer, is_rolled)), None)


def _is_prefilled(want: Wanted, answer: Answer, is_rolled: Callable[[Id], bool]) -> bool:
    """Whether the program gave this answer, or could have: stepping back passes it over."""
    if not want.of_many or not is_rolled(want.by):
        return False
    if isinstance(want.request, Question):
        return answer == preset(want.request)
    return isinstance(answer, Faces) and answer.source != "typed"
