"""What an action comes to: how its numbers add up, its targets one by one, the odds, and what was thrown and ruled.

It lays nothing out: the panel of the action puts the widgets where they are read.
"""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.models.target_rows import about, target_rows, told_in_full
from gui.panels.action_columns import Column, ColumnsView
from gui.panels.action_stage import Verdicts
from gui.panels.odds_view import OddsView, odds_shown
from gui.panels.targets_list import TargetsList
from gui.style.theme import set_role
from model.state.base import Id, replace
from model.state.texts import Note
from model.view.explanations import explanation_view


class ActionNumbers:
    """Follows the action in progress; refreshed by the panel, which knows what else is shown."""

    def __init__(self, bridge: Bridge, controller: ActionController) -> None:
        self._bridge = bridge
        self._controller = controller
        self._is_dense = False
        self.targets = TargetsList()
        self.columns = ColumnsView()
        self.remarks = QLabel()
        self.remarks.setWordWrap(True)
        set_role(self.remarks, "dim")
        self.remarks.hide()
        self.odds = OddsView()
        self.verdicts = Verdicts()
        self.targets.taken_out.connect(self._take_out)
        self.targets.flipped.connect(controller.override)
        self.columns.overridden.connect(controller.override)
        self.verdicts.flipped.connect(controller.override)

    def set_dense(self, is_dense: bool) -> None:
        """Lower lines where there is little room, and remarks in tooltips."""
        self._is_dense = is_dense
        self.columns.set_dense(is_dense)
        self.odds.set_dense(is_dense)

    def refresh(self, *, is_table: bool, is_command: bool) -> None:
        """Show the action as it now stands; in a table everybody's numbers stand in their rows."""
        controller, call = self._controller, self._controller.call
        self._show_targets(() if call is None or is_table or is_command else call.targets)
        self._show_columns(is_table=is_table)
        target = self.targets.in_hand or (call.target if call is not None else None)
        # With little room the lines of several targets tell their odds well enough.
        is_crowded = is_table or (self._is_dense and (controller.can_apply or bool(self._listed)))
        odds = None if is_crowded or self._is_missed(target) else controller.odds()
        self.odds.set_odds(odds_shown(odds, self._bridge.ruleset.measures, target, controller.due))
        note = Note() if is_table else self._own_note()
        self.verdicts.set_note(note, {roll.by: self._bridge.name(roll.by) for roll in note.rolls})

    def _show_targets(self, targets: tuple[Id, ...]) -> None:
        """A line for each of several targets whom one throw decides about."""
        if len(targets) < 2:
            self.targets.show_targets(())
            return
        controller, measures = self._controller, self._bridge.ruleset.measures
        told, odds = controller.forecast().explanations, controller.odds()
        self.targets.show_targets(target_rows(self._bridge.battle, targets, told, controller.note, odds, measures))

    def _show_columns(self, *, is_table: bool) -> None:
        if is_table:
            self.columns.set_columns(())
            self.remarks.hide()
            return
        forecast = self._controller.forecast()
        dice = forecast.dice()
        told = told_in_full(forecast.explanations, self.targets.in_hand, self._listed)
        shown = [explanation for explanation in told if explanation.parts]
        self.columns.set_columns(tuple(Column(one, dice.get(one.key, "")) for one in shown))
        remarks = " ".join(remark for explanation in shown for remark in explanation_view(explanation).remarks)
        self.remarks.setText(remarks)
        self.columns.setToolTip(remarks)
        self.remarks.setVisible(bool(remarks) and not self._is_dense)

    @property
    def _listed(self) -> frozenset[Id]:
        """The targets that have lines of their own."""
        return frozenset(row.id for row in self.targets.rows.rows)

    def _is_missed(self, who: Id | None) -> bool:
        """Whether somebody among several targets was missed: nothing more may come of it for them."""
        rulings = (row.ruling for row in self.targets.rows.rows if row.id == who)
        return any(ruling is not None and not ruling.is_true for ruling in rulings)

    def _own_note(self) -> Note:
        """What was thrown and ruled, but for what stands in the lines of several targets or stood in the table."""
        note, listed = self._controller.note, self._listed
        stood = {want.request.id for want in self._controller.many.asked.wanted if want.of_many}
        rulings = tuple(ruling for ruling in note.rulings if about(ruling.key) not in listed)
        ruled = {ruling.roll for ruling in rulings}
        rolls = tuple(roll for roll in note.rolls if roll.id not in stood or roll.id in ruled)
        return replace(note, rolls=rolls, rulings=rulings)

    def _take_out(self, who: Id) -> None:
        """Spare one of several targets."""
        call = self._controller.call
        if call is not None:
            self._controller.set_targets(*(target for target in call.targets if target != who))
