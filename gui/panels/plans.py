"""Plans of a round: the plan of the acting combatant, and the table in which all plans are made."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.models.roll_table import PlanRow, PlansModel, beginning, is_planning, plan_rows
from gui.models.rows import RowRole
from gui.panels.roll_table import badge
from gui.style import TokenLook, palette
from gui.style.theme import COMPACT_ROW, HALF, SMALL, TEXT, UNIT, set_role
from gui.widgets.basics import Face, KeyButton, ShortList, draw_line, draw_line_to
from gui.widgets.fields import hold_typed, release_typed
from model.engine.calls import Call
from model.engine.planning import PLAN, awaited, plan_of, planned_call
from model.engine.ruleset import Haste
from model.engine.run import may
from model.state.base import Id
from model.state.order import Intent, Plan
from model.view.plans import plan_words
from model.view.pools import waiting_words

# ------------------------------------------------------------------------------------------------------------- one plan


class PlanLine(QWidget):
    """Shows the plan of the acting combatant; hidden if there is none and no draft of one."""

    kept = Signal(str)
    """Id of a combatant whose action in progress has become their plan."""
    begun = Signal()
    said = Signal(str)
    """Why something could not be done, or empty if it was done."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._controller = controller
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.keep = KeyButton("Keep as Plan", "⏎")
        self.begin = KeyButton("Act as Planned", "")
        set_role(self.keep, "primary")
        self.keep.setToolTip("Saves this as the plan; it is carried out on their turn (Enter).")
        self.begin.setToolTip("Starts the planned action.")
        line = QHBoxLayout()
        line.addWidget(self.words, 1)
        for button in (self.keep, self.begin):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        self.keep.clicked.connect(self.save_as_plan)
        self.begin.clicked.connect(self.begin_planned)

    # ------------------------------------------------------------------------------------- showing

    @property
    def is_draft(self) -> bool:
        """Whether the action in progress is a draft that can only be kept as a plan."""
        call = self._controller.call
        battle = self._bridge.battle
        return call is not None and call.actor in battle.combatants and is_planning(self._bridge.ruleset, battle)

    def refresh(self, key: str) -> None:
        """Show the plan of the acting combatant, or that the draft can be kept as one.

        `key` is the key that begins the planned action.
        """
        who, plan = self._controller.actor, self._plan
        is_draft = self.is_draft
        self.keep.setVisible(is_draft and not self._controller.needs_target)
        self.begin.set_key(key)
        self.begin.setVisible(not is_draft and self._can_begin)
        if is_draft:
            self.words.setText("Nothing happens yet: this will be the plan.")
        elif who is not None and plan is not None:
            words = plan_words(self._bridge.ruleset, self._bridge.battle, who, plan)
            self.words.setText(f"Plan{' (changed)' if plan.is_changed else ''}: {words}")
        self.setVisible(is_draft or plan is not None)

    @property
    def _plan(self) -> Plan | None:
        """The plan of the acting combatant, or None if it is empty, not their turn, or an action is in progress."""
        who, battle = self._controller.actor, self._bridge.battle
        if who is None or self._controller.call is not None or who not in battle.order.acting:
            return None
        plan = plan_of(battle, who)
        return plan if plan is not None and plan.intents else None

    @property
    def planned(self) -> Intent | None:
        """The first intent of the plan that is an action of the ruleset, or None if there is none."""
        plan = self._plan
        intents = () if plan is None else plan.intents
        return next((intent for intent in intents if intent.action in self._bridge.ruleset.actions), None)

    @property
    def _can_begin(self) -> bool:
        """Whether there is a planned action that is not refused; one already done, for example, can be refused."""
        who, intent, battle = self._controller.actor, self.planned, self._bridge.battle
        if who is None or intent is None:
            return False
        return not may(self._bridge.ruleset, battle, planned_call(who, intent))

    # ------------------------------------------------------------------------------------- commands

    def begin_planned(self) -> None:
        """Begin the planned action with all its planned options."""
        who, intent = self._controller.actor, self.planned
        if who is None or intent is None:
            self.said.emit("Nothing was planned that can be started now.")
            return
        self._controller.begin_call(planned_call(who, intent))
        self.begun.emit()

    def save_as_plan(self) -> None:
        """Make the action in progress the plan of its actor."""
        call = self._controller.call
        if call is None or not self.is_draft or self._controller.needs_target:
            return
        options: dict[str, object] = {"does": call.action}
        if call.options:
            options["options"] = call.options
        who: Id = call.actor
        self._controller.drop(anyway=True)
        plan = Call(action=PLAN, actor=who, targets=call.targets, item=call.item, options=options)
        problem = self._controller.carry_out(plan)
        self.said.emit(problem or "")
        if problem is None:
            self.kept.emit(who)


