"""Battles and campaigns in their folders: opening, creating and listing them; and the open battle's campaign."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from gui.bridge import Bridge
from gui.controllers.game_content import GameContent
from gui.preferences import Preferences
from model.campaign import (
    BATTLES,
    CAMPAIGN_FILE,
    PICTURES,
    Campaign,
    Change,
    Difference,
    Edited,
    add_party,
    add_players,
    battles_of,
    campaign_of,
    change_of,
    differences,
    embed,
    first_battle,
    follow_sources,
    improvements,
    is_any_newer,
    is_campaign,
    keep_call,
    lost_sources,
    make_campaign,
    owner_words,
    read_campaign,
    still_so,
    take_up_call,
    typed_players_problem,
    unused_file,
    write_back_call,
)
from model.content.problems import BadFile, Problem
from model.content.resources import root
from model.engine.calls import Call
from model.engine.edits_battle import NEXT_BATTLE
from model.engine.ruleset import Ruleset
from model.engine.run import Done, Refused, run
from model.session import ENDING, Changed, FileProblem, Opened, Session
from model.session.pictures import copy_pictures
from model.session.registry import rulesets
from model.state.base import Id, Record, replace
from model.state.battle import PLAYERS_SIDE, AnyBattle, Battle, HealthPolicy, name_of
from model.state.untrusted import Unreadable, toml
from model.view.viewer import default_policy

# ---------------------------------------------------------------------------------------- battles and campaigns to open

_PICTURE = re.compile(r"[0-9a-f]{16,}\.\w+")
"""Pictures are named by the hash of their content."""


OPENED_FILES = f"Battles and campaigns (*{ENDING} {CAMPAIGN_FILE});;All (*)"
"""The filter of dialogs that open a battle or a campaign."""


class Sample(Record):
    """A battle that is installed with the program."""

    title: str
    path: Path


class NewBattle(Record):
    """The user's input for a new battle."""

    ruleset: str
    title: str
    combatants: str
    """Lines such as `3 raiders` or `Ada pc`."""
    campaign: Path | None = None
    """The folder of the campaign that it belongs to."""


class NewCampaign(Record):
    """The user's input for a new campaign."""

    name: str
    ruleset: str
    place: Path
    """The folder in which the campaign's own folder is created."""
    characters: str = ""
    """Lines such as `Mara: Nora`: the player, a colon, the character; or the character alone."""
    edited: Mapping[str, Edited] = MappingProxyType({})
    """Characters of the lines whose sheets were edited, by name."""
    takes_party: bool = False
    """Whether to copy the players' characters of the open battle."""


class KnownCampaign(Record):
    """What is known of a campaign without reading it, which would need the ruleset: that takes a second to load."""

    folder: Path
    name: str
    ruleset: str
    game: str
    """The title of the game."""
    battles: tuple[Path, ...]
    """The most recently written first."""


def samples() -> tuple[Sample, ...]:
    """Return the installed sample battles, by file name."""
    files = sorted((root() / "samples").glob(f"*{ENDING}"))
    return tuple(Sample(title_of(file), file) for file in files)


