"""What happens by itself at the end of a round: what falls or moves with nobody in control, and what the GM can do."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.bridge import Bridge
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from gui.widgets.flow import FlowLayout
from model.engine.calls import Call
from model.engine.edits_board import ENVIRONMENT_ACTS
from model.engine.motion import is_done, things_in_motion
from model.state.base import Id
from model.state.battle import Thing
from model.state.texts import Text, refs_in

Way = tuple[str, Call]
"""Something that can be done about it: a word or two, and the command."""
_FALLING = "falling"
_DONE = "✓ done in this round"
_SMALL = "padding: 2px 8px; min-height: 18px;"


class EnvironmentList(QWidget):
    """A card for each of them, with what it needs; nothing is done before a button is pressed."""

    wanted = Signal(object)
    """A `Call` of the environment's."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, HALF, 0, HALF)
        self._column.setSpacing(UNIT)
        self._shown: tuple[tuple[Text, bool], ...] | None = None
        self.buttons: list[QPushButton] = []

    def refresh(self) -> None:
        """Show what is still to happen."""
        turns = self._bridge.ruleset.turns
        battle = self._bridge.battle
        found = (turns.environment or things_in_motion)(battle)
        doings = tuple((doing, all(is_done(battle, id) for id in refs_in(doing))) for doing in found)
        if doings == self._shown:
            return
        self._shown = doings
        self.buttons = []
        while item := self._column.takeAt(0):
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for doing, is_over in doings:
            self._column.addWidget(self._card(doing, is_over=is_over))

    def _card(self, doing: Text, *, is_over: bool) -> QFrame:
        card = QFrame()
        set_role(card, "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(10, 6, 10, 6)
        column.setSpacing(HALF)
        words = QLabel(self._bridge.words(doing))
        words.setWordWrap(True)
        column.addWidget(words)
        line = FlowLayout(spacing=HALF)
        if is_over:
            done = QLabel(_DONE)
            set_role(done, "good")
            set_role(words, "muted")
            column.addWidget(done)
        ways = self._ways(doing)
        for title, call in ways if is_over else (*ways, *_done_with(doing)):
            button = QPushButton(title)
            button.setStyleSheet(_SMALL)
            button.clicked.connect(lambda _=False, call=call: self.wanted.emit(call))
            line.addWidget(button)
            self.buttons.append(button)
        column.addLayout(line)
        return card

    def _ways(self, doing: Text) -> Iterator[Way]:
        for id in refs_in(doing):
            if id in self._bridge.battle.things:
                yield from _ways_of_thing(self._bridge.battle.things[id])
            elif id in self._bridge.battle.combatants:
                yield from self._ways_of_fighter(id)

    def _ways_of_fighter(self, id: Id) -> Iterator[Way]:
        combatant = self._bridge.battle.combatants[id]
        if not any(effect.kind == _FALLING for effect in combatant.effects.values()):
            return
        if falls := self._bridge.ruleset.turns.falls:
            yield "Hits the ground…", Call(action=falls, targets=(id,))
        yield "Falls no more", Call(action="clear_condition", targets=(id,), options={"condition": _FALLING})


def _ways_of_thing(thing: Thing) -> Iterator[Way]:
    if thing.is_falling:
        yield "It has come down", Call(action="edit_thing", options={"thing": thing.id, "falling": False})
    if thing.speed > 0:
        if thing.place.point is not None:
            options = {"who": thing.id, "moves": True}
            yield f"Moves on {thing.speed:g} m", Call(action=ENVIRONMENT_ACTS, options=options)
        yield "It stops", Call(action="edit_thing", options={"thing": thing.id, "speed": 0})


def _done_with(doing: Text) -> Iterator[Way]:
    for id in refs_in(doing):
        yield "Done", Call(action=ENVIRONMENT_ACTS, options={"who": id})
