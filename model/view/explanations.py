"""The parts of a number, the results of dice and rulings, as text and rows."""

from __future__ import annotations

from collections.abc import Iterable

from model.state.base import State
from model.state.battle import AnyBattle
from model.state.texts import Explanation, Part, RollRecord, Ruling
from model.view.texts import signed, unsigned
from model.view.viewer import Viewer, name_for

_WORDS = {
    "hit": ("hit", "miss"),
    "save": ("saved", "not saved"),
    "resist": ("resisted", "not resisted"),
    "resisted": ("resisted", "not resisted"),
}
"""Words for true and false by the local key of a ruling; the default is success and failure."""


class ExplanationRow(State):
    """One part of a number."""

    key: str
    label: str
    amount: str
    """`+3`, `−2`."""
    rule: str = ""
    is_applied: bool = True
    why_not: str = ""
    is_override: bool = False
    """Whether it is a number that the GM typed."""


class ExplanationView(State):
    """A number and the parts that add up to it."""

    key: str
    title: str
    rows: tuple[ExplanationRow, ...]
    total: int

    @property
    def is_overridden(self) -> bool:
        return any(row.is_override for row in self.rows)

    @property
    def remarks(self) -> tuple[str, ...]:
        """A sentence for each part that does not count: `Prone not applied: only the highest bonus counts.`"""
        return tuple(
            f"{row.label} not applied: {row.why_not}." for row in self.rows if not row.is_applied and row.why_not
        )


class RollView(State):
    """A roll of dice."""

    id: str
    title: str
    by: str
    """Name of the combatant who rolled."""
    dice: str
    faces: tuple[int, ...]
    text: str
    """`4 5 · 19 against 18 · hit`"""
    verdict: str = ""
    """`hit`; empty if the roll decides nothing."""
    is_success: bool | None = None
    rule: str = ""


def explanation_view(explanation: Explanation) -> ExplanationView:
    """An explanation as rows."""
    return ExplanationView(
        key=explanation.key,
        title=explanation.title,
        rows=tuple(map(_row, explanation.parts)),
        total=explanation.total,
    )


def _row(part: Part) -> ExplanationRow:
    return ExplanationRow(
        key=part.key,
        label=part.label,
        amount=signed(part.amount),
        rule=part.rule,
        is_applied=part.is_applied,
        why_not=part.why_not,
        is_override=part.is_override,
    )


def verdict_word(ruling: Ruling) -> str:
    """`hit`, `miss`, `success`, `failure`, or the ruleset's word."""
    if ruling.word:
        return ruling.word
    local = ruling.key.rpartition("/")[2].partition(".")[0]
    yes, no = _WORDS.get(local, ("success", "failure"))
    return yes if ruling.is_true else no


def measure_text(ruling: Ruling) -> str:
    """What a ruling was measured by: `19 against 18`, or the ruleset's words; empty if nothing was measured."""
    if ruling.measured:
        return ruling.measured
    if ruling.total is None or ruling.against is None:
        return ""
    return f"{unsigned(ruling.total)} against {unsigned(ruling.against)}"


def ruling_text(ruling: Ruling) -> str:
    """`19 against 18 · hit`, with a remark if the GM decided otherwise."""
    parts = [measure] if (measure := measure_text(ruling)) else []
    parts.append(verdict_word(ruling) + (", by the GM's ruling" if ruling.is_true != ruling.computed else ""))
    return " · ".join(parts)


def faces_text(record: RollRecord) -> str:
    """`4 5`, or what was entered instead: `sum 9`, `hit`."""
    if record.word:
        return record.word
    if record.faces:
        return " ".join(map(str, record.faces))
    return "" if record.sum is None else f"sum {record.sum}"


def roll_view(record: RollRecord, ruling: Ruling | None, battle: AnyBattle, viewer: Viewer) -> RollView:
    """A roll with its verdict. Totals are for the GM; the dice that players see are in `model.view.players`."""
    parts = [faces_text(record)]
    if ruling is not None:
        parts.append(ruling_text(ruling))
    elif record.result:
        parts.append(record.result)
    elif record.total is not None and (record.bonus or len(record.faces) > 1):
        parts.append(unsigned(record.total))
    return RollView(
        id=record.id,
        title=record.title,
        by=name_for(battle, record.by, viewer) or "",
        dice=record.dice,
        faces=record.faces,
        text=" · ".join(part for part in parts if part),
        verdict="" if ruling is None else verdict_word(ruling),
        is_success=None if ruling is None else ruling.is_true,
        rule="" if ruling is None else ruling.rule,
    )


def paired(
    rolls: Iterable[RollRecord], rulings: Iterable[Ruling]
) -> tuple[tuple[tuple[RollRecord, Ruling | None], ...], tuple[Ruling, ...]]:
    """Each roll with the ruling that was based on it, and the rulings without a roll.

    A ruling names its roll; in old files it belongs to a roll of the same call (the same path before its last key) with
    the same total.
    """
    open_rulings = list(rulings)
    pairs: list[tuple[RollRecord, Ruling | None]] = []
    for record in rolls:
        path = record.id.rpartition("/")[0]
        found = next(
            (
                ruling
                for ruling in open_rulings
                if ruling.roll == record.id
                or (not ruling.roll and ruling.key.rpartition("/")[0] == path and ruling.total == record.total)
            ),
            None,
        )
        if found is not None:
            open_rulings.remove(found)
        pairs.append((record, found))
    return tuple(pairs), tuple(open_rulings)


def roll_views(
    rolls: Iterable[RollRecord], rulings: Iterable[Ruling], battle: AnyBattle, viewer: Viewer
) -> tuple[RollView, ...]:
    """The rolls of a note, each with its verdict, in the order rolled."""
    pairs, _ = paired(rolls, rulings)
    return tuple(roll_view(record, ruling, battle, viewer) for record, ruling in pairs)


def abbreviated(title: str) -> str:
    """A short form of a title: the part after a colon, or else the initials if it has several words."""
    if ": " in title:
        return title.partition(": ")[2]
    words = title.split()
    return "".join([word[0].upper() for word in words]) if len(words) > 1 else title