class SessionLibrary:
    """Opens and creates sessions in the user's folder."""

    def __init__(
        self, preferences: Preferences, folder: Path | None = None, games: Mapping[str, Ruleset] | None = None
    ) -> None:
        """`folder` and `games` are for tests; by default the folder is that of the preferences."""
        self.preferences = preferences
        self._folder = folder
        self._games = games
        self.draft: NewCampaign | None = None
        """The input for a new campaign that was cancelled, until the next one."""

    @property
    def folder(self) -> Path:
        """The folder for new battles and copies of samples."""
        return self.preferences.battles_folder if self._folder is None else self._folder

    @property
    def rulesets(self) -> Mapping[str, Ruleset]:
        return rulesets() if self._games is None else self._games

    def last_ruleset(self) -> str:
        """Return the ruleset id of the battle that is open or was opened last; empty if none was."""
        found = (_head_value(path, "ruleset") for path in self.preferences.recent)
        return next((ruleset for ruleset in found if ruleset), "")

    # ------------------------------------------------------------------------------------ campaigns

    @property
    def campaigns(self) -> tuple[KnownCampaign, ...]:
        """Campaigns by when they were last opened, then others in the folder of battles, by name."""
        found = dict.fromkeys(one for one in self.preferences.campaigns if is_campaign(one))
        others = sorted((one for one in _folders(self.folder) if is_campaign(one)), key=lambda one: one.name)
        found |= dict.fromkeys(one.resolve() for one in others)
        return tuple(_known(folder) for folder in found)

    @property
    def start_page_battles(self) -> tuple[Path, ...]:
        """Battles whose pictures the start page shows: those opened last, and all of each campaign."""
        return (*self.preferences.recent, *(path for one in self.campaigns for path in one.battles))

    def last_campaign(self) -> Path | None:
        """Return the campaign of the battle that is open or was opened last, or None if that belongs to none."""
        last = next(iter(self.preferences.recent), None)
        return None if last is None else campaign_of(last)

    def campaign_at(self, path: Path) -> Path | None:
        """Return the folder of a campaign that was named by its folder or its `campaign.toml`, else None.

        It is then among those opened last.
        """
        folder = path.resolve().parent if path.name == CAMPAIGN_FILE else path.resolve()
        if not is_campaign(folder):
            return None
        self.preferences.remember_campaign(folder)
        return folder

    def read_campaign(self, folder: Path) -> Campaign:
        """Read a campaign with all of the user's content for its game.

        Raises:
            BadFile: its `campaign.toml` cannot be used.
        """
        ruleset = _head_value(folder / CAMPAIGN_FILE, "ruleset")
        return read_campaign(folder, self.rulesets, self.preferences.library_folder(ruleset))

    def content_of(self, ruleset: Id) -> GameContent:
        """Return the content of a game and the user's own, without a campaign."""
        return GameContent(self.rulesets[ruleset], self.preferences.library_folder(ruleset))

    def make_campaign(
        self, wanted: NewCampaign, battle: AnyBattle | None = None, beside: Path | None = None
    ) -> Path | str:
        """Create a campaign with its characters; return its folder, or a sentence if it cannot be created.

        `battle` is the open battle, whose party is copied if wanted, with the portraits in the folder `beside`.
        """
        ruleset = self.rulesets[wanted.ruleset]
        if problem := typed_players_problem(self.content_of(ruleset.id).library, wanted.characters):
            return problem
        if "\0" in str(wanted.place):
            return "The folder name contains a character that is not allowed: choose another name."
        try:
            folder = make_campaign(wanted.place, wanted.name, ruleset, self._players_see(ruleset))
            campaign = self.read_campaign(folder)
            if battle is not None and wanted.takes_party:
                campaign = add_party(campaign, battle)
                if beside is not None:
                    copy_pictures([battle], beside, folder / BATTLES)
            add_players(campaign, wanted.characters, wanted.edited)
        except OSError as error:
            return f"A campaign cannot be created in “{wanted.place}”: {error.strerror}."
        self.preferences.remember_campaign(folder)
        return folder

    # ------------------------------------------------------------------------------------ battles

    def open(self, path: Path, *, take_over: bool = False) -> Opened:
        """Open a session file; a sample is copied first, so that the original does not change."""
        if path.resolve().is_relative_to(root().resolve()):
            copied = self.copy(path)
            if isinstance(copied, str):
                return _failed(copied)
            path = copied
        if path.is_dir():
            return _failed(f"“{path.name}” is a folder without {CAMPAIGN_FILE}: choose a battle or a campaign.")
        opened = Session.open(path, self.rulesets, take_over=take_over)
        self._remember_opened(opened, path)
        return opened

    def _remember_opened(self, opened: Opened, path: Path) -> None:
        if opened.session is not None:
            opened.session.keep_backups(self.preferences.most_backups)
            self.preferences.remember(path)
            if (campaign := campaign_of(path)) is not None:
                self.preferences.remember_campaign(campaign)

    def place_of(self, path: Path) -> Path:
        """Return the file that opening a session uses: the file itself, or the user's copy of a sample."""
        is_ours = path.resolve().is_relative_to(root().resolve())
        return self.folder / path.name if is_ours else path.resolve()

    def make(self, wanted: NewBattle) -> Opened:
        """Create a session of a new battle, in a file named after it: beside other battles, or in its campaign."""
        ruleset = self.rulesets[wanted.ruleset]
        folder = self.folder if wanted.campaign is None else wanted.campaign / BATTLES
        try:
            if wanted.campaign is None:
                shown = self._players_see(ruleset)
                battle: AnyBattle = Battle(
                    ruleset=ruleset.id, shared=ruleset.shared(), title=wanted.title, health_policy=shown
                )
            else:
                battle = first_battle(self.read_campaign(wanted.campaign), wanted.title)
            folder.mkdir(parents=True, exist_ok=True)
        except BadFile as error:
            return _failed(f"The campaign cannot be used: {error}")
        except OSError as error:
            return _failed(f"The folder “{folder}” cannot be created: {error.strerror}.")
        path = unused_file(folder, wanted.title, ENDING)
        opened = Session.create(path, ruleset, battle)
        self._remember_opened(opened, path)
        return opened

    def make_for(self, folder: Path, encounter: Id) -> Opened:
        """Create a session of a new battle in a campaign, named after one of the campaign's prepared encounters."""
        try:
            campaign = self.read_campaign(folder)
        except BadFile as error:
            return _failed(f"The campaign cannot be used: {error}")
        known = campaign.library.encounters.get(encounter)
        if known is None:
            return _failed("This encounter is no longer in the library: its file is gone or cannot be read.")
        return self.make(NewBattle(campaign.ruleset.id, known.name, "", folder))

    def _players_see(self, ruleset: Ruleset) -> dict[str, HealthPolicy]:
        """Return what players see of the health of each side, only where the user's choice is not the usual one."""
        shown = {side: self.preferences.health_shown(side) for side in ruleset.sides}
        return {side: chosen for side, chosen in shown.items() if chosen != default_policy(side)}

    def copy(self, sample: Path) -> Path | str:
        """Return the user's copy of a sample: the existing one, so that a fight continues, else a new one.

        Returns a sentence if it cannot be created.
        """
        path = self.folder / sample.name
        return path if path.exists() else self._copied(sample, path)

    def _copied(self, sample: Path, path: Path) -> Path | str:
        """Copy a session with the pictures beside it; return the new file, or a sentence if that fails."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            for file in sample.parent.iterdir():
                if _PICTURE.fullmatch(file.name):
                    shutil.copyfile(file, path.with_name(file.name))
            shutil.copyfile(sample, path)
        except OSError as error:
            return f"“{sample.name}” cannot be copied to “{path.parent}”: {error.strerror}."
        return path

    def fresh_sample(self, sample: Path) -> Opened:
        """Open a sample from its beginning, in a new file beside the copy that is in use."""
        copied = self._copied(sample, unused_file(self.folder, sample.name.removesuffix(ENDING), ENDING))
        return _failed(copied) if isinstance(copied, str) else self.open(copied)


def next_title(bridge: Bridge) -> str:
    """Return a title for the next battle that no battle in the same folder has: `The Keep 2` after `The Keep`."""
    return _free_title(bridge, bridge.battle.title)


def _free_title(bridge: Bridge, wanted: str) -> str:
    others = () if bridge.path is None else bridge.path.parent.glob(f"*{ENDING}")
    taken = {title_of(file).lower() for file in others} | {bridge.battle.title.lower()}
    stem = re.sub(r"\s+\d+$", "", wanted)
    number, title = 2, wanted
    while title.lower() in taken:
        title, number = f"{stem} {number}", number + 1
    return title


def begin_next_battle(bridge: Bridge, title: str) -> Path | str:
    """Create a battle with the same party in a new file beside the open one, which stays as it is.

    A title that another battle has gets a number. Returns the file, or a sentence if it cannot be created.
    """
    title = _free_title(bridge, title or bridge.battle.title)
    call = Call(action=NEXT_BATTLE, options={"title": title})
    outcome = run(bridge.ruleset, bridge.battle, call)
    if isinstance(outcome, Refused):
        return bridge.words(outcome.refusal.sentence)
    assert isinstance(outcome, Done)  # it asks nothing
    if bridge.path is None:
        return "This battle has no file: save a copy first."
    path = unused_file(bridge.path.parent, title, ENDING)
    opened = Session.create(path, bridge.ruleset, outcome.battle)
    if opened.session is None:
        return " ".join(map(str, opened.problems))
    opened.session.close()
    return path


def _failed(sentence: str) -> Opened:
    return Opened(None, (FileProblem(sentence),))


def _folders(folder: Path) -> Iterable[Path]:
    try:
        return [one for one in folder.iterdir() if one.is_dir()]
    except OSError:
        return ()


def _known(folder: Path) -> KnownCampaign:
    file = folder / CAMPAIGN_FILE
    return KnownCampaign(
        folder, campaign_title(folder), _head_value(file, "ruleset"), game_of(file), battles_of(folder)
    )


def campaign_title(folder: Path) -> str:
    """Return the name of the campaign in a folder, or that of the folder if it cannot be read."""
    return _head_value(folder / CAMPAIGN_FILE, "name") or folder.name


def title_of(file: Path) -> str:
    """Return the battle's title from its file, else one made from the file name."""
    return _head_value(file, "title") or file.name.removesuffix(ENDING).replace("-", " ").capitalize()


