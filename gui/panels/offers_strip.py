"""What somebody could still do: a line beside the action that never stops it, and a small form to take it up."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.bridge import Bridge
from gui.panels.action_parameters import ParameterStrip
from gui.panels.flow import FlowLayout
from gui.panels.key_button import KeyButton
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from model.engine.calls import Answer, Call, Option, Taken
from model.engine.requests import Offer
from model.engine.run import may
from model.state.base import Id, replace


class OffersStrip(QWidget):
    """One button for each offer; the first also answers to I."""

    taken = Signal(object, object)
    """An offer and the answer that takes it up."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._offers: tuple[Offer, ...] = ()
        self._call: Call | None = None
        self._is_dense = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self._flow = FlowLayout(spacing=HALF)
        column.addLayout(self._flow)
        self.form = OfferForm(bridge)
        self.form.taken.connect(self._take)
        self.form.hide()
        column.addWidget(self.form)

    def show_offers(self, offers: tuple[Offer, ...], call: Call | None) -> None:
        """Show what could be done now; an open form stays open while its offer stands."""
        self._call = call
        if offers != self._offers:
            self._offers = offers
            self._rebuild()
        if self.form.offer is not None and all(offer.id != self.form.offer.id for offer in offers):
            self.form.close_form()
        self.setVisible(bool(offers))

    def set_dense(self, is_dense: bool) -> None:
        """Buttons without a word before them where there is little room."""
        if is_dense != self._is_dense:
            self._is_dense = is_dense
            self._rebuild()

    def take_one(self) -> bool:
        """Open the first offer, or the next one when a form is already open; False when there is none."""
        if not self._offers:
            return False
        ids = [offer.id for offer in self._offers]
        opened = self.form.offer if self.form.isVisible() else None
        at = ids.index(opened.id) + 1 if opened is not None and opened.id in ids else 0
        self.open(self._offers[at % len(ids)])
        return True

    def open(self, offer: Offer) -> None:
        """Open the form of an offer."""
        assert self._call is not None
        self.form.open_offer(offer, self._call)

    def _take(self, answer: Answer) -> None:
        offer = self.form.offer
        self.form.close_form()
        if offer is not None:
            self.taken.emit(offer, answer)

    def _rebuild(self) -> None:
        self._flow.clear()
        if not self._is_dense:
            label = QLabel("Could still act:")
            set_role(label, "muted")
            self._flow.addWidget(label)
        for index, offer in enumerate(self._offers):
            button = KeyButton(self._words(offer), "I" if index == 0 else "")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setToolTip(f"Could still act. {offer.rule}".strip())
            button.setStyleSheet("padding: 2px 8px;")
            button.clicked.connect(lambda _=False, offer=offer: self.open(offer))
            self._flow.addWidget(button)

    def _words(self, offer: Offer) -> str:
        title = self._bridge.words(offer.title)
        names = [self._bridge.name(id) for id in offer.by]
        return title if any(name in title for name in names) else f"{', '.join(names)}: {title}"


