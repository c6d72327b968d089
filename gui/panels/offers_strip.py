"""What a combatant could still do: a line beside the action that never stops it, and a small form to take it up."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.bridge import Bridge
from gui.controllers.action_controller import OfferedPlace, is_path
from gui.panels.action_parameters import ParameterStrip
from gui.style.measures import HALF, UNIT
from gui.style.theme import set_role
from gui.widgets.basics import ElidedKeyButton, FlowLayout
from model.engine.calls import Answer, Call, Option, Taken
from model.engine.requests import Offer
from model.engine.run import may
from model.state.base import Id, replace

_FEW = 3
"""Offers that stand side by side; more of them are one line, and its form says which."""

Offers = tuple[Offer, ...]


def gathered(offers: Offers) -> tuple[Offers, ...]:
    """The offers by button: a few each for itself, of many those that are taken up in the same way together."""
    if len(offers) <= _FEW:
        return tuple((offer,) for offer in offers)
    groups: dict[object, list[Offer]] = {}
    for offer in offers:
        groups.setdefault(offer.options or "act", []).append(offer)
    return tuple(map(tuple, groups.values()))


class OffersStrip(QWidget):
    """A button for each offer, or for many of a kind; the first also answers to I."""

    place_wanted = Signal(object)
    """An `OfferedPlace`."""
    taken = Signal(object, object)
    """An offer and the answer that takes it up."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._offers: Offers = ()
        self._groups: tuple[Offers, ...] = ()
        self._call: Call | None = None
        self._is_dense = False
        self.buttons: list[ElidedKeyButton] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self._flow = FlowLayout(spacing=HALF)
        self._label = QLabel("Can Still React:")
        set_role(self._label, "muted")
        self._flow.addWidget(self._label)
        self._pool: list[ElidedKeyButton] = []
        """The buttons from left to right. They stay and change what they offer: new ones would be seen as a delay."""
        column.addLayout(self._flow)
        self.form = OfferForm(bridge)
        self.form.place_wanted.connect(self.place_wanted)
        self.form.taken.connect(self._take)
        self.form.hide()
        column.addWidget(self.form)

    def show_offers(self, offers: Offers, call: Call | None) -> None:
        """Show what could be done now; an open form stays open while its offers stand."""
        self._call = call
        if offers != self._offers:
            self._offers = offers
            self._groups = gathered(offers)
            self._rebuild()
        ids = {offer.id for offer in offers}
        if any(offer.id not in ids for offer in self.form.offers):
            self.form.close_form()
        self.setVisible(bool(offers))

    def set_dense(self, is_dense: bool) -> None:
        """Buttons without a word before them where there is little room."""
        if is_dense != self._is_dense:
            self._is_dense = is_dense
            self._rebuild()

    def take_one(self) -> bool:
        """Open the first offer, or the next one when a form is already open; False when there is none."""
        if not self._groups:
            return False
        opened = self.form.offers if self.form.isVisible() else ()
        at = self._groups.index(opened) + 1 if opened in self._groups else 0
        self.open(self._groups[at % len(self._groups)])
        return True

    def open(self, offers: Offers) -> None:
        """Open the form of offers that stand together."""
        assert self._call is not None
        self.form.open_offers(offers, self._call)

    def _take(self, offer: Offer, answer: Answer) -> None:
        self.form.close_form()
        self.taken.emit(offer, answer)

    def _rebuild(self) -> None:
        self._label.setHidden(self._is_dense)
        for button in self.buttons:
            # No key does what the button did not say when it was reached.
            button.clearFocus()
        while len(self._pool) < len(self._groups):
            self._pool.append(self._new_button(len(self._pool)))
        self.buttons = self._pool[: len(self._groups)]
        for button, offers in zip(self.buttons, self._groups, strict=True):
            people = _people(offers)
            names = dict(zip(people, self._bridge.names(people), strict=True))
            button.setText(self._words(offers, list(names.values())))
            button.setToolTip(self._help(offers, names))
            button.show()
        for button in self._pool[len(self._groups) :]:
            button.hide()

    def _new_button(self, index: int) -> ElidedKeyButton:
        button = ElidedKeyButton("", "" if index else "I")
        button.setStyleSheet("padding: 2px 8px;")
        button.clicked.connect(lambda: self.open(self._groups[index]))
        self._flow.addWidget(button)
        return button

    def _words(self, offers: Offers, names: list[str]) -> str:
        """`Halcyon and 2 more: jump in front`, or whom several offers are made to."""
        first = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
        titles = dict.fromkeys(self._bridge.words(offer.title) for offer in offers)
        title = next(iter(titles))
        if len(titles) > 1:
            return f"Could act: {first}" if self._is_dense else first
        return title if any(map(title.__contains__, names)) else f"{first}: {title}"

    def _help(self, offers: Offers, names: dict[Id, str]) -> str:
        """Each offer with everybody who can take it up."""
        lines = []
        for offer in offers:
            those = ", ".join([names[id] for id in offer.by])
            lines.append(f"{self._bridge.words(offer.title)}: {those} {offer.rule}".rstrip())
        return "\n".join(lines)


