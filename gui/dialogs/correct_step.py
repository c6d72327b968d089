"""Dialog that corrects an earlier step: its call, its result, and what would change in later steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gui.controllers.action_controller import PLACING, place_keys, place_of, placed_at, with_place
from gui.controllers.history import CorrectionRow, ResultLine, StepCorrection
from gui.dialogs.forms import TYPED, CheckedField, ParameterFields, PlaceField, PointAt, above_problem, as_option
from gui.style.disposal import dispose, dispose_items, dispose_row
from gui.style.theme import HALF, UNIT, palette, semi_bold, set_role
from gui.style.widgets import SectionHeading, bare_scroll, padded_column
from gui.widgets.basics import KeyButton, Toggles
from gui.widgets.fields import ChoiceField, NumberField, TextField
from model.board.zones import place_at
from model.dice.answers import Counts, Faces, Sum, Total, Word
from model.dice.requests import DiceRequest
from model.dice.rolls import as_typed
from model.engine.calls import Along, Answer, At, Call, Number, Option, Options
from model.engine.edits_conditions import CHANGES, changes_words
from model.engine.requests import Question
from model.engine.ruleset import Action
from model.engine.typed_conditions import read_changes
from model.session.recorded_answers import Asked, with_answer
from model.state.base import Id, replace
from model.state.battle import AnyBattle, age
from model.state.board import Place
from model.state.texts import Note
from model.state.typed_numbers import typed_whole

_SIZE = QSize(1000, 660)
_DECISIONS: tuple[tuple[str, object], ...] = (("Keep", "keep"), ("Take New", "new"), ("Drop", "drop"))
_MOST = 200
"""Most rows that are listed; further steps are decided by the buttons for all."""
_ANY_DICE = "4 5, =9 or ==19"


# --------------------------------------------------------------------------------------------------- the corrected call


_MOST_SEEN = 10
"""Dice that the field shows at once."""
_TYPING_PAUSE = 500
"""Milliseconds after the last key at which complete dice count as the new answer."""


class AnswerField(QWidget):
    """Field for the answer to one request: typed or rolled dice, one or several options, a number, or a place."""

    def __init__(
        self,
        asked: Asked,
        give: Callable[[Answer], None],
        roll: Callable[[DiceRequest], Answer],
        battle: AnyBattle,
        point: PointAt | None = None,
    ) -> None:
        """`give` is called with each new valid answer; a problem is shown beside the field.

        Places are in `battle`, and `point` asks for one on its map.
        """
        super().__init__()
        self.asked = asked
        self._battle, self._point = battle, point
        self._give = give
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        self.field = self._field()
        beside: tuple[QWidget, ...] = ()
        request = asked.request
        if isinstance(request, DiceRequest):
            dice = QPushButton(f"Roll {request.dice}")
            dice.setAutoDefault(False)
            dice.clicked.connect(lambda: self._take(roll(request)))
            beside = (dice,)
        above_problem(self, self.problem, self.field, *beside)
        self._say(asked.problem)

    def say_what_is_due(self) -> None:
        """Say that the answer is still to be given."""
        request = self.asked.request
        if not isinstance(request, DiceRequest):
            self._say("Choose the answer." if request.kind in ("option", "options") else "Type the answer.")
        elif isinstance(self.field, QLineEdit) and not self.field.text().strip():
            self._say(f"Type what {request.dice} showed, or press Roll {request.dice}.")

    def show_asked(self, asked: Asked) -> None:
        """Show the present answer to the same request. What is typed stays if it means that answer."""
        self.asked = asked
        field, answer = self.field, asked.answer
        if isinstance(field, QLineEdit) and isinstance(asked.request, DiceRequest):
            shown = asked.request.parse(field.text())
            if answer is not None and _words(None if isinstance(shown, str) else shown) != _words(answer):
                field.setText(as_typed(answer))  # type: ignore[arg-type]  # asked for dice
        elif isinstance(field, ChoiceField):
            known = [field.itemData(at) for at in range(field.count())]
            if answer in known:
                field.setCurrentIndex(known.index(answer))
        elif isinstance(field, NumberField) and isinstance(answer, Number):
            field.show_number(int(answer.number))
        self._say(asked.problem)

    def _field(self) -> QWidget:
        request, answer = self.asked.request, self.asked.answer
        if isinstance(request, DiceRequest):
            line = QLineEdit("" if answer is None else as_typed(answer))  # type: ignore[arg-type]  # asked for dice
            line.setPlaceholderText(_ANY_DICE)
            line.setMaximumWidth(20 * UNIT)
            faces = " ".join([str(request.sides)] * min(request.count, _MOST_SEEN))
            line.setMinimumWidth(min(line.fontMetrics().horizontalAdvance(faces) + 3 * UNIT, line.maximumWidth()))
            line.editingFinished.connect(lambda: self._type(line.text()))
            # A click on Apply Correction, which is disabled until something has changed, would not finish the editing.
            pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE)
            pause.timeout.connect(lambda: self._take_if_valid(line.text()))
            line.textEdited.connect(pause.start)
            return line
        if request.kind in ("option", "options"):
            return self._choice(request, answer)
        if request.kind == "number":
            least = int(request.least or -9999)
            number = NumberField(
                least,
                9999 if request.most is None else int(request.most),
                int(answer.number) if isinstance(answer, Number) else least,
            )
            number.entered.connect(lambda value: self._take(Number(number=value)))
            return number
        now = answer.place if isinstance(answer, At) else None
        if isinstance(answer, Along) and answer.points:
            now = place_at(self._battle.board, answer.points[-1])
        return PlaceField(self._battle, now, self._take_place, self._point)

    def _take_place(self, place: Place) -> None:
        is_path = isinstance(self.asked.request, Question) and self.asked.request.kind == "path"
        if not is_path:
            self._take(At(place=place))
        elif place.point is not None:
            self._take(Along(points=(place.point,)))

    def _choice(self, request: Question, answer: Answer | None) -> ChoiceField:
        """Return a list of options; if several may be chosen, of the recorded answer and each option alone."""
        box = ChoiceField()
        if answer is None:
            box.addItem("Choose...", None)
        if isinstance(answer, Options):
            labels = {choice.key: choice.label for choice in request.options}
            box.addItem(", ".join(labels.get(key, key) for key in answer.options) or "none", answer)
        several = request.kind == "options"
        for choice in request.options:
            own: Answer = Options(options=(choice.key,)) if several else Option(option=choice.key)
            if own != answer:
                box.addItem(choice.label, own)
            elif not several:
                box.addItem(choice.label, answer)
                box.setCurrentIndex(box.count() - 1)
            if isinstance(answer, Option) and choice.key == answer.option:
                box.setCurrentIndex(box.count() - 1)
        box.entered.connect(self._take)
        return box

    def _type(self, typed: str) -> None:
        request = self.asked.request
        assert isinstance(request, DiceRequest)
        if not typed.strip():
            return
        answer = request.parse(typed)
        self._take(answer) if not isinstance(answer, str) else self._say(answer)

    def _take_if_valid(self, typed: str) -> None:
        """Take what has been typed so far if it is a complete answer; say nothing of what is not."""
        request = self.asked.request
        assert isinstance(request, DiceRequest)
        answer = request.parse(typed)
        if typed.strip() and not isinstance(answer, str):
            self._take(answer)

    def _take(self, answer: Answer | None) -> None:
        if answer is None or _words(answer) == _words(self.asked.answer):
            self._say("")
            return
        problem = self.asked.request.problem(answer)
        self._say(problem or "")
        if problem is None:
            self._give(answer)

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))


def _words(answer: Answer | None) -> object:
    """Return an answer in a form to compare: dice as typed text, so that typed and rolled dice are equal."""
    return as_typed(answer) if isinstance(answer, Faces | Sum | Total | Counts | Word) else answer


_VERDICTS = (("by the rules", None), ("yes, my ruling", True), ("no, my ruling", False))
_RowKey = tuple[str, str]
"""What a row is about: `answer`, `number` or `verdict`, and its id."""


def _request(asked: Asked | None) -> object:
    return None if asked is None else asked.request


def _has_focus(field: QWidget) -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and (focused is field or field.isAncestorOf(focused))


def _focus(field: QWidget) -> None:
    """Focus a field as soon as it is shown: one that was just put into a layout is not yet."""
    inner = field.field if isinstance(field, AnswerField) else field
    QTimer.singleShot(0, inner, inner.setFocus)


def _typed_total(typed: str) -> tuple[int | None] | str:
    """Return the number that is typed instead of a total, None for none; or what is wrong with it."""
    number = typed_whole(typed)
    if number is None and typed:
        return f"“{typed}” is no total: type one whole number. Dice are typed in the fields of their rolls."
    return (number,)


class CallForm(QWidget):
    """Fields for a call: targets, item, options, places, dice, choices, and the GM's overrides."""

    def __init__(self, work: StepCorrection, said: Callable[[Call], None], point: PointAt | None = None) -> None:
        """`said` is called with the call each time a field has changed it; `point` asks for a place on a map."""
        super().__init__()
        self._work = work
        self._point = point
        self._said = said
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, UNIT, 0)
        column.setSpacing(HALF)
        self._form = form = QFormLayout()
        """First the call's requests and rulings, which may change with the call, then its parameters, which stay."""
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(2 * UNIT)
        form.setVerticalSpacing(HALF)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        column.addLayout(form)
        action = work.bridge.ruleset.actions.get(work.recorded.action)
        self._changing: dict[_RowKey, QWidget] = {}
        """Fields of the rows that may change."""
        self.places: list[PlaceField] = []
        self.refresh()
        if action is not None:
            self._add_targets(action)
            self._add_item(action)
            self._add_options(action)
            self._add_places(action)
        column.addStretch(1)

    def _say(self, **parts: Any) -> None:
        self._said(replace(self._work.call, **parts))

    def _add_targets(self, action: Action) -> None:
        if action.targets == "none":
            return
        battle, targets = self._work.battle, self._work.recorded.targets
        combatants = [(who.name, who.id) for who in sorted(battle.combatants.values(), key=age)]
        combatants += [(thing.name, thing.id) for thing in battle.things.values()] if action.takes_things else []
        for at, target in enumerate(targets):
            title = "Target" if len(targets) == 1 else f"Target {at + 1}"
            self._add_choice(title, combatants, target, partial(self._aim, at))

    def _aim(self, at: int, id: Id) -> None:
        targets = list(self._work.call.targets)
        targets[at] = id
        self._say(targets=tuple(dict.fromkeys(targets)))

    def _add_item(self, action: Action) -> None:
        battle, call = self._work.battle, self._work.recorded
        if action.items is not None:
            items = [(label, id) for id, label in action.items(battle, call.actor)]
        else:
            items = [(item.name, item.id) for item in battle.items_of(call.actor)] if action.needs_item else []
        if items:
            self._add_choice("With", items, call.item, lambda id: self._say(item=id))

    def _add_choice(self, title: str, options: list[tuple[str, Any]], now: Any, choose: Callable[[Any], None]) -> None:
        box = ChoiceField(options)
        box.setAccessibleName(title)
        box.show_value(now)
        box.entered.connect(choose)
        self._form.addRow(title, box)

    def _add_options(self, action: Action) -> None:
        call, battle = self._work.recorded, self._work.battle
        fitting = [one for one in action.parameters if one.applies is None or one.applies(battle, call)]
        typed = [one for one in fitting if one.kind in TYPED and one.choices is None]
        now = {one.key: one.said(call) for one in typed}
        fields = ParameterFields(typed, now, self, into=self._form)
        fields.hide()  # its fields are rows of the form
        began = fields.said
        fields.changed.connect(lambda: self._say_options(fields, began))
        for one in fitting:
            if one.kind in ("combatant", "item") or (one.choices is not None and one.kind in ("text", "choice")):
                found: list[tuple[str, Any]] = [] if one.default else [("–", one.default)]
                if one.choices is not None:
                    found += one.choices(battle, call)
                else:
                    known: Any = battle.combatants if one.kind == "combatant" else battle.items
                    found += [(thing.name, id) for id, thing in known.items()]
                self._add_choice(one.title, found, one.said(call), partial(self._set_option_if_same_action, one.key))
            elif one.key == CHANGES and one.kind == "table":
                self._add_changes(one.title, call.option(CHANGES, {}))

    def _add_changes(self, title: str, now: Mapping[str, int]) -> None:
        """Add a field for what a condition changes, in the words in which it is typed elsewhere."""
        ruleset, battle = self._work.bridge.ruleset, self._work.battle

        def give(changes: dict[str, int]) -> None:
            self._set_option_if_same_action(CHANGES, changes or None)

        self.changes = CheckedField(partial(read_changes, ruleset, battle), give, changes_words(ruleset, now))
        self.changes.field.setAccessibleName(title)
        self._form.addRow(title, self.changes)

    def _say_options(self, fields: ParameterFields, began: dict[str, Any]) -> None:
        """Put changed fields into the call. Others keep the recorded option, or none if none was recorded."""
        recorded = self._work.recorded.options
        options = {key: value for key, value in self._work.call.options.items() if key not in began}
        for key, value in fields.said.items():
            if value != began[key]:
                options |= {} if value in (None, "") else {key: value}
            elif key in recorded:
                options[key] = recorded[key]
        self._say(options=options)

    def _set_option_if_same_action(self, key: str, value: Any) -> None:
        options = {name: said for name, said in self._work.call.options.items() if name != key}
        self._say(options=options if value is None else options | {key: value})

    def _add_places(self, action: Action) -> None:
        """Add fields for where the action led or was aimed: typed, or pointed at on the map as it was then."""
        call, battle = self._work.recorded, self._work.battle
        keys = place_keys(action)
        if action.group == "move" and keys:
            keys = keys[:1]  # the place and the route have the same destination
        titles = {one.key: one.title for one in action.parameters}
        for key in keys:
            self._add_place(titles[key], place_of(battle, call, key), partial(self._say_place, action, key))
        if call.action == PLACING:
            for who in call.targets:
                now = placed_at(battle, call, who)
                self._add_place(f"{self._work.bridge.name(who)} to", now, partial(self._put, who))

    def _add_place(self, title: str, now: Place | None, give: Callable[[Place], None]) -> None:
        field = PlaceField(self._work.battle, now, give, self._point)
        field.field.setAccessibleName(title)
        self.places.append(field)
        self._form.addRow(title, field)

    def _say_place(self, action: Action, key: str, place: Place) -> None:
        self._say(options=with_place(action, self._work.call, key, place))

    def _put(self, who: Id, place: Place) -> None:
        call = self._work.call
        own = dict(call.option("places", {}) or {})
        self._say(options=dict(call.options) | {"places": own | {who: as_option(place)}})

    # ----------------------------------------------------------------------------------------- dice, choices, overrides

    def refresh(self) -> None:
        """Show fields for what the call asks now, and for the numbers and rulings that can be overridden.

        A field that has just been edited stays, with the focus, as long as the same is asked.
        """
        asked = {one.request.id: one for one in self._work.asked}
        wanted = dict((*self._requests(asked), *self._rulings()))
        focused = next((key for key, widget in self._changing.items() if _has_focus(widget)), None)
        for key, widget in tuple(self._changing.items()):
            is_stale = isinstance(widget, AnswerField) and widget.asked.request != _request(asked.get(key[1]))
            if key not in wanted or is_stale:
                dispose_row(self._form, self._row_of(self._changing.pop(key)))
        made = [key for key in wanted if key not in self._changing]
        for at, (key, title) in enumerate(wanted.items()):
            if key in made:
                self._changing[key] = self._new_field(key, asked)
                self._form.insertRow(at, title, self._changing[key])
            else:
                self._move_row(at, title, self._changing[key])
        self._show_values(asked)
        if focused in made:  # it is asked in another way now, such as with other dice
            _focus(self._changing[focused])

    def _row_of(self, field: QWidget) -> int:
        row: int = self._form.getWidgetPosition(field)[0]  # type: ignore[index]  # the stubs say object
        return row

    def _move_row(self, at: int, title: str, field: QWidget) -> None:
        """Make the row of a field the row `at`, with this title."""
        label = self._form.labelForField(field)
        if isinstance(label, QLabel):
            label.setText(title)
        row = self._row_of(field)
        if row != at:
            self._form.takeRow(row)
            self._form.insertRow(at, label, field)

    def _requests(self, asked: Mapping[str, Asked]) -> Iterator[tuple[_RowKey, str]]:
        for id, one in asked.items():
            yield ("answer", id), self._work.title_of(one, self._work.call.actor)

    def _rulings(self) -> Iterator[tuple[_RowKey, str]]:
        for explanation in self._note.explanations:
            yield ("number", explanation.key), f"Total: {explanation.title}"
        for ruling in self._note.rulings:
            yield ("verdict", ruling.key), f"Ruling: {ruling.title}"

    @property
    def _note(self) -> Note:
        row = self._work.correction.rows[0]
        return row.note if row.outcome is None else row.outcome.note

    def _new_field(self, key: _RowKey, asked: Mapping[str, Asked]) -> QWidget:
        kind, id = key
        if kind == "answer":
            give = partial(self._answer, id)
            return AnswerField(asked[id], give, self._work.roll, self._work.battle, self._point)
        if kind == "number":
            number = CheckedField(_typed_total, partial(self._override, id))
            number.field.setMaximumWidth(20 * UNIT)
            return number
        verdict = ChoiceField(_VERDICTS)
        verdict.entered.connect(partial(self._overrule, id))
        return verdict

    def _show_values(self, asked: Mapping[str, Asked]) -> None:
        """Show the answers, the numbers by the rules, and what the GM has ruled instead."""
        overrides = self._work.call.overrides
        for id, one in asked.items():
            self.answers[id].show_asked(one)
        for explanation in self._note.explanations:
            number = self._fields("number")[explanation.key]
            number.field.setPlaceholderText(f"{explanation.total} by the rules")
            number.show_text(str(overrides.get(explanation.key, "")))
        for ruling in self._note.rulings:
            self.verdicts[ruling.key].show_value(overrides.get(ruling.key))

    def _fields(self, kind: str) -> dict[str, Any]:
        return {key[1]: widget for key, widget in self._changing.items() if key[0] == kind}

    @property
    def answers(self) -> dict[str, AnswerField]:
        """Fields of the requests, by id."""
        return self._fields("answer")

    @property
    def numbers(self) -> dict[str, TextField]:
        """Fields of the numbers that can be overridden, by key."""
        return {key: one.field for key, one in self._fields("number").items()}

    @property
    def verdicts(self) -> dict[str, ChoiceField]:
        """Fields of the rulings, by key."""
        return self._fields("verdict")

    def _answer(self, id: str, answer: Answer) -> None:
        self._said(with_answer(self._work.call, id, answer))

    def _override(self, key: str, typed: tuple[int | None]) -> None:
        self._overrule(key, typed[0])

    def _overrule(self, key: str, value: int | bool | None) -> None:
        overrides = {name: said for name, said in self._work.call.overrides.items() if name != key}
        self._say(overrides=overrides if value is None else overrides | {key: value})


