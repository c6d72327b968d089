"""The target line of an action: who, on whom, with what, how far, and the target's state in words."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.panels.environment_list import EnvironmentList
from gui.panels.targets_menu import TargetsButton
from gui.style.measures import HALF
from gui.style.theme import set_role
from gui.widgets.flow import FlowLayout
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.group_attack import GROUP_ATTACK
from model.engine.ruleset import Ruleset
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle
from model.state.texts import Explanation
from model.view.board import distance_words
from model.view.conditions import condition_labels, conditions_of
from model.view.pools import health_of
from model.view.viewer import GM, name_for

_MOST_TARGETS = 9
_NAMED = 2
"""Of more targets than these the names stand in their lines below."""
_NOBODY = "It is nobody’s turn: start the fight, or act as somebody."
_AIMLESS = "Click where on the map, or aim at somebody:"
_ENVIRONMENT = "What happens by itself happens now. N goes on when it is done."


def head_words(ruleset: Ruleset, battle: AnyBattle, actor: Id, targets: tuple[Id, ...], call: Call | None) -> str:
    """`Crimson → Boomer · rifle · 24 m · medium`, as rich text."""
    who = _who_acts(battle, actor, call)
    parts = []
    if call is not None and call.item in battle.items:
        parts.append(battle.items[call.item].name.lower())
    others = tuple(id for id in targets if id != actor)
    names = ", ".join(name_for(battle, id, GM) or "" for id in others)
    if len(others) > _NAMED:
        names = f"{len(others)} targets"
    if len(others) == 1 and (distance := distance_words(battle, ruleset, actor, others[0])):
        parts.append(distance)
    title = "" if call is None else ruleset.actions[call.action].title
    if not names and title:
        parts.insert(0, " ".join(word if word.isupper() else word.lower() for word in title.split()))
    head = f"<b>{escape(who)}</b>" + (f" <b>→ {escape(names)}</b>" if names else "")
    return " · ".join([head, *map(escape, parts)])


def _who_acts(battle: AnyBattle, actor: Id, call: Call | None) -> str:
    """Who acts by name; where a whole group does, its name."""
    slot = battle.order.slot_of(actor)
    is_group = call is not None and call.action == GROUP_ATTACK and slot is not None
    return (slot.name if is_group and slot is not None else "") or name_for(battle, actor, GM) or ""


def state_words(ruleset: Ruleset, battle: AnyBattle, targets: tuple[Id, ...]) -> str:
    """`Boomer 6 / 12 · resists 2 · cover · prone`; empty without a single target."""
    if len(targets) != 1:
        return ""
    who = targets[0]
    health = health_of(ruleset, battle, who, GM)
    name = name_for(battle, who, GM) or ""
    parts = [f"{name} {health.text}".strip() if health is not None else name]
    for derived in ruleset.derived.values():
        if derived.group == "target" and who in battle.combatants:
            found = derived.value(battle, who)
            number = found.total if isinstance(found, Explanation) else found
            parts.append(f"{derived.title.lower()} {number}")
    parts += condition_labels(conditions_of(ruleset, battle, who, GM))
    return " · ".join(parts)


class TargetLine(QWidget):
    """Two lines about the target; where one is missing, those who could be it, by number."""

    said = Signal(str)
    """Why something that the environment was to do could not be done; empty when it was."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._controller = controller
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.head, self.state = QLabel(), QLabel()
        self.head.setTextFormat(Qt.TextFormat.RichText)
        self.head.setWordWrap(True)
        self.state.setWordWrap(True)
        set_role(self.state, "muted")
        self.targets = TargetsButton(bridge, controller)
        self._choices = FlowLayout(spacing=HALF)
        self.environment = EnvironmentList(bridge)
        self.environment.wanted.connect(lambda call: self.said.emit(controller.carry_out(call) or ""))
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.head, 1)
        line.addWidget(self.targets, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        column.addWidget(self.state)
        column.addWidget(self.environment)
        column.addLayout(self._choices)
        self._shown: tuple[Id, ...] = ()
        self._has_keys = False
        """Whether digits pick those who are shown: not while they are dice."""

    def refresh(self) -> None:
        """Show the target of the action in progress, else of the next attack."""
        controller, bridge = self._controller, self._bridge
        call, actor = controller.call, controller.actor
        is_environment = actor == ENVIRONMENT and call is None
        self.targets.refresh()
        self.environment.setVisible(is_environment)
        if is_environment:
            self.environment.refresh()
        if call is not None and call.actor == ENVIRONMENT:
            self.head.setText(f"<b>{escape(bridge.ruleset.actions[call.action].title)}</b>")
            self.state.hide()
            self._show_choices(())
            return
        if actor is None or actor not in bridge.battle.combatants:
            self.head.setText(_NOBODY if actor is None else _ENVIRONMENT)
            self.state.hide()
            self._show_choices(())
            return
        targets = call.targets if call is not None else controller.attention.targets
        self.head.setText(head_words(bridge.ruleset, bridge.battle, actor, targets, call))
        is_aimless = call is not None and controller.needs_target and controller.missing_place() is not None
        words = _AIMLESS if is_aimless else state_words(bridge.ruleset, bridge.battle, targets)
        self.state.setText(words)
        self.state.setVisible(bool(words))
        choices = controller.candidates() if controller.needs_target else controller.others_helped()
        self._show_choices(choices[:_MOST_TARGETS])

    def _show_choices(self, ids: tuple[Id, ...]) -> None:
        has_keys = bool(ids) and not isinstance(self._controller.due, DiceRequest)
        if (ids, has_keys) == (self._shown, self._has_keys):
            return
        self._shown, self._has_keys = ids, has_keys
        self._choices.clear()
        is_for_others = bool(ids) and not self._controller.needs_target
        for number, id in enumerate(ids, 1):
            name = f"for {self._bridge.name(id)}" if is_for_others else self._bridge.name(id)
            button = QPushButton(f"{number}  {name}" if has_keys else name)
            button.setStyleSheet("padding: 3px 8px;")
            button.clicked.connect(lambda _=False, id=id: self._controller.mark(id))
            self._choices.addWidget(button)

    def pick(self, number: int) -> bool:
        """Choose the target of that number; False when there is none."""
        if not self._has_keys or not 1 <= number <= len(self._shown):
            return False
        self._controller.mark(self._shown[number - 1])
        return True
