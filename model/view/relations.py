"""What ties somebody to others, in words: who guards, holds or aims at whom."""

from __future__ import annotations

from collections.abc import Iterator

from model.engine.ruleset import Ruleset
from model.state.base import Id, State
from model.state.battle import AnyBattle
from model.state.effects import Effect
from model.view.viewer import GM, initials, name_for


class PartyView(State):
    """One end of a tie."""

    id: Id
    name: str
    initials: str
    side: str


class TieView(State):
    """One tie: the first does it to the second."""

    first: PartyView
    verb: str
    second: PartyView

    @property
    def words(self) -> str:
        """`Nyota guards Imani`."""
        return f"{self.first.name} {self.verb} {self.second.name}"


def ties_of(ruleset: Ruleset, battle: AnyBattle, who: Id) -> tuple[TieView, ...]:
    """Everything that ties somebody to others, for the GM, as their conditions say it."""
    found = []
    for bearer, effect in _tied(battle, who):
        condition = ruleset.conditions.get(effect.kind)
        if condition is not None and condition.tie is not None and effect.other is not None:
            ends = (bearer, effect.other) if condition.tie.from_bearer else (effect.other, bearer)
            found.append(
                TieView(first=_party(battle, ends[0]), verb=condition.tie.verb, second=_party(battle, ends[1]))
            )
    return tuple(found)


def _tied(battle: AnyBattle, who: Id) -> Iterator[tuple[Id, Effect]]:
    """Effects with somebody else in them that are somebody's own, or in which they are the other."""
    for id, combatant in battle.combatants.items():
        for effect in combatant.effects.values():
            is_known = effect.other is not None and effect.other in battle.combatants
            if is_known and who in (id, effect.other):
                yield id, effect


def _party(battle: AnyBattle, who: Id) -> PartyView:
    name = name_for(battle, who, GM) or who
    return PartyView(id=who, name=name, initials=initials(name), side=battle.combatants[who].side)
