"""The panel of the action in progress: available actions, targets, explained numbers and dice.

It is built from the actions that the ruleset declares and from their explanations; it contains no rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent, QTransform
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController, OfferedPlace, ParameterPlace, PlaceWanted, QuestionPlace
from gui.controllers.action_options import CallOptions
from gui.controllers.approach import ApproachController
from gui.controllers.combat_controller import DueController, starts_combat
from gui.displays.body import SIZE, paint_figure
from gui.displays.widgets import PathWidget
from gui.panels.action_buttons import ActionButtons, DueList, OffersStrip
from gui.panels.action_numbers import ActionNumbers
from gui.panels.action_parameters import ParameterStrip
from gui.panels.action_stage import DiceField, Stage
from gui.panels.action_targets import TargetLine
from gui.panels.odds import ChoiceWithOdds
from gui.panels.plans import PlanLine, PlansTable
from gui.panels.roll_table import RollList, RollTable
from gui.style.theme import HALF, HEADING, SMALL, UNIT, palette, semi_bold, set_role, text_font
from gui.style.widgets import set_icon
from gui.widgets.basics import KeyButton, SteadyWidget
from model.dice.requests import DiceRequest
from model.engine.calls import Call
from model.engine.requests import Offer, Question
from model.engine.ruleset import Action
from model.engine.run import Done, Due
from model.state.base import ENVIRONMENT, Id, replace
from model.state.board import Place
from model.view.body import HitView, aimed_hit, hits_of
from model.view.plans import legs_of

# ---------------------------------------------------------------------------------------------------- the line of Apply


_BRIEF = 90
"""Maximum number of characters of the log text beside Apply where there is little room."""


class ApplyLine(QWidget):
    """The result of the action in words, and the Apply button; hidden while something is due."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(UNIT)
        self._words = QLabel()
        self._words.setWordWrap(True)
        set_role(self._words, "muted")
        self.button = KeyButton("Apply", "⏎")
        self.button.setToolTip("Applies the action (Enter).")
        set_role(self.button, "primary")
        line.addWidget(self._words, 1)
        line.addWidget(self.button)

    def show_words(self, words: str, *, is_brief: bool) -> None:
        """Show what would be logged; if `is_brief`, only the end, from the start of a sentence where possible.

        The end says how the action came out.
        """
        self._words.setToolTip(words)
        if is_brief and len(words) > _BRIEF:
            end = words[-_BRIEF:]
            words = "… " + (end.partition(". ")[2] or end.partition(" ")[2])
        self._words.setText(words)


class CancelButton(QToolButton):
    """Button that cancels the action in progress."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTip("Cancels this action (Esc); Backspace goes back.")
        self.setAccessibleName("Cancel Action")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(14, 14))
        self.setStyleSheet("padding: 2px;")
        self.setProperty("role", "flat")
        set_icon(self, "x", "muted")


# ------------------------------------------------------------------------------------------------------------ a refusal


class ProblemLine(QLabel):
    """A sentence about the input; it is red only if something is wrong, not if something is still to be answered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.call: Call | None = None
        """The call that the sentence is about."""
        self.setWordWrap(True)
        self.hide()

    def say(self, sentence: str, call: Call | None, *, is_wrong: bool) -> bool:
        """Show a sentence about a call, or hide the line if it is empty; return whether it has changed."""
        is_new, self.call = sentence != self.text(), call
        set_role(self, "bad" if is_wrong else None)
        self.setText(sentence)
        self.setVisible(bool(sentence))
        return is_new


