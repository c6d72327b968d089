"""Dialogs for the start of combat, a task, a game night, a rest and an object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QScrollArea,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.combat_controller import CombatController
from gui.dialogs.forms import CommandForm, ParameterFields, show_value
from gui.style.disposal import dispose
from gui.style.theme import HALF, UNIT, semi_bold, set_role
from gui.style.widgets import bare_scroll, padded_column
from gui.widgets.basics import FlowLayout
from gui.widgets.fields import ChoiceField, NumberField, hold_typed, release_typed
from model.engine.calls import Call
from model.engine.edits_battle import is_night_on
from model.engine.edits_restore import (
    CONDITIONS,
    POOLS,
    RESTORE_PARTY,
    restorable_conditions,
    restorable_pools,
    usually_ended,
)
from model.engine.ruleset import Action, Parameter
from model.engine.run import Done, Due, Outcome, run
from model.engine.turns import standing
from model.state.base import ENVIRONMENT, Id, replace
from model.state.battle import AnyBattle, Combatant, Player, Thing, age
from model.state.texts import lowered
from model.view.conditions import title_of
from model.view.recovery import PoolChange, RestRow, RestView, rest_view, resters

# ------------------------------------------------------------------------------------------------------ start of combat


_ROW = 26
"""Height in pixels of a row of the declared order."""
_MOST_ROWS = 14
"""Most of its rows that are visible without scrolling."""
_WIDTH_WITH_ORDER = 660
"""Width in pixels in which all buttons fit side by side."""
_SIDES = {"pc": "The players", "npc": "The opponents", "ally": "The allies"}
_OF_ITS_OWN = ("first", "order")
"""Parameters without a field: the buttons and the list of names set them."""


class StartCombatDialog(QDialog):
    """Asks how combat starts: one button starts it; where the rules allow, an order can be declared instead."""

    def __init__(self, bridge: Bridge, combat: CombatController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Start Combat")
        self.setMinimumWidth(380)
        self.answer: dict[str, Any] | None = None
        self._bridge = bridge
        self._combat = combat
        present = tuple(combatants_in_order(bridge.battle))
        column = padded_column(self)
        self.fields = {
            parameter.key: _field(parameter, present, combat.sides)
            for parameter in bridge.ruleset.actions["start_fight"].parameters
            if parameter.key not in _OF_ITS_OWN
        }
        form = QFormLayout()
        for field in self.fields.values():
            form.addRow(field.parameter.title, field)
        column.addLayout(form)
        self.sides = QButtonGroup(self)
        usual = self._tried()
        begin = self._begin_line(usual)
        self.order = _Order()
        for who in combatants_in_order(usual.battle) if isinstance(usual, Done) else present:
            item = QListWidgetItem(who.name)
            item.setData(Qt.ItemDataRole.UserRole, who.id)
            item.setSizeHint(QSize(0, _ROW))
            self.order.addItem(item)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.rejected.connect(self.reject)
        if bridge.ruleset.turns.takes_declared_order:
            words = QLabel("Drag the names, or use Alt and the arrow keys, to declare the order of the first round.")
            words.setWordWrap(True)
            set_role(words, "muted")
            column.addWidget(words)
            self.order.setMinimumHeight(min(self.order.count(), _MOST_ROWS) * _ROW + 2 * self.order.frameWidth())
            column.addWidget(self.order)
            declare = QPushButton("Start in This Order")
            declare.clicked.connect(self._declare)
            begin.addWidget(declare)
            self.setMinimumWidth(_WIDTH_WITH_ORDER)
        begin.addWidget(buttons)
        column.addLayout(begin)
        # Enter starts combat at once; the other fields are optional.
        self.sides.buttons()[0].setFocus()

    def _begin_line(self, usual: Outcome) -> QHBoxLayout:
        """Return a start button, unless the rules ask which side begins, and one per side if the side matters."""
        line = QHBoxLayout()
        is_asked = isinstance(usual, Due) and usual.request.id == "first"
        if not is_asked:
            self._add_button(line, "Start")
        if is_asked or self._do_sides_matter():
            line.addWidget(QLabel("Who starts?" if is_asked else "or start with:"))
            for side in self._combat.sides:
                self._add_button(line, _SIDES.get(side, side), first=side)
        line.addStretch(1)
        return line

    def _add_button(self, line: QHBoxLayout, title: str, **answer: Any) -> None:
        button = QPushButton(title)
        button.clicked.connect(lambda: self._finish(**answer))
        is_first = not self.sides.buttons()
        button.setDefault(is_first)
        set_role(button, "primary" if is_first else None)
        self.sides.addButton(button)
        line.addWidget(button)

    def _tried(self, **options: Any) -> Outcome:
        """Return the outcome of starting combat with the current field values."""
        call = Call(action="start_fight", actor=ENVIRONMENT, options=self._said() | options)
        return run(self._bridge.ruleset, self._bridge.battle, call)

    def _do_sides_matter(self) -> bool:
        """Whether the initiative order depends on the side that begins."""
        outcomes = [self._tried(first=side) for side in self._combat.sides]
        orders = {outcome.battle.order.sequence for outcome in outcomes if isinstance(outcome, Done)}
        return len(orders) > 1

    def _declare(self) -> None:
        items = (self.order.item(row) for row in range(self.order.count()))
        self._finish(order=[item.data(Qt.ItemDataRole.UserRole) for item in items])

    def _said(self) -> dict[str, Any]:
        """Return the changed values and those of all `combatant` parameters, where “Nobody” is an answer too."""
        return {
            key: field.value
            for key, field in self.fields.items()
            if field.parameter.kind == "combatant" or (field.value and field.value != field.parameter.default)
        }

    def _finish(self, **answer: Any) -> None:
        self.answer = self._said() | answer
        self.accept()

    @classmethod
    def ask(cls, parent: QWidget, bridge: Bridge, combat: CombatController) -> dict[str, Any] | None:
        """Return the options of `start_fight`, or None if the dialog was cancelled."""
        dialog = cls(bridge, combat, parent)
        dialog.exec()
        dispose(dialog)
        return dialog.answer


class _Order(QListWidget):
    """List of names whose order is changed by dragging, or by Alt with the arrow keys."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Declared order")
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
            return
        row = self.currentRow()
        if 0 <= row < self.count() and 0 <= row + step < self.count():
            self.insertItem(row + step, self.takeItem(row))
            self.setCurrentRow(row + step)