# ------------------------------------------------------------------------------------------------------------ all plans


_NAME = Face(TEXT, is_bold=True)
_WORDS = Face(SMALL)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _PlanDelegate(QStyledItemDelegate):
    """Draws a row of the plans: the name, the plan in words, and whether it has been made."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, COMPACT_ROW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: PlanRow = index.data(RowRole)
        box = QRectF(option.rect)
        colors = palette()
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, colors.color("selected"))
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), colors.color("selected_line"))
        if index.row() and index.sibling(index.row() - 1, 0).data(RowRole).side != row.side:
            painter.setPen(QPen(colors.color("line"), 1))
            painter.drawLine(box.topLeft(), box.topRight())
        middle = box.center().y()
        look = TokenLook(initials=row.initials, side=row.side, hidden=row.is_hidden)
        ratio = option.widget.devicePixelRatioF()
        pixmap = badge(9.0, ratio, look, colors)
        half = pixmap.width() / ratio / 2
        painter.drawPixmap(QPointF(box.left() + UNIT + 9 - half, middle - half), pixmap)
        right = box.right() - UNIT
        mark, color = ("✓ in", "good") if row.is_in else ("…", "muted")
        right -= draw_line_to(painter, mark, _WORDS, color, right, middle) + UNIT
        left = box.left() + UNIT + 18 + UNIT
        left += draw_line(painter, row.name, _NAME, "text", left, middle, right - left) + UNIT
        told = row.words if row.is_in else f"before: {row.before}" if row.before else ""
        words = " · ".join(part for part in (f"+{row.haste}" if row.haste else "", told) if part)
        if words and right - left > 3 * UNIT:
            draw_line(painter, words, _WORDS, "muted" if row.is_in else "dim", left, middle, right - left)
        painter.restore()


class _PlanList(ShortList):
    def __init__(self) -> None:
        super().__init__()
        self.setItemDelegate(_PlanDelegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Plans of this round")

    @property
    def row_height(self) -> int:
        return COMPACT_ROW


class _PlanField(QLineEdit):
    """Field in which a plan is typed.

    Enter makes the typed words the plan; in the empty field it only marks the combatant as decided. `=` repeats the
    plan of the round before. `+` pays for acting earlier where the ruleset allows it. Ctrl+Enter makes the plan with
    an action. Esc clears the field, or leaves it if it is empty.
    """

    moved = Signal(int)
    """Number of rows to move by, negative for up."""
    as_before = Signal()
    hastened = Signal()
    """The combatant pays for acting earlier."""
    drafted = Signal()
    """The plan is to be made as an action with all its options."""
    entered = Signal()
    left = Signal()
    closed = Signal()
    """The GM leaves the field, so that keys are shortcuts again."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def event(self, event: QEvent) -> bool:
        """Leave the undo and redo keys to the window while the field is empty."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and not self.text()
            and (event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo))
        ):
            event.ignore()
            return False
        return super().event(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Take what is typed as the plan with Tab too, which goes to another row then; an empty line is left."""
        if not self.text().strip():
            return super().focusNextPrevChild(next)
        self.moved.emit(1 if next else -1)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif event.text() == "=" and not self.text():
            self.as_before.emit()
        elif event.text() == "+" and not self.text():
            self.hastened.emit()
        elif event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.drafted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            if self.text():
                self.clear()
            else:
                self.closed.emit()
        elif event.key() in _ENTER and event.isAutoRepeat():
            event.accept()
        else:
            super().keyPressEvent(event)
            if event.key() in _ENTER:
                event.accept()