class RefusalLine(QWidget):
    """Shows why an action is refused and by which rule, with the move that would help, and a button that overrides."""

    anyway = Signal()
    begun = Signal()
    """The move that would help has been begun."""
    rule_asked = Signal(str)

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._controller = controller
        self.approach: ApproachController | None = None
        """Knows the move that would help; None if no such move is offered."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        self.words = QLabel()
        self.words.setWordWrap(True)
        set_role(self.words, "bad")
        self.step = KeyButton("")
        self.step.clicked.connect(self.begin_step)
        line = QHBoxLayout()
        line.setSpacing(UNIT)
        self._rule = QPushButton()
        set_role(self._rule, "flat")
        self._rule.clicked.connect(lambda: self.rule_asked.emit(self._rule.text()))
        self.button = KeyButton("Do It Anyway", "⇧⏎")
        self.button.clicked.connect(self.anyway)
        line.addWidget(self._rule)
        line.addStretch(1)
        line.addWidget(self.button)
        column.addWidget(self.words)
        column.addWidget(self.step)
        column.addLayout(line)

    def refresh(self, keys: Mapping[str, str], *, is_draft: bool) -> None:
        """Show the refusal of the action in progress, or hide the line if there is none; `keys` are those of actions.

        A draft of a plan is refused only because it cannot happen now, which the GM did not ask for.
        """
        refusal = self._controller.refusal
        if refusal is None or self._controller.needs_target or is_draft:
            self.hide()
            return
        self.words.setText(self._bridge.words(refusal.sentence))
        self._rule.setText(refusal.rule)
        self._rule.setStyleSheet(f"color: {palette().link};")
        self._rule.setVisible(bool(refusal.rule))
        self.button.setVisible(refusal.can_override)
        step = None if self.approach is None else self.approach.step
        if self.approach is not None and step is not None:
            self.step.setText(self.approach.words_of_step)
            key = keys.get(step.action, "")
            self.step.set_key(f"{key} ⏎" if key else "")
        self.step.setVisible(step is not None)
        self.show()

    def begin_step(self, _: bool = False, *, action: str = "") -> bool:
        """Begin the move that would help, if there is one, and it is this action; return whether it was begun."""
        step = None if self.approach is None else self.approach.step
        if self.approach is None or step is None or action not in ("", step.action) or not self.approach.begin():
            return False
        self.begun.emit()
        return True


# -------------------------------------------------------------------------------------------------------- where it hits


_MOST = 3
_WIDTH, _LEAST, _HEIGHT = 56, 44, 84
_NARROWEST = 28
"""Minimum width of a figure in pixels, for where there is little room beside the dice."""
_WORDS = 120
"""Width in pixels of the words beside a figure, shown once the action is over."""


class HitFigure(QWidget):
    """Shows a figure for each combatant who is hit, with the location highlighted.

    After the action, each figure also has the name of the combatant and the effects of the hit.
    """

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._controller = controller
        self._last: tuple[Id | None, tuple[Id, ...]] = (None, ())
        """The combatant who acted last, and the combatants concerned by that action."""
        self._has_words = False
        self.shown: tuple[HitView, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Where it hits")
        self.hide()

    def refresh(self) -> None:
        """Show what the action in progress hits, or else what the last one hit."""
        controller, call = self._controller, self._controller.call
        if call is not None:
            self._last = (controller.actor, tuple(self._concerned(call)))
        elif controller.actor != self._last[0]:
            self._last = (None, ())
        shown = tuple(self._hits(call))[:_MOST]
        has_words = call is None
        if (shown, has_words) == (self.shown, self._has_words):
            return
        self.shown, self._has_words = shown, has_words
        across = QSizePolicy.Policy.Expanding if has_words else QSizePolicy.Policy.Preferred
        self.setSizePolicy(across, QSizePolicy.Policy.Expanding)
        words = self.words()
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.setVisible(bool(shown))
        self.updateGeometry()
        self.update()

    def _hits(self, call: Call | None) -> tuple[HitView, ...]:
        ruleset, battle, outcome = self._bridge.ruleset, self._bridge.battle, self._controller.outcome
        if call is None:
            return hits_of(ruleset, battle, self._last[1])
        if isinstance(outcome, Done):
            return hits_of(ruleset, outcome.battle, self._last[1])
        if call.target is None:
            return ()
        said = [value for value in call.options.values() if isinstance(value, str)]
        said += [roll.word or roll.result for roll in self._controller.note.rolls]
        hit = aimed_hit(ruleset, battle, call.target, said)
        return () if hit is None else (hit,)

    def _concerned(self, call: Call) -> Iterator[Id]:
        """Yield the targets of a call and the combatants named by roll ids, such as `location.boomer-2`."""
        yield from call.targets
        for roll in self._controller.note.rolls:
            yield roll.id.partition(".")[2]

    def words(self) -> str:
        """Return a line for each hit, such as `Raider boss: Left Arm, useless`."""
        return "\n".join(f"{hit.name}: {', '.join((*hit.places, *hit.effects))}" for hit in self.shown)

    def sizeHint(self) -> QSize:
        width = _WIDTH + (UNIT + _WORDS if self._has_words else 0)
        return QSize(width * max(1, len(self.shown)), _HEIGHT if self._has_words else _LEAST)

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST * max(1, len(self.shown)), _LEAST)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        each = self.width() / max(1, len(self.shown))
        scale = min(min(_WIDTH, each) / SIZE[0], self.height() / SIZE[1])
        for index, hit in enumerate(self.shown):
            left = index * each
            top = (self.height() - scale * SIZE[1]) / 2
            paint_figure(painter, hit.body, QTransform().translate(left, top).scale(scale, scale))
            if self._has_words:
                words = QRectF(left + _WIDTH + UNIT, 0, each - _WIDTH - UNIT, self.height())
                self._paint_words(painter, hit, words)
        painter.end()

    def _paint_words(self, painter: QPainter, hit: HitView, box: QRectF) -> None:
        """Draw who was hit, where, and each effect, on a line each."""
        lines = [(hit.name, semi_bold(SMALL), "text"), (", ".join(hit.places), text_font(SMALL), "text")]
        lines += [(effect, text_font(HEADING), "bad") for effect in hit.effects]
        heights = [QFontMetricsF(font).height() + 2 for _, font, _ in lines]
        top = (box.height() - sum(heights)) / 2
        for (words, font, color), height in zip(lines, heights, strict=True):
            painter.setFont(font)
            painter.setPen(palette().color(color))
            elided = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(QRectF(box.left(), top, box.width(), height), Qt.AlignmentFlag.AlignVCenter, elided)
            top += height


# ------------------------------------------------------------------------------------------------------------ the panel


class MissingPlace:
    """Says when the action in progress comes to need a place on the map: as it begins, or when one is taken back."""

    def __init__(self, controller: ActionController) -> None:
        self._controller = controller
        self._last: tuple[Id, str, str | None] | None = None
        """Actor and action of the last call, and the parameter for which it wanted a place."""

    def forget(self) -> None:
        """Let the place be asked for again, because an action is begun."""
        self._last = None

    def asked(self) -> str | None:
        """Return the parameter that wants a place now and did not before, or None."""
        call, missing = self._controller.call, self._controller.missing_place()
        now = None if call is None else (call.actor, call.action, missing)
        is_new, self._last = now != self._last, now
        return missing if is_new else None


AS_PLANNED = "as_planned"
"""Id of the command that begins the planned action."""
_ROOM_FOR_PLACES = 400
"""Height in pixels from which the odds are also shown for each location."""
ROOMY = 470
"""Height in pixels from which the panel does not have to be dense."""


class ActionPanel(SteadyWidget):
    """Contains everything needed to carry out an action, in reading order."""

    rule_asked = Signal(str)
    place_wanted = Signal(object)
    """A `PlaceWanted`: a place on the map is asked for."""
    place_given_up = Signal()
    """The question that is due no longer asks for a place."""
    asked = Signal()
    """Another request than before is due."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._controller = controller
        self._keys: dict[str, str] = {}
        self._is_dense = False
        self._was_due: object = None
        self._missing = MissingPlace(controller)
        self._room = ROOMY
        self._build()
        self._connect()
        controller.changed.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, HALF, 12, UNIT)
        column.setSpacing(6)
        self._column = column
        self.buttons = ActionButtons()
        self.target = TargetLine(self._bridge, self._controller)
        self.plan = PlanLine(self._bridge, self._controller)
        self.parameters = ParameterStrip()
        self.path = PathWidget()
        self.choice_odds = ChoiceWithOdds(CallOptions(self._controller))
        self.numbers = ActionNumbers(self._bridge, self._controller)
        self.targets, self.columns, self.remarks = self.numbers.targets, self.numbers.columns, self.numbers.remarks
        self.odds, self.verdicts = self.numbers.odds, self.numbers.verdicts
        self.hit = HitFigure(self._bridge, self._controller)
        self._thrown = _beside(self.verdicts, self.hit)
        self.due = DueList(DueController(self._bridge, self._controller))
        self.stage = Stage()
        self.table = RollTable(self._bridge, self._controller)
        self.plans = PlansTable(self._bridge, self._controller)
        self.problem = ProblemLine()
        self.refusal = RefusalLine(self._bridge, self._controller)
        self.offers = OffersStrip(self._bridge)
        self.foot, self.drop = ApplyLine(), CancelButton()
        self.apply = self.foot.button
        head = QWidget()
        head_line = QHBoxLayout(head)
        head_line.setContentsMargins(0, 0, 0, 0)
        head_line.setSpacing(HALF)
        head_line.addWidget(self.target, 1)
        head_line.addWidget(self.drop, 0, Qt.AlignmentFlag.AlignTop)
        for widget in (
            self.buttons,
            head,
            self.plan,
            self.parameters,
            self.choice_odds,
            self.path,
            self.targets,
            self.columns,
            self.remarks,
            self.odds,
            self._thrown,
            self.due,
            self.stage,
            self.table,
            self.plans,
            self.problem,
            self.refusal,
            self.foot,
            self.offers,
        ):
            column.addWidget(widget)
        column.addStretch(1)

    def _connect(self) -> None:
        controller = self._controller
        self.buttons.chosen.connect(self.begin)
        self.buttons.forced.connect(partial(_do_anyway, self, self._controller))
        self.buttons.explained.connect(self.show_problem)
        self.parameters.changed.connect(controller.set_option)
        self.choice_odds.changed.connect(controller.set_option)
        self.parameters.item_changed.connect(controller.set_item)
        self.parameters.finished.connect(self._leave_parameters)
        self.parameters.place_wanted.connect(lambda key: self.place_wanted.emit(ParameterPlace(key)))
        self.targets.picked.connect(self.refresh)
        self.columns.rule_asked.connect(self.rule_asked)
        self.stage.typed.connect(self._answer_typed)
        self.stage.rolled.connect(self.roll)
        self.stage.offer_taken.connect(self.take_offered_dice)
        self.stage.stepped_back.connect(self.take_back_last_answer)
        self.stage.mistyped.connect(self.show_problem)
        self.stage.wanting.connect(partial(self.show_problem, is_wrong=False))
        self.stage.field.edited.connect(lambda: self.show_problem(""))
        self.stage.chosen.connect(self._answer_chosen)
        self.stage.place_wanted.connect(self._want_answer)
        self.due.said.connect(self._after_due)
        self.table.put_off.connect(lambda key: self._after_due(self.due.controller.later(key) or ""))
        self.table.said.connect(self.show_problem)
        self.table.wanting.connect(partial(self.show_problem, is_wrong=False))
        self.plans.said.connect(self.show_problem)
        self.target.said.connect(self.show_problem)
        self.plans.draft_wanted.connect(self._draft_plan)
        self.plan.said.connect(self.show_problem)
        self.plan.kept.connect(self._follow_plan)
        self.plan.begun.connect(self.take_focus)
        self.table.finished.connect(self.answer)
        self.table.complete.connect(self.take_focus)
        self.table.place_wanted.connect(self._want_answer)
        self.refusal.rule_asked.connect(self.rule_asked)
        self.refusal.anyway.connect(self.override_refusal)
        self.refusal.begun.connect(lambda: self._after_due(""))
        self.offers.taken.connect(self._take)
        self.offers.place_wanted.connect(self.place_wanted)
        self.apply.clicked.connect(self.submit)
        self.drop.clicked.connect(self.cancel_action)

    # ---------------------------------------------------------------------------------- user commands

    def begin(self, action: str) -> None:
        """Begin an action, or the move that helps the one in progress; if it is refused, the panel shows why."""
        self._missing.forget()
        if self.refusal.begin_step(action=action):
            return
        self._controller.begin(action)
        self.take_focus()
        if self._controller.due is None:
            self.parameters.begin_typing()

    def _want_answer(self, is_wanted: bool) -> None:
        """Ask for a place that answers the question that is due, or stop asking for it."""
        if is_wanted:
            self.place_wanted.emit(QuestionPlace())
        else:
            self.place_given_up.emit()

    def attack(self) -> None:
        """Attack the marked target with the usual weapon."""
        self._missing.forget()
        self.show_problem(self._controller.attack() or "")
        self.take_focus()

    def answer(self) -> None:
        """Do what Enter does: keep a draft as the plan, apply a complete action, or else answer what is due."""
        if self.plan.is_draft:
            self.plan.save_as_plan()
        elif self._controller.can_apply:
            self.submit()
        elif self._controller.due is not None:
            (self.table.list.submit if self.is_table else self.stage.answer)()

    def submit(self) -> None:
        """Apply the action."""
        self.show_problem(self._controller.apply() or "")

    def roll(self) -> None:
        """Roll the dice that are due; in a roll table, those of the current row."""
        if self.is_table:
            self.table.list.roll()
            return
        self._controller.roll()
        self.take_focus()

    def take_offered_dice(self) -> None:
        """Answer the dice that are due with their result from before an undo."""
        self._controller.take_offered_dice()
        self.take_focus()

    def roll_due(self) -> None:
        """Roll all dice that are asked for, or else those that were put off."""
        self._after_due(self.due.controller.roll_all() or "")

    def put_off(self) -> None:
        """Put off what the current row of a roll table asks; without a table, everything that can be put off."""
        if self.is_table:
            self.table.put_off_one()
        else:
            due = self.due.controller
            self._after_due(due.later(*(entry.key for entry in due.asked)) or "")

    def _after_due(self, problem: str) -> None:
        """Show the problem, if any, and focus the next request after something due was rolled or put off."""
        self.show_problem(problem)
        self.take_focus()

    def take_back_last_answer(self) -> None:
        """Remove the last die or answer."""
        if self.is_table or self._controller.many.last_answer_was_grouped:
            self.table.take_back_last_answer()
            return
        left = self._controller.take_back_last_answer()
        if left and isinstance(self._controller.due, DiceRequest):
            self.stage.field.set_typed(" ".join(map(str, left)))
        self.take_focus()

    def cancel_action(self, *, anyway: bool = False) -> None:
        """Cancel the action; unless `anyway`, not if another combatant has already reacted to it."""
        self.show_problem(self._controller.drop(anyway=anyway) or "")

    def override_refusal(self) -> None:
        """Override the refusal."""
        # A message about the refusal, such as that it must be settled before dice are rolled, no longer applies.
        self.show_problem("" if self._controller.anyway() else "There is no refusal to override.")
        self.take_focus()

    def pick(self, number: int) -> bool:
        """Pick the option, target or action with that number, typed while no dice are due; return False if none."""
        if self.offers.form.pick(number) or (self.table.list.pick if self.is_table else self.stage.pick)(number):
            return True
        if self.target.pick(number):
            return True
        if self._controller.needs_target:
            return False
        return self._controller.call is None and not self.buttons.isHidden() and self.buttons.pick(number)

    def take_focus(self) -> None:
        """Focus the widget in which the next answer is given; a roll table stays in its row if that is still open."""
        if self._controller.due is not None:
            (self.table if self.is_table else self.stage).take_focus()
        elif self._controller.can_apply:
            self.apply.setFocus()
        elif not self.plans.isHidden():
            self.plans.take_focus()

    def _leave_parameters(self) -> None:
        """Give the keys to what is asked next, once a parameter is entered; if nothing is, Enter goes on at once."""
        self.setFocus()
        self.take_focus()
        if self._controller.can_apply or self.plan.is_draft:
            self.parameters.pass_enter_on()

    def focusNextPrevChild(self, next: bool) -> bool:
        is_inside = self.parameters.isAncestorOf(QApplication.focusWidget() or self)
        if next and not (is_inside or self._is_changing) and self.parameters.go_on_from_left():
            return True
        return super().focusNextPrevChild(next)

    def _follow_asked(self) -> None:
        """Focus what is asked now, unless a parameter is just being entered."""
        if not self.parameters.is_being_entered:
            self.take_focus()

    def begin_planning(self) -> bool:
        """Focus the field for the next plan, or the button that begins the round; return False outside planning."""
        if not self.plans.isHidden():
            self.plans.take_focus()
        return not self.plans.isHidden()

    def _draft_plan(self, who: str) -> None:
        """Let the GM put together an action of that combatant, to become their plan."""
        self._controller.selection.act_as(who)
        self.buttons.setFocus()

    def _follow_plan(self, who: str) -> None:
        """Go on to the next plan, after an action of that combatant has become their plan."""
        self._controller.selection.act_as(None)
        self.plans.select_next_after(who)
        self.take_focus()

    def give_place(self, wanted: PlaceWanted, x: float, y: float) -> None:
        """Set the place of the parameter that asked for it, or answer the question that is due."""
        place = replace(self._standing(), x=x, y=y, zone=None)
        if isinstance(wanted, OfferedPlace):
            self.offers.form.set_place(wanted.key, x, y)
            self.offers.form.ok.setFocus()
            return
        if isinstance(wanted, ParameterPlace):
            self._controller.set_place(wanted.key, x, y)
        elif self.is_table:
            self.table.answer_place(place)
        else:
            self.show_problem(self._controller.choose(place) or "")
        self.take_focus()

    def _standing(self) -> Place:
        """Return the place of the acting combatant, from which other places take their height."""
        combatant = self._bridge.battle.combatants.get(self._controller.actor or "")
        return Place() if combatant is None else combatant.place

    def show_problem(self, sentence: str, *, is_wrong: bool = True) -> None:
        """Show what was wrong, or what is still to be answered; an empty sentence hides the message."""
        if self.problem.say(sentence, self._controller.call, is_wrong=is_wrong):
            self._fit_table()

    def _answer_typed(self, typed: str) -> None:
        problem = self._controller.answer_typed(typed)
        self.show_problem(problem or "")
        if problem is None:
            self.take_focus()

    def _answer_chosen(self, value: object) -> None:
        problem = self._controller.choose(value, is_for_fight=self.stage.is_for_fight)
        self.show_problem(problem or "")
        if problem is None and not starts_combat(self._controller):
            self.take_focus()

    def _take(self, offer: Offer, answer: object) -> None:
        self.show_problem(self._controller.take(offer, answer) or "")  # type: ignore[arg-type]  # from our form
        self.take_focus()

    # ---------------------------------------------------------------------------------- showing

    @property
    def is_table(self) -> bool:
        """Whether several combatants are asked at once: a roll table then replaces the stage."""
        return self.table.is_wanted

    @property
    def _is_command(self) -> bool:
        call = self._controller.call
        return call is not None and call.actor == ENVIRONMENT

    @property
    def field(self) -> DiceField | RollList:
        """The field in which dice are typed now."""
        return self.table.list if self.is_table else self.stage.field

    def set_keys(self, keys: dict[str, str]) -> None:
        """Set the keys of actions, by action id."""
        self._keys = keys
        self.refresh()

    def set_dense(self, is_dense: bool) -> None:
        """Set whether there is little room: then one line of buttons, smaller gaps and numbers, remarks in tooltips."""
        if is_dense == self._is_dense:
            return
        self._is_dense = is_dense
        self._column.setSpacing(HALF if is_dense else 6)
        for part in (self.buttons, self.parameters, self.numbers, self.offers):
            part.set_dense(is_dense)
        self.table.set_compact(is_dense)
        self.refresh()

    def set_room(self, height: int) -> None:
        """Set how high the panel can be without scrolling, in pixels; a long table then scrolls its own list."""
        self._room = height
        self.odds.set_places(height >= _ROOM_FOR_PLACES)
        self._fit_table()

    def _fit_table(self) -> None:
        whole: RollTable | PlansTable = self.table if self.is_table else self.plans
        rows = whole.list if not whole.isHidden() else self.targets if not self.targets.isHidden() else None
        if rows is not None:
            whole.updateGeometry()
            others = self._column.totalHeightForWidth(self.width()) - rows.sizeHint().height()
            rows.set_most(self._room - others)

    def refresh(self) -> None:
        """Show the current state of the action."""
        if self._controller.call is not self.problem.call:
            # What was wrong before the change no longer applies.
            self.show_problem("")
        with self.at_once(self._column):
            self._show_parts()
        self._fit_table()
        if missing := self._missing.asked():
            self.place_wanted.emit(ParameterPlace(missing))

    def _show_parts(self) -> None:
        controller = self._controller
        call, action = controller.call, controller.action
        if self._is_command or controller.actor not in self._bridge.battle.combatants:
            self.buttons.hide()
        else:
            _show_available(self.buttons, self._bridge, controller, self._keys, is_planning=self.plans.is_needed)
        self.target.refresh()
        self.plan.refresh(self._keys.get(AS_PLANNED, ""))
        # Parameters of a GM command are asked for before it begins, or for each combatant in the roll table.
        self.parameters.show_call(self._bridge.battle, None if self._is_command else action, call)
        self.choice_odds.show_call(None if self._is_command else call)
        _show_path(self.path, self._bridge, call)
        self.numbers.refresh(is_table=self.is_table, is_command=self._is_command)
        self.hit.refresh()
        self._thrown.setHidden(self.verdicts.isHidden() and self.hit.isHidden())
        self._show_stage()
        self.refusal.refresh(self._keys, is_draft=self.plan.is_draft)
        self.offers.show_offers(controller.offers, call)
        self._show_foot()

    def _show_stage(self) -> None:
        controller = self._controller
        outcome, due = controller.outcome, controller.due
        if isinstance(outcome, Due) and not self.is_table:
            by = self._bridge.name(outcome.by)
            title = self._bridge.words(due.title) if isinstance(due, Question) else ""
            is_rolled = controller.is_rolled(outcome.by)
            call = controller.call
            owner = None if call is None else (call.actor, call.action)
            self.stage.set_due(due, title, by, controller.offered_dice(), is_rolled=is_rolled, owner=owner)
            if outcome.problem:
                self.show_problem(f"{outcome.problem} The earlier answer no longer fits.")
        else:
            self.stage.set_due(None)
        self.due.refresh(is_table=self.is_table)
        # After the stage, which withdraws its own request for a place: a row of the table may ask for one.
        self.table.refresh()
        self.plans.refresh()
        self.target.setVisible(self.plans.isHidden())
        is_same = due is self._was_due or (due is not None and getattr(self._was_due, "id", None) == due.id)
        self._was_due = due
        if not is_same and due is not None and self.isVisible():
            QTimer.singleShot(0, self, self._follow_asked)
            self.asked.emit()

    def _show_foot(self) -> None:
        outcome = self._controller.outcome
        has_call = self._controller.call is not None
        self.foot.setVisible(isinstance(outcome, Done))
        self.drop.setVisible(has_call)
        self.apply.setVisible(isinstance(outcome, Done))
        if not has_call:
            self.show_problem("")
        words = self._bridge.sentences(outcome.note.sentences) if isinstance(outcome, Done) else ""
        self.foot.show_words(words, is_brief=self._is_dense)


