"""Widgets for available actions (refused ones grey, with their reason), for what is due, and for offers.

The due list and the strip of offers are shown beside the action in progress and never block it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.bridge import AfterRepaint, Bridge
from gui.controllers.action_controller import OfferedPlace, is_path
from gui.controllers.combat_controller import DueController, DueEntry
from gui.dialogs.command_palette import CommandPalette, PaletteEntry
from gui.panels.action_parameters import ParameterStrip
from gui.style.disposal import dispose
from gui.style.theme import HALF, UNIT, semi_bold, set_look, set_role
from gui.widgets.basics import ElidedKeyButton, ElidedLabel, FlowLayout, KeyButton
from gui.widgets.fields import ChoiceField
from model.engine.calls import Answer, Call, Option, Taken
from model.engine.requests import Offer
from model.engine.ruleset import Action
from model.engine.run import may
from model.state.base import Id, replace

# ---------------------------------------------------------------------------------------------- the list of all actions


GROUPS = ("attack", "defence", "move", "other")
"""The groups of actions in the order in which they are shown."""

_HEADINGS = {"attack": "Attack", "defence": "Defence", "move": "Movement", "other": "Other"}
_NOT_NOW = "Not now"
_WIDE, _HIGH = 520, 620


def by_heading(actions: Iterable[Action]) -> list[Action]:
    """Return actions in the order in which lists show them: by heading, in the order of `GROUPS`, with *Other* last."""
    ranked = sorted(actions, key=lambda action: GROUPS.index(action.group))
    headings = sorted(dict.fromkeys(map(heading_of, ranked)), key=lambda heading: heading == _HEADINGS["other"])
    return sorted(ranked, key=lambda action: headings.index(heading_of(action)))


def heading_of(action: Action) -> str:
    """Return the heading under which lists of all actions show it: its section, or else that of its group."""
    return action.section or _HEADINGS[action.group]


class MoreActions(CommandPalette):
    """List of all actions, opened beside its button.

    Enter begins the selected action even if it is refused: the panel then shows the reason. Shift+Enter does it anyway.
    """

    def __init__(
        self,
        actions: Iterable[Action],
        reason: Callable[[Action], str],
        keys: Mapping[str, str],
        choose: Callable[[str], object],
        anyway: Callable[[str], object],
        parent: QWidget,
    ) -> None:
        super().__init__(_palette_entries(actions, reason, keys, choose, anyway), parent=parent, headed=True)
        self.setWindowTitle("Actions")
        self.field.setPlaceholderText("Type to find an action. Shift+Enter: do it anyway")
        self.field.setAccessibleName("Find an action")
        self.list.setAccessibleName("Actions")

    def open_beside(self, button: QWidget) -> None:
        """Show the list under the button, moved where necessary so that it fits on that screen."""
        screen: QRect = button.screen().availableGeometry()
        corner = button.mapToGlobal(button.rect().bottomRight())
        self.setFixedSize(min(_WIDE, screen.width()), min(_HIGH, screen.height() - 2 * UNIT))
        left = max(screen.left(), min(corner.x() - self.width(), screen.right() - self.width()))
        top = max(screen.top() + UNIT, min(corner.y() + HALF, screen.bottom() - UNIT - self.height()))
        self.move(left, top)
        self.show()


def _palette_entries(
    actions: Iterable[Action],
    reason: Callable[[Action], str],
    keys: Mapping[str, str],
    choose: Callable[[str], object],
    anyway: Callable[[str], object],
) -> Iterator[PaletteEntry]:
    """Yield the possible actions by heading, then the refused ones under *Not now*, so that they can be found too."""
    refused = []
    for action in by_heading(actions):
        if why := reason(action):
            refused.append((action, why))
        else:
            run, more = partial(choose, action.id), f"{heading_of(action)} {action.help}"
            aside = "   ".join(part for part in (action.cost, keys.get(action.id, "")) if part)
            yield PaletteEntry(action.title, heading_of(action), run, more=more, aside=aside)
    for action, why in refused:
        run, force = partial(choose, action.id), partial(anyway, action.id)
        yield PaletteEntry(action.title, _NOT_NOW, run, more=action.help, reason=why, anyway=force)


# ---------------------------------------------------------------------------------------------------------- the buttons


_SHOWN = {False: 5, True: 3}
"""Number of buttons beside "More...", by whether there is little room: they fill two lines, or one."""

MORE = "more_actions"
"""Id of the command that opens the list of all actions."""


class ActionButtons(QWidget):
    """The first few actions as buttons; "More..." opens the list of all of them.

    Finding out which of two dozen actions are refused takes longer than everything else that a key press causes, so
    the buttons are updated after the window has shown the effect of the key. Where they are needed sooner, such as
    for a key that presses a button, they are updated at once.
    """

    chosen = Signal(str)
    forced = Signal(str)
    """A refused action was chosen to be done anyway."""
    explained = Signal(str)
    """Why the focused action is refused, or empty if it is not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=HALF)
        self._pool: list[_ActionButton] = []
        """The buttons from left to right, reused for other actions: creating new ones would be a visible delay."""
        self._buttons: dict[str, _ActionButton] = {}
        """The buttons in use, by the id of their action."""
        self._given: tuple[Action, ...] = ()
        self._actions: tuple[Action, ...] = ()
        """`_given`, sorted by group as in the menu."""
        self._usual: tuple[Action, ...] = ()
        """The same actions, those first that deserve a button most."""
        self._refused: Callable[[Action], object | None] = _nothing
        self._reason: Callable[[Action], str] = _nothing
        """Why an action is refused, in words. Only called for visible actions: most are only in the menu."""
        self._more = KeyButton("More...")
        self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._more.setProperty("measure", "action")
        self._more.clicked.connect(self.open_more)
        self._flow.addWidget(self._more)
        self._is_dense = False
        self._keys: dict[str, str] = {}
        self._current: str | None = None
        self._due = AfterRepaint(self._bring_up_to_date, self)

    def button(self, action: str) -> QPushButton | None:
        """Return the current button of an action, or None if the action is only under "More..."."""
        return self.shown().get(action)

    def shown(self) -> Mapping[str, QPushButton]:
        """Return the buttons from left to right, by the id of their action, after updating them to the battle."""
        self._due.do_now()
        return self._buttons

    def show_actions(
        self,
        actions: tuple[Action, ...],
        refused: Callable[[Action], object | None],
        reason: Callable[[Action], str],
        current: str | None,
        keys: dict[str, str],
    ) -> None:
        """Show the actions of the acting combatant after the next repaint.

        `refused` returns None unless an action is refused; `reason` returns why, in words.
        """
        self._refused, self._reason, self._keys, self._current = refused, reason, keys, current
        if actions != self._given:
            self._given = actions
            self._actions = tuple(sorted(actions, key=lambda action: GROUPS.index(action.group)))
            self._usual = _usual_first(self._actions)
        self._due.put_off()

    def _bring_up_to_date(self) -> None:
        """Assign the current actions to the buttons, and show which of them are refused."""
        shown = self._choose()
        if [action.id for action in shown] != list(self._buttons):
            self._hand_out(shown)
        self._more.set_key(self._key_of(MORE))
        for id, button in self._buttons.items():
            button.set_key(self._key_of(id))
            why = "" if self._refused(button.action) is None else self._reason(button.action)
            button.show_state(why, id == self._current)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where there is room for only one line, hide the buttons that do not fit; "More..." lists all actions.

        A wide button that does not fit leaves its room to narrower ones behind it.
        """
        wide = {id: button.sizeHint().width() + HALF for id, button in self._buttons.items()}
        room = self.width() - self._more.sizeHint().width() - wide.get(self._current or "", 0)
        for id, button in self._buttons.items():
            is_too_much = self._is_dense and wide[id] > room and id != self._current
            button.setHidden(is_too_much)
            room -= 0 if is_too_much or id == self._current else wide[id]

    def set_dense(self, is_dense: bool) -> None:
        """Set whether the buttons take only one line; applies when the panel next shows actions.

        It does not apply at once because the actions shown now may belong to an earlier battle.
        """
        self._is_dense = is_dense

    def pick(self, number: int) -> bool:
        """Choose the action with that number, counted from 1; return False if there is none."""
        ids = [id for id, button in self.shown().items() if not button.isHidden()]
        if not 1 <= number <= len(ids):
            return False
        self.chosen.emit(ids[number - 1])
        return True

    def _choose(self) -> list[Action]:
        """Return the actions that get a button: the usual attack, then actions that are possible now.

        Refused actions follow where there is room. The action in progress is always included.
        """
        room = _SHOWN[self._is_dense]
        shown = list(self._usual[:1])
        behind: list[Action] = []
        for action in self._usual[1:]:
            if len(shown) == room:
                break
            (shown if self._refused(action) is None else behind).append(action)
        shown += behind[: room - len(shown)]
        chosen = next((action for action in self._actions if action.id == self._current), None)
        if chosen is not None and chosen not in shown:
            shown[-1] = chosen
        return shown

    def _hand_out(self, shown: list[Action]) -> None:
        """Assign these actions to the buttons, from left to right.

        If the focused button gets another action, the focus moves to the button that now has the earlier action, or
        to "More...", so that a key never does something that the button did not show when it was focused.
        """
        while len(self._pool) < len(shown):
            self._pool.append(self._new_button(shown[len(self._pool)]))
        focused = next((button for button in self._pool if button.hasFocus()), None)
        before = None if focused is None else focused.action.id
        self._buttons = {action.id: button for action, button in zip(shown, self._pool, strict=False)}
        for action, button in zip(shown, self._pool, strict=False):
            button.set_action(action)
        for button in self._pool[len(shown) :]:
            button.hide()
        self._more.setVisible(len(self._actions) > len(shown))
        if focused is not None and focused.action.id != before:
            self._buttons.get(before or "", self._more).setFocus()

    def _new_button(self, action: Action) -> _ActionButton:
        button = _ActionButton(action)
        button.clicked.connect(lambda: self.chosen.emit(button.action.id))
        button.focused.connect(lambda: self.explained.emit(self._reason(button.action)))
        self._flow.removeWidget(self._more)
        self._flow.addWidget(button)
        self._flow.addWidget(self._more)
        QWidget.setTabOrder(button, self._more)
        return button

    def _key_of(self, action: str) -> str:
        return self._keys.get(action, "")

    def open_more(self) -> None:
        """Open the list of all actions."""
        more = MoreActions(self._actions, self._reason, self._keys, self.chosen.emit, self.forced.emit, self)
        more.open_beside(self._more if self._more.isVisible() else self)


def _usual_first(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return one action of each group, then the others; actions with a key take precedence in both."""
    ranked = sorted(actions, key=lambda action: not action.key)
    firsts = {action.group: action for action in reversed(ranked)}
    usual = [firsts[group] for group in GROUPS if group in firsts]
    return (*usual, *(action for action in ranked if firsts[action.group] is not action))


