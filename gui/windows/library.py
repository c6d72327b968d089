"""Session files as the user meets them: samples, new battles, those opened last. Opens them, shows nothing."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gui.preferences import Preferences
from model.content.resources import root
from model.engine.ruleset import Ruleset
from model.session import ENDING, FileProblem, Opened, Session
from model.session.registry import rulesets
from model.state.base import Record
from model.state.battle import AnyBattle, Battle, slug
from model.state.untrusted import Unreadable, toml
from model.view.pools import usual_policy

if TYPE_CHECKING:
    from gui.dialogs.new_battle import NewBattle

_PICTURE = re.compile(r"[0-9a-f]{16,}\.\w+")
"""Pictures are called by the hash of their content."""


class Sample(Record):
    """A battle that comes with the program."""

    title: str
    path: Path


def samples() -> tuple[Sample, ...]:
    """The battles that come with the program, by title."""
    files = sorted((root() / "samples").glob(f"*{ENDING}"))
    return tuple(Sample(title_of(file), file) for file in files)


class SessionLibrary:
    """Opens and makes sessions in the user's folder."""

    def __init__(
        self, preferences: Preferences, folder: Path | None = None, games: Mapping[str, Ruleset] | None = None
    ) -> None:
        """Tests give folder and games of their own; the folder is otherwise that of the preferences."""
        self.preferences = preferences
        self._folder = folder
        self._games = games

    @property
    def folder(self) -> Path:
        """Where new battles and copies of samples go."""
        return self.preferences.battles_folder if self._folder is None else self._folder

    @property
    def rulesets(self) -> Mapping[str, Ruleset]:
        return rulesets() if self._games is None else self._games

    def last_ruleset(self) -> str:
        """The id of the rules of the battle that is open, or else was opened last; empty when none was."""
        found = (_head_word(path, "ruleset") for path in self.preferences.recent)
        return next((ruleset for ruleset in found if ruleset), "")

    def open(self, path: Path, *, take_over: bool = False) -> Opened:
        """Open a session file; one that comes with the program is copied first, so that it stays as it is."""
        if path.resolve().is_relative_to(root().resolve()):
            copied = self.copy(path)
            if isinstance(copied, str):
                return _failed(copied)
            path = copied
        opened = Session.open(path, self.rulesets, take_over=take_over)
        self._took_up(opened, path)
        return opened

    def _took_up(self, opened: Opened, path: Path) -> None:
        if opened.session is not None:
            opened.session.keep_backups(self.preferences.most_backups)
            self.preferences.remember(path)

    def place_of(self, path: Path) -> Path:
        """Where a session is fought: its own file, or the user's copy of one that comes with the program."""
        is_ours = path.resolve().is_relative_to(root().resolve())
        return self.folder / path.name if is_ours else path.resolve()

    def make(self, wanted: NewBattle) -> Opened:
        """A session of a new battle, in a file named after it."""
        ruleset = self.rulesets[wanted.ruleset]
        shown = {side: self.preferences.health_shown(side) for side in ruleset.sides}
        policy = {side: chosen for side, chosen in shown.items() if chosen != usual_policy(side)}
        battle: AnyBattle = Battle(
            ruleset=ruleset.id, shared=ruleset.shared(), title=wanted.title, health_policy=policy
        )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return _failed(f"The folder “{self.folder}” cannot be made: {error.strerror}.")
        path = self._unused(slug(wanted.title))
        opened = Session.create(path, ruleset, battle)
        self._took_up(opened, path)
        return opened

    def copy(self, sample: Path) -> Path | str:
        """The user's own copy of a sample: the one that is there, so that a fight goes on, else a new one.

        A sentence when it cannot be made.
        """
        path = self.folder / sample.name
        return path if path.exists() else self._copied(sample, path)

    def _copied(self, sample: Path, path: Path) -> Path | str:
        """A session copied with the pictures that lie beside it."""
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
        """A sample from its beginning, in a file of its own beside the one under way."""
        copied = self._copied(sample, self._unused(sample.name.removesuffix(ENDING)))
        return _failed(copied) if isinstance(copied, str) else self.open(copied)

    def _unused(self, name: str) -> Path:
        path, number = self.folder / f"{name}{ENDING}", 2
        while path.exists():
            path, number = self.folder / f"{name}-{number}{ENDING}", number + 1
        return path


def _failed(sentence: str) -> Opened:
    return Opened(None, (FileProblem(sentence),))


def title_of(file: Path) -> str:
    """The battle's title as it stands in its file, else what the file is called."""
    return _head_word(file, "title") or file.name.removesuffix(ENDING).replace("-", " ").capitalize()


def game_of(file: Path) -> str:
    """What the game of a session file is called; empty when that cannot be known without opening it.

    The rules themselves are not asked: they take a second to be there.
    """
    ruleset = _head_word(file, "ruleset")
    return _head_word(root() / "rules" / f"{ruleset}.toml", "name") if ruleset.isidentifier() else ""


def _head_word(file: Path, key: str) -> str:
    """What a key has in the head of a file of ours, found without reading all of it; empty when it is not there."""
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            found = next((line for _, line in zip(range(40), lines, strict=False) if line.startswith(f"{key} = ")), "")
        return str(toml(found).get(key, ""))
    except (OSError, Unreadable):
        return ""
