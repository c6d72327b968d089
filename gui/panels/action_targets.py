"""Targets of the action in progress: the line that names them, a menu to pick them, and a list if there are several."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.action_options import takes_many, toggle_targets
from gui.controllers.selection import no_turn_words
from gui.models.rows import RowRole, RowsModel, TargetRow
from gui.panels.odds import percent
from gui.panels.roll_table import badge
from gui.style import TokenLook, palette
from gui.style.clicks import watch_menu
from gui.style.disposal import clear_menu, dispose_items
from gui.style.theme import HALF, SMALL, TEXT, UNIT, set_role
from gui.widgets.basics import Face, FlowLayout, Sentence, ShortList, draw_line, draw_line_to, width_of
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.edits_board import ENVIRONMENT_ACTS
from model.engine.group_attack import GROUP_ATTACK
from model.engine.motion import is_done, things_in_motion
from model.engine.ruleset import Ruleset
from model.state.base import ENVIRONMENT, Id
from model.state.battle import AnyBattle, Thing
from model.state.texts import Explanation, Text, lowered, refs_in
from model.view.board import distance_words
from model.view.conditions import token_labels
from model.view.explanations import ruling_text, verdict_word
from model.view.pools import health_of
from model.view.texts import Span, Spans
from model.view.viewer import GM, name_for

# ------------------------------------------------------------------------------------------------------------- the menu


class TargetsButton(QPushButton):
    """Opens a menu of possible targets; shown while the action in progress takes any number of targets."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__("± targets", parent)
        self._bridge = bridge
        self._controller = controller
        self._menu = _StayingMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        watch_menu(self._menu)
        self.setMenu(self._menu)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("Adds or removes a target; Ctrl+right-click on the board or Ctrl+T does the same.")
        self.setStyleSheet("padding: 2px 6px;")
        set_role(self, "flat")
        self.hide()

    def refresh(self) -> None:
        """Show the button if the action takes any number of targets and already has one."""
        call = self._controller.call
        self.setVisible(call is not None and takes_many(self._controller) and bool(call.targets))

    def _fill(self) -> None:
        controller = self._controller
        call, action = controller.call, controller.action
        clear_menu(self._menu)
        if call is None:
            return
        aim = None if action is None else action.aim
        caught = () if aim is None else aim.caught(self._bridge.battle, call)
        if caught:
            everybody = self._menu.addAction(f"All {len(caught)} inside")
            everybody.triggered.connect(lambda: controller.set_targets(*caught))
            self._menu.addSeparator()
        others = (*controller.foes(), *controller.friends())
        for who in dict.fromkeys((*call.targets, *others)):
            entry = self._menu.addAction(self._bridge.name(who))
            entry.setCheckable(True)
            entry.setChecked(who in call.targets)
            entry.triggered.connect(lambda _=False, who=who: toggle_targets(controller, (who,)))


