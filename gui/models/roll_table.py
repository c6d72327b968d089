"""What several combatants are asked at once: table rows, their answers, the table's model, and plans of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from fractions import Fraction
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QObject, Qt

from gui.models.rows import RowsModel
from model.dice.answers import Counts, DiceAnswer, Faces, Sum, Total, Word
from model.dice.requests import DiceRequest
from model.dice.rolls import as_typed
from model.engine.ask import Wanted
from model.engine.calls import Answer, At, Call, Number, Option, Options
from model.engine.planning import PLAN, awaited, participants, parties, plan_of
from model.engine.requests import Question, Request
from model.engine.ruleset import Action, Ruleset
from model.engine.run import Due, may, run_once
from model.state.base import ENVIRONMENT, Id, Record, replace
from model.state.battle import AnyBattle, age, age_of
from model.state.board import Place
from model.state.texts import Explanation, Note, RollRecord, Ruling, Text
from model.state.typed_numbers import typed_number
from model.view.explanations import measure_text, ruling_text, verdict_word
from model.view.plans import plan_words
from model.view.texts import sentence, signed
from model.view.viewer import GM, PLAYERS_SIDE, name_for, sign_for

# ----------------------------------------------------------------------------------------------------------------- rows


class Asked(Record):
    """Every request of an action so far, in the order asked."""

    wanted: tuple[Wanted, ...] = ()
    is_many: bool = False
    """Whether the last requests are to several combatants, so that a table replaces the single stage."""


class RollRow(Record, kw_only=True):
    """One request in the table: who answers what, the result needed, the answer and the result."""

    id: str
    """The request's id."""
    request: Request
    by: Id
    name: str
    about: str = ""
    """Name of the combatant or thing it is about, if that is not the one who answers: `Boomer`."""
    title: str = ""
    """What is asked, in the words shown to the GM."""
    initials: str = ""
    side: str = ""
    is_hidden: bool = False
    is_out: bool = False
    left_as: str = ""
    """How they left combat alive; empty if they did not."""
    answer: Answer | None = None
    offered: DiceAnswer | None = None
    """Dice that were rolled before an undo, if there is no answer yet."""
    is_rolled: bool = False
    """Whether the program usually rolls these dice."""
    due: str = ""
    """The key for putting the request off; empty if that is not possible."""
    problem: str = ""
    """Why the existing answer no longer fits; empty if it does."""
    result: str = ""
    """The result: a total, or a verdict such as `Hit`."""
    ruling: Ruling | None = None
    """The verdict on the roll, if there is one."""
    details: tuple[str, ...] = ()
    """Lines about the parts of the number added to the dice, and about what the verdict was measured by."""

    @property
    def is_open(self) -> bool:
        return self.answer is None or bool(self.problem)

    @property
    def needed(self) -> str:
        """What has to be reached: `8 or more` on the dice, `needs 3` of a pool; empty if there is nothing to reach."""
        request = self.request
        if not isinstance(request, DiceRequest) or request.against is None:
            return ""
        if not request.is_sum:
            return f"needs {request.against}"
        least = request.against - request.bonus
        if request.roll_under:
            return f"{least} or less"
        return f"{least} or more" if least > request.count else "any throw"

    @property
    def chance(self) -> Fraction | None:
        """Probability that the dice reach what is needed; None for a question, or dice without a sum to reach."""
        request = self.request
        if not isinstance(request, DiceRequest) or request.against is None or not request.is_sum:
            return None
        least = request.against - request.bonus
        ways = counts_by_sum(request.count, request.sides)
        fit = (way for total, way in ways.items() if (total <= least if request.roll_under else total >= least))
        return Fraction(sum(fit), request.sides**request.count)

    def needed_words(self, *, is_brief: bool = False) -> str:
        """`42 % · 8 or more` until the roll is answered; then what it was measured by, because no chance is left."""
        if not self.is_open and self.ruling is not None:
            return measure_text(self.ruling)
        needed = self.needed.replace(" or more", "+").replace(" or less", "−") if is_brief else self.needed
        if not self.is_open or self.chance is None:
            return needed
        return f"{float(self.chance):.0%}".replace("%", " %") + f" · {needed}"

    @property
    def dice(self) -> str:
        """Dice and bonus, such as `d10+4` or `2d6`; empty for a question."""
        if not isinstance(self.request, DiceRequest):
            return ""
        count = "" if self.request.count == 1 else str(self.request.count)
        bonus = signed(self.request.bonus) if self.request.bonus else ""
        return f"{count}d{self.request.sides}{bonus}"