def shown_actions(actions: Mapping[str, Action]) -> tuple[Action, ...]:
    """Return the actions that can have a button: all but initiative commands and the GM's edits."""
    return tuple([action for action in actions.values() if action.group not in ("order", "edit")])


def _nothing(action: Action) -> None:
    return None


def _show_path(path: PathWidget, bridge: Bridge, call: Call | None) -> None:
    """Show the legs of a movement with their costs."""
    legs = () if call is None else legs_of(bridge.ruleset, bridge.battle, call)
    path.show_legs(legs)
    path.setVisible(bool(legs))


def _show_available(
    buttons: ActionButtons, bridge: Bridge, controller: ActionController, keys: dict[str, str], *, is_planning: bool
) -> None:
    """Show the actions as buttons, with the reason for those that cannot be taken now; a plan may be any of them."""
    call = controller.call

    def refused_words(action: Action) -> str:
        # Asked when a button shows its reason: the battle may be another one by then.
        fresh = None if is_planning else controller.fresh
        found = None if fresh is None else fresh.refusal_of(action)
        return "" if found is None else bridge.words(found.sentence)

    fresh = None if is_planning else controller.fresh
    refused = _nothing if fresh is None else fresh.refusal_of
    now = None if call is None else call.action
    buttons.show_actions(shown_actions(bridge.ruleset.actions), refused, refused_words, now, keys)
    buttons.show()


