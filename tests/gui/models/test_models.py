"""Item models over plain lists: they change rows, never reset, and follow Qt's rules for models."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QAbstractItemModel, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from gui.models.rows import Divider, IdRole, InitiativeModel, RowRole, RowsModel
from gui.panels.log import PAGE, LogModel
from model.state.base import replace
from model.view.log import LogLine, log_lines
from model.view.order import order_view
from model.view.texts import Span
from tests.model.view.entries import SHOT_NOTE, entry, evening, move
from tests.model.view.kit import RULES, fighter, step
from tests.model.view.round3 import round3


class Words(RowsModel[tuple[str, int]]):
    """A model of rows with a name and a number."""

    def id_of(self, row: tuple[str, int]) -> str:
        return row[0]

    def value(self, row: tuple[str, int], role: int) -> object:
        return row[1] if role == Qt.ItemDataRole.DisplayRole else None


class Heard:
    """Records the signals of a model as words, such as `insert 2-2`."""

    def __init__(self, model: QAbstractItemModel) -> None:
        self.words: list[str] = []
        model.rowsInserted.connect(lambda parent, first, last: self.words.append(f"insert {first}-{last}"))
        model.rowsRemoved.connect(lambda parent, first, last: self.words.append(f"remove {first}-{last}"))
        model.rowsMoved.connect(lambda parent, first, last, to, at: self.words.append(f"move {first} to {at}"))
        model.dataChanged.connect(lambda first, last: self.words.append(f"change {first.row()}"))
        model.modelReset.connect(lambda: self.words.append("reset"))


def rows(words: str) -> list[tuple[str, int]]:
    return [(word, 1) for word in words]


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [
        ("abc", "abc", []),
        ("abc", "abdc", ["insert 2-2"]),
        ("abc", "ac", ["remove 1-1"]),
        ("abcd", "bcda", ["move 0 to 4"]),
        ("abcd", "dabc", ["move 3 to 0"]),
        ("", "ab", ["insert 0-0", "insert 1-1"]),
    ],
)
def test_rows_move_come_and_go_in_as_few_steps_as_possible(
    qtmodeltester: ModelTester, before: str, after: str, heard: list[str]
) -> None:
    model = Words()
    model.set_rows(rows(before))
    ears = Heard(model)
    model.set_rows(rows(after))
    assert ears.words == heard
    assert model.rows == tuple(rows(after))
    qtmodeltester.check(model)


def test_a_row_with_another_value_is_changed_where_it_stands(qtbot: QtBot) -> None:
    model = Words()
    model.set_rows([("a", 1), ("b", 1)])
    ears = Heard(model)
    model.set_rows([("a", 1), ("b", 2)])
    assert ears.words == ["change 1"]
    assert model.index(1).data() == 2
    assert model.index(1).data(IdRole) == "b"
    assert model.row_of("b") == 1
    assert model.row_of("z") is None


_keys = st.lists(st.sampled_from("abcdefgh"), unique=True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_keys, _keys)
def test_from_any_list_to_any_other_every_index_stays_with_its_row(
    qtbot: QtBot, before: list[str], after: list[str]
) -> None:
    model = Words()
    tester = ModelTester(None)
    tester.check(model)
    model.set_rows([(key, 1) for key in before])
    kept = {key: QPersistentModelIndex(model.index(at)) for at, key in enumerate(before)}
    model.set_rows([(key, 2) for key in after])
    assert [row[0] for row in model.rows] == after
    for key, index in kept.items():
        assert index.isValid() == (key in after)
        if index.isValid():
            assert index.data(RowRole) == (key, 2)
    tester._cleanup()


# ------------------------------------------------------------------------------------------ initiative


def initiative() -> InitiativeModel:
    model = InitiativeModel()
    model.set_order(order_view(RULES, round3()))
    return model


def test_the_initiative_model_has_rows_and_dividers(qtmodeltester: ModelTester) -> None:
    model = initiative()
    qtmodeltester.check(model)
    shown = [index.data() for index in (model.index(at) for at in range(model.rowCount()))]
    assert shown == [
        "Apex",
        "Boomer",
        "Apex",
        "Crimson",
        "Boomer's minions",
        "Sniper",
        "Environment",
        "round 4",
        "Apex",
        "Boomer",
        "Crimson",
        "Boomer's minions",
        "Sniper",
    ]
    divider = model.index(7)
    assert isinstance(divider.data(RowRole), Divider)
    assert not divider.flags() & Qt.ItemFlag.ItemIsSelectable
    assert model.who(divider) is None
    assert model.who(model.index(1)) == "boomer-2"


def test_the_end_of_a_turn_changes_the_rows_concerned_and_nothing_else(qtbot: QtBot) -> None:
    model = initiative()
    ears = Heard(model)
    model.set_order(order_view(RULES, step(round3(), "end_turn")))
    assert ears.words == ["change 3", "change 4"]


def test_a_selection_stays_with_its_row_when_a_combatant_joins_before_it(qtbot: QtBot) -> None:
    model = initiative()
    selection = QItemSelectionModel(model)
    selection.select(model.index(3), QItemSelectionModel.SelectionFlag.Select)
    battle = round3().with_combatant(fighter("rat-50", "Rat"))
    order = battle.order
    joined = replace(order.slots["slot-1"], id="slot-50", members=("rat-50",))
    slots = order.slots | {"slot-50": joined}
    battle = replace(battle, order=replace(order, slots=slots, sequence=("slot-50", *order.sequence)))
    model.set_order(order_view(RULES, battle))
    assert [index.data() for index in selection.selectedIndexes()] == ["Crimson"]
    assert selection.selectedIndexes()[0].row() == 4


def test_a_combatant_is_found_in_their_standing_row_alone_or_in_a_group(qtbot: QtBot) -> None:
    model = initiative()
    assert model.index_of("apex-1").row() == 0
    assert model.index_of("minion-7").row() == 4
    assert not model.index_of("nobody-9").isValid()


def test_who_has_two_turns_is_found_in_the_one_that_is_running(qtbot: QtBot) -> None:
    model, view = initiative(), order_view(RULES, round3())
    now, *later = view.sections
    again = replace(now.rows[0], id="again", slot="again", state="acting", is_acting=True)
    model.set_order(replace(view, sections=(replace(now, rows=(*now.rows, again)), *later)))
    assert model.index_of("apex-1").row() == len(now.rows)


# ------------------------------------------------------------------------------------------ log


def texts(model: LogModel, parent: QModelIndex | None = None) -> list[str]:
    above = QModelIndex() if parent is None else parent
    return [model.index(at, 0, above).data() for at in range(model.rowCount(above))]


def test_the_log_has_the_newest_line_on_top_and_details_under_it(qtmodeltester: ModelTester) -> None:
    model = LogModel()
    model.set_lines(log_lines(RULES, evening()))
    qtmodeltester.check(model)
    assert [text.partition(" ")[0] for text in texts(model)] == ["Boomer", "Boomer", "Crimson", "Crimson"]
    top = model.index(0, 0)
    assert texts(model, top)[:2] == ["Attack value 9", "Defence value 15"]
    defence = model.index(1, 0, top)
    assert texts(model, defence) == ["Base +8", "Agility +4", "Cover +3", "Prone +3"]
    prone = model.index(3, 0, defence)
    assert prone.data(IdRole) == "T-PRONE"
    assert "does not count" in prone.data(Qt.ItemDataRole.AccessibleTextRole)
    assert model.parent(prone) == defence
    assert model.parent(top) == QModelIndex()


def test_a_new_line_is_inserted_on_top(qtmodeltester: ModelTester) -> None:
    model = LogModel()
    model.set_lines(log_lines(RULES, evening()[:4]))
    qtmodeltester.check(model)
    ears = Heard(model)
    model.set_lines(log_lines(RULES, evening()))
    assert ears.words == ["insert 0-0"]


def test_a_further_move_changes_the_line_that_it_folds_into(qtmodeltester: ModelTester) -> None:
    model = LogModel()
    first = log_lines(RULES, [entry(1, SHOT_NOTE), move(2, 8)])
    model.set_lines(first)
    qtmodeltester.check(model)
    ears = Heard(model)
    model.set_lines(log_lines(RULES, [entry(1, SHOT_NOTE), move(2, 8), move(3, 6)]))
    assert ears.words == ["change 0"]
    assert texts(model)[0].startswith("Crimson runs 14 m")


def test_old_lines_become_rows_when_the_gm_asks(qtmodeltester: ModelTester) -> None:
    lines = [LogLine(number=n, round=1, spans=(Span(text=str(n)),), steps=(n,)) for n in range(1, 501)]
    model = LogModel()
    model.set_lines(lines)
    qtmodeltester.check(model)
    assert (texts(model)[0], texts(model)[-1], model.rowCount()) == ("500", str(501 - PAGE), PAGE)
    while model.rowCount() < 500:
        before = model.rowCount()
        model.show_older()
        assert before < model.rowCount() <= before + PAGE
    assert (texts(model)[-1], model.rowCount()) == ("1", 500)
    ears = Heard(model)
    model.set_lines([*lines, LogLine(number=501, round=2, spans=(Span(text="501"),), steps=(501,))])
    assert ears.words == ["insert 0-0"]


def test_rows_do_not_grow_with_the_evening(qtmodeltester: ModelTester, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view lays out every row at each change, which made an evening of 3,000 steps slow at its end."""
    page = 20  # the tester reads every row at each change
    monkeypatch.setattr("gui.panels.log.PAGE", page)
    model = LogModel()
    lines: list[LogLine] = []
    qtmodeltester.check(model)
    for number in range(1, 5 * page + 1):
        lines.append(LogLine(number=number, round=1, spans=(Span(text=str(number)),), steps=(number,)))
        model.set_lines(lines)
        assert model.rowCount() <= 2 * page
    assert texts(model)[0] == str(5 * page)
    while model.rowCount() < len(lines):
        model.show_older()
    assert texts(model) == [str(number) for number in range(5 * page, 0, -1)]
    lines.append(LogLine(number=9999, round=1, spans=(Span(text="9999"),), steps=(9999,)))
    model.set_lines(lines)
    assert model.rowCount() == len(lines), "what somebody scrolled to stays"