@lru_cache
def counts_by_sum(count: int, sides: int) -> dict[int, int]:
    """Return the number of ways in which this many dice give each sum, by sum."""
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, way in ways.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + way
        ways = more
    return ways


def asked(ruleset: Ruleset, battle: AnyBattle, call: Call) -> Asked:
    """Return what an action has asked so far, answered or not; costs a run for each stage."""
    known: dict[str, Answer] = {}
    found: dict[str, Wanted] = {}
    is_many = False
    while isinstance(outcome := run_once(ruleset, battle, _answered(call, known)), Due):
        is_many = any(want.of_many for want in outcome.wanted)
        found |= {wanted.request.id: wanted for wanted in outcome.wanted}
        ids = (*(wanted.request.id for wanted in outcome.wanted), *(offer.id for offer in outcome.offers))
        fresh = {id: call.answers[id] for id in ids if id in call.answers and id not in known}
        if not fresh:
            break
        known |= fresh
    return Asked(tuple(found.values()), is_many)


def _answered(call: Call, answers: dict[str, Answer]) -> Call:
    """Return the call with these answers: the same object if it has them already, so that caches find it."""
    return call if call.answers == answers else replace(call, answers=answers)


def roll_rows(
    ruleset: Ruleset,
    battle: AnyBattle,
    call: Call,
    note: Note,
    wanted: tuple[Wanted, ...],
    offered: Callable[[DiceRequest], DiceAnswer | None],
    is_rolled: Callable[[Id], bool],
) -> tuple[RollRow, ...]:
    """Return the rows of requests to several combatants, in reading order.

    That is: players' characters by seat, then one side after the other, group by group.
    """
    rolls = {record.id: record for record in note.rolls}
    rulings = {ruling.roll: ruling for ruling in note.rulings}
    parts = {explanation.key: explanation for explanation in note.explanations}
    rows = [
        _row(battle, call, want, rolls, rulings, parts, offered, is_rolled(want.by))
        for want in _in_reading_order(ruleset, battle, tuple(want for want in wanted if want.of_many))
    ]
    return tuple(rows)


def _row(
    battle: AnyBattle,
    call: Call,
    wanted: Wanted,
    rolls: Mapping[str, RollRecord],
    rulings: Mapping[str, Ruling],
    parts: Mapping[str, Explanation],
    offered: Callable[[DiceRequest], DiceAnswer | None],
    is_rolled: bool,
) -> RollRow:
    request, who = wanted.request, battle.combatants.get(wanted.by)
    ruling = rulings.get(request.id)
    answer = call.answers.get(request.id)
    name = name_for(battle, wanted.by, GM) or ""
    is_dice = isinstance(request, DiceRequest)
    return RollRow(
        id=request.id,
        request=request,
        by=wanted.by,
        name="GM" if wanted.by == ENVIRONMENT else name,
        about=_about(battle, wanted),
        title=request.title if isinstance(request, DiceRequest) else sentence(request.title, battle, GM),
        initials="" if who is None else sign_for(battle, who.id, GM),
        side="" if who is None else who.side,
        is_hidden=who is not None and who.is_hidden,
        is_out=who is not None and who.is_out,
        left_as="" if who is None else who.left_as or "",
        answer=answer,
        offered=offered(request) if isinstance(request, DiceRequest) and answer is None else None,
        is_rolled=is_rolled and is_dice,
        due=wanted.due,
        problem=wanted.problem or "",
        result=_result(request, rolls.get(request.id), ruling),
        ruling=ruling,
        details=(*_details(parts.get(request.id)), *(() if ruling is None else (ruling_text(ruling),))),
    )


