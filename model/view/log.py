"""The log: a sentence for each step, which opens into the numbers, dice and rulings that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypedDict

from model.board.bands import metres_text
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.state.base import Id, Record, State
from model.state.battle import AnyBattle
from model.state.texts import Explanation, Note, Refusal, Ruling
from model.view.explanations import explanation_view, paired, roll_view, ruling_text
from model.view.pools import clock_view
from model.view.texts import LENGTH, Span, Spans, plain, refusal_sentence, render_all, signed, unsigned
from model.view.viewer import GM, Viewer

DetailKind = Literal["number", "part", "roll", "ruling", "refusal", "sentence"]


class _Times(TypedDict):
    round: int
    when: str
    brief: str


class Detail(State):
    """A line under a log line; a number has its parts under it."""

    kind: DetailKind
    label: str
    value: str = ""
    rule: str = ""
    """Id of the rule behind it, for a link into the reference."""
    remark: str = ""
    """Why a part does not count, or whose word it is."""
    is_applied: bool = True
    is_override: bool = False
    children: tuple[Detail, ...] = ()


class LogLine(State):
    """A step in a sentence."""

    number: int
    """Of the step; of the last one where several are folded."""
    round: int
    spans: Spans
    steps: tuple[int, ...] = ()
    """Numbers of all steps in this line."""
    is_undone: bool = False
    details: tuple[Detail, ...] = ()
    move: str = ""
    """Same for all moves of one combatant in one turn, and for strokes that say the same; else empty."""
    when: str = ""
    """When it was, by the game's own clock: `Round 3`; empty before the fight."""
    brief: str = ""
    """The same for a narrow column: `R3`."""

    @property
    def has_details(self) -> bool:
        return bool(self.details)

    @property
    def text(self) -> str:
        """The sentence as plain words."""
        return plain(self.spans)


class LogEntry(Record, kw_only=True):
    """What the log needs to know of a step."""

    number: int
    note: Note
    battle: AnyBattle
    """As it was after the step."""
    call: Call | None = None
    before: AnyBattle | None = None
    """As it was before the step: its round and turn are where the step stands."""
    is_undone: bool = False


def log_line(ruleset: Ruleset, entry: LogEntry, viewer: Viewer = GM) -> LogLine | None:
    """A step as a line; None when there is nothing in it for this viewer.

    Players get sentences alone: no details and no number of the step, which would count what is hidden from them.
    """
    spans = render_all(entry.note.sentences, entry.battle, viewer)
    if not viewer.is_gm:
        return LogLine(number=0, spans=spans, is_undone=entry.is_undone, **_times(ruleset, entry)) if spans else None
    return LogLine(
        number=entry.number,
        spans=spans or (Span(text=_title(ruleset, entry), kind="muted"),),
        steps=(entry.number,),
        is_undone=entry.is_undone,
        details=tuple(_details(entry)),
        move=_move(ruleset, entry, spans),
        **_times(ruleset, entry),
    )


def log_lines(ruleset: Ruleset, entries: Iterable[LogEntry], viewer: Viewer = GM) -> tuple[LogLine, ...]:
    """Steps as lines in the order given, with the moves of one turn folded into one, and strokes that say the same."""
    lines = (log_line(ruleset, entry, viewer) for entry in entries)
    return fold(line for line in lines if line is not None)


def fold(lines: Iterable[LogLine]) -> tuple[LogLine, ...]:
    """Put neighbouring lines that are moves of one turn together, and strokes that say the same.

    The metres add up where the words are the same.
    """
    folded: list[LogLine] = []
    for line in lines:
        last = folded[-1] if folded else None
        if last is not None and line.move and (line.move, line.is_undone) == (last.move, last.is_undone):
            folded[-1] = _together(last, line)
        else:
            folded.append(line)
    return tuple(folded)


def _together(first: LogLine, second: LogLine) -> LogLine:
    """Two moves as one line, the earlier one first whatever order the list has."""
    earlier, later = sorted((first, second), key=lambda line: line.number)
    spans = _summed(earlier.spans, later.spans) or (*earlier.spans, Span(text=" "), *later.spans)
    return LogLine(
        number=later.number,
        round=later.round,
        spans=spans,
        steps=(*earlier.steps, *later.steps),
        is_undone=later.is_undone,
        details=(*earlier.details, *later.details),
        move=later.move,
        when=later.when,
        brief=later.brief,
    )


