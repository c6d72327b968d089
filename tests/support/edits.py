"""Carrying out edits in tests: what changed, the messages with their audience, and what was refused."""

from __future__ import annotations

from typing import Any

from model.engine.calls import Call
from model.engine.run import Done, Refused, run
from model.state.base import Id
from model.state.battle import AnyBattle, name_of
from model.state.texts import Text
from tests.support.arena import ARENA


def words(battle: AnyBattle, said: Text) -> str:
    """Return a sentence as the GM reads it."""
    names = {
        key: name_of(battle, value[1:]) if isinstance(value, str) and value.startswith("@") else value
        for key, value in said.arguments.items()
    }
    return said.template.format(**names)


def outcome(battle: AnyBattle, action: str, *targets: Id, item: Id | None = None, **options: Any) -> Done | Refused:
    """Return the outcome of an edit."""
    result = run(ARENA, battle, Call(action=action, targets=targets, item=item, options=options))
    assert isinstance(result, Done | Refused)
    return result


def done(battle: AnyBattle, action: str, *targets: Id, item: Id | None = None, **options: Any) -> AnyBattle:
    """Return the battle after an edit that has to be possible."""
    result = outcome(battle, action, *targets, item=item, **options)
    assert isinstance(result, Done), result
    return result.battle


def told(battle: AnyBattle, action: str, *targets: Id, item: Id | None = None, **options: Any) -> list[tuple[str, str]]:
    """Return the sentences of an edit with their audience."""
    result = outcome(battle, action, *targets, item=item, **options)
    assert isinstance(result, Done), result
    return [(words(result.battle, said), said.audience) for said in result.note.sentences]


def refused(battle: AnyBattle, action: str, *targets: Id, item: Id | None = None, **options: Any) -> str:
    """Return the sentence with which an edit is refused: what makes no sense cannot be done anyway either."""
    result = outcome(battle, action, *targets, item=item, **options)
    assert isinstance(result, Refused), result
    assert not result.refusal.can_override, result
    return words(battle, result.refusal.sentence)
