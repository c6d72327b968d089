"""What a ruleset says of zones, or of the ways between them: cover, radiation, a test on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from model.state.base import Id, State, replace
from model.state.battle import AnyBattle


@dataclass(frozen=True, kw_only=True)
class Traits:
    """Records of one type, by the id of a zone or of a link, in a field of the ruleset's shared state."""

    field: str
    """The field of the shared state: a dict by id."""
    kind: type[State]
    """The records' type; a form is made from what its fields say of themselves."""
    title: str
    words: Callable[[Any, bool], tuple[str, ...]]
    """What stands on the map of a record, a few words each; the flag says that it is for the players."""
    is_there_by_default: bool = False
    """Whether a record of nothing but defaults means something; otherwise it is not kept."""

    def records(self, battle: AnyBattle) -> Mapping[Id, State]:
        """All records of a battle."""
        found: Mapping[Id, State] = getattr(battle.shared, self.field)
        return found

    def of(self, battle: AnyBattle, id: Id) -> State | None:
        """The record of a zone or link; None when it has none."""
        return self.records(battle).get(id)

    def with_record(self, battle: AnyBattle, id: Id, record: State | None) -> AnyBattle:
        """The battle with another record of a zone or link; None takes it away."""
        records = {key: value for key, value in self.records(battle).items() if key != id}
        if record is not None and (self.is_there_by_default or record != self.kind()):
            records[id] = record
        shared = replace(battle.shared, **{self.field: records})
        return battle if shared == battle.shared else replace(battle, shared=shared)

    def told(self, battle: AnyBattle, id: Id | None, *, is_for_players: bool) -> tuple[str, ...]:
        """What stands on the map of a zone or link."""
        record = None if id is None else self.of(battle, id)
        return () if record is None else self.words(record, is_for_players)