def _about(battle: AnyBattle, wanted: Wanted) -> str:
    """Return the name of the combatant or thing that a request is about; empty if only about the one who answers.

    It is part of the request's id, such as `damage.boomer-2` or `guard-1.boomer-2/attack`.
    """
    outer, _, own = wanted.request.id.rpartition("/")
    for part in (own, outer):
        id = part.rpartition(".")[2]
        if id != wanted.by and (id in battle.combatants or id in battle.things):
            return name_for(battle, id, GM) or ""
    return ""


def _result(request: Request, record: RollRecord | None, ruling: Ruling | None) -> str:
    """Return the verdict, else the total if it differs from what a single die shows, else an empty string."""
    if ruling is not None:
        word = verdict_word(ruling)
        return word[:1].upper() + word[1:] + ("" if ruling.is_true == ruling.computed else " ✎")
    if record is None or record.total is None or not isinstance(request, DiceRequest) or not request.is_sum:
        return ""
    return f"= {record.total}" if request.bonus or request.count > 1 else ""


def _details(explanation: Explanation | None) -> tuple[str, ...]:
    if explanation is None:
        return ()
    return tuple(f"{part.label} {signed(part.amount)}" for part in explanation.parts if part.is_applied)


# ---------------------------------------------------------------------------------------------------- the reading order


def seats(battle: AnyBattle) -> dict[Id, int]:
    """Return the place at the table from which each character is played, from 0 upwards."""
    players = sorted(battle.players.values(), key=lambda player: (player.seat, age(player)))
    return {who: place for place, player in enumerate(players) for who in player.characters}


def _in_reading_order(ruleset: Ruleset, battle: AnyBattle, wanted: tuple[Wanted, ...]) -> list[Wanted]:
    """Return the requests in `reading_order`; those to a combatant about one target are adjacent."""
    rank = reading_order(ruleset, battle)
    asked_first: dict[tuple[Id, str], int] = {}
    for number, want in enumerate(wanted):
        asked_first.setdefault((want.by, _about(battle, want)), number)
    return sorted(wanted, key=lambda want: (rank(want.by), asked_first[want.by, _about(battle, want)]))


def reading_order(ruleset: Ruleset, battle: AnyBattle) -> Callable[[Id], tuple[int | Id, ...]]:
    """Return a sort key for ids in reading order: players' characters by seat, the sides in turn, groups together."""
    places = seats(battle)
    sides = {side: number for number, side in enumerate(dict.fromkeys((PLAYERS_SIDE, *ruleset.sides)))}
    groups = {who: number for number, slot in enumerate(_groups(battle)) for who in slot}

    def rank(id: Id) -> tuple[int | Id, ...]:
        who = battle.combatants.get(id)
        if who is None:
            return (len(sides) + 1, 0, 0, 0, id)
        if id in places:
            return (-1, places[id], 0, *age(who))
        return (sides.get(who.side, len(sides)), groups.get(id, len(groups)), 0, *age(who))

    return rank


def _groups(battle: AnyBattle) -> tuple[tuple[Id, ...], ...]:
    """The members of each slot with several members, in order of the slots' ids."""
    slots = sorted(battle.order.slots.values(), key=lambda slot: age_of(slot.id))
    return tuple(slot.members for slot in slots if len(slot.members) > 1)


# -------------------------------------------------------------------------------------------------------------- answers


def typed_of(answer: Answer | None) -> str:
    """Return an answer as it is typed: `4 5`, `=9`, `==19`, `5/2`, `hit`, `3`; empty if it is not typed."""
    match answer:
        case Faces() | Sum() | Total() | Counts() | Word():
            return as_typed(answer)
        case Number(number=number):
            return f"{number:g}"
    return ""


def chosen_keys(answer: Answer | None) -> tuple[str, ...]:
    """Return the keys of the options that an answer chooses."""
    match answer:
        case Option(option=key):
            return (key,)
        case Options(options=keys):
            return keys
    return ()


_TICKS = "\n"
"""Begins the typed text of a row in which several options may be ticked: their keys follow, one a line."""