def _nothing(action: Action) -> str:
    return ""


class _ActionButton(KeyButton):
    """Button of an action; a refused action can still be focused and clicked, which shows the reason."""

    focused = Signal()

    def __init__(self, action: Action) -> None:
        super().__init__(action.title)
        self.action = action
        self._state: tuple[str, bool] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("measure", "action")

    def set_action(self, action: Action) -> None:
        """Assign another action; `show_state` shows whether it is refused or in progress."""
        if action is not self.action:
            self.action = action
            self.setText(action.title)
            self._state = None

    def show_state(self, reason: str, is_current: bool) -> None:
        """Show a refused action grey, with its reason, and highlight the action in progress."""
        if (reason, is_current) == self._state:
            return
        self._state = (reason, is_current)
        cost = f"{self.action.title}: {self.action.cost}" if self.action.cost else self.action.title
        self.setToolTip(reason or "\n".join(part for part in (cost, self.action.help) if part))
        self.setAccessibleDescription(reason)
        set_role(self, "primary" if is_current else None)
        set_look(self, "refused", bool(reason) and not is_current)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()


# ---------------------------------------------------------------------------------------------------------- what is due

MOST_DUE = 4
"""Maximum number of rows; further ones are only counted, and appear when earlier ones are settled."""
_SMALL = "padding: 2px 8px; min-height: 18px;"


