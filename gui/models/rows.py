"""Item models of lists: one for rows of any kind, that of the initiative list, and the rows of the targets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from model.engine.odds import Odds
from model.engine.ruleset import Measure
from model.state.base import Id, Record
from model.state.battle import AnyBattle
from model.state.texts import Explanation, Note, Ruling
from model.view.explanations import abbreviated
from model.view.order import OrderRow, OrderView
from model.view.texts import unsigned
from model.view.viewer import GM, name_for, sign_for

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex

RowRole = Qt.ItemDataRole.UserRole
"""The row itself."""
IdRole = Qt.ItemDataRole.UserRole + 1
"""Id of the row or of what it is about, as a string."""


def reconcile(
    model: QAbstractItemModel,
    rows: list[Row],
    fresh: Sequence[Row],
    key: Callable[[Row], Hashable],
    change: Callable[[int, Row], None],
    *,
    moved: Callable[[], None] = lambda: None,
    tail: int = 0,
) -> None:
    """Turn a model's top-level rows into `fresh`, and notify its views of every step.

    Rows are the same if their keys are: a selection, an open row or a scroll position stays with them. `change` has to
    replace the value at an index and notify; it is called only if the two differ. `moved` is called inside each step
    that shifts rows. The last `tail` rows are known to be the same and left alone: `fresh` does not include them.
    """
    if len(fresh) == len(rows) - tail:
        pairs = enumerate(zip(rows, fresh, strict=False))
        others = [at for at, (old, new) in pairs if old is not new and old != new]
        if all(key(rows[at]) == key(fresh[at]) for at in others):
            # The usual case: the same rows in the same places, few of which have changed.
            for at in others:
                change(at, fresh[at])
            return
    wanted = {key(row) for row in fresh}
    top = QModelIndex()
    for at in reversed(range(len(rows) - tail)):
        if key(rows[at]) not in wanted:
            model.beginRemoveRows(top, at, at)
            del rows[at]
            moved()
            model.endRemoveRows()
    for at, row in enumerate(fresh):
        if at >= len(rows) - tail or key(rows[at]) != key(row):
            _place(model, rows, at, row, key, moved, tail)
        if rows[at] is not row and rows[at] != row:
            change(at, row)


def _place(
    model: QAbstractItemModel,
    rows: list[Row],
    at: int,
    row: Row,
    key: Callable[[Row], Hashable],
    moved: Callable[[], None],
    tail: int,
) -> None:
    """Insert a row at this index, or move it there. All rows before are in place; at this index is another or none."""
    top = QModelIndex()
    end = len(rows) - tail
    present = next((index for index in range(at, end) if key(rows[index]) == key(row)), None)
    if present is None:
        model.beginInsertRows(top, at, at)
        rows.insert(at, row)
        moved()
        model.endInsertRows()
    elif present == at + 1:
        # The row at this index went further down: one step instead of one for each row that follows.
        model.beginMoveRows(top, at, at, top, end)
        rows.insert(end - 1, rows.pop(at))
        moved()
        model.endMoveRows()
    else:
        model.beginMoveRows(top, present, present, top, at)
        rows.insert(at, rows.pop(present))
        moved()
        model.endMoveRows()


class RowsModel(QAbstractListModel, Generic[Row]):
    """A list of frozen rows, each with an id."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self._rows)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows."""
        reconcile(self, self._rows, rows, self.id_of, self._change)

    def id_of(self, row: Row) -> str:
        """The id by which a row is recognized as the same row."""
        raise NotImplementedError

    def row_of(self, id: str) -> int | None:
        """Index of the row with this id, or None if there is none."""
        return next((at for at, row in enumerate(self._rows) if self.id_of(row) == id), None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == RowRole:
            return row
        if role == IdRole:
            return self.id_of(row)
        return self.value(row, role)

    def value(self, row: Row, role: int) -> Any:
        """The value of a row for one of Qt's roles."""
        raise NotImplementedError

    def _change(self, at: int, row: Row) -> None:
        self._rows[at] = row
        index = self.index(at)
        self.dataChanged.emit(index, index)


# -------------------------------------------------------------------------------------------------- the initiative list


class Divider(Record):
    """A heading between two sections."""

    id: str
    title: str


Entry = OrderRow | Divider


_SELECTABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


class InitiativeModel(RowsModel[Entry]):
    """The rows of the initiative list. `RowRole` gives the `OrderRow` or `Divider`."""

    def set_order(self, order: OrderView) -> None:
        """Show an initiative order."""
        self.set_rows(entries_of(order))

    def id_of(self, row: Entry) -> str:
        return row.id

    def who(self, index: Index) -> str | None:
        """The combatant that the row at an index is about, or None if there is none."""
        row = self._rows[index.row()] if index.isValid() else None
        return row.who if isinstance(row, OrderRow) else None

    def index_of(self, who: str) -> QModelIndex:
        """Index of the row about a combatant or their group, or invalid.

        Of several it is the one whose turn it is, or else the first one that is not nested.
        """
        rows = [(at, row) for at, row in enumerate(self._rows) if isinstance(row, OrderRow)]
        standing = [(at, row) for at, row in rows if not row.is_nested]
        acting = [(at, row) for at, row in standing if row.is_acting]
        for at, row in (*acting, *standing, *rows):
            if who == row.who or who in row.members:
                return self.index(at)
        return QModelIndex()

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self._rows[index.row()] if index.isValid() else None
        if not isinstance(row, OrderRow):
            return Qt.ItemFlag.NoItemFlags
        return _SELECTABLE

    def value(self, row: Entry, role: int) -> Any:
        if isinstance(row, Divider):
            is_text = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return row.title if is_text else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return row.words
        return None


def entries_of(order: OrderView) -> list[Entry]:
    """Return the rows of an initiative order, with the headings of its sections."""
    entries: list[Entry] = []
    for section in order.sections:
        if section.title:
            entries.append(Divider(f"section/{section.key}", section.title))
        entries += section.rows
    return entries


# --------------------------------------------------------------------------------------------- the targets of an action


class TargetRow(Record, kw_only=True):
    """One of several targets: who, the number to reach, the odds, and the verdict once there is one."""

    id: Id
    name: str
    initials: str
    side: str
    is_hidden: bool = False
    is_out: bool = False
    left_as: str = ""
    """How they left combat alive; empty if they did not."""
    numbers: str = ""
    """Numbers of this target alone: `DV 15`."""
    chance: Fraction | None = None
    """Probability of the first of the ruleset's chances, or None if it is not known."""
    chance_title: str = ""
    """Title of that chance; empty for the usual one, such as to hit, which goes without saying."""
    further: tuple[tuple[str, Fraction], ...] = ()
    """Title and overall probability of each further chance above 0: `drops`, 1/12."""
    mean: Fraction | None = None
    """The average amount, or None if it is not known."""
    ruling: Ruling | None = None

    @property
    def words(self) -> str:
        """The row as a sentence."""
        parts = [self.name, self.numbers]
        parts += [] if self.chance is None else [f"{self.chance_title} {float(self.chance):.1%}".strip()]
        parts += [f"{title} {float(chance):.1%}" for title, chance in self.further]
        parts += [f"{float(self.mean):.1f} on average"] if self.mean else []
        return ", ".join(part for part in parts if part)


def target_rows(
    battle: AnyBattle,
    targets: tuple[Id, ...],
    explanations: Iterable[Explanation],
    note: Note,
    odds: Odds | None,
    measures: tuple[Measure, ...],
) -> tuple[TargetRow, ...]:
    """Return a row for each target that is a combatant, in the order of `targets`."""
    told = tuple(explanations)
    rulings = {who: ruling for ruling in reversed(note.rulings) if (who := subject_of(ruling.key)) is not None}
    return tuple(
        _row(battle, who, told, rulings.get(who), odds, measures) for who in targets if who in battle.combatants
    )


def subject_of(key: str) -> Id | None:
    """Return the id that a number or verdict with a key such as `dv.boomer-2` is about, or None if it concerns all."""
    return _split_key(key)[1] or None


def _split_key(key: str) -> tuple[str, str]:
    """Split a key such as `dv.boomer-2` into `dv` and `boomer-2`, leaving out what precedes a slash."""
    what, _, who = key.rpartition("/")[2].partition(".")
    return what, who


def main_explanations(
    explanations: Iterable[Explanation], current: Id | None, listed: Collection[Id]
) -> tuple[Explanation, ...]:
    """Return the numbers that a GM has to read in full: those that concern all, and those of `current`.

    The other `listed` ones have their own lines. Of the rest, a number that several have, such as the members of a
    team, is left out, because it was in the rows of their dice.
    """
    told = tuple(explanations)
    times = Counter(_split_key(each.key)[0] for each in told if subject_of(each.key) is not None)

    def is_told(each: Explanation) -> bool:
        who = subject_of(each.key)
        if who is None or who == current:
            return True
        return who not in listed and times[_split_key(each.key)[0]] == 1

    return tuple(each for each in told if is_told(each))


def _row(
    battle: AnyBattle,
    who: Id,
    told: tuple[Explanation, ...],
    ruling: Ruling | None,
    odds: Odds | None,
    measures: tuple[Measure, ...],
) -> TargetRow:
    one, name = battle.combatants[who], name_for(battle, who, GM) or ""
    numbers = (f"{abbreviated(each.title)} {unsigned(each.total)}" for each in told if subject_of(each.key) == who)
    known = set() if odds is None else {key for id, key in odds.measures if id == who}
    chances = [
        (one.title, odds.chance(who, one.key))
        for one in measures
        if odds is not None and one.kind == "chance" and one.key in known
    ]
    usual = next((one.title for one in measures if one.kind == "chance"), "")
    spread = next((one.key for one in measures if one.kind == "spread" and one.key in known), None)
    mean = None if odds is None or spread is None else _mean(odds, who, spread)
    return TargetRow(
        id=who,
        name=name,
        initials=sign_for(battle, who, GM),
        side=one.side,
        is_hidden=one.is_hidden,
        is_out=one.is_out,
        left_as=one.left_as or "",
        numbers=" · ".join(numbers),
        chance=chances[0][1] if chances else None,
        chance_title=chances[0][0] if chances and chances[0][0] != usual else "",
        further=tuple((title, chance) for title, chance in chances[1:] if chance),
        mean=mean,
        ruling=ruling,
    )


def _mean(odds: Odds, who: Id, key: str) -> Fraction:
    """The average of an amount; outcomes that never get that far count as 0."""
    return sum((amount * chance for amount, chance in odds.distribution(who, key).items()), Fraction(0))