def ticked(row: RollRow, typed: str) -> tuple[str, ...]:
    """Return the keys of the options chosen in a row: those ticked, else those of its answer, else those suggested."""
    if typed.startswith(_TICKS):
        return tuple(typed[len(_TICKS) :].split())
    if row.answer is not None and not row.problem:
        return chosen_keys(row.answer)
    return chosen_keys(preset(row.request)) if isinstance(row.request, Question) else ()


def with_tick(row: RollRow, typed: str, key: str) -> str:
    """Return the typed text with the tick of an option toggled."""
    assert isinstance(row.request, Question)
    taken = ticked(row, typed)
    return _TICKS + _TICKS.join(one.key for one in row.request.options if (one.key in taken) != (one.key == key))


def preset(question: Question) -> Answer | None:
    """Return the answer that a question suggests, or None if it suggests none, or one that does not fit."""
    default = question.default
    answer: Answer | None = None
    match question.kind:
        case "option" if isinstance(default, str):
            answer = Option(option=default)
        case "options" if isinstance(default, tuple | list):
            answer = Options(options=tuple(default))
        case "number" if isinstance(default, int | float):
            answer = Number(number=default)
        case "place" if isinstance(default, Place) and question.default_words:
            answer = At(place=default)
    return answer if answer is not None and question.problem(answer) is None else None


def read_answer(request: Request, typed: str) -> Answer | str:
    """Parse what was typed into a row; return a sentence if it cannot be the answer."""
    if isinstance(request, DiceRequest):
        return request.parse(_with_ten(request, typed))
    if request.kind == "options":
        options = Options(options=tuple(typed.split()))
        return request.problem(options) or options
    if request.kind != "number":
        return "This is chosen, not typed."
    number = typed_number(typed)
    if number is None:
        return f"“{typed.strip()}” is not a number."
    answer = Number(number=number)
    return request.problem(answer) or answer


def _with_ten(request: DiceRequest, typed: str) -> str:
    """Return what was typed, but `10` for a `0` on a single ten-sided die, whose ten is marked 0."""
    return "10" if request.sides == 10 and request.count == 1 and typed.strip() == "0" else typed


def is_complete(request: Request, typed: str) -> bool:
    """Whether what was typed is complete, so that no further digit could belong to it."""
    digits = typed.split()
    if not all(part.isdecimal() for part in digits) or not digits:
        return False
    if isinstance(request, Question):
        return request.kind == "number" and _no_digit_follows(int(digits[-1]), request.most)
    if request.called:
        return False
    if request.sides < 10:
        return len(digits) == request.count
    if request.count > 1:
        return False
    return request.sides == 10 or _no_digit_follows(int(digits[0]), request.sides)


def _no_digit_follows(number: int, most: float | None) -> bool:
    return number == 0 or (most is not None and number * 10 > most)


LEFT_OUT = "…"
"""Stands for a name or number that differs from row to row."""


def template_words(text: Text) -> str:
    """Return what all questions of one template ask, with `LEFT_OUT` for their names."""
    words = text.template
    for key in text.arguments:
        words = words.replace(f"{{{key}}}", LEFT_OUT)
    words = words.removeprefix(f"{LEFT_OUT}: ")
    return words[:1].upper() + words[1:]


# ----------------------------------------------------------------------------------------------- answers of the program