class DueList(QFrame):
    """List of what is due; hidden while nothing is due.

    Rolls that are asked for in a roll table are shown only there; the table has its own *Later*.
    """

    said = Signal(str)
    """Why a command could not be done, or empty if it was done."""

    def __init__(self, due: DueController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = due
        self.entries: tuple[DueEntry, ...] = ()
        self.rows: list[tuple[ElidedLabel, QPushButton, QPushButton]] = []
        set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(UNIT, HALF, UNIT, HALF)
        column.setSpacing(HALF)
        head = QHBoxLayout()
        head.setSpacing(HALF)
        self.title = QLabel()
        self.title.setFont(semi_bold())
        self.all_later, self.roll_all = QPushButton("All Later"), QPushButton("Roll All")
        self.all_later.setToolTip("Puts all of it off to the end of each combatant's next turn.")
        self.roll_all.setToolTip("Rolls everything in this list.")
        for button in (self.all_later, self.roll_all):
            button.setAutoDefault(False)
            button.setStyleSheet(_SMALL)
        head.addWidget(self.title, 1)
        head.addWidget(self.all_later)
        head.addWidget(self.roll_all)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(HALF)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self.more = QLabel()
        set_role(self.more, "muted")
        column.addLayout(head)
        column.addLayout(self._grid)
        column.addWidget(self.more)
        self.roll_all.clicked.connect(lambda: self._do(due.roll_all))
        self.all_later.clicked.connect(lambda: self._do(lambda: due.later(*(entry.key for entry in due.asked))))
        self.hide()

    def refresh(self, *, is_table: bool) -> None:
        """Show what is due; `is_table` is whether a roll table currently shows what is asked."""
        asked = () if is_table else self.controller.asked
        entries = (*asked, *self.controller.put_off)
        if entries != self.entries:
            self.entries = entries
            self._show_rows()
        # Beside another action, only one line is shown.
        is_brief = not asked and self.controller.is_busy
        for widget in (widget for row in self.rows for widget in row):
            widget.setHidden(is_brief)
        self.more.setHidden(is_brief or len(entries) <= MOST_DUE)
        put_off = f"Put Off: {len(entries)}" if is_brief else "Put Off"
        self.title.setText("Due Now" if asked else put_off)
        self.all_later.setVisible(len(asked) > 1)
        self.roll_all.setVisible(len(entries) > 1 and not is_table and not is_brief)
        self.setVisible(bool(entries))

    def _show_rows(self) -> None:
        for widgets in self.rows:
            for widget in widgets:
                self._grid.removeWidget(widget)
                dispose(widget)
        self.rows = [self._row(at, entry) for at, entry in enumerate(self.entries[:MOST_DUE])]
        self.more.setText(f"and {len(self.entries) - MOST_DUE} more")

    def _row(self, at: int, entry: DueEntry) -> tuple[ElidedLabel, QPushButton, QPushButton]:
        of_round = "" if entry.is_asked or not entry.round else f", round {entry.round}"
        words = ElidedLabel()
        words.setText(f"{entry.title} · {entry.name}{of_round}")
        words.setToolTip(words.text())
        due = self.controller
        verb = "Roll" if entry.is_asked else "Resolve"
        roll = self._button(verb, f"{verb}: {entry.title} of {entry.name}", lambda: due.roll(entry.key))
        # A question without dice is answered in the panel below.
        roll.setEnabled(entry.has_dice or not entry.is_asked)
        if entry.is_asked:
            title, tip = "Later", "Puts it off: it is asked again at the end of the next turn"
            other = self._button(title, tip, lambda: due.later(entry.key))
        else:
            tip = "Dismisses it without a roll; the log records it."
            other = self._button("Dismiss", tip, lambda: due.dismiss(entry.key))
        for column, widget in enumerate((words, roll, other)):
            self._grid.addWidget(widget, at, column)
        return words, roll, other

    def _button(self, title: str, tip: str, does: Callable[[], str | None]) -> QPushButton:
        button = QPushButton(title)
        button.setStyleSheet(_SMALL)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._do(does))
        return button

    def _do(self, does: Callable[[], str | None]) -> None:
        self.said.emit(does() or "")