def combatants_in_order(battle: AnyBattle) -> Iterable[Combatant[Any]]:
    """Return the combatants that are present and not out, in initiative order.

    Those without a place in it follow, players' characters first.
    """
    drawn_up = [who for slot in standing(battle.order) for who in slot.members]
    places = {who: place for place, who in enumerate(drawn_up)}
    present = (who for who in battle.combatants.values() if who.is_present and not who.is_out)
    return sorted(present, key=lambda who: (places.get(who.id, len(places)), who.side != "pc", age(who)))


class SettingField(ChoiceField):
    """Field for one of several choices, or nothing."""

    def __init__(self, parameter: Parameter, choices: Iterable[tuple[str, str]]) -> None:
        super().__init__(choices, parameter.default)
        self.parameter = parameter
        _describe(self, parameter)


class CombatantsField(QPushButton):
    """Field for any number of combatants, ticked in a menu."""

    def __init__(self, parameter: Parameter, combatants: Iterable[Combatant[Any]], *, none: str = "No one") -> None:
        """`none` is shown while no combatant is ticked."""
        super().__init__()
        self.parameter = parameter
        self._none = none
        self.ticks: dict[str, QAction] = {}
        menu = QMenu(self)
        for who in combatants:
            action = menu.addAction(who.name)
            action.setCheckable(True)
            action.toggled.connect(self._show_ticked)
            self.ticks[who.id] = action
        self.setMenu(menu)
        self.setAutoDefault(False)
        self._show_ticked()
        _describe(self, parameter)

    @property
    def value(self) -> list[str]:
        """Ids of the ticked combatants."""
        return [id for id, action in self.ticks.items() if action.isChecked()]

    def _show_ticked(self) -> None:
        names = [action.text() for action in self.ticks.values() if action.isChecked()]
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        self.setText(f"{names[0]}{more}" if names else self._none)
        self.setToolTip(", ".join(names) or self.parameter.help)


