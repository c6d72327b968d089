"""What the parts of the window share: the session, the selection, the action in progress, and the message line."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from gui.bridge import Bridge
from gui.controllers.action_controller import ActionController
from gui.controllers.action_options import AimController, CallOptions
from gui.controllers.approach import ApproachController
from gui.controllers.campaigns import CampaignController
from gui.controllers.combat_controller import CombatController
from gui.controllers.edit_controller import DragController, EditController
from gui.controllers.entries import Entry
from gui.controllers.game_content import GameContent
from gui.controllers.library_controller import LibraryController, OwnLibrary
from gui.controllers.selection import Selection
from gui.controllers.token_moves import TokenMoves
from gui.preferences import Preferences
from model.content.reference import Reference, reference_of
from model.engine.calls import Call
from model.engine.ruleset import Ruleset
from model.state.base import Id
from model.state.battle import AnyBattle, Player


class Workspace(QObject):
    """The battle being worked on, without widgets: each part of the window uses the controllers that it needs."""

    message = Signal(str)
    """Why something could not be done; empty clears the last message."""
    success = Signal(str)
    """Something was done."""
    dock_wanted = Signal(str)
    """The id of a dock to bring to the front."""

    def __init__(self, bridge: Bridge, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.preferences = preferences
        self.selection = Selection(bridge, self)
        self.actions = ActionController(bridge, self.selection, preferences, self)
        self.options = CallOptions(self.actions)
        self.combat = CombatController(bridge, self.selection, self.actions)
        self.campaign = CampaignController(bridge, preferences, self)
        own = preferences.library_folder(bridge.ruleset.id)
        self.content = GameContent(bridge.ruleset, own, lambda: self.campaign.campaign)
        self.campaign.changed.connect(self.content.forget)
        # Queued, so that it does not interrupt the signals about the step.
        self.campaign.message.connect(self.show_message, Qt.ConnectionType.QueuedConnection)
        self.edits = EditController(bridge, self.selection, self.content)
        self.library = LibraryController(bridge, self.selection, self.edits, self.campaign, preferences, self)
        self.own_library = OwnLibrary(self.library, bridge, self.campaign)
        self.aims = AimController(bridge, self.actions)
        self.drags = DragController(bridge, self.selection, self.actions, self.edits)
        self.moves = TokenMoves(bridge, self.actions, self.edits, self.drags)
        self.approach = ApproachController(bridge, self.selection, self.actions, self.drags, self.moves)
        self._book: Reference | None = None

    @property
    def battle(self) -> AnyBattle:
        return self.bridge.battle

    @property
    def ruleset(self) -> Ruleset:
        return self.bridge.ruleset

    @property
    def book(self) -> Reference | None:
        """The rules reference of the game, read when first needed; None if it cannot be read."""
        if self._book is None:
            self._book = reference_of(self.bridge.ruleset.id)
        return self._book

    @property
    def selected_words(self) -> str:
        """The selected combatants in words: `Boomer`, `Boomer and 2 more`; empty if none is selected."""
        selected = self.selection.selected
        if not selected:
            return ""
        first = self.bridge.name(selected[0])
        return first if len(selected) == 1 else f"{first} and {len(selected) - 1} more"

    @property
    def last_entry(self) -> Entry | None:
        """The GM's last entry into the action in progress, or None if a step came after it."""
        return self.actions.entries.last(self.actions.call)

    @property
    def undo_words(self) -> str:
        """What an undo would undo: the last entry of the action in progress, else the last step; empty for nothing."""
        entry = self.last_entry
        if entry is None:
            return self.bridge.undo_words
        title = self.ruleset.actions[entry.after.action].title
        return f"start of {title}" if entry.begins else f"last entry of {title}"

    def show_message(self, sentence: str | None) -> None:
        """Show why something could not be done; None or empty clears the last message."""
        self.message.emit(sentence or "")

    def show_success(self, sentence: str) -> None:
        """Show what was done."""
        self.success.emit(sentence)

    @property
    def player(self) -> Player | None:
        """The player whose character is current, or None if there is none."""
        who = self.selection.current
        return next((one for one in self.battle.players.values() if who in one.characters), None)

    def edit(self, action: str, *targets: Id, **options: object) -> None:
        """Carry out one of the GM's edits, and show the reason if it is refused."""
        self.show_message(self.bridge.edit(Call(action=action, targets=targets, options=options)))
