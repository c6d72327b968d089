"""What is entered in a sheet, as edits of the combatants shown: fields, conditions, gear and a player's points."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QToolTip

from gui.bridge import Bridge
from gui.controllers.edit_controller import EditController
from gui.panels.sheet_chips import ConditionChips, GearChips, NameField
from model.engine.calls import Call
from model.state.base import Id


class SheetEdits(QObject):
    """Carries out what is entered, each as one action that can be undone."""

    rule_asked = Signal(str)
    """The rule of a condition is requested: the rule's id."""
    fields_asked = Signal(str)
    """The fields of an item are to be shown and changed: the item's id."""

    def __init__(
        self,
        bridge: Bridge,
        edits: EditController,
        who: Callable[[], Id | None],
        whose: Callable[[], tuple[Id, ...]],
        answer: Callable[[str | None], object],
    ) -> None:
        """Make it for a sheet.

        Args:
            bridge: the battle.
            edits: the GM's edits.
            who: returns the only combatant shown, or None.
            whose: returns all combatants shown.
            answer: called after each edit, with why it was refused, or None.
        """
        super().__init__()
        self._bridge = bridge
        self._edits = edits
        self._who = who
        self._whose = whose
        self._answer = answer

    def connect_chips(self, chips: ConditionChips, gear: GearChips) -> None:
        """Carry out what is done with these chips and typed into their fields."""
        chips.added.connect(partial(self._add_condition, chips.field))
        chips.field.textEdited.connect(partial(self._show_condition_typed, chips.field))
        chips.removed.connect(self._remove_condition)
        chips.rule_asked.connect(self.rule_asked)
        chips.points_changed.connect(self._set_points)
        gear.given.connect(self._give)
        gear.made.connect(self._make_gear)
        gear.moved.connect(lambda item, where: self._act_on(item, "ready_item", where=where))
        gear.removed.connect(lambda item: self._act_on(item, "remove_item"))
        gear.fields_asked.connect(self.fields_asked)

    def condition_names(self) -> list[str]:
        """Names of all conditions of the game and of the GM's own presets."""
        return sorted(preset.name for preset in self._edits.content.presets.values())

    def known_gear(self) -> tuple[str, ...]:
        return tuple(entry.name for entry in self._edits.content.gear)

    def edit(self, path: str, value: object, *, becomes: str = "") -> None:
        """Change a field of the combatant, or of one of their items; None clears it.

        `becomes` is the new name of an entry of a table.
        """
        who = self._who()
        if who is None:
            return
        options: dict[str, object] = {"path": path}
        if becomes:
            options["becomes"] = becomes
        if value is None:
            options["clear"] = True
        else:
            options["value"] = value
        targets = () if path.split(".", 1)[0] == "items" else (who,)
        self._act(Call(action="edit", targets=targets, options=options))

    def _act(self, call: Call) -> None:
        self._answer(self._bridge.edit(call))

    def _add_condition(self, field: NameField, typed: str) -> None:
        QToolTip.hideText()
        if who := self._whose():  # else the combatant shown was removed while the name was typed
            problem = self._edits.add_condition(who, typed)
            self._answer(problem)
            if problem is not None:
                # What was typed stays for correction; the field is emptied before this.
                QTimer.singleShot(0, field, lambda: field.setText(typed))

    def _show_condition_typed(self, field: NameField, typed: str) -> None:
        """Show below the field what the typed condition would do."""
        whose = self._whose()
        words = self._edits.typed.condition_words(whose[0], typed) if whose and field.hasFocus() else ""
        # Beside the field, where names open below it.
        spot = QPoint(0, field.height()) if field.below is None else QPoint(field.width(), -field.height() // 2)
        QToolTip.showText(field.mapToGlobal(spot), words, field)

    def _remove_condition(self, effect: Id) -> None:
        if who := self._whose():
            self._act(Call(action="clear_condition", targets=who, options={"condition": effect}))

    def _give(self, typed: str) -> None:
        if (who := self._who()) is not None:
            self._answer(self._edits.give_gear(who, typed))

    def _make_gear(self, typed: str) -> None:
        if (who := self._who()) is not None:
            self._answer(self._edits.make_gear(who, typed))

    def _act_on(self, item: Id, action: str, **options: object) -> None:
        self._act(Call(action=action, item=item, options=options))

    def _set_points(self, player: Id, resource: str, amount: int) -> None:
        self._act(Call(action="set_resource", options={"player": player, "resource": resource, "amount": amount}))