class OfferForm(QWidget):
    """Who takes an offer up, and how."""

    taken = Signal(object)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.offer: Offer | None = None
        self._call: Call | None = None
        self._outer: Call | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(UNIT, HALF, 0, HALF)
        column.setSpacing(HALF)
        line = QHBoxLayout()
        line.setSpacing(HALF)
        self.who, self.action = QComboBox(), QComboBox()
        self.who.setAccessibleName("Who")
        self.action.setAccessibleName("What")
        self.ok = QPushButton("Take it")
        set_role(self.ok, "primary")
        for widget in (self.who, self.action, self.ok):
            line.addWidget(widget)
        line.addStretch(1)
        column.addLayout(line)
        self._options = FlowLayout(spacing=HALF)
        column.addLayout(self._options)
        self._parameters = ParameterStrip()
        column.addWidget(self._parameters)
        self._why_not = QLabel()
        self._why_not.setWordWrap(True)
        set_role(self._why_not, "bad")
        column.addWidget(self._why_not)
        self.who.activated.connect(self._rebuild_call)
        self.action.activated.connect(self._rebuild_call)
        self.ok.clicked.connect(self.hand_in)
        self._parameters.changed.connect(self._set_option)
        self._parameters.item_changed.connect(self._set_item)

    def open_offer(self, offer: Offer, outer: Call) -> None:
        """Ask how this offer is taken up; with one way to do it, one key is enough."""
        self.offer, self._outer = offer, outer
        self.who.clear()
        for id in offer.by:
            self.who.addItem(self._bridge.name(id), id)
        self.who.setVisible(len(offer.by) > 1 or bool(offer.actions))
        self.action.clear()
        for action in offer.actions:
            self.action.addItem(self._bridge.ruleset.actions[action].title, action)
        self.action.setVisible(len(offer.actions) > 1)
        self._show_options(offer)
        self.ok.setVisible(bool(offer.actions))
        self.show()
        self._rebuild_call()
        if offer.actions:
            self.ok.setFocus()

    def close_form(self) -> None:
        self.offer = self._call = None
        self.hide()

    def _show_options(self, offer: Offer) -> None:
        self._options.clear()
        for number, choice in enumerate(offer.options, 1):
            button = QPushButton(f"{number}  {choice.label}")
            button.setToolTip(choice.help)
            button.clicked.connect(lambda _=False, key=choice.key: self.taken.emit(Option(option=key)))
            self._options.addWidget(button)
            if number == 1:
                button.setFocus()

    def pick(self, number: int) -> bool:
        """Take the option of that number; False when there is none."""
        if self.offer is None or not self.isVisible() or not 1 <= number <= len(self.offer.options):
            return False
        self.taken.emit(Option(option=self.offer.options[number - 1].key))
        return True

    def hand_in(self) -> None:
        """Take the offer up as the form says."""
        if self._call is not None:
            self.taken.emit(Taken(call=self._call))
        elif self.offer is not None and self.offer.options:
            self.taken.emit(Option(option=self.offer.options[0].key))

    def _rebuild_call(self) -> None:
        offer, outer = self.offer, self._outer
        if offer is None or outer is None or not offer.actions:
            self._call = None
            self._parameters.hide()
            self._why_not.hide()
            return
        action = self._bridge.ruleset.actions[self.action.currentData()]
        actor: Id = self.who.currentData()
        if offer.preset is not None and (offer.preset.action, offer.preset.actor) == (action.id, actor):
            self._call = offer.preset
            self._refresh()
            return
        item = None
        if action.needs_item:
            usual = self._bridge.ruleset.usual_attack(self._bridge.battle, actor)
            item = usual.item if usual is not None else None
        targets = (outer.actor,) if action.targets in ("one", "many") else ()
        self._call = Call(action=action.id, actor=actor, targets=targets, item=item)
        self._refresh()

    def _set_option(self, key: str, value: object) -> None:
        if self._call is not None:
            others = {name: kept for name, kept in self._call.options.items() if name != key}
            self._call = replace(self._call, options=others if value is None else others | {key: value})
            self._refresh()

    def _set_item(self, item: Id) -> None:
        if self._call is not None:
            self._call = replace(self._call, item=item)
            self._refresh()

    def _refresh(self) -> None:
        call = self._call
        assert call is not None
        action = self._bridge.ruleset.actions[call.action]
        self._parameters.show_call(self._bridge.battle, action, call)
        # What was declared beforehand is judged when it is carried out, in the state that the battle then has.
        is_declared = self.offer is not None and self.offer.preset is not None
        reasons = () if is_declared else may(self._bridge.ruleset, self._bridge.battle, call)
        self._why_not.setText("\n".join(self._bridge.words(reason.sentence) for reason in reasons))
        self._why_not.setVisible(bool(reasons))
