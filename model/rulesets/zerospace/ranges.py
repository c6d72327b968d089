"""Range bands, and how far apart two are (ZS-RANGE-01 to ZS-RANGE-05, ZS-MIS-10)."""

from __future__ import annotations

from model.board.distance import Metric, between
from model.engine.ruleset import Band, Ranges
from model.rulesets.zerospace.settings import rules
from model.state.base import Id
from model.state.battle import AnyBattle


def metric(battle: AnyBattle) -> Metric:
    """How diagonals count, by house rule (ZS-MIS-10)."""
    counted: Metric = rules(battle).diagonals
    return counted


RANGES = Ranges(
    bands=(
        Band(id="hand_to_hand", title="Hand-to-hand", reach=1, rule="ZS-RANGE-01"),
        Band(id="short", title="Short", reach=10, rule="ZS-RANGE-02"),
        Band(id="medium", title="Medium", reach=100, rule="ZS-RANGE-03"),
        Band(id="long", title="Long", reach=1000, rule="ZS-RANGE-04"),
        Band(id="extreme", title="Extreme", reach=None, rule="ZS-RANGE-05"),
    ),
    metric=metric,
)


def metres_between(battle: AnyBattle, first: Id, second: Id) -> float | None:
    """Metres from centre to centre; None where nobody knows."""
    return between(battle, first, second, RANGES)
