"""How a side or a combatant acts in forecasts, where nobody decides for it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

from msgspec import Meta

from model.state.base import Id, State, replace

Stance = Literal["balanced", "aggressive", "careful"]
Focus = Literal["best", "weakest", "nearest"]


class Behaviour(State):
    """Settings of a side or a combatant. None means the setting of the side, or else the usual behaviour."""

    stance: Stance | None = None
    """`aggressive`: never defends, never flees. `careful`: takes cover first, defends when hurt and outnumbered."""
    focus: Focus | None = None
    """Preferred target: the one with the best expected result, with the least health left, or the nearest."""
    holds_position: bool | None = None
    """Whether they never move."""
    stays_in_cover: bool | None = None
    """Whether they do not move while they are behind cover."""
    heals: bool | None = None
    """Whether they help combatants who are down before they attack."""
    flees_below: Annotated[int, Meta(ge=0, le=100)] | None = None
    """Percent of health below which they flee; 0: never."""
    drops_prone: bool | None = None
    """Whether they drop prone once they have lost half their health."""
    keeps_points: Annotated[int, Meta(ge=0, le=99)] | None = None
    """Points that they do not spend; 99: they spend none."""
    guards: Id | None = None
    """Combatant whom they protect: they stay near, and attack the opponent nearest to that combatant."""


class Behaviours(State):
    """Behaviours of sides and of combatants. A combatant's own settings take precedence over those of the side."""

    sides: dict[str, Behaviour] = {}
    combatants: dict[Id, Behaviour] = {}

    def of(self, people: Collection[Id]) -> Behaviours:
        """The same for these combatants alone; `guards` is cleared if it names a combatant who is not among them."""
        sides = {side: self._guarding(one, people) for side, one in self.sides.items()}
        own = {who: self._guarding(one, people) for who, one in self.combatants.items() if who in people}
        return replace(self, sides=sides, combatants=own)

    @staticmethod
    def _guarding(behaviour: Behaviour, people: Collection[Id]) -> Behaviour:
        return behaviour if behaviour.guards in (None, *people) else replace(behaviour, guards=None)
