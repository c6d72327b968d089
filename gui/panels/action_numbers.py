"""Results of the action in progress: explained numbers, lines for several targets, odds, rolls and rulings.

This module lays nothing out: the action panel places the widgets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip, QWidget

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.models.rows import main_explanations, subject_of, target_rows
from gui.panels.action_stage import Verdicts
from gui.panels.action_targets import TargetsList
from gui.panels.odds import OddsView, odds_shown
from gui.style.disposal import dispose
from gui.style.theme import HALF, SMALL, UNIT, palette, set_role
from gui.widgets.basics import Face, LookPictures, draw_line, draw_line_to, width_of
from gui.widgets.fields import NumberField
from model.engine.run import Due
from model.state.base import Id, Record, replace
from model.state.texts import Explanation, Note, Part
from model.view.explanations import abbreviated, explanation_view
from model.view.texts import signed, unsigned

# -------------------------------------------------------------------------------------------- explanations side by side


COLUMNS = 3
_GAP = 8
_PART = Face(SMALL, is_tabular=True)
_TOTAL = Face(SMALL, is_bold=True, is_tabular=True)
_MOST_PICTURES = 200
"""Size of the cache of painted cells: enough for the last dozen actions."""
_LINES = {False: (18, 22), True: (16, 19)}
"""Heights in pixels of the line of a part and of the total, by whether there is little room."""


class Column(Record):
    """One explained number."""

    explanation: Explanation
    dice: str = ""
    """Dice to which the number is added, such as `2d6`."""

    @property
    def total(self) -> str:
        total = self.explanation.total
        if not self.dice:
            return unsigned(total)
        return f"{self.dice}{signed(total)}" if total else self.dice


class _Cell(Record):
    """A clickable area: the line of a part, or of the total if `part` is None."""

    box: QRectF
    number: QRectF
    column: Column
    part: Part | None


class ColumnsView(QWidget):
    """Shows the explained numbers of an action as columns, painted by one widget."""

    overridden = Signal(str, object)
    """Key of a number and the number that the GM typed instead, or None to restore the computed one."""
    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[Column, ...] = ()
        self._current: int | None = None
        self._editor: _NumberEditor | None = None
        self._line, self._total = _LINES[False]
        self._pictures = LookPictures(_MOST_PICTURES, on_panel=False)
        self.hide()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def columns(self) -> tuple[Column, ...]:
        return self._columns

    def set_columns(self, columns: tuple[Column, ...]) -> None:
        """Show these columns, three to a row."""
        if columns == self._columns:
            return
        self._close_editor()
        self._columns = columns
        self._current = None
        self.setAccessibleName("How the Numbers Add Up")
        self.setAccessibleDescription("; ".join([_in_words(column) for column in columns]))
        self.setVisible(bool(columns))
        self.updateGeometry()
        self.update()

    def set_dense(self, is_dense: bool) -> None:
        """Set whether there is little room, which makes the lines lower."""
        self._line, self._total = _LINES[is_dense]
        self.updateGeometry()
        self.update()

    # ------------------------------------------------------------------------------------ layout

    def _row_height(self, row: tuple[Column, ...]) -> int:
        return max([len(column.explanation.parts) for column in row]) * self._line + self._total + HALF

    def _rows(self) -> list[tuple[Column, ...]]:
        return [self._columns[start : start + COLUMNS] for start in range(0, len(self._columns), COLUMNS)]

    def sizeHint(self) -> QSize:
        height = sum(self._row_height(row) for row in self._rows())
        return QSize(280, height)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def _cells(self) -> list[_Cell]:
        cells: list[_Cell] = []
        top = 0.0
        for row in self._rows():
            widths = shares(self.width() - _GAP * (len(row) - 1), [_wanted(column) for column in row])
            lines = max(len(column.explanation.parts) for column in row)
            left = 0.0
            for column, width in zip(row, widths, strict=True):
                for line, part in enumerate(column.explanation.parts):
                    cells.append(_cell(left, top + line * self._line, width, self._line, column, part))
                cells.append(_cell(left, top + lines * self._line, width, self._total, column, None))
                left += width + _GAP
            top += self._row_height(row)
        return cells

    # ---------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        cells = self._cells()
        # If one column is too narrow for its title, all titles are abbreviated.
        is_short = any(_is_tight(cell) for cell in cells if cell.part is None)
        for index, cell in enumerate(cells):
            look = _look(cell, is_short=is_short, is_current=index == self._current and self.hasFocus())
            self._pictures.draw(painter, cell.box.toRect(), look, look.draw)
        painter.end()

    # -------------------------------------------------------------------------------- pointing

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self._cell_at(event.pos().x(), event.pos().y())
            if cell is not None:
                QToolTip.showText(event.globalPos(), _help(cell), self, cell.box.toRect())
                return True
        return super().event(event)

    def _cell_at(self, x: float, y: float) -> _Cell | None:
        return next((cell for cell in self._cells() if cell.box.contains(x, y)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event.position().x(), event.position().y())
        is_link = cell is not None and (
            cell.number.contains(event.position()) or (cell.part is not None and bool(cell.part.rule))
        )
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event.position().x(), event.position().y())
        if cell is None:
            return
        if cell.number.contains(event.position()):
            self._edit(cell)
        elif cell.part is not None and cell.part.rule:
            self.rule_asked.emit(cell.part.rule)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        cells = self._cells()
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1}
        if event.key() in steps and cells:
            at = -1 if self._current is None else self._current
            self._current = (at + steps[Qt.Key(event.key())]) % len(cells)
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_F2) and self._current is not None:
            self._edit(cells[self._current])
        else:
            super().keyPressEvent(event)

    # ----------------------------------------------------------------------------------- typing

    def _edit(self, cell: _Cell) -> None:
        self._close_editor()
        explanation, part = cell.column.explanation, cell.part
        start = explanation.total if part is None else part.amount

        def done(number: int | None) -> None:
            self._close_editor()
            if number is None:
                self.overridden.emit(explanation.key, None)
            else:
                others = 0 if part is None or not part.is_applied else explanation.total - part.amount
                if part is not None and not part.is_applied:
                    others = explanation.total
                self.overridden.emit(explanation.key, number + others)

        self._editor = _NumberEditor(start, self)
        self._editor.entered.connect(done)
        self._editor.closed.connect(self._close_editor)
        box = cell.number.toRect().adjusted(-UNIT, -2, 2, 2)
        self._editor.setGeometry(box)
        self._editor.show()
        self._editor.setFocus()
        self._editor.selectAll()

    def _close_editor(self) -> None:
        editor, self._editor = self._editor, None
        if editor is not None:
            editor.drop()
            dispose(editor)


class _NumberEditor(NumberField):
    """Field in which the GM types another number; entering it empty restores the computed one."""

    closed = Signal()
    """Enter was pressed without a change, or Esc."""

    def __init__(self, number: int, parent: QWidget) -> None:
        super().__init__(-999, 999, number, empty=" ", parent=parent)
        self.setButtonSymbols(NumberField.ButtonSymbols.NoButtons)
        self.setAccessibleName("Type another number; leave empty for the number from the rules.")
        self.setStyleSheet("padding: 0 2px; min-height: 16px; border-radius: 3px;")
        self.setAlignment(Qt.AlignmentFlag.AlignRight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.enter():
                self.closed.emit()
            else:
                self.selectAll()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def shares(room: float, wanted: Sequence[float]) -> list[float]:
    """Return the width of each column: all equal, unless one wants more and others can do with less.

    Widths are in pixels and add up to `room`.
    """
    most = room / len(wanted)
    if max(wanted) <= most:
        return [most] * len(wanted)
    spare = (room - sum(wanted)) / len(wanted)
    if spare >= 0:
        return [width + spare for width in wanted]
    widths, left = [0.0] * len(wanted), room
    for done, index in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        widths[index] = min(wanted[index], left / (len(wanted) - done))
        left -= widths[index]
    return widths


def _wanted(column: Column) -> float:
    """Return the width in pixels at which nothing of a column is cut off, with its title abbreviated."""
    widths = [width_of(f"{part.label} {_amount(part)}", _PART) for part in column.explanation.parts]
    return max([width_of(f"{abbreviated(column.explanation.title)} {column.total}", _TOTAL), *widths]) + 2


def _amount(part: Part) -> str:
    return signed(part.amount) + (" ✎" if part.is_override else "")


def _is_tight(total: _Cell) -> bool:
    """Whether a column is too narrow for its title."""
    return width_of(f"{total.column.explanation.title} {total.column.total} ", _TOTAL) > total.box.width()


def _cell(left: float, top: float, width: float, height: float, column: Column, part: Part | None) -> _Cell:
    number = QRectF(left + width - 48, top, 48, height)
    return _Cell(QRectF(left, top, width, height), number, column, part)


class _Look(NamedTuple):
    """Everything that a cell shows; the key of its cached picture."""

    label: str
    amount: str
    face: Face
    color: str
    is_total: bool
    is_current: bool
    """Whether the cell is selected with the keyboard."""

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self.is_current:
            painter.fillRect(box, palette().color("hover"))
        if self.is_total:
            painter.setPen(QPen(palette().color("line"), 1))
            painter.drawLine(box.topLeft(), box.topRight())
        middle, width = box.center().y(), width_of(self.amount, self.face)
        draw_line(painter, self.label, self.face, self.color, box.left(), middle, box.width() - width - 2)
        draw_line_to(painter, self.amount, self.face, self.color, box.right(), middle)


def _look(cell: _Cell, *, is_short: bool, is_current: bool) -> _Look:
    part = cell.part
    if part is None:
        title = cell.column.explanation.title
        shown = abbreviated(title) if is_short else title
        return _Look(shown, cell.column.total, _TOTAL, "text", True, is_current)
    face, color = (_PART, "text") if part.is_applied else (_PART._replace(is_struck=True), "dim")
    return _Look(part.label, _amount(part), face, color, False, is_current)


def _help(cell: _Cell) -> str:
    part = cell.part
    if part is None:
        return f"{cell.column.explanation.title}: click the number to type another one"
    lines = [f"{part.label} {signed(part.amount)}"]
    if part.why_not:
        lines.append(f"Not applied: {part.why_not}")
    if part.rule:
        lines.append(f"Rule {part.rule}: click to read it")
    return "\n".join(lines)


def _in_words(column: Column) -> str:
    parts = ", ".join(
        [
            f"{part.label} {signed(part.amount)}{'' if part.is_applied else ' (not applied)'}"
            for part in column.explanation.parts
        ]
    )
    return f"{column.explanation.title} {column.total}: {parts}"


# ---------------------------------------------------------------------------------------------------------- all numbers


class ActionNumbers:
    """Owns the widgets that show the results of the action in progress.

    The action panel refreshes them, because it knows what else is shown.
    """

    def __init__(self, bridge: Bridge, controller: ActionController) -> None:
        self._bridge = bridge
        self._controller = controller
        self._is_dense = False
        self._is_empty = False
        """Whether nothing is shown, so that a refresh without an action, as after most turns, can be skipped."""
        self.targets = TargetsList()
        self.columns = ColumnsView()
        self.remarks = QLabel()
        self.remarks.setWordWrap(True)
        set_role(self.remarks, "dim")
        self.remarks.hide()
        self.odds = OddsView()
        self.verdicts = Verdicts()
        self.targets.taken_out.connect(self._take_out)
        self.targets.overruled.connect(controller.override)
        self.columns.overridden.connect(controller.override)
        self.verdicts.overruled.connect(controller.override)

    def set_dense(self, is_dense: bool) -> None:
        """Set whether there is little room: then lines are lower, and remarks are shown only as tooltips."""
        self._is_dense = is_dense
        self.columns.set_dense(is_dense)
        self.odds.set_dense(is_dense)

    def refresh(self, *, is_table: bool, is_command: bool) -> None:
        """Show the action's current state; if a roll table is shown, its rows hold the numbers of each combatant."""
        controller, call = self._controller, self._controller.call
        was_empty, self._is_empty = self._is_empty, call is None
        if was_empty and call is None:
            return
        self._show_targets(() if call is None or is_table or is_command else call.targets)
        self._show_columns(is_table=is_table)
        target = self.targets.current or (call.target if call is not None else None)
        # With little room, the odds in the lines of several targets are enough.
        is_crowded = is_table or (self._is_dense and (controller.can_apply or bool(self._listed)))
        odds = None if is_crowded or self._is_missed(target) else controller.odds()
        shown = odds_shown(
            odds,
            self._bridge.ruleset.measures,
            target,
            controller.due,
            is_decided=self._is_hit(target),
            whose=self._whose(),
        )
        self.odds.set_odds(shown)
        note = Note() if is_table else self._remaining_note()
        self.verdicts.set_note(note, {roll.by: self._bridge.name(roll.by) for roll in note.rolls})

    def _show_targets(self, targets: tuple[Id, ...]) -> None:
        """Show a line for each target if there are several, for which one roll decides."""
        if len(targets) < 2:
            self.targets.show_targets(())
            return
        controller, measures = self._controller, self._bridge.ruleset.measures
        told, odds = controller.forecast().explanations, controller.odds()
        self.targets.show_targets(target_rows(self._bridge.battle, targets, told, controller.note, odds, measures))

    def _show_columns(self, *, is_table: bool) -> None:
        if is_table:
            self.columns.set_columns(())
            self.remarks.hide()
            return
        forecast = self._controller.forecast()
        dice = forecast.dice()
        told = main_explanations(forecast.explanations, self.targets.current, self._listed)
        shown = [explanation for explanation in told if explanation.parts]
        self.columns.set_columns(tuple(Column(one, dice.get(one.key, "")) for one in shown))
        remarks = " ".join(remark for explanation in shown for remark in explanation_view(explanation).remarks)
        self.remarks.setText(remarks)
        self.columns.setToolTip(remarks)
        self.remarks.setVisible(bool(remarks) and not self._is_dense)

    @property
    def _listed(self) -> frozenset[Id]:
        """Ids of the targets that have their own lines."""
        return frozenset(row.id for row in self.targets.rows.rows)

    def _is_missed(self, who: Id | None) -> bool:
        """Whether a combatant among several targets was missed, so that the action has no further odds for them."""
        rulings = (row.ruling for row in self.targets.rows.rows if row.id == who)
        return any(ruling is not None and not ruling.is_true for ruling in rulings)

    def _is_hit(self, who: Id | None) -> bool:
        """Whether the dice of the action itself, not those of a reaction to it, have decided that a target is hit."""
        own = (ruling for ruling in self._controller.note.rulings if "/" not in ruling.key)
        return any(ruling.is_true and subject_of(ruling.key) in (None, who) for ruling in own)

    def _whose(self) -> str:
        """Return whose odds are shown while dice of somebody else, such as a reaction's, are due; else empty."""
        outcome, actor = self._controller.outcome, self._controller.actor
        is_other = isinstance(outcome, Due) and outcome.by in self._bridge.battle.combatants and outcome.by != actor
        return self._bridge.name(actor) if is_other and actor is not None else ""

    def _remaining_note(self) -> Note:
        """Return the rolls and rulings, except rulings shown in lines of targets and rolls made in the roll table.

        A roll made in the table is kept if one of the remaining rulings is about it.
        """
        note, listed = self._controller.note, self._listed
        stood = {want.request.id for want in self._controller.many.asked.wanted if want.of_many}
        rulings = tuple(ruling for ruling in note.rulings if subject_of(ruling.key) not in listed)
        ruled = {ruling.roll for ruling in rulings}
        rolls = tuple(roll for roll in note.rolls if roll.id not in stood or roll.id in ruled)
        return replace(note, rolls=rolls, rulings=rulings)

    def _take_out(self, who: Id) -> None:
        """Remove one of several targets from the action."""
        call = self._controller.call
        if call is not None:
            self._controller.set_targets(*(target for target in call.targets if target != who))