# --------------------------------------------------------------------------------------------------------------- offers

_FEW_OFFERS = 3
"""Maximum number of offers with a button each; more are grouped, and the form asks which one is taken up."""

Offers = tuple[Offer, ...]


def grouped_offers(offers: Offers) -> tuple[Offers, ...]:
    """Return the offers of each button: up to `_FEW_OFFERS` separately, more grouped by how they are taken up."""
    if len(offers) <= _FEW_OFFERS:
        return tuple((offer,) for offer in offers)
    groups: dict[object, list[Offer]] = {}
    for offer in offers:
        groups.setdefault(offer.options or "act", []).append(offer)
    return tuple(map(tuple, groups.values()))


class OffersStrip(QWidget):
    """Row with a button for each offer or group of offers; the first one also has the key I."""

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
        self._label = QLabel("Can still react:")
        set_role(self._label, "muted")
        self._flow.addWidget(self._label)
        self._pool: list[ElidedKeyButton] = []
        """The buttons from left to right, reused for other offers: creating new ones would be a visible delay."""
        column.addLayout(self._flow)
        self.form = OfferForm(bridge)
        self.form.place_wanted.connect(self.place_wanted)
        self.form.taken.connect(self._take)
        self.form.hide()
        column.addWidget(self.form)

    def show_offers(self, offers: Offers, call: Call | None) -> None:
        """Show the current offers; an open form is closed as soon as one of its offers no longer exists."""
        self._call = call
        if offers != self._offers:
            self._offers = offers
            self._groups = grouped_offers(offers)
            self._rebuild()
        ids = {offer.id for offer in offers}
        if any(offer.id not in ids for offer in self.form.offers):
            self.form.close_form()
        self.setVisible(bool(offers))

    def set_dense(self, is_dense: bool) -> None:
        """Set whether there is little room: the label before the buttons is hidden then."""
        if is_dense != self._is_dense:
            self._is_dense = is_dense
            self._rebuild()

    def take_one(self) -> bool:
        """Open or take the first offer, or the next one if a form is already open; return False if there is none."""
        if not self._groups:
            return False
        opened = self.form.offers if self.form.isVisible() else ()
        at = self._groups.index(opened) + 1 if opened in self._groups else 0
        self.open(self._groups[at % len(self._groups)])
        return True

    def open(self, offers: Offers) -> None:
        """Open the form for a group of offers, or take the only one if that needs no form."""
        assert self._call is not None
        if len(offers) == 1 and offers[0].is_direct:
            self._take(offers[0], Option(option=offers[0].options[0].key))
            return
        self.form.open_offers(offers, self._call)

    def _take(self, offer: Offer, answer: Answer) -> None:
        self.form.close_form()
        self.taken.emit(offer, answer)

    def _rebuild(self) -> None:
        self._label.setHidden(self._is_dense)
        for button in self.buttons:
            # A key must not take up an offer that the button did not show when it was focused.
            button.clearFocus()
        while len(self._pool) < len(self._groups):
            self._pool.append(self._new_button(len(self._pool)))
        self.buttons = self._pool[: len(self._groups)]
        for button, offers in zip(self.buttons, self._groups, strict=True):
            combatants = _combatants(offers)
            names = dict(zip(combatants, self._bridge.names(combatants), strict=True))
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
        """Return a button's text, such as `Halcyon and 2 more: jump in front`; only the names if titles differ."""
        first = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
        titles = dict.fromkeys(self._bridge.words(offer.title) for offer in offers)
        title = next(iter(titles))
        if len(titles) > 1:
            return f"Could act: {first}" if self._is_dense else first
        return title if any(map(title.__contains__, names)) else f"{first}: {title}"

    def _help(self, offers: Offers, names: dict[Id, str]) -> str:
        """Return a button's tooltip: each offer with all combatants who can take it up."""
        lines = []
        for offer in offers:
            those = ", ".join([names[id] for id in offer.by])
            lines.append(f"{self._bridge.words(offer.title)}: {those} {offer.rule}".rstrip())
        return "\n".join(lines)


