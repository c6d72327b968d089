"""Commands about the campaign of the battle: keeping combatants, and what a fight gives back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from gui.controllers.campaign import NO_CAMPAIGN
from gui.controllers.workspace import Workspace


class CampaignCommands(QObject):
    """What the rows of the command table do with the campaign."""

    def __init__(self, work: Workspace, window: QWidget, rest: Callable[[], None]) -> None:
        """`rest` asks for a rest of the party, which comes after a fight."""
        super().__init__(window)
        self._work = work
        self._window = window
        self._rest = rest
        # After the window has shown the end of the combat.
        work.campaign.combat_ended.connect(self._after_combat, Qt.ConnectionType.QueuedConnection)

    def keep(self) -> None:
        """Make characters of the campaign of those selected."""
        self._work.tell(self._work.campaign.keep(self._work.attention.selected))

    def update(self) -> None:
        """Ask what of the battle's changes is written to the campaign, and write it."""
        if not self._work.campaign.is_there:
            self._work.tell(NO_CAMPAIGN)
        elif not self._work.campaign.has_changes:
            self._work.tell("The campaign is up to date: nothing that lasts has changed.")
        else:
            self._ask_and_write()

    def _ask_and_write(self) -> bool:
        """False where there was something to write, and the GM did not want it now."""
        from gui.dialogs.campaign_dialogs import UpdateCampaignDialog

        if not self._work.campaign.has_changes:
            return True
        taken, kept = UpdateCampaignDialog.ask(self._work.campaign, self._window)
        if taken or kept:
            problem = self._work.campaign.write(taken, kept)
            if problem is not None:
                self._work.tell(problem)
        return bool(taken or kept)

    def _after_combat(self) -> None:
        """What lasts is written, then the party rests as the game has it, and that is written too."""
        if self._work.fight.is_running:
            return
        is_wanted = self._ask_and_write()
        before = self._work.battle
        if self._work.ruleset.rests:
            self._rest()
        if not is_wanted:
            self._work.tell("Nothing was written to the campaign. Update Campaign in the File menu does it later.")
        elif self._work.battle is not before:
            self._ask_and_write()
