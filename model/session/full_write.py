"""Writing a session as a whole file: a new file, a copy, a trimmed history, a newer format."""

from __future__ import annotations

import msgspec
import tomli_w

import model
from model.engine.ruleset import Ruleset
from model.session.emitter import Unwritable, closing
from model.session.history import History
from model.session.migrations import FORMAT, VERSION
from model.session.reader import read


def file_bytes(ruleset: Ruleset, history: History) -> bytes:
    """A session as the bytes of a file, checked by reading them back.

    Raises:
        Unwritable: reading it back would not give the same session; the message says why.
    """
    data = "\n".join([_head(ruleset, history), *(step.text for step in history.steps)]).encode()
    reading = read(data, {ruleset.id: ruleset})
    again = reading.contents.history if reading.contents else None
    if again is None or reading.problems:
        raise Unwritable(f"The battle cannot be saved to a file. {' '.join(map(str, reading.problems))}")
    if (again.root, again.battle, len(again.steps)) != (history.root, history.battle, len(history.steps)):
        raise Unwritable("The battle would not be read back from the file unchanged.")
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
        raise Unwritable("A text in the battle holds a character that cannot be written to a file.") from None
    except TypeError as error:
        raise Unwritable(f"Something in the battle cannot be saved to a file: {error}.") from None
    return body + closing(history.start, body)
