"""The GM at the window: keys, the list, the map, and what they read there."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from gui.windows.gm_window import GmWindow
from model.dice.requests import DiceRequest
from model.view.order import OrderRow
from tests.gui.windows.hands import Press


class Table:
    """One window, and the hands on its keys."""

    def __init__(self, window: GmWindow, press: Press) -> None:
        self.window = window
        self.press = press

    @property
    def acting(self) -> tuple[str, ...]:
        return self.window.work.battle.order.acting

    @property
    def due(self) -> tuple[str, int, int | None]:
        """Id, bonus and DV of the dice that are asked for."""
        due = self.window.work.actions.due
        assert isinstance(due, DiceRequest)
        return due.id, due.bonus, due.against

    def next_turn(self) -> None:
        self.press("N")

    def command(self, id: str) -> None:
        QApplication.processEvents()
        action = self.window.commands.action(id)
        assert action.isEnabled(), id
        action.trigger()
        QApplication.processEvents()

    def goes_now(self, who: str) -> None:
        """Click somebody in the list, then "Goes now"."""
        self.window.initiative.picked.emit(who)
        self.command("go_now")

    def drag(self, who: str, x: float, y: float) -> str:
        """Drag somebody on the map by the rules; what stood on the label before the drop."""
        label = self.window.work.drags.label(who, x, y, False)
        assert label.is_allowed, label.text
        assert self.window.work.drags.drop(who, x, y, False) is None
        return label.text

    def conditions(self, who: str) -> list[str]:
        return sorted(effect.kind for effect in self.window.work.battle.combatants[who].effects.values())

    def endurance(self, who: str) -> int | None:
        return self.window.work.battle.combatants[who].sheet.endurance

    def is_out(self, who: str) -> bool:
        return self.window.work.battle.combatants[who].is_out

    def row(self, name: str) -> str:
        """What the list says of somebody in this round."""
        return next(row.words for row in self.rows if row.name == name)

    @property
    def rows(self) -> list[OrderRow]:
        """The list of this round and the next, from its top."""
        return [row for row in self.window.initiative.model.rows if isinstance(row, OrderRow)]

    @property
    def log(self) -> str:
        """The newest line of the log."""
        model = self.window.log.model
        return str(model.data(model.index(0, 0)))
