"""Where the last hits of an action are on the bodies of its targets, before it is applied and after."""

from __future__ import annotations

from collections.abc import Iterable

from model.engine.displays import BodyDisplay
from model.engine.ruleset import Ruleset
from model.engine.types import Body
from model.state.base import Id, State, replace
from model.state.battle import AnyBattle


class HitView(State):
    """A combatant's body with the hit parts highlighted."""

    name: str
    body: Body

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the parts that were hit."""
        return tuple(part.name for part in self.body.parts if part.is_struck)

    @property
    def effects(self) -> tuple[str, ...]:
        """The effects of the injuries of these parts."""
        return tuple(part.effect for part in self.body.parts if part.is_struck and part.effect)


def hits_of(ruleset: Ruleset, battle: AnyBattle, whom: Iterable[Id]) -> tuple[HitView, ...]:
    """The bodies of those of the given combatants whom the last hits struck; empty if the ruleset shows no bodies."""
    found = ((who, _body(ruleset, battle, who)) for who in dict.fromkeys(whom))
    return tuple(
        HitView(name=battle.combatants[who].name, body=body)
        for who, body in found
        if body is not None and any(part.is_struck for part in body.parts)
    )


def aimed_hit(ruleset: Ruleset, battle: AnyBattle, who: Id, said: Iterable[str]) -> HitView | None:
    """The body of a target during an attack, with the parts highlighted that any word in `said` names, or None.

    `said` has the options chosen and the results of dice so far: a part's id, its name, or an unambiguous prefix of
    either.
    """
    body = _body(ruleset, battle, who)
    named = set() if body is None else {part for word in said for part in _named(body, word)}
    if body is None or not named:
        return None
    parts = tuple(replace(part, is_struck=part.id in named) for part in body.parts)
    return HitView(name=battle.combatants[who].name, body=replace(body, parts=parts))


def _named(body: Body, word: str) -> tuple[Id, ...]:
    names = {part.id: (part.id.lower(), part.name.lower()) for part in body.parts}
    word = word.strip().lower()
    exact = tuple(id for id, called in names.items() if word in called)
    begun = tuple(id for id, called in names.items() if word and any(name.startswith(word) for name in called))
    return exact or (begun if len(begun) == 1 else ())


def _body(ruleset: Ruleset, battle: AnyBattle, who: Id) -> Body | None:
    value = next((display.value for display in ruleset.displays if isinstance(display, BodyDisplay)), None)
    return None if value is None or who not in battle.combatants else value(battle, who)