class OfferForm(QWidget):
    """Who takes an offer up, and how. Its fields are made when it is first opened."""

    place_wanted = Signal(object)
    taken = Signal(object, object)
    """An offer and its answer."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.offers: Offers = ()
        self._call: Call | None = None
        self._outer: Call | None = None
        self._is_built = False

    def _build(self) -> None:
        self._is_built = True
        column = QVBoxLayout(self)
        column.setContentsMargins(UNIT, HALF, 0, HALF)
        column.setSpacing(HALF)
        line = FlowLayout(spacing=HALF)
        self.who, self.action, self.which = QComboBox(), QComboBox(), QComboBox()
        for box, name in ((self.who, "Who"), (self.action, "What"), (self.which, "Which")):
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            line.addWidget(box)
        self.ok = QPushButton("Take")
        set_role(self.ok, "primary")
        line.addWidget(self.ok)
        column.addLayout(line)
        self._options = FlowLayout(spacing=HALF)
        column.addLayout(self._options)
        self._parameters = ParameterStrip()
        column.addWidget(self._parameters)
        self._why_not = QLabel()
        self._why_not.setWordWrap(True)
        set_role(self._why_not, "bad")
        column.addWidget(self._why_not)
        self.who.activated.connect(self._show_actions)
        self.action.activated.connect(self._show_which)
        self.which.activated.connect(self._rebuild_call)
        self.ok.clicked.connect(self.hand_in)
        self._parameters.changed.connect(self._set_option)
        self._parameters.item_changed.connect(self._set_item)
        self._parameters.place_wanted.connect(lambda key: self.place_wanted.emit(OfferedPlace(key)))

    @property
    def offer(self) -> Offer | None:
        """The offer that is taken up as the form stands."""
        if not self.offers:
            return None
        fitting = self._fitting()
        at = self.which.currentIndex()
        return fitting[at] if 0 <= at < len(fitting) else None

    def open_offers(self, offers: Offers, outer: Call) -> None:
        """Ask how one of these is taken up; with one way to do it, one key is enough."""
        if not self._is_built:
            self._build()
        self.offers, self._outer = offers, outer
        _fill(self.who, [(self._bridge.name(id), id) for id in _people(offers)])
        is_act = bool(offers[0].actions)
        self.who.setVisible(is_act or self.who.count() > 1)
        self._show_options(offers[0])
        self.ok.setVisible(is_act)
        self.show()
        self._show_actions()
        if is_act:
            self.ok.setFocus()

    @property
    def actor(self) -> Id | None:
        """Who would take it up."""
        return None if self._call is None else self._call.actor

    def set_place(self, key: str, x: float, y: float) -> None:
        """Say where to: a place, or a way that leads straight there."""
        if self._call is None:
            return
        action = self._bridge.ruleset.actions[self._call.action]
        self._set_option(key, [[x, y]] if is_path(action, key) else {"x": x, "y": y})

    def may_go(self, key: str, x: float, y: float) -> str:
        """Why a combatant cannot take it up there, in words; empty when they can."""
        if self._call is None:
            return ""
        call = replace(self._call, options=self._call.options | {key: {"x": x, "y": y}})
        reasons = may(self._bridge.ruleset, self._bridge.battle, call)
        return self._bridge.words(reasons[0].sentence) if reasons else ""

    def close_form(self) -> None:
        self.offers, self._call = (), None
        self.hide()

    def _show_actions(self) -> None:
        actions = dict.fromkeys(action for offer in self._of_somebody() for action in offer.actions)
        _fill(self.action, [(self._bridge.ruleset.actions[action].title, action) for action in actions])
        self.action.setVisible(self.action.count() > 1)
        self._show_which()

    def _show_which(self) -> None:
        _fill(self.which, [(self._bridge.words(offer.title), offer.id) for offer in self._fitting()])
        self.which.setVisible(self.which.count() > 1)
        self._rebuild_call()

    def _of_somebody(self) -> Offers:
        """Offers to whom is chosen."""
        return tuple(offer for offer in self.offers if self.who.currentData() in offer.by)

    def _fitting(self) -> Offers:
        """Of these the ones that what is chosen takes up."""
        action = self.action.currentData()
        return tuple(offer for offer in self._of_somebody() if not offer.actions or action in offer.actions)

    def _show_options(self, offer: Offer) -> None:
        self._options.clear()
        for number, choice in enumerate(offer.options, 1):
            button = QPushButton(f"{number}  {choice.label}")
            button.setToolTip(choice.help)
            button.clicked.connect(lambda _=False, key=choice.key: self._take(Option(option=key)))
            self._options.addWidget(button)
            if number == 1:
                button.setFocus()

    def pick(self, number: int) -> bool:
        """Take the option of that number; False when there is none."""
        offer = self.offer
        if offer is None or not self.isVisible() or not 1 <= number <= len(offer.options):
            return False
        self._take(Option(option=offer.options[number - 1].key))
        return True

    def hand_in(self) -> None:
        """Take the offer up as the form says."""
        offer = self.offer
        if self._call is not None:
            self._take(Taken(call=self._call))
        elif offer is not None and offer.options:
            self._take(Option(option=offer.options[0].key))

    def _take(self, answer: Answer) -> None:
        self.taken.emit(self.offer, answer)

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
        self._ask_place()

    def _ask_place(self) -> None:
        """A combatant on the map is asked on the map where to go."""
        assert self._call is not None
        action = self._bridge.ruleset.actions[self._call.action]
        key = next((one.key for one in action.parameters if one.kind == "place"), None)
        actor = self._bridge.battle.combatants.get(self._call.actor)
        is_wanted = key is not None and actor is not None and actor.place.point is not None
        if is_wanted and key is not None:
            self.place_wanted.emit(OfferedPlace(key))

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
        call, offer = self._call, self.offer
        assert call is not None
        action = self._bridge.ruleset.actions[call.action]
        self._parameters.show_call(self._bridge.battle, action, call)
        # What was declared beforehand is judged when it is carried out, in the state that the battle then has.
        is_declared = offer is not None and offer.preset is not None
        reasons = () if is_declared else may(self._bridge.ruleset, self._bridge.battle, call)
        self._why_not.setText("\n".join(self._bridge.words(reason.sentence) for reason in reasons))
        self._why_not.setVisible(bool(reasons))


def _people(offers: Iterable[Offer]) -> tuple[Id, ...]:
    """Everybody who can take one of these up."""
    return tuple(dict.fromkeys(chain.from_iterable([offer.by for offer in offers])))


def _fill(box: QComboBox, entries: list[tuple[str, str]]) -> None:
    box.clear()
    for title, value in entries:
        box.addItem(title, value)
