"""What several have together, for the top bar and for the players' screen."""

from __future__ import annotations

from model.engine.ruleset import Ruleset
from model.state.base import State
from model.state.battle import AnyBattle
from model.view.viewer import GM, Viewer


class PoolView(State):
    """A common pool with what is in it."""

    key: str
    title: str
    brief: str
    amount: int
    most: int
    side: str = ""

    @property
    def words(self) -> str:
        """`AP 2 / 6`; a limit that nobody comes near is not told."""
        return f"{self.brief} {self.amount}" + (f" / {self.most}" if self.most < _NO_LIMIT else "")


_NO_LIMIT = 99


def pool_views(ruleset: Ruleset, battle: AnyBattle, viewer: Viewer = GM) -> tuple[PoolView, ...]:
    """The pools that a viewer may see."""
    return tuple(
        PoolView(
            key=pool.key,
            title=pool.title,
            brief=pool.brief,
            amount=pool.value(battle),
            most=pool.most(battle),
            side=pool.side,
        )
        for pool in ruleset.pools
        if pool.is_public or viewer == GM
    )