class _StayingMenu(QMenu):
    """Menu that stays open when a checkable entry is clicked, so that several can be picked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        entry = self.actionAt(event.position().toPoint())
        if entry in self.actions() and entry.isCheckable():
            entry.trigger()
        else:
            super().mouseReleaseEvent(event)


# -------------------------------------------------------------------------------------------- events of the environment


EnvironmentCommand = tuple[str, Call]
"""A button of an environment event: its title and the call that it makes."""
_FALLING = "falling"
_DONE = "✓ done in this round"
_SMALL = "padding: 2px 8px; min-height: 18px;"


class EnvironmentList(QWidget):
    """A card for each event of the environment, with buttons; nothing happens before a button is pressed."""

    wanted = Signal(object)
    """A `Call` by the environment."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, HALF, 0, HALF)
        self._column.setSpacing(UNIT)
        self._shown: tuple[tuple[Text, bool], ...] | None = None
        self.buttons: list[QPushButton] = []

    def refresh(self) -> None:
        """Show the events of this round; those that are done are marked."""
        turns = self._bridge.ruleset.turns
        battle = self._bridge.battle
        found = (turns.environment or things_in_motion)(battle)
        doings = tuple((doing, all(is_done(battle, id) for id in refs_in(doing))) for doing in found)
        if doings == self._shown:
            return
        self._shown = doings
        self.buttons = []
        dispose_items(self._column)
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
        choices = self._choices(doing)
        for title, call in choices if is_over else (*choices, *_done_with(doing)):
            button = QPushButton(title)
            button.setStyleSheet(_SMALL)
            button.clicked.connect(lambda _=False, call=call: self.wanted.emit(call))
            line.addWidget(button)
            self.buttons.append(button)
        column.addLayout(line)
        return card

    def _choices(self, doing: Text) -> Iterator[EnvironmentCommand]:
        for id in refs_in(doing):
            if id in self._bridge.battle.things:
                yield from _commands_of_thing(self._bridge.battle.things[id])
            elif id in self._bridge.battle.combatants:
                yield from self._commands_of_combatant(id)

    def _commands_of_combatant(self, id: Id) -> Iterator[EnvironmentCommand]:
        combatant = self._bridge.battle.combatants[id]
        if not any(effect.kind == _FALLING for effect in combatant.effects.values()):
            return
        if falls := self._bridge.ruleset.turns.falls:
            yield "Resolve Fall...", Call(action=falls, targets=(id,))
        yield "Stop Falling", Call(action="clear_condition", targets=(id,), options={"condition": _FALLING})


def _commands_of_thing(thing: Thing) -> Iterator[EnvironmentCommand]:
    if thing.is_falling:
        yield "Mark as Landed", Call(action="edit_thing", options={"thing": thing.id, "falling": False})
    if thing.speed > 0:
        if thing.place.point is not None:
            options = {"who": thing.id, "moves": True}
            yield f"Keep Moving {thing.speed:g} m", Call(action=ENVIRONMENT_ACTS, options=options)
        yield "Stop Moving", Call(action="edit_thing", options={"thing": thing.id, "speed": 0})


def _done_with(doing: Text) -> Iterator[EnvironmentCommand]:
    for id in refs_in(doing):
        yield "Done", Call(action=ENVIRONMENT_ACTS, options={"who": id})


# ------------------------------------------------------------------------------------------------------------- the line


_MOST_TARGETS = 9
_NAMED = 2
"""Maximum number of targets named in the line; of more, only the number is shown, as the list below names them."""
_AIMLESS = "Click the place on the map, or aim at a combatant:"
_ENVIRONMENT = "The environment acts now. N continues when it is done."


def headline(ruleset: Ruleset, battle: AnyBattle, actor: Id, targets: tuple[Id, ...], call: Call | None) -> Spans:
    """Return the headline, such as `Crimson → Boomer · rifle · 24 m · medium`, with the names in bold."""
    head = _who_acts(battle, actor, call)
    parts = []
    if call is not None and call.item in battle.items:
        parts.append(battle.items[call.item].name.lower())
    others = [id for id in targets if id != actor]
    names = ", ".join([name_for(battle, id, GM) or "" for id in others])
    if len(others) > _NAMED:
        names = f"{len(others)} targets"
    if len(others) == 1 and (distance := distance_words(battle, ruleset, actor, others[0])):
        # No-break spaces keep a number and its unit on one line.
        parts.append(distance.replace(" ", "\u00a0"))
    title = "" if call is None else ruleset.actions[call.action].title
    if not names and title:
        parts.insert(0, " ".join(word if word.isupper() else word.lower() for word in title.split()))
    if names:
        head += f" → {names}"
    return (Span(text=head, kind="name"), Span(text="".join([f" · {part}" for part in parts])))


def _who_acts(battle: AnyBattle, actor: Id, call: Call | None) -> str:
    """Return the name of the acting combatant, or of the group for a group attack."""
    slot = battle.order.slot_of(actor)
    is_group = call is not None and call.action == GROUP_ATTACK and slot is not None
    return (slot.name if is_group and slot is not None else "") or name_for(battle, actor, GM) or ""


