"""A campaign's folder: creating it, reading its valid files, and reporting the problems of the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
import tomli_w
from msgspec import Meta

from model.campaign.characters import entry_of, is_of_party, text_of
from model.campaign.keeping import unused_file
from model.campaign.pictures import pictures_in, read_written
from model.content.library import (
    CombatantEntry,
    Library,
    Table,
    content_files,
    load_valid,
    read_character,
    read_document,
    version_problem,
)
from model.content.problems import BadFile, Problem, nearest, problems_of
from model.content.reference import removed_house_rule
from model.engine.ruleset import Ruleset
from model.engine.settings import setting_problem
from model.session import ENDING, disk
from model.state.base import Id, Record, State, replace
from model.state.battle import PLAYERS_SIDE, AnyBattle, HealthPolicy, Setting, slug

FORMAT = 1
"""The version of campaign files that this program writes and reads."""
FILE = "campaign.toml"
CHARACTERS, LIBRARY, BATTLES, PICTURES = "characters", "library", "battles", "pictures"
FOLDERS = (CHARACTERS, LIBRARY, BATTLES, PICTURES)
LONGEST_NAME = 200
"""Maximum number of letters in the name of a campaign, a player or a character."""
MOST_CHARACTERS = 100
"""Maximum number of characters typed at once; more is probably text pasted by mistake."""


class CampaignFile(State):
    """The structure of `campaign.toml`."""

    format: int
    name: Annotated[str, Meta(min_length=1)]
    ruleset: str
    clock: Annotated[int, Meta(ge=0)] = 0
    """Game time in seconds."""
    house_rules: dict[str, Setting] = {}
    players_see: dict[str, HealthPolicy] = {}
    """What players see of the health of a side, where it differs from the default."""
    player: tuple[Table, ...] = ()
    """The players: `name`, `seat`, `characters` (names of their files), and the ruleset's resources of a player."""


class Character(Record):
    """A character of a campaign."""

    file: Path
    entry: CombatantEntry
    text: str
    """The contents of the file as read; a battle embeds it by value."""

    @property
    def key(self) -> str:
        """The file's stem, by which a player's list of characters refers to it."""
        return self.file.stem


class Campaign(Record):
    """A campaign with those of its files that are valid."""

    folder: Path
    ruleset: Ruleset
    head: CampaignFile
    library: Library
    characters: tuple[Character, ...] = ()
    problems: tuple[Problem, ...] = ()
    """What was left out, and why."""

    @property
    def name(self) -> str:
        return self.head.name

    @property
    def party(self) -> tuple[Character, ...]:
        """The characters of the players' side, except those of players who are absent tonight."""
        away = {
            str(key)
            for player in self.head.player
            if player.get("is_present") is False
            for key in characters_of(player)
        }
        return tuple(one for one in self.characters if is_of_party(one.entry) and one.key not in away)

    def player_of(self, character: Character) -> str:
        """Name of the player of a character; empty if none."""
        names = (str(one.get("name", "")) for one in self.head.player if character.key in characters_of(one))
        return next(names, "")


def characters_of(player: Mapping[str, Any]) -> tuple[str, ...]:
    """The stems of the files of a player's characters."""
    found = player.get("characters", ())
    return tuple(map(str, found)) if isinstance(found, list | tuple) else ()


# ------------------------------------------------------------------------------------------------------------ locations


def is_campaign(folder: Path) -> bool:
    """Whether a folder is a campaign's; False also if it is not accessible."""
    try:
        return (folder / FILE).is_file()
    except OSError:
        return False


def campaign_of(battle: Path) -> Path | None:
    """The folder of the campaign that a battle belongs to by its location, or None."""
    folder = battle.resolve().parent.parent
    return folder if battle.resolve().parent.name == BATTLES and is_campaign(folder) else None


def battles_of(folder: Path) -> tuple[Path, ...]:
    """A campaign's battles, the most recently written first."""
    return tuple(sorted(_files(folder / BATTLES, f"*{ENDING}"), key=_written, reverse=True))


