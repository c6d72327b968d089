"""Writing a session whole: a new file, a copy, a shorter history, a newer format."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec
import tomli_w

import model
from model.engine.ruleset import Ruleset
from model.session.emitter import Unwritable, closing
from model.session.history import History
from model.session.migrations import FORMAT, VERSION
from model.session.reader import read
from model.state.battle import AnyBattle


def file_bytes(ruleset: Ruleset, history: History) -> bytes:
    """A session as the bytes of a file, read back and found equal.

    Raises:
        Unwritable: it would not come back from the file as it is; the sentence says why.
    """
    data = "\n".join([_head(ruleset, history), *(step.text for step in history.steps)]).encode()
    reading = read(data, {ruleset.id: ruleset})
    again = reading.contents.history if reading.contents else None
    if again is None or reading.problems:
        raise Unwritable(f"The battle cannot be kept in a file. {' '.join(map(str, reading.problems))}")
    if (again.root, again.battle, len(again.steps)) != (history.root, history.battle, len(history.steps)):
        raise Unwritable("The battle would not come back from the file as it is.")
    return data


def _head(ruleset: Ruleset, history: History) -> str:
    head = {
        "format": FORMAT,
        "version": VERSION,
        "app": model.__version__,
        "ruleset": ruleset.id,
        "start": history.start,
        "battle": msgspec.to_builtins(history.root),
    }
    try:
        body = f"{tomli_w.dumps(head)}\n[head]\n"
        body.encode()
    except UnicodeEncodeError:
        raise Unwritable("A text in the battle holds a character that no file can hold.") from None
    except TypeError as error:
        raise Unwritable(f"Something in the battle cannot be kept in a file: {error}.") from None
    return body + closing(history.start, body)


def copy_pictures(battles: Iterable[AnyBattle], source: Path, target: Path) -> None:
    """Copy the pictures that battles show from beside one session to beside another; one that is missing is left out.

    Raises:
        OSError: a picture cannot be written.
    """
    if source.resolve() == target.resolve():
        return
    files = set()
    for battle in battles:
        files |= {combatant.portrait for combatant in battle.combatants.values()}
        if battle.board.picture is not None:
            files.add(battle.board.picture.file)
    for file in files - {""}:
        if Path(file).name == file and not (target / file).exists():
            with suppress(FileNotFoundError):
                shutil.copyfile(source / file, target / file)
