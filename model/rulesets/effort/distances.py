"""Distances by the house rule for diagonals, and melee reach (SE-MIS-08)."""

from __future__ import annotations

from model.board.distance import REACH_TOLERANCE, Metric, tokens_touch
from model.board.distance import between as metres_between
from model.engine.ruleset import Band, Ranges
from model.rulesets.effort.settings import rules
from model.rulesets.effort.sheet import Battle
from model.state.base import Id

METRICS: dict[str, Metric] = {"euclidean": "straight_line", "one": "one", "alternating": "one_and_half"}


def metric(battle: Battle) -> Metric:
    """How diagonals count between two places (SE-MIS-08)."""
    return METRICS[rules(battle).diagonals]


def is_within_melee(battle: Battle, first: Id, second: Id) -> bool:
    """Whether two are within melee reach: from centre to centre, or touching, as large ones are (SE-MIS-08).

    True if the distance is not known.
    """
    metres = metres_between(battle, first, second, RANGES)
    if metres is None or metres <= rules(battle).melee_reach_m + REACH_TOLERANCE:
        return True
    return tokens_touch(battle, first, second)


RANGES = Ranges(
    bands=(
        Band(id="reach", title="Reach", reach=1.5, rule="SE-MIS-08"),
        Band(id="near", title="Near", reach=10),
        Band(id="far", title="Far", reach=50),
        Band(id="distant", title="Distant", reach=None),
    ),
    metric=metric,
    touches=is_within_melee,
)
