"""Files of a game's own kinds, such as a table that the GM has written: how they are known, checked and taken in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class FileKind:
    """A kind of file that a battle takes in by value: a TOML document, and the action that is given its text."""

    id: str
    title: str
    """`an action table`"""
    command: str
    """What the menu calls taking one in: `Use another action table…`."""
    back: str
    """What it calls going back to the program's own: `Back to the default action table`."""
    save: str
    """What it calls writing the program's own into a file, to be changed: `Save the default action table…`."""
    own: Callable[[], str]
    """The text of the program's own."""
    recognises: Callable[[Mapping[str, Any]], bool]
    """Whether a document is of this kind, however wrong it may be otherwise."""
    problems: Callable[[str], tuple[str, ...]]
    """Everything that is wrong with a file's text, a sentence each, with its place."""
    action: str
    """Id of the action that takes the text in; with an empty text it goes back to the program's own."""
    parameter: str
    """The action's parameter for the text."""