def game_of(file: Path) -> str:
    """Return the title of the game of a session or campaign; empty if it cannot be found without opening it.

    It is read from the rules file's head, because the ruleset itself takes a second to load.
    """
    ruleset = _head_value(file, "ruleset")
    return _head_value(root() / "rules" / f"{ruleset}.toml", "name") if ruleset.isidentifier() else ""


def _head_value(file: Path, key: str) -> str:
    """Return the value of a key in the first 40 lines of one of the program's files; empty if it is not there."""
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            found = next((line for _, line in zip(range(40), lines, strict=False) if line.startswith(f"{key} = ")), "")
        return str(toml(found).get(key, ""))
    except (OSError, Unreadable):
        return ""


# ------------------------------------------------------------------------------------------- the open battle's campaign

NO_CAMPAIGN = "This battle belongs to no campaign: make one with New Campaign in the File menu."
_BROKEN = "Nothing was written: the campaign cannot be read. Fix its files, then choose Update Campaign."
_SETTLED = 250
"""Milliseconds without another change before files are read again: programs write several files in a row."""


class CampaignController(QObject):
    """The campaign of the open battle, found by the folder of the battle's file; None if that is in no campaign."""

    changed = Signal()
    """Files of the campaign have changed."""
    message = Signal(str)
    """Why something could not be read or written."""
    combat_ended = Signal()
    """Combat has ended in a battle of a campaign: lasting changes can be written now."""

    def __init__(self, bridge: Bridge, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._preferences = preferences
        self._own = preferences.library_folder(bridge.ruleset.id)
        self._folder = None if bridge.path is None else campaign_of(bridge.path)
        self._campaign: Campaign | None = None
        self._is_read = False
        self._left_out: tuple[Problem, ...] = ()
        """The left-out files in the last message, so that the same message is not shown twice."""
        self._watcher: QFileSystemWatcher | None = None
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self._read_again)
        bridge.changed.connect(self._follow)

    @property
    def is_there(self) -> bool:
        """Whether the battle belongs to a campaign."""
        return self._folder is not None

    @property
    def campaign(self) -> Campaign | None:
        """The campaign as its files are now, or None if the battle has no campaign or it cannot be read."""
        if not self._is_read:
            self._is_read = True
            self._campaign = self._read()
        return self._campaign

    @property
    def is_new_evening(self) -> bool:
        """Whether an evening of the campaign begins: there are players or characters, and none was begun lately."""
        if self._folder is None:
            return False
        is_for_characters = self._bridge.ruleset.evening is not None and bool(self._party)
        is_for_someone = bool(self._bridge.battle.players) or is_for_characters
        return is_for_someone and not self._preferences.had_game_night(self._folder)

    def note_game_night(self) -> None:
        """Note that a game night of the campaign was begun, or skipped, just now."""
        if self._folder is not None:
            self._preferences.note_game_night(self._folder)

    @property
    def _party(self) -> tuple[Id, ...]:
        """The combatants of the players' side."""
        return tuple(one.id for one in self._bridge.battle.combatants.values() if one.side == PLAYERS_SIDE)

    @property
    def other_battles(self) -> tuple[Path, ...]:
        """The files of the campaign's other battles, the most recently written first; empty without a campaign."""
        if self._folder is None or self._bridge.path is None:
            return ()
        own = self._bridge.path.resolve()
        return tuple(file for file in battles_of(self._folder) if file.resolve() != own)

    @property
    def pictures(self) -> Path | None:
        """The folder of the campaign's pictures, or None if the battle belongs to no campaign."""
        return None if self._folder is None else self._folder / PICTURES

    def _read(self) -> Campaign | None:
        self._watch()
        if self._folder is None:
            return None
        try:
            found = read_campaign(self._folder, {self._bridge.ruleset.id: self._bridge.ruleset}, self._own)
        except BadFile as error:
            self.message.emit(f"The campaign cannot be used: {error}")
            return None
        if found.problems and found.problems != self._left_out:
            self.message.emit(f"Left out: {' '.join(map(str, found.problems))}")
        self._left_out = found.problems
        return found

    # ------------------------------------------------------------------------------------ changes from outside

    def _watch(self) -> None:
        """Watch the campaign's files and the user's own library, which exists without a campaign too."""
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
        self.tell_improvements()

    def forget(self) -> None:
        """Read the files of the campaign and the user's library again on next use, because they were written."""
        self._forget()
        self.changed.emit()

    # ------------------------------------------------------------------------------------ writing back

    def differences(self) -> tuple[Difference, ...]:
        """Return what the battle has changed in the data that it took from the campaign.

        A full pool counts as unchanged, whether the file gives its value or leaves it out.
        """
        self._forget()
        campaign, battle = self.campaign, self._bridge.battle
        if campaign is None:
            return ()
        if lost := lost_sources(campaign, battle):
            self.message.emit(" ".join(lost))
        found = differences(campaign, battle)
        return tuple(one for one in found if one.is_newer or not change_of(campaign, battle, one).is_the_same)

    def changes(self) -> tuple[tuple[Difference, str, Change], ...]:
        """Return the differences in words, each with its owner's name."""
        found, campaign, battle = self.differences(), self.campaign, self._bridge.battle
        if campaign is None:
            return ()
        return tuple((one, owner_words(campaign, battle, one.who), change_of(campaign, battle, one)) for one in found)

    def improvements(self) -> tuple[tuple[Difference, str, Change], ...]:
        """Return what is newer in the files of characters, in words, each with its owner's name.

        The battle has changed those marked as newer too.
        """
        battle = self._bridge.battle
        if self._folder is None or not is_any_newer(self._folder, battle):
            return ()
        self._forget()
        campaign = self.campaign
        if campaign is None:
            return ()
        return tuple(
            (one, owner_words(campaign, battle, one.who), _improvement(campaign, battle, one))
            for one in improvements(campaign, battle)
        )

    def take_up(self, taken: Collection[Difference]) -> str | None:
        """Let the battle take up what is newer in the files of characters, as one step; return a sentence if not."""
        self._forget()
        campaign, battle = self.campaign, self._bridge.battle
        if campaign is None:
            return _BROKEN if self.is_there else NO_CAMPAIGN
        words: dict[str, list[str]] = {}
        for one in taken:
            title = _improvement(campaign, battle, one).title
            words.setdefault(owner_words(campaign, battle, one.who), []).append(title)
        what = "; ".join(f"{who}: {', '.join(those)}" for who, those in words.items())
        call = take_up_call(campaign, battle, taken, what)
        if call is None:
            return "The files have changed meanwhile: choose Update Campaign again."
        if self._bridge.path is not None:
            for portrait in (one.entry.portrait for one in campaign.characters):
                with suppress(OSError):  # a picture that is missing shows as initials
                    embed(portrait, (campaign.folder / PICTURES,), self._bridge.path.parent)
        return self._bridge.edit(call)

    def tell_improvements(self) -> None:
        """Say that characters were improved in their files since, if any was."""
        names = tuple(dict.fromkeys(owner for _, owner, _ in self.improvements()))
        if names:
            told = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
            self.message.emit(f"Newer in the campaign's files: {told}. Update Campaign in the File menu takes it up.")

    def write(self, taken: Collection[Difference], kept: tuple[Id, ...] = ()) -> str | None:
        """Write differences to the campaign and add characters and players to it, as one step.

        Returns:
            A sentence if none of it is possible.
        """
        self._forget()
        campaign, battle = self.campaign, self._bridge.battle
        if campaign is None:
            return _BROKEN if self.is_there else NO_CAMPAIGN
        sound = still_so(campaign, battle, taken)
        if stale := [one for one in taken if one not in sound and not one.is_newer]:
            self.message.emit(
                f"{_changed_words(campaign, battle, stale)}: changed in the files meanwhile, and not overwritten."
            )
        written = write_back_call(campaign, battle, sound)
        both = battle.combatants.keys() | battle.players.keys()
        new = tuple(one for one in kept if one in both and one not in battle.sources)
        call = keep_call(campaign, battle, *new, also=written) if new else written
        if call is None:
            return "There is nothing to write to the campaign."
        known = [_changed_words(campaign, battle, sound)] if written is not None else []
        told = (f"{self.name(who)}: new {'character' if who in battle.combatants else 'player'}" for who in new)
        return self._bridge.edit(replace(call, options=call.options | {"what": "; ".join((*known, *told))}))

    def keep(self, who: tuple[Id, ...]) -> str | None:
        """Add combatants to the campaign as characters, as one step; return a sentence if that is not possible."""
        new = tuple(one for one in who if one in self._bridge.battle.combatants)
        if new and all(one in self._bridge.battle.sources for one in new):
            return "They are already characters of the campaign."
        return self.write((), new)

    @property
    def has_changes(self) -> bool:
        """Whether there is anything to write, combatants to add to the campaign, or anything to take up from it."""
        return bool(self.newcomers or self.new_players or self.differences() or self.improvements())

    @property
    def has_lasting_changes(self) -> bool:
        """Whether any of these changes lasts: not if all of them are conditions that are over with the combat."""
        return bool(self.newcomers or self.new_players) or any(not change.is_over for _, _, change in self.changes())

    def name(self, who: Id) -> str:
        """Return the GM's name of a combatant or a player of the battle."""
        return name_of(self._bridge.battle, who)

    @property
    def newcomers(self) -> tuple[Id, ...]:
        """Combatants of the players' side who are not characters of the campaign yet."""
        if self._folder is None:
            return ()
        return tuple(who for who in self._party if who not in self._bridge.battle.sources)

    @property
    def new_players(self) -> tuple[Id, ...]:
        """Players of the battle who are not in the campaign yet."""
        if self._folder is None:
            return ()
        battle = self._bridge.battle
        return tuple(who for who in battle.players if who not in battle.sources)

    def characters(self, player: Id) -> str:
        """Return the names of a player's characters in the battle."""
        battle = self._bridge.battle
        return ", ".join(self.name(who) for who in battle.players[player].characters if who in battle.combatants)

    def _forget(self) -> None:
        """Have the files read again on next use, so that comparisons use their current content."""
        self._is_read = False

    def _follow(self, changed: Changed) -> None:
        """Update the campaign's files after a step, an undo or a redo that changed the battle's sources."""
        if self._folder is None:
            return
        if changed.origin == "act" and changed.old.order.is_running and not changed.new.order.is_running:
            self.combat_ended.emit()
        if changed.old.sources is changed.new.sources:
            return
        problems = follow_sources(self._folder, changed.old, changed.new)
        self._forget()
        if problems:
            self.message.emit(" ".join(problems))
        self.changed.emit()


def _improvement(campaign: Campaign, battle: AnyBattle, one: Difference) -> Change:
    """Return what is newer in a file in words: from what the battle has to what the file has."""
    return change_of(campaign, battle, replace(one, before=one.now, now=one.in_file, in_file=None, is_newer=False))


def _changed_words(campaign: Campaign, battle: AnyBattle, changed: Collection[Difference]) -> str:
    """Return owners and titles of differences: `Nora: Health; Brick: Armour`."""
    titles: dict[str, list[str]] = {}
    for one in changed:
        titles.setdefault(owner_words(campaign, battle, one.who), []).append(change_of(campaign, battle, one).title)
    return "; ".join(f"{owner}: {', '.join(those)}" for owner, those in titles.items())
