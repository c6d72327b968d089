"""Distance: hand to hand within reach, everything else by the range of the attack (KM-AMB-44, KM-ATK-04)."""

from __future__ import annotations

from model.board.distance import between
from model.engine.ruleset import Band, Ranges
from model.state.base import Id
from model.state.battle import AnyBattle

RANGES = Ranges(
    bands=(
        Band(id="adjacent", title="Adjacent", reach=1.5, rule="KM-AMB-44"),
        Band(id="near", title="Near", reach=10),
        Band(id="far", title="Far", reach=100),
        Band(id="distant", title="Distant", reach=None),
    )
)
"""The rules name no bands but adjacent; the others serve the eye."""


def metres_between(battle: AnyBattle, first: Id, second: Id) -> float | None:
    """Metres from centre to centre; None where nobody knows."""
    return between(battle, first, second, RANGES)
