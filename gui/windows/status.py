"""The status bar: whether all is on disk, which file, how far the target is, how large the map is shown."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from gui.bridge import Bridge
from gui.controllers.attention import Attention
from gui.style.theme import Role, set_role
from gui.widgets.elided import ElidedLabel
from model.view.board import distance_words

_SEEN = 8000
"""Milliseconds that a sentence stays, unless something happens before."""


class StatusBar(QStatusBar):
    """Sentences for the GM stand here until they are read; whether the fight is safe stands here always."""

    moved_elsewhere = Signal(str)
    """The fight goes on in another file, because somebody else has changed its own: the sentence to be read."""

    def __init__(self, bridge: Bridge, attention: Attention, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._attention = attention
        self._has_told_elsewhere = False
        self.setSizeGripEnabled(False)
        self.setContentsMargins(10, 0, 12, 0)
        self.saved, self.file, self.told = ElidedLabel(), ElidedLabel(), ElidedLabel()
        self.distance, self.zoom, self.mode = ElidedLabel(), QLabel(), QLabel()
        set_role(self.told, "bad")
        for label in (self.saved, self.file, self.mode, self.distance, self.zoom):
            set_role(label, "muted")
        for label in (self.file, self.told, self.mode, self.zoom):
            label.setContentsMargins(12, 0, 0, 0)
        self.addWidget(self.saved)
        self.addWidget(self.file)
        self.addWidget(self.told, 1)
        self.addPermanentWidget(self.mode)
        self.addPermanentWidget(self.distance)
        self.addPermanentWidget(self.zoom)
        self._timer = QTimer(self, singleShot=True, interval=_SEEN)
        self._timer.timeout.connect(lambda: self.tell(""))
        attention.changed.connect(self.refresh)
        bridge.saving_changed.connect(self.refresh)
        # What was said was about the step before this one. Whoever has something to say of a step does so after it.
        bridge.changed.connect(lambda _: self.tell(""))
        self.refresh()

    def tell(self, sentence: str | None) -> None:
        """Show a sentence about what could not be done; empty or None takes the last one away."""
        self._show(sentence or "", "bad")

    def tell_good(self, sentence: str) -> None:
        """Show a sentence about what was done."""
        self._show(sentence, "good")

    def _show(self, sentence: str, role: Role) -> None:
        set_role(self.told, role)
        self.told.setText(sentence)
        self.told.setToolTip(sentence)
        if sentence:
            self._timer.start()

    def show_mode(self, name: str) -> None:
        """Name what keys are about; empty in the usual mode."""
        self.mode.setText(f"Keys: {name}" if name else "")

    def show_zoom(self, percent: int) -> None:
        self.zoom.setText(f"Zoom {percent} %")

    def refresh(self) -> None:
        """Show the state of saving and the distance to the target."""
        status = self._bridge.session.status
        path = self._bridge.path
        is_elsewhere = status.kind == "elsewhere" and path is not None
        is_saved = status.kind == "saved" or is_elsewhere
        self.saved.setText("Saved: every action is on disk" if is_saved else status.sentence)
        self.saved.setToolTip(status.sentence)
        set_role(self.saved, "bad" if status.is_unsaved else "muted")
        if is_elsewhere and not self._has_told_elsewhere:
            self._has_told_elsewhere = True
            self.moved_elsewhere.emit(status.sentence)
        self.file.setText("" if path is None else path.name)
        self.file.setToolTip("" if path is None else str(path))
        self.distance.setText(self._distance_words())

    def _distance_words(self) -> str:
        actor, target = self._attention.actor, self._attention.target
        battle = self._bridge.battle
        if actor is None or target is None or actor not in battle.combatants or actor == target:
            return ""
        words = distance_words(battle, self._bridge.ruleset, actor, target)
        names = f"{self._bridge.name(actor)} → {self._bridge.name(target)}"
        return f"{names} {words}" if words else f"{names}: distance not known"