def test_another_session_shows_its_own_lines(qtmodeltester: ModelTester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.panels.log.PAGE", 20)
    model = LogModel()
    model.set_lines([LogLine(number=n, round=1, spans=(Span(text="a"),), steps=(n,)) for n in range(1, 50)])
    qtmodeltester.check(model)
    model.set_lines([LogLine(number=n, round=1, spans=(Span(text="b"),), steps=(n,)) for n in range(1, 4)])
    assert texts(model) == ["b", "b", "b"]


def test_an_undone_line_keeps_its_place_and_its_details(qtmodeltester: ModelTester) -> None:
    model = LogModel()
    model.set_lines(log_lines(RULES, [entry(1, SHOT_NOTE)]))
    qtmodeltester.check(model)
    detail = QPersistentModelIndex(model.index(0, 0, model.index(0, 0)))
    model.set_lines(log_lines(RULES, [entry(1, SHOT_NOTE, is_undone=True)]))
    assert "undone" in model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert detail.isValid()


def test_other_details_replace_those_of_before(qtmodeltester: ModelTester) -> None:
    model = LogModel()
    (line,) = log_lines(RULES, [entry(1, SHOT_NOTE)])
    model.set_lines([line])
    qtmodeltester.check(model)
    model.set_lines([replace(line, details=line.details[:1])])
    assert texts(model, model.index(0, 0)) == ["Attack value 9"]
    model.set_lines([replace(line, details=())])
    assert texts(model, model.index(0, 0)) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(1, 9), unique=True).map(sorted), st.lists(st.integers(1, 9), unique=True).map(sorted))
def test_the_log_gets_from_any_lines_to_any_other(qtbot: QtBot, before: list[int], after: list[int]) -> None:
    def lines(numbers: list[int], word: str) -> list[LogLine]:
        return [
            LogLine(number=number, round=1, spans=(Span(text=f"{word} {number}"),), steps=(number,))
            for number in numbers
        ]

    model = LogModel()
    tester = ModelTester(None)
    tester.check(model)
    model.set_lines(lines(before, "old"))
    model.set_lines(lines(after, "new"))
    assert texts(model) == [f"new {number}" for number in reversed(after)]
    tester._cleanup()


# ------------------------------------------------------------------------------------------ empty models


@pytest.mark.parametrize("make", [InitiativeModel, LogModel])
def test_an_empty_model_is_a_model(qtmodeltester: ModelTester, make: Callable[[], QAbstractItemModel]) -> None:
    model = make()
    qtmodeltester.check(model)
    assert model.rowCount() == 0