def _beside(wide: QWidget, narrow: QWidget) -> QWidget:
    """Return a widget with two others side by side, of which the first takes the spare width."""
    both = QWidget()
    line = QHBoxLayout(both)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(UNIT)
    line.addWidget(wide, 1)
    line.addWidget(narrow)
    return both


# ------------------------------------------------------------------------------------------------ the panel in its dock


_AREA_WIDTH = 360


_MOST_REFUSALS = 8
"""Refusals of one action, one after the other, that are overridden at once."""


def _do_anyway(panel: ActionPanel, controller: ActionController, action: str) -> None:
    """Begin an action whatever the rules say; if nothing is to be answered or rolled, do it at once."""
    panel.begin(action)
    for _ in range(_MOST_REFUSALS):
        if not controller.anyway():
            break
    if controller.can_apply:
        panel.submit()
    else:
        panel.take_focus()


class ActionArea(QScrollArea):
    """Scroll area of the action panel: makes it dense where it would not fit; scrolls only if that is not enough."""

    def __init__(self, bridge: Bridge, controller: ActionController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = panel = ActionPanel(bridge, controller, self.viewport())
        self.setWidget(panel)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._asking = (panel.stage, panel.offers.form, panel.problem)
        for widget in self._asking:
            widget.installEventFilter(self)
        panel.asked.connect(lambda: QTimer.singleShot(0, self, self._show_asking))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Scroll to what is asked, by the action or by an offer, as soon as it is shown or resized."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize) and watched in self._asking:
            QTimer.singleShot(0, self, self._show_asking)
        return super().eventFilter(watched, event)

    def _show_asking(self) -> None:
        for widget in self._asking:
            if widget.isVisible():
                self.ensureWidgetVisible(widget, 0, HALF)

    def sizeHint(self) -> QSize:
        """Always the same, so that the docks are not laid out again with every answer."""
        return QSize(_AREA_WIDTH, ROOMY)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.panel.set_dense(event.size().height() < ROOMY)
        self.panel.set_room(event.size().height())
        super().resizeEvent(event)