def _files(folder: Path, pattern: str) -> tuple[Path, ...]:
    try:
        return tuple(sorted(file for file in folder.glob(pattern) if file.is_file()))
    except OSError:
        return ()


def _written(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


# ------------------------------------------------------------------------------------------------------------ reading


def read_campaign(folder: Path, rulesets: Mapping[str, Ruleset], *libraries: Path) -> Campaign:
    """Read a campaign's valid files, with the content of further folders, such as the user's own.

    Raises:
        BadFile: its `campaign.toml` cannot be used; with all its problems.
    """
    head = read_head(folder / FILE, rulesets)
    ruleset = rulesets[head.ruleset]
    library, problems = load_valid(ruleset, content_files(ruleset.id, *libraries, folder / LIBRARY))
    characters = []
    for file in _files(folder / CHARACTERS, "*.toml"):
        try:
            text = file.read_bytes().decode("utf-8-sig")
            characters.append(Character(file, read_character(file.name, text, library), text))
        except BadFile as error:
            problems += error.problems
        except (OSError, UnicodeDecodeError):
            problems += (Problem(file.name, "", "cannot be read as text."),)
    known = {one.key for one in characters}
    problems += (*_removed(head, ruleset), *_missing(head, known))
    return Campaign(folder, ruleset, head, library, tuple(characters), problems)


def missing_pictures(campaign: Campaign) -> tuple[Problem, ...]:
    """Portraits of characters and of the campaign's own library whose files are missing; initials are shown instead."""
    named = [(one.file, one.entry) for one in campaign.characters]
    for id, entry in campaign.library.combatants.items():
        file = campaign.library.files.get(("combatant", id))
        if file is not None and file.is_relative_to(campaign.folder):
            named.append((file, entry))
    there = {file.name for part in (PICTURES, BATTLES) for file in pictures_in(campaign.folder / part)}
    return tuple(
        Problem(file.name, "portrait", f"There is no “{entry.portrait}” in the folder “{PICTURES}”.")
        for file, entry in named
        if entry.portrait and entry.portrait not in there and read_written(entry.portrait) is None
    )


def read_head(file: Path, rulesets: Mapping[str, Ruleset]) -> CampaignFile:
    """Read a `campaign.toml`.

    Raises:
        BadFile: with all its problems.
    """
    document = read_document(file)
    if newer := version_problem(document, FORMAT):
        raise BadFile([Problem(file.name, "format", newer)])
    problems = [Problem(file.name, place, sentence) for place, sentence in problems_of(document, CampaignFile)]
    if problems:
        raise BadFile(problems)
    head = msgspec.convert(document, CampaignFile)
    ruleset = rulesets.get(head.ruleset)
    if ruleset is None:
        sentence = f"there is no game “{head.ruleset}”.{nearest(head.ruleset, rulesets)}"
        raise BadFile([Problem(file.name, "ruleset", sentence)])
    if problems := [Problem(file.name, place, sentence) for place, sentence in _head_problems(head, ruleset)]:
        raise BadFile(problems)
    return head


def _head_problems(head: CampaignFile, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    specs = {spec.key: spec for spec in ruleset.settings}
    for key, value in head.house_rules.items():
        if key not in specs:
            if removed_house_rule(ruleset, key) is None:
                yield f"house_rules.{key}", f"there is no such house rule.{nearest(key, specs)}"
        elif problem := setting_problem(specs[key], value):
            yield f"house_rules.{key}", problem
    names: set[str] = set()
    for number, player in enumerate(head.player, start=1):
        own = {key: value for key, value in player.items() if key != "characters"}
        yield from problems_of({"id": "x", **own}, ruleset.player, f"player[{number}]")
        if any(not isinstance(key, str) for key in characters_of(player)):
            yield f"player[{number}].characters", "must be a list of names of character files."
        name = str(player.get("name", "")).strip().lower()
        if name in names:
            yield f"player[{number}].name", f"there are two players called “{player.get('name')}”."
        names.add(name)


def _removed(head: CampaignFile, ruleset: Ruleset) -> Iterator[Problem]:
    """House rules of earlier versions, which the campaign sets without effect."""
    known = {spec.key for spec in ruleset.settings}
    for key in head.house_rules:
        if key not in known and (sentence := removed_house_rule(ruleset, key)) is not None:
            yield Problem(FILE, f"house_rules.{key}", sentence)


def _missing(head: CampaignFile, known: Iterable[str]) -> Iterator[Problem]:
    """Characters of players that have no readable file."""
    there = set(known)
    for player in head.player:
        for key in characters_of(player):
            if key not in there:
                sentence = (
                    f"{player.get('name')} plays “{key}”, but there is no readable file of that character in "
                    f"{CHARACTERS}."
                )
                yield Problem(FILE, "player", sentence)


# ------------------------------------------------------------------------------------------------------------- creating


def make_campaign(
    parent: Path, name: str, ruleset: Ruleset, players_see: Mapping[str, HealthPolicy] = MappingProxyType({})
) -> Path:
    """Create the folder of a new campaign; existing folders are not changed.

    Returns:
        The new folder, named after the campaign.

    Raises:
        OSError: it cannot be created.
    """
    stem, number = slug(name), 1
    parent.mkdir(parents=True, exist_ok=True)
    while True:
        folder = parent / (stem if number == 1 else f"{stem}-{number}")
        try:
            folder.mkdir()
            break
        except FileExistsError:
            number += 1
    for inner in FOLDERS:
        (folder / inner).mkdir()
    title = name.strip()[:LONGEST_NAME] or "Campaign"
    write_head(folder, CampaignFile(format=FORMAT, name=title, ruleset=ruleset.id, players_see=dict(players_see)))
    return folder


def write_head(folder: Path, head: CampaignFile) -> None:
    """Write `campaign.toml`; raises OSError if that fails."""
    disk.replace_whole(folder / FILE, head_text(head).encode(), is_beside=True)


def head_text(head: CampaignFile) -> str:
    """The text of a `campaign.toml`."""
    return tomli_w.dumps({"format": head.format, **msgspec.to_builtins(head)})


def with_player(head: CampaignFile, name: str, **said: Any) -> CampaignFile:
    """The head with values of a player changed; the player is added if there is none of that name."""
    players = [dict(player) for player in head.player]
    for player in players:
        if str(player.get("name", "")).lower() == name.lower():
            player.update(said)
            break
    else:
        players.append({"name": name, "seat": len(players) + 1, **said})
    return replace(head, player=tuple(players))


def without_player(head: CampaignFile, name: str) -> CampaignFile:
    """The head without a player."""
    return replace(head, player=tuple(one for one in head.player if str(one.get("name", "")).lower() != name.lower()))


def add_character(campaign: Campaign, entry: CombatantEntry) -> Path:
    """Write a new character file; raises OSError if that fails."""
    (campaign.folder / CHARACTERS).mkdir(exist_ok=True)
    file = unused_file(campaign.folder / CHARACTERS, entry.name, ".toml")
    disk.replace_whole(file, text_of(campaign.ruleset, entry).encode(), is_beside=True)
    return file


def add_party(campaign: Campaign, battle: AnyBattle) -> Campaign:
    """Create characters and players from a battle's party in its current state; raises OSError if that fails."""
    head, keys = campaign.head, dict[Id, str]()
    for one in battle.combatants.values():
        if one.side == PLAYERS_SIDE:
            keys[one.id] = add_character(campaign, entry_of(campaign.library, battle, one.id)).stem
    for player in battle.players.values():
        numbers = {number.key: getattr(player, number.key) for number in campaign.ruleset.player_resources}
        played = [keys[who] for who in player.characters if who in keys]
        head = with_player(head, player.name, seat=player.seat, characters=played, **numbers)
    head = replace(head, clock=battle.clock, house_rules=battle.settings)
    write_head(campaign.folder, head)
    return replace(campaign, head=head)