def _summed(first: Spans, second: Spans) -> Spans | None:
    """One sentence for two that differ only in lengths and in what is muted; None when they differ in more."""
    if [span.kind for span in first] != [span.kind for span in second]:
        return None
    spans: list[Span] = []
    for one, other in zip(first, second, strict=True):
        lengths = _metres(one), _metres(other)
        if lengths[0] is not None and lengths[1] is not None:
            spans.append(Span(text=metres_text(lengths[0] + lengths[1]), kind="number"))
        elif one.kind == "muted" or one == other:
            spans.append(other)
        else:
            return None
    return tuple(spans)


def _metres(span: Span) -> float | None:
    """The length that a span says: `8 m`, `1.2 km`."""
    found = LENGTH.fullmatch(span.text) if span.kind == "number" else None
    return None if found is None else float(found[1]) * (1000 if found[2] == "km" else 1)


def _times(ruleset: Ruleset, entry: LogEntry) -> _Times:
    """When a step was: by the engine's count, in words and in brief."""
    battle = entry.before or entry.battle
    if not battle.order.round:
        return {"round": 0, "when": "", "brief": ""}
    clock = clock_view(ruleset, battle)
    return {"round": battle.order.round, "when": clock.words, "brief": clock.brief}


def _title(ruleset: Ruleset, entry: LogEntry) -> str:
    """What a step is called that says nothing about itself."""
    action = None if entry.call is None else ruleset.actions.get(entry.call.action)
    return f"Step {entry.number}" if action is None else action.title


def _move(ruleset: Ruleset, entry: LogEntry, spans: Spans) -> str:
    call = entry.call
    action = None if call is None else ruleset.actions.get(call.action)
    if call is None or action is None:
        return ""
    if action.is_stroke:
        return f"{action.id}/{plain(spans)}"
    if action.group != "move":
        return ""
    order = (entry.before or entry.battle).order
    slot: Id = "" if order.turn is None else order.turn.slot
    return f"{order.round}/{slot}/{call.actor}"


def _details(entry: LogEntry) -> Iterator[Detail]:
    """Numbers with their parts, then dice, then rulings that no dice decided, then what was set aside."""
    note = entry.note
    yield from map(_number, note.explanations)
    pairs, others = paired(note.rolls, note.rulings)
    for record, ruling in pairs:
        view = roll_view(record, ruling, entry.battle, GM)
        title = f"{view.title}, {view.by}" if view.by else view.title
        source = {"said": "GM's ruling", "rolled": "rolled", "offered": "earlier dice"}.get(record.source, "")
        yield Detail(
            kind="roll",
            label=f"{title}, {record.dice}",
            value=view.text,
            rule=view.rule,
            remark=source,
            is_override=ruling is not None and ruling.is_true != ruling.computed,
        )
    yield from map(_ruling, others)
    for refusal in note.overruled:
        yield _overruled(refusal, entry.battle)


def _number(explanation: Explanation) -> Detail:
    view = explanation_view(explanation)
    parts = (
        Detail(
            kind="part",
            label=row.label,
            value=row.amount,
            rule=row.rule,
            remark=row.why_not,
            is_applied=row.is_applied,
            is_override=row.is_override,
        )
        for row in view.rows
    )
    return Detail(
        kind="number",
        label=view.title,
        value=unsigned(view.total),
        is_override=view.is_overridden,
        children=tuple(parts),
    )


def _ruling(ruling: Ruling) -> Detail:
    margin = "" if ruling.margin is None or ruling.measured else f"by {signed(ruling.margin)}"
    return Detail(
        kind="ruling",
        label=ruling.title,
        value=ruling_text(ruling),
        rule=ruling.rule,
        remark=margin,
        is_override=ruling.is_true != ruling.computed,
    )


def _overruled(refusal: Refusal, battle: AnyBattle) -> Detail:
    return Detail(
        kind="refusal",
        label=refusal_sentence(refusal, battle, GM),
        value="done anyway",
        rule=refusal.rule,
        is_override=True,
    )
