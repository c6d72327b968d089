"""What the GM has decided for the rest of the fight, in a menu from which it is taken back."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu

from gui.bridge import Bridge
from gui.controllers.edit_controller import EditController
from model.content.reference import Reference


def fill_precedents(menu: QMenu, bridge: Bridge, book: Reference | None, edits: EditController) -> None:
    """An entry for each decision; choosing it lets the question be asked again, which can be undone."""
    menu.clear()
    for rule, precedent in bridge.battle.precedents.items():
        known = None if book is None else book.rules.get(rule)
        title = rule if known is None else known.title
        entry = menu.addAction(f"{title}: {precedent.words}".replace("&", "&&"))
        entry.setToolTip(f"Ask again ({rule})")
        entry.setStatusTip(entry.toolTip())
        entry.triggered.connect(partial(_ask_again, edits, rule))
    if menu.isEmpty():
        menu.addAction("Nothing yet").setEnabled(False)


def _ask_again(edits: EditController, rule: str, _checked: bool = False) -> None:
    edits.ask_again(rule)
