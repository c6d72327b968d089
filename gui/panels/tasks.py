"""Tasks that take several successes, beside the fight or without one: who has how many, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from gui.bridge import Bridge
from gui.controllers.attention import Attention
from gui.panels.task_card import TaskCard
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from gui.widgets.key_button import KeyButton
from model.state.base import Id
from model.view.tasks import tasks_view

_NOTHING = "No task is under way. One that takes several successes is set up here and counted as it goes on."


class TasksPanel(QScrollArea):
    """A card for each task; what the GM wants is told by signals, the window carries it out."""

    new_wanted = Signal()
    once_wanted = Signal()
    aside_changed = Signal(str)
    """How many are under way, for the dock's heading."""

    def __init__(self, bridge: Bridge, attention: Attention, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._attention = attention
        self.cards: dict[Id, TaskCard] = {}
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(12, HALF, 12, UNIT)
        column.setSpacing(UNIT)
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        self.new, self.once = KeyButton("New task…"), KeyButton("One roll…")
        self.new.setToolTip("Set up a task that takes several successes")
        self.once.setToolTip("A task that one roll decides, for whoever is looked at")
        self.once.setVisible(bool(bridge.ruleset.tasks.once))
        for button in (self.new, self.once):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            line.addWidget(button)
        line.addStretch(1)
        self.nothing = QLabel(_NOTHING)
        self.nothing.setWordWrap(True)
        set_role(self.nothing, "muted")
        self._cards = QVBoxLayout()
        self._cards.setSpacing(UNIT)
        column.addLayout(line)
        column.addWidget(self.nothing)
        column.addLayout(self._cards)
        column.addStretch(1)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.new.clicked.connect(self.new_wanted)
        self.once.clicked.connect(self.once_wanted)
        attention.changed.connect(self.refresh)
        self.refresh()

    attempted = Signal(str)
    counted = Signal(str, str, bool)
    set_to = Signal(str, str, int)
    changed = Signal(str, str)

    def set_keys(self, new: str, once: str) -> None:
        """The keys that do the same as the buttons."""
        self.new.set_key(new)
        self.once.set_key(once)

    def refresh(self) -> None:
        """Show the tasks as they now stand."""
        views = tasks_view(self._bridge.battle)
        if [view.id for view in views] != list(self.cards):
            self._rebuild([view.id for view in views])
        for view in views:
            self.cards[view.id].show_task(view, self._attempt_words(view.is_contest))
        self.nothing.setVisible(not views)
        count = sum(view.state == "open" for view in views)
        self.aside_changed.emit(f"{count} under way" if count else "")

    def _attempt_words(self, is_contest: bool) -> str:
        """What the button of a task does: `Attempt: Halcyon`."""
        tasks = self._bridge.ruleset.tasks
        if is_contest and tasks.compete:
            return "Everybody rolls"
        who = self._attention.looked_at
        if not tasks.attempt or who not in self._bridge.battle.combatants:
            return ""
        return f"Attempt: {self._bridge.name(who)}"

    def _rebuild(self, ids: list[Id]) -> None:
        for id in [id for id in self.cards if id not in ids]:
            card = self.cards.pop(id)
            self._cards.removeWidget(card)
            card.hide()
            card.deleteLater()
        kept = self.cards
        self.cards = {}
        for at, id in enumerate(ids):
            card = kept.get(id) or self._card(id)
            self._cards.insertWidget(at, card)
            self.cards[id] = card

    def _card(self, id: Id) -> TaskCard:
        card = TaskCard(id)
        card.attempted.connect(self.attempted)
        card.counted.connect(self.counted)
        card.set_to.connect(self.set_to)
        card.changed.connect(self.changed)
        return card