def _field(
    parameter: Parameter, combatants: tuple[Combatant[Any], ...], sides: tuple[str, ...]
) -> SettingField | CombatantsField:
    """Return the field of a parameter; a text parameter is taken as a side."""
    if parameter.kind == "combatants":
        return CombatantsField(parameter, combatants)
    if parameter.kind == "combatant":
        return SettingField(parameter, [("No one", ""), *((who.name, who.id) for who in combatants)])
    if parameter.kind == "choice":
        return SettingField(
            parameter, [(option.replace("_", " ").capitalize(), option) for option in parameter.options]
        )
    return SettingField(parameter, [("No one", ""), *((_SIDES.get(side, side), side) for side in sides)])


def _describe(field: QWidget, parameter: Parameter) -> None:
    field.setAccessibleName(parameter.title)
    field.setToolTip(parameter.help)


# ----------------------------------------------------------------------------------------------------------- a new task


_RIVALS = Parameter(
    key="rivals", title="Rivals", kind="combatants", default=(), help="Each combatant collects successes of their own."
)
_WORDS = "Everyone's successes count together until there are enough. With rivals, it is a contest between them."


class NewTaskDialog(QDialog):
    """Asks for the parameters that the game declares for a task of several successes."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New Task")
        self.setMinimumWidth(380)
        self._bridge = bridge
        action = bridge.ruleset.actions[bridge.ruleset.tasks.begin]
        column = padded_column(self)
        words = QLabel(_WORDS)
        words.setWordWrap(True)
        set_role(words, "muted")
        column.addWidget(words)
        self.fields = ParameterFields(action.parameters)
        self.rivals = CombatantsField(_RIVALS, tuple(combatants_in_order(bridge.battle)))
        self.fields.add_row(_RIVALS.title, self.rivals)
        column.addWidget(self.fields)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        begin = buttons.addButton("Begin", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(begin, "primary")
        begin.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    @property
    def call(self) -> Call:
        """The command that begins the task."""
        action = self._bridge.ruleset.tasks.begin
        return Call(action=action, targets=tuple(self.rivals.value), options=self.fields.values)

    @classmethod
    def ask(cls, bridge: Bridge, parent: QWidget | None) -> Call | None:
        """Return the command that begins the task, or None if the dialog was cancelled."""
        dialog = cls(bridge, parent)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        call = dialog.call
        dispose(dialog)
        return call if is_accepted else None


# --------------------------------------------------------------------------------------------------------- a game night


_PLAYS = Parameter(key="plays", title="Plays", kind="combatants", default=())


class GameNightDialog(QDialog):
    """Asks who plays tonight, one row per player. Starting the game night is one step with one undo.

    During a game night it adds those who come later: the others keep what they have, unless it begins anew.
    """

    def __init__(self, bridge: Bridge, parent: QWidget | None = None, *, is_new: bool = False) -> None:
        """`is_new`: the game night noted in the battle was another one, and the dialog was not asked for."""
        super().__init__(parent)
        self.setWindowTitle("Start Game Night")
        self.setMinimumWidth(460)
        self._bridge = bridge
        self.rows: dict[Id, _Row] = {}
        self.newcomers: dict[str, _Row] = {}
        column = padded_column(self)
        words = QLabel("Who is here tonight?")
        words.setFont(semi_bold())
        column.addWidget(words)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2 * UNIT)
        self._grid.setVerticalSpacing(UNIT)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        column.addLayout(self._add_line())
        self.characters = QCheckBox("Remove characters of absent players from the board")
        self.characters.setChecked(True)
        column.addWidget(self.characters)
        self.anew = QCheckBox("Begin a new game night, for everyone")
        self._goes_on = is_night_on(bridge.battle) and not is_new
        self.anew.toggled.connect(lambda _: self._show_points())
        column.addWidget(self.anew)
        self.anew.setVisible(self._goes_on)
        evening = bridge.ruleset.evening
        self.resets = QLabel("" if evening is None else evening.words)
        self.resets.setWordWrap(True)
        set_role(self.resets, "muted")
        column.addWidget(self.resets)
        self.resets.setVisible(evening is not None)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.hide()
        set_role(self.problem, "bad")
        column.addWidget(self.problem)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        if is_new:
            buttons.button(QDialogButtonBox.StandardButton.Cancel).setText("Not Now")
        title = "Go On" if self._goes_on else "Start Game Night"
        self.begin = buttons.addButton(title, QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.begin, "primary")
        self.begin.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        for player in sorted(bridge.battle.players.values(), key=lambda one: (one.seat, age(one))):
            self.rows[player.id] = self._row(player.name, player)
        self._show_points()

    def _add_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        self.field = QLineEdit()
        self.field.setPlaceholderText("New Player")
        self.field.setAccessibleName("New Player")
        self.field.textEdited.connect(self._follow_typed)
        add = QPushButton("Add")
        add.setAutoDefault(False)
        add.clicked.connect(self.add)
        line.addWidget(self.field, 1)
        line.addWidget(add)
        return line

    def _follow_typed(self, typed: str) -> None:
        """Let a typed name be added before any command, such as the one that starts the game night."""
        if typed.strip():
            hold_typed(self.field, self.add)
        else:
            release_typed(self.field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter add a player whose name is typed; without one, it starts the game night."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.field.text().strip():
            self.add()
            return
        super().keyPressEvent(event)

    def add(self) -> bool:
        """Add the player named in the field; show why not if the name is listed already, and return False then."""
        release_typed(self.field)
        name = self.field.text().strip()
        known = [row.name for row in (*self.rows.values(), *self.newcomers.values())]
        if not name or name in known:
            self._show_message(f"{name} is already at the table." if name else "Type a name first.")
            return False
        self._show_message("")
        self.field.clear()
        self.newcomers[name] = self._row(name)
        self._show_points()
        return True

    def _row(self, name: str, player: Player | None = None) -> _Row:
        played = {who for other in self._bridge.battle.players.values() for who in other.characters}
        combatants = [who for who in sorted(self._bridge.battle.combatants.values(), key=age) if who.side == "pc"]
        free = tuple(who for who in combatants if who.id not in played)
        plays = CombatantsField(_PLAYS, free, none="No character") if player is None and free else None
        row = _Row(self._grid, name, plays, "no free character" if player is None else self._plays(player))
        row.tick.setChecked(player is None or player.is_present)
        row.tick.toggled.connect(self._show_points)
        return row

    def _plays(self, player: Player) -> str:
        return ", ".join(self._bridge.name(who) for who in player.characters)

    def _show_points(self) -> None:
        """Show each player's points before and after, as found by running the command without applying it."""
        outcome = run(self._bridge.ruleset, self._bridge.battle, self.call)
        after = outcome.battle if isinstance(outcome, Done) else self._bridge.battle
        for id, row in self.rows.items():
            now, then = self._bridge.battle.players[id], after.players[id]
            words = (
                _words(lowered(one.title), getattr(now, one.key), getattr(then, one.key))
                for one in self._bridge.ruleset.player_resources
            )
            row.points.setText(", ".join(filter(None, words)))

    def _show_message(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    @property
    def call(self) -> Call:
        """The command with the current field values."""
        here = [id for id, row in self.rows.items() if row.tick.isChecked()]
        coming = (row for row in self.newcomers.values() if row.tick.isChecked())
        new = {row.name: [] if row.plays is None else row.plays.value for row in coming}
        options: dict[str, Any] = {"present": here}
        if new:
            options["new"] = new
        if not self.characters.isChecked():
            options["characters"] = False
        if self._goes_on and not self.anew.isChecked():
            options["goes_on"] = True
        return Call(action="start_evening", options=options)

    @classmethod
    def ask(cls, bridge: Bridge, parent: QWidget | None) -> Call | None:
        """Return the command, or None if the dialog was cancelled."""
        dialog = cls(bridge, parent)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        call = dialog.call
        dispose(dialog)
        return call if is_accepted else None


class _Row:
    """Row of one player: a tick, their characters, and the points they begin with."""

    def __init__(self, grid: QGridLayout, name: str, plays: CombatantsField | None, words: str) -> None:
        self.name = name
        self.tick = QCheckBox(name)
        self.plays = plays
        self.words, self.points = QLabel(words), QLabel()
        set_role(self.words, "muted")
        row = grid.rowCount()
        grid.addWidget(self.tick, row, 0)
        grid.addWidget(self.words if plays is None else plays, row, 1)
        grid.addWidget(self.points, row, 2, Qt.AlignmentFlag.AlignRight)


def _words(title: str, now: int, then: int) -> str:
    """Return `plot points 3 → 1`, or `plot points 3` if the number stays; empty if it stays 0."""
    if now != then:
        return f"{title} {now} → {then}"
    return f"{title} {now}" if now else ""


# --------------------------------------------------------------------------------------------------------------- a rest


_FOES = "npc"


class RestDialog(QDialog):
    """Asks for a rest of all ticked combatants: one of the game's rests, or the GM's own edit Restore Party.

    It is one step with one undo.
    """

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Rest and Recover")
        self.setMinimumWidth(520)
        self._bridge = bridge
        self._kinds_known = (*bridge.ruleset.rests, RESTORE_PARTY)
        self.kind = self._kinds_known[0]
        self.anyway: tuple[str, ...] = ()
        column = padded_column(self)
        column.addLayout(self._kinds())
        self.help = QLabel()
        self.help.setWordWrap(True)
        set_role(self.help, "muted")
        column.addWidget(self.help)
        self.restoring = _RestoreChoice(bridge)
        self.restoring.changed.connect(self.refresh)
        column.addWidget(self.restoring)
        column.addWidget(self._combatants(), 1)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "bad")
        column.addWidget(self.problem)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.addButton("Rest", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.ok, "primary")
        self.ok.setDefault(True)
        self.is_confirmed = buttons.addButton("Do It Anyway", QDialogButtonBox.ButtonRole.ActionRole)
        self.is_confirmed.clicked.connect(self._set_aside)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.refresh()
        self.ok.setFocus()

    def _kinds(self) -> QHBoxLayout:
        """Return a button for each rest that the game has, and one for the GM's edit."""
        line = QHBoxLayout()
        line.setSpacing(HALF)
        self.kinds = QButtonGroup(self)
        for number, id in enumerate(self._kinds_known):
            button = QPushButton(self._bridge.ruleset.actions[id].title)
            button.setCheckable(True)
            button.setAutoDefault(False)
            # A click does not take the focus, so that Enter still carries out the rest.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setChecked(number == 0)
            button.clicked.connect(lambda _=False, id=id: self.choose(id))
            self.kinds.addButton(button)
            line.addWidget(button)
            if len(self._kinds_known) == 1:
                button.hide()
        line.addStretch(1)
        return line

    def _combatants(self) -> QScrollArea:
        """Return a row per combatant with a column per pool."""
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(UNIT, UNIT, UNIT, UNIT)
        grid.setHorizontalSpacing(2 * UNIT)
        grid.setVerticalSpacing(HALF)
        self.ticks: dict[Id, QCheckBox] = {}
        self.gains: dict[Id, tuple[QLabel, ...]] = {}
        rows = rest_view(self._bridge.ruleset, self._bridge.battle, self._call(())).rows
        titles = [pool.title for pool in rows[0].pools] if rows else []
        for column, title in enumerate(titles, 1):
            head = QLabel(title)
            set_role(head, "heading")
            grid.addWidget(head, 0, column)
        for row, resting in enumerate(rows, 1):
            tick = QCheckBox(resting.name)
            tick.setMinimumHeight(24)
            tick.setChecked(resting.side != _FOES)
            tick.toggled.connect(lambda _: self.refresh())
            cells = tuple(QLabel() for _ in (*titles, "over"))
            for amount in cells[:-1]:
                amount.setTextFormat(Qt.TextFormat.RichText)
            self.ticks[resting.who], self.gains[resting.who] = tick, cells
            for column, widget in enumerate((tick, *cells)):
                grid.addWidget(widget, row, column)
        grid.setColumnStretch(len(titles) + 1, 1)
        grid.setRowStretch(len(rows) + 1, 1)
        return bare_scroll(body, min(320, 28 * (len(rows) + 1) + UNIT))

    def choose(self, kind: str) -> None:
        """Choose another rest, and drop the overrides of the current one."""
        self.kind, self.anyway = kind, ()
        self.refresh()

    def _set_aside(self) -> None:
        if (refusal := self._view.refusal) is not None:
            self.anyway = (*self.anyway, refusal.key)
            self.refresh()

    @property
    def call(self) -> Call:
        """The command with the current field values."""
        return self._call(tuple(who for who, tick in self.ticks.items() if tick.isChecked()))

    def _call(self, resting: tuple[Id, ...]) -> Call:
        options = self.restoring.options if self.kind == RESTORE_PARTY else {}
        return Call(action=self.kind, targets=resting, anyway=self.anyway, options=options)

    def refresh(self) -> None:
        """Show what the rest restores to each combatant, or why it cannot be taken."""
        self.restoring.setVisible(self.kind == RESTORE_PARTY)
        self.restoring.show_for(self.call.targets)
        view = self._view = rest_view(self._bridge.ruleset, self._bridge.battle, self.call)
        action = self._bridge.ruleset.actions[self.kind]
        self.help.setText(action.help)
        self.ok.setText(action.title)
        for row in view.rows:
            self._show_row(row)
        refusal = view.refusal
        words = "" if refusal is None else self._bridge.words(refusal.sentence)
        if not words and view.asks:
            words = "A question has to be answered first, in the action panel."
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        self.is_confirmed.setVisible(refusal is not None and refusal.can_override)
        self.ok.setEnabled(refusal is None and bool(self.call.targets))

    def _show_row(self, row: RestRow) -> None:
        *pools, over = self.gains[row.who]
        is_resting = self.ticks[row.who].isChecked()
        for cell, pool in zip(pools, row.pools, strict=True):
            cell.setText(_pool_words(pool))
            set_role(cell, None if is_resting else "dim")
        over.setText(f"no longer {', '.join(row.ended).lower()}" if row.ended else "")

    _view: RestView = RestView(rows=())

    @classmethod
    def ask(cls, bridge: Bridge, parent: QWidget | None) -> Call | None:
        """Return the command, or None if the dialog was cancelled."""
        dialog = cls(bridge, parent)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        call = dialog.call
        dispose(dialog)
        return call if is_accepted else None