# ------------------------------------------------------------------------------------------- changes in later steps


class ChangesTable(QTableWidget):
    """Table of the steps with another outcome, one row each, with the decision about each."""

    def __init__(self, decide: Callable[[int, Any], None]) -> None:
        super().__init__(0, 4)
        self._decide = decide
        self._shown: tuple[CorrectionRow, ...] = ()
        self.toggles: dict[int, Toggles] = {}
        self.setHorizontalHeaderLabels(["Step", "Happened", "Would be", "Result"])
        self.setAccessibleName("What would change")
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        for column, mode in enumerate(
            (
                QHeaderView.ResizeMode.ResizeToContents,
                *[QHeaderView.ResizeMode.Stretch] * 2,
                QHeaderView.ResizeMode.Fixed,
            )
        ):
            header.setSectionResizeMode(column, mode)
        header.resizeSection(3, 25 * UNIT)
        self.setStyleSheet("QTableView::item { padding: 4px 6px; }")
        self.setMinimumHeight(14 * UNIT)

    def show_rows(self, rows: tuple[CorrectionRow, ...]) -> None:
        """Show these rows. If they are of the same steps as before, their buttons are kept, with the focus."""
        if [row.number for row in rows] != [row.number for row in self._shown]:
            self.toggles = {}
            self.setRowCount(0)
            self.setRowCount(len(rows))
        for at, row in enumerate(rows):
            if row.number not in self.toggles:
                toggles = Toggles("", _DECISIONS)
                toggles.chosen.connect(lambda value, number=row.number: self._decide(number, value or "keep"))
                self.toggles[row.number] = toggles
                self.setCellWidget(at, 3, toggles)
            self.toggles[row.number].set_value(row.decision)
            for column, words in enumerate((f"{row.number}  {row.round}", row.happened, row.would_be)):
                item = QTableWidgetItem(words)
                item.setToolTip(words)
                item.setTextAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
                if column == (1 if row.decision == "new" else 2) or row.decision == "drop":
                    item.setForeground(palette().color("muted"))
                elif column == 2 and row.is_open:
                    item.setForeground(palette().color("now"))
                self.setItem(at, column, item)
        self._shown = rows
        self.resizeRowsToContents()


