"""A campaign's saved handouts: a file of pictures and texts to show to players, available in later battles."""

from __future__ import annotations

from pathlib import Path

import msgspec
import tomli_w

from model.content.library import read_document, version_problem
from model.content.problems import BadFile, Problem, problems_of
from model.session import disk
from model.session.pictures import read_picture
from model.state.base import State
from model.state.battle import Handout, HandoutKind

FILE = "handouts.toml"
FORMAT = 1
_MOST = 500


class KeptHandout(State):
    """A handout in the file of a campaign; its picture is in the campaign's folder of pictures."""

    kind: HandoutKind
    title: str = ""
    text: str = ""
    file: str = ""

    @classmethod
    def of(cls, handout: Handout) -> KeptHandout:
        return cls(kind=handout.kind, title=handout.title, text=handout.text, file=handout.file)


class _Document(State):
    format: int
    handout: tuple[KeptHandout, ...] = ()


def read_handouts(folder: Path) -> tuple[KeptHandout, ...]:
    """A campaign's handouts, oldest first.

    Raises:
        BadFile: its file cannot be used; with all its problems.
    """
    file = folder / FILE
    if not file.exists():
        return ()
    document = read_document(file)
    if newer := version_problem(document, FORMAT):
        raise BadFile([Problem(FILE, "format", newer)])
    if problems := [Problem(FILE, place, sentence) for place, sentence in problems_of(document, _Document)]:
        raise BadFile(problems)
    return msgspec.convert(document, _Document).handout


def keep_handout(folder: Path, handout: Handout, pictures: Path) -> None:
    """Save a handout in a campaign, with its picture from a folder, unless it is there already.

    Raises:
        BadFile: the campaign's file cannot be used; it is not changed.
        OSError: something cannot be written.
    """
    kept, new = read_handouts(folder), KeptHandout.of(handout)
    if new in kept:
        return
    if new.file:
        content = read_picture(pictures / new.file)
        target = folder / "pictures" / new.file
        if content is not None and not target.exists():
            target.parent.mkdir(exist_ok=True)
            disk.replace_whole(target, content, is_beside=True)
    tables = [{key: value for key, value in msgspec.to_builtins(one).items() if value} for one in (*kept, new)[-_MOST:]]
    disk.replace_whole(folder / FILE, tomli_w.dumps({"format": FORMAT, "handout": tables}).encode(), is_beside=True)


def fetch_picture(folder: Path, file: str, beside: Path) -> None:
    """Copy a picture of a campaign beside a battle; raises OSError if that fails."""
    content = read_picture(folder / "pictures" / file)
    if content is not None and not (beside / file).exists():
        disk.replace_whole(beside / file, content, is_beside=True)
