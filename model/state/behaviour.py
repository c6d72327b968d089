"""What a side or a combatant is said to do where nobody decides: the forecast plays them so."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

from msgspec import Meta

from model.state.base import Id, State, replace

Stance = Literal["balanced", "aggressive", "careful"]
Focus = Literal["best", "weakest", "nearest"]


class Behaviour(State):
    """What is said of a side or a combatant; a switch left out is as the side has it, else as usual."""

    stance: Stance | None = None
    """`aggressive`: never defends, never flees. `careful`: takes cover first, defends when hurt and outnumbered."""
    focus: Focus | None = None
    """Whom they attack: where the most is to be expected, who has the least health left, or who is nearest."""
    holds_position: bool | None = None
    """They never move."""
    stays_in_cover: bool | None = None
    """Behind cover they never move."""
    heals: bool | None = None
    """They help who is down before they attack."""
    flees_below: Annotated[int, Meta(ge=0, le=100)] | None = None
    """Percent of health below which they flee; 0: they never do."""
    drops_prone: bool | None = None
    """They drop prone once they have lost half their health."""
    keeps_points: Annotated[int, Meta(ge=0, le=99)] | None = None
    """Points that they do not spend; 99: they spend none."""
    guards: Id | None = None
    """Whom they protect: they stay near, and attack who is nearest to them."""


class Behaviours(State):
    """What is said of sides and of combatants. A combatant's own switches go before those of the side."""

    sides: dict[str, Behaviour] = {}
    combatants: dict[Id, Behaviour] = {}

    def of(self, people: Collection[Id]) -> Behaviours:
        """The same of these people alone: nobody guards who is gone."""
        sides = {side: self._guarding(one, people) for side, one in self.sides.items()}
        own = {who: self._guarding(one, people) for who, one in self.combatants.items() if who in people}
        return replace(self, sides=sides, combatants=own)

    @staticmethod
    def _guarding(behaviour: Behaviour, people: Collection[Id]) -> Behaviour:
        return behaviour if behaviour.guards in (None, *people) else replace(behaviour, guards=None)