def state_words(ruleset: Ruleset, battle: AnyBattle, targets: tuple[Id, ...]) -> str:
    """Return a single target's state, such as `Boomer 6 / 12 · resists 2 · cover · prone`; otherwise empty."""
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
            parts.append(f"{lowered(derived.title)} {number}")
    parts += token_labels(ruleset, battle, who, GM)
    return " · ".join(parts)


class TargetLine(QWidget):
    """Two lines about the target; if it is missing, a numbered button for each possible target."""

    said = Signal(str)
    """Why a call by the environment could not be carried out, or empty if it was."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._controller = controller
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.head, self.state = Sentence(), QLabel()
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
        """Whether digits pick the shown targets; not while digits are typed as dice."""

    def refresh(self) -> None:
        """Show the target of the action in progress, or else the marked target."""
        controller, bridge = self._controller, self._bridge
        call, actor = controller.call, controller.actor
        is_environment = actor == ENVIRONMENT and call is None
        self.targets.refresh()
        self.environment.setVisible(is_environment)
        if is_environment:
            self.environment.refresh()
        if call is not None and call.actor == ENVIRONMENT:
            self.head.set_spans((Span(text=bridge.ruleset.actions[call.action].title, kind="name"),))
            self.state.hide()
            self._show_choices(())
            return
        if actor is None or actor not in bridge.battle.combatants:
            self.head.set_spans((Span(text=no_turn_words(bridge.battle) if actor is None else _ENVIRONMENT),))
            self.state.hide()
            self._show_choices(())
            return
        targets = call.targets if call is not None else controller.selection.targets
        self.head.set_spans(headline(bridge.ruleset, bridge.battle, actor, targets, call))
        is_aimless = call is not None and controller.needs_target and controller.missing_place() is not None
        words = _AIMLESS if is_aimless else state_words(bridge.ruleset, bridge.battle, targets)
        self.state.setText(words)
        self.state.setVisible(bool(words))
        choices = controller.candidates() if controller.needs_target else controller.others_helped()
        self._show_choices(choices[:_MOST_TARGETS])

    def prefetch(self, battle: AnyBattle, actor: Id | None, targets: tuple[Id, ...]) -> None:
        """Lay out in advance the headline of a combatant who may act next."""
        if actor is not None and actor in battle.combatants:
            self.head.prefetch(headline(self._bridge.ruleset, battle, actor, targets, None))

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
        """Choose the target with that number, counted from 1; return False if there is none."""
        if not self._has_keys or not 1 <= number <= len(self._shown):
            return False
        self._controller.mark(self._shown[number - 1])
        return True


# ------------------------------------------------------------------------------------------------------------- the list


_ROW = 24
_NAME = Face(TEXT, is_bold=True)
_WORDS = Face(SMALL, is_tabular=True)
_CHANCE = Face(TEXT, is_bold=True, is_tabular=True)
_BADGE = 8.0
_OUT = "✕"


class TargetsModel(RowsModel[TargetRow]):
    """A row for each target."""

    def id_of(self, row: TargetRow) -> str:
        return row.id

    def value(self, row: TargetRow, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.words
        if role == Qt.ItemDataRole.ToolTipRole:
            verdict = "" if row.ruling is None else f"{ruling_text(row.ruling)} (click the verdict to overrule it)"
            return "\n".join(part for part in (row.words, verdict, f"{_OUT} or Del: not a target") if part)
        return None


class _TargetDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, _ROW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: TargetRow = index.data(RowRole)
        box, colors = QRectF(option.rect), palette()
        middle = box.center().y()
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, colors.color("selected"))
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), colors.color("selected_line"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, colors.color("hover"))
        ratio = option.widget.devicePixelRatioF()
        look = TokenLook(
            initials=row.initials, side=row.side, hidden=row.is_hidden, out=row.is_out, left_as=row.left_as
        )
        pixmap = badge(_BADGE, ratio, look, colors)
        half = pixmap.width() / ratio / 2
        painter.drawPixmap(QPointF(box.left() + UNIT + _BADGE - half, middle - half), pixmap)
        draw_line(painter, _OUT, _WORDS, "muted", remove_box(box).left() + 4, middle, _ROW)
        right = remove_box(box).left()
        right -= self._draw_result(painter, row, right, middle) + UNIT
        left = box.left() + UNIT + 2 * _BADGE + UNIT
        left += draw_line(painter, row.name, _NAME, "text", left, middle, right - left) + UNIT
        if row.numbers and right - left > 3 * UNIT:
            draw_line(painter, row.numbers, _WORDS, "muted", left, middle, right - left)
        painter.restore()

    def _draw_result(self, painter: QPainter, row: TargetRow, right: float, middle: float) -> float:
        """Draw the verdict, or else the chance and further odds; return the width that they take, in pixels."""
        if row.ruling is not None:
            word = verdict_word(row.ruling).capitalize() + ("" if row.ruling.is_true == row.ruling.computed else " ✎")
            return draw_line_to(painter, word, _CHANCE, "good" if row.ruling.is_true else "bad", right, middle)
        if row.chance is None:
            return 0
        draw_line_to(painter, percent(row.chance), _CHANCE, "text", right, middle)
        taken = width_of("99.9 %", _CHANCE)
        if row.chance_title:
            taken += HALF + draw_line_to(painter, row.chance_title, _WORDS, "muted", right - taken - HALF, middle)
        for words, color in _further(row):
            taken += UNIT
            taken += draw_line_to(painter, words, _WORDS, color, right - taken, middle)
        return taken


def _further(row: TargetRow) -> list[tuple[str, str]]:
    """Return a further chance, such as that of dropping the target, or else the average amount, with its colour.

    At most one entry is returned.
    """
    words = [(f"{title} {percent(chance)}", "bad") for title, chance in row.further[:1]]
    return words if row.mean is None or words else [(f"⌀ {float(row.mean):.1f}", "muted")]


def remove_box(box: QRectF) -> QRectF:
    """Return the area of a row in which a click removes its target."""
    return QRectF(box.right() - _ROW, box.top(), _ROW, box.height())


class TargetsList(ShortList):
    """List of several targets: selects the one whose details are shown, removes targets, and overrules verdicts."""

    picked = Signal()
    """Another target has become the current one."""
    taken_out = Signal(str)
    """Id of a target to be removed."""
    overruled = Signal(str, object)
    """Key of a verdict and the GM's verdict, or None to restore the computed one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_being_filled = False
        self.rows = TargetsModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_TargetDelegate(self))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Targets")
        self.setAccessibleDescription("Up and Down select one of them, Delete removes one.")
        self.hide()

    @property
    def row_height(self) -> int:
        return _ROW

    @property
    def current(self) -> Id | None:
        """The target whose numbers and odds are shown in full, or None if the list is empty."""
        row: TargetRow | None = self.currentIndex().data(RowRole)
        return None if row is None else row.id

    def show_targets(self, rows: tuple[TargetRow, ...]) -> None:
        """Show these targets; the current one stays current as long as it is among them."""
        self._is_being_filled = True
        self.rows.set_rows(rows)
        if self.current is None and rows:
            self._make_current(0)
        self._is_being_filled = False
        self.setVisible(bool(rows))
        self.updateGeometry()

    def _make_current(self, at: int) -> None:
        with_it = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self.rows.index(at, 0), with_it)

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        if not self._is_being_filled:
            self.picked.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        row: TargetRow = index.data(RowRole)
        out = remove_box(QRectF(self.visualRect(index)))
        if out.contains(event.position()):
            self.taken_out.emit(row.id)
        elif row.ruling is not None and event.position().x() > out.left() - 2 * _ROW:
            back = row.ruling.is_true != row.ruling.computed
            self.overruled.emit(row.ruling.key, None if back else not row.ruling.is_true)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.current is not None:
            self.taken_out.emit(self.current)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            super().keyPressEvent(event)
        else:
            # Digits are typed as dice, wherever the focus is.
            event.ignore()