def prefilled(
    ruleset: Ruleset, battle: AnyBattle, call: Call, known: Set[str], by_itself: Callable[[Wanted], Answer | None]
) -> tuple[Call, Asked]:
    """Return the call with the program's answers to what several are asked, and all that is asked then.

    Only new requests are answered: what the GM has taken back stays open.

    Args:
        ruleset: the game.
        battle: as it is before the action.
        call: with its answers so far.
        known: ids of the requests that were asked before.
        by_itself: returns dice rolled or the choice suggested, or None if the GM has to answer.
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
    """Return the id of the request that the GM answered last, or None if there is none."""
    wanted = {want.request.id: want for want in found.wanted}
    answers = ((wanted[id], answer) for id, answer in reversed(call.answers.items()) if id in wanted)
    return next((want.request.id for want, answer in answers if not _is_prefilled(want, answer, is_rolled)), None)


def _is_prefilled(want: Wanted, answer: Answer, is_rolled: Callable[[Id], bool]) -> bool:
    """Whether the program gave this answer, or could have, so that stepping back skips it."""
    if not want.of_many or not is_rolled(want.by):
        return False
    if isinstance(want.request, Question):
        return answer == preset(want.request)
    return isinstance(answer, Faces) and answer.source != "typed"


# ------------------------------------------------------------------------------------------------------------ the model


TypedRole = Qt.ItemDataRole.UserRole + 2
"""The text being typed into the row, not yet an answer."""
TitleRole = Qt.ItemDataRole.UserRole + 3
"""What the row asks, if that differs from the common title."""


class RollTableModel(RowsModel[RollRow]):
    """A row for each request. `RowRole` gives the `RollRow`; `TypedRole` and `TitleRole` are described above."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._typed: dict[str, str] = {}
        self.common_title = ""
        """What more than half of the rows ask, in one line; empty if they ask different things, or if more than one
        name or number differs between them."""

    def id_of(self, row: RollRow) -> str:
        return row.id

    def set_rows(self, rows: Sequence[RollRow]) -> None:
        """Show these rows; text being typed is kept for each request that stays the same."""
        before = {row.id: row for row in self.rows}
        for row in rows:
            known = before.get(row.id)
            if known is not None and not _is_same(known, row):
                self._typed.pop(row.id, None)
        common, self.common_title = self.common_title, _common_title(rows)
        super().set_rows(rows)
        if rows and common != self.common_title:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def clear(self) -> None:
        """Remove all rows and typed text, for another action."""
        self._typed.clear()
        self.common_title = ""
        super().set_rows(())

    def typed(self, id: str) -> str:
        return self._typed.get(id, "")

    def set_typed(self, id: str, typed: str) -> None:
        """Keep the text being typed into a row; empty removes it."""
        if typed:
            self._typed[id] = typed
        else:
            self._typed.pop(id, None)
        at = self.row_of(id)
        if at is not None:
            self.dataChanged.emit(self.index(at), self.index(at))

    def next_open(self, after: int, *, is_same_allowed: bool = False) -> int | None:
        """Index of the next row without an answer, from the top again after the last one, or None if all have one."""
        count = len(self._rows)
        steps = range(0 if is_same_allowed else 1, count + 1)
        return next((at for step in steps if self._rows[at := (after + step) % count].is_open), None) if count else None

    @property
    def open_rows(self) -> tuple[RollRow, ...]:
        return tuple(row for row in self._rows if row.is_open)

    def own_title(self, row: RollRow) -> str:
        """What a row asks, without the name shown beside it; empty if that is the common title."""
        title = _title(row)
        if title == self.common_title or row.title == self.common_title:
            return ""
        return row.title if LEFT_OUT in title else title

    def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == TypedRole and index.isValid():
            return self.typed(self._rows[index.row()].id)
        if role == TitleRole and index.isValid():
            return self.own_title(self._rows[index.row()])
        return super().data(index, role)

    def value(self, row: RollRow, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row_words(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (row_words(row), *row.details, row.problem) if part)
        return None


def row_words(row: RollRow) -> str:
    """A row as a line of text: `Apex, Initiative, d10+4, 7, = 11`."""
    about = f"on {row.about}" if row.about else ""
    said = typed_of(row.answer) or ", ".join(option_labels(row))
    if row.is_open:
        said = "to be answered"
    return ", ".join(part for part in (row.name, row.title, about, row.dice, row.needed, said, row.result) if part)


def option_labels(row: RollRow) -> tuple[str, ...]:
    """Return the labels of the options that a row's answer chooses."""
    if not isinstance(row.request, Question):
        return ()
    keys = chosen_keys(row.answer)
    return tuple(choice.label for choice in row.request.options if choice.key in keys)


def _common_title(rows: Sequence[RollRow]) -> str:
    if len(rows) == 1:
        return rows[0].title
    title, times = Counter(map(_title, rows)).most_common(1)[0] if rows else ("", 0)
    return title if 2 * times > len(rows) and title.count(LEFT_OUT) <= 1 else ""


def _title(row: RollRow) -> str:
    """What a row asks, without the name of the one who is asked."""
    return row.title if isinstance(row.request, DiceRequest) else template_words(row.request.title)


def _is_same(one: RollRow, other: RollRow) -> bool:
    if isinstance(one.request, DiceRequest) and isinstance(other.request, DiceRequest):
        return one.request.is_same_throw(other.request)
    if isinstance(one.request, Question) and isinstance(other.request, Question):
        return one.request.is_same_question(other.request)
    return False


# ----------------------------------------------------------------------------------------------------- plans of a round


class PlanRow(Record, kw_only=True):
    """A combatant who plans, or a group that plans together."""

    id: Id
    """The combatant whose plan it is; for a group, its first member."""
    name: str
    initials: str
    side: str
    is_hidden: bool = False
    is_in: bool = False
    words: str = ""
    """The plan in words; empty if there is none yet, or if it only says that they have decided."""
    before: str = ""
    """The plan of the round before, which one key repeats."""
    has_before: bool = False
    haste: int = 0
    """Points paid for acting earlier."""


class PlansModel(RowsModel[PlanRow]):
    """A row for each combatant or group that plans. `RowRole` gives the `PlanRow`."""

    def id_of(self, row: PlanRow) -> str:
        return row.id

    def value(self, row: PlanRow, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{row.name}: {state_words(row)}"
        return None

    def next_awaited(self, after: int) -> int | None:
        """Index of the next row without a plan, from this one on and again from the top, or None if all are in."""
        count = len(self._rows)
        places: Iterable[int] = ((after + step) % count for step in range(count))
        return next((at for at in places if not self._rows[at].is_in), None)


def state_words(row: PlanRow) -> str:
    """Return the state of a plan: `in: Strike Bert`, `in`, `no plan yet, before: Guard`."""
    if row.is_in:
        return f"in: {row.words}" if row.words else "in"
    return f"no plan yet, before: {row.before}" if row.before else "no plan yet"


def is_planning(ruleset: Ruleset, battle: AnyBattle) -> bool:
    """Whether plans are being entered now: the turns wait for them, or some are in."""
    if battle.order.phase != "planning" or PLAN not in ruleset.actions:
        return False
    who = participants(battle)
    if not who:
        return False
    begins = beginning(ruleset, battle)
    waits = begins is not None and bool(may(ruleset, battle, Call(action=begins.id)))
    return waits or len(awaited(battle)) < len(who)


def beginning(ruleset: Ruleset, battle: AnyBattle) -> Action | None:
    """Return the action that begins the turns of a planned round, or None if there is none or no override allows it."""
    begins = ruleset.actions.get(ruleset.turns.begins_turns)
    if begins is None or not all(refusal.can_override for refusal in may(ruleset, battle, Call(action=begins.id))):
        return None
    return begins


def plan_rows(ruleset: Ruleset, battle: AnyBattle) -> Sequence[PlanRow]:
    """Return a row for each plan in reading order: players' characters by seat, then the GM's side."""
    rank = reading_order(ruleset, battle)
    rows = [_plan_row(ruleset, battle, members[0], _party_name(battle, members)) for members in parties(battle)]
    return sorted(rows, key=lambda row: rank(row.id))


def _party_name(battle: AnyBattle, members: tuple[Id, ...]) -> str:
    name = _name(battle, members[0])
    if len(members) == 1:
        return name
    slot = battle.order.slot_of(members[0])
    return slot.name if slot is not None and slot.name else f"{name} and others"


def _plan_row(ruleset: Ruleset, battle: AnyBattle, who: Id, name: str) -> PlanRow:
    plan, known = plan_of(battle, who), battle.order.plans.get(who)
    combatant = battle.combatants[who]
    return PlanRow(
        id=who,
        name=name,
        initials=sign_for(battle, who, GM),
        side=combatant.side,
        is_hidden=combatant.is_hidden,
        is_in=plan is not None,
        words="" if plan is None else plan_words(ruleset, battle, who, plan),
        before="" if known is None else plan_words(ruleset, battle, who, known),
        has_before=known is not None and plan is None,
        haste=0 if ruleset.turns.haste is None else ruleset.turns.haste.points(battle, who),
    )


def _name(battle: AnyBattle, who: Id) -> str:
    return name_for(battle, who, GM) or ""
