"""The campaign that the open battle belongs to: read when it is needed, noticed when its files change, written back."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from gui.bridge import Bridge
from gui.preferences import Preferences
from model.campaign import (
    PICTURES,
    Campaign,
    Change,
    Difference,
    battles_of,
    campaign_of,
    change_of,
    differences,
    follow_sources,
    keep_call,
    lost_sources,
    owner_words,
    read_campaign,
    still_so,
    write_back_call,
)
from model.content.problems import BadFile, Problem
from model.session import Changed
from model.state.base import Id, replace
from model.state.battle import PLAYERS_SIDE, AnyBattle

NO_CAMPAIGN = "This battle belongs to no campaign: make one with New Campaign in the File menu."
_BROKEN = "Nothing was written: the campaign cannot be read. Mend its files, then choose Update Campaign."
_SETTLED = 250
"""Milliseconds without another change until files are read again: programs write one file after the other."""


class CampaignController(QObject):
    """Knows the campaign by where the battle lies; a battle that lies elsewhere has none."""

    changed = Signal()
    """Files of the campaign are others than before."""
    told = Signal(str)
    """Something could not be read or written."""
    combat_ended = Signal()
    """Combat has ended in a battle of a campaign: what lasts can be written now."""

    def __init__(self, bridge: Bridge, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._own = preferences.library_folder(bridge.ruleset.id)
        self._folder = None if bridge.path is None else campaign_of(bridge.path)
        self._campaign: Campaign | None = None
        self._is_read = False
        self._left_out: tuple[Problem, ...] = ()
        """What was told last of files that are left out."""
        self._watcher: QFileSystemWatcher | None = None
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self._read_again)
        bridge.changed.connect(self._follow)

    @property
    def is_there(self) -> bool:
        """Whether the battle lies in a campaign."""
        return self._folder is not None

    @property
    def campaign(self) -> Campaign | None:
        """The campaign as its files are now; None: the battle belongs to none, or to one that cannot be read."""
        if not self._is_read:
            self._is_read = True
            self._campaign = self._read()
        return self._campaign

    @property
    def other_battles(self) -> tuple[Path, ...]:
        """The files of the campaign's other battles, written last first; empty without a campaign."""
        if self._folder is None or self._bridge.path is None:
            return ()
        own = self._bridge.path.resolve()
        return tuple(file for file in battles_of(self._folder) if file.resolve() != own)

    @property
    def pictures(self) -> Path | None:
        """The folder of the campaign's pictures; None: the battle belongs to none."""
        return None if self._folder is None else self._folder / PICTURES

    def _read(self) -> Campaign | None:
        self._watch()
        if self._folder is None:
            return None
        try:
            found = read_campaign(self._folder, {self._bridge.ruleset.id: self._bridge.ruleset}, self._own)
        except BadFile as error:
            self.told.emit(f"The campaign cannot be used: {error}")
            return None
        if found.problems and found.problems != self._left_out:
            self.told.emit(f"Left out: {' '.join(map(str, found.problems))}")
        self._left_out = found.problems
        return found

    # ------------------------------------------------------------------------------------ changes from outside

    def _watch(self) -> None:
        """Hear of changes in the campaign's files and in the user's own library, which a battle without one has too."""
        if self._watcher is None:
            self._watcher = QFileSystemWatcher(self)
            self._watcher.fileChanged.connect(lambda _: self._settled.start())
            self._watcher.directoryChanged.connect(lambda _: self._settled.start())
        folder = self._folder
        own = () if folder is None else (folder, folder / "characters", folder / "library")
        folders = (*own, self._own)
        files = [file for folder in folders if folder.is_dir() for file in folder.glob("*.toml")]
        wanted = {str(path) for path in (*folders, *files) if path.exists()}
        if new := sorted(wanted - {*self._watcher.files(), *self._watcher.directories()}):
            self._watcher.addPaths(new)

    def _read_again(self) -> None:
        self._campaign = self._read()
        self.changed.emit()

    def forget(self) -> None:
        """Files of the campaign or of the user's library were written: read them again when they are wanted next."""
        self._forget()
        self.changed.emit()

    # ------------------------------------------------------------------------------------ writing back

    def differences(self) -> tuple[Difference, ...]:
        """What the battle has changed of what it took from the campaign.

        A pool that is full again is not changed, whether the file says so or says nothing of it.
        """
        self._forget()
        campaign, battle = self.campaign, self._bridge.battle
        if campaign is None:
            return ()
        if lost := lost_sources(campaign, battle):
            self.told.emit(" ".join(lost))
        found = differences(campaign, battle)
        return tuple(one for one in found if one.is_newer or not change_of(campaign, battle, one).is_the_same)

    def changes(self) -> tuple[tuple[Difference, str, Change], ...]:
        """The differences in words, each with whose they are."""
        found, campaign, battle = self.differences(), self.campaign, self._bridge.battle
        if campaign is None:
            return ()
        return tuple((one, owner_words(campaign, battle, one.who), change_of(campaign, battle, one)) for one in found)

    def write(self, taken: Collection[Difference], kept: tuple[Id, ...] = ()) -> str | None:
        """Write differences to the campaign and make characters of combatants, as one step.

        Returns:
            A sentence where nothing of it can be done.
        """
        self._forget()
        campaign, battle = self.campaign, self._bridge.battle
        if campaign is None:
            return _BROKEN if self.is_there else NO_CAMPAIGN
        sound = still_so(campaign, battle, taken)
        if stale := [one for one in taken if one not in sound and not one.is_newer]:
            self.told.emit(f"{_changed_words(campaign, battle, stale)}: changed meanwhile, and left as the files say.")
        written = write_back_call(campaign, battle, sound)
        new = tuple(one for one in kept if one in battle.combatants and one not in battle.sources)
        calls = [call for call in (written, keep_call(campaign, battle, *new) if new else None) if call is not None]
        if not calls:
            return "There is nothing to write to the campaign."
        sources = {who: source for call in calls for who, source in call.option("sources", {}).items()}
        return self._bridge.edit(replace(calls[0], options={"sources": sources}))

    def keep(self, who: tuple[Id, ...]) -> str | None:
        """Make characters of the campaign of combatants, as a step; a sentence where that cannot be."""
        new = tuple(one for one in who if one in self._bridge.battle.combatants)
        if new and all(one in self._bridge.battle.sources for one in new):
            return "They are already characters of the campaign."
        return self.write((), new)

    @property
    def has_changes(self) -> bool:
        """Whether there is something to write, or a combatant to keep."""
        return bool(self.newcomers or self.differences())

    def name(self, who: Id) -> str:
        """What the GM calls a combatant of the battle."""
        return self._bridge.name(who)

    @property
    def newcomers(self) -> tuple[Id, ...]:
        """Combatants of the players' side who are no characters of the campaign yet."""
        battle = self._bridge.battle
        if self._folder is None:
            return ()
        of_party = (one.id for one in battle.combatants.values() if one.side == PLAYERS_SIDE)
        return tuple(who for who in of_party if who not in battle.sources)

    def _forget(self) -> None:
        """Read the files again before anything is compared with them."""
        self._is_read = False

    def _follow(self, changed: Changed) -> None:
        """A step, an undo or a redo brings the campaign's files along."""
        if self._folder is None:
            return
        if changed.origin == "act" and changed.old.order.is_running and not changed.new.order.is_running:
            self.combat_ended.emit()
        if changed.old.sources is changed.new.sources:
            return
        problems = follow_sources(self._folder, changed.old, changed.new)
        self._forget()
        if problems:
            self.told.emit(" ".join(problems))
        self.changed.emit()


def _changed_words(campaign: Campaign, battle: AnyBattle, changed: Collection[Difference]) -> str:
    """Of whom and what differences are: `Nora: Health; Brick: Armour`."""
    titles: dict[str, list[str]] = {}
    for one in changed:
        titles.setdefault(owner_words(campaign, battle, one.who), []).append(change_of(campaign, battle, one).title)
    return "; ".join(f"{owner}: {', '.join(those)}" for owner, those in titles.items())