class CorrectStepDialog(QDialog):
    """Corrects an earlier step. Nothing is applied before Apply Correction; one undo reverts all of it."""

    def __init__(
        self, work: StepCorrection, frozen: str = "", parent: QWidget | None = None, point: PointAt | None = None
    ) -> None:
        """`frozen` says what the players see meanwhile, or is empty without a screen; `point` asks for a place."""
        super().__init__(parent)
        self._point = point
        self.setWindowTitle(work.title)
        self.work = work
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size()))
        column = padded_column(self)
        column.addLayout(self._head(frozen))
        self.form = CallForm(work, self._say, point)
        self.comes_to = QLabel()
        self.comes_to.setWordWrap(True)
        self.comes_to.setTextFormat(Qt.TextFormat.PlainText)
        self.comes_to.setContentsMargins(HALF, HALF, HALF, HALF)
        self.heading = SectionHeading("What would change")
        self.table = ChangesTable(self._decide)
        self.unchanged = QLabel()
        self.unchanged.setWordWrap(True)
        set_role(self.unchanged, "muted")
        body = QHBoxLayout()
        body.setSpacing(2 * UNIT)
        body.addWidget(bare_scroll(self.form, 20 * UNIT), 2)
        column.addLayout(body, 1)
        right = QVBoxLayout()
        right.setSpacing(UNIT)
        self.card = self._card()
        for widget in (self.card, self.heading, self.table, self.unchanged):
            right.addWidget(widget, 1 if widget is self.table else 0)
        body.addLayout(right, 3)
        self.waits = QHBoxLayout()
        column.addLayout(self.waits)
        column.addLayout(self._foot())
        work.changed.connect(self.refresh)
        work.progressed.connect(self._show_progress)
        self._waiting: object = None
        self._waits_for: QWidget | None = None
        """The field below the form for what a later step waits for."""
        self._is_entered = False
        self.refresh()

    def _card(self) -> QFrame:
        card = QFrame()
        set_role(card, "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(HALF, HALF, HALF, HALF)
        inside.addWidget(self.comes_to)
        return card

    def _head(self, frozen: str) -> QHBoxLayout:
        line = QHBoxLayout()
        title = QLabel(self.work.title)
        title.setFont(semi_bold(18))
        what = QLabel(self.work.sentence)
        what.setWordWrap(True)
        set_role(what, "muted")
        line.addWidget(title)
        line.addSpacing(UNIT)
        line.addWidget(what, 1)
        if frozen:
            pill = QLabel(frozen)
            set_role(pill, "now")
            line.addWidget(pill)
        return line

    def _foot(self) -> QVBoxLayout:
        foot = QVBoxLayout()
        foot.setSpacing(HALF)
        self.outcome = QLabel()
        self.outcome.setWordWrap(True)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        buttons = QHBoxLayout()
        self.cancel = QPushButton("Cancel")
        self.keep_all = QPushButton("Keep Everything as It Happened")
        self.take_all = QPushButton("Take Every New Result")
        self.ok = KeyButton("Apply Correction", "Enter")
        set_role(self.ok, "primary")
        for button in (self.cancel, self.keep_all, self.take_all):
            button.setAutoDefault(False)
        self.ok.setDefault(True)
        self.cancel.clicked.connect(self.reject)
        self.keep_all.clicked.connect(lambda: self.work.decide_all("keep"))
        self.take_all.clicked.connect(lambda: self.work.decide_all("new"))
        self.ok.clicked.connect(self.accept)
        hint = QLabel("One undo takes it all back.")
        set_role(hint, "muted")
        buttons.addWidget(hint)
        buttons.addStretch(1)
        for button in (self.cancel, self.keep_all, self.take_all, self.ok):
            buttons.addWidget(button)
        for widget in (self.outcome, self.problem, self.progress):
            foot.addWidget(widget)
        foot.addLayout(buttons)
        return foot

    def _say(self, call: Call) -> None:
        self.work.say(call)
        self.form.refresh()
        self._go_on()

    def _do_anyway(self, number: int) -> None:
        """Override the refusal of a step; if it is the corrected one, it asks for its dice again."""
        self._is_entered = True
        self.work.override_refusal(number)
        self.form.refresh()
        self._go_on()

    def _decide(self, number: int, decision: Any) -> None:
        self.work.decide(number, decision)

    def _show_progress(self, done: int, total: int) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.progress.setVisible(done < total)

    def refresh(self) -> None:
        """Show the result of the correction as far as it has been computed."""
        work = self.work
        self.comes_to.setText("\n".join(map(_result_words, work.result_lines)))
        self.card.setVisible(bool(self.comes_to.text()))
        since = work.correction.count - 1
        self.heading.set_aside(f"{since} {'step' if since == 1 else 'steps'} since")
        rows = work.rows
        self.table.show_rows(rows[:_MOST])
        more = f" {len(rows) - _MOST} more differ: the buttons below decide them." if len(rows) > _MOST else ""
        count = work.unchanged
        unchanged = f"{count} later {'step comes' if count == 1 else 'steps come'} out as it happened." if count else ""
        self.unchanged.setText(f"{unchanged.replace('as it', 'as it' if count == 1 else 'as they')}{more}".strip())
        self.unchanged.setVisible(bool(unchanged or more))
        is_ready = work.correction.is_worked_out
        self.outcome.setText(self._outcome_words() if is_ready else "Playing the later steps again…")
        self.ok.setEnabled(is_ready and work.open is None and not work.correction.changes_nothing)
        self.keep_all.setEnabled(since > 0)
        self.take_all.setEnabled(since > 0)
        self._show_waiting()
        self._go_on()

    def _outcome_words(self) -> str:
        if self.work.correction.changes_nothing:
            return "Nothing has been changed yet: change a field above, or drop the step."
        told = self.work.outcome
        if not told:
            return "With these choices the battle ends up as it is now; only the log changes."
        more = f", and {len(told) - 5} more" if len(told) > 5 else ""
        return f"Now: {'; '.join(one.words for one in told[:5])}{more}."

    def _show_waiting(self) -> None:
        """Ask for what the first open step waits for; requests of the corrected step itself are in its form."""
        waiting = self.work.open
        if waiting == self._waiting:
            return
        self._waiting = waiting
        dispose_items(self.waits)
        self._waits_for = None
        if waiting is None or (waiting[0] == self.work.step.number and isinstance(waiting[1], Asked)):
            return
        number, what = waiting
        if isinstance(what, Asked):
            words = QLabel(f"Step {number} asks {self.work.title_of(what)}")
            give = partial(self.work.answer, number, what.request.id)
            field: QWidget = AnswerField(what, give, self.work.roll, self.work.battle_of(number), self._point)
        else:
            words = QLabel(f"Step {number} would be refused: {what}")
            anyway = QPushButton("Do It Anyway")
            anyway.setAutoDefault(True)  # the focus comes to it by Enter, which then presses it
            anyway.clicked.connect(lambda: self._do_anyway(number))
            anyway.setEnabled(self.work.can_do_anyway)
            field = anyway
        set_role(words, "now")
        words.setWordWrap(True)
        self.waits.addWidget(words, 1)
        self.waits.addWidget(field)
        self._waits_for = field

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter in a field apply the input and go on: to what is due, or to Apply Correction."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        self._is_entered = is_enter and isinstance(self.focusWidget(), QLineEdit | NumberField | ChoiceField)
        if self._is_entered:
            self._go_on(is_key=True)
        else:
            super().keyPressEvent(event)

    def _go_on(self, *, is_key: bool = False) -> None:
        """After Enter, focus what is due, or Apply Correction as soon as it can be pressed.

        The later steps are played again first. In a field with a problem the focus stays.
        """
        if not self._is_entered or self._is_wrong:
            return
        due = self._due_field
        if due is None and not self.ok.isEnabled():
            return
        self._is_entered = False
        if due is None:
            self.ok.setFocus()
        elif is_key and isinstance(due, AnswerField) and _has_focus(due):
            due.say_what_is_due()
        else:
            _focus(due)

    @property
    def _is_wrong(self) -> bool:
        """Whether the field with the focus shows a problem with its input."""
        field: QWidget | None = self.focusWidget()
        while field is not None and field is not self:
            if isinstance(field, AnswerField | CheckedField | PlaceField):
                return not field.problem.isHidden()
            field = field.parentWidget()
        return False

    @property
    def _due_field(self) -> QWidget | None:
        """The field of what the first open step waits for; None if none is open."""
        waiting = self.work.open
        if waiting is None:
            return None
        number, what = waiting
        if number == self.work.step.number and isinstance(what, Asked):
            return self.form.answers.get(what.request.id)
        return self._waits_for

    def accept(self) -> None:
        problem = self.work.apply()
        self.problem.setText(problem or "")
        if problem is None:
            super().accept()

    def reject(self) -> None:
        self.work.stop()
        super().reject()

    @classmethod
    def ask(cls, work: StepCorrection, frozen: str, parent: QWidget | None, point: PointAt | None = None) -> bool:
        """Show the dialog until it is closed; return whether a correction was applied."""
        dialog = cls(work, frozen, parent, point)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        work.stop()
        dispose(dialog)
        return is_accepted


def _result_words(line: ResultLine) -> str:
    return f"{line.words}   (was: {line.was})" if line.was else line.words
