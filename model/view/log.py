"""The log: a sentence for each step, with the numbers, dice and rulings behind it as details."""

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
    """A line under a log line; a number has its parts as children."""

    kind: DetailKind
    label: str
    value: str = ""
    rule: str = ""
    """Id of the rule, for a link into the reference."""
    remark: str = ""
    """Why a part does not count, where a roll comes from (`rolled`, `GM's ruling`), or the margin of a ruling."""
    is_applied: bool = True
    is_override: bool = False
    children: tuple[Detail, ...] = ()


class LogLine(State):
    """A step as a sentence."""

    number: int
    """Number of the step; of the last one if several are folded."""
    round: int
    spans: Spans
    steps: tuple[int, ...] = ()
    """Numbers of all steps in this line."""
    is_undone: bool = False
    details: tuple[Detail, ...] = ()
    move: str = ""
    """Fold key: equal for all moves of a combatant in a turn, and for strokes with the same text; else empty."""
    when: str = ""
    """The time by the ruleset's clock: `Round 3`; empty before combat."""
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
    """What the log needs to know about a step."""

    number: int
    note: Note
    battle: AnyBattle
    """The battle after the step."""
    call: Call | None = None
    before: AnyBattle | None = None
    """The battle before the step; its round and turn are those of the step."""
    is_undone: bool = False


def log_line(ruleset: Ruleset, entry: LogEntry, viewer: Viewer = GM) -> LogLine | None:
    """A step as a line, or None if it has nothing for this viewer.

    Players get sentences alone, without details and step number, because numbers would count hidden steps.
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
    """Steps as lines in the given order, folded as in `fold`."""
    lines = (log_line(ruleset, entry, viewer) for entry in entries)
    return fold(line for line in lines if line is not None)


def fold(lines: Iterable[LogLine]) -> tuple[LogLine, ...]:
    """Fold neighbouring lines that are moves of one turn or strokes with the same text.

    If the texts are otherwise the same, their distances are added up.
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
    """Two lines as one, the earlier step first regardless of the order of the list."""
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
    """One sentence for two that differ only in lengths and muted spans, or None if they differ in more."""
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
    """The length in metres that a span states (`8 m`, `1.2 km`), or None."""
    found = LENGTH.fullmatch(span.text) if span.kind == "number" else None
    return None if found is None else float(found[1]) * (1000 if found[2] == "km" else 1)


def _times(ruleset: Ruleset, entry: LogEntry) -> _Times:
    """The time of a step: the round, and the clock in words and in brief."""
    battle = entry.before or entry.battle
    if not battle.order.round or battle.order.phase == "ended":
        return {"round": 0, "when": "", "brief": ""}
    clock = clock_view(ruleset, battle)
    return {"round": battle.order.round, "when": clock.words, "brief": clock.brief}


def _title(ruleset: Ruleset, entry: LogEntry) -> str:
    """The title for a step without a sentence."""
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
    """Numbers with their parts, then dice, then rulings without dice, then overruled refusals."""
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
