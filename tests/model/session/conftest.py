"""Fixtures: a session of the toy game in a temporary folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from model.session import Opened, Session
from tests.support import toy


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "duel.battle.toml"


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    """A new session with Ann and Bob and without steps."""
    created = Session.create(path, toy.TOY, toy.battle()).session
    assert created is not None
    yield created
    created.close()


@pytest.fixture
def reopen(path: Path) -> Iterator[Callable[..., Opened]]:
    """Return a function that closes the given session and opens the file as another run of the program would."""
    opened: list[Session] = []

    def open_again(before: Session | None = None, file: Path = path) -> Opened:
        if before is not None:
            before.close()
        result = Session.open(file, toy.RULESETS)
        if result.session is not None:
            opened.append(result.session)
        return result

    yield open_again
    for one in opened:
        one.close()
