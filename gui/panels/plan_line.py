"""The plan of whoever acts: taken up by a key in their turn; and, while plans are told, an action kept as one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.models.roll_table_plans import is_planning
from gui.style.measures import HALF
from gui.style.theme import set_role
from gui.widgets.key_button import KeyButton
from model.engine.calls import Call
from model.engine.planning import PLAN, plan_of, planned_call
from model.engine.run import may
from model.state.base import Id
from model.state.order import Intent, Plan
from model.view.plans import plan_words


class PlanLine(QWidget):
    """Hidden where nothing is planned."""

    kept = Signal(str)
    """Id of somebody whose action in progress has become their plan."""
    begun = Signal()
    said = Signal(str)
    """A sentence about what could not be done."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._controller = controller
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.keep = KeyButton("Keep as the plan", "⏎")
        self.begin = KeyButton("As planned", "")
        set_role(self.keep, "primary")
        self.keep.setToolTip("This is what they mean to do; it happens in their turn (Enter)")
        self.begin.setToolTip("Begin the action that was planned")
        line = QHBoxLayout()
        line.addWidget(self.words, 1)
        for button in (self.keep, self.begin):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        self.keep.clicked.connect(self.keep_plan)
        self.begin.clicked.connect(self.begin_planned)

    # ------------------------------------------------------------------------------------- showing

    @property
    def is_draft(self) -> bool:
        """Whether the action in progress is only meant to be a plan."""
        call = self._controller.call
        battle = self._bridge.battle
        return call is not None and call.actor in battle.combatants and is_planning(self._bridge.ruleset, battle)

    def refresh(self, key: str) -> None:
        """Show the plan of whoever acts, or that what is in progress can be kept as one; `key` takes the plan up."""
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
        """The plan of whoever has the turn, where it says anything."""
        who, battle = self._controller.actor, self._bridge.battle
        if who is None or self._controller.call is not None or who not in battle.order.acting:
            return None
        plan = plan_of(battle, who)
        return plan if plan is not None and plan.intents else None

    @property
    def planned(self) -> Intent | None:
        """The first action of the plan that is an action and can be begun now."""
        plan = self._plan
        intents = () if plan is None else plan.intents
        return next((intent for intent in intents if intent.action in self._bridge.ruleset.actions), None)

    @property
    def _can_begin(self) -> bool:
        """Whether nothing speaks against what is planned, such as that it has been done already."""
        who, intent, battle = self._controller.actor, self.planned, self._bridge.battle
        if who is None or intent is None:
            return False
        return not may(self._bridge.ruleset, battle, planned_call(who, intent))

    # ------------------------------------------------------------------------------------- doing

    def begin_planned(self) -> None:
        """Begin what was planned, with all that was said of it."""
        who, intent = self._controller.actor, self.planned
        if who is None or intent is None:
            self.said.emit("Nothing is planned that could be begun.")
            return
        self._controller.begin_call(planned_call(who, intent))
        self.begun.emit()

    def keep_plan(self) -> None:
        """Make the action in progress the plan of whoever would do it."""
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