class PlansTable(QWidget):
    """List of the plans, a field for the next plan, and the button that begins the round; hidden outside planning."""

    said = Signal(str)
    """Why a plan was refused, or empty once one is accepted."""
    draft_wanted = Signal(str)
    """Id of the combatant whose plan is to be made as an action with all its options."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._controller = controller
        self._round = 0
        """The round whose plans were shown last; a new round starts with the first row."""
        self.rows = PlansModel(self)
        self.list = _PlanList()
        self.list.setModel(self.rows)
        self.waits = QLabel()
        self.waits.setWordWrap(True)
        self.line = _PlanField()
        self.before = KeyButton("Repeat Plan", "=", line=self.line)
        self.before.setToolTip("Repeats the plan of the round before (= in the empty line).")
        self.before.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.draft = KeyButton("Action...", "⌃⏎")
        self.draft.setToolTip("Plans an action with its target and weapon (Ctrl+Enter in the line).")
        self.haste = KeyButton("", "+", line=self.line)
        for button in (self.draft, self.haste):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._plans = QWidget()
        self.begin = KeyButton("", "N")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._build()
        self.line.returnPressed.connect(self._emit)
        self.line.textEdited.connect(self._follow_typed)
        self.line.as_before.connect(self._emit_as_before)
        self.line.moved.connect(self._move)
        self.line.hastened.connect(self._hasten)
        self.line.drafted.connect(self._draft)
        self.line.entered.connect(self._show_line)
        self.line.left.connect(self._show_line)
        self.before.clicked.connect(self._emit_as_before)
        self.haste.clicked.connect(self._hasten)
        self.draft.clicked.connect(self._draft)
        self.begin.clicked.connect(lambda: self._do(Call(action=bridge.ruleset.turns.begins_turns)))
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_line())
        self.list.clicked.connect(lambda _: self.line.setFocus())

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        plans = QVBoxLayout(self._plans)
        plans.setContentsMargins(0, 0, 0, 0)
        plans.setSpacing(HALF)
        line = QHBoxLayout()
        line.setSpacing(HALF)
        line.addWidget(self.line, 1)
        line.addWidget(self.before)
        further = QHBoxLayout()
        further.setSpacing(HALF)
        further.addWidget(self.draft)
        further.addWidget(self.haste)
        further.addStretch(1)
        plans.addWidget(self.list)
        plans.addLayout(line)
        plans.addLayout(further)
        column.addWidget(self.waits)
        column.addWidget(self._plans)
        column.addWidget(self.begin, 0, Qt.AlignmentFlag.AlignLeft)

    # ------------------------------------------------------------------------------------- showing

    @property
    def is_needed(self) -> bool:
        """Whether it is the planning phase: plans are made, or only a command of the ruleset begins the round."""
        return self._bridge.battle.order.phase == "planning"

    def refresh(self) -> None:
        """Show the plans if it is the planning phase and no action is in progress, or else hide the table."""
        ruleset, battle = self._bridge.ruleset, self._bridge.battle
        if not self.is_needed or self._controller.call is not None:
            self.hide()
            return
        plans = is_planning(ruleset, battle)
        self._plans.setVisible(plans)
        self.rows.set_rows(plan_rows(ruleset, battle) if plans else ())
        waits = waiting_words(ruleset, battle)
        self.waits.setText(waits)
        self.waits.setVisible(bool(waits))
        self._show_beginning(is_next=not plans or not awaited(battle))
        if plans and (self._row is None or self._round != battle.order.round):
            self._round = battle.order.round
            self._make_current(self.rows.next_awaited(0) or 0)
        self._show_line()
        self.list.updateGeometry()
        self.show()

    def _show_beginning(self, *, is_next: bool) -> None:
        action = beginning(self._bridge.ruleset, self._bridge.battle)
        self.begin.setVisible(action is not None)
        if action is not None:
            self.begin.setText(action.title)
            self.begin.setToolTip(action.help)
            set_role(self.begin, "primary" if is_next else None)

    def _show_line(self) -> None:
        row = self._row
        self.line.setEnabled(row is not None)
        self.before.setEnabled(row is not None and row.has_before)
        self._show_haste(row)
        name = "" if row is None else row.name
        keys = "a plan, or Enter" if self.line.hasFocus() else "Enter to plan"
        self.line.setPlaceholderText(f"{name}: {keys}")
        self.line.setAccessibleName(f"Plan of {name}")

    def _show_haste(self, row: PlanRow | None) -> None:
        """Show whether the current row's combatant can pay for acting earlier, or why not."""
        ruleset, haste = self._bridge.ruleset, self._bridge.ruleset.turns.haste
        self.haste.setVisible(haste is not None)
        if haste is None:
            return
        action = ruleset.actions[haste.action]
        refusals = () if row is None else may(ruleset, self._bridge.battle, _hastening(haste, row))
        self.haste.setText(action.title)
        self.haste.setEnabled(row is not None and not refusals)
        self.haste.setToolTip(self._bridge.words(refusals[0].sentence) if refusals else action.help)

    def take_focus(self) -> None:
        """Focus the field if a plan is still missing, or else the button that begins the round."""
        if self._plans.isVisible() and self.rows.next_awaited(0) is not None:
            self.line.setFocus()
        elif not self.begin.isHidden():
            self.begin.setFocus()

    # ------------------------------------------------------------------------------------- making plans

    @property
    def _row(self) -> PlanRow | None:
        found: PlanRow | None = self.list.currentIndex().data(RowRole)
        return found

    def _follow_typed(self, typed: str) -> None:
        """Let typed words become the plan before any command, such as the one that begins the round."""
        if typed.strip():
            hold_typed(self.line, self._enter_typed)
        else:
            release_typed(self.line)

    def _enter_typed(self) -> bool:
        """Make the words in the line, if any, the current row's plan; return False if they are not accepted."""
        if self.line.text().strip():
            self._emit()
        return not self.line.text().strip()

    def _emit(self) -> None:
        """Make the typed words the plan; without any, only mark the combatant as decided.

        A single letter is refused, because it was probably meant as a shortcut.
        """
        release_typed(self.line)
        words = self.line.text().strip()
        if len(words) == 1 and words.isalpha():
            self.said.emit(
                f"“{words}” is a single letter, not a plan: Esc leaves the line, then {words.upper()} is a key again."
            )
            return
        self._plan(**({"words": words} if words else {}))

    def _emit_as_before(self) -> None:
        self._plan(as_before=True)

    def _hasten(self) -> None:
        """Pay one more point of the current row's combatant for acting earlier."""
        row, haste = self._row, self._bridge.ruleset.turns.haste
        if row is not None and haste is not None:
            self._do(_hastening(haste, row))

    def _draft(self) -> None:
        if self._row is not None:
            self.draft_wanted.emit(self._row.id)

    def select_next_after(self, who: str) -> None:
        """Go to the next missing plan after that combatant, whose plan was made elsewhere."""
        at = self.rows.row_of(who)
        following = None if at is None else self.rows.next_awaited(at)
        if following is not None:
            self._make_current(following)

    def _plan(self, **options: str | bool) -> None:
        row = self._row
        if row is None:
            return
        at = self.list.currentIndex().row()
        if self._do(Call(action=PLAN, actor=row.id, options=options)):
            self.line.clear()
            following = self.rows.next_awaited(at) if self.rows.rowCount() else None
            if following is not None:
                self._make_current(following)
            self.take_focus()

    def _do(self, call: Call) -> bool:
        """Carry out a command; return False if it is refused or something has to be answered first."""
        problem = self._controller.carry_out(call)
        self.said.emit(problem or "")
        return problem is None and self._controller.call is None

    def _move(self, steps: int) -> None:
        at = self.list.currentIndex().row() + steps
        # What is typed is the plan of the row that is left, never of the one that is reached.
        if self._enter_typed() and 0 <= at < self.rows.rowCount():
            self._make_current(at)

    def _make_current(self, at: int) -> None:
        index = self.rows.index(at, 0)
        self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.list.scrollTo(index)


def _hastening(haste: Haste, row: PlanRow) -> Call:
    """Return the call that pays one more point of a row's combatant for acting earlier."""
    return Call(action=haste.action, actor=row.id, options={"points": 1})