class OfferForm(QWidget):
    """Form that asks who takes an offer up, and how. Its fields are created when it is first opened."""

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
        self.who, self.action, self.which = ChoiceField(), ChoiceField(), ChoiceField()
        for box, name in ((self.who, "Who"), (self.action, "What"), (self.which, "Which")):
            box.setAccessibleName(name)
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
        self.who.entered.connect(self._show_actions)
        self.action.entered.connect(self._show_which)
        self.which.entered.connect(self._rebuild_call)
        self.ok.clicked.connect(self.submit)
        self._parameters.changed.connect(self._set_option)
        self._parameters.item_changed.connect(self._set_item)
        self._parameters.finished.connect(self.ok.setFocus)
        self._parameters.place_wanted.connect(lambda key: self.place_wanted.emit(OfferedPlace(key)))

    @property
    def offer(self) -> Offer | None:
        """The offer that the current choices in the form take up, or None if there is none."""
        if not self.offers:
            return None
        fitting = self._fitting()
        at = self.which.currentIndex()
        return fitting[at] if 0 <= at < len(fitting) else None

    def open_offers(self, offers: Offers, outer: Call) -> None:
        """Ask how one of these offers is taken up; if there is only one way, one key press is enough."""
        if not self._is_built:
            self._build()
        self.offers, self._outer = offers, outer
        self.who.set_options((self._bridge.name(id), id) for id in _combatants(offers))
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
        """The combatant who would take the offer up, or None if it is not taken up with an action."""
        return None if self._call is None else self._call.actor

    def set_place(self, key: str, x: float, y: float) -> None:
        """Set the value of a place parameter: the point itself, or a straight route there if it is a path."""
        if self._call is not None:
            self._set_option(key, self._place(key, x, y))

    def _place(self, key: str, x: float, y: float) -> object:
        assert self._call is not None
        action = self._bridge.ruleset.actions[self._call.action]
        return [[x, y]] if is_path(action, key) else {"x": x, "y": y}

    def place_refusal(self, key: str, x: float, y: float) -> str:
        """Return why the offer cannot be taken up with that place, in words; empty if it can."""
        if self._call is None:
            return ""
        call = replace(self._call, options=self._call.options | {key: self._place(key, x, y)})
        reasons = may(self._bridge.ruleset, self._bridge.battle, call)
        return self._bridge.words(reasons[0].sentence) if reasons else ""

    def close_form(self) -> None:
        self.offers, self._call = (), None
        self.hide()

    def _show_actions(self, *_: object) -> None:
        actions = dict.fromkeys(action for offer in self._offers_of_combatant() for action in offer.actions)
        self.action.set_options((self._bridge.ruleset.actions[action].title, action) for action in actions)
        self.action.setVisible(self.action.count() > 1)
        self._show_which()

    def _show_which(self, *_: object) -> None:
        self.which.set_options((self._bridge.words(offer.title), offer.id) for offer in self._fitting())
        self.which.setVisible(self.which.count() > 1)
        self._rebuild_call()

    def _offers_of_combatant(self) -> Offers:
        """Return the offers made to the chosen combatant."""
        return tuple(offer for offer in self.offers if self.who.currentData() in offer.by)

    def _fitting(self) -> Offers:
        """Return the offers that the chosen combatant can take up with the chosen action."""
        action = self.action.currentData()
        return tuple(offer for offer in self._offers_of_combatant() if not offer.actions or action in offer.actions)

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
        """Take the option with that number, counted from 1; return False if there is none."""
        offer = self.offer
        if offer is None or not self.isVisible() or not 1 <= number <= len(offer.options):
            return False
        self._take(Option(option=offer.options[number - 1].key))
        return True

    def submit(self) -> None:
        """Take the offer up with the current choices in the form."""
        offer = self.offer
        if self._call is not None:
            self._take(Taken(call=self._call))
        elif offer is not None and offer.options:
            self._take(Option(option=offer.options[0].key))

    def _take(self, answer: Answer) -> None:
        self.taken.emit(self.offer, answer)

    def _rebuild_call(self, *_: object) -> None:
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
        """Ask for the place on the map if the action needs one and the combatant is on the map."""
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
        # A call that was declared beforehand is checked when it is carried out, in the battle's state at that time.
        is_declared = offer is not None and offer.preset is not None
        reasons = () if is_declared else may(self._bridge.ruleset, self._bridge.battle, call)
        self._why_not.setText("\n".join(self._bridge.words(reason.sentence) for reason in reasons))
        self._why_not.setVisible(bool(reasons))


def _combatants(offers: Iterable[Offer]) -> tuple[Id, ...]:
    """Return all combatants who can take up one of these offers, each once."""
    return tuple(dict.fromkeys(chain.from_iterable([offer.by for offer in offers])))