class _RestoreChoice(QWidget):
    """What Restore Party does: a tick for each pool that it fills, and each condition of those ticked that it ends.

    At first the pools are ticked, and the conditions that are over with a combat; injuries and the like are not.
    """

    changed = Signal()

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self._bridge = bridge
        ruleset, battle = bridge.ruleset, bridge.battle
        over = usually_ended(ruleset)
        borne = restorable_conditions(ruleset, battle, resters(battle))
        self.pools = {one.key: self._tick(f"{one.title} to full", True) for one in restorable_pools(ruleset)}
        self.conditions = {one: self._tick(f"End {title_of(ruleset, one)}", one in over) for one in borne}
        flow = FlowLayout(self)
        for tick in (*self.pools.values(), *self.conditions.values()):
            flow.addWidget(tick)

    def _tick(self, words: str, is_ticked: bool) -> QCheckBox:
        tick = QCheckBox(words.replace("&", "&&"))
        tick.setChecked(is_ticked)
        tick.toggled.connect(lambda _: self.changed.emit())
        return tick

    def show_for(self, resting: tuple[Id, ...]) -> None:
        """Show only the conditions that these combatants have."""
        borne = restorable_conditions(self._bridge.ruleset, self._bridge.battle, resting)
        for kind, tick in self.conditions.items():
            tick.setVisible(kind in borne)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the edit."""
        return {
            POOLS: [key for key, tick in self.pools.items() if tick.isChecked()],
            CONDITIONS: [kind for kind, tick in self.conditions.items() if tick.isChecked() and not tick.isHidden()],
        }


def _pool_words(pool: PoolChange) -> str:
    amount = f"{pool.now}" if pool.now == pool.then else f"{pool.now} → <b>{pool.then}</b>"
    return f"{amount} of {pool.most}"


# ------------------------------------------------------------------------------------------------------------ an object


class ObjectForm(CommandForm):
    """Creates an object or changes one. When changing, fields begin with the object's values; only changes are sent."""

    which: ChoiceField | None = None
    """Field for the object to change, or None if a new one is created."""
    controller: ChoiceField | None = None
    _before: Mapping[str, Any] = MappingProxyType({})
    """Values of the fields before the GM changed any."""

    def __init__(
        self,
        bridge: Bridge,
        action: Action,
        combatants: tuple[Id, ...],
        parent: QWidget | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        own = tuple(one for one in action.parameters if one.key != "thing")
        super().__init__(bridge, replace(action, parameters=own), combatants, parent, options)
        drivers = ((bridge.name(who.id), who.id) for who in sorted(bridge.battle.combatants.values(), key=age))
        self.controller = ChoiceField((("No one", ""), *drivers))
        self.fields.add_row("Driver", self.controller, before="falling")
        if len(own) < len(action.parameters):
            self.which = ChoiceField((thing.name, thing.id) for thing in bridge.battle.things.values())
            self.fields.add_row("Which", self.which, before=next(iter(self.fields.fields)))
            self.which.currentIndexChanged.connect(self._show_object)
            self._show_object()
        self._before = self._said
        self.controller.currentIndexChanged.connect(self.refresh)

    def _show_object(self) -> None:
        assert self.which is not None
        assert self.controller is not None
        thing = self._bridge.battle.things[self.which.currentData()]
        for key, value in _values_of(thing).items():
            field = self.fields.fields[key]
            if value is not None:
                show_value(field, value)
            elif isinstance(field, NumberField):
                field.show_number(None)
        self.controller.setCurrentIndex(max(0, self.controller.findData(thing.controller or "")))
        self._before = self._said
        self.refresh()

    @property
    def _said(self) -> dict[str, Any]:
        return self.fields.said | ({} if self.controller is None else {"controller": self.controller.currentData()})

    @property
    def call(self) -> Call:
        which = {} if self.which is None else {"thing": self.which.currentData()}
        said = {
            key: value
            for key, value in self._said.items()
            if value is not None and value != self._before.get(key) and (value != "" or key == "controller")
        }
        return Call(action=self._action.id, targets=self._combatants, options=self._options | which | said)


def _values_of(thing: Thing) -> dict[str, Any]:
    """Return the values of an object by the keys of the fields that change them."""
    return {
        "name": thing.name,
        "health": thing.health,
        "health_max": thing.health_max,
        "resistance": thing.resistance,
        "defence": thing.defence,
        "mass": thing.mass,
        "speed": thing.speed,
        "course": thing.course,
        "falling": thing.is_falling,
        "hidden": thing.is_hidden,
    }
