"""A GM's actions in the window, by keys, the initiative list and the map, and what the window shows."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from gui.windows.gm_window import GmWindow
from model.dice.requests import DiceRequest
from model.view.order import OrderRow
from tests.gui.windows.hands import Press


class Table:
    """A window together with the key presses, for tests that play whole fights."""

    def __init__(self, window: GmWindow, press: Press) -> None:
        self.window = window
        self.press = press

    @property
    def acting(self) -> tuple[str, ...]:
        return self.window.work.battle.order.acting

    @property
    def due(self) -> tuple[str, int, int | None]:
        """Id, bonus and DV of the dice request that is due."""
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
        """Click a combatant in the initiative list, then run Act Now."""
        self.window.initiative.picked.emit(who)
        self.command("go_now")

    def drag(self, who: str, x: float, y: float) -> str:
        """Drag a combatant on the map by the rules; return the text of the drag label before the drop."""
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
        """Return the words of a combatant's row in the initiative list for this round."""
        return next(row.words for row in self.rows if row.name == name)

    @property
    def rows(self) -> list[OrderRow]:
        """The rows of the initiative list, for this round and the next, from the top."""
        return [row for row in self.window.initiative.model.rows if isinstance(row, OrderRow)]

    @property
    def log(self) -> str:
        """The newest line of the log."""
        model = self.window.log.model
        return str(model.data(model.index(0, 0)))
