"""Half-answered calls, one for each actor, kept in a small file beside the session until applied or dropped."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.engine.calls import Call
from model.engine.run import Outcome, Refused
from model.session import disk, emitter, names
from model.session.problems import Problem, place, reason
from model.session.values import Misfits, read_call
from model.state.base import Id

FORMAT = "battleboard-drafts"
VERSION = 1


@dataclass(frozen=True)
class Draft:
    """A half-answered call and how it stands in the battle as it is now.

    `outcome` may have become `Done` or `Refused` because the battle changed meanwhile; nothing is applied by itself.
    """

    call: Call
    outcome: Outcome

    @property
    def committed_by(self) -> str:
        """Rule by which it can no longer be dropped; empty while it can."""
        return "" if isinstance(self.outcome, Refused) else self.outcome.committed_by


def save(path: Path, calls: dict[Id, Call]) -> str | None:
    """Keep the drafts of a session; the sentence when they cannot be.

    Raises:
        Unwritable: a call holds something that no file can.
    """
    file = names.drafts_file(path)
    try:
        if calls:
            disk.replace_whole(file, _text(calls).encode())
        else:
            file.unlink(missing_ok=True)
    except OSError as error:
        return f"{place(file)} cannot be written: {reason(error)}. The half-answered action is only in memory."
    return None


def _text(calls: dict[Id, Call]) -> str:
    lines = [f"format = {emitter.text_value(FORMAT)}", f"version = {VERSION}", "[draft]"]
    lines += [f"{emitter.key(actor)} = {emitter.value(call)}" for actor, call in calls.items()]
    return "\n".join([*lines, ""])


def load(path: Path) -> tuple[dict[Id, Call], list[Problem]]:
    """The drafts of a session. A file that cannot be read is kept aside and told of."""
    file = names.drafts_file(path)
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return {}, []
    except OSError as error:
        return {}, [Problem(f"{place(file)} cannot be read: {reason(error)}.")]
    try:
        return _calls(data), []
    except (ValueError, KeyError) as error:
        aside = names.unused(path, "drafts-unread", ".toml")
        problem = Problem(f"The half-answered actions in {place(file)} could not be read ({error}).")
        try:
            file.replace(aside)
        except OSError:
            return {}, [problem]
        return {}, [Problem(f"{problem.sentence} They are kept in “{aside.name}”.")]


def _calls(data: bytes) -> dict[Id, Call]:
    plain: dict[str, Any] = tomllib.loads(data.decode())
    if plain.get("format") != FORMAT or plain.get("version") != VERSION:
        raise Misfits([])
    return {actor: read_call(call) for actor, call in plain.get("draft", {}).items()}
